//! Sorts whose comparator compares one integer of each side.
//!
//! Such a comparator is a function of one operand, the key, applied to both sides and compared: JAX's order of floats is one, with
//! zeros and NaNs made equal by the key. A line is turned into entries first: the key, so that signed order is its order, above 32
//! bits that lead back to the element (its bits, if that is all there is, or its position). Comparing entries takes one
//! instruction. Short lines of entries are counted and merged as those of elements are; long ones are dealt out by the bytes
//! of their keys, from the last to the first (a radix sort), without comparisons. A byte that is the same in all keys of a line costs
//! nothing: so do small integers.

use super::{BLOCK, Lines, SortSpec};
use crate::FuncBuilder;
use crate::kernel::{Expr, ExprId, Kernel};
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Expr as LoopExpr, HReduce, Ty, UnOp, Val};
use crate::lower::prep;
use crate::templates::{Scalars, scalar};
use hloom_num::DType;

/// Longest run that is sorted by comparisons, for each byte of the key. On a Zen 3 both ways take the same time there.
const MOST_COMPARED: i64 = 40;
/// Values of a byte.
const DIGITS: i64 = 256;
/// Lanes that are set to zero at once.
const ZEROS: u32 = 16;

/// What a comparator compares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    /// The operand it is computed from.
    operand: usize,
    /// The key of the first side, over the parameters of the comparator.
    value: ExprId,
    elem: Elem,
    signed: bool,
    descending: bool,
}

/// What leads from an entry to its element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Payload {
    /// The element's bits, of a sort of one operand.
    Element,
    /// Its number in its line.
    Position,
}

impl Key {
    /// The key, if the comparator has one.
    pub(super) fn of(less: &Scalars<'_>) -> Option<Key> {
        let mut k = less.kernel.clone();
        let &[result] = less.results else { return None };
        let &Expr::Cmp(op, first, second) = k.expr(result) else { return None };
        let signed = match op {
            CmpOp::SLt => true,
            CmpOp::ULt => false,
            _ => return None,
        };
        let elem = k.elem(first);
        let (a, b) = (param(&k, first)?, param(&k, second)?);
        // Parameters are pairs of sides.
        let (value, other, descending) = if a < b { (first, second, false) } else { (second, first, true) };
        let (mine, theirs) = (a.min(b), a.max(b));
        if mine % 2 != 0 || theirs != mine + 1 || signed && elem == Elem::I1 {
            return None;
        }
        let find = |n: u32| (0..k.exprs.len() as u32).map(ExprId).find(|e| *k.expr(*e) == Expr::Param(n));
        let (from, to) = (find(theirs)?, find(mine)?);
        let same = k.elem(from) == k.elem(to) && prep::replace(&mut k, other, from, to) == value;
        let operand = mine as usize / 2;
        same.then_some(Key { operand, value, elem, signed, descending })
    }

    fn bytes(&self) -> i64 {
        i64::from(self.elem.bytes())
    }

    fn is_wide(&self) -> bool {
        self.elem == Elem::I64
    }

    fn payload(&self, s: &SortSpec<'_>) -> Payload {
        let alone = s.dtypes.len() == 1 && !s.positions[0] && s.dtypes[0].byte_size() <= 4;
        if alone && !self.is_wide() { Payload::Element } else { Payload::Position }
    }

    /// Numbers that order as signed like the key, from values of its operand.
    fn compute(&self, b: &mut FuncBuilder, s: &SortSpec<'_>, x: Val) -> Result<Val, String> {
        let params = vec![x; 2 * s.dtypes.len()];
        let key = scalar::emit(b, Scalars { kernel: s.less.kernel, results: &[self.value] }, &params)?[0];
        let to = if self.is_wide() { Elem::I64 } else { Elem::I32 };
        let extend = if self.signed { CastOp::SExt } else { CastOp::ZExt };
        let key = if self.elem == to { key } else { b.cast(extend, key, to) };
        let ty = Ty::vector(to, b.ty(key).lanes);
        // Extended, a number without sign has one already.
        let key = if !self.signed && self.elem == to {
            let top = b.int(ty, if to == Elem::I64 { i64::MIN } else { i64::from(i32::MIN) });
            b.bin(BinOp::Xor, key, top)
        } else {
            key
        };
        if !self.descending {
            return Ok(key);
        }
        let all = b.int(ty, -1);
        Ok(b.bin(BinOp::Xor, key, all))
    }
}

/// The only parameter that an expression depends on.
fn param(k: &Kernel, root: ExprId) -> Option<u32> {
    let (mut found, mut only) = (None, true);
    prep::visit(k, root, &mut |e| match e {
        Expr::Param(n) => only &= found.replace(*n).is_none_or(|before| before == *n),
        Expr::Coord(_) | Expr::Load { .. } | Expr::Read(..) => only = false,
        _ => {}
    });
    found.filter(|_| only)
}

/// How a sort's lines are sorted as entries.
pub(super) struct Keyed<'a> {
    s: &'a SortSpec<'a>,
    key: Key,
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
        let payload = key.payload(s);
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

    fn is_long(&self) -> bool {
        !self.collects && self.run > MOST_COMPARED * self.key.bytes()
    }

    /// Bytes of the counters.
    pub(super) fn counter_bytes(&self) -> i64 {
        if self.is_long() { 4 * DIGITS * self.key.bytes() } else { 0 }
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
            let (end, none) = (b.i64(DIGITS * self.key.bytes()), b.int(Ty::vector(Elem::I32, ZEROS), 0));
            b.for_loop(zero, end, i64::from(ZEROS), &[], |b, i, _| {
                let to = counter(b, w, counters, i);
                b.store(to, none, 4);
                vec![]
            });
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

    /// The first entries of a line in order, as [`Lines::best`] finds them: what comes before the last of the best so far is collected,
    /// and sorted when twice as many as wanted have come together.
    fn best(&self, b: &mut FuncBuilder, w: &mut Lines<'_>, ins: &[Option<Val>], base: Val) -> Result<Val, String> {
        let (i, dtype) = (self.key.operand, self.s.dtypes[self.key.operand]);
        let from = ins[i].ok_or("a key without a buffer")?;
        let zero = b.i64(0);
        let key = if self.key.is_wide() { Elem::I64 } else { Elem::I32 };
        // Carried: number collected, whether there is a last of the best, and its key.
        let mut state = vec![zero, b.int(Ty::I1, 0), b.int(Ty::scalar(key), 0)];
        let (end, mut err) = (b.i64(self.s.len), None);
        if self.s.inner == 1 && self.s.len >= BLOCK {
            state = b.for_loop(zero, end, BLOCK, &state, |b, j, c| {
                // The last block may begin before `j`: what it has of the one before is only looked at.
                let last = b.i64(self.s.len - BLOCK);
                let at = b.bin(BinOp::SMin, j, last);
                let at = address(b, from, self.s, i, base, at);
                let values = scalar::load_lanes(b, dtype, at, BLOCK as u32);
                let last = b.splat(c[2], BLOCK as u32);
                let keys = self.key.compute(b, self.s, values).unwrap_or_else(|e| {
                    err = Some(e);
                    last
                });
                let before = b.cmp(CmpOp::SLt, keys, last);
                let some = b.expr(Ty::I1, LoopExpr::Reduce(HReduce::Bin(BinOp::Or), before));
                let none_yet = b.un(UnOp::Not, c[1]);
                let some = b.bin(BinOp::Or, some, none_yet);
                b.if_else(
                    some,
                    |b| {
                        let block = b.i64(BLOCK);
                        let stop = b.add(j, block);
                        let stop = b.bin(BinOp::SMin, stop, end);
                        b.for_loop(j, stop, 1, c, |b, j, c| self.collect(b, w, (ins, base), j, c))
                    },
                    |_| c.to_vec(),
                )
            });
        } else {
            state = b.for_loop(zero, end, 1, &state, |b, j, c| self.collect(b, w, (ins, base), j, c));
        }
        err.map_or_else(|| Ok(w.merges(b, state[0])), Err)
    }

    /// Takes element `j` if it comes before the last of the best.
    fn collect(
        &self,
        b: &mut FuncBuilder,
        w: &mut Lines<'_>,
        (ins, base): (&[Option<Val>], Val),
        j: Val,
        c: &[Val],
    ) -> Vec<Val> {
        let entry = match self.entry(b, ins, base, j) {
            Ok(entry) => entry,
            Err(e) => {
                w.err = Some(e);
                return c.to_vec();
            }
        };
        let key = self.key_of(b, &entry);
        let before = b.cmp(CmpOp::SLt, key, c[2]);
        let none_yet = b.un(UnOp::Not, c[1]);
        let take = b.bin(BinOp::Or, before, none_yet);
        b.if_else(
            take,
            |b| {
                let (zero, one, full, keep) = (b.i64(0), b.i64(1), b.i64(2 * self.s.keep), b.i64(self.s.keep));
                w.put_all(b, zero, c[0], &entry);
                let count = b.add(c[0], one);
                let more = b.cmp(CmpOp::SLt, count, full);
                b.if_else(
                    more,
                    |_| vec![count, c[1], c[2]],
                    |b| {
                        let sorted = w.merges(b, full);
                        b.for_loop(zero, keep, 1, &[], |b, k, _| {
                            let entry = w.get_all(b, sorted, k);
                            w.put_all(b, zero, k, &entry);
                            vec![]
                        });
                        let end = b.i64(self.s.keep - 1);
                        let last = w.get_all(b, zero, end);
                        vec![keep, b.int(Ty::I1, 1), self.key_of(b, &last)]
                    },
                )
            },
            |_| c.to_vec(),
        )
    }

    fn key_of(&self, b: &mut FuncBuilder, entry: &[Val]) -> Val {
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

    /// Merges two neighbouring sorted ranges of a line that starts at `base` to places from `out` on: from both ends at once, in
    /// steps that neither range can be too short for, then what is left.
    pub(super) fn merge(
        &self,
        b: &mut FuncBuilder,
        w: &mut Lines<'_>,
        (ins, outs): (&[Option<Val>], &[Val]),
        (base, out): (Val, Val),
        (left, left_end): (Val, Val),
        (right, right_end): (Val, Val),
    ) {
        let (zero, one) = (b.i64(0), b.i64(1));
        let rest = |b: &mut FuncBuilder, c: &[Val]| {
            let (lefts, rights) = (b.bin(BinOp::Sub, c[1], c[0]), b.bin(BinOp::Sub, c[3], c[2]));
            (lefts, rights)
        };
        let (lefts, rights) = rest(b, &[left, left_end, right, right_end]);
        let count = b.add(lefts, rights);
        let out_end = b.add(out, count);
        let take = |b: &mut FuncBuilder, from: Val, to: Val| {
            for (i, &into) in outs.iter().enumerate() {
                if let Some(p) = ins[i] {
                    let dtype = self.s.dtypes[i];
                    let from = address(b, p, self.s, i, base, from);
                    let x = b.load(Ty::scalar(bits_of(dtype)), from, dtype.byte_size() as u32);
                    let to = address(b, into, self.s, i, base, to);
                    b.store(to, x, dtype.byte_size() as u32);
                }
            }
        };
        let mut err = None;
        let mut right_first = |b: &mut FuncBuilder, l: Val, r: Val| {
            let mut key = |b: &mut FuncBuilder, at: Val| {
                let dtype = self.s.dtypes[self.key.operand];
                let from = address(b, ins[self.key.operand].unwrap_or(base), self.s, self.key.operand, base, at);
                let x = scalar::load(b, dtype, from);
                self.key.compute(b, self.s, x).unwrap_or_else(|e| {
                    err = Some(e);
                    zero
                })
            };
            let (l, r) = (key(b, l), key(b, r));
            b.cmp(CmpOp::SLt, r, l)
        };
        // Carried: both ranges, and where their elements go.
        let start = [left, left_end, right, right_end, out, out_end];
        let met = b.while_loop(
            &start,
            |b, c| {
                let (lefts, rights) = rest(b, c);
                let least = b.bin(BinOp::SMin, lefts, rights);
                b.cmp(CmpOp::SLt, one, least)
            },
            |b, c| {
                let (lefts, rights) = rest(b, c);
                let least = b.bin(BinOp::SMin, lefts, rights);
                let (outs_from, outs_to) = (c[4], b.bin(BinOp::Sub, c[5], one));
                let ends = [c[0], b.bin(BinOp::Sub, c[1], one), c[2], b.bin(BinOp::Sub, c[3], one)];
                let met = b.for_loop(zero, least, 1, &ends, |b, t, e| {
                    let right = right_first(b, e[0], e[2]);
                    let from = b.select(right, e[2], e[0]);
                    let to = b.add(outs_from, t);
                    take(b, from, to);
                    let left = right_first(b, e[1], e[3]);
                    let from = b.select(left, e[1], e[3]);
                    let to = b.bin(BinOp::Sub, outs_to, t);
                    take(b, from, to);
                    let (right, left) = (b.cast(CastOp::ZExt, right, Elem::I64), b.cast(CastOp::ZExt, left, Elem::I64));
                    let (not_right, not_left) = (b.bin(BinOp::Xor, right, one), b.bin(BinOp::Xor, left, one));
                    vec![
                        b.add(e[0], not_right),
                        b.bin(BinOp::Sub, e[1], left),
                        b.add(e[2], right),
                        b.bin(BinOp::Sub, e[3], not_left),
                    ]
                });
                let (left_end, right_end) = (b.add(met[1], one), b.add(met[3], one));
                vec![met[0], left_end, met[2], right_end, b.add(c[4], least), b.bin(BinOp::Sub, c[5], least)]
            },
        );
        let (left_end, right_end) = (met[1], met[3]);
        let met = b.while_loop(
            &[met[0], met[2], met[4]],
            |b, c| {
                let (lefts, rights) = (b.cmp(CmpOp::SLt, c[0], left_end), b.cmp(CmpOp::SLt, c[1], right_end));
                b.bin(BinOp::And, lefts, rights)
            },
            |b, c| {
                let right = right_first(b, c[0], c[1]);
                let from = b.select(right, c[1], c[0]);
                take(b, from, c[2]);
                let right = b.cast(CastOp::ZExt, right, Elem::I64);
                let left = b.bin(BinOp::Xor, right, one);
                vec![b.add(c[0], left), b.add(c[1], right), b.add(c[2], one)]
            },
        );
        let mut to = vec![met[2]];
        for (from, end) in [(met[0], left_end), (met[1], right_end)] {
            to = b.for_loop(from, end, 1, &to, |b, from, to| {
                take(b, from, to[0]);
                vec![b.add(to[0], one)]
            });
        }
        w.err = w.err.take().or(err);
    }

    /// The entry of element `at` of a line.
    fn entry(&self, b: &mut FuncBuilder, ins: &[Option<Val>], base: Val, at: Val) -> Result<Vec<Val>, String> {
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

    /// Byte `d` of an entry's key, from the lowest; the highest so that its order is unsigned.
    fn digit(&self, b: &mut FuncBuilder, entry: &[Val], d: i64) -> Val {
        let (shift, flip) = (b.i64(self.shift(d)), b.i64(self.flip(d)));
        digit(b, entry[0], shift, flip)
    }

    fn shift(&self, d: i64) -> i64 {
        8 * d + if self.key.is_wide() { 0 } else { 32 }
    }

    /// What makes the order of byte `d` unsigned.
    fn flip(&self, d: i64) -> i64 {
        if d + 1 == self.key.bytes() { self.top() } else { 0 }
    }

    fn top(&self) -> i64 {
        // Narrow numbers without sign have none when they are extended.
        if self.key.signed || self.key.bytes() >= 4 { 0x80 } else { 0 }
    }

    /// Counts the bytes of an entry's key.
    fn count(&self, b: &mut FuncBuilder, w: &Lines<'_>, entry: &[Val], counters: i64) {
        let one = b.int(Ty::scalar(Elem::I32), 1);
        for d in 0..self.key.bytes() {
            let digit = self.digit(b, entry, d);
            let at = counter(b, w, counters + 4 * DIGITS * d, digit);
            let n = b.load(Ty::scalar(Elem::I32), at, 4);
            let n = b.add(n, one);
            b.store(at, n, 4);
        }
    }

    /// Deals the counted entries of the first area out by one byte after the other; the area that holds them then.
    fn deal(&self, b: &mut FuncBuilder, w: &Lines<'_>, len: Val, counters: i64) -> Val {
        let (zero, one, other) = (b.i64(0), b.i64(1), b.i64(w.area));
        let i32s = Ty::scalar(Elem::I32);
        let (digits, all) = (b.i64(self.key.bytes()), b.cast(CastOp::Trunc, len, Elem::I32));
        let end = b.for_loop(zero, digits, 1, &[zero, other], |b, d, c| {
            let (src, dst) = (c[0], c[1]);
            let (shift, least) = (b.mul_const(d, 8), b.i64(self.shift(0)));
            let shift = b.add(shift, least);
            let next = b.add(d, one);
            let last = b.cmp(CmpOp::Eq, next, digits);
            let top = b.i64(self.top());
            let flip = b.select(last, top, zero);
            let row = b.mul_const(d, DIGITS);
            let entry = w.get_all(b, src, zero);
            let at = digit(b, entry[0], shift, flip);
            let at = b.add(row, at);
            let at = counter(b, w, counters, at);
            let with_first = b.load(i32s, at, 4);
            let same = b.cmp(CmpOp::Eq, with_first, all);
            b.if_else(
                same,
                |_| vec![src, dst],
                |b| {
                    let (values, none) = (b.i64(DIGITS), b.int(i32s, 0));
                    b.for_loop(zero, values, 1, &[none], |b, i, sum| {
                        let at = b.add(row, i);
                        let at = counter(b, w, counters, at);
                        let n = b.load(i32s, at, 4);
                        b.store(at, sum[0], 4);
                        vec![b.add(sum[0], n)]
                    });
                    b.for_loop(zero, len, 1, &[], |b, j, _| {
                        let entry = w.get_all(b, src, j);
                        let at = digit(b, entry[0], shift, flip);
                        let at = b.add(row, at);
                        let at = counter(b, w, counters, at);
                        let place = b.load(i32s, at, 4);
                        let one = b.int(i32s, 1);
                        let after = b.add(place, one);
                        b.store(at, after, 4);
                        let place = b.cast(CastOp::ZExt, place, Elem::I64);
                        w.put_all(b, dst, place, &entry);
                        vec![]
                    });
                    vec![dst, src]
                },
            )
        });
        end[0]
    }
}

fn digit(b: &mut FuncBuilder, key: Val, shift: Val, flip: Val) -> Val {
    let low = b.bin(BinOp::LShr, key, shift);
    let most = b.i64(DIGITS - 1);
    let low = b.bin(BinOp::And, low, most);
    b.bin(BinOp::Xor, low, flip)
}

/// Address of a counter.
fn counter(b: &mut FuncBuilder, w: &Lines<'_>, counters: i64, i: Val) -> Val {
    let (start, bytes) = (b.i64(counters), b.mul_const(i, 4));
    let bytes = b.add(start, bytes);
    b.ptr_add(w.scratch, bytes)
}

/// Address of element `j` of a line of operand or result `i` that starts at `base`.
fn address(b: &mut FuncBuilder, p: Val, s: &SortSpec<'_>, i: usize, base: Val, j: Val) -> Val {
    let at = b.mul_const(j, s.inner);
    let at = b.add(base, at);
    let bytes = b.mul_const(at, s.dtypes[i].byte_size() as i64);
    b.ptr_add(p, bytes)
}

/// The integer that has an element's bits.
fn bits_of(dtype: DType) -> Elem {
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
