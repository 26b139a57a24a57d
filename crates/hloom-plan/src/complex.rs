//! Complex elementwise ops in real expressions. Simple formulas: these are not hot.

use crate::scalar::{Comps, Exprs};
use hloom_num::{BinaryOp, UnaryOp};
use hloom_tile::kernel::{ExprId, Kernel};
use hloom_tile::loop_ir::{BinOp, CmpOp, UnOp};
use hloom_tile::math::MathFn;
use smallvec::smallvec;

#[derive(Clone, Copy)]
struct Cx(ExprId, ExprId);

impl Cx {
    fn comps(self) -> Comps {
        smallvec![self.0, self.1]
    }
}

/// `None` if complex numbers do not have the op, or it has no formula here.
pub(crate) fn unary(k: &mut Kernel, op: UnaryOp, a: &Comps) -> Option<Comps> {
    let z = Cx(a[0], a[1]);
    let elem = k.elem(z.0);
    let zero = k.float(elem, 0.0);
    let one = k.float(elem, 1.0);
    let r = match op {
        UnaryOp::Real => return Some(smallvec![z.0]),
        UnaryOp::Imag => return Some(smallvec![z.1]),
        UnaryOp::Abs => return Some(smallvec![abs(k, z)]),
        UnaryOp::Negate => neg(k, z),
        UnaryOp::Conj => Cx(z.0, k.un(UnOp::Neg, z.1)),
        UnaryOp::Square => mul(k, z, z),
        UnaryOp::Sign => {
            let m = abs(k, z);
            let is_zero = k.cmp(CmpOp::FEq, m, zero);
            let (re, im) = (k.fdiv(z.0, m), k.fdiv(z.1, m));
            Cx(k.select(is_zero, z.0, re), k.select(is_zero, z.1, im))
        }
        UnaryOp::Exponential => exp(k, z),
        UnaryOp::ExponentialMinusOne => {
            // e^x cos y - 1 = (e^x - 1) cos y - 2 sin²(y/2)
            let half = k.float(elem, 0.5);
            let h = k.fmul(half, z.1);
            let s = k.math(MathFn::Sin, &[h]);
            let (c, e) = (k.math(MathFn::Cos, &[z.1]), k.math(MathFn::Expm1, &[z.0]));
            let two = k.float(elem, 2.0);
            let ss = k.fmul(s, s);
            let ss = k.fmul(two, ss);
            let ec = k.fmul(e, c);
            let re = k.fsub(ec, ss);
            let im = exp(k, z).1;
            Cx(re, im)
        }
        UnaryOp::Log => log(k, z),
        UnaryOp::LogPlusOne => {
            let w = Cx(k.fadd(z.0, one), z.1);
            log(k, w)
        }
        UnaryOp::Sqrt => sqrt(k, z),
        UnaryOp::Rsqrt => {
            let s = sqrt(k, z);
            div(k, Cx(one, zero), s)
        }
        UnaryOp::Sine => {
            let s = sinh(k, Cx(z.1, z.0));
            Cx(s.1, s.0)
        }
        UnaryOp::Cosine => {
            let minus = k.un(UnOp::Neg, z.1);
            cosh(k, Cx(minus, z.0))
        }
        UnaryOp::Sinh => sinh(k, z),
        UnaryOp::Cosh => cosh(k, z),
        UnaryOp::Tanh => tanh(k, z),
        UnaryOp::Tan => {
            let t = tanh(k, Cx(z.1, z.0));
            Cx(t.1, t.0)
        }
        UnaryOp::Logistic => {
            let n = neg(k, z);
            let e = exp(k, n);
            let d = Cx(k.fadd(one, e.0), e.1);
            div(k, Cx(one, zero), d)
        }
        UnaryOp::Cbrt => {
            let third = k.float(elem, 1.0 / 3.0);
            pow(k, z, Cx(third, zero))
        }
        _ => return None,
    };
    Some(r.comps())
}

/// `None` if complex numbers do not have the op, or it has no formula here.
pub(crate) fn binary(k: &mut Kernel, op: BinaryOp, a: &Comps, b: &Comps) -> Option<Comps> {
    let (x, y) = (Cx(a[0], a[1]), Cx(b[0], b[1]));
    let r = match op {
        BinaryOp::Add => Cx(k.fadd(x.0, y.0), k.fadd(x.1, y.1)),
        BinaryOp::Subtract => Cx(k.fsub(x.0, y.0), k.fsub(x.1, y.1)),
        BinaryOp::Multiply => mul(k, x, y),
        BinaryOp::Divide => div(k, x, y),
        BinaryOp::Power => pow(k, x, y),
        _ => return None,
    };
    Some(r.comps())
}

fn neg(k: &mut Kernel, z: Cx) -> Cx {
    Cx(k.un(UnOp::Neg, z.0), k.un(UnOp::Neg, z.1))
}

/// The product.
fn mul(k: &mut Kernel, x: Cx, y: Cx) -> Cx {
    let (rr, ii) = (k.fmul(x.0, y.0), k.fmul(x.1, y.1));
    let (ri, ir) = (k.fmul(x.0, y.1), k.fmul(x.1, y.0));
    Cx(k.fsub(rr, ii), k.fadd(ri, ir))
}

/// Quotient by Smith's method: divides by the larger part of the divisor first, so nothing overflows needlessly.
fn div(k: &mut Kernel, x: Cx, y: Cx) -> Cx {
    let (am, bm) = (k.un(UnOp::FAbs, y.0), k.un(UnOp::FAbs, y.1));
    let real_larger = k.cmp(CmpOp::FLe, bm, am);
    let (big, small) = (k.select(real_larger, y.0, y.1), k.select(real_larger, y.1, y.0));
    let ratio = k.fdiv(small, big);
    let t = k.fmul(small, ratio);
    let d = k.fadd(big, t);
    // real larger: ((a + b r) / d, (b - a r) / d); else ((a r + b) / d, (b r - a) / d)
    let (ar, br) = (k.fmul(x.0, ratio), k.fmul(x.1, ratio));
    let (re1, im1) = (k.fadd(x.0, br), k.fsub(x.1, ar));
    let (re2, im2) = (k.fadd(ar, x.1), k.fsub(br, x.0));
    let (re, im) = (k.select(real_larger, re1, re2), k.select(real_larger, im1, im2));
    // A zero divisor: each part becomes its own infinity or NaN.
    let elem = k.elem(x.0);
    let zero = k.float(elem, 0.0);
    let is_zero = k.cmp(CmpOp::FEq, big, zero);
    let (qr, qi) = (k.fdiv(re, d), k.fdiv(im, d));
    let (zr, zi) = (k.fdiv(x.0, am), k.fdiv(x.1, am));
    Cx(k.select(is_zero, zr, qr), k.select(is_zero, zi, qi))
}

/// `|z|` without overflow.
fn abs(k: &mut Kernel, z: Cx) -> ExprId {
    let elem = k.elem(z.0);
    let (x, y) = (k.un(UnOp::FAbs, z.0), k.un(UnOp::FAbs, z.1));
    let larger = k.cmp(CmpOp::FLt, x, y);
    let (big, small) = (k.select(larger, y, x), k.select(larger, x, y));
    let ratio = k.fdiv(small, big);
    let one = k.float(elem, 1.0);
    let rr = k.fmul(ratio, ratio);
    let s = k.fadd(one, rr);
    let s = k.un(UnOp::Sqrt, s);
    let r = k.fmul(big, s);
    let zero = k.float(elem, 0.0);
    let inf = k.float(elem, f64::INFINITY);
    let is_zero = k.cmp(CmpOp::FEq, big, zero);
    let r = k.select(is_zero, big, r);
    let (xi, yi) = (k.cmp(CmpOp::FEq, x, inf), k.cmp(CmpOp::FEq, y, inf));
    let is_inf = k.bin(BinOp::Or, xi, yi);
    k.select(is_inf, inf, r)
}

fn exp(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let zero = k.float(elem, 0.0);
    let e = k.math(MathFn::Exp, &[z.0]);
    let (c, s) = (k.math(MathFn::Cos, &[z.1]), k.math(MathFn::Sin, &[z.1]));
    let real = k.cmp(CmpOp::FEq, z.1, zero);
    let (re, im) = (k.fmul(e, c), k.fmul(e, s));
    Cx(k.select(real, e, re), k.select(real, z.1, im))
}

fn log(k: &mut Kernel, z: Cx) -> Cx {
    let m = abs(k, z);
    Cx(k.math(MathFn::Log, &[m]), k.math(MathFn::Atan2, &[z.1, z.0]))
}

/// Principal root: real part not negative.
fn sqrt(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let (half, zero) = (k.float(elem, 0.5), k.float(elem, 0.0));
    let m = abs(k, z);
    let x = k.un(UnOp::FAbs, z.0);
    let (hm, hx) = (k.fmul(half, m), k.fmul(half, x));
    let t = k.fadd(hm, hx);
    let t = k.un(UnOp::Sqrt, t);
    let y = k.un(UnOp::FAbs, z.1);
    let two_t = k.fadd(t, t);
    let u = k.fdiv(y, two_t);
    let is_zero = k.cmp(CmpOp::FEq, t, zero);
    let u = k.select(is_zero, zero, u);
    let right = k.cmp(CmpOp::FLe, zero, z.0);
    let (re, im) = (k.select(right, t, u), k.select(right, u, t));
    let bits = copysign(k, im, z.1);
    Cx(re, bits)
}

/// The magnitude of `x` (not negative) with the sign of `s`.
fn copysign(k: &mut Kernel, x: ExprId, s: ExprId) -> ExprId {
    use hloom_tile::loop_ir::{CastOp, Elem};
    let elem = k.elem(x);
    let int = if elem == Elem::F64 { Elem::I64 } else { Elem::I32 };
    let mask = k.int(int, if int == Elem::I64 { i64::MIN } else { i64::from(i32::MIN) });
    let (xb, sb) = (k.cast(CastOp::Bitcast, x, int), k.cast(CastOp::Bitcast, s, int));
    let sign = k.bin(BinOp::And, sb, mask);
    let r = k.bin(BinOp::Or, xb, sign);
    k.cast(CastOp::Bitcast, r, elem)
}

fn sinh(k: &mut Kernel, z: Cx) -> Cx {
    let (sh, ch) = (k.math(MathFn::Sinh, &[z.0]), k.math(MathFn::Cosh, &[z.0]));
    let (s, c) = (k.math(MathFn::Sin, &[z.1]), k.math(MathFn::Cos, &[z.1]));
    Cx(k.fmul(sh, c), k.fmul(ch, s))
}

fn cosh(k: &mut Kernel, z: Cx) -> Cx {
    let (sh, ch) = (k.math(MathFn::Sinh, &[z.0]), k.math(MathFn::Cosh, &[z.0]));
    let (s, c) = (k.math(MathFn::Sin, &[z.1]), k.math(MathFn::Cos, &[z.1]));
    Cx(k.fmul(ch, c), k.fmul(sh, s))
}

/// By the tangent of the imaginary and the tanh of the real part: (a + i b) / (1 + i a b), which does not overflow.
fn tanh(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let one = k.float(elem, 1.0);
    let (a, b) = (k.math(MathFn::Tanh, &[z.0]), k.math(MathFn::Tan, &[z.1]));
    let ab = k.fmul(a, b);
    div(k, Cx(a, b), Cx(one, ab))
}

/// `e^(b log a)`; 1 if `b` is 0, 0 if only `a` is.
fn pow(k: &mut Kernel, a: Cx, b: Cx) -> Cx {
    let elem = k.elem(a.0);
    let (zero, one) = (k.float(elem, 0.0), k.float(elem, 1.0));
    let l = log(k, a);
    let e = mul(k, b, l);
    let r = exp(k, e);
    let is_zero = |k: &mut Kernel, z: Cx| {
        let (x, y) = (k.cmp(CmpOp::FEq, z.0, zero), k.cmp(CmpOp::FEq, z.1, zero));
        k.bin(BinOp::And, x, y)
    };
    let (az, bz) = (is_zero(k, a), is_zero(k, b));
    let (re, im) = (k.select(az, zero, r.0), k.select(az, zero, r.1));
    Cx(k.select(bz, one, re), k.select(bz, zero, im))
}
