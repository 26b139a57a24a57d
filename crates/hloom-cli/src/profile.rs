//! Where a program's time goes, kernel by kernel: `hloom bench --profile`, `hloom explain --run`.
//!
//! The program is compiled so that the runtime sees every kernel. A kernel counts with its best run, so the table adds up
//! to less than any run took: copies, the entry and what else the machine did are the rest of the best run. Rates are
//! those of a kernel's best call, which says what the code can do on a machine that is busy with other things too.

use crate::array::Array;
use crate::bench::time_native;
use crate::engine::{Engine, compile, load, to_buffers};
use crate::failure::Failure;
use hloom::{CompileStats, Device, ExecOptions, Executable, KernelTime, Profile};
use hloom_ir::Module;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// Times of a program's kernels.
pub(crate) struct Measured {
    exe: Executable,
    stats: CompileStats,
    /// By kernel, the run in which it took least time; `least` is over all runs.
    pub(crate) best: Vec<KernelTime>,
    /// The fastest run.
    pub(crate) fastest: Duration,
    /// Number of runs.
    pub(crate) runs: usize,
}

/// Why there are no times.
pub(crate) const SEVERAL: &str = "unimplemented: kernels of programs for several devices are not timed";

/// Runs a program for about `limit`.
pub(crate) fn measure(
    module: &Module,
    function: &str,
    device: &Arc<Device>,
    inputs: &[Array],
    limit: Duration,
    options: &hloom::Options,
) -> Result<Measured, Failure> {
    let options = hloom::Options { observed: true, ..options.clone() };
    let (exe, stats) = compile(module, function, &options)?;
    let Engine::Cpu(loaded) = load(&exe, device)? else {
        return Err(Failure::Unimplemented(SEVERAL.into()));
    };
    let alone: Vec<bool> = stats.table.iter().map(|k| k.direct).collect();
    let profile = Profile::new(&loaded, &alone);
    let best: RefCell<Vec<KernelTime>> = RefCell::new(Vec::new());
    let run = ExecOptions { observer: Some(&profile), ..ExecOptions::default() };
    let after = || {
        let mut best = best.borrow_mut();
        let times = profile.take();
        best.resize(times.len(), KernelTime { calls: 0, time: Duration::MAX, least: Duration::MAX });
        for (b, t) in best.iter_mut().zip(times) {
            let least = b.least.min(t.least);
            *b = KernelTime { least, ..if t.time < b.time { t } else { *b } };
        }
    };
    let (times, _) = time_native(&loaded, &to_buffers(loaded.device(), inputs)?, limit, &run, after)?;
    let fastest = times.iter().min().copied().unwrap_or_default();
    Ok(Measured { exe, stats, best: best.into_inner(), fastest, runs: times.len() })
}

impl Measured {
    /// The table of the kernels that ran.
    pub(crate) fn table(&self) -> String {
        let best = &self.best;
        let sum: Duration = best.iter().map(|t| t.time).sum();
        let mut order: Vec<usize> = (0..best.len()).collect();
        order.sort_by_key(|&i| (std::cmp::Reverse(best[i].time), i));
        let mut out =
            String::from("  calls        ms  share   least us     est us    GF/s    GB/s  tasks  class         ops\n");
        for i in order.into_iter().filter(|&i| best[i].calls > 0) {
            let (t, k) = (best[i], &self.stats.table[i]);
            let (seconds, least) = (t.time.as_secs_f64(), t.least.as_secs_f64().max(1e-12));
            let rate = |x: u64| x as f64 / least / 1e9;
            let _ = writeln!(
                out,
                "{:7} {:9.3} {:5.1}% {:10.1} {:10.1} {:7.1} {:7.1} {:6}  {:12}  {}",
                t.calls,
                seconds * 1e3,
                100.0 * seconds / sum.as_secs_f64().max(1e-12),
                least * 1e6,
                k.cost_ns / 1e3,
                rate(k.flops),
                rate(k.bytes),
                if k.direct { 1 } else { k.tasks },
                k.class,
                self.exe.kernels.get(i).map_or(k.ops.as_str(), |e| e.ops.as_str()),
            );
        }
        let ms = |t: Duration| t.as_secs_f64() * 1e3;
        let _ = write!(out, "  sum {:13.3}        best run {:.3} ms of {}", ms(sum), ms(self.fastest), self.runs);
        out
    }
}
