//! The real Schur form by Francis's double steps (Golub, Van Loan, "Matrix Computations", 7.5).
//!
//! A step chases a bulge along the diagonal by reflectors of three rows. They are found a window at a time, inside a small
//! square that the first-level cache holds; what is right of it, above it, and the matrix of vectors then take all reflectors
//! of a window together, with the rows that pass from one to the next in registers.

use crate::Parallel;
use crate::eigen::{Schur, deflate, nothing};
use crate::field::Real;
use crate::rotations::Panels;
use crate::rows::{Rows, WHOLE};
use pulp::{Arch, Simd, WithSimd};

/// Double steps per eigenvalue.
const STEPS: usize = 60;
/// Reflectors of a window.
const WINDOW: usize = 16;
/// Elements of a panel's row at most.
const MOST_WIDE: usize = Panels::<f32>::WIDE;
/// Reflectors by row after which vectors follow.
const PER_ROW: usize = 32;
/// Numbers times reflectors from which threads are worth waking.
const WORTH_THREADS: usize = 1 << 17;

/// I - τ v vᵀ with v = (1, v₁, v₂), as v₁, v₂ and -τ v.
#[derive(Clone, Copy)]
struct Turn<R> {
    v: [R; 2],
    f: [R; 3],
}

impl<R: Real> Turn<R> {
    fn new(tau: f64, v: [f64; 2]) -> Turn<R> {
        Turn { v: v.map(R::of_f64), f: [-tau, -tau * v[0], -tau * v[1]].map(R::of_f64) }
    }
    fn none() -> Turn<R> {
        Turn::new(0.0, [0.0; 2])
    }
}

/// Reflectors of rows `first ..`, one further down each. The last one may be of two rows.
struct Run<R> {
    first: usize,
    turns: Vec<Turn<R>>,
    pair: bool,
}

impl<R: Real> Run<R> {
    /// Rows that it turns.
    fn rows(&self) -> usize {
        self.turns.len() + if self.pair { 1 } else { 2 }
    }
}

/// The largest of the sizes.
fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// The reflector with H (x₀, x₁, x₂)ᵀ = (β, 0, 0)ᵀ, and β. Found in F64.
fn reflector<R: Real>(x: [f64; 3]) -> (Turn<R>, R) {
    let size = largest(&x);
    // Squares that neither overflow nor vanish.
    let scale = if size == 0.0 || (1e-100..1e100).contains(&size) { 1.0 } else { size };
    let [a, b, c] = x.map(|x| x / scale);
    let tail = b * b + c * c;
    if tail == 0.0 {
        return (Turn::none(), R::of_f64(x[0]));
    }
    let beta = -(a * a + tail).sqrt().copysign(a);
    let d = a - beta;
    (Turn::new(-d / beta, [b / d, c / d]), R::of_f64(beta * scale))
}

/// The reflector of rows that gives a 2 × 2 block (a b; c d) its standard form, and whether that is triangular; if not, it has
/// equal diagonal elements and off-diagonal ones of opposite signs.
fn standard<R: Real>([[a, b], [c, d]]: [[f64; 2]; 2]) -> (Turn<R>, bool) {
    let p = 0.5 * (a - d);
    let discriminant = p * p + b * c;
    // The first row of the reflector.
    let (row, triangular) = if c == 0.0 {
        return (Turn::none(), true);
    } else if b == 0.0 {
        ((0.0, 1.0), true)
    } else if discriminant >= 0.0 {
        // Real eigenvalues: it is the eigenvector of d + z.
        let root = discriminant.sqrt();
        let z = if p >= 0.0 { p + root } else { p - root };
        let r = z.hypot(c);
        ((z / r, c / r), true)
    } else if p == 0.0 {
        return (Turn::none(), false);
    } else {
        // tan 2θ = (d - a) / (b + c) for the reflector (cos θ, sin θ; sin θ, -cos θ).
        let theta = 0.5 * (d - a).atan2(b + c);
        ((theta.cos(), theta.sin()), false)
    };
    // Of both signs the one without cancellation.
    let (c, s) = if row.0 > 0.0 { (-row.0, -row.1) } else { row };
    (Turn::new(1.0 - c, [-s / (1.0 - c), 0.0]), triangular)
}

/// T of a matrix in Hessenberg form, and Z times the `vectors` that led there.
pub(crate) fn schur<R: Real>(par: &dyn Parallel, h: Rows<R>, vectors: Option<&Rows<R>>, n: usize) -> Schur<R> {
    let z = vectors.map(|q| Panels::transposed(q, n, n));
    let nothing = nothing(&h, n);
    let mut f = Francis { h, n, z, runs: vec![], noted: 0 };
    let (mut high, mut steps, mut info) = (n, 0, 0);
    while high > 0 {
        let low = deflate(&mut f.h, nothing, high - 1);
        match high - low {
            1 => (high, steps) = (low, 0),
            2 => {
                f.finish_block(low);
                (high, steps) = (low, 0);
            }
            _ if steps == STEPS => {
                info = high as i32;
                break;
            }
            _ => {
                steps += 1;
                f.double_step(low, high, steps);
            }
        }
        f.follow(par, false);
    }
    f.follow(par, true);
    let (mut t, mut out) = (vec![R::zero(); n * n], vec![R::zero(); if f.z.is_some() { n * n } else { 0 }]);
    f.h.copy_to(&mut t, n);
    if let Some(z) = &f.z {
        for (i, row) in out.chunks_exact_mut(n.max(1)).enumerate() {
            row.iter_mut().enumerate().for_each(|(k, x)| *x = z.at(k, i));
        }
    }
    Schur { t, z: out, info }
}

struct Francis<R: Real> {
    h: Rows<R>,
    n: usize,
    /// The transpose of Z, if it is wanted; else only eigenvalues are, and rows and columns outside of the block that has not
    /// converged are left alone.
    z: Option<Panels<R>>,
    /// What Z has yet to take, and how many reflectors that is.
    runs: Vec<Run<R>>,
    noted: usize,
}

impl<R: Real> Francis<R> {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.h.at(i, j).to_f64()
    }

    /// Brings the 2 × 2 block at `k` to standard form.
    fn finish_block(&mut self, k: usize) {
        let (turn, triangular) = standard(std::array::from_fn(|i| std::array::from_fn(|j| self.at(k + i, k + j))));
        if turn.f[0] != R::zero() {
            let right = self.inside(k + 2, k + 2);
            self.apply(k, &turn, (k, k + 2), right, true);
            let run = Run { first: k, turns: vec![turn], pair: true };
            self.outside(run, k, k + 2);
        }
        if triangular {
            self.h.set(k + 1, k, R::zero());
        } else {
            let mean = R::of_f64(0.5 * (self.at(k, k) + self.at(k + 1, k + 1)));
            self.h.set(k, k, mean);
            self.h.set(k + 1, k + 1, mean);
        }
    }

    /// One implicit double-shift step on rows and columns `low .. high` (at least 3).
    fn double_step(&mut self, low: usize, high: usize, step: usize) {
        let last = high - 1;
        // A bulge begins below two small elements that together are none: shifts are lost on the way past them.
        let (mut start, shifts) = (last - 1, self.shifts(last, step.is_multiple_of(10)));
        let mut x = loop {
            start -= 1;
            let (x, begins) = self.first_column(start, shifts);
            if start == low || begins {
                break x;
            }
        };
        for first in (start..last).step_by(WINDOW) {
            let end = last.min(first + WINDOW);
            let run = Arch::new().dispatch(Chase { f: self, x: &mut x, high, start, begins: start > low, first, end });
            self.outside(run, low, high);
        }
    }

    /// The eigenvalues λ₁, λ₂ of the 2 × 2 block that ends with `last`, by their real and imaginary part: two complex ones, or the real one
    /// nearer to the last element twice.
    fn shifts(&self, last: usize, exceptional: bool) -> (f64, f64) {
        let at = [(last - 1, last - 1), (last - 1, last), (last, last - 1), (last, last), (last - 1, last - 2)];
        let at = at.map(|(i, j)| self.at(i, j));
        // Of products of very small numbers nothing would be left.
        let size = largest(&at);
        let [mut p, mut upper, mut lower, mut q, before] = at.map(|x| x / size);
        if exceptional {
            // Against cycles.
            lower = lower.abs() + before.abs();
            (p, upper, q) = (q + 0.75 * lower, -0.4375 * lower, q + 0.75 * lower);
        }
        let mean = 0.5 * (p + q);
        let determinant = (p - mean) * (q - mean) - upper * lower;
        let root = determinant.abs().sqrt();
        let (re, im) = if determinant > 0.0 { (mean, root) } else { (mean + root.copysign(q - mean), 0.0) };
        (re * size, im * size)
    }

    /// A multiple of the first column of (H - λ₁)(H - λ₂), from row `k` on; and whether what is left of it counts for nothing in a
    /// step that begins with it.
    fn first_column(&self, k: usize, (re, im): (f64, f64)) -> ([f64; 3], bool) {
        let (p, q) = (self.at(k, k), self.at(k + 1, k + 1));
        // Differences first: of eigenvalues that are close together nothing else would be left.
        let at = [p - re, q - re, im, self.at(k, k + 1), self.at(k + 1, k), self.at(k + 2, k + 1)];
        let size = largest(&at);
        let [a, d, im, b, c, below] = at.map(|x| x / size);
        let x = [a * a + im * im + b * c, c * (a + d), c * below];
        if k == 0 {
            return (x, true);
        }
        let (left, around) = (self.at(k, k - 1).abs(), self.at(k - 1, k - 1).abs() + p.abs() + q.abs());
        (x, left * (x[1].abs() + x[2].abs()) <= R::epsilon().to_f64() * x[0].abs() * around)
    }

    /// Applies a reflector to rows `k ..` from column `k` on, and to their columns from row `top` on, of a window that ends before
    /// row and column `bottom`, `right`.
    #[inline(always)]
    fn apply(&mut self, k: usize, turn: &Turn<R>, (top, bottom): (usize, usize), right: usize, pair: bool) {
        let Turn { v, f } = *turn;
        let ld = self.h.ld;
        let (x, rest) = self.h.range_mut(k..k + if pair { 2 } else { 3 }).split_at_mut(ld);
        let (y, z) = rest.split_at_mut(ld);
        let (x, y) = (&mut x[k..right], &mut y[k..right]);
        if pair {
            for (x, y) in x.iter_mut().zip(y) {
                let s = f[0] * *x + f[1] * *y;
                (*x, *y) = (*x + s, *y + v[0] * s);
            }
        } else {
            for ((x, y), z) in x.iter_mut().zip(y).zip(&mut z[k..right]) {
                let s = f[0] * *x + f[1] * *y + f[2] * *z;
                (*x, *y, *z) = (*x + s, *y + v[0] * s, *z + v[1] * s);
            }
        }
        for row in self.h.range_mut(top..bottom).chunks_exact_mut(ld) {
            if let (true, [x, y, ..]) = (pair, &mut row[k..]) {
                let s = f[0] * *x + f[1] * *y;
                (*x, *y) = (*x + s, *y + v[0] * s);
            } else if let [x, y, z, ..] = &mut row[k..] {
                let s = f[0] * *x + f[1] * *y + f[2] * *z;
                (*x, *y, *z) = (*x + s, *y + v[0] * s, *z + v[1] * s);
            }
        }
    }

    /// Columns before which those of a window end, whose reflectors turn rows before `end`: whole registers are right of it.
    fn inside(&self, end: usize, high: usize) -> usize {
        end.next_multiple_of(WHOLE).min(self.columns(high))
    }
    /// Columns before which rows are turned, of a block that ends at `high`.
    fn columns(&self, high: usize) -> usize {
        if self.z.is_some() { self.n } else { high }
    }

    /// What a window found is done to what is right of it, above it, and noted down for the vectors.
    fn outside(&mut self, run: Run<R>, low: usize, high: usize) {
        let (first, end, columns) = (run.first, run.first + run.rows(), self.columns(high));
        let (from, ld) = (self.inside(end, high), self.h.ld);
        if from < columns {
            let to = columns.next_multiple_of(WHOLE);
            Arch::new().dispatch(Follow {
                data: self.h.range_mut(first..end),
                ld,
                from,
                to,
                runs: &[&run],
                base: first,
            });
        }
        let top = if self.z.is_some() { 0 } else { low };
        let rows = self.h.range_mut(top..first.max(top));
        Arch::new().dispatch(Above { rows, ld, run: &run });
        if self.z.is_some() {
            self.noted += run.turns.len();
            self.runs.push(run);
        }
    }

    /// Z takes what it has yet to take, once that is much or the last.
    fn follow(&mut self, par: &dyn Parallel, last: bool) {
        let Some(z) = &mut self.z else { return };
        if !last && self.noted < PER_ROW * self.n {
            return;
        }
        let par = if self.n * self.noted < WORTH_THREADS { &crate::Serial } else { par };
        let (runs, wide) = (self.runs.iter().collect::<Vec<_>>(), Panels::<R>::WIDE);
        z.each(par, |data| {
            Arch::new().dispatch(Follow { data, ld: wide, from: 0, to: wide, runs: &runs, base: 0 });
        });
        self.runs.clear();
        self.noted = 0;
    }
}

/// Chases the bulge of a step through a window: reflectors `first .. end`. `x` is what the next one is to make a multiple of (1, 0, 0).
struct Chase<'a, R: Real> {
    f: &'a mut Francis<R>,
    x: &'a mut [f64; 3],
    high: usize,
    /// Where the bulge began, and whether that is inside a block.
    start: usize,
    begins: bool,
    first: usize,
    end: usize,
}

impl<R: Real> WithSimd for Chase<'_, R> {
    type Output = Run<R>;
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Run<R> {
        let Chase { f, x, high, start, begins, first, end } = self;
        let mut turns = Vec::with_capacity(end - first);
        let pair = end + 1 == high;
        let right = f.inside(if pair { high } else { end + 2 }, high);
        for k in first..end {
            let two = k + 2 == high;
            if two {
                x[2] = 0.0;
            }
            let (turn, beta) = reflector(*x);
            if k == start && begins {
                let z = f.h.at(k, k - 1);
                f.h.set(k, k - 1, z + turn.f[0] * z);
            } else if k > start {
                f.h.set(k, k - 1, beta);
                (k + 1..high.min(k + 3)).for_each(|i| f.h.set(i, k - 1, R::zero()));
            }
            f.apply(k, &turn, (first, high.min(k + 4)), right, two);
            if !two {
                *x = std::array::from_fn(|i| if k + 1 + i < high { f.at(k + 1 + i, k) } else { 0.0 });
            }
            turns.push(turn);
        }
        Run { first, turns, pair }
    }
}

/// Rows follow runs, in columns `from .. to`, which are whole registers. The data begin with row `base`.
struct Follow<'a, R> {
    data: &'a mut [R],
    ld: usize,
    from: usize,
    to: usize,
    runs: &'a [&'a Run<R>],
    base: usize,
}

impl<R: Real> WithSimd for Follow<'_, R> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let lanes = size_of::<R::Vector<S>>() / size_of::<R>();
        let (ld, mut from, to) = (self.ld / lanes, self.from / lanes, self.to / lanes);
        let data = R::vectors_mut::<S>(self.data);
        while from < to {
            let count = [4, 2].into_iter().find(|n| to - from >= *n).unwrap_or(1);
            for run in self.runs {
                let data = &mut data[(run.first - self.base) * ld + from..];
                match count {
                    4 => follow::<R, S, 4>(simd, data, ld, run),
                    2 => follow::<R, S, 2>(simd, data, ld, run),
                    _ => follow::<R, S, 1>(simd, data, ld, run),
                }
            }
            from += count;
        }
    }
}

/// `V` registers of each row, rows `ld` registers apart. The two rows that the next reflector turns too stay in registers.
#[inline(always)]
fn follow<R: Real, S: Simd, const V: usize>(simd: S, data: &mut [R::Vector<S>], ld: usize, run: &Run<R>) {
    let (zero, one) = (R::splat(simd, R::zero()), R::splat(simd, R::one()));
    let (mut x, mut y) = ([zero; V], [zero; V]);
    x.copy_from_slice(&data[..V]);
    y.copy_from_slice(&data[ld..][..V]);
    let triples = run.turns.len() - usize::from(run.pair);
    let mut at = 0;
    for turn in &run.turns[..triples] {
        let (f, v) = (turn.f, turn.v);
        let (f0, f1, f2) = (R::splat(simd, f[0]), R::splat(simd, f[1]), R::splat(simd, f[2]));
        let (v1, v2) = (R::splat(simd, v[0]), R::splat(simd, v[1]));
        let mut z = [zero; V];
        z.copy_from_slice(&data[at + 2 * ld..][..V]);
        for i in 0..V {
            let s = R::fma(simd, f0, x[i], R::fma(simd, f1, y[i], R::fma(simd, f2, z[i], zero)));
            data[at + i] = R::fma(simd, one, s, x[i]);
            x[i] = R::fma(simd, v1, s, y[i]);
            y[i] = R::fma(simd, v2, s, z[i]);
        }
        at += ld;
    }
    if let (true, Some(turn)) = (run.pair, run.turns.last()) {
        let (f0, f1, v1) = (R::splat(simd, turn.f[0]), R::splat(simd, turn.f[1]), R::splat(simd, turn.v[0]));
        for i in 0..V {
            let s = R::fma(simd, f0, x[i], R::fma(simd, f1, y[i], zero));
            x[i] = R::fma(simd, one, s, x[i]);
            y[i] = R::fma(simd, v1, s, y[i]);
        }
    }
    data[at..][..V].copy_from_slice(&x);
    data[at + ld..][..V].copy_from_slice(&y);
}

/// Columns of rows above a window follow its run: some rows at a time, transposed.
struct Above<'a, R> {
    rows: &'a mut [R],
    ld: usize,
    run: &'a Run<R>,
}

impl<R: Real> WithSimd for Above<'_, R> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Above { rows, ld, run } = self;
        let (wide, count) = (Panels::<R>::WIDE, run.rows());
        let mut columns = [R::zero(); (WINDOW + 2) * MOST_WIDE];
        let columns = &mut columns[..count * wide];
        for rows in rows.chunks_mut(wide * ld) {
            for (i, row) in rows.chunks_exact(ld).enumerate() {
                for (c, x) in row[run.first..run.first + count].iter().enumerate() {
                    columns[c * wide + i] = *x;
                }
            }
            Follow { data: columns, ld: wide, from: 0, to: wide, runs: &[run], base: run.first }.with_simd(simd);
            for (i, row) in rows.chunks_exact_mut(ld).enumerate() {
                for (c, x) in row[run.first..run.first + count].iter_mut().enumerate() {
                    *x = columns[c * wide + i];
                }
            }
        }
    }
}
