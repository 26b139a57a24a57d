//! Floating-point text: exact reading into any element type, and printing as upstream prints.

use half::{bf16, f16};
use hloom_num::DType;
use hloom_num::scalar::{decode_float, encode_float};
use std::fmt::Write;

/// Rounds as literals do: as conversions at run time do, but for the scale format, which has no zero; there a literal that
/// rounds to zero is the smallest scale.
fn small_from_f64(dtype: DType, value: f64) -> u64 {
    let smallest = decode_float(dtype, 0);
    if dtype == DType::F8E8M0FNU && (0.0..smallest).contains(&value) { 0 } else { encode_float(dtype, value) }
}

/// The bits of `value` rounded to the real float type `dtype`, in the low bits; `None` if it is no real float type.
pub fn float_to_bits(dtype: DType, value: f64) -> Option<u64> {
    Some(match dtype {
        DType::F64 => value.to_bits(),
        DType::F32 => u64::from((value as f32).to_bits()),
        DType::F16 => u64::from(f16::from_f64(value).to_bits()),
        DType::BF16 => u64::from(bf16::from_f64(value).to_bits()),
        _ if dtype.is_float() => small_from_f64(dtype, value),
        _ => return None,
    })
}

/// The value of the bits of a real float type, exact.
pub fn float_from_bits(dtype: DType, bits: u64) -> Option<f64> {
    Some(match dtype {
        DType::F64 => f64::from_bits(bits),
        DType::F32 => f64::from(f32::from_bits(bits as u32)),
        DType::F16 => f16::from_bits(bits as u16).to_f64(),
        DType::BF16 => bf16::from_bits(bits as u16).to_f64(),
        _ if dtype.is_float() => decode_float(dtype, bits),
        _ => return None,
    })
}

/// The bits of a number as text, rounded to `dtype` if it is decimal: 32- and 64-bit floats are rounded once, smaller ones
/// through `f64`.
pub fn parse_float_bits(dtype: DType, text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x") {
        return u64::from_str_radix(hex, 16).ok().filter(|bits| dtype.bits() >= 64 || bits >> dtype.bits() == 0);
    }
    // Rust reads words, which are no numbers here.
    if text.ends_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    match dtype {
        DType::F32 => text.parse::<f32>().ok().map(|v| u64::from(v.to_bits())),
        _ => float_to_bits(dtype, text.parse::<f64>().ok()?),
    }
}

/// Significant bits of a float format.
fn significand_bits(dtype: DType) -> usize {
    match dtype {
        DType::F64 => 53,
        DType::F32 => 24,
        DType::F16 => 11,
        DType::BF16 => 8,
        DType::F8E3M4 => 5,
        DType::F8E4M3 | DType::F8E4M3FN | DType::F8E4M3FNUZ | DType::F8E4M3B11FNUZ | DType::F6E2M3FN => 4,
        DType::F8E5M2 | DType::F8E5M2FNUZ | DType::F6E3M2FN => 3,
        DType::F4E2M1FN => 2,
        _ => 1,
    }
}

/// Writes the value as upstream does: `1.000000e+00` if six digits are exact enough to read the value back, else with
/// as many digits as the type needs, else (no decimal point, not finite) as hexadecimal bits.
pub fn write_float(out: &mut String, dtype: DType, bits: u64) {
    let value = match float_from_bits(dtype, bits) {
        Some(value) if value.is_finite() => value,
        _ => return write_hex(out, dtype, bits),
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let (digits, last) = decimal_digits(value, 6);
    let exponent = last + digits.len() as i32 - 1;
    let exponent_sign = if exponent < 0 { '-' } else { '+' };
    // One digit before the point and six after it, of which the last is always zero.
    let short = format!("{sign}{}.{:0<6}e{exponent_sign}{:02}", &digits[..1], &digits[1..], exponent.abs());
    if parse_float_bits(dtype, &short) == Some(bits) {
        return out.push_str(&short);
    }
    let precision = 2 + significand_bits(dtype) * 59 / 196;
    let (digits, last) = decimal_digits(value, precision);
    let first = last + digits.len() as i32 - 1;
    let scientific = if last >= 0 { last > 3 || digits.len() + last as usize > precision } else { first < -3 };
    let text = if scientific {
        let fraction = if digits.len() == 1 { "0" } else { &digits[1..] };
        format!("{sign}{}.{fraction}E{}{}", &digits[..1], if first < 0 { '-' } else { '+' }, first.abs())
    } else if last >= 0 {
        format!("{sign}{digits}{}", "0".repeat(last as usize))
    } else if first >= 0 {
        format!("{sign}{}.{}", &digits[..first as usize + 1], &digits[first as usize + 1..])
    } else {
        format!("{sign}0.{}{digits}", "0".repeat((-first - 1) as usize))
    };
    if text.contains('.') && parse_float_bits(dtype, &text) == Some(bits) {
        out.push_str(&text);
    } else {
        write_hex(out, dtype, bits);
    }
}

fn write_hex(out: &mut String, dtype: DType, bits: u64) {
    let digits = dtype.byte_size() * 2;
    let _ = write!(out, "0x{bits:0digits$X}");
}

/// At most `precision` significant decimal digits of `|value|` without trailing zeros, and the power of ten of the
/// last one.
///
/// The exact value is first cut to about as many bits as the digits need and then rounded half up. Cutting is not
/// rounding: the last digit can be one less than the nearest. Text equal to upstream's needs the same flaw.
fn decimal_digits(value: f64, precision: usize) -> (String, i32) {
    let bits = value.abs().to_bits();
    if bits == 0 {
        return ("0".to_owned(), 0);
    }
    let fraction = bits & ((1 << 52) - 1);
    let (mut significand, mut exponent) = match bits >> 52 {
        0 => (fraction, -1074),
        e => (fraction | 1 << 52, e as i32 - 1075),
    };
    exponent += significand.trailing_zeros() as i32;
    significand >>= significand.trailing_zeros();
    // value = number * 10^ten, exact: halves are fives of tenths.
    let mut number = Big::new(significand);
    let mut ten = 0;
    if exponent >= 0 {
        (0..exponent).for_each(|_| number.multiply(2));
    } else {
        ten = exponent;
        (0..-exponent).for_each(|_| number.multiply(5));
    }
    let enough = (precision * 196).div_ceil(59);
    let cut = number.bits().saturating_sub(enough) * 59 / 196;
    (0..cut).for_each(|_| {
        number.divide(10);
    });
    ten += cut as i32;
    let mut digits = Vec::new();
    while !number.is_zero() {
        match number.divide(10) {
            0 if digits.is_empty() => ten += 1,
            digit => digits.push(digit as u8),
        }
    }
    // Lowest digit first. Round half up to the precision.
    if digits.len() > precision {
        let drop = digits.len() - precision;
        let up = digits[drop - 1] >= 5;
        digits.drain(..drop);
        ten += drop as i32;
        let full = if up { 9 } else { 0 };
        let carried = digits.iter().take_while(|d| **d == full).count();
        digits.drain(..carried);
        ten += carried as i32;
        if up {
            match digits.first_mut() {
                Some(digit) => *digit += 1,
                None => digits.push(1),
            }
        }
    }
    (digits.iter().rev().map(|d| (b'0' + d) as char).collect(), ten)
}

/// A natural number, least significant word first, without leading zero words.
struct Big(Vec<u32>);

impl Big {
    fn new(value: u64) -> Self {
        let mut words = vec![value as u32, (value >> 32) as u32];
        words.truncate(if value >> 32 == 0 { 1 } else { 2 });
        Big(words)
    }
    fn is_zero(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    fn bits(&self) -> usize {
        self.0.last().map_or(0, |top| self.0.len() * 32 - top.leading_zeros() as usize)
    }
    fn multiply(&mut self, factor: u32) {
        let mut carry = 0u64;
        for word in &mut self.0 {
            let product = u64::from(*word) * u64::from(factor) + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }
    /// Divides in place and returns the remainder.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut rest = 0u64;
        for word in self.0.iter_mut().rev() {
            let part = rest << 32 | u64::from(*word);
            *word = (part / u64::from(divisor)) as u32;
            rest = part % u64::from(divisor);
        }
        while self.0.len() > 1 && self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(dtype: DType, value: f64) -> String {
        let mut out = String::new();
        write_float(&mut out, dtype, float_to_bits(dtype, value).expect("a float type"));
        out
    }

    #[test]
    fn prints_like_upstream() {
        let f32_cases = [
            (1.0, "1.000000e+00"),
            (-0.0, "-0.000000e+00"),
            (f64::from(f32::from_bits(1)), "1.401300e-45"),
            (f64::from(123_456.79_f32), "123456.789"),
            (f64::from(f32::from_bits(0x4049_0FDB)), "3.14159274"),
            (16777216.0, "0x4B800000"),
            (f64::from(1e22f32), "9.99999977E+21"),
            (f64::from(-0.001682827f32), "-0.00168282702"),
            (f64::from(-8.0101937E-4f32), "-8.0101937E-4"),
            (f64::from(1e-12f32), "9.99999996E-13"),
            (f64::INFINITY, "0x7F800000"),
        ];
        for (value, text) in f32_cases {
            assert_eq!(printed(DType::F32, value), text);
        }
        assert_eq!(printed(DType::F64, 1234567.0), "0x4132D68700000000");
        assert_eq!(printed(DType::F64, 5e-324), "4.940660e-324");
        assert_eq!(printed(DType::F16, 0.1), "9.997550e-02");
        assert_eq!(printed(DType::BF16, 3e38), "3.004060e+38");
        assert_eq!(printed(DType::F8E4M3FN, 0.1), "1.015630e-01");
    }

    #[test]
    fn every_small_float_reads_back() {
        for dtype in DType::ALL.iter().copied().filter(|d| d.is_float() && d.bits() <= 8) {
            for bits in 0..(1u64 << dtype.bits()) {
                let value = float_from_bits(dtype, bits).expect("a float type");
                if value.is_finite() {
                    let mut text = String::new();
                    write_float(&mut text, dtype, bits);
                    assert_eq!(parse_float_bits(dtype, &text), Some(bits), "{dtype} {bits:#x} {text}");
                }
            }
        }
    }

    #[test]
    fn small_floats_overflow_by_their_format() {
        assert_eq!(float_to_bits(DType::F8E4M3FN, 1e9), Some(0x7F));
        assert_eq!(float_to_bits(DType::F8E4M3FN, 464.0), Some(0x7E));
        assert_eq!(float_to_bits(DType::F8E5M2, 1e9), Some(0x7C));
        assert_eq!(float_to_bits(DType::F8E5M2FNUZ, -1e9), Some(0x80));
        assert_eq!(float_to_bits(DType::F4E2M1FN, 100.0), Some(0x7));
    }
}
