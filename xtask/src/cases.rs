//! Steps that drive the `hloom` command: zoo, conformance, executables, exit codes.

use crate::ci::Context;
use crate::command::{capture, hloom, release};
use crate::data::{CASES, present_cases};
use crate::report::Outcome;
use anyhow::{Context as _, Result, bail};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `hloom check` and counts. `all`: a failed case fails the step; otherwise the floor of the counts file decides.
fn check(c: &Context, step: &str, args: &[&str], paths: &[PathBuf], all: bool) -> Result<Outcome> {
    let mut command = hloom(["check"]);
    command.args(args).args(paths);
    let done = capture(&mut command)?;
    std::fs::write(c.log(step), format!("{}\n{}", done.stdout, done.stderr))?;
    let last = done.stdout.lines().last().unwrap_or_default();
    let numbers: Vec<usize> = last.split(|x: char| !x.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    let [passed, failed, skipped] = numbers[..] else {
        bail!("hloom check ended with {} and said: {}", done.status, done.last_error());
    };
    let consistent = done.code() == Some(i32::from(failed > 0 || passed + skipped == 0));
    if !consistent {
        bail!("hloom check ended with {}, having counted: {last}", done.status);
    }
    if !all {
        return Ok(Outcome::Counted(passed, failed));
    }
    if failed == 0 {
        return Ok(Outcome::Passed(passed));
    }
    eprintln!("{last} (all of it: {})", c.log(step).display());
    let failures: Vec<&str> = done.stdout.lines().filter(|l| l.starts_with("FAIL")).take(20).collect();
    Ok(Outcome::Failed(passed, failed, failures.join("\n")))
}

fn zoo(c: &Context, step: &str, args: &[&str]) -> Result<Outcome> {
    let cases = present_cases(&c.zoo);
    if cases.is_empty() {
        return Ok(Outcome::NoData);
    }
    if cases.len() < CASES.len() {
        eprintln!("only {} of {} cases are in {}", cases.len(), CASES.len(), c.zoo.display());
    }
    check(c, step, args, &cases, true)
}

/// Zoo on the interpreter, every form.
pub(crate) fn zoo_interp(c: &Context) -> Result<Outcome> {
    zoo(c, "zoo-interp", &["--backend=interp", "--form=all"])
}

/// Zoo on native code, every form, several thread counts with the same bytes.
pub(crate) fn zoo_cpu(c: &Context) -> Result<Outcome> {
    zoo(c, "zoo-cpu", &["--backend=cpu", "--form=all", "--threads=1,2,3,7"])
}

fn conformance(c: &Context, step: &str, backend: &str) -> Result<Outcome> {
    let Some(shared) = &c.shared else { return Ok(Outcome::NoData) };
    let dir = shared.join("conformance/stablehlo");
    let paths: Vec<PathBuf> = ["testdata", "tests/interpret", "tests/math"].iter().map(|d| dir.join(d)).collect();
    check(c, step, &[backend], &paths, false)
}

/// Public test programs on the interpreter.
pub(crate) fn conformance_interp(c: &Context) -> Result<Outcome> {
    conformance(c, "conform-interp", "--backend=interp")
}

/// Public test programs on native code.
pub(crate) fn conformance_cpu(c: &Context) -> Result<Outcome> {
    conformance(c, "conform-cpu", "--backend=cpu")
}

/// Runs `f` on every case and counts.
fn each(c: &Context, f: impl Fn(&Path, &Path) -> Result<()>) -> Result<Outcome> {
    let cases = present_cases(&c.zoo);
    if cases.is_empty() {
        return Ok(Outcome::NoData);
    }
    let dir = c.logs.join("executables");
    std::fs::create_dir_all(&dir)?;
    let mut problems = Vec::new();
    for case in &cases {
        let name = case.file_name().unwrap_or_default().to_string_lossy();
        if let Err(e) = f(case, &dir.join(&*name)) {
            problems.push(format!("{name}: {e:#}"));
        }
    }
    Ok(match problems.len() {
        0 => Outcome::Passed(cases.len()),
        n => Outcome::Failed(cases.len() - n, n, problems.join("\n")),
    })
}

fn compile(module: &Path, threads: &str, to: &Path) -> Result<Vec<u8>> {
    let mut command = hloom(["compile", "--compile-threads", threads]);
    let done = capture(command.arg(module).arg("-o").arg(to))?;
    if !done.status.success() {
        bail!("hloom compile: {}: {}", done.status, done.last_error());
    }
    Ok(std::fs::read(to)?)
}

/// Two processes, with one and with two compiler threads, write the same bytes.
pub(crate) fn same_bytes(c: &Context) -> Result<Outcome> {
    each(c, |case, stem| {
        let module = case.join("module.mlirbc");
        let one = compile(&module, "1", &stem.with_extension("one"))?;
        let two = compile(&module, "2", &stem.with_extension("two"))?;
        if one != two {
            bail!("{} and {} differ", stem.with_extension("one").display(), stem.with_extension("two").display());
        }
        Ok(())
    })
}

/// An executable file runs in a process that has no compiler, with the bits that `hloom run` gives from the module.
pub(crate) fn save_load(c: &Context) -> Result<Outcome> {
    each(c, |case, stem| {
        let module = case.join("module.mlirbc");
        let exe = stem.with_extension("hloom");
        compile(&module, "2", &exe)?;
        let meta: Json = serde_json::from_slice(&std::fs::read(case.join("meta.json"))?)?;
        let arrays = |key: &str| -> Result<Vec<PathBuf>> {
            let list = meta[key].as_array().with_context(|| format!("meta.json has no {key}"))?;
            Ok(list.iter().filter_map(|a| a["file"].as_str()).map(|f| case.join(f)).collect())
        };
        let (inputs, outputs) = (arrays("inputs")?, arrays("outputs")?.len());
        let results = |program: &str, k: usize| stem.with_extension(format!("{program}.{k}"));
        let mut compiled = hloom(["run"]);
        compiled.arg(&module);
        let mut loaded = Command::new(release("examples").join("run_executable"));
        loaded.arg(&exe);
        for (k, input) in inputs.iter().enumerate() {
            compiled.arg(format!("--input=@{}", input.display()));
            let raw = stem.with_extension(format!("in.{k}"));
            std::fs::write(&raw, npy_payload(&std::fs::read(input)?)?)?;
            loaded.arg("--input").arg(&raw);
        }
        for k in 0..outputs {
            compiled.arg(format!("--output=@{}", results("npy", k).display()));
            loaded.arg("--output").arg(results("raw", k));
        }
        for command in [&mut compiled, &mut loaded] {
            let done = capture(command)?;
            if !done.status.success() {
                let name = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy();
                bail!("{name}: {}: {}", done.status, done.last_error());
            }
        }
        for k in 0..outputs {
            let npy = std::fs::read(results("npy", k))?;
            if npy_payload(&npy)? != std::fs::read(results("raw", k))? {
                bail!("result {k} of the loaded executable differs from that of the module");
            }
        }
        Ok(())
    })
}

/// The elements of a `.npy` file: everything after the header.
fn npy_payload(file: &[u8]) -> Result<&[u8]> {
    let wide = file.get(6).is_some_and(|&major| major > 1);
    let length = match (file.get(8..10), file.get(8..12)) {
        (Some(b), _) if !wide => usize::from(b[0]) | usize::from(b[1]) << 8,
        (_, Some(b)) => b.iter().rev().fold(0, |n, &x| n << 8 | usize::from(x)),
        _ => bail!("not an .npy file"),
    };
    file.get(if wide { 12 } else { 10 } + length..).context("an .npy file with a damaged header")
}

/// A wrong expected value must make `check` fail: a suite that cannot fail tests nothing.
pub(crate) fn wrong_expected(c: &Context) -> Result<Outcome> {
    let source = c.zoo.join("mlp_fwd");
    if !source.join("meta.json").exists() {
        return Ok(Outcome::NoData);
    }
    let dir = c.logs.join("wrong-expected");
    if dir.exists() {
        std::fs::remove_dir_all(&dir)?;
    }
    std::fs::create_dir_all(&dir)?;
    for entry in std::fs::read_dir(&source)? {
        let path = entry?.path();
        std::fs::copy(&path, dir.join(path.file_name().unwrap_or_default()))?;
    }
    let file = dir.join("out_000.npy");
    let mut bytes = std::fs::read(&file)?;
    // Another exponent in the last element.
    let last = bytes.len() - 1;
    bytes[last] ^= 0x02;
    // Not written through: the copies of the zoo may be hard links.
    std::fs::remove_file(&file)?;
    std::fs::write(&file, bytes)?;
    for backend in ["interp", "cpu"] {
        let good = capture(hloom(["check", "--backend", backend]).arg(&source))?;
        let wrong = capture(hloom(["check", "--backend", backend]).arg(&dir))?;
        if good.code() != Some(0) {
            bail!("{backend}: the unchanged case fails: {}", good.stdout.trim());
        }
        if wrong.code() != Some(1) || !wrong.stdout.starts_with("FAIL mlp_fwd") {
            bail!("{backend}: a wrong expected value was not found: {} {}", wrong.status, wrong.stdout.trim());
        }
    }
    Ok(Outcome::Passed(2))
}

/// Exit codes that scripts rely on.
pub(crate) fn exit_codes(c: &Context) -> Result<Outcome> {
    let dir = c.logs.join("exit-codes");
    std::fs::create_dir_all(dir.join("empty"))?;
    let file = |name: &str, content: &[u8]| -> Result<String> {
        let path = dir.join(name);
        std::fs::write(&path, content)?;
        Ok(path.to_string_lossy().into_owned())
    };
    let add = b"func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  \
                return %0 : tensor<2xf32>\n}\n";
    let good = file("good.mlir", add)?;
    let malformed = file("malformed.mlir", b"func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %b }")?;
    let ill_typed = String::from_utf8_lossy(add).replace("-> tensor<2xf32>", "-> tensor<3xf32>");
    let ill_typed = file("ill-typed.mlir", ill_typed.as_bytes())?;
    let collective = file(
        "collective.mlir",
        b"func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = \"stablehlo.all_reduce\"(%a) ({\n  ^bb0(%x: \
          tensor<f32>, %y: tensor<f32>):\n    %1 = stablehlo.add %x, %y : tensor<f32>\n    stablehlo.return %1 : \
          tensor<f32>\n  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>\n  \
          return %0 : tensor<2xf32>\n}\n",
    )?;
    let outfeed = file(
        "outfeed.mlir",
        b"func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %t = stablehlo.after_all : !stablehlo.token\n  %u = \
          \"stablehlo.outfeed\"(%a, %t) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token\n  return %a : \
          tensor<2xf32>\n}\n",
    )?;
    let truncated = file("truncated.mlirbc", b"ML\xefR\x0dStableHLO_v1.9.0\0")?;
    let damaged = file("damaged.hloom", b"HLOOM")?;
    let absent = dir.join("absent.mlir").to_string_lossy().into_owned();
    let compiled = dir.join("good.hloom").to_string_lossy().into_owned();
    let empty = dir.join("empty").to_string_lossy().into_owned();
    let run = |module: &str, input: &str| vec!["run".to_owned(), module.to_owned(), format!("--input={input}")];
    let strings = |a: &[&str]| a.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    let table: Vec<(i32, Vec<String>)> = vec![
        (0, strings(&["--help"])),
        (0, strings(&["translate", "--print-stablehlo-version"])),
        (0, strings(&["opt", &good])),
        (0, [run(&good, "2xf32=1,2"), strings(&["--backend=interp"])].concat()),
        (0, [run(&good, "2xf32=1,2"), strings(&["--backend", "cpu"])].concat()),
        (1, [run(&good, "3xf32=1,2,3"), strings(&["--backend=interp"])].concat()),
        (1, run(&good, "3xf32=1,2,3")),
        (1, run(&good, "2xi32=1,2")),
        (1, run(&good, "2xf32=1,x")),
        (1, strings(&["run", &good])),
        (1, strings(&["opt", &malformed])),
        (1, strings(&["opt", &ill_typed])),
        (1, strings(&["opt", &truncated])),
        (1, strings(&["run", &damaged])),
        (0, strings(&["compile", &good, "-o", &compiled])),
        (1, strings(&["compile", &good, "-o", "/dev/full"])),
        (1, strings(&["compile", &good, "-o", &format!("{absent}/x.hloom")])),
        (1, strings(&["check", &absent])),
        (1, strings(&["check", &empty])),
        (1, strings(&["check", &good, "--filter=nothing-is-called-so"])),
        (2, strings(&[])),
        (2, strings(&["check"])),
        (2, strings(&["check", &good, "--backend=gpu"])),
        (2, strings(&["no-such-command"])),
        (1, run(&collective, "2xf32=1,2")),
        (3, run(&outfeed, "2xf32=1,2")),
    ];
    let mut problems = Vec::new();
    for (code, args) in &table {
        let done = capture(&mut hloom(args))?;
        if done.code() != Some(*code) {
            problems.push(format!(
                "hloom {}: exit code {code} expected, {}: {}",
                args.join(" "),
                done.status,
                done.last_error()
            ));
        } else if *code != 0 && done.stderr.trim().is_empty() && !args.iter().any(|a| a == "check") {
            problems.push(format!("hloom {}: fails without a word", args.join(" ")));
        }
    }
    Ok(match problems.len() {
        0 => Outcome::Passed(table.len()),
        n => Outcome::Failed(table.len() - n, n, problems.join("\n")),
    })
}
