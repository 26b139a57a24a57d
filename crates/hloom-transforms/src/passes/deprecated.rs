//! Deprecated ops become the ops that replaced them.

use crate::{Pass, PassOptions, Rewrite, Rewriter, Values, rewrite_module};
use hloom_ir::{Diagnostics, Module, Op, OpData, Region, TensorType, Type, Value};

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-legalize-deprecated-ops",
    summary: "Writes deprecated ops (dot, broadcast, einsum, torch_index_select, …) by the ops that replaced them",
    options: &[],
    run,
};

/// Names of deprecated ops.
const DEPRECATED: &[&str] = &[
    "stablehlo.broadcast",
    "stablehlo.create_token",
    "stablehlo.cross-replica-sum",
    "stablehlo.dot",
    "stablehlo.einsum",
    "stablehlo.torch_index_select",
    "stablehlo.unary_einsum",
];

struct Replace;

impl Rewrite for Replace {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        _: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let name = op.op.name();
        if !DEPRECATED.contains(&name) {
            return Ok(None);
        }
        let types = r.result_types(op);
        let values = match (&op.op, types.first().and_then(|t| t.as_tensor())) {
            // One row stands for both; no shape needs to be known.
            (Op::Dot { precision }, Some(_)) => {
                let k = r.src.tensor(op.operands[0]).rank() as i64 - 1;
                let dims = hloom_ir::attrs::DotDims {
                    lhs_contracting: smallvec::smallvec![k],
                    rhs_contracting: smallvec::smallvec![0],
                    ..Default::default()
                };
                let dot = Op::DotGeneral { dims: Box::new(dims), precision: precision.clone(), algorithm: None };
                Some(r.emit(dot, operands, types.clone()))
            }
            (Op::CreateToken {}, _) => Some(r.emit(Op::AfterAll {}, &[], types.clone())),
            (Op::CrossReplicaSum { replica_groups }, Some(ty)) => {
                let scalar = Type::Tensor(TensorType { dims: Default::default(), bounds: None, ..ty.clone() });
                let sum = r.builder().nested(&[scalar.clone(), scalar], |b, p| vec![b.add(p[0], p[1])]);
                let reduce = Op::AllReduce {
                    replica_groups: hloom_ir::attrs::ReplicaGroups::Dense(replica_groups.clone()),
                    channel: None,
                    use_global_device_ids: hloom_ir::attrs::Flag(false),
                };
                Some(r.emit_with(reduce, operands, &[sum], types.clone(), op.extra.as_deref()))
            }
            (sugar, Some(ty)) => super::expand(r, sugar, operands, ty)?,
            _ => None,
        };
        values.map(Some).ok_or_else(|| r.unimplemented("no-expansion", format!("{name} has no replacement here")))
    }
}

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut Replace)
}
