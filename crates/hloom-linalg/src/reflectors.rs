//! Reflectors applied to a matrix, a block of them at a time.
//!
//! H₃ H₂ H₁ C is C - Σ τₖ vₖ wₖ with wₖ = vₖᴴ C - Σ_{l<k} τₗ (vₖᴴ vₗ) wₗ. So the rows of C are read once to add up all
//! vₖᴴ C and once to take the products away, and a [`Pass`] takes away those of one block while it adds up for the next.

use crate::Parallel;
use crate::field::Field;
use crate::qr::sum_of;
use crate::rows::{Pass, Rows};
use std::ops::Range;

/// Reflectors of a block.
pub(crate) const BLOCK: usize = 4;

/// Σ aᵢ bᵢ.
fn dot<T: Field>(a: &[T], b: &[T]) -> T {
    sum_of(a, b, |a, b| a * b)
}

/// y += f x.
fn add_multiple<T: Field>(y: &mut [T], f: T, x: &[T]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += f * *x);
}

/// Reflectors I - τ v vᴴ in the order in which they are applied; a τ of zero for those that a block lacks.
pub(crate) struct Block<T> {
    /// Vectors, their conjugates.
    v: Rows<T>,
    conj: Rows<T>,
    taus: [T; BLOCK],
    count: usize,
    /// Vectors are zero before it.
    start: usize,
    rows: usize,
}

impl<T: Field> Block<T> {
    pub(crate) fn new(rows: usize) -> Block<T> {
        let (v, conj) = (Rows::zeros(BLOCK, rows), Rows::zeros(BLOCK, rows));
        Block { v, conj, taus: [T::zero(); BLOCK], count: 0, start: rows, rows }
    }
    pub(crate) fn clear(&mut self) {
        [&mut self.v, &mut self.conj].into_iter().for_each(|r| r.range_mut(0..BLOCK).fill(T::zero()));
        (self.taus, self.count, self.start) = ([T::zero(); BLOCK], 0, self.rows);
    }
    /// One more, whose vector has a 1 in row `start`; `fill` is for what follows.
    pub(crate) fn push(&mut self, start: usize, tau: T, fill: impl FnOnce(&mut [T])) {
        let v = &mut self.v.row_mut(self.count)[start..self.rows];
        if let Some((first, rest)) = v.split_first_mut() {
            *first = T::one();
            fill(rest);
        }
        self.conj.row_mut(self.count)[start..].iter_mut().zip(v).for_each(|(to, x)| *to = x.conj());
        self.taus[self.count] = tau;
        (self.count, self.start) = (self.count + 1, self.start.min(start));
    }
    /// Applies the last one to a column.
    pub(crate) fn apply_last(&self, column: &mut [T]) {
        let Some(k) = self.count.checked_sub(1) else { return };
        let f = -(self.taus[k] * dot(self.conj.row(k), column));
        add_multiple(column, f, self.v.row(k));
    }
}

/// A matrix that reflectors are applied to, and what its rows have yet to take.
pub(crate) struct Reflected<'a, T> {
    c: &'a mut Rows<T>,
    rows: usize,
    /// By reflector -τ v, and w.
    factors: Rows<T>,
    w: Rows<T>,
    sums: Rows<T>,
    /// The first row that has to take something.
    pub(crate) start: usize,
}

impl<'a, T: Field> Reflected<'a, T> {
    pub(crate) fn new(c: &'a mut Rows<T>, rows: usize) -> Reflected<'a, T> {
        let (factors, w, sums) = (Rows::zeros(BLOCK, rows), Rows::zeros(BLOCK, c.ld), Rows::zeros(BLOCK, c.ld));
        Reflected { c, rows, factors, w, sums, start: rows }
    }
    /// Columns, with what they have yet to take, as rows of `panel`. Rows before `first` are left out.
    pub(crate) fn columns_to(&self, panel: &mut Rows<T>, first: usize, columns: Range<usize>) {
        let long = panel.ld;
        let panel = panel.range_mut(0..columns.len());
        for i in first..self.rows {
            let row = &self.c.row(i)[columns.clone()];
            row.iter().enumerate().for_each(|(c, x)| panel[c * long + i] = *x);
        }
        for (column, j) in panel.chunks_exact_mut(long).zip(columns) {
            for k in 0..BLOCK {
                add_multiple(&mut column[first..], self.w.at(k, j), &self.factors.row(k)[first..]);
            }
        }
    }
    /// The columns that are known now, and have nothing left to take.
    pub(crate) fn columns_from(&mut self, panel: &Rows<T>, first: usize, columns: Range<usize>) {
        let long = panel.ld;
        let panel = panel.range(0..columns.len());
        for i in first..self.rows {
            let row = &mut self.c.row_mut(i)[columns.clone()];
            row.iter_mut().enumerate().for_each(|(c, x)| *x = panel[c * long + i]);
        }
        (0..BLOCK).for_each(|k| self.w.row_mut(k)[..columns.end].fill(T::zero()));
    }
    /// Applies a block to columns from `from` on.
    pub(crate) fn apply(&mut self, par: &dyn Parallel, block: &Block<T>, from: usize) {
        let (first, ld) = (self.start.min(block.start), self.c.ld);
        let long = self.sums.ld;
        let sums = self.sums.range_mut(0..BLOCK);
        sums.fill(T::zero());
        let mut sums = sums.chunks_exact_mut(long);
        Pass {
            rows: self.c.range_mut(first..self.rows),
            ld,
            from,
            update: std::array::from_fn::<_, BLOCK, _>(|k| (&self.factors.row(k)[first..], self.w.row(k))),
            gather: std::array::from_fn::<_, BLOCK, _>(|k| {
                (&block.conj.row(k)[first..], sums.next().unwrap_or_default())
            }),
            dots: None,
        }
        .run(par);
        std::mem::swap(&mut self.w, &mut self.sums);
        (0..BLOCK).for_each(|k| self.w.row_mut(k)[..from].fill(T::zero()));
        for k in 1..block.count {
            let (before, w) = self.w.range_mut(0..k + 1).split_at_mut(k * long);
            for (l, before) in before.chunks_exact(long).enumerate() {
                let f = -(block.taus[l] * dot(&block.conj.row(k)[block.start..], &block.v.row(l)[block.start..]));
                add_multiple(w, f, before);
            }
        }
        for k in 0..BLOCK {
            let tau = block.taus[k];
            self.factors.row_mut(k).iter_mut().zip(block.v.row(k)).for_each(|(to, v)| *to = -(tau * *v));
        }
        self.start = block.start;
    }
    /// Gives rows what they have yet to take, in columns from `from` on.
    pub(crate) fn finish(self, par: &dyn Parallel, from: usize) {
        let ld = self.c.ld;
        Pass {
            rows: self.c.range_mut(self.start..self.rows),
            ld,
            from,
            update: std::array::from_fn::<_, BLOCK, _>(|k| (&self.factors.row(k)[self.start..], self.w.row(k))),
            gather: [],
            dots: None,
        }
        .run(par);
    }
}

/// C := H C for reflectors in order, each given by its first row, where its vector has a 1, its τ, and what fills the vector
/// from the next row on. With `grown`, C is an identity, reflectors come from its last rows, and none meets anything left of its
/// first row.
pub(crate) fn reflect<T: Field>(
    par: &dyn Parallel,
    c: &mut Rows<T>,
    rows: usize,
    steps: &[(usize, T)],
    vector: impl Fn(usize, &mut [T]),
    grown: bool,
) {
    let ld = c.ld;
    let column = |start: usize| if grown { start.min(ld) } else { 0 };
    let (mut c, mut block) = (Reflected::new(c, rows), Block::new(rows));
    for steps in steps.chunks(BLOCK) {
        block.clear();
        steps.iter().for_each(|&(start, tau)| block.push(start, tau, |v| vector(start, v)));
        c.apply(par, &block, column(c.start.min(block.start)));
    }
    let from = column(c.start);
    c.finish(par, from);
}

/// H₀ H₁ … applied to the first `cols` columns of an identity of `rows`. Reflector `j`, of `taus[j]`, has a 1 in row `j +
/// below`, below which `vector` fills it.
pub(crate) fn grow<T: Field>(
    par: &dyn Parallel,
    rows: usize,
    cols: usize,
    below: usize,
    taus: &[T],
    vector: impl Fn(usize, &mut [T]),
) -> Rows<T> {
    let mut q = Rows::identity(rows, cols);
    let steps: Vec<(usize, T)> = taus.iter().enumerate().rev().map(|(j, &tau)| (j + below, tau)).collect();
    reflect(par, &mut q, rows, &steps, |start, v| vector(start - below, v), true);
    q
}
