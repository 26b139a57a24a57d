//! Damaged programs, and what must hold for them whatever they say; random programs, and how to tell whether two runs
//! of one agree.
//!
//! [`mutate`] changes a program; a [`Target`] takes the result through a part of Hloom. A find is a panic, an abort, a
//! stack overflow, endless work or runaway memory: the process that runs a target is watched from outside
//! (`cargo xtask fuzz`). There is no instrumentation: instead of coverage, a program that got further than the one it
//! was made of joins the pool that others are made of. [`corpus`] is where the first come from.
//!
//! [`program`] writes well-typed programs with arguments, [`varied`] makes constants of some of these, [`judge`] compares
//! what an implementation makes of them with the interpreter, [`shrink`] makes a program that shows a difference small.
//! What runs them is not known here.

mod constants;
pub mod corpus;
pub mod judge;
mod mutation;
mod pool;
pub mod program;
pub mod shrink;
mod target;

pub use constants::varied;
pub use mutation::{Random, mutate};
pub use pool::Pool;
pub use target::{Reached, Target};
