//! The outermost loops: tasks of the grid.

use super::lin::{Fact, Lin};
use super::prep::{LoopNode, Node};
use super::{Len, Lower, LowerError, Range, Res, Task};
use crate::loop_ir::*;
use crate::nest::Bind;

impl Lower<'_> {
    /// Lowers the whole nest as the loop over tasks; their number.
    pub(super) fn grid(&mut self, root: &[Node]) -> Res<i64> {
        let mut chain: Vec<&LoopNode> = Vec::new();
        let mut nodes = root;
        while let [Node::Loop(l)] = nodes
            && l.bind == Bind::Grid
        {
            if !l.opens.is_empty() {
                return Err(LowerError::Nest("a Grid loop over a reduced axis".into()));
            }
            if chain.iter().any(|c| c.axis == l.axis) {
                return Err(LowerError::Nest("two Grid loops over one axis".into()));
            }
            chain.push(l);
            nodes = &l.body;
        }
        let counts: Vec<i64> =
            chain.iter().map(|l| (self.k.extent(l.axis) + l.step - 1).div_euclid(l.step).max(0)).collect();
        let tasks: i64 = counts.iter().product();
        if tasks == 0 {
            return Ok(0);
        }
        let (lo, hi) = (self.b.param(1), self.b.param(2));
        let fact = Fact { lo: 0, hi: tasks - 1, div: 1 };
        // What a call read last, the next one finds in the nearest cache, if it begins there.
        let turned = self.k.own.map(|_| {
            let (bit, zero) = (self.behind(2, Ty::I64), self.b.i64(0));
            self.b.cmp(CmpOp::Ne, bit, zero)
        });
        self.for_loop(lo, hi, 1, fact, |s, count| {
            let mut task = count;
            if let Some(turned) = turned {
                let (number, is_first) = s.counted_from_an_end(turned, count, (lo, hi, 1), fact);
                s.task = Some(Task { number, is_first, turned });
                task = number;
            }
            // The last grid loop is the fastest.
            let mut left = Lin::value(task);
            let mut starts = Vec::new();
            for &n in counts.iter().rev() {
                let (q, r) = s.lin_div_mod(&left, n);
                starts.push(r);
                left = q;
            }
            starts.reverse();
            for &d in &s.plan.clone().root_locals {
                s.enter_local(d);
            }
            s.grid_level(&chain, &starts, &counts, nodes)
        })?;
        Ok(tasks)
    }

    fn grid_level(&mut self, chain: &[&LoopNode], starts: &[Lin], counts: &[i64], nodes: &[Node]) -> Res {
        let Some((l, rest)) = chain.split_first() else {
            return self.nodes(nodes);
        };
        let extent = self.k.extent(l.axis);
        let step = l.step.min(extent);
        let mut base = Lin::constant(0);
        self.lin_add(&mut base, &starts[0], step);
        let last = extent - step * (counts[0] - 1);
        let inner = |s: &mut Self, len: Len| {
            s.ranges[l.axis.0 as usize] = Range { base: base.clone(), len };
            for &d in &l.locals {
                s.enter_local(d);
            }
            s.grid_level(rest, &starts[1..], &counts[1..], nodes)
        };
        if last == step {
            return inner(self, Len::Static(step));
        }
        let (i, n) = (self.lin_scalar(&starts[0]), self.b.i64(counts[0] - 1));
        let is_last = self.b.cmp(CmpOp::Eq, i, n);
        if self.serial_first(nodes, l) {
            return inner(self, Len::Edge { full: step, last, is_last });
        }
        self.branch(is_last, |s| inner(s, Len::Static(last)), |s| inner(s, Len::Static(step)))
    }
}

impl Lower<'_> {
    /// True if on every way down to what has the grid loop's axis the first loop over it is serial, so that its bound can vary.
    fn serial_first(&self, nodes: &[Node], grid: &LoopNode) -> bool {
        nodes.iter().all(|n| match n {
            Node::Loop(l) if l.axis == grid.axis => l.bind == Bind::Serial,
            Node::Loop(l) => self.serial_first(&l.body, grid),
            Node::First { body, .. } | Node::If { body, .. } => self.serial_first(body, grid),
            // Others, as what is packed for all rows, are the same for any range of it.
            Node::At { def, .. } => {
                let data = self.k.def(*def);
                !data.axes.iter().chain(data.over()).any(|a| *a == grid.axis)
            }
            Node::Prefetch { .. } => true,
            Node::Tiles(_) | Node::Store { .. } => false,
        })
    }
}
