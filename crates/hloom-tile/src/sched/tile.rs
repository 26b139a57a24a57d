//! Tiles: the vector axis is a coordinate of every Def. A tile of vectors, times points of a second axis along which
//! operands are shared, goes through all Reduces and outs while its values are in registers.

use super::access::{self, Access, Info};
use super::parts::{self, Waits};
use super::{Class, Level, around, at, by_out_stride, grid, lp, staged, store, unroll, vector_tail};
use crate::Target;
use crate::ix::Ix;
use crate::kernel::*;
use crate::lower::{MAX_HALVED_STEP, MOST_PARTS, depends, prep};
use crate::nest::{Bind, Nest, Tail};

/// So many outs are as good as another vector in flight.
const OUTS: i64 = 4;
/// With fewer rows of the other operand, turning one costs more than sums of lanes.
const FEW_ROWS: i64 = 8;
/// Operations of a point of very long code ([`Info::LONG_CODE`]) with sixteen registers. Measured there: one exponential or tangent
/// (30 to 40 operations) takes a quarter longer with two vectors than with four, several side by side (90, 140) a fifth less.
const LONG_CODE_OF_FEW_REGISTERS: f64 = 64.0;
/// Fewest rows of the other operand that pay for packing one.
const PACK_ROWS: i64 = 32;

fn multiplies(k: &Kernel, d: DefId) -> Option<(&[ExprId], &Pred)> {
    match &k.def(d).body {
        Body::Reduce { comb: Comb::Fma, args, when, .. } => Some((args, when)),
        _ => None,
    }
}

fn contains(k: &Kernel, root: ExprId, what: ExprId) -> bool {
    let mut found = root == what;
    let target = k.expr(what);
    prep::visit(k, root, &mut |e| found |= std::ptr::eq(e, target));
    found
}

/// True if a load across the lanes of `v` belongs to an operand of a product that many rows share: packing turns it.
pub(super) fn packable(k: &Kernel, info: &Info, x: &Access, v: AxisId) -> bool {
    let Some(load) = x.expr else { return false };
    let Some((args, when)) = multiplies(k, x.def) else { return false };
    if !when.0.is_empty() || !info.rows.contains(&v) {
        return false;
    }
    args.iter().any(|a| contains(k, *a, load) && depends(k, *a, v) && shared_rows(k, x.def, *a, v) >= FEW_ROWS)
}

/// Number of points of a product's other axes that read the same elements of an operand.
fn shared_rows(k: &Kernel, d: DefId, arg: ExprId, v: AxisId) -> i64 {
    k.def(d).axes.iter().filter(|a| **a != v && !depends(k, arg, **a)).map(|a| k.extent(*a)).product()
}

/// Rows and vectors of the register tile.
pub(super) fn shape(t: &Target, rows: i64, vectors: i64, most_vectors: i64) -> (i64, i64) {
    let regs = i64::from(t.vector_regs);
    let mut best = (0.0, 1, 1);
    for u in 1..=most_vectors.min(vectors) {
        for r in 1..=14.min(rows) {
            // Accumulators, a row of one operand, and two of the other in flight.
            if r * u + u + 2 > regs {
                continue;
            }
            let (rf, uf) = (r as f64, u as f64);
            // Two multiply-adds and two loads a cycle; at least eight chains hide the latency.
            let cycles = (rf * uf / 2.0).max((rf + uf) / 2.0).max(4.0);
            let fit = |n: i64, s: i64| n as f64 / (((n + s - 1) / s) * s) as f64;
            let score = rf * uf / cycles * fit(rows, r) * fit(vectors, u) + 0.05 * rf * uf / (rf + uf);
            if score > best.0 + 1e-9 {
                best = (score, r, u);
            }
        }
    }
    (best.1, best.2)
}

pub(super) fn nest(k: &mut Kernel, info: &Info, t: &Target, v: AxisId, tasks: i64) -> (Vec<Nest>, Class) {
    let w = i64::from(t.lanes(info.widest(k)));
    let vectors = (k.extent(v) + w - 1) / w;
    let needed = info.needed();
    let reduces: Vec<DefId> = needed.iter().copied().filter(|d| access::is_reduce(k, *d)).collect();
    let others: Vec<AxisId> = by_out_stride(k, info, &info.rows).into_iter().filter(|a| *a != v).collect();
    let second = share_axis(k, &reduces, &others, v);
    let parts = parts_axis(k, info, &others, v).filter(|_| reduces.is_empty());
    let guarded = reduces.iter().any(|d| matches!(&k.def(*d).body, Body::Reduce { when, .. } if !when.0.is_empty()));
    let in_place = k.bufs.iter().any(|b| b.role == Role::InOut);
    let long = if t.vector_regs < 32 { LONG_CODE_OF_FEW_REGISTERS } else { Info::LONG_CODE };
    let whole = second.is_none() && short_rows(k, info, &reduces);
    let (rows, u) = match second {
        Some((s, broadcast)) => shape(t, k.extent(s), vectors, if broadcast { 4 } else { 2 }),
        None => {
            // Outs side by side are chains of their own.
            // So are the points of short rows, but what is computed of a whole row.
            let short = if whole && !needed.iter().any(|d| info.is_costly(*d)) { row_length(k, info) } else { 1 };
            let points = parts.map_or(1, |a| k.extent(a)).max(k.outs.len() as i64 / OUTS).max(short);
            (1, (info.together(k, &needed, (1, 4), long) / points).clamp(1, vectors))
        }
    };
    let accs = rows * u;

    // What many rows share is packed, so that the innermost loop reads it in order.
    let mut prologue = Vec::new();
    let mut broadcasts = false;
    if let Some((s, true)) = second {
        broadcasts = true;
        for &d in &reduces {
            prologue.extend(pack(k, info, d, v, s, w, u, t));
        }
    }
    let tile = |axes: &[AxisId], what: Vec<Nest>| -> Vec<Nest> {
        let what = match parts {
            Some(p) if axes.contains(&p) => unroll(p, 1, what),
            _ => what,
        };
        let vec =
            if axes.contains(&v) { unroll(v, w, vec![lp(v, 1, Bind::Vector, vector_tail(t), what)]) } else { what };
        match second {
            Some((s, _)) if axes.contains(&s) => unroll(s, 1, vec),
            _ => vec,
        }
    };
    let extra = |axes: &[AxisId]| -> Vec<AxisId> { axes.iter().copied().filter(|a| !info.rows.contains(a)).collect() };
    let serial = |axes: &[AxisId], body: Vec<Nest>| around(axes, Bind::Serial, body);
    let inside: Vec<AxisId> = second.iter().map(|s| s.0).chain([v]).collect();
    let mut body = Vec::new();
    for &d in &reduces {
        let axes = k.def(d).axes.clone();
        let extra = extra(&axes);
        let inner = tile(&axes, vec![if extra.is_empty() { at(d) } else { staged(d) }]);
        if whole {
            body.extend(around(&[extra, k.def(d).over().to_vec()].concat(), Bind::Unroll, inner));
            continue;
        }
        let terms = info.together(k, &[d], (accs, SHORT), Info::LONG_CODE);
        body.extend(serial(&extra, sum_loops(k, d, (accs, info.is_costly(d), terms), &inside, inner)));
    }
    let mut groups: Vec<(Vec<AxisId>, Vec<Nest>)> = Vec::new();
    for (i, o) in k.outs.iter().enumerate() {
        let axes = k.def(o.def).axes.clone();
        let stays = Nest::Store { out: i as u32, stream: false };
        let what = if reduces.is_empty() { store(k, t, i, v) } else { vec![stays] };
        match groups.iter_mut().find(|g| g.0 == axes) {
            Some(g) => g.1.extend(what),
            None => groups.push((axes, what)),
        }
    }
    for (axes, what) in groups {
        let extra = extra(&axes);
        body.extend(match whole {
            true => tile(&axes, what.into_iter().flat_map(|n| around(&extra, Bind::Unroll, vec![n])).collect()),
            false => serial(&extra, tile(&axes, what)),
        });
    }

    // Outermost first: what the packed operand depends on, its tile, then the rows that share it.
    let step_tail = if guarded || in_place { Tail::Peel } else { Tail::Shift };
    let level = |a: AxisId| Level::new(a, 1);
    let v_level = Level { axis: v, unit: u * w, tail: Tail::Peel, prologue };
    let mut levels: Vec<Level> = Vec::new();
    match second {
        Some((s, _)) => {
            let shares = |a: &AxisId| reduces.iter().any(|d| shares_along(k, *d, *a, v));
            let (inner, outer): (Vec<AxisId>, Vec<AxisId>) =
                others.iter().filter(|a| **a != s).partition(|a| broadcasts && shares(a));
            levels.extend(outer.into_iter().map(level));
            levels.push(v_level);
            levels.extend(inner.into_iter().map(level));
            levels.push(Level { tail: step_tail, ..Level::new(s, rows) });
        }
        None => {
            levels.extend(others.iter().filter(|a| Some(**a) != parts).map(|a| level(*a)));
            levels.push(v_level);
        }
    }
    let class = match (second, reduces.is_empty()) {
        (_, true) => Class::Elementwise,
        (Some(_), _) => Class::Contraction,
        (None, _) => Class::Columns,
    };
    (grid(k, levels, tasks, body), class)
}

/// True if an operand of a product is the same for all points of `a`, but not for all lanes.
fn shares_along(k: &Kernel, d: DefId, a: AxisId, v: AxisId) -> bool {
    k.def(d).axes.contains(&a)
        && multiplies(k, d).is_some_and(|(args, _)| args.iter().any(|x| depends(k, *x, v) && !depends(k, *x, a)))
}

/// The axis of the parts of points that lie side by side, in what is read or in what is stored, while the vectors run along the
/// points: all parts are in the same whole vectors. (8 x 4 x 224 x 224 to channels last: 0.63 -> 0.2 ms on two cores of a Zen 2.)
fn parts_axis(k: &Kernel, info: &Info, others: &[AxisId], v: AxisId) -> Option<AxisId> {
    others.iter().copied().find(|p| {
        let n = k.extent(*p);
        let stride = |x: &Access, a: AxisId| x.strides[a.0 as usize];
        // (Of complex numbers a part has two elements.)
        let lie_side_by_side = |x: &Access| (1..=2).any(|e| stride(x, *p) == Some(e) && stride(x, v) == Some(e * n));
        (2..=MOST_PARTS).contains(&n) && info.accesses.iter().any(lie_side_by_side)
    })
}

/// The axis of the tile's rows, and whether the other operand is one element for all lanes.
fn share_axis(k: &Kernel, reduces: &[DefId], others: &[AxisId], v: AxisId) -> Option<(AxisId, bool)> {
    let d = *reduces.iter().find(|d| others.iter().any(|a| shares_along(k, **d, *a, v)))?;
    let candidates: Vec<AxisId> = others.iter().copied().filter(|a| shares_along(k, d, *a, v)).collect();
    let large = candidates.iter().rev().find(|a| k.extent(**a) >= 4);
    let s = *large.or_else(|| candidates.iter().max_by_key(|a| k.extent(**a)))?;
    let broadcast = multiplies(k, d).is_some_and(|(args, _)| args.iter().any(|x| !depends(k, *x, v)));
    Some((s, broadcast))
}

/// Axes of a kernel that are no rows': their points, if all are taken at once.
fn row_length(k: &Kernel, info: &Info) -> i64 {
    let axes = (0..k.axes.len() as u32).map(AxisId).filter(|a| !info.rows.contains(a));
    axes.map(|a| k.extent(a)).product()
}

/// True if the rows that are reduced are so short that all of a row is best in registers at once: what several of its Defs compute,
/// and the whole vectors that they all lie in, are so once. (Their outs are stored together.)
fn short_rows(k: &Kernel, info: &Info, reduces: &[DefId]) -> bool {
    let n = row_length(k, info);
    let few = (2..=MOST_PARTS).contains(&n) && n as f64 * info.ops_per_point() <= Info::LONG_CODE;
    !reduces.is_empty() && (few || n == MAX_HALVED_STEP && info.halves_rows())
}

/// Terms that are added side by side, and the longest window that is written out.
const SHORT: i64 = 4;

/// Loops over what a Reduce sums, around the tile of so many chains; whether each term is long, and fills the pipes with a few of
/// them; so many terms may stand side by side. `inside`: the axes of the tile.
fn sum_loops(
    k: &Kernel,
    d: DefId,
    (accs, costly, together): (i64, bool, i64),
    inside: &[AxisId],
    tile: Vec<Nest>,
) -> Vec<Nest> {
    /// Twice as many, and operands, fit the registers of every target.
    const MOST_ACCUMULATORS: i64 = 4;
    // Chains that keep the pipes busy.
    let enough = if costly { 4 } else { 8 };
    let mut over = k.def(d).over().to_vec();
    // An axis under a guard that is the same for the whole tile becomes a loop with bounds, outside the others.
    let bounded = |a: &AxisId| match &k.def(d).body {
        Body::Reduce { when, .. } => when
            .0
            .iter()
            .any(|t| matches!(t, Atom::Range(x, ..) if x.coef(*a) > 0 && inside.iter().all(|i| x.coef(*i) == 0))),
        Body::Map(_) => false,
    };
    if access::commutes(k, d) {
        over.sort_by_key(|a| !bounded(a));
    }
    let terms = match multiplies(k, d) {
        Some(_) => Waits::InRegisters.length(over.iter().map(|a| k.extent(*a)).product()),
        None => parts::MOST_IN_REGISTERS,
    };
    let longest = over.iter().copied().max_by_key(|a| k.extent(*a)).filter(|_| accs <= MOST_ACCUMULATORS);
    let (mut nest, mut parted) = (tile, false);
    for (i, a) in over.iter().enumerate().rev() {
        let n = k.extent(*a);
        let innermost = i + 1 == over.len();
        nest = if bounded(a) {
            vec![lp(*a, 1, Bind::Serial, Tail::Peel, nest)]
        } else if i > 0 && n <= SHORT {
            unroll(*a, 1, nest)
        } else if innermost && accs < enough && n >= SHORT && together > 1 {
            // Too few chains of their own: several terms at once. Few terms keep their order, which costs no time and
            // gives the sum that programs with small windows expect.
            let bind = if accs < 4 && n >= 4 * SHORT && access::commutes(k, d) { Bind::Ilp } else { Bind::Unroll };
            vec![lp(*a, together, Bind::Serial, Tail::Peel, vec![lp(*a, 1, bind, Tail::Peel, nest)])]
        } else {
            vec![lp(*a, 1, Bind::Serial, Tail::Peel, nest)]
        };
        // Parts of the longest axis: the others are few terms. Or steps of a window, one by one.
        let inner = over[i + 1..].iter().map(|a| k.extent(*a)).product();
        if bounded(a) {
            let step = multiplies(k, d).and_then(|_| Waits::InRegisters.step_length(inner, true));
            parted = parted || step.is_some_and(|terms| parts::cut(k, d, (*a, inner, 1), terms, &mut nest));
        } else if Some(*a) == longest {
            parted = parts::cut(k, d, (*a, inner, SHORT), terms, &mut nest);
        }
    }
    nest
}

/// Stages the operand that depends on the lanes but not on the rows, as `[sum][tile]`; the nest that fills it.
fn pack(k: &mut Kernel, info: &Info, d: DefId, v: AxisId, s: AxisId, w: i64, u: i64, t: &Target) -> Vec<Nest> {
    let Some((args, when)) = multiplies(k, d) else { return Vec::new() };
    let Some(side) = args.iter().position(|x| depends(k, *x, v) && !depends(k, *x, s)) else { return Vec::new() };
    let arg = args[side];
    let loads: Vec<&Access> =
        info.accesses.iter().filter(|x| x.def == d && x.expr.is_some_and(|e| contains(k, arg, e))).collect();
    let [load] = loads[..] else { return Vec::new() };
    if !when.0.is_empty() {
        return Vec::new();
    }
    let over = k.def(d).over().to_vec();
    let rows = shared_rows(k, d, arg, v);
    let terms: i64 = over.iter().map(|a| k.extent(*a)).product();
    let in_order = load.strides[v.0 as usize] == Some(1);
    let row_step = over.last().and_then(|a| load.strides[a.0 as usize]).unwrap_or(0);
    let tile = u * w;
    let elem = k.elem(arg);
    let bytes = terms * tile * i64::from(elem.bytes());
    let small = terms * k.extent(v) * i64::from(elem.bytes()) <= t.l1_bytes as i64;
    if in_order && (rows < PACK_ROWS || row_step <= tile || small) || rows < FEW_ROWS || bytes as u64 > 2 * t.l2_bytes {
        return Vec::new();
    }
    let mut axes: Vec<AxisId> = k.def(d).axes.iter().copied().filter(|a| *a != v && depends(k, arg, *a)).collect();
    let outer = axes.len();
    axes.extend(over.iter().copied().filter(|a| depends(k, arg, *a)));
    axes.push(v);
    let identity: Vec<Ix> = axes.iter().map(|a| Ix::axis(*a)).collect();
    let unit = axes[outer..axes.len() - 1].iter().copied().find(|a| load.strides[a.0 as usize] == Some(1));
    let turned = !in_order && unit.is_some_and(|a| k.extent(a) >= w);
    let mut body = arg;
    let mut raw = None;
    if turned {
        let r = k.add_def("raw", axes.clone(), vec![elem], Body::Map(vec![arg]));
        raw = Some(r);
        body = k.add_expr(elem, Expr::Read(r, 0, identity.clone()));
    }
    let packed = k.add_def("packed", axes.clone(), vec![elem], Body::Map(vec![body]));
    let read = k.add_expr(elem, Expr::Read(packed, 0, identity));
    if let Body::Reduce { args, .. } = &mut k.defs[d.0 as usize].body {
        args[side] = read;
    }
    let lanes = |a: AxisId, what: Vec<Nest>| vec![lp(a, 1, Bind::Vector, vector_tail(t), what)];
    let mut nest = match (raw, unit) {
        (Some(raw), Some(unit)) => {
            let mut both = unroll(v, 1, lanes(unit, vec![at(raw)]));
            both.extend(unroll(unit, 1, lanes(v, vec![staged(packed)])));
            vec![lp(unit, w, Bind::Serial, Tail::Peel, vec![lp(v, w, Bind::Unroll, Tail::Peel, both)])]
        }
        _ => unroll(v, w, lanes(v, vec![staged(packed)])),
    };
    for a in axes[outer..axes.len() - 1].iter().rev() {
        if raw.is_none() || unit != Some(*a) {
            nest = vec![lp(*a, 1, Bind::Serial, Tail::Peel, nest)];
        }
    }
    nest
}
