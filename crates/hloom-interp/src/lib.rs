//! The reference interpreter: slow and obvious.
//!
//! It evaluates a verified [`hloom_ir::Module`] op by op, on whole tensors of [`hloom_num::scalar::Scalar`]s, by the
//! formulas of the StableHLO specification. Where a type has `?` the sizes are those of the run. It is the oracle of the optimiser and of native code; its own oracle is the
//! public conformance data. Products and convolutions of floats accumulate in f64 and round once.
//!
//! Absences
//! * No fusion, no layout, no in-place update: every op gives new tensors.
//! * No panic on a verified module: what is not supported is [`InterpError::Unimplemented`].

mod budget;
mod check;
mod contract;
mod dynamic;
mod elementwise;
mod error;
mod eval;
mod grid;
mod index;
mod linalg;
mod movement;
mod noise;
mod outside;
mod parallel;
mod quantized;
mod reduce;
mod rng;
mod routines;
pub mod samples;
mod shapes;
mod tensor;
mod window;

pub use check::{CheckFailure, Tolerance, compare, custom_call_tolerance};
pub use dynamic::assertion_message;
pub use error::InterpError;
pub use eval::{Interpreter, eval_op};
pub use outside::{Memory, Outside};
pub use tensor::Tensor;
