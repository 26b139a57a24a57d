//! Normal form of a kernel's axes: an axis that coordinates divide by a constant is split, so that reads through reshapes
//! become affine; neighbouring axes that everything walks through as one are merged.

use hloom_tile::ix::{Ix, Term};
use hloom_tile::kernel::{Atom, AxisData, AxisId, Body, Expr, Kernel, Pred};

/// Splits axes until no coordinate divides one.
pub(crate) fn normalise(mut k: Kernel) -> Kernel {
    // Each split removes a divisor; the bound guards against chains that never end.
    for _ in 0..32 {
        match divided_axis(&k) {
            Some((a, d)) => k = split(&k, a, d),
            None => break,
        }
    }
    k
}

fn visit_ix(k: &Kernel, f: &mut dyn FnMut(&Ix)) {
    let pred = |p: &Pred, f: &mut dyn FnMut(&Ix)| {
        for a in &p.0 {
            if let Atom::Range(x, ..) | Atom::Divides(x, _) = a {
                f(x);
            }
        }
    };
    for (e, _) in &k.exprs {
        match e {
            Expr::Coord(x) => f(x),
            Expr::Load { index, when, .. } => {
                index.iter().for_each(&mut *f);
                pred(when, f);
            }
            Expr::Read(_, _, index) => index.iter().for_each(&mut *f),
            _ => {}
        }
    }
    for d in &k.defs {
        if let Body::Reduce { when, .. } = &d.body {
            pred(when, f);
        }
    }
    for o in &k.outs {
        o.index.iter().for_each(&mut *f);
        pred(&o.when, f);
    }
}

/// An axis that stands alone under a division, and a divisor that divides its extent.
fn divided_axis(k: &Kernel) -> Option<(AxisId, i64)> {
    let mut found: Option<(AxisId, i64)> = None;
    fn look(k: &Kernel, x: &Ix, found: &mut Option<(AxisId, i64)>) {
        for (t, _) in &x.terms {
            if let Term::Div(y, d) | Term::Mod(y, d) = t {
                if let Some(a) = y.as_axis()
                    && k.extent(a) % d == 0
                    && *d < k.extent(a)
                {
                    // The smallest divisor first: larger ones follow from it.
                    if found.is_none_or(|f| (f.0, f.1) > (a, *d)) {
                        *found = Some((a, *d));
                    }
                } else {
                    look(k, y, found);
                }
            }
        }
    }
    visit_ix(k, &mut |x| look(k, x, &mut found));
    found
}

/// Replaces axis `a` by an outer axis and an inner one of extent `d`.
fn split(k: &Kernel, a: AxisId, d: i64) -> Kernel {
    let mut axes = k.axes.clone();
    let name = axes[a.0 as usize].name.clone();
    let inner = AxisId(axes.len() as u32);
    axes[a.0 as usize].extent /= d;
    axes[a.0 as usize].name = format!("{name}o");
    axes.push(AxisData { name: format!("{name}i"), extent: d });
    rebuild(k, axes, a, inner, d)
}

fn rebuild(k: &Kernel, axes: Vec<AxisData>, a: AxisId, inner: AxisId, d: i64) -> Kernel {
    let extents: Vec<i64> = axes.iter().map(|x| x.extent).collect();
    let extent = move |x: AxisId| extents[x.0 as usize];
    let axis = |x: AxisId| if x == a { Ix::axis(a).scale(d).add(&Ix::axis(inner)) } else { Ix::axis(x) };
    let ix = |x: &Ix| x.substitute(&axis, &mut |e| e, &extent);
    let pred = |p: &Pred| {
        Pred(
            p.0.iter()
                .map(|at| match at {
                    Atom::Range(x, lo, hi) => Atom::Range(ix(x), *lo, *hi),
                    Atom::Divides(x, n) => Atom::Divides(ix(x), *n),
                    Atom::Cond(e) => Atom::Cond(*e),
                })
                .collect(),
        )
    };
    let list = |v: &[AxisId]| -> Vec<AxisId> {
        v.iter().flat_map(|&x| if x == a { vec![a, inner] } else { vec![x] }).collect()
    };
    let mut out = k.clone();
    out.axes = axes;
    for (e, _) in &mut out.exprs {
        match e {
            Expr::Coord(x) => *x = ix(x),
            Expr::Load { index, when, .. } => {
                index.iter_mut().for_each(|x| *x = ix(x));
                *when = pred(when);
            }
            Expr::Read(def, _, index) => {
                // A coordinate of the split axis becomes two.
                let old = k.def(*def).axes.clone();
                *index = index
                    .iter()
                    .zip(&old)
                    .flat_map(|(x, &of)| {
                        let x = ix(x);
                        if of == a { vec![x.div(d, &extent), x.rem(d, &extent)] } else { vec![x] }
                    })
                    .collect();
            }
            _ => {}
        }
    }
    for def in &mut out.defs {
        def.axes = list(&def.axes);
        if let Body::Reduce { over, when, .. } = &mut def.body {
            *over = list(over);
            *when = pred(when);
        }
    }
    for o in &mut out.outs {
        o.index.iter_mut().for_each(|x| *x = ix(x));
        o.when = pred(&o.when);
    }
    out
}
