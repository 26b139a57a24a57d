//! Eigenvalues and eigenvectors of Hermitian matrices: reduction to tridiagonal form, then implicit QL steps.

use crate::Parallel;
use crate::factor::{all_finite, safe_scale};
use crate::field::{Field, Real, widened};
use crate::qr::reflector;
use crate::reflectors::grow;
use crate::rotations::{Panels, Rotations, givens};
use crate::rows::{Pass, Rows, zero_row};
use num_traits::{One, Zero};

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
pub(crate) fn tridiagonal<T: Field>(par: &dyn Parallel, a: &mut [T], n: usize) -> Tridiagonal<T> {
    let mut m = Rows::of(a, n, n);
    let t = reduce(par, &mut m, n);
    m.copy_to(a, n);
    t
}

fn reduce<T: Field>(par: &dyn Parallel, a: &mut Rows<T>, n: usize) -> Tridiagonal<T> {
    let (zero, k) = (T::zero(), n.saturating_sub(1));
    let mut t = Tridiagonal { d: vec![T::Real::zero(); n], e: vec![T::Real::zero(); k], taus: vec![zero; k] };
    // Rows have yet to take v wᴴ + w vᴴ away: `v` and `w` by row with a minus, their conjugates by column.
    let (mut v, mut w, mut next) = (vec![zero; n], vec![zero; n], vec![zero; n]);
    let (mut v_row, mut w_row, mut sum) = (zero_row(n), zero_row(n), zero_row(n));
    let ld = a.ld;
    for j in 0..n {
        for i in j..n {
            next[i] = a.at(i, j) + v[i] * w_row.at(0, j) + w[i] * v_row.at(0, j);
        }
        t.d[j] = next[j].re();
        a.set(j, j, T::real(t.d[j]));
        (v_row.row_mut(0)[j], w_row.row_mut(0)[j]) = (zero, zero);
        if j == k {
            break;
        }
        let (beta, tau) = reflector(next[j + 1], &mut next[j + 2..]);
        (t.e[j], t.taus[j]) = (beta, tau);
        a.set(j + 1, j, T::real(beta));
        (j + 2..n).for_each(|i| a.set(i, j, next[i]));
        next[j + 1] = T::one();
        // Σ conj(v_i) row_i is the conjugate of A v.
        let weights: Vec<T> = next[j + 1..].iter().map(|x| x.conj()).collect();
        sum.row_mut(0).fill(zero);
        Pass {
            rows: a.range_mut(j + 1..n),
            ld,
            from: j + 1,
            update: [(&v[j + 1..], w_row.row(0)), (&w[j + 1..], v_row.row(0))],
            gather: [(&weights, sum.row_mut(0))],
            dots: None,
        }
        .run(par);
        // w = τ A v, made symmetric by a multiple of v.
        let product: Vec<T> = sum.row(0)[j + 1..n].iter().map(|x| tau * x.conj()).collect();
        let dot = product.iter().zip(&next[j + 1..]).fold(zero, |s, (w, v)| s + w.conj() * *v);
        let f = tau * dot * T::real(T::Real::of_f64(-0.5));
        for i in j + 1..n {
            let (x, y) = (next[i], product[i - j - 1] + f * next[i]);
            (v[i], w[i]) = (-x, -y);
            (v_row.row_mut(0)[i], w_row.row_mut(0)[i]) = (x.conj(), y.conj());
        }
    }
    t
}

/// Implicit QL on (d, e); `follow` sees the rotations of pairs of rows of Qᵀ. Number of values that did not converge.
///
/// Of F32 in F64 too, which takes little longer: all steps round, and their errors add up to many units.
fn ql<R: Real>(
    d: &mut [f64],
    mut e: Vec<f64>,
    rotations: &mut Rotations<R>,
    mut follow: impl FnMut(&mut Rotations<R>),
) -> usize {
    let n = d.len();
    let eps = R::epsilon().to_f64();
    e.push(0.0);
    for l in 0..n {
        let mut steps = 0;
        loop {
            // The first negligible subdiagonal element from `l` on ends the block.
            let m = (l..n - 1)
                .find(|&m| e[m].abs() <= eps * (d[m].abs() * d[m + 1].abs()).sqrt() || e[m] == 0.0)
                .unwrap_or(n - 1);
            if m == l {
                break;
            }
            if steps == STEPS {
                return n - l;
            }
            steps += 1;
            // Wilkinson's shift from the leading 2 × 2 block.
            let g = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let r = g.hypot(1.0);
            let mut g = d[m] - d[l] + e[l] / (g + if g >= 0.0 { r } else { -r });
            let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
            let mut early = false;
            rotations.start(m, false);
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                // As `givens`, which turns the other way where f is zero.
                let (c1, s1, r) = givens(g, f);
                e[i + 1] = r;
                if r == 0.0 {
                    d[i + 1] -= p;
                    e[m] = 0.0;
                    early = true;
                    break;
                }
                (c, s) = (c1, s1);
                g = d[i + 1] - p;
                let r = (d[i] - g) * s + 2.0 * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                rotations.push(c, s);
            }
            follow(rotations);
            if early {
                continue;
            }
            d[l] -= p;
            e[l] = g;
            e[m] = 0.0;
        }
    }
    0
}

/// Eigenvalues in ascending order; the matrix becomes its eigenvectors (columns) if they are wanted. LAPACK's `info`.
pub(crate) fn eigh<T: Field>(
    par: &dyn Parallel,
    a: &mut [T],
    n: usize,
    lower: bool,
    wanted: bool,
    w: &mut [T::Real],
) -> i32 {
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
    let mut f = Rows::of(a, n, n);
    let t = reduce(par, &mut f, n);
    let mut z = wanted.then(|| {
        let q = grow(par, n, n, 1, &t.taus, |j, v| {
            v.iter_mut().enumerate().for_each(|(i, v)| *v = f.at(j + 2 + i, j));
        });
        Panels::transposed(&q, n, n)
    });
    let mut rotations = Rotations::new();
    let mut d = widened(&t.d);
    let failed = ql(&mut d, widened(&t.e), &mut rotations, |r| match &mut z {
        Some(z) => z.follow(par, r, false),
        None => r.clear(),
    });
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| d[i].partial_cmp(&d[j]).unwrap_or(std::cmp::Ordering::Equal));
    for (w, &i) in w.iter_mut().zip(&order) {
        *w = T::Real::of_f64(d[i] / scale.to_f64());
    }
    if let Some(z) = &mut z {
        z.follow(par, &mut rotations, true);
        for (i, row) in a.chunks_exact_mut(n).enumerate() {
            order.iter().zip(row).for_each(|(&from, x)| *x = z.at(from, i));
        }
    }
    failed as i32
}
