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

/// A register tile of a matrix product: `rows` by `cols` vectors of accumulators over packed B.
fn tile(rows: i64, cols: i64, lanes: u32) -> Program {
    let t = Ty::vector(Elem::F32, lanes);
    let mut b = kernel("tile");
    let [a, p, c] = [0, 1, 2].map(|k| buf(&mut b, k));
    let (lo, hi) = (b.param(1), b.param(2));
    let zero = b.float(t, 0.0);
    let width = cols * i64::from(lanes) * 4;
    let acc = b.for_loop(lo, hi, 1, &vec![zero; (rows * cols) as usize], |b, k, c| {
        let mut next = Vec::new();
        for i in 0..rows {
            let row = b.mul_const(hi, i);
            let index = b.add(row, k);
            let x = at(b, a, index, 4);
            let x = b.load(Ty::scalar(Elem::F32), x, 4);
            let x = b.splat(x, lanes);
            for j in 0..cols {
                let o = b.mul_const(k, width);
                let j_bytes = b.i64(j * i64::from(lanes) * 4);
                let o = b.add(o, j_bytes);
                let y = b.ptr_add(p, o);
                let y = b.expr(t, Expr::Load { ptr: y, align: lanes * 4, mask: None, other: None, invariant: true });
                next.push(b.fma(x, y, c[next.len()]));
            }
        }
        next
    });
    for (i, v) in acc.into_iter().enumerate() {
        let o = b.i64(i as i64 * i64::from(lanes) * 4);
        let q = b.ptr_add(c, o);
        b.store(q, v, lanes * 4);
    }
    Program { funcs: vec![b.finish(true, false)], externs: vec![] }
}

#[test]
#[ignore = "prints times"]
fn timing() {
    let target = host();
    let single: Vec<Program> = (0..25).map(|i| elementwise(i, 16)).collect();
    let one = [Program { funcs: single.iter().flat_map(|p| p.funcs.clone()).collect(), externs: vec![] }];
    let four: Vec<Program> = single
        .chunks(7)
        .map(|c| Program { funcs: c.iter().flat_map(|p| p.funcs.clone()).collect(), externs: vec![] })
        .collect();
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
    for t in targets().iter().filter(|t| t.fma) {
        let p = [if t.vector_bytes == 64 { tile(6, 4, 16) } else { tile(6, 2, 8) }];
        let mut ms = f64::INFINITY;
        for _ in 0..9 {
            let t0 = Instant::now();
            compile(&p, t, &Options::default()).expect("compiles");
            ms = ms.min(t0.elapsed().as_secs_f64() * 1e3);
        }
        println!("product tile, {}: {ms:.2} ms", t.cpu);
    }
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
