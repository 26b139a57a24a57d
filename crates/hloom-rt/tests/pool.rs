//! The thread pool under stress.
#![allow(unsafe_code, reason = "forks the test process")]

use hloom_rt::Pool;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::*};

/// Every task runs exactly once.
fn check(pool: &Pool, tasks: i64) {
    let hits: Vec<AtomicU32> = (0..tasks).map(|_| AtomicU32::new(0)).collect();
    pool.run(tasks, |i| {
        hits[i as usize].fetch_add(1, Relaxed);
    });
    assert!(hits.iter().all(|h| h.load(Relaxed) == 1));
}

#[test]
fn every_task_runs_once() {
    for threads in [1, 2, 3, 8] {
        let pool = Pool::new(threads);
        assert_eq!(pool.threads(), threads);
        for tasks in [0, 1, 2, 3, 7, 100, 1000, 12345] {
            check(&pool, tasks);
        }
    }
}

#[test]
fn many_tiny_loops() {
    for threads in [2, 4] {
        let pool = Pool::new(threads);
        let sum = AtomicI64::new(0);
        let rounds = 20_000;
        for _ in 0..rounds {
            pool.run(4, |i| {
                sum.fetch_add(i, Relaxed);
            });
        }
        assert_eq!(sum.into_inner(), rounds * 6);
    }
}

/// Workers fall asleep between loops and must wake.
#[test]
fn loops_after_pauses() {
    let pool = Pool::new(3);
    for pause in [0, 20, 60, 100, 300, 1000, 3000] {
        for _ in 0..20 {
            std::thread::sleep(std::time::Duration::from_micros(pause));
            check(&pool, 8);
        }
    }
}

#[test]
fn concurrent_callers() {
    let pool = Pool::new(3);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..2000).for_each(|i| check(&pool, 1 + i % 17)));
        }
    });
}

#[test]
fn loops_inside_tasks() {
    let pool = Pool::new(2);
    let count = AtomicI64::new(0);
    pool.run(10, |_| {
        pool.run(10, |_| {
            count.fetch_add(1, Relaxed);
        });
    });
    assert_eq!(count.into_inner(), 100);
}

#[test]
fn a_panic_comes_back_to_the_caller() {
    let pool = Pool::new(2);
    let outcome = std::panic::catch_unwind(|| pool.run(100, |i| assert!(i != 50, "task 50")));
    assert!(outcome.is_err());
    check(&pool, 100);
}

#[test]
fn pools_come_and_go() {
    for _ in 0..50 {
        check(&Pool::new(3), 5);
        drop(Pool::new(3));
    }
}

/// The child of a fork has no worker threads; it starts its own, also when the fork happened in the middle of a loop of
/// another thread.
#[test]
fn survives_fork() {
    let pool = Pool::new(3);
    check(&pool, 100);
    let stop = AtomicU32::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while stop.load(Relaxed) == 0 {
                check(&pool, 100);
            }
        });
        for _ in 0..20 {
            // SAFETY: the child computes with the pool and leaves without running the parent's destructors.
            let child = unsafe { libc::fork() };
            if child == 0 {
                let sum = AtomicI64::new(0);
                for _ in 0..100 {
                    pool.run(10, |i| {
                        sum.fetch_add(i, Relaxed);
                    });
                }
                let code = i32::from(sum.into_inner() != 4500);
                // SAFETY: ends the child.
                unsafe { libc::_exit(code) };
            }
            assert!(child > 0);
            let mut status = 0;
            // SAFETY: waits for the child just made.
            let waited = unsafe { libc::waitpid(child, &mut status, 0) };
            assert_eq!((waited, status), (child, 0));
            check(&pool, 100);
        }
        stop.store(1, Relaxed);
    });
}
