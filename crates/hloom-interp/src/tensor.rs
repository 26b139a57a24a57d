//! Tensors of scalars.

use crate::InterpError;
use hloom_ir::TensorType;
use hloom_num::scalar::{self, Scalar};
use hloom_num::{DType, Literal};
use std::sync::Arc;

/// A tensor value: element type, shape, elements row-major.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// Element type and shape (static).
    pub ty: TensorType,
    /// Elements.
    pub data: Arc<Vec<Scalar>>,
}

impl Tensor {
    /// From elements.
    ///
    /// # Panics
    /// If their number is not that of the shape.
    pub fn new(ty: TensorType, data: Vec<Scalar>) -> Tensor {
        assert_eq!(ty.num_elements(), data.len(), "elements of {ty}");
        Tensor { ty, data: Arc::new(data) }
    }
    /// By a function of the multi-index.
    pub fn from_fn(ty: TensorType, mut f: impl FnMut(&[i64]) -> Scalar) -> Tensor {
        let mut data = Vec::with_capacity(ty.num_elements());
        for_each_index(&ty.dims, |ix| data.push(f(ix)));
        Tensor { ty, data: Arc::new(data) }
    }
    /// As [`Tensor::from_fn`], for functions that can fail.
    ///
    /// # Errors
    /// The first error of `f`.
    pub fn try_from_fn(
        ty: TensorType,
        mut f: impl FnMut(&[i64]) -> Result<Scalar, InterpError>,
    ) -> Result<Tensor, InterpError> {
        let mut data = Vec::with_capacity(ty.num_elements());
        let mut err = None;
        for_each_index(&ty.dims, |ix| {
            if err.is_none() {
                match f(ix) {
                    Ok(s) => data.push(s),
                    Err(e) => err = Some(e),
                }
            }
        });
        match err {
            Some(e) => Err(e),
            None => Ok(Tensor { ty, data: Arc::new(data) }),
        }
    }
    /// A scalar.
    pub fn scalar(dtype: DType, s: Scalar) -> Tensor {
        Tensor { ty: TensorType::new(dtype, &[]), data: Arc::new(vec![s]) }
    }
    /// From a literal.
    pub fn from_literal(l: &Literal) -> Tensor {
        let ty = TensorType::new(l.dtype(), l.shape());
        let data = if let Some(b) = l.splat_bytes() {
            vec![scalar::read(l.dtype(), b); ty.num_elements()]
        } else {
            l.stored_bytes().chunks_exact(l.dtype().byte_size()).map(|b| scalar::read(l.dtype(), b)).collect()
        };
        Tensor { ty, data: Arc::new(data) }
    }
    /// From buffer bytes (row-major, one element a byte below 8 bits). `None` if the number of bytes is wrong.
    pub fn from_bytes(ty: TensorType, bytes: &[u8]) -> Option<Tensor> {
        if bytes.len() != ty.num_bytes() {
            return None;
        }
        let data = bytes.chunks_exact(ty.dtype.byte_size()).map(|b| scalar::read(ty.dtype, b)).collect();
        Some(Tensor { ty, data: Arc::new(data) })
    }
    /// Buffer bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let n = self.ty.dtype.byte_size();
        let mut out = vec![0; self.data.len() * n];
        for (s, b) in self.data.iter().zip(out.chunks_exact_mut(n)) {
            scalar::write(self.ty.dtype, *s, b);
        }
        out
    }
    /// The element at a multi-index.
    pub fn at(&self, ix: &[i64]) -> Scalar {
        self.data[linear(&self.ty.dims, ix)]
    }
    /// Element type.
    pub fn dtype(&self) -> DType {
        self.ty.dtype
    }
    /// Shape.
    pub fn dims(&self) -> &[i64] {
        &self.ty.dims
    }
    /// The same elements in another shape.
    pub fn reshaped(&self, ty: TensorType) -> Tensor {
        Tensor { ty, data: self.data.clone() }
    }
    /// The elements as another type has them.
    pub(crate) fn converted(&self, dtype: DType) -> Tensor {
        if dtype == self.dtype() {
            return self.clone();
        }
        let data = self.data.iter().map(|&s| scalar::convert(self.dtype(), dtype, s)).collect();
        Tensor { ty: TensorType { dtype, ..self.ty.clone() }, data: Arc::new(data) }
    }
    /// The elements of an integer tensor; numbers that do not fit are as large as can be said.
    pub fn ints(&self) -> Option<Vec<i64>> {
        if !self.dtype().is_int() {
            return None;
        }
        self.data.iter().map(|s| s.as_index()).collect()
    }
    /// As a literal.
    pub fn to_literal(&self) -> Option<Literal> {
        Literal::new(self.dtype(), self.dims(), self.to_bytes()).ok()
    }
    /// The only element of a one-element tensor, as integer.
    pub fn as_index(&self) -> Option<i64> {
        self.data.first()?.as_index()
    }
}

/// Position of a multi-index in row-major order.
pub(crate) fn linear(dims: &[i64], ix: &[i64]) -> usize {
    dims.iter().zip(ix).fold(0usize, |n, (&d, &i)| n * d as usize + i as usize)
}

/// True if the multi-index lies in the shape.
pub(crate) fn in_bounds(dims: &[i64], ix: &[i64]) -> bool {
    dims.iter().zip(ix).all(|(&d, &i)| 0 <= i && i < d)
}

/// Calls `f` for every multi-index of a shape, in row-major order (once for rank 0, never if a size is 0).
pub(crate) fn for_each_index(dims: &[i64], mut f: impl FnMut(&[i64])) {
    if dims.contains(&0) {
        return;
    }
    let mut ix = vec![0; dims.len()];
    loop {
        f(&ix);
        let mut d = dims.len();
        loop {
            if d == 0 {
                return;
            }
            d -= 1;
            ix[d] += 1;
            if ix[d] < dims[d] {
                break;
            }
            ix[d] = 0;
        }
    }
}

/// As [`for_each_index`], stopping at the first error.
pub(crate) fn try_for_each_index<E>(dims: &[i64], mut f: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
    let mut out = Ok(());
    for_each_index(dims, |ix| {
        if out.is_ok() {
            out = f(ix);
        }
    });
    out
}
