//! Optimises programs and says what was done: `optimize [--print] FILE…`.

use hloom_ir::verify;
use hloom_opt::{Options, optimize};
use hloom_stablehlo::{Form, parse, print};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut show = false;
    let mut failed = false;
    for file in std::env::args().skip(1) {
        if file == "--print" {
            show = true;
            continue;
        }
        if let Err(message) = one(&file, show) {
            println!("{file}: {message}");
            failed = true;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn one(file: &str, show: bool) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|e| e.to_string())?;
    let module = parse(&bytes, file, &Default::default()).map_err(|e| e.to_string())?;
    verify(&module).map_err(|d| d.render(&module.locs))?;
    let first = module.funcs.iter().find(|f| f.public).map_or("main", |f| &*f.name);
    let entry = module.func("main").map_or(first, |f| &*f.name);
    let out = optimize(&module, entry, &Options::default()).map_err(|d| d.render(&module.locs))?;
    verify(&out.module)
        .map_err(|d| format!("after: {}\n{}", d.render(&out.module.locs), print(&out.module, Form::Pretty, false)))?;
    if show {
        println!("{}", print(&out.module, Form::Pretty, false));
    }
    let r = &out.report;
    let times: Vec<String> = r.times.iter().map(|(n, t)| format!("{n} {:.2?}", t)).collect();
    println!("{file}: {} -> {} ops, {} folds, {}", r.ops.0, r.ops.1, r.iterations, times.join(", "));
    println!("  {:?} {:?}", r.firings, r.unfinished);
    Ok(())
}
