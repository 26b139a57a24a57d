//! Comparison of computed with expected arrays (the rule of the zoo's `meta.compare`).

use crate::array::Array;
use crate::exceptions::Allowance;
use hloom_num::scalar::{self, Scalar};
use hloom_num::{DType, DTypeKind};

/// How the arrays of a case are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Integers exactly, floats within the tolerance of their type.
    AllClose,
    /// As [`Rule::AllClose`] for elementwise cases: no tolerance relative to the largest element.
    AllCloseElementwise,
    /// Shape and type only.
    ShapeOnly,
    /// At most one element in a hundred differs.
    IntFewMismatch,
}

/// `(rtol, a, b)`: `|got - expected| ≤ rtol·|expected| + a·max|output| + b·max|all outputs|`.
fn tolerance(part: DType) -> Option<(f64, f64, f64)> {
    Some(match part {
        DType::F32 => (2e-5, 1e-5, 1e-7),
        DType::F64 => (1e-10, 1e-11, 1e-13),
        DType::F16 => (2e-3, 1e-3, 0.0),
        DType::BF16 => (1.6e-2, 8e-3, 0.0),
        _ => return None,
    })
}

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Largest error in tolerances, over all elements.
    pub(crate) max_err: f64,
    /// The first (worst-output) failure, as text.
    pub(crate) failure: Option<String>,
}

fn max_finite(a: &Array) -> f64 {
    if !(a.ty.dtype.is_float() || a.ty.dtype.is_complex()) {
        return 0.0;
    }
    values(a).flat_map(parts).filter(|x| x.is_finite()).fold(0.0, |m, x| m.max(x.abs()))
}

fn values(a: &Array) -> impl Iterator<Item = Scalar> + '_ {
    a.bytes.chunks_exact(a.ty.dtype.byte_size()).map(|b| scalar::read(a.ty.dtype, b))
}

fn parts(s: Scalar) -> [f64; 2] {
    match s {
        Scalar::Complex(a, b) => [a, b],
        s => [s.as_f64(), 0.0],
    }
}

fn smallest_normal(part: DType) -> f64 {
    match part {
        DType::F32 | DType::BF16 => f64::from(f32::MIN_POSITIVE),
        DType::F16 => 2f64.powi(-14),
        _ => f64::MIN_POSITIVE,
    }
}

/// Error of one real number in tolerances; 0 is equal, above 1 is wrong.
fn error(part: DType, got: f64, expected: f64, tol: f64) -> f64 {
    if got.is_nan() || expected.is_nan() || got.is_infinite() || expected.is_infinite() {
        let same = (got.is_nan() && expected.is_nan()) || got == expected;
        return if same { 0.0 } else { f64::INFINITY };
    }
    let flush = |x: f64| if x.abs() < smallest_normal(part) { 0.0 } else { x };
    if got == expected || flush(got) == flush(expected) {
        return 0.0;
    }
    let d = (got - expected).abs();
    if tol > 0.0 { d / tol } else { f64::INFINITY }
}

/// One unit in the last place of a narrow float: distance to the neighbour.
fn step(dtype: DType, x: f64) -> f64 {
    let bits = scalar::encode_float(dtype, x);
    let magnitude_bits = if bits == 0 { 1 } else { bits + 1 };
    let next = scalar::decode_float(dtype, magnitude_bits);
    let prev = scalar::decode_float(dtype, bits.saturating_sub(1));
    let up = (next - x).abs();
    let down = (x - prev).abs();
    [up, down].into_iter().filter(|d| d.is_finite()).fold(0.0, f64::max)
}

/// Compares all outputs of a case.
pub(crate) fn compare(got: &[Array], expected: &[Array], rule: Rule, allowance: Allowance) -> Outcome {
    let mut out = Outcome::default();
    if got.len() != expected.len() {
        out.failure = Some(format!("{} outputs, expected {}", got.len(), expected.len()));
        out.max_err = f64::INFINITY;
        return out;
    }
    let max_all = expected.iter().map(max_finite).fold(0.0, f64::max);
    for (k, (g, e)) in got.iter().zip(expected).enumerate() {
        if g.ty != e.ty {
            out.max_err = f64::INFINITY;
            out.failure.get_or_insert(format!("output {k}: got {}, expected {}", g.ty, e.ty));
            continue;
        }
        if rule == Rule::ShapeOnly {
            continue;
        }
        let (worst, mismatches, first) = compare_one(g, e, rule, max_all, allowance.factor);
        let n = e.ty.num_elements();
        if rule == Rule::IntFewMismatch {
            if mismatches * 100 > n {
                out.max_err = f64::INFINITY;
                out.failure.get_or_insert(format!("output {k}: {mismatches} of {n} elements differ"));
            }
            continue;
        }
        if mismatches <= allowance.elements {
            out.max_err = out.max_err.max(worst.min(1.0));
            continue;
        }
        out.max_err = out.max_err.max(worst);
        if let Some((i, a, b, err)) = first {
            out.failure.get_or_insert(format!(
                "output {k} {}, index {:?}: got {}, expected {}, {err:.3} tolerances ({mismatches} of {n} elements)",
                e.ty,
                unravel(i, &e.ty.dims),
                text(a),
                text(b)
            ));
        }
    }
    out
}

type Mismatch = (usize, Scalar, Scalar, f64);

/// Largest error, number of elements beyond tolerance, and the first of them.
fn compare_one(g: &Array, e: &Array, rule: Rule, max_all: f64, factor: f64) -> (f64, usize, Option<Mismatch>) {
    let dtype = e.ty.dtype;
    let part = dtype.real_part();
    let elementwise = rule == Rule::AllCloseElementwise;
    let max_here = if elementwise { 0.0 } else { max_finite(e) };
    let (mut worst, mut count, mut first) = (0.0f64, 0, None);
    for (i, (a, b)) in values(g).zip(values(e)).enumerate() {
        let err = match dtype.kind() {
            DTypeKind::Float | DTypeKind::Complex => {
                let tol = |x: f64| match tolerance(part) {
                    Some((rtol, _, _)) if elementwise => rtol * x.abs() + 1e-6,
                    Some((rtol, ca, cb)) => rtol * x.abs() + ca * max_here + cb * max_all,
                    None => step(part, x),
                };
                let ([ar, ai], [br, bi]) = (parts(a), parts(b));
                error(part, ar, br, factor * tol(br)).max(error(part, ai, bi, factor * tol(bi)))
            }
            _ if a == b => 0.0,
            _ => f64::INFINITY,
        };
        worst = worst.max(err);
        if err > 1.0 {
            count += 1;
            first = first.or(Some((i, a, b, err)));
        }
    }
    (worst, count, first)
}

fn unravel(mut i: usize, dims: &[i64]) -> Vec<usize> {
    let mut ix = vec![0; dims.len()];
    for d in (0..dims.len()).rev() {
        ix[d] = i % dims[d] as usize;
        i /= dims[d] as usize;
    }
    ix
}

fn text(s: Scalar) -> String {
    match s {
        Scalar::Bool(b) => b.to_string(),
        Scalar::Int(i) => i.to_string(),
        Scalar::UInt(u) => u.to_string(),
        Scalar::Float(x) => format!("{x:e}"),
        Scalar::Complex(a, b) => format!("({a:e}, {b:e})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_ir::TensorType;

    fn f32s(v: &[f32]) -> Array {
        let bytes = v.iter().flat_map(|x| x.to_le_bytes()).collect();
        Array { ty: TensorType::new(DType::F32, &[v.len() as i64]), bytes }
    }

    #[test]
    fn tolerances() {
        let ok = |a: &[f32], b: &[f32], r| compare(&[f32s(a)], &[f32s(b)], r, Allowance::NONE).failure.is_none();
        assert!(ok(&[1.0, f32::NAN, f32::INFINITY], &[1.00001, f32::NAN, f32::INFINITY], Rule::AllClose));
        assert!(!ok(&[1.0, 2.0], &[1.001, 2.0], Rule::AllClose));
        assert!(!ok(&[f32::INFINITY], &[f32::NEG_INFINITY], Rule::AllClose));
        assert!(!ok(&[0.0], &[f32::NAN], Rule::AllClose));
        // A subnormal equals zero of any sign.
        assert!(ok(&[1e-40], &[-0.0], Rule::AllCloseElementwise));
        // Small next to large: within the output's scale, but not in an elementwise case.
        assert!(ok(&[1e-3, 1000.0], &[2e-3, 1000.0], Rule::AllClose));
        assert!(!ok(&[1e-3, 1000.0], &[2e-3, 1000.0], Rule::AllCloseElementwise));
        assert!(!ok(&[1.0], &[1.0, 1.0], Rule::AllClose));
        let one = Allowance { factor: 1.0, elements: 1 };
        let with_one = |a: &[f32]| compare(&[f32s(a)], &[f32s(&[f32::NAN, f32::NAN])], Rule::AllClose, one).failure;
        assert!(with_one(&[f32::NAN, 1.0]).is_none() && with_one(&[1.0, 1.0]).is_some());
    }
}
