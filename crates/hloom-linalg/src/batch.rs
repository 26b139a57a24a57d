//! Parallel loops over parts of slices.

use crate::Parallel;
use std::sync::Mutex;

/// Calls `f` with each part of `data`, the last of which may be short. A lone part gets the threads for itself.
pub(crate) fn parts<T: Send>(
    par: &dyn Parallel,
    data: &mut [T],
    size: usize,
    f: impl Fn(usize, &mut [T], &dyn Parallel) + Sync,
) {
    if size == 0 || data.is_empty() {
        return;
    }
    if data.len() <= size {
        return f(0, data, par);
    }
    each(par, data.chunks_mut(size), |i, part| f(i, part, &crate::Serial));
}

/// `f(i)` for each number below `n`, in order. A lone call gets the threads for itself.
pub(crate) fn map<R: Send + Default>(
    par: &dyn Parallel,
    n: usize,
    f: impl Fn(usize, &dyn Parallel) -> R + Sync,
) -> Vec<R> {
    if n == 1 {
        return vec![f(0, par)];
    }
    let mut out: Vec<R> = (0..n).map(|_| R::default()).collect();
    each(par, out.iter_mut(), |i, slot| *slot = f(i, &crate::Serial));
    out
}

/// Calls `f` with the number of each item and the item.
pub(crate) fn each<T: Send>(par: &dyn Parallel, items: impl Iterator<Item = T>, f: impl Fn(usize, T) + Sync) {
    // Each is taken once, by the task that has its number.
    let slots: Vec<Mutex<Option<T>>> = items.map(|item| Mutex::new(Some(item))).collect();
    par.run(slots.len(), &|i| {
        if let Some(item) = slots[i].lock().ok().and_then(|mut slot| slot.take()) {
            f(i, item);
        }
    });
}
