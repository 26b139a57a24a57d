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
        let (back, text) = (hloom_stablehlo::text::print(&back), hloom_stablehlo::text::print(&module));
        for (a, b) in back.lines().zip(text.lines()) {
            assert_eq!(a, b, "{}", path.display());
        }
        assert_eq!(back.lines().count(), text.lines().count());
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

/// Bytecode that is no artifact gives the artifact that its text gives. The fixtures are what MLIR writes for the text
/// in three versions of the container.
#[test]
fn plain_bytecode_is_its_text() {
    let text = include_str!("data/plain.mlir");
    let options = Options { allow_other_dialects: true, ..Options::default() };
    let expected = vhlo::serialize(&parse(text).expect("the text is a program"), &options).expect("an artifact");
    let files: [&[u8]; 3] = [
        include_bytes!("data/plain_1.mlirbc"),
        include_bytes!("data/plain_3.mlirbc"),
        include_bytes!("data/plain_6.mlirbc"),
    ];
    for bytes in files {
        let module = vhlo::read_artifact(bytes, &Limits::default()).unwrap_or_else(|e| panic!("{e} at {}", e.offset));
        assert!(vhlo::serialize(&module, &options).expect("an artifact") == expected, "another program");
        for n in 0..bytes.len() {
            let damaged = vhlo::read_artifact(&bytes[..n], &Limits::default());
            assert!(damaged.is_err(), "a prefix of {n} bytes was accepted");
        }
    }
}

/// A custom call's bytes that are no text stay what they are.
#[test]
fn bytes_that_are_no_text() {
    let module = vhlo::read_artifact(include_bytes!("data/plain_6.mlirbc"), &Limits::default()).expect("a program");
    assert!(print_generic(&module).contains(r#"backend_config = "\00\FF""#));
}

/// Sizes and references of a hostile file end in errors.
#[test]
fn hostile_files() {
    let read = |bytes: &[u8]| vhlo::read_artifact(bytes, &Limits::default()).map(|_| ()).map_err(|e| e.message);
    let section = |id: u8, data: &[u8]| [&[id, (data.len() as u8) << 1 | 1][..], data].concat();
    let header = b"ML\xefR\x0dx\0".to_vec();
    // A section of 2^56 bytes.
    assert!(read(&[&header[..], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]].concat()).is_err());
    // 2^20 strings in a section of four bytes.
    assert!(read(&[&header[..], &section(0, &[8, 0, 0, 0x10])].concat()).is_err());
    // A string that is no UTF-8, as the name of a dialect.
    let strings = section(0, b"\x03\x07\xff\xfe\0");
    assert!(read(&[&header[..], &strings, &section(1, &[3, 1, 1])].concat()).is_err());
    // An array attribute whose element is itself; a function type whose parameter is itself.
    let names = section(0, b"\x05\x0f\x11builtin\0module\0");
    let dialects = section(1, &[3, 1, 3, 1, 3, 7]);
    for (attrs, payload) in [(3u8, [1u8, 3, 1]), (1, [5, 3, 1])] {
        let types = 4 - attrs;
        let file = [
            &header[..],
            &names,
            &dialects,
            &section(2, &payload),
            &section(3, &[attrs, types, 1, 3, 15]),
            &section(4, &[5, 1, 0, 1]),
        ];
        assert!(read(&file.concat()).is_err());
    }
}

/// What damaged files still say can be written, and is what was read.
#[test]
fn written_and_read_again() {
    let original: &[u8] = include_bytes!("data/mixed_1_17.mlirbc");
    let (mut state, mut written) = (0x9E37_79B9_7F4A_7C15u64, 0);
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    for _ in 0..3000 {
        let mut bytes = original.to_vec();
        let at = random() % bytes.len();
        bytes[at] = random() as u8;
        let limits = Limits { constant_bytes: 1 << 24, ops: 100_000, ..Limits::default() };
        let Ok((module, uses)) = vhlo::read_vhlo(&bytes, &limits) else { continue };
        let Ok(once) = vhlo::write_vhlo(&module, &uses, Target::CURRENT) else { continue };
        let (again, uses) = vhlo::read_vhlo(&once, &limits).expect("what was written reads");
        let again = vhlo::write_vhlo(&again, &uses, Target::CURRENT).expect("what was read is written");
        assert!(again == once, "writing again changes the bytes");
        written += 1;
    }
    println!("{written} of 3000 damaged files are written");
    assert!(written > 300);
}

/// What came after 1.20 is refused there and written for its version.
#[test]
fn newer_than_current() {
    let compare = "func.func @f(%a: tensor<f32>) -> tensor<i1> {
      %0 = \"stablehlo.compare\"(%a, %a) {comparison_direction = #stablehlo<comparison_direction LT>,
        compare_type = #stablehlo<comparison_type WEAKORDER>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0 : tensor<i1> }";
    let dot = "func.func @f(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0],
        algorithm = <lhs_precision_type = f8E4M3FN, rhs_precision_type = f8E4M3FN, accumulation_type = f32,
        lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3,
        allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32> }";
    let exp2 = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.exp2 %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}
        : tensor<4xf32>
      %1 = stablehlo.log2 %0 : tensor<4xf32>
      return %1 : tensor<4xf32> }";
    let fma = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.fma %a, %a, %a : tensor<4xf32>
      return %0 : tensor<4xf32> }";
    for (text, last_without, since, op) in [
        (compare, "1.21.0", "1.22.0", "vhlo.compare_v1"),
        (dot, "1.20.0", "1.21.0", "vhlo.dot_general_v2"),
        (exp2, "1.22.0", "1.23.0", "exp2"),
        (fma, "1.23.0", "1.24.0", "fma"),
    ] {
        let module = parse(text).expect("a program");
        let write = |target: &str| {
            let target = target.parse().expect("a version");
            vhlo::serialize(&module, &Options { target, ..Options::default() })
        };
        let refused = write(last_without).expect_err("the version is too old");
        assert!(refused.message.contains(op), "{refused}");
        let bytes = write(since).expect("the version has it");
        let back = vhlo::read_artifact(&bytes, &Limits::default()).expect("an artifact");
        assert_eq!(print_generic(&back), print_generic(&module));
    }
}
