//! Ops of a region to commands.

use crate::decision::Origin;
use crate::fuse::Placement;
use crate::iterate::Loop;
use crate::program::{Buffer, BufferId, Command, HostCall, Param as Signature, Place, Plan, PlanKernel, Step, Work};
use crate::read::{KernelBuilder, Param};
use hloom_ir::{
    Attr, Diagnostics, Func, Graph, Kind, Loc, Op, OpData, OpId, Processes, Region, Severity, TensorType, Type, Value,
};
use hloom_num::{DType, Literal};
use hloom_tile::Target;
use hloom_tile::kernel::{Kernel, Role};
use hloom_tile::templates::Template;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

pub(crate) struct Planner<'a> {
    pub(crate) target: &'a Target,
    host_functions: &'a BTreeSet<String>,
    grid: Processes,
    pub(crate) g: &'a Graph,
    pub(crate) places: &'a Placement,
    pub(crate) buffers: Vec<Buffer>,
    buf_of: FxHashMap<Value, BufferId>,
    const_of: FxHashMap<Literal, BufferId>,
    constants: Vec<Literal>,
    pub(crate) kernels: Vec<PlanKernel>,
    host_calls: Vec<HostCall>,
    pub(crate) steps: Vec<Step>,
}

fn unimplemented(message: String, loc: Loc) -> Diagnostics {
    Diagnostics::one(Severity::Unimplemented, "plan", message, loc)
}

/// Commands of a verified function without calls. Buffers have no places yet.
pub(crate) fn plan(
    func: &Func,
    target: &Target,
    host_functions: &BTreeSet<String>,
    grid: Processes,
) -> Result<Plan, Diagnostics> {
    let g = &func.graph;
    check_types(func)?;
    let places = crate::fuse::place(g, func.body, target);
    let mut p = Planner {
        target,
        host_functions,
        grid,
        g,
        places: &places,
        buffers: Vec::new(),
        buf_of: FxHashMap::default(),
        const_of: FxHashMap::default(),
        constants: Vec::new(),
        kernels: Vec::new(),
        host_calls: Vec::new(),
        steps: Vec::new(),
    };
    let (args, results) = signature(func)?;
    let result_bufs: Vec<BufferId> = results
        .iter()
        .enumerate()
        .map(|(i, r)| p.new_buffer(&r.ty, format!("result{i}"), Place::Result(i as u32)))
        .collect();
    for (i, (&v, a)) in func.params().iter().zip(&args).enumerate() {
        let b = match a.alias {
            Some(r) => result_bufs[r as usize],
            None => p.new_buffer(&a.ty, format!("arg{i}"), Place::Arg(i as u32)),
        };
        p.buf_of.insert(v, b);
    }
    let mut commands = Vec::new();
    p.region(func.body, &mut commands)?;
    let tensors = func.results().iter().zip(&result_bufs).filter(|(v, _)| g.ty(**v).as_tensor().is_some());
    let pairs: Vec<(BufferId, BufferId)> = tensors.map(|(&v, &r)| (r, p.buffer_of(v))).collect();
    p.parallel_copies(&pairs, &mut commands);
    let commands = p.channels_last(commands);
    let commands = p.prepared(commands);
    Ok(Plan {
        buffers: p.buffers,
        commands,
        kernels: p.kernels,
        host_calls: p.host_calls,
        constants: p.constants,
        args,
        results,
        arena_bytes: 0,
        steps: p.steps,
        decisions: places.decisions,
    })
}

fn check_types(func: &Func) -> Result<(), Diagnostics> {
    let g = &func.graph;
    for i in 0..g.num_values() as u32 {
        let loc = g.def_op(Value(i)).map_or(func.loc, |o| o.1.loc);
        match g.ty(Value(i)) {
            Type::Tensor(t) if !t.is_static() => {
                return Err(unimplemented(format!("dynamic shape {t}"), loc));
            }
            Type::Tensor(_) | Type::Token => {}
            Type::Tuple(_) => return Err(unimplemented("tuples".into(), loc)),
            Type::Future(_) => return Err(unimplemented("asynchronous ops".into(), loc)),
            Type::Buffer(_) => return Err(unimplemented("buffers (memref)".into(), loc)),
            t @ Type::Mlir(_) => return Err(unimplemented(format!("values of type {t}"), loc)),
        }
    }
    Ok(())
}

/// Parameters and results. A token, which has no memory, is an empty tensor of `i1` to the caller.
fn signature(func: &Func) -> Result<(Vec<Signature>, Vec<Signature>), Diagnostics> {
    let tensor = |v: Value| match func.graph.ty(v) {
        Type::Tensor(t) => Ok(t.clone()),
        Type::Token => Ok(TensorType::new(DType::Bool, &[0])),
        other => Err(unimplemented(format!("{other} as an argument or result"), func.loc)),
    };
    let mut results = Vec::new();
    for &v in func.results() {
        results.push(Signature { ty: tensor(v)?, alias: None, donated: false });
    }
    let mut args = Vec::new();
    for (i, &v) in func.params().iter().enumerate() {
        let mut a = Signature { ty: tensor(v)?, alias: None, donated: false };
        for (name, value) in func.param_attrs.get(i).into_iter().flatten() {
            match (&**name, value) {
                ("tf.aliasing_output", Attr::Int(r, _)) => {
                    a.donated = true;
                    // An alias that the types do not allow is a donation without use.
                    if let Some(res) = usize::try_from(*r).ok().and_then(|r| results.get_mut(r))
                        && res.ty == a.ty
                        && res.alias.is_none()
                    {
                        res.alias = Some(i as u32);
                        a.alias = Some(*r as u32);
                    }
                }
                ("jax.buffer_donor", Attr::Bool(true)) => a.donated = true,
                _ => {}
            }
        }
        args.push(a);
    }
    Ok((args, results))
}

impl<'a> Planner<'a> {
    fn new_buffer(&mut self, ty: &TensorType, name: String, place: Place) -> BufferId {
        self.buffers.push(Buffer { bytes: ty.num_bytes() as u64, place, ty: ty.clone(), name });
        BufferId((self.buffers.len() - 1) as u32)
    }

    pub(crate) fn temp(&mut self, ty: &TensorType, name: String) -> BufferId {
        self.new_buffer(ty, name, Place::Unplaced)
    }

    /// The buffer that holds `v`.
    pub(crate) fn buffer_of(&mut self, v: Value) -> BufferId {
        let base = self.places.base(v);
        if let Some(b) = self.buf_of.get(&base) {
            return *b;
        }
        let g = self.g;
        let b = match g.def_op(base) {
            Some((_, op)) => match &op.op {
                Op::Constant { value } if value.splat_bytes().is_none() => self.constant(value),
                o => self.temp(&self.places.buffer_type(g, base), crate::defs::short_name(o, base)),
            },
            None => self.temp(g.tensor(base), format!("v{}", base.0)),
        };
        self.buf_of.insert(base, b);
        b
    }

    fn constant(&mut self, value: &Literal) -> BufferId {
        if let Some(b) = self.const_of.get(value) {
            return *b;
        }
        // Equal bytes of equal types share one constant whatever their shape.
        let place = Place::Const(self.constants.len() as u32);
        self.constants.push(value.clone());
        let b = self.new_buffer(
            &TensorType::new(value.dtype(), value.shape()),
            format!("const{}", self.constants.len() - 1),
            place,
        );
        self.const_of.insert(value.clone(), b);
        b
    }

    /// Copies that take place at the same time.
    fn parallel_copies(&mut self, pairs: &[(BufferId, BufferId)], out: &mut Vec<Command>) {
        let pairs: Vec<(BufferId, BufferId)> =
            pairs.iter().copied().filter(|&(d, s)| d != s && self.buffers[d.0 as usize].bytes > 0).collect();
        let mut late = Vec::new();
        for &(dst, src) in &pairs {
            if pairs.iter().any(|&(d, _)| d == src) {
                let ty = self.buffers[src.0 as usize].ty.clone();
                let t = self.temp(&ty, format!("swap{}", self.buffers.len()));
                out.push(Command::Copy { dst: t, src });
                late.push(Command::Copy { dst, src: t });
            } else {
                late.push(Command::Copy { dst, src });
            }
        }
        out.extend(late);
    }

    fn region(&mut self, r: Region, out: &mut Vec<Command>) -> Result<(), Diagnostics> {
        let g = self.g;
        for &id in &g.region(r).ops {
            let op = g.op(id);
            let stored = op.results.iter().any(|&v| self.places.has_buffer(v));
            let empty = !op.results.is_empty()
                && op.results.iter().all(|&v| g.ty(v).as_tensor().is_none_or(|t| t.num_elements() == 0));
            if stored && !empty && !self.places.is_joined(id) || crate::fuse::has_effects(g, op) {
                self.op(id, op, out)?;
            }
        }
        Ok(())
    }

    /// A builder for the kernel that `id` heads.
    fn builder(&self, id: OpId) -> KernelBuilder<'a> {
        let mut b = KernelBuilder::new(self.g, self.places);
        b.members = self.places.members(id).iter().map(|&v| (v, ())).collect();
        b
    }

    fn op(&mut self, id: OpId, op: &OpData, out: &mut Vec<Command>) -> Result<(), Diagnostics> {
        let located = |e: String| unimplemented(e, op.loc);
        match &op.op {
            Op::Constant { value } if value.splat_bytes().is_none() => {
                self.buffer_of(op.results[0]);
            }
            Op::While {} => self.while_loop(op, out)?,
            Op::If {} | Op::Case {} => self.branch(op, out)?,
            Op::DynamicUpdateSlice {} => self.update_slice(op, out).map_err(located)?,
            Op::SelectAndScatter { .. } => {
                let ty = TensorType::new(DType::I64, &self.g.tensor(op.operands[1]).dims);
                let t = self.temp(&ty, format!("selected{}", op.results[0].0));
                let param = Param::Temp(t);
                if ty.num_elements() > 0 {
                    let mut b = KernelBuilder::new(self.g, self.places);
                    b.select_index(id, param.clone()).map_err(located)?;
                    self.emit(b, op, true, out);
                }
                let mut b = KernelBuilder::new(self.g, self.places);
                b.select_sum(id, param).map_err(located)?;
                self.emit(b, op, true, out);
            }
            Op::Scatter { .. } => {
                let n = op.results.len();
                for (&r, &i) in op.results.iter().zip(&op.operands[..n]) {
                    let (dst, src) = (self.buffer_of(r), self.buffer_of(i));
                    out.push(Command::Copy { dst, src });
                }
                if self.g.tensor(op.operands[n + 1]).num_elements() > 0 {
                    let t = crate::templates::scatter(self.g, self.places, op, self.target).map_err(located)?;
                    let results: Vec<BufferId> = op.results.iter().map(|&r| self.buffer_of(r)).collect();
                    let read = (n..op.operands.len()).filter(|&i| !crate::templates::is_uniform_update(self.g, op, i));
                    let read: Vec<BufferId> = read.map(|i| self.buffer_of(op.operands[i])).collect();
                    if let Some((dtype, count, join)) = t.apart {
                        let ty = TensorType::new(dtype, &[count]);
                        let apart = self.temp(&ty, format!("apart{}", op.results[0].0));
                        self.emit_template(t.scatter, [vec![apart], read].concat(), vec![(0, true)], op, out);
                        self.emit_template(join, vec![results[0], apart], vec![(0, false)], op, out);
                    } else {
                        let writes = (0..n as u32).map(|i| (i, false)).collect();
                        self.emit_template(t.scatter, [results, read].concat(), writes, op, out);
                    }
                }
            }
            Op::Sort { .. } => {
                let steps = crate::templates::sort(self.g, self.places, op, self.target).map_err(located)?;
                let results: Vec<BufferId> = op.results.iter().map(|&r| self.buffer_of(r)).collect();
                let between: Vec<BufferId> = match steps.len() {
                    1 => Vec::new(),
                    _ => op.operands.iter().map(|&v| self.temp(self.g.tensor(v), format!("runs{}", v.0))).collect(),
                };
                let operands = op.operands.iter().filter(|&&v| !crate::templates::is_position(self.g, op, v));
                let mut from: Vec<BufferId> = operands.map(|&v| self.buffer_of(v)).collect();
                for (after, t) in (0..steps.len()).rev().zip(steps) {
                    let to = if after % 2 == 0 { &results } else { &between };
                    let args = to.iter().chain(&from).copied().collect();
                    self.emit_template(t, args, (0..to.len() as u32).map(|i| (i, true)).collect(), op, out);
                    from.clone_from(to);
                }
            }
            Op::RngBitGenerator { .. } => {
                let mut b = KernelBuilder::new(self.g, self.places);
                crate::random::bits_root(&mut b, op).map_err(located)?;
                self.emit(b, op, true, out);
            }
            Op::Reduce { .. } | Op::ReduceWindow { .. } | Op::DotGeneral { .. } | Op::Convolution { .. } => {
                if let Some(scan) = crate::templates::scan(self.g, self.places, op).map_err(located)? {
                    let results = op.results.len();
                    let values = op.results.iter().chain(&op.operands[..results]);
                    let mut args: Vec<BufferId> = values.map(|&v| self.buffer_of(v)).collect();
                    if let Some((t, dtype, count)) = scan.totals {
                        let ty = TensorType::new(dtype, &[count]);
                        let totals = self.temp(&ty, format!("totals{}", op.results[0].0));
                        self.emit_template(t, vec![totals, args[1]], vec![(0, true)], op, out);
                        args.push(totals);
                    }
                    self.emit_template(scan.scan, args, (0..results as u32).map(|i| (i, true)).collect(), op, out);
                    return Ok(());
                }
                let mut b = self.builder(id);
                b.roots(id, self.places.members(id)).map_err(located)?;
                self.emit(b, op, true, out);
            }
            o if o.kind() == Kind::Collective || crate::fuse::is_process_id(o) => {
                let call = crate::host::collective(self.g, op, self.grid).map_err(located)?;
                self.host_call(call, op, 0, out);
            }
            o if op.results.len() == 1 && op.regions.is_empty() && is_plain(o) => {
                let mut b = self.builder(id);
                b.roots(id, self.places.members(id)).map_err(located)?;
                self.emit(b, op, true, out);
            }
            Op::CustomCall { .. } if self.is_foreign(op) && !self.is_empty_routine(op) => {
                self.host_call(crate::host::foreign(self.g, op).map_err(located)?, op, 0, out);
            }
            Op::Cholesky { .. }
            | Op::TriangularSolve { .. }
            | Op::Fft { .. }
            | Op::Rng { .. }
            | Op::CustomCall { .. } => {
                self.routine(&crate::host::routine(self.g, op).map_err(located)?, op, out);
            }
            Op::AfterAll {} | Op::OptimizationBarrier {} => {}
            other => return Err(unimplemented(format!("{} is not implemented", other.name()), op.loc)),
        }
        Ok(())
    }

    /// A copy of the operand, which goes if nobody else needs that, and the update. If the update reads other elements of the operand
    /// than it overwrites, and is small, it is computed before: else the copy would have to stay.
    fn update_slice(&mut self, op: &OpData, out: &mut Vec<Command>) -> Result<(), String> {
        let (g, places) = (self.g, self.places);
        let (result, operand, update) = (op.results[0], op.operands[0], op.operands[1]);
        let (r, src) = (self.buffer_of(result), self.buffer_of(operand));
        let (t, ut) = (g.tensor(result), g.tensor(update));
        let copy = Command::Copy { dst: r, src };
        if ut.num_elements() == 0 {
            out.push(copy);
            return Ok(());
        }
        let to = Param::Value(places.base(result));
        let mut b = KernelBuilder::new(g, places);
        b.update_root(op, to.clone(), None)?;
        let target = b.params.iter().position(|p| *p == to);
        let elsewhere = b.params.iter().enumerate().any(|(i, p)| {
            let is_operand = matches!(p, Param::Value(v) if self.buf_of.get(v) == Some(&src));
            let beside = |o: usize| o != i && !crate::memory::pointwise(&b.k, i as u32, o as u32);
            is_operand && target.is_some_and(beside)
        });
        if elsewhere && 2 * ut.num_elements() <= t.num_elements() {
            let before = Param::Temp(self.temp(ut, format!("update{}", self.buffers.len())));
            let mut first = KernelBuilder::new(g, places);
            first.value_root(update, before.clone())?;
            self.emit(first, op, true, out);
            b = KernelBuilder::new(g, places);
            b.update_root(op, to, Some(before))?;
        }
        out.push(copy);
        self.emit(b, op, false, out);
        Ok(())
    }

    /// Adds a command for a finished kernel.
    fn emit(&mut self, b: KernelBuilder<'_>, op: &OpData, full: bool, out: &mut Vec<Command>) {
        let KernelBuilder { k, params, ops, .. } = b;
        let k = crate::split::normalise(k);
        let args: Vec<BufferId> = params
            .iter()
            .map(|p| match p {
                Param::Value(v) => self.buffer_of(*v),
                Param::Const(c) => self.constant(c),
                Param::Temp(b) => *b,
            })
            .collect();
        let names = op_names(self.g, op, &ops);
        let step = self.step(op, &ops);
        self.emit_nest(k, args, full, names, step, out);
    }

    /// Records where a command comes from; its number.
    fn step(&mut self, op: &OpData, ops: &[OpId]) -> u32 {
        let origin = |op: &OpData| op.results.first().map(|&v| Origin::of(self.g, v));
        let root = origin(op).unwrap_or(Origin { value: Value(u32::MAX), op: "effect", loc: op.loc });
        let ops = ops.iter().filter_map(|&id| origin(self.g.op(id))).collect();
        self.steps.push(Step { root, ops });
        (self.steps.len() - 1) as u32
    }

    pub(crate) fn emit_nest(
        &mut self,
        k: Kernel,
        args: Vec<BufferId>,
        full: bool,
        ops: String,
        step: u32,
        out: &mut Vec<Command>,
    ) {
        let loc = self.steps[step as usize].root.loc;
        let writes =
            k.bufs.iter().enumerate().filter(|b| b.1.role != Role::In).map(|(i, _)| (i as u32, full)).collect();
        let (flops, bytes) = (crate::work::flops(&k), hloom_tile::sched::bytes(&k));
        self.kernels.push(PlanKernel { flops, bytes, ops, loc, work: Work::Nest(Box::new(k)) });
        out.push(Command::Kernel { kernel: (self.kernels.len() - 1) as u32, args, writes, step });
    }

    fn emit_template(
        &mut self,
        t: Template,
        args: Vec<BufferId>,
        writes: Vec<(u32, bool)>,
        op: &OpData,
        out: &mut Vec<Command>,
    ) {
        let size = |a: BufferId| self.buffers[a.0 as usize].bytes;
        let bytes = match &op.op {
            // Of what it changes, it touches no more than there are updates.
            Op::Scatter { .. } => {
                let (results, others) = args.split_at(op.results.len());
                let others: u64 = others.iter().map(|&a| size(a)).sum();
                let updates = op.operands[op.results.len() + 1..].iter().map(|&v| self.g.tensor(v));
                let updates = updates.fold(0u64, |sum, t| sum.saturating_add(t.num_bytes() as u64));
                others + results.iter().map(|&a| 2 * size(a).min(updates)).sum::<u64>()
            }
            _ => args.iter().map(|&a| size(a)).sum(),
        };
        let ops = op_names(self.g, op, &[]);
        self.kernels.push(PlanKernel { flops: 0, bytes, ops, loc: op.loc, work: Work::Template(Box::new(t)) });
        let step = self.step(op, &[]);
        out.push(Command::Kernel { kernel: (self.kernels.len() - 1) as u32, args, writes, step });
    }

    /// True for a call of a function that the host has.
    fn is_foreign(&self, op: &OpData) -> bool {
        matches!(&op.op, Op::CustomCall { call_target_name: name, .. } if self.host_functions.contains(&**name))
    }

    /// True for a call without elements that a routine of ours can do: LAPACK refuses matrices without rows.
    fn is_empty_routine(&self, op: &OpData) -> bool {
        let is_empty = |&v: &Value| self.g.ty(v).as_tensor().is_some_and(|t| t.dims.contains(&0));
        op.operands.iter().any(is_empty) && crate::host::routine(self.g, op).is_ok()
    }

    /// Adds a call of a routine.
    fn routine(&mut self, routine: &hloom_linalg::Routine, op: &OpData, out: &mut Vec<Command>) {
        let dims: Vec<&[i64]> = op.operands.iter().map(|&v| &self.g.tensor(v).dims[..]).collect();
        self.host_call(crate::host::call(routine, self.g, op), op, routine.flops(&dims), out);
    }

    fn host_call(&mut self, call: hloom_exe::HostCall, op: &OpData, flops: u64, out: &mut Vec<Command>) {
        let g = self.g;
        let tensors = op.operands.iter().chain(&op.results).filter(|&&v| g.ty(v).as_tensor().is_some());
        let args: Vec<BufferId> = tensors.map(|&v| self.buffer_of(v)).collect();
        let located = self.is_foreign(op) || op.op.kind() == Kind::Collective;
        let place = located.then_some(op.loc);
        self.host_calls.push(HostCall { call, ops: op_names(g, op, &[]), flops, place });
        let step = self.step(op, &[]);
        out.push(Command::Host { call: (self.host_calls.len() - 1) as u32, args, step });
    }

    fn while_loop(&mut self, op: &OpData, out: &mut Vec<Command>) -> Result<(), Diagnostics> {
        let g = self.g;
        let (cond, body) = (op.regions[0], op.regions[1]);
        let (mut carried, mut start) = (Vec::new(), Vec::new());
        let overwritten = hloom_ir::trips::overwritten(g, op);
        for (i, &v) in op.operands.iter().enumerate() {
            if g.ty(v).as_tensor().is_none() {
                continue;
            }
            let ty = g.tensor(v).clone();
            let c = self.temp(&ty, format!("carry{}", op.results[i].0));
            if !overwritten[i] {
                start.push((c, self.buffer_of(v)));
            }
            for p in [g.region(cond).params[i], g.region(body).params[i], op.results[i]] {
                self.buf_of.insert(p, c);
            }
            carried.push((c, g.region(body).results[i]));
        }
        let (mut cond_commands, mut body_commands) = (Vec::new(), Vec::new());
        let kernels = self.kernels.len();
        self.region(cond, &mut cond_commands)?;
        let pred = self.buffer_of(g.region(cond).results[0]);
        self.region(body, &mut body_commands)?;
        let pairs: Vec<(BufferId, BufferId)> = carried.iter().map(|&(c, v)| (c, self.buffer_of(v))).collect();
        let trips = hloom_ir::trips::count(g, op);
        let l = Loop { cond: &cond_commands, pred, body: &body_commands, carried: &pairs, trips };
        if start.len() == carried.len()
            && let Some((t, inputs)) = crate::iterate::iterate(&l, &self.buffers, &self.kernels, self.target)
        {
            self.kernels.truncate(kernels);
            let finals = start.iter().map(|s| s.0);
            let args = finals.chain(start.iter().map(|s| s.1)).chain(inputs).collect();
            self.emit_template(t, args, (0..start.len() as u32).map(|i| (i, true)).collect(), op, out);
            return Ok(());
        }
        for (dst, src) in start {
            if self.buffers[dst.0 as usize].bytes > 0 {
                out.push(Command::Copy { dst, src });
            }
        }
        self.parallel_copies(&pairs, &mut body_commands);
        let rotations = Vec::new();
        let (cond, body) = (cond_commands, body_commands);
        out.push(Command::While { cond, pred, body, rotations, trips, shared: false, loc: op.loc });
        Ok(())
    }

    fn branch(&mut self, op: &OpData, out: &mut Vec<Command>) -> Result<(), Diagnostics> {
        let g = self.g;
        let index = self.buffer_of(op.operands[0]);
        let mut branches = Vec::new();
        let live: Vec<usize> = (0..op.results.len())
            .filter(|&i| g.ty(op.results[i]).as_tensor().is_some_and(|t| t.num_elements() > 0))
            .collect();
        let dst: Vec<BufferId> = live.iter().map(|&i| self.buffer_of(op.results[i])).collect();
        for &r in &op.regions {
            let mut commands = Vec::new();
            self.region(r, &mut commands)?;
            let pairs: Vec<(BufferId, BufferId)> =
                live.iter().zip(&dst).map(|(&i, &d)| (d, self.buffer_of(g.region(r).results[i]))).collect();
            self.parallel_copies(&pairs, &mut commands);
            branches.push(commands);
        }
        out.push(Command::Case { index, boolean: matches!(op.op, Op::If {}), branches, loc: op.loc });
        Ok(())
    }
}

/// An op whose root is a plain Map.
fn is_plain(op: &Op) -> bool {
    match op.kind() {
        Kind::Elementwise | Kind::Movement | Kind::Constant => true,
        Kind::Index => matches!(op, Op::DynamicSlice { .. } | Op::Gather { .. }),
        _ => false,
    }
}

/// `dot_general + tanh + 2 add`, root first.
fn op_names(g: &Graph, root: &OpData, ops: &[OpId]) -> String {
    let short = |o: &Op| {
        let n = o.name();
        n.rsplit('.').next().unwrap_or(n).to_string()
    };
    let mut counts: Vec<(String, usize)> = vec![(short(&root.op), 0)];
    for &id in ops {
        let n = short(&g.op(id).op);
        match counts.iter_mut().find(|c| c.0 == n) {
            Some(c) => c.1 += 1,
            None => counts.push((n, 1)),
        }
    }
    let words: Vec<String> = counts.into_iter().map(|(n, c)| if c > 1 { format!("{c} {n}") } else { n }).collect();
    words.join(" + ")
}
