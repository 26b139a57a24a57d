//! Integer operations made total.

use super::writer::any;
use crate::FuncBuilder;
use crate::loop_ir::*;

fn constant(b: &mut FuncBuilder, like: Val, i: i64) -> Val {
    let ty = b.ty(like);
    b.int(ty, i)
}

/// A divisor that the machine may use, and where it replaces 0 and where (signed) it replaces -1 below the minimum.
fn safe_divisor(b: &mut FuncBuilder, x: Val, y: Val, signed: bool) -> (Val, Val) {
    let (zero, one) = (constant(b, y, 0), constant(b, y, 1));
    let by_zero = b.cmp(CmpOp::Eq, y, zero);
    let mut unsafe_ = by_zero;
    if signed {
        // The quotient by 1 in its place is the wrapped one: MIN; the remainder is 0.
        let min = constant(b, x, i64::MIN >> (64 - b.ty(x).elem.bits()));
        let minus_one = constant(b, y, -1);
        let is_min = b.cmp(CmpOp::Eq, x, min);
        let is_minus_one = b.cmp(CmpOp::Eq, y, minus_one);
        let overflows = b.bin(BinOp::And, is_min, is_minus_one);
        unsafe_ = b.bin(BinOp::Or, unsafe_, overflows);
    }
    (b.select(unsafe_, one, y), by_zero)
}

/// The quotient of lanes of up to 32 bits by what is not a constant; anything for divisor 0. Machines divide integers one by
/// one, but floating-point numbers by the vector, and one reciprocal does for a loop with one divisor.
///
/// The dividend, exact in the wider type of `p` bits, times a reciprocal that is too large by about 2^(3-p) of itself is not less than
/// the quotient and less than 1/divisor above it, so it has the same integer part: the dividend has fewer than `p - 6` bits. That
/// part is added to a number of which the last bit is worth 1, and the low bits are the quotient, wrapped (MIN / -1).
fn quotient_of_lanes(b: &mut FuncBuilder, x: Val, y: Val, signed: bool) -> Option<Val> {
    let ty = b.ty(x);
    let (float, bits, precision) = match ty.elem {
        Elem::I8 | Elem::I16 => (Elem::F32, Elem::I32, 24),
        Elem::I32 => (Elem::F64, Elem::I64, 53),
        _ => return None,
    };
    if ty.lanes == 1 || b.as_int(y).is_some() {
        return None;
    }
    let wide = ty.with_elem(float);
    let convert = if signed { CastOp::SToF } else { CastOp::UToF };
    let one = b.float(wide, 1.0);
    let above = b.float(wide, 1.0 + 2f64.powi(3 - precision));
    let last_is_one = b.float(wide, 1.5 * 2f64.powi(precision - 1));
    let divisor = b.cast(convert, y, float);
    let reciprocal = b.bin(BinOp::FDiv, one, divisor);
    let reciprocal = b.bin(BinOp::FMul, reciprocal, above);
    let dividend = b.cast(convert, x, float);
    let product = b.bin(BinOp::FMul, dividend, reciprocal);
    let whole = b.un(UnOp::Trunc, product);
    let placed = b.bin(BinOp::FAdd, whole, last_is_one);
    let placed = b.cast(CastOp::Bitcast, placed, bits);
    Some(b.cast(CastOp::Trunc, placed, ty.elem))
}

/// Quotient: all ones for divisor 0, MIN for MIN / -1.
pub(super) fn div(b: &mut FuncBuilder, x: Val, y: Val, signed: bool) -> Val {
    if let Some(q) = quotient_of_lanes(b, x, y, signed) {
        let (zero, ones) = (constant(b, y, 0), constant(b, x, -1));
        let by_zero = b.cmp(CmpOp::Eq, y, zero);
        return b.select(by_zero, ones, q);
    }
    let (d, by_zero) = safe_divisor(b, x, y, signed);
    let q = b.bin(if signed { BinOp::SDiv } else { BinOp::UDiv }, x, d);
    let ones = constant(b, x, -1);
    b.select(by_zero, ones, q)
}

/// Remainder: the dividend for divisor 0, 0 for MIN / -1.
pub(super) fn rem(b: &mut FuncBuilder, x: Val, y: Val, signed: bool) -> Val {
    if let Some(q) = quotient_of_lanes(b, x, y, signed) {
        // Nothing is taken away for divisor 0, whatever the quotient.
        let multiple = b.bin(BinOp::Mul, q, y);
        return b.bin(BinOp::Sub, x, multiple);
    }
    let (d, by_zero) = safe_divisor(b, x, y, signed);
    let r = b.bin(if signed { BinOp::SRem } else { BinOp::URem }, x, d);
    b.select(by_zero, x, r)
}

/// By repeated squaring, as many rounds as the largest exponent of the lanes asks for.
pub(super) fn pow(b: &mut FuncBuilder, x: Val, y: Val, signed: bool) -> Val {
    let (zero, one) = (constant(b, y, 0), constant(b, y, 1));
    let negative = b.cmp(CmpOp::SLt, y, zero);
    // A negative exponent takes no rounds; it is settled below.
    let exponent = if signed { b.select(negative, zero, y) } else { y };
    let results = b.while_loop(
        &[one, x, exponent],
        |b, v| {
            let more = b.cmp(CmpOp::Ne, v[2], zero);
            any(b, more)
        },
        |b, v| {
            let bit = b.bin(BinOp::And, v[2], one);
            let odd = b.cmp(CmpOp::Ne, bit, zero);
            let product = b.bin(BinOp::Mul, v[0], v[1]);
            let square = b.bin(BinOp::Mul, v[1], v[1]);
            vec![b.select(odd, product, v[0]), square, b.bin(BinOp::LShr, v[2], one)]
        },
    );
    if !signed {
        return results[0];
    }
    // 1 / x^n toward zero: only ±1 have powers of size 1.
    let minus_one = constant(b, x, -1);
    let is_one = b.cmp(CmpOp::Eq, x, one);
    let is_minus_one = b.cmp(CmpOp::Eq, x, minus_one);
    let bit = b.bin(BinOp::And, y, one);
    let odd = b.cmp(CmpOp::Ne, bit, zero);
    let alternating = b.select(odd, minus_one, one);
    let unit = b.select(is_minus_one, alternating, zero);
    let inverse = b.select(is_one, one, unit);
    b.select(negative, inverse, results[0])
}

/// Shift left or logically right: 0 for amounts of the width or more, read as unsigned.
pub(super) fn shift(b: &mut FuncBuilder, op: BinOp, x: Val, y: Val) -> Val {
    let zero = constant(b, x, 0);
    let bits = constant(b, y, b.ty(y).elem.bits().into());
    let fits = b.cmp(CmpOp::ULt, y, bits);
    let amount = b.select(fits, y, zero);
    let r = b.bin(op, x, amount);
    b.select(fits, r, zero)
}

/// Arithmetic right shift: all sign bits for amounts of the width or more, read as unsigned.
pub(super) fn shift_arithmetic(b: &mut FuncBuilder, x: Val, y: Val) -> Val {
    let most = constant(b, y, i64::from(b.ty(y).elem.bits()) - 1);
    let amount = b.bin(BinOp::UMin, y, most);
    b.bin(BinOp::AShr, x, amount)
}

/// |x|, wrapping: MIN stays.
pub(super) fn abs(b: &mut FuncBuilder, x: Val) -> Val {
    let n = b.un(UnOp::Neg, x);
    b.bin(BinOp::SMax, x, n)
}

/// -1, 0, 1.
pub(super) fn sign(b: &mut FuncBuilder, x: Val) -> Val {
    let (one, minus_one) = (constant(b, x, 1), constant(b, x, -1));
    let at_most = b.bin(BinOp::SMin, x, one);
    b.bin(BinOp::SMax, at_most, minus_one)
}

/// 0 or 1.
pub(super) fn sign_unsigned(b: &mut FuncBuilder, x: Val) -> Val {
    let one = constant(b, x, 1);
    b.bin(BinOp::UMin, x, one)
}
