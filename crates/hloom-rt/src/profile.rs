//! Times of the kernels of an execution.
//!
//! The runtime sees a kernel only if the entry calls it through `parallel_for`, so the executable must have been compiled
//! for it (no kernel called directly). The clock is that of the thread that runs the entry: it covers all of a kernel's
//! tasks and the waiting for other threads.

use crate::Loaded;
use hloom_exe::abi::KernelFn;
use std::cell::RefCell;
use std::time::Duration;

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

/// Times by kernel; see [`crate::ExecOptions::profile`].
#[derive(Debug)]
pub struct Profile {
    /// Address and number of each kernel, sorted.
    kernels: Vec<(usize, usize)>,
    /// By number: kernels that one thread runs.
    alone: Vec<bool>,
    times: RefCell<Vec<KernelTime>>,
}

impl Profile {
    /// A profile of a program without any times yet. Kernels for which `alone` says so (by their number; shorter lists are
    /// false at their end) run on the calling thread, as if the entry called them directly.
    pub fn new(loaded: &Loaded, alone: &[bool]) -> Profile {
        let n = loaded.executable().kernels.len();
        let mut kernels: Vec<(usize, usize)> =
            (0..n).filter_map(|i| loaded.kernel(i).map(|f| (f as usize, i))).collect();
        kernels.sort_unstable();
        let alone = (0..n).map(|i| alone.get(i).copied().unwrap_or(false)).collect();
        Profile { kernels, alone, times: RefCell::new(vec![KernelTime::default(); n]) }
    }

    /// The times since the last call of this function, by kernel.
    pub fn take(&self) -> Vec<KernelTime> {
        let mut times = self.times.borrow_mut();
        let n = times.len();
        std::mem::replace(&mut *times, vec![KernelTime::default(); n])
    }

    fn number(&self, kernel: KernelFn) -> Option<usize> {
        let i = self.kernels.binary_search_by_key(&(kernel as usize), |k| k.0).ok()?;
        Some(self.kernels[i].1)
    }

    /// True if one thread should run the kernel.
    pub(crate) fn alone(&self, kernel: KernelFn) -> bool {
        self.number(kernel).is_some_and(|i| self.alone[i])
    }

    pub(crate) fn add(&self, kernel: KernelFn, time: Duration) {
        if let Some(i) = self.number(kernel) {
            let t = &mut self.times.borrow_mut()[i];
            t.least = if t.calls == 0 { time } else { t.least.min(time) };
            t.calls += 1;
            t.time += time;
        }
    }
}
