//! Optimises programs and says what was done: `optimize [--print] [--check] FILE…`. `--check` interprets both programs
//! on pseudo-random arguments and compares bits.

use hloom_interp::{Interpreter, Tensor};
use hloom_ir::{Module, verify};
use hloom_num::DTypeKind;
use hloom_num::scalar::Scalar;
use hloom_opt::{Options, optimize};
use hloom_stablehlo::{Form, parse, print};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut show = false;
    let mut check = false;
    let mut failed = false;
    for file in std::env::args().skip(1) {
        match &*file {
            "--print" => show = true,
            "--check" => check = true,
            _ => {}
        }
        if file.starts_with("--") {
            continue;
        }
        if let Err(message) = one(&file, show, check) {
            println!("{file}: {message}");
            failed = true;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn one(file: &str, show: bool, check: bool) -> Result<(), String> {
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
    if check {
        compare(&module, &out.module, entry)?;
    }
    let r = &out.report;
    let times: Vec<String> = r.times.iter().map(|(n, t)| format!("{n} {:.2?}", t)).collect();
    println!("{file}: {} -> {} ops, {} folds, {}", r.ops.0, r.ops.1, r.iterations, times.join(", "));
    println!("  {:?} {:?}", r.firings, r.unfinished);
    Ok(())
}

fn compare(before: &Module, after: &Module, entry: &str) -> Result<(), String> {
    let f = before.func(entry).ok_or("no entry")?;
    let mut state = 1u64;
    let mut args = Vec::new();
    for &p in f.params() {
        let ty = f.graph.ty(p).as_tensor().ok_or("an argument that is no tensor")?.clone();
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let n = (state >> 33) % 1000;
            let s = match ty.dtype.kind() {
                DTypeKind::Bool => Scalar::Bool(n.is_multiple_of(2)),
                DTypeKind::Signed => Scalar::Int(n as i64 % 7 - 1),
                DTypeKind::Unsigned => Scalar::UInt(n),
                DTypeKind::Float => Scalar::Float(n as f64 / 250.0 - 1.5),
                DTypeKind::Complex => Scalar::Complex(n as f64 / 500.0, 1.0 - n as f64 / 300.0),
            };
            s.rounded(ty.dtype)
        };
        let data = (0..ty.num_elements()).map(|_| next()).collect();
        args.push(Tensor::new(ty.clone(), data));
    }
    let run = |m: &Module| Interpreter::new(m).run(entry, &args).map_err(|e| e.to_string());
    for (i, (x, y)) in run(before)?.iter().zip(run(after)?).enumerate() {
        if x.to_bytes() != y.to_bytes() {
            return Err(format!("result {i} differs"));
        }
    }
    Ok(())
}
