//! LU factors with row exchanges.
//!
//! Columns are cut into blocks, each in memory of its own. When one is factored, every block to its right exchanges the same
//! rows and has its product taken away, which is a task. The task of the next block goes on to factor that, so that threads
//! with other blocks have work meanwhile. Inside of a block, factors are recursive: most of the work is products there, too.

use crate::factor::{BASE, add_multiple, copy, divide, half, solve_at, wide};
use crate::field::Field;
use crate::gemm::{Packed, View, WORTH_THREADS, subtract};
use crate::scratch::Room;
use crate::{Parallel, Serial, batch};
use pulp::{Arch, Simd, WithSimd};

/// Columns of a block.
const WIDTH: usize = 64;
/// Rows of a matrix that are put together from blocks at once.
const ROWS: usize = 32;

/// Replaces an m × n matrix by its factors P A = L U. Row `i` was exchanged with row `pivots[i]` (from 1), in order. The
/// first column without a pivot, counted from 1, or 0.
pub(crate) fn lu<T: Field>(par: &dyn Parallel, a: &mut [T], m: usize, n: usize, pivots: &mut [i32]) -> i32 {
    let k = m.min(n);
    if n <= 2 * WIDTH || k == 0 {
        return factor(par, a, m, n, pivots);
    }
    let par = if m * n * k < 3 * WORTH_THREADS { &Serial } else { par };
    let columns = |b: usize| b * WIDTH..n.min((b + 1) * WIDTH);
    let mut room = Room::new(m * n);
    batch::parts(par, &mut room, m * WIDTH, |b, block, _| {
        let rows = block.chunks_exact_mut(columns(b).len());
        rows.zip(a.chunks_exact(n)).for_each(|(to, row)| to.copy_from_slice(&row[columns(b)]));
    });
    let mut blocks: Vec<&mut [T]> = room.chunks_mut(m * WIDTH).collect();
    let (mut panel, mut next, mut info) = (Panel::default(), Panel::default(), 0);
    panel.factor(par, blocks[0], WIDTH, 0);
    for b in 0..k.div_ceil(WIDTH) {
        let at = b * WIDTH;
        if info == 0 && panel.info != 0 {
            info = at as i32 + panel.info;
        }
        pivots[at..].iter_mut().zip(&panel.pivots).for_each(|(to, p)| *to = at as i32 + p);
        let mut ahead = (at + WIDTH < k).then_some(&mut next);
        // The last block has the threads for itself.
        let inside = if blocks.len() - b > 2 { &Serial } else { par };
        let rest = blocks[b + 1..].iter_mut().map(|block| (block, ahead.take()));
        batch::each(par, rest, |i, (block, ahead)| {
            let cols = columns(b + 1 + i).len();
            panel.apply(inside, block, cols);
            if let Some(next) = ahead {
                next.factor(inside, block, cols, at + WIDTH);
            }
        });
        std::mem::swap(&mut panel, &mut next);
    }
    // Rows that blocks exchanged after a block was factored.
    batch::each(par, blocks.iter_mut(), |b, block| {
        let cols = columns(b).len();
        let later = k.min((b + 1) * WIDTH);
        swap_rows(block, cols, (later, k), pivots, (0, cols));
    });
    batch::parts(par, a, ROWS * n, |i, rows, _| {
        for (b, block) in blocks.iter().enumerate() {
            let from = block.chunks_exact(columns(b).len()).skip(i * ROWS);
            rows.chunks_exact_mut(n).zip(from).for_each(|(row, x)| row[columns(b)].copy_from_slice(x));
        }
    });
    info
}

/// What a factored block does to those right of it.
#[derive(Default)]
struct Panel<T: Field> {
    /// The row from which on it was factored.
    at: usize,
    /// Rows that were exchanged, counted from 1 at `at`.
    pivots: Vec<i32>,
    /// As [`lu`] returns it, of this block.
    info: i32,
    /// The unit lower triangle.
    triangle: Vec<T>,
    /// What is below it.
    left: Packed<T>,
}

impl<T: Field> Panel<T> {
    /// Factors a block from row `at` down.
    fn factor(&mut self, par: &dyn Parallel, block: &mut [T], cols: usize, at: usize) {
        let below = &mut block[at * cols..];
        let m = below.len() / cols;
        let w = m.min(cols);
        self.at = at;
        self.pivots.resize(w, 0);
        self.info = factor(par, below, m, cols, &mut self.pivots);
        self.triangle.clear();
        self.triangle.extend_from_slice(&unit_lower(below, cols, 0, w));
        self.left.hold_left(par, View::new(below, cols, (w, 0), m - w, w));
    }

    /// Makes rows of U and what is left to factor of a block's columns.
    fn apply(&self, par: &dyn Parallel, block: &mut [T], cols: usize) {
        let (below, w) = (&mut block[self.at * cols..], self.pivots.len());
        swap_rows(below, cols, (0, w), &self.pivots, (0, cols));
        let (top, below) = below.split_at_mut(w * cols);
        solve_at(par, &self.triangle, w, (0, w), true, top, cols);
        let right = Packed::right(par, View::new(top, cols, (0, 0), w, cols));
        subtract(par, (&self.left, &right), below, cols, (0, 0), false);
    }
}

/// [`lu`] of a few columns.
fn factor<T: Field>(par: &dyn Parallel, a: &mut [T], m: usize, n: usize, pivots: &mut [i32]) -> i32 {
    let k = m.min(n);
    if k == 0 {
        return 0;
    }
    let mut info = 0;
    factor_at(par, a, n, m, (0, k), pivots, &mut info);
    if n > k {
        swap_rows(a, n, (0, k), pivots, (k, n));
        solve_right_block(par, a, n, (0, k), n - k);
    }
    info
}

/// Factors columns `s .. s + w` from row `s` down.
fn factor_at<T: Field>(
    par: &dyn Parallel,
    a: &mut [T],
    ld: usize,
    m: usize,
    (s, w): (usize, usize),
    pivots: &mut [i32],
    info: &mut i32,
) {
    if w <= 16 {
        return factor_base(a, ld, m, (s, w), pivots, info);
    }
    let h = if w >= 2 * BASE { half(w) } else { w / 2 };
    factor_at(par, a, ld, m, (s, h), pivots, info);
    swap_rows(a, ld, (s, s + h), pivots, (s + h, s + w));
    solve_right_block(par, a, ld, (s, h), w - h);
    let left = Packed::left(par, View::new(a, ld, (s + h, s), m - s - h, h));
    let right = Packed::right(par, View::new(a, ld, (s, s + h), h, w - h));
    subtract(par, (&left, &right), a, ld, (s + h, s + h), false);
    factor_at(par, a, ld, m, (s + h, w - h), pivots, info);
    swap_rows(a, ld, (s + h, s + w), pivots, (s, s + h));
}

/// The unit lower triangle of order `h` at row and column `s`.
fn unit_lower<T: Field>(a: &[T], ld: usize, s: usize, h: usize) -> Room<T> {
    let mut l = copy(View::new(a, ld, (s, s), h, h));
    l.iter_mut().step_by(h + 1).for_each(|d| *d = T::one());
    l
}

/// The `w` columns right of the unit lower triangle at `s` become what it solves for.
fn solve_right_block<T: Field>(par: &dyn Parallel, a: &mut [T], ld: usize, (s, h): (usize, usize), w: usize) {
    let l = unit_lower(a, ld, s, h);
    let mut u = copy(View::new(a, ld, (s, s + h), h, w));
    solve_at(par, &l, h, (0, h), true, &mut u, w);
    for (i, row) in u.chunks_exact(w).enumerate() {
        a[(s + i) * ld + s + h..][..w].copy_from_slice(row);
    }
}

fn swap_rows<T: Field>(a: &mut [T], ld: usize, rows: (usize, usize), pivots: &[i32], cols: (usize, usize)) {
    for i in rows.0..rows.1 {
        let p = pivots[i] as usize - 1;
        if p != i {
            let (top, bottom) = a.split_at_mut(p * ld);
            top[i * ld + cols.0..i * ld + cols.1].swap_with_slice(&mut bottom[cols.0..cols.1]);
        }
    }
}

/// Columns `s .. s + w` from row `s` down, in a copy whose columns lie in memory one after another.
fn factor_base<T: Field>(a: &mut [T], ld: usize, m: usize, (s, w): (usize, usize), pivots: &mut [i32], info: &mut i32) {
    let n = m - s;
    let mut panel = copy(View::new(a, ld, (s, s), n, w).transposed());
    for j in 0..w {
        let (done, rest) = panel.split_at_mut((j + 1) * n);
        let column = &mut done[j * n..];
        let best = j + pivot(&column[j..]);
        pivots[s + j] = (s + best) as i32 + 1;
        if best != j {
            (0..j).for_each(|c| done.swap(c * n + j, c * n + best));
            rest.chunks_exact_mut(n).for_each(|c| c.swap(j, best));
            done.swap(j * n + j, j * n + best);
        }
        let column = &mut done[j * n..];
        let d = column[j];
        if d.is_zero() {
            if *info == 0 {
                *info = (s + j) as i32 + 1;
            }
            continue;
        }
        Arch::new().dispatch(Eliminate { column: &mut column[j..], rest, n, at: j });
    }
    for i in 0..n {
        for j in 0..w {
            a[(s + i) * ld + s + j] = panel[j * n + i];
        }
    }
}

/// The place of the first of the largest elements. The first element stays if it is no number: nothing is larger.
fn pivot<T: Field>(column: &[T]) -> usize {
    const LANES: usize = 32;
    if column.len() < 2 * LANES {
        let mut best = (0, column[0].abs1());
        for (i, x) in column.iter().enumerate() {
            if x.abs1() > best.1 {
                best = (i, x.abs1());
            }
        }
        return best.0;
    }
    let (chunks, rest) = column.as_chunks::<LANES>();
    let larger = |m, x: T| if x.abs1() > m { x.abs1() } else { m };
    let mut place = 0;
    wide(
        #[inline(always)]
        || {
            let first = column[0].abs1();
            let mut most = [first; LANES];
            for chunk in chunks {
                most.iter_mut().zip(chunk).for_each(|(m, x)| *m = larger(*m, *x));
            }
            let most =
                rest.iter().fold(most.into_iter().fold(first, |m, x| if x > m { x } else { m }), |m, x| larger(m, *x));
            let is_it = |x: &T| x.abs1() == most;
            // Without an early end in a chunk, that is a few instructions.
            let before =
                chunks.iter().take_while(|chunk| !chunk.iter().fold(false, |any, x| any | is_it(x))).count() * LANES;
            place = column[before..].iter().position(is_it).map_or(0, |i| before + i);
        },
    );
    place
}

/// A column below its pivot, which it begins with, is divided by that and taken away from columns of `n`, from row `at` on.
struct Eliminate<'a, T> {
    column: &'a mut [T],
    rest: &'a mut [T],
    n: usize,
    at: usize,
}

impl<T: Field> WithSimd for Eliminate<'_, T> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Some((pivot, below)) = self.column.split_first_mut() else { return };
        divide(below, *pivot);
        for other in self.rest.chunks_exact_mut(self.n) {
            let f = -other[self.at];
            add_multiple(simd, &mut other[self.at + 1..], f, below);
        }
    }
}
