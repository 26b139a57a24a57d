//! Ops that move elements: what undoes, merges with or vanishes into its neighbour.

use super::util::*;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::I64s;
use hloom_ir::{Dims, Op, OpData, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{DType, Literal};
use smallvec::smallvec;

rules! {
    transpose |b, e| {
        transpose_identity: Transpose { permutation: p }(x) if is_identity(p) => x;
        transpose_transpose: Transpose { permutation: q }(Transpose { permutation: p }(x))
            => b.transpose(x, then(p, q));
        transpose_unit_dims: Transpose { permutation: p }(x) if moves_units_only(b.dims(x), p)
            => b.reshape(x, &e.ty.dims);
        transpose_broadcast: Transpose { permutation: q }(BroadcastInDim { broadcast_dimensions: d }(x))
            => b.broadcast(x, &e.ty.dims, &then(&inverse(q), d));
        transpose_iota: Transpose { permutation: q }(Iota { iota_dimension: d }())
            => b.iota(e.ty.clone(), inverse(q)[*d as usize]);
    }

    reshape |b, e| {
        reshape_identity: Reshape {}(x) if b.dims(x) == &e.ty.dims[..] => x;
        reshape_reshape: Reshape {}(Reshape {}(x)) => b.reshape(x, &e.ty.dims);
        reshape_broadcast_scalar: Reshape {}(BroadcastInDim { .. }(x)) if b.dims(x).is_empty()
            => b.broadcast(x, &e.ty.dims, &[]);
        reshape_broadcast: Reshape {}(y @ BroadcastInDim { broadcast_dimensions: d }(x))
            => b.broadcast(x, &e.ty.dims, &dims_kept(b.dims(y), &e.ty.dims, d)?);
        reshape_iota: Reshape {}(y @ Iota { iota_dimension: d }())
            => b.iota(e.ty.clone(), units_added(b.dims(y), &e.ty.dims)?[*d as usize]);
    }

    broadcast |b, e| {
        broadcast_identity: BroadcastInDim { broadcast_dimensions: d }(x)
            if is_identity(d) && b.dims(x) == &e.ty.dims[..] => x;
        broadcast_is_reshape: BroadcastInDim { broadcast_dimensions: d }(x)
            if is_sorted(d) && count(b.dims(x)) == count(&e.ty.dims) && count(b.dims(x)) > 0
                => b.reshape(x, &e.ty.dims);
        broadcast_is_transpose: BroadcastInDim { broadcast_dimensions: d }(x)
            if d.len() == e.ty.rank() && b.dims(x).iter().zip(d).all(|(&n, &d)| e.ty.dims[d as usize] == n)
            => b.transpose(x, inverse(d));
        broadcast_broadcast: BroadcastInDim { broadcast_dimensions: q }(BroadcastInDim { broadcast_dimensions: p }(x))
            => b.broadcast(x, &e.ty.dims, &then(q, p));
        broadcast_reshape: BroadcastInDim { broadcast_dimensions: d }(y @ Reshape {}(x))
            => b.broadcast(x, &e.ty.dims, &then(d, &units_added(b.dims(x), b.dims(y))?));
        broadcast_one_element: BroadcastInDim { .. }(x) if count(b.dims(x)) == 1 && !b.dims(x).is_empty()
            => { let scalar = b.reshape(x, &[]); b.broadcast(scalar, &e.ty.dims, &[]) };
    }

    slice |b, e| {
        slice_identity: Slice { .. }(x) if b.dims(x) == &e.ty.dims[..] => x;
        slice_slice: Slice { start_indices: s, strides: t, .. }(Slice { start_indices: s0, strides: t0, .. }(x)) => {
            let start: I64s = (0..s.len()).map(|i| s0[i] + s[i] * t0[i]).collect();
            let strides: I64s = t.iter().zip(t0).map(|(t, t0)| t * t0).collect();
            b.slice(x, start.clone(), limits(&start, &e.ty.dims, &strides), strides)
        };
        slice_concatenate: Slice { start_indices: s, strides: t, .. }(Concatenate { dimension: d }(..))
            => { let d = *d as usize; slice_of_part(b, e, s.clone(), t.clone(), d) };
        slice_pad: Slice { start_indices: s, strides: t, .. }(
            Pad { edge_padding_low: low, interior_padding: gap, .. }(x, _)) => {
            let gap: I64s = gap.iter().map(|g| g + 1).collect();
            let start: I64s = s.iter().zip(low).map(|(s, l)| s - l).collect();
            let one = |i: usize| e.ty.dims[i] == 1;
            let met = |i: usize| start[i] >= 0 && start[i] % gap[i] == 0 && (one(i) || t[i] % gap[i] == 0);
            (0..s.len()).all(met).then_some(())?;
            let start: I64s = (0..s.len()).map(|i| start[i] / gap[i]).collect();
            let strides: I64s = (0..s.len()).map(|i| if one(i) { 1 } else { t[i] / gap[i] }).collect();
            let limits = limits(&start, &e.ty.dims, &strides);
            limits.iter().zip(b.dims(x)).all(|(l, n)| l <= n).then_some(())?;
            b.slice(x, start, limits, strides)
        };
        slice_broadcast: Slice { start_indices: s, strides: t, .. }(y @ BroadcastInDim { broadcast_dimensions: d }(x))
            => {
            let (from, wide, d) = (Dims::from_slice(b.dims(x)), Dims::from_slice(b.dims(y)), d.clone());
            let whole = |i: usize| from[i] == 1 && wide[d[i] as usize] != 1;
            let pick = |i: usize, at: &[i64]| at[d[i] as usize];
            let start: I64s = (0..d.len()).map(|i| if whole(i) { 0 } else { pick(i, s) }).collect();
            let strides: I64s = (0..d.len()).map(|i| if whole(i) { 1 } else { pick(i, t) }).collect();
            let sizes: I64s = (0..d.len()).map(|i| if whole(i) { 1 } else { pick(i, &e.ty.dims) }).collect();
            let part = b.slice(x, start.clone(), limits(&start, &sizes, &strides), strides);
            b.broadcast(part, &e.ty.dims, &d)
        };
        slice_iota: Slice { start_indices: s, strides: t, .. }(Iota { iota_dimension: d }())
            if s[*d as usize] == 0 && (t[*d as usize] == 1 || e.ty.dims[*d as usize] <= 1) => b.iota(e.ty.clone(), *d);
    }

    concatenate |b, e| {
        concatenate_single: Concatenate { .. }(x) if e.args.len() == 1 => x;
        concatenate_empty: Concatenate { dimension: d }(..) => {
            let some: Vec<Value> = e.args.iter().copied().filter(|&x| b.dims(x)[*d as usize] != 0).collect();
            (!some.is_empty() && some.len() < e.args.len()).then(|| b.concatenate(&some, *d))
        };
        concatenate_concatenate: Concatenate { dimension: d }(..) => {
            let parts = |x: &Value| match b.graph.def_op(*x) {
                Some((_, OpData { op: Op::Concatenate { dimension }, operands, .. })) if dimension == d
                    => operands.to_vec(),
                _ => vec![*x],
            };
            let flat: Vec<Value> = e.args.iter().flat_map(parts).collect();
            (flat.len() > e.args.len()).then(|| b.concatenate(&flat, *d))
        };
        concatenate_splats: Concatenate { .. }(x, ..) => {
            let first = b.literal(x)?.clone();
            let element = first.splat_bytes()?;
            let same = |&y: &Value| b.literal(y).and_then(Literal::splat_bytes) == Some(element);
            if !e.args.iter().all(same) { return None; }
            splat_like(b, &first, e.ty)
        };
        concatenate_slices: Concatenate { dimension: d }(..) => {
            let both = |i: usize| adjacent_slices(b, e.args[i - 1], e.args[i], *d as usize);
            let at = (1..e.args.len()).find_map(|i| Some((i, both(i)?)));
            let (i, (x, start, limit)) = at?;
            let ones = smallvec![1; start.len()];
            let both = b.slice(x, start, limit, ones);
            let rest: Vec<Value> = [&e.args[..i - 1], &[both], &e.args[i + 1..]].concat();
            b.concatenate(&rest, *d)
        };
    }

    pad |b, e| {
        pad_nothing: Pad { edge_padding_low: low, interior_padding: gap, .. }(x, _)
            if b.dims(x) == &e.ty.dims[..] && low.iter().all(|&l| l == 0)
                && (0..low.len()).all(|i| gap[i] == 0 || e.ty.dims[i] <= 1) => x;
        pad_is_slice: Pad { edge_padding_low: low, edge_padding_high: high, interior_padding: gap }(x, _)
            if low.iter().chain(high).all(|&p| p <= 0) && gap.iter().all(|&g| g == 0) => {
            let start: I64s = low.iter().map(|l| -l).collect();
            let ones: I64s = smallvec![1; start.len()];
            b.slice(x, start.clone(), limits(&start, &e.ty.dims, &ones), ones)
        };
        pad_pad: Pad { edge_padding_low: l1, edge_padding_high: h1, interior_padding: g1 }(
            Pad { edge_padding_low: l0, edge_padding_high: h0, interior_padding: g0 }(x, v), w)
            if v == w && g0.iter().chain(g1).all(|&g| g == 0) && [l0, h0, l1, h1].iter().all(|p| grows(p)) => {
            let sum = |a: &[i64], b: &[i64]| -> I64s { a.iter().zip(b).map(|(a, b)| a + b).collect() };
            let (low, high, gap) = (sum(l0, l1), sum(h0, h1), g0.clone());
            b.pad(x, v, low, high, gap)
        };
        pad_empty: Pad { .. }(x, v) if count(b.dims(x)) == 0 => b.broadcast(v, &e.ty.dims, &[]);
        pad_splat: Pad { .. }(Constant { value: c }(), Constant { value: v }())
            if c.splat_bytes().is_some() && c.splat_bytes() == v.splat_bytes()
                => { let v = v.clone(); splat_like(b, &v, e.ty) };
    }

    reverse |b, e| {
        reverse_nothing: Reverse { dimensions: d }(x) if d.iter().all(|&d| e.ty.dims[d as usize] <= 1) => x;
        reverse_reverse: Reverse { dimensions: q }(Reverse { dimensions: p }(x)) => {
            let only = |a: &I64s, b: &I64s| -> I64s { a.iter().copied().filter(|d| !b.contains(d)).collect() };
            let mut d = only(p, q);
            d.extend(only(q, p));
            d.sort_unstable();
            if d.is_empty() { x } else { b.reverse(x, d) }
        };
        reverse_broadcast: Reverse { dimensions: r }(y @ BroadcastInDim { broadcast_dimensions: d }(x))
            if r.iter().all(|r| d.iter().zip(b.dims(x)).all(|(d, &n)| d != r || n == 1)) => y;
    }

    bitcast |b, e| {
        bitcast_identity: BitcastConvert {}(x) if b.ty(x) == e.ty => x;
        bitcast_bitcast: BitcastConvert {}(y @ BitcastConvert {}(x))
            if same_bits(b.ty(x).dtype, b.ty(y).dtype) && same_bits(b.ty(x).dtype, e.ty.dtype)
            => b.emit(Op::BitcastConvert {}, &[x], e.ty.clone());
    }

    sizes |b, e| {
        iota_one: Iota { iota_dimension: d }() if e.ty.dims[*d as usize] == 1
            => b.splat(e.ty, Scalar::zero(e.ty.dtype));
        get_dimension_size: GetDimensionSize { dimension: d }(x) => {
            let n = b.dims(x)[*d as usize];
            b.splat(e.ty, Scalar::Int(n))
        };
    }
}

/// True if no edge is cut.
fn grows(padding: &[i64]) -> bool {
    padding.iter().all(|&p| p >= 0)
}

/// Equal number of bits, both types with one representation of each bit pattern.
fn same_bits(a: DType, b: DType) -> bool {
    a.bits() == b.bits() && (a.is_int() || is_ieee(a)) && (b.is_int() || is_ieee(b))
}

/// Limits of a slice of these sizes.
fn limits(start: &[i64], sizes: &[i64], strides: &[i64]) -> I64s {
    (0..start.len())
        .map(|i| if sizes[i] == 0 { start[i] } else { last_index(start[i], sizes[i], strides[i]) + 1 })
        .collect()
}

/// A slice of a concatenation that lies in one of its parts.
fn slice_of_part(b: &mut Builder<'_, '_>, e: &Expr<'_>, mut start: I64s, strides: I64s, d: usize) -> Option<Value> {
    let parts = b.graph.def_op(e.args[0])?.1.operands.clone();
    let last = last_index(start[d], e.ty.dims[d], strides[d]);
    let mut from = 0;
    for x in parts {
        let to = from + b.dims(x)[d];
        if start[d] >= from && last < to {
            start[d] -= from;
            return Some(b.slice(x, start.clone(), limits(&start, &e.ty.dims, &strides), strides));
        }
        from = to;
    }
    None
}

/// Two slices of one tensor that follow each other along `d`: the tensor and the slice that is both.
fn adjacent_slices(b: &Builder<'_, '_>, x: Value, y: Value, d: usize) -> Option<(Value, I64s, I64s)> {
    let (dx, dy) = (b.graph.def_op(x)?.1, b.graph.def_op(y)?.1);
    let (
        Op::Slice { start_indices: s0, limit_indices: l0, strides: t0 },
        Op::Slice { start_indices: s1, limit_indices: l1, strides: t1 },
    ) = (&dx.op, &dy.op)
    else {
        return None;
    };
    let dense = t0.iter().chain(t1).all(|&t| t == 1) && dx.operands == dy.operands;
    let follows = |i: usize| if i == d { l0[i] == s1[i] } else { s0[i] == s1[i] && l0[i] == l1[i] };
    let mut limit = l0.clone();
    limit[d] = l1[d];
    (dense && (0..s0.len()).all(follows)).then(|| (dx.operands[0], s0.clone(), limit))
}
