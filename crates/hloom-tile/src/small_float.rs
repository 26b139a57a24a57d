//! The float formats of 4, 6 and 8 bits: bytes to F32 and back, with the meaning that `hloom_num` gives them (tested
//! against it for every pattern).

use crate::FuncBuilder;
use crate::loop_ir::*;
use hloom_num::DType;

/// How a format uses its extreme patterns.
#[derive(Clone, Copy, PartialEq)]
enum Extremes {
    Ieee,
    OneNan,
    NegativeZeroIsNan,
    FiniteOnly,
}

struct Format {
    exponent: u32,
    mantissa: u32,
    bias: i64,
    extremes: Extremes,
}

/// `None`: the exponent-only format.
fn format(dtype: DType) -> Option<Format> {
    use Extremes::*;
    let (exponent, mantissa, bias, extremes) = match dtype {
        DType::F4E2M1FN => (2, 1, 1, FiniteOnly),
        DType::F6E2M3FN => (2, 3, 1, FiniteOnly),
        DType::F6E3M2FN => (3, 2, 3, FiniteOnly),
        DType::F8E3M4 => (3, 4, 3, Ieee),
        DType::F8E4M3 => (4, 3, 7, Ieee),
        DType::F8E4M3FN => (4, 3, 7, OneNan),
        DType::F8E4M3FNUZ => (4, 3, 8, NegativeZeroIsNan),
        DType::F8E4M3B11FNUZ => (4, 3, 11, NegativeZeroIsNan),
        DType::F8E5M2 => (5, 2, 15, Ieee),
        DType::F8E5M2FNUZ => (5, 2, 16, NegativeZeroIsNan),
        _ => return None,
    };
    Some(Format { exponent, mantissa, bias, extremes })
}

impl Format {
    fn width(&self) -> u32 {
        self.exponent + self.mantissa
    }
    fn all(&self) -> i64 {
        (1 << self.width()) - 1
    }
    fn max_finite(&self) -> i64 {
        match self.extremes {
            Extremes::Ieee => self.all() - (1 << self.mantissa),
            Extremes::OneNan => self.all() - 1,
            Extremes::NegativeZeroIsNan | Extremes::FiniteOnly => self.all(),
        }
    }
    /// 2 to the power by which a subnormal's integer is scaled up.
    fn quantum_shift(&self) -> i64 {
        self.bias - 1 + i64::from(self.mantissa)
    }
}

fn pow2(e: i64) -> f64 {
    f64::from_bits(((1023 + e) as u64) << 52)
}

/// The F32 values of bytes of a format below 16 bits.
pub(crate) fn decode(b: &mut FuncBuilder, dtype: DType, v: Val) -> Val {
    Coder { b }.decode(dtype, v)
}

/// Bytes of F32 values, rounded to nearest even.
pub(crate) fn encode(b: &mut FuncBuilder, dtype: DType, v: Val) -> Val {
    Coder { b }.encode(dtype, v)
}

struct Coder<'b> {
    b: &'b mut FuncBuilder,
}

impl Coder<'_> {
    fn imm(&mut self, like: Val, i: i64) -> Val {
        let ty = self.b.ty(like);
        self.b.int(ty, i)
    }
    fn op(&mut self, op: BinOp, a: Val, i: i64) -> Val {
        let i = self.imm(a, i);
        self.b.bin(op, a, i)
    }
    fn is(&mut self, op: CmpOp, a: Val, i: i64) -> Val {
        let i = self.imm(a, i);
        self.b.cmp(op, a, i)
    }
    fn choose(&mut self, c: Val, i: i64, otherwise: Val) -> Val {
        let i = self.imm(otherwise, i);
        self.b.select(c, i, otherwise)
    }

    fn decode(&mut self, dtype: DType, v: Val) -> Val {
        const NAN: i64 = 0x7fc0_0000;
        const INF: i64 = 0x7f80_0000;
        let u = self.b.cast(CastOp::ZExt, v, Elem::I32);
        let Some(f) = format(dtype) else {
            let bits = self.op(BinOp::Shl, u, 23);
            let least = self.is(CmpOp::Eq, u, 0);
            let bits = self.choose(least, 1 << 22, bits);
            let nan = self.is(CmpOp::Eq, u, 0xff);
            let bits = self.choose(nan, NAN, bits);
            return self.b.cast(CastOp::Bitcast, bits, Elem::F32);
        };
        let mag = self.op(BinOp::And, u, f.all());
        let up = self.op(BinOp::Shl, mag, 23 - i64::from(f.mantissa));
        let normal = self.op(BinOp::Add, up, (127 - f.bias) << 23);
        let int = self.b.cast(CastOp::SToF, mag, Elem::F32);
        let ty = self.b.ty(int);
        let scale = self.b.float(ty, pow2(-f.quantum_shift()));
        let sub = self.b.bin(BinOp::FMul, int, scale);
        let sub = self.b.cast(CastOp::Bitcast, sub, Elem::I32);
        let is_sub = self.is(CmpOp::ULt, mag, 1 << f.mantissa);
        let mut bits = self.b.select(is_sub, sub, normal);
        match f.extremes {
            Extremes::Ieee => {
                let limit = self.imm(mag, f.max_finite() + 1);
                let nan = self.b.cmp(CmpOp::ULt, limit, mag);
                let inf = self.b.cmp(CmpOp::Eq, limit, mag);
                bits = self.choose(nan, NAN, bits);
                bits = self.choose(inf, INF, bits);
            }
            Extremes::OneNan => {
                let nan = self.is(CmpOp::Eq, mag, f.all());
                bits = self.choose(nan, NAN, bits);
            }
            Extremes::NegativeZeroIsNan | Extremes::FiniteOnly => {}
        }
        let sign = self.op(BinOp::LShr, u, i64::from(f.width()));
        let sign = self.op(BinOp::Shl, sign, 31);
        bits = self.b.bin(BinOp::Or, bits, sign);
        if f.extremes == Extremes::NegativeZeroIsNan {
            // With the sign that it has in the pattern, which a total order sees.
            let nan = self.is(CmpOp::Eq, u, 1 << f.width());
            bits = self.choose(nan, NAN | i64::from(i32::MIN), bits);
        }
        self.b.cast(CastOp::Bitcast, bits, Elem::F32)
    }

    fn encode(&mut self, dtype: DType, v: Val) -> Val {
        let raw = self.b.cast(CastOp::Bitcast, v, Elem::I32);
        let abs = self.op(BinOp::And, raw, 0x7fff_ffff);
        let Some(f) = format(dtype) else {
            let up = self.op(BinOp::Add, abs, 1 << 22);
            let code = self.op(BinOp::LShr, up, 23);
            let one = self.is(CmpOp::ULt, abs, 0x0060_0000);
            let tiny = self.is(CmpOp::ULt, abs, 0x0080_0000);
            let ones = self.imm(abs, 1);
            let low = self.choose(one, 0, ones);
            let code = self.b.select(tiny, low, code);
            // NaN for what is not positive and finite.
            let minus1 = self.op(BinOp::Sub, raw, 1);
            let good = self.is(CmpOp::ULt, minus1, 0x7f80_0000 - 1);
            let nan = self.imm(code, 0xff);
            let code = self.b.select(good, code, nan);
            return self.b.cast(CastOp::Trunc, code, Elem::I8);
        };
        let m = i64::from(f.mantissa);
        let down = 23 - m;
        let lsb = self.op(BinOp::LShr, abs, down);
        let lsb = self.op(BinOp::And, lsb, 1);
        let r = self.op(BinOp::Add, abs, (1 << (down - 1)) - 1);
        let r = self.b.bin(BinOp::Add, r, lsb);
        let r = self.op(BinOp::LShr, r, down);
        let normal = self.op(BinOp::Sub, r, (127 - f.bias) << m);
        let a = self.b.cast(CastOp::Bitcast, abs, Elem::F32);
        let ty = self.b.ty(a);
        let scale = self.b.float(ty, pow2(f.quantum_shift()));
        let quanta = self.b.bin(BinOp::FMul, a, scale);
        let quanta = self.b.un(UnOp::RoundEven, quanta);
        let sub = self.b.cast(CastOp::FToS, quanta, Elem::I32);
        let is_sub = self.is(CmpOp::ULt, abs, (128 - f.bias) << 23);
        let mut mag = self.b.select(is_sub, sub, normal);
        let limit = self.imm(mag, f.max_finite());
        let over = self.b.cmp(CmpOp::SLt, limit, mag);
        let sign = self.op(BinOp::LShr, raw, 31);
        let sign = self.op(BinOp::Shl, sign, i64::from(f.width()));
        let inf = self.imm(abs, 0x7f80_0000);
        let nan = self.b.cmp(CmpOp::ULt, inf, abs);
        let code = match f.extremes {
            Extremes::NegativeZeroIsNan => {
                let signed = self.b.bin(BinOp::Or, mag, sign);
                let zero = self.is(CmpOp::Eq, mag, 0);
                let c = self.choose(zero, 0, signed);
                let bad = self.b.bin(BinOp::Or, over, nan);
                self.choose(bad, 1 << f.width(), c)
            }
            Extremes::FiniteOnly => {
                mag = self.choose(over, f.max_finite(), mag);
                let c = self.b.bin(BinOp::Or, mag, sign);
                let flipped = self.op(BinOp::Xor, sign, 1 << f.width());
                self.b.select(nan, flipped, c)
            }
            Extremes::Ieee | Extremes::OneNan => {
                mag = self.choose(over, f.max_finite() + 1, mag);
                let quiet =
                    if f.extremes == Extremes::Ieee { f.all() - (f.all() >> (f.exponent + 1)) } else { f.all() };
                mag = self.choose(nan, quiet, mag);
                self.b.bin(BinOp::Or, mag, sign)
            }
        };
        self.b.cast(CastOp::Trunc, code, Elem::I8)
    }
}
