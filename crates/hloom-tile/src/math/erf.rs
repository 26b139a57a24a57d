//! The error function, its complement and its inverse.

use super::coef;
use super::writer::Writer;
use crate::loop_ir::Val;

impl Writer<'_> {
    /// One of eight polynomials in the distance from the centre of a piece; from 3.92 on the result is 1 (F32).
    pub(super) fn erf_f32(&mut self, x: Val) -> Val {
        let [centres, values, coefficients @ ..] = &coef::ERF_PIECES_F32;
        let a = self.abs(x);
        let a = self.at_most(a, 3.9375);
        let magic = self.c(self.magic());
        let index = self.fma_c(a, coef::ERF_PIECES_PER_UNIT_F32, magic);
        let first = self.eq(index, magic);
        let index = self.bits(index);
        let centre = self.lookup(centres, index);
        let t = self.sub(a, centre);
        let [lower @ .., last] = coefficients;
        let mut slope = self.lookup(last, index);
        for row in lower.iter().rev() {
            let k = self.lookup(row, index);
            slope = self.fma(slope, t, k);
        }
        let value = self.lookup(values, index);
        let value = self.sel(first, a, value);
        let y = self.fma(slope, t, value);
        self.with_sign(y, x)
    }

    /// F64 lanes.
    pub(super) fn erf(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let c = self.erfc_positive(a);
        let large = self.c_sub(1.0, c);
        let large = self.with_sign(large, x);
        let z = self.mul(x, x);
        let table = self.table(&coef::ERF_S, &coef::ERF);
        let zz = self.mul(z, z);
        let p = self.poly_by_pairs(z, zz, table);
        let small = self.fma(p, x, x);
        let below = self.lt_c(a, 0.85);
        self.sel(below, small, large)
    }

    /// In F32, 1 - erf near 0, where that keeps its bits.
    pub(super) fn erfc(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let y = if self.is_f64() { self.erfc_positive(a) } else { self.erfc_positive_f32(a) };
        let other = self.c_sub(2.0, y);
        let negative = self.lt_c(x, 0.0);
        let y = self.sel(negative, other, y);
        if self.is_f64() {
            return y;
        }
        let z = self.mul(x, x);
        let slope = self.poly(z, &coef::ERF_NEAR_F32);
        let (minus, one) = (self.neg(x), self.c(1.0));
        let near = self.fma(slope, minus, one);
        let is_near = self.lt_c(a, 0.75);
        self.sel(is_near, near, y)
    }

    /// e^-a² times a polynomial in (a - 3) / (a + 3).
    fn erfc_positive_f32(&mut self, a: Val) -> Val {
        let a = self.at_most(a, 10.125);
        let (above, below) = (self.add_c(a, -3.0), self.add_c(a, 3.0));
        let q = self.div(above, below);
        let p = self.poly(q, &coef::ERFCX_F32);
        self.exp_minus_square_times(a, p)
    }

    /// e^-a² times `p`, which is positive and near 1.
    fn exp_minus_square_times(&mut self, a: Val, p: Val) -> Val {
        let square = self.two_product(a, a);
        let (hi, lo) = (self.neg(square.hi), self.neg(square.lo));
        self.exp_pair_times(hi, lo, Some(p))
    }

    /// e^-a² times a polynomial in (a - 4) / (a + 4), over 1 + 2 a; F64 lanes.
    fn erfc_positive(&mut self, a: Val) -> Val {
        let high = if self.short { 10.5 } else { 28.0 };
        let a = self.at_most(a, high);
        let (above, below) = (self.add_c(a, -4.0), self.add_c(a, 4.0));
        let q = self.div(above, below);
        let table = self.table(&coef::ERFCX_S, &coef::ERFCX);
        let qq = self.mul(q, q);
        let p = self.poly_by_pairs(q, qq, table);
        let a2 = self.add(a, a);
        let d = self.add_c(a2, 1.0);
        let p = self.div(p, d);
        self.exp_minus_square_times(a, p)
    }

    /// By w = -log(1 - x²).
    pub(super) fn erf_inv(&mut self, x: Val) -> Val {
        let (below, above) = (self.c_sub(1.0, x), self.add_c(x, 1.0));
        let product = self.mul(below, above);
        let l = self.log(product);
        let w = self.neg(l);
        let root = self.sqrt(w);
        let p = if !self.is_f64() {
            let near = self.poly_around(w, 2.5, &coef::ERF_INV_1_F32);
            let far = self.poly_around(root, 3.0, &coef::ERF_INV_2_F32);
            let is_near = self.lt_c(w, 5.0);
            self.sel(is_near, near, far)
        } else {
            let near = self.poly_around(w, 3.125, &coef::ERF_INV_1);
            let middle = self.poly_around(root, 3.25, &coef::ERF_INV_2);
            let far = self.poly_around(root, 5.0, &coef::ERF_INV_3);
            let is_middle = self.lt_c(w, 16.0);
            let p = self.sel(is_middle, middle, far);
            let is_near = self.lt_c(w, 6.25);
            self.sel(is_near, near, p)
        };
        let y = self.mul(p, x);
        let a = self.abs(x);
        let end = self.eq_c(a, 1.0);
        let inf = self.c(f64::INFINITY);
        let infinite = self.mul(inf, x);
        let y = self.sel(end, infinite, y);
        let outside = self.gt_c(a, 1.0);
        let nan = self.c(f64::NAN);
        self.sel(outside, nan, y)
    }
}
