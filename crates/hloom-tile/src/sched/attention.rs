//! Two products with a softmax, or anything else row by row, between them: attention.
//!
//! `scores[b,q,t] = Σ_d Q·K`, then Maps and reductions along `t` that keep the row `b,q`, then `mix[b,q,f] = Σ_t weights·V`.
//! Every row of the middle is used by its own row of the result alone, so a block of query rows goes through all phases
//! while its scores and weights stay in the second-level cache:
//! * scores: panels of keys, turned into `[d][t]` once for a block, under register tiles of query rows;
//! * rows: the phases of [`super::rows`], one row after the other, which ends with its weights in scratch memory;
//! * mix: register tiles of the result along `f`, with values copied once for a task unless they lie together.
//!
//! Absences: no guard on either product; no result other than at the points of the mix; no read of the row's reductions
//! after the mix.

use super::access::{self, Info};
use super::contract::{self, Factor};
use super::maps::{copy_of, insert, map, read, set_arg};
use super::normalise::with_axis;
use super::{Class, Cost, Level, Schedule, at, grid, lp, rows, staged, task_limit, tile, unroll, vector_tail};
use crate::Target;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, TileOp};
use crate::lower::{depends, prep};
use crate::nest::{Bind, Nest, Tail, tasks};

/// Fewest rows of a block, unless there are fewer queries: each block turns all keys once.
const LEAST_ROWS: i64 = 48;

/// Terms of both products that one core computes without harm to the others.
const FEW_TERMS: i64 = 1 << 18;

/// The two products of a kernel and the roles of the axes.
struct Attention {
    scores: DefId,
    mix: DefId,
    /// Row axes but `q`.
    batch: Vec<AxisId>,
    q: AxisId,
    t: AxisId,
    f: AxisId,
    /// Index of the keys among the arguments of the scores, and of the values among those of the mix.
    keys: usize,
    values: usize,
    /// Rows of a block.
    block: i64,
}

/// True if the kernel is two products that are best computed together, block by block. Those that a matrix unit has are not: by
/// themselves they take so little time that the scores may go through memory.
pub fn joins(kernel: &Kernel, target: &Target) -> bool {
    let k = apart(&super::normalise::normalise(kernel));
    let Some(a) = Attention::of(&k, target) else { return false };
    let few = [(a.q, contract::FEWEST_TILED_ROWS), (a.t, TileOp::SIDE), (a.f, TileOp::SIDE)]
        .iter()
        .any(|(x, n)| k.extent(*x) < *n);
    let by_tiles = |d: DefId| product(&k, d).is_some_and(|(args, _)| contract::suits_tiles(&k, args, target));
    few || !by_tiles(a.scores) || !by_tiles(a.mix)
}

/// The kernel with axes of their own for what the first product sums: Defs share axes that only have the same extent.
fn apart(k: &Kernel) -> Kernel {
    let mut k = k.clone();
    let of = |k: &Kernel, d: usize| product(k, DefId(d as u32)).map(|p| (p.0, p.1.to_vec()));
    let Some((first, (mut args, over))) = (0..k.defs.len()).find_map(|d| Some((d, of(&k, d)?))) else { return k };
    let mut new = over.clone();
    for a in &mut new {
        let shared = (first + 1..k.defs.len()).any(|d| k.defs[d].axes.contains(a));
        if shared {
            let (name, extent) = (format!("{}'", k.axes[a.0 as usize].name), k.extent(*a));
            let own = k.add_axis(name, extent);
            let (moved, _) = with_axis(&mut k, *a, &Ix::axis(own), &args, &Pred::default());
            args = [moved[0], moved[1]];
            *a = own;
        }
    }
    if let Body::Reduce { over, args: old, .. } = &mut k.defs[first].body {
        (*over, *old) = (new, args.to_vec());
    }
    k
}

fn product(k: &Kernel, d: DefId) -> Option<([ExprId; 2], &[AxisId])> {
    match &k.def(d).body {
        Body::Reduce { comb: Comb::Fma, args, over, when, .. } if when.0.is_empty() => {
            Some((args[..].try_into().ok()?, over))
        }
        _ => None,
    }
}

/// By Def: its value depends on that Def.
fn readers(k: &Kernel, of: DefId) -> Vec<bool> {
    let mut yes = vec![false; k.defs.len()];
    yes[of.0 as usize] = true;
    for d in 0..k.defs.len() {
        yes[d] |= prep::def_exprs(k, DefId(d as u32)).into_iter().any(|e| reads(k, e, &yes));
    }
    yes
}

/// True if an expression reads one of those Defs.
fn reads(k: &Kernel, e: ExprId, defs: &[bool]) -> bool {
    let mut found = false;
    prep::visit(k, e, &mut |e| found |= matches!(e, Expr::Read(d, ..) if defs[d.0 as usize]));
    found
}

impl Attention {
    fn of(k: &Kernel, target: &Target) -> Option<Attention> {
        let needed = super::plain::needed(k);
        let reduces: Vec<DefId> = (0..k.defs.len())
            .map(|d| DefId(d as u32))
            .filter(|d| needed[d.0 as usize] && access::is_reduce(k, *d))
            .collect();
        let is_product = |d: &DefId| matches!(&k.def(*d).body, Body::Reduce { comb: Comb::Fma, .. });
        let products: Vec<DefId> = reduces.iter().copied().filter(is_product).collect();
        let [scores, mix] = products[..] else { return None };
        let ((s_args, s_over), (m_args, m_over)) = (product(k, scores)?, product(k, mix)?);
        let &[t] = m_over else { return None };
        let rows = super::plain::row_axes(k, &needed);
        let beside = |d: DefId| -> Option<AxisId> {
            let mut rest = k.def(d).axes.iter().copied().filter(|a| !rows.contains(a));
            let own = rest.next()?;
            (rest.next().is_none() && k.def(d).axes.len() == rows.len() + 1).then_some(own)
        };
        let f = beside(mix)?;
        if beside(scores)? != t || k.def(scores).axes.last() != Some(&t) || f == t || s_over.contains(&f) {
            return None;
        }
        let in_place = k.bufs.iter().any(|b| b.role == Role::InOut);
        let empty = k.axes.iter().any(|a| a.extent == 0);
        let at_mix = k.outs.iter().all(|o| k.def(o.def).axes.len() == rows.len() + 1 && k.def(o.def).axes.contains(&f));
        if in_place || empty || !at_mix {
            return None;
        }

        // The phases between: along `t`, from the scores to the mix.
        let (from, after) = (readers(k, scores), readers(k, mix));
        let along = |d: &DefId| k.def(*d).over() == [t] && k.def(*d).axes.len() == rows.len() && !after[d.0 as usize];
        if !reduces.iter().filter(|d| !is_product(d)).all(along) {
            return None;
        }
        // What follows the mix sees nothing else that a row computed.
        let seen = |d: usize| {
            let direct = |e: ExprId| {
                let mut found = false;
                prep::visit(k, e, &mut |e| {
                    found |= matches!(e, Expr::Read(r, ..) if from[r.0 as usize] && !after[r.0 as usize]);
                });
                found
            };
            prep::def_exprs(k, DefId(d as u32)).into_iter().any(direct)
        };
        if (0..k.defs.len()).any(|d| needed[d] && after[d] && d != mix.0 as usize && seen(d)) {
            return None;
        }
        let ends = k.outs.iter().all(|o| after[o.def.0 as usize]);
        let dep = |e: ExprId, a: AxisId| depends(k, e, a);
        let keys = s_args.iter().position(|e| dep(*e, t))?;
        let weights = m_args.iter().position(|e| reads(k, *e, &from))?;
        let values = 1 - weights;
        let (key, query) = (s_args[keys], s_args[1 - keys]);
        let (weight, value) = (m_args[weights], m_args[values]);
        if !ends || dep(query, t) || dep(weight, f) || !dep(weight, t) || !dep(value, f) || reads(k, value, &from) {
            return None;
        }
        let shared = |a: &&AxisId| !dep(key, **a) && !dep(value, **a);
        let q = rows.iter().filter(shared).max_by_key(|a| k.extent(**a)).copied()?;
        for e in [key, query, value] {
            if !Factor::new(k, e, false)?.safe {
                return None;
            }
        }
        // Scores and weights of a block, and the values of one row of the batch.
        let bytes = |d: DefId| i64::from(k.def(d).tys[0].bytes());
        let row = k.extent(t) * (bytes(scores) + i64::from(k.elem(weight).bytes()));
        let block = (target.l2_bytes as i64 / 2 / row.max(1)).min(k.extent(q));
        if block < LEAST_ROWS.min(k.extent(q)) || k.extent(q) < 4 {
            return None;
        }
        let batch: Vec<AxisId> = rows.iter().copied().filter(|a| *a != q).collect();
        // Weights of a layer, which all of a batch share, are not keys and values: they are packed for it as a whole.
        let own = |e: ExprId| batch.iter().any(|a| dep(e, *a));
        let size = |axes: &[AxisId]| axes.iter().map(|a| k.extent(*a)).product::<i64>();
        let largest = k.extent(t) * size(s_over).max(k.extent(f)) * bytes(scores);
        let most_tasks = size(&batch) * (k.extent(q) / LEAST_ROWS).max(1);
        let terms = size(&batch) * k.extent(q) * k.extent(t) * (size(s_over) + k.extent(f));
        let few = most_tasks < i64::from(target.cores) && terms > FEW_TERMS;
        if !own(key) || !own(value) || largest > target.l2_bytes as i64 / 2 || few {
            return None;
        }
        Some(Attention { scores, mix, batch, q, t, f, keys, values, block })
    }

    /// How many tasks, and how many rows each of them and each block has, so that blocks are about equal.
    fn cut(&mut self, k: &Kernel, want: i64) -> i64 {
        let up = |n: i64, d: i64| (n + d - 1) / d.max(1);
        let heads: i64 = self.batch.iter().map(|a| k.extent(*a)).product();
        let n = k.extent(self.q);
        let most = (n / LEAST_ROWS).max(1);
        let chunks = up(want, heads).clamp(1, most);
        let chunk = up(n, chunks);
        self.block = up(chunk, up(chunk, self.block));
        heads * up(n, chunk)
    }
}

/// A factor that is copied into scratch memory, with vectors along `own`.
struct Copied {
    own: AxisId,
    sums: Vec<AxisId>,
    /// The summed axis along which it lies in memory: squares of lanes are turned.
    turned: Option<(AxisId, DefId)>,
    packed: DefId,
}

/// Puts Maps that copy argument `arg` of a product in front of it; the product has a new number then.
fn copy(k: &mut Kernel, d: DefId, arg: usize, own: AxisId) -> Option<(Copied, DefId)> {
    let (args, over) = product(k, d)?;
    let factor = Factor::new(k, args[arg], false)?;
    let sums: Vec<AxisId> = over.iter().copied().filter(|a| factor.has(*a)).collect();
    let fixed = k.def(d).axes.iter().copied().filter(|a| *a != own && factor.has(*a));
    let axes: Vec<AxisId> = fixed.chain(sums.iter().copied()).chain([own]).collect();
    let unit = sums.iter().copied().find(|a| factor.stride(*a) == Some(1) && k.extent(*a) > 1);
    let unit = unit.filter(|_| factor.stride(own) != Some(1));
    let new = |name| map(k, name, axes.clone(), args[arg]);
    let maps = if unit.is_some() { vec![new("lines"), new("panel")] } else { vec![new("panel")] };
    let n = maps.len() as u32;
    *k = insert(k, d, maps);
    let (packed, product) = (DefId(d.0 + n - 1), DefId(d.0 + n));
    if unit.is_some() {
        copy_of(k, packed, d);
    }
    let e = read(k, packed);
    set_arg(k, product, arg, e);
    Some((Copied { own, sums, turned: unit.map(|a| (a, d)), packed }, product))
}

impl Copied {
    /// The nest that fills the copy; `w`: lanes.
    fn fill(&self, w: i64, tail: Tail) -> Vec<Nest> {
        const VECTORS: i64 = 4;
        let lanes = |a: AxisId, what: Nest| vec![lp(a, 1, Bind::Vector, tail, vec![what])];
        let mut body = match self.turned {
            Some((s, lines)) => {
                let mut both = unroll(self.own, 1, lanes(s, at(lines)));
                both.extend(unroll(s, 1, lanes(self.own, staged(self.packed))));
                let square = vec![lp(self.own, w, Bind::Serial, Tail::Peel, both)];
                vec![lp(s, w, Bind::Serial, Tail::Peel, square)]
            }
            None => {
                let some = unroll(self.own, w, lanes(self.own, staged(self.packed)));
                vec![lp(self.own, VECTORS * w, Bind::Serial, Tail::Peel, some)]
            }
        };
        for a in self.sums.iter().rev().filter(|a| self.turned.is_none_or(|t| t.0 != **a)) {
            body = vec![lp(*a, 1, Bind::Serial, Tail::Peel, body)];
        }
        body
    }
}

/// Queries that are not computed with as they are stored: a Map that a block stages.
fn convert_queries(k: &mut Kernel, d: DefId, arg: usize) -> Option<(DefId, Vec<AxisId>, DefId)> {
    let (args, over) = product(k, d)?;
    let factor = Factor::new(k, args[arg], false)?;
    if factor.plain {
        return None;
    }
    let sums: Vec<AxisId> = over.iter().copied().filter(|a| factor.has(*a)).collect();
    let axes = k.def(d).axes.iter().copied().filter(|a| factor.has(*a)).chain(sums.iter().copied()).collect();
    *k = insert(k, d, vec![map(k, "queries", axes, args[arg])]);
    let product = DefId(d.0 + 1);
    let e = read(k, d);
    set_arg(k, product, arg, e);
    Some((d, sums, product))
}

/// An integer expression over coordinates as a linear form, if it is one and its values are far from wrapping.
fn form(k: &Kernel, e: ExprId) -> Option<Ix> {
    const FAR: i64 = 1 << 30;
    let x = match k.expr(e) {
        Expr::Coord(x) => x.clone(),
        Expr::Int(i) => Ix::constant(*i),
        Expr::Cast(CastOp::Trunc, a) if k.elem(e) == Elem::I32 => form(k, *a)?,
        Expr::Bin(BinOp::Add, a, b) => form(k, *a)?.add(&form(k, *b)?),
        Expr::Bin(BinOp::Sub, a, b) => form(k, *a)?.add(&form(k, *b)?.scale(-1)),
        _ => return None,
    };
    let mut most = x.c.checked_abs()?;
    for (t, q) in &x.terms {
        let Term::Axis(a) = t else { return None };
        most = most.checked_add(q.checked_abs()?.checked_mul(k.extent(*a))?)?;
    }
    (most < FAR).then_some(x)
}

/// A form that is not negative where a condition over coordinates may hold (where it is `false`: may fail).
fn may_be(k: &Kernel, cond: ExprId, holds: bool) -> Option<Ix> {
    let one = |strict: bool| i64::from(strict);
    match k.expr(cond) {
        Expr::Cmp(op @ (CmpOp::SLe | CmpOp::SLt), a, b) => {
            let (a, b) = (form(k, *a)?, form(k, *b)?);
            let strict = *op == CmpOp::SLt;
            // a ≤ b: 0 ≤ b - a; else b < a: 0 ≤ a - b - 1.
            let (x, y, less) = if holds { (a, b, one(strict)) } else { (b, a, one(!strict)) };
            Some(y.add(&x.scale(-1)).offset(-less))
        }
        Expr::Bin(BinOp::And, a, b) if holds => may_be(k, *a, true).or_else(|| may_be(k, *b, true)),
        _ => None,
    }
}

/// The entries of the matrix, and where they depend on the scores.
struct Entries {
    def: DefId,
    /// Not negative at every point where they do; elsewhere a mask hides the scores. None: everywhere.
    seen: Option<Ix>,
}

/// What all readers of the scores do with them first: scale, mask, bias. It becomes a Map after the scores.
fn entries(k: &mut Kernel, scores: DefId) -> Option<Entries> {
    let own = read(k, scores);
    let needed = super::plain::needed(k);
    let rows: Vec<bool> =
        (0..k.defs.len()).map(|d| d != scores.0 as usize && access::is_reduce(k, DefId(d as u32))).collect();
    let defs: Vec<DefId> = (0..k.defs.len()).filter(|d| needed[*d]).map(|d| DefId(d as u32)).collect();
    let roots: Vec<ExprId> = defs.iter().flat_map(|d| prep::def_exprs(k, *d)).collect();
    // Every expression that a needed Def evaluates.
    let mut live = vec![false; k.exprs.len()];
    prep::visit_all(k, roots.iter().copied(), &mut |e| live[e.0 as usize] = true);
    let reads_scores = |e: &Expr| matches!(e, Expr::Read(d, ..) if *d == scores);
    if (0..live.len()).any(|e| live[e] && e != own.0 as usize && reads_scores(&k.exprs[e].0)) {
        return None;
    }
    let (mut at, mut seen) = (own, None);
    while !roots.contains(&at) {
        let mut above = Vec::new();
        for e in (0..live.len()).filter(|e| live[*e]) {
            prep::below(&k.exprs[e].0, &mut |o| {
                if o == at {
                    above.push(ExprId(e as u32))
                }
            });
        }
        above.dedup();
        match above[..] {
            [one] if !reads(k, one, &rows) => {
                if let Expr::Select(c, a, b) = k.expr(one)
                    && *c != at
                    && a != b
                    && seen.is_none()
                {
                    seen = may_be(k, *c, *a == at);
                }
                at = one;
            }
            _ => break,
        }
    }
    let axes = k.def(scores).axes.clone();
    let elsewhere = (0..k.axes.len()).map(|a| AxisId(a as u32)).any(|a| !axes.contains(&a) && depends(k, at, a));
    if at == own || elsewhere {
        return None;
    }
    *k = insert(k, DefId(scores.0 + 1), vec![map(k, "entries", axes, at)]);
    let entries = DefId(scores.0 + 1);
    let by = read(k, entries);
    for d in entries.0 as usize + 1..k.defs.len() {
        let mut body = k.defs[d].body.clone();
        let (Body::Map(list) | Body::Reduce { args: list, .. }) = &mut body;
        for e in list.iter_mut() {
            *e = prep::replace(k, *e, at, by);
        }
        k.defs[d].body = body;
    }
    Some(Entries { def: entries, seen })
}

/// A nest for a kernel that is two products with rows between them, if it is.
pub(super) fn schedule(k: &Kernel, target: &Target) -> Option<Schedule> {
    let k = &apart(k);
    let mut a = Attention::of(k, target)?;
    let flops: f64 = [a.scores, a.mix].iter().map(|d| Info::new(k).points(k, *d)).sum();
    let w = i64::from(target.lanes(k.def(a.scores).tys[0].bytes()));
    let rest_ns = Info::new(k).cost(k, target).ns() / 4.0;
    let compute_ns = target.multiply_adds_ns(flops, w) + rest_ns;
    let cost = Cost { compute_ns, moving_ns: 0.0 };
    let tasks_wanted = a.cut(k, task_limit(target, cost.ns()));
    let (q, t, f) = (a.q, a.t, a.f);

    let mut k = k.clone();
    // From the last Def to the first, so that earlier numbers stay.
    let (value_args, _) = product(&k, a.mix)?;
    let values = Factor::new(&k, value_args[a.values], false)?;
    let together = values.plain && values.stride(f) == Some(1) && values.stride(t) == Some(k.extent(f));
    let mut mix = a.mix;
    let value_copy = if together {
        None
    } else {
        let (c, d) = copy(&mut k, mix, a.values, f)?;
        mix = d;
        Some(c)
    };
    let weights = mix;
    let axes: Vec<AxisId> = a.batch.iter().copied().chain([q, t]).collect();
    k = insert(&k, mix, vec![map(&k, "weights", axes.clone(), value_args[1 - a.values])]);
    mix = DefId(mix.0 + 1);
    let e = read(&mut k, weights);
    set_arg(&mut k, mix, 1 - a.values, e);
    let before = k.defs.len();
    let (key_copy, mut scores) = copy(&mut k, a.scores, a.keys, t)?;
    let queries = convert_queries(&mut k, scores, 1 - a.keys);
    if let Some((_, _, d)) = &queries {
        scores = *d;
    }
    let (entries, seen) = entries(&mut k, scores).map_or((None, None), |e| (Some(e.def), e.seen));
    let moved = (k.defs.len() - before) as u32;
    let later = |d: DefId| DefId(d.0 + moved);
    let (weights, mix) = (later(weights), later(mix));
    let value_copy =
        value_copy.map(|c| Copied { turned: c.turned.map(|(a, d)| (a, later(d))), packed: later(c.packed), ..c });

    let tail = vector_tail(target);
    let vectors = |a: AxisId| (k.extent(a) + w - 1) / w;
    let many = a.block.min(LEAST_ROWS);
    let tiled = |vectors: i64, v: AxisId| {
        let (rows, u) = tile::shape(target, many, vectors, 4);
        let inner = move |what: Vec<Nest>| unroll(q, 1, unroll(v, w, vec![lp(v, 1, Bind::Vector, tail, what)]));
        (rows, u * w, inner)
    };

    // Scores of a block.
    let (rows_s, panel, inner) = tiled(vectors(t), t);
    let sums = k.def(scores).over().iter().rev();
    let first = if entries.is_some() { at(scores) } else { staged(scores) };
    let mut sum = sums.fold(inner(vec![first]), |b, s| vec![lp(*s, 1, Bind::Serial, Tail::Peel, b)]);
    if let Some(seen) = seen {
        // Its largest value in a tile.
        let far = |(t_, q_): &(Term, i64)| match t_ {
            Term::Axis(a) if *a == q => (q_ * (rows_s - 1)).max(0),
            Term::Axis(a) if *a == t => (q_ * (panel - 1)).max(0),
            _ => 0,
        };
        let most = seen.terms.iter().map(far).sum();
        sum = vec![Nest::If { not_negative: seen.offset(most), body: sum }];
    }
    sum.extend(entries.into_iter().flat_map(|e| inner(vec![staged(e)])));
    let mut of_panel = key_copy.fill(w, tail);
    of_panel.push(lp(q, rows_s, Bind::Serial, row_tail(a.block, rows_s), sum));
    let mut body = Vec::new();
    if let Some((d, sums, _)) = &queries {
        let vec = |b: Vec<Nest>, s: &AxisId| vec![lp(*s, 1, Bind::Vector, tail, b)];
        let mut convert = vec![staged(*d)];
        for (i, s) in sums.iter().rev().enumerate() {
            convert = if i == 0 {
                vec![lp(*s, w, Bind::Serial, Tail::Peel, vec(convert, s))]
            } else {
                vec![lp(*s, 1, Bind::Serial, Tail::Peel, convert)]
            };
        }
        body.push(lp(q, 1, Bind::Serial, Tail::Peel, convert));
    }
    body.push(lp(t, panel, Bind::Serial, Tail::Peel, of_panel));

    // Rows.
    let info = Info::new(&k);
    let phases = rows::Phases::new(&k, &info, target, t);
    body.push(lp(q, 1, Bind::Serial, Tail::Peel, phases.until(weights, &[scores, entries.unwrap_or(scores)])));

    // The mix.
    let (rows_m, panel, inner) = tiled(vectors(f), f);
    let mut sum = vec![lp(t, 1, Bind::Serial, Tail::Peel, inner(vec![at(mix)]))];
    sum.extend(inner((0..k.outs.len() as u32).map(|out| Nest::Store { out, stream: false }).collect()));
    let of_rows = lp(q, rows_m, Bind::Serial, row_tail(a.block, rows_m), sum);
    body.push(lp(f, panel, Bind::Serial, Tail::Peel, vec![of_rows]));

    let copies: Vec<Nest> = value_copy.map(|c| c.fill(w, tail)).unwrap_or_default();
    let mut levels: Vec<Level> = a.batch.iter().map(|b| Level::new(*b, 1)).collect();
    levels.push(Level::new(q, a.block));
    let last = levels.len().saturating_sub(2);
    levels[last].prologue = copies;
    let nest = grid(&k, levels, tasks_wanted, body);
    let tasks = tasks(&nest, &k);
    Some(Schedule { kernel: k, nest, tasks, cost, class: Class::Contraction })
}

/// Rows that are not a whole number of tiles are computed twice rather than in smaller tiles.
fn row_tail(block: i64, rows: i64) -> Tail {
    if block >= rows { Tail::Shift } else { Tail::Peel }
}
