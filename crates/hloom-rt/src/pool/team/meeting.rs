//! How the members of a team know what others have done.

use crate::pool::Line;
use hloom_exe::abi::Member;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::*};

/// How far a member is. Numbers only grow, over all loops of a pool.
#[derive(Default)]
pub(in crate::pool) struct Progress {
    /// How often it has arrived.
    pub(super) round: AtomicU64,
    /// The last phase that it is done with.
    pub(super) done: AtomicU64,
}

/// What [`meet`] needs to know of a member: its [`Member::runtime`].
pub(super) struct Meeting<'a> {
    pub(super) progress: &'a [Line<Progress>],
    pub(super) round: Cell<u64>,
}

/// # Safety
/// Called by the loop with the member that it was given.
unsafe fn meeting<'a>(member: *const Member) -> (usize, &'a Meeting<'a>) {
    // SAFETY: the member's meeting lives as long as it.
    unsafe { ((*member).member as usize, &*(*member).runtime.cast::<Meeting<'_>>()) }
}

pub(super) unsafe extern "C" fn arrive(member: *const Member) {
    // SAFETY: called by the loop.
    let (own, meeting) = unsafe { meeting(member) };
    let round = meeting.round.get() + 1;
    meeting.round.set(round);
    meeting.progress[own].0.round.store(round, Release);
}

pub(super) unsafe extern "C" fn wait(member: *const Member) {
    // SAFETY: called by the loop.
    let (own, meeting) = unsafe { meeting(member) };
    for (i, other) in meeting.progress.iter().enumerate() {
        if i != own {
            wait_for(&other.0.round, meeting.round.get());
        }
    }
}

pub(super) unsafe extern "C" fn meet(member: *const Member) {
    // SAFETY: called by the loop.
    unsafe {
        arrive(member);
        wait(member);
    }
}

pub(super) fn wait_for(word: &AtomicU64, least: u64) {
    let mut pause = Pause(0);
    while word.load(Acquire) < least {
        pause.next();
    }
}

/// Waiting for what should come soon.
pub(super) struct Pause(pub(super) u32);

impl Pause {
    #[inline]
    pub(super) fn next(&mut self) {
        /// Some 50 µs.
        const PATIENT: u32 = 2_000;
        self.0 += 1;
        if self.0 < PATIENT { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
}
