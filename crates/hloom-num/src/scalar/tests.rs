//! Facts from ml_dtypes, numpy and scipy, and the rules that XLA's CPU back end sets where StableHLO leaves a choice.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::{BinaryOp, CompareDirection, DType, UnaryOp};
use Scalar::{Bool, Complex, Float, Int, UInt};

/// Format; largest number; smallest positive number; sum of all positive numbers; patterns of NaN, inf, -1e30, -0, 0.3,
/// -2.7, 1.25.
#[rustfmt::skip]
const FORMATS: &[(DType, f64, f64, f64, [u64; 7])] = &[
    (DType::F4E2M1FN, 6.0, 0.5, 18.0, [0x8, 0x7, 0xf, 0x8, 0x1, 0xd, 0x2]),
    (DType::F6E2M3FN, 7.5, 0.125, 84.0, [0x20, 0x1f, 0x3f, 0x20, 0x2, 0x33, 0xa]),
    (DType::F6E3M2FN, 28.0, 0.0625, 175.0, [0x20, 0x1f, 0x3f, 0x20, 0x5, 0x31, 0xd]),
    (DType::F8E3M4, 15.5, 0.015625, 372.0, [0x78, 0x70, 0xf0, 0x80, 0x13, 0xc6, 0x34]),
    (DType::F8E4M3, 240.0, 0.001953125, 2943.875, [0x7c, 0x78, 0xf8, 0x80, 0x2a, 0xc3, 0x3a]),
    (DType::F8E4M3FN, 448.0, 0.001953125, 5407.875, [0x7f, 0x7f, 0xff, 0x80, 0x2a, 0xc3, 0x3a]),
    (DType::F8E4M3FNUZ, 240.0, 0.0009765625, 2943.9375, [0x80, 0x80, 0x80, 0x0, 0x32, 0xcb, 0x42]),
    (DType::F8E4M3B11FNUZ, 30.0, 0.0001220703125, 367.9921875, [0x80, 0x80, 0x80, 0x0, 0x4a, 0xe3, 0x5a]),
    (DType::F8E5M2, 57344.0, 1.52587890625e-05, 360447.9997558594, [0x7e, 0x7c, 0xfc, 0x80, 0x35, 0xc1, 0x3d]),
    (DType::F8E5M2FNUZ, 57344.0, 7.62939453125e-06, 360447.9998779297, [0x80, 0x80, 0x80, 0x0, 0x39, 0xc5, 0x41]),
    (DType::F8E8M0FNU, 1.7014118346046923e+38, 5.877471754111438e-39, 3.402823669209385e+38, [0xff, 0xff, 0xff, 0xff, 0x7d, 0xff, 0x7f]),
    (DType::BF16, 3.3895313892515355e+38, 9.183549615799121e-41, 6.516407326535972e+40, [0x7fc0, 0x7f80, 0xf14a, 0x8000, 0x3e9a, 0xc02d, 0x3fa0]),
    (DType::F16, 65504.0, 5.960464477539063e-08, 100630527.9375, [0x7e00, 0x7c00, 0xfc00, 0x8000, 0x34cd, 0xc166, 0x3d00]),
];

#[test]
fn formats() {
    for &(dtype, highest, smallest, sum, patterns) in FORMATS {
        let values: Vec<f64> = (0..1u64 << dtype.bits()).map(|b| decode_float(dtype, b)).collect();
        let mut positive: Vec<f64> = values.iter().copied().filter(|x| x.is_finite() && *x > 0.0).collect();
        positive.sort_by(f64::total_cmp);
        assert_eq!(positive.last(), Some(&highest), "{dtype}");
        assert_eq!(positive[0], smallest, "{dtype}");
        assert_eq!(values.iter().filter(|x| x.is_finite() && **x > 0.0).sum::<f64>(), sum, "{dtype}");
        for (x, pattern) in [f64::NAN, f64::INFINITY, -1e30, -0.0, 0.3, -2.7, 1.25].into_iter().zip(patterns) {
            assert_eq!(encode_float(dtype, x), pattern, "{dtype} {x}");
        }
        // Every number is its own nearest; a midpoint goes to the even pattern (up, where there is no significand).
        for (bits, x) in values.iter().enumerate().filter(|(_, x)| x.is_finite()) {
            assert_eq!(encode_float(dtype, *x), bits as u64, "{dtype} {x}");
        }
        for w in positive.windows(2) {
            let (lo, hi) = (encode_float(dtype, w[0]), encode_float(dtype, w[1]));
            let middle = w[0] + (w[1] - w[0]) / 2.0;
            let even = if dtype == DType::F8E8M0FNU || lo & 1 == 1 { hi } else { lo };
            assert_eq!(encode_float(dtype, middle), even, "{dtype} {middle}");
            assert_eq!(encode_float(dtype, middle * (1.0 - 1e-15)), lo, "{dtype} {middle}");
            assert_eq!(encode_float(dtype, middle * (1.0 + 1e-15)), hi, "{dtype} {middle}");
        }
    }
}

#[test]
fn bytes() {
    for &dtype in DType::ALL {
        for bytes in [[0x35u8; 16], [0; 16], [0x01; 16]] {
            let mut back = [0u8; 16];
            write(dtype, read(dtype, &bytes), &mut back);
            let again = read(dtype, &back);
            assert_eq!(again, read(dtype, &bytes), "{dtype}");
        }
    }
    assert_eq!(read(DType::I4, &[0x0f]), Int(-1));
    assert_eq!(read(DType::U2, &[0x03]), UInt(3));
    let mut b = [0u8];
    write(DType::I4, Int(-1), &mut b);
    assert_eq!(b, [0xff]);
}

#[test]
fn conversions() {
    use DType::{BF16, C64, C128, F32, F64, I4, I8, I32, I64, U4, U8, U64};
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    for (to, x, want) in [
        (I8, 1.9, Int(1)),
        (I8, -1.9, Int(-1)),
        (I8, 300.0, Int(127)),
        (I8, -inf, Int(-128)),
        (I4, 9.0, Int(7)),
        (U4, -3.0, UInt(0)),
        (U4, inf, UInt(15)),
        (I64, 1e20, Int(i64::MAX)),
        (U64, 1e20, UInt(u64::MAX)),
        (I32, nan, Int(0)),
        (DType::Bool, 0.5, Scalar::Bool(true)),
        (DType::Bool, -0.0, Scalar::Bool(false)),
        (DType::Bool, nan, Scalar::Bool(true)),
        (C64, 2.5, Complex(2.5, 0.0)),
    ] {
        assert_eq!(convert(F64, to, Float(x)), want, "{x} to {to}");
    }
    assert_eq!(convert(I32, I8, Int(300)), Int(44));
    assert_eq!(convert(I32, U8, Int(-1)), UInt(255));
    assert_eq!(convert(U64, I64, UInt(u64::MAX)), Int(-1));
    assert_eq!(convert(C128, F32, Complex(0.1, 7.0)), Float(f64::from(0.1f32)));
    // One rounding: through f64 these would meet a false tie.
    assert_eq!(convert(I64, F32, Int((1 << 60) + (1 << 36) + 1)), Float(((1u64 << 60) + (1 << 37)) as f64));
    assert_eq!(convert(U64, BF16, UInt((1 << 63) + (1 << 55) + 1)), Float(((1u64 << 63) + (1 << 56)) as f64));
    assert_eq!(convert(I64, F64, Int(i64::MAX)), Float(9223372036854775808.0));
}

#[test]
fn precision() {
    let f16 = |x| match reduce_precision(DType::F32, 5, 10, Float(x)) {
        Float(y) => y,
        other => panic!("{other:?}"),
    };
    assert_eq!(f16(f64::from(3.3f32)), 3.30078125);
    assert_eq!(f16(65519.0), 65504.0);
    assert_eq!(f16(65520.0), f64::INFINITY);
    assert_eq!(f16(-1e30), f64::NEG_INFINITY);
    assert_eq!(f16(-6e-5).to_bits(), (-0f64).to_bits());
    assert!(f16(f64::NAN).is_nan());
    assert_eq!(reduce_precision(DType::F64, 11, 0, Float(5e-324)), Float(0.0));
    assert_eq!(reduce_precision(DType::F64, 11, 52, Float(5e-324)), Float(5e-324));
    // As patterns: 2 and 8 have even exponent fields, 4 an odd one.
    assert_eq!(reduce_precision(DType::F32, 8, 0, Float(3.0)), Float(2.0));
    assert_eq!(reduce_precision(DType::F32, 8, 0, Float(6.0)), Float(8.0));
}

#[test]
fn integers() {
    use BinaryOp::{
        Add, And, Atan2, Divide as Div, Maximum as Max, MulHi, Multiply as Mul, Power as Pow, Remainder as Rem,
        ShiftLeft as Shl, ShiftRightArithmetic as ShrArith, ShiftRightLogical as ShrLogical, Subtract as Sub, Xor,
    };
    use DType::{C64, F32, I2, I4, I8, I16, I32, I64, U4, U8, U64};
    for (op, dtype, a, b, want) in [
        (Add, I8, 127, 1, -128),
        (Mul, I4, 5, 3, -1),
        (Div, I32, 5, 0, -1),
        (Rem, I32, -5, 0, -5),
        (Div, I32, i64::from(i32::MIN), -1, i64::from(i32::MIN)),
        (Rem, I8, -128, -1, 0),
        (Div, I8, -7, 2, -3),
        (Rem, I8, -7, 2, -1),
        (Pow, I32, 3, 40, 689956897),
        (Pow, I32, -1, -3, -1),
        (Pow, I32, 2, -1, 0),
        (Pow, I32, 0, 0, 1),
        (Shl, I32, 1, 31, i64::from(i32::MIN)),
        (Shl, I32, 1, 32, 0),
        (Shl, I8, 1, -1, 0),
        (ShrArith, I8, -8, 40, -1),
        (ShrArith, I8, 8, -1, 0),
        (ShrLogical, I8, -8, 1, 124),
        (ShrLogical, I8, -8, 8, 0),
        (Max, I8, -3, 2, 2),
        (Xor, I2, -1, 1, -2),
        (MulHi, I8, -128, 3, -2),
        (MulHi, I64, i64::MIN, 2, -1),
    ] {
        assert_eq!(binary(op, dtype, Int(a), Int(b)).unwrap(), Int(want), "{op:?} {dtype} {a} {b}");
    }
    for (op, dtype, a, b, want) in [
        (Sub, U8, 1, 2, 255),
        (Div, U8, 5, 0, 255),
        (Div, U4, 5, 0, 15),
        (Rem, U64, 5, 0, 5),
        (ShrArith, U8, 0x80, 3, 0xf0),
        (ShrLogical, U8, 0x80, 3, 0x10),
        (Pow, U8, 3, 6, 217),
        (MulHi, U4, 15, 15, 14),
    ] {
        assert_eq!(binary(op, dtype, UInt(a), UInt(b)).unwrap(), UInt(want), "{op:?} {dtype} {a} {b}");
    }
    for (op, dtype, x, want) in [
        (UnaryOp::Abs, I32, i64::from(i32::MIN), i64::from(i32::MIN)),
        (UnaryOp::Negate, I4, -8, -8),
        (UnaryOp::Not, I8, 5, -6),
        (UnaryOp::CountLeadingZeros, I8, 1, 7),
        (UnaryOp::CountLeadingZeros, I16, 0, 16),
        (UnaryOp::Popcnt, I8, -1, 8),
        (UnaryOp::Sign, I64, -9, -1),
    ] {
        assert_eq!(unary(op, dtype, Int(x)).unwrap(), Int(want), "{op:?} {dtype} {x}");
    }
    assert_eq!(binary(Add, DType::Bool, Bool(true), Bool(true)).unwrap(), Bool(true));
    assert_eq!(binary(Mul, DType::Bool, Bool(true), Bool(false)).unwrap(), Bool(false));
    assert!(binary(Atan2, I32, Int(1), Int(1)).is_err());
    assert!(binary(And, F32, Float(1.0), Float(1.0)).is_err());
    assert!(unary(UnaryOp::Exponential, I32, Int(1)).is_err());
    assert!(unary(UnaryOp::Lgamma, C64, Complex(1.0, 0.0)).is_err());
}

#[test]
fn comparisons() {
    use CompareDirection::{Eq, Ge, Gt, Lt, Ne};
    use CompareType as T;
    let nan = f64::NAN;
    for (dir, ty, a, b, want) in [
        (Eq, T::Float, Float(-0.0), Float(0.0), true),
        (Lt, T::TotalOrder, Float(-0.0), Float(0.0), true),
        (Eq, T::Float, Float(nan), Float(nan), false),
        (Ne, T::Float, Float(nan), Float(1.0), true),
        (Ge, T::Float, Float(nan), Float(1.0), false),
        (Eq, T::TotalOrder, Float(nan), Float(nan), true),
        (Gt, T::TotalOrder, Float(nan), Float(f64::INFINITY), true),
        (Lt, T::TotalOrder, Float(-nan), Float(f64::NEG_INFINITY), true),
        (Lt, T::Signed, Int(-1), Int(0), true),
        (Lt, T::Unsigned, UInt(255), UInt(0), false),
        (Lt, T::Unsigned, Bool(false), Bool(true), true),
        (Lt, T::Float, Complex(1.0, 2.0), Complex(1.0, 3.0), true),
        (Eq, T::Float, Complex(1.0, nan), Complex(1.0, nan), false),
        (Ne, T::Float, Complex(1.0, nan), Complex(2.0, 0.0), true),
    ] {
        assert_eq!(compare(dir, ty, a, b), want, "{dir:?} {ty:?} {a:?} {b:?}");
    }
    assert_eq!(select(Bool(true), Int(1), Int(2)), Int(1));
    assert_eq!(clamp(DType::F32, Float(0.0), Float(5.0), Float(1.0)).unwrap(), Float(1.0));
    // The bounds may be the wrong way round: the upper one wins.
    assert_eq!(clamp(DType::I32, Int(5), Int(0), Int(1)).unwrap(), Int(1));
}

/// Op, argument, value.
const REAL: &[(UnaryOp, f64, f64)] = &[
    (UnaryOp::Exponential, -745.0, 5e-324),
    (UnaryOp::Exponential, 0.5, 1.6487212707001282),
    (UnaryOp::Exponential, 1e-300, 1.0),
    (UnaryOp::ExponentialMinusOne, 1e-10, 1.00000000005e-10),
    (UnaryOp::ExponentialMinusOne, -50.0, -1.0),
    (UnaryOp::Log, 1e-310, -713.8013788281542),
    (UnaryOp::Log, 3.0, 1.0986122886681098),
    (UnaryOp::LogPlusOne, 1e-10, 9.999999999500001e-11),
    (UnaryOp::LogPlusOne, -0.75, -1.3862943611198906),
    (UnaryOp::Cbrt, -27.0, -3.0),
    (UnaryOp::Cbrt, 1e-320, 2.1544266950262728e-107),
    (UnaryOp::Sine, 1e+22, -0.8522008497671888),
    (UnaryOp::Sine, 0.7, 0.644217687237691),
    (UnaryOp::Cosine, 1e+22, 0.523214785395139),
    (UnaryOp::Cosine, -2.5, -0.8011436155469337),
    (UnaryOp::Tan, std::f64::consts::FRAC_PI_2, 1.633123935319537e+16),
    (UnaryOp::Tan, -4.0, -1.1578212823495775),
    (UnaryOp::Tanh, 0.3, 0.2913126124515909),
    (UnaryOp::Tanh, 1e-12, 1e-12),
    (UnaryOp::Tanh, 30.0, 1.0),
    (UnaryOp::Logistic, -740.0, 4.2e-322),
    (UnaryOp::Logistic, 2.0, 0.8807970779778823),
    (UnaryOp::Acos, -0.3, 1.8754889808102941),
    (UnaryOp::Acosh, 1.5, 0.9624236501192069),
    (UnaryOp::Asin, 0.9, 1.1197695149986342),
    (UnaryOp::Asinh, -1e-05, -9.999999999833334e-06),
    (UnaryOp::Asinh, 1e+200, 461.2101657793691),
    (UnaryOp::Atan, -3.0, -1.2490457723982544),
    (UnaryOp::Atanh, 0.5, 0.5493061443340549),
    (UnaryOp::Sinh, 710.0, 1.1169973830808555e+308),
    (UnaryOp::Sinh, -0.1, -0.10016675001984403),
    (UnaryOp::Cosh, 710.0, 1.1169973830808555e+308),
    (UnaryOp::Cosh, 1.0, 1.5430806348152437),
    (UnaryOp::Erf, 0.3, 0.3286267594591274),
    (UnaryOp::Erf, -2.0, -0.9953222650189527),
    (UnaryOp::Erfc, 0.3, 0.6713732405408726),
    (UnaryOp::Erfc, 10.0, 2.0884875837625446e-45),
    (UnaryOp::ErfInv, 0.2, 0.1791434546212917),
    (UnaryOp::ErfInv, -0.9999, -2.7510639057120803),
    (UnaryOp::ErfInv, 1e-200, 8.86226925452758e-201),
    (UnaryOp::Lgamma, 0.5, 0.5723649429247),
    (UnaryOp::Lgamma, -2.5, -0.05624371649767401),
    (UnaryOp::Lgamma, 100.0, 359.1342053695754),
    (UnaryOp::Digamma, 0.1, -10.423754940411076),
    (UnaryOp::Digamma, -1.5, 0.7031566406452434),
    (UnaryOp::Digamma, 100000.0, 11.512920464961896),
    (UnaryOp::BesselI1e, 0.5, 0.15642080318487173),
    (UnaryOp::BesselI1e, -40.0, -0.06248222907444206),
];

const REAL_PAIRS: &[(BinaryOp, f64, f64, f64)] = &[
    (BinaryOp::Power, -8.0, 3.0, -512.0),
    (BinaryOp::Power, 0.5, -1074.0, f64::INFINITY),
    (BinaryOp::Power, 1.0000001, 100000000.0, 22026.454910182532),
    (BinaryOp::Atan2, -0.0, -1.0, -std::f64::consts::PI),
    (BinaryOp::Atan2, 3.0, -4.0, 2.498091544796509),
    (BinaryOp::Remainder, 1e+300, 3.0, 0.0),
    (BinaryOp::Remainder, -7.5, 2.0, -1.5),
    (BinaryOp::Zeta, 2.5, 0.3, 21.069239202247726),
    (BinaryOp::Zeta, 3.0, 50.0, 0.0002040399946687985),
    (BinaryOp::Polygamma, 2.0, 1.5, -0.8287966442343201),
    (BinaryOp::Polygamma, 4.0, -0.3, 9731.83495623352),
];

/// Values at -1.25 + 0.75i.
const COMPLEX: &[(UnaryOp, f64, f64)] = &[
    (UnaryOp::Exponential, 0.20963237074155633, 0.1952927744725172),
    (UnaryOp::Log, 0.3768859011881901, 2.601173153319209),
    (UnaryOp::LogPlusOne, -0.2350018146228677, 1.892546881191539),
    (UnaryOp::ExponentialMinusOne, -0.7903676292584436, 0.1952927744725172),
    (UnaryOp::Sqrt, 0.32228711866232346, 1.1635587595199748),
    (UnaryOp::Sine, -1.2286345240950955, 0.2592948545511628),
    (UnaryOp::Cosine, 0.40824259187796885, 0.7803659308458533),
    (UnaryOp::Tan, -0.3857959526097507, 1.3726075705337835),
    (UnaryOp::Tanh, -0.9753632850312357, 0.16080778591620642),
    (UnaryOp::Asin, -0.9117382909684876, 1.0317185344477802),
    (UnaryOp::Acos, 2.4825346177633842, -1.0317185344477802),
    (UnaryOp::Asinh, -1.1323936316053083, 0.45327617763879385),
    (UnaryOp::Acosh, 1.0317185344477802, 2.4825346177633842),
    (UnaryOp::Atan, -0.9968251264639186, 0.2614921387956719),
    (UnaryOp::Atanh, -0.5493061443340549, 1.1071487177940904),
    (UnaryOp::Sinh, -1.1721063598927026, 1.2872229100264918),
    (UnaryOp::Cosh, 1.381738730634259, -1.0919301355539746),
    (UnaryOp::Sign, -0.8574929257125441, 0.5144957554275265),
    (UnaryOp::Logistic, 0.19430340684287353, 0.13007813519759717),
    (UnaryOp::Rsqrt, 0.22108713944097733, -0.7981947239513935),
    (UnaryOp::Cbrt, 0.7336904208583991, 0.8644878030774885),
];

fn assert_near(got: f64, want: f64, what: &dyn std::fmt::Debug) {
    let tolerance = want.abs() * 2e-15 + 5e-324;
    assert!(got == want || (got - want).abs() <= tolerance, "{what:?}: {got:e}, not {want:e}");
}

#[test]
fn functions() {
    for &(op, x, want) in REAL {
        assert_near(unary(op, DType::F64, Float(x)).unwrap().as_f64(), want, &(op, x));
        let rounded = unary(op, DType::F32, Float(x).rounded(DType::F32)).unwrap();
        assert_eq!(rounded.rounded(DType::F32), rounded);
    }
    for &(op, a, b, want) in REAL_PAIRS {
        assert_near(binary(op, DType::F64, Float(a), Float(b)).unwrap().as_f64(), want, &(op, a, b));
    }
    for &(op, re, im) in COMPLEX {
        let Complex(x, y) = unary(op, DType::C128, Complex(-1.25, 0.75)).unwrap() else { panic!("{op:?}") };
        assert_near(x, re, &op);
        assert_near(y, im, &op);
    }
}

#[test]
fn special_values() {
    use UnaryOp::{
        Abs, Acosh, BesselI1e, Digamma, ErfInv, Exponential, Lgamma, RoundNearestAfz, RoundNearestEven, Rsqrt, Sign,
        Sqrt, Tanh,
    };
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    for (op, x, want) in [
        (Sign, -0.0, -0.0),
        (Sign, nan, nan),
        (Rsqrt, 0.0, inf),
        (Rsqrt, -0.0, -inf),
        (Rsqrt, inf, 0.0),
        (RoundNearestEven, 2.5, 2.0),
        (RoundNearestAfz, -0.5, -1.0),
        (RoundNearestAfz, 0.49999999999999994, 0.0),
        (Lgamma, -1.0, inf),
        (Lgamma, -inf, inf),
        (Digamma, 0.0, nan),
        (Digamma, -2.0, nan),
        (Digamma, inf, inf),
        (ErfInv, 1.0, inf),
        (ErfInv, -1.0, -inf),
        (ErfInv, 1.5, nan),
        (ErfInv, -0.0, -0.0),
        (Acosh, -1e5, nan),
        (BesselI1e, inf, 0.0),
    ] {
        let got = unary(op, DType::F64, Float(x)).unwrap().as_f64();
        let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
        assert!(same, "{op:?} {x}: {got}, not {want}");
    }
    for (op, a, b, want) in [
        (BinaryOp::Maximum, -0.0, 0.0, 0.0),
        (BinaryOp::Minimum, 0.0, -0.0, -0.0),
        (BinaryOp::Maximum, nan, 1.0, nan),
        (BinaryOp::Minimum, 1.0, nan, nan),
        (BinaryOp::Power, -1.0, inf, 1.0),
        (BinaryOp::Power, nan, 0.0, 1.0),
        (BinaryOp::Power, -8.0, 1.0 / 3.0, nan),
        (BinaryOp::Remainder, 5.0, inf, 5.0),
        (BinaryOp::Remainder, 5.0, 0.0, nan),
        (BinaryOp::Zeta, 1.0, 1.0, inf),
        (BinaryOp::Zeta, 2.0, -1.0, inf),
        (BinaryOp::Zeta, 0.5, 1.0, nan),
        (BinaryOp::Polygamma, 1.5, 1.0, nan),
    ] {
        let got = binary(op, DType::F64, Float(a), Float(b)).unwrap().as_f64();
        let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
        assert!(same, "{op:?} {a} {b}: {got}, not {want}");
    }
    let next = |a, b| binary(BinaryOp::NextAfter, DType::F32, Float(a), Float(b)).unwrap().as_f64();
    assert_eq!(next(0.0, -1.0), -f64::from(f32::from_bits(1)));
    assert_eq!(next(1.0, 2.0), f64::from(f32::from_bits(0x3f80_0001)));
    assert_eq!(next(inf, 0.0), f64::from(f32::MAX));
    assert_eq!(next(1.0, 1.0), 1.0);
    assert!(next(nan, 1.0).is_nan());
    for dtype in DType::ALL.iter().copied().filter(|d| d.is_float() && d.bits() <= 8) {
        // Stepping from the least number to the greatest visits every number once.
        let mut all: Vec<f64> = (0..1 << dtype.bits()).map(|b| decode_float(dtype, b)).collect();
        all.retain(|x| !x.is_nan());
        all.sort_by(f64::total_cmp);
        all.dedup();
        let step = |a, b| binary(BinaryOp::NextAfter, dtype, Float(a), Float(b)).unwrap().as_f64();
        for w in all.windows(2) {
            assert_eq!((step(w[0], all[all.len() - 1]), step(w[1], all[0])), (w[1], w[0]), "{dtype}");
        }
    }
    let complex = |op, re, im| unary(op, DType::C128, Complex(re, im)).unwrap();
    assert_eq!(complex(Sqrt, -2.0, -0.0), Complex(0.0, -(2f64.sqrt())));
    assert_eq!(complex(Abs, inf, nan), Float(inf));
    assert_near(complex(Abs, 3e200, 4e200).as_f64(), 5e200, &"abs");
    assert!(matches!(complex(Exponential, -inf, nan), Complex(x, y) if x.is_nan() && y.is_nan()));
    assert_eq!(complex(Exponential, 1000.0, 0.0), Complex(inf, 0.0));
    assert_eq!(complex(Sign, 0.0, 0.0), Complex(0.0, 0.0));
    assert_eq!(complex(Tanh, 800.0, 1.0), Complex(1.0, 0.0));
    assert_eq!(complex(Tanh, -inf, nan), Complex(-1.0, 0.0));
    for x in [-1e38, 3.0] {
        assert!(matches!(complex(Tanh, x, inf), Complex(x, y) if x.is_nan() && y.is_nan()));
    }
    assert!(matches!(complex(Tanh, -0.0, nan), Complex(x, y) if x == 0.0 && x.is_sign_negative() && y.is_nan()));
    let complexes = |op, a, b| binary(op, DType::C128, a, b).unwrap();
    assert_eq!(complexes(BinaryOp::Divide, Complex(1.0, 1.0), Complex(inf, 1.0)), Complex(0.0, 0.0));
    assert_eq!(complexes(BinaryOp::Divide, Complex(4e300, 2e300), Complex(2e300, 0.0)), Complex(2.0, 1.0));
    assert_eq!(complexes(BinaryOp::Power, Complex(0.0, 0.0), Complex(0.0, 0.0)), Complex(1.0, 0.0));
    assert_eq!(complexes(BinaryOp::Maximum, Complex(1.0, 2.0), Complex(1.0, 3.0)), Complex(1.0, 3.0));
}
