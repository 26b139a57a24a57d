//! Quantized types and bounds: the same type after text, IR and portable artifact.

use hloom_mlir::bytecode::UseOrders;
use hloom_mlir::text::{Generic, ParseOptions, PrintOptions};
use hloom_mlir::{Limits, RawModule};
use hloom_stablehlo::{convert, text, vhlo};

/// Types as written by the printer.
const TYPES: &[&str] = &[
    "tensor<4x!quant.uniform<i8:f32, 1.000000e-01:3>>",
    "tensor<!quant.uniform<i2<-1:1>:bf16, 5.000000e-01>>",
    "tensor<2x!quant.uniform<u8:f64, 3.400000e+01:16>>",
    "tensor<2x?x!quant.uniform<i32<-7:2147483647>:f16, 0.15350925350904779>>",
    "tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {1.000000e-01,2.000000e-01:-3}>>",
    "tensor<1x2x!quant.uniform<u4:f32:0, {2.500000e-01:15}>>",
    "tensor<?x4xf32, #stablehlo.bounds<16, ?>>",
    "tensor<?x?x!quant.uniform<i8:f32, 1.000000e-01:3>, #stablehlo.bounds<?, 5>>",
];

fn parse(text: &str) -> RawModule {
    hloom_mlir::text::parse(text, &ParseOptions::new("test", &text::StableHlo)).expect("the test is well-formed")
}

#[test]
fn text_and_ir() {
    for ty in TYPES {
        let source = format!("func.func @f(%a: {ty}) -> {ty} {{\n  func.return %a : {ty}\n}}");
        let module = convert::to_ir(&parse(&source)).expect("every type has an equivalent");
        hloom_ir::verify(&module).expect("every type is valid");
        let ir = module.funcs[0].graph.ty(module.funcs[0].params()[0]).to_string();
        assert_eq!(ir, *ty);
        let raw = convert::from_ir(&module);
        let printed = hloom_mlir::text::print(&raw, &PrintOptions::pretty(&text::StableHlo));
        assert!(printed.contains(&format!("%arg0: {ty}")), "{ty} is printed as\n{printed}");
    }
}

#[test]
fn artifacts() {
    let unsigned = ["tensor<2x!quant.uniform<ui8:f64, 3.400000e+01:16>>"];
    for ty in TYPES.iter().chain(&unsigned) {
        let source = format!(
            "\"builtin.module\"() ({{\n\"vhlo.func_v1\"() <{{sym_name = \"f\", sym_visibility = \"\", \
             function_type = ({ty}) -> {ty}, arg_attrs = [], res_attrs = []}}> ({{\n^bb0(%a: {ty}):\n\
             \"vhlo.return_v1\"(%a) : ({ty}) -> ()\n}}) : () -> ()\n}}) : () -> ()"
        );
        let raw = parse(&source);
        let bytes =
            vhlo::write_vhlo(&raw, &UseOrders::default(), vhlo::Target::CURRENT).expect("every type has an encoding");
        let (read, uses) = vhlo::read_vhlo(&bytes, &Limits::default()).expect("what was written is read");
        assert_eq!(read.value_types, raw.value_types, "{ty}");
        let again = vhlo::write_vhlo(&read, &uses, vhlo::Target::CURRENT).expect("every type has an encoding");
        assert_eq!(again, bytes, "{ty}");
    }
}

#[test]
fn constants_of_quantized_type() {
    let source = "func.func @f() -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>> {\n  \
                  %0 = \"stablehlo.constant\"() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> \
                  tensor<2x!quant.uniform<i8:f32, 0.5>>\n  \
                  func.return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>\n}";
    let printed = hloom_mlir::text::print(&parse(source), &PrintOptions::pretty(&text::StableHlo));
    let line = "%cst = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> \
                tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>";
    assert!(printed.contains(line), "{printed}");
    let again = hloom_mlir::text::print(&parse(&printed), &PrintOptions::pretty(&text::StableHlo));
    assert_eq!(again, printed);
    let generic = hloom_mlir::text::print(&parse(&printed), &PrintOptions::generic(&Generic));
    assert!(generic.contains("\"stablehlo.constant\"() <{value"), "{generic}");
}
