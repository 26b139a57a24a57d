//! Surviving `fork`.
//!
//! In the child of a fork only the calling thread exists. Thread pools notice by a changed [`generation`] and start
//! again; locks of the runtime that another thread might hold at that moment are held by the forking thread across the
//! fork instead (see [`SpinLock::registered`]), so the data they protect is whole in the child.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};

static GENERATION: AtomicU32 = AtomicU32::new(1);
static HANDLERS: Once = Once::new();
/// Addresses of the raw locks to hold across a fork.
static LOCKS: SpinLock<Vec<usize>> = SpinLock::new(Vec::new());

/// Counts the forks between the start of the runtime and this process; never 0.
#[inline]
pub(crate) fn generation() -> u32 {
    GENERATION.load(Relaxed)
}

/// Must have been called before [`generation`] can be relied on.
pub(crate) fn install_handlers() {
    HANDLERS.call_once(|| {
        // SAFETY: the handlers are plain functions that live as long as the program and do not unwind.
        unsafe { libc::pthread_atfork(Some(prepare), Some(parent), Some(child)) };
    });
}

extern "C" fn prepare() {
    LOCKS.raw.acquire();
    // SAFETY: LOCKS is held, and entries are removed under that lock before their lock dies.
    registered(|lock| unsafe { (*lock).acquire() });
}

extern "C" fn parent() {
    // SAFETY: as in `prepare`, which acquired these locks.
    registered(|lock| unsafe { (*lock).release() });
    LOCKS.raw.release();
}

extern "C" fn child() {
    GENERATION.fetch_add(1, Relaxed);
    parent();
}

fn registered(mut each: impl FnMut(*const RawSpin)) {
    // SAFETY: LOCKS is held by this thread.
    for &lock in unsafe { &*LOCKS.value.get() } {
        each(lock as *const RawSpin);
    }
}

pub(crate) struct RawSpin(AtomicBool);

impl RawSpin {
    const fn new() -> RawSpin {
        RawSpin(AtomicBool::new(false))
    }
    #[inline]
    pub(crate) fn acquire(&self) {
        let mut spins = 0u32;
        while self.0.swap(true, Acquire) {
            while self.0.load(Relaxed) {
                spins += 1;
                // The holder may have been descheduled.
                if spins.is_multiple_of(64) { std::thread::yield_now() } else { std::hint::spin_loop() }
            }
        }
    }
    #[inline]
    pub(crate) fn release(&self) {
        self.0.store(false, Release);
    }
}

/// A lock for critical sections of some nanoseconds.
pub(crate) struct SpinLock<T> {
    raw: RawSpin,
    value: UnsafeCell<T>,
}

// SAFETY: the lock hands out the value to one thread at a time.
unsafe impl<T: Send> Sync for SpinLock<T> {}

impl<T> SpinLock<T> {
    pub(crate) const fn new(value: T) -> SpinLock<T> {
        SpinLock { raw: RawSpin::new(), value: UnsafeCell::new(value) }
    }

    #[inline]
    pub(crate) fn lock(&self) -> SpinGuard<'_, T> {
        self.raw.acquire();
        SpinGuard(self)
    }

    /// Holds these locks across forks from now on. They must stay where they are until [`SpinLock::unregistered`],
    /// and are always acquired one at a time or in this order.
    pub(crate) fn registered(locks: &[SpinLock<T>]) {
        install_handlers();
        let mut list = LOCKS.lock();
        list.extend(locks.iter().map(|l| std::ptr::from_ref(&l.raw) as usize));
    }

    /// The reverse of [`SpinLock::registered`].
    pub(crate) fn unregistered(locks: &[SpinLock<T>]) {
        let Some(first) = locks.first() else { return };
        let start = std::ptr::from_ref(first) as usize;
        let range = start..start + std::mem::size_of_val(locks);
        LOCKS.lock().retain(|l| !range.contains(l));
    }
}

pub(crate) struct SpinGuard<'a, T>(&'a SpinLock<T>);

impl<T> Deref for SpinGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the guard holds the lock.
        unsafe { &*self.0.value.get() }
    }
}
impl<T> DerefMut for SpinGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the guard holds the lock and is borrowed alone.
        unsafe { &mut *self.0.value.get() }
    }
}
impl<T> Drop for SpinGuard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.raw.release();
    }
}
