//! Products and windows with few columns, whose weights do not lie along the sum.
//!
//! Vectors along three or four channels have most lanes idle. The weights are turned, so that both factors lie along the
//! sum, and the product is taken in [dot form](super::dot_form): one vector of the other factor for all columns.

use super::super::normalise::normalise;
use super::first::{Prepared, computed_first, with_factor};
use super::{Factor, Product};
use crate::Target;
use crate::kernel::*;
use crate::loop_ir::DotOp;
use hloom_num::DType;

/// Fewest terms of all sums of a column, and points that share its weights, for which these are turned.
const FEWEST_TERMS: i64 = 1 << 16;
const FEWEST_POINTS: i64 = 32;
/// How many times fewer instructions the product has to take then.
const WORTH_TURNING: f64 = 1.2;

/// The product with the factor that few columns share turned, if it can be taken in dot form then.
pub(super) fn laid_along(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    let mut k = normalise(kernel);
    let p = Product::of(&k, t)?;
    let v = p.vector_axis()?;
    let f = p.vector_factor(v)?;
    let (few, many) = (&p.factors[f], &p.factors[1 - f]);
    let Body::Reduce { comb: Comb::Fma, .. } = k.def(p.def).body else { return None };
    let (elem, value, def) = (k.elem(few.expr), few.expr, p.def);
    let dtype = Kernel::dtype_of(elem).filter(|d| matches!(d, DType::F32 | DType::F64))?;
    let along = p.over.iter().copied().find(|a| many.stride(*a) == Some(1) && few.has(*a))?;
    let own = |all: &[AxisId]| all.iter().copied().filter(|a| few.has(*a) && *a != along).collect::<Vec<_>>();
    let shared: Vec<AxisId> = p.axes.iter().copied().filter(|a| !few.has(*a)).collect();
    let (terms, points) = (p.extent(&p.over), p.extent(&shared));
    let (results, sums) = (own(&p.axes), own(&p.over));
    // Instructions for words take half as long.
    let is_bf16 = |f: &Factor| f.buffer().is_some_and(|b| k.bufs[b.0 as usize].dtype == DType::BF16);
    let words = t.has_dot(DotOp::BF16) && is_bf16(few) && is_bf16(many);
    let idle = if words { 4 } else { 2 };
    let suits = few.stride(along) != Some(1)
        && few.safe
        && !many.has(v)
        && p.over.iter().all(|a| few.has(*a))
        && idle * k.extent(v) <= p.lanes
        && points >= FEWEST_POINTS
        && p.extent(&p.axes) / k.extent(v) * terms >= FEWEST_TERMS
        && p.elem_bytes * p.extent(&results) * terms <= t.l2_bytes as i64 / 4;
    if !suits {
        return None;
    }
    let axes = [results, sums, vec![along]].concat();
    let (first, read) = computed_first(&mut k, ("turned", dtype, elem), axes, |_| Body::Map(vec![value]));
    let turned = with_factor(k, def, f, read, first);
    let suits = Product::of(&turned.kernel, t)?.dot_axes(WORTH_TURNING).is_some();
    suits.then_some(turned)
}
