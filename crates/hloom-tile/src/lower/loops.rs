//! Loops: serial ones, straight-line ones, lanes, and the remainders of each.

use super::acc::Frame;
use super::lin::{Fact, Lin, gcd};
use super::prep::{self, LoopNode, Node};
use super::{First, Len, Lower, LowerError, Range, Res, Task};
use crate::ix::Ix;
use crate::kernel::{AxisId, DefId};
use crate::loop_ir::*;
use crate::nest::{Bind, Tail};

/// Widest vector that a `Vector` loop makes in one piece.
const MAX_LANES: i64 = 64;

impl Lower<'_> {
    /// Lowers a loop below the grid.
    pub(super) fn loop_node(&mut self, l: &LoopNode) -> Res {
        for &d in &l.opens {
            self.open_scope(d)?;
        }
        match self.differs_at_first(l) {
            // A copy of the loop for each: its body is what should have no branches.
            Some((axis, cond)) => self.branch(
                cond,
                |s| s.with_first(axis, First::Yes, |s| s.dispatch(l)),
                |s| s.with_first(axis, First::No, |s| s.dispatch(l)),
            )?,
            None => self.dispatch(l)?,
        }
        for &d in &l.opens {
            self.close_scope(d)?;
        }
        Ok(())
    }

    fn with_first(&mut self, axis: AxisId, first: First, f: impl FnOnce(&mut Self) -> Res) -> Res {
        let outer = std::mem::replace(&mut self.at_first[axis.0 as usize], first);
        f(self)?;
        self.at_first[axis.0 as usize] = outer;
        Ok(())
    }

    /// An axis whose first sub-range makes a difference to the loop, where only the running program knows if it is there.
    fn differs_at_first(&self, l: &LoopNode) -> Option<(AxisId, Val)> {
        self.at_first.iter().enumerate().find_map(|(i, first)| match first {
            First::If(cond) => {
                let axis = AxisId(i as u32);
                (l.axis != axis && prep::has_first(&l.body, axis)).then_some((axis, *cond))
            }
            First::Yes | First::No => None,
        })
    }

    fn dispatch(&mut self, l: &LoopNode) -> Res {
        let Range { base, len } = self.ranges[l.axis.0 as usize].clone();
        match (l.bind, len) {
            (Bind::Grid, _) => Err(LowerError::Nest("a Grid loop must be outermost".into())),
            (Bind::Serial | Bind::Parts, Len::Static(n)) => self.serial(l, base, n),
            (Bind::Serial | Bind::Parts, Len::Edge { full, last, is_last }) => {
                self.serial_edge(l, base, full, last, is_last)
            }
            (Bind::Unroll | Bind::Ilp, Len::Static(n)) => self.straight(l, base, n),
            (Bind::Window, Len::Static(n)) => self.window(l, &base, n),
            (Bind::Alternate, Len::Static(n)) => self.alternate(l, &base, n),
            (Bind::Own, Len::Static(n)) => self.own_first(l, &base, n),
            (Bind::Vector, Len::Static(n)) => self.vector(l, base, n),
            (_, Len::Edge { full, last, is_last }) => self.edge_branches(l, &base, full, last, is_last),
        }
    }

    /// Both lengths of the range in branches of their own.
    fn edge_branches(&mut self, l: &LoopNode, base: &Lin, full: i64, last: i64, is_last: Val) -> Res {
        let saved = self.ranges[l.axis.0 as usize].clone();
        let with = |s: &mut Self, n: i64| {
            s.ranges[l.axis.0 as usize] = Range { base: base.clone(), len: Len::Static(n) };
            s.dispatch(l)
        };
        self.branch(is_last, |s| with(s, last), |s| with(s, full))?;
        self.ranges[l.axis.0 as usize] = saved;
        Ok(())
    }

    /// A body that is computed only where a form over the current bases is not negative.
    pub(super) fn if_node(&mut self, not_negative: &Ix, body: &[Node], opens: &[DefId]) -> Res {
        for &d in opens {
            self.open_scope(d)?;
        }
        let mut env = self.base_env();
        let at = self.ix(not_negative, &mut env)?;
        match self.lin_range(&at) {
            Some((lo, _)) if lo >= 0 => self.nodes(body)?,
            Some((_, hi)) if hi < 0 => {}
            _ if !at.is_uniform() => return Err(LowerError::Nest("a condition that differs by lane".into())),
            _ => {
                let (at, zero) = (self.lin_scalar(&at), self.b.i64(0));
                let cond = self.b.cmp(CmpOp::SLe, zero, at);
                self.branch(cond, |s| s.nodes(body), |_| Ok(()))?;
            }
        }
        for &d in opens {
            self.close_scope(d)?;
        }
        Ok(())
    }

    /// The body of a loop at one sub-range.
    pub(super) fn body(&mut self, l: &LoopNode, base: Lin, len: i64) -> Res {
        self.body_in(l, base, len, l.bind == Bind::Parts)
    }

    /// `part`: sums over the loop's axis start anew and are added to those outside at the end.
    fn body_in(&mut self, l: &LoopNode, base: Lin, len: i64, part: bool) -> Res {
        let saved = std::mem::replace(&mut self.ranges[l.axis.0 as usize], Range { base, len: Len::Static(len) });
        for &d in &l.locals {
            self.enter_local(d);
        }
        if part {
            self.open_part(l.axis);
            self.nodes(&l.body)?;
            self.close_part()?;
        } else {
            self.nodes(&l.body)?;
        }
        self.ranges[l.axis.0 as usize] = saved;
        Ok(())
    }

    /// The body of a loop at a sub-range that may be its first.
    pub(super) fn body_at(&mut self, l: &LoopNode, base: Lin, len: i64, first: First) -> Res {
        if !l.has_first {
            return self.body(l, base, len);
        }
        self.with_first(l.axis, first, |s| s.body(l, base, len))
    }

    /// Whether a loop variable that counts from 0 is there.
    fn is_first(&mut self, l: &LoopNode, iv: Val) -> First {
        if !l.has_first {
            return First::No;
        }
        let zero = self.b.i64(0);
        First::If(self.b.cmp(CmpOp::Eq, iv, zero))
    }

    fn serial(&mut self, l: &LoopNode, base: Lin, n: i64) -> Res {
        if n <= 0 {
            return Ok(());
        }
        let step = l.step.min(n);
        let (main, rest) = (n / step, n % step);
        if rest != 0 && l.tail == Tail::Shift {
            let hi = self.b.i64(n);
            let last = self.b.i64(n - step);
            return self.shifted(l, base, hi, last, step, n - step);
        }
        if step == 1 && main > 1 && !l.has_first && self.bounded(l, &base, main)? {
            return Ok(());
        }
        let mut runs = self.peel(l, &base, main, step)?;
        if runs.len() == 1 && self.in_pieces(l, &base, None, main * step, step)? {
            runs.clear();
        }
        for (mut first, mut count) in runs {
            if l.bind == Bind::Parts && first == 0 && count > 1 && !self.adds_first_part(l, count) {
                // The first part is the sum outside: nothing that waits, and nothing to add.
                self.with_first(l.axis, First::Yes, |s| s.body_in(l, base.clone(), step, false))?;
                (first, count) = (1, count - 1);
            }
            self.counted(l, &base, first, count, step)?;
        }
        if rest != 0 {
            self.body_at(l, base.offset(main * step), rest, First::No)?;
        }
        Ok(())
    }

    /// True if the first part of a sum is added to its start as the others are, by their code: the sums stay in registers, and
    /// are added so often that once more does not show. Or there are two parts whose sums do not fit sixteen registers twice: in the
    /// code of a loop that another one follows at once, LLVM sets that one's sums to zero in each round, and keeps its own in memory.
    /// (6 x 2 vectors, one core of a Zen 2: 3 x 3 windows of 4 x 58 x 58 x 64 took 13.0 ms instead of 9.8, 256 terms a fourteenth more.)
    fn adds_first_part(&self, l: &LoopNode, count: i64) -> bool {
        const FEWEST: i64 = 3;
        let registers = i64::from(self.target.vector_regs);
        let in_registers = 2 * self.sums_in_turn(l) <= registers;
        !l.has_first && if in_registers { count >= FEWEST } else { count == 2 && registers <= 16 }
    }

    /// `count` whole sub-ranges from number `first`.
    fn counted(&mut self, l: &LoopNode, base: &Lin, first: i64, count: i64, step: i64) -> Res {
        match count {
            0 => Ok(()),
            1 => self.body_at(l, base.offset(first * step), step, if first == 0 { First::Yes } else { First::No }),
            _ => {
                let (lo, hi) = (self.b.i64(first * step), self.b.i64((first + count) * step));
                let fact = Fact { lo: first * step, hi: (first + count - 1) * step, div: gcd(first * step, step) };
                self.for_loop(lo, hi, step, fact, |s, iv| {
                    let outer = s.task;
                    let place = s.in_turn(l, iv, (lo, hi, step), fact);
                    let here = if first == 0 { s.is_first(l, iv) } else { First::No };
                    s.guarded_at(l, (base, place), step, here)?;
                    s.task = outer;
                    Ok(())
                })
            }
        }
    }

    /// Where a loop is at a value of its variable: around an `Own` loop it runs in the order of the tasks, from either end, so that a call
    /// begins with what the one before it read last.
    fn in_turn(&mut self, l: &LoopNode, iv: Val, run: (Val, Val, i64), fact: Fact) -> Val {
        let Some(task) = self.task.filter(|_| prep::has_loop(&l.body, &|l| l.bind == Bind::Own)) else { return iv };
        let (place, begins) = self.counted_from_an_end(task.turned, iv, run, fact);
        let is_first = self.b.bin(BinOp::And, task.is_first, begins);
        self.task = Some(Task { is_first, ..task });
        place
    }

    /// For the variable of a loop from `lo` to `hi`: what it is where the loop runs the other way if `turned`, and whether it begins.
    pub(super) fn counted_from_an_end(
        &mut self,
        turned: Val,
        iv: Val,
        (lo, hi, step): (Val, Val, i64),
        fact: Fact,
    ) -> (Val, Val) {
        let (ends, step) = (self.b.add(lo, hi), self.b.i64(step));
        let last = self.b.bin(BinOp::Sub, ends, step);
        let other = self.b.bin(BinOp::Sub, last, iv);
        let place = self.b.select(turned, other, iv);
        self.facts.insert(place, fact);
        (place, self.b.cmp(CmpOp::Eq, iv, lo))
    }

    /// Sub-ranges starting at `min(iv, last)`: the last one overlaps its predecessor.
    fn shifted(&mut self, l: &LoopNode, base: Lin, hi: Val, last: Val, step: i64, max: i64) -> Res {
        let zero = self.b.i64(0);
        self.for_loop(zero, hi, step, Fact { lo: 0, hi: max.max(0) + step, div: step }, |s, iv| {
            let at = s.b.bin(BinOp::SMin, iv, last);
            s.facts.insert(at, Fact { lo: 0, hi: max, div: 1 });
            let mut c = base.clone();
            s.lin_add(&mut c, &Lin::value(at), 1);
            let here = s.is_first(l, iv);
            s.body_at(l, c, step, here)
        })
    }

    fn serial_edge(&mut self, l: &LoopNode, base: Lin, full: i64, last: i64, is_last: Val) -> Res {
        let step = l.step;
        let pick = |s: &mut Self, f: i64, t: i64| {
            let (f, t) = (s.b.i64(f), s.b.i64(t));
            s.b.select(is_last, t, f)
        };
        if l.tail == Tail::Shift && full >= step && last >= step {
            let hi = pick(self, full, last);
            let start = pick(self, full - step, last - step);
            return self.shifted(l, base, hi, start, step, full.max(last) - step);
        }
        let (wf, wl) = (full / step * step, last / step * step);
        if wf.max(wl) > 0 {
            let hi = pick(self, wf, wl);
            if !self.in_pieces(l, &base, Some(hi), wf.max(wl), step)? {
                let fact = Fact { lo: 0, hi: wf.max(wl) - step, div: step };
                let zero = self.b.i64(0);
                self.for_loop(zero, hi, step, fact, |s, iv| {
                    let here = s.is_first(l, iv);
                    s.guarded_at(l, (&base, iv), step, here)
                })?;
            }
        }
        let (rf, rl) = (full - wf, last - wl);
        if rf == 0 && rl == 0 {
            return Ok(());
        }
        let rest = |s: &mut Self, at: i64, n: i64| {
            let here = if at == 0 { First::Yes } else { First::No };
            if n > 0 { s.body_at(l, base.offset(at), n, here) } else { Ok(()) }
        };
        if (wf, rf) == (wl, rl) {
            return rest(self, wf, rf);
        }
        self.branch(is_last, |s| rest(s, wl, rl), |s| rest(s, wf, rf))
    }

    fn straight(&mut self, l: &LoopNode, base: Lin, n: i64) -> Res {
        if l.bind == Bind::Unroll && self.loop_of_parts(l, &base, n)? {
            return Ok(());
        }
        let step = l.step.min(n.max(1));
        let mut i = 0;
        while i < n {
            let len = step.min(n - i);
            let (at, len) = if len < step && l.tail == Tail::Shift { (n - step, step) } else { (i, len) };
            if l.bind == Bind::Ilp {
                self.ilp.push((l.axis, i / step));
            }
            self.body_at(l, base.offset(at), len, if i == 0 { First::Yes } else { First::No })?;
            if l.bind == Bind::Ilp {
                self.ilp.pop();
            }
            i += step;
        }
        Ok(())
    }

    /// A window axis: a loop over the steps at which all points are inside, the others written out.
    fn window(&mut self, l: &LoopNode, base: &Lin, n: i64) -> Res {
        if l.step != 1 {
            return Err(LowerError::Nest("a Window loop takes one step at a time".into()));
        }
        for (first, count) in self.window_runs(l, base, n) {
            self.counted(l, base, first, count, 1)?;
        }
        Ok(())
    }

    /// Both halves of a range, with accumulators of their own; the worker's scratch memory says which came first last time.
    /// Inside another such loop, the first of its halves to come begins with its lower half, and the second with its upper
    /// one: the order of all parts is turned round as a whole.
    fn alternate(&mut self, l: &LoopNode, base: &Lin, n: i64) -> Res {
        if n != 2 * l.step || l.has_first {
            return Err(LowerError::Nest("an Alternate loop has two sub-ranges and no first one".into()));
        }
        let halves = match self.turned {
            Some(turned) => [turned, !turned].map(|upper| base.offset(if upper { l.step } else { 0 })),
            None => self.turns(l.step).map(|half| {
                let mut at = base.clone();
                self.lin_add(&mut at, &Lin::value(half), 1);
                at
            }),
        };
        let outside = self.turned;
        for (i, at) in halves.into_iter().enumerate() {
            self.turned = Some(i == 1);
            self.ilp.push((l.axis, i as i64));
            self.body_at(l, at, l.step, First::No)?;
            self.ilp.pop();
        }
        self.turned = outside;
        Ok(())
    }

    /// The sub-ranges in an order that begins with the one that has the task's number, and a meeting after that.
    fn own_first(&mut self, l: &LoopNode, base: &Lin, n: i64) -> Res {
        let parts = n / l.step.max(1);
        let task = self.task.filter(|_| n % l.step == 0 && parts.count_ones() == 1 && !l.has_first && !self.meets);
        let Some(Task { number: task, is_first, .. }) = task else {
            return Err(LowerError::Nest("an Own loop has a sub-range for each task, and no first one".into()));
        };
        for i in 0..parts {
            let other = self.b.i64(i);
            let number = self.b.bin(BinOp::Xor, task, other);
            self.facts.insert(number, Fact { lo: 0, hi: parts - 1, div: 1 });
            let mut at = base.clone();
            self.lin_add(&mut at, &Lin::value(number), l.step);
            self.ilp.push((l.axis, i));
            self.body_at(l, at, l.step, First::No)?;
            self.ilp.pop();
            if i == 0 {
                self.meet(is_first);
            }
        }
        self.meets = true;
        Ok(())
    }

    /// In the first task of a call: calls the function behind the addresses of the buffers with the argument behind it, unless that is null.
    fn meet(&mut self, is_first: Val) {
        let (ptr, team) = (self.behind(0, Ty::PTR), self.behind(1, Ty::PTR));
        let null = self.b.expr(Ty::PTR, Expr::Null);
        let is_team = self.b.cmp(CmpOp::Ne, team, null);
        let meets = self.b.bin(BinOp::And, is_first, is_team);
        self.b.open();
        self.b.push(Stmt::CallPtr { ptr, args: vec![team], result: None });
        let then = (self.b.close(), vec![]);
        self.b.push(Stmt::If { cond: meets, then, els: (Block::default(), vec![]), results: vec![] });
    }

    /// What stands behind the addresses of the buffers.
    pub(super) fn behind(&mut self, i: usize, ty: Ty) -> Val {
        let at = self.b.i64(8 * (self.k.bufs.len() + i) as i64);
        let ptr = self.b.ptr_add(self.b.param(0), at);
        self.b.expr(ty, Expr::Load { ptr, align: 8, mask: None, other: None, invariant: true })
    }

    /// 0 and `step` in one call, `step` and 0 in the next.
    fn turns(&mut self, step: i64) -> [Val; 2] {
        let at = self.alloc_scratch(&[Elem::I64], 1)[0];
        let (at, scratch, one) = (self.b.i64(at as i64), self.b.param(3), self.b.i64(1));
        let memory = self.b.ptr_add(scratch, at);
        let before = self.b.load(Ty::scalar(Elem::I64), memory, 8);
        // Other kernels write there too: of whatever it is, the lowest bit decides.
        let now = self.b.bin(BinOp::Xor, before, one);
        self.b.store(memory, now, 8);
        let bit = self.b.bin(BinOp::And, now, one);
        let (first, whole) = (self.b.mul_const(bit, step), self.b.i64(step));
        let second = self.b.bin(BinOp::Sub, whole, first);
        for half in [first, second] {
            self.facts.insert(half, Fact { lo: 0, hi: step, div: step });
        }
        [first, second]
    }

    fn vector(&mut self, l: &LoopNode, base: Lin, n: i64) -> Res {
        if self.lane_axis.is_some() {
            return Err(LowerError::Nest("a Vector loop inside a Vector loop".into()));
        }
        let mut at = 0;
        while at < n {
            let rest = n - at;
            let mut w = 1i64 << (63 - rest.min(MAX_LANES).leading_zeros());
            let mut live = w;
            match l.tail {
                Tail::MaskOf(lanes) if rest < i64::from(lanes) && 4 * rest > i64::from(lanes) => {
                    (w, live) = (i64::from(lanes), rest);
                }
                Tail::Mask | Tail::MaskOf(_) if rest < MAX_LANES && w != rest => (w, live) = (w * 2, rest),
                _ => {}
            }
            let mut c = base.offset(at);
            if w > 1 {
                c.lane = 1;
                self.lanes = w as u32;
                self.lane_axis = Some(l.axis);
                self.live = live as u32;
                if live < w {
                    self.tail_mask = Some(self.first_lanes(w as u32, live as u32));
                }
            }
            self.body_at(l, c, 1, if at == 0 { First::Yes } else { First::No })?;
            (self.lanes, self.live) = (1, 1);
            self.lane_axis = None;
            self.tail_mask = None;
            at += live;
        }
        Ok(())
    }

    /// The mask of the first `live` of `width` lanes.
    pub(super) fn first_lanes(&mut self, width: u32, live: u32) -> Val {
        let ty = Ty::vector(Elem::I32, width);
        let (lanes, n) = (self.b.expr(ty, Expr::Lanes), self.b.int(ty, i64::from(live)));
        self.b.cmp(CmpOp::SLt, lanes, n)
    }

    /// A counted loop that carries the accumulators its body touches.
    pub(super) fn for_loop(
        &mut self,
        lo: Val,
        hi: Val,
        step: i64,
        fact: Fact,
        body: impl FnOnce(&mut Self, Val) -> Res,
    ) -> Res {
        self.open_block();
        let iv = self.b.fresh_here(Ty::I64);
        self.facts.insert(iv, fact);
        self.frames.push(Frame::new(true, self.b.depth()));
        body(self, iv)?;
        self.flush()?;
        let frame = self.frames.pop().expect("pushed above");
        let body = self.close_block();
        let next: Vec<Val> = frame.accs.iter().flat_map(|(_, v)| v.iter().copied()).collect();
        let results: Vec<Val> = next.iter().map(|v| self.b.fresh_here(self.b.ty(*v))).collect();
        let mut given = results.iter().copied();
        for (id, v) in &frame.accs {
            let vals = given.by_ref().take(v.len()).collect();
            self.acc_put(*id, vals);
        }
        self.b.push(Stmt::For { iv, lo, hi, step, carry: frame.carry, body, next, results });
        Ok(())
    }

    /// A branch that gives the accumulators which either side touches.
    pub(super) fn branch(
        &mut self,
        cond: Val,
        then: impl FnOnce(&mut Self) -> Res,
        els: impl FnOnce(&mut Self) -> Res,
    ) -> Res {
        let (tb, tf) = self.side(then)?;
        let (eb, ef) = self.side(els)?;
        let mut ids: Vec<usize> = tf.accs.iter().map(|a| a.0).collect();
        for (id, _) in &ef.accs {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
        let (mut t, mut e, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for id in ids {
            let before = self.acc_get(id)?;
            let side = |f: &Frame| f.get(id).cloned().unwrap_or_else(|| before.clone());
            t.extend(side(&tf));
            e.extend(side(&ef));
            let vals: Vec<Val> = before.iter().map(|v| self.b.fresh_here(self.b.ty(*v))).collect();
            results.extend(&vals);
            self.acc_put(id, vals);
        }
        self.b.push(Stmt::If { cond, then: (tb, t), els: (eb, e), results });
        Ok(())
    }

    fn side(&mut self, f: impl FnOnce(&mut Self) -> Res) -> Res<(Block, Frame)> {
        self.open_block();
        self.frames.push(Frame::new(false, self.b.depth()));
        f(self)?;
        self.flush()?;
        let frame = self.frames.pop().expect("pushed above");
        Ok((self.close_block(), frame))
    }
}
