//! CHLO's ops that broadcast their operands: which op they are once the operands have one shape, and how those get it.
//!
//! The operand of lower rank is spread over the dimensions `broadcast_dimensions` of the other, over its last ones if
//! they are not given; a size of 1 is repeated.

use crate::attrs::I64s;
use crate::{Op, TensorType};
use hloom_mlir::Attr;
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, DType, Literal};

/// Binary ops with a broadcasting form, and its name.
pub const BROADCASTING: &[(BinaryOp, &str)] = &[
    (BinaryOp::Add, "chlo.broadcast_add"),
    (BinaryOp::And, "chlo.broadcast_and"),
    (BinaryOp::Atan2, "chlo.broadcast_atan2"),
    (BinaryOp::Complex, "chlo.broadcast_complex"),
    (BinaryOp::Divide, "chlo.broadcast_divide"),
    (BinaryOp::Maximum, "chlo.broadcast_maximum"),
    (BinaryOp::Minimum, "chlo.broadcast_minimum"),
    (BinaryOp::Multiply, "chlo.broadcast_multiply"),
    (BinaryOp::NextAfter, "chlo.broadcast_next_after"),
    (BinaryOp::Or, "chlo.broadcast_or"),
    (BinaryOp::Polygamma, "chlo.broadcast_polygamma"),
    (BinaryOp::Power, "chlo.broadcast_power"),
    (BinaryOp::Remainder, "chlo.broadcast_remainder"),
    (BinaryOp::ShiftLeft, "chlo.broadcast_shift_left"),
    (BinaryOp::ShiftRightArithmetic, "chlo.broadcast_shift_right_arithmetic"),
    (BinaryOp::ShiftRightLogical, "chlo.broadcast_shift_right_logical"),
    (BinaryOp::Subtract, "chlo.broadcast_subtract"),
    (BinaryOp::Xor, "chlo.broadcast_xor"),
    (BinaryOp::Zeta, "chlo.broadcast_zeta"),
];

/// The name of the broadcasting form.
pub(crate) fn broadcasting_name(op: BinaryOp) -> &'static str {
    BROADCASTING.iter().find(|(b, _)| *b == op).map_or("chlo.broadcast", |(_, name)| name)
}

/// The op over operands of one shape.
pub fn plain(op: &Op) -> Option<Op> {
    Some(match op {
        Op::Broadcasting { op, .. } => Op::Binary(*op),
        Op::BroadcastCompare { direction, compare_type, .. } => {
            Op::Compare { direction: *direction, compare_type: *compare_type }
        }
        Op::BroadcastSelect {} => Op::Select {},
        _ => return None,
    })
}

/// The dimensions of a result of rank `to` over which an operand of rank `from` is spread.
pub fn mapping(op: &Op, from: usize, to: usize) -> I64s {
    match op {
        Op::Broadcasting { broadcast_dimensions: Some(d), .. }
        | Op::BroadcastCompare { broadcast_dimensions: Some(d), .. }
            if from < to =>
        {
            d.clone()
        }
        _ => (to.saturating_sub(from) as i64..to as i64).collect(),
    }
}

/// The scalar that a typed attribute holds.
fn element(value: &Attr) -> Option<(DType, Scalar)> {
    match value {
        Attr::Int(v, ty) => {
            let dtype = ty.as_element()?;
            let wide = if dtype.is_unsigned_int() {
                Scalar::UInt(u64::try_from(*v).ok()?)
            } else {
                Scalar::Int(i64::try_from(*v).ok()?)
            };
            dtype.is_int().then(|| (dtype, wide.rounded(dtype)))
        }
        Attr::Bool(b) => Some((DType::Bool, Scalar::Bool(*b))),
        Attr::Float(bits, ty) => {
            let dtype = ty.as_element().filter(|d| d.is_float())?;
            Some((dtype, Scalar::Float(f64::from_bits(*bits)).rounded(dtype)))
        }
        _ => None,
    }
}

/// Element type of what `constant_like` fills a tensor with.
pub fn constant_like_dtype(value: &Attr) -> Option<DType> {
    element(value).map(|(dtype, _)| dtype)
}

/// The number that a typed attribute holds, as a literal of rank 0.
pub(crate) fn number(value: &Attr) -> Option<Literal> {
    let (dtype, s) = element(value)?;
    let mut bytes = vec![0; dtype.byte_size()];
    scalar::write(dtype, s, &mut bytes);
    Literal::splat(dtype, &[], &bytes).ok()
}

/// What `constant_like` gives for a result of a static type.
pub fn constant_like(value: &Attr, ty: &TensorType) -> Option<Literal> {
    let one = number(value)?;
    Literal::splat(one.dtype(), &ty.dims, one.splat_bytes()?).ok()
}
