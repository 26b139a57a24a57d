//! Shapes known at run time: result types of ops whose types have `?`, from the operands at hand.

use crate::InterpError;
use crate::eval::Val;
use crate::tensor::Tensor;
use hloom_ir::{Graph, Op, OpData, TensorType, Type, refine, static_form};
use hloom_num::scalar::Scalar;

/// Most elements of a result: more would not fit the memory of a run.
const MAX_ELEMENTS: usize = 1 << 28;

/// The values of an integer tensor; numbers that do not fit are as large as can be said.
pub(crate) fn ints(t: &Tensor) -> Option<Vec<i64>> {
    if !t.dtype().is_int() {
        return None;
    }
    t.data
        .iter()
        .map(|s| match s {
            Scalar::UInt(u) => Some(i64::try_from(*u).unwrap_or(i64::MAX)),
            s => s.as_i64(),
        })
        .collect()
}

/// Types of the results of `op`, static, once its operands are known.
pub(crate) fn result_types(graph: &Graph, op: &OpData, operands: &[&Tensor]) -> Result<Vec<TensorType>, InterpError> {
    let name = op.op.name();
    let is_static = |ty: &Type| ty.as_tensor().is_none_or(TensorType::is_static);
    let stated: Vec<Type> = op.results.iter().map(|&v| graph.ty(v).clone()).collect();
    let types = if stated.iter().all(is_static) && op.operands.iter().all(|&v| is_static(graph.ty(v))) {
        stated
    } else {
        let actual: Vec<Type> = operands.iter().map(|t| Type::Tensor(t.ty.clone())).collect();
        let actual: Vec<&Type> = actual.iter().collect();
        let returned: Vec<Vec<Type>> = op
            .regions
            .iter()
            .map(|&r| graph.region(r).results.iter().map(|&v| graph.ty(v).clone()).collect())
            .collect();
        refine(&op.op, &actual, &returned, &stated, &|i| operands.get(i).and_then(|t| ints(t)))
            .map_err(|e| InterpError::shape(name, e.to_string()))?
    };
    types
        .into_iter()
        .map(|t| match t {
            Type::Tensor(t) if !t.is_static() => {
                Err(InterpError::shape(name, format!("nothing decides the sizes of the result {t}")))
            }
            Type::Tensor(t) if t.num_elements() > MAX_ELEMENTS => {
                Err(InterpError::unimplemented(name, format!(" for a result as large as {t}")))
            }
            Type::Tensor(t) => Ok(t),
            _ => Err(InterpError::unimplemented(name, " giving a token or tuple")),
        })
        .collect()
}

/// An op that takes amounts as operands, as the op that has them as attributes, and how many operands that keeps.
pub(crate) fn static_op(
    op: &Op,
    operands: &[&Tensor],
    types: &[TensorType],
) -> Result<Option<(Op, usize)>, InterpError> {
    let takes_amounts = matches!(
        op,
        Op::DynamicBroadcastInDim { .. }
            | Op::DynamicIota { .. }
            | Op::DynamicReshape {}
            | Op::RealDynamicSlice {}
            | Op::DynamicPad {}
            | Op::DynamicConv { .. }
            | Op::DynamicGather { .. }
            | Op::SetDimensionSize { .. }
    );
    if !takes_amounts {
        return Ok(None);
    }
    let malformed = || InterpError::Malformed(op.name().into());
    let of = |t: &TensorType| Type::Tensor(t.clone());
    let actual: Vec<Type> = operands.iter().map(|t| of(&t.ty)).collect();
    let results: Vec<Type> = types.iter().map(of).collect();
    let actual: Vec<&Type> = actual.iter().collect();
    let ints = |i: usize| operands.get(i).and_then(|t| ints(t));
    // Amounts of ops whose types are all static have not been checked yet.
    let types = refine(op, &actual, &[], &results, &ints).map_err(|e| InterpError::shape(op.name(), e.to_string()))?;
    static_form(op, &actual, &types, &ints).map(Some).ok_or_else(malformed)
}

/// Checks that a value has the sizes that the type of its name states: a caller may know less than a callee.
pub(crate) fn check_size(ty: &Type, value: &Val) -> Result<(), InterpError> {
    let (Type::Tensor(t), Val::Tensor(v)) = (ty, value) else { return Ok(()) };
    let fits = t.dims.len() == v.dims().len() && t.dims.iter().zip(v.dims()).all(|(&d, &s)| d < 0 || d == s);
    if fits { Ok(()) } else { Err(InterpError::shape("value", format!("{} where {t} is stated", v.ty))) }
}
