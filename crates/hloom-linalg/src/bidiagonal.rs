//! Bidiagonal form, and the singular values of one by implicit QR steps.
//!
//! Steps and what ends them: Demmel, Kahan, "Accurate singular values of bidiagonal matrices" (1990). A step without shift
//! keeps small values as exact as the diagonals are; shifts are taken where they lose nothing.

use crate::Parallel;
use crate::field::{Field, Real};
use crate::qr::reflector;
use crate::reflectors::grow;
use crate::rotations::{Panels, Rotations, givens};
use crate::rows::{Pass, Rows, zero_row};
use num_traits::Zero;

/// Steps per singular value.
const STEPS: usize = 40;

/// A real upper bidiagonal matrix QᴴAP.
pub(crate) struct Bidiagonal<T: Field> {
    /// Diagonal.
    pub(crate) d: Vec<T::Real>,
    /// Above it, one shorter.
    pub(crate) e: Vec<T::Real>,
    taus: Vec<T>,
    right: Vec<T>,
}

/// Reduces a square matrix. Reflectors from the left are left below the diagonal, those from the right as columns behind
/// the element above the diagonal.
pub(crate) fn bidiagonal<T: Field>(par: &dyn Parallel, a: &mut Rows<T>, n: usize) -> Bidiagonal<T> {
    let (zero, k) = (T::zero(), n.saturating_sub(1));
    let mut b = Bidiagonal {
        d: vec![T::Real::zero(); n],
        e: vec![T::Real::zero(); k],
        taus: vec![zero; n],
        right: vec![zero; k],
    };
    // Rows have yet to take x times vᴴ from the reflector from the right, u times y from the one from the left.
    let (mut x, mut u, mut weights) = (vec![zero; n], vec![zero; n], vec![zero; n]);
    let (mut v, mut adjoint, mut y) = (zero_row(n), zero_row(n), zero_row(n));
    let ld = a.ld;
    for j in 0..n {
        for i in j..n {
            u[i] = a.at(i, j) + x[i] * adjoint.at(0, j);
        }
        adjoint.row_mut(0)[j] = zero;
        let (beta, tau) = reflector(u[j], &mut u[j + 1..]);
        (b.d[j], b.taus[j]) = (beta, tau);
        a.set(j, j, T::real(beta));
        (j + 1..n).for_each(|i| a.set(i, j, u[i]));
        if j + 1 == n {
            break;
        }
        u[j] = T::one();
        (j..n).for_each(|i| weights[i] = u[i].conj());
        y.row_mut(0).fill(zero);
        Pass {
            rows: a.range_mut(j..n),
            ld,
            from: j + 1,
            update: [(&x[j..], adjoint.row(0))],
            gather: [(&weights[j..], y.row_mut(0))],
            dots: None,
        }
        .run(par);
        y.row_mut(0)[..=j].fill(zero);
        let factor = -tau.conj();
        y.row_mut(0).iter_mut().for_each(|y| *y *= factor);
        // The row, then its own reflector.
        let row = v.row_mut(0);
        for c in j + 1..n {
            row[c] = (a.at(j, c) + y.at(0, c)).conj();
        }
        let (beta, tau) = reflector(row[j + 1], &mut row[j + 2..n]);
        (b.e[j], b.right[j]) = (beta, tau);
        (row[j], row[j + 1]) = (zero, T::one());
        a.set(j, j + 1, T::real(beta));
        (j + 2..n).for_each(|c| a.set(j, c, row[c]));
        Pass {
            rows: a.range_mut(j + 1..n),
            ld,
            from: j + 1,
            update: [(&u[j + 1..], y.row(0))],
            gather: [],
            dots: Some((v.row(0), &mut x[j + 1..])),
        }
        .run(par);
        x[j + 1..].iter_mut().for_each(|x| *x *= -tau);
        for (to, v) in adjoint.row_mut(0)[j + 1..n].iter_mut().zip(&v.row(0)[j + 1..n]) {
            *to = v.conj();
        }
    }
    b
}

impl<T: Field> Bidiagonal<T> {
    /// Q.
    pub(crate) fn left_vectors(&self, par: &dyn Parallel, a: &Rows<T>, n: usize) -> Rows<T> {
        grow(par, n, n, 0, &self.taus, |j, v| {
            v.iter_mut().enumerate().for_each(|(i, v)| *v = a.at(j + 1 + i, j));
        })
    }
    /// The conjugate of P, whose columns are rows of Pᴴ.
    pub(crate) fn right_vectors(&self, par: &dyn Parallel, a: &Rows<T>, n: usize) -> Rows<T> {
        let taus: Vec<T> = self.right.iter().map(|t| t.conj()).collect();
        grow(par, n, n, 1, &taus, |j, v| {
            v.iter_mut().enumerate().for_each(|(i, v)| *v = a.at(j, j + 2 + i).conj());
        })
    }
}

/// Makes a real upper bidiagonal matrix diagonal by rotations from both sides, which the rows of Qᵀ and of Pᴴ follow.
/// Number of elements that stay above the diagonal.
///
/// Of F32 in F64 too, which takes little longer: all steps round, and their errors add up to many units.
pub(crate) fn diagonalise<T: Field>(
    d: &mut [f64],
    e: &mut [f64],
    vectors: &mut Option<[Panels<T>; 2]>,
    par: &dyn Parallel,
) -> usize {
    let mut follow = |rotations: &mut [Rotations<T::Real>; 2], last: bool| match vectors {
        Some(panels) => panels.iter_mut().zip(rotations).for_each(|(p, r)| p.follow(par, r, last)),
        None => rotations.iter_mut().for_each(Rotations::clear),
    };
    let mut steps = Diagonals { d, e, rotations: [Rotations::new(), Rotations::new()], follow: &mut follow };
    let stuck = steps.run();
    let mut rotations = steps.rotations;
    follow(&mut rotations, true);
    stuck
}

struct Diagonals<'a, R> {
    d: &'a mut [f64],
    e: &'a mut [f64],
    rotations: [Rotations<R>; 2],
    /// Sees rotations after each step.
    follow: &'a mut dyn FnMut(&mut [Rotations<R>; 2], bool),
}

impl<R: Real> Diagonals<'_, R> {
    fn run(&mut self) -> usize {
        let n = self.d.len();
        let eps = half_epsilon::<R>();
        // Relative size of what is dropped.
        let tol = eps * eps.powf(-0.125).clamp(10.0, 100.0);
        let negligible = R::min_positive_value().to_f64() * (STEPS * n * n) as f64;
        let mut left = STEPS * n;
        let mut end = n.saturating_sub(1);
        while end > 0 {
            // The block ends above the last negligible element.
            let start = (0..end).rev().find(|&l| self.e[l].abs() <= negligible).map_or(0, |l| l + 1);
            if start > 0 {
                self.e[start - 1] = 0.0;
            }
            if start == end {
                end -= 1;
                continue;
            }
            let down = self.d[start].abs() >= self.d[end].abs();
            let Some(least) = self.converge(start, end, down, tol) else { continue };
            if left == 0 {
                return self.e.iter().filter(|e| **e != 0.0).count();
            }
            left -= 1;
            self.step(start, end, down, least, tol);
            (self.follow)(&mut self.rotations, false);
        }
        0
    }

    /// Drops what is negligible beside the singular values of the block. A lower bound of them if nothing was.
    fn converge(&mut self, start: usize, end: usize, down: bool, tol: f64) -> Option<f64> {
        let n = end - start;
        let d = |k: usize| if down { start + k } else { end - k };
        let e = |k: usize| if down { start + k } else { end - k - 1 };
        if self.e[e(n - 1)].abs() <= tol * self.d[d(n)].abs() {
            self.e[e(n - 1)] = 0.0;
            return None;
        }
        let mut mu = self.d[d(0)].abs();
        let mut least = mu;
        for k in 0..n {
            let x = self.e[e(k)].abs();
            if x <= tol * mu {
                self.e[e(k)] = 0.0;
                return None;
            }
            mu = self.d[d(k + 1)].abs() * (mu / (mu + x));
            least = least.min(mu);
        }
        Some(least)
    }

    /// One QR step, from the larger end of the block to the smaller one. From the last row to the first it is a step on the
    /// transposed matrix read backwards, with left and right changed.
    fn step(&mut self, start: usize, end: usize, down: bool, least: f64, tol: f64) {
        let n = end - start;
        let read = |x: &[f64]| -> Vec<f64> { if down { x.to_vec() } else { x.iter().rev().copied().collect() } };
        let (mut d, mut e) = (read(&self.d[start..=end]), read(&self.e[start..end]));
        let largest = d.iter().chain(&e).fold(0.0, |m: f64, x| m.max(x.abs()));
        let mut shift = least_of_two(d[n - 1], e[n - 1], d[n]);
        let eps = half_epsilon::<R>();
        let safe = n as f64 * tol * (least / largest) > eps.max(0.01 * tol);
        if !safe || (shift / d[0]).powi(2) < eps || d[0] == 0.0 {
            shift = 0.0;
        }
        let first = if down { start } else { end };
        self.rotations.iter_mut().for_each(|r| r.start(first, down));
        let [left, right] = &mut self.rotations;
        let (from_left, from_right) = if down { (left, right) } else { (right, left) };
        if shift == 0.0 {
            let (mut c, mut old) = (1.0, (1.0, 0.0));
            for i in 0..n {
                let (c1, s1, r) = givens(d[i] * c, e[i]);
                if i > 0 {
                    e[i - 1] = old.1 * r;
                }
                let (c2, s2, r) = givens(old.0 * r, d[i + 1] * s1);
                d[i] = r;
                (c, old) = (c1, (c2, s2));
                from_right.push(c1, s1);
                from_left.push(c2, s2);
            }
            let h = d[n] * c;
            d[n] = h * old.0;
            e[n - 1] = h * old.1;
        } else {
            let mut f = (d[0].abs() - shift) * (1f64.copysign(d[0]) + shift / d[0]);
            let mut g = e[0];
            for i in 0..n {
                let (c1, s1, r) = givens(f, g);
                if i > 0 {
                    e[i - 1] = r;
                }
                f = c1 * d[i] + s1 * e[i];
                e[i] = c1 * e[i] - s1 * d[i];
                g = s1 * d[i + 1];
                d[i + 1] *= c1;
                let (c2, s2, r) = givens(f, g);
                d[i] = r;
                f = c2 * e[i] + s2 * d[i + 1];
                d[i + 1] = c2 * d[i + 1] - s2 * e[i];
                if i + 1 < n {
                    g = s2 * e[i + 1];
                    e[i + 1] *= c2;
                }
                from_right.push(c1, s1);
                from_left.push(c2, s2);
            }
            e[n - 1] = f;
        }
        if !down {
            d.reverse();
            e.reverse();
        }
        self.d[start..=end].copy_from_slice(&d);
        self.e[start..end].copy_from_slice(&e);
    }
}

/// The smaller singular value of (f, g; 0, h).
fn least_of_two(f: f64, g: f64, h: f64) -> f64 {
    let (f, g, h) = (f.abs(), g.abs(), h.abs());
    let (small, large) = (f.min(h), f.max(h));
    if small == 0.0 {
        return 0.0;
    }
    // The larger one: sums of squares of what is at most 1.
    let scale = large.max(g);
    let (s, l, g) = (small / scale, large / scale, g / scale);
    let (sum, difference) = (s + l, l - s);
    let top = ((sum * sum + g * g).sqrt() + (difference * difference + g * g).sqrt()) / 2.0;
    small * (l / top)
}

/// Half of what separates 1 from the next number of a type.
pub(crate) fn half_epsilon<R: Real>() -> f64 {
    R::epsilon().to_f64() / 2.0
}
