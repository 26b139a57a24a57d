//! Maps put in front of a Def, which a nest then stages.

use crate::ix::Ix;
use crate::kernel::*;

/// A Map to put in front of a Def.
pub(super) struct NewMap {
    pub(super) name: &'static str,
    pub(super) axes: Vec<AxisId>,
    pub(super) expr: ExprId,
}

fn identity(axes: &[AxisId]) -> Vec<Ix> {
    axes.iter().map(|a| Ix::axis(*a)).collect()
}

/// The kernel with `maps` before Def `at`, which gets the number after theirs. Expressions keep their ids.
pub(super) fn insert(k: &Kernel, at: DefId, maps: Vec<NewMap>) -> Kernel {
    let moved = |d: DefId| if d < at { d } else { DefId(d.0 + maps.len() as u32) };
    let mut new = Kernel::default();
    (new.axes, new.bufs) = (k.axes.clone(), k.bufs.clone());
    for (e, elem) in &k.exprs {
        let e = match e {
            Expr::Read(d, c, index) => Expr::Read(moved(*d), *c, index.clone()),
            other => other.clone(),
        };
        new.add_expr(*elem, e);
    }
    for (i, d) in k.defs.iter().enumerate() {
        if i == at.0 as usize {
            for m in &maps {
                new.add_def(m.name, m.axes.clone(), vec![k.elem(m.expr)], Body::Map(vec![m.expr]));
            }
        }
        new.add_def(d.name.clone(), d.axes.clone(), d.tys.clone(), d.body.clone());
    }
    new.outs = k.outs.iter().map(|o| Out { def: moved(o.def), ..o.clone() }).collect();
    new
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
