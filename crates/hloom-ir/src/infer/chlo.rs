//! CHLO's ops that broadcast their operands, and `constant_like`.

use super::*;
use crate::attrs::I64s;
use crate::chlo;
use hloom_mlir::Attr;
use hloom_num::scalar;

/// The shape of operands broadcast against one another.
fn common_shape(a: &Args<'_>, op: &Op, operands: &[&TensorType], given: Option<&I64s>) -> Result<Dims, InferError> {
    let rank = operands.iter().map(|t| t.rank()).max().unwrap_or(0);
    if let Some(dims) = given {
        let small = operands.iter().map(|t| t.rank()).min().unwrap_or(0);
        ensure!(a, "c2", dims.len() == small, "{} broadcast_dimensions for an operand of rank {small}", dims.len());
        a.axes("c2", "broadcast_dimensions", dims, rank)?;
        ensure!(a, "c2", dims.windows(2).all(|w| w[0] < w[1]), "broadcast_dimensions {dims:?} must be increasing");
    }
    let mut out = Dims::from_elem(1, rank);
    for t in operands {
        for (&d, &to) in t.dims.iter().zip(&chlo::mapping(op, t.rank(), rank)) {
            let slot = &mut out[to as usize];
            *slot = match (*slot, d) {
                (x, y) if x == y => x,
                (1, y) => y,
                (x, 1) => x,
                // A size that is not known is 1 or the other's.
                (x, y) if y < 0 => x,
                (x, y) if x < 0 => y,
                (x, y) => return Err(a.fail("c3", format!("sizes {x} and {y} of dimension {to}"))),
            };
        }
    }
    Ok(out)
}

pub(super) fn binary(a: &Args<'_>, op: &Op, b: hloom_num::BinaryOp, dims: Option<&I64s>) -> Inferred {
    let domain = super::elementwise::binary_domain(b);
    let (x, y) = (a.tensor_of(0, domain)?, a.tensor_of(1, domain)?);
    ensure!(a, "c1", x.dtype == y.dtype, "operands of element types {} and {}", x.dtype, y.dtype);
    let dims = common_shape(a, op, &[x, y], dims)?;
    match scalar::binary_result_type(b, x.dtype) {
        Some(dtype) => one(dtype, dims),
        None => Err(a.fail("i1", format!("operands of element type {}", x.dtype))),
    }
}

pub(super) fn compare(a: &Args<'_>, op: &Op, dims: Option<&I64s>) -> Inferred {
    let (x, y) = (a.tensor(0)?, a.tensor(1)?);
    ensure!(a, "c1", x.dtype == y.dtype, "operands of element types {} and {}", x.dtype, y.dtype);
    one(DType::Bool, common_shape(a, op, &[x, y], dims)?)
}

pub(super) fn select(a: &Args<'_>, op: &Op) -> Inferred {
    let (p, x, y) = (a.tensor_of(0, BOOL)?, a.tensor(1)?, a.tensor(2)?);
    ensure!(a, "c1", x.dtype == y.dtype, "alternatives of types {x} and {y}");
    one(x.dtype, common_shape(a, op, &[p, x, y], None)?)
}

pub(super) fn constant_like(a: &Args<'_>, value: &Attr) -> Inferred {
    let x = a.tensor(0)?;
    match chlo::constant_like_dtype(value) {
        Some(dtype) => one(dtype, x.dims.clone()),
        None => Err(a.fail("i2", "the value must be an integer or a float")),
    }
}
