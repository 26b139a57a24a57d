//! The passes, one file each.

mod chlo_to_stablehlo;
mod compatibility;
mod complex_math;
mod composite_to_call;
mod deprecated;
mod dynamism;
mod instrument;
mod qdq_to_quantized_op;
mod quant_to_math;
mod quantized_op_to_qdq;
mod shape_to_stablehlo;
mod signless;
mod simplify;
mod wrap_in_composite;

use crate::{Pass, Rewriter, Values};
use hloom_ir::{Diagnostics, Op, TensorType, Type, Value};

/// Every pass, by name.
pub const PASSES: &[&Pass] = &[
    // One line a pass.
    &chlo_to_stablehlo::PASS,
    &instrument::PASS,
    &shape_to_stablehlo::PASS,
    &simplify::FOLDER,
    &simplify::SIMPLIFICATION,
    &dynamism::CANONICALIZE,
    &dynamism::CHECK_ASSERTIONS,
    &compatibility::PASS,
    &complex_math::PASS,
    &signless::PASS,
    &composite_to_call::PASS,
    &deprecated::PASS,
    &qdq_to_quantized_op::PASS,
    &quant_to_math::PASS,
    &quantized_op_to_qdq::PASS,
    &dynamism::REFINE_ARGUMENTS,
    &dynamism::REFINE_SHAPES,
    &simplify::BOTH,
    &wrap_in_composite::PASS,
];

/// A sugar op by the optimiser's expansion; `None` if it has none.
fn expand(r: &mut Rewriter<'_>, op: &Op, operands: &[Value], ty: &TensorType) -> Result<Option<Values>, Diagnostics> {
    let types = operands.iter().map(|&v| r.graph.ty(v));
    if !ty.is_static() || types.into_iter().any(|t| matches!(t, Type::Tensor(t) if !t.is_static())) {
        let message = format!("the expansion of {} over a dynamic shape; refine the shapes first", op.name());
        return Err(r.unimplemented("dynamic-shape", message));
    }
    let values = hloom_opt::expand_op(&mut r.graph, r.region, r.loc, op, operands, ty);
    Ok(values.map(|v| v.into_iter().collect()))
}
