//! Tables that registers hold: their elements by permutations.

use crate::llvm_sys::LLVMIntPredicate::*;
use crate::llvm_sys::LLVMOpcode::*;
use crate::lower::Lower;
use crate::unit::{Unit, Value};
use hloom_tile::loop_ir::*;

impl Lower<'_> {
    /// Entries of a table of F32.
    pub(crate) fn lookup(&mut self, table: &[u32; 8], index: Value, lanes: u32) -> Value {
        let entries = |u: &Unit, from: usize, n: usize| {
            let lane = |i: usize| u.float(Ty::scalar(Elem::F32), table[from + i].into());
            u.const_vector(&mut (0..n).map(lane).collect::<Vec<_>>())
        };
        if self.machine.x86 && self.machine.table_register(4).is_none() {
            let (low, high) = (entries(self.unit, 0, 4), entries(self.unit, 4, 4));
            return self.by_registers(index, lanes, 4, &mut |l, i| l.byte_shuffled(low, high, i));
        }
        let all = entries(self.unit, 0, 8);
        self.permuted(all, 8, index, Ty { elem: Elem::F32, lanes })
    }

    /// Lanes of `table` by index, modulo their number, which is a power of two.
    pub(crate) fn permuted(&mut self, table: Value, entries: u32, index: Value, ty: Ty) -> Value {
        let bytes = ty.elem.bytes();
        let elem = ty.elem.integer();
        let Some(register) = self.machine.table_register(bytes) else {
            let u = &*self.unit;
            let all = (0..entries).map(|i| if entries == 1 { table } else { u.extract(table, i) });
            let all = all.map(|x| if ty.lanes == 1 { x } else { u.splat(x, ty.lanes) }).collect();
            return self.chosen(all, index, ty.with_elem(elem), 0);
        };
        // 8 lanes of 32 bits take no more than half a register.
        let register = if bytes == 4 && 4 * ty.lanes.max(entries) <= 32 { 32 } else { register };
        let width = register / bytes;
        let u = &*self.unit;
        let table = self.lanes_of(u.bitcast(table, u.ty(Ty { elem, lanes: entries })), entries == 1);
        // A table that is shorter than a register stands there over and over.
        let part = |from: u32| (from..from + width).map(move |i| (i % entries) as i32);
        let none = u.poison(u.type_of(table));
        let parts: Vec<Value> = (0..entries.div_ceil(width)).map(|p| u.shuffle(table, none, part(p * width))).collect();
        let v = self.by_registers(index, ty.lanes, width, &mut |l, i| {
            let ty = Ty::vector(elem, width);
            match (register, &parts[..]) {
                (64, [one]) => l.permutation(ty, &mut [*one, i]),
                (64, _) => {
                    let pairs = parts.chunks(2).map(|p| l.permutation(ty, &mut [p[0], i, p[1]])).collect();
                    l.chosen(pairs, i, ty, (2 * width).ilog2())
                }
                _ => {
                    let all = parts.iter().map(|p| l.permutation(ty, &mut [*p, i])).collect();
                    l.chosen(all, i, ty, width.ilog2())
                }
            }
        });
        self.unit.bitcast(v, self.unit.ty(ty))
    }

    /// Lanes of one register, or, with the index between them, of two.
    fn permutation(&mut self, ty: Ty, args: &mut [Value]) -> Value {
        let name = match (ty.elem, ty.lanes, args.len()) {
            (Elem::I32, 8, _) => "llvm.x86.avx2.permd",
            (Elem::I8, _, 2) => "llvm.x86.avx512.permvar.qi.512",
            (Elem::I8, _, _) => "llvm.x86.avx512.vpermi2var.qi.512",
            (Elem::I16, _, 2) => "llvm.x86.avx512.permvar.hi.512",
            (Elem::I16, _, _) => "llvm.x86.avx512.vpermi2var.hi.512",
            (Elem::I32, _, 2) => "llvm.x86.avx512.permvar.si.512",
            (Elem::I32, _, _) => "llvm.x86.avx512.vpermi2var.d.512",
            (_, _, 2) => "llvm.x86.avx512.permvar.di.512",
            _ => "llvm.x86.avx512.vpermi2var.q.512",
        };
        self.unit.intrinsic(name, &[], args)
    }

    /// One of several values, a power of two of them, lane by lane: by the bits of an index of type `ints` from `bit` on.
    fn chosen(&mut self, mut level: Vec<Value>, index: Value, ints: Ty, mut bit: u32) -> Value {
        let u = &*self.unit;
        while level.len() > 1 {
            let set = u.icmp(LLVMIntNE, u.binary(LLVMAnd, index, u.int(ints, 1 << bit)), u.int(ints, 0));
            level = level.chunks(2).map(|pair| u.select(set, pair[1], pair[0])).collect();
            bit += 1;
        }
        level[0]
    }

    /// Entries of a table of eight, given as two halves, by shuffles of bytes.
    fn byte_shuffled(&mut self, low: Value, high: Value, index: Value) -> Value {
        let u = &mut *self.unit;
        let (floats, ints, bytes) = (Ty::vector(Elem::F32, 4), Ty::vector(Elem::I32, 4), Ty::vector(Elem::I8, 16));
        // Bytes 4 i, 4 i + 1, … of either half, and bit 2 of the index says of which.
        let rest = u.binary(LLVMAnd, index, u.int(ints, 3));
        let at = u.binary(LLVMAdd, u.binary(LLVMMul, rest, u.int(ints, 0x0404_0404)), u.int(ints, 0x0302_0100));
        let at = u.bitcast(at, u.ty(bytes));
        let mut half = |table: Value| {
            let table = u.bitcast(table, u.ty(bytes));
            let v = u.intrinsic("llvm.x86.ssse3.pshuf.b.128", &[], &mut [table, at]);
            u.bitcast(v, u.ty(floats))
        };
        let both = vec![half(low), half(high)];
        self.chosen(both, index, ints, 2)
    }

    /// A function of an index of any number of lanes, by registers of `width` of them.
    fn by_registers(
        &mut self,
        index: Value,
        lanes: u32,
        width: u32,
        f: &mut dyn FnMut(&mut Self, Value) -> Value,
    ) -> Value {
        let any = |u: &Unit, v: Value| u.poison(u.type_of(v));
        if lanes > width {
            let half = (lanes / 2) as i32;
            let part = |u: &Unit, from: i32| u.shuffle(index, any(u, index), from..from + half);
            let (low, high) = (part(self.unit, 0), part(self.unit, half));
            let (low, high) =
                (self.by_registers(low, lanes / 2, width, f), self.by_registers(high, lanes / 2, width, f));
            return self.unit.shuffle(low, high, 0..lanes as i32);
        }
        if lanes == width {
            return f(self, index);
        }
        let index = self.lanes_of(index, lanes == 1);
        let index = self.unit.shuffle(index, any(self.unit, index), (0..width as i32).map(|i| i % lanes as i32));
        let v = f(self, index);
        if lanes == 1 { self.unit.extract(v, 0) } else { self.unit.shuffle(v, any(self.unit, v), 0..lanes as i32) }
    }
}
