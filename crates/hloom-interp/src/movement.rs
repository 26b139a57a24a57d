//! Ops that move elements, and constants.

use crate::InterpError;
use crate::tensor::{Tensor, in_bounds};
use hloom_ir::{Op, TensorType};
use hloom_num::DType;
use hloom_num::scalar::{self, Scalar};

pub(crate) fn eval(op: &Op, operands: &[&Tensor], ty: TensorType) -> Result<Tensor, InterpError> {
    let x = operands.first();
    let malformed = || InterpError::Malformed(op.name().into());
    Ok(match op {
        Op::Constant { value } => Tensor::from_literal(value).reshaped(ty),
        Op::Iota { iota_dimension } => {
            let d = *iota_dimension as usize;
            let dtype = ty.dtype;
            Tensor::from_fn(ty, |ix| scalar::convert(DType::I64, dtype, Scalar::Int(ix[d])))
        }
        Op::Reshape {} => x.ok_or_else(malformed)?.reshaped(ty),
        Op::Broadcast { broadcast_sizes } => {
            let (x, n) = (x.ok_or_else(malformed)?, broadcast_sizes.len());
            Tensor::from_fn(ty, |ix| x.at(&ix[n..]))
        }
        Op::BroadcastInDim { broadcast_dimensions } => {
            let x = x.ok_or_else(malformed)?;
            let mut src = vec![0; x.dims().len()];
            Tensor::from_fn(ty, |ix| {
                for (i, &d) in broadcast_dimensions.iter().enumerate() {
                    src[i] = if x.dims()[i] == 1 { 0 } else { ix[d as usize] };
                }
                x.at(&src)
            })
        }
        Op::Transpose { permutation } => {
            let x = x.ok_or_else(malformed)?;
            let mut src = vec![0; x.dims().len()];
            Tensor::from_fn(ty, |ix| {
                for (i, &p) in permutation.iter().enumerate() {
                    src[p as usize] = ix[i];
                }
                x.at(&src)
            })
        }
        Op::Slice { start_indices, strides, .. } => {
            let x = x.ok_or_else(malformed)?;
            let mut src = vec![0; x.dims().len()];
            Tensor::from_fn(ty, |ix| {
                for i in 0..src.len() {
                    src[i] = start_indices[i] + ix[i] * strides[i];
                }
                x.at(&src)
            })
        }
        Op::Reverse { dimensions } => {
            let x = x.ok_or_else(malformed)?;
            Tensor::from_fn(ty, |ix| {
                let mut src = ix.to_vec();
                for &d in dimensions {
                    src[d as usize] = x.dims()[d as usize] - 1 - ix[d as usize];
                }
                x.at(&src)
            })
        }
        Op::Concatenate { dimension } => {
            let d = *dimension as usize;
            Tensor::try_from_fn(ty, |ix| {
                let mut src = ix.to_vec();
                for t in operands {
                    if src[d] < t.dims()[d] {
                        return Ok(t.at(&src));
                    }
                    src[d] -= t.dims()[d];
                }
                Err(malformed())
            })?
        }
        Op::Pad { edge_padding_low, interior_padding, .. } => {
            let [x, pad] = operands[..] else { return Err(malformed()) };
            let mut src = vec![0; x.dims().len()];
            Tensor::from_fn(ty, |ix| {
                for i in 0..src.len() {
                    let p = ix[i] - edge_padding_low[i];
                    let s = interior_padding[i] + 1;
                    src[i] = if p % s == 0 { p / s } else { -1 };
                    if p < 0 {
                        src[i] = -1;
                    }
                }
                if in_bounds(x.dims(), &src) { x.at(&src) } else { pad.data[0] }
            })
        }
        Op::BitcastConvert {} => bitcast(x.ok_or_else(malformed)?, ty)?,
        Op::GetDimensionSize { dimension } => {
            let n = x.ok_or_else(malformed)?.dims()[*dimension as usize];
            Tensor::scalar(DType::I32, Scalar::Int(n))
        }
        _ => return Err(InterpError::unimplemented(op.name(), "")),
    })
}

/// Reinterprets bits; elements below 8 bits are packed, low bits first.
fn bitcast(x: &Tensor, ty: TensorType) -> Result<Tensor, InterpError> {
    let (from, to) = (x.dtype().bits(), ty.dtype.bits());
    let bits = |dtype: DType, s: Scalar| -> u128 {
        let mut b = [0u8; 16];
        scalar::write(dtype, s, &mut b[..dtype.byte_size()]);
        let v = u128::from_le_bytes(b);
        if dtype.bits() < 128 { v & ((1u128 << dtype.bits()) - 1) } else { v }
    };
    let value = |v: u128| scalar::read(ty.dtype, &v.to_le_bytes()[..ty.dtype.byte_size().max(1)]);
    let mask = if to < 128 { (1u128 << to) - 1 } else { u128::MAX };
    let data: Vec<Scalar> = if from == to {
        x.data.iter().map(|&s| value(bits(x.dtype(), s))).collect()
    } else if from > to {
        let n = from / to;
        x.data
            .iter()
            .flat_map(|&s| {
                let v = bits(x.dtype(), s);
                (0..n).map(move |i| (v >> (i * to)) & mask)
            })
            .map(value)
            .collect()
    } else {
        let n = (to / from) as usize;
        x.data
            .chunks_exact(n)
            .map(|c| value(c.iter().enumerate().fold(0u128, |v, (i, &s)| v | bits(x.dtype(), s) << (i as u32 * from))))
            .collect()
    };
    if data.len() != ty.num_elements() {
        return Err(InterpError::Malformed("stablehlo.bitcast_convert".into()));
    }
    Ok(Tensor::new(ty, data))
}
