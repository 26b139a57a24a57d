//! `cargo xtask fuzz`: damaged programs by the hundred thousand through one part of Hloom, without the code generator;
//! with `--target=diff` random ones, interpreted and compiled.
//!
//! A run is a sequence of numbered cases that depends on the seed; `--resume` goes on where the last run of a target and
//! seed stopped, up to number `--runs`. What brings a child down is kept, and the run goes on behind it.

use crate::ci::{Context, context};
use crate::command::{capture, cargo, logged, release, target_dir};
use crate::mutate::write_corpus;
use crate::report::Outcome;
use crate::watch::{Bounds, End, watch};
use anyhow::{Context as _, Result, bail};
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Those that damage programs.
const TARGETS: [&str; 3] = ["text", "bytecode", "interp"];
/// Cases of a target in the suite.
const SMOKE: u64 = 20_000;
/// Cases a child.
const CHUNK: u64 = 50_000;
const BOUNDS: Bounds = Bounds { patience: Duration::from_secs(10), memory: 3_000_000 };
/// Random programs a child, which also compiles them.
const COMPILED: u64 = 500;
const COMPILED_BOUNDS: Bounds = Bounds { patience: Duration::from_secs(120), memory: 16_000_000 };
/// After that many finds the rest is not worth the time.
const MAX_FINDS: u64 = 50;
/// Characters of a find in a report.
const MAX_SHOWN: usize = 4000;
/// What `hloom-fuzz` counts.
const REACHED: [&str; 5] = ["refused", "read", "built", "verified", "done"];
/// What `differential` counts.
const FATES: [&str; 4] = ["agreed", "refused", "not run", "differ"];

/// What is run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What is damaged: texts, artifacts, programs that are interpreted; or `diff`
    #[arg(long, default_value = TARGETS[0], value_parser = [TARGETS[0], TARGETS[1], TARGETS[2], "diff"])]
    target: String,
    /// Cases
    #[arg(long, default_value_t = 100_000)]
    runs: u64,
    /// Which cases: the same ones for the same seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Goes on where the last run of the target and seed stopped, up to number `--runs`; not for `diff`
    #[arg(long)]
    resume: bool,
    /// `diff`: the first case
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// `diff`: processes at a time, by default one a core
    #[arg(long)]
    jobs: Option<u64>,
    /// `diff`: whether a program is compiled for AVX2, AVX-512 and the oldest machines in turn, or for both of the first
    #[arg(long, default_value = "in-turn", value_parser = ["in-turn", "both"])]
    widths: String,
}

/// The command.
pub(crate) fn run(args: &Args) -> Result<bool> {
    if args.target == "diff" {
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        return differential(args.runs, args.seed, args.start, args.jobs.unwrap_or(cores), args.widths == "both");
    }
    let done = damaged(&context()?, &args.target, args.runs, args.seed, args.resume)?;
    println!("{}", done.summary(&args.target, args.seed));
    Ok(done.finds == 0)
}

/// The suite's step.
pub(crate) fn step(c: &Context) -> Result<Outcome> {
    let (mut passed, mut finds, mut said) = (0, 0, Vec::new());
    for target in TARGETS {
        let done = damaged(c, target, SMOKE, 1, false)?;
        passed += done.totals.iter().sum::<u64>() as usize;
        finds += done.finds as usize;
        said.push(done.summary(target, 1));
        said.extend(done.found);
    }
    eprintln!("{}", said.join("\n"));
    Ok(if finds == 0 { Outcome::Passed(passed) } else { Outcome::Failed(passed, finds, said.join("\n")) })
}

/// How far a run of damaged programs is.
#[derive(Default)]
struct Progress {
    /// The next case.
    at: u64,
    finds: u64,
    millis: u64,
    totals: [u64; REACHED.len()],
    /// What this run found, for reports.
    found: Vec<String>,
}

impl Progress {
    fn save(&self, file: &Path) -> Result<()> {
        let numbers: Vec<String> =
            [self.at, self.finds, self.millis].iter().chain(&self.totals).map(u64::to_string).collect();
        Ok(std::fs::write(file, numbers.join(" "))?)
    }

    fn load(file: &Path) -> Result<Progress> {
        let text = std::fs::read_to_string(file)?;
        let numbers: Vec<u64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [at, finds, millis, totals @ ..] = &numbers[..] else { bail!("{} is damaged", file.display()) };
        Ok(Progress { at: *at, finds: *finds, millis: *millis, totals: totals.try_into()?, found: Vec::new() })
    }

    fn add(&mut self, counts: &[u64]) {
        self.totals.iter_mut().zip(counts).for_each(|(t, n)| *t += n);
    }

    fn summary(&self, target: &str, seed: u64) -> String {
        let all: u64 = self.totals.iter().sum();
        let counted: Vec<String> = REACHED.iter().zip(self.totals).map(|(name, n)| format!("{name} {n}")).collect();
        format!(
            "{target}, seed {seed}: {} cases, {:.0} a second, {} finds; {:.0} % past lexer, parser and container ({})",
            self.at,
            self.at as f64 * 1000.0 / self.millis.max(1) as f64,
            self.finds,
            100.0 * (all - self.totals[0]) as f64 / all.max(1) as f64,
            counted.join(", ")
        )
    }
}

/// Runs damaged programs up to number `end`, from the first or from where the last run stopped.
fn damaged(c: &Context, target: &str, end: u64, seed: u64, resume: bool) -> Result<Progress> {
    logged(&mut cargo(["build", "--release", "-p", "hloom-fuzz"]), &c.log("build-fuzz"))?;
    let dir = c.logs.join("fuzz");
    std::fs::create_dir_all(&dir)?;
    let text = |p: &Path| p.to_string_lossy().into_owned();
    let program = text(&release("hloom-fuzz"));
    let (files, corpus) = (dir.join("files"), dir.join(format!("{target}.corpus")));
    let [current, state] = ["current", "state"].map(|kind| dir.join(format!("{target}-{seed}.{kind}")));
    write_corpus(c, &files, &["tests", "testdata"])?;
    let made = capture(Command::new(&program).args([target, "--seeds"]).args([&files, &corpus]))?;
    if !made.status.success() {
        bail!("the corpus cannot be made: {}", made.last_error());
    }
    eprintln!("{target}: {} programs to damage", made.stdout.trim());

    let mut progress = if resume { Progress::load(&state)? } else { Progress::default() };
    let finds_before = progress.finds;
    let child = [program.clone(), target.into(), text(&corpus), text(&current)];
    while progress.at < end && progress.finds < finds_before + MAX_FINDS {
        let count = CHUNK.min(end - progress.at);
        let clock = Instant::now();
        // What the last child left is not this one's.
        std::fs::write(&current, "")?;
        match watch(&child, progress.at, count, seed, BOUNDS)? {
            End::Done(counts) => {
                progress.add(&counts);
                progress.at += count;
            }
            End::Down(_, why) => {
                // The last case stands in the file, and how far those before it got.
                let image = std::fs::read(&current)?;
                let Some(line) = image.iter().position(|&b| b == b'\n') else {
                    bail!("a child ended before its first case: {why}");
                };
                let numbers: Vec<u64> =
                    std::str::from_utf8(&image[..line])?.split(' ').map(str::parse).collect::<Result<_, _>>()?;
                let (index, counts) = numbers.split_first().context("a case without a number")?;
                let file = dir.join(format!("{target}-{seed}-{index}.find"));
                std::fs::write(&file, &image[line + 1..])?;
                println!("case {index}: {why}\n  {program} {target} --try {}", text(&file));
                // The file is gone with the machine that it was found on.
                let shown: String = String::from_utf8_lossy(&image[line + 1..]).chars().take(MAX_SHOWN).collect();
                progress.found.push(format!("case {index}: {why}\n{}", shown.trim()));
                progress.add(counts);
                progress.finds += 1;
                progress.at = index + 1;
            }
        }
        progress.millis += clock.elapsed().as_millis() as u64;
        progress.save(&state)?;
        eprintln!("of {end}: {}", progress.summary(target, seed));
    }
    Ok(progress)
}

/// How far a run of several children is.
struct Together {
    /// First program that no child has yet.
    next: u64,
    /// First program of what each child is at.
    busy: Vec<u64>,
    totals: [u64; FATES.len()],
    crashes: u64,
}

impl Together {
    /// All programs below this are done.
    fn done(&self) -> u64 {
        self.busy.iter().copied().fold(self.next, u64::min)
    }
}

/// Random programs, native code against the interpreter, by `jobs` children at once. Differences are files that the
/// children write.
fn differential(runs: u64, seed: u64, start: u64, jobs: u64, both: bool) -> Result<bool> {
    let dir = target_dir().join("ci/fuzz");
    std::fs::create_dir_all(&dir)?;
    let build = ["build", "--release", "-p", "hloom", "--example", "differential"];
    logged(&mut cargo(build), &dir.join("build-differential.log"))?;
    let text = |p: &std::path::Path| p.to_string_lossy().into_owned();
    let mut child = vec![text(&release("examples/differential"))];
    child.extend(both.then(|| "--both".to_owned()));
    child.push(text(&dir));
    let (end, clock) = (start + runs, Instant::now());
    let progress = Together { next: start, busy: Vec::new(), totals: [0; FATES.len()], crashes: 0 };
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
                        println!("case {index}: {why}\n  {} --one {index} {seed}", child[0]);
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
    let Together { totals, crashes, .. } = *state();
    println!(
        "diff, seed {seed}: {} programs, {} differ, {crashes} crash; see {}",
        end - start,
        totals[3],
        dir.display()
    );
    Ok(crashes == 0 && totals[3] == 0)
}
