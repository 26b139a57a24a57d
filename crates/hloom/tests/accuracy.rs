//! `result_accuracy`: what native code does not promise is refused at its place, what it promises compiles and is held.

use hloom_num::DType;

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
        // By f64.
        ("tanh", "f32", tolerance("ulps = 1")),
        ("exponential", "f32", tolerance("rtol = 6.0e-8")),
        ("cosine", "f64", tolerance("atol = 1.0e-12")),
    ] {
        compile(&module(function, ty, &accuracy)).unwrap_or_else(|e| panic!("{function} {ty} {accuracy}: {e}"));
    }
    for (function, ty, accuracy) in [
        ("tanh", "f64", tolerance("ulps = 1")),
        ("tanh", "f32", tolerance("rtol = 1.0e-8")),
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

/// Largest error of `function` over 4096 arguments from -4 to 4, in units in the last place.
fn error(function: &str, accuracy: &str, exact: fn(f64) -> f64) -> f64 {
    let text = module(function, "f32", accuracy).replace("tensor<4x", "tensor<4096x");
    let module = hloom::parse(text.as_bytes(), "accuracy.mlir").expect("a program");
    let compiled =
        hloom::compile(&module, "main", &hloom::host_target(), &hloom::Options::default()).expect("compiles");
    let bytes = hloom::Blob::new(compiled.executable.to_bytes().expect("bytes"));
    let device = hloom::Device::new(hloom::DeviceOptions::default());
    let loaded = hloom::Loaded::load_bytes(&bytes, &device, &hloom::HostFns::default()).expect("loads");
    let x: Vec<f32> = (0..4096).map(|i| (i as f32 - 2047.5) / 512.0).collect();
    let bytes: Vec<u8> = x.iter().flat_map(|x| x.to_ne_bytes()).collect();
    let arg = hloom::Buffer::from_bytes(&device, DType::F32, &[4096], &bytes).expect("memory");
    let results = loaded.execute(&[&arg], &hloom::ExecOptions::default()).expect("runs");
    let results = results[0].bytes().chunks(4).map(|b| f32::from_ne_bytes(b.try_into().expect("four bytes")));
    let errors = x.iter().zip(results).map(|(&x, y)| {
        let exact = exact(f64::from(x));
        let unit = 2f64.powf(exact.abs().log2().floor() - 23.0);
        (f64::from(y) - exact).abs() / unit
    });
    errors.fold(0.0, f64::max)
}

#[test]
fn what_is_asked_for_is_computed() {
    type Exact = fn(f64) -> f64;
    let functions: [(&str, Exact); 3] =
        [("tanh", f64::tanh), ("exponential", f64::exp), ("logistic", |x| 1.0 / (1.0 + (-x).exp()))];
    for (function, exact) in functions {
        let usual = error(function, "mode = #stablehlo.result_accuracy_mode<DEFAULT>", exact);
        let highest = error(function, "mode = #stablehlo.result_accuracy_mode<HIGHEST>", exact);
        let within = error(function, "ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>", exact);
        assert!(highest < 0.5001 && within <= 1.0 && usual > 0.55, "{function}: {usual}, {highest}, {within}");
    }
}
