//! Programs as portable artifacts and as bytecode: targets, damaged files, what is written and read again.

use hloom_mlir::text::ParseOptions;
use hloom_mlir::{Limits, RawModule};
use hloom_stablehlo::text::{StableHlo, print_generic};
use hloom_stablehlo::vhlo::{self, Options, PlainOptions, Target};

fn parse(text: &str) -> Result<RawModule, String> {
    hloom_mlir::text::parse(text, &ParseOptions::new("-", &StableHlo)).map_err(|e| format!("{}: {e}", e.line))
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

/// Bytecode of every version of the container reads as what was written, and has the bytes that MLIR writes for the text.
#[test]
fn plain_bytecode_is_written() {
    let module = parse(include_str!("data/plain.mlir")).expect("a program");
    let write = |version, producer: &str| {
        vhlo::write_plain(&module, &PlainOptions { version, producer, strip_debuginfo: false }).expect("bytecode")
    };
    // That of container 6 is older than an attribute of `custom_call`, of which properties say whether it is there.
    let fixtures: [(u64, &[u8]); 2] =
        [(1, include_bytes!("data/plain_1.mlirbc")), (3, include_bytes!("data/plain_3.mlirbc"))];
    for version in 0..=6 {
        let bytes = write(version, "Hloom");
        let back = vhlo::read_artifact(&bytes, &Limits::default()).expect("what was written reads");
        assert_eq!(print_generic(&back), print_generic(&module), "container {version}");
        if let Some((_, expected)) = fixtures.iter().find(|(v, _)| *v == version) {
            let written_by = vhlo::read_artifact(expected, &Limits::default()).expect("the fixture reads").producer;
            let bytes = write(version, &written_by);
            assert!(bytes == *expected, "container {version}: other bytes than MLIR's");
        }
    }
    let too_new = vhlo::write_plain(&module, &PlainOptions { version: 7, ..PlainOptions::default() });
    assert!(too_new.is_err_and(|e| e.message.contains("[0, 6]")));
}

/// Metadata of fused locations is kept in both kinds of bytecode.
#[test]
fn metadata_of_locations() {
    let text = "func.func @f() { return } loc(fused<{pass = \"fusion\", round = 2 : i64}>[\"a\", \"b\"(\"c.py\":1:2)])";
    let module = parse(text).expect("a program");
    let artifact = vhlo::serialize(&module, &Options::default()).expect("an artifact");
    let plain = vhlo::write_plain(&module, &PlainOptions::default()).expect("bytecode");
    for bytes in [artifact, plain] {
        let back = vhlo::read_artifact(&bytes, &Limits::default()).expect("what was written reads");
        let printed = hloom_stablehlo::print_syntax(&back, hloom_stablehlo::Form::Pretty, true);
        assert!(printed.contains(r#"fused<{pass = "fusion", round = 2 : i64}>["#), "{printed}");
    }
}

/// Quantized types in bytecode are those of MLIR's own dialect.
#[test]
fn quantized_types_in_plain_bytecode() {
    let text = "func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, \
        %b: tensor<2x!quant.uniform<u8<1:200>:f32:0, {0.5:1, 0.25}>>) { return }";
    let module = parse(text).expect("a program");
    let bytes = vhlo::write_plain(&module, &PlainOptions::default()).expect("bytecode");
    let back = vhlo::read_artifact(&bytes, &Limits::default()).expect("what was written reads");
    assert_eq!(print_generic(&back), print_generic(&module));
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
