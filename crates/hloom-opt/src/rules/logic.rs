//! Comparisons, choices, bits.

use super::util::*;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::CompareType;
use hloom_ir::{Op, Value};
use hloom_num::CompareDirection::{self, Eq, Ge, Gt, Le, Lt, Ne};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, DType, UnaryOp};

rules! {
    extremes |b, e| {
        maximum_self: Binary[Maximum](x, y) if x == y && !e.ty.dtype.is_complex() => x;
        minimum_self: Binary[Minimum](x, y) if x == y && !e.ty.dtype.is_complex() => x;
        maximum_constant_left: Binary[Maximum](c, x) if commutes(b, c, x) => b.binary(BinaryOp::Maximum, x, c);
        minimum_constant_left: Binary[Minimum](c, x) if commutes(b, c, x) => b.binary(BinaryOp::Minimum, x, c);
        maximum_lowest: Binary[Maximum](x, Constant { value: c }())
            if has_bounds(e.ty.dtype) && uniform(c) == Scalar::lowest(e.ty.dtype) => x;
        minimum_highest: Binary[Minimum](x, Constant { value: c }())
            if has_bounds(e.ty.dtype) && uniform(c) == Scalar::highest(e.ty.dtype) => x;
    }

    bits |b, e| {
        and_self: Binary[And](x, y) if x == y => x;
        or_self: Binary[Or](x, y) if x == y => x;
        xor_self: Binary[Xor](x, y) if x == y => b.splat(e.ty, Scalar::zero(e.ty.dtype));
        and_constant_left: Binary[And](c, x) if commutes(b, c, x) => b.binary(BinaryOp::And, x, c);
        or_constant_left: Binary[Or](c, x) if commutes(b, c, x) => b.binary(BinaryOp::Or, x, c);
        xor_constant_left: Binary[Xor](c, x) if commutes(b, c, x) => b.binary(BinaryOp::Xor, x, c);
        and_ones: Binary[And](x, Constant { value: c }()) if is_ones(c) => x;
        and_zero: Binary[And](_, z @ Constant { value: c }()) if is_zero(c) => z;
        or_zero: Binary[Or](x, Constant { value: c }()) if is_zero(c) => x;
        or_ones: Binary[Or](_, z @ Constant { value: c }()) if is_ones(c) => z;
        xor_zero: Binary[Xor](x, Constant { value: c }()) if is_zero(c) => x;
        xor_ones: Binary[Xor](x, Constant { value: c }()) if is_ones(c) => b.unary(UnaryOp::Not, x);
    }

    shifts |b, e| {
        shift_left_zero: Binary[ShiftLeft](x, Constant { value: c }()) if is_zero(c) => x;
        shift_right_arithmetic_zero: Binary[ShiftRightArithmetic](x, Constant { value: c }()) if is_zero(c) => x;
        shift_right_logical_zero: Binary[ShiftRightLogical](x, Constant { value: c }()) if is_zero(c) => x;
    }

    compare |b, e| {
        // Also for floats: NaN is neither less nor greater than itself.
        compare_self_strict: Compare { direction: Lt | Gt, .. }(x, y) if x == y
            => b.splat(e.ty, Scalar::Bool(false));
        compare_self_not_equal: Compare { direction: Ne, .. }(x, y)
            if x == y && is_exact(b.ty(x).dtype) => b.splat(e.ty, Scalar::Bool(false));
        compare_self: Compare { direction: Eq | Le | Ge, .. }(x, y)
            if x == y && is_exact(b.ty(x).dtype) => b.splat(e.ty, Scalar::Bool(true));
        compare_constant_left: Compare { direction: d, compare_type: t }(c, x)
            if b.literal(c).is_some() && b.literal(x).is_none() => b.compare(swapped(*d), *t, x, c);
        compare_converted_bool: Compare { direction: d @ (Eq | Ne), .. }(Convert {}(p), Constant { value: c }())
            if b.ty(p).dtype.is_bool() && (is_zero(c) || is_one(c)) => {
            if is_one(c) == (*d == Eq) { p } else { b.unary(UnaryOp::Not, p) }
        };
        compare_bool: Compare { direction: d @ (Eq | Ne), .. }(p, Constant { value: c }())
            if b.ty(p).dtype.is_bool() && (is_zero(c) || is_one(c)) => {
            if is_one(c) == (*d == Eq) { p } else { b.unary(UnaryOp::Not, p) }
        };
        // A derivative of `max(x, c)` asks where x was chosen; x need not be kept for it beside what was chosen. NaN stays NaN.
        compare_of_extreme: Compare { direction: d, compare_type: t }(x, c) if *t != Some(CompareType::TotalOrder) => {
            let y = b.standing(extreme(*d)?, x, c)?;
            b.compare(*d, *t, y, c)
        };
        compare_unsigned_zero: Compare { direction: d @ (Lt | Ge), .. }(x, Constant { value: c }())
            if b.ty(x).dtype.is_unsigned_int() && is_zero(c) => b.splat(e.ty, Scalar::Bool(*d == Ge));
        compare_iota_zero: Compare { direction: d @ (Lt | Ge), .. }(
            x @ Iota { iota_dimension: k }(), Constant { value: c }())
            if is_zero(c) && fits(b, x, *k) => b.splat(e.ty, Scalar::Bool(*d == Ge));
    }

    select |b, e| {
        select_same: Select {}(_, x, y) if x == y => x;
        select_constant: Select {}(Constant { value: c }(), x, y) if c.splat_bytes().is_some()
            => if is_one(c) { x } else { y };
        select_not: Select {}(Unary[Not](p), x, y) => b.select(p, y, x);
        select_bool: Select {}(p, Constant { value: t }(), Constant { value: f }())
            if e.ty.dtype.is_bool() && b.dims(p) == &e.ty.dims[..] && is_one(t) && is_zero(f) => p;
        select_bool_not: Select {}(p, Constant { value: t }(), Constant { value: f }())
            if e.ty.dtype.is_bool() && b.dims(p) == &e.ty.dims[..] && is_zero(t) && is_one(f)
                => b.unary(UnaryOp::Not, p);
        select_select_true: Select {}(p, Select {}(q, x, _), y) if p == q => b.select(p, x, y);
        select_select_false: Select {}(p, x, Select {}(q, _, y)) if p == q => b.select(p, x, y);
        select_spread_predicate: Select {}(BroadcastInDim { .. }(p), x, y) if b.dims(p).is_empty() => b.select(p, x, y);
    }

    clamp |b, e| {
        clamp_clamp: Clamp {}(lo, y @ Clamp {}(lo0, _, hi0), hi) if lo == lo0 && hi == hi0 && is_exact(e.ty.dtype) => y;
    }
}

/// True if the type's least and greatest value bound everything but NaN, and NaN is what the extremes keep.
fn has_bounds(dtype: DType) -> bool {
    is_exact(dtype) || is_ieee(dtype)
}

/// The extreme of x and c that compares to c as x does.
fn extreme(d: CompareDirection) -> Option<BinaryOp> {
    match d {
        Gt | Le => Some(BinaryOp::Maximum),
        Lt | Ge => Some(BinaryOp::Minimum),
        Eq | Ne => None,
    }
}

/// `a d b` is `b swapped(d) a`.
fn swapped(d: CompareDirection) -> CompareDirection {
    use CompareDirection as D;
    match d {
        D::Eq => D::Eq,
        D::Ne => D::Ne,
        D::Lt => D::Gt,
        D::Gt => D::Lt,
        D::Le => D::Ge,
        D::Ge => D::Le,
    }
}

/// The comparison that holds where this one does not, if there is one: NaN has no order.
pub(in crate::rules) fn opposite(d: CompareDirection, dtype: DType) -> Option<CompareDirection> {
    use CompareDirection as D;
    match d {
        D::Eq => Some(D::Ne),
        D::Ne => Some(D::Eq),
        _ if !is_exact(dtype) => None,
        D::Lt => Some(D::Ge),
        D::Ge => Some(D::Lt),
        D::Gt => Some(D::Le),
        D::Le => Some(D::Gt),
    }
}

/// True if no number of an iota wraps.
fn fits(b: &Builder<'_, '_>, iota: Value, d: i64) -> bool {
    let t = b.ty(iota);
    let bits = t.dtype.bits().min(63);
    (t.dtype.is_int() && t.dims[d as usize] <= 1i64 << (bits - 1)) || is_ieee(t.dtype)
}
