//! Fourier transforms of any length over the last dimensions.
//!
//! A transform along the last dimension runs row by row; columns are gathered in bundles to be rows. A long lone row of
//! composite length is cut into a matrix (Bailey's four steps), so that its parts fit a cache and several threads have
//! work.

use crate::field::{Field, Real};
use crate::scratch::Room;
use crate::{Operand, Output, Parallel, batch};
use num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Which transform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FftKind {
    /// Complex, forward.
    Forward,
    /// Complex, inverse, divided by the number of points.
    Inverse,
    /// Real to the first half of its spectrum.
    RealForward,
    /// The first half of a spectrum to the real signal, divided by the number of points.
    RealInverse,
}

/// Elements of one task, about.
const TASK: usize = 1 << 14;
/// Elements up to which a second thread takes longer to come than it helps.
const LITTLE: usize = 3 << 12;
/// Columns that are gathered together: whole cache lines.
const BUNDLE: usize = 16;
/// Lone rows from this length on are cut.
const LONG: usize = 1 << 15;
/// Plans that are kept.
const KEPT: usize = 32;

/// What transforms rows of one length.
#[derive(Clone)]
enum Plan<T> {
    Whole(Arc<dyn Fft<T>>),
    Forward(Arc<dyn RealToComplex<T>>),
    Back(Arc<dyn ComplexToReal<T>>),
    Cut(Arc<Cut<T>>),
}

/// A row of `columns.len() * rows.len()` as a matrix.
struct Cut<T> {
    columns: Arc<dyn Fft<T>>,
    rows: Arc<dyn Fft<T>>,
    /// Factors of the matrix's columns, after their transforms, column by column.
    twiddles: Vec<Complex<T>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Forward,
    Inverse,
    RealForward,
    RealInverse,
    CutForward,
    CutInverse,
}

/// Plans by shape and length, the last used last.
type Cache<T> = Mutex<VecDeque<(Shape, usize, Plan<T>)>>;

/// f32 and f64.
pub(crate) trait FftReal: Real + FftNum + bytemuck::Pod {
    fn cache() -> &'static Plans<Self>;
}

/// The plans of a type that this process has made.
pub(crate) struct Plans<T>(Cache<T>);

impl FftReal for f32 {
    fn cache() -> &'static Plans<f32> {
        static PLANS: Plans<f32> = Plans(Mutex::new(VecDeque::new()));
        &PLANS
    }
}
impl FftReal for f64 {
    fn cache() -> &'static Plans<f64> {
        static PLANS: Plans<f64> = Plans(Mutex::new(VecDeque::new()));
        &PLANS
    }
}

fn plan<T: FftReal>(shape: Shape, n: usize) -> Plan<T> {
    let cache = &T::cache().0;
    let mut kept = cache.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = kept.iter().position(|p| (p.0, p.1) == (shape, n))
        && let Some(found) = kept.remove(at)
    {
        let plan = found.2.clone();
        kept.push_back(found);
        return plan;
    }
    let whole = |n: usize, d: FftDirection| FftPlanner::new().plan_fft(n, d);
    let plan = match shape {
        Shape::Forward => Plan::Whole(whole(n, FftDirection::Forward)),
        Shape::Inverse => Plan::Whole(whole(n, FftDirection::Inverse)),
        Shape::RealForward => Plan::Forward(RealFftPlanner::new().plan_fft_forward(n)),
        Shape::RealInverse => Plan::Back(RealFftPlanner::new().plan_fft_inverse(n)),
        Shape::CutForward | Shape::CutInverse => {
            let (d, sign) =
                if shape == Shape::CutForward { (FftDirection::Forward, -1.0) } else { (FftDirection::Inverse, 1.0) };
            let p = divisor(n);
            let q = n / p;
            let step = sign * 2.0 * std::f64::consts::PI / n as f64;
            let factor = |j: usize, k: usize| {
                let t = step * (j * k % n) as f64;
                Complex::new(T::of_f64(t.cos()), T::of_f64(t.sin()))
            };
            let twiddles = (0..q).flat_map(|j| (0..p).map(move |k| factor(j, k))).collect();
            Plan::Cut(Arc::new(Cut { columns: whole(p, d), rows: whole(q, d), twiddles }))
        }
    };
    kept.push_back((shape, n, plan.clone()));
    if kept.len() > KEPT {
        kept.pop_front();
    }
    plan
}

/// The largest divisor of `n` up to its square root.
fn divisor(n: usize) -> usize {
    (1..=n.isqrt()).rev().find(|d| n.is_multiple_of(*d)).unwrap_or(1)
}

/// Transforms complex rows of length `n`.
fn rows<T: FftReal>(par: &dyn Parallel, from: &[Complex<T>], to: &mut [Complex<T>], n: usize, inverse: bool) {
    let cut = n >= LONG && to.len() / n < 8 && divisor(n) >= 64;
    let shape = match (cut, inverse) {
        (false, false) => Shape::Forward,
        (false, true) => Shape::Inverse,
        (true, false) => Shape::CutForward,
        (true, true) => Shape::CutInverse,
    };
    match plan::<T>(shape, n) {
        Plan::Whole(f) => {
            let size = n * (TASK / n).max(1);
            batch::parts(par, to, size, |i, part, _| {
                part.copy_from_slice(&from[i * size..][..part.len()]);
                f.process_with_scratch(part, &mut vec![Complex::default(); f.get_inplace_scratch_len()]);
            });
        }
        Plan::Cut(c) => {
            let mut room = Room::new(n);
            for (from, to) in from.chunks_exact(n).zip(to.chunks_exact_mut(n)) {
                c.transform(par, from, to, &mut room);
            }
        }
        Plan::Forward(_) | Plan::Back(_) => {}
    }
}

impl<T: FftReal> Cut<T> {
    /// Transforms of columns, then of rows, then the transpose: three passes, each written in order.
    fn transform(&self, par: &dyn Parallel, from: &[Complex<T>], to: &mut [Complex<T>], room: &mut [Complex<T>]) {
        let (p, q) = (self.columns.len(), self.rows.len());
        columns_to_rows(par, from, q, to, p, &*self.columns, Some(&self.twiddles));
        columns_to_rows(par, to, p, room, q, &*self.rows, None);
        transpose(par, room, q, to, p);
    }
}

/// Writes the transforms of the columns of `from` (rows of `width`, `n` of them) as rows of `to`, times `factors`.
fn columns_to_rows<T: FftReal>(
    par: &dyn Parallel,
    from: &[Complex<T>],
    width: usize,
    to: &mut [Complex<T>],
    n: usize,
    f: &dyn Fft<T>,
    factors: Option<&[Complex<T>]>,
) {
    batch::parts(par, to, BUNDLE * n, |i, part, _| {
        let (first, count) = (i * BUNDLE, part.len() / n);
        gather(from, width, first, part, n, count);
        f.process_with_scratch(part, &mut vec![Complex::default(); f.get_inplace_scratch_len()]);
        if let Some(factors) = factors {
            for (x, w) in part.iter_mut().zip(&factors[first * n..]) {
                *x *= *w;
            }
        }
    });
}

/// `count` columns of `from` from `first` on become rows of length `n` of `part`, some elements of each at a time.
fn gather<T: Copy>(from: &[T], width: usize, first: usize, part: &mut [T], n: usize, count: usize) {
    const RUN: usize = 8;
    let runs = n / RUN * RUN;
    for j in (0..runs).step_by(RUN) {
        let rows: [&[T]; RUN] = std::array::from_fn(|i| &from[(j + i) * width + first..][..count]);
        for (c, row) in part.chunks_exact_mut(n).enumerate() {
            row[j..j + RUN].copy_from_slice(&rows.map(|r| r[c]));
        }
    }
    for (c, row) in part.chunks_exact_mut(n).enumerate() {
        (runs..n).for_each(|j| row[j] = from[j * width + first + c]);
    }
}

/// `to` (rows of `n`) is the transpose of `from` (rows of `width`).
fn transpose<T: Copy + Send + Sync>(par: &dyn Parallel, from: &[T], width: usize, to: &mut [T], n: usize) {
    batch::parts(par, to, BUNDLE * n, |i, part, _| gather(from, width, i * BUNDLE, part, n, part.len() / n));
}

/// Transforms the columns of matrices (n × width) in place.
fn columns<T: FftReal>(par: &dyn Parallel, data: &mut [Complex<T>], n: usize, width: usize, inverse: bool) {
    if n < 2 || data.is_empty() {
        return;
    }
    let shape = if inverse { Shape::Inverse } else { Shape::Forward };
    let Plan::Whole(f) = plan::<T>(shape, n) else { return };
    let size = n * width;
    batch::parts(par, data, size * (TASK / size).max(1), |_, part, par| {
        let mut room = Room::new(size);
        for m in part.chunks_exact_mut(size) {
            columns_to_rows(par, m, width, &mut room, n, &*f, None);
            transpose(par, &room, n, m, width);
        }
    });
}

fn scale<T: FftReal>(par: &dyn Parallel, data: &mut [T], points: usize) {
    let f = T::one() / T::of_f64(points as f64);
    batch::parts(par, data, TASK, |_, part, _| part.iter_mut().for_each(|x| *x *= f));
}

/// Runs a transform over the last `lengths.len()` dimensions.
pub(crate) fn run<T: FftReal>(
    kind: FftKind,
    lengths: &[usize],
    x: &Operand<'_>,
    out: &mut Output<'_>,
    par: &dyn Parallel,
) -> Result<(), String>
where
    Complex<T>: Field<Real = T>,
{
    let Some((&n, before)) = lengths.split_last() else {
        out.bytes.copy_from_slice(x.bytes);
        return Ok(());
    };
    if out.bytes.is_empty() {
        return Ok(());
    }
    if x.bytes.is_empty() {
        out.bytes.fill(0);
        return Ok(());
    }
    let points = lengths.iter().product();
    let par: &dyn Parallel =
        if x.bytes.len().max(out.bytes.len()) <= LITTLE * size_of::<Complex<T>>() { &crate::Serial } else { par };
    // Other dimensions, the last of them first: length and number of elements below.
    let others = |last: usize| {
        let mut width = last;
        let mut list = Vec::new();
        for &n in before.iter().rev() {
            list.push((n, width));
            width *= n;
        }
        list
    };
    match kind {
        FftKind::Forward | FftKind::Inverse => {
            let inverse = kind == FftKind::Inverse;
            let data = out.typed::<Complex<T>>()?;
            rows(par, &x.typed(), data, n, inverse);
            others(n).into_iter().for_each(|(n, width)| columns(par, data, n, width, inverse));
            if inverse {
                scale::<T>(par, bytemuck::cast_slice_mut(data), points);
            }
        }
        FftKind::RealForward => {
            let (half, from) = (n / 2 + 1, x.typed::<T>());
            let data = out.typed::<Complex<T>>()?;
            if let Plan::Forward(f) = plan::<T>(Shape::RealForward, n) {
                let count = (TASK / n).max(1);
                batch::parts(par, data, half * count, |i, part, _| {
                    let mut row = vec![T::zero(); n];
                    let mut scratch = f.make_scratch_vec();
                    for (k, to) in part.chunks_exact_mut(half).enumerate() {
                        row.copy_from_slice(&from[(i * count + k) * n..][..n]);
                        // The lengths are the plan's.
                        let _ = f.process_with_scratch(&mut row, to, &mut scratch);
                    }
                });
            }
            others(half).into_iter().for_each(|(n, width)| columns(par, data, n, width, false));
        }
        FftKind::RealInverse => {
            let half = n / 2 + 1;
            let mut from = x.typed::<Complex<T>>().into_owned();
            others(half).into_iter().for_each(|(n, width)| columns(par, &mut from, n, width, true));
            let data = out.typed::<T>()?;
            if let Plan::Back(f) = plan::<T>(Shape::RealInverse, n) {
                let count = (TASK / n).max(1);
                batch::parts(par, data, n * count, |i, part, _| {
                    let mut row = vec![Complex::default(); half];
                    let mut scratch = f.make_scratch_vec();
                    for (k, to) in part.chunks_exact_mut(n).enumerate() {
                        row.copy_from_slice(&from[(i * count + k) * half..][..half]);
                        // Imaginary parts where a real signal has none do not count.
                        row[0].im = T::zero();
                        if n.is_multiple_of(2) {
                            row[half - 1].im = T::zero();
                        }
                        let _ = f.process_with_scratch(&mut row, to, &mut scratch);
                    }
                });
            }
            scale(par, data, points);
        }
    }
    Ok(())
}
