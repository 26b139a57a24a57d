//! Project automation.
//!
//! ```text
//! cargo xtask ci [--only STEP,…] [--skip STEP,…] [--strict] [--list]   every check, with a table at the end
//! cargo xtask tidy                                     rules of the sources that no compiler checks
//! cargo xtask bless                                    rewrites generated parts of the documentation
//! cargo xtask bench [rebuild|reader] [ARGS…]           the side-by-side comparison, the optimiser's fold, or reading
//! cargo xtask mutate [--count N] [--seed N]            damaged programs, compiled too, in child processes
//! cargo xtask fuzz [--target=text|bytecode|interp] [--runs=N] [--seed=S] [--resume]   many more, not compiled
//! cargo xtask fuzz --target=diff [--runs=N] [--seed=S] [--start=N] [--jobs=N] [--widths=both]
//!                                random ones, compiled and interpreted
//! ```

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

use anyhow::{Result, bail};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask ci | tidy | bless | bench | mutate | fuzz   (see xtask/src/main.rs)";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let task = args.next().unwrap_or_default();
    let args: Vec<String> = args.collect();
    let outcome = match task.as_str() {
        "ci" => ci::run(&args),
        "tidy" => tidy::run(),
        "bless" => bless::run(),
        "bench" => bench(&args),
        "mutate" => mutate::run(&args),
        "fuzz" => fuzz::run(&args),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
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

/// The value of `--name VALUE` or `--name=VALUE`.
fn flag<'a>(args: &'a [String], name: &str) -> Result<Option<&'a str>> {
    for (i, a) in args.iter().enumerate() {
        if let Some(v) = a.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
            return Ok(Some(v));
        }
        if a == name {
            return match args.get(i + 1) {
                Some(v) => Ok(Some(v)),
                None => bail!("{name} needs a value"),
            };
        }
    }
    Ok(None)
}

fn bench(args: &[String]) -> Result<bool> {
    if args.first().is_some_and(|a| a == "reader") {
        return reader::bench(&args[1..]);
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
