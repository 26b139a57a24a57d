//! Ops on quantized tensors.
//!
//! Shapes, and what operands an op takes, are those of the same op on the numbers that are meant ("expressed"). What is
//! left are the constraints on how operands and results are quantized. How the result of arithmetic is quantized is the
//! program's choice and must be stated; ops that move elements keep the operand's way.
//!
//! Absences
//! * CHLO's ops take no quantized tensors.
//! * Ops that move elements keep scales and zero points exactly, as the spec says; upstream's verifier overlooks some.

use super::*;
use crate::{Quantized, ShapeOp};
use hloom_num::{BinaryOp, UnaryOp};

fn is_quantized(t: &Type) -> bool {
    match t {
        Type::Tensor(t) | Type::Buffer(t) => t.quantized.is_some(),
        Type::Tuple(items) | Type::Future(items) => items.iter().any(is_quantized),
        Type::Token | Type::Mlir(_) => false,
    }
}

/// True if a type of the op is quantized.
pub(super) fn concerns(a: &Args<'_>) -> bool {
    a.types.iter().any(|t| is_quantized(t))
        || a.stated.is_some_and(|s| s.iter().any(is_quantized))
        || a.regions.iter().flatten().any(is_quantized)
}

/// The type of the numbers that are meant.
fn expressed(t: &Type) -> Type {
    match t {
        Type::Tensor(t) => Type::Tensor(t.expressed()),
        Type::Buffer(t) => Type::Buffer(t.expressed()),
        Type::Tuple(items) => Type::Tuple(items.iter().map(expressed).collect()),
        Type::Future(items) => Type::Future(items.iter().map(expressed).collect()),
        Type::Token | Type::Mlir(_) => t.clone(),
    }
}

/// What is stored.
fn stored(t: &Type) -> Type {
    match t {
        Type::Tensor(t) => Type::Tensor(t.storage()),
        other => other.clone(),
    }
}

/// How an op treats quantized tensors.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// It takes none.
    Refused,
    /// Arithmetic on numbers; every operand and result but `select`'s predicate and results of type `i1` is quantized,
    /// with one storage and expressed type.
    Arithmetic,
    /// `add`, which also knows parameters along a dimension.
    Add,
    /// Elements are moved; all are quantized the same way.
    Moving,
    /// Elements are moved along with the dimension that parameters differ along.
    Reshaping,
    /// A product: `lhs` may be float where `rhs` is quantized.
    Product,
    /// A region computes on elements.
    Combining,
    /// Processes exchange tensors, each as it is.
    Exchanging,
    /// Types are passed on or stated without being looked into.
    Passing,
    /// As `Passing`, but not with parameters along a dimension.
    PassingPerTensor,
    /// It looks at stored values.
    Stored,
    /// `uniform_quantize`, `uniform_dequantize`.
    Converting,
}

fn sort_of(op: &Op) -> Sort {
    use Sort::*;
    match op {
        Op::Unary(
            UnaryOp::Abs
            | UnaryOp::Negate
            | UnaryOp::Sign
            | UnaryOp::Floor
            | UnaryOp::Ceil
            | UnaryOp::RoundNearestEven
            | UnaryOp::RoundNearestAfz
            | UnaryOp::Exponential
            | UnaryOp::ExponentialMinusOne
            | UnaryOp::Exp2
            | UnaryOp::Log
            | UnaryOp::Log2
            | UnaryOp::LogPlusOne
            | UnaryOp::Sqrt
            | UnaryOp::Rsqrt
            | UnaryOp::Cbrt
            | UnaryOp::Sine
            | UnaryOp::Cosine
            | UnaryOp::Tan
            | UnaryOp::Tanh
            | UnaryOp::Logistic
            | UnaryOp::IsFinite,
        ) => Arithmetic,
        Op::Binary(BinaryOp::Add) => Add,
        Op::Binary(
            BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::Power
            | BinaryOp::Maximum
            | BinaryOp::Minimum
            | BinaryOp::Atan2,
        ) => Arithmetic,
        Op::Broadcasting { op, .. } => sort_of(&Op::Binary(*op)),
        Op::BroadcastCompare { .. }
        | Op::BroadcastSelect {}
        | Op::Compare { .. }
        | Op::Select {}
        | Op::Clamp {}
        | Op::ReducePrecision { .. }
        | Op::BatchNormInference { .. }
        | Op::BatchNormTraining { .. }
        | Op::BatchNormGrad { .. }
        | Op::Cholesky { .. }
        | Op::TriangularSolve { .. }
        | Op::Iota { .. }
        | Op::DynamicIota { .. } => Arithmetic,
        Op::Slice { .. }
        | Op::Concatenate { .. }
        | Op::Pad { .. }
        | Op::Reverse { .. }
        | Op::DynamicSlice { .. }
        | Op::DynamicUpdateSlice {}
        | Op::Gather { .. }
        | Op::RealDynamicSlice {}
        | Op::DynamicPad {}
        | Op::DynamicGather { .. }
        | Op::SetDimensionSize { .. } => Moving,
        Op::BroadcastInDim { .. }
        | Op::Reshape {}
        | Op::Transpose { .. }
        | Op::DynamicBroadcastInDim { .. }
        | Op::DynamicReshape {} => Reshaping,
        Op::DotGeneral { .. } | Op::Dot { .. } | Op::Convolution { .. } | Op::DynamicConv { .. } => Product,
        Op::Reduce { .. }
        | Op::ReduceWindow { .. }
        | Op::SelectAndScatter { .. }
        | Op::Scatter { .. }
        | Op::Map { .. }
        | Op::Sort { .. }
        | Op::AllReduce { .. }
        | Op::CollectiveReduce { .. }
        | Op::ReduceScatter { .. } => Combining,
        Op::AllGather { .. } | Op::AllToAll { .. } | Op::CollectiveBroadcast { .. } | Op::CollectivePermute { .. } => {
            Exchanging
        }
        Op::OptimizationBarrier {} => PassingPerTensor,
        Op::If {}
        | Op::Case {}
        | Op::While {}
        | Op::Call { .. }
        | Op::Composite { .. }
        | Op::CustomCall { .. }
        | Op::Tuple {}
        | Op::GetTupleElement { .. }
        | Op::AfterAll {}
        | Op::GetDimensionSize { .. }
        | Op::Send { .. }
        | Op::Recv { .. }
        | Op::Infeed { .. }
        | Op::Outfeed { .. }
        | Op::AsyncStart {}
        | Op::AsyncDone {}
        | Op::CheckExpectEq {}
        | Op::Shape(ShapeOp::ShapeOf | ShapeOp::Dim | ShapeOp::TensorDim | ShapeOp::TensorRank | ShapeOp::TensorCast) => {
            Passing
        }
        // Shardings say where values are, not what.
        _ if op.name().starts_with("sdy.") => Passing,
        Op::Constant { .. } | Op::BitcastConvert {} => Stored,
        Op::UniformQuantize {} | Op::UniformDequantize {} => Converting,
        _ => Refused,
    }
}

pub(super) fn infer(op: &Op, a: &Args<'_>) -> Inferred {
    let sort = sort_of(op);
    per_tensor_only(sort, op, a)?;
    match sort {
        Sort::Refused => {
            let i = a.types.iter().position(|t| is_quantized(t));
            let at = i.map_or("result".to_string(), |i| format!("i{}", i + 1));
            Err(a.fail(&at, "there is no such op on quantized tensors"))
        }
        Sort::Passing | Sort::PassingPerTensor => {
            let index = matches!(op, Op::If {} | Op::Case {}) && a.types.iter().any(|t| is_quantized(t));
            ensure!(a, "i1", !index, "what chooses a branch must not be quantized");
            dispatch(op, a)
        }
        Sort::Stored => on_stored(op, a),
        Sort::Converting => converting(op, a),
        Sort::Moving => moving(op, a),
        Sort::Reshaping => reshaping(op, a),
        Sort::Combining => combining(op, a),
        Sort::Exchanging => exchanging(op, a),
        Sort::Arithmetic | Sort::Add | Sort::Product => {
            let results = on_numbers(op, a)?;
            match sort {
                Sort::Arithmetic => arithmetic(op, a)?,
                Sort::Add => add(a)?,
                _ => product(op, a)?,
            }
            Ok(results)
        }
    }
}

/// Parameters along a dimension only where the op has a meaning for them.
fn per_tensor_only(sort: Sort, op: &Op, a: &Args<'_>) -> Result<(), InferError> {
    let allowed = |operand: usize| match sort {
        Sort::Add | Sort::Reshaping | Sort::Passing | Sort::Stored | Sort::Converting | Sort::Refused => true,
        Sort::Product => operand > 0,
        _ => false,
    };
    let per_axis = |t: &Type| t.as_tensor().and_then(|t| t.quantized.as_deref()).is_some_and(Quantized::is_per_axis);
    for (i, &t) in a.types.iter().enumerate() {
        ensure!(
            a,
            &format!("i{}", i + 1),
            allowed(i) || !per_axis(t),
            "operand {i} must not have scales along a dimension ({})",
            t
        );
    }
    // `operand 1` of a product stands for its result too.
    let results = a.stated.unwrap_or_default();
    if let Some(t) = results.iter().find(|t| !allowed(1) && per_axis(t)) {
        return Err(a.fail("output", format!("{} must not give scales along a dimension ({t})", op.name())));
    }
    Ok(())
}

/// Inference on the numbers that are meant; the results are quantized as stated.
fn on_numbers(op: &Op, a: &Args<'_>) -> Inferred {
    let types: Vec<Type> = a.types.iter().map(|t| expressed(t)).collect();
    let types: Vec<&Type> = types.iter().collect();
    let regions: Vec<Vec<Type>> = a.regions.iter().map(|r| r.iter().map(expressed).collect()).collect();
    let stated: Option<Vec<Type>> = a.stated.map(|s| s.iter().map(expressed).collect());
    let numbers = Args { name: a.name, types: &types, regions: &regions, stated: stated.as_deref() };
    let inferred = dispatch(op, &numbers)?;
    let stated = a.stated()?;
    if inferred.len() != stated.len() {
        return Ok(inferred);
    }
    // An element type that is not the stated one is the mismatch that the caller reports; quantized or not is found here.
    let quantize = |(t, s): (Type, &Type)| match (t, s) {
        (Type::Tensor(t), Type::Tensor(s)) if s.quantized.is_some() && t.dtype == s.expressed().dtype => {
            Type::Tensor(TensorType { dims: t.dims, ..s.clone() })
        }
        (Type::Tuple(_) | Type::Future(_) | Type::Buffer(_), s) => s.clone(),
        (t, _) => t,
    };
    Ok(inferred.into_iter().zip(stated).map(quantize).collect())
}

/// `like` with the sizes of `of`.
fn sized(like: &TensorType, of: &Type) -> Type {
    match of.as_tensor() {
        Some(of) => Type::Tensor(TensorType { dims: of.dims.clone(), bounds: None, ..like.clone() }),
        None => of.clone(),
    }
}

/// True if two element types differ at most in scales and zero points (the spec's `baseline_type`).
fn same_baseline(x: &TensorType, y: &TensorType) -> bool {
    let baseline = |q: &Quantized| (q.expressed, q.storage_min, q.storage_max, q.axis);
    x.dtype == y.dtype && x.quantized.as_deref().map(baseline) == y.quantized.as_deref().map(baseline)
}

/// Operands and results that hold numbers: not predicates and not `i1` results.
fn numbers<'a>(op: &Op, a: &Args<'a>) -> Result<Vec<(usize, &'a TensorType)>, InferError> {
    let mut out = Vec::new();
    // Predicates and shapes are none.
    let first = usize::from(matches!(op, Op::Select {} | Op::BroadcastSelect {} | Op::DynamicIota { .. }));
    for i in first..a.types.len() {
        out.push((i, a.tensor(i)?));
    }
    if !matches!(op, Op::Compare { .. } | Op::BroadcastCompare { .. } | Op::Unary(UnaryOp::IsFinite)) {
        for i in 0..a.stated.map_or(0, <[Type]>::len) {
            out.push((a.types.len() + i, a.stated_tensor(i)?));
        }
    }
    Ok(out)
}

/// One storage and expressed type.
fn arithmetic(op: &Op, a: &Args<'_>) -> Result<(), InferError> {
    let all = numbers(op, a)?;
    let Some(&(_, first)) = all.first() else { return Ok(()) };
    let inputs = a.types.len();
    for &(i, t) in &all[1..] {
        let code = match op {
            Op::Select {} => "c2",
            Op::Clamp {} if i < inputs => "c3",
            Op::Clamp {} => "c4",
            Op::BatchNormInference { .. } | Op::BatchNormTraining { .. } | Op::BatchNormGrad { .. } => "c2",
            _ => "c1",
        };
        ensure!(a, code, same_baseline(first, t), "{first} and {t} differ in their storage or expressed type");
    }
    Ok(())
}

fn add(a: &Args<'_>) -> Result<(), InferError> {
    let (x, y, r) = (a.tensor(0)?, a.tensor(1)?, a.stated_tensor(0)?);
    let (Some(p), Some(q), Some(s)) = (&x.quantized, &y.quantized, &r.quantized) else {
        return Err(a.fail("c2", format!("{x}, {y} and {r} are not all quantized")));
    };
    ensure!(a, "c3", x.dtype == y.dtype && x.dtype == r.dtype, "storage types {}, {}, {}", x.dtype, y.dtype, r.dtype);
    ensure!(
        a,
        "c4",
        p.expressed == q.expressed && p.expressed == s.expressed,
        "expressed types {}, {}, {}",
        p.expressed,
        q.expressed,
        s.expressed
    );
    ensure!(
        a,
        "c5",
        (p.is_per_axis() || q.is_per_axis()) == s.is_per_axis(),
        "{r} for operands of types {x} and {y}: scales along a dimension on one side only"
    );
    for (operand, code) in [(p, "c6"), (q, "c7")] {
        let fits = operand.axis.is_none() || operand.axis == s.axis;
        ensure!(a, code, fits, "scales along other dimensions in {x}, {y} and {r}");
    }
    Ok(())
}

fn product(op: &Op, a: &Args<'_>) -> Result<(), InferError> {
    let (x, y, r) = (a.tensor(0)?, a.tensor(1)?, a.stated_tensor(0)?);
    // Constraint ids of: quantized or not, storage, expressed, granularity, hybrid.
    let codes = match op {
        Op::Convolution { .. } | Op::DynamicConv { .. } => ["c28", "c31", "c32", "c33", "c34"],
        Op::Dot { .. } => ["c3"; 5],
        _ => ["c14", "c17", "c18", "c19", "c20"],
    };
    let fits = y.quantized.is_some() && x.quantized.is_some() == r.quantized.is_some();
    let (Some(q), true) = (&y.quantized, fits) else {
        return Err(a.fail(codes[0], format!("{x} and {y} give {r}: rhs must be quantized, the result just as lhs")));
    };
    let result_axis = r.quantized.as_ref().and_then(|s| s.axis);
    match op {
        Op::DotGeneral { dims, .. } => {
            let zero = q.params.iter().all(|p| p.zero_point == 0);
            ensure!(a, "c15", zero, "the zero points of rhs must be 0 ({y})");
            let free = q.axis.is_none_or(|axis| !dims.rhs_contracting.contains(&axis));
            ensure!(a, "c16", free, "the scales of rhs are along a contracting dimension ({y})");
        }
        Op::Convolution { dims, .. } | Op::DynamicConv { dims, .. } => {
            let fits = q.axis.is_none_or(|axis| axis == dims.kernel_output_feature);
            ensure!(a, "c29", fits, "the scales of rhs are not along its output feature dimension ({y})");
            let fits = result_axis.is_none_or(|axis| axis == dims.output_feature);
            ensure!(a, "c30", fits, "the scales of the result are not along its feature dimension ({r})");
        }
        _ => {}
    }
    let (Some(p), Some(s)) = (&x.quantized, &r.quantized) else {
        let fits = x.dtype == q.expressed && r.dtype == q.expressed;
        ensure!(a, codes[4], fits, "{x} and {y} give {r}: lhs and result must be of rhs's expressed type");
        return Ok(());
    };
    ensure!(a, codes[1], x.dtype == y.dtype, "storage types {} and {}", x.dtype, y.dtype);
    ensure!(
        a,
        codes[2],
        p.expressed == q.expressed && p.expressed == s.expressed,
        "expressed types {}, {}, {}",
        p.expressed,
        q.expressed,
        s.expressed
    );
    ensure!(
        a,
        codes[3],
        q.is_per_axis() || !s.is_per_axis(),
        "the result has scales along a dimension, rhs has not ({y}, {r})"
    );
    Ok(())
}

/// All quantized operands have one element type, which is the result's.
fn moving(op: &Op, a: &Args<'_>) -> Inferred {
    let (elements, code) = match op {
        Op::Concatenate { .. } => (a.types.len(), "c1"),
        Op::Pad { .. } | Op::DynamicPad {} => (2, "c1"),
        Op::DynamicUpdateSlice {} => (2, "c2"),
        _ => (1, "c1"),
    };
    let x = a.tensor(0)?;
    for i in 1..elements.min(a.types.len()) {
        let t = a.tensor(i)?;
        let same = t.dtype == x.dtype && t.quantized == x.quantized;
        ensure!(a, code, same, "{x} and {t} have different element types");
    }
    // The other operands are indices, which are not quantized: their storage type would pass for an index.
    let types: Vec<Type> =
        a.types.iter().enumerate().map(|(i, t)| if i < elements { stored(t) } else { expressed(t) }).collect();
    let types: Vec<&Type> = types.iter().collect();
    let stated: Option<Vec<Type>> = a.stated.map(|s| s.iter().map(stored).collect());
    let inferred = dispatch(op, &Args { types: &types, stated: stated.as_deref(), ..*a })?;
    Ok(inferred.iter().map(|t| sized(x, t)).collect())
}

/// Result `i` has the element type of operand `i`.
fn exchanging(op: &Op, a: &Args<'_>) -> Inferred {
    let data = match op {
        Op::CollectiveBroadcast { has_dynamic_root, .. } if has_dynamic_root.0 => a.types.len().saturating_sub(1),
        _ => a.types.len(),
    };
    let taken = |(i, &t): (usize, &&Type)| if i < data { stored(t) } else { expressed(t) };
    let types: Vec<Type> = a.types.iter().enumerate().map(taken).collect();
    let types: Vec<&Type> = types.iter().collect();
    let stated: Option<Vec<Type>> = a.stated.map(|s| s.iter().map(stored).collect());
    let inferred = dispatch(op, &Args { types: &types, stated: stated.as_deref(), ..*a })?;
    let like = |(i, t): (usize, &Type)| Ok(sized(a.tensor(i)?, t));
    inferred.iter().enumerate().map(like).collect()
}

/// The element type stays, but for the dimension that parameters differ along.
fn reshaping(op: &Op, a: &Args<'_>) -> Inferred {
    let x = a.tensor(0)?;
    let stated: Option<Vec<Type>> = a.stated.map(|s| s.iter().map(stored).collect());
    let taken = |(i, &t): (usize, &&Type)| if i == 0 { stored(t) } else { expressed(t) };
    let types: Vec<Type> = a.types.iter().enumerate().map(taken).collect();
    let types: Vec<&Type> = types.iter().collect();
    let inferred = dispatch(op, &Args { types: &types, stated: stated.as_deref(), ..*a })?;
    let Some(q) = &x.quantized else {
        return Err(a.fail("c1", format!("the result of {x} cannot be quantized")));
    };
    let r = a.stated_tensor(0)?;
    let Some(s) = &r.quantized else {
        return Err(a.fail("c1", format!("operand of type {x}, result of type {r}")));
    };
    let moved = |axis: Option<i64>| Quantized { axis, ..(**q).clone() };
    let same = |q: &Quantized| *q == **s;
    let Some(axis) = q.axis else {
        ensure!(a, "c1", same(q), "operand of type {x}, result of type {r}");
        return Ok(inferred.iter().map(|t| sized(r, t)).collect());
    };
    let Some(to) = s.axis else { return Err(a.fail("c1", format!("operand of type {x}, result of type {r}"))) };
    match op {
        Op::Transpose { permutation } => {
            ensure!(a, "c1", same(&moved(Some(to))), "operand of type {x}, result of type {r}");
            let from = usize::try_from(to).ok().and_then(|to| permutation.get(to).copied());
            ensure!(a, "c4", from == Some(axis), "scales along {axis} become scales along {to}");
        }
        Op::Reshape {} | Op::DynamicReshape {} => {
            ensure!(a, "c1", same(&moved(Some(to))), "operand of type {x}, result of type {r}");
            let (before, size, after) = around(x, axis);
            let (r_before, r_size, r_after) = around(r, to);
            let fits = same_dim(before, r_before) && same_dim(size, r_size) && same_dim(after, r_after);
            ensure!(a, "c3", fits, "dimension {axis} of {x} is not dimension {to} of {r}");
        }
        Op::BroadcastInDim { broadcast_dimensions } | Op::DynamicBroadcastInDim { broadcast_dimensions, .. } => {
            let d = usize::try_from(axis).ok();
            let expected = d.and_then(|d| broadcast_dimensions.get(d).copied());
            ensure!(a, "c6", expected == Some(to), "scales along {axis} become scales along {to}");
            let repeated = d.and_then(|d| x.dims.get(d)) == Some(&1);
            let params = match q.params.first() {
                Some(&p) if repeated => vec![p; s.params.len()],
                _ => q.params.clone(),
            };
            let expected = Quantized { params, axis: Some(to), ..(**q).clone() };
            ensure!(a, "c6", same(&expected), "operand of type {x}, result of type {r}");
        }
        _ => {}
    }
    Ok(inferred.iter().map(|t| sized(r, t)).collect())
}

/// Products of the sizes before a dimension, of it, and after it; -1 if not known.
fn around(t: &TensorType, axis: i64) -> (i64, i64, i64) {
    let product = |dims: &[i64]| {
        let known = dims.iter().all(|&d| d >= 0);
        if known { dims.iter().fold(1i64, |n, &d| n.saturating_mul(d)) } else { -1 }
    };
    let Some(d) = usize::try_from(axis).ok().filter(|&d| d < t.dims.len()) else { return (-1, -1, -1) };
    (product(&t.dims[..d]), t.dims[d], product(&t.dims[d + 1..]))
}

/// A literal, and bits.
fn on_stored(op: &Op, a: &Args<'_>) -> Inferred {
    if let Op::Constant { value } = op {
        let quantized = a.stated_tensor(0)?.quantized.clone();
        return Ok(vec![Type::Tensor(TensorType { quantized, ..TensorType::new(value.dtype(), value.shape()) })]);
    }
    let operand = stored(a.types[0]);
    let stated: Vec<Type> = a.stated()?.iter().map(stored).collect();
    let types = [&operand];
    let inferred = dispatch(op, &Args { types: &types, stated: Some(&stated), ..*a })?;
    let r = a.stated_tensor(0)?;
    Ok(inferred.iter().map(|t| sized(r, t)).collect())
}

fn converting(op: &Op, a: &Args<'_>) -> Inferred {
    let x = a.tensor(0)?;
    if let Op::UniformDequantize {} = op {
        ensure!(a, "i1", x.quantized.is_some(), "operand 0 must be quantized, not {x}");
        return one(x.expressed().dtype, x.dims.clone());
    }
    let r = a.stated_tensor(0)?;
    let Some(q) = &r.quantized else { return Err(a.fail("output", format!("the result must be quantized, not {r}"))) };
    let from = x.expressed();
    ensure!(a, "i1", from.dtype.is_float(), "operand 0 must hold floats or be quantized, not {x}");
    ensure!(a, "c1", same_shape(&x.dims, &r.dims), "operand of type {x}, result of type {r}");
    ensure!(a, "c2", q.expressed == from.dtype, "operand of type {x}, result of type {r}");
    Ok(vec![Type::Tensor(TensorType { bounds: None, ..r.clone() })])
}

/// `uniform_quantize` and `uniform_dequantize` of tensors that are not quantized.
pub(super) fn convert_plain(op: &Op, a: &Args<'_>) -> Inferred {
    converting(op, a)
}

/// True if `x` may be accumulated as `y` (the spec's `is_promotable`).
fn promotes(x: &TensorType, y: &TensorType) -> bool {
    match (&x.quantized, &y.quantized) {
        (Some(p), Some(q)) => p.expressed == q.expressed && x.dtype.bits() <= y.dtype.bits(),
        (None, None) => true,
        _ => false,
    }
}

/// Regions on elements: what they return is what the results hold.
fn combining(op: &Op, a: &Args<'_>) -> Inferred {
    let types: Vec<Type> = a.types.iter().map(|t| expressed(t)).collect();
    let types: Vec<&Type> = types.iter().collect();
    let regions: Vec<Vec<Type>> = a.regions.iter().map(|r| r.iter().map(expressed).collect()).collect();
    let stated: Option<Vec<Type>> = a.stated.map(|s| s.iter().map(expressed).collect());
    let inferred = dispatch(op, &Args { types: &types, regions: &regions, stated: stated.as_deref(), ..*a })?;
    let like = |t: &Type, of: &Type| match of.as_tensor() {
        Some(of) => sized(of, t),
        None => t.clone(),
    };
    if let Op::Sort { .. } = op {
        return Ok(inferred.iter().zip(a.types).map(|(t, x)| like(t, x)).collect());
    }
    let (returned, code) = match op {
        Op::Reduce { .. } => (&a.regions[0], "c6"),
        Op::ReduceWindow { .. } => (&a.regions[0], "c13"),
        Op::Scatter { .. } => (&a.regions[0], "c23"),
        Op::SelectAndScatter { .. } => (&a.regions[1], "c10"),
        Op::AllReduce { .. } => (&a.regions[0], "c5"),
        Op::ReduceScatter { .. } => (&a.regions[0], "c7"),
        _ => (&a.regions[0], "c4"),
    };
    // One computation serves all operands of a collective.
    let returned = |k: usize| returned.get(k).or(returned.first());
    for operand in 0..a.types.len() {
        // Of `select_and_scatter`'s operand, the region that combines sees nothing; the result has its shape and kind.
        let select = matches!(op, Op::SelectAndScatter { .. }).then_some(0);
        let Some(k) = op.combined_into(operand, inferred.len()).or(select) else { continue };
        let (x, y) = (a.tensor(operand)?, returned(k));
        let fits = y.and_then(|y| y.as_tensor()).is_some_and(|y| promotes(x, y));
        let what = y.map(Type::to_string).unwrap_or_default();
        ensure!(a, code, fits, "the region returns {what} for operand {operand} of type {x}");
    }
    Ok(inferred.iter().enumerate().map(|(k, t)| returned(k).map_or_else(|| t.clone(), |r| like(t, r))).collect())
}
