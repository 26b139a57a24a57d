//! Functions that CHLO has and StableHLO has not, by StableHLO's.
//!
//! Floats narrower than f64 are computed in f64 where the formula cancels or is long, and rounded once; the polynomials
//! are those of native code.

use crate::expr::{Ex, Writer};
use hloom_num::{BinaryOp, DType, UnaryOp};
use hloom_tile::math::coef;
use std::f64::consts::{LN_2, PI};

/// `op(x)` by StableHLO's ops; `None` if it is one of those, or has no expansion for the element type.
pub(crate) fn unary(op: UnaryOp, x: &Ex) -> Option<Ex> {
    use UnaryOp as U;
    let dtype = x.dtype();
    if dtype.is_complex() {
        return crate::complex::unary(op, x);
    }
    match op {
        U::Square => return Some(x * x),
        U::Conj => return Some(x.clone()),
        _ if !dtype.is_float() => return None,
        U::IsInf => return Some(x.abs().is(f64::INFINITY)),
        U::IsPosInf => return Some(x.is(f64::INFINITY)),
        U::IsNegInf => return Some(x.is(f64::NEG_INFINITY)),
        _ => {}
    }
    let w = x.convert(DType::F64);
    let y = match op {
        U::Acos => acos(&w),
        U::Acosh => acosh(&w),
        U::Asin => asin(&w),
        U::Asinh => asinh(&w),
        U::Atan => w.atan2(&w.like(1.0)),
        U::Atanh => atanh(&w),
        U::Sinh => sinh(&w),
        U::Cosh => cosh(&w),
        U::Erf => erf(&w),
        U::Erfc => erfc(&w),
        U::ErfInv => erf_inv(&w),
        U::Lgamma => lgamma(&w),
        U::Digamma => digamma(&w),
        U::BesselI1e => bessel_i1e(&w),
        _ => return None,
    };
    Some(y.convert(dtype))
}

/// As [`unary`], for two operands.
pub(crate) fn binary(w: &mut Writer<'_, '_>, op: BinaryOp, x: &Ex, y: &Ex) -> Option<Ex> {
    let dtype = x.dtype();
    match op {
        BinaryOp::NextAfter if dtype.is_float() => next_after(x, y),
        BinaryOp::MulHi if dtype.is_int() => Some(mulhi(x, y)),
        BinaryOp::Zeta | BinaryOp::Polygamma if dtype.is_float() => {
            let (x, y) = (x.convert(DType::F64), y.convert(DType::F64));
            let z = if op == BinaryOp::Zeta { zeta(w, &x, &y) } else { polygamma(w, &x, &y) };
            Some(z.convert(dtype))
        }
        _ => None,
    }
}

/// A magnitude with the sign of `x`; the sign of zero and NaN are those of `x`.
fn signed(magnitude: &Ex, x: &Ex) -> Ex {
    x.is(0.0).or(&x.ne(x)).select(x, &(magnitude * x.sign()))
}

/// 1 - x²
fn complement(x: &Ex) -> Ex {
    (1.0 - x) * (1.0 + x)
}

fn asin(x: &Ex) -> Ex {
    x.atan2(&complement(x).sqrt())
}

fn acos(x: &Ex) -> Ex {
    complement(x).sqrt().atan2(x)
}

/// log(x + √(x² + 1)), from where squares overflow log(2 x).
pub(crate) fn asinh(x: &Ex) -> Ex {
    let a = x.abs();
    let aa = &a * &a;
    let near = (&a + &aa / ((&aa + 1.0).sqrt() + 1.0)).log1p();
    let far = a.log() + LN_2;
    signed(&a.greater(1e150).select(&far, &near), x)
}

/// log(x + √(x² - 1)) about x = 1.
fn acosh(x: &Ex) -> Ex {
    let t = x - 1.0;
    let near = (&t + (&t * (&t + 2.0)).sqrt()).log1p();
    let y = x.greater(1e150).select(&(x.log() + LN_2), &near);
    x.less(1.0).select(&x.like(f64::NAN), &y)
}

fn atanh(x: &Ex) -> Ex {
    let a = x.abs();
    let y = 0.5 * (2.0 * &a / (1.0 - &a)).log1p();
    let y = a.is(1.0).select(&x.like(f64::INFINITY), &y);
    let y = a.greater(1.0).select(&x.like(f64::NAN), &y);
    signed(&y, x)
}

/// By e^x - 1 where it cancels, else by e^(x - log 2), which overflows only where the result does.
pub(crate) fn sinh(x: &Ex) -> Ex {
    let a = x.abs();
    let e = a.expm1();
    let near = 0.5 * (&e + &e / (&e + 1.0));
    let half = (&a - LN_2).exp();
    signed(&a.less(1.0).select(&near, &(&half - 0.25 / &half)), x)
}

pub(crate) fn cosh(x: &Ex) -> Ex {
    let half = (x.abs() - LN_2).exp();
    &half + 0.25 / &half
}

fn erf(x: &Ex) -> Ex {
    let a = x.abs();
    let large = signed(&(1.0 - erfc_positive(&a)), x);
    let small = x + x * (x * x).poly(&coef::ERF);
    a.less(0.85).select(&small, &large)
}

fn erfc(x: &Ex) -> Ex {
    let y = erfc_positive(&x.abs());
    x.less(0.0).select(&(2.0 - &y), &y)
}

/// e^-a² times a polynomial in (a - 4) / (a + 4), over 1 + 2 a. The square is that of the upper half of the bits, which
/// is exact, and a rest.
fn erfc_positive(a: &Ex) -> Ex {
    let a = a.greater(28.0).select(&a.like(28.0), a);
    let p = ((&a - 4.0) / (&a + 4.0)).poly(&coef::ERFCX) / (&a + &a + 1.0);
    let high = a.convert(DType::F32).convert(DType::F64);
    let square = (-(&high * &high)).exp();
    square * (-((&a - &high) * (&a + &high))).exp() * p
}

/// By w = -log(1 - x²).
fn erf_inv(x: &Ex) -> Ex {
    let w = -complement(x).log();
    let root = w.sqrt();
    let near = (&w - 3.125).poly(&coef::ERF_INV_1);
    let middle = (&root - 3.25).poly(&coef::ERF_INV_2);
    let far = (&root - 5.0).poly(&coef::ERF_INV_3);
    let p = w.less(6.25).select(&near, &w.less(16.0).select(&middle, &far));
    let a = x.abs();
    let y = a.is(1.0).select(&(x * f64::INFINITY), &(p * x));
    a.greater(1.0).select(&x.like(f64::NAN), &y)
}

/// log √(2 π)
const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_8;

fn is_pole(x: &Ex) -> Ex {
    x.at_most(0.0).and(&x.floor().eq(x))
}

/// log |Γ(x)|: a polynomial on [1, 2], to which smaller and larger arguments are moved by the recurrence; Stirling's
/// series from 8; reflection for negative arguments.
fn lgamma(x: &Ex) -> Ex {
    let a = x.abs();
    let small = a.less(1.0);
    let mut y = small.select(&(&a + 1.0), &a);
    let mut product = x.like(1.0);
    for _ in 0..6 {
        let above = y.greater(2.0);
        let down = &y - 1.0;
        product = above.select(&(&product * &down), &product);
        y = above.select(&down, &y);
    }
    let from_1 = small.select(&a, &(&y - 1.0));
    let roots = &from_1 * (&from_1 - 1.0);
    let p = (&from_1 - 0.5).poly(&coef::LGAMMA);
    let large = a.greater(8.0);
    let l = large.select(&a, &small.select(&a, &product)).log();
    let near = p * roots + small.select(&-&l, &l);
    let inverse = 1.0 / &a;
    let series = (&inverse * &inverse).poly(&coef::STIRLING) * &inverse + (HALF_LOG_TAU - 0.5);
    let far = (&a - 0.5) * (&l - 1.0) + series;
    let y = large.select(&far, &near);
    // log(π / (a |sin π a|)) - lgamma(a); Γ is 1 / a where a is tiny.
    let turn = &a - a.unary(UnaryOp::RoundNearestEven);
    let reflected = (PI / (&a * (&turn * PI).sin().abs())).log() - &y;
    let reflected = a.less(1e-30).select(&-a.log(), &reflected);
    let y = x.less(0.0).select(&reflected, &y);
    is_pole(x).or(&a.is(f64::INFINITY)).select(&x.like(f64::INFINITY), &y)
}

/// The recurrence up to 10 as one fraction, the asymptotic series beyond, reflection for negative arguments.
fn digamma(x: &Ex) -> Ex {
    let negative = x.less(0.5);
    let mut y = negative.select(&(1.0 - x), x);
    let (mut above, mut below) = (x.like(0.0), x.like(1.0));
    for _ in 0..10 {
        let low = y.less(10.0);
        let next = &above * &y + &below;
        below = low.select(&(&below * &y), &below);
        above = low.select(&next, &above);
        y = low.select(&(&y + 1.0), &y);
    }
    let inverse = 1.0 / &y;
    let square = &inverse * &inverse;
    let r = y.log() - 0.5 * &inverse - square.poly(&coef::DIGAMMA) * &square - &above / &below;
    let turn = x - x.unary(UnaryOp::RoundNearestEven);
    let reflected = &r - PI / (&turn * PI).unary(UnaryOp::Tan);
    let r = negative.select(&reflected, &r);
    is_pole(x).or(&x.is(f64::NEG_INFINITY)).select(&x.like(f64::NAN), &r)
}

/// Hurwitz zeta function: terms until the argument is above 9, then the Euler-Maclaurin tail.
fn zeta(w: &mut Writer<'_, '_>, s: &Ex, q: &Ex) -> Ex {
    let minus_s = -s;
    let goes_on = |i: &Ex, a: &Ex| i.less(10.0).or(&a.at_most(9.0).and(&a.greater(-1e5)));
    let results = w.repeat(
        &[s.like(0.0), q.clone()],
        |i, v| goes_on(i, &v[1]),
        |i, v| {
            let go = goes_on(i, &v[1]);
            let sum = &v[0] + v[1].pow(&minus_s);
            vec![go.select(&sum, &v[0]), go.select(&(&v[1] + 1.0), &v[1])]
        },
    );
    let [sum, a] = &results[..] else { return s.like(f64::NAN) };
    let power = a.pow(&minus_s);
    let mut tail = &power * a / (s - 1.0) + 0.5 * &power;
    let (mut factor, mut scale) = (s.clone(), &power / a);
    for (k, &c) in coef::ZETA.iter().enumerate() {
        tail = tail + &factor * &scale * c;
        factor = factor * ((s + (2 * k + 1) as f64) * (s + (2 * k + 2) as f64));
        scale = scale / (a * a);
    }
    let y = sum + power.is(0.0).select(&s.like(0.0), &tail);
    let nan = s.like(f64::NAN);
    let y = q.at_most(0.0).and(&s.floor().ne(s)).select(&nan, &y);
    let y = is_pole(q).or(&s.is(1.0)).select(&s.like(f64::INFINITY), &y);
    let outside = s.less(1.0).or(&q.less(-1e5)).or(&s.ne(s)).or(&q.ne(q));
    outside.select(&nan, &y)
}

/// (-1)^(n + 1) n! ζ(n + 1, x); digamma for n = 0.
fn polygamma(w: &mut Writer<'_, '_>, n: &Ex, x: &Ex) -> Ex {
    let order = n + 1.0;
    let y = lgamma(&order).exp() * zeta(w, &order, x);
    let half = n * 0.5;
    let y = half.floor().eq(&half).select(&-&y, &y);
    let y = n.is(0.0).select(&digamma(x), &y);
    let valid = n.floor().eq(n).and(&n.less(0.0).not()).and(&n.less(f64::INFINITY));
    valid.select(&y, &n.like(f64::NAN))
}

/// e^-|x| I₁(x).
fn bessel_i1e(x: &Ex) -> Ex {
    let a = x.abs();
    let low = a.greater(8.0).select(&a.like(8.0), &a);
    let near = (&low * &low).poly(&coef::I1E_SMALL) * &low * (-&low).exp();
    let high = a.less(8.0).select(&a.like(8.0), &a);
    let far = (1.0 / &high).poly(&coef::I1E_LARGE) / high.sqrt();
    signed(&a.greater(8.0).select(&far, &near), x)
}

/// The neighbour of `x` toward `y`: as integers, the bits of floats of one sign are ordered as the floats are.
fn next_after(x: &Ex, y: &Ex) -> Option<Ex> {
    let dtype = x.dtype();
    let bits = match dtype.bits() {
        16 => DType::I16,
        32 => DType::I32,
        64 => DType::I64,
        _ => return None,
    };
    let i = x.bitcast(bits);
    let one = i.like(1.0);
    // Up in magnitude if y lies on the far side.
    let away = x.lt(y).and(&x.greater(0.0)).or(&y.lt(x).and(&x.less(0.0)));
    let moved = away.select(&(&i + &one), &(&i - &one)).bitcast(dtype);
    let least = one.bitcast(dtype);
    let from_zero = y.less(0.0).select(&-&least, &least);
    let z = x.is(0.0).select(&from_zero, &moved);
    let z = x.eq(y).select(y, &z);
    Some(x.ne(x).or(&y.ne(y)).select(&x.like(f64::NAN), &z))
}

/// The upper half of the product.
fn mulhi(x: &Ex, y: &Ex) -> Ex {
    let dtype = x.dtype();
    let bits = dtype.bits();
    let unsigned = dtype.is_unsigned_int();
    let shift = if unsigned { BinaryOp::ShiftRightLogical } else { BinaryOp::ShiftRightArithmetic };
    if bits < 64 {
        let wide = if unsigned { DType::U64 } else { DType::I64 };
        let product = x.convert(wide) * y.convert(wide);
        return product.binary(shift, &product.like(f64::from(bits))).convert(dtype);
    }
    // Four products of halves; the upper half of a signed number keeps its sign.
    let low_mask = x.like(4_294_967_295.0);
    let by = x.like(32.0);
    let (xl, yl) = (x.and(&low_mask), y.and(&low_mask));
    let (xh, yh) = (x.binary(shift, &by), y.binary(shift, &by));
    let carry = (&xl * &yl).binary(BinaryOp::ShiftRightLogical, &by);
    let middle = &xh * &yl + carry;
    let rest = &xl * &yh + middle.and(&low_mask);
    &xh * &yh + middle.binary(shift, &by) + rest.binary(shift, &by)
}
