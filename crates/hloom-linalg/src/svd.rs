//! Singular values by one-sided Jacobi rotations of a triangular factor: slower than bidiagonalisation, and more exact
//! for small singular values.

use crate::factor::{all_finite, copy, safe_scale};
use crate::field::{Field, Real};
use crate::gemm::View;
use crate::qr::{complete, factor_pivoted, multiply, norm};
use num_traits::{Float, One, Zero};

/// Passes over all pairs of columns.
const SWEEPS: usize = 40;

/// What LAPACK's gesdd gives.
pub(crate) struct Svd<T: Field> {
    /// Descending.
    pub(crate) s: Vec<T::Real>,
    /// m × `cols`.
    pub(crate) u: Vec<T>,
    /// `rows` × n.
    pub(crate) vt: Vec<T>,
    pub(crate) info: i32,
}

/// A = U diag(s) Vᴴ for an m × n matrix; `full`: U and V are square. Empty U and V unless `vectors`.
pub(crate) fn svd<T: Field>(a: &[T], m: usize, n: usize, vectors: bool, full: bool) -> Svd<T> {
    if m < n {
        // Aᴴ = V diag(s) Uᴴ.
        let t = copy(View::new(a, n, (0, 0), m, n).transposed().conjugated(true));
        let r = svd(&t, n, m, vectors, full);
        let (p, q) = (if full { n } else { m }, m);
        let flip = |x: &[T], rows: usize, cols: usize| match x {
            [] => vec![],
            x => copy(View::new(x, cols, (0, 0), rows, cols).transposed().conjugated(true)).to_vec(),
        };
        return Svd { u: flip(&r.vt, q, m), vt: flip(&r.u, n, p), ..r };
    }
    let columns = if full { m } else { n };
    if !all_finite(a) {
        let nan = T::parts(T::Real::nan(), T::Real::nan());
        let (u, vt) = if vectors { (vec![nan; m * columns], vec![nan; n * n]) } else { (vec![], vec![]) };
        return Svd { s: vec![T::Real::nan(); n], u, vt, info: -4 };
    }
    let scale = safe_scale(a);
    let mut f: Vec<T> = a.iter().map(|x| x.scale(scale)).collect();
    let (mut order, mut taus) = (vec![0; n], vec![T::zero(); n]);
    factor_pivoted(&mut f, m, n, &mut order, &mut taus);
    // A P = Q R. Rows of W are conjugated rows of R, that is columns of Rᴴ: their rotations leave Rᴴ J = V' diag(s).
    let mut w = vec![T::zero(); n * n];
    for i in 0..n {
        for j in i..n {
            w[i * n + j] = f[i * n + j].conj();
        }
    }
    // Rows of `j` become columns of J: R = Jᴴ-rotated, R = J diag(s) V'ᴴ.
    let mut j = if vectors { identity(n) } else { vec![] };
    let converged = jacobi(&mut w, n, &mut j);
    let lengths: Vec<T::Real> = w.chunks_exact(n.max(1)).map(|r| norm(r.iter().copied())).collect();
    let mut rank: Vec<usize> = (0..n).collect();
    rank.sort_by(|&p, &q| lengths[q].partial_cmp(&lengths[p]).unwrap_or(std::cmp::Ordering::Equal));
    let s: Vec<T::Real> = rank.iter().map(|&i| lengths[i] / scale).collect();
    let info = i32::from(!converged);
    if !vectors {
        return Svd { s, u: vec![], vt: vec![], info };
    }
    // Columns of U: Q (J 0)ᵀ; of V: rotated rows over their length, rows put back where pivoting took them from.
    let mut u = vec![T::zero(); m * columns];
    let mut v = vec![T::zero(); n * n];
    let good = lengths.iter().filter(|l| !l.is_zero()).count();
    for (c, &r) in rank.iter().enumerate() {
        for i in 0..n {
            u[i * columns + c] = j[r * n + i];
            if c < good {
                let x = w[r * n + i];
                v[i * n + c] = T::parts(x.re() / lengths[r], x.im() / lengths[r]);
            }
        }
    }
    complete(&mut v, n, n, good);
    for c in n..columns {
        u[c * columns + c] = T::one();
    }
    multiply(&f, n, &taus, true, false, &mut u, (m, columns));
    let mut vt = vec![T::zero(); n * n];
    for i in 0..n {
        let row = order[i] as usize - 1;
        for c in 0..n {
            vt[c * n + row] = v[i * n + c].conj();
        }
    }
    Svd { s, u, vt, info }
}

fn identity<T: Field>(n: usize) -> Vec<T> {
    let mut q = vec![T::zero(); n * n];
    q.iter_mut().step_by(n + 1).for_each(|d| *d = T::one());
    q
}

/// Makes the rows of `w` orthogonal by rotations of pairs, which `j` follows. False if it did not end.
fn jacobi<T: Field>(w: &mut [T], n: usize, j: &mut [T]) -> bool {
    let (one, zero) = (T::Real::one(), T::Real::zero());
    let two = one + one;
    let limit = T::Real::epsilon() * T::Real::of_f64(n.max(1) as f64).sqrt();
    let mut worst = zero;
    for _ in 0..SWEEPS {
        let mut turned = false;
        worst = zero;
        for p in 0..n {
            for q in p + 1..n {
                let (top, bottom) = w.split_at_mut(q * n);
                let (x, y) = (&mut top[p * n..][..n], &mut bottom[..n]);
                let (mut a, mut b, mut c) = (zero, zero, T::zero());
                for (x, y) in x.iter().zip(y.iter()) {
                    a += x.norm_sqr();
                    b += y.norm_sqr();
                    c += x.conj() * *y;
                }
                let size = c.modulus();
                if size.is_zero() || size <= limit * (a.sqrt() * b.sqrt()) {
                    continue;
                }
                turned = true;
                worst = worst.max(size / (a.sqrt() * b.sqrt()));
                let z = (b - a) / (two * size);
                let t = one / (z.abs() + z.hypot(one));
                let t = if z < zero { -t } else { t };
                let cos = one / t.hypot(one);
                let sin = cos * t;
                // The phase makes the product of the pair real.
                let phase = T::parts(c.re() / size, c.im() / size);
                rotate(x, y, cos, sin, phase);
                if !j.is_empty() {
                    let (top, bottom) = j.split_at_mut(q * n);
                    rotate(&mut top[p * n..][..n], &mut bottom[..n], cos, sin, phase);
                }
            }
        }
        if !turned {
            return true;
        }
    }
    // Rounding may keep long vectors from getting any closer.
    worst <= limit * T::Real::of_f64(16.0)
}

/// (x, y) := (c x - s φ̄ y, s x + c φ̄ y).
fn rotate<T: Field>(x: &mut [T], y: &mut [T], c: T::Real, s: T::Real, phase: T) {
    let phase = phase.conj();
    for (x, y) in x.iter_mut().zip(y) {
        let (a, b) = (*x, phase * *y);
        *x = a.scale(c) - b.scale(s);
        *y = a.scale(s) + b.scale(c);
    }
}
