//! Tensors that come and go as bytes.

use hloom_num::DType;
use std::borrow::Cow;

/// An operand.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// Element type.
    pub dtype: DType,
    /// Dimensions.
    pub dims: &'a [i64],
    /// Elements, row-major.
    pub bytes: &'a [u8],
}

/// A result, to be written wholly.
#[derive(Debug)]
pub struct Output<'a> {
    /// Element type.
    pub dtype: DType,
    /// Dimensions.
    pub dims: &'a [i64],
    /// Elements, row-major.
    pub bytes: &'a mut [u8],
}

impl<'a> Operand<'a> {
    /// Elements of a type with the operand's size; a copy if the memory is not aligned for it.
    pub(crate) fn typed<T: bytemuck::Pod>(&self) -> Cow<'a, [T]> {
        match bytemuck::try_cast_slice(self.bytes) {
            Ok(s) => Cow::Borrowed(s),
            Err(_) => Cow::Owned(bytemuck::allocation::pod_collect_to_vec(self.bytes)),
        }
    }
    /// Rows and columns of the matrices.
    pub(crate) fn matrix(&self) -> Result<(usize, usize), String> {
        matrix(self.dims)
    }
}

impl Output<'_> {
    /// The elements.
    pub(crate) fn typed<T: bytemuck::Pod>(&mut self) -> Result<&mut [T], String> {
        bytemuck::try_cast_slice_mut(self.bytes).map_err(|e| format!("a result of {}: {e}", self.dtype.mlir_name()))
    }
}

pub(crate) fn matrix(dims: &[i64]) -> Result<(usize, usize), String> {
    match dims {
        [.., m, n] => Ok((*m as usize, *n as usize)),
        _ => Err("a matrix was expected".into()),
    }
}

/// The bytes of results of these types, zero at first, that `f` writes.
///
/// # Errors
/// Those of `f`.
pub fn with_results<'d>(
    types: impl Iterator<Item = (DType, &'d [i64])>,
    f: impl FnOnce(&mut [Output<'_>]) -> Result<(), String>,
) -> Result<Vec<Vec<u8>>, String> {
    let types: Vec<(DType, &[i64], usize)> =
        types.map(|(t, d)| (t, d, d.iter().product::<i64>() as usize * t.byte_size())).collect();
    let mut room: Vec<Vec<u64>> = types.iter().map(|t| vec![0; t.2.div_ceil(8)]).collect();
    let mut outs: Vec<Output<'_>> = room
        .iter_mut()
        .zip(&types)
        .map(|(w, &(dtype, dims, n))| Output { dtype, dims, bytes: &mut bytemuck::cast_slice_mut(w)[..n] })
        .collect();
    f(&mut outs)?;
    Ok(room.iter().zip(&types).map(|(w, t)| bytemuck::cast_slice::<u64, u8>(w)[..t.2].to_vec()).collect())
}
