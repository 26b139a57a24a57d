//! Times of reading: `reader [--runs N] FILE…` prints one line of JSON a file, each stage in milliseconds, the best of
//! the runs. `read` is the file system, `parse` text or bytecode to a syntax tree, `build` the tree to IR, `verify` the
//! verifier; `all` is one run from file to verified module.

use hloom_stablehlo::{convert, parse_syntax};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut runs = 3;
    if args.first().is_some_and(|a| a == "--runs") {
        runs = args.get(1).ok_or("--runs needs a number")?.parse()?;
        args.drain(..2);
    }
    for file in args {
        let mut best = [f64::INFINITY; 5];
        let mut ops = 0;
        for _ in 0..runs {
            let start = Instant::now();
            let mut last = start;
            let mut lap = |best: &mut f64| {
                *best = best.min(last.elapsed().as_secs_f64() * 1e3);
                last = Instant::now();
            };
            let bytes = std::fs::read(&file)?;
            lap(&mut best[0]);
            let raw = parse_syntax(&bytes, &file, &Default::default())?;
            lap(&mut best[1]);
            let module = convert::to_ir(&raw).map_err(|d| d.render(&raw.locs))?;
            drop(raw);
            lap(&mut best[2]);
            hloom_ir::verify(&module).map_err(|d| d.render(&module.locs))?;
            lap(&mut best[3]);
            best[4] = best[4].min(start.elapsed().as_secs_f64() * 1e3);
            ops = module.funcs.iter().map(|f| f.graph.num_ops()).sum();
        }
        let [read, parse, build, verify, all] = best;
        println!(
            "{{\"file\": {file:?}, \"ops\": {ops}, \"read_ms\": {read:.1}, \"parse_ms\": {parse:.1}, \
             \"build_ms\": {build:.1}, \"verify_ms\": {verify:.1}, \"all_ms\": {all:.1}}}"
        );
    }
    Ok(())
}
