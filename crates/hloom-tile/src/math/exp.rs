//! The exponential and what is made of it: expm1, tanh, logistic, sinh, cosh.
//!
//! `x = n ln 2 + r` with |r| ≤ ln 2 / 2; `e^r - 1` is a polynomial; `2^n` is put together from bits.

use super::coef;
use super::log::{LN2_HI, LN2_HI_F32, LN2_LO, LN2_LO_F32};
use super::writer::Writer;
use crate::loop_ir::Val;
use std::f64::consts::{LN_2, LOG2_E};

/// ln 2 less its nearest F64.
const LN2_REST: f64 = 2.3190468138462996e-17;

/// x = n ln 2 + r.
struct Split {
    /// r without the product with the lower part of ln 2, which is exact.
    exact: Val,
    r: Val,
    /// What `r` adds to `exact`, where that is needed.
    rest: Option<Val>,
    /// Integral float.
    n: Val,
}

/// e^x = (1 + tail) · 2^n.
pub(super) struct Reduced {
    /// e^r - 1.
    pub(super) tail: Val,
    /// Integral float.
    pub(super) n: Val,
}

impl Writer<'_> {
    /// The integer nearest to x / ln 2, as a float.
    fn nearest_power(&mut self, x: Val) -> Val {
        let magic = self.magic();
        let magic_val = self.c(magic);
        let t = self.fma_c(x, LOG2_E, magic_val);
        self.add_c(t, -magic)
    }

    /// Splits x + lo; x must not exceed what the exponents of twice a type can hold (about ±760 in F64, ±120 in F32).
    fn exp_split(&mut self, x: Val, lo: Option<Val>) -> Split {
        let n = self.nearest_power(x);
        // The first difference is exact: the upper part of ln 2 is short, and n times it is close to x.
        let (upper, lower) = (self.pick(LN2_HI_F32, LN2_HI), self.pick(LN2_LO_F32, LN2_LO));
        let exact = self.fma_c(n, -upper, x);
        // F64 keeps what rounding r loses, for a quarter of an ulp; in F32 two operations matter more.
        let full = self.is_f64() && !self.short;
        let (r, rest) = if full || lo.is_some() {
            let mut rest = self.mul_c(n, -lower);
            if let Some(lo) = lo {
                rest = self.add(rest, lo);
            }
            (self.add(exact, rest), Some(rest))
        } else {
            (self.fma_c(n, -lower, exact), None)
        };
        Split { exact, r, rest, n }
    }

    /// e^(x + lo) by parts, with the bounds of [`Writer::exp_split`].
    pub(super) fn exp_reduced(&mut self, x: Val, lo: Option<Val>) -> Reduced {
        let Split { exact, r, rest, n } = self.exp_split(x, lo);
        let table: &[f64] = match (self.is_f64(), self.short) {
            (false, _) => &coef::EXP_F32,
            (true, true) => &coef::EXP_S,
            (true, false) => &coef::EXP,
        };
        let rr = self.mul(r, r);
        let q = self.poly_by_pairs(r, rr, table);
        let tail = match rest {
            Some(rest) => {
                let tail = self.fma(q, rr, rest);
                self.add(exact, tail)
            }
            None => self.fma(q, rr, r),
        };
        Reduced { tail, n }
    }

    /// (y, n) with e^(x + lo) = y · 2^n and y near 1; bounds as above. F32 has one polynomial from the 1 on: the last
    /// steps of Horner's scheme keep the error below that of a sum with the tail, and are fewer.
    fn exp_scaled(&mut self, x: Val, lo: Option<Val>) -> (Val, Val) {
        if self.is_f64() || lo.is_some() {
            let e = self.exp_reduced(x, lo);
            return (self.add_c(e.tail, 1.0), e.n);
        }
        let s = self.exp_split(x, None);
        (self.exp_whole(s.r), s.n)
    }

    /// e^r of F32, |r| ≤ ln 2 / 2. By pairs, but for the last terms, whose sum would be rounded.
    fn exp_whole(&mut self, r: Val) -> Val {
        let [zeroth, first, rest @ ..] = &coef::EXP_WHOLE_F32;
        let rr = self.mul(r, r);
        let rest = self.poly_by_pairs(r, rr, rest);
        let (zeroth, first) = (self.c(*zeroth), self.c(*first));
        let rest = self.fma(rest, r, first);
        self.fma(rest, r, zeroth)
    }

    /// Bounds beyond which e^x is 0 or infinite anyway, the lower one so low that [`Writer::scale`] sees it; NaN stays.
    fn exp_clamped(&mut self, x: Val) -> Val {
        let (low, high) = (self.pick(-117.0, -760.0), self.pick(89.0, 710.0));
        let x = self.at_least(x, low);
        self.at_most(x, high)
    }

    pub(super) fn exp(&mut self, x: Val) -> Val {
        let x = self.exp_clamped(x);
        let (y, n) = self.exp_scaled(x, None);
        self.scale(y, n)
    }

    /// 2^x = 2^n e^((x - n) ln 2), n the integer nearest to x.
    pub(super) fn exp2(&mut self, x: Val) -> Val {
        let (low, high) = (self.pick(-170.0, -1095.0), self.pick(129.0, 1025.0));
        let x = self.at_least(x, low);
        let x = self.at_most(x, high);
        let magic = self.magic();
        let t = self.add_c(x, magic);
        let n = self.add_c(t, -magic);
        let f = self.sub(x, n);
        let r = self.mul_c(f, LN_2);
        if !self.is_f64() {
            let y = self.exp_whole(r);
            return self.scale(y, n);
        }
        // What rounding the product and the constant lost.
        let minus = self.neg(r);
        let rest = self.fma_c(f, LN_2, minus);
        let rest = self.fma_c(f, LN2_REST, rest);
        let rr = self.mul(r, r);
        let q = self.poly_by_pairs(r, rr, &coef::EXP);
        let tail = self.fma(q, rr, rest);
        let tail = self.add(r, tail);
        let y = self.add_c(tail, 1.0);
        self.scale(y, n)
    }

    /// e^(x + lo) times `factor` (positive, near 1), for x where |lo| is small; no intermediate underflow.
    pub(super) fn exp_pair_times(&mut self, x: Val, lo: Val, factor: Option<Val>) -> Val {
        let x = self.exp_clamped(x);
        let (mut y, mut n) = self.exp_scaled(x, Some(lo));
        if let Some(f) = factor {
            y = self.mul(y, f);
            (y, n) = self.normalised(y, n);
        }
        self.scale(y, n)
    }

    /// (e^x - 1) / 2 from the split; n ≥ -normal exponents. (2^n itself may be out of range where e^x is not.)
    fn half_minus_one(&mut self, e: &Reduced) -> Val {
        let s = self.pow2(e.n, -1);
        let rest = self.add_c(s, -0.5);
        self.fma(s, e.tail, rest)
    }

    /// e^x - 1 from the split, as [`Self::half_minus_one`].
    fn minus_one(&mut self, e: &Reduced) -> Val {
        let half = self.half_minus_one(e);
        let y = self.add(half, half);
        // Half of a subnormal number may not be one.
        let whole = self.eq_c(e.n, 0.0);
        self.sel(whole, e.tail, y)
    }

    pub(super) fn expm1(&mut self, x: Val) -> Val {
        let high = self.pick(89.0, 710.0);
        let a = self.at_least(x, -60.0);
        let a = self.at_most(a, high);
        let e = self.exp_reduced(a, None);
        let y = self.minus_one(&e);
        // Its sign is that of x, of zero too.
        let y = self.abs(y);
        self.with_sign(y, x)
    }

    /// With |x| = n ln 2 / 2 + r, P = 2^n and tanh r = r / Q: a = (P - 1) Q + (P + 1) r over a + 2 (Q - r), which has one division. No
    /// difference in it cancels, it is never above 1, and the larger n is, the less it matters how a was rounded.
    pub(super) fn tanh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let a = self.at_most(a, self.pick(9.1, 22.0));
        // What is rounded has the bias in it, so that its bits give P / 2 too.
        let magic = self.magic() + (self.bias() - 1) as f64;
        let magic_val = self.c(magic);
        let t = self.fma_c(a, 2.0 * LOG2_E, magic_val);
        let n = self.add_c(t, -magic);
        let mut r = self.fma_c(n, -0.5 * LN_2, a);
        if self.is_f64() {
            r = self.fma_c(n, -0.5 * LN2_REST, r);
        }
        let rr = self.mul(r, r);
        let table: &[f64] = if self.is_f64() { &coef::R_COTH } else { &coef::R_COTH_F32 };
        let four = self.mul(rr, rr);
        let rest = self.poly_by_pairs(rr, four, table);
        let one = self.c(1.0);
        let q = self.fma(rest, rr, one);
        let half_power = self.power_in_bits(t);
        let less = self.add_c(half_power, -0.5);
        let more = self.add_c(half_power, 0.5);
        let large = self.mul(more, r);
        let above = self.fma(less, q, large);
        let between = self.sub(q, r);
        let below = self.add(above, between);
        let y = self.div(above, below);
        self.with_sign(y, x)
    }

    /// With e = e^-|x| and v = 1, or e for negative x: v / (1 + e), as v - e · (v / (1 + e)).
    pub(super) fn logistic(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let high = self.pick(117.0, 760.0);
        let a = self.at_most(a, high);
        let a = self.neg(a);
        let (y, n) = self.exp_scaled(a, None);
        let y = self.scale(y, n);
        let below = self.add_c(y, 1.0);
        let one = self.c(1.0);
        let negative = self.lt_c(x, 0.0);
        let above = self.sel(negative, y, one);
        let q = self.div(above, below);
        self.fnma(y, q, above)
    }

    /// e^a / 2 from the split, for a ≤ log(2 max).
    fn half_exp(&mut self, e: &Reduced) -> Val {
        let s = self.pow2(e.n, -2);
        let y = self.add_c(e.tail, 1.0);
        let y = self.mul(y, s);
        self.add(y, y)
    }

    /// With E = e^|x| - 1: (E + E / (E + 1)) / 2; e^|x| / 2 where that is the same.
    pub(super) fn sinh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let high = self.pick(89.5, 710.5);
        let a = self.at_most(a, high);
        let e = self.exp_reduced(a, None);
        let big = self.half_exp(&e);
        let m = self.minus_one(&e);
        let below = self.add_c(m, 1.0);
        let q = self.div(m, below);
        let y = self.add(m, q);
        let y = self.mul_c(y, 0.5);
        let split = self.pick(10.0, 22.0);
        let large = self.gt_c(a, split);
        let y = self.sel(large, big, y);
        self.with_sign(y, x)
    }

    /// With h = e^|x| / 2: h + 1 / (4 h).
    pub(super) fn cosh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let high = self.pick(89.5, 710.5);
        let a = self.at_most(a, high);
        let e = self.exp_reduced(a, None);
        let h = self.half_exp(&e);
        let q = self.c_div(0.25, h);
        self.add(h, q)
    }
}
