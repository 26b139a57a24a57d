//! Walking, counting and copying: what passes need of a graph besides its builder.

use crate::{Graph, Kind, Module, Op, OpData, OpId, Region, Value};
use hloom_mlir::{Attr, Loc, Str};
use hloom_num::BinaryOp;
use rustc_hash::{FxHashMap, FxHashSet};

impl Graph {
    /// The op of a region that is one binary op on its two parameters, and whether it swaps them.
    pub fn combiner(&self, region: Region) -> Option<(BinaryOp, bool)> {
        let r = self.region(region);
        let ([p, q], [id], [result]) = (&r.params[..], &r.ops[..], &r.results[..]) else { return None };
        let d = self.op(*id);
        let Op::Binary(op) = d.op else { return None };
        let swapped = match d.operands[..] {
            [x, y] if (x, y) == (*p, *q) => false,
            [x, y] if (x, y) == (*q, *p) => true,
            _ => return None,
        };
        (d.results[..] == [*result]).then_some((op, swapped))
    }

    /// Work of an op and of the elementwise ops at the same point that it is computed from: what is below a movement is at another.
    pub fn own_work(&self, op: &OpData) -> f64 {
        const MOST: f64 = 1000.0;
        let (mut work, mut look, mut seen) = (op.op.work(), op.operands.to_vec(), FxHashSet::default());
        while let Some(x) = look.pop() {
            if work < MOST
                && seen.insert(x)
                && let Some((_, below)) = self.def_op(x)
                && below.op.kind() == Kind::Elementwise
            {
                work += below.op.work();
                look.extend(&below.operands);
            }
        }
        work
    }

    /// Calls `f` for every op of a region and of the regions within, in order, an op before its own regions.
    /// Ops that stand in no region (dead ones of the arena) are not visited.
    pub fn walk(&self, region: Region, mut f: impl FnMut(OpId)) {
        let mut stack = vec![(region, 0usize)];
        while let Some((r, next)) = stack.last_mut() {
            let Some(&id) = self.region(*r).ops.get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            f(id);
            stack.extend(self.op(id).regions.iter().rev().map(|&r| (r, 0)));
        }
    }

    /// How often each value is used, as operand or region result, in `region` and the regions within.
    pub fn use_counts(&self, region: Region) -> Vec<u32> {
        let mut counts = vec![0u32; self.num_values()];
        let mut count = |vs: &[Value]| {
            for v in vs {
                counts[v.0 as usize] += 1;
            }
        };
        count(&self.region(region).results);
        self.walk(region, |id| {
            let data = self.op(id);
            count(&data.operands);
            for &r in &data.regions {
                count(&self.region(r).results);
            }
        });
        counts
    }

    /// Copies a region of `from` with all it contains; its parameters become new parameters. Values of `from` that are
    /// defined outside of it must be in `map`.
    ///
    /// # Panics
    /// If such a value is missing from `map`.
    pub fn clone_region(&mut self, from: &Graph, region: Region, map: &mut ValueMap) -> Region {
        let copy = self.add_region();
        for &p in &from.region(region).params {
            let new = self.add_param(copy, from.ty(p).clone());
            map.insert(p, new);
        }
        let results = self.clone_ops(from, region, copy, map);
        self.set_results(copy, results);
        let data = from.region(region);
        self.set_locs(copy, data.param_locs.clone(), data.end_loc);
        copy
    }

    /// Appends copies of the ops of a region of `from` to region `into`, with `args` for its parameters (a call
    /// inlined); what the region returns.
    ///
    /// # Panics
    /// If a value that is defined outside of the region is missing from `map`.
    pub fn inline_region(
        &mut self,
        from: &Graph,
        region: Region,
        args: &[Value],
        into: Region,
        map: &mut ValueMap,
    ) -> Vec<Value> {
        for (&p, &a) in from.region(region).params.iter().zip(args) {
            map.insert(p, a);
        }
        self.clone_ops(from, region, into, map)
    }

    fn clone_ops(&mut self, from: &Graph, region: Region, into: Region, map: &mut ValueMap) -> Vec<Value> {
        for &id in &from.region(region).ops {
            self.clone_op(from, id, into, map, |loc| loc);
        }
        from.region(region).results.iter().map(|&v| map.get(v)).collect()
    }

    /// Appends a copy of one op, nested regions included, to region `into` and maps its results. `relocate` gives the
    /// copy's location (the nested ops keep theirs).
    ///
    /// # Panics
    /// If an operand is missing from `map`.
    pub fn clone_op(
        &mut self,
        from: &Graph,
        id: OpId,
        into: Region,
        map: &mut ValueMap,
        relocate: impl FnOnce(Loc) -> Loc,
    ) -> OpId {
        let data = from.op(id);
        let operands: Vec<Value> = data.operands.iter().map(|&v| map.get(v)).collect();
        let regions: Vec<Region> = data.regions.iter().map(|&r| self.clone_region(from, r, map)).collect();
        let types = data.results.iter().map(|&v| from.ty(v).clone());
        let new = self.add_op(into, data.op.clone(), &operands, &regions, types, relocate(data.loc));
        if let Some(extra) = &data.extra {
            self.set_extra(new, extra.to_vec());
        }
        for (i, &v) in data.results.iter().enumerate() {
            map.insert(v, self.op(new).results[i]);
        }
        new
    }
}

/// What the values of one graph became in another.
#[derive(Clone, Debug, Default)]
pub struct ValueMap(Vec<Option<Value>>);

impl ValueMap {
    /// An empty map.
    pub fn new() -> ValueMap {
        ValueMap::default()
    }
    /// `old` became `new`.
    pub fn insert(&mut self, old: Value, new: Value) {
        let i = old.0 as usize;
        if i >= self.0.len() {
            self.0.resize(i + 1, None);
        }
        self.0[i] = Some(new);
    }
    /// What `old` became, if it is known.
    pub fn try_get(&self, old: Value) -> Option<Value> {
        self.0.get(old.0 as usize).copied().flatten()
    }
    /// What `old` became.
    ///
    /// # Panics
    /// If it is not known.
    pub fn get(&self, old: Value) -> Value {
        self.try_get(old).expect("invariant: values are mapped before their uses")
    }
}

impl Op {
    /// Names of the functions that the op calls.
    pub fn callees(&self) -> Vec<&Str> {
        match self {
            Op::Call { callee } => vec![&callee.0],
            Op::Composite { decomposition, .. } => vec![&decomposition.0],
            Op::CustomCall { .. } => self
                .called_computations()
                .into_iter()
                .flatten()
                .filter_map(|n| match n {
                    Attr::Symbol(s) => s.last(),
                    _ => None,
                })
                .collect(),
            Op::RunParallel { programs, infeed } => {
                programs.0.iter().chain(infeed).flat_map(|names| &names.0).map(|name| &name.0).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Module {
    /// Indices of the functions that a call of function `root` may run, `root` included; a function stands after all
    /// that it calls, so that inlining in this order meets only inlined bodies. The module must be verified.
    pub fn reachable_funcs(&self, root: usize) -> Vec<usize> {
        let symbols: FxHashMap<&str, usize> = self.funcs.iter().enumerate().map(|(i, f)| (&*f.name, i)).collect();
        let callees = |i: usize| {
            let f = &self.funcs[i];
            let mut found = Vec::new();
            f.graph.walk(f.body, |id| {
                found.extend(f.graph.op(id).op.callees().into_iter().filter_map(|n| symbols.get(&**n).copied()));
            });
            found
        };
        let (mut order, mut seen) = (Vec::new(), vec![false; self.funcs.len()]);
        seen[root] = true;
        let mut stack = vec![(root, callees(root), 0usize)];
        while let Some((f, called, next)) = stack.last_mut() {
            let Some(&callee) = called.get(*next) else {
                order.push(*f);
                stack.pop();
                continue;
            };
            *next += 1;
            if !seen[callee] {
                seen[callee] = true;
                stack.push((callee, callees(callee), 0));
            }
        }
        order
    }
}
