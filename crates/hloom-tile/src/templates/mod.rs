//! Kernels that no nest describes: their loop IR is written by hand. They have the kernel ABI
//! `(bufs: *const *mut u8, lo: i64, hi: i64, scratch: *mut u8)` and run in the same evaluator as every other kernel.
//!
//! What is particular to an op (comparator, combiner) comes as kernel expressions over [`Expr::Param`]s, written into
//! the loops by [`scalar::emit`].
//!
//! [`Expr::Param`]: crate::kernel::Expr::Param

mod iterate;
pub mod scalar;
mod scan;
mod scatter;
mod sort;

pub use iterate::{IterateSpec, Slot, iterate};
pub use scan::{Scan, ScanSpec, scan};
pub use scatter::{Scatter, ScatterSpec, scatter};
pub use sort::{SortSpec, sort};

use crate::FuncBuilder;
use crate::kernel::{ExprId, Kernel};
use crate::loop_ir::{BinOp, Expr, Func, ParamAttrs, Ty, Val};

/// A kernel written as loop IR.
#[derive(Clone, Debug)]
pub struct Template {
    /// What it is, for reports.
    pub name: String,
    /// The kernel function; its name is replaced when symbols are given.
    pub func: Func,
    /// Number of grid tasks.
    pub tasks: i64,
    /// Scratch bytes of one worker.
    pub scratch_bytes: u64,
    /// Estimated time of all tasks on one core.
    pub cost_ns: f64,
    /// The time depends on values: the estimate may be far too low.
    pub unbounded: bool,
}

/// Scalar expressions over parameters.
#[derive(Clone, Copy, Debug)]
pub struct Scalars<'a> {
    /// Holds the expressions.
    pub kernel: &'a Kernel,
    /// One a result.
    pub results: &'a [ExprId],
}

/// A function with the kernel ABI: builder, task range, scratch.
fn kernel_func(name: &str) -> FuncBuilder {
    let plain = ParamAttrs::default();
    FuncBuilder::new(name, &[(Ty::PTR, plain), (Ty::I64, plain), (Ty::I64, plain), (Ty::PTR, plain)], None)
}

/// Whole vectors of that many elements, a power of two each: their elements.
fn whole(b: &mut FuncBuilder, count: Val, step: i64) -> Val {
    let mask = b.i64(-step);
    b.bin(BinOp::And, count, mask)
}

/// Elements of a range, of which there may be none: some `lanes` at a time, then one by one.
fn vectors_and_rest(
    b: &mut FuncBuilder,
    (first, end): (Val, Val),
    lanes: i64,
    mut elements: impl FnMut(&mut FuncBuilder, Val, i64),
) {
    let mut rest = first;
    if lanes > 1 {
        let (zero, count) = (b.i64(0), b.bin(BinOp::Sub, end, first));
        let count = b.bin(BinOp::SMax, count, zero);
        let vectors = whole(b, count, lanes);
        rest = b.add(first, vectors);
        b.for_loop(first, rest, lanes, &[], |b, x, _| {
            elements(b, x, lanes);
            vec![]
        });
    }
    b.for_loop(rest, end, 1, &[], |b, x, _| {
        elements(b, x, 1);
        vec![]
    });
}

/// Address of buffer `i`.
fn buf(b: &mut FuncBuilder, i: usize) -> Val {
    let (table, o) = (b.param(0), b.i64(8 * i as i64));
    let p = b.ptr_add(table, o);
    b.expr(Ty::PTR, Expr::Load { ptr: p, align: 8, mask: None, other: None, invariant: true })
}
