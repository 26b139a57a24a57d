//! StableHLO's own bytecode, which is not versioned: what MLIR writes for a module that is not an artifact. The way back is
//! [`plain_write`](super::plain_write).

use super::codec::{ENUMS, attr_code, stablehlo};
use super::text::{self, Field, Ints};
use crate::convert::write_bounds;
use hloom_ir::TensorType;
use hloom_mlir::bytecode::{OpLayout, Reader, Result};
use hloom_mlir::{Attr, Type};

/// Attribute codes.
pub(super) mod code {
    pub(crate) const CHANNEL_HANDLE: u64 = 1;
    pub(crate) const COMPARISON_DIRECTION: u64 = 2;
    pub(crate) const COMPARISON_TYPE: u64 = 3;
    pub(crate) const CONV: u64 = 4;
    pub(crate) const DOT: u64 = 5;
    pub(crate) const FFT_TYPE: u64 = 6;
    pub(crate) const GATHER: u64 = 7;
    pub(crate) const PRECISION: u64 = 8;
    pub(crate) const RNG_ALGORITHM: u64 = 9;
    pub(crate) const RNG_DISTRIBUTION: u64 = 10;
    pub(crate) const SCATTER: u64 = 11;
    pub(crate) const TRANSPOSE: u64 = 12;
    pub(crate) const TYPE_EXTENSIONS: u64 = 13;
    pub(crate) const OUTPUT_OPERAND_ALIAS: u64 = 14;
    pub(crate) const DOT_ALGORITHM: u64 = 15;
    pub(crate) const RESULT_ACCURACY_MODE: u64 = 16;
    pub(crate) const RESULT_ACCURACY: u64 = 17;
    pub(crate) const REPLICA_GROUP_MESH_AXES: u64 = 18;
    pub(crate) const SUB_AXIS_INFO: u64 = 19;
    pub(crate) const AXIS_REF: u64 = 20;
    pub(crate) const MESH_AXIS: u64 = 21;
    pub(crate) const MESH: u64 = 22;
}

/// The VHLO code of the enum that a code stands for.
pub(super) fn enum_code(code: u64) -> Option<u64> {
    Some(match code {
        code::COMPARISON_DIRECTION => attr_code::COMPARISON_DIRECTION,
        code::COMPARISON_TYPE => attr_code::COMPARISON_TYPE,
        code::FFT_TYPE => attr_code::FFT_TYPE,
        code::PRECISION => attr_code::PRECISION,
        code::RNG_ALGORITHM => attr_code::RNG_ALGORITHM,
        code::RNG_DISTRIBUTION => attr_code::RNG_DISTRIBUTION,
        code::TRANSPOSE => attr_code::TRANSPOSE,
        code::RESULT_ACCURACY_MODE => attr_code::RESULT_ACCURACY_MODE,
        _ => return None,
    })
}

/// Reads an attribute.
pub(super) fn attr(r: &mut Reader<'_, '_>) -> Result<Attr> {
    use code::*;
    let code = r.varint()?;
    if let Some(e) = enum_code(code).and_then(|c| ENUMS.iter().find(|e| e.code == c)) {
        return super::codec::enum_case(r, e);
    }
    Ok(match code {
        CHANNEL_HANDLE => {
            let (handle, kind) = (r.svarint()?, r.svarint()?);
            stablehlo("channel_handle", format!("handle = {handle}, type = {kind}"))
        }
        CONV => {
            let mut part = |letters: (char, char)| {
                let (a, b, spatial) = (r.svarint()?, r.svarint()?, r.svarints()?);
                let text = text::conv_operand((a, letters.0), (b, letters.1), &spatial);
                text.ok_or_else(|| r.error("convolution dimension numbers are no permutation"))
            };
            let (input, kernel, output) = (part(('b', 'f'))?, part(('i', 'o'))?, part(('b', 'f'))?);
            stablehlo("conv", format!("{input}x{kernel}->{output}"))
        }
        DOT => {
            const NAMES: [&str; 4] = [
                "lhs_batching_dimensions",
                "rhs_batching_dimensions",
                "lhs_contracting_dimensions",
                "rhs_contracting_dimensions",
            ];
            lists(r, "dot", &NAMES, None)?
        }
        GATHER => {
            const NAMES: [&str; 5] = [
                "offset_dims",
                "collapsed_slice_dims",
                "operand_batching_dims",
                "start_indices_batching_dims",
                "start_index_map",
            ];
            lists(r, "gather", &NAMES, Some("index_vector_dim"))?
        }
        SCATTER => {
            const NAMES: [&str; 5] = [
                "update_window_dims",
                "inserted_window_dims",
                "input_batching_dims",
                "scatter_indices_batching_dims",
                "scatter_dims_to_operand_dims",
            ];
            lists(r, "scatter", &NAMES, Some("index_vector_dim"))?
        }
        TYPE_EXTENSIONS => {
            let bounds = r.svarints()?;
            let bounds: Vec<i64> = bounds.iter().map(|&b| if b == -1 { TensorType::DYNAMIC } else { b }).collect();
            stablehlo("bounds", write_bounds(&bounds))
        }
        OUTPUT_OPERAND_ALIAS => {
            let (outputs, index, operands) = (r.svarints()?, r.svarint()?, r.svarints()?);
            let (outputs, operands) = (Ints(&outputs), Ints(&operands));
            let body = format!(
                "output_tuple_indices = {outputs}, operand_index = {index}, operand_tuple_indices = {operands}"
            );
            stablehlo("output_operand_alias", body)
        }
        DOT_ALGORITHM => {
            let mut body = String::new();
            for name in ["lhs_precision_type", "rhs_precision_type", "accumulation_type"] {
                body += &format!("{name} = {}, ", text::type_text(&r.ty()?));
            }
            for name in ["lhs_component_count", "rhs_component_count", "num_primitive_operations"] {
                body += &format!("{name} = {}, ", r.svarint()?);
            }
            let imprecise = r.cursor().byte()? != 0;
            stablehlo("dot_algorithm", body + &format!("allow_imprecise_accumulation = {imprecise}"))
        }
        RESULT_ACCURACY => super::codec::result_accuracy(r)?,
        REPLICA_GROUP_MESH_AXES => {
            let mesh = match r.attr()? {
                Attr::Symbol(path) if path.len() == 1 => format!("@{}", path[0]),
                Attr::Dialect(_, name, body) if &*name == "mesh" => format!("#stablehlo.mesh<{body}>"),
                _ => return Err(r.error("a mesh is neither a symbol nor a mesh attribute")),
            };
            let axes = r.list(|r| super::codec::body_of(r, "axis_ref"))?;
            let axes: Vec<String> = axes.iter().map(|a| format!("#stablehlo.axis_ref<{a}>")).collect();
            stablehlo("replica_group_mesh_axes", format!("mesh = {mesh}, axes = [{}]", axes.join(", ")))
        }
        SUB_AXIS_INFO => stablehlo("sub_axis_info", format!("({}){}", r.svarint()?, r.svarint()?)),
        AXIS_REF => {
            let mut body = format!("name = {:?}", r.string()?);
            if r.cursor().byte()? != 0 {
                body += &format!(", sub_axis_info = {}", super::codec::body_of(r, "sub_axis_info")?);
            }
            stablehlo("axis_ref", body)
        }
        MESH_AXIS => {
            let name = r.string()?;
            stablehlo("mesh_axis", format!("name = {name:?}, size = {}", r.svarint()?))
        }
        MESH => {
            let axes = super::codec::bodies_of(r, "mesh_axis")?;
            let axes: Vec<String> = axes.iter().map(|a| format!("<{a}>")).collect();
            let mut body = format!("axes=[{}]", axes.join(", "));
            if r.cursor().byte()? != 0 {
                let ids = r.attr()?;
                let ids =
                    super::upgrade::ints(&ids).ok_or_else(|| r.error("the device ids of a mesh are no integers"))?;
                body += &format!(", device_ids=dense<{}> : tensor<{}xi64>", Ints(&ids), ids.len());
            }
            stablehlo("mesh", body)
        }
        _ => return Err(r.error(format!("StableHLO attribute code {code} is not known"))),
    })
}

/// A structure of lists, and of one number behind them.
fn lists(r: &mut Reader<'_, '_>, name: &str, lists: &[&'static str], int: Option<&'static str>) -> Result<Attr> {
    let mut fields = Vec::with_capacity(lists.len() + 1);
    for list in lists {
        fields.push(Field::Ints(list, r.svarints()?));
    }
    if let Some(int) = int {
        fields.push(Field::Int(int, r.svarint()?));
    }
    Ok(stablehlo(name, text::fields(&fields)))
}

/// Reads a type.
pub(super) fn ty(r: &mut Reader<'_, '_>) -> Result<Type> {
    match r.varint()? {
        0 => Ok(Type::Dialect("stablehlo".into(), "token".into())),
        1 => {
            let parts: Vec<String> = r.types()?.iter().map(text::type_text).collect();
            Ok(Type::Dialect("stablehlo".into(), format!("future<{}>", parts.join(", ")).into()))
        }
        code => Err(r.error(format!("StableHLO type code {code} is not known"))),
    }
}

/// Codes of the types of MLIR's quantization dialect: one scale, scales along a dimension.
pub(super) const QUANTIZED: [u64; 2] = [4, 5];

/// Reads a quantized type.
pub(super) fn quant(r: &mut Reader<'_, '_>) -> Result<Type> {
    let code = r.varint()?;
    match QUANTIZED.iter().position(|c| *c == code) {
        Some(0) => super::codec::quantized_whole(r),
        Some(_) => super::codec::quantized_per_axis(r),
        None => Err(r.error(format!("quantized type code {code} is not supported"))),
    }
}

/// The layout of an op, by name without dialect: its attributes, sorted.
pub(super) fn op_layout(name: &str) -> Option<OpLayout> {
    Some(OpLayout::attrs(match name {
        "all_gather" => &["all_gather_dim", "channel_handle?", "replica_groups", "use_global_device_ids?"],
        "all_reduce" => &["channel_handle?", "replica_groups", "use_global_device_ids?"],
        "all_to_all" => &["channel_handle?", "concat_dimension", "replica_groups", "split_count", "split_dimension"],
        "batch_norm_grad" | "batch_norm_inference" | "batch_norm_training" => &["epsilon", "feature_index"],
        "broadcast" => &["broadcast_sizes"],
        "broadcast_in_dim" => &["broadcast_dimensions"],
        "cholesky" => &["lower?"],
        "collective_broadcast" => &["channel_handle?", "has_dynamic_root?", "replica_groups"],
        "collective_permute" => &["channel_handle?", "source_target_pairs"],
        "collective_reduce" => &["channel_handle?", "has_dynamic_root?", "replica_groups", "use_global_device_ids?"],
        "compare" => &["compare_type?", "comparison_direction"],
        "composite" => &["composite_attributes?", "decomposition", "name", "version?"],
        "concatenate" | "get_dimension_size" | "set_dimension_size" => &["dimension"],
        "constant" => &["value"],
        "convolution" => &[
            "batch_group_count",
            "dimension_numbers",
            "feature_group_count",
            "lhs_dilation?",
            "padding?",
            "precision_config?",
            "rhs_dilation?",
            "window_reversal?",
            "window_strides?",
        ],
        "cross-replica-sum" => &["replica_groups"],
        "custom_call" => &[
            "api_version?",
            "backend_config?",
            "call_target_name",
            "called_computations?",
            "has_side_effect?",
            "operand_layouts?",
            "output_operand_aliases?",
            "result_layouts?",
            "result_tilings?",
        ],
        "dot" => &["precision_config?"],
        "dot_general" => &["algorithm?", "dot_dimension_numbers", "precision_config?"],
        "dynamic_broadcast_in_dim" => {
            &["broadcast_dimensions", "known_expanding_dimensions?", "known_nonexpanding_dimensions?"]
        }
        "dynamic_conv" => &[
            "batch_group_count",
            "dimension_numbers",
            "feature_group_count",
            "lhs_dilation?",
            "precision_config?",
            "rhs_dilation?",
            "window_reversal?",
            "window_strides?",
        ],
        "dynamic_gather" => &["dimension_numbers", "indices_are_sorted?"],
        "dynamic_iota" | "iota" => &["iota_dimension"],
        "dynamic_slice" => &["slice_sizes"],
        "einsum" | "unary_einsum" => &["einsum_config"],
        "fft" => &["fft_length", "fft_type"],
        "gather" => &["dimension_numbers", "indices_are_sorted?", "slice_sizes"],
        "get_tuple_element" => &["index"],
        "infeed" => &["infeed_config?", "layout?"],
        "map" | "reduce" | "reverse" => &["dimensions"],
        "outfeed" => &["outfeed_config?"],
        "pad" => &["edge_padding_high", "edge_padding_low", "interior_padding"],
        "recv" | "send" => &["channel_handle", "is_host_transfer?", "source_target_pairs?"],
        "reduce_precision" => &["exponent_bits", "mantissa_bits"],
        "reduce_scatter" => &["channel_handle?", "replica_groups", "scatter_dimension", "use_global_device_ids?"],
        "reduce_window" => {
            &["base_dilations?", "padding?", "window_dilations?", "window_dimensions", "window_strides?"]
        }
        "rng" => &["rng_distribution"],
        "rng_bit_generator" => &["rng_algorithm"],
        "scatter" => &["indices_are_sorted?", "scatter_dimension_numbers", "unique_indices?"],
        "select_and_scatter" => &["padding?", "window_dimensions?", "window_strides?"],
        "slice" => &["limit_indices", "start_indices", "strides"],
        "sort" => &["dimension?", "is_stable?"],
        "torch_index_select" => &["batch_dims", "dim"],
        "transpose" => &["permutation"],
        "triangular_solve" => &["left_side", "lower", "transpose_a", "unit_diagonal"],
        _ if super::ops::has_accuracy(name) => &["result_accuracy?"],
        // Every other op has no attributes.
        _ => return super::ops::OPS.iter().any(|o| o.name == name).then_some(OpLayout::attrs(&[])),
    }))
}
