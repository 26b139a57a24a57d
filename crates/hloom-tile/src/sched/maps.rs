//! Defs put in front of others: Maps that a nest then stages, for the most part.

use crate::ix::Ix;
use crate::kernel::*;

/// A Map of one component.
pub(super) fn map(k: &Kernel, name: &str, axes: Vec<AxisId>, expr: ExprId) -> DefData {
    DefData { name: name.into(), axes, tys: vec![k.elem(expr)], body: Body::Map(vec![expr]) }
}

fn identity(axes: &[AxisId]) -> Vec<Ix> {
    axes.iter().map(|a| Ix::axis(*a)).collect()
}

/// The kernel with `defs` before Def `at`, which gets the number after theirs. Expressions keep their ids.
pub(super) fn insert(k: &Kernel, at: DefId, defs: Vec<DefData>) -> Kernel {
    let moved = |d: DefId| if d < at { d } else { DefId(d.0 + defs.len() as u32) };
    let mut new = Kernel::default();
    (new.axes, new.bufs) = (k.axes.clone(), k.bufs.clone());
    for (e, elem) in &k.exprs {
        let e = match e {
            Expr::Read(d, c, index) => Expr::Read(moved(*d), *c, index.clone()),
            other => other.clone(),
        };
        new.add_expr(*elem, e);
    }
    let (before, after) = k.defs.split_at(at.0 as usize);
    new.defs = [before, &defs, after].concat();
    new.outs = k.outs.iter().map(|o| Out { def: moved(o.def), ..o.clone() }).collect();
    new
}

/// Makes everything that reads component 0 of Def `from`, outs too, read that of Def `to`, which has the same axes.
pub(super) fn read_instead(k: &mut Kernel, from: DefId, to: DefId) {
    for e in (0..k.exprs.len()).map(|i| ExprId(i as u32)) {
        if let Expr::Read(d, 0, index) = k.expr(e)
            && *d == from
        {
            let read = Expr::Read(to, 0, index.clone());
            k.retype(e, k.elem(e), read);
        }
    }
    for o in k.outs.iter_mut().filter(|o| o.def == from) {
        o.def = to;
    }
}

/// The kernel with a Map behind Def `d`, of one component, that everything else reads in its place.
pub(super) fn kept(k: &Kernel, d: DefId, name: &str) -> (Kernel, DefId) {
    let (copy, data) = (DefId(d.0 + 1), k.def(d));
    let (Body::Map(any) | Body::Reduce { init: any, .. }) = &data.body;
    let mut new = insert(k, copy, vec![map(k, name, data.axes.clone(), any[0])]);
    read_instead(&mut new, d, copy);
    copy_of(&mut new, copy, d);
    (new, copy)
}

/// Makes an axis of a Def its last one, along which its values lie in scratch memory.
pub(super) fn put_last(k: &mut Kernel, d: DefId, axis: AxisId) {
    let axes = &mut k.defs[d.0 as usize].axes;
    let Some(at) = axes.iter().position(|a| *a == axis) else { return };
    axes[at..].rotate_left(1);
    for e in (0..k.exprs.len()).map(|i| ExprId(i as u32)) {
        if let Expr::Read(r, c, index) = k.expr(e)
            && *r == d
        {
            let mut index = index.clone();
            index[at..].rotate_left(1);
            let read = Expr::Read(d, *c, index);
            k.retype(e, k.elem(e), read);
        }
    }
}

/// Makes Map `to` the value of Map `from` at the same point.
pub(super) fn copy_of(k: &mut Kernel, to: DefId, from: DefId) {
    let read = read(k, from);
    k.defs[to.0 as usize].body = Body::Map(vec![read]);
}

/// The value of a Map of one component at the current point.
pub(super) fn read(k: &mut Kernel, d: DefId) -> ExprId {
    let data = k.def(d);
    let (elem, index) = (data.tys[0], identity(&data.axes));
    k.add_expr(elem, Expr::Read(d, 0, index))
}

/// Replaces an argument of a Reduce.
pub(super) fn set_arg(k: &mut Kernel, d: DefId, i: usize, e: ExprId) {
    if let Body::Reduce { args, .. } = &mut k.defs[d.0 as usize].body {
        args[i] = e;
    }
}
