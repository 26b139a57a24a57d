//! Payloads of VHLO attributes and types, decoded into what their StableHLO counterparts are in the syntax tree.
//!
//! VHLO has copies of builtin attributes and types so that they can be versioned; they become the builtin ones.
//! Enums and structures become StableHLO's attributes.

use super::ops::{self, Version};
use super::{plain, sdy, text};
use crate::convert::{write_bounds, write_quantized};
use hloom_ir::{QuantParam, Quantized, TensorType};
use hloom_mlir::bytecode::{self, DialectCodec, OpLayout, Reader, Result};
use hloom_mlir::{Attr, FunctionType, RankedTensor, Type};
use hloom_num::{DType, DTypeKind};
use std::sync::Arc;

/// Attribute codes.
pub(super) mod attr_code {
    pub(crate) const ARRAY: u64 = 1;
    pub(crate) const BOOLEAN: u64 = 2;
    pub(crate) const COMPARISON_DIRECTION: u64 = 3;
    pub(crate) const COMPARISON_TYPE: u64 = 4;
    pub(crate) const CUSTOM_CALL_API_VERSION: u64 = 5;
    pub(crate) const DICTIONARY: u64 = 6;
    pub(crate) const FFT_TYPE: u64 = 7;
    pub(crate) const FLOAT: u64 = 8;
    pub(crate) const INTEGER: u64 = 9;
    pub(crate) const OUTPUT_OPERAND_ALIAS: u64 = 10;
    pub(crate) const PRECISION: u64 = 11;
    pub(crate) const RNG_ALGORITHM: u64 = 12;
    pub(crate) const RNG_DISTRIBUTION: u64 = 13;
    pub(crate) const STRING: u64 = 14;
    pub(crate) const TENSOR: u64 = 15;
    pub(crate) const TRANSPOSE: u64 = 16;
    pub(crate) const TYPE: u64 = 17;
    pub(crate) const TYPE_EXTENSIONS: u64 = 18;
    pub(crate) const RESULT_ACCURACY_MODE: u64 = 19;
    pub(crate) const RESULT_ACCURACY: u64 = 20;
    pub(crate) const SUB_AXIS_INFO: u64 = 21;
    pub(crate) const AXIS_REF: u64 = 22;
    pub(crate) const REPLICA_GROUP_MESH_AXES: u64 = 23;
    pub(crate) const MESH_AXIS: u64 = 24;
    pub(crate) const MESH: u64 = 25;
}

/// Codes of the types that have parts; those without are in [`PLAIN_TYPES`].
pub(super) mod type_code {
    pub(crate) const COMPLEX: u64 = 1;
    pub(crate) const FUNCTION: u64 = 8;
    pub(crate) const RANKED_TENSOR: u64 = 20;
    pub(crate) const RANKED_TENSOR_WITH_ENCODING: u64 = 21;
    pub(crate) const TUPLE: u64 = 23;
    pub(crate) const UNIFORM_QUANTIZED: u64 = 24;
    pub(crate) const UNRANKED_TENSOR: u64 = 25;
    pub(crate) const UNIFORM_QUANTIZED_PER_AXIS: u64 = 30;
    pub(crate) const RANKED_BUFFER: u64 = 41;
    pub(crate) const FUTURE: u64 = 42;
}

/// A type that is only a code.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Plain {
    Scalar(DType),
    Index,
    None,
    Dialect(&'static str, &'static str),
}

/// Types without parts: code, first version, type.
pub(super) const PLAIN_TYPES: &[(u64, Version, Plain)] = &[
    (0, (0, 9), Plain::Scalar(DType::Bool)),
    (2, (0, 9), Plain::Scalar(DType::BF16)),
    (3, (0, 9), Plain::Scalar(DType::F16)),
    (4, (0, 9), Plain::Scalar(DType::F32)),
    (5, (0, 9), Plain::Scalar(DType::F64)),
    (6, (0, 9), Plain::Scalar(DType::F8E4M3FN)),
    (7, (0, 9), Plain::Scalar(DType::F8E5M2)),
    (9, (0, 9), Plain::Index),
    (10, (0, 9), Plain::Scalar(DType::I4)),
    (11, (0, 9), Plain::Scalar(DType::I8)),
    (12, (0, 9), Plain::Scalar(DType::I16)),
    (13, (0, 9), Plain::Scalar(DType::I32)),
    (14, (0, 9), Plain::Scalar(DType::I64)),
    (15, (0, 9), Plain::Scalar(DType::U4)),
    (16, (0, 9), Plain::Scalar(DType::U8)),
    (17, (0, 9), Plain::Scalar(DType::U16)),
    (18, (0, 9), Plain::Scalar(DType::U32)),
    (19, (0, 9), Plain::Scalar(DType::U64)),
    (22, (0, 9), Plain::Dialect("stablehlo", "token")),
    (26, (0, 9), Plain::Dialect("shape", "witness")),
    (27, (0, 10), Plain::Scalar(DType::F8E4M3FNUZ)),
    (28, (0, 10), Plain::Scalar(DType::F8E5M2FNUZ)),
    (29, (0, 11), Plain::Scalar(DType::F8E4M3B11FNUZ)),
    (31, (1, 2), Plain::Scalar(DType::I2)),
    (32, (1, 2), Plain::Scalar(DType::U2)),
    (33, (1, 6), Plain::None),
    // A keyword of the builtin dialect that only dot algorithms mention.
    (34, (1, 6), Plain::Dialect("builtin", "tf32")),
    (35, (1, 7), Plain::Scalar(DType::F8E4M3)),
    (36, (1, 7), Plain::Scalar(DType::F8E3M4)),
    (37, (1, 8), Plain::Scalar(DType::F4E2M1FN)),
    (38, (1, 8), Plain::Scalar(DType::F6E2M3FN)),
    (39, (1, 8), Plain::Scalar(DType::F6E3M2FN)),
    (40, (1, 8), Plain::Scalar(DType::F8E8M0FNU)),
];

/// An enum attribute: its code, StableHLO's mnemonic, and the cases by value.
pub(super) struct EnumAttr {
    pub(super) code: u64,
    pub(super) mnemonic: &'static str,
    pub(super) cases: &'static [&'static str],
}

/// Enums that StableHLO spells `#stablehlo<mnemonic CASE>`. An empty case does not exist.
pub(super) const ENUMS: &[EnumAttr] = &[
    EnumAttr {
        code: attr_code::COMPARISON_DIRECTION,
        mnemonic: "comparison_direction",
        cases: &["EQ", "NE", "GE", "GT", "LE", "LT"],
    },
    EnumAttr {
        code: attr_code::COMPARISON_TYPE,
        mnemonic: "comparison_type",
        cases: &["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "WEAKORDER"],
    },
    EnumAttr { code: attr_code::FFT_TYPE, mnemonic: "fft_type", cases: &["FFT", "IFFT", "RFFT", "IRFFT"] },
    EnumAttr { code: attr_code::PRECISION, mnemonic: "precision", cases: &["DEFAULT", "HIGH", "HIGHEST"] },
    EnumAttr { code: attr_code::RNG_ALGORITHM, mnemonic: "rng_algorithm", cases: &["DEFAULT", "THREE_FRY", "PHILOX"] },
    EnumAttr { code: attr_code::RNG_DISTRIBUTION, mnemonic: "rng_distribution", cases: &["", "UNIFORM", "NORMAL"] },
    EnumAttr {
        code: attr_code::TRANSPOSE,
        mnemonic: "transpose",
        cases: &["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"],
    },
    EnumAttr {
        code: attr_code::RESULT_ACCURACY_MODE,
        mnemonic: "result_accuracy_mode",
        cases: &["DEFAULT", "HIGHEST", "TOLERANCE"],
    },
];

/// Number of `custom_call` API versions.
const API_VERSIONS: u64 = 5;

/// Shorthand for an attribute of the StableHLO dialect.
pub(super) fn stablehlo(mnemonic: &str, body: impl AsRef<str>) -> Attr {
    Attr::Dialect("stablehlo".into(), mnemonic.into(), body.as_ref().into())
}

/// What the bytecode container needs to know of VHLO and of the dialects that may be mixed in.
#[derive(Clone, Copy, Debug, Default)]
pub struct VhloCodec;

impl DialectCodec for VhloCodec {
    fn attr(&self, dialect: &str, r: &mut Reader<'_, '_>) -> Result<Attr> {
        match dialect {
            "vhlo" => attr(r),
            "chlo" => chlo_attr(r),
            "stablehlo" => plain::attr(r),
            "sdy" => sdy::attr(r),
            _ => Err(r.error(format!("attributes of dialect '{dialect}' have no known bytecode form"))),
        }
    }

    fn ty(&self, dialect: &str, r: &mut Reader<'_, '_>) -> Result<Type> {
        match dialect {
            "vhlo" => ty(r),
            "stablehlo" => plain::ty(r),
            "quant" => plain::quant(r),
            _ => Err(r.error(format!("types of dialect '{dialect}' have no known bytecode form"))),
        }
    }

    fn op_layout(&self, op: &str) -> Option<OpLayout> {
        match op.strip_prefix("vhlo.") {
            Some(name) => ops::find(name).map(|o| OpLayout::attrs(o.attrs)),
            None => super::foreign::op_layout(op).or_else(|| bytecode::builtin_op_layout(op)),
        }
    }

    fn newer_layout(&self, op: &str) -> Option<OpLayout> {
        // StableHLO 1.22.
        (op == "chlo.top_k").then_some(OpLayout::attrs(&["is_stable?", "k"]))
    }
}

pub(super) fn enum_case(r: &mut Reader<'_, '_>, e: &EnumAttr) -> Result<Attr> {
    let value = r.varint()?;
    let case = usize::try_from(value).ok().and_then(|v| e.cases.get(v)).filter(|c| !c.is_empty());
    case.map(|c| stablehlo(e.mnemonic, c)).ok_or_else(|| r.error(format!("{} has no case {value}", e.mnemonic)))
}

/// CHLO stores two enums by code; everything else of it is text.
fn chlo_attr(r: &mut Reader<'_, '_>) -> Result<Attr> {
    let code = r.varint()?;
    let of = match code {
        0 => attr_code::COMPARISON_DIRECTION,
        1 => attr_code::COMPARISON_TYPE,
        _ => return Err(r.error(format!("CHLO attribute code {code} is not known"))),
    };
    let e = ENUMS.iter().find(|e| e.code == of).expect("the table has both enums");
    match enum_case(r, e)? {
        Attr::Dialect(_, name, body) => Ok(Attr::Dialect("chlo".into(), name, body)),
        other => Ok(other),
    }
}

fn attr(r: &mut Reader<'_, '_>) -> Result<Attr> {
    use attr_code::*;
    let code = r.varint()?;
    if let Some(e) = ENUMS.iter().find(|e| e.code == code) {
        return enum_case(r, e);
    }
    Ok(match code {
        ARRAY => Attr::Array(r.list(|r| r.attr())?.into()),
        BOOLEAN => match r.varint()? {
            0 => Attr::Bool(false),
            1 => Attr::Bool(true),
            other => return Err(r.error(format!("a boolean is {other}"))),
        },
        CUSTOM_CALL_API_VERSION => {
            let version = r.varint()?;
            if version >= API_VERSIONS {
                return Err(r.error(format!("custom call API version {version} is not known")));
            }
            Attr::Dialect("vhlo".into(), "api_version_v1".into(), version.to_string().into())
        }
        DICTIONARY => r.dictionary()?,
        FLOAT => {
            let ty = r.ty()?;
            bytecode::float(r, ty)?
        }
        INTEGER => {
            let ty = r.ty()?;
            bytecode::integer(r, ty)?
        }
        OUTPUT_OPERAND_ALIAS => {
            let (outputs, index, operands) = (r.svarints()?, r.svarint()?, r.svarints()?);
            let body = format!(
                "output_tuple_indices = {}, operand_index = {index}, operand_tuple_indices = {}",
                text::Ints(&outputs),
                text::Ints(&operands)
            );
            stablehlo("output_operand_alias", body)
        }
        STRING => Attr::String(r.string()?),
        TENSOR => {
            let ty = r.ty()?;
            let raw = r.blob()?;
            r.dense(&ty, raw)?
        }
        TYPE => Attr::Type(r.ty()?),
        TYPE_EXTENSIONS => {
            let bounds = r.svarints()?;
            // Old artifacts mark a missing bound as -1.
            let bounds: Vec<i64> = bounds.iter().map(|&b| if b == -1 { TensorType::DYNAMIC } else { b }).collect();
            stablehlo("bounds", write_bounds(&bounds))
        }
        RESULT_ACCURACY => result_accuracy(r)?,
        SUB_AXIS_INFO => stablehlo("sub_axis_info", format!("({}){}", r.svarint()?, r.svarint()?)),
        AXIS_REF => {
            let mut body = format!("name = {:?}", r.string_attr()?);
            if r.varint()? != 0 {
                body += &format!(", sub_axis_info = {}", body_of(r, "sub_axis_info")?);
            }
            stablehlo("axis_ref", body)
        }
        REPLICA_GROUP_MESH_AXES => {
            let mesh = match r.attr()? {
                Attr::String(name) => format!("@{name}"),
                Attr::Dialect(_, name, body) if &*name == "mesh" => format!("#stablehlo.mesh<{body}>"),
                _ => return Err(r.error("a mesh is neither a symbol nor a mesh attribute")),
            };
            let axes = bodies_of(r, "axis_ref")?;
            let axes: Vec<String> = axes.iter().map(|a| format!("#stablehlo.axis_ref<{a}>")).collect();
            stablehlo("replica_group_mesh_axes", format!("mesh = {mesh}, axes = [{}]", axes.join(", ")))
        }
        MESH_AXIS => {
            let name = r.string_attr()?;
            stablehlo("mesh_axis", format!("name = {name:?}, size = {}", r.svarint()?))
        }
        MESH => {
            let axes: Vec<String> = bodies_of(r, "mesh_axis")?.iter().map(|a| format!("<{a}>")).collect();
            let mut body = format!("axes=[{}]", axes.join(", "));
            if let Some(ids) = r.optional_attr()? {
                let ids =
                    super::upgrade::ints(&ids).ok_or_else(|| r.error("the device ids of a mesh are no integers"))?;
                body += &format!(", device_ids=dense<{}> : tensor<{}xi64>", text::Ints(&ids), ids.len());
            }
            stablehlo("mesh", body)
        }
        _ => return Err(r.error(format!("VHLO attribute code {code} is not known"))),
    })
}

/// Tolerances, then the mode.
pub(super) fn result_accuracy(r: &mut Reader<'_, '_>) -> Result<Attr> {
    let (atol, rtol) = (f64::from_bits(r.int_bits(64)?), f64::from_bits(r.int_bits(64)?));
    let ulps = r.svarint()?;
    let Attr::Dialect(_, mode_name, mode) = r.attr()? else {
        return Err(r.error("the mode of a result accuracy is no enum"));
    };
    let mut body = String::new();
    if atol != 0.0 {
        body += &format!("atol = {}, ", text::float(atol));
    }
    if rtol != 0.0 {
        body += &format!("rtol = {}, ", text::float(rtol));
    }
    if ulps != 0 {
        body += &format!("ulps = {ulps}, ");
    }
    Ok(stablehlo("result_accuracy", body + &format!("mode = #stablehlo.{mode_name}<{mode}>")))
}

/// The body of a StableHLO attribute that must be a `mnemonic`.
pub(super) fn body_of(r: &mut Reader<'_, '_>, mnemonic: &str) -> Result<hloom_mlir::Str> {
    match r.attr()? {
        Attr::Dialect(_, name, body) if &*name == mnemonic => r.charge(body.len() as u64).map(|()| body),
        _ => Err(r.error(format!("an attribute {mnemonic} was expected"))),
    }
}

/// The bodies of an array of StableHLO attributes that must be `mnemonic`s.
pub(super) fn bodies_of(r: &mut Reader<'_, '_>, mnemonic: &str) -> Result<Vec<hloom_mlir::Str>> {
    let expected = |r: &Reader<'_, '_>| r.error(format!("an array of {mnemonic} was expected"));
    let Attr::Array(items) = r.attr()? else { return Err(expected(r)) };
    let body = |a: &Attr| match a {
        Attr::Dialect(_, name, body) if &**name == mnemonic => Some(body.clone()),
        _ => None,
    };
    let bodies: Vec<_> = items.iter().map(body).collect::<Option<_>>().ok_or_else(|| expected(r))?;
    r.charge(bodies.iter().map(|b| b.len() as u64).sum())?;
    Ok(bodies)
}

fn ty(r: &mut Reader<'_, '_>) -> Result<Type> {
    use type_code::*;
    let code = r.varint()?;
    if let Some((.., plain)) = PLAIN_TYPES.iter().find(|(c, ..)| *c == code) {
        return Ok(match *plain {
            Plain::Scalar(d) => Type::Scalar(d),
            Plain::Index => Type::Index,
            Plain::None => Type::None,
            Plain::Dialect(dialect, name) => Type::Dialect(dialect.into(), name.into()),
        });
    }
    Ok(match code {
        COMPLEX => {
            let part = r.ty()?;
            let complex = bytecode::complex_type(&part);
            complex.ok_or_else(|| r.error("a complex type has parts that are neither f32 nor f64"))?
        }
        FUNCTION => Type::Function(Arc::new(FunctionType { inputs: r.types()?, results: r.types()? })),
        RANKED_TENSOR => Type::RankedTensor(shaped(r, None)?),
        RANKED_TENSOR_WITH_ENCODING => {
            let encoding = r.attr()?;
            Type::RankedTensor(shaped(r, Some(encoding))?)
        }
        RANKED_BUFFER => Type::MemRef(shaped(r, None)?),
        TUPLE => Type::Tuple(r.types()?.into()),
        UNRANKED_TENSOR => Type::UnrankedTensor(Arc::new(r.ty()?)),
        UNIFORM_QUANTIZED => quantized_whole(r)?,
        UNIFORM_QUANTIZED_PER_AXIS => quantized_per_axis(r)?,
        FUTURE => {
            let parts: Vec<String> = r.types()?.iter().map(text::type_text).collect();
            Type::Dialect("stablehlo".into(), format!("future<{}>", parts.join(", ")).into())
        }
        _ => return Err(r.error(format!("VHLO type code {code} is not known"))),
    })
}

fn shaped(r: &mut Reader<'_, '_>, encoding: Option<Attr>) -> Result<Arc<RankedTensor>> {
    let sizes = r.svarints()?;
    let elem = r.ty()?;
    let dims = bytecode::dims(&sizes).ok_or_else(|| r.error("a dimension is negative"))?;
    Ok(Arc::new(RankedTensor { dims, elem, encoding }))
}

/// A quantized type with one scale, behind its code.
pub(super) fn quantized_whole(r: &mut Reader<'_, '_>) -> Result<Type> {
    let head = quantized_head(r)?;
    let (scale, zero_point) = (f64::from_bits(r.int_bits(64)?), r.svarint()?);
    quantized(r, head, None, |_| Ok(vec![QuantParam { scale, zero_point }]))
}

/// A quantized type with scales along a dimension, behind its code.
pub(super) fn quantized_per_axis(r: &mut Reader<'_, '_>) -> Result<Type> {
    let head = quantized_head(r)?;
    let axis = r.varint()?;
    let axis = i64::try_from(axis).map_err(|_| r.error(format!("a quantized dimension is {axis}")))?;
    quantized(r, head, Some(axis), |r| {
        let scales = r.list(|r| r.int_bits(64).map(f64::from_bits))?;
        let zeros = r.list(|r| r.svarint())?;
        if scales.len() != zeros.len() {
            return Err(r.error("a quantized type has unequal numbers of scales and zero points"));
        }
        let param = |(scale, zero_point)| QuantParam { scale, zero_point };
        Ok(scales.into_iter().zip(zeros).map(param).collect())
    })
}

/// Storage type (signed or not, whatever the type read says) and expressed type of a quantized type.
struct QuantizedHead {
    storage: DType,
    /// The storage type was written as one of MLIR's unsigned types, not as a signless one with a flag.
    unsigned_type: bool,
    expressed: DType,
}

fn quantized_head(r: &mut Reader<'_, '_>) -> Result<QuantizedHead> {
    const SIGNED: u64 = 1;
    let signed = r.varint()? & SIGNED != 0;
    let read = match r.ty()? {
        Type::Scalar(d) if Quantized::full_range(d).is_some() => d,
        _ => return Err(r.error("a quantized type has a storage type that is no integer of at most 32 bits")),
    };
    let Type::Scalar(expressed) = r.ty()? else {
        return Err(r.error("a quantized type has an expressed type that is no number"));
    };
    let storage = DType::from_mlir_name(&format!("{}{}", if signed { "i" } else { "ui" }, read.bits()));
    let storage = storage.ok_or_else(|| r.error("a quantized type has no storage type"))?;
    Ok(QuantizedHead { storage, unsigned_type: read.kind() == DTypeKind::Unsigned, expressed })
}

/// The storage range, then `params`; the whole type as text.
fn quantized<'a, 'b>(
    r: &mut Reader<'a, 'b>,
    head: QuantizedHead,
    axis: Option<i64>,
    params: impl FnOnce(&mut Reader<'a, 'b>) -> Result<Vec<QuantParam>>,
) -> Result<Type> {
    let (storage_min, storage_max) = (r.svarint()?, r.svarint()?);
    let q = Quantized { expressed: head.expressed, storage_min, storage_max, axis, params: params(r)? };
    let mut body = write_quantized(head.storage, &q);
    r.charge(body.len() as u64)?;
    if head.unsigned_type {
        body = body.replacen("<u", "<ui", 1);
    }
    Ok(Type::Dialect("quant".into(), body.into()))
}
