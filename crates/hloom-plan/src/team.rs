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
use std::collections::BTreeSet;

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

/// What is known of a kernel, by its number.
pub(crate) type Kernels<'a> = dyn Fn(u32) -> &'a KernelInfo + 'a;

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
    pub(crate) fn of(plan: &Plan, kernels: &Kernels<'_>, command: &Command, slots: &mut Vec<Slot>) -> Option<Team> {
        let mut own: FxHashSet<BufferId> = slots.iter().map(|s| s.buffer).collect();
        while disown(command, &mut own) {}
        slots.retain(|s| own.contains(&s.buffer));
        let (mut members, mut all_meet, mut ns) = (1, i64::MAX, 0.0);
        command.kernels(&mut |k, _| {
            let k = kernels(k);
            (members, ns) = (k.tasks.max(members), ns + k.cost_ns);
            if k.meets.is_some() {
                all_meet = all_meet.min(k.tasks);
            }
        });
        members = members.min(all_meet);
        let mut team = Team { members, steps: steps(ns), own, meetings: FxHashSet::default() };
        let mut walk = Walk { classes: Classes::new(&plan.buffers, command), kernels, team: &mut team };
        walk.command(command, &mut State::default());
        (members > 1).then_some(team)
    }

    /// Who does a kernel or copy.
    pub(crate) fn part(&self, command: &Command, kernels: &Kernels<'_>) -> Part {
        let mut shared = false;
        command.writes(&mut |b| shared |= !self.own.contains(&b));
        match command {
            _ if !shared => Part::Each,
            Command::Kernel { kernel, .. } if kernels(*kernel).tasks > 1 => Part::Tasks,
            _ => Part::Last,
        }
    }

    /// True if each member has its own of a buffer.
    pub(crate) fn is_own(&self, buffer: BufferId) -> bool {
        self.own.contains(&buffer)
    }

    /// True if they meet nowhere in the loop: each has its own part of all memory.
    pub(crate) fn never_meets(&self) -> bool {
        self.meetings.is_empty()
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
    command.commands(&mut |c| match c {
        Command::Kernel { args, writes, .. } => {
            together(&writes.iter().map(|w| args[w.0 as usize]).collect::<Vec<_>>());
        }
        Command::While { rotations, .. } => rotations.iter().for_each(|r| together(r)),
        Command::Host { .. } | Command::Copy { .. } | Command::Case { .. } => {}
    });
    changed
}

/// Buffers that may have memory in common, because they overlap or change places.
struct Classes {
    /// By buffer, a number.
    of: FxHashMap<BufferId, usize>,
    /// Those in which some buffers begin inside others.
    shifted: FxHashSet<usize>,
}

impl Classes {
    fn new(buffers: &[Buffer], command: &Command) -> Classes {
        let mut all: Vec<BufferId> = Vec::new();
        command.buffers(&mut |b| all.push(b));
        all.sort_unstable();
        all.dedup();
        let mut of: FxHashMap<BufferId, usize> = all.iter().copied().zip(0..).collect();
        let mut join = |a: BufferId, b: BufferId| {
            let (a, b) = (of[&a], of[&b]);
            of.values_mut().filter(|c| **c == a).for_each(|c| *c = b);
        };
        let place = |b: BufferId| (buffers[b.0 as usize].place, buffers[b.0 as usize].bytes);
        let overlap = |a: BufferId, b: BufferId| match (place(a), place(b)) {
            ((Place::Arena(x), n), (Place::Arena(y), m)) => x < y + m && y < x + n,
            (x, y) => x.0 == y.0,
        };
        let pairs = || all.iter().enumerate().flat_map(|(i, &a)| all[..i].iter().map(move |&b| (a, b)));
        let overlaps: Vec<_> = pairs().filter(|x| overlap(x.0, x.1)).collect();
        overlaps.iter().for_each(|x| join(x.0, x.1));
        command.commands(&mut |c| {
            if let Command::While { rotations, .. } = c {
                rotations.iter().flat_map(|r| r.windows(2)).for_each(|x| join(x[0], x[1]));
            }
        });
        let shifted = overlaps.iter().filter(|x| place(x.0).0 != place(x.1).0).map(|x| of[&x.0]).collect();
        Classes { of, shifted }
    }

    /// Who touches a buffer, as those see it who touch another one of its class.
    fn seen(&self, buffer: BufferId, who: Who) -> Who {
        match who {
            Who::Own(..) if self.shifted.contains(&self.of[&buffer]) => Who::Any,
            who => who,
        }
    }
}

/// Which part of memory a command's members touch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Who {
    /// The last member all of it.
    Last,
    /// Each what belongs to its part of so many tasks, bytes of one, and of all.
    Own(i64, i64, i64),
    /// Each may touch all of it.
    Any,
}

/// Who has touched memory, by class, and whether they wrote.
type Accesses = FxHashMap<usize, BTreeSet<(Who, bool)>>;

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
    other.iter().fold(false, |more, (class, list)| {
        let at = to.entry(*class).or_default();
        list.iter().fold(more, |more, x| at.insert(*x) || more)
    })
}

/// True if after these accesses a class may not be touched so.
fn hinder(accesses: &Accesses, class: usize, (who, writes): (Who, bool)) -> bool {
    let apart = |other: Who| other == who && who != Who::Any;
    accesses.get(&class).is_some_and(|list| list.iter().any(|x| (writes || x.1) && !apart(x.0)))
}

impl State {
    fn add(&mut self, other: &State) -> bool {
        add(&mut self.arrived, &other.arrived) | add(&mut self.since, &other.since)
    }

    fn hinders(&self, class: usize, how: (Who, bool)) -> bool {
        [&self.arrived, &self.since].into_iter().any(|x| hinder(x, class, how))
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

struct Walk<'a, 'k> {
    classes: Classes,
    kernels: &'a Kernels<'k>,
    team: &'a mut Team,
}

/// What a command touches: buffer, by whom, whether it is written.
type Touched = (BufferId, Who, bool);

impl Walk<'_, '_> {
    /// What everybody sees of it, by class.
    fn shared(&self, touched: &[Touched]) -> Vec<(usize, (Who, bool))> {
        let shared = touched.iter().filter(|x| !self.team.own.contains(&x.0));
        shared.map(|x| (self.classes.of[&x.0], (self.classes.seen(x.0, x.1), x.2))).collect()
    }

    /// The command is one before which they meet if it has to be.
    fn touch(&mut self, command: &Command, touched: &[Touched], state: &mut State) {
        let touched = self.shared(touched);
        if touched.iter().any(|(class, how)| state.hinders(*class, *how)) {
            self.meet(command, state);
        }
        for (class, how) in touched {
            state.since.entry(class).or_default().insert(how);
        }
    }

    fn meet(&mut self, command: &Command, state: &mut State) {
        self.team.meetings.insert(std::ptr::from_ref(command));
        state.meet();
    }

    /// What a kernel or copy touches.
    fn touched(&self, command: &Command) -> Vec<Touched> {
        let part = self.team.part(command, self.kernels);
        let whole = if part == Part::Last { Who::Last } else { Who::Any };
        match command {
            Command::Kernel { kernel, args, writes, .. } => {
                let k = (self.kernels)(*kernel);
                let who = |i: usize| match k.cuts.get(i) {
                    Some(Some(cut)) if part == Part::Tasks => Who::Own(k.tasks, cut.step, cut.period),
                    _ => whole,
                };
                let all: Vec<(BufferId, Who)> = args.iter().enumerate().map(|(i, b)| (*b, who(i))).collect();
                let is_written = |b: BufferId| writes.iter().any(|w| args[w.0 as usize] == b);
                let each = all.iter().map(|&(b, who)| {
                    // A buffer that is several parameters is touched as all of them are.
                    let alike = all.iter().all(|x| x.0 != b || x.1 == who);
                    (b, if alike || part == Part::Last { who } else { Who::Any }, is_written(b))
                });
                each.collect()
            }
            Command::Copy { dst, src } => vec![(*src, whole, false), (*dst, whole, true)],
            _ => vec![],
        }
    }

    fn block(&mut self, commands: &[Command], state: &mut State) {
        commands.iter().for_each(|c| self.command(c, state));
    }

    fn command(&mut self, command: &Command, state: &mut State) {
        match command {
            Command::Kernel { kernel, args, .. } => {
                let touched = self.touched(command);
                let Some(own) = (self.kernels)(*kernel).meets else {
                    return self.touch(command, &touched, state);
                };
                // It waits before it reads what is not its own and writes anything, and arrives when it is done.
                let own = args[own as usize];
                let first: Vec<Touched> = touched.iter().filter(|x| !x.2 && x.0 != own).copied().collect();
                self.touch(command, &first, state);
                if self.shared(&touched).iter().any(|(class, how)| hinder(&state.since, *class, *how)) {
                    self.meet(command, state);
                }
                state.wait();
                self.touch(command, &touched, state);
                state.arrive();
            }
            Command::Copy { .. } => {
                let touched = self.touched(command);
                self.touch(command, &touched, state);
            }
            // Loops with calls of the host are not shared.
            Command::Host { .. } => {}
            Command::Case { index, branches, .. } => {
                self.touch(command, &[(*index, Who::Any, false)], state);
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
                    self.touch(command, &[(*pred, Who::Any, false)], &mut tested);
                    let mut end = tested.clone();
                    self.block(body, &mut end);
                    if !state.add(&end) {
                        *state = tested;
                        break;
                    }
                }
                // They meet when it is over, and the last one brings home what has changed places.
                let moved: Vec<Touched> = rotations.iter().flatten().map(|b| (*b, Who::Last, true)).collect();
                let moved = self.shared(&moved);
                if !moved.is_empty() {
                    state.meet();
                    state.since.extend(moved.into_iter().map(|(class, how)| (class, BTreeSet::from([how]))));
                }
            }
        }
    }
}
