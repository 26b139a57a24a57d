//! The logarithm and what is made of it: log1p, power, asinh, acosh, atanh.
//!
//! `x = 2^k (1 + f)` with 1 + f between √½ and √2, split by integer arithmetic on the bits.

use super::coef;
use super::writer::{Pair, Writer};
use crate::loop_ir::{BinOp, UnOp, Val};

/// ln 2 to 32 bits, so that products with exponents are exact, and the rest.
pub(super) const LN2_HI: f64 = 0.6931471803691238;
pub(super) const LN2_LO: f64 = 1.9082149292705877e-10;
/// ln 2 to 15 bits, and the rest.
pub(super) const LN2_HI_F32: f64 = 0.693145751953125;
pub(super) const LN2_LO_F32: f64 = 1.4286068203094173e-06;

/// 1 / ln 2, and what its nearest F64 lacks.
const LOG2E: f64 = std::f64::consts::LOG2_E;
const LOG2E_REST: f64 = 2.0355273740931033e-17;
/// The same for F32.
const LOG2E_F32: f64 = 1.4426950216293335;
const LOG2E_REST_F32: f64 = 1.9259629911266175e-08;

/// 2^k (1 + f).
struct Split {
    k: Val,
    f: Val,
    /// The bits of 2^k.
    power: Val,
}

impl Writer<'_> {
    /// A positive number, of which `subnormal` says that it may be one.
    fn log_split(&mut self, x: Val, subnormal: bool) -> Split {
        let bits = self.mantissa_bits();
        let lift = f64::from(bits + 2);
        let tiny = subnormal.then(|| self.lt_c(x, self.pick(f32::MIN_POSITIVE.into(), f64::MIN_POSITIVE)));
        let x = match tiny {
            Some(tiny) => {
                let up = self.mul_c(x, lift.exp2());
                self.sel(tiny, up, x)
            }
            None => x,
        };
        let i = self.bits(x);
        let one = self.bias() << bits;
        let root = if self.is_f64() { 0x3fe6_a09e_667f_3bcd } else { 0x3f35_04f3 };
        let t = self.int_c(BinOp::Add, i, one - root);
        let e = self.int_c(BinOp::LShr, t, bits.into());
        let k = self.float_of_small(e);
        let bias = self.bias() as f64;
        let k = match tiny {
            Some(tiny) => {
                let (plain, lifted) = (self.c(-bias), self.c(-bias - lift));
                let offset = self.sel(tiny, lifted, plain);
                self.add(k, offset)
            }
            None => self.add_c(k, -bias),
        };
        let power = self.int_c(BinOp::Shl, e, bits.into());
        let m = self.int(BinOp::Sub, i, power);
        let m = self.int_c(BinOp::Add, m, one);
        let m = self.of_bits(m);
        Split { k, f: self.add_c(m, -1.0), power }
    }

    /// `k ln 2 + log(1 + f) + extra`.
    fn log_joined(&mut self, k: Val, f: Val, extra: Option<Val>) -> Val {
        let (upper, lower) = (self.pick(LN2_HI_F32, LN2_HI), self.pick(LN2_LO_F32, LN2_LO));
        let low = match extra {
            Some(e) => self.fma_c(k, lower, e),
            None => self.mul_c(k, lower),
        };
        let y = if self.is_f64() && !self.short {
            let d = self.add_c(f, 2.0);
            let s = self.div(f, d);
            let z = self.mul(s, s);
            let zz = self.mul(z, z);
            let r = self.poly_by_pairs(z, zz, &coef::LOG);
            let r = self.mul(r, z);
            let half = self.mul_c(f, 0.5);
            let half = self.mul(half, f);
            let sum = self.add(half, r);
            let y = self.fma(s, sum, low);
            let y = self.sub(half, y);
            self.sub(f, y)
        } else {
            // A division takes longer than the terms it would save.
            let table: &[f64] = if self.is_f64() { &coef::LOG_WHOLE_S } else { &coef::LOG_WHOLE_F32 };
            let square = self.mul(f, f);
            let r = self.poly_by_pairs(f, square, table);
            let cube = self.mul(square, f);
            let y = self.fma(cube, r, low);
            let half = self.mul_c(f, -0.5);
            let y = self.fma(half, f, y);
            self.add(f, y)
        };
        self.fma_c(k, upper, y)
    }

    /// Values at 0, below 0, +inf and NaN put right.
    fn log_specials(&mut self, x: Val, y: Val) -> Val {
        let (inf, nan) = (self.c(f64::INFINITY), self.c(f64::NAN));
        let zero = self.c(0.0);
        let negative_inf = self.c(f64::NEG_INFINITY);
        let finite = self.lt(x, inf);
        let y = self.sel(finite, y, x);
        let is_zero = self.eq(x, zero);
        let y = self.sel(is_zero, negative_inf, y);
        let negative = self.lt(x, zero);
        self.sel(negative, nan, y)
    }

    pub(super) fn log(&mut self, x: Val) -> Val {
        let Split { k, f, .. } = self.log_split(x, true);
        let y = self.log_joined(k, f, None);
        self.log_specials(x, y)
    }

    /// k + log(1 + f) / ln 2: exact for powers of two.
    pub(super) fn log2(&mut self, x: Val) -> Val {
        let Split { k, f, .. } = self.log_split(x, true);
        let zero = self.c(0.0);
        let l = self.log_joined(zero, f, None);
        let (upper, lower) = (self.pick(LOG2E_F32, LOG2E), self.pick(LOG2E_REST_F32, LOG2E_REST));
        let y = self.fma_c(l, lower, k);
        let y = self.fma_c(l, upper, y);
        self.log_specials(x, y)
    }

    /// log(u) + c / u with u = 1 + x rounded and c what rounding lost: at most half a unit of log(u), unless u is close to 1.
    pub(super) fn log1p(&mut self, x: Val) -> Val {
        let one = self.c(1.0);
        let u = self.two_sum(one, x);
        let Split { k, f, power } = self.log_split(u.hi, false);
        // 1 / (2 + 2 f) to a part in 270, and exactly enough where f is small; 2^(1-k) also for the largest k.
        let squared = self.mul(f, f);
        let bend = self.c(0.5398486);
        let bend = self.fma_c(f, -0.467971, bend);
        let half = self.c(0.5);
        let inverse = self.fma_c(f, -0.5, half);
        let inverse = self.fma(squared, bend, inverse);
        let twice = self.ci((2 * self.bias() + 1) << self.mantissa_bits());
        let scale = self.int(BinOp::Sub, twice, power);
        let scale = self.of_bits(scale);
        let c = self.mul(u.lo, scale);
        let c = self.mul(c, inverse);
        let y = self.log_joined(k, f, Some(c));
        let y = self.log_specials(u.hi, y);
        // Tiny x, and the sign of zero.
        let a = self.abs(x);
        let tiny = self.lt_c(a, self.pick(1e-12, 1e-20));
        self.sel(tiny, x, y)
    }

    /// log of a positive finite number to about 2^-65 relative (F64).
    fn log_pair(&mut self, x: Val) -> Pair {
        let Split { k, f, .. } = self.log_split(x, true);
        let two = self.c(2.0);
        let d = self.fast_two_sum(two, f);
        let s = self.div(f, d.hi);
        let r = self.fnma(s, d.hi, f);
        let r = self.fnma(s, d.lo, r);
        let sl = self.div(r, d.hi);
        // z = s²
        let z = self.two_product(s, s);
        let s2 = self.add(s, s);
        let zl = self.fma(s2, sl, z.lo);
        // c = 2/3 + z · tail
        let tail = self.poly(z.hi, &coef::LOG_TAIL);
        let tail = self.mul(tail, z.hi);
        let third = self.c(2.0 / 3.0);
        let c = self.fast_two_sum(third, tail);
        let cl = self.add_c(c.lo, 3.700743415417188e-17);
        // w = z c
        let w = self.two_product(z.hi, c.hi);
        let wl = self.fma(z.hi, cl, w.lo);
        let wl = self.fma(zl, c.hi, wl);
        // q = s w
        let q = self.two_product(s, w.hi);
        let ql = self.fma(s, wl, q.lo);
        let ql = self.fma(sl, w.hi, ql);
        // log(1 + f) = 2 s + q
        let l = self.fast_two_sum(s2, q.hi);
        let ll = self.add(l.lo, ql);
        let ll = self.fma_c(sl, 2.0, ll);
        let kh = self.mul_c(k, LN2_HI);
        let sum = self.fast_two_sum(kh, l.hi);
        let lo = self.add(sum.lo, ll);
        let lo = self.fma_c(k, LN2_LO, lo);
        self.fast_two_sum(sum.hi, lo)
    }

    /// x^y, F64 lanes: e^(y log |x|), then IEEE 754's special cases.
    pub(super) fn pow(&mut self, x: Val, y: Val) -> Val {
        let a = self.abs(x);
        let (p, lo) = if self.short {
            let l = self.log(a);
            (self.mul(y, l), None)
        } else {
            let l = self.log_pair(a);
            let p = self.two_product(y, l.hi);
            let lo = self.fma(y, l.lo, p.lo);
            // Meaningless where the product overflows; those results are 0 or infinite.
            let size = self.abs(p.hi);
            let ordinary = self.lt_c(size, 1e4);
            let zero = self.c(0.0);
            (p.hi, Some(self.sel(ordinary, lo, zero)))
        };
        let m = match lo {
            Some(lo) => self.exp_pair_times(p, lo, None),
            None => self.exp(p),
        };
        let (zero, one, inf, nan) = (self.c(0.0), self.c(1.0), self.c(f64::INFINITY), self.c(f64::NAN));
        // Base 0 or infinite, or exponent infinite: 0 or infinite by direction.
        let y_positive = self.lt(zero, y);
        let base_large = self.lt(one, a);
        let opposite = self.differ(y_positive, base_large);
        let limit = self.sel(opposite, zero, inf);
        let ay = self.abs(y);
        let base_zero = self.eq(a, zero);
        let base_inf = self.eq(a, inf);
        let y_inf = self.eq(ay, inf);
        let extreme = self.either(base_zero, base_inf);
        let extreme = self.either(extreme, y_inf);
        let m = self.sel(extreme, limit, m);
        // Sign and domain for a negative base.
        let whole = self.floor(y);
        let whole = self.eq(whole, y);
        let half = self.mul_c(y, 0.5);
        let half_floor = self.floor(half);
        let even = self.eq(half_floor, half);
        let negative = self.is_negative(x);
        let flipped = self.neg(m);
        let kept_if_even = self.sel(even, m, flipped);
        let kept = self.sel(whole, kept_if_even, m);
        let m = self.sel(negative, kept, m);
        let below = self.lt(x, zero);
        let finite = self.lt(a, inf);
        let not_whole = self.b.un(UnOp::Not, whole);
        let outside = self.both(below, finite);
        let outside = self.both(outside, not_whole);
        let m = self.sel(outside, nan, m);
        // NaN in, NaN out, unless the other operand settles the result.
        let sum = self.add(x, y);
        let x_ok = self.eq(x, x);
        let y_ok = self.eq(y, y);
        let ordered = self.both(x_ok, y_ok);
        let m = self.sel(ordered, m, sum);
        let y_zero = self.eq(y, zero);
        let base_one = self.eq(x, one);
        // (-1)^±inf is 1 as well: both directions are the same.
        let unit = self.eq(a, one);
        let unit = self.both(unit, y_inf);
        let settled = self.either(y_zero, base_one);
        let settled = self.either(settled, unit);
        self.sel(settled, one, m)
    }

    /// Sign · log1p(a + a² / (1 + √(a² + 1))); log 2a for large a.
    pub(super) fn asinh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let aa = self.mul(a, a);
        let root = self.add_c(aa, 1.0);
        let root = self.sqrt(root);
        let below = self.add_c(root, 1.0);
        let q = self.div(aa, below);
        let t = self.add(a, q);
        let y = self.log1p_or_log_double(a, t);
        self.with_sign(y, x)
    }

    /// log1p(t + √(2 t + t²)), t = x - 1; log 2x for large x.
    pub(super) fn acosh(&mut self, x: Val) -> Val {
        let t = self.add_c(x, -1.0);
        let t2 = self.add(t, t);
        let tt = self.fma(t, t, t2);
        let root = self.sqrt(tt);
        let sum = self.add(t, root);
        let y = self.log1p_or_log_double(x, sum);
        let one = self.c(1.0);
        let below = self.lt(x, one);
        let nan = self.c(f64::NAN);
        self.sel(below, nan, y)
    }

    /// log1p(t), or log(2 a) where a is so large that a² might overflow.
    fn log1p_or_log_double(&mut self, a: Val, t: Val) -> Val {
        let large = self.gt_c(a, 1e18);
        let u = self.sel(large, a, t);
        let y = self.log1p(u);
        let (ln2, zero) = (self.c(std::f64::consts::LN_2), self.c(0.0));
        let extra = self.sel(large, ln2, zero);
        self.add(y, extra)
    }

    /// Sign · log1p(2 a / (1 - a)) / 2.
    pub(super) fn atanh(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let below = self.c_sub(1.0, a);
        let a2 = self.add(a, a);
        let t = self.div(a2, below);
        let y = self.log1p(t);
        let y = self.mul_c(y, 0.5);
        let one = self.c(1.0);
        let outside = self.lt(one, a);
        let nan = self.c(f64::NAN);
        let y = self.sel(outside, nan, y);
        self.with_sign(y, x)
    }
}
