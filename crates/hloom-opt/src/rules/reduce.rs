//! Reductions that combine nothing.

use super::util::count;
use crate::builder::{Builder, Expr};
use hloom_ir::{Graph, Op, Region, Value};
use hloom_num::BinaryOp;

pub(super) const NAMES: &[&str] = &["reduce_nothing"];

/// Rules that look at the region of a `reduce` of one operand.
pub(super) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>, region: Region) -> Option<Value> {
    let combiner = combiner(&b.graph, region)?;
    let used = b.rewrites.used();
    let out = nothing(b, e, combiner);
    match out {
        Some(_) => b.rewrites.count("reduce_nothing"),
        None => b.rewrites.refund(used),
    }
    out
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

/// The op of a region that is one binary op on its two parameters, and whether it swaps them.
fn combiner(g: &Graph, region: Region) -> Option<(BinaryOp, bool)> {
    let r = g.region(region);
    let ([p, q], [id], [result]) = (&r.params[..], &r.ops[..], &r.results[..]) else { return None };
    let d = g.op(*id);
    let Op::Binary(op) = d.op else { return None };
    let swapped = match d.operands[..] {
        [x, y] if (x, y) == (*p, *q) => false,
        [x, y] if (x, y) == (*q, *p) => true,
        _ => return None,
    };
    (d.results[..] == [*result]).then_some((op, swapped))
}
