//! Nests: how a kernel is computed. A nest is a tree of loops, data that prints, parses, compares and can be edited.
//!
//! Meaning. Every axis has a *current range*, at the root `[0, extent)`. `Loop { axis, step }` visits the sub-ranges of
//! length `step` in increasing order, and the range shrinks to that inside. A point of a Def is reached when each of its
//! axes has range 1 or is the `Vector` axis. Two nested loops on an axis are a split; nesting order is the loop order.
//! The *scope* of a `Reduce` opens at its outermost `over` loop and closes (is readable) after it.
//! A `Map` Def that no [`Nest::At`] mentions is computed where it is read.
//!
//! Law (property-tested): no legal nest changes what a kernel computes, up to the regrouping that `Reduce` allows.

use crate::ix::Ix;
use crate::kernel::{AxisId, BufId, DefId};

/// A node of the schedule tree.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Nest {
    /// A loop over sub-ranges of an axis.
    Loop {
        /// Axis.
        axis: AxisId,
        /// Length of the sub-ranges.
        step: i64,
        /// How iterations are executed.
        bind: Bind,
        /// What happens when the range is not a multiple of `step`.
        tail: Tail,
        /// Body, in order.
        body: Vec<Nest>,
    },
    /// Evaluate a Def at the current point.
    At {
        /// Def.
        def: DefId,
        /// Where the values live.
        space: Space,
    },
    /// Evaluate a Reduce of words by the matrix unit.
    Tiles(Tiles),
    /// Store an out at the current point.
    Store {
        /// Index into the kernel's outs.
        out: u32,
        /// Non-temporal.
        stream: bool,
    },
    /// Runs in the first sub-range only of the innermost loop over `axis` around it: what does not depend on the axis is
    /// staged there, beside its first use, and read in the later sub-ranges. Holds `At`s of Maps in [`Space::Local`] that
    /// do not have the axis, and prefetches.
    First {
        /// Axis of a loop around this, other than a `Grid` loop.
        axis: AxisId,
        /// Body, in order.
        body: Vec<Nest>,
    },
    /// The body, where a form over the bases of the current ranges is not negative. Elsewhere nothing of it is computed,
    /// and Reduces inside stay at their start: the writer knows that nobody looks at them there.
    If {
        /// In coordinates over the bases of the current ranges.
        not_negative: Ix,
        /// Body, in order.
        body: Vec<Nest>,
    },
    /// Ask for the cache line of an element of a buffer, in coordinates over the bases of the current ranges. Computes
    /// nothing, and the element need not exist.
    Prefetch {
        /// Buffer.
        buf: BufId,
        /// Coordinates, one per dimension of the buffer.
        index: Vec<Ix>,
    },
}

/// A Reduce of words ([`crate::kernel::Comb::Dot`]) that the matrix unit evaluates over the current ranges of two of its axes, with
/// the whole sum at each point: its values live in the worker's scratch memory, as by an `At` in [`Space::Local`]. It starts at
/// zero and has no guard. The first factor is a load that lies along `word` and does not have `lane`; the second one is staged,
/// or a load, lies along `lane`, and does not have `row`. Other axes of the Def are at a point, no summed one is in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tiles {
    /// The Reduce.
    pub def: DefId,
    /// The axis of the result that the first factor has: rows of tiles. Its range is at most two tiles.
    pub row: AxisId,
    /// The axis along which results lie: words of a tile's row. Its range is at most two tiles.
    pub lane: AxisId,
    /// The summed axis that is both, for either factor.
    pub word: AxisId,
}

/// How the iterations of a loop are executed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bind {
    /// One after the other.
    Serial,
    /// Straight-line code; a reduction keeps one accumulator.
    Unroll,
    /// One after the other where the guards below hold for all points of the other axes; the iterations before and after, at
    /// the edges of a window, are straight-line code. `step` = 1.
    Window,
    /// Straight-line code; a reduction has an accumulator an iteration, combined in fixed tree order at the close.
    Ilp,
    /// One after the other; a reduction adds up each sub-range by itself, then adds that to the sum so far: a chain of
    /// additions is as long as a sub-range, which keeps rounding errors small.
    Parts,
    /// Two halves, as by `Ilp`, of which either comes first: they change places from call to call, so that a call begins
    /// with what the one before it read last, which the nearest cache still holds. The sum of two accumulators is the
    /// same either way. One in another turns the order of all parts round. Not for combiners that do not commute.
    Alternate,
    /// As many sub-ranges as there are tasks, a power of two, with accumulators of their own, whose sum is the same in any order. A
    /// task begins with the one that has its number; after that, in the first task of a call, the threads of a team meet: the
    /// others may be read only then. Needs [`Kernel::own`](crate::kernel::Kernel::own).
    Own,
    /// The range (`step` = 1) becomes the lanes of vectors.
    Vector,
    /// Parallel tasks. Only outermost, nested directly in each other.
    Grid,
}

/// Where the values of an evaluated Def live.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// Registers, until the enclosing `Serial` iteration ends.
    Reg,
    /// The worker's scratch memory, for the Def's axes looped below the innermost loop that holds the At and its readers.
    Local,
}

/// A range that is not a multiple of the step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tail {
    /// A remainder body with the smaller static range (its `Vector` loops become narrower vectors, then masks or scalars).
    Peel,
    /// The last sub-range starts at `extent - step` and recomputes (Maps and complete reductions, not in place).
    Shift,
    /// Lanes beyond the range are masked off.
    Mask,
    /// The same in vectors of so many lanes, if more than a quarter of them are in the range: what is spread over the lanes of whole
    /// vectors need not be spread over those of shorter ones too.
    MaskOf(u32),
}

/// Number of tasks that the outermost `Grid` loops of a nest make.
pub fn tasks(nest: &[Nest], kernel: &crate::kernel::Kernel) -> i64 {
    match nest {
        [Nest::Loop { axis, step, bind: Bind::Grid, body, .. }] => {
            let n = kernel.extent(*axis);
            (n + step - 1).div_euclid(*step).max(0) * tasks(body, kernel)
        }
        _ => 1,
    }
}

/// True if a call begins with what the one before it read last ([`Bind::Alternate`]).
pub fn alternates(nest: &[Nest]) -> bool {
    nest.iter().any(|n| match n {
        Nest::Loop { bind, body, .. } => *bind == Bind::Alternate || alternates(body),
        Nest::First { body, .. } | Nest::If { body, .. } => alternates(body),
        Nest::At { .. } | Nest::Tiles(_) | Nest::Store { .. } | Nest::Prefetch { .. } => false,
    })
}
