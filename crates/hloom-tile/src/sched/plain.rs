//! The nest that every kernel has: scalar loops over all points.
//!
//! The *rows* are the axes that every Reduce and every out has and every read keeps. Inside a row come the Reduces in
//! order, each with loops of its own, then the outs. A Reduce with more axes than the rows is staged.

use super::{around, at};
use crate::kernel::*;
use crate::nest::{Bind, Nest, Space};

/// Axes that every needed Reduce and every out has, and that every read of a Def passes on unchanged.
pub(super) fn row_axes(k: &Kernel, needed: &[bool]) -> Vec<AxisId> {
    let Some(first) = k.outs.first() else { return Vec::new() };
    let mut rows = k.def(first.def).axes.clone();
    let mut keep = |axes: &[AxisId]| rows.retain(|a| axes.contains(a));
    for o in &k.outs {
        keep(&k.def(o.def).axes);
    }
    for (d, data) in k.defs.iter().enumerate() {
        if needed[d] && matches!(data.body, Body::Reduce { .. }) {
            keep(&data.axes);
        }
    }
    for (e, _) in &k.exprs {
        if let Expr::Read(d, _, index) = e {
            for (x, a) in index.iter().zip(&k.def(*d).axes) {
                if x.as_axis() != Some(*a) {
                    rows.retain(|r| r != a);
                }
            }
        }
    }
    rows
}

/// The Reduce of a kernel that has one, if the outs have its axes and what reads it does so point by point.
pub(super) fn only_reduce(k: &Kernel) -> Option<DefId> {
    let needed = needed(k);
    let mut reduces = (0..k.defs.len()).filter(|i| needed[*i] && matches!(k.defs[*i].body, Body::Reduce { .. }));
    let def = DefId(reduces.next()? as u32);
    let rows = row_axes(k, &needed);
    let axes = &k.def(def).axes;
    let alike = axes.iter().all(|a| rows.contains(a)) && k.outs.iter().all(|o| k.def(o.def).axes.len() == axes.len());
    (alike && reduces.next().is_none()).then_some(def)
}

/// By Def: some out depends on it.
pub(super) fn needed(k: &Kernel) -> Vec<bool> {
    let mut need = vec![false; k.defs.len()];
    for o in &k.outs {
        need[o.def.0 as usize] = true;
        for e in crate::lower::prep::out_exprs(o) {
            mark(k, e, &mut need);
        }
    }
    for d in (0..k.defs.len()).rev() {
        if need[d] {
            for e in crate::lower::prep::def_exprs(k, DefId(d as u32)) {
                mark(k, e, &mut need);
            }
        }
    }
    need
}

fn mark(k: &Kernel, root: ExprId, need: &mut [bool]) {
    crate::lower::prep::visit(k, root, &mut |e| {
        if let Expr::Read(d, ..) = e {
            need[d.0 as usize] = true;
        }
    });
}

/// The nest.
pub(super) fn nest(k: &Kernel) -> Vec<Nest> {
    let need = needed(k);
    let rows = row_axes(k, &need);
    let mut phases = Vec::new();
    for (i, d) in k.defs.iter().enumerate() {
        let Body::Reduce { over, .. } = &d.body else { continue };
        if !need[i] {
            continue;
        }
        let def = DefId(i as u32);
        let extra: Vec<AxisId> = d.axes.iter().copied().filter(|a| !rows.contains(a)).collect();
        let eval = if extra.is_empty() { at(def) } else { Nest::At { def, space: Space::Local } };
        phases.extend(around(&extra, Bind::Serial, around(over, Bind::Serial, vec![eval])));
    }
    for (i, o) in k.outs.iter().enumerate() {
        let extra: Vec<AxisId> = k.def(o.def).axes.iter().copied().filter(|a| !rows.contains(a)).collect();
        phases.extend(around(&extra, Bind::Serial, vec![Nest::Store { out: i as u32, stream: false }]));
    }
    around(&rows, Bind::Grid, phases)
}
