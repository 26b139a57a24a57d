//! What executions do while a profiler session records.

use crate::engine::Engine;
use crate::executable::Program;
use hloom_exe::collective::Collective;
use hloom_rt::{Observer, Step};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Steps that a session keeps, some 40 MB: a loop of small kernels has millions.
const MAX_STEPS: usize = 1 << 20;

/// False: executions need not look for a session.
static RECORDING: AtomicBool = AtomicBool::new(false);
static CURRENT: Mutex<Option<Arc<Log>>> = Mutex::new(None);

/// What a session saw.
#[derive(Debug)]
pub(crate) struct Log {
    /// When it began.
    pub(crate) start: Instant,
    /// The same in nanoseconds since 1970.
    pub(crate) start_unix_ns: u64,
    executions: Mutex<Vec<Execution>>,
    steps: AtomicUsize,
}

/// One execution of a program on one device.
#[derive(Debug)]
pub(crate) struct Execution {
    pub(crate) names: Arc<Names>,
    pub(crate) device: i32,
    /// The operating system's number of the thread that ran the entry, and its name.
    pub(crate) thread: (u32, String),
    pub(crate) start: Instant,
    pub(crate) end: Instant,
    /// In the order in which they ended.
    pub(crate) steps: Vec<(Step, Instant, Instant)>,
}

/// What a program's steps are called.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) module: String,
    /// Distinguishes programs of the same name.
    pub(crate) program: u64,
    pub(crate) kernels: Vec<KernelNames>,
    pub(crate) host_calls: Vec<String>,
}

/// What is known of a kernel.
#[derive(Debug, Default)]
pub(crate) struct KernelNames {
    /// Its ops.
    pub(crate) ops: String,
    /// Where the program's source has them; may be empty.
    pub(crate) source: String,
    /// The name of the op that heads it with its scopes; may be empty.
    pub(crate) op_name: String,
    /// The names of its ops.
    pub(crate) op_names: Vec<String>,
    pub(crate) symbol: String,
    pub(crate) flops: u64,
    pub(crate) bytes: u64,
    /// Kernels of one offset are in one loop.
    pub(crate) offset: u64,
}

impl Names {
    pub(crate) fn of(module: &str, program: u64, engine: &Engine) -> Names {
        let Engine::Native { loaded, .. } = engine else {
            return Names { module: module.into(), program, ..Names::default() };
        };
        let exe = loaded[0].executable();
        let kernel = |k: &hloom_exe::Kernel| {
            let (ops, source) = k.ops.rsplit_once(" at ").unwrap_or((&k.ops, ""));
            let (flops, bytes, offset) = (k.flops, k.bytes, k.offset);
            let (symbol, op_name, op_names) = (k.symbol.clone(), k.op_name.clone(), k.op_names.clone());
            KernelNames { ops: ops.into(), source: source.into(), op_name, op_names, symbol, flops, bytes, offset }
        };
        let host_call = |c: &hloom_exe::HostCall| match Collective::of(c) {
            Some(Ok(collective)) => collective.op,
            _ => c.name.clone(),
        };
        Names {
            module: module.into(),
            program,
            kernels: exe.kernels.iter().map(kernel).collect(),
            host_calls: exe.host_calls.iter().map(host_call).collect(),
        }
    }
}

/// A new log, unless there is one that records.
pub(crate) fn start() -> Option<Arc<Log>> {
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    if current.is_some() {
        return None;
    }
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let log = Arc::new(Log {
        start: Instant::now(),
        start_unix_ns: since_1970.as_nanos() as u64,
        executions: Mutex::default(),
        steps: AtomicUsize::new(0),
    });
    *current = Some(log.clone());
    RECORDING.store(true, Ordering::Release);
    Some(log)
}

/// Executions that begin from now on are not recorded; those under way are.
pub(crate) fn stop(log: &Arc<Log>) {
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    if current.as_ref().is_some_and(|c| Arc::ptr_eq(c, log)) {
        *current = None;
        RECORDING.store(false, Ordering::Release);
    }
}

/// Watches an execution that is about to begin on the calling thread, if a session records.
#[inline]
pub(crate) fn recorder(program: &Program, device: i32) -> Option<Recorder> {
    if RECORDING.load(Ordering::Acquire) { Recorder::new(program, device) } else { None }
}

/// The recorder as the runtime takes it.
pub(crate) fn observer(recorder: &Option<Recorder>) -> Option<&dyn Observer> {
    recorder.as_ref().map(|r| r as &dyn Observer)
}

impl Log {
    /// Takes the executions that are over; and how many steps were too many to keep.
    pub(crate) fn take(&self) -> (Vec<Execution>, usize) {
        let executions = std::mem::take(&mut *self.executions.lock().unwrap_or_else(PoisonError::into_inner));
        (executions, self.steps.load(Ordering::Relaxed).saturating_sub(MAX_STEPS))
    }
}

/// Watches an execution from when it is made to when it is dropped, and gives it to the log then.
#[derive(Debug)]
pub(crate) struct Recorder {
    log: Arc<Log>,
    names: Arc<Names>,
    device: i32,
    start: Instant,
    steps: RefCell<Vec<(Step, Instant, Instant)>>,
}

impl Recorder {
    #[cold]
    fn new(program: &Program, device: i32) -> Option<Recorder> {
        let log = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        Some(Recorder { log, names: program.names(), device, start: Instant::now(), steps: RefCell::default() })
    }
}

impl Observer for Recorder {
    fn step(&self, step: Step, start: Instant, end: Instant) {
        if self.log.steps.fetch_add(1, Ordering::Relaxed) < MAX_STEPS {
            self.steps.borrow_mut().push((step, start, end));
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let execution = Execution {
            names: self.names.clone(),
            device: self.device,
            // SAFETY: a system call without arguments, which cannot fail.
            thread: (unsafe { libc::gettid() } as u32, std::thread::current().name().unwrap_or("thread").into()),
            start: self.start,
            end: Instant::now(),
            steps: self.steps.take(),
        };
        self.log.executions.lock().unwrap_or_else(PoisonError::into_inner).push(execution);
    }
}
