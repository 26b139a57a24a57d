//! The fold: live ops of one function, in order, into the builder of another.

use crate::builder::{Builder, Expr, Rewrites};
use crate::live::Live;
use crate::{control, empty_like, networks, pieces, rules, single, steps};
use hloom_ir::{Func, Graph, Op, OpData, OpId, Region, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// What the fold is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Rules, folding, numbering, loops and branches.
    Simplify,
    /// Only dead code goes, and optimisation barriers.
    Lower,
}

const UNMAPPED: Value = Value(u32::MAX);

pub(crate) struct Folder<'s, 'r, 'o> {
    pub(crate) src: &'s Graph,
    pub(crate) live: Live,
    pub(crate) b: Builder<'r, 'o>,
    mode: Mode,
    /// What each value of the source became.
    map: Vec<Value>,
    /// First value of the innermost closed region.
    closed_from: u32,
    /// Products of loops' steps that have been computed for all of them.
    pub(crate) rows: FxHashMap<OpId, steps::Row>,
    body: Region,
    uses: OnceCell<Vec<u32>>,
}

/// Folds a function.
pub(crate) fn fold(func: &Func, mode: Mode, rewrites: &mut Rewrites<'_>) -> Func {
    let mut out = empty_like(func);
    let graph = std::mem::take(&mut out.graph);
    let mut f = Folder {
        src: &func.graph,
        live: Live::of(func, rewrites.limits().pure_calls),
        b: Builder::new(graph, out.body, rewrites, mode == Mode::Simplify),
        mode,
        map: vec![UNMAPPED; func.graph.num_values()],
        closed_from: 0,
        rows: FxHashMap::default(),
        body: func.body,
        uses: OnceCell::new(),
    };
    for &p in func.params() {
        let v = f.b.graph.add_param(out.body, func.graph.ty(p).clone());
        f.set(p, v);
    }
    f.ops(func.body);
    let results = func.results().iter().map(|&v| f.get(v)).collect();
    f.b.graph.set_results(out.body, results);
    out.graph = f.b.graph;
    out
}

impl Folder<'_, '_, '_> {
    pub(crate) fn set(&mut self, from: Value, to: Value) {
        self.map[from.0 as usize] = to;
    }

    /// What a value became. Closed regions get their own copy of constants from outside.
    pub(crate) fn get(&mut self, v: Value) -> Value {
        let to = self.map[v.0 as usize];
        debug_assert_ne!(to, UNMAPPED, "a value that is not live was used");
        if to.0 < self.closed_from
            && self.b.is_closed()
            && let Some(l) = self.b.literal(to).cloned()
        {
            return self.b.constant(l);
        }
        to
    }

    /// How often each value of the source is used, counted once somebody asks.
    pub(crate) fn uses(&self) -> &[u32] {
        self.uses.get_or_init(|| self.src.use_counts(self.body))
    }

    /// What a value became, if it has been reached.
    pub(crate) fn known(&self, v: Value) -> Option<Value> {
        Some(self.map[v.0 as usize]).filter(|&v| v != UNMAPPED)
    }

    /// Folds the ops of a region into the current one.
    pub(crate) fn ops(&mut self, r: Region) {
        for &id in &self.src.region(r).ops {
            // A loop's invariant ops have been built before the loop.
            if self.live.op(id) && !self.is_done(id) {
                self.op(id);
            }
        }
    }

    /// Lets an op be built once more.
    pub(crate) fn forget(&mut self, id: OpId) {
        self.src.op(id).results.iter().for_each(|v| self.map[v.0 as usize] = UNMAPPED);
    }

    fn is_done(&self, id: OpId) -> bool {
        self.src.op(id).results.first().is_some_and(|&v| self.map[v.0 as usize] != UNMAPPED)
    }

    pub(crate) fn op(&mut self, id: OpId) {
        let d = self.src.op(id);
        self.b.loc = d.loc;
        match &d.op {
            Op::While {} => control::while_(self, id),
            Op::If {} | Op::Case {} => control::branch(self, id),
            Op::OptimizationBarrier {} => self.barrier(d),
            _ if d.regions.is_empty() => self.plain(id),
            _ => self.closed(d),
        }
    }

    fn plain(&mut self, id: OpId) {
        let d = self.src.op(id);
        if let Some(row) = self.rows.get(&id).copied() {
            let v = row.take(self, d);
            return self.set(d.results[0], v);
        }
        let args: SmallVec<[Value; 4]> = d.operands.iter().map(|&v| self.get(v)).collect();
        let extra = d.extra.as_deref();
        if self.b.simplifies()
            && let Some(v) = pieces::elementwise(self, d, &args).or_else(|| pieces::transposed(self, d, &args))
        {
            return self.set(d.results[0], v);
        }
        if let ([r], Some(Type::Tensor(ty))) = (&d.results[..], d.results.first().map(|&v| self.src.ty(v))) {
            let v = self.b.emit_extra(d.op.clone(), &args, ty.clone(), extra);
            self.set(*r, v);
            return;
        }
        let types = d.results.iter().map(|&v| self.src.ty(v).clone()).collect();
        let new = self.b.append(d.op.clone(), &args, &[], types, extra);
        self.results(&d.results, new);
    }

    /// Maps results to those of a built op.
    pub(crate) fn results(&mut self, from: &[Value], to: OpId) {
        for (i, &v) in from.iter().enumerate() {
            let new = self.b.graph.op(to).results[i];
            self.set(v, new);
        }
    }

    fn barrier(&mut self, d: &OpData) {
        let slots: Vec<usize> = (0..d.operands.len()).filter(|&i| self.live.value(d.results[i])).collect();
        let args: Vec<Value> = slots.iter().map(|&i| self.get(d.operands[i])).collect();
        let kept: Vec<Value> = slots.iter().map(|&i| d.results[i]).collect();
        if self.mode == Mode::Lower {
            kept.iter().zip(args).for_each(|(&v, a)| self.set(v, a));
            return;
        }
        let types = kept.iter().map(|&v| self.src.ty(v).clone()).collect();
        let new = self.b.append(d.op.clone(), &args, &[], types, d.extra.as_deref());
        self.results(&kept, new);
    }

    /// An op whose regions are functions of scalars.
    fn closed(&mut self, d: &OpData) {
        if self.b.simplifies()
            && let Some(all) =
                single::alone(self, d).or_else(|| pieces::combined(self, d)).or_else(|| networks::sorted(self, d))
        {
            return all.into_iter().for_each(|(from, to)| self.set(from, to));
        }
        let n = d.results.len();
        let has_slots = matches!(d.op, Op::Reduce { .. } | Op::Sort { .. });
        let live = |i: usize| !has_slots || self.live.value(d.results[i]);
        // Operand, parameter and region result `i` belong to these slots.
        let results: Vec<Value> = (0..n).filter(|&i| live(i)).map(|i| d.results[i]).collect();
        let operands: Vec<Value> =
            d.operands.iter().enumerate().filter(|(i, _)| live(i % n.max(1))).map(|(_, &v)| v).collect();
        let sort = matches!(d.op, Op::Sort { .. });
        let kept_params = |i: usize| live(if sort { i / 2 } else { i % n.max(1) });
        let kept_results = |i: usize| sort || live(i);
        let plan: Vec<(Region, Vec<bool>, Vec<bool>)> = d
            .regions
            .iter()
            .map(|&r| {
                let data = self.src.region(r);
                let params = (0..data.params.len()).map(kept_params).collect();
                (r, params, (0..data.results.len()).map(kept_results).collect())
            })
            .collect();

        let args: Vec<Value> = operands.iter().map(|&v| self.get(v)).collect();
        let regions: Vec<Region> =
            plan.into_iter().map(|(r, params, res)| self.region(r, &params, &res, true)).collect();
        let types: SmallVec<[Type; 2]> = results.iter().map(|&v| self.src.ty(v).clone()).collect();
        if let ([r], [Type::Tensor(ty)]) = (&results[..], &types[..])
            && self.b.simplifies()
        {
            let e = Expr { op: &d.op, args: &args, ty };
            if let Some(v) = rules::apply_region(&mut self.b, &e, &regions) {
                self.set(*r, v);
                return;
            }
        }
        let new = self.b.append(d.op.clone(), &args, &regions, types, d.extra.as_deref());
        self.results(&results, new);
    }

    /// Builds a region with the parameters and results that are kept.
    pub(crate) fn region(&mut self, r: Region, params: &[bool], results: &[bool], closed: bool) -> Region {
        let (new, opened) = self.b.open(closed);
        let outer = self.closed_from;
        if closed {
            self.closed_from = self.b.graph.num_values() as u32;
        }
        let data = self.src.region(r);
        for (&p, _) in data.params.iter().zip(params).filter(|(_, k)| **k) {
            let v = self.b.graph.add_param(new, self.src.ty(p).clone());
            self.set(p, v);
        }
        let loc = self.b.loc;
        self.ops(r);
        let kept = data.results.iter().zip(results).filter(|(_, k)| **k).map(|(&v, _)| self.get(v)).collect();
        self.b.loc = loc;
        self.b.close(opened, kept);
        self.closed_from = outer;
        new
    }
}
