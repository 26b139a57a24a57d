//! StableHLO's own tests of artifacts, `tests/vhlo`: what each file's RUN lines ask, in terms of this library.
//!
//! VHLO is no dialect here but a wire format, so where a file expects text of VHLO ops, their names and order are compared;
//! the form of a pass that brings VHLO to another version is to write an artifact of that version.

use hloom_mlir::text::{ParseOptions, split_input};
use hloom_mlir::{Limits, RawModule};
use hloom_stablehlo::text::{StableHlo, print, print_generic};
use hloom_stablehlo::vhlo::{self, Options, Target};
use std::path::{Path, PathBuf};

/// The folder's texts; says so when it is absent.
fn files() -> Option<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("HLOOM_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let dir = shared.join("conformance/stablehlo/tests/vhlo");
    let Ok(entries) = std::fs::read_dir(&dir) else {
        println!("NOT RUN: {} is absent (set HLOOM_SHARED)", dir.display());
        return None;
    };
    let mut found: Vec<PathBuf> = entries.map(|e| e.expect("a readable entry").path()).collect();
    found.retain(|p| p.extension().is_some_and(|e| e == "mlir"));
    found.sort();
    Some(found)
}

/// The kind of a file and the version in its name: `vhlo_to_version_downgrade.1_8_0.mlir`.
fn kind(path: &Path) -> (String, Option<Target>) {
    let stem = path.file_stem().expect("a file name").to_string_lossy().into_owned();
    match stem.split_once('.') {
        Some((kind, version)) => (kind.into(), Some(version.replace('_', ".").parse().expect("a version"))),
        None => (stem, None),
    }
}

fn parse(text: &str) -> Result<RawModule, String> {
    hloom_mlir::text::parse(text, &ParseOptions::new("-", &StableHlo)).map_err(|e| format!("{}: {e}", e.line))
}

fn deserialize(bytes: &[u8]) -> Result<RawModule, String> {
    vhlo::read_artifact(bytes, &Limits::default()).map_err(|e| e.to_string())
}

fn serialize(module: &RawModule, target: Target) -> Result<Vec<u8>, String> {
    vhlo::serialize(module, &Options { target, ..Options::default() }).map_err(|e| e.message)
}

/// The VHLO ops (not `!vhlo.` types or `#vhlo.` attributes) that the CHECK lines name, in their order; lines that say what
/// must not be are left out.
fn named_ops(text: &str) -> Vec<String> {
    let checks = text.lines().filter_map(|l| l.trim().strip_prefix("// CHECK"));
    let checks = checks.filter(|l| !l.starts_with("-NOT") && !l.starts_with("-WARN") && !l.starts_with("-VERSION"));
    let words = checks.flat_map(|l| l.split(|c: char| !c.is_ascii_alphanumeric() && !"_.!#".contains(c)));
    words.filter(|w| w.strip_prefix("vhlo.").and_then(vhlo::ops::find).is_some()).map(str::to_owned).collect()
}

/// The artifact holds the ops in this order; other ops may stand between them.
fn expect_ops(artifact: &[u8], names: &[String]) {
    let (module, _) = vhlo::read_vhlo(artifact, &Limits::default()).expect("the artifact reads");
    let printed = print_generic(&module);
    let mut rest = &printed[..];
    for name in names {
        let at = rest.find(&format!("\"{name}\"")).unwrap_or_else(|| panic!("no {name} where it is expected"));
        rest = &rest[at + 1..];
    }
}

/// What a chunk expects of writing it, in its own words.
fn expected_error(chunk: &str) -> Option<String> {
    let line = chunk.lines().find(|l| l.contains("failed to legalize operation"))?;
    let (_, rest) = line.split_once("failed to legalize operation")?;
    Some(match rest.split('\'').nth(1) {
        Some(op) => format!("failed to legalize operation '{op}'"),
        None => "failed to legalize operation".into(),
    })
}

/// How many of what a file asks were looked at.
#[derive(Default)]
struct Counts {
    byte_for_byte: usize,
    ops: usize,
    refused: usize,
    accepted: usize,
    unread: usize,
}

/// A fixture of a version: its text gives its bytes, its bytes read as its text, and what is read gives its bytes again.
fn fixture(path: &Path, text: &str, target: Target, counts: &mut Counts) {
    let module = parse(text).expect("the text is a program");
    let expected = std::fs::read(path.with_extension("mlir.bc")).expect("the artifact is readable");
    let options = Options { target, strip_debuginfo: true, ..Options::default() };
    let bytes = vhlo::serialize(&module, &options).expect("an artifact");
    assert!(bytes == expected, "other bytes");
    assert_eq!(vhlo::artifact_version(&expected), Some(target));
    let back = deserialize(&expected).expect("the artifact reads");
    assert_eq!(print(&back), print(&module));
    let again = serialize(&back, target).expect("what was read is written");
    let names = named_ops(text);
    expect_ops(&expected, &names);
    expect_ops(&again, &names);
    counts.ops += names.len();
    counts.byte_for_byte += 1;
}

/// A downgrade that loses nothing.
fn downgrade(text: &str, target: Target, counts: &mut Counts) {
    for chunk in split_input(text) {
        let bytes = serialize(&parse(chunk.text).expect("a program"), target).expect("an artifact");
        let names = named_ops(chunk.text);
        expect_ops(&bytes, &names);
        counts.ops += names.len();
        counts.accepted += 1;
    }
}

/// Chunks that a version refuses, each with the op that it names, and those that are there for comparison.
fn refusals(text: &str, target: Target, counts: &mut Counts) {
    for chunk in split_input(text) {
        let result = serialize(&parse(chunk.text).expect("a program"), target);
        match (expected_error(chunk.text), result) {
            (Some(expected), Err(e)) => {
                assert!(e.contains(&expected), "expected {expected}, found {e}");
                assert!(
                    e.contains(&format!("failed to convert VHLO to v{target}")) || target == Target::CURRENT,
                    "{e}"
                );
                counts.refused += 1;
            }
            (None, Ok(_)) => counts.accepted += 1,
            // Only a line of the file itself says that any op may be refused.
            (None, Err(_)) if text.contains("CHECK: failed to legalize operation\n") => counts.refused += 1,
            (expected, result) => panic!("expected {expected:?}, found {:?}", result.map(|b| b.len())),
        }
    }
}

#[test]
fn every_file_behaves_as_it_states() {
    let Some(files) = files() else { return };
    let mut counts = Counts::default();
    for path in &files {
        println!("{}", path.display());
        let text = std::fs::read_to_string(path).expect("a readable text");
        let (kind, target) = kind(path);
        match (&*kind, target) {
            ("stablehlo_legalize_to_vhlo", Some(target)) => fixture(path, &text, target, &mut counts),
            ("stablehlo_legalize_to_vhlo", None) => {
                let module = parse(&text).expect("a program");
                let bytes = serialize(&module, Target::CURRENT).expect("an artifact");
                assert_eq!(print(&deserialize(&bytes).expect("an artifact")), print(&module));
                let names = named_ops(&text);
                expect_ops(&bytes, &names);
                counts.ops += names.len();
            }
            ("stablehlo_legalize_to_vhlo_mixed", None) => mixed(&text, &mut counts),
            ("vhlo_to_version_downgrade", Some(target)) => downgrade(&text, target, &mut counts),
            ("vhlo_to_version_downgrade_patch", None) => {
                downgrade(&text, "1.4.1".parse().expect("a version"), &mut counts);
            }
            ("vhlo_to_version_downgrade_invalid", Some(target)) => refusals(&text, target, &mut counts),
            ("legalize_stablehlo_to_vhlo_invalid", None) => refusals(&text, Target::CURRENT, &mut counts),
            ("invalid_vhlo_future", None) => {
                let bytes = std::fs::read(path.with_extension("mlir.bc")).expect("the artifact is readable");
                let (_, expected) = text.split_once("// CHECK: error: ").expect("the file states an error");
                let found = deserialize(&bytes).expect_err("the op is not known");
                assert!(found.contains(expected.lines().next().unwrap_or_default().trim()), "{found}");
                counts.refused += 1;
            }
            ("vhlo_to_version_invalid", None) => {
                for (option, check) in text.lines().filter_map(|l| l.split_once("--check-prefix=")).map(|(l, check)| {
                    (l.split_once("'target=").map_or("", |(_, t)| t.split('\'').next().unwrap_or_default()), check)
                }) {
                    let found = option.parse::<Target>().expect_err("no version").to_lowercase();
                    for line in text.lines().filter_map(|l| l.strip_prefix("// ")) {
                        let Some((prefix, expected)) = line.split_once(": ") else { continue };
                        if prefix.strip_suffix("-NEXT").unwrap_or(prefix) == check {
                            assert!(found.contains(&expected.trim().trim_end_matches('.').to_lowercase()), "{found}");
                        }
                    }
                    counts.refused += 1;
                }
            }
            ("vhlo_emit_version_api", Some(target)) => {
                let bytes = std::fs::read(path.with_extension("mlir.bc")).expect("the artifact is readable");
                assert_eq!(vhlo::artifact_version(&bytes), Some(target));
                assert_eq!(vhlo::artifact_version(text.as_bytes()), None);
                let current = serialize(&parse(&text).expect("a program"), Target::CURRENT).expect("an artifact");
                assert_eq!(vhlo::artifact_version(&current), Some(Target::CURRENT));
            }
            ("vhlo_bool_in_memory_repr", None) => {
                let module = parse(&text).expect("a program");
                let bytes = serialize(&module, "1.14.0".parse().expect("a version")).expect("an artifact");
                assert_eq!(print(&deserialize(&bytes).expect("an artifact")), print(&module));
            }
            // Text of VHLO is not read as such: it cannot be written.
            ("vhlo_attributes_invalid", None) => {
                for chunk in split_input(&text) {
                    let target = "1.9.0".parse().expect("a version");
                    let written = parse(chunk.text).and_then(|module| serialize(&module, target));
                    written.expect_err("attributes of VHLO have no text");
                    counts.refused += 1;
                }
            }
            (other, target) => panic!("nothing is known of {other} {target:?}"),
        }
    }
    let Counts { byte_for_byte, ops, refused, accepted, unread } = counts;
    println!(
        "{} files: {byte_for_byte} versions byte for byte, {ops} ops where they are expected, {refused} programs refused, \
         {accepted} accepted, {unread} with assembly that is not known",
        files.len()
    );
    assert!(byte_for_byte >= 32 && refused >= 58 && ops > 4000 && unread <= 1);
}

/// Other dialects between StableHLO's ops: what comes back is what was written.
fn mixed(text: &str, counts: &mut Counts) {
    let target = "1.0.0".parse().expect("a version");
    for chunk in split_input(text) {
        let module = match parse(chunk.text) {
            // `scf.for` has no assembly here.
            Err(e) if e.contains("has no custom form known here") => {
                counts.unread += 1;
                continue;
            }
            parsed => parsed.expect("a program"),
        };
        let options = Options { target, allow_other_dialects: true, ..Options::default() };
        let bytes = vhlo::serialize(&module, &options).expect("an artifact");
        assert_eq!(print(&deserialize(&bytes).expect("an artifact")), print(&module));
        counts.accepted += 1;
    }
}
