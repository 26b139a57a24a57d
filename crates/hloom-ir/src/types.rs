//! Types of values.

use crate::{MlirType, Quantized};
use hloom_num::DType;
use smallvec::{SmallVec, smallvec};
use std::fmt;
use std::sync::Arc;

/// Dimension sizes. A size ≥ 0 is a constant; a negative size stands for a symbol: [`Dims`] helpers on [`TensorType`]
/// tell them apart. `?` of the input is [`TensorType::DYNAMIC`].
pub type Dims = SmallVec<[i64; 6]>;

/// A ranked tensor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorType {
    /// Element type; of quantized elements, the type they are stored as.
    pub dtype: DType,
    /// Sizes.
    pub dims: Dims,
    /// What stored values mean, if elements are quantized.
    pub quantized: Option<Arc<Quantized>>,
    /// Largest sizes of dynamic dimensions, one entry a dimension; [`TensorType::DYNAMIC`] where there is none.
    pub bounds: Option<Arc<[i64]>>,
}

impl TensorType {
    /// A size that is not known.
    pub const DYNAMIC: i64 = i64::MIN;

    /// A tensor of that element type and shape.
    pub fn new(dtype: DType, dims: &[i64]) -> TensorType {
        TensorType::from_dims(dtype, Dims::from_slice(dims))
    }
    /// A tensor of that element type and shape.
    pub fn from_dims(dtype: DType, dims: Dims) -> TensorType {
        TensorType { dtype, dims, quantized: None, bounds: None }
    }
    /// True if the elements are numbers of type `dtype` and no dynamic size has a bound.
    pub fn is_plain(&self) -> bool {
        self.quantized.is_none() && self.bounds.is_none()
    }
    /// The type of the stored values: not quantized.
    pub fn storage(&self) -> TensorType {
        TensorType { quantized: None, ..self.clone() }
    }
    /// The type of the numbers that are meant: not quantized.
    pub fn expressed(&self) -> TensorType {
        self.with_dtype(self.quantized.as_ref().map_or(self.dtype, |q| q.expressed))
    }
    /// The largest size of dimension `i`, if it is dynamic and has a bound.
    pub fn bound(&self, i: usize) -> Option<i64> {
        self.bounds.as_ref().and_then(|b| b.get(i).copied()).filter(|&b| b >= 0)
    }
    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }
    /// True if every size is a constant.
    pub fn is_static(&self) -> bool {
        self.dims.iter().all(|&d| d >= 0)
    }
    /// Number of elements of a static shape (saturating).
    pub fn num_elements(&self) -> usize {
        self.dims.iter().fold(1usize, |n, &d| n.saturating_mul(usize::try_from(d).unwrap_or(0)))
    }
    /// Bytes of a static shape in a buffer, one element a byte below 8 bits (saturating).
    pub fn num_bytes(&self) -> usize {
        self.num_elements().saturating_mul(self.dtype.byte_size())
    }
    /// The same shape with another element type, which is not quantized.
    pub fn with_dtype(&self, dtype: DType) -> TensorType {
        TensorType { dtype, dims: self.dims.clone(), quantized: None, bounds: self.bounds.clone() }
    }
    /// Row-major strides in elements, of a static shape.
    pub fn strides(&self) -> SmallVec<[i64; 6]> {
        let mut s: SmallVec<[i64; 6]> = smallvec::smallvec![1; self.dims.len()];
        for i in (0..self.dims.len().saturating_sub(1)).rev() {
            s[i] = s[i + 1] * self.dims[i + 1].max(1);
        }
        s
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        for &d in &self.dims {
            if d >= 0 { write!(f, "{d}x")? } else { f.write_str("?x")? }
        }
        match &self.quantized {
            Some(q) => write!(f, "{}", q.display(self.dtype))?,
            None => write!(f, "{}", self.dtype)?,
        }
        if let Some(bounds) = &self.bounds {
            f.write_str(", #stablehlo.bounds<")?;
            for (i, &b) in bounds.iter().enumerate() {
                f.write_str(if i > 0 { ", " } else { "" })?;
                if b == TensorType::DYNAMIC { f.write_str("?")? } else { write!(f, "{b}")? }
            }
            f.write_str(">")?;
        }
        f.write_str(">")
    }
}

/// Type of a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A tensor.
    Tensor(TensorType),
    /// `!stablehlo.token`: orders side effects.
    Token,
    /// `tuple<...>` (legacy).
    Tuple(Arc<[Type]>),
    /// `!stablehlo.future<...>`: what an op begun by `async_start` will give.
    Future(Arc<[Type]>),
    /// `memref<...>`: memory that custom calls update in place.
    Buffer(TensorType),
    /// `index`, `i32`, `!shape.shape`, …: what sizes are computed with.
    Mlir(MlirType),
}

impl Type {
    /// A tensor type.
    pub fn tensor(dtype: DType, dims: &[i64]) -> Type {
        Type::Tensor(TensorType::new(dtype, dims))
    }
    /// The tensor type, if it is one.
    pub fn as_tensor(&self) -> Option<&TensorType> {
        match self {
            Type::Tensor(t) => Some(t),
            _ => None,
        }
    }
    /// What a tuple is made of, at any depth; what is no tuple is its own part.
    pub fn parts(&self) -> SmallVec<[&Type; 1]> {
        match self {
            Type::Tuple(items) => items.iter().flat_map(Type::parts).collect(),
            _ => smallvec![self],
        }
    }
    /// A value of this type from values of its parts, the next of `values`; `tuple` makes a tuple of several. `None` if there
    /// are too few.
    pub fn assemble<V>(&self, values: &mut dyn Iterator<Item = V>, tuple: fn(Vec<V>) -> V) -> Option<V> {
        match self {
            Type::Tuple(items) => items.iter().map(|ty| ty.assemble(values, tuple)).collect::<Option<_>>().map(tuple),
            _ => values.next(),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tensor(t) => t.fmt(f),
            Type::Token => f.write_str("!stablehlo.token"),
            Type::Mlir(t) => t.fmt(f),
            Type::Buffer(t) => {
                let text = t.to_string();
                write!(f, "memref{}", text.strip_prefix("tensor").unwrap_or(&text))
            }
            Type::Tuple(ts) | Type::Future(ts) => {
                f.write_str(if matches!(self, Type::Future(_)) { "!stablehlo.future<" } else { "tuple<" })?;
                for (i, t) in ts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    t.fmt(f)?;
                }
                f.write_str(">")
            }
        }
    }
}
