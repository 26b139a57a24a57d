//! The first fold: calls and composites become the bodies of their callees, sugar becomes core ops, tuples become
//! their parts, and `map` becomes ops on whole tensors.

use crate::builder::{Builder, Rewrites};
use crate::{Options, alone, empty_like, expand};
use hloom_ir::attrs::CompareType;
use hloom_ir::{
    Attr, Diagnostics, Dims, Func, Graph, Kind, Level, Loc, LocData, LocTable, Module, Op, OpData, OpId, Region,
    Severity, TensorType, Type, Value,
};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType, Literal, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;

/// Regions nest at most this deep: later stages walk them recursively.
const MAX_NESTING: u32 = 200;

/// Inlines everything that `entry` reaches.
pub(crate) fn inline(module: &Module, entry: &str, options: &Options) -> Result<(Func, LocTable), Diagnostics> {
    let func = module.func(entry).ok_or_else(|| {
        Diagnostics::one(Severity::Error, "no-entry", format!("there is no function @{entry}"), Loc::UNKNOWN)
    })?;
    if func.declared {
        return Err(unimplemented("external-function", format!("function @{entry} has no body"), func.loc));
    }
    let off = BTreeSet::new();
    let mut rewrites = Rewrites::new(Some(0), &off);
    let mut out = empty_like(func);
    let graph = std::mem::take(&mut out.graph);
    let mut i = Inliner {
        module,
        options,
        b: Builder::new(graph, out.body, &mut rewrites, false),
        sites: CallSites { table: module.locs.clone(), known: FxHashMap::default() },
        ops: 0,
        nesting: 0,
        lifted: None,
    };
    let mut env = Env::new(func);
    for &p in func.params() {
        let ty = func.graph.ty(p);
        check_type(ty, func.loc)?;
        if matches!(ty, Type::Tuple(_)) {
            return Err(unimplemented("tuple-argument", format!("@{entry} takes a tuple"), func.loc));
        }
        let v = i.b.graph.add_param(out.body, ty.clone());
        env.set(p, Slot::One(v));
    }
    let frame = Frame { func, site: None, depth: 0 };
    i.ops(&frame, func.body, &mut env)?;
    let mut results = Vec::with_capacity(func.results().len());
    for &v in func.results() {
        match env.get(v) {
            Slot::One(v) => results.push(*v),
            _ => return Err(unimplemented("tuple-result", format!("@{entry} returns a tuple"), func.loc)),
        }
    }
    i.b.graph.set_results(out.body, results);
    out.graph = std::mem::take(&mut i.b.graph);
    Ok((out, i.sites.table))
}

/// Functions that the custom calls of an inlined function name, and what those call.
pub(crate) fn called_functions(module: &Module, func: &Func) -> Vec<Func> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let mut work: Vec<&Func> = vec![func];
    while let Some(f) = work.pop() {
        for i in 0..f.graph.num_ops() {
            let found: Vec<&str> = match &f.graph.op(OpId(i as u32)).op {
                Op::CustomCall { called_computations: Some(Attr::Array(names)), .. } => names
                    .iter()
                    .filter_map(|a| match a {
                        Attr::Symbol(s) => s.first().map(|s| &**s),
                        _ => None,
                    })
                    .collect(),
                Op::Call { callee: name } | Op::Composite { decomposition: name, .. } => vec![&*name.0],
                _ => continue,
            };
            for f in found.into_iter().filter_map(|name| module.func(name)) {
                if names.insert(&f.name) {
                    work.push(f);
                }
            }
        }
    }
    module.funcs.iter().filter(|f| names.contains(&*f.name) && f.name != func.name).cloned().collect()
}

fn unimplemented(code: &str, message: String, loc: Loc) -> Diagnostics {
    Diagnostics::one(Severity::Unimplemented, code, message, loc)
}

/// Locations of inlined ops; each pair of op and call is stored once.
struct CallSites {
    table: LocTable,
    known: FxHashMap<(Loc, Loc), Loc>,
}

impl CallSites {
    fn add(&mut self, callee: Loc, caller: Loc) -> Loc {
        let table = &mut self.table;
        *self.known.entry((callee, caller)).or_insert_with(|| match (callee, caller) {
            (Loc::UNKNOWN, loc) | (loc, Loc::UNKNOWN) => loc,
            _ => table.add(LocData::CallSite(callee, caller)),
        })
    }
}

/// What a value of the source became.
#[derive(Clone, Default)]
enum Slot {
    #[default]
    None,
    One(Value),
    Tuple(Vec<Slot>),
}

/// The values of one activation of a function.
struct Env(Vec<Slot>);

impl Env {
    fn new(f: &Func) -> Env {
        Env(vec![Slot::None; f.graph.num_values()])
    }
    fn set(&mut self, v: Value, s: Slot) {
        self.0[v.0 as usize] = s;
    }
    fn get(&self, v: Value) -> &Slot {
        &self.0[v.0 as usize]
    }
}

/// The activation that is being inlined.
struct Frame<'m> {
    func: &'m Func,
    /// Where it was called.
    site: Option<Loc>,
    depth: u32,
}

struct Inliner<'m, 'r, 'o> {
    module: &'m Module,
    options: &'m Options,
    b: Builder<'r, 'o>,
    sites: CallSites,
    ops: usize,
    /// Regions around what is built now.
    nesting: u32,
    /// Inside the region of a `map`: the shape that its scalars stand for.
    lifted: Option<Dims>,
}

impl<'m> Inliner<'m, '_, '_> {
    fn ops(&mut self, frame: &Frame<'m>, r: Region, env: &mut Env) -> Result<(), Diagnostics> {
        let g = &frame.func.graph;
        for &id in &g.region(r).ops {
            self.op(frame, g.op(id), env)?;
        }
        Ok(())
    }

    fn op(&mut self, frame: &Frame<'m>, d: &'m OpData, env: &mut Env) -> Result<(), Diagnostics> {
        let g = &frame.func.graph;
        let loc = frame.site.map_or(d.loc, |site| self.sites.add(d.loc, site));
        self.b.loc = loc;
        self.ops += 1;
        if self.ops > self.options.max_ops {
            let message = format!("the inlined program has more than {} ops", self.options.max_ops);
            return Err(unimplemented("too-many-ops", message, loc));
        }
        for &v in &d.results {
            check_type(g.ty(v), loc)?;
        }
        match &d.op {
            // Native code and the interpreter have an error function of their own, closer than the decomposition's.
            Op::Composite { name, .. } if &**name == "chlo.erf" && self.is_float_map(frame, d, env) => {
                if let Slot::One(x) = *env.get(d.operands[0]) {
                    let y = self.b.unary(UnaryOp::Erf, x);
                    env.set(d.results[0], Slot::One(y));
                }
                return Ok(());
            }
            Op::Call { callee: name } | Op::Composite { decomposition: name, .. } => {
                let args = d.operands.iter().map(|&v| env.get(v).clone()).collect();
                let results = self.call(frame, &name.0, args, loc)?;
                d.results.iter().zip(results).for_each(|(&v, s)| env.set(v, s));
                return Ok(());
            }
            Op::Tuple {} => {
                let parts = d.operands.iter().map(|&v| env.get(v).clone()).collect();
                env.set(d.results[0], Slot::Tuple(parts));
                return Ok(());
            }
            Op::GetTupleElement { index } => {
                if let Slot::Tuple(parts) = env.get(d.operands[0]) {
                    let part = parts.get(*index as usize).cloned().unwrap_or_default();
                    env.set(d.results[0], part);
                    return Ok(());
                }
            }
            _ => {}
        }
        if (d.op.info().level == Level::Foreign || matches!(d.op, Op::AsyncStart {} | Op::AsyncDone {}))
            && let Some(done) = self.placement(frame, d, env)
        {
            return done;
        }
        let mut args: SmallVec<[Value; 4]> = SmallVec::new();
        for &v in &d.operands {
            match env.get(v) {
                Slot::One(v) => args.push(*v),
                _ => return Err(unimplemented("tuple", format!("{} of a tuple", d.op.name()), loc)),
            }
        }
        if let Some(dims) = self.lifted.clone() {
            return self.lift(d, &args, g, &dims, env);
        }
        if let Op::Map { .. } = d.op {
            return self.map(frame, d, &args, env);
        }
        if let Op::CustomCall { call_target_name: target, .. } = &d.op {
            if expand::is_annotation(target) && args.len() == 1 && self.same_types(&args, g, &d.results) {
                env.set(d.results[0], Slot::One(args[0]));
                return Ok(());
            }
            if &**target == "dce_sink" && d.results.is_empty() {
                return Ok(());
            }
            if &**target == "ApproxTopK" {
                return self.approx_top_k(frame, d, &args, env);
            }
        }
        if alone::is_identity(&d.op) && self.same_types(&args, g, &d.results) {
            d.results.iter().zip(&args).for_each(|(&v, &x)| env.set(v, Slot::One(x)));
            return Ok(());
        }
        if let Op::CreateToken {} = d.op {
            let id = self.b.append(Op::AfterAll {}, &[], &[], smallvec![Type::Token], None);
            env.set(d.results[0], Slot::One(self.b.graph.op(id).results[0]));
            return Ok(());
        }
        if let Op::Sort { .. } = d.op {
            let outer = captured(g, d.regions[0]);
            if !outer.is_empty() || args.iter().any(|&x| self.b.ty(x).dtype.is_complex()) {
                return self.sort(frame, d, &args, &outer, env);
            }
        }
        if let Op::Scatter { .. } = d.op {
            let outer = captured(g, d.regions[0]);
            if !outer.is_empty() {
                return self.scatter(frame, d, &args, &outer, env);
            }
        }
        if let Op::Scan { .. } = d.op {
            return self.scan(frame, d, &args, env);
        }
        if let Op::Cholesky { .. } | Op::TriangularSolve { .. } = d.op
            && let dtype = self.b.ty(args[0]).dtype
            && dtype.bits() < 16
        {
            // The routines have no narrower floats.
            let wide: Vec<Value> = args.iter().map(|&x| self.b.convert(x, DType::F32)).collect();
            let y = self.b.emit(d.op.clone(), &wide, g.tensor(d.results[0]).with_dtype(DType::F32));
            let y = self.b.convert(y, dtype);
            env.set(d.results[0], Slot::One(y));
            return Ok(());
        }
        if d.op.info().level == Level::Sugar && !matches!(d.op, Op::GetTupleElement { .. }) {
            let values = expand::expand(&mut self.b, &d.op, &args, g.tensor(d.results[0]))
                .ok_or_else(|| unimplemented("no-expansion", format!("{} has no expansion", d.op.name()), loc))?;
            d.results.iter().zip(values).for_each(|(&v, x)| env.set(v, Slot::One(x)));
            return Ok(());
        }
        if let Op::Convolution { .. } = d.op {
            let dtype = g.tensor(d.results[0]).dtype;
            if dtype.is_float() && self.b.ty(args[0]).dtype.is_int() {
                args.iter_mut().for_each(|x| *x = self.b.convert(*x, dtype));
            }
        }
        let mut regions: SmallVec<[Region; 2]> = SmallVec::new();
        for &r in &d.regions {
            regions.push(self.region(frame, r, d.op.kind() != Kind::Control, env)?);
        }
        self.b.loc = loc;
        let types = d.results.iter().map(|&v| g.ty(v).clone()).collect();
        let id = self.b.append(d.op.clone(), &args, &regions, types, d.extra.as_deref());
        let results = self.b.graph.op(id).results.clone();
        d.results.iter().zip(results).for_each(|(&v, x)| env.set(v, Slot::One(x)));
        Ok(())
    }

    /// Ops that on one device change nothing, or run their region where they stand. `None`: the op is none of them.
    fn placement(&mut self, frame: &Frame<'m>, d: &'m OpData, env: &mut Env) -> Option<Result<(), Diagnostics>> {
        let g = &frame.func.graph;
        match &d.op {
            Op::SdyShardingGroup { .. } => {}
            Op::SdyConstant { value } => {
                let ty = g.ty(d.results[0]).clone();
                let id = self.b.append(Op::Constant { value: value.clone() }, &[], &[], smallvec![ty], None);
                env.set(d.results[0], Slot::One(self.b.graph.op(id).results[0]));
            }
            op if op.is_placement() || matches!(op, Op::AsyncDone {}) || alone::is_unspread(op, self.module) => {
                env.set(d.results[0], env.get(d.operands[0]).clone());
            }
            Op::SdyNamedComputation { .. } | Op::AsyncStart {} => return Some(self.in_place(frame, d, env)),
            Op::SdyManualComputation { .. } => {
                if let Err(why) = alone::manual_axes_are_single(&d.op, self.module) {
                    return Some(Err(unimplemented("several-devices", format!("{}: {why}", d.op.name()), self.b.loc)));
                }
                return Some(self.in_place(frame, d, env));
            }
            Op::SdyAllReduce { .. }
            | Op::SdyReduceScatter { .. }
            | Op::SdyShardedToUnreduced { .. }
            | Op::SdyReplicatedToUnreduced { .. } => {
                let message = format!("{} over several devices", d.op.name());
                return Some(Err(unimplemented("several-devices", message, self.b.loc)));
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    /// The region of an op where the op stands.
    fn in_place(&mut self, frame: &Frame<'m>, d: &'m OpData, env: &mut Env) -> Result<(), Diagnostics> {
        let data = frame.func.graph.region(d.regions[0]);
        for (&p, &v) in data.params.iter().zip(&d.operands) {
            env.set(p, env.get(v).clone());
        }
        self.ops(frame, d.regions[0], env)?;
        for (&v, &r) in d.results.iter().zip(&data.results) {
            env.set(v, env.get(r).clone());
        }
        Ok(())
    }

    fn region(&mut self, frame: &Frame<'m>, r: Region, closed: bool, env: &mut Env) -> Result<Region, Diagnostics> {
        let data = frame.func.graph.region(r);
        if self.nesting >= MAX_NESTING {
            let message = format!("regions nest deeper than {MAX_NESTING} once calls are inlined");
            return Err(unimplemented("too-deep", message, self.b.loc));
        }
        self.nesting += 1;
        let (new, opened) = self.b.open(closed);
        for &p in &data.params {
            check_type(frame.func.graph.ty(p), self.b.loc)?;
            let v = self.b.graph.add_param(new, frame.func.graph.ty(p).clone());
            env.set(p, Slot::One(v));
        }
        self.ops(frame, r, env)?;
        let mut results = Vec::with_capacity(data.results.len());
        for &v in &data.results {
            match env.get(v) {
                Slot::One(v) => results.push(*v),
                _ => return Err(unimplemented("tuple", "a region returns a tuple".into(), self.b.loc)),
            }
        }
        self.b.close(opened, results);
        self.nesting -= 1;
        Ok(new)
    }

    fn call(&mut self, frame: &Frame<'m>, name: &str, args: Vec<Slot>, loc: Loc) -> Result<Vec<Slot>, Diagnostics> {
        let func = self.module.func(name).ok_or_else(|| {
            Diagnostics::one(Severity::Error, "no-function", format!("there is no function @{name}"), loc)
        })?;
        if func.declared {
            return Err(unimplemented("external-function", format!("function @{name} has no body"), loc));
        }
        if frame.depth >= self.options.max_call_depth {
            let message = format!("calls nest deeper than {}", self.options.max_call_depth);
            return Err(unimplemented("calls-too-deep", message, loc));
        }
        let mut env = Env::new(func);
        func.params().iter().zip(args).for_each(|(&p, s)| env.set(p, s));
        let inner = Frame { func, site: Some(loc), depth: frame.depth + 1 };
        self.ops(&inner, func.body, &mut env)?;
        Ok(func.results().iter().map(|&v| env.get(v).clone()).collect())
    }

    /// True if the op has one operand and one result, floats of the same type.
    fn is_float_map(&self, frame: &Frame<'_>, d: &OpData, env: &Env) -> bool {
        let ([x], [y]) = (&d.operands[..], &d.results[..]) else { return false };
        let Slot::One(x) = *env.get(*x) else { return false };
        let same = self.b.graph.ty(x) == frame.func.graph.ty(*y);
        same && self.b.ty(x).dtype.is_float() && self.b.ty(x).is_plain()
    }

    fn same_types(&self, args: &[Value], g: &Graph, results: &[Value]) -> bool {
        args.len() == results.len() && args.iter().zip(results).all(|(&a, &r)| self.b.graph.ty(a) == g.ty(r))
    }

    /// The comparison `order` with NaN as the largest number, as `top_k` has it; another value as it is.
    fn total_order(&mut self, order: Value) -> Value {
        let Some((_, op)) = self.b.graph.def_op(order) else { return order };
        let Op::Compare { direction, compare_type: None | Some(CompareType::Float) } = op.op else { return order };
        let operands = op.operands.clone();
        if !self.b.ty(operands[0]).dtype.is_float() {
            return order;
        }
        let total = Op::Compare { direction, compare_type: Some(CompareType::TotalOrder) };
        let ty = self.b.graph.ty(order).clone();
        let id = self.b.append(total, &operands, &[], smallvec![ty], None);
        self.b.graph.op(id).results[0]
    }

    /// `ApproxTopK`: inputs and their initial values; exact, by sorting with the called comparator.
    fn approx_top_k(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        args: &[Value],
        env: &mut Env,
    ) -> Result<(), Diagnostics> {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let no = |what: &str| unimplemented("approx-top-k", format!("ApproxTopK {what}"), loc);
        let Op::CustomCall { called_computations: Some(Attr::Array(names)), .. } = &d.op else {
            return Err(no("without a comparator"));
        };
        let comparator = match names.first() {
            Some(Attr::Symbol(s)) if s.len() == 1 => s[0].clone(),
            _ => return Err(no("without a comparator")),
        };
        let dimension = hloom_ir::infer::reduction_dimension(&d.op, d.extra.as_deref().unwrap_or_default());
        let dimension = dimension.ok_or_else(|| no("without reduction_dim"))?;
        let inputs = args.get(..d.results.len()).ok_or_else(|| no("with too few operands"))?;
        let types: SmallVec<[Type; 2]> = inputs.iter().map(|&v| self.b.graph.ty(v).clone()).collect();
        let func = self.module.func(&comparator).ok_or_else(|| no("without a comparator"))?;
        let scalars: Vec<Type> =
            inputs.iter().flat_map(|&v| [self.b.ty(v).dtype; 2]).map(|dtype| Type::tensor(dtype, &[])).collect();
        let fits = func.params().iter().map(|&p| func.graph.ty(p)).eq(&scalars)
            && func.results().len() == 1
            && *func.graph.ty(func.results()[0]) == Type::tensor(DType::Bool, &[]);
        let results: Vec<&TensorType> = d.results.iter().filter_map(|&v| g.ty(v).as_tensor()).collect();
        let smaller = |(r, &x): (&&TensorType, &Value)| {
            let t = self.b.ty(x);
            r.dtype == t.dtype && r.rank() == t.rank() && r.dims.iter().zip(&t.dims).all(|(r, x)| r <= x)
        };
        let shapes = results.len() == inputs.len() && results.iter().zip(inputs).all(smaller);
        if !fits || !shapes || dimension < 0 || dimension >= self.b.ty(inputs[0]).rank() as i64 {
            return Err(no("with operands, comparator and results that do not fit"));
        }
        let (region, opened) = self.b.open(true);
        let params = scalars.into_iter().map(|ty| Slot::One(self.b.graph.add_param(region, ty))).collect();
        let order = self.call(frame, &comparator, params, loc)?;
        let [Slot::One(order)] = order[..] else { return Err(no("with a tuple")) };
        let order = self.total_order(order);
        self.b.close(opened, vec![order]);
        self.b.loc = loc;
        let id = self.b.append(Op::Sort { dimension, is_stable: true }, inputs, &[region], types, None);
        let sorted = self.b.graph.op(id).results.clone();
        for ((&v, x), ty) in d.results.iter().zip(sorted).zip(results) {
            let (zeros, ones) = (smallvec![0; ty.rank()], smallvec![1; ty.rank()]);
            let first = self.b.slice(x, zeros, ty.dims.iter().copied().collect(), ones);
            env.set(v, Slot::One(first));
        }
        Ok(())
    }

    /// A `scatter` whose region reads values around it: each becomes a further update, the same at every position, of a
    /// further input that keeps what it holds.
    fn scatter(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        args: &[Value],
        outer: &[Value],
        env: &mut Env,
    ) -> Result<(), Diagnostics> {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let no = |what: &str| unimplemented("scatter-region", format!("scatter with a region that {what}"), loc);
        let n = d.results.len();
        let (inputs, indices, updates) = (&args[..n], args[n], &args[n + 1..]);
        let (dims, update_dims) = (self.b.dims(inputs[0]).to_vec(), self.b.dims(updates[0]).to_vec());
        let (mut read, mut kept, mut spread) = (Vec::new(), Vec::new(), Vec::new());
        for &v in outer {
            let Slot::One(x) = *env.get(v) else { return Err(no("reads a tuple")) };
            if self.b.ty(x).rank() != 0 {
                return Err(no("reads more than scalars around it"));
            }
            let ty = TensorType::new(self.b.ty(x).dtype, &dims);
            kept.push(self.b.splat(&ty, Scalar::zero(ty.dtype)).ok_or_else(|| no("reads a value without a zero"))?);
            spread.push(self.b.broadcast(x, &update_dims, &[]));
            read.push(x);
        }
        let (region, opened) = self.b.open(true);
        let params = |b: &mut Builder<'_, '_>, vs: &[Value]| -> Vec<Value> {
            let types: Vec<Type> = vs.iter().map(|&x| Type::tensor(b.ty(x).dtype, &[])).collect();
            types.into_iter().map(|ty| b.graph.add_param(region, ty)).collect()
        };
        let [old, old_kept] = [inputs, &kept[..]].map(|vs| params(&mut self.b, vs));
        let [new, new_read] = [updates, &spread[..]].map(|vs| params(&mut self.b, vs));
        let own = g.region(d.regions[0]);
        own.params.iter().zip(old.into_iter().chain(new)).for_each(|(&p, x)| env.set(p, Slot::One(x)));
        outer.iter().zip(new_read).for_each(|(&v, x)| env.set(v, Slot::One(x)));
        self.nesting += 1;
        self.ops(frame, d.regions[0], env)?;
        self.nesting -= 1;
        let mut results = Vec::new();
        for &v in &own.results {
            let Slot::One(x) = *env.get(v) else { return Err(no("gives a tuple")) };
            results.push(x);
        }
        results.extend(old_kept);
        self.b.close(opened, results);
        outer.iter().zip(read).for_each(|(&v, x)| env.set(v, Slot::One(x)));
        self.b.loc = loc;
        let operands = [inputs, &kept, &[indices], updates, &spread].concat();
        let types = inputs.iter().chain(&kept).map(|&x| self.b.graph.ty(x).clone()).collect();
        let id = self.b.append(d.op.clone(), &operands, &[region], types, None);
        let scattered = self.b.graph.op(id).results.clone();
        d.results.iter().zip(scattered).for_each(|(&v, x)| env.set(v, Slot::One(x)));
        Ok(())
    }

    /// A `sort` whose comparator reads values around it, or of pairs: what it reads and the parts of pairs become
    /// operands.
    fn sort(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        args: &[Value],
        outer: &[Value],
        env: &mut Env,
    ) -> Result<(), Diagnostics> {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let no = |what: &str| unimplemented("sort-region", format!("sort with a comparator that {what}"), loc);
        let wide = |b: &Builder<'_, '_>, x: Value| b.ty(x).dtype.is_complex();
        let mut operands = Vec::new();
        for &x in args {
            if wide(&self.b, x) {
                operands.extend([UnaryOp::Real, UnaryOp::Imag].map(|part| self.b.unary(part, x)));
            } else {
                operands.push(x);
            }
        }
        let dims = self.b.dims(args[0]).to_vec();
        let mut before = Vec::new();
        for &v in outer {
            let Slot::One(x) = *env.get(v) else { return Err(no("reads a tuple")) };
            if self.b.ty(x).rank() != 0 || wide(&self.b, x) {
                return Err(no("reads more than real scalars around it"));
            }
            operands.push(self.b.broadcast(x, &dims, &[]));
            before.push(x);
        }
        let types: SmallVec<[Type; 2]> = operands.iter().map(|&x| self.b.graph.ty(x).clone()).collect();
        let (region, opened) = self.b.open(true);
        let mut params = Vec::new();
        for &x in &operands {
            let ty = Type::tensor(self.b.ty(x).dtype, &[]);
            params.push([0; 2].map(|_| self.b.graph.add_param(region, ty.clone())));
        }
        let mut next = params.iter();
        for (i, &x) in args.iter().enumerate() {
            let Some(&[mut a, mut b]) = next.next() else { return Err(no("has too few parameters")) };
            if wide(&self.b, x)
                && let Some(&[c, e]) = next.next()
            {
                (a, b) = (self.b.binary(BinaryOp::Complex, a, c), self.b.binary(BinaryOp::Complex, b, e));
            }
            let own = &g.region(d.regions[0]).params;
            env.set(own[2 * i], Slot::One(a));
            env.set(own[2 * i + 1], Slot::One(b));
        }
        for (&v, &[a, _]) in outer.iter().zip(next) {
            env.set(v, Slot::One(a));
        }
        self.nesting += 1;
        self.ops(frame, d.regions[0], env)?;
        self.nesting -= 1;
        let Slot::One(less) = *env.get(g.region(d.regions[0]).results[0]) else { return Err(no("gives a tuple")) };
        self.b.close(opened, vec![less]);
        for (&v, &x) in outer.iter().zip(&before) {
            env.set(v, Slot::One(x));
        }
        self.b.loc = loc;
        let id = self.b.append(d.op.clone(), &operands, &[region], types, None);
        let sorted = self.b.graph.op(id).results.clone();
        let mut sorted = sorted.into_iter();
        for (&v, &x) in d.results.iter().zip(args) {
            let Some(mut y) = sorted.next() else { return Err(no("has too few results")) };
            if wide(&self.b, x)
                && let Some(im) = sorted.next()
            {
                y = self.b.binary(BinaryOp::Complex, y, im);
            }
            env.set(v, Slot::One(y));
        }
        Ok(())
    }

    /// `scan`: a loop over positions that reads slices of the inputs and writes slices of the outputs.
    fn scan(&mut self, frame: &Frame<'m>, d: &'m OpData, args: &[Value], env: &mut Env) -> Result<(), Diagnostics> {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let Op::Scan { dimension, is_reverse, operand_segments, result_segments, .. } = d.op.clone() else {
            return Ok(());
        };
        let (axis, outputs) = (dimension as usize, result_segments.0);
        let (inputs, inits) = args.split_at(operand_segments.0);
        let length = self.b.dims(inputs[0])[axis];
        let counter = TensorType::new(DType::I64, &[]);
        let number = |b: &mut Builder<'_, '_>, n: i64| b.splat(&counter, hloom_num::scalar::Scalar::Int(n));
        let lost = || unimplemented("scan", "scan".into(), loc);
        // Carried: position, outputs, carries. Outputs start as zeros.
        let mut start = vec![number(&mut self.b, 0).ok_or_else(lost)?];
        for &v in &d.results[..outputs] {
            let ty = g.tensor(v);
            start.push(self.b.splat(ty, hloom_num::scalar::Scalar::zero(ty.dtype)).ok_or_else(lost)?);
        }
        start.extend(inits);
        let types: SmallVec<[Type; 2]> = start.iter().map(|&v| self.b.graph.ty(v).clone()).collect();
        let params = |b: &mut Builder<'_, '_>, r: Region| -> Vec<Value> {
            types.iter().map(|t| b.graph.add_param(r, t.clone())).collect()
        };
        let (cond, opened) = self.b.open(false);
        let state = params(&mut self.b, cond);
        let end = number(&mut self.b, length).ok_or_else(lost)?;
        let go = self.b.compare(CompareDirection::Lt, Some(CompareType::Signed), state[0], end);
        self.b.close(opened, vec![go]);
        let (body, opened) = self.b.open(false);
        let state = params(&mut self.b, body);
        let at = if is_reverse {
            let last = number(&mut self.b, length - 1).ok_or_else(lost)?;
            self.b.binary(BinaryOp::Subtract, last, state[0])
        } else {
            state[0]
        };
        let zero = number(&mut self.b, 0).ok_or_else(lost)?;
        let starts = |rank: usize| (0..rank).map(|i| if i == axis { at } else { zero }).collect::<Vec<_>>();
        let data = g.region(d.regions[0]);
        for (&p, &x) in data.params.iter().zip(inputs) {
            let t = self.b.ty(x).clone();
            let mut one = t.clone();
            one.dims[axis] = 1;
            let operands: Vec<Value> = std::iter::once(x).chain(starts(t.rank())).collect();
            let op = Op::DynamicSlice { slice_sizes: one.dims.iter().copied().collect() };
            let slice = self.b.emit(op, &operands, one);
            let element = self.b.reshape(slice, &g.tensor(p).dims);
            env.set(p, Slot::One(element));
        }
        for (&p, &v) in data.params[inputs.len()..].iter().zip(&state[1 + outputs..]) {
            env.set(p, Slot::One(v));
        }
        self.nesting += 1;
        self.ops(frame, d.regions[0], env)?;
        self.nesting -= 1;
        self.b.loc = loc;
        let step = number(&mut self.b, 1).ok_or_else(lost)?;
        let mut next = vec![self.b.binary(BinaryOp::Add, state[0], step)];
        for (i, &v) in data.results.iter().enumerate() {
            let Slot::One(x) = *env.get(v) else {
                return Err(unimplemented("tuple", "scan of a tuple".into(), loc));
            };
            if i >= outputs {
                next.push(x);
                continue;
            }
            let whole = self.b.ty(state[1 + i]).clone();
            let mut dims = whole.dims.clone();
            dims[axis] = 1;
            let slice = self.b.reshape(x, &dims);
            let operands: Vec<Value> = [state[1 + i], slice].into_iter().chain(starts(whole.rank())).collect();
            next.push(self.b.emit(Op::DynamicUpdateSlice {}, &operands, whole));
        }
        self.b.close(opened, next);
        let id = self.b.append(Op::While {}, &start, &[cond, body], types, None);
        let results = self.b.graph.op(id).results.clone();
        d.results.iter().zip(&results[1..]).for_each(|(&v, &x)| env.set(v, Slot::One(x)));
        Ok(())
    }

    /// `map`: its region on whole tensors.
    fn map(&mut self, frame: &Frame<'m>, d: &'m OpData, args: &[Value], env: &mut Env) -> Result<(), Diagnostics> {
        let g = &frame.func.graph;
        let data = g.region(d.regions[0]);
        data.params.iter().zip(args).for_each(|(&p, &v)| env.set(p, Slot::One(v)));
        let dims = g.tensor(d.results[0]).dims.clone();
        self.lifted = Some(dims.clone());
        let done = self.ops(frame, d.regions[0], env);
        self.lifted = None;
        done?;
        for (&v, &r) in d.results.iter().zip(&data.results) {
            let Slot::One(x) = *env.get(r) else {
                return Err(unimplemented("tuple", "map of a tuple".into(), d.loc));
            };
            let x = self.lift_value(x, &dims);
            env.set(v, Slot::One(x));
        }
        Ok(())
    }

    /// A scalar from around a `map` at every element; what is lifted already stays.
    fn lift_value(&mut self, v: Value, dims: &[i64]) -> Value {
        if self.b.dims(v) == dims { v } else { self.b.broadcast(v, dims, &[]) }
    }

    fn lift(
        &mut self,
        d: &'m OpData,
        args: &[Value],
        g: &Graph,
        dims: &[i64],
        env: &mut Env,
    ) -> Result<(), Diagnostics> {
        let no = || unimplemented("map-region", format!("{} inside a map", d.op.name()), d.loc);
        let [result] = d.results[..] else { return Err(no()) };
        let mut ty = g.tensor(result).clone();
        if ty.rank() != 0 {
            return Err(no());
        }
        ty.dims = Dims::from_slice(dims);
        let op = match &d.op {
            Op::Constant { value } => {
                Op::Constant { value: Literal::splat(ty.dtype, dims, value.stored_bytes()).map_err(|_| no())? }
            }
            op if op.kind() == Kind::Elementwise && !matches!(op, Op::Map { .. }) => op.clone(),
            _ => return Err(no()),
        };
        let args: SmallVec<[Value; 4]> = args.iter().map(|&v| self.lift_value(v, dims)).collect();
        let v = self.b.emit(op, &args, ty);
        env.set(result, Slot::One(v));
        Ok(())
    }
}

/// Values from around a region that it reads, constants aside, each once.
fn captured(g: &Graph, r: Region) -> Vec<Value> {
    fn walk(g: &Graph, r: Region, own: &mut FxHashSet<Value>, found: &mut Vec<Value>) {
        let data = g.region(r);
        own.extend(&data.params);
        let mut read = |v: Value, own: &FxHashSet<Value>| {
            let constant = g.def_op(v).is_some_and(|(_, op)| matches!(op.op, Op::Constant { .. }));
            if !own.contains(&v) && !constant && !found.contains(&v) {
                found.push(v);
            }
        };
        for &id in &data.ops {
            let op = g.op(id);
            op.operands.iter().for_each(|&v| read(v, own));
            own.extend(&op.results);
        }
        data.results.iter().for_each(|&v| read(v, own));
        for &id in &data.ops {
            g.op(id).regions.iter().for_each(|&n| walk(g, n, own, found));
        }
    }
    let mut found = Vec::new();
    walk(g, r, &mut FxHashSet::default(), &mut found);
    found
}

fn check_type(ty: &Type, loc: Loc) -> Result<(), Diagnostics> {
    match ty {
        Type::Tensor(t) if t.quantized.is_some() => {
            Err(unimplemented("quantized", format!("native code for a value of type {t}"), loc))
        }
        Type::Tensor(t) if !t.is_static() => Err(unimplemented("dynamic-shape", format!("a value of type {t}"), loc)),
        _ => Ok(()),
    }
}
