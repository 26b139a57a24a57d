//! Evaluation of functions, regions and single ops.

use crate::grid::{Grid, Process};
use crate::noise::{self, Noise};
use crate::outside::{Memory, Outside};
use crate::reduce::Combiner;
use crate::tensor::Tensor;
use crate::{
    InterpError, budget, check, contract, dynamic, elementwise, index, linalg, movement, quantized, reduce, rng,
    routines, window,
};
use hloom_ir::attrs::CompareType;
use hloom_ir::infer::{is_approx_top_k, reduction_dimension};
use hloom_ir::{
    Func, Graph, Kind, Loc, MlirType, Module, Op, OpData, Processes, Region, TensorType, Type, Value, custom_form,
};
use hloom_num::CompareDirection;
use hloom_num::scalar::{self, Scalar};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A value of a run.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    Tensor(Tensor),
    Token,
    Tuple(Vec<Val>),
}

/// Interprets the functions of one module.
#[derive(Clone)]
pub struct Interpreter<'m> {
    pub(crate) module: &'m Module,
    /// Calls may nest this deep.
    pub(crate) max_depth: usize,
    /// Draws of random numbers so far.
    pub(crate) draws: Cell<u64>,
    /// Which process of a grid this is.
    pub(crate) process: Process,
    pub(crate) outside: Arc<dyn Outside>,
    /// Element operations a run may cost, and those that its processes have left.
    pub(crate) budget: u64,
    pub(crate) left: Arc<AtomicU64>,
    pub(crate) noise: Option<Noise>,
}

/// Results of an entry.
fn tensors(values: Vec<Val>) -> Result<Vec<Tensor>, InterpError> {
    let tensor = |v| match v {
        Val::Tensor(t) => Ok(t),
        Val::Token | Val::Tuple(_) => Err(InterpError::unimplemented("func.return", " of a token or tuple")),
    };
    values.into_iter().map(tensor).collect()
}

/// The values of one activation of a function.
pub(crate) struct Frame<'m> {
    pub(crate) graph: &'m Graph,
    pub(crate) func: Option<&'m Func>,
    values: Vec<Option<Val>>,
    pub(crate) depth: usize,
}

impl<'m> Interpreter<'m> {
    /// For a verified module.
    pub fn new(module: &'m Module) -> Interpreter<'m> {
        Interpreter {
            module,
            max_depth: 64,
            draws: Cell::new(0),
            process: Process::alone(),
            outside: Arc::new(Memory::default()),
            budget: u64::MAX,
            left: Arc::new(AtomicU64::new(u64::MAX)),
            noise: None,
        }
    }

    /// With another world around the program than one that keeps probes in memory.
    pub fn with_outside(self, outside: Arc<dyn Outside>) -> Interpreter<'m> {
        Interpreter { outside, ..self }
    }

    /// With a bound on the element operations of a run. Memory is bounded with them: every element that is held has cost
    /// one.
    pub fn with_budget(self, element_operations: u64) -> Interpreter<'m> {
        Interpreter { budget: element_operations, ..self }
    }

    /// With other rounding errors, of about the size that implementations have, wherever the specification leaves them
    /// open; which ones depends on the seed.
    pub fn with_noise(self, seed: u64) -> Interpreter<'m> {
        Interpreter { noise: Some(Noise::new(seed)), ..self }
    }

    pub(crate) fn spend(&self, work: u64) -> Result<(), InterpError> {
        let spent = self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(work));
        spent.map(|_| ()).map_err(|_| InterpError::Budget(self.budget))
    }

    /// Runs a function on tensors.
    ///
    /// # Errors
    /// See [`InterpError`].
    pub fn run(&self, func: &str, args: &[Tensor]) -> Result<Vec<Tensor>, InterpError> {
        let f = self.module.func(func).ok_or_else(|| InterpError::NoFunction(func.into()))?;
        let args = check_args(f, args)?.into_iter().map(Val::Tensor).collect();
        let process = Process::alone();
        let left = Arc::new(AtomicU64::new(self.budget));
        let this = Interpreter { process: process.clone(), draws: Cell::new(0), left, ..self.clone() };
        let out = this.call(f, args, 0)?;
        process.grid.outcome()?;
        tensors(out)
    }

    /// Runs a function on every process of a grid: arguments and results by process, the partitions of the first replica
    /// first.
    ///
    /// # Errors
    /// See [`InterpError`].
    pub fn run_grid(
        &self,
        func: &str,
        replicas: usize,
        partitions: usize,
        args: &[Vec<Tensor>],
    ) -> Result<Vec<Vec<Tensor>>, InterpError> {
        let f = self.module.func(func).ok_or_else(|| InterpError::NoFunction(func.into()))?;
        let n = replicas.saturating_mul(partitions);
        if n != args.len() || n > Processes::MAX {
            let (got, most) = (args.len(), Processes::MAX);
            let message = format!("@{func}: {n} processes, arguments of {got}; {most} are possible");
            return Err(InterpError::Parallel(message));
        }
        let one = |args: &Vec<Tensor>| Ok(check_args(f, args)?.into_iter().map(Val::Tensor).collect());
        let inputs: Vec<Vec<Val>> = args.iter().map(one).collect::<Result<_, InterpError>>()?;
        let grid = Grid::new(replicas, partitions, Vec::new());
        let left = Arc::new(AtomicU64::new(self.budget));
        let this = Interpreter { draws: Cell::new(0), left, ..self.clone() };
        let outputs = this.run_processes(&grid, &vec![f; n], inputs, &format!("@{func}"))?;
        outputs.into_iter().map(tensors).collect()
    }

    pub(crate) fn call(&self, f: &'m Func, args: Vec<Val>, depth: usize) -> Result<Vec<Val>, InterpError> {
        if depth > self.max_depth {
            return Err(InterpError::unimplemented("func.call", " nested this deep"));
        }
        if f.declared {
            return Err(InterpError::unimplemented("func.call", format!(" of @{}, which has no body", f.name)));
        }
        let mut frame = Frame { graph: &f.graph, func: Some(f), values: vec![None; f.graph.num_values()], depth };
        self.region(&mut frame, f.body, args)
    }

    /// Runs a region with these parameters.
    pub(crate) fn region(
        &self,
        frame: &mut Frame<'m>,
        region: Region,
        args: Vec<Val>,
    ) -> Result<Vec<Val>, InterpError> {
        self.spend(1)?;
        let r = frame.graph.region(region);
        for (p, a) in r.params.iter().zip(args) {
            dynamic::check_size(frame.graph.ty(*p), &a)?;
            frame.values[p.0 as usize] = Some(a);
        }
        for &id in &r.ops {
            let op = frame.graph.op(id);
            let mut results = self.op(frame, op).map_err(|e| locate(e, op))?;
            if let (Op::CustomCall { .. }, [v]) = (&op.op, &op.results[..])
                && let ty @ Type::Tuple(_) = frame.graph.ty(*v)
            {
                results = ty.assemble(&mut results.into_iter(), Val::Tuple).into_iter().collect();
            }
            if results.len() != op.results.len() {
                return Err(InterpError::Malformed(op.op.name().into()));
            }
            for (v, x) in op.results.iter().zip(results) {
                frame.values[v.0 as usize] = Some(x);
            }
        }
        r.results.iter().map(|&v| frame.get(v)).collect()
    }

    /// Runs a region on scalars, as reductions and sorts do.
    pub(crate) fn scalar_region(
        &self,
        frame: &mut Frame<'m>,
        region: Region,
        args: &[Scalar],
    ) -> Result<Vec<Scalar>, InterpError> {
        let r = frame.graph.region(region);
        let args = r
            .params
            .iter()
            .zip(args)
            .map(|(&p, &s)| Val::Tensor(Tensor::new(frame.graph.tensor(p).clone(), vec![s])))
            .collect();
        let out = self.region(frame, region, args)?;
        out.into_iter()
            .map(|v| match v {
                Val::Tensor(t) if t.data.len() == 1 => Ok(t.data[0]),
                _ => Err(InterpError::Malformed("region result".into())),
            })
            .collect()
    }

    /// The body over the slices, one after another.
    fn scan(&self, frame: &mut Frame<'m>, op: &OpData) -> Result<Vec<Val>, InterpError> {
        let malformed = || InterpError::Malformed(op.op.name().into());
        let Op::Scan { dimension, is_reverse, operand_segments, result_segments, .. } = &op.op else {
            return Err(malformed());
        };
        let (axis, outputs) = (*dimension as usize, result_segments.0);
        let all = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<Vec<_>, _>>()?;
        let (inputs, inits) = all.split_at(operand_segments.0);
        let length = inputs.first().and_then(|t| t.dims().get(axis)).copied().ok_or_else(malformed)?;
        let mut carries: Vec<Val> = inits.iter().cloned().map(Val::Tensor).collect();
        let mut slices: Vec<Vec<Tensor>> = vec![Vec::new(); outputs];
        for step in 0..length {
            let at = if *is_reverse { length - 1 - step } else { step };
            let mut args: Vec<Val> = inputs.iter().map(|t| Val::Tensor(contract::slice_at(t, axis, at))).collect();
            args.append(&mut carries);
            let mut results = self.region(frame, op.regions[0], args)?;
            carries = results.split_off(outputs);
            for (list, r) in slices.iter_mut().zip(results) {
                match r {
                    Val::Tensor(t) => list.push(t),
                    Val::Token | Val::Tuple(_) => return Err(malformed()),
                }
            }
        }
        let joined = slices.into_iter().zip(&op.results).map(|(list, &v)| {
            let ty = frame.graph.tensor(v).clone();
            Val::Tensor(Tensor::from_fn(ty, |ix| {
                let at = if *is_reverse { length - 1 - ix[axis] } else { ix[axis] };
                let mut inner = ix.to_vec();
                inner.remove(axis);
                list[at as usize].at(&inner)
            }))
        });
        Ok(joined.collect::<Vec<_>>().into_iter().chain(carries).collect())
    }

    fn shape_assertion(&self, frame: &Frame<'m>, op: &OpData) -> Result<(), InterpError> {
        let args = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<Vec<_>, _>>()?;
        if args.first().is_none_or(|t| t.data.iter().all(|s| s.is_true())) {
            return Ok(());
        }
        let values: Vec<String> = args.iter().skip(1).map(|t| format!("{:?}", t.ints().unwrap_or_default())).collect();
        Err(InterpError::shape("shape_assertion", dynamic::assertion_message(op, &values)))
    }

    /// A custom call that stands for an op with amounts as operands.
    fn dynamic_call(&self, frame: &mut Frame<'m>, op: &OpData) -> Result<Vec<Tensor>, InterpError> {
        let args = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<Vec<_>, _>>()?;
        let refs: Vec<&Tensor> = args.iter().collect();
        let types = dynamic::result_types(frame.graph, op, &refs)?;
        self.spend(budget::work(&op.op, &refs, &types))?;
        let ints = |i: usize| refs.get(i).and_then(|t| t.ints());
        let extra = op.extra.as_deref().unwrap_or_default();
        let Some((form, n)) = custom_form(&op.op, extra, refs.len(), &ints) else {
            let target = match &op.op {
                Op::CustomCall { call_target_name, .. } => format!(" @{call_target_name}"),
                _ => String::new(),
            };
            return Err(InterpError::unimplemented(op.op.name(), target));
        };
        if !matches!(form, Op::ReduceWindow { .. }) {
            return eval_op(&form, &refs[..n], &types);
        }
        let called = self.called_computation(op)?;
        let mut call = |_: usize, args: &[Scalar]| self.call_scalars(frame, called, args);
        region_op(&form, &refs[..n], &types, None, &mut call)
    }

    /// The first function that a custom call names.
    fn called_computation(&self, op: &OpData) -> Result<&'m Func, InterpError> {
        let called = op.op.callees().first().and_then(|name| self.module.func(name));
        called.ok_or_else(|| InterpError::Malformed(op.op.name().into()))
    }

    /// Calls a function of scalars.
    fn call_scalars(&self, frame: &Frame<'m>, called: &'m Func, args: &[Scalar]) -> Result<Vec<Scalar>, InterpError> {
        let malformed = || InterpError::Malformed("called computation".into());
        if called.params().len() != args.len() {
            return Err(malformed());
        }
        let params = called.params().iter().zip(args);
        let args = params
            .map(|(&p, &s)| match called.graph.ty(p) {
                Type::Tensor(t) => Ok(Val::Tensor(Tensor::scalar(t.dtype, s))),
                _ => Err(malformed()),
            })
            .collect::<Result<Vec<_>, _>>()?;
        self.call(called, args, frame.depth + 1)?
            .into_iter()
            .map(|v| match v {
                Val::Tensor(t) if t.data.len() == 1 => Ok(t.data[0]),
                _ => Err(malformed()),
            })
            .collect()
    }

    /// The first elements of each row by the called comparator; none is missed.
    fn approx_top_k(&self, frame: &Frame<'m>, op: &OpData) -> Result<Vec<Tensor>, InterpError> {
        let args = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<Vec<_>, _>>()?;
        let refs: Vec<&Tensor> = args.iter().collect();
        let types = dynamic::result_types(frame.graph, op, &refs)?;
        self.spend(budget::work(&op.op, &refs, &types))?;
        let malformed = |what: &str| InterpError::Malformed(format!("{} {what}", op.op.name()));
        let inputs = refs.get(..types.len()).ok_or_else(|| malformed("with too few operands"))?;
        let dimension = reduction_dimension(&op.op, op.extra.as_deref().unwrap_or_default());
        let dimension =
            dimension.and_then(|d| usize::try_from(d).ok()).ok_or_else(|| malformed("without a dimension"))?;
        let fits = inputs.iter().zip(&types).all(|(x, t)| {
            let smaller = t.dims.iter().zip(x.dims()).all(|(r, x)| (0..=*x).contains(r));
            dimension < t.rank() && x.dims() == inputs[0].dims() && x.ty.rank() == t.rank() && smaller
        });
        if !fits {
            return Err(malformed("with results that are no part of its operands"));
        }
        let called = self.called_computation(op)?;
        let whole: Vec<TensorType> = inputs.iter().map(|t| t.ty.clone()).collect();
        let total = total_order(called).filter(|_| called.params().len() == 2 * inputs.len());
        let mut call = |_: usize, args: &[Scalar]| match total {
            Some((direction, [a, b])) => {
                Ok(vec![Scalar::Bool(scalar::compare(direction, scalar::CompareType::TotalOrder, args[a], args[b]))])
            }
            None => self.call_scalars(frame, called, args),
        };
        let sorted = reduce::sort(inputs, dimension, &whole, &mut call)?;
        Ok(sorted.iter().zip(types).map(|(t, ty)| Tensor::from_fn(ty, |ix| t.at(ix))).collect())
    }

    fn op(&self, frame: &mut Frame<'m>, op: &'m OpData) -> Result<Vec<Val>, InterpError> {
        let name = op.op.name();
        if let Some(results) = self.parallel_op(frame, op)? {
            return Ok(results);
        }
        if let Some(results) = self.size_op(frame, op)? {
            return Ok(results);
        }
        match &op.op {
            Op::Call { callee } => {
                let f = self.module.func(&callee.0).ok_or_else(|| InterpError::NoFunction(callee.0.to_string()))?;
                let args = frame.all(&op.operands)?;
                return self.call(f, args, frame.depth + 1);
            }
            Op::Composite { decomposition, .. } => {
                let f = self
                    .module
                    .func(&decomposition.0)
                    .ok_or_else(|| InterpError::NoFunction(decomposition.0.to_string()))?;
                let args = frame.all(&op.operands)?;
                return self.call(f, args, frame.depth + 1);
            }
            Op::While {} => {
                let mut state = frame.all(&op.operands)?;
                let [cond, body] = op.regions[..] else { return Err(InterpError::Malformed(name.into())) };
                loop {
                    let go = self.region(frame, cond, state.clone())?;
                    match go.first() {
                        Some(Val::Tensor(t)) if t.data.first().is_some_and(|s| s.is_true()) => {}
                        Some(Val::Tensor(_)) => return Ok(state),
                        _ => return Err(InterpError::Malformed(name.into())),
                    }
                    state = self.region(frame, body, state)?;
                }
            }
            Op::If {} => {
                let p = frame.tensor(op.operands[0])?;
                let taken = usize::from(!p.data.first().is_some_and(|s| s.is_true()));
                return self.region(frame, op.regions[taken], vec![]);
            }
            Op::Case {} => {
                let n = op.regions.len() as i64;
                let i = frame.tensor(op.operands[0])?.as_index().unwrap_or(-1);
                let i = if (0..n).contains(&i) { i } else { n - 1 };
                let r = *op.regions.get(i as usize).ok_or_else(|| InterpError::Malformed(name.into()))?;
                return self.region(frame, r, vec![]);
            }
            Op::OptimizationBarrier {} => return frame.all(&op.operands),
            Op::Scan { .. } => return self.scan(frame, op),
            Op::AfterAll {} => return Ok(vec![Val::Token]),
            Op::Tuple {} => return Ok(vec![Val::Tuple(frame.all(&op.operands)?)]),
            Op::GetTupleElement { index } => {
                return match frame.get(op.operands[0])? {
                    Val::Tuple(vs) => vs
                        .get(*index as usize)
                        .cloned()
                        .map(|v| vec![v])
                        .ok_or_else(|| InterpError::Malformed(name.into())),
                    _ => Err(InterpError::Malformed(name.into())),
                };
            }
            Op::CustomCall { .. } if hloom_ir::infer::is_shape_assertion(&op.op) => {
                return self.shape_assertion(frame, op).map(|()| vec![]);
            }
            Op::CustomCall { .. } if is_approx_top_k(&op.op) => {
                return self.approx_top_k(frame, op).map(|ts| ts.into_iter().map(Val::Tensor).collect());
            }
            Op::CustomCall { call_target_name, .. } if call_target_name.starts_with("stablehlo.dynamic_") => {
                return self.dynamic_call(frame, op).map(|ts| ts.into_iter().map(Val::Tensor).collect());
            }
            Op::CustomCall { call_target_name, .. } if routines::find(frame.graph, op)?.is_none() => {
                let args = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<Vec<_>, _>>()?;
                return check::custom_call(call_target_name, &args).map(|ts| ts.into_iter().map(Val::Tensor).collect());
            }
            _ => {}
        }
        let mut operands: Vec<Tensor> = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<_, _>>()?;
        let noise = self.noise.as_ref().filter(|_| noise::is_inexact(frame.graph, op));
        if let Some(noise) = noise {
            operands = operands.iter().map(|t| noise.operand(t)).collect();
        }
        let refs: Vec<&Tensor> = operands.iter().collect();
        let types = dynamic::result_types(frame.graph, op, &refs)?;
        self.spend(budget::work(&op.op, &refs, &types))?;
        let operands = match op.regions.is_empty() {
            true => operands,
            false => quantized::for_regions(&op.op, &operands, &types)?,
        };
        let refs: Vec<&Tensor> = operands.iter().collect();
        let out = if let Some(r) = routines::find(frame.graph, op)? {
            let drawn = self.draws.get();
            let out = routines::run(name, &r, &refs, &types, &self.draws)?;
            if let Some(noise) = self.noise.as_ref().filter(|_| self.draws.get() > drawn) {
                self.draws.set(self.draws.get() + noise.draws());
            }
            out
        } else if op.regions.is_empty() {
            let made = dynamic::static_op(&op.op, &refs, &types)?;
            let (form, n) = made.as_ref().map_or((&op.op, refs.len()), |(form, n)| (form, *n));
            match noise {
                Some(noise) if contract::takes(form) && !quantized::concerns(&refs, &types) => {
                    vec![contract::eval(form, &refs[..n], types[0].clone(), noise.sums())?]
                }
                Some(noise) if noise::is_norm(form) => {
                    reduce::batch_norm(form, &refs[..n], &types, !noise.sums().wide)?
                }
                _ => eval_op(form, &refs[..n], &types)?,
            }
        } else {
            let graph = frame.graph;
            let wide = noise.is_some_and(|n| n.sums().wide);
            let combiners: Vec<Combiner> = op.regions.iter().map(|&r| Combiner::recognise(graph, r, wide)).collect();
            let regions = op.regions.clone();
            let mut call = |k: usize, args: &[Scalar]| match &combiners[k] {
                Combiner::Known(c) => c.apply(args),
                Combiner::Region => self.scalar_region(frame, regions[k], args),
            };
            region_op(&op.op, &refs, &types, noise, &mut call)?
        };
        let out = match &self.noise {
            Some(noise) if noise::makes_nan(frame.graph, op) => out.iter().map(|t| noise.nan_bits(t)).collect(),
            Some(noise) => out.into_iter().map(|t| noise.copied(t)).collect(),
            None => out,
        };
        let out = match noise {
            Some(noise) if noise::has_intermediates(&op.op, &out) => noise.solution(&op.op, &refs, &out),
            Some(noise) => out.iter().map(|t| noise.result(t)).collect(),
            None => out,
        };
        Ok(out.into_iter().map(Val::Tensor).collect())
    }
}

impl Frame<'_> {
    pub(crate) fn get(&self, v: Value) -> Result<Val, InterpError> {
        self.values[v.0 as usize].clone().ok_or_else(|| InterpError::Malformed("use before definition".into()))
    }
    pub(crate) fn all(&self, vs: &[Value]) -> Result<Vec<Val>, InterpError> {
        vs.iter().map(|&v| self.get(v)).collect()
    }
    pub(crate) fn tensor(&self, v: Value) -> Result<Tensor, InterpError> {
        match self.get(v)? {
            Val::Tensor(t) => Ok(t),
            Val::Token | Val::Tuple(_) => Err(InterpError::Malformed("a tensor was expected".into())),
        }
    }
}

fn locate(e: InterpError, op: &OpData) -> InterpError {
    match e {
        InterpError::Unimplemented { op: name, detail, loc } if loc == Loc::UNKNOWN => {
            InterpError::Unimplemented { op: name, detail, loc: op.loc }
        }
        InterpError::Shape { op: name, message, loc } if loc == Loc::UNKNOWN => {
            InterpError::Shape { op: name, message, loc: op.loc }
        }
        other => other,
    }
}

/// The arguments, if they fit the parameters. Stored values are taken for a quantized tensor.
fn check_args(f: &Func, args: &[Tensor]) -> Result<Vec<Tensor>, InterpError> {
    let params = f.params();
    if params.len() != args.len() {
        return Err(InterpError::Arguments(format!(
            "@{} takes {} arguments, {} were given",
            f.name,
            params.len(),
            args.len()
        )));
    }
    let mut out = Vec::with_capacity(args.len());
    for (i, (&p, a)) in params.iter().zip(args).enumerate() {
        match f.graph.ty(p) {
            Type::Tensor(t) if accepts(t, &a.ty) => {
                out.push(a.reshaped(TensorType { quantized: t.quantized.clone(), ..a.ty.clone() }));
            }
            Type::Mlir(MlirType::Scalar(d)) if a.dims().is_empty() && a.dtype() == *d => out.push(a.clone()),
            t => {
                return Err(InterpError::Arguments(format!(
                    "argument {i} of @{} has type {t}, {} was given",
                    f.name, a.ty
                )));
            }
        }
    }
    Ok(out)
}

/// True if a parameter of type `stated` takes a value of type `given`, which may be the stored values of quantized ones.
fn accepts(stated: &TensorType, given: &TensorType) -> bool {
    let sizes = stated.rank() == given.rank()
        && (0..stated.rank()).all(|i| {
            let (s, g) = (stated.dims[i], given.dims[i]);
            s == g || s < 0 && stated.bound(i).is_none_or(|b| g <= b)
        });
    sizes && stated.dtype == given.dtype && (given.quantized.is_none() || given.quantized == stated.quantized)
}

/// Evaluates one op without regions on tensors; the constant folder uses it too.
///
/// # Errors
/// [`InterpError::Unimplemented`] for ops that need a region, a module or a device.
pub fn eval_op(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let one = |t: Tensor| Ok(vec![t]);
    let ty = || types.first().cloned().ok_or_else(|| InterpError::Malformed(op.name().into()));
    if operands.len() < min_operands(op) {
        return Err(InterpError::Malformed(op.name().into()));
    }
    if op.kind() != Kind::Host && quantized::concerns(operands, types) {
        return quantized::eval(op, operands, types);
    }
    match op.kind() {
        Kind::Elementwise => one(elementwise::eval(op, operands, ty()?)?),
        Kind::Movement | Kind::Constant => one(movement::eval(op, operands, ty()?)?),
        Kind::Index => one(index::eval(op, operands, ty()?)?),
        Kind::Contract | Kind::Window if contract::takes(op) => {
            one(contract::eval(op, operands, ty()?, contract::Sums::default())?)
        }
        Kind::Linalg => linalg::eval(op, operands, types),
        Kind::Random => rng::eval(op, operands, types),
        Kind::Reduce => reduce::batch_norm(op, operands, types, false),
        Kind::Sort => reduce::top_k(op, operands, types),
        Kind::Host => check::check_op(op, operands).map(|()| vec![]),
        Kind::Contract | Kind::Window | Kind::Control | Kind::Collective => {
            Err(InterpError::unimplemented(op.name(), ""))
        }
    }
}

fn min_operands(op: &Op) -> usize {
    match op.info().arity {
        hloom_ir::Arity::Exact(n) | hloom_ir::Arity::AtLeast(n) => n,
    }
}

/// Runs region `k` of the op on scalars.
/// A comparator of floats that only compares two of its parameters: direction and parameters. `top_k` has NaN as the
/// largest number, so its comparator is taken as total.
fn total_order(comparator: &Func) -> Option<(CompareDirection, [usize; 2])> {
    let g = &comparator.graph;
    let (_, op) = g.def_op(*comparator.results().first()?)?;
    let Op::Compare { direction, compare_type: None | Some(CompareType::Float) } = op.op else { return None };
    let floats = op.operands.iter().all(|&v| g.tensor(v).dtype.is_float());
    let param = |v: &Value| comparator.params().iter().position(|p| p == v);
    let [a, b] = &op.operands[..] else { return None };
    Some((direction, [param(a)?, param(b)?])).filter(|_| floats)
}

pub(crate) type RegionCall<'a> = dyn FnMut(usize, &[Scalar]) -> Result<Vec<Scalar>, InterpError> + 'a;

fn region_op(
    op: &Op,
    operands: &[&Tensor],
    types: &[TensorType],
    noise: Option<&Noise>,
    call: &mut RegionCall<'_>,
) -> Result<Vec<Tensor>, InterpError> {
    match op {
        Op::Reduce { dimensions } => reduce::reduce(operands, dimensions, types, noise, call),
        Op::Map { .. } => elementwise::map(operands, types, call),
        Op::Sort { dimension, .. } => {
            let rank = operands.first().map_or(0, |t| t.dims().len()) as i64;
            let dimension = if *dimension < 0 { dimension + rank } else { *dimension };
            reduce::sort(operands, dimension as usize, types, call)
        }
        Op::ReduceWindow { .. } => window::reduce_window(op, operands, types, noise, call),
        Op::SelectAndScatter { .. } => window::select_and_scatter(op, operands, types, call),
        Op::Scatter { dims, .. } => index::scatter(dims, operands, types, call),
        _ => Err(InterpError::unimplemented(op.name(), " with regions")),
    }
}
