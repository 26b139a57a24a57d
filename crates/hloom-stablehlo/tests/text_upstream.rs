//! The upstream parser accepts what we print and sees the same program. Runs when `HLOOM_PYTHON` names a Python with
//! JAX; the model zoo is needed too.

use hloom_stablehlo::text::{parse, print, print_generic};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn upstream_reads_our_text() {
    let Some(python) = std::env::var_os("HLOOM_PYTHON") else {
        println!("NOT RUN: HLOOM_PYTHON is not set");
        return;
    };
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let zoo = std::env::var_os("HLOOM_ZOO").map_or_else(|| crate_dir.join("../../target/data/zoo"), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&zoo) else {
        println!("NOT RUN: {} does not exist (set HLOOM_ZOO)", zoo.display());
        return;
    };
    let mut cases: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path().join("module.mlir"))).collect();
    cases.retain(|path| path.is_file());
    cases.sort();
    let scratch = std::env::temp_dir().join(format!("hloom-text-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a scratch directory");
    let mut requests = String::new();
    let mut names = Vec::new();
    for path in &cases {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let module = parse(&text, "module.mlir").unwrap_or_else(|e| panic!("{}: {}: {e}", path.display(), e.line));
        for (form, printed) in [("custom", print(&module)), ("generic", print_generic(&module))] {
            let file = scratch.join(format!("{}.mlir", names.len()));
            std::fs::write(&file, printed).expect("a writable scratch directory");
            requests += &format!("{} {}\n", path.display(), file.display());
            names.push(format!("{} ({form})", path.display()));
        }
    }
    let mut child = Command::new(python)
        .arg(crate_dir.join("tests/upstream_parser.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("HLOOM_PYTHON runs");
    let mut stdin = child.stdin.take().expect("piped");
    // The script answers while it reads: writing happens beside reading.
    let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
    let output = child.wait_with_output().expect("the script ends");
    writer.join().expect("no panic").expect("the script reads its input");
    std::fs::remove_dir_all(&scratch).expect("the scratch directory can be removed");
    let answers = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<_> = answers.lines().collect();
    assert_eq!(answers.len(), names.len(), "the script answered every request");
    let bad: Vec<_> =
        names.iter().zip(&answers).filter(|(_, a)| **a != "ok").map(|(n, a)| format!("{n}: {a}")).collect();
    println!("{} texts, {} refused or different", names.len(), bad.len());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
