//! Ops on stored values that give what the detour over the expressed type gives, without it.
//!
//! They apply where that detour loses nothing ([`is_exact`]): differences to the zero point times the scale keep their
//! order, and dividing by the scale gives the difference back, up to an error that rounding removes. Products are
//! computed as integers, which is closer to the exact result than sums of rounded numbers.

use super::math::{Result, centred, meaning, spread, stated, store};
use hloom_ir::attrs::{ConvDims, DotDims, PrecisionConfig};
use hloom_ir::{Builder, Op, Quantized, TensorType, Value};
use hloom_num::{BinaryOp, DType, UnaryOp};

/// True if quantizing undoes dequantizing, sums included, and dequantizing keeps the order of stored values.
fn is_exact(ty: &TensorType) -> bool {
    let Some(q) = &ty.quantized else { return false };
    // Differences of 17 bits times a scale that is far from the limits of the format: 2^-100 to 2^100.
    let scales = q.params.iter().all(|p| (7.9e-31..1.2e30).contains(&p.scale));
    ty.dtype.bits() <= 16 && matches!(q.expressed, DType::F32 | DType::F64) && scales
}

fn same_elements(x: &TensorType, y: &TensorType) -> bool {
    x.dtype == y.dtype && x.quantized == y.quantized
}

/// Arithmetic on elements that are all quantized alike. `operands` are stored values of the types `types`.
pub(super) fn elementwise(
    b: &mut Builder<'_>,
    op: &Op,
    operands: &[Value],
    types: &[&TensorType],
    result: &TensorType,
) -> Result<Option<Value>> {
    let first = if let Op::Select {} = op { 1 } else { 0 };
    let Some(x) = types.get(first) else { return Ok(None) };
    let alike = types[first..].iter().all(|t| same_elements(t, x));
    if !alike || !is_exact(x) {
        return Ok(None);
    }
    if let Op::Compare { direction, .. } = op {
        return Ok(Some(b.compare(*direction, operands[0], operands[1])));
    }
    if !same_elements(x, result) {
        return Ok(None);
    }
    let q = meaning(result)?;
    Ok(Some(match op {
        Op::Binary(BinaryOp::Maximum | BinaryOp::Minimum) | Op::Select {} | Op::Clamp {} => {
            stated(b, op.clone(), operands, result.storage())?
        }
        Op::Binary(BinaryOp::Add) => {
            let (x, y) = (centred(b, operands[0], types[0], DType::I32)?, b.convert(DType::I32, operands[1]));
            let sum = b.add(x, y);
            saturate(b, sum, result, q)
        }
        Op::Binary(BinaryOp::Subtract) => {
            let (x, y) = (b.convert(DType::I32, operands[0]), centred(b, operands[1], types[1], DType::I32)?);
            let difference = b.subtract(x, y);
            saturate(b, difference, result, q)
        }
        Op::Unary(UnaryOp::Negate) => {
            let twice: Vec<f64> = q.params.iter().map(|p| 2.0 * p.zero_point as f64).collect();
            let twice = spread(b, DType::I32, &result.dims, q.axis, &twice)?;
            let x = b.convert(DType::I32, operands[0]);
            let negated = b.subtract(twice, x);
            saturate(b, negated, result, q)
        }
        _ => return Ok(None),
    }))
}

/// `i32` values brought into the storage range.
fn saturate(b: &mut Builder<'_>, x: Value, ty: &TensorType, q: &Quantized) -> Value {
    let low = b.splat(DType::I32, &[], q.storage_min as f64);
    let high = b.splat(DType::I32, &[], q.storage_max as f64);
    let clamped = b.clamp(low, x, high);
    b.convert(ty.dtype, clamped)
}

/// The largest magnitude of a stored value less its zero point.
fn magnitude(q: &Quantized) -> i64 {
    let of = |z: i64| (q.storage_max - z).abs().max((q.storage_min - z).abs());
    q.params.iter().map(|p| of(p.zero_point)).max().unwrap_or(0)
}

/// A product of quantized tensors: summed as integers, then scaled. `None` where sums might not fit 32 bits, or the
/// numbers are not `f32`.
pub(super) fn product(
    b: &mut Builder<'_>,
    op: &Op,
    operands: &[Value],
    types: &[&TensorType],
    result: &TensorType,
) -> Result<Option<Value>> {
    let [x, y] = types else { return Ok(None) };
    let (Some(p), Some(q), Some(s)) = (&x.quantized, &y.quantized, &result.quantized) else { return Ok(None) };
    let known = x.is_static() && y.is_static() && result.is_static();
    let known = known && ![p, q, s].iter().any(|q| q.params.is_empty());
    if !known || x.dtype.bits() > 8 || p.expressed != DType::F32 || p.axis.is_some() {
        return Ok(None);
    }
    let size = |t: &TensorType, d: &i64| t.dims[*d as usize];
    // How many products make a sum, and which dimension of the result a dimension of `y` becomes.
    let (terms, axis) = match op {
        Op::DotGeneral { dims, .. } => {
            let terms = dims.lhs_contracting.iter().map(|d| size(x, d)).product::<i64>();
            (terms, q.axis.and_then(|a| result_dim(dims, x.rank(), y.rank(), a)))
        }
        Op::Convolution { dims, .. } => {
            let spatial = dims.kernel_spatial.iter().map(|d| size(y, d)).product::<i64>();
            (spatial * size(y, &dims.kernel_input_feature), q.axis.map(|_| dims.output_feature))
        }
        _ => return Ok(None),
    };
    let fits = magnitude(p).checked_mul(magnitude(q)).and_then(|m| m.checked_mul(terms));
    if fits.is_none_or(|m| m > i64::from(i32::MAX)) || s.axis.is_some() && s.axis != axis {
        return Ok(None);
    }
    let sums = match op {
        Op::DotGeneral { dims, .. } => dot(b, dims, operands, x, y, result)?,
        Op::Convolution { dims, .. } => convolution(b, op, dims, operands, x, y, result)?,
        _ => return Ok(None),
    };
    // What a unit of a sum is worth in units of the result.
    let n = q.params.len().max(s.params.len());
    let at = |q: &Quantized, i: usize| q.params[if q.params.len() == 1 { 0 } else { i }];
    let factors: Vec<f64> =
        (0..n).map(|i| f64::from((p.params[0].scale * at(q, i).scale / at(s, i).scale) as f32)).collect();
    let whole = Quantized::full_range(result.dtype) == Some((s.storage_min, s.storage_max));
    if result.dtype == DType::I32
        && whole
        && factors.iter().all(|&f| f == 1.0)
        && s.params.iter().all(|p| p.zero_point == 0)
    {
        return Ok(Some(sums));
    }
    let sums = b.convert(DType::F32, sums);
    let factors = spread(b, DType::F32, &result.dims, axis, &factors)?;
    let scaled = b.multiply(sums, factors);
    Ok(Some(store(b, scaled, result)?))
}

/// Which dimension of a product's result a dimension of `rhs` becomes.
fn result_dim(d: &DotDims, lhs_rank: usize, rhs_rank: usize, of: i64) -> Option<i64> {
    if let Some(k) = d.rhs_batching.iter().position(|&b| b == of) {
        return Some(k as i64);
    }
    let free = |r: &i64| !d.rhs_batching.contains(r) && !d.rhs_contracting.contains(r);
    let k = (0..rhs_rank as i64).filter(free).position(|r| r == of)?;
    Some((lhs_rank - d.lhs_contracting.len() + k) as i64)
}

/// `Σ (x - zero of x) * y` as `i32`; the zero points of `y` are 0.
fn dot(
    b: &mut Builder<'_>,
    dims: &DotDims,
    operands: &[Value],
    x: &TensorType,
    y: &TensorType,
    result: &TensorType,
) -> Result<Value> {
    let op = Op::DotGeneral { dims: Box::new(dims.clone()), precision: PrecisionConfig::default(), algorithm: None };
    let sums = stated(b, op, operands, TensorType::new(DType::I32, &result.dims))?;
    let zero = meaning(x)?.params[0].zero_point;
    if zero == 0 {
        return Ok(sums);
    }
    // Less the zero point of `x` times the sums of `y` over the contracted dimensions.
    let wide = b.convert(DType::I32, operands[1]);
    let none = b.splat(DType::I32, &[], 0.0);
    let y_sums = b.reduce_by(BinaryOp::Add, wide, none, &dims.rhs_contracting);
    let kept = (0..y.rank() as i64).filter(|d| !dims.rhs_contracting.contains(d));
    let mapping: Vec<i64> = kept.filter_map(|d| result_dim(dims, x.rank(), y.rank(), d)).collect();
    let y_sums = b.broadcast_in_dim(y_sums, &result.dims, &mapping);
    let zero = b.splat(DType::I32, &result.dims, zero as f64);
    let correction = b.multiply(y_sums, zero);
    Ok(b.subtract(sums, correction))
}

/// `Σ (x - zero of x) * (y - zero of y)` as `i32`. Padding means zero, so zero points go before.
fn convolution(
    b: &mut Builder<'_>,
    op: &Op,
    dims: &ConvDims,
    operands: &[Value],
    x: &TensorType,
    y: &TensorType,
    result: &TensorType,
) -> Result<Value> {
    debug_assert!(dims.kernel_output_feature < y.rank() as i64);
    let zero = |t: &TensorType| meaning(t).map(|q| q.params.iter().all(|p| p.zero_point == 0));
    let operands = if zero(x)? && zero(y)? {
        operands.to_vec()
    } else {
        vec![centred(b, operands[0], x, DType::I32)?, centred(b, operands[1], y, DType::I32)?]
    };
    stated(b, op.clone(), &operands, TensorType::new(DType::I32, &result.dims))
}
