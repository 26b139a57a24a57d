//! When the buffers of a plan hold something that is still needed.
//!
//! Time is counted in steps: kernels, host calls and copies in the order of the program text, the commands of a loop or
//! branch once. A buffer that a loop carries lives in all steps of the loop.

use crate::bits::Bits;
use crate::program::{BufferId, Command, Place, Plan, Work};
use hloom_tile::kernel::Role;

/// Steps without a break in which a buffer of the arena is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The buffer.
    pub buffer: BufferId,
    /// The step that writes it first.
    pub first: u32,
    /// The last step that needs it.
    pub last: u32,
}

/// The arena over time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timeline {
    /// Number of steps.
    pub steps: u32,
    /// Uses of the arena, by their first step.
    pub spans: Vec<Span>,
}

/// The buffers that a command without commands in it reads, and those that it leaves without anything of what they held.
pub(crate) fn effects(plan: &Plan, c: &Command) -> (Vec<BufferId>, Vec<BufferId>) {
    match c {
        Command::Kernel { kernel, args, writes, .. } => {
            let in_place = |i: usize| match &plan.kernels[*kernel as usize].work {
                Work::Nest(k) => k.bufs[i].role == Role::InOut,
                Work::Template(_) => false,
            };
            let written = |i: usize| writes.iter().find(|w| w.0 as usize == i);
            let reads = (0..args.len()).filter(|&i| written(i).is_none_or(|w| !w.1) || in_place(i));
            let whole = writes.iter().filter(|w| w.1 && !in_place(w.0 as usize)).map(|w| args[w.0 as usize]);
            (reads.map(|i| args[i]).collect(), whole.collect())
        }
        Command::Host { call, args, .. } => {
            let (operands, results) = args.split_at(plan.operands_of(*call));
            (operands.to_vec(), results.to_vec())
        }
        Command::Copy { dst, src } => (vec![*src], vec![*dst]),
        Command::While { .. } | Command::Case { .. } => (Vec::new(), Vec::new()),
    }
}

/// What is needed before a command if `live` is after it.
pub(crate) fn live_before(plan: &Plan, c: &Command, live: Bits) -> Bits {
    Walk { plan, steps: None }.command(c, live)
}

struct Walk<'a> {
    plan: &'a Plan,
    /// What is in use at each step, last step first; not while loops are still being understood.
    steps: Option<Vec<Bits>>,
}

impl Walk<'_> {
    fn block(&mut self, commands: &[Command], live: Bits) -> Bits {
        commands.iter().rev().fold(live, |live, c| self.command(c, live))
    }

    fn command(&mut self, c: &Command, mut live: Bits) -> Bits {
        match c {
            Command::Kernel { args, .. } | Command::Host { args, .. } => self.step(c, args, live),
            Command::Copy { dst, src } => self.step(c, &[*dst, *src], live),
            Command::While { cond, pred, body, rotations, .. } => {
                let steps = self.steps.take();
                // Any of them may have what another one is for.
                rotations.iter().flatten().for_each(|b| live.set(b.0 as usize));
                let after = live.clone();
                let mut head = live.clone();
                loop {
                    let mut tested = after.clone();
                    tested.or(&self.block(body, head.clone()));
                    tested.set(pred.0 as usize);
                    let mut next = self.block(cond, tested.clone());
                    next.or(&head);
                    live = tested;
                    if next == head {
                        break;
                    }
                    head = next;
                }
                self.steps = steps;
                self.block(body, head);
                let mut before = self.block(cond, live);
                // What the last one holds is of no use at any turn's begin.
                rotations.iter().filter_map(|r| r.last()).for_each(|b| before.clear(b.0 as usize));
                before
            }
            Command::Case { index, branches, .. } => {
                let mut all = Bits::new(self.plan.buffers.len());
                for b in branches.iter().rev() {
                    all.or(&self.block(b, live.clone()));
                }
                all.set(index.0 as usize);
                all
            }
        }
    }

    fn step(&mut self, c: &Command, args: &[BufferId], mut live: Bits) -> Bits {
        let mut used = live.clone();
        let (reads, whole) = effects(self.plan, c);
        whole.iter().for_each(|b| live.clear(b.0 as usize));
        reads.iter().for_each(|b| live.set(b.0 as usize));
        if let Some(steps) = &mut self.steps {
            used.or(&live);
            args.iter().for_each(|b| used.set(b.0 as usize));
            steps.push(used);
        }
        live
    }
}

impl Timeline {
    /// The timeline of a plan whose buffers have places.
    pub fn of(plan: &Plan) -> Timeline {
        let mut walk = Walk { plan, steps: Some(Vec::new()) };
        walk.block(&plan.commands, Bits::new(plan.buffers.len()));
        let mut steps = walk.steps.unwrap_or_default();
        steps.reverse();
        let mut spans: Vec<Span> = Vec::new();
        // By buffer: its latest span.
        let mut open: Vec<Option<usize>> = vec![None; plan.buffers.len()];
        for (at, used) in steps.iter().enumerate() {
            let at = at as u32;
            for b in used.ones().filter(|&b| matches!(plan.buffers[b].place, Place::Arena(_))) {
                match open[b].map(|i| &mut spans[i]) {
                    Some(s) if s.last + 1 == at => s.last = at,
                    _ => {
                        open[b] = Some(spans.len());
                        spans.push(Span { buffer: BufferId(b as u32), first: at, last: at });
                    }
                }
            }
        }
        Timeline { steps: steps.len() as u32, spans }
    }
}
