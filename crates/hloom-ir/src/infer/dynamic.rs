//! Ops whose result shape is a value of the program, and what types they have once such values are known.
//!
//! [`infer`] knows types only; [`refine`] also gets the values of integer operands that are known, all of them at run
//! time, some of them at compile time, and gives the most static types that follow. [`static_form`] is the op with
//! those values as attributes.

use super::*;
use crate::attrs::{GatherDims, I64s, Padding};
use hloom_mlir::{Attr, Str};

/// Amounts that sizes are computed from stay below this, so that sums of a few of them fit 64 bits.
const MAX_EXTENT: u64 = 1 << 48;

/// Values of operand `i`, row-major, if they are known; `u64` above `i64::MAX` are `i64::MAX`.
pub type KnownInts<'a> = dyn Fn(usize) -> Option<Vec<i64>> + 'a;

/// Operand `i`: a vector of `n` numbers, `sorts` says of which types. How many there are is always known.
fn vector<'a>(
    a: &Args<'a>,
    i: usize,
    sorts: u8,
    n: usize,
    what: &str,
    code: &str,
) -> Result<&'a TensorType, InferError> {
    let t = a.tensor_of(i, sorts)?;
    let one_static = t.rank() == 1 && t.is_static();
    ensure!(a, &format!("i{}", i + 1), one_static, "{what} must have one dimension of known size, not {t}");
    ensure!(a, code, t.dims[0] == n as i64, "{what} of type {t} for {n} dimensions");
    Ok(t)
}

pub(super) fn broadcast_in_dim(
    a: &Args<'_>,
    dims: &[i64],
    expanding: &Option<I64s>,
    nonexpanding: &Option<I64s>,
) -> Inferred {
    let (x, r) = (a.tensor(0)?, a.stated_tensor(0)?);
    ensure!(a, "c1", x.dtype == r.dtype, "operand of type {x}, result of type {r}");
    ensure!(a, "c2", dims.len() == x.rank(), "{} broadcast_dimensions for {x}", dims.len());
    a.axes("c3", "broadcast_dimensions", dims, r.rank())?;
    ensure!(a, "c4", is_unique(dims), "broadcast_dimensions {dims:?} must be unique");
    vector(a, 1, INT | INDEX, r.rank(), "output_dimensions", "c7")?;
    let (e, n) = (expanding.clone().unwrap_or_default(), nonexpanding.clone().unwrap_or_default());
    let known: Dims = e.iter().chain(&n).copied().collect();
    ensure!(a, "c8", is_unique(&known), "known dimensions {known:?} must be unique");
    a.axes("c9", "known_expanding_dimensions", &e, x.rank())?;
    a.axes("c10", "known_nonexpanding_dimensions", &n, x.rank())?;
    let mut result = r.dims.clone();
    for (i, &d) in dims.iter().enumerate() {
        let (from, to) = (x.dims[i], r.dims[d as usize]);
        ensure!(a, "c5", from == 1 || same_dim(from, to), "dimension {i} of {x} does not fit dimension {d} of {r}");
        // Only a size of 1 is ever repeated.
        if to < 0 && from >= 0 && (from != 1 || n.contains(&(i as i64))) {
            result[d as usize] = from;
        }
    }
    one(r.dtype, result)
}

pub(super) fn iota(a: &Args<'_>, dimension: i64) -> Inferred {
    let r = a.stated_tensor(0)?;
    vector(a, 0, INT | INDEX, r.rank(), "output_shape", "c2")?;
    a.axes("c1", "iota_dimension", &[dimension], r.rank())?;
    ensure!(a, "output", !r.dtype.is_bool(), "the result must hold numbers, not {}", r.dtype);
    one(r.dtype, r.dims.clone())
}

pub(super) fn reshape(a: &Args<'_>) -> Inferred {
    let r = a.stated_tensor(0)?;
    vector(a, 1, INT | INDEX, r.rank(), "output_shape", "c4")?;
    super::movement::reshape(a)
}

pub(super) fn slice(a: &Args<'_>) -> Inferred {
    let (x, r) = (a.tensor(0)?, a.stated_tensor(0)?);
    for (i, what) in [(1, "start_indices"), (2, "limit_indices"), (3, "strides")] {
        let t = vector(a, i, INT | INDEX, x.rank(), what, "c2")?;
        ensure!(a, "c2", t.dtype == a.tensor(1)?.dtype, "{what} of type {t}, start_indices of another");
    }
    ensure!(a, "c1", x.dtype == r.dtype && x.rank() == r.rank(), "operand of type {x}, result of type {r}");
    one(r.dtype, r.dims.clone())
}

pub(super) fn pad(a: &Args<'_>) -> Inferred {
    let (x, value, r) = (a.tensor(0)?, a.tensor(1)?, a.stated_tensor(0)?);
    ensure!(a, "c1", x.dtype == value.dtype, "operand of type {x}, padding_value of type {value}");
    ensure!(a, "i2", value.rank() == 0, "padding_value must be a scalar, not {value}");
    for (i, what) in [(2, "edge_padding_low"), (3, "edge_padding_high"), (4, "interior_padding")] {
        vector(a, i, INT | INDEX, x.rank(), what, "c2")?;
    }
    ensure!(a, "c1", x.dtype == r.dtype && x.rank() == r.rank(), "operand of type {x}, result of type {r}");
    one(r.dtype, r.dims.clone())
}

/// The convolution with a padding of `padding`, of zero if it is not known.
fn as_convolution(op: &Op, spatial: usize, padding: Option<&[i64]>) -> Option<Op> {
    let Op::DynamicConv {
        window_strides,
        lhs_dilation,
        rhs_dilation,
        window_reversal,
        dims,
        feature_group_count,
        batch_group_count,
        precision,
    } = op
    else {
        return None;
    };
    let pairs = match padding {
        Some(p) => p.chunks_exact(2).map(|c| (c[0], c[1])).collect(),
        None => smallvec::smallvec![(0, 0); spatial],
    };
    Some(Op::Convolution {
        window_strides: window_strides.clone(),
        padding: Some(Padding(pairs)),
        lhs_dilation: lhs_dilation.clone(),
        rhs_dilation: rhs_dilation.clone(),
        window_reversal: window_reversal.clone(),
        dims: dims.clone(),
        feature_group_count: *feature_group_count,
        batch_group_count: *batch_group_count,
        precision: precision.clone(),
    })
}

pub(super) fn conv(a: &Args<'_>, op: &Op) -> Inferred {
    let (x, p) = (a.tensor(0)?, a.tensor_of(2, INT)?);
    let n = x.rank().saturating_sub(2);
    ensure!(a, "c4", p.dims[..] == [n as i64, 2], "padding of type {p} for {n} spatial dimensions");
    let Some(op @ Op::Convolution { dims, window_strides, lhs_dilation, rhs_dilation, window_reversal, .. }) =
        &as_convolution(op, n, None)
    else {
        return Err(a.fail("c1", "not a convolution"));
    };
    // The reference verifier looks at the window only once the padding is known, and producers rely on it.
    let lists = [window_strides, lhs_dilation, rhs_dilation].into_iter().flatten().map(|l| l.len());
    if lists.chain(window_reversal.as_ref().map(|r| r.len())).any(|len| len != n) {
        let r = a.stated_tensor(0)?;
        ensure!(a, "c26", r.rank() == x.rank(), "operand of type {x}, result of type {r}");
        // All else holds without the window.
        let mut plain = op.clone();
        if let Op::Convolution { window_strides, lhs_dilation, rhs_dilation, window_reversal, .. } = &mut plain {
            (*window_strides, *lhs_dilation, *rhs_dilation, *window_reversal) = (None, None, None, None);
        }
        super::window::convolution(a, &plain)?;
        return one(r.dtype, r.dims.clone());
    }
    let mut types = super::window::convolution(a, op)?;
    if let Some(Type::Tensor(t)) = types.first_mut() {
        dims.output_spatial.iter().for_each(|&d| t.dims[d as usize] = TensorType::DYNAMIC);
    }
    Ok(types)
}

pub(super) fn gather(a: &Args<'_>, dims: &GatherDims) -> Inferred {
    let x = a.tensor(0)?;
    vector(a, 2, INT, x.rank(), "slice_sizes", "c20")?;
    super::index::gather(a, dims, &Dims::from_elem(TensorType::DYNAMIC, x.rank()), true)
}

pub(super) fn set_dimension_size(a: &Args<'_>, dimension: i64) -> Inferred {
    let (x, size) = (a.tensor(0)?, a.tensor(1)?);
    ensure!(a, "i2", size.rank() == 0 && sort(size.dtype) & INT != 0, "size must be an integer scalar, not {size}");
    a.axes("c1", "dimension", &[dimension], x.rank())?;
    let at = dimension as usize;
    let mut result = x.clone();
    result.dims[at] = TensorType::DYNAMIC;
    let bound = if x.dims[at] >= 0 { Some(x.dims[at]) } else { x.bound(at) };
    if let Some(bound) = bound {
        let mut bounds = x.bounds.as_ref().map_or_else(|| vec![TensorType::DYNAMIC; x.rank()], |b| b.to_vec());
        bounds[at] = bound;
        result.bounds = Some(bounds.into());
    }
    Ok(vec![Type::Tensor(result)])
}

/// The op with the known values of its operands as attributes, and how many operands it keeps. `None` if values that it
/// needs are not known, or the op takes no such operands.
pub fn static_form(op: &Op, operands: &[&Type], results: &[Type], ints: &KnownInts<'_>) -> Option<(Op, usize)> {
    let list = |i: usize| ints(i).map(I64s::from_vec);
    // Where the values only say the shape, the shape says them.
    let static_result = || results.first().and_then(Type::as_tensor).is_some_and(TensorType::is_static);
    Some(match op {
        Op::DynamicBroadcastInDim { broadcast_dimensions, .. } if static_result() => {
            (Op::BroadcastInDim { broadcast_dimensions: broadcast_dimensions.clone() }, 1)
        }
        Op::DynamicIota { iota_dimension } if static_result() => (Op::Iota { iota_dimension: *iota_dimension }, 0),
        Op::DynamicReshape {} if static_result() => (Op::Reshape {}, 1),
        Op::RealDynamicSlice {} => {
            let (mut start_indices, mut limit_indices, strides) = (list(1)?, list(2)?, list(3)?);
            let sizes = operands.first()?.as_tensor()?;
            for (((start, limit), stride), &d) in
                start_indices.iter_mut().zip(&mut limit_indices).zip(&strides).zip(&sizes.dims)
            {
                // As for `dynamic_slice`, a box that would leave the operand is moved into it.
                let size = limit.saturating_sub(*start);
                if *stride == 1 && (0..=d).contains(&size) {
                    *start = (*start).clamp(0, d - size);
                    *limit = *start + size;
                }
            }
            (Op::Slice { start_indices, limit_indices, strides }, 1)
        }
        Op::DynamicPad {} => {
            let op = Op::Pad { edge_padding_low: list(2)?, edge_padding_high: list(3)?, interior_padding: list(4)? };
            (op, 2)
        }
        Op::DynamicConv { .. } => (as_convolution(op, 0, Some(&ints(2)?))?, 2),
        Op::DynamicGather { dims, indices_are_sorted } => {
            let op = Op::Gather { dims: dims.clone(), slice_sizes: list(2)?, indices_are_sorted: *indices_are_sorted };
            (op, 2)
        }
        Op::SetDimensionSize { dimension } => {
            let size = *ints(1)?.first()?;
            let x = operands.first()?.as_tensor().filter(|t| t.is_static())?;
            let mut limit_indices: I64s = x.dims.iter().copied().collect();
            *limit_indices.get_mut(*dimension as usize)? = size;
            let n = x.rank();
            (
                Op::Slice {
                    start_indices: smallvec::smallvec![0; n],
                    limit_indices,
                    strides: smallvec::smallvec![1; n],
                },
                1,
            )
        }
        _ => return None,
    })
}

/// Result sizes that follow from known operand values, where they decide them.
fn dims_from_values(op: &Op, a: &Args<'_>, ints: &KnownInts<'_>) -> Result<Option<Dims>, InferError> {
    let shape = |i: usize, code: &str| -> Result<Option<Dims>, InferError> {
        let Some(dims) = ints(i) else { return Ok(None) };
        if let Some(d) = dims.iter().find(|&&d| d < 0) {
            return Err(a.fail(code, format!("a dimension would have size {d}")));
        }
        Ok(Some(Dims::from_vec(dims)))
    };
    let types = match op {
        Op::DynamicBroadcastInDim { .. } => return shape(1, "c5"),
        Op::DynamicIota { .. } => return shape(0, "c2"),
        Op::DynamicReshape {} => return shape(1, "c2"),
        Op::Rng { .. } => return shape(2, "c3"),
        Op::SetDimensionSize { dimension } => {
            let (x, Some(size)) = (a.tensor(0)?, ints(1).and_then(|v| v.first().copied())) else { return Ok(None) };
            let mut dims = x.dims.clone();
            let d = &mut dims[*dimension as usize];
            ensure!(a, "c2", size >= 0 && (*d < 0 || size <= *d), "size {size} of dimension {dimension} of {x}");
            *d = size;
            return Ok(Some(dims));
        }
        Op::RealDynamicSlice {} | Op::DynamicPad {} | Op::DynamicConv { .. } | Op::DynamicGather { .. } => {
            // The operand's sizes do not matter to the form.
            let Some((op, n)) = static_form(op, a.types, &[], ints) else { return Ok(None) };
            let extreme = |l: &[i64]| l.iter().any(|x| x.unsigned_abs() > MAX_EXTENT);
            let too_large = match &op {
                Op::Slice { strides, .. } => extreme(strides),
                Op::Pad { edge_padding_low, edge_padding_high, interior_padding } => {
                    extreme(edge_padding_low) || extreme(edge_padding_high) || extreme(interior_padding)
                }
                _ => false,
            };
            ensure!(a, "c4", !too_large, "an amount is beyond 2^48");
            dispatch(&op, &Args { name: a.name, types: &a.types[..n], regions: &[], stated: None })?
        }
        _ => return Ok(None),
    };
    let slice_size = |t: &Type| t.as_tensor().map(|t| t.dims.clone());
    Ok(types.first().and_then(slice_size))
}

/// Sizes of a reshape's result of which the number of elements decides one that is not known.
fn solve_reshape(from: &TensorType, to: &mut Dims) {
    let unknown: Dims = (0i64..).zip(to.iter()).filter(|(_, d)| **d < 0).map(|(i, _)| i).collect();
    let ([i], true) = (&unknown[..], from.is_static()) else { return };
    let others = to.iter().filter(|d| **d >= 0).try_fold(1i64, |n, &d| n.checked_mul(d));
    let all = from.dims.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
    if let (Some(others @ 1..), Some(all)) = (others, all)
        && all % others == 0
    {
        to[*i as usize] = all / others;
    }
}

/// The most static result types of `op` that follow from operand types, stated types and known operand values. `extra`
/// are the op's other attributes: those of custom calls say where shapes are.
///
/// # Errors
/// The constraint that does not hold, among them that what is stated and what follows can be the same.
pub fn refine(
    op: &Op,
    extra: &[(Str, Attr)],
    operand_types: &[&Type],
    region_result_types: &[Vec<Type>],
    stated: &[Type],
    ints: &KnownInts<'_>,
) -> Inferred {
    let mut known: Vec<Type> = stated.to_vec();
    let a = Args { name: short_name(op), types: operand_types, regions: region_result_types, stated: Some(stated) };
    let inferred = infer(op, operand_types, region_result_types, Some(stated))?;
    merge(op, &mut known, &inferred)?;
    if matches!(op, Op::CustomCall { .. }) {
        let follows = custom::result_types(op, extra, &a, ints)?;
        merge(op, &mut known, &follows)?;
    }
    let mut dims = dims_from_values(op, &a, ints)?;
    if let (Op::Reshape {} | Op::DynamicReshape {}, Some(Type::Tensor(t))) = (op, known.first()) {
        let mut solved = dims.unwrap_or_else(|| t.dims.clone());
        solve_reshape(a.tensor(0)?, &mut solved);
        dims = Some(solved);
    }
    if let (Some(dims), Some(Type::Tensor(t))) = (dims, known.first()) {
        let ty = tensor(t.dtype, dims);
        merge(op, &mut known, &[ty])?;
    }
    if known != stated {
        // What follows must satisfy the constraints that hold between static types.
        let inferred = infer(op, operand_types, region_result_types, Some(&known))?;
        merge(op, &mut known, &inferred)?;
    }
    for ty in &known {
        if let Some((code, message)) = crate::verify::absurd(ty) {
            return Err(InferError { code: code.into(), message });
        }
    }
    Ok(known)
}

/// Sizes that are known need no bound.
fn forget_bounds(t: &mut TensorType) {
    let Some(bounds) = &t.bounds else { return };
    let left: Vec<i64> =
        bounds.iter().zip(&t.dims).map(|(&b, &d)| if d < 0 { b } else { TensorType::DYNAMIC }).collect();
    t.bounds = left.iter().any(|&b| b >= 0).then(|| left.into());
}

/// Makes `known` as static as `more`, which says something about as many of its first types.
fn merge(op: &Op, known: &mut [Type], more: &[Type]) -> Result<(), InferError> {
    if let Some((code, message)) = crate::verify::result_mismatch(op, more, &known[..more.len().min(known.len())]) {
        return Err(InferError { code, message });
    }
    for (k, m) in known.iter_mut().zip(more) {
        match (&mut *k, m) {
            (Type::Tensor(k), Type::Tensor(m)) => {
                k.dims = merged(&k.dims, &m.dims);
                forget_bounds(k);
            }
            (Type::Tuple(ks), Type::Tuple(ms)) => {
                let mut parts = ks.to_vec();
                merge(op, &mut parts, ms)?;
                *ks = parts.into();
            }
            _ => {}
        }
    }
    Ok(())
}
