//! The text form without any dialect: what is read, what is refused, and where errors point.

use hloom_mlir::text::{Generic, ParseOptions, PrintOptions, parse, print};
use hloom_mlir::{Attr, Dense, Limits, LocData, RawModule, SyntaxError, Type};
use hloom_num::DType;

fn read(text: &str) -> Result<RawModule, SyntaxError> {
    parse(text, &ParseOptions::new("test.mlir", &Generic))
}

/// The attribute `a` of a module with that attribute.
fn attribute(text: &str) -> Result<Attr, SyntaxError> {
    let module = read(&format!("module attributes {{a = {text}}} {{}}"))?;
    Ok(module.op.attr("a").expect("the module has it").clone())
}

fn constant(text: &str) -> Dense {
    match attribute(text) {
        Ok(Attr::Dense(dense)) => (*dense).clone(),
        other => panic!("{text}: {other:?}"),
    }
}

fn f32s(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[test]
fn constants() {
    assert_eq!(&*constant("dense<[[1.0, 2.5], [0x7FC00001, -0.0]]> : tensor<2x2xf32>").data, {
        f32s(&[1.0, 2.5, f32::from_bits(0x7FC0_0001), -0.0])
    });
    assert_eq!(&*constant("dense<\"0x0000803F00000040\"> : tensor<2xf32>").data, f32s(&[1.0, 2.0]));
    assert_eq!(&*constant("dense<(1.0, -2.0)> : tensor<complex<f32>>").data, f32s(&[1.0, -2.0]));
    assert_eq!(&*constant("dense<[true, false, 1]> : tensor<3xi1>").data, [1, 0, 1]);
    assert_eq!(&*constant("dense<[-8, 0xF, 7]> : tensor<3xi4>").data, [0xF8, 0xFF, 7]);
    assert_eq!(&*constant("dense<\"0x08\"> : tensor<1xi4>").data, [0xF8]);
    assert_eq!(
        &*constant("dense<[3, -1]> : tensor<2xindex>").data,
        [3i64.to_le_bytes(), (-1i64).to_le_bytes()].concat()
    );
    let splat = constant("dense<[[7, 7], [7, 7]]> : tensor<2x2xi16>");
    assert!(splat.splat);
    assert_eq!(splat, constant("dense<7> : tensor<2x2xi16>"));
    assert_eq!(constant("dense<[3]> : tensor<1xi8>"), constant("dense<3> : tensor<1xi8>"));
    assert_eq!(constant("dense<[[], []]> : tensor<2x0xf32>"), constant("dense<> : tensor<2x0xf32>"));
    // Twelve booleans packed into two bytes, as old files have them.
    let packed = constant("dense<\"0x0508\"> : tensor<12xi1>");
    assert_eq!(&*packed.data, [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    // A decimal is rounded once to its type: through f64 this would round to even.
    assert_eq!(&*constant("dense<1.00000005960464477540> : tensor<f32>").data, f32s(&[f32::from_bits(0x3F80_0001)]));
}

#[test]
fn refused_constants() {
    for text in [
        "dense<[1, 2]> : tensor<3xi32>",
        "dense<[1, 2, 3]> : tensor<2xi32>",
        "dense<[[1], [2, 3]]> : tensor<2x2xi32>",
        "dense<[1]> : tensor<i32>",
        "dense<> : tensor<2xi32>",
        "dense<256> : tensor<i8>",
        "dense<-1> : tensor<ui8>",
        "dense<1> : tensor<f32>",
        "dense<0x1FFFFFFFF> : tensor<f32>",
        "dense<1.0> : tensor<i32>",
        "dense<1> : tensor<?xi32>",
        "dense<1> : tensor<*xi32>",
        "dense<\"0x00\"> : tensor<2xf32>",
        "dense<\"0x0G\"> : tensor<2xi4>",
        "dense<\"abc\"> : tensor<1xi8>",
        "dense<[\"abc\"]> : tensor<1x!a.string>",
        "dense<1> : tensor<9223372036854775807x9223372036854775807xi8, [",
        "dense_resource<missing> : tensor<2xf32>",
    ] {
        assert!(attribute(text).is_err(), "{text}");
    }
}

#[test]
fn a_splat_is_never_expanded() {
    let text = "dense<1> : tensor<1000000000000xi64>";
    assert_eq!(constant(text).data.len(), 8);
    let limits = Limits { constant_bytes: 4, ..Limits::default() };
    let options = ParseOptions { limits, ..ParseOptions::new("test.mlir", &Generic) };
    assert!(parse(&format!("module attributes {{a = {text}}} {{}}"), &options).is_err());
}

#[test]
fn resources_come_from_the_end_of_the_file() {
    let text = "module attributes {a = dense_resource<k> : tensor<2xf32>} {}\n\
        {-# dialect_resources: { builtin: { j: \"0x04000000FF\", k: \"0x040000000000803F00000040\" } },\n\
        external_resources: { x: { y: true } } #-}";
    let module = read(text).expect("valid text");
    let Some(Attr::Dense(dense)) = module.op.attr("a") else { panic!("a constant") };
    assert_eq!(&*dense.data, f32s(&[1.0, 2.0]));
}

#[test]
fn attributes_and_types_print_as_they_are_read() {
    for text in [
        "unit",
        "true",
        "[1, 2 : i8, 1.500000e+00, 0x7FC00000 : f32]",
        "-5 : index",
        "18446744073709551615 : ui64",
        "\"s\\22\\0A\\\\\"",
        "@a::@\"b c\"",
        "array<i1: true, false>",
        "array<f32: 1.000000e+00, 2.500000e+00>",
        "array<i8>",
        "{b = \"x\", \"c d\" = 1 : i64}",
        "(i32, tensor<*xf32>) -> (i1, index)",
        "tensor<?x4xcomplex<f64>, #stablehlo.bounds<4, ?>>",
        "tensor<0x4x!quant.uniform<i8<-127:127>:f32:1, {1.0,2.0:3}>>",
        "tuple<tensor<f8E4M3B11FNUZ>, i128, ui7, none, !a.b>",
        "memref<2xf32>",
        "#a.b<[b, 0]x[o]->[f], c = <d>>",
        "affine_map<(d0) -> (d0)>",
        "dense<[[(1.000000e+00,0.000000e+00)], [(0x7F800000,-0.000000e+00)]]> : tensor<2x1xcomplex<f32>>",
    ] {
        let module =
            read(&format!("module attributes {{a = {text}}} {{\n}}\n")).unwrap_or_else(|e| panic!("{text}: {e}"));
        let printed = print(&module, &PrintOptions::pretty(&Generic));
        assert_eq!(
            printed,
            format!("module attributes {{a = {text}}} {{\n}}\n").replace("= unit", "").replace("a }", "a}")
        );
    }
    assert_eq!(attribute("1 : i1"), Ok(Attr::Bool(true)));
    assert_eq!(attribute("0xFF : i8"), Ok(Attr::Int(-1, Type::Scalar(DType::I8))));
}

#[test]
fn errors_know_their_place() {
    let cases = [
        ("module {\n  \"a.b\"() : () -> ()\n  \"a.b\"(%x) : (i32) -> ()\n}", 3, 9, "not defined"),
        ("module {\n  %a = \"a.b\"() : () -> (i32, i32)\n}", 2, 8, "2 results"),
        ("\"a.b\"() ({\n  ^bb0(%a: i32, %a: i32):\n}) : () -> ()", 2, 3, "defined twice"),
        ("module {\n  \"a.b\"()[^bb1] : () -> ()\n}", 2, 10, "successor"),
        ("module {", 1, 9, "expected `}`"),
        ("// only\n\n  x.y %a", 3, 3, "custom form"),
        ("\"a.b\"() {x = 1, x = 2} : () -> ()", 1, 17, "twice"),
        ("\"a.b\"() : () -> () loc(#loc9)", 1, 24, "not defined"),
    ];
    for (text, line, column, message) in cases {
        let error = read(text).map(|_| ()).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.message.contains(message), "{error}");
    }
    let late = ParseOptions { first_line: 40, ..ParseOptions::new("test.mlir", &Generic) };
    assert_eq!(parse("\n\"a", &late).map(|_| ()).expect_err("no end").line, 41);
}

#[test]
fn values_are_scoped() {
    let outer = "%a:2 = \"a.b\"() : () -> (i32, i64)\n";
    let use_inside = |op: &str| format!("{outer}\"{op}\"() ({{ \"a.c\"(%a#1) : (i64) -> () }}) : () -> ()");
    assert!(read(&use_inside("a.region")).is_ok());
    assert!(read(&use_inside("func.func")).is_err());
    let siblings = "\"a.b\"() ({ %x = \"c.d\"() : () -> i1 }, { %x = \"c.d\"() : () -> i2 }) : () -> ()";
    assert!(read(siblings).is_ok());
    assert!(read(&format!("{outer}\"a.c\"(%a#2) : (i64) -> ()")).is_err());
    assert!(read(&format!("{outer}\"a.c\"(%a#0) : (i64) -> ()")).is_err());
}

#[test]
fn locations() {
    let text = "\"a.b\"() : () -> () loc(fused<\"m\">[\"x\"(#loc1), callsite(#loc2 at unknown)])\n  \"c.d\"() : () -> ()\n\
        #loc1 = loc(\"f.py\":3:4)\n#loc2 = loc(\"g.py\":5:6 to :9)";
    let module = read(text).expect("valid text");
    let ops = &module.op.regions[0].blocks[0].ops;
    assert_eq!(module.locs.file_position(ops[0].loc), Some(("f.py", 3, 4)));
    assert_eq!(*module.locs.get(ops[1].loc), LocData::File("test.mlir".into(), 2, 3));
    let options = PrintOptions { assembly: &Generic, generic: true, locations: true };
    let printed = print(&module, &options);
    let again = read(&printed).expect("printed text");
    assert_eq!(print(&again, &options), printed);
    assert!(read("\"a.b\"() : () -> () loc(#loc1)\n#loc1 = loc(\"x\"(#loc2))\n#loc2 = loc(\"y\"(#loc1))").is_err());
}

/// Programs made by hand may lack what readers guarantee; printing them does not panic.
#[test]
fn printing_an_unfinished_program_is_safe() {
    let mut module = read("%a = \"a.b\"() : () -> i32").expect("valid text");
    module.op.regions[0].blocks[0].ops[0].loc = hloom_mlir::Loc(77);
    assert!(print(&module, &PrintOptions { locations: true, ..PrintOptions::default() }).contains("a.b"));
}
