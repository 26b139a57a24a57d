//! The first fold: calls and composites become the bodies of their callees, sugar becomes core ops, tuples become
//! their parts, `map` becomes ops on whole tensors, and collectives become exchanges of bytes and ops around them.

mod closed;
mod collective;
mod lifted;
mod windows;

use crate::builder::{Builder, Rewrites};
use crate::{Options, alone, empty_like, expand, products};
use hloom_ir::attrs::ResultAccuracy;
use hloom_ir::{
    Diagnostics, Dims, Func, Graph, Kind, Level, Loc, LocData, LocTable, Module, Op, OpData, OpId, Processes, Region,
    Severity, TensorType, Type, Value,
};
use hloom_num::scalar::Scalar;
use hloom_num::{DType, UnaryOp};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;

/// Regions nest at most this deep: later stages walk them recursively.
const MAX_NESTING: u32 = 200;

type Done = Result<(), Diagnostics>;

/// Inlines everything that `entry` reaches.
pub(crate) fn inline(module: &Module, entry: &str, options: &Options) -> Result<(Func, LocTable), Diagnostics> {
    let func = module.func(entry).ok_or_else(|| {
        Diagnostics::one(Severity::Error, "no-entry", format!("there is no function @{entry}"), Loc::UNKNOWN)
    })?;
    if func.declared {
        return Err(unimplemented("external-function", format!("function @{entry} has no body"), func.loc));
    }
    let grid = Processes::of(module).map_err(|e| Diagnostics::one(Severity::Error, "processes", e, module.loc))?;
    let off = BTreeSet::new();
    let mut rewrites = Rewrites::new(Some(0), &off);
    let mut out = empty_like(func);
    let graph = std::mem::take(&mut out.graph);
    let mut i = Inliner {
        module,
        options,
        grid,
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
            let called = f.graph.op(OpId(i as u32)).op.callees();
            for f in called.into_iter().filter_map(|name| module.func(name)) {
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
    /// The processes that the module is for.
    grid: Processes,
    b: Builder<'r, 'o>,
    sites: CallSites,
    ops: usize,
    /// Regions around what is built now.
    nesting: u32,
    /// Inside the region of a `map`: the shape that its scalars stand for.
    lifted: Option<Dims>,
}

impl<'m> Inliner<'m, '_, '_> {
    fn ops(&mut self, frame: &Frame<'m>, r: Region, env: &mut Env) -> Done {
        let g = &frame.func.graph;
        for &id in &g.region(r).ops {
            self.op(frame, g.op(id), env)?;
        }
        Ok(())
    }

    fn op(&mut self, frame: &Frame<'m>, d: &'m OpData, env: &mut Env) -> Done {
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
            if !self.options.keep_placement
                && (expand::is_annotation(target) || alone::is_resize(target))
                && args.len() == 1
                && self.same_types(&args, g, &d.results)
            {
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
        let placed = !self.options.keep_placement;
        if placed && d.op.kind() == Kind::Collective && d.op.info().level != Level::Foreign {
            if self.grid.is_one() && alone::is_identity(&d.op) && self.same_types(&args, g, &d.results) {
                set_results(d, args, env);
                return Ok(());
            }
            return self.collective(frame, d, &args, env);
        }
        if let Op::PartitionId {} | Op::ReplicaId {} = d.op
            && placed
            && self.grid.is_one()
            && let Some(zero) = self.b.splat(&TensorType::new(DType::U32, &[]), Scalar::UInt(0))
        {
            env.set(d.results[0], Slot::One(zero));
            return Ok(());
        }
        if let Op::CreateToken {} = d.op {
            let id = self.b.append(Op::AfterAll {}, &[], &[], smallvec![Type::Token], None);
            env.set(d.results[0], Slot::One(self.b.graph.op(id).results[0]));
            return Ok(());
        }
        if let Op::Sort { .. } = d.op {
            let outer = closed::captured(g, d.regions[0]);
            if !outer.is_empty() || args.iter().any(|&x| self.b.ty(x).dtype.is_complex()) {
                return self.sort(frame, d, &args, &outer, env);
            }
        }
        if let Op::Scatter { dims, .. } = &d.op
            && self.options.whole_windows
        {
            let n = d.results.len();
            let (operand, update) = (self.b.dims(args[0]).to_vec(), self.b.dims(args[n + 1]).to_vec());
            if let Some(indices) = windows::whole(&mut self.b, dims, &operand, args[n], &update) {
                args[n] = indices;
            }
        }
        if let Op::Scatter { .. } = d.op {
            let outer = closed::captured(g, d.regions[0]);
            if !outer.is_empty() {
                return self.scatter(frame, d, &args, &outer, env);
            }
        }
        if let Op::Scan { .. } = d.op {
            return self.scan(frame, d, &args, env);
        }
        if let Some(inside) = self.computed_in(d, &args) {
            let wide: Vec<Value> = args.iter().map(|&x| self.b.convert(x, inside)).collect();
            let ty = g.tensor(d.results[0]);
            let y = self.b.emit(d.op.clone(), &wide, ty.with_dtype(inside));
            let y = self.b.convert(y, ty.dtype);
            env.set(d.results[0], Slot::One(y));
            return Ok(());
        }
        if matches!(d.op, Op::Convolution { .. } | Op::DotGeneral { .. } | Op::Dot { .. } | Op::RaggedDot { .. }) {
            // Sums of integer products as floats; sizes of groups stay integers.
            let dtype = g.tensor(d.results[0]).dtype;
            if dtype.is_float() && self.b.ty(args[0]).dtype.is_int() {
                args[..2].iter_mut().for_each(|x| *x = self.b.convert(*x, dtype));
            }
        }
        // (Where values are is decided for the product as it stands.)
        if !self.options.keep_placement
            && matches!(d.op, Op::DotGeneral { .. })
            && let Some(v) = products::in_parts(&mut self.b, &d.op, &args, g.tensor(d.results[0]))
        {
            env.set(d.results[0], Slot::One(v));
            return Ok(());
        }
        let sugar = d.op.info().level == Level::Sugar && !matches!(d.op, Op::GetTupleElement { .. });
        if sugar || matches!(d.op, Op::DotGeneral { algorithm: Some(_), .. }) {
            let what = if sugar { "" } else { " of such operands by an algorithm" };
            let values = expand::expand(&mut self.b, &d.op, &args, g.tensor(d.results[0]))
                .ok_or_else(|| unimplemented("no-expansion", format!("{}{what} has no expansion", d.op.name()), loc))?;
            set_results(d, values, env);
            return Ok(());
        }
        let mut regions: SmallVec<[Region; 2]> = SmallVec::new();
        for &r in &d.regions {
            regions.push(self.region(frame, r, d.op.kind() != Kind::Control, env)?);
        }
        self.b.loc = loc;
        let types = d.results.iter().flat_map(|&v| g.ty(v).parts()).cloned().collect();
        let id = self.b.append(d.op.clone(), &args, &regions, types, d.extra.as_deref());
        let mut results = self.b.graph.op(id).results.clone().into_iter().map(Slot::One);
        for &v in &d.results {
            env.set(v, g.ty(v).assemble(&mut results, Slot::Tuple).unwrap_or_default());
        }
        Ok(())
    }

    /// The wider type that an op is computed in and rounded from, if it is none of its own.
    fn computed_in(&self, d: &OpData, args: &[Value]) -> Option<DType> {
        match &d.op {
            // The routines have no narrower floats.
            Op::Cholesky { .. } | Op::TriangularSolve { .. } if self.b.ty(args[0]).dtype.bits() < 16 => {
                Some(DType::F32)
            }
            Op::Unary(u) => {
                let asked = ResultAccuracy::of(d)?;
                (self.options.in_f64)(*u, self.b.ty(args[0]).dtype, &asked).then_some(DType::F64)
            }
            _ => None,
        }
    }

    /// Ops that on one device change nothing, or run their region where they stand. `None`: the op is none of them.
    fn placement(&mut self, frame: &Frame<'m>, d: &'m OpData, env: &mut Env) -> Option<Done> {
        let g = &frame.func.graph;
        match &d.op {
            Op::SdyShardingGroup { .. } if !self.options.keep_placement => {}
            Op::SdyConstant { value } => {
                let ty = g.ty(d.results[0]).clone();
                let id = self.b.append(Op::Constant { value: value.clone() }, &[], &[], smallvec![ty], None);
                env.set(d.results[0], Slot::One(self.b.graph.op(id).results[0]));
            }
            op if self.options.keep_placement
                && !matches!(op, Op::SdyNamedComputation { .. } | Op::AsyncStart {} | Op::AsyncDone {}) =>
            {
                return None;
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
    fn in_place(&mut self, frame: &Frame<'m>, d: &'m OpData, env: &mut Env) -> Done {
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
        let (new, opened) = self.b.open(closed);
        for &p in &data.params {
            check_type(frame.func.graph.ty(p), self.b.loc)?;
            let v = self.b.graph.add_param(new, frame.func.graph.ty(p).clone());
            env.set(p, Slot::One(v));
        }
        let results = self.body(frame, r, env)?;
        self.b.close(opened, results);
        Ok(new)
    }

    /// The ops of a region, whose parameters are set, in the region that is open; gives its results.
    fn body(&mut self, frame: &Frame<'m>, r: Region, env: &mut Env) -> Result<Vec<Value>, Diagnostics> {
        let loc = self.b.loc;
        self.nesting += 1;
        self.ops(frame, r, env)?;
        self.nesting -= 1;
        self.b.loc = loc;
        let results = &frame.func.graph.region(r).results;
        let one = |&v: &Value| match env.get(v) {
            Slot::One(x) => Ok(*x),
            _ => Err(unimplemented("tuple", "a region returns a tuple".into(), loc)),
        };
        results.iter().map(one).collect()
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
}

/// What an op's results became.
fn set_results(d: &OpData, values: impl IntoIterator<Item = Value>, env: &mut Env) {
    d.results.iter().zip(values).for_each(|(&v, x)| env.set(v, Slot::One(x)));
}

fn check_type(ty: &Type, loc: Loc) -> Done {
    for ty in ty.parts() {
        match ty {
            Type::Tensor(t) if t.quantized.is_some() => {
                return Err(unimplemented("quantized", format!("native code for a value of type {t}"), loc));
            }
            Type::Tensor(t) if !t.is_static() => {
                return Err(unimplemented("dynamic-shape", format!("a value of type {t}"), loc));
            }
            _ => {}
        }
    }
    Ok(())
}
