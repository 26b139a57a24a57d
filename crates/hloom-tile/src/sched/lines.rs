//! Large matrices whose lines are combined, in sums of columns and in products with few rows: read once, line by line.
//!
//! The accumulators of a whole line wait in the first-level cache, because what memory gives depends on the order of the
//! reads. A core that goes from one line to the next when it has read the first gets up to three times the bytes of one
//! that reads some short lines side by side, or a part of each while another core reads the rest: what is fetched ahead is
//! then fetched in vain. Long lines are streams of their own.
//!
//! So that each core has lines of its own, and no sum is long, [`parts`] cuts the lines into ranges that
//! [`super::partial()`] makes tasks of.

use super::contract::Factor;
use super::{
    Class, EVERY, Level, Schedule, access, around, at, grid, lp, out_stride, parted, plain, streams, vector_tail,
};
use crate::Target;
use crate::kernel::*;
use crate::nest::{Bind, Nest, Tail, tasks};

/// Lines up to this length are read one after the other where they come from memory.
pub(super) const SHORT_LINE_BYTES: i64 = 8 << 10;
/// Shorter lines are for tiles in registers.
const LEAST_LINE_BYTES: i64 = 256;

/// A Reduce over the lines of a matrix.
struct Lines {
    def: DefId,
    /// Along a line: the last axis of the result.
    v: AxisId,
    /// From line to line, outermost first.
    over: Vec<AxisId>,
    /// The other axes of the result: those that the matrix has, and those that it does not have.
    outer: Vec<AxisId>,
    rows: Vec<AxisId>,
    /// Bytes of a line.
    line: i64,
    /// Bytes of its accumulators.
    kept: i64,
    /// Bytes of the matrix.
    bytes: i64,
    guarded: bool,
    matrix: Factor,
}

/// The nest of a kernel that is such a Reduce, with Maps around it.
pub(super) fn schedule(k: &Kernel, t: &Target) -> Option<Schedule> {
    let lines = Lines::of(k, t)?;
    let nest = lines.nest(k, t);
    let product = matches!(k.def(lines.def).body, Body::Reduce { comb: Comb::Fma, .. });
    let class = if product { Class::Contraction } else { Class::Columns };
    let cost = access::Info::new(k).cost(k, t);
    Some(Schedule { kernel: k.clone(), tasks: tasks(&nest, k), nest, cost, class })
}

/// Into how many ranges of which length to cut the lines: the axis from line to line, the number of ranges, and the length of
/// each but the last. `None` if there are tasks enough and the sums are short.
pub(super) fn parts(k: &Kernel, t: &Target) -> Option<(AxisId, i64, i64)> {
    const LEAST_PART_BYTES: i64 = 256 << 10;
    const MOST_TERMS: i64 = 1024;
    let lines = Lines::of(k, t)?;
    let cores = i64::from(t.cores.max(1));
    let axis = *lines.over.first()?;
    let n = k.extent(axis);
    let few = extent(k, &lines.outer) < cores && lines.kept < cores * most_kept_bytes(t);
    let terms = extent(k, &lines.over);
    let short = if k.rounds(lines.def) { (terms + MOST_TERMS - 1) / MOST_TERMS } else { 1 };
    let wanted = if few { (short + cores - 1) / cores * cores } else { short };
    let wanted = wanted.min(lines.bytes / extent(k, &lines.outer) / LEAST_PART_BYTES).min(n);
    if wanted < 2 {
        return None;
    }
    // Ranges of the same length if there is a divisor near.
    let count = (wanted..=2 * wanted).find(|c| n % c == 0).unwrap_or(wanted);
    let size = (n + count - 1) / count;
    Some((axis, (n + size - 1) / size, size))
}

/// So many bytes of accumulators leave room in the second-level cache: what has no more is read in whole lines.
fn most_kept_bytes(t: &Target) -> i64 {
    (t.l2_bytes as i64 / 8).max(SHORT_LINE_BYTES)
}

fn extent(k: &Kernel, axes: &[AxisId]) -> i64 {
    axes.iter().map(|a| k.extent(*a)).product()
}

impl Lines {
    fn of(k: &Kernel, t: &Target) -> Option<Lines> {
        // With more, loading and storing accumulators takes as long as reading lines.
        const ROWS: i64 = 8;
        let def = plain::only_reduce(k)?;
        let data = k.def(def);
        // What combines by code of its own does so in registers.
        let Body::Reduce { over, comb: comb @ (Comb::Bin(_) | Comb::Fma), args, when, .. } = &data.body else {
            return None;
        };
        let v = *data.axes.last()?;
        let empty = data.axes.iter().chain(over).any(|a| k.extent(*a) < 1);
        if empty || over.is_empty() || k.extent(v) < 2 || out_stride(k, k.outs.first()?, v) != Some(1) {
            return None;
        }
        let along_lines = |a: &Atom| match a {
            Atom::Range(x, ..) => x.mentions(v, &|_| true),
            Atom::Divides(..) | Atom::Cond(_) => true,
        };
        let guarded = !when.0.is_empty();
        if guarded && when.0.iter().any(along_lines) {
            return None;
        }
        let factors: Vec<Factor> = args.iter().map(|a| Factor::new(k, *a, guarded)).collect::<Option<_>>()?;
        if factors.iter().any(|f| !matches!(f.stride(v), Some(0 | 1))) {
            return None;
        }
        let matrix = factors.into_iter().filter(|f| f.stride(v) == Some(1)).max_by_key(|f| f.elements(k))?;
        let stored = k.bufs[matrix.buffer()?.0 as usize].dtype;
        // Products of narrow integers have instructions of their own.
        let narrow = !stored.is_float() && stored.bits() < 32 && *comb == Comb::Fma;
        if narrow {
            return None;
        }
        // From line to line the address grows.
        let steps: Option<Vec<(i64, AxisId)>> = over.iter().map(|a| Some((matrix.stride(*a)?, *a))).collect();
        let mut steps = steps?;
        steps.sort_by_key(|s| std::cmp::Reverse(s.0));
        if !steps.is_sorted_by(|a, b| a.0 > b.0) || steps.last()?.0 < k.extent(v) {
            return None;
        }
        let (outer, rows): (Vec<AxisId>, Vec<AxisId>) =
            data.axes.iter().copied().filter(|a| *a != v && k.extent(*a) > 1).partition(|a| matrix.has(*a));
        let line = k.extent(v) * stored.byte_size() as i64;
        let kept: i64 = data.tys.iter().map(|e| k.extent(v) * i64::from(e.bytes())).sum();
        let kept = kept * extent(k, &rows);
        let bytes = matrix.elements(k) * stored.byte_size() as i64;
        if extent(k, &rows) > ROWS || line < LEAST_LINE_BYTES || bytes <= t.l2_bytes as i64 {
            return None;
        }
        let over = steps.into_iter().map(|s| s.1).collect();
        Some(Lines { def, v, over, outer, rows, line, kept, bytes, guarded, matrix })
    }

    fn nest(&self, k: &Kernel, t: &Target) -> Vec<Nest> {
        const LINES: i64 = 8;
        let widest = k.def(self.def).tys.iter().map(|e| e.bytes()).max().unwrap_or(4);
        let (v, lanes) = (self.v, i64::from(t.lanes(widest)));
        let rows = extent(k, &self.rows);
        let vectors = (i64::from(t.vector_regs) / 2 / rows).clamp(1, 4);
        let panel = vectors * lanes;
        let cores = i64::from(t.cores.max(1));
        let most = most_kept_bytes(t);
        let pieces = (self.kept + most - 1) / most;
        let tasks = extent(k, &self.outer);
        let pieces = if tasks >= cores { pieces } else { pieces.max(cores.min(self.line / LEAST_LINE_BYTES)) };
        let piece = ((k.extent(v) + pieces - 1) / pieces + panel - 1) / panel * panel;
        let tile = |what: Nest| {
            let vec = vec![lp(v, 1, Bind::Vector, vector_tail(t), vec![what])];
            let un = vec![lp(v, lanes, Bind::Unroll, Tail::Peel, vec)];
            around(&self.rows, Bind::Unroll, un)
        };
        let mut body = tile(at(self.def));
        for (i, a) in self.over.iter().rev().enumerate() {
            // Several lines at a time save loads and stores of accumulators, which many of them pay for; also few, unless memory gives
            // less so.
            let near = !t.cold || t.reads_lines_together();
            let together = i == 0 && !self.guarded && (near || self.kept / pieces > SHORT_LINE_BYTES);
            if i == 0 {
                let lines = if together { vec![lp(*a, 1, Bind::Unroll, Tail::Peel, body)] } else { body };
                // (One row by a matrix that is in the last cache takes 6 % longer for it, from memory 5 % less.)
                let asks = if together { Vec::new() } else { self.matrix.asks(k, t, *a, v, panel) };
                body = vec![lp(v, panel, Bind::Serial, Tail::Peel, [asks, lines].concat())];
            }
            body = vec![lp(*a, if together { LINES } else { 1 }, Bind::Serial, Tail::Peel, body)];
        }
        let whole = |o: &Out| k.def(o.def).axes.iter().all(|a| *a == v || k.extent(*a) == 1 || !parted(k, o, *a));
        let stream = streams(k, t) && k.outs.iter().all(whole);
        let stores = (0..k.outs.len()).map(|i| Nest::Store { out: i as u32, stream });
        body.push(lp(v, panel, Bind::Serial, Tail::Peel, stores.flat_map(tile).collect()));
        let levels = self.outer.iter().map(|a| Level::new(*a, 1)).chain([Level::new(v, piece)]).collect();
        grid(k, levels, EVERY, body)
    }
}
