//! Processes that execute one program together, or programs that were written for one another: each is an execution of its
//! own, on a thread of its own.
//!
//! Processes exchange bytes in *rounds*. A round belongs to an op, a channel and a group: the `n`-th arrival of one
//! process meets the `n`-th of the others. Who arrives shows its operands and waits until all of the group have; then each
//! copies what it needs, and waits until all have copied, since its operands may be gone afterwards.
//!
//! Nobody waits in vain: when a process fails, panics, is cancelled or ends, or all wait for one another, the grid *breaks*
//! and every wait ends with an error that says why. Waits hold no thread of a pool: only executions wait, and tasks of
//! parallel loops do not execute.

use crate::RtError;
use hloom_exe::TensorSig;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a process that waits looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(20);

/// The processes of one run: each executes once. Whoever makes a grid sees to it that each of its processes is executed
/// ([`crate::ExecOptions::grid`]) or that the grid is broken ([`Grid::break_up`]).
#[derive(Debug)]
pub struct Grid {
    replicas: u32,
    partitions: u32,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    processes: Vec<Status>,
    /// Processes that are neither waiting nor done.
    running: usize,
    /// Rounds that somebody is in, by number.
    rounds: BTreeMap<u64, Round>,
    /// The rounds that not all have come to.
    open: BTreeMap<Key, u64>,
    /// Rounds so far.
    count: u64,
    /// Why nobody can go on.
    broken: Option<String>,
}

#[derive(Clone, Debug)]
enum Status {
    /// Its execution has not begun.
    New,
    Running,
    /// It waits for the others of a round; what it is doing, for the report.
    Waiting(u64, String),
    Done,
}

/// What tells rounds apart: op, channel, group.
type Key = (String, i64, Vec<u32>);

/// Where the processes of a group are to meet.
#[derive(Debug)]
pub(crate) struct Meeting {
    key: Key,
    /// Types of what each shows.
    types: Vec<TensorSig>,
}

#[derive(Debug)]
struct Round {
    /// What each shows, by place in the group.
    shown: Vec<Option<Shown>>,
    /// Members that have not copied.
    copying: usize,
    /// All have come, all have copied, or the grid is broken.
    changed: Arc<Condvar>,
}

/// What a process shows to the others.
#[derive(Clone, Debug)]
struct Shown {
    bufs: *const *mut u8,
    meeting: Arc<Meeting>,
}

// SAFETY: the pointer is read by members of the round only, while the process that shows it waits for these.
unsafe impl Send for Shown {}

/// Why a process did not get what it came for.
#[derive(Debug)]
pub(crate) enum Missed {
    /// It was cancelled.
    Cancelled,
    /// Why the grid is broken, or what is wrong with the operands.
    Broken(String),
}

impl Grid {
    /// A grid of `replicas` × `partitions` processes, for one execution of each.
    pub fn new(replicas: u32, partitions: u32) -> Grid {
        let count = replicas as usize * partitions as usize;
        let state = State { processes: vec![Status::New; count], running: count, ..State::default() };
        Grid { replicas, partitions, state: Mutex::new(state) }
    }

    /// Replicas.
    pub fn replicas(&self) -> u32 {
        self.replicas
    }

    /// Partitions of each replica.
    pub fn partitions(&self) -> u32 {
        self.partitions
    }

    /// Ends all waits, now and later, with an error that gives this reason: for processes that will not execute.
    pub fn break_up(&self, reason: impl Into<String>) {
        self.lock().break_up(reason.into());
    }

    /// `(replica, partition)`.
    fn name(&self, process: u32) -> String {
        format!("({}, {})", process / self.partitions, process % self.partitions)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the execution of a process.
    pub(crate) fn enter(&self, replica: u32, partition: u32) -> Result<Process<'_>, RtError> {
        let fail = |message: String| {
            let op = format!("process ({replica}, {partition})");
            Err(RtError::Collective { op, message })
        };
        if replica >= self.replicas || partition >= self.partitions {
            return fail(format!("the grid has {} by {} processes", self.replicas, self.partitions));
        }
        let index = replica * self.partitions + partition;
        let status = &mut self.lock().processes[index as usize];
        match status {
            Status::New => *status = Status::Running,
            _ => return fail("it executes, or has executed, in this grid already".into()),
        }
        Ok(Process { grid: self, index, outcome: None })
    }

    /// Who waits where.
    fn report(&self, state: &State) -> String {
        let mut text = "no process can go on".to_owned();
        for (i, status) in (0..).zip(&state.processes) {
            let Status::Waiting(round, place) = status else { continue };
            let missing: Vec<String> = state.missing(*round).map(|p| self.name(p)).collect();
            let _ = write!(text, "; {} waits in {place} for {}", self.name(i), missing.join(", "));
        }
        text
    }

    /// Breaks up if those who wait would wait for ever: all do, or one of a round is done.
    fn check(&self, state: &mut State) {
        let done = |p: u32| matches!(state.processes[p as usize], Status::Done);
        let hopeless = || state.running == 0 || state.open.values().any(|&r| state.missing(r).any(done));
        if state.broken.is_none() && !state.open.is_empty() && hopeless() {
            let report = self.report(state);
            state.break_up(report);
        }
    }
}

impl State {
    /// Ends all waits for rounds that are open. Those that all have come to go on: nobody in them has to wait long.
    fn break_up(&mut self, reason: String) {
        self.broken.get_or_insert(reason);
        for round in std::mem::take(&mut self.open).into_values() {
            if let Some(round) = self.rounds.remove(&round) {
                round.changed.notify_all();
            }
        }
    }

    /// The members of a round that have not come.
    fn missing(&self, round: u64) -> impl Iterator<Item = u32> {
        let round = self.rounds.get(&round);
        let group = round.and_then(|r| r.shown.iter().flatten().next()).map(|s| s.meeting.clone());
        let shown: Vec<bool> = round.map_or(Vec::new(), |r| r.shown.iter().map(Option::is_some).collect());
        let members = group.map_or(Vec::new(), |m| m.group().to_vec());
        members.into_iter().zip(shown).filter(|(_, shown)| !shown).map(|(p, _)| p)
    }
}

impl Meeting {
    pub(crate) fn new(op: &str, channel: i64, group: &[u32], types: &[TensorSig]) -> Meeting {
        Meeting { key: (op.to_owned(), channel, group.to_vec()), types: types.to_vec() }
    }

    /// The members.
    pub(crate) fn group(&self) -> &[u32] {
        &self.key.2
    }
}

/// A process while it executes. One that is dropped without [`Process::end`] has panicked.
#[derive(Debug)]
pub(crate) struct Process<'a> {
    pub(crate) grid: &'a Grid,
    /// Its number.
    pub(crate) index: u32,
    /// Why it failed, if it did; `None` while it executes.
    outcome: Option<Option<String>>,
}

impl Process<'_> {
    /// Shows `bufs` to the others of the group, which this process is in, and calls `copy` with what they show, in the
    /// order of the group, when all have come. `place` is for reports.
    ///
    /// # Safety
    /// `bufs` must point to pointers of the meeting's types, and nobody may write to what these point to until this
    /// returns. `copy` may only read there and must not panic.
    pub(crate) unsafe fn meet(
        &self,
        meeting: &Arc<Meeting>,
        bufs: *const *mut u8,
        place: &str,
        cancelled: &AtomicU32,
        copy: impl FnOnce(&[*const *mut u8]),
    ) -> Result<(), Missed> {
        let mut state = self.grid.lock();
        let (number, changed) = self.arrive(&mut state, meeting, bufs)?;
        if state.open.get(&meeting.key) == Some(&number) {
            state.processes[self.index as usize] = Status::Waiting(number, place.to_owned());
            state.running -= 1;
            self.grid.check(&mut state);
        }
        while state.open.get(&meeting.key) == Some(&number) {
            if cancelled.load(Ordering::Relaxed) != 0 {
                state.break_up(format!("process {} was cancelled in {place}", self.grid.name(self.index)));
                return Err(Missed::Cancelled);
            }
            state = changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let Some(round) = state.rounds.get(&number) else {
            return Err(Missed::Broken(state.broken.clone().unwrap_or_default()));
        };
        let same = round.shown.iter().flatten().all(|s| s.meeting.types == meeting.types);
        let all: Vec<*const *mut u8> = round.shown.iter().flatten().map(|s| s.bufs).collect();
        drop(state);
        if same {
            copy(&all);
        }
        // The others may still read what this one shows: whatever happened, it waits for them. None of them waits for
        // anything before it has copied.
        let mut state = self.grid.lock();
        if let Some(round) = state.rounds.get_mut(&number) {
            round.copying -= 1;
            if round.copying == 0 {
                state.rounds.remove(&number);
                changed.notify_all();
            }
        }
        while state.rounds.contains_key(&number) {
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if same {
            Ok(())
        } else {
            Err(Missed::Broken("the processes of a group have operands of different types".into()))
        }
    }

    /// Comes to the open round, or opens one; its number.
    fn arrive(
        &self,
        state: &mut State,
        meeting: &Arc<Meeting>,
        bufs: *const *mut u8,
    ) -> Result<(u64, Arc<Condvar>), Missed> {
        if let Some(reason) = &state.broken {
            return Err(Missed::Broken(reason.clone()));
        }
        let group = meeting.group();
        let number = *state.open.entry(meeting.key.clone()).or_insert_with(|| {
            state.count += 1;
            let round = Round { shown: vec![None; group.len()], copying: group.len(), changed: Arc::default() };
            state.rounds.insert(state.count, round);
            state.count
        });
        let round = state.rounds.get_mut(&number);
        let place = group.iter().position(|&p| p == self.index);
        let Some((round, place)) = round.zip(place) else { return Err(Missed::Broken("not of the group".into())) };
        round.shown[place] = Some(Shown { bufs, meeting: meeting.clone() });
        let changed = round.changed.clone();
        if round.shown.iter().all(Option::is_some) {
            state.open.remove(&meeting.key);
            for &p in group {
                let status = &mut state.processes[p as usize];
                if let Status::Waiting(..) = status {
                    *status = Status::Running;
                    state.running += 1;
                }
            }
            changed.notify_all();
        }
        Ok((number, changed))
    }

    /// The execution is over.
    pub(crate) fn end<T>(mut self, outcome: &Result<T, RtError>) {
        self.outcome = Some(outcome.as_ref().err().map(RtError::to_string));
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        let mut state = self.grid.lock();
        if let Status::Running = state.processes[self.index as usize] {
            state.running -= 1;
        }
        state.processes[self.index as usize] = Status::Done;
        let why = match self.outcome.take() {
            Some(None) => return self.grid.check(&mut state),
            Some(Some(e)) => format!("failed: {e}"),
            None => "panicked".into(),
        };
        state.break_up(format!("process {} {why}", self.grid.name(self.index)));
    }
}
