//! Products with few rows whose vector factor lies along the sum.

use super::super::{EVERY, FINISHED, at, lines, lp, task_limit};
use super::Product;
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
        let bytes = vf.buffer().map_or(0, |b| self.k.bufs[b.0 as usize].dtype.byte_size() as i64);
        let (line, far) = (self.k.extent(kv) * bytes, vf.elements(self.k) * bytes > self.t.l2_bytes as i64);
        // Short lines in memory are read one after the other.
        let columns = match m {
            _ if far && line <= lines::SHORT_LINE_BYTES => 1,
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
        // The same vector of each row first, then the next one of each: a line of memory at a time from each stream.
        let terms = vec![lp(kv, self.lanes, Bind::Ilp, Tail::Peel, unrolled(terms))];
        let step = self.lanes * vectors;
        let asks = if far && columns == 1 { vf.asks(self.k, self.t, v, kv, step) } else { Vec::new() };
        let terms = vec![lp(kv, step, Bind::Serial, Tail::Peel, [asks, terms].concat())];
        let others = self.over.iter().rev().filter(|a| **a != kv);
        let terms = others.fold(terms, |b, a| vec![lp(*a, 1, Bind::Serial, Tail::Peel, b)]);
        let sums = |what: Vec<Nest>| [terms, unrolled(what)].concat();
        let outer: Vec<AxisId> = self.axes.iter().copied().filter(|a| *a != v && vf.has(*a)).collect();
        let tasks = task_limit(self.t, cost_ns);
        let (kernel, step, body) = match self.finished_in_vectors(v, &outer, tasks) {
            Some((kernel, apart)) => {
                let some = |what| vec![lp(v, columns, Bind::Serial, Tail::Peel, sums(what))];
                (kernel, FINISHED * self.lanes, self.finish(apart, (&rows, v), some))
            }
            None => (self.k.clone(), columns, sums(self.stores())),
        };
        let outer: Vec<(AxisId, i64)> = outer.into_iter().map(|a| (a, 1)).chain([(v, step)]).collect();
        let nest = self.cut(&outer, &[], tasks, EVERY, None, |_| body);
        Some((kernel, nest))
    }
}
