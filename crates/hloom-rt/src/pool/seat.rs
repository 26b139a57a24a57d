//! The place of one thread in a pool: what it is told to do, what is left of that, and that it is done.
//!
//! A seat's *run* is its share of a job's units: neighbours, as a pair of bounds in one word. Its thread takes from the front;
//! who has nothing left takes from the back of another's run, so that the owner keeps going forwards. Every unit is
//! claimed exactly once, as claims are compare-and-swaps of the whole word.
//!
//! The job lies in the line of the run, so that a worker has both with one transfer between processors, which is what a small
//! loop's time consists of (some 140 ns each between two cores of a Xeon). For the same reason a worker waits with
//! compare-and-swaps: the line is its own when a run comes, and need not be fetched once more to be written.

use super::{Job, Line, spin_until};
use crate::sys;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use std::time::Duration;

pub(super) struct Seat {
    order: Line<Order>,
    /// The last job that its thread has joined and is done with.
    done: Line<AtomicU64>,
    /// 1 while its thread sleeps or is about to; a futex.
    asleep: Line<AtomicU32>,
}

#[repr(C)]
struct Order {
    /// Lower bound, then upper bound, [`JOINED`] and [`EXIT`].
    run: AtomicU64,
    job: UnsafeCell<Job>,
}

// Both are to come with one line.
const _: () = assert!(size_of::<Order>() <= 64);

// SAFETY: `job` is written by the owner of the pool while the run is empty and its thread is done with the job before, and read by that
// thread after it has joined, which it can only while the run is not empty.
unsafe impl Sync for Seat {}
// SAFETY: as above; the raw pointers in `job` are used only between publication and completion of a job.
unsafe impl Send for Seat {}

/// Units of a job at most.
pub(super) const MOST_UNITS: u64 = BOUND;
const BOUND: u64 = JOINED - 1;
/// The seat's thread takes part in the job.
const JOINED: u64 = 1 << 30;
/// The seat's thread is to end.
const EXIT: u64 = 1 << 31;
/// One more at the lower bound.
const FRONT: u64 = 1 << 32;

fn units(run: u64) -> u64 {
    (run & BOUND).saturating_sub(run / FRONT)
}

/// True if there is something for the seat's thread to do.
fn calls(run: u64) -> bool {
    units(run) > 0 || run & EXIT != 0
}

impl Seat {
    pub(super) fn new() -> Seat {
        Seat {
            order: Line(Order { run: AtomicU64::new(0), job: UnsafeCell::new(Job::NONE) }),
            done: Line(AtomicU64::new(0)),
            asleep: Line(AtomicU32::new(0)),
        }
    }

    /// Gives the seat its run of a job.
    ///
    /// # Safety
    /// The caller owns the pool, all runs are empty, and who joined the job before is done.
    pub(super) unsafe fn publish(&self, job: &Job, lo: u64, hi: u64) {
        debug_assert!(lo <= hi && hi <= MOST_UNITS);
        // SAFETY: nobody reads the job while the run is empty.
        unsafe { *self.order.0.job.get() = *job };
        self.order.0.run.store((lo * FRONT) | hi, Release);
    }

    /// Claims the first unit of the run.
    #[inline]
    pub(super) fn front(&self) -> Option<u64> {
        self.claim(|run| (run / FRONT, run + FRONT))
    }

    /// Claims the last unit of the run.
    #[inline]
    pub(super) fn back(&self) -> Option<u64> {
        self.claim(|run| ((run & BOUND) - 1, run - 1))
    }

    #[inline]
    fn claim(&self, split: impl Fn(u64) -> (u64, u64)) -> Option<u64> {
        let word = &self.order.0.run;
        let mut now = word.load(Relaxed);
        loop {
            if units(now) == 0 {
                return None;
            }
            let (unit, rest) = split(now);
            match word.compare_exchange_weak(now, rest, Relaxed, Relaxed) {
                Ok(_) => return Some(unit),
                Err(other) => now = other,
            }
        }
    }

    /// Whether the seat's thread takes part in job number `job` and is not done; for the owner of the pool, when the run is empty, after
    /// which nobody joins.
    #[inline]
    pub(super) fn works_on(&self, job: u64) -> bool {
        self.order.0.run.load(Relaxed) & JOINED != 0 && self.done.0.load(Acquire) != job
    }

    /// For the seat's thread: it is done with its job.
    pub(super) fn finish(&self, job: u64) {
        self.done.0.store(job, Release);
    }

    /// Joins the job when there is a run, for which it spins for so long before it sleeps. `None` at the end of the pool. `sleepers`
    /// counts who sleeps.
    pub(super) fn join(&self, sleepers: &AtomicU32, spin: Duration) -> Option<Job> {
        let word = &self.order.0.run;
        let mut now = word.load(Relaxed);
        loop {
            let called = spin_until(spin, || {
                now = word.compare_exchange(now, now, Relaxed, Relaxed).unwrap_or_else(|other| other);
                calls(now)
            });
            if !called {
                self.sleep(sleepers);
                continue;
            }
            if now & EXIT != 0 {
                return None;
            }
            match word.compare_exchange(now, now | JOINED, Acquire, Relaxed) {
                // SAFETY: this thread has joined, so the job stays until it has finished.
                Ok(_) => return Some(unsafe { *self.order.0.job.get() }),
                Err(other) => now = other,
            }
        }
    }

    /// Sleeps until woken, unless there is something to do.
    #[cold]
    fn sleep(&self, sleepers: &AtomicU32) {
        self.asleep.0.store(1, SeqCst);
        sleepers.fetch_add(1, SeqCst);
        if !calls(self.order.0.run.load(SeqCst)) {
            sys::futex_wait(&self.asleep.0, 1);
        }
        self.asleep.0.store(0, SeqCst);
        sleepers.fetch_sub(1, SeqCst);
    }

    /// Wakes the seat's thread if it sleeps.
    #[cold]
    pub(super) fn wake(&self) {
        if self.asleep.0.swap(0, SeqCst) == 1 {
            sys::futex_wake(&self.asleep.0, 1);
        }
    }

    /// Ends the seat's thread; for a pool that has no job.
    pub(super) fn dismiss(&self) {
        self.order.0.run.fetch_or(EXIT, SeqCst);
        self.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dealt(units: u64, threads: u64) -> Vec<Seat> {
        let deal = |i| {
            let seat = Seat::new();
            // SAFETY: the seat has no run and no thread.
            unsafe { seat.publish(&Job::NONE, units * i / threads, units * (i + 1) / threads) };
            seat
        };
        (0..threads).map(deal).collect()
    }

    fn claim(seats: &[Seat], own: usize) -> Option<u64> {
        let others = (1..seats.len()).map(|i| &seats[(own + i) % seats.len()]);
        seats[own].front().or_else(|| others.into_iter().find_map(Seat::back))
    }

    #[test]
    fn every_unit_is_claimed_once_whoever_claims() {
        for (units, threads) in [(0, 2), (1, 2), (7, 3), (64, 2), (5, 8), (129, 4)] {
            let seats = dealt(units, threads);
            // One thread in turn takes two units, the others one or none.
            let mut seen = vec![0; units as usize];
            let mut turn = 0;
            while let Some(u) = claim(&seats, [0, 0, seats.len() - 1][turn % 3]) {
                seen[u as usize] += 1;
                turn += 1;
            }
            assert!(seen.iter().all(|n| *n == 1), "{units} units of {threads} threads: {seen:?}");
        }
    }

    #[test]
    fn an_owner_goes_forwards() {
        let seats = dealt(8, 2);
        let order: Vec<_> = [1, 0, 1, 0, 0, 0, 0].iter().map(|own| claim(&seats, *own)).collect();
        assert_eq!(order, [4, 0, 5, 1, 2, 3, 7].map(Some));
    }

    #[test]
    fn who_joined_is_waited_for_until_done() {
        let (sleepers, seats) = (AtomicU32::new(0), dealt(2, 2));
        let job = Job { number: 5, ..Job::NONE };
        seats[1].front();
        // SAFETY: the run is empty and the seat has no thread.
        unsafe { seats[1].publish(&job, 0, 1) };
        assert!(!seats[1].works_on(5));
        let joined = seats[1].join(&sleepers, Duration::ZERO);
        assert_eq!(joined.map(|j| j.number), Some(5));
        assert_eq!((seats[1].back(), seats[1].back()), (Some(0), None));
        assert!(seats[1].works_on(5));
        seats[1].finish(5);
        assert!(!seats[1].works_on(5));
        seats[1].dismiss();
        assert!(seats[1].join(&sleepers, Duration::ZERO).is_none());
    }
}
