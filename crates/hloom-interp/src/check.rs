//! The `check` dialect and the comparisons that test drivers make.

use crate::InterpError;
use crate::tensor::Tensor;
use hloom_ir::Op;
use hloom_num::DType;
use hloom_num::scalar::{self, Scalar};

/// How close is close enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// Bit-equal up to NaN payloads; -0 equals +0.
    Exact,
    /// Absolute or relative difference at most this.
    Almost(f64),
    /// Distance in units in the last place of the element type between these bounds.
    Ulps {
        /// At least.
        min: u64,
        /// At most.
        max: u64,
    },
}

/// The first element that is not close enough.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFailure {
    /// Row-major position.
    pub index: usize,
    /// Computed.
    pub got: Scalar,
    /// Wanted.
    pub expected: Scalar,
}

impl std::fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "element {}: got {:?}, expected {:?}", self.index, self.got, self.expected)
    }
}

/// Position of a float on the integer line of its format, so that neighbours differ by one.
fn ordinal(dtype: DType, x: f64) -> i128 {
    let mut b = [0u8; 8];
    scalar::write(dtype, Scalar::Float(x), &mut b[..dtype.byte_size()]);
    let bits = i128::from(u64::from_le_bytes(b));
    let sign = 1i128 << (dtype.bits() - 1);
    if bits & sign != 0 { -(bits & (sign - 1)) } else { bits }
}

fn floats_close(dtype: DType, a: f64, b: f64, tol: Tolerance) -> bool {
    if !a.is_finite() || !b.is_finite() {
        let same = a == b || a.is_nan() && b.is_nan();
        // Unlike values that are not finite are as far apart as can be said.
        return match tol {
            Tolerance::Ulps { min, .. } if same => min == 0,
            Tolerance::Ulps { max, .. } => max == u64::MAX,
            _ => same,
        };
    }
    match tol {
        Tolerance::Exact => a == b,
        Tolerance::Almost(t) => (a - b).abs() <= t || (a - b).abs() <= t * b.abs(),
        Tolerance::Ulps { min, max } => {
            let d = (ordinal(dtype, a) - ordinal(dtype, b)).unsigned_abs();
            u128::from(min) <= d && d <= u128::from(max)
        }
    }
}

/// Compares two tensors of one type.
///
/// # Errors
/// The first element that differs; element 0 with both first elements if the types differ.
pub fn compare(got: &Tensor, expected: &Tensor, tol: Tolerance) -> Result<(), CheckFailure> {
    let part = got.dtype().real_part();
    let bad = if got.ty != expected.ty {
        Some(0)
    } else {
        (0..got.data.len()).find(|&i| match (got.data[i], expected.data[i]) {
            (Scalar::Float(a), Scalar::Float(b)) => !floats_close(part, a, b, tol),
            (Scalar::Complex(a, b), Scalar::Complex(c, d)) => {
                !(floats_close(part, a, c, tol) && floats_close(part, b, d, tol))
            }
            (a, b) => a != b,
        })
    };
    let pick = |t: &Tensor, i: usize| t.data.get(i).copied().unwrap_or(Scalar::Bool(false));
    bad.map_or(Ok(()), |i| Err(CheckFailure { index: i, got: pick(got, i), expected: pick(expected, i) }))
}

fn report(name: &str, r: Result<(), CheckFailure>) -> Result<(), InterpError> {
    r.map_err(|e| InterpError::Check(format!("{name}: {e}")))
}

/// Compares exactly, for the op called `name`.
pub(crate) fn same(name: &str, got: &Tensor, expected: &Tensor) -> Result<(), InterpError> {
    report(name, compare(got, expected, Tolerance::Exact))
}

/// Runs a `check.*` op.
pub(crate) fn check_op(op: &Op, operands: &[&Tensor]) -> Result<(), InterpError> {
    let name = op.name();
    match op {
        Op::CheckExpectEq {} => report(name, compare(operands[0], operands[1], Tolerance::Exact)),
        Op::CheckExpectEqConst { value } => {
            report(name, compare(operands[0], &Tensor::from_literal(value), Tolerance::Exact))
        }
        Op::CheckExpectAlmostEq { tolerance } => {
            let t = tolerance.map_or(1e-4, |t| t.get());
            report(name, compare(operands[0], operands[1], Tolerance::Almost(t)))
        }
        Op::CheckExpectAlmostEqConst { value, tolerance } => {
            let t = tolerance.map_or(1e-4, |t| t.get());
            report(name, compare(operands[0], &Tensor::from_literal(value), Tolerance::Almost(t)))
        }
        Op::CheckExpectClose { max_ulp_difference, min_ulp_difference } => {
            let max = max_ulp_difference.unwrap_or(1);
            let min = min_ulp_difference.unwrap_or(0);
            report(name, compare(operands[0], operands[1], Tolerance::Ulps { min, max }))
        }
        _ => Err(InterpError::unimplemented(name, "")),
    }
}

/// The tolerance of a `custom_call @check.*` of JAX's generated test data.
pub fn custom_call_tolerance(target: &str) -> Option<Tolerance> {
    match target {
        "check.expect_eq" => Some(Tolerance::Exact),
        "check.expect_close" => Some(Tolerance::Ulps { min: 0, max: 3 }),
        "check.expect_almost_eq" => Some(Tolerance::Almost(1e-3)),
        "check.eq" => Some(Tolerance::Almost(1e-4)),
        _ => None,
    }
}

/// Runs a custom call.
pub(crate) fn custom_call(target: &str, args: &[Tensor]) -> Result<Vec<Tensor>, InterpError> {
    let (Some(tol), [a, b]) = (custom_call_tolerance(target), args) else {
        return Err(InterpError::unimplemented("stablehlo.custom_call", format!(" @{target}")));
    };
    let outcome = compare(a, b, tol);
    if target == "check.eq" {
        return Ok(vec![Tensor::scalar(DType::Bool, Scalar::Bool(outcome.is_ok()))]);
    }
    report(target, outcome)?;
    Ok(vec![])
}
