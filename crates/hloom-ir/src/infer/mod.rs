//! Result types, and the constraints of the spec that operands, attributes and region results alone decide.
//!
//! [`infer`] first checks, then computes. The code of an error is the spec's constraint id (`transpose_c2`) or, for an
//! operand of a type that the spec's table of inputs excludes, the input's label (`abs_i1`). CHLO has no such ids; its
//! ops count theirs the same way.
//!
//! Sizes below zero are dynamic: they are compatible with every size, and a size computed from one is dynamic. A
//! result whose type the spec does not infer (`reshape`, `convert`, …) must be stated; it is checked and returned.
//!
//! Absences
//! * No look at region parameters and callees: [`crate::verify`] does that.
//! * Mixed element types in `dot_general` and the result of `convolution` are accepted within one sort of number (8-bit floats of two
//!   kinds, narrow integers with a wide result), as producers emit them though the spec's text excludes them.

mod chlo;
mod collective;
mod contract;
mod control;
mod custom;
mod dynamic;
mod elementwise;
mod index;
mod linalg;
mod movement;
mod quantized;
mod shapes;
mod window;

pub use custom::{CUSTOM_SHAPE_OPERANDS, custom_form, is_approx_top_k, is_shape_assertion, reduction_dimension};
pub use dynamic::{KnownInts, refine, static_form};

use crate::{Arity, Dims, Op, TensorType, Type};
use hloom_num::{DType, DTypeKind};

/// Why an op has no result types.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}: {message}")]
pub struct InferError {
    /// Constraint id.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

type Inferred = Result<Vec<Type>, InferError>;

/// Returns an [`InferError`] with the op's constraint id `$code` unless `$cond` holds.
macro_rules! ensure {
    ($a:expr, $code:expr, $cond:expr, $($message:tt)+) => {
        if !$cond { return Err($a.fail($code, format!($($message)+))); }
    };
}
use ensure;

/// Result types of `op`.
///
/// `region_result_types` holds what each region returns. `stated` are the result types that the program states; ops
/// whose result types are not inferred need them.
///
/// # Errors
/// The first constraint that does not hold.
pub fn infer(op: &Op, operand_types: &[&Type], region_result_types: &[Vec<Type>], stated: Option<&[Type]>) -> Inferred {
    let info = op.info();
    let a = Args { name: short_name(op), types: operand_types, regions: region_result_types, stated };
    let arity_holds = match info.arity {
        Arity::Exact(n) => operand_types.len() == n,
        Arity::AtLeast(n) => operand_types.len() >= n,
    };
    if !arity_holds {
        return Err(InferError {
            code: "operand-count".into(),
            message: format!("{} has {} operands; it takes {:?}", info.name, operand_types.len(), info.arity),
        });
    }
    if info.regions != ANY_REGIONS && region_result_types.len() != info.regions {
        return Err(InferError {
            code: "region-count".into(),
            message: format!("{} has {} regions; it takes {}", info.name, region_result_types.len(), info.regions),
        });
    }
    if quantized::concerns(&a) {
        return quantized::infer(op, &a);
    }
    let types = dispatch(op, &a)?;
    if let Op::Convolution { .. } | Op::DynamicConv { .. } = op {
        // Quantized operands may differ in what they express.
        let (x, k) = (a.tensor(0)?, a.tensor(1)?);
        ensure!(a, "c27", x.dtype == k.dtype, "lhs of type {x}, rhs of type {k}");
    }
    Ok(types)
}

/// Name without the dialect: the stem of constraint ids.
fn short_name(op: &Op) -> &'static str {
    let name = op.name();
    name.split_once('.').map_or(name, |(_, n)| n)
}

/// `regions` of an [`crate::OpInfo`] that allows any number.
pub(crate) const ANY_REGIONS: usize = 0xffff_ffff;

fn dispatch(op: &Op, a: &Args<'_>) -> Inferred {
    match op {
        Op::Unary(u) => elementwise::unary(a, *u),
        Op::Binary(b) => elementwise::binary(a, *b),
        Op::Broadcasting { op: b, broadcast_dimensions } => chlo::binary(a, op, *b, broadcast_dimensions.as_ref()),
        Op::BroadcastCompare { broadcast_dimensions, .. } => chlo::compare(a, op, broadcast_dimensions.as_ref()),
        Op::BroadcastSelect {} => chlo::select(a, op),
        Op::ConstantLike { value } => chlo::constant_like(a, value),
        Op::Compare { compare_type, .. } => elementwise::compare(a, *compare_type),
        Op::Select {} => elementwise::select(a),
        Op::Clamp {} => elementwise::clamp(a),
        Op::Fma {} => elementwise::fma(a),
        Op::Convert {} => elementwise::convert(a),
        Op::UniformQuantize {} | Op::UniformDequantize {} => quantized::convert_plain(op, a),
        Op::ReducePrecision { exponent_bits, mantissa_bits } => {
            elementwise::reduce_precision(a, *exponent_bits, *mantissa_bits)
        }
        Op::Map { dimensions } => elementwise::map(a, dimensions),

        Op::Constant { value } => Ok(vec![Type::tensor(value.dtype(), value.shape())]),
        Op::Iota { iota_dimension } => {
            movement::static_result(a, false)?;
            movement::iota(a, *iota_dimension)
        }
        Op::PartitionId {} | Op::ReplicaId {} => Ok(vec![Type::tensor(DType::U32, &[])]),

        Op::BitcastConvert {} => movement::bitcast_convert(a),
        Op::BroadcastInDim { broadcast_dimensions } => {
            movement::static_result(a, true)?;
            movement::broadcast_in_dim(a, broadcast_dimensions)
        }
        Op::Reshape {} => {
            movement::static_result(a, true)?;
            movement::reshape(a)
        }
        Op::Transpose { permutation } => movement::transpose(a, permutation),
        Op::Slice { start_indices, limit_indices, strides } => {
            movement::slice(a, start_indices, limit_indices, strides)
        }
        Op::Concatenate { dimension } => movement::concatenate(a, *dimension),
        Op::Pad { edge_padding_low, edge_padding_high, interior_padding } => {
            movement::pad(a, edge_padding_low, edge_padding_high, interior_padding)
        }
        Op::Reverse { dimensions } => movement::reverse(a, dimensions),
        Op::GetDimensionSize { dimension } => movement::get_dimension_size(a, *dimension),

        Op::DynamicBroadcastInDim {
            broadcast_dimensions,
            known_expanding_dimensions,
            known_nonexpanding_dimensions,
        } => dynamic::broadcast_in_dim(
            a,
            broadcast_dimensions,
            known_expanding_dimensions,
            known_nonexpanding_dimensions,
        ),
        Op::DynamicIota { iota_dimension } => dynamic::iota(a, *iota_dimension),
        Op::DynamicReshape {} => dynamic::reshape(a),
        Op::RealDynamicSlice {} => dynamic::slice(a),
        Op::DynamicPad {} => dynamic::pad(a),
        Op::DynamicConv { .. } => dynamic::conv(a, op),
        Op::DynamicGather { dims, .. } => dynamic::gather(a, dims),
        Op::SetDimensionSize { dimension } => dynamic::set_dimension_size(a, *dimension),

        Op::DynamicSlice { slice_sizes } => index::dynamic_slice(a, slice_sizes),
        Op::DynamicUpdateSlice {} => index::dynamic_update_slice(a),
        Op::Gather { dims, slice_sizes, .. } => index::gather(a, dims, slice_sizes, false),
        Op::Scatter { dims, .. } => index::scatter(a, dims),

        Op::Reduce { dimensions } => control::reduce(a, dimensions),
        Op::DotGeneral { dims, precision, algorithm } => contract::dot_general(a, dims, precision, algorithm.as_ref()),
        Op::Dot { precision } => contract::dot(a, precision),
        Op::Einsum { einsum_config } | Op::UnaryEinsum { einsum_config } => contract::einsum(a, einsum_config),
        Op::RaggedDot { dims, precision } => contract::ragged_dot(a, dims, precision),
        Op::Broadcast { broadcast_sizes } => movement::broadcast(a, broadcast_sizes),
        Op::TorchIndexSelect { dim, batch_dims } => index::torch_index_select(a, *dim, *batch_dims),
        Op::Scan { dimension, operand_segments, result_segments, .. } => {
            control::scan(a, *dimension, *operand_segments, *result_segments)
        }
        Op::Convolution { .. } => window::convolution(a, op),
        Op::ReduceWindow { window_dimensions, window_strides, base_dilations, window_dilations, padding } => {
            window::reduce_window(a, window_dimensions, window_strides, base_dilations, window_dilations, padding)
        }
        Op::SelectAndScatter { window_dimensions, window_strides, padding } => {
            window::select_and_scatter(a, window_dimensions, window_strides, padding)
        }
        Op::Sort { dimension, .. } => control::sort(a, *dimension),
        Op::TopK { k } => control::top_k(a, *k),

        Op::Case {} => control::case(a),
        Op::If {} => control::if_(a),
        Op::While {} => control::while_(a),
        Op::Call { .. } | Op::Composite { .. } | Op::CustomCall { .. } => Ok(a.stated()?.to_vec()),
        Op::OptimizationBarrier {} => Ok(a.types.iter().map(|&t| t.clone()).collect()),
        Op::Tuple {} => Ok(vec![Type::Tuple(a.types.iter().map(|&t| t.clone()).collect())]),
        Op::GetTupleElement { index } => control::get_tuple_element(a, *index),
        Op::AfterAll {} => control::after_all(a),
        Op::CreateToken {} => Ok(vec![Type::Token]),
        Op::AsyncStart {} => collective::async_start(a),
        Op::AsyncDone {} => collective::async_done(a),

        Op::AllGather { all_gather_dim, replica_groups, channel, use_global_device_ids } => {
            collective::all_gather(a, *all_gather_dim, replica_groups, *channel, use_global_device_ids.0)
        }
        Op::AllReduce { replica_groups, channel, use_global_device_ids } => {
            collective::all_reduce(a, replica_groups, *channel, use_global_device_ids.0)
        }
        Op::AllToAll { split_dimension, concat_dimension, split_count, replica_groups, .. } => {
            collective::all_to_all(a, *split_dimension, *concat_dimension, *split_count, replica_groups)
        }
        Op::CollectiveBroadcast { replica_groups, has_dynamic_root, .. } => {
            collective::collective_broadcast(a, replica_groups, has_dynamic_root.0)
        }
        Op::CollectivePermute { source_target_pairs, .. } => collective::collective_permute(a, source_target_pairs),
        Op::CollectiveReduce { replica_groups, channel, use_global_device_ids, has_dynamic_root } => {
            collective::collective_reduce(a, replica_groups, *channel, use_global_device_ids.0, has_dynamic_root.0)
        }
        Op::CrossReplicaSum { replica_groups } => collective::cross_replica_sum(a, replica_groups),
        Op::ReduceScatter { scatter_dimension, replica_groups, channel, use_global_device_ids } => {
            collective::reduce_scatter(a, *scatter_dimension, replica_groups, *channel, use_global_device_ids.0)
        }
        Op::Send { channel, is_host_transfer, source_target_pairs } => {
            collective::send(a, *channel, is_host_transfer.unwrap_or(false), source_target_pairs.as_ref())
        }
        Op::Recv { channel, is_host_transfer, source_target_pairs } => {
            collective::recv(a, *channel, is_host_transfer.unwrap_or(false), source_target_pairs.as_ref())
        }
        Op::Infeed { layout, .. } => collective::infeed(a, layout.as_ref()),
        Op::Outfeed { .. } => collective::outfeed(a),

        Op::RngBitGenerator { algorithm } => control::rng_bit_generator(a, *algorithm),
        Op::Rng { distribution } => control::rng(a, *distribution),

        Op::Cholesky { .. } => linalg::cholesky(a),
        Op::TriangularSolve { left_side, .. } => linalg::triangular_solve(a, *left_side),
        Op::Fft { fft_type, fft_length } => linalg::fft(a, *fft_type, fft_length),
        Op::BatchNormInference { feature_index, .. } => linalg::batch_norm_inference(a, *feature_index),
        Op::BatchNormTraining { feature_index, .. } => linalg::batch_norm_training(a, *feature_index),
        Op::BatchNormGrad { feature_index, .. } => linalg::batch_norm_grad(a, *feature_index),

        Op::CheckExpectEq {} | Op::CheckExpectAlmostEq { .. } | Op::CheckExpectClose { .. } => control::check_pair(a),
        Op::CheckExpectEqConst { value } | Op::CheckExpectAlmostEqConst { value, .. } => control::check_const(a, value),
        Op::CheckExpectSerializedEq { .. } | Op::Print {} | Op::SdyShardingGroup { .. } => {
            a.tensor(0)?;
            Ok(Vec::new())
        }
        Op::RunParallel { .. } => collective::run_parallel(a),
        Op::Probe { .. } => collective::same_tensor(a),

        Op::Arith(o) => shapes::arith(a, *o),
        Op::Shape(o) => shapes::shape(a, *o),
        Op::ArithConstant { value } => shapes::constant_value(a, value),
        Op::ArithCmpI { predicate } => shapes::compare(a, *predicate, false),
        Op::ArithCmpF { predicate } => shapes::compare(a, *predicate, true),
        Op::ShapeConst { shape } => shapes::const_shape(a, shape),
        Op::ShapeConstSize { value } => shapes::const_size(a, value),
        Op::ShapeConstWitness { .. } => shapes::const_witness(),
        Op::ShapeCstrRequire { .. } => shapes::require(a),
        Op::ShapeAssuming {} => shapes::assuming(a),

        Op::SdyShardingConstraint { .. } | Op::SdyReshard { .. } => collective::same(a),
        Op::SdyManualComputation { .. } => Ok(a.stated()?.to_vec()),
        Op::SdyNamedComputation { .. } => Ok(a.regions[0].clone()),
        Op::SdyConstant { value } => Ok(vec![Type::tensor(value.dtype(), value.shape())]),
        Op::SdyDataFlowEdge { .. }
        | Op::SdyFuncDataFlowEdge {}
        | Op::SdyPropagationBarrier { .. }
        | Op::SdyAllGather { .. }
        | Op::SdyAllSlice { .. }
        | Op::SdyAllToAll { .. }
        | Op::SdyCollectivePermute { .. }
        | Op::SdyAllReduce { .. }
        | Op::SdyReduceScatter { .. }
        | Op::SdyShardedToUnreduced { .. }
        | Op::SdyReplicatedToUnreduced { .. } => collective::same_tensor(a),
    }
}

/// What an inference function looks at.
struct Args<'a> {
    /// Name of the op without its dialect: the stem of constraint ids.
    name: &'static str,
    types: &'a [&'a Type],
    regions: &'a [Vec<Type>],
    stated: Option<&'a [Type]>,
}

/// The constraint of `dynamic_gather` that is this constraint of `gather`; those of batching dimensions, of which the
/// spec says nothing there, keep their numbers behind a `g`.
fn of_dynamic_gather(constraint: &str) -> &str {
    match constraint {
        "c7" => "c6",
        "c8" => "c7",
        "c9" => "c8",
        "c10" => "gc10",
        "c11" => "gc11",
        "c12" => "gc12",
        "c13" => "gc13",
        "c14" => "gc14",
        "c15" => "gc15",
        "c16" => "gc16",
        "c17" => "gc17",
        "c18" => "c9",
        "c19" => "c10",
        "c20" => "c11",
        "c21" => "c12",
        "c22" => "c13",
        "c23" => "c14",
        other => other,
    }
}

impl<'a> Args<'a> {
    fn fail(&self, constraint: &str, message: impl Into<String>) -> InferError {
        let constraint = if self.name == "dynamic_gather" { of_dynamic_gather(constraint) } else { constraint };
        InferError { code: format!("{}_{constraint}", self.name), message: message.into() }
    }

    /// Operand `i`, which must be a tensor.
    fn tensor(&self, i: usize) -> Result<&'a TensorType, InferError> {
        match self.types.get(i).map(|t| t.as_tensor()) {
            Some(Some(t)) => Ok(t),
            _ => Err(self.fail(&format!("i{}", i + 1), format!("operand {i} must be a tensor"))),
        }
    }

    /// Operand `i`, a tensor whose element type is of one of the `allowed` sorts.
    fn tensor_of(&self, i: usize, allowed: u8) -> Result<&'a TensorType, InferError> {
        let t = self.tensor(i)?;
        ensure!(self, &format!("i{}", i + 1), sort(t.dtype) & allowed != 0, "operand {i} must not be of type {t}");
        Ok(t)
    }

    /// All of a range of operands as tensors.
    fn tensors(&self, range: std::ops::Range<usize>) -> Result<Vec<&'a TensorType>, InferError> {
        range.map(|i| self.tensor(i)).collect()
    }

    fn stated(&self) -> Result<&'a [Type], InferError> {
        self.stated.ok_or_else(|| InferError {
            code: "needs-type".into(),
            message: format!("the result type of {} is not inferred and must be stated", self.name),
        })
    }

    /// The stated type of result `i`, which must be a tensor.
    fn stated_tensor(&self, i: usize) -> Result<&'a TensorType, InferError> {
        match self.stated()?.get(i).map(Type::as_tensor) {
            Some(Some(t)) => Ok(t),
            _ => Err(InferError { code: "result-type".into(), message: format!("result {i} must be a tensor") }),
        }
    }

    /// What region `r` returns: `n` tensors of rank 0. Their element types.
    fn scalars_of_region(&self, r: usize, n: usize, code: &str) -> Result<Vec<DType>, InferError> {
        let results = self.regions.get(r).map_or(&[][..], |r| r.as_slice());
        ensure!(self, code, results.len() == n, "the region returns {} values, not {n}", results.len());
        results
            .iter()
            .map(|t| match t.as_tensor() {
                Some(t) if t.rank() == 0 => Ok(t.dtype),
                _ => Err(self.fail(code, format!("the region must return scalars, not {t}"))),
            })
            .collect()
    }

    /// Checks that `dims` are within `0..rank`.
    fn axes(&self, code: &str, what: &str, dims: &[i64], rank: usize) -> Result<(), InferError> {
        ensure!(self, code, in_range(dims, rank), "{what} {dims:?} must be within 0..{rank}");
        Ok(())
    }
}

// Sorts of numbers as a bit set.
const BOOL: u8 = 1;
const SIGNED: u8 = 2;
const UNSIGNED: u8 = 4;
const FLOAT: u8 = 8;
const COMPLEX: u8 = 16;
const INDEX: u8 = 32;
const INT: u8 = SIGNED | UNSIGNED;
const ANY: u8 = 31;

fn sort(dtype: DType) -> u8 {
    match dtype.kind() {
        // Of shapes only: no arithmetic takes it.
        _ if dtype == DType::Index => INDEX,
        DTypeKind::Bool => BOOL,
        DTypeKind::Signed => SIGNED,
        DTypeKind::Unsigned => UNSIGNED,
        DTypeKind::Float => FLOAT,
        DTypeKind::Complex => COMPLEX,
    }
}

/// True if `x` may be accumulated as `y` (the spec's `is_promotable`).
pub(crate) fn promotable(x: DType, y: DType) -> bool {
    let class = |d| if sort(d) & INT != 0 { INT } else { sort(d) };
    class(x) == class(y) && x.bits() <= y.bits()
}

/// True if two sizes can be the same.
pub(crate) fn same_dim(a: i64, b: i64) -> bool {
    a == b || a < 0 || b < 0
}

/// True if two shapes can be the same.
pub(crate) fn same_shape(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| same_dim(a, b))
}

/// True if two types can be the same.
pub fn compatible(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Tensor(a), Type::Tensor(b)) => {
            a.dtype == b.dtype
                && a.quantized == b.quantized
                && same_shape(&a.dims, &b.dims)
                && within(a, b)
                && within(b, a)
        }
        (Type::Tuple(a), Type::Tuple(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| compatible(a, b)),
        (Type::Future(a), Type::Future(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| compatible(a, b))
        }
        (Type::Buffer(a), Type::Buffer(b)) => a.dtype == b.dtype && same_shape(&a.dims, &b.dims),
        (Type::Token, Type::Token) => true,
        (Type::Mlir(a), Type::Mlir(b)) => a == b,
        _ => false,
    }
}

/// True if the sizes of `b` do not exceed the bounds of `a`.
fn within(a: &TensorType, b: &TensorType) -> bool {
    a.bounds.is_none() || (0..a.rank()).all(|i| a.bound(i).is_none_or(|n| b.dims[i] <= n))
}

/// The more static one of two compatible shapes, size by size.
fn merged(a: &[i64], b: &[i64]) -> Dims {
    a.iter().zip(b).map(|(&a, &b)| if a >= 0 { a } else { b }).collect()
}

fn in_range(dims: &[i64], rank: usize) -> bool {
    dims.iter().all(|&d| d >= 0 && (d as u64) < rank as u64)
}

fn is_unique(dims: &[i64]) -> bool {
    let mut sorted: Dims = dims.iter().copied().collect();
    sorted.sort_unstable();
    sorted.windows(2).all(|w| w[0] != w[1])
}

fn is_sorted(dims: &[i64]) -> bool {
    dims.windows(2).all(|w| w[0] <= w[1])
}

fn tensor(dtype: DType, dims: Dims) -> Type {
    Type::Tensor(TensorType::from_dims(dtype, dims))
}

/// One tensor result.
fn one(dtype: DType, dims: Dims) -> Inferred {
    Ok(vec![tensor(dtype, dims)])
}

/// A computed size, which must fit.
fn size(a: &Args<'_>, code: &str, n: i128) -> Result<i64, InferError> {
    i64::try_from(n).map_err(|_| a.fail(code, format!("the result has a dimension of size {n}")))
}

/// `dims` of `t` that are not in `without`, in order.
fn others(dims: &[i64], without: &[i64]) -> Dims {
    (0i64..).zip(dims).filter(|(i, _)| !without.contains(i)).map(|(_, &d)| d).collect()
}
