//! Every VHLO op of every version: when it existed and which attributes it stores.

/// A VHLO version, major and minor.
pub type Version = (u8, u8);

/// The newest VHLO version that is understood. After 1.20: 1.21 has more dot algorithms, 1.22 one more type of comparison,
/// 1.23 `exp2` and `log2`, 1.24 `fma`.
pub const NEWEST: Version = (1, 24);
/// The version that is written if none is asked for, and whose ops are all supported.
pub const CURRENT: Version = (1, 20);
/// The oldest.
pub const MINIMUM: Version = (0, 9);

/// One version of an op, spelled `vhlo.NAME_vVERSION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VhloOp {
    /// Name without dialect and version; the StableHLO name but for `func`, `call` and `return`.
    pub name: &'static str,
    /// The `N` of `_vN`.
    pub version: u8,
    /// First VHLO version that has it.
    pub since: Version,
    /// Last VHLO version that has it.
    pub until: Version,
    /// Its attributes, all required, sorted: the order in which properties are encoded.
    pub attrs: &'static [&'static str],
}

/// The entry of `vhlo.NAME_vN`, given without the dialect.
pub fn find(spelled: &str) -> Option<&'static VhloOp> {
    let (name, version) = spelled.rsplit_once("_v")?;
    let version: u8 = version.parse().ok()?;
    let index = OPS.binary_search_by(|o| (o.name, o.version).cmp(&(name, version))).ok()?;
    OPS.get(index)
}

/// The version of op `name` that VHLO version `target` has.
pub fn at_version(name: &str, target: Version) -> Option<&'static VhloOp> {
    let start = OPS.partition_point(|o| o.name < name);
    OPS[start..].iter().take_while(|o| o.name == name).find(|o| o.since <= target && target <= o.until)
}

/// True if op `name` has the attribute `result_accuracy` today.
pub fn has_accuracy(name: &str) -> bool {
    at_version(name, NEWEST).is_some_and(|o| o.attrs.contains(&"result_accuracy"))
}

const fn op(name: &'static str, version: u8, since: Version, until: Version, attrs: &'static [&'static str]) -> VhloOp {
    VhloOp { name, version, since, until, attrs }
}

/// All ops, sorted by name and version.
#[rustfmt::skip]
pub const OPS: &[VhloOp] = &[
    op("abs", 1, (0, 9), NEWEST, &[]),
    op("add", 1, (0, 9), NEWEST, &[]),
    op("after_all", 1, (0, 9), NEWEST, &[]),
    op("all_gather", 1, (0, 9), (1, 4), &["all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"]),
    op("all_gather", 2, (1, 5), NEWEST, &["all_gather_dim", "channel_id", "replica_groups", "use_global_device_ids"]),
    op("all_reduce", 1, (0, 9), (1, 4), &["channel_id", "replica_groups", "use_global_device_ids"]),
    op("all_reduce", 2, (1, 5), NEWEST, &["channel_id", "replica_groups", "use_global_device_ids"]),
    op("all_to_all", 1, (0, 9), (1, 4), &[
        "channel_id", "concat_dimension", "replica_groups", "split_count", "split_dimension",
    ]),
    op("all_to_all", 2, (1, 5), NEWEST, &[
        "channel_id", "concat_dimension", "replica_groups", "split_count", "split_dimension",
    ]),
    op("and", 1, (0, 9), NEWEST, &[]),
    op("async_done", 1, (1, 15), NEWEST, &[]),
    op("async_start", 1, (1, 15), NEWEST, &[]),
    op("atan2", 1, (0, 9), NEWEST, &[]),
    op("batch_norm_grad", 1, (0, 9), NEWEST, &["epsilon", "feature_index"]),
    op("batch_norm_inference", 1, (0, 9), NEWEST, &["epsilon", "feature_index"]),
    op("batch_norm_training", 1, (0, 9), NEWEST, &["epsilon", "feature_index"]),
    op("bitcast_convert", 1, (0, 9), NEWEST, &[]),
    op("broadcast", 1, (0, 9), NEWEST, &["broadcast_sizes"]),
    op("broadcast_in_dim", 1, (0, 9), NEWEST, &["broadcast_dimensions"]),
    op("call", 1, (0, 9), NEWEST, &["callee"]),
    op("case", 1, (0, 9), NEWEST, &[]),
    op("cbrt", 1, (0, 9), (1, 9), &[]),
    op("cbrt", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("ceil", 1, (0, 9), NEWEST, &[]),
    op("cholesky", 1, (0, 9), NEWEST, &["lower"]),
    op("clamp", 1, (0, 9), NEWEST, &[]),
    op("collective_broadcast", 1, (0, 16), (1, 19), &["channel_id", "replica_groups"]),
    op("collective_broadcast", 2, (1, 20), NEWEST, &["channel_id", "has_dynamic_root", "replica_groups"]),
    op("collective_permute", 1, (0, 9), NEWEST, &["channel_id", "source_target_pairs"]),
    op("collective_reduce", 1, (1, 19), NEWEST, &[
        "channel_id", "has_dynamic_root", "replica_groups", "use_global_device_ids",
    ]),
    op("compare", 1, (0, 9), NEWEST, &["compare_type", "comparison_direction"]),
    op("complex", 1, (0, 9), NEWEST, &[]),
    op("composite", 1, (0, 19), (1, 13), &["composite_attributes", "decomposition", "name", "version"]),
    op("composite", 2, (1, 14), NEWEST, &["composite_attributes", "decomposition", "name", "version"]),
    op("concatenate", 1, (0, 9), NEWEST, &["dimension"]),
    op("constant", 1, (0, 9), NEWEST, &["value"]),
    op("convert", 1, (0, 9), NEWEST, &[]),
    op("convolution", 1, (0, 9), NEWEST, &[
        "batch_group_count", "feature_group_count", "input_batch_dimension", "input_feature_dimension",
        "input_spatial_dimensions", "kernel_input_feature_dimension", "kernel_output_feature_dimension",
        "kernel_spatial_dimensions", "lhs_dilation", "output_batch_dimension", "output_feature_dimension",
        "output_spatial_dimensions", "padding", "precision_config", "rhs_dilation", "window_reversal",
        "window_strides",
    ]),
    op("cosine", 1, (0, 9), (1, 9), &[]),
    op("cosine", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("count_leading_zeros", 1, (0, 9), NEWEST, &[]),
    op("create_token", 1, (0, 9), NEWEST, &[]),
    op("cross-replica-sum", 1, (0, 9), NEWEST, &["replica_groups"]),
    op("custom_call", 1, (0, 9), (1, 17), &[
        "api_version", "backend_config", "call_target_name", "called_computations", "has_side_effect",
        "operand_layouts", "output_operand_aliases", "result_layouts",
    ]),
    op("custom_call", 2, (1, 18), NEWEST, &[
        "api_version", "backend_config", "call_target_name", "called_computations", "has_side_effect",
        "operand_layouts", "output_operand_aliases", "result_layouts", "result_tilings",
    ]),
    op("divide", 1, (0, 9), NEWEST, &[]),
    op("dot", 1, (0, 9), NEWEST, &["precision_config"]),
    op("dot_general", 1, (0, 9), (1, 5), &[
        "lhs_batching_dimensions", "lhs_contracting_dimensions", "precision_config", "rhs_batching_dimensions",
        "rhs_contracting_dimensions",
    ]),
    op("dot_general", 2, (1, 6), NEWEST, &[
        "accumulation_type", "allow_imprecise_accumulation", "lhs_batching_dimensions", "lhs_component_count",
        "lhs_contracting_dimensions", "lhs_precision_type", "num_primitive_operations", "precision_config",
        "rhs_batching_dimensions", "rhs_component_count", "rhs_contracting_dimensions", "rhs_precision_type",
    ]),
    op("dynamic_broadcast_in_dim", 1, (0, 9), NEWEST, &[
        "broadcast_dimensions", "known_expanding_dimensions", "known_nonexpanding_dimensions",
    ]),
    op("dynamic_conv", 1, (0, 9), (0, 19), &[
        "batch_group_count", "feature_group_count", "input_batch_dimension", "input_feature_dimension",
        "input_spatial_dimensions", "kernel_input_feature_dimension", "kernel_output_feature_dimension",
        "kernel_spatial_dimensions", "lhs_dilation", "output_batch_dimension", "output_feature_dimension",
        "output_spatial_dimensions", "padding", "precision_config", "rhs_dilation", "window_reversal",
        "window_strides",
    ]),
    op("dynamic_conv", 2, (0, 20), NEWEST, &[
        "batch_group_count", "feature_group_count", "input_batch_dimension", "input_feature_dimension",
        "input_spatial_dimensions", "kernel_input_feature_dimension", "kernel_output_feature_dimension",
        "kernel_spatial_dimensions", "lhs_dilation", "output_batch_dimension", "output_feature_dimension",
        "output_spatial_dimensions", "precision_config", "rhs_dilation", "window_reversal", "window_strides",
    ]),
    op("dynamic_gather", 1, (0, 9), (1, 0), &[
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims", "start_index_map",
    ]),
    op("dynamic_gather", 2, (1, 1), NEWEST, &[
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims", "operand_batching_dims",
        "start_index_map", "start_indices_batching_dims",
    ]),
    op("dynamic_iota", 1, (0, 9), NEWEST, &["iota_dimension"]),
    op("dynamic_pad", 1, (0, 9), NEWEST, &[]),
    op("dynamic_reshape", 1, (0, 9), NEWEST, &[]),
    op("dynamic_slice", 1, (0, 9), NEWEST, &["slice_sizes"]),
    op("dynamic_update_slice", 1, (0, 9), NEWEST, &[]),
    op("einsum", 1, (0, 9), NEWEST, &["einsum_config"]),
    op("exp2", 1, (1, 23), NEWEST, &["result_accuracy"]),
    op("exponential", 1, (0, 9), (1, 8), &[]),
    op("exponential", 2, (1, 9), NEWEST, &["result_accuracy"]),
    op("exponential_minus_one", 1, (0, 9), (1, 9), &[]),
    op("exponential_minus_one", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("fft", 1, (0, 9), NEWEST, &["fft_length", "fft_type"]),
    op("floor", 1, (0, 9), NEWEST, &[]),
    op("fma", 1, (1, 24), NEWEST, &[]),
    op("func", 1, (0, 9), NEWEST, &["arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"]),
    op("gather", 1, (0, 9), (1, 0), &[
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims", "slice_sizes",
        "start_index_map",
    ]),
    op("gather", 2, (1, 1), NEWEST, &[
        "collapsed_slice_dims", "index_vector_dim", "indices_are_sorted", "offset_dims", "operand_batching_dims",
        "slice_sizes", "start_index_map", "start_indices_batching_dims",
    ]),
    op("get_dimension_size", 1, (0, 9), NEWEST, &["dimension"]),
    op("get_tuple_element", 1, (0, 9), NEWEST, &["index"]),
    op("if", 1, (0, 9), NEWEST, &[]),
    op("imag", 1, (0, 9), NEWEST, &[]),
    op("infeed", 1, (0, 9), NEWEST, &["infeed_config", "layout"]),
    op("iota", 1, (0, 9), NEWEST, &["iota_dimension"]),
    op("is_finite", 1, (0, 9), NEWEST, &[]),
    op("log", 1, (0, 9), (1, 9), &[]),
    op("log", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("log2", 1, (1, 23), NEWEST, &["result_accuracy"]),
    op("log_plus_one", 1, (0, 9), (1, 9), &[]),
    op("log_plus_one", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("logistic", 1, (0, 9), (1, 9), &[]),
    op("logistic", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("map", 1, (0, 9), NEWEST, &["dimensions"]),
    op("maximum", 1, (0, 9), NEWEST, &[]),
    op("minimum", 1, (0, 9), NEWEST, &[]),
    op("multiply", 1, (0, 9), NEWEST, &[]),
    op("negate", 1, (0, 9), NEWEST, &[]),
    op("not", 1, (0, 9), NEWEST, &[]),
    op("optimization_barrier", 1, (0, 9), NEWEST, &[]),
    op("or", 1, (0, 9), NEWEST, &[]),
    op("outfeed", 1, (0, 9), NEWEST, &["outfeed_config"]),
    op("pad", 1, (0, 9), NEWEST, &["edge_padding_high", "edge_padding_low", "interior_padding"]),
    op("partition_id", 1, (0, 9), NEWEST, &[]),
    op("popcnt", 1, (0, 9), NEWEST, &[]),
    op("power", 1, (0, 9), NEWEST, &[]),
    op("real", 1, (0, 9), NEWEST, &[]),
    op("real_dynamic_slice", 1, (0, 9), NEWEST, &[]),
    op("recv", 1, (0, 9), (1, 11), &["channel_id", "channel_type", "is_host_transfer"]),
    op("recv", 2, (1, 12), NEWEST, &["channel_id", "channel_type", "is_host_transfer", "source_target_pairs"]),
    op("reduce", 1, (0, 9), NEWEST, &["dimensions"]),
    op("reduce_precision", 1, (0, 9), NEWEST, &["exponent_bits", "mantissa_bits"]),
    op("reduce_scatter", 1, (0, 9), NEWEST, &[
        "channel_id", "replica_groups", "scatter_dimension", "use_global_device_ids",
    ]),
    op("reduce_window", 1, (0, 9), NEWEST, &[
        "base_dilations", "padding", "window_dilations", "window_dimensions", "window_strides",
    ]),
    op("remainder", 1, (0, 9), NEWEST, &[]),
    op("replica_id", 1, (0, 9), NEWEST, &[]),
    op("reshape", 1, (0, 9), NEWEST, &[]),
    op("return", 1, (0, 9), NEWEST, &[]),
    op("reverse", 1, (0, 9), NEWEST, &["dimensions"]),
    op("rng", 1, (0, 9), NEWEST, &["rng_distribution"]),
    op("rng_bit_generator", 1, (0, 9), NEWEST, &["rng_algorithm"]),
    op("round_nearest_afz", 1, (0, 9), NEWEST, &[]),
    op("round_nearest_even", 1, (0, 9), NEWEST, &[]),
    op("rsqrt", 1, (0, 9), (1, 9), &[]),
    op("rsqrt", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("scatter", 1, (0, 9), (1, 0), &[
        "index_vector_dim", "indices_are_sorted", "inserted_window_dims", "scatter_dims_to_operand_dims",
        "unique_indices", "update_window_dims",
    ]),
    op("scatter", 2, (1, 1), NEWEST, &[
        "index_vector_dim", "indices_are_sorted", "input_batching_dims", "inserted_window_dims",
        "scatter_dims_to_operand_dims", "scatter_indices_batching_dims", "unique_indices", "update_window_dims",
    ]),
    op("select", 1, (0, 9), NEWEST, &[]),
    op("select_and_scatter", 1, (0, 9), NEWEST, &["padding", "window_dimensions", "window_strides"]),
    op("send", 1, (0, 9), (1, 11), &["channel_id", "channel_type", "is_host_transfer"]),
    op("send", 2, (1, 12), NEWEST, &["channel_id", "channel_type", "is_host_transfer", "source_target_pairs"]),
    op("set_dimension_size", 1, (0, 9), NEWEST, &["dimension"]),
    op("shift_left", 1, (0, 9), NEWEST, &[]),
    op("shift_right_arithmetic", 1, (0, 9), NEWEST, &[]),
    op("shift_right_logical", 1, (0, 9), NEWEST, &[]),
    op("sign", 1, (0, 9), NEWEST, &[]),
    op("sine", 1, (0, 9), (1, 9), &[]),
    op("sine", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("slice", 1, (0, 9), NEWEST, &["limit_indices", "start_indices", "strides"]),
    op("sort", 1, (0, 9), NEWEST, &["dimension", "is_stable"]),
    op("sqrt", 1, (0, 9), (1, 9), &[]),
    op("sqrt", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("subtract", 1, (0, 9), NEWEST, &[]),
    op("tan", 1, (1, 4), (1, 9), &[]),
    op("tan", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("tanh", 1, (0, 9), (1, 9), &[]),
    op("tanh", 2, (1, 10), NEWEST, &["result_accuracy"]),
    op("torch_index_select", 1, (0, 9), NEWEST, &["batch_dims", "dim"]),
    op("transpose", 1, (0, 9), NEWEST, &["permutation"]),
    op("triangular_solve", 1, (0, 9), NEWEST, &["left_side", "lower", "transpose_a", "unit_diagonal"]),
    op("tuple", 1, (0, 9), NEWEST, &[]),
    op("unary_einsum", 1, (0, 9), NEWEST, &["einsum_config"]),
    op("uniform_dequantize", 1, (0, 9), NEWEST, &[]),
    op("uniform_quantize", 1, (0, 9), NEWEST, &[]),
    op("while", 1, (0, 9), NEWEST, &[]),
    op("xor", 1, (0, 9), NEWEST, &[]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_versions_do_not_overlap() {
        assert!(OPS.is_sorted_by(|a, b| (a.name, a.version) < (b.name, b.version)));
        assert!(OPS.iter().all(|o| o.attrs.is_sorted()));
        assert_eq!(OPS.len(), 148);
        assert_eq!(OPS.iter().filter(|o| o.until == NEWEST).count(), 123);
        for pair in OPS.windows(2).filter(|p| p[0].name == p[1].name) {
            assert!(pair[0].until < pair[1].since, "{}", pair[0].name);
        }
        assert_eq!(find("dot_general_v2").map(|o| o.since), Some((1, 6)));
        assert_eq!(at_version("dot_general", (1, 5)).map(|o| o.version), Some(1));
        assert_eq!(at_version("composite", (0, 18)), None);
    }
}
