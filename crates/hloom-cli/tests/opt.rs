//! `hloom opt --PASS…`: order, help, and what it says to names that it does not know.

use std::path::PathBuf;
use std::process::{Command, Output};

fn opt(args: &[&str]) -> Output {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests/cpu/shapes.mlir");
    Command::new(env!("CARGO_BIN_EXE_hloom")).arg("opt").args(args).arg(file).output().expect("hloom starts")
}

#[test]
fn unknown_passes_are_usage_errors() {
    let out = opt(&["--stablehlo-legalize-composite-to-cal"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("'--stablehlo-legalize-composite-to-call'"), "{said}");
    let out = opt(&["--stablehlo-legalize-composite-to-call=nothing=1"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("no option 'nothing'"), "{said}");
}

#[test]
fn help_lists_passes() {
    let out = opt(&["--help"]);
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(out.status.code(), Some(0), "{said}");
    assert!(hloom_transforms::PASSES.iter().all(|p| said.contains(&format!("--{}", p.name))), "{said}");
}
