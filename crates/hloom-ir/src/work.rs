//! What ops cost, as optimiser and planner weigh them.

use crate::{Kind, Op};
use hloom_num::{BinaryOp, UnaryOp};

impl Op {
    /// Work of an element ([`Op::work`]) that takes longer than reading it: a quotient, for one.
    pub const COSTLY: f64 = 3.0;

    /// Work of one element of the result, in cheap operations.
    pub fn work(&self) -> f64 {
        match self {
            Op::Unary(u) => match u {
                UnaryOp::Abs
                | UnaryOp::Negate
                | UnaryOp::Not
                | UnaryOp::Floor
                | UnaryOp::Ceil
                | UnaryOp::RoundNearestEven
                | UnaryOp::IsFinite
                | UnaryOp::IsInf
                | UnaryOp::IsNegInf
                | UnaryOp::IsPosInf
                | UnaryOp::Real
                | UnaryOp::Imag
                | UnaryOp::Conj
                | UnaryOp::Square
                | UnaryOp::Popcnt
                | UnaryOp::CountLeadingZeros => 1.0,
                UnaryOp::Sign | UnaryOp::RoundNearestAfz | UnaryOp::Sqrt | UnaryOp::Rsqrt => 4.0,
                _ => 10.0,
            },
            Op::Binary(b) => match b {
                BinaryOp::Divide => 3.0,
                BinaryOp::Remainder | BinaryOp::Atan2 => 10.0,
                BinaryOp::Power | BinaryOp::Polygamma | BinaryOp::Zeta => 20.0,
                _ => 1.0,
            },
            Op::ReducePrecision { .. } | Op::Map { .. } => 4.0,
            // Neighbours of the result come from anywhere: no vector holds them.
            Op::Gather { slice_sizes, .. } if slice_sizes.last() == Some(&1) => 4.0,
            Op::Gather { .. } | Op::DynamicSlice { .. } => 2.0,
            Op::Pad { .. } => 1.0,
            Op::Concatenate { .. } => 3.0,
            o => match o.kind() {
                Kind::Elementwise => 1.0,
                _ => 0.0,
            },
        }
    }
}
