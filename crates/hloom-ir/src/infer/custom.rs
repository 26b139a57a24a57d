//! Custom calls of dynamic programs: `reduce_window`, `rng_bit_generator`, `top_k` and `approx_top_k` with amounts as
//! operands, for which StableHLO has no ops, and any call that names the operands which hold its result shapes.

use super::*;
use crate::attrs::{AttrValue, I64s, Padding, RngAlgorithm, integers};
use hloom_mlir::{Attr, Str};

/// The attribute that names, result by result, the operand that holds its shape.
pub const CUSTOM_SHAPE_OPERANDS: &str = "indices_of_shape_operands";

/// True for a search of the largest elements that may miss some: `ApproxTopK`, or the call with amounts as operands.
pub fn is_approx_top_k(op: &Op) -> bool {
    let approximate = |name: &str| matches!(name, "ApproxTopK" | "stablehlo.dynamic_approx_top_k");
    matches!(op, Op::CustomCall { call_target_name, .. } if approximate(call_target_name))
}

/// `reduction_dim` of [`is_approx_top_k`], from either place that holds its configuration.
pub fn reduction_dimension(op: &Op, extra: &[(Str, Attr)]) -> Option<i64> {
    let own = match op {
        Op::CustomCall { backend_config, .. } => backend_config.as_deref(),
        _ => None,
    };
    let extra = extra.iter().filter(|(k, _)| &**k == "mhlo.backend_config").map(|(_, a)| a);
    own.into_iter().chain(extra).find_map(|a| match a {
        Attr::Dict(pairs) => pairs.iter().find(|(k, _)| &**k == "reduction_dim").and_then(|(_, v)| match v {
            Attr::Int(v, _) => i64::try_from(*v).ok(),
            _ => None,
        }),
        _ => None,
    })
}

/// True for the custom call that fails the program if its first operand is false.
pub fn is_shape_assertion(op: &Op) -> bool {
    matches!(op, Op::CustomCall { call_target_name, .. } if &**call_target_name == "shape_assertion")
}

fn target(op: &Op) -> Option<&str> {
    match op {
        Op::CustomCall { call_target_name, .. } => call_target_name.strip_prefix("stablehlo.dynamic_"),
        _ => None,
    }
}

/// Number of inputs of `dynamic_reduce_window`: inputs, as many init values, and five lists.
fn windowed_inputs(operands: usize) -> Option<usize> {
    let n = operands.checked_sub(5)?;
    (n > 0 && n % 2 == 0).then_some(n / 2)
}

/// The op that a custom call on `operands` operands stands for, and how many of them it takes; the region of
/// `reduce_window` is the called computation. `None` if it is no such call or an amount is not known.
pub fn custom_form(op: &Op, extra: &[(Str, Attr)], operands: usize, ints: &KnownInts<'_>) -> Option<(Op, usize)> {
    match target(op)? {
        "reduce_window" => {
            let n = 2 * windowed_inputs(operands)?;
            let list = |i: usize| ints(n + i).map(I64s::from_vec);
            let padding = ints(n + 4)?;
            let op = Op::ReduceWindow {
                window_dimensions: list(0)?,
                window_strides: Some(list(1)?),
                base_dilations: Some(list(2)?),
                window_dilations: Some(list(3)?),
                padding: Some(Padding(padding.chunks_exact(2).map(|p| (p[0], p[1])).collect())),
            };
            Some((op, n))
        }
        "rng_bit_generator" if operands == 2 => {
            let algorithm = extra.iter().find(|(name, _)| &**name == "rng_algorithm").map(|(_, a)| a);
            Some((Op::RngBitGenerator { algorithm: RngAlgorithm::from_attr(algorithm).ok()? }, 1))
        }
        "top_k" if operands == 2 => Some((Op::TopK { k: *ints(1)?.first()? }, 1)),
        "approx_top_k" => {
            // Inputs, as many initial values, the number of elements to find, and a shape for each result.
            let n = operands.checked_sub(1).filter(|n| n % 3 == 0)? / 3;
            (2 * n + 1..operands).try_for_each(|i| ints(i).map(|_| ()))?;
            let mut form = op.clone();
            if let Op::CustomCall { call_target_name, .. } = &mut form {
                *call_target_name = "ApproxTopK".into();
            }
            Some((form, 2 * n))
        }
        _ => None,
    }
}

/// Result types of a custom call that follow from known values: of all results, or none.
pub(super) fn result_types(op: &Op, extra: &[(Str, Attr)], a: &Args<'_>, ints: &KnownInts<'_>) -> Inferred {
    let stated = a.stated()?;
    if let Some((_, attr)) = extra.iter().find(|(name, _)| &**name == CUSTOM_SHAPE_OPERANDS) {
        let indices = integers(attr).ok_or_else(|| a.fail("shapes", "the shape operands must be integers"))?;
        ensure!(
            a,
            "shapes",
            indices.len() == stated.len(),
            "{} shape operands for {} results",
            indices.len(),
            stated.len()
        );
        let sized = |(ty, i): (&Type, &i64)| match (ty, usize::try_from(*i).ok().and_then(ints)) {
            (Type::Tensor(t), Some(dims)) => {
                ensure!(a, "shapes", dims.iter().all(|&d| d >= 0), "a result would have the shape {dims:?}");
                Ok(tensor(t.dtype, dims.into()))
            }
            _ => Ok(ty.clone()),
        };
        return stated.iter().zip(&indices).map(sized).collect();
    }
    let Some((form, n)) = custom_form(op, extra, a.types.len(), ints) else { return Ok(Vec::new()) };
    let types = &a.types[..n];
    match &form {
        Op::ReduceWindow { .. } => {
            let scalars = types[..n / 2].iter().map(|t| t.as_tensor().map(|t| Type::tensor(t.dtype, &[])));
            let scalars: Option<Vec<Type>> = scalars.collect();
            let scalars = scalars.ok_or_else(|| a.fail("i1", "the inputs must be tensors"))?;
            infer(&form, types, &[scalars], None)
        }
        Op::RngBitGenerator { .. } => match (stated, ints(1)) {
            ([state, Type::Tensor(bits)], Some(dims)) => {
                ensure!(a, "shapes", dims.iter().all(|&d| d >= 0), "the result would have the shape {dims:?}");
                Ok(vec![state.clone(), tensor(bits.dtype, dims.into())])
            }
            _ => Ok(Vec::new()),
        },
        _ => infer(&form, types, &[], None),
    }
}
