//! The ops: dispatch on the kind of element.

use super::complex::Cx;
use super::{Scalar, ScalarError, complex, float, format, int};
use crate::{BinaryOp, CompareDirection, DType, DTypeKind, UnaryOp};
use std::cmp::Ordering;

/// `compare_type` of `compare`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CompareType {
    /// IEEE comparison: NaN differs from everything, -0 equals +0.
    Float,
    /// IEEE total order: -NaN < -inf < … < -0 < +0 < … < +inf < +NaN.
    TotalOrder,
    /// Two's complement.
    Signed,
    /// Unsigned integers and `i1`.
    Unsigned,
}

/// Element type of `op`'s result for an operand of `dtype`.
pub fn unary_result_type(op: UnaryOp, dtype: DType) -> DType {
    match op {
        UnaryOp::IsFinite | UnaryOp::IsInf | UnaryOp::IsPosInf | UnaryOp::IsNegInf => DType::Bool,
        UnaryOp::Abs | UnaryOp::Real | UnaryOp::Imag => dtype.real_part(),
        _ => dtype,
    }
}

/// Element type of `op`'s result for operands of `dtype`; `None` if there is no such type.
pub fn binary_result_type(op: BinaryOp, dtype: DType) -> Option<DType> {
    if op == BinaryOp::Complex { dtype.complex_of() } else { Some(dtype) }
}

/// `op(x)` for an element of type `dtype`.
///
/// # Errors
/// If the type does not have the op.
pub fn unary(op: UnaryOp, dtype: DType, x: Scalar) -> Result<Scalar, ScalarError> {
    let result = match x {
        Scalar::Bool(b) => (op == UnaryOp::Not).then_some(Scalar::Bool(!b)),
        Scalar::Int(i) => int::unary_signed(op, dtype.bits(), i).map(Scalar::Int),
        Scalar::UInt(u) => int::unary_unsigned(op, dtype.bits(), u).map(Scalar::UInt),
        Scalar::Float(x) => match op {
            UnaryOp::IsFinite => Some(Scalar::Bool(x.is_finite())),
            UnaryOp::IsInf => Some(Scalar::Bool(x.is_infinite())),
            UnaryOp::IsPosInf => Some(Scalar::Bool(x == f64::INFINITY)),
            UnaryOp::IsNegInf => Some(Scalar::Bool(x == f64::NEG_INFINITY)),
            _ => float::unary(op, x).map(Scalar::Float),
        },
        Scalar::Complex(re, im) => match op {
            UnaryOp::Abs => Some(Scalar::Float(libm::hypot(re, im))),
            UnaryOp::Real => Some(Scalar::Float(re)),
            UnaryOp::Imag => Some(Scalar::Float(im)),
            _ => complex::unary(op, Cx { re, im }).map(|z| Scalar::Complex(z.re, z.im)),
        },
    };
    let result = result.ok_or(ScalarError { op: op.mnemonic(), dtype })?;
    Ok(result.rounded(unary_result_type(op, dtype)))
}

/// `op(a, b)` for elements of type `dtype`.
///
/// # Errors
/// If the type does not have the op, or `a` and `b` are of different kinds.
pub fn binary(op: BinaryOp, dtype: DType, a: Scalar, b: Scalar) -> Result<Scalar, ScalarError> {
    let undefined = ScalarError { op: op.mnemonic(), dtype };
    let result = match (a, b) {
        (Scalar::Bool(a), Scalar::Bool(b)) => match op {
            // Addition and multiplication of truth values are disjunction and conjunction.
            BinaryOp::Add | BinaryOp::Maximum | BinaryOp::Or => Some(a || b),
            BinaryOp::Multiply | BinaryOp::Minimum | BinaryOp::And => Some(a && b),
            BinaryOp::Xor => Some(a != b),
            _ => None,
        }
        .map(Scalar::Bool),
        (Scalar::Int(a), Scalar::Int(b)) => int::binary_signed(op, dtype.bits(), a, b).map(Scalar::Int),
        (Scalar::UInt(a), Scalar::UInt(b)) => int::binary_unsigned(op, dtype.bits(), a, b).map(Scalar::UInt),
        (Scalar::Float(a), Scalar::Float(b)) => match op {
            BinaryOp::Complex => Some(Scalar::Complex(a, b)),
            BinaryOp::NextAfter => Some(Scalar::Float(format::next_after(dtype, a, b))),
            _ => float::binary(op, a, b).map(Scalar::Float),
        },
        (Scalar::Complex(re, im), Scalar::Complex(re2, im2)) => {
            let round = |x| format::round(dtype.real_part(), x);
            complex::binary(op, Cx { re, im }, Cx { re: re2, im: im2 }, round).map(|z| Scalar::Complex(z.re, z.im))
        }
        _ => None,
    };
    let Some(result) = result else { return Err(undefined) };
    let Some(result_type) = binary_result_type(op, dtype) else { return Err(undefined) };
    Ok(result.rounded(result_type))
}

/// `compare`. Pairs of complex numbers are compared lexicographically; kinds that differ compare as unordered.
pub fn compare(dir: CompareDirection, ty: CompareType, a: Scalar, b: Scalar) -> bool {
    let float = |a: &f64, b: &f64| match ty {
        CompareType::TotalOrder => Some(a.total_cmp(b)),
        _ => a.partial_cmp(b),
    };
    let order = match (a, b) {
        (Scalar::Bool(a), Scalar::Bool(b)) => Some(a.cmp(&b)),
        (Scalar::Int(a), Scalar::Int(b)) => Some(a.cmp(&b)),
        (Scalar::UInt(a), Scalar::UInt(b)) => Some(a.cmp(&b)),
        (Scalar::Float(a), Scalar::Float(b)) => float(&a, &b),
        (Scalar::Complex(a, a2), Scalar::Complex(b, b2)) => match (float(&a, &b), float(&a2, &b2)) {
            (Some(Ordering::Equal), second) => second,
            // Different real parts with an unordered imaginary part are still different, never equal.
            (first, _) => first,
        },
        _ => None,
    };
    match dir {
        CompareDirection::Eq => order == Some(Ordering::Equal),
        CompareDirection::Ne => order != Some(Ordering::Equal),
        CompareDirection::Lt => order == Some(Ordering::Less),
        CompareDirection::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CompareDirection::Gt => order == Some(Ordering::Greater),
        CompareDirection::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// `select`: `if_true` iff `condition` is true.
pub fn select(condition: Scalar, if_true: Scalar, if_false: Scalar) -> Scalar {
    if condition.is_true() { if_true } else { if_false }
}

/// `fma`: `a * b + c`, rounded once. Formats below 32 bits compute it in f32 and round that.
///
/// # Errors
/// If the type is no float.
pub fn fma(dtype: DType, a: Scalar, b: Scalar, c: Scalar) -> Result<Scalar, ScalarError> {
    let (Scalar::Float(a), Scalar::Float(b), Scalar::Float(c)) = (a, b, c) else {
        return Err(ScalarError { op: "stablehlo.fma", dtype });
    };
    let exact = if dtype == DType::F64 { a.mul_add(b, c) } else { (a as f32).mul_add(b as f32, c as f32).into() };
    Ok(Scalar::Float(exact).rounded(dtype))
}

/// `clamp`: `minimum(maximum(x, lo), hi)`.
///
/// # Errors
/// If the type has no order of this sort (operands of different kinds).
pub fn clamp(dtype: DType, lo: Scalar, x: Scalar, hi: Scalar) -> Result<Scalar, ScalarError> {
    debug_assert!(dtype.kind() != DTypeKind::Bool || matches!(x, Scalar::Bool(_)));
    binary(BinaryOp::Minimum, dtype, binary(BinaryOp::Maximum, dtype, x, lo)?, hi)
}
