//! Windows with few results a point, whose weights do not lie along the sum.
//!
//! Vectors along three or four channels have most lanes idle. The weights are turned, so that both factors lie along the
//! sum, and the product is taken in [dot form](super::dot_form): one vector of what the window slides over for all of
//! its results.

use super::super::normalise::normalise;
use super::Product;
use super::first::{Prepared, computed_first, with_factor};
use crate::Target;
use crate::kernel::*;
use crate::loop_ir::{DotOp, Elem};
use hloom_num::DType;

/// Fewest taps of a window, and multiply-adds.
const FEWEST_TAPS: i64 = 4;
const FEWEST_TERMS: i64 = 1 << 20;

/// The product with the factor that few columns share turned, if it can be taken in dot form then.
pub(super) fn laid_along(kernel: &Kernel, t: &Target) -> Option<Prepared> {
    let mut k = normalise(kernel);
    let p = Product::of(&k, t)?;
    let v = p.vector_axis()?;
    let f = p.vector_factor(v)?;
    let (few, many) = (&p.factors[f], &p.factors[1 - f]);
    let Body::Reduce { comb: Comb::Fma, .. } = k.def(p.def).body else { return None };
    let (elem, value, def) = (k.elem(few.expr), few.expr, p.def);
    let dtype = match elem {
        Elem::F32 => DType::F32,
        Elem::F64 => DType::F64,
        _ => return None,
    };
    let along = p.over.iter().copied().find(|a| many.stride(*a) == Some(1) && few.has(*a))?;
    let own = |all: &[AxisId]| all.iter().copied().filter(|a| few.has(*a) && *a != along).collect::<Vec<_>>();
    let columns = own(&p.axes);
    let terms = p.extent(&p.over);
    let (taps, count) = (terms / k.extent(along), p.extent(&columns) * terms);
    let work = p.extent(&p.axes) * terms;
    // Instructions for words take half as long.
    let words = t.has_dot(DotOp::BF16)
        && [few, many].iter().all(|f| f.buffer().is_some_and(|b| k.bufs[b.0 as usize].dtype == DType::BF16));
    let idle = if words { 4 } else { 2 };
    let suits = few.stride(along) != Some(1)
        && few.safe
        && !many.has(v)
        && columns.iter().all(|a| !many.has(*a))
        && p.over.iter().all(|a| few.has(*a))
        && idle * p.extent(&columns) <= p.lanes
        && taps >= FEWEST_TAPS
        && work >= FEWEST_TERMS
        && p.elem_bytes * count <= t.l2_bytes as i64 / 4;
    if !suits {
        return None;
    }
    let axes = [columns, own(&p.over), vec![along]].concat();
    let (first, read) = computed_first(&mut k, ("turned", dtype, elem), axes, |_| Body::Map(vec![value]));
    let turned = with_factor(k, def, f, read, first);
    let suits = Product::of(&turned.kernel, t)?.dot_axes().is_some();
    suits.then_some(turned)
}
