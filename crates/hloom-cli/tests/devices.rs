//! Programs for several devices, run by the command on whole tensors.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A product that is cut along its sum, and rows that stay where they are.
const PROGRAM: &str = r#"module @product attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=4, "y"=2], device_ids=[7, 3, 5, 1, 6, 2, 4, 0]>
  func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                  %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>, jax.buffer_donor = true})
      -> (tensor<4x2xf32>, tensor<8x2xf32>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = stablehlo.add %b, %b : tensor<8x2xf32>
    return %0, %1 : tensor<4x2xf32>, tensor<8x2xf32>
  }
}"#;

fn hloom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hloom")).args(args).output().expect("hloom starts")
}

fn stdout(args: &[&str]) -> String {
    let out = hloom(args);
    assert_eq!(out.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

fn list(values: impl Iterator<Item = i32>) -> String {
    values.map(|v| v.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn modules_and_executables_run_on_whole_tensors() {
    let module = file("product.mlir", PROGRAM);
    let module = module.to_str().expect("a path");
    let exe = format!("{module}.hloom");
    stdout(&["compile", module, "-o", &exe]);
    // Element (i, j) of the product is the sum over k of (8i + k)(2k + j).
    let (a, b) = (format!("4x8xf32={}", list(0..32)), format!("8x2xf32={}", list(0..16)));
    let product = (0..8).map(|n| (0..8).map(|k| (8 * (n / 2) + k) * (2 * k + n % 2)).sum());
    let expected = [format!("4x2xf32={}", list(product)), format!("8x2xf32={}", list((0..16).map(|v| 2 * v)))];
    let [product, double] = &expected;
    for (file, backend) in [(module, "cpu"), (module, "interp"), (&exe, "cpu")] {
        let inputs = ["run", file, "--backend", backend, "--input", &a, "--input", &b];
        stdout(&[&inputs[..], &["--expected_output", product, "--expected_output", double]].concat());
        // One wrong value is found.
        let wrong = double.replacen("=0,", "=1,", 1);
        let out = hloom(&[&inputs[..], &["--expected_output", product, "--expected_output", &wrong]].concat());
        assert_eq!(out.status.code(), Some(1));
        for shape in ["2x16", "2x2x8", "32"] {
            let other = a.replacen("4x8", shape, 1);
            let out = hloom(&["run", file, "--backend", backend, "--input", &other, "--input", &b]);
            assert_eq!(out.status.code(), Some(1), "{shape}: {}", String::from_utf8_lossy(&out.stderr));
            assert!(String::from_utf8_lossy(&out.stderr).contains("argument 0 is"), "{shape}");
        }
    }
    assert!(stdout(&["bench", module, "--seconds=0.01"]).contains("run"));
}

#[test]
fn one_device_is_explained_and_none_is_timed() {
    let module = file("explained.mlir", PROGRAM);
    let module = module.to_str().expect("a path");
    assert!(stdout(&["explain", module, "--roof=100,10"]).contains("collective"));
    for timed in [&["explain", module, "--run"][..], &["bench", module, "--profile"]] {
        assert_eq!(hloom(timed).status.code(), Some(3), "{timed:?}");
    }
}
