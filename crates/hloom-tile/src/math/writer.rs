//! Short names for writing float expressions of one type.

use crate::FuncBuilder;
use crate::loop_ir::*;

/// Writes lanes of one float type.
pub(super) struct Writer<'a> {
    pub(super) b: &'a mut FuncBuilder,
    /// F32 or F64, at any lane count.
    pub(super) ty: Ty,
    /// F64 lanes whose result will be rounded to F32: shorter polynomials do.
    pub(super) short: bool,
}

/// A value in two parts, the second below half an ulp of the first (or nearly).
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) hi: Val,
    pub(super) lo: Val,
}

impl Writer<'_> {
    pub(super) fn is_f64(&self) -> bool {
        self.ty.elem == Elem::F64
    }
    /// One of two constants by type.
    pub(super) fn pick(&self, f32: f64, f64: f64) -> f64 {
        if self.is_f64() { f64 } else { f32 }
    }
    /// Stored significand bits.
    pub(super) fn mantissa_bits(&self) -> u32 {
        if self.is_f64() { 52 } else { 23 }
    }
    /// Exponent bias.
    pub(super) fn bias(&self) -> i64 {
        if self.is_f64() { 1023 } else { 127 }
    }
    /// 1.5 · 2^mantissa_bits: adding it leaves the nearest integer in the low bits of the sum.
    pub(super) fn magic(&self) -> f64 {
        self.pick(12_582_912.0, 6_755_399_441_055_744.0)
    }
    /// The integer type of the lanes' bits.
    pub(super) fn int_ty(&self) -> Ty {
        self.ty.with_elem(if self.is_f64() { Elem::I64 } else { Elem::I32 })
    }

    pub(super) fn c(&mut self, x: f64) -> Val {
        self.b.float(self.ty, x)
    }
    pub(super) fn add(&mut self, a: Val, b: Val) -> Val {
        self.b.bin(BinOp::FAdd, a, b)
    }
    pub(super) fn sub(&mut self, a: Val, b: Val) -> Val {
        self.b.bin(BinOp::FSub, a, b)
    }
    pub(super) fn mul(&mut self, a: Val, b: Val) -> Val {
        self.b.bin(BinOp::FMul, a, b)
    }
    pub(super) fn div(&mut self, a: Val, b: Val) -> Val {
        self.b.bin(BinOp::FDiv, a, b)
    }
    pub(super) fn add_c(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        self.add(a, c)
    }
    pub(super) fn mul_c(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        self.mul(a, c)
    }
    /// `x - a`.
    pub(super) fn c_sub(&mut self, x: f64, a: Val) -> Val {
        let c = self.c(x);
        self.sub(c, a)
    }
    /// `x / a`.
    pub(super) fn c_div(&mut self, x: f64, a: Val) -> Val {
        let c = self.c(x);
        self.div(c, a)
    }
    pub(super) fn fma(&mut self, a: Val, b: Val, c: Val) -> Val {
        self.b.fma(a, b, c)
    }
    /// `a * x + c`, `x` constant.
    pub(super) fn fma_c(&mut self, a: Val, x: f64, c: Val) -> Val {
        let x = self.c(x);
        self.b.fma(a, x, c)
    }
    /// `c - a * b`, one rounding.
    pub(super) fn fnma(&mut self, a: Val, b: Val, c: Val) -> Val {
        let a = self.neg(a);
        self.b.fma(a, b, c)
    }
    /// `a * b - c`, one rounding.
    pub(super) fn fms(&mut self, a: Val, b: Val, c: Val) -> Val {
        let c = self.neg(c);
        self.b.fma(a, b, c)
    }
    pub(super) fn neg(&mut self, a: Val) -> Val {
        self.b.un(UnOp::Neg, a)
    }
    pub(super) fn abs(&mut self, a: Val) -> Val {
        self.b.un(UnOp::FAbs, a)
    }
    pub(super) fn sqrt(&mut self, a: Val) -> Val {
        self.b.un(UnOp::Sqrt, a)
    }
    pub(super) fn floor(&mut self, a: Val) -> Val {
        self.b.un(UnOp::Floor, a)
    }

    pub(super) fn lt(&mut self, a: Val, b: Val) -> Val {
        self.b.cmp(CmpOp::FLt, a, b)
    }
    pub(super) fn eq(&mut self, a: Val, b: Val) -> Val {
        self.b.cmp(CmpOp::FEq, a, b)
    }
    pub(super) fn lt_c(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        self.lt(a, c)
    }
    /// `x < a`.
    pub(super) fn gt_c(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        self.lt(c, a)
    }
    pub(super) fn le_c(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        self.b.cmp(CmpOp::FLe, a, c)
    }
    pub(super) fn eq_c(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        self.eq(a, c)
    }
    pub(super) fn sel(&mut self, c: Val, a: Val, b: Val) -> Val {
        self.b.select(c, a, b)
    }
    pub(super) fn both(&mut self, a: Val, b: Val) -> Val {
        self.b.bin(BinOp::And, a, b)
    }
    pub(super) fn either(&mut self, a: Val, b: Val) -> Val {
        self.b.bin(BinOp::Or, a, b)
    }
    pub(super) fn differ(&mut self, a: Val, b: Val) -> Val {
        self.b.bin(BinOp::Xor, a, b)
    }
    /// True in at least one lane, as a scalar.
    pub(super) fn any(&mut self, mask: Val) -> Val {
        any(self.b, mask)
    }
    /// The lesser of `a` and `x`; NaN stays.
    pub(super) fn at_most(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        let above = self.lt(c, a);
        self.sel(above, c, a)
    }
    /// The greater of `a` and `x`; NaN stays.
    pub(super) fn at_least(&mut self, a: Val, x: f64) -> Val {
        let c = self.c(x);
        let below = self.lt(a, c);
        self.sel(below, c, a)
    }

    pub(super) fn ci(&mut self, i: i64) -> Val {
        let ty = self.int_ty();
        self.b.int(ty, i)
    }
    pub(super) fn bits(&mut self, a: Val) -> Val {
        let elem = self.int_ty().elem;
        self.b.cast(CastOp::Bitcast, a, elem)
    }
    pub(super) fn of_bits(&mut self, a: Val) -> Val {
        self.b.cast(CastOp::Bitcast, a, self.ty.elem)
    }
    pub(super) fn int(&mut self, op: BinOp, a: Val, b: Val) -> Val {
        self.b.bin(op, a, b)
    }
    pub(super) fn int_c(&mut self, op: BinOp, a: Val, i: i64) -> Val {
        let c = self.ci(i);
        self.b.bin(op, a, c)
    }
    pub(super) fn sign_mask(&self) -> i64 {
        if self.is_f64() { i64::MIN } else { i64::from(i32::MIN) }
    }
    /// `magnitude`, which must have no sign, with the sign of `sign`.
    pub(super) fn with_sign(&mut self, magnitude: Val, sign: Val) -> Val {
        let s = self.sign_of(sign);
        self.xor_sign(magnitude, s)
    }
    /// The sign bit alone, as an integer.
    pub(super) fn sign_of(&mut self, a: Val) -> Val {
        let mask = self.sign_mask();
        let bits = self.bits(a);
        self.int_c(BinOp::And, bits, mask)
    }
    /// `a` with its sign flipped where the integer `sign` has the sign bit.
    pub(super) fn xor_sign(&mut self, a: Val, sign: Val) -> Val {
        let bits = self.bits(a);
        let r = self.int(BinOp::Xor, bits, sign);
        self.of_bits(r)
    }
    /// True where the sign bit is set.
    pub(super) fn is_negative(&mut self, a: Val) -> Val {
        let bits = self.bits(a);
        let zero = self.ci(0);
        self.b.cmp(CmpOp::SLt, bits, zero)
    }
    /// A small unsigned integer (below 2^mantissa_bits) as a float.
    pub(super) fn float_of_small(&mut self, i: Val) -> Val {
        let bias = self.mantissa_bits() as i64 + self.bias();
        let one = bias << self.mantissa_bits();
        let bits = self.int_c(BinOp::Or, i, one);
        let x = self.of_bits(bits);
        self.add_c(x, -((1u64 << self.mantissa_bits()) as f64))
    }
    /// 2^(n + offset), in the range of normal exponents, for an integral float `n`.
    pub(super) fn pow2(&mut self, n: Val, offset: i64) -> Val {
        let t = self.add_c(n, self.magic() + (self.bias() + offset) as f64);
        self.power_in_bits(t)
    }
    /// 2^k of a float whose bits end in those of k and the bias.
    pub(super) fn power_in_bits(&mut self, t: Val) -> Val {
        let bits = self.bits(t);
        let bits = self.int_c(BinOp::Shl, bits, self.mantissa_bits().into());
        self.of_bits(bits)
    }
    /// (m, k) with `y * 2^n = m * 2^k` and m at least 1 and less than 2, for positive normal `y`; NaN where `n` is.
    pub(super) fn normalised(&mut self, y: Val, n: Val) -> (Val, Val) {
        let bits = self.bits(y);
        let exponent = self.int_c(BinOp::LShr, bits, self.mantissa_bits().into());
        let exponent = self.float_of_small(exponent);
        let one = self.bias() << self.mantissa_bits();
        let mantissa = self.int_c(BinOp::And, bits, (1 << self.mantissa_bits()) - 1);
        let mantissa = self.int_c(BinOp::Or, mantissa, one);
        let mantissa = self.of_bits(mantissa);
        let k = self.add(n, exponent);
        let k = self.add_c(k, -(self.bias() as f64));
        let zero = self.c(0.0);
        (self.fma(n, zero, mantissa), k)
    }

    /// `y * 2^n` with one rounding, for `y` of 1/2 to 2 and an integral float `n` of at most 1.5 times the normal exponents.
    pub(super) fn scale(&mut self, y: Val, n: Val) -> Val {
        self.b.bin(BinOp::FScale, y, n)
    }

    /// Horner's scheme, lowest degree first.
    pub(super) fn poly(&mut self, x: Val, coefficients: &[f64]) -> Val {
        let Some((&last, rest)) = coefficients.split_last() else { return self.c(0.0) };
        let mut acc = self.c(last);
        for &k in rest.iter().rev() {
            let k = self.c(k);
            acc = self.fma(acc, x, k);
        }
        acc
    }
    /// A polynomial in the distance from `centre`.
    pub(super) fn poly_around(&mut self, x: Val, centre: f64, coefficients: &[f64]) -> Val {
        let v = self.add_c(x, -centre);
        self.poly(v, coefficients)
    }
    /// As [`Writer::poly`], by pairs of terms, `xx` being x²: as many operations, of which half as many wait for each other.
    pub(super) fn poly_by_pairs(&mut self, x: Val, xx: Val, coefficients: &[f64]) -> Val {
        let mut acc = None;
        for pair in coefficients.chunks(2).rev() {
            let pair = self.poly(x, pair);
            acc = Some(acc.map_or(pair, |acc| self.fma(acc, xx, pair)));
        }
        acc.unwrap_or_else(|| self.c(0.0))
    }
    /// Entry `index mod 8` of a table (F32).
    pub(super) fn lookup(&mut self, table: &[f64; 8], index: Val) -> Val {
        let bits = table.map(|x| (x as f32).to_bits());
        self.b.expr(self.ty, Expr::Lookup(Box::new(bits), index))
    }
    /// The table for full F64 accuracy, or the shorter one.
    pub(super) fn table<'t>(&self, short: &'t [f64], full: &'t [f64]) -> &'t [f64] {
        if self.short { short } else { full }
    }
    /// `a + b` exactly.
    pub(super) fn two_sum(&mut self, a: Val, b: Val) -> Pair {
        let hi = self.add(a, b);
        let bb = self.sub(hi, a);
        let aa = self.sub(hi, bb);
        let da = self.sub(a, aa);
        let db = self.sub(b, bb);
        let lo = self.add(da, db);
        Pair { hi, lo }
    }
    /// `a + b` exactly, if a is 0 or |a| ≥ |b|.
    pub(super) fn fast_two_sum(&mut self, a: Val, b: Val) -> Pair {
        let hi = self.add(a, b);
        let rest = self.sub(a, hi);
        let lo = self.add(rest, b);
        Pair { hi, lo }
    }
    /// `a * b` exactly.
    pub(super) fn two_product(&mut self, a: Val, b: Val) -> Pair {
        let hi = self.mul(a, b);
        let lo = self.fms(a, b, hi);
        Pair { hi, lo }
    }
}

/// True in at least one lane, as a scalar.
pub(super) fn any(b: &mut FuncBuilder, mask: Val) -> Val {
    if b.ty(mask).lanes == 1 { mask } else { b.expr(Ty::I1, Expr::Reduce(HReduce::Bin(BinOp::Or), mask)) }
}
