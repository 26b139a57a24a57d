//! Ops that no kernel computes: calls of routines, of functions that the host provides, and between processes.

use hloom_exe::collective::{self, Collective, Exchange};
use hloom_exe::foreign::{ForeignAttr, ForeignCall, Slot, type_number};
use hloom_exe::{HostCall, TensorSig};
use hloom_ir::attrs::{FftType, Flag, RngDistribution, TransposeKind};
use hloom_ir::{Attr, EXCHANGE_SOURCE, Graph, Op, OpData, Processes, Region, TensorType, Value};
use hloom_linalg::{FftKind, Operand, Output, Routine, Serial, Trans};
use hloom_num::DType;
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
            match routine.map_err(|e| format!("custom call @{target}: {e}"))? {
                // JAX asks for vectors, and for `eigvalsh` drops them.
                Routine::Syevd { lower, vectors } => {
                    Routine::Syevd { lower, vectors: vectors && op.results.first().is_some_and(|&v| is_read(g, v)) }
                }
                other => other,
            }
        }
        other => return Err(format!("{} is not implemented", other.name())),
    };
    let (wanted, given) = (num_operands(&routine), op.operands.len());
    if given != wanted {
        return Err(format!("{} with {given} operands, {wanted} expected", op.op.name()));
    }
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

/// True if something reads a value.
fn is_read(g: &Graph, v: Value) -> bool {
    let mut regions = (0..g.num_regions()).map(|r| g.region(Region(r as u32)));
    regions.any(|r| r.results.contains(&v) || r.ops.iter().any(|&o| g.op(o).operands.contains(&v)))
}

/// Operands of a routine's call; what calls state is not verified before.
fn num_operands(routine: &Routine) -> usize {
    match routine {
        Routine::TriangularSolve { .. } | Routine::Geqp3 | Routine::Orgqr => 2,
        Routine::Ormqr { .. } | Routine::Rng { .. } => 3,
        Routine::Gtsv => 4,
        _ => 1,
    }
}

/// What the executable says of a custom call of the typed interface, whose function the host has.
pub(crate) fn foreign(g: &Graph, op: &OpData) -> Result<HostCall, String> {
    let Op::CustomCall { call_target_name: name, api_version, .. } = &op.op else {
        return Err(format!("{} is no custom call", op.op.name()));
    };
    // JAX also writes typed calls as version 1 with a dictionary beside an empty configuration.
    let typed = matches!(api_version.as_deref(), Some(Attr::Int(4, _)));
    if !typed && !op.backend_configs().any(|config| matches!(config, Attr::Dict(_))) {
        return Err(format!("custom call @{name} of another api_version than 4 (typed)"));
    }
    let refuse = |e: String| format!("custom call @{name}: {e}");
    let (operands, results) = op.layouts(g).ok_or_else(|| refuse("layouts that are no lists of dimensions".into()))?;
    let slots = |values: &[Value], layouts: Vec<Vec<u32>>| {
        let slot = |(&v, order)| if g.ty(v).as_tensor().is_some() { Slot::Tensor(order) } else { Slot::Token };
        values.iter().zip(layouts).map(slot).collect()
    };
    let call = ForeignCall {
        attrs: attributes(op).map_err(refuse)?,
        operands: slots(&op.operands, operands),
        results: slots(&op.results, results),
        aliases: op.output_aliases().map_err(refuse)?,
        place: None,
    };
    Ok(HostCall {
        name: name.to_string(),
        config: call.to_config(),
        operands: signatures(g, &op.operands),
        results: signatures(g, &op.results),
    })
}

/// What the executable says of an op between processes, of a program for this grid, as the optimiser leaves them.
pub(crate) fn collective(g: &Graph, op: &OpData, grid: Processes) -> Result<HostCall, String> {
    let no = || format!("{} in this form is not implemented", op.op.name());
    let (exchange, groups) = match &op.op {
        Op::ReplicaId {} => (Exchange::Replica, Vec::new()),
        Op::PartitionId {} => (Exchange::Partition, Vec::new()),
        other => {
            let exchange = match other {
                Op::AllGather { all_gather_dim: 0, .. } => Exchange::Gather,
                Op::AllToAll { split_dimension: 0, concat_dimension: 0, .. } => Exchange::Transpose,
                Op::CollectiveBroadcast { has_dynamic_root: Flag(true), .. } => Exchange::BroadcastFrom,
                Op::CollectiveBroadcast { .. } => Exchange::Broadcast,
                Op::CollectivePermute { .. } => Exchange::Permute,
                _ => return Err(no()),
            };
            // The optimiser has replaced meshes by lists.
            (exchange, other.processes(grid, &|_| None).ok_or_else(no)??)
        }
    };
    let source = op.extra.iter().flat_map(|e| e.iter()).find(|(name, _)| &**name == EXCHANGE_SOURCE);
    let name = match source {
        Some((_, Attr::String(name))) => name,
        _ => op.op.name(),
    };
    let number = |n: usize| n as u32;
    let call = Collective {
        exchange,
        op: name.to_owned(),
        place: None,
        channel: op.op.channel(),
        replicas: number(grid.replicas),
        partitions: number(grid.partitions),
        groups: groups.into_iter().map(|g| g.into_iter().map(number).collect()).collect(),
    };
    Ok(HostCall {
        name: collective::NAME.into(),
        config: call.to_config(),
        operands: signatures(g, &op.operands),
        results: signatures(g, &op.results),
    })
}

/// Types of the tensors among `values`; tokens are left out.
fn signatures(g: &Graph, values: &[Value]) -> Vec<TensorSig> {
    let sig = |t: &TensorType| TensorSig { dtype: t.dtype, dims: t.dims.to_vec() };
    values.iter().filter_map(|&v| g.ty(v).as_tensor().map(sig)).collect()
}

/// The call's configuration.
fn attributes(op: &OpData) -> Result<Vec<(String, ForeignAttr)>, String> {
    let mut all = Vec::new();
    for dict in op.backend_configs() {
        if let Attr::Dict(pairs) = dict {
            all.extend(dictionary(pairs)?);
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(all)
}

fn dictionary(pairs: &[(hloom_ir::Str, Attr)]) -> Result<Vec<(String, ForeignAttr)>, String> {
    pairs
        .iter()
        .map(|(key, value)| {
            let value =
                attribute(value).ok_or_else(|| format!("attribute {key} has a type that handlers do not know"))?;
            Ok((key.to_string(), value))
        })
        .collect()
}

fn attribute(attr: &Attr) -> Option<ForeignAttr> {
    use hloom_ir::SynType::{RankedTensor, Scalar};
    Some(match attr {
        Attr::Bool(b) => ForeignAttr::Scalar(type_number(DType::Bool)?, vec![(*b).into()]),
        Attr::Int(v, Scalar(t)) => {
            ForeignAttr::Scalar(type_number(*t)?, v.to_le_bytes().get(..t.byte_size())?.to_vec())
        }
        Attr::Float(bits, Scalar(t)) => ForeignAttr::Scalar(type_number(*t)?, float(*bits, *t)?),
        Attr::String(text) => ForeignAttr::Text(hloom_ir::str_to_bytes(text).to_vec()),
        Attr::Dict(pairs) => ForeignAttr::Dict(dictionary(pairs).ok()?),
        Attr::Dense(d) => match &d.ty {
            RankedTensor(t) => {
                let Scalar(element) = t.elem else { return None };
                let n = t.dims.iter().try_fold(1usize, |n, d| n.checked_mul(usize::try_from((*d)?).ok()?))?;
                let bytes = if d.splat { d.data.repeat(n) } else { d.data.to_vec() };
                ForeignAttr::Array(type_number(element)?, bytes)
            }
            _ => return None,
        },
        Attr::DenseArray(t, values) => {
            let element = |v: &i64| {
                if t.is_float() { float(*v as u64, *t) } else { Some(v.to_le_bytes().get(..t.byte_size())?.to_vec()) }
            };
            let bytes: Option<Vec<Vec<u8>>> = values.iter().map(element).collect();
            ForeignAttr::Array(type_number(*t)?, bytes?.concat())
        }
        _ => return None,
    })
}

/// Bytes of a number whose value is given as the bits of an `f64`.
fn float(bits: u64, dtype: DType) -> Option<Vec<u8>> {
    let value = f64::from_bits(bits);
    match dtype {
        DType::F64 => Some(value.to_le_bytes().to_vec()),
        DType::F32 => Some((value as f32).to_le_bytes().to_vec()),
        _ => None,
    }
}

/// What the executable says of a call of a routine.
pub(crate) fn call(routine: &Routine, g: &Graph, op: &OpData) -> HostCall {
    let (name, numbers) = routine.encode();
    HostCall {
        name,
        config: numbers.iter().flat_map(|n| n.to_le_bytes()).collect(),
        operands: signatures(g, &op.operands),
        results: signatures(g, &op.results),
    }
}

/// Runs a call of a routine: the bytes of its results.
pub(crate) fn run(call: &HostCall, operands: &[&[u8]], draws: &Cell<u64>) -> Result<Vec<Vec<u8>>, String> {
    if call.name == collective::NAME {
        return Err("plans of several processes are not evaluated".into());
    }
    let routine = Routine::from_config(&call.name, &call.config)
        .ok_or_else(|| format!("host function {} is not known here", call.name))?;
    let operands: Vec<Operand<'_>> =
        call.operands.iter().zip(operands).map(|(t, bytes)| Operand { dtype: t.dtype, dims: &t.dims, bytes }).collect();
    hloom_linalg::with_results(call.results.iter().map(|t| (t.dtype, &t.dims[..])), |results: &mut [Output<'_>]| {
        routine.run(&operands, results, &Serial, draws)
    })
}
