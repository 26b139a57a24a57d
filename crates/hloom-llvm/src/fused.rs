//! Fused multiply-add on machines that have no instruction for it.
//!
//! Of F32 by F64, whose products are exact. Of F64 by errors of sums and products that are numbers themselves, and a last but
//! one rounding to odd: S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using
//! rounding to odd", IEEE Transactions on Computers 57(4), 2008. That holds where nothing leaves the range of exponents, so the
//! operands are scaled first, and results below the normal numbers are rounded where their last bit will be.

use crate::convert::Convert;
use crate::llvm_sys::LLVMIntPredicate::*;
use crate::llvm_sys::LLVMOpcode::*;
use crate::llvm_sys::LLVMRealPredicate::*;
use crate::llvm_sys::core::*;
use crate::llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage};
use crate::lower::{Machine, common_attrs};
use crate::unit::{Type, Unit, Value, c_name, ll};
use hloom_tile::loop_ir::{Elem, Ty};

/// Further from the product than so many powers of two, what is added changes its rounding by its sign only, and the other
/// way round: 106 bits of the product and two more.
const FAR: i64 = 120;
/// Results this far down are zero.
const LOWEST: i64 = -1200;
const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
const ONE: u64 = 0x3ff0_0000_0000_0000;

/// `a * b + c` of vectors of F64: a call of a function that the module gets with the first one.
pub(crate) fn call_double(unit: &mut Unit, machine: &Machine, lanes: u32, mut args: [Value; 3]) -> Value {
    let name = c_name(&format!("hloom.fma.f64x{lanes}"));
    let t = unit.ty(Ty::vector(Elem::F64, lanes));
    let fn_type = unit.function_type(t, &mut [t; 3]);
    let known = ll!(LLVMGetNamedFunction(unit.module, name.as_ptr()));
    let f = if known.is_null() { define(unit, machine, lanes, &name, fn_type) } else { known };
    unit.call(fn_type, f, &mut args)
}

fn define(unit: &mut Unit, machine: &Machine, lanes: u32, name: &std::ffi::CStr, fn_type: Type) -> Value {
    let f = ll!(LLVMAddFunction(unit.module, name.as_ptr(), fn_type));
    ll!(LLVMSetLinkage(f, LLVMLinkage::LLVMInternalLinkage));
    common_attrs(unit, f, machine);
    unit.func_attr(f, LLVMAttributeFunctionIndex, unit.enum_attr("noinline", 0));
    let back = unit.here();
    let entry = unit.new_block(f);
    unit.at_end(entry);
    let [a, b, c] = [0, 1, 2].map(|i| ll!(LLVMGetParam(f, i)));
    let r = Convert { unit, lanes, f16_hardware: machine.f16 }.fma_double(a, b, c);
    unit.ret(Some(r));
    unit.at_end(back);
    f
}

impl Convert<'_> {
    fn bin(&self, op: crate::llvm_sys::LLVMOpcode, a: Value, b: Value) -> Value {
        self.unit.binary(op, a, b)
    }
    fn double(&self, x: f64) -> Value {
        self.unit.float(self.ty(Elem::F64), x.to_bits())
    }
    fn int(&self, x: i64) -> Value {
        self.i(Elem::I64, x as u64)
    }
    fn clamp(&mut self, x: Value, lo: i64, hi: i64) -> Value {
        let t = self.unit.type_of(x);
        let x = self.unit.intrinsic("llvm.smax", &[t], &mut [x, self.int(lo)]);
        self.unit.intrinsic("llvm.smin", &[t], &mut [x, self.int(hi)])
    }

    /// `a + b` and its error (Knuth): exact unless something is infinite or NaN, and then it is NaN.
    fn two_sum(&self, a: Value, b: Value) -> (Value, Value) {
        let sum = self.bin(LLVMFAdd, a, b);
        let b_part = self.bin(LLVMFSub, sum, a);
        let a_part = self.bin(LLVMFSub, sum, b_part);
        let error = self.bin(LLVMFAdd, self.bin(LLVMFSub, a, a_part), self.bin(LLVMFSub, b, b_part));
        (sum, error)
    }

    /// Both halves of the bits of a number (Veltkamp).
    fn split(&self, a: Value) -> (Value, Value) {
        let t = self.bin(LLVMFMul, a, self.double(134_217_729.0));
        let hi = self.bin(LLVMFSub, t, self.bin(LLVMFSub, t, a));
        (hi, self.bin(LLVMFSub, a, hi))
    }

    /// `a * b` and its error (Dekker).
    fn two_product(&self, a: Value, b: Value) -> (Value, Value) {
        let ((ah, al), (bh, bl)) = (self.split(a), self.split(b));
        let p = self.bin(LLVMFMul, a, b);
        let e = self.bin(LLVMFSub, self.bin(LLVMFMul, ah, bh), p);
        let e = self.bin(LLVMFAdd, e, self.bin(LLVMFMul, ah, bl));
        let e = self.bin(LLVMFAdd, e, self.bin(LLVMFMul, al, bh));
        (p, self.bin(LLVMFAdd, e, self.bin(LLVMFMul, al, bl)))
    }

    /// `a + b` of F64, rounded to the neighbour with an odd last bit if it is inexact.
    fn add_odd(&self, a: Value, b: Value) -> Value {
        let (sum, error) = self.two_sum(a, b);
        let bits = self.bits(sum, Elem::I64);
        let even = self.unit.icmp(LLVMIntEQ, self.bin(LLVMAnd, bits, self.int(1)), self.int(0));
        let adjust = self.bin(LLVMAnd, self.unit.fcmp(LLVMRealONE, error, self.double(0.0)), even);
        let signs = self.bin(LLVMXor, self.bits(error, Elem::I64), bits);
        let same_sign = self.unit.icmp(LLVMIntSGE, signs, self.int(0));
        let step = self.unit.select(same_sign, self.int(1), self.int(-1));
        let odd = self.bin(LLVMAdd, bits, self.unit.select(adjust, step, self.int(0)));
        self.bits(odd, Elem::F64)
    }

    /// `a * b + c` of F32 with one rounding: the product is exact in F64; the sum is rounded to odd there, then to F32.
    pub(crate) fn fma_single(&mut self, a: Value, b: Value, c: Value) -> Value {
        let [a, b, c] = [a, b, c].map(|v| self.to(LLVMFPExt, v, Elem::F64));
        let wide = self.add_odd(self.bin(LLVMFMul, a, b), c);
        self.to(LLVMFPTrunc, wide, Elem::F32)
    }

    /// 2 to the power of an integer of the normal range.
    fn power(&self, x: Value) -> Value {
        let bits = self.bin(LLVMShl, self.bin(LLVMAdd, x, self.int(1023)), self.int(52));
        self.bits(bits, Elem::F64)
    }

    /// The bits of the exponent, where they are.
    fn exponent_bits(&self, x: Value) -> Value {
        self.bin(LLVMAnd, self.bits(x, Elem::I64), self.i(Elem::I64, EXPONENT))
    }

    fn exponent(&self, x: Value) -> Value {
        self.bin(LLVMSub, self.bin(LLVMLShr, self.exponent_bits(x), self.int(52)), self.int(1023))
    }

    /// A finite number that is not zero as one from 1 to 2 (with its sign) and a power of two.
    fn normalised(&self, x: Value) -> (Value, Value) {
        let small = self.unit.icmp(LLVMIntEQ, self.exponent_bits(x), self.int(0));
        let scale = self.unit.select(small, self.double(64f64.exp2()), self.double(1.0));
        let y = self.bin(LLVMFMul, x, scale);
        let less = self.unit.select(small, self.int(64), self.int(0));
        let e = self.bin(LLVMSub, self.exponent(y), less);
        let m = self.bin(LLVMAnd, self.bits(y, Elem::I64), self.i(Elem::I64, !EXPONENT));
        let m = self.bin(LLVMOr, m, self.i(Elem::I64, ONE));
        (self.bits(m, Elem::F64), e)
    }

    /// `x * 2^e` for exponents to twice those of F64, where neither the result nor what lies between it and `x` is rounded.
    fn scaled(&mut self, mut x: Value, mut e: Value) -> Value {
        for _ in 0..3 {
            let part = self.clamp(e, -1000, 1000);
            x = self.bin(LLVMFMul, x, self.power(part));
            e = self.bin(LLVMSub, e, part);
        }
        x
    }

    /// `a * b + c` of F64 with one rounding.
    fn fma_double(&mut self, a: Value, b: Value, c: Value) -> Value {
        // Where a factor is zero or not finite the product is exact; what is added, if it is not finite, is the sum with any
        // other product.
        let zero = self.double(0.0);
        let [endless_a, endless_b, endless_c] =
            [a, b, c].map(|x| self.unit.icmp(LLVMIntEQ, self.exponent_bits(x), self.i(Elem::I64, EXPONENT)));
        let [zero_a, zero_b] = [a, b].map(|x| self.unit.fcmp(LLVMRealOEQ, x, zero));
        let simple = self.bin(LLVMOr, self.bin(LLVMOr, zero_a, zero_b), self.bin(LLVMOr, endless_a, endless_b));
        let plain = self.bin(LLVMOr, simple, endless_c);
        let product = self.unit.select(simple, self.bin(LLVMFMul, a, b), zero);
        let rough = self.bin(LLVMFAdd, product, c);

        // (ma * mb + added) * 2^e.
        let ((ma, ea), (mb, eb), (mc, ec)) = (self.normalised(a), self.normalised(b), self.normalised(c));
        let product = self.bin(LLVMAdd, ea, eb);
        let nothing = self.unit.fcmp(LLVMRealOEQ, c, zero);
        let above = self.unit.select(nothing, self.int(0), self.bin(LLVMSub, ec, product));
        let near = self.clamp(above, -FAR, FAR);
        let added = self.bin(LLVMFMul, mc, self.power(near));
        let added = self.unit.select(nothing, zero, added);
        let far = self.unit.icmp(LLVMIntSGT, above, self.int(FAR));
        let e = self.unit.select(far, self.bin(LLVMSub, ec, self.int(FAR)), product);

        let (ph, pl) = self.two_product(ma, mb);
        let (uh, ul) = self.two_sum(added, pl);
        let (th, tl) = self.two_sum(ph, uh);
        let rest = self.add_odd(tl, ul);
        let sum = self.bin(LLVMFAdd, th, rest);
        let normal = self.scaled(sum, e);

        // Below the normal numbers: a number whose last bit is that of the result is added and taken away.
        let low = self.clamp(e, LOWEST, 0);
        let last = self.bin(LLVMSub, self.int(-1074), low);
        let last = self.clamp(last, -1000, 900);
        let shifter = self.bin(LLVMFMul, self.power(last), self.double(52f64.exp2()));
        let t = self.unit.type_of(sum);
        let shifter = self.unit.intrinsic("llvm.copysign", &[t], &mut [shifter, sum]);
        let (sh, sl) = self.two_sum(shifter, th);
        let rounded = self.bin(LLVMFAdd, sh, self.add_odd(sl, rest));
        let rounded = self.bin(LLVMFSub, rounded, shifter);
        let tiny = self.scaled(rounded, low);
        let tiny = self.unit.intrinsic("llvm.copysign", &[t], &mut [tiny, sum]);

        let place = self.bin(LLVMAdd, self.exponent(sum), e);
        let nonzero = self.unit.fcmp(LLVMRealONE, sum, zero);
        let is_tiny = self.bin(LLVMAnd, self.unit.icmp(LLVMIntSLT, place, self.int(-1022)), nonzero);
        let exact = self.unit.select(is_tiny, tiny, normal);
        self.unit.select(plain, rough, exact)
    }
}
