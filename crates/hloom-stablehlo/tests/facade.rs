//! `parse` and `print`: what is printed in either form is read as the same module, wherever the module came from; text
//! and artifact of a program have one signature; errors say where.

use hloom_ir::{Func, Module, Value};
use hloom_mlir::Limits;
use hloom_stablehlo::{Form, ParseError, parse, print};
use std::path::{Path, PathBuf};

fn zoo() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = std::env::var_os("HLOOM_ZOO").map_or_else(|| root.join("target/data/zoo"), PathBuf::from);
    if dir.is_dir() {
        return Some(dir);
    }
    println!("NOT RUN: {} does not exist (set HLOOM_ZOO)", dir.display());
    None
}

/// All that a module does, without locations.
fn meaning(m: &Module) -> String {
    m.funcs.iter().map(|f| format!("{} {f}", f.public)).collect()
}

/// Parameter and result types of the functions that are called from outside.
fn signatures(m: &Module) -> Vec<String> {
    let types = |f: &Func, vs: &[Value]| vs.iter().map(|&v| f.graph.ty(v).to_string()).collect::<Vec<_>>().join(", ");
    let public = m.funcs.iter().filter(|f| f.public);
    public.map(|f| format!("@{}({}) -> ({})", f.name, types(f, f.params()), types(f, f.results()))).collect()
}

fn read(bytes: &[u8], name: &str) -> Module {
    parse(bytes, name, &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn printed_forms_are_one_module() {
    let Some(dir) = zoo() else { return };
    let mut cases: Vec<PathBuf> =
        std::fs::read_dir(&dir).expect("a readable directory").map(|e| e.expect("a readable entry").path()).collect();
    cases.sort();
    let mut compared = 0;
    for case in cases {
        let Ok(text) = std::fs::read(case.join("module.mlir")) else { continue };
        let name = case.display().to_string();
        let module = read(&text, &name);
        let wanted = meaning(&module);
        // Constants of megabytes take their time to print and say nothing new.
        if text.len() < 1 << 20 {
            for form in [Form::Pretty, Form::Generic] {
                for locations in [false, true] {
                    let printed = print(&module, form, locations);
                    assert_eq!(meaning(&read(printed.as_bytes(), &name)), wanted, "{name}: {form:?}");
                }
            }
        }
        if let Ok(artifact) = std::fs::read(case.join("module.mlirbc")) {
            // The writer of artifacts simplifies the program first, so that only its signature is the same.
            let artifact = read(&artifact, &name);
            assert_eq!(signatures(&artifact), signatures(&module), "{name}: the artifact differs");
            compared += 1;
            let printed = print(&artifact, Form::Pretty, false);
            assert_eq!(meaning(&read(printed.as_bytes(), &name)), meaning(&artifact), "{name}: printed artifact");
        }
    }
    println!("{compared} artifacts have the signature of their text");
}

#[test]
fn errors_say_where() {
    let syntax = parse(b"func.func @f() {\n  oops\n}", "a.mlir", &Limits::default()).map_err(|e| e.to_string());
    assert!(syntax.as_ref().is_err_and(|e| e.contains("a.mlir:2:")), "{syntax:?}");
    let neither = parse(b"\xff\xfe", "a.mlir", &Limits::default());
    assert!(matches!(neither, Err(ParseError::Syntax { .. })), "{neither:?}");
    let text = b"func.func @f() {\n  \"my.op\"() : () -> ()\n  \"your.op\"() : () -> ()\n  return\n}";
    match parse(text, "a.mlir", &Limits::default()) {
        Err(e @ ParseError::Program { .. }) => {
            assert!(e.is_unimplemented());
            let message = e.to_string();
            for part in ["unimplemented[unknown-op]: op my.op", "a.mlir:2:3", "op your.op", "a.mlir:3:3"] {
                assert!(message.contains(part), "{message}");
            }
        }
        other => panic!("{other:?}"),
    }
}

/// Where a value should be does not change what it is.
#[test]
fn sharding_constraints_keep_the_type() {
    let program = |ty: &str| {
        format!(
            "sdy.mesh @mesh = <[\"x\"=1]>
             func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {{ \
             %0 = \"sdy.sharding_constraint\"(%a) <{{sharding = #sdy.sharding<@mesh, [{{}}]>}}> : (tensor<2xf32>) -> {ty} \
             %1 = \"stablehlo.negate\"(%0) : ({ty}) -> tensor<2xf32> \
             return %1 : tensor<2xf32> }}"
        )
    };
    let read = |text: String| parse(text.as_bytes(), "t.mlir", &Limits::default());
    let module = read(program("tensor<2xf32>")).expect("a program");
    assert_eq!(module.funcs[0].graph.num_ops(), 2);
    hloom_ir::verify(&module).expect("sound");
    let wrong = hloom_ir::verify(&read(program("tensor<3xf32>")).expect("a program"));
    let ids: Vec<String> = wrong.expect_err("the type changes").0.iter().map(|d| d.code.to_string()).collect();
    assert_eq!(ids, ["sharding_constraint_c1", "negate_c1"]);
}

/// Upstream refuses a precision of StableHLO in an op of CHLO.
#[test]
fn attributes_of_chlo_are_its_own() {
    const TEXT: &str = "func.func @main(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) -> tensor<11x7xi1> { \
        %0 = \"chlo.ragged_dot\"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], \
            rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], \
            lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, \
            #chlo<precision HIGH>]} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32> \
        %1 = chlo.broadcast_compare %0, %0 {comparison_direction = #chlo<comparison_direction EQ>, \
            compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<11x7xf32>, tensor<11x7xf32>) -> tensor<11x7xi1> \
        return %1 : tensor<11x7xi1> }";
    let module = read(TEXT.as_bytes(), "t.mlir");
    for form in [Form::Pretty, Form::Generic] {
        let text = print(&module, form, false);
        for attr in [
            "ragged_dot<lhs",
            "<precision DEFAULT>",
            "<precision HIGH>",
            "<comparison_direction EQ>",
            "<comparison_type TO",
        ] {
            let at = text.find(attr).unwrap_or_else(|| panic!("{attr} in {text}"));
            assert!(text[..at].ends_with("#chlo") || text[..at].ends_with("#chlo."), "{attr} in {text}");
        }
        assert_eq!(meaning(&read(text.as_bytes(), "again.mlir")), meaning(&module));
    }
}
