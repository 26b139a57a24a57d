//! What a product reads next, and where it stores, asked for while it computes.
//!
//! A panel of the vector factor is packed, then used by all row tiles. Packing reads short pieces that lie far apart: the
//! hardware does not see them coming, and what is not in a cache costs its full latency. So each row tile asks for its
//! share of the next panel, spread evenly over its sum, where the memory is idle. With weights from memory a product of
//! 128 rows, 768 terms, 3072 columns takes 2.51 instead of 2.85 ms on one core of a Zen 5, and 1.28 instead of 1.44 ms
//! on two. Where row tiles are few, the first of them packs as it goes, between its multiply-adds, which hides the copy:
//! 2.41 and 1.24 ms.
//!
//! Rows that lie a power of two apart share few sets of the caches. In the first level fewer of them are kept than would
//! be asked for, and what is asked for too early is fetched twice: 128 rows, 1024 terms, 1024 columns took 1.86 instead of
//! 1.67 ms on one core of an Emerald Rapids. In the second level the panel's last rows push out its first ones, so the rows
//! that are packed first are asked for last: 1.65 ms, and 2 to 4 % where the weights come from memory.

use super::super::access::{self, Info};
use super::super::{ask, out_stride, per_line, result_bytes};
use super::{Factor, Product, shape};
use crate::ix::Ix;
use crate::kernel::*;
use crate::nest::Nest;

/// Fewest row tiles that the next panel is spread over.
const FEWEST_TILES: i64 = 2;

/// Most row tiles of which the first packs.
pub(super) const MOST_TILES: i64 = 32;
/// Terms that the first row tile asks for ahead of its packing, at most.
const TERMS_AHEAD: i64 = 16;

/// Terms of the shortest sum that is worth asking for where it is stored: batches of 64 terms take 1 to 5 % longer for it,
/// and windows up to 8 %.
const FEWEST_TERMS: i64 = 192;

/// Prefetches, and the step of the summed axis at which they stand.
#[derive(Clone)]
pub(super) struct Ahead {
    pub(super) step: i64,
    pub(super) asks: Vec<Nest>,
    /// What the first row tile asks for at each term, if that is to pack the panel.
    pub(super) first: Option<Vec<Nest>>,
}

impl Product<'_> {
    /// Prefetches of the panel after the current one of `panel` columns along `v`, with tiles of `rows` points of `row`.
    /// `part`: terms that are packed at once.
    pub(super) fn ahead(&self, f: &Factor, v: AxisId, panel: i64, row: (AxisId, i64), part: i64) -> Option<Ahead> {
        let [sum] = self.over[..] else { return None };
        let (buf, index) = f.only_load()?;
        let data = &self.k.bufs[buf.0 as usize];
        let elem_bytes = data.dtype.byte_size() as i64;
        let (r, rows) = row;
        let tiles = self.k.extent(r) / rows;
        if tiles < FEWEST_TILES || data.bytes() <= self.t.l2_bytes as i64 {
            return None;
        }
        let terms = self.k.extent(sum);
        let per_line = per_line(self.k, buf);
        let extent = |a: AxisId| self.k.extent(a);
        let tile = Ix::axis(r).div(rows, &extent);
        // Packed in parts: the next part of this panel, and after the last one the first of the next panel.
        let past = Ix::axis(sum).offset(part);
        let (panels, first) = if part < terms {
            (past.div(terms, &extent), past.rem(terms, &extent))
        } else {
            (Ix::constant(1), Ix::axis(sum))
        };
        let column = Ix::axis(v).add(&panels.scale(panel));
        let direct = f.stride(v) == Some(1);
        let lines = 0..(panel + per_line - 1) / per_line;
        let (step, points): (i64, Vec<(Ix, Ix)>) = if direct {
            // Rows of the panel: each tile asks for a run of neighbours, one every `step` terms, or for every `step`-th.
            let most = tiles.min(part);
            let even = (1..=most).rev().find(|s| part % s == 0).filter(|s| 2 * s >= most);
            let step = even.unwrap_or(most);
            let term = if part == terms && even.is_some() {
                // The last tile asks for the first run of neighbours, the one before it for the second.
                let last = (extent(r) + rows - 1) / rows - 1;
                let run = tile.scale(-1).offset(last).rem(step, &extent);
                first.div(step, &extent).add(&run.scale(part / step))
            } else {
                first.add(&tile)
            };
            let at = |j: i64| (column.offset(j * per_line), term.clone());
            (step, lines.clone().map(at).collect())
        } else if f.stride(sum) == Some(1) && part >= per_line {
            // Columns of the panel: each tile asks for some of them, line by line.
            let each = (panel + tiles - 1) / tiles;
            let at = |j: i64| (column.add(&tile.scale(each)).offset(j), first.clone());
            (per_line, (0..each).map(at).collect())
        } else {
            return None;
        };
        let at = |(column, term): (Ix, Ix)| {
            let to = |a: AxisId| match a {
                a if a == v => column.clone(),
                a if a == sum => term.clone(),
                a => Ix::axis(a),
            };
            ask(self.k, buf, index, &to)
        };
        let few = self.k.extent(r) <= rows * MOST_TILES;
        let soon = {
            let row_bytes = f.stride(sum).map_or(0, i64::abs) * elem_bytes;
            // Half of the ways: the factors that are in use are in them too.
            let terms = TERMS_AHEAD.min(shape::rows_kept(self.t, row_bytes, panel * elem_bytes) / 2).max(1);
            move |j: i64| at((Ix::axis(v).offset(j * per_line), Ix::axis(sum).offset(terms)))
        };
        let first = (direct && few).then(|| lines.map(soon).collect());
        Some(Ahead { step, first, asks: points.into_iter().map(at).collect() })
    }

    /// Prefetches of a tile's first row of what is read beside the product where the tile ends (the state of an optimiser,
    /// a residual), if that comes from memory: the sum hides its way.
    pub(super) fn beside(&self, row: AxisId, v: AxisId, panel: i64) -> Vec<Nest> {
        let info = Info::new(self.k);
        let mut asks = Vec::new();
        for x in info.accesses.iter().filter(|x| !x.is_store && !access::is_reduce(self.k, x.def)) {
            let Some(Expr::Load { buf, index, when, .. }) = x.expr.map(|e| self.k.expr(e)) else { continue };
            let b = &self.k.bufs[buf.0 as usize];
            let large = b.bytes() > self.t.l2_bytes as i64;
            let moves = x.strides[v.0 as usize] == Some(1) && x.strides[row.0 as usize].is_some_and(|s| s != 0);
            let outside = self.over.iter().all(|a| x.strides[a.0 as usize] == Some(0));
            if !large || !moves || !outside || !when.0.is_empty() {
                continue;
            }
            asks.extend(self.lines_of_row(*buf, index, v, panel));
        }
        asks.dedup();
        asks
    }

    /// Prefetches of where a tile's first row is stored, if the results are too many to be in the second-level cache: its lines are
    /// fetched before they are written, and stores are made in order, so that those of the next tile's sums that wait on the
    /// stack would stand behind them. Eight products of 128 x 784 by 784 x 1024 from memory take 9.1 instead of 10.0 ms on two
    /// cores of a Zen 2.
    pub(super) fn results(&self, row: AxisId, v: AxisId, panel: i64) -> Vec<Nest> {
        let few = result_bytes(self.k) <= self.t.l2_bytes / 2;
        let short = self.over.len() > 1 || self.extent(&self.over) < FEWEST_TERMS;
        let asked = self.k.outs.iter().filter(|o| {
            // (What is updated is read beside the product.)
            let fresh = self.k.bufs[o.buf.0 as usize].role == Role::Out;
            let moves = out_stride(self.k, o, v) == Some(1) && out_stride(self.k, o, row).is_some_and(|s| s != 0);
            !few && !short && fresh && moves
        });
        asked.flat_map(|o| self.lines_of_row(o.buf, &o.index, v, panel)).collect()
    }

    /// Prefetches of the lines of a buffer that a tile's row of `panel` columns along `v` takes.
    fn lines_of_row(&self, buf: BufId, index: &[Ix], v: AxisId, panel: i64) -> impl Iterator<Item = Nest> {
        let at = move |j: i64| ask(self.k, buf, index, &|a| Ix::axis(a).offset(if a == v { j } else { 0 }));
        (0..panel).step_by(per_line(self.k, buf) as usize).map(at)
    }

    /// Those prefetches for all rows of a tile, spread over a summed axis: the step at which they stand.
    pub(super) fn spread_over(
        &self,
        sum: AxisId,
        rows: i64,
        row: Option<AxisId>,
        asks: &[Nest],
    ) -> Option<(i64, Vec<Nest>)> {
        let row = row.filter(|_| !asks.is_empty())?;
        let terms = self.k.extent(sum);
        let step = (1..=terms / rows).rev().find(|s| terms % s == 0).filter(|s| 2 * s * rows >= terms && *s > 1)?;
        let extent = |a: AxisId| self.k.extent(a);
        let to = |a: AxisId| {
            let x = Ix::axis(a);
            if a == row { x.add(&Ix::axis(sum).div(step, &extent)) } else { x }
        };
        let moved = |n: &Nest| match n {
            Nest::Prefetch { buf, index } => ask(self.k, *buf, index, &to),
            other => other.clone(),
        };
        Some((step, asks.iter().map(moved).collect()))
    }
}
