//! The math expansions: native bits equal the evaluator's, at every width. Times: `cargo test --release -p hloom-llvm
//! math_times -- --ignored --nocapture`.

use super::*;
use hloom_tile::math::{MathFn, ULP_TABLE, expand};
use std::time::Instant;

/// `out[i] = f(x[i], y[i])`.
fn program(f: MathFn, elem: Elem, lanes: u32) -> Program {
    pointwise("math", Ty::vector(elem, lanes), 2, |b, args| expand(b, f, &args[..f.arity()]))
}

#[test]
fn math_functions_keep_their_bits() {
    let mut rng = Rng::new(5);
    for target in targets() {
        for &(f, ..) in ULP_TABLE {
            for elem in [Elem::F32, Elem::F64] {
                let lanes = target.vector_bytes / elem.bytes();
                let n = 16 * 4;
                let mut bufs = vec![(elem, rng.bytes(elem, n)), (elem, rng.bytes(elem, n))];
                bufs.push((elem, vec![0; n * elem.bytes() as usize]));
                let call = Call { func: "math".into(), bufs, lo: 0, hi: n as i64 };
                check(&program(f, elem, lanes), &[call], &target, &Options::default());
            }
        }
    }
}

#[test]
#[ignore = "prints times"]
fn math_times() {
    let target = host();
    for &(f, ..) in ULP_TABLE {
        let mut line = format!("{f:?}:");
        for elem in [Elem::F32, Elem::F64] {
            let p = program(f, elem, target.vector_bytes / elem.bytes());
            let ops = p.funcs[0].tys.len();
            let t = Instant::now();
            let objects = compile(&[p], &target, &Options::default()).expect("compiles");
            let ms = t.elapsed().as_secs_f64() * 1e3;
            let jit = jit::Jit::new(&objects, "math", &target).expect("loads");
            let k = jit.kernel("math").expect("exported");
            let n = 2048;
            let value = |i: usize, scale: f64| -> f64 { (i as f64 / n as f64 - 0.45) * scale };
            let fill = |scale: f64| -> Vec<u8> {
                (0..n)
                    .flat_map(|i| match elem {
                        Elem::F32 => (value(i, scale) as f32).to_le_bytes().to_vec(),
                        _ => value(i, scale).to_le_bytes().to_vec(),
                    })
                    .collect()
            };
            let mut bufs = [fill(4.0), fill(6.0), vec![0; n * elem.bytes() as usize]].map(|b| Aligned::new(&b));
            let table: Vec<*mut u8> = bufs.iter_mut().map(Aligned::ptr).collect();
            let mut best = f64::INFINITY;
            for _ in 0..15 {
                let t = Instant::now();
                for _ in 0..10 {
                    // SAFETY: the buffers have the n elements that the kernel reads and writes.
                    unsafe { k(table.as_ptr(), 0, n as i64, std::ptr::null_mut()) };
                }
                best = best.min(t.elapsed().as_secs_f64() * 1e9 / (10 * n) as f64);
            }
            line += &format!("  {elem:?} {best:.3} ns/element, {ops} values, compiled in {ms:.1} ms");
        }
        println!("{line}");
    }
}
