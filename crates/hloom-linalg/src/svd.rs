//! Singular values: a triangular factor, its bidiagonal form, and QR steps on that.

use crate::Parallel;
use crate::bidiagonal::{bidiagonal, diagonalise, half_epsilon};
use crate::factor::{all_finite, copy, safe_scale};
use crate::field::{Field, Real, widened};
use crate::gemm::View;
use crate::qr::{factor, multiply};
use crate::quotients::singular_values;
use crate::rotations::Panels;
use crate::rows::Rows;
use crate::scratch::Room;
use num_traits::Float;

/// What LAPACK's gesdd gives.
pub(crate) struct Svd<T: Field> {
    /// Descending.
    pub(crate) s: Vec<T::Real>,
    /// m × `cols`.
    pub(crate) u: Room<T>,
    /// `rows` × n.
    pub(crate) vt: Room<T>,
    pub(crate) info: i32,
}

/// A = U diag(s) Vᴴ for an m × n matrix; `full`: U and V are square. Empty U and V unless `vectors`.
pub(crate) fn svd<T: Field>(par: &dyn Parallel, a: &[T], m: usize, n: usize, vectors: bool, full: bool) -> Svd<T> {
    if m < n {
        // Aᴴ = V diag(s) Uᴴ.
        let t = copy(View::new(a, n, (0, 0), m, n).transposed().conjugated(true));
        let r = svd(par, &t, n, m, vectors, full);
        let (p, q) = (if full { n } else { m }, m);
        let flip = |x: &[T], rows: usize, cols: usize| match x {
            [] => Room::new(0),
            x => copy(View::new(x, cols, (0, 0), rows, cols).transposed().conjugated(true)),
        };
        return Svd { u: flip(&r.vt, q, m), vt: flip(&r.u, n, p), ..r };
    }
    let columns = if full { m } else { n };
    if !all_finite(a) {
        let nan = T::parts(T::Real::nan(), T::Real::nan());
        let fill = |n: usize| {
            let mut x = Room::new(if vectors { n } else { 0 });
            x.fill(nan);
            x
        };
        let (u, vt) = (fill(m * columns), fill(n * n));
        return Svd { s: vec![T::Real::nan(); n], u, vt, info: -4 };
    }
    let scale = safe_scale(a);
    let mut f = Room::new(a.len());
    f.iter_mut().zip(a).for_each(|(to, x)| *to = x.scale(scale));
    // A matrix of more rows than columns is QR first, Q once more applied to the vectors of R.
    let tall = m > n;
    let mut taus = vec![T::zero(); n];
    let mut b = if tall {
        factor(par, &mut f, m, n, &mut taus);
        let mut r = Rows::zeros(n, n);
        (0..n).for_each(|i| r.row_mut(i)[i..n].copy_from_slice(&f[i * n + i..(i + 1) * n]));
        r
    } else {
        Rows::of(&f, n, n)
    };
    let form = bidiagonal(par, &mut b, n);
    let mut panels = vectors.then(|| {
        let (q, p) = (form.left_vectors(par, &b, n), form.right_vectors(par, &b, n));
        [Panels::transposed(&q, n, n), Panels::transposed(&p, n, n)]
    });
    let (mut d, mut e) = (widened(&form.d), widened(&form.e));
    let values = panels.is_none() && singular_values(&mut d, &e, half_epsilon::<T::Real>());
    let stuck = if values { 0 } else { diagonalise(&mut d, &mut e, &mut panels, par) };
    let mut rank: Vec<usize> = (0..n).collect();
    rank.sort_by(|&p, &q| d[q].abs().partial_cmp(&d[p].abs()).unwrap_or(std::cmp::Ordering::Equal));
    let s: Vec<T::Real> = rank.iter().map(|&i| T::Real::of_f64(d[i].abs() / scale.to_f64())).collect();
    let info = stuck as i32;
    let Some([q, p]) = panels else { return Svd { s, u: Room::new(0), vt: Room::new(0), info } };
    let (mut u, mut vt) = (Room::new(m * columns), Room::new(n * n));
    u.fill(T::zero());
    for (c, &r) in rank.iter().enumerate() {
        // Signs go to V.
        let sign = T::Real::of_f64(1f64.copysign(d[r]));
        (0..n).for_each(|i| vt[c * n + i] = p.at(r, i).scale(sign));
    }
    for (i, row) in u.chunks_exact_mut(columns.max(1)).enumerate().take(n) {
        rank.iter().zip(row).for_each(|(&r, u)| *u = q.at(r, i));
    }
    if tall {
        (n..columns).for_each(|c| u[c * columns + c] = T::one());
        multiply(par, &f, n, &taus, true, false, &mut u, (m, columns));
    }
    Svd { s, u, vt, info }
}
