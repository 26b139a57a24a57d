//! Constant folding through the interpreter.

use crate::builder::Builder;
use hloom_interp::{Tensor, eval_op};
use hloom_ir::{Kind, Op, TensorType, Value};
use hloom_num::{DType, Literal};

/// A folded constant may have this many bytes, or as many as its operands.
const MAX_BYTES: usize = 64 << 10;
/// Element operations that folding one op may cost.
const MAX_WORK: usize = 1 << 20;

/// The value of an op whose operands are constants, if it is worth having.
pub(crate) fn fold(b: &mut Builder<'_, '_>, op: &Op, args: &[Value], ty: &TensorType) -> Option<Literal> {
    let first = args.first()?;
    b.literal(*first)?;
    let literals = args.iter().map(|&v| b.literal(v)).collect::<Option<Vec<_>>>()?;
    let limits = b.rewrites.limits();
    let computes = matches!(op.kind(), Kind::Elementwise | Kind::Contract);
    let float = |d: DType| d.is_float() || d.is_complex();
    if computes && !limits.floats && (float(ty.dtype) || literals.iter().any(|l| float(l.dtype()))) {
        return None;
    }
    let uniform = literals.iter().all(|l| l.splat_bytes().is_some());
    let value = match (op, op.kind()) {
        (Op::Reshape {}, _) => literals[0].reshaped(&ty.dims).ok()?,
        // Splats stay splats, whatever their size.
        (_, Kind::Elementwise) if uniform && ty.num_elements() > 0 => {
            let scalars: Vec<Tensor> = literals.iter().map(|l| element(l)).collect();
            let refs: Vec<&Tensor> = scalars.iter().collect();
            let out = eval_op(op, &refs, &[TensorType::new(ty.dtype, &[])]).ok()?;
            Literal::splat(ty.dtype, &ty.dims, &out[0].to_bytes()).ok()?
        }
        (Op::BroadcastInDim { .. } | Op::Transpose { .. } | Op::Slice { .. } | Op::Reverse { .. }, _)
        | (Op::DynamicSlice { .. } | Op::Gather { .. }, _)
            if literals[0].splat_bytes().is_some() && ty.num_elements() > 0 =>
        {
            Literal::splat(ty.dtype, &ty.dims, literals[0].splat_bytes()?).ok()?
        }
        (_, Kind::Elementwise | Kind::Movement | Kind::Index | Kind::Contract) => {
            let stored: usize = literals.iter().map(|l| l.stored_bytes().len()).sum();
            if ty.num_elements() > limits.elements
                || ty.num_bytes() > MAX_BYTES.max(stored)
                || work(op, &literals, ty) > MAX_WORK
            {
                return None;
            }
            let operands: Vec<Tensor> = literals.iter().map(|l| Tensor::from_literal(l)).collect();
            let refs: Vec<&Tensor> = operands.iter().collect();
            let out = eval_op(op, &refs, std::slice::from_ref(ty)).ok()?;
            Literal::new(ty.dtype, &ty.dims, out.first()?.to_bytes()).ok()?
        }
        _ => return None,
    };
    b.rewrites.fire("constant_fold").then_some(value)
}

/// The element of a uniform literal.
fn element(l: &Literal) -> Tensor {
    let ty = TensorType::new(l.dtype(), &[]);
    let bytes = l.element_bytes(0);
    Tensor::from_bytes(ty, bytes).expect("one element")
}

/// Element operations of an evaluation.
fn work(op: &Op, operands: &[&Literal], ty: &TensorType) -> usize {
    let contracted = match op {
        Op::DotGeneral { dims, .. } => {
            dims.lhs_contracting.iter().map(|&d| operands[0].shape()[d as usize] as usize).product()
        }
        _ => 1usize,
    };
    let read: usize = operands.iter().map(|l| l.num_elements()).fold(0, usize::saturating_add);
    ty.num_elements().saturating_mul(contracted).saturating_add(read)
}
