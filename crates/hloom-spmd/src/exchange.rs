//! How devices exchange parts of values: from one way of cutting to another, and from partial sums to sums.
//!
//! Axes that a dimension keeps stay; what is new is sliced off, first where nothing need be exchanged for it; a list of
//! axes that goes from one dimension to another is an `all_to_all`; what is left is gathered.

use crate::devices::{Axis, Devices, Spec};
use hloom_ir::attrs::{ChannelHandle, Flag, Ids, ReplicaGroups};
use hloom_ir::{Builder, Op, Region, TensorType, Type, Value};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, CompareDirection, DType, Literal};

/// Builds exchanges; numbers their channels.
pub(crate) struct Exchange<'a> {
    pub(crate) devices: &'a Devices,
    /// The last channel in use.
    pub(crate) channel: i64,
}

impl Exchange<'_> {
    fn channel(&mut self) -> Option<ChannelHandle> {
        self.channel += 1;
        Some(ChannelHandle { handle: self.channel, kind: 1 })
    }

    fn groups(&self, axes: &[Axis]) -> ReplicaGroups {
        let groups = self.devices.groups(axes);
        ReplicaGroups::Dense(Ids::in_rows(&groups.concat(), groups.len()))
    }

    /// A value that is cut one way, cut another way.
    pub(crate) fn reshard(&mut self, b: &mut Builder<'_>, x: Value, from: &Spec, to: &Spec) -> Value {
        let (mut x, mut at) = (x, from.clone());
        let rank = at.0.len();
        let common = |at: &Spec, d: usize| at.0[d].iter().zip(&to.0[d]).take_while(|(a, b)| a == b).count();
        for d in 0..rank {
            let kept = common(&at, d);
            let new: Vec<Axis> = to.0[d][kept..].iter().copied().take_while(|a| !at.axes().any(|b| b == *a)).collect();
            if kept == at.0[d].len() && !new.is_empty() {
                x = self.slice(b, x, d, &new);
                at.0[d].extend(new);
            }
        }
        for d in 0..rank {
            let kept = common(&at, d);
            let moved = at.0[d][kept..].to_vec();
            let target = (0..rank).find(|&e| {
                let k = common(&at, e);
                e != d && !moved.is_empty() && k == at.0[e].len() && to.0[e][k..].starts_with(&moved)
            });
            if let Some(e) = target {
                x = self.all_to_all(b, x, e, d, &moved);
                at.0[d].truncate(kept);
                at.0[e].extend(moved);
            }
        }
        for d in 0..rank {
            let kept = common(&at, d);
            let gone = at.0[d].split_off(kept);
            if !gone.is_empty() {
                x = self.gather(b, x, d, &gone);
            }
        }
        for d in 0..rank {
            let new = to.0[d][at.0[d].len()..].to_vec();
            if !new.is_empty() {
                x = self.slice(b, x, d, &new);
            }
        }
        x
    }

    /// The place of this device along axes times `step`, as a scalar of type `i32`.
    pub(crate) fn position(&self, b: &mut Builder<'_>, axes: &[Axis], step: i64) -> Value {
        let table = self.devices.positions(axes);
        let bytes: Vec<u8> = table.iter().flat_map(|p| ((p * step) as i32).to_le_bytes()).collect();
        let table = Literal::new(DType::I32, &[table.len() as i64], bytes).expect("one place a device");
        let table = b.constant(table);
        let id = b.op(Op::PartitionId {}, &[], &[], None)[0];
        let place = b.dynamic_slice(table, &[id], &[1]);
        b.reshape(place, &[])
    }

    /// This device's part of a dimension.
    fn slice(&self, b: &mut Builder<'_>, x: Value, d: usize, axes: &[Axis]) -> Value {
        let mut dims = b.tensor(x).dims.to_vec();
        dims[d] /= self.devices.parts(axes);
        let start = self.position(b, axes, dims[d]);
        let zero = b.splat(DType::I32, &[], 0.0);
        let starts: Vec<Value> = (0..dims.len()).map(|i| if i == d { start } else { zero }).collect();
        b.dynamic_slice(x, &starts, &dims)
    }

    fn gather(&mut self, b: &mut Builder<'_>, x: Value, d: usize, axes: &[Axis]) -> Value {
        let mut ty = b.tensor(x).clone();
        ty.dims[d] *= self.devices.parts(axes);
        let (replica_groups, channel) = (self.groups(axes), self.channel());
        let all_gather_dim = d as i64;
        let op = Op::AllGather { all_gather_dim, replica_groups, channel, use_global_device_ids: Flag(true) };
        b.op(op, &[x], &[], Some(&[Type::Tensor(ty)]))[0]
    }

    fn all_to_all(&mut self, b: &mut Builder<'_>, x: Value, split: usize, concat: usize, axes: &[Axis]) -> Value {
        let mut ty = b.tensor(x).clone();
        let split_count = self.devices.parts(axes);
        ty.dims[split] /= split_count;
        ty.dims[concat] *= split_count;
        let (replica_groups, channel) = (self.groups(axes), self.channel());
        let (split_dimension, concat_dimension) = (split as i64, concat as i64);
        let op = Op::AllToAll { split_dimension, concat_dimension, split_count, replica_groups, channel };
        b.op(op, &[x], &[], Some(&[Type::Tensor(ty)]))[0]
    }

    /// The parts along axes in the opposite order.
    pub(crate) fn mirror(&mut self, b: &mut Builder<'_>, x: Value, axes: &[Axis]) -> Value {
        let groups = self.devices.groups(axes);
        let pairs = groups.iter().flat_map(|g| g.iter().copied().zip(g.iter().rev().copied()));
        self.permute(b, x, &pairs.collect::<Vec<_>>())
    }

    /// The parts as another order of the devices has them.
    pub(crate) fn relocate(&mut self, b: &mut Builder<'_>, x: Value, from: usize, to: usize) -> Value {
        if from == to { x } else { self.permute(b, x, &self.devices.moves(from, to)) }
    }

    /// What each partition has for the one that it is paired with.
    fn permute(&mut self, b: &mut Builder<'_>, x: Value, pairs: &[(i64, i64)]) -> Value {
        let ids: Vec<i64> = pairs.iter().flat_map(|&(from, to)| [from, to]).collect();
        let source_target_pairs = Ids::in_rows(&ids, pairs.len());
        let op = Op::CollectivePermute { source_target_pairs, channel: self.channel() };
        let ty = Type::Tensor(b.tensor(x).clone());
        b.op(op, &[x], &[], Some(&[ty]))[0]
    }

    /// The parts of a value along axes combined.
    pub(crate) fn all_reduce(&mut self, b: &mut Builder<'_>, x: Value, op: BinaryOp, axes: &[Axis]) -> Value {
        let ty = b.tensor(x).clone();
        let region = combination(b, ty.dtype, op);
        let (replica_groups, channel) = (self.groups(axes), self.channel());
        let all = Op::AllReduce { replica_groups, channel, use_global_device_ids: Flag(true) };
        b.op(all, &[x], &[region], Some(&[Type::Tensor(ty)]))[0]
    }

    /// A value that all devices along axes have, as parts of a sum: it is the first one's, the others have zeros.
    pub(crate) fn part_of_sum(&self, b: &mut Builder<'_>, x: Value, axes: &[Axis]) -> Value {
        let ty = b.tensor(x).clone();
        let place = self.position(b, axes, 1);
        let first = b.splat(DType::I32, &[], 0.0);
        let here = b.compare(CompareDirection::Eq, place, first);
        let zero = b.splat(ty.dtype, &ty.dims, 0.0);
        b.select(here, x, zero)
    }

    /// This device's part of a dimension among zeros: parts of a sum that is the whole.
    pub(crate) fn among_zeros(&self, b: &mut Builder<'_>, x: Value, d: usize, axes: &[Axis]) -> Value {
        let mut ty = b.tensor(x).clone();
        let start = self.position(b, axes, ty.dims[d]);
        ty.dims[d] *= self.devices.parts(axes);
        let zeros = b.splat(ty.dtype, &ty.dims, 0.0);
        let zero = b.splat(DType::I32, &[], 0.0);
        let starts: Vec<Value> = (0..ty.dims.len()).map(|i| if i == d { start } else { zero }).collect();
        b.dynamic_update_slice(zeros, x, &starts)
    }

    /// As [`Exchange::all_reduce`]; each device keeps its part of a dimension.
    pub(crate) fn reduce_scatter(
        &mut self,
        b: &mut Builder<'_>,
        x: Value,
        op: BinaryOp,
        d: usize,
        axes: &[Axis],
    ) -> Value {
        let mut ty = b.tensor(x).clone();
        ty.dims[d] /= self.devices.parts(axes);
        let region = combination(b, ty.dtype, op);
        let (replica_groups, channel) = (self.groups(axes), self.channel());
        let use_global_device_ids = Flag(true);
        let op = Op::ReduceScatter { scatter_dimension: d as i64, replica_groups, channel, use_global_device_ids };
        b.op(op, &[x], &[region], Some(&[Type::Tensor(ty)]))[0]
    }

    /// What one partition has, for all.
    pub(crate) fn broadcast(&mut self, b: &mut Builder<'_>, x: Value, root: i64) -> Value {
        let ty = b.tensor(x).clone();
        let others = (0..self.devices.count()).filter(|&p| p != root);
        let ids: Vec<i64> = std::iter::once(root).chain(others).collect();
        let (replica_groups, channel) = (ReplicaGroups::Dense(Ids::in_rows(&ids, 1)), self.channel());
        let op = Op::CollectiveBroadcast { replica_groups, channel, has_dynamic_root: Flag(false) };
        b.op(op, &[x], &[], Some(&[Type::Tensor(ty)]))[0]
    }
}

/// The region that combines two elements.
pub(crate) fn combination(b: &mut Builder<'_>, dtype: DType, op: BinaryOp) -> Region {
    let scalar = Type::tensor(dtype, &[]);
    b.nested(&[scalar.clone(), scalar], |b, p| vec![b.binary(op, p[0], p[1])])
}

/// The element that changes nothing when it is combined; `None` if the type has none.
pub(crate) fn neutral(op: BinaryOp, dtype: DType) -> Option<Literal> {
    let value = match op {
        BinaryOp::Add => Scalar::zero(dtype),
        BinaryOp::Multiply => Scalar::one(dtype),
        BinaryOp::Minimum => Scalar::highest(dtype)?,
        BinaryOp::Maximum => Scalar::lowest(dtype)?,
        BinaryOp::Or => Scalar::zero(dtype),
        BinaryOp::And if dtype == DType::Bool => Scalar::one(dtype),
        BinaryOp::And => scalar::convert(DType::I64, dtype, Scalar::Int(-1)),
        _ => return None,
    };
    let mut bytes = vec![0; dtype.byte_size()];
    scalar::write(dtype, value, &mut bytes);
    Literal::splat(dtype, &[], &bytes).ok()
}

/// The type of a part.
pub(crate) fn part(devices: &Devices, t: &TensorType, spec: &Spec) -> TensorType {
    TensorType { dims: devices.part_dims(&t.dims, spec).into_iter().collect(), ..t.clone() }
}
