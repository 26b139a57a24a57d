//! Shapes known at run time: result types of ops whose types have `?`, from the operands at hand.

use crate::InterpError;
use crate::eval::Val;
use crate::tensor::Tensor;
use hloom_ir::{Attr, Graph, Op, OpData, TensorType, Type, refine, static_form};

/// Most elements of a result: more would not fit the memory of a run.
const MAX_ELEMENTS: usize = 1 << 28;

/// Types of the results of `op`, static, once its operands are known.
pub(crate) fn result_types(graph: &Graph, op: &OpData, operands: &[&Tensor]) -> Result<Vec<TensorType>, InterpError> {
    let name = op.op.name();
    let is_static = |ty: &Type| ty.as_tensor().is_none_or(TensorType::is_static);
    let stated: Vec<Type> = op.results.iter().map(|&v| graph.ty(v).clone()).collect();
    let types = if stated.iter().all(is_static) && op.operands.iter().all(|&v| is_static(graph.ty(v))) {
        stated
    } else {
        let actual: Vec<Type> = operands.iter().map(|t| Type::Tensor(t.ty.clone())).collect();
        let actual: Vec<&Type> = actual.iter().collect();
        let returned: Vec<Vec<Type>> = op
            .regions
            .iter()
            .map(|&r| graph.region(r).results.iter().map(|&v| graph.ty(v).clone()).collect())
            .collect();
        refine(&op.op, op.extra.as_deref().unwrap_or_default(), &actual, &returned, &stated, &|i| {
            operands.get(i).and_then(|t| t.ints())
        })
        .map_err(|e| InterpError::shape(name, e.to_string()))?
    };
    types
        .iter()
        .flat_map(Type::parts)
        .map(|t| match t {
            Type::Tensor(t) if !t.is_static() => {
                Err(InterpError::shape(name, format!("nothing decides the sizes of the result {t}")))
            }
            Type::Tensor(t) if t.num_elements() > MAX_ELEMENTS => {
                Err(InterpError::unimplemented(name, format!(" for a result as large as {t}")))
            }
            Type::Tensor(t) => Ok(t.clone()),
            _ => Err(InterpError::unimplemented(name, " giving a token")),
        })
        .collect()
}

/// An op that takes amounts as operands, as the op that has them as attributes, and how many operands that keeps.
pub(crate) fn static_op(
    op: &Op,
    operands: &[&Tensor],
    types: &[TensorType],
) -> Result<Option<(Op, usize)>, InterpError> {
    let takes_amounts = matches!(
        op,
        Op::DynamicBroadcastInDim { .. }
            | Op::DynamicIota { .. }
            | Op::DynamicReshape {}
            | Op::RealDynamicSlice {}
            | Op::DynamicPad {}
            | Op::DynamicConv { .. }
            | Op::DynamicGather { .. }
            | Op::SetDimensionSize { .. }
    );
    if !takes_amounts {
        return Ok(None);
    }
    let malformed = || InterpError::Malformed(op.name().into());
    let of = |t: &TensorType| Type::Tensor(t.clone());
    let actual: Vec<Type> = operands.iter().map(|t| of(&t.ty)).collect();
    let results: Vec<Type> = types.iter().map(of).collect();
    let actual: Vec<&Type> = actual.iter().collect();
    let ints = |i: usize| operands.get(i).and_then(|t| t.ints());
    // Amounts of ops whose types are all static have not been checked yet.
    let types =
        refine(op, &[], &actual, &[], &results, &ints).map_err(|e| InterpError::shape(op.name(), e.to_string()))?;
    static_form(op, &actual, &types, &ints).map(Some).ok_or_else(malformed)
}

/// What a shape assertion that fails says: its message with `{0}`, `{1}`, … replaced by `values`.
pub fn assertion_message(op: &OpData, values: &[String]) -> String {
    let template = op.extra.iter().flat_map(|e| e.iter()).find_map(|(name, a)| match a {
        Attr::String(s) if &**name == "error_message" => Some(s.clone()),
        _ => None,
    });
    fill(template.as_deref().unwrap_or("the assertion fails"), values)
}

fn fill(template: &str, values: &[String]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let tail = &rest[open + 1..];
        let (index, after) = tail.split_once('}').unwrap_or((tail, ""));
        match index.parse::<usize>().ok().and_then(|i| values.get(i)) {
            Some(v) => {
                out.push_str(v);
                rest = after;
            }
            None => {
                out.push('{');
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Checks that a value has the sizes that the type of its name states: a caller may know less than a callee.
pub(crate) fn check_size(ty: &Type, value: &Val) -> Result<(), InterpError> {
    let (Type::Tensor(t), Val::Tensor(v)) = (ty, value) else { return Ok(()) };
    let fits = t.dims.len() == v.dims().len() && t.dims.iter().zip(v.dims()).all(|(&d, &s)| d < 0 || d == s);
    let fits = fits && (0..t.rank()).all(|i| t.bound(i).is_none_or(|b| v.dims()[i] <= b));
    if fits { Ok(()) } else { Err(InterpError::shape("value", format!("{} where {t} is stated", v.ty))) }
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn placeholders_are_replaced_and_other_braces_stay() {
        let values = ["3".to_string(), "4".to_string()];
        assert_eq!(fill("{0} is not {1}", &values), "3 is not 4");
        assert_eq!(fill("{2} {x} {", &values), "{2} {x} {");
    }
}
