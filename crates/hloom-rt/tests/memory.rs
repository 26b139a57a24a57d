//! The memory pool and buffers.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(unsafe_code, reason = "writes to raw blocks")]

use hloom_num::{DType, Literal};
use hloom_rt::{Buffer, CpuDevice, DeviceOptions, RtError};
use std::sync::Arc;

const MB: usize = 1 << 20;

fn device(keep_bytes: u64, max_bytes: u64) -> Arc<CpuDevice> {
    CpuDevice::new(DeviceOptions { threads: 2, keep_bytes, max_bytes, ..Default::default() })
}

#[test]
fn blocks_are_aligned_and_come_back() {
    let device = device(1 << 30, 2 << 30);
    for bytes in [0, 1, 63, 64, 65, 1000, 4096, 100_000, MB, 2 * MB, 2 * MB + 1, 5 * MB, 16 * MB] {
        let block = device.alloc(bytes).unwrap();
        // Large ones begin in the first of their huge pages' small ones.
        let start = block.start() as usize;
        assert!(start.is_multiple_of(64) && (bytes < 2 * MB || start % (2 * MB) < 4096), "{bytes}");
        assert!(block.bytes() >= bytes);
        // SAFETY: the block is ours and that large.
        unsafe { block.start().write_bytes(0xab, block.bytes()) };
        let (first, size) = (block.start(), block.bytes() as u64);
        assert_eq!(device.memory_stats().in_use, size);
        drop(block);
        assert_eq!(device.memory_stats().in_use, 0);
        assert_eq!(device.alloc(bytes).unwrap().start(), first, "the freed block is used again");
    }
    assert!(device.memory_stats().cached > 0);
    device.memory().trim();
    let stats = device.memory_stats();
    assert_eq!((stats.in_use, stats.cached), (0, 0));
    assert!(stats.peak >= 16 * MB as u64);
}

#[test]
fn large_blocks_begin_at_different_places_of_their_pages() {
    let device = device(1 << 30, 2 << 30);
    for bytes in [100_000, MB, 4 * MB] {
        let blocks: Vec<_> = (0..8).map(|_| device.alloc(bytes).unwrap()).collect();
        let places: std::collections::BTreeSet<usize> = blocks.iter().map(|b| b.start() as usize % 4096).collect();
        assert_eq!(places.len(), 8, "{bytes}");
    }
}

#[test]
fn the_bounds_hold() {
    let device = device(8 * MB as u64, 32 * MB as u64);
    let blocks: Vec<_> = (0..7).map(|_| device.alloc(4 * MB).unwrap()).collect();
    assert!(matches!(device.alloc(8 * MB), Err(RtError::OutOfMemory { limit, .. }) if limit == 32 * MB as u64));
    assert!(matches!(device.alloc(usize::MAX), Err(RtError::OutOfMemory { .. })));
    drop(blocks);
    let stats = device.memory_stats();
    assert_eq!(stats.in_use, 0);
    assert!(stats.cached <= stats.keep_limit);
    // A large block makes room for itself among cached small ones.
    let small: Vec<_> = (0..100).map(|_| device.alloc(50_000).unwrap()).collect();
    drop(small);
    let large = device.alloc(7 * MB).unwrap();
    let stats = device.memory_stats();
    assert!(stats.in_use + stats.cached <= stats.keep_limit, "{stats:?}");
    drop(large);
}

#[test]
fn threads_share_the_pool() {
    let device = device(64 * MB as u64, 1 << 30);
    std::thread::scope(|scope| {
        for seed in 0..4usize {
            let device = &device;
            scope.spawn(move || {
                let mut held = Vec::new();
                for i in 0..4000usize {
                    let bytes = (i * 7919 + seed * 104_729) % 20_000 + 1;
                    let block = device.alloc(bytes).unwrap();
                    // SAFETY: the block is ours and that large.
                    unsafe { block.start().write_bytes(seed as u8, bytes) };
                    held.push((block, bytes));
                    if held.len() > 20 {
                        let (block, bytes) = held.swap_remove(i % 20);
                        // SAFETY: as above; written in full.
                        let contents = unsafe { std::slice::from_raw_parts(block.start(), bytes) };
                        assert!(contents.iter().all(|&b| b == seed as u8));
                    }
                }
            });
        }
    });
    assert_eq!(device.memory_stats().in_use, 0);
}

/// A lock that another thread holds at the moment of the fork must not stop the child.
#[test]
fn allocates_in_the_child_of_a_fork() {
    let device = device(64 * MB as u64, 1 << 30);
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                drop((device.alloc(100).unwrap(), device.alloc(3 * MB).unwrap()));
            }
        });
        for _ in 0..50 {
            // SAFETY: the child allocates and leaves without running the parent's destructors.
            let child = unsafe { libc::fork() };
            if child == 0 {
                let good = (0..100).all(|i| device.alloc(100 + i).is_ok()) && device.alloc(8 * MB).is_ok();
                // SAFETY: ends the child.
                unsafe { libc::_exit(i32::from(!good)) };
            }
            let mut status = 0;
            // SAFETY: waits for the child just made.
            unsafe { libc::waitpid(child, &mut status, 0) };
            assert_eq!(status, 0);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn buffers_hold_values() {
    let device = device(0, 0);
    let values: Vec<u8> = (0..24).collect();
    let buffer = Buffer::from_bytes(&device, DType::F32, &[2, 3], &values).unwrap();
    assert_eq!((buffer.dtype(), buffer.dims(), buffer.bytes()), (DType::F32, &[2i64, 3][..], &values[..]));
    assert_eq!(buffer.as_ptr() as usize % 64, 0);
    let shared = Buffer::from_owner(DType::U8, &[24], values.clone()).unwrap();
    assert_eq!(shared.clone().bytes(), &values[..]);
    let literal = Literal::splat(DType::I16, &[1000, 3000], &[1, 2]).unwrap();
    assert_eq!(Buffer::from_literal(&device, &literal).unwrap().to_literal(), literal);
    let empty = Buffer::from_bytes(&device, DType::F64, &[0, 5], &[]).unwrap();
    assert!(empty.bytes().is_empty());
    let error = Buffer::from_bytes(&device, DType::F32, &[2, 2], &values).unwrap_err();
    assert_eq!(error.to_string(), "24 bytes for a tensor<2x2xf32>, which has 16");
    assert!(matches!(Buffer::from_bytes(&device, DType::F32, &[-1], &[]), Err(RtError::Shape(_))));
    assert!(matches!(Buffer::from_bytes(&device, DType::F32, &[i64::MAX, 0], &[]), Err(RtError::Shape(_))));
    drop((buffer, empty));
    assert_eq!(device.memory_stats().in_use, 0);
}
