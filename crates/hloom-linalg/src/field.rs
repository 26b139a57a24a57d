//! The numbers that routines compute with: f32, f64 and complex numbers of both.

use num_complex::Complex;
use num_traits::{Float, NumAssign};
use pulp::Simd;
use std::fmt::Debug;
use std::ops::Neg;

/// A real type.
pub(crate) trait Real: Field<Real = Self> + Float + PartialOrd + Debug {
    fn of_f64(x: f64) -> Self;
    fn to_f64(self) -> f64;
}

/// The numbers as F64.
pub(crate) fn widened<R: Real>(x: &[R]) -> Vec<f64> {
    x.iter().map(|x| Real::to_f64(*x)).collect()
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
    /// A register of them.
    type Vector<S: Simd>: Copy;
    fn splat<S: Simd>(simd: S, x: Self) -> Self::Vector<S>;
    /// a · b + c, in as few roundings as the processor has an operation for.
    fn fma<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>, c: Self::Vector<S>) -> Self::Vector<S>;
    /// Sums of products of a number with registers: those of complex numbers are apart for both parts of the number until
    /// [`Field::total`], so that a product is two operations and nothing is moved inside a register.
    type Sums<S: Simd>: Copy;
    fn sums<S: Simd>(simd: S, start: Self::Vector<S>) -> Self::Sums<S>;
    /// Adds the products of a number and registers to theirs.
    fn add_products<S: Simd, const V: usize>(simd: S, a: Self, b: &[Self::Vector<S>; V], sums: &mut [Self::Sums<S>; V]);
    fn total<S: Simd>(simd: S, sums: Self::Sums<S>) -> Self::Vector<S>;
    /// The whole registers of a slice.
    fn vectors<S: Simd>(x: &[Self]) -> &[Self::Vector<S>];
    fn vectors_mut<S: Simd>(x: &mut [Self]) -> &mut [Self::Vector<S>];
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

/// Registers by the names that `pulp` has for a type.
macro_rules! vectors {
    ($vector:ident, $splat:ident, $fma:ident, $slice:ident, $slice_mut:ident) => {
        type Vector<S: Simd> = S::$vector;
        #[inline(always)]
        fn splat<S: Simd>(simd: S, x: Self) -> S::$vector {
            simd.$splat(x)
        }
        #[inline(always)]
        fn fma<S: Simd>(simd: S, a: S::$vector, b: S::$vector, c: S::$vector) -> S::$vector {
            simd.$fma(a, b, c)
        }
        #[inline(always)]
        fn vectors<S: Simd>(x: &[Self]) -> &[S::$vector] {
            S::$slice(x).0
        }
        #[inline(always)]
        fn vectors_mut<S: Simd>(x: &mut [Self]) -> &mut [S::$vector] {
            S::$slice_mut(x).0
        }
    };
}

macro_rules! real {
    ($t:ty, $nr:literal, $vector:ident $splat:ident $fma:ident $slice:ident $slice_mut:ident,
     $cvector:ident $csplat:ident $cfma:ident $cslice:ident $cslice_mut:ident $cadd:ident $cconj:ident $cswap:ident) => {
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
            vectors!($vector, $splat, $fma, $slice, $slice_mut);
            type Sums<S: Simd> = S::$vector;
            #[inline(always)]
            fn sums<S: Simd>(_: S, start: S::$vector) -> S::$vector {
                start
            }
            #[inline(always)]
            fn add_products<S: Simd, const V: usize>(simd: S, a: $t, b: &[S::$vector; V], sums: &mut [S::$vector; V]) {
                for (sum, b) in sums.iter_mut().zip(b) {
                    *sum = simd.$fma(simd.$splat(a), *b, *sum);
                }
            }
            #[inline(always)]
            fn total<S: Simd>(_: S, sums: S::$vector) -> S::$vector {
                sums
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
            vectors!($cvector, $csplat, $cfma, $cslice, $cslice_mut);
            type Sums<S: Simd> = [S::$vector; 2];
            #[inline(always)]
            fn sums<S: Simd>(simd: S, start: S::$cvector) -> [S::$vector; 2] {
                [bytemuck::cast(start), simd.$splat(0.0)]
            }
            #[inline(always)]
            fn add_products<S: Simd, const V: usize>(
                simd: S,
                a: Self,
                b: &[S::$cvector; V],
                sums: &mut [[S::$vector; 2]; V],
            ) {
                // One part after the other: with both at once, tiles of three rows have a sum on the stack.
                for (part, a) in [a.re, a.im].into_iter().enumerate() {
                    for (sum, b) in sums.iter_mut().zip(b) {
                        sum[part] = simd.$fma(simd.$splat(a), bytemuck::cast(*b), sum[part]);
                    }
                }
            }
            #[inline(always)]
            fn total<S: Simd>(simd: S, [re, im]: [S::$vector; 2]) -> S::$cvector {
                // i z is z's conjugate with its parts swapped.
                let turned = simd.$cswap(simd.$cconj(bytemuck::cast(im)));
                simd.$cadd(bytemuck::cast(re), turned)
            }
        }
    };
}
real!(f32, 16, f32s splat_f32s mul_add_e_f32s as_simd_f32s as_mut_simd_f32s,
    c32s splat_c32s mul_add_e_c32s as_simd_c32s as_mut_simd_c32s add_c32s conj_c32s swap_re_im_c32s);
real!(f64, 8, f64s splat_f64s mul_add_e_f64s as_simd_f64s as_mut_simd_f64s,
    c64s splat_c64s mul_add_e_c64s as_simd_c64s as_mut_simd_c64s add_c64s conj_c64s swap_re_im_c64s);
