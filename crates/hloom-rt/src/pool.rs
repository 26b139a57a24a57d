//! The fork-join thread pool.
//!
//! One job runs at a time: `tasks` calls of a kernel. The tasks are dealt out beforehand, each thread's as one run of
//! neighbours ([`Runs`]), so that a thread walks through memory in order and finds in its caches what it touched in the
//! job before; who has finished takes from the ends of the others' runs. The caller never waits for a worker that has not
//! joined, so a sleeping or descheduled worker costs nothing but its help. A second caller finds the pool taken and runs its loop alone; so does a loop inside
//! a task. Neither changes results, because tasks are independent and cut by the compiler.
//!
//! The protocol is one word, the *gate*: epoch, open bit, exit bit and free places. A worker joins by taking a place of an
//! open gate in a compare-and-swap, which also makes the job's fields visible to it; the caller closes the gate when no
//! task is left and learns from the places left how many joined. After closing nobody can read the job any
//! more but those who joined, and the caller waits for exactly these.

mod runs;
mod worker;

use crate::{fork, sys};
use hloom_exe::abi::KernelFn;
use runs::Runs;
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering::*};
use std::time::{Duration, Instant};

/// How long idle workers and waiting callers spin before they sleep.
const SPIN: Duration = Duration::from_micros(50);
/// Threads per pool at most; the gate counts places in 15 bits.
const MAX_THREADS: usize = 1 << 12;

/// Threads to use unless told otherwise: `HLOOM_NUM_THREADS` if that is a positive number, else the processors that the affinity mask and the control
/// group's quota allow.
pub fn default_threads() -> usize {
    let wished = std::env::var("HLOOM_NUM_THREADS").ok().and_then(|v| v.trim().parse().ok());
    wished.filter(|&n| n > 0).unwrap_or_else(processors).min(MAX_THREADS)
}

fn processors() -> usize {
    let allowed = sys::affinity().unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    allowed.min(sys::cgroup::cpu_quota().unwrap_or(usize::MAX)).max(1)
}

/// A fork-join pool. Threads start with the first parallel loop.
pub struct Pool {
    threads: usize,
    /// Generation of the process (see [`fork`]) times two, plus one while threads are being started. 0 at first.
    state: AtomicU64,
    shared: AtomicPtr<Shared>,
}

/// Keeps what different threads write on different cache lines (pairs of them, for the adjacent-line prefetcher).
#[repr(align(128))]
struct Line<T>(T);

struct Shared {
    gate: Line<AtomicU64>,
    runs: Runs,
    /// Workers that finished the current job; a futex.
    done: Line<AtomicU32>,
    /// The caller sleeps on `done`.
    joining: AtomicU32,
    /// A caller has the pool.
    busy: Line<AtomicBool>,
    job: UnsafeCell<Job>,
    /// Futex of idle workers; counts wake-ups.
    wake: Line<AtomicU32>,
    sleepers: AtomicU32,
    spin: Duration,
}

// SAFETY: `job` is written only by the owner of `busy` while no worker has joined; everything else is atomic.
unsafe impl Sync for Shared {}
// SAFETY: as above; the raw pointers in `job` are used only between publication and completion of a job.
unsafe impl Send for Shared {}

#[derive(Clone, Copy)]
struct Job {
    kernel: KernelFn,
    bufs: *const *mut u8,
    tasks: i64,
    /// Tasks claimed at once.
    chunk: i64,
    /// Runs that the tasks are dealt out in.
    threads: usize,
    scratch_bytes: usize,
    floats: sys::Floats,
}

const PLACES: u64 = 0x7fff;
const EXIT: u64 = 1 << 30;
const OPEN: u64 = 1 << 31;

fn epoch(gate: u64) -> u32 {
    (gate >> 32) as u32
}

/// One parallel loop.
pub(crate) struct Loop {
    pub(crate) kernel: KernelFn,
    pub(crate) bufs: *const *mut u8,
    pub(crate) tasks: i64,
    /// The caller's scratch block.
    pub(crate) scratch: *mut u8,
    pub(crate) scratch_bytes: usize,
    /// Threads that may take part, the caller included.
    pub(crate) threads: usize,
    /// How the caller computes, and with it the others.
    pub(crate) floats: sys::Floats,
}

impl Pool {
    /// A pool of `threads` threads, the caller of each loop included; 0 means [`default_threads`].
    pub fn new(threads: usize) -> Pool {
        fork::install_handlers();
        let threads = if threads == 0 { default_threads() } else { threads.min(MAX_THREADS) };
        Pool { threads, state: AtomicU64::new(0), shared: AtomicPtr::new(std::ptr::null_mut()) }
    }

    /// Threads that take part in a loop, the caller included.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Calls `body(i)` for `i` in `0..tasks`, in any order, on any thread; returns when all calls have.
    ///
    /// # Panics
    /// When `body` panicked; the remaining tasks may have been skipped.
    pub fn run<F: Fn(i64) + Sync>(&self, tasks: i64, body: F) {
        self.run_on(self.threads, tasks, body);
    }

    /// As [`Pool::run`], on at most so many threads.
    pub(crate) fn run_on<F: Fn(i64) + Sync>(&self, threads: usize, tasks: i64, body: F) {
        struct Env<F> {
            body: F,
            panicked: AtomicBool,
        }
        unsafe extern "C" fn tasks_of<F: Fn(i64) + Sync>(bufs: *const *mut u8, lo: i64, hi: i64, _scratch: *mut u8) {
            // SAFETY: `bufs` is the environment below, which outlives the loop and is only shared.
            let env = unsafe { &*bufs.cast::<Env<F>>() };
            let call = || (lo..hi).for_each(&env.body);
            if !env.panicked.load(Relaxed) && std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err() {
                env.panicked.store(true, Relaxed);
            }
        }
        let env = Env { body, panicked: AtomicBool::new(false) };
        // SAFETY: the kernel reads `env` only, which lives until the loop has ended; no scratch is used.
        unsafe {
            self.run_loop(&Loop {
                kernel: tasks_of::<F>,
                bufs: (&raw const env).cast(),
                tasks,
                scratch: std::ptr::null_mut(),
                scratch_bytes: 0,
                threads,
                floats: sys::Floats::IEEE,
            });
        }
        assert!(!env.panicked.into_inner(), "a task of a parallel loop panicked");
    }

    /// Runs a loop to its end.
    ///
    /// # Safety
    /// The kernel must be sound to call for ranges of the tasks from several threads, with these buffers, a scratch block
    /// of `scratch_bytes`, and for the caller the block given.
    pub(crate) unsafe fn run_loop(&self, l: &Loop) {
        if l.tasks <= 0 {
            return;
        }
        let threads = l.threads.min(self.threads).min(usize::try_from(l.tasks).unwrap_or(usize::MAX));
        let shared = if threads > 1 { self.shared() } else { None };
        let Some(shared) = shared.filter(|s| s.take()) else {
            // SAFETY: the caller's promise.
            unsafe { (l.kernel)(l.bufs, 0, l.tasks, l.scratch) };
            return;
        };
        // Many more tasks than threads: claim several, so that the counter is not what takes the time.
        let chunk = (l.tasks / (threads as i64 * 32)).max(1);
        let Loop { kernel, bufs, tasks, scratch_bytes, floats, .. } = *l;
        let job = Job { kernel, bufs, tasks, chunk, threads, scratch_bytes, floats };
        // SAFETY: this thread owns the pool, the gate is closed and all workers of the last job are done.
        unsafe { *shared.job.get() = job };
        shared.runs.deal((tasks + chunk - 1) / chunk, threads);
        shared.open(threads as u64 - 1);
        // SAFETY: the caller's promise.
        unsafe { shared.work(&job, 0, l.scratch) };
        shared.close(threads as u64 - 1);
        shared.busy.0.store(false, Release);
    }

    /// The running threads; started if need be. `None` while another thread is starting them.
    #[inline]
    fn shared(&self) -> Option<&Shared> {
        let ready = u64::from(fork::generation()) * 2;
        if self.state.load(Acquire) != ready {
            self.start(ready)?;
        }
        // SAFETY: in this state the pointer is set and is freed by `drop` alone.
        Some(unsafe { &*self.shared.load(Acquire) })
    }

    #[cold]
    fn start(&self, ready: u64) -> Option<()> {
        let state = self.state.load(Acquire);
        // A state of an older generation, even "starting", is from before a fork: those threads do not exist here.
        if state >= ready || self.state.compare_exchange(state, ready + 1, AcqRel, Relaxed).is_err() {
            return (self.state.load(Acquire) == ready).then_some(());
        }
        // With more threads than processors a spinning thread only keeps another from working.
        let spin = if self.threads <= processors() { SPIN } else { Duration::ZERO };
        let shared = Arc::new(Shared::new(self.threads, spin));
        for i in 1..self.threads {
            let name = format!("hloom-{i}");
            let theirs = shared.clone();
            if std::thread::Builder::new().name(name).spawn(move || worker::run(&theirs)).is_err() {
                // Fewer threads are slower, not wrong.
                break;
            }
        }
        // What a fork left behind stays allocated: its memory may be in any state.
        self.shared.store(Arc::into_raw(shared).cast_mut(), Release);
        self.state.store(ready, Release);
        Some(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let shared = *self.shared.get_mut();
        if *self.state.get_mut() == u64::from(fork::generation()) * 2 && !shared.is_null() {
            // SAFETY: the pointer came from `Arc::into_raw` and is dropped once; workers hold their own references.
            let shared = unsafe { Arc::from_raw(shared) };
            shared.gate.0.fetch_or(EXIT, SeqCst);
            shared.wake.0.fetch_add(1, SeqCst);
            sys::futex_wake(&shared.wake.0, u32::MAX);
        }
    }
}

impl Shared {
    fn new(threads: usize, spin: Duration) -> Shared {
        unsafe extern "C" fn nothing(_: *const *mut u8, _: i64, _: i64, _: *mut u8) {}
        let (bufs, floats) = (std::ptr::null(), sys::Floats::IEEE);
        let job = Job { kernel: nothing, bufs, tasks: 0, chunk: 1, threads: 1, scratch_bytes: 0, floats };
        Shared {
            gate: Line(AtomicU64::new(0)),
            runs: Runs::new(threads),
            done: Line(AtomicU32::new(0)),
            joining: AtomicU32::new(0),
            busy: Line(AtomicBool::new(false)),
            job: UnsafeCell::new(job),
            wake: Line(AtomicU32::new(0)),
            sleepers: AtomicU32::new(0),
            spin,
        }
    }

    /// Becomes the caller that has the pool.
    fn take(&self) -> bool {
        !self.busy.0.load(Relaxed) && !self.busy.0.swap(true, Acquire)
    }

    /// Lets up to `places` workers join the job.
    fn open(&self, places: u64) {
        self.done.0.store(0, Relaxed);
        let gate = self.gate.0.load(Relaxed);
        let next = u64::from(epoch(gate).wrapping_add(1)) << 32 | OPEN | places;
        // Sequentially consistent with the counts of sleepers: either the worker sees the open gate before it sleeps, or
        // it is counted here.
        self.gate.0.store(next, SeqCst);
        let sleepers = self.sleepers.load(SeqCst);
        if sleepers > 0 {
            self.wake.0.fetch_add(1, SeqCst);
            sys::futex_wake(&self.wake.0, sleepers.min(places as u32));
        }
    }

    /// Closes the gate and waits for the workers that joined.
    fn close(&self, places: u64) {
        let gate = self.gate.0.fetch_and(!OPEN, AcqRel);
        let joined = (places - (gate & PLACES)) as u32;
        let finished = || self.done.0.load(Acquire) == joined;
        if spin_until(self.spin, finished) {
            return;
        }
        self.joining.store(1, SeqCst);
        loop {
            let done = self.done.0.load(SeqCst);
            if done == joined {
                break;
            }
            sys::futex_wait(&self.done.0, done);
        }
        self.joining.store(0, Relaxed);
    }

    /// Claims and runs tasks until none are left: those of run `own` first.
    ///
    /// # Safety
    /// The job must be current, and `scratch` fit for it.
    #[inline]
    unsafe fn work(&self, job: &Job, own: usize, scratch: *mut u8) {
        while let Some(unit) = self.runs.claim(own, job.threads) {
            let lo = unit * job.chunk;
            let hi = (lo + job.chunk).min(job.tasks);
            // SAFETY: the promise of who published the job.
            unsafe { (job.kernel)(job.bufs, lo, hi, scratch) };
        }
    }
}

/// Spins until the condition holds; false when `limit` has passed before.
#[inline]
fn spin_until(limit: Duration, condition: impl Fn() -> bool) -> bool {
    if condition() {
        return true;
    }
    if limit.is_zero() {
        return false;
    }
    let start = Instant::now();
    loop {
        for _ in 0..16 {
            if condition() {
                return true;
            }
            std::hint::spin_loop();
        }
        if start.elapsed() >= limit {
            return condition();
        }
    }
}
