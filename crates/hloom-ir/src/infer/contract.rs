//! Products.

use super::*;
use crate::attrs::{DotAlgorithm, DotDims, Einsum, I64s, Precision, PrecisionConfig, RaggedDotDims};

/// True if a product of `x` and `y` is meant to exist: one sort of number, integers of both signs being one.
pub(super) fn multipliable(x: DType, y: DType) -> bool {
    let class = |d| if sort(d) & INT != 0 { INT } else { sort(d) };
    class(x) == class(y)
}

/// True if factors of type `x` may have a sum of type `sum`. JAX asks for sums of integer products as floats
/// (`preferred_element_type`); the factors are then converted first, as XLA does.
pub(super) fn summable(x: DType, sum: DType) -> bool {
    multipliable(x, sum) || (x.is_int() && sum.is_float())
}

/// The stated element type of the only result, else `default`.
pub(super) fn result_dtype(a: &Args<'_>, default: DType) -> Result<DType, InferError> {
    match a.stated {
        Some(_) => Ok(a.stated_tensor(0)?.dtype),
        None => Ok(default),
    }
}

pub(super) fn dot_general(
    a: &Args<'_>,
    d: &DotDims,
    precision: &PrecisionConfig,
    algorithm: Option<&DotAlgorithm>,
) -> Inferred {
    let (x, y) = (a.tensor(0)?, a.tensor(1)?);
    let (xb, yb, xc, yc) = (&d.lhs_batching, &d.rhs_batching, &d.lhs_contracting, &d.rhs_contracting);
    ensure!(a, "c1", xb.len() == yb.len(), "{} and {} batching dimensions", xb.len(), yb.len());
    ensure!(a, "c2", xc.len() == yc.len(), "{} and {} contracting dimensions", xc.len(), yc.len());
    let both = |b: &I64s, c: &I64s| -> Dims { b.iter().chain(c).copied().collect() };
    let (xd, yd) = (both(xb, xc), both(yb, yc));
    ensure!(a, "c3", is_unique(&xd), "batching and contracting dimensions of lhs must be unique");
    ensure!(a, "c4", is_unique(&yd), "batching and contracting dimensions of rhs must be unique");
    a.axes("c5", "lhs_batching_dimensions", xb, x.rank())?;
    a.axes("c6", "lhs_contracting_dimensions", xc, x.rank())?;
    a.axes("c7", "rhs_batching_dimensions", yb, y.rank())?;
    a.axes("c8", "rhs_contracting_dimensions", yc, y.rank())?;
    for (code, xs, ys) in [("c9", xb, yb), ("c10", xc, yc)] {
        for (&i, &j) in xs.iter().zip(ys) {
            let fits = same_dim(x.dims[i as usize], y.dims[j as usize]);
            ensure!(a, code, fits, "dimension {i} of {x} and {j} of {y} differ in size");
        }
    }
    ensure!(a, "c11", matches!(precision.0.len(), 0 | 2), "{} precisions for two operands", precision.0.len());
    if let Some(algorithm) = algorithm {
        let plain = precision.0.iter().all(|p| *p == Precision::Default);
        ensure!(a, "c21", plain, "there is an algorithm, and a precision too");
        if let Some((code, message)) = algorithm.problem() {
            return Err(a.fail(code, message));
        }
    }
    ensure!(a, "c13", multipliable(x.dtype, y.dtype), "no product of {} and {}", x.dtype, y.dtype);
    let dtype = result_dtype(a, x.dtype)?;
    ensure!(a, "c13", summable(x.dtype, dtype), "no product of {} as {dtype}", x.dtype);
    let batch = xb.iter().zip(yb).map(|(&i, &j)| {
        let i = x.dims[i as usize];
        if i >= 0 { i } else { y.dims[j as usize] }
    });
    one(dtype, batch.chain(others(&x.dims, &xd)).chain(others(&y.dims, &yd)).collect())
}

pub(super) fn dot(a: &Args<'_>, precision: &PrecisionConfig) -> Inferred {
    let (x, y) = (a.tensor(0)?, a.tensor(1)?);
    let ranks = matches!(x.rank(), 1 | 2) && matches!(y.rank(), 1 | 2);
    ensure!(a, "i1", ranks, "operands must be matrices or vectors, not {x} and {y}");
    ensure!(a, "c1", same_dim(x.dims[x.rank() - 1], y.dims[0]), "{x} and {y} differ in the contracted size");
    ensure!(a, "c2", matches!(precision.0.len(), 0 | 2), "{} precisions for two operands", precision.0.len());
    ensure!(a, "c3", multipliable(x.dtype, y.dtype), "no product of {} and {}", x.dtype, y.dtype);
    let dtype = result_dtype(a, x.dtype)?;
    ensure!(a, "c3", summable(x.dtype, dtype), "no product of {} as {dtype}", x.dtype);
    one(dtype, x.dims[..x.rank() - 1].iter().chain(&y.dims[1..]).copied().collect())
}

pub(super) fn einsum(a: &Args<'_>, config: &str) -> Inferred {
    let operands = a.tensors(0..a.types.len())?;
    let letters = Einsum::parse(config).map_err(|e| a.fail("i1", format!("einsum_config {e}")))?;
    let shapes: Vec<&[i64]> = operands.iter().map(|t| &t.dims[..]).collect();
    let sizes = letters.sizes(&shapes).map_err(|e| a.fail("i2", format!("einsum_config {e}")))?;
    let dtype = result_dtype(a, operands[0].dtype)?;
    one(dtype, letters.result.iter().map(|l| sizes[l]).collect())
}

pub(super) fn ragged_dot(a: &Args<'_>, d: &RaggedDotDims, precision: &PrecisionConfig) -> Inferred {
    let (x, y, groups) = (a.tensor(0)?, a.tensor(1)?, a.tensor_of(2, INT)?);
    let dot = &d.dot;
    ensure!(a, "c1", dot.lhs_batching.len() == dot.rhs_batching.len(), "batching dimensions of both sides");
    ensure!(a, "c2", dot.lhs_contracting.len() == dot.rhs_contracting.len(), "contracting dimensions of both sides");
    ensure!(a, "c12", d.lhs_ragged.len() == 1, "{} ragged dimensions of lhs, not 1", d.lhs_ragged.len());
    let both = |b: &I64s, c: &I64s| -> Dims { b.iter().chain(c).copied().collect() };
    let (xd, mut yd) = (both(&dot.lhs_batching, &dot.lhs_contracting), both(&dot.rhs_batching, &dot.rhs_contracting));
    a.axes("c5", "lhs_batching_dimensions", &dot.lhs_batching, x.rank())?;
    a.axes("c6", "lhs_contracting_dimensions", &dot.lhs_contracting, x.rank())?;
    a.axes("c7", "rhs_batching_dimensions", &dot.rhs_batching, y.rank())?;
    a.axes("c8", "rhs_contracting_dimensions", &dot.rhs_contracting, y.rank())?;
    a.axes("c13", "lhs_ragged_dimensions", &d.lhs_ragged, x.rank())?;
    a.axes("c14", "rhs_group_dimensions", &d.rhs_group, y.rank())?;
    let ragged = d.lhs_ragged[0];
    let (in_batch, in_sum) = (dot.lhs_batching.contains(&ragged), dot.lhs_contracting.contains(&ragged));
    let wanted = usize::from(!in_batch && !in_sum);
    ensure!(a, "c15", d.rhs_group.len() == wanted, "{} group dimensions of rhs, not {wanted}", d.rhs_group.len());
    ensure!(a, "c16", groups.rank() >= 1, "group_sizes must have a dimension");
    ensure!(a, "c11", matches!(precision.0.len(), 0 | 2), "{} precisions for two operands", precision.0.len());
    yd.extend(d.rhs_group.iter().copied());
    ensure!(a, "c3", is_unique(&xd), "batching and contracting dimensions of lhs must be unique");
    ensure!(a, "c4", is_unique(&yd), "batching, contracting and group dimensions of rhs must be unique");
    for (xs, ys) in [(&dot.lhs_batching, &dot.rhs_batching), (&dot.lhs_contracting, &dot.rhs_contracting)] {
        for (&i, &j) in xs.iter().zip(ys) {
            let fits = same_dim(x.dims[i as usize], y.dims[j as usize]);
            ensure!(a, "c9", fits, "dimension {i} of {x} and {j} of {y} differ in size");
        }
    }
    let count = groups.dims[groups.rank() - 1];
    if let [g] = d.rhs_group[..] {
        let fits = same_dim(count, y.dims[g as usize]);
        ensure!(a, "c17", fits, "{count} groups, and dimension {g} of {y}");
    }
    let dtype = result_dtype(a, x.dtype)?;
    let batch = dot.lhs_batching.iter().map(|&i| x.dims[i as usize]);
    let free = others(&x.dims, &xd).into_iter().chain(others(&y.dims, &yd));
    let front = in_sum.then_some(count);
    one(dtype, front.into_iter().chain(batch).chain(free).collect())
}
