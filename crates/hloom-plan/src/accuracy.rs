//! `result_accuracy`: a function must be as exact as the program asks.
//!
//! An error within `DEFAULT` is whatever the implementation has. A tolerance bounds the error at every argument by
//! `atol + rtol · |f(x)| + ulps · ulp(f(x))`, and what is declared of the function must meet it. A function of f32 that does not,
//! and every one in mode `HIGHEST`, is computed in f64 and rounded.

use hloom_ir::attrs::ResultAccuracy;
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
        let (Op::Unary(u), Some(asked), None) = (&op.op, ResultAccuracy::of(op), &found) else { return };
        let Some(t) = g.ty(op.results[0]).as_tensor() else { return };
        if let Some(tolerance) = asked.tolerance()
            && !meets(*u, t.dtype, tolerance, in_f64(*u, t.dtype, &asked))
        {
            let declared = ulps(*u, t.dtype, true).map_or("none".into(), |d| format!("{d} ulps"));
            let message =
                format!("{} of {} with that result_accuracy; declared error: {declared}", u.mnemonic(), t.dtype);
            found = Some(Diagnostics::one(Severity::Unimplemented, "result-accuracy", message, op.loc));
        }
    });
    found.map_or(Ok(()), Err)
}

/// True of a function of f32 whose own implementation is less exact than what is asked for, so that it is computed in f64.
pub fn in_f64(op: UnaryOp, dtype: DType, asked: &ResultAccuracy) -> bool {
    dtype == DType::F32
        && match asked.tolerance() {
            Some(tolerance) => !meets(op, dtype, tolerance, false),
            None => asked.is_highest() && ulps(op, dtype, false).is_some_and(|d| d > 0.5),
        }
}

/// Declared error in units in the last place of the exact result; `wide`: computed in f64, where that is a wider type.
fn ulps(op: UnaryOp, dtype: DType, wide: bool) -> Option<f64> {
    if dtype.kind() != DTypeKind::Float {
        return None;
    }
    let of = |inside: DType| match crate::scalar::function(op) {
        Some(f) => declared(f).map(|d| if inside == DType::F64 { d.1 } else { d.0 }),
        None => (op == UnaryOp::Sqrt).then_some(0.5),
    };
    let rounded = |inside: DType| Some(0.5 + of(inside)? * (epsilon(inside) / epsilon(dtype)));
    match dtype {
        DType::F32 if wide => rounded(DType::F64),
        DType::F32 | DType::F64 => of(dtype),
        _ => rounded(DType::F32),
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
fn meets(op: UnaryOp, dtype: DType, (atol, rtol, asked): (f64, f64, f64), wide: bool) -> bool {
    let Some(declared) = ulps(op, dtype, wide) else { return false };
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
        assert!(meets(Exponential, DType::F32, (0.0, 0.0, 1.0), false));
        assert!(!meets(Exponential, DType::F64, (0.0, 0.0, 1.0), false));
        assert!(meets(Exponential, DType::F64, (0.0, 1e-15, 0.0), false));
        assert!(!meets(Exponential, DType::F32, (1e-3, 0.0, 0.0), false));
        assert!(meets(Sine, DType::F32, (2e-7, 0.0, 0.0), false));
        assert!(!meets(Sine, DType::F32, (1e-8, 0.0, 0.0), false));
        assert!(meets(Tanh, DType::BF16, (0.0, 0.0, 1.0), false) && !meets(Tanh, DType::F32, (0.0, 0.0, 1.0), false));
        assert!(meets(Sqrt, DType::F64, (0.0, 0.0, 1.0), false));
        assert!(meets(Tanh, DType::F32, (0.0, 0.0, 1.0), true) && !meets(Tanh, DType::F32, (0.0, 1e-9, 0.0), true));
        assert!(!meets(Sqrt, DType::C64, (1.0, 1.0, 9.0), false));
    }
}
