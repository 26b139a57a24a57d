//! The fork-join thread pool.
//!
//! One job runs at a time: `tasks` calls of a kernel. The tasks are dealt out beforehand, each thread's as one run of
//! neighbours ([`seat`]), so that a thread walks through memory in order and finds in its caches what it touched in the
//! job before; who has finished takes from the ends of the others' runs. A second caller finds the pool taken and runs its loop
//! alone; so does a loop inside a task. Neither changes results, because tasks are independent and cut by the compiler.
//!
//! A worker joins a job by marking its run, which it can as long as there is something left of it. The caller works until all
//! runs are empty, so that nobody can join any more, and waits for those who joined: never for a sleeping or descheduled worker,
//! which costs nothing but its help. Nobody can read the job then, and it can be written anew.

mod seat;
mod team;
mod worker;

use crate::{fork, sys};
use hloom_exe::abi::KernelFn;
use seat::{MOST_UNITS, Seat};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering::*, fence};
use std::time::{Duration, Instant};
pub use team::Teams;
pub(crate) use team::{Known, SharedLoop};

/// How long idle workers and waiting callers spin before they sleep.
const SPIN: Duration = Duration::from_micros(50);
/// Threads per pool at most.
const MAX_THREADS: usize = 1 << 12;
/// Units for each thread of a job that has more tasks: so many or up to twice as many.
const UNITS_PER_THREAD: u64 = 32;
const _: () = assert!(2 * UNITS_PER_THREAD * MAX_THREADS as u64 <= MOST_UNITS);

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
    teams: Teams,
    /// Generation of the process (see [`fork`]) times two, plus one while threads are being started. 0 at first.
    state: AtomicU64,
    shared: AtomicPtr<Shared>,
}

/// Keeps what different threads write on different cache lines (pairs of them, for the adjacent-line prefetcher).
#[repr(align(128))]
struct Line<T>(T);

struct Shared {
    /// One for each thread; the caller's is the first.
    seats: Box<[Seat]>,
    /// Number of the last job; written by who has the pool.
    last: Line<AtomicU64>,
    /// The caller sleeps until workers are done; a futex.
    joining: Line<AtomicU32>,
    /// A caller has the pool.
    busy: Line<AtomicBool>,
    /// Another one wanted it meanwhile.
    wanted: Line<AtomicBool>,
    /// Workers that sleep or are about to.
    sleepers: Line<AtomicU32>,
    /// Number of the last phase of a shared loop; written by who has the pool.
    phases: Line<AtomicU64>,
    /// One for each thread, as a member of a team.
    progress: Box<[Line<team::Progress>]>,
    spin: Duration,
}

#[derive(Clone, Copy)]
struct Job {
    kernel: KernelFn,
    bufs: *const *mut u8,
    tasks: i64,
    /// Tasks of a unit, which is what threads claim.
    chunk: i64,
    scratch_bytes: usize,
    number: u64,
    /// Runs that the units are dealt out in.
    threads: u32,
    floats: sys::Floats,
}

impl Job {
    const NONE: Job = {
        unsafe extern "C" fn nothing(_: *const *mut u8, _: i64, _: i64, _: *mut u8) {}
        let (bufs, floats) = (std::ptr::null(), sys::Floats::IEEE);
        Job { kernel: nothing, bufs, tasks: 0, chunk: 1, scratch_bytes: 0, number: 0, threads: 1, floats }
    };
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
        Pool::with_teams(threads, Teams::default())
    }

    /// As [`Pool::new`]; `teams` says when several threads share a loop's steps.
    pub fn with_teams(threads: usize, teams: Teams) -> Pool {
        fork::install_handlers();
        let threads = if threads == 0 { default_threads() } else { threads.min(MAX_THREADS) };
        Pool { threads, teams, state: AtomicU64::new(0), shared: AtomicPtr::new(std::ptr::null_mut()) }
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
        // Many more tasks than threads: claim several, so that claiming is not what takes the time.
        let chunk = (l.tasks / (threads as i64 * UNITS_PER_THREAD as i64)).max(1);
        let number = shared.last.0.load(Relaxed) + 1;
        shared.last.0.store(number, Relaxed);
        let Loop { kernel, bufs, tasks, scratch_bytes, floats, .. } = *l;
        let job = Job { kernel, bufs, tasks, chunk, scratch_bytes, number, threads: threads as u32, floats };
        // SAFETY: this thread owns the pool, all runs are empty and all workers of the last job are done; the rest is the
        // caller's promise.
        unsafe {
            shared.publish(&job);
            shared.work(&job, 0, l.scratch);
        }
        shared.await_workers(&job);
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
            if std::thread::Builder::new().name(name).spawn(move || worker::run(&theirs, i)).is_err() {
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
            shared.seats.iter().for_each(Seat::dismiss);
        }
    }
}

impl Shared {
    fn new(threads: usize, spin: Duration) -> Shared {
        Shared {
            seats: (0..threads.max(1)).map(|_| Seat::new()).collect(),
            last: Line(AtomicU64::new(0)),
            joining: Line(AtomicU32::new(0)),
            busy: Line(AtomicBool::new(false)),
            wanted: Line(AtomicBool::new(false)),
            sleepers: Line(AtomicU32::new(0)),
            phases: Line(AtomicU64::new(1)),
            progress: (0..threads.max(1)).map(|_| Line(team::Progress::default())).collect(),
            spin,
        }
    }

    /// Becomes the caller that has the pool.
    fn take(&self) -> bool {
        let taken = !self.busy.0.load(Relaxed) && !self.busy.0.swap(true, Acquire);
        if !taken {
            self.wanted.0.store(true, Relaxed);
        }
        taken
    }

    /// Deals out the units of a job, the workers' first.
    ///
    /// # Safety
    /// As for [`Seat::publish`].
    unsafe fn publish(&self, job: &Job) {
        let (units, threads) = (((job.tasks + job.chunk - 1) / job.chunk) as u64, u64::from(job.threads));
        let bound = |i: u64| units * i / threads;
        let seats = self.seats.iter().zip(0..threads);
        for (seat, i) in seats.clone().skip(1).chain(seats.take(1)) {
            // SAFETY: the caller's promise.
            unsafe { seat.publish(job, bound(i), bound(i + 1)) };
        }
        self.wake(job);
    }

    /// Wakes the workers of a job that sleep. One that falls asleep in just that moment may be missed, as there is no fence, which
    /// would keep the caller from its own tasks until the workers have got theirs; it has not joined, and nobody waits for it.
    #[inline]
    fn wake(&self, job: &Job) {
        if self.sleepers.0.load(Relaxed) > 0 {
            self.seats.iter().take(job.threads as usize).skip(1).for_each(Seat::wake);
        }
    }

    /// Waits for the workers that joined a job of which no unit is left.
    fn await_workers(&self, job: &Job) {
        let finished = || self.seats[1..job.threads as usize].iter().all(|s| !s.works_on(job.number));
        if spin_until(self.spin, finished) {
            return;
        }
        loop {
            self.joining.0.store(1, Relaxed);
            // Either this sees that a worker is done, or the worker sees that it is waited for.
            fence(SeqCst);
            if finished() {
                break;
            }
            sys::futex_wait(&self.joining.0, 1);
        }
        self.joining.0.store(0, Relaxed);
    }

    /// A worker is done with a job.
    fn finish(&self, seat: &Seat, job: &Job) {
        seat.finish(job.number);
        fence(SeqCst);
        if self.joining.0.load(Relaxed) != 0 {
            self.joining.0.store(0, Relaxed);
            sys::futex_wake(&self.joining.0, 1);
        }
    }

    /// Claims and runs units until none are left: those of run `own` first.
    ///
    /// # Safety
    /// The job must be current, and `scratch` fit for it.
    #[inline]
    unsafe fn work(&self, job: &Job, own: usize, scratch: *mut u8) {
        let seats = &self.seats[..job.threads as usize];
        let next = || {
            let others = || seats[own + 1..].iter().chain(&seats[..own]);
            seats[own].front().or_else(|| others().find_map(Seat::back))
        };
        while let Some(unit) = next() {
            let lo = unit as i64 * job.chunk;
            let hi = (lo + job.chunk).min(job.tasks);
            // SAFETY: the promise of who published the job.
            unsafe { (job.kernel)(job.bufs, lo, hi, scratch) };
        }
    }
}

/// Spins until the condition holds; false when `limit` has passed before.
#[inline]
fn spin_until(limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
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
