//! Expressions of loop IR to LLVM values.

use crate::convert::Convert;
use crate::llvm_sys::LLVMIntPredicate::*;
use crate::llvm_sys::LLVMOpcode::{self, *};
use crate::llvm_sys::LLVMRealPredicate::*;
use crate::lower::Lower;
use crate::unit::{Type, USUAL, Unit, Value};
use hloom_tile::eval::ops::float_bits;
use hloom_tile::loop_ir::*;

/// What the memory holds for a lane: I1 is a byte.
fn in_memory(t: Ty) -> Ty {
    if t.elem == Elem::I1 { t.with_elem(Elem::I8) } else { t }
}

/// A float's type, the integer type of its size, bits of the mantissa that it stores, and bias of the exponent.
fn float_layout(double: bool) -> (Elem, Elem, i32, f64) {
    if double { (Elem::F64, Elem::I64, 52, 1023.0) } else { (Elem::F32, Elem::I32, 23, 127.0) }
}

impl Lower<'_> {
    pub(crate) fn expr(&mut self, ty: Ty, e: &Expr) -> Result<Value, String> {
        let llty = self.unit.ty(ty);
        Ok(match e {
            Expr::Int(i) => self.unit.int(ty, *i as u64),
            Expr::Float(b) => self.unit.float(ty, float_bits(ty.elem, f64::from_bits(*b))),
            Expr::Null => self.unit.zero(llty),
            Expr::Un(op, a) => self.un(*op, ty, self.get(*a)),
            Expr::Bin(BinOp::Mul, a, b) if ty.elem == Elem::I64 => self.mul_long(ty.lanes, self.get(*a), self.get(*b)),
            Expr::Bin(op, a, b) => self.bin(*op, self.get(*a), self.get(*b)),
            Expr::Cmp(op, a, b) => self.cmp(*op, self.get(*a), self.get(*b)),
            Expr::Select(c, a, b) => {
                let select = self.unit.select(self.get(*c), self.get(*a), self.get(*b));
                if self.likely.contains(c) {
                    self.unit.weigh(select, [USUAL, 1]);
                }
                select
            }
            Expr::Fma(a, b, c) => self.fma(ty, self.get(*a), self.get(*b), self.get(*c)),
            Expr::Dot(op, a, b, c) => self.dot(*op, ty.lanes, [*c, *a, *b].map(|v| self.get(v)))?,
            Expr::Quotient { x, by, inverse, least } => {
                self.quotient(ty, [*x, *by, *inverse, *least].map(|v| self.get(v)))
            }
            Expr::Cast(op, a) => self.cast(*op, self.func.ty(*a), ty, self.get(*a)),
            Expr::Splat(a) if ty.lanes == 1 => self.get(*a),
            Expr::Splat(a) => self.unit.splat(self.get(*a), ty.lanes),
            Expr::Lanes if ty.lanes == 1 => self.unit.int(ty, 0),
            Expr::Lanes => {
                let mut lanes: Vec<Value> =
                    (0..ty.lanes).map(|i| self.unit.int(Ty::scalar(ty.elem), i.into())).collect();
                self.unit.const_vector(&mut lanes)
            }
            Expr::Shuffle(a, b, idx) => {
                let one = self.func.ty(*a).lanes == 1;
                let (a, b) = (self.lanes_of(self.get(*a), one), self.lanes_of(self.get(*b), one));
                let v = self.unit.shuffle(a, b, idx.iter().copied());
                if ty.lanes == 1 { self.unit.extract(v, 0) } else { v }
            }
            Expr::Lookup(table, i) => self.lookup(table, self.get(*i), ty.lanes),
            Expr::Permute(a, i) => self.permuted(self.get(*a), self.func.ty(*a).lanes, self.get(*i), ty),
            Expr::Extract(a, _) if self.func.ty(*a).lanes == 1 => self.get(*a),
            Expr::Extract(a, i) => self.unit.extract(self.get(*a), *i),
            Expr::Insert(_, b, _) if ty.lanes == 1 => self.get(*b),
            Expr::Insert(a, b, i) => self.unit.insert(self.get(*a), self.get(*b), *i),
            Expr::Reduce(HReduce::Bin(op), a) => self.reduce(*op, self.func.ty(*a), self.get(*a)),
            Expr::Load { ptr, align, mask, other, invariant } => {
                let (mask, other) = (mask.map(|m| self.get(m)), other.map(|o| self.get(o)));
                self.load(ty, self.get(*ptr), *align, mask, other, *invariant)
            }
            Expr::Gather { base, index, mask } => {
                let mem = in_memory(ty);
                let u = &self.unit;
                let (elem, base, index_ty, index) =
                    (u.elem(mem.elem), self.get(*base), self.func.ty(*index), self.get(*index));
                let mask = mask.map(|m| self.get(m));
                let one_by_one = self.machine.scalar_gathers || mem.elem.bytes() < 4;
                if let Some(places) = self.places(one_by_one, index_ty, index, mask) {
                    let v = places.into_iter().zip(0..).fold(u.poison(u.ty(mem)), |v, (at, lane)| {
                        u.insert(v, u.load(elem, u.gep(elem, base, at), mem.elem.bytes()), lane)
                    });
                    return Ok(self.loaded(ty, v));
                }
                let at = u.gep(elem, base, index);
                if ty.lanes == 1 {
                    return Ok(self.load(ty, at, mem.elem.bytes(), mask, None, false));
                }
                let on = mask.unwrap_or_else(|| self.unit.int(ty.with_elem(Elem::I1), 1));
                let off = self.unit.zero(self.unit.ty(mem));
                let types = [self.unit.ty(mem), self.unit.type_of(at)];
                let v = self.memory_intrinsic("llvm.masked.gather", &types, &[at], mem.elem.bytes(), &[on, off]);
                self.loaded(ty, v)
            }
            Expr::PtrAdd(a, b) => self.unit.gep(self.unit.elem(Elem::I8), self.get(*a), self.get(*b)),
            Expr::FuncAddr(name) => self.symbols.get(&**name).ok_or_else(|| format!("no function {name}"))?.value,
        })
    }

    /// The index of each lane of a gather or scatter without mask that is better done element by element; `one_by_one`: LLVM
    /// does it so too, but computes each address in a vector first. Indices by pairs: 0.37 instead of 0.58 ns for an element
    /// gathered from the first-level cache of a Zen 2; indices that are known are part of the addresses of loads.
    fn places(&self, one_by_one: bool, index_ty: Ty, index: Value, mask: Option<Value>) -> Option<Vec<Value>> {
        if !one_by_one || index_ty.lanes == 1 || mask.is_some() {
            return None;
        }
        if self.unit.is_constant(index) {
            return Some((0..index_ty.lanes).map(|i| self.unit.extract(index, i)).collect());
        }
        (index_ty.elem == Elem::I32 && index_ty.lanes.is_multiple_of(2)).then(|| self.unpaired(index, index_ty.lanes))
    }

    /// The lanes of a vector of `i32` as integers of 64 bits. They leave it two at a time, which is half as many moves
    /// between registers of different kinds.
    fn unpaired(&self, v: Value, lanes: u32) -> Vec<Value> {
        let u = &self.unit;
        let half = u.int(Ty::I64, 32);
        let pairs = u.bitcast(v, u.ty(Ty::vector(Elem::I64, lanes / 2)));
        let halves = |i| {
            // (Opaque, or each lane would be taken from the vector after all; and of a first pair whose lower half LLVM
            // knows to be no less than 0, it would take both halves for that.)
            let pair = u.opaque(if lanes == 2 { pairs } else { u.extract(pairs, i) });
            [u.binary(LLVMAShr, u.binary(LLVMShl, pair, half), half), u.binary(LLVMAShr, pair, half)]
        };
        (0..lanes / 2).flat_map(halves).collect()
    }

    pub(crate) fn lanes_of(&self, v: Value, scalar: bool) -> Value {
        let u = &self.unit;
        if scalar { u.insert(u.poison(u.vector1(u.type_of(v))), v, 0) } else { v }
    }

    fn un(&mut self, op: UnOp, ty: Ty, a: Value) -> Value {
        let t = self.unit.ty(ty);
        let name = match op {
            UnOp::Neg if ty.elem.is_float() => return self.unit.fneg(a),
            UnOp::Neg => return self.unit.binary(LLVMSub, self.unit.zero(t), a),
            UnOp::Not => return self.unit.binary(LLVMXor, a, self.unit.int(ty, u64::MAX)),
            UnOp::Clz => {
                // Zero is a defined argument: the second operand says so.
                let defined = self.unit.int(Ty::I1, 0);
                return self.unit.intrinsic("llvm.ctlz", &[t], &mut [a, defined]);
            }
            UnOp::Likely => return a,
            UnOp::FAbs => "llvm.fabs",
            UnOp::Sqrt => "llvm.sqrt",
            UnOp::Floor => "llvm.floor",
            UnOp::Ceil => "llvm.ceil",
            UnOp::RoundEven => "llvm.roundeven",
            UnOp::Trunc => "llvm.trunc",
            UnOp::Popcnt => "llvm.ctpop",
            UnOp::Bswap => "llvm.bswap",
        };
        self.unit.intrinsic(name, &[t], &mut [a])
    }

    pub(crate) fn bin(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let opcode = match op {
            BinOp::Add => LLVMAdd,
            BinOp::Sub => LLVMSub,
            BinOp::Mul => LLVMMul,
            BinOp::SDiv => LLVMSDiv,
            BinOp::UDiv => LLVMUDiv,
            BinOp::SRem => LLVMSRem,
            BinOp::URem => LLVMURem,
            BinOp::And => LLVMAnd,
            BinOp::Or => LLVMOr,
            BinOp::Xor => LLVMXor,
            BinOp::Shl => LLVMShl,
            BinOp::LShr => LLVMLShr,
            BinOp::AShr => LLVMAShr,
            BinOp::FAdd => LLVMFAdd,
            BinOp::FSub => LLVMFSub,
            BinOp::FMul => LLVMFMul,
            BinOp::FDiv => LLVMFDiv,
            BinOp::SMin => return self.same_type("llvm.smin", a, b),
            BinOp::SMax => return self.same_type("llvm.smax", a, b),
            BinOp::UMin => return self.same_type("llvm.umin", a, b),
            BinOp::UMax => return self.same_type("llvm.umax", a, b),
            BinOp::FMin | BinOp::FMax if self.machine.x86 => return self.min_max(op, a, b),
            BinOp::FScale => return self.scale(a, b),
            BinOp::FMin => return self.same_type("llvm.minimum", a, b),
            BinOp::FMax => return self.same_type("llvm.maximum", a, b),
        };
        self.unit.binary(opcode, a, b)
    }

    /// A product in I64, of numbers that were 16 bits or less in I32: it fits, and LLVM 22 takes bits 16 to 31 of such a
    /// product in I64, shifted right by 16, for all of its upper bits (`vpmulhw`, then an extension by zeros).
    fn mul_long(&mut self, lanes: u32, a: Value, b: Value) -> Value {
        let u = &*self.unit;
        let (Some(x), Some(y)) = (u.short_source(a, lanes), u.short_source(b, lanes)) else {
            return u.binary(LLVMMul, a, b);
        };
        let middle = u.ty(Ty::vector(Elem::I32, lanes));
        let [x, y] = [x, y].map(|v| u.cast(LLVMSExt, v, middle));
        u.cast(LLVMSExt, u.binary(LLVMMul, x, y), u.type_of(a))
    }

    /// Minimum and maximum from x86's instructions, which give the second operand for NaN and for two zeros: ask both
    /// ways round. Or-ing the answers keeps the sign of a negative zero, and a NaN stays one whatever is or-ed to it.
    /// And-ing does the like for the maximum, but may spoil a NaN. Half as long a chain as `llvm.minimum` makes.
    ///
    /// With a constant one instruction does: asked with the constant first it gives the other operand for NaN and for two
    /// zeros. That is wrong only where the other zero should win.
    fn min_max(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let u = &*self.unit;
        for (x, constant) in [(b, u.constant_float(a)), (a, u.constant_float(b))] {
            let Some(c) = constant.filter(|c| !c.is_nan()) else { continue };
            let compare = if op == BinOp::FMin { LLVMRealOLT } else { LLVMRealOGT };
            let c_value = if x == b { a } else { b };
            let picked = u.select(u.fcmp(compare, c_value, x), c_value, x);
            match (op, c == 0.0, c.is_sign_negative()) {
                // -0 + 0 is 0, and everything else stays.
                (BinOp::FMax, true, false) => return u.binary(LLVMFAdd, picked, c_value),
                (BinOp::FMin, true, true) => {}
                _ => return picked,
            }
        }
        let (t, ints) = (u.type_of(a), u.int_type_like(a));
        let first = if op == BinOp::FMin { LLVMRealOLT } else { LLVMRealOGT };
        let pick = |x, y| u.bitcast(u.select(u.fcmp(first, x, y), x, y), ints);
        let (p, q) = (pick(a, b), pick(b, a));
        if op == BinOp::FMin {
            return u.bitcast(u.binary(LLVMOr, p, q), t);
        }
        let nan = u.all_ones(ints);
        let r = u.select(u.fcmp(LLVMRealUNO, a, b), nan, u.binary(LLVMAnd, p, q));
        u.bitcast(r, t)
    }

    /// `a * 2^b`. On some machines an instruction that gives a subnormal number takes 200 cycles. There, where the result may be
    /// one, the number of the least subnormals in it is computed, and rounded to an integer: that is its representation.
    fn scale(&mut self, a: Value, b: Value) -> Value {
        let (lanes, double) = self.unit.float_lanes(a);
        let instruction = self.scale_instruction(lanes, double);
        // Others have no instruction that makes integers of 64 bits.
        if !self.machine.slow_subnormals || lanes == 1 || (instruction.is_none() && double) {
            return self.scaled(instruction, a, b);
        }
        let (elem, int, bits, bias) = float_layout(double);
        let c = |u: &Unit, x: f64| u.float(Ty::vector(elem, lanes), float_bits(elem, x));
        let u = &*self.unit;
        let small = u.fcmp(LLVMRealOLE, b, c(u, 1.0 - bias));
        let number = u.binary(LLVMFAdd, b, c(u, bias + f64::from(bits) - 1.0));
        let power = u.select(small, number, b);
        let scaled = self.scaled(instruction, a, power);
        let (t, ints) = (self.unit.type_of(a), self.unit.ty(Ty::vector(int, lanes)));
        if !instruction.is_some_and(|name| name.ends_with("512")) {
            let number = self.unit.intrinsic("llvm.lrint", &[ints, t], &mut [scaled]);
            let u = &*self.unit;
            return u.select(small, u.bitcast(number, t), scaled);
        }
        // LLVM makes two instructions of the selection of another one's result by a whole register's mask.
        let (name, mask) = match double {
            false => ("llvm.x86.avx512.mask.cvtps2dq.512", Elem::I16),
            true => ("llvm.x86.avx512.mask.cvtpd2qq.512", Elem::I8),
        };
        let mask = self.unit.bitcast(small, self.unit.elem(mask));
        let mut args = [scaled, self.unit.bitcast(scaled, ints), mask, self.rounding_as_set()];
        let number = self.unit.intrinsic(name, &[], &mut args);
        self.unit.bitcast(number, t)
    }

    /// The instruction that scales a vector of one register, if there is one.
    fn scale_instruction(&self, lanes: u32, double: bool) -> Option<&'static str> {
        let name = match (double, lanes * if double { 8 } else { 4 }) {
            (false, 64) => "llvm.x86.avx512.mask.scalef.ps.512",
            (true, 64) => "llvm.x86.avx512.mask.scalef.pd.512",
            (false, 32) => "llvm.x86.avx512.mask.scalef.ps.256",
            (true, 32) => "llvm.x86.avx512.mask.scalef.pd.256",
            (false, 16) => "llvm.x86.avx512.mask.scalef.ps.128",
            (true, 16) => "llvm.x86.avx512.mask.scalef.pd.128",
            _ => return None,
        };
        self.machine.avx512.then_some(name)
    }

    /// The last operand of instructions on vectors of 64 bytes: rounding as in MXCSR.
    fn rounding_as_set(&self) -> Value {
        self.unit.int(Ty::scalar(Elem::I32), 4)
    }

    /// `a * 2^b`: an instruction, or a product with two halves of the power, whose exponents are put together from the low
    /// bits of `b` plus a large number. The first product is exact.
    fn scaled(&mut self, instruction: Option<&'static str>, a: Value, b: Value) -> Value {
        let t = self.unit.type_of(a);
        let (lanes, double) = self.unit.float_lanes(a);
        if let Some(name) = instruction {
            let all = self.unit.int(Ty::scalar(if lanes > 8 { Elem::I16 } else { Elem::I8 }), u64::MAX);
            let mut args = vec![a, b, self.unit.zero(t), all];
            if name.ends_with("512") {
                args.push(self.rounding_as_set());
            }
            return self.unit.intrinsic(name, &[], &mut args);
        }
        let (elem, int, bits, bias) = float_layout(double);
        let ints = Ty::vector(int, lanes);
        let u = &*self.unit;
        let power = |n: Value| u.bitcast(u.binary(LLVMShl, n, u.int(ints, bits as u64)), t);
        // Its low bits are b and the bias of both halves; what is above them is shifted out.
        let large = u.float(Ty::vector(elem, lanes), float_bits(elem, 1.5 * 2f64.powi(bits) + 2.0 * bias));
        let sum = u.bitcast(u.binary(LLVMFAdd, b, large), u.ty(ints));
        let first = u.binary(LLVMLShr, sum, u.int(ints, 1));
        let second = u.binary(LLVMSub, sum, first);
        u.binary(LLVMFMul, u.binary(LLVMFMul, a, power(first)), power(second))
    }

    fn same_type(&mut self, name: &'static str, a: Value, b: Value) -> Value {
        let t = self.unit.type_of(a);
        self.unit.intrinsic(name, &[t], &mut [a, b])
    }

    fn cmp(&mut self, op: CmpOp, a: Value, b: Value) -> Value {
        let int = match op {
            CmpOp::Eq => LLVMIntEQ,
            CmpOp::Ne => LLVMIntNE,
            CmpOp::SLt => LLVMIntSLT,
            CmpOp::SLe => LLVMIntSLE,
            CmpOp::ULt => LLVMIntULT,
            CmpOp::ULe => LLVMIntULE,
            CmpOp::FEq => return self.unit.fcmp(LLVMRealOEQ, a, b),
            CmpOp::FNe => return self.unit.fcmp(LLVMRealUNE, a, b),
            CmpOp::FLt => return self.unit.fcmp(LLVMRealOLT, a, b),
            CmpOp::FLe => return self.unit.fcmp(LLVMRealOLE, a, b),
        };
        self.unit.icmp(int, a, b)
    }

    pub(crate) fn fma(&mut self, ty: Ty, a: Value, b: Value, c: Value) -> Value {
        if self.machine.fma {
            let t = self.unit.ty(ty);
            return self.unit.intrinsic("llvm.fma", &[t], &mut [a, b, c]);
        }
        match ty.elem {
            Elem::F32 => self.convert(ty.lanes).fma_single(a, b, c),
            _ => crate::fused::call_double(self.unit, self.machine, ty.lanes, [a, b, c]),
        }
    }

    /// An instruction on vectors of one register; the sum is the first operand.
    fn dot(&mut self, op: DotOp, lanes: u32, args: [Value; 3]) -> Result<Value, String> {
        let bytes = self.machine.vector_bytes;
        let name = match (op, bytes) {
            (DotOp::U8S8, 64) => "llvm.x86.avx512.vpdpbusd.512",
            (DotOp::U8S8, 32) => "llvm.x86.avx512.vpdpbusd.256",
            (DotOp::S16, 64) => "llvm.x86.avx512.pmaddw.d.512",
            (DotOp::S16, 32) => "llvm.x86.avx2.pmadd.wd",
            (DotOp::BF16, 64) => "llvm.x86.avx512bf16.dpbf16ps.512",
            _ => return Err(format!("{op:?} on a target without it")),
        };
        let (f, t) = self.unit.intrinsic_decl(name, &[]);
        let types = self.unit.param_types(t);
        let register = bytes as i32 / 4;
        let [sum, a, b] = args.map(|a| self.lanes_of(a, lanes == 1));
        // Those of 16 bits leave the sum to an instruction of its own.
        let adds = op == DotOp::S16;
        let args = if adds { vec![a, b] } else { vec![sum, a, b] };
        let mut parts = Vec::new();
        for first in (0..lanes as i32).step_by(register as usize) {
            let mut part: Vec<Value> = args
                .iter()
                .zip(&types)
                .map(|(&a, &t)| {
                    let any = self.unit.poison(self.unit.type_of(a));
                    let lane = |i: i32| if first + i < lanes as i32 { first + i } else { -1 };
                    let a =
                        if lanes as i32 == register { a } else { self.unit.shuffle(a, any, (0..register).map(lane)) };
                    self.unit.bitcast(a, t)
                })
                .collect();
            parts.push(self.unit.call(t, f, &mut part));
        }
        while parts.len() > 1 {
            let width = (lanes as usize / parts.len()) as i32;
            parts = parts.chunks(2).map(|p| self.unit.shuffle(p[0], p[1], 0..2 * width)).collect();
        }
        let got = parts[0];
        let any = self.unit.poison(self.unit.type_of(got));
        let got = if (lanes as i32) < register { self.unit.shuffle(got, any, 0..lanes as i32) } else { got };
        let got = if adds { self.unit.binary(LLVMAdd, sum, got) } else { got };
        Ok(if lanes == 1 { self.unit.extract(got, 0) } else { got })
    }

    fn convert(&mut self, lanes: u32) -> Convert<'_> {
        Convert { unit: &mut *self.unit, lanes, f16_hardware: self.machine.f16 }
    }

    fn cast(&mut self, op: CastOp, from: Ty, to: Ty, a: Value) -> Value {
        let t = self.unit.ty(to);
        let source = self.unit.ty(from);
        let opcode: LLVMOpcode = match op {
            CastOp::Trunc => LLVMTrunc,
            CastOp::ZExt => LLVMZExt,
            CastOp::SExt => LLVMSExt,
            CastOp::SToF => LLVMSIToFP,
            CastOp::UToF => LLVMUIToFP,
            CastOp::FToS | CastOp::FToU if self.machine.x86 => {
                return self.convert(from.lanes).integer(a, from.elem, to.elem, op == CastOp::FToS);
            }
            CastOp::FToS => return self.unit.intrinsic("llvm.fptosi.sat", &[t, source], &mut [a]),
            CastOp::FToU => return self.unit.intrinsic("llvm.fptoui.sat", &[t, source], &mut [a]),
            CastOp::FloatExt => return self.convert(from.lanes).extend(a, from.elem, to.elem),
            CastOp::FloatTrunc => return self.convert(from.lanes).truncate(a, from.elem, to.elem),
            CastOp::Bitcast if from.elem == to.elem => return a,
            // Addresses pass through a 64-bit integer.
            CastOp::Bitcast if from.elem == Elem::Ptr => {
                let i = self.unit.cast(LLVMPtrToInt, a, self.unit.elem(Elem::I64));
                return self.unit.bitcast(i, t);
            }
            CastOp::Bitcast if to.elem == Elem::Ptr => {
                let i = self.unit.bitcast(a, self.unit.elem(Elem::I64));
                return self.unit.cast(LLVMIntToPtr, i, t);
            }
            CastOp::Bitcast => LLVMBitCast,
        };
        self.unit.cast(opcode, a, t)
    }

    pub(crate) fn reduce(&mut self, op: BinOp, ty: Ty, v: Value) -> Value {
        // For truth values the order cannot be told, and there are instructions that test a whole mask.
        if ty.elem == Elem::I1 && ty.lanes > 1 && matches!(op, BinOp::And | BinOp::Or) {
            let name = if op == BinOp::And { "llvm.vector.reduce.and" } else { "llvm.vector.reduce.or" };
            let t = self.unit.ty(ty);
            return self.unit.intrinsic(name, &[t], &mut [v]);
        }
        let (mut v, mut lanes) = (v, ty.lanes);
        while lanes > 2 {
            let half = lanes / 2;
            let any = self.unit.poison(self.unit.type_of(v));
            let low = self.unit.shuffle(v, any, 0..half as i32);
            let high = self.unit.shuffle(v, any, half as i32..lanes as i32);
            v = self.bin(op, low, high);
            lanes = half;
        }
        if lanes == 1 {
            return v;
        }
        let (low, high) = (self.unit.extract(v, 0), self.unit.extract(v, 1));
        self.bin(op, low, high)
    }

    // Memory.

    /// From what a load gives to the value.
    fn loaded(&self, ty: Ty, v: Value) -> Value {
        match ty.elem {
            Elem::I1 => self.unit.icmp(LLVMIntNE, v, self.unit.zero(self.unit.type_of(v))),
            _ => v,
        }
    }

    /// From a value to what is stored.
    pub(crate) fn stored(&self, ty: Ty, v: Value) -> (Ty, Value) {
        let mem = in_memory(ty);
        (mem, if ty.elem == Elem::I1 { self.unit.cast(LLVMZExt, v, self.unit.ty(mem)) } else { v })
    }

    fn load(
        &mut self,
        ty: Ty,
        ptr: Value,
        align: u32,
        mask: Option<Value>,
        other: Option<Value>,
        invariant: bool,
    ) -> Value {
        let mem = in_memory(ty);
        let t = self.unit.ty(mem);
        let Some(mask) = mask else {
            let v = self.unit.load(t, ptr, align);
            if invariant {
                self.unit.set_metadata(v, "invariant.load", &[]);
            }
            return self.loaded(ty, v);
        };
        let off = other.map_or_else(|| self.unit.zero(t), |o| self.stored(ty, o).1);
        let one = ty.lanes == 1;
        let (mask, off) = (self.lanes_of(mask, one), self.lanes_of(off, one));
        let types = [self.unit.type_of(off), self.unit.type_of(ptr)];
        let v = self.memory_intrinsic("llvm.masked.load", &types, &[ptr], align, &[mask, off]);
        let v = if one { self.unit.extract(v, 0) } else { v };
        self.loaded(ty, v)
    }

    /// Plain, masked or non-temporal store.
    pub(crate) fn store(&mut self, ty: Ty, ptr: Value, val: Value, align: u32, mask: Option<Value>, stream: bool) {
        let (mem, val) = self.stored(ty, val);
        if let Some(mask) = mask {
            let one = ty.lanes == 1;
            let (mask, val) = (self.lanes_of(mask, one), self.lanes_of(val, one));
            let types = [self.unit.type_of(val), self.unit.type_of(ptr)];
            self.memory_intrinsic("llvm.masked.store", &types, &[val, ptr], align, &[mask]);
            return;
        }
        let inst = self.unit.store(val, ptr, align);
        // A non-temporal store of less than its alignment would be cut into scalars.
        if stream && align >= (mem.lanes * mem.elem.bytes()).min(self.machine.vector_bytes) {
            let one = self.unit.int(Ty::scalar(Elem::I32), 1);
            self.unit.set_metadata(inst, "nontemporal", &[one]);
        }
    }

    /// Scatter in lane order.
    pub(crate) fn scatter(
        &mut self,
        ty: Ty,
        base: Value,
        (index_ty, index): (Ty, Value),
        val: Value,
        mask: Option<Value>,
    ) {
        let (mem, val) = self.stored(ty, val);
        let u = &self.unit;
        let elem = u.elem(mem.elem);
        let one_by_one = self.machine.scalar_scatters || mem.elem.bytes() < 4;
        if let Some(places) = self.places(one_by_one, index_ty, index, mask) {
            for (at, lane) in places.into_iter().zip(0..) {
                u.store(u.extract(val, lane), u.gep(elem, base, at), mem.elem.bytes());
            }
            return;
        }
        let at = u.gep(elem, base, index);
        if ty.lanes == 1 {
            // `val` is in memory form already.
            return self.store(mem, at, val, mem.elem.bytes(), mask, false);
        }
        let on = mask.unwrap_or_else(|| self.unit.int(ty.with_elem(Elem::I1), 1));
        let types = [self.unit.ty(mem), self.unit.type_of(at)];
        self.memory_intrinsic("llvm.masked.scatter", &types, &[val, at], mem.elem.bytes(), &[on]);
    }

    /// A masked memory intrinsic. The alignment of the address, the last of `before`, is an operand after it up to
    /// LLVM 21 and an attribute from 22 on; the declared type tells which.
    fn memory_intrinsic(
        &mut self,
        name: &'static str,
        types: &[Type],
        before: &[Value],
        align: u32,
        after: &[Value],
    ) -> Value {
        let (f, t) = self.unit.intrinsic_decl(name, types);
        let mut args = before.to_vec();
        let operand = self.unit.count_params(t) as usize == before.len() + after.len() + 1;
        if operand {
            args.push(self.unit.int(Ty::scalar(Elem::I32), align.into()));
        }
        args.extend_from_slice(after);
        let call = self.unit.call(t, f, &mut args);
        if !operand {
            self.unit.call_attr(call, before.len() as u32, self.unit.enum_attr("align", align.into()));
        }
        call
    }
}
