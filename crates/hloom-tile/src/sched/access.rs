//! What schedulers ask of a kernel: how addresses move along axes, how many points Defs have, what they cost.

use super::Cost;
use crate::Target;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::lower::{depends, prep};

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

/// Facts about a kernel.
pub(super) struct Info {
    pub(super) needed: Vec<bool>,
    pub(super) rows: Vec<AxisId>,
    pub(super) accesses: Vec<Access>,
    /// By Def: expressions of its body that are Defs' reads.
    pub(super) reads: Vec<Vec<DefId>>,
    /// By Def: number of operations, and of expanded functions, at a point.
    ops: Vec<(f64, f64)>,
    /// A needed Def computes one of the longest functions.
    pub(super) has_long_function: bool,
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
        let mut has_long_function = false;
        for d in 0..k.defs.len() {
            if !needed[d] {
                continue;
            }
            let def = DefId(d as u32);
            let mut seen = vec![false; k.exprs.len()];
            let mut todo = prep::def_exprs(k, def);
            while let Some(e) = todo.pop() {
                if std::mem::replace(&mut seen[e.0 as usize], true) {
                    continue;
                }
                ops[d].0 += 1.0;
                match k.expr(e) {
                    Expr::Load { buf, index, other, .. } => {
                        let strides = strides(k, *buf, index);
                        accesses.push(Access { def, strides, is_store: false, expr: Some(e) });
                        todo.extend(other);
                    }
                    Expr::Read(r, ..) => reads[d].push(*r),
                    Expr::Math(f, args) => {
                        ops[d].1 += 1.0;
                        has_long_function |= f.is_long();
                        todo.extend(args);
                    }
                    other => prep::operands(other, &mut |o| todo.push(o)),
                }
            }
        }
        for o in &k.outs {
            accesses.push(Access { def: o.def, strides: strides(k, o.buf, &o.index), is_store: true, expr: None });
        }
        Info { needed, rows, accesses, reads, ops, has_long_function }
    }

    /// Number of points at which a Def's body is evaluated once each.
    pub(super) fn points(&self, k: &Kernel, d: DefId) -> f64 {
        let data = k.def(d);
        let mut n: f64 = data.axes.iter().map(|a| k.extent(*a) as f64).product();
        if let Body::Reduce { over, .. } = &data.body {
            n *= over.iter().map(|a| k.extent(*a) as f64).product::<f64>();
        }
        n
    }

    /// Operations at a point of a Def, with those of the Maps that it reads.
    pub(super) fn work(&self, k: &Kernel, d: DefId) -> f64 {
        let (mut seen, mut todo, mut sum) = (vec![false; k.defs.len()], vec![d], 0.0);
        while let Some(x) = todo.pop() {
            let fresh = !std::mem::replace(&mut seen[x.0 as usize], true);
            if fresh && (x == d || !is_reduce(k, x)) {
                let (ops, functions) = self.ops[x.0 as usize];
                sum += ops + 24.0 * functions;
                todo.extend(&self.reads[x.0 as usize]);
            }
        }
        sum
    }

    /// Operations of all Defs at a point.
    pub(super) fn ops_per_point(&self) -> f64 {
        self.ops.iter().zip(&self.needed).filter(|(_, n)| **n).map(|(o, _)| o.0 + 24.0 * o.1).sum()
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

pub(super) fn over(k: &Kernel, d: DefId) -> &[AxisId] {
    match &k.def(d).body {
        Body::Reduce { over, .. } => over,
        Body::Map(_) => &[],
    }
}
