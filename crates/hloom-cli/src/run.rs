//! `hloom run`: executes a module or an executable on given inputs.

use crate::array::Array;
use crate::compile_cmd::RelaxArgs;
use crate::engine::{Backend, Input, device, interpreter, load, native, open};
use crate::failure::Failure;
use anyhow::{anyhow, bail};
use hloom_num::scalar::{self, Scalar};
use std::path::{Path, PathBuf};

/// Arguments of `hloom run`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// StableHLO text, portable artifact, or executable (told apart by content); `-` is standard input.
    module: PathBuf,
    /// An input, once for each argument, in order: `@file.npy` or `2x3xf32=1,2,3,4,5,6`.
    #[arg(long)]
    input: Vec<String>,
    /// Where to write a result (`@file.npy`), once for each result, in order; results without one are printed.
    #[arg(long)]
    output: Vec<String>,
    /// What a result must be (`@file.npy` or a literal), once for each result, in order.
    #[arg(long = "expected_output", alias = "expected-output")]
    expected_output: Vec<String>,
    /// Relative tolerance of `--expected_output`.
    #[arg(long, default_value_t = 1e-5)]
    rtol: f64,
    /// Absolute tolerance of `--expected_output`.
    #[arg(long, default_value_t = 1e-6)]
    atol: f64,
    /// Back end.
    #[arg(long, value_enum, default_value = "cpu")]
    backend: Backend,
    /// Threads.
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    relax: RelaxArgs,
    /// Function to run.
    #[arg(long, default_value = "main")]
    function: String,
}

/// Runs the command; the exit code.
pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    let inputs = args.input.iter().map(|t| Array::parse(t)).collect::<Result<Vec<_>, _>>()?;
    let expected = args.expected_output.iter().map(|t| Array::parse(t)).collect::<Result<Vec<_>, _>>()?;
    let engine = match (open(&args.module)?, args.backend) {
        (Input::Executable(exe), _) if !args.relax.relax.is_none() => {
            return Err(anyhow!("an executable has the relaxations it was compiled with{}", shown(exe.relax)).into());
        }
        (Input::Executable(exe), Backend::Cpu) => load(&exe, &device(args.threads))?,
        (Input::Executable(_), Backend::Interp) => {
            return Err(anyhow!("an executable holds native code; the interpreter runs modules").into());
        }
        (Input::Module(m), Backend::Interp) => interpreter(m, &args.function)?,
        (Input::Module(m), Backend::Cpu) => native(&m, &args.function, &device(args.threads), &args.relax.options())?,
    };
    let engine = engine.sized_for(&inputs)?;
    if let Some(memory) = engine.memory() {
        eprintln!("planned peak: {memory}");
    }
    let outputs = engine.run(&inputs)?;
    if args.output.len() > outputs.len() || expected.len() > outputs.len() {
        return Err(anyhow!("the program has {} results", outputs.len()).into());
    }
    for (i, o) in outputs.iter().enumerate() {
        match args.output.get(i) {
            Some(path) => o.write_npy(Path::new(path.strip_prefix('@').unwrap_or(path)))?,
            None if expected.is_empty() => outln!("{}", o.summary()),
            None => {}
        }
    }
    for (i, (o, e)) in outputs.iter().zip(&expected).enumerate() {
        close(o, e, args.rtol, args.atol).map_err(|m| anyhow!("result {i}: {m}"))?;
    }
    Ok(0)
}

/// Relaxations in brackets, if there are any.
fn shown(relax: hloom::Relaxations) -> String {
    if relax.is_none() { String::new() } else { format!(" ({relax})") }
}

/// `|got - expected| ≤ atol + rtol·|expected|`, NaN equal to NaN, integers exact.
fn close(got: &Array, expected: &Array, rtol: f64, atol: f64) -> anyhow::Result<()> {
    // Types numpy lacks are stored as integers of their size.
    if got.ty.dims != expected.ty.dims || got.ty.dtype.byte_size() != expected.ty.dtype.byte_size() {
        bail!("got {}, expected {}", got.ty, expected.ty);
    }
    let size = got.ty.dtype.byte_size();
    for (i, (a, b)) in got.bytes.chunks_exact(size).zip(expected.bytes.chunks_exact(size)).enumerate() {
        let (x, y) = (scalar::read(got.ty.dtype, a), scalar::read(got.ty.dtype, b));
        let near = |x: f64, y: f64| x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= atol + rtol * y.abs();
        let ok = match (x, y) {
            (Scalar::Float(x), Scalar::Float(y)) => near(x, y),
            (Scalar::Complex(a, b), Scalar::Complex(c, d)) => near(a, c) && near(b, d),
            (x, y) => x == y,
        };
        if !ok {
            bail!("element {i}: got {x:?}, expected {y:?}");
        }
    }
    Ok(())
}
