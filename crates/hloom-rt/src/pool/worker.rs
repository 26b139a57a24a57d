//! What a thread of the pool does.

use super::{EXIT, OPEN, PLACES, Shared, epoch, spin_until};
use crate::alloc::RawBlock;
use crate::sys;
use std::sync::atomic::Ordering::*;

pub(super) fn run(shared: &Shared) {
    sys::block_signals();
    let mut floats = sys::FpGuard::new(sys::Floats::IEEE);
    let mut scratch = Scratch(None);
    let mut seen = 0;
    loop {
        let gate = wait(shared, seen);
        if gate & EXIT != 0 {
            return;
        }
        seen = epoch(gate);
        if let Some(place) = join(shared, gate) {
            // SAFETY: this worker has joined, so the caller keeps the job until `done` counts it.
            let job = unsafe { *shared.job.get() };
            floats.change(job.floats);
            if let Some(block) = scratch.at_least(job.scratch_bytes) {
                // SAFETY: as above; the block is large enough and belongs to this thread.
                unsafe { shared.work(&job, place, block) };
            }
            // Sequentially consistent with `joining`: either the caller sees the count before it sleeps, or is woken.
            shared.done.0.fetch_add(1, SeqCst);
            if shared.joining.load(SeqCst) != 0 {
                sys::futex_wake(&shared.done.0, 1);
            }
        }
    }
}

/// Takes a place, counted from 1, of the job that `gate` announced.
fn join(shared: &Shared, mut gate: u64) -> Option<usize> {
    let wanted = epoch(gate);
    while gate & OPEN != 0 && gate & PLACES > 0 && epoch(gate) == wanted {
        match shared.gate.0.compare_exchange_weak(gate, gate - 1, AcqRel, Relaxed) {
            Ok(_) => return Some((gate & PLACES) as usize),
            Err(now) => gate = now,
        }
    }
    None
}

/// Waits for an open gate of another epoch than `seen`, or for the end.
fn wait(shared: &Shared, seen: u32) -> u64 {
    let fresh = |gate: u64| gate & EXIT != 0 || (gate & OPEN != 0 && epoch(gate) != seen);
    loop {
        if spin_until(shared.spin, || fresh(shared.gate.0.load(Relaxed))) {
            let gate = shared.gate.0.load(Acquire);
            if fresh(gate) {
                return gate;
            }
            continue;
        }
        let word = shared.wake.0.load(SeqCst);
        shared.sleepers.fetch_add(1, SeqCst);
        if !fresh(shared.gate.0.load(SeqCst)) {
            sys::futex_wait(&shared.wake.0, word);
        }
        shared.sleepers.fetch_sub(1, SeqCst);
    }
}

/// The worker's scratch block; grows with the largest job.
struct Scratch(Option<RawBlock>);

impl Scratch {
    /// A block of at least `bytes`; `None` without memory, in which case the other threads do the work.
    fn at_least(&mut self, bytes: usize) -> Option<*mut u8> {
        if self.0.as_ref().is_none_or(|b| b.bytes() < bytes) {
            self.0 = None;
            self.0 = Some(RawBlock::new(bytes.max(4096))?);
        }
        self.0.as_ref().map(|b| b.start().as_ptr())
    }
}
