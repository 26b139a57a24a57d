//! What an op costs, in element operations: enough to bound runs of programs that are not trusted.

use crate::Tensor;
use hloom_ir::{Kind, Op, TensorType};

/// Element operations that a process costs which lets another one go first: threads change places.
pub(crate) const TURN: u64 = 1000;

/// Element operations of one evaluation: at least the elements that are read and written.
pub(crate) fn work(op: &Op, operands: &[&Tensor], types: &[TensorType]) -> u64 {
    let read = operands.iter().fold(0u64, |n, t| n.saturating_add(t.data.len() as u64));
    let written = types.iter().fold(0u64, |n, t| n.saturating_add(t.num_elements() as u64));
    let moved = read.saturating_add(written).saturating_add(1);
    let product = |sizes: &[i64]| sizes.iter().fold(1u64, |n, &d| n.saturating_mul(d.max(1) as u64));
    let longest = operands.iter().flat_map(|t| t.dims()).copied().max().unwrap_or(1).max(1) as u64;
    let each = match op {
        Op::DotGeneral { dims, .. } => {
            let sizes = operands.first().map_or(&[][..], |t| t.dims());
            dims.lhs_contracting.iter().filter_map(|&d| sizes.get(d as usize)).fold(1, |n, &d| n * d.max(1) as u64)
        }
        Op::Convolution { .. } => operands.get(1).map_or(1, |t| t.data.len() as u64),
        Op::ReduceWindow { window_dimensions, .. } => product(window_dimensions),
        Op::SelectAndScatter { window_dimensions, .. } => window_dimensions.as_ref().map_or(1, |w| product(w)),
        _ => match op.kind() {
            // Comparisons of a merge sort.
            Kind::Sort => 64,
            // Factorisations, and the transforms of awkward lengths.
            Kind::Linalg | Kind::Host => longest,
            // Other windows and products.
            Kind::Window | Kind::Contract => operands.get(1).map_or(1, |t| t.data.len() as u64),
            _ => 1,
        },
    };
    moved.saturating_mul(each.max(1))
}
