//! Programs that are wrong: each part of `filetests/verify/*.mlir` states with `// expected: error[CODE]` (or
//! `unimplemented[CODE]`, or `ok`) what is found in it, all of it and nothing else.

use hloom_ir::{Diagnostics, Severity, verify};
use hloom_mlir::LocTable;
use hloom_mlir::text::{ParseOptions, split_input};
use hloom_stablehlo::convert::to_ir;
use hloom_stablehlo::text::StableHlo;
use std::collections::BTreeSet;
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

/// Every constraint that the specification has for an op of the table is broken by a program of `filetests/verify`, or of
/// `filetests/parallel_wrong` where it depends on how many processes run.
#[test]
fn every_constraint_has_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tested = BTreeSet::new();
    for (folder, begin, end) in [("verify", "// expected: error[", "]"), ("parallel_wrong", "// error: ", ":")] {
        for entry in std::fs::read_dir(root.join("../../filetests").join(folder)).expect("filetests are there") {
            let text = std::fs::read_to_string(entry.expect("a readable entry").path()).expect("a readable file");
            let codes = text.lines().filter_map(|l| Some(l.strip_prefix(begin)?.split_once(end)?.0));
            tested.extend(codes.map(str::to_owned));
        }
    }
    let known: BTreeSet<_> = hloom_ir::table::all_names().into_iter().collect();
    let counts = std::fs::read_to_string(root.join("tests/data/constraints.txt")).expect("the list of constraints");
    let (mut missing, mut total) = (Vec::new(), 0);
    for line in counts.lines().filter(|l| !l.starts_with('#')) {
        let (op, n) = line.split_once(' ').expect("an op and a number");
        if !known.contains(format!("stablehlo.{op}").as_str()) {
            println!("not in the table: {op}");
            continue;
        }
        for i in 1..=n.parse::<u32>().expect("a number") {
            let code = format!("{op}_c{i}");
            total += 1;
            if !tested.contains(&code) {
                missing.push(code);
            }
        }
    }
    println!("{total} constraints");
    assert!(missing.is_empty(), "no program breaks {}", missing.join(", "));
}
