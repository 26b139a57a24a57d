//! Arguments: numbers on which programs go different ways.

use crate::Random;
use hloom_interp::{Tensor, samples};
use hloom_ir::TensorType;
use hloom_num::scalar::Scalar;
use hloom_num::{DType, DTypeKind};

/// An integer as an element of that integer type.
pub(crate) fn integer(dtype: DType, i: i64) -> Scalar {
    let s = if dtype.is_unsigned_int() { Scalar::UInt(i as u64) } else { Scalar::Int(i) };
    s.rounded(dtype)
}

/// What most elements of an argument are.
#[derive(Clone, Copy)]
enum Style {
    /// Small integers, also of floats.
    Small,
    /// Floats around 1 of both signs, integers of all sizes.
    Plain,
    /// Of all magnitudes.
    Wide,
    /// With NaN, infinities, subnormal numbers, extremes.
    Special,
}

fn uniform(r: &mut Random) -> f64 {
    r.below(1 << 20) as f64 / f64::from(1 << 20)
}

fn float(style: Style, r: &mut Random) -> f64 {
    let sign = if r.below(2) == 0 { 1.0 } else { -1.0 };
    match style {
        Style::Small => r.below(9) as f64 - 4.0,
        Style::Wide => sign * (1.0 + uniform(r)) * 2f64.powi(r.below(60) as i32 - 30),
        Style::Plain | Style::Special => sign * 3.0 * uniform(r),
    }
}

fn element(ty: &TensorType, style: Style, r: &mut Random) -> Scalar {
    if matches!(style, Style::Special) && r.below(3) == 0 {
        return samples::special(ty, r.below(1 << 12));
    }
    let s = match ty.dtype.kind() {
        DTypeKind::Bool => Scalar::Bool(r.below(2) == 0),
        DTypeKind::Signed | DTypeKind::Unsigned => {
            let i = match style {
                Style::Small => r.below(13) as i64 - 4,
                _ => (r.below(1 << 40) as i64).wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64),
            };
            return integer(ty.dtype, i);
        }
        DTypeKind::Float => Scalar::Float(float(style, r)),
        DTypeKind::Complex => Scalar::Complex(float(style, r), float(style, r)),
    };
    s.rounded(ty.dtype)
}

/// A random argument of that type.
pub fn argument(ty: &TensorType, r: &mut Random) -> Tensor {
    let style = match r.below(8) {
        0..=2 => Style::Small,
        3 | 4 => Style::Plain,
        5 => Style::Wide,
        _ => Style::Special,
    };
    let data = (0..ty.num_elements()).map(|_| element(ty, style, r)).collect();
    Tensor::new(ty.clone(), data)
}
