//! From an optimised function to a command program: fusion into kernels, memory, native entry.
//!
//! Stages, each a module
//! * `accuracy`: functions that are asked to be more exact than they are.
//! * `fuse`: which values get a buffer, and which are computed where they are read; `decision` is what it says of it.
//! * `group`: which roots share a kernel.
//! * `read`, `defs`: one kernel — values read at coordinates become expressions, reductions become Defs. `scalar`,
//!   `complex` and `body` hold the meaning of elementwise ops and combiner regions.
//! * `split`: normal form of a kernel's axes.
//! * `region`: ops to commands, regions to `while` and `case`; `trips`: how often loops run, and what they overwrite
//!   wholly; `work`: how much kernels do.
//! * `iterate`: loops over points that do not depend on one another become one kernel each.
//! * `layout`: matrices that a loop only reads are transposed or padded before it.
//! * `host`: ops that are calls of routines.
//! * `memory`: copies that vanish, buffers that share memory, offsets in the arena; `lifetime`: what lives there when.
//! * `copies`: long copies become kernels.
//! * `dedup`: equal kernels become one.
//! * [`compile`]: schedules and lowers the kernels, and writes the native entry (`entry`) and its loops (`whole`).
//! * [`eval`]: the evaluator of plans, oracle for everything after it.
//!
//! Invariants: deterministic (no unordered iteration); a plan is right before it is fast — every optional step may be
//! left out. An op that is not supported is a located `Unimplemented` finding, never a wrong kernel.

mod accuracy;
mod affine;
mod bits;
mod body;
mod channels;
mod complex;
mod copies;
mod decision;
mod dedup;
mod defs;
mod entry;
pub mod eval;
mod fuse;
mod group;
mod host;
mod iterate;
mod layout;
mod lifetime;
mod made;
mod memory;
mod moves;
mod planned;
mod points;
mod prepare;
mod print;
mod program;
mod random;
mod read;
mod region;
mod rotate;
mod scalar;
mod sharing;
mod split;
mod team;
mod templates;
mod turn;
mod whole;
mod work;

pub use accuracy::{check_accuracy, in_f64};
pub use decision::{Decision, Origin, Verdict};
pub use dedup::digest;
pub use lifetime::{Span, Timeline};
pub use planned::{KernelInfo, Options, Planned, compile};
pub use program::{Buffer, BufferId, Command, HostCall, Param, Place, Plan, PlanKernel, Step, Work};

use hloom_ir::{Diagnostics, Func, Processes};
use hloom_tile::Target;
use std::collections::BTreeSet;

/// Plans a verified function: one function, calls inlined, ops of level Core. The target decides how long reductions
/// are cut. Custom calls of the typed interface whose names are among `host_functions` become calls of the host. The
/// program is for the processes of `grid`.
///
/// # Errors
/// Located findings about what is not implemented.
pub fn plan(
    func: &Func,
    target: &Target,
    host_functions: &BTreeSet<String>,
    grid: Processes,
) -> Result<Plan, Diagnostics> {
    let mut plan = region::plan(func, target, host_functions, grid)?;
    memory::assign(&mut plan);
    copies::replace(&mut plan);
    moves::replace(&mut plan);
    dedup::dedup(&mut plan);
    Ok(plan)
}
