//! Who does which tasks of a job: one run of neighbours a thread, and what is left of them.
//!
//! A run is a pair of bounds in one word. Its owner takes from the front; who has nothing left takes from the back of
//! another's run, so the owner keeps going forwards. Every unit is claimed exactly once, as claims are
//! compare-and-swaps of the whole word.

use super::Line;
use std::sync::atomic::{AtomicU64, Ordering::*};

pub(super) struct Runs(Box<[Line<AtomicU64>]>);

fn pack(lo: u32, hi: u32) -> u64 {
    u64::from(lo) << 32 | u64::from(hi)
}

impl Runs {
    /// Runs for up to `threads` threads, all empty.
    pub(super) fn new(threads: usize) -> Runs {
        Runs((0..threads.max(1)).map(|_| Line(AtomicU64::new(0))).collect())
    }

    /// Deals out `units` in `threads` runs. Nobody may claim meanwhile.
    pub(super) fn deal(&self, units: i64, threads: usize) {
        // The chunk keeps the units of a job at some 64 a thread.
        let bound = |i: usize| (units as u128 * i as u128 / threads as u128) as u32;
        for (i, run) in self.0.iter().enumerate().take(threads) {
            run.0.store(pack(bound(i), bound(i + 1)), Relaxed);
        }
    }

    /// A unit of run `own`, or else of another of the first `threads` runs.
    #[inline]
    pub(super) fn claim(&self, own: usize, threads: usize) -> Option<i64> {
        let front = |lo, hi| (lo, pack(lo + 1, hi));
        let back = |lo, hi| (hi - 1, pack(lo, hi - 1));
        self.take(own, front).or_else(|| (1..threads).find_map(|i| self.take((own + i) % threads, back)))
    }

    #[inline]
    fn take(&self, run: usize, split: impl Fn(u32, u32) -> (u32, u64)) -> Option<i64> {
        let word = &self.0.get(run)?.0;
        let mut now = word.load(Relaxed);
        loop {
            let (lo, hi) = ((now >> 32) as u32, now as u32);
            if lo >= hi {
                return None;
            }
            let (unit, rest) = split(lo, hi);
            match word.compare_exchange_weak(now, rest, Relaxed, Relaxed) {
                Ok(_) => return Some(i64::from(unit)),
                Err(other) => now = other,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_claimed_once_whoever_claims() {
        for (units, threads) in [(0, 2), (1, 2), (7, 3), (64, 2), (5, 8), (129, 4)] {
            let runs = Runs::new(threads);
            runs.deal(units, threads);
            // One thread in turn takes two units, the others one or none.
            let mut seen = vec![0; units as usize];
            let mut turn = 0;
            while let Some(u) = runs.claim([0, 0, threads - 1][turn % 3], threads) {
                seen[u as usize] += 1;
                turn += 1;
            }
            assert!(seen.iter().all(|n| *n == 1), "{units} units of {threads} threads: {seen:?}");
        }
    }

    #[test]
    fn an_owner_goes_forwards() {
        let runs = Runs::new(2);
        runs.deal(8, 2);
        let order: Vec<_> = [1, 0, 1, 0, 0, 0, 0].iter().map(|own| runs.claim(*own, 2)).collect();
        assert_eq!(order, [4, 0, 5, 1, 2, 3, 7].map(Some));
    }
}
