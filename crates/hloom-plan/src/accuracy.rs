//! `result_accuracy`: every function has one implementation, and it must be as exact as the program asks.
//!
//! An error within `DEFAULT` and `HIGHEST` is whatever the implementation has. A tolerance bounds the error at every
//! argument by `atol + rtol · |f(x)| + ulps · ulp(f(x))`, and what is declared of the function must meet it.

use hloom_ir::attrs::{AttrValue, ResultAccuracy};
use hloom_ir::{Diagnostics, Func, Op, Severity};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{DType, DTypeKind, UnaryOp};
use hloom_tile::math::{MathFn, ULP_TABLE};

/// What a function asks for that native code does not meet, at its place.
///
/// # Errors
/// The first op whose tolerance its implementation does not promise to meet.
pub fn check_accuracy(func: &Func) -> Result<(), Diagnostics> {
    let g = &func.graph;
    let mut found = None;
    g.walk(func.body, |id| {
        let op = g.op(id);
        let asked = op.extra.iter().flatten().find(|(name, _)| &**name == "result_accuracy");
        let (Some((_, attr)), Op::Unary(u), None) = (asked, &op.op, &found) else { return };
        let (Ok(asked), Some(t)) = (ResultAccuracy::from_attr(Some(attr)), g.ty(op.results[0]).as_tensor()) else {
            return;
        };
        if let Some(tolerance) = asked.tolerance()
            && !meets(*u, t.dtype, tolerance)
        {
            let declared = ulps(*u, t.dtype).map_or("none".into(), |d| format!("{d} ulps"));
            let message =
                format!("{} of {} with that result_accuracy; declared error: {declared}", u.mnemonic(), t.dtype);
            found = Some(Diagnostics::one(Severity::Unimplemented, "result-accuracy", message, op.loc));
        }
    });
    found.map_or(Ok(()), Err)
}

/// Declared error in units in the last place of the exact result.
fn ulps(op: UnaryOp, dtype: DType) -> Option<f64> {
    if dtype.kind() != DTypeKind::Float {
        return None;
    }
    let of = |wide: DType| match crate::scalar::function(op) {
        Some(f) => declared(f).map(|d| if wide == DType::F64 { d.1 } else { d.0 }),
        None => (op == UnaryOp::Sqrt).then_some(0.5),
    };
    match dtype {
        DType::F32 | DType::F64 => of(dtype),
        // Computed in f32 and rounded once more.
        _ => Some(0.5 + of(DType::F32)? * (epsilon(DType::F32) / epsilon(dtype))),
    }
}

fn declared(f: MathFn) -> Option<(f64, f64)> {
    ULP_TABLE.iter().find(|row| row.0 == f).map(|row| (row.1, row.2))
}

/// Distance of 1 to the next number.
fn epsilon(dtype: DType) -> f64 {
    let exists = |x: f64| scalar::convert(DType::F64, dtype, Scalar::Float(x)) == Scalar::Float(x);
    (0..52).map(|bits| 2f64.powi(bits - 52)).find(|e| exists(1.0 + e)).unwrap_or(1.0)
}

/// Largest magnitude of a result, of functions for which there is one.
fn bound(op: UnaryOp) -> Option<f64> {
    use UnaryOp::{Cosine, Log, Log2, LogPlusOne, Logistic, Sine, Tanh};
    match op {
        Cosine | Logistic | Sine | Tanh => Some(1.0),
        // Of the smallest and largest numbers of f64.
        Log | Log2 | LogPlusOne => Some(1075.0),
        _ => None,
    }
}

/// True if the declared error is within `(atol, rtol, ulps)` for every result.
fn meets(op: UnaryOp, dtype: DType, (atol, rtol, asked): (f64, f64, f64)) -> bool {
    let Some(declared) = ulps(op, dtype) else { return false };
    let eps = epsilon(dtype);
    // An ulp of a result y is at most eps·|y|.
    let absolute = bound(op).map_or(0.0, |most| atol / (eps * most));
    declared <= asked + rtol / eps + absolute
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_errors_decide() {
        use UnaryOp::{Exponential, Sine, Sqrt, Tanh};
        assert!(meets(Exponential, DType::F32, (0.0, 0.0, 1.0)));
        assert!(!meets(Exponential, DType::F64, (0.0, 0.0, 1.0)));
        assert!(meets(Exponential, DType::F64, (0.0, 1e-15, 0.0)));
        assert!(!meets(Exponential, DType::F32, (1e-3, 0.0, 0.0)));
        assert!(meets(Sine, DType::F32, (2e-7, 0.0, 0.0)));
        assert!(!meets(Sine, DType::F32, (1e-8, 0.0, 0.0)));
        assert!(meets(Tanh, DType::BF16, (0.0, 0.0, 1.0)) && !meets(Tanh, DType::F32, (0.0, 0.0, 1.0)));
        assert!(meets(Sqrt, DType::F64, (0.0, 0.0, 1.0)));
        assert!(!meets(Sqrt, DType::C64, (1.0, 1.0, 9.0)));
    }
}
