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

/// A program whose arguments have known sizes is compiled to a file, whatever it does to compute the others.
#[test]
fn sizes_are_computed_when_a_program_is_compiled() {
    let dir = std::env::temp_dir().join(format!("hloom-sizes-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory for temporary files");
    let (program, exe) = (dir.join("sizes.mlir"), dir.join("sizes.hloom"));
    let source = "func.func @main(%a: tensor<3xi32>) -> tensor<?x3xi32> {
      %s = shape.shape_of %a : tensor<3xi32> -> tensor<1xindex>
      %zero = arith.constant 0 : index
      %n = tensor.extract %s[%zero] : tensor<1xindex>
      %one = arith.constant 1 : index
      %m = arith.subi %n, %one : index
      %d = tensor.from_elements %m, %n : tensor<2xindex>
      %0 = stablehlo.dynamic_broadcast_in_dim %a, %d, dims = [1] : (tensor<3xi32>, tensor<2xindex>) -> tensor<?x3xi32>
      return %0 : tensor<?x3xi32>
    }";
    std::fs::write(&program, source).expect("a file");
    let hloom = |args: &[&std::ffi::OsStr]| {
        Command::new(env!("CARGO_BIN_EXE_hloom")).args(args).output().expect("hloom starts")
    };
    let compiled = hloom(&["compile".as_ref(), program.as_ref(), "-o".as_ref(), exe.as_ref()]);
    assert_eq!(compiled.status.code(), Some(0), "{}", text(&compiled.stderr));
    let ran = hloom(&["run".as_ref(), exe.as_ref(), "--input=3xi32=1,2,3".as_ref()]);
    assert_eq!(text(&ran.stdout), "2x3xi32=1 2 3 1 2 3\n", "{}", text(&ran.stderr));
    std::fs::remove_dir_all(dir).expect("the directory goes");
}
