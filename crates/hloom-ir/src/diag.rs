//! Diagnostics: structured, located, collected; rendered once at the edge.

use hloom_mlir::{Loc, LocData, LocTable};
use std::fmt::Write as _;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program is wrong.
    Error,
    /// The program is right but uses what is not supported yet.
    Unimplemented,
}

/// One finding about a program.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Constraint id of the StableHLO spec (`transpose_c2`), or a short kebab-case name.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub loc: Loc,
}

/// Findings about one module.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// One finding.
    pub fn one(severity: Severity, code: impl Into<String>, message: impl Into<String>, loc: Loc) -> Diagnostics {
        Diagnostics(vec![Diagnostic { severity, code: code.into(), message: message.into(), loc }])
    }
    /// Adds an error.
    pub fn error(&mut self, code: impl Into<String>, message: impl Into<String>, loc: Loc) {
        self.0.push(Diagnostic { severity: Severity::Error, code: code.into(), message: message.into(), loc });
    }
    /// True if all findings are about unsupported features.
    pub fn is_unimplemented(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|d| d.severity == Severity::Unimplemented)
    }
    /// Plain text, one paragraph a finding: `error[code]: message` and the chain of locations.
    pub fn render(&self, locs: &LocTable) -> String {
        let mut out = String::new();
        for d in &self.0 {
            let word = match d.severity {
                Severity::Error => "error",
                Severity::Unimplemented => "unimplemented",
            };
            let _ = writeln!(out, "{word}[{}]: {}", d.code, d.message);
            render_loc(&mut out, locs, d.loc, 0);
        }
        out
    }
}

fn render_loc(out: &mut String, locs: &LocTable, loc: Loc, depth: u32) {
    if depth > 16 {
        return;
    }
    match locs.get(loc) {
        LocData::Unknown => {}
        LocData::File(f, l, c) | LocData::Range(f, [l, c, ..]) => {
            let _ = writeln!(out, "  --> {f}:{l}:{c}");
        }
        LocData::Name(n, child) => {
            let _ = writeln!(out, "  in \"{n}\"");
            render_loc(out, locs, *child, depth + 1);
        }
        LocData::CallSite(callee, caller) => {
            render_loc(out, locs, *callee, depth + 1);
            render_loc(out, locs, *caller, depth + 1);
        }
        LocData::Fused(ls, _) => {
            for l in ls.iter().take(4) {
                render_loc(out, locs, *l, depth + 1);
            }
        }
    }
}
