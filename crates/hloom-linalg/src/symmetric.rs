//! Eigenvalues and eigenvectors of Hermitian matrices: reduction to tridiagonal form, then implicit QL steps, or division (`divide`).

use crate::Parallel;
use crate::divide;
use crate::factor::{all_finite, safe_scale};
use crate::field::{Field, Real, widened};
use crate::qr::reflector;
use crate::reflectors::{grow, reflect};
use crate::rotations::{Panels, Rotations, givens};
use crate::rows::{Pass, Rows, zero_row};
use num_traits::{Float, One, Zero};

/// QL steps per eigenvalue.
const STEPS: usize = 50;
/// Orders up to which the vectors of a matrix follow QL steps.
const UNDIVIDED: usize = 64;

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

/// The largest element of a tridiagonal matrix. Products of elements far smaller would be subnormal.
pub(crate) fn size(d: &[f64], e: &[f64]) -> f64 {
    d.iter().chain(e).fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// Implicit QL on (d, e), of which elements up to `nothing` are none; vectors, rows of Qᵀ, follow. Number of values that did not
/// converge, and where those in ascending order stand.
///
/// Of F32 in F64 too, which takes little longer: all steps round, and their errors add up to many units.
pub(crate) fn ql<T: Field>(
    par: &dyn Parallel,
    d: &mut [f64],
    e: Vec<f64>,
    nothing: f64,
    vectors: &mut Panels<T>,
) -> (usize, Vec<usize>) {
    let mut rotations = Rotations::new();
    let failed = steps(d, e, nothing, &mut rotations, |r| vectors.follow(par, r, false));
    vectors.follow(par, &mut rotations, true);
    let mut order: Vec<usize> = (0..d.len()).collect();
    order.sort_by(|&i, &j| d[i].total_cmp(&d[j]));
    (failed, order)
}

/// The steps of [`ql`], whose rotations `follow` sees.
fn steps<R: Real>(
    d: &mut [f64],
    mut e: Vec<f64>,
    nothing: f64,
    rotations: &mut Rotations<R>,
    mut follow: impl FnMut(&mut Rotations<R>),
) -> usize {
    let n = d.len();
    let eps = R::epsilon().to_f64() / 2.0;
    let flipped = flip(d, &mut e);
    e.push(0.0);
    for l in 0..n {
        let mut steps = 0;
        loop {
            // The first negligible subdiagonal element from `l` on ends the block.
            let m = (l..n - 1)
                .find(|&m| e[m].abs() <= (eps * (d[m].abs() * d[m + 1].abs()).sqrt()).max(nothing))
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
            rotations.start(if flipped { n - 1 - m } else { m }, flipped);
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
    if flipped {
        d.reverse();
    }
    0
}

/// QL steps find small values first if those come first. True if the matrix is reversed for that.
fn flip(d: &mut [f64], e: &mut [f64]) -> bool {
    let flipped = matches!(d, [first, .., last] if first.abs() > last.abs());
    if flipped {
        d.reverse();
        e.reverse();
    }
    flipped
}

/// Eigenvalues of (d, e) alone, by QL steps on squares of `e`, which need no roots (Parlett, "The symmetric eigenvalue problem",
/// 8.15). Errors of many steps add up: of F64, 100 rows, to some ten units, where division into halves leaves three.
/// Number of values that did not converge.
fn values(d: &mut [f64], e: &[f64], epsilon: f64) -> usize {
    let (n, size) = (d.len(), size(d, e));
    let nothing = f64::MIN_POSITIVE * size * size;
    let mut squares: Vec<f64> = e.iter().map(|e| e * e).collect();
    flip(d, &mut squares);
    squares.push(0.0);
    for l in 0..n {
        let mut steps = 0;
        loop {
            let negligible = |m: &usize| squares[*m] <= (epsilon * epsilon * (d[*m] * d[m + 1]).abs()).max(nothing);
            let m = (l..n - 1).find(negligible).unwrap_or(n - 1);
            squares[m] = 0.0;
            if m == l {
                break;
            }
            if steps == STEPS {
                return n - l;
            }
            steps += 1;
            let root = squares[l].sqrt();
            let g = (d[l + 1] - d[l]) / (2.0 * root);
            let shift = d[l] - root / (g + g.hypot(1.0).copysign(g));
            let (mut c, mut s, mut gamma) = (1.0, 0.0, d[m] - shift);
            let mut p = gamma * gamma;
            for i in (l..m).rev() {
                let square = squares[i];
                let r = p + square;
                squares[i + 1] = s * r;
                let (c_before, gamma_before) = (c, gamma);
                (c, s) = (p / r, square / r);
                gamma = c * (d[i] - shift) - s * gamma_before;
                d[i + 1] = gamma_before + (d[i] - gamma);
                p = if c == 0.0 { c_before * square } else { gamma * gamma / c };
            }
            squares[l] = s * p;
            squares[m] = 0.0;
            d[l] = shift + gamma;
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
    let (mut d, e) = (widened(&t.d), widened(&t.e));
    let vector = |start: usize, v: &mut [T]| {
        v.iter_mut().enumerate().for_each(|(i, v)| *v = f.at(start + 1 + i, start - 1));
    };
    let scaled = |d: f64| T::Real::of_f64(d / scale.to_f64());
    let epsilon = T::Real::epsilon().to_f64();
    if !wanted && (n <= UNDIVIDED || epsilon > f64::EPSILON) {
        let failed = values(&mut d, &e, epsilon / 2.0);
        d.sort_by(f64::total_cmp);
        w.iter_mut().zip(&d).for_each(|(w, &d)| *w = scaled(d));
        return failed as i32;
    }
    if wanted && n <= UNDIVIDED {
        let q = grow(par, n, n, 1, &t.taus, |j, v| vector(j + 1, v));
        let mut z = Panels::transposed(&q, n, n);
        let nothing = f64::MIN_POSITIVE.sqrt() * size(&d, &e);
        let (failed, order) = ql(par, &mut d, e, nothing, &mut z);
        w.iter_mut().zip(&order).for_each(|(w, &i)| *w = scaled(d[i]));
        for (i, row) in a.chunks_exact_mut(n).enumerate() {
            order.iter().zip(row).for_each(|(&from, x)| *x = z.at(from, i));
        }
        return failed as i32;
    }
    let vectors = match divide::eigen::<T::Real>(par, &mut d, &e, wanted) {
        Ok(vectors) => vectors,
        Err(failed) => return failed as i32,
    };
    w.iter_mut().zip(&d).for_each(|(w, &d)| *w = scaled(d));
    let Some(vectors) = vectors else { return 0 };
    // Those of the tridiagonal matrix, as columns; then Q times them.
    let mut q = Rows::zeros(n, n);
    for i in 0..n {
        q.row_mut(i)[..n].iter_mut().enumerate().for_each(|(k, x)| *x = T::real(vectors.at(k, i)));
    }
    let steps: Vec<(usize, T)> = t.taus.iter().enumerate().rev().map(|(j, &tau)| (j + 1, tau)).collect();
    reflect(par, &mut q, (n, n), &steps, vector, false);
    q.copy_to(a, n);
    0
}
