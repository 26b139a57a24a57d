//! Damaged programs, and what must hold for them whatever they say.
//!
//! [`mutate`] changes a program; a [`Target`] takes the result through a part of Hloom. A find is a panic, an abort, a
//! stack overflow, endless work or runaway memory: the process that runs a target is watched from outside
//! (`cargo xtask fuzz`). There is no instrumentation: instead of coverage, a program that got further than the one it
//! was made of joins the pool that others are made of.

mod mutation;
mod pool;
mod target;

pub use mutation::{Random, mutate};
pub use pool::Pool;
pub use target::{Reached, Target};
