//! Ops of programs of several processes, and of the dialects around them.
//!
//! Groups of processes are formed as [`hloom_ir::Processes`] says. Combinations go through a group in its order, from the left. Asynchronous ops are done where they
//! begin, as the specification allows. Pairs of `send` and `recv` are of partitions where there are several, else of
//! replicas; a `recv` that is no target gives zeros, as `collective_permute` does. What is written to the outfeed goes
//! nowhere.

use crate::budget::TURN;
use crate::eval::{Frame, Interpreter, Val};
use crate::grid::{Grid, Line, Process};
use crate::reduce::Combiner;
use crate::tensor::Tensor;
use crate::{InterpError, check, quantized};
use hloom_ir::attrs::{ChannelHandle, Ids, SymbolGrid, SymbolName, Symbols};
use hloom_ir::{Func, Op, OpData, Processes, Strategy, TensorType, Type};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, DType};
use std::sync::Arc;

/// Stack of a process: regions nest.
const STACK: usize = 128 << 20;

fn wrong(place: &str, what: impl std::fmt::Display) -> InterpError {
    InterpError::Parallel(format!("{place}: {what}"))
}

/// Zeros: the stored value that means 0 where the type is quantized.
fn zeros(ty: &TensorType) -> Tensor {
    let zero = ty.quantized.as_ref().and_then(|q| q.params.first()).map_or(0, |p| p.zero_point);
    Tensor::from_fn(ty.clone(), |_| scalar::convert(DType::I64, ty.dtype, Scalar::Int(zero)))
}

/// The inputs one after the other along `dim`.
fn concatenate(parts: &[&Tensor], dim: usize) -> Tensor {
    let mut ty = parts[0].ty.clone();
    ty.dims[dim] = parts.iter().map(|t| t.ty.dims[dim]).sum();
    Tensor::from_fn(ty, |ix| {
        let mut ix = ix.to_vec();
        let mut part = 0;
        while ix[dim] >= parts[part].ty.dims[dim] {
            ix[dim] -= parts[part].ty.dims[dim];
            part += 1;
        }
        parts[part].at(&ix)
    })
}

/// Part `k` of `n` along `dim`.
fn part(t: &Tensor, dim: usize, n: usize, k: usize) -> Tensor {
    let mut ty = t.ty.clone();
    ty.dims[dim] /= n.max(1) as i64;
    let offset = ty.dims[dim] * k as i64;
    Tensor::from_fn(ty, |ix| {
        let mut ix = ix.to_vec();
        ix[dim] += offset;
        t.at(&ix)
    })
}

impl<'m> Interpreter<'m> {
    /// Runs an op of this module's sort; `None` if it is none.
    pub(crate) fn parallel_op(&self, frame: &mut Frame<'m>, op: &'m OpData) -> Result<Option<Vec<Val>>, InterpError> {
        let tensors = |ts: Vec<Tensor>| Ok(Some(ts.into_iter().map(Val::Tensor).collect()));
        let id = |i: usize| Tensor::scalar(DType::U32, Scalar::UInt(i as u64));
        let process = &self.process;
        match &op.op {
            Op::ReplicaId {} => tensors(vec![id(process.index / process.grid.partitions)]),
            Op::PartitionId {} => tensors(vec![id(process.index % process.grid.partitions)]),
            Op::CreateToken {} => Ok(Some(vec![Val::Token])),
            Op::AsyncStart {} | Op::SdyNamedComputation { .. } => {
                let args = frame.all(&op.operands)?;
                let results = self.region(frame, op.regions[0], args)?;
                Ok(Some(if matches!(op.op, Op::AsyncStart {}) { vec![Val::Tuple(results)] } else { results }))
            }
            Op::AsyncDone {} => match frame.get(op.operands[0])? {
                Val::Tuple(values) => Ok(Some(values)),
                _ => Err(InterpError::Malformed(op.op.name().into())),
            },
            Op::SdyManualComputation { .. } => self.manual_computation(frame, op).map(Some),
            Op::SdyShardingGroup { .. } => Ok(Some(Vec::new())),
            Op::SdyConstant { value } => tensors(vec![Tensor::from_literal(value)]),
            placement if placement.is_placement() => frame.all(&op.operands).map(Some),
            Op::SdyAllReduce { .. }
            | Op::SdyReduceScatter { .. }
            | Op::SdyShardedToUnreduced { .. }
            | Op::SdyReplicatedToUnreduced { .. } => {
                if !self.is_unspread(&op.op) {
                    return Err(InterpError::unimplemented(op.op.name(), " over several devices"));
                }
                frame.all(&op.operands).map(Some)
            }
            Op::Print {} => {
                let t = frame.tensor(op.operands[0])?;
                if let Some(func) = frame.func {
                    self.outside.print(func, op.operands[0], &t);
                }
                Ok(Some(Vec::new()))
            }
            Op::Probe { probe_id } => {
                let t = frame.tensor(op.operands[0])?;
                self.outside.probe(probe_id, &t).map_err(|e| wrong(&self.place(op), e))?;
                tensors(vec![t])
            }
            Op::CheckExpectSerializedEq { probe_id, iteration } => {
                let expected = frame.tensor(op.operands[0])?;
                let got = self.outside.probed(probe_id, iteration.unwrap_or(0));
                let got = got.map_err(|e| InterpError::Check(format!("{}: {e}", op.op.name())))?;
                check::same(op.op.name(), &got, &expected)?;
                Ok(Some(Vec::new()))
            }
            Op::RunParallel { programs, infeed } => {
                let args = frame.all(&op.operands)?;
                self.run_parallel(programs, infeed.as_ref(), args, &self.place(op)).map(Some)
            }
            Op::Send { channel, source_target_pairs, .. } => {
                let (_, data) = op.operands.split_last().ok_or_else(|| InterpError::Malformed("send".into()))?;
                let data: Vec<Tensor> = data.iter().map(|&v| frame.tensor(v)).collect::<Result<_, _>>()?;
                self.send(op, *channel, source_target_pairs.as_ref(), data)?;
                Ok(Some(vec![Val::Token]))
            }
            Op::Recv { channel, source_target_pairs, .. } => {
                let types = self.result_tensors(frame, op)?;
                let got = self.receive(op, *channel, source_target_pairs.as_ref(), &types)?;
                Ok(Some(got.into_iter().map(Val::Tensor).chain([Val::Token]).collect()))
            }
            Op::Infeed { .. } => {
                let types = self.result_tensors(frame, op)?;
                let place = self.place(op);
                let mut out = Vec::new();
                for ty in &types {
                    let name = process.infeed(&place)?;
                    let f = self.module.func(&name).ok_or_else(|| InterpError::NoFunction(name.to_string()))?;
                    match &self.call(f, Vec::new(), frame.depth + 1)?[..] {
                        [Val::Tensor(t)] if t.ty == *ty => out.push(Val::Tensor(t.clone())),
                        _ => return Err(wrong(&place, format!("@{name} does not give {ty}"))),
                    }
                }
                out.push(Val::Token);
                Ok(Some(out))
            }
            Op::Outfeed { .. } => Ok(Some(vec![Val::Token])),
            Op::AllGather { .. }
            | Op::AllReduce { .. }
            | Op::AllToAll { .. }
            | Op::CollectiveBroadcast { .. }
            | Op::CollectivePermute { .. }
            | Op::CollectiveReduce { .. }
            | Op::CrossReplicaSum { .. }
            | Op::ReduceScatter { .. } => {
                let operands: Vec<Tensor> = op.operands.iter().map(|&v| frame.tensor(v)).collect::<Result<_, _>>()?;
                let results = self.collective(frame, op, operands)?;
                for (t, &v) in results.iter().zip(&op.results) {
                    if let Type::Tensor(stated) = frame.graph.ty(v)
                        && (stated.dtype != t.ty.dtype || !fits(stated, &t.ty))
                    {
                        return Err(wrong(&self.place(op), format!("gives {}, but {stated} is stated", t.ty)));
                    }
                }
                tensors(results)
            }
            _ => Ok(None),
        }
    }

    /// Name and place of an op, for errors.
    fn place(&self, op: &OpData) -> String {
        match self.module.locs.file_position(op.loc) {
            Some((file, line, column)) => format!("{} at {file}:{line}:{column}", op.op.name()),
            None => op.op.name().to_string(),
        }
    }

    /// The types of the tensor results.
    fn result_tensors(&self, frame: &Frame<'m>, op: &OpData) -> Result<Vec<TensorType>, InterpError> {
        let types = op.results.iter().filter_map(|&v| frame.graph.ty(v).as_tensor().cloned());
        types
            .map(|t| {
                if t.is_static() { Ok(t) } else { Err(InterpError::unimplemented(op.op.name(), " of a dynamic shape")) }
            })
            .collect()
    }

    /// The groups of processes that a collective joins, or the pairs.
    fn groups(&self, op: &OpData) -> Result<Vec<Vec<usize>>, InterpError> {
        let groups = op.op.processes(self.process.grid.processes(), &|name| self.module.mesh(name));
        let groups = groups.ok_or_else(|| InterpError::Malformed(op.op.name().into()))?;
        groups.map_err(|e| wrong(&self.place(op), e))
    }

    /// One collective: the results of this process. A root of `collective_reduce` that is in no group gets nothing.
    fn collective(
        &self,
        frame: &mut Frame<'m>,
        op: &'m OpData,
        operands: Vec<Tensor>,
    ) -> Result<Vec<Tensor>, InterpError> {
        let place = self.place(op);
        let name = op.op.name();
        let me = self.process.index;
        let (groups, channel) = (self.groups(op)?, op.op.channel());
        if let Op::CollectivePermute { .. } = &op.op {
            let Some(first) = operands.first() else { return Err(InterpError::Malformed(name.into())) };
            let ty = first.ty.clone();
            return self.permute(op, channel, &groups, operands, &[ty]);
        }
        let group = groups.into_iter().find(|g| g.contains(&me));
        let has_root = match &op.op {
            Op::CollectiveBroadcast { has_dynamic_root, .. } | Op::CollectiveReduce { has_dynamic_root, .. } => {
                Some(has_dynamic_root.0)
            }
            _ => None,
        };
        let count = operands.len() - usize::from(has_root == Some(true));
        let Some(group) = group else {
            if has_root.is_none() {
                return Err(wrong(&place, format!("process {} is in no group", self.process.grid.name(me))));
            }
            return self.nothing(&self.result_tensors(frame, op)?);
        };
        let elements: usize = operands.iter().map(|t| t.data.len()).sum();
        self.spend(TURN.saturating_add((elements as u64).saturating_mul(group.len() as u64)))?;
        let mine = group.iter().position(|&p| p == me).unwrap_or(0);
        let all = self.process.meet(name, channel, &group, operands, &place)?;
        let column = |i: usize| -> Vec<&Tensor> { all.iter().map(|ts| &ts[i]).collect() };
        // Who in the group gives or gets operand `i`.
        let root = |i: usize| match has_root {
            Some(true) => all[mine][count].data.get(i).and_then(|s| s.as_i64()).unwrap_or(-1),
            _ => 0,
        };
        (0..count)
            .map(|i| match &op.op {
                Op::AllGather { all_gather_dim, .. } => Ok(concatenate(&column(i), *all_gather_dim as usize)),
                Op::AllToAll { split_dimension, concat_dimension, split_count, .. } => {
                    if group.len() as i64 != *split_count {
                        return Err(wrong(
                            &place,
                            format!("a group of {} with split_count {split_count}", group.len()),
                        ));
                    }
                    let parts: Vec<Tensor> =
                        column(i).iter().map(|t| part(t, *split_dimension as usize, group.len(), mine)).collect();
                    Ok(concatenate(&parts.iter().collect::<Vec<_>>(), *concat_dimension as usize))
                }
                Op::AllReduce { .. } => self.combine(frame, op, &column(i)),
                Op::ReduceScatter { scatter_dimension, .. } => {
                    let whole = self.combine(frame, op, &column(i))?;
                    let d = *scatter_dimension as usize;
                    if whole.ty.dims[d] % group.len() as i64 != 0 {
                        return Err(wrong(&place, format!("{} does not split into {} parts", whole.ty, group.len())));
                    }
                    Ok(part(&whole, d, group.len(), mine))
                }
                Op::CollectiveBroadcast { .. } => {
                    let root = root(i);
                    let from = usize::try_from(root).ok().and_then(|r| all.get(r)).ok_or_else(|| {
                        let message = format!("collective_broadcast_c6: root {root} in a group of {}", group.len());
                        wrong(&place, message)
                    })?;
                    Ok(from[i].clone())
                }
                Op::CollectiveReduce { .. } => {
                    let whole = self.combine(frame, op, &column(i))?;
                    Ok(if root(i) == mine as i64 { whole } else { zeros(&whole.ty) })
                }
                _ => {
                    let mut sum = column(i)[0].clone();
                    for t in &column(i)[1..] {
                        let added: Result<Vec<Scalar>, _> = (sum.data.iter().zip(t.data.iter()))
                            .map(|(&a, &b)| scalar::binary(BinaryOp::Add, t.ty.dtype, a, b))
                            .collect();
                        sum = Tensor::new(t.ty.clone(), added?);
                    }
                    Ok(sum)
                }
            })
            .collect()
    }

    /// Tensors of one type combined from the left by the op's region.
    fn combine(&self, frame: &mut Frame<'m>, op: &'m OpData, tensors: &[&Tensor]) -> Result<Tensor, InterpError> {
        let region = *op.regions.first().ok_or_else(|| InterpError::Malformed(op.op.name().into()))?;
        let params = frame.graph.region(region).params.clone();
        let [to, from] = params[..] else { return Err(InterpError::Malformed(op.op.name().into())) };
        let (to, from) = (frame.graph.tensor(to).clone(), frame.graph.tensor(from).dtype);
        let tensors: Vec<Tensor> = tensors.iter().map(|t| quantized::requantize(t, &to)).collect::<Result<_, _>>()?;
        let combiner = Combiner::recognise(frame.graph, region, false);
        let ty = TensorType { quantized: to.quantized.clone(), ..tensors[0].ty.with_dtype(to.dtype) };
        let to = to.dtype;
        let mut data = Vec::with_capacity(ty.num_elements());
        for i in 0..ty.num_elements() {
            let mut acc = scalar::convert(tensors[0].dtype(), to, tensors[0].data[i]);
            for t in &tensors[1..] {
                let args = [acc, scalar::convert(t.dtype(), from, t.data[i])];
                let out = match &combiner {
                    Combiner::Known(c) => c.apply(&args)?,
                    Combiner::Region => self.scalar_region(frame, region, &args)?,
                };
                acc = *out.first().ok_or_else(|| InterpError::Malformed(op.op.name().into()))?;
            }
            data.push(acc);
        }
        Ok(Tensor::new(ty, data))
    }

    /// Sends along pairs and receives what is sent here; zeros if nothing is.
    fn permute(
        &self,
        op: &OpData,
        channel: i64,
        pairs: &[Vec<usize>],
        data: Vec<Tensor>,
        types: &[TensorType],
    ) -> Result<Vec<Tensor>, InterpError> {
        let (name, place) = (op.op.name(), &self.place(op));
        let me = self.process.index;
        self.spend(TURN)?;
        for pair in pairs.iter().filter(|p| p[0] == me) {
            self.process.send(Line::Pair(name, channel, me, pair[1]), data.clone(), place)?;
        }
        match pairs.iter().find(|p| p[1] == me) {
            Some(pair) => self.process.receive(Line::Pair(name, channel, pair[0], me), place),
            None => self.nothing(types),
        }
    }

    /// What a process gets that nobody sends anything to.
    fn nothing(&self, types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
        let elements = types.iter().fold(0u64, |n, t| n.saturating_add(t.num_elements() as u64));
        self.spend(elements)?;
        Ok(types.iter().map(zeros).collect())
    }

    fn pairs(&self, op: &OpData, pairs: Option<&Ids>) -> Result<Vec<Vec<usize>>, InterpError> {
        let Some(pairs) = pairs else { return Ok(Vec::new()) };
        let grid = self.process.grid.processes();
        let strategy = if grid.partitions > 1 { Strategy::CrossPartition } else { Strategy::CrossReplica };
        op.op.process_pairs(grid, strategy, pairs).map_err(|e| wrong(&self.place(op), e))
    }

    fn send(
        &self,
        op: &OpData,
        channel: ChannelHandle,
        pairs: Option<&Ids>,
        data: Vec<Tensor>,
    ) -> Result<(), InterpError> {
        let (pairs, place) = (self.pairs(op, pairs)?, &self.place(op));
        self.spend(TURN)?;
        if pairs.is_empty() {
            return self.process.send(Line::Open(channel.handle), data, place);
        }
        let me = self.process.index;
        for pair in pairs.iter().filter(|p| p[0] == me) {
            self.process.send(Line::Pair("send", channel.handle, me, pair[1]), data.clone(), place)?;
        }
        Ok(())
    }

    fn receive(
        &self,
        op: &OpData,
        channel: ChannelHandle,
        pairs: Option<&Ids>,
        types: &[TensorType],
    ) -> Result<Vec<Tensor>, InterpError> {
        let (pairs, place) = (self.pairs(op, pairs)?, &self.place(op));
        let me = self.process.index;
        let line = match pairs.iter().find(|p| p[1] == me) {
            _ if pairs.is_empty() => Line::Open(channel.handle),
            Some(pair) => Line::Pair("send", channel.handle, pair[0], me),
            None => return self.nothing(types),
        };
        self.spend(TURN)?;
        let got = self.process.receive(line, place)?;
        if got.len() != types.len() || got.iter().zip(types).any(|(t, ty)| t.ty != *ty) {
            return Err(wrong(place, "what was sent is not of the types that are received"));
        }
        Ok(got)
    }

    /// Runs a grid of functions; the results of all, process by process.
    fn run_parallel(
        &self,
        programs: &SymbolGrid,
        infeed: Option<&Symbols>,
        args: Vec<Val>,
        place: &str,
    ) -> Result<Vec<Val>, InterpError> {
        let width = programs.0.first().map_or(0, |row| row.0.len());
        let find = |name: &SymbolName| {
            let f = self.module.func(&name.0).filter(|f| !f.declared);
            f.ok_or_else(|| InterpError::NoFunction(name.0.to_string()))
        };
        let funcs = programs.0.iter().flat_map(|row| &row.0).map(find).collect::<Result<Vec<_>, _>>()?;
        if funcs.len() > Processes::MAX {
            return Err(wrong(place, format!("{} processes; {} are possible", funcs.len(), Processes::MAX)));
        }
        let queue = infeed.iter().flat_map(|s| &s.0).map(|n| n.0.clone()).collect();
        let grid = Grid::new(programs.0.len(), width, queue);
        let mut args = args.into_iter();
        let inputs: Vec<Vec<Val>> = funcs.iter().map(|f| args.by_ref().take(f.params().len()).collect()).collect();
        Ok(self.run_processes(&grid, &funcs, inputs, place)?.into_iter().flatten().collect())
    }

    /// Runs a function on each process of a grid; the results of each.
    pub(crate) fn run_processes(
        &self,
        grid: &Arc<Grid>,
        funcs: &[&'m Func],
        inputs: Vec<Vec<Val>>,
        place: &str,
    ) -> Result<Vec<Vec<Val>>, InterpError> {
        self.spend(TURN.saturating_mul(funcs.len() as u64))?;
        let outputs = std::thread::scope(|scope| {
            let mut threads = Vec::with_capacity(funcs.len());
            for (index, (f, inputs)) in funcs.iter().zip(inputs).enumerate() {
                let process = Process { grid: grid.clone(), index };
                let this = Interpreter { process, ..self.clone() };
                let run = move || {
                    let turn = this.process.start()?;
                    match this.call(f, inputs, 0) {
                        Ok(out) => Some(out),
                        Err(e) => {
                            turn.fail(e);
                            None
                        }
                    }
                };
                let started = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
                match started {
                    Ok(t) => threads.push(t),
                    Err(e) => {
                        grid.abort(wrong(place, format!("cannot start a process: {e}")));
                        break;
                    }
                }
            }
            threads.into_iter().map(|t| t.join().ok().flatten()).collect::<Vec<_>>()
        });
        grid.outcome()?;
        let done: Option<Vec<Vec<Val>>> = outputs.into_iter().collect();
        done.ok_or_else(|| InterpError::Malformed("process".into()))
    }

    /// True if the axes over which values become whole or partial have one device each.
    fn is_unspread(&self, op: &Op) -> bool {
        let (sharding, axes): (_, Vec<_>) = match op {
            Op::SdyAllReduce { out_sharding, reduction_axes: axes, .. }
            | Op::SdyReplicatedToUnreduced { out_sharding, axes } => (out_sharding, axes.0.iter().collect()),
            Op::SdyReduceScatter { out_sharding, reduce_scatter_axes: axes, .. }
            | Op::SdyShardedToUnreduced { out_sharding, axes } => (out_sharding, axes.0.iter().flatten().collect()),
            _ => return false,
        };
        let Some(mesh) = self.module.mesh_of(&sharding.mesh) else { return false };
        axes.iter().all(|a| mesh.axes.iter().any(|(n, size)| *n == a.name && *size == 1))
    }

    /// The region of a manual computation, if every axis that it binds has one device.
    fn manual_computation(&self, frame: &mut Frame<'m>, op: &'m OpData) -> Result<Vec<Val>, InterpError> {
        let Op::SdyManualComputation { in_shardings, out_shardings, manual_axes } = &op.op else {
            return Err(InterpError::Malformed(op.op.name().into()));
        };
        let meshes: Vec<_> =
            in_shardings.0.iter().chain(&out_shardings.0).filter_map(|s| self.module.mesh_of(&s.mesh)).collect();
        for axis in &manual_axes.0 {
            let size = meshes.iter().find_map(|m| m.axes.iter().find(|(n, _)| n == axis)).map_or(1, |(_, size)| *size);
            if size != 1 {
                return Err(InterpError::unimplemented(op.op.name(), format!(" over {size} devices (axis '{axis}')")));
            }
        }
        let args = frame.all(&op.operands)?;
        self.region(frame, op.regions[0], args)
    }
}

/// True if a shape fits a stated one, which may have dynamic sizes.
fn fits(stated: &TensorType, got: &TensorType) -> bool {
    stated.rank() == got.rank() && stated.dims.iter().zip(&got.dims).all(|(&s, &g)| s < 0 || s == g)
}
