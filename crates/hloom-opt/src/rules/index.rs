//! Positions known at run time that turn out to be known before, or not to matter.

use super::util::*;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::{GatherDims, I64s};
use hloom_ir::{Op, TensorType, Value};
use hloom_num::scalar::Scalar;
use smallvec::{SmallVec, smallvec};

rules! {
    dynamic_slice |b, e| {
        dynamic_slice_whole: DynamicSlice { .. }(x, ..) if b.dims(x) == &e.ty.dims[..] => x;
        dynamic_slice_constant: DynamicSlice { slice_sizes: n }(x, ..) => {
            let start_of = |i: usize| Some(start_at(b.uniform(*e.args.get(i + 1)?)?, b.dims(x)[i], n[i]));
            let start = (0..n.len()).map(start_of).collect::<Option<I64s>>()?;
            let limit = start.iter().zip(n).map(|(s, n)| s + n).collect();
            b.slice(x, start, limit, smallvec![1; n.len()])
        };
        dynamic_slice_update: DynamicSlice { .. }(y @ DynamicUpdateSlice {}(_, u, ..), ..)
            if b.dims(u) == &e.ty.dims[..] && same_starts(b, y, 2, &e.args[1..]) => u;
        dynamic_slice_scalar: DynamicSlice { .. }(BroadcastInDim { .. }(x), ..) if b.dims(x).is_empty()
            => b.broadcast(x, &e.ty.dims, &[]);
    }

    dynamic_update_slice |b, e| {
        update_whole: DynamicUpdateSlice {}(x, u, ..) if b.dims(x) == b.dims(u) => u;
        update_nothing: DynamicUpdateSlice {}(x, u, ..) if count(b.dims(u)) == 0 => x;
        update_same: DynamicUpdateSlice {}(x, y @ DynamicSlice { .. }(x0, ..), ..)
            if x == x0 && same_starts(b, y, 1, &e.args[2..]) => x;
        update_update: DynamicUpdateSlice {}(y @ DynamicUpdateSlice {}(x, u, ..), v, ..)
            if b.dims(u) == b.dims(v) && same_starts(b, y, 2, &e.args[2..]) => {
            let args: SmallVec<[Value; 8]> = [&[x, v], &e.args[2..]].concat().into();
            b.emit(Op::DynamicUpdateSlice {}, &args, e.ty.clone())
        };
    }

    gather |b, e| {
        gather_one: Gather { dims: d, slice_sizes: n, .. }(x, indices) => one_slice(b, e, d, n, x, indices);
    }
}

/// A start index, clamped so that a box of size `n` fits.
fn start_at(s: Scalar, dim: i64, n: i64) -> i64 {
    let s = match s {
        Scalar::UInt(u) => i64::try_from(u).unwrap_or(i64::MAX),
        s => s.as_i64().unwrap_or(0),
    };
    s.clamp(0, (dim - n).max(0))
}

/// True if the op that defines `v` has these starts, as operands from `at` on.
fn same_starts(b: &Builder<'_, '_>, v: Value, at: usize, starts: &[Value]) -> bool {
    b.graph.def_op(v).is_some_and(|(_, d)| d.operands[at..] == *starts)
}

/// The scalars of a lone index, one for each dimension of a tensor: zero for those that are not `indexed`.
pub(super) fn starts(
    b: &mut Builder<'_, '_>,
    indices: Value,
    indexed: &[i64],
    rank: usize,
) -> Option<SmallVec<[Value; 8]>> {
    let dtype = b.ty(indices).dtype;
    let flat = b.reshape(indices, &[indexed.len() as i64]);
    let zero = b.splat(&TensorType::new(dtype, &[]), Scalar::zero(dtype))?;
    let mut starts = smallvec![zero; rank];
    for (k, &dim) in (0..).zip(indexed) {
        let one = b.slice(flat, smallvec![k], smallvec![k + 1], smallvec![1]);
        starts[dim as usize] = b.reshape(one, &[]);
    }
    Some(starts)
}

/// A gather of exactly one slice as a `dynamic_slice`.
fn one_slice(
    b: &mut Builder<'_, '_>,
    e: &Expr<'_>,
    d: &GatherDims,
    sizes: &I64s,
    x: Value,
    indices: Value,
) -> Option<Value> {
    let n = d.start_index_map.len() as i64;
    if count(b.dims(indices)) != n || n == 0 || count(sizes) == 0 || !d.operand_batching_dims.is_empty() {
        return None;
    }
    let starts = starts(b, indices, &d.start_index_map, sizes.len())?;
    let args: SmallVec<[Value; 8]> = [&[x], &starts[..]].concat().into();
    let ty = TensorType::new(e.ty.dtype, sizes);
    let part = b.emit(Op::DynamicSlice { slice_sizes: sizes.clone() }, &args, ty);
    // The slice's dimensions keep their order among the offset dimensions; the rest has size 1.
    Some(b.reshape(part, &e.ty.dims))
}
