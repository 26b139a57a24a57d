//! Types: syntax to IR and back.

use hloom_ir::{TensorType, Type};
use hloom_mlir::{RankedTensor, Type as SynType};
use std::sync::Arc;

/// Tuples nest at most this deep.
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
        SynType::Dialect(dialect, _) if &**dialect == "quant" => Err("quantized types are not supported".into()),
        SynType::Dialect(dialect, body) => Err(format!("type !{dialect}.{body} is not supported")),
        SynType::Tuple(_) if depth >= MAX_TUPLE_DEPTH => Err("the tuple nests too deep".into()),
        SynType::Tuple(items) => {
            let items: Result<Vec<Type>, String> = items.iter().map(|t| convert(t, depth + 1)).collect();
            Ok(Type::Tuple(items?.into()))
        }
        SynType::MemRef(_) => Err("buffers (memref) are not supported".into()),
        SynType::UnrankedTensor(_) => Err("unranked tensors are not supported".into()),
        SynType::Scalar(d) => Err(format!("a value of type {d} is not a tensor")),
        SynType::OddInteger(width, _) => Err(format!("integers of {width} bits are not supported")),
        SynType::Index => Err("values of type index are not supported".into()),
        SynType::None => Err("values of type none are not supported".into()),
        SynType::Function(_) => Err("functions are not values".into()),
    }
}

fn tensor(t: &RankedTensor) -> Result<TensorType, String> {
    if t.encoding.is_some() {
        return Err("tensor encodings (bounded dimensions) are not supported".into());
    }
    let dtype = match &t.elem {
        SynType::Scalar(d) => *d,
        SynType::Dialect(dialect, _) if &**dialect == "quant" => return Err("quantized types are not supported".into()),
        SynType::Index => return Err("tensors of index are not supported".into()),
        SynType::OddInteger(width, _) => return Err(format!("integers of {width} bits are not supported")),
        _ => return Err("the element type is not a number".into()),
    };
    let mut dims = hloom_ir::Dims::with_capacity(t.dims.len());
    for d in &t.dims {
        match d {
            Some(d) if *d < 0 => return Err("a dimension is negative".into()),
            Some(d) => dims.push(*d),
            None => dims.push(TensorType::DYNAMIC),
        }
    }
    Ok(TensorType { dtype, dims })
}

/// How an IR type is written.
pub fn type_to_syntax(ty: &Type) -> SynType {
    match ty {
        Type::Tensor(t) => SynType::RankedTensor(Arc::new(RankedTensor {
            dims: t.dims.iter().map(|&d| (d >= 0).then_some(d)).collect(),
            elem: SynType::Scalar(t.dtype),
            encoding: None,
        })),
        Type::Token => SynType::Dialect("stablehlo".into(), "token".into()),
        Type::Tuple(items) => SynType::Tuple(items.iter().map(type_to_syntax).collect()),
    }
}
