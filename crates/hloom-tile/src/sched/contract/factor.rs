//! The two factors of a product: what they read, and how their addresses move along the axes.

use super::super::{ask, per_line};
use crate::Target;
use crate::ix::{Ix, Term};
use crate::kernel::*;
use crate::lower::{depends, prep};
use crate::nest::Nest;

/// How far ahead of what it reads a product asks. (1 and 8 KiB were measured: alike.)
const AHEAD_BYTES: i64 = 4096;

/// One load below a factor, its coordinates over the axes of the product. Run-time values in them are the same at all points.
struct Load {
    buf: BufId,
    index: Vec<Ix>,
    guarded: bool,
}

/// One factor of a product.
pub(in crate::sched) struct Factor {
    pub(in crate::sched) expr: ExprId,
    /// By axis: the value can differ along it.
    pub(in crate::sched) uses: Vec<bool>,
    /// By axis: step of the main load's address in elements; `None` where it is not linear.
    pub(in crate::sched) strides: Vec<Option<i64>>,
    /// A load without guard of elements that are computed with as they are stored.
    pub(in crate::sched) plain: bool,
    /// May be evaluated at every point, also where the product's guard is false.
    pub(in crate::sched) safe: bool,
    loads: Vec<Load>,
    /// Which of them moves along the most axes.
    main: Option<usize>,
}

impl Factor {
    /// `None` if the factor reads what a Reduce computes, or at run-time coordinates that are not the same at all points.
    /// `guarded`: the product takes some points only.
    pub(in crate::sched) fn new(k: &Kernel, expr: ExprId, guarded: bool) -> Option<Factor> {
        let mut f = Factor {
            expr,
            uses: vec![false; k.axes.len()],
            strides: vec![Some(0); k.axes.len()],
            plain: false,
            safe: true,
            loads: Vec::new(),
            main: None,
        };
        f.walk(k, expr, &|a| Ix::axis(a))?;
        f.plain = match k.expr(expr) {
            Expr::Load { buf, when, .. } => {
                let t = k.bufs[buf.0 as usize].dtype;
                when.0.is_empty() && (!t.is_float() || t.bits() >= 32) && t.bits() >= 8
            }
            _ => false,
        };
        let interval = |a: AxisId| (0, (k.extent(a) - 1).max(0));
        f.safe = f.loads.iter().all(|l| {
            let dims = &k.bufs[l.buf.0 as usize].dims;
            let inside = |(x, n): (&Ix, &i64)| x.range(&interval).is_some_and(|(lo, hi)| 0 <= lo && hi < *n);
            // The point of a slice is clamped, so that what is read of it exists; of a window only some of it may.
            let exists = |(x, n): (&Ix, &i64)| if x.has_value() { !guarded } else { inside((x, n)) };
            l.guarded || l.index.iter().zip(dims).all(exists)
        });
        let spread = |l: &Load| (0..k.axes.len()).filter(|a| l.mentions(AxisId(*a as u32))).count();
        f.main = (0..f.loads.len()).max_by_key(|i| spread(&f.loads[*i]));
        if let Some(main) = f.main.map(|i| &f.loads[i]) {
            let steps = &k.bufs[main.buf.0 as usize].strides;
            f.strides = (0..k.axes.len()).map(|a| main.stride(steps, AxisId(a as u32))).collect();
        }
        Some(f)
    }

    /// Bytes of the array that it reads along the most axes.
    pub(in crate::sched) fn bytes(&self, k: &Kernel) -> i64 {
        self.main.map_or(0, |i| k.bufs[self.loads[i].buf.0 as usize].bytes())
    }

    /// Collects loads; `to` gives the product's coordinate for an axis of the expression.
    fn walk(&mut self, k: &Kernel, root: ExprId, to: &dyn Fn(AxisId) -> Ix) -> Option<()> {
        let extent = |a: AxisId| k.extent(a);
        let mut todo = vec![root];
        let mut seen = vec![false; k.exprs.len()];
        while let Some(e) = todo.pop() {
            if std::mem::replace(&mut seen[e.0 as usize], true) {
                continue;
            }
            let moved = |x: &Ix| x.substitute(to, &mut |v| v, &extent);
            match k.expr(e) {
                Expr::Load { buf, index, when, other } => {
                    let index: Vec<Ix> = index.iter().map(moved).collect();
                    for (t, _) in index.iter().flat_map(|x| &x.terms) {
                        if matches!(t, Term::Value(e) if (0..k.axes.len()).any(|a| depends(k, *e, AxisId(a as u32)))) {
                            return None;
                        }
                    }
                    index.iter().for_each(|x| self.note(x, false));
                    for a in &when.0 {
                        match a {
                            Atom::Range(x, ..) | Atom::Divides(x, _) => self.note(&moved(x), true),
                            Atom::Cond(c) => todo.push(*c),
                        }
                    }
                    self.loads.push(Load { buf: *buf, index, guarded: !when.0.is_empty() });
                    todo.extend(other);
                }
                Expr::Coord(x) => self.note(&moved(x), true),
                Expr::Read(d, _, index) => {
                    let data = k.def(*d);
                    if !matches!(data.body, Body::Map(_)) {
                        return None;
                    }
                    let index: Vec<Ix> = index.iter().map(moved).collect();
                    // (Also what its value does not depend on: that is read at a point.)
                    index.iter().for_each(|x| self.note(x, true));
                    let inner = |a: AxisId| {
                        let i = data.axes.iter().position(|b| *b == a);
                        i.map_or_else(|| Ix::axis(a), |i| index[i].clone())
                    };
                    for e in prep::def_exprs(k, *d) {
                        self.walk(k, e, &inner)?;
                    }
                }
                other => prep::operands(other, &mut |o| todo.push(o)),
            }
        }
        Some(())
    }

    /// `values`: run-time values may depend on any axis.
    fn note(&mut self, x: &Ix, values: bool) {
        for a in 0..self.uses.len() {
            self.uses[a] |= x.mentions(AxisId(a as u32), &|_| values);
        }
    }

    /// Buffer and coordinates of the only load, if there is one without guard.
    pub(in crate::sched) fn only_load(&self) -> Option<(BufId, &[Ix])> {
        match self.loads.as_slice() {
            [l] if !l.guarded => Some((l.buf, &l.index)),
            _ => None,
        }
    }

    /// What the load reads whose coordinates move along the most axes.
    pub(in crate::sched) fn buffer(&self) -> Option<BufId> {
        self.main.map(|i| self.loads[i].buf)
    }

    /// What asks for `count` elements along an axis, [`AHEAD_BYTES`] and more ahead of what is read, in whole steps of the axis
    /// `line`, on [machines](Target::asks_for_lines) where the hardware asks ahead within a page only: at each page's start it
    /// would see the latency of memory.
    pub(in crate::sched) fn asks(&self, k: &Kernel, t: &Target, line: AxisId, along: AxisId, count: i64) -> Vec<Nest> {
        let Some(load) = self.main.map(|i| &self.loads[i]).filter(|_| t.asks_for_lines()) else { return Vec::new() };
        let bytes = k.bufs[load.buf.0 as usize].dtype.byte_size() as i64;
        let Some(step) = self.stride(line).map(|s| s.abs() * bytes).filter(|s| *s > 0) else { return Vec::new() };
        let steps = (AHEAD_BYTES + step - 1) / step;
        let at = |j: i64| {
            let to = |a: AxisId| match a {
                a if a == line => Ix::axis(a).offset(steps),
                a if a == along => Ix::axis(a).offset(j),
                a => Ix::axis(a),
            };
            ask(k, load.buf, &load.index, &to)
        };
        (0..count).step_by(per_line(k, load.buf) as usize).map(at).collect()
    }

    /// How many elements this load reads.
    pub(in crate::sched) fn elements(&self, k: &Kernel) -> i64 {
        self.main.map_or(0, |i| self.loads[i].elements(k))
    }

    pub(in crate::sched) fn has(&self, a: AxisId) -> bool {
        self.uses[a.0 as usize]
    }

    pub(in crate::sched) fn stride(&self, a: AxisId) -> Option<i64> {
        self.strides[a.0 as usize]
    }

    /// True if a window slides: a few steps along the summed axis `b` lead where one step along `a` leads.
    pub(in crate::sched) fn slides(&self, a: AxisId, b: AxisId) -> bool {
        const MOST: i64 = 8;
        match (self.stride(a), self.stride(b)) {
            (Some(x), Some(y)) => x != 0 && y.abs() > 1 && x % y == 0 && (1..=MOST).contains(&(x / y)),
            _ => false,
        }
    }
}

impl Load {
    fn elements(&self, k: &Kernel) -> i64 {
        let axes = (0..k.axes.len()).map(|a| AxisId(a as u32));
        axes.filter(|a| self.mentions(*a)).map(|a| k.extent(a)).product()
    }

    fn mentions(&self, a: AxisId) -> bool {
        self.index.iter().any(|x| x.mentions(a, &|_| false))
    }

    fn stride(&self, steps: &[i64], a: AxisId) -> Option<i64> {
        let mut sum = 0;
        for (x, s) in self.index.iter().zip(steps) {
            let linear: i64 = x.coef(a);
            let nested = |t: &Term| match t {
                Term::Div(y, _) | Term::Mod(y, _) => y.mentions(a, &|_| true),
                _ => false,
            };
            if x.terms.iter().any(|(t, _)| nested(t)) {
                return None;
            }
            sum += linear * s;
        }
        Some(sum)
    }
}
