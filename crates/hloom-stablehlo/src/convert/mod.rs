//! The syntax tree and the graph IR, each from the other.
//!
//! [`to_ir`] asks the op table for every op it meets and collects everything it cannot represent, located: an op that
//! the table lacks is `unknown-op`, a type without IR equivalent `unsupported-type` (both of severity
//! [`Unimplemented`](hloom_ir::Severity::Unimplemented)). It checks only what the IR could not express otherwise
//! (terminators, one block a region, declared function results); [`hloom_ir::verify`] checks the rest. [`from_ir`] is
//! total. The dimension of a `sort` counts from the first dimension afterwards.
//!
//! Absences
//! * `sdy.sharding_rule` and other annotations that no op has a field for stay as extra attributes, unread.

mod defaults;
mod lower;
mod quantized;
mod raise;
mod types;

pub use lower::to_ir;
pub(crate) use quantized::{
    canonical_quantized, is_unsigned_type, parse_bounds, parse_quantized, write_bounds, write_quantized,
};
pub use raise::{from_ir, value_names};
pub(crate) use types::canonical_type;
pub use types::{type_from_syntax, type_to_syntax};
