//! `cargo xtask mutate`: damaged texts and artifacts, read, verified, printed and compiled in child processes, so that
//! an abort, a stack overflow, endless work and runaway memory are seen. What brings a child down is saved.

use crate::ci::{self, Context};
use crate::command::{capture, cargo, logged, release, root};
use crate::report::Outcome;
use crate::watch::{Bounds, End, watch};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Mutants of one run of the suite.
const COUNT: u64 = 20_000;
/// Mutants a child.
const CHUNK: u64 = 500;
/// LLVM's library and thread stacks count as memory.
const BOUNDS: Bounds = Bounds { patience: Duration::from_secs(20), memory: 6_000_000 };
/// Larger programs would slow the suite down without adding kinds of damage.
const MAX_FILE: u64 = 24 << 10;
/// After that many finds the rest is not worth the time.
const MAX_FINDS: usize = 25;

/// The suite's step.
pub(crate) fn step(c: &Context) -> Result<Outcome> {
    mutate(c, COUNT, 1)
}

/// How many, and which.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Damaged programs
    #[arg(long, default_value_t = COUNT)]
    count: u64,
    /// What is damaged how depends on it alone
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The command.
pub(crate) fn run(&Args { count, seed }: &Args) -> Result<bool> {
    let c = ci::context()?;
    logged(&mut cargo(["build", "--release", "-p", "hloom", "--example", "mutants"]), &c.log("build-mutants"))?;
    Ok(match mutate(&c, count, seed)? {
        Outcome::Failed(passed, failed, why) => {
            println!("{why}\n{passed} of {count} survived, {failed} did not");
            false
        }
        _ => {
            println!("all {count} survived");
            true
        }
    })
}

fn program() -> PathBuf {
    release("examples").join("mutants")
}

fn mutate(c: &Context, count: u64, seed: u64) -> Result<Outcome> {
    let dir = c.logs.join("mutants");
    std::fs::create_dir_all(&dir)?;
    let corpus = dir.join("corpus");
    eprintln!("{count} mutants of {} programs", write_corpus(c, &corpus, &["tests"])?);
    let child = [program(), corpus.clone()].map(|p| p.to_string_lossy().into_owned());

    let mut chunks: Vec<_> = (0..count).step_by(CHUNK as usize).map(|a| (a, CHUNK.min(count - a))).collect();
    chunks.reverse();
    let chunks = Mutex::new(chunks);
    let finds: Mutex<Vec<(u64, String)>> = Mutex::default();
    let totals: Mutex<[u64; 3]> = Mutex::default();
    // Counted one by one: what is not run after too many finds has not survived.
    let survived = AtomicU64::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let work = || -> Result<()> {
        loop {
            let next = chunks.lock().expect("no worker panics").pop();
            let Some((mut first, mut left)) = next else { return Ok(()) };
            while left > 0 && finds.lock().expect("no worker panics").len() < MAX_FINDS {
                match watch(&child, first, left, seed, BOUNDS)? {
                    End::Done(fates) => {
                        let mut t = totals.lock().expect("no worker panics");
                        t.iter_mut().zip(fates).for_each(|(t, f)| *t += f);
                        survived.fetch_add(left, Relaxed);
                        left = 0;
                    }
                    End::Down(index, why) => {
                        finds.lock().expect("no worker panics").push((index, why));
                        survived.fetch_add(index - first, Relaxed);
                        left -= index + 1 - first;
                        first = index + 1;
                    }
                }
            }
        }
    };
    std::thread::scope(|s| -> Result<()> {
        let handles: Vec<_> = (0..workers).map(|_| s.spawn(work)).collect();
        handles.into_iter().try_for_each(|h| h.join().unwrap_or_else(|_| anyhow::bail!("a worker panicked")))
    })?;

    let [refused, unsupported, compiled] = *totals.lock().expect("no worker panics");
    eprintln!("of the chunks without a find: {refused} refused, {unsupported} verified only, {compiled} compiled");
    let mut finds = finds.into_inner().expect("no worker panics");
    finds.sort();
    let survived = survived.into_inner() as usize;
    if finds.is_empty() {
        return Ok(Outcome::Passed(survived));
    }
    let mut report = Vec::new();
    for (index, why) in &finds {
        let file = dir.join(format!("{seed}-{index}.mutant"));
        let mut save = Command::new(program());
        capture(save.arg(&corpus).arg(index.to_string()).arg("--save").arg(&file).arg(seed.to_string()))?;
        report.push(format!("case {index}: {why}: {} --try {}", program().display(), file.display()));
    }
    Ok(Outcome::Failed(survived, finds.len(), report.join("\n")))
}

/// Writes the paths of all programs to a file; how many there are. `public` are the folders of the public test programs.
pub(crate) fn write_corpus(c: &Context, to: &Path, public: &[&str]) -> Result<usize> {
    let files = corpus_files(c, public)?;
    let lines: Vec<_> = files.iter().map(|f| f.to_string_lossy()).collect();
    std::fs::write(to, lines.join("\n"))?;
    Ok(files.len())
}

/// Small programs of every kind that there is: the repository's, the zoo's, the public artifacts.
fn corpus_files(c: &Context, public: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(&root().join("filetests"), &mut files)?;
    collect(&c.zoo, &mut files)?;
    if let Some(shared) = &c.shared {
        public.iter().try_for_each(|d| collect(&shared.join("conformance/stablehlo").join(d), &mut files))?;
    }
    files.sort();
    Ok(files)
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "mlir" || e == "mlirbc" || e == "bc")
            && std::fs::metadata(&path)?.len() <= MAX_FILE
        {
            files.push(path);
        }
    }
    Ok(())
}
