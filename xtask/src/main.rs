//! Project automation: `cargo xtask --help` lists the tasks, `cargo xtask TASK --help` what one takes.

mod bless;
mod cases;
mod ci;
mod command;
mod data;
mod fuzz;
mod mutate;
mod reader;
mod report;
mod tidy;
mod watch;

use anyhow::Result;
use clap::Parser;
use std::process::ExitCode;

/// Project automation
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Every check, with a table at the end
    Ci(ci::Args),
    /// Rules of the sources that no compiler checks
    Tidy,
    /// Rewrites generated parts of the documentation
    Bless,
    /// The side-by-side comparison; `bench reader`: reading; `bench rebuild`: the optimiser's fold
    #[command(disable_help_flag = true)]
    Bench {
        /// `reader` or `rebuild` with their arguments, else those of bench/bench_side_by_side.py
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Damaged programs, compiled too, in child processes
    Mutate(mutate::Args),
    /// Many more damaged programs, not compiled, or random ones, compiled and interpreted
    Fuzz(fuzz::Args),
}

fn main() -> ExitCode {
    let outcome = match Task::parse() {
        Task::Ci(args) => ci::run(&args),
        Task::Tidy => tidy::run(),
        Task::Bless => bless::run(),
        Task::Bench { args } => bench(&args),
        Task::Mutate(args) => mutate::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("error: {e:#}");
            ExitCode::FAILURE
        }
    }
}

fn bench(args: &[String]) -> Result<bool> {
    if args.first().is_some_and(|a| a == "reader") {
        return reader::bench(&reader::Args::parse_from(args));
    }
    let mut c = if args.first().is_some_and(|a| a == "rebuild") {
        let mut c = command::cargo(["run", "--quiet", "--release", "-p", "hloom-opt", "--example", "rebuild", "--"]);
        c.args(&args[1..]);
        c
    } else {
        if !command::cargo(["build", "--release", "-p", "hloom-cli"]).status()?.success() {
            return Ok(false);
        }
        let mut c = command::python();
        c.arg("bench/bench_side_by_side.py").args(args);
        c
    };
    Ok(c.status()?.success())
}
