//! `cargo xtask fuzz`: damaged programs by the hundred thousand through one part of Hloom, without the code generator;
//! with `--target=diff` random ones, interpreted and compiled.
//!
//! A run is a sequence of numbered cases that depends on the seed; `--start` goes on where another run stopped. What
//! brings a child down is kept, and the run goes on behind it.

use crate::ci::context;
use crate::command::{cargo, logged, release, target_dir};
use crate::flag;
use crate::mutate::write_corpus;
use crate::watch::{Bounds, End, watch};
use anyhow::{Result, bail};
use std::time::{Duration, Instant};

/// Cases a child.
const CHUNK: u64 = 5_000;
const BOUNDS: Bounds = Bounds { patience: Duration::from_secs(10), memory: 3_000_000 };
/// Random programs a child, which also compiles them.
const COMPILED: u64 = 500;
const COMPILED_BOUNDS: Bounds = Bounds { patience: Duration::from_secs(120), memory: 16_000_000 };
/// After that many finds the rest is not worth the time.
const MAX_FINDS: usize = 50;
/// What `hloom-fuzz` counts.
const REACHED: [&str; 5] = ["refused", "read", "built", "verified", "done"];
/// What `differential` counts.
const FATES: [&str; 4] = ["agreed", "refused", "not run", "differ"];

/// The command.
pub(crate) fn run(args: &[String]) -> Result<bool> {
    let number = |name, default| -> Result<u64> { Ok(flag(args, name)?.map_or(Ok(default), str::parse)?) };
    let target = flag(args, "--target")?.unwrap_or("text").to_owned();
    if !["text", "bytecode", "interp", "diff"].contains(&target.as_str()) {
        bail!("there is no target '{target}'; there are text, bytecode, interp, diff");
    }
    let (runs, seed, start) = (number("--runs", 100_000)?, number("--seed", 1)?, number("--start", 0)?);
    if target == "diff" {
        return differential(runs, seed, start);
    }
    let c = context()?;
    logged(&mut cargo(["build", "--release", "-p", "hloom-fuzz"]), &c.log("build-fuzz"))?;
    let dir = c.logs.join("fuzz");
    std::fs::create_dir_all(&dir)?;
    let (corpus, current) = (dir.join("corpus"), dir.join(format!("{target}-{seed}.current")));
    let programs = write_corpus(&c, &corpus)?;
    let text = |p: &std::path::Path| p.to_string_lossy().into_owned();
    let child = [text(&release("hloom-fuzz")), target.clone(), text(&corpus), text(&current)];

    let (mut at, end) = (start, start + runs);
    let (mut totals, mut finds) = ([0u64; REACHED.len()], 0);
    let clock = Instant::now();
    while at < end && finds < MAX_FINDS {
        let count = CHUNK.min(end - at);
        match watch(&child, at, count, seed, BOUNDS)? {
            End::Done(counts) => {
                totals.iter_mut().zip(counts).for_each(|(t, n)| *t += n);
                at += count;
            }
            End::Down(index, why) => {
                finds += 1;
                let file = dir.join(format!("{target}-{seed}-{index}.find"));
                std::fs::copy(&current, &file)?;
                println!("{why}\n  {} {target} --try {}", text(&release("hloom-fuzz")), text(&file));
                at = index + 1;
            }
        }
        let counted: Vec<String> = REACHED.iter().zip(totals).map(|(name, n)| format!("{name} {n}")).collect();
        eprintln!("{at} of {end}, {:.0} s, {finds} finds: {}", clock.elapsed().as_secs_f64(), counted.join(", "));
    }
    let all: u64 = totals.iter().sum();
    let read = all - totals[0];
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{target}, seed {seed}: {} cases of {programs} programs, {:.0} a second, {finds} finds; {read} of {all} ({:.0} %) \
         got past lexer, parser and container; {} verified",
        at - start,
        (at - start) as f64 / seconds.max(1e-3),
        100.0 * read as f64 / all.max(1) as f64,
        totals[3] + totals[4]
    );
    Ok(finds == 0)
}

/// Random programs, native code against the interpreter. Differences are files that the child writes.
fn differential(runs: u64, seed: u64, start: u64) -> Result<bool> {
    let dir = target_dir().join("ci/fuzz");
    std::fs::create_dir_all(&dir)?;
    let build = ["build", "--release", "-p", "hloom", "--example", "differential"];
    logged(&mut cargo(build), &dir.join("build-differential.log"))?;
    let text = |p: &std::path::Path| p.to_string_lossy().into_owned();
    let child = [text(&release("examples/differential")), text(&dir)];
    let (mut at, end) = (start, start + runs);
    let (mut totals, mut crashes) = ([0u64; FATES.len()], 0);
    let clock = Instant::now();
    while at < end && crashes < MAX_FINDS {
        let count = COMPILED.min(end - at);
        match watch(&child, at, count, seed, COMPILED_BOUNDS)? {
            End::Done(counts) => {
                totals.iter_mut().zip(counts).for_each(|(t, n)| *t += n);
                at += count;
            }
            End::Down(index, why) => {
                crashes += 1;
                println!("{why}\n  {} --one {index} {seed}", child[0]);
                at = index + 1;
            }
        }
        let counted: Vec<String> = FATES.iter().zip(totals).map(|(name, n)| format!("{name} {n}")).collect();
        eprintln!("{at} of {end}, {:.0} s, {crashes} crashes: {}", clock.elapsed().as_secs_f64(), counted.join(", "));
    }
    println!(
        "diff, seed {seed}: {} programs, {} differ, {crashes} crash; see {}",
        at - start,
        totals[3],
        dir.display()
    );
    Ok(crashes == 0 && totals[3] == 0)
}
