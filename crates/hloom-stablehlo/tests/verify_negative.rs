//! Programs that are wrong: each part of `filetests/verify/*.mlir` states with `// expected: error[CODE]` (or
//! `unimplemented[CODE]`, or `ok`) what is found in it, all of it and nothing else.

use hloom_ir::{Diagnostics, Severity, verify};
use hloom_mlir::LocTable;
use hloom_mlir::text::{ParseOptions, split_input};
use hloom_stablehlo::convert::to_ir;
use hloom_stablehlo::text::StableHlo;
use std::path::Path;

fn found(d: &Diagnostics) -> Vec<String> {
    let word = |s| if s == Severity::Error { "error" } else { "unimplemented" };
    d.0.iter().map(|d| format!("{}[{}]", word(d.severity), d.code)).collect()
}

#[test]
fn verifier_finds_what_is_expected() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/verify");
    let mut paths: Vec<_> =
        std::fs::read_dir(&dir).expect("filetests are there").map(|e| e.expect("a readable entry").path()).collect();
    paths.sort();
    let (mut wrong, mut parts) = (Vec::new(), 0);
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        for chunk in split_input(&text) {
            parts += 1;
            let line = chunk.first_line;
            let expected: Vec<String> = chunk
                .text
                .lines()
                .filter_map(|l| l.strip_prefix("// expected: "))
                .filter(|e| *e != "ok")
                .map(str::to_string)
                .collect();
            let options = ParseOptions { first_line: line, ..ParseOptions::new(&name, &StableHlo) };
            let raw = match hloom_mlir::text::parse(chunk.text, &options) {
                Ok(raw) => raw,
                Err(e) => {
                    wrong.push(format!("{name}:{}: {e}", e.line));
                    continue;
                }
            };
            let none = Diagnostics::default();
            let (diags, locs) = match to_ir(&raw) {
                Ok(m) => (verify(&m).err().unwrap_or(none), m.locs),
                Err(d) => (d, raw.locs.clone()),
            };
            let locs: &LocTable = &locs;
            if found(&diags) != expected {
                wrong.push(format!("{name}:{line}: expected {expected:?}, found:\n{}", diags.render(locs)));
            }
            let unlocated = diags.0.iter().any(|d| locs.file_position(d.loc).is_none());
            if unlocated {
                wrong.push(format!("{name}:{line}: a finding has no location\n{}", diags.render(locs)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {parts} parts:\n{}", wrong.len(), wrong.join("\n"));
}
