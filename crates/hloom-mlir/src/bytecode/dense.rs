//! Raw element buffers of `dense` attributes.

use crate::{Attr, Dense, Type};
use hloom_num::{DType, DTypeKind};
use std::sync::Arc;

/// Bytes of one element of a shaped type, and its dtype if it has one (`index` is 8 bytes without dtype).
fn element(elem: &Type) -> Option<(usize, Option<DType>)> {
    match elem {
        Type::Scalar(d) => Some((d.byte_size(), Some(*d))),
        Type::Index => Some((8, None)),
        _ => None,
    }
}

/// A `dense` attribute from the buffer that MLIR writes: all elements, or one that all share. `i1` buffers may be packed
/// (8 to the byte, as old writers did; all bits set or clear means a splat) or hold a byte each; `i2` and `i4` hold a byte
/// each. The result is canonical: a splat exactly if there are two or more elements and all are equal; 2- and
/// 4-bit integers are extended to their byte as their signedness says.
///
/// # Errors
/// A message when the type is no static tensor of plain elements or the buffer does not fit it.
pub fn dense_from_raw(ty: &Type, raw: &[u8], max_bytes: usize) -> Result<Attr, String> {
    let Type::RankedTensor(shape) = ty else { return Err("a dense attribute needs a ranked tensor type".into()) };
    let (size, dtype) = element(&shape.elem).ok_or("a dense attribute has an element type without plain storage")?;
    let mut count = Some(1usize);
    let mut zero = false;
    for d in &shape.dims {
        let d = d.and_then(|d| usize::try_from(d).ok()).ok_or("a dense attribute needs a static shape")?;
        zero |= d == 0;
        count = count.and_then(|c| c.checked_mul(d.max(1)));
    }
    let count = if zero { Some(0) } else { count };
    let total = count.and_then(|c| c.checked_mul(size));
    let dense = |data: Arc<[u8]>, splat| Ok(Attr::Dense(Arc::new(Dense { ty: ty.clone(), data, splat })));
    if count == Some(0) {
        // One value none times is not the same constant as no value.
        let one = raw.len() == size && dtype != Some(DType::Bool);
        return dense(Arc::from(if one { raw } else { &[] }), one);
    }
    if dtype == Some(DType::Bool)
        && let Some(packed) = unpack_bools(raw, count, max_bytes)?
    {
        return dense_canonical(ty, packed, 1, count);
    }
    let whole = total == Some(raw.len());
    if !whole && raw.len() != size {
        return Err(format!("a dense attribute holds {} bytes where its type asks for {}", raw.len(), Total(total)));
    }
    if raw.len() > max_bytes {
        return Err("constants exceed the limit".into());
    }
    let mut data = raw.to_vec();
    match dtype {
        Some(DType::Bool) => data.iter_mut().for_each(|b| *b = u8::from(*b != 0)),
        Some(d) if d.bits() < 8 => {
            let unused = 8 - d.bits();
            match d.kind() {
                DTypeKind::Signed => data.iter_mut().for_each(|b| *b = (((*b << unused) as i8) >> unused) as u8),
                _ => data.iter_mut().for_each(|b| *b &= 0xff >> unused),
            }
        }
        _ => {}
    }
    if !whole {
        return dense(Arc::from(data), true);
    }
    dense_canonical(ty, data, size, count)
}

/// The buffer that MLIR writes for a `dense` attribute: booleans packed 8 to the byte (a splat as all bits set or
/// clear), 2- and 4-bit integers in the low bits of a byte each.
pub fn raw_from_dense(dense: &Dense) -> Vec<u8> {
    let Type::RankedTensor(shape) = &dense.ty else { return dense.data.to_vec() };
    match shape.elem {
        Type::Scalar(DType::Bool) if shape.dims.contains(&Some(0)) => Vec::new(),
        Type::Scalar(DType::Bool) if dense.splat => vec![if dense.data.first() == Some(&1) { 0xff } else { 0 }],
        Type::Scalar(DType::Bool) => {
            let pack = |chunk: &[u8]| chunk.iter().enumerate().fold(0, |byte, (i, &b)| byte | (b & 1) << i);
            dense.data.chunks(8).map(pack).collect()
        }
        Type::Scalar(d) if d.bits() < 8 => dense.data.iter().map(|b| b & (0xff >> (8 - d.bits()))).collect(),
        _ => dense.data.to_vec(),
    }
}

/// All elements, turned into a splat if they are equal.
fn dense_canonical(ty: &Type, mut data: Vec<u8>, size: usize, count: Option<usize>) -> Result<Attr, String> {
    let splat = count != Some(1) && (data.len() == size || data[size..] == data[..data.len() - size]);
    if splat {
        data.truncate(size);
    }
    Ok(Attr::Dense(Arc::new(Dense { ty: ty.clone(), data: Arc::from(data), splat })))
}

/// The elements of a packed `i1` buffer (one element if it says that all are equal), or `None` if the buffer
/// holds a byte per element.
fn unpack_bools(raw: &[u8], count: Option<usize>, max_bytes: usize) -> Result<Option<Vec<u8>>, String> {
    if raw == [0xff] {
        return Ok(Some(vec![1]));
    }
    let Some(count) = count else { return Ok(None) };
    // One element: a packed and an unpacked buffer agree in the low bit.
    if count == 1 && raw.len() == 1 {
        return Ok(Some(vec![raw[0] & 1]));
    }
    if raw.len() != count.div_ceil(8) {
        return Ok(None);
    }
    if count > max_bytes {
        return Err("constants exceed the limit".into());
    }
    Ok(Some((0..count).map(|i| (raw[i / 8] >> (i % 8)) & 1).collect()))
}

/// A byte count that may be too large to state.
struct Total(Option<usize>);
impl std::fmt::Display for Total {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(n) => write!(f, "{n}"),
            None => f.write_str("more than memory holds"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RankedTensor;

    fn tensor(dims: &[i64], d: DType) -> Type {
        Type::RankedTensor(Arc::new(RankedTensor {
            dims: dims.iter().map(|&d| Some(d)).collect(),
            elem: Type::Scalar(d),
            encoding: None,
        }))
    }

    fn parts(dims: &[i64], d: DType, raw: &[u8]) -> Result<(Vec<u8>, bool), String> {
        match dense_from_raw(&tensor(dims, d), raw, 1000)? {
            Attr::Dense(d) => Ok((d.data.to_vec(), d.splat)),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn bools_packed_and_not() {
        assert_eq!(parts(&[3], DType::Bool, &[0b101]), Ok((vec![1, 0, 1], false)));
        assert_eq!(parts(&[3], DType::Bool, &[0xff]), Ok((vec![1], true)));
        assert_eq!(parts(&[3], DType::Bool, &[0]), Ok((vec![0], true)));
        assert_eq!(parts(&[3], DType::Bool, &[1, 0, 1]), Ok((vec![1, 0, 1], false)));
        assert_eq!(parts(&[1], DType::Bool, &[0xff]), Ok((vec![1], false)));
        assert_eq!(parts(&[1 << 40, 1 << 40], DType::Bool, &[0xff]), Ok((vec![1], true)));
        assert_eq!(parts(&[20], DType::Bool, &[0xff]), Ok((vec![1], true)));
    }

    #[test]
    fn canonical_splats_and_small_integers() {
        assert_eq!(parts(&[2], DType::I16, &[1, 0, 1, 0]), Ok((vec![1, 0], true)));
        assert_eq!(parts(&[], DType::I16, &[1, 0]), Ok((vec![1, 0], false)));
        assert_eq!(parts(&[2], DType::I4, &[0x0f, 0x07]), Ok((vec![0xff, 7], false)));
        assert_eq!(parts(&[2], DType::U4, &[0xff, 0x07]), Ok((vec![0x0f, 7], false)));
        assert_eq!(parts(&[0, 5], DType::F32, &[]), Ok((vec![], false)));
        assert!(parts(&[3], DType::F32, &[0; 8]).is_err());
        assert!(parts(&[1000], DType::F32, &[0; 4000]).is_err());
    }
}
