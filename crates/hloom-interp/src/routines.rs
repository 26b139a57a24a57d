//! Custom calls and ops whose meaning is a routine of `hloom_linalg`.

use crate::InterpError;
use crate::tensor::Tensor;
use hloom_ir::attrs::RngDistribution;
use hloom_ir::{Graph, Op, OpData, TensorType};
use hloom_linalg::{Operand, Output, Routine, Serial, with_results};
use std::cell::Cell;

/// The routine of an op; `None` if it is none of a routine.
pub(crate) fn find(g: &Graph, op: &OpData) -> Result<Option<Routine>, InterpError> {
    match &op.op {
        Op::Rng { distribution } => Ok(Some(Routine::Rng { normal: *distribution == RngDistribution::Normal })),
        Op::CustomCall { call_target_name: target, .. } => {
            let refuse = |e: &str| InterpError::unimplemented("stablehlo.custom_call", format!(" @{target}: {e}"));
            match Routine::of_custom_call(target, &|key| op.backend_config_int(key)) {
                Some(_) if target.starts_with("lapack_") && !op.matrices_are_column_major(g) => {
                    Err(refuse("other than column-major matrices"))
                }
                Some(r) => r.map(Some).map_err(|e| refuse(&e)),
                None => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

/// Runs a routine.
pub(crate) fn run(
    name: &str,
    routine: &Routine,
    operands: &[&Tensor],
    types: &[TensorType],
    draws: &Cell<u64>,
) -> Result<Vec<Tensor>, InterpError> {
    let bytes: Vec<Vec<u8>> = operands.iter().map(|t| t.to_bytes()).collect();
    let inputs: Vec<Operand<'_>> =
        operands.iter().zip(&bytes).map(|(t, b)| Operand { dtype: t.dtype(), dims: t.dims(), bytes: b }).collect();
    let results = with_results(types.iter().map(|t| (t.dtype, &t.dims[..])), |results: &mut [Output<'_>]| {
        routine.run(&inputs, results, &Serial, draws)
    })
    .map_err(|e| InterpError::Arguments(format!("{name}: {e}")))?;
    types
        .iter()
        .zip(&results)
        .map(|(t, b)| Tensor::from_bytes(t.clone(), b).ok_or_else(|| InterpError::Malformed(name.into())))
        .collect()
}
