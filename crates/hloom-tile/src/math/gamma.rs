//! Gamma-related functions, in F64 lanes, and a Bessel function.

use super::coef;
use super::writer::{Writer, any};
use crate::loop_ir::{BinOp, CmpOp, UnOp, Val};
use std::f64::consts::PI;

/// log √(2 π)
const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_8;

impl Writer<'_> {
    fn is_pole(&mut self, x: Val) -> Val {
        let whole = self.floor(x);
        let whole = self.eq(whole, x);
        let not_positive = self.le_c(x, 0.0);
        self.both(whole, not_positive)
    }

    /// log |Γ(x)|: a polynomial on [1, 2], to which smaller and larger arguments are moved by the recurrence; Stirling's
    /// series from 8; reflection for negative arguments.
    pub(super) fn lgamma(&mut self, x: Val) -> Val {
        let negative = self.lt_c(x, 0.0);
        let a = self.abs(x);
        let one = self.c(1.0);
        // [0, 8): y in [1, 2) (8 - 1 - 6), with the factors that lie between.
        let small = self.lt(a, one);
        let lifted = self.add(a, one);
        let mut y = self.sel(small, lifted, a);
        let mut product = one;
        for _ in 0..6 {
            let above = self.le_c(y, 2.0);
            let above = self.b.un(UnOp::Not, above);
            let down = self.add_c(y, -1.0);
            let longer = self.mul(product, down);
            product = self.sel(above, longer, product);
            y = self.sel(above, down, y);
        }
        // y - 1, without the rounding of a + 1.
        let down = self.add_c(y, -1.0);
        let from_1 = self.sel(small, a, down);
        let from_2 = self.add_c(from_1, -1.0);
        let u = self.add_c(from_1, -0.5);
        let p = self.poly(u, &coef::LGAMMA);
        let roots = self.mul(from_1, from_2);
        let argument = self.sel(small, a, product);
        // One logarithm serves both ranges.
        let large = self.le_c(a, 8.0);
        let large = self.b.un(UnOp::Not, large);
        let argument = self.sel(large, a, argument);
        let l = self.log(argument);
        let minus_l = self.neg(l);
        let signed_l = self.sel(small, minus_l, l);
        let near = self.fma(p, roots, signed_l);
        let inverse = self.c_div(1.0, a);
        let square = self.mul(inverse, inverse);
        let series = self.poly(square, &coef::STIRLING);
        let shifted = self.add_c(a, -0.5);
        let tail = self.add_c(l, -1.0);
        let constant = self.c(HALF_LOG_TAU - 0.5);
        let series = self.fma(series, inverse, constant);
        let far = self.fma(shifted, tail, series);
        let y = self.sel(large, far, near);
        // log(π / (a |sin π a|)) - lgamma(a)
        let (s, _) = self.sin_cos_pi(a);
        let s = self.abs(s);
        let d = self.mul(a, s);
        let reflected = self.c_div(PI, d);
        let reflected = self.log(reflected);
        let reflected = self.sub(reflected, y);
        // For tiny a the product above underflows or its inverse overflows, and the gamma function is 1 / a.
        let tiny = self.lt_c(a, 1e-30);
        let reflected = self.sel(tiny, minus_l, reflected);
        let y = self.sel(negative, reflected, y);
        let pole = self.is_pole(x);
        let inf = self.c(f64::INFINITY);
        let infinite = self.eq(a, inf);
        let pole = self.either(pole, infinite);
        self.sel(pole, inf, y)
    }

    /// The recurrence up to 10 as one fraction, the asymptotic series beyond, reflection for negative arguments.
    pub(super) fn digamma(&mut self, x: Val) -> Val {
        let negative = self.lt_c(x, 0.0);
        let mirrored = self.c_sub(1.0, x);
        let mut y = self.sel(negative, mirrored, x);
        let (mut above, mut below) = (self.c(0.0), self.c(1.0));
        for _ in 0..10 {
            let move_up = self.lt_c(y, 10.0);
            let next_above = self.fma(above, y, below);
            let next_below = self.mul(below, y);
            let next = self.add_c(y, 1.0);
            above = self.sel(move_up, next_above, above);
            below = self.sel(move_up, next_below, below);
            y = self.sel(move_up, next, y);
        }
        let sum = self.div(above, below);
        let inverse = self.c_div(1.0, y);
        let square = self.mul(inverse, inverse);
        let series = self.poly(square, &coef::DIGAMMA);
        let series = self.mul(series, square);
        let l = self.log(y);
        let r = self.fma_c(inverse, -0.5, l);
        let r = self.sub(r, series);
        let r = self.sub(r, sum);
        // - π / tan(π x)
        let (s, c) = self.sin_cos_pi(x);
        let cotangent = self.div(c, s);
        let reflected = self.fma_c(cotangent, -PI, r);
        let r = self.sel(negative, reflected, r);
        let pole = self.is_pole(x);
        let nan = self.c(f64::NAN);
        let r = self.sel(pole, nan, r);
        // The series' inverse square is 0 at infinity; only -inf was not a pole.
        let lowest = self.eq_c(x, f64::NEG_INFINITY);
        self.sel(lowest, nan, r)
    }

    /// Hurwitz zeta (q ≥ -1e5): terms until the argument is above 9 (at least ten), then the Euler-Maclaurin tail.
    pub(super) fn zeta(&mut self, s: Val, q: Val) -> Val {
        let minus_s = self.neg(s);
        let zero = self.c(0.0);
        let first = self.b.i64(0);
        let (ty, short) = (self.ty, self.short);
        let least = self.b.i64(10);
        let results = self.b.while_loop(
            &[first, zero, q],
            |b, v| {
                let mut w = Writer { b, ty, short };
                let low = w.le_c(v[2], 9.0);
                let reachable = w.gt_c(v[2], -1e5);
                let more = w.both(low, reachable);
                let more = any(w.b, more);
                let few = w.b.cmp(CmpOp::SLt, v[0], least);
                w.b.bin(BinOp::Or, more, few)
            },
            |b, v| {
                let mut w = Writer { b, ty, short };
                let few = w.b.cmp(CmpOp::SLt, v[0], least);
                let few = w.b.splat(few, ty.lanes);
                let low = w.le_c(v[2], 9.0);
                let go = w.either(few, low);
                let term = w.pow(v[2], minus_s);
                let sum = w.add(v[1], term);
                let next = w.add_c(v[2], 1.0);
                let one = w.b.i64(1);
                let i = w.b.add(v[0], one);
                vec![i, w.sel(go, sum, v[1]), w.sel(go, next, v[2])]
            },
        );
        let (sum, a) = (results[1], results[2]);
        let power = self.pow(a, minus_s);
        let less_1 = self.add_c(s, -1.0);
        let pa = self.mul(power, a);
        let integral = self.div(pa, less_1);
        let half = self.mul_c(power, 0.5);
        let mut tail = self.add(integral, half);
        let mut factor = s;
        let mut scale = self.div(power, a);
        let aa = self.mul(a, a);
        for (k, &c) in coef::ZETA.iter().enumerate() {
            let fs = self.mul(factor, scale);
            tail = self.fma_c(fs, c, tail);
            let (f1, f2) = (self.add_c(s, (2 * k + 1) as f64), self.add_c(s, (2 * k + 2) as f64));
            let f = self.mul(f1, f2);
            factor = self.mul(factor, f);
            scale = self.div(scale, aa);
        }
        let gone = self.eq(power, zero);
        let tail = self.sel(gone, zero, tail);
        let y = self.add(sum, tail);
        // Domain: s ≥ 1; at q ≤ 0 a pole at integers, and elsewhere only integer s.
        let (inf, nan) = (self.c(f64::INFINITY), self.c(f64::NAN));
        let s_floor = self.floor(s);
        let s_whole = self.eq(s_floor, s);
        let y = {
            let fraction = self.b.un(UnOp::Not, s_whole);
            let low = self.le_c(q, 0.0);
            let outside = self.both(low, fraction);
            self.sel(outside, nan, y)
        };
        let pole = self.is_pole(q);
        let y = self.sel(pole, inf, y);
        let harmonic = self.eq_c(s, 1.0);
        let y = self.sel(harmonic, inf, y);
        let below = self.lt_c(s, 1.0);
        let y = self.sel(below, nan, y);
        // A loop of more terms is no way to compute this.
        let remote = self.lt_c(q, -1e5);
        let y = self.sel(remote, nan, y);
        let sum = self.add(s, q);
        let (s_ok, q_ok) = (self.eq(s, s), self.eq(q, q));
        let ordered = self.both(s_ok, q_ok);
        let nan_sum = self.mul(sum, nan);
        self.sel(ordered, y, nan_sum)
    }

    /// (-1)^(n + 1) n! ζ(n + 1, x); digamma for n = 0.
    pub(super) fn polygamma(&mut self, n: Val, x: Val) -> Val {
        let order = self.add_c(n, 1.0);
        let l = self.lgamma(order);
        let factorial = self.exp(l);
        let z = self.zeta(order, x);
        let y = self.mul(factorial, z);
        let half = self.mul_c(n, 0.5);
        let whole_half = self.floor(half);
        let even = self.eq(half, whole_half);
        let flipped = self.neg(y);
        let y = self.sel(even, flipped, y);
        let d = self.digamma(x);
        let is_zero = self.eq_c(n, 0.0);
        let y = self.sel(is_zero, d, y);
        let whole = self.floor(n);
        let whole = self.eq(whole, n);
        let not_negative = self.lt_c(n, 0.0);
        let not_negative = self.b.un(UnOp::Not, not_negative);
        let finite = self.lt_c(n, f64::INFINITY);
        let valid = self.both(whole, not_negative);
        let valid = self.both(valid, finite);
        let nan = self.c(f64::NAN);
        self.sel(valid, y, nan)
    }

    /// e^-|x| I₁(x).
    pub(super) fn bessel_i1e(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let y = if self.is_f64() { self.bessel_i1e_positive(a) } else { self.bessel_i1e_positive_f32(a) };
        self.with_sign(y, x)
    }

    /// By what it is times (a + 5)^(3/2) / a, which has limits at both ends.
    fn bessel_i1e_positive_f32(&mut self, a: Val) -> Val {
        // The root alone is of all of a: where that is infinite the result is 0.
        let finite = self.at_most(a, 1e30);
        let above = self.add_c(finite, 5.0);
        let q = self.div(finite, above);
        let near = self.poly_around(q, 0.25, &coef::I1E_NEAR_F32);
        let far = self.poly_around(q, 0.75, &coef::I1E_FAR_F32);
        let is_near = self.lt_c(q, 0.5);
        let p = self.sel(is_near, near, far);
        let p = self.mul(p, q);
        let all = self.add_c(a, 5.0);
        let root = self.sqrt(all);
        self.div(p, root)
    }

    fn bessel_i1e_positive(&mut self, a: Val) -> Val {
        let near_a = self.at_most(a, 8.0);
        let z = self.mul(near_a, near_a);
        let p = self.poly(z, &coef::I1E_SMALL);
        let minus = self.neg(near_a);
        let e = self.exp(minus);
        let p = self.mul(p, near_a);
        let near = self.mul(p, e);
        let far_a = self.at_least(a, 8.0);
        let inverse = self.c_div(1.0, far_a);
        let p = self.poly(inverse, &coef::I1E_LARGE);
        let root = self.sqrt(far_a);
        let far = self.div(p, root);
        let large = self.gt_c(a, 8.0);
        self.sel(large, far, near)
    }
}
