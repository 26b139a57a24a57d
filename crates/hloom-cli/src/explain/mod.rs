//! `hloom explain`: what the compiler made of a program, for people.
//!
//! Text on standard output, one JSON object with `--json`, one HTML file with `--html`. All three say the same: steps
//! with their work and roof, fusion, loops, memory over time, and after `--run` what the kernels took.

mod graph;
mod html;
mod text;
mod timeline;

use crate::compile_cmd::{RelaxArgs, TargetArgs};
use crate::engine::{PARTITION, device};
use crate::failure::Failure;
use crate::profile::{SEVERAL, measure};
use crate::program::Program;
use anyhow::{Context, anyhow};
use hloom::explain::Explanation;
use hloom::roof::Roof;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `hloom explain`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Zoo case or module (StableHLO text or portable artifact; `-` is standard input). Of a program for several devices
    /// that of one is shown.
    module: PathBuf,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    relax: RelaxArgs,
    /// Function to explain.
    #[arg(long, default_value = "main")]
    function: String,
    /// Also write a page with the graph, the memory timeline and the kernels: one file without references to others.
    #[arg(long)]
    html: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Run the program (on the case's inputs, else on zeros) and show each kernel's time beside its roof.
    #[arg(long)]
    run: bool,
    /// Shortest time to measure.
    #[arg(long, default_value_t = 1.5, requires = "run")]
    seconds: f64,
    /// Threads of the run; all of the machine's if not given.
    #[arg(long)]
    threads: Option<usize>,
    /// The machine's roof, in GFLOP/s and GB/s, e.g. `500,40`; measured if not given, which takes a quarter of a second.
    #[arg(long, value_parser = parse_roof)]
    roof: Option<RoofArg>,
}

#[derive(Clone, Copy, Debug)]
struct RoofArg(Roof);

fn parse_roof(text: &str) -> Result<RoofArg, String> {
    let number = |t: &str| t.trim().parse::<f64>().ok().filter(|x| x.is_finite() && *x > 0.0);
    let parts = text.split_once(',').and_then(|(f, b)| number(f).zip(number(b)));
    let (gflops, gbytes) = parts.ok_or("two positive numbers are needed: GFLOP/s,GB/s")?;
    Ok(RoofArg(Roof { flops_per_second: 1e9 * gflops, bytes_per_second: 1e9 * gbytes }))
}

/// All that is shown.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    program: Explanation,
    /// `None` for another machine than this one, unless it was given.
    roof: Option<Ceiling>,
    measured: Option<Measured>,
}

/// What the machine can do at most.
#[derive(Clone, Copy, Serialize)]
struct Ceiling {
    flops_per_second: f64,
    bytes_per_second: f64,
    /// Measured on this machine, not given.
    measured: bool,
}

#[derive(Serialize)]
struct Measured {
    threads: usize,
    runs: usize,
    fastest_ms: f64,
    /// By kernel; `None` if it did not run.
    kernels: Vec<Option<KernelMs>>,
}

#[derive(Clone, Copy, Serialize)]
struct KernelMs {
    /// In one run.
    calls: u64,
    /// Sum of its calls in the run in which that was least.
    ms: f64,
    /// The shortest call.
    least_ms: f64,
}

impl Ceiling {
    /// Least milliseconds for that work.
    fn ms(&self, flops: u64, bytes: u64) -> f64 {
        self.compute_ms(flops).max(self.memory_ms(bytes))
    }
    fn compute_ms(&self, flops: u64) -> f64 {
        1e3 * flops as f64 / self.flops_per_second
    }
    fn memory_ms(&self, bytes: u64) -> f64 {
        1e3 * bytes as f64 / self.bytes_per_second
    }
    /// What bounds that work.
    fn bound(&self, flops: u64, bytes: u64) -> &'static str {
        if self.compute_ms(flops) > self.memory_ms(bytes) { "compute" } else { "memory" }
    }
}

impl Report {
    fn time(&self, kernel: usize) -> Option<KernelMs> {
        self.measured.as_ref()?.kernels.get(kernel).copied().flatten()
    }

    /// Calls of a kernel in one run: counted where it was run, else planned; `None` if a loop's length is not known.
    fn calls(&self, kernel: usize) -> Option<u64> {
        if self.measured.is_some() {
            return Some(self.time(kernel).map_or(0, |t| t.calls));
        }
        let steps = self.program.steps.iter().filter(|s| s.kernel == Some(kernel));
        steps.map(|s| s.runs).try_fold(0u64, |sum, n| Some(sum.saturating_add(n?)))
    }

    /// Kernels, those that take (or would at least take) most of a run first.
    fn by_time(&self) -> Vec<usize> {
        let weight = |k: usize| {
            let e = &self.program.kernels[k];
            let roof = self.roof.map_or(e.cost_ns / 1e6, |r| r.ms(e.flops, e.bytes));
            self.time(k).map_or(roof * self.calls(k).unwrap_or(1) as f64, |t| t.ms)
        };
        let mut order: Vec<usize> = (0..self.program.kernels.len()).collect();
        order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
        order
    }
}

/// `1.25 G`, `34.0 k`, `12`: at most four digits and a prefix of powers of ten.
fn short(x: f64) -> String {
    let units = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units.iter().find(|u| x >= 0.9995 * u.0) {
        Some((scale, unit)) if x / scale < 9.995 => format!("{:.2} {unit}", x / scale),
        Some((scale, unit)) => format!("{:.1} {unit}", x / scale),
        None => format!("{x:.0} "),
    }
}

/// Milliseconds in a unit that fits: `3.21 ms`, `870 ns`.
fn duration(ms: f64) -> String {
    match ms {
        x if x >= 999.5 => format!("{:.2} s", x / 1e3),
        x if x >= 0.9995 => format!("{x:.2} ms"),
        x if x >= 9.995e-4 => format!("{:.1} µs", x * 1e3),
        x => format!("{:.0} ns", x * 1e6),
    }
}

/// Runs the command; the exit code.
pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    if args.run && !args.target.is_host() {
        return Err(anyhow!("--run needs this machine as the target").into());
    }
    let program = Program::open(&args.module)?;
    let mut module = program.static_module(&args.function)?;
    if hloom::num_partitions(&module) > 1 {
        if args.run {
            return Err(Failure::Unimplemented(SEVERAL.into()));
        }
        module = hloom::partition(&module, &args.function, &PARTITION)?.module;
    }
    let target = args.target.target()?;
    let explained = hloom::explain::explain(&module, &args.function, &target, &args.relax.options())?;
    let device = device(args.threads);
    let ceiling = |r: Roof, measured| Ceiling {
        flops_per_second: r.flops_per_second,
        bytes_per_second: r.bytes_per_second,
        measured,
    };
    let roof = match args.roof {
        Some(r) => Some(ceiling(r.0, false)),
        // A machine that cannot be measured leaves the roof unknown.
        None if args.target.is_host() => hloom::roof::measure(&target, &device).ok().map(|r| ceiling(r, true)),
        None => None,
    };
    let mut report = Report { program: explained, roof, measured: None };
    if args.run {
        eprintln!("planned peak: {}", report.program.memory);
        let limit = Duration::from_secs_f64(args.seconds.clamp(0.0, 3600.0));
        let m =
            measure(&module, &args.function, &device, &program.inputs(&args.function)?, limit, &args.relax.options())?;
        let ms = |t: Duration| 1e3 * t.as_secs_f64();
        let kernel = |t: &hloom::KernelTime| {
            (t.calls > 0).then(|| KernelMs { calls: t.calls, ms: ms(t.time), least_ms: ms(t.least) })
        };
        report.measured = Some(Measured {
            threads: device.pool().threads(),
            runs: m.runs,
            fastest_ms: ms(m.fastest),
            kernels: m.best.iter().map(kernel).collect(),
        });
    }
    if let Some(path) = &args.html {
        std::fs::write(path, html::page(&report)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        outln!("{}", serde_json::to_string(&report).context("the report as JSON")?);
    } else {
        outln!("{}", text::render(&report).trim_end());
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([short(0.0), short(999.0), short(1000.0)], ["0 ", "999 ", "1.00 k"]);
        assert_eq!([short(12_345.0), short(999_999.0), short(2.5e9)], ["12.3 k", "1.00 M", "2.50 G"]);
        assert_eq!([duration(0.0), duration(0.0005), duration(0.25)], ["0 ns", "500 ns", "250.0 µs"]);
        assert_eq!([duration(1.0), duration(999.9)], ["1.00 ms", "1.00 s"]);
    }

    #[test]
    fn roofs_are_two_positive_numbers() {
        assert!(parse_roof("500,40").is_ok() && parse_roof("1e3, 0.5").is_ok());
        for bad in ["", "5", "5,", "-1,2", "0,1", "nan,1", "1,inf", "1,2,3"] {
            assert!(parse_roof(bad).is_err(), "{bad}");
        }
    }
}
