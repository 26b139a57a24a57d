//! Row by row: the vector axis is reduced, or read by what needs a reduction along it.

use super::access::{self, Access, Info};
use super::behind::{self, Behind, Between};
use super::{FINISHED, Level, at, by_out_stride, grid, lp, parts, runs_along, staged, store, unroll, vector_tail};
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::nest::{Bind, Nest, Tail};

/// Vectors in flight.
const UNROLL: i64 = 4;

/// Most terms that are added up one after the other, in registers, as there are few accumulators.
const CHAIN: i64 = 32;

/// Shortest row, in bytes, that is asked for ahead: of shorter ones the machine finds the next by itself.
const LONG_ROW: i64 = 2048;

pub(super) fn nest(k: &mut Kernel, info: &Info, t: &Target, v: AxisId, tasks: i64) -> Vec<Nest> {
    let order = by_out_stride(k, info, &info.rows);
    if let Some(b) = behind::behind(k, info, t, &order, tasks) {
        let nest = finished_in_vectors(&b, t, v, &order, tasks);
        *k = b.kernel;
        return nest;
    }
    if let Some(b) = behind::between(k, info, t, (&order, v), tasks) {
        let nest = functions_in_vectors(&b, t, v, &order, tasks);
        *k = b.kernel;
        return nest;
    }
    let mut p = Phases::new(k, info, t, v);
    p.ahead = order.last().and_then(|row| Ahead::new(k, info, t, v, *row));
    let body = p.from(&[]);
    grid(k, order.into_iter().map(|axis| Level::new(axis, 1)).collect(), tasks, body)
}

/// Some rows up to what functions of their own numbers need, these functions, and the rest of those rows.
fn functions_in_vectors(b: &Between, t: &Target, v: AxisId, order: &[AxisId], tasks: i64) -> Vec<Nest> {
    let (k, info) = (&b.kernel, Info::new(&b.kernel));
    let Some((&row, others)) = order.split_last() else { return Vec::new() };
    let mut p = Phases::new(k, &info, t, v);
    p.kept = &b.kept;
    let n = k.defs.len();
    let later: Vec<DefId> = (0..n as u32).map(DefId).filter(|d| !b.first.contains(d)).collect();
    let one = p.before(n, &later, &mut vec![false; n]);
    let functions = b.functions.iter().map(|d| staged(*d)).collect();
    let rest = p.from(&[&b.first[..], &b.functions].concat());
    p.blocks((others, row), one, functions, vec![lp(row, 1, Bind::Serial, Tail::Peel, rest)], tasks)
}

/// Some rows, then what stands behind them.
fn finished_in_vectors(b: &Behind, t: &Target, v: AxisId, order: &[AxisId], tasks: i64) -> Vec<Nest> {
    let (k, info) = (&b.kernel, Info::new(&b.kernel));
    let Some((&row, others)) = order.split_last() else { return Vec::new() };
    let mut p = Phases::new(k, &info, t, v);
    (p.ahead, p.kept) = (Ahead::new(k, &info, t, v, row), &b.kept);
    let one = p.before(k.defs.len(), &b.last, &mut vec![false; k.defs.len()]);
    let stores = (0..k.outs.len()).flat_map(|i| store(k, t, i, row)).collect();
    p.blocks((others, row), one, stores, Vec::new(), tasks)
}

/// Maps that evaluate costly functions along the row and are read by several phases: kept in memory, if a row fits.
fn stage(k: &Kernel, info: &Info, t: &Target, v: AxisId) -> Vec<bool> {
    let in_place = read_in_place(k, info);
    let mut out = vec![false; k.defs.len()];
    let mut bytes = 0;
    for i in 0..k.defs.len() {
        let (d, data) = (DefId(i as u32), &k.defs[i]);
        if !info.needed[i] || access::is_reduce(k, d) || !data.axes.contains(&v) || !info.is_costly(d) || !in_place[i] {
            continue;
        }
        let readers = info.reads.iter().filter(|r| r.contains(&d)).count();
        let stored = k.outs.iter().filter(|o| o.def == d).count();
        let elems: i64 = data.axes.iter().filter(|a| !info.rows.contains(a)).map(|a| k.extent(*a)).product();
        let size = elems * data.tys.iter().map(|e| i64::from(e.bytes())).sum::<i64>();
        if readers + stored > 1 && (bytes + size) as u64 <= t.l2_bytes / 2 {
            out[i] = true;
            bytes += size;
        }
    }
    out
}

/// By Def: every read is at the reader's own point, and so is every read of a Map that reads it, which is computed where it
/// is read.
pub(super) fn read_in_place(k: &Kernel, info: &Info) -> Vec<bool> {
    let mut out = vec![true; k.defs.len()];
    for (e, _) in &k.exprs {
        if let Expr::Read(r, _, index) = e {
            let axes = &k.def(*r).axes;
            out[r.0 as usize] &= index.iter().zip(axes).all(|(x, a)| x.as_axis() == Some(*a));
        }
    }
    // Readers stand behind what they read.
    for d in (0..k.defs.len()).rev() {
        if !out[d] && !access::is_reduce(k, DefId(d as u32)) {
            info.reads[d].iter().for_each(|r| out[r.0 as usize] = false);
        }
    }
    out
}

/// Where the loops along a row stand.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Reduce(DefId),
    Out(usize),
}

/// What is asked for while the row before it is computed. The first loop of a row only reads it, at the speed of memory,
/// and the others find it in the caches: the costliest of these has time for the next row.
struct Ahead {
    asks: Vec<Nest>,
    at: Place,
}

impl Ahead {
    fn new(k: &Kernel, info: &Info, t: &Target, v: AxisId, row: AxisId) -> Option<Ahead> {
        let along = |x: &Access| !x.is_store && x.strides[v.0 as usize] == Some(1);
        let far = |x: &Access| {
            let Some(Expr::Load { buf, .. }) = x.expr.map(|e| k.expr(e)) else { return false };
            let b = &k.bufs[buf.0 as usize];
            let size = b.dtype.byte_size() as i64;
            let step = x.strides[row.0 as usize].unwrap_or(0).abs() * size;
            b.role == Role::In && step >= LONG_ROW && step as u64 <= t.l2_bytes / 4 && b.bytes() as u64 > t.l3_bytes / 4
        };
        let next = |a: AxisId| if a == row { Ix::axis(a).offset(1) } else { Ix::axis(a) };
        let mut asks: Vec<Nest> = Vec::new();
        for e in info.accesses.iter().filter(|x| along(x) && far(x)).filter_map(|x| x.expr) {
            let Expr::Load { buf, index, .. } = k.expr(e) else { continue };
            let ask = super::ask(k, *buf, index, &next);
            if !asks.contains(&ask) {
                asks.push(ask);
            }
        }
        let reduces = (0..k.defs.len())
            .map(|i| DefId(i as u32))
            .filter(|d| info.needed[d.0 as usize] && access::is_reduce(k, *d) && k.def(*d).over().contains(&v));
        let outs = k.outs.iter().enumerate().filter(|(_, o)| k.def(o.def).axes.contains(&v));
        let places = reduces.map(|d| (Place::Reduce(d), d)).chain(outs.map(|(i, o)| (Place::Out(i), o.def)));
        // The first of the costliest.
        let later = places.skip(1).map(|(p, d)| (p, info.work(k, d)));
        let at = later.reduce(|best, x| if x.1 > best.1 { x } else { best })?.0;
        (!asks.is_empty()).then_some(Ahead { asks, at })
    }
}

/// The loops that each Def has inside a row.
pub(super) struct Phases<'a> {
    k: &'a Kernel,
    info: &'a Info,
    t: &'a Target,
    v: AxisId,
    w: i64,
    rows: &'a [AxisId],
    staged: Vec<bool>,
    ahead: Option<Ahead>,
    /// Maps of a row that are read behind it.
    kept: &'a [DefId],
}

impl<'a> Phases<'a> {
    pub(super) fn new(k: &'a Kernel, info: &'a Info, t: &'a Target, v: AxisId) -> Phases<'a> {
        let w = i64::from(t.lanes(info.widest(k)));
        Phases { k, info, t, v, w, rows: &info.rows, staged: stage(k, info, t, v), ahead: None, kept: &[] }
    }

    /// Blocks of rows: what each of them does by itself, then vectors of them, then the rest.
    fn blocks(
        &self,
        (others, row): (&[AxisId], AxisId),
        one: Vec<Nest>,
        vectors: Vec<Nest>,
        rest: Vec<Nest>,
        tasks: i64,
    ) -> Vec<Nest> {
        let mut body = vec![lp(row, 1, Bind::Serial, Tail::Peel, one)];
        body.extend(unroll(row, self.w, vec![lp(row, 1, Bind::Vector, vector_tail(self.t), vectors)]));
        body.extend(rest);
        let outer = others.iter().map(|a| Level::new(*a, 1));
        grid(self.k, outer.chain([Level::new(row, FINISHED * self.w)]).collect(), tasks, body)
    }

    /// What is asked for at a place.
    fn prefetches(&self, here: Place) -> Vec<Nest> {
        let Some(a) = self.ahead.as_ref().filter(|a| a.at == here) else { return Vec::new() };
        a.asks.clone()
    }

    /// What of the first `n` Defs has a place of its own inside a row; `outside` has one elsewhere.
    fn before(&self, n: usize, outside: &[DefId], done: &mut [bool]) -> Vec<Nest> {
        let mut body = Vec::new();
        for d in (0..n).map(|i| DefId(i as u32)) {
            if !self.info.needed[d.0 as usize] || outside.contains(&d) {
                continue;
            }
            if access::is_reduce(self.k, d) {
                let fresh = self.first_reads(d, done);
                body.extend(self.reduce(d, fresh));
            } else if self.info.is_by_row(self.k, d) {
                // Once a row, not once a point.
                body.push(if self.kept.contains(&d) { staged(d) } else { at(d) });
            } else if self.staged[d.0 as usize] && !done[d.0 as usize] && self.is_read_along_more(d) {
                // Not once for every point of the other axes.
                let what = self.first_reads(d, done).into_iter().map(staged).collect();
                body.extend(self.loops(&[d], what));
            }
        }
        body
    }

    /// By Def: whether it is one of these.
    fn there(&self, defs: &[DefId]) -> Vec<bool> {
        (0..self.k.defs.len()).map(|d| defs.contains(&DefId(d as u32))).collect()
    }

    /// The row, to its outs. What stands `outside` is there already.
    fn from(&self, outside: &[DefId]) -> Vec<Nest> {
        let k = self.k;
        let mut done = self.there(outside);
        let mut body = self.before(k.defs.len(), outside, &mut done);
        // Outs over the same axes share their loops.
        let mut outs: Vec<(Vec<DefId>, Vec<Nest>)> = Vec::new();
        for (i, o) in k.outs.iter().enumerate() {
            let mut what: Vec<Nest> = self.first_reads(o.def, &mut done).into_iter().map(staged).collect();
            what.extend(self.prefetches(Place::Out(i)));
            what.extend(store(k, self.t, i, self.along(o.def)));
            match outs.iter_mut().find(|x| k.def(x.0[0]).axes == k.def(o.def).axes) {
                Some(x) => {
                    x.0.push(o.def);
                    x.1.extend(what);
                }
                None => outs.push((vec![o.def], what)),
            }
        }
        for (defs, what) in outs {
            body.extend(self.loops(&defs, what));
        }
        body
    }

    /// The row up to a Map along it, which is staged. What stands `outside` is there already.
    pub(super) fn until(&self, last: DefId, outside: &[DefId]) -> Vec<Nest> {
        let mut done = self.there(outside);
        let mut body = self.before(last.0 as usize, outside, &mut done);
        let mut what: Vec<Nest> = self.first_reads(last, &mut done).into_iter().map(staged).collect();
        if !self.staged[last.0 as usize] {
            what.push(staged(last));
        }
        body.extend(self.loops(&[last], what));
        body
    }

    /// True if a needed Def has loops over other axes around its reads of this one.
    fn is_read_along_more(&self, d: DefId) -> bool {
        let axes = &self.k.def(d).axes;
        let reads = |r: &DefId| self.info.needed[r.0 as usize] && self.info.reads[r.0 as usize].contains(&d);
        let readers = (0..self.k.defs.len()).map(|i| DefId(i as u32)).filter(reads);
        readers.into_iter().any(|r| self.k.def(r).axes.iter().chain(self.k.def(r).over()).any(|a| !axes.contains(a)))
    }

    /// Of a Def, what it reads at its own points, and what that reads: the staged Maps that nothing has computed before.
    fn first_reads(&self, d: DefId, done: &mut [bool]) -> Vec<DefId> {
        let here: Vec<AxisId> = self.k.def(d).axes.iter().chain(self.k.def(d).over()).copied().collect();
        let mut todo = vec![d];
        let mut seen = vec![false; self.k.defs.len()];
        let mut out = Vec::new();
        while let Some(d) = todo.pop() {
            if std::mem::replace(&mut seen[d.0 as usize], true) {
                continue;
            }
            if self.staged[d.0 as usize] && self.k.def(d).axes.iter().all(|a| here.contains(a)) {
                if std::mem::replace(&mut done[d.0 as usize], true) {
                    continue;
                }
                out.push(d);
            }
            todo.extend(self.info.reads[d.0 as usize].iter().filter(|r| !access::is_reduce(self.k, **r)));
        }
        out.sort_unstable();
        out
    }

    /// The axis of a Def's vectors: that of the kernel, or, where the Def has not got it (a sum over more columns than the
    /// result has), the one of its own inside a row along which all that it reads or stores lies.
    fn along(&self, d: DefId) -> AxisId {
        let (k, data) = (self.k, self.k.def(d));
        let mut inside = data.axes.iter().chain(data.over()).copied().filter(|a| !self.rows.contains(a));
        let is_it = |a: AxisId| {
            let steps = || self.info.accesses_of(k, d).map(|x| x.strides[a.0 as usize]);
            runs_along(k, self.info, a) && steps().all(|s| matches!(s, Some(0 | 1))) && steps().any(|s| s == Some(1))
        };
        if inside.clone().any(|a| a == self.v) { self.v } else { inside.find(|a| is_it(*a)).unwrap_or(self.v) }
    }

    /// Vectors of the innermost loop, along an axis.
    fn unrolled(&self, defs: &[DefId], v: AxisId) -> i64 {
        let u = self.info.together(self.k, defs, (1, UNROLL), Info::LONG_CODE);
        u.min((self.k.extent(v) / self.w).max(1))
    }

    fn vector(&self, defs: &[DefId], v: AxisId, bind: Bind, body: Vec<Nest>) -> Vec<Nest> {
        let u = self.unrolled(defs, v);
        let vec = vec![lp(v, 1, Bind::Vector, vector_tail(self.t), body)];
        let un =
            if bind == Bind::Ilp { vec![lp(v, self.w, Bind::Ilp, Tail::Peel, vec)] } else { unroll(v, self.w, vec) };
        vec![lp(v, u * self.w, Bind::Serial, Tail::Peel, un)]
    }

    fn reduce(&self, d: DefId, fresh: Vec<DefId>) -> Vec<Nest> {
        let extra: Vec<AxisId> = self.k.def(d).axes.iter().copied().filter(|a| !self.rows.contains(a)).collect();
        let (over, v) = (self.k.def(d).over(), self.along(d));
        let mut what: Vec<Nest> = fresh.into_iter().map(staged).collect();
        what.push(if extra.is_empty() { at(d) } else { staged(d) });
        what.extend(self.prefetches(Place::Reduce(d)));
        let serial = |axes: &[AxisId], body: Vec<Nest>| {
            let keep = axes.iter().rev().filter(|a| **a != v);
            keep.fold(body, |b, a| vec![lp(*a, 1, Bind::Serial, Tail::Peel, b)])
        };
        if over.contains(&v) {
            let mut nest = self.vector(&[d], v, Bind::Ilp, what);
            let step = self.unrolled(&[d], v) * self.w;
            parts::cut(self.k, d, (v, 1, step), CHAIN * step, &mut nest);
            serial(&extra, serial(over, nest))
        } else if extra.contains(&v) {
            let vec = vec![lp(v, 1, Bind::Vector, vector_tail(self.t), what)];
            let inner = serial(over, unroll(v, self.w, vec));
            let u = self.unrolled(&[d], v);
            serial(&extra, vec![lp(v, u * self.w, Bind::Serial, Tail::Peel, inner)])
        } else {
            serial(&extra, serial(over, what))
        }
    }

    /// Loops over the axes of Defs that are not the row's.
    fn loops(&self, defs: &[DefId], what: Vec<Nest>) -> Vec<Nest> {
        let axes = &self.k.def(defs[0]).axes;
        let extra: Vec<AxisId> = axes.iter().copied().filter(|a| !self.rows.contains(a)).collect();
        let v = self.along(defs[0]);
        let inner = if extra.contains(&v) { self.vector(defs, v, Bind::Unroll, what) } else { what };
        let keep = extra.iter().rev().filter(|a| **a != v);
        keep.fold(inner, |b, a| vec![lp(*a, 1, Bind::Serial, Tail::Peel, b)])
    }
}
