//! Compile latency. Run with `cargo test --release -p hloom-llvm timing -- --ignored --nocapture`.

use super::*;
use std::time::Instant;

/// `out[i] = f(x[i], y[i])` with about twenty operations, `lanes` at a time.
pub(super) fn elementwise(seed: u64, lanes: u32) -> Program {
    let mut rng = Rng::new(seed + 1);
    let t = Ty::vector(Elem::F32, lanes);
    let mut b = kernel(format!("k{seed}"));
    let bases = [0, 1, 2].map(|k| buf(&mut b, k));
    let (lo, hi) = (b.param(1), b.param(2));
    b.for_loop(lo, hi, lanes.into(), &[], |b, iv, _| {
        let [x, y] = [0, 1].map(|k| {
            let p = at(b, bases[k], iv, 4);
            b.load(t, p, 4)
        });
        let mut vals = vec![x, y];
        for k in 0..20 {
            let a = vals[vals.len() - 1];
            let c = vals[(rng.next() as usize) % vals.len()];
            let r = match (rng.next() >> 33) % 6 {
                0 => b.bin(BinOp::FSub, a, c),
                1 => b.bin(BinOp::FMul, a, c),
                2 => b.bin(BinOp::FMax, a, c),
                3 => {
                    let w = b.float(t, f64::from(k) + 0.5);
                    b.fma(a, w, c)
                }
                4 => {
                    let m = b.cmp(CmpOp::FLt, a, c);
                    b.select(m, x, a)
                }
                _ => b.bin(BinOp::FAdd, a, c),
            };
            vals.push(r);
        }
        let p = at(b, bases[2], iv, 4);
        b.store(p, vals[vals.len() - 1], 4);
        vec![]
    });
    Program { funcs: vec![b.finish(true, false)], externs: vec![] }
}

#[test]
#[ignore = "prints times"]
fn timing() {
    let target = host_target();
    let single: Vec<Program> = (0..25).map(|i| elementwise(i, 16)).collect();
    let one = [Program { funcs: single.iter().flat_map(|p| p.funcs.clone()).collect(), externs: vec![] }];
    let four: Vec<Program> = single
        .chunks(7)
        .map(|c| Program { funcs: c.iter().flat_map(|p| p.funcs.clone()).collect(), externs: vec![] })
        .collect();
    if let Some(dir) = std::env::var_os("HLOOM_DUMP") {
        let opts = Options { dump: Some(dir.into()), ..Options::default() };
        compile(&one, &target, &opts).expect("compiles");
    }
    let t = Instant::now();
    compile(&single[..1], &target, &Options::default()).expect("compiles");
    let first = t.elapsed().as_secs_f64() * 1e3;
    let empty = [Program { funcs: vec![kernel("empty").finish(true, false)], externs: vec![] }];
    let mut fixed = f64::INFINITY;
    for _ in 0..20 {
        let t = Instant::now();
        compile(&empty, &target, &Options::default()).expect("compiles");
        fixed = fixed.min(t.elapsed().as_secs_f64() * 1e3);
    }
    println!("first compilation {first:.2} ms; a module with an empty kernel {fixed:.2} ms");
    println!("ms per kernel, best of 9 (median)");
    for level in [Level::None, Level::Less, Level::Default, Level::Aggressive] {
        for passes in [false, true] {
            for (name, programs, threads) in [
                ("25 modules", &single[..], 1),
                ("1 module", &one[..], 1),
                ("25 modules, 2 threads", &single[..], 2),
                ("4 modules, 2 threads", &four[..], 2),
            ] {
                let opts = Options { threads, level, passes, dump: None };
                let mut ms: Vec<f64> = (0..9)
                    .map(|_| {
                        let t = Instant::now();
                        compile(programs, &target, &opts).expect("compiles");
                        t.elapsed().as_secs_f64() * 1e3 / 25.0
                    })
                    .collect();
                ms.sort_by(f64::total_cmp);
                println!("{level:?} passes={passes} {name}: {:.2} ({:.2})", ms[0], ms[4]);
            }
        }
    }
}
