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
/// Of complex numbers, whose sums take two registers each, in the shorter ones.
const MR_COMPLEX: usize = 3;
/// Steps that are packed together.
const STEPS: usize = 8;
/// Rows of one task at most, and at least; whole tiles.
const ROWS: usize = 96;
const FEW_ROWS: usize = 24;
/// Tasks of a triangle, if those of [`ROWS`] are not more.
const TASKS: usize = 8;
/// Multiplications from which threads are worth waking.
pub(crate) const WORTH_THREADS: usize = 1 << 20;
/// Elements to move from which they are.
const WORTH_MOVING: usize = 1 << 17;
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
    /// Lines `i0 ..` in steps from `k0` on; there is code for each width of a tile.
    fn pack_panel(&self, panel: &mut [T], width: usize, i0: usize, k0: usize) {
        match width {
            4 => self.pack::<4>(panel, i0, k0),
            8 => self.pack::<8>(panel, i0, k0),
            16 => self.pack::<16>(panel, i0, k0),
            MR_WIDE => self.pack::<MR_WIDE>(panel, i0, k0),
            MR_COMPLEX => self.pack::<MR_COMPLEX>(panel, i0, k0),
            _ => self.pack::<MR>(panel, i0, k0),
        }
    }
    fn pack<const W: usize>(&self, panel: &mut [T], i0: usize, k0: usize) {
        let here = W.min(self.rows - i0);
        let first = self.at + i0 * self.row_stride + k0 * self.col_stride;
        let columns = panel.as_chunks_mut::<W>().0;
        if self.row_stride == 1 && here == W {
            for (k, column) in columns.iter_mut().enumerate() {
                column.copy_from_slice(&self.data[first + k * self.col_stride..][..W]);
            }
        } else if self.col_stride == 1 && here == W {
            let depth = columns.len();
            let rows: [&[T]; W] = std::array::from_fn(|i| &self.data[first + i * self.row_stride..][..depth]);
            let (some, rest) = columns.as_chunks_mut::<STEPS>();
            for (s, columns) in some.iter_mut().enumerate() {
                for i in 0..W {
                    for (column, x) in columns.iter_mut().zip(&rows[i].as_chunks::<STEPS>().0[s]) {
                        column[i] = *x;
                    }
                }
            }
            let done = depth - rest.len();
            for (k, column) in rest.iter_mut().enumerate() {
                column.iter_mut().zip(&rows).for_each(|(to, row)| *to = row[done + k]);
            }
        } else {
            if here < W {
                columns.fill([T::default(); W]);
            }
            for i in 0..here {
                let row = self.data[first + i * self.row_stride..].iter().step_by(self.col_stride);
                columns.iter_mut().zip(row).for_each(|(column, from)| column[i] = *from);
            }
        }
        if self.conj {
            panel.iter_mut().for_each(|x| *x = x.conj());
        }
    }
}

/// An operand of products in panels of so many lines (rows of A, columns of B) as a tile has, each step by step; missing
/// lines are zero. Steps are cut into runs of [`DEPTH`].
#[derive(Default)]
pub(crate) struct Packed<T: Field> {
    runs: Vec<Room<T>>,
    lines: usize,
    steps: usize,
}

impl<T: Field> Packed<T> {
    /// Packs A (m × k).
    pub(crate) fn left(par: &dyn Parallel, a: View<'_, T>) -> Packed<T> {
        let mut packed = Packed::default();
        packed.hold_left(par, a);
        packed
    }
    /// Packs B (k × n).
    pub(crate) fn right(par: &dyn Parallel, b: View<'_, T>) -> Packed<T> {
        let mut packed = Packed::default();
        packed.hold(par, b.transposed(), T::NR);
        packed
    }
    /// Packs A where another was.
    pub(crate) fn hold_left(&mut self, par: &dyn Parallel, a: View<'_, T>) {
        self.hold(par, a, Arch::new().dispatch(TileRows(is_complex::<T>())));
    }
    fn hold(&mut self, par: &dyn Parallel, v: View<'_, T>, width: usize) {
        (self.lines, self.steps) = (v.rows, v.cols);
        let panels = v.rows.div_ceil(width);
        let par = if v.rows * v.cols < WORTH_MOVING { &crate::Serial } else { par };
        // A few for each thread: some have more to wait for.
        let task = panels.div_ceil(2 * par.threads()).max(1);
        for (i, k0) in (0..v.cols).step_by(DEPTH).enumerate() {
            let panel = width * DEPTH.min(v.cols - k0);
            match self.runs.get(i) {
                Some(room) if room.len() >= panels * panel => {}
                Some(_) => self.runs[i] = Room::new(panels * panel),
                None => self.runs.push(Room::new(panels * panel)),
            }
            batch::parts(par, &mut self.runs[i][..panels * panel], task * panel, |first, part, _| {
                for (p, panel) in part.chunks_exact_mut(panel).enumerate() {
                    v.pack_panel(panel, width, (first * task + p) * width, k0);
                }
            });
        }
    }
    /// The runs, each with its number of steps, in panels of `width` lines.
    fn runs(&self, width: usize) -> impl Iterator<Item = (&[T], usize)> {
        let lines = self.lines.next_multiple_of(width);
        (0..self.steps).step_by(DEPTH).zip(&self.runs).map(move |(k0, run)| {
            let depth = DEPTH.min(self.steps - k0);
            (&run[..lines * depth], depth)
        })
    }
}

fn is_complex<T: Field>() -> bool {
    size_of::<T>() > size_of::<T::Real>()
}

/// Rows of a tile on this processor, of complex numbers or others.
struct TileRows(bool);

impl WithSimd for TileRows {
    type Output = usize;
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        match size_of::<S::f32s>() {
            64.. => MR_WIDE,
            32 if self.0 => MR_COMPLEX,
            _ => MR,
        }
    }
}

/// Subtracts A (m × k) · B (k × n) from the rows and columns from `at` of a row-major matrix. With `lower`, `C` is square and
/// what lies wholly above its diagonal may be left alone.
pub(crate) fn subtract<T: Field>(
    par: &dyn Parallel,
    (a, b): (&Packed<T>, &Packed<T>),
    c: &mut [T],
    ld: usize,
    at: (usize, usize),
    lower: bool,
) {
    let (m, n) = (a.lines, b.lines);
    if m == 0 || n == 0 {
        return;
    }
    let par = if m * n * a.steps < WORTH_THREADS { &crate::Serial } else { par };
    let first = at.0 * ld;
    let end = (first + m * ld).min(c.len());
    // Some for each thread, as the last may find less to do; but what is left alone depends on them.
    let tasks = if lower { TASKS } else { 4 * par.threads() };
    let each = m.div_ceil(tasks).next_multiple_of(FEW_ROWS).min(ROWS);
    batch::parts(par, &mut c[first..end], each * ld, |i, rows, _| {
        Arch::new().dispatch(Task { a, b, rows, ld, col: at.1, first: i * each, count: each.min(m - i * each), lower });
    });
}

struct Task<'a, 'c, T: Field> {
    a: &'a Packed<T>,
    b: &'a Packed<T>,
    rows: &'c mut [T],
    ld: usize,
    col: usize,
    first: usize,
    count: usize,
    lower: bool,
}

impl<T: Field> WithSimd for Task<'_, '_, T> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match (size_of::<T::Vector<S>>(), T::NR) {
            (64, 16) => self.tiles::<MR_WIDE, 16>(|a, b| registers::<T, S, MR_WIDE, 1, 16>(simd, a, b)),
            (64, 8) => self.tiles::<MR_WIDE, 8>(|a, b| registers::<T, S, MR_WIDE, 1, 8>(simd, a, b)),
            (64, _) => self.tiles::<MR_WIDE, 4>(|a, b| registers::<T, S, MR_WIDE, 1, 4>(simd, a, b)),
            (32, 8) if is_complex::<T>() => {
                self.tiles::<MR_COMPLEX, 8>(|a, b| registers::<T, S, MR_COMPLEX, 2, 8>(simd, a, b))
            }
            (32, 4) => self.tiles::<MR_COMPLEX, 4>(|a, b| registers::<T, S, MR_COMPLEX, 2, 4>(simd, a, b)),
            (32, 16) => self.tiles::<MR, 16>(|a, b| registers::<T, S, MR, 2, 16>(simd, a, b)),
            (32, _) => self.tiles::<MR, 8>(|a, b| registers::<T, S, MR, 2, 8>(simd, a, b)),
            (_, 16) => self.tiles::<MR, 16>(scalars),
            (_, 8) => self.tiles::<MR, 8>(scalars),
            _ => self.tiles::<MR, 4>(scalars),
        }
    }
}

impl<T: Field> Task<'_, '_, T> {
    /// `micro` gives the sums of a tile.
    #[inline(always)]
    fn tiles<const MR: usize, const NR: usize>(self, micro: impl Fn(&[T], &[T]) -> [[T; NR]; MR]) {
        let Task { rows, ld, col, first, count, lower, .. } = self;
        for ((a, depth), (b, _)) in self.a.runs(MR).zip(self.b.runs(NR)) {
            for (j, b) in b.chunks_exact(depth * NR).enumerate() {
                let j0 = j * NR;
                if lower && j0 >= first + count {
                    break;
                }
                let wide = NR.min(self.b.lines - j0);
                for i0 in (0..count).step_by(MR) {
                    let at = (first + i0) / MR * depth * MR;
                    let tile = micro(&a[at..at + depth * MR], b);
                    for (i, sums) in tile.iter().enumerate().take(count - i0) {
                        let row = &mut rows[(i0 + i) * ld + col + j0..];
                        match row.first_chunk_mut::<NR>().filter(|_| wide == NR) {
                            Some(row) => row.iter_mut().zip(sums).for_each(|(c, s)| *c -= *s),
                            None => row[..wide].iter_mut().zip(sums).for_each(|(c, s)| *c -= *s),
                        }
                    }
                }
            }
        }
    }
}

/// Rows of `V` vectors each, whose sums of complex numbers take twice as many registers.
#[inline(always)]
fn registers<T: Field, S: Simd, const MR: usize, const V: usize, const NR: usize>(
    simd: S,
    a: &[T],
    b: &[T],
) -> [[T; NR]; MR] {
    let mut sums = [[T::sums(simd, T::splat(simd, T::zero())); V]; MR];
    for (a, b) in a.as_chunks::<MR>().0.iter().zip(T::vectors::<S>(b).as_chunks::<V>().0) {
        for (a, sums) in a.iter().zip(&mut sums) {
            T::add_products(simd, *a, b, sums);
        }
    }
    let mut tile = [[T::default(); NR]; MR];
    for (row, sums) in tile.iter_mut().zip(&sums) {
        for (to, sum) in T::vectors_mut::<S>(row).iter_mut().zip(sums) {
            *to = T::total(simd, *sum);
        }
    }
    tile
}

/// For processors without fused operations.
fn scalars<T: Field, const MR: usize, const NR: usize>(a: &[T], b: &[T]) -> [[T; NR]; MR] {
    let mut sums = [[T::default(); NR]; MR];
    for (a, b) in a.as_chunks::<MR>().0.iter().zip(b.as_chunks::<NR>().0) {
        for i in 0..MR {
            for j in 0..NR {
                sums[i][j] += a[i] * b[j];
            }
        }
    }
    sums
}
