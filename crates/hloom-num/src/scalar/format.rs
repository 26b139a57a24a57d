//! Bit patterns of the float formats: exact decoding, and encoding with one rounding to nearest even.
//!
//! What a format does with values it cannot hold (as ml_dtypes, which numpy and JAX use):
//! IEEE-like formats overflow to infinity; formats without infinity to NaN; formats with neither saturate, and turn NaN
//! into a zero of the opposite sign. The digits of a NaN of an IEEE-like format are the upper ones of that in f64: what is
//! only read and written keeps them.

use crate::DType;

/// How a format uses its extreme patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extremes {
    /// All-ones exponent: infinities and NaNs.
    Ieee,
    /// Only the all-ones pattern (either sign) is NaN; no infinity.
    OneNan,
    /// The pattern of negative zero is the only NaN; no infinity, no negative zero.
    Unsigned0,
    /// Numbers only.
    FiniteOnly,
    /// No sign, no zero, no subnormals, no significand: exponent alone, all ones is NaN.
    ExponentOnly,
}

#[derive(Clone, Copy, Debug)]
struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    extremes: Extremes,
}

/// Stored digits of an f64.
const DIGITS: u32 = 52;

/// Layout of every format.
fn format(dtype: DType) -> Format {
    use Extremes::*;
    let (exponent_bits, mantissa_bits, bias, extremes) = match dtype {
        DType::F4E2M1FN => (2, 1, 1, FiniteOnly),
        DType::F6E2M3FN => (2, 3, 1, FiniteOnly),
        DType::F6E3M2FN => (3, 2, 3, FiniteOnly),
        DType::F8E3M4 => (3, 4, 3, Ieee),
        DType::F8E4M3 => (4, 3, 7, Ieee),
        DType::F8E4M3FN => (4, 3, 7, OneNan),
        DType::F8E4M3FNUZ => (4, 3, 8, Unsigned0),
        DType::F8E4M3B11FNUZ => (4, 3, 11, Unsigned0),
        DType::F8E5M2 => (5, 2, 15, Ieee),
        DType::F8E5M2FNUZ => (5, 2, 16, Unsigned0),
        DType::F8E8M0FNU => (8, 0, 127, ExponentOnly),
        DType::BF16 => (8, 7, 127, Ieee),
        DType::F16 => (5, 10, 15, Ieee),
        DType::F32 => (8, 23, 127, Ieee),
        DType::F64 => (11, 52, 1023, Ieee),
        other => panic!("{other} is not a float format"),
    };
    Format { exponent_bits, mantissa_bits, bias, extremes }
}

/// Numbers of exponent bits and of stored significand bits, and the exponent of the least normal number, of a float
/// format.
///
/// # Panics
/// If `dtype` is not a float.
pub fn shape(dtype: DType) -> (u32, u32, i32) {
    let f = format(dtype);
    let least = if f.extremes == Extremes::ExponentOnly { -f.bias } else { 1 - f.bias };
    (f.exponent_bits, f.mantissa_bits, least)
}

/// Largest finite magnitude's pattern, without sign.
fn max_finite(f: Format) -> u64 {
    let all = (1u64 << (f.exponent_bits + f.mantissa_bits)) - 1;
    match f.extremes {
        Extremes::Ieee => all - (1 << f.mantissa_bits),
        Extremes::OneNan | Extremes::ExponentOnly => all - 1,
        Extremes::Unsigned0 | Extremes::FiniteOnly => all,
    }
}

/// The value of a bit pattern. Bits above the format's width are ignored.
///
/// # Panics
/// If `dtype` is not a float.
pub fn decode_float(dtype: DType, bits: u64) -> f64 {
    match dtype {
        DType::F64 => return f64::from_bits(bits),
        DType::F32 if !f32::from_bits(bits as u32).is_nan() => return f64::from(f32::from_bits(bits as u32)),
        _ => {}
    }
    let f = format(dtype);
    let width = f.exponent_bits + f.mantissa_bits;
    let magnitude = bits & ((1 << width) - 1);
    let negative = f.extremes != Extremes::ExponentOnly && bits >> width & 1 == 1;
    let exponent = (magnitude >> f.mantissa_bits) as i32;
    let digits = magnitude & ((1 << f.mantissa_bits) - 1);
    let mantissa = digits as f64;
    let scale = |x: f64, e: i32| libm::ldexp(x, e - f.mantissa_bits as i32);
    let value = if f.extremes == Extremes::Unsigned0 && negative && magnitude == 0 {
        return -f64::NAN;
    } else if f.extremes == Extremes::ExponentOnly {
        if magnitude > max_finite(f) { f64::NAN } else { scale(1.0, exponent - f.bias) }
    } else if magnitude > max_finite(f) {
        match f.extremes {
            Extremes::Ieee => f64::from_bits(f64::INFINITY.to_bits() | digits << (DIGITS - f.mantissa_bits)),
            _ => f64::NAN,
        }
    } else if exponent == 0 {
        scale(mantissa, 1 - f.bias)
    } else {
        scale((1u64 << f.mantissa_bits) as f64 + mantissa, exponent - f.bias)
    };
    if negative { -value } else { value }
}

/// The bit pattern of `x` rounded to the format.
///
/// # Panics
/// If `dtype` is not a float.
pub fn encode_float(dtype: DType, x: f64) -> u64 {
    match dtype {
        DType::F64 => return x.to_bits(),
        DType::F32 if !x.is_nan() => return u64::from((x as f32).to_bits()),
        _ => {}
    }
    let f = format(dtype);
    let width = f.exponent_bits + f.mantissa_bits;
    let sign = if x.is_sign_negative() { 1u64 << width } else { 0 };
    let all = (1u64 << width) - 1;
    if x.is_nan() {
        return match f.extremes {
            Extremes::Ieee => {
                let infinity = max_finite(f) + 1;
                let digits = (x.to_bits() & ((1 << DIGITS) - 1)) >> (DIGITS - f.mantissa_bits);
                sign | infinity | if digits == 0 { 1 << (f.mantissa_bits - 1) } else { digits }
            }
            Extremes::OneNan => sign | all,
            Extremes::Unsigned0 => 1 << width,
            Extremes::FiniteOnly => sign ^ (1 << width),
            Extremes::ExponentOnly => all,
        };
    }
    if f.extremes == Extremes::ExponentOnly {
        return encode_exponent(x);
    }
    let a = x.abs();
    // The quantum of the result: that of its binade, but not below the subnormals'.
    let exponent = if a == 0.0 || a.is_infinite() { 1 - f.bias } else { libm::ilogb(a).max(1 - f.bias) };
    let quanta = libm::ldexp(a, f.mantissa_bits as i32 - exponent).round_ties_even();
    let overflow = match f.extremes {
        Extremes::Ieee => max_finite(f) + 1,
        Extremes::FiniteOnly => max_finite(f),
        _ => all,
    };
    let magnitude = if quanta.is_infinite() || exponent + f.bias > 1 << f.exponent_bits {
        overflow + u64::from(f.extremes == Extremes::Unsigned0)
    } else {
        // Quanta that reach the next binade carry into the exponent by themselves.
        let bits = quanta as u64 + (((exponent + f.bias - 1) as u64) << f.mantissa_bits);
        if bits > max_finite(f) { overflow + u64::from(f.extremes == Extremes::Unsigned0) } else { bits }
    };
    match f.extremes {
        Extremes::Unsigned0 if magnitude > all => 1 << width,
        Extremes::Unsigned0 if magnitude == 0 => 0,
        _ => sign | magnitude,
    }
}

/// Nearest power of two, ties upward, at least the smallest; NaN for what is not positive, too large, or rounds to zero
/// even in f32.
fn encode_exponent(x: f64) -> u64 {
    const NAN: u64 = 0xff;
    const TINY: f64 = f32::MIN_POSITIVE as f64 / (1u64 << 24) as f64;
    if x.is_nan() || x <= TINY || x.is_infinite() {
        return NAN;
    }
    let e = libm::ilogb(x);
    let fraction = libm::ldexp(x, -e);
    let code = e + 127;
    let code = code + i32::from(fraction >= 1.5);
    if code < 255 { code.max(0) as u64 } else { NAN }
}

/// `x` rounded to the format, as `f64`.
pub(super) fn round(dtype: DType, x: f64) -> f64 {
    decode_float(dtype, encode_float(dtype, x))
}

/// +inf, or the largest number of a format without it.
pub(super) fn highest(dtype: DType) -> f64 {
    let f = format(dtype);
    if f.extremes == Extremes::Ieee { f64::INFINITY } else { decode_float(dtype, max_finite(f)) }
}

/// -inf, or the lowest number of a format without it.
pub(super) fn lowest(dtype: DType) -> f64 {
    if dtype == DType::F8E8M0FNU { decode_float(dtype, 0) } else { -highest(dtype) }
}

/// The neighbour of `x` toward `y`; NaN if either is NaN, `y` if they are equal.
pub(super) fn next_after(dtype: DType, x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == y {
        return y;
    }
    let f = format(dtype);
    let sign_bit = 1u64 << (f.exponent_bits + f.mantissa_bits);
    if x == 0.0 {
        return decode_float(dtype, 1 | if y < 0.0 { sign_bit } else { 0 });
    }
    let bits = encode_float(dtype, x);
    // Patterns order magnitudes, and `y` lies no nearer than the neighbour: no step leaves the numbers.
    let away = (y > x) == (x > 0.0);
    let next = if away { bits + 1 } else { bits - 1 };
    // Where the pattern of negative zero is NaN, zero has no sign.
    let zero = f.extremes == Extremes::Unsigned0 && next == sign_bit;
    decode_float(dtype, if zero { 0 } else { next })
}
