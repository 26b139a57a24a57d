//! Damaged programs: whatever is changed in a text or an artifact, reading, verifying, printing and compiling it give a
//! result or an error. A panic, an abort, a stack overflow or endless work ends or stalls this process, which the
//! caller watches (`cargo xtask mutate`).
//!
//! ```text
//! mutants CORPUS FIRST COUNT SEED          mutants FIRST..FIRST+COUNT; a line before each, a summary at the end
//! mutants CORPUS INDEX --save FILE SEED    writes one mutant
//! mutants --try FILE                       takes one file through everything
//! ```
//! CORPUS is a file with one path a line. A mutant depends on the corpus, its index and the seed only. What is changed is
//! `hloom-fuzz`'s business.

use hloom_fuzz::{Random, mutate};
use std::error::Error;
use std::io::Write;

fn mutant(corpus: &[Vec<u8>], index: u64, seed: u64) -> Vec<u8> {
    let mut r = Random::new(seed, index);
    let mut bytes = corpus[r.below(corpus.len())].clone();
    let other = &corpus[r.below(corpus.len())];
    mutate(&mut bytes, other, &mut r);
    bytes
}

/// How far a program got.
enum Fate {
    Refused,
    Unsupported,
    Compiled,
}

fn try_all(bytes: &[u8], target: &hloom::Target) -> Fate {
    let name = if hloom::is_artifact(bytes) { "mutant.mlirbc" } else { "mutant.mlir" };
    let module = match hloom::parse(bytes, name) {
        Ok(m) => m,
        Err(e) => {
            assert!(!e.to_string().is_empty(), "an error without words");
            return Fate::Refused;
        }
    };
    std::hint::black_box(hloom::print(&module, hloom::Form::Pretty, false).len());
    let options = hloom::Options { threads: Some(1), ..hloom::Options::default() };
    match hloom::compile(&module, "main", target, &options) {
        Ok(c) => {
            std::hint::black_box(c.executable.planned_peak_bytes);
            Fate::Compiled
        }
        Err(e) => {
            assert!(!e.to_string().is_empty(), "an error without words");
            Fate::Unsupported
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let target = hloom::host_target();
    if let [flag, file] = &args[..]
        && flag == "--try"
    {
        let fate = match try_all(&std::fs::read(file)?, &target) {
            Fate::Refused => "refused",
            Fate::Unsupported => "verified, not compiled",
            Fate::Compiled => "compiled",
        };
        println!("{fate}");
        return Ok(());
    }
    let [corpus, first, rest @ .., seed] = &args[..] else { return Err("see the header of mutants.rs".into()) };
    let corpus: Vec<Vec<u8>> = std::fs::read_to_string(corpus)?.lines().map(std::fs::read).collect::<Result<_, _>>()?;
    if corpus.is_empty() {
        return Err("the corpus is empty".into());
    }
    let (first, seed): (u64, u64) = (first.parse()?, seed.parse()?);
    match rest {
        [flag, file] if flag == "--save" => Ok(std::fs::write(file, mutant(&corpus, first, seed))?),
        [count] => {
            let count: u64 = count.parse()?;
            let mut out = std::io::stdout().lock();
            let (mut refused, mut unsupported, mut compiled) = (0, 0, 0);
            for index in first..first + count {
                writeln!(out, "{index}")?;
                out.flush()?;
                match try_all(&mutant(&corpus, index, seed), &target) {
                    Fate::Refused => refused += 1,
                    Fate::Unsupported => unsupported += 1,
                    Fate::Compiled => compiled += 1,
                }
            }
            writeln!(out, "done {refused} {unsupported} {compiled}")?;
            Ok(())
        }
        _ => Err("see the header of mutants.rs".into()),
    }
}
