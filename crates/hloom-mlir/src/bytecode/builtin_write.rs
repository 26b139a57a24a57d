//! Payloads of the builtin dialect, written.

use super::builtin::{SMALL_FLOATS, attr_code, type_code};
use super::{Payload, Space, float_from_f64, raw_from_dense};
use crate::{Attr, LocData, Type};
use hloom_num::{DType, DTypeKind};

/// MLIR's mark of a dynamic dimension.
const DYNAMIC: i64 = i64::MIN;

/// Dimension sizes in their encoded form.
pub fn encoded_dims(dims: &[Option<i64>]) -> Vec<i64> {
    dims.iter().map(|d| d.unwrap_or(DYNAMIC)).collect()
}

/// The width of an integer type and the encoded bits of `value`.
pub fn integer_bits(value: i128, ty: &Type) -> Result<(u32, u64), String> {
    let width = match ty {
        Type::Index => 64,
        Type::Scalar(d) if d.is_int() => d.bits(),
        Type::OddInteger(w @ 1..=64, _) => *w,
        _ => return Err("an integer attribute has a type that cannot be written".into()),
    };
    // Up to a byte the bits above the width are clear; above, the value is sign-extended unless its type is unsigned.
    let bits = value as u64;
    Ok((width, if width <= 8 { bits & (0xff >> (8 - width)) } else { bits }))
}

/// Writes an attribute; the values of a dictionary are in `values`.
pub(super) fn attr(attr: &Attr, values: Space, to: &mut Payload<'_>) -> Result<(), String> {
    use attr_code::*;
    let string = |to: &mut Payload<'_>, s| to.attr(Space::Builtin, &Attr::String(s));
    match attr {
        Attr::Array(items) => {
            to.varint(ARRAY);
            to.varint(items.len() as u64);
            items.iter().try_for_each(|a| to.attr(Space::Builtin, a))?;
        }
        Attr::Dict(items) => {
            to.varint(DICTIONARY);
            to.varint(items.len() as u64);
            for (name, value) in items.iter() {
                string(to, name.clone())?;
                to.attr(values, value)?;
            }
        }
        Attr::String(s) => {
            to.varint(STRING);
            to.string(s);
        }
        Attr::Symbol(path) => {
            let (root, nested) = path.split_first().ok_or("a symbol reference is empty")?;
            to.varint(if nested.is_empty() { FLAT_SYMBOL_REF } else { SYMBOL_REF });
            string(to, root.clone())?;
            if !nested.is_empty() {
                to.varint(nested.len() as u64);
                nested.iter().try_for_each(|s| to.attr(Space::Builtin, &Attr::Symbol([s.clone()].into())))?;
            }
        }
        Attr::Type(t) => {
            to.varint(TYPE);
            to.ty(Space::Builtin, t)?;
        }
        Attr::Unit => to.varint(UNIT),
        Attr::Bool(b) => {
            to.varint(INTEGER);
            to.ty(Space::Builtin, &Type::Scalar(DType::Bool))?;
            to.int_bits(1, u64::from(*b));
        }
        Attr::Int(v, ty) => {
            let (width, bits) = integer_bits(*v, ty)?;
            to.varint(INTEGER);
            to.ty(Space::Builtin, ty)?;
            to.int_bits(width, bits);
        }
        Attr::Float(bits, ty) => {
            let (width, bits) = float_bits(*bits, ty)?;
            to.varint(FLOAT);
            to.ty(Space::Builtin, ty)?;
            to.int_bits(width, bits);
        }
        Attr::DenseArray(d, items) => {
            to.varint(DENSE_ARRAY);
            to.ty(Space::Builtin, &Type::Scalar(*d))?;
            to.varint(items.len() as u64);
            let mut raw = Vec::with_capacity(items.len() * d.byte_size());
            for &v in items.iter() {
                let bits = match d.kind() {
                    DTypeKind::Float => float_bits(v as u64, &Type::Scalar(*d))?.1,
                    _ => v as u64,
                };
                raw.extend_from_slice(&bits.to_le_bytes()[..d.byte_size()]);
            }
            to.blob(&raw);
        }
        Attr::Dense(dense) => {
            to.varint(DENSE_INT_OR_FP);
            to.ty(Space::Builtin, &dense.ty)?;
            // One element is a splat to MLIR, and a true one has all bits set.
            let one_true = matches!(&dense.ty, Type::RankedTensor(t) if t.elem == Type::Scalar(DType::Bool))
                && dense.data[..] == [1];
            to.blob(&if one_true { vec![0xff] } else { raw_from_dense(dense) });
        }
        Attr::Loc(loc) => location(to.location(*loc), to)?,
        Attr::Dialect(dialect, name, _) => {
            return Err(format!("the attribute '#{dialect}.{name}' cannot be written outside its dialect"));
        }
    }
    Ok(())
}

/// The width of a float type and the bits of the value that `bits` is as f64.
pub fn float_bits(bits: u64, ty: &Type) -> Result<(u32, u64), String> {
    let Type::Scalar(d) = ty else { return Err("a float attribute has a type that is no float".into()) };
    let bits = float_from_f64(*d, f64::from_bits(bits));
    Ok((d.bits(), bits.ok_or_else(|| format!("a float attribute has a value that {d} has not"))?))
}

fn location(data: LocData, to: &mut Payload<'_>) -> Result<(), String> {
    use attr_code::*;
    let loc = |to: &mut Payload<'_>, l| to.attr(Space::Builtin, &Attr::Loc(l));
    match data {
        LocData::Unknown => to.varint(UNKNOWN_LOC),
        LocData::File(name, line, column) => {
            to.varint(FILE_LINE_COL_LOC);
            to.attr(Space::Builtin, &Attr::String(name))?;
            to.varint(line.into());
            to.varint(column.into());
        }
        LocData::Range(name, [line, column, last_line, last_column]) => {
            to.varint(FILE_LINE_COL_RANGE);
            to.attr(Space::Builtin, &Attr::String(name))?;
            let numbers: &[u32] = match (line == last_line, column == last_column) {
                _ if [line, column, last_line, last_column] == [0; 4] => &[],
                (true, _) if column == 0 => &[line],
                (true, true) => &[line, column],
                (true, false) => &[line, column, last_column],
                _ => &[line, column, last_line, last_column],
            };
            to.varint(numbers.len() as u64);
            numbers.iter().for_each(|&n| to.varint(n.into()));
        }
        LocData::Name(name, child) => {
            to.varint(NAME_LOC);
            to.attr(Space::Builtin, &Attr::String(name))?;
            loc(to, child)?;
        }
        LocData::CallSite(callee, caller) => {
            to.varint(CALL_SITE_LOC);
            loc(to, callee)?;
            loc(to, caller)?;
        }
        LocData::Fused(parts, metadata) => {
            to.varint(if metadata.is_some() { FUSED_LOC_WITH_METADATA } else { FUSED_LOC });
            to.varint(parts.len() as u64);
            parts.iter().try_for_each(|&l| loc(to, l))?;
            if let Some(metadata) = metadata {
                to.attr(Space::Builtin, &metadata)?;
            }
        }
    }
    Ok(())
}

/// The layout of memrefs: `affine_map<(d0, d1) -> (d0, d1)>`.
fn identity_map(rank: usize) -> Attr {
    let dims: Vec<String> = (0..rank).map(|i| format!("d{i}")).collect();
    let dims = dims.join(", ");
    Attr::Dialect("builtin".into(), "affine_map".into(), format!("({dims}) -> ({dims})").into())
}

/// Writes a type.
pub(super) fn ty(ty: &Type, to: &mut Payload<'_>) -> Result<(), String> {
    use type_code::*;
    let integer = |to: &mut Payload<'_>, width: u32, signedness: u64| {
        to.varint(INTEGER);
        to.varint(u64::from(width) << 2 | signedness);
    };
    match ty {
        Type::Scalar(DType::F32) => to.varint(F32),
        Type::Scalar(DType::F64) => to.varint(F64),
        Type::Scalar(DType::F16) => to.varint(F16),
        Type::Scalar(DType::BF16) => to.varint(BF16),
        Type::Scalar(d) if d.is_complex() => {
            to.varint(COMPLEX);
            to.ty(Space::Builtin, &Type::Scalar(d.real_part()))?;
        }
        Type::Scalar(d) if d.is_int() || d.is_bool() => integer(to, d.bits(), 2 * u64::from(d.is_unsigned_int())),
        Type::OddInteger(width, sign) => integer(to, *width, u64::from(*sign)),
        Type::Index => to.varint(INDEX),
        Type::None => to.varint(NONE),
        Type::Function(f) => {
            to.varint(FUNCTION);
            to.types(Space::Builtin, &f.inputs)?;
            to.types(Space::Builtin, &f.results)?;
        }
        Type::RankedTensor(t) => {
            match &t.encoding {
                None => to.varint(RANKED_TENSOR),
                Some(encoding) => {
                    to.varint(RANKED_TENSOR_WITH_ENCODING);
                    to.attr(Space::Builtin, encoding)?;
                }
            }
            to.svarints(&encoded_dims(&t.dims));
            to.ty(Space::Builtin, &t.elem)?;
        }
        Type::MemRef(t) => {
            to.varint(MEMREF);
            to.svarints(&encoded_dims(&t.dims));
            to.ty(Space::Builtin, &t.elem)?;
            to.attr(Space::Builtin, &identity_map(t.dims.len()))?;
        }
        Type::Tuple(all) => {
            to.varint(TUPLE);
            to.types(Space::Builtin, all)?;
        }
        Type::UnrankedTensor(elem) => {
            to.varint(UNRANKED_TENSOR);
            to.ty(Space::Builtin, elem)?;
        }
        Type::Scalar(d) => {
            let code = SMALL_FLOATS.iter().find(|(_, f)| f == d).map(|(code, _)| *code);
            to.varint(code.ok_or_else(|| format!("the type {d} cannot be written"))?);
        }
        Type::Dialect(dialect, name) if &**dialect == "builtin" && &**name == "tf32" => to.varint(TF32),
        other => return Err(format!("the type {other:?} cannot be written outside its dialect")),
    }
    Ok(())
}
