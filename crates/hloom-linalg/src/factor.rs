//! Cholesky factors and triangular solves: recursive, on row-major matrices in place, so that most of the work is products.

use crate::Parallel;
use crate::batch;
use crate::field::{Field, Real};
use crate::gemm::{Packed, View, WORTH_THREADS, subtract};
use crate::scratch::Room;
use num_traits::{Float, One, Zero};
use pulp::{Arch, Simd, WithSimd};

/// Order at which recursion ends.
pub(crate) const BASE: usize = 32;

/// Where to cut an order: about half, a multiple of [`BASE`].
pub(crate) fn half(n: usize) -> usize {
    (n / 2).div_ceil(BASE) * BASE
}

/// A matrix as its own row-major copy.
pub(crate) fn copy<T: Field>(v: View<'_, T>) -> Room<T> {
    const TILE: usize = 16;
    let mut out = Room::new(v.rows * v.cols);
    if v.col_stride == 1 {
        for (i, row) in out.chunks_exact_mut(v.cols.max(1)).enumerate() {
            row.copy_from_slice(&v.data[v.at + i * v.row_stride..][..v.cols]);
        }
    } else {
        for j0 in (0..v.cols).step_by(TILE) {
            let wide = TILE.min(v.cols - j0);
            for (i, row) in out.chunks_exact_mut(v.cols).enumerate() {
                let from = v.data[v.at + i * v.row_stride + j0 * v.col_stride..].iter().step_by(v.col_stride);
                row[j0..j0 + wide].iter_mut().zip(from).for_each(|(to, x)| *to = *x);
            }
        }
    }
    if v.conj {
        out.iter_mut().for_each(|x| *x = x.conj());
    }
    out
}

/// Replaces the lower triangle of an n × n matrix by its Cholesky factor; what is above the diagonal is neither read nor
/// kept. The order of the first leading minor that is not positive, if there is one: the factor stops before it.
pub(crate) fn cholesky<T: Field>(par: &dyn Parallel, a: &mut [T], n: usize) -> Option<usize> {
    cholesky_at(par, a, n, 0, n)
}

fn cholesky_at<T: Field>(par: &dyn Parallel, a: &mut [T], ld: usize, s: usize, n: usize) -> Option<usize> {
    if n <= BASE {
        let mut bad = None;
        wide(
            #[inline(always)]
            || bad = cholesky_base(a, ld, s, n),
        );
        return bad;
    }
    let (h, rest) = (half(n), n - half(n));
    if let Some(bad) = cholesky_at(par, a, ld, s, h) {
        return Some(bad);
    }
    // X L₁₁ᴴ = A₂₁ is conj(L₁₁) Xᵀ = A₂₁ᵀ.
    let l = copy(View::new(a, ld, (s, s), h, h).conjugated(true));
    let below = &mut a[(s + h) * ld..(s + n) * ld];
    batch::parts(par, below, stripe(par, h, rest, WORTH_THREADS) * ld, |_, rows, par| {
        let m = rows.len() / ld;
        let mut x = copy(View::new(rows, ld, (0, s), m, h).transposed());
        solve_at(par, &l, h, (0, h), true, &mut x, m);
        let x = copy(View::new(&x, m, (0, 0), h, m).transposed());
        x.chunks_exact(h).zip(rows.chunks_exact_mut(ld)).for_each(|(x, row)| row[s..s + h].copy_from_slice(x));
    });
    let v = View::new(a, ld, (s + h, s), rest, h);
    let sides = (&Packed::left(par, v), &Packed::right(par, v.transposed().conjugated(true)));
    subtract(par, sides, a, ld, (s + h, s + h), true);
    cholesky_at(par, a, ld, s + h, rest).map(|bad| bad + h)
}

#[inline(always)]
fn cholesky_base<T: Field>(a: &mut [T], ld: usize, s: usize, n: usize) -> Option<usize> {
    let mut column = [T::default(); BASE];
    for j in 0..n {
        let d = a[(s + j) * ld + s + j].re();
        if d.is_nan() || d <= T::Real::zero() {
            return Some(j + 1);
        }
        let d = d.sqrt();
        a[(s + j) * ld + s + j] = T::real(d);
        for i in j + 1..n {
            let x = a[(s + i) * ld + s + j];
            let x = T::parts(x.re() / d, x.im() / d);
            a[(s + i) * ld + s + j] = x;
            column[i] = x.conj();
        }
        for i in j + 1..n {
            let row = &mut a[(s + i) * ld + s..][..n];
            let x = row[j];
            for (y, c) in row[j + 1..=i].iter_mut().zip(&column[j + 1..=i]) {
                *y -= x * *c;
            }
        }
    }
    None
}

/// Solves M X = B in place for the triangle of an n × n matrix; B has rows of `m`.
pub(crate) fn solve<T: Field>(par: &dyn Parallel, t: &[T], n: usize, lower: bool, b: &mut [T], m: usize) {
    if m == 0 {
        return;
    }
    // Shorter ones are better shared product by product: a thread that comes late has less to do alone.
    let w = stripe(par, n, m, 16 * WORTH_THREADS);
    if w >= m {
        return solve_at(par, t, n, (0, n), lower, b, m);
    }
    // Columns know nothing of each other. They are solved for in matrices of their own.
    let stripes = batch::map(par, m.div_ceil(w), |i, par| {
        let here = w.min(m - i * w);
        let mut x = copy(View::new(b, m, (0, i * w), n, here));
        solve_at(par, t, n, (0, n), lower, &mut x, here);
        Some(x)
    });
    for (i, x) in stripes.iter().enumerate() {
        let (Some(x), here) = (x, w.min(m - i * w)) else { continue };
        x.chunks_exact(here).zip(b.chunks_exact_mut(m)).for_each(|(x, row)| row[i * w..][..here].copy_from_slice(x));
    }
}

/// Columns that are solved for together in a system of order `n` with `m` of them: a part for each thread, if there are so many
/// multiplications.
fn stripe(par: &dyn Parallel, n: usize, m: usize, worth: usize) -> usize {
    /// What a task has at least: it packs the triangle for itself.
    const LEAST: usize = 32;
    if n * n / 2 * m < worth { m } else { m.div_ceil(par.threads()).next_multiple_of(LEAST) }
}

pub(crate) fn solve_at<T: Field>(
    par: &dyn Parallel,
    t: &[T],
    ld: usize,
    (s, n): (usize, usize),
    lower: bool,
    b: &mut [T],
    m: usize,
) {
    if n <= BASE {
        return Arch::new().dispatch(SolveBase { t, ld, at: s, n, lower, b, m });
    }
    let h = half(n);
    let (first, second) = ((s, h), (s + h, n - h));
    let (done, rest) = if lower { (first, second) } else { (second, first) };
    solve_at(par, t, ld, done, lower, b, m);
    let left = Packed::left(par, View::new(t, ld, (rest.0, done.0), rest.1, done.1));
    let right = Packed::right(par, View::new(b, m, (done.0, 0), done.1, m));
    subtract(par, (&left, &right), b, m, (rest.0, 0), false);
    solve_at(par, t, ld, rest, lower, b, m);
}

/// A triangle of at most [`BASE`] rows from row and column `at` on.
struct SolveBase<'a, T> {
    t: &'a [T],
    ld: usize,
    at: usize,
    n: usize,
    lower: bool,
    b: &'a mut [T],
    m: usize,
}

impl<T: Field> WithSimd for SolveBase<'_, T> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        const MANY: usize = 4;
        let (lanes, m) = (size_of::<T::Vector<S>>() / size_of::<T>(), self.m);
        let mut c = 0;
        while c + MANY * lanes <= m {
            self.columns::<S, MANY>(simd, c..c + MANY * lanes);
            c += MANY * lanes;
        }
        while c + lanes <= m {
            self.columns::<S, 1>(simd, c..c + lanes);
            c += lanes;
        }
        if c < m {
            self.rest(c..m);
        }
    }
}

impl<T: Field> SolveBase<'_, T> {
    /// Rows in the order in which they are known, with the rows that each needs.
    #[inline(always)]
    fn row(&self, step: usize) -> (usize, std::ops::Range<usize>) {
        if self.lower { (step, 0..step) } else { (self.n - 1 - step, self.n - step..self.n) }
    }
    #[inline(always)]
    fn finish(&mut self, i: usize, columns: std::ops::Range<usize>) {
        let d = self.t[(self.at + i) * self.ld + self.at + i];
        if !d.is_one() {
            divide(&mut self.b[(self.at + i) * self.m..][columns], d);
        }
    }
    /// `V` whole registers of columns.
    #[inline(always)]
    fn columns<S: Simd, const V: usize>(&mut self, simd: S, columns: std::ops::Range<usize>) {
        for step in 0..self.n {
            let (i, others) = self.row(step);
            let here = (self.at + i) * self.m;
            let mut sums = [T::sums(simd, T::splat(simd, T::zero())); V];
            for (sum, x) in sums.iter_mut().zip(T::vectors::<S>(&self.b[here..][columns.clone()])) {
                *sum = T::sums(simd, *x);
            }
            for j in others {
                let f = -self.t[(self.at + i) * self.ld + self.at + j];
                let row = T::vectors::<S>(&self.b[(self.at + j) * self.m..][columns.clone()]);
                if let Some(row) = row.first_chunk() {
                    T::add_products(simd, f, row, &mut sums);
                }
            }
            for (x, sum) in T::vectors_mut::<S>(&mut self.b[here..][columns.clone()]).iter_mut().zip(&sums) {
                *x = T::total(simd, *sum);
            }
            self.finish(i, columns.clone());
        }
    }
    #[inline(always)]
    fn rest(&mut self, columns: std::ops::Range<usize>) {
        for step in 0..self.n {
            let (i, others) = self.row(step);
            for j in others {
                let f = self.t[(self.at + i) * self.ld + self.at + j];
                for c in columns.clone() {
                    let x = f * self.b[(self.at + j) * self.m + c];
                    self.b[(self.at + i) * self.m + c] -= x;
                }
            }
            self.finish(i, columns.clone());
        }
    }
}

/// x / d for each x: by the inverse where d is complex and that is safe, as LAPACK does.
#[inline(always)]
pub(crate) fn divide<T: Field>(x: &mut [T], d: T) {
    if !d.im().is_zero() && d.abs1() > T::Real::min_positive_value() / T::Real::epsilon() {
        let inverse = T::one().over(d);
        x.iter_mut().for_each(|x| *x *= inverse);
    } else {
        x.iter_mut().for_each(|x| *x = x.over(d));
    }
}

/// y += f x.
#[inline(always)]
pub(crate) fn add_multiple<T: Field, S: Simd>(simd: S, y: &mut [T], f: T, x: &[T]) {
    let lanes = size_of::<T::Vector<S>>() / size_of::<T>();
    let whole = y.len() / lanes * lanes;
    let (y, y_rest) = y.split_at_mut(whole);
    let (x, x_rest) = x.split_at(whole);
    let v = T::splat(simd, f);
    for (y, x) in T::vectors_mut::<S>(y).iter_mut().zip(T::vectors::<S>(x)) {
        *y = T::fma(simd, v, *x, *y);
    }
    for (y, x) in y_rest.iter_mut().zip(x_rest) {
        *y += f * *x;
    }
}

/// Runs a loop with the widest vectors that the processor has. It must be inlined here.
pub(crate) fn wide(f: impl FnOnce()) {
    Arch::new().dispatch(f);
}

/// Solves a tridiagonal system by elimination with row exchanges, as LAPACK's gtsv: (dl, d, du) become the factors'
/// diagonals, `b` (rows of `m`) the solution. The first zero pivot, counted from 1, or 0.
pub(crate) fn tridiagonal_solve<T: Field>(dl: &mut [T], d: &mut [T], du: &mut [T], b: &mut [T], m: usize) -> i32 {
    let n = d.len();
    // Second superdiagonal, in `dl`'s place.
    for i in 0..n.saturating_sub(1) {
        let (top, bottom) = b.split_at_mut((i + 1) * m);
        let (x, y) = (&mut top[i * m..], &mut bottom[..m]);
        if dl[i].is_zero() {
            if d[i].is_zero() {
                return i as i32 + 1;
            }
        } else if d[i].abs1() >= dl[i].abs1() {
            let f = dl[i].over(d[i]);
            d[i + 1] -= f * du[i];
            x.iter().zip(y).for_each(|(x, y)| *y -= f * *x);
            dl[i] = T::zero();
        } else {
            let f = d[i].over(dl[i]);
            d[i] = dl[i];
            let t = d[i + 1];
            d[i + 1] = du[i] - f * t;
            let second = if i + 2 < n { du[i + 1] } else { T::zero() };
            if i + 2 < n {
                du[i + 1] = -(f * second);
            }
            dl[i] = second;
            du[i] = t;
            x.iter_mut().zip(y).for_each(|(x, y)| {
                let t = *x;
                *x = *y;
                *y = t - f * *y;
            });
        }
    }
    if n > 0 && d[n - 1].is_zero() {
        return n as i32;
    }
    for i in (0..n).rev() {
        for c in 0..m {
            let mut x = b[i * m + c];
            if i + 1 < n {
                x -= du[i] * b[(i + 1) * m + c];
            }
            if i + 2 < n {
                x -= dl[i] * b[(i + 2) * m + c];
            }
            b[i * m + c] = x.over(d[i]);
        }
    }
    0
}

/// True if every element is finite.
pub(crate) fn all_finite<T: Field>(a: &[T]) -> bool {
    a.iter().all(|x| x.finite())
}

/// A factor that brings the largest element of a matrix into the range where squares neither overflow nor vanish.
pub(crate) fn safe_scale<T: Field>(a: &[T]) -> T::Real {
    let largest = a.iter().fold(T::Real::zero(), |m, x| m.max(x.re().abs()).max(x.im().abs()));
    let two = T::Real::of_f64(2.0);
    let limit = (T::Real::min_positive_value() / T::Real::epsilon()).sqrt();
    if largest > T::Real::zero() && (largest < limit || largest > limit.recip()) {
        // A power of two: scaling and its inverse are exact.
        return two.powi(-(largest.to_f64().log2().floor() as i32));
    }
    T::Real::one()
}
