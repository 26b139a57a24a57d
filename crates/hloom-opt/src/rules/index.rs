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
        update_parts: DynamicUpdateSlice {}(_, ..) => {
            let (parts, along) = updated_parts(b, e)?;
            b.concatenate(&parts, along)
        };
        update_splat: DynamicUpdateSlice {}(Constant { value: c }(), u, ..) if c.splat_bytes().is_some() => {
            let start = (0..e.ty.rank()).map(|d| constant_start(b, e.args, d)).collect::<Option<I64s>>()?;
            let high = (0..e.ty.rank()).map(|d| e.ty.dims[d] - start[d] - b.dims(u)[d]).collect();
            let element = splat_like(b, &c.clone(), &TensorType::new(e.ty.dtype, &[]))?;
            let none: I64s = smallvec![0; start.len()];
            b.pad(u, element, start, high, none)
        };
    }

    gather |b, e| {
        gather_one: Gather { dims: d, slice_sizes: n, .. }(x, indices) => one_slice(b, e, d, n, x, indices);
    }
}

/// A start index, clamped so that a box of size `n` fits.
fn start_at(s: Scalar, dim: i64, n: i64) -> i64 {
    s.as_index().unwrap_or(0).clamp(0, (dim - n).max(0))
}

/// Where the update of a `dynamic_update_slice` with these operands begins in a dimension, if that is known.
fn constant_start(b: &Builder<'_, '_>, args: &[Value], d: usize) -> Option<i64> {
    let (size, n) = (b.dims(args[0])[d], b.dims(args[1])[d]);
    if size == n { Some(0) } else { Some(start_at(b.uniform(args[2 + d])?, size, n)) }
}

/// Updates one after the other, the first perhaps of a splat (which is a padding), that leave nothing of what was there; and the
/// dimension along which they lie side by side.
fn updated_parts(b: &Builder<'_, '_>, e: &Expr<'_>) -> Option<(Vec<Value>, i64)> {
    /// (Each is an operand of a kernel.)
    const MOST: usize = 16;
    let whole = &e.ty.dims[..];
    let shorter = |part: Value| {
        let mut d = (0..whole.len()).filter(|&d| b.dims(part)[d] != whole[d]);
        d.next().filter(|_| d.next().is_none())
    };
    let along = shorter(e.args[1])?;
    let (mut parts, mut left) = (Vec::<(i64, Value)>::new(), whole[along]);
    let mut next = Some((e.op, e.args));
    while left > 0 {
        let (op, args) = next?;
        let (start, part) = match op {
            Op::DynamicUpdateSlice {} => (constant_start(b, args, along)?, args[1]),
            Op::Pad { edge_padding_low: low, edge_padding_high: high, interior_padding: gap }
                if low.iter().chain(high).all(|&p| p >= 0) && gap.iter().all(|&g| g == 0) =>
            {
                (low[along], args[0])
            }
            _ => return None,
        };
        let n = b.dims(part)[along];
        let apart = parts.iter().all(|&(s, p)| start + n <= s || s + b.dims(p)[along] <= start);
        if shorter(part) != Some(along) || !apart || parts.len() == MOST {
            return None;
        }
        parts.push((start, part));
        left -= n;
        let is_update = matches!(op, Op::DynamicUpdateSlice {});
        next = b.graph.def_op(args[0]).filter(|_| is_update).map(|(_, d)| (&d.op, &d.operands[..]));
    }
    parts.sort_unstable_by_key(|p| p.0);
    Some((parts.into_iter().map(|p| p.1).collect(), along as i64))
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
