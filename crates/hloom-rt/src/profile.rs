//! Times of the kernels of an execution, added up.
//!
//! All kernels are there only if the executable was compiled for it (no kernel called directly).

use crate::{Loaded, Observer, Step};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// What was measured of one kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KernelTime {
    /// Calls.
    pub calls: u64,
    /// Sum of their times.
    pub time: Duration,
    /// The shortest of them; zero without calls.
    pub least: Duration,
}

/// Times by kernel.
#[derive(Debug)]
pub struct Profile {
    /// By number: kernels that one thread runs.
    alone: Vec<bool>,
    times: RefCell<Vec<KernelTime>>,
}

impl Profile {
    /// A profile of a program without any times yet. Kernels for which `alone` says so (by their number; shorter lists are
    /// false at their end) run on the calling thread, as if the entry called them directly.
    pub fn new(loaded: &Loaded, alone: &[bool]) -> Profile {
        let n = loaded.executable().kernels.len();
        Profile { alone: alone.to_vec(), times: RefCell::new(vec![KernelTime::default(); n]) }
    }

    /// The times since the last call of this function, by kernel.
    pub fn take(&self) -> Vec<KernelTime> {
        let mut times = self.times.borrow_mut();
        let n = times.len();
        std::mem::replace(&mut *times, vec![KernelTime::default(); n])
    }
}

impl Observer for Profile {
    fn runs_alone(&self, kernel: usize) -> bool {
        self.alone.get(kernel).copied().unwrap_or(false)
    }

    fn step(&self, step: Step, start: Instant, end: Instant) {
        let Step::Kernel(kernel) = step else { return };
        if let Some(t) = self.times.borrow_mut().get_mut(kernel) {
            let time = end - start;
            t.least = if t.calls == 0 { time } else { t.least.min(time) };
            t.calls += 1;
            t.time += time;
        }
    }
}
