//! Unsigned integers become signless ones of the same width.
//!
//! Where the meaning of an op depends on the sign of its operands (division, order, widening, …) there is no signless
//! op of the same meaning, and the pass says so.

use crate::{Pass, PassOptions, Rewrite, Rewriter, Values, rewrite_module};
use hloom_ir::attrs::CompareType;
use hloom_ir::{Diagnostics, Loc, Module, Op, OpData, Region, Severity, TensorType, Type, Value};
use hloom_num::{BinaryOp, DType, Literal, UnaryOp};

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-convert-to-signless",
    summary: "Gives unsigned integers signless types; refuses ops whose meaning would change",
    options: &[],
    run,
};

fn signless(d: DType) -> DType {
    match d {
        DType::U2 => DType::I2,
        DType::U4 => DType::I4,
        DType::U8 => DType::I8,
        DType::U16 => DType::I16,
        DType::U32 => DType::I32,
        DType::U64 => DType::I64,
        other => other,
    }
}

struct Signless;

/// True if the op gives other bits for an unsigned operand than for a signed one.
fn reads_sign(op: &Op, operand: Option<&TensorType>, result: Option<&TensorType>) -> bool {
    let of_result = result.is_some_and(|t| t.dtype.is_unsigned_int());
    let of_operand = operand.is_some_and(|t| t.dtype.is_unsigned_int());
    match op {
        Op::Unary(u) => of_operand && matches!(u, UnaryOp::Abs | UnaryOp::Sign),
        Op::Binary(b) => {
            of_operand
                && matches!(
                    b,
                    BinaryOp::Divide
                        | BinaryOp::Remainder
                        | BinaryOp::Maximum
                        | BinaryOp::Minimum
                        | BinaryOp::Power
                        | BinaryOp::MulHi
                )
        }
        Op::Convert {} => {
            let narrower =
                operand.zip(result).is_some_and(|(x, y)| y.dtype.is_int() && y.dtype.bits() <= x.dtype.bits());
            (of_operand && !narrower) || (of_result && !operand.is_some_and(|t| t.dtype.is_int() || t.dtype.is_bool()))
        }
        Op::Compare { direction, .. } => {
            use hloom_num::CompareDirection::{Eq, Ne};
            of_operand && !matches!(direction, Eq | Ne)
        }
        Op::Clamp {} => of_operand || of_result,
        Op::DotGeneral { .. } | Op::Dot { .. } | Op::Convolution { .. } => {
            (of_operand || of_result) && operand.zip(result).is_none_or(|(x, y)| x.dtype != y.dtype)
        }
        Op::CustomCall { .. } | Op::Rng { .. } => of_operand || of_result,
        _ => false,
    }
}

impl Rewrite for Signless {
    fn ty(&mut self, ty: &Type) -> Result<Type, Diagnostics> {
        Ok(match ty {
            Type::Tensor(t) if t.quantized.is_some() && t.dtype.is_unsigned_int() => {
                let message = format!("{t} stores unsigned integers");
                return Err(Diagnostics::one(Severity::Unimplemented, "signedness", message, Loc::UNKNOWN));
            }
            Type::Tensor(t) => Type::Tensor(TensorType { dtype: signless(t.dtype), ..t.clone() }),
            Type::Tuple(parts) => {
                Type::Tuple(parts.iter().map(|p| self.ty(p)).collect::<Result<Vec<Type>, _>>()?.into())
            }
            other => other.clone(),
        })
    }

    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        _: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let tensor = |v: &Value| r.src.ty(*v).as_tensor();
        if reads_sign(&op.op, op.operands.first().and_then(tensor), op.results.first().and_then(tensor)) {
            let name = op.op.name();
            return Err(r.unimplemented("signedness", format!("{name} means another thing for signless integers")));
        }
        // Starts are clamped and indices compared with sizes: both read the sign.
        let unsigned = |t: &TensorType| t.dtype.is_unsigned_int();
        let indices = match op.op {
            Op::DynamicSlice { .. } | Op::Gather { .. } => op.operands.get(1..),
            Op::DynamicUpdateSlice {} => op.operands.get(2..),
            Op::Scatter { .. } => op.operands.get(op.operands.len() / 2..=op.operands.len() / 2),
            _ => None,
        };
        if indices.into_iter().flatten().filter_map(tensor).any(unsigned) {
            let name = op.op.name();
            return Err(r.unimplemented("signedness", format!("{name} with unsigned indices")));
        }
        if let Op::Compare { direction, compare_type: Some(CompareType::Unsigned) } = op.op
            && op.operands.first().and_then(tensor).is_some_and(unsigned)
        {
            let compare = Op::Compare { direction, compare_type: Some(CompareType::Signed) };
            let types = r.result_types(op);
            return Ok(Some(r.emit_with(compare, operands, &[], types, op.extra.as_deref())));
        }
        if let Op::Constant { value } = &op.op
            && value.dtype().is_unsigned_int()
        {
            let dtype = signless(value.dtype());
            // Elements below 8 bits are bytes in the range of their type.
            let narrow = dtype.bits() < 8;
            let shift = 8 - dtype.bits().min(8);
            let byte = |b: &u8| if narrow { (((*b << shift) as i8) >> shift) as u8 } else { *b };
            let bytes: Vec<u8> = value.stored_bytes().iter().map(byte).collect();
            let made = match value.splat_bytes() {
                Some(_) => Literal::splat(dtype, value.shape(), &bytes),
                None => Literal::new(dtype, value.shape(), bytes),
            };
            let value = made.map_err(|e| r.error("constant", e.to_string()))?;
            let ty = Type::tensor(dtype, value.shape());
            return Ok(Some(r.emit_with(Op::Constant { value }, &[], &[], [ty], op.extra.as_deref())));
        }
        Ok(None)
    }
}

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    rewrite_module(module, &mut Signless)
}
