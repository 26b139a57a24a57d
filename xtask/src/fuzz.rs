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
use std::sync::{Mutex, PoisonError};
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
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        return differential(runs, seed, start, number("--jobs", cores)?);
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

/// How far a run of several children is.
struct Progress {
    /// First program that no child has yet.
    next: u64,
    /// First program of what each child is at.
    busy: Vec<u64>,
    totals: [u64; FATES.len()],
    crashes: usize,
}

impl Progress {
    /// All programs below this are done.
    fn done(&self) -> u64 {
        self.busy.iter().copied().fold(self.next, u64::min)
    }
}

/// Random programs, native code against the interpreter, by `jobs` children at once. Differences are files that the
/// children write.
fn differential(runs: u64, seed: u64, start: u64, jobs: u64) -> Result<bool> {
    let dir = target_dir().join("ci/fuzz");
    std::fs::create_dir_all(&dir)?;
    let build = ["build", "--release", "-p", "hloom", "--example", "differential"];
    logged(&mut cargo(build), &dir.join("build-differential.log"))?;
    let text = |p: &std::path::Path| p.to_string_lossy().into_owned();
    let child = [text(&release("examples/differential")), text(&dir)];
    let (end, clock) = (start + runs, Instant::now());
    let progress = Progress { next: start, busy: Vec::new(), totals: [0; FATES.len()], crashes: 0 };
    let progress = Mutex::new(progress);
    let state = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || -> Result<()> {
        loop {
            let (mut at, to) = {
                let mut p = state();
                if p.next >= end || p.crashes >= MAX_FINDS {
                    return Ok(());
                }
                let chunk = (p.next, (p.next + COMPILED).min(end));
                p.next = chunk.1;
                p.busy.push(chunk.0);
                chunk
            };
            let first = at;
            while at < to {
                match watch(&child, at, to - at, seed, COMPILED_BOUNDS)? {
                    End::Done(counts) => {
                        state().totals.iter_mut().zip(counts).for_each(|(t, n)| *t += n);
                        at = to;
                    }
                    End::Down(index, why) => {
                        state().crashes += 1;
                        println!("{why}\n  {} --one {index} {seed}", child[0]);
                        at = index + 1;
                    }
                }
            }
            let mut p = state();
            p.busy.retain(|&b| b != first);
            let counted: Vec<String> = FATES.iter().zip(p.totals).map(|(name, n)| format!("{name} {n}")).collect();
            let (done, seconds) = (p.done(), clock.elapsed().as_secs_f64());
            eprintln!("{done} of {end}, {seconds:.0} s, {} crashes: {}", p.crashes, counted.join(", "));
        }
    };
    std::thread::scope(|s| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| s.spawn(work)).collect();
        workers.into_iter().try_for_each(|w| w.join().unwrap_or_else(|_| bail!("a watcher panics")))
    })?;
    let Progress { totals, crashes, .. } = *state();
    println!(
        "diff, seed {seed}: {} programs, {} differ, {crashes} crash; see {}",
        end - start,
        totals[3],
        dir.display()
    );
    Ok(crashes == 0 && totals[3] == 0)
}
