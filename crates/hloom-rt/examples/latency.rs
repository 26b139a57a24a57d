//! Measures what the runtime adds to a program: fork and join, allocation, a call.
//!
//! `cargo run --release -p hloom-rt --example latency`

use hloom_exe::{ArgSig, Blob, Executable, Image, ResultSig, Target, TensorSig, abi};
use hloom_num::DType;
use hloom_rt::{Buffer, CpuDevice, DeviceOptions, ExecOptions, HostFns, Loaded, RtError};
use std::hint::black_box;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::Instant;

/// Nanoseconds of one call: the median and the minimum over batches.
fn measure(what: &str, batch: u32, mut f: impl FnMut()) {
    (0..batch).for_each(|_| f());
    let mut times: Vec<f64> = (0..101)
        .map(|_| {
            let start = Instant::now();
            (0..batch).for_each(|_| f());
            start.elapsed().as_secs_f64() * 1e9 / f64::from(batch)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{what:40} median {:9.1} ns   best {:9.1} ns", times[50], times[0]);
}

fn main() -> Result<(), RtError> {
    let device = CpuDevice::new(DeviceOptions::default());
    println!("{} threads", device.pool().threads());
    let tasks = device.pool().threads() as i64;
    // Each task waits until all have been started, so every thread takes part: this is the true round trip.
    let (arrived, mut rounds) = (AtomicI64::new(0), 0);
    measure("fork and join, all threads take part", 1000, || {
        rounds += tasks;
        device.pool().run(tasks, |_| {
            arrived.fetch_add(1, Relaxed);
            while arrived.load(Relaxed) < rounds {
                std::hint::spin_loop();
            }
        });
    });
    measure("one empty task a thread, no waiting", 1000, || device.pool().run(tasks, |i| _ = black_box(i)));
    measure("64 empty tasks", 1000, || device.pool().run(64, |i| _ = black_box(i)));
    for (name, bytes) in [("4 B", 4), ("64 kB", 64 << 10), ("64 MB", 64 << 20)] {
        measure(&format!("allocate and free {name}, recycled"), 1000, || drop(black_box(device.alloc(bytes))));
    }
    measure("allocate 64 MB from the system", 1, || {
        let block = device.alloc(64 << 20);
        drop(block);
        device.memory().trim();
    });
    println!("{:?}", device.memory_stats());

    if cfg!(target_arch = "x86_64") {
        let loaded = Loaded::load(nothing(), &device, &HostFns::default())?;
        let x = Buffer::from_bytes(&device, DType::F32, &[16], &[0; 64])?;
        let options = ExecOptions::default();
        measure("execute an empty program, 2 in, 1 out", 1000, || drop(black_box(loaded.execute(&[&x, &x], &options))));
    }
    Ok(())
}

/// Two arguments, one result, an arena, and code that returns at once.
fn nothing() -> Executable {
    let tensor = TensorSig { dtype: DType::F32, dims: vec![16] };
    let arg = ArgSig { name: String::new(), tensor: tensor.clone(), alias: None, donated: false };
    Executable {
        name: "nothing".into(),
        abi: abi::VERSION,
        target: Target { triple: "x86_64-unknown-linux-gnu".into(), ..Target::default() },
        relax: hloom_exe::Relaxations::default(),
        image: Image {
            bytes: Blob::from(vec![0x31, 0xc0, 0xc3]),
            page: 4096,
            text_end: 3,
            rodata_end: 4096,
            memory_end: 4096,
        },
        entry: 0,
        args: vec![arg.clone(), arg],
        results: vec![ResultSig { name: String::new(), tensor, alias: None }],
        constants: vec![],
        arena_bytes: 4096,
        scratch_bytes: 4096,
        planned_peak_bytes: 0,
        kernels: vec![],
        errors: vec![],
        host_calls: vec![],
        notes: vec![],
        source: None,
    }
}
