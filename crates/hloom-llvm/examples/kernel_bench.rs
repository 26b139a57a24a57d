//! Times scheduled kernels on one thread of this machine:
//! `cargo run --release -p hloom-llvm --example kernel_bench [name…]`. With `DUMP=dir` each kernel's assembly is written.
#![allow(unsafe_code, clippy::unwrap_used)]

#[path = "../../hloom-tile/tests/samples/mod.rs"]
mod samples;

use hloom_exe::{Executable, link};
use hloom_num::DType;
use hloom_rt::{CpuDevice, HostFns, Loaded};
use hloom_tile::kernel::{Kernel, Role};
use hloom_tile::loop_ir::Program;
use hloom_tile::math::MathFn;
use hloom_tile::{Target, lower, sched, verify};
use samples::*;
use std::time::Instant;

fn load_code(objects: &[Vec<u8>], target: &Target) -> Loaded {
    let linked = link(objects, "kernel").unwrap();
    let kernel = |(symbol, offset)| hloom_exe::Kernel { symbol, offset, ..hloom_exe::Kernel::default() };
    let exe = Executable {
        name: "bench".into(),
        abi: hloom_exe::abi::VERSION,
        target: hloom_exe::Target {
            triple: target.triple.clone(),
            cpu: target.cpu.clone(),
            features: target.features.clone(),
        },
        relax: hloom_exe::Relaxations::default(),
        image: linked.image,
        entry: linked.entry,
        args: vec![],
        results: vec![],
        constants: vec![],
        arena_bytes: 0,
        scratch_bytes: 0,
        planned_peak_bytes: 0,
        kernels: linked.symbols.into_iter().map(kernel).collect(),
        errors: vec![],
        host_calls: vec![],
        notes: vec![],
        source: None,
    };
    Loaded::load(exe, &CpuDevice::shared(), &HostFns::default()).unwrap()
}

#[derive(Clone)]
#[repr(align(64))]
struct Line([u64; 8]);

/// Memory of whole cache lines.
fn lines(bytes: usize) -> Vec<Line> {
    vec![Line([0; 8]); bytes / 64 + 1]
}

fn bench(name: &str, k: &Kernel, target: &Target, flops: f64) {
    let s = sched::schedule(k, target);
    let start = Instant::now();
    let l = lower(&s.kernel, &s.nest, target, "kernel").unwrap_or_else(|e| panic!("{name}: {e}"));
    verify::verify(&l.func).unwrap_or_else(|e| panic!("{name}: {e}"));
    let lowered = start.elapsed();
    let opts = hloom_llvm::Options {
        dump: std::env::var_os("DUMP").map(|d| std::path::Path::new(&d).join(name)),
        ..Default::default()
    };
    if let Some(d) = &opts.dump {
        std::fs::create_dir_all(d).unwrap();
        std::fs::write(d.join("loops"), l.func.to_string()).unwrap();
        std::fs::write(
            d.join("nest"),
            format!(
                "{:?} {} tasks\n{}{}",
                s.class,
                s.tasks,
                hloom_tile::print_kernel(&s.kernel),
                hloom_tile::print_nest(&s.kernel, &s.nest)
            ),
        )
        .unwrap();
    }
    let start = Instant::now();
    let program = Program { funcs: vec![l.func], externs: vec![] };
    let objects = hloom_llvm::compile(&[program], target, &opts).unwrap_or_else(|e| panic!("{name}: {e}"));
    let compiled = start.elapsed();
    let code = load_code(&objects, target);
    let f = code.kernel(0).unwrap();
    let mut mem: Vec<Vec<Line>> = Vec::new();
    let mut bytes = 0;
    for b in &k.bufs {
        let n = b.dims.iter().product::<i64>() as usize * b.dtype.byte_size();
        bytes += n;
        let mut m = lines(n);
        if b.role == Role::In && b.dtype == DType::F32 {
            for (i, w) in m.iter_mut().flat_map(|l| l.0.iter_mut()).enumerate() {
                let x = |i: usize| u64::from((((i * 7919) % 1000) as f32 / 500.0 - 1.0).to_bits());
                *w = x(2 * i) | x(2 * i + 1) << 32;
            }
        }
        mem.push(m);
    }
    let mut ptrs: Vec<*mut u8> = mem.iter_mut().map(|m| m.as_mut_ptr().cast()).collect();
    let mut scratch = lines(l.scratch_bytes as usize + 64);
    let mut times = Vec::new();
    let begin = Instant::now();
    while times.len() < 5 || (begin.elapsed().as_millis() < 300 && times.len() < 2000) {
        let start = Instant::now();
        // SAFETY: the buffers and the scratch memory have the sizes that the kernel was lowered for.
        unsafe { f(ptrs.as_mut_ptr().cast(), 0, l.tasks, scratch.as_mut_ptr().cast()) };
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let (best, median) = (times[0], times[times.len() / 2]);
    println!(
        "{name:24} {:?} tasks {:5} best {best:9.4} ms median {median:9.4} ms {:7.1} GF/s {:6.1} GB/s  est {:.3} lower {:.1} llvm {:.0} ms",
        s.class,
        l.tasks,
        flops / best * 1e-6,
        bytes as f64 / best * 1e-6,
        s.cost.ns() * 1e-6,
        lowered.as_secs_f64() * 1e3,
        compiled.as_secs_f64() * 1e3,
    );
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let target = hloom_llvm::host_target(|f| hloom_rt::missing_features([f]).is_empty());
    println!("{} {} bytes, {} cores", target.cpu, target.vector_bytes, target.cores);
    let mm = |m: i64, n: i64, k: i64| 2.0 * (m * n * k) as f64;
    let cases: Vec<(&str, Kernel, f64)> = vec![
        ("add_4k", elementwise(&[4096], DType::F32), 0.0),
        ("add_16m", elementwise(&[4096, 4096], DType::F32), 0.0),
        ("softmax_4096", softmax(4096, 4096), 0.0),
        ("layernorm_8192_1024", layer_norm(8192, 1024), 0.0),
        ("argmax_4096", argmax(4096, 4096), 0.0),
        ("colsum_4096", sum(4096, 4096, true), 0.0),
        ("fullsum_4096", sum(4096, 4096, false), 0.0),
        ("transpose_4096", transpose(4096, 4096), 0.0),
        ("matmul_256", matmul(256, 256, 256, false, true), mm(256, 256, 256)),
        ("matmul_1024", matmul(1024, 1024, 1024, false, true), mm(1024, 1024, 1024)),
        ("matmul_1024_t", matmul(1024, 1024, 1024, true, true), mm(1024, 1024, 1024)),
        ("matmul_2048", matmul(2048, 2048, 2048, false, false), mm(2048, 2048, 2048)),
        ("matmul_100_300_77", matmul(100, 300, 77, false, true), mm(100, 300, 77)),
        ("gemv_1024", matmul(1, 1024, 1024, false, false), mm(1, 1024, 1024)),
        ("gemv_1024_t", matmul(1, 1024, 1024, true, false), mm(1, 1024, 1024)),
        ("matmul_4_1024_1024", matmul(4, 1024, 1024, false, false), mm(4, 1024, 1024)),
        ("matmul_4_1024_1024_t", matmul(4, 1024, 1024, true, false), mm(4, 1024, 1024)),
        ("conv3x3_56_64", conv(56, 56, 64, 64, 3, 1, 1, false), mm(56 * 56, 64, 576)),
        ("conv3x3_14_256", conv(14, 14, 256, 256, 3, 1, 1, false), mm(14 * 14, 256, 2304)),
        ("conv7x7_224_3_s2", conv(224, 224, 3, 64, 7, 2, 3, false), mm(112 * 112, 64, 147)),
        ("conv1x1_56_64_256", conv(56, 56, 64, 256, 1, 1, 0, false), mm(56 * 56, 256, 64)),
        ("depthwise_112_96", conv(112, 112, 1, 96, 3, 1, 1, true), mm(112 * 112, 96, 9)),
        ("scores_8_512_64", batched(8, 512, 512, 64, true), mm(8 * 512, 512, 64)),
        ("mix_8_512_64", batched(8, 512, 64, 512, false), mm(8 * 512, 512, 64)),
        ("attention_512_8_64", attention(512, 8, 64), 2.0 * mm(8 * 512, 512, 64)),
        ("conv_first_56_64", conv_first(56, 64, 64, 3, 1), mm(56 * 56, 64, 576)),
        ("max_pool_112_64", max_pool(112, 64, 3, 2), 0.0),
        ("exp_1m", function(1 << 20, MathFn::Exp), 0.0),
        ("erf_1m", function(1 << 20, MathFn::Erf), 0.0),
        ("tanh_1m", function(1 << 20, MathFn::Tanh), 0.0),
        ("softmax_8192_197", softmax(8192, 197), 0.0),
        ("softmax_100k_10", softmax(100_000, 10), 0.0),
        ("row_sum_1m_4", row_sum(1 << 20, 4), 0.0),
        ("gather_100k_64", gather_rows(100_000, 30_000, 64), 0.0),
        ("bf16_add_1m", elementwise(&[1 << 20], DType::BF16), 0.0),
    ];
    for (name, k, flops) in cases {
        if only.is_empty() || only.iter().any(|o| name.contains(o.as_str())) {
            bench(name, &k, &target, flops);
        }
    }
}
