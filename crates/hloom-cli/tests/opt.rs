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

/// The language server on standard input and output, as editors start it.
#[test]
fn language_server_on_stdio() {
    use std::io::{Read, Write};
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_hloom"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("hloom starts");
    let mut input = child.stdin.take().expect("piped");
    for body in [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ] {
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("hloom listens");
    }
    drop(input);
    let mut said = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut said).expect("text");
    assert!(said.contains("hoverProvider") && said.contains("\"id\":2"), "{said}");
    assert_eq!(child.wait().expect("ends").code(), Some(0));
}
