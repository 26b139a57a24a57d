//! `hloom check`: zoo cases and `.mlir` test programs against their expected values.

use crate::compare::{Outcome, compare};
use crate::engine::{Backend, Engine, compile, device, interpreter, load, native, parse, read_file};
use crate::exceptions::allowance;
use crate::failure::Failure;
use crate::grid::runs_grids;
use crate::progress::Progress;
use crate::zoo::{Case, Set};
use crate::{array::Array, mlir_test};
use anyhow::{Context, anyhow};
use hloom_ir::{Module, Type};
use hloom_num::scalar::{self, Scalar};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Arguments of `hloom check`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Back end to run on.
    #[arg(long, value_enum, default_value = "cpu")]
    backend: Backend,
    /// Which forms of a zoo case.
    #[arg(long, default_value = "all", value_parser = ["all", "text", "artifact", "generic"])]
    form: String,
    /// Thread counts; results must have the same bytes at each.
    #[arg(long, value_delimiter = ',')]
    threads: Vec<usize>,
    /// Only cases whose name matches.
    #[arg(long)]
    filter: Option<regex_lite::Regex>,
    /// Leave the constants of a test program to the constant folder.
    #[arg(long)]
    fold: bool,
    /// One JSON object a result.
    #[arg(long)]
    json: bool,
    /// Zoo cases, `.mlir` files, or directories of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// One line of output.
#[derive(Serialize)]
struct Report {
    name: String,
    status: &'static str,
    reason: Option<String>,
    backend: &'static str,
    threads: Vec<usize>,
    max_err: Option<f64>,
    sha256: Option<String>,
}

enum Verdict {
    Ok { max_err: f64, sha256: String },
    Fail { reason: String, max_err: Option<f64> },
    Skip(String),
}

/// Something to check.
enum Item {
    Case(PathBuf),
    File(PathBuf),
}

/// Runs the command; the exit code.
pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    let mut items = Vec::new();
    for p in &args.paths {
        collect(p, &mut items)?;
    }
    let mut progress = Progress::new(items.len());
    let (mut passed, mut failed, mut skipped) = (0u32, 0u32, 0u32);
    let mut emit = |name: String, verdict: Verdict| {
        let (status, reason, max_err, sha256) = match verdict {
            Verdict::Ok { max_err, sha256 } => ("ok", None, Some(max_err), Some(sha256)),
            Verdict::Fail { reason, max_err } => ("FAIL", Some(reason), max_err, None),
            Verdict::Skip(reason) => ("skip", Some(reason), None, None),
        };
        match status {
            "ok" => passed += 1,
            "FAIL" => failed += 1,
            _ => skipped += 1,
        }
        if args.json {
            let report = Report {
                name,
                status,
                reason,
                backend: args.backend.name(),
                threads: args.threads.clone(),
                max_err: max_err.filter(|e| e.is_finite()),
                sha256,
            };
            outln!("{}", serde_json::to_string(&report).unwrap_or_default());
        } else {
            let reason = reason.map(|r| format!(": {}", r.lines().collect::<Vec<_>>().join(" "))).unwrap_or_default();
            outln!("{status} {name}{reason}");
        }
    };
    let wanted = |name: &str| args.filter.as_ref().is_none_or(|f| f.is_match(name));
    for item in &items {
        match item {
            Item::Case(dir) => match Case::open(dir) {
                Ok(case) => {
                    if wanted(&case.name) {
                        progress.step(&case.name);
                        emit(case.name.clone(), guarded(|| check_case(&case, args)));
                    }
                }
                Err(e) => {
                    let name = dir.to_string_lossy().into_owned();
                    if wanted(&name) {
                        emit(name, Verdict::Fail { reason: format!("{e:#}"), max_err: None });
                    }
                }
            },
            Item::File(path) => {
                progress.step(&path.to_string_lossy());
                check_file(path, args, &wanted, &mut emit);
            }
        }
    }
    progress.done();
    if args.json {
        outln!("{}", serde_json::json!({"passed": passed, "failed": failed, "skipped": skipped}));
    } else {
        outln!("{passed} passed, {failed} failed, {skipped} skipped");
    }
    // Nothing to do is a failure: a suite that lost its data must not look green.
    Ok(u8::from(failed > 0 || passed + skipped == 0))
}

fn collect(path: &Path, items: &mut Vec<Item>) -> Result<(), Failure> {
    if path.join("meta.json").exists() {
        items.push(Item::Case(path.to_owned()));
    } else if path.is_dir() {
        let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut names: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
        names.sort();
        for p in names {
            let hidden = p.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
            if !hidden && (p.is_dir() || p.extension().is_some_and(|x| x == "mlir")) {
                collect(&p, items)?;
            }
        }
    } else if path.exists() {
        items.push(Item::File(path.to_owned()));
    } else {
        return Err(anyhow!("no such file or directory: {}", path.display()).into());
    }
    Ok(())
}

fn hash(outputs: &[Array]) -> String {
    let mut h = Sha256::new();
    for o in outputs {
        h.update(&o.bytes);
    }
    h.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// A fault of Hloom in one case is that case's failure; the other cases still run.
fn guarded(f: impl FnOnce() -> Verdict) -> Verdict {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_or_else(|_| fail("internal error (see stderr)"))
}

fn fail(reason: impl Into<String>) -> Verdict {
    Verdict::Fail { reason: reason.into(), max_err: None }
}

fn check_case(case: &Case, args: &Args) -> Verdict {
    if let Some(e) = case.error() {
        return Verdict::Skip(format!("the case could not be made: {}", e.lines().next().unwrap_or_default()));
    }
    let modules = case.modules(&args.form);
    if modules.is_empty() {
        return Verdict::Skip(format!("has no form {}", args.form));
    }
    let sets = match case.sets() {
        Ok(s) => s,
        Err(e) => return fail(format!("{e:#}")),
    };
    let (mut max_err, mut sha) = (0.0f64, String::new());
    for (label, path) in modules {
        match check_module(case, &path, &sets, args) {
            Ok((outcome, h)) => {
                max_err = max_err.max(outcome.max_err);
                sha = h;
                if let Some(f) = outcome.failure {
                    return Verdict::Fail { reason: format!("{label}: {f}"), max_err: Some(max_err) };
                }
            }
            Err(e) => return fail(format!("{label}: {}", e.headline())),
        }
    }
    Verdict::Ok { max_err, sha256: sha }
}

/// Runs one form on every set at every thread count: the worst outcome and the hash of all outputs.
fn check_module(case: &Case, path: &Path, sets: &[Set], args: &Args) -> Result<(Outcome, String), Failure> {
    let module = parse(&read_file(path)?, &path.to_string_lossy())?;
    let engines = engines(&module, "main", args)?;
    let mut worst = Outcome::default();
    let mut sha = String::new();
    for set in sets {
        let inputs = with_platform_index(&module, set, case);
        let mut first: Option<Vec<Array>> = None;
        for (threads, engine) in &engines {
            let got = engine.run(&inputs)?;
            if let Some(f) = &first {
                if *f != got {
                    return Err(Failure::Bad(format!("results differ between {} and {threads} threads", engines[0].0)));
                }
                continue;
            }
            let o = compare(&got, &set.outputs, case.rule(), allowance(&case.name));
            worst.max_err = worst.max_err.max(o.max_err);
            worst.failure = worst.failure.or(o.failure);
            sha = hash(&got);
            first = Some(got);
        }
    }
    Ok((worst, sha))
}

/// One engine a thread count; compiled once.
fn engines(module: &Module, function: &str, args: &Args) -> Result<Vec<(usize, Engine)>, Failure> {
    match args.backend {
        Backend::Interp => Ok(vec![(1, interpreter(module.clone(), function)?)]),
        Backend::Cpu => {
            if hloom::is_dynamic(module, function) || runs_grids(module, function) {
                let counts =
                    if args.threads.is_empty() { vec![None] } else { args.threads.iter().copied().map(Some).collect() };
                let engine = |n: Option<usize>| {
                    Ok((n.unwrap_or(0), native(module, function, &device(n), &hloom::Options::default())?))
                };
                return counts.into_iter().map(engine).collect();
            }
            let (exe, _) = compile(module, function, &hloom::Options::default())?;
            if args.threads.is_empty() {
                return Ok(vec![(0, load(&exe, &device(None))?)]);
            }
            args.threads.iter().map(|&n| Ok((n, load(&exe, &device(Some(n)))?))).collect()
        }
    }
}

/// `jax.global_constant` arguments are not stored with the case.
fn with_platform_index(module: &Module, set: &Set, case: &Case) -> Vec<Array> {
    let Some(main) = module.func("main") else { return set.inputs.clone() };
    if main.params().len() <= set.inputs.len() {
        return set.inputs.clone();
    }
    let mut stored = set.inputs.iter();
    let mut out = Vec::new();
    for (i, &p) in main.params().iter().enumerate() {
        let global = main.param_attrs.get(i).is_some_and(|a| a.iter().any(|(n, _)| &**n == "jax.global_constant"));
        match main.graph.ty(p) {
            Type::Tensor(ty) if global => {
                let mut bytes = vec![0; ty.num_bytes()];
                let index = scalar::convert(hloom_num::DType::I64, ty.dtype, Scalar::Int(case.platform_index()));
                scalar::write(ty.dtype, index, &mut bytes);
                out.push(Array { ty: ty.clone(), bytes });
            }
            _ => out.extend(stored.next().cloned()),
        }
    }
    out
}

fn check_file(path: &Path, args: &Args, wanted: &dyn Fn(&str) -> bool, emit: &mut dyn FnMut(String, Verdict)) {
    let name = path.to_string_lossy().into_owned();
    let text = match read_file(path) {
        Ok(t) => t,
        Err(e) => return emit(name, fail(e.headline())),
    };
    if hloom::is_artifact(&text) {
        if wanted(&name) {
            emit(name.clone(), check_chunk(&text, &name, None, args).unwrap_or_else(|e| fail(e.headline())));
        }
        return;
    }
    let text = String::from_utf8_lossy(&text).into_owned();
    let disabled = text.lines().next().is_some_and(|l| l.contains("RUN-DISABLED"));
    let chunks = hloom::split_input(&text);
    let many = chunks.len() > 1;
    for (k, chunk) in chunks.iter().enumerate() {
        let (chunk, first_line) = (chunk.text, chunk.first_line as usize);
        if chunk.lines().all(|l| l.trim().is_empty() || l.trim_start().starts_with("//")) {
            continue;
        }
        // Line numbers of diagnostics are those of the file.
        let padded = format!("{}{chunk}", "\n".repeat(first_line - 1));
        let functions = match parse(padded.as_bytes(), &name) {
            Ok(m) if !chunk.contains("expected-error") => test_functions(&m),
            _ => vec![None],
        };
        for f in functions {
            let suffix = if many { format!("#{k}") } else { String::new() };
            let label = format!("{name}{suffix}{}", f.as_ref().map(|f| format!("@{f}")).unwrap_or_default());
            if !wanted(&label) {
                continue;
            }
            let verdict = guarded(|| check_text(&padded, &name, f.as_deref(), args));
            let verdict = match verdict {
                Verdict::Fail { reason, .. } if disabled => Verdict::Skip(format!("disabled upstream: {reason}")),
                v => v,
            };
            emit(label, verdict);
        }
    }
}

/// `@main`, else every function without arguments; an error to be reported by the one nameless test otherwise.
fn test_functions(m: &Module) -> Vec<Option<String>> {
    if m.func("main").is_some() {
        return vec![None];
    }
    let mut called: Vec<String> = Vec::new();
    for f in &m.funcs {
        f.graph.walk(f.body, |id| called.extend(f.graph.op(id).op.callees().iter().map(|c| c.to_string())));
    }
    let names: Vec<Option<String>> = m
        .funcs
        .iter()
        .filter(|f| f.params().is_empty() && !called.iter().any(|c| **c == *f.name))
        .map(|f| Some(f.name.to_string()))
        .collect();
    if names.is_empty() { vec![None] } else { names }
}

fn check_text(text: &str, name: &str, function: Option<&str>, args: &Args) -> Verdict {
    let wants_error = text.contains("expected-error");
    match check_chunk(text.as_bytes(), name, function, args) {
        Ok(_) if wants_error => fail("an error was expected"),
        Ok(v) => v,
        Err(_) if wants_error => Verdict::Ok { max_err: 0.0, sha256: String::new() },
        Err(e) => fail(e.headline()),
    }
}

fn check_chunk(bytes: &[u8], name: &str, function: Option<&str>, args: &Args) -> Result<Verdict, Failure> {
    let mut module = parse(bytes, name)?;
    let function = function.unwrap_or("main");
    mlir_test::return_dropped_verdicts(&mut module, function);
    let Some(func) = module.func(function) else {
        return Ok(fail("has no @main and no function without arguments"));
    };
    if !func.params().is_empty() {
        return Ok(Verdict::Skip(format!("@{function} takes arguments, and the file gives none")));
    }
    if args.backend == Backend::Interp {
        if !mlir_test::checks_anything(&module, function) {
            return Ok(Verdict::Skip("checks nothing".into()));
        }
        let verdicts = mlir_test::returned_verdicts(func);
        let got = interpreter(module, function)?.run(&[])?;
        // The truth value of `check.eq` is the program's verdict on itself.
        if let Some(i) = verdicts.iter().find(|&&i| got.get(i).is_some_and(|a| a.bytes == [0])) {
            return Ok(fail(format!("result {i}: check.eq is false")));
        }
        return Ok(Verdict::Ok { max_err: 0.0, sha256: hash(&got) });
    }
    let module = match hloom::is_dynamic(&module, function) {
        true => hloom::remove_dynamism(&module, function, &[], &[])?,
        false => module,
    };
    let inlined = hloom::inline(&module, function)?;
    let Some(func) = inlined.func(function) else { return Ok(fail("has no such function")) };
    let lifted = mlir_test::lift(&inlined, func, args.fold);
    if lifted.checks.is_empty() {
        return Ok(Verdict::Skip("checks nothing".into()));
    }
    let mut first: Option<Vec<Array>> = None;
    for (threads, engine) in engines(&lifted.module, function, args)? {
        let got = engine.run(&lifted.inputs)?;
        if let Some(f) = &first {
            if *f != got {
                return Ok(fail(format!("results differ at {threads} threads")));
            }
            continue;
        }
        if let Err(e) = lifted.verdict(&got) {
            return Ok(fail(e));
        }
        first = Some(got);
    }
    Ok(Verdict::Ok { max_err: 0.0, sha256: hash(&first.unwrap_or_default()) })
}
