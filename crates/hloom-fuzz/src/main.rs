//! One process of `cargo xtask fuzz`.
//!
//! ```text
//! hloom-fuzz TARGET CORPUS CURRENT FIRST COUNT SEED   runs FIRST..FIRST+COUNT, a line before each, a summary at the end
//! hloom-fuzz TARGET --try FILE                        takes one file through the target
//! ```
//! CORPUS is a file with one path a line; files that the target does not take are left out. Before each run the program
//! is written to CURRENT, so that it is there when this process is not any more.

use hloom_fuzz::{Pool, Random, Reached, Target};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let target = args.first().and_then(|name| Target::named(name)).ok_or("see the header of main.rs")?;
    // As `hloom` does: what recurses to the limits of the readers has the stack for it.
    let work = move || run(target, &args[1..]).map_err(|e| e.to_string());
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work)?;
    match thread.join() {
        Ok(done) => Ok(done?),
        // The panic has been printed.
        Err(_) => std::process::exit(101),
    }
}

fn run(target: Target, args: &[String]) -> Result<(), Box<dyn Error>> {
    if let [flag, file] = args
        && flag == "--try"
    {
        println!("{:?}", target.run(&std::fs::read(file)?));
        return Ok(());
    }
    let [corpus, current, first, count, seed] = args else { return Err("see the header of main.rs".into()) };
    let files = std::fs::read_to_string(corpus)?;
    let mut programs: Vec<Vec<u8>> = Vec::new();
    for file in files.lines() {
        let bytes = std::fs::read(file)?;
        if target.takes(&bytes) && !bytes.is_empty() {
            programs.push(bytes);
        }
    }
    if programs.is_empty() {
        return Err("the corpus has no program for this target".into());
    }
    let (first, count, seed): (u64, u64, u64) = (first.parse()?, count.parse()?, seed.parse()?);
    let mut pool = Pool::new(&programs);
    let mut totals = [0u64; Reached::ALL.len()];
    let mut out = std::io::stdout().lock();
    for index in first..first + count {
        writeln!(out, "{index}")?;
        out.flush()?;
        let mut r = Random::new(seed, index);
        let bytes = pool.next(&mut r);
        std::fs::write(current, &bytes)?;
        let reached = target.run(&bytes);
        totals[reached as usize] += 1;
        pool.keep(bytes, reached, &mut r);
    }
    let totals: Vec<String> = totals.iter().map(u64::to_string).collect();
    writeln!(out, "done {}", totals.join(" "))?;
    Ok(())
}
