//! Reflectors applied to a matrix, a block of them at a time.
//!
//! H₃ H₂ H₁ C is C - V S Vᴴ C with vectors as columns of V and a lower triangular S: row k of S is τₖ (eₖ - Σ_{l<k} (vₖᴴ vₗ) Sₗ).
//! So a block is three products.

use crate::Parallel;
use crate::field::Field;
use crate::gemm::{Packed, View, subtract};
use crate::rows::{Pass, Rows};
use crate::scratch::Room;
use std::ops::Range;

/// Elements of a matrix up to which reflectors are applied one by one.
const SMALL: usize = 1 << 14;
/// Reflectors of a block of many: whole tiles of products.
pub(crate) const BLOCK: usize = 36;

/// Reflectors I - τ v vᴴ in the order in which they are applied.
pub(crate) struct Block<T> {
    /// Vectors, as rows.
    v: Rows<T>,
    taus: Vec<T>,
    /// Vectors are zero before their starts.
    starts: Vec<usize>,
    rows: usize,
}

impl<T: Field> Block<T> {
    /// None yet; there will be `count` at most, of vectors of so many `rows`.
    pub(crate) fn new(rows: usize, count: usize) -> Block<T> {
        Block { v: Rows::zeros(count, rows), taus: vec![], starts: vec![], rows }
    }
    pub(crate) fn clear(&mut self) {
        let count = self.taus.len();
        self.v.range_mut(0..count).fill(T::zero());
        self.taus.clear();
        self.starts.clear();
    }
    /// One more, whose vector has a 1 in row `start`; `fill` is for what follows.
    pub(crate) fn push(&mut self, start: usize, tau: T, fill: impl FnOnce(&mut [T])) {
        let k = self.taus.len();
        if let Some((first, rest)) = self.v.row_mut(k)[start..self.rows].split_first_mut() {
            *first = T::one();
            fill(rest);
        }
        self.taus.push(tau);
        self.starts.push(start);
    }
    /// The first row that any of them changes.
    fn start(&self) -> usize {
        self.starts.iter().copied().min().unwrap_or(self.rows)
    }
    pub(crate) fn vector(&self, k: usize) -> &[T] {
        self.v.row(k)
    }
    /// Applies them to columns of a matrix.
    pub(crate) fn apply(&self, par: &dyn Parallel, c: &mut Rows<T>, columns: Range<usize>) {
        let start = self.start();
        let (k, m, n) = (self.taus.len(), self.rows - start, columns.len());
        if k * n == 0 {
            return;
        }
        let v = View::new(self.v.range(0..k), self.v.ld, (0, start), k, m);
        let adjoint = Packed::right(par, v.conjugated(true).transposed());
        // Sums have the sign of what is taken away.
        let mut gram = zeros(k * k);
        subtract(par, (&Packed::left(par, v), &adjoint), &mut gram, k, (0, 0), false);
        let s = self.triangle(&gram);
        let (ld, rows) = (c.ld, c.range_mut(0..self.rows));
        let at = (start, columns.start);
        // Transposed, as threads share rows of products and there are few reflectors.
        let (mut w, mut u) = (zeros(n * k), zeros(n * k));
        let seen = Packed::left(par, View::new(rows, ld, at, m, n).transposed());
        subtract(par, (&seen, &adjoint), &mut w, k, (0, 0), false);
        let (s, w) = (View::new(&s, k, (0, 0), k, k), View::new(&w, k, (0, 0), n, k));
        subtract(par, (&Packed::left(par, w), &Packed::right(par, s.transposed())), &mut u, k, (0, 0), false);
        let u = Packed::right(par, View::new(&u, k, (0, 0), n, k).transposed());
        subtract(par, (&Packed::left(par, v.transposed()), &u), rows, ld, at, false);
    }
    /// S, from -vₖᴴ vₗ in row l and column k.
    fn triangle(&self, gram: &[T]) -> Vec<T> {
        let k = self.taus.len();
        let mut s = vec![T::zero(); k * k];
        for (i, &tau) in self.taus.iter().enumerate() {
            let (above, row) = s.split_at_mut(i * k);
            row[i] = T::one();
            for (above, gram) in above.chunks_exact(k).zip(gram.chunks_exact(k)) {
                row[..i].iter_mut().zip(above).for_each(|(x, y)| *x += gram[i] * *y);
            }
            row[..=i].iter_mut().for_each(|x| *x *= tau);
        }
        s
    }
}

fn zeros<T: Field>(n: usize) -> Room<T> {
    let mut room = Room::new(n);
    room.fill(T::zero());
    room
}

/// C := H C for reflectors in order, each given by its first row, where its vector has a 1, its τ, and what fills the vector
/// from the next row on. With `grown`, C is an identity, reflectors come from its last rows, and none meets anything left of its
/// first row.
pub(crate) fn reflect<T: Field>(
    par: &dyn Parallel,
    c: &mut Rows<T>,
    (rows, cols): (usize, usize),
    steps: &[(usize, T)],
    vector: impl Fn(usize, &mut [T]),
    grown: bool,
) {
    let from = |start: usize| if grown { start.min(cols) } else { 0 };
    if rows * cols <= SMALL {
        return one_by_one(par, c, rows, steps, vector, from);
    }
    let mut block = Block::new(rows, steps.len().min(BLOCK));
    for steps in steps.chunks(BLOCK) {
        block.clear();
        steps.iter().for_each(|&(start, tau)| block.push(start, tau, |v| vector(start, v)));
        block.apply(par, c, from(block.start())..cols);
    }
}

/// As [`reflect`], reflector by reflector: rows take what the last one found while they are added up for the next.
fn one_by_one<T: Field>(
    par: &dyn Parallel,
    c: &mut Rows<T>,
    rows: usize,
    steps: &[(usize, T)],
    vector: impl Fn(usize, &mut [T]),
    from: impl Fn(usize) -> usize,
) {
    let ld = c.ld;
    let (mut last, mut v, mut weights) = (vec![T::zero(); rows], vec![T::zero(); rows], vec![T::zero(); rows]);
    let (mut w, mut sum) = (Rows::zeros(1, ld), Rows::zeros(1, ld));
    let mut before = rows;
    for &(start, tau) in steps {
        v[..start].fill(T::zero());
        if let Some((first, rest)) = v[start..].split_first_mut() {
            *first = T::one();
            vector(start, rest);
        }
        weights.iter_mut().zip(&v).for_each(|(to, v)| *to = v.conj());
        sum.row_mut(0).fill(T::zero());
        let first = start.min(before);
        let update = [(&last[first..], w.row(0))];
        let gather = [(&weights[first..], sum.row_mut(0))];
        Pass { rows: c.range_mut(first..rows), ld, from: from(first), update, gather, dots: None }.run(par);
        sum.row_mut(0)[..from(start)].fill(T::zero());
        std::mem::swap(&mut w, &mut sum);
        last.iter_mut().zip(&v).for_each(|(to, v)| *to = -(tau * *v));
        before = start;
    }
    let update = [(&last[before..], w.row(0))];
    Pass { rows: c.range_mut(before..rows), ld, from: from(before), update, gather: [], dots: None }.run(par);
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
    reflect(par, &mut q, (rows, cols), &steps, |start, v| vector(start - below, v), true);
    q
}
