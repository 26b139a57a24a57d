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
    // Each part is locked once, by the task that has its number.
    let slots: Vec<Mutex<&mut [T]>> = data.chunks_mut(size).map(Mutex::new).collect();
    par.run(slots.len(), &|i| {
        if let Ok(mut part) = slots[i].lock() {
            f(i, &mut part, &crate::Serial);
        }
    });
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
    parts_of_one(par, &mut out, &|i, slot| *slot = f(i, &crate::Serial));
    out
}

fn parts_of_one<R: Send>(par: &dyn Parallel, out: &mut [R], f: &(dyn Fn(usize, &mut R) + Sync)) {
    let slots: Vec<Mutex<&mut R>> = out.iter_mut().map(Mutex::new).collect();
    par.run(slots.len(), &|i| {
        if let Ok(mut slot) = slots[i].lock() {
            f(i, &mut slot);
        }
    });
}
