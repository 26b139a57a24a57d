//! Vectors of elements from anywhere: gathers, words around narrow elements, tables in registers.

use super::Lower;
use super::lin::Lin;
use super::mem::{Place, Safe};
use crate::loop_ir::*;

/// Elements of a word of 32 bits that has several. Truth values lie as bytes.
fn words_of(elem: Elem) -> Option<i64> {
    matches!(elem, Elem::I1 | Elem::I8 | Elem::I16).then(|| i64::from(4 / elem.bytes()))
}

impl Lower<'_> {
    /// Elements of a table that registers hold. (Where no memory may be touched, they are any.)
    pub(super) fn table_load(&mut self, p: &Place, at: &Lin) -> Option<Val> {
        at.opaque?;
        let elem = if p.elem == Elem::I1 { Elem::I8 } else { p.elem };
        let (entries, bytes) = (u32::try_from(p.elems).ok()?, elem.bytes());
        let lanes = entries.checked_next_power_of_two()?;
        if !p.constant || lanes > self.target.table_bytes(bytes) / bytes {
            return None;
        }
        // All of the table exists, whatever the guards say.
        let table = self.b.load_hoisted(Ty::vector(elem, lanes), p.base, p.align, 1, entries);
        let index = self.lin_value(at, elem.integer());
        let v = self.b.expr(Ty::vector(elem, self.lanes), Expr::Permute(table, index));
        Some(if p.elem == Elem::I1 { self.b.truth(v) } else { v })
    }

    /// Every `step`-th element of a byte or two, of the words of 32 bits around them: processors have gathers of words, and neighbours
    /// share theirs. `None` if words may begin elsewhere.
    pub(super) fn words_load(&mut self, p: &Place, at: &Lin, step: i64) -> Option<Val> {
        let n = words_of(p.elem)?;
        if step == 0 || [self.lin_div(at), p.elems, step].iter().any(|x| x % n != 0) {
            return None;
        }
        let part = at.c.rem_euclid(n);
        let (base, _) = self.address(p, &at.scalar_part().offset(-part));
        let index = self.lin_value(&Lin { lane: step / n, ..Lin::default() }, Elem::I32);
        let ty = Ty::vector(Elem::I32, self.lanes);
        let words = self.b.gather(ty, base, index, None);
        let bits = self.b.int(ty, 8 * i64::from(p.elem.bytes()) * part);
        Some(self.part_of_words(p, words, bits))
    }

    /// Elements of a byte or two from anywhere, of the words of 32 bits around them, where vectors are long: each would be taken from
    /// memory and put into its lane alone, under a mask behind a branch.
    pub(super) fn words_gather(&mut self, p: &Place, at: &Lin, safe: Safe) -> Option<Val> {
        let n = words_of(p.elem)?;
        let suits = at.opaque.is_some() || !at.is_uniform() && (safe.both.is_some() || self.target.gathers_words);
        if !suits || self.target.vector_bytes < 64 || p.elems % n != 0 || p.elems > i64::from(i32::MAX) {
            return None;
        }
        let index = self.lin_value(at, Elem::I32);
        let ty = self.b.ty(index);
        let (shift, rest) = (self.b.int(ty, i64::from(n.ilog2())), self.b.int(ty, n - 1));
        let word = self.b.bin(BinOp::LShr, index, shift);
        let words = self.gather(ty, p.base, word, safe);
        let part = self.b.bin(BinOp::And, index, rest);
        let bits = self.b.int(ty, 8 * i64::from(p.elem.bytes()));
        let bits = self.b.bin(BinOp::Mul, part, bits);
        Some(self.part_of_words(p, words, bits))
    }

    /// Elements that words have from so many bits on.
    pub(super) fn part_of_words(&mut self, p: &Place, words: Val, bits: Val) -> Val {
        let moved = self.b.bin(BinOp::LShr, words, bits);
        match p.elem {
            Elem::I1 => {
                let bytes = self.b.cast(CastOp::Trunc, moved, Elem::I8);
                self.b.truth(bytes)
            }
            elem => self.b.cast(CastOp::Trunc, moved, elem),
        }
    }

    /// Base address and index vector.
    pub(super) fn indexed(&mut self, p: &Place, at: &Lin) -> (Val, Val) {
        let (base, _) = self.address(p, &at.scalar_part());
        let rest = Lin { lane: at.lane, opaque: at.opaque, ..Lin::default() };
        let small = p.elems <= i64::from(i32::MAX);
        let elem = if small { Elem::I32 } else { Elem::I64 };
        let index = self.lin_value(&rest, elem);
        (base, self.b.splat(index, self.lanes))
    }

    /// A gather, behind a branch where there is one condition for many lanes: under masks it takes as long for none of them.
    pub(super) fn gather(&mut self, ty: Ty, base: Val, index: Val, safe: Safe) -> Val {
        const MANY: u32 = 8;
        match safe.uniform {
            Some(cond) if ty.lanes >= MANY => {
                let none = if ty.elem.is_float() { self.b.float(ty, 0.0) } else { self.b.int(ty, 0) };
                self.b.if_else(cond, |b| vec![b.gather(ty, base, index, safe.lanes)], |_| vec![none])[0]
            }
            _ => {
                let mask = safe.both.map(|m| self.b.splat(m, ty.lanes));
                self.b.gather(ty, base, index, mask)
            }
        }
    }
}
