//! Reading the model zoo: arrays, comparison.
#![allow(dead_code, unreachable_pub)]

use hloom_num::{DType, scalar};
use std::path::PathBuf;

/// The zoo's directory (`HLOOM_ZOO`, or `zoo` in the repository root); says so when it is absent.
pub fn zoo() -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../zoo");
    let dir = std::env::var_os("HLOOM_ZOO").map_or(root, PathBuf::from);
    if dir.is_dir() {
        return Some(dir);
    }
    println!("NOT RUN: {} is absent (set HLOOM_ZOO)", dir.display());
    None
}

/// A machine with 32-byte vectors.
pub fn target() -> hloom_tile::Target {
    hloom_tile::Target {
        triple: "x86_64-unknown-linux-gnu".into(),
        cpu: "x86-64-v3".into(),
        features: vec![],
        vector_bytes: 32,
        vector_regs: 16,
        cheap_masks: false,
        fma: true,
        slow_division: true,
        slow_subnormals: true,
        slow_gathers: true,
        gathers_words: true,
        wide_indices: true,
        l1_bytes: 32 << 10,
        l2_bytes: 1 << 20,
        l3_bytes: 32 << 20,
        cold: false,
        cores: 2,
        task_ns: hloom_tile::Target::TASK_NS,
    }
}

/// The data of a `.npy` file.
pub fn npy(path: &std::path::Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert!(bytes.starts_with(b"\x93NUMPY"), "{}", path.display());
    let n = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    bytes[10 + n..].to_vec()
}

/// Largest difference relative to the largest magnitude of the expected array (0 if all equal), and how many elements
/// differ by more than `tolerance` of it.
pub fn compare(dtype: DType, got: &[u8], want: &[u8], tolerance: f64) -> Result<f64, String> {
    if got.len() != want.len() {
        return Err(format!("{} bytes, expected {}", got.len(), want.len()));
    }
    let n = dtype.byte_size();
    let parts = |b: &[u8]| -> Vec<f64> {
        b.chunks_exact(n)
            .flat_map(|c| match scalar::read(dtype, c) {
                scalar::Scalar::Complex(x, y) => vec![x, y],
                s => vec![s.as_f64()],
            })
            .collect()
    };
    let (g, w) = (parts(got), parts(want));
    let scale = w.iter().filter(|x| x.is_finite()).fold(0f64, |m, x| m.max(x.abs()));
    let exact = !dtype.is_float() && !dtype.is_complex();
    let (mut worst, mut at) = (0f64, 0);
    for (i, (&x, &y)) in g.iter().zip(&w).enumerate() {
        let d = if x == y || x.is_nan() && y.is_nan() {
            0.0
        } else if exact || !x.is_finite() || !y.is_finite() {
            f64::INFINITY
        } else {
            // Relative to the element where it is large, to the array's scale where terms cancel.
            (x - y).abs() / y.abs().max(scale * 1e-2).max(1e-5)
        };
        if d > worst {
            (worst, at) = (d, i);
        }
    }
    if worst > tolerance {
        return Err(format!("element {at} is {} and should be {} (worst {worst:.2e})", g[at], w[at]));
    }
    Ok(worst)
}
