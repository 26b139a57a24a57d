//! MLIR syntax: the generic and the custom text form, and the bytecode container, both read into one tree of
//! [`RawOp`]s. This crate knows no op, no dialect attribute and no dialect type; whoever reads custom assembly or
//! dialect bytecode payloads passes an implementation of a trait of this crate.
//!
//! ```
//! use hloom_mlir::Attr;
//! use hloom_mlir::text::{Generic, ParseOptions, PrintOptions, parse, print};
//!
//! let text = "\"test.op\"() {names = [@a, @b]} : () -> ()";
//! let module = parse(text, &ParseOptions::new("a.mlir", &Generic)).expect("a module");
//! let op = &module.op.regions[0].blocks[0].ops[0];
//! assert!(matches!(op.attr("names"), Some(Attr::Array(names)) if names.len() == 2));
//! assert!(print(&module, &PrintOptions::generic(&Generic)).contains("\"test.op\"()"));
//! let error = parse("\"test.op\"(%x) : () -> ()", &ParseOptions::new("a.mlir", &Generic)).expect_err("no %x");
//! assert_eq!((error.line, error.column), (1, 11));
//! ```
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
