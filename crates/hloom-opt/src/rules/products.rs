//! Products that sum nothing.

use super::attempt;
use super::util::count;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::{DotDims, I64s};
use hloom_ir::{Op, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, DType};

pub(super) const NAMES: &[&str] = &["outer_product"];

/// Rules for `dot_general`.
pub(super) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>) -> Option<Value> {
    let Op::DotGeneral { dims, algorithm: None, .. } = e.op else { return None };
    attempt(b, "outer_product", |b| outer(b, e, dims))
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
