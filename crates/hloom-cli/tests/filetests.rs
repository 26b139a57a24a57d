//! Runs the programs of `filetests/cpu` with the built `hloom` on both back ends, and sees to it that false statements
//! (`filetests/cpu_wrong`) fail: a checker that cannot fail proves nothing.

use std::path::PathBuf;
use std::process::{Command, Output};

fn check(backend: &str, data: &str, more: &[&str]) -> Output {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests").join(data);
    Command::new(env!("CARGO_BIN_EXE_hloom"))
        .args(["check", &format!("--backend={backend}")])
        .args(more)
        .arg(dir)
        .output()
        .expect("hloom starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn all_pass(backend: &str, more: &[&str]) {
    let out = check(backend, "cpu", more);
    let stdout = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{stdout}{}", text(&out.stderr));
    let last = stdout.lines().last().unwrap_or_default();
    let passed: usize = last.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    assert!(passed >= 20 && last.ends_with("0 failed, 0 skipped"), "{last}");
}

#[test]
fn native() {
    all_pass("cpu", &["--threads=1,2,3,7"]);
}

#[test]
fn folded() {
    all_pass("cpu", &["--fold"]);
}

#[test]
fn interpreted() {
    all_pass("interp", &[]);
}

#[test]
fn false_statements_fail() {
    for backend in ["cpu", "interp"] {
        let out = check(backend, "cpu_wrong", &[]);
        let stdout = text(&out.stdout);
        assert_eq!(out.status.code(), Some(1), "{backend}: {stdout}");
        assert!(stdout.ends_with("0 passed, 3 failed, 0 skipped\n"), "{backend}: {stdout}");
        assert!(!stdout.lines().any(|l| l.contains("unimplemented")), "{backend}: {stdout}");
    }
}
