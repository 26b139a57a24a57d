//! The numbers that routines compute with: f32, f64 and complex numbers of both.

use num_complex::Complex;
use num_traits::{Float, NumAssign};
use std::fmt::Debug;
use std::ops::Neg;

/// A real type.
pub(crate) trait Real: Field<Real = Self> + Float + PartialOrd + Debug {
    fn of_f64(x: f64) -> Self;
    fn to_f64(self) -> f64;
}

/// A real or complex type.
pub(crate) trait Field:
    Copy + Default + Send + Sync + NumAssign + Neg<Output = Self> + bytemuck::Pod + Debug + 'static
{
    type Real: Real;
    /// Columns of a micro-kernel's tile, and rows.
    const NR: usize;
    fn real(x: Self::Real) -> Self;
    /// The imaginary part of a real type is dropped.
    fn parts(re: Self::Real, im: Self::Real) -> Self;
    fn re(self) -> Self::Real;
    fn im(self) -> Self::Real;
    fn conj(self) -> Self;
    fn scale(self, r: Self::Real) -> Self;
    /// self / o without needless overflow.
    fn over(self, o: Self) -> Self;
    /// a · b + c, in one rounding for real types if `FUSED`.
    fn muladd<const FUSED: bool>(a: Self, b: Self, c: Self) -> Self;
    fn norm_sqr(self) -> Self::Real {
        self.re() * self.re() + self.im() * self.im()
    }
    fn modulus(self) -> Self::Real {
        self.re().hypot(self.im())
    }
    /// |re| + |im|, LAPACK's measure for pivots.
    fn abs1(self) -> Self::Real {
        self.re().abs() + self.im().abs()
    }
    fn finite(self) -> bool {
        self.re().is_finite() && self.im().is_finite()
    }
}

macro_rules! real {
    ($t:ty, $nr:literal) => {
        impl Real for $t {
            #[inline(always)]
            fn of_f64(x: f64) -> $t {
                x as $t
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
        }
        impl Field for $t {
            type Real = $t;
            const NR: usize = $nr;
            #[inline(always)]
            fn real(x: $t) -> $t {
                x
            }
            #[inline(always)]
            fn parts(re: $t, _: $t) -> $t {
                re
            }
            #[inline(always)]
            fn re(self) -> $t {
                self
            }
            #[inline(always)]
            fn im(self) -> $t {
                0.0
            }
            #[inline(always)]
            fn conj(self) -> $t {
                self
            }
            #[inline(always)]
            fn scale(self, r: $t) -> $t {
                self * r
            }
            #[inline(always)]
            fn over(self, o: $t) -> $t {
                self / o
            }
            #[inline(always)]
            fn muladd<const FUSED: bool>(a: $t, b: $t, c: $t) -> $t {
                if FUSED { <$t>::mul_add(a, b, c) } else { a * b + c }
            }
            fn modulus(self) -> $t {
                self.abs()
            }
        }
        impl Field for Complex<$t> {
            type Real = $t;
            const NR: usize = $nr / 2;
            #[inline(always)]
            fn real(x: $t) -> Self {
                Complex::new(x, 0.0)
            }
            #[inline(always)]
            fn parts(re: $t, im: $t) -> Self {
                Complex::new(re, im)
            }
            #[inline(always)]
            fn re(self) -> $t {
                self.re
            }
            #[inline(always)]
            fn im(self) -> $t {
                self.im
            }
            #[inline(always)]
            fn conj(self) -> Self {
                Complex::conj(&self)
            }
            #[inline(always)]
            fn scale(self, r: $t) -> Self {
                Complex::new(self.re * r, self.im * r)
            }
            fn over(self, o: Self) -> Self {
                if o.im == 0.0 {
                    return Complex::new(self.re / o.re, self.im / o.re);
                }
                // Smith: divide through by the larger part.
                if o.re.abs() >= o.im.abs() {
                    let r = o.im / o.re;
                    let d = o.re + o.im * r;
                    Complex::new((self.re + self.im * r) / d, (self.im - self.re * r) / d)
                } else {
                    let r = o.re / o.im;
                    let d = o.re * r + o.im;
                    Complex::new((self.re * r + self.im) / d, (self.im * r - self.re) / d)
                }
            }
            #[inline(always)]
            fn muladd<const FUSED: bool>(a: Self, b: Self, c: Self) -> Self {
                if FUSED {
                    let re = <$t>::mul_add(-a.im, b.im, <$t>::mul_add(a.re, b.re, c.re));
                    Complex::new(re, <$t>::mul_add(a.im, b.re, <$t>::mul_add(a.re, b.im, c.im)))
                } else {
                    Complex::new(c.re + a.re * b.re - a.im * b.im, c.im + a.re * b.im + a.im * b.re)
                }
            }
        }
    };
}
real!(f32, 16);
real!(f64, 8);
