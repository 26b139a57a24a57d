//! The `hloom` command. Its contract (flags, JSON keys, exit codes) is relied on by scripts: extend it, never change it.

/// Prints a line to standard output. A reader that goes away (`hloom … | head`) is no error and no panic.
macro_rules! outln {
    ($($arg:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout().lock(), $($arg)*);
    }};
}

mod array;
mod bench;
mod check;
mod compare;
mod compile_cmd;
mod engine;
mod exceptions;
mod explain;
mod failure;
mod grid;
mod mlir_test;
mod opt_cmd;
mod outside;
mod profile;
mod program;
mod progress;
mod run;
mod translate;
mod zoo;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Compiles and runs StableHLO programs.
#[derive(Parser)]
#[command(name = "hloom", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check zoo cases and test programs against their expected values.
    Check(check::Args),
    /// Measure compile and run times.
    Bench(bench::Args),
    /// Run a module or an executable.
    Run(run::Args),
    /// Compile a module to an executable file.
    Compile(compile_cmd::Args),
    /// Print a program after a stage of the compiler.
    Opt(opt_cmd::Args),
    /// Explain what the compiler made of a program: kernels, fusion, loops, work and roof, memory over time.
    Explain(explain::Args),
    /// Serve an editor: the language server protocol on standard input and output.
    Lsp,
    /// Convert between text and portable artifacts, or interpret.
    Translate(translate::Args),
}

fn main() -> ExitCode {
    // Deeply nested programs recurse in the printer and the planner: run on a large stack of our own.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(|| {
        let cli = Cli::parse();
        match cli.command {
            Command::Check(args) => check::run(&args),
            Command::Bench(args) => bench::run(&args),
            Command::Run(args) => run::run(&args),
            Command::Compile(args) => compile_cmd::run(&args),
            Command::Opt(args) => opt_cmd::run(&args),
            Command::Explain(args) => explain::run(&args),
            Command::Lsp => hloom_lsp::serve_stdio()
                .map(|()| 0)
                .map_err(|e| failure::Failure::Bad(format!("error: language server: {e}"))),
            Command::Translate(args) => translate::run(&args),
        }
    });
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(code))) => ExitCode::from(code),
        Ok(Ok(Err(failure))) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code())
        }
        Ok(Err(_)) => {
            eprintln!("error: internal error, see above; please report it with the program");
            ExitCode::from(1)
        }
        Err(e) => {
            eprintln!("error: cannot start a thread: {e}");
            ExitCode::from(1)
        }
    }
}
