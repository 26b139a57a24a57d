//! Meaning of the lane-wise operations, on the bits of one lane.
//!
//! A lane is a `u64` whose bits above the width of its kind are zero.

use crate::loop_ir::*;

/// `bits` without those above the width.
pub fn clip(e: Elem, bits: u64) -> u64 {
    match e.bits() {
        64 => bits,
        w => bits & ((1 << w) - 1),
    }
}

/// Sign-extended value of an integer lane.
pub fn signed(e: Elem, bits: u64) -> i64 {
    let s = 64 - e.bits();
    ((bits << s) as i64) >> s
}

fn f32s(a: u64) -> f32 {
    f32::from_bits(a as u32)
}

/// Bits of a lane of float kind `e` whose value is nearest to `x` (ties to even).
pub fn float_bits(e: Elem, x: f64) -> u64 {
    match e {
        Elem::F64 => x.to_bits(),
        Elem::F32 => u64::from((x as f32).to_bits()),
        Elem::BF16 => bf16_bits(x),
        Elem::F16 => f16_bits(x),
        _ => 0,
    }
}

/// Value of a float lane.
pub fn float_value(e: Elem, bits: u64) -> f64 {
    match e {
        Elem::F64 => f64::from_bits(bits),
        Elem::F32 => f64::from(f32s(bits)),
        Elem::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        Elem::F16 => {
            let (sign, exp, man) = (bits >> 15 & 1, bits >> 10 & 31, bits & 0x3ff);
            let magnitude = match exp {
                0 => man as f64 * 2f64.powi(-24),
                31 if man == 0 => f64::INFINITY,
                31 => f64::NAN,
                e => (1024 + man) as f64 * 2f64.powi(e as i32 - 25),
            };
            if sign == 1 { -magnitude } else { magnitude }
        }
        _ => 0.0,
    }
}

/// Nearest multiple of the format's spacing at `x`, as magnitude bits: `man_bits` stored significand bits, smallest
/// normal exponent `min_exp`. The carry out of a significand lands in the exponent, as it should.
fn round_bits(x: f64, man_bits: i32, min_exp: i32, inf: u64) -> u64 {
    let a = x.abs();
    if a.is_nan() {
        return inf | 1 << (man_bits - 1);
    }
    if a.is_infinite() {
        return inf;
    }
    let exp = ((a.to_bits() >> 52) as i32 - 1023).max(min_exp);
    // Scaling by a power of two is exact here: |exp - man_bits| is far from the limits of f64, and what would lose bits
    // (subnormal f64) is below a quarter of the smallest step and rounds to zero anyway.
    let steps = (a * 2f64.powi(man_bits - exp)).round_ties_even() as u64;
    (steps + (((exp - min_exp) as u64) << man_bits)).min(inf)
}

fn bf16_bits(x: f64) -> u64 {
    (x.is_sign_negative() as u64) << 15 | round_bits(x, 7, -126, 0x7f80)
}

fn f16_bits(x: f64) -> u64 {
    (x.is_sign_negative() as u64) << 15 | round_bits(x, 10, -14, 0x7c00)
}

/// One operand.
pub fn un(op: UnOp, e: Elem, a: u64) -> u64 {
    let w = e.bits();
    let round = |f32_op: fn(f32) -> f32, f64_op: fn(f64) -> f64| match e {
        Elem::F32 => u64::from(f32_op(f32s(a)).to_bits()),
        _ => f64_op(f64::from_bits(a)).to_bits(),
    };
    match op {
        UnOp::Neg if e.is_float() => a ^ 1 << (w - 1),
        UnOp::Neg => clip(e, a.wrapping_neg()),
        UnOp::Not => clip(e, !a),
        UnOp::FAbs => a & !(1 << (w - 1)),
        UnOp::Sqrt => round(f32::sqrt, f64::sqrt),
        UnOp::Floor => round(f32::floor, f64::floor),
        UnOp::Ceil => round(f32::ceil, f64::ceil),
        UnOp::RoundEven => round(f32::round_ties_even, f64::round_ties_even),
        UnOp::Trunc => round(f32::trunc, f64::trunc),
        UnOp::Clz => u64::from(a.leading_zeros() - (64 - w)),
        UnOp::Popcnt => u64::from(a.count_ones()),
        UnOp::Bswap => a.swap_bytes() >> (64 - w),
        UnOp::Likely => a,
    }
}

/// Two operands. Errors are the cases that the writer of the code must exclude.
pub fn bin(op: BinOp, e: Elem, a: u64, b: u64) -> Result<u64, String> {
    let (sa, sb) = (signed(e, a), signed(e, b));
    let divisor = || match b {
        0 => Err(format!("{op:?} by zero")),
        _ if matches!(op, BinOp::SDiv | BinOp::SRem) && sb == -1 && a == 1 << (e.bits() - 1) => {
            Err(format!("{op:?} of the minimum by -1"))
        }
        _ => Ok(()),
    };
    let amount = || if b < u64::from(e.bits()) { Ok(()) } else { Err(format!("{op:?} by {b}")) };
    let r = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::SDiv => divisor().map(|()| (sa / sb) as u64)?,
        BinOp::UDiv => divisor().map(|()| a / b)?,
        BinOp::SRem => divisor().map(|()| (sa % sb) as u64)?,
        BinOp::URem => divisor().map(|()| a % b)?,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => amount().map(|()| a << b)?,
        BinOp::LShr => amount().map(|()| a >> b)?,
        BinOp::AShr => amount().map(|()| (sa >> b) as u64)?,
        BinOp::SMin => sa.min(sb) as u64,
        BinOp::SMax => sa.max(sb) as u64,
        BinOp::UMin => a.min(b),
        BinOp::UMax => a.max(b),
        _ if e == Elem::F32 => {
            let (x, y) = (f32s(a), f32s(b));
            return Ok(u64::from(
                match op {
                    BinOp::FAdd => x + y,
                    BinOp::FSub => x - y,
                    BinOp::FMul => x * y,
                    BinOp::FDiv => x / y,
                    // Exact in f64.
                    BinOp::FScale => (f64::from(x) * 2f64.powi(y as i32) + f64::from(y) * 0.0) as f32,
                    // Exact, so that one routine serves both widths.
                    _ => min_max(op, f64::from(x), f64::from(y)) as f32,
                }
                .to_bits(),
            ));
        }
        _ => {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            return Ok(match op {
                BinOp::FAdd => x + y,
                BinOp::FSub => x - y,
                BinOp::FMul => x * y,
                BinOp::FDiv => x / y,
                BinOp::FScale => {
                    let half = (y * 0.5).floor();
                    x * 2f64.powi(half as i32) * 2f64.powi((y - half) as i32)
                }
                _ => min_max(op, x, y),
            }
            .to_bits());
        }
    };
    Ok(clip(e, r))
}

fn min_max(op: BinOp, x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    // total_cmp orders -0 before +0 and otherwise agrees with < on numbers.
    let x_first = x.total_cmp(&y).is_lt();
    if x_first == (op == BinOp::FMin) { x } else { y }
}

/// Comparison of operands of kind `e`.
pub fn cmp(op: CmpOp, e: Elem, a: u64, b: u64) -> bool {
    let (x, y) = (float_value(e, a), float_value(e, b));
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::SLt => signed(e, a) < signed(e, b),
        CmpOp::SLe => signed(e, a) <= signed(e, b),
        CmpOp::ULt => a < b,
        CmpOp::ULe => a <= b,
        CmpOp::FEq => x == y,
        CmpOp::FNe => x != y,
        CmpOp::FLt => x < y,
        CmpOp::FLe => x <= y,
    }
}

/// `a * b + c` with one rounding.
pub fn fma(e: Elem, a: u64, b: u64, c: u64) -> u64 {
    match e {
        Elem::F32 => u64::from(f32s(a).mul_add(f32s(b), f32s(c)).to_bits()),
        _ => f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)).to_bits(),
    }
}

/// Zero instead of a subnormal number.
pub(super) fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0f32.copysign(x) } else { x }
}

/// Sum of products of parts of a lane.
pub fn dot(op: DotOp, a: u64, b: u64, sum: u64) -> u64 {
    let (a, b) = (a as u32, b as u32);
    match op {
        DotOp::U8S8 | DotOp::S8U8 | DotOp::S8S8 | DotOp::U8U8 => {
            let of = |x: u8, signed: bool| if signed { i32::from(x as i8) } else { i32::from(x) };
            let signed = [matches!(op, DotOp::S8U8 | DotOp::S8S8), matches!(op, DotOp::U8S8 | DotOp::S8S8)];
            let products = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
            let products = products.map(|(x, y)| of(x, signed[0]) * of(y, signed[1]));
            u64::from(products.fold(sum as u32, |s, p| s.wrapping_add(p as u32)))
        }
        DotOp::S16 => {
            let part = |w: u32, shift: u32| i32::from((w >> shift) as i16);
            let product = |shift| part(a, shift).wrapping_mul(part(b, shift)) as u32;
            u64::from((sum as u32).wrapping_add(product(0)).wrapping_add(product(16)))
        }
        DotOp::BF16 => {
            let part = |w: u32, shift: u32| flushed(f32::from_bits(w << shift & 0xffff_0000));
            let sum = [0, 16]
                .into_iter()
                .fold(flushed(f32s(sum)), |s, shift| flushed(part(a, shift).mul_add(part(b, shift), s)));
            u64::from(sum.to_bits())
        }
    }
}

/// Conversion of one lane; not `Bitcast`, which concerns whole values.
pub fn cast(op: CastOp, from: Elem, to: Elem, a: u64) -> u64 {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::Bitcast => clip(to, a),
        CastOp::SExt => clip(to, signed(from, a) as u64),
        // One rounding: `as` from the integer straight to the result kind.
        CastOp::SToF if to == Elem::F32 => u64::from((signed(from, a) as f32).to_bits()),
        CastOp::SToF => (signed(from, a) as f64).to_bits(),
        CastOp::UToF if to == Elem::F32 => u64::from((a as f32).to_bits()),
        CastOp::UToF => (a as f64).to_bits(),
        CastOp::FToS => {
            let max = i64::MAX >> (64 - to.bits());
            clip(to, (float_value(from, a) as i64).clamp(-max - 1, max) as u64)
        }
        CastOp::FToU => (float_value(from, a) as u64).min(u64::MAX >> (64 - to.bits())),
        CastOp::FloatExt | CastOp::FloatTrunc => float_bits(to, float_value(from, a)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_floats_round_trip_and_round_to_even() {
        for e in [Elem::F16, Elem::BF16] {
            for bits in 0..=0xffffu64 {
                let x = float_value(e, bits);
                if !x.is_nan() {
                    assert_eq!(float_bits(e, x), bits, "{e:?} {bits:#x}");
                }
            }
        }
        assert_eq!(float_bits(Elem::F16, 65519.99), 0x7bff);
        assert_eq!(float_bits(Elem::F16, 65520.0), 0x7c00);
        assert_eq!(float_bits(Elem::F16, 2f64.powi(-25)), 0);
        assert_eq!(float_bits(Elem::F16, 2f64.powi(-25) * 1.0001), 1);
        assert_eq!(float_bits(Elem::BF16, 1.0 + 3.0 / 256.0), 0x3f82);
        assert_eq!(float_bits(Elem::BF16, -f64::from(f32::MAX)), 0xff80);
    }

    #[test]
    fn excluded_cases_are_errors() {
        assert!(bin(BinOp::SDiv, Elem::I8, 0x80, 0xff).is_err());
        assert!(bin(BinOp::URem, Elem::I64, 1, 0).is_err());
        assert!(bin(BinOp::Shl, Elem::I32, 1, 32).is_err());
        assert_eq!(bin(BinOp::FMin, Elem::F32, 0, 0x8000_0000), Ok(0x8000_0000));
        assert_eq!(bin(BinOp::FMax, Elem::F64, 1 << 63, 0), Ok(0));
        assert_eq!(cast(CastOp::FToS, Elem::F32, Elem::I8, 0x7fc0_0000), 0);
        assert_eq!(cast(CastOp::FToU, Elem::F32, Elem::I16, 0xff80_0000), 0);
    }
}
