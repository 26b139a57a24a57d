//! Types: syntax to IR and back.

use super::quantized::{canonical_quantized, parse_bounds, parse_dims, parse_quantized, write_bounds, write_quantized};
use hloom_ir::{MlirType, TensorType, Type};
use hloom_mlir::text::{Generic, parse_type};
use hloom_mlir::{Attr, Limits, RankedTensor, Type as SynType};
use std::sync::Arc;

/// Tuples and futures nest at most this deep.
const MAX_TUPLE_DEPTH: u32 = 32;

/// The IR type written as `ty`.
///
/// # Errors
/// What the IR has no equivalent for, as a phrase.
pub fn type_from_syntax(ty: &SynType) -> Result<Type, String> {
    convert(ty, 0)
}

fn convert(ty: &SynType, depth: u32) -> Result<Type, String> {
    match ty {
        SynType::RankedTensor(t) => tensor(t).map(Type::Tensor),
        SynType::Dialect(dialect, body) if &**dialect == "stablehlo" && body.trim() == "token" => Ok(Type::Token),
        SynType::Dialect(dialect, body) if &**dialect == "stablehlo" && body.starts_with("future<") => {
            future(body, depth)
        }
        SynType::Dialect(dialect, body) if &**dialect == "shape" => match &**body {
            "shape" => Ok(Type::Mlir(MlirType::Shape)),
            "size" => Ok(Type::Mlir(MlirType::Size)),
            "witness" => Ok(Type::Mlir(MlirType::Witness)),
            _ => Err(format!("type !{dialect}.{body} is not supported")),
        },
        SynType::Dialect(dialect, _) if &**dialect == "quant" => Err("a quantized value is not a tensor".into()),
        SynType::Dialect(dialect, body) => Err(format!("type !{dialect}.{body} is not supported")),
        SynType::Tuple(_) if depth >= MAX_TUPLE_DEPTH => Err("the tuple nests too deep".into()),
        SynType::Tuple(items) => {
            let items: Result<Vec<Type>, String> = items.iter().map(|t| convert(t, depth + 1)).collect();
            Ok(Type::Tuple(items?.into()))
        }
        SynType::MemRef(t) => tensor(t).map(Type::Buffer),
        SynType::UnrankedTensor(_) => Err("unranked tensors are not supported".into()),
        SynType::Scalar(d) => Ok(Type::Mlir(MlirType::Scalar(*d))),
        SynType::OddInteger(width, _) => Err(format!("integers of {width} bits are not supported")),
        SynType::Index => Ok(Type::Mlir(MlirType::Scalar(hloom_num::DType::Index))),
        SynType::None => Err("values of type none are not supported".into()),
        SynType::Function(_) => Err("functions are not values".into()),
    }
}

/// `future<tensor<…>>`: the types are text, since only StableHLO knows the type.
fn future(body: &str, depth: u32) -> Result<Type, String> {
    let malformed = || format!("the type !stablehlo.{body} is malformed");
    if depth >= MAX_TUPLE_DEPTH {
        return Err("the type nests too deep".into());
    }
    let inner = body.strip_prefix("future<").and_then(|b| b.trim_end().strip_suffix('>')).ok_or_else(malformed)?;
    // A tuple of the same items is a type that MLIR knows.
    let Ok(SynType::Tuple(items)) = parse_type(&format!("tuple<{inner}>"), &Limits::default(), &Generic) else {
        return Err(malformed());
    };
    let items: Vec<Type> = items.iter().map(|t| convert(t, depth + 1)).collect::<Result<_, _>>()?;
    match items.iter().find(|t| t.as_tensor().is_none()) {
        Some(t) => Err(format!("a future of {t} is not supported")),
        None => Ok(Type::Future(items.into())),
    }
}

fn tensor(t: &RankedTensor) -> Result<TensorType, String> {
    let (dtype, quantized) = match &t.elem {
        SynType::Scalar(d) => (*d, None),
        SynType::Dialect(dialect, body) if &**dialect == "quant" => {
            let (storage, quantized) = parse_quantized(body)?;
            (storage, Some(Arc::new(quantized)))
        }
        SynType::Index => (hloom_num::DType::Index, None),
        SynType::OddInteger(width, _) => return Err(format!("integers of {width} bits are not supported")),
        _ => return Err("the element type is not a number".into()),
    };
    let bounds = match &t.encoding {
        None => None,
        Some(Attr::Dialect(dialect, name, body)) if &**dialect == "stablehlo" => {
            Some(bounds(name, body).ok_or_else(|| format!("the encoding #stablehlo.{name}<{body}> is malformed"))?)
        }
        Some(_) => return Err("tensor encodings other than bounds are not supported".into()),
    };
    Ok(TensorType { dtype, dims: parse_dims(&t.dims)?, quantized, bounds })
}

/// One spelling of quantized types and of bounds, which can be spelled in several ways.
pub(crate) fn canonical_type(ty: SynType) -> SynType {
    match &ty {
        SynType::Dialect(dialect, body) if &**dialect == "quant" => match canonical_quantized(body) {
            Ok(body) => SynType::Dialect(dialect.clone(), body.into()),
            Err(_) => ty,
        },
        SynType::RankedTensor(t) => match &t.encoding {
            Some(Attr::Dialect(dialect, name, body)) if &**dialect == "stablehlo" => match bounds(name, body) {
                Some(bounds) => SynType::RankedTensor(Arc::new(RankedTensor {
                    encoding: Some(Attr::Dialect(dialect.clone(), "bounds".into(), write_bounds(&bounds).into())),
                    ..(**t).clone()
                })),
                None => ty,
            },
            _ => ty,
        },
        _ => ty,
    }
}

/// `#stablehlo.bounds<16, ?>`, or `#stablehlo.type_extensions<bounds = [16, ?]>` as it was once written.
fn bounds(name: &str, body: &str) -> Option<Arc<[i64]>> {
    let list = match name {
        "bounds" => body,
        "type_extensions" => {
            let rest = body.trim().strip_prefix("bounds")?.trim_start().strip_prefix('=')?.trim();
            rest.strip_prefix('[')?.strip_suffix(']')?
        }
        _ => return None,
    };
    Some(parse_bounds(list)?.into())
}

/// How an IR type is written.
pub fn type_to_syntax(ty: &Type) -> SynType {
    let shaped = |t: &TensorType| {
        Arc::new(RankedTensor {
            dims: t.dims.iter().map(|&d| (d >= 0).then_some(d)).collect(),
            elem: match &t.quantized {
                None => SynType::element(t.dtype),
                Some(q) => SynType::Dialect("quant".into(), write_quantized(t.dtype, q).into()),
            },
            encoding: t
                .bounds
                .as_ref()
                .map(|b| Attr::Dialect("stablehlo".into(), "bounds".into(), write_bounds(b).into())),
        })
    };
    match ty {
        Type::Tensor(t) => SynType::RankedTensor(shaped(t)),
        Type::Buffer(t) => SynType::MemRef(shaped(t)),
        Type::Future(_) => {
            let text = ty.to_string();
            SynType::Dialect("stablehlo".into(), text.trim_start_matches("!stablehlo.").into())
        }
        Type::Token => SynType::Dialect("stablehlo".into(), "token".into()),
        Type::Mlir(MlirType::Scalar(d)) => SynType::element(*d),
        Type::Mlir(other) => {
            let text = other.to_string();
            SynType::Dialect("shape".into(), text.trim_start_matches("!shape.").into())
        }
        Type::Tuple(items) => SynType::Tuple(items.iter().map(type_to_syntax).collect()),
    }
}
