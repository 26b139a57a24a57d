//! Kernels, nests (schedules) and the loop IR.
//!
//! A kernel says *what* is computed: pure named tensor functions ([`kernel::DefData`]) over axes. A [`nest`] says *how*:
//! a tree of loops. [`lower`] walks the tree and writes [`loop_ir`], structured SSA that back ends print one to one.
//! Templates (sort, scatter, …) write loop IR themselves.
//!
//! Absences
//! * No graph IR here: this crate does not know StableHLO.
//! * No back end here: nothing names LLVM, x86 or a host. What the schedulers need of a machine is [`Target`], data.

mod builder;
pub mod eval;
mod eval_kernel;
pub mod ix;
pub mod kernel;
pub mod legal;
pub mod loop_ir;
mod lower;
pub mod math;
pub mod nest;
mod order;
mod print;
mod print_kernel;
pub mod quotient;
pub mod sched;
mod small_float;
mod target;
pub mod templates;
pub mod verify;

pub use builder::FuncBuilder;
pub use eval_kernel::eval_kernel;
pub use lower::{LowerError, Lowered, depends, loads_from, lower, operands, visit_all};
pub use print_kernel::{print_kernel, print_nest};
pub use target::Target;
