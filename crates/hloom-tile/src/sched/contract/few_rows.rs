//! Products with few rows: bound by memory, so the large factor is read once and in sequence.

use super::super::{at, lp};
use super::{EVERY, Product};
use crate::kernel::*;
use crate::nest::{Bind, Nest, Tail};

/// Most rows that are taken in dot form.
const DOT_ROWS: i64 = 8;

impl Product<'_> {
    /// Vectors along the sum.
    pub(super) fn dot_form(&self, cost_ns: f64) -> Option<(Kernel, Vec<Nest>)> {
        let v = match self.vector_axis() {
            Some(v) => v,
            // A single result.
            None if self.extent(&self.axes) == 1 => *self.axes.first()?,
            None => return None,
        };
        let f = self.vector_factor(v).unwrap_or(1);
        let (vf, sf) = (&self.factors[f], &self.factors[1 - f]);
        let along = |a: &AxisId| vf.stride(*a) == Some(1) && sf.stride(*a) == Some(1);
        let kv = self.over.iter().copied().find(along)?;
        let rows: Vec<AxisId> = self.axes.iter().copied().filter(|a| *a != v && !vf.has(*a)).collect();
        let m = self.extent(&rows);
        if vf.stride(v) == Some(1) && self.k.extent(v) > 1 || m > DOT_ROWS || !self.when.0.is_empty() {
            return None;
        }
        if self.k.extent(kv) < 2 * self.lanes {
            return None;
        }
        let columns = match m {
            1..=6 => 4,
            _ => 3,
        }
        .min(self.k.extent(v));
        let vectors = (i64::from(self.t.vector_regs) * 3 / 4 / (m * columns)).clamp(1, 4);
        let unrolled = |body: Vec<Nest>| {
            let body = vec![lp(v, 1, Bind::Unroll, Tail::Peel, body)];
            rows.iter().rev().fold(body, |b, r| vec![lp(*r, 1, Bind::Unroll, Tail::Peel, b)])
        };
        let terms = vec![lp(kv, 1, Bind::Vector, self.vector_tail(), vec![at(self.def)])];
        let terms = unrolled(vec![lp(kv, self.lanes, Bind::Ilp, Tail::Peel, terms)]);
        let terms = vec![lp(kv, self.lanes * vectors, Bind::Serial, Tail::Peel, terms)];
        let others = self.over.iter().rev().filter(|a| **a != kv);
        let mut body = others.fold(terms, |b, a| vec![lp(*a, 1, Bind::Serial, Tail::Peel, b)]);
        body.extend(unrolled(self.stores()));
        let outer: Vec<(AxisId, i64)> =
            self.axes.iter().filter(|a| **a != v && vf.has(**a)).map(|a| (*a, 1)).chain([(v, columns)]).collect();
        let nest = self.cut(&outer, &[], self.tasks(cost_ns), EVERY, |_| body);
        Some((self.k.clone(), nest))
    }

    /// A large vector factor that few rows share is read once, some lines of the sum at a time and each of them for a long
    /// way, which is what memory does best. The accumulators are in scratch memory meanwhile.
    pub(super) fn stream_form(&self, _: f64) -> Option<(Kernel, Vec<Nest>)> {
        // With more rows the scalars of the lines, and the accumulators, would not stay in registers.
        const ROWS: i64 = 2;
        const LINES: i64 = 8;
        // Of a line that a task reads at a time: so much where that leaves a task for each core.
        const ENOUGH_BYTES: i64 = 2048;
        const LEAST_BYTES: i64 = 512;
        const TASKS_PER_CORE: i64 = 4;
        let v = self.vector_axis()?;
        let vf = &self.factors[self.vector_factor(v)?];
        let n = self.k.extent(v);
        let (outer, rows): (Vec<AxisId>, Vec<AxisId>) =
            self.axes.iter().copied().filter(|a| *a != v && self.k.extent(*a) > 1).partition(|a| vf.has(*a));
        let m = self.extent(&rows);
        let bytes = n * self.extent(&self.over) * self.elem_bytes;
        let suits = vf.stride(v) == Some(1) && vf.plain && self.when.0.is_empty() && self.axes.last() == Some(&v);
        if !suits || m > ROWS || bytes <= self.t.l2_bytes as i64 || n * self.elem_bytes <= ENOUGH_BYTES {
            return None;
        }
        let sum = self.over.iter().copied().max_by_key(|a| self.k.extent(*a))?;
        let vectors = (i64::from(self.t.vector_regs) / 2 / m).clamp(1, 4);
        let panel = vectors * self.lanes;
        let (line, cores) = (n * self.elem_bytes, i64::from(self.t.cores.max(1)));
        let tasks = (line / ENOUGH_BYTES).clamp(cores.min(line / LEAST_BYTES), TASKS_PER_CORE * cores);
        let piece = ((n + tasks - 1) / tasks + panel - 1) / panel * panel;
        let tile = |what: Nest| {
            let vec = vec![lp(v, 1, Bind::Vector, self.vector_tail(), vec![what])];
            let un = vec![lp(v, self.lanes, Bind::Unroll, Tail::Peel, vec)];
            rows.iter().rev().fold(un, |b, r| vec![lp(*r, 1, Bind::Unroll, Tail::Peel, b)])
        };
        let lines = vec![lp(sum, 1, Bind::Unroll, Tail::Peel, tile(at(self.def)))];
        let lines = vec![lp(v, panel, Bind::Serial, Tail::Peel, lines)];
        let sums = vec![lp(sum, LINES, Bind::Serial, Tail::Peel, lines)];
        let others = self.over.iter().rev().filter(|a| **a != sum);
        let mut body = others.fold(sums, |b, a| vec![lp(*a, 1, Bind::Serial, Tail::Peel, b)]);
        body.push(lp(v, panel, Bind::Serial, Tail::Peel, self.stores().into_iter().flat_map(tile).collect()));
        let outer: Vec<(AxisId, i64)> = outer.into_iter().map(|a| (a, 1)).chain([(v, piece)]).collect();
        Some((self.k.clone(), self.cut(&outer, &[], EVERY, EVERY, |_| body)))
    }
}
