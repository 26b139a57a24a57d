//! Circular functions and their inverses: in F64 lanes, sine and cosine of moderate F32 arguments in F32 lanes.
//!
//! Arguments are reduced to |r| ≤ π/4 and a quadrant: by subtracting a multiple of π/2 in three parts up to 2^30, else
//! by multiplying with the bits of 2/π that matter (Payne and Hanek), in a helper that is called only if some lane is that
//! large. In F32 lanes the three parts do up to 2^15, and a helper computes larger lanes in F64.

use super::coef;
use super::writer::{Pair, Writer};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Expr, HReduce, Stmt, Ty, UnOp, Val};
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, PI};

/// π/2 - FRAC_PI_2, in two more parts.
const PIO2_2: f64 = 6.123233995736766e-17;
const PIO2_3: f64 = -1.4973849048591698e-33;
/// π/2 in three F32 parts.
const PIO2_F32: [f64; 3] = [1.570796370506287, -4.371138828673793e-08, -1.7151245100058819e-15];
/// Largest argument that is reduced in F32 lanes.
const NEAR_F32: f64 = 32768.0;

/// A zero word, then the binary digits of 2/π, 32 a word.
#[rustfmt::skip]
const TWO_OVER_PI: [u32; 41] = [
    0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
    0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf,
    0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
    0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
];

/// `x = quadrant · π/2 + r` modulo 2π.
struct Angle {
    r: Pair,
    /// Integer lanes; the low two bits count.
    quadrant: Val,
}

impl Writer<'_> {
    /// The angle of a number that is not in reach of [`Self::angle_near`], in F64.
    fn angle_beyond(&mut self, x: Val) -> Angle {
        if self.short { self.angle_far_short(x) } else { self.angle_far(x) }
    }

    /// Values of one lane after the other, in a loop: for what is long and rare, so that it is compiled once, as scalars.
    fn lane_by_lane(&mut self, x: Val, one: impl FnOnce(&mut Writer<'_>, Val) -> Val) -> Val {
        let lanes = self.ty.lanes;
        if lanes == 1 {
            return one(self, x);
        }
        let int = self.int_ty();
        let (vector, short) = (self.ty, self.short);
        let (zero, all) = (self.b.i64(0), self.b.i64(lanes.into()));
        let (none, numbers) = (self.ci(0), self.b.expr(int, Expr::Lanes));
        let bits = self.bits(x);
        let results = self.b.for_loop(zero, all, 1, &[x], |b, lane, found| {
            let lane = b.splat(lane, lanes);
            let here = b.cmp(CmpOp::Eq, numbers, lane);
            let only = b.select(here, bits, none);
            let only = b.expr(Ty::scalar(int.elem), Expr::Reduce(HReduce::Bin(BinOp::Or), only));
            let mut scalar = Writer { ty: Ty::scalar(vector.elem), short, b: &mut *b };
            let x = scalar.of_bits(only);
            let y = one(&mut scalar, x);
            let y = b.splat(y, lanes);
            vec![b.select(here, y, found[0])]
        });
        results[0]
    }

    /// The values `near`, but where |x| is above `bound` those that `exact` computes from x and a scalar, in a helper that is called
    /// only if there is such a lane.
    fn beyond(
        &mut self,
        name: &str,
        (x, other): (Val, Val),
        bound: f64,
        near: Val,
        exact: impl FnOnce(&mut Writer<'_>, Val, Val) -> Val,
    ) -> Val {
        let (ty, short) = (self.ty, self.short);
        let a = self.abs(x);
        let far = self.gt_c(a, bound);
        let taken = self.any(far);
        self.b.open();
        let kind = match (self.is_f64(), short) {
            (false, _) => "f32",
            (true, false) => "f64",
            (true, true) => "f64_for_f32",
        };
        let write = |b: &mut FuncBuilder, ty: Ty, args: &[Val]| exact(&mut Writer { b, ty, short }, args[0], args[1]);
        let exact = self.b.call_helper_in_lanes(&format!("{name}_{kind}"), (x, other), write);
        let merged = self.sel(far, exact, near);
        let then = (self.b.close(), vec![merged]);
        self.b.open();
        let els = (self.b.close(), vec![near]);
        let result = self.b.fresh_here(ty);
        self.b.push(Stmt::If { cond: taken, then, els, results: vec![result] });
        result
    }

    /// |x| ≤ 2^30, in F32 2^15. The first subtraction is exact: both operands are multiples of an ulp of π/2 or less.
    fn angle_near(&mut self, x: Val) -> Angle {
        let magic = self.magic();
        let magic_val = self.c(magic);
        let t = self.fma_c(x, FRAC_2_PI, magic_val);
        let n = self.add_c(t, -magic);
        let quadrant = self.bits(t);
        let [first, second, third] = if self.is_f64() { [FRAC_PI_2, PIO2_2, PIO2_3] } else { PIO2_F32 };
        let first = self.fma_c(n, -first, x);
        let minus_n = self.neg(n);
        if self.short {
            let hi = self.fma_c(minus_n, second, first);
            let lo = self.c(0.0);
            return Angle { r: Pair { hi, lo }, quadrant };
        }
        let second = self.c(second);
        let p = self.two_product(minus_n, second);
        // Exact although `p.hi` may be the larger one: as long as n is not 0, `first` is a multiple of 2^-24 or, in F64, 2^-53, and n so
        // small that these are multiples of an ulp of `p.hi`.
        let r = self.fast_two_sum(first, p.hi);
        let rest = self.fma_c(minus_n, third, p.lo);
        let lo = self.add(r.lo, rest);
        Angle { r: Pair { hi: r.hi, lo }, quadrant }
    }

    /// N words of binary digits, most significant first, from digit `offset` of a word of the table on. The table has N words
    /// more than a power of two, that of the words at which they may begin.
    fn digits<const N: usize>(&mut self, table: &[u32], word: Val, offset: Val) -> [Val; N] {
        let mut words: Vec<Val> = table.iter().map(|&w| self.ci(w.into())).collect();
        // Bit b of the index drops 2^b words from the front.
        for b in (0..(table.len() - N).ilog2()).rev() {
            let bit = self.int_c(BinOp::And, word, 1 << b);
            let zero = self.ci(0);
            let set = self.b.cmp(CmpOp::Ne, bit, zero);
            let left = (1usize << b) + N;
            words = (0..left).map(|i| self.sel(set, words[i + (1 << b)], words[i])).collect();
        }
        std::array::from_fn(|j| {
            let high = self.int_c(BinOp::Shl, words[j], 32);
            let both = self.int(BinOp::Or, high, words[j + 1]);
            let shifted = self.int(BinOp::Shl, both, offset);
            self.int_c(BinOp::LShr, shifted, 32)
        })
    }

    /// As [`Self::angle_far`] for numbers of 24 bits, with the 96 bits of 2/π that give less than four quadrants; the remainder is
    /// off by at most 2^-60.
    fn angle_far_short(&mut self, x: Val) -> Angle {
        let a = self.abs(x);
        let bits = self.bits(a);
        let m = self.int_c(BinOp::LShr, bits, 29);
        let m = self.int_c(BinOp::And, m, (1 << 23) - 1);
        let m = self.int_c(BinOp::Or, m, 1 << 23);
        let exponent = self.int_c(BinOp::LShr, bits, 52);
        // The digit of weight 2 where the integer m counts; the first digit of 2/π has number 0.
        let start = self.int_c(BinOp::Sub, exponent, 1023 + 23 + 2);
        let (word, offset) = (self.int_c(BinOp::LShr, start, 5), self.int_c(BinOp::And, start, 31));
        let digits = self.digits::<3>(&TWO_OVER_PI[1..8], word, offset);
        let [p0, p1, p2] = digits.map(|d| self.int(BinOp::Mul, d, m));
        let (p0, p2) = (self.int_c(BinOp::Shl, p0, 32), self.int_c(BinOp::LShr, p2, 32));
        let top = self.int(BinOp::Add, p0, p1);
        let top = self.int(BinOp::Add, top, p2);
        let (rest, quadrant) = self.nearest_quadrant(top);
        let rest = self.b.cast(CastOp::SToF, rest, Elem::F64);
        let r = self.mul_c(rest, FRAC_PI_2 * 2f64.powi(-62));
        let lo = self.c(0.0);
        self.odd_angle(x, Pair { hi: r, lo }, quadrant)
    }

    /// What is left over from the nearest quadrant, signed, in units of 2^-62 quadrants, and its number; of an angle whose two
    /// upper bits count quadrants.
    fn nearest_quadrant(&mut self, top: Val) -> (Val, Val) {
        let quadrant = self.int_c(BinOp::Add, top, 1 << 61);
        let quadrant = self.int_c(BinOp::LShr, quadrant, 62);
        let whole = self.int_c(BinOp::Shl, quadrant, 62);
        (self.int(BinOp::Sub, top, whole), quadrant)
    }

    /// The angle of x from that of |x|.
    fn odd_angle(&mut self, x: Val, r: Pair, quadrant: Val) -> Angle {
        let sign = self.sign_of(x);
        let (hi, lo) = (self.xor_sign(r.hi, sign), self.xor_sign(r.lo, sign));
        let zero = self.ci(0);
        let back = self.int(BinOp::Sub, zero, quadrant);
        let negative = self.is_negative(x);
        let quadrant = self.sel(negative, back, quadrant);
        Angle { r: Pair { hi, lo }, quadrant }
    }

    /// |x| = m 2^e > 2^30: the product of the integer m with 192 bits of 2/π from the first that gives less than four
    /// quadrants, modulo four quadrants.
    fn angle_far(&mut self, x: Val) -> Angle {
        const LOW: i64 = 0xffff_ffff;
        let a = self.abs(x);
        let bits = self.bits(a);
        let exponent = self.int_c(BinOp::LShr, bits, 52);
        let start = self.int_c(BinOp::Sub, exponent, 1045);
        let m = self.int_c(BinOp::And, bits, (1 << 52) - 1);
        let m = self.int_c(BinOp::Or, m, 1 << 52);
        let (m0, m1) = (self.int_c(BinOp::And, m, LOW), self.int_c(BinOp::LShr, m, 32));
        let word = self.int_c(BinOp::LShr, start, 5);
        let offset = self.int_c(BinOp::And, start, 31);
        let digits = self.digits::<6>(&TWO_OVER_PI[..38], word, offset);
        // Limbs of the product, least significant first.
        let mut columns: Vec<Vec<Val>> = vec![Vec::new(); 8];
        for (k, &d) in digits.iter().rev().enumerate() {
            for (at, part) in [(k, m0), (k + 1, m1)] {
                let p = self.int(BinOp::Mul, d, part);
                columns[at].push(self.int_c(BinOp::And, p, LOW));
                columns[at + 1].push(self.int_c(BinOp::LShr, p, 32));
            }
        }
        let mut carry: Option<Val> = None;
        let mut limbs = Vec::new();
        for column in columns.into_iter().take(6) {
            let sum = column.into_iter().chain(carry).reduce(|a, b| self.int(BinOp::Add, a, b));
            let sum = sum.expect("every column has a product");
            limbs.push(self.int_c(BinOp::And, sum, LOW));
            carry = Some(self.int_c(BinOp::LShr, sum, 32));
        }
        // Two integer bits, then the fraction of a quadrant; nearest quadrant, signed remainder.
        let top = self.int_c(BinOp::Shl, limbs[5], 32);
        let top = self.int(BinOp::Or, top, limbs[4]);
        let (rest, quadrant) = self.nearest_quadrant(top);
        let lifted = self.int_c(BinOp::Xor, rest, i64::MIN);
        let d1 = self.int_c(BinOp::LShr, lifted, 32);
        let d1 = self.float_of_small(d1);
        let d1 = self.add_c(d1, -((1u64 << 31) as f64));
        let d2 = self.int_c(BinOp::And, rest, LOW);
        let d2 = self.float_of_small(d2);
        let (d3, d4) = (self.float_of_small(limbs[3]), self.float_of_small(limbs[2]));
        let two = |e: i32| 2f64.powi(e);
        let d1 = self.mul_c(d1, two(-30));
        let d2 = self.mul_c(d2, two(-62));
        let d4 = self.mul_c(d4, two(-126));
        let d34 = self.fma_c(d3, two(-94), d4);
        let sum = self.fast_two_sum(d1, d2);
        let lo = self.add(sum.lo, d34);
        let f = self.fast_two_sum(sum.hi, lo);
        let half_pi = self.c(FRAC_PI_2);
        let r = self.two_product(f.hi, half_pi);
        let lo = self.fma_c(f.hi, PIO2_2, r.lo);
        let lo = self.fma(f.lo, half_pi, lo);
        self.odd_angle(x, Pair { hi: r.hi, lo }, quadrant)
    }

    /// Sine and cosine of |r| ≤ π/4.
    fn sin_cos_reduced(&mut self, r: Pair) -> (Val, Val) {
        let z = self.mul(r.hi, r.hi);
        let (sines, cosines): (&[f64], &[f64]) = match (self.is_f64(), self.short) {
            (false, _) => (&coef::SIN_F32, &coef::COS_F32),
            (true, true) => (&coef::SIN_S, &coef::COS_S),
            (true, false) => (&coef::SIN, &coef::COS),
        };
        let zz = self.mul(z, z);
        let s = self.poly_by_pairs(z, zz, sines);
        let zr = self.mul(z, r.hi);
        // The lower part changes by a third of itself at most: F32 does without.
        let lo = if self.is_f64() {
            let half = self.mul_c(r.lo, 0.5);
            self.fnma(z, half, r.lo)
        } else {
            r.lo
        };
        let lo = self.fma(zr, s, lo);
        let sine = self.add(r.hi, lo);
        let c = self.poly_by_pairs(z, zz, cosines);
        // 1 - r²/2 as w and what that lost.
        let half = self.mul_c(r.hi, 0.5);
        let one = self.c(1.0);
        let w = self.fnma(r.hi, half, one);
        let rest = self.sub(one, w);
        let lost = self.fnma(r.hi, half, rest);
        let turned = self.mul(r.hi, r.lo);
        let lo = self.fms(zz, c, turned);
        let lo = self.add(lo, lost);
        (sine, self.add(w, lo))
    }

    fn bit_set(&mut self, i: Val, bit: i64) -> Val {
        let b = self.int_c(BinOp::And, i, bit);
        let zero = self.ci(0);
        self.b.cmp(CmpOp::Ne, b, zero)
    }

    fn nan_unless_finite(&mut self, x: Val, y: Val) -> Val {
        let a = self.abs(x);
        let finite = self.lt_c(a, f64::INFINITY);
        let nan = self.c(f64::NAN);
        self.sel(finite, y, nan)
    }

    /// The sine of x, `shift` quadrants further, 0 or 1; a scalar I64.
    fn sine_shifted(&mut self, x: Val, shift: Val) -> Val {
        // The sine of -0 is found as that of 0, with the sign of the argument.
        let a = if self.b.as_int(shift) == Some(1) { x } else { self.abs(x) };
        let angle = self.angle_near(a);
        let near = self.sine_of(&angle, shift, x);
        if self.is_f64() {
            let y = self.beyond("sine", (x, shift), (1u64 << 30) as f64, near, |w, x, shift| {
                w.lane_by_lane(x, |w, x| {
                    let a = w.abs(x);
                    let angle = w.angle_beyond(a);
                    w.sine_of(&angle, shift, x)
                })
            });
            return self.nan_unless_finite(x, y);
        }
        self.beyond("sine", (x, shift), NEAR_F32, near, |w, x, shift| {
            let wide = w.b.cast(CastOp::FloatExt, x, Elem::F64);
            let y = Writer { ty: w.ty.with_elem(Elem::F64), short: true, b: &mut *w.b }.sine_shifted(wide, shift);
            w.b.cast(CastOp::FloatTrunc, y, Elem::F32)
        })
    }

    /// The same from the angle of |x|, for which that of x does if the shift is known to be 1.
    fn sine_of(&mut self, angle: &Angle, shift: Val, x: Val) -> Val {
        let (s, c) = self.sin_cos_reduced(angle.r);
        let known = self.b.as_int(shift);
        let shifts = match known {
            Some(i) => self.ci(i),
            None => {
                let short = if self.is_f64() { shift } else { self.b.cast(CastOp::Trunc, shift, Elem::I32) };
                self.b.splat(short, self.ty.lanes)
            }
        };
        let q = self.int(BinOp::Add, angle.quadrant, shifts);
        let odd = self.bit_set(q, 1);
        let y = self.sel(odd, c, s);
        let mut turned = self.int_c(BinOp::Shl, q, if self.is_f64() { 62 } else { 30 });
        if known != Some(1) {
            let bits = self.bits(x);
            let odd = self.int(BinOp::Xor, turned, bits);
            turned = match known {
                Some(_) => odd,
                None => {
                    let zero = self.ci(0);
                    let is_sine = self.b.cmp(CmpOp::Eq, shifts, zero);
                    self.sel(is_sine, odd, turned)
                }
            };
        }
        let mask = self.sign_mask();
        let turned = self.int_c(BinOp::And, turned, mask);
        self.xor_sign(y, turned)
    }

    pub(super) fn sin(&mut self, x: Val) -> Val {
        let shift = self.b.i64(0);
        self.sine_shifted(x, shift)
    }

    pub(super) fn cos(&mut self, x: Val) -> Val {
        let shift = self.b.i64(1);
        self.sine_shifted(x, shift)
    }

    pub(super) fn tan(&mut self, x: Val) -> Val {
        let angle = self.angle_near(x);
        let near = self.tangent_of(&angle);
        let none = self.b.i64(0);
        let y = self.beyond("tangent", (x, none), (1u64 << 30) as f64, near, |w, x, _| {
            w.lane_by_lane(x, |w, x| {
                let angle = w.angle_beyond(x);
                w.tangent_of(&angle)
            })
        });
        let y = self.nan_unless_finite(x, y);
        let zero = self.eq_c(x, 0.0);
        self.sel(zero, x, y)
    }

    fn tangent_of(&mut self, angle: &Angle) -> Val {
        let (s, c) = self.sin_cos_reduced(angle.r);
        let odd = self.bit_set(angle.quadrant, 1);
        let minus_c = self.neg(c);
        let above = self.sel(odd, minus_c, s);
        let below = self.sel(odd, s, c);
        self.div(above, below)
    }

    /// sin(π x) and cos(π x) up to a common sign, for any finite x.
    pub(super) fn sin_cos_pi(&mut self, x: Val) -> (Val, Val) {
        let n = self.b.un(UnOp::RoundEven, x);
        let f = self.sub(x, n);
        let f2 = self.add(f, f);
        let half_turns = self.b.un(UnOp::RoundEven, f2);
        let rest = self.fma_c(half_turns, -0.5, f);
        let pi = self.c(PI);
        let r = self.two_product(rest, pi);
        let lo = self.fma_c(rest, 2.0 * PIO2_2, r.lo);
        let (s, c) = self.sin_cos_reduced(Pair { hi: r.hi, lo });
        // half_turns is -1, 0 or 1 quadrants.
        let zero = self.eq_c(half_turns, 0.0);
        let cs = self.mul(half_turns, c);
        let sc = self.mul(half_turns, s);
        let sc = self.neg(sc);
        (self.sel(zero, s, cs), self.sel(zero, c, sc))
    }

    /// For a = |x|: s and s + s³·(…), where asin is that of a below 1/2, and of √((1 - a) / 2) above.
    fn asin_core(&mut self, a: Val) -> (Val, Val) {
        let large = self.gt_c(a, 0.5);
        let aa = self.mul(a, a);
        let below = self.c_sub(1.0, a);
        let below = self.mul_c(below, 0.5);
        let z = self.sel(large, below, aa);
        let root = self.sqrt(z);
        let s = self.sel(large, root, a);
        let table = self.table(&coef::ASIN_S, &coef::ASIN);
        let zz = self.mul(z, z);
        let p = self.poly_by_pairs(z, zz, table);
        let sz = self.mul(s, z);
        (large, self.fma(sz, p, s))
    }

    pub(super) fn asin(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let (large, y) = self.asin_core(a);
        let y2 = self.add(y, y);
        let y2 = self.add_c(y2, -PIO2_2);
        let upper = self.c_sub(FRAC_PI_2, y2);
        let y = self.sel(large, upper, y);
        let y = self.abs(y);
        self.with_sign(y, x)
    }

    pub(super) fn acos(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let (large, y) = self.asin_core(a);
        let sign = self.sign_of(x);
        // |x| ≤ 1/2: π/2 - asin x.
        let signed = self.xor_sign(y, sign);
        let small = self.add_c(signed, -PIO2_2);
        let small = self.c_sub(FRAC_PI_2, small);
        // Else 2 asin √((1 - a) / 2), or π minus that.
        let y2 = self.add(y, y);
        let other = self.add_c(y2, -2.0 * PIO2_2);
        let other = self.c_sub(PI, other);
        let negative = self.is_negative(x);
        let big = self.sel(negative, other, y2);
        self.sel(large, big, small)
    }

    /// atan(above / below) for 0 ≤ above ≤ below, below > 0.
    fn atan_ratio(&mut self, above: Val, below: Val) -> Val {
        // Beyond tan(π/8), the angle is π/4 more than that of (above - below) / (above + below).
        let limit = self.mul_c(below, 0.414_213_562_373_095_03);
        let upper = self.lt(limit, above);
        let (difference, sum) = (self.sub(above, below), self.add(above, below));
        let above = self.sel(upper, difference, above);
        let below = self.sel(upper, sum, below);
        let t = self.div(above, below);
        let z = self.mul(t, t);
        let table = self.table(&coef::ATAN_S, &coef::ATAN);
        let zz = self.mul(z, z);
        let p = self.poly_by_pairs(z, zz, table);
        let tz = self.mul(t, z);
        let (quarter, quarter_lo, zero) = (self.c(FRAC_PI_4), self.c(PIO2_2 / 2.0), self.c(0.0));
        let lo = self.sel(upper, quarter_lo, zero);
        let lo = self.fma(tz, p, lo);
        let y = self.add(t, lo);
        let hi = self.sel(upper, quarter, zero);
        self.add(hi, y)
    }

    /// atan t for 0 ≤ t ≤ 1, for F32.
    fn atan_below_one(&mut self, t: Val) -> Val {
        let z = self.mul(t, t);
        // Smaller squares, which may be subnormal numbers, change nothing.
        let z = self.at_least(z, 1e-20);
        let p = self.poly(z, &coef::ATAN_F32);
        let p = self.mul(p, z);
        self.fma(p, t, t)
    }

    pub(super) fn atan(&mut self, x: Val) -> Val {
        let a = self.abs(x);
        let one = self.c(1.0);
        let steep = self.lt(one, a);
        // Infinite slopes would divide infinities where sums and differences are divided.
        let a = if self.is_f64() { self.at_most(a, 1e300) } else { a };
        let above = self.sel(steep, one, a);
        let below = self.sel(steep, a, one);
        let y = if self.is_f64() {
            self.atan_ratio(above, below)
        } else {
            let t = self.div(above, below);
            self.atan_below_one(t)
        };
        // What π/2 loses when it is rounded.
        let rounded = self.pick(f64::from(std::f32::consts::FRAC_PI_2) - FRAC_PI_2, -PIO2_2);
        let rest = self.add_c(y, rounded);
        let other = self.c_sub(FRAC_PI_2, rest);
        let y = self.sel(steep, other, y);
        self.with_sign(y, x)
    }

    pub(super) fn atan2(&mut self, y: Val, x: Val) -> Val {
        let (ax, ay) = (self.abs(x), self.abs(y));
        let steep = self.lt(ax, ay);
        let larger = self.sel(steep, ay, ax);
        let smaller = self.sel(steep, ax, ay);
        // Sums of the largest numbers overflow: scale both. Two infinities make the angle of two ones; two zeros that
        // of 0 / 1.
        let huge = self.gt_c(larger, 1e300);
        let (down, one, zero) = (self.c(1.0 / 1024.0), self.c(1.0), self.c(0.0));
        let factor = self.sel(huge, down, one);
        let (larger, smaller) = (self.mul(larger, factor), self.mul(smaller, factor));
        let infinite = self.eq_c(larger, f64::INFINITY);
        let other_infinite = self.eq_c(smaller, f64::INFINITY);
        let from_infinite = self.sel(other_infinite, one, zero);
        let smaller = self.sel(infinite, from_infinite, smaller);
        let larger = self.sel(infinite, one, larger);
        let origin = self.eq_c(larger, 0.0);
        let larger = self.sel(origin, one, larger);
        let r = self.atan_ratio(smaller, larger);
        let rest = self.add_c(r, -PIO2_2);
        let other = self.c_sub(FRAC_PI_2, rest);
        let r = self.sel(steep, other, r);
        let rest = self.add_c(r, -2.0 * PIO2_2);
        let other = self.c_sub(PI, rest);
        let left = self.is_negative(x);
        let r = self.sel(left, other, r);
        let r = self.with_sign(r, y);
        let sum = self.add(x, y);
        let x_ok = self.eq(x, x);
        let y_ok = self.eq(y, y);
        let ordered = self.both(x_ok, y_ok);
        self.sel(ordered, r, sum)
    }
}
