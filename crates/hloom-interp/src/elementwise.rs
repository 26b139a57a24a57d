//! Elementwise ops: the scalar semantics of `hloom-num`, element by element.

use crate::eval::RegionCall;
use crate::tensor::Tensor;
use crate::{InterpError, movement};
use hloom_ir::attrs::CompareType as Attr;
use hloom_ir::{Op, TensorType, chlo};
use hloom_num::DType;
use hloom_num::scalar::{self, CompareType, Scalar};

/// The comparison that `compare` does on elements of a type when none, or this one, is stated.
pub(crate) fn compare_type(stated: Option<Attr>, dtype: DType) -> CompareType {
    match stated {
        Some(Attr::TotalOrder) => CompareType::TotalOrder,
        Some(Attr::Float) => CompareType::Float,
        Some(Attr::Signed) => CompareType::Signed,
        Some(Attr::Unsigned) => CompareType::Unsigned,
        Some(Attr::NoType) | None if dtype.is_signed_int() => CompareType::Signed,
        Some(Attr::NoType) | None if dtype.is_unsigned_int() || dtype.is_bool() => CompareType::Unsigned,
        Some(Attr::NoType) | None => CompareType::Float,
    }
}

/// One op at one element.
fn at(op: &Op, dtype: DType, ty: &TensorType, x: &[Scalar]) -> Result<Scalar, InterpError> {
    Ok(match op {
        Op::Unary(u) => scalar::unary(*u, dtype, x[0])?,
        Op::Binary(b) => scalar::binary(*b, dtype, x[0], x[1])?,
        Op::Compare { direction, compare_type: t } => {
            Scalar::Bool(scalar::compare(*direction, compare_type(*t, dtype), x[0], x[1]))
        }
        Op::Select {} => scalar::select(x[0], x[1], x[2]),
        Op::Clamp {} => scalar::clamp(ty.dtype, x[0], x[1], x[2])?,
        Op::Fma {} => scalar::fma(dtype, x[0], x[1], x[2])?,
        Op::Convert {} => scalar::convert(dtype, ty.dtype, x[0]),
        Op::ReducePrecision { exponent_bits, mantissa_bits } => {
            scalar::reduce_precision(dtype, *exponent_bits as u32, *mantissa_bits as u32, x[0])
        }
        _ => return Err(InterpError::unimplemented(op.name(), "")),
    })
}

/// CHLO's ops that broadcast their operands, and `constant_like`.
fn broadcasting(op: &Op, operands: &[&Tensor], ty: &TensorType) -> Result<Option<Tensor>, InterpError> {
    if let Op::ConstantLike { value } = op {
        let filled = chlo::constant_like(value, ty).ok_or_else(|| InterpError::Malformed(op.name().into()))?;
        return Ok(Some(Tensor::from_literal(&filled)));
    }
    let Some(plain) = chlo::plain(op) else { return Ok(None) };
    let mut spread = Vec::with_capacity(operands.len());
    for t in operands {
        let broadcast_dimensions = chlo::mapping(op, t.dims().len(), ty.rank());
        let to = TensorType::new(t.dtype(), &ty.dims);
        spread.push(movement::eval(&Op::BroadcastInDim { broadcast_dimensions }, &[t], to)?);
    }
    let spread: Vec<&Tensor> = spread.iter().collect();
    eval(&plain, &spread, ty.clone()).map(Some)
}

pub(crate) fn eval(op: &Op, operands: &[&Tensor], ty: TensorType) -> Result<Tensor, InterpError> {
    if let Some(result) = broadcasting(op, operands, &ty)? {
        return Ok(result);
    }
    let dtype = operands[0].dtype();
    // `select`'s predicate and `clamp`'s bounds may be scalars.
    let pick = |t: &Tensor, i: usize| if t.data.len() == 1 { Some(t.data[0]) } else { t.data.get(i).copied() };
    let n = ty.num_elements();
    let mut data = Vec::with_capacity(n);
    let mut x = [Scalar::Bool(false); 3];
    for i in 0..n {
        for (slot, t) in x.iter_mut().zip(operands) {
            *slot = pick(t, i).ok_or_else(|| InterpError::Malformed(op.name().into()))?;
        }
        data.push(at(op, dtype, &ty, &x[..operands.len().min(3)])?);
    }
    Ok(Tensor::new(ty, data))
}

pub(crate) fn map(
    operands: &[&Tensor],
    types: &[TensorType],
    call: &mut RegionCall<'_>,
) -> Result<Vec<Tensor>, InterpError> {
    let ty = types[0].clone();
    let mut data = Vec::with_capacity(ty.num_elements());
    for i in 0..ty.num_elements() {
        let args: Vec<Scalar> = operands.iter().map(|t| t.data[i]).collect();
        data.push(call(0, &args)?[0]);
    }
    Ok(vec![Tensor::new(ty, data)])
}
