//! Eigenvalues and Schur forms of general matrices: Hessenberg form, then shifted QR steps.
//!
//! Real matrices take Francis's double steps to a quasi-triangular form; its 2 × 2 blocks then become triangular in
//! complex arithmetic, where eigenvectors are solved for.

use crate::Parallel;
use crate::factor::{all_finite, copy, safe_scale};
use crate::field::{Field, Real};
use crate::gemm::View;
use crate::qr::{hessenberg, hessenberg_vectors, norm};
use num_complex::Complex;
use num_traits::{Float, One, Zero};

/// QR steps per eigenvalue.
const STEPS: usize = 60;

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
    /// The Schur form, without balancing.
    fn schur(par: &dyn Parallel, a: &[Self], n: usize) -> Schur<Self>;
    /// T and Z as complex matrices, T triangular.
    fn complex(s: &Schur<Self>, n: usize) -> Pair<Self::Real>
    where
        Complex<Self::Real>: Field<Real = Self::Real>;
}

/// Hessenberg form and its Q.
fn start<T: Field>(par: &dyn Parallel, a: &[T], n: usize) -> (Vec<T>, Vec<T>) {
    let (mut h, mut taus) = (a.to_vec(), vec![T::zero(); n.saturating_sub(1)]);
    hessenberg(par, &mut h, n, 0, n, &mut taus);
    let z = hessenberg_vectors(par, &mut h, n, &taus);
    (h, z)
}

/// Sum of the sizes of the neighbours on the diagonal, by which a subdiagonal element is judged.
fn around<T: Field>(h: &[T], n: usize, k: usize) -> T::Real {
    let s = h[(k - 1) * n + k - 1].abs1() + h[k * n + k].abs1();
    if s.is_zero() { norm(h) } else { s }
}

/// The first row of the block that ends at `high`: the subdiagonal element above it is negligible and set to zero.
fn deflate<T: Field>(h: &mut [T], n: usize, high: usize) -> usize {
    let tiny = T::Real::min_positive_value();
    for k in (1..=high).rev() {
        let x = h[k * n + k - 1].abs1();
        if x <= tiny || x <= T::Real::epsilon() * around(h, n, k) {
            h[k * n + k - 1] = T::zero();
            return k;
        }
    }
    0
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
            fn schur(par: &dyn Parallel, a: &[Self], n: usize) -> Schur<Self> {
                complex_schur(par, a, n)
            }
            fn complex(s: &Schur<Self>, _: usize) -> (Vec<Self>, Vec<Self>) {
                (s.t.clone(), s.z.clone())
            }
        }
        impl Eigen for $t {
            fn schur(par: &dyn Parallel, a: &[$t], n: usize) -> Schur<$t> {
                real_schur(par, a, n)
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

fn complex_schur<T: Field>(par: &dyn Parallel, a: &[T], n: usize) -> Schur<T> {
    let (mut h, mut z) = start(par, a, n);
    let two = T::real(T::Real::of_f64(2.0));
    let mut high = n;
    let mut steps = 0;
    while high > 0 {
        let last = high - 1;
        let low = deflate(&mut h, n, last);
        if low == last {
            (high, steps) = (last, 0);
            continue;
        }
        if steps == STEPS {
            return Schur { t: h, z, info: high as i32 };
        }
        steps += 1;
        // Wilkinson's shift; now and then another one, against cycles.
        let (p, q) = (h[(last - 1) * n + last - 1], h[last * n + last]);
        let product = h[(last - 1) * n + last] * h[last * n + last - 1];
        let shift = if steps % 10 == 0 {
            q + T::real(h[last * n + last - 1].abs1())
        } else {
            let half = (p - q).over(two);
            let root = sqrt(half * half + product);
            let sum = if (half + root).abs1() >= (half - root).abs1() { half + root } else { half - root };
            if sum.is_zero() { q } else { q - product.over(sum) }
        };
        let (mut f, mut g) = (h[low * n + low] - shift, h[(low + 1) * n + low]);
        for k in low..last {
            let r = rotation(f, g);
            turn_rows(&mut h, n, (k, k + 1), k.saturating_sub(1).max(low), r);
            turn_cols(&mut h, n, (k, k + 1), (k + 3).min(high), r);
            turn_cols(&mut z, n, (k, k + 1), n, r);
            if k + 1 < last {
                (f, g) = (h[(k + 1) * n + k], h[(k + 2) * n + k]);
            }
        }
        (low..last).for_each(|k| (k + 2..high).for_each(|i| h[i * n + k] = T::zero()));
    }
    Schur { t: h, z, info: 0 }
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

/// The rotation that gives a real 2 × 2 block (a b; c d) its standard form, and whether that is triangular; if not, it has
/// equal diagonal elements and off-diagonal ones of opposite signs.
fn standard<R: Real>(a: R, b: R, c: R, d: R) -> ((R, R), bool) {
    let (zero, one, half) = (R::zero(), R::one(), R::of_f64(0.5));
    if c.is_zero() {
        return ((one, zero), true);
    }
    if b.is_zero() {
        return ((zero, one), true);
    }
    let p = half * (a - d);
    let discriminant = p * p + b * c;
    if discriminant >= zero {
        // Real eigenvalues: the first column becomes the eigenvector of a + (…).
        let root = discriminant.sqrt();
        let z = if p >= zero { p + root } else { p - root };
        let r = z.hypot(c);
        return ((z / r, c / r), true);
    }
    if p.is_zero() {
        return ((one, zero), false);
    }
    // Complex: tan 2θ = -(a - d) / (b + c) makes the diagonal equal.
    let theta = half * (-(a - d)).atan2(b + c);
    ((theta.cos(), theta.sin()), false)
}

fn real_schur<R: Real>(par: &dyn Parallel, a: &[R], n: usize) -> Schur<R> {
    let (mut h, mut z) = start(par, a, n);
    let mut high = n;
    let mut steps = 0;
    while high > 0 {
        let last = high - 1;
        let low = deflate(&mut h, n, last);
        if low == last {
            (high, steps) = (last, 0);
            continue;
        }
        if low + 1 == last {
            finish_block(&mut h, &mut z, n, low);
            (high, steps) = (low, 0);
            continue;
        }
        if steps == STEPS {
            return Schur { t: h, z, info: high as i32 };
        }
        steps += 1;
        double_step(&mut h, &mut z, n, (low, high), steps);
    }
    Schur { t: h, z, info: 0 }
}

/// Brings the 2 × 2 block at `k` to standard form.
fn finish_block<R: Real>(h: &mut [R], z: &mut [R], n: usize, k: usize) {
    let at = |h: &[R], i: usize, j: usize| h[(k + i) * n + k + j];
    let (g, triangular) = standard(at(h, 0, 0), at(h, 0, 1), at(h, 1, 0), at(h, 1, 1));
    turn_rows(h, n, (k, k + 1), k, g);
    turn_cols(h, n, (k, k + 1), k + 2, g);
    turn_cols(z, n, (k, k + 1), n, g);
    if triangular {
        h[(k + 1) * n + k] = R::zero();
    } else {
        let mean = R::of_f64(0.5) * (at(h, 0, 0) + at(h, 1, 1));
        h[k * n + k] = mean;
        h[(k + 1) * n + k + 1] = mean;
    }
}

/// One implicit double-shift step on rows and columns `low .. high` (at least 3).
fn double_step<R: Real>(h: &mut [R], z: &mut [R], n: usize, (low, high): (usize, usize), step: usize) {
    let last = high - 1;
    let x = |h: &[R], i: usize, j: usize| h[i * n + j];
    let (mut s, mut t) = (
        x(h, last - 1, last - 1) + x(h, last, last),
        x(h, last - 1, last - 1) * x(h, last, last) - x(h, last - 1, last) * x(h, last, last - 1),
    );
    if step.is_multiple_of(10) {
        // An exceptional shift, against cycles.
        let w = x(h, last, last - 1).abs() + x(h, last - 1, last - 2).abs();
        s = R::of_f64(1.5) * w;
        t = w * w;
    }
    // First column of (H - λ₁)(H - λ₂).
    let (a, b, c) = (x(h, low, low), x(h, low, low + 1), x(h, low + 1, low));
    let mut v = [a * a + b * c - s * a + t, c * (a + x(h, low + 1, low + 1) - s), c * x(h, low + 2, low + 1)];
    for k in low..last {
        let size = if k + 2 < high { 3 } else { 2 };
        let (beta, tau) = crate::qr::reflector(v[0], &mut v[1..size]);
        if !tau.is_zero() {
            v[0] = R::one();
            let from = if k > low { k - 1 } else { low };
            crate::qr::apply_left(h, n, k, from, n - from, &v[..size], tau);
            crate::qr::apply_right(h, n, 0, (k + 4).min(high), k, &v[..size], tau);
            crate::qr::apply_right(z, n, 0, n, k, &v[..size], tau);
        }
        if k > low {
            h[k * n + k - 1] = beta;
            (k + 1..k + size).for_each(|i| h[i * n + k - 1] = R::zero());
        }
        if k + 1 < last {
            v[0] = x(h, k + 1, k);
            v[1] = x(h, k + 2, k);
            v[2] = if k + 3 < high { x(h, k + 3, k) } else { R::zero() };
        }
    }
}

/// What LAPACK's geev gives, in complex form.
pub(crate) struct Eig<R> {
    pub(crate) values: Vec<Complex<R>>,
    /// Columns of unit length; empty if not wanted.
    pub(crate) left: Vec<Complex<R>>,
    pub(crate) right: Vec<Complex<R>>,
    pub(crate) info: i32,
}

/// The Schur form of a matrix of any scale. Input that is not finite gives NaN and an `info`.
pub(crate) fn schur<T: Eigen>(par: &dyn Parallel, a: &[T], n: usize) -> Schur<T> {
    if !all_finite(a) {
        let nan = vec![T::parts(T::Real::nan(), T::Real::nan()); n * n];
        return Schur { t: nan.clone(), z: nan, info: 1 };
    }
    let scale = safe_scale(a);
    let scaled: Vec<T> = a.iter().map(|x| x.scale(scale)).collect();
    let mut s = T::schur(par, &scaled, n);
    if !scale.is_one() {
        s.t.iter_mut().for_each(|x| *x = x.scale(scale.recip()));
    }
    s
}

/// Eigenvalues, left and right eigenvectors.
pub(crate) fn eig<T: Eigen>(par: &dyn Parallel, a: &[T], n: usize, left: bool, right: bool) -> Eig<T::Real>
where
    Complex<T::Real>: Field<Real = T::Real>,
{
    let s = schur(par, a, n);
    let (t, z) = T::complex(&s, n);
    let values = (0..n).map(|i| t[i * n + i]).collect();
    if s.info != 0 {
        let nan = Complex::new(T::Real::nan(), T::Real::nan());
        let fill = |wanted: bool| if wanted { vec![nan; n * n] } else { vec![] };
        return Eig { values, left: fill(left), right: fill(right), info: s.info };
    }
    let real = T::parts(T::Real::zero(), T::Real::one()).is_zero();
    let right = if right { vectors(&t, &z, n, real) } else { vec![] };
    let left = if left {
        // Left eigenvectors of T are right ones of Tᴴ, which is upper triangular with rows and columns reversed.
        let flip = |x: &[Complex<T::Real>]| -> Vec<Complex<T::Real>> {
            x.chunks_exact(n.max(1)).flat_map(|r| r.iter().rev().copied()).collect()
        };
        let adjoint = copy(View::new(&t, n, (0, 0), n, n).transposed().conjugated(true));
        let mut reversed = adjoint;
        reversed.reverse();
        flip(&vectors(&reversed, &flip(&z), n, real))
    } else {
        vec![]
    };
    Eig { values, left, right, info: 0 }
}

/// Eigenvectors Z x of a triangular T, x by back substitution; columns of unit length, largest component real. Those of
/// real eigenvalues of a `real` matrix are real.
fn vectors<C: Field>(t: &[C], z: &[C], n: usize, real: bool) -> Vec<C> {
    let mut out = vec![C::zero(); n * n];
    let size = norm(t);
    let smallest = (C::Real::epsilon() * size).max(C::Real::min_positive_value());
    for k in 0..n {
        let lambda = t[k * n + k];
        let mut x = vec![C::zero(); k + 1];
        x[k] = C::one();
        for i in (0..k).rev() {
            let s = (i + 1..=k).fold(C::zero(), |s, j| s + t[i * n + j] * x[j]);
            let mut d = t[i * n + i] - lambda;
            if d.abs1() < smallest {
                d = C::real(smallest);
            }
            x[i] = -s.over(d);
            // Growing vectors are scaled before they overflow.
            let large = x[i].abs1();
            if large > C::Real::of_f64(1e15) {
                x.iter_mut().for_each(|v| *v = v.scale(large.recip()));
            }
        }
        let mut v: Vec<C> =
            z.chunks_exact(n).map(|row| row.iter().zip(&x).fold(C::zero(), |s, (z, x)| s + *z * *x)).collect();
        let length = norm(&v);
        v.iter_mut().for_each(|v| *v = v.scale(length.recip()));
        let largest = v.iter().fold(C::zero(), |m, x| if x.norm_sqr() > m.norm_sqr() { *x } else { m });
        let m = largest.modulus();
        let phase = C::parts(largest.re() / m, -largest.im() / m);
        for (i, x) in v.iter().enumerate() {
            let x = *x * phase;
            out[i * n + k] = if real && lambda.im().is_zero() { C::real(x.re()) } else { x };
        }
    }
    out
}
