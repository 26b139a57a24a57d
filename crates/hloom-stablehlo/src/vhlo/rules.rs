//! How attributes of VHLO ops correspond to those of StableHLO ops: which defaults VHLO spells out, and which form
//! StableHLO gives a value. One table for reading and writing.

/// The value at which VHLO spells out what StableHLO leaves out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Default {
    /// The attribute is always there.
    None,
    False,
    Int(i64),
    EmptyArray,
    EmptyString,
    EmptyDict,
    /// An array of empty dictionaries, of any length.
    EmptyDicts,
    EmptyStringOrDict,
    EmptyTensor,
    /// A tensor whose elements all are this.
    SplatInt(i64),
    SplatFalse,
    /// An array of `precision DEFAULT`, of any length.
    Precisions,
    /// `#stablehlo<comparison_type NOTYPE>`.
    NoCompareType,
    /// API version 1.
    ApiVersionOriginal,
    /// The default accuracy.
    Accuracy,
}

/// What StableHLO makes of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    /// The same attribute.
    Same,
    /// A tensor becomes `array<i64: ...>`.
    I64Array,
    /// A tensor becomes `array<i1: ...>`.
    BoolArray,
    /// A string becomes `@symbol`.
    Symbol,
    /// Strings become symbols.
    Symbols,
    /// `true` becomes a unit attribute.
    Unit,
    /// An integer becomes `channel_handle = #stablehlo.channel_handle<handle = N, type = 0>`.
    ChannelHandle,
    /// An API version becomes an `i32`.
    ApiVersion,
    /// Not known to StableHLO any more.
    Drop,
}

/// Correspondence of one attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) attr: &'static str,
    pub(super) default: Default,
    pub(super) form: Form,
}

const fn rule(attr: &'static str, default: Default, form: Form) -> Rule {
    Rule { attr, default, form }
}

const CHANNEL: Rule = rule("channel_id", Default::Int(0), Form::ChannelHandle);
const GLOBAL_IDS: Rule = rule("use_global_device_ids", Default::False, Form::Unit);
const DYNAMIC_ROOT: Rule = rule("has_dynamic_root", Default::False, Form::Unit);
const SORTED: Rule = rule("indices_are_sorted", Default::False, Form::Same);
const PRECISION: Rule = rule("precision_config", Default::Precisions, Form::Same);
const STRIDES: Rule = rule("window_strides", Default::SplatInt(1), Form::I64Array);
const PADDING: Rule = rule("padding", Default::SplatInt(0), Form::Same);
const LHS_DILATION: Rule = rule("lhs_dilation", Default::SplatInt(1), Form::I64Array);
const RHS_DILATION: Rule = rule("rhs_dilation", Default::SplatInt(1), Form::I64Array);
const REVERSAL: Rule = rule("window_reversal", Default::SplatFalse, Form::BoolArray);

const ACCURACY: Rule = rule("result_accuracy", Default::Accuracy, Form::Same);

const fn ints(attr: &'static str) -> Rule {
    rule(attr, Default::None, Form::I64Array)
}

/// The rules of an op, by name without version; attributes without a rule are the same in both dialects.
pub(super) fn rules(op: &str) -> &'static [Rule] {
    RULES.binary_search_by_key(&op, |entry| entry.0).map_or(&[], |i| RULES[i].1)
}

/// Rules by op, sorted.
const RULES: &[(&str, &[Rule])] = &[
    ("all_gather", &[CHANNEL, GLOBAL_IDS]),
    ("all_reduce", &[CHANNEL, GLOBAL_IDS]),
    ("all_to_all", &[CHANNEL]),
    ("broadcast", &[ints("broadcast_sizes")]),
    ("broadcast_in_dim", &[ints("broadcast_dimensions")]),
    ("call", &[rule("callee", Default::None, Form::Symbol)]),
    ("cbrt", &[ACCURACY]),
    ("cholesky", &[rule("lower", Default::False, Form::Same)]),
    ("collective_broadcast", &[CHANNEL, DYNAMIC_ROOT]),
    ("collective_permute", &[CHANNEL]),
    ("collective_reduce", &[CHANNEL, GLOBAL_IDS, DYNAMIC_ROOT]),
    ("compare", &[rule("compare_type", Default::NoCompareType, Form::Same)]),
    (
        "composite",
        &[
            rule("version", Default::Int(0), Form::Same),
            rule("composite_attributes", Default::EmptyDict, Form::Same),
            rule("decomposition", Default::None, Form::Symbol),
        ],
    ),
    ("convolution", &[STRIDES, PADDING, LHS_DILATION, RHS_DILATION, REVERSAL, PRECISION]),
    ("cosine", &[ACCURACY]),
    (
        "custom_call",
        &[
            rule("has_side_effect", Default::False, Form::Same),
            rule("backend_config", Default::EmptyStringOrDict, Form::Same),
            rule("api_version", Default::ApiVersionOriginal, Form::ApiVersion),
            rule("called_computations", Default::EmptyArray, Form::Symbols),
            rule("output_operand_aliases", Default::EmptyArray, Form::Same),
            rule("result_tilings", Default::EmptyArray, Form::Same),
        ],
    ),
    ("dot", &[PRECISION]),
    ("dot_general", &[PRECISION]),
    (
        "dynamic_broadcast_in_dim",
        &[
            ints("broadcast_dimensions"),
            rule("known_expanding_dimensions", Default::EmptyTensor, Form::I64Array),
            rule("known_nonexpanding_dimensions", Default::EmptyTensor, Form::I64Array),
        ],
    ),
    // Version 1 had padding twice, once as an operand.
    (
        "dynamic_conv",
        &[STRIDES, rule("padding", Default::None, Form::Drop), LHS_DILATION, RHS_DILATION, REVERSAL, PRECISION],
    ),
    ("dynamic_gather", &[SORTED]),
    ("dynamic_slice", &[ints("slice_sizes")]),
    ("exp2", &[ACCURACY]),
    ("exponential", &[ACCURACY]),
    ("exponential_minus_one", &[ACCURACY]),
    ("fft", &[ints("fft_length")]),
    (
        "func",
        &[
            rule("sym_visibility", Default::EmptyString, Form::Same),
            rule("arg_attrs", Default::EmptyDicts, Form::Same),
            rule("res_attrs", Default::EmptyDicts, Form::Same),
        ],
    ),
    ("gather", &[ints("slice_sizes"), SORTED]),
    (
        "infeed",
        &[rule("infeed_config", Default::EmptyString, Form::Same), rule("layout", Default::EmptyArray, Form::Same)],
    ),
    ("log", &[ACCURACY]),
    ("log2", &[ACCURACY]),
    ("log_plus_one", &[ACCURACY]),
    ("logistic", &[ACCURACY]),
    ("map", &[ints("dimensions")]),
    ("outfeed", &[rule("outfeed_config", Default::EmptyString, Form::Same)]),
    ("pad", &[ints("edge_padding_low"), ints("edge_padding_high"), ints("interior_padding")]),
    (
        "recv",
        &[
            rule("is_host_transfer", Default::False, Form::Same),
            rule("source_target_pairs", Default::EmptyTensor, Form::Same),
        ],
    ),
    ("reduce", &[ints("dimensions")]),
    ("reduce_scatter", &[CHANNEL, GLOBAL_IDS]),
    (
        "reduce_window",
        &[
            ints("window_dimensions"),
            STRIDES,
            rule("base_dilations", Default::SplatInt(1), Form::I64Array),
            rule("window_dilations", Default::SplatInt(1), Form::I64Array),
            PADDING,
        ],
    ),
    ("reverse", &[ints("dimensions")]),
    ("rsqrt", &[ACCURACY]),
    ("scatter", &[SORTED, rule("unique_indices", Default::False, Form::Same)]),
    ("select_and_scatter", &[ints("window_dimensions"), STRIDES, PADDING]),
    (
        "send",
        &[
            rule("is_host_transfer", Default::False, Form::Same),
            rule("source_target_pairs", Default::EmptyTensor, Form::Same),
        ],
    ),
    ("sine", &[ACCURACY]),
    ("slice", &[ints("start_indices"), ints("limit_indices"), ints("strides")]),
    ("sort", &[rule("dimension", Default::Int(-1), Form::Same), rule("is_stable", Default::False, Form::Same)]),
    ("sqrt", &[ACCURACY]),
    ("tan", &[ACCURACY]),
    ("tanh", &[ACCURACY]),
    ("transpose", &[ints("permutation")]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_names_what_ops_have() {
        assert!(RULES.is_sorted_by(|a, b| a.0 < b.0));
        for (op, rules) in RULES {
            let versions: Vec<_> = super::super::ops::OPS.iter().filter(|o| o.name == *op).collect();
            for rule in *rules {
                assert!(versions.iter().any(|o| o.attrs.contains(&rule.attr)), "{op} has no {}", rule.attr);
            }
        }
    }
}
