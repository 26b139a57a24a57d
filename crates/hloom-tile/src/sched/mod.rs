//! Default schedules: the class of a kernel gives its nest.

use crate::Target;
use crate::kernel::*;
use crate::nest::{Bind, Nest, Space, Tail};

mod plain;

/// What kind of kernel the scheduler saw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Nothing special: loops over all points.
    Plain,
}

/// How to compute a kernel.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The kernel that the nest is for: the given one with merged axes and staging Defs; same buffers, same meaning.
    pub kernel: Kernel,
    /// The nest.
    pub nest: Vec<Nest>,
    /// Number of grid tasks.
    pub tasks: i64,
    /// Estimated time on one thread.
    pub cost_ns: f64,
    /// What the scheduler saw.
    pub class: Class,
}

/// A nest for the kernel.
pub fn schedule(kernel: &Kernel, target: &Target) -> Schedule {
    let _ = target;
    let nest = plain::nest(kernel);
    let tasks = crate::nest::tasks(&nest, kernel);
    Schedule { kernel: kernel.clone(), nest, tasks, cost_ns: 0.0, class: Class::Plain }
}

pub(crate) fn at(def: DefId) -> Nest {
    Nest::At { def, space: Space::Reg }
}

pub(crate) fn lp(axis: AxisId, step: i64, bind: Bind, tail: Tail, body: Vec<Nest>) -> Nest {
    Nest::Loop { axis, step: step.max(1), bind, tail, body }
}
