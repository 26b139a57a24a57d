//! The MLIR text form: [`parse`] reads a file into a [`RawModule`](crate::RawModule), [`print`](fn@print) writes one.
//!
//! The generic form of every op and the custom form of `module` are built in; custom assembly of dialects comes from
//! an [`Assembly`]. Both directions work on the same tree, so an op read from its custom form equals the op read
//! from its generic form.
//!
//! Absences
//! * No successors (branches between blocks) and no forward references to SSA values: programs here are structured.
//! * No `affine_map` or `vector` structure and no strings with a type: such attributes and types stay text under the dialect
//!   name `builtin`.
//! * The source's `%` names are not kept; printing invents names the way upstream does.

mod assembly;
mod attrs;
mod constants;
mod cursor;
mod index;
mod locations;
mod names;
mod number;
mod ops;
mod pieces;
mod print_attrs;
mod print_locations;
mod print_names;
mod printer;
mod split;
mod types;

pub use assembly::{Argument, Assembly, Generic, OpState, Types};
pub use index::{Index, Name};
pub use number::{float_from_bits, float_to_bits, parse_float_bits, write_float};
pub use ops::{ParseOptions, Parser, parse, parse_indexed};
pub use pieces::{parse_attr, parse_type, print_attr, print_type};
pub use print_names::value_names;
pub use printer::{PrintOptions, Printer, print};
pub use split::{Chunk, split_input};
