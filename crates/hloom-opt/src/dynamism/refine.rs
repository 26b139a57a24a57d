//! Sizes carried forward: through ops by inference on refined operands, through regions and calls by copying them for
//! the types they meet.

use super::arguments::WRAPPER;
use super::known::{Known, evaluate, ints, is_size};
use super::{error, kept, unimplemented};
use crate::empty_like;
use hloom_ir::attrs::SymbolName;
use hloom_ir::infer::compatible;
use hloom_ir::{
    Attr, Diagnostics, Func, Graph, Loc, Module, Op, OpData, OpId, Region, Severity, TensorType, Type, Value, ValueMap,
    refine,
};
use hloom_num::Literal;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Ops of all refined functions at most: a call that calls twice with other sizes each time grows exponentially.
const MAX_OPS: usize = 4_000_000;
/// Calls nest at most this deep.
const MAX_DEPTH: u32 = 200;

/// Refines `entry`, or `@main` and all public functions, and what they call. Functions that none of them reaches are
/// dropped.
///
/// # Errors
/// The constraint that refined types violate; functions or calls beyond the limits of this pass.
pub fn refine_shapes(module: &Module, entry: Option<&str>) -> Result<Module, Diagnostics> {
    let is_root = |f: &Func| match entry {
        Some(name) => &*f.name == name,
        None => f.public || &*f.name == "main",
    };
    let all = !module.funcs.iter().any(is_root);
    let roots: Vec<&Func> = module.funcs.iter().filter(|f| all || is_root(f)).collect();
    let mut r = Refiner {
        module,
        done: Vec::new(),
        copies: FxHashMap::default(),
        // The names of the roots stay theirs.
        taken: roots.iter().map(|f| f.name.to_string()).collect(),
        ops: 0,
        depth: 0,
    };
    for f in roots {
        let args: Vec<Type> = f.params().iter().map(|&p| f.graph.ty(p).clone()).collect();
        let unknown = vec![None; args.len()];
        let index = r.done.len();
        let (refined, _) = r.function(f, &args, &unknown, f.name.to_string())?;
        // Before its callees, as written.
        r.done.insert(index, refined);
    }
    Ok(Module { funcs: r.done, ..module.clone() })
}

/// What a copy of a function is for.
type Key = (usize, Vec<Type>, Vec<Option<Literal>>);

/// A copy of a function: its name, the types of its results, and which of them are known.
#[derive(Clone)]
struct Copy {
    name: Arc<str>,
    results: Vec<Type>,
    known: Vec<Option<Literal>>,
}

struct Refiner<'m> {
    module: &'m Module,
    done: Vec<Func>,
    copies: FxHashMap<Key, Copy>,
    taken: FxHashSet<String>,
    ops: usize,
    depth: u32,
}

/// A function that is being refined.
struct Body<'m> {
    src: &'m Graph,
    out: Graph,
    map: ValueMap,
    known: Known,
}

impl Body<'_> {
    fn types(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|&v| self.out.ty(v).clone()).collect()
    }

    fn constant(&mut self, into: Region, value: &Literal, loc: Loc) -> Value {
        let ty = Type::tensor(value.dtype(), value.shape());
        let id = self.out.add_op(into, Op::Constant { value: value.clone() }, &[], &[], [ty], loc);
        let v = self.out.op(id).results[0];
        self.known.insert(v, value.clone());
        v
    }

    /// Appends an op with these result types and maps its results.
    fn append(&mut self, into: Region, op: Op, d: &OpData, args: &[Value], regions: &[Region], types: Vec<Type>) {
        let id = self.out.add_op(into, op, args, regions, types, d.loc);
        self.out.set_extra(id, d.extra.iter().flat_map(|e| e.iter().cloned()).collect());
        let results = self.out.op(id).results.clone();
        d.results.iter().zip(results).for_each(|(&v, n)| self.map.insert(v, n));
    }
}

/// A type that both can be: what differs is not known.
fn widened(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Tensor(a), Type::Tensor(b)) if a.rank() == b.rank() => {
            let mut t = a.clone();
            t.dims.iter_mut().zip(&b.dims).filter(|(x, y)| x != y).for_each(|(x, _)| *x = TensorType::DYNAMIC);
            Type::Tensor(t)
        }
        _ => a.clone(),
    }
}

/// The more static of two types for one value.
fn narrowed(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Tensor(a), Type::Tensor(b)) if a.rank() == b.rank() => {
            let mut t = a.clone();
            t.dims.iter_mut().zip(&b.dims).filter(|(x, _)| **x < 0).for_each(|(x, y)| *x = *y);
            if t.is_static() {
                t.bounds = None;
            }
            Type::Tensor(t)
        }
        _ => a.clone(),
    }
}

impl<'m> Refiner<'m> {
    /// A copy of `f` for arguments of these types, of which some are known; and the known results.
    fn function(
        &mut self,
        f: &'m Func,
        args: &[Type],
        known: &[Option<Literal>],
        name: String,
    ) -> Result<(Func, Vec<Option<Literal>>), Diagnostics> {
        let mut out = Func { name: name.into(), ..empty_like(f) };
        let (body, graph) = (out.body, std::mem::take(&mut out.graph));
        let mut b = Body { src: &f.graph, out: graph, map: ValueMap::new(), known: Known::default() };
        for (&p, ty) in f.params().iter().zip(args) {
            let v = b.out.add_param(body, narrowed(ty, f.graph.ty(p)));
            b.map.insert(p, v);
        }
        for (&p, value) in f.params().iter().zip(known) {
            if let Some(value) = value {
                let c = b.constant(body, value, f.loc);
                b.map.insert(p, c);
            }
        }
        self.ops(&mut b, f.body, body)?;
        let results: Vec<Value> = f.results().iter().map(|&v| b.map.get(v)).collect();
        let known = results.iter().map(|v| b.known.get(v).cloned()).collect();
        b.out.set_results(body, results);
        out.graph = b.out;
        Ok((sweep(&out), known))
    }

    fn call(&mut self, d: &OpData, callee: &str, b: &Body<'m>, args: &[Value]) -> Result<Copy, Diagnostics> {
        let known = args.iter().map(|v| b.known.get(v).cloned()).collect();
        self.copy(d, callee, b.types(args), known)
    }

    /// The copy of a function for arguments of these types, of which some are known.
    fn copy(
        &mut self,
        d: &OpData,
        callee: &str,
        args: Vec<Type>,
        known: Vec<Option<Literal>>,
    ) -> Result<Copy, Diagnostics> {
        let found = self.module.funcs.iter().position(|f| &*f.name == callee);
        let index = found.ok_or_else(|| error("undefined-symbol", d, format!("there is no function @{callee}")))?;
        let key: Key = (index, args, known);
        if let Some(copy) = self.copies.get(&key) {
            return Ok(copy.clone());
        }
        let f = &self.module.funcs[index];
        for (i, (&p, ty)) in f.params().iter().zip(&key.1).enumerate() {
            if !compatible(f.graph.ty(p), ty) {
                let message = format!("operand {i} is {ty}, @{callee} takes {}", f.graph.ty(p));
                return Err(error("call-signature", d, message));
            }
        }
        if self.depth >= MAX_DEPTH {
            return Err(unimplemented("calls-too-deep", d, format!("calls nest deeper than {MAX_DEPTH}")));
        }
        let name = self.fresh(callee);
        self.depth += 1;
        let (func, known) = self.function(f, &key.1, &key.2, name)?;
        self.depth -= 1;
        let func = Func { public: false, ..func };
        let results = func.results().iter().map(|&v| func.graph.ty(v).clone()).collect();
        let copy = Copy { name: func.name.clone(), results, known };
        self.done.push(func);
        self.copies.insert(key, copy.clone());
        Ok(copy)
    }

    /// A custom call with copies of the computations that it names, which are of the types they state.
    fn called(&mut self, d: &OpData, names: &[Attr]) -> Result<Op, Diagnostics> {
        let mut copies = Vec::with_capacity(names.len());
        for name in names {
            let found = match name {
                Attr::Symbol(s) => s.last().and_then(|s| self.module.func(s)),
                _ => None,
            };
            let f = found.ok_or_else(|| error("undefined-symbol", d, "a called computation does not exist"))?;
            let args: Vec<Type> = f.params().iter().map(|&p| f.graph.ty(p).clone()).collect();
            let copy = self.copy(d, &f.name, args, vec![None; f.params().len()])?;
            copies.push(Attr::Symbol([copy.name].into()));
        }
        let mut op = d.op.clone();
        if let Op::CustomCall { called_computations, .. } = &mut op {
            *called_computations = Some(Box::new(Attr::Array(copies.into())));
        }
        Ok(op)
    }

    fn fresh(&mut self, name: &str) -> String {
        let mut candidate = name.to_string();
        let mut n = 0;
        while !self.taken.insert(candidate.clone()) {
            candidate = format!("{name}_{n}");
            n += 1;
        }
        candidate
    }

    /// A region with parameters of these types.
    fn region(&mut self, b: &mut Body<'m>, region: Region, params: &[Type]) -> Result<Region, Diagnostics> {
        let new = b.out.add_region();
        for (&p, ty) in b.src.region(region).params.iter().zip(params) {
            let v = b.out.add_param(new, ty.clone());
            b.map.insert(p, v);
        }
        self.region_body(b, region, new)?;
        Ok(new)
    }

    fn region_body(&mut self, b: &mut Body<'m>, region: Region, new: Region) -> Result<(), Diagnostics> {
        self.ops(b, region, new)?;
        let results = b.src.region(region).results.iter().map(|&v| b.map.get(v)).collect();
        b.out.set_results(new, results);
        Ok(())
    }

    fn ops(&mut self, b: &mut Body<'m>, region: Region, into: Region) -> Result<(), Diagnostics> {
        let src = b.src;
        for &id in &src.region(region).ops {
            self.op(b, id, into)?;
        }
        Ok(())
    }

    fn op(&mut self, b: &mut Body<'m>, id: OpId, into: Region) -> Result<(), Diagnostics> {
        let d = b.src.op(id);
        self.ops += 1;
        if self.ops > MAX_OPS {
            return Err(unimplemented("too-many-ops", d, format!("refined functions have more than {MAX_OPS} ops")));
        }
        let args: Vec<Value> = d.operands.iter().map(|&v| b.map.get(v)).collect();
        match &d.op {
            Op::Call { callee: name } | Op::Composite { decomposition: name, .. } => {
                let copy = self.call(d, &name.0, b, &args)?;
                let mut op = d.op.clone();
                if let Op::Call { callee: name } | Op::Composite { decomposition: name, .. } = &mut op {
                    *name = SymbolName(copy.name.clone());
                }
                b.append(into, op, d, &args, &[], copy.results);
                for (&v, value) in d.results.iter().zip(&copy.known) {
                    if let Some(value) = value {
                        let c = b.constant(into, value, d.loc);
                        b.map.insert(v, c);
                    }
                }
                return Ok(());
            }
            Op::CustomCall { call_target_name, .. } if &**call_target_name == WRAPPER => {
                if let (Some(&x), [v]) = (args.first(), &d.results[..])
                    && compatible(b.out.ty(x), b.src.ty(*v))
                {
                    b.map.insert(*v, x);
                    return Ok(());
                }
                return Err(error("bad-op", d, "the operand does not have the type of the result"));
            }
            Op::CustomCall { .. } if d.op.called_computations().is_some_and(|names| !names.is_empty()) => {
                let op = self.called(d, d.op.called_computations().unwrap_or_default())?;
                let types = refined_types(b, d, &args, &[])?;
                b.append(into, op, d, &args, &[], types);
                return Ok(());
            }
            Op::While {} => return self.while_loop(b, d, &args, into),
            Op::If {} | Op::Case {} => return self.branch(b, d, &args, into),
            _ => {}
        }
        let mut regions = Vec::with_capacity(d.regions.len());
        for &r in &d.regions {
            let params: Vec<Type> = b.src.region(r).params.iter().map(|&p| b.src.ty(p).clone()).collect();
            regions.push(self.region(b, r, &params)?);
        }
        let types = refined_types(b, d, &args, &regions)?;
        if let Op::Constant { value } = &d.op {
            b.append(into, d.op.clone(), d, &args, &regions, types);
            if is_size(value) {
                b.known.insert(b.map.get(d.results[0]), value.clone());
            }
            return Ok(());
        }
        let sized = match (&d.op, args.first().and_then(|&x| b.out.ty(x).as_tensor())) {
            (Op::GetDimensionSize { dimension }, Some(t)) => t.dims.get(*dimension as usize).copied(),
            _ => None,
        };
        let values = match sized {
            Some(n @ 0..) => size_literal(n).map(|l| vec![l]),
            _ => evaluate(&b.out, &d.op, &args, &regions, &types, &b.known),
        };
        match values {
            Some(values) => {
                for (&v, value) in d.results.iter().zip(&values) {
                    let c = b.constant(into, value, d.loc);
                    b.map.insert(v, c);
                }
            }
            None => b.append(into, d.op.clone(), d, &args, &regions, types),
        }
        Ok(())
    }

    /// Carried values have the types that operands and body agree on; what the body returns unchanged stays known.
    fn while_loop(&mut self, b: &mut Body<'m>, d: &OpData, args: &[Value], into: Region) -> Result<(), Diagnostics> {
        let [cond, body] = d.regions[..] else { return Err(error("region-count", d, "takes two regions")) };
        let inner = b.src.region(body);
        let mut types: Vec<Type> = b.types(args);
        for (ty, &p) in types.iter_mut().zip(&inner.params) {
            *ty = narrowed(ty, b.src.ty(p));
        }
        let invariant = |i: usize| inner.results.get(i) == inner.params.get(i);
        // Each round makes at least one size unknown.
        loop {
            let mut regions = Vec::with_capacity(2);
            for r in [cond, body] {
                let new = b.out.add_region();
                for (i, (&p, ty)) in b.src.region(r).params.iter().zip(&types).enumerate() {
                    let v = b.out.add_param(new, ty.clone());
                    b.map.insert(p, v);
                    if let Some(value) = args.get(i).and_then(|a| b.known.get(a)).cloned()
                        && invariant(i)
                    {
                        let c = b.constant(new, &value, d.loc);
                        b.map.insert(p, c);
                    }
                }
                self.region_body(b, r, new)?;
                regions.push(new);
            }
            let returned = b.types(&b.out.region(regions[1]).results.clone());
            let next: Vec<Type> = types.iter().zip(&returned).map(|(t, r)| widened(t, r)).collect();
            if next == types {
                b.append(into, d.op.clone(), d, args, &regions, types);
                return Ok(());
            }
            types = next;
        }
    }

    /// A branch whose choice is known is the branch that is taken.
    fn branch(&mut self, b: &mut Body<'m>, d: &OpData, args: &[Value], into: Region) -> Result<(), Diagnostics> {
        let chosen = args.first().and_then(|v| b.known.get(v)).map(hloom_interp::Tensor::from_literal);
        if let Some(choice) = chosen {
            let last = d.regions.len().saturating_sub(1);
            let taken = match (&d.op, choice.data.first()) {
                (Op::If {}, Some(s)) => usize::from(!s.is_true()),
                (_, Some(s)) => s.as_i64().and_then(|i| usize::try_from(i).ok()).map_or(last, |i| i.min(last)),
                (_, None) => last,
            };
            let region = *d.regions.get(taken).ok_or_else(|| error("region-count", d, "has no branch"))?;
            self.ops(b, region, into)?;
            for (&v, &r) in d.results.iter().zip(&b.src.region(region).results) {
                let value = b.map.get(r);
                b.map.insert(v, value);
            }
            return Ok(());
        }
        let mut regions = Vec::with_capacity(d.regions.len());
        for &r in &d.regions {
            regions.push(self.region(b, r, &[])?);
        }
        let types = refined_types(b, d, args, &regions)?;
        b.append(into, d.op.clone(), d, args, &regions, types);
        Ok(())
    }
}

/// The size of a dimension as `tensor<i32>`.
fn size_literal(n: i64) -> Option<Literal> {
    Literal::new(hloom_num::DType::I32, &[], i32::try_from(n).ok()?.to_le_bytes().to_vec()).ok()
}

fn refined_types(b: &Body<'_>, d: &OpData, args: &[Value], regions: &[Region]) -> Result<Vec<Type>, Diagnostics> {
    let stated: Vec<Type> = d.results.iter().map(|&v| b.src.ty(v).clone()).collect();
    let types = b.types(args);
    let types: Vec<&Type> = types.iter().collect();
    let returned: Vec<Vec<Type>> = regions.iter().map(|&r| b.types(&b.out.region(r).results)).collect();
    let known = |i: usize| args.get(i).and_then(|v| b.known.get(v)).and_then(ints);
    refine(&d.op, d.extra.as_deref().unwrap_or_default(), &types, &returned, &stated, &known).map_err(|e| {
        Diagnostics::one(Severity::Error, e.code.clone(), format!("{}: {}", d.op.name(), e.message), d.loc)
    })
}

/// The function without ops that nothing needs.
pub(super) fn sweep(f: &Func) -> Func {
    let g = &f.graph;
    let mut live = vec![false; g.num_values()];
    mark(g, f.body, &mut live);
    kept(f, &|d| needed(g, d, &live))
}

fn needed(g: &Graph, d: &OpData, live: &[bool]) -> bool {
    let effect = |d: &OpData| d.op.has_side_effect() || matches!(d.op, Op::Call { .. } | Op::CustomCall { .. });
    let mut found = d.results.is_empty() || effect(d) || d.results.iter().any(|v| live[v.0 as usize]);
    for &r in &d.regions {
        g.walk(r, |id| found |= effect(g.op(id)));
    }
    found
}

/// Marks what the results and effects of a region need; uses stand after definitions, so once from the end suffices.
fn mark(g: &Graph, region: Region, live: &mut [bool]) {
    let data = g.region(region);
    data.results.iter().for_each(|v| live[v.0 as usize] = true);
    for &id in data.ops.iter().rev() {
        let d = g.op(id);
        if needed(g, d, live) {
            d.operands.iter().for_each(|v| live[v.0 as usize] = true);
            d.regions.iter().for_each(|&r| mark(g, r, live));
        }
    }
}
