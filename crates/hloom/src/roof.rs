//! The machine's roof: multiply-adds and bytes a second that probes written in loop IR reach here, with all threads.
//!
//! A case's roof is the larger of its operations over the measured peak and its bytes over the measured bandwidth
//! (Williams et al., 2009). The probes go through the same code generator, loader and thread pool as every kernel.

use crate::{Blob, Device, Error, ExecOptions, Executable, HostFns, Loaded, Target};
use hloom_exe::abi::offset;
use hloom_exe::{ArgSig, ResultSig, TensorSig};
use hloom_num::DType;
use hloom_rt::{Buffer, RtError};
use hloom_tile::FuncBuilder;
use hloom_tile::loop_ir::{BinOp, Elem, Expr, Func, ParamAttrs, Program, Stmt, Ty, Val};
use std::sync::Arc;
use std::time::Instant;

/// What the machine reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roof {
    /// Floating-point operations a second in f32 (a fused multiply-add is two).
    pub flops_per_second: f64,
    /// Bytes a second read from memory.
    pub bytes_per_second: f64,
}

impl Roof {
    /// Milliseconds that a program of that many operations and bytes takes at least.
    pub fn milliseconds(&self, flops: u64, bytes: u64) -> f64 {
        1e3 * (flops as f64 / self.flops_per_second).max(bytes as f64 / self.bytes_per_second)
    }
}

const TASKS: i64 = 64;
/// Independent accumulators: enough to hide the latency of a multiply-add on two pipes.
const CHAINS: usize = 16;
const ROUNDS: i64 = 4096;
/// Far larger than any last-level cache share of these machines.
const READ_BYTES: i64 = 256 << 20;

fn field(b: &mut FuncBuilder, table: Val, at: usize) -> Val {
    let at = b.i64(at as i64);
    let p = b.ptr_add(table, at);
    b.load(Ty::PTR, p, 8)
}

/// The entry: one parallel loop over the probe, on the first argument and the first result.
fn entry(probe: &str) -> Program {
    let read = ParamAttrs { noalias: false, readonly: true };
    let params = [(Ty::PTR, read), (Ty::PTR, read), (Ty::PTR, read), (Ty::PTR, read), (Ty::PTR, read)];
    let mut b = FuncBuilder::new("hloom_entry", &params, Some(Ty::I64));
    let bufs = b.fresh_here(Ty::PTR);
    b.push(Stmt::Alloca(bufs, 16, 8));
    let (ctx, args, results) = (b.param(0), b.param(1), b.param(2));
    for (i, table) in [args, results].into_iter().enumerate() {
        let p = field(&mut b, table, 0);
        let at = b.i64(8 * i as i64);
        let slot = b.ptr_add(bufs, at);
        b.store(slot, p, 8);
    }
    let run = field(&mut b, ctx, offset::PARALLEL_FOR);
    let func = b.expr(Ty::PTR, Expr::FuncAddr(probe.into()));
    let tasks = b.i64(TASKS);
    b.push(Stmt::CallPtr { ptr: run, args: vec![ctx, func, bufs, tasks], result: None });
    let zero = b.i64(0);
    b.push(Stmt::Return(Some(zero)));
    let kernel = vec![Ty::PTR, Ty::I64, Ty::I64, Ty::PTR];
    Program { funcs: vec![b.finish(true, false)], externs: vec![(probe.into(), kernel, None)] }
}

/// One round of a probe: builder, source address, round, accumulators; the next accumulators.
type Step<'a> = dyn Fn(&mut FuncBuilder, Val, Val, &[Val]) -> Vec<Val> + 'a;

/// A kernel whose task `i` folds vectors into accumulators, `step(builder, source address, k, accumulators)` in a loop
/// of `rounds`, and stores their sum at element `i` of the result, so that nothing is dead.
fn probe(name: &str, lanes: u32, rounds: i64, task_bytes: i64, step: &Step<'_>) -> Func {
    let plain = ParamAttrs::default();
    let params = [(Ty::PTR, plain), (Ty::I64, plain), (Ty::I64, plain), (Ty::PTR, plain)];
    let mut b = FuncBuilder::new(name, &params, None);
    let (bufs, lo, hi) = (b.param(0), b.param(1), b.param(2));
    let (source, result) = (field(&mut b, bufs, 0), field(&mut b, bufs, 8));
    let ty = Ty::vector(Elem::F32, lanes);
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let from = b.mul_const(task, task_bytes);
        let source = b.ptr_add(source, from);
        let init: Vec<Val> = (0..CHAINS).map(|i| b.float(ty, i as f64)).collect();
        let (zero, end) = (b.i64(0), b.i64(rounds));
        let acc = b.for_loop(zero, end, 1, &init, |b, k, acc| step(b, source, k, acc));
        let sum = acc[1..].iter().fold(acc[0], |s, &a| b.bin(BinOp::FAdd, s, a));
        let at = b.mul_const(task, i64::from(4 * lanes));
        let slot = b.ptr_add(result, at);
        b.store(slot, sum, 4);
        vec![]
    });
    b.push(Stmt::Return(None));
    b.finish(true, false)
}

fn load(name: &str, kernel: Func, lanes: u32, target: &Target, device: &Arc<Device>) -> Result<Loaded, Error> {
    let programs = [entry(name), Program { funcs: vec![kernel], externs: vec![] }];
    let objects = hloom_llvm::compile(&programs, target, &hloom_llvm::Options::default())?;
    let linked = hloom_exe::link(&objects, "hloom_entry")?;
    let tensor = |n: i64| TensorSig { dtype: DType::F32, dims: vec![n] };
    let results = vec![ResultSig { name: String::new(), tensor: tensor(TASKS * i64::from(lanes)), alias: None }];
    let exe = Executable {
        name: name.into(),
        abi: hloom_exe::abi::VERSION,
        target: hloom_exe::Target { triple: target.triple.clone(), cpu: target.cpu.clone(), features: Vec::new() },
        relax: hloom_exe::Relaxations::default(),
        image: linked.image,
        entry: linked.entry,
        args: vec![ArgSig { name: String::new(), tensor: tensor(READ_BYTES / 4), alias: None, donated: false }],
        results,
        constants: Vec::<Blob>::new(),
        arena_bytes: 0,
        scratch_bytes: 0,
        planned_peak_bytes: 0,
        kernels: Vec::new(),
        errors: Vec::new(),
        host_calls: Vec::new(),
        notes: Vec::new(),
        source: None,
    };
    Loaded::load(exe, device, &HostFns::default()).map_err(runtime)
}

fn runtime(e: RtError) -> Error {
    Error::Unimplemented(format!("measuring the machine: {e}"))
}

/// Best time of several runs, in seconds.
fn best(loaded: &Loaded, source: &Buffer) -> Result<f64, Error> {
    let mut best = f64::INFINITY;
    for _ in 0..8 {
        let t = Instant::now();
        loaded.execute(&[source], &ExecOptions::default()).map_err(runtime)?;
        best = best.min(t.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// Measures this machine with the threads of `device`; takes about a quarter of a second.
///
/// # Errors
/// If the probes cannot be compiled or run.
pub fn measure(target: &Target, device: &Arc<Device>) -> Result<Roof, Error> {
    let lanes = target.lanes(4);
    let ty = Ty::vector(Elem::F32, lanes);
    let bytes = vec![0u8; READ_BYTES as usize];
    let source = Buffer::from_bytes(device, DType::F32, &[READ_BYTES / 4], &bytes).map_err(runtime)?;
    drop(bytes);
    let fma = probe("peak", lanes, ROUNDS, 0, &|b, _, _, acc| {
        let (x, y) = (b.float(ty, 0.999), b.float(ty, 0.001));
        acc.iter().map(|&a| b.fma(a, x, y)).collect()
    });
    let peak = load("peak", fma, lanes, target, device)?;
    let flops = 2.0 * (TASKS * ROUNDS * CHAINS as i64) as f64 * f64::from(lanes);
    let flops_per_second = flops / best(&peak, &source)?;
    let vector = i64::from(4 * lanes);
    let round = vector * CHAINS as i64;
    let task = READ_BYTES / TASKS;
    let sum = probe("read", lanes, task / round, task, &|b, source, k, acc| {
        let at = b.mul_const(k, round);
        let p = b.ptr_add(source, at);
        (0..CHAINS)
            .map(|i| {
                let off = b.i64(i as i64 * vector);
                let q = b.ptr_add(p, off);
                let x = b.load(ty, q, 4);
                b.bin(BinOp::FAdd, acc[i], x)
            })
            .collect()
    });
    let read = load("read", sum, lanes, target, device)?;
    let bytes_per_second = READ_BYTES as f64 / best(&read, &source)?;
    Ok(Roof { flops_per_second, bytes_per_second })
}
