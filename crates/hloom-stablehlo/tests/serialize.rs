//! Programs as portable artifacts: the bytes of StableHLO's own fixtures of every version, and what older versions refuse.

use hloom_mlir::text::{ParseOptions, split_input};
use hloom_mlir::{Limits, RawModule};
use hloom_stablehlo::text::{StableHlo, print_generic};
use hloom_stablehlo::vhlo::{self, Options, Target};
use std::path::{Path, PathBuf};

/// The public tests of artifacts; says so when they are absent.
fn fixtures() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("HLOOM_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let dir = shared.join("conformance/stablehlo/tests/vhlo");
    if dir.is_dir() {
        return Some(dir);
    }
    println!("NOT RUN: {} is absent (set HLOOM_SHARED)", dir.display());
    None
}

/// The files that begin with `prefix` and state a version: path and version.
fn versioned(dir: &Path, prefix: &str) -> Vec<(PathBuf, Target)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
        let version = name.strip_prefix(prefix).and_then(|n| n.strip_prefix('.')).and_then(|n| n.strip_suffix(".mlir"));
        if let Some(Ok(target)) = version.map(|v| v.replace('_', ".").parse()) {
            found.push((path, target));
        }
    }
    found.sort();
    found
}

fn parse(text: &str) -> Result<RawModule, String> {
    hloom_mlir::text::parse(text, &ParseOptions::new("-", &StableHlo)).map_err(|e| format!("{}: {e}", e.line))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable text")
}

/// Each fixture of a version: its text gives its bytes, and its bytes read as its text.
#[test]
fn fixtures_byte_for_byte() {
    let Some(dir) = fixtures() else { return };
    let files = versioned(&dir, "stablehlo_legalize_to_vhlo");
    for (path, target) in &files {
        let module = parse(&read(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let expected = std::fs::read(path.with_extension("mlir.bc")).expect("the artifact is readable");
        let options = Options { target: *target, strip_debuginfo: true, ..Options::default() };
        let bytes = vhlo::serialize(&module, &options).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(bytes == expected, "{}: other bytes", path.display());
        assert_eq!(vhlo::artifact_version(&bytes), Some(*target));
        let back = vhlo::read_artifact(&expected, &Limits::default()).expect("the artifact reads");
        // Attributes at their defaults and other spellings of the same go on the way through VHLO.
        let module = vhlo::read_artifact(&bytes, &Limits::default()).expect("what was written reads");
        assert_eq!(print_generic(&back), print_generic(&module), "{}", path.display());
    }
    println!("{} versions byte for byte", files.len());
    assert!(files.len() >= 32);
}

/// What a version cannot express is refused, with the op that the test names.
#[test]
fn downgrades_are_refused() {
    let Some(dir) = fixtures() else { return };
    let (mut refused, mut accepted) = (0, 0);
    for (path, target) in versioned(&dir, "vhlo_to_version_downgrade_invalid") {
        let text = read(&path);
        for chunk in split_input(&text) {
            // In words of `expected-error`, or as a line to find in the output.
            let words = |line: &str| {
                let (_, rest) = line.split_once("failed to legalize operation")?;
                let op = rest.split('\'').nth(1)?;
                Some(format!("failed to legalize operation '{op}'"))
            };
            let expected: Vec<String> = chunk.text.lines().filter_map(words).collect();
            let module = parse(chunk.text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let result = vhlo::serialize(&module, &Options { target, ..Options::default() });
            match (&expected[..], result) {
                ([], Ok(_)) => accepted += 1,
                ([op, ..], Err(e)) => {
                    assert!(e.message.contains(op), "{}: {e}", path.display());
                    assert!(e.message.contains(&format!("failed to convert VHLO to v{target}")), "{e}");
                    refused += 1;
                }
                // Only a line of the file itself says that any op may be refused.
                ([], Err(_)) if chunk.text.contains("CHECK: failed to legalize operation\n") => refused += 1,
                (expected, result) => {
                    panic!("{}: expected {expected:?}, found {:?}", path.display(), result.map(|b| b.len()))
                }
            }
        }
    }
    println!("{refused} refused, {accepted} accepted");
    assert!(refused >= 50);
}

/// Ops become the retired versions that the test names.
#[test]
fn downgrades_use_the_retired_ops() {
    let Some(dir) = fixtures() else { return };
    for (path, target) in versioned(&dir, "vhlo_to_version_downgrade") {
        let text = read(&path);
        for chunk in split_input(&text) {
            let module = parse(chunk.text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let bytes = vhlo::serialize(&module, &Options { target, ..Options::default() });
            let bytes = bytes.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let (vhlo, _) = vhlo::read_vhlo(&bytes, &Limits::default()).expect("the artifact reads");
            let printed = print_generic(&vhlo);
            for line in chunk.text.lines().filter(|l| l.contains("CHECK")) {
                let words = line.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'));
                let op = words.into_iter().find(|w| w.strip_prefix("vhlo.").and_then(vhlo::ops::find).is_some());
                let Some(op) = op else { continue };
                assert!(printed.contains(&format!("\"{op}\"")), "{}: no {op}", path.display());
            }
        }
    }
}

#[test]
fn targets_are_versions() {
    let target = |text: &str| text.parse::<Target>().map(|t| t.to_string());
    assert_eq!(target("1.4.1").as_deref(), Ok("1.4.1"));
    assert_eq!(target("minimum").as_deref(), Ok("0.9.0"));
    assert_eq!(target("current"), Ok(Target::CURRENT.to_string()));
    for (text, message) in [
        ("", "No target version specified"),
        ("100.10.10", "target version 100.10.10 is greater than current version"),
        ("0.0.0", "target version 0.0.0 is less than minimum supported"),
        ("x.y.z", "Invalid target version argument 'x.y.z'"),
        ("1.2", "Invalid target version argument '1.2'"),
    ] {
        assert!(target(text).is_err_and(|e| e.contains(message)), "{text}");
    }
}

/// The patch number of a target stands in the header only.
#[test]
fn a_patch_is_a_name() {
    let module = parse(
        "func.func @f(%a: tensor<f32>) -> tensor<f32> { %0 = stablehlo.cosine %a : tensor<f32> return %0 : tensor<f32> }",
    );
    let module = module.expect("a program");
    let write = |target: &str| {
        let target = target.parse().expect("a version");
        vhlo::serialize(&module, &Options { target, ..Options::default() }).expect("an artifact")
    };
    let (zero, one) = (write("1.4.0"), write("1.4.1"));
    let differs: Vec<usize> = (0..zero.len()).filter(|&i| zero[i] != one[i]).collect();
    assert_eq!(differs.len(), 1, "{differs:?}");
    assert_eq!((zero[differs[0]], one[differs[0]]), (b'0', b'1'));
}
