//! Random programs, interpreted and compiled: whatever differs beyond rounding, panics or crashes is a find.
//!
//! ```text
//! differential [--both] DIR FIRST COUNT SEED   programs FIRST..FIRST+COUNT, for the two widths in turn (nearly all of
//!                                              the time goes to the code generator) or each for both; a line before
//!                                              each, at the end `done` with the numbers of those that agreed, were
//!                                              refused, did not run, and of finds
//! differential --one INDEX SEED                one program, for both widths: its text, and how it fared
//! ```
//! A program depends on its index and the seed only. Finds go to DIR, made small, as files for `hloom check`, which makes
//! arguments of all constants: what only shows with a program's own constants is seen with `--one`. A crash ends the
//! process (`cargo xtask fuzz --target=diff` goes on behind it).

#[path = "../tests/native/mod.rs"]
mod native;

use hloom_fuzz::varied;
use native::{Fate, Native};
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    // The optimiser recurses over nested regions, as in `hloom`.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(|| run().map_err(|e| e.to_string()))?;
    Ok(thread.join().map_err(|_| "panicked")??)
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let both = args.first().is_some_and(|a| a == "--both");
    args.drain(..usize::from(both));
    let native = Native::new();
    match &args[..] {
        [flag, index, seed] if flag == "--one" => {
            let program = varied(seed.parse()?, index.parse()?);
            println!("{}", hloom::print(&program.module, hloom::Form::Pretty, false));
            let fate = native.fate(&program);
            println!("{fate:?}");
            if let Fate::Wrong(_) = fate {
                println!("{}", native.reproducer(&program));
            }
        }
        [dir, first, count, seed] => {
            let (first, count, seed): (u64, u64, u64) = (first.parse()?, count.parse()?, seed.parse()?);
            // Panics are caught and counted.
            std::panic::set_hook(Box::new(|_| {}));
            let mut out = std::io::stdout().lock();
            let mut fates = [0u64; 4];
            for index in first..first + count {
                writeln!(out, "{index}")?;
                out.flush()?;
                let program = varied(seed, index);
                let one = native.in_turn(index);
                let native = if both { &native } else { &one };
                let fate = native.fate(&program);
                let (k, why) = match &fate {
                    Fate::Agreed => (0, None),
                    Fate::Refused(why) => (1, Some(("refused", why))),
                    Fate::NotRun(why) => (2, Some(("not run", why))),
                    Fate::Wrong(why) => (3, Some(("find", why))),
                };
                fates[k] += 1;
                if let Some((what, why)) = why {
                    eprintln!("{index} {what}: {}", why.lines().next().unwrap_or_default());
                }
                if k == 3 {
                    std::fs::write(format!("{dir}/diff-{seed}-{index}.mlir"), native.reproducer(&program))?;
                }
            }
            let fates: Vec<String> = fates.iter().map(u64::to_string).collect();
            writeln!(out, "done {}", fates.join(" "))?;
        }
        _ => return Err("see the header of differential.rs".into()),
    }
    Ok(())
}
