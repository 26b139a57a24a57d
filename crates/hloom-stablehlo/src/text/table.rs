//! The format of every op whose custom form is a line: one entry each.

use super::formats::Piece::{self, *};
use hloom_ir::chlo::BROADCASTING;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

const SAME: &[Piece] = &[Operands, Dict, Lit(":"), SameType];
const FUNCTIONAL: &[Piece] = &[Operands, Dict, Lit(":"), Functional];
const CHLO: &[Piece] = &[Operands, Dict, Lit(":"), Arrow];
const NULLARY: &[Piece] = &[Dict, Lit(":"), Results];
const RETURN: &[Piece] = &[Dict, Operands, ColonTypes];
const CONSTANT: &[Piece] = &[Dict, TypedValue];

/// The format of `name`, if its custom form is a line.
pub(super) fn format_of(name: &str) -> Option<&'static [Piece]> {
    // Every op of a program asks.
    static FORMATS: LazyLock<FxHashMap<&'static str, Option<&'static [Piece]>>> =
        LazyLock::new(|| hloom_ir::table::all_names().into_iter().map(|name| (name, find(name))).collect());
    FORMATS.get(name).copied().unwrap_or_else(|| find(name))
}

fn find(name: &str) -> Option<&'static [Piece]> {
    if let Some(name) = name.strip_prefix("stablehlo.") {
        stablehlo(name)
    } else if let Some(name) = name.strip_prefix("chlo.") {
        chlo(name)
    } else if let Some(name) = name.strip_prefix("check.") {
        check(name)
    } else if let Some(name) = name.strip_prefix("sdy.") {
        sdy(name)
    } else {
        match name {
            "func.return" => Some(RETURN),
            "mhlo.copy" | "mhlo.erf" => Some(SAME),
            "interpreter.print" => Some(&[Operands, Dict, Lit(":"), OperandTypes]),
            "interpreter.probe" => {
                Some(&[Operands, Lit(","), Word("probe_id"), Lit("="), Str("probe_id"), Dict, Lit(":"), SameType])
            }
            _ => None,
        }
    }
}

fn stablehlo(name: &str) -> Option<&'static [Piece]> {
    Some(match name {
        "abs"
        | "add"
        | "and"
        | "atan2"
        | "cbrt"
        | "ceil"
        | "clamp"
        | "convert"
        | "cosine"
        | "count_leading_zeros"
        | "divide"
        | "exp2"
        | "exponential"
        | "exponential_minus_one"
        | "floor"
        | "fma"
        | "imag"
        | "is_finite"
        | "log"
        | "log2"
        | "log_plus_one"
        | "logistic"
        | "maximum"
        | "minimum"
        | "multiply"
        | "negate"
        | "not"
        | "or"
        | "popcnt"
        | "power"
        | "real"
        | "remainder"
        | "round_nearest_afz"
        | "round_nearest_even"
        | "rsqrt"
        | "shift_left"
        | "shift_right_arithmetic"
        | "shift_right_logical"
        | "sign"
        | "sine"
        | "sqrt"
        | "subtract"
        | "tan"
        | "tanh"
        | "uniform_dequantize"
        | "uniform_quantize"
        | "xor" => SAME,
        "bitcast_convert"
        | "dynamic_pad"
        | "dynamic_reshape"
        | "dynamic_update_slice"
        | "real_dynamic_slice"
        | "reshape" => FUNCTIONAL,
        "create_token" | "partition_id" | "replica_id" => NULLARY,
        "after_all" => SAME,
        "broadcast" => {
            &[Operands, Lit(","), Word("sizes"), Lit("="), I64s("broadcast_sizes"), Dict, Lit(":"), Functional]
        }
        "broadcast_in_dim" | "dynamic_broadcast_in_dim" => {
            &[Operands, Lit(","), Word("dims"), Lit("="), I64s("broadcast_dimensions"), Dict, Lit(":"), Functional]
        }
        "cholesky" => {
            const LOWER: &[Piece] = &[Lit(","), Word("lower"), Lit("="), Bool("lower")];
            &[Operands, Maybe("lower", LOWER), Dict, Lit(":"), SameType]
        }
        "compare" => {
            const KIND: &[Piece] = &[Lit(","), Enum("compare_type", "comparison_type")];
            &[
                Enum("comparison_direction", "comparison_direction"),
                Lit(","),
                Operands,
                Maybe("compare_type", KIND),
                Dict,
                Lit(":"),
                Functional,
            ]
        }
        "complex" => &[Operands, Dict, Lit(":"), ComplexType],
        "concatenate" => &[Operands, Lit(","), Word("dim"), Lit("="), I64("dimension"), Dict, Lit(":"), Functional],
        "constant" => CONSTANT,
        "dot" => &[Operands, Maybe("precision_config", PRECISION), Dict, Lit(":"), Functional],
        "dot_general" => &[
            Operands,
            Lit(","),
            DotDimensions,
            Maybe("precision_config", PRECISION),
            Maybe("algorithm", ALGORITHM),
            Dict,
            Lit(":"),
            Functional,
        ],
        "dynamic_iota" => {
            &[Operands, Lit(","), Word("dim"), Lit("="), I64("iota_dimension"), Dict, Lit(":"), Functional]
        }
        "dynamic_slice" => {
            &[Operands, Lit(","), Word("sizes"), Lit("="), I64s("slice_sizes"), Dict, Lit(":"), Functional]
        }
        "einsum" | "unary_einsum" => {
            &[Operands, Lit(","), Word("config"), Lit("="), Str("einsum_config"), Dict, Lit(":"), Functional]
        }
        "fft" => &[
            Operands,
            Lit(","),
            Word("type"),
            Lit("="),
            Enum("fft_type", "fft_type"),
            Lit(","),
            Word("length"),
            Lit("="),
            I64s("fft_length"),
            Dict,
            Lit(":"),
            Functional,
        ],
        "get_dimension_size" | "set_dimension_size" => {
            &[Operands, Lit(","), Word("dim"), Lit("="), I64("dimension"), Dict, Lit(":"), Functional]
        }
        "get_tuple_element" => &[Operands, Glue("["), I32("index"), Glue("]"), Dict, Lit(":"), Functional],
        "iota" => &[Word("dim"), Lit("="), I64("iota_dimension"), Dict, Lit(":"), Results],
        "pad" => &[
            Operands,
            Lit(","),
            Word("low"),
            Lit("="),
            I64s("edge_padding_low"),
            Lit(","),
            Word("high"),
            Lit("="),
            I64s("edge_padding_high"),
            Lit(","),
            Word("interior"),
            Lit("="),
            I64s("interior_padding"),
            Dict,
            Lit(":"),
            Functional,
        ],
        "reduce_precision" => {
            &[Operands, Lit(","), Word("format"), Lit("="), ExponentMantissa, Dict, Lit(":"), SameType]
        }
        "return" => RETURN,
        "composite" => &[Str("name"), Operands, Dict, Lit(":"), Functional],
        "reverse" => &[Operands, Lit(","), Word("dims"), Lit("="), I64s("dimensions"), Dict, Lit(":"), SameType],
        "rng" => &[
            Operands,
            Lit(","),
            Word("distribution"),
            Lit("="),
            Enum("rng_distribution", "rng_distribution"),
            Dict,
            Lit(":"),
            Functional,
        ],
        "rng_bit_generator" => &[
            Operands,
            Lit(","),
            Word("algorithm"),
            Lit("="),
            Enum("rng_algorithm", "rng_algorithm"),
            Dict,
            Lit(":"),
            Functional,
        ],
        "select" => &[Operands, Dict, Lit(":"), SelectType],
        "slice" => &[Operands, SliceRanges, Dict, Lit(":"), Functional],
        "transpose" => &[Operands, Lit(","), Word("dims"), Lit("="), I64s("permutation"), Dict, Lit(":"), Functional],
        "tuple" => &[Operands, Dict, Lit(":"), TupleType],
        _ => return None,
    })
}

const PRECISION: &[Piece] = &[Lit(","), Word("precision"), Lit("="), Enums("precision_config", "precision")];
const ALGORITHM: &[Piece] = &[Lit(","), Word("algorithm"), Lit("="), Body("algorithm", "dot_algorithm")];

fn chlo(name: &str) -> Option<&'static [Piece]> {
    Some(match name {
        "_asin_acos_kernel" | "acos" | "acosh" | "asin" | "asinh" | "atan" | "atanh" | "bessel_i1e" | "conj"
        | "cosh" | "digamma" | "erf" | "erf_inv" | "erfc" | "is_inf" | "is_neg_inf" | "is_pos_inf" | "lgamma"
        | "mulhi" | "next_after" | "polygamma" | "sinh" | "square" | "tan" | "zeta" => CHLO,
        "constant" => CONSTANT,
        "top_k" => &[Glue("("), Operands, Lit(","), Word("k"), Lit("="), I64("k"), Glue(")"), Dict, Lit(":"), Arrow],
        "broadcast_compare" | "broadcast_select" => FUNCTIONAL,
        _ if BROADCASTING.iter().any(|(_, op)| op.strip_prefix("chlo.") == Some(name)) => FUNCTIONAL,
        _ => return None,
    })
}

const OUT: [Piece; 6] = [Word("out_sharding"), Glue("="), Body("out_sharding", "sharding"), Dict, Lit(":"), SameType];
const REDUCTIONS: &[&str] = &["sum", "max", "min"];

/// A Shardy collective: its axes, its operand, the sharding that results.
macro_rules! moves {
    ($($axes:expr),*) => {
        &[$($axes,)* Operands, OUT[0], OUT[1], OUT[2], OUT[3], OUT[4], OUT[5]]
    };
}

fn sdy(name: &str) -> Option<&'static [Piece]> {
    Some(match name {
        "mesh" => &[SymbolName("sym_name"), Lit("="), Body("mesh", "mesh"), Dict],
        "sharding_constraint" | "reshard" => &[Operands, Body("sharding", "sharding"), Dict, Lit(":"), SameType],
        "sharding_group" => &[Operands, Word("group_id"), Glue("="), I64("group_id"), Dict, Lit(":"), OperandTypes],
        "constant" => CONSTANT,
        "data_flow_edge" => {
            const SHARDING: &[Piece] = &[Word("sharding"), Glue("="), Body("sharding", "sharding")];
            &[Operands, Maybe("sharding", SHARDING), Dict, Lit(":"), SameType]
        }
        "func_data_flow_edge" => SAME,
        "propagation_barrier" => {
            const DIRECTIONS: Piece = Words("allowed_direction", &["NONE", "FORWARD", "BACKWARD", "BOTH"]);
            &[Operands, Word("allowed_direction"), Glue("="), DIRECTIONS, Dict, Lit(":"), SameType]
        }
        "return" => RETURN,
        "all_gather" => moves!(Bare("gathering_axes", "list_of_axis_ref_lists")),
        "all_slice" => moves!(Bare("slicing_axes", "list_of_axis_ref_lists")),
        "all_to_all" => moves!(Bare("params", "all_to_all_param_list")),
        "collective_permute" => moves!(),
        "all_reduce" => moves!(OtherWords("reduction_op", REDUCTIONS), Bare("reduction_axes", "axis_ref_list")),
        "reduce_scatter" => {
            moves!(OtherWords("reduction_op", REDUCTIONS), Bare("reduce_scatter_axes", "list_of_axis_ref_lists"))
        }
        "sharded_to_unreduced" => moves!(Bare("axes", "list_of_axis_ref_lists")),
        "replicated_to_unreduced" => moves!(Bare("axes", "axis_ref_list")),
        _ => return None,
    })
}

fn check(name: &str) -> Option<&'static [Piece]> {
    const TOLERANCE: &[Piece] = &[Lit(","), Word("tolerance"), Lit("="), F64("tolerance")];
    const MAX_ULP: &[Piece] = &[Lit(","), Word("max_ulp_difference"), Lit("="), U64("max_ulp_difference")];
    const MIN_ULP: &[Piece] = &[Lit(","), Word("min_ulp_difference"), Lit("="), U64("min_ulp_difference")];
    Some(match name {
        "expect_eq" => &[Operands, Dict, Lit(":"), OperandType],
        "expect_eq_const" | "expect_almost_eq_const" => &[Operands, Lit(","), OperandTypedValue, Dict],
        "expect_almost_eq" => &[Operands, Maybe("tolerance", TOLERANCE), Dict, Lit(":"), OperandType],
        "expect_close" => &[
            Operands,
            Maybe("max_ulp_difference", MAX_ULP),
            Maybe("min_ulp_difference", MIN_ULP),
            Dict,
            Lit(":"),
            OperandTypes,
        ],
        "expect_serialized_eq" => {
            const ITERATION: &[Piece] = &[Lit(","), Word("iter"), Lit("="), I64("iter")];
            &[
                Operands,
                Lit(","),
                Word("probe_id"),
                Lit("="),
                Str("probe_id"),
                Maybe("iter", ITERATION),
                Dict,
                Lit(":"),
                OperandTypes,
            ]
        }
        _ => return None,
    })
}
