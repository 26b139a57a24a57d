//! Kernels with as few axes as they can have: buffers become one-dimensional, axes of one point vanish, and neighbouring
//! axes that every access steps through as one become one. An axis of which accesses take quotients and remainders becomes two
//! where these are axes then.

use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::lower::prep;
use rustc_hash::FxHashMap;

/// The same kernel (same buffers, same outs) in normal form.
pub(super) fn normalise(k: &Kernel) -> Kernel {
    let mut k = flatten(k);
    for a in 0..k.axes.len() {
        if k.axes[a].extent == 1 {
            k = without(&k, AxisId(a as u32));
        }
    }
    'again: loop {
        for d in 0..k.defs.len() {
            for pair in lists(&k, d).iter().flat_map(|l| l.windows(2)) {
                let (a, b) = (pair[0], pair[1]);
                if k.extent(a) != 1 && mergeable(&k, a, b) {
                    let n = k.extent(a);
                    k.axes[b.0 as usize].extent *= n;
                    k.axes[a.0 as usize].extent = 1;
                    k = without(&k, a);
                    continue 'again;
                }
            }
        }
        match split(&k) {
            Some(with_two) => k = with_two,
            None => return k,
        }
    }
}

/// The kernel with an axis as two, the period of a remainder as the inner one, if it has fewer quotients and remainders then.
fn split(k: &Kernel) -> Option<Kernel> {
    /// Shorter periods are read in place: vectors along them would have few elements.
    const SHORTEST: i64 = 32;
    let mut periods = Vec::new();
    each_coordinate(k, &mut |x| {
        divisions(x, &mut |y, d| {
            for (t, n) in &y.terms {
                let Term::Axis(a) = t else { continue };
                let period = d / n.abs();
                if d >= SHORTEST && d % n == 0 && period > 1 && k.extent(*a) > period && k.extent(*a) % period == 0 {
                    periods.push((*a, period));
                }
            }
        })
    });
    periods.sort_unstable();
    periods.dedup();
    let before = count(k);
    periods.into_iter().map(|(a, period)| in_two(k, a, period)).find(|new| count(new) < before)
}

/// Quotients and remainders in all coordinates.
fn count(k: &Kernel) -> usize {
    let mut n = 0;
    each_coordinate(k, &mut |x| divisions(x, &mut |_, _| n += 1));
    n
}

/// Calls `f` with what is divided, and by what, at any depth.
fn divisions(x: &Ix, f: &mut dyn FnMut(&Ix, i64)) {
    for (t, _) in &x.terms {
        if let Term::Div(y, d) | Term::Mod(y, d) = t {
            f(y, *d);
            divisions(y, f);
        }
    }
}

/// Calls `f` with the coordinates of a kernel, but for those of what its outs do not need.
fn each_coordinate(k: &Kernel, f: &mut dyn FnMut(&Ix)) {
    let see_pred = |p: &Pred, f: &mut dyn FnMut(&Ix)| {
        for t in &p.0 {
            if let Atom::Range(x, ..) | Atom::Divides(x, _) = t {
                f(x);
            }
        }
    };
    let need = super::plain::needed(k);
    let mut roots: Vec<ExprId> = Vec::new();
    for (d, data) in k.defs.iter().enumerate().filter(|(d, _)| need[*d]) {
        if let Body::Reduce { when, .. } = &data.body {
            see_pred(when, f);
        }
        roots.extend(prep::def_exprs(k, DefId(d as u32)));
    }
    for o in &k.outs {
        o.index.iter().for_each(&mut *f);
        see_pred(&o.when, f);
        roots.extend(prep::out_exprs(o));
    }
    for e in roots {
        prep::visit(k, e, &mut |e| match e {
            Expr::Coord(x) => f(x),
            Expr::Load { index, when, .. } => {
                index.iter().for_each(&mut *f);
                see_pred(when, f);
            }
            Expr::Read(_, _, index) => index.iter().for_each(&mut *f),
            _ => {}
        });
    }
}

/// The kernel with an axis as two: what was its coordinate is the outer one's times `period` and the inner one's, which keeps the name.
fn in_two(k: &Kernel, a: AxisId, period: i64) -> Kernel {
    let mut k = k.clone();
    let outer = AxisId(k.axes.len() as u32);
    k.axes.push(k.axes[a.0 as usize].clone());
    k.axes[outer.0 as usize].extent /= period;
    k.axes[a.0 as usize].extent = period;
    let k = &k;
    let extent = |a: AxisId| k.extent(a);
    let both = Ix::axis(outer).scale(period).add(&Ix::axis(a));
    let ix = |x: &Ix| x.substitute(&|b| if b == a { both.clone() } else { Ix::axis(b) }, &mut |e| e, &extent);
    let reads = |d: &DefData, index: Vec<Ix>| {
        let parts = |(x, of): (Ix, &AxisId)| {
            if *of == a { vec![x.div(period, &extent), x.rem(period, &extent)] } else { vec![x] }
        };
        index.into_iter().zip(&d.axes).flat_map(parts).collect()
    };
    let r = Rewrite { reads: &reads, ..Rewrite::new(k, &ix) };
    let with_outer = |b: &AxisId| if *b == a { vec![outer, a] } else { vec![*b] };
    r.run(k.bufs.clone(), &|axes| axes.iter().flat_map(with_outer).collect())
}

/// The axis lists of a Def: its coordinates and what it reduces.
fn lists(k: &Kernel, d: usize) -> Vec<Vec<AxisId>> {
    let data = &k.defs[d];
    match &data.body {
        Body::Map(_) => vec![data.axes.clone()],
        Body::Reduce { over, .. } => vec![data.axes.clone(), over.clone()],
    }
}

/// Maps the index of a load or store.
type Access<'a> = dyn Fn(&Kernel, BufId, Vec<Ix>) -> Vec<Ix> + 'a;

/// Rewrites every coordinate of a kernel. `access` gets the whole index of a load or store and its buffer, `reads` the
/// index of a read of a Def.
struct Rewrite<'a> {
    from: &'a Kernel,
    to: Kernel,
    map: FxHashMap<ExprId, ExprId>,
    access: &'a Access<'a>,
    ix: &'a dyn Fn(&Ix) -> Ix,
    reads: &'a dyn Fn(&DefData, Vec<Ix>) -> Vec<Ix>,
    bufs: Option<&'a dyn Fn(BufId) -> BufId>,
}

fn same_access(_: &Kernel, _: BufId, index: Vec<Ix>) -> Vec<Ix> {
    index
}

fn same_reads(_: &DefData, index: Vec<Ix>) -> Vec<Ix> {
    index
}

impl<'a> Rewrite<'a> {
    /// Of coordinates alone.
    fn new(from: &'a Kernel, ix: &'a dyn Fn(&Ix) -> Ix) -> Rewrite<'a> {
        Rewrite {
            from,
            to: Kernel::default(),
            map: FxHashMap::default(),
            access: &same_access,
            ix,
            reads: &same_reads,
            bufs: None,
        }
    }

    fn coord(&mut self, x: &Ix) -> Ix {
        let values: Vec<ExprId> =
            x.terms.iter().filter_map(|(t, _)| if let Term::Value(e) = t { Some(*e) } else { None }).collect();
        for e in values {
            self.expr(e);
        }
        let mapped = (self.ix)(x);
        self.values(&mapped)
    }

    /// Renames run-time values, at any depth.
    fn values(&mut self, x: &Ix) -> Ix {
        let mut out = Ix::constant(x.c);
        for (t, k) in &x.terms {
            let t = match t {
                Term::Axis(a) => Term::Axis(*a),
                Term::Div(y, d) => Term::Div(Box::new(self.values(y)), *d),
                Term::Mod(y, d) => Term::Mod(Box::new(self.values(y)), *d),
                Term::Value(e) => Term::Value(self.expr(*e)),
            };
            let term = Ix { c: 0, terms: smallvec::smallvec![(t, 1)] };
            out = out.add(&term.scale(*k));
        }
        out
    }

    fn index(&mut self, buf: BufId, index: &[Ix]) -> Vec<Ix> {
        let index = index.iter().map(|x| self.coord(x)).collect();
        (self.access)(self.from, buf, index)
    }

    fn pred(&mut self, p: &Pred) -> Pred {
        let atom = |s: &mut Self, a: &Atom| match a {
            Atom::Range(x, lo, hi) => Atom::Range(s.coord(x), *lo, *hi),
            Atom::Divides(x, d) => Atom::Divides(s.coord(x), *d),
            Atom::Cond(e) => Atom::Cond(s.expr(*e)),
        };
        Pred(p.0.iter().map(|a| atom(self, a)).collect())
    }

    fn exprs(&mut self, e: &[ExprId]) -> Vec<ExprId> {
        e.iter().map(|e| self.expr(*e)).collect()
    }

    fn expr(&mut self, e: ExprId) -> ExprId {
        if let Some(v) = self.map.get(&e) {
            return *v;
        }
        let from = self.from;
        let new = match from.expr(e) {
            Expr::Coord(x) => Expr::Coord(self.coord(x)),
            Expr::Load { buf, index, when, other } => Expr::Load {
                buf: self.bufs.map_or(*buf, |f| f(*buf)),
                index: self.index(*buf, index),
                when: self.pred(when),
                other: other.map(|o| self.expr(o)),
            },
            Expr::Read(d, c, index) => {
                let index = index.iter().map(|x| self.coord(x)).collect();
                Expr::Read(*d, *c, (self.reads)(from.def(*d), index))
            }
            other => prep::with_operands(other, &mut |x| self.expr(x)),
        };
        let new = self.to.add_expr(from.elem(e), new);
        self.map.insert(e, new);
        new
    }

    /// Rewrites all Defs and outs; `axes` maps an axis list.
    fn run(mut self, bufs: Vec<BufData>, axes: &dyn Fn(&[AxisId]) -> Vec<AxisId>) -> Kernel {
        let from = self.from;
        self.to.axes = from.axes.clone();
        self.to.bufs = bufs;
        self.to.own = from.own;
        for d in &from.defs {
            let body = match &d.body {
                Body::Map(e) => Body::Map(self.exprs(e)),
                Body::Reduce { over, comb, init, args, when } => Body::Reduce {
                    over: axes(over),
                    comb: match comb {
                        Comb::Custom { results, commutes } => {
                            Comb::Custom { results: self.exprs(results), commutes: *commutes }
                        }
                        other => other.clone(),
                    },
                    init: self.exprs(init),
                    args: self.exprs(args),
                    when: self.pred(when),
                },
            };
            self.to.add_def(d.name.clone(), axes(&d.axes), d.tys.clone(), body);
        }
        for o in &from.outs {
            let index = self.index(o.buf, &o.index);
            let when = self.pred(&o.when);
            self.to.outs.push(Out { buf: o.buf, index, def: o.def, component: o.component, when });
        }
        self.to
    }
}

fn flatten(k: &Kernel) -> Kernel {
    let access = |k: &Kernel, buf: BufId, index: Vec<Ix>| vec![k.bufs[buf.0 as usize].offset(&index)];
    let flat = |b: &BufData| BufData { dims: vec![b.span()], strides: vec![1], ..b.clone() };
    let r = Rewrite { access: &access, ..Rewrite::new(k, &|x| x.clone()) };
    r.run(k.bufs.iter().map(flat).collect(), &|a| a.to_vec())
}

/// Args and guard of a Reduce with an axis replaced by a coordinate; new expressions go to the kernel.
pub(super) fn with_axis(k: &mut Kernel, axis: AxisId, by: &Ix, args: &[ExprId], when: &Pred) -> (Vec<ExprId>, Pred) {
    let from = k.clone();
    let extent = |a: AxisId| from.extent(a);
    let ix = |x: &Ix| x.substitute(&|a| if a == axis { by.clone() } else { Ix::axis(a) }, &mut |e| e, &extent);
    let mut r = Rewrite { to: std::mem::take(k), ..Rewrite::new(&from, &ix) };
    let (args, when) = (r.exprs(args), r.pred(when));
    *k = r.to;
    (args, when)
}

/// The kernel with the Defs that its outs need and the buffers that these use; the latter by their old names, those from
/// `new` on left out of the list.
pub(super) fn only_needed(k: &Kernel, new: usize) -> (Kernel, Vec<BufId>) {
    let need = super::plain::needed(k);
    let mut used = vec![false; k.bufs.len()];
    for o in &k.outs {
        used[o.buf.0 as usize] = true;
    }
    for d in (0..k.defs.len()).filter(|d| need[*d]) {
        for e in prep::def_exprs(k, DefId(d as u32)) {
            prep::visit(k, e, &mut |e| {
                if let Expr::Load { buf, .. } = e {
                    used[buf.0 as usize] = true;
                }
            });
        }
    }
    let kept: Vec<usize> = (0..k.bufs.len()).filter(|b| used[*b]).collect();
    let renamed = |b: BufId| BufId(kept.iter().position(|x| *x == b.0 as usize).unwrap_or(0) as u32);
    let mut out = k.clone();
    // Unused Defs lose their bodies, so that nothing names a buffer that is gone.
    for (d, data) in out.defs.iter_mut().enumerate() {
        if !need[d] {
            (data.axes, data.tys, data.body) = (vec![], vec![], Body::Map(vec![]));
        }
    }
    let r = Rewrite { bufs: Some(&renamed), ..Rewrite::new(&out, &|x| x.clone()) };
    let mut out = r.run(kept.iter().map(|b| k.bufs[*b].clone()).collect(), &|axes| axes.to_vec());
    for o in &mut out.outs {
        o.buf = renamed(o.buf);
    }
    out.own = None;
    (out, kept.into_iter().filter(|b| *b < new).map(|b| BufId(b as u32)).collect())
}

/// The kernel without an axis whose coordinate is always 0.
fn without(k: &Kernel, gone: AxisId) -> Kernel {
    let extent = |a: AxisId| k.extent(a);
    let ix = |x: &Ix| x.substitute(&|a| if a == gone { Ix::constant(0) } else { Ix::axis(a) }, &mut |e| e, &extent);
    let reads = |d: &DefData, index: Vec<Ix>| {
        index.into_iter().zip(&d.axes).filter(|(_, a)| **a != gone).map(|(x, _)| x).collect()
    };
    let r = Rewrite { reads: &reads, ..Rewrite::new(k, &ix) };
    r.run(k.bufs.clone(), &|axes| axes.iter().copied().filter(|a| *a != gone).collect())
}

/// True if `a` and `b` are always the neighbouring digits of one coordinate.
fn mergeable(k: &Kernel, a: AxisId, b: AxisId) -> bool {
    let side_by_side = |axes: &[AxisId]| match axes.iter().position(|x| *x == a) {
        Some(i) => axes.get(i + 1) == Some(&b),
        None => !axes.contains(&b),
    };
    if !(0..k.defs.len()).all(|d| lists(k, d).iter().all(|l| side_by_side(l))) {
        return false;
    }
    let n = k.extent(b);
    let ok = |x: &Ix| {
        let mut all = x.coef(a) == n * x.coef(b);
        divisions(x, &mut |y, _| all &= y.coef(a) == n * y.coef(b));
        all
    };
    let pred_ok = |p: &Pred| {
        p.0.iter().all(|t| match t {
            Atom::Range(x, ..) | Atom::Divides(x, _) => ok(x),
            Atom::Cond(_) => true,
        })
    };
    let mut good = k.outs.iter().all(|o| o.index.iter().all(ok) && pred_ok(&o.when));
    let mut see = |e: &Expr| {
        good &= match e {
            Expr::Coord(x) => ok(x),
            Expr::Load { index, when, .. } => index.iter().all(ok) && pred_ok(when),
            Expr::Read(d, _, index) => index
                .iter()
                .zip(&k.def(*d).axes)
                .all(|(x, of)| if *of == a || *of == b { x.as_axis() == Some(*of) } else { ok(x) }),
            _ => true,
        };
    };
    for d in 0..k.defs.len() {
        if let Body::Reduce { when, .. } = &k.defs[d].body
            && !pred_ok(when)
        {
            return false;
        }
        for e in prep::def_exprs(k, DefId(d as u32)) {
            prep::visit(k, e, &mut see);
        }
    }
    for o in &k.outs {
        for e in prep::out_exprs(o) {
            prep::visit(k, e, &mut see);
        }
    }
    good
}
