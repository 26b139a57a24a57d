//! Whether teams were faster, loop by loop, in the earlier runs of an executable.

use hloom_exe::abi::LoopFn;
use std::sync::Mutex;

/// What runs of loops have shown, by the addresses of their functions. It only says what to try: who finds it in use does without.
#[derive(Default)]
pub(crate) struct Known(Mutex<Vec<(usize, Lesson)>>);

/// What runs of a loop have shown.
#[derive(Clone, Copy, Default)]
pub(super) struct Lesson {
    /// Nanoseconds of a step alone, if a team was faster.
    pub(super) faster_than: Option<f64>,
    /// Runs that are not to try a team.
    pub(super) alone: u32,
    /// So many after the next time in vain.
    pub(super) next: u32,
}

impl Known {
    pub(super) fn with(&self, body: LoopFn, f: impl FnOnce(&mut Lesson)) {
        let Ok(mut list) = self.0.try_lock() else { return };
        let at = body as usize;
        let i = list.iter().position(|x| x.0 == at).unwrap_or_else(|| {
            list.push((at, Lesson::default()));
            list.len() - 1
        });
        f(&mut list[i].1);
    }
}

impl Lesson {
    pub(super) fn learn(&mut self, was_faster: bool, ns: f64) {
        /// Then it is tried again in any case.
        const MOST: u32 = 1_000;
        *self = if was_faster {
            Lesson { faster_than: Some(ns), ..Lesson::default() }
        } else {
            Lesson { faster_than: None, alone: self.next, next: (2 * self.next).clamp(1, MOST) }
        };
    }
}
