//! Default schedules: the shape of a kernel's accesses gives its nest.
//!
//! One axis becomes the lanes of vectors: the one along which the fewest vector instructions are needed. If every Def
//! keeps it as a coordinate, the kernel is *tiled* (`tile`: elementwise, column reductions, products, convolutions,
//! pooling): a tile of a few vectors, times some points of a second axis that shares operands, goes through all Defs in
//! registers. Else it is computed *by rows* (`rows`: softmax, layer norm, argmax, sums): each Def has loops of its own
//! inside a row. What has no such axis gets scalar loops (`plain`).

use crate::Target;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::lower::{MAX_HALVED_STEP, MAX_STEP, depends};
use crate::nest::{Bind, Nest, Space, Tail};
use access::{Access, Info};
pub use attention::joins;
pub use contract::{First, Prepared, prepared};
pub use cuts::{Cut, cuts};
pub use partial::{Partial, partial};
pub use traffic::bytes;

mod access;
mod attention;
mod behind;
mod contract;
mod cuts;
mod lines;
mod maps;
mod normalise;
mod partial;
mod parts;
mod plain;
mod rows;
mod tile;
mod traffic;
mod transpose;

/// Bytes that caches fetch at once.
const LINE_BYTES: i64 = 64;
/// Vectors that a function takes together, behind sums that are single numbers.
const FINISHED: i64 = 2;
/// More tasks than there can be.
const EVERY: i64 = 1 << 40;

/// Asks for an element of a buffer, with other coordinates for some axes.
fn ask(k: &Kernel, buf: BufId, index: &[Ix], to: &dyn Fn(AxisId) -> Ix) -> Nest {
    Nest::Prefetch { buf, index: index.iter().map(|x| x.substitute(to, &mut |e| e, &|a| k.extent(a))).collect() }
}

/// Elements of one line in memory.
fn per_line(k: &Kernel, buf: BufId) -> i64 {
    (LINE_BYTES / k.bufs[buf.0 as usize].dtype.byte_size() as i64).max(1)
}

/// What kind of kernel the scheduler saw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Scalar loops.
    Plain,
    /// Maps alone.
    Elementwise,
    /// Maps that change the unit-stride axis.
    Transpose,
    /// Reductions along the vector axis, and what is done with them row by row.
    Rows,
    /// Reductions across the vector axis.
    Columns,
    /// Sums of products that share operands.
    Contraction,
}

/// How to compute a kernel.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The kernel that the nest is for: the given one with merged axes and staging Defs; same meaning, and the
    /// same buffers in the same order (flattened). Staging Defs stand at the end.
    pub kernel: Kernel,
    /// The nest.
    pub nest: Vec<Nest>,
    /// Number of grid tasks.
    pub tasks: i64,
    /// Estimated time on one thread.
    pub cost: Cost,
    /// What the scheduler saw.
    pub class: Class,
}

/// Estimated times on one thread, in nanoseconds, of what a kernel does at once.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Computing.
    pub compute_ns: f64,
    /// Reading and writing, in memory that the caches of a core do not hold.
    pub moving_ns: f64,
}

impl Cost {
    /// Of a kernel whose data come from anywhere.
    pub fn ns(&self) -> f64 {
        self.compute_ns.max(self.moving_ns)
    }

    /// Of a kernel whose data lie in the second-level cache.
    pub fn cached_ns(&self) -> f64 {
        // 60 to 110 bytes a nanosecond on a Zen 4.
        const FASTER: f64 = 4.0;
        self.compute_ns.max(self.moving_ns / FASTER)
    }
}

/// A nest for the kernel.
pub fn schedule(kernel: &Kernel, target: &Target) -> Schedule {
    let mut kernel = normalise::normalise(kernel);
    let special = [attention::schedule, lines::schedule, contract::schedule];
    if let Some(s) = special.iter().find_map(|f| f(&kernel, target)) {
        return s;
    }
    let mut info = Info::new(&kernel);
    let cost = info.cost(&kernel, target);
    let (nest, class) = choose(&mut kernel, &mut info, target, cost.ns());
    let tasks = crate::nest::tasks(&nest, &kernel);
    Schedule { kernel, nest, tasks, cost, class }
}

fn choose(k: &mut Kernel, info: &mut Info, t: &Target, cost_ns: f64) -> (Vec<Nest>, Class) {
    let empty = k.axes.iter().any(|a| a.extent == 0);
    let Some(v) = vector_axis(k, info, t).filter(|_| !empty) else {
        return (plain::nest(k), Class::Plain);
    };
    let tasks = task_limit(t, cost_ns);
    let far_apart = reads_far_apart(k, info, t, v);
    info.count_lanes(k, t, v);
    if !info.rows.contains(&v) {
        return (rows::nest(k, info, t, v, tasks), Class::Rows);
    }
    if let Some(nest) = transpose::nest(k, info, t, tasks) {
        return (nest, Class::Transpose);
    }
    if far_apart {
        return (one_by_one(k, info, v, tasks), Class::Elementwise);
    }
    tile::nest(k, info, t, v, tasks)
}

/// True if the lanes of a vector would come from all over a table that the caches of a core do not hold, little is computed
/// with them, and [the machine](Target::slow_gathers) has more such loads on their way as scalars.
fn reads_far_apart(k: &Kernel, info: &Info, t: &Target, v: AxisId) -> bool {
    /// Operations a point, those for its place in the table included.
    const FEW: f64 = 24.0;
    let anywhere = |x: &Ix| x.terms.iter().any(|(t, _)| matches!(t, Term::Value(e) if depends(k, *e, v)));
    let far = |x: &Access| {
        let Some(Expr::Load { buf, index, .. }) = x.expr.map(|e| k.expr(e)) else { return false };
        let b = &k.bufs[buf.0 as usize];
        index.iter().any(anywhere) && b.span() as u64 * b.dtype.byte_size() as u64 > t.l2_bytes
    };
    let maps = (0..k.defs.len()).all(|d| !info.needed[d] || matches!(k.defs[d].body, Body::Map(_)));
    let in_place = k.bufs.iter().any(|b| b.role == Role::InOut);
    let alike = k.outs.iter().all(|o| k.def(o.def).axes.len() == info.rows.len());
    t.slow_gathers && maps && alike && !in_place && info.ops_per_point() <= FEW && info.accesses.iter().any(far)
}

/// Scalars along the axis, a few in straight-line code.
fn one_by_one(k: &Kernel, info: &Info, v: AxisId, tasks: i64) -> Vec<Nest> {
    const TOGETHER: i64 = 8;
    let stores = (0..k.outs.len() as u32).map(|out| Nest::Store { out, stream: false }).collect();
    let others = by_out_stride(k, info, &info.rows).into_iter().filter(|a| *a != v).map(|a| Level::new(a, 1));
    grid(k, others.chain([Level::new(v, TOGETHER)]).collect(), tasks, unroll(v, 1, stores))
}

/// How many tasks are worth their start: of [`Target::task_ns`] up to one per core, of about 10 µs up to eight. More tasks than cores are as
/// many for each of them: with seven for two cores, one of them would have most of what is over.
fn task_limit(t: &Target, cost_ns: f64) -> i64 {
    const GRAIN_NS: f64 = 10_000.0;
    const TASKS_PER_CORE: i64 = 8;
    let cores = i64::from(t.cores.max(1));
    let tasks = ((cost_ns / GRAIN_NS) as i64).min(TASKS_PER_CORE * cores);
    if tasks > cores {
        (tasks + cores / 2) / cores * cores
    } else {
        ((cost_ns / f64::from(t.task_ns)) as i64).clamp(1, cores)
    }
}

/// True if tasks of whole blocks of an axis, which stands inside of others, have about as much to do each as tasks of single points.
fn shares_evenly(k: &Kernel, others: &[AxisId], (a, block): (AxisId, i64), tasks: i64) -> bool {
    let mut left = tasks;
    for a in others {
        share(k, *a, 1, &mut left);
    }
    let here = left;
    here < 2 || share(k, a, block, &mut left).is_some_and(|step| step * here * 8 <= k.extent(a) * 9)
}

/// Step from point to point of a coordinate list along an axis.
fn out_stride(k: &Kernel, o: &Out, a: AxisId) -> Option<i64> {
    let steps = &k.bufs[o.buf.0 as usize].strides;
    let nested = |x: &crate::ix::Ix| x.coef(a) == 0 && x.mentions(a, &|_| true);
    if o.index.iter().any(nested) {
        return None;
    }
    Some(o.index.iter().zip(steps).map(|(x, s)| x.coef(a) * s).sum())
}

/// True if the points of all outs along an axis lie next to each other.
fn lie_along(k: &Kernel, a: AxisId) -> bool {
    k.outs.iter().all(|o| out_stride(k, o, a) == Some(1))
}

/// The axis along which the fewest instructions are needed; of several, the one along which elements are nearest. Only what goes to
/// memory and back is counted, as operations are as many along any axis; but where the best one has less than half as many points
/// as a vector has lanes, and a lot is the same for all of them (the place of a pixel, for its colours), that would be computed one
/// number at a time. (Images of 256 x 256 x 3 bytes warped, two threads: 0.62 ms, along pixels 0.26.)
fn vector_axis(k: &Kernel, info: &Info, t: &Target) -> Option<AxisId> {
    const MANY_ALIKE: f64 = 32.0;
    let lanes = f64::from(t.lanes(info.widest(k)));
    let axes = || (0..k.axes.len() as u32).map(AxisId).filter(|a| runs_along(k, info, *a));
    let best = |cost: &dyn Fn(AxisId) -> f64| {
        let steps = |a: AxisId| info.accesses.iter().map(move |x| x.strides[a.0 as usize].map_or(i64::MAX, i64::abs));
        let costs = axes().map(|a| ((cost(a), steps(a).fold(0, i64::saturating_add)), a));
        costs.reduce(|x, y| if y.0 < x.0 { y } else { x }).map(|c| c.1)
    };
    let axis = best(&|a| accesses(k, info, a, lanes))?;
    if k.extent(axis) as f64 * 2.0 >= lanes || info.alike(k, axis) < MANY_ALIKE {
        return Some(axis);
    }
    best(&|a| accesses(k, info, a, lanes) + info.instructions(k, a, lanes))
}

/// True if vectors may run along an axis.
fn runs_along(k: &Kernel, info: &Info, a: AxisId) -> bool {
    let reduced = |d: &DefId| k.def(*d).over().contains(&a);
    k.extent(a) >= 2 && info.needed().iter().filter(|d| reduced(d)).all(|d| access::commutes(k, *d))
}

/// Instructions for all loads and stores, and for lanes that are combined, if vectors of so many lanes run along an axis.
fn accesses(k: &Kernel, info: &Info, a: AxisId, lanes: f64) -> f64 {
    const TURNED_ROUND: f64 = 1.5;
    let by_shuffles = |s: i64| (2..=MAX_STEP).contains(&s.abs()) || s == MAX_HALVED_STEP && info.halves_rows();
    let extent = k.extent(a) as f64;
    let reduced = |d: DefId| k.def(d).over().contains(&a);
    // A product that reads an operand across its lanes is packed; along the summed axis it would need sums of lanes.
    let (along, across) = (lanes.min(extent), 1.5f64.min(lanes));
    let mut cost = 0.0;
    for x in &info.accesses {
        let points = if x.is_store {
            k.def(x.def).axes.iter().map(|a| k.extent(*a) as f64).product()
        } else {
            info.points(k, x.def)
        };
        let used = k.def(x.def).axes.contains(&a) || (reduced(x.def) && !x.is_store);
        let packed = tile::packable(k, info, x, a);
        // What lies beside each other is stored together.
        let parts = |s: i64| x.is_store && k.outs.iter().filter(|o| o.def == x.def).count() as i64 == s;
        cost += points
            / match (used, x.strides[a.0 as usize]) {
                (false, _) => 1.0,
                (true, Some(0 | 1)) => along,
                (true, Some(-1)) => along / TURNED_ROUND,
                // Whole vectors and shuffles.
                (true, Some(s)) if (!x.is_store || parts(s)) && by_shuffles(s) => {
                    let turned_round = if s < 0 { TURNED_ROUND } else { 1.0 };
                    (along / turned_round / s.abs() as f64).max(across)
                }
                (true, _) if packed => along / 1.1,
                (true, _) => across,
            };
    }
    for d in info.needed().into_iter().filter(|d| reduced(*d)) {
        // Lanes are combined at the end of each row.
        let ends: f64 = k.def(d).axes.iter().map(|a| k.extent(*a) as f64).product();
        cost += ends * 6.0;
    }
    cost
}

fn at(def: DefId) -> Nest {
    Nest::At { def, space: Space::Reg }
}

fn staged(def: DefId) -> Nest {
    Nest::At { def, space: Space::Local }
}

fn lp(axis: AxisId, step: i64, bind: Bind, tail: Tail, body: Vec<Nest>) -> Nest {
    Nest::Loop { axis, step: step.max(1), bind, tail, body }
}

/// How vectors end: masked where that is cheap.
fn vector_tail(t: &Target) -> Tail {
    if t.cheap_masks { Tail::Mask } else { Tail::Peel }
}

/// True if the outs are stored past the caches: most of them would not stay there, for their own size or what is read beside them, and
/// lines that are written whole need not be read first.
fn streams(k: &Kernel, t: &Target) -> bool {
    let results = result_bytes(k);
    results > t.l3_bytes / 2 || results > t.l2_bytes && bytes(k) > t.l3_bytes / 2 * 3
}

/// The store of an out, by vectors along `v`, and what is asked for with it: if the outs are stored past the caches but its rows
/// do not begin with lines, it is not, as the line between two rows would be written to memory in parts; its lines are fetched then,
/// ahead of the stores, which are made in order and would all wait for each. (4001 x 4003 f32 on one core of an Emerald Rapids: 9.3 ms,
/// asked for 5.7.)
fn store(k: &Kernel, t: &Target, out: usize, v: AxisId) -> Vec<Nest> {
    const AHEAD_BYTES: i64 = 512;
    let o = &k.outs[out];
    let buf = &k.bufs[o.buf.0 as usize];
    let axes = &k.def(o.def).axes;
    let shared = |a: &AxisId| *a != v && k.extent(*a) > 1 && parted(k, o, *a);
    let past = streams(k, t);
    let in_sequence = out_stride(k, o, v) == Some(1) && axes.contains(&v);
    let ahead = past && buf.role == Role::Out && in_sequence && axes.iter().any(shared);
    let next = |a: AxisId| Ix::axis(a).offset(if a == v { AHEAD_BYTES / buf.dtype.byte_size() as i64 } else { 0 });
    let asked = ahead.then(|| ask(k, o.buf, &o.index, &next));
    asked.into_iter().chain([Nest::Store { out: out as u32, stream: past && !ahead }]).collect()
}

/// True if what an out stores at one point of an axis does not begin with a line where that at the point before did.
fn parted(k: &Kernel, o: &Out, a: AxisId) -> bool {
    let bytes = k.bufs[o.buf.0 as usize].dtype.byte_size() as i64;
    out_stride(k, o, a).is_none_or(|n| n * bytes % LINE_BYTES != 0)
}

fn result_bytes(k: &Kernel) -> u64 {
    k.outs.iter().map(|o| k.bufs[o.buf.0 as usize].bytes() as u64).sum()
}

/// One point after the other of an axis, straight-line.
fn unroll(axis: AxisId, step: i64, body: Vec<Nest>) -> Vec<Nest> {
    vec![lp(axis, step, Bind::Unroll, Tail::Peel, body)]
}

/// Loops over single points of some axes, the first one outermost.
fn around(axes: &[AxisId], bind: Bind, body: Vec<Nest>) -> Vec<Nest> {
    axes.iter().rev().fold(body, |b, a| vec![lp(*a, 1, bind, Tail::Peel, b)])
}

/// The axes in the order of the address step of the first out, largest first.
fn by_out_stride(k: &Kernel, info: &Info, axes: &[AxisId]) -> Vec<AxisId> {
    let store: Option<&Access> = info.accesses.iter().find(|x| x.is_store);
    let mut axes = axes.to_vec();
    let step = |a: &AxisId| store.and_then(|s| s.strides[a.0 as usize]).unwrap_or(0).abs();
    axes.sort_by_key(|a| (std::cmp::Reverse(step(a)), a.0));
    axes.retain(|a| k.extent(*a) != 1);
    axes
}

/// One of the loops around a tile.
struct Level {
    axis: AxisId,
    /// Step of the loop.
    unit: i64,
    tail: Tail,
    /// Done once for each iteration, before the loops inside.
    prologue: Vec<Nest>,
}

impl Level {
    fn new(axis: AxisId, unit: i64) -> Level {
        Level { axis, unit, tail: Tail::Peel, prologue: Vec::new() }
    }
}

/// The step of the grid loop over an axis, in whole units, if it gets one while tasks are `left` to be found; it has its share of them then.
fn share(k: &Kernel, axis: AxisId, unit: i64, left: &mut i64) -> Option<i64> {
    let units = (k.extent(axis) + unit - 1) / unit;
    let parts = units.min(*left);
    if parts <= 1 {
        return None;
    }
    *left = (*left + parts - 1) / parts;
    Some((units + parts - 1) / parts * unit)
}

/// True if tasks of so many points of an axis would write to all lines of an out in turns: each store would take a line from another core.
/// (32 x 1676 x 13 bytes by tasks of three columns, two threads of a Zen 4: 0.56 ms, one 0.21.)
fn in_same_lines(k: &Kernel, a: AxisId, step: i64) -> bool {
    k.outs.iter().any(|o| {
        let stride = |a: AxisId| out_stride(k, o, a).unwrap_or(0).abs();
        let (each, bytes) = (stride(a), k.bufs[o.buf.0 as usize].dtype.byte_size() as i64);
        let outer = |b: &AxisId| *b != a && k.extent(*b) > 1 && stride(*b) > each;
        each > 0 && each * step * bytes < LINE_BYTES && k.def(o.def).axes.iter().any(outer)
    })
}

/// Wraps `body` in loops, outermost first, of which the first become the grid until there are about `tasks` tasks; those whose tasks would
/// write to the same lines only if there are too few of the others.
fn grid(k: &Kernel, levels: Vec<Level>, tasks: i64, body: Vec<Nest>) -> Vec<Nest> {
    let mut left = tasks.max(1);
    let mut steps = vec![None; levels.len()];
    for last in [false, true] {
        for (l, step) in levels.iter().zip(&mut steps).filter(|x| x.1.is_none()) {
            let mut rest = left;
            let found = share(k, l.axis, l.unit, &mut rest).filter(|step| last || !in_same_lines(k, l.axis, *step));
            if found.is_some() {
                (*step, left) = (found, rest);
            }
        }
    }
    let grids: Vec<(AxisId, i64)> = levels.iter().zip(&steps).filter_map(|(l, s)| Some((l.axis, (*s)?))).collect();
    let mut nest = body;
    for (l, step) in levels.into_iter().zip(steps).rev() {
        let mut inner = l.prologue;
        inner.extend(nest);
        let whole = step == Some(l.unit);
        nest = if whole { inner } else { vec![lp(l.axis, l.unit, Bind::Serial, l.tail, inner)] };
    }
    grids.into_iter().rev().fold(nest, |n, (a, step)| vec![lp(a, step, Bind::Grid, Tail::Peel, n)])
}
