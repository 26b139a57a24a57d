//! Products that sum nothing, and those of complex numbers.

use super::attempt;
use super::util::count;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::{DotDims, I64s};
use hloom_ir::{Op, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, DType, UnaryOp};

pub(super) const NAMES: &[&str] = &["outer_product", "complex_product"];

/// Fewest multiply-adds of complex numbers that are worth it to put their parts together anew.
const FEWEST_COMPLEX: i64 = 1 << 18;
/// Fewest of them for each part that is read or written. On a Zen 2, matrices of order 64 (8) take as long either way, 128 take 0.16
/// instead of 0.25 ms, 512 take 6.4 instead of 22.
const FEWEST_PER_PART: i64 = 10;

/// Rules for `dot_general`.
pub(super) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>) -> Option<Value> {
    let Op::DotGeneral { dims, algorithm: None, .. } = e.op else { return None };
    attempt(b, "outer_product", |b| outer(b, e, dims))
        .or_else(|| attempt(b, "complex_product", |b| in_parts(b, e, dims)))
}

/// A product of complex numbers as one of real numbers with twice the terms and twice the columns: `[X Y] [[U V] [-V U]]` is
/// `[XU - YV, XV + YU]`. It does as many multiplications, in the form for which machines are made.
fn in_parts(b: &mut Builder<'_, '_>, e: &Expr<'_>, d: &DotDims) -> Option<Value> {
    let [x, y] = *e.args else { return None };
    let dtype = e.ty.dtype;
    if !dtype.is_complex() || [x, y].iter().any(|&v| b.ty(v).dtype != dtype) || d.lhs_contracting.is_empty() {
        return None;
    }
    let terms: i64 = d.lhs_contracting.iter().map(|&k| b.dims(x)[k as usize]).product();
    let points = count(&e.ty.dims);
    let parts = 2 * count(b.dims(x)) + 4 * count(b.dims(y)) + 2 * points;
    let adds = points.checked_mul(terms)?;
    if adds < FEWEST_COMPLEX || adds / parts.max(1) < FEWEST_PER_PART {
        return None;
    }
    // The columns: the first dimension that the second factor has alone, the last but so many of the result.
    let is_own = |k: &i64| !d.rhs_batching.contains(k) && !d.rhs_contracting.contains(k);
    let mut columns = (0..b.dims(y).len() as i64).filter(is_own);
    let column = columns.next()?;
    let at = e.ty.dims.len() - 1 - columns.count();
    if !b.rewrites.take("complex_product") {
        return None;
    }
    let (re, im) = (b.unary(UnaryOp::Real, x), b.unary(UnaryOp::Imag, x));
    let x = b.concatenate(&[re, im], d.lhs_contracting[0]);
    let (re, im) = (b.unary(UnaryOp::Real, y), b.unary(UnaryOp::Imag, y));
    let minus = b.unary(UnaryOp::Negate, im);
    let (above, below) = (b.concatenate(&[re, im], column), b.concatenate(&[minus, re], column));
    let y = b.concatenate(&[above, below], d.rhs_contracting[0]);
    let mut ty = e.ty.with_dtype(dtype.real_part());
    let size = ty.dims[at];
    ty.dims[at] = 2 * size;
    let product = b.emit(e.op.clone(), &[x, y], ty);
    let part = |b: &mut Builder<'_, '_>, from: i64| {
        let (mut start, mut limit) = (I64s::from_elem(0, e.ty.dims.len()), I64s::from_slice(&e.ty.dims));
        (start[at], limit[at]) = (from, from + size);
        b.slice(product, start, limit, I64s::from_elem(1, e.ty.dims.len()))
    };
    let (re, im) = (part(b, 0), part(b, size));
    Some(b.binary(BinaryOp::Complex, re, im))
}

/// One term to a result: `x y`, which other kernels can compute where they need it.
fn outer(b: &mut Builder<'_, '_>, e: &Expr<'_>, d: &DotDims) -> Option<Value> {
    let [x, y] = *e.args else { return None };
    let dtype = e.ty.dtype;
    let float = matches!(dtype, DType::F32 | DType::F64);
    let plain = float || dtype.is_int() && dtype.bits() >= 8;
    let same = [x, y].iter().all(|&v| b.ty(v).dtype == dtype && b.ty(v).quantized.is_none());
    let single = d.lhs_contracting.iter().all(|&k| b.dims(x)[k as usize] == 1);
    if !plain || !same || !single || e.ty.quantized.is_some() || count(&e.ty.dims) == 0 {
        return None;
    }
    if !b.rewrites.take("outer_product") {
        return None;
    }
    let batch = d.lhs_batching.len();
    let free = b.dims(x).len() - batch - d.lhs_contracting.len();
    let x = spread(b, x, &d.lhs_batching, &d.lhs_contracting, batch, &e.ty.dims);
    let y = spread(b, y, &d.rhs_batching, &d.rhs_contracting, batch + free, &e.ty.dims);
    let product = b.binary(BinaryOp::Multiply, x, y);
    if !float {
        return Some(product);
    }
    // The sum starts at zero, which makes of a negative zero a positive one.
    let zero = b.splat(e.ty, Scalar::zero(dtype))?;
    Some(b.binary(BinaryOp::Add, product, zero))
}

/// A factor over all dimensions of the result: its batching dimensions come first, its own ones from `at` on.
fn spread(
    b: &mut Builder<'_, '_>,
    x: Value,
    batching: &[i64],
    contracting: &[i64],
    mut at: usize,
    to: &[i64],
) -> Value {
    let (mut sizes, mut along) = (I64s::new(), I64s::new());
    for (k, &size) in (0..).zip(b.dims(x)) {
        if contracting.contains(&k) {
            continue;
        }
        sizes.push(size);
        along.push(match batching.iter().position(|&d| d == k) {
            Some(place) => place as i64,
            None => {
                at += 1;
                at as i64 - 1
            }
        });
    }
    let x = b.reshape(x, &sizes);
    b.broadcast(x, to, &along)
}
