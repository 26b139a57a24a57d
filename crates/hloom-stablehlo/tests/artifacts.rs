//! Portable artifacts: everything in the model zoo and StableHLO's own fixtures of every version decodes; damaged
//! input gives errors, never panics.

use hloom_mlir::{Limits, RawModule, RawOp};
use hloom_stablehlo::vhlo::{self, read_artifact};
use std::path::{Path, PathBuf};

/// `$name` or `fallback`, seen from the repository root; says so when it is absent.
fn data_dir(name: &str, sub: &str, fallback: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = std::env::var_os(name).map_or_else(|| root.join(fallback), PathBuf::from).join(sub);
    if dir.is_dir() {
        return Some(dir);
    }
    println!("NOT RUN: {} is absent (set {name})", dir.display());
    None
}

/// All files below `dir` whose name ends with `suffix`, sorted.
fn files(dir: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut dirs = vec![dir.to_path_buf()];
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(&dir).expect("the directory is readable") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.to_string_lossy().ends_with(suffix) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn ops<'a>(op: &'a RawOp, out: &mut Vec<&'a RawOp>) {
    out.push(op);
    for block in op.regions.iter().flat_map(|r| &r.blocks) {
        block.ops.iter().for_each(|op| ops(op, out));
    }
}

/// Checks what holds for every upgraded module; returns the number of its ops.
fn check(module: &RawModule) -> Result<usize, String> {
    let mut all = Vec::new();
    ops(&module.op, &mut all);
    for op in &all {
        if op.name.starts_with("vhlo.") || &*op.name == "builtin.unrealized_conversion_cast" {
            return Err(format!("'{}' is left", op.name));
        }
        if let Some(v) = op.operands.iter().chain(&op.results).find(|v| v.0 as usize >= module.value_types.len()) {
            return Err(format!("'{}' has the value {} without type", op.name, v.0));
        }
    }
    Ok(all.len())
}

fn decode_all(dir: &Path, suffix: &str) -> usize {
    let mut failures = Vec::new();
    let paths = files(dir, suffix);
    assert!(!paths.is_empty(), "no {suffix} in {}", dir.display());
    for path in &paths {
        let bytes = std::fs::read(path).expect("the artifact is readable");
        assert!(vhlo::sniff(&bytes));
        let result = read_artifact(&bytes, &Limits::default());
        match result.map_err(|e| format!("{e} at byte {}", e.offset)).and_then(|m| check(&m)) {
            Ok(_) if path.to_string_lossy().contains("invalid_vhlo_future") => {
                failures.push(format!("{}: an op of the future was accepted", path.display()));
            }
            Ok(_) => {}
            Err(e) if path.to_string_lossy().contains("invalid_vhlo_future") && e.contains("constant_v99") => {}
            Err(e) => failures.push(format!("{}: {e}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), paths.len(), failures.join("\n"));
    paths.len()
}

#[test]
fn zoo_artifacts_decode() {
    if let Some(dir) = data_dir("HLOOM_ZOO", "", "target/data/zoo") {
        println!("{} artifacts", decode_all(&dir, ".mlirbc"));
    }
}

#[test]
fn artifacts_of_every_version_decode() {
    if let Some(dir) = data_dir("HLOOM_SHARED", "conformance/stablehlo/tests/vhlo", "../shared") {
        println!("{} artifacts", decode_all(&dir, ".bc"));
    }
}

/// The next number of a fixed sequence (xorshift).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Reads with limits that a test can afford and uses what was read.
fn try_read(bytes: &[u8]) -> bool {
    let limits = Limits { constant_bytes: 1 << 24, ops: 100_000, ..Limits::default() };
    read_artifact(bytes, &limits).is_ok_and(|m| check(&m).is_ok())
}

#[test]
fn damaged_artifacts_never_panic() {
    let Some(dir) = data_dir("HLOOM_ZOO", "", "target/data/zoo") else { return };
    for (case, mutations) in [("dot_varieties", 2000), ("sort_topk", 1000), ("cnn_fwd", 1000)] {
        let bytes = std::fs::read(dir.join(case).join("module.mlirbc")).expect("the artifact is readable");
        assert!(try_read(&bytes));
        for n in 0..bytes.len() {
            assert!(!try_read(&bytes[..n]), "{case}: a prefix of {n} bytes was accepted");
        }
        let (mut state, mut accepted) = (0x9E37_79B9_7F4A_7C15, 0);
        for _ in 0..mutations {
            let mut damaged = bytes.clone();
            for _ in 0..1 + random(&mut state) % 3 {
                let at = random(&mut state) as usize % damaged.len();
                damaged[at] = random(&mut state) as u8;
            }
            accepted += usize::from(try_read(&damaged));
        }
        println!("{case}: {accepted} of {mutations} mutations still decode");
    }
}
