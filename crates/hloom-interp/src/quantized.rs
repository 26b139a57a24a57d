//! Quantized tensors: the formulas of the spec's section on quantization computations.
//!
//! A quantized [`Tensor`] holds stored values; its type says what they mean. Arithmetic is done on the numbers that are
//! meant, in the expressed type; ops that move elements move stored values.

use crate::tensor::Tensor;
use crate::{InterpError, eval_op};
use hloom_ir::{Kind, Op, QuantParam, Quantized, TensorType};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, DType, UnaryOp};

fn malformed(ty: &TensorType) -> InterpError {
    InterpError::Malformed(format!("quantized type {ty}"))
}

fn meaning(ty: &TensorType) -> Result<&Quantized, InterpError> {
    ty.quantized.as_deref().ok_or_else(|| malformed(ty))
}

/// The number that a stored value means, in the expressed type. The difference to the zero point is exact.
fn number(stored: Scalar, p: QuantParam, expressed: DType) -> Result<Scalar, InterpError> {
    let stored = stored.as_i64().ok_or_else(|| InterpError::Malformed("a stored value".into()))?;
    let difference = scalar::convert(DType::I64, expressed, Scalar::Int(stored - p.zero_point));
    let scale = Scalar::Float(p.scale).rounded(expressed);
    Ok(scalar::binary(BinaryOp::Multiply, expressed, difference, scale)?)
}

/// The stored value of a number of the expressed type.
fn stored(number: Scalar, p: QuantParam, q: &Quantized, storage: DType) -> Result<Scalar, InterpError> {
    let e = q.expressed;
    let integer = |i: i64| scalar::convert(DType::I64, e, Scalar::Int(i));
    let scale = Scalar::Float(p.scale).rounded(e);
    let scaled = scalar::binary(BinaryOp::Divide, e, number, scale)?;
    let shifted = scalar::binary(BinaryOp::Add, e, scaled, integer(p.zero_point))?;
    let clamped = scalar::clamp(e, integer(q.storage_min), shifted, integer(q.storage_max))?;
    Ok(scalar::convert(e, storage, scalar::unary(UnaryOp::RoundNearestEven, e, clamped)?))
}

/// The numbers that a quantized tensor means.
pub(crate) fn dequantize(x: &Tensor) -> Result<Tensor, InterpError> {
    let q = meaning(&x.ty)?;
    Tensor::try_from_fn(x.ty.expressed(), |ix| {
        number(x.at(ix), q.param_at(ix).ok_or_else(|| malformed(&x.ty))?, q.expressed)
    })
}

/// Numbers as a quantized type stores them.
pub(crate) fn quantize(x: &Tensor, ty: &TensorType) -> Result<Tensor, InterpError> {
    let q = meaning(ty)?;
    Tensor::try_from_fn(ty.clone(), |ix| stored(x.at(ix), q.param_at(ix).ok_or_else(|| malformed(ty))?, q, ty.dtype))
}

/// The same numbers with the element type of `like`.
pub(crate) fn requantize(x: &Tensor, like: &TensorType) -> Result<Tensor, InterpError> {
    if x.ty.quantized == like.quantized && x.ty.dtype == like.dtype || x.ty.quantized.is_none() {
        return Ok(x.clone());
    }
    let ty = TensorType { dtype: like.dtype, quantized: like.quantized.clone(), ..x.ty.clone() };
    quantize(&dequantize(x)?, &ty)
}

/// True if a type of an op is quantized.
pub(crate) fn concerns(operands: &[&Tensor], types: &[TensorType]) -> bool {
    operands.iter().any(|t| t.ty.quantized.is_some()) || types.iter().any(|t| t.quantized.is_some())
}

/// Evaluates an op without regions.
pub(crate) fn eval(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let only = || match (operands, types) {
        ([x], [ty]) => Ok((*x, ty)),
        _ => Err(InterpError::Malformed(op.name().into())),
    };
    match (op, op.kind()) {
        (Op::UniformDequantize {}, _) => Ok(vec![dequantize(only()?.0)?]),
        (Op::UniformQuantize {}, _) => {
            let (x, ty) = only()?;
            let numbers = if x.ty.quantized.is_some() { dequantize(x)? } else { x.clone() };
            Ok(vec![quantize(&numbers, ty)?])
        }
        (Op::DynamicIota { .. }, _) => on_numbers(op, operands, types),
        (Op::Constant { .. }, _) | (_, Kind::Movement | Kind::Index) => on_stored(op, operands, types),
        _ => on_numbers(op, operands, types),
    }
}

fn on_stored(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let operands: Vec<Tensor> = operands.iter().map(|t| t.reshaped(t.ty.storage())).collect();
    let storage: Vec<TensorType> = types.iter().map(TensorType::storage).collect();
    let results = eval_op(op, &operands.iter().collect::<Vec<_>>(), &storage)?;
    Ok(results.iter().zip(types).map(|(t, ty)| t.reshaped(ty.clone())).collect())
}

fn on_numbers(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let dequantized = |t: &&Tensor| if t.ty.quantized.is_some() { dequantize(t) } else { Ok((*t).clone()) };
    let numbers: Vec<Tensor> = operands.iter().map(dequantized).collect::<Result<_, _>>()?;
    let expressed: Vec<TensorType> = types.iter().map(TensorType::expressed).collect();
    let results = eval_op(op, &numbers.iter().collect::<Vec<_>>(), &expressed)?;
    let quantized = |(t, ty): (Tensor, &TensorType)| if ty.quantized.is_some() { quantize(&t, ty) } else { Ok(t) };
    results.into_iter().zip(types).map(quantized).collect()
}

/// Operands of an op with regions on elements, with the element types that the regions take.
pub(crate) fn for_regions(op: &Op, operands: &[Tensor], types: &[TensorType]) -> Result<Vec<Tensor>, InterpError> {
    let converted = |(i, t): (usize, &Tensor)| match op.combined_into(i, types.len()).and_then(|k| types.get(k)) {
        Some(like) => requantize(t, like),
        None => Ok(t.clone()),
    };
    operands.iter().enumerate().map(converted).collect()
}
