//! Complex elementwise ops in real expressions. Sums and products are of the type's parts, and so is the exponential (within 3
//! units in the last place, for c64); everything else is computed in F64 and rounded once, so that c64 needs no care and c128
//! has the formulas that neither overflow nor cancel.

use crate::scalar::{Comps, Exprs, copysign};
use hloom_num::{BinaryOp, UnaryOp};
use hloom_tile::kernel::{Expr, ExprId, Kernel};
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem, UnOp};
use hloom_tile::math::MathFn;
use smallvec::smallvec;

#[derive(Clone, Copy)]
struct Cx(ExprId, ExprId);

impl Cx {
    fn comps(self) -> Comps {
        smallvec![self.0, self.1]
    }
}

/// Parts of c64 as F64: the formulas then neither overflow nor cancel where f32 would.
fn widen(k: &mut Kernel, z: Cx) -> Cx {
    Cx(k.cast(CastOp::FloatExt, z.0, Elem::F64), k.cast(CastOp::FloatExt, z.1, Elem::F64))
}

fn narrow(k: &mut Kernel, c: Comps, to: Elem) -> Comps {
    c.into_iter().map(|x| k.cast(CastOp::FloatTrunc, x, to)).collect()
}

/// `None` if complex numbers do not have the op, or it has no formula here.
pub(crate) fn unary(k: &mut Kernel, op: UnaryOp, a: &Comps) -> Option<Comps> {
    let z = Cx(a[0], a[1]);
    match op {
        UnaryOp::Real => return Some(smallvec![z.0]),
        UnaryOp::Imag => return Some(smallvec![z.1]),
        UnaryOp::Negate => return Some(neg(k, z).comps()),
        UnaryOp::Conj => return Some(smallvec![z.0, k.un(UnOp::Neg, z.1)]),
        _ => {}
    }
    let elem = k.elem(z.0);
    if op == UnaryOp::Exponential {
        return Some(exp(k, z).comps());
    }
    let wide = widen(k, z);
    let r = match op {
        UnaryOp::Abs if elem == Elem::F32 => smallvec![abs_of_narrow(k, wide)],
        _ => function(k, op, wide)?,
    };
    Some(narrow(k, r, elem))
}

fn function(k: &mut Kernel, op: UnaryOp, z: Cx) -> Option<Comps> {
    let elem = Elem::F64;
    let zero = k.float(elem, 0.0);
    let one = k.float(elem, 1.0);
    let r = match op {
        UnaryOp::Abs => return Some(smallvec![abs(k, z)]),
        UnaryOp::Square => {
            // (x - y) (x + y): x² alone may overflow or cancel. One factor may be infinite where the other is zero.
            let (d, s) = (k.fsub(z.0, z.1), k.fadd(z.0, z.1));
            let xy = k.fmul(z.0, z.1);
            let (d0, s0) = (k.cmp(CmpOp::FEq, d, zero), k.cmp(CmpOp::FEq, s, zero));
            let is_zero = k.bin(BinOp::Or, d0, s0);
            let re = k.fmul(d, s);
            Cx(k.select(is_zero, zero, re), k.fadd(xy, xy))
        }
        UnaryOp::Sign => {
            let m = abs(k, z);
            let is_zero = k.cmp(CmpOp::FEq, m, zero);
            let (re, im) = (k.fdiv(z.0, m), k.fdiv(z.1, m));
            Cx(k.select(is_zero, z.0, re), k.select(is_zero, z.1, im))
        }
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
        UnaryOp::Exp2 => {
            let w = scaled(k, z, std::f64::consts::LN_2);
            exp(k, w)
        }
        UnaryOp::Log => log(k, z),
        UnaryOp::Log2 => {
            let w = log(k, z);
            scaled(k, w, std::f64::consts::LOG2_E)
        }
        UnaryOp::LogPlusOne => log1p(k, z),
        UnaryOp::Sqrt => sqrt(k, z),
        UnaryOp::Rsqrt => {
            let s = sqrt(k, z);
            let r = div(k, Cx(one, zero), s);
            let (big, small) = ordered(k, z);
            let (is_inf, minus_im) = (any_infinite(k, big, small), k.un(UnOp::Neg, z.1));
            let (re, im) = (k.select(is_inf, zero, r.0), k.select(is_inf, zero, r.1));
            // Zeros have the signs of the numbers beside them: the right half plane, mirrored.
            Cx(k.un(UnOp::FAbs, re), copysign(k, im, minus_im))
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
            // The power that does not overflow: e^z / (1 + e^z) on the left, 1 / (1 + e^-z) on the right.
            let left = k.cmp(CmpOp::FLt, z.0, zero);
            let n = neg(k, z);
            let w = Cx(k.select(left, z.0, n.0), k.select(left, z.1, n.1));
            let e = exp(k, w);
            let d = Cx(k.fadd(one, e.0), e.1);
            let top = Cx(k.select(left, e.0, one), k.select(left, e.1, zero));
            div(k, top, d)
        }
        UnaryOp::Cbrt => {
            let (m, a, three) = (abs(k, z), arg(k, z), k.float(elem, 3.0));
            let (r, t) = (k.math(MathFn::Cbrt, &[m]), k.fdiv(a, three));
            let (c, s) = (k.math(MathFn::Cos, &[t]), k.math(MathFn::Sin, &[t]));
            let (is_zero, re, im) = (both_zero(k, z), k.fmul(r, c), k.fmul(r, s));
            Cx(k.select(is_zero, z.0, re), k.select(is_zero, z.1, im))
        }
        UnaryOp::Asin => asin(k, z),
        UnaryOp::Acos => acos(k, z),
        UnaryOp::Acosh => acosh(k, z),
        UnaryOp::Atanh => atanh(k, z),
        UnaryOp::Asinh | UnaryOp::Atan => {
            // f(z) = -i g(i z)
            let turned = Cx(k.un(UnOp::Neg, z.1), z.0);
            let w = if op == UnaryOp::Asinh { asin(k, turned) } else { atanh(k, turned) };
            Cx(w.1, k.un(UnOp::Neg, w.0))
        }
        _ => return None,
    };
    Some(r.comps())
}

/// `None` if complex numbers do not have the op, or it has no formula here.
pub(crate) fn binary(k: &mut Kernel, op: BinaryOp, a: &Comps, b: &Comps) -> Option<Comps> {
    let (x, y) = (Cx(a[0], a[1]), Cx(b[0], b[1]));
    let elem = k.elem(x.0);
    let r = match op {
        BinaryOp::Add => Cx(k.fadd(x.0, y.0), k.fadd(x.1, y.1)),
        BinaryOp::Subtract => Cx(k.fsub(x.0, y.0), k.fsub(x.1, y.1)),
        BinaryOp::Multiply => mul(k, x, y),
        BinaryOp::Maximum | BinaryOp::Minimum => extremum(k, op == BinaryOp::Maximum, x, y),
        BinaryOp::Divide | BinaryOp::Power | BinaryOp::Atan2 => {
            let (x, y) = (widen(k, x), widen(k, y));
            let r = match op {
                BinaryOp::Divide => div(k, x, y),
                BinaryOp::Power => pow(k, x, y),
                _ => atan2(k, x, y),
            };
            return Some(narrow(k, r.comps(), elem));
        }
        _ => return None,
    };
    Some(r.comps())
}

/// By real, then imaginary part; a NaN wins, the first before the second.
fn extremum(k: &mut Kernel, max: bool, a: Cx, b: Cx) -> Cx {
    let nan = |k: &mut Kernel, z: Cx| {
        let (re, im) = (k.cmp(CmpOp::FNe, z.0, z.0), k.cmp(CmpOp::FNe, z.1, z.1));
        k.bin(BinOp::Or, re, im)
    };
    let (more, same) = (k.cmp(CmpOp::FLt, b.0, a.0), k.cmp(CmpOp::FEq, a.0, b.0));
    let more_im = k.cmp(CmpOp::FLt, b.1, a.1);
    let tie = k.bin(BinOp::And, same, more_im);
    let greater = k.bin(BinOp::Or, more, tie);
    let first = if max { greater } else { k.un(UnOp::Not, greater) };
    let (an, bn) = (nan(k, a), nan(k, b));
    let b_real = k.un(UnOp::Not, bn);
    let first = k.bin(BinOp::And, first, b_real);
    let first = k.bin(BinOp::Or, an, first);
    Cx(k.select(first, a.0, b.0), k.select(first, a.1, b.1))
}

/// -i log((b + i a) / sqrt(a² + b²))
fn atan2(k: &mut Kernel, a: Cx, b: Cx) -> Cx {
    let (aa, bb) = (mul(k, a, a), mul(k, b, b));
    let sum = Cx(k.fadd(aa.0, bb.0), k.fadd(aa.1, bb.1));
    let norm = sqrt(k, sum);
    let top = Cx(k.fsub(b.0, a.1), k.fadd(b.1, a.0));
    let w = div(k, top, norm);
    let l = log(k, w);
    Cx(l.1, k.un(UnOp::Neg, l.0))
}

fn neg(k: &mut Kernel, z: Cx) -> Cx {
    Cx(k.un(UnOp::Neg, z.0), k.un(UnOp::Neg, z.1))
}

fn scaled(k: &mut Kernel, z: Cx, by: f64) -> Cx {
    let x = k.float(Elem::F64, by);
    Cx(k.fmul(z.0, x), k.fmul(z.1, x))
}

/// The product.
fn mul(k: &mut Kernel, x: Cx, y: Cx) -> Cx {
    let (rr, ii) = (k.fmul(x.0, y.0), k.fmul(x.1, y.1));
    let (ri, ir) = (k.fmul(x.0, y.1), k.fmul(x.1, y.0));
    Cx(k.fsub(rr, ii), k.fadd(ri, ir))
}

/// Quotient by Smith's method: divides by the larger part of the divisor first, so nothing overflows needlessly.
fn div(k: &mut Kernel, x: Cx, y: Cx) -> Cx {
    let elem = k.elem(x.0);
    let (zero, one, inf) = (k.float(elem, 0.0), k.float(elem, 1.0), k.float(elem, f64::INFINITY));
    // An infinite divisor is a direction: what is not infinite becomes zeros of the signs that the quotient has there.
    let (am, bm) = (k.un(UnOp::FAbs, y.0), k.un(UnOp::FAbs, y.1));
    let (a_inf, b_inf) = (k.cmp(CmpOp::FEq, am, inf), k.cmp(CmpOp::FEq, bm, inf));
    let infinite = k.bin(BinOp::Or, a_inf, b_inf);
    let mut unit = |is_inf: ExprId, part: ExprId| {
        let size = k.select(is_inf, one, zero);
        let direction = copysign(k, size, part);
        k.select(infinite, direction, part)
    };
    let y = Cx(unit(a_inf, y.0), unit(b_inf, y.1));
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
    let is_zero = k.cmp(CmpOp::FEq, big, zero);
    let (qr, qi) = (k.fdiv(re, d), k.fdiv(im, d));
    let (zr, zi) = (k.fdiv(x.0, am), k.fdiv(x.1, am));
    let (re, im) = (k.select(is_zero, zr, qr), k.select(is_zero, zi, qi));
    let (vanished_re, vanished_im) = (k.fmul(re, zero), k.fmul(im, zero));
    Cx(k.select(infinite, vanished_re, re), k.select(infinite, vanished_im, im))
}

/// Magnitudes of the parts: the larger, the smaller (either, if one is NaN).
fn ordered(k: &mut Kernel, z: Cx) -> (ExprId, ExprId) {
    let (x, y) = (k.un(UnOp::FAbs, z.0), k.un(UnOp::FAbs, z.1));
    let larger = k.cmp(CmpOp::FLt, x, y);
    (k.select(larger, y, x), k.select(larger, x, y))
}

fn both_zero(k: &mut Kernel, z: Cx) -> ExprId {
    let zero = k.float(Elem::F64, 0.0);
    let (x, y) = (k.cmp(CmpOp::FEq, z.0, zero), k.cmp(CmpOp::FEq, z.1, zero));
    k.bin(BinOp::And, x, y)
}

/// True if a part of (big, small) is infinite.
fn any_infinite(k: &mut Kernel, big: ExprId, small: ExprId) -> ExprId {
    let inf = k.float(Elem::F64, f64::INFINITY);
    let (xi, yi) = (k.cmp(CmpOp::FEq, big, inf), k.cmp(CmpOp::FEq, small, inf));
    k.bin(BinOp::Or, xi, yi)
}

/// `|z|` without overflow.
fn abs(k: &mut Kernel, z: Cx) -> ExprId {
    let elem = k.elem(z.0);
    let (big, small) = ordered(k, z);
    let ratio = k.fdiv(small, big);
    let one = k.float(elem, 1.0);
    let rr = k.fmul(ratio, ratio);
    let s = k.fadd(one, rr);
    let s = k.un(UnOp::Sqrt, s);
    let r = k.fmul(big, s);
    let inf = k.float(elem, f64::INFINITY);
    let is_zero = both_zero(k, z);
    let r = k.select(is_zero, big, r);
    let is_inf = any_infinite(k, big, small);
    k.select(is_inf, inf, r)
}

/// |z| of a z whose squares neither overflow nor vanish.
fn abs_of_narrow(k: &mut Kernel, z: Cx) -> ExprId {
    let xx = k.fmul(z.0, z.0);
    let sum = k.add_expr(Elem::F64, Expr::Fma(z.1, z.1, xx));
    let r = k.un(UnOp::Sqrt, sum);
    let (x, y) = (k.un(UnOp::FAbs, z.0), k.un(UnOp::FAbs, z.1));
    let inf = k.float(Elem::F64, f64::INFINITY);
    let is_inf = any_infinite(k, x, y);
    k.select(is_inf, inf, r)
}

/// e^x alone may overflow where e^x cos y does not: large powers are e^(x - 2 c) (e^c cos y) e^c, with a `c` of few digits whose
/// power is within a 400th of a unit of a number of the type. What overflows still does so times the smallest sine.
fn exp(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let (limit, c, power) = match elem {
        Elem::F32 => (88.0, 53.984375, 2.7868665406616285e23),
        _ => (700.0, 400.1875, 6.298294686228294e173),
    };
    let [zero, one, limit, less, power] = [0.0, 1.0, limit, -2.0 * c, power].map(|x| k.float(elem, x));
    let large = k.cmp(CmpOp::FLt, limit, z.0);
    let lower = k.fadd(z.0, less);
    let x = k.select(large, lower, z.0);
    let e = k.math(MathFn::Exp, &[x]);
    let times = k.select(large, power, one);
    let (c, s) = (k.math(MathFn::Cos, &[z.1]), k.math(MathFn::Sin, &[z.1]));
    let real = k.cmp(CmpOp::FEq, z.1, zero);
    let c = k.select(real, one, c);
    let part = |k: &mut Kernel, x: ExprId| {
        let x = k.fmul(x, times);
        let x = k.fmul(e, x);
        k.fmul(x, times)
    };
    let (re, im) = (part(k, c), part(k, s));
    Cx(re, k.select(real, z.1, im))
}

fn arg(k: &mut Kernel, z: Cx) -> ExprId {
    k.math(MathFn::Atan2, &[z.1, z.0])
}

fn log(k: &mut Kernel, z: Cx) -> Cx {
    Cx(log_abs(k, z), arg(k, z))
}

fn half_log1p(k: &mut Kernel, x: ExprId) -> ExprId {
    let half = k.float(Elem::F64, 0.5);
    let l = k.math(MathFn::Log1p, &[x]);
    k.fmul(half, l)
}

/// x · x and what its rounding lost.
fn exact_square(k: &mut Kernel, x: ExprId) -> (ExprId, ExprId) {
    let xx = k.fmul(x, x);
    let minus = k.un(UnOp::Neg, xx);
    let elem = k.elem(x);
    (xx, k.add_expr(elem, Expr::Fma(x, x, minus)))
}

/// log |z| without overflow, and without cancellation near |z| = 1.
fn log_abs(k: &mut Kernel, z: Cx) -> ExprId {
    let elem = k.elem(z.0);
    let (big, small) = ordered(k, z);
    let ratio = k.fdiv(small, big);
    let rr = k.fmul(ratio, ratio);
    let (lb, lr) = (k.math(MathFn::Log, &[big]), half_log1p(k, rr));
    let far = k.fadd(lb, lr);
    let ((xx, xe), (yy, ye)) = (exact_square(k, big), exact_square(k, small));
    let one = k.float(elem, 1.0);
    let s = k.fsub(xx, one);
    let s = k.fadd(s, yy);
    let e = k.fadd(xe, ye);
    let s = k.fadd(s, e);
    let near = half_log1p(k, s);
    let (lo, hi) = (k.float(elem, 0.5), k.float(elem, 2.0));
    let (above, below) = (k.cmp(CmpOp::FLt, lo, big), k.cmp(CmpOp::FLt, big, hi));
    let is_near = k.bin(BinOp::And, above, below);
    let r = k.select(is_near, near, far);
    let is_zero = both_zero(k, z);
    let r = k.select(is_zero, lb, r);
    let inf = k.float(elem, f64::INFINITY);
    let is_inf = any_infinite(k, big, small);
    k.select(is_inf, inf, r)
}

/// |1 + z|² - 1 = x (2 + x) + y², with products exact in two parts, for small z.
fn log1p(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let one = k.float(elem, 1.0);
    let w = Cx(k.fadd(z.0, one), z.1);
    let far = log_abs(k, w);
    let ((xx, xe), (yy, ye)) = (exact_square(k, z.0), exact_square(k, z.1));
    let double = k.fadd(z.0, z.0);
    let sum = k.fadd(double, yy);
    let m = k.un(UnOp::FAbs, double);
    let double_larger = k.cmp(CmpOp::FLt, yy, m);
    let (large, less) = (k.select(double_larger, double, yy), k.select(double_larger, yy, double));
    let rest = k.fsub(sum, large);
    let rest = k.fsub(less, rest);
    let rest = k.fadd(rest, xx);
    let e = k.fadd(xe, ye);
    let rest = k.fadd(rest, e);
    let t = k.fadd(sum, rest);
    let near = half_log1p(k, t);
    let (xm, ym) = (k.un(UnOp::FAbs, z.0), k.un(UnOp::FAbs, z.1));
    let (xl, yl) = (k.float(elem, 0.5), k.float(elem, 0.9));
    let (x_far, y_far) = (k.cmp(CmpOp::FLt, xl, xm), k.cmp(CmpOp::FLt, yl, ym));
    let is_far = k.bin(BinOp::Or, x_far, y_far);
    Cx(k.select(is_far, far, near), arg(k, w))
}

/// Principal root: real part not negative.
fn sqrt(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let (half, zero, inf) = (k.float(elem, 0.5), k.float(elem, 0.0), k.float(elem, f64::INFINITY));
    // An even power of two keeps |z| in range; its root is exact.
    let (big, _) = ordered(k, z);
    let (top, bottom) = (k.float(elem, 2f64.powi(1020)), k.float(elem, 2f64.powi(-960)));
    let (large, tiny) = (k.cmp(CmpOp::FLt, top, big), k.cmp(CmpOp::FLt, big, bottom));
    let one = k.float(elem, 1.0);
    let mut pick = |low: f64, high: f64| {
        let (l, h) = (k.float(elem, low), k.float(elem, high));
        let s = k.select(tiny, h, one);
        k.select(large, l, s)
    };
    let (scale, back) = (pick(2f64.powi(-4), 2f64.powi(100)), pick(2f64.powi(2), 2f64.powi(-50)));
    let scaled = Cx(k.fmul(z.0, scale), k.fmul(z.1, scale));
    let m = abs(k, scaled);
    let x = k.un(UnOp::FAbs, scaled.0);
    let (hm, hx) = (k.fmul(half, m), k.fmul(half, x));
    let t = k.fadd(hm, hx);
    let t = k.un(UnOp::Sqrt, t);
    let t = k.fmul(t, back);
    let y = k.un(UnOp::FAbs, z.1);
    let two_t = k.fadd(t, t);
    let u = k.fdiv(y, two_t);
    let is_zero = k.cmp(CmpOp::FEq, t, zero);
    let u = k.select(is_zero, zero, u);
    let right = k.cmp(CmpOp::FLe, zero, z.0);
    let (re, im) = (k.select(right, t, u), k.select(right, u, t));
    let tall = k.cmp(CmpOp::FEq, y, inf);
    let (re, im) = (k.select(tall, inf, re), k.select(tall, inf, im));
    Cx(re, copysign(k, im, z.1))
}

/// For numbers so large that 1 does not show beside them: whether `z` is one, and log |2 z|.
fn huge(k: &mut Kernel, z: Cx) -> (ExprId, ExprId) {
    let (big, _) = ordered(k, z);
    let limit = k.float(Elem::F64, 1e150);
    let is = k.cmp(CmpOp::FLt, limit, big);
    let (l, ln2) = (log_abs(k, z), k.float(Elem::F64, std::f64::consts::LN_2));
    (is, k.fadd(l, ln2))
}

/// sqrt(1 - z) and sqrt(1 + z).
fn roots(k: &mut Kernel, z: Cx) -> (Cx, Cx) {
    let one = k.float(Elem::F64, 1.0);
    let (less, more) = (k.fsub(one, z.0), k.fadd(one, z.0));
    let minus_im = k.un(UnOp::Neg, z.1);
    (sqrt(k, Cx(less, minus_im)), sqrt(k, Cx(more, z.1)))
}

fn conj_mul(k: &mut Kernel, a: Cx, b: Cx) -> Cx {
    let c = Cx(a.0, k.un(UnOp::Neg, a.1));
    mul(k, c, b)
}

// The inverse functions are Kahan's, as in `hloom_num::scalar`.

fn asin(k: &mut Kernel, z: Cx) -> Cx {
    let (minus, plus) = roots(k, z);
    let product = mul(k, minus, plus);
    let re = k.math(MathFn::Atan2, &[z.0, product.0]);
    let cross = conj_mul(k, minus, plus);
    let im = k.math(MathFn::Asinh, &[cross.1]);
    let (is_huge, l) = huge(k, z);
    let m = k.un(UnOp::FAbs, z.1);
    let (far_re, far_im) = (k.math(MathFn::Atan2, &[z.0, m]), copysign(k, l, z.1));
    Cx(k.select(is_huge, far_re, re), k.select(is_huge, far_im, im))
}

fn acos(k: &mut Kernel, z: Cx) -> Cx {
    let (minus, plus) = roots(k, z);
    let angle = k.math(MathFn::Atan2, &[minus.0, plus.0]);
    let re = k.fadd(angle, angle);
    let cross = conj_mul(k, plus, minus);
    let im = k.math(MathFn::Asinh, &[cross.1]);
    let (is_huge, l) = huge(k, z);
    let (m, opposite) = (k.un(UnOp::FAbs, z.1), k.un(UnOp::Neg, z.1));
    let (far_re, far_im) = (k.math(MathFn::Atan2, &[m, z.0]), copysign(k, l, opposite));
    Cx(k.select(is_huge, far_re, re), k.select(is_huge, far_im, im))
}

fn acosh(k: &mut Kernel, z: Cx) -> Cx {
    let one = k.float(Elem::F64, 1.0);
    let (less, more) = (k.fsub(z.0, one), k.fadd(z.0, one));
    let (minus, plus) = (sqrt(k, Cx(less, z.1)), sqrt(k, Cx(more, z.1)));
    let cross = conj_mul(k, minus, plus);
    let re = k.math(MathFn::Asinh, &[cross.0]);
    let angle = k.math(MathFn::Atan2, &[minus.1, plus.0]);
    let im = k.fadd(angle, angle);
    let (is_huge, l) = huge(k, z);
    let far_im = arg(k, z);
    Cx(k.select(is_huge, l, re), k.select(is_huge, far_im, im))
}

/// log(((1+x)² + y²) / ((1-x)² + y²)) / 4 and atan2(2y, 1 - x² - y²) / 2; 1/z and a quarter turn for huge z.
fn atanh(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let (x, y) = (k.un(UnOp::FAbs, z.0), z.1);
    let (zero, one) = (k.float(elem, 0.0), k.float(elem, 1.0));
    let yy = k.fmul(y, y);
    let (less, more) = (k.fsub(one, x), k.fadd(one, x));
    let ll = k.fmul(less, less);
    let distance = k.fadd(ll, yy);
    let four = k.float(elem, 4.0);
    let top = k.fmul(four, x);
    let q = k.fdiv(top, distance);
    let (quarter, half) = (k.float(elem, 0.25), k.float(elem, 0.5));
    let l = k.math(MathFn::Log1p, &[q]);
    let re = k.fmul(quarter, l);
    // y² underflows beside x = 1.
    let m = k.un(UnOp::FAbs, y);
    let (log_y, ln2) = (k.math(MathFn::Log, &[m]), k.float(elem, std::f64::consts::LN_2));
    let beside = k.fsub(ln2, log_y);
    let beside = k.fmul(half, beside);
    let touches = k.cmp(CmpOp::FEq, distance, zero);
    let re = k.select(touches, beside, re);
    let square = k.fmul(less, more);
    let side = k.fsub(square, yy);
    let double = k.fadd(y, y);
    let angle = k.math(MathFn::Atan2, &[double, side]);
    let im = k.fmul(half, angle);
    let (big, small) = ordered(k, z);
    let limit = k.float(elem, 1e150);
    let is_huge = k.cmp(CmpOp::FLt, limit, big);
    // Scaled, since |z|² / |z| may still overflow.
    let quarter_z = Cx(k.fmul(quarter, x), k.fmul(quarter, y));
    let inverse = div(k, Cx(one, zero), quarter_z).0;
    let inverse = k.fmul(quarter, inverse);
    let is_inf = any_infinite(k, big, small);
    let far_re = k.select(is_inf, zero, inverse);
    let quarter_turn = k.float(elem, std::f64::consts::FRAC_PI_2);
    let far_im = copysign(k, quarter_turn, y);
    let re = k.select(is_huge, far_re, re);
    Cx(copysign(k, re, z.0), k.select(is_huge, far_im, im))
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

/// By the sinh `s` of the real and the tangent `b` of the imaginary part, as
/// (s sqrt(1 + s²) (1 + b²) + i b) / (1 + (1 + b²) s²), of which nothing cancels (W. Kahan, Branch Cuts for Complex
/// Elementary Functions, 1987); the real part is 1 where the rest is less than its last digit.
fn tanh(k: &mut Kernel, z: Cx) -> Cx {
    let elem = k.elem(z.0);
    let (zero, one, bound) = (k.float(elem, 0.0), k.float(elem, 1.0), k.float(elem, 22.0));
    let (s, b) = (k.math(MathFn::Sinh, &[z.0]), k.math(MathFn::Tan, &[z.1]));
    let (ss, bb) = (k.fmul(s, s), k.fmul(b, b));
    let (cosh2, more) = (k.fadd(one, ss), k.fadd(one, bb));
    let (cosh, times) = (k.un(UnOp::Sqrt, cosh2), k.fmul(more, ss));
    let norm = k.fadd(one, times);
    let re = k.fmul(s, cosh);
    let re = k.fmul(re, more);
    let (re, im) = (k.fdiv(re, norm), k.fdiv(b, norm));
    // At the ends of the real axis it is 1 and at zero it is zero, also where there is no tangent (C17, annex G).
    let (inf, size, side) = (k.float(elem, f64::INFINITY), k.un(UnOp::FAbs, z.0), copysign(k, one, z.0));
    let (open, end, middle) = (k.cmp(CmpOp::FNe, b, b), k.cmp(CmpOp::FEq, size, inf), k.cmp(CmpOp::FEq, s, zero));
    let is_far = k.cmp(CmpOp::FLt, bound, size);
    let far = k.select(open, b, side);
    let re = k.select(is_far, far, re);
    let re = k.select(end, side, re);
    let lost = k.bin(BinOp::And, end, open);
    Cx(k.select(middle, s, re), k.select(lost, zero, im))
}

/// `e^(b log a)`; 1 if `b` is 0, `a` if it is 1; a power of 0 is 0 or, unless Re b > 0, NaN.
fn pow(k: &mut Kernel, a: Cx, b: Cx) -> Cx {
    let elem = k.elem(a.0);
    let (zero, one, nan) = (k.float(elem, 0.0), k.float(elem, 1.0), k.float(elem, f64::NAN));
    let l = log(k, a);
    let e = mul(k, b, l);
    let r = exp(k, e);
    let (az, bz) = (both_zero(k, a), both_zero(k, b));
    let positive = k.cmp(CmpOp::FLt, zero, b.0);
    let of_zero = k.select(positive, zero, nan);
    let less = k.fsub(b.0, one);
    let is_one = both_zero(k, Cx(less, b.1));
    let (re, im) = (k.select(is_one, a.0, r.0), k.select(is_one, a.1, r.1));
    let (re, im) = (k.select(az, of_zero, re), k.select(az, of_zero, im));
    Cx(k.select(bz, one, re), k.select(bz, zero, im))
}
