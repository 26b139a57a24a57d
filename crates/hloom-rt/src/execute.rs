//! Running a loaded executable.

use crate::buffer::NOWHERE;
use crate::collective::Caller;
use crate::grid::Process;
use crate::host::{Callee, Threads};
use crate::pool::{Loop, SharedLoop};
use crate::{Block, Buffer, Grid, Loaded, Observer, RtError, Step, TensorText, host, sys};
use hloom_exe::abi::{self, Ctx, KernelFn, LoopFn};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::sync::atomic::AtomicU32;
use std::time::Instant;

/// An argument of an execution.
#[derive(Debug)]
pub enum Arg<'a> {
    /// Read only.
    Borrow(&'a Buffer),
    /// Given away: a result may take its memory, if this is the only handle.
    Donate(Buffer),
}

impl Arg<'_> {
    fn buffer(&self) -> &Buffer {
        match self {
            Arg::Borrow(b) => b,
            Arg::Donate(b) => b,
        }
    }
}

/// How to execute.
#[derive(Clone, Copy, Debug)]
pub struct ExecOptions<'a> {
    /// Threads that take part, the caller included, at most the device's; 0: all of them.
    pub threads: usize,
    /// When this becomes nonzero, the execution ends with [`RtError::Cancelled`] at a convenient point.
    pub cancel: Option<&'a AtomicU32>,
    /// Passed to host functions.
    pub user: *mut c_void,
    /// Replica number.
    pub replica: u32,
    /// Partition number.
    pub partition: u32,
    /// The processes that execute together, this one included; `None`: it is the only one.
    pub grid: Option<&'a Grid>,
    /// Is told what the execution does.
    pub observer: Option<&'a dyn Observer>,
}

impl Default for ExecOptions<'_> {
    fn default() -> Self {
        ExecOptions {
            threads: 0,
            cancel: None,
            user: std::ptr::null_mut(),
            replica: 0,
            partition: 0,
            grid: None,
            observer: None,
        }
    }
}

/// The results of an execution before it runs.
#[derive(Debug)]
pub struct Prepared {
    results: SmallVec<[Buffer; 4]>,
    aliases: SmallVec<[Alias; 1]>,
}

/// A result that is computed in an argument's memory, or in a copy of it.
#[derive(Clone, Copy, Debug)]
struct Alias {
    arg: usize,
    result: usize,
    copy: bool,
}

impl Prepared {
    /// The results; their contents are undefined until the execution is done.
    pub fn results(&self) -> &[Buffer] {
        &self.results
    }
    /// The results, after the execution.
    pub fn into_results(self) -> Vec<Buffer> {
        self.results.into_vec()
    }
}

/// What the runtime's side of the ABI needs of an execution; `Ctx::runtime` points to it.
struct Run<'a> {
    loaded: &'a Loaded,
    threads: usize,
    observer: Option<&'a dyn Observer>,
    /// What the entry has begun and not ended, for the observer.
    begun: RefCell<SmallVec<[(Step, Instant); 2]>>,
    /// Why a host call failed.
    failure: RefCell<Option<RtError>>,
    /// This process, if there are several.
    process: Option<&'a Process<'a>>,
    /// Draws of random numbers so far.
    draws: Cell<u64>,
}

static NEVER: AtomicU32 = AtomicU32::new(0);

impl Loaded {
    /// Executes with borrowed arguments.
    ///
    /// # Errors
    /// Arguments that do not fit, no memory, or what the program reports.
    pub fn execute(&self, args: &[&Buffer], options: &ExecOptions<'_>) -> Result<Vec<Buffer>, RtError> {
        self.run(args.iter().map(|&b| Arg::Borrow(b)).collect(), options)
    }

    /// Executes with arguments some of which are given away. Those are gone afterwards, whatever the outcome.
    ///
    /// # Errors
    /// As [`Loaded::execute`].
    pub fn execute_with<'a>(
        &self,
        args: impl IntoIterator<Item = Arg<'a>>,
        options: &ExecOptions<'_>,
    ) -> Result<Vec<Buffer>, RtError> {
        self.run(args.into_iter().collect(), options)
    }

    fn run(&self, mut args: SmallVec<[Arg<'_>; 8]>, options: &ExecOptions<'_>) -> Result<Vec<Buffer>, RtError> {
        let prepared = self.prepare(&mut args, |_| false).inspect_err(|e| {
            // The others must not wait for this one.
            if let Some(grid) = options.grid {
                grid.break_up(format!("process ({}, {}) failed: {e}", options.replica, options.partition));
            }
        })?;
        self.run_prepared(&args, &prepared, options)?;
        Ok(prepared.into_results())
    }

    /// Checks the arguments and makes the results, without contents: [`Loaded::run_prepared`] computes them, once.
    ///
    /// `is_unfinished` says of an argument that the execution that computes it has a handle to it and is not done; that
    /// handle does not count when a donated argument's memory is to be taken. It must go after that execution is done.
    ///
    /// # Errors
    /// Arguments that do not fit, no memory.
    pub fn prepare(&self, args: &mut [Arg<'_>], is_unfinished: impl Fn(usize) -> bool) -> Result<Prepared, RtError> {
        self.check(args)?;
        let mut prepared =
            Prepared { results: SmallVec::with_capacity(self.exe.results.len()), aliases: SmallVec::new() };
        for (index, (result, &bytes)) in self.exe.results.iter().zip(&self.result_bytes).enumerate() {
            let fresh = || {
                let block = if bytes == 0 { None } else { Some(self.device.alloc(bytes)?) };
                Ok::<_, RtError>(Buffer::with(result.tensor.dtype, &result.tensor.dims, bytes, block))
            };
            let Some(a) = result.alias.map(|a| a as usize) else {
                prepared.results.push(fresh()?);
                continue;
            };
            let buffer = match &mut args[a] {
                // The handle moves: the result's is the only one besides that of an unfinished execution.
                Arg::Donate(buffer) if buffer.is_ours(|| is_unfinished(a)) => {
                    Some(std::mem::replace(buffer, Buffer::with(hloom_num::DType::U8, &[0], 0, None)))
                }
                _ => None,
            };
            prepared.aliases.push(Alias { arg: a, result: index, copy: buffer.is_none() });
            let buffer = buffer.map_or_else(fresh, Ok)?;
            prepared.results.push(buffer);
        }
        Ok(prepared)
    }

    /// Computes prepared results from the arguments that they were prepared with, which have contents by now.
    ///
    /// # Errors
    /// No memory, or what the program reports; of a process of a grid also what ends the others. The results are then
    /// undefined.
    pub fn run_prepared(
        &self,
        args: &[Arg<'_>],
        prepared: &Prepared,
        options: &ExecOptions<'_>,
    ) -> Result<(), RtError> {
        let Some(grid) = options.grid else { return self.run_process(args, prepared, options, None) };
        let process = grid.enter(options.replica, options.partition)?;
        let outcome = self.run_process(args, prepared, options, Some(&process));
        process.end(&outcome);
        outcome
    }

    fn run_process(
        &self,
        args: &[Arg<'_>],
        prepared: &Prepared,
        options: &ExecOptions<'_>,
        process: Option<&Process<'_>>,
    ) -> Result<(), RtError> {
        let exe = &self.exe;
        // Copies of borrowed arguments whose address does not suit their element type.
        let mut realigned: SmallVec<[Block; 1]> = SmallVec::new();
        let mut arg_starts: SmallVec<[*const u8; 8]> = SmallVec::with_capacity(args.len());
        for arg in args {
            let buffer = arg.buffer();
            let mut start = buffer.as_ptr();
            if !(start as usize).is_multiple_of(buffer.dtype().real_part().byte_size()) {
                realigned.push(self.copy_of(buffer)?);
                start = realigned.last().map_or(start, |b| b.start().cast_const());
            }
            arg_starts.push(start);
        }
        let result_starts: SmallVec<[*mut u8; 4]> = prepared.results.iter().map(|r| r.as_ptr().cast_mut()).collect();
        for alias in &prepared.aliases {
            let (to, bytes) = (result_starts[alias.result], self.result_bytes[alias.result]);
            if alias.copy {
                // SAFETY: the result's memory is as large as the argument's, overlaps nothing, and is nobody else's yet.
                unsafe { self.device.copy(to, args[alias.arg].buffer().as_ptr(), bytes) };
            }
            arg_starts[alias.arg] = to;
        }

        let block = |bytes: u64| if bytes == 0 { Ok(None) } else { self.device.alloc(bytes as usize).map(Some) };
        let arena = block(exe.arena_bytes)?;
        let scratch = block(exe.scratch_bytes)?;
        let start = |block: &Option<Block>| block.as_ref().map_or(NOWHERE.as_ptr(), Block::start);

        let threads = if options.threads == 0 { usize::MAX } else { options.threads };
        let threads = threads.min(self.device.pool().threads());
        let run = Run {
            loaded: self,
            threads,
            observer: options.observer,
            begun: RefCell::default(),
            failure: RefCell::new(None),
            process,
            draws: Cell::new(0),
        };
        let ctx = Ctx {
            version: abi::VERSION,
            size: size_of::<Ctx>() as u32,
            parallel_for: if options.observer.is_some() { observed_parallel_for } else { parallel_for },
            memcpy,
            memset,
            scratch: start(&scratch),
            host_call,
            cancelled: options.cancel.unwrap_or(&NEVER).as_ptr().cast_const(),
            user: options.user,
            runtime: (&raw const run).cast(),
            device: self.device.id(),
            replica: options.replica,
            partition: options.partition,
            threads: threads as u32,
            mark: if options.observer.is_some() { mark } else { no_mark },
            share_loop,
        };
        let status = {
            let _floats = sys::FpGuard::new(sys::Floats::of(self.exe.relax));
            // SAFETY: the pointers are as the ABI says for this executable, and live until the call returns.
            unsafe {
                (self.entry)(&ctx, arg_starts.as_ptr(), result_starts.as_ptr(), start(&arena), self.constants.as_ptr())
            }
        };
        if status != abi::STATUS_OK {
            return Err(self.failure(status, run.failure.into_inner()));
        }
        Ok(())
    }

    fn check(&self, args: &[Arg<'_>]) -> Result<(), RtError> {
        let expected = &self.exe.args;
        if args.len() != expected.len() {
            let program = self.exe.name.clone();
            return Err(RtError::ArgCount { program, expected: expected.len(), got: args.len() });
        }
        for (index, (arg, sig)) in args.iter().zip(expected).enumerate() {
            let buffer = arg.buffer();
            if buffer.dtype() != sig.tensor.dtype || buffer.dims() != sig.tensor.dims {
                return Err(RtError::ArgType {
                    program: self.exe.name.clone(),
                    index,
                    name: sig.name.clone(),
                    expected: TensorText::from(&sig.tensor),
                    got: TensorText::new(buffer.dtype(), buffer.dims()),
                });
            }
        }
        Ok(())
    }

    fn copy_of(&self, buffer: &Buffer) -> Result<Block, RtError> {
        let bytes = buffer.bytes();
        let block = self.device.alloc(bytes.len())?;
        // SAFETY: the new block has at least that many bytes and overlaps nothing.
        unsafe { self.device.copy(block.start(), bytes.as_ptr(), bytes.len()) };
        Ok(block)
    }

    #[cold]
    fn failure(&self, status: i64, host: Option<RtError>) -> RtError {
        if let (abi::STATUS_HOST_CALL_FAILED, Some(e)) = (status, host) {
            return e;
        }
        if status == abi::STATUS_CANCELLED {
            return RtError::Cancelled;
        }
        let entry = usize::try_from(status).ok().and_then(|s| self.exe.errors.get(s.wrapping_sub(1)));
        match entry {
            Some(e) => RtError::Program { op: e.op.clone(), message: e.message.clone() },
            None => RtError::UnknownStatus(status),
        }
    }
}

/// # Safety
/// `ctx` must be the one that `Loaded::run` passed to the entry that calls this.
unsafe fn run_of<'a>(ctx: *const Ctx) -> (&'a Ctx, &'a Run<'a>) {
    // SAFETY: both live until the entry returns.
    unsafe { (&*ctx, &*(*ctx).runtime.cast::<Run<'a>>()) }
}

unsafe extern "C" fn parallel_for(ctx: *const Ctx, kernel: KernelFn, bufs: *const *mut u8, tasks: i64) {
    // SAFETY: called by the entry; the kernel obeys the ABI and `ctx.scratch` has the executable's size.
    unsafe {
        let (ctx, run) = run_of(ctx);
        run.loaded.device.pool().run_loop(&Loop {
            kernel,
            bufs,
            tasks,
            scratch: ctx.scratch,
            scratch_bytes: run.loaded.exe.scratch_bytes as usize,
            threads: run.threads,
            floats: sys::Floats::of(run.loaded.exe.relax),
        });
    }
}

#[allow(clippy::too_many_arguments, reason = "it is the ABI's")]
unsafe extern "C" fn share_loop(
    ctx: *const Ctx,
    body: LoopFn,
    args: *const *const u8,
    results: *const *mut u8,
    arena: *mut u8,
    constants: *const *const u8,
    steps: i64,
    members: i64,
) -> i64 {
    // SAFETY: called by the entry with the pointers that it was given; the body obeys the ABI. The flag lives as long as the
    // execution.
    unsafe {
        let (c, run) = run_of(ctx);
        run.loaded.device.pool().share_loop(&SharedLoop {
            body,
            ctx,
            args,
            results,
            arena,
            constants,
            steps,
            scratch_bytes: run.loaded.exe.scratch_bytes as usize,
            threads: run.threads.min(usize::try_from(members).unwrap_or(1)),
            floats: sys::Floats::of(run.loaded.exe.relax),
            cancelled: &*c.cancelled.cast::<AtomicU32>(),
            known: &run.loaded.known,
        })
    }
}

/// [`parallel_for`] of an execution with an observer.
unsafe extern "C" fn observed_parallel_for(ctx: *const Ctx, kernel: KernelFn, bufs: *const *mut u8, tasks: i64) {
    // SAFETY: called by the entry with the `ctx` it was given.
    let (c, run) = unsafe { run_of(ctx) };
    let watched = run.observer.zip(run.loaded.kernel_number(kernel));
    let alone = watched.is_some_and(|(observer, number)| observer.runs_alone(number));
    let start = Instant::now();
    // SAFETY: the entry's promise to `parallel_for`; `ctx.scratch` belongs to this thread.
    unsafe { if alone { kernel(bufs, 0, tasks, c.scratch) } else { parallel_for(ctx, kernel, bufs, tasks) } }
    if let Some((observer, number)) = watched {
        observer.step(Step::Kernel(number), start, Instant::now());
    }
}

/// Nobody watches.
unsafe extern "C" fn no_mark(_: *const Ctx, _: i64, _: i64) {}

unsafe extern "C" fn mark(ctx: *const Ctx, mark: i64, number: i64) {
    // SAFETY: called by the entry with the `ctx` it was given.
    let (_, run) = unsafe { run_of(ctx) };
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let mut begun = run.begun.borrow_mut();
    match mark {
        abi::MARK_KERNEL => begun.push((Step::Kernel(number), Instant::now())),
        abi::MARK_LOOP => begun.push((Step::Loop(number), Instant::now())),
        _ => {
            if let Some(((step, start), observer)) = begun.pop().zip(run.observer) {
                observer.step(step, start, Instant::now());
            }
        }
    }
}

unsafe extern "C" fn memcpy(dst: *mut u8, src: *const u8, n: usize) {
    // SAFETY: the entry passes ranges of its buffers.
    unsafe { std::ptr::copy(src, dst, n) };
}

unsafe extern "C" fn memset(dst: *mut u8, byte: i32, n: usize) {
    // SAFETY: the entry passes a range of its buffers.
    unsafe { dst.write_bytes(byte as u8, n) };
}

unsafe extern "C" fn host_call(ctx: *const Ctx, index: i64, bufs: *const *mut u8) -> i64 {
    // SAFETY: called by the entry.
    let (ctx, run) = unsafe { run_of(ctx) };
    let index = usize::try_from(index).unwrap_or(usize::MAX);
    let start = run.observer.map(|observer| (observer, Instant::now()));
    // What others wrote, and what processes do together, is no arithmetic of the program's.
    let _floats = sys::FpGuard::new(sys::Floats::IEEE);
    let outcome = match run.loaded.exe.host_calls.get(index).zip(run.loaded.host_fns.get(index)) {
        Some((call, Callee::Function { function, writes_all })) => {
            let threads = Threads { device: &run.loaded.device, threads: run.threads };
            // SAFETY: the entry passes the pointers of this call.
            let done = unsafe { host::invoke(function, *writes_all, call, bufs, ctx, &threads, &run.draws) };
            done.map_err(|message| RtError::HostFn { name: call.name.clone(), message })
        }
        Some((_, Callee::Collective(callee))) => {
            let caller = Caller {
                process: run.process,
                replica: ctx.replica,
                partition: ctx.partition,
                // SAFETY: the flag lives as long as the execution.
                cancelled: unsafe { &*ctx.cancelled.cast::<AtomicU32>() },
                device: &run.loaded.device,
            };
            // SAFETY: the entry passes the pointers of this call.
            unsafe { callee.invoke(&caller, bufs) }
        }
        None => Err(RtError::HostFn { name: format!("#{index}"), message: "the program has no such call".into() }),
    };
    if let Some((observer, start)) = start {
        observer.step(Step::HostCall(index), start, Instant::now());
    }
    match outcome {
        Ok(()) => abi::STATUS_OK,
        Err(e) => {
            *run.failure.borrow_mut() = Some(e);
            abi::STATUS_HOST_CALL_FAILED
        }
    }
}
