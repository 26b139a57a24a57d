//! Artifacts of the model zoo, compiled and run through the table.
#![allow(unsafe_code, reason = "a C API is pointers")]

mod common;
use common::*;
use hloom_pjrt::abi::buffer_type::*;
use std::ffi::c_int;
use std::path::{Path, PathBuf};

/// A few cases of different nature; `hloom check` runs all of them.
const CASES: &[&str] =
    &["mlp_fwd", "mlp_train_donated", "control_while_cond_switch", "gather_scatter", "cnn_fwd", "complex_ops"];

fn zoo() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = std::env::var_os("HLOOM_ZOO").map_or_else(|| root.join("target/data/zoo"), PathBuf::from);
    if !dir.is_dir() {
        println!("NOT RUN: {} does not exist (set HLOOM_ZOO)", dir.display());
        return None;
    }
    Some(dir)
}

fn number(dtype: &str) -> c_int {
    match dtype {
        "bool" => PRED,
        "int32" => S32,
        "uint32" => U32,
        "uint8" => U8,
        "float32" => F32,
        "complex64" => C64,
        _ => panic!("add {dtype} to this test"),
    }
}

/// An array of a case: element type, shape, bytes.
fn array(dir: &Path, entry: &serde_json::Value) -> (c_int, Vec<i64>, Vec<u8>) {
    let bytes = std::fs::read(dir.join(entry["file"].as_str().expect("a file"))).expect("an array");
    // The header: magic, version, its length, a dictionary that repeats what the entry says.
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let dims = entry["shape"].as_array().expect("a shape").iter().filter_map(|d| d.as_i64()).collect();
    (number(entry["dtype"].as_str().expect("a type")), dims, bytes[start..].to_vec())
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().expect("four bytes"))).collect()
}

fn compare(what: &str, kind: c_int, got: &[u8], expected: &[u8]) {
    assert_eq!(got.len(), expected.len(), "{what}: size");
    if !matches!(kind, F32 | C64) {
        assert_eq!(got, expected, "{what}");
        return;
    }
    let (got, expected) = (floats(got), floats(expected));
    let largest = expected.iter().filter(|e| e.is_finite()).fold(0f32, |m, e| m.max(e.abs()));
    for (i, (g, e)) in got.iter().zip(&expected).enumerate() {
        let close = g == e || (g.is_nan() && e.is_nan()) || (g - e).abs() <= 2e-5 * e.abs() + 1e-5 * largest;
        assert!(close, "{what}: element {i} is {g}, expected {e}");
    }
}

fn run(dir: &Path, client: &TestClient) -> Result<(), Failure> {
    let meta = std::fs::read_to_string(dir.join("meta.json")).expect("meta.json");
    let meta: serde_json::Value = serde_json::from_str(&meta).expect("JSON");
    let list = |key: &str| meta[key].as_array().expect("a list").iter().map(|e| array(dir, e)).collect::<Vec<_>>();
    let (inputs, outputs) = (list("inputs"), list("outputs"));
    let artifact = std::fs::read(dir.join("module.mlirbc")).expect("an artifact");
    let program = client.compile(&artifact, &[])?;
    let args =
        inputs.iter().map(|(kind, dims, data)| client.put(*kind, dims, &[], data)).collect::<Result<Vec<_>, _>>()?;
    let results = client.execute(program, &args, outputs.len())?;
    for (i, (&result, (kind, dims, data))) in results.iter().zip(&outputs).enumerate() {
        let what = format!("{}: result {i}", dir.display());
        assert_eq!(shape(result), (*kind, dims.clone()), "{what}");
        compare(&what, *kind, &get(result)?, data);
    }
    results.into_iter().chain(args).for_each(drop_buffer);
    drop_program(program);
    Ok(())
}

#[test]
fn interpreted() {
    let Some(zoo) = zoo() else { return };
    let client = TestClient::new(&[("backend", "interp")]).expect("a client");
    for case in CASES {
        run(&zoo.join(case), &client).unwrap_or_else(|(code, message)| panic!("{case}: {code}: {message}"));
    }
}

#[test]
fn native() {
    let Some(zoo) = zoo() else { return };
    let client = TestClient::new(&[("backend", "cpu")]).expect("a client");
    for case in CASES {
        match run(&zoo.join(case), &client) {
            Ok(()) => {}
            Err((UNIMPLEMENTED, message)) => println!("NOT RUN: {case}: {message}"),
            Err((code, message)) => panic!("{case}: {code}: {message}"),
        }
    }
}
