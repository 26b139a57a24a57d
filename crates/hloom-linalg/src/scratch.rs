//! Memory that a thread keeps for the next call: fresh pages for a long transform take as long as the transform.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Bytes that a thread keeps at most.
const KEPT: usize = 64 << 20;
/// Words below which the allocator has memory at hand, and looking through what is kept would take longer.
const SMALL: usize = 4096;

thread_local! {
    static FREE: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
}

/// Elements of any value.
pub(crate) struct Room<T> {
    words: Vec<u64>,
    len: usize,
    of: PhantomData<T>,
}

impl<T> Room<T> {
    /// Room for `n` elements.
    pub(crate) fn new(n: usize) -> Room<T> {
        let need = Self::words(n);
        if need < SMALL {
            return Room { words: vec![0; need], len: n, of: PhantomData };
        }
        let kept = FREE.with_borrow_mut(|free| {
            let fits = free.iter().enumerate().filter(|(_, w)| w.len() >= need).min_by_key(|(_, w)| w.len())?.0;
            Some(free.swap_remove(fits))
        });
        Room { words: kept.unwrap_or_else(|| vec![0; need]), len: n, of: PhantomData }
    }

    /// Words of `n` elements; what was kept may have more, also such as make no whole number of elements.
    const fn words(n: usize) -> usize {
        (n * size_of::<T>()).div_ceil(8)
    }
}

impl<T: bytemuck::Pod> Deref for Room<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &bytemuck::cast_slice(&self.words[..Self::words(self.len)])[..self.len]
    }
}

impl<T: bytemuck::Pod> DerefMut for Room<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut bytemuck::cast_slice_mut(&mut self.words[..Self::words(self.len)])[..self.len]
    }
}

impl<T> Drop for Room<T> {
    fn drop(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.len() < SMALL {
            return;
        }
        // While the thread ends there is nothing to keep it for.
        let _ = FREE.try_with(|free| {
            let mut free = free.borrow_mut();
            // What is let go is the smallest: a larger one serves as well.
            free.push(words);
            while free.iter().map(|w| w.len() * 8).sum::<usize>() > KEPT {
                let Some(least) = (0..free.len()).min_by_key(|&i| free[i].len()) else { break };
                free.swap_remove(least);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn what_was_kept_serves_elements_of_another_size() {
        let n = super::SMALL;
        drop(Room::<u64>::new(n + 1));
        let mut pairs = Room::<[f64; 2]>::new(n / 2);
        assert_eq!(pairs.words.len(), n + 1);
        assert_eq!((pairs.len(), pairs.iter_mut().len()), (n / 2, n / 2));
        drop(pairs);
        assert_eq!(Room::<f32>::new(n + 5).len(), n + 5);
        assert_eq!((Room::<f32>::new(5).len(), Room::<f32>::new(5).words.len()), (5, 3));
    }
}
