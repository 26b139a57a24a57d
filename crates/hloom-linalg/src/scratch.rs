//! Memory that a thread keeps for the next call: fresh pages for a long transform take as long as the transform.

use std::cell::Cell;

/// Bytes that a thread keeps at most.
const KEPT: usize = 64 << 20;

thread_local! {
    static ROOM: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Calls `f` with `n` elements of any value.
pub(crate) fn with<T: bytemuck::Pod, R>(n: usize, f: impl FnOnce(&mut [T]) -> R) -> R {
    let words = (n * size_of::<T>()).div_ceil(8);
    let mut room = ROOM.take();
    if room.len() < words {
        room.resize(words, 0);
    }
    let result = f(&mut bytemuck::cast_slice_mut(&mut room[..words])[..n]);
    if room.len() * 8 <= KEPT {
        ROOM.set(room);
    }
    result
}
