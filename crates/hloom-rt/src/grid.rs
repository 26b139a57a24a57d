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

use crate::{ExecOptions, RtError};
use hloom_exe::TensorSig;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a process that waits looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(20);

/// The processes of one run: each executes once. Whoever makes a grid sees to it that each of its processes is executed
/// ([`ExecOptions::grid`]) or that the grid is broken ([`Grid::break_up`]); [`Grid::run`] does.
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

    /// Runs `process` for each process of a new grid, with the options of that process, the first on this thread and each
    /// other on one of its own; what they give, in order.
    ///
    /// # Errors
    /// The error of the first process that failed by itself; threads cannot be started.
    ///
    /// # Panics
    /// When `process` does.
    pub fn run<T: Send>(
        replicas: u32,
        partitions: u32,
        process: impl Fn(&ExecOptions<'_>) -> Result<T, RtError> + Sync,
    ) -> Result<Vec<T>, RtError> {
        let grid = &Grid::new(replicas, partitions);
        let process = &process;
        let one = move |index: u32| {
            let _seat = Seat { grid, index };
            let (replica, partition) = (index / partitions, index % partitions);
            process(&ExecOptions { replica, partition, grid: Some(grid), ..ExecOptions::default() })
        };
        let outcomes: Vec<Result<T, RtError>> = std::thread::scope(|scope| {
            let start = |index| std::thread::Builder::new().spawn_scoped(scope, move || one(index));
            let threads: Vec<_> = (1..replicas * partitions)
                .map(|index| start(index).inspect_err(|e| grid.break_up(format!("no thread: {e}"))))
                .collect();
            let join = |(index, thread): (u32, std::io::Result<std::thread::ScopedJoinHandle<'_, _>>)| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(e) => {
                    let op = format!("process {}", grid.name(index));
                    Err(RtError::Collective { op, message: format!("its thread cannot be started: {e}") })
                }
            };
            let first = (replicas * partitions > 0).then(|| one(0));
            first.into_iter().chain((1..).zip(threads).map(join)).collect()
        });
        let (mut all, mut failed) = (Vec::with_capacity(outcomes.len()), None);
        for outcome in outcomes {
            match outcome {
                Ok(value) => all.push(value),
                Err(e) => match &failed {
                    // What ended the others says more than that they were ended.
                    Some(RtError::Collective { .. }) if !matches!(e, RtError::Collective { .. }) => failed = Some(e),
                    Some(_) => {}
                    None => failed = Some(e),
                },
            }
        }
        failed.map_or(Ok(all), Err)
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

/// The place of a process that may yet execute. One that is given up before it has is missing for good.
struct Seat<'a> {
    grid: &'a Grid,
    index: u32,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut state = self.grid.lock();
        if let Status::New = state.processes[self.index as usize] {
            state.processes[self.index as usize] = Status::Done;
            state.running -= 1;
            self.grid.check(&mut state);
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

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_num::DType;

    /// Meets the group, and gives what all of it show: one number each.
    fn exchange(p: &Process<'_>, op: &str, group: &[u32], number: u64) -> Result<Vec<u64>, Missed> {
        exchange_until(p, op, group, number, &AtomicU32::new(0))
    }

    fn exchange_until(
        p: &Process<'_>,
        op: &str,
        group: &[u32],
        number: u64,
        cancelled: &AtomicU32,
    ) -> Result<Vec<u64>, Missed> {
        let types = [TensorSig { dtype: DType::U64, dims: vec![] }];
        let meeting = Arc::new(Meeting::new(op, 0, group, &types));
        let mut all = Vec::new();
        let bufs = [(&raw const number).cast_mut().cast::<u8>()];
        // SAFETY: the pointers are to numbers that live until the call returns.
        unsafe {
            p.meet(&meeting, bufs.as_ptr(), op, cancelled, |shown| {
                all = shown.iter().map(|&b| (*b).cast::<u64>().read()).collect();
            })?;
        }
        Ok(all)
    }

    fn number(p: &Process<'_>, op: &str, group: &[u32]) -> Result<u64, String> {
        match exchange(p, op, group, u64::from(p.index)) {
            Ok(all) => Ok(all.iter().sum()),
            Err(Missed::Broken(why)) => Err(why),
            Err(Missed::Cancelled) => Err("cancelled".into()),
        }
    }

    /// What each process of a grid of one row gives.
    fn each<T: Send>(n: u32, process: impl Fn(Process<'_>) -> T + Sync) -> Vec<T> {
        let grid = &Grid::new(1, n);
        let process = &process;
        std::thread::scope(|s| {
            let start = |i| s.spawn(move || process(grid.enter(0, i).expect("a process")));
            let threads: Vec<_> = (0..n).map(start).collect();
            threads.into_iter().map(|t| t.join().expect("no panic")).collect()
        })
    }

    #[test]
    fn rounds_do_not_mix() {
        // Two grids at once, each with two groups whose order differs, and one of all.
        let run = |salt: u64| {
            each(5, |p| {
                let own: &[u32] = if p.index < 2 { &[1, 0] } else { &[2, 4, 3] };
                for round in 0..1000 {
                    let value = |i: u32| round * 10 + u64::from(i) + salt;
                    let expected = |g: &[u32]| g.iter().map(|&i| value(i)).collect::<Vec<_>>();
                    for group in [own, &[0, 1, 2, 3, 4], own, &[p.index]] {
                        let got = exchange(&p, "x", group, value(p.index)).expect("all come");
                        assert_eq!(got, expected(group));
                    }
                }
                p.end(&Ok(()));
            });
        };
        std::thread::scope(|s| [s.spawn(|| run(0)), s.spawn(|| run(7))].map(|t| t.join().expect("no panic")));
    }

    #[test]
    fn nobody_waits_for_who_will_not_come() {
        let all = [0, 1, 2];
        // One ends, one fails, one panics, before the others come or while they wait.
        for late in [false, true] {
            let wait = |p: &Process<'_>| {
                if late && p.index == 1 {
                    std::thread::sleep(Duration::from_millis(30));
                }
            };
            let ended = each(3, |p| {
                wait(&p);
                let got = if p.index == 1 { Ok(0) } else { number(&p, "sum", &all) };
                p.end(&Ok(()));
                got
            });
            let why = ended[0].clone().expect_err("one is missing");
            assert!(why.starts_with("no process can go on; (0, "), "{why}");
            assert!(why.contains("waits in sum for ") && why.contains("(0, 1)"), "{why}");
            assert!(ended[1].is_ok() && ended[2] == ended[0]);

            let failed = each(3, |p| {
                wait(&p);
                let got = if p.index == 1 { Err(String::new()) } else { number(&p, "sum", &all) };
                let outcome = if p.index == 1 { Err(RtError::Map("no luck".into())) } else { Ok(()) };
                p.end(&outcome);
                got
            });
            let why = Err("process (0, 1) failed: cannot map the code: no luck".to_owned());
            assert!(failed[0] == why && failed[2] == why, "{failed:?}");

            let panicked = each(3, |p| {
                wait(&p);
                if p.index == 1 {
                    drop(p);
                    return Ok(0);
                }
                let got = number(&p, "sum", &all);
                p.end(&Ok(()));
                got
            });
            let why = Err("process (0, 1) panicked".to_owned());
            assert!(panicked[0] == why && panicked[2] == why, "{panicked:?}");
        }
    }

    /// Who waits for one that has ended need not wait until the others end too.
    #[test]
    fn an_end_is_noticed_while_others_run() {
        let got = each(3, |p| {
            let mut broken = false;
            match p.index {
                0 => {}
                1 => broken = number(&p, "sum", &[0, 1]).is_err(),
                _ => {
                    let end = std::time::Instant::now() + Duration::from_secs(20);
                    while !broken && std::time::Instant::now() < end {
                        broken = p.grid.lock().broken.is_some();
                        std::thread::yield_now();
                    }
                }
            }
            p.end(&Ok(()));
            broken
        });
        assert_eq!(got, [false, true, true]);
    }

    #[test]
    fn nobody_waits_in_a_circle() {
        let got = each(3, |p| {
            let (op, group): (_, &[u32]) = [("a", &[0, 1][..]), ("b", &[1, 2]), ("a", &[2, 0])][p.index as usize];
            let got = number(&p, op, group);
            p.end(&Ok(()));
            got
        });
        let why = got[0].clone().expect_err("nobody can go on");
        let expected = "no process can go on; (0, 0) waits in a for (0, 1); (0, 1) waits in b for (0, 2); \
                        (0, 2) waits in a for (0, 0)";
        assert_eq!(why, expected);
        assert!(got.iter().all(|g| *g == got[0]));
    }

    #[test]
    fn a_cancelled_process_ends_the_others() {
        let cancelled = AtomicU32::new(0);
        let got = each(3, |p| {
            let outcome = match p.index {
                0 => {
                    std::thread::sleep(Duration::from_millis(30));
                    cancelled.store(1, Ordering::Relaxed);
                    // It could still come; the others are gone by then.
                    while p.grid.lock().broken.is_none() {
                        std::thread::yield_now();
                    }
                    exchange(&p, "sum", &[0, 1, 2], 0)
                }
                1 => exchange_until(&p, "sum", &[0, 1, 2], 0, &cancelled),
                _ => exchange(&p, "sum", &[0, 1, 2], 0),
            };
            p.end(&Ok(()));
            format!("{outcome:?}")
        });
        let why = "Err(Broken(\"process (0, 1) was cancelled in sum\"))";
        assert_eq!(got, [why, "Err(Cancelled)", why]);
    }

    #[test]
    fn operands_of_other_types_are_an_error() {
        let got = each(2, |p| {
            let types = [TensorSig { dtype: [DType::U8, DType::I8][p.index as usize], dims: vec![] }];
            let meeting = Arc::new(Meeting::new("sum", 0, &[0, 1], &types));
            // SAFETY: nothing is read.
            let met =
                unsafe { p.meet(&meeting, std::ptr::null(), "sum", &AtomicU32::new(0), |_| panic!("nothing to copy")) };
            p.end(&Ok(()));
            matches!(met, Err(Missed::Broken(why)) if why.contains("different types"))
        });
        assert_eq!(got, [true, true]);
    }

    #[test]
    fn each_process_executes_once() {
        let grid = Grid::new(2, 1);
        assert!(grid.enter(0, 1).is_err() && grid.enter(2, 0).is_err());
        grid.enter(1, 0).expect("a process").end(&Ok(()));
        assert!(grid.enter(1, 0).is_err());
        assert!(Grid::new(0, 0).enter(0, 0).is_err());
    }

    #[test]
    fn runs_end_whatever_their_processes_do() {
        let sum = |o: &ExecOptions<'_>| {
            let p = o.grid.expect("a grid").enter(o.replica, o.partition)?;
            let got =
                number(&p, "sum", &[0, 1, 2]).map_err(|message| RtError::Collective { op: "sum".into(), message });
            p.end(&got);
            got
        };
        assert_eq!(Grid::run(1, 3, sum), Ok(vec![3, 3, 3]));
        // One that does not execute, with and without an error.
        let idle = Grid::run(1, 3, |o| if o.partition == 1 { Ok(0) } else { sum(o) });
        assert!(
            matches!(&idle, Err(RtError::Collective { message, .. }) if message.contains(" in sum for ") && message.contains("(0, 1)")),
            "{idle:?}"
        );
        let failing = Grid::run(1, 3, |o| if o.partition == 2 { Err(RtError::Cancelled) } else { sum(o) });
        assert_eq!(failing, Err(RtError::Cancelled));
        let panicking = std::panic::catch_unwind(|| {
            Grid::run(1, 3, |o| if o.partition == 2 { panic!("as it should") } else { sum(o) })
        });
        assert!(panicking.is_err());
    }
}
