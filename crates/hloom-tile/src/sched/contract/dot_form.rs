//! Products with few rows whose vector factor lies along the sum.

use super::super::{EVERY, FINISHED, around, at, lines, lp, task_limit};
use super::{Factor, MOST_TAPS, Product, SHORT_SUM};
use crate::kernel::*;
use crate::nest::{Bind, Nest, Tail};

/// Most rows that are taken in dot form.
const DOT_ROWS: i64 = 8;

/// Points of the vector factor's axis that stand side by side, of so many results each.
fn columns_at_once(rows: i64) -> i64 {
    if rows <= 6 { 4 } else { 3 }
}

/// What lies where in a product in dot form.
pub(super) struct DotForm {
    /// The axis of the results that the vector factor has and whose points stand side by side.
    v: AxisId,
    /// Index of the vector factor.
    factor: usize,
    /// The summed axis along which both factors lie.
    along: AxisId,
    /// Axes of the results that only the other factor has.
    rows: Vec<AxisId>,
}

impl Product<'_> {
    /// The axes of the product in dot form, if it has one. `gain`: how many times fewer instructions that has to take where vectors along
    /// the columns would have idle lanes.
    pub(super) fn dot_axes(&self, gain: f64) -> Option<DotForm> {
        let v = match self.vector_axis() {
            Some(v) => v,
            // A single result.
            None if self.extent(&self.axes) == 1 => *self.axes.first()?,
            None => return None,
        };
        let f = self.vector_factor(v).unwrap_or(1);
        let [vf, sf] = [&self.factors[f], &self.factors[1 - f]];
        let both = |a: &AxisId| vf.stride(*a) == Some(1) && sf.stride(*a) == Some(1);
        let along = self.over.iter().copied().find(both)?;
        // (Where a window slides over a single point, no factor has its axis.)
        let long = |a: &AxisId| self.k.extent(*a) > 1;
        if self.axes.iter().filter(|a| long(a)).any(|a| !vf.has(*a) && !sf.has(*a)) {
            return None;
        }
        let own = |x: &Factor, y: &Factor| {
            self.axes.iter().copied().filter(|a| long(a) && x.has(*a) && !y.has(*a)).collect::<Vec<_>>()
        };
        let (columns, rows) = (own(vf, sf), own(sf, vf));
        let form = if self.extent(&rows) <= DOT_ROWS {
            DotForm { v, factor: f, along, rows }
        } else if self.extent(&columns) <= DOT_ROWS {
            DotForm { v: self.row_axis(&rows)?, factor: 1 - f, along, rows: columns }
        } else {
            return None;
        };
        let lies_along = self.factors[form.factor].stride(form.v) == Some(1) && self.k.extent(form.v) > 1;
        let n = self.k.extent(along);
        let fills = n >= 2 * self.lanes || n == self.lanes && self.extent(&self.over) >= SHORT_SUM * n;
        let pays = form.factor == f || self.has_idle_lanes(&form, gain);
        (!lies_along && fills && pays && self.is_window(&form)).then_some(form)
    }

    /// True if vectors along so few columns would have idle lanes, and dot form takes fewer instructions for each number that
    /// they share. Measured with 16 lanes, as ratios of times: 3 x 3 windows over 64 channels to 2, 3, 4, 6, 8 of them 5.8, 3.6, 3.1,
    /// 2.3, 1.7; 32 terms and 3, 5, 8 columns 1.17, 0.89, 0.57; 64 terms 1.7, 1.3, 0.84.
    fn has_idle_lanes(&self, form: &DotForm, gain: f64) -> bool {
        let (m, terms, lanes) = (self.extent(&form.rows), self.extent(&self.over) as f64, self.lanes as f64);
        let [vector, other] = [form.factor, 1 - form.factor].map(|f| &self.factors[f]);
        // What is not computed with as it is stored takes two more a vector.
        let wide = |f: &Factor| if f.plain { 0.0 } else { 2.0 };
        let columns = columns_at_once(m) as f64;
        let products = m as f64 + wide(vector) + m as f64 * wide(other) / columns;
        let sums_of_lanes = m as f64 * (1.5 * lanes.log2() + 1.0);
        let idle = if vector.plain { terms } else { 1.2 * terms };
        let fused = matches!(self.k.def(self.def).body, Body::Reduce { comb: Comb::Fma, .. });
        fused && 2 * m <= self.lanes && gain * (terms / lanes * products + sums_of_lanes) < idle
    }

    /// True if all guards are that a window does not leave what it slides over, or there are none.
    fn is_window(&self, form: &DotForm) -> bool {
        let outside = |x: &Atom| matches!(x, Atom::Range(x, ..) if !x.mentions(form.along, &|_| true));
        self.when.0.iter().all(outside)
            && !form.rows.iter().any(|a| self.guards(*a))
            && self.over.iter().all(|a| self.k.extent(*a) <= MOST_TAPS || !self.when_joins(*a, form.v))
    }

    /// Vectors along the sum.
    pub(super) fn dot_form(&self, cost_ns: f64) -> Option<(Kernel, Vec<Nest>)> {
        let DotForm { v, factor, along: kv, rows } = self.dot_axes(1.0)?;
        let (vf, m) = (&self.factors[factor], self.extent(&rows));
        let bytes = vf.buffer().map_or(0, |b| self.k.bufs[b.0 as usize].dtype.byte_size() as i64);
        let (line, all) = (self.k.extent(kv) * bytes, vf.elements(self.k) * bytes);
        // What a window reads again is near.
        let far = all > self.t.l2_bytes as i64 && all <= vf.bytes(self.k);
        // Short lines in memory are read one after the other.
        let columns = if far && line <= lines::SHORT_LINE_BYTES { 1 } else { columns_at_once(m) }.min(self.k.extent(v));
        let vectors = (i64::from(self.t.vector_regs) * 3 / 4 / (m * columns)).clamp(1, 4);
        let unrolled = |body: Vec<Nest>| {
            let body = vec![lp(v, 1, Bind::Unroll, Tail::Peel, body)];
            around(&rows, Bind::Unroll, body)
        };
        let terms = vec![lp(kv, 1, Bind::Vector, self.vector_tail(), vec![at(self.def)])];
        // The same vector of each row first, then the next one of each: a line of memory at a time from each stream.
        let terms = vec![lp(kv, self.lanes, Bind::Ilp, Tail::Peel, unrolled(terms))];
        let step = self.lanes * vectors;
        let asks = if far && columns == 1 { vf.asks(self.k, self.t, v, kv, step) } else { Vec::new() };
        let terms = vec![lp(kv, step, Bind::Serial, Tail::Peel, [asks, terms].concat())];
        let others = self.over.iter().rev().filter(|a| **a != kv);
        let bind = |a: AxisId| if self.when_joins(a, v) { Bind::Window } else { Bind::Serial };
        let terms = others.fold(terms, |b, a| vec![lp(*a, 1, bind(*a), Tail::Peel, b)]);
        let sums = |what: Vec<Nest>| [terms, unrolled(what)].concat();
        let outer: Vec<AxisId> = self.axes.iter().copied().filter(|a| *a != v && vf.has(*a)).collect();
        let tasks = task_limit(self.t, cost_ns);
        let (kernel, step, body) = match self.finished_in_vectors((&rows, v), &outer, tasks) {
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
