//! StableHLO, CHLO and VHLO: assembly formats, portable artifacts, versions.
//!
//! [`parse`] and [`print`](fn@print) go all the way between files and the graph IR; the modules are the steps.

pub mod convert;
mod facade;
pub mod text;
pub mod vhlo;

pub use facade::{Form, ParseError, SerializeError, parse, parse_syntax, print, print_syntax, serialize};
