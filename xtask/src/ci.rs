//! `cargo xtask ci`: every check of the project, in an order in which cheap ones come first.

use crate::command::{cargo, log_of, logged, python, release, root, target_dir};
use crate::report::{Outcome, Report, read_counts};
use crate::{cases, data, fuzz, mutate, tidy};
use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Crates that must build where there is no LLVM.
const BELOW_LLVM: &[&str] = &[
    "hloom-num",
    "hloom-mlir",
    "hloom-ir",
    "hloom-stablehlo",
    "hloom-interp",
    "hloom-fuzz",
    "hloom-lsp",
    "hloom-opt",
    "hloom-spmd",
    "hloom-transforms",
    "hloom-tile",
    "hloom-plan",
    "hloom-exe",
    "hloom-rt",
];

/// What the steps share.
pub(crate) struct Context {
    /// Directory for logs and reproducers.
    pub(crate) logs: PathBuf,
    /// The zoo.
    pub(crate) zoo: PathBuf,
    /// Directory that holds `conformance/stablehlo`.
    pub(crate) shared: Option<PathBuf>,
}

impl Context {
    /// The log file of a step.
    pub(crate) fn log(&self, name: &str) -> PathBuf {
        self.logs.join(format!("{name}.log"))
    }
}

type Step = fn(&Context) -> Result<Outcome>;

/// All steps, in order.
const STEPS: &[(&str, Step)] = &[
    ("format", |c| silent(c, "format", cargo(["fmt", "--all", "--", "--check", "--color=never"]))),
    ("tidy", |_| tidy::step()),
    ("deny", deny),
    ("build", build),
    ("below-llvm", below_llvm),
    ("clippy", |c| {
        silent(c, "clippy", cargo(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
    }),
    ("docs", docs),
    ("unit-tests", unit_tests),
    ("zoo-interp", cases::zoo_interp),
    ("zoo-cpu", cases::zoo_cpu),
    ("conform-interp", cases::conformance_interp),
    ("conform-cpu", cases::conformance_cpu),
    ("save-load", cases::save_load),
    ("same-bytes", cases::same_bytes),
    ("wrong-expected", cases::wrong_expected),
    ("exit-codes", cases::exit_codes),
    ("jax", |c| python_tests(c, "jax", "test_jax.py")),
    ("jax-devices", |c| python_tests(c, "jax-devices", "test_devices.py")),
    ("crash", |c| python_tests(c, "crash", "test_crash.py")),
    ("together", together),
    ("mutate", |c| mutate::step(c)),
    ("fuzz", |c| fuzz::step(c)),
];

/// Which steps run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Steps to run: all unless given
    #[arg(long, value_delimiter = ',', value_name = "STEP", value_parser = step_names())]
    only: Vec<String>,
    /// Steps to leave out
    #[arg(long, value_delimiter = ',', value_name = "STEP", value_parser = step_names())]
    skip: Vec<String>,
    /// Every step has to reach its number in .ci/expected-counts
    #[arg(long)]
    strict: bool,
    /// Names the steps and runs none
    #[arg(long)]
    list: bool,
}

fn step_names() -> PossibleValuesParser {
    PossibleValuesParser::new(STEPS.iter().map(|(name, _)| *name))
}

/// Runs the steps that the arguments choose.
pub(crate) fn run(args: &Args) -> Result<bool> {
    if args.list {
        STEPS.iter().for_each(|(name, _)| println!("{name}"));
        return Ok(true);
    }
    let floors = read_counts(&root().join(".ci/expected-counts"))?;
    let context = context()?;
    let mut report = Report::default();
    for &(name, step) in STEPS {
        let named = |l: &[String]| l.iter().any(|n| n == name);
        if (args.only.is_empty() || named(&args.only)) && !named(&args.skip) {
            report.step(name, || step(&context));
        }
    }
    Ok(report.finish(&floors, args.strict))
}

/// Finds or makes the data, and tells the tests of the crates where it is.
pub(crate) fn context() -> Result<Context> {
    let logs = target_dir().join("ci");
    std::fs::create_dir_all(&logs)?;
    let mut c = Context { logs, zoo: data::zoo(), shared: None };
    eprintln!("== data");
    if let Err(e) = data::make_zoo(&c.log("make-zoo")) {
        eprintln!("no zoo: {e:#}");
    }
    c.shared = data::conformance(&c.log("fetch"));
    Ok(c)
}

/// A command that either succeeds or fails as a whole.
fn silent(c: &Context, name: &str, mut command: std::process::Command) -> Result<Outcome> {
    logged(&mut command, &c.log(name))?;
    Ok(Outcome::Passed(1))
}

/// Advisories, licences and sources of dependencies, where cargo-deny is installed (tidy checks licences without it).
fn deny(c: &Context) -> Result<Outcome> {
    if !cargo(["deny", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status()?.success() {
        return Ok(Outcome::Skipped("cargo-deny is not installed".into()));
    }
    silent(c, "deny", cargo(["deny", "check"]))
}

fn build(c: &Context) -> Result<Outcome> {
    logged(&mut cargo(["build", "--release", "--quiet"]), &c.log("build"))?;
    let args = ["build", "--release", "--quiet", "-p", "hloom-rt", "-p", "hloom", "--examples"];
    logged(&mut cargo(args), &c.log("build-examples"))?;
    if !release("hloom").exists() {
        bail!("the build gave no {}", release("hloom").display());
    }
    Ok(Outcome::Passed(1))
}

/// The crates below `hloom-llvm` build where no LLVM can be found, and the runtime does without its features.
fn below_llvm(c: &Context) -> Result<Outcome> {
    let mut command = cargo(["check", "--quiet"]);
    // The environment has precedence over what ./setup wrote to cargo's configuration.
    for version in ["221", "191"] {
        command.env(format!("LLVM_SYS_{version}_PREFIX"), "/nonexistent");
    }
    command.args(BELOW_LLVM.iter().flat_map(|p| ["-p", p]));
    logged(&mut command, &c.log("below-llvm"))?;
    // The runtime without its routines.
    logged(&mut cargo(["test", "--quiet", "-p", "hloom-rt", "--no-default-features"]), &c.log("lean-runtime"))?;
    Ok(Outcome::Passed(BELOW_LLVM.len()))
}

/// A Python program of `python/tests` that gets the plugin; none if Python or plugin are missing.
fn with_plugin(script: &str) -> Option<std::process::Command> {
    let (mut command, plugin) = (python(), release("libhloom_pjrt.so"));
    let present = Path::new(command.get_program()).exists() && plugin.exists();
    command.arg(Path::new("python/tests").join(script)).env("HLOOM_PJRT_LIBRARY", plugin);
    // Tests do not depend on what others have left behind.
    command.env("HLOOM_CACHE_DIR", "off");
    present.then_some(command)
}

const NO_PLUGIN: &str = "there is no Python environment (./setup makes it) or no plugin";

/// Tests in Python: JAX through the plugin, beside JAX's own CPU device; what happens when things break.
fn python_tests(c: &Context, step: &str, script: &str) -> Result<Outcome> {
    let Some(mut command) = with_plugin(script) else { return Ok(Outcome::Skipped(NO_PLUGIN.into())) };
    let (ok, text) = log_of(&mut command, &c.log(step))?;
    let count = |before: &str| {
        let numbers = text.lines().filter_map(|l| l.split_once(before)?.1.split(|c: char| !c.is_ascii_digit()).next());
        numbers.filter_map(|n| n.parse::<usize>().ok()).next_back().unwrap_or(0)
    };
    let (ran, skipped) = (count("Ran "), count("skipped="));
    if ok && ran > 0 {
        return Ok(Outcome::Passed(ran - skipped.min(ran)));
    }
    let failed: Vec<&str> = text.lines().filter(|l| l.starts_with("FAIL: ") || l.starts_with("ERROR: ")).collect();
    let count = failed.len().max(1);
    let shown = format!("{}\n(all of it: {})", failed.join("\n"), c.log(step).display());
    Ok(Outcome::Failed(ran.saturating_sub(count + skipped), count, shown))
}

/// Hloom beside those frameworks that the Python environment has.
fn together(c: &Context) -> Result<Outcome> {
    let Some(mut command) = with_plugin("test_together.py") else { return Ok(Outcome::Skipped(NO_PLUGIN.into())) };
    logged(&mut command, &c.log("together"))?;
    Ok(Outcome::Passed(1))
}

fn docs(c: &Context) -> Result<Outcome> {
    // Through the configuration, which adds to what ./setup wrote there; the variable RUSTDOCFLAGS would replace it.
    let deny = "build.rustdocflags = [\"-D\", \"warnings\"]";
    let doc = ["doc", "--no-deps", "--quiet", "--config", deny];
    logged(cargo(doc).args(["-p", "hloom-cli", "--bins"]), &c.log("docs-command"))?;
    let mut all = cargo(doc);
    all.arg("--workspace");
    silent(c, "docs", all)
}

fn unit_tests(c: &Context) -> Result<Outcome> {
    let mut command = cargo(["test", "--workspace", "--no-fail-fast"]);
    command.env("HLOOM_ZOO", &c.zoo);
    if let Some(dir) = &c.shared {
        command.env("HLOOM_SHARED", dir);
    }
    let (ok, text) = log_of(&mut command, &c.log("unit-tests"))?;
    let (passed, failed) = count_tests(&text);
    if ok && failed == 0 {
        return Ok(Outcome::Passed(passed));
    }
    let names: Vec<&str> = text
        .lines()
        .filter(|l| {
            (l.starts_with("test ") && l.ends_with("FAILED")) || l.starts_with("error") || l.contains("panicked at")
        })
        .collect();
    let shown = names[..names.len().min(40)].join("\n");
    Ok(Outcome::Failed(passed, failed.max(1), format!("{shown}\n(all of it: {})", c.log("unit-tests").display())))
}

/// Tests passed and failed, by the summary lines of all test programs.
fn count_tests(text: &str) -> (usize, usize) {
    let (mut passed, mut failed) = (0, 0);
    for line in text.lines().filter_map(|l| l.strip_prefix("test result: ")) {
        let count = |word: &str| {
            let before = line.split_once(word).and_then(|(before, _)| before.split_whitespace().last());
            before.and_then(|n| n.parse::<usize>().ok()).unwrap_or(0)
        };
        passed += count(" passed");
        failed += count(" failed");
    }
    (passed, failed)
}

#[cfg(test)]
#[test]
fn tests_are_counted() {
    let log = "running 2 tests\ntest a ... ok\ntest result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered \
               out; finished in 0.00s\ntest result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured\n";
    assert_eq!(count_tests(log), (15, 2));
    assert_eq!(count_tests("error: could not compile"), (0, 0));
}
