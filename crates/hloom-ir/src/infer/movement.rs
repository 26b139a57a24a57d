//! Ops that move elements, and `iota`.

use super::*;

pub(super) fn iota(a: &Args<'_>, dimension: i64) -> Inferred {
    let r = a.stated_tensor(0)?;
    a.axes("c1", "iota_dimension", &[dimension], r.rank())?;
    ensure!(a, "output", !r.dtype.is_bool(), "the result must hold numbers, not {}", r.dtype);
    one(r.dtype, r.dims.clone())
}

pub(super) fn bitcast_convert(a: &Args<'_>) -> Inferred {
    let (x, r) = (a.tensor(0)?, a.stated_tensor(0)?);
    ensure!(a, "c2", x.dtype.is_complex() == r.dtype.is_complex(), "from {} to {}", x.dtype, r.dtype);
    let (wide, narrow) = if x.dtype.bits() >= r.dtype.bits() { (x, r) } else { (r, x) };
    let mut dims = r.dims.clone();
    let fits = if wide.dtype.bits() == narrow.dtype.bits() {
        same_shape(&x.dims, &r.dims)
    } else {
        let ratio = i64::from(wide.dtype.bits() / narrow.dtype.bits());
        wide.dtype.bits() % narrow.dtype.bits() == 0
            && narrow.rank() == wide.rank() + 1
            && same_shape(&wide.dims, &narrow.dims[..wide.rank()])
            && same_dim(narrow.dims[wide.rank()], ratio)
    };
    ensure!(a, "c1", fits, "{x} and {r} do not have the same bits");
    let shared = x.rank().min(r.rank());
    dims[..shared].clone_from_slice(&merged(&r.dims[..shared], &x.dims[..shared]));
    if r.rank() > x.rank() {
        dims[shared] = i64::from(wide.dtype.bits() / narrow.dtype.bits());
    }
    one(r.dtype, dims)
}

pub(super) fn broadcast_in_dim(a: &Args<'_>, dims: &[i64]) -> Inferred {
    let (x, r) = (a.tensor(0)?, a.stated_tensor(0)?);
    ensure!(a, "c1", x.dtype == r.dtype, "operand of type {x}, result of type {r}");
    ensure!(a, "c2", dims.len() == x.rank(), "{} broadcast_dimensions for {x}", dims.len());
    a.axes("c3", "broadcast_dimensions", dims, r.rank())?;
    ensure!(a, "c4", is_unique(dims), "broadcast_dimensions {dims:?} must be unique");
    let mut dims_of_result = r.dims.clone();
    for (i, &d) in dims.iter().enumerate() {
        let (from, to) = (x.dims[i], r.dims[d as usize]);
        ensure!(a, "c5", from == 1 || same_dim(from, to), "dimension {i} of {x} does not fit dimension {d} of {r}");
        if to < 0 && from >= 0 && from != 1 {
            dims_of_result[d as usize] = from;
        }
    }
    one(r.dtype, dims_of_result)
}

/// Ops whose dynamic twins take the shape as an operand have a static result, or (`bounded`) one with a single dynamic
/// size that has a bound.
pub(super) fn static_result(a: &Args<'_>, bounded: bool) -> Result<(), InferError> {
    let r = a.stated_tensor(0)?;
    let mut dynamic = (0..r.rank()).filter(|&i| r.dims[i] < 0);
    let fits = dynamic.next().is_none_or(|i| bounded && r.bound(i).is_some()) && dynamic.next().is_none();
    ensure!(a, "output", fits, "the result must have a static shape, not {r}");
    Ok(())
}

pub(super) fn reshape(a: &Args<'_>) -> Inferred {
    let (x, r) = (a.tensor(0)?, a.stated_tensor(0)?);
    ensure!(a, "c1", x.dtype == r.dtype, "operand of type {x}, result of type {r}");
    let fits = !x.is_static() || !r.is_static() || x.num_elements() == r.num_elements();
    ensure!(a, "c2", fits, "{x} and {r} differ in their number of elements");
    one(r.dtype, r.dims.clone())
}

pub(super) fn transpose(a: &Args<'_>, permutation: &[i64]) -> Inferred {
    let x = a.tensor(0)?;
    let fits = permutation.len() == x.rank() && in_range(permutation, x.rank()) && is_unique(permutation);
    ensure!(a, "c2", fits, "{permutation:?} is not a permutation of the dimensions of {x}");
    one(x.dtype, permutation.iter().map(|&p| x.dims[p as usize]).collect())
}

pub(super) fn slice(a: &Args<'_>, start: &[i64], limit: &[i64], strides: &[i64]) -> Inferred {
    let x = a.tensor(0)?;
    let n = x.rank();
    ensure!(
        a,
        "c2",
        start.len() == n && limit.len() == n && strides.len() == n,
        "{} starts, {} limits and {} strides for {x}",
        start.len(),
        limit.len(),
        strides.len()
    );
    let mut dims = Dims::with_capacity(n);
    for i in 0..n {
        let (s, l, d) = (start[i], limit[i], x.dims[i]);
        ensure!(a, "c3", 0 <= s && s <= l && (d < 0 || l <= d), "bounds {s}..{l} of dimension {i} of {x}");
        ensure!(a, "c4", strides[i] > 0, "stride {} of dimension {i} must be positive", strides[i]);
        // Rounds up without overflow: strides may be as large as an i64 goes.
        let len = l - s;
        dims.push(len / strides[i] + i64::from(len % strides[i] != 0));
    }
    one(x.dtype, dims)
}

pub(super) fn concatenate(a: &Args<'_>, dimension: i64) -> Inferred {
    let inputs = a.tensors(0..a.types.len())?;
    let Some((&first, rest)) = inputs.split_first() else { return Err(a.fail("c3", "there must be an input")) };
    a.axes("c4", "dimension", &[dimension], first.rank())?;
    let axis = dimension as usize;
    let mut dims = first.dims.clone();
    let mut sum = i128::from(first.dims[axis]);
    let mut dynamic = first.dims[axis] < 0;
    for t in rest {
        ensure!(a, "c1", t.dtype == first.dtype, "inputs of types {first} and {t}");
        let fits = t.rank() == first.rank()
            && (0..t.rank()).all(|i| i == axis || (same_dim(t.dims[i], first.dims[i]) && same_dim(t.dims[i], dims[i])));
        ensure!(a, "c2", fits, "inputs of types {first} and {t} differ outside of dimension {dimension}");
        dims = merged(&dims, &t.dims);
        sum += i128::from(t.dims[axis]);
        dynamic |= t.dims[axis] < 0;
    }
    dims[axis] = if dynamic { TensorType::DYNAMIC } else { size(a, "c6", sum)? };
    one(first.dtype, dims)
}

pub(super) fn pad(a: &Args<'_>, low: &[i64], high: &[i64], interior: &[i64]) -> Inferred {
    let (x, value) = (a.tensor(0)?, a.tensor(1)?);
    let n = x.rank();
    ensure!(a, "c1", x.dtype == value.dtype, "operand of type {x}, padding_value of type {value}");
    ensure!(a, "i2", value.rank() == 0, "padding_value must be a scalar, not {value}");
    ensure!(
        a,
        "c2",
        low.len() == n && high.len() == n && interior.len() == n,
        "{} low, {} high and {} interior paddings for {x}",
        low.len(),
        high.len(),
        interior.len()
    );
    let mut dims = Dims::with_capacity(n);
    for i in 0..n {
        ensure!(a, "c3", interior[i] >= 0, "interior_padding {} must not be negative", interior[i]);
        let d = i128::from(x.dims[i]);
        if d < 0 {
            dims.push(TensorType::DYNAMIC);
            continue;
        }
        let padded = d + (d - 1).max(0) * i128::from(interior[i]) + i128::from(low[i]) + i128::from(high[i]);
        ensure!(a, "c4", padded >= 0, "dimension {i} of the result would have size {padded}");
        dims.push(size(a, "c4", padded)?);
    }
    one(x.dtype, dims)
}

pub(super) fn reverse(a: &Args<'_>, dimensions: &[i64]) -> Inferred {
    let x = a.tensor(0)?;
    ensure!(a, "c2", is_unique(dimensions), "dimensions {dimensions:?} must be unique");
    a.axes("c3", "dimensions", dimensions, x.rank())?;
    one(x.dtype, x.dims.clone())
}

pub(super) fn get_dimension_size(a: &Args<'_>, dimension: i64) -> Inferred {
    let x = a.tensor(0)?;
    a.axes("c1", "dimension", &[dimension], x.rank())?;
    one(DType::I32, Dims::new())
}

pub(super) fn broadcast(a: &Args<'_>, sizes: &[i64]) -> Inferred {
    let x = a.tensor(0)?;
    ensure!(a, "c1", sizes.iter().all(|&s| s >= 0), "broadcast_sizes {sizes:?} must not be negative");
    one(x.dtype, sizes.iter().chain(&x.dims).copied().collect())
}
