//! Sorts whose comparator compares one integer of each side.
//!
//! Such a comparator is a function of one operand, the key, applied to both sides and compared: JAX's order of floats is one, with
//! zeros and NaNs made equal by the key. A line is turned into entries first: the key, so that signed order is its order, above 32
//! bits that lead back to the element (its bits, if that is all there is, or its position). Comparing entries takes one
//! instruction. Short lines of entries are counted and merged as those of elements are; long ones are dealt out by the bytes
//! of their keys, from the last to the first (a radix sort), without comparisons. A byte that is the same in all keys of a line costs
//! nothing: so do small integers.

use super::key::Key;
use super::lines::narrow;
use super::{BLOCK, Lines, SortSpec};
use crate::FuncBuilder;
use crate::kernel::{Expr, ExprId, Kernel};
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Ty, Val};
use crate::templates::{Scalars, scalar};
use hloom_num::DType;

/// Longest run that is sorted by comparisons, for each byte of the key. On a Zen 3 both ways take the same time there.
const MOST_COMPARED: i64 = 40;

/// What leads from an entry to its element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Payload {
    /// The element's bits, of a sort of one operand.
    Element,
    /// Its number in its line.
    Position,
}

impl Payload {
    fn of(key: Key, s: &SortSpec<'_>) -> Payload {
        let alone = s.dtypes.len() == 1 && !s.positions[0] && s.dtypes[0].byte_size() <= 4;
        if alone && !key.is_wide() { Payload::Element } else { Payload::Position }
    }
}

/// How a sort's lines are sorted as entries.
pub(super) struct Keyed<'a> {
    pub(super) s: &'a SortSpec<'a>,
    pub(super) key: Key,
    payload: Payload,
    kernel: Kernel,
    less: [ExprId; 1],
}

impl<'a> Keyed<'a> {
    /// If the comparator has a key.
    pub(super) fn of(s: &'a SortSpec<'a>) -> Option<Keyed<'a>> {
        let key = Key::of(&s.less)?;
        let few = s.len <= i64::from(i32::MAX);
        if !few || s.positions[key.operand] || s.dtypes.iter().any(|t| t.byte_size() > 8) {
            return None;
        }
        let payload = Payload::of(key, s);
        let mut k = Kernel::default();
        let mut side = |n: u32| {
            let x = k.add_expr(Elem::I64, Expr::Param(n));
            if payload == Payload::Position {
                return x;
            }
            let half = k.add_expr(Elem::I64, Expr::Int(32));
            k.add_expr(Elem::I64, Expr::Bin(BinOp::AShr, x, half))
        };
        let (x, y) = (side(0), side(1));
        let less = [k.add_expr(Elem::I1, Expr::Cmp(CmpOp::SLt, x, y))];
        Some(Keyed { s, key, payload, kernel: k, less })
    }

    /// The sort of entries.
    pub(super) fn spec(&self) -> SortSpec<'_> {
        let dtypes = if self.key.is_wide() { vec![DType::I64, DType::I32] } else { vec![DType::I64] };
        let less = Scalars { kernel: &self.kernel, results: &self.less };
        SortSpec { positions: vec![false; dtypes.len()], dtypes, less, ..*self.s }
    }

    /// Bytes of an entry.
    pub(super) fn entry_bytes(&self) -> i64 {
        self.spec().dtypes.iter().map(|t| t.byte_size() as i64).sum()
    }

    /// True if entries are one word, whose upper half is the key.
    pub(super) fn halves(&self) -> bool {
        !self.key.is_wide()
    }

    /// True if runs of `run` elements are dealt out by the bytes of their keys.
    pub(super) fn deals(&self, run: i64) -> bool {
        !self.s.collects() && run > MOST_COMPARED * self.key.bytes()
    }

    /// Nanoseconds an element, in runs of `run`.
    pub(super) fn cost_ns(&self, run: i64) -> f64 {
        match self.deals(run) {
            true => 4.0 + 3.0 * self.key.bytes() as f64,
            false if self.s.collects() => 1.0,
            false => 10.0,
        }
    }

    /// Turns `len` elements of a line from `first` on into entries of the first area, and sorts them, or those that can be among the
    /// first if no more are wanted; the area that holds them then. `counters`: where in scratch memory the counters start with which
    /// they are dealt out, if they are.
    pub(super) fn sorted(
        &self,
        b: &mut FuncBuilder,
        w: &mut Lines<'_>,
        (ins, base): (&[Option<Val>], Val),
        (first, len): (Val, Val),
        counters: Option<i64>,
    ) -> Val {
        let entry = |w: &mut Lines<'_>, b: &mut FuncBuilder, at: Val| self.entry(b, w, (ins, base), at);
        if self.s.collects() {
            let keys = |w: &mut Lines<'_>, b: &mut FuncBuilder, at: Val| {
                vec![self.key_at(b, w, (ins, base), at, BLOCK as u32)]
            };
            return w.best(b, &entry, &keys);
        }
        let Some(counters) = counters else {
            w.fill(b, &entry, (first, len));
            return w.merges(b, len);
        };
        self.clear(b, w, counters);
        let counted = |w: &mut Lines<'_>, b: &mut FuncBuilder, at: Val| {
            let entry = entry(w, b, at);
            self.count(b, w, &entry, counters);
            entry
        };
        w.fill(b, &counted, (first, len));
        self.deal(b, w, len, counters)
    }

    /// The keys of element `at` of a line and those after it.
    pub(super) fn key_at(
        &self,
        b: &mut FuncBuilder,
        w: &mut Lines<'_>,
        (ins, base): (&[Option<Val>], Val),
        at: Val,
        lanes: u32,
    ) -> Val {
        let i = self.key.operand;
        let key = ins[i].ok_or_else(|| "a key without a buffer".to_owned()).and_then(|from| {
            let from = self.s.address(b, from, i, base, at);
            let x = scalar::load_lanes(b, self.s.dtypes[i], from, lanes);
            self.key.compute(b, self.s, x)
        });
        key.unwrap_or_else(|e| {
            w.err = Some(e);
            b.int(Ty::vector(self.key.computed(), lanes), 0)
        })
    }

    /// Writes element `to` of the results' lines from entry `j` of an area.
    pub(super) fn store(
        &self,
        b: &mut FuncBuilder,
        w: &Lines<'_>,
        (ins, outs): (&[Option<Val>], &[Val]),
        (area, j): (Val, Val),
        (base, to_base, to): (Val, Val, Val),
    ) {
        let entry = w.get_all(b, area, j);
        let low = if self.key.is_wide() { entry[1] } else { b.cast(CastOp::Trunc, entry[0], Elem::I32) };
        let position = b.cast(CastOp::ZExt, low, Elem::I64);
        for (i, &out) in outs.iter().enumerate() {
            let bits = Kernel::bits_elem(self.s.dtypes[i]);
            let x = match ins[i] {
                None => narrow(b, position, bits),
                Some(_) if self.payload == Payload::Element => narrow(b, low, bits),
                Some(from) => self.bits(b, from, i, base, position),
            };
            let to = self.s.address(b, out, i, to_base, to);
            b.store(to, x, bits.bytes());
        }
    }

    /// The bits of element `j` of a line of operand `i`.
    pub(super) fn bits(&self, b: &mut FuncBuilder, from: Val, i: usize, base: Val, j: Val) -> Val {
        let (from, bits) = (self.s.address(b, from, i, base, j), Kernel::bits_elem(self.s.dtypes[i]));
        b.load(Ty::scalar(bits), from, bits.bytes())
    }

    /// The entry of element `at` of a line.
    fn entry(&self, b: &mut FuncBuilder, w: &mut Lines<'_>, (ins, base): (&[Option<Val>], Val), at: Val) -> Vec<Val> {
        let i = self.key.operand;
        let key = self.key_at(b, w, (ins, base), at, 1);
        let low = match ins[i] {
            Some(from) if self.payload == Payload::Element => {
                let raw = self.bits(b, from, i, base, at);
                if b.ty(raw).elem == Elem::I32 { raw } else { b.cast(CastOp::ZExt, raw, Elem::I32) }
            }
            _ => narrow(b, at, Elem::I32),
        };
        if self.key.is_wide() {
            return vec![key, low];
        }
        let (high, low) = (b.cast(CastOp::ZExt, key, Elem::I64), b.cast(CastOp::ZExt, low, Elem::I64));
        let half = b.i64(32);
        let high = b.bin(BinOp::Shl, high, half);
        vec![b.bin(BinOp::Or, high, low)]
    }
}
