//! Passes over the rows of a matrix: what reductions by reflectors spend their time in.
//!
//! A matrix that does not fit the first-level cache is read as rarely as its reduction allows: one [`Pass`] applies what
//! was found in the last one and adds up what the next one needs.

use crate::field::Field;
use crate::scratch::Room;
use crate::{Parallel, batch};
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;

/// Elements of which a row is a multiple: whole registers of every type.
pub(crate) const WHOLE: usize = 16;
/// Bytes from which a part of a matrix is worth a thread, and how many parts there are at most.
const PART: usize = 512 << 10;
const PARTS: usize = 8;
/// Rows that share the vectors of a pass in registers: many, or as many as have room for their numbers.
const GROUP: usize = 4;
const FEW: usize = 2;

/// A row-major matrix whose rows are whole registers, zero after their columns.
pub(crate) struct Rows<T> {
    room: Room<T>,
    start: usize,
    pub(crate) ld: usize,
}

impl<T: Field> Rows<T> {
    pub(crate) fn zeros(rows: usize, cols: usize) -> Rows<T> {
        let mut ld = cols.max(1).next_multiple_of(WHOLE);
        // By columns and type alone: a vector by column is as long as a row of its matrix.
        if (ld * size_of::<T>()).is_multiple_of(1024) {
            // Rows a power of two apart have their columns in few sets of a cache.
            ld += WHOLE;
        }
        let line = 64 / size_of::<T>();
        let mut room = Room::new(rows * ld + line);
        room.fill(T::default());
        let start = Some(room.as_ptr().align_offset(64)).filter(|&o| o <= line).unwrap_or(0);
        Rows { room, start, ld }
    }
    pub(crate) fn of(a: &[T], rows: usize, cols: usize) -> Rows<T> {
        let mut m = Rows::zeros(rows, cols);
        for (i, row) in a.chunks_exact(cols.max(1)).enumerate().take(rows) {
            m.row_mut(i)[..cols].copy_from_slice(row);
        }
        m
    }
    /// Columns as rows of `panel`.
    pub(crate) fn columns_to(&self, panel: &mut Rows<T>, rows: usize, columns: Range<usize>) {
        let ld = panel.ld;
        let to = panel.range_mut(0..columns.len());
        for i in 0..rows {
            let row = &self.row(i)[columns.clone()];
            to[i..].iter_mut().step_by(ld).zip(row).for_each(|(to, x)| *to = *x);
        }
    }
    /// Back from rows of `panel`.
    pub(crate) fn columns_from(&mut self, panel: &Rows<T>, rows: usize, columns: Range<usize>) {
        let from = panel.range(0..columns.len());
        for i in 0..rows {
            let row = &mut self.row_mut(i)[columns.clone()];
            row.iter_mut().zip(from[i..].iter().step_by(panel.ld)).for_each(|(to, x)| *to = *x);
        }
    }
    pub(crate) fn identity(rows: usize, cols: usize) -> Rows<T> {
        let mut m = Rows::zeros(rows, cols);
        (0..rows.min(cols)).for_each(|i| m.row_mut(i)[i] = T::one());
        m
    }
    /// Back to rows of `cols`.
    pub(crate) fn copy_to(&self, a: &mut [T], cols: usize) {
        for (i, row) in a.chunks_exact_mut(cols.max(1)).enumerate() {
            row.copy_from_slice(&self.row(i)[..cols]);
        }
    }
    pub(crate) fn row(&self, i: usize) -> &[T] {
        &self.room[self.start + i * self.ld..][..self.ld]
    }
    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [T] {
        &mut self.room[self.start + i * self.ld..][..self.ld]
    }
    /// Two different rows.
    pub(crate) fn two_rows_mut(&mut self, i: usize, j: usize) -> (&mut [T], &mut [T]) {
        let (low, ld) = (i.min(j), self.ld);
        let (first, second) = self.range_mut(low..i.max(j) + 1).split_at_mut((i.max(j) - low) * ld);
        let first = &mut first[..ld];
        if i < j { (first, second) } else { (second, first) }
    }
    /// Rows, one behind the other.
    pub(crate) fn range(&self, range: Range<usize>) -> &[T] {
        &self.room[self.start + range.start * self.ld..self.start + range.end * self.ld]
    }
    pub(crate) fn range_mut(&mut self, range: Range<usize>) -> &mut [T] {
        &mut self.room[self.start + range.start * self.ld..self.start + range.end * self.ld]
    }
    pub(crate) fn at(&self, i: usize, j: usize) -> T {
        self.room[self.start + i * self.ld + j]
    }
    pub(crate) fn set(&mut self, i: usize, j: usize, x: T) {
        self.room[self.start + i * self.ld + j] = x;
    }
}

/// A vector that is added up or read by column.
pub(crate) fn zero_row<T: Field>(cols: usize) -> Rows<T> {
    Rows::zeros(1, cols)
}

/// `row_i += Σ_k f_k[i] v_k` for each row, then `sum_g += w_g[i] row_i` and `dot[i] = Σ row_i[c] v[c]`.
///
/// It begins with the register that column `from` is in: vectors by column are zero in the columns before it, and so is
/// what matters of `gather`.
pub(crate) struct Pass<'a, T, const K: usize, const G: usize> {
    pub(crate) rows: &'a mut [T],
    pub(crate) ld: usize,
    pub(crate) from: usize,
    /// A factor by row, a vector by column.
    pub(crate) update: [(&'a [T], &'a [T]); K],
    /// A weight by row, the sum by column.
    pub(crate) gather: [(&'a [T], &'a mut [T]); G],
    /// The vector by column, results by row.
    pub(crate) dots: Option<(&'a [T], &'a mut [T])>,
}

impl<T: Field, const K: usize, const G: usize> Pass<'_, T, K, G> {
    /// Rows are cut by the size of the matrix alone, and sums of parts added up in order.
    pub(crate) fn run(self, par: &dyn Parallel) {
        let parts = (size_of_val(self.rows) / PART).min(PARTS);
        if parts < 2 {
            return Arch::new().dispatch(self);
        }
        let Pass { rows, ld, from, update, gather, dots } = self;
        let each = (rows.len() / ld).div_ceil(parts).next_multiple_of(GROUP);
        let (along, mut dots) = match dots {
            Some((v, out)) => (Some(v), out.chunks_mut(each)),
            None => (None, [].chunks_mut(each)),
        };
        let weights = gather.each_ref().map(|(w, _)| *w);
        let mut sums: Vec<Rows<T>> = (0..if G > 0 { parts } else { 0 }).map(|_| Rows::zeros(1, G * ld)).collect();
        let mut part_sums = sums.iter_mut();
        let passes = rows.chunks_mut(each * ld).enumerate().map(|(i, rows)| {
            let update = update.map(|(f, v)| (&f[i * each..], v));
            let mut sum = part_sums.next().map_or(&mut [][..], |s| s.row_mut(0)).chunks_exact_mut(ld);
            let gather = weights.map(|w| (&w[i * each..], sum.next().unwrap_or_default()));
            Pass { rows, ld, from, update, gather, dots: along.zip(dots.next()) }
        });
        batch::each(par, passes, |_, pass| Arch::new().dispatch(pass));
        for (g, (_, sum)) in gather.into_iter().enumerate() {
            sums.iter().for_each(|part| sum.iter_mut().zip(&part.row(0)[g * ld..][..ld]).for_each(|(s, x)| *s += *x));
        }
    }
}

impl<T: Field, const K: usize, const G: usize> WithSimd for Pass<'_, T, K, G> {
    type Output = ();
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match (K + G <= FEW + 1, self.dots.is_some()) {
            (true, false) => self.groups::<S, GROUP, false>(simd),
            (true, true) => self.groups::<S, GROUP, true>(simd),
            (false, false) => self.groups::<S, FEW, false>(simd),
            (false, true) => self.groups::<S, FEW, true>(simd),
        }
    }
}

impl<T: Field, const K: usize, const G: usize> Pass<'_, T, K, G> {
    #[inline(always)]
    fn groups<S: Simd, const R: usize, const D: bool>(mut self, simd: S) {
        let count = self.rows.len() / self.ld;
        let whole = count / R * R;
        for i in (0..whole).step_by(R) {
            self.group::<S, R, D>(simd, i);
        }
        for i in whole..count {
            self.group::<S, 1, D>(simd, i);
        }
    }

    /// Rows `i .. i + R`.
    #[inline(always)]
    fn group<S: Simd, const R: usize, const D: bool>(&mut self, simd: S, i: usize) {
        let skip = self.from / (size_of::<T::Vector<S>>() / size_of::<T>());
        // Loops where `from_fn` and `map` would do: their closures are compiled for processors without vectors.
        let zero = T::splat(simd, T::default());
        let mut rows: [&mut [T::Vector<S>]; R] = std::array::from_fn(|_| &mut [][..]);
        for (row, x) in rows.iter_mut().zip(self.rows[i * self.ld..(i + R) * self.ld].chunks_exact_mut(self.ld)) {
            *row = &mut T::vectors_mut::<S>(x)[skip..];
        }
        let n = rows[0].len();
        let mut factors = [[zero; R]; K];
        let mut vectors: [&[T::Vector<S>]; K] = [&[]; K];
        for (k, (f, v)) in self.update.iter().enumerate() {
            for (factor, f) in factors[k].iter_mut().zip(&f[i..]) {
                *factor = T::splat(simd, *f);
            }
            vectors[k] = &T::vectors::<S>(v)[skip..][..n];
        }
        let mut weights = [[zero; R]; G];
        let mut sums: [&mut [T::Vector<S>]; G] = std::array::from_fn(|_| &mut [][..]);
        for (g, (w, sum)) in self.gather.iter_mut().enumerate() {
            for (weight, w) in weights[g].iter_mut().zip(&w[i..]) {
                *weight = T::splat(simd, *w);
            }
            sums[g] = &mut T::vectors_mut::<S>(sum)[skip..][..n];
        }
        let mut along: &[T::Vector<S>] = &[];
        if D && let Some((v, _)) = &self.dots {
            along = &T::vectors::<S>(v)[skip..][..n];
        }
        let mut dots = [zero; R];
        for c in 0..n {
            let mut x = [zero; R];
            for r in 0..R {
                x[r] = rows[r][c];
            }
            for k in 0..K {
                let vector = vectors[k][c];
                for r in 0..R {
                    x[r] = T::fma(simd, factors[k][r], vector, x[r]);
                }
            }
            if K > 0 {
                for r in 0..R {
                    rows[r][c] = x[r];
                }
            }
            for g in 0..G {
                let mut sum = sums[g][c];
                for r in 0..R {
                    sum = T::fma(simd, weights[g][r], x[r], sum);
                }
                sums[g][c] = sum;
            }
            if D {
                for r in 0..R {
                    dots[r] = T::fma(simd, along[c], x[r], dots[r]);
                }
            }
        }
        if D && let Some((_, out)) = &mut self.dots {
            for (out, dot) in out[i..i + R].iter_mut().zip(dots) {
                let mut lanes = [T::default(); WHOLE];
                T::vectors_mut::<S>(&mut lanes)[0] = dot;
                let mut half = WHOLE / 2;
                while half > 0 {
                    for l in 0..half {
                        lanes[l] += lanes[l + half];
                    }
                    half /= 2;
                }
                *out = lanes[0];
            }
        }
    }
}

/// A [`Pass`] takes a matrix and its vectors register by register.
#[cfg(test)]
#[test]
fn vectors_are_as_long_as_rows() {
    fn check<T: Field>() {
        for cols in 0..2000 {
            assert_eq!(Rows::<T>::zeros(1, cols).ld, Rows::<T>::zeros(7, cols).ld, "{cols} columns");
        }
    }
    check::<f32>();
    check::<f64>();
    check::<num_complex::Complex<f32>>();
    check::<num_complex::Complex<f64>>();
}
