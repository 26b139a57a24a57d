//! What a thread of the pool does.

use super::Shared;
use crate::alloc::RawBlock;
use crate::sys;

pub(super) fn run(shared: &Shared, own: usize) {
    sys::block_signals();
    let mut floats = sys::FpGuard::new(sys::Floats::IEEE);
    let mut scratch = Scratch(None);
    let seat = &shared.seats[own];
    while let Some(job) = seat.join(&shared.sleepers.0, shared.spin) {
        floats.change(job.floats);
        if let Some(block) = scratch.at_least(job.scratch_bytes) {
            // SAFETY: this worker has joined, so the job stays until it is done; the block is large enough and belongs to this
            // thread.
            unsafe { shared.work(&job, own, block) };
        }
        shared.finish(seat, &job);
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
