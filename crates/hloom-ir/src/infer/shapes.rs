//! Ops of MLIR's `arith`, `shape` and `tensor` dialects. The specification says nothing of them; constraints are those
//! of MLIR, and codes are the input's label (`addi_i1`) or `c1` for what operands and results have in common.

use super::*;
use crate::shapes::{ArithOp, FLOAT_PREDICATES, INT_PREDICATES, MlirType, ShapeOp, constant};
use hloom_mlir::Attr;
use hloom_num::Literal;

const INDEX: Type = Type::Mlir(MlirType::Scalar(DType::Index));
const FLAG: Type = Type::Mlir(MlirType::Scalar(DType::Bool));
const SHAPE: Type = Type::Mlir(MlirType::Shape);
const SIZE: Type = Type::Mlir(MlirType::Size);
const WITNESS: Type = Type::Mlir(MlirType::Witness);

/// The element type of a scalar or tensor.
fn element(ty: &Type) -> Option<DType> {
    match ty {
        Type::Mlir(MlirType::Scalar(d)) => Some(*d),
        Type::Tensor(t) if t.quantized.is_none() => Some(t.dtype),
        _ => None,
    }
}

/// The same scalar or tensor over another element type.
fn with_element(ty: &Type, dtype: DType) -> Type {
    match ty {
        Type::Tensor(t) => Type::Tensor(t.with_dtype(dtype)),
        _ => Type::Mlir(MlirType::Scalar(dtype)),
    }
}

/// MLIR's arithmetic knows integers without sign only, which are our signed ones.
fn is_signless(d: DType) -> bool {
    d.is_signed_int() || d.is_bool() || d == DType::Index
}

fn is_extents(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(t) if t.dtype == DType::Index && t.rank() == 1)
}

/// The element type of operand `i`, which must satisfy `fits`.
fn number(a: &Args<'_>, i: usize, what: &str, fits: impl Fn(DType) -> bool) -> Result<DType, InferError> {
    match element(a.types[i]) {
        Some(d) if fits(d) => Ok(d),
        _ => Err(a.fail(&format!("i{}", i + 1), format!("operand {i} must be {what}, not {}", a.types[i]))),
    }
}

fn same_types(a: &Args<'_>) -> Result<(), InferError> {
    for t in &a.types[1..] {
        ensure!(a, "c1", **t == *a.types[0], "operands of types {} and {t}", a.types[0]);
    }
    Ok(())
}

/// The stated type of the one result.
fn stated<'a>(a: &Args<'a>) -> Result<&'a Type, InferError> {
    match a.stated()? {
        [ty] => Ok(ty),
        many => Err(a.fail("output", format!("one result is given, not {}", many.len()))),
    }
}

pub(super) fn arith(a: &Args<'_>, op: ArithOp) -> Inferred {
    use ArithOp as A;
    match op {
        A::AddF | A::SubF | A::MulF | A::DivF | A::MaximumF | A::MinimumF | A::NegF => {
            number(a, 0, "of floats", DType::is_float)?;
            same_types(a)?;
            Ok(vec![a.types[0].clone()])
        }
        A::Select => {
            number(a, 0, "of i1", DType::is_bool)?;
            let (c, x, y) = (a.types[0], a.types[1], a.types[2]);
            ensure!(a, "c1", x == y, "values of types {x} and {y}");
            let fits = match (c, x) {
                (Type::Mlir(_), _) => true,
                (Type::Tensor(c), Type::Tensor(x)) => same_shape(&c.dims, &x.dims),
                _ => false,
            };
            ensure!(a, "c2", fits, "condition of type {c} for values of type {x}");
            Ok(vec![x.clone()])
        }
        _ if op.is_cast() => cast(a, op),
        _ => {
            number(a, 0, "of integers without sign", is_signless)?;
            same_types(a)?;
            Ok(vec![a.types[0].clone()])
        }
    }
}

fn cast(a: &Args<'_>, op: ArithOp) -> Inferred {
    use ArithOp as A;
    let result = stated(a)?;
    let Some(to) = element(result) else {
        return Err(a.fail("output", format!("the result must be a number or a tensor, not {result}")));
    };
    let from = number(a, 0, "a number or a tensor", |_| true)?;
    let shapes = match (a.types[0], result) {
        (Type::Tensor(x), Type::Tensor(y)) => same_shape(&x.dims, &y.dims),
        (Type::Mlir(_), Type::Mlir(_)) => true,
        _ => false,
    };
    ensure!(a, "c1", shapes, "operand of type {}, result of type {result}", a.types[0]);
    let plain = |d: DType| is_signless(d) && d != DType::Index;
    let fits = match op {
        A::IndexCast | A::IndexCastUI => {
            is_signless(from) && is_signless(to) && (from == DType::Index) != (to == DType::Index)
        }
        A::ExtSI | A::ExtUI => plain(from) && plain(to) && from.bits() < to.bits(),
        A::TruncI => plain(from) && plain(to) && from.bits() > to.bits(),
        A::SIToFP => plain(from) && to.is_float(),
        A::FPToSI => from.is_float() && plain(to),
        A::ExtF => from.is_float() && to.is_float() && from.bits() < to.bits(),
        _ => from.is_float() && to.is_float() && from.bits() > to.bits(),
    };
    ensure!(a, "c2", fits, "there is no such cast from {from} to {to}");
    Ok(vec![result.clone()])
}

pub(super) fn compare(a: &Args<'_>, predicate: i64, floats: bool) -> Inferred {
    let n = if floats { FLOAT_PREDICATES.len() } else { INT_PREDICATES.len() };
    ensure!(a, "c2", (0..n as i64).contains(&predicate), "there is no predicate {predicate}");
    match floats {
        true => number(a, 0, "of floats", DType::is_float)?,
        false => number(a, 0, "of integers without sign", is_signless)?,
    };
    same_types(a)?;
    Ok(vec![with_element(a.types[0], DType::Bool)])
}

pub(super) fn constant_value(a: &Args<'_>, value: &Attr) -> Inferred {
    let Some(literal) = constant(value) else {
        return Err(a.fail("i1", "the value must be a number or a tensor of numbers"));
    };
    ensure!(a, "i1", !literal.dtype().is_unsigned_int(), "integers must have no sign, not type {}", literal.dtype());
    Ok(vec![match value {
        Attr::Dense(_) => Type::tensor(literal.dtype(), literal.shape()),
        _ => Type::Mlir(MlirType::Scalar(literal.dtype())),
    }])
}

pub(super) fn const_shape(a: &Args<'_>, shape: &Literal) -> Inferred {
    let ty = stated(a)?;
    let fits = shape.dtype() == DType::Index && shape.shape().len() == 1;
    ensure!(a, "i1", fits, "the shape must be a tensor of index of rank 1");
    let dims = shape.shape();
    let holds = *ty == SHAPE || matches!(ty, Type::Tensor(t) if is_extents(ty) && same_shape(&t.dims, dims));
    ensure!(a, "output", holds, "{} sizes as {ty}", dims[0]);
    Ok(vec![ty.clone()])
}

pub(super) fn const_size(a: &Args<'_>, value: &Attr) -> Inferred {
    let fits = constant(value).is_some_and(|l| l.dtype() == DType::Index && l.shape().is_empty());
    ensure!(a, "i1", fits, "the value must be an index");
    Ok(vec![SIZE])
}

pub(super) fn const_witness() -> Inferred {
    Ok(vec![WITNESS])
}

pub(super) fn require(a: &Args<'_>) -> Inferred {
    operand(a, 0, "an i1", |t| *t == FLAG)?;
    Ok(vec![WITNESS])
}

pub(super) fn assuming(a: &Args<'_>) -> Inferred {
    operand(a, 0, "a witness", |t| *t == WITNESS)?;
    Ok(a.regions[0].clone())
}

fn operand(a: &Args<'_>, i: usize, what: &str, fits: impl Fn(&Type) -> bool) -> Result<(), InferError> {
    ensure!(a, &format!("i{}", i + 1), fits(a.types[i]), "operand {i} must be {what}, not {}", a.types[i]);
    Ok(())
}

fn operands(a: &Args<'_>, what: &str, fits: impl Fn(&Type) -> bool) -> Result<(), InferError> {
    (0..a.types.len()).try_for_each(|i| operand(a, i, what, &fits))
}

/// The stated result, which `fits`. Shapes and sizes may stand for an error, which an extent tensor or an index cannot
/// hold.
fn result(a: &Args<'_>, what: &str, fits: impl Fn(&Type) -> bool) -> Inferred {
    let ty = stated(a)?;
    ensure!(a, "output", fits(ty), "the result must be {what}, not {ty}");
    let may_fail = |t: &Type| matches!(t, Type::Mlir(MlirType::Shape | MlirType::Size));
    let fails = a.types.iter().any(|t| may_fail(t));
    ensure!(a, "c1", !fails || may_fail(ty), "the result must be a shape or a size as an operand is, not {ty}");
    Ok(vec![ty.clone()])
}

fn is_shape(t: &Type) -> bool {
    *t == SHAPE || is_extents(t)
}

fn is_size(t: &Type) -> bool {
    *t == SIZE || *t == INDEX
}

pub(super) fn shape(a: &Args<'_>, op: ShapeOp) -> Inferred {
    use ShapeOp as S;
    const A_SHAPE: &str = "a shape or an extent tensor";
    const A_SIZE: &str = "a size or an index";
    let two = |a: &Args<'_>| match a.types.len() {
        0 | 1 => Err(a.fail("i1", "there must be two operands or more")),
        _ => Ok(()),
    };
    match op {
        S::ShapeOf => {
            a.tensor(0)?;
            let rank = a.tensor(0)?.rank() as i64;
            let ty = stated(a)?;
            let fits = *ty == SHAPE || matches!(ty, Type::Tensor(t) if is_extents(ty) && same_dim(t.dims[0], rank));
            ensure!(a, "output", fits, "the shape of a tensor of rank {rank} as {ty}");
            Ok(vec![ty.clone()])
        }
        S::ToExtentTensor => {
            operand(a, 0, A_SHAPE, is_shape)?;
            let ty = stated(a)?;
            ensure!(a, "output", is_extents(ty), "the result must be an extent tensor, not {ty}");
            Ok(vec![ty.clone()])
        }
        S::FromExtentTensor => operand(a, 0, "an extent tensor", is_extents).map(|()| vec![SHAPE]),
        S::ValueAsShape => {
            operand(a, 0, "an extent tensor", is_extents)?;
            result(a, A_SHAPE, is_shape)
        }
        S::FromExtents => operands(a, A_SIZE, is_size).map(|()| vec![SHAPE]),
        S::NumElements | S::Rank => {
            operand(a, 0, A_SHAPE, is_shape)?;
            result(a, A_SIZE, is_size)
        }
        S::Broadcast => {
            two(a)?;
            operands(a, A_SHAPE, is_shape)?;
            result(a, A_SHAPE, is_shape)
        }
        S::Concat => {
            operands(a, A_SHAPE, is_shape)?;
            result(a, A_SHAPE, is_shape)
        }
        S::SplitAt => {
            operand(a, 0, A_SHAPE, is_shape)?;
            operand(a, 1, A_SIZE, is_size)?;
            let types = a.stated()?;
            ensure!(a, "output", types.len() == 2 && types.iter().all(is_shape), "two shapes are given");
            Ok(types.to_vec())
        }
        S::GetExtent => {
            operand(a, 0, A_SHAPE, is_shape)?;
            operand(a, 1, A_SIZE, is_size)?;
            result(a, A_SIZE, is_size)
        }
        S::Dim => {
            a.tensor(0)?;
            operand(a, 1, A_SIZE, is_size)?;
            result(a, A_SIZE, is_size)
        }
        S::Add | S::Mul | S::Div => {
            operands(a, A_SIZE, is_size)?;
            result(a, A_SIZE, is_size)
        }
        S::Max | S::Min => {
            operands(a, "a size", |t| *t == SIZE)?;
            Ok(vec![SIZE])
        }
        S::IndexToSize => operand(a, 0, "an index", |t| *t == INDEX).map(|()| vec![SIZE]),
        S::SizeToIndex => operand(a, 0, A_SIZE, is_size).map(|()| vec![INDEX]),
        S::ShapeEq | S::IsBroadcastable => {
            operands(a, A_SHAPE, is_shape)?;
            Ok(vec![FLAG])
        }
        S::CstrEq | S::CstrBroadcastable => {
            two(a)?;
            operands(a, A_SHAPE, is_shape)?;
            Ok(vec![WITNESS])
        }
        S::AssumingAll => {
            ensure!(a, "i1", !a.types.is_empty(), "there must be an operand");
            operands(a, "a witness", |t| *t == WITNESS)?;
            Ok(vec![WITNESS])
        }
        S::TensorDim => {
            ensure!(a, "i1", a.tensor(0)?.rank() > 0, "a tensor of rank 0 has no dimensions");
            operand(a, 1, "an index", |t| *t == INDEX)?;
            Ok(vec![INDEX])
        }
        S::TensorRank => a.tensor(0).map(|_| vec![INDEX]),
        S::TensorCast => {
            let (x, y) = (a.tensor(0)?, a.stated_tensor(0)?);
            let fits = x.dtype == y.dtype && x.quantized == y.quantized && same_shape(&x.dims, &y.dims);
            ensure!(a, "c1", fits, "operand of type {x}, result of type {y}");
            Ok(vec![Type::Tensor(y.clone())])
        }
        S::TensorExtract => {
            let t = a.tensor(0)?;
            let indices = &a.types[1..];
            ensure!(a, "c1", indices.len() == t.rank(), "{} indices for a tensor of rank {}", indices.len(), t.rank());
            ensure!(a, "i2", indices.iter().all(|t| **t == INDEX), "indices must be of type index");
            ensure!(a, "i1", t.quantized.is_none(), "operand 0 must not be of type {t}");
            Ok(vec![Type::Mlir(MlirType::Scalar(t.dtype))])
        }
        S::TensorFromElements => {
            let t = a.stated_tensor(0)?;
            let n = a.types.len();
            ensure!(a, "c1", t.is_static() && t.num_elements() == n, "{n} elements for a result of type {t}");
            let scalar = Type::Mlir(MlirType::Scalar(t.dtype));
            operands(a, "an element of the result", |ty| *ty == scalar)?;
            Ok(vec![Type::Tensor(t.clone())])
        }
    }
}
