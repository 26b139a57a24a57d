//! Fused multiply-add on targets without the instruction, against the C library's.

use super::*;

const LANES: u32 = 4;

/// `out[i] = x[i] * y[i] + z[i]`.
fn program(elem: Elem) -> Program {
    pointwise("fused", Ty::vector(elem, LANES), 3, |b, a| b.fma(a[0], a[1], a[2]))
}

/// A number of a type with so many bits and exponents from `least` to `most`; short ones make ties.
fn number(rng: &mut Rng, bits: u32, exponent: i64) -> f64 {
    let short = if rng.next().is_multiple_of(2) { (rng.next() % u64::from(bits)) as u32 } else { 0 };
    let mantissa = (rng.next() >> (64 - bits + short) << short) | 1 << (bits - 1);
    let x = mantissa as f64 * 2f64.powi(1 - bits as i32);
    let x = if rng.next().is_multiple_of(2) { x } else { -x };
    // In two steps: neither leaves the range before the last.
    let half = (exponent / 2) as i32;
    x * 2f64.powi(half) * 2f64.powi(exponent as i32 - half)
}

/// Triples in which something can go wrong: products near what is added, far above and below it, near the ends of the range.
fn triples(n: usize, elem: Elem) -> Vec<[f64; 3]> {
    let (bits, least, most) = if elem == Elem::F64 { (53, -1074, 1023) } else { (24, -149, 127) };
    let round = |x: f64| if elem == Elem::F64 { x } else { f64::from(x as f32) };
    let mut rng = Rng::new(17);
    let mut out = Vec::with_capacity(n);
    while out.len() < n {
        let within = |rng: &mut Rng, lo: i64, hi: i64| lo + (rng.next() % (hi - lo + 1) as u64) as i64;
        if rng.next().is_multiple_of(8) {
            // Just above or below the middle between two subnormal numbers.
            let odd = (rng.next() % 1024 * 2 + 1) as f64;
            let little = 2f64.powi(-(within(&mut rng, i64::from(bits) / 2 - 3, i64::from(bits) / 2 + 9) as i32));
            let little = if rng.next().is_multiple_of(2) { little } else { 0.0 };
            let few = within(&mut rng, -3, 3) as f64 * 2f64.powi(least as i32);
            let (low, high) = (least as i32 - 1, least as i32 / 2);
            out.push([odd * (1.0 + little) * 2f64.powi(high), (1.0 - little) * 2f64.powi(low - high), few].map(round));
            continue;
        }
        let whole = match rng.next() % 4 {
            0 => within(&mut rng, least - 8, least + 2 * i64::from(bits)),
            1 => within(&mut rng, most - 3, most),
            _ => within(&mut rng, least, most),
        };
        let first = within(&mut rng, (whole - most).max(least), (whole - least).min(most));
        let (a, b) = (round(number(&mut rng, bits, first)), round(number(&mut rng, bits, whole - first)));
        let product = round(a * b);
        let c = match rng.next() % 5 {
            0 => -product,
            1 => -product * (1.0 + 2f64.powi(1 - bits as i32) * (rng.next() % 4) as f64),
            2 => 0.0 * product,
            3 => {
                let apart = 2 * i64::from(bits) + 10;
                let e = within(&mut rng, whole - apart, whole + apart).clamp(least, most);
                number(&mut rng, bits, e)
            }
            _ => {
                let e = within(&mut rng, least, most);
                number(&mut rng, bits, e)
            }
        };
        out.push([a, b, round(c)]);
    }
    out
}

#[test]
fn fused_multiply_add_is_rounded_once() {
    let n = 200_000;
    let target = target_for(LINUX, "x86-64-v2", &[]);
    if !host().triple.starts_with("x86_64") {
        return;
    }
    for elem in [Elem::F64, Elem::F32] {
        let objects = compile(&[program(elem)], &target, &Options::default()).expect("compiles");
        let jit = jit::Jit::new(&objects, "fused", &target).expect("loads");
        let k = jit.kernel("fused").expect("exported");
        let triples = triples(n, elem);
        let column = |i: usize| Aligned::floats(elem, triples.iter().map(|t| t[i]));
        let mut bufs = [column(0), column(1), column(2), Aligned::new(&vec![0; n * elem.bytes() as usize])];
        let table: Vec<*mut u8> = bufs.iter_mut().map(Aligned::ptr).collect();
        // SAFETY: the buffers have the n elements that the kernel reads and writes.
        unsafe { k(table.as_ptr(), 0, n as i64, std::ptr::null_mut()) };
        let (mut tiny, mut cancelled) = (0, 0);
        for (&[a, b, c], got) in triples.iter().zip(bufs[3].numbers(elem)) {
            let want = match elem {
                Elem::F64 => a.mul_add(b, c),
                _ => f64::from((a as f32).mul_add(b as f32, c as f32)),
            };
            tiny += usize::from(want.is_subnormal() || elem == Elem::F32 && (want as f32).is_subnormal());
            cancelled += usize::from(want.abs() < (c / 1e6).abs());
            let same = want.to_bits() == got.to_bits() || want.is_nan() && got.is_nan();
            assert!(
                same,
                "{elem:?}: {a:e} * {b:e} + {c:e} is {want:e} ({:x}), not {got:e} ({:x})",
                want.to_bits(),
                got.to_bits()
            );
        }
        assert!(tiny > n / 100 && cancelled > n / 20, "{elem:?}: {tiny} subnormal, {cancelled} cancelled");
    }
}
