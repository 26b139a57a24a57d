//! Eigenvalues and eigenvectors of real symmetric tridiagonal matrices by division into halves.
//!
//! Without the element β that joins them, two halves are solved by themselves; what joins them is a matrix of rank one in the
//! basis of their vectors: D + ρ z zᵀ. Its eigenvalues are the zeros of 1 + ρ Σ zⱼ² / (dⱼ - λ), one between each two of D; where z or a
//! difference of D is negligible, value and vector stay what they were. Cuppen, "A divide and conquer method for the symmetric
//! tridiagonal eigenproblem" (1981); Gu, Eisenstat, "A stable and efficient algorithm for the rank-one modification of the
//! symmetric eigenproblem" (1994), which finds a z whose eigenvalues are exactly those that were found, so that vectors are orthogonal.
//!
//! All but products of vectors is F64, of F32 too.

use crate::field::Real;
use crate::gemm::{Packed, View, subtract};
use crate::qr::sum_of;
use crate::rotations::Panels;
use crate::rows::Rows;
use crate::symmetric::{ql, size};
use crate::{Parallel, batch};
use pulp::{Arch, Simd, WithSimd};

/// Orders that QL steps solve.
const UNDIVIDED: usize = 32;
/// Steps to a zero of the secular equation at most.
const STEPS: usize = 100;
/// Zeros of a task.
const ZEROS: usize = 16;
/// Terms of secular equations from which threads are worth waking.
const WORTH_THREADS: usize = 1 << 14;

/// Eigenvalues in ascending order in `d`, and eigenvectors as rows, if they are `wanted`. `Err`: how many values did not converge.
pub(crate) fn eigen<R: Real>(
    par: &dyn Parallel,
    d: &mut [f64],
    e: &[f64],
    wanted: bool,
) -> Result<Option<Rows<R>>, usize> {
    let n = d.len();
    let tolerance = size(d, e) * (8.0 * f64::EPSILON).max(R::epsilon().to_f64() / 8.0);
    let mut s =
        Divided { par, tolerance, q: wanted.then(|| Rows::zeros(n, n)), first: vec![0.0; n], last: vec![0.0; n], d };
    s.solve(e, 0, n)?;
    Ok(s.q)
}

/// The first and the last row of an identity.
fn ends_of_identity(n: usize) -> Rows<f64> {
    let mut ends = Rows::zeros(2, n);
    for (i, at) in [0, n.saturating_sub(1)].into_iter().enumerate().take(n) {
        ends.set(i, at, 1.0);
    }
    ends
}

struct Divided<'a, R> {
    par: &'a dyn Parallel,
    d: &'a mut [f64],
    /// What is negligible in the whole matrix.
    tolerance: f64,
    /// Vectors of each part that is solved, in its columns, if they are wanted.
    q: Option<Rows<R>>,
    /// Their first and last components, which the next z is made of.
    first: Vec<f64>,
    last: Vec<f64>,
}

/// In which halves a vector has components.
#[derive(Clone, Copy, PartialEq)]
enum Half {
    Low,
    Both,
    High,
}

/// A zero of the secular equation, by its distance τ from the nearest of D.
#[derive(Clone, Copy, Default)]
struct Zero {
    origin: f64,
    tau: f64,
}

impl<R: Real> Divided<'_, R> {
    fn solve(&mut self, e: &[f64], low: usize, high: usize) -> Result<(), usize> {
        if high - low <= UNDIVIDED {
            return self.undivided(e, low, high);
        }
        let middle = low + (high - low) / 2;
        let beta = e[middle - 1];
        self.d[middle - 1] -= beta.abs();
        self.d[middle] -= beta.abs();
        self.solve(e, low, middle)?;
        self.solve(e, middle, high)?;
        self.join(beta, low, middle, high);
        Ok(())
    }

    fn undivided(&mut self, e: &[f64], low: usize, high: usize) -> Result<(), usize> {
        let n = high - low;
        let given = if self.q.is_some() { Rows::identity(n, n) } else { ends_of_identity(n) };
        let mut vectors = Panels::transposed(&given, n, if self.q.is_some() { n } else { 2 });
        let mut d = self.d[low..high].to_vec();
        let e = e[low..(high - 1).max(low)].to_vec();
        let (failed, order) = ql(self.par, &mut d, e, self.tolerance / 8.0, &mut vectors);
        if failed > 0 {
            return Err(failed);
        }
        for (to, from) in (low..high).zip(order) {
            self.d[to] = d[from];
            let last = if self.q.is_some() { n - 1 } else { 1 };
            (self.first[to], self.last[to]) = (vectors.at(from, 0), vectors.at(from, last));
            if let Some(q) = &mut self.q {
                let row = &mut q.row_mut(to)[low..high];
                row.iter_mut().enumerate().for_each(|(i, x)| *x = R::of_f64(vectors.at(from, i)));
            }
        }
        Ok(())
    }

    /// Joins two solved halves.
    fn join(&mut self, beta: f64, low: usize, middle: usize, high: usize) {
        let half = 0.5f64.sqrt();
        let mut z: Vec<f64> = self.last[low..middle].iter().map(|x| x * half).collect();
        z.extend(self.first[middle..high].iter().map(|x| x * half.copysign(beta)));
        self.last[low..middle].fill(0.0);
        self.first[middle..high].fill(0.0);
        let Deflated { mut kept, gone, halves } = self.deflate(&mut z, 2.0 * beta.abs(), low, middle, high);
        let d: Vec<f64> = kept.iter().map(|&j| self.d[low + j]).collect();
        let mut secular = Secular { z: kept.iter().map(|&j| z[j]).collect(), d, rho: 2.0 * beta.abs() };
        let (k, n) = (kept.len(), high - low);
        let zeros = secular.zeros(self.par);
        Arch::new().dispatch(Exact { secular: &mut secular, zeros: &zeros });
        // Those that have components in both halves stand in the middle.
        let mut order: Vec<usize> = (0..k).collect();
        order.sort_by_key(|&j| halves[kept[j]] as usize);
        secular = Secular {
            d: order.iter().map(|&j| secular.d[j]).collect(),
            z: order.iter().map(|&j| secular.z[j]).collect(),
            ..secular
        };
        kept = order.iter().map(|&j| kept[j]).collect();
        let ends = kept.iter().map(|&j| [self.first[low + j], self.last[low + j]]).collect::<Vec<_>>();
        let vectors = if self.q.is_some() { k } else { 0 };
        let mut inner = Rows::zeros(vectors, k);
        let mut new_ends = vec![[0.0; 2]; k];
        let par = if k * k < WORTH_THREADS { &crate::Serial } else { self.par };
        let ld = inner.ld;
        let mut rows = inner.range_mut(0..vectors).chunks_mut(ZEROS * ld);
        let parts = new_ends.chunks_mut(ZEROS).zip(zeros.chunks(ZEROS)).map(|x| (x, rows.next().unwrap_or_default()));
        batch::each(par, parts, |_, ((new_ends, zeros), rows)| {
            Arch::new().dispatch(Vectors { secular: &secular, zeros, rows, ld, ends: &ends, new_ends });
        });
        // All in ascending order.
        let (first, last) = (&self.first[low..high], &self.last[low..high]);
        let new = zeros.iter().zip(&new_ends).map(|(zero, ends)| (zero.origin + zero.tau, *ends));
        let old = gone.iter().map(|&j| (self.d[low + j], [first[j], last[j]]));
        let mut all: Vec<(usize, (f64, [f64; 2]))> = new.chain(old).enumerate().collect();
        all.sort_by(|x, y| x.1.0.total_cmp(&y.1.0));
        for (to, (_, (d, [first, last]))) in (low..high).zip(&all) {
            (self.d[to], self.first[to], self.last[to]) = (*d, *first, *last);
        }
        let Some(q) = &mut self.q else { return };
        // Products for those that were kept, and copies of the others behind them.
        let count = |half: Half| kept.iter().filter(|&&j| halves[j] == half).count();
        let (lows, highs) = (count(Half::Low), count(Half::High));
        let mut joined = Rows::zeros(n, n);
        let to = joined.ld;
        for (which, columns) in [(0..k - highs, 0..middle - low), (lows..k, middle - low..n)] {
            let (rows, cols) = (which.len(), columns.len());
            let mut given = Rows::zeros(rows, cols);
            for (to, &j) in kept[which.clone()].iter().enumerate() {
                given.row_mut(to)[..cols].copy_from_slice(&q.row(low + j)[low..high][columns.clone()]);
            }
            let left = Packed::left(self.par, View::new(inner.range(0..k), ld, (0, which.start), k, rows));
            let right = Packed::right(self.par, View::new(given.range(0..rows), given.ld, (0, 0), rows, cols));
            subtract(self.par, (&left, &right), joined.range_mut(0..k), to, (0, columns.start), false);
        }
        for (i, &j) in gone.iter().enumerate() {
            joined.row_mut(k + i)[..n].copy_from_slice(&q.row(low + j)[low..high]);
        }
        for (to, (from, _)) in (low..high).zip(all) {
            q.row_mut(to)[low..high].copy_from_slice(&joined.row(from)[..n]);
        }
    }

    /// Sets vectors aside that an element of z does not count for, or two of one value are turned so that it does not.
    fn deflate(&mut self, z: &mut [f64], rho: f64, low: usize, middle: usize, high: usize) -> Deflated {
        let n = high - low;
        let d = &mut self.d[low..high];
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| d[i].total_cmp(&d[j]));
        let half = |j| if j < middle - low { Half::Low } else { Half::High };
        let mut out = Deflated { kept: vec![], gone: vec![], halves: (0..n).map(half).collect() };
        let mut before: Option<usize> = None;
        for j in order {
            if rho * z[j].abs() <= self.tolerance {
                out.gone.push(j);
                continue;
            }
            let Some(p) = before.replace(j) else { continue };
            let tau = z[p].hypot(z[j]);
            let (c, s) = (z[j] / tau, -z[p] / tau);
            if ((d[j] - d[p]) * c * s).abs() > self.tolerance {
                out.kept.push(p);
                continue;
            }
            (z[p], z[j]) = (0.0, tau);
            (d[p], d[j]) = (d[p] * c * c + d[j] * s * s, d[p] * s * s + d[j] * c * c);
            if out.halves[p] != out.halves[j] {
                (out.halves[p], out.halves[j]) = (Half::Both, Half::Both);
            }
            for end in [&mut self.first, &mut self.last] {
                let (x, y) = (end[low + p], end[low + j]);
                (end[low + p], end[low + j]) = (c * x + s * y, c * y - s * x);
            }
            if let Some(q) = &mut self.q {
                let (c, s) = (R::of_f64(c), R::of_f64(s));
                let (x, y) = q.two_rows_mut(low + p, low + j);
                for (x, y) in x[low..high].iter_mut().zip(&mut y[low..high]) {
                    (*x, *y) = (c * *x + s * *y, c * *y - s * *x);
                }
            }
            out.gone.push(p);
        }
        out.kept.extend(before);
        out
    }
}

/// Vectors that a join changes, by ascending values; those that it does not; and where they have components.
struct Deflated {
    kept: Vec<usize>,
    gone: Vec<usize>,
    halves: Vec<Half>,
}

/// D + ρ z zᵀ with ascending D.
struct Secular {
    d: Vec<f64>,
    z: Vec<f64>,
    rho: f64,
}

impl Secular {
    fn zeros(&self, par: &dyn Parallel) -> Vec<Zero> {
        let k = self.d.len();
        let squares: Vec<f64> = self.z.iter().map(|z| self.rho * z * z).collect();
        let mut zeros = vec![Zero::default(); k];
        let par = if k * k < WORTH_THREADS { &crate::Serial } else { par };
        batch::parts(par, &mut zeros, ZEROS, |i, zeros, _| {
            Arch::new().dispatch(Zeros { d: &self.d, squares: &squares, first: i * ZEROS, zeros });
        });
        zeros
    }
}

/// Finds some of the zeros of 1 + Σ squareⱼ / (dⱼ - λ), in order.
struct Zeros<'a> {
    d: &'a [f64],
    squares: &'a [f64],
    first: usize,
    zeros: &'a mut [Zero],
}

impl WithSimd for Zeros<'_> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (i, zero) in self.zeros.iter_mut().enumerate() {
            *zero = find(self.d, self.squares, self.first + i);
        }
    }
}

/// Σ square / δ and Σ square / δ² with δ = d - origin - τ.
#[inline(always)]
fn sums(d: &[f64], squares: &[f64], zero: Zero) -> (f64, f64) {
    const L: usize = 8;
    let (mut sums, mut slopes) = ([0.0; L], [0.0; L]);
    let (d, d_rest) = d.as_chunks::<L>();
    let (squares, squares_rest) = squares.as_chunks::<L>();
    for (d, square) in d.iter().zip(squares) {
        for l in 0..L {
            let inverse = 1.0 / (d[l] - zero.origin - zero.tau);
            let term = square[l] * inverse;
            sums[l] += term;
            slopes[l] += term * inverse;
        }
    }
    let (mut sum, mut slope) = (0.0, 0.0);
    for (d, square) in d_rest.iter().zip(squares_rest) {
        let inverse = 1.0 / (d - zero.origin - zero.tau);
        sum += square * inverse;
        slope += square * inverse * inverse;
    }
    for l in 0..L {
        sum += sums[l];
        slope += slopes[l];
    }
    (sum, slope)
}

/// The value, and the sums and slopes of what is left and right of the zero above `d[i]`. (Closures are compiled for processors
/// without vectors.)
#[inline(always)]
fn at(d: &[f64], squares: &[f64], i: usize, zero: Zero) -> (f64, (f64, f64), (f64, f64)) {
    let left = sums(&d[..=i], &squares[..=i], zero);
    let right = sums(&d[i + 1..], &squares[i + 1..], zero);
    (1.0 + left.0 + right.0, left, right)
}

/// The zero above `d[i]`. What is left and right of it is replaced by a constant and a pole each, with the same value and slope
/// (Bunch, Nielsen, Sorensen, "Rank-one modification of the symmetric eigenproblem", 1978).
#[inline(always)]
fn find(d: &[f64], squares: &[f64], i: usize) -> Zero {
    let k = d.len();
    if k == 1 {
        return Zero { origin: d[0], tau: squares[0] };
    }
    let last = i + 1 == k;
    // The interval of τ, from where the function is negative to where it is positive: at first, up to the middle of the gap.
    let (mut low, mut high) = (0.0, if last { squares.iter().sum() } else { (d[i + 1] - d[i]) / 2.0 });
    let mut zero = Zero { origin: d[i], tau: if last { high / 2.0 } else { high } };
    let mut first = !last;
    for _ in 0..STEPS {
        let (f, left, right) = at(d, squares, i, zero);
        if std::mem::take(&mut first) && f < 0.0 {
            zero = Zero { origin: d[i + 1], tau: -high };
            (low, high) = (zero.tau, 0.0);
            continue;
        }
        let noise = 8.0 * (1.0 + right.0 - left.0) + zero.tau.abs() * (left.1 + right.1);
        if f.abs() <= f64::EPSILON * noise {
            break;
        }
        if f < 0.0 {
            low = zero.tau
        } else {
            high = zero.tau
        }
        let (p, q) = if last { (i - 1, i) } else { (i, i + 1) };
        let (x, y) = (d[p] - zero.origin - zero.tau, d[q] - zero.origin - zero.tau);
        // The last one has both poles on its left, of which its own is known.
        let own = squares[q] / y;
        let (slopes, weight) = if last { (left.1 - own / y, own) } else { (left.1, right.1 * y) };
        let c = f - slopes * x - weight;
        let (a, b) = (c * (x + y) + slopes * x * x + weight * y, f * x * y);
        let root = (a * a - 4.0 * b * c).max(0.0).sqrt();
        let root = if last { -root } else { root };
        let step = if (a > 0.0) != last { 2.0 * b / (a + root) } else { (a - root) / (2.0 * c) };
        let mut next = zero.tau + step;
        if !(next > low && next < high) {
            next = if low * high > 0.0 { (low * high).sqrt().copysign(low) } else { (low + high) / 2.0 };
        }
        if next == zero.tau || next <= low || next >= high {
            break;
        }
        zero.tau = next;
    }
    zero
}

/// Replaces z by one of which the zeros found are the exact ones.
struct Exact<'a> {
    secular: &'a mut Secular,
    zeros: &'a [Zero],
}

impl WithSimd for Exact<'_> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Secular { d, z, .. } = self.secular;
        let mut squares = vec![1.0; d.len()];
        for (i, zero) in self.zeros.iter().enumerate() {
            let own = d[i];
            let distance = |d: f64| d - zero.origin - zero.tau;
            squares[i] *= distance(own);
            for (square, d) in squares[..i].iter_mut().zip(&d[..i]) {
                *square *= distance(*d) / (d - own);
            }
            for (square, d) in squares[i + 1..].iter_mut().zip(&d[i + 1..]) {
                *square *= distance(*d) / (d - own);
            }
        }
        z.iter_mut().zip(&squares).for_each(|(z, square)| *z = square.abs().sqrt().copysign(*z));
    }
}

/// Eigenvectors of D + ρ z zᵀ as rows, with a minus, if there are any; and what they make of the ends of vectors.
struct Vectors<'a, R> {
    secular: &'a Secular,
    zeros: &'a [Zero],
    rows: &'a mut [R],
    ld: usize,
    ends: &'a [[f64; 2]],
    new_ends: &'a mut [[f64; 2]],
}

impl<R: Real> WithSimd for Vectors<'_, R> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Secular { d, z, .. } = self.secular;
        let mut vector = vec![0.0; d.len()];
        let mut rows = self.rows.chunks_exact_mut(self.ld);
        for (zero, new_ends) in self.zeros.iter().zip(self.new_ends) {
            for ((v, d), z) in vector.iter_mut().zip(d).zip(z) {
                *v = z / (d - zero.origin - zero.tau);
            }
            let factor = 1.0 / sum_of(&vector, &vector, |x, y| x * y).sqrt();
            vector.iter_mut().for_each(|v| *v *= factor);
            for (to, v) in rows.next().unwrap_or_default().iter_mut().zip(&vector) {
                *to = R::of_f64(-*v);
            }
            for (end, v) in self.ends.iter().zip(&vector) {
                new_ends[0] += end[0] * v;
                new_ends[1] += end[1] * v;
            }
        }
    }
}
