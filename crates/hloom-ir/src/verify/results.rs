//! Stated against inferred result types, and attributes too large to compute with.

use super::MAX_EXTENT;
use crate::infer::compatible;
use crate::{Op, Type};
use hloom_num::UnaryOp;
use hloom_num::scalar::{self, Scalar};

/// Constraints that decide a result: of its shape and of its element type.
fn constraints(op: &Op, result: usize) -> Option<(&'static str, &'static str)> {
    Some(match op {
        Op::Unary(UnaryOp::Abs | UnaryOp::Real | UnaryOp::Imag) => ("c1", "c2"),
        Op::Unary(_) => ("c1", "c1"),
        Op::Binary(hloom_num::BinaryOp::Complex) => ("c2", "c3"),
        Op::Binary(_) => ("c1", "c1"),
        Op::Broadcasting { .. } | Op::BroadcastCompare { .. } | Op::BroadcastSelect {} => ("c3", "c1"),
        Op::Compare { .. } => ("c2", "output"),
        Op::Select {} => ("c2", "c2"),
        Op::Clamp {} => ("c4", "c4"),
        Op::Fma {} => ("c1", "c1"),
        Op::UniformQuantize {} | Op::UniformDequantize {} => ("c1", "c2"),
        Op::Map { .. } => ("c1", "c4"),
        Op::Concatenate { .. } => ("c6", "c5"),
        Op::Transpose { .. } => ("c3", "c1"),
        Op::Slice { .. } | Op::DynamicSlice { .. } => ("c5", "c1"),
        Op::Pad { .. } => ("c4", "c1"),
        Op::Gather { .. } => ("c22", "c23"),
        Op::DynamicGather { .. } => ("c13", "c14"),
        Op::DynamicBroadcastInDim { .. } => ("c5", "c1"),
        Op::DynamicIota { .. } => ("c2", "c2"),
        Op::DynamicReshape {} => ("c2", "c1"),
        Op::DynamicPad {} => ("c4", "c1"),
        Op::SetDimensionSize { .. } => ("output", "output"),
        Op::Scatter { .. } => ("c24", "c25"),
        Op::Reduce { .. } => ("c7", "c8"),
        Op::DotGeneral { .. } => ("c12", "c13"),
        Op::Convolution { .. } | Op::DynamicConv { .. } => ("c25", "c27"),
        Op::ReduceWindow { .. } => ("c15", "c16"),
        Op::SelectAndScatter { .. } => ("c11", "c12"),
        Op::Sort { .. } => ("c2", "c2"),
        Op::Case {} => ("c4", "c4"),
        Op::If {} | Op::While {} => ("c3", "c3"),
        Op::GetTupleElement { .. } => ("c2", "c2"),
        Op::TriangularSolve { .. } => ("c4", "c4"),
        Op::Fft { .. } => ("c5", "c2"),
        Op::BatchNormInference { .. } => ("c7", "c2"),
        Op::BatchNormTraining { .. } => (["c7", "c5", "c6"].get(result).copied().unwrap_or("c7"), "c2"),
        Op::BatchNormGrad { .. } => (if result == 0 { "c3" } else { "c4" }, "c2"),
        Op::AllGather { .. } => ("c6", "c6"),
        Op::AllReduce { .. } => ("c6", "c7"),
        Op::AllToAll { .. } => ("c9", "c9"),
        Op::CollectiveBroadcast { .. } | Op::CollectiveReduce { .. } => ("c3", "c3"),
        Op::CollectivePermute { .. } => ("c5", "c5"),
        Op::ReduceScatter { .. } => ("c8", "c9"),
        Op::AsyncStart {} => ("c4", "c4"),
        Op::GetDimensionSize { .. }
        | Op::PartitionId {}
        | Op::ReplicaId {}
        | Op::AfterAll {}
        | Op::CreateToken {}
        | Op::Send { .. }
        | Op::Recv { .. }
        | Op::Infeed { .. }
        | Op::Outfeed { .. }
        | Op::RunParallel { .. } => ("output", "output"),
        Op::CheckExpectSerializedEq { .. }
        | Op::Print {}
        | Op::SdyShardingGroup { .. }
        | Op::SdyManualComputation { .. }
        | Op::SdyNamedComputation { .. }
        | Op::Call { .. }
        | Op::Composite { .. }
        | Op::CustomCall { .. }
        | Op::CheckExpectEq {}
        | Op::CheckExpectEqConst { .. }
        | Op::CheckExpectAlmostEq { .. }
        | Op::CheckExpectAlmostEqConst { .. }
        | Op::CheckExpectClose { .. }
        | Op::Arith(_)
        | Op::Shape(_)
        | Op::ArithConstant { .. }
        | Op::ArithCmpI { .. }
        | Op::ArithCmpF { .. }
        | Op::ShapeConst { .. }
        | Op::ShapeConstSize { .. }
        | Op::ShapeConstWitness { .. }
        | Op::ShapeCstrRequire { .. }
        | Op::ShapeAssuming {} => return None,
        // The result has the type of an operand, or (C1) ties them together.
        Op::RealDynamicSlice {}
        | Op::ConstantLike { .. }
        | Op::Convert {}
        | Op::ReducePrecision { .. }
        | Op::Constant { .. }
        | Op::Iota { .. }
        | Op::BroadcastInDim { .. }
        | Op::BitcastConvert {}
        | Op::Reshape {}
        | Op::Reverse { .. }
        | Op::DynamicUpdateSlice {}
        | Op::Dot { .. }
        | Op::TopK { .. }
        | Op::Einsum { .. }
        | Op::UnaryEinsum { .. }
        | Op::RaggedDot { .. }
        | Op::Broadcast { .. }
        | Op::TorchIndexSelect { .. }
        | Op::Scan { .. }
        | Op::OptimizationBarrier {}
        | Op::Tuple {}
        | Op::RngBitGenerator { .. }
        | Op::Rng { .. }
        | Op::AsyncDone {}
        | Op::CrossReplicaSum { .. }
        | Op::Probe { .. }
        | Op::SdyShardingConstraint { .. }
        | Op::SdyReshard { .. }
        | Op::SdyConstant { .. }
        | Op::SdyDataFlowEdge { .. }
        | Op::SdyFuncDataFlowEdge {}
        | Op::SdyPropagationBarrier { .. }
        | Op::SdyAllGather { .. }
        | Op::SdyAllSlice { .. }
        | Op::SdyAllToAll { .. }
        | Op::SdyCollectivePermute { .. }
        | Op::SdyAllReduce { .. }
        | Op::SdyReduceScatter { .. }
        | Op::SdyShardedToUnreduced { .. }
        | Op::SdyReplicatedToUnreduced { .. }
        | Op::Cholesky { .. } => ("c1", "c1"),
    })
}

/// Code and message if the program states other result types than the op has.
pub(crate) fn mismatch(op: &Op, inferred: &[Type], stated: &[Type]) -> Option<(String, String)> {
    if inferred.len() != stated.len() {
        let code = match op {
            Op::CollectiveBroadcast { .. } => "collective_broadcast_c5",
            _ => "result-count",
        };
        return Some((code.into(), format!("has {} results, not {}", inferred.len(), stated.len())));
    }
    let (i, (a, b)) = inferred.iter().zip(stated).enumerate().find(|(_, (a, b))| !compatible(a, b))?;
    let code = match (constraints(op, i), a, b) {
        (None, ..) => "result-type".to_string(),
        (Some((shape, element)), a, b) => {
            let name = op.name();
            let name = name.split_once('.').map_or(name, |(_, n)| n);
            let elements_differ = match (a.as_tensor(), b.as_tensor()) {
                (Some(a), Some(b)) => (a.dtype, &a.quantized) != (b.dtype, &b.quantized),
                _ => true,
            };
            // Some ops have one constraint for the rank and another for the sizes, or for what results have in common.
            let shape = match op {
                Op::Convolution { .. } | Op::DynamicConv { .. } if rank(a) != rank(b) => "c26",
                Op::ReduceWindow { .. } if stated.iter().any(|t| shape_of(t) != shape_of(b)) => "c14",
                _ => shape,
            };
            format!("{name}_{}", if elements_differ { element } else { shape })
        }
    };
    Some((code, format!("result {i} is stated as {b} but is {a}")))
}

fn shape_of(t: &Type) -> Option<&[i64]> {
    t.as_tensor().map(|t| &t.dims[..])
}

fn rank(t: &Type) -> Option<usize> {
    shape_of(t).map(<[i64]>::len)
}

/// What is wrong if positions computed from an attribute might not fit 64 bits.
pub(super) fn extreme_attribute(op: &Op) -> Option<String> {
    let lists: &[&[i64]] = match op {
        Op::Slice { strides, .. } => &[strides],
        Op::Pad { edge_padding_low, edge_padding_high, interior_padding } => {
            &[edge_padding_low, edge_padding_high, interior_padding]
        }
        _ => return None,
    };
    let extreme = lists.iter().flat_map(|l| l.iter()).find(|&&x| x.unsigned_abs() > MAX_EXTENT as u64)?;
    Some(format!("{}: {extreme} is beyond 2^48", op.name()))
}

/// What the spec allows but the scalar semantics do not define, if the op is of that kind.
pub(super) fn undefined_elementwise(op: &Op, operands: &[&Type]) -> Option<String> {
    let dtype = operands.first()?.as_tensor()?.expressed().dtype;
    let one = Scalar::one(dtype);
    let defined = match op {
        Op::Unary(u) => scalar::unary(*u, dtype, one),
        Op::Binary(b) => scalar::binary(*b, dtype, one, one),
        _ => return None,
    };
    defined.err().map(|e| e.to_string())
}
