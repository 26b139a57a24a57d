//! Products of words by a matrix unit.
//!
//! Two by two tiles of sums are computed at a time, with all terms, from the scalar factor where it lies and a packed panel of the
//! vector factor. They go through a scratch of their own to what is done with them.

use super::super::{Cost, access, lp, task_limit};
use super::Product;
use crate::kernel::*;
use crate::loop_ir::TileOp;
use crate::nest::{Bind, Nest, Tail, Tiles};

/// Fewest rows for which a panel is packed.
pub(in crate::sched) const FEWEST_ROWS: i64 = 16;
/// Fewest words of a sum: a tile with fewer takes as long.
const FEWEST_WORDS: i64 = 3;
/// Rows of a task for each time that a panel is packed.
const ROWS_PER_PACK: i64 = 512;
/// Tasks for a core, which pack panels of their own.
const TASKS_PER_CORE: i64 = 4;
/// Words that the unit multiplies and adds a nanosecond, where its tiles come from the second-level cache.
const WORDS_PER_NS: f64 = 400.0;
/// Vectors that are packed in straight-line code.
const PACKED_TOGETHER: i64 = 4;

impl Product<'_> {
    /// Tiles, if the target multiplies such words, the sum starts at zero, and there are rows to pack the vector factor for. The
    /// scalar factor comes first. With the estimated time on one thread.
    pub(super) fn matrix_form(&self) -> Option<(Kernel, Vec<Nest>, Cost)> {
        let Body::Reduce { comb: Comb::Dot(op), init, .. } = &self.k.def(self.def).body else { return None };
        let zero = match self.k.expr(*init.first()?) {
            Expr::Int(i) => *i == 0,
            Expr::Float(bits) => f64::from_bits(*bits) == 0.0,
            _ => false,
        };
        let v = self.vector_axis()?;
        let [rf, vf] = &self.factors;
        let (rows, outer): (Vec<AxisId>, Vec<AxisId>) =
            self.axes.iter().copied().filter(|a| *a != v && self.k.extent(*a) > 1).partition(|a| !vf.has(*a));
        let word = self.over.iter().copied().find(|a| rf.stride(*a) == Some(1) && vf.has(*a))?;
        let row = rows.iter().copied().max_by_key(|a| self.k.extent(*a))?;
        let even = self.axes.iter().chain(&self.over).all(|a| rf.stride(*a).is_some());
        let reads = rf.plain && even && vf.safe && vf.has(v) && !rf.has(v) && rf.has(row);
        let (m, n, all_rows) = (self.k.extent(row), self.k.extent(v), self.extent(&rows));
        let enough = TileOp::SIDE / 2;
        let many = m >= enough && all_rows >= FEWEST_ROWS && n >= enough && self.k.extent(word) >= FEWEST_WORDS;
        if !self.t.has_tiles(*op) || !zero || !self.when.0.is_empty() || !reads || !many {
            return None;
        }
        // What is left at the ends is computed with some of what is there already.
        let tail = if self.may_repeat() { Tail::Shift } else { Tail::Peel };
        let side = 2 * TileOp::SIDE;
        // Rows are shared out evenly: tiles with fewer of them take less time.
        let rows_together = {
            let blocks = (m + side - 1) / side;
            (m + blocks - 1) / blocks
        };
        let (kernel, stages) = self.staged(Some(1), None, v, Some(row));
        let product = DefId(self.def.0 + stages.count);
        let (turned, packed) = stages.vector?;
        let words = self.extent(&self.axes) as f64 * self.extent(&self.over) as f64;
        let cost = Cost { compute_ns: words / WORDS_PER_NS, moving_ns: access::moving_ns(self.k) };
        let tasks = task_limit(self.t, cost.ns()).min(TASKS_PER_CORE * i64::from(self.t.cores.max(1)));
        let parts = (all_rows / ROWS_PER_PACK).max(1);
        let panel = self.panel(n, tasks, parts);
        let block = {
            let finish = vec![lp(v, 1, Bind::Vector, self.vector_tail(), self.stores())];
            let finish = vec![lp(row, 1, Bind::Serial, Tail::Peel, finish)];
            let tiles = Nest::Tiles(Tiles { def: product, row, lane: v, word });
            let block = vec![lp(v, side.min(n), Bind::Serial, tail, [vec![tiles], finish].concat())];
            vec![lp(row, rows_together, Bind::Serial, tail, block)]
        };
        let packing = match turned {
            Some(_) => self.pack_nest(vf, v, turned, packed),
            None => {
                let term = self.pack_term(v, packed);
                let terms = vec![lp(v, PACKED_TOGETHER * self.lanes, Bind::Serial, Tail::Peel, term)];
                let sums = self.over.iter().rev().filter(|a| vf.has(**a));
                sums.fold(terms, |b, a| vec![lp(*a, 1, Bind::Serial, Tail::Peel, b)])
            }
        };
        let outer: Vec<(AxisId, i64)> = outer.into_iter().map(|a| (a, 1)).chain([(v, panel)]).collect();
        let others = rows.iter().filter(|a| **a != row).map(|a| (*a, 1));
        let rows: Vec<(AxisId, i64)> = others.chain([(row, rows_together)]).collect();
        let nest = self.cut(&outer, &rows, tasks, parts, None, |left| {
            let others = left.iter().filter(|a| a.0 != row).rev();
            let block = others.fold(block, |b, (a, s)| vec![lp(*a, *s, Bind::Serial, Tail::Peel, b)]);
            [packing, block].concat()
        });
        Some((kernel, nest, cost))
    }

    /// Columns of a panel: at most a quarter of the second-level cache, in whole pairs of tiles. Rows are cut into so many parts.
    fn panel(&self, n: i64, tasks: i64, parts: i64) -> i64 {
        const MOST_COLUMNS: i64 = 512;
        let side = 2 * TileOp::SIDE;
        let fits = self.t.l2_bytes as i64 / 4 / (self.elem_bytes * self.extent(&self.over)).max(1);
        let most = fits.clamp(side, MOST_COLUMNS) / side * side;
        // Panels of about one width, as many for each task, or core if rows are not shared out.
        let pairs = (n + side - 1) / side;
        let panels = (pairs * side + most - 1) / most;
        let cores = i64::from(self.t.cores.max(1));
        let even = if panels > tasks { tasks } else { cores.min(tasks) / parts.min(cores) }.max(1);
        let panels = (panels + even - 1) / even * even;
        (pairs + panels - 1) / panels * side
    }
}
