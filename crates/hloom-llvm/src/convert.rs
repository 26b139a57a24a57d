//! Conversions that LLVM would leave to a run-time library or make slow: half floats without hardware, two-step narrowing,
//! and saturating integers on x86.

use crate::llvm_sys::LLVMIntPredicate::*;
use crate::llvm_sys::LLVMOpcode::*;
use crate::llvm_sys::LLVMRealPredicate::*;
use crate::unit::{Unit, Value};
use hloom_tile::eval::ops::float_bits;
use hloom_tile::loop_ir::{Elem, Ty};

/// Emits on lanes of one count.
pub(crate) struct Convert<'a> {
    pub(crate) unit: &'a mut Unit,
    pub(crate) lanes: u32,
    /// F16 <-> F32 in hardware.
    pub(crate) f16_hardware: bool,
}

impl Convert<'_> {
    pub(crate) fn ty(&self, e: Elem) -> Ty {
        Ty::vector(e, self.lanes)
    }
    pub(crate) fn i(&self, e: Elem, bits: u64) -> Value {
        self.unit.int(self.ty(e), bits)
    }
    pub(crate) fn to(&self, op: crate::llvm_sys::LLVMOpcode, v: Value, e: Elem) -> Value {
        self.unit.cast(op, v, self.unit.ty(self.ty(e)))
    }
    pub(crate) fn bits(&self, v: Value, e: Elem) -> Value {
        self.to(LLVMBitCast, v, e)
    }

    /// To a wider float; exact.
    pub(crate) fn extend(&mut self, v: Value, from: Elem, to: Elem) -> Value {
        let single = match from {
            Elem::BF16 => {
                let wide = self.to(LLVMZExt, v, Elem::I32);
                let wide = self.unit.binary(LLVMShl, wide, self.i(Elem::I32, 16));
                self.bits(wide, Elem::F32)
            }
            Elem::F16 if self.f16_hardware => {
                let half = self.unit.vector(self.unit.half(), self.lanes);
                let h = self.unit.bitcast(v, half);
                self.to(LLVMFPExt, h, Elem::F32)
            }
            Elem::F16 => self.half_to_single(v),
            _ => v,
        };
        if to == Elem::F64 { self.to(LLVMFPExt, single, Elem::F64) } else { single }
    }

    /// To a narrower float, one rounding to nearest even.
    pub(crate) fn truncate(&mut self, v: Value, from: Elem, to: Elem) -> Value {
        if to == Elem::F32 {
            return self.to(LLVMFPTrunc, v, to);
        }
        // Rounding twice is harmless if the first rounding is to odd.
        let single = if from == Elem::F64 { self.double_to_single_odd(v) } else { v };
        match to {
            Elem::BF16 => self.single_to_bfloat(single),
            _ if self.f16_hardware => {
                let half = self.unit.vector(self.unit.half(), self.lanes);
                // Or LLVM moves this rounding to the sign of a `copysign` in F64, which takes a library call.
                let t = self.unit.type_of(single);
                let single = self.unit.intrinsic("llvm.arithmetic.fence", &[t], &mut [single]);
                let h = self.unit.cast(LLVMFPTrunc, single, half);
                self.bits(h, Elem::I16)
            }
            _ => self.single_to_half(single),
        }
    }

    /// Saturating conversion to an integer, NaN to 0: LLVM's intrinsic takes vectors apart on x86.
    pub(crate) fn integer(&mut self, x: Value, from: Elem, to: Elem, signed: bool) -> Value {
        let u = &*self.unit;
        let t = self.ty(from);
        let constant = |v: f64| u.float(t, float_bits(from, v));
        let bits = to.bytes() as i32 * 8;
        let (low, limit) = if signed { (-(2f64.powi(bits - 1)), 2f64.powi(bits - 1)) } else { (0.0, 2f64.powi(bits)) };
        // `low` is exact and replaces NaN as well: the shape of x86's maximum.
        let mut c = u.select(u.fcmp(LLVMRealOGT, x, constant(low)), x, constant(low));
        // The largest integer is exact if the significand holds it.
        let exact = bits < if from == Elem::F32 { 24 } else { 53 };
        if exact {
            c = u.select(u.fcmp(LLVMRealOLT, c, constant(limit - 1.0)), c, constant(limit - 1.0));
        }
        // Small integers through 32 bits, which have the instruction.
        let (via, sign) = if bits < 32 { (Elem::I32, true) } else { (to, signed) };
        let mut r = self.to(if sign { LLVMFPToSI } else { LLVMFPToUI }, c, via);
        if !exact {
            let largest = self.i(to, if signed { i64::MAX as u64 >> (64 - bits) } else { u64::MAX });
            r = u.select(u.fcmp(LLVMRealOGE, x, constant(limit)), largest, r);
        }
        if signed {
            r = u.select(u.fcmp(LLVMRealUNO, x, x), self.i(via, 0), r);
        }
        if via == to { r } else { self.to(LLVMTrunc, r, to) }
    }

    fn half_to_single(&mut self, v: Value) -> Value {
        let u = &*self.unit;
        let h = self.to(LLVMZExt, v, Elem::I32);
        let i = |bits| self.i(Elem::I32, bits);
        let sign = u.binary(LLVMShl, u.binary(LLVMAnd, h, i(0x8000)), i(16));
        let magnitude = u.binary(LLVMAnd, h, i(0x7fff));
        let moved = u.binary(LLVMShl, magnitude, i(13));
        let normal = u.binary(LLVMAdd, moved, i(112 << 23));
        // Infinity and NaN keep an exponent of all ones; NaN becomes quiet.
        let special = u.binary(LLVMAdd, moved, i(224 << 23));
        let quiet = u.binary(LLVMOr, special, i(0x40_0000));
        let special = u.select(u.icmp(LLVMIntUGT, magnitude, i(0x7c00)), quiet, special);
        // Subnormals are integers times 2^-24, exact in single precision.
        let steps = self.to(LLVMSIToFP, magnitude, Elem::F32);
        let scale = u.float(self.ty(Elem::F32), u64::from(2f32.powi(-24).to_bits()));
        let small = self.bits(u.binary(LLVMFMul, steps, scale), Elem::I32);
        let r = u.select(u.icmp(LLVMIntUGE, magnitude, i(0x7c00)), special, normal);
        let r = u.select(u.icmp(LLVMIntULT, magnitude, i(0x0400)), small, r);
        self.bits(u.binary(LLVMOr, r, sign), Elem::F32)
    }

    fn single_to_half(&mut self, v: Value) -> Value {
        let u = &*self.unit;
        let i = |bits| self.i(Elem::I32, bits);
        let bits = self.bits(v, Elem::I32);
        let sign = u.binary(LLVMAnd, u.binary(LLVMLShr, bits, i(16)), i(0x8000));
        let a = u.binary(LLVMAnd, bits, i(0x7fff_ffff));
        let shifted = u.binary(LLVMLShr, a, i(13));
        // NaN keeps its upper payload and becomes quiet; what rounds beyond the largest half is infinity.
        let nan = u.binary(LLVMOr, u.binary(LLVMAnd, shifted, i(0x3ff)), i(0x7e00));
        let huge = u.select(u.icmp(LLVMIntUGT, a, i(0x7f80_0000)), nan, i(0x7c00));
        // Below the smallest normal half: the addition to 0.5 aligns the significand, and rounds.
        let half = u.float(self.ty(Elem::F32), u64::from(0.5f32.to_bits()));
        let aligned = u.binary(LLVMFAdd, self.bits(a, Elem::F32), half);
        let small = u.binary(LLVMSub, self.bits(aligned, Elem::I32), i(0.5f32.to_bits().into()));
        // Normal: rebias the exponent and round to even by adding just under half a step, or half if odd.
        let odd = u.binary(LLVMAnd, shifted, i(1));
        let rebias = (15u32.wrapping_sub(127) << 23).wrapping_add(0xfff);
        let normal = u.binary(LLVMAdd, u.binary(LLVMAdd, a, i(rebias.into())), odd);
        let normal = u.binary(LLVMLShr, normal, i(13));
        let r = u.select(u.icmp(LLVMIntUGE, a, i(65536f32.to_bits().into())), huge, normal);
        let r = u.select(u.icmp(LLVMIntULT, a, i(2f32.powi(-14).to_bits().into())), small, r);
        self.to(LLVMTrunc, u.binary(LLVMOr, r, sign), Elem::I16)
    }

    /// In integers on every machine: the instruction for it flushes subnormals.
    fn single_to_bfloat(&mut self, v: Value) -> Value {
        let u = &*self.unit;
        let i = |bits| self.i(Elem::I32, bits);
        let bits = self.bits(v, Elem::I32);
        let upper = u.binary(LLVMLShr, bits, i(16));
        let odd = u.binary(LLVMAnd, upper, i(1));
        let rounded = u.binary(LLVMAdd, u.binary(LLVMAdd, bits, i(0x7fff)), odd);
        let rounded = u.binary(LLVMLShr, rounded, i(16));
        let quiet = u.binary(LLVMOr, upper, i(0x40));
        let r = u.select(u.fcmp(LLVMRealUNO, v, v), quiet, rounded);
        self.to(LLVMTrunc, r, Elem::I16)
    }

    /// Nearest f32, but an inexact result has an odd last bit, so that a later rounding sees what was lost.
    fn double_to_single_odd(&mut self, v: Value) -> Value {
        let nearest = self.to(LLVMFPTrunc, v, Elem::F32);
        let back = self.to(LLVMFPExt, nearest, Elem::F64);
        let abs = |c: &mut Self, x| {
            let t = c.unit.type_of(x);
            c.unit.intrinsic("llvm.fabs", &[t], &mut [x])
        };
        let (a, b) = (abs(self, v), abs(self, back));
        let u = &*self.unit;
        let inexact = u.fcmp(LLVMRealONE, back, v);
        let away = u.fcmp(LLVMRealOGT, b, a);
        let bits = self.bits(nearest, Elem::I32);
        let toward_zero = u.binary(LLVMSub, bits, self.to(LLVMZExt, away, Elem::I32));
        let odd = u.binary(LLVMOr, toward_zero, self.to(LLVMZExt, inexact, Elem::I32));
        self.bits(odd, Elem::F32)
    }
}
