//! Quantizing and dequantizing as ops on stored values, one op for each step of the spec's formulas, so that native code
//! and the interpreter agree bit for bit.

use hloom_ir::{Builder, Op, Quantized, TensorType, Type, Value};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{DType, Literal, UnaryOp};

/// Why a quantized value has no expression in plain ops, as a phrase.
pub(super) type Result<T> = std::result::Result<T, String>;

/// The meaning of a quantized type of static shape.
pub(super) fn meaning(ty: &TensorType) -> Result<&Quantized> {
    if !ty.is_static() {
        return Err(format!("arithmetic on a quantized value of dynamic shape ({ty})"));
    }
    ty.quantized.as_deref().ok_or_else(|| format!("{ty} is not quantized"))
}

/// Numbers that differ along `axis` at most, as a tensor of that shape.
pub(super) fn spread(
    b: &mut Builder<'_>,
    dtype: DType,
    dims: &[i64],
    axis: Option<i64>,
    values: &[f64],
) -> Result<Value> {
    // Without values the dimension has no elements.
    let Some((&first, rest)) = values.split_first() else { return Ok(b.splat(dtype, dims, 1.0)) };
    let (Some(axis), true) = (axis, rest.iter().any(|v| v.to_bits() != first.to_bits())) else {
        return Ok(b.splat(dtype, dims, first));
    };
    let size = dtype.byte_size();
    let mut bytes = vec![0; values.len() * size];
    for (&v, to) in values.iter().zip(bytes.chunks_exact_mut(size)) {
        scalar::write(dtype, scalar::convert(DType::F64, dtype, Scalar::Float(v)), to);
    }
    let literal = Literal::new(dtype, &[values.len() as i64], bytes).map_err(|e| e.to_string())?;
    let vector = b.constant(literal);
    Ok(b.broadcast_in_dim(vector, dims, &[axis]))
}

/// An integer type that holds any difference of two values of a storage type.
pub(super) fn difference_type(storage: DType) -> DType {
    if storage.bits() <= 16 { DType::I32 } else { DType::I64 }
}

/// Stored values less their zero points, in `wide`.
pub(super) fn centred(b: &mut Builder<'_>, stored: Value, ty: &TensorType, wide: DType) -> Result<Value> {
    let q = meaning(ty)?;
    let x = b.convert(wide, stored);
    if q.params.iter().all(|p| p.zero_point == 0) {
        return Ok(x);
    }
    let zeros: Vec<f64> = q.params.iter().map(|p| p.zero_point as f64).collect();
    let zeros = spread(b, wide, &ty.dims, q.axis, &zeros)?;
    Ok(b.subtract(x, zeros))
}

/// The numbers that stored values of a quantized type mean.
pub(super) fn dequantize(b: &mut Builder<'_>, stored: Value, ty: &TensorType) -> Result<Value> {
    let q = meaning(ty)?;
    let difference = if q.params.iter().all(|p| p.zero_point == 0) {
        stored
    } else {
        centred(b, stored, ty, difference_type(ty.dtype))?
    };
    let difference = b.convert(q.expressed, difference);
    let scales: Vec<f64> = q.params.iter().map(|p| p.scale).collect();
    let scales = spread(b, q.expressed, &ty.dims, q.axis, &scales)?;
    Ok(b.multiply(difference, scales))
}

/// Numbers as a quantized type stores them.
pub(super) fn quantize(b: &mut Builder<'_>, numbers: Value, ty: &TensorType) -> Result<Value> {
    let q = meaning(ty)?;
    let scales: Vec<f64> = q.params.iter().map(|p| p.scale).collect();
    let scales = spread(b, q.expressed, &ty.dims, q.axis, &scales)?;
    let scaled = b.divide(numbers, scales);
    store(b, scaled, ty)
}

/// Scaled numbers, shifted to the zero point, brought into the storage range and rounded.
pub(super) fn store(b: &mut Builder<'_>, scaled: Value, ty: &TensorType) -> Result<Value> {
    let q = meaning(ty)?;
    let zeros: Vec<f64> = q.params.iter().map(|p| p.zero_point as f64).collect();
    let shifted = if zeros.iter().all(|&z| z == 0.0) {
        scaled
    } else {
        let zeros = spread(b, q.expressed, &ty.dims, q.axis, &zeros)?;
        b.add(scaled, zeros)
    };
    let low = b.splat(q.expressed, &[], q.storage_min as f64);
    let high = b.splat(q.expressed, &[], q.storage_max as f64);
    let clamped = b.clamp(low, shifted, high);
    let rounded = b.unary(UnaryOp::RoundNearestEven, clamped);
    Ok(b.convert(ty.dtype, rounded))
}

/// Stored values of one quantized type as another stores the same numbers.
pub(super) fn requantize(b: &mut Builder<'_>, stored: Value, from: &TensorType, to: &TensorType) -> Result<Value> {
    if from.dtype == to.dtype && from.quantized == to.quantized {
        return Ok(stored);
    }
    let numbers = dequantize(b, stored, from)?;
    quantize(b, numbers, to)
}

/// One result of an op with a stated type.
pub(super) fn stated(b: &mut Builder<'_>, op: Op, operands: &[Value], ty: TensorType) -> Result<Value> {
    let id = b.try_op(op, operands, &[], Some(&[Type::Tensor(ty)])).map_err(|e| e.to_string())?;
    Ok(b.graph().op(id).results[0])
}
