//! The window of a scatter: its dimensions, and how it is combined with what is there.

use super::super::scalar;
use super::{ScatterSpec, strides};
use crate::FuncBuilder;
use crate::loop_ir::Val;
use hloom_num::DType;

/// Vectors of a window that are written one after the other, without a loop.
const MOST_PIECES: usize = 8;

/// A dimension of the window.
#[derive(Clone, Copy)]
pub(super) struct WindowDim {
    pub(super) size: i64,
    /// Step in the inputs.
    pub(super) to: i64,
    /// Step in the updates.
    pub(super) from: i64,
    /// The input dimension along which an index moves it.
    pub(super) moved_by: Option<usize>,
}

/// The dimensions of the window; neighbours that are stepped through as one are one.
fn dims(s: &ScatterSpec<'_>) -> Vec<WindowDim> {
    let (input_strides, update_strides) = (strides(&s.dims), strides(&s.update_dims));
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

/// A window as rows of runs.
pub(super) struct Window {
    /// The dimensions before the last one.
    pub(super) outer: Vec<WindowDim>,
    /// The last one: vectors where its elements lie side by side.
    pub(super) run: WindowDim,
    /// Elements of a vector.
    pub(super) lanes: i64,
}

impl Window {
    pub(super) fn of(s: &ScatterSpec<'_>) -> Window {
        let dims = dims(s);
        let (outer, run) = match dims.split_last() {
            Some((last, outer)) => (outer.to_vec(), *last),
            None => (Vec::new(), WindowDim { size: 1, to: 1, from: 1, moved_by: None }),
        };
        let side_by_side = run.to == 1 && run.from == 1 && !s.dtypes.iter().any(|t| t.is_complex());
        let widest = s.dtypes.iter().map(|t| t.byte_size()).max().unwrap_or(1);
        // Of 64 bytes at most.
        let most = if side_by_side { run.size.clamp(1, 64 / widest.max(4) as i64) } else { 1 };
        Window { outer, run, lanes: 1 << most.ilog2() }
    }

    /// True if an index moves it along one of its dimensions.
    pub(super) fn is_moved(&self) -> bool {
        self.outer.iter().chain([&self.run]).any(|d| d.moved_by.is_some())
    }

    /// Rows.
    pub(super) fn rows(&self) -> i64 {
        self.outer.iter().map(|d| d.size).product()
    }

    /// A whole run as vectors, each with the element that it begins at, if these are few.
    pub(super) fn pieces(&self) -> Option<Vec<(i64, i64)>> {
        let (mut out, mut at, mut lanes) = (Vec::new(), 0, self.lanes);
        while at < self.run.size && out.len() <= MOST_PIECES {
            while at + lanes > self.run.size {
                lanes /= 2;
            }
            out.push((at, lanes));
            at += lanes;
        }
        (out.len() <= MOST_PIECES).then_some(out)
    }
}

/// Combines elements `lanes` at a time at element positions of the results and the updates.
pub(super) fn combine(
    b: &mut FuncBuilder,
    s: &ScatterSpec<'_>,
    results: (&[Val], Val),
    updates: (&[Option<Val>], Val),
    lanes: u32,
) -> Result<(), String> {
    let mut places: Vec<(DType, Val)> = Vec::new();
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
