//! Householder reflections: QR factors, their products, reduction to Hessenberg form.
//!
//! A reflector is H = I - τ v vᴴ with v₀ = 1. Factors are Q = H₀ H₁ …, LAPACK's way.

use crate::field::{Field, Real};
use num_traits::{Float, One, Zero};

/// Scaled Euclidean norm.
pub(crate) fn norm<T: Field>(x: impl Iterator<Item = T> + Clone) -> T::Real {
    let plain = x.clone().fold(T::Real::zero(), |s, v| s + v.norm_sqr());
    let tiny = T::Real::min_positive_value() / T::Real::epsilon();
    if plain.is_finite() && plain > tiny {
        return plain.sqrt();
    }
    let largest = x.clone().fold(T::Real::zero(), |m, v| m.max(v.re().abs()).max(v.im().abs()));
    if largest.is_zero() || !largest.is_finite() {
        return plain.sqrt();
    }
    let sum = x.fold(T::Real::zero(), |s, v| s + T::parts(v.re() / largest, v.im() / largest).norm_sqr());
    largest * sum.sqrt()
}

/// The reflector with Hᴴ (α, x)ᵀ = (β, 0)ᵀ and β real. `x` becomes v without its leading 1. (β, τ).
pub(crate) fn reflector<T: Field>(alpha: T, x: &mut [T]) -> (T::Real, T) {
    let tail = norm(x.iter().copied());
    if tail.is_zero() && alpha.im().is_zero() {
        return (alpha.re(), T::zero());
    }
    let length = norm([T::real(alpha.modulus()), T::real(tail)].into_iter());
    let beta = if alpha.re() >= T::Real::zero() { -length } else { length };
    let tau = T::parts((beta - alpha.re()) / beta, -alpha.im() / beta);
    let d = alpha - T::real(beta);
    x.iter_mut().for_each(|v| *v = v.over(d));
    (beta, tau)
}

/// A := (I - τ v vᴴ) A for rows `rows` of a row-major matrix, columns from `col` on.
pub(crate) fn apply_left<T: Field>(a: &mut [T], ld: usize, top: usize, col: usize, cols: usize, v: &[T], tau: T) {
    if tau.is_zero() || cols == 0 {
        return;
    }
    let mut w = vec![T::zero(); cols];
    for (i, &f) in v.iter().enumerate() {
        let f = f.conj();
        for (w, x) in w.iter_mut().zip(&a[(top + i) * ld + col..][..cols]) {
            *w += f * *x;
        }
    }
    for (i, &f) in v.iter().enumerate() {
        let f = tau * f;
        for (x, w) in a[(top + i) * ld + col..][..cols].iter_mut().zip(&w) {
            *x -= f * *w;
        }
    }
}

/// A := A (I - τ v vᴴ) for `rows` rows from `top` on; v stands at columns from `col` on.
pub(crate) fn apply_right<T: Field>(a: &mut [T], ld: usize, top: usize, rows: usize, col: usize, v: &[T], tau: T) {
    if tau.is_zero() {
        return;
    }
    for i in top..top + rows {
        let row = &mut a[i * ld + col..][..v.len()];
        let s = row.iter().zip(v).fold(T::zero(), |s, (x, v)| s + *x * *v);
        let s = s * tau;
        row.iter_mut().zip(v).for_each(|(x, v)| *x -= s * v.conj());
    }
}

/// The vector of reflector `j` of a factored matrix with rows of `n`: a 1 in row `j`, then column `j` below.
fn vector<T: Field>(a: &[T], m: usize, n: usize, j: usize) -> Vec<T> {
    std::iter::once(T::one()).chain((j + 1..m).map(|i| a[i * n + j])).collect()
}

/// Replaces an m × n matrix by R and the reflectors below its diagonal.
pub(crate) fn factor<T: Field>(a: &mut [T], m: usize, n: usize, taus: &mut [T]) {
    for j in 0..m.min(n) {
        taus[j] = factor_column(a, m, n, j);
    }
}

/// Makes and applies reflector `j`.
fn factor_column<T: Field>(a: &mut [T], m: usize, n: usize, j: usize) -> T {
    let mut v = vector(a, m, n, j);
    let (beta, tau) = reflector(a[j * n + j], &mut v[1..]);
    apply_left(a, n, j, j + 1, n - j - 1, &v, tau.conj());
    a[j * n + j] = T::real(beta);
    for (i, x) in v.iter().enumerate().skip(1) {
        a[(j + i) * n + j] = *x;
    }
    tau
}

/// As [`factor`], with the column of largest remaining norm next. `order` says on entry which columns come first (not
/// zero) and on exit which column of the matrix stands where, from 1.
pub(crate) fn factor_pivoted<T: Field>(a: &mut [T], m: usize, n: usize, order: &mut [i32], taus: &mut [T]) {
    let swap = |a: &mut [T], order: &mut [i32], p: usize, q: usize| {
        if p != q {
            (0..m).for_each(|i| a.swap(i * n + p, i * n + q));
            order.swap(p, q);
        }
    };
    let mut fixed = 0;
    let wanted: Vec<bool> = order.iter().map(|&x| x != 0).collect();
    order.iter_mut().enumerate().for_each(|(i, o)| *o = i as i32 + 1);
    for j in 0..n {
        if wanted[j] {
            swap(a, order, j, fixed);
            fixed += 1;
        }
    }
    for j in 0..m.min(n) {
        if j >= fixed {
            let length = |c: usize| norm((j..m).map(|i| a[i * n + c]));
            let mut best = (j, length(j));
            for c in j + 1..n {
                let l = length(c);
                if l > best.1 {
                    best = (c, l);
                }
            }
            swap(a, order, j, best.0);
        }
        taus[j] = factor_column(a, m, n, j);
    }
}

/// The first `cols` columns of H₀ H₁ …, an m × cols matrix, from reflectors below the diagonal of `a` (rows of `n`).
pub(crate) fn generate<T: Field>(a: &[T], m: usize, n: usize, taus: &[T], cols: usize) -> Vec<T> {
    let mut q = vec![T::zero(); m * cols];
    q.iter_mut().step_by(cols + 1).take(m.min(cols)).for_each(|d| *d = T::one());
    for j in (0..taus.len().min(m)).rev() {
        // Columns before `j` are those of the identity there.
        let from = j.min(cols);
        apply_left(&mut q, cols, j, from, cols - from, &vector(a, m, n, j), taus[j]);
    }
    q
}

/// C := op(Q) C or C op(Q) for Q = H₀ H₁ … and op the adjoint or nothing; C is rows × cols.
pub(crate) fn multiply<T: Field>(
    a: &[T],
    n: usize,
    taus: &[T],
    left: bool,
    adjoint: bool,
    c: &mut [T],
    (rows, cols): (usize, usize),
) {
    let m = if left { rows } else { cols };
    for step in 0..taus.len() {
        // Q C applies the last reflector first.
        let j = if left == adjoint { step } else { taus.len() - 1 - step };
        let tau = if adjoint { taus[j].conj() } else { taus[j] };
        let v = vector(a, m, n, j);
        if left {
            apply_left(c, cols, j, 0, cols, &v, tau);
        } else {
            apply_right(c, cols, 0, rows, j, &v, tau);
        }
    }
}

/// Reduces rows and columns `low .. high` to Hessenberg form: Qᴴ A Q with the reflectors below the subdiagonal.
pub(crate) fn hessenberg<T: Field>(a: &mut [T], n: usize, low: usize, high: usize, taus: &mut [T]) {
    taus.fill(T::zero());
    for j in low..high.saturating_sub(1) {
        let mut v: Vec<T> = std::iter::once(T::one()).chain((j + 2..high).map(|i| a[i * n + j])).collect();
        let (beta, tau) = reflector(a[(j + 1) * n + j], &mut v[1..]);
        apply_right(a, n, 0, high, j + 1, &v, tau);
        apply_left(a, n, j + 1, j + 1, n - j - 1, &v, tau.conj());
        a[(j + 1) * n + j] = T::real(beta);
        for (i, x) in v.iter().enumerate().skip(1) {
            a[(j + 1 + i) * n + j] = *x;
        }
        taus[j] = tau;
    }
}

/// Q of [`hessenberg`] over the whole matrix; `a` loses its reflectors.
pub(crate) fn hessenberg_vectors<T: Field>(a: &mut [T], n: usize, taus: &[T]) -> Vec<T> {
    let mut q = vec![T::zero(); n * n];
    q.iter_mut().step_by(n + 1).for_each(|d| *d = T::one());
    for j in (0..n.saturating_sub(1)).rev() {
        let v: Vec<T> = std::iter::once(T::one()).chain((j + 2..n).map(|i| a[i * n + j])).collect();
        apply_left(&mut q, n, j + 1, j + 1, n - j - 1, &v, taus[j]);
        (j + 2..n).for_each(|i| a[i * n + j] = T::zero());
    }
    q
}

/// Columns of an m × n matrix with m ≥ n that stand for a zero singular value are replaced by unit vectors that are
/// orthogonal to all others. `good` columns come first.
pub(crate) fn complete<T: Field>(u: &mut [T], m: usize, n: usize, good: usize) {
    let small = T::Real::of_f64(0.5);
    for j in good..n {
        for trial in 0..m {
            // Unit vectors in turn, made orthogonal twice; one of m keeps half of its length for n ≤ m.
            let mut x = vec![T::zero(); m];
            x[(j + trial) % m] = T::one();
            for _ in 0..2 {
                for c in 0..j {
                    let s = (0..m).fold(T::zero(), |s, i| s + u[i * n + c].conj() * x[i]);
                    (0..m).for_each(|i| x[i] -= s * u[i * n + c]);
                }
            }
            let length = norm(x.iter().copied());
            let enough = small / T::Real::of_f64(m as f64).sqrt();
            if length > enough || trial + 1 == m {
                let inverse = T::Real::one() / length;
                (0..m).for_each(|i| u[i * n + j] = x[i].scale(inverse));
                break;
            }
        }
    }
}
