//! Functions of complex numbers by real ones. Parts are computed in f64 and rounded once; branch cuts are continuous with
//! the side that the sign of zero says, as the interpreter has them.

use crate::expr::Ex;
use crate::special;
use hloom_num::{BinaryOp, DType, UnaryOp};
use std::f64::consts::{FRAC_PI_2, LN_2};

/// A complex number in two parts.
#[derive(Clone)]
struct Cx {
    re: Ex,
    im: Ex,
}

fn cx(re: Ex, im: Ex) -> Cx {
    Cx { re, im }
}

/// `op(z)` by ops on the parts; `None` if complex numbers do not have the op, or it is no function of this module.
pub(crate) fn unary(op: UnaryOp, z: &Ex) -> Option<Ex> {
    use UnaryOp as U;
    let dtype = z.dtype();
    let part = dtype.real_part();
    let wide = |op| z.unary(op).convert(DType::F64);
    if op == U::Conj {
        return Some(z.unary(U::Real).binary(BinaryOp::Complex, &-z.unary(U::Imag)));
    }
    let z = cx(wide(U::Real), wide(U::Imag));
    let y = match op {
        U::Abs => return Some(z.abs().convert(part)),
        U::Square => z.square(),
        U::Sign => z.sign(),
        U::Exponential => z.exp(),
        U::ExponentialMinusOne => z.expm1(),
        U::Exp2 => cx(&z.re * std::f64::consts::LN_2, &z.im * std::f64::consts::LN_2).exp(),
        U::Log => z.log(),
        U::Log2 => {
            let w = z.log();
            cx(w.re * std::f64::consts::LOG2_E, w.im * std::f64::consts::LOG2_E)
        }
        U::LogPlusOne => z.log1p(),
        U::Sqrt => z.sqrt(),
        U::Rsqrt => z.rsqrt(),
        U::Cbrt => z.cbrt(),
        // sin z = -i sinh iz and so on.
        U::Sine => z.times_i().sinh().over_i(),
        U::Cosine => z.times_i().cosh(),
        U::Tan => z.times_i().tanh().over_i(),
        U::Sinh => z.sinh(),
        U::Cosh => z.cosh(),
        U::Tanh => z.tanh(),
        U::Logistic => z.logistic(),
        U::Asin => z.asin(),
        U::Acos => z.acos(),
        U::Asinh => z.times_i().asin().over_i(),
        U::Acosh => z.acosh(),
        U::Atanh => z.atanh(),
        U::Atan => z.times_i().atanh().over_i(),
        _ => return None,
    };
    Some(y.joined(part))
}

/// As [`unary`], for two operands: powers.
pub(crate) fn binary(op: BinaryOp, a: &Ex, b: &Ex) -> Option<Ex> {
    let part = a.dtype().real_part();
    let split = |z: &Ex| cx(z.unary(UnaryOp::Real).convert(DType::F64), z.unary(UnaryOp::Imag).convert(DType::F64));
    (op == BinaryOp::Power).then(|| split(a).pow(&split(b)).joined(part))
}

/// `magnitude`, which is not negative, with the sign of `sign`, that of zero too.
fn copysign(magnitude: &Ex, sign: &Ex) -> Ex {
    let negative = sign.bitcast(DType::I64).less(0.0);
    negative.select(&-magnitude, magnitude)
}

fn is_nan(x: &Ex) -> Ex {
    x.ne(x)
}

fn is_infinite(x: &Ex) -> Ex {
    x.abs().is(f64::INFINITY)
}

/// `scale * e^x` where e^x alone may overflow though the product does not.
fn exp_times(x: &Ex, scale: &Ex) -> Ex {
    let half = (x * 0.5).exp();
    let split = x.greater(700.0).and(&x.less(1500.0));
    split.select(&(&half * scale * &half), &(x.exp() * scale))
}

impl Cx {
    fn joined(&self, part: DType) -> Ex {
        self.re.convert(part).binary(BinaryOp::Complex, &self.im.convert(part))
    }
    fn choose(condition: &Ex, yes: &Cx, no: &Cx) -> Cx {
        cx(condition.select(&yes.re, &no.re), condition.select(&yes.im, &no.im))
    }
    fn like(&self, x: f64) -> Ex {
        self.re.like(x)
    }
    fn neg(&self) -> Cx {
        cx(-&self.re, -&self.im)
    }
    fn conj(&self) -> Cx {
        cx(self.re.clone(), -&self.im)
    }
    fn times_i(&self) -> Cx {
        cx(-&self.im, self.re.clone())
    }
    fn over_i(&self) -> Cx {
        cx(self.im.clone(), -&self.re)
    }
    fn mul(&self, b: &Cx) -> Cx {
        cx(&self.re * &b.re - &self.im * &b.im, &self.re * &b.im + &self.im * &b.re)
    }
    fn is_zero(&self) -> Ex {
        self.re.is(0.0).and(&self.im.is(0.0))
    }
    fn is_nan(&self) -> Ex {
        is_nan(&self.re).or(&is_nan(&self.im))
    }
    fn is_infinite(&self) -> Ex {
        is_infinite(&self.re).or(&is_infinite(&self.im))
    }
    fn arg(&self) -> Ex {
        self.im.atan2(&self.re)
    }
    /// The greater of the parts' magnitudes, and the lesser over it (0 for zero).
    fn scaled(&self) -> (Ex, Ex) {
        let (x, y) = (self.re.abs(), self.im.abs());
        let (most, least) = (x.max(&y), x.min(&y));
        let ratio = most.is(0.0).select(&self.like(0.0), &(&least / &most));
        (most, ratio)
    }
    /// |z| without overflow of squares.
    fn abs(&self) -> Ex {
        let (most, ratio) = self.scaled();
        let r = &most * (&ratio * &ratio + 1.0).sqrt();
        self.is_infinite().select(&self.like(f64::INFINITY), &r)
    }
    /// Real part (x - y) (x + y): x² alone may overflow or cancel.
    fn square(&self) -> Cx {
        let (d, s) = (&self.re - &self.im, &self.re + &self.im);
        let none = d.is(0.0).or(&s.is(0.0));
        cx(none.select(&self.like(0.0), &(d * s)), 2.0 * (&self.re * &self.im))
    }
    fn sign(&self) -> Cx {
        let (most, _) = self.scaled();
        let most = self.is_infinite().select(&self.like(1.0), &most);
        let u = cx(&self.re / &most, &self.im / &most);
        let r = u.abs();
        Cx::choose(&self.is_zero(), self, &cx(&u.re / &r, &u.im / &r))
    }
    /// log |z|, without cancellation near |z| = 1.
    fn log_abs(&self) -> Ex {
        let (most, ratio) = self.scaled();
        let least = self.re.abs().min(&self.im.abs());
        let near = 0.5 * ((&most - 1.0) * (&most + 1.0) + &least * &least).log1p();
        let far = most.log() + 0.5 * (&ratio * &ratio).log1p();
        let y = most.greater(0.5).and(&most.less(2.0)).select(&near, &far);
        let y = self.is_nan().select(&self.like(f64::NAN), &y);
        self.is_infinite().select(&self.like(f64::INFINITY), &y)
    }
    fn log(&self) -> Cx {
        cx(self.log_abs(), self.arg())
    }
    fn log1p(&self) -> Cx {
        let w = cx(1.0 + &self.re, self.im.clone());
        let near = 0.5 * (&self.re * (2.0 + &self.re) + &self.im * &self.im).log1p();
        let outside = self.re.abs().greater(0.5).or(&self.im.abs().greater(0.9)).or(&self.is_nan());
        cx(outside.select(&w.log_abs(), &near), w.arg())
    }
    fn exp(&self) -> Cx {
        let turned = cx(exp_times(&self.re, &self.im.cos()), exp_times(&self.re, &self.im.sin()));
        Cx::choose(&self.im.is(0.0), &cx(self.re.exp(), self.im.clone()), &turned)
    }
    /// e^x cos y - 1 = (e^x - 1) cos y - 2 sin²(y/2)
    fn expm1(&self) -> Cx {
        let s = (0.5 * &self.im).sin();
        let near = cx(self.re.expm1() * self.im.cos() - 2.0 * &s * &s, self.re.exp() * self.im.sin());
        let e = self.exp();
        let far = cx(&e.re - 1.0, e.im);
        let is_far = self.re.greater(36.0).or(&self.re.is(f64::NEG_INFINITY));
        let y = Cx::choose(&is_far, &far, &near);
        Cx::choose(&self.im.is(0.0), &cx(self.re.expm1(), self.im.clone()), &y)
    }
    /// Principal square root: real part not negative.
    fn sqrt(&self) -> Cx {
        let (x, y) = (&self.re, &self.im);
        let (most, _) = self.scaled();
        let (u, v) = (x / &most, y / &most);
        let t = most.sqrt() * (0.5 * ((&u * &u + &v * &v).sqrt() + u.abs())).sqrt();
        let side = &t + &t;
        let right = cx(t.clone(), y / &side);
        let left = cx(y.abs() / &side, copysign(&t, y));
        let z = Cx::choose(&x.less(0.0), &left, &right);
        let z =
            cx(self.is_nan().select(&self.like(f64::NAN), &z.re), self.is_nan().select(&self.like(f64::NAN), &z.im));
        let (zero, inf) = (self.like(0.0), self.like(f64::INFINITY));
        // An infinite real part: the other part is 0, or NaN beside NaN.
        let other = is_nan(y).select(y, &zero);
        let far =
            Cx::choose(&x.less(0.0), &cx(other.clone(), copysign(&inf, y)), &cx(inf.clone(), copysign(&other, y)));
        let z = Cx::choose(&is_infinite(x), &far, &z);
        let z = Cx::choose(&is_infinite(y), &cx(inf, y.clone()), &z);
        Cx::choose(&self.is_zero(), &cx(zero, y.clone()), &z)
    }
    /// sqrt(conj z) / |z|
    fn rsqrt(&self) -> Cx {
        let w = self.conj().sqrt();
        let r = w.abs();
        let y = cx(&w.re / &r / &r, &w.im / &r / &r);
        let zero = self.like(0.0);
        let y = Cx::choose(&self.is_infinite(), &cx(zero.clone(), -copysign(&zero, &self.im)), &y);
        Cx::choose(&self.is_zero(), &cx(self.like(f64::INFINITY), self.like(f64::NAN)), &y)
    }
    fn cbrt(&self) -> Cx {
        let (r, t) = (self.abs().unary(UnaryOp::Cbrt), self.arg() / 3.0);
        Cx::choose(&self.is_zero(), self, &cx(&r * t.cos(), &r * t.sin()))
    }
    fn sinh(&self) -> Cx {
        let (c, s) = (self.im.cos(), self.im.sin());
        let near = cx(special::sinh(&self.re) * &c, special::cosh(&self.re) * &s);
        let x = self.re.abs();
        let re = exp_times(&x, &(0.5 * &c));
        let far = cx(self.re.less(0.0).select(&-&re, &re), exp_times(&x, &(0.5 * &s)));
        let y = Cx::choose(&x.greater(36.0), &far, &near);
        let y = Cx::choose(&self.re.is(0.0), &cx(self.re.clone(), s), &y);
        Cx::choose(&self.im.is(0.0), &cx(special::sinh(&self.re), self.im.clone()), &y)
    }
    fn cosh(&self) -> Cx {
        let (c, s) = (self.im.cos(), self.im.sin());
        let near = cx(special::cosh(&self.re) * &c, special::sinh(&self.re) * &s);
        let x = self.re.abs();
        let im = exp_times(&x, &(0.5 * &s));
        let far = cx(exp_times(&x, &(0.5 * &c)), self.re.less(0.0).select(&-&im, &im));
        let y = Cx::choose(&x.greater(36.0), &far, &near);
        let product = &self.im * &self.re;
        let real = is_nan(&product).and(&self.im.is(0.0)).select(&self.like(0.0), &product);
        let y = Cx::choose(&self.re.is(0.0), &cx(c, product), &y);
        Cx::choose(&self.im.is(0.0), &cx(special::cosh(&self.re), real), &y)
    }
    /// By the tangent of the imaginary and the sinh of the real part: neither cancels.
    fn tanh(&self) -> Cx {
        let t = self.im.unary(UnaryOp::Tan);
        let s = special::sinh(&self.re);
        let rho = (1.0 + &s * &s).sqrt();
        let beta = 1.0 + &t * &t;
        let d = 1.0 + &beta * &s * &s;
        let y = cx(&beta * &rho * &s / &d, &t / &d);
        let y = Cx::choose(&self.re.is(0.0), &cx(self.re.clone(), t), &y);
        let y = Cx::choose(&self.im.is(0.0), &cx(self.re.unary(UnaryOp::Tanh), self.im.clone()), &y);
        let x = self.re.abs();
        let one = copysign(&self.like(1.0), &self.re);
        let im = 4.0 * self.im.sin() * self.im.cos() * (-2.0 * &x).exp();
        // At the end of the real axis it is 1, whatever the imaginary part.
        let im = is_infinite(&self.re).and(&is_nan(&im)).select(&self.like(0.0), &im);
        let re = is_nan(&im).select(&im, &one);
        Cx::choose(&x.greater(20.0), &cx(re, im), &y)
    }
    fn logistic(&self) -> Cx {
        // 1 / (1 + e^-z), or e^z / (1 + e^z) where e^-z is large.
        let left = self.re.less(0.0);
        let e = Cx::choose(&left, self, &self.neg()).exp();
        let (re, im) = (1.0 + &e.re, e.im.clone());
        let norm = &re * &re + &im * &im;
        let right = cx(&re / &norm, -&im / &norm);
        let low = cx((&e.re * &re + &im * &im) / &norm, (&im * &re - &e.re * &im) / &norm);
        let y = Cx::choose(&left, &low, &right);
        Cx::choose(&self.im.is(0.0), &cx(self.re.unary(UnaryOp::Logistic), self.im.clone()), &y)
    }
    /// `a^b = |a|^c e^(-d θ) (cos φ + i sin φ)`, φ = d log |a| + c θ, for b = c + i d; 1 if b is 0.
    fn pow(&self, b: &Cx) -> Cx {
        let (log_r, theta) = (self.log_abs(), self.arg());
        let r = self.abs();
        let plain = r.less(f64::INFINITY).and(&r.greater(f64::MIN_POSITIVE));
        let radius = plain.select(&r.pow(&b.re), &(&b.re * &log_r).exp());
        let real = b.im.is(0.0);
        let radius = real.select(&radius, &(&radius * (-(&b.im * &theta)).exp()));
        let turn = &b.re * &theta;
        let phi = real.select(&turn, &(&b.im * &log_r + &turn));
        let y = cx(&radius * phi.cos(), &radius * phi.sin());
        let y = Cx::choose(&phi.is(0.0), &cx(radius, phi), &y);
        let one = cx(self.like(1.0), self.like(0.0));
        let y = Cx::choose(&b.re.is(1.0).and(&real), self, &y);
        let of_zero = b.re.greater(0.0).select(&self.like(0.0), &self.like(f64::NAN));
        let y = Cx::choose(&self.is_zero(), &cx(of_zero.clone(), of_zero), &y);
        Cx::choose(&b.is_zero(), &one, &y)
    }

    /// True where 1 does not show beside z, and products of roots might overflow.
    fn is_huge(&self) -> Ex {
        self.scaled().0.greater(1e150)
    }
    fn one_minus(&self) -> Cx {
        cx(1.0 - &self.re, -&self.im)
    }
    fn one_plus(&self) -> Cx {
        cx(1.0 + &self.re, self.im.clone())
    }
    /// The imaginary part of asin where |z| is huge or infinite, and what it is beside NaN.
    fn huge_im(&self) -> Ex {
        let far = (self.log_abs() + LN_2).abs();
        let lost = is_infinite(&self.im).select(&self.im, &self.like(f64::NAN));
        self.is_nan().select(&lost, &copysign(&far, &self.im))
    }
    fn asin(&self) -> Cx {
        let (minus, plus) = (self.one_minus().sqrt(), self.one_plus().sqrt());
        let near = cx(self.re.atan2(&minus.mul(&plus).re), special::asinh(&minus.conj().mul(&plus).im));
        let re = self.is_nan().select(&self.like(f64::NAN), &self.re.atan2(&self.im.abs()));
        Cx::choose(&self.is_huge().or(&self.is_nan()), &cx(re, self.huge_im()), &near)
    }
    fn acos(&self) -> Cx {
        let (minus, plus) = (self.one_minus().sqrt(), self.one_plus().sqrt());
        let near = cx(2.0 * minus.re.atan2(&plus.re), special::asinh(&plus.conj().mul(&minus).im));
        let re = self.is_nan().select(&self.like(f64::NAN), &self.im.abs().atan2(&self.re));
        Cx::choose(&self.is_huge().or(&self.is_nan()), &cx(re, -self.huge_im()), &near)
    }
    fn acosh(&self) -> Cx {
        let (minus, plus) = (cx(&self.re - 1.0, self.im.clone()).sqrt(), self.one_plus().sqrt());
        let near = cx(special::asinh(&minus.conj().mul(&plus).re), 2.0 * minus.im.atan2(&plus.re));
        let lost = self.is_infinite().select(&self.like(f64::INFINITY), &self.like(f64::NAN));
        let re = self.is_nan().select(&lost, &(self.log_abs() + LN_2));
        let im = self.is_nan().select(&self.like(f64::NAN), &self.arg());
        Cx::choose(&self.is_huge().or(&self.is_nan()), &cx(re, im), &near)
    }
    fn atanh(&self) -> Cx {
        let (x, y) = (self.re.abs(), &self.im);
        let yy = y * y;
        let gap = 1.0 - &x;
        let distance = &gap * &gap + &yy;
        // log(((1+x)² + y²) / ((1-x)² + y²)) / 4; the square of y may underflow beside x = 1.
        let re = 0.25 * (4.0 * &x / &distance).log1p();
        let re = distance.is(0.0).select(&(-0.5 * (y.abs().log() - LN_2)), &re);
        let re = x.is(1.0).and(&y.is(0.0)).select(&self.like(f64::INFINITY), &re);
        let im = 0.5 * (2.0 * y).atan2(&(&gap * (1.0 + &x) - &yy));
        // Far out 1/z is the real part, a quarter turn the imaginary one.
        let far = x.greater(1e150).or(&y.abs().greater(1e150));
        let (most, ratio) = self.scaled();
        let inverse = &x / &most / &most / (&ratio * &ratio + 1.0);
        let inverse = self.is_infinite().select(&self.like(0.0), &inverse);
        let re = copysign(&far.select(&inverse, &re), &self.re);
        let im = far.select(&copysign(&self.like(FRAC_PI_2), y), &im);
        let lost = self.is_nan().and(&self.is_infinite().not());
        let nan = self.like(f64::NAN);
        cx(lost.select(&nan, &re), lost.select(&nan, &im))
    }
}
