//! Times scheduled kernels natively: products and convolutions, checked at sampled points against sums in f64.
//!
//! `cargo run --release -p hloom-llvm --example product_bench [-- FILTER [DUMP_DIR]]`
#![allow(unsafe_code, reason = "calls generated code")]
#![allow(clippy::unwrap_used, reason = "a measuring tool: any failure ends it")]

use hloom_exe::abi::KernelFn;
use hloom_exe::{Executable, link};
use hloom_llvm::{Options, compile, host_target};
use hloom_num::DType;
use hloom_rt::{Block, CpuDevice, DeviceOptions, HostFns, Loaded};
use hloom_tile::ix::Ix;
use hloom_tile::kernel::*;
use hloom_tile::loop_ir::{BinOp, Elem, Program};
use hloom_tile::{lower, sched};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The value at a flat index of the result, from the operands.
type Want = Box<dyn Fn(usize, &[&[f32]]) -> f64>;

struct Case {
    name: String,
    kernel: Kernel,
    flops: f64,
    want: Want,
}

fn axes(k: &mut Kernel, list: &[(&str, i64)]) -> Vec<AxisId> {
    list.iter().map(|(n, e)| k.add_axis(*n, *e)).collect()
}

fn load(k: &mut Kernel, buf: BufId, index: &[Ix]) -> ExprId {
    let elem = Kernel::compute_elem(k.bufs[buf.0 as usize].dtype);
    k.add_expr(elem, Expr::Load { buf, index: index.to_vec(), when: Pred::default(), other: None })
}

fn ix(a: &[AxisId]) -> Vec<Ix> {
    a.iter().map(|a| Ix::axis(*a)).collect()
}

fn product(k: &mut Kernel, axes: &[AxisId], over: &[AxisId], args: Vec<ExprId>, when: Vec<Atom>) -> DefId {
    let zero = k.add_expr(Elem::F32, Expr::Float(0));
    let body = Body::Reduce { over: over.to_vec(), comb: Comb::Fma, init: vec![zero], args, when: Pred(when) };
    k.add_def("c", axes.to_vec(), vec![Elem::F32], body)
}

/// Stores `max(c + bias, 0)` or `c`.
fn store(k: &mut Kernel, c: DefId, a: &[AxisId], bias: bool) {
    let dims: Vec<i64> = a.iter().map(|a| k.extent(*a)).collect();
    let mut def = c;
    if bias {
        let last = *a.last().unwrap();
        let b = k.add_buf(DType::F32, &[k.extent(last)], Role::In, 64);
        let b = load(k, b, &[Ix::axis(last)]);
        let v = k.add_expr(Elem::F32, Expr::Read(c, 0, ix(a)));
        let s = k.add_expr(Elem::F32, Expr::Bin(BinOp::FAdd, v, b));
        let zero = k.add_expr(Elem::F32, Expr::Float(0));
        let y = k.add_expr(Elem::F32, Expr::Bin(BinOp::FMax, s, zero));
        def = k.add_def("y", a.to_vec(), vec![Elem::F32], Body::Map(vec![y]));
    }
    let buf = k.add_buf(DType::F32, &dims, Role::Out, 64);
    k.outs.push(Out { buf, index: ix(a), def, component: 0, when: Pred::default() });
}

/// `[b, m, k] x [b, k, n]`; `ta`, `tb`: stored `[k, m]`, `[n, k]`.
#[allow(clippy::too_many_arguments)]
fn dot(name: &str, b: i64, m: i64, kk: i64, n: i64, ta: bool, tb: bool, t: DType) -> Case {
    let mut k = Kernel::default();
    let x = axes(&mut k, &[("b", b), ("m", m), ("n", n), ("k", kk)]);
    let (bi, mi, ni, ki) = (x[0], x[1], x[2], x[3]);
    let batched = |l: [AxisId; 2]| if b > 1 { vec![bi, l[0], l[1]] } else { l.to_vec() };
    let of = |k: &Kernel, l: &[AxisId]| -> Vec<i64> { l.iter().map(|a| k.extent(*a)).collect() };
    let (la, lb) = (batched(if ta { [ki, mi] } else { [mi, ki] }), batched(if tb { [ni, ki] } else { [ki, ni] }));
    let (da, db) = (of(&k, &la), of(&k, &lb));
    let (a, w) = (k.add_buf(t, &da, Role::In, 64), k.add_buf(t, &db, Role::In, 64));
    let args = vec![load(&mut k, a, &ix(&la)), load(&mut k, w, &ix(&lb))];
    let mut res = batched([mi, ni]);
    res.retain(|a| k.extent(*a) > 1 || n == 1 && *a == mi);
    let c = product(&mut k, &res, &[ki], args, vec![]);
    store(&mut k, c, &res, false);
    let (m, n, kk) = (m as usize, n as usize, kk as usize);
    let want = move |i: usize, bufs: &[&[f32]]| {
        let (q, r, c) = (i / (m * n), i / n % m, i % n);
        (0..kk)
            .map(|l| {
                let x = if ta { l * m + r } else { r * kk + l };
                let y = if tb { c * kk + l } else { l * n + c };
                f64::from(bufs[0][q * m * kk + x]) * f64::from(bufs[1][q * n * kk + y])
            })
            .sum()
    };
    let flops = 2.0 * (b as usize * m * n * kk) as f64;
    Case {
        name: format!("{name} {b}x{m}x{kk}x{n}{}{} {t}", if ta { " ta" } else { "" }, if tb { " tb" } else { "" }),
        kernel: k,
        flops,
        want: Box::new(want),
    }
}

/// `[h, w, c] * [k, k, c, o]`, or channels first.
#[allow(clippy::too_many_arguments)]
fn conv(h: i64, c: i64, o: i64, kh: i64, stride: i64, pad: i64, depthwise: bool, nchw: bool) -> Case {
    let mut k = Kernel::default();
    let oh = (h + 2 * pad - kh) / stride + 1;
    let x = axes(&mut k, &[("y", oh), ("z", oh), ("o", o), ("ky", kh), ("kx", kh), ("c", c)]);
    let (y, z, oc, ky, kx, ci) = (x[0], x[1], x[2], x[3], x[4], x[5]);
    let ch = if depthwise { o } else { c };
    let order = |s: [i64; 3]| if nchw { vec![s[2], s[0], s[1]] } else { s.to_vec() };
    let input = k.add_buf(DType::F32, &order([h, h, ch]), Role::In, 64);
    let wdims = if nchw { vec![o, c, kh, kh] } else { vec![kh, kh, c, o] };
    let w = k.add_buf(DType::F32, &wdims, Role::In, 64);
    let py = Ix::axis(y).scale(stride).add(&Ix::axis(ky)).offset(-pad);
    let pz = Ix::axis(z).scale(stride).add(&Ix::axis(kx)).offset(-pad);
    let channel = Ix::axis(if depthwise { oc } else { ci });
    let index = if nchw { vec![channel, py.clone(), pz.clone()] } else { vec![py.clone(), pz.clone(), channel] };
    let windex = if nchw { ix(&[oc, ci, ky, kx]) } else { ix(&[ky, kx, ci, oc]) };
    let args = vec![load(&mut k, input, &index), load(&mut k, w, &windex)];
    let when = if pad > 0 { vec![Atom::Range(py, 0, h), Atom::Range(pz, 0, h)] } else { vec![] };
    let mut over = vec![ky, kx, ci];
    over.retain(|a| k.extent(*a) > 1);
    if kh == 1 && stride == 1 && pad == 0 && !nchw {
        // What normalisation makes of it: one row axis.
        let mut d = dot("conv1x1", 1, oh * oh, c, o, false, false, DType::F32);
        d.name = format!("conv 1x1 {h}x{h}x{c}->{o}");
        return d;
    }
    let res = if nchw { vec![oc, y, z] } else { vec![y, z, oc] };
    let d = product(&mut k, &res, &over, args, when);
    store(&mut k, d, &res, !nchw);
    let [h, c, o, kh, stride, pad, oh] = [h, c, o, kh, stride, pad, oh].map(|v| v as usize);
    let want = move |i: usize, bufs: &[&[f32]]| {
        let (y, z, q) = if nchw { (i / oh % oh, i % oh, i / oh / oh) } else { (i / o / oh, i / o % oh, i % o) };
        let mut sum = 0.0;
        for (a, b, l) in (0..kh).flat_map(|a| (0..kh).flat_map(move |b| (0..c).map(move |l| (a, b, l)))) {
            let (iy, ix) = ((y * stride + a).wrapping_sub(pad), (z * stride + b).wrapping_sub(pad));
            if iy < h && ix < h {
                let ch = if depthwise { q } else { l };
                let x =
                    if nchw { (ch * h + iy) * h + ix } else { (iy * h + ix) * (if depthwise { o } else { c }) + ch };
                let w = if nchw { ((q * c + l) * kh + a) * kh + b } else { ((a * kh + b) * c + l) * o + q };
                sum += f64::from(bufs[0][x]) * f64::from(bufs[1][w]);
            }
        }
        if nchw { sum } else { (sum + f64::from(bufs[2][q])).max(0.0) }
    };
    let flops = 2.0 * (oh * oh * o * kh * kh * c) as f64;
    let kind = if depthwise { "depthwise" } else { "conv" };
    let order = if nchw { " nchw" } else { "" };
    Case {
        name: format!("{kind} {kh}x{kh} s{stride} {h}x{h}x{ch}->{o}{order}"),
        kernel: k,
        flops,
        want: Box::new(want),
    }
}

/// Gradient of a convolution's weights: `[ky, kx, c, o]`, summed over the image.
fn weight_grad(h: i64, c: i64, o: i64) -> Case {
    let mut k = Kernel::default();
    let x = axes(&mut k, &[("ky", 3), ("kx", 3), ("c", c), ("o", o), ("y", h), ("z", h)]);
    let (ky, kx, ci, oi, y, z) = (x[0], x[1], x[2], x[3], x[4], x[5]);
    let input = k.add_buf(DType::F32, &[h, h, c], Role::In, 64);
    let grad = k.add_buf(DType::F32, &[h, h, o], Role::In, 64);
    let (py, pz) = (Ix::axis(y).add(&Ix::axis(ky)).offset(-1), Ix::axis(z).add(&Ix::axis(kx)).offset(-1));
    let args = vec![load(&mut k, input, &[py.clone(), pz.clone(), Ix::axis(ci)]), load(&mut k, grad, &ix(&[y, z, oi]))];
    let when = vec![Atom::Range(py, 0, h), Atom::Range(pz, 0, h)];
    let d = product(&mut k, &[ky, kx, ci, oi], &[y, z], args, when);
    store(&mut k, d, &[ky, kx, ci, oi], false);
    let [n, cc, oo] = [h, c, o].map(|v| v as usize);
    let want = move |i: usize, bufs: &[&[f32]]| {
        let (q, l, b, a) = (i % oo, i / oo % cc, i / oo / cc % 3, i / oo / cc / 3);
        let mut sum = 0.0;
        for (y, z) in (0..n).flat_map(|y| (0..n).map(move |z| (y, z))) {
            let (iy, ix) = ((y + a).wrapping_sub(1), (z + b).wrapping_sub(1));
            if iy < n && ix < n {
                sum += f64::from(bufs[0][(iy * n + ix) * cc + l]) * f64::from(bufs[1][(y * n + z) * oo + q]);
            }
        }
        sum
    };
    let flops = 2.0 * (n * n * cc * oo * 9) as f64;
    Case { name: format!("weight grad 3x3 {h}x{h}x{c}->{o}"), kernel: k, flops, want: Box::new(want) }
}

fn cases() -> Vec<Case> {
    let d = |b, m, k, n, ta, tb| dot("dot", b, m, k, n, ta, tb, DType::F32);
    vec![
        d(1, 64, 64, 64, false, false),
        d(1, 256, 256, 256, false, false),
        d(1, 1024, 1024, 1024, false, false),
        d(1, 2048, 2048, 2048, false, false),
        d(1, 128, 768, 3072, false, false),
        d(1, 128, 3072, 768, false, false),
        d(1, 512, 8192, 512, false, false),
        d(1, 1024, 1024, 1024, false, true),
        d(1, 1024, 1024, 1024, true, false),
        d(1, 256, 256, 256, false, true),
        d(1, 50, 100, 70, false, false),
        d(96, 128, 64, 128, false, false),
        d(96, 128, 64, 128, false, true),
        d(1, 1, 4096, 4096, false, false),
        d(1, 1, 4096, 4096, false, true),
        d(1, 4096, 4096, 1, false, false),
        d(1, 4, 4096, 4096, false, false),
        d(1, 8, 4096, 4096, false, false),
        dot("dot", 1, 1024, 1024, 1024, false, false, DType::BF16),
        conv(56, 64, 64, 3, 1, 1, false, false),
        conv(14, 256, 256, 3, 1, 1, false, false),
        conv(7, 512, 512, 3, 1, 1, false, false),
        conv(56, 256, 64, 1, 1, 0, false, false),
        conv(56, 256, 512, 1, 2, 0, false, false),
        conv(112, 1, 96, 3, 1, 1, true, false),
        conv(224, 3, 64, 7, 2, 3, false, false),
        conv(56, 64, 64, 3, 1, 1, false, true),
        conv(14, 256, 256, 3, 1, 1, false, true),
        weight_grad(56, 64, 64),
        d(1, 1000, 64, 3, false, false),
        d(96, 128, 64, 128, true, true),
        d(96, 512, 64, 512, false, true),
        d(96, 512, 512, 64, false, false),
    ]
}

fn executable(symbol: &str, objects: &[Vec<u8>]) -> Executable {
    let t = host_target(|f| hloom_rt::missing_features([f]).is_empty());
    let linked = link(objects, symbol).unwrap();
    let kernels = linked.symbols.into_iter();
    let kernels = kernels.map(|(symbol, offset)| hloom_exe::Kernel { symbol, offset, ..hloom_exe::Kernel::default() });
    Executable {
        name: "bench".into(),
        abi: hloom_exe::abi::VERSION,
        target: hloom_exe::Target { triple: t.triple, cpu: t.cpu, features: t.features },
        relax: hloom_exe::Relaxations::default(),
        image: linked.image,
        entry: linked.entry,
        args: vec![],
        results: vec![],
        constants: vec![],
        arena_bytes: 0,
        scratch_bytes: 0,
        planned_peak_bytes: 0,
        kernels: kernels.collect(),
        errors: vec![],
        host_calls: vec![],
        notes: vec![],
        source: None,
    }
}

struct Pointers(Vec<*mut u8>);
// SAFETY: the tasks of a kernel may run on any thread.
unsafe impl Sync for Pointers {}

thread_local! {
    static SCRATCH: std::cell::RefCell<Vec<[u64; 8]>> = const { std::cell::RefCell::new(Vec::new()) };
}

fn run(device: &CpuDevice, kernel: KernelFn, bufs: &Pointers, tasks: i64, scratch: u64) {
    device.pool().run(tasks, |i| {
        SCRATCH.with_borrow_mut(|s| {
            s.resize((scratch as usize / 64 + 2).max(s.len()), [0; 8]);
            let p = s.as_mut_ptr().cast::<u8>();
            // SAFETY: the buffers have the kernel's sizes, and the scratch block is this thread's own.
            unsafe { kernel(bufs.0.as_ptr(), i, i + 1, p.add(p.align_offset(64))) }
        });
    });
}

fn values(p: *const u8, n: i64) -> &'static [f32] {
    // SAFETY: the block holds as many floats and lives to the end of the case.
    unsafe { std::slice::from_raw_parts(p.cast(), n as usize) }
}

/// Time that the calling thread has run.
fn cpu_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn measure(case: &Case, devices: &[Arc<CpuDevice>], dump: Option<&str>) {
    let target = host_target(|f| hloom_rt::missing_features([f]).is_empty());
    let start = Instant::now();
    let s = sched::schedule(&case.kernel, &target);
    let l = lower(&s.kernel, &s.nest, &target, "kernel").unwrap();
    let program = Program { funcs: vec![l.func.clone()], externs: vec![] };
    let options = Options { dump: dump.map(Into::into), ..Options::default() };
    let objects = compile(&[program], &target, &options).unwrap();
    let took = start.elapsed();
    let loaded = Loaded::load(executable("kernel", &objects), &devices[0], &HostFns::default()).unwrap();
    let kernel = loaded.kernel(0).unwrap();
    let mut blocks: Vec<Block> = Vec::new();
    let mut floats: Vec<Vec<f32>> = Vec::new();
    let mut seed = 12345u64;
    for b in &case.kernel.bufs {
        let n: i64 = b.dims.iter().product();
        let block = devices[0].alloc(n.max(1) as usize * 4).unwrap();
        let mut copy = Vec::new();
        for i in 0..n as usize {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let v = ((seed >> 40) % 256) as f32 / 128.0 - 1.0;
            copy.push(v);
            // SAFETY: inside the block.
            unsafe {
                match b.dtype {
                    DType::F32 => block.start().cast::<f32>().add(i).write(v),
                    _ => block.start().cast::<u16>().add(i).write((v.to_bits() >> 16) as u16),
                }
            }
        }
        floats.push(copy);
        blocks.push(block);
    }
    let bufs = Pointers(blocks.iter().map(Block::start).collect());
    let mut times = Vec::new();
    for d in devices {
        let (mut best, mut best_cpu) = (Duration::MAX, u64::MAX);
        let begin = Instant::now();
        let mut rounds = 0;
        while rounds < 5 || begin.elapsed() < Duration::from_millis(250) && rounds < 400 {
            let (t, cpu) = (Instant::now(), cpu_ns());
            run(d, kernel, &bufs, s.tasks, l.scratch_bytes);
            best = best.min(t.elapsed());
            best_cpu = best_cpu.min(cpu_ns() - cpu);
            rounds += 1;
        }
        // On one thread, and where it is exact enough, the time this thread ran: others share the machine.
        let cpu = Duration::from_nanos(best_cpu);
        times.push(if d.pool().threads() == 1 && cpu > Duration::from_millis(5) { cpu } else { best }.as_secs_f64());
    }
    let out = case.kernel.outs[0].buf.0 as usize;
    let n: i64 = case.kernel.bufs[out].dims.iter().product();
    let got = values(bufs.0[out], n);
    let operands: Vec<&[f32]> = floats.iter().map(Vec::as_slice).collect();
    let mut worst = 0.0f64;
    for j in 0..500.min(n as usize) {
        let i = if n <= 500 { j } else { (j * 7919 * 31) % n as usize };
        let want = (case.want)(i, &operands);
        worst = worst.max((want - f64::from(got[i])).abs() / (1.0 + want.abs()));
    }
    let gf = |t: f64| case.flops / t / 1e9;
    println!(
        "{:36} {:>4} tasks {:8.3} ms {:6.1} GF/s | 2 threads {:8.3} ms {:6.1} GF/s | error {worst:.0e} | {:.0?} {:?} {} KB code",
        case.name,
        s.tasks,
        times[0] * 1e3,
        gf(times[0]),
        times[1] * 1e3,
        gf(times[1]),
        took,
        s.class,
        objects[0].len() / 1024
    );
    if worst > 1e-4 {
        println!("    WRONG");
    }
    if dump.is_some() {
        println!("{:#?}", s.nest);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let filter = args.get(1).map_or("", String::as_str);
    let devices = [1, 2].map(|threads| CpuDevice::new(DeviceOptions { threads, ..DeviceOptions::default() }));
    for c in cases().iter().filter(|c| c.name.contains(filter)) {
        measure(c, &devices, args.get(2).map(String::as_str));
    }
}
