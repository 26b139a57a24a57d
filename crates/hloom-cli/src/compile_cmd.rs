//! `hloom compile`: writes an executable.

use crate::engine::{Input, compile_for, open};
use crate::failure::Failure;
use crate::opt_cmd::write_out;
use anyhow::anyhow;
use std::path::PathBuf;

/// Arguments of `hloom compile`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// StableHLO text or portable artifact.
    module: PathBuf,
    /// Where to write the executable.
    #[arg(short, long)]
    output: PathBuf,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    relax: RelaxArgs,
    /// Function to compile.
    #[arg(long, default_value = "main")]
    function: String,
    /// Compiler threads; no influence on the result.
    #[arg(long)]
    compile_threads: Option<usize>,
}

/// How native code may compute otherwise than IEEE says.
#[derive(clap::Args, Debug)]
pub(crate) struct RelaxArgs {
    /// Relaxations of IEEE arithmetic, of native code only: `flush-subnormals` (arithmetic takes and gives zero for floats too
    /// small to be normal, as XLA does)
    #[arg(long, value_name = "NAME,…", default_value = "", hide_default_value = true)]
    pub(crate) relax: hloom::Relaxations,
}

impl RelaxArgs {
    /// Options of the compiler.
    pub(crate) fn options(&self) -> hloom::Options {
        hloom::Options { relax: self.relax, ..hloom::Options::default() }
    }
}

/// The machine to compile for.
#[derive(clap::Args, Debug)]
pub(crate) struct TargetArgs {
    /// LLVM target triple; this machine's if not given.
    #[arg(long)]
    target: Option<String>,
    /// LLVM CPU name, such as `znver4`, `sapphirerapids`, `x86-64-v3`; this machine's if neither target nor CPU is given.
    #[arg(long)]
    cpu: Option<String>,
    /// CPU features to add or remove, e.g. `+avx2,-avx512f`.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    features: Vec<String>,
}

impl TargetArgs {
    /// True if nothing was asked for.
    pub(crate) fn is_host(&self) -> bool {
        self.target.is_none() && self.cpu.is_none() && self.features.is_empty()
    }

    /// What the compiler knows of that machine.
    pub(crate) fn target(&self) -> Result<hloom::Target, Failure> {
        if let Some(f) = self.features.iter().find(|f| !f.starts_with(['+', '-'])) {
            return Err(anyhow!("feature '{f}' must start with + or -").into());
        }
        let host = hloom::host_target();
        if self.is_host() {
            return Ok(host);
        }
        let triple = self.target.clone().unwrap_or_else(|| host.triple.clone());
        // Features of this machine are the start only when its own CPU is meant.
        let (cpu, mut features) = match &self.cpu {
            Some(c) => (c.clone(), Vec::new()),
            None if self.target.is_none() => (host.cpu.clone(), host.features.clone()),
            None => (String::new(), Vec::new()),
        };
        features.extend(self.features.iter().cloned());
        let names: Vec<&str> = features.iter().map(String::as_str).collect();
        Ok(hloom::target_for(&triple, &cpu, &names))
    }
}

/// Runs the command; the exit code.
pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    let Input::Module(module) = open(&args.module)? else {
        return Err(anyhow!("{} is compiled already", args.module.display()).into());
    };
    let target = args.target.target()?;
    let options = hloom::Options { threads: args.compile_threads, ..args.relax.options() };
    let (executable, _) = compile_for(&module, &args.function, &target, &options)?;
    let bytes = executable.to_bytes().map_err(hloom::Error::from)?;
    write_out(&bytes, Some(&args.output))?;
    Ok(0)
}
