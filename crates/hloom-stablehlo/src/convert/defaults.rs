//! Ops that are others by another name, and attributes whose absence does not mean zero or empty.

use hloom_ir::{Graph, Op, Value};
use hloom_mlir::RawOp;

/// The op that the table has for an op of the same operands, results and meaning.
pub(super) fn canonical_name(name: &str) -> &str {
    match name {
        "chlo.tan" => "stablehlo.tan",
        "chlo.constant" => "stablehlo.constant",
        // What TensorFlow leaves of MHLO in StableHLO; a copy is a conversion to its own type.
        "mhlo.copy" => "stablehlo.convert",
        "mhlo.erf" => "chlo.erf",
        other => other,
    }
}

/// Completes an op: an absent or negative dimension of `sort` counts from the last, in the IR it counts from the first.
/// What is out of range either way is left for the verifier.
pub(super) fn complete(op: &mut Op, raw: &RawOp, graph: &Graph, operands: &[Value]) {
    if let Op::Sort { dimension, .. } = op
        && let Some(first) = operands.first()
        && let Some(t) = graph.ty(*first).as_tensor()
    {
        let rank = t.rank() as i64;
        let stated = if raw.attr("dimension").is_some() { *dimension } else { -1 };
        *dimension = if stated < 0 && stated >= -rank { stated + rank } else { stated };
    }
}
