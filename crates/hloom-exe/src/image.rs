//! Native code as a flat block of memory without absolute addresses.

use crate::Blob;
use std::ops::Range;

/// No image, arena, scratch block or tensor may be larger: sums of a few never overflow 63 bits.
pub const MAX_MEMORY: u64 = 1 << 46;

/// A position-independent image: three segments, each starting on a multiple of [`Image::page`].
///
/// ```text
/// 0 .. text_end                 code, read and execute
/// up(text_end) .. rodata_end    tables, read only
/// up(rodata_end) .. memory_end  data, read and write; bytes beyond `bytes` are zero
/// ```
/// It may be placed at any address that is a multiple of `page`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Contents from offset 0; at most `memory_end` long.
    pub bytes: Blob,
    /// Segment granularity: a power of two, at least the page size of every machine of the target.
    pub page: u64,
    /// End of the code.
    pub text_end: u64,
    /// End of the read-only tables; equals the aligned `text_end` when there are none.
    pub rodata_end: u64,
    /// End of everything; equals the aligned `rodata_end` when there is no writable data.
    pub memory_end: u64,
}

impl Image {
    /// Offsets of the code.
    pub fn text(&self) -> Range<u64> {
        0..self.text_end
    }
    /// Offsets of the read-only tables.
    pub fn rodata(&self) -> Range<u64> {
        self.align(self.text_end)..self.rodata_end
    }
    /// Offsets of the writable data.
    pub fn data(&self) -> Range<u64> {
        self.align(self.rodata_end)..self.memory_end
    }
    /// `offset` rounded up to the segment granularity.
    pub fn align(&self, offset: u64) -> u64 {
        offset.next_multiple_of(self.page)
    }

    /// What is wrong with the segments, if anything.
    pub(crate) fn defect(&self) -> Option<&'static str> {
        if !self.page.is_power_of_two() || !(4096..=1 << 16).contains(&self.page) {
            return Some("the image's page size is not a power of two from 4 to 64 KiB");
        }
        if [self.text_end, self.rodata_end, self.memory_end].iter().any(|&e| e > MAX_MEMORY) {
            return Some("an image segment is too large");
        }
        if self.rodata_end < self.align(self.text_end)
            || self.memory_end < self.align(self.rodata_end)
            || self.bytes.len() as u64 > self.memory_end
        {
            return Some("the image's segments overlap");
        }
        None
    }
}
