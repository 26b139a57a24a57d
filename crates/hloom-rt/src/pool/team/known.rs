//! Whether teams were faster, loop by loop, in the earlier steps and runs of an executable.

use super::Outcome;
use hloom_exe::abi::LoopFn;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What loops have shown, by the addresses of their functions. It only says what to try: who finds it in use does without.
#[derive(Default)]
pub(crate) struct Known(Mutex<Vec<(usize, Lesson)>>);

/// What a loop has shown.
#[derive(Clone, Copy)]
pub(super) struct Lesson {
    /// Nanoseconds of a step alone, if a team was faster.
    pub(super) faster_than: Option<f64>,
    /// No team is to be tried before.
    pub(super) not_before: Option<Instant>,
    /// How long that was put off the last time.
    pub(super) rest: Duration,
    /// What teams may still lose until one is faster or they are put off. It may take long: on a Zen 2, a core that has slept for some
    /// milliseconds does steps of 0.3 µs in 0.7 for two milliseconds more. So the longer they were put off, the longer they are tried, if
    /// need be in several runs of the loop.
    pub(super) may_lose_ns: f64,
}

/// How long no team is tried after one that gained nothing, at first and at last.
const REST: Duration = Duration::from_millis(1);
const MOST_REST: Duration = Duration::from_secs(2);
/// What a team has lost may be so small a part of the time until the next one.
const LOSS: u32 = 20;
/// Nanoseconds that it takes to call workers and to see them off.
const CALL_NS: f64 = 5_000.0;

impl Default for Lesson {
    fn default() -> Lesson {
        Lesson { faster_than: None, not_before: None, rest: Duration::ZERO, may_lose_ns: allowance(REST) }
    }
}

fn allowance(rest: Duration) -> f64 {
    (rest / LOSS).as_nanos() as f64
}

impl Known {
    pub(super) fn get(&self, body: LoopFn) -> Lesson {
        let list = self.0.try_lock();
        let found = list.iter().flat_map(|list| list.iter()).find(|x| x.0 == body as usize);
        found.map_or_else(Lesson::default, |x| x.1)
    }

    pub(super) fn put(&self, body: LoopFn, lesson: Lesson) {
        let Ok(mut list) = self.0.try_lock() else { return };
        match list.iter_mut().find(|x| x.0 == body as usize) {
            Some(x) => x.1 = lesson,
            None => list.push((body as usize, lesson)),
        }
    }
}

impl Lesson {
    /// A session is over; `ns` is what one alone takes for a step.
    pub(super) fn learn(&mut self, outcome: &Outcome, ns: f64, now: Instant) {
        match outcome.lost_ns {
            Some(lost) if lost < 0.0 => *self = Lesson { faster_than: Some(ns), ..Lesson::default() },
            // The loop was too short to tell.
            None if self.faster_than.is_some() => {}
            lost => {
                let lost = lost.unwrap_or(0.0);
                self.faster_than = None;
                self.may_lose_ns -= lost + CALL_NS;
                if outcome.status.is_none() || self.may_lose_ns < 0.0 {
                    self.gave_up(lost, now);
                }
            }
        }
    }

    /// Teams are put off, the last of which has taken so many nanoseconds more than one alone would have.
    pub(super) fn gave_up(&mut self, lost_ns: f64, now: Instant) {
        let lost = Duration::from_nanos(lost_ns as u64);
        self.rest = (2 * self.rest).max(LOSS * lost).clamp(REST, MOST_REST);
        (self.not_before, self.may_lose_ns) = (Some(now + self.rest), allowance(self.rest));
        self.faster_than = None;
    }
}
