//! Ops that no kernel computes: calls of routines.

use hloom_exe::{HostCall, TensorSig};
use hloom_ir::attrs::{FftType, RngDistribution, TransposeKind};
use hloom_ir::{Graph, Op, OpData, TensorType};
use hloom_linalg::{FftKind, Operand, Output, Routine, Serial, Trans};
use std::cell::Cell;

/// The routine that computes an op.
pub(crate) fn routine(g: &Graph, op: &OpData) -> Result<Routine, String> {
    let tensors = op.operands.iter().chain(&op.results).all(|&v| g.ty(v).as_tensor().is_some());
    if !tensors {
        return Err(format!("{} of tokens", op.op.name()));
    }
    let routine = match &op.op {
        Op::Cholesky { lower } => Routine::Cholesky { lower: *lower },
        Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } => Routine::TriangularSolve {
            left: *left_side,
            lower: *lower,
            unit: *unit_diagonal,
            trans: match transpose_a {
                TransposeKind::NoTranspose => Trans::No,
                TransposeKind::Transpose => Trans::Transpose,
                TransposeKind::Adjoint => Trans::Adjoint,
            },
        },
        Op::Fft { fft_type, fft_length } => {
            let kind = match fft_type {
                FftType::Fft => FftKind::Forward,
                FftType::Ifft => FftKind::Inverse,
                FftType::Rfft => FftKind::RealForward,
                FftType::Irfft => FftKind::RealInverse,
            };
            Routine::Fft(kind, fft_length.iter().map(|&n| n as usize).collect())
        }
        Op::Rng { distribution } => Routine::Rng { normal: *distribution == RngDistribution::Normal },
        Op::CustomCall { call_target_name: target, .. } => {
            let found = Routine::of_custom_call(target, &|key| op.backend_config_int(key));
            let routine = found.ok_or_else(|| format!("custom call @{target} is not implemented"))?;
            if target.starts_with("lapack_") && !op.matrices_are_column_major(g) {
                return Err(format!("custom call @{target} with other than column-major matrices"));
            }
            routine.map_err(|e| format!("custom call @{target}: {e}"))?
        }
        other => return Err(format!("{} is not implemented", other.name())),
    };
    if !matches!(routine, Routine::Rng { .. }) {
        let t = g.tensor(op.operands[0]);
        let part = t.dtype.real_part();
        let narrow = matches!(routine, Routine::Cholesky { .. } | Routine::TriangularSolve { .. });
        let fits = part.is_float() && (part.bits() >= 32 || narrow && part.bits() == 16);
        if !fits {
            return Err(format!("{} of {} is not implemented", op.op.name(), t.dtype));
        }
    }
    Ok(routine)
}

/// What the executable says of a call.
pub(crate) fn call(routine: &Routine, g: &Graph, op: &OpData) -> HostCall {
    let sig = |t: &TensorType| TensorSig { dtype: t.dtype, dims: t.dims.to_vec() };
    let (name, numbers) = routine.encode();
    HostCall {
        name,
        config: numbers.iter().flat_map(|n| n.to_le_bytes()).collect(),
        operands: op.operands.iter().map(|&v| sig(g.tensor(v))).collect(),
        results: op.results.iter().map(|&v| sig(g.tensor(v))).collect(),
    }
}

/// Runs a call of a routine: the bytes of its results.
pub(crate) fn run(call: &HostCall, operands: &[&[u8]], draws: &Cell<u64>) -> Result<Vec<Vec<u8>>, String> {
    let routine = Routine::from_config(&call.name, &call.config)
        .ok_or_else(|| format!("host function {} is not known here", call.name))?;
    let operands: Vec<Operand<'_>> =
        call.operands.iter().zip(operands).map(|(t, bytes)| Operand { dtype: t.dtype, dims: &t.dims, bytes }).collect();
    hloom_linalg::with_results(call.results.iter().map(|t| (t.dtype, &t.dims[..])), |results: &mut [Output<'_>]| {
        routine.run(&operands, results, &Serial, draws)
    })
}
