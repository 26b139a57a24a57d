//! Real floats in `f64`; the caller rounds.

use super::special;
use crate::{BinaryOp, UnaryOp};

/// `None` if floats do not have the op (or it is not float-valued).
pub(super) fn unary(op: UnaryOp, x: f64) -> Option<f64> {
    Some(match op {
        UnaryOp::Abs => x.abs(),
        UnaryOp::Negate => -x,
        UnaryOp::Sign => {
            if x == 0.0 || x.is_nan() {
                x
            } else {
                x.signum()
            }
        }
        UnaryOp::Floor => x.floor(),
        UnaryOp::Ceil => x.ceil(),
        UnaryOp::RoundNearestEven => x.round_ties_even(),
        UnaryOp::RoundNearestAfz => x.round(),
        UnaryOp::Exponential => libm::exp(x),
        UnaryOp::ExponentialMinusOne => libm::expm1(x),
        UnaryOp::Exp2 => libm::exp2(x),
        UnaryOp::Log => libm::log(x),
        UnaryOp::Log2 => libm::log2(x),
        UnaryOp::LogPlusOne => libm::log1p(x),
        UnaryOp::Sqrt => x.sqrt(),
        UnaryOp::Rsqrt => 1.0 / x.sqrt(),
        UnaryOp::Cbrt => libm::cbrt(x),
        UnaryOp::Sine => libm::sin(x),
        UnaryOp::Cosine => libm::cos(x),
        UnaryOp::Tan => libm::tan(x),
        UnaryOp::Tanh => libm::tanh(x),
        UnaryOp::Logistic => logistic(x),
        UnaryOp::Real | UnaryOp::Conj => x,
        UnaryOp::Imag => 0.0,
        UnaryOp::Acos => libm::acos(x),
        UnaryOp::Acosh => {
            if x < 1.0 {
                f64::NAN
            } else {
                libm::acosh(x)
            }
        }
        UnaryOp::Asin => libm::asin(x),
        UnaryOp::Asinh => libm::asinh(x),
        UnaryOp::Atan => libm::atan(x),
        UnaryOp::Atanh => libm::atanh(x),
        UnaryOp::Sinh => libm::sinh(x),
        UnaryOp::Cosh => libm::cosh(x),
        UnaryOp::Erf => libm::erf(x),
        UnaryOp::Erfc => libm::erfc(x),
        UnaryOp::ErfInv => special::erf_inv(x),
        UnaryOp::Lgamma => libm::lgamma(x),
        UnaryOp::Digamma => special::digamma(x),
        UnaryOp::Square => x * x,
        UnaryOp::BesselI1e => special::bessel_i1e(x),
        UnaryOp::Not
        | UnaryOp::Popcnt
        | UnaryOp::CountLeadingZeros
        | UnaryOp::IsFinite
        | UnaryOp::IsInf
        | UnaryOp::IsPosInf
        | UnaryOp::IsNegInf => return None,
    })
}

/// `None` if floats do not have the op, or it depends on the format.
pub(super) fn binary(op: BinaryOp, a: f64, b: f64) -> Option<f64> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        // Rust's remainder is C's fmod: exact, with the dividend's sign.
        BinaryOp::Remainder => a % b,
        BinaryOp::Power => libm::pow(a, b),
        BinaryOp::Maximum => maximum(a, b),
        BinaryOp::Minimum => -maximum(-a, -b),
        BinaryOp::Atan2 => libm::atan2(a, b),
        BinaryOp::Polygamma => special::polygamma(a, b),
        BinaryOp::Zeta => special::zeta(a, b),
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRightArithmetic
        | BinaryOp::ShiftRightLogical
        | BinaryOp::Complex
        | BinaryOp::MulHi
        | BinaryOp::NextAfter => return None,
    })
}

/// IEEE 754-2019 maximum: NaN if either is NaN, -0 < +0.
fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() {
        a
    } else if b.is_nan() {
        b
    } else if a == b {
        if a.is_sign_negative() { b } else { a }
    } else if a > b {
        a
    } else {
        b
    }
}

/// 1 / (1 + e^-x), without underflow of small results.
pub(super) fn logistic(x: f64) -> f64 {
    if x < 0.0 {
        let e = libm::exp(x);
        e / (1.0 + e)
    } else {
        1.0 / (1.0 + libm::exp(-x))
    }
}
