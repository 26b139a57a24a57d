//! Ops that an older version of StableHLO lacks become ops that it has.

use crate::expr::{Ex, Writer};
use crate::{Pass, PassOption, PassOptions, Rewrite, Rewriter, Values, rewrite_module};
use hloom_ir::attrs::{GatherDims, I64s, ScatterDims};
use hloom_ir::{Diagnostics, Dims, Loc, Module, Op, OpData, Region, Severity, TensorType, Type, Value};
use hloom_num::{DType, UnaryOp};

const TARGET: PassOption =
    PassOption { name: "target", default: "", help: "version that has to do, X.Y.Z, WEEK_4, WEEK_12 or MAX" };

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-compatibility-expander",
    summary: "Writes what versions after the target brought (tan, batching dimensions) by what the target has",
    options: &[TARGET],
    run,
};

type Version = (u32, u32, u32);

struct Older(Version);

/// `X.Y.Z`, or a name of a promise of compatibility.
fn version(text: &str) -> Option<Version> {
    match text {
        "WEEK_4" => return Some((1, 18, 0)),
        "WEEK_12" => return Some((1, 16, 2)),
        "MAX" => return Some((0, 9, 0)),
        _ => {}
    }
    let mut parts = text.split('.').map(|p| p.parse().ok());
    let version = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(version)
}

impl Rewrite for Older {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        match &op.op {
            Op::Unary(UnaryOp::Tan) if self.0 < (1, 4, 0) => {
                let t = r.src.tensor(op.operands[0]).clone();
                let x = Ex::value(operands[0], t.dtype);
                let v = Writer::new(r, operands[0]).write(&(x.sin() / x.cos()));
                Ok(Some(Values::from_slice(&[v])))
            }
            Op::Gather { dims, slice_sizes, .. } if self.0 < (1, 1, 0) && !dims.operand_batching_dims.is_empty() => {
                let batch = Batch {
                    operand_dims: &dims.operand_batching_dims,
                    index_dims: &dims.start_indices_batching_dims,
                    vector_dim: dims.index_vector_dim,
                    sizes: r.src.tensor(op.operands[0]).dims.clone(),
                };
                let (indices, vector_dim) = batch.indices(r, operands[1])?;
                let dims = GatherDims {
                    collapsed_slice_dims: joined_sorted(&dims.collapsed_slice_dims, &dims.operand_batching_dims),
                    start_index_map: joined(&dims.operand_batching_dims, &dims.start_index_map),
                    operand_batching_dims: I64s::new(),
                    start_indices_batching_dims: I64s::new(),
                    index_vector_dim: vector_dim,
                    offset_dims: dims.offset_dims.clone(),
                };
                // The iota columns need not be sorted where the others were.
                let new =
                    Op::Gather { dims: Box::new(dims), slice_sizes: slice_sizes.clone(), indices_are_sorted: false };
                let types = r.result_types(op);
                Ok(Some(r.emit_with(new, &[operands[0], indices], &[], types, op.extra.as_deref())))
            }
            Op::Scatter { dims, unique_indices, .. } if self.0 < (1, 1, 0) && !dims.input_batching_dims.is_empty() => {
                let at = op.operands.len() / 2;
                let batch = Batch {
                    operand_dims: &dims.input_batching_dims,
                    index_dims: &dims.scatter_indices_batching_dims,
                    vector_dim: dims.index_vector_dim,
                    sizes: r.src.tensor(op.operands[0]).dims.clone(),
                };
                let (indices, vector_dim) = batch.indices(r, operands[at])?;
                let dims = ScatterDims {
                    inserted_window_dims: joined_sorted(&dims.inserted_window_dims, &dims.input_batching_dims),
                    scatter_dims_to_operand_dims: joined(&dims.input_batching_dims, &dims.scatter_dims_to_operand_dims),
                    input_batching_dims: I64s::new(),
                    scatter_indices_batching_dims: I64s::new(),
                    index_vector_dim: vector_dim,
                    update_window_dims: dims.update_window_dims.clone(),
                };
                let new =
                    Op::Scatter { dims: Box::new(dims), indices_are_sorted: false, unique_indices: *unique_indices };
                let mut args = operands.to_vec();
                args[at] = indices;
                let types = r.result_types(op);
                Ok(Some(r.emit_with(new, &args, regions, types, op.extra.as_deref())))
            }
            _ => Ok(None),
        }
    }
}

fn joined(a: &[i64], b: &[i64]) -> I64s {
    a.iter().chain(b).copied().collect()
}

fn joined_sorted(a: &[i64], b: &[i64]) -> I64s {
    let mut all = joined(a, b);
    all.sort_unstable();
    all
}

/// Batching dimensions of a gather or scatter.
struct Batch<'a> {
    operand_dims: &'a [i64],
    index_dims: &'a [i64],
    vector_dim: i64,
    /// Of the operand.
    sizes: Dims,
}

impl Batch<'_> {
    /// The indices with a column for each batching dimension in front, and where the columns lie.
    fn indices(&self, r: &mut Rewriter<'_>, indices: Value) -> Result<(Value, i64), Diagnostics> {
        let Some(t) = r.graph.ty(indices).as_tensor().filter(|t| t.is_static()).cloned() else {
            return Err(r.unimplemented("dynamic-shape", "batching dimensions of indices of a dynamic shape"));
        };
        let vector = self.vector_dim as usize;
        // The element type must hold every position of the batch.
        let most = self.operand_dims.iter().map(|&d| self.sizes[d as usize]).max().unwrap_or(0);
        let bits = t.dtype.bits() - u32::from(t.dtype.is_signed_int());
        let dtype = if bits < 63 && most > 1i64 << bits { DType::I64 } else { t.dtype };
        let mut dims = t.dims.clone();
        if vector == t.rank() {
            dims.push(1);
        }
        let mut b = r.builder();
        let mut own = if dtype == t.dtype { indices } else { b.convert(dtype, indices) };
        if vector == t.rank() {
            own = b.reshape(own, &dims);
        }
        let mut column = dims.clone();
        column[vector] = 1;
        let mut columns: Vec<Value> = Vec::new();
        for &d in self.index_dims {
            // Dimensions of the indices count the vector dimension.
            columns.push(b.iota(dtype, &column, d));
        }
        columns.push(own);
        dims[vector] += self.index_dims.len() as i64;
        let all = Type::Tensor(TensorType::new(dtype, &dims));
        Ok((r.emit(Op::Concatenate { dimension: vector as i64 }, &columns, [all])[0], vector as i64))
    }
}

fn run(module: Module, options: &PassOptions) -> Result<Module, Diagnostics> {
    let text = options.text(&TARGET);
    let Some(version) = version(text) else {
        let message = format!("option 'target': '{text}' is no version X.Y.Z");
        return Err(Diagnostics::one(Severity::Error, "pass-option", message, Loc::UNKNOWN));
    };
    rewrite_module(module, &mut Older(version))
}
