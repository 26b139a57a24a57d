//! Value numbering: which op already computes this.
//!
//! Entries live as long as the region they stand in. Regions of control flow see what was computed around them;
//! regions that are functions of scalars (`reduce`, `sort`, …) are kept closed, so that a back end can compile them
//! alone: inside them only their own ops are found.

use hloom_ir::{Graph, Op, OpData, OpId, Region, Type, Value};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Ops by the hash of what they compute. Of two ops with one hash the first stays: finding less is allowed.
#[derive(Default)]
pub(crate) struct Numbering {
    table: FxHashMap<u64, OpId>,
    /// What to restore when a scope ends.
    undo: Vec<(u64, Option<OpId>)>,
    /// Distinguishes closed scopes.
    seed: u64,
    next_seed: u64,
}

/// Where a scope began.
pub(crate) struct Scope {
    undo: usize,
    seed: u64,
}

impl Numbering {
    pub(crate) fn open(&mut self, closed: bool) -> Scope {
        let scope = Scope { undo: self.undo.len(), seed: self.seed };
        if closed {
            self.next_seed += 1;
            self.seed = self.next_seed;
        }
        scope
    }

    pub(crate) fn close(&mut self, scope: Scope) {
        for (hash, old) in self.undo.drain(scope.undo..).rev() {
            match old {
                Some(id) => self.table.insert(hash, id),
                None => self.table.remove(&hash),
            };
        }
        self.seed = scope.seed;
    }

    /// True inside a region that must not use values from outside.
    pub(crate) fn is_closed(&self) -> bool {
        self.seed != 0
    }

    /// Hash of an op in the current scope.
    pub(crate) fn hash(&self, op: &Op, operands: &[Value], types: &[Type], regions: u64) -> u64 {
        let mut h = FxHasher::default();
        (self.seed, regions).hash(&mut h);
        op.hash(&mut h);
        operands.hash(&mut h);
        types.hash(&mut h);
        h.finish()
    }

    pub(crate) fn get(&self, hash: u64) -> Option<OpId> {
        self.table.get(&hash).copied()
    }

    pub(crate) fn insert(&mut self, hash: u64, id: OpId) {
        let old = self.table.insert(hash, id);
        self.undo.push((hash, old));
    }
}

/// True if two instances of the op with equal operands are one. What a custom call does may stand in attributes that the
/// table does not know.
pub(crate) fn is_function(op: &Op) -> bool {
    use Op::{Call, Composite, CustomCall, OptimizationBarrier, Rng};
    !op.has_side_effect()
        && !matches!(op, Rng { .. } | CustomCall { .. } | OptimizationBarrier {} | Call { .. } | Composite { .. })
}

/// Values of a region by position, so that equal regions number alike.
#[derive(Default)]
struct Local {
    numbers: FxHashMap<Value, u32>,
}

impl Local {
    fn number(&self, v: Value) -> (bool, u32) {
        match self.numbers.get(&v) {
            Some(&n) => (true, n),
            None => (false, v.0),
        }
    }
    fn define(&mut self, v: Value) {
        let n = self.numbers.len() as u32;
        self.numbers.insert(v, n);
    }
}

/// Hash of regions up to the names of their own values; `None` if they hold what is not a function.
pub(crate) fn hash_regions(g: &Graph, regions: &[Region]) -> Option<u64> {
    if regions.is_empty() {
        return Some(0);
    }
    let mut h = FxHasher::default();
    let mut local = Local::default();
    regions.iter().try_for_each(|&r| hash_region(g, r, &mut local, &mut h))?;
    Some(h.finish())
}

fn hash_region(g: &Graph, r: Region, local: &mut Local, h: &mut FxHasher) -> Option<()> {
    let data = g.region(r);
    data.params.len().hash(h);
    for &p in &data.params {
        g.ty(p).hash(h);
        local.define(p);
    }
    for &id in &data.ops {
        let op = g.op(id);
        if !is_function(&op.op) {
            return None;
        }
        op.op.hash(h);
        op.operands.iter().for_each(|&v| local.number(v).hash(h));
        op.regions.iter().try_for_each(|&r| hash_region(g, r, local, h))?;
        for &v in &op.results {
            g.ty(v).hash(h);
            local.define(v);
        }
    }
    data.results.iter().for_each(|&v| local.number(v).hash(h));
    Some(())
}

/// True if the regions are equal up to the names of their own values.
pub(crate) fn equal_regions(g: &Graph, a: &[Region], b: &[Region]) -> bool {
    let (mut la, mut lb) = (Local::default(), Local::default());
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| equal_region(g, a, b, &mut la, &mut lb))
}

fn equal_region(g: &Graph, a: Region, b: Region, la: &mut Local, lb: &mut Local) -> bool {
    let (a, b) = (g.region(a), g.region(b));
    let same_definitions = |a: &[Value], b: &[Value], la: &mut Local, lb: &mut Local| {
        a.iter().for_each(|&v| la.define(v));
        b.iter().for_each(|&v| lb.define(v));
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| g.ty(a) == g.ty(b))
    };
    let same_uses = |a: &[Value], b: &[Value], la: &Local, lb: &Local| {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| la.number(a) == lb.number(b))
    };
    same_definitions(&a.params, &b.params, la, lb)
        && a.ops.len() == b.ops.len()
        && a.ops.iter().zip(&b.ops).all(|(&x, &y)| {
            let (x, y): (&OpData, &OpData) = (g.op(x), g.op(y));
            x.op == y.op
                && same_uses(&x.operands, &y.operands, la, lb)
                && x.regions.len() == y.regions.len()
                && x.regions.iter().zip(&y.regions).all(|(&r, &s)| equal_region(g, r, s, la, lb))
                && same_definitions(&x.results, &y.results, la, lb)
        })
        && same_uses(&a.results, &b.results, la, lb)
}
