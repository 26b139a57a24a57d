//! The scalar meaning of StableHLO's elementwise ops and their CHLO relatives, for every element type.
//!
//! The interpreter and the constant folder compute with this: slow, obvious, right. The meaning is the StableHLO
//! specification's; where that leaves a choice, XLA's CPU back end decides. In short:
//!
//! * Integers wrap. `x / 0` is all ones and `x rem 0` is `x`; `MIN / -1` is `MIN`, its remainder 0. Shifts by the width or
//!   more (or by a negative amount) give 0, or copies of the sign bit for the arithmetic right shift.
//! * Floats of every format are held as `f64`, computed in `f64` and rounded to the format once. For `+ - * /` and `sqrt`
//!   that is the correctly rounded result of the format itself for f32 and all narrower formats.
//! * Maximum and minimum give NaN if either operand is NaN, and order -0 below +0.
//! * Float to integer truncates and saturates, NaN gives 0. Integer to integer wraps.
//! * Complex numbers: `+ - *` are composed of the real operations, each rounded in the part's format; all else is computed
//!   in `f64` by formulas that neither overflow nor cancel needlessly, and each part is rounded once.
//!
//! An op that an element type does not have is an error ([`ScalarError`]), never a guess.

mod cast;
mod complex;
mod float;
mod format;
mod int;
mod ops;
mod special;
#[cfg(test)]
mod tests;

pub use cast::{convert, reduce_precision};
pub use format::{decode_float, encode_float, shape as float_shape};
pub use ops::{CompareType, binary, binary_result_type, clamp, compare, fma, select, unary, unary_result_type};

use crate::{DType, DTypeKind};

/// One element. The variant follows from the element type's kind: `Bool`, `Int` for signed, `UInt` for unsigned integers,
/// `Float` for every float format, `Complex` for both complex types. Values are always in the range of their type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scalar {
    /// `i1`.
    Bool(bool),
    /// Signed integer.
    Int(i64),
    /// Unsigned integer.
    UInt(u64),
    /// Float of any format, exact.
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
}

/// An op that the element type does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{op} is not defined on {dtype}")]
pub struct ScalarError {
    /// Full name of the op.
    pub op: &'static str,
    /// Element type of the operands.
    pub dtype: DType,
}

impl Scalar {
    /// Zero of the type (false for `i1`; NaN for the format without a zero).
    pub fn zero(dtype: DType) -> Scalar {
        convert(DType::I64, dtype, Scalar::Int(0))
    }
    /// One of the type (true for `i1`).
    pub fn one(dtype: DType) -> Scalar {
        convert(DType::I64, dtype, Scalar::Int(1))
    }
    /// The least value of an ordered type: -inf where the format has it, else the lowest number. `None` for complex.
    pub fn lowest(dtype: DType) -> Option<Scalar> {
        Some(match dtype.kind() {
            DTypeKind::Bool => Scalar::Bool(false),
            DTypeKind::Signed => Scalar::Int(int::min_signed(dtype.bits())),
            DTypeKind::Unsigned => Scalar::UInt(0),
            DTypeKind::Float => Scalar::Float(format::lowest(dtype)),
            DTypeKind::Complex => return None,
        })
    }
    /// The greatest value of an ordered type: +inf where the format has it, else the highest number. `None` for complex.
    pub fn highest(dtype: DType) -> Option<Scalar> {
        Some(match dtype.kind() {
            DTypeKind::Bool => Scalar::Bool(true),
            DTypeKind::Signed => Scalar::Int(!int::min_signed(dtype.bits())),
            DTypeKind::Unsigned => Scalar::UInt(int::mask(dtype.bits())),
            DTypeKind::Float => Scalar::Float(format::highest(dtype)),
            DTypeKind::Complex => return None,
        })
    }
    /// True iff a boolean that is true.
    pub fn is_true(self) -> bool {
        self == Scalar::Bool(true)
    }
    /// The value of an integer or boolean as `i64`; `None` for other kinds and for `u64` values above `i64::MAX`.
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Scalar::Bool(b) => Some(b.into()),
            Scalar::Int(i) => Some(i),
            Scalar::UInt(u) => u.try_into().ok(),
            Scalar::Float(_) | Scalar::Complex(..) => None,
        }
    }
    /// The same as a position or a size: those beyond `i64::MAX` are beyond every end, as it is.
    pub fn as_index(self) -> Option<i64> {
        match self {
            Scalar::UInt(u) => Some(i64::try_from(u).unwrap_or(i64::MAX)),
            s => s.as_i64(),
        }
    }
    /// The nearest `f64` (the real part of a complex number).
    pub fn as_f64(self) -> f64 {
        match self {
            Scalar::Bool(b) => f64::from(u8::from(b)),
            Scalar::Int(i) => i as f64,
            Scalar::UInt(u) => u as f64,
            Scalar::Float(x) | Scalar::Complex(x, _) => x,
        }
    }
    /// The same variant brought into the type's range: integers wrap, floats round.
    pub fn rounded(self, dtype: DType) -> Scalar {
        match self {
            Scalar::Bool(_) => self,
            Scalar::Int(i) => Scalar::Int(int::wrap_signed(i, dtype.bits())),
            Scalar::UInt(u) => Scalar::UInt(u & int::mask(dtype.bits())),
            Scalar::Float(x) => Scalar::Float(format::round(dtype, x)),
            Scalar::Complex(x, y) => {
                let part = dtype.real_part();
                Scalar::Complex(format::round(part, x), format::round(part, y))
            }
        }
    }
}

/// The element stored in the first `dtype.byte_size()` bytes.
///
/// # Panics
/// If there are fewer bytes.
pub fn read(dtype: DType, bytes: &[u8]) -> Scalar {
    let n = dtype.byte_size();
    match dtype.kind() {
        DTypeKind::Bool => Scalar::Bool(bytes[0] != 0),
        DTypeKind::Signed => Scalar::Int(int::wrap_signed(load(&bytes[..n]) as i64, dtype.bits())),
        DTypeKind::Unsigned => Scalar::UInt(load(&bytes[..n]) & int::mask(dtype.bits())),
        DTypeKind::Float => Scalar::Float(decode_float(dtype, load(&bytes[..n]))),
        DTypeKind::Complex => {
            let part = |b| decode_float(dtype.real_part(), load(b));
            Scalar::Complex(part(&bytes[..n / 2]), part(&bytes[n / 2..n]))
        }
    }
}

/// Stores the element in the first `dtype.byte_size()` bytes, rounding to nearest even or wrapping if it is not in range.
/// Integers narrower than a byte are stored sign- or zero-extended.
///
/// # Panics
/// If there are fewer bytes, or the variant is not that of the type.
pub fn write(dtype: DType, value: Scalar, bytes: &mut [u8]) {
    let n = dtype.byte_size();
    match (dtype.kind(), value) {
        (DTypeKind::Bool, Scalar::Bool(b)) => bytes[0] = b.into(),
        (DTypeKind::Signed, Scalar::Int(i)) => store(int::wrap_signed(i, dtype.bits()) as u64, &mut bytes[..n]),
        (DTypeKind::Unsigned, Scalar::UInt(u)) => store(u & int::mask(dtype.bits()), &mut bytes[..n]),
        (DTypeKind::Float, Scalar::Float(x)) => store(encode_float(dtype, x), &mut bytes[..n]),
        (DTypeKind::Complex, Scalar::Complex(x, y)) => {
            store(encode_float(dtype.real_part(), x), &mut bytes[..n / 2]);
            store(encode_float(dtype.real_part(), y), &mut bytes[n / 2..n]);
        }
        _ => panic!("{value:?} is not an element of {dtype}"),
    }
}

fn load(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |acc, &b| acc << 8 | u64::from(b))
}

fn store(bits: u64, bytes: &mut [u8]) {
    for (i, b) in bytes.iter_mut().enumerate() {
        *b = (bits >> (8 * i)) as u8;
    }
}
