//! Sums of products: matrix products and convolutions of every layout.
//!
//! A product has two *factors*. The axis of the result that becomes the lanes of vectors makes one of them the *vector
//! factor*; the other is read as scalars that are spread over the lanes. Axes of the result are then
//! * the *vector axis*, and *outer* axes: those the vector factor depends on. They stand outside;
//! * *row* axes: those that only the scalar factor depends on. They reuse the vector factor, which may be packed into
//!   scratch memory for them; the innermost one is unrolled into the register tile ([`shape`]).
//!
//! A convolution is the same with several summed axes and a guard: window positions that share operands are the rows.
//! The windows of its guard become bounds of the summed loops, and tiles that stand apart at the edges.
//!
//! If the vector factor lies along the sum and there are too few rows to pack it for, the product is taken in *dot form*:
//! vectors run along the sum, and their lanes are added at the end.
//!
//! A slice at a run-time place is read where it lies. Absences: no kernel with a second Reduce; no factor at run-time
//! coordinates that differ from point to point.

use super::parts::{self, Waits};
use super::{Class, Cost, EVERY, Schedule, access, lp, out_stride, share, task_limit};
use crate::Target;
use crate::kernel::*;
use crate::loop_ir::Elem;
use crate::nest::{Bind, Nest, Tail, tasks};
pub(super) use factor::Factor;
pub use first::{First, Prepared, prepared};
pub(super) use matrix::FEWEST_ROWS as FEWEST_TILED_ROWS;
pub(super) use tiled::suits_tiles;

mod ahead;
mod along;
mod dot_form;
mod dots;
mod factor;
mod finish;
mod first;
mod matrix;
mod padded;
mod shape;
mod stage;
mod tiled;
mod tiny;

/// Fewest rows for which a panel is packed once more.
const ROWS_PER_PACK: i64 = 48;
/// Fewest rows for which a panel is packed that the caches do not keep: 12 rows are a tenth slower so, 16 a fifth faster.
const FEWEST_ROWS: i64 = 16;
/// Most steps of a window that are written out, so that its edges are known point by point.
const MOST_TAPS: i64 = 16;
/// Most multiply-adds of a tile that are written out for it.
const MOST_TERMS_WRITTEN: i64 = 700;
/// Terms that are written out one after the other.
const SHORT_SUM: i64 = 8;
/// Multiply-adds of a step of the sum up to which [`STEPS`] are taken at once.
const FEW_TERMS: i64 = 8;
const STEPS: i64 = 4;
/// Multiply-adds of a step up to which two are taken at once, in products that take [`LONG_NS`] or more.
const SOME_TERMS: i64 = 16;
const LONG_NS: f64 = 5_000.0;
/// Multiply-adds in flight without which a core waits for them, where they take an operand from memory: it starts two a cycle, and
/// they take four cycles or five.
const IN_FLIGHT: i64 = 8;
/// Rows of a tile that take most of its loads.
const MANY_ROWS: i64 = 4;
/// Most tasks that begin with what they have of their own.
const MOST_OWN: i64 = 8;
/// Shortest sum for which the lanes of its results may be stored apart from each other.
const FEWEST_TERMS_APART: i64 = 32;

/// A kernel that is one product with Maps around it.
struct Product<'a> {
    k: &'a Kernel,
    t: &'a Target,
    def: DefId,
    axes: Vec<AxisId>,
    over: Vec<AxisId>,
    when: Pred,
    factors: [Factor; 2],
    lanes: i64,
    elem_bytes: i64,
}

/// A nest for a kernel that is one product, if it is.
pub(super) fn schedule(k: &Kernel, t: &Target) -> Option<Schedule> {
    let p = Product::of(k, t)?;
    let (kernel, nest, cost) = p.matrix_form().or_else(|| {
        let cost = p.cost();
        let (kernel, nest) = p.dot_form(cost.ns()).or_else(|| p.tile_form(cost.ns()))?;
        Some((kernel, nest, cost))
    })?;
    let tasks = tasks(&nest, &kernel);
    Some(Schedule { kernel, nest, tasks, cost, class: Class::Contraction })
}

impl<'a> Product<'a> {
    fn of(k: &'a Kernel, t: &'a Target) -> Option<Product<'a>> {
        let def = super::plain::only_reduce(k)?;
        let data = k.def(def);
        let Body::Reduce { over, comb: Comb::Fma | Comb::Dot(_), args, when, .. } = &data.body else { return None };
        let (axes, over): (Vec<AxisId>, Vec<AxisId>) = (data.axes.clone(), over.clone());
        if over.is_empty() || axes.iter().chain(&over).any(|a| k.extent(*a) < 1) {
            return None;
        }
        let [a, b] = args[..] else { return None };
        let guarded = !when.0.is_empty();
        let factors = [Factor::new(k, a, guarded)?, Factor::new(k, b, guarded)?];
        let elem_bytes = i64::from(data.tys[0].bytes());
        let lanes = i64::from(t.lanes(elem_bytes as u32));
        Some(Product { k, t, def, axes, over, when: when.clone(), factors, lanes, elem_bytes })
    }

    fn extent(&self, axes: &[AxisId]) -> i64 {
        axes.iter().map(|a| self.k.extent(*a)).product()
    }

    fn cost(&self) -> Cost {
        let terms = self.extent(&self.axes) as f64 * self.extent(&self.over) as f64;
        Cost { compute_ns: self.t.multiply_adds_ns(terms, self.lanes), moving_ns: access::moving_ns(self.k) }
    }

    /// What a sum of plain products, without guard, starts at.
    fn start(&self) -> Option<ExprId> {
        match &self.k.def(self.def).body {
            Body::Reduce { comb: Comb::Fma, init, .. } if self.when.0.is_empty() => init.first().copied(),
            _ => None,
        }
    }

    /// The longest summed axis, if no other Def has it: it can be cut into words.
    fn word_axis(&self) -> Option<AxisId> {
        let a = self.over.iter().copied().max_by_key(|a| self.k.extent(*a))?;
        let other = |d: usize| d != self.def.0 as usize && self.k.defs[d].axes.contains(&a);
        (!(0..self.k.defs.len()).any(other)).then_some(a)
    }

    /// True if the product's guard depends on the axis.
    fn guards(&self, a: AxisId) -> bool {
        self.when.0.iter().any(|x| match x {
            Atom::Range(x, ..) | Atom::Divides(x, _) => x.mentions(a, &|_| true),
            Atom::Cond(_) => true,
        })
    }

    /// True if the product's guard asks for a coordinate on the axis to be divisible.
    fn divides(&self, a: AxisId) -> bool {
        self.when.0.iter().any(|x| matches!(x, Atom::Divides(x, _) if x.mentions(a, &|_| true)))
    }

    /// The axis along which results lie next to each other; or, if that would leave most lanes of a vector without work, one
    /// along which a factor's elements do: long sums are worth storing the lanes of their results one by one.
    fn vector_axis(&self) -> Option<AxisId> {
        let o = self.k.outs.first()?;
        let long = |a: &&AxisId| self.k.extent(**a) > 1;
        let near = self.axes.iter().filter(long).copied().find(|a| out_stride(self.k, o, *a) == Some(1))?;
        if 2 * self.k.extent(near) > self.lanes || self.extent(&self.over) < FEWEST_TERMS_APART {
            return Some(near);
        }
        let [x, y] = &self.factors;
        let reads = |f: &Factor, other: &Factor, a: AxisId| f.stride(a) == Some(1) && !other.has(a);
        let full = |a: &AxisId| self.k.extent(*a) >= self.lanes && (reads(x, y, *a) || reads(y, x, *a));
        let other = self.axes.iter().copied().filter(full).max_by_key(|a| self.k.extent(*a));
        Some(other.unwrap_or(near))
    }

    /// Index of the vector factor.
    fn vector_factor(&self, v: AxisId) -> Option<usize> {
        let [a, b] = &self.factors;
        match (a.has(v), b.has(v)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            // Both: the one that moves along fewer axes is reused, as are the weights of a depthwise convolution.
            (true, true) => {
                let reach =
                    |f: &Factor| self.extent(&self.axes.iter().copied().filter(|x| f.has(*x)).collect::<Vec<_>>());
                Some(usize::from(reach(a) >= reach(b)))
            }
            (false, false) => None,
        }
    }

    /// Masks also where they are not cheap, if there are any (AVX2 has them for words of 32 and 64 bits): the shorter vectors of a
    /// remainder would have accumulators of their own, for which there are no registers.
    fn vector_tail(&self) -> Tail {
        let words = |b: &BufData| matches!(b.dtype.bits(), 32 | 64) && !b.dtype.is_complex();
        let masks = self.t.vector_bytes == 32 && self.k.bufs.iter().all(words);
        if masks { Tail::Mask } else { super::vector_tail(self.t) }
    }

    /// Everything is written once and nothing that is read: a point may be computed twice.
    fn may_repeat(&self) -> bool {
        self.k.bufs.iter().all(|b| b.role != Role::InOut)
    }

    fn stores(&self) -> Vec<Nest> {
        (0..self.k.outs.len()).map(|i| Nest::Store { out: i as u32, stream: false }).collect()
    }

    /// Register tiles with vectors along an axis of the result.
    fn tile_form(&self, cost_ns: f64) -> Option<(Kernel, Vec<Nest>)> {
        let v = self.vector_axis()?;
        let f = self.vector_factor(v)?;
        let (vf, sf) = (&self.factors[f], &self.factors[1 - f]);
        let n = self.k.extent(v);
        let (mut outer, mut rows): (Vec<AxisId>, Vec<AxisId>) =
            self.axes.iter().copied().filter(|a| *a != v && self.k.extent(*a) > 1).partition(|a| vf.has(*a));
        // The row axis: what is unrolled.
        let row = match self.row_axis(&rows) {
            Some(r) => Some(r),
            None => {
                let slides = |a: &AxisId| self.over.iter().any(|x| vf.slides(*a, *x) || sf.slides(*a, *x));
                let r = outer.iter().rev().copied().find(slides);
                outer.retain(|a| Some(*a) != r);
                r
            }
        };
        rows.retain(|a| Some(*a) != row);
        let m = row.map_or(1, |r| self.k.extent(r));
        let terms = self.extent(&self.over);
        let all_rows = m * self.extent(&rows);
        // The rows are too few to be shared too, if their panels are packed.
        let whole = outer.is_empty() && all_rows < 2 * ROWS_PER_PACK;
        let tasks = task_limit(self.t, cost_ns);
        let row_bytes = row.map_or(0, |r| self.row_bytes(sf, r));
        let vectors = (n + self.lanes - 1) / self.lanes;
        let extent = shape::Extent { rows: m, vectors, terms, row_bytes, tasks: whole.then_some(tasks) };
        let shape = shape::choose(self.t, extent);
        let panel = shape.vectors * self.lanes;

        // What is staged.
        let direct = vf.stride(v) == Some(1) && vf.plain;
        let far = n > panel && (terms * panel * self.elem_bytes > self.t.l1_bytes as i64 / 2 || self.crowds(vf, panel));
        let big = all_rows as f64 * terms as f64 * n as f64 > 16.0 * self.t.l2_bytes as f64;
        let tiles = all_rows / shape.rows.max(1);
        // A panel is packed outside the loop of the rows that share it.
        let shared = row.is_none_or(|r| !vf.has(r));
        let lost = tiles >= 2 && all_rows >= FEWEST_ROWS && self.lost(vf, panel);
        let worth = if direct { far && (big && tiles >= 4 || lost) } else { tiles >= 2 };
        let pack = vf.safe && shared && !sf.has(v) && worth;
        if !pack && vf.stride(v) != Some(1) {
            return None;
        }
        let spread = !sf.plain && sf.safe && self.when.0.is_empty() && !sf.has(v) && row.is_some_and(|r| sf.has(r));
        let blocks = self.blocks(pack, panel, v, tiles <= ahead::MOST_TILES);
        let part = blocks.map_or(terms, |b| b.1);
        let ahead = row
            .filter(|_| pack && self.when.0.is_empty() && terms > SHORT_SUM)
            .and_then(|r| self.ahead(vf, v, panel, (r, shape.rows), part));

        let (kernel, stages) = self.staged(pack.then_some(f), spread.then_some(1 - f), v, row);
        let product = DefId(self.def.0 + stages.count);
        let apart = self.finished_apart(&kernel, product, (shape, v));
        let (kernel, sums_apart) = apart.map_or((kernel, None), |(k, sums)| (k, Some(sums)));
        // Rows are spread once for whole vectors and the rest of their columns.
        let by_row = row.is_some_and(|r| sf.has(r)) && shape.rows >= MANY_ROWS;
        let spreads = by_row && n > self.lanes && !sf.has(v) && terms > 2 * SHORT_SUM;
        let tail = match self.vector_tail() {
            Tail::Mask if self.t.cheap_masks && spreads => Tail::MaskOf(self.lanes as u32),
            other => other,
        };
        let tile = |what: Vec<Nest>| {
            let vec = vec![lp(v, 1, Bind::Vector, tail, what)];
            let un = vec![lp(v, self.lanes, Bind::Unroll, Tail::Peel, vec)];
            row.iter().fold(un, |b, r| vec![lp(*r, 1, Bind::Unroll, Tail::Peel, b)])
        };
        let window_terms: i64 = {
            let joins = |a: &&AxisId| [row, Some(v)].iter().flatten().any(|r| self.when_joins(**a, *r));
            self.over.iter().filter(joins).map(|a| self.k.extent(*a)).product()
        };
        // The first row tile packs, if no other loop of rows stands around it.
        let first = row.filter(|_| rows.is_empty()).and_then(|axis| {
            let asks = ahead.as_ref()?.first.clone()?;
            let body = [asks, self.pack_term(v, stages.vector?.1)].concat();
            Some(Nest::First { axis, body })
        });
        let passes = self.alternates(f, pack, panel, v, shape.vectors);
        let own = self.own_step(1 - f, pack, panel, v, tasks);
        let [beside, results] = match row.filter(|_| blocks.is_none()) {
            Some(r) => [self.beside(r, v, panel), self.results(r, v, panel)],
            None => [Vec::new(), Vec::new()],
        };
        let panels = if pack && ahead.is_none() && !beside.is_empty() { self.panels_together(panel, v) } else { 1 };
        let near_its_end = [beside, results].concat();
        let sums = {
            let eval = Nest::At { def: product, space: crate::nest::Space::Reg };
            let mut body: Vec<Nest> = first.iter().cloned().chain(tile(vec![eval])).collect();
            let mut copies = 1;
            let tile_terms = shape.rows * shape.vectors;
            let order = self.sum_order(sf);
            let chains = if passes || pack { 1 } else { self.chains(vf, tile_terms, *order.last()?) };
            let waits = Waits::of(self.k, self.t, tile_terms * chains);
            let part = waits.length(terms) * chains;
            let (mut inside, mut parted) = (1, false);
            for a in order.into_iter().rev() {
                // Windows that leave the operand are known point by point, so that the inner tiles have no guards.
                let n = self.k.extent(a);
                let window = n <= MOST_TAPS
                    && n * copies * tile_terms <= MOST_TERMS_WRITTEN
                    && [row, Some(v)].iter().flatten().any(|r| self.when_joins(a, *r));
                let short = inside == 1 && n <= SHORT_SUM && (n <= 2 || window_terms * n <= SHORT_SUM);
                let bind = match (window, short) {
                    // Around a loop: where nothing leaves the operand, one for all steps.
                    (true, _) if inside > copies && !self.divides(a) => Bind::Window,
                    (true, _) | (_, true) => Bind::Unroll,
                    _ => Bind::Serial,
                };
                let most = if bind == Bind::Serial && inside == copies {
                    self.steps_at_once(tile_terms * copies, pack, passes, cost_ns)
                } else {
                    1
                };
                let steps = if n % (2 * most) == 0 { most } else { 1 };
                let chains = if inside == 1 && chains < steps { chains } else { 1 };
                if chains > 1 {
                    body = vec![lp(a, 1, Bind::Ilp, Tail::Peel, body)];
                }
                if steps > 1 {
                    body = vec![lp(a, chains, Bind::Unroll, Tail::Peel, body)];
                }
                body = vec![lp(a, steps, bind, Tail::Peel, body)];
                if bind != Bind::Serial {
                    copies *= n;
                    if !window && waits.halves(inside * n, terms) {
                        parts::cut(self.k, self.def, (a, inside, 1), (inside * n + 1) / 2, &mut body);
                    }
                    inside *= n;
                    continue;
                }
                // Shorter steps inside longer ones; what does not fit in between is left out.
                let mut asks: Vec<(i64, Vec<Nest>)> = ahead.clone().map(|x| (x.step, x.asks)).into_iter().collect();
                asks.extend(self.spread_over(a, shape.rows, row, &near_its_end));
                asks.sort_by_key(|x| x.0);
                let mut last = steps;
                for (step, asks) in asks {
                    if step % last == 0 {
                        body = vec![lp(a, step, bind, Tail::Peel, [asks, body].concat())];
                        last = step;
                    }
                }
                if passes {
                    // Quarters: 0 1 3 2, then 2 3 1 0. Halves alone would begin with the half read last, at its far end.
                    if n % 4 == 0 {
                        body = vec![lp(a, n / 4, Bind::Alternate, Tail::Peel, body)];
                    }
                    body = vec![lp(a, n / 2, Bind::Alternate, Tail::Peel, body)];
                } else if !parted {
                    let one_by_one = n <= MOST_TAPS && self.guards(a);
                    // The guard of a window becomes loop bounds if its steps are taken one by one.
                    let part = if one_by_one { waits.step_length(inside, cost_ns < LONG_NS) } else { Some(part) };
                    let loops = (a, inside, last);
                    parted = part.is_some_and(|terms| parts::cut(self.k, self.def, loops, terms, &mut body));
                }
                if let Some(step) = own {
                    body = vec![lp(a, step, Bind::Own, Tail::Peel, body)];
                }
                inside *= n;
            }
            body
        };
        let packing = stages.vector.filter(|_| first.is_none()).map(|(bt, bp)| self.pack_nest(vf, v, bt, bp));
        let spreading = stages.scalar.map(|ap| self.spread_nest(sf, row.unwrap_or(v), ap));
        let guarded = row.is_some_and(|r| self.guards(r));
        let row_tail =
            if self.may_repeat() && !guarded && m >= shape.rows && blocks.is_none() { Tail::Shift } else { Tail::Peel };
        let with_rows = |body: Vec<Nest>| match row {
            Some(r) => vec![lp(r, shape.rows, Bind::Serial, row_tail, body)],
            None => body,
        };
        let inner = |left: &[(AxisId, i64)], body: Vec<Nest>| {
            left.iter()
                .filter(|a| Some(a.0) != row)
                .rev()
                .fold(body, |b, (a, s)| vec![lp(*a, *s, Bind::Serial, Tail::Peel, b)])
        };

        let finish = match sums_apart {
            Some(sums) => self.finish(sums, (row.as_slice(), v), tile),
            None => tile(self.stores()),
        };
        let outer: Vec<(AxisId, i64)> = outer.into_iter().map(|a| (a, 1)).chain([(v, panels * panel)]).collect();
        let rows: Vec<(AxisId, i64)> = rows.into_iter().map(|a| (a, 1)).chain(row.map(|r| (r, shape.rows))).collect();
        let most = if pack { (all_rows / ROWS_PER_PACK).max(1) } else { EVERY };
        let by_rows = sf.bytes(self.k) > vf.bytes(self.k);
        let nest = self.cut(&outer, &rows, tasks, most, by_rows.then_some(v), |left| {
            let mut one_tile = spreading.clone().unwrap_or_default();
            one_tile.extend(sums.clone());
            match blocks {
                None => {
                    one_tile.extend(finish);
                    if panels > 1 {
                        one_tile = vec![lp(v, panel, Bind::Serial, Tail::Peel, one_tile)];
                    }
                    let mut body = packing.clone().unwrap_or_default();
                    body.extend(inner(left, with_rows(one_tile)));
                    body
                }
                Some((a, step)) => {
                    let mut block = packing.clone().unwrap_or_default();
                    block.extend(inner(left, with_rows(one_tile)));
                    let mut body = vec![lp(a, step, Bind::Serial, Tail::Peel, block)];
                    body.extend(inner(left, with_rows(finish)));
                    body
                }
            }
        });
        Some(self.rescaled(1 - f, product, kernel, nest))
    }

    /// True if the whole sum is one pass over a matrix somewhat larger than the first-level cache. Read in the same order
    /// again and again, each of its lines would be gone before it is read again.
    fn alternates(&self, f: usize, pack: bool, panel: i64, v: AxisId, vectors: i64) -> bool {
        let [sum] = self.over[..] else { return false };
        let factor = &self.factors[f];
        let (n, terms, l1) = (self.k.extent(v), self.k.extent(sum), self.t.l1_bytes as i64);
        let bytes = n * terms * self.elem_bytes;
        let one_pass = !pack && n <= panel && self.extent(&self.axes) == n && self.when.0.is_empty();
        let plain = factor.plain
            && factor.has(sum)
            && factor.has(v)
            && matches!(self.k.def(self.def).tys[..], [Elem::F32 | Elem::F64]);
        one_pass
            && plain
            && terms % 2 == 0
            && terms > 2 * SHORT_SUM
            && 3 * vectors <= i64::from(self.t.vector_regs)
            && (3 * l1 / 4 + 1..=2 * l1).contains(&bytes)
    }

    /// Terms of the sum that tasks of `panel` columns have of their own, if one factor is a vector of which each has written as much
    /// ([`Kernel::own`]), and there are so many tasks that their sums fit the registers.
    fn own_step(&self, factor: usize, pack: bool, panel: i64, v: AxisId, tasks: i64) -> Option<i64> {
        let own = self.k.own?;
        let [sum] = self.over[..] else { return None };
        let x = &self.factors[factor];
        let Expr::Load { buf, index, .. } = self.k.expr(x.expr) else { return None };
        let n = self.k.extent(v);
        let panels = n / panel;
        let parts = panels.min(tasks);
        let fits = n % panel == 0
            && panels % parts == 0
            && (2..=MOST_OWN).contains(&parts)
            && parts.count_ones() == 1
            && 2 * parts * (panel / self.lanes) <= i64::from(self.t.vector_regs);
        let is_vector = self.extent(&self.axes) == n && self.when.0.is_empty() && self.k.extent(sum) == n;
        let reads_it = *buf == own && index.iter().all(|x| x.as_axis() == Some(sum)) && x.plain;
        // What is looked at as a whole first ([`tiny`]) has to be there as a whole.
        (fits && is_vector && reads_it && !pack && !self.t.slow_subnormals).then_some(n / parts)
    }

    /// Panels that each row tile takes one after the other, where it reads and writes large arrays [beside](Self::beside) the
    /// product: memory gives a few lines of a row sooner than as many of rows far apart. 1024 x 128 by 128 x 1024 with an Adam
    /// step behind it takes 2.62 instead of 2.94 ms on two cores of a Zen 2.
    fn panels_together(&self, panel: i64, v: AxisId) -> i64 {
        const TOGETHER_BYTES: i64 = 256;
        let panels = (TOGETHER_BYTES / (panel * self.elem_bytes)).max(1);
        let bytes = panels * panel * self.extent(&self.over) * self.elem_bytes;
        if bytes <= self.t.l2_bytes as i64 / 4 && self.k.extent(v) >= 2 * panels * panel { panels } else { 1 }
    }

    /// Summed axes, outermost first: long steps of the scalar factor outside, so that its scalars are read in sequence.
    fn sum_order(&self, scalar: &Factor) -> Vec<AxisId> {
        let mut order = self.over.clone();
        if order.iter().all(|a| scalar.stride(*a).is_some()) {
            order.sort_by_key(|a| std::cmp::Reverse(scalar.stride(*a).map_or(0, i64::abs)));
        }
        order
    }

    /// True if one atom of the guard has both axes.
    fn when_joins(&self, a: AxisId, b: AxisId) -> bool {
        self.when.0.iter().any(|x| match x {
            Atom::Range(x, ..) | Atom::Divides(x, _) => x.mentions(a, &|_| true) && x.mentions(b, &|_| true),
            Atom::Cond(_) => false,
        })
    }

    /// Among the row axes, the one whose results lie closest together, unless it is very short.
    fn row_axis(&self, rows: &[AxisId]) -> Option<AxisId> {
        let o = self.k.outs.first()?;
        let step = |a: &AxisId| out_stride(self.k, o, *a).map_or(i64::MAX, i64::abs);
        let long = |a: &&AxisId| self.k.extent(**a) >= 4;
        let near = rows.iter().filter(long).min_by_key(|a| step(a));
        near.or_else(|| rows.iter().max_by_key(|a| self.k.extent(**a))).copied()
    }

    /// Bytes from one point of an axis to the next in a factor, as numbers of the type it is computed in; 0 if they are not
    /// everywhere the same.
    fn row_bytes(&self, f: &Factor, a: AxisId) -> i64 {
        f.stride(a).map_or(0, i64::abs) * self.elem_bytes
    }

    /// True if a panel of `panel` columns is never read from the first-level cache, as its rows share too few sets, and tiles are
    /// so narrow that they wait for the second-level cache. Packed, 1024 x 128 by 128 x 1024 takes 3.36 instead of 4.17 ms on one
    /// core of a Zen 3.
    fn crowds(&self, f: &Factor, panel: i64) -> bool {
        let [sum] = self.over[..] else { return false };
        let row_bytes = self.row_bytes(f, sum);
        !shape::spreads_for_free(self.t)
            && self.k.extent(sum) > shape::rows_kept(self.t, row_bytes, panel * self.elem_bytes)
    }

    /// Steps of a sum that the innermost loop takes at once, of so many multiply-adds each.
    ///
    /// The end of a loop costs as much as a multiply-add alone, and with the loop's counters takes five instructions where a step
    /// of six rows and two vectors has twenty. Nobody waits for them on a core of one's own. On one whose other thread is busy
    /// (Zen 3, two threads) 1024³ take 17.0 instead of 21.0 ms; four steps, 16.3, but an eighth more time to compile.
    ///
    /// A Golden Cove asks for what an instruction reads next, the nearer the better, where a pass ends in the second-level cache
    /// (128 x 128 by a vector 356 ns, two steps at once 369, four 376).
    fn steps_at_once(&self, terms: i64, pack: bool, passes: bool, cost_ns: f64) -> i64 {
        match terms {
            _ if passes && self.t.is_golden_cove() => 1,
            ..=FEW_TERMS if !pack => STEPS,
            ..=SOME_TERMS if cost_ns >= LONG_NS => 2,
            _ => 1,
        }
    }

    /// Sums that each result of a tile of so many is taken in, side by side, whose innermost axis is `a`: fewer multiply-adds than
    /// [`IN_FLIGHT`] wait for those before them. Where the vector factor comes from the second-level cache, they wait for that.
    fn chains(&self, vector: &Factor, tile_terms: i64, a: AxisId) -> i64 {
        let n = self.k.extent(a);
        let near = vector.bytes(self.k) <= 4 * self.t.l1_bytes as i64;
        let suits = self.when.0.is_empty() && n % (2 * STEPS) == 0 && n >= 16 && self.k.rounds(self.def);
        if near && suits && 2 * tile_terms <= IN_FLIGHT { 2 } else { 1 }
    }

    /// True if a panel of `panel` columns is gone from the second-level cache before the next row tile reads it, since its
    /// rows share too few sets. Packed, 32 rows, 1024 terms, 1024 columns take 0.49 instead of 0.86 ms on one core of an
    /// Emerald Rapids.
    fn lost(&self, f: &Factor, panel: i64) -> bool {
        let [sum] = self.over[..] else { return false };
        let row_bytes = self.row_bytes(f, sum);
        2 * self.k.extent(sum) > shape::rows_kept_long(self.t, row_bytes, panel * self.elem_bytes)
    }

    /// Cuts a summed axis into blocks if a packed panel of the whole sum would not fit the second-level cache beside what
    /// else is used. Where `few` row tiles share it, the next panel is asked for while they run and needs its room too.
    fn blocks(&self, pack: bool, panel: i64, v: AxisId, few: bool) -> Option<(AxisId, i64)> {
        let terms = self.extent(&self.over);
        let room = self.t.l2_bytes as i64 / 8 * if few { 3 } else { 4 };
        let bytes = terms * panel * self.elem_bytes;
        if !pack || bytes <= room || self.axes.last() != Some(&v) {
            return None;
        }
        let longest = self.over.iter().copied().max_by_key(|a| self.k.extent(*a))?;
        let n = self.k.extent(longest);
        let step = parts::step(n, (bytes + room - 1) / room, self.lanes);
        (step < n).then_some((longest, step))
    }

    /// Loops around `body`: `outer` axes, then `inner` ones, each with the step that is taken at once. The first become
    /// the grid until there are `tasks` tasks; inner axes are cut into at most `most` pieces. `body` gets the inner axes
    /// that are left to it.
    ///
    /// A thread has neighbours in the grid, so what it computes is close together along the grid's outer axes. `inside` goes
    /// inside the others: where the scalar factor is the larger one, as in most convolutions, a thread that has all columns of
    /// some rows reads half of that factor, and what it wrote itself in the product before. On two cores without a common cache
    /// (Zen 4) DenseNet-121 takes 14.1 instead of 16.0 ms, EfficientNet-B0 9.3 instead of 10.2; with one, 10.6 instead of 11.0 and 6.4
    /// instead of 6.5.
    fn cut(
        &self,
        outer: &[(AxisId, i64)],
        inner: &[(AxisId, i64)],
        tasks: i64,
        most: i64,
        inside: Option<AxisId>,
        body: impl FnOnce(&[(AxisId, i64)]) -> Vec<Nest>,
    ) -> Vec<Nest> {
        let mut grids = Vec::new();
        let mut split = |axes: &[(AxisId, i64)], left: &mut i64| {
            let mut rest = Vec::new();
            for &(a, step) in axes {
                let task = share(self.k, a, step, left);
                grids.extend(task.map(|task| (a, task)));
                if task != Some(step) {
                    rest.push((a, step));
                }
            }
            rest
        };
        let mut left = tasks;
        let serials = split(outer, &mut left);
        left = left.min(most);
        let rest = split(inner, &mut left);
        grids.sort_by_key(|(a, _)| Some(*a) == inside);
        let mut nest = body(&rest);
        for (a, step) in serials.iter().rev() {
            nest = vec![lp(*a, *step, Bind::Serial, Tail::Peel, nest)];
        }
        for (a, step) in grids.iter().rev() {
            nest = vec![lp(*a, *step, Bind::Grid, Tail::Peel, nest)];
        }
        nest
    }
}
