//! Sorts whose comparator compares one integer of each side.
//!
//! Such a comparator is a function of one operand, the key, applied to both sides and compared: JAX's order of floats is one, with
//! zeros and NaNs made equal by the key. A line is turned into entries first: the key, so that signed order is its order, above 32
//! bits that lead back to the element (its bits, if that is all there is, or its position). Comparing entries takes one
//! instruction. Short lines of entries are counted and merged as those of elements are; long ones are dealt out by the bytes
//! of their keys, from the last to the first (a radix sort), without comparisons. A byte that is the same in all keys of a line costs
//! nothing: so do small integers.
use super::key::Key;
use super::{Lines, SortSpec};
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
    run: i64,
    collects: bool,
    kernel: Kernel,
    less: [ExprId; 1],
}

impl<'a> Keyed<'a> {
    /// For runs of `run` elements, if the comparator has a key.
    pub(super) fn of(s: &'a SortSpec<'a>, run: i64) -> Option<Keyed<'a>> {
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
        Some(Keyed { s, key, payload, run, collects: s.collects(), kernel: k, less })
    }

    /// The sort of entries.
    pub(super) fn spec(&self) -> SortSpec<'_> {
        let dtypes = if self.key.is_wide() { vec![DType::I64, DType::I32] } else { vec![DType::I64] };
        SortSpec {
            positions: vec![false; dtypes.len()],
            dtypes,
            outer: 1,
            len: self.s.len,
            inner: 1,
            keep: self.s.len,
            less: Scalars { kernel: &self.kernel, results: &self.less },
            cores: self.s.cores,
        }
    }

    /// Bytes of an entry.
    pub(super) fn entry_bytes(&self) -> i64 {
        self.spec().dtypes.iter().map(|t| t.byte_size() as i64).sum()
    }

    /// True if entries are one word, whose upper half is the key.
    pub(super) fn halves(&self) -> bool {
        !self.key.is_wide()
    }

    pub(super) fn is_long(&self) -> bool {
        !self.collects && self.run > MOST_COMPARED * self.key.bytes()
    }

    /// Nanoseconds an element.
    pub(super) fn cost_ns(&self) -> f64 {
        match self.is_long() {
            true => 4.0 + 3.0 * self.key.bytes() as f64,
            false if self.collects => 1.0,
            false => 10.0,
        }
    }

    /// Turns `len` elements of a line from `first` on into entries of the first area, and sorts them, or those that can be among the
    /// first if no more are wanted; the area that holds them then. `counters`: where the counters start in scratch memory.
    pub(super) fn sorted(
        &self,
        b: &mut FuncBuilder,
        w: &mut Lines<'_>,
        ins: &[Option<Val>],
        base: Val,
        (first, len): (Val, Val),
        counters: i64,
    ) -> Val {
        if self.collects {
            return self.best(b, w, ins, base).unwrap_or_else(|e| {
                w.err = Some(e);
                b.i64(0)
            });
        }
        let zero = b.i64(0);
        if self.is_long() {
            self.clear(b, w, counters);
        }
        b.for_loop(zero, len, 1, &[], |b, j, _| {
            let at = b.add(first, j);
            match self.entry(b, ins, base, at) {
                Ok(entry) => {
                    w.put_all(b, zero, j, &entry);
                    if self.is_long() {
                        self.count(b, w, &entry, counters);
                    }
                }
                Err(e) => w.err = Some(e),
            }
            vec![]
        });
        if self.is_long() { self.deal(b, w, len, counters) } else { w.merges(b, len) }
    }

    /// The key of an entry.
    pub(super) fn key_of(&self, b: &mut FuncBuilder, entry: &[Val]) -> Val {
        if self.key.is_wide() {
            return entry[0];
        }
        let half = b.i64(32);
        let upper = b.bin(BinOp::LShr, entry[0], half);
        b.cast(CastOp::Trunc, upper, Elem::I32)
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
            let dtype = self.s.dtypes[i];
            let bits = bits_of(dtype);
            let x = match ins[i] {
                None if bits == Elem::I64 => position,
                None => low,
                Some(_) if self.payload == Payload::Element => narrow(b, low, bits),
                Some(from) => {
                    let from = address(b, from, self.s, i, base, position);
                    b.load(Ty::scalar(bits), from, dtype.byte_size() as u32)
                }
            };
            let to = address(b, out, self.s, i, to_base, to);
            b.store(to, x, dtype.byte_size() as u32);
        }
    }

    /// The entry of element `at` of a line.
    pub(super) fn entry(
        &self,
        b: &mut FuncBuilder,
        ins: &[Option<Val>],
        base: Val,
        at: Val,
    ) -> Result<Vec<Val>, String> {
        let (i, dtype) = (self.key.operand, self.s.dtypes[self.key.operand]);
        let from = ins[i].ok_or("a key without a buffer")?;
        let from = address(b, from, self.s, i, base, at);
        let x = scalar::load(b, dtype, from);
        let key = self.key.compute(b, self.s, x)?;
        let low = match self.payload {
            Payload::Position => b.cast(CastOp::Trunc, at, Elem::I32),
            Payload::Element => {
                let bits = bits_of(dtype);
                let raw = b.load(Ty::scalar(bits), from, dtype.byte_size() as u32);
                if bits == Elem::I32 { raw } else { b.cast(CastOp::ZExt, raw, Elem::I32) }
            }
        };
        if self.key.is_wide() {
            return Ok(vec![key, low]);
        }
        let (high, low) = (b.cast(CastOp::ZExt, key, Elem::I64), b.cast(CastOp::ZExt, low, Elem::I64));
        let half = b.i64(32);
        let high = b.bin(BinOp::Shl, high, half);
        Ok(vec![b.bin(BinOp::Or, high, low)])
    }
}

/// Address of element `j` of a line of operand or result `i` that starts at `base`.
pub(super) fn address(b: &mut FuncBuilder, p: Val, s: &SortSpec<'_>, i: usize, base: Val, j: Val) -> Val {
    let at = b.mul_const(j, s.inner);
    let at = b.add(base, at);
    let bytes = b.mul_const(at, s.dtypes[i].byte_size() as i64);
    b.ptr_add(p, bytes)
}

/// The integer that has an element's bits.
pub(super) fn bits_of(dtype: DType) -> Elem {
    match dtype.byte_size() {
        1 => Elem::I8,
        2 => Elem::I16,
        4 => Elem::I32,
        _ => Elem::I64,
    }
}

fn narrow(b: &mut FuncBuilder, x: Val, to: Elem) -> Val {
    if to == Elem::I32 { x } else { b.cast(CastOp::Trunc, x, to) }
}
