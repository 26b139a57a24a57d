//! Integers of any width from 2 to 64 bits, held in 64.

use crate::{BinaryOp, UnaryOp};

/// Ones in the low `bits` bits.
pub(super) const fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The least two's complement number; its complement is the greatest.
pub(super) const fn min_signed(bits: u32) -> i64 {
    i64::MIN >> (64 - bits)
}

/// The low `bits` bits, sign-extended.
pub(super) const fn wrap_signed(x: i64, bits: u32) -> i64 {
    x << (64 - bits) >> (64 - bits)
}

/// Result before wrapping to the width; `None` if integers do not have the op.
pub(super) fn unary_signed(op: UnaryOp, bits: u32, x: i64) -> Option<i64> {
    Some(match op {
        UnaryOp::Abs => x.wrapping_abs(),
        UnaryOp::Negate => x.wrapping_neg(),
        UnaryOp::Not => !x,
        UnaryOp::Sign => x.signum(),
        UnaryOp::Square => x.wrapping_mul(x),
        UnaryOp::Popcnt | UnaryOp::CountLeadingZeros => unary_unsigned(op, bits, x as u64 & mask(bits))? as i64,
        UnaryOp::Conj | UnaryOp::Real => x,
        _ => return None,
    })
}

/// Result before wrapping to the width; `None` if integers do not have the op.
pub(super) fn unary_unsigned(op: UnaryOp, bits: u32, x: u64) -> Option<u64> {
    Some(match op {
        UnaryOp::Abs | UnaryOp::Conj | UnaryOp::Real => x,
        UnaryOp::Negate => x.wrapping_neg(),
        UnaryOp::Not => !x,
        UnaryOp::Sign => x.min(1),
        UnaryOp::Square => x.wrapping_mul(x),
        UnaryOp::Popcnt => x.count_ones().into(),
        UnaryOp::CountLeadingZeros => (x.leading_zeros() - (64 - bits)).into(),
        _ => return None,
    })
}

/// Result before wrapping to the width; `None` if integers do not have the op.
pub(super) fn binary_signed(op: BinaryOp, bits: u32, a: i64, b: i64) -> Option<i64> {
    // A shift amount is read as unsigned: a negative one is too large.
    let amount = b as u64 & mask(bits);
    let too_far = amount >= u64::from(bits);
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide => {
            if b == 0 {
                -1
            } else {
                a.wrapping_div(b)
            }
        }
        BinaryOp::Remainder => {
            if b == 0 {
                a
            } else {
                a.wrapping_rem(b)
            }
        }
        BinaryOp::Power if b < 0 => match a {
            1 => 1,
            -1 => {
                if b % 2 == 0 {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        },
        BinaryOp::Power => power(a as u64, b as u64) as i64,
        BinaryOp::MulHi => ((i128::from(a) * i128::from(b)) >> bits) as i64,
        BinaryOp::Maximum => a.max(b),
        BinaryOp::Minimum => a.min(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft => {
            if too_far {
                0
            } else {
                a << amount
            }
        }
        BinaryOp::ShiftRightArithmetic => a >> amount.min(u64::from(bits) - 1),
        BinaryOp::ShiftRightLogical => {
            if too_far {
                0
            } else {
                ((a as u64 & mask(bits)) >> amount) as i64
            }
        }
        BinaryOp::Atan2 | BinaryOp::Complex | BinaryOp::NextAfter | BinaryOp::Polygamma | BinaryOp::Zeta => {
            return None;
        }
    })
}

/// Result before wrapping to the width; `None` if integers do not have the op.
pub(super) fn binary_unsigned(op: BinaryOp, bits: u32, a: u64, b: u64) -> Option<u64> {
    let too_far = b >= u64::from(bits);
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Divide => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::Remainder => a.checked_rem(b).unwrap_or(a),
        BinaryOp::Power => power(a, b),
        BinaryOp::MulHi => ((u128::from(a) * u128::from(b)) >> bits) as u64,
        BinaryOp::Maximum => a.max(b),
        BinaryOp::Minimum => a.min(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft => {
            if too_far {
                0
            } else {
                a << b
            }
        }
        BinaryOp::ShiftRightLogical => {
            if too_far {
                0
            } else {
                a >> b
            }
        }
        BinaryOp::ShiftRightArithmetic => (wrap_signed(a as i64, bits) >> b.min(u64::from(bits) - 1)) as u64,
        BinaryOp::Atan2 | BinaryOp::Complex | BinaryOp::NextAfter | BinaryOp::Polygamma | BinaryOp::Zeta => {
            return None;
        }
    })
}

/// By repeated squaring, modulo 2^64 (and hence modulo any smaller power of two).
fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1u64;
    while exponent != 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    result
}
