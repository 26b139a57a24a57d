//! Eigenvalues and eigenvectors of Hermitian matrices: reduction to tridiagonal form, then implicit QL steps.

use crate::factor::{all_finite, safe_scale};
use crate::field::{Field, Real};
use crate::qr::{apply_left, reflector};
use num_traits::{Float, One, Zero};

/// QL steps per eigenvalue.
const STEPS: usize = 50;

/// A real tridiagonal matrix T = Qᴴ A Q.
pub(crate) struct Tridiagonal<T: Field> {
    pub(crate) d: Vec<T::Real>,
    /// One shorter than `d`.
    pub(crate) e: Vec<T::Real>,
    pub(crate) taus: Vec<T>,
}

/// Both triangles from one of them; the diagonal becomes real.
pub(crate) fn mirror<T: Field>(a: &mut [T], n: usize, lower: bool) {
    for i in 0..n {
        a[i * n + i] = T::real(a[i * n + i].re());
        for j in 0..i {
            let (low, high) = (i * n + j, j * n + i);
            if lower { a[high] = a[low].conj() } else { a[low] = a[high].conj() }
        }
    }
}

/// Reduces a Hermitian matrix, both triangles of which are given. Reflector `j` is left below the subdiagonal of column
/// `j`, as LAPACK's sytrd with `uplo = L` does.
pub(crate) fn tridiagonal<T: Field>(a: &mut [T], n: usize) -> Tridiagonal<T> {
    let k = n.saturating_sub(1);
    let mut t = Tridiagonal { d: vec![T::Real::zero(); n], e: vec![T::Real::zero(); k], taus: vec![T::zero(); k] };
    for j in 0..k {
        let first = j + 1;
        let mut v: Vec<T> = std::iter::once(T::one()).chain((j + 2..n).map(|i| a[i * n + j])).collect();
        let (beta, tau) = reflector(a[first * n + j], &mut v[1..]);
        t.e[j] = beta;
        t.taus[j] = tau;
        if !tau.is_zero() {
            // w = τ A v, made symmetric by a multiple of v; then A -= v wᴴ + w vᴴ.
            let mut w: Vec<T> = (first..n)
                .map(|i| tau * a[i * n + first..(i + 1) * n].iter().zip(&v).fold(T::zero(), |s, (x, v)| s + *x * *v))
                .collect();
            let dot = w.iter().zip(&v).fold(T::zero(), |s, (w, v)| s + w.conj() * *v);
            let f = tau * dot * T::real(T::Real::of_f64(-0.5));
            w.iter_mut().zip(&v).for_each(|(w, v)| *w += f * *v);
            for i in 0..v.len() {
                let (vi, wi) = (v[i], w[i]);
                let row = &mut a[(first + i) * n + first..][..v.len()];
                for ((x, v), w) in row.iter_mut().zip(&v).zip(&w) {
                    *x -= vi * w.conj() + wi * v.conj();
                }
            }
        }
        a[first * n + j] = T::real(beta);
        for (i, x) in v.iter().enumerate().skip(1) {
            a[(first + i) * n + j] = *x;
        }
    }
    for i in 0..n {
        t.d[i] = a[i * n + i].re();
    }
    t
}

/// Qᵀ (rows are columns of Q) of [`tridiagonal`].
fn vectors<T: Field>(a: &[T], n: usize, taus: &[T]) -> Vec<T> {
    let mut q = vec![T::zero(); n * n];
    q.iter_mut().step_by(n + 1).for_each(|d| *d = T::one());
    for j in (0..taus.len()).rev() {
        let v: Vec<T> = std::iter::once(T::one()).chain((j + 2..n).map(|i| a[i * n + j])).collect();
        apply_left(&mut q, n, j + 1, j + 1, n - j - 1, &v, taus[j]);
    }
    for i in 0..n {
        for j in 0..i {
            q.swap(i * n + j, j * n + i);
        }
    }
    q
}

/// Implicit QL on (d, e); rotations go to pairs of rows of `z`, if there are any. Number of values that did not converge.
fn ql<T: Field>(d: &mut [T::Real], e: &mut Vec<T::Real>, z: &mut [T]) -> usize {
    let n = d.len();
    let (zero, one) = (T::Real::zero(), T::Real::one());
    let two = one + one;
    e.push(zero);
    for l in 0..n {
        let mut steps = 0;
        loop {
            // The first negligible subdiagonal element from `l` on ends the block.
            let m = (l..n - 1)
                .find(|&m| e[m].abs() <= T::Real::epsilon() * (d[m].abs() * d[m + 1].abs()).sqrt() || e[m].is_zero())
                .unwrap_or(n - 1);
            if m == l {
                break;
            }
            if steps == STEPS {
                return n - l;
            }
            steps += 1;
            // Wilkinson's shift from the leading 2 × 2 block.
            let g = (d[l + 1] - d[l]) / (two * e[l]);
            let r = g.hypot(one);
            let mut g = d[m] - d[l] + e[l] / (g + if g >= zero { r } else { -r });
            let (mut s, mut c, mut p) = (one, one, zero);
            let mut early = false;
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                let r = f.hypot(g);
                e[i + 1] = r;
                if r.is_zero() {
                    d[i + 1] -= p;
                    e[m] = zero;
                    early = true;
                    break;
                }
                s = f / r;
                c = g / r;
                g = d[i + 1] - p;
                let r = (d[i] - g) * s + two * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                if !z.is_empty() {
                    let (top, bottom) = z.split_at_mut((i + 1) * n);
                    for (x, y) in top[i * n..].iter_mut().zip(&mut bottom[..n]) {
                        let (a, b) = (*x, *y);
                        *y = a.scale(s) + b.scale(c);
                        *x = a.scale(c) - b.scale(s);
                    }
                }
            }
            if early {
                continue;
            }
            d[l] -= p;
            e[l] = g;
            e[m] = zero;
        }
    }
    0
}

/// Eigenvalues in ascending order; the matrix becomes its eigenvectors (columns) if they are wanted. LAPACK's `info`.
pub(crate) fn eigh<T: Field>(a: &mut [T], n: usize, lower: bool, wanted: bool, w: &mut [T::Real]) -> i32 {
    if n == 0 {
        return 0;
    }
    mirror(a, n, lower);
    if !all_finite(a) {
        return 1;
    }
    let scale = safe_scale(a);
    if !scale.is_one() {
        a.iter_mut().for_each(|x| *x = x.scale(scale));
    }
    let mut t = tridiagonal(a, n);
    let mut z = if wanted { vectors(a, n, &t.taus) } else { vec![] };
    let failed = ql(&mut t.d, &mut t.e, &mut z);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| t.d[i].partial_cmp(&t.d[j]).unwrap_or(std::cmp::Ordering::Equal));
    for (w, &i) in w.iter_mut().zip(&order) {
        *w = t.d[i] / scale;
    }
    if wanted {
        for (c, &from) in order.iter().enumerate() {
            (0..n).for_each(|i| a[i * n + c] = z[from * n + i]);
        }
    }
    failed as i32
}
