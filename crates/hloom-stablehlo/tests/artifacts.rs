//! Portable artifacts: everything in the model zoo and StableHLO's own fixtures of every version decodes; damaged
//! input gives errors, never panics.

use hloom_mlir::{Attr, Limits, LocData, RawModule, RawOp, Type};
use hloom_num::DType;
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

/// An artifact of version 1.17 with CHLO and Shardy ops between VHLO ops, and locations of every kind.
#[test]
fn mixed_dialects_decode() {
    let bytes = include_bytes!("data/mixed_1_17.mlirbc");
    let module = read_artifact(bytes, &Limits::default()).expect("the fixture decodes");
    assert_eq!(module.producer, "StableHLO_v1.17.0");
    check(&module).expect("the fixture upgrades");
    let mut all = Vec::new();
    ops(&module.op, &mut all);
    let named = |name: &str| *all.iter().find(|op| &*op.name == name).unwrap_or_else(|| panic!("{name} is missing"));
    let dialect = |op: &str, attr: &str| match named(op).attr(attr) {
        Some(Attr::Dialect(dialect, name, body)) => format!("{dialect} {name} {body}"),
        other => panic!("{op} has {attr} {other:?}"),
    };
    assert_eq!(dialect("sdy.mesh", "mesh"), r#"sdy mesh ["x"=2, "y"=2]"#);
    assert_eq!(dialect("sdy.reshard", "sharding"), r#"sdy sharding @mesh, [{}, {"y"}]"#);
    assert_eq!(dialect("sdy.manual_computation", "manual_axes"), r#"sdy manual_axes {"x"}"#);
    let per_value = r#"sdy sharding_per_value [<@mesh, [{"x"}, {}]>]"#;
    assert_eq!(dialect("sdy.manual_computation", "in_shardings"), per_value);
    assert_eq!(dialect("chlo.broadcast_compare", "comparison_direction"), "chlo comparison_direction LT");
    let i64_type = Type::Scalar(DType::I64);
    assert_eq!(named("chlo.top_k").attr("k"), Some(&Attr::Int(3, i64_type.clone())));
    assert_eq!(named("sdy.sharding_group").attr("group_id"), Some(&Attr::Int(7, i64_type)));

    let add = all.iter().rfind(|op| &*op.name == "stablehlo.add").expect("the last add");
    assert_eq!(add.attr("mydialect.y"), Some(&Attr::DenseArray(DType::I32, [1, 2].into())));
    assert_eq!(add.attr("mydialect.z"), Some(&Attr::Symbol(["foo".into(), "bar".into()].into())));
    let w = [
        Attr::Float(1f64.to_bits(), Type::Scalar(DType::BF16)),
        Attr::Int(2, Type::Scalar(DType::U8)),
        Attr::Int(-1, Type::Scalar(DType::I4)),
        Attr::Unit,
        Attr::Type(Type::Scalar(DType::I32)),
    ];
    assert_eq!(add.attr("mydialect.w"), Some(&Attr::Array(w.into())));

    let locs = &module.locs;
    assert_eq!(locs.file_position(named("func.return").loc), Some(("a.py", 1, 2)));
    let LocData::Fused(parts, _) = locs.get(named("func.func").loc) else { panic!("the function's location is fused") };
    assert_eq!(locs.file_position(parts[0]), Some(("b.py", 4, 5)));
    let LocData::CallSite(callee, caller) = locs.get(parts[1]) else { panic!("the second part is a call site") };
    assert!(matches!(locs.get(*callee), LocData::Name(name, _) if &**name == "n"));
    assert_eq!(locs.file_position(*caller), Some(("d.py", 1, 1)));
}

/// Reads and writes every artifact in `dir`: how many came back byte for byte, and how many there are. What is written
/// must read as the same program, so that writing it again changes nothing.
fn write_all(dir: &Path, suffix: &str) -> (usize, usize) {
    let (mut same, mut written) = (0, 0);
    for path in files(dir, suffix) {
        let bytes = std::fs::read(&path).expect("the artifact is readable");
        let Ok((module, uses)) = vhlo::read_vhlo(&bytes, &Limits::default()) else { continue };
        let Some(target) = vhlo::artifact_version(&bytes) else { continue };
        let once = vhlo::write_vhlo(&module, &uses, target).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let (again, uses) = vhlo::read_vhlo(&once, &Limits::default()).expect("what was written is readable");
        let again = vhlo::write_vhlo(&again, &uses, target).expect("what was read back is writable");
        assert!(once == again, "{}: writing again changes the bytes", path.display());
        if once != bytes {
            println!("{} differs", path.display());
        }
        same += usize::from(once == bytes);
        written += 1;
    }
    (same, written)
}

#[test]
fn artifacts_are_written_as_upstream_writes_them() {
    if let Some(dir) = data_dir("HLOOM_SHARED", "conformance/stablehlo/tests/vhlo", "../shared") {
        // The fixtures from 1.2 on hold one use-list order, which the tree has not.
        let (same, written) = write_all(&dir, ".bc");
        println!("{same} of {written} fixtures byte for byte");
        assert!(same >= 14);
    }
    if let Some(dir) = data_dir("HLOOM_ZOO", "", "target/data/zoo") {
        // Locations that state a range lose its end.
        let (same, written) = write_all(&dir, ".mlirbc");
        println!("{same} of {written} zoo artifacts byte for byte");
        assert!(written > 0);
    }
}
