//! Ops, attributes and types of other dialects that portable artifacts may be mixed with.

use super::codec::{ENUMS, attr_code};
use super::encode::quantized;
use super::{plain, plain_write, sdy_write, text};
use hloom_mlir::bytecode::{OpLayout, Payload, Space};
use hloom_mlir::{Attr, Type};

/// The layout of an op of a dialect that is known here; `None` for others, and for ops of which only MLIR knows it.
pub(super) fn op_layout(op: &str) -> Option<OpLayout> {
    let (dialect, name) = op.split_once('.')?;
    let attrs: &'static [&'static str] = match (dialect, name) {
        ("chlo", "broadcast_compare") => &["broadcast_dimensions?", "compare_type?", "comparison_direction"],
        ("chlo", "constant" | "constant_like") => &["value"],
        ("chlo", "ragged_dot") => &["precision_config?", "ragged_dot_dimension_numbers"],
        ("chlo", "top_k") => &["k"],
        ("chlo", "broadcast_select") => &[],
        ("chlo", _) if name.starts_with("broadcast_") => &["broadcast_dimensions?"],
        ("chlo", "scan") => {
            return Some(OpLayout {
                attrs: &["dimension", "is_associative?", "is_reverse?"],
                operand_segments: 2,
                result_segments: 2,
            });
        }
        ("chlo", _) => &[],
        ("stablehlo", _) => return plain::op_layout(name),
        ("arith", "constant") => &["value"],
        ("arith", "cmpf") => &["fastmath?", "predicate"],
        ("arith", "cmpi") => &["predicate"],
        ("arith", "addi" | "subi" | "muli" | "shli" | "trunci") => &["overflowFlags?"],
        ("arith", "negf") => &["fastmath?"],
        ("arith", "addf" | "subf" | "mulf" | "divf" | "remf" | "maximumf" | "minimumf" | "maxnumf" | "minnumf") => {
            &["fastmath?"]
        }
        ("tensor", "expand_shape") => &["reassociation", "static_output_shape"],
        ("tensor", "collapse_shape") => &["reassociation"],
        ("shape", "const_shape") => &["shape"],
        ("shape", "const_size") => &["value"],
        ("shape", "const_witness") => &["passing"],
        ("shape", "cstr_require") => &["msg"],
        ("cf", "assert") => &["msg"],
        ("arith" | "tensor" | "shape" | "scf", _) => &[],
        ("sdy", "mesh") => &["mesh", "sym_name"],
        ("sdy", "sharding_constraint" | "reshard") => &["sharding"],
        ("sdy", "sharding_group") => &["group_id"],
        ("sdy", "manual_computation") => &["in_shardings", "manual_axes", "out_shardings"],
        ("sdy", "named_computation") => &["in_shardings?", "name", "out_shardings?"],
        ("sdy", "propagation_barrier") => &["allowed_direction"],
        ("sdy", "data_flow_edge") => &["sharding?"],
        ("sdy", "constant") => &["value"],
        ("sdy", "return" | "func_data_flow_edge") => &[],
        ("sdy", "all_gather") => &["gathering_axes", "out_sharding"],
        ("sdy", "all_slice") => &["out_sharding", "slicing_axes"],
        ("sdy", "all_to_all") => &["out_sharding", "params"],
        ("sdy", "collective_permute") => &["out_sharding"],
        ("sdy", "all_reduce") => &["out_sharding", "reduction_axes", "reduction_op?"],
        ("sdy", "reduce_scatter") => &["out_sharding", "reduce_scatter_axes", "reduction_op?"],
        ("sdy", "sharded_to_unreduced" | "replicated_to_unreduced") => &["axes", "out_sharding"],
        _ => return None,
    };
    Some(OpLayout::attrs(attrs))
}

/// Writes an attribute: true for a payload, false for text.
pub(super) fn write_attr(attr: &Attr, to: &mut Payload<'_>) -> Result<bool, String> {
    let Attr::Dialect(dialect, name, body) = attr else { return Err("an attribute has no dialect".into()) };
    match (&**dialect, &**name) {
        ("chlo", "comparison_direction" | "comparison_type") => {
            let e = ENUMS.iter().find(|e| e.mnemonic == &**name).expect("the table has both enums");
            let case = e.cases.iter().position(|c| *c == body.trim());
            let case = case.ok_or_else(|| format!("{} is malformed", text::attr_text(attr)))?;
            to.varint(u64::from(e.code == attr_code::COMPARISON_TYPE));
            to.varint(case as u64);
            Ok(true)
        }
        ("stablehlo", _) => {
            let written = plain_write::attr(name, body, to);
            written.ok_or_else(|| format!("{} is malformed", text::attr_text(attr)))?.map(|()| true)
        }
        ("sdy", _) => {
            let written = sdy_write::attr(name, body, to);
            written.ok_or_else(|| format!("{} is malformed", text::attr_text(attr)))?.map(|()| true)
        }
        ("chlo" | "arith", _) => {
            to.text(&text::attr_text(attr));
            Ok(false)
        }
        _ => Err(format!("the attribute {} cannot be written", text::attr_text(attr))),
    }
}

/// Writes a type: true for a payload, false for text.
pub(super) fn write_type(ty: &Type, to: &mut Payload<'_>) -> Result<bool, String> {
    let Type::Dialect(dialect, body) = ty else { return Err("a type has no dialect".into()) };
    match &**dialect {
        "stablehlo" => plain_write::ty(body, to).map(|()| true),
        "quant" => quantized(body, plain::QUANTIZED, Space::Builtin, to).map(|()| true),
        "shape" => {
            to.text(&text::type_text(ty));
            Ok(false)
        }
        _ => Err(format!("the type {} cannot be written", text::type_text(ty))),
    }
}
