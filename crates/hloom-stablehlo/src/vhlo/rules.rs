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

const fn ints(attr: &'static str) -> Rule {
    rule(attr, Default::None, Form::I64Array)
}

/// The rules of an op, by name without version; attributes without a rule are the same in both dialects.
pub(super) fn rules(op: &str) -> &'static [Rule] {
    match op {
        "all_gather" | "all_reduce" | "reduce_scatter" => &[CHANNEL, GLOBAL_IDS],
        "all_to_all" | "collective_permute" => &[CHANNEL],
        "collective_broadcast" => &[CHANNEL, DYNAMIC_ROOT],
        "collective_reduce" => &[CHANNEL, GLOBAL_IDS, DYNAMIC_ROOT],
        "broadcast" => &const { [ints("broadcast_sizes")] },
        "broadcast_in_dim" => &const { [ints("broadcast_dimensions")] },
        "call" => &const { [rule("callee", Default::None, Form::Symbol)] },
        "cholesky" => &const { [rule("lower", Default::False, Form::Same)] },
        "compare" => &const { [rule("compare_type", Default::NoCompareType, Form::Same)] },
        "composite" => {
            &const {
                [
                    rule("version", Default::Int(0), Form::Same),
                    rule("composite_attributes", Default::EmptyDict, Form::Same),
                    rule("decomposition", Default::None, Form::Symbol),
                ]
            }
        }
        "convolution" => &[STRIDES, PADDING, LHS_DILATION, RHS_DILATION, REVERSAL, PRECISION],
        // Version 1 had padding twice, once as an operand.
        "dynamic_conv" => {
            &const { [STRIDES, rule("padding", Default::None, Form::Drop), LHS_DILATION, RHS_DILATION, REVERSAL, PRECISION] }
        }
        "custom_call" => {
            &const {
                [
                    rule("has_side_effect", Default::False, Form::Same),
                    rule("backend_config", Default::EmptyStringOrDict, Form::Same),
                    rule("api_version", Default::ApiVersionOriginal, Form::Same),
                    rule("called_computations", Default::EmptyArray, Form::Symbols),
                    rule("output_operand_aliases", Default::EmptyArray, Form::Same),
                    rule("result_tilings", Default::EmptyArray, Form::Same),
                ]
            }
        }
        "dot" | "dot_general" => &[PRECISION],
        "dynamic_broadcast_in_dim" => {
            &const {
                [
                    ints("broadcast_dimensions"),
                    rule("known_expanding_dimensions", Default::EmptyTensor, Form::I64Array),
                    rule("known_nonexpanding_dimensions", Default::EmptyTensor, Form::I64Array),
                ]
            }
        }
        "dynamic_gather" => &[SORTED],
        "dynamic_slice" => &const { [ints("slice_sizes")] },
        "fft" => &const { [ints("fft_length")] },
        "func" => {
            &const {
                [
                    rule("sym_visibility", Default::EmptyString, Form::Same),
                    rule("arg_attrs", Default::EmptyArray, Form::Same),
                    rule("res_attrs", Default::EmptyArray, Form::Same),
                ]
            }
        }
        "gather" => &const { [ints("slice_sizes"), SORTED] },
        "infeed" => {
            &const {
                [
                    rule("infeed_config", Default::EmptyString, Form::Same),
                    rule("layout", Default::EmptyArray, Form::Same),
                ]
            }
        }
        "map" | "reduce" | "reverse" => &const { [ints("dimensions")] },
        "outfeed" => &const { [rule("outfeed_config", Default::EmptyString, Form::Same)] },
        "pad" => &const { [ints("edge_padding_low"), ints("edge_padding_high"), ints("interior_padding")] },
        "recv" | "send" => {
            &const {
                [
                    rule("is_host_transfer", Default::False, Form::Same),
                    rule("source_target_pairs", Default::EmptyTensor, Form::Same),
                ]
            }
        }
        "reduce_window" => {
            &const {
                [
                    ints("window_dimensions"),
                    STRIDES,
                    rule("base_dilations", Default::SplatInt(1), Form::I64Array),
                    rule("window_dilations", Default::SplatInt(1), Form::I64Array),
                    PADDING,
                ]
            }
        }
        "scatter" => &const { [SORTED, rule("unique_indices", Default::False, Form::Same)] },
        "select_and_scatter" => &const { [ints("window_dimensions"), STRIDES, PADDING] },
        "slice" => &const { [ints("start_indices"), ints("limit_indices"), ints("strides")] },
        "sort" => {
            &const { [rule("dimension", Default::Int(-1), Form::Same), rule("is_stable", Default::False, Form::Same)] }
        }
        "transpose" => &const { [ints("permutation")] },
        "cbrt"
        | "cosine"
        | "exponential"
        | "exponential_minus_one"
        | "log"
        | "log_plus_one"
        | "logistic"
        | "rsqrt"
        | "sine"
        | "sqrt"
        | "tan"
        | "tanh" => &const { [rule("result_accuracy", Default::Accuracy, Form::Same)] },
        _ => &[],
    }
}
