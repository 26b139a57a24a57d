//! Scatter by any combiner. Updates are applied in their row-major order, so results do not depend on threads: tasks cut
//! the window where no index moves it, else one task does everything.

use super::{Scalars, Template, buf, kernel_func, scalar};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Stmt, Val};
use hloom_num::DType;

/// What to scatter. Buffers: results (holding the inputs), indices, updates.
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
    /// Dimensions of the updates that walk the window.
    pub window_dims: Vec<usize>,
    /// Input dimension of each window dimension.
    pub window_to_input: Vec<usize>,
    /// Input dimension of each component of an index vector.
    pub index_to_input: Vec<usize>,
    /// Batching: (input dimension, indices dimension).
    pub batching: Vec<(usize, usize)>,
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

/// The kernel of a scatter.
///
/// # Errors
/// A combiner that reads more than its parameters, or an element type without scalar loads.
pub fn scatter(s: &ScatterSpec<'_>) -> Result<Template, String> {
    if let Some(t) = s.dtypes.iter().find(|t| !scalar::storable(t.real_part())) {
        return Err(format!("scatter of {t} is not implemented"));
    }
    let n = s.dtypes.len();
    let input_strides = strides(&s.dims);
    let update_strides = strides(&s.update_dims);
    let index_strides = strides(&s.index_dims);
    let scatter_dims: Vec<usize> = (0..s.update_dims.len()).filter(|d| !s.window_dims.contains(d)).collect();
    let scatter_sizes: Vec<i64> = scatter_dims.iter().map(|&d| s.update_dims[d]).collect();
    let window_sizes: Vec<i64> = s.window_dims.iter().map(|&d| s.update_dims[d]).collect();
    let (points, window): (i64, i64) = (scatter_sizes.iter().product(), window_sizes.iter().product());
    let moved = s.window_to_input.iter().any(|d| s.index_to_input.contains(d));
    let chunk = if moved || points * window < 1 << 14 { window } else { (window / 16).max(16) };
    let tasks = (window + chunk - 1) / chunk.max(1);

    let mut b = kernel_func("scatter");
    let results: Vec<Val> = (0..n).map(|i| buf(&mut b, i)).collect();
    let indices = buf(&mut b, n);
    let updates: Vec<Val> = (n + 1..2 * n + 1).map(|i| buf(&mut b, i)).collect();
    let (lo, hi) = (b.param(1), b.param(2));
    let (w_lo, w_hi) = (b.mul_const(lo, chunk), b.mul_const(hi, chunk));
    let end = b.i64(window);
    let w_hi = b.bin(BinOp::SMin, w_hi, end);
    let (zero, all) = (b.i64(0), b.i64(points));
    let mut err = None;
    b.for_loop(zero, all, 1, &[], |b, point, _| {
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
                b.for_loop(w_lo, w_hi, 1, &[], |b, w, _| {
                    let in_window = coords(b, w, &window_sizes);
                    let to_strides: Vec<i64> = s.window_to_input.iter().map(|&d| input_strides[d]).collect();
                    let up_strides: Vec<i64> = s.window_dims.iter().map(|&d| update_strides[d]).collect();
                    let (to, up) = (dot(b, &in_window, &to_strides), dot(b, &in_window, &up_strides));
                    let (to, up) = (b.add(base, to), b.add(from, up));
                    let mut body = |b: &mut FuncBuilder| {
                        let mut places = Vec::new();
                        let (mut old, mut new) = (Vec::new(), Vec::new());
                        for (i, t) in s.dtypes.iter().enumerate() {
                            let (part, size) = (t.real_part(), t.byte_size() as i64);
                            let (tb, ub) = (b.mul_const(to, size), b.mul_const(up, size));
                            let (tp, up) = (b.ptr_add(results[i], tb), b.ptr_add(updates[i], ub));
                            for c in 0..if t.is_complex() { 2 } else { 1 } {
                                let o = b.i64(c * part.byte_size() as i64);
                                let (tp, up) = (b.ptr_add(tp, o), b.ptr_add(up, o));
                                old.push(scalar::load(b, part, tp));
                                new.push(scalar::load(b, part, up));
                                places.push((part, tp));
                            }
                        }
                        old.extend(new);
                        match scalar::emit(b, s.combine, &old) {
                            Ok(v) => {
                                for ((part, p), v) in places.into_iter().zip(v) {
                                    scalar::store(b, part, p, v);
                                }
                            }
                            Err(e) => err = Some(e),
                        }
                    };
                    // A window that an index moves may leave the input.
                    let mut check = b.int(crate::loop_ir::Ty::I1, 1);
                    for (i, &d) in s.window_to_input.iter().enumerate() {
                        if s.index_to_input.contains(&d) {
                            let x = b.add(start[d], in_window[i]);
                            let here = inside(b, x, s.dims[d]);
                            check = b.bin(BinOp::And, check, here);
                        }
                    }
                    if moved {
                        b.if_else(
                            check,
                            |b| {
                                body(b);
                                vec![]
                            },
                            |_| vec![],
                        );
                    } else {
                        body(b);
                    }
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
        cost_ns: 2.0 * (points * window) as f64,
    })
}
