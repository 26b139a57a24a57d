//! `cargo xtask bench reader`: how fast programs are read, beside jaxlib's parser in the same run.
//!
//! Three made-up files (the seed decides their content): half a million small ops, one text of large constants, one
//! artifact of large constants. The bounds are those of the project's targets; times are those of one thread.

use crate::command::{capture, cargo, python, release, root, target_dir};
use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of each text file.
const TEXT: usize = 50 << 20;
/// Bytes of the constants of the artifact.
const ARTIFACT: usize = 100 << 20;

/// A small generator of numbers (splitmix64): the same files on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Many small ops: elementwise, movement, comparisons, constants, as an unrolled program has them.
fn small_ops(seed: u64) -> String {
    let mut r = Random(seed);
    let mut out = String::with_capacity(TEXT + 1024);
    out += "module @small_ops {\n  func.func public @main(%arg0: tensor<16x128xf32>, %arg1: tensor<16x128xf32>) -> tensor<16x128xf32> {\n";
    // Values of the shape 16x128 to choose from; the last ones most of the time.
    let mut values = vec!["%arg0".to_owned(), "%arg1".to_owned()];
    let mut n = 0;
    while out.len() < TEXT {
        let pick = |r: &mut Random, values: &[String]| {
            let back = if r.below(8) == 0 { r.below(values.len()) } else { r.below(values.len().min(16)) };
            values[values.len() - 1 - back].clone()
        };
        let (x, y) = (pick(&mut r, &values), pick(&mut r, &values));
        let mut fresh = || {
            n += 1;
            format!("%{}", n - 1)
        };
        let v = fresh();
        let t = "tensor<16x128xf32>";
        // Writing to a string does not fail.
        let mut line = |text: String| out.push_str(&text);
        match r.below(12) {
            0..4 => {
                let op = ["add", "multiply", "subtract", "maximum", "divide"][r.below(5)];
                line(format!("    {v} = stablehlo.{op} {x}, {y} : {t} loc(\"layer{}/{op}\")\n", r.below(100)));
            }
            4..6 => {
                let op = ["exponential", "tanh", "negate", "logistic", "abs"][r.below(5)];
                line(format!("    {v} = stablehlo.{op} {x} : {t}\n"));
            }
            6 => {
                let w = fresh();
                line(format!("    {v} = stablehlo.transpose {x}, dims = [1, 0] : ({t}) -> tensor<128x16xf32>\n"));
                line(format!("    {w} = stablehlo.transpose {v}, dims = [1, 0] : (tensor<128x16xf32>) -> {t}\n"));
                values.push(w);
                continue;
            }
            7 => {
                let w = fresh();
                line(format!("    {v} = stablehlo.reshape {x} : ({t}) -> tensor<2048xf32>\n"));
                line(format!("    {w} = stablehlo.reshape {v} : (tensor<2048xf32>) -> {t}\n"));
                values.push(w);
                continue;
            }
            8 => {
                let w = fresh();
                line(format!(
                    "    {v} = stablehlo.constant dense<{}.{:02}> : tensor<f32>\n",
                    r.below(100),
                    r.below(100)
                ));
                line(format!("    {w} = stablehlo.broadcast_in_dim {v}, dims = [] : (tensor<f32>) -> {t}\n"));
                values.push(w);
                continue;
            }
            9 => {
                let w = fresh();
                line(format!("    {v} = stablehlo.compare GT, {x}, {y}, FLOAT : ({t}, {t}) -> tensor<16x128xi1>\n"));
                line(format!("    {w} = stablehlo.select {v}, {x}, {y} : tensor<16x128xi1>, {t}\n"));
                values.push(w);
                continue;
            }
            10 => {
                let w = fresh();
                line(format!("    {v} = stablehlo.slice {x} [0:16, 0:64] : ({t}) -> tensor<16x64xf32>\n"));
                line(format!(
                    "    {w} = stablehlo.concatenate {v}, {v}, dim = 1 : (tensor<16x64xf32>, tensor<16x64xf32>) -> {t}\n"
                ));
                values.push(w);
                continue;
            }
            _ => {
                line(format!("    {v} = \"stablehlo.power\"({x}, {y}) : ({t}, {t}) -> {t}\n"));
            }
        }
        values.push(v);
    }
    let last = &values[values.len() - 1];
    out += &format!("    return {last} : tensor<16x128xf32>\n  }}\n}}\n");
    out
}

/// Large constants as hexadecimal text.
fn blobs(seed: u64) -> String {
    const ELEMENTS: usize = 1 << 20;
    let mut r = Random(seed);
    let mut out = String::with_capacity(TEXT + (9 << 20));
    out += "module @blobs {\n  func.func public @main() -> (tensor<1048576xf32>) {\n";
    let mut n = 0;
    while out.len() < TEXT {
        let _ = write!(out, "    %{n} = stablehlo.constant dense<\"0x");
        for _ in 0..ELEMENTS / 2 {
            // Two floats of moderate size: the exponent's high bits are those of numbers near one.
            let bits = r.next() & 0x3fff_ffff_3fff_ffff | 0x3000_0000_3000_0000;
            let _ = write!(out, "{:016X}", bits.swap_bytes());
        }
        out += "\"> : tensor<1048576xf32>\n";
        n += 1;
    }
    out += "    return %0 : tensor<1048576xf32>\n  }\n}\n";
    out
}

fn write_once(path: &Path, make: impl FnOnce() -> String) -> Result<()> {
    if !path.exists() {
        fs::write(path, make()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// What is read, and by whom.
#[derive(clap::Parser)]
#[command(name = "cargo xtask bench reader")]
pub(crate) struct Args {
    /// What the files hold depends on it alone
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Times that each file is read; the best counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// Leaves jaxlib out
    #[arg(long)]
    no_peer: bool,
}

/// The command.
pub(crate) fn bench(args: &Args) -> Result<bool> {
    let (seed, runs) = (args.seed, args.runs.to_string());
    let dir = target_dir().join("reader");
    fs::create_dir_all(&dir)?;
    let file = |name: &str| -> PathBuf { dir.join(format!("{name}-{seed}")) };
    let (ops, blob, artifact) = (file("ops.mlir"), file("blobs.mlir"), file("constants.mlirbc"));
    write_once(&ops, || small_ops(seed))?;
    write_once(&blob, || blobs(seed))?;
    if !cargo(["build", "--release", "--quiet", "-p", "hloom-stablehlo", "--example", "reader"]).status()?.success() {
        return Ok(false);
    }
    let peer = !args.no_peer;
    let script = root().join("bench/reader_peer.py");
    if peer && !artifact.exists() {
        let made =
            capture(python().arg(&script).args(["--make", &ARTIFACT.to_string(), &seed.to_string()]).arg(&artifact))?;
        if !made.status.success() {
            bail!("jaxlib wrote no artifact: {}", made.last_error());
        }
    }
    let mut good = true;
    println!(
        "{:24} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9} {:>7}",
        "file", "ops", "read", "parse", "build", "verify", "all ms", "jaxlib ms", "bound"
    );
    for (path, bound) in [(&ops, 1000.0), (&blob, 1000.0), (&artifact, 300.0)] {
        if !path.exists() {
            continue;
        }
        let program = release("examples").join("reader");
        let ours = capture(std::process::Command::new(program).args(["--runs", &runs]).arg(path))?;
        let ours: serde_json::Value =
            serde_json::from_str(ours.stdout.trim()).with_context(|| format!("the reader said: {}", ours.stderr))?;
        let theirs = if peer {
            let said = capture(python().arg(&script).args(["--time", &runs]).arg(path))?;
            Some(said.stdout.trim().parse::<f64>().with_context(|| format!("jaxlib said: {}", said.last_error()))?)
        } else {
            None
        };
        let ms = |key: &str| ours[key].as_f64().unwrap_or(f64::NAN);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let all = ms("all_ms");
        println!(
            "{name:24} {:>8} {:>8.1} {:>8.1} {:>8.1} {:>8.1} {all:>9.1} {:>9} {bound:>7.0}",
            ours["ops"],
            ms("read_ms"),
            ms("parse_ms"),
            ms("build_ms"),
            ms("verify_ms"),
            theirs.map_or("-".into(), |t| format!("{t:.1}")),
        );
        good &= all <= bound && theirs.is_none_or(|t| all < t);
    }
    println!(
        "all: from the file to a verified module, best of {runs}; jaxlib: parse (with its verifier) or deserialise"
    );
    Ok(good)
}
