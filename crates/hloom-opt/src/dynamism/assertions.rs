//! Assertions about shapes: custom calls `@shape_assertion` whose first operand must be true.

use super::known::{Known, ints};
use super::{error, kept, unimplemented};
use hloom_interp::{Tensor, assertion_message};
use hloom_ir::{Diagnostics, Graph, Module, Op, OpData, infer::is_shape_assertion};

/// Removes the assertions that hold.
///
/// # Errors
/// `shape-assertion`: one fails, with its message. `shape-assertion-unknown`: its operand is no constant.
pub fn check_shape_assertions(module: &Module) -> Result<Module, Diagnostics> {
    let mut out = module.clone();
    for f in &mut out.funcs {
        let mut found = false;
        let mut problem = None;
        f.graph.walk(f.body, |id| {
            let d = f.graph.op(id);
            if is_shape_assertion(&d.op) {
                found = true;
                problem = problem.take().or_else(|| check(&f.graph, d).err());
            }
        });
        if let Some(d) = problem {
            return Err(d);
        }
        if found {
            *f = kept(f, &|d| !is_shape_assertion(&d.op));
        }
    }
    Ok(out)
}

fn check(g: &Graph, d: &OpData) -> Result<(), Diagnostics> {
    let constants: Known = d
        .operands
        .iter()
        .filter_map(|&v| match g.def_op(v)?.1.op {
            Op::Constant { ref value } => Some((v, value.clone())),
            _ => None,
        })
        .collect();
    let Some(holds) = d.operands.first().and_then(|v| constants.get(v)) else {
        return Err(unimplemented("shape-assertion-unknown", d, "the assertion is not decided by the argument types"));
    };
    if Tensor::from_literal(holds).data.iter().all(|s| s.is_true()) {
        return Ok(());
    }
    let shown = |v| match constants.get(v).and_then(ints) {
        Some(n) => n.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
        None => "?".to_string(),
    };
    let values: Vec<String> = d.operands.iter().skip(1).map(shown).collect();
    Err(error("shape-assertion", d, assertion_message(d, &values)))
}
