//! Which version of VHLO types and attributes need.

use super::codec::{PLAIN_TYPES, Plain};
use super::encode::{future, plain_dialect};
use super::ops::Version;
use super::{body, text};
use crate::convert::{canonical_quantized, parse_quantized};
use hloom_mlir::{Attr, FunctionType, RankedTensor, Type};
use std::sync::Arc;

/// Checks that VHLO `target` has a type. Types of other dialects may be in it if `foreign`.
///
/// # Errors
/// What `target` has not, and since which version there is such a thing.
pub(super) fn check_type(ty: &Type, target: Version, foreign: bool) -> Result<(), String> {
    let needs = |since: Version, what: &dyn Fn() -> String| match since <= target {
        true => Ok(()),
        false => Err(format!("{} exists since version {}.{}.0", what(), since.0, since.1)),
    };
    let none = || Err(format!("VHLO has no type {}", text::type_text(ty)));
    let named = || format!("the type {}", text::type_text(ty));
    let all = |types: &[Type]| types.iter().try_for_each(|t| check_type(t, target, foreign));
    match ty {
        Type::Scalar(d) if d.is_complex() => check_type(&Type::Scalar(d.real_part()), target, foreign),
        Type::Scalar(d) => match PLAIN_TYPES.iter().find(|(.., p)| *p == Plain::Scalar(*d)) {
            Some((_, since, _)) => needs(*since, &named),
            None => none(),
        },
        Type::Index => Ok(()),
        Type::None => needs((1, 6), &named),
        Type::Function(f) => all(&f.inputs).and_then(|()| all(&f.results)),
        Type::Tuple(parts) => all(parts),
        Type::UnrankedTensor(elem) => check_type(elem, target, foreign),
        Type::RankedTensor(t) => {
            match &t.encoding {
                None => {}
                Some(Attr::Dialect(dialect, name, _)) if &**dialect == "stablehlo" && &**name == "bounds" => {}
                Some(_) => return Err(format!("VHLO has no encoding of tensors as in {}", text::type_text(ty))),
            }
            check_type(&t.elem, target, foreign)
        }
        Type::MemRef(t) => needs((1, 13), &named).and_then(|()| check_type(&t.elem, target, foreign)),
        Type::Dialect(dialect, body) if &**dialect == "quant" => {
            let (_, quantized) = parse_quantized(body)?;
            needs(if quantized.axis.is_some() { (0, 18) } else { (0, 9) }, &named)
        }
        Type::Dialect(dialect, body) => match (future(dialect, body), plain_dialect(dialect, body)) {
            (Some(Some(parts)), _) => needs((1, 15), &named).and_then(|()| all(&parts)),
            (Some(None), _) => none(),
            (None, Some((_, since))) => needs(since, &named),
            (None, None) if foreign && !matches!(&**dialect, "stablehlo" | "builtin") => Ok(()),
            (None, None) => none(),
        },
        Type::OddInteger(..) => none(),
    }
}

/// Checks that VHLO `target` has an attribute of a VHLO op.
///
/// # Errors
/// As [`check_type`].
pub(super) fn check_attr(attr: &Attr, target: Version) -> Result<(), String> {
    match attr {
        Attr::Array(items) => items.iter().try_for_each(|a| check_attr(a, target)),
        Attr::Dict(items) => items.iter().try_for_each(|(_, a)| check_attr(a, target)),
        Attr::Int(_, ty) | Attr::Float(_, ty) | Attr::Type(ty) => check_type(ty, target, true),
        Attr::Dense(dense) => check_type(&dense.ty, target, true),
        Attr::Dialect(dialect, name, body) if &**dialect == "stablehlo" => {
            let since = match &**name {
                "comparison_type" if &**body == "WEAKORDER" => (1, 22),
                "result_accuracy" | "result_accuracy_mode" => (1, 9),
                "sub_axis_info" | "axis_ref" | "replica_group_mesh_axes" | "mesh_axis" | "mesh" => (1, 16),
                _ => (0, 9),
            };
            match since <= target {
                true => Ok(()),
                false => Err(format!("#stablehlo.{name}<{body}> exists since version {}.{}.0", since.0, since.1)),
            }
        }
        _ => Ok(()),
    }
}

/// A type in the spelling that reading an artifact gives. What is no type of VHLO stays as it is.
pub(super) fn canonical_type(ty: &Type) -> Type {
    let all = |types: &[Type]| types.iter().map(canonical_type).collect::<Vec<_>>();
    match ty {
        Type::RankedTensor(t) => {
            let encoding = t.encoding.as_ref().map(|e| match e {
                Attr::Dialect(dialect, name, text) if &**dialect == "stablehlo" => match body::canonical(name, text) {
                    Some((name, text)) => super::codec::stablehlo(name, text),
                    None => e.clone(),
                },
                other => other.clone(),
            });
            let elem = canonical_type(&t.elem);
            if elem == t.elem && encoding == t.encoding {
                return ty.clone();
            }
            Type::RankedTensor(Arc::new(RankedTensor { dims: t.dims.clone(), elem, encoding }))
        }
        Type::UnrankedTensor(elem) => Type::UnrankedTensor(Arc::new(canonical_type(elem))),
        Type::Function(f) => {
            Type::Function(Arc::new(FunctionType { inputs: all(&f.inputs), results: all(&f.results) }))
        }
        Type::Tuple(parts) => Type::Tuple(all(parts).into()),
        Type::Dialect(dialect, text) if &**dialect == "quant" => {
            canonical_quantized(text).map_or_else(|_| ty.clone(), |text| Type::Dialect(dialect.clone(), text.into()))
        }
        Type::Dialect(dialect, text) => match future(dialect, text) {
            Some(Some(parts)) => {
                let parts: Vec<String> = all(&parts).iter().map(text::type_text).collect();
                Type::Dialect(dialect.clone(), format!("future<{}>", parts.join(", ")).into())
            }
            _ => ty.clone(),
        },
        _ => ty.clone(),
    }
}
