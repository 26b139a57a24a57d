//! Whether teams were faster, loop by loop, in the earlier steps and runs of an executable.

use hloom_exe::abi::LoopFn;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What loops have shown, by the addresses of their functions. It only says what to try: who finds it in use does without.
#[derive(Default)]
pub(crate) struct Known(Mutex<Vec<(usize, Lesson)>>);

/// What a loop has shown.
#[derive(Clone, Copy, Default)]
pub(super) struct Lesson {
    /// Nanoseconds of a step alone, if a team was faster.
    pub(super) faster_than: Option<f64>,
    /// No team is to be tried before.
    pub(super) not_before: Option<Instant>,
    /// How long that was put off the last time.
    pub(super) rest: Duration,
}

/// How long no team is tried after one that gained nothing, at first and at last.
const REST: Duration = Duration::from_millis(1);
const MOST_REST: Duration = Duration::from_secs(2);
/// What a team has lost may be so small a part of the time until the next one.
const LOSS: u32 = 20;

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
    /// What a team that is tried now may lose until it is faster. It may take long: on a Zen 2, a core that has slept for some
    /// milliseconds does steps of 0.3 µs in 0.7 for two milliseconds more. So the longer it was put off, the longer it is tried.
    pub(super) fn may_lose_ns(&self) -> f64 {
        (self.rest / LOSS).as_nanos() as f64
    }

    /// A team is over that has taken so many nanoseconds more than one alone would have, or less; `ns` is what that takes for a step.
    pub(super) fn learn(&mut self, lost_ns: f64, ns: f64, now: Instant) {
        let gained = lost_ns < 0.0;
        let lost = Duration::from_nanos(lost_ns.max(0.0) as u64);
        self.faster_than = gained.then_some(ns);
        self.rest = if gained { Duration::ZERO } else { (2 * self.rest).max(LOSS * lost).clamp(REST, MOST_REST) };
        self.not_before = (!gained).then(|| now + self.rest);
    }
}
