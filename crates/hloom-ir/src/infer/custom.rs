//! Custom calls of dynamic programs: `reduce_window`, `rng_bit_generator` and `top_k` with amounts as operands, for which
//! StableHLO has no ops, and any call that names the operands which hold its result shapes.

use super::*;
use crate::attrs::{AttrValue, I64s, Padding, RngAlgorithm, integers};
use hloom_mlir::{Attr, Str};

/// The attribute that names, result by result, the operand that holds its shape.
pub const CUSTOM_SHAPE_OPERANDS: &str = "indices_of_shape_operands";

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
