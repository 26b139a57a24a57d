//! Tensor values known at compile time.

use crate::DType;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Why bytes and a shape do not make a literal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LiteralError {
    /// The number of bytes is not what dtype and shape ask for.
    #[error("{got} bytes for a literal that needs {expected}")]
    Size {
        /// Bytes that dtype and shape ask for.
        expected: usize,
        /// Bytes that were given.
        got: usize,
    },
    /// The shape has more elements than the address space holds.
    #[error("the shape is too large")]
    TooLarge,
}

/// An immutable tensor value: a shared handle, cheap to clone. Either a splat (one element, any shape) or all elements.
///
/// Equality compares handles first, then contents; a splat equals the same value written out only if both are splats
/// (constructors canonicalise: see [`Literal::new`]).
#[derive(Clone, Debug)]
pub struct Literal {
    dtype: DType,
    shape: SmallVec<[i64; 6]>,
    splat: bool,
    bytes: Arc<[u8]>,
}

impl Literal {
    /// A literal of all elements, row-major. Becomes a splat when every element has the same bytes and there are
    /// at least two.
    ///
    /// # Errors
    /// [`LiteralError`] when the number of bytes does not fit the shape.
    pub fn new(dtype: DType, shape: &[i64], bytes: impl Into<Arc<[u8]>>) -> Result<Literal, LiteralError> {
        let bytes = bytes.into();
        let expected = Self::size_of(dtype, shape)?;
        if bytes.len() != expected {
            return Err(LiteralError::Size { expected, got: bytes.len() });
        }
        let element = dtype.byte_size();
        let uniform = bytes.len() > element && bytes[element..] == bytes[..bytes.len() - element];
        let bytes = if uniform { Arc::from(&bytes[..element]) } else { bytes };
        Ok(Literal { dtype, shape: SmallVec::from_slice(shape), splat: uniform, bytes })
    }

    /// A literal whose elements all have the bytes `element`. A shape of exactly one element is stored as a full
    /// literal, so equal values compare equal.
    ///
    /// # Errors
    /// [`LiteralError`] when `element` is not one element long or the shape overflows.
    pub fn splat(dtype: DType, shape: &[i64], element: &[u8]) -> Result<Literal, LiteralError> {
        if element.len() != dtype.byte_size() {
            return Err(LiteralError::Size { expected: dtype.byte_size(), got: element.len() });
        }
        let total = Self::size_of(dtype, shape)?;
        let bytes: Arc<[u8]> = if total == 0 { Arc::from(&[][..]) } else { Arc::from(element) };
        Ok(Literal { dtype, shape: SmallVec::from_slice(shape), splat: total > element.len(), bytes })
    }

    fn size_of(dtype: DType, shape: &[i64]) -> Result<usize, LiteralError> {
        let mut n = dtype.byte_size();
        let mut zero = false;
        for &d in shape {
            let d = usize::try_from(d).map_err(|_| LiteralError::TooLarge)?;
            zero |= d == 0;
            n = if d == 0 { n } else { n.checked_mul(d).ok_or(LiteralError::TooLarge)? };
        }
        if n > isize::MAX as usize { Err(LiteralError::TooLarge) } else { Ok(if zero { 0 } else { n }) }
    }

    /// Element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }
    /// Dimension sizes.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }
    /// Number of elements.
    pub fn num_elements(&self) -> usize {
        if self.splat { self.shape.iter().product::<i64>() as usize } else { self.bytes.len() / self.dtype.byte_size() }
    }
    /// The one element's bytes, if this is a splat or has exactly one element.
    pub fn splat_bytes(&self) -> Option<&[u8]> {
        (self.splat || self.bytes.len() == self.dtype.byte_size()).then_some(&self.bytes)
    }
    /// The stored bytes: one element of a splat, else all elements.
    pub fn stored_bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }
    /// Bytes of element `i` (row-major).
    pub fn element_bytes(&self, i: usize) -> &[u8] {
        let n = self.dtype.byte_size();
        if self.splat { &self.bytes } else { &self.bytes[i * n..(i + 1) * n] }
    }
    /// All elements written out, row-major. Allocates for a splat.
    pub fn to_bytes(&self) -> Arc<[u8]> {
        if self.splat { self.bytes.repeat(self.num_elements()).into() } else { self.bytes.clone() }
    }
    /// The same elements with another shape of equal element count.
    ///
    /// # Errors
    /// [`LiteralError::Size`] when the element counts differ.
    pub fn reshaped(&self, shape: &[i64]) -> Result<Literal, LiteralError> {
        let (expected, got) = (Self::size_of(self.dtype, shape)?, self.num_elements() * self.dtype.byte_size());
        if expected != got {
            return Err(LiteralError::Size { expected, got });
        }
        Ok(Literal { shape: SmallVec::from_slice(shape), ..self.clone() })
    }
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        self.dtype == other.dtype
            && self.shape == other.shape
            && self.splat == other.splat
            && (Arc::ptr_eq(&self.bytes, &other.bytes) || self.bytes == other.bytes)
    }
}
impl Eq for Literal {}
impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // A prefix and a stride through large constants: equality settles collisions, hashing must not read 100 MB.
        (self.dtype, &self.shape, self.splat, self.bytes.len()).hash(state);
        if self.bytes.len() <= 4096 {
            self.bytes.hash(state);
        } else {
            let step = self.bytes.len() / 64;
            for i in 0..64 {
                self.bytes[i * step..i * step + 8].hash(state);
            }
        }
    }
}
