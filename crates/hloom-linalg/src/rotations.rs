//! Rotations of neighbouring rows, many at a time.
//!
//! Iterations on a few diagonals find rotations faster than the rows of a matrix of vectors can follow. So they are noted
//! down, and a panel of columns that fits the first-level cache takes all of them before the next panel does.

use crate::field::{Field, Real};
use crate::rows::Rows;
use crate::scratch::Room;
use crate::{Parallel, batch};
use pulp::{Arch, Simd, WithSimd};

/// Bytes of a panel's row.
const PANEL: usize = 128;
/// Rotations by row after which they are applied.
const PER_ROW: usize = 64;
/// Numbers times rotations from which threads are worth waking.
const WORTH_THREADS: usize = 1 << 18;

/// (c, s) with (c, s; -s, c) (f, g)ᵀ = (r, 0)ᵀ, and r.
pub(crate) fn givens(f: f64, g: f64) -> (f64, f64, f64) {
    if g == 0.0 {
        return (1.0, 0.0, f);
    }
    if f == 0.0 {
        return (0.0, 1.0, g);
    }
    let (large, small) = (f.abs().max(g.abs()), f.abs().min(g.abs()));
    let plain = large < f64::MAX.sqrt() / 2.0 && small > f64::MIN_POSITIVE.sqrt();
    let r = if plain { (f * f + g * g).sqrt() } else { f.hypot(g) };
    (f / r, g / r, r)
}

/// Rotations of rows (p, q) = (first, first ± 1), then (q, q ± 1) and so on: (p, q) := (c p + s q, c q - s p).
struct Run {
    first: usize,
    down: bool,
    count: usize,
}

/// What is to be done to rows, in order.
pub(crate) struct Rotations<R> {
    list: Vec<(R, R)>,
    runs: Vec<Run>,
}

impl<R: Real> Rotations<R> {
    pub(crate) fn new() -> Rotations<R> {
        Rotations { list: vec![], runs: vec![] }
    }
    /// Begins with a row that the next rotation turns; `down` is to higher rows.
    pub(crate) fn start(&mut self, first: usize, down: bool) {
        self.runs.push(Run { first, down, count: 0 });
    }
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.runs.clear();
    }
    /// Rounds the next rotation, which was found in F64.
    pub(crate) fn push(&mut self, c: f64, s: f64) {
        self.list.push((R::of_f64(c), R::of_f64(s)));
        if let Some(run) = self.runs.last_mut() {
            run.count += 1;
        }
    }
}

/// A matrix of vectors, panel by panel of its columns.
pub(crate) struct Panels<T> {
    data: Room<T>,
    rows: usize,
}

impl<T: Field> Panels<T> {
    /// Columns of a panel.
    pub(crate) const WIDE: usize = PANEL / size_of::<T>();

    /// The first `rows` columns of a matrix of `cols` rows, as rows.
    pub(crate) fn transposed(q: &Rows<T>, rows: usize, cols: usize) -> Panels<T> {
        let mut p = Panels { data: Room::new(rows * cols.next_multiple_of(Self::WIDE)), rows };
        p.data.fill(T::default());
        for c in 0..cols {
            for (r, x) in q.row(c)[..rows].iter().enumerate() {
                let at = p.place(r, c);
                p.data[at] = *x;
            }
        }
        p
    }
    fn place(&self, r: usize, c: usize) -> usize {
        (c / Self::WIDE * self.rows + r) * Self::WIDE + c % Self::WIDE
    }
    pub(crate) fn at(&self, r: usize, c: usize) -> T {
        self.data[self.place(r, c)]
    }
    /// Applies rotations and forgets them, once there are many or they are the last.
    pub(crate) fn follow(&mut self, par: &dyn Parallel, rotations: &mut Rotations<T::Real>, last: bool) {
        if !last && rotations.list.len() < PER_ROW * self.rows {
            return;
        }
        let work = self.data.len() / self.rows.max(1) * rotations.list.len();
        let par = if work < WORTH_THREADS { &crate::Serial } else { par };
        self.each(par, |panel| Arch::new().dispatch(Turn { panel: bytemuck::cast_slice_mut(panel), rotations }));
        rotations.clear();
    }
    /// Calls `f` with the rows of each panel.
    pub(crate) fn each(&mut self, par: &dyn Parallel, f: impl Fn(&mut [T]) + Sync) {
        batch::parts(par, &mut self.data, self.rows * Self::WIDE, |_, panel, _| f(panel));
    }
}

/// A panel follows. Rotations are real, whatever the vectors are.
struct Turn<'a, R> {
    panel: &'a mut [R],
    rotations: &'a Rotations<R>,
}

impl<R: Real> WithSimd for Turn<'_, R> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match size_of::<R::Vector<S>>() {
            64 => self.vectors::<S, { PANEL / 64 }>(simd),
            32 => self.vectors::<S, { PANEL / 32 }>(simd),
            _ => self.numbers(),
        }
    }
}

impl<R: Real> Turn<'_, R> {
    #[inline(always)]
    fn vectors<S: Simd, const V: usize>(self, simd: S) {
        let rows = R::vectors_mut::<S>(self.panel).as_chunks_mut::<V>().0;
        let zero = R::splat(simd, R::zero());
        let mut list = self.rotations.list.iter();
        for run in &self.rotations.runs {
            let mut at = run.first;
            let mut p = rows[at];
            for &(c, s) in list.by_ref().take(run.count) {
                let next = if run.down { at + 1 } else { at - 1 };
                let mut q = rows[next];
                let (c, s, minus) = (R::splat(simd, c), R::splat(simd, s), R::splat(simd, -s));
                for (p, q) in p.iter_mut().zip(&mut q) {
                    let (x, y) = (*p, *q);
                    // The next rotation waits for q, and q for p: one operation.
                    *p = R::fma(simd, s, y, R::fma(simd, c, x, zero));
                    *q = R::fma(simd, minus, x, R::fma(simd, c, y, zero));
                }
                rows[at] = p;
                (p, at) = (q, next);
            }
            rows[at] = p;
        }
    }

    fn numbers(self) {
        let wide = PANEL / size_of::<R>();
        let mut list = self.rotations.list.iter();
        for run in &self.rotations.runs {
            let mut at = run.first;
            for &(c, s) in list.by_ref().take(run.count) {
                let next = if run.down { at + 1 } else { at - 1 };
                let (low, high) = (at.min(next), at.max(next));
                let (top, bottom) = self.panel.split_at_mut(high * wide);
                let (p, q) = (&mut top[low * wide..][..wide], &mut bottom[..wide]);
                let (p, q) = if run.down { (p, q) } else { (q, p) };
                for (p, q) in p.iter_mut().zip(q) {
                    (*p, *q) = (c * *p + s * *q, c * *q - s * *p);
                }
                at = next;
            }
        }
    }
}
