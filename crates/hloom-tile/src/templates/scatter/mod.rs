//! Scatter by any combiner. Updates are applied window by window, in the order of the indices, and results do not depend on
//! threads. Tasks cut the window where no index moves it; or they take stretches of the points, where these are said never
//! to meet, or where much is combined into few elements: each stretch then has elements of its own ([`parts`]). Else one
//! task does everything.

mod parts;
mod window;

use super::{Scalars, Template, buf, kernel_func, scalar, vectors_and_rest};
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Stmt, Ty, Val};
use crate::{FuncBuilder, Target};
use hloom_num::DType;
use parts::Parts;
use window::{Window, combine};

/// What to scatter. Buffers: results (holding the inputs), indices, and those updates that are not the same number everywhere.
#[derive(Clone, Debug)]
pub struct ScatterSpec<'a> {
    /// Element types of inputs and updates.
    pub dtypes: Vec<DType>,
    /// Shape of the inputs.
    pub dims: Vec<i64>,
    /// Integer type of the indices.
    pub index_dtype: DType,
    /// Shape of the indices.
    pub index_dims: Vec<i64>,
    /// The dimension of the index vector (may be the rank: vectors of one).
    pub index_vector_dim: usize,
    /// Shape of the updates.
    pub update_dims: Vec<i64>,
    /// True of updates that `combine` has as numbers: their parameters are not read.
    pub uniform: Vec<bool>,
    /// Dimensions of the updates that walk the window.
    pub window_dims: Vec<usize>,
    /// Input dimension of each window dimension.
    pub window_to_input: Vec<usize>,
    /// Input dimension of each component of an index vector.
    pub index_to_input: Vec<usize>,
    /// Batching: (input dimension, indices dimension).
    pub batching: Vec<(usize, usize)>,
    /// No two updates are of the same element.
    pub unique: bool,
    /// The combiner, if it is one operation that commutes.
    pub op: Option<BinOp>,
    /// What it is for.
    pub target: &'a Target,
    /// New values over (current.., update..), components of complex numbers one after the other.
    pub combine: Scalars<'a>,
}

/// The kernels of a scatter.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// Applies the updates.
    pub scatter: Template,
    /// If it has elements of its own in place of the result, of which it needs nothing: their type, their number, and the
    /// kernel that joins them to the result (buffers: result, these).
    pub apart: Option<(DType, i64, Template)>,
}

fn strides(dims: &[i64]) -> Vec<i64> {
    let mut s = vec![1; dims.len()];
    for i in (0..dims.len().saturating_sub(1)).rev() {
        s[i] = s[i + 1] * dims[i + 1].max(1);
    }
    s
}

/// Coordinates of a row-major position.
fn coords(b: &mut FuncBuilder, linear: Val, dims: &[i64]) -> Vec<Val> {
    let mut out = vec![linear; dims.len()];
    let mut rest = linear;
    for d in (0..dims.len()).rev() {
        if d == 0 {
            out[d] = rest;
        } else {
            let n = b.i64(dims[d]);
            out[d] = b.bin(BinOp::SRem, rest, n);
            rest = b.bin(BinOp::SDiv, rest, n);
        }
    }
    out
}

fn dot(b: &mut FuncBuilder, coords: &[Val], strides: &[i64]) -> Val {
    let mut sum = b.i64(0);
    for (&c, &s) in coords.iter().zip(strides) {
        let x = b.mul_const(c, s);
        sum = b.add(sum, x);
    }
    sum
}

fn inside(b: &mut FuncBuilder, x: Val, n: i64) -> Val {
    let n = b.i64(n);
    // Negative numbers are large unsigned ones.
    b.cmp(CmpOp::ULt, x, n)
}

/// Most parts into which a window is cut.
const MOST_TASKS: i64 = 16;
/// Points for which there is a part for each core and no more: every part looks for all of them. (65,536 rows of 64 F32 on two
/// cores of a Golden Cove take 1.28 ms in four parts, 0.71 in two.)
const MANY_POINTS: i64 = 256;
/// Results of so small a part of the second-level cache are left to one core if there are many points of windows that are not
/// [`WIDE`]: cores that write into the same rows take lines from each other, of which caches ask for two at once. (20,000 rows
/// of 32 F32 to one of 1,000 each take 0.08 ms, halves of them on two cores 0.18; to one of 8,000, 0.90 and 0.52.)
const LENT: i64 = 4;
/// Bytes of a window in whose halves that does not count.
const WIDE: i64 = 2048;
/// Fewest updates worth several tasks.
const FEWEST: i64 = 1 << 14;

/// How many points ahead the elements of a window are asked for, if the inputs are larger than caches near the core.
const AHEAD: i64 = 16;
/// Bytes of such inputs.
const FAR: i64 = 1 << 20;
/// Lines of a window that are asked for at most.
const MOST_LINES: i64 = 16;

/// What a task takes.
#[derive(Clone, Copy)]
enum Cut {
    /// So many rows of every window.
    Rows(i64),
    /// So many elements of every run.
    Run(i64),
    /// The windows of so many points.
    Points(i64),
    /// As many, for elements of its own.
    Apart(i64, Parts),
}

impl Cut {
    fn of(s: &ScatterSpec<'_>, window: &Window, points: i64) -> Cut {
        let (rows, run) = (window.rows(), window.run.size);
        let updates = points * rows * run;
        // Elements of one window never meet; those of several only where no index moves them.
        let alone = !window.is_moved() || points == 1;
        let elements: i64 = s.dims.iter().product();
        let element: i64 = s.dtypes.iter().map(|t| t.byte_size() as i64).sum();
        let wide = element * rows * run >= WIDE;
        let several = updates >= FEWEST;
        let parts = match (&s.dtypes[..], s.op) {
            (&[dtype], Some(op)) => Parts::of(dtype, op, elements, updates),
            _ => None,
        };
        if several && points > MANY_POINTS && !(alone && wide) {
            if s.unique {
                return Cut::Points((points + MOST_TASKS - 1) / MOST_TASKS);
            }
            if let Some(parts) = parts {
                return Cut::Apart((points + parts.count - 1) / parts.count, parts);
            }
        }
        let tasks = match alone && several {
            false => 1,
            true if points <= MANY_POINTS => MOST_TASKS,
            true if element * elements <= s.target.l2_bytes as i64 / LENT && !wide => 1,
            true => i64::from(s.target.cores).clamp(1, MOST_TASKS),
        };
        if rows >= MOST_TASKS {
            return Cut::Rows((rows + tasks - 1) / tasks);
        }
        Cut::Run(if tasks == 1 { run } else { ((run + tasks - 1) / tasks + 15) / 16 * 16 })
    }

    /// Number of tasks.
    fn tasks(&self, window: &Window, points: i64) -> i64 {
        let (all, chunk) = match *self {
            Cut::Rows(chunk) => (window.rows(), chunk),
            Cut::Run(chunk) => (window.run.size, chunk),
            Cut::Points(chunk) => (points, chunk),
            // Each of them is joined, with points or without.
            Cut::Apart(_, parts) => (parts.count, 1),
        };
        if all == 0 { 0 } else { (all + chunk - 1) / chunk }
    }
}

/// What the parts of the kernel need.
struct Writer<'a> {
    s: &'a ScatterSpec<'a>,
    window: Window,
    /// Dimensions of the updates that walk the points, and their sizes.
    scatter_dims: Vec<usize>,
    scatter_sizes: Vec<i64>,
    indices: Val,
    updates: Vec<Option<Val>>,
    /// If elements are asked for ahead: the last point, and how many of a run.
    ask: Option<(i64, i64)>,
    /// Why a combiner cannot be written.
    err: Option<String>,
}

/// What a task covers of every window: rows, and elements of runs if these are not whole.
#[derive(Clone, Copy)]
struct Span {
    rows: (Val, Val),
    run: Option<(Val, Val)>,
}

impl Writer<'_> {
    /// Coordinates of a point in the updates, and where its window starts in the inputs.
    fn locate(&self, b: &mut FuncBuilder, point: Val) -> (Vec<Val>, Vec<Val>) {
        let (s, zero) = (self.s, b.i64(0));
        let index_strides = strides(&s.index_dims);
        let at = coords(b, point, &self.scatter_sizes);
        // Position in the indices of component 0 of this point's vector.
        let mut in_indices = Vec::new();
        let mut rest = at.iter().copied();
        for d in 0..s.index_dims.len() {
            in_indices.push(if d == s.index_vector_dim { zero } else { rest.next().unwrap_or(zero) });
        }
        let vector = dot(b, &in_indices, &index_strides);
        let step = index_strides.get(s.index_vector_dim).copied().unwrap_or(0);
        let mut start: Vec<Val> = vec![zero; s.dims.len()];
        for (c, &d) in s.index_to_input.iter().enumerate() {
            let o = b.i64(c as i64 * step);
            let pos = b.add(vector, o);
            let bytes = b.mul_const(pos, s.index_dtype.byte_size() as i64);
            let p = b.ptr_add(self.indices, bytes);
            let x = scalar::load(b, s.index_dtype, p);
            start[d] = match (b.ty(x).elem, s.index_dtype.is_signed_int()) {
                (Elem::I64, true) => x,
                // What is beyond the largest signed number is outside, as that is.
                (Elem::I64, false) => {
                    let most = b.i64(i64::MAX);
                    b.bin(BinOp::UMin, x, most)
                }
                (_, true) => b.cast(CastOp::SExt, x, Elem::I64),
                _ => b.cast(CastOp::ZExt, x, Elem::I64),
            };
        }
        for &(input, index) in &s.batching {
            start[input] = in_indices[index];
        }
        (at, start)
    }

    /// Asks for the elements of a window some points ahead.
    fn ask(&self, b: &mut FuncBuilder, point: Val, results: &[Val], first: Val, (last, elements): (i64, i64)) {
        let (ahead, last) = (b.i64(AHEAD), b.i64(last));
        let later = b.add(point, ahead);
        let later = b.bin(BinOp::SMin, later, last);
        let (_, start) = self.locate(b, later);
        let base = dot(b, &start, &strides(&self.s.dims));
        let base = b.add(base, first);
        for (t, &p) in self.s.dtypes.iter().zip(results) {
            let size = t.byte_size() as i64;
            let bytes = b.mul_const(base, size);
            for line in 0..((elements * size + 63) / 64).min(MOST_LINES) {
                let at = b.i64(64 * line);
                let at = b.add(bytes, at);
                let at = b.ptr_add(p, at);
                b.push(Stmt::Prefetch(at));
            }
        }
    }

    /// Applies the windows of some points.
    fn points(&mut self, b: &mut FuncBuilder, points: (Val, Val), results: &[Val], span: Span) {
        b.for_loop(points.0, points.1, 1, &[], |b, point, _| {
            if let Some(ask) = self.ask {
                let first = span.run.map_or_else(|| b.i64(0), |r| r.0);
                self.ask(b, point, results, first, ask);
            }
            let s = self.s;
            let (at, start) = self.locate(b, point);
            let mut ok = b.int(Ty::I1, 1);
            for d in (0..s.dims.len()).filter(|d| !s.window_to_input.contains(d)) {
                let here = inside(b, start[d], s.dims[d]);
                ok = b.bin(BinOp::And, ok, here);
            }
            let base = dot(b, &start, &strides(&s.dims));
            let update_strides = strides(&s.update_dims);
            let from_strides: Vec<i64> = self.scatter_dims.iter().map(|&d| update_strides[d]).collect();
            let from = dot(b, &at, &from_strides);
            b.if_else(
                ok,
                |b| {
                    b.for_loop(span.rows.0, span.rows.1, 1, &[], |b, row, _| {
                        self.row(b, row, &start, results, (base, from), span.run);
                        vec![]
                    });
                    vec![]
                },
                |_| vec![],
            );
            vec![]
        });
    }

    /// Applies one row of a window, whose first element is at these positions of inputs and updates.
    fn row(
        &mut self,
        b: &mut FuncBuilder,
        row: Val,
        start: &[Val],
        results: &[Val],
        (base, from): (Val, Val),
        part: Option<(Val, Val)>,
    ) {
        let (outer, run) = (self.window.outer.clone(), self.window.run);
        let sizes: Vec<i64> = outer.iter().map(|d| d.size).collect();
        let in_window = coords(b, row, &sizes);
        let to_strides: Vec<i64> = outer.iter().map(|d| d.to).collect();
        let up_strides: Vec<i64> = outer.iter().map(|d| d.from).collect();
        let (to, up) = (dot(b, &in_window, &to_strides), dot(b, &in_window, &up_strides));
        let (to, up) = (b.add(base, to), b.add(from, up));
        if let (None, false, Some(pieces)) = (part, self.window.is_moved(), self.window.pieces()) {
            for (x, lanes) in pieces {
                let x = b.i64(x);
                self.elements(b, results, (to, up), x, lanes);
            }
            return;
        }
        let zero = b.i64(0);
        let (mut first, mut end) = part.unwrap_or_else(|| (zero, b.i64(run.size)));
        // A window that an index moves may leave the input.
        if let Some(d) = run.moved_by {
            let (below, above) = (b.bin(BinOp::Sub, zero, start[d]), b.i64(self.s.dims[d]));
            let above = b.bin(BinOp::Sub, above, start[d]);
            // Positions so far out that this wraps are all outside.
            let small = b.i64(1 << 62);
            let least = b.i64(-(1 << 62));
            let (far, low) = (b.cmp(CmpOp::SLt, small, start[d]), b.cmp(CmpOp::SLt, start[d], least));
            let far = b.bin(BinOp::Or, far, low);
            first = b.bin(BinOp::SMax, first, below);
            end = b.bin(BinOp::SMin, end, above);
            end = b.select(far, first, end);
        }
        for (&x, d) in in_window.iter().zip(&outer) {
            if let Some(d) = d.moved_by {
                let x = b.add(start[d], x);
                let here = inside(b, x, self.s.dims[d]);
                end = b.select(here, end, first);
            }
        }
        vectors_and_rest(b, (first, end), self.window.lanes, |b, x, lanes| {
            self.elements(b, results, (to, up), x, lanes);
        });
    }

    /// Applies elements of a run from `x` on.
    fn elements(&mut self, b: &mut FuncBuilder, results: &[Val], (to, up): (Val, Val), x: Val, lanes: i64) {
        let run = self.window.run;
        let (x_to, x_up) = (b.mul_const(x, run.to), b.mul_const(x, run.from));
        let (to, up) = (b.add(to, x_to), b.add(up, x_up));
        if let Err(e) = combine(b, self.s, (results, to), (&self.updates, up), lanes as u32) {
            self.err = Some(e);
        }
    }
}

/// The kernels of a scatter.
///
/// # Errors
/// A combiner that reads more than its parameters.
pub fn scatter(s: &ScatterSpec<'_>) -> Result<Scatter, String> {
    let n = s.dtypes.len();
    let scatter_dims: Vec<usize> = (0..s.update_dims.len()).filter(|d| !s.window_dims.contains(d)).collect();
    let scatter_sizes: Vec<i64> = scatter_dims.iter().map(|&d| s.update_dims[d]).collect();
    let points: i64 = scatter_sizes.iter().product();
    let window = Window::of(s);
    let (rows, run) = (window.rows(), window.run);
    let cut = Cut::of(s, &window, points);
    let tasks = if rows * run.size == 0 { 0 } else { cut.tasks(&window, points) };

    let mut b = kernel_func("scatter");
    let results: Vec<Val> = (0..n).map(|i| buf(&mut b, i)).collect();
    let indices = buf(&mut b, n);
    let mut next = n;
    let mut given = |b: &mut FuncBuilder, uniform: bool| {
        next += usize::from(!uniform);
        (!uniform).then(|| buf(b, next))
    };
    let updates: Vec<Option<Val>> = s.uniform.iter().map(|&u| given(&mut b, u)).collect();
    let elements: i64 = s.dims.iter().product();
    let far = s.dtypes.iter().any(|t| elements * t.byte_size() as i64 > FAR);
    let asks = rows == 1 && window.lanes > 1 && points > AHEAD && far;
    let lanes = window.lanes;
    let run_part = if let Cut::Run(chunk) = cut { chunk.min(run.size) } else { run.size };
    let ask = asks.then_some((points - 1, run_part));
    let mut w = Writer { s, window, scatter_dims, scatter_sizes, indices, updates, ask, err: None };
    let (lo, hi) = (b.param(1), b.param(2));
    let (zero, all) = (b.i64(0), b.i64(points));
    let whole = Span { rows: (zero, b.i64(rows)), run: None };
    // From where to where the tasks go, in steps of `chunk`.
    let range = |b: &mut FuncBuilder, lo: Val, hi: Val, chunk: i64, end: i64| {
        let (from, to, end) = (b.mul_const(lo, chunk), b.mul_const(hi, chunk), b.i64(end));
        (from, b.bin(BinOp::SMin, to, end))
    };
    match cut {
        _ if tasks == 1 => w.points(&mut b, (zero, all), &results, whole),
        Cut::Rows(chunk) => {
            let span = Span { rows: range(&mut b, lo, hi, chunk, rows), run: None };
            w.points(&mut b, (zero, all), &results, span);
        }
        Cut::Run(chunk) => {
            let span = Span { run: Some(range(&mut b, lo, hi, chunk, run.size)), ..whole };
            w.points(&mut b, (zero, all), &results, span);
        }
        Cut::Points(chunk) => {
            let some = range(&mut b, lo, hi, chunk, points);
            w.points(&mut b, some, &results, whole);
        }
        Cut::Apart(chunk, parts) => {
            b.for_loop(lo, hi, 1, &[], |b, task, _| {
                let one = b.i64(1);
                let after = b.add(task, one);
                let some = range(b, task, after, chunk, points);
                match parts.start(b, results[0], task) {
                    Ok(own) => w.points(b, some, &[own], whole),
                    Err(e) => w.err = Some(e),
                }
                vec![]
            });
        }
    }
    if let Some(e) = w.err {
        return Err(e);
    }
    b.push(Stmt::Return(None));
    // A window is found, then combined.
    let element = if lanes > 1 { 0.25 } else { 1.0 };
    let scatter = Template {
        name: "scatter".into(),
        func: b.finish(true, false),
        tasks,
        scratch_bytes: 0,
        cost_ns: (points * rows) as f64 * (1.0 + element * run.size as f64),
        unbounded: false,
    };
    let apart = match cut {
        Cut::Apart(_, parts) => Some((parts.dtype, parts.len(), parts.join())),
        _ => None,
    };
    Ok(Scatter { scatter, apart })
}
