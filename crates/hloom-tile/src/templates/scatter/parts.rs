//! Updates of stretches of points, each combined apart: what the results' elements get is then the same whatever thread
//! takes which stretch.

use super::super::{Template, buf, kernel_func, scalar, vectors_and_rest};
use crate::FuncBuilder;
use crate::kernel::Kernel;
use crate::loop_ir::{BinOp, Stmt, Ty, Val};
use crate::lower::neutral;
use hloom_num::DType;

/// Most parts.
const MOST: i64 = 8;
/// Updates of a part for each element that it has, if there are more parts than two: each element is set, read and combined
/// once more.
const UPDATES: i64 = 8;
/// Fewest updates of a part.
const FEWEST: i64 = 1 << 14;
/// Elements of a vector; parts are multiples of it.
const LANES: i64 = 16;
/// Elements that a task joins.
const CHUNK: i64 = 1 << 12;

/// How elements come together that updates were combined into apart.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) dtype: DType,
    op: BinOp,
    /// Elements of the result.
    elements: i64,
    /// Parts.
    pub(super) count: i64,
}

impl Parts {
    /// If that is worth it for so many updates.
    pub(super) fn of(dtype: DType, op: BinOp, elements: i64, updates: i64) -> Option<Parts> {
        // Types without infinity have no neutral element of a maximum, and the sum of integers of few bits is no byte's.
        let plain = dtype.is_bool() || dtype.bits() >= if dtype.is_float() { 16 } else { 8 };
        let count = match updates / UPDATES / elements.max(1) {
            0 => 0,
            n => n.max(2).min(updates / FEWEST).min(MOST),
        };
        (plain && !dtype.is_complex() && count > 1).then_some(Parts { dtype, op, elements, count })
    }

    /// Elements from part to part.
    fn stride(&self) -> i64 {
        (self.elements + LANES - 1) / LANES * LANES
    }

    /// Elements of all parts.
    pub(super) fn len(&self) -> i64 {
        self.count * self.stride()
    }

    /// Sets one part to what changes nothing; where it is.
    pub(super) fn start(&self, b: &mut FuncBuilder, parts: Val, part: Val) -> Result<Val, String> {
        let size = self.dtype.byte_size() as i64;
        let at = b.mul_const(part, self.stride() * size);
        let at = b.ptr_add(parts, at);
        let elem = Kernel::compute_elem(self.dtype);
        let neutral = neutral(self.op, elem).ok_or("a combiner without a neutral element")?;
        let neutral = b.expr(Ty::scalar(elem), neutral);
        let neutral = b.splat(neutral, LANES as u32);
        let (zero, end) = (b.i64(0), b.i64(self.stride()));
        b.for_loop(zero, end, LANES, &[], |b, x, _| {
            let x = b.mul_const(x, size);
            let p = b.ptr_add(at, x);
            scalar::store(b, self.dtype, p, neutral);
            vec![]
        });
        Ok(at)
    }

    /// The kernel that joins them to the result. Buffers: result, parts.
    pub(super) fn join(&self) -> Template {
        let mut b = kernel_func("scatter_join");
        let (result, parts) = (buf(&mut b, 0), buf(&mut b, 1));
        let (lo, hi) = (b.param(1), b.param(2));
        let end = b.i64(self.elements);
        let (lo, hi) = (b.mul_const(lo, CHUNK), b.mul_const(hi, CHUNK));
        let hi = b.bin(BinOp::SMin, hi, end);
        let size = self.dtype.byte_size() as i64;
        vectors_and_rest(&mut b, (lo, hi), LANES, |b, x, lanes| {
            let x = b.mul_const(x, size);
            let to = b.ptr_add(result, x);
            let mut all = scalar::load_lanes(b, self.dtype, to, lanes as u32);
            for part in 0..self.count {
                let at = b.i64(part * self.stride() * size);
                let at = b.add(at, x);
                let from = b.ptr_add(parts, at);
                let new = scalar::load_lanes(b, self.dtype, from, lanes as u32);
                all = b.bin(self.op, all, new);
            }
            scalar::store(b, self.dtype, to, all);
        });
        b.push(Stmt::Return(None));
        Template {
            name: "scatter_join".into(),
            func: b.finish(true, false),
            tasks: (self.elements + CHUNK - 1) / CHUNK,
            scratch_bytes: 0,
            cost_ns: 0.1 * self.len() as f64,
            unbounded: false,
        }
    }
}
