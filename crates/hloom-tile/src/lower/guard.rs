//! Guards: decided by intervals, turned into loop bounds, peeled off, or left as masks.

use super::lin::{Fact, Lin, fits_i32};
use super::prep::{LoopNode, Node, has_loop};
use super::{Env, First, Len, Lower, Range, Res};
use crate::ix::{Ix, Term};
use crate::kernel::{Atom, AxisId, Body, DefId, Expr, ExprId, Pred};
use crate::loop_ir::{BinOp, CmpOp, Elem, Val};
use crate::nest::{Bind, Tiles};

/// A coordinate, and the half-open interval that a guard wants it in.
pub(super) type Bound = (Ix, i64, i64);
/// An atom of a Reduce's guard, by its number.
pub(super) type GuardAtom = (DefId, usize);

/// Most points that are written out for a body that is there twice, with guards and without. Measured: bodies of 96 to 192 points run 1.3
/// to 2.1 times as fast and take a tenth longer to compile; of 240 and 264 1.0 to 1.2, and two thirds longer.
const MOST_TWICE: i64 = 200;

/// What is known of a guard.
pub(super) enum Truth {
    Always,
    Never,
    /// Scalar or vector I1.
    If(Val),
}

impl Lower<'_> {
    /// Evaluates a guard at a point. `owner`: the Def whose `when` it is, for atoms that loop bounds ensure.
    pub(super) fn pred(&mut self, p: &Pred, owner: Option<DefId>, env: &mut Env) -> Res<Truth> {
        let mut all: Option<Val> = None;
        for (i, atom) in p.0.iter().enumerate() {
            if owner.is_some_and(|d| self.proven.contains(&(d, i))) {
                continue;
            }
            match self.atom(atom, env)? {
                Truth::Always => {}
                Truth::Never => return Ok(Truth::Never),
                Truth::If(v) => {
                    all = Some(match all {
                        None => v,
                        Some(a) => {
                            let n = self.b.ty(a).lanes.max(self.b.ty(v).lanes);
                            let (a, v) = (self.b.splat(a, n), self.b.splat(v, n));
                            self.b.bin(BinOp::And, a, v)
                        }
                    });
                }
            }
        }
        Ok(all.map_or(Truth::Always, Truth::If))
    }

    fn atom(&mut self, atom: &Atom, env: &mut Env) -> Res<Truth> {
        match atom {
            Atom::Range(x, lo, hi) => {
                let l = self.ix(x, env)?;
                if lo >= hi {
                    return Ok(Truth::Never);
                }
                let range = self.lin_range(&l);
                if let Some((a, b)) = range {
                    if *lo <= a && b < *hi {
                        return Ok(Truth::Always);
                    }
                    if b < *lo || *hi <= a {
                        return Ok(Truth::Never);
                    }
                }
                // lo <= x < hi as one unsigned comparison.
                let l = l.offset(lo.wrapping_neg());
                let span = hi.wrapping_sub(*lo);
                let moved = range.map(|(a, b)| (a.wrapping_sub(*lo), b.wrapping_sub(*lo)));
                let v = self.lin_value(&l, compared_in(&l, moved.filter(|_| fits_i32((0, span)))));
                let n = self.b.int(self.b.ty(v), span);
                Ok(Truth::If(self.b.cmp(CmpOp::ULt, v, n)))
            }
            Atom::Divides(d, n) => {
                let l = self.ix(d, env)?;
                let (_, r) = self.lin_div_mod(&l, *n);
                let range = self.lin_range(&r);
                if let Some((a, b)) = range {
                    if a == 0 && b == 0 {
                        return Ok(Truth::Always);
                    }
                    if a > 0 || b < 0 {
                        return Ok(Truth::Never);
                    }
                }
                let v = self.lin_value(&r, compared_in(&r, range));
                let zero = self.b.int(self.b.ty(v), 0);
                Ok(Truth::If(self.b.cmp(CmpOp::Eq, v, zero)))
            }
            Atom::Cond(e) => {
                if let Expr::Int(i) = self.k.expr(*e) {
                    return Ok(if *i & 1 == 1 { Truth::Always } else { Truth::Never });
                }
                Ok(Truth::If(self.eval(*e, env)?))
            }
        }
    }

    /// The interval of a coordinate when every axis runs over its current range, `axis` over `sub`.
    pub(super) fn interval(&self, x: &Ix, axis: AxisId, sub: (i64, i64)) -> Option<(i64, i64)> {
        let mut unknown = false;
        for (t, _) in &x.terms {
            unknown |= !matches!(t, Term::Axis(_));
        }
        if unknown {
            return None;
        }
        let (mut lo, mut hi) = (x.c, x.c);
        for (t, k) in &x.terms {
            let Term::Axis(a) = t else { return None };
            let (p, q) = if *a == axis { sub } else { self.axis_interval(*a)? };
            let (p, q) = (p.checked_mul(*k)?, q.checked_mul(*k)?);
            lo = lo.checked_add(p.min(q))?;
            hi = hi.checked_add(p.max(q))?;
        }
        Some((lo, hi))
    }

    pub(super) fn axis_interval(&self, a: AxisId) -> Option<(i64, i64)> {
        let r = &self.ranges[a.0 as usize];
        let (lo, hi) = self.lin_range(&r.base)?;
        Some((lo, hi.checked_add(max_len(r) - 1)?))
    }

    /// The body of a loop at a sub-range whose place is known to the running program only: without the guards of windows where they hold
    /// for all its points, which is nearly everywhere, else with them.
    pub(super) fn guarded_at(&mut self, l: &LoopNode, (base, iv): (&Lin, Val), step: i64, here: First) -> Res {
        let mut at = base.clone();
        self.lin_add(&mut at, &Lin::value(iv), 1);
        // From a place that the compiler knows, edges are peeled off if that is worth while.
        let guards = if base.terms.is_empty() { None } else { self.inside(l, &at, step)? };
        match guards {
            Some((inside, atoms)) => self.branch(
                inside,
                |s| s.with_proven(atoms, |s| s.body_at(l, at.clone(), step, here)),
                |s| s.body_at(l, at.clone(), step, here),
            ),
            None => self.body_at(l, at, step, here),
        }
    }

    /// Does something where these atoms of guards hold.
    fn with_proven(&mut self, atoms: Vec<GuardAtom>, f: impl FnOnce(&mut Self) -> Res) -> Res {
        let mark = self.proven.len();
        self.proven.extend(atoms);
        f(self)?;
        self.proven.truncate(mark);
        Ok(())
    }

    /// Whether guards of Reduces below a loop hold for all points of a sub-range of several, and these guards; if there are any that
    /// only the running program knows, and of whose axes no other one has such a place.
    fn inside(&mut self, l: &LoopNode, at: &Lin, step: i64) -> Res<Option<(Val, Vec<GuardAtom>)>> {
        // Where masks are cheap, lanes are masked: that costs less than it takes to compile the body twice.
        let masks = self.target.cheap_masks && is_in_lanes(l);
        if step == 1 || l.has_first || masks || self.written(l, &|_| true) > MOST_TWICE {
            return Ok(None);
        }
        let (mut atoms, mut bounds) = (Vec::new(), Vec::new());
        for d in defs_below(&l.body) {
            let Body::Reduce { when, .. } = &self.k.def(d).body else { continue };
            for (i, atom) in when.0.iter().enumerate() {
                let Atom::Range(x, lo, hi) = atom else { continue };
                let known = |a: AxisId| a == l.axis || self.ranges[a.0 as usize].base.terms.is_empty();
                let linear = x.terms.iter().all(|(t, _)| matches!(t, Term::Axis(a) if known(*a)));
                if x.coef(l.axis) == 0 || !linear || self.proven.contains(&(d, i)) {
                    continue;
                }
                let Some((p, q)) = self.interval(x, l.axis, (0, step - 1)) else { continue };
                atoms.push((d, i));
                bounds.push((x.coef(l.axis), *lo - p, *hi - q));
            }
        }
        // lo <= coefficient · place < hi
        let mut all = None;
        for (coef, lo, hi) in bounds {
            let mut place = Lin::constant(0);
            self.lin_add(&mut place, at, coef);
            match self.lin_range(&place) {
                Some((p, q)) if lo <= p && q < hi => continue,
                _ => {}
            }
            let (place, lo, hi) = (self.lin_scalar(&place), self.b.i64(lo), self.b.i64(hi));
            for cond in [self.b.cmp(CmpOp::SLe, lo, place), self.b.cmp(CmpOp::SLt, place, hi)] {
                all = Some(match all {
                    None => cond,
                    Some(all) => self.b.bin(BinOp::And, all, cond),
                });
            }
        }
        Ok(all.map(|all| (all, atoms)))
    }

    /// Range atoms that mention the axis linearly, in what the nodes evaluate directly.
    pub(super) fn atoms_below(&self, nodes: &[Node], axis: AxisId) -> Vec<Bound> {
        let mut out = Vec::new();
        let mut see = |p: &Pred, owner: Option<DefId>| {
            for (i, a) in p.0.iter().enumerate() {
                if let Atom::Range(x, lo, hi) = a
                    && x.coef(axis) != 0
                    && owner.is_none_or(|d| !self.proven.contains(&(d, i)))
                {
                    out.push((x.clone(), *lo, *hi));
                }
            }
        };
        let mut defs = defs_below(nodes);
        each_store(nodes, &mut |out| {
            let o = &self.k.outs[out as usize];
            see(&o.when, None);
            // Where it is stored, it is computed.
            if !self.plan.evaluated[o.def.0 as usize] {
                defs.push(o.def);
            }
        });
        for d in defs {
            let mut roots: Vec<ExprId> = match &self.k.def(d).body {
                Body::Map(e) => e.clone(),
                Body::Reduce { args, when, .. } => {
                    see(when, Some(d));
                    args.clone()
                }
            };
            let mut seen = vec![false; self.k.exprs.len()];
            while let Some(e) = roots.pop() {
                if std::mem::replace(&mut seen[e.0 as usize], true) {
                    continue;
                }
                match self.k.expr(e) {
                    Expr::Load { when, other, .. } => {
                        see(when, None);
                        roots.extend(other);
                    }
                    Expr::Read(r, _, index) => {
                        // Only through identity reads do the axes keep their names.
                        if let Body::Map(m) = &self.k.def(*r).body
                            && !self.plan.evaluated[r.0 as usize]
                            && index.iter().zip(&self.k.def(*r).axes).all(|(x, a)| x.as_axis() == Some(*a))
                        {
                            roots.extend(m);
                        }
                    }
                    other => super::prep::operands(other, &mut |o| roots.push(o)),
                }
            }
        }
        out
    }

    /// Points that are written out for the body of a loop along the axes that `counts`.
    pub(super) fn written(&self, l: &LoopNode, counts: &dyn Fn(AxisId) -> bool) -> i64 {
        let mut lens: Vec<i64> = self.ranges.iter().map(max_len).collect();
        lens[l.axis.0 as usize] = l.step;
        written(&l.body, &mut lens, counts)
    }

    /// Vectors of sums to which an iteration of a loop over a summed axis adds.
    pub(super) fn sums_in_turn(&self, l: &LoopNode) -> i64 {
        let summed: Vec<AxisId> = defs_below(&l.body).into_iter().flat_map(|d| self.k.def(d).over()).copied().collect();
        self.written(l, &|a| !summed.contains(&a))
    }

    /// Axes that are at a point, the same in all lanes.
    pub(super) fn points(&self) -> Vec<AxisId> {
        let point = |r: &Range| r.len == Len::Static(1) && r.base.is_uniform();
        (0..).map(AxisId).zip(&self.ranges).filter(|(_, r)| point(r)).map(|(a, _)| a).collect()
    }

    /// Coordinates whose guards become bounds of a loop below ([`Lower::bounded`]), where these axes are at a point.
    pub(super) fn bounds_below(&self, nodes: &[Node], points: &[AxisId]) -> Vec<Ix> {
        let mut out = Vec::new();
        for n in nodes {
            let Node::Loop(l) = n else { continue };
            let one = l.step == 1 && l.bind != Bind::Vector;
            let here = [points, if one { std::slice::from_ref(&l.axis) } else { &[] }].concat();
            if let (Bind::Serial, 1, Some((_, when))) = (l.bind, l.step, self.adds_terms(l)) {
                let all = |t: &(Term, i64)| matches!(t.0, Term::Axis(a) if here.contains(&a));
                out.extend(when.0.iter().filter_map(|a| match a {
                    Atom::Range(x, ..) if x.coef(l.axis) > 0 && x.terms.iter().all(all) => Some(x.clone()),
                    _ => None,
                }));
            }
            out.extend(self.bounds_below(&l.body, &here));
        }
        out
    }

    /// The only Def below a loop and its guard, if all that the loop does is add terms to it.
    fn adds_terms(&self, l: &LoopNode) -> Option<(DefId, &Pred)> {
        let [def] = defs_below(&l.body)[..] else { return None };
        match &self.k.def(def).body {
            Body::Reduce { over, when, .. } if over.contains(&l.axis) && !has_store(&l.body) => Some((def, when)),
            _ => None,
        }
    }

    /// If all that the loop does is add terms to one Reduce under guards of its axis, runs only the iterations for which they hold:
    /// from bound to bound, and every so many if a coordinate must be divisible.
    pub(super) fn bounded(&mut self, l: &LoopNode, base: &Lin, n: i64) -> Res<bool> {
        let Some((def, when)) = self.adds_terms(l).map(|(d, when)| (d, when.clone())) else { return Ok(false) };
        let env = self.point_env();
        let mut bounds: Vec<(Lin, i64, i64, i64)> = Vec::new();
        let mut divides: Option<(Lin, i64)> = None;
        let mut atoms = Vec::new();
        for (i, atom) in when.0.iter().enumerate() {
            let (Atom::Range(x, ..) | Atom::Divides(x, _)) = atom else { continue };
            let k = x.coef(l.axis);
            let here = |a: &AxisId| *a == l.axis || env.coords[a.0 as usize].as_ref().is_some_and(Lin::is_uniform);
            let fixed = x.terms.iter().all(|(t, _)| matches!(t, Term::Axis(a) if here(a)));
            if k <= 0 || !fixed || self.proven.contains(&(def, i)) {
                continue;
            }
            let mut rest = Lin::constant(x.c);
            for (t, q) in &x.terms {
                let Term::Axis(a) = t else { continue };
                let c = if *a == l.axis { base.clone() } else { self.coord(&env, *a)? };
                self.lin_add(&mut rest, &c, *q);
            }
            match atom {
                Atom::Range(x, lo, hi) => {
                    let all = (base.c, base.c + n - 1);
                    let proven = base.terms.is_empty()
                        && self.interval(x, l.axis, all).is_some_and(|(p, q)| *lo <= p && q < *hi);
                    if proven {
                        continue;
                    }
                    bounds.push((rest, k, *lo, *hi));
                }
                Atom::Divides(_, d) if k == 1 && divides.is_none() => divides = Some((rest, *d)),
                Atom::Divides(..) | Atom::Cond(_) => continue,
            }
            atoms.push((def, i));
        }
        if atoms.is_empty() {
            return Ok(false);
        }
        let (mut from, mut to) = (self.b.i64(0), self.b.i64(n));
        for (rest, k, lo, hi) in bounds {
            // lo <= rest + k·i < hi
            for (limit, lower) in [(lo, true), (hi, false)] {
                let mut x = Lin::constant(limit + k - 1);
                self.lin_add(&mut x, &rest, -1);
                let (q, _) = self.lin_div_mod(&x, k);
                let v = self.lin_scalar(&q);
                if lower {
                    from = self.b.bin(BinOp::SMax, from, v);
                } else {
                    to = self.b.bin(BinOp::SMin, to, v);
                }
            }
        }
        let mut step = 1;
        if let Some((rest, d)) = divides {
            let mut x = Lin::constant(0);
            self.lin_add(&mut x, &rest, -1);
            self.lin_add(&mut x, &Lin::value(from), -1);
            let (_, x) = self.lin_div_mod(&x, d);
            let x = self.lin_scalar(&x);
            from = self.b.add(from, x);
            step = d;
        }
        self.with_proven(atoms, |s| {
            s.for_loop(from, to, step, Fact { lo: 0, hi: n - 1, div: 1 }, |s, iv| {
                // A quotient need not depend on the step, and lies outside where no step is taken.
                if step > 1 {
                    s.mark_may_be_empty();
                }
                let mut at = base.clone();
                s.lin_add(&mut at, &Lin::value(iv), 1);
                s.body(l, at, 1)
            })
        })?;
        Ok(true)
    }
}

/// The integers as which a coordinate in a range is compared: narrow ones if it differs by lane and they hold it.
fn compared_in(l: &Lin, range: Option<(i64, i64)>) -> Elem {
    if !l.is_uniform() && range.is_some_and(fits_i32) { Elem::I32 } else { Elem::I64 }
}

/// Points that are written out for these nodes along the axes that `counts`, where the ranges of axes have these lengths.
fn written(nodes: &[Node], lens: &mut [i64], counts: &dyn Fn(AxisId) -> bool) -> i64 {
    let one = |n: &Node, lens: &mut [i64]| match n {
        Node::Loop(l) => {
            let len = std::mem::replace(&mut lens[l.axis.0 as usize], l.step);
            let times = match l.bind {
                Bind::Unroll | Bind::Window | Bind::Ilp if counts(l.axis) => (len + l.step - 1) / l.step,
                _ => 1,
            };
            let body = written(&l.body, lens, counts);
            lens[l.axis.0 as usize] = len;
            times * body
        }
        Node::First { body, .. } | Node::If { body, .. } => written(body, lens, counts),
        Node::At { .. } | Node::Tiles(_) | Node::Store { .. } => 1,
        Node::Prefetch { .. } => 0,
    };
    nodes.iter().map(|n| one(n, lens)).sum()
}

/// True if vectors lie along the axis of a loop.
pub(super) fn is_in_lanes(l: &LoopNode) -> bool {
    has_loop(&l.body, &|x| x.axis == l.axis && x.bind == Bind::Vector)
}

fn max_len(r: &Range) -> i64 {
    match r.len {
        Len::Static(n) => n,
        Len::Edge { full, last, .. } => full.max(last),
    }
}

fn defs_below(nodes: &[Node]) -> Vec<DefId> {
    let mut out = Vec::new();
    for n in nodes {
        match n {
            Node::Loop(l) => out.extend(defs_below(&l.body)),
            Node::First { body, .. } | Node::If { body, .. } => out.extend(defs_below(body)),
            Node::At { def, .. } | Node::Tiles(Tiles { def, .. }) => out.push(*def),
            Node::Store { .. } | Node::Prefetch { .. } => {}
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Calls `f` with every out that is stored.
fn each_store(nodes: &[Node], f: &mut dyn FnMut(u32)) {
    for n in nodes {
        match n {
            Node::Loop(l) => each_store(&l.body, f),
            Node::First { body, .. } | Node::If { body, .. } => each_store(body, f),
            Node::At { .. } | Node::Tiles(_) | Node::Prefetch { .. } => {}
            Node::Store { out, .. } => f(*out),
        }
    }
}

fn has_store(nodes: &[Node]) -> bool {
    let mut any = false;
    each_store(nodes, &mut |_| any = true);
    any
}
