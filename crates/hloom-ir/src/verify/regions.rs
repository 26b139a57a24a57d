//! Parameters of regions.

use crate::infer::compatible;
use crate::{Op, TensorType, Type};

/// Code and message if region `index` of `op` does not take what the spec says. `returned` is what it returns, already
/// checked by inference.
pub(super) fn mismatch(
    op: &Op,
    index: usize,
    operands: &[&Type],
    returned: &[Type],
    params: &[&Type],
) -> Option<(&'static str, String)> {
    let scalar = |t: &Type| {
        let element = |t: &TensorType| TensorType { quantized: t.quantized.clone(), ..TensorType::new(t.dtype, &[]) };
        t.as_tensor().map_or(Type::Token, |t| Type::Tensor(element(t)))
    };
    let twice = |ts: &[Type]| [ts, ts].concat();
    let (code, expected): (_, Vec<Type>) = match op {
        Op::Map { .. } => ("map_c4", operands.iter().map(|t| scalar(t)).collect()),
        Op::Reduce { .. } => ("reduce_c6", twice(returned)),
        Op::ReduceWindow { .. } => ("reduce_window_c13", twice(returned)),
        Op::Scatter { .. } => ("scatter_c23", twice(returned)),
        Op::AllReduce { .. } => ("all_reduce_c5", twice(returned)),
        Op::ReduceScatter { .. } => ("reduce_scatter_c7", twice(returned)),
        Op::CollectiveReduce { .. } => ("collective_reduce_c4", twice(returned)),
        Op::AsyncStart {} => ("async_start_c3", operands.iter().map(|&t| t.clone()).collect()),
        Op::SdyNamedComputation { .. } => ("named_computation_c1", operands.iter().map(|&t| t.clone()).collect()),
        Op::SelectAndScatter { .. } if index == 0 => ("select_and_scatter_c9", twice(&[scalar(operands[0])])),
        Op::SelectAndScatter { .. } => ("select_and_scatter_c10", twice(returned)),
        Op::Sort { .. } => ("sort_c5", operands.iter().flat_map(|t| twice(&[scalar(t)])).collect()),
        Op::If {} => ("if_c1", Vec::new()),
        Op::Case {} => ("case_c2", Vec::new()),
        Op::While {} if index == 0 => ("while_c1", operands.iter().map(|&t| t.clone()).collect()),
        Op::While {} => ("while_c2", operands.iter().map(|&t| t.clone()).collect()),
        _ => return None,
    };
    let fits = expected.len() == params.len() && expected.iter().zip(params).all(|(a, b)| compatible(a, b));
    if fits {
        return None;
    }
    let list = |ts: &[String]| ts.join(", ");
    let expected: Vec<String> = expected.iter().map(Type::to_string).collect();
    let params: Vec<String> = params.iter().map(|t| t.to_string()).collect();
    Some((code, format!("region {index} takes ({}) but must take ({})", list(&params), list(&expected))))
}
