//! Elementwise ops on values that repeat: computed before they are repeated.

use super::util::*;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::I64s;
use hloom_ir::{Dims, Op, TensorType, Value};
use smallvec::SmallVec;

rules! {
    elementwise |b, e| {
        unary_broadcast: Unary(_)(BroadcastInDim { .. }(_)) => before_broadcast(b, e);
        binary_broadcast: Binary(_)(..) => before_broadcast(b, e);
        compare_broadcast: Compare { .. }(..) => before_broadcast(b, e);
        select_broadcast: Select {}(..) => before_broadcast(b, e);
        clamp_broadcast: Clamp {}(..) => before_broadcast(b, e);
        convert_broadcast: Convert {}(BroadcastInDim { .. }(_)) => before_broadcast(b, e);
        reduce_precision_broadcast: ReducePrecision { .. }(BroadcastInDim { .. }(_)) => before_broadcast(b, e);
    }
}

/// If all operands are broadcasts of one form, or one number: the op on what is broadcast, broadcast.
fn before_broadcast(b: &mut Builder<'_, '_>, e: &Expr<'_>) -> Option<Value> {
    let mut form: Option<(&I64s, &Dims)> = None;
    for &v in e.args {
        match b.graph.def_op(v).map(|(_, d)| (&d.op, &d.operands)) {
            Some((Op::Constant { value }, _)) if value.splat_bytes().is_some() => {}
            Some((Op::BroadcastInDim { broadcast_dimensions: d }, x)) if b.dims(v) == &e.ty.dims[..] => {
                let this = (d, &b.ty(x[0]).dims);
                if *form.get_or_insert(this) != this {
                    return None;
                }
            }
            // A scalar predicate or bound serves any shape.
            _ if b.dims(v).is_empty() && !e.ty.dims.is_empty() => {}
            _ => return None,
        }
    }
    let (along, dims) = form.map(|(a, d)| (a.clone(), d.clone()))?;
    if count(&dims) >= count(&e.ty.dims) {
        return None;
    }
    let mut args: SmallVec<[Value; 3]> = SmallVec::new();
    for &v in e.args {
        args.push(match b.graph.def_op(v).map(|(_, d)| (&d.op, &d.operands)) {
            Some((Op::BroadcastInDim { .. }, x)) => x[0],
            Some((Op::Constant { value }, _)) if !b.dims(v).is_empty() => {
                let (value, ty) = (value.clone(), TensorType::from_dims(value.dtype(), dims.clone()));
                splat_like(b, &value, &ty)?
            }
            _ => v,
        });
    }
    let small = b.emit(e.op.clone(), &args, TensorType::from_dims(e.ty.dtype, dims));
    Some(b.broadcast(small, &e.ty.dims, &along))
}
