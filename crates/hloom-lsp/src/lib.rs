//! A language server for StableHLO text: diagnostics, hover, go to definition, document symbols.
//!
//! [`serve`] speaks the protocol over any connection; the command is `hloom lsp`. Documents are read anew on every
//! change; a program of a few thousand lines takes milliseconds.
//!
//! Absences
//! * No completion and no formatting.
//! * No artifacts: a document is text.

mod document;
mod lines;
mod server;

pub use document::{Document, Finding};
pub use lines::Lines;
pub use server::{serve, serve_stdio};
