//! Loops whose steps several threads share, as a team: what each member does, and where they meet.
//!
//! All members run the loop's function. The small buffers in its frame are each member's own: what writes only those, every member
//! computes, so that all know how the loop goes on. Of the kernels that write memory, each has its part of the tasks; what cannot be
//! parted, the last member does. Nobody reads or overwrites what another wrote or still reads before they have met: the fewest meetings
//! are at the first command that needs one, given all that has happened since the last.

use crate::planned::KernelInfo;
use crate::program::{Buffer, BufferId, Command, Place, Plan};
use crate::whole::Slot;
use rustc_hash::{FxHashMap, FxHashSet};

/// Who does a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Every member, all of it.
    Each,
    /// Every member some of its tasks.
    Tasks,
    /// The last member.
    Last,
}

/// How a team works on a loop.
pub(crate) struct Team {
    /// Members that have something to do, at most.
    pub(crate) members: i64,
    /// Steps that one thread does in some 20 µs.
    pub(crate) steps: i64,
    /// Buffers that each member has of its own.
    own: FxHashSet<BufferId>,
    /// Commands before which they meet: kernels, copies, branches; of loops, before their predicate is read.
    meetings: FxHashSet<*const Command>,
}

impl Team {
    /// `None` if no kernel can be parted. Slots that must be everybody's are removed.
    pub(crate) fn of(plan: &Plan, kernels: &[KernelInfo], command: &Command, slots: &mut Vec<Slot>) -> Option<Team> {
        let mut own: FxHashSet<BufferId> = slots.iter().map(|s| s.buffer).collect();
        while disown(command, &mut own) {}
        slots.retain(|s| own.contains(&s.buffer));
        let (mut members, mut all_meet, mut ns) = (1, i64::MAX, 0.0);
        command.kernels(&mut |k, _| {
            let k = &kernels[k as usize];
            (members, ns) = (k.tasks.max(members), ns + k.cost_ns);
            if k.meets.is_some() {
                all_meet = all_meet.min(k.tasks);
            }
        });
        members = members.min(all_meet);
        let mut team = Team { members, steps: steps(ns), own, meetings: FxHashSet::default() };
        let mut walk = Walk { classes: classes(&plan.buffers, command), kernels, team: &mut team };
        walk.command(command, &mut State::default());
        (members > 1).then_some(team)
    }

    /// Who does a kernel or copy.
    pub(crate) fn part(&self, command: &Command, kernels: &[KernelInfo]) -> Part {
        let mut shared = false;
        command.writes(&mut |b| shared |= !self.own.contains(&b));
        match command {
            _ if !shared => Part::Each,
            Command::Kernel { kernel, .. } if kernels[*kernel as usize].tasks > 1 => Part::Tasks,
            _ => Part::Last,
        }
    }

    /// True if each member has its own of a buffer.
    pub(crate) fn is_own(&self, buffer: BufferId) -> bool {
        self.own.contains(&buffer)
    }

    /// True if they meet before a command.
    pub(crate) fn meets(&self, command: &Command) -> bool {
        self.meetings.contains(&std::ptr::from_ref(command))
    }
}

/// Steps of so many nanoseconds that one thread does in some 20 µs.
fn steps(ns: f64) -> i64 {
    (20_000.0 / ns.max(10.0)).ceil() as i64
}

/// Takes from `own` what is written together with what everybody sees; true if that changed it.
fn disown(command: &Command, own: &mut FxHashSet<BufferId>) -> bool {
    let mut changed = false;
    let mut together = |buffers: &[BufferId]| {
        if buffers.iter().any(|b| !own.contains(b)) {
            buffers.iter().for_each(|b| changed |= own.remove(b));
        }
    };
    match command {
        Command::Kernel { args, writes, .. } => {
            together(&writes.iter().map(|w| args[w.0 as usize]).collect::<Vec<_>>());
        }
        Command::Host { .. } | Command::Copy { .. } => {}
        Command::While { cond, body, rotations, .. } => {
            rotations.iter().for_each(|r| together(r));
            changed |= cond.iter().chain(body).fold(false, |any, c| disown(c, own) || any);
        }
        Command::Case { branches, .. } => {
            changed |= branches.iter().flatten().fold(false, |any, c| disown(c, own) || any);
        }
    }
    changed
}

/// Numbers of buffers that may have memory in common, because they overlap or change places.
fn classes(buffers: &[Buffer], command: &Command) -> FxHashMap<BufferId, usize> {
    fn rotations(c: &Command, f: &mut impl FnMut(&[BufferId])) {
        match c {
            Command::While { cond, body, rotations: r, .. } => {
                r.iter().for_each(|r| f(r));
                cond.iter().chain(body).for_each(|c| rotations(c, f));
            }
            Command::Case { branches, .. } => branches.iter().flatten().for_each(|c| rotations(c, f)),
            _ => {}
        }
    }
    let mut all: Vec<BufferId> = Vec::new();
    command.buffers(&mut |b| all.push(b));
    all.sort_unstable();
    all.dedup();
    let mut class: FxHashMap<BufferId, usize> = all.iter().copied().zip(0..).collect();
    let mut join = |a: BufferId, b: BufferId| {
        let (a, b) = (class[&a], class[&b]);
        class.values_mut().filter(|c| **c == a).for_each(|c| *c = b);
    };
    let overlap = |a: BufferId, b: BufferId| {
        let (a, b) = (&buffers[a.0 as usize], &buffers[b.0 as usize]);
        match (a.place, b.place) {
            (Place::Arena(x), Place::Arena(y)) => x < y + b.bytes && y < x + a.bytes,
            (x, y) => x == y,
        }
    };
    for (i, &a) in all.iter().enumerate() {
        all[..i].iter().filter(|b| overlap(a, **b)).for_each(|b| join(a, *b));
    }
    rotations(command, &mut |r| r.windows(2).for_each(|x| join(x[0], x[1])));
    class
}

/// The last member.
const LAST: u8 = 1;
/// Any of them.
const ANY: u8 = 2;

/// Who has read and written memory, by class.
type Accesses = FxHashMap<usize, (u8, u8)>;

/// What has happened since the last meeting.
#[derive(Clone, Default)]
struct State {
    /// What others know to be done when they have waited.
    arrived: Accesses,
    /// The rest.
    since: Accesses,
}

/// Adds what another has; true if that is more.
fn add(to: &mut Accesses, other: &Accesses) -> bool {
    let mut more = false;
    for (class, (reads, writes)) in other {
        let at = to.entry(*class).or_default();
        let sum = (at.0 | reads, at.1 | writes);
        more |= sum != *at;
        *at = sum;
    }
    more
}

/// True if with these accesses `who` may neither read nor, if it `writes`, write a class.
fn hinder(accesses: &Accesses, class: usize, who: u8, writes: bool) -> bool {
    let (read, written) = accesses.get(&class).copied().unwrap_or_default();
    let others = if writes { read | written } else { written };
    if who == LAST { others & ANY != 0 } else { others != 0 }
}

impl State {
    fn add(&mut self, other: &State) -> bool {
        add(&mut self.arrived, &other.arrived) | add(&mut self.since, &other.since)
    }

    fn hinders(&self, class: usize, who: u8, writes: bool) -> bool {
        [&self.arrived, &self.since].into_iter().any(|x| hinder(x, class, who, writes))
    }

    fn meet(&mut self) {
        self.arrived.clear();
        self.since.clear();
    }

    fn wait(&mut self) {
        self.arrived.clear();
    }

    fn arrive(&mut self) {
        let since = std::mem::take(&mut self.since);
        add(&mut self.arrived, &since);
    }
}

struct Walk<'a> {
    classes: FxHashMap<BufferId, usize>,
    kernels: &'a [KernelInfo],
    team: &'a mut Team,
}

impl Walk<'_> {
    /// Classes of the buffers that everybody sees.
    fn classes_of(&self, buffers: &[BufferId]) -> Vec<usize> {
        buffers.iter().filter(|b| !self.team.own.contains(b)).map(|b| self.classes[b]).collect()
    }

    /// The command is one before which they meet if it has to be.
    fn touch(&mut self, command: &Command, who: u8, reads: &[BufferId], writes: &[BufferId], state: &mut State) {
        let (reads, writes) = (self.classes_of(reads), self.classes_of(writes));
        let hindered = |list: &[usize], w: bool| list.iter().any(|c| state.hinders(*c, who, w));
        if hindered(&reads, false) || hindered(&writes, true) {
            self.meet(command, state);
        }
        reads.iter().for_each(|c| state.since.entry(*c).or_default().0 |= who);
        writes.iter().for_each(|c| state.since.entry(*c).or_default().1 |= who);
    }

    fn meet(&mut self, command: &Command, state: &mut State) {
        self.team.meetings.insert(std::ptr::from_ref(command));
        state.meet();
    }

    fn block(&mut self, commands: &[Command], state: &mut State) {
        commands.iter().for_each(|c| self.command(c, state));
    }

    fn command(&mut self, command: &Command, state: &mut State) {
        match command {
            Command::Kernel { kernel, args, writes, .. } => {
                let who = if self.team.part(command, self.kernels) == Part::Last { LAST } else { ANY };
                let written: Vec<BufferId> = writes.iter().map(|w| args[w.0 as usize]).collect();
                match self.kernels[*kernel as usize].meets {
                    None => self.touch(command, who, args, &written, state),
                    // It waits before it reads what is not its own and writes anything, and arrives when it is done.
                    Some(own) => {
                        let others = args.iter().enumerate().filter(|(i, b)| *i != own as usize && !written.contains(b));
                        let others: Vec<BufferId> = others.map(|x| *x.1).collect();
                        self.touch(command, who, &others, &[], state);
                        if self.classes_of(&written).iter().any(|c| hinder(&state.since, *c, who, true)) {
                            self.meet(command, state);
                        }
                        state.wait();
                        self.touch(command, who, args, &written, state);
                        state.arrive();
                    }
                }
            }
            Command::Copy { dst, src } => {
                let who = if self.team.part(command, self.kernels) == Part::Last { LAST } else { ANY };
                self.touch(command, who, &[*src], &[*dst], state);
            }
            // Loops with calls of the host are not shared.
            Command::Host { .. } => {}
            Command::Case { index, branches, .. } => {
                self.touch(command, ANY, &[*index], &[], state);
                let mut after = State::default();
                for b in branches {
                    let mut branch = state.clone();
                    self.block(b, &mut branch);
                    after.add(&branch);
                }
                *state = after;
            }
            Command::While { cond, pred, body, rotations, .. } => {
                let before = self.team.meetings.clone();
                // What has happened at its head: what did before it, and in a step.
                loop {
                    self.team.meetings.clone_from(&before);
                    let mut tested = state.clone();
                    self.block(cond, &mut tested);
                    self.touch(command, ANY, &[*pred], &[], &mut tested);
                    let mut end = tested.clone();
                    self.block(body, &mut end);
                    if !state.add(&end) {
                        *state = tested;
                        break;
                    }
                }
                // They meet when it is over, and the last one brings home what has changed places.
                let moved: Vec<BufferId> = rotations.iter().flatten().copied().collect();
                let moved = self.classes_of(&moved);
                if !moved.is_empty() {
                    state.meet();
                    moved.iter().for_each(|c| state.since.entry(*c).or_default().1 |= LAST);
                }
            }
        }
    }
}
