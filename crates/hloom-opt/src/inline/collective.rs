//! Collectives as exchanges of whole leading parts and ordinary ops around them.
//!
//! What is left between processes are `all_gather` along dimension 0, `all_to_all` along dimension 0,
//! `collective_permute` and `collective_broadcast`: bytes move as they lie. Transposes before and after them, and what
//! combines the parts of a group, become part of kernels. Parts are combined in the order of the group, from the left, as
//! the interpreter does, whichever way they came.
//!
//! Groups of one size whose processes are all there are kept as they are. Where groups differ in size or leave out
//! processes, every process gets the operands of all and reads those of its group from them.

use super::{Done, Env, Frame, Inliner, Slot, set_results, unimplemented};
use hloom_ir::attrs::{ChannelHandle, Flag, I64s, Ids, ReplicaGroups};
use hloom_ir::{Attr, Diagnostics, Dims, Op, OpData, Severity, TensorType, Type, Value};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, CompareDirection, DType, Literal};
use smallvec::{SmallVec, smallvec};

/// From so many bytes on, each process combines its share of the parts, and the shares are gathered: a process then reads
/// two tensors instead of as many as the group has members, but meets the others twice. On two cores, in µs, gathered and
/// in shares: of 8 processes 16 KiB 127 and 221, 64 KiB 217 and 197, 256 KiB 490 and 262, 4 MiB 22,019 and 4,165; of 2
/// processes 256 KiB 86 and 112, 4 MiB 873 and 849, so pairs always gather.
const SHARED_BYTES: usize = 64 << 10;

/// The groups of a collective, as processes.
struct Groups {
    groups: Vec<Vec<usize>>,
    /// Groups have one size and leave out nobody.
    even: bool,
}

type Found<T> = Result<T, Diagnostics>;

impl<'m> Inliner<'m, '_, '_> {
    /// A collective of several processes.
    pub(super) fn collective(&mut self, frame: &Frame<'m>, d: &'m OpData, args: &[Value], env: &mut Env) -> Done {
        let g = &frame.func.graph;
        let groups = d.op.processes(self.grid, &|name| self.module.mesh(name));
        let groups = groups.unwrap_or_else(|| Err("no collective".into()));
        let groups = groups.map_err(|e| Diagnostics::one(Severity::Error, "processes", e, self.b.loc))?;
        let size = groups.first().map_or(0, Vec::len);
        let members: usize = groups.iter().map(Vec::len).sum();
        let even = groups.iter().all(|g| g.len() == size) && members == self.grid.count();
        let groups = Groups { groups, even };
        let stated = |v: Value| g.tensor(v).clone();
        let results: Vec<Value> = match &d.op {
            Op::AllGather { all_gather_dim, .. } => {
                let axis = *all_gather_dim as usize;
                let gathered = self.gather(d, &groups, args)?;
                self.expect(
                    d,
                    gathered.iter().zip(&d.results).all(|(&x, &v)| {
                        let (x, v) = (self.b.dims(x), stated(v));
                        x[0] * x[1 + axis] == v.dims[axis]
                    }),
                )?;
                gathered.into_iter().map(|x| self.merge(x, axis)).collect()
            }
            Op::AllToAll { split_dimension, concat_dimension, split_count, .. } => {
                self.expect(d, *split_count as usize == size)?;
                let (from, to) = (*split_dimension as usize, *concat_dimension as usize);
                let parts: Vec<Value> = args.iter().map(|&x| self.split(x, from, size)).collect();
                let parts = self.transpose_parts(d, &groups, &parts)?;
                parts.into_iter().map(|x| self.merge(x, to)).collect()
            }
            Op::AllReduce { .. } | Op::CrossReplicaSum { .. } => self.all_reduce(frame, d, &groups, args, env)?,
            Op::ReduceScatter { scatter_dimension, .. } => {
                let axis = *scatter_dimension as usize;
                self.expect(
                    d,
                    groups.even && stated(d.results[0]).dims[axis] * size as i64 == self.b.dims(args[0])[axis],
                )?;
                let parts = self.split(args[0], axis, size);
                let parts = self.transpose_parts(d, &groups, &[parts])?;
                vec![self.combine_all(frame, d, parts[0], size, env)?]
            }
            Op::CollectiveReduce { has_dynamic_root, .. } => {
                let count = args.len() - usize::from(has_dynamic_root.0);
                let sums = self.all_reduce(frame, d, &groups, &args[..count], env)?;
                self.for_roots(&groups, &sums, args.get(count).copied())
            }
            Op::CollectiveBroadcast { .. } | Op::CollectivePermute { .. } => {
                let mut op = d.op.clone();
                if let Op::CollectiveBroadcast { replica_groups, .. } = &mut op {
                    let rows = replica_groups.groups(&|name| self.module.mesh(name)).unwrap_or_default();
                    *replica_groups = ReplicaGroups::Dense(Ids::in_rows(&rows.concat(), rows.len()));
                }
                let types = args[..d.results.len()].iter().map(|&x| self.b.graph.ty(x).clone()).collect();
                self.exchange(d, op, args, types)
            }
            _ => return Err(unimplemented("collective", d.op.name().into(), self.b.loc)),
        };
        self.expect(d, results.iter().zip(&d.results).all(|(&x, &v)| self.b.graph.ty(x) == g.ty(v)))?;
        set_results(d, results, env);
        Ok(())
    }

    /// An error if the types of an op do not fit the groups that it has in this grid.
    fn expect(&self, d: &OpData, fits: bool) -> Done {
        if fits {
            return Ok(());
        }
        let message = format!("the types of {} do not fit its groups in a grid of {}", d.op.name(), self.grid);
        Err(Diagnostics::one(Severity::Error, "processes", message, self.b.loc))
    }

    /// An exchange that is part of `d`.
    fn exchange(&mut self, d: &OpData, op: Op, args: &[Value], types: SmallVec<[Type; 2]>) -> Vec<Value> {
        let source = (hloom_ir::EXCHANGE_SOURCE.into(), Attr::String(d.op.name().into()));
        let id = self.b.append(op, args, &[], types, Some(&[source]));
        self.b.graph.op(id).results.to_vec()
    }

    /// Groups of processes as an attribute, and a channel with which they mean what they say in `all_gather`.
    fn flat(&self, d: &OpData, groups: &[Vec<usize>]) -> (ReplicaGroups, Option<ChannelHandle>) {
        let ids: Vec<i64> = groups.iter().flatten().map(|&p| p as i64).collect();
        let groups = ReplicaGroups::Dense(Ids::in_rows(&ids, groups.len()));
        (groups, Some(ChannelHandle { handle: d.op.channel().max(1), kind: 1 }))
    }

    /// The tensors of all of the group, in its order, on a new leading dimension.
    fn gather(&mut self, d: &OpData, groups: &Groups, xs: &[Value]) -> Found<Vec<Value>> {
        self.expect(d, groups.even)?;
        Ok(self.gather_from(d, &groups.groups, xs))
    }

    fn gather_from(&mut self, d: &OpData, groups: &[Vec<usize>], xs: &[Value]) -> Vec<Value> {
        let rows: Vec<Value> = xs.iter().map(|&x| self.leading(x)).collect();
        if groups.iter().all(|g| g.len() == 1) {
            return rows;
        }
        let (replica_groups, channel) = self.flat(d, groups);
        let mut types = SmallVec::new();
        for &x in &rows {
            let mut ty = self.b.ty(x).clone();
            ty.dims[0] = groups[0].len() as i64;
            types.push(Type::Tensor(ty));
        }
        let op = Op::AllGather { all_gather_dim: 0, replica_groups, channel, use_global_device_ids: Flag(true) };
        self.exchange(d, op, &rows, types)
    }

    /// Of tensors with a part for each of the group on their leading dimension: the parts for this process.
    fn transpose_parts(&mut self, d: &OpData, groups: &Groups, xs: &[Value]) -> Found<Vec<Value>> {
        self.expect(d, groups.even)?;
        if groups.groups.iter().all(|g| g.len() == 1) {
            return Ok(xs.to_vec());
        }
        let (replica_groups, channel) = self.flat(d, &groups.groups);
        // The op takes ids of replicas or of partitions, which are those of processes where there is one of the others.
        let channel = if self.grid.partitions == 1 {
            None
        } else if self.grid.replicas == 1 {
            channel
        } else {
            let gathered = self.gather(d, groups, xs)?;
            let place = self.place_in_group(groups);
            return Ok(gathered.into_iter().map(|x| self.at(x, 1, place)).collect());
        };
        let types = xs.iter().map(|&x| self.b.graph.ty(x).clone()).collect();
        let split_count = groups.groups[0].len() as i64;
        let op = Op::AllToAll { split_dimension: 0, concat_dimension: 0, split_count, replica_groups, channel };
        Ok(self.exchange(d, op, xs, types))
    }

    fn all_reduce(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        groups: &Groups,
        xs: &[Value],
        env: &mut Env,
    ) -> Found<Vec<Value>> {
        if !groups.even {
            return self.all_reduce_uneven(frame, d, groups, xs, env);
        }
        let size = groups.groups[0].len();
        let bytes: usize = xs.iter().map(|&x| self.b.ty(x).num_bytes()).sum();
        let narrow = self.grid.replicas == 1 || self.grid.partitions == 1;
        if size <= 2 || bytes < SHARED_BYTES || !narrow {
            let all = self.gather(d, groups, xs)?;
            return all.into_iter().map(|x| self.combine_all(frame, d, x, size, env)).collect();
        }
        let parts: Vec<Value> = xs.iter().map(|&x| self.shares(x, size)).collect();
        let parts = self.transpose_parts(d, groups, &parts)?;
        let shares = parts.into_iter().map(|x| self.combine_all(frame, d, x, size, env)).collect::<Found<Vec<_>>>()?;
        let all = self.gather(d, groups, &shares)?;
        let whole = |(x, &like): (Value, &Value)| {
            let dims = self.b.dims(like).to_vec();
            let (n, padded) = (dims.iter().product(), self.b.dims(x).iter().product());
            let x = self.b.reshape(x, &[padded]);
            let x = self.b.slice(x, smallvec![0], smallvec![n], smallvec![1]);
            self.b.reshape(x, &dims)
        };
        Ok(all.into_iter().zip(xs).map(whole).collect())
    }

    /// A tensor cut into as many equal shares, the last of which may have zeros at its end.
    fn shares(&mut self, x: Value, size: usize) -> Value {
        let (n, dtype) = (self.b.ty(x).num_elements(), self.b.ty(x).dtype);
        let (n, share) = (n as i64, n.div_ceil(size) as i64);
        let mut x = self.b.reshape(x, &[n]);
        let missing = share * size as i64 - n;
        if missing > 0 {
            let zero = self.number(&TensorType::new(dtype, &[]), 0);
            let op = Op::Pad {
                edge_padding_low: smallvec![0],
                edge_padding_high: smallvec![missing],
                interior_padding: smallvec![0],
            };
            x = self.b.emit(op, &[x, zero], TensorType::new(dtype, &[n + missing]));
        }
        self.b.reshape(x, &[size as i64, share])
    }

    /// The parts on a leading dimension combined.
    fn combine_all(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        parts: Value,
        size: usize,
        env: &mut Env,
    ) -> Found<Value> {
        let mut sum = self.row(parts, 0);
        sum = self.first_operand(frame, d, sum);
        for i in 1..size {
            let next = self.row(parts, i as i64);
            sum = self.combine(frame, d, sum, next, env)?;
        }
        Ok(sum)
    }

    /// As [`Self::all_reduce`] where groups have different sizes or leave out processes, which get their own operands.
    fn all_reduce_uneven(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        groups: &Groups,
        xs: &[Value],
        env: &mut Env,
    ) -> Found<Vec<Value>> {
        let count = self.grid.count();
        let all = self.gather_from(d, &[(0..count).collect()], xs);
        let mut member: Vec<&[usize]> = vec![&[]; count];
        groups.groups.iter().for_each(|g| g.iter().for_each(|&p| member[p] = g));
        let longest = groups.groups.iter().map(Vec::len).max().unwrap_or(0);
        let numbers: Vec<(Value, Value)> = (0..longest)
            .map(|i| {
                let number = (0..count).map(|p| *member[p].get(i).unwrap_or(&p) as i64).collect();
                let there = (0..count).map(|p| i64::from(i < member[p].len())).collect();
                (self.by_process(number), self.by_process(there))
            })
            .collect();
        let mut results = Vec::with_capacity(xs.len());
        for x in all {
            let mut sum = None;
            for &(number, there) in &numbers {
                let next = self.at(x, 0, number);
                sum = Some(match sum {
                    None => self.first_operand(frame, d, next),
                    Some(sum) => {
                        let more = self.combine(frame, d, sum, next, env)?;
                        self.choose(there, 1, more, sum)
                    }
                });
            }
            results.extend(sum);
        }
        Ok(results)
    }

    /// The first part, as the type that combining gives.
    fn first_operand(&mut self, frame: &Frame<'m>, d: &OpData, x: Value) -> Value {
        let g = &frame.func.graph;
        match d.regions.first().and_then(|&r| g.region(r).params.first()) {
            Some(&p) => self.convert_to(x, g.tensor(p).dtype),
            None => x,
        }
    }

    fn convert_to(&mut self, x: Value, dtype: DType) -> Value {
        if self.b.ty(x).dtype == dtype { x } else { self.b.convert(x, dtype) }
    }

    /// Two tensors combined by the op's region, or added.
    fn combine(&mut self, frame: &Frame<'m>, d: &'m OpData, x: Value, y: Value, env: &mut Env) -> Found<Value> {
        let g = &frame.func.graph;
        let Some(&region) = d.regions.first() else { return Ok(self.b.binary(BinaryOp::Add, x, y)) };
        let no = unimplemented("collective", format!("{} with such a computation", d.op.name()), self.b.loc);
        let &[to, from] = &g.region(region).params[..] else { return Err(no) };
        let y = self.convert_to(y, g.tensor(from).dtype);
        env.set(to, Slot::One(x));
        env.set(from, Slot::One(y));
        let dims: Dims = self.b.dims(x).into();
        let results = self.on_tensors(frame, region, &dims, env)?;
        let &[sum] = &results[..] else { return Err(no) };
        Ok(sum)
    }

    /// What the roots of the groups get, zeros elsewhere. `roots` has a place in the group for each value; without it
    /// the first of a group is its root.
    fn for_roots(&mut self, groups: &Groups, xs: &[Value], roots: Option<Value>) -> Vec<Value> {
        let place = self.place_in_group(groups);
        let mut results = Vec::with_capacity(xs.len());
        for (i, &x) in (0..).zip(xs) {
            let ty = self.b.ty(x).clone();
            let zeros = self.number(&ty, 0);
            results.push(match roots {
                None => self.choose(place, 0, x, zeros),
                Some(roots) => {
                    let root = self.b.slice(roots, smallvec![i], smallvec![i + 1], smallvec![1]);
                    let root = self.b.reshape(root, &[]);
                    let root = self.b.convert(root, DType::I64);
                    let is_root = self.b.compare(CompareDirection::Eq, None, place, root);
                    self.select_scalar(is_root, x, zeros)
                }
            });
        }
        results
    }

    /// A tensor of equal numbers.
    fn number(&mut self, ty: &TensorType, n: i64) -> Value {
        let n = scalar::convert(DType::I64, ty.dtype, Scalar::Int(n));
        self.b.splat(ty, n).expect("a type that a tensor here has")
    }

    /// `x` where the scalar is a number, else `y`.
    fn choose(&mut self, scalar: Value, number: i64, x: Value, y: Value) -> Value {
        let number = self.number(&TensorType::new(DType::I64, &[]), number);
        let equal = self.b.compare(CompareDirection::Eq, None, scalar, number);
        self.select_scalar(equal, x, y)
    }

    fn select_scalar(&mut self, pred: Value, x: Value, y: Value) -> Value {
        let dims = self.b.dims(x).to_vec();
        let pred = self.b.broadcast(pred, &dims, &[]);
        self.b.select(pred, x, y)
    }

    /// This process's place in its group, no `i32` if it is in none.
    fn place_in_group(&mut self, groups: &Groups) -> Value {
        let mut place = vec![i64::MIN; self.grid.count()];
        groups.groups.iter().for_each(|g| (0..).zip(g).for_each(|(i, &p)| place[p] = i));
        self.by_process(place)
    }

    /// A number of this process, from those of all.
    fn by_process(&mut self, numbers: Vec<i64>) -> Value {
        let id = TensorType::new(DType::U32, &[]);
        let replica = self.b.emit(Op::ReplicaId {}, &[], id.clone());
        let partition = self.b.emit(Op::PartitionId {}, &[], id);
        let [replica, partition] = [replica, partition].map(|x| self.b.convert(x, DType::I64));
        let bytes = numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        let shape = [self.grid.replicas as i64, self.grid.partitions as i64];
        let table = Literal::new(DType::I64, &shape, bytes).expect("one number a process");
        let table = self.b.constant(table);
        let op = Op::DynamicSlice { slice_sizes: I64s::from_slice(&[1, 1]) };
        let number = self.b.emit(op, &[table, replica, partition], TensorType::new(DType::I64, &[1, 1]));
        self.b.reshape(number, &[])
    }

    // ---- movement

    /// A new leading dimension of 1.
    fn leading(&mut self, x: Value) -> Value {
        let dims: Vec<i64> = std::iter::once(1).chain(self.b.dims(x).iter().copied()).collect();
        self.b.reshape(x, &dims)
    }

    /// Row `i` of the leading dimension.
    fn row(&mut self, x: Value, i: i64) -> Value {
        let dims = self.b.dims(x).to_vec();
        let (mut start, mut limit): (I64s, I64s) = (smallvec![0; dims.len()], dims.iter().copied().collect());
        (start[0], limit[0]) = (i, i + 1);
        let row = self.b.slice(x, start, limit, smallvec![1; dims.len()]);
        self.b.reshape(row, &dims[1..])
    }

    /// Index `i` of dimension `axis`.
    fn at(&mut self, x: Value, axis: usize, i: Value) -> Value {
        let mut dims = self.b.dims(x).to_vec();
        let zero = self.number(&TensorType::new(DType::I64, &[]), 0);
        let operands: Vec<Value> =
            std::iter::once(x).chain((0..dims.len()).map(|d| if d == axis { i } else { zero })).collect();
        dims[axis] = 1;
        let ty = TensorType::new(self.b.ty(x).dtype, &dims);
        let one = self.b.emit(Op::DynamicSlice { slice_sizes: I64s::from_slice(&dims) }, &operands, ty);
        dims.remove(axis);
        self.b.reshape(one, &dims)
    }

    /// Dimension `axis` in that many parts, which a new leading dimension counts.
    fn split(&mut self, x: Value, axis: usize, parts: usize) -> Value {
        let mut dims = self.b.dims(x).to_vec();
        let rank = dims.len() as i64;
        dims[axis] /= parts as i64;
        dims.insert(axis, parts as i64);
        let x = self.b.reshape(x, &dims);
        let axis = axis as i64;
        self.b.transpose(x, std::iter::once(axis).chain((0..=rank).filter(|&d| d != axis)).collect())
    }

    /// The parts that the leading dimension counts, one after the other along what was dimension `axis` without it.
    fn merge(&mut self, x: Value, axis: usize) -> Value {
        let rank = self.b.dims(x).len() as i64;
        let order: I64s = (1..=axis as i64).chain([0]).chain(axis as i64 + 1..rank).collect();
        let x = self.b.transpose(x, order);
        let mut dims = self.b.dims(x).to_vec();
        let parts = dims.remove(axis);
        dims[axis] *= parts;
        self.b.reshape(x, &dims)
    }
}
