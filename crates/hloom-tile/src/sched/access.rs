//! What schedulers ask of a kernel: how addresses move along axes, how many points Defs have, what they cost.

use super::Cost;
use crate::Target;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::lower::{MAX_HALVED_STEP, MAX_STEP, depends, prep};
use hloom_num::DType;

/// One load or store.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// The Def whose body (or out) holds it.
    pub(super) def: DefId,
    /// Step of the address in elements, by axis; `None` where it is not linear.
    pub(super) strides: Vec<Option<i64>>,
    pub(super) is_store: bool,
    pub(super) expr: Option<ExprId>,
}

/// Operations of most functions.
const FUNCTION: f64 = 24.0;

/// Facts about a kernel.
pub(super) struct Info {
    pub(super) needed: Vec<bool>,
    pub(super) rows: Vec<AxisId>,
    pub(super) accesses: Vec<Access>,
    /// By Def: Defs that its body reads, in coordinates and guards too.
    pub(super) reads: Vec<Vec<DefId>>,
    /// By Def: number of operations, and of expanded functions, at a point.
    ops: Vec<(f64, f64)>,
    /// By Def: how many of the longest functions it computes at a point.
    long: Vec<f64>,
    /// By Def: operations of its roundings to narrow floats at a point.
    roundings: Vec<f64>,
}

/// Operations that round an F32 to a type and widen it again. F16 has instructions for both.
fn rounding(dtype: DType) -> f64 {
    match dtype {
        DType::BF16 => 10.0,
        d if d.is_float() && d.bits() <= 8 => FUNCTION,
        _ => 2.0,
    }
}

fn stride_of(k: &Kernel, x: &Ix, a: AxisId) -> Option<i64> {
    let in_expr = |e: ExprId| depends(k, e, a);
    let mut s = 0;
    for (t, q) in &x.terms {
        match t {
            Term::Axis(b) if *b == a => s += q,
            Term::Axis(_) => {}
            Term::Div(y, _) | Term::Mod(y, _) => {
                if y.mentions(a, &in_expr) {
                    return None;
                }
            }
            Term::Value(e) => {
                if in_expr(*e) {
                    return None;
                }
            }
        }
    }
    Some(s)
}

/// Operations at a point of a Def that are the same all along an axis.
fn alike_of(k: &Kernel, d: DefId, a: AxisId) -> f64 {
    let mut all = Vec::new();
    prep::visit_all(k, prep::def_exprs(k, d), &mut |e| all.push(e));
    let mut varies = vec![false; k.exprs.len()];
    loop {
        let mut more = false;
        // Operands first, as far as the order of the visit says.
        for e in all.iter().rev().filter(|e| !varies[e.0 as usize]).copied().collect::<Vec<_>>() {
            let mut here = prep::has_axis(k.expr(e), a);
            prep::below(k.expr(e), &mut |o| here |= varies[o.0 as usize]);
            varies[e.0 as usize] = here;
            more |= here;
        }
        if !more {
            break;
        }
    }
    let ops = |e: &ExprId| if matches!(k.expr(*e), Expr::Math(..)) { 1.0 + FUNCTION } else { 1.0 };
    all.iter().filter(|e| !varies[e.0 as usize]).map(ops).sum()
}

fn strides(k: &Kernel, buf: BufId, index: &[Ix]) -> Vec<Option<i64>> {
    let s = &k.bufs[buf.0 as usize].strides;
    (0..k.axes.len())
        .map(|a| index.iter().zip(s).try_fold(0, |sum, (x, s)| Some(sum + stride_of(k, x, AxisId(a as u32))? * s)))
        .collect()
}

impl Info {
    pub(super) fn new(k: &Kernel) -> Info {
        let needed = super::plain::needed(k);
        let rows = super::plain::row_axes(k, &needed);
        let mut accesses = Vec::new();
        let mut reads = vec![Vec::new(); k.defs.len()];
        let mut ops = vec![(0.0, 0.0); k.defs.len()];
        let mut long = vec![0.0; k.defs.len()];
        let mut roundings = long.clone();
        for d in 0..k.defs.len() {
            if !needed[d] {
                continue;
            }
            let def = DefId(d as u32);
            prep::visit_all(k, prep::def_exprs(k, def), &mut |e| {
                ops[d].0 += 1.0;
                match k.expr(e) {
                    Expr::Load { buf, index, .. } => {
                        let strides = strides(k, *buf, index);
                        accesses.push(Access { def, strides, is_store: false, expr: Some(e) });
                    }
                    Expr::Read(r, ..) => reads[d].push(*r),
                    Expr::Math(f, _) => {
                        ops[d].1 += 1.0;
                        long[d] += f64::from(u8::from(f.is_long()));
                    }
                    Expr::Round(dtype, _) => roundings[d] += rounding(*dtype),
                    _ => {}
                }
            });
        }
        for o in &k.outs {
            accesses.push(Access { def: o.def, strides: strides(k, o.buf, &o.index), is_store: true, expr: None });
        }
        Info { needed, rows, accesses, reads, ops, long, roundings }
    }

    /// Counts, as operations, what a vector along `v` takes from memory lane by lane: elements of a byte or two that lie apart.
    pub(super) fn count_lanes(&mut self, k: &Kernel, t: &Target, v: AxisId) {
        let lanes = f64::from(t.lanes(self.widest(k)));
        for x in self.accesses.iter().filter(|x| !x.is_store) {
            let Some(Expr::Load { buf, .. }) = x.expr.map(|e| k.expr(e)) else { continue };
            let narrow = k.bufs[buf.0 as usize].dtype.byte_size() < 4;
            let apart = x.strides[v.0 as usize].is_none_or(|s| s.abs() > MAX_STEP);
            if narrow && apart {
                self.ops[x.def.0 as usize].0 += lanes;
            }
        }
    }

    /// Operations at a point that are the same all along an axis.
    pub(super) fn alike(&self, k: &Kernel, a: AxisId) -> f64 {
        self.needed().into_iter().map(|d| alike_of(k, d, a)).sum()
    }

    /// Instructions for all operations, if vectors of so many lanes run along an axis. What is the same in all of them is done once.
    pub(super) fn instructions(&self, k: &Kernel, a: AxisId, lanes: f64) -> f64 {
        let mut sum = 0.0;
        for d in self.needed() {
            let (points, data) = (self.points(k, d), k.def(d));
            let (ops, functions) = self.ops[d.0 as usize];
            let ops = ops + FUNCTION * functions;
            if data.axes.contains(&a) || data.over().contains(&a) {
                let extent = k.extent(a) as f64;
                let alike = alike_of(k, d, a);
                sum += points * (alike / extent + (ops - alike) / lanes.min(extent));
            } else {
                sum += points * ops;
            }
        }
        sum
    }

    /// Number of points at which a Def's body is evaluated once each.
    pub(super) fn points(&self, k: &Kernel, d: DefId) -> f64 {
        let data = k.def(d);
        let product = |axes: &[AxisId]| axes.iter().map(|a| k.extent(*a) as f64).product::<f64>();
        product(&data.axes) * product(data.over())
    }

    /// Operations at a point of a Def, with those of the Maps that it reads.
    pub(super) fn work(&self, k: &Kernel, d: DefId) -> f64 {
        self.ops(&self.inlined(k, &[d]))
    }

    /// Operations in the code of the functions at a point of several Defs and the Maps that they read.
    pub(super) fn function_code(&self, k: &Kernel, defs: &[DefId]) -> f64 {
        const LONG: f64 = 150.0;
        let code = |d: DefId| FUNCTION * self.ops[d.0 as usize].1 + LONG * self.long[d.0 as usize];
        self.inlined(k, defs).into_iter().map(code).sum()
    }

    /// The same for roundings to narrow floats.
    pub(super) fn rounding_code(&self, k: &Kernel, defs: &[DefId]) -> f64 {
        self.inlined(k, defs).into_iter().map(|d| self.roundings[d.0 as usize]).sum()
    }

    /// Operations of all Defs at a point.
    pub(super) fn ops_per_point(&self) -> f64 {
        self.ops(&self.needed())
    }

    /// True if a Def has no axis but those of rows.
    pub(super) fn is_by_row(&self, k: &Kernel, d: DefId) -> bool {
        k.def(d).axes.iter().all(|a| self.rows.contains(a))
    }

    /// Defs that an out needs.
    pub(super) fn needed(&self) -> Vec<DefId> {
        (0..self.needed.len() as u32).map(DefId).filter(|d| self.needed[d.0 as usize]).collect()
    }

    fn ops(&self, defs: &[DefId]) -> f64 {
        defs.iter().map(|d| self.ops[d.0 as usize]).map(|(ops, functions)| ops + FUNCTION * functions).sum()
    }

    /// Loads and stores of a Def and the Maps that it reads.
    pub(super) fn accesses_of(&self, k: &Kernel, d: DefId) -> impl Iterator<Item = &Access> {
        let defs = self.inlined(k, &[d]);
        self.accesses.iter().filter(move |x| defs.contains(&x.def))
    }

    /// Defs, and the Maps that they read.
    fn inlined(&self, k: &Kernel, defs: &[DefId]) -> Vec<DefId> {
        let (mut seen, mut todo, mut all) = (vec![false; k.defs.len()], defs.to_vec(), Vec::new());
        while let Some(x) = todo.pop() {
            let fresh = !std::mem::replace(&mut seen[x.0 as usize], true);
            if fresh && (defs.contains(&x) || !is_reduce(k, x)) {
                all.push(x);
                todo.extend(&self.reads[x.0 as usize]);
            }
        }
        all
    }

    /// Operations of a point of very long code.
    pub(super) const LONG_CODE: f64 = 400.0;

    /// True if so little is computed at a point that rows of [`MAX_HALVED_STEP`] are best in registers as a whole, where their elements are
    /// halves of halves of vectors. (Softmax of eight takes a sixth less time so, but eight times as long to compile.)
    pub(super) fn halves_rows(&self) -> bool {
        MAX_HALVED_STEP as f64 * self.ops_per_point() <= Info::LONG_CODE / 2.0
    }

    /// How many vectors, or terms of a sum, are worth computing side by side, of `most`, where points of some Defs are computed
    /// and so many stand side by side `already`. Several keep the pipes busy, but code of more than `long` operations does
    /// not win by more of it, and the longest functions keep them busy alone: one vector of theirs takes a quarter of the
    /// time to compile, and no more to run (sums of them in F64 4 % more).
    pub(super) fn together(&self, k: &Kernel, defs: &[DefId], (already, most): (i64, i64), long: f64) -> i64 {
        let all = self.inlined(k, defs);
        let ops = already as f64 * self.ops(&all);
        match all.iter().any(|d| self.long[d.0 as usize] > 0.0) {
            true => 1,
            false if ops > long => most.min(2 / already).max(1),
            false => most,
        }
    }

    /// True if a Def evaluates expanded functions itself.
    pub(super) fn is_costly(&self, d: DefId) -> bool {
        self.ops[d.0 as usize].1 > 0.0
    }

    /// Estimated time on one thread.
    pub(super) fn cost(&self, k: &Kernel, t: &Target) -> Cost {
        let lanes = f64::from(t.lanes(4));
        let mut ns = 0.0;
        for d in 0..k.defs.len() {
            if self.needed[d] {
                let (ops, functions) = self.ops[d];
                ns += self.points(k, DefId(d as u32)) * (0.15 * ops + 2.0 * functions) / lanes;
            }
        }
        Cost { compute_ns: ns, moving_ns: moving_ns(k) }
    }

    /// Bytes of the widest kind that is computed with.
    pub(super) fn widest(&self, k: &Kernel) -> u32 {
        let defs = k.defs.iter().enumerate().filter(|(i, _)| self.needed[*i]);
        defs.flat_map(|(_, d)| d.tys.iter()).map(|e| e.bytes()).max().unwrap_or(4).max(1)
    }
}

/// Estimated time on one thread that what a kernel reads and writes takes.
pub(super) fn moving_ns(k: &Kernel) -> f64 {
    const BYTES_PER_NS: f64 = 20.0;
    super::bytes(k) as f64 / BYTES_PER_NS
}

/// True if a Reduce's terms may be taken in any order.
pub(super) fn commutes(k: &Kernel, d: DefId) -> bool {
    match &k.def(d).body {
        Body::Reduce { comb: Comb::Custom { commutes, .. }, .. } => *commutes,
        _ => true,
    }
}

pub(super) fn is_reduce(k: &Kernel, d: DefId) -> bool {
    matches!(k.def(d).body, Body::Reduce { .. })
}
