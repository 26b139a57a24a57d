//! A progress line on a terminal; silent elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Counts steps and rewrites one line of standard error, at most ten times a second.
pub(crate) struct Progress {
    total: usize,
    done: usize,
    terminal: bool,
    last: Option<Instant>,
}

impl Progress {
    /// For `total` steps.
    pub(crate) fn new(total: usize) -> Progress {
        Progress { total, done: 0, terminal: std::io::stderr().is_terminal(), last: None }
    }
    /// Starts the next step.
    pub(crate) fn step(&mut self, what: &str) {
        self.done += 1;
        if self.terminal && self.last.is_none_or(|t| t.elapsed() > Duration::from_millis(100)) {
            self.last = Some(Instant::now());
            let short: String = what.chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
            eprint!("\r\x1b[K[{}/{}] {short}", self.done, self.total);
            let _ = std::io::stderr().flush();
        }
    }
    /// Removes the line.
    pub(crate) fn done(&self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}
