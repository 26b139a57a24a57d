//! Round trips of text over the public test programs and the model zoo: reading what the printer wrote, in generic
//! and in custom form, gives the same program.
//!
//! Data that is not on this machine is reported as `NOT RUN`.

use hloom_mlir::text::{Assembly, Chunk, ParseOptions, PrintOptions, split_input};
use hloom_mlir::{Attr, LocData, RawModule, RawOp, RawRegion, RawValue, Str, Type};
use hloom_stablehlo::text::{StableHlo, print, print_generic};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The directory a variable names, or the usual place; `None` (with a note) if it does not exist.
fn data_directory(variable: &str, suffix: &str, usual: &str) -> Option<PathBuf> {
    let path = match std::env::var_os(variable) {
        Some(root) => PathBuf::from(root).join(suffix),
        None => repository().join(usual),
    };
    if path.is_dir() {
        return Some(path);
    }
    println!("NOT RUN: {} does not exist (set {variable})", path.display());
    None
}

fn conformance() -> Option<PathBuf> {
    data_directory("HLOOM_SHARED", "conformance", "../shared/conformance").map(|p| p.join("stablehlo"))
}

fn zoo() -> Option<PathBuf> {
    data_directory("HLOOM_ZOO", "", "target/data/zoo")
}

fn mlir_files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "mlir"))
        .collect();
    files.sort();
    files
}

fn zoo_files(zoo: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(zoo)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("module.mlir")))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

/// A text in which equal programs are equal: values numbered in order of definition, attributes sorted.
fn fingerprint(module: &RawModule) -> String {
    struct Walk<'a> {
        module: &'a RawModule,
        numbers: HashMap<RawValue, usize>,
        out: String,
    }
    impl Walk<'_> {
        fn define(&mut self, value: RawValue) {
            let number = self.numbers.len();
            self.numbers.insert(value, number);
            write!(self.out, " def {number} {:?}", self.module.value_types[value.0 as usize]).expect("a string");
        }
        fn region(&mut self, region: &RawRegion) {
            self.out.push_str(" {");
            for block in &region.blocks {
                self.out.push_str(" block");
                block.args.iter().for_each(|(value, _)| self.define(*value));
                block.ops.iter().for_each(|op| self.op(op));
            }
            self.out.push_str(" }");
        }
        fn op(&mut self, op: &RawOp) {
            let operands: Vec<_> = op.operands.iter().map(|v| self.numbers[v]).collect();
            // Custom form leaves defaults out.
            let stated = |(n, a): &&(Str, Attr)| !StableHlo.is_default(&op.name, n, a);
            let mut attrs: Vec<(&Str, &Attr)> = op.attrs.iter().filter(stated).map(|(n, a)| (n, a)).collect();
            attrs.sort_by_key(|(name, _)| *name);
            write!(self.out, "\n{} {operands:?} {attrs:?}", op.name).expect("a string");
            op.regions.iter().for_each(|region| self.region(region));
            op.results.iter().for_each(|value| self.define(*value));
        }
    }
    let mut walk = Walk { module, numbers: HashMap::new(), out: String::new() };
    walk.op(&module.op);
    walk.out
}

/// Reads, prints and reads again; what went wrong.
fn round_trip(text: &str, first_line: u32) -> Result<(), String> {
    let read = |text: &str, what: &str, first_line: u32| {
        let options = ParseOptions { first_line, ..ParseOptions::new("file", &StableHlo) };
        hloom_mlir::text::parse(text, &options).map_err(|e| {
            let line = text.lines().nth(e.line.saturating_sub(first_line) as usize).unwrap_or("");
            let excerpt: String = line.chars().take(160).collect();
            format!("{what}: {}:{}: {e}: {excerpt}", e.line, e.column)
        })
    };
    let module = read(text, "source", first_line)?;
    let expected = fingerprint(&module);
    for (what, printed) in [("generic", print_generic(&module)), ("custom", print(&module))] {
        let again = fingerprint(&read(&printed, what, 1)?);
        if again != expected {
            let difference = expected.lines().zip(again.lines()).find(|(a, b)| a != b);
            return Err(format!("{what}: read back differently: {difference:?}"));
        }
    }
    Ok(())
}

fn round_trip_files(files: &[PathBuf]) {
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        for Chunk { text, first_line } in split_input(&text) {
            if let Err(message) = round_trip(text, first_line) {
                failures.push(format!("{}: {message}", file.display()));
            }
        }
    }
    println!("{} files, {} failures", files.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn conformance_testdata() {
    let Some(root) = conformance() else { return };
    round_trip_files(&mlir_files(&root.join("testdata")));
}

#[test]
fn conformance_quantized() {
    let Some(root) = conformance() else { return };
    round_trip_files(&mlir_files(&root.join("testdata/quantized")));
}

#[test]
fn conformance_dynamic() {
    let Some(root) = conformance() else { return };
    round_trip_files(&mlir_files(&root.join("testdata/dynamic")));
}

#[test]
fn conformance_interpret_and_math() {
    let Some(root) = conformance() else { return };
    for directory in ["tests/interpret", "tests/interpret/chlo", "tests/math"] {
        round_trip_files(&mlir_files(&root.join(directory)));
    }
}

/// The programs of the versioning tests use every op, attribute and type; the others there are meant to be refused.
#[test]
fn conformance_all_ops() {
    let Some(root) = conformance() else { return };
    let mut files = mlir_files(&root.join("tests/vhlo"));
    files.retain(|f| f.file_name().is_some_and(|n| n.to_string_lossy().starts_with("stablehlo_legalize_to_vhlo.")));
    round_trip_files(&files);
}

#[test]
fn zoo_programs() {
    let Some(zoo) = zoo() else { return };
    round_trip_files(&zoo_files(&zoo));
}

/// Locations survive printing: the same positions for the same ops.
#[test]
fn locations_round_trip() {
    let text = r##"
        #loc = loc("model.py":1:0)
        module {
          func.func @main(%a: tensor<2xf32> loc("a")) -> tensor<2xf32> {
            %0 = stablehlo.add %a, %a : tensor<2xf32> loc(#loc3)
            %1 = stablehlo.negate %0 : tensor<2xf32> loc(callsite("inner"(#loc1) at fused[#loc, #loc1]))
            return %1 : tensor<2xf32> loc(unknown)
          } loc(#loc)
        } loc(#loc)
        #loc1 = loc("model.py":3:4)
        #loc3 = loc("jit(main)/add"(#loc1))
    "##;
    let module = hloom_stablehlo::text::parse(text, "file").expect("valid text");
    let options = PrintOptions { assembly: &StableHlo, generic: false, locations: true };
    let printed = hloom_mlir::text::print(&module, &options);
    let again = hloom_stablehlo::text::parse(&printed, "other").expect("printed text");
    assert_eq!(hloom_mlir::text::print(&again, &options), printed);
    let function = &again.op.regions[0].blocks[0].ops[0];
    let ops = &function.regions[0].blocks[0].ops;
    assert_eq!(again.locs.file_position(ops[0].loc), Some(("model.py", 3, 4)));
    assert_eq!(again.locs.file_position(ops[1].loc), Some(("model.py", 3, 4)));
    assert_eq!(*again.locs.get(ops[2].loc), LocData::Unknown);
}

/// Every prefix of a program, and the program with any one byte replaced, is read or refused without a panic.
#[test]
fn damaged_text_is_refused() {
    let text = r##"
        !t = tensor<2x?xf32, #stablehlo.bounds<2, 4>>
        module @m attributes {a.b = [1 : i8, dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, array<f32: 1.5>, @x::@"y z"]} {
          func.func private @f(!t {a.c}, tuple<i1, complex<f32>>) -> (tensor<*xf32>, i32 {a.d = -0x1 : i32})
          func.func @main(%a: tensor<4xf32> {a.e = "\22\\"}) -> tensor<f32> attributes {x.y} {
            %c:2 = "a.b"(%a) <{k = dense_resource<blob> : tensor<2xf32>}> ({^bb0(%b: i32 loc("x")): "c.d"() : () -> ()}) {x.z} : (tensor<4xf32>) -> (i1, i2)
            %cst = stablehlo.constant dense<(1.0, 0xFF800000)> : tensor<complex<f32>>
            %z = stablehlo.constant dense<"0x00000000"> : tensor<f32>
            %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
            %1 = stablehlo.while(%i = %0) : tensor<f32> cond { %p = stablehlo.compare LT, %i, %i, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> } do { stablehlo.return %i : tensor<f32> }
            %s = stablehlo.slice %a [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
            return %1 : tensor<f32> loc(callsite("a"("f":1:2) at unknown))
          }
        }
        {-# dialect_resources: { builtin: { blob: "0x040000000000803F00000040" } } #-}
    "##;
    round_trip(text, 1).expect("the undamaged text");
    let read = |text: &str| {
        if let Ok(module) = hloom_stablehlo::text::parse(text, "file") {
            print(&module);
            print_generic(&module);
        }
    };
    for end in 0..text.len() {
        read(&text[..end]);
    }
    for at in 0..text.len() {
        for replacement in
            ["", "<", ">", "\"", "0", "-", "%", "#", "x", "{", "9999999999999999999999999999999999999999"]
        {
            read(&format!("{}{replacement}{}", &text[..at], &text[at + 1..]));
        }
    }
}

#[test]
fn nesting_is_limited() {
    for (open, close) in [("[", "]"), ("{a = ", "}"), ("tuple<", ">"), ("#a<", ">"), ("loc(fused[", "])")] {
        for depth in [1000, 200_000] {
            let text = format!("module attributes {{a.b = {}{}}} {{}}", open.repeat(depth), close.repeat(depth));
            let error = hloom_stablehlo::text::parse(&text, "file").map(|_| ()).expect_err("too deep");
            assert!(error.message.contains("deep") || error.message.contains("expected"), "{error}");
        }
    }
    let text = r#""a.b"() ({"#.repeat(100_000);
    hloom_stablehlo::text::parse(&text, "file").map(|_| ()).expect_err("too deep");
}

/// The custom form gives the attributes of the generic form.
#[test]
fn forms_agree() {
    let cases = [
        (
            "stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>",
            r#""stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x2xf32>"#,
        ),
        (
            "stablehlo.convolution(%arg1, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> tensor<1x4x1xf32>",
            r#""stablehlo.convolution"(%arg1, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<1x2xi64>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> tensor<1x4x1xf32>"#,
        ),
        (
            "stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, HIGH], algorithm = <lhs_precision_type = tf32, allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>",
            r#""stablehlo.dot_general"(%arg0, %arg0) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>"#,
        ),
        (
            "stablehlo.reduce_precision %arg0, format = e5m2 {x.y} : tensor<4xf32>",
            r#""stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}> {x.y} : (tensor<4xf32>) -> tensor<4xf32>"#,
        ),
        (
            "stablehlo.slice %arg0 [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>",
            r#""stablehlo.slice"(%arg0) <{limit_indices = array<i64: 4>, start_indices = array<i64: 0>, strides = array<i64: 2>}> : (tensor<4xf32>) -> tensor<2xf32>"#,
        ),
        (
            "stablehlo.compare LT, %arg0, %arg0, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>",
            r#""stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>"#,
        ),
        (
            "stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>",
            r#""stablehlo.complex"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>"#,
        ),
    ];
    let module = |op: &str| {
        let text = format!("func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1x4x1xf32>) {{ %r = {op}\n return }}");
        hloom_stablehlo::text::parse(&text, "file").unwrap_or_else(|e| panic!("{e} at {}: {text}", e.column))
    };
    for (custom, generic) in cases {
        let (from_custom, from_generic) = (module(custom), module(generic));
        let attrs = |m: &RawModule| m.op.regions[0].blocks[0].ops[0].regions[0].blocks[0].ops[0].attrs.clone();
        assert_eq!(attrs(&from_custom), attrs(&from_generic));
        assert!(print(&from_generic).contains(custom), "{}", print(&from_generic));
        assert!(print_generic(&from_custom).contains(generic), "{}", print_generic(&from_custom));
    }
    let ty = module(cases[0].0).value_types.pop();
    assert!(matches!(ty, Some(Type::RankedTensor(_))));
}
