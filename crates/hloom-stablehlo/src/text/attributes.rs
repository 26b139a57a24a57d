//! What the text knows about single attributes: usual spellings, which belong to an op, and defaults.

use crate::vhlo::ops::has_accuracy;
use hloom_ir::attrs::{AttrValue, ConvDims, DotDims, GatherDims, ResultAccuracy, ScatterDims};
use hloom_mlir::{Attr, Type};
use hloom_num::DType;

/// The usual spelling of a body: fields in order, defaults left out. `None` if it has that.
///
/// # Errors
/// What is wrong with it.
pub(super) fn canonical_body(dialect: &str, mnemonic: &str, body: &str) -> Result<Option<String>, String> {
    if dialect != "stablehlo" {
        return Ok(None);
    }
    let read: fn(&Attr) -> Result<Option<Attr>, String> = match mnemonic {
        "dot" => |a| Ok(DotDims::from_attr(Some(a))?.to_attr()),
        "gather" => |a| Ok(GatherDims::from_attr(Some(a))?.to_attr()),
        "scatter" => |a| Ok(ScatterDims::from_attr(Some(a))?.to_attr()),
        "conv" => |a| Ok(ConvDims::from_attr(Some(a))?.to_attr()),
        "result_accuracy" => |a| Ok(ResultAccuracy::from_attr(Some(a))?.to_attr()),
        _ => return Ok(None),
    };
    match read(&Attr::Dialect(dialect.into(), mnemonic.into(), body.into()))? {
        Some(Attr::Dialect(_, _, text)) if *text != *body => Ok(Some(text.to_string())),
        _ => Ok(None),
    }
}

/// True if an attribute is a property of the op. Attributes with a dialect's prefix never are.
pub(super) fn is_property(op: &str, attr: &str) -> bool {
    if attr.contains('.') {
        return false;
    }
    let Some(names) = hloom_ir::table::attr_names(op) else { return true };
    names.contains(&attr)
        || match op {
            "stablehlo.custom_call" => attr == "result_tilings",
            _ if op.starts_with("arith.") => super::shapes::is_flag(attr),
            _ => attr == "result_accuracy" && op.strip_prefix("stablehlo.").is_some_and(has_accuracy),
        }
}

/// True if the attribute says what its absence would.
pub(super) fn is_default(op: &str, name: &str, value: &Attr) -> bool {
    if op.starts_with("arith.") {
        return super::shapes::is_default(name, value);
    }
    let Some(op) = op.strip_prefix("stablehlo.") else { return false };
    match (op, name) {
        ("custom_call", "has_side_effect") | ("cholesky", "lower") => *value == Attr::Bool(false),
        ("custom_call", "api_version") => *value == Attr::Int(1, Type::Scalar(DType::I32)),
        ("custom_call", "called_computations" | "output_operand_aliases") => {
            matches!(value, Attr::Array(a) if a.is_empty())
        }
        ("composite", "composite_attributes") => matches!(value, Attr::Dict(d) if d.is_empty()),
        ("composite", "version") => *value == Attr::Int(0, Type::Scalar(DType::I32)),
        (_, "result_accuracy") => ResultAccuracy::from_attr(Some(value)).is_ok_and(|a| a.is_default()),
        _ => false,
    }
}
