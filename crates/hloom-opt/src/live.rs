//! Liveness: which ops and values the results and side effects of a function need.
//!
//! Precise through regions: a carried value of a loop is live only if its result is, or the condition or another live
//! carried value needs it; a result of a branch only if it is used; an operand of a variadic `sort` or `reduce` only if
//! its result or the region needs it. For these ops *slot* `i` is operand `i` with result `i`; the slot is live iff the
//! result's value is marked live.

use hloom_ir::{Func, Graph, Op, OpId, Region, Value, ValueDef};

/// Result of the analysis.
pub(crate) struct Live {
    ops: Vec<bool>,
    values: Vec<bool>,
}

const NO_OP: OpId = OpId(u32::MAX);

struct Marker<'g> {
    g: &'g Graph,
    live: Live,
    /// Op around each op, and op of each region; `NO_OP` at function level.
    around: Vec<OpId>,
    owner: Vec<OpId>,
    work: Vec<Value>,
}

impl Live {
    /// Analyses a function.
    pub(crate) fn of(func: &Func, pure_calls: bool) -> Live {
        let g = &func.graph;
        let live = Live { ops: vec![false; g.num_ops()], values: vec![false; g.num_values()] };
        let (around, owner) = (vec![NO_OP; g.num_ops()], vec![NO_OP; g.num_regions()]);
        let mut m = Marker { g, live, around, owner, work: Vec::new() };
        let mut effects = Vec::new();
        m.scan(func.body, NO_OP, pure_calls, &mut effects);
        func.results().iter().for_each(|&v| m.mark(v));
        effects.into_iter().for_each(|id| m.mark_op(id));
        while let Some(v) = m.work.pop() {
            m.visit(v);
        }
        m.live
    }

    /// True if the op must stay.
    pub(crate) fn op(&self, id: OpId) -> bool {
        self.ops[id.0 as usize]
    }
    /// True if the value is needed; of a result of an op with slots, if the slot is.
    pub(crate) fn value(&self, v: Value) -> bool {
        self.values[v.0 as usize]
    }
}

impl Marker<'_> {
    fn scan(&mut self, r: Region, op: OpId, pure_calls: bool, effects: &mut Vec<OpId>) {
        self.owner[r.0 as usize] = op;
        for &id in &self.g.region(r).ops {
            self.around[id.0 as usize] = op;
            let d = self.g.op(id);
            let calls = matches!(d.op, Op::Call { .. } | Op::Composite { .. });
            if d.op.has_side_effect() || (calls && !pure_calls) {
                effects.push(id);
            }
            d.regions.iter().for_each(|&r| self.scan(r, id, pure_calls, effects));
        }
    }

    fn mark(&mut self, v: Value) {
        if !std::mem::replace(&mut self.live.values[v.0 as usize], true) {
            self.work.push(v);
        }
    }

    fn mark_op(&mut self, id: OpId) {
        if id == NO_OP || std::mem::replace(&mut self.live.ops[id.0 as usize], true) {
            return;
        }
        self.mark_op(self.around[id.0 as usize]);
        let g = self.g;
        let d = g.op(id);
        match &d.op {
            Op::While {} => g.region(d.regions[0]).results.iter().for_each(|&v| self.mark(v)),
            Op::If {} | Op::Case {} => self.mark(d.operands[0]),
            Op::Sort { .. } => g.region(d.regions[0]).results.iter().for_each(|&v| self.mark(v)),
            Op::Reduce { .. } | Op::OptimizationBarrier {} => {}
            _ => {
                d.operands.iter().for_each(|&v| self.mark(v));
                for &r in &d.regions {
                    g.region(r).results.iter().for_each(|&v| self.mark(v));
                }
            }
        }
    }

    fn visit(&mut self, v: Value) {
        let g = self.g;
        match g.value(v).def {
            ValueDef::Param(r, i) => {
                let owner = self.owner[r.0 as usize];
                if owner == NO_OP {
                    return;
                }
                let d = g.op(owner);
                let slot = match &d.op {
                    Op::While {} => i as usize,
                    Op::Sort { .. } => i as usize / 2,
                    Op::Reduce { .. } => i as usize % d.results.len(),
                    _ => return,
                };
                self.mark(d.results[slot]);
            }
            ValueDef::Result(id, i) => {
                self.mark_op(id);
                let (d, i) = (g.op(id), i as usize);
                match &d.op {
                    Op::While {} => {
                        self.mark(d.operands[i]);
                        self.mark(g.region(d.regions[1]).results[i]);
                    }
                    Op::If {} | Op::Case {} => d.regions.iter().for_each(|&r| self.mark(g.region(r).results[i])),
                    Op::Sort { .. } | Op::OptimizationBarrier {} => self.mark(d.operands[i]),
                    Op::Reduce { .. } => {
                        self.mark(d.operands[i]);
                        self.mark(d.operands[d.results.len() + i]);
                        self.mark(g.region(d.regions[0]).results[i]);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Ops of a function, nested ones included.
pub(crate) fn count_ops(func: &Func) -> usize {
    fn region(g: &Graph, r: Region) -> usize {
        g.region(r).ops.iter().map(|&id| 1 + g.op(id).regions.iter().map(|&r| region(g, r)).sum::<usize>()).sum()
    }
    region(&func.graph, func.body)
}
