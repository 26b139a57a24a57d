//! Loops whose steps several threads share.
//!
//! Such a loop's state lies in memory between its steps, so that it can be left and gone on with by another number of threads. It
//! starts on the caller's thread. If it takes long enough to be worth it, workers are asked to come; those who have are
//! [members](Member) of a team with the caller, and do their parts of some steps, a *phase*, which is timed. Whether that is faster
//! than alone depends on the way between the cores and on what else they do: while it is, phases become longer; where it is not, the
//! workers are dismissed and asked again later.
//!
//! Members meet within steps, so all of a phase's must run; who has been taken from its processor holds up the others. They look
//! again and again while they wait and, after some time, let others have the processor.

mod account;
mod known;
mod meeting;

use super::{Job, Line, Pool, Shared};
use crate::sys;
use account::Account;
use hloom_exe::abi::{self, Ctx, LoopFn, Member};
pub(crate) use known::Known;
pub(super) use meeting::Progress;
use meeting::{Meeting, Pause, arrive, meet, wait, wait_for};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::*};
use std::time::{Duration, Instant};

/// A loop to share.
pub(crate) struct SharedLoop<'a> {
    pub(crate) body: LoopFn,
    pub(crate) ctx: *const Ctx,
    pub(crate) args: *const *const u8,
    pub(crate) results: *const *mut u8,
    pub(crate) arena: *mut u8,
    pub(crate) constants: *const *const u8,
    /// Steps of the first phase.
    pub(crate) steps: i64,
    pub(crate) scratch_bytes: usize,
    /// Threads that may take part, the caller included.
    pub(crate) threads: usize,
    pub(crate) floats: sys::Floats,
    /// The execution is to end when this is not 0.
    pub(crate) cancelled: &'a AtomicU32,
    pub(crate) known: &'a Known,
}

/// When teams work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Teams {
    /// Where that is faster, as measured.
    #[default]
    Faster,
    /// Always, as far as workers come, and alone in turn, a few steps each: for tests.
    InTurn,
}

/// Until then workers are not asked: it may end soon.
const FIRST_ALONE: Duration = Duration::from_micros(20);
/// Phases of a team, at first and at last.
const SHORT: Duration = Duration::from_micros(40);
const LONG: Duration = Duration::from_micros(600);
/// How long it goes on alone for workers that do not come.
const PATIENCE: Duration = Duration::from_micros(400);
/// After so many phases it is tried again how long a step takes alone.
const TRUSTED: u32 = 32;

/// Of [`Session::phase`]: the number; below it, the members.
const NUMBER: u64 = 1 << 16;
/// The number of no phase: the session is over.
const OVER: u64 = 0;

/// The time for which workers have been called together. Lives on the caller's stack.
struct Session<'a> {
    l: &'a SharedLoop<'a>,
    progress: &'a [Line<Progress>],
    phase: Line<AtomicU64>,
    /// Of the phase.
    steps: AtomicI64,
    /// Rounds before the phase.
    round: AtomicU64,
    /// Workers that have come.
    joined: Line<AtomicU32>,
}

impl Pool {
    /// Runs a loop to its end.
    ///
    /// # Safety
    /// The body must obey the ABI and be sound to call with these pointers, by as many members at once as the pool has threads.
    pub(crate) unsafe fn share_loop(&self, l: &SharedLoop<'_>) -> i64 {
        let threads = l.threads.min(self.threads);
        let in_turn = self.teams == Teams::InTurn;
        let mut alone = Alone { l, steps: l.steps.max(1), ns: f64::INFINITY, is_warm: false };
        let mut lesson = l.known.get(l.body);
        let mut at_once = in_turn;
        if let Some(ns) = lesson.faster_than {
            (alone.ns, alone.is_warm, at_once) = (ns, true, true);
            alone.steps = alone.in_time(FIRST_ALONE);
        }
        // SAFETY: the caller's promise; with it, whoever has the pool may have a session.
        unsafe {
            if threads < 2 {
                return alone.run(i64::MAX);
            }
            loop {
                let rest = lesson.not_before.map_or(Duration::ZERO, |t| t.saturating_duration_since(Instant::now()));
                if !std::mem::take(&mut at_once)
                    && let Some(status) = alone.run_for(rest.max(FIRST_ALONE))
                {
                    return status;
                }
                let shared = self.shared();
                if shared.is_some_and(|s| s.spin.is_zero() && !in_turn) {
                    return alone.run(i64::MAX);
                }
                let Some(shared) = shared.filter(|s| s.take()) else {
                    // Others have it.
                    lesson.gave_up(0.0, Instant::now());
                    continue;
                };
                let outcome = shared.session(&mut alone, threads, in_turn, lesson.may_lose_ns);
                shared.busy.0.store(false, Release);
                lesson.learn(&outcome, alone.ns, Instant::now());
                l.known.put(l.body, lesson);
                if let Some(status) = outcome.status {
                    return status;
                }
            }
        }
    }
}

/// How a session ended.
struct Outcome {
    /// That of the loop, if it ended too.
    status: Option<i64>,
    /// By how much more time it has taken than one alone would have, if that came out.
    lost_ns: Option<f64>,
}

/// The caller's thread on its own.
struct Alone<'a> {
    l: &'a SharedLoop<'a>,
    /// Of the next phase.
    steps: i64,
    /// Time of a step when last measured, the better of what was seen then.
    ns: f64,
    /// What the loop reads had been read before that.
    is_warm: bool,
}

impl Alone<'_> {
    /// # Safety
    /// As for [`Pool::share_loop`].
    unsafe fn run(&self, steps: i64) -> i64 {
        // SAFETY: the caller's promise; one member meets nobody.
        unsafe { self.l.call(&self.l.member(0, 1, steps, std::ptr::null())) }
    }

    /// Runs phases for so long, one at least. The status, if the loop has ended.
    ///
    /// # Safety
    /// As for [`Pool::share_loop`].
    unsafe fn run_for(&mut self, time: Duration) -> Option<i64> {
        let start = Instant::now();
        self.ns = f64::INFINITY;
        loop {
            let begin = Instant::now();
            // SAFETY: the caller's promise.
            let status = unsafe { self.run(self.steps) };
            if status != abi::STATUS_MORE {
                return Some(status);
            }
            if self.l.cancelled.load(Relaxed) != 0 {
                return Some(abi::STATUS_CANCELLED);
            }
            self.ns = self.ns.min(begin.elapsed().as_nanos() as f64 / self.steps as f64);
            let passed = start.elapsed();
            if passed >= time {
                self.steps = self.in_time(FIRST_ALONE);
                return None;
            }
            self.steps = self.in_time(time - passed).min(self.steps.saturating_mul(8));
        }
    }

    /// Steps that one thread does in a time, about.
    fn in_time(&self, time: Duration) -> i64 {
        (time.as_nanos() as f64 / self.ns.max(1.0)).ceil().clamp(1.0, 1e12) as i64
    }
}

impl SharedLoop<'_> {
    fn member(&self, member: i64, members: i64, steps: i64, runtime: *const Meeting<'_>) -> Member {
        // SAFETY: the context lives as long as the execution.
        let scratch = unsafe { (*self.ctx).scratch };
        Member {
            member,
            members,
            steps,
            scratch,
            meet: Some(meet),
            arrive: Some(arrive),
            wait: Some(wait),
            runtime: runtime.cast(),
        }
    }

    /// # Safety
    /// As for [`Pool::share_loop`]; all members of the phase must be running.
    unsafe fn call(&self, member: &Member) -> i64 {
        // SAFETY: the caller's promise.
        unsafe { (self.body)(self.ctx, self.args, self.results, self.arena, self.constants, member) }
    }
}

impl Shared {
    /// Asks the workers to come, and goes on with the loop together with those who have, for as long as that is faster, or may
    /// become so: until it has lost so many nanoseconds.
    ///
    /// # Safety
    /// As for [`Pool::share_loop`]; the caller has the pool.
    unsafe fn session(&self, alone: &mut Alone<'_>, threads: usize, in_turn: bool, may_lose_ns: f64) -> Outcome {
        let l = alone.l;
        let session = Session {
            l,
            progress: &self.progress,
            phase: Line(AtomicU64::new(self.phases.0.load(Relaxed) * NUMBER)),
            steps: AtomicI64::new(0),
            round: AtomicU64::new(self.progress[0].0.round.load(Relaxed)),
            joined: Line(AtomicU32::new(0)),
        };
        let number = self.last.0.load(Relaxed) + 1;
        self.last.0.store(number, Relaxed);
        // One unit for each thread, of which the caller takes its own at once.
        let job = Job {
            kernel: join,
            bufs: (&raw const session).cast(),
            tasks: threads as i64,
            chunk: 1,
            scratch_bytes: l.scratch_bytes,
            number,
            threads: threads as u32,
            floats: l.floats,
        };
        // SAFETY: this thread owns the pool, all runs are empty and all workers of the last job are done. The session lives until those
        // who join now are.
        unsafe { self.publish(&job) };
        self.seats[0].front();
        // SAFETY: the caller's promise.
        let outcome = unsafe {
            if in_turn { session.in_turn(self, alone) } else { session.while_faster(self, alone, may_lose_ns) }
        };
        session.phase.0.store(OVER, Release);
        // Nobody can join when no unit is left.
        self.seats[..threads].iter().for_each(|seat| while seat.front().is_some() {});
        self.await_workers(&job);
        outcome
    }
}

impl Session<'_> {
    /// # Safety
    /// As for [`Shared::session`].
    unsafe fn while_faster(&self, shared: &Shared, alone: &mut Alone<'_>, may_lose_ns: f64) -> Outcome {
        shared.wanted.0.store(false, Relaxed);
        let (start, mut time, mut slow, mut account) = (Instant::now(), SHORT, false, Account::default());
        loop {
            let members = self.members();
            // A loop can take long, and others have work for all threads too.
            if shared.wanted.0.load(Relaxed) || members < 2 && start.elapsed() > PATIENCE {
                return Outcome { status: None, lost_ns: account.lost_ns().or(Some(0.0)) };
            }
            if members >= 2 {
                let (steps, begin) = (alone.in_time(time), Instant::now());
                // SAFETY: the caller's promise.
                let status = unsafe { self.run_phase(shared, members, steps) };
                if status.is_some() {
                    return Outcome { status, lost_ns: account.lost_ns() };
                }
                let ns = begin.elapsed().as_nanos() as f64;
                if account.is_faster(ns, steps as f64 * alone.ns, alone.is_warm) {
                    (slow, time) = (false, (2 * time).min(LONG));
                    if alone.is_warm && !account.faster.is_multiple_of(TRUSTED) {
                        continue;
                    }
                } else if !account.may_go_on(may_lose_ns) && (slow || alone.is_warm && account.is_overdrawn()) {
                    return Outcome { status: None, lost_ns: account.lost_ns().map(|lost| lost.max(0.0)) };
                } else {
                    // Once more: one alone may take longer now too.
                    (slow, time) = (true, SHORT);
                }
            }
            // SAFETY: as above.
            let status = unsafe { alone.run_for(Duration::ZERO) };
            if status.is_some() {
                return Outcome { status, lost_ns: account.lost_ns() };
            }
            alone.is_warm = members >= 2;
        }
    }

    /// # Safety
    /// As for [`Shared::session`].
    unsafe fn in_turn(&self, shared: &Shared, alone: &mut Alone<'_>) -> Outcome {
        let start = Instant::now();
        while self.members() < 2 && start.elapsed() < Duration::from_secs(1) {
            std::thread::yield_now();
        }
        for steps in (1..4).cycle() {
            // SAFETY: the caller's promise.
            let status = unsafe {
                let together = self.run_phase(shared, self.members(), steps);
                together.or_else(|| Some(alone.run(1)).filter(|s| *s != abi::STATUS_MORE))
            };
            if status.is_some() {
                return Outcome { status, lost_ns: None };
            }
        }
        Outcome { status: None, lost_ns: None }
    }

    /// Those who have come, and the caller.
    fn members(&self) -> u32 {
        1 + self.joined.0.load(Acquire).min(self.progress.len() as u32 - 1)
    }

    /// Does so many steps together. The status, if the loop has ended.
    ///
    /// # Safety
    /// As for [`Shared::session`].
    unsafe fn run_phase(&self, shared: &Shared, members: u32, steps: i64) -> Option<i64> {
        let number = shared.phases.0.load(Relaxed) + 1;
        shared.phases.0.store(number, Relaxed);
        self.steps.store(steps, Relaxed);
        self.round.store(self.progress[0].0.round.load(Relaxed), Relaxed);
        self.phase.0.store(number * NUMBER + u64::from(members), Release);
        // SAFETY: the members take part as soon as they see the phase.
        let status = unsafe { self.take_part(0, members, std::ptr::null_mut()) };
        self.progress[1..members as usize].iter().for_each(|other| wait_for(&other.0.done, number));
        if status == abi::STATUS_MORE && self.l.cancelled.load(Relaxed) != 0 {
            return Some(abi::STATUS_CANCELLED);
        }
        Some(status).filter(|s| *s != abi::STATUS_MORE)
    }

    /// # Safety
    /// As for [`Shared::session`], of a member of the phase; `scratch` is its block, null for the caller's.
    unsafe fn take_part(&self, member: u32, members: u32, scratch: *mut u8) -> i64 {
        let round = self.round.load(Relaxed);
        // What waits before it has arrived in this phase waits for the others to be there.
        self.progress[member as usize].0.round.store(round, Release);
        let meeting = Meeting { progress: &self.progress[..members as usize], round: Cell::new(round) };
        let mut m = self.l.member(i64::from(member), i64::from(members), self.steps.load(Relaxed), &meeting);
        if member > 0 {
            m.scratch = scratch;
        }
        // SAFETY: the caller's promise.
        unsafe { self.l.call(&m) }
    }
}

/// The kernel of a session's job: its tasks are what the workers do in it.
unsafe extern "C" fn join(bufs: *const *mut u8, _: i64, _: i64, scratch: *mut u8) {
    // SAFETY: the session lives until who has joined its job is done.
    let session = unsafe { &*bufs.cast::<Session<'_>>() };
    let mut seen = session.phase.0.load(Acquire);
    if seen == OVER {
        return;
    }
    let member = session.joined.0.fetch_add(1, AcqRel) + 1;
    let mut pause = Pause(0);
    loop {
        let phase = session.phase.0.load(Acquire);
        let (number, members) = (phase / NUMBER, (phase % NUMBER) as u32);
        if phase == OVER {
            return;
        }
        if phase == seen || member >= members {
            pause.next();
            continue;
        }
        (seen, pause) = (phase, Pause(0));
        // SAFETY: this thread is a member of the phase, which does not end before it is done.
        unsafe { session.take_part(member, members, scratch) };
        session.progress[member as usize].0.done.store(number, Release);
    }
}

#[cfg(test)]
mod tests;
