//! Quotients by one number against Rust's division: by inverses, and where those are not used.

use super::*;
use hloom_tile::quotient::by_scalar;

/// `out[row, i] = x[i] / y[row]`, for `n` numbers a row.
fn program(elem: Elem, n: i64) -> Program {
    let t = Ty::vector(elem, 16);
    let mut b = kernel("quotients");
    let bases: Vec<Val> = (0..3).map(|k| buf(&mut b, k)).collect();
    let (lo, hi) = (b.param(1), b.param(2));
    b.for_loop(lo, hi, 1, &[], |b, row, _| {
        let p = at(b, bases[1], row, elem.bytes());
        let y = b.load(Ty::scalar(elem), p, elem.bytes());
        let out = at(b, bases[2], row, n as u32 * elem.bytes());
        let (zero, n) = (b.i64(0), b.i64(n));
        b.for_loop(zero, n, t.lanes.into(), &[], |b, i, _| {
            let (from, to) = (at(b, bases[0], i, elem.bytes()), at(b, out, i, elem.bytes()));
            let x = b.load(t, from, elem.bytes());
            let q = by_scalar(b, x, y);
            b.store(to, q, elem.bytes());
            vec![]
        });
        vec![]
    });
    Program { funcs: vec![b.finish(true, false)], externs: vec![] }
}

/// Whole vectors: ordinary numbers, those around the bounds of dividends and quotients, zeros of one sign, what is not finite.
fn dividends(elem: Elem, rng: &mut Rng) -> Vec<f64> {
    let (digits, lowest) = if elem == Elem::F32 { (24, -126) } else { (53, -1022) };
    let bands = [-4, lowest - digits, lowest + 2 * digits - 20, lowest + 40, -lowest - 24];
    let mut out = Vec::new();
    for from in bands {
        for _ in 0..16 * 40 {
            let exponent = from + (rng.next() % 32) as i32;
            let mantissa = 1.0 + (rng.next() >> 12) as f64 / 2f64.powi(52);
            let x = mantissa * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
            out.push(if rng.next().is_multiple_of(2) { x } else { -x });
        }
    }
    let one = [0.0, -0.0, 1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX];
    out.extend(one.iter().flat_map(|x| [*x; 16]));
    // Zeros and what is not finite, beside ordinary numbers.
    out.extend((0..16 * 20).map(|i| if i % 3 == 0 { one[i % 7] } else { 1.0 + i as f64 }));
    out
}

fn divisors(elem: Elem, rng: &mut Rng) -> Vec<f64> {
    let last = 2f64.powi(if elem == Elem::F32 { -23 } else { -52 });
    let [low, high] = [-20, 60].map(|n| 2f64.powi(n));
    let mut out = vec![1.0, 1.0 + last, 2.0 - last, 2.0 - 2.0 * last, 3.0, 10.0, -3.0, 0.1, 1e-30, 1e30];
    out.extend([low, low * (1.0 - last / 2.0), high, high * (1.0 + last), 0.0, -0.0]);
    out.extend([f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE, f64::MAX, 1e-40, 5e-324]);
    out.extend((0..100).map(|i| (1.0 + (rng.next() >> 12) as f64 / 2f64.powi(52)) * 2f64.powi(i - 30)));
    out
}

#[test]
fn a_quotient_by_an_inverse_has_the_bits_of_a_division() {
    for (target, elem) in targets().into_iter().flat_map(|t| [(t.clone(), Elem::F32), (t, Elem::F64)]) {
        let mut rng = Rng::new(29);
        let (x, y) = (dividends(elem, &mut rng), divisors(elem, &mut rng));
        let objects = compile(&[program(elem, x.len() as i64)], &target, &Options::default()).expect("compiles");
        let jit = jit::Jit::new(&objects, "quotients", &target).expect("loads");
        let k = jit.kernel("quotients").expect("exported");
        let [mut x_buf, mut y_buf] = [&x, &y].map(|v| Aligned::floats(elem, v.iter().copied()));
        let mut out = Aligned::new(&vec![0; x.len() * y.len() * elem.bytes() as usize]);
        let table = [x_buf.ptr(), y_buf.ptr(), out.ptr()];
        // SAFETY: the buffers have the numbers that the kernel reads and writes.
        unsafe { k(table.as_ptr(), 0, y.len() as i64, std::ptr::null_mut()) };
        for (got, (y, x)) in out.numbers(elem).into_iter().zip(y.iter().flat_map(|y| x.iter().map(move |x| (y, x)))) {
            let want = if elem == Elem::F64 { x / y } else { f64::from(*x as f32 / *y as f32) };
            let same = want.to_bits() == got.to_bits() || want.is_nan() && got.is_nan();
            assert!(same, "{} {elem:?}: {x:e} / {y:e} is {want:e}, not {got:e}", target.cpu);
        }
    }
}
