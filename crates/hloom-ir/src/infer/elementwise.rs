//! Elementwise ops.

use super::*;
use crate::attrs::CompareType;
use hloom_num::{BinaryOp, UnaryOp, scalar};

/// Sorts of numbers that the op takes.
fn unary_domain(u: UnaryOp) -> u8 {
    use UnaryOp as U;
    match u {
        U::Abs | U::Sign => SIGNED | FLOAT | COMPLEX,
        U::Negate => INT | FLOAT | COMPLEX,
        U::Not => BOOL | INT,
        U::Floor | U::Ceil | U::RoundNearestEven | U::RoundNearestAfz | U::IsFinite => FLOAT,
        U::Exponential
        | U::ExponentialMinusOne
        | U::Exp2
        | U::Log
        | U::Log2
        | U::LogPlusOne
        | U::Sqrt
        | U::Rsqrt
        | U::Cbrt
        | U::Sine
        | U::Cosine
        | U::Tan
        | U::Tanh
        | U::Logistic
        | U::Real
        | U::Imag => FLOAT | COMPLEX,
        U::Popcnt | U::CountLeadingZeros => INT,
        U::Acos | U::Acosh | U::Asin | U::Asinh | U::Atan | U::Atanh | U::Sinh | U::Cosh => FLOAT | COMPLEX,
        U::Erf | U::Erfc | U::ErfInv | U::Lgamma | U::Digamma | U::BesselI1e => FLOAT,
        U::Square | U::Conj => INT | FLOAT | COMPLEX,
        U::IsInf | U::IsPosInf | U::IsNegInf => FLOAT,
    }
}

pub(super) fn unary(a: &Args<'_>, u: UnaryOp) -> Inferred {
    let t = a.tensor_of(0, unary_domain(u))?;
    one(scalar::unary_result_type(u, t.dtype), t.dims.clone())
}

pub(super) fn binary_domain(b: BinaryOp) -> u8 {
    use BinaryOp as B;
    match b {
        B::Add | B::Multiply | B::Maximum | B::Minimum => ANY,
        B::Subtract | B::Divide | B::Remainder | B::Power => INT | FLOAT | COMPLEX,
        B::And | B::Or | B::Xor => BOOL | INT,
        B::Atan2 => FLOAT | COMPLEX,
        B::ShiftLeft | B::ShiftRightArithmetic | B::ShiftRightLogical | B::MulHi => INT,
        B::Complex | B::NextAfter | B::Polygamma | B::Zeta => FLOAT,
    }
}

pub(super) fn binary(a: &Args<'_>, b: BinaryOp) -> Inferred {
    let (x, y) = (a.tensor_of(0, binary_domain(b))?, a.tensor_of(1, binary_domain(b))?);
    ensure!(a, "c1", x.dtype == y.dtype, "operands of element types {} and {}", x.dtype, y.dtype);
    ensure!(a, "c1", same_shape(&x.dims, &y.dims), "operands of types {x} and {y}");
    match scalar::binary_result_type(b, x.dtype) {
        Some(dtype) => one(dtype, merged(&x.dims, &y.dims)),
        None => Err(a.fail("i1", format!("there are no complex numbers over {}", x.dtype))),
    }
}

pub(super) fn compare(a: &Args<'_>, compare_type: Option<CompareType>) -> Inferred {
    let (x, y) = (a.tensor(0)?, a.tensor(1)?);
    ensure!(a, "c1", x.dtype == y.dtype, "operands of element types {} and {}", x.dtype, y.dtype);
    ensure!(a, "c2", same_shape(&x.dims, &y.dims), "operands of types {x} and {y}");
    if let Some(ct) = compare_type {
        let fits = match ct {
            CompareType::NoType => true,
            CompareType::Float => sort(x.dtype) & (FLOAT | COMPLEX) != 0,
            CompareType::TotalOrder => x.dtype.is_float(),
            CompareType::Signed => x.dtype.is_signed_int(),
            CompareType::Unsigned => sort(x.dtype) & (UNSIGNED | BOOL) != 0,
        };
        ensure!(a, "c3", fits, "compare_type {ct:?} does not fit elements of type {}", x.dtype);
    }
    one(DType::Bool, merged(&x.dims, &y.dims))
}

pub(super) fn select(a: &Args<'_>) -> Inferred {
    let (p, x, y) = (a.tensor_of(0, BOOL)?, a.tensor(1)?, a.tensor(2)?);
    ensure!(a, "c2", x.dtype == y.dtype && same_shape(&x.dims, &y.dims), "alternatives of types {x} and {y}");
    let dims = merged(&x.dims, &y.dims);
    ensure!(a, "c1", p.rank() == 0 || same_shape(&p.dims, &dims), "pred of type {p} for alternatives of type {x}");
    one(x.dtype, dims)
}

pub(super) fn clamp(a: &Args<'_>) -> Inferred {
    let (lo, x, hi) = (a.tensor(0)?, a.tensor(1)?, a.tensor(2)?);
    for (t, what, code) in [(lo, "min", "c1"), (hi, "max", "c2")] {
        ensure!(a, code, t.rank() == 0 || same_shape(&t.dims, &x.dims), "{what} of type {t} for operand {x}");
        ensure!(a, "c3", t.dtype == x.dtype, "{what} of type {t} for operand {x}");
    }
    one(x.dtype, x.dims.clone())
}

pub(super) fn fma(a: &Args<'_>) -> Inferred {
    let (x, y, z) = (a.tensor_of(0, FLOAT)?, a.tensor_of(1, FLOAT)?, a.tensor_of(2, FLOAT)?);
    for t in [y, z] {
        ensure!(a, "c1", x.dtype == t.dtype && same_shape(&x.dims, &t.dims), "operands of types {x} and {t}");
    }
    one(x.dtype, merged(&merged(&x.dims, &y.dims), &z.dims))
}

pub(super) fn convert(a: &Args<'_>) -> Inferred {
    let (x, r) = (a.tensor(0)?, a.stated_tensor(0)?);
    ensure!(a, "c1", same_shape(&x.dims, &r.dims), "operand of type {x}, result of type {r}");
    one(r.dtype, merged(&r.dims, &x.dims))
}

pub(super) fn reduce_precision(a: &Args<'_>, exponent_bits: i64, mantissa_bits: i64) -> Inferred {
    let x = a.tensor_of(0, FLOAT)?;
    ensure!(a, "c2", exponent_bits >= 1, "exponent_bits must be positive, not {exponent_bits}");
    ensure!(a, "c3", mantissa_bits >= 0, "mantissa_bits must not be negative, not {mantissa_bits}");
    one(x.dtype, x.dims.clone())
}

pub(super) fn map(a: &Args<'_>, dimensions: &[i64]) -> Inferred {
    let inputs = a.tensors(0..a.types.len())?;
    let Some((&first, rest)) = inputs.split_first() else { return Err(a.fail("c2", "there must be an input")) };
    for t in rest {
        ensure!(a, "c1", same_shape(&t.dims, &first.dims), "inputs of types {first} and {t}");
    }
    ensure!(
        a,
        "c3",
        dimensions.len() == first.rank() && (0i64..).zip(dimensions).all(|(i, &d)| i == d),
        "dimensions {dimensions:?} must be all dimensions of {first} in order"
    );
    let dtypes = a.scalars_of_region(0, 1, "c4")?;
    one(dtypes[0], first.dims.clone())
}
