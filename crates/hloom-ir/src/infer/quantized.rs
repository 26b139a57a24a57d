//! Ops on quantized tensors.
//!
//! Shapes and operand types are those of the same op on the numbers that the quantized tensors mean; how the results are
//! quantized is the program's choice and must be stated.

use super::*;

fn is_quantized(t: &Type) -> bool {
    match t {
        Type::Tensor(t) => t.quantized.is_some(),
        Type::Tuple(items) => items.iter().any(is_quantized),
        Type::Token => false,
    }
}

/// True if a type of the op is quantized.
pub(super) fn concerns(a: &Args<'_>) -> bool {
    a.types.iter().any(|t| is_quantized(t)) || a.stated.is_some_and(|s| s.iter().any(is_quantized))
}

/// The type of the numbers that are meant.
fn expressed(t: &Type) -> Type {
    match t {
        Type::Tensor(t) => Type::Tensor(t.expressed()),
        Type::Tuple(items) => Type::Tuple(items.iter().map(expressed).collect()),
        Type::Token => Type::Token,
    }
}

pub(super) fn infer(op: &Op, a: &Args<'_>) -> Inferred {
    let types: Vec<Type> = a.types.iter().map(|t| expressed(t)).collect();
    let types: Vec<&Type> = types.iter().collect();
    let regions: Vec<Vec<Type>> = a.regions.iter().map(|r| r.iter().map(expressed).collect()).collect();
    let stated = a.stated()?;
    let stated_numbers: Vec<Type> = stated.iter().map(expressed).collect();
    let numbers = Args { name: a.name, types: &types, regions: &regions, stated: Some(&stated_numbers) };
    // A literal holds stored values.
    if let (Op::Constant { value }, [Type::Tensor(t)]) = (op, stated) {
        return Ok(vec![Type::Tensor(TensorType {
            quantized: t.quantized.clone(),
            ..TensorType::new(value.dtype(), value.shape())
        })]);
    }
    let inferred = dispatch(op, &numbers)?;
    let with_stated = |(t, s): (Type, &Type)| match (t, s) {
        (Type::Tensor(t), Type::Tensor(s)) if t.dtype == s.expressed().dtype => {
            Type::Tensor(TensorType { dims: t.dims, bounds: None, ..s.clone() })
        }
        (Type::Tuple(_), s) => s.clone(),
        (t, _) => t,
    };
    if inferred.len() != stated.len() {
        return Ok(inferred);
    }
    Ok(inferred.into_iter().zip(stated).map(with_stated).collect())
}
