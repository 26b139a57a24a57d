//! Which elements of its buffers a task has for itself.
//!
//! Kernels whose tasks cut a buffer alike can follow each other on several threads without waiting: a thread reads what it wrote
//! itself.

use super::plain;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::lower::prep;
use crate::nest::{Bind, Nest, Tail};

/// Task `t` touches bytes `i` with `t * step ≤ i mod period < (t + 1) * step` only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cut {
    /// Bytes of a task.
    pub step: i64,
    /// Bytes of all tasks.
    pub period: i64,
}

/// By buffer: how the tasks of a nest cut it; `None` where one may touch what another does.
pub fn cuts(k: &Kernel, nest: &[Nest]) -> Vec<Option<Cut>> {
    let mut found = vec![None; k.bufs.len()];
    let [Nest::Loop { axis, step, bind: Bind::Grid, tail: Tail::Peel, body }] = nest else { return found };
    // A last task that is shorter may begin where the one before it has not ended.
    let may_begin_before = k.extent(*axis) % step != 0 && shifts(body, *axis);
    if matches!(body[..], [Nest::Loop { bind: Bind::Grid, .. }]) || !keep_apart(k, *axis) || may_begin_before {
        return found;
    }
    let mut mixed = vec![false; k.bufs.len()];
    let mut touch = |buf: BufId, index: &[Ix]| {
        let i = buf.0 as usize;
        let cut = cut(k, *axis, *step, index).map(|(step, period)| {
            let bytes = k.bufs[i].dtype.byte_size() as i64;
            Cut { step: step * bytes, period: period * bytes }
        });
        mixed[i] |= cut.is_none() || found[i].is_some_and(|c| Some(c) != cut);
        found[i] = cut;
    };
    for o in &k.outs {
        touch(o.buf, &o.index);
    }
    every_expr(k, &mut |e| {
        if let Expr::Load { buf, index, .. } = e {
            touch(*buf, index);
        }
    });
    found.into_iter().zip(mixed).map(|(cut, mixed)| cut.filter(|_| !mixed)).collect()
}

/// True if the last sub-range of a loop over the axis is computed in part twice.
fn shifts(nest: &[Nest], over: AxisId) -> bool {
    nest.iter().any(|n| match n {
        Nest::Loop { axis, tail, body, .. } => (*axis, *tail) == (over, Tail::Shift) || shifts(body, over),
        Nest::First { body, .. } | Nest::If { body, .. } => shifts(body, over),
        Nest::At { .. } | Nest::Tiles(_) | Nest::Store { .. } | Nest::Prefetch { .. } => false,
    })
}

/// Calls `f` with the expressions of what the outs need.
fn every_expr(k: &Kernel, f: &mut dyn FnMut(&Expr)) {
    let need = plain::needed(k);
    let defs = (0..k.defs.len()).filter(|d| need[*d]).flat_map(|d| prep::def_exprs(k, DefId(d as u32)));
    for e in defs.chain(k.outs.iter().flat_map(prep::out_exprs)) {
        prep::visit(k, e, f);
    }
}

/// True if what belongs to one point of the axis is computed from nothing that belongs to another.
fn keep_apart(k: &Kernel, axis: AxisId) -> bool {
    let need = plain::needed(k);
    let mut apart = (0..k.defs.len()).all(|d| !need[d] || !k.defs[d].over().contains(&axis));
    every_expr(k, &mut |e| {
        if let Expr::Read(d, _, index) = e {
            let place = k.def(*d).axes.iter().position(|a| *a == axis);
            apart &= place.is_none_or(|p| index[p].as_axis() == Some(axis));
        }
    });
    apart
}

/// Elements of a task and of all tasks, of a flat buffer.
fn cut(k: &Kernel, axis: AxisId, step: i64, index: &[Ix]) -> Option<(i64, i64)> {
    let [x] = index else { return None };
    let each = x.coef(axis);
    if each <= 0 {
        return None;
    }
    let period = each * k.extent(axis);
    // Beside whole periods, places inside a point of the axis.
    let mut inside = x.c.rem_euclid(period);
    for (term, n) in &x.terms {
        match term {
            Term::Axis(a) if *a == axis => {}
            _ if n % period == 0 => {}
            Term::Axis(a) if *n > 0 => inside += n * (k.extent(*a) - 1).max(0),
            _ => return None,
        }
    }
    (inside < each).then_some((step * each, period))
}
