//! Element types, literals and the scalar meaning of StableHLO's elementwise ops.
//!
//! Invariants
//! * A literal's bytes are in host (little-endian) order, row-major, **one element per byte** for 1-, 2- and 4-bit
//!   (and 6-bit) types; complex numbers are interleaved (re, im). Packing exists only inside kernels.
//! * Nothing here knows an op of the IR: [`scalar`] works on element types and scalars alone.

mod dtype;
mod elementwise;
mod literal;
pub mod scalar;

pub use dtype::{DType, DTypeKind};
pub use elementwise::{BinaryOp, CompareDirection, UnaryOp};
pub use literal::{Literal, LiteralError};
