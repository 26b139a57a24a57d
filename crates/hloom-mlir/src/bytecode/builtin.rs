//! Payloads of the builtin dialect.

use super::{Cursor, Reader, Result, float_to_f64};
use crate::{Attr, FunctionType, RankedTensor, Str, Type};
use hloom_num::{DType, DTypeKind};
use std::sync::Arc;

/// Codes of the builtin dialect's attributes.
pub(super) mod attr_code {
    pub(crate) const ARRAY: u64 = 0;
    pub(crate) const DICTIONARY: u64 = 1;
    pub(crate) const STRING: u64 = 2;
    pub(crate) const STRING_WITH_TYPE: u64 = 3;
    pub(crate) const FLAT_SYMBOL_REF: u64 = 4;
    pub(crate) const SYMBOL_REF: u64 = 5;
    pub(crate) const TYPE: u64 = 6;
    pub(crate) const UNIT: u64 = 7;
    pub(crate) const INTEGER: u64 = 8;
    pub(crate) const FLOAT: u64 = 9;
    pub(crate) const CALL_SITE_LOC: u64 = 10;
    pub(crate) const FILE_LINE_COL_LOC: u64 = 11;
    pub(crate) const FUSED_LOC: u64 = 12;
    pub(crate) const FUSED_LOC_WITH_METADATA: u64 = 13;
    pub(crate) const NAME_LOC: u64 = 14;
    pub(crate) const UNKNOWN_LOC: u64 = 15;
    pub(crate) const DENSE_RESOURCE: u64 = 16;
    pub(crate) const DENSE_ARRAY: u64 = 17;
    pub(crate) const DENSE_INT_OR_FP: u64 = 18;
    pub(crate) const FILE_LINE_COL_RANGE: u64 = 22;
}

/// Codes of the builtin dialect's types.
pub(super) mod type_code {
    pub(crate) const INTEGER: u64 = 0;
    pub(crate) const INDEX: u64 = 1;
    pub(crate) const FUNCTION: u64 = 2;
    pub(crate) const BF16: u64 = 3;
    pub(crate) const F16: u64 = 4;
    pub(crate) const F32: u64 = 5;
    pub(crate) const F64: u64 = 6;
    pub(crate) const COMPLEX: u64 = 9;
    pub(crate) const MEMREF: u64 = 10;
    pub(crate) const NONE: u64 = 12;
    pub(crate) const RANKED_TENSOR: u64 = 13;
    pub(crate) const RANKED_TENSOR_WITH_ENCODING: u64 = 14;
    pub(crate) const TUPLE: u64 = 15;
    pub(crate) const UNRANKED_TENSOR: u64 = 18;
    pub(crate) const TF32: u64 = 21;
}

/// Codes of the float types that came last; older writers have them as assembly text.
pub(super) const SMALL_FLOATS: [(u64, DType); 11] = [
    (22, DType::F8E5M2),
    (23, DType::F8E4M3),
    (24, DType::F8E4M3FN),
    (25, DType::F8E5M2FNUZ),
    (26, DType::F8E4M3FNUZ),
    (27, DType::F8E4M3B11FNUZ),
    (28, DType::F8E3M4),
    (29, DType::F4E2M1FN),
    (30, DType::F6E2M3FN),
    (31, DType::F6E3M2FN),
    (32, DType::F8E8M0FNU),
];

/// MLIR's mark of a dynamic dimension.
const DYNAMIC: i64 = i64::MIN;
/// The mark before it changed; found in old artifacts.
const OLD_DYNAMIC: i64 = -1;

/// Dimension sizes from their encoded form.
pub fn dims(sizes: &[i64]) -> Option<Vec<Option<i64>>> {
    let dim = |d: i64| match d {
        DYNAMIC | OLD_DYNAMIC => Some(None),
        0.. => Some(Some(d)),
        _ => None,
    };
    sizes.iter().copied().map(dim).collect()
}

/// What a location payload holds; children are attribute indices.
pub(super) enum LocParts {
    Unknown,
    File {
        name: u64,
        line: u32,
        column: u32,
    },
    Range {
        name: u64,
        range: [u32; 4],
    },
    Name {
        name: u64,
        child: [u64; 1],
    },
    CallSite([u64; 2]),
    /// Parts, and the attribute index of the metadata, which is no child.
    Fused(Vec<u64>, Option<u64>),
}

impl LocParts {
    pub(super) fn children(&self) -> &[u64] {
        match self {
            LocParts::Unknown | LocParts::File { .. } | LocParts::Range { .. } => &[],
            LocParts::Name { child, .. } => child,
            LocParts::CallSite(both) => both,
            LocParts::Fused(all, _) => all,
        }
    }
}

/// True if a builtin attribute payload is a location.
pub(super) fn is_location(mut payload: Cursor<'_>) -> bool {
    use attr_code::*;
    matches!(payload.varint(), Ok(CALL_SITE_LOC..=UNKNOWN_LOC | FILE_LINE_COL_RANGE))
}

/// The string index of a string attribute's payload.
pub(super) fn string_index(mut payload: Cursor<'_>) -> Option<u64> {
    use attr_code::*;
    matches!(payload.varint(), Ok(STRING | STRING_WITH_TYPE)).then(|| payload.varint().ok()).flatten()
}

/// Reads a location payload without its children.
pub(super) fn location(mut c: Cursor<'_>) -> Result<LocParts> {
    use attr_code::*;
    let number = |v: u64| u32::try_from(v).unwrap_or(u32::MAX);
    let parts = match c.varint()? {
        CALL_SITE_LOC => LocParts::CallSite([c.varint()?, c.varint()?]),
        FILE_LINE_COL_LOC => {
            LocParts::File { name: c.varint()?, line: number(c.varint()?), column: number(c.varint()?) }
        }
        FILE_LINE_COL_RANGE => {
            // As many numbers as are not implied: none, a line, a position, a range in a line, a range.
            let name = c.varint()?;
            let n = c.count()?;
            if n > 4 {
                return Err(c.error("a location range has too many numbers"));
            }
            let mut numbers = [0; 4];
            for slot in numbers.iter_mut().take(n) {
                *slot = number(c.varint()?);
            }
            let [line, column, a, b] = numbers;
            let range = match n {
                0..=2 => [line, column, line, column],
                3 => [line, column, line, a],
                _ => [line, column, a, b],
            };
            if range[..2] == range[2..] && n == 2 {
                LocParts::File { name, line, column }
            } else {
                LocParts::Range { name, range }
            }
        }
        code @ (FUSED_LOC | FUSED_LOC_WITH_METADATA) => {
            let n = c.count()?;
            let locs = (0..n).map(|_| c.varint()).collect::<Result<_>>()?;
            let metadata = if code == FUSED_LOC_WITH_METADATA { Some(c.varint()?) } else { None };
            LocParts::Fused(locs, metadata)
        }
        NAME_LOC => LocParts::Name { name: c.varint()?, child: [c.varint()?] },
        UNKNOWN_LOC => LocParts::Unknown,
        _ => return Err(c.error("a location was expected")),
    };
    if !c.is_empty() {
        return Err(c.error("unexpected bytes behind a location"));
    }
    Ok(parts)
}

/// Reads an attribute that is no location.
pub(super) fn attr(r: &mut Reader<'_, '_>) -> Result<Attr> {
    use attr_code::*;
    Ok(match r.varint()? {
        ARRAY => Attr::Array(r.list(|r| r.attr())?.into()),
        DICTIONARY => r.dictionary()?,
        STRING => Attr::String(r.string()?),
        STRING_WITH_TYPE => {
            let s = r.string()?;
            r.ty()?;
            Attr::String(s)
        }
        FLAT_SYMBOL_REF => Attr::Symbol([r.string_attr()?].into()),
        SYMBOL_REF => {
            let mut path = vec![r.string_attr()?];
            path.extend(r.list(nested_symbol)?);
            Attr::Symbol(path.into())
        }
        TYPE => Attr::Type(r.ty()?),
        UNIT => Attr::Unit,
        INTEGER => {
            let ty = r.ty()?;
            integer(r, ty)?
        }
        FLOAT => {
            let ty = r.ty()?;
            float(r, ty)?
        }
        DENSE_RESOURCE => {
            let ty = r.ty()?;
            let (key, blob) = r.resource()?;
            let blob = blob.ok_or_else(|| r.error(format!("the resource '{key}' has no data in this file")))?;
            r.dense(&ty, blob)?
        }
        DENSE_ARRAY => dense_array(r)?,
        DENSE_INT_OR_FP => {
            let ty = r.ty()?;
            let raw = r.blob()?;
            r.dense(&ty, raw)?
        }
        code => return Err(r.error(format!("builtin attribute code {code} is not supported"))),
    })
}

fn nested_symbol(r: &mut Reader<'_, '_>) -> Result<Str> {
    match r.attr()? {
        Attr::Symbol(path) if path.len() == 1 => Ok(path[0].clone()),
        _ => Err(r.error("a nested symbol reference was expected")),
    }
}

/// The value of an integer attribute of type `ty`; `i1` gives a bool.
pub fn integer(r: &mut Reader<'_, '_>, ty: Type) -> Result<Attr> {
    let (width, unsigned) = match &ty {
        Type::Index => (64, false),
        Type::Scalar(DType::Bool) => return Ok(Attr::Bool(r.int_bits(1)? & 1 == 1)),
        Type::Scalar(d) if d.is_int() => (d.bits(), d.kind() == DTypeKind::Unsigned),
        Type::OddInteger(w, sign) => (*w, *sign == 2),
        _ => return Err(r.error("an integer attribute has a type that is no integer")),
    };
    let bits = r.int_bits(width)?;
    let unused = 64 - width;
    let value = if unsigned { i128::from(bits) } else { i128::from((bits << unused) as i64 >> unused) };
    Ok(Attr::Int(value, ty))
}

/// The value of a float attribute of type `ty`.
pub fn float(r: &mut Reader<'_, '_>, ty: Type) -> Result<Attr> {
    let Type::Scalar(d) = ty else { return Err(r.error("a float attribute has a type that is no float")) };
    let bits = if d.is_float() { r.int_bits(d.bits())? } else { 0 };
    let value = float_to_f64(d, bits).ok_or_else(|| r.error("a float attribute has a type that is no float"))?;
    Ok(Attr::Float(value.to_bits(), ty))
}

fn dense_array(r: &mut Reader<'_, '_>) -> Result<Attr> {
    let ty = r.ty()?;
    let size = r.varint()?;
    let raw = r.blob()?;
    let Type::Scalar(d) = ty else { return Err(r.error("an array attribute has elements that are no numbers")) };
    let width = d.byte_size();
    if d.is_complex() || usize::try_from(size).ok().and_then(|n| n.checked_mul(width)) != Some(raw.len()) {
        return Err(r.error("an array attribute's bytes do not fit its type and length"));
    }
    let element = |chunk: &[u8]| {
        let mut bytes = [0; 8];
        bytes[..width].copy_from_slice(chunk);
        let bits = u64::from_le_bytes(bytes);
        let unused = 64 - d.bits();
        match d.kind() {
            DTypeKind::Bool => i64::from(bits & 1 == 1),
            DTypeKind::Signed => (bits << unused) as i64 >> unused,
            DTypeKind::Float => float_to_f64(d, bits).map_or(0, |v| v.to_bits() as i64),
            DTypeKind::Unsigned | DTypeKind::Complex => bits as i64,
        }
    };
    Ok(Attr::DenseArray(d, raw.chunks_exact(width).map(element).collect()))
}

/// Reads a type.
pub(super) fn ty(r: &mut Reader<'_, '_>) -> Result<Type> {
    use type_code::*;
    Ok(match r.varint()? {
        INTEGER => {
            let packed = r.varint()?;
            let width = u32::try_from(packed >> 2).map_err(|_| r.error("an integer type is too wide"))?;
            integer_type(width, (packed & 3) as u8)
        }
        INDEX => Type::Index,
        FUNCTION => Type::Function(Arc::new(FunctionType { inputs: r.types()?, results: r.types()? })),
        BF16 => Type::Scalar(DType::BF16),
        F16 => Type::Scalar(DType::F16),
        F32 => Type::Scalar(DType::F32),
        F64 => Type::Scalar(DType::F64),
        COMPLEX => {
            let part = r.ty()?;
            complex_type(&part).ok_or_else(|| r.error("a complex type has parts that are neither f32 nor f64"))?
        }
        MEMREF => {
            let sizes = r.svarints()?;
            let elem = r.ty()?;
            let identity = match r.attr()? {
                Attr::Dialect(_, name, map) if &*name == "affine_map" => {
                    map.split_once(" -> ").is_some_and(|(from, to)| from == to)
                }
                _ => false,
            };
            if !identity {
                return Err(r.error("a memref layout other than the identity is not supported"));
            }
            let dims = dims(&sizes).ok_or_else(|| r.error("a dimension is negative"))?;
            Type::MemRef(Arc::new(RankedTensor { dims, elem, encoding: None }))
        }
        NONE => Type::None,
        code @ (RANKED_TENSOR | RANKED_TENSOR_WITH_ENCODING) => {
            let encoding = if code == RANKED_TENSOR { None } else { Some(r.attr()?) };
            let sizes = r.svarints()?;
            let elem = r.ty()?;
            let dims = dims(&sizes).ok_or_else(|| r.error("a dimension is negative"))?;
            Type::RankedTensor(Arc::new(RankedTensor { dims, elem, encoding }))
        }
        TUPLE => Type::Tuple(r.types()?.into()),
        UNRANKED_TENSOR => Type::UnrankedTensor(Arc::new(r.ty()?)),
        TF32 => Type::Dialect("builtin".into(), "tf32".into()),
        code => match SMALL_FLOATS.iter().find(|(c, _)| *c == code) {
            Some((_, d)) => Type::Scalar(*d),
            None => return Err(r.error(format!("builtin type code {code} is not supported"))),
        },
    })
}

/// The integer type of a width; signedness 0 is `i`, 1 `si`, 2 `ui`.
fn integer_type(width: u32, signedness: u8) -> Type {
    let prefix = ["i", "si", "ui", ""][usize::from(signedness & 3)];
    let name = format!("{prefix}{width}");
    // `si1` and `ui1` are no booleans.
    let plain = (width > 1 || signedness == 0).then(|| DType::from_mlir_name(&name)).flatten();
    plain.map_or(Type::OddInteger(width, signedness & 3), Type::Scalar)
}

/// The complex type over a float type.
pub fn complex_type(part: &Type) -> Option<Type> {
    match part {
        Type::Scalar(d) => d.complex_of().map(Type::Scalar),
        _ => None,
    }
}
