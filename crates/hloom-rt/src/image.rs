//! Code in memory.

use crate::{RtError, sys};
use hloom_exe::Image;
use std::ops::Range;
use std::ptr::NonNull;

/// A mapped image: code is executable and read-only, tables are read-only, data is writable. No page is ever
/// writable and executable at once.
pub(crate) struct MappedImage {
    base: NonNull<u8>,
    bytes: usize,
}

// SAFETY: the mapping is owned; its contents are code and constants. Writable data is generated code's own business.
unsafe impl Send for MappedImage {}
// SAFETY: as above.
unsafe impl Sync for MappedImage {}

impl MappedImage {
    pub(crate) fn new(image: &Image) -> Result<MappedImage, RtError> {
        let page = sys::page_size() as u64;
        if page > image.page {
            return Err(RtError::Map(format!("pages are {page} bytes here, the image allows for {}", image.page)));
        }
        // Mappings are aligned to the page size here, which may be less than the image asks for.
        let slack = image.page - page;
        let bytes = image.align(image.memory_end).max(image.page);
        let total = usize::try_from(bytes + slack).map_err(|_| RtError::Map("the image is too large".into()))?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new anonymous mapping at an address of the kernel's choice touches nothing else.
        let mapped =
            unsafe { libc::mmap(std::ptr::null_mut(), total, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        let base = NonNull::new(mapped.cast::<u8>()).filter(|_| mapped != libc::MAP_FAILED);
        let map = MappedImage { base: base.ok_or_else(last_error)?, bytes: total };
        // SAFETY: the mapping has room for `memory_end` bytes after alignment, and the stored bytes are not more.
        unsafe { std::ptr::copy_nonoverlapping(image.bytes.as_ptr(), map.at(image, 0), image.bytes.len()) };
        map.flush(image);
        map.protect(image, image.text(), libc::PROT_READ | libc::PROT_EXEC)?;
        map.protect(image, image.rodata(), libc::PROT_READ)?;
        Ok(map)
    }

    /// Address of an image offset that the executable's validation found to be inside.
    pub(crate) fn at(&self, image: &Image, offset: u64) -> *mut u8 {
        let first = (self.base.as_ptr() as usize).next_multiple_of(image.page as usize);
        let skip = first - self.base.as_ptr() as usize;
        // SAFETY: the mapping covers the aligned start and all offsets of the image.
        unsafe { self.base.as_ptr().add(skip + offset as usize) }
    }

    fn protect(&self, image: &Image, range: Range<u64>, protection: i32) -> Result<(), RtError> {
        if range.is_empty() {
            return Ok(());
        }
        let start = self.at(image, range.start);
        let bytes = (image.align(range.end) - range.start) as usize;
        // SAFETY: the pages belong to this mapping; segments start on page boundaries.
        let rc = unsafe { libc::mprotect(start.cast(), bytes, protection) };
        if rc == 0 { Ok(()) } else { Err(last_error()) }
    }

    /// Makes new code visible to instruction fetch where caches are not coherent.
    fn flush(&self, image: &Image) {
        #[cfg(target_arch = "aarch64")]
        // SAFETY: cache maintenance by address on memory of this mapping, in the order the architecture asks for.
        unsafe {
            let ctr: u64;
            std::arch::asm!("mrs {}, ctr_el0", out(reg) ctr, options(nomem, nostack));
            let (start, end) = (self.at(image, 0) as usize, self.at(image, image.text_end) as usize);
            for line in (start..end).step_by(4 << (ctr >> 16 & 15)) {
                std::arch::asm!("dc cvau, {}", in(reg) line, options(nostack));
            }
            std::arch::asm!("dsb ish", options(nostack));
            for line in (start..end).step_by(4 << (ctr & 15)) {
                std::arch::asm!("ic ivau, {}", in(reg) line, options(nostack));
            }
            std::arch::asm!("dsb ish", "isb", options(nostack));
        }
        #[cfg(not(target_arch = "aarch64"))]
        let _ = image;
    }
}

impl Drop for MappedImage {
    fn drop(&mut self) {
        // SAFETY: the mapping is owned; whoever runs its code holds the `Loaded` that owns this.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}

fn last_error() -> RtError {
    RtError::Map(std::io::Error::last_os_error().to_string())
}
