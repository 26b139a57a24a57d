//! A device: memory and threads.

use crate::{Allocator, Block, MemoryStats, Pool, Queue, RtError, Teams};
use std::sync::{Arc, OnceLock};

/// How to make a device; the default takes everything from the environment and the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeviceOptions {
    /// Number of the device.
    pub id: u32,
    /// Threads per execution, the caller included; 0: see [`crate::default_threads`].
    pub threads: usize,
    /// Bytes of memory that are kept for reuse; 0: `HLOOM_POOL_BYTES`, else a quarter of the memory.
    pub keep_bytes: u64,
    /// Bytes of memory that may be in use; 0: all of the machine's or the control group's.
    pub max_bytes: u64,
    /// When several threads share a loop's steps.
    pub teams: Teams,
}

/// Threads of a device's queue at most: one execution has the pool, and a few more run beside it.
const MOST_QUEUE_THREADS: usize = 4;

/// A CPU device: a share of the machine's processors with a memory pool of its own. Cheap to make: threads start with
/// the first parallel loop, memory is taken when it is needed.
pub struct CpuDevice {
    id: u32,
    pool: Pool,
    memory: Arc<Allocator>,
    queue: OnceLock<Queue>,
}

impl CpuDevice {
    /// A device of its own.
    pub fn new(options: DeviceOptions) -> Arc<CpuDevice> {
        Arc::new(CpuDevice {
            id: options.id,
            pool: Pool::with_teams(options.threads, options.teams),
            memory: Allocator::new(options.keep_bytes, options.max_bytes),
            queue: OnceLock::new(),
        })
    }

    /// The process's device 0 with default options.
    pub fn shared() -> Arc<CpuDevice> {
        static SHARED: OnceLock<Arc<CpuDevice>> = OnceLock::new();
        SHARED.get_or_init(|| CpuDevice::new(DeviceOptions::default())).clone()
    }

    /// Number of the device.
    pub fn id(&self) -> u32 {
        self.id
    }
    /// Its threads.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }
    /// Where executions in the background go.
    pub fn queue(&self) -> &Queue {
        self.queue.get_or_init(|| Queue::new(self.pool.threads().min(MOST_QUEUE_THREADS)))
    }
    /// Its memory.
    pub fn memory(&self) -> &Arc<Allocator> {
        &self.memory
    }
    /// What its memory pool holds.
    pub fn memory_stats(&self) -> MemoryStats {
        self.memory.stats()
    }

    /// A block of at least `bytes`.
    ///
    /// # Errors
    /// [`RtError::OutOfMemory`].
    #[inline]
    pub fn alloc(&self, bytes: usize) -> Result<Block, RtError> {
        self.memory.alloc(bytes, &self.pool)
    }

    /// Copies with all threads when it pays.
    ///
    /// # Safety
    /// As `std::ptr::copy_nonoverlapping`.
    pub(crate) unsafe fn copy(&self, dst: *mut u8, src: *const u8, bytes: usize) {
        const PART: usize = 1 << 20;
        if bytes < 4 * PART {
            // SAFETY: the caller's promise.
            unsafe { std::ptr::copy_nonoverlapping(src, dst, bytes) };
            return;
        }
        let (dst, src) = (dst as usize, src as usize);
        self.pool.run(bytes.div_ceil(PART) as i64, |i| {
            let offset = i as usize * PART;
            let part = (bytes - offset).min(PART);
            // SAFETY: tasks copy disjoint parts of the caller's ranges.
            unsafe { std::ptr::copy_nonoverlapping((src + offset) as *const u8, (dst + offset) as *mut u8, part) };
        });
    }
}
