//! Stable sort of lines by any comparator: blocks by counting what comes before each element, then merges, in scratch
//! memory.
//!
//! An element's place in its block is the number of elements before it, and that takes no branch: vectors of elements
//! are compared with all the others. Where the places are no permutation (the comparator is no order), runs of one are
//! merged.
//!
//! Two runs of one length are merged from both ends at once: two chains of independent steps that need no test for the
//! end of a run. Long lines are cut into runs that tasks sort, and that further kernels merge two by two; each task of these
//! finds by bisection what it is to merge. Where only the first elements of a long line are wanted, it is read once: what comes before the last of
//! the best so far is collected, and sorted when twice as many as wanted have come together.

mod deal;
mod key;
mod keyed;
mod lines;
mod merge;

use self::keyed::Keyed;
use self::lines::{Lines, Runs};
use super::{Scalars, Template, buf, kernel_func, scalar};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, Stmt, Val};
use hloom_num::DType;

/// What to sort. Buffers: results, then operands but positions. Results have `keep` elements a line, operands `len`.
#[derive(Clone, Debug)]
pub struct SortSpec<'a> {
    /// Real element types.
    pub dtypes: Vec<DType>,
    /// By operand: it is each element's number in its line (of type `i32`, `i64`, `ui32` or `ui64`), and has no buffer.
    pub positions: Vec<bool>,
    /// Product of the dimensions before the sorted one.
    pub outer: i64,
    /// The sorted dimension.
    pub len: i64,
    /// Product of the dimensions after it.
    pub inner: i64,
    /// How many of the first elements of each line are wanted, at most `len`.
    pub keep: i64,
    /// "First comes before second", over (first, second) of each operand in turn. A strict weak order.
    pub less: Scalars<'a>,
    /// Cores that share the work.
    pub cores: i64,
}

/// More than so many wanted elements are not collected, but cut from the sorted line.
const MOST_COLLECTED: i64 = 512;
/// Elements that are compared at once with another one.
const BLOCK: i64 = 16;
/// Elements of a block that is sorted by counting; the places are bits of a word.
const COUNTED: i64 = 64;
/// Shorter lines are merged from runs of one.
const LEAST_COUNTED: i64 = 8;

/// Fewest tasks worth having.
const TASKS: i64 = 16;
/// Fewest elements of a run that is sorted by itself.
const LEAST_RUN: i64 = 1 << 12;
/// Most bytes of the scratch memory in which a run is dealt out by its keys.
const MOST_ROOM: i64 = 4 << 20;

/// The kernels of a sort, one after the other: each takes the buffers of its results, then those of its operands, which
/// are all results of the one before.
///
/// # Errors
/// A comparator that reads more than its parameters.
pub fn sort(s: &SortSpec<'_>) -> Result<Vec<Template>, String> {
    let mut run = s.len;
    // Dealing out costs an element the same in long runs, merging does not.
    let keyed = Keyed::of(s);
    let (tasks, most) = match &keyed {
        Some(k) => ((2 * s.cores.max(1)).min(TASKS), MOST_ROOM / (2 * k.entry_bytes())),
        None => (TASKS, i64::MAX),
    };
    let short = |run: i64| s.outer * s.inner * s.len >= tasks * run && run <= most;
    while s.keep == s.len && !short(run) && run >= 2 * LEAST_RUN {
        run = (run + 1) / 2;
    }
    let mut steps = vec![runs(s, keyed.as_ref(), run)?];
    while run < s.len {
        steps.push(merge_runs(s, keyed.as_ref(), run)?);
        run *= 2;
    }
    Ok(steps)
}

impl SortSpec<'_> {
    fn collects(&self) -> bool {
        self.keep > 0 && self.keep <= MOST_COLLECTED && self.keep * 8 <= self.len
    }

    /// Address of element `j` of a line of operand or result `i` that starts at `base`.
    fn address(&self, b: &mut FuncBuilder, p: Val, i: usize, base: Val, j: Val) -> Val {
        let at = b.mul_const(j, self.inner);
        let at = b.add(base, at);
        let bytes = b.mul_const(at, self.dtypes[i].byte_size() as i64);
        b.ptr_add(p, bytes)
    }
}

/// Buffers by number.
fn bufs(b: &mut FuncBuilder, numbers: std::ops::Range<usize>) -> Vec<Val> {
    numbers.map(|i| buf(b, i)).collect()
}

/// Where a line of `len` elements starts.
fn line_start(b: &mut FuncBuilder, inner: i64, len: i64, line: Val) -> Val {
    let width = b.i64(inner);
    let o = b.bin(BinOp::SDiv, line, width);
    let i = b.bin(BinOp::SRem, line, width);
    let base = b.mul_const(o, len * inner);
    b.add(base, i)
}

/// Sorts runs of `run` elements of each line by themselves.
fn runs(s: &SortSpec<'_>, keyed: Option<&Keyed<'_>>, run: i64) -> Result<Template, String> {
    let n = s.dtypes.len();
    let collect = s.collects();
    let room = if collect { 2 * s.keep } else { run };
    let cuts = (s.len + run.max(1) - 1) / run.max(1);
    let mut b = kernel_func("sort");
    let outs = bufs(&mut b, 0..n);
    let mut next = n..;
    let mut operand = |b: &mut FuncBuilder| next.next().map(|i| buf(b, i));
    let ins: Vec<Option<Val>> = s.positions.iter().map(|p| if *p { None } else { operand(&mut b) }).collect();
    let (lo, hi, scratch) = (b.param(1), b.param(2), b.param(3));
    let entries = keyed.map(Keyed::spec);
    let (inside, halves) = (entries.as_ref().unwrap_or(s), keyed.is_some_and(Keyed::halves));
    let mut offsets = Vec::new();
    let mut area = 0i64;
    for t in &inside.dtypes {
        offsets.push(area);
        // Whole blocks are read.
        area += ((room + COUNTED - 1) / COUNTED * COUNTED * t.byte_size() as i64 + 63) / 64 * 64;
    }
    let places = 2 * area + 4 * COUNTED;
    // Behind the places.
    let counters = keyed.filter(|k| k.deals(run)).map(Keyed::counter_bytes);
    let mut w = Lines { s: inside, scratch, offsets, area, halves, err: None };
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let (zero, count) = (b.i64(0), b.i64(cuts));
        let (line, cut) = (b.bin(BinOp::SDiv, task, count), b.bin(BinOp::SRem, task, count));
        let (base, to_base) = (line_start(b, s.inner, s.len, line), line_start(b, s.inner, s.keep, line));
        let first = b.mul_const(cut, run);
        let rest = b.i64(s.len);
        let rest = b.bin(BinOp::Sub, rest, first);
        let here = b.i64(run);
        let here = b.bin(BinOp::SMin, here, rest);
        let keep = if cuts > 1 { here } else { b.i64(s.keep) };
        let loads = |lanes: u32| {
            let ins = &ins;
            move |w: &mut Lines<'_>, b: &mut FuncBuilder, j: Val| w.loads(b, ins, base, j, lanes)
        };
        let sorted = match keyed {
            Some(k) => k.sorted(b, &mut w, (&ins, base), (first, here), counters.map(|_| places)),
            None if collect => w.best(b, &loads(1), &loads(BLOCK as u32)),
            None => {
                w.fill(b, &loads(1), (first, here));
                w.merges(b, here)
            }
        };
        b.for_loop(zero, keep, 1, &[], |b, j, _| {
            if let Some(k) = keyed {
                let to = b.add(first, j);
                k.store(b, &w, (&ins, &outs), (sorted, j), (base, to_base, to));
                return vec![];
            }
            for (i, &out) in outs.iter().enumerate() {
                let x = w.get(b, sorted, i, j);
                let at = b.add(first, j);
                let to = s.address(b, out, i, to_base, at);
                scalar::store(b, s.dtypes[i], to, x);
            }
            vec![]
        });
        vec![]
    });
    if let Some(e) = w.err {
        return Err(e);
    }
    b.push(Stmt::Return(None));
    let tasks = s.outer * s.inner * cuts;
    let passes = (run.max(2) as f64 / COUNTED as f64).log2().ceil().max(0.0) + 3.0;
    let each = keyed.map_or(if collect { 1.0 } else { 2.0 * passes }, |k| k.cost_ns(run));
    Ok(Template {
        name: if collect { "sort_first" } else { "sort" }.into(),
        func: b.finish(true, false),
        tasks,
        scratch_bytes: (places + counters.unwrap_or(0)) as u64,
        cost_ns: each * (s.outer * s.inner * s.len) as f64,
        unbounded: false,
    })
}

/// Merges neighbouring runs of `run` elements of each line.
fn merge_runs(s: &SortSpec<'_>, keyed: Option<&Keyed<'_>>, run: i64) -> Result<Template, String> {
    let n = s.dtypes.len();
    let lines = s.outer * s.inner;
    let pairs = (s.len + 2 * run - 1) / (2 * run);
    let parts = (TASKS / (lines * pairs)).max(1);
    let chunk = (2 * run + parts - 1) / parts;
    let mut b = kernel_func("sort_merge");
    let outs = bufs(&mut b, 0..n);
    let ins: Vec<Option<Val>> = bufs(&mut b, n..2 * n).into_iter().map(Some).collect();
    let (lo, hi, scratch) = (b.param(1), b.param(2), b.param(3));
    let mut w = Lines { s, scratch, offsets: Vec::new(), area: 0, halves: false, err: None };
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let (parts, pairs, len) = (b.i64(parts), b.i64(pairs), b.i64(s.len));
        let (part, rest) = (b.bin(BinOp::SRem, task, parts), b.bin(BinOp::SDiv, task, parts));
        let (pair, line) = (b.bin(BinOp::SRem, rest, pairs), b.bin(BinOp::SDiv, rest, pairs));
        let base = line_start(b, s.inner, s.len, line);
        let start = b.mul_const(pair, 2 * run);
        let run = b.i64(run);
        let mid = b.add(start, run);
        let mid = b.bin(BinOp::SMin, mid, len);
        let stop = b.add(mid, run);
        let stop = b.bin(BinOp::SMin, stop, len);
        let at = Runs { base, start, mid, stop, chunk };
        let (from, to) = w.cuts(b, &ins, &at, part);
        let (i0, j0) = at.positions(b, part, from);
        let one = b.i64(1);
        let next = b.add(part, one);
        let (i1, j1) = at.positions(b, next, to);
        let first = at.output(b, part);
        let out = b.add(start, first);
        if let Some(k) = keyed {
            k.merge(b, &mut w, (&ins, &outs), (base, out), (i0, i1), (j0, j1));
            return vec![];
        }
        let get = |w: &mut Lines<'_>, b: &mut FuncBuilder, j: Val| w.loads(b, &ins, base, j, 1);
        let put = |_: &Lines<'_>, b: &mut FuncBuilder, j: Val, values: &[Val]| {
            for (i, v) in values.iter().enumerate() {
                let to = s.address(b, outs[i], i, base, j);
                scalar::store(b, s.dtypes[i], to, *v);
            }
        };
        w.merge(b, (&get, &put), out, (i0, i1), (j0, j1));
        vec![]
    });
    if let Some(e) = w.err {
        return Err(e);
    }
    b.push(Stmt::Return(None));
    Ok(Template {
        name: "sort_merge".into(),
        func: b.finish(true, false),
        tasks: lines * pairs * parts,
        scratch_bytes: 0,
        cost_ns: 3.0 * (lines * s.len) as f64,
        unbounded: false,
    })
}
