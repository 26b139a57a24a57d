//! Programs of several processes (`filetests/parallel`), those that must fail with a certain error
//! (`filetests/parallel_wrong`), and probes as files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests").join(name)
}

fn hloom(args: &[&str], file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hloom")).args(args).arg(file).output().expect("hloom starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn grids_run_and_give_the_same_every_time() {
    let first = hloom(&["check", "--backend=interp", "--json"], &data("parallel"));
    let stdout = text(&first.stdout);
    assert_eq!(first.status.code(), Some(0), "{stdout}{}", text(&first.stderr));
    assert!(stdout.contains("\"failed\":0") && stdout.contains("\"skipped\":0"), "{stdout}");
    for _ in 0..3 {
        assert_eq!(text(&hloom(&["check", "--backend=interp", "--json"], &data("parallel")).stdout), stdout);
    }
}

#[test]
fn grids_and_annotated_programs_of_one_device_run_natively() {
    for (file, passed) in
        [("alone", "2 passed, 0 failed, 0"), ("grid", "7 passed, 0 failed, 1"), ("quantized", "1 passed, 0 failed, 0")]
    {
        let out = hloom(&["check", "--threads=1,2,3"], &data(&format!("parallel/{file}.mlir")));
        assert_eq!(out.status.code(), Some(0), "{}{}", text(&out.stdout), text(&out.stderr));
        assert!(text(&out.stdout).ends_with(&format!("{passed} skipped\n")), "{}", text(&out.stdout));
    }
}

#[test]
fn what_cannot_go_on_is_an_error_that_says_why() {
    let file = data("parallel_wrong/grid.mlir");
    let source = std::fs::read_to_string(&file).expect("the file is readable");
    let expected: Vec<&str> = source.lines().filter_map(|l| l.strip_prefix("// error: ")).collect();
    let out = hloom(&["check", "--backend=interp"], &file);
    let stdout = text(&out.stdout);
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), expected.len() + 1, "{stdout}");
    for (line, expected) in lines.iter().zip(&expected) {
        assert!(line.starts_with("FAIL") && line.contains(expected), "expected '{expected}': {line}");
    }
    assert_eq!(out.status.code(), Some(1));
    // Native code says the same of what it has.
    let stdout = text(&hloom(&["check"], &file).stdout);
    let mut same = 0;
    for (line, expected) in stdout.lines().zip(&expected) {
        let lacks = line.contains("unimplemented[") || line.contains("checks nothing");
        assert!(lacks || line.starts_with("FAIL") && line.contains(expected), "expected '{expected}': {line}");
        same += usize::from(!lacks);
    }
    assert_eq!(same, 10, "{stdout}");
}

#[test]
fn probes_become_files() {
    let dir = std::env::temp_dir().join(format!("hloom-probes-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory for temporary files");
    let program = dir.join("in.mlir");
    let source = "func.func @main() -> tensor<2xi8> {
      %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
      %1 = stablehlo.add %0, %0 : tensor<2xi8>
      interpreter.print %1 : tensor<2xi8>
      %2 = stablehlo.multiply %1, %0 : tensor<2xi8>
      return %2 : tensor<2xi8>
    }";
    std::fs::write(&program, source).expect("a file");
    let instrumented = hloom(&["opt", "--interpreter-instrument-with-probe"], &program);
    assert_eq!(instrumented.status.code(), Some(0), "{}", text(&instrumented.stderr));
    std::fs::write(&program, &instrumented.stdout).expect("a file");
    let probes = format!("--probe-output-dir={}", dir.display());
    for _ in 0..2 {
        let out = hloom(&["translate", "--interpret", &probes], &program);
        let stdout = text(&out.stdout);
        assert_eq!(stdout, "%1 = tensor<2xi8> {\n  [2, 4]\n}\ntensor<2xi8> {\n  [2, 8]\n}\n", "{}", text(&out.stderr));
    }
    let index = std::fs::read_to_string(dir.join("index.csv")).expect("an index");
    let d = dir.display();
    assert_eq!(index, format!("probe1,tensor<2xi8>,{d}/probe1.npy\nprobe2,tensor<2xi8>,{d}/probe2.npy\n"));
    let bytes = std::fs::read(dir.join("probe2.npy")).expect("a probe");
    assert!(bytes.starts_with(b"\x93NUMPY") && bytes.ends_with(&[2, 8]));
    std::fs::remove_dir_all(&dir).expect("the directory goes");
}
