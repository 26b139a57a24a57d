//! The product that blocked factorisations spend their time in: `C -= A · B`.
//!
//! Operands are packed into panels first, so they may lie in the same matrix as `C`. Whether a product and its sum are
//! rounded once depends on the processor; its tiles, which do too, are nothing that a result depends on.

use crate::field::Field;
use crate::scratch::Room;
use crate::{Parallel, batch};
use pulp::{Arch, Simd, WithSimd};

/// Rows of a tile, by the length of vectors: what the registers hold.
const MR: usize = 6;
const MR_WIDE: usize = 12;
/// Rows of one task, a multiple of both.
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
    fn pack(&self, width: usize) -> Vec<Room<T>> {
        let panels = self.rows.div_ceil(width);
        let mut runs = Vec::new();
        for k0 in (0..self.cols).step_by(DEPTH) {
            let depth = DEPTH.min(self.cols - k0);
            let mut out = Room::new(panels * width * depth);
            Arch::new().dispatch(|| {
                for (p, panel) in out.chunks_exact_mut(width * depth).enumerate() {
                    self.pack_panel(panel, width, p * width, k0);
                }
            });
            runs.push(out);
        }
        runs
    }
    #[inline(always)]
    fn pack_panel(&self, panel: &mut [T], width: usize, i0: usize, k0: usize) {
        let here = width.min(self.rows - i0);
        let first = self.at + i0 * self.row_stride + k0 * self.col_stride;
        if self.row_stride == 1 && here == width {
            for (k, column) in panel.chunks_exact_mut(width).enumerate() {
                column.copy_from_slice(&self.data[first + k * self.col_stride..][..width]);
            }
        } else {
            if here < width {
                panel.fill(T::default());
            }
            for i in 0..here {
                let row = self.data[first + i * self.row_stride..].iter().step_by(self.col_stride);
                panel.iter_mut().skip(i).step_by(width).zip(row).for_each(|(to, from)| *to = *from);
            }
        }
        if self.conj {
            panel.iter_mut().for_each(|x| *x = x.conj());
        }
    }
}

/// Packed operands of a product.
pub(crate) struct Product<T: Field> {
    a: Vec<Room<T>>,
    b: Vec<Room<T>>,
    rows: usize,
    cols: usize,
    /// Rows of a tile.
    mr: usize,
}

/// Rows of a tile on this processor.
struct TileRows;

impl WithSimd for TileRows {
    type Output = usize;
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        if size_of::<S::f32s>() >= 64 { MR_WIDE } else { MR }
    }
}

/// Packs A (m × k) and B (k × n).
pub(crate) fn product<T: Field>(a: View<'_, T>, b: View<'_, T>) -> Product<T> {
    let mr = Arch::new().dispatch(TileRows);
    Product { a: a.pack(mr), b: b.transposed().pack(T::NR), rows: a.rows, cols: b.cols, mr }
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

struct Task<'a, 'c, T: Field> {
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
        match (T::NR, self.p.mr) {
            (16, MR_WIDE) => self.tiles::<MR_WIDE, 16, FUSED>(),
            (8, MR_WIDE) => self.tiles::<MR_WIDE, 8, FUSED>(),
            (_, MR_WIDE) => self.tiles::<MR_WIDE, 4, FUSED>(),
            (16, _) => self.tiles::<MR, 16, FUSED>(),
            (8, _) => self.tiles::<MR, 8, FUSED>(),
            _ => self.tiles::<MR, 4, FUSED>(),
        }
    }

    #[inline(always)]
    fn tiles<const MR: usize, const NR: usize, const FUSED: bool>(self) {
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
                    let tile = micro::<T, MR, NR, FUSED>(&a[at..at + depth * MR], b);
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
fn micro<T: Field, const MR: usize, const NR: usize, const FUSED: bool>(a: &[T], b: &[T]) -> [[T; NR]; MR] {
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
