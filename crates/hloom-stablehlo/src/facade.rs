//! Bytes to module and module to text, whatever the form.

use crate::convert::{from_ir, to_ir};
use crate::text::StableHlo;
use crate::vhlo;
use hloom_ir::{Diagnostics, Module};
use hloom_mlir::text::{ParseOptions, PrintOptions};
use hloom_mlir::{Limits, LocTable, RawModule, SyntaxError};

/// Why a program cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ParseError {
    /// It is no StableHLO text or artifact.
    #[error("{}", syntax_message(.file, .error))]
    Syntax {
        /// File name as given.
        file: String,
        /// What is wrong, and where.
        error: SyntaxError,
    },
    /// It is, but it has ops or types that are not supported, or contradicts itself.
    #[error("{}", .diagnostics.render(.locs).trim_end())]
    Program {
        /// Findings.
        diagnostics: Diagnostics,
        /// Their locations.
        locs: LocTable,
    },
}

impl ParseError {
    /// True if the program only uses what is not supported yet.
    pub fn is_unimplemented(&self) -> bool {
        matches!(self, ParseError::Program { diagnostics, .. } if diagnostics.is_unimplemented())
    }
}

fn syntax_message(file: &str, e: &SyntaxError) -> String {
    if e.line > 0 {
        format!("error[syntax]: {}\n  --> {file}:{}:{}", e.message, e.line, e.column)
    } else {
        format!("error[syntax]: {}\n  --> {file}: byte {}", e.message, e.offset)
    }
}

/// Reads StableHLO text or a portable artifact into a syntax tree.
///
/// # Errors
/// [`ParseError::Syntax`].
pub fn parse_syntax(bytes: &[u8], file_name: &str, limits: &Limits) -> Result<RawModule, ParseError> {
    let read = || {
        if vhlo::sniff(bytes) {
            return vhlo::read_artifact(bytes, limits);
        }
        let text = std::str::from_utf8(bytes).map_err(|e| SyntaxError {
            message: "the file is neither a portable artifact nor UTF-8 text".into(),
            offset: e.valid_up_to(),
            line: 0,
            column: 0,
        })?;
        hloom_mlir::text::parse(text, &ParseOptions { limits: *limits, ..ParseOptions::new(file_name, &StableHlo) })
    };
    read().map_err(|error| ParseError::Syntax { file: file_name.into(), error })
}

/// Reads StableHLO text or a portable artifact. The module is not verified.
///
/// # Errors
/// [`ParseError`] with everything that is wrong with the program, or the first syntax error.
pub fn parse(bytes: &[u8], file_name: &str, limits: &Limits) -> Result<Module, ParseError> {
    let raw = parse_syntax(bytes, file_name, limits)?;
    to_ir(&raw).map_err(|diagnostics| ParseError::Program { diagnostics, locs: raw.locs })
}

/// Why a program cannot be written as bytecode.
#[derive(Clone, Debug, thiserror::Error)]
#[error("error[serialize]: {message}{}", .place.as_ref().map(|p| format!("\n  --> {p}")).unwrap_or_default())]
pub struct SerializeError {
    /// What is in the way, with op and version.
    pub message: String,
    /// File, line and column, if the op states them.
    pub place: Option<String>,
}

/// Writes a program as a portable artifact. It is not verified.
///
/// # Errors
/// What has no place in an artifact of the version, with its location.
pub fn serialize(module: &RawModule, options: &vhlo::Options) -> Result<Vec<u8>, SerializeError> {
    vhlo::serialize(module, options).map_err(|e| located(e, &module.locs))
}

/// Writes a program as MLIR bytecode of StableHLO's own ops, which is not versioned. It is not verified.
///
/// # Errors
/// What has no bytecode form.
pub fn write_bytecode(module: &Module, options: &vhlo::PlainOptions<'_>) -> Result<Vec<u8>, SerializeError> {
    vhlo::write_plain(&from_ir(module), options).map_err(|e| located(e, &module.locs))
}

fn located(e: vhlo::WriteError, locs: &LocTable) -> SerializeError {
    let place = locs.file_position(e.loc).map(|(file, line, column)| format!("{file}:{line}:{column}"));
    SerializeError { message: e.message, place }
}

/// The text of a syntax tree.
pub fn print_syntax(module: &RawModule, form: Form, with_locations: bool) -> String {
    let options = PrintOptions { assembly: &StableHlo, generic: form == Form::Generic, locations: with_locations };
    hloom_mlir::text::print(module, &options)
}

/// How ops are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The custom assembly of each op.
    Pretty,
    /// `"stablehlo.add"(%0, %1) : …` throughout.
    Generic,
}

/// The text of a module.
pub fn print(module: &Module, form: Form, with_locations: bool) -> String {
    print_syntax(&from_ir(module), form, with_locations)
}
