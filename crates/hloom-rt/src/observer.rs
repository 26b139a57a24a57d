//! Watching an execution: what the entry does and when.
//!
//! The runtime sees the kernels that it shares among threads, host functions, and what the entry marks: kernels that it runs
//! itself and that take long enough, and loops that are compiled whole. The clock is that of the thread that runs the
//! entry: a step covers all of a kernel's tasks and the waiting for other threads. Steps nest, they do not overlap otherwise.

use std::fmt::Debug;
use std::time::Instant;

/// What an execution spends time on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A kernel, by its number in the executable's table.
    Kernel(usize),
    /// A loop that is compiled whole, by the number of a kernel in it.
    Loop(usize),
    /// A host function or a collective, by its number in the executable's table.
    HostCall(usize),
}

/// Is told what an execution did, by the thread that runs the entry; see [`crate::ExecOptions::observer`].
pub trait Observer: Debug {
    /// True if the calling thread should run all tasks of this kernel.
    fn runs_alone(&self, kernel: usize) -> bool {
        let _ = kernel;
        false
    }

    /// A step is over.
    fn step(&self, step: Step, start: Instant, end: Instant);
}
