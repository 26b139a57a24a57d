//! Custom calls of dynamic programs.

use hloom_ir::Op;

/// True for the custom calls that stand for ops with amounts as operands, or hide a shape.
pub(super) fn is_dynamic(op: &Op) -> bool {
    matches!(op, Op::CustomCall { call_target_name: t, .. }
        if &**t == super::arguments::WRAPPER || &**t == "shape_assertion" || t.starts_with("stablehlo.dynamic_"))
}
