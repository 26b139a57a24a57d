//! The product that blocked factorisations spend their time in: `C -= A · B`.
//!
//! Operands are packed into panels first, so they may lie in the same matrix as `C`. The tile of a micro-kernel is the
//! same on every machine; whether it multiplies and adds in one rounding depends on the processor.

use crate::field::Field;
use crate::{Parallel, batch};
use pulp::Arch;

/// Rows of a tile.
const MR: usize = 6;
/// Rows of one task.
const ROWS: usize = 96;
/// Products added up in one pass over `C`.
const DEPTH: usize = 256;

/// A matrix inside a slice.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, T> {
    pub(crate) data: &'a [T],
    /// Position of the first element.
    pub(crate) at: usize,
    pub(crate) row_stride: usize,
    pub(crate) col_stride: usize,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) conj: bool,
}

impl<'a, T: Field> View<'a, T> {
    /// Rows and columns from `at` of a row-major matrix with rows of `ld`.
    pub(crate) fn new(data: &'a [T], ld: usize, at: (usize, usize), rows: usize, cols: usize) -> View<'a, T> {
        View { data, at: at.0 * ld + at.1, row_stride: ld, col_stride: 1, rows, cols, conj: false }
    }
    pub(crate) fn transposed(self) -> View<'a, T> {
        View { row_stride: self.col_stride, col_stride: self.row_stride, rows: self.cols, cols: self.rows, ..self }
    }
    pub(crate) fn conjugated(self, conj: bool) -> View<'a, T> {
        View { conj: self.conj != conj, ..self }
    }
    /// Panels of `width` rows, each column by column; missing rows are zero. Columns are cut into runs of [`DEPTH`].
    fn pack(&self, width: usize) -> Vec<Vec<T>> {
        let panels = self.rows.div_ceil(width);
        let mut runs = Vec::new();
        for k0 in (0..self.cols).step_by(DEPTH) {
            let depth = DEPTH.min(self.cols - k0);
            let mut out = vec![T::default(); panels * width * depth];
            for (p, panel) in out.chunks_exact_mut(width * depth).enumerate() {
                let here = width.min(self.rows - p * width);
                for i in 0..here {
                    let mut from = self.at + (p * width + i) * self.row_stride + k0 * self.col_stride;
                    for k in 0..depth {
                        let x = self.data[from];
                        panel[k * width + i] = if self.conj { x.conj() } else { x };
                        from += self.col_stride;
                    }
                }
            }
            runs.push(out);
        }
        runs
    }
}

/// Packed operands of a product.
pub(crate) struct Product<T> {
    a: Vec<Vec<T>>,
    b: Vec<Vec<T>>,
    rows: usize,
    cols: usize,
}

/// Packs A (m × k) and B (k × n).
pub(crate) fn product<T: Field>(a: View<'_, T>, b: View<'_, T>) -> Product<T> {
    Product { a: a.pack(MR), b: b.transposed().pack(T::NR), rows: a.rows, cols: b.cols }
}

impl<T: Field> Product<T> {
    /// Subtracts from the rows and columns from `at` of a row-major matrix. With `lower`, `C` is square and what lies
    /// wholly above its diagonal may be left alone.
    pub(crate) fn sub_from(&self, par: &dyn Parallel, c: &mut [T], ld: usize, at: (usize, usize), lower: bool) {
        if self.rows == 0 || self.cols == 0 {
            return;
        }
        let first = at.0 * ld;
        let end = (first + self.rows * ld).min(c.len());
        batch::parts(par, &mut c[first..end], ROWS * ld, |i, rows, _| {
            let task = Task { p: self, rows, ld, col: at.1, first: i * ROWS, lower };
            match Arch::new() {
                Arch::Scalar => task.run::<false>(),
                arch => arch.dispatch(task),
            }
        });
    }
}

struct Task<'a, 'c, T> {
    p: &'a Product<T>,
    rows: &'c mut [T],
    ld: usize,
    col: usize,
    first: usize,
    lower: bool,
}

impl<T: Field> pulp::NullaryFnOnce for Task<'_, '_, T> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.run::<true>();
    }
}

impl<T: Field> Task<'_, '_, T> {
    #[inline(always)]
    fn run<const FUSED: bool>(self) {
        match T::NR {
            16 => self.tiles::<16, FUSED>(),
            8 => self.tiles::<8, FUSED>(),
            _ => self.tiles::<4, FUSED>(),
        }
    }

    #[inline(always)]
    fn tiles<const NR: usize, const FUSED: bool>(self) {
        let Task { p, rows, ld, col, first, lower } = self;
        let count = ROWS.min(p.rows - first);
        for (a, b) in p.a.iter().zip(&p.b) {
            let depth = a.len() / (p.rows.div_ceil(MR) * MR);
            for (j, b) in b.chunks_exact(depth * NR).enumerate() {
                let j0 = j * NR;
                if lower && j0 >= first + count {
                    break;
                }
                let wide = NR.min(p.cols - j0);
                for i0 in (0..count).step_by(MR) {
                    let at = (first + i0) / MR * depth * MR;
                    let tile = micro::<T, NR, FUSED>(&a[at..at + depth * MR], b);
                    for (i, sums) in tile.iter().enumerate().take(count - i0) {
                        let start = (i0 + i) * ld + col + j0;
                        for (c, s) in rows[start..start + wide].iter_mut().zip(sums) {
                            *c -= *s;
                        }
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn micro<T: Field, const NR: usize, const FUSED: bool>(a: &[T], b: &[T]) -> [[T; NR]; MR] {
    let mut sums = [[T::default(); NR]; MR];
    for (a, b) in a.chunks_exact(MR).zip(b.chunks_exact(NR)) {
        for i in 0..MR {
            for j in 0..NR {
                sums[i][j] = T::muladd::<FUSED>(a[i], b[j], sums[i][j]);
            }
        }
    }
    sums
}
