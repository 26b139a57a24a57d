//! Shapes, sizes and paddings that are operands: where they are constants, the result must fit them.

use crate::infer::{InferError, refine};
use crate::{Graph, Op, OpData, Type};

/// What does not fit, if operands of an op that takes a shape are constants.
pub(super) fn contradiction(data: &OpData, g: &Graph, operands: &[&Type], stated: &[Type]) -> Option<InferError> {
    if !matches!(
        data.op,
        Op::DynamicBroadcastInDim { .. }
            | Op::DynamicIota { .. }
            | Op::DynamicReshape {}
            | Op::RealDynamicSlice {}
            | Op::DynamicPad {}
            | Op::DynamicConv { .. }
            | Op::DynamicGather { .. }
            | Op::SetDimensionSize { .. }
            | Op::Rng { .. }
    ) {
        return None;
    }
    // What is refined has no scales.
    let quantized = |t: &Type| t.as_tensor().is_some_and(|t| t.quantized.is_some());
    if stated.iter().chain(operands.iter().copied()).any(quantized) {
        return None;
    }
    let ints = |i: usize| ints_of(data, g, i);
    refine(&data.op, &[], operands, &[], stated, &ints).err()
}

/// The integers of operand `i`, if it is a constant.
fn ints_of(data: &OpData, g: &Graph, i: usize) -> Option<Vec<i64>> {
    let (_, def) = g.def_op(*data.operands.get(i)?)?;
    let Op::Constant { value } = &def.op else { return None };
    let dtype = value.dtype();
    if !dtype.is_int() || value.num_elements() > 2 * crate::MAX_RANK {
        return None;
    }
    let number = |b: &[u8]| {
        let negative = dtype.is_signed_int() && b.last().is_some_and(|x| x & 0x80 != 0);
        let mut raw = [if negative { 0xff } else { 0 }; 8];
        raw[..b.len()].copy_from_slice(b);
        let n = i64::from_le_bytes(raw);
        // A size beyond any.
        if n < 0 && !dtype.is_signed_int() { i64::MAX } else { n }
    };
    Some((0..value.num_elements()).map(|i| number(value.element_bytes(i))).collect())
}
