//! Functions that are exact or nearly so: roots, rounding, remainder, neighbours, sign.

use super::coef;
use super::writer::{Writer, any};
use crate::loop_ir::{BinOp, CmpOp, UnOp, Val};

impl Writer<'_> {
    pub(super) fn rsqrt(&mut self, x: Val) -> Val {
        let root = self.sqrt(x);
        self.c_div(1.0, root)
    }

    /// `x = m 8^q`, a polynomial guess, one step of Halley's iteration with an exact residual (F64 lanes).
    pub(super) fn cbrt(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let tiny = self.lt_c(a, f64::MIN_POSITIVE);
        let up = self.mul_c(a, (1u64 << 54) as f64);
        let a = self.sel(tiny, up, a);
        let bits = self.bits(a);
        let e = self.int_c(BinOp::LShr, bits, 52);
        let k = self.float_of_small(e);
        let (plain, lifted) = (self.c(-1023.0), self.c(-1077.0));
        let offset = self.sel(tiny, lifted, plain);
        let k = self.add(k, offset);
        let m = self.int_c(BinOp::And, bits, (1 << 52) - 1);
        let m = self.int_c(BinOp::Or, m, 1023 << 52);
        let m = self.of_bits(m);
        // k = 3 q + j
        let sixth = self.c(1.0 / 6.0);
        let q = self.fma_c(k, 1.0 / 3.0, sixth);
        let q = self.floor(q);
        let j = self.fma_c(q, -3.0, k);
        let (is_0, is_1) = (self.eq_c(j, 0.0), self.eq_c(j, 1.0));
        let (one, two, four) = (self.c(1.0), self.c(2.0), self.c(4.0));
        let (root_2, root_4) = (self.c(1.259_921_049_894_873_2), self.c(1.587_401_051_968_199_4));
        let upper = self.sel(is_1, two, four);
        let factor = self.sel(is_0, one, upper);
        let upper = self.sel(is_1, root_2, root_4);
        let root_factor = self.sel(is_0, one, upper);
        let guess = self.poly(m, &coef::CBRT);
        let guess = self.mul(guess, root_factor);
        let m = self.mul(m, factor);
        // 26 bits of the guess have an exact square.
        let guess = self.bits(guess);
        let guess = self.int_c(BinOp::And, guess, !((1 << 27) - 1));
        let r = self.of_bits(guess);
        let rr = self.mul(r, r);
        let residual = self.fnma(rr, r, m);
        let m_plus = self.fma(rr, r, m);
        let below = self.fma(rr, r, m_plus);
        let step = self.mul(r, residual);
        let step = self.div(step, below);
        let r = self.add(r, step);
        let s = self.pow2(q, 0);
        let y = self.mul(r, s);
        let y = self.with_sign(y, x);
        // Zero, infinity, NaN.
        let ax = self.abs(x);
        let zero = self.eq_c(ax, 0.0);
        let finite = self.lt_c(ax, f64::INFINITY);
        let y = self.sel(zero, x, y);
        self.sel(finite, y, x)
    }

    /// StableHLO `sign`: ±0 and NaN are themselves.
    pub(super) fn sign(&mut self, x: Val) -> Val {
        let one = self.c(1.0);
        let unit = self.with_sign(one, x);
        let a = self.abs(x);
        let nonzero = self.gt_c(a, 0.0);
        self.sel(nonzero, unit, x)
    }

    /// Adding the largest number below 1/2 carries into the integer exactly if the fraction is 1/2 or more.
    pub(super) fn round_afz(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let below_half = self.pick(0.5 - f64::from(f32::EPSILON) / 4.0, 0.5 - f64::EPSILON / 4.0);
        let y = self.add_c(a, below_half);
        let y = self.b.un(UnOp::Trunc, y);
        let whole = self.pick(8_388_608.0, 4_503_599_627_370_496.0);
        let fits = self.lt_c(a, whole);
        let y = self.sel(fits, y, a);
        self.with_sign(y, x)
    }

    /// Bit patterns order magnitudes.
    pub(super) fn next_after(&mut self, x: Val, y: Val) -> Val {
        let rising = self.lt(x, y);
        let positive = self.gt_c(x, 0.0);
        let toward_zero = self.differ(rising, positive);
        let (up, down) = (self.ci(1), self.ci(-1));
        let step = self.sel(toward_zero, down, up);
        let bits = self.bits(x);
        let next = self.int(BinOp::Add, bits, step);
        let next = self.of_bits(next);
        let least = self.of_bits(up);
        let least = self.with_sign(least, y);
        let zero = self.eq_c(x, 0.0);
        let next = self.sel(zero, least, next);
        let same = self.eq(x, y);
        let next = self.sel(same, y, next);
        let sum = self.add(x, y);
        let (x_ok, y_ok) = (self.eq(x, x), self.eq(y, y));
        let ordered = self.both(x_ok, y_ok);
        self.sel(ordered, next, sum)
    }

    /// C's fmod, exact (F64 lanes). Each round subtracts the divisor times the nearest representable quotient, or the
    /// truncated one if it has a fraction: an exact difference, at least 2^50 times smaller, of either sign.
    pub(super) fn rem(&mut self, x: Val, y: Val) -> Val {
        let (ax, ay) = (self.abs(x), self.abs(y));
        // Lanes without a finite positive divisor take part with harmless operands.
        let (zero, one) = (self.c(0.0), self.c(1.0));
        let x_finite = self.lt_c(ax, f64::INFINITY);
        let y_finite = self.lt_c(ay, f64::INFINITY);
        let y_positive = self.lt(zero, ay);
        let valid = self.both(x_finite, y_finite);
        let valid = self.both(valid, y_positive);
        let start = self.sel(valid, ax, zero);
        let d = self.sel(valid, ay, one);
        let (ty, short) = (self.ty, self.short);
        let r = self.b.while_loop(
            &[start],
            |b, v| {
                let mut w = Writer { b, ty, short };
                let size = w.abs(v[0]);
                let more = w.b.cmp(CmpOp::FLe, d, size);
                any(w.b, more)
            },
            |b, v| {
                let mut w = Writer { b, ty, short };
                let r = v[0];
                let size = w.abs(r);
                let mut step = d;
                if !short {
                    // So far apart that the quotient would overflow: 2^900 or 2^1800 divisors at a time.
                    let mut lifted = d;
                    for _ in 0..2 {
                        lifted = w.mul_c(lifted, 2f64.powi(900));
                        let far = w.b.cmp(CmpOp::FLe, lifted, size);
                        step = w.sel(far, lifted, step);
                    }
                }
                let q = w.div(r, step);
                let q = w.b.un(UnOp::Trunc, q);
                let rest = w.fnma(q, step, r);
                let more = w.b.cmp(CmpOp::FLe, d, size);
                vec![w.sel(more, rest, r)]
            },
        )[0];
        let negative = self.lt(r, zero);
        let lifted = self.add(r, d);
        let r = self.sel(negative, lifted, r);
        let y_large = self.lt(ax, ay);
        let r = self.sel(y_large, ax, r);
        let nan = self.c(f64::NAN);
        // A NaN divisor is not positive.
        let defined = self.both(x_finite, y_positive);
        let r = self.sel(defined, r, nan);
        let r = self.abs(r);
        self.with_sign(r, x)
    }
}
