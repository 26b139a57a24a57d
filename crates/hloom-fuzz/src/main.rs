//! One process of `cargo xtask fuzz`.
//!
//! ```text
//! hloom-fuzz TARGET --seeds FILES CORPUS              makes a corpus of the files whose paths FILES has, one a line
//! hloom-fuzz TARGET CORPUS CURRENT FIRST COUNT SEED   runs FIRST..FIRST+COUNT
//! hloom-fuzz TARGET --try FILE                        takes one file through the target
//! ```
//! Before each run CURRENT gets a line with the number of the case and how far those before it got, as counts, and the
//! program: it is there when this process is not any more. Numbers of cases go to standard output as signs of life, the
//! counts at the end.

use hloom_fuzz::{Pool, Random, Reached, Target, corpus};
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::time::{Duration, Instant};

/// Between two signs of life, unless a case takes longer.
const SIGN_OF_LIFE: Duration = Duration::from_millis(500);

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
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--try", file] => println!("{:?}", target.run(&std::fs::read(file)?)),
        ["--seeds", files, to] => {
            let files = std::fs::read_to_string(files)?;
            let files: Vec<Vec<u8>> = files.lines().map(std::fs::read).collect::<Result<_, _>>()?;
            let seeds = corpus::seeds(target, files);
            corpus::write(&seeds, &mut BufWriter::new(File::create(to)?))?;
            println!("{}", seeds.len());
        }
        [corpus, current, first, count, seed] => {
            let programs = corpus::read(File::open(corpus)?)?;
            if programs.is_empty() {
                return Err("the corpus has no program for this target".into());
            }
            let (first, count): (u64, u64) = (first.parse()?, count.parse()?);
            cases(target, &programs, &mut File::create(current)?, first..first + count, seed.parse()?)?;
        }
        _ => return Err("see the header of main.rs".into()),
    }
    Ok(())
}

fn cases(
    target: Target,
    programs: &[Vec<u8>],
    current: &mut File,
    range: std::ops::Range<u64>,
    seed: u64,
) -> std::io::Result<()> {
    let mut pool = Pool::new(programs);
    let mut totals = [0u64; Reached::ALL.len()];
    let counts = |totals: &[u64]| totals.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let mut out = std::io::stdout().lock();
    let mut said: Option<Instant> = None;
    let mut image = Vec::new();
    for index in range {
        if said.is_none_or(|t| t.elapsed() > SIGN_OF_LIFE) {
            writeln!(out, "{index}")?;
            out.flush()?;
            said = Some(Instant::now());
        }
        let mut r = Random::new(seed, index);
        let bytes = pool.next(&mut r);
        image.clear();
        writeln!(image, "{index} {}", counts(&totals))?;
        image.extend_from_slice(&bytes);
        current.rewind()?;
        current.write_all(&image)?;
        current.set_len(image.len() as u64)?;
        let reached = target.run(&bytes);
        totals[reached as usize] += 1;
        pool.keep(bytes, reached, &mut r);
    }
    writeln!(out, "done {}", counts(&totals))
}
