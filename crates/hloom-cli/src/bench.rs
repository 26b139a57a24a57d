//! `hloom bench`: compile and run times of zoo cases and modules.
//!
//! Protocol. One small module is compiled first, so that compile times are those of a process that is warm. Each run
//! makes new outputs with the product's allocator while the previous run's are still held; donated inputs are refreshed
//! outside the clock; outputs are checked after it.

use crate::array::Array;
use crate::compare::compare;
use crate::compile_cmd::RelaxArgs;
use crate::engine::{Backend, Engine, compile, device, from_buffer, interpreter, load, parse, to_buffers};
use crate::exceptions::allowance;
use crate::failure::Failure;
use crate::program::Program;
use anyhow::anyhow;
use hloom::parallel::Parallel;
use hloom_rt::{Arg, Buffer, ExecOptions};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Arguments of `hloom bench`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Back end.
    #[arg(long, value_enum, default_value = "cpu")]
    backend: Backend,
    /// Threads; all of the machine's if not given.
    #[arg(long)]
    threads: Option<usize>,
    /// Shortest time to measure.
    #[arg(long, default_value_t = 1.5)]
    seconds: f64,
    /// One JSON object a case.
    #[arg(long)]
    json: bool,
    /// Compile once more so that the runtime sees every kernel, and print a table of their times: calls in a run, the
    /// kernel's time in its best run, its share, its best call beside the scheduler's estimate for one thread, operations
    /// and bytes per time of the best call, tasks (1 = one thread), class, ops and source location.
    #[arg(long, conflicts_with = "json")]
    profile: bool,
    #[command(flatten)]
    relax: RelaxArgs,
    /// Zoo cases or modules (a module gets zeros as inputs).
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// One line of output; unknown is null.
#[derive(Serialize, Default)]
struct Report {
    case: String,
    parse_ms: f64,
    compile_ms: Option<f64>,
    run_ms: Option<f64>,
    min_ms: Option<f64>,
    runs: usize,
    threads: usize,
    planned_peak_bytes: Option<u64>,
    arena_bytes: Option<u64>,
    max_rss_bytes: Option<u64>,
    flops: Option<u64>,
    bytes: Option<u64>,
    roof_ms: Option<f64>,
    kernels: Option<usize>,
    outputs_ok: Option<bool>,
}

const WARM_UP: &str = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %a, %a : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n";

/// Runs the command; the exit code.
pub(crate) fn run(args: &Args) -> Result<u8, Failure> {
    let mut roof = None;
    if args.backend == Backend::Cpu {
        compile(&parse(WARM_UP.as_bytes(), "warm-up")?, "main", &hloom::Options::default())?;
        // A machine that cannot be measured leaves the roof unknown.
        roof = hloom::roof::measure(&hloom::host_target(), &device(args.threads)).ok();
    }
    let mut code = 0;
    for path in &args.paths {
        match bench(path, args, roof.as_ref()) {
            Ok(report) => {
                if report.0.outputs_ok == Some(false) {
                    code = 1;
                }
                print(&report.0, args.json);
                if let Some(table) = report.1 {
                    outln!("{table}");
                }
            }
            Err(e) => {
                eprintln!("{}: {e}", path.display());
                code = code.max(e.code());
            }
        }
    }
    Ok(code)
}

fn print(r: &Report, json: bool) {
    if json {
        outln!("{}", serde_json::to_string(r).unwrap_or_default());
        return;
    }
    let ms = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.3}"));
    outln!(
        "{:32} run {:>10} ms  min {:>10}  compile {:>9} ms  runs {:5}  {}",
        r.case,
        ms(r.run_ms),
        ms(r.min_ms),
        ms(r.compile_ms),
        r.runs,
        match r.outputs_ok {
            Some(true) => "ok",
            Some(false) => "WRONG OUTPUTS",
            None => "",
        }
    );
}

fn bench(path: &Path, args: &Args, roof: Option<&hloom::roof::Roof>) -> Result<(Report, Option<String>), Failure> {
    let program = Program::open(path)?;
    let mut report =
        Report { case: program.name.clone(), parse_ms: program.parse.as_secs_f64() * 1e3, ..Report::default() };
    let inputs = program.inputs("main")?;
    let module = match args.backend {
        Backend::Cpu => program.static_module("main")?,
        Backend::Interp => program.module.clone(),
    };
    let device = device(args.threads);
    let limit = Duration::from_secs_f64(args.seconds.clamp(0.0, 3600.0));
    let table = match args.backend {
        Backend::Cpu if args.profile => {
            Some(crate::profile::measure(&module, "main", &device, &inputs, limit, &args.relax.options())?.table())
        }
        _ => None,
    };
    report.threads = device.pool().threads();
    let t = Instant::now();
    let engine = match args.backend {
        Backend::Interp => interpreter(module, "main")?,
        Backend::Cpu => {
            let (exe, stats) = compile(&module, "main", &args.relax.options())?;
            if !args.json {
                eprintln!("{}: planned peak {}", report.case, exe.memory());
            }
            let engine = load(&exe, &device)?;
            report.compile_ms = Some(t.elapsed().as_secs_f64() * 1e3);
            report.kernels = Some(stats.kernels);
            report.planned_peak_bytes = Some(exe.planned_peak_bytes);
            report.arena_bytes = Some(exe.arena_bytes);
            report.flops = Some(stats.flops);
            report.bytes = Some(stats.bytes);
            report.roof_ms = roof.map(|r| r.milliseconds(stats.flops, stats.bytes));
            engine
        }
    };
    let (mut times, outputs) = match &engine {
        Engine::Cpu(loaded) => {
            let buffers = to_buffers(loaded.device(), &inputs)?;
            time_native(loaded, &buffers, limit, &ExecOptions::default(), || {})?
        }
        Engine::Parallel(parallel) => time_parallel(parallel, &inputs, limit)?,
        Engine::Interp(..) | Engine::InterpGrid(..) | Engine::Dynamic(_) | Engine::Grids(_) => {
            let t = Instant::now();
            let out = engine.run(&inputs)?;
            (vec![t.elapsed()], out)
        }
    };
    times.sort_unstable();
    report.runs = times.len();
    report.run_ms = times.get(times.len() / 2).map(|t| t.as_secs_f64() * 1e3);
    report.min_ms = times.first().map(|t| t.as_secs_f64() * 1e3);
    report.max_rss_bytes = max_rss();
    if let (Some(c), Some(s)) = (&program.case, &program.set) {
        let o = compare(&outputs, &s.outputs, c.rule(), allowance(&c.name));
        report.outputs_ok = Some(o.failure.is_none());
        if let Some(f) = o.failure {
            eprintln!("{}: {f}", c.name);
        }
    }
    Ok((report, table))
}

/// The first two runs take new memory from the system, since the first's outputs are held during the second: they must not
/// make half of a program's runs, however long these are.
const LEAST_RUNS: usize = 6;

/// Executes again and again, at least [`LEAST_RUNS`] times and until `limit` has passed; the times, and the last outputs.
pub(crate) fn time_native(
    loaded: &hloom::Loaded,
    inputs: &[Buffer],
    limit: Duration,
    options: &ExecOptions<'_>,
    mut after: impl FnMut(),
) -> Result<(Vec<Duration>, Vec<Array>), Failure> {
    let donated: Vec<bool> = loaded.executable().args.iter().map(|a| a.donated).collect();
    if donated.len() != inputs.len() {
        return Err(anyhow!("the program takes {} arguments, the case has {}", donated.len(), inputs.len()).into());
    }
    let mut times = Vec::with_capacity(1 << 16);
    let start = Instant::now();
    let mut held: Vec<Buffer> = Vec::new();
    while times.len() < LEAST_RUNS || (start.elapsed() < limit && times.len() < 1_000_000) {
        // A donated buffer is used up: a fresh copy for each run, made outside the clock.
        let mut fresh: Vec<Option<Buffer>> = inputs
            .iter()
            .zip(&donated)
            .map(|(b, &d)| {
                let copy = d.then(|| Buffer::from_bytes(loaded.device(), b.dtype(), b.dims(), b.bytes()));
                copy.transpose().map_err(|e| anyhow!("{e}"))
            })
            .collect::<Result<_, _>>()?;
        let args = inputs.iter().zip(&mut fresh).map(|(b, f)| f.take().map_or(Arg::Borrow(b), Arg::Donate));
        let t = Instant::now();
        let out = loaded.execute_with(args, options).map_err(|e| anyhow!("{e}"))?;
        times.push(t.elapsed());
        after();
        // The previous outputs are let go only now.
        held = out;
    }
    Ok((times, held.iter().map(from_buffer).collect()))
}

/// As [`time_native`], of a program on all its devices; arguments are cut and results put together outside the clock.
/// Donated arguments are borrowed, so copied.
fn time_parallel(
    parallel: &Parallel,
    inputs: &[Array],
    limit: Duration,
) -> Result<(Vec<Duration>, Vec<Array>), Failure> {
    let parts = parallel.cut(&to_buffers(parallel.loaded()[0].device(), inputs)?)?;
    let (mut times, mut held) = (Vec::new(), Vec::new());
    let start = Instant::now();
    while times.len() < LEAST_RUNS || (start.elapsed() < limit && times.len() < 1_000_000) {
        let t = Instant::now();
        let out = parallel.run(&parts)?;
        times.push(t.elapsed());
        held = out;
    }
    Ok((times, parallel.join(&held)?.iter().map(from_buffer).collect()))
}

/// Peak resident memory of this process, from the kernel's accounts.
fn max_rss() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kb| kb * 1024)
}
