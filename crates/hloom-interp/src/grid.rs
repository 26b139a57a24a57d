//! A grid of processes that run the functions of a module and talk to each other.
//!
//! Every process is a thread, but one runs at a time: it keeps the turn until it waits or ends, then the next one in
//! the order of the grid that can go on has it. So a program does the same thing every time, and when none can go on the
//! grid is known to be stuck: every process then ends with an error that says who waits where.
//!
//! * Collectives meet: a process leaves its operands and goes on when all of its group have. Meetings are told apart by
//!   op, channel and group; the `n`-th arrival of one process meets the `n`-th of the others.
//! * Messages wait in lines until they are received: a sender never waits. One that is never received is an error.
//! * The infeed is one queue for the whole grid, read in the order in which processes have their turn.

use crate::InterpError;
use crate::tensor::Tensor;
use hloom_ir::Processes;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What tells meetings apart: op, channel, group.
type Meeting = (&'static str, i64, Vec<usize>);

/// What tells lines of messages apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Line {
    /// From one process to another, by an op through a channel.
    Pair(&'static str, i64, usize, usize),
    /// Through a channel whose ends nobody states.
    Open(i64),
}

/// Where a process stands.
#[derive(Clone)]
enum Status {
    /// It could run.
    Ready,
    /// It waits for the others of a meeting.
    Meeting(Meeting, u64),
    /// It waits for a message.
    Message(Line),
    /// It ended.
    Done,
}

#[derive(Default)]
struct State {
    turn: usize,
    status: Vec<Status>,
    /// What each process is doing when it waits, for the report.
    place: Vec<String>,
    meetings: BTreeMap<(Meeting, u64), BTreeMap<usize, Vec<Tensor>>>,
    arrivals: BTreeMap<(Meeting, usize), u64>,
    lines: BTreeMap<Line, VecDeque<(String, Vec<Tensor>)>>,
    /// Who sent to and received from a channel without stated ends.
    open_ends: BTreeMap<(i64, bool), BTreeSet<usize>>,
    infeed: VecDeque<Arc<str>>,
    failed: Option<InterpError>,
}

/// The processes of one run.
pub(crate) struct Grid {
    pub(crate) replicas: usize,
    pub(crate) partitions: usize,
    state: Mutex<State>,
    /// Where each process waits for its turn: whoever passes it on wakes no other.
    called: Vec<Condvar>,
}

/// One process of a grid.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) grid: Arc<Grid>,
    pub(crate) index: usize,
}

/// Keeps the turn moving when its process ends, however it ends.
pub(crate) struct Turn {
    process: Process,
}

impl Grid {
    pub(crate) fn new(replicas: usize, partitions: usize, infeed: Vec<Arc<str>>) -> Arc<Grid> {
        let n = replicas * partitions;
        let state = State {
            status: vec![Status::Ready; n],
            place: vec![String::new(); n],
            infeed: infeed.into(),
            ..State::default()
        };
        let called = (0..n).map(|_| Condvar::new()).collect();
        Arc::new(Grid { replicas, partitions, state: Mutex::new(state), called })
    }

    /// Rows and columns.
    pub(crate) fn processes(&self) -> Processes {
        Processes { replicas: self.replicas, partitions: self.partitions }
    }

    /// Number of processes.
    pub(crate) fn len(&self) -> usize {
        self.replicas * self.partitions
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The error that ended the run, or what was sent and never received.
    pub(crate) fn outcome(&self) -> Result<(), InterpError> {
        let state = self.lock();
        if let Some(e) = &state.failed {
            return Err(e.clone());
        }
        match state.lines.values().find_map(VecDeque::front) {
            Some((place, _)) => Err(InterpError::Parallel(format!("{place} sent what was never received"))),
            None => Ok(()),
        }
    }

    /// Ends the run.
    pub(crate) fn abort(&self, e: InterpError) {
        self.lock().failed.get_or_insert(e);
        self.call_all();
    }

    /// `(replica, partition)`.
    pub(crate) fn name(&self, process: usize) -> String {
        format!("({}, {})", process / self.partitions, process % self.partitions)
    }

    fn can_go_on(state: &State, i: usize) -> bool {
        match &state.status[i] {
            Status::Ready => true,
            Status::Done => false,
            Status::Message(line) => state.lines.get(line).is_some_and(|l| !l.is_empty()),
            Status::Meeting(m, n) => {
                state.meetings.get(&(m.clone(), *n)).is_some_and(|arrived| arrived.len() == m.2.len())
            }
        }
    }

    /// Gives the turn to the next process that can go on.
    fn pass(&self, state: &mut State) {
        let n = self.len();
        let next = (1..=n).map(|k| (state.turn + k) % n).find(|&i| Grid::can_go_on(state, i));
        match next {
            Some(i) => {
                state.turn = i;
                self.called[i].notify_one();
            }
            None if state.failed.is_none() && !state.status.iter().all(|s| matches!(s, Status::Done)) => {
                state.failed = Some(InterpError::Parallel(self.report(state)));
            }
            None => {}
        }
        if state.failed.is_some() {
            self.call_all();
        }
    }

    /// Tells every process that the run is over.
    fn call_all(&self) {
        self.called.iter().for_each(Condvar::notify_one);
    }

    /// Who waits where.
    fn report(&self, state: &State) -> String {
        let mut text = "no process can go on".to_string();
        for (i, status) in state.status.iter().enumerate() {
            let waits = match status {
                Status::Meeting(m, _) => {
                    let missing = |&&p: &&usize| !matches!(&state.status[p], Status::Meeting(other, _) if other == m);
                    let names: Vec<String> = m.2.iter().filter(missing).map(|&p| self.name(p)).collect();
                    format!("for {}", names.join(", "))
                }
                Status::Message(Line::Pair(_, _, from, _)) => format!("for what {} sends", self.name(*from)),
                Status::Message(Line::Open(channel)) => format!("for what is sent through channel {channel}"),
                Status::Ready | Status::Done => continue,
            };
            let _ = write!(text, "; {} waits in {} {waits}", self.name(i), state.place[i]);
        }
        text
    }
}

impl Process {
    /// The only process of a grid of one.
    pub(crate) fn alone() -> Process {
        Process { grid: Grid::new(1, 1, Vec::new()), index: 0 }
    }

    /// Waits for the first turn. `None` if the run is over before.
    pub(crate) fn start(&self) -> Option<Turn> {
        let mut state = self.grid.lock();
        while state.turn != self.index && state.failed.is_none() {
            state = self.grid.called[self.index].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.failed.is_none().then(|| Turn { process: self.clone() })
    }

    /// Waits until what `status` names has come.
    fn wait(&self, mut state: MutexGuard<'_, State>, status: Status, place: &str) -> Result<(), InterpError> {
        state.status[self.index] = status;
        state.place[self.index] = place.into();
        if Grid::can_go_on(&state, self.index) {
            state.status[self.index] = Status::Ready;
            return Ok(());
        }
        self.grid.pass(&mut state);
        while state.failed.is_none() && state.turn != self.index {
            state = self.grid.called[self.index].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(e) = &state.failed {
            return Err(e.clone());
        }
        state.status[self.index] = Status::Ready;
        Ok(())
    }

    /// Leaves `operands` for the others of `group` (which this process is in); theirs, in the order of the group.
    pub(crate) fn meet(
        &self,
        op: &'static str,
        channel: i64,
        group: &[usize],
        operands: Vec<Tensor>,
        place: &str,
    ) -> Result<Vec<Vec<Tensor>>, InterpError> {
        let meeting: Meeting = (op, channel, group.to_vec());
        let mut state = self.grid.lock();
        let count = state.arrivals.entry((meeting.clone(), self.index)).or_insert(0);
        let turn = *count;
        *count += 1;
        let key = (meeting.clone(), turn);
        state.meetings.entry(key.clone()).or_default().insert(self.index, operands);
        self.wait(state, Status::Meeting(meeting, turn), place)?;
        let mut state = self.grid.lock();
        let arrived = state.meetings.get(&key).ok_or_else(|| InterpError::Malformed("meeting".into()))?;
        let all: Vec<Vec<Tensor>> = group.iter().filter_map(|p| arrived.get(p).cloned()).collect();
        // The last of the group in the order of the grid may not be the last to leave: keep it until all have met again.
        if turn > 0 {
            state.meetings.remove(&(key.0, turn - 1));
        }
        let types = |ts: &[Tensor]| ts.iter().map(|t| t.ty.clone()).collect::<Vec<_>>();
        if all.windows(2).any(|w| types(&w[0]) != types(&w[1])) {
            return Err(InterpError::Parallel(format!(
                "{place}: the processes of a group have operands of different types"
            )));
        }
        Ok(all)
    }

    /// Puts a message into a line.
    pub(crate) fn send(&self, line: Line, message: Vec<Tensor>, place: &str) -> Result<(), InterpError> {
        let mut state = self.grid.lock();
        self.end_of(&mut state, &line, true, place)?;
        state.lines.entry(line).or_default().push_back((place.into(), message));
        Ok(())
    }

    /// The next message of a line.
    pub(crate) fn receive(&self, line: Line, place: &str) -> Result<Vec<Tensor>, InterpError> {
        let mut state = self.grid.lock();
        self.end_of(&mut state, &line, false, place)?;
        self.wait(state, Status::Message(line.clone()), place)?;
        let mut state = self.grid.lock();
        let message = state.lines.get_mut(&line).and_then(VecDeque::pop_front);
        message.map(|(_, m)| m).ok_or_else(|| InterpError::Malformed("message".into()))
    }

    /// Notes who uses an open channel: with two at one end, what arrives would depend on who comes first.
    fn end_of(&self, state: &mut State, line: &Line, sends: bool, place: &str) -> Result<(), InterpError> {
        let Line::Open(channel) = line else { return Ok(()) };
        let ends = state.open_ends.entry((*channel, sends)).or_default();
        ends.insert(self.index);
        if ends.len() > 1 {
            let names: Vec<String> = ends.iter().map(|&p| self.grid.name(p)).collect();
            let message = format!(
                "{place}: processes {} {} channel {channel}, and no source_target_pairs tell them apart",
                names.join(", "),
                if sends { "send to" } else { "receive from" }
            );
            return Err(InterpError::Parallel(message));
        }
        Ok(())
    }

    /// The next function of the infeed.
    pub(crate) fn infeed(&self, place: &str) -> Result<Arc<str>, InterpError> {
        let next = self.grid.lock().infeed.pop_front();
        next.ok_or_else(|| InterpError::Parallel(format!("{place}: the infeed is empty")))
    }
}

impl Turn {
    /// The process ended with an error: all others end with it.
    pub(crate) fn fail(&self, e: InterpError) {
        self.process.grid.lock().failed.get_or_insert(e);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.process.grid.lock();
        if std::thread::panicking() {
            state.failed.get_or_insert_with(|| InterpError::Malformed("process".into()));
        }
        state.status[self.process.index] = Status::Done;
        self.process.grid.pass(&mut state);
    }
}
