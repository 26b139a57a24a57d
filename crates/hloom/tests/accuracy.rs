//! `result_accuracy`: what native code does not promise is refused at its place, what it promises compiles.

fn module(function: &str, ty: &str, accuracy: &str) -> String {
    format!(
        "func.func @main(%x: tensor<4x{ty}>) -> tensor<4x{ty}> {{\n  %y = func.call @f(%x) : (tensor<4x{ty}>) -> tensor<4x{ty}>\n  \
         return %y : tensor<4x{ty}>\n}}\nfunc.func private @f(%x: tensor<4x{ty}>) -> tensor<4x{ty}> {{\n  \
         %y = stablehlo.{function} %x {{result_accuracy = #stablehlo.result_accuracy<{accuracy}>}} : tensor<4x{ty}>\n  \
         return %y : tensor<4x{ty}>\n}}\n"
    )
}

fn compile(text: &str) -> Result<(), hloom::Error> {
    let module = hloom::parse(text.as_bytes(), "accuracy.mlir")?;
    hloom::compile(&module, "main", &hloom::host_target(), &hloom::Options::default()).map(|_| ())
}

#[test]
fn declared_errors_are_held_against_what_is_asked() {
    let mode = |m: &str| format!("mode = #stablehlo.result_accuracy_mode<{m}>");
    let tolerance = |t: &str| format!("{t}, {}", mode("TOLERANCE"));
    for (function, ty, accuracy) in [
        ("exponential", "f32", mode("HIGHEST")),
        ("exponential", "f32", tolerance("ulps = 1")),
        ("tanh", "f32", tolerance("rtol = 1.0e-6")),
        ("tanh", "bf16", tolerance("ulps = 1")),
        ("cosine", "f64", tolerance("atol = 1.0e-12")),
    ] {
        compile(&module(function, ty, &accuracy)).unwrap_or_else(|e| panic!("{function} {ty} {accuracy}: {e}"));
    }
    for (function, ty, accuracy) in [
        ("tanh", "f32", tolerance("ulps = 1")),
        ("exponential", "f32", tolerance("atol = 1.0e-5")),
        ("sine", "complex<f32>", tolerance("ulps = 100")),
    ] {
        match compile(&module(function, ty, &accuracy)) {
            Err(hloom::Error::Program { diagnostics, .. }) => {
                let text = format!("{diagnostics:?}");
                assert!(text.contains("result-accuracy") && text.contains("Unimplemented"), "{text}");
            }
            other => panic!("{function} {ty} {accuracy}: {other:?}"),
        }
    }
}
