//! Scatter by any combiner. Updates are applied window by window, in the order of the indices, so results do not depend on
//! threads: tasks cut the window where no index moves it, else one task does everything.

use super::{Scalars, Template, buf, kernel_func, scalar};
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Stmt, Val};
use crate::{FuncBuilder, Target};
use hloom_num::DType;

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
    /// What it is for.
    pub target: &'a Target,
    /// New values over (current.., update..), components of complex numbers one after the other.
    pub combine: Scalars<'a>,
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

/// How many points ahead the elements of a window are asked for, if the inputs are larger than caches near the core.
const AHEAD: i64 = 16;
/// Bytes of such inputs.
const FAR: i64 = 1 << 20;
/// Lines of a window that are asked for at most.
const MOST_LINES: i64 = 16;

/// A dimension of the window.
#[derive(Clone, Copy)]
struct WindowDim {
    size: i64,
    /// Step in the inputs.
    to: i64,
    /// Step in the updates.
    from: i64,
    /// The input dimension along which an index moves it.
    moved_by: Option<usize>,
}

/// The dimensions of the window; neighbours that are stepped through as one are one.
fn window_dims(s: &ScatterSpec<'_>, input_strides: &[i64], update_strides: &[i64]) -> Vec<WindowDim> {
    let mut out: Vec<WindowDim> = Vec::new();
    for (&u, &d) in s.window_dims.iter().zip(&s.window_to_input) {
        let moved_by = s.index_to_input.contains(&d).then_some(d);
        let dim = WindowDim { size: s.update_dims[u], to: input_strides[d], from: update_strides[u], moved_by };
        match out.last_mut() {
            Some(last)
                if last.moved_by.is_none()
                    && moved_by.is_none()
                    && last.to == dim.size * dim.to
                    && last.from == dim.size * dim.from =>
            {
                *last = WindowDim { size: last.size * dim.size, ..dim };
            }
            _ => out.push(dim),
        }
    }
    out
}

/// Elements of a vector of 64 bytes of the widest type; none if a type is not one number.
fn lanes(s: &ScatterSpec<'_>) -> Option<i64> {
    let widest = s.dtypes.iter().map(|t| t.byte_size()).max()?;
    (!s.dtypes.iter().any(|t| t.is_complex())).then_some(64 / widest.max(4) as i64)
}

/// Combines elements `lanes` at a time at element positions of the results and the updates.
fn combine(
    b: &mut FuncBuilder,
    s: &ScatterSpec<'_>,
    results: (&[Val], Val),
    updates: (&[Option<Val>], Val),
    lanes: u32,
) -> Result<(), String> {
    let mut places = Vec::new();
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for (i, t) in s.dtypes.iter().enumerate() {
        let (part, size) = (t.real_part(), t.byte_size() as i64);
        let (to, from) = (b.mul_const(results.1, size), b.mul_const(updates.1, size));
        let to = b.ptr_add(results.0[i], to);
        let from = updates.0[i].map(|p| b.ptr_add(p, from));
        for c in 0..if t.is_complex() { 2 } else { 1 } {
            let o = b.i64(c * part.byte_size() as i64);
            let to = b.ptr_add(to, o);
            let value = scalar::load_lanes(b, part, to, lanes);
            old.push(value);
            new.push(match from {
                Some(p) => {
                    let p = b.ptr_add(p, o);
                    scalar::load_lanes(b, part, p, lanes)
                }
                // Nothing reads it.
                None => value,
            });
            places.push((part, to));
        }
    }
    old.extend(new);
    for ((part, p), v) in places.into_iter().zip(scalar::emit(b, s.combine, &old)?) {
        scalar::store(b, part, p, v);
    }
    Ok(())
}

/// The kernel of a scatter.
///
/// # Errors
/// A combiner that reads more than its parameters.
pub fn scatter(s: &ScatterSpec<'_>) -> Result<Template, String> {
    let n = s.dtypes.len();
    let input_strides = strides(&s.dims);
    let update_strides = strides(&s.update_dims);
    let index_strides = strides(&s.index_dims);
    let scatter_dims: Vec<usize> = (0..s.update_dims.len()).filter(|d| !s.window_dims.contains(d)).collect();
    let scatter_sizes: Vec<i64> = scatter_dims.iter().map(|&d| s.update_dims[d]).collect();
    let window_sizes: Vec<i64> = s.window_dims.iter().map(|&d| s.update_dims[d]).collect();
    let (points, window): (i64, i64) = (scatter_sizes.iter().product(), window_sizes.iter().product());
    let moved = s.window_to_input.iter().any(|d| s.index_to_input.contains(d));
    let window_dims = window_dims(s, &input_strides, &update_strides);
    // The last dimension of the window is a run: vectors where its elements lie side by side.
    let (outer_dims, run) = match window_dims.split_last() {
        Some((last, outer)) => (outer.to_vec(), *last),
        None => (Vec::new(), WindowDim { size: 1, to: 1, from: 1, moved_by: None }),
    };
    let outer_sizes: Vec<i64> = outer_dims.iter().map(|d| d.size).collect();
    let outer: i64 = outer_sizes.iter().product();
    let lanes = lanes(s).filter(|l| run.to == 1 && run.from == 1 && run.size >= *l).unwrap_or(1);
    // Elements of one window never meet; those of several only where no index moves them.
    let alone = !moved || points == 1;
    let elements: i64 = s.dims.iter().product();
    let element: i64 = s.dtypes.iter().map(|t| t.byte_size() as i64).sum();
    let parts = if points <= MANY_POINTS {
        MOST_TASKS
    } else if element * elements <= s.target.l2_bytes as i64 / LENT && element * window < WIDE {
        1
    } else {
        i64::from(s.target.cores).clamp(1, MOST_TASKS)
    };
    let cut_rows = outer >= MOST_TASKS;
    let chunk = match (alone && points * window >= 1 << 14, cut_rows) {
        (false, _) => outer.max(run.size),
        (true, true) => (outer + parts - 1) / parts,
        (true, false) => ((run.size + parts - 1) / parts + 15) / 16 * 16,
    };
    let cut = if cut_rows { outer } else { run.size };
    let tasks = if window == 0 { 0 } else { (cut + chunk - 1) / chunk };

    let mut b = kernel_func("scatter");
    let results: Vec<Val> = (0..n).map(|i| buf(&mut b, i)).collect();
    let indices = buf(&mut b, n);
    let mut next = n;
    let mut given = |b: &mut FuncBuilder, uniform: bool| {
        next += usize::from(!uniform);
        (!uniform).then(|| buf(b, next))
    };
    let updates: Vec<Option<Val>> = s.uniform.iter().map(|&u| given(&mut b, u)).collect();
    let (lo, hi) = (b.param(1), b.param(2));
    let (cut_lo, cut_hi) = (b.mul_const(lo, chunk), b.mul_const(hi, chunk));
    let end = b.i64(cut);
    let cut_hi = b.bin(BinOp::SMin, cut_hi, end);
    let (zero, all) = (b.i64(0), b.i64(points));
    let (outer_end, run_end) = (b.i64(outer), b.i64(run.size));
    let (rows, elems) =
        if cut_rows { ((cut_lo, cut_hi), (zero, run_end)) } else { ((zero, outer_end), (cut_lo, cut_hi)) };
    let mut err = None;
    // Coordinates of a point in the updates, and where its window starts in the inputs.
    let locate = |b: &mut FuncBuilder, point: Val| {
        let at = coords(b, point, &scatter_sizes);
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
            let p = b.ptr_add(indices, bytes);
            let x = scalar::load(b, s.index_dtype, p);
            start[d] = match (b.ty(x).elem, s.index_dtype.is_signed_int()) {
                (Elem::I64, _) => x,
                (_, true) => b.cast(CastOp::SExt, x, Elem::I64),
                _ => b.cast(CastOp::ZExt, x, Elem::I64),
            };
        }
        for &(input, index) in &s.batching {
            start[input] = in_indices[index];
        }
        (at, start)
    };
    let input_bytes = |t: &DType| elements * t.byte_size() as i64;
    let asks = !cut_rows && outer == 1 && lanes > 1 && points > AHEAD && s.dtypes.iter().any(|t| input_bytes(t) > FAR);
    b.for_loop(zero, all, 1, &[], |b, point, _| {
        if asks {
            let (ahead, last) = (b.i64(AHEAD), b.i64(points - 1));
            let later = b.add(point, ahead);
            let later = b.bin(BinOp::SMin, later, last);
            let (_, start) = locate(b, later);
            let base = dot(b, &start, &input_strides);
            let base = b.add(base, elems.0);
            for (t, &p) in s.dtypes.iter().zip(&results) {
                let size = t.byte_size() as i64;
                let bytes = b.mul_const(base, size);
                for line in 0..((chunk.min(run.size) * size + 63) / 64).min(MOST_LINES) {
                    let at = b.i64(64 * line);
                    let at = b.add(bytes, at);
                    let at = b.ptr_add(p, at);
                    b.push(Stmt::Prefetch(at));
                }
            }
        }
        let (at, start) = locate(b, point);
        let mut ok = b.int(crate::loop_ir::Ty::I1, 1);
        for d in (0..s.dims.len()).filter(|d| !s.window_to_input.contains(d)) {
            let here = inside(b, start[d], s.dims[d]);
            ok = b.bin(BinOp::And, ok, here);
        }
        let base = dot(b, &start, &input_strides);
        let from_strides: Vec<i64> = scatter_dims.iter().map(|&d| update_strides[d]).collect();
        let from = dot(b, &at, &from_strides);
        b.if_else(
            ok,
            |b| {
                b.for_loop(rows.0, rows.1, 1, &[], |b, row, _| {
                    let in_window = coords(b, row, &outer_sizes);
                    let to_strides: Vec<i64> = outer_dims.iter().map(|d| d.to).collect();
                    let up_strides: Vec<i64> = outer_dims.iter().map(|d| d.from).collect();
                    let (to, up) = (dot(b, &in_window, &to_strides), dot(b, &in_window, &up_strides));
                    let (to, up) = (b.add(base, to), b.add(from, up));
                    // A window that an index moves may leave the input.
                    let mut here = b.int(crate::loop_ir::Ty::I1, 1);
                    for (x, d) in in_window.iter().zip(&outer_dims) {
                        if let Some(d) = d.moved_by {
                            let x = b.add(start[d], *x);
                            let ok = inside(b, x, s.dims[d]);
                            here = b.bin(BinOp::And, here, ok);
                        }
                    }
                    let (mut first, mut end) = elems;
                    if let Some(d) = run.moved_by {
                        let (below, above) = (b.bin(BinOp::Sub, zero, start[d]), b.i64(s.dims[d]));
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
                    if moved {
                        end = b.select(here, end, first);
                    }
                    let mut element = |b: &mut FuncBuilder, x: Val, lanes: u32| {
                        let (x_to, x_up) = (b.mul_const(x, run.to), b.mul_const(x, run.from));
                        let (to, up) = (b.add(to, x_to), b.add(up, x_up));
                        if let Err(e) = combine(b, s, (&results, to), (&updates, up), lanes) {
                            err = Some(e);
                        }
                    };
                    let mut rest = first;
                    if lanes > 1 {
                        let step = b.i64(-lanes);
                        let count = b.bin(BinOp::Sub, end, first);
                        let count = b.bin(BinOp::SMax, count, zero);
                        let whole = b.bin(BinOp::And, count, step);
                        rest = b.add(first, whole);
                        b.for_loop(first, rest, lanes, &[], |b, x, _| {
                            element(b, x, lanes as u32);
                            vec![]
                        });
                    }
                    b.for_loop(rest, end, 1, &[], |b, x, _| {
                        element(b, x, 1);
                        vec![]
                    });
                    vec![]
                });
                vec![]
            },
            |_| vec![],
        );
        vec![]
    });
    if let Some(e) = err {
        return Err(e);
    }
    b.push(Stmt::Return(None));
    Ok(Template {
        name: "scatter".into(),
        func: b.finish(true, false),
        tasks,
        scratch_bytes: 0,
        cost_ns: (points * window) as f64 * if lanes > 1 { 0.25 } else { 2.0 },
        unbounded: false,
    })
}
