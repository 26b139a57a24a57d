//! Memory of a device: a bounded pool of blocks in size classes.
//!
//! Fresh pages cost more than most kernels that fill them, so freed blocks are kept and given out again. A block belongs
//! to one of eight classes per power of two (multiples of 64 bytes up to 512). Each class has a free list behind a spin
//! lock: the fast path is one pop or push. Blocks from 2 MB are mapped at 2 MB boundaries with huge pages and made present
//! by all threads of the pool; smaller ones come from the system's heap.
//!
//! Where a large block begins in its first page differs from block to block ([`hloom_exe::spread`]).
//!
//! Two bounds: cached blocks are given back as soon as blocks in use and cached ones exceed the *keep* limit, and an
//! allocation fails when blocks in use would exceed the *hard* limit, because the system would kill the process rather
//! than refuse.

use crate::fork::SpinLock;
use crate::{Pool, RtError, sys};
use hloom_exe::abi::ALIGN;
use hloom_exe::{SPREAD_FROM, SPREAD_OVER, spread};
use std::alloc::Layout;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::*};

const SMALL_CLASSES: usize = 8;
/// log2 of the first size with eight steps per power of two.
const FIRST_POWER: u32 = 9;
/// log2 of the largest block.
const LAST_POWER: u32 = 47;
const CLASSES: usize = SMALL_CLASSES + (LAST_POWER - FIRST_POWER) as usize * 8;
/// How many classes above its own a large block may be taken from.
const BEST_FIT: usize = 3;
/// The part of a page in which a large block begins.
const PAGE: usize = SPREAD_OVER as usize;

/// The class of a size and the size of its blocks; `None` above the largest.
#[inline]
fn class_of(bytes: usize) -> Option<(usize, usize)> {
    let last = bytes.max(1) - 1;
    if last < 512 {
        let class = last / 64;
        return Some((class, (class + 1) * 64));
    }
    let power = last.ilog2();
    if power >= LAST_POWER {
        return None;
    }
    let step = 1usize << (power - 3);
    let k = (last - (1 << power)) / step;
    Some((SMALL_CLASSES + (power - FIRST_POWER) as usize * 8 + k, (1 << power) + (k + 1) * step))
}

fn class_size(class: usize) -> usize {
    match class.checked_sub(SMALL_CLASSES) {
        None => (class + 1) * 64,
        Some(k) => (1 << (k / 8 + FIRST_POWER as usize)) / 8 * (9 + k % 8),
    }
}

/// Memory from the system, aligned to [`ALIGN`]; huge pages from 2 MB. From [`SPREAD_FROM`] on there is a page more, and it
/// begins somewhere in the first one.
pub(crate) struct RawBlock {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the block is plain memory with one owner.
unsafe impl Send for RawBlock {}

impl RawBlock {
    pub(crate) fn new(bytes: usize) -> Option<RawBlock> {
        static SPREAD_BLOCKS: AtomicU64 = AtomicU64::new(0);
        let layout = Self::layout(bytes)?;
        let base = if bytes >= sys::HUGE {
            sys::map_huge(layout.size())?
        } else {
            // SAFETY: the layout is not empty.
            NonNull::new(unsafe { std::alloc::alloc(layout) })?
        };
        let offset = if Self::is_spread(bytes) { spread(SPREAD_BLOCKS.fetch_add(1, Relaxed)) } else { 0 };
        // SAFETY: there is a page more.
        Some(RawBlock { start: unsafe { base.add(offset as usize) }, bytes })
    }

    fn is_spread(bytes: usize) -> bool {
        bytes as u64 >= SPREAD_FROM
    }

    /// What is taken from the system for a block of so many bytes.
    fn layout(bytes: usize) -> Option<Layout> {
        let (bytes, align) =
            if Self::is_spread(bytes) { (bytes.checked_add(PAGE)?, PAGE) } else { (bytes.max(1), ALIGN) };
        Layout::from_size_align(bytes, align).ok()
    }

    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
    /// Where what the system gave begins.
    fn base(&self) -> *mut u8 {
        let start = self.start.as_ptr();
        if Self::is_spread(self.bytes) { start.map_addr(|a| a & !(PAGE - 1)) } else { start }
    }
    fn into_start(self) -> NonNull<u8> {
        std::mem::ManuallyDrop::new(self).start
    }
    /// # Safety
    /// `start` must come from `into_start` of a block of that size, once.
    unsafe fn from_start(start: NonNull<u8>, bytes: usize) -> RawBlock {
        RawBlock { start, bytes }
    }
}

impl Drop for RawBlock {
    fn drop(&mut self) {
        let (base, Some(layout)) = (self.base(), Self::layout(self.bytes)) else { return };
        // SAFETY: made by `new` in the same way, and owned by `self` alone.
        unsafe {
            if self.bytes >= sys::HUGE {
                sys::unmap(NonNull::new_unchecked(base), layout.size());
            } else {
                std::alloc::dealloc(base, layout);
            }
        }
    }
}

/// What a device's memory pool holds, in bytes of whole blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryStats {
    /// In use now.
    pub in_use: u64,
    /// The most that was in use at once.
    pub peak: u64,
    /// Kept for reuse.
    pub cached: u64,
    /// Blocks are given back when `in_use + cached` exceeds this.
    pub keep_limit: u64,
    /// Allocations fail when `in_use` would exceed this.
    pub hard_limit: u64,
}

/// The memory pool of a device.
pub struct Allocator {
    free: Box<[SpinLock<Vec<usize>>]>,
    in_use: AtomicU64,
    peak: AtomicU64,
    cached: AtomicU64,
    keep_limit: u64,
    hard_limit: u64,
}

impl Allocator {
    /// A pool with limits on what is kept (in use and cached) and on what is in use. 0 stands for the defaults: keep
    /// `HLOOM_POOL_BYTES` or else a quarter of the memory, use all of it at most. Memory is what the machine has and
    /// the control group allows.
    pub fn new(keep_limit: u64, hard_limit: u64) -> Arc<Allocator> {
        let memory = || {
            let physical = sys::physical_memory().unwrap_or(u64::MAX);
            physical.min(sys::cgroup::memory_limit().unwrap_or(u64::MAX))
        };
        let wished = || std::env::var("HLOOM_POOL_BYTES").ok().and_then(|v| v.trim().parse().ok());
        let keep_limit = if keep_limit == 0 { wished().unwrap_or_else(|| memory() / 4) } else { keep_limit };
        let hard_limit = if hard_limit == 0 { memory() } else { hard_limit };
        let free: Box<[_]> = (0..CLASSES).map(|_| SpinLock::new(Vec::new())).collect();
        SpinLock::registered(&free);
        let zero = || AtomicU64::new(0);
        Arc::new(Allocator { free, in_use: zero(), peak: zero(), cached: zero(), keep_limit, hard_limit })
    }

    /// A block of at least `bytes`, uninitialised or with old contents. New large blocks are made present with the help
    /// of `pool`.
    ///
    /// # Errors
    /// [`RtError::OutOfMemory`].
    #[inline]
    pub fn alloc(self: &Arc<Allocator>, bytes: usize, pool: &Pool) -> Result<Block, RtError> {
        let (class, size) = class_of(bytes).ok_or_else(|| self.exhausted(bytes))?;
        let recycled = self.free[class].lock().pop();
        let (class, size, start) = match recycled {
            Some(start) => (class, size, start),
            None => self.grow(class, size, pool)?,
        };
        if recycled.is_some() {
            self.cached.fetch_sub(size as u64, Relaxed);
        }
        let in_use = self.in_use.fetch_add(size as u64, Relaxed) + size as u64;
        if in_use > self.peak.load(Relaxed) {
            self.peak.fetch_max(in_use, Relaxed);
        }
        // SAFETY: blocks are never at address 0; the lists hold addresses of blocks only.
        let start = unsafe { NonNull::new_unchecked(start as *mut u8) };
        Ok(Block { start, class: class as u32, owner: self.clone() })
    }

    #[cold]
    fn grow(&self, class: usize, size: usize, pool: &Pool) -> Result<(usize, usize, usize), RtError> {
        if size >= sys::HUGE {
            for fit in class + 1..(class + 1 + BEST_FIT).min(CLASSES) {
                if let Some(start) = self.free[fit].lock().pop() {
                    let size = class_size(fit);
                    self.cached.fetch_sub(size as u64, Relaxed);
                    return Ok((fit, size, start));
                }
            }
        }
        let in_use = self.in_use.load(Relaxed);
        if in_use.saturating_add(size as u64) > self.hard_limit {
            return Err(self.exhausted(size));
        }
        self.evict(self.keep_limit.saturating_sub(in_use + size as u64));
        let block = RawBlock::new(size).or_else(|| {
            self.evict(0);
            RawBlock::new(size)
        });
        let block = block.ok_or_else(|| self.exhausted(size))?;
        if size >= sys::HUGE {
            let (address, mapped) = (block.base().addr(), size + PAGE);
            pool.run(mapped.div_ceil(sys::HUGE) as i64, |i| {
                let offset = i as usize * sys::HUGE;
                let part = (mapped - offset).min(sys::HUGE);
                // SAFETY: each task has its own part of a mapping that nobody else knows yet.
                unsafe { sys::populate((address + offset) as *mut u8, part) };
            });
        }
        Ok((class, size, block.into_start().as_ptr() as usize))
    }

    /// Gives cached blocks back, the largest first, until at most `keep` bytes are cached.
    fn evict(&self, keep: u64) {
        for class in (0..CLASSES).rev() {
            while self.cached.load(Relaxed) > keep {
                let Some(start) = self.free[class].lock().pop() else { break };
                self.cached.fetch_sub(class_size(class) as u64, Relaxed);
                self.give_back(class, start);
            }
        }
    }

    fn give_back(&self, class: usize, start: usize) {
        if let Some(start) = NonNull::new(start as *mut u8) {
            // SAFETY: the address was in a free list or a block, so it came from `into_start` of this class's size.
            drop(unsafe { RawBlock::from_start(start, class_size(class)) });
        }
    }

    #[inline]
    fn release(&self, class: usize, start: usize) {
        let size = class_size(class) as u64;
        let in_use = self.in_use.fetch_sub(size, Relaxed) - size;
        let cached = self.cached.fetch_add(size, Relaxed) + size;
        if in_use.saturating_add(cached) > self.keep_limit {
            self.cached.fetch_sub(size, Relaxed);
            self.give_back(class, start);
        } else {
            self.free[class].lock().push(start);
        }
    }

    /// Gives all cached blocks back to the system.
    pub fn trim(&self) {
        self.evict(0);
    }

    /// What the pool holds.
    pub fn stats(&self) -> MemoryStats {
        MemoryStats {
            in_use: self.in_use.load(Relaxed),
            peak: self.peak.load(Relaxed),
            cached: self.cached.load(Relaxed),
            keep_limit: self.keep_limit,
            hard_limit: self.hard_limit,
        }
    }

    #[cold]
    fn exhausted(&self, wanted: usize) -> RtError {
        let in_use = self.in_use.load(Relaxed);
        RtError::OutOfMemory { wanted: wanted as u64, in_use, limit: self.hard_limit }
    }
}

impl Drop for Allocator {
    fn drop(&mut self) {
        self.evict(0);
        SpinLock::unregistered(&self.free);
    }
}

/// Memory in use; returns to its pool when dropped.
pub struct Block {
    start: NonNull<u8>,
    class: u32,
    owner: Arc<Allocator>,
}

// SAFETY: a block is plain memory; who shares it sees to synchronisation.
unsafe impl Send for Block {}
// SAFETY: as above; a shared block gives out its address only.
unsafe impl Sync for Block {}

impl Block {
    /// First byte; aligned to [`ALIGN`].
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }
    /// Size of the block: at least what was asked for.
    pub fn bytes(&self) -> usize {
        class_size(self.class as usize)
    }
}

impl Drop for Block {
    #[inline]
    fn drop(&mut self) {
        self.owner.release(self.class as usize, self.start.as_ptr() as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cover_all_sizes_tightly() {
        let mut previous = None;
        for bytes in (0..5000).chain([1 << 20, (1 << 20) + 1, 3 << 20, (1 << 46) + 12345, 1 << 47]) {
            let (class, size) = class_of(bytes).expect("in range");
            assert_eq!(class_size(class), size, "{bytes}");
            assert!(
                size >= bytes && size.is_multiple_of(64) && (size <= 512 || size <= bytes + bytes / 8 + 1),
                "{bytes}"
            );
            assert!(class < CLASSES && previous.is_none_or(|p| p <= class));
            previous = Some(class);
        }
        assert_eq!(class_of((1 << 47) + 1), None);
        for class in 0..CLASSES {
            assert_eq!(class_of(class_size(class)), Some((class, class_size(class))));
        }
    }
}
