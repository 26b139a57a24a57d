//! `convert` and `reduce_precision`.

use super::{Scalar, format, int};
use crate::{DType, DTypeKind};

/// StableHLO `convert`: the element `x` of type `from` as an element of type `to`.
///
/// To `i1`: `x != 0` (of a complex number, of its real part). To an integer: integers wrap, floats truncate and saturate, NaN gives 0. To a float: one rounding to
/// nearest even. Complex to real drops the imaginary part; real to complex has imaginary part 0.
pub fn convert(from: DType, to: DType, x: Scalar) -> Scalar {
    debug_assert!(from != to || x.rounded(from) == x || matches!(x, Scalar::Float(_) | Scalar::Complex(..)));
    match to.kind() {
        DTypeKind::Bool => Scalar::Bool(match x {
            Scalar::Bool(b) => b,
            Scalar::Int(i) => i != 0,
            Scalar::UInt(u) => u != 0,
            Scalar::Float(x) | Scalar::Complex(x, _) => x != 0.0,
        }),
        DTypeKind::Signed => {
            let bits = to.bits();
            Scalar::Int(match x {
                Scalar::Bool(b) => int::wrap_signed(b.into(), bits),
                Scalar::Int(i) => int::wrap_signed(i, bits),
                Scalar::UInt(u) => int::wrap_signed(u as i64, bits),
                // `as` truncates, saturates and maps NaN to 0; the clamp then saturates to narrower types.
                Scalar::Float(x) | Scalar::Complex(x, _) => {
                    (x as i64).clamp(int::min_signed(bits), !int::min_signed(bits))
                }
            })
        }
        DTypeKind::Unsigned => {
            let mask = int::mask(to.bits());
            Scalar::UInt(match x {
                Scalar::Bool(b) => b.into(),
                Scalar::Int(i) => i as u64 & mask,
                Scalar::UInt(u) => u & mask,
                Scalar::Float(x) | Scalar::Complex(x, _) => (x as u64).min(mask),
            })
        }
        DTypeKind::Float => Scalar::Float(to_float(to, x)),
        DTypeKind::Complex => match x {
            Scalar::Complex(..) => x.rounded(to),
            real => Scalar::Complex(to_float(to.real_part(), real), 0.0),
        },
    }
}

fn to_float(to: DType, x: Scalar) -> f64 {
    match x {
        Scalar::Bool(b) => format::round(to, f64::from(u8::from(b))),
        Scalar::Int(i) if to == DType::F64 => i as f64,
        Scalar::UInt(u) if to == DType::F64 => u as f64,
        Scalar::Int(i) => {
            let magnitude = round_to_odd(i.unsigned_abs());
            format::round(to, if i < 0 { -magnitude } else { magnitude })
        }
        Scalar::UInt(u) => format::round(to, round_to_odd(u)),
        // As processors do, which make a NaN quiet.
        Scalar::Float(x) | Scalar::Complex(x, _) if x.is_nan() => {
            format::round(to, f64::from_bits(x.to_bits() | 1 << 51))
        }
        Scalar::Float(x) | Scalar::Complex(x, _) => format::round(to, x),
    }
}

/// An `f64` that rounds to any narrower format as the integer itself would: lost bits leave a trace in the last place, so
/// that a second rounding cannot see a tie that is none.
fn round_to_odd(u: u64) -> f64 {
    let lost = 11u32.saturating_sub(u.leading_zeros());
    let kept = u >> lost << lost;
    let kept = if kept != u { kept | 1 << lost } else { kept };
    kept as f64
}

/// StableHLO `reduce_precision` of a float (each part of a complex number): keep `exponent_bits` and `mantissa_bits`,
/// rounding to nearest even (as a pattern: without mantissa bits the last bit is one of the exponent). What overflows becomes infinite; what would be subnormal becomes zero; NaN stays NaN, but without
/// mantissa bits becomes infinite. More bits than the type has change nothing. Other kinds are returned as they are.
pub fn reduce_precision(dtype: DType, exponent_bits: u32, mantissa_bits: u32, x: Scalar) -> Scalar {
    let part = |x: f64| reduce(dtype.real_part(), exponent_bits, mantissa_bits, x);
    match x {
        Scalar::Float(x) => Scalar::Float(part(x)),
        Scalar::Complex(x, y) => Scalar::Complex(part(x), part(y)),
        other => other,
    }
}

fn reduce(dtype: DType, exponent_bits: u32, mantissa_bits: u32, x: f64) -> f64 {
    if x.is_nan() && mantissa_bits == 0 {
        return f64::INFINITY.copysign(x);
    }
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (own_exponent_bits, own_mantissa_bits, least) = format::shape(dtype);
    let mut r = x;
    if mantissa_bits < own_mantissa_bits {
        let quantum = libm::ilogb(x).max(least) - mantissa_bits as i32;
        // Two factors: the quantum of an f64 may itself be subnormal or its inverse infinite.
        let half = quantum / 2;
        let exact = libm::ldexp(libm::ldexp(x, -half), half - quantum);
        let quanta = match mantissa_bits {
            // Between two powers of two the even one is that of the even exponent field (biases are odd).
            0 if exact.abs() == 1.5 && quantum % 2 != 0 => 1f64.copysign(x),
            _ => exact.round_ties_even(),
        };
        r = libm::ldexp(quanta, quantum);
    }
    if exponent_bits < own_exponent_bits {
        let bias = (1i32 << (exponent_bits.max(1) - 1)) - 1;
        if r.abs() >= libm::ldexp(1.0, bias + 1) {
            r = f64::INFINITY.copysign(x);
        } else if r.abs() < libm::ldexp(1.0, 1 - bias) {
            r = 0f64.copysign(x);
        }
    }
    format::round(dtype, r)
}
