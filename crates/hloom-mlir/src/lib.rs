//! MLIR syntax: the generic and the custom text form, and the bytecode container, both read into one tree of
//! [`RawOp`]s. This crate knows no op, no dialect attribute and no dialect type; whoever reads custom assembly or
//! dialect bytecode payloads passes an implementation of a trait of this crate.
//!
//! Absences
//! * No op semantics, no verification beyond syntax and SSA scoping.
//! * No recursion on the input's nesting without a limit ([`Limits`]); no allocation larger than the input justifies.

pub mod bytecode;
mod bytes;
mod syntax;
pub mod text;

pub use bytes::{str_from_bytes, str_to_bytes};
pub use syntax::*;
