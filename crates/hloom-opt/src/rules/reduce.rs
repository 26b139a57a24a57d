//! Reductions that combine nothing.

use super::attempt;
use super::util::count;
use crate::builder::{Builder, Expr};
use hloom_ir::{Region, Value};
use hloom_num::BinaryOp;

pub(super) const NAMES: &[&str] = &["reduce_nothing"];

/// Rules that look at the region of a `reduce` of one operand.
pub(super) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>, region: Region) -> Option<Value> {
    let combiner = b.graph.combiner(region)?;
    attempt(b, "reduce_nothing", |b| nothing(b, e, combiner))
}

/// One element to a result: `init op x`.
fn nothing(b: &mut Builder<'_, '_>, e: &Expr<'_>, (op, swapped): (BinaryOp, bool)) -> Option<Value> {
    let [x, init] = *e.args else { return None };
    let t = b.ty(x);
    if count(&t.dims) != count(&e.ty.dims) || t.dtype != e.ty.dtype || count(&t.dims) == 0 {
        return None;
    }
    if !b.rewrites.take("reduce_nothing") {
        return None;
    }
    let x = b.reshape(x, &e.ty.dims);
    let init = b.broadcast(init, &e.ty.dims, &[]);
    Some(if swapped { b.binary(op, x, init) } else { b.binary(op, init, x) })
}
