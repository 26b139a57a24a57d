//! Custom calls that make, fill and read buffers.

use crate::infer::compatible;
use crate::{Diagnostics, Graph, Op, OpData, Type};

/// Checks the custom calls whose meaning everyone agrees on.
pub(super) fn check(g: &Graph, data: &OpData, diags: &mut Diagnostics) {
    let Op::CustomCall { call_target_name, .. } = &data.op else { return };
    let operands: Vec<&Type> = data.operands.iter().map(|&v| g.ty(v)).collect();
    let results: Vec<&Type> = data.results.iter().map(|&v| g.ty(v)).collect();
    let fits = match (&**call_target_name, &operands[..], &results[..]) {
        ("CreateBuffer", [], [Type::Buffer(_)]) => true,
        ("Pin", [x @ Type::Tensor(t)], [Type::Buffer(b)]) | ("Unpin", [Type::Buffer(b)], [x @ Type::Tensor(t)]) => {
            t.rank() == b.rank() && compatible(x, &Type::Tensor(b.clone()))
        }
        ("CreateBuffer" | "Pin" | "Unpin", ..) => false,
        _ => true,
    };
    if !fits {
        let takes = match &**call_target_name {
            "CreateBuffer" => "takes nothing and gives one buffer",
            "Pin" => "takes one tensor and gives a buffer of its type",
            _ => "takes one buffer and gives a tensor of its type",
        };
        diags.error("buffer-call", format!("custom call @{call_target_name} {takes}"), data.loc);
    }
}
