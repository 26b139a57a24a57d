//! Products.

use super::*;
use crate::attrs::{DotAlgorithm, DotDims, I64s, PrecisionConfig};

/// True if a product of `x` and `y` is meant to exist: one sort of number, integers of both signs being one.
pub(super) fn multipliable(x: DType, y: DType) -> bool {
    let class = |d| if sort(d) & INT != 0 { INT } else { sort(d) };
    class(x) == class(y)
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
    if let Some((code, message)) = algorithm.and_then(DotAlgorithm::problem) {
        return Err(a.fail(code, message));
    }
    ensure!(a, "c13", multipliable(x.dtype, y.dtype), "no product of {} and {}", x.dtype, y.dtype);
    let dtype = result_dtype(a, x.dtype)?;
    ensure!(a, "c13", multipliable(x.dtype, dtype), "no product of {} as {dtype}", x.dtype);
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
    ensure!(a, "c3", multipliable(x.dtype, dtype), "no product of {} as {dtype}", x.dtype);
    one(dtype, x.dims[..x.rank() - 1].iter().chain(&y.dims[1..]).copied().collect())
}
