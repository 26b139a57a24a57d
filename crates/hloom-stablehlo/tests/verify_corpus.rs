//! Programs that are right: everything in the model zoo, as text and as artifact, and the public test programs become
//! modules and verify, or say which op or type is not supported. Nothing else may be wrong with them.
//!
//! Data that is not on this machine is reported as `NOT RUN`.

use hloom_ir::{Diagnostics, Severity, verify};
use hloom_mlir::text::{ParseOptions, split_input};
use hloom_mlir::{Limits, LocTable, RawModule};
use hloom_stablehlo::convert::{from_ir, to_ir};
use hloom_stablehlo::text::StableHlo;
use hloom_stablehlo::{ParseError, parse_syntax};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn data_dir(variable: &str, sub: &str, usual: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = std::env::var_os(variable).map_or_else(|| root.join(usual), PathBuf::from).join(sub);
    if dir.is_dir() {
        return Some(dir);
    }
    println!("NOT RUN: {} does not exist (set {variable})", dir.display());
    None
}

/// All files below `dir` with one of the extensions, sorted.
fn files(dir: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut dirs) = (Vec::new(), vec![dir.to_path_buf()]);
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(&dir).expect("a readable directory") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What became of the programs.
#[derive(Default)]
struct Tally {
    programs: usize,
    verified: usize,
    unsupported: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Tally {
    fn program(&mut self, what: &str, raw: &RawModule) {
        self.programs += 1;
        let checked = to_ir(raw).and_then(|module| {
            verify(&module)?;
            // What the printer gets must be the same program again.
            let again = to_ir(&from_ir(&module))?;
            verify(&again)?;
            let text = |m: &hloom_ir::Module| m.funcs.iter().map(|f| f.to_string()).collect::<String>();
            assert_eq!(text(&module), text(&again), "{what}: changed by conversion to syntax and back");
            Ok(())
        });
        match checked {
            Ok(()) => self.verified += 1,
            Err(d) => self.findings(what, &d, &raw.locs),
        }
    }

    fn findings(&mut self, what: &str, d: &Diagnostics, locs: &LocTable) {
        for d in d.0.iter().filter(|d| d.severity == Severity::Unimplemented) {
            *self.unsupported.entry(format!("{}: {}", d.code, d.message)).or_default() += 1;
        }
        let wrong = Diagnostics(d.0.iter().filter(|d| d.severity == Severity::Error).cloned().collect());
        if !wrong.0.is_empty() {
            self.wrong.push(format!("{what}\n{}", wrong.render(locs)));
        }
    }

    fn file(&mut self, path: &Path) {
        let bytes = std::fs::read(path).expect("a readable file");
        let name = path.display().to_string();
        if !hloom_stablehlo::vhlo::sniff(&bytes) {
            let text = String::from_utf8(bytes).expect("text");
            for chunk in split_input(&text) {
                let first_line = chunk.first_line;
                let options = ParseOptions { first_line, ..ParseOptions::new(&name, &StableHlo) };
                match hloom_mlir::text::parse(chunk.text, &options) {
                    Ok(raw) => self.program(&format!("{name}:{first_line}"), &raw),
                    Err(e) => self.wrong.push(format!("{name}:{}: {e}", e.line)),
                }
            }
            return;
        }
        match parse_syntax(&bytes, &name, &Limits::default()) {
            Ok(raw) => self.program(&name, &raw),
            Err(e @ ParseError::Syntax { .. }) => self.wrong.push(e.to_string()),
            Err(ParseError::Program { diagnostics, locs }) => self.findings(&name, &diagnostics, &locs),
        }
    }

    fn report(&self, what: &str) {
        println!("{what}: {} programs, {} verified, {} wrong", self.programs, self.verified, self.wrong.len());
        for (what, n) in &self.unsupported {
            println!("  {n} x {what}");
        }
        let shown: Vec<&str> = self.wrong.iter().take(20).map(String::as_str).collect();
        assert!(self.wrong.is_empty(), "{what}: {} programs are refused:\n{}", self.wrong.len(), shown.join("\n"));
    }
}

fn run(what: &str, dir: Option<PathBuf>, extensions: &[&str]) {
    let Some(dir) = dir else { return };
    let mut tally = Tally::default();
    files(&dir, extensions).iter().for_each(|f| tally.file(f));
    tally.report(what);
}

#[test]
fn zoo_verifies() {
    run("zoo", data_dir("HLOOM_ZOO", "", "target/data/zoo"), &["mlir", "mlirbc"]);
}

#[test]
fn interpreter_tests_verify() {
    let dir = data_dir("HLOOM_SHARED", "conformance/stablehlo/tests", "../shared");
    run("interpret", dir.as_ref().map(|d| d.join("interpret")), &["mlir"]);
    run("math", dir.map(|d| d.join("math")), &["mlir"]);
}

#[test]
fn test_data_verifies() {
    run("testdata", data_dir("HLOOM_SHARED", "conformance/stablehlo/testdata", "../shared"), &["mlir"]);
}
