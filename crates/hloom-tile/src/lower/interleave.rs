//! Points of several parts that lie side by side: the real and the imaginary part of complex numbers, the coordinates of
//! points in space. Vectors of one part are every `n`-th element; they are loaded and stored as whole vectors of all parts.

use super::lin::Lin;
use super::mem::Place;
use super::prep::{LoopNode, Node};
use super::{Len, Lower, Range, Res};
use crate::FuncBuilder;
use crate::ix::Ix;
use crate::kernel::{AxisId, Kernel, Out};
use crate::loop_ir::*;

/// Most parts along an axis that are stored together.
pub(crate) const MOST_PARTS: i64 = 6;
/// Most parts with an out each that are stored together.
const MOST_OUTS: i64 = 64;

/// The place of an out in its buffer, in elements.
fn place(k: &Kernel, o: &Out) -> Ix {
    k.bufs[o.buf.0 as usize].offset(&o.index)
}

impl Lower<'_> {
    /// Which part of their points every `lane`-th element is, if it is known where these begin, and all of a point exists where one
    /// part does.
    pub(super) fn part_of_points(&self, p: &Place, at: &Lin) -> Option<i64> {
        let known = at.lane > 1 && self.lin_div(at) % at.lane == 0 && p.elems % at.lane == 0;
        known.then(|| at.c.rem_euclid(at.lane))
    }

    /// Every `lane`-th element as whole vectors and shuffles. Vectors begin where the points do, if that is known: other parts
    /// of the same points are in them too. Where it is known there may be a mask, by point.
    pub(super) fn strided_load(&mut self, p: &Place, ty: Ty, at: &Lin, mask: Option<Val>) -> Val {
        let (w, step) = (i64::from(ty.lanes), at.lane);
        let known = self.part_of_points(p, at);
        let (aligned, part) = (known.is_some(), known.unwrap_or(0));
        // If not, the last vector ends at the last element.
        let start = |j: i64| if j + 1 == step && !aligned { (step - 1) * (w - 1) } else { j * w };
        let loads: Vec<Val> = (0..step)
            .map(|j| {
                let (ptr, align) = self.address(p, &at.scalar_part().offset(start(j) - part));
                let Some(m) = mask else { return self.plain_load(p, ty, ptr, align) };
                let mask = self.mask_of_parts(m, step, j * w);
                self.b.expr(ty, p.load(ptr, align, Some(mask)))
            })
            .collect();
        if aligned && step >= 4 && step.count_ones() == 1 {
            return self.halved(ty, loads, part);
        }
        let mut all: Option<Val> = None;
        for (j, &v) in (0..step).zip(&loads) {
            let mine = |i: i64| {
                let e = step * i + part;
                let next = if j + 1 < step { start(j + 1) } else { i64::MAX };
                (start(j) <= e && e < next).then_some(e - start(j))
            };
            all = Some(match all {
                None => {
                    let idx = (0..w).map(|i| mine(i).map_or(-1, |x| x as i32)).collect();
                    self.b.expr(ty, Expr::Shuffle(v, v, idx))
                }
                Some(a) => {
                    let idx = (0..w).map(|i| mine(i).map_or(i, |x| w + x) as i32).collect();
                    self.b.expr(ty, Expr::Shuffle(a, v, idx))
                }
            });
        }
        all.expect("a step is at least 2")
    }

    /// One part of points, of as many vectors as they have parts, a power of two: of two neighbours the half of each point that has the
    /// part, again and again. What parts share is found once, so all of eight take three shuffles each.
    fn halved(&mut self, ty: Ty, mut vectors: Vec<Val>, part: i64) -> Val {
        let w = i64::from(ty.lanes);
        while vectors.len() > 1 {
            let half = vectors.len() as i64 / 2;
            let first = part & half;
            // (Points are as long as there are vectors.)
            let idx: Box<[i32]> = (0..w).map(|i| (i / half * 2 * half + first + i % half) as i32).collect();
            let halves = vectors.chunks_exact(2);
            vectors = halves.map(|x| self.b.expr(ty, Expr::Shuffle(x[0], x[1], idx.clone()))).collect();
        }
        vectors[0]
    }

    /// The lanes of points of so many parts from element `first` on, of a mask by point.
    fn mask_of_parts(&mut self, mask: Val, parts: i64, first: i64) -> Val {
        let ty = self.b.ty(mask);
        let idx = (0..i64::from(ty.lanes)).map(|i| ((first + i) / parts) as i32).collect();
        self.b.expr(ty, Expr::Shuffle(mask, mask, idx))
    }

    /// This out and those of the stores that follow, if they are all parts of the same points, in order; else none.
    pub(super) fn parts_of_points(&mut self, first: u32, after: &[Node]) -> Res<Vec<u32>> {
        let k = self.k;
        let o = &k.outs[first as usize];
        let mut env = self.point_env();
        let at = self.buf_place(o.buf, &o.index, &mut env)?.at;
        if !(2..=MOST_OUTS).contains(&at.lane) {
            return Ok(Vec::new());
        }
        let n = at.lane as usize;
        let outs = after.iter().map_while(|n| match n {
            Node::Store { out, .. } => Some(*out),
            _ => None,
        });
        let is_part = |out: u32, i: usize| {
            let x = &k.outs[out as usize];
            let same = x.buf == o.buf && x.when.0.is_empty() && k.def(x.def).axes == k.def(o.def).axes;
            same && place(k, x) == place(k, o).offset(i as i64)
        };
        let all: Vec<u32> = std::iter::once(first).chain(outs).take(n).collect();
        let parts = all.len() == n && all.iter().enumerate().all(|(i, out)| is_part(*out, i));
        Ok(if parts { all } else { Vec::new() })
    }

    /// Stores all parts of the current points.
    pub(super) fn store_parts(&mut self, outs: &[u32], stream: bool) -> Res {
        let found = outs.iter().filter_map(|&out| self.out_value(out).transpose()).collect::<Res<Vec<_>>>()?;
        self.store_values(found, stream)
    }

    /// Does a loop that stores one part after the other of the current points, if that is all it does; else it is left to do. A part may
    /// have an out for each of its elements, as complex numbers have; or there are several outs that have such parts each.
    pub(super) fn loop_of_parts(&mut self, l: &LoopNode, base: &Lin, n: i64) -> Res<bool> {
        let store = |node: &Node| if let Node::Store { out, stream } = node { Some((*out, *stream)) } else { None };
        let Some(stores) = l.body.iter().map(store).collect::<Option<Vec<_>>>() else { return Ok(false) };
        let Some(&(first, stream)) = stores.first() else { return Ok(false) };
        if l.step != 1 || n != self.k.extent(l.axis) || !(2..=MOST_PARTS).contains(&n) {
            return Ok(false);
        }
        let outs: Vec<u32> = stores.iter().map(|x| x.0).collect();
        let o = &self.k.outs[first as usize];
        let side_by_side = (0..).zip(&outs).all(|(i, out)| {
            let x = &self.k.outs[*out as usize];
            x.buf == o.buf && place(self.k, x) == place(self.k, o).offset(i)
        });
        let groups: Vec<&[u32]> = outs.chunks(if side_by_side { outs.len() } else { 1 }).collect();
        for group in &groups {
            if !self.has_parts(l.axis, base, n, group)? {
                return Ok(false);
            }
        }
        for group in groups {
            let mut found = Vec::new();
            for i in 0..n {
                let saved = self.at_part(l.axis, base, i);
                let values = group.iter().map(|out| self.out_value(*out)).collect::<Res<Vec<_>>>();
                self.ranges[l.axis.0 as usize] = saved;
                found.extend(values?.into_iter().flatten());
            }
            self.store_values(found, stream)?;
        }
        Ok(true)
    }

    /// True if the outs of a group, for `n` points of an axis, are all that lies between two lanes of the first one.
    fn has_parts(&mut self, axis: AxisId, base: &Lin, n: i64, group: &[u32]) -> Res<bool> {
        let (o, each) = (&self.k.outs[group[0] as usize], group.len() as i64);
        let always = group.iter().all(|out| self.k.outs[*out as usize].when.0.is_empty());
        if !always || place(self.k, o).coef(axis) != each {
            return Ok(false);
        }
        let saved = self.at_part(axis, base, 0);
        let mut env = self.point_env();
        let at = self.buf_place(o.buf, &o.index, &mut env).map(|p| p.at);
        self.ranges[axis.0 as usize] = saved;
        Ok(at?.lane == n * each)
    }

    fn at_part(&mut self, axis: AxisId, base: &Lin, i: i64) -> Range {
        let range = Range { base: base.offset(i), len: Len::Static(1) };
        std::mem::replace(&mut self.ranges[axis.0 as usize], range)
    }

    /// Stores these parts of the current points: together, if they are all the parts.
    fn store_values(&mut self, found: Vec<(Place, Val, Option<Val>)>, stream: bool) -> Res {
        let n = found.len() as i64;
        let together = found.iter().all(|(p, v, guard)| {
            let strided = p.at.opaque.is_none() && p.at.lane == n;
            strided && guard.is_none() && self.b.ty(*v).elem == p.elem
        });
        if !together {
            for (p, v, guard) in found {
                self.store_place(&p, v, guard, stream)?;
            }
            return Ok(());
        }
        let Some((p, ..)) = found.first() else { return Ok(()) };
        self.forget_place(p);
        let w = i64::from(self.lanes);
        let vector = |b: &mut FuncBuilder, v: Val| {
            let v = b.in_memory(v);
            b.splat(v, w as u32)
        };
        let values: Vec<Val> = found.iter().map(|x| vector(&mut self.b, x.1)).collect();
        let ty = self.b.ty(values[0]);
        for (j, val) in (0..n).zip(self.interleaved(ty, &values)) {
            let (ptr, align) = self.address(p, &p.at.scalar_part().offset(j * w));
            let bytes = self.lanes * ty.elem.bytes();
            let mask = self.tail_mask.map(|m| {
                let m = self.b.splat(m, self.lanes);
                self.mask_of_parts(m, n, j * w)
            });
            let stream = stream && mask.is_none() && align >= bytes.min(self.target.vector_bytes);
            self.b.push(Stmt::Store { ptr, val, align, mask, stream });
        }
        Ok(())
    }

    /// The lanes of these parts in turns, as as many vectors.
    fn interleaved(&mut self, ty: Ty, parts: &[Val]) -> Vec<Val> {
        let (n, w) = (parts.len() as i64, i64::from(ty.lanes));
        if let [a, b, c, d] = parts[..] {
            // Pairs first, then pairs of them: eight shuffles instead of twelve.
            let (x, y) = (self.interleaved(ty, &[a, b]), self.interleaved(ty, &[c, d]));
            let quarter = |i: i64| (i / 4 * 2 + i % 2 + if i % 4 < 2 { 0 } else { w }) as i32;
            let half = |s: &mut Self, x: Val, y: Val, from: i64| {
                let idx = (from..from + w).map(quarter).collect();
                s.b.expr(ty, Expr::Shuffle(x, y, idx))
            };
            return (0..4).map(|j| half(self, x[j / 2], y[j / 2], if j % 2 == 0 { 0 } else { w })).collect();
        }
        if let Some(f) = [2, 3].into_iter().find(|f| n > *f && n % f == 0) {
            // Every second or third part in turns, then one of each.
            let f = f as usize;
            let every = |first: usize| parts.iter().copied().skip(first).step_by(f).collect::<Vec<Val>>();
            let some: Vec<Vec<Val>> = (0..f).map(|r| self.interleaved(ty, &every(r))).collect();
            let one_of_each = |j: usize| some.iter().map(|x| x[j]).collect::<Vec<Val>>();
            return (0..parts.len() / f).flat_map(|j| self.in_turns(ty, &one_of_each(j))).collect();
        }
        self.in_turns(ty, parts)
    }

    /// As [`Lower::interleaved`], one part after the other.
    fn in_turns(&mut self, ty: Ty, parts: &[Val]) -> Vec<Val> {
        let (n, w) = (parts.len() as i64, i64::from(ty.lanes));
        let one = |s: &mut Self, j: i64| {
            (1..n).zip(&parts[1..]).fold(parts[0], |all, (part, &v)| {
                let idx = (0..w).map(|i| match ((j * w + i) % n, (j * w + i) / n) {
                    (q, lane) if q == part => (w + lane) as i32,
                    (q, _) if q > part => -1,
                    // The first shuffle takes lanes of the first part, later ones keep what is in its place.
                    (_, lane) if part == 1 => lane as i32,
                    _ => i as i32,
                });
                s.b.expr(ty, Expr::Shuffle(all, v, idx.collect()))
            })
        };
        (0..n).map(|j| one(self, j)).collect()
    }
}
