//! Payloads of VHLO attributes and types, written from the StableHLO counterparts that [`codec`](super::codec) reads
//! them as.

use super::body::{self, Fields};
use super::codec::{ENUMS, PLAIN_TYPES, Plain, attr_code, stablehlo, type_code};
use super::{foreign, ops, text};
use crate::convert::{is_unsigned_type, parse_bounds, parse_quantized};
use hloom_mlir::bytecode::{
    DialectEncoder, OpLayout, Payload, Space, builtin_op_layout, encoded_dims, float_bits, integer_bits, raw_from_dense,
};
use hloom_mlir::{Attr, Dense, RankedTensor, Type};
use hloom_num::{DType, DTypeKind};
use std::sync::Arc;

/// Writes VHLO.
#[derive(Clone, Copy, Debug, Default)]
pub struct VhloEncoder;

impl DialectEncoder for VhloEncoder {
    fn name(&self) -> &'static str {
        "vhlo"
    }

    fn op_layout(&self, op: &str) -> Option<OpLayout> {
        match op.strip_prefix("vhlo.") {
            Some(name) => ops::find(name).map(|o| OpLayout::attrs(o.attrs)),
            None => foreign::op_layout(op).or_else(|| builtin_op_layout(op)),
        }
    }

    fn owns_attr(&self, attr: &Attr) -> bool {
        match attr {
            Attr::Unit | Attr::Symbol(_) | Attr::DenseArray(..) | Attr::Loc(_) => false,
            Attr::Dialect(dialect, ..) => matches!(&**dialect, "vhlo" | "stablehlo"),
            _ => true,
        }
    }

    fn owns_type(&self, ty: &Type) -> bool {
        match ty {
            Type::OddInteger(..) => false,
            Type::Dialect(dialect, body) => {
                matches!(&**dialect, "stablehlo" | "quant") || plain_dialect(dialect, body).is_some()
            }
            _ => true,
        }
    }

    fn foreign_attr(&self, attr: &Attr, to: &mut Payload<'_>) -> Result<bool, String> {
        foreign::write_attr(attr, to)
    }

    fn foreign_type(&self, ty: &Type, to: &mut Payload<'_>) -> Result<bool, String> {
        foreign::write_type(ty, to)
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
        let plain = |p: Plain| PLAIN_TYPES.iter().find(|(.., q)| *q == p).map(|(code, ..)| *code);
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
                quantized(body, [UNIFORM_QUANTIZED, UNIFORM_QUANTIZED_PER_AXIS], Space::Dialect, to)?;
            }
            Type::Dialect(dialect, body) => match future(dialect, body) {
                Some(parts) => {
                    let parts = parts.ok_or_else(|| format!("the type !stablehlo.{body} is malformed"))?;
                    to.varint(FUTURE);
                    to.types(Space::Dialect, &parts)?;
                }
                None => to.varint(plain_dialect(dialect, body).ok_or_else(none)?.0),
            },
            Type::OddInteger(..) => return Err(none()),
        }
        Ok(())
    }
}

fn shape(t: &RankedTensor, to: &mut Payload<'_>) -> Result<(), String> {
    to.svarints(&encoded_dims(&t.dims));
    to.ty(Space::Dialect, &t.elem)
}

/// Writes an attribute that has numbers only, which VHLO and StableHLO's own bytecode write alike but for its code; `None`
/// if it is malformed.
pub(super) fn numbers(code: u64, name: &str, body: &str, to: &mut Payload<'_>) -> Option<()> {
    match name {
        "bounds" => {
            let bounds = parse_bounds(body)?;
            to.varint(code);
            to.svarints(&bounds);
        }
        "output_operand_alias" => {
            let f = Fields::parse(body)?;
            to.varint(code);
            to.svarints(&f.ints("output_tuple_indices")?);
            to.svarint(f.int("operand_index")?);
            to.svarints(&f.ints("operand_tuple_indices")?);
        }
        "sub_axis_info" => {
            let (pre_size, size) = body::sub_axis_info(body)?;
            to.varint(code);
            to.svarint(pre_size);
            to.svarint(size);
        }
        _ => return None,
    }
    Some(())
}

/// The StableHLO attributes of one kind in a list's text; `None` if it is malformed.
pub(super) fn attrs(list: &str, name: &str) -> Option<Vec<Attr>> {
    let items = body::split(body::within(list, "[", "]")?)?.into_iter();
    items.map(|i| Some(stablehlo(name, body::attr(i, name)?))).collect()
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
    let nested = |to: &mut Payload<'_>, name: &str, body: &str| to.attr(Space::Dialect, &stablehlo(name, body));
    let text = |to: &mut Payload<'_>, text: String| to.attr(Space::Dialect, &Attr::String(text.into()));
    let list = |to: &mut Payload<'_>, name: &str, items: &str| {
        Some(to.attr(Space::Dialect, &Attr::Array(attrs(items, name)?.into())))
    };
    match name {
        "bounds" => numbers(TYPE_EXTENSIONS, name, body, to)?,
        "output_operand_alias" => numbers(OUTPUT_OPERAND_ALIAS, name, body, to)?,
        "sub_axis_info" => numbers(SUB_AXIS_INFO, name, body, to)?,
        "result_accuracy" => {
            to.varint(RESULT_ACCURACY);
            return result_accuracy(body, Space::Dialect, to);
        }
        "axis_ref" => {
            let f = Fields::parse(body)?;
            to.varint(AXIS_REF);
            if let Err(e) = text(to, body::string(f.get("name")?)?) {
                return Some(Err(e));
            }
            let sub = f.get("sub_axis_info");
            to.varint(sub.is_some().into());
            if let Some(sub) = sub {
                return Some(nested(to, "sub_axis_info", sub));
            }
        }
        "replica_group_mesh_axes" => {
            let f = Fields::parse(body)?;
            let mesh = f.get("mesh")?;
            to.varint(REPLICA_GROUP_MESH_AXES);
            let written = match mesh.strip_prefix('@') {
                Some(symbol) => text(to, body::string(symbol).unwrap_or_else(|| symbol.to_owned())),
                None => nested(to, "mesh", body::attr(mesh, "mesh")?),
            };
            if let Err(e) = written {
                return Some(Err(e));
            }
            return list(to, "axis_ref", f.get("axes")?);
        }
        "mesh_axis" => {
            let f = Fields::parse(body)?;
            to.varint(MESH_AXIS);
            if let Err(e) = text(to, body::string(f.get("name")?)?) {
                return Some(Err(e));
            }
            to.svarint(f.int("size")?);
        }
        "mesh" => {
            let f = Fields::parse(body)?;
            to.varint(MESH);
            if let Err(e) = list(to, "mesh_axis", f.get("axes")?)? {
                return Some(Err(e));
            }
            let ids = match f.get("device_ids") {
                Some(ids) => Some(i64_tensor(&[], &body::device_ids(ids)?)),
                None => None,
            };
            return Some(to.optional_attr(Space::Dialect, ids.as_ref()));
        }
        _ => return None,
    }
    Some(Ok(()))
}

/// Writes what follows the code of a result accuracy: tolerances, then the mode as an attribute of `space`.
pub(super) fn result_accuracy(body: &str, space: Space, to: &mut Payload<'_>) -> Option<Result<(), String>> {
    let f = Fields::parse(body)?;
    let float = |name| f.get(name).map_or(Some(0.0), text::parse_float);
    to.int_bits(64, float("atol")?.to_bits());
    to.int_bits(64, float("rtol")?.to_bits());
    to.svarint(f.int("ulps")?);
    let mode = body::attr(f.get("mode")?, "result_accuracy_mode")?;
    Some(to.attr(space, &stablehlo("result_accuracy_mode", mode)))
}

/// `dense<values> : tensor<DIMSxi64>`; without dims the number of values is the only one.
pub(super) fn i64_tensor(dims: &[i64], values: &[i64]) -> Attr {
    let dims = if dims.is_empty() { vec![Some(values.len() as i64)] } else { dims.iter().map(|&d| Some(d)).collect() };
    let ty = Type::RankedTensor(Arc::new(RankedTensor { dims, elem: Type::Scalar(DType::I64), encoding: None }));
    let data = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    Attr::Dense(Arc::new(Dense::canonical(ty, data, false, values.len())))
}

/// Code and first version of a dialect's type that has no parts.
pub(super) fn plain_dialect(dialect: &str, body: &str) -> Option<(u64, ops::Version)> {
    let same = |p: &Plain| matches!(p, Plain::Dialect(d, b) if *d == dialect && *b == body);
    PLAIN_TYPES.iter().find(|(.., p)| same(p)).map(|(code, since, _)| (*code, *since))
}

/// The parts of `!stablehlo.future<..>`; `None` in the outer place for another type, in the inner one for a malformed
/// future.
pub(super) fn future(dialect: &str, body: &str) -> Option<Option<Vec<Type>>> {
    let parts = body.strip_prefix("future").filter(|_| dialect == "stablehlo")?;
    let parts = body::within(parts, "<", ">").and_then(body::split);
    Some(parts.and_then(|parts| parts.into_iter().map(text::parse_type).collect()))
}

/// Writes `uniform<i8:f32, 1.0:2>` or `uniform<i8<-7:7>:f32:AXIS, {1.0:2,...}>`: the code for the former or the latter,
/// then what VHLO and MLIR's own dialect have in common. Types in it are those of `space`.
pub(super) fn quantized(body: &str, codes: [u64; 2], space: Space, to: &mut Payload<'_>) -> Result<(), String> {
    let (storage, q) = parse_quantized(body)?;
    // `u8` is MLIR's signless `i8` with a flag that says unsigned; `ui8` is a type of its own.
    let signless = match is_unsigned_type(body) {
        true => Some(storage),
        false => DType::from_mlir_name(&format!("i{}", storage.bits())),
    };
    let signless = signless.ok_or_else(|| format!("there is no signless integer like {storage}"))?;
    let [whole, per_axis] = codes;
    to.varint(if q.axis.is_some() { per_axis } else { whole });
    to.varint((storage.kind() == DTypeKind::Signed).into());
    to.ty(space, &Type::Scalar(signless))?;
    to.ty(space, &Type::Scalar(q.expressed))?;
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
