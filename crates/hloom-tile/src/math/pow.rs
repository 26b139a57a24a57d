//! Powers whose exponent is known and a small multiple of one half: products, a root and a quotient, with what these lose.

use super::MathFn;
use super::writer::{Pair, Writer};
use crate::loop_ir::Val;

/// Exponents in halves, but 0, 1 and 2, which are products.
const HALVES: [i8; 10] = [-8, -6, -4, -3, -2, -1, 1, 3, 6, 8];

impl MathFn {
    /// The function that [`MathFn::Pow`] is of its first argument, if the second is this number and there is such a function.
    pub fn power(exponent: f64) -> Option<MathFn> {
        HALVES.into_iter().find(|&n| f64::from(n) / 2.0 == exponent).map(MathFn::PowHalves)
    }
}

impl Writer<'_> {
    /// x^(n/2).
    pub(super) fn pow_halves(&mut self, x: Val, n: i8) -> Val {
        let x = if n % 2 == 0 { x } else { self.edges_are_positive(x) };
        match n {
            1 => self.sqrt(x),
            -2 => self.c_div(1.0, x),
            _ if n > 0 => {
                let p = self.product(x, n);
                let sum = self.add(p.hi, p.lo);
                // (Zero has a sign.)
                let size = self.abs(p.hi);
                let (infinite, zero) = (self.eq_c(size, f64::INFINITY), self.eq_c(size, 0.0));
                let edge = self.either(infinite, zero);
                self.sel(edge, p.hi, sum)
            }
            _ => self.inverse(x, -n),
        }
    }

    /// Powers of -inf that are not whole are those of inf, and of -0 those of 0.
    fn edges_are_positive(&mut self, x: Val) -> Val {
        let (below, inf) = (self.eq_c(x, f64::NEG_INFINITY), self.c(f64::INFINITY));
        let x = self.sel(below, inf, x);
        self.add_c(x, 0.0)
    }

    /// x^(n/2) in two parts, the root of a number that is not negative: `s + r / 2 s`, where `r = x - s²` exactly.
    fn product(&mut self, x: Val, n: i8) -> Pair {
        let root = |w: &mut Self| {
            let s = w.sqrt(x);
            (s, w.fnma(s, s, x))
        };
        match n {
            1 => {
                let (s, r) = root(self);
                let twice = self.add(s, s);
                Pair { hi: s, lo: self.div(r, twice) }
            }
            3 => {
                let (s, r) = root(self);
                let half = self.mul_c(s, 0.5);
                let p = self.two_product(x, s);
                // x / s is s.
                Pair { hi: p.hi, lo: self.fma(half, r, p.lo) }
            }
            4 => self.two_product(x, x),
            6 => {
                let square = self.two_product(x, x);
                let p = self.two_product(square.hi, x);
                Pair { hi: p.hi, lo: self.fma(square.lo, x, p.lo) }
            }
            _ => {
                let square = self.two_product(x, x);
                let p = self.two_product(square.hi, square.hi);
                let twice = self.add(square.hi, square.hi);
                Pair { hi: p.hi, lo: self.fma(square.lo, twice, p.lo) }
            }
        }
    }

    /// 1 / x^(n/2). Large and small numbers are scaled, so that both parts of the product are normal wherever the result is finite.
    fn inverse(&mut self, x: Val, n: i8) -> Val {
        let power = f64::from(n) / 2.0;
        let far = (self.pick(96.0, 800.0) / power).min(self.pick(90.0, 700.0));
        // An even number, for the root.
        let scale = 2.0 * ((self.pick(120.0, 1000.0) / power).min(self.pick(100.0, 800.0)) / 2.0).floor();
        let size = self.abs(x);
        let (large, small) = (self.gt_c(size, far.exp2()), self.lt_c(size, (-far).exp2()));
        let factor = |w: &mut Self, by: f64| {
            let (one, up, down) = (w.c(1.0), w.c(by.exp2()), w.c((-by).exp2()));
            let up = w.sel(small, up, one);
            w.sel(large, down, up)
        };
        let before = factor(self, scale);
        let x = self.mul(x, before);
        let p = self.product(x, n);
        let q = self.c_div(1.0, p.hi);
        // A step of Newton's, for both parts.
        let one = self.c(1.0);
        let rest = self.fnma(p.hi, q, one);
        let rest = self.fnma(p.lo, q, rest);
        let exact = self.fma(q, rest, q);
        let (size, inverse) = (self.abs(p.hi), self.abs(q));
        let finite = self.lt_c(size, f64::INFINITY);
        let normal = self.lt_c(inverse, f64::INFINITY);
        let ordinary = self.both(finite, normal);
        let q = self.sel(ordinary, exact, q);
        let after = factor(self, power * scale);
        self.mul(q, after)
    }
}
