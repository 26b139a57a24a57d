//! Every expansion against `hloom_num::scalar`, through the evaluator, at several lane counts.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::eval::Machine;
use crate::loop_ir::{ParamAttrs, Program, Stmt, Ty};
use hloom_num::scalar::{Scalar, binary, unary};
use hloom_num::{BinaryOp, DType, UnaryOp};
use std::collections::HashSet;

/// `f` over arrays of lane bits, `lanes` at a time (the length is a multiple).
fn run(f: MathFn, elem: Elem, lanes: u32, args: &[Vec<u64>]) -> Vec<u64> {
    let attrs = ParamAttrs::default();
    let mut params = vec![(Ty::I64, attrs), (Ty::PTR, attrs)];
    params.extend(args.iter().map(|_| (Ty::PTR, attrs)));
    let mut b = FuncBuilder::new("f", &params, None);
    let (n, out) = (b.param(0), b.param(1));
    let zero = b.i64(0);
    let ty = Ty::vector(elem, lanes);
    b.for_loop(zero, n, lanes.into(), &[], |b, i, _| {
        let at = b.mul_const(i, elem.bytes().into());
        let mut vals = Vec::new();
        for k in 0..args.len() {
            let p = b.param(2 + k);
            let p = b.ptr_add(p, at);
            vals.push(b.load(ty, p, 1));
        }
        let r = expand(b, f, &vals);
        assert_eq!(b.ty(r), ty);
        let p = b.ptr_add(out, at);
        b.store(p, r, 1);
        vec![]
    });
    b.push(Stmt::Return(None));
    let program = Program { funcs: vec![b.finish(true, false)], externs: vec![] };
    crate::verify::verify_program(&program).unwrap();
    let mut m = Machine::new(&program);
    m.fuel = u64::MAX;
    let width = elem.bytes() as usize;
    let len = args[0].len();
    let out = m.memory.add(vec![0; len * width]);
    let mut call = vec![len as u64, out];
    for a in args {
        let bytes = a.iter().flat_map(|x| x.to_le_bytes().into_iter().take(width)).collect();
        call.push(m.memory.add(bytes));
    }
    m.call("f", &call).unwrap();
    let bytes = m.memory.region(out).unwrap();
    bytes.chunks_exact(width).map(|c| c.iter().rev().fold(0, |acc, &x| acc << 8 | u64::from(x))).collect()
}

fn oracle(f: MathFn, dtype: DType, a: &[f64]) -> f64 {
    use MathFn as M;
    let one = |op| unary(op, dtype, Scalar::Float(a[0])).unwrap().as_f64();
    let two = |op| binary(op, dtype, Scalar::Float(a[0]), Scalar::Float(a[1])).unwrap().as_f64();
    match f {
        M::Exp => one(UnaryOp::Exponential),
        M::Expm1 => one(UnaryOp::ExponentialMinusOne),
        M::Exp2 => one(UnaryOp::Exp2),
        M::Log => one(UnaryOp::Log),
        M::Log2 => one(UnaryOp::Log2),
        M::Log1p => one(UnaryOp::LogPlusOne),
        M::Rsqrt => one(UnaryOp::Rsqrt),
        M::Cbrt => one(UnaryOp::Cbrt),
        M::Sin => one(UnaryOp::Sine),
        M::Cos => one(UnaryOp::Cosine),
        M::Tan => one(UnaryOp::Tan),
        M::Tanh => one(UnaryOp::Tanh),
        M::Logistic => one(UnaryOp::Logistic),
        M::Acos => one(UnaryOp::Acos),
        M::Acosh => one(UnaryOp::Acosh),
        M::Asin => one(UnaryOp::Asin),
        M::Asinh => one(UnaryOp::Asinh),
        M::Atan => one(UnaryOp::Atan),
        M::Atanh => one(UnaryOp::Atanh),
        M::Sinh => one(UnaryOp::Sinh),
        M::Cosh => one(UnaryOp::Cosh),
        M::Erf => one(UnaryOp::Erf),
        M::Erfc => one(UnaryOp::Erfc),
        M::ErfInv => one(UnaryOp::ErfInv),
        M::Lgamma => one(UnaryOp::Lgamma),
        M::Digamma => one(UnaryOp::Digamma),
        M::BesselI1e => one(UnaryOp::BesselI1e),
        M::FSign => one(UnaryOp::Sign),
        M::RoundAfz => one(UnaryOp::RoundNearestAfz),
        M::PowHalves(n) => {
            let exponent = Scalar::Float(f64::from(n) / 2.0);
            binary(BinaryOp::Power, dtype, Scalar::Float(a[0]), exponent).unwrap().as_f64()
        }
        M::Pow => two(BinaryOp::Power),
        M::Atan2 => two(BinaryOp::Atan2),
        M::FRem => two(BinaryOp::Remainder),
        M::NextAfter => two(BinaryOp::NextAfter),
        M::Polygamma => two(BinaryOp::Polygamma),
        M::Zeta => two(BinaryOp::Zeta),
        other => panic!("{other:?}"),
    }
}

/// Distance in units of the last place of the type at `scale`; infinite where only equality would do.
fn ulps(elem: Elem, got: f64, want: f64, scale: f64) -> f64 {
    let (bits, least, max) = if elem == Elem::F32 { (23, -126, f64::from(f32::MAX)) } else { (52, -1022, f64::MAX) };
    if got.is_nan() || want.is_nan() {
        return if got.is_nan() && want.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if want == 0.0 || got == want {
        return if got == want && (want != 0.0 || got.is_sign_negative() == want.is_sign_negative()) {
            0.0
        } else {
            f64::INFINITY
        };
    }
    let exponent = |x: f64| ((x.abs().to_bits() >> 52) as i32 - 1023).max(least);
    let ulp = f64::from_bits(((exponent(scale.abs().min(max)) - bits + 1100) as u64) << 52) * 2f64.powi(-77);
    // An overflow stands for the first number out of range; scaled so that F64 does not overflow here.
    let cap = |x: f64| if x.is_infinite() { x.signum() * max * 0.5 + x.signum() * ulp * 0.5 } else { x * 0.5 };
    let (got, want) = (cap(got), if want.abs() > max { cap(f64::INFINITY.copysign(want)) } else { want * 0.5 });
    (got - want).abs() / ulp * 2.0
}

const SPECIALS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    1.5,
    -1.5,
    2.5,
    -2.5,
    0.25,
    4.0,
    10.0,
    -10.0,
    100.0,
    -100.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    1e-310,
    88.7,
    88.8,
    -87.4,
    -103.9,
    -104.1,
    709.7,
    709.8,
    710.4,
    710.5,
    -745.1,
    -745.2,
    1e22,
    -1e22,
    1e300,
    1073741824.0,
    1.0000001,
    0.99999994,
    1.4616321,
    0.4999999,
    8388607.5,
    1e-20,
    3.4028234663852886e38,
    1.1754943508222875e-38,
    1e-45,
];

fn to_bits(elem: Elem, x: f64) -> u64 {
    if elem == Elem::F32 { u64::from((x as f32).to_bits()) } else { x.to_bits() }
}

fn from_bits(elem: Elem, bits: u64) -> f64 {
    if elem == Elem::F32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

/// A pseudo-random sequence (a 64-bit linear congruence, upper bits).
fn noise(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *state ^ *state >> 33
}

/// Specials, every `stride`-th pattern of F32 (patterns at random for F64), and points in [-range, range].
fn sample(elem: Elem, n: usize, range: f64) -> Vec<u64> {
    let mut points: Vec<u64> = SPECIALS.iter().map(|&x| to_bits(elem, x)).collect();
    let mut state = 1;
    for i in 0..n / 2 {
        points.push(match elem {
            Elem::F32 => ((i as u64) << 32) / (n as u64 / 2),
            _ => noise(&mut state),
        });
    }
    while points.len() < n {
        let unit = (noise(&mut state) >> 11) as f64 / (1u64 << 53) as f64;
        points.push(to_bits(elem, (2.0 * unit - 1.0) * range));
    }
    points.truncate(n / 16 * 16);
    points
}

/// What errors are measured against: the result, or the terms of which it is the difference.
fn scale(f: MathFn, elem: Elem, a: &[f64], want: f64) -> f64 {
    let x = a[a.len() - 1];
    match f {
        MathFn::Lgamma if elem == Elem::F64 && x < 0.0 => want.abs().max(oracle(f, DType::F64, &[1.0 - x])),
        MathFn::Digamma | MathFn::Polygamma if elem == Elem::F64 && (f == MathFn::Digamma || a[0] == 0.0) => {
            want.abs().max(4.0 + x.abs().ln_1p())
        }
        _ => want,
    }
}

/// Worst error, its arguments, the value and what it should be.
fn worst(f: MathFn, elem: Elem, args: &[Vec<u64>], skip: impl Fn(&[f64], f64) -> bool) -> (f64, String) {
    let got = run(f, elem, 16, args);
    let exact = matches!(f, MathFn::FRem | MathFn::NextAfter | MathFn::FSign | MathFn::RoundAfz);
    let dtype = if exact && elem == Elem::F32 { DType::F32 } else { DType::F64 };
    let mut worst = (0.0, String::new());
    for (i, &g) in got.iter().enumerate() {
        let a: Vec<f64> = args.iter().map(|v| from_bits(elem, v[i])).collect();
        let want = oracle(f, dtype, &a);
        // Rounding to F32 decides about zero and infinity.
        let want = if elem == Elem::F32 && (want as f32 == 0.0 || (want as f32).is_infinite()) && !want.is_infinite() {
            if ulps(elem, from_bits(elem, g), f64::from(want as f32), want) == 0.0 { continue } else { want }
        } else {
            want
        };
        let e = ulps(elem, from_bits(elem, g), want, scale(f, elem, &a, want));
        if e > worst.0 && !skip(&a, want) {
            worst = (e, format!("{f:?}{a:?} = {:e}, not {want:e}", from_bits(elem, g)));
        }
    }
    worst
}

fn check(elem: Elem, count: impl Fn(MathFn) -> usize) {
    let mut failures = Vec::new();
    for &(f, f32_bound, f64_bound) in ULP_TABLE {
        let bound = if elem == Elem::F32 { f32_bound } else { f64_bound };
        let n = count(f);
        let range = match f {
            MathFn::Exp | MathFn::Expm1 | MathFn::Sinh | MathFn::Cosh => {
                if elem == Elem::F32 {
                    105.0
                } else {
                    750.0
                }
            }
            MathFn::Asin | MathFn::Acos | MathFn::Atanh | MathFn::ErfInv => 1.0,
            MathFn::Erfc => 28.0,
            MathFn::Sin | MathFn::Cos | MathFn::Tan => 1000.0,
            _ => 12.0,
        };
        let mut args = vec![sample(elem, n, range)];
        if f.arity() == 2 {
            // The second argument in another order; all pairs of specials come first.
            let mut second = sample(elem, n, range);
            let k = SPECIALS.len();
            let mut state = 7;
            for i in (1..second.len()).rev() {
                second.swap(i, (noise(&mut state) % (i as u64 + 1)) as usize);
            }
            if n > 4 * k * k {
                for i in 0..k * k {
                    args[0][i] = to_bits(elem, SPECIALS[i / k]);
                    second[i] = to_bits(elem, SPECIALS[i % k]);
                }
            }
            if f == MathFn::Polygamma {
                for (i, x) in args[0].iter_mut().enumerate().skip(SPECIALS.len()) {
                    *x = to_bits(elem, (i % 7) as f64);
                }
            }
            args.push(second);
        }
        let (e, what) = worst(f, elem, &args, |_, _| false);
        println!("{elem:?} {f:?}: {e:.3} {what}");
        // The reference itself is not exact.
        let slack = match (elem, f) {
            (Elem::F32, _) => 0.0,
            (_, MathFn::BesselI1e) => 16.0,
            _ => 1.0,
        };
        if e > bound + slack {
            failures.push(format!("{e:.3} > {bound}: {what}"));
        }
    }
    assert!(failures.is_empty(), "{elem:?}\n{}", failures.join("\n"));
}

/// Functions with long expansions get fewer points.
fn effort(f: MathFn, n: usize) -> usize {
    match f {
        MathFn::Zeta | MathFn::Polygamma => n / 40,
        _ => n,
    }
}

#[test]
fn f32_errors_are_as_declared() {
    check(Elem::F32, |f| effort(f, if has_own_f32(f) { 200_000 } else { 40_000 }));
}

#[test]
#[ignore = "takes minutes"]
fn f32_errors_are_as_declared_everywhere() {
    check(Elem::F32, |f| effort(f, if has_own_f32(f) { 2_000_000 } else { 200_000 }));
}

#[test]
fn f64_errors_are_as_declared() {
    check(Elem::F64, |f| effort(f, 30_000));
}

#[test]
fn erf_of_f32_is_odd_never_falls_and_ends_at_one() {
    // Densely around the piece boundaries and the end, where it is nearly flat.
    let around = |x: f32| (0..4096u32).map(move |i| u64::from(x.to_bits() - 2048 + i));
    let per_unit = coef::ERF_PIECES_PER_UNIT_F32;
    let mut points: Vec<u64> = (0..8).flat_map(|i| around(((f64::from(i) + 0.5) / per_unit) as f32)).collect();
    points.extend([3.92f32, 4.0, 1e30, f32::INFINITY].iter().cycle().take(16).map(|x| u64::from(x.to_bits())));
    let negative: Vec<u64> = points.iter().map(|x| x | 1 << 31).collect();
    let y = run(MathFn::Erf, Elem::F32, 16, std::slice::from_ref(&points));
    let minus_y = run(MathFn::Erf, Elem::F32, 16, std::slice::from_ref(&negative));
    assert!(y.iter().zip(&minus_y).all(|(a, b)| a | 1 << 31 == *b));
    assert!(y[y.len() - 16..].iter().all(|y| f32::from_bits(*y as u32) == 1.0));
    // One unit in the last place may be lost from one argument to the next.
    let falls = y.windows(2).filter(|w| w[0] > w[1] + 1).count();
    assert_eq!(falls, 0);
}

#[test]
fn tanh_is_odd_and_never_above_one() {
    for elem in [Elem::F32, Elem::F64] {
        // Evenly, and densely around the ends of its steps.
        let steps = (0..66).flat_map(|k| {
            (-60..60).map(move |i| (f64::from(k) + 0.5) * 0.5 * std::f64::consts::LN_2 * (1.0 + f64::from(i) * 1e-7))
        });
        let even = (0..40_000).map(|i| f64::from(i) * 6.1e-4);
        let x: Vec<u64> = steps
            .chain(even)
            .chain([1e30, f64::INFINITY].into_iter().cycle().take(16))
            .map(|x| to_bits(elem, x))
            .collect();
        let sign = to_bits(elem, -0.0);
        let negative: Vec<u64> = x.iter().map(|x| x | sign).collect();
        let y = run(MathFn::Tanh, elem, 16, std::slice::from_ref(&x));
        let minus_y = run(MathFn::Tanh, elem, 16, std::slice::from_ref(&negative));
        assert!(y.iter().zip(&minus_y).all(|(a, b)| a | sign == *b));
        assert!(y.iter().all(|y| *y <= to_bits(elem, 1.0)));
        assert!(y[y.len() - 16..].iter().all(|y| *y == to_bits(elem, 1.0)));
    }
}

#[test]
fn what_is_nearly_its_argument_keeps_subnormals() {
    use MathFn::{Asin, Asinh, Atan, Atanh, Expm1, Log1p, Sin, Sinh, Tan, Tanh};
    for (elem, bits) in [(Elem::F32, 32), (Elem::F64, 64)] {
        let mantissa = if elem == Elem::F32 { 23 } else { 52 };
        let magnitudes = [1, 2, 3, 5, 7, 1 << 20, (1 << mantissa) - 2, (1 << mantissa) - 1];
        let x: Vec<u64> = magnitudes.iter().flat_map(|&m| [m, m | 1 << (bits - 1)]).collect();
        for f in [Expm1, Log1p, Sin, Tan, Tanh, Asin, Asinh, Atan, Atanh, Sinh] {
            assert_eq!(run(f, elem, 16, std::slice::from_ref(&x)), x, "{f:?} of {elem:?}");
        }
    }
}

#[test]
fn every_float_function_has_a_declared_error() {
    let listed: Vec<MathFn> = ULP_TABLE.iter().map(|e| e.0).collect();
    assert!(listed.windows(2).all(|w| w[0] < w[1]), "in order, once each");
    assert!(listed.iter().all(|f| f.is_float()));
    let kinds: HashSet<_> = listed.iter().map(std::mem::discriminant).collect();
    assert_eq!(kinds.len(), 36);
}

#[test]
fn lanes_do_not_matter() {
    for elem in [Elem::F32, Elem::F64] {
        for &(f, ..) in ULP_TABLE {
            let x = sample(elem, 224, 10.0);
            let y: Vec<u64> = x.iter().rev().copied().collect();
            let args = if f.arity() == 2 { vec![x, y] } else { vec![x] };
            let scalar = run(f, elem, 1, &args);
            for lanes in [2, 16, 32] {
                assert_eq!(scalar, run(f, elem, lanes, &args), "{f:?} of {elem:?} at {lanes} lanes");
            }
        }
    }
}

#[test]
fn integers_are_total() {
    use MathFn as M;
    let cases = [
        (M::SDiv, BinaryOp::Divide, true),
        (M::UDiv, BinaryOp::Divide, false),
        (M::SRem, BinaryOp::Remainder, true),
        (M::URem, BinaryOp::Remainder, false),
        (M::SPow, BinaryOp::Power, true),
        (M::UPow, BinaryOp::Power, false),
        (M::Shl, BinaryOp::ShiftLeft, false),
        (M::LShr, BinaryOp::ShiftRightLogical, false),
        (M::AShr, BinaryOp::ShiftRightArithmetic, true),
    ];
    let values: Vec<i64> = (-20..20).chain([i64::MIN, i64::MAX, 127, -128, 31, 32, 33, 63, 64, 65, 1 << 31]).collect();
    let types = [
        (Elem::I8, DType::I8, DType::U8),
        (Elem::I16, DType::I16, DType::U16),
        (Elem::I32, DType::I32, DType::U32),
        (Elem::I64, DType::I64, DType::U64),
    ];
    for (elem, signed, unsigned) in types {
        let wide = |s: bool, bits: u64| {
            let dtype = if s { signed } else { unsigned };
            let v = if s { Scalar::Int(bits as i64) } else { Scalar::UInt(bits) };
            v.rounded(dtype)
        };
        let narrow = |v: Scalar| {
            let bits = match v {
                Scalar::Int(i) => i as u64,
                Scalar::UInt(u) => u,
                other => panic!("{other:?}"),
            };
            crate::eval::ops::clip(elem, bits)
        };
        let mut pairs: Vec<(i64, i64)> = values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b))).collect();
        // Extremes of the width itself.
        let min = i64::MIN >> (64 - elem.bits());
        pairs.extend([(min, -1), (min, 0), (!min, -1), (min, 1), (min, 3)]);
        // Around multiples, where a quotient computed by a reciprocal could be one off.
        let top = !min;
        for d in
            (1..100).chain((1..100).map(|i| top / i)).chain((1..100).map(|i| top - i)).chain((1..7).map(|i| top >> i))
        {
            for m in [top / d, top / d - 1, top / d / 2, 1, -(top / d), (top / d).wrapping_mul(2)] {
                pairs.extend((-1..=1).map(|e| (m.wrapping_mul(d).wrapping_add(e), d)));
            }
        }
        pairs.truncate(pairs.len() / 4 * 4);
        let column = |k: fn(&(i64, i64)) -> i64| -> Vec<u64> {
            pairs.iter().map(|p| crate::eval::ops::clip(elem, k(p) as u64)).collect()
        };
        let (a, b) = (column(|p| p.0), column(|p| p.1));
        for (f, op, s) in cases {
            let dtype = if s { signed } else { unsigned };
            for lanes in [1, 4] {
                let got = run(f, elem, lanes, &[a.clone(), b.clone()]);
                for (i, &g) in got.iter().enumerate() {
                    let want = binary(op, dtype, wide(s, a[i]), wide(s, b[i])).unwrap();
                    assert_eq!(g, narrow(want), "{f:?} {elem:?} {:#x} {:#x}", a[i], b[i]);
                }
            }
        }
        for (f, op, s) in
            [(M::SAbs, UnaryOp::Abs, true), (M::SSign, UnaryOp::Sign, true), (M::USign, UnaryOp::Sign, false)]
        {
            let dtype = if s { signed } else { unsigned };
            for (i, &g) in run(f, elem, 4, std::slice::from_ref(&a)).iter().enumerate() {
                assert_eq!(g, narrow(unary(op, dtype, wide(s, a[i])).unwrap()), "{f:?} {elem:?} {:#x}", a[i]);
            }
        }
    }
}
