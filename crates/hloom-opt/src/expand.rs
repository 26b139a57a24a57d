//! Sugar as core ops: `dot`, batch normalisation, `top_k`, deprecated ops; `products` has `einsum`, `ragged_dot` and
//! products by an algorithm.
//!
//! Batch normalisation of floats narrower than f32 computes in f32 and rounds at the end.

use crate::builder::Builder;
use crate::dynamism::takes_amounts;
use hloom_ir::attrs::{CompareType, DotDims, F32Attr, GatherDims, I64s};
use hloom_ir::{Dims, Op, TensorType, Type, Value, chlo, static_form};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp};
use smallvec::{SmallVec, smallvec};

/// The results of a sugar op, built from core ops. `None` if this module has no expansion of it.
pub(crate) fn expand(
    b: &mut Builder<'_, '_>,
    op: &Op,
    args: &[Value],
    result: &TensorType,
) -> Option<SmallVec<[Value; 3]>> {
    if takes_amounts(op) {
        let types: Vec<Type> = args.iter().map(|&v| Type::Tensor(b.ty(v).clone())).collect();
        let types: Vec<&Type> = types.iter().collect();
        let constant = |i: usize| match &b.graph.def_op(*args.get(i)?)?.1.op {
            Op::Constant { value } => hloom_interp::Tensor::from_literal(value).ints(),
            _ => None,
        };
        let (form, n) = static_form(op, &types, &[Type::Tensor(result.clone())], &constant)?;
        return Some(smallvec![b.emit(form, &args[..n], result.clone())]);
    }
    if let Some(plain) = chlo::plain(op) {
        let dims = result.dims.clone();
        let spread = |b: &mut Builder<'_, '_>, &v: &Value| {
            let rank = b.ty(v).rank();
            b.broadcast(v, &dims, &chlo::mapping(op, rank, dims.len()))
        };
        let args: SmallVec<[Value; 3]> = args.iter().map(|v| spread(b, v)).collect();
        return Some(smallvec![b.emit(plain, &args, result.clone())]);
    }
    match op {
        Op::ConstantLike { value } => {
            let value = chlo::constant_like(value, result)?;
            Some(smallvec![b.emit(Op::Constant { value }, &[], result.clone())])
        }
        Op::Dot { precision } => {
            let k = b.ty(args[0]).rank() as i64 - 1;
            let dims = DotDims { lhs_contracting: smallvec![k], rhs_contracting: smallvec![0], ..DotDims::default() };
            let op = Op::DotGeneral { dims: Box::new(dims), precision: precision.clone(), algorithm: None };
            Some(smallvec![b.emit(op, args, result.clone())])
        }
        Op::DotGeneral { dims, precision, algorithm: Some(algorithm) } => {
            let plain = Op::DotGeneral { dims: dims.clone(), precision: precision.clone(), algorithm: None };
            crate::products::by_algorithm(b, plain, &algorithm.steps()?, args, result).map(|v| smallvec![v])
        }
        Op::BatchNormInference { epsilon, feature_index } => {
            let [x, scale, offset, mean, variance] = *args else { return None };
            let mut n = Norm::new(b, x, *feature_index, *epsilon)?;
            let [s, o, m, v] = [scale, offset, mean, variance].map(|p| n.wide(p));
            let y = n.normalise(m, v, s, o)?;
            Some(smallvec![n.narrow(y)])
        }
        Op::BatchNormTraining { epsilon, feature_index } => {
            let [x, scale, offset] = *args else { return None };
            let mut n = Norm::new(b, x, *feature_index, *epsilon)?;
            let (s, o) = (n.wide(scale), n.wide(offset));
            let x = n.x;
            let mean = n.mean(x)?;
            let centred = n.centred(mean);
            let squares = n.b.binary(BinaryOp::Multiply, centred, centred);
            let variance = n.mean(squares)?;
            let y = n.normalise(mean, variance, s, o)?;
            Some([y, mean, variance].into_iter().map(|v| n.narrow(v)).collect())
        }
        Op::BatchNormGrad { epsilon, feature_index } => {
            let [x, scale, mean, variance, grad] = *args else { return None };
            batch_norm_grad(&mut Norm::new(b, x, *feature_index, *epsilon)?, scale, mean, variance, grad)
        }
        Op::Broadcast { .. } => {
            let (from, to) = (b.ty(args[0]).rank(), result.rank());
            let along: Vec<i64> = (to - from..to).map(|d| d as i64).collect();
            Some(smallvec![b.broadcast(args[0], &result.dims, &along)])
        }
        Op::Einsum { einsum_config } | Op::UnaryEinsum { einsum_config } => {
            crate::products::einsum(b, einsum_config, args, result).map(|v| smallvec![v])
        }
        Op::RaggedDot { dims, precision } => {
            crate::products::ragged_dot(b, dims, precision, args, result).map(|v| smallvec![v])
        }
        Op::TorchIndexSelect { dim, batch_dims } => Some(smallvec![index_select(b, args, *dim, *batch_dims, result)]),
        Op::TopK { k } => top_k(b, args[0], *k),
        _ => None,
    }
}

/// What the batch normalisations share: the operand and how a vector of features spreads over it.
struct Norm<'a, 'r, 'o> {
    b: &'a mut Builder<'r, 'o>,
    /// The operand in the type that is computed in.
    x: Value,
    dims: Dims,
    feature: i64,
    epsilon: f64,
    /// Element type of the program.
    dtype: DType,
}

impl<'a, 'r, 'o> Norm<'a, 'r, 'o> {
    fn new(b: &'a mut Builder<'r, 'o>, x: Value, feature: i64, epsilon: F32Attr) -> Option<Norm<'a, 'r, 'o>> {
        let t = b.ty(x).clone();
        let mut n = Norm { b, x, dims: t.dims, feature, epsilon: f64::from(epsilon.get()), dtype: t.dtype };
        n.x = n.wide(x);
        Some(n)
    }
    fn wide(&mut self, v: Value) -> Value {
        let to = if self.dtype.bits() < 32 { DType::F32 } else { self.dtype };
        if to == self.dtype { v } else { self.b.convert(v, to) }
    }
    fn narrow(&mut self, v: Value) -> Value {
        if self.b.ty(v).dtype == self.dtype { v } else { self.b.convert(v, self.dtype) }
    }
    /// A vector of features over the operand's shape.
    fn spread(&mut self, v: Value) -> Value {
        let (dims, feature) = (self.dims.clone(), self.feature);
        self.b.broadcast(v, &dims, &[feature])
    }
    /// Sum over everything but the features.
    fn sum(&mut self, v: Value) -> Option<Value> {
        let dtype = self.b.ty(v).dtype;
        let scalar = TensorType::new(dtype, &[]);
        let zero = self.b.splat(&scalar, Scalar::Float(0.0))?;
        let (region, opened) = self.b.open(true);
        let x = self.b.graph.add_param(region, Type::Tensor(scalar.clone()));
        let y = self.b.graph.add_param(region, Type::Tensor(scalar));
        let sum = self.b.binary(BinaryOp::Add, x, y);
        self.b.close(opened, vec![sum]);
        let dimensions: I64s = (0..self.dims.len() as i64).filter(|&d| d != self.feature).collect();
        let ty = Type::tensor(dtype, &[self.dims[self.feature as usize]]);
        let id = self.b.append(Op::Reduce { dimensions }, &[v, zero], &[region], smallvec![ty], None);
        Some(self.b.graph.op(id).results[0])
    }
    /// Divides a vector of features by the number of elements that each feature has.
    fn over_count(&mut self, v: Value) -> Option<Value> {
        let rest = self.dims.iter().enumerate().filter(|(i, _)| *i as i64 != self.feature);
        let n: f64 = rest.map(|(_, &d)| d as f64).product();
        let ty = self.b.ty(v).clone();
        let n = self.b.splat(&ty, Scalar::Float(n))?;
        Some(self.b.binary(BinaryOp::Divide, v, n))
    }
    fn mean(&mut self, v: Value) -> Option<Value> {
        let s = self.sum(v)?;
        self.over_count(s)
    }
    fn centred(&mut self, mean: Value) -> Value {
        let m = self.spread(mean);
        self.b.binary(BinaryOp::Subtract, self.x, m)
    }
    /// √(variance + ε), a vector of features.
    fn deviation(&mut self, variance: Value) -> Option<Value> {
        let ty = self.b.ty(variance).clone();
        let e = self.b.splat(&ty, Scalar::Float(self.epsilon))?;
        let v = self.b.binary(BinaryOp::Add, variance, e);
        Some(self.b.unary(UnaryOp::Sqrt, v))
    }
    fn normalise(&mut self, mean: Value, variance: Value, scale: Value, offset: Value) -> Option<Value> {
        let centred = self.centred(mean);
        let deviation = self.deviation(variance)?;
        let [d, s, o] = [deviation, scale, offset].map(|v| self.spread(v));
        let y = self.b.binary(BinaryOp::Divide, centred, d);
        let y = self.b.binary(BinaryOp::Multiply, y, s);
        Some(self.b.binary(BinaryOp::Add, y, o))
    }
}

fn batch_norm_grad(
    n: &mut Norm<'_, '_, '_>,
    scale: Value,
    mean: Value,
    variance: Value,
    grad: Value,
) -> Option<SmallVec<[Value; 3]>> {
    use BinaryOp::{Divide, Multiply, Subtract};
    let [scale, mean, variance, grad] = [scale, mean, variance, grad].map(|v| n.wide(v));
    let centred = n.centred(mean);
    let deviation = n.deviation(variance)?;
    let grad_centred = n.b.binary(Multiply, grad, centred);
    let sum_gx = n.sum(grad_centred)?;
    let grad_offset = n.sum(grad)?;
    let grad_scale = n.b.binary(Divide, sum_gx, deviation);
    // scale / deviation · (grad - Σgrad / n - centred · Σ(grad · centred) / n / deviation²)
    let mean_gx = n.over_count(sum_gx)?;
    let square = n.b.binary(Multiply, deviation, deviation);
    let slope = n.b.binary(Divide, mean_gx, square);
    let slope = n.spread(slope);
    let mean_g = n.over_count(grad_offset)?;
    let mean_g = n.spread(mean_g);
    let along = n.b.binary(Multiply, centred, slope);
    let y = n.b.binary(Subtract, grad, mean_g);
    let y = n.b.binary(Subtract, y, along);
    let factor = n.b.binary(Divide, scale, deviation);
    let factor = n.spread(factor);
    let grad_operand = n.b.binary(Multiply, factor, y);
    Some([grad_operand, grad_scale, grad_offset].into_iter().map(|v| n.narrow(v)).collect())
}

/// Elements of one dimension by index, as a gather.
fn index_select(b: &mut Builder<'_, '_>, args: &[Value], dim: i64, batches: i64, result: &TensorType) -> Value {
    let (x, indices) = (b.ty(args[0]).clone(), b.ty(args[1]).rank() as i64);
    let mut slice_sizes: I64s = x.dims.iter().copied().collect();
    slice_sizes[dim as usize] = 1;
    slice_sizes[..batches as usize].fill(1);
    let behind = dim + indices - batches;
    let dims = GatherDims {
        offset_dims: (batches..dim).chain(behind..result.rank() as i64).collect(),
        collapsed_slice_dims: smallvec![dim],
        operand_batching_dims: (0..batches).collect(),
        start_indices_batching_dims: (0..batches).collect(),
        start_index_map: smallvec![dim],
        index_vector_dim: indices,
    };
    let op = Op::Gather { dims: Box::new(dims), slice_sizes, indices_are_sorted: false };
    b.emit(op, args, result.clone())
}

/// A stable descending sort of values with their positions; the first `k` of both. NaN counts as largest.
fn top_k(b: &mut Builder<'_, '_>, x: Value, k: i64) -> Option<SmallVec<[Value; 3]>> {
    let t = b.ty(x).clone();
    let last = t.rank().checked_sub(1)?;
    let positions = b.iota(t.with_dtype(DType::I32), last as i64);
    let (region, opened) = b.open(true);
    let mut params = Vec::new();
    for dtype in [t.dtype, t.dtype, DType::I32, DType::I32] {
        params.push(b.graph.add_param(region, Type::tensor(dtype, &[])));
    }
    let order = t.dtype.is_float().then_some(CompareType::TotalOrder);
    let greater = b.compare(CompareDirection::Gt, order, params[0], params[1]);
    b.close(opened, vec![greater]);
    let types = smallvec![Type::Tensor(t.clone()), Type::Tensor(t.with_dtype(DType::I32))];
    let op = Op::Sort { dimension: last as i64, is_stable: true };
    let id = b.append(op, &[x, positions], &[region], types, None);
    let sorted = b.graph.op(id).results.clone();
    let mut limit: I64s = t.dims.iter().copied().collect();
    limit[last] = k;
    let first = |b: &mut Builder<'_, '_>, v| b.slice(v, smallvec![0; t.rank()], limit.clone(), smallvec![1; t.rank()]);
    Some(sorted.into_iter().map(|v| first(b, v)).collect())
}

/// True for custom calls that only say something about their operand.
pub fn is_annotation(target: &str) -> bool {
    matches!(
        target,
        "Sharding"
            | "annotate_device_placement"
            | "LayoutConstraint"
            | "xla.sdy.FuncResultSharding"
            | "xla.sdy.PropagationBarrier"
    )
}
