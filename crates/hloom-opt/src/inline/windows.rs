//! Scatter as XLA means it: an update window that does not lie in the operand as a whole is dropped as a whole.
//!
//! StableHLO's specification drops single elements. JAX counts on XLA's way: its derivatives of `scatter` gather whole
//! windows. Here the indices of windows that leave the operand become such that no element lies in it.

use crate::builder::Builder;
use hloom_ir::Value;
use hloom_ir::attrs::ScatterDims;
use hloom_num::{BinaryOp, CompareDirection, DType, Literal};

/// The indices of a scatter that drops whole windows; `None` where a window lies in the operand as a whole or not at all.
pub(super) fn whole(
    b: &mut Builder<'_, '_>,
    dims: &ScatterDims,
    operand: &[i64],
    indices: Value,
    update: &[i64],
) -> Option<Value> {
    let gone = |d: i64| dims.inserted_window_dims.contains(&d) || dims.input_batching_dims.contains(&d);
    let mut windows = vec![1; operand.len()];
    let kept = (0..operand.len()).filter(|&d| !gone(d as i64));
    for (d, &u) in kept.zip(&dims.update_window_dims) {
        windows[d] = update[u as usize];
    }
    let indexed: Vec<usize> = dims.scatter_dims_to_operand_dims.iter().map(|&d| d as usize).collect();
    if indexed.iter().all(|&d| windows[d] <= 1) {
        return None;
    }
    let shape = b.dims(indices).to_vec();
    let along = dims.index_vector_dim;
    let x = b.convert(indices, DType::I64);
    // A number for each component of an index, or one for all where an index is a scalar.
    let mut row = |of: &dyn Fn(usize) -> i64| -> Option<Value> {
        let values: Vec<u8> = indexed.iter().flat_map(|&d| of(d).to_le_bytes()).collect();
        let dims: &[i64] = if along as usize == shape.len() { &[] } else { &[indexed.len() as i64] };
        let row = b.constant(Literal::new(DType::I64, dims, values).ok()?);
        Some(b.broadcast(row, &shape, if dims.is_empty() { &[] } else { std::slice::from_ref(&along) }))
    };
    let (low, high) = (row(&|_| 0)?, row(&|d| operand[d] - windows[d])?);
    let outside = row(&|d| operand[d])?;
    let not_below = b.compare(CompareDirection::Ge, None, x, low);
    let not_above = b.compare(CompareDirection::Le, None, x, high);
    let mut fits = b.binary(BinaryOp::And, not_below, not_above);
    if (along as usize) < shape.len() {
        // All components of an index have to fit.
        let mut one = shape.clone();
        one[along as usize] = 1;
        let rest: Vec<i64> = (0..shape.len() as i64).filter(|&d| d != along).collect();
        let start = |k: i64| (0..shape.len() as i64).map(|d| if d == along { k } else { 0 }).collect();
        let limit =
            |k: i64| (0..shape.len() as i64).map(|d| if d == along { k + 1 } else { shape[d as usize] }).collect();
        let steps: hloom_ir::attrs::I64s = shape.iter().map(|_| 1).collect();
        let parts: Vec<Value> =
            (0..shape[along as usize]).map(|k| b.slice(fits, start(k), limit(k), steps.clone())).collect();
        let all = parts.into_iter().reduce(|p, q| b.binary(BinaryOp::And, p, q))?;
        let kept: Vec<i64> = rest.iter().map(|&d| shape[d as usize]).collect();
        let all = b.reshape(all, &kept);
        fits = b.broadcast(all, &shape, &rest);
    }
    Some(b.select(fits, x, outside))
}
