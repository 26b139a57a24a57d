//! Arithmetic and conversions.
//!
//! Floats: `x + 0` is not `x` for `x = -0`, and a change of sign changes a NaN; such rules are for integers only.

use super::util::*;
use crate::builder::{Builder, Expr};
use hloom_ir::{Op, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, DType, UnaryOp};

rules! {
    unary |b, e| {
        negate_negate: Unary[Negate](Unary[Negate](x)) if has_negative(e.ty.dtype) => x;
        not_not: Unary[Not](Unary[Not](x)) => x;
        abs_abs: Unary[Abs](y @ Unary[Abs](_)) => y;
        abs_negate: Unary[Abs](Unary[Negate](x)) if !e.ty.dtype.is_complex() && has_negative(e.ty.dtype)
            => b.unary(UnaryOp::Abs, x);
        floor_floor: Unary[Floor](y @ Unary[Floor](_)) => y;
        ceil_ceil: Unary[Ceil](y @ Unary[Ceil](_)) => y;
        round_round: Unary[RoundNearestEven](y @ Unary[RoundNearestEven](_)) => y;
        sign_sign: Unary[Sign](y @ Unary[Sign](_)) if !e.ty.dtype.is_complex() => y;
        conj_conj: Unary[Conj](Unary[Conj](x)) => x;
        conj_real: Unary[Conj](x) if !e.ty.dtype.is_complex() => x;
        real_complex: Unary[Real](Binary[Complex](x, _)) => x;
        imag_complex: Unary[Imag](Binary[Complex](_, y)) => y;
        real_real: Unary[Real](x) if b.ty(x) == e.ty => x;
        not_compare: Unary[Not](Compare { direction: d, compare_type: t }(x, y)) => {
            let (d, t) = (crate::rules::logic::opposite(*d, b.ty(x).dtype)?, *t);
            b.compare(d, t, x, y)
        };
    }

    add |b, e| {
        add_constant_left: Binary[Add](c, x) if commutes(b, c, x) => b.binary(BinaryOp::Add, x, c);
        add_zero: Binary[Add](x, Constant { value: c }())
            if (is_exact(e.ty.dtype) && is_zero(c)) || (is_ieee(e.ty.dtype) && is_negative_zero(c)) => x;
        add_add_constants: Binary[Add](Binary[Add](x, c0), c1)
            if e.ty.dtype.is_int() && b.literal(c0).is_some() && b.literal(c1).is_some()
            => { let c = b.binary(BinaryOp::Add, c0, c1); b.binary(BinaryOp::Add, x, c) };
        add_subtract_constants: Binary[Add](Binary[Subtract](c0, x), c1)
            if e.ty.dtype.is_int() && b.literal(c0).is_some() && b.literal(c1).is_some()
            => { let c = b.binary(BinaryOp::Add, c0, c1); b.binary(BinaryOp::Subtract, c, x) };
        add_subtract: Binary[Add](Binary[Subtract](x, y), z) if e.ty.dtype.is_int() && y == z => x;
        add_negate: Binary[Add](x, Unary[Negate](y)) if e.ty.dtype.is_int() => b.binary(BinaryOp::Subtract, x, y);
    }

    subtract |b, e| {
        subtract_zero: Binary[Subtract](x, Constant { value: c }())
            if (is_exact(e.ty.dtype) && is_zero(c)) || (is_ieee(e.ty.dtype) && is_positive_zero(c)) => x;
        subtract_self: Binary[Subtract](x, y) if x == y && e.ty.dtype.is_int()
            => b.splat(e.ty, Scalar::zero(e.ty.dtype));
        subtract_add: Binary[Subtract](Binary[Add](x, y), z) if e.ty.dtype.is_int() && y == z => x;
        subtract_negate: Binary[Subtract](x, Unary[Negate](y)) if e.ty.dtype.is_int() => b.binary(BinaryOp::Add, x, y);
        subtract_from_zero: Binary[Subtract](Constant { value: c }(), x) if e.ty.dtype.is_int() && is_zero(c)
            => b.unary(UnaryOp::Negate, x);
        subtract_constant: Binary[Subtract](x, c) if e.ty.dtype.is_int() && b.literal(c).is_some()
            => { let c = b.unary(UnaryOp::Negate, c); b.binary(BinaryOp::Add, x, c) };
    }

    multiply |b, e| {
        multiply_constant_left: Binary[Multiply](c, x) if commutes(b, c, x) => b.binary(BinaryOp::Multiply, x, c);
        multiply_one: Binary[Multiply](x, Constant { value: c }())
            if (is_exact(e.ty.dtype) || is_ieee(e.ty.dtype)) && is_one(c) => x;
        multiply_zero: Binary[Multiply](_, z @ Constant { value: c }()) if is_exact(e.ty.dtype) && is_zero(c) => z;
        multiply_multiply_constants: Binary[Multiply](Binary[Multiply](x, c0), c1)
            if e.ty.dtype.is_int() && b.literal(c0).is_some() && b.literal(c1).is_some()
            => { let c = b.binary(BinaryOp::Multiply, c0, c1); b.binary(BinaryOp::Multiply, x, c) };
    }

    divide |b, e| {
        divide_one: Binary[Divide](x, Constant { value: c }())
            if (e.ty.dtype.is_int() || is_ieee(e.ty.dtype)) && is_one(c) => x;
        divide_power_of_two: Binary[Divide](x, Constant { value: c }()) => {
            let r = exact_reciprocal(c)?;
            let r = b.splat(e.ty, r)?;
            b.binary(BinaryOp::Multiply, x, r)
        };
        remainder_one: Binary[Remainder](_, Constant { value: c }()) if e.ty.dtype.is_int() && is_one(c)
            => b.splat(e.ty, Scalar::zero(e.ty.dtype));
        power_one: Binary[Power](x, Constant { value: c }())
            if (e.ty.dtype.is_int() || is_ieee(e.ty.dtype)) && is_one(c) => x;
        // An f64 square is exact for these types, and so is the power that the rounding then meets.
        power_two: Binary[Power](x, Constant { value: c }())
            if is_number(c, 2) && (e.ty.dtype.is_int() || matches!(e.ty.dtype, DType::F32 | DType::F16 | DType::BF16))
            => b.binary(BinaryOp::Multiply, x, x);
    }

    complex |b, e| {
        complex_parts: Binary[Complex](Unary[Real](x), Unary[Imag](y)) if x == y && b.ty(x) == e.ty => x;
    }

    convert |b, e| {
        convert_identity: Convert {}(x) if b.ty(x) == e.ty => x;
        convert_convert: Convert {}(y @ Convert {}(x)) if converts_through(b.ty(x).dtype, b.ty(y).dtype, e.ty.dtype)
            => b.convert(x, e.ty.dtype);
        convert_iota: Convert {}(y @ Iota { iota_dimension: d }()) if counts(b, y, *d, e.ty.dtype)
            => b.iota(e.ty.clone(), *d);
        reduce_precision_identity: ReducePrecision { exponent_bits: x, mantissa_bits: m }(v)
            if keeps_all(e.ty.dtype, *x, *m) => v;
    }
}

/// True if the numbers of an iota of an integer type are numbers of its own type and of `to`.
fn counts(b: &Builder<'_, '_>, iota: Value, d: i64, to: DType) -> bool {
    let t = b.ty(iota);
    let limit = |x: DType| match x {
        _ if x.is_signed_int() => 1i64 << (x.bits() - 1).min(62),
        _ if x.is_unsigned_int() => 1i64 << x.bits().min(62),
        DType::F64 => 1 << 53,
        DType::F32 => 1 << 24,
        DType::F16 => 1 << 11,
        DType::BF16 => 1 << 8,
        _ => 0,
    };
    let n = t.dims[d as usize];
    t.dtype.is_int() && n <= limit(t.dtype) && n <= limit(to)
}

/// True if a format of this many exponent and mantissa bits holds every number of the type.
fn keeps_all(dtype: DType, exponent_bits: i64, mantissa_bits: i64) -> bool {
    let own = match dtype {
        DType::BF16 => (8, 7),
        DType::F16 => (5, 10),
        DType::F32 => (8, 23),
        DType::F64 => (11, 52),
        _ => return false,
    };
    exponent_bits >= own.0 && mantissa_bits >= own.1
}
