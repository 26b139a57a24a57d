//! Complex numbers in `f64`; the caller rounds both parts.
//!
//! Branch cuts are continuous with the side that the sign of zero says (Kahan, "Branch cuts for complex elementary
//! functions"), whose formulas the inverse functions use. A number with an infinite part is infinite, whatever the other.

use super::float;
use crate::{BinaryOp, UnaryOp};
use std::f64::consts::{FRAC_PI_2, LN_2};

/// A complex number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cx {
    pub(super) re: f64,
    pub(super) im: f64,
}

const fn cx(re: f64, im: f64) -> Cx {
    Cx { re, im }
}

const ONE: Cx = cx(1.0, 0.0);

impl Cx {
    fn conj(self) -> Cx {
        cx(self.re, -self.im)
    }
    fn neg(self) -> Cx {
        cx(-self.re, -self.im)
    }
    fn mul(self, b: Cx) -> Cx {
        cx(self.re * b.re - self.im * b.im, self.re * b.im + self.im * b.re)
    }
    fn times_i(self) -> Cx {
        cx(-self.im, self.re)
    }
    fn over_i(self) -> Cx {
        cx(self.im, -self.re)
    }
    fn scaled(self, x: f64) -> Cx {
        cx(self.re * x, self.im * x)
    }
    fn is_zero(self) -> bool {
        self.re == 0.0 && self.im == 0.0
    }
    fn is_nan(self) -> bool {
        self.re.is_nan() || self.im.is_nan()
    }
    fn is_infinite(self) -> bool {
        self.re.is_infinite() || self.im.is_infinite()
    }
    fn arg(self) -> f64 {
        libm::atan2(self.im, self.re)
    }
}

/// `None` if complex numbers do not have the op (or it is real-valued).
pub(super) fn unary(op: UnaryOp, z: Cx) -> Option<Cx> {
    Some(match op {
        UnaryOp::Negate => z.neg(),
        UnaryOp::Conj => z.conj(),
        UnaryOp::Square => square(z),
        UnaryOp::Sign => sign(z),
        UnaryOp::Exponential => exp(z),
        UnaryOp::ExponentialMinusOne => expm1(z),
        UnaryOp::Exp2 => exp(z.scaled(std::f64::consts::LN_2)),
        UnaryOp::Log => cx(log_abs(z), z.arg()),
        UnaryOp::Log2 => cx(log_abs(z), z.arg()).scaled(std::f64::consts::LOG2_E),
        UnaryOp::LogPlusOne => log1p(z),
        UnaryOp::Sqrt => sqrt(z),
        UnaryOp::Rsqrt => rsqrt(z),
        UnaryOp::Cbrt => cbrt(z),
        // sin z = -i sinh iz and so on.
        UnaryOp::Sine => sinh(z.times_i()).over_i(),
        UnaryOp::Cosine => cosh(z.times_i()),
        UnaryOp::Tan => tanh(z.times_i()).over_i(),
        UnaryOp::Sinh => sinh(z),
        UnaryOp::Cosh => cosh(z),
        UnaryOp::Tanh => tanh(z),
        UnaryOp::Logistic => logistic(z),
        UnaryOp::Asin => asin(z),
        UnaryOp::Acos => acos(z),
        UnaryOp::Asinh => asin(z.times_i()).over_i(),
        UnaryOp::Acosh => acosh(z),
        UnaryOp::Atanh => atanh(z),
        UnaryOp::Atan => atanh(z.times_i()).over_i(),
        _ => return None,
    })
}

/// `None` if complex numbers do not have the op. `round` rounds to the part's format.
pub(super) fn binary(op: BinaryOp, a: Cx, b: Cx, round: impl Fn(f64) -> f64) -> Option<Cx> {
    let greater = a.re > b.re || a.re == b.re && a.im > b.im;
    let unordered = a.is_nan() || b.is_nan();
    Some(match op {
        BinaryOp::Add => cx(a.re + b.re, a.im + b.im),
        BinaryOp::Subtract => cx(a.re - b.re, a.im - b.im),
        BinaryOp::Multiply => cx(round(a.re * b.re) - round(a.im * b.im), round(a.re * b.im) + round(a.im * b.re)),
        BinaryOp::Divide => div(a, b),
        BinaryOp::Power => pow(a, b),
        BinaryOp::Maximum | BinaryOp::Minimum if unordered => {
            if a.is_nan() {
                a
            } else {
                b
            }
        }
        BinaryOp::Maximum => {
            if greater {
                a
            } else {
                b
            }
        }
        BinaryOp::Minimum => {
            if greater {
                b
            } else {
                a
            }
        }
        // atan2(a, b) = -i log((b + i a) / sqrt(a² + b²))
        BinaryOp::Atan2 => {
            let (aa, bb) = (a.mul(a), b.mul(b));
            let norm = sqrt(cx(aa.re + bb.re, aa.im + bb.im));
            let w = div(cx(b.re - a.im, b.im + a.re), norm);
            cx(log_abs(w), w.arg()).over_i()
        }
        _ => return None,
    })
}

/// Quotient, scaled against overflow, with infinite and zero divisors as in C (annex G).
fn div(a: Cx, b: Cx) -> Cx {
    let largest = b.re.abs().max(b.im.abs());
    let k = if largest > 0.0 && largest.is_finite() { libm::ilogb(largest) } else { 0 };
    let (c, d) = (libm::ldexp(b.re, -k), libm::ldexp(b.im, -k));
    let norm = c * c + d * d;
    let part = |x: f64| libm::ldexp(x / norm, -k);
    let q = cx(part(a.re * c + a.im * d), part(a.im * c - a.re * d));
    if !(q.re.is_nan() && q.im.is_nan()) {
        return q;
    }
    let unit = |x: f64| if x.is_infinite() { 1f64 } else { 0f64 }.copysign(x);
    if b.is_zero() && !(a.re.is_nan() && a.im.is_nan()) {
        let inf = f64::INFINITY.copysign(b.re);
        cx(inf * a.re, inf * a.im)
    } else if a.is_infinite() && b.re.is_finite() && b.im.is_finite() {
        let (x, y) = (unit(a.re), unit(a.im));
        cx(f64::INFINITY * (x * b.re + y * b.im), f64::INFINITY * (y * b.re - x * b.im))
    } else if b.is_infinite() && a.re.is_finite() && a.im.is_finite() {
        let (x, y) = (unit(b.re), unit(b.im));
        cx(0.0 * (a.re * x + a.im * y), 0.0 * (a.im * x - a.re * y))
    } else {
        q
    }
}

/// Real part (x - y) (x + y): x² alone may overflow or cancel.
fn square(z: Cx) -> Cx {
    let (d, s) = (z.re - z.im, z.re + z.im);
    cx(if d == 0.0 || s == 0.0 { 0.0 } else { d * s }, 2.0 * (z.re * z.im))
}

fn sign(z: Cx) -> Cx {
    if z.is_zero() {
        return z;
    }
    let k = libm::ilogb(z.re.abs().max(z.im.abs()));
    if z.is_nan() || z.is_infinite() {
        let r = libm::hypot(z.re, z.im);
        return cx(z.re / r, z.im / r);
    }
    let (x, y) = (libm::ldexp(z.re, -k), libm::ldexp(z.im, -k));
    let r = libm::hypot(x, y);
    cx(x / r, y / r)
}

/// log |z| without overflow, and without cancellation near |z| = 1.
fn log_abs(z: Cx) -> f64 {
    let (mut x, mut y) = (z.re.abs(), z.im.abs());
    if y > x {
        (x, y) = (y, x);
    }
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x > 0.5 && x < 2.0 {
        return 0.5 * libm::log1p(square_sum_minus_1(x, y));
    }
    let k = libm::ilogb(x);
    let (x, y) = (libm::ldexp(x, -k), libm::ldexp(y, -k));
    f64::from(k) * LN_2 + 0.5 * libm::log(x * x + y * y)
}

/// x² + y² - 1, with the errors of both squares put back.
fn square_sum_minus_1(x: f64, y: f64) -> f64 {
    let (xx, yy) = (x * x, y * y);
    let error = x.mul_add(x, -xx) + y.mul_add(y, -yy);
    (xx - 1.0) + yy + error
}

fn log1p(z: Cx) -> Cx {
    let w = cx(1.0 + z.re, z.im);
    if z.re.abs() > 0.5 || z.im.abs() > 0.9 || z.is_nan() {
        return cx(log_abs(w), w.arg());
    }
    // |1 + z|² - 1 = x (2 + x) + y², products exact in two parts.
    let (xx, yy) = (z.re * z.re, z.im * z.im);
    let error = z.re.mul_add(z.re, -xx) + z.im.mul_add(z.im, -yy);
    let double = 2.0 * z.re;
    let sum = double + yy;
    let rest = if double.abs() > yy { yy - (sum - double) } else { double - (sum - yy) };
    cx(0.5 * libm::log1p(sum + (rest + xx + error)), w.arg())
}

/// `scale * e^x` where e^x alone may overflow though the product does not.
fn exp_times(x: f64, scale: f64) -> f64 {
    if x > 700.0 && x < 1500.0 {
        let half = libm::exp(0.5 * x);
        half * scale * half
    } else {
        libm::exp(x) * scale
    }
}

fn exp(z: Cx) -> Cx {
    if z.im == 0.0 {
        return cx(libm::exp(z.re), z.im);
    }
    cx(exp_times(z.re, libm::cos(z.im)), exp_times(z.re, libm::sin(z.im)))
}

fn expm1(z: Cx) -> Cx {
    if z.im == 0.0 {
        return cx(libm::expm1(z.re), z.im);
    }
    if z.re > 36.0 || z.re == f64::NEG_INFINITY {
        let e = exp(z);
        return cx(e.re - 1.0, e.im);
    }
    // e^x cos y - 1 = (e^x - 1) cos y - 2 sin²(y/2)
    let s = libm::sin(0.5 * z.im);
    cx(libm::expm1(z.re) * libm::cos(z.im) - 2.0 * s * s, libm::exp(z.re) * libm::sin(z.im))
}

/// Principal square root: real part not negative.
fn sqrt(z: Cx) -> Cx {
    let Cx { re: x, im: y } = z;
    if z.is_zero() {
        return cx(0.0, y);
    }
    if y.is_infinite() {
        return cx(f64::INFINITY, y);
    }
    if x.is_infinite() {
        let other = if y.is_nan() { y } else { 0f64.copysign(y) };
        return if x > 0.0 { cx(x, other) } else { cx(other.abs(), f64::INFINITY.copysign(y)) };
    }
    if z.is_nan() {
        return cx(f64::NAN, f64::NAN);
    }
    // An even power of two keeps hypot in range; its root is exact.
    let k = libm::ilogb(x.abs().max(y.abs())) & !1;
    let t = (0.5 * (libm::hypot(libm::ldexp(x, -k), libm::ldexp(y, -k)) + libm::ldexp(x.abs(), -k))).sqrt();
    let t = libm::ldexp(t, k / 2);
    if x >= 0.0 { cx(t, y / (2.0 * t)) } else { cx(y.abs() / (2.0 * t), t.copysign(y)) }
}

/// 1 / sqrt(z) = sqrt(conj z) / |z|; infinity with an undefined argument at 0.
fn rsqrt(z: Cx) -> Cx {
    if z.is_zero() {
        return cx(f64::INFINITY, f64::NAN);
    }
    if z.is_infinite() {
        return cx(0.0, -0f64.copysign(z.im));
    }
    let w = sqrt(z.conj());
    let r = libm::hypot(w.re, w.im);
    cx(w.re / r / r, w.im / r / r)
}

fn cbrt(z: Cx) -> Cx {
    if z.is_zero() {
        return z;
    }
    let (r, t) = (libm::cbrt(libm::hypot(z.re, z.im)), z.arg() / 3.0);
    cx(r * libm::cos(t), r * libm::sin(t))
}

fn sinh(z: Cx) -> Cx {
    if z.im == 0.0 {
        return cx(libm::sinh(z.re), z.im);
    }
    if z.re == 0.0 {
        return cx(if libm::cos(z.im) < 0.0 { -z.re } else { z.re }, libm::sin(z.im));
    }
    let (c, s) = (libm::cos(z.im), libm::sin(z.im));
    if z.re.abs() > 36.0 {
        let x = z.re.abs();
        cx(exp_times(x, 0.5 * c).copysign(c * z.re), exp_times(x, 0.5 * s))
    } else {
        cx(libm::sinh(z.re) * c, libm::cosh(z.re) * s)
    }
}

fn cosh(z: Cx) -> Cx {
    if z.im == 0.0 {
        let im = z.im * z.re;
        return cx(libm::cosh(z.re), if im.is_nan() { 0.0 } else { im });
    }
    if z.re == 0.0 {
        return cx(libm::cos(z.im), z.re * libm::sin(z.im));
    }
    let (c, s) = (libm::cos(z.im), libm::sin(z.im));
    if z.re.abs() > 36.0 {
        let x = z.re.abs();
        let im = exp_times(x, 0.5 * s);
        cx(exp_times(x, 0.5 * c), if z.re < 0.0 { -im } else { im })
    } else {
        cx(libm::cosh(z.re) * c, libm::sinh(z.re) * s)
    }
}

/// By the tangent of the imaginary and the sinh of the real part: neither cancels. What is not finite is as C17 has it (annex G).
fn tanh(z: Cx) -> Cx {
    if z.re == 0.0 {
        return cx(z.re, libm::tan(z.im));
    }
    if !z.im.is_finite() {
        return if z.re.is_infinite() { cx(1f64.copysign(z.re), 0.0) } else { cx(f64::NAN, f64::NAN) };
    }
    if z.re.abs() > 20.0 {
        // 1 - 2 e^-2|x| cos 2y …: the real part is 1 to the last bit.
        let im = 4.0 * libm::sin(z.im) * libm::cos(z.im) * libm::exp(-2.0 * z.re.abs());
        return cx(1f64.copysign(z.re), im);
    }
    if z.im == 0.0 {
        return cx(libm::tanh(z.re), z.im);
    }
    let t = libm::tan(z.im);
    let s = libm::sinh(z.re);
    let (rho, beta) = ((1.0 + s * s).sqrt(), 1.0 + t * t);
    if t.is_infinite() {
        return cx(rho / s, 1.0 / t);
    }
    let d = 1.0 + beta * s * s;
    cx(beta * rho * s / d, t / d)
}

fn logistic(z: Cx) -> Cx {
    if z.im == 0.0 {
        return cx(float::logistic(z.re), z.im);
    }
    if z.re < 0.0 {
        let e = exp(z);
        return div(e, cx(1.0 + e.re, e.im));
    }
    let e = exp(z.neg());
    div(ONE, cx(1.0 + e.re, e.im))
}

/// `a^b = |a|^c e^(-d θ) (cos φ + i sin φ)`, φ = d log |a| + c θ, for b = c + i d; 1 if b is 0.
fn pow(a: Cx, b: Cx) -> Cx {
    if b.is_zero() {
        return ONE;
    }
    if a.is_zero() {
        return if b.re > 0.0 { cx(0.0, 0.0) } else { cx(f64::NAN, f64::NAN) };
    }
    if b == ONE {
        return a;
    }
    let (log_r, theta) = (log_abs(a), a.arg());
    // |a|^c by exp(c log |a|) would lose digits when the result is large.
    let r = libm::hypot(a.re, a.im);
    let radius = if r.is_finite() && r > f64::MIN_POSITIVE { libm::pow(r, b.re) } else { libm::exp(b.re * log_r) };
    let radius = if b.im == 0.0 {
        radius
    } else {
        let spiral = libm::exp(-b.im * theta);
        // The product of a factor that overflows with one that underflows says nothing; the sum of exponents does.
        let both = radius.is_normal() && spiral.is_normal();
        if both { radius * spiral } else { libm::exp(b.re * log_r - b.im * theta) }
    };
    let turn = b.re * theta;
    let phi = if b.im == 0.0 { turn } else { b.im * log_r + turn };
    if phi == 0.0 {
        return cx(radius, phi);
    }
    cx(radius * libm::cos(phi), radius * libm::sin(phi))
}

/// sqrt(1 - z) and sqrt(1 + z).
fn roots(z: Cx) -> (Cx, Cx) {
    (sqrt(cx(1.0 - z.re, -z.im)), sqrt(cx(1.0 + z.re, z.im)))
}

/// True where 1 does not show beside z, and products of roots might overflow.
fn is_huge(z: Cx) -> bool {
    z.re.abs().max(z.im.abs()) > 1e150
}

fn asin(z: Cx) -> Cx {
    if z.is_infinite() || z.is_nan() {
        return if z.is_infinite() && !z.is_nan() {
            cx(libm::atan2(z.re, z.im.abs()), f64::INFINITY.copysign(z.im))
        } else {
            cx(f64::NAN, if z.im.is_infinite() { z.im } else { f64::NAN })
        };
    }
    if is_huge(z) {
        return cx(libm::atan2(z.re, z.im.abs()), (log_abs(z) + LN_2).copysign(z.im));
    }
    let (minus, plus) = roots(z);
    cx(libm::atan2(z.re, minus.mul(plus).re), libm::asinh(minus.conj().mul(plus).im))
}

fn acos(z: Cx) -> Cx {
    if z.is_infinite() || z.is_nan() {
        let s = asin(z);
        return cx(if z.is_nan() { f64::NAN } else { libm::atan2(z.im.abs(), z.re) }, -s.im);
    }
    if is_huge(z) {
        return cx(libm::atan2(z.im.abs(), z.re), (log_abs(z) + LN_2).copysign(-z.im));
    }
    let (minus, plus) = roots(z);
    cx(2.0 * libm::atan2(minus.re, plus.re), libm::asinh(plus.conj().mul(minus).im))
}

fn acosh(z: Cx) -> Cx {
    if z.is_infinite() || z.is_nan() {
        let im = if z.is_nan() { f64::NAN } else { z.arg() };
        return cx(if z.is_infinite() { f64::INFINITY } else { f64::NAN }, im);
    }
    if is_huge(z) {
        return cx(log_abs(z) + LN_2, z.arg());
    }
    let (minus, plus) = (sqrt(cx(z.re - 1.0, z.im)), sqrt(cx(z.re + 1.0, z.im)));
    cx(libm::asinh(minus.conj().mul(plus).re), 2.0 * libm::atan2(minus.im, plus.re))
}

fn atanh(z: Cx) -> Cx {
    let (x, y) = (z.re.abs(), z.im);
    if z.is_nan() && !z.is_infinite() {
        return cx(f64::NAN, f64::NAN);
    }
    if x > 1e150 || y.abs() > 1e150 {
        // 1/z is the real part, a quarter turn the imaginary one.
        let re = if z.is_infinite() { 0.0 } else { div(ONE, cx(x, y)).re };
        return cx(re.copysign(z.re), FRAC_PI_2.copysign(y));
    }
    let yy = y * y;
    let re = if x == 1.0 && y == 0.0 {
        f64::INFINITY
    } else {
        // log(((1+x)² + y²) / ((1-x)² + y²)) / 4
        let distance = (1.0 - x) * (1.0 - x) + yy;
        if distance == 0.0 {
            // Only when y² underflows beside x = 1.
            -0.5 * (libm::log(y.abs()) - LN_2)
        } else {
            0.25 * libm::log1p(4.0 * x / distance)
        }
    };
    let im = 0.5 * libm::atan2(2.0 * y, (1.0 - x) * (1.0 + x) - yy);
    cx(re.copysign(z.re), im)
}
