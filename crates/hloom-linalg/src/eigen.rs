//! Eigenvalues and Schur forms of general matrices: Hessenberg form, then shifted QR steps.
//!
//! Real matrices take Francis's double steps to a quasi-triangular form; its 2 × 2 blocks then become triangular in
//! complex arithmetic, where eigenvectors are solved for.

use crate::Parallel;
use crate::factor::{add_multiple, all_finite, copy, safe_scale};
use crate::field::{Field, Real};
use crate::francis;
use crate::gemm::{Packed, View, subtract};
use crate::qr::{hessenberg, hessenberg_vectors, norm};
use crate::rows::Rows;
use crate::scratch::Room;
use num_complex::Complex;
use num_traits::{Float, One, Zero};
use pulp::{Arch, Simd, WithSimd};

/// QR steps per eigenvalue.
const STEPS: usize = 60;
/// Columns and rows of a block of eigenvectors.
const COLUMNS: usize = 48;
/// Rows of a part of a sum.
const PART: usize = 16;

/// A = Z T Zᴴ with T (quasi-)triangular. LAPACK's `info`: eigenvalues `info` and before did not converge.
pub(crate) struct Schur<T> {
    pub(crate) t: Vec<T>,
    pub(crate) z: Vec<T>,
    pub(crate) info: i32,
}

/// T and Z.
type Pair<R> = (Vec<Complex<R>>, Vec<Complex<R>>);

/// Types that have general eigenvalues.
pub(crate) trait Eigen: Field {
    /// The Schur form, without balancing. Without `vectors` there is no Z, and of T only what has the eigenvalues.
    fn schur(par: &dyn Parallel, a: &[Self], n: usize, vectors: bool) -> Schur<Self>;
    /// T and Z as complex matrices, T triangular.
    fn complex(s: &Schur<Self>, n: usize) -> Pair<Self::Real>
    where
        Complex<Self::Real>: Field<Real = Self::Real>;
}

/// Hessenberg form and its Q.
fn start<T: Field>(par: &dyn Parallel, a: &[T], n: usize, vectors: bool) -> (Rows<T>, Option<Rows<T>>) {
    let (mut h, mut taus) = (a.to_vec(), vec![T::zero(); n.saturating_sub(1)]);
    hessenberg(par, &mut h, n, 0, n, &mut taus);
    let q = vectors.then(|| hessenberg_vectors(par, &h, n, &taus));
    let mut h = Rows::of(&h, n, n);
    (2..n).for_each(|i| h.row_mut(i)[..i - 1].fill(T::zero()));
    (h, q)
}

/// What is none in a matrix of this size: products of such numbers would be subnormal.
pub(crate) fn nothing<T: Field>(h: &Rows<T>, n: usize) -> T::Real {
    norm(h.range(0..n)) * T::Real::min_positive_value().sqrt()
}

/// The first row of the block that ends with row `last`: the element left of its diagonal counts nothing beside its neighbours on
/// the diagonal and is set to zero.
pub(crate) fn deflate<T: Field>(h: &mut Rows<T>, nothing: T::Real, last: usize) -> usize {
    let negligible = |&k: &usize| {
        let around = h.at(k - 1, k - 1).abs1() + h.at(k, k).abs1();
        h.at(k, k - 1).abs1() <= (T::Real::epsilon() * around).max(nothing)
    };
    let Some(k) = (1..=last).rev().find(negligible) else { return 0 };
    h.set(k, k - 1, T::zero());
    k
}

/// c, s with (c s; -s̄ c)(f, g)ᵀ = (r, 0)ᵀ; c is real.
fn rotation<T: Field>(f: T, g: T) -> (T::Real, T) {
    if g.is_zero() {
        return (T::Real::one(), T::zero());
    }
    let (x, y) = (f.modulus(), g.modulus());
    let r = x.hypot(y);
    if x.is_zero() {
        return (T::Real::zero(), T::parts(g.re() / y, -g.im() / y));
    }
    let phase = T::parts(f.re() / x, f.im() / x);
    let s = phase * T::parts(g.re() / r, -g.im() / r);
    (x / r, s)
}

/// Rows p, q of a row-major matrix, columns from `from`: (c s; -s̄ c) times them.
fn turn_rows<T: Field>(h: &mut [T], n: usize, (p, q): (usize, usize), from: usize, (c, s): (T::Real, T)) {
    let (top, bottom) = h.split_at_mut(q * n);
    for (x, y) in top[p * n + from..(p + 1) * n].iter_mut().zip(&mut bottom[from..n]) {
        let (a, b) = (*x, *y);
        *x = a.scale(c) + s * b;
        *y = b.scale(c) - s.conj() * a;
    }
}

/// Columns p, q, rows before `to`: them times the adjoint of [`turn_rows`]'s matrix.
fn turn_cols<T: Field>(h: &mut [T], n: usize, (p, q): (usize, usize), to: usize, (c, s): (T::Real, T)) {
    for row in h.chunks_exact_mut(n).take(to) {
        let (a, b) = (row[p], row[q]);
        row[p] = a.scale(c) + s.conj() * b;
        row[q] = b.scale(c) - s * a;
    }
}

macro_rules! eigen {
    ($t:ty) => {
        impl Eigen for Complex<$t> {
            fn schur(par: &dyn Parallel, a: &[Self], n: usize, vectors: bool) -> Schur<Self> {
                complex_schur(par, a, n, vectors)
            }
            fn complex(s: &Schur<Self>, _: usize) -> (Vec<Self>, Vec<Self>) {
                (s.t.clone(), s.z.clone())
            }
        }
        impl Eigen for $t {
            fn schur(par: &dyn Parallel, a: &[$t], n: usize, vectors: bool) -> Schur<$t> {
                let (h, q) = start(par, a, n, vectors);
                francis::schur(par, h, q.as_ref(), n)
            }
            fn complex(s: &Schur<$t>, n: usize) -> (Vec<Complex<$t>>, Vec<Complex<$t>>) {
                let wide = |x: &[$t]| x.iter().map(|&x| Complex::new(x, 0.0)).collect::<Vec<_>>();
                let (mut t, mut z) = (wide(&s.t), wide(&s.z));
                for k in (1..n).rev() {
                    let below = s.t[k * n + k - 1];
                    if below == 0.0 {
                        continue;
                    }
                    // The block has equal diagonal elements: λ = d ± i √(-b c).
                    let (d, b) = (s.t[k * n + k], s.t[(k - 1) * n + k]);
                    let w = (-b * below).max(0.0).sqrt();
                    let g = rotation(Complex::new(0.0, w), Complex::new(below, 0.0));
                    turn_rows(&mut t, n, (k - 1, k), k - 1, g);
                    turn_cols(&mut t, n, (k - 1, k), k + 1, g);
                    turn_cols(&mut z, n, (k - 1, k), n, g);
                    t[k * n + k - 1] = Complex::new(0.0, 0.0);
                    t[(k - 1) * n + k - 1] = Complex::new(d, w);
                    t[k * n + k] = Complex::new(d, -w);
                }
                (t, z)
            }
        }
    };
}
eigen!(f32);
eigen!(f64);

fn complex_schur<T: Field>(par: &dyn Parallel, a: &[T], n: usize, vectors: bool) -> Schur<T> {
    let (mut rows, q) = start(par, a, n, vectors);
    let (ld, mut t, mut z) = (rows.ld, vec![T::zero(); n * n], vec![T::zero(); if vectors { n * n } else { 0 }]);
    if let Some(q) = q {
        q.copy_to(&mut z, n);
    }
    let (two, nothing) = (T::real(T::Real::of_f64(2.0)), nothing(&rows, n));
    let mut high = n;
    let (mut steps, mut info) = (0, 0);
    while high > 0 {
        let last = high - 1;
        let low = deflate(&mut rows, nothing, last);
        if low == last {
            (high, steps) = (last, 0);
            continue;
        }
        if steps == STEPS {
            info = high as i32;
            break;
        }
        steps += 1;
        let h = rows.range_mut(0..n);
        // Wilkinson's shift; now and then another one, against cycles.
        let (p, q) = (h[(last - 1) * ld + last - 1], h[last * ld + last]);
        let product = h[(last - 1) * ld + last] * h[last * ld + last - 1];
        let shift = if steps % 10 == 0 {
            q + T::real(h[last * ld + last - 1].abs1())
        } else {
            let half = (p - q).over(two);
            let root = sqrt(half * half + product);
            let sum = if (half + root).abs1() >= (half - root).abs1() { half + root } else { half - root };
            if sum.is_zero() { q } else { q - product.over(sum) }
        };
        let (mut f, mut g) = (h[low * ld + low] - shift, h[(low + 1) * ld + low]);
        for k in low..last {
            let r = rotation(f, g);
            turn_rows(h, ld, (k, k + 1), k.saturating_sub(1).max(low), r);
            turn_cols(h, ld, (k, k + 1), (k + 3).min(high), r);
            turn_cols(&mut z, n, (k, k + 1), n, r);
            if k + 1 < last {
                (f, g) = (h[(k + 1) * ld + k], h[(k + 2) * ld + k]);
            }
        }
        (low..last).for_each(|k| (k + 2..high).for_each(|i| h[i * ld + k] = T::zero()));
    }
    rows.copy_to(&mut t, n);
    Schur { t, z, info }
}

/// The principal square root.
fn sqrt<T: Field>(x: T) -> T {
    let (two, r) = (T::Real::of_f64(2.0), x.modulus());
    if r.is_zero() {
        return T::zero();
    }
    let re = ((r + x.re().abs()) / two).sqrt();
    let im = x.im().abs() / (two * re);
    let (re, im) = if x.re() >= T::Real::zero() { (re, im) } else { (im, re) };
    T::parts(re, if x.im() < T::Real::zero() { -im } else { im })
}

/// What LAPACK's geev gives, in complex form.
pub(crate) struct Eig<R> {
    pub(crate) values: Vec<Complex<R>>,
    /// Columns of unit length; empty if not wanted.
    pub(crate) left: Vec<Complex<R>>,
    pub(crate) right: Vec<Complex<R>>,
    pub(crate) info: i32,
}

/// The Schur form of a matrix of any scale, as [`Eigen::schur`], times a number, which is given too: what follows needs products of its
/// elements. Input that is not finite gives NaN and an `info`.
pub(crate) fn schur<T: Eigen>(par: &dyn Parallel, a: &[T], n: usize, vectors: bool) -> (Schur<T>, T::Real) {
    if !all_finite(a) {
        let nan = vec![T::parts(T::Real::nan(), T::Real::nan()); n * n];
        return (Schur { t: nan.clone(), z: nan, info: 1 }, T::Real::one());
    }
    let scale = safe_scale(a);
    let scaled: Vec<T> = a.iter().map(|x| x.scale(scale)).collect();
    (T::schur(par, &scaled, n, vectors), scale)
}

/// Eigenvalues, left and right eigenvectors.
pub(crate) fn eig<T: Eigen>(par: &dyn Parallel, a: &[T], n: usize, left: bool, right: bool) -> Eig<T::Real>
where
    Complex<T::Real>: Field<Real = T::Real>,
{
    let (s, scale) = schur(par, a, n, left || right);
    let (t, z) = T::complex(&s, n);
    let values = (0..n).map(|i| t[i * n + i].scale(scale.recip())).collect();
    if s.info != 0 {
        let nan = Complex::new(T::Real::nan(), T::Real::nan());
        let fill = |wanted: bool| if wanted { vec![nan; n * n] } else { vec![] };
        return Eig { values, left: fill(left), right: fill(right), info: s.info };
    }
    let real = T::parts(T::Real::zero(), T::Real::one()).is_zero();
    let right = if right { vectors(par, &t, &z, n, real) } else { vec![] };
    let left = if left {
        // Left eigenvectors of T are right ones of Tᴴ, which is upper triangular with rows and columns reversed.
        let flip = |x: &[Complex<T::Real>]| -> Vec<Complex<T::Real>> {
            x.chunks_exact(n.max(1)).flat_map(|r| r.iter().rev().copied()).collect()
        };
        let adjoint = copy(View::new(&t, n, (0, 0), n, n).transposed().conjugated(true));
        let mut reversed = adjoint;
        reversed.reverse();
        flip(&vectors(par, &reversed, &flip(&z), n, real))
    } else {
        vec![]
    };
    Eig { values, left, right, info: 0 }
}

/// Eigenvectors Z x of a triangular T, x by back substitution; columns of unit length, largest component real. Those of
/// real eigenvalues of a `real` matrix are real.
fn vectors<C: Field>(par: &dyn Parallel, t: &[C], z: &[C], n: usize, real: bool) -> Vec<C> {
    let x = triangular_vectors(par, t, n);
    let mut out = vec![C::zero(); n * n];
    // Columns of X end at the diagonal. What is taken from zero has a minus, which the phase takes away.
    for k0 in (0..n).step_by(COLUMNS) {
        let k1 = n.min(k0 + COLUMNS);
        let left = Packed::left(par, View::new(z, n, (0, 0), n, k1));
        let right = Packed::right(par, View::new(&x, n, (0, k0), k1, k1 - k0));
        subtract(par, (&left, &right), &mut out, n, (0, k0), false);
    }
    let wide = n.max(1);
    let mut phases = vec![C::zero(); n];
    for row in out.chunks_exact(wide) {
        for (most, x) in phases.iter_mut().zip(row).filter(|(most, x)| x.norm_sqr() > most.norm_sqr()) {
            *most = *x;
        }
    }
    phases.iter_mut().for_each(|x| *x = x.conj().scale(x.modulus().recip()));
    let is_real: Vec<bool> = (0..n).map(|k| real && t[k * n + k].im().is_zero()).collect();
    let mut squares = vec![C::Real::zero(); n];
    // Sums in parts round less than long ones.
    for rows in out.chunks_mut(wide * PART) {
        let mut part = vec![C::Real::zero(); n];
        for row in rows.chunks_exact_mut(wide) {
            for (((x, phase), sum), real) in row.iter_mut().zip(&phases).zip(&mut part).zip(&is_real) {
                *x *= *phase;
                if *real {
                    *x = C::real(x.re());
                }
                *sum += x.norm_sqr();
            }
        }
        squares.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }
    squares.iter_mut().for_each(|x| *x = x.sqrt().recip());
    for row in out.chunks_exact_mut(wide) {
        row.iter_mut().zip(&squares).for_each(|(x, f)| *x = x.scale(*f));
    }
    out
}

/// Eigenvectors of a triangular matrix as columns of another one, not shorter than 1.
fn triangular_vectors<C: Field>(par: &dyn Parallel, t: &[C], n: usize) -> Room<C> {
    let smallest = (C::Real::epsilon() * norm(t)).max(C::Real::min_positive_value());
    // Growing vectors are scaled before they overflow, with what has been summed up for rows above.
    let large = C::Real::of_f64(1e15);
    let mut x = Room::new(n * n);
    x.fill(C::zero());
    for i1 in (1..=n).rev().step_by(COLUMNS) {
        let i0 = i1.saturating_sub(COLUMNS);
        let left = Packed::left(par, View::new(t, n, (i0, i1), i1 - i0, n - i1));
        let right = Packed::right(par, View::new(&x, n, (i1, i1), n - i1, n - i1));
        subtract(par, (&left, &right), &mut x, n, (i0, i1), false);
        for i in (i0..i1).rev() {
            let (above, below) = x.split_at_mut((i + 1) * n);
            let row = &mut above[i * n..];
            let terms = t[i * n + i + 1..i * n + i1].iter().zip(below.chunks_exact(n));
            Arch::new().dispatch(Subtract { row: &mut row[i + 1..], terms, from: i + 1 });
            row[i] = C::one();
            for k in i + 1..n {
                let d = t[i * n + i] - t[k * n + k];
                let y = x[i * n + k].over(if d.abs1() < smallest { C::real(smallest) } else { d });
                x[i * n + k] = y;
                if y.abs1() > large {
                    let f = y.abs1().recip();
                    x[i0 * n + k..].iter_mut().step_by(n).for_each(|x| *x = x.scale(f));
                }
            }
        }
    }
    x
}

/// Takes multiples of rows, from a column on, from a row that begins there.
struct Subtract<'a, C, I> {
    row: &'a mut [C],
    terms: I,
    from: usize,
}

impl<'t, C: Field, I: Iterator<Item = (&'t C, &'t [C])>> WithSimd for Subtract<'_, C, I> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for (f, row) in self.terms {
            add_multiple(simd, self.row, -*f, &row[self.from..]);
        }
    }
}
