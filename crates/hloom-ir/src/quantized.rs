//! Quantized element types.

use crate::Op;
use hloom_mlir::text::write_float;
use hloom_num::scalar::{decode_float, encode_float};
use hloom_num::{DType, DTypeKind};
use std::fmt;
use std::hash::{Hash, Hasher};

/// How the integers of a tensor stand for real numbers: a stored `q` means `(q - zero_point) * scale`.
///
/// The storage type is the `dtype` of the tensor type that has this. [`crate::verify()`] checks the constraints that
/// the spec puts on it ([`Quantized::error`]); nothing before relies on them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quantized {
    /// Float type of the numbers that are meant.
    pub expressed: DType,
    /// Least stored value.
    pub storage_min: i64,
    /// Largest stored value.
    pub storage_max: i64,
    /// The dimension along which parameters differ; `None`: one parameter for the whole tensor.
    pub axis: Option<i64>,
    /// One, or as many as the axis has elements.
    pub params: Vec<QuantParam>,
}

/// Scale and zero point.
#[derive(Clone, Copy, Debug)]
pub struct QuantParam {
    /// What one step of the stored value is worth.
    pub scale: f64,
    /// The stored value that means zero.
    pub zero_point: i64,
}

impl PartialEq for QuantParam {
    fn eq(&self, other: &QuantParam) -> bool {
        (self.scale.to_bits(), self.zero_point) == (other.scale.to_bits(), other.zero_point)
    }
}

impl Eq for QuantParam {}

impl Hash for QuantParam {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.scale.to_bits(), self.zero_point).hash(state);
    }
}

/// Integers of more bits store no quantized values.
pub const MAX_STORAGE_BITS: u32 = 32;

impl Quantized {
    /// Least and largest value of a storage type, if it is one.
    pub fn full_range(storage: DType) -> Option<(i64, i64)> {
        let bits = storage.bits();
        match storage.kind() {
            _ if bits > MAX_STORAGE_BITS => None,
            DTypeKind::Signed => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            DTypeKind::Unsigned => Some((0, (1 << bits) - 1)),
            _ => None,
        }
    }

    /// True if parameters differ along a dimension.
    pub fn is_per_axis(&self) -> bool {
        self.axis.is_some()
    }

    /// The parameter of the element at `index`.
    pub fn param_at(&self, index: &[i64]) -> Option<QuantParam> {
        let i = match self.axis {
            None => 0,
            Some(axis) => usize::try_from(*index.get(usize::try_from(axis).ok()?)?).ok()?,
        };
        self.params.get(i).copied()
    }

    /// The constraint of the spec that this type of a tensor with these sizes does not fulfil, and why.
    pub fn error(&self, storage: DType, dims: &[i64]) -> Option<(&'static str, String)> {
        let fail = |code, message: String| Some((code, message));
        let (min, max) = (self.storage_min, self.storage_max);
        let Some((least, largest)) = Quantized::full_range(storage) else {
            return fail("quantized_type_c1", format!("{storage} cannot store quantized values"));
        };
        if !(least <= min && min < max && max <= largest) {
            return fail("quantized_type_c3", format!("{min}:{max} is no range of {storage}"));
        }
        if !self.expressed.is_float() {
            return fail("quantized_type_c4", format!("{} is no float type to express values in", self.expressed));
        }
        for p in &self.params {
            if !p.scale.is_finite() {
                return fail("quantized_type_c6", format!("the scale {} is not finite", p.scale));
            }
            if p.scale <= 0.0 {
                return fail("quantized_type_c5", format!("the scale {} is not above zero", p.scale));
            }
            if !in_range(self.expressed, p.scale) {
                return fail(
                    "quantized_type_c4",
                    format!("the scale {} is out of range of {}", p.scale, self.expressed),
                );
            }
            if !(min..=max).contains(&p.zero_point) {
                let message = format!("the zero point {} is not within the storage range {min}:{max}", p.zero_point);
                return fail("quantized_type_c7", message);
            }
        }
        let Some(axis) = self.axis else {
            let n = self.params.len();
            return if n == 1 { None } else { fail("quantized_type_c10", format!("{n} scales without a dimension")) };
        };
        if axis < 0 {
            return fail("quantized_type_c11", format!("the quantized dimension {axis} is negative"));
        }
        let Some(&size) = usize::try_from(axis).ok().and_then(|a| dims.get(a)) else {
            let message = format!("the quantized dimension {axis} is not one of {}", dims.len());
            return fail("quantized_type_c12", message);
        };
        let n = self.params.len();
        if size >= 0 && size != n as i64 {
            return fail("quantized_type_c13", format!("{n} scales for dimension {axis} of size {size}"));
        }
        None
    }

    /// As the element type is written, given the storage type: `!quant.uniform<i8:f32, 1.000000e-01:3>`.
    pub fn display(&self, storage: DType) -> impl fmt::Display + '_ {
        Written { quantized: self, storage }
    }
}

/// True if a number above zero is neither below the least nor above the largest number of a float type.
fn in_range(dtype: DType, x: f64) -> bool {
    let bits = encode_float(dtype, x);
    let (rounded, next) = (decode_float(dtype, bits), decode_float(dtype, bits + 1));
    let is_largest = !(next.is_finite() && next > rounded);
    rounded.is_finite() && x >= decode_float(dtype, 1) && !(is_largest && x > rounded)
}

struct Written<'a> {
    quantized: &'a Quantized,
    storage: DType,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let q = self.quantized;
        let letter = if self.storage.kind() == DTypeKind::Unsigned { 'u' } else { 'i' };
        write!(f, "!quant.uniform<{letter}{}", self.storage.bits())?;
        if Quantized::full_range(self.storage) != Some((q.storage_min, q.storage_max)) {
            write!(f, "<{}:{}>", q.storage_min, q.storage_max)?;
        }
        write!(f, ":{}", q.expressed)?;
        if let Some(axis) = q.axis {
            write!(f, ":{axis}")?;
        }
        f.write_str(if q.axis.is_some() { ", {" } else { ", " })?;
        for (i, p) in q.params.iter().enumerate() {
            let mut scale = String::new();
            write_float(&mut scale, DType::F64, p.scale.to_bits());
            write!(f, "{}{scale}", if i > 0 { "," } else { "" })?;
            if p.zero_point != 0 {
                write!(f, ":{}", p.zero_point)?;
            }
        }
        f.write_str(if q.axis.is_some() { "}>" } else { ">" })
    }
}

impl Op {
    /// True if a region of the op computes on elements of its operands.
    pub fn combines_elements(&self) -> bool {
        matches!(
            self,
            Op::Reduce { .. }
                | Op::ReduceWindow { .. }
                | Op::Scatter { .. }
                | Op::SelectAndScatter { .. }
                | Op::Sort { .. }
                | Op::Map { .. }
                | Op::AllReduce { .. }
                | Op::CollectiveReduce { .. }
                | Op::ReduceScatter { .. }
        )
    }

    /// The result whose element type an operand's elements get before a region of the op combines them; `None` if they
    /// stay what they are. `results` is the number of results.
    pub fn combined_into(&self, operand: usize, results: usize) -> Option<usize> {
        match self {
            Op::Reduce { .. } | Op::ReduceWindow { .. } => Some(operand % results.max(1)),
            Op::Scatter { .. } if operand < results => Some(operand),
            Op::Scatter { .. } if operand > results => Some(operand - results - 1),
            Op::SelectAndScatter { .. } if operand > 0 => Some(0),
            Op::AllReduce { .. } | Op::CollectiveReduce { .. } | Op::ReduceScatter { .. } => {
                (operand < results).then_some(operand)
            }
            _ => None,
        }
    }
}
