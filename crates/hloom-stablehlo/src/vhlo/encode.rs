//! Payloads of VHLO attributes and types, written from the StableHLO counterparts that [`codec`](super::codec) reads
//! them as.

use super::codec::{ENUMS, PLAIN_TYPES, Plain, attr_code, type_code};
use super::ops;
use crate::convert::{is_unsigned_type, parse_bounds, parse_quantized};
use hloom_mlir::bytecode::{
    DialectEncoder, OpLayout, Payload, Space, encoded_dims, float_bits, integer_bits, raw_from_dense,
};
use hloom_mlir::{Attr, RankedTensor, Type};
use hloom_num::{DType, DTypeKind};

/// Writes VHLO.
#[derive(Clone, Copy, Debug, Default)]
pub struct VhloEncoder;

impl DialectEncoder for VhloEncoder {
    fn name(&self) -> &'static str {
        "vhlo"
    }

    fn op_layout(&self, op: &str) -> Option<OpLayout> {
        op.strip_prefix("vhlo.").and_then(ops::find).map(|o| OpLayout::attrs(o.attrs))
    }

    fn attr(&self, attr: &Attr, to: &mut Payload<'_>) -> Result<(), String> {
        use attr_code::*;
        match attr {
            Attr::Array(items) => {
                to.varint(ARRAY);
                to.varint(items.len() as u64);
                items.iter().try_for_each(|a| to.attr(Space::Dialect, a))?;
            }
            Attr::Bool(b) => {
                to.varint(BOOLEAN);
                to.varint((*b).into());
            }
            Attr::Dict(items) => {
                to.varint(DICTIONARY);
                to.varint(items.len() as u64);
                for (name, value) in items.iter() {
                    to.attr(Space::Dialect, &Attr::String(name.clone()))?;
                    to.attr(Space::Dialect, value)?;
                }
            }
            Attr::Float(bits, ty) => {
                let (width, bits) = float_bits(*bits, ty)?;
                to.varint(FLOAT);
                to.ty(Space::Dialect, ty)?;
                to.int_bits(width, bits);
            }
            Attr::Int(v, ty) => {
                let (width, bits) = integer_bits(*v, ty)?;
                to.varint(INTEGER);
                to.ty(Space::Dialect, ty)?;
                to.int_bits(width, bits);
            }
            Attr::String(s) => {
                to.varint(STRING);
                to.string(s);
            }
            Attr::Dense(dense) => {
                to.varint(TENSOR);
                to.ty(Space::Dialect, &dense.ty)?;
                to.blob(&raw_from_dense(dense));
            }
            Attr::Type(ty) => {
                to.varint(TYPE);
                to.ty(Space::Dialect, ty)?;
            }
            Attr::Dialect(dialect, name, body) => {
                structured(dialect, name, body, to)
                    .ok_or_else(|| format!("VHLO has no #{dialect}.{name}<{body}>"))??;
            }
            Attr::Unit | Attr::Symbol(_) | Attr::DenseArray(..) | Attr::Loc(_) => {
                return Err(format!("VHLO has no attribute for {attr:?}"));
            }
        }
        Ok(())
    }

    fn ty(&self, ty: &Type, to: &mut Payload<'_>) -> Result<(), String> {
        use type_code::*;
        let plain = |p: Plain| PLAIN_TYPES.iter().find(|(_, q)| *q == p).map(|(code, _)| *code);
        let none = || format!("VHLO has no type for {ty:?}");
        match ty {
            Type::Scalar(d) if d.is_complex() => {
                to.varint(COMPLEX);
                to.ty(Space::Dialect, &Type::Scalar(d.real_part()))?;
            }
            Type::Scalar(d) => to.varint(plain(Plain::Scalar(*d)).ok_or_else(none)?),
            Type::Index => to.varint(plain(Plain::Index).ok_or_else(none)?),
            Type::None => to.varint(plain(Plain::None).ok_or_else(none)?),
            Type::Function(f) => {
                to.varint(FUNCTION);
                to.types(Space::Dialect, &f.inputs)?;
                to.types(Space::Dialect, &f.results)?;
            }
            Type::RankedTensor(t) => {
                match &t.encoding {
                    None => to.varint(RANKED_TENSOR),
                    Some(encoding) => {
                        to.varint(RANKED_TENSOR_WITH_ENCODING);
                        to.attr(Space::Dialect, encoding)?;
                    }
                }
                shape(t, to)?;
            }
            Type::MemRef(t) => {
                to.varint(RANKED_BUFFER);
                shape(t, to)?;
            }
            Type::Tuple(all) => {
                to.varint(TUPLE);
                to.types(Space::Dialect, all)?;
            }
            Type::UnrankedTensor(elem) => {
                to.varint(UNRANKED_TENSOR);
                to.ty(Space::Dialect, elem)?;
            }
            Type::Dialect(dialect, body) if &**dialect == "quant" => {
                quantized(body, to)?;
            }
            Type::Dialect(dialect, body) => {
                let same = |p: &Plain| matches!(p, Plain::Dialect(d, b) if *d == &**dialect && *b == &**body);
                let code = PLAIN_TYPES.iter().find(|(_, p)| same(p)).map(|(code, _)| *code);
                to.varint(code.ok_or_else(none)?);
            }
            Type::OddInteger(..) => return Err(none()),
        }
        Ok(())
    }
}

fn shape(t: &RankedTensor, to: &mut Payload<'_>) -> Result<(), String> {
    to.svarints(&encoded_dims(&t.dims));
    to.ty(Space::Dialect, &t.elem)
}

/// Writes an attribute that the tree has as text; `None` if there is no such attribute.
fn structured(dialect: &str, name: &str, body: &str, to: &mut Payload<'_>) -> Option<Result<(), String>> {
    use attr_code::*;
    if dialect == "vhlo" && name == "api_version_v1" {
        to.varint(CUSTOM_CALL_API_VERSION);
        to.varint(body.parse().ok()?);
        return Some(Ok(()));
    }
    if dialect != "stablehlo" {
        return None;
    }
    if let Some(e) = ENUMS.iter().find(|e| e.mnemonic == name) {
        to.varint(e.code);
        to.varint(e.cases.iter().position(|c| *c == body)? as u64);
        return Some(Ok(()));
    }
    match name {
        "bounds" => {
            let bounds = parse_bounds(body)?;
            to.varint(TYPE_EXTENSIONS);
            to.svarints(&bounds);
        }
        "output_operand_alias" => {
            let (outputs, rest) = body.strip_prefix("output_tuple_indices = [")?.split_once("], operand_index = ")?;
            let (index, operands) = rest.split_once(", operand_tuple_indices = [")?;
            to.varint(OUTPUT_OPERAND_ALIAS);
            to.svarints(&numbers(outputs)?);
            to.svarint(index.parse().ok()?);
            to.svarints(&numbers(operands.strip_suffix(']')?)?);
        }
        "result_accuracy" => {
            let (mut atol, mut rtol, mut ulps, mut mode) = (0.0, 0.0, 0, None);
            for field in body.split(", ") {
                let (name, value) = field.split_once(" = ")?;
                match name {
                    "atol" => atol = value.parse::<f64>().ok()?,
                    "rtol" => rtol = value.parse::<f64>().ok()?,
                    "ulps" => ulps = value.parse().ok()?,
                    "mode" => mode = value.strip_prefix("#stablehlo.result_accuracy_mode<")?.strip_suffix('>'),
                    _ => return None,
                }
            }
            to.varint(RESULT_ACCURACY);
            to.int_bits(64, atol.to_bits());
            to.int_bits(64, rtol.to_bits());
            to.svarint(ulps);
            let mode = super::codec::stablehlo("result_accuracy_mode", mode?);
            return Some(to.attr(Space::Dialect, &mode));
        }
        _ => return None,
    }
    Some(Ok(()))
}

fn numbers(list: &str) -> Option<Vec<i64>> {
    list.split(',').map(str::trim).filter(|n| !n.is_empty()).map(|n| n.parse().ok()).collect()
}

/// Writes `uniform<i8<-7:7>:f32:AXIS, {1.0:2,...}>` or `uniform<i8:f32, 1.0:2>`.
fn quantized(body: &str, to: &mut Payload<'_>) -> Result<(), String> {
    use type_code::*;
    let (storage, q) = parse_quantized(body)?;
    // `u8` is MLIR's signless `i8` with a flag that says unsigned; `ui8` is a type of its own.
    let signless = match is_unsigned_type(body) {
        true => Some(storage),
        false => DType::from_mlir_name(&format!("i{}", storage.bits())),
    };
    let signless = signless.ok_or_else(|| format!("there is no signless integer like {storage}"))?;
    to.varint(if q.axis.is_some() { UNIFORM_QUANTIZED_PER_AXIS } else { UNIFORM_QUANTIZED });
    to.varint((storage.kind() == DTypeKind::Signed).into());
    to.ty(Space::Dialect, &Type::Scalar(signless))?;
    to.ty(Space::Dialect, &Type::Scalar(q.expressed))?;
    let Some(axis) = q.axis else {
        let p = q.params.first().ok_or_else(|| format!("the type !quant.{body} has no scale"))?;
        to.int_bits(64, p.scale.to_bits());
        [p.zero_point, q.storage_min, q.storage_max].into_iter().for_each(|v| to.svarint(v));
        return Ok(());
    };
    to.varint(u64::try_from(axis).map_err(|_| format!("the quantized dimension {axis} is negative"))?);
    to.svarint(q.storage_min);
    to.svarint(q.storage_max);
    to.varint(q.params.len() as u64);
    q.params.iter().for_each(|p| to.int_bits(64, p.scale.to_bits()));
    to.varint(q.params.len() as u64);
    q.params.iter().for_each(|p| to.svarint(p.zero_point));
    Ok(())
}
