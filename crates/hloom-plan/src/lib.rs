//! From an optimised function to a command program: fusion into kernels, memory, native entry.
//!
//! Stages, each a module
//! * `fuse`: which values get a buffer, and which are computed where they are read.
//! * `group`: which roots share a kernel.
//! * `read`, `defs`: one kernel — values read at coordinates become expressions, reductions become Defs. `scalar`,
//!   `complex` and `body` hold the meaning of elementwise ops and combiner regions.
//! * `split`: normal form of a kernel's axes.
//! * `region`: ops to commands, regions to `while` and `case`.
//! * `host`: ops that are calls of routines.
//! * `memory`: copies that vanish, buffers that share memory, offsets in the arena.
//! * `dedup`: equal kernels become one.
//! * [`compile`]: schedules and lowers the kernels, and writes the native entry (`entry`).
//! * [`eval`]: the evaluator of plans, oracle for everything after it.
//!
//! Invariants: deterministic (no unordered iteration); a plan is right before it is fast — every optional step may be
//! left out. An op that is not supported is a located `Unimplemented` finding, never a wrong kernel.

mod body;
mod complex;
mod dedup;
mod defs;
mod entry;
pub mod eval;
mod fuse;
mod group;
mod host;
mod memory;
mod planned;
mod print;
mod program;
mod random;
mod read;
mod region;
mod scalar;
mod split;
mod templates;

pub use planned::{KernelInfo, Options, Planned, compile};
pub use program::{Buffer, BufferId, Command, HostCall, Param, Place, Plan, PlanKernel, Work};

use hloom_ir::{Diagnostics, Func};
use hloom_tile::Target;

/// Plans a verified function: one function, calls inlined, ops of level Core. The target decides how long reductions
/// are cut.
///
/// # Errors
/// Located findings about what is not implemented.
pub fn plan(func: &Func, target: &Target) -> Result<Plan, Diagnostics> {
    let mut plan = region::plan(func, target)?;
    memory::assign(&mut plan);
    dedup::dedup(&mut plan);
    Ok(plan)
}
