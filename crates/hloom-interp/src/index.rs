//! Ops whose positions are known at run time.

use crate::InterpError;
use crate::eval::RegionCall;
use crate::tensor::{Tensor, for_each_index, in_bounds, linear, try_for_each_index};
use hloom_ir::attrs::{GatherDims, ScatterDims};
use hloom_ir::{Op, TensorType};
use hloom_num::scalar::{self, Scalar};

/// Start indices clamped so that a box of `sizes` fits into `dims`.
fn clamped_starts(starts: &[&Tensor], dims: &[i64], sizes: &[i64]) -> Vec<i64> {
    (0..dims.len())
        .map(|i| {
            let s = starts.get(i).and_then(|t| t.as_index()).unwrap_or(0);
            s.clamp(0, (dims[i] - sizes[i]).max(0))
        })
        .collect()
}

pub(crate) fn eval(op: &Op, operands: &[&Tensor], ty: TensorType) -> Result<Tensor, InterpError> {
    match op {
        Op::DynamicSlice { slice_sizes } => {
            let x = operands[0];
            let start = clamped_starts(&operands[1..], x.dims(), slice_sizes);
            Ok(Tensor::from_fn(ty, |ix| {
                let src: Vec<i64> = ix.iter().zip(&start).map(|(i, s)| i + s).collect();
                x.at(&src)
            }))
        }
        Op::TorchIndexSelect { dim, batch_dims } => {
            let (x, index, d, b) = (operands[0], operands[1], *dim as usize, *batch_dims as usize);
            let chosen = index.dims().len() - b;
            let last = (x.dims()[d] - 1).max(0);
            Ok(Tensor::from_fn(ty, |ix| {
                let which: Vec<i64> = ix[..b].iter().chain(&ix[d..d + chosen]).copied().collect();
                let at = index.at(&which).as_index().unwrap_or(0);
                let mut src = ix[..d].to_vec();
                src.push(at.clamp(0, last));
                src.extend(&ix[d + chosen..]);
                x.at(&src)
            }))
        }
        Op::DynamicUpdateSlice {} => {
            let (x, u) = (operands[0], operands[1]);
            let start = clamped_starts(&operands[2..], x.dims(), u.dims());
            let mut data = (*x.data).clone();
            for_each_index(u.dims(), |ix| {
                let dst: Vec<i64> = ix.iter().zip(&start).map(|(i, s)| i + s).collect();
                data[linear(x.dims(), &dst)] = u.at(ix);
            });
            Ok(Tensor::new(ty, data))
        }
        Op::Gather { dims, slice_sizes, .. } => Ok(gather(dims, slice_sizes, operands[0], operands[1], ty)),
        _ => Err(InterpError::unimplemented(op.name(), "")),
    }
}

/// The index vector at a batch position of `indices` (spec, `gather`): `index_vector_dim` equal to the rank means that
/// the indices are scalars.
fn index_vector(indices: &Tensor, batch: &[i64], index_vector_dim: usize) -> Vec<i64> {
    let rank = indices.dims().len();
    let n = if index_vector_dim == rank { 1 } else { indices.dims()[index_vector_dim] };
    (0..n)
        .map(|k| {
            let mut ix = batch.to_vec();
            if index_vector_dim < rank {
                ix.insert(index_vector_dim, k);
            }
            indices.at(&ix).as_index().unwrap_or(0)
        })
        .collect()
}

/// Position in a batch index (of the indices without the index vector dimension) of a dimension of the indices.
fn batch_position(dim: i64, index_vector_dim: i64) -> usize {
    (if dim < index_vector_dim { dim } else { dim - 1 }) as usize
}

/// What there is where nothing can be read from: the specification does not say, XLA gives zeros.
fn zeros(ty: TensorType) -> Tensor {
    let zero = scalar::read(ty.dtype, &[0; 16][..ty.dtype.byte_size()]);
    Tensor::from_fn(ty, |_| zero)
}

fn gather(d: &GatherDims, slice_sizes: &[i64], operand: &Tensor, indices: &Tensor, ty: TensorType) -> Tensor {
    if slice_sizes.contains(&0) || operand.data.is_empty() {
        return zeros(ty);
    }
    let rank = ty.dims.len();
    let batch_dims: Vec<usize> = (0..rank).filter(|i| !d.offset_dims.contains(&(*i as i64))).collect();
    let offset_operand_dims: Vec<usize> = (0..operand.dims().len())
        .filter(|i| !d.collapsed_slice_dims.contains(&(*i as i64)) && !d.operand_batching_dims.contains(&(*i as i64)))
        .collect();
    Tensor::from_fn(ty, |ix| {
        let batch: Vec<i64> = batch_dims.iter().map(|&b| ix[b]).collect();
        let start = index_vector(indices, &batch, d.index_vector_dim as usize);
        let mut src = vec![0i64; operand.dims().len()];
        for (k, &od) in d.start_index_map.iter().enumerate() {
            let od = od as usize;
            src[od] = start[k].clamp(0, (operand.dims()[od] - slice_sizes[od]).max(0));
        }
        for (k, &od) in d.operand_batching_dims.iter().enumerate() {
            src[od as usize] = batch[batch_position(d.start_indices_batching_dims[k], d.index_vector_dim)];
        }
        for (k, &od) in offset_operand_dims.iter().enumerate() {
            src[od] += ix[d.offset_dims[k] as usize];
        }
        operand.at(&src)
    })
}

pub(crate) fn scatter(
    d: &ScatterDims,
    operands: &[&Tensor],
    types: &[TensorType],
    call: &mut RegionCall<'_>,
) -> Result<Vec<Tensor>, InterpError> {
    let n = types.len();
    let (inputs, indices, updates) = (&operands[..n], operands[n], &operands[n + 1..]);
    let dims = inputs[0].dims().to_vec();
    let mut data: Vec<Vec<Scalar>> = inputs.iter().map(|t| (*t.data).clone()).collect();
    let update_rank = updates[0].dims().len();
    let scatter_dims: Vec<usize> = (0..update_rank).filter(|i| !d.update_window_dims.contains(&(*i as i64))).collect();
    let window_operand_dims: Vec<usize> = (0..dims.len())
        .filter(|i| !d.inserted_window_dims.contains(&(*i as i64)) && !d.input_batching_dims.contains(&(*i as i64)))
        .collect();
    // Window by window, in the order of the indices: the order is open, XLA's is this.
    let in_order: Vec<usize> =
        scatter_dims.iter().copied().chain(d.update_window_dims.iter().map(|&w| w as usize)).collect();
    let sizes: Vec<i64> = in_order.iter().map(|&i| updates[0].dims()[i]).collect();
    try_for_each_index(&sizes, |at| {
        let mut ix = vec![0; update_rank];
        in_order.iter().zip(at).for_each(|(&i, &x)| ix[i] = x);
        let batch: Vec<i64> = scatter_dims.iter().map(|&b| ix[b]).collect();
        let start = index_vector(indices, &batch, d.index_vector_dim as usize);
        let mut dst = vec![0i64; dims.len()];
        for (k, &od) in d.scatter_dims_to_operand_dims.iter().enumerate() {
            dst[od as usize] = start[k];
        }
        for (k, &od) in d.input_batching_dims.iter().enumerate() {
            dst[od as usize] = batch[batch_position(d.scatter_indices_batching_dims[k], d.index_vector_dim)];
        }
        for (k, &od) in window_operand_dims.iter().enumerate() {
            dst[od] = dst[od].saturating_add(ix[d.update_window_dims[k] as usize]);
        }
        if in_bounds(&dims, &dst) {
            let at = linear(&dims, &dst);
            let mut args: Vec<Scalar> = data.iter().map(|v| v[at]).collect();
            args.extend(updates.iter().map(|u| u.at(&ix)));
            for (v, new) in data.iter_mut().zip(call(0, &args)?) {
                v[at] = new;
            }
        }
        Ok::<(), InterpError>(())
    })?;
    Ok(types.iter().zip(data).map(|(t, v)| Tensor::new(t.clone(), v)).collect())
}
