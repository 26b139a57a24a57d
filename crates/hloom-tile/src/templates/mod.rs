//! Kernels that no nest describes: their loop IR is written by hand. They have the kernel ABI
//! `(bufs: *const *mut u8, lo: i64, hi: i64, scratch: *mut u8)` and run in the same evaluator as every other kernel.

use crate::loop_ir::Func;

/// A kernel written as loop IR.
#[derive(Clone, Debug)]
pub struct Template {
    /// What it is, for reports.
    pub name: String,
    /// The kernel function; its name is replaced when symbols are given.
    pub func: Func,
    /// Number of grid tasks.
    pub tasks: i64,
    /// Scratch bytes of one worker.
    pub scratch_bytes: u64,
    /// Estimated time of all tasks on one core.
    pub cost_ns: f64,
}
