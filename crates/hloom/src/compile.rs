//! The pipeline.

use crate::cache::{self, Cache};
use crate::op_names::op_names;
use crate::{Error, Type, is_dynamic, remove_dynamism};
use hloom_exe::collective::Collective;
use hloom_exe::foreign::ForeignCall;
use hloom_exe::{ArgSig, Blob, Executable, HostCall, Kernel, Relaxations, ResultSig, TensorSig};
use hloom_ir::{LocTable, Module, Processes, TensorType};
use hloom_plan::{KernelInfo, Planned};
use hloom_tile::Target;
use hloom_tile::loop_ir::Program;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How to compile.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Compiler threads; no influence on the result. `None`: as many as the target has cores.
    pub threads: Option<usize>,
    /// Apply only that many rewrites (to bisect the optimiser).
    pub fuel: Option<u64>,
    /// The runtime can time each kernel (`hloom_rt::Profile`): the entry calls none directly.
    pub observed: bool,
    /// Names of functions that the host will provide when the executable is loaded ([`crate::HostFns`]): custom calls of
    /// the typed interface (`api_version` 4) of these targets compile to calls of them, with a
    /// [`hloom_exe::foreign::ForeignCall`] as configuration, also where Hloom has a routine of its own.
    pub host_functions: BTreeSet<String>,
    /// Where objects are kept that other compilations may use. No influence on the result.
    pub cache: Option<Arc<Cache>>,
    /// Update windows of `scatter` that leave the operand are dropped as a whole, as XLA does and JAX expects, not element by
    /// element as StableHLO's specification says.
    pub whole_windows: bool,
    /// How the program's arithmetic may deviate from IEEE's.
    pub relax: Relaxations,
    /// Every loop whose steps threads can share is compiled for that, worth it or not: for tests.
    pub share_loops: bool,
}

/// Where compile time went.
#[derive(Clone, Debug, Default)]
pub struct CompileStats {
    /// Stages in order.
    pub stages: Vec<(&'static str, Duration)>,
    /// Distinct kernels.
    pub kernels: usize,
    /// Objects that were linked.
    pub objects: usize,
    /// Those of them for which no code was generated, because the cache had them.
    pub cached: usize,
    /// Commands of the plan.
    pub commands: usize,
    /// Bytes that the kernels read and write, once a command.
    pub bytes: u64,
    /// Operations of the kernels, once a command.
    pub flops: u64,
    /// The kernels as the planner and the scheduler saw them, in the order of the executable's table.
    pub table: Vec<KernelInfo>,
}

/// An executable and how it came about.
#[derive(Debug)]
pub struct Compiled {
    /// The bytes-to-be.
    pub executable: Executable,
    /// Statistics.
    pub stats: CompileStats,
}

/// Times the stages.
struct Clock {
    start: Instant,
    stages: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn new() -> Clock {
        Clock { start: Instant::now(), stages: Vec::new() }
    }
    fn lap(&mut self, stage: &'static str) {
        self.stages.push((stage, self.start.elapsed()));
        self.start = Instant::now();
    }
}

/// The program with all sizes known, where its arguments' are: what it computes of them is computed now.
fn sized<'m>(module: &'m Module, function: &str) -> Result<Cow<'m, Module>, Error> {
    let params = module.func(function).map(|f| f.params().iter().map(|&p| f.graph.ty(p).clone()).collect::<Vec<_>>());
    let is_static = |t: &Type| matches!(t, Type::Tensor(t) if t.is_static());
    match params {
        Some(types) if types.iter().all(is_static) && is_dynamic(module, function) => {
            remove_dynamism(module, function, &types, &[]).map(Cow::Owned)
        }
        _ => Ok(Cow::Borrowed(module)),
    }
}

/// Optimise, plan, schedule and lower.
fn plan(
    module: &Module,
    function: &str,
    target: &Target,
    options: &Options,
    clock: &mut Clock,
) -> Result<(Planned, LocTable), Error> {
    let reachable = module.funcs.iter().position(|f| &*f.name == function).map(|root| module.reachable_funcs(root));
    for i in reachable.into_iter().flatten() {
        hloom_plan::check_accuracy(&module.funcs[i])
            .map_err(|diagnostics| Error::Program { diagnostics, locs: module.locs.clone() })?;
    }
    let opt = hloom_opt::Options {
        fuel: options.fuel,
        whole_windows: options.whole_windows,
        in_f64: hloom_plan::in_f64,
        ..hloom_opt::Options::default()
    };
    let module = &*sized(module, function)?;
    let optimized = hloom_opt::optimize(module, function, &opt)
        .map_err(|diagnostics| Error::Program { diagnostics, locs: module.locs.clone() })?;
    clock.lap("optimize");
    let locs = optimized.module.locs.clone();
    let Some(func) = optimized.module.func(function) else {
        return Err(Error::Unimplemented(format!("the optimiser lost @{function}")));
    };
    let program_error = |diagnostics| Error::Program { diagnostics, locs: locs.clone() };
    let grid = Processes::of(module).map_err(Error::Unimplemented)?;
    let target = &relaxed(target, options);
    let plan = hloom_plan::plan(func, target, &options.host_functions, grid).map_err(program_error)?;
    clock.lap("plan");
    let plan_options = hloom_plan::Options::default();
    let plan_options = if options.share_loops { plan_options.sharing_loops() } else { plan_options };
    let plan_options = hloom_plan::Options { observed: options.observed, ..plan_options };
    let planned = hloom_plan::compile(plan, target, &plan_options).map_err(program_error)?;
    clock.lap("schedule");
    Ok((planned, locs))
}

/// What compilation knows before it writes machine code.
pub(crate) fn plan_only(
    module: &Module,
    function: &str,
    target: &Target,
    options: &Options,
) -> Result<(Planned, LocTable), Error> {
    plan(module, function, target, options, &mut Clock::new())
}

/// The target without its slow subnormal numbers where all are flushed.
fn relaxed(target: &Target, options: &Options) -> Target {
    let slow_subnormals = target.slow_subnormals && !options.relax.flush_subnormals;
    Target { slow_subnormals, ..target.clone() }
}

/// Compiles one function of a verified module.
///
/// # Errors
/// See [`Error`].
pub fn compile(module: &Module, function: &str, target: &Target, options: &Options) -> Result<Compiled, Error> {
    let mut clock = Clock::new();
    let (planned, locs) = plan(module, function, target, options, &mut clock)?;
    let llvm = hloom_llvm::Options {
        threads: options.threads.unwrap_or(target.cores as usize).max(1),
        ..hloom_llvm::Options::default()
    };
    let (objects, cached) = objects(&planned.programs, &relaxed(target, options), &llvm, options.cache.as_deref())?;
    clock.lap("codegen");
    let linked = hloom_exe::link(&objects, &planned.entry)?;
    let executable =
        Executable { relax: options.relax, ..executable(module, function, target, &planned, linked, &locs) };
    clock.lap("link");
    let (flops, bytes) = work(&planned);
    let stats = CompileStats {
        stages: clock.stages,
        kernels: planned.kernels.len(),
        objects: objects.len(),
        cached,
        commands: planned.plan.num_commands(),
        bytes,
        flops,
        table: planned.kernels,
    };
    Ok(Compiled { executable, stats })
}

/// An object for each program, and how many of them the cache had.
fn objects(
    programs: &[Program],
    target: &Target,
    llvm: &hloom_llvm::Options,
    cache: Option<&Cache>,
) -> Result<(Vec<Vec<u8>>, usize), Error> {
    let Some(cache) = cache else { return Ok((hloom_llvm::compile(programs, target, llvm)?, 0)) };
    let generator = (hloom_llvm::code_generator(), llvm.level, llvm.passes);
    let keys: Vec<_> = programs.iter().map(|p| cache::key(&(&generator, target, p))).collect();
    let mut objects: Vec<Option<Vec<u8>>> = keys.iter().map(|k| cache.get(k)).collect();
    let missing: Vec<usize> = (0..programs.len()).filter(|&i| objects[i].is_none()).collect();
    let cached = programs.len() - missing.len();
    if !missing.is_empty() {
        let left: Vec<&Program> = missing.iter().map(|&i| &programs[i]).collect();
        for (&i, object) in missing.iter().zip(hloom_llvm::compile(&left, target, llvm)?) {
            cache.put(&keys[i], &object);
            objects[i] = Some(object);
        }
    }
    Ok((objects.into_iter().flatten().collect(), cached))
}

/// Operations and bytes of one run; bodies of loops of unknown length count once.
pub(crate) fn work(planned: &Planned) -> (u64, u64) {
    fn walk(commands: &[hloom_plan::Command], plan: &Planned, runs: u64, sum: &mut (u64, u64)) {
        use hloom_plan::Command;
        let add = |to: &mut u64, n: u64| *to = to.saturating_add(n.saturating_mul(runs));
        for c in commands {
            match c {
                Command::Kernel { kernel, .. } => {
                    let k = &plan.kernels[*kernel as usize];
                    add(&mut sum.0, k.flops);
                    add(&mut sum.1, k.bytes);
                }
                Command::Host { call, .. } => {
                    let h = &plan.plan.host_calls[*call as usize];
                    let tensors = h.call.operands.iter().chain(&h.call.results);
                    add(&mut sum.0, h.flops);
                    add(&mut sum.1, tensors.filter_map(TensorSig::bytes).sum());
                }
                Command::Copy { .. } => {}
                Command::While { cond, body, trips, .. } => {
                    let times = |extra: u64| runs.saturating_mul(trips.map_or(1, |n| n.saturating_add(extra)));
                    walk(cond, plan, times(1), sum);
                    walk(body, plan, times(0), sum);
                }
                Command::Case { branches, .. } => branches.iter().for_each(|b| walk(b, plan, runs, sum)),
            }
        }
    }
    let mut sum = (0, 0);
    walk(&planned.plan.commands, planned, 1, &mut sum);
    sum
}

fn executable(
    module: &Module,
    function: &str,
    target: &Target,
    planned: &Planned,
    linked: hloom_exe::Linked,
    locs: &LocTable,
) -> Executable {
    let sig = |t: &TensorType| TensorSig { dtype: t.dtype, dims: t.dims.to_vec() };
    let plan = &planned.plan;
    let kernels = planned
        .kernels
        .iter()
        .zip(op_names(planned, locs))
        .map(|(k, names)| Kernel {
            symbol: k.symbol.clone(),
            offset: linked.symbols.get(k.home.as_ref().unwrap_or(&k.symbol)).copied().unwrap_or(0),
            flops: k.flops,
            bytes: k.bytes,
            ops: match locs.file_position(k.loc) {
                Some((file, line, column)) => format!("{} at {file}:{line}:{column}", k.ops),
                None => k.ops.clone(),
            },
            op_name: names.head,
            op_names: names.all,
        })
        .collect();
    let name = if module.name.is_empty() { function.to_owned() } else { module.name.clone() };
    Executable {
        name,
        abi: hloom_exe::abi::VERSION,
        target: hloom_exe::Target {
            triple: target.triple.clone(),
            cpu: target.cpu.clone(),
            features: target.features.iter().filter_map(|f| f.strip_prefix('+')).map(str::to_owned).collect(),
        },
        relax: Relaxations::default(),
        image: linked.image,
        entry: linked.entry,
        args: plan
            .args
            .iter()
            .map(|a| ArgSig { name: String::new(), tensor: sig(&a.ty), alias: a.alias, donated: a.donated })
            .collect(),
        results: plan
            .results
            .iter()
            .map(|r| ResultSig { name: String::new(), tensor: sig(&r.ty), alias: r.alias })
            .collect(),
        constants: plan.constants.iter().map(|c| Blob::new(c.to_bytes())).collect(),
        arena_bytes: plan.arena_bytes,
        scratch_bytes: planned.scratch_bytes,
        planned_peak_bytes: planned.memory().peak(),
        kernels,
        errors: Vec::new(),
        host_calls: plan.host_calls.iter().map(|h| located(h, locs)).collect(),
        notes: vec![("compiler".into(), concat!("hloom ", env!("CARGO_PKG_VERSION")).into())],
        source: None,
    }
}

/// The call, with its place if it is one of the host's functions or between processes.
fn located(h: &hloom_plan::HostCall, locs: &LocTable) -> HostCall {
    let mut call = h.call.clone();
    let place =
        h.place.and_then(|loc| locs.file_position(loc)).map(|(file, line, column)| format!("{file}:{line}:{column}"));
    if let Some(Ok(collective)) = Collective::of(&call) {
        call.config = Collective { place, ..collective }.to_config();
    } else if let Some(foreign) = place.is_some().then(|| ForeignCall::from_config(&call.config)).flatten() {
        call.config = ForeignCall { place, ..foreign }.to_config();
    }
    call
}

/// Text of a late stage: `plan` (commands and memory), `kernels` (the table of kernels with their schedules' classes)
/// or `loops` (loop IR).
///
/// # Errors
/// As [`compile`].
pub fn dump(module: &Module, function: &str, target: &Target, options: &Options, stage: &str) -> Result<String, Error> {
    let (planned, locs) = plan_only(module, function, target, options)?;
    let mut out = String::new();
    match stage {
        "plan" => out = planned.plan.dump(),
        "kernels" => {
            for k in &planned.kernels {
                let place = locs.file_position(k.loc).map(|(f, l, c)| format!(" {f}:{l}:{c}")).unwrap_or_default();
                let _ = writeln!(
                    out,
                    "{} {} tasks {} cost {:.1} us flops {} bytes {}: {}{place}",
                    k.symbol,
                    k.class,
                    k.tasks,
                    k.cost_ns / 1e3,
                    k.flops,
                    k.bytes,
                    k.ops
                );
            }
        }
        _ => {
            for p in &planned.programs {
                let _ = writeln!(out, "{p}");
            }
        }
    }
    Ok(out)
}
