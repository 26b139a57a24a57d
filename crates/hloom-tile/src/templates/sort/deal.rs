//! Entries dealt out by the bytes of their keys, from the last byte to the first: a radix sort.

use super::Lines;
use super::keyed::Keyed;
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Ty, Val};

/// Values of a byte.
const DIGITS: i64 = 256;
/// Lanes that are set to zero at once.
const ZEROS: u32 = 16;

impl Keyed<'_> {
    /// Bytes of the counters.
    pub(super) fn counter_bytes(&self) -> i64 {
        4 * DIGITS * self.key.bytes()
    }

    /// Sets the counters to zero.
    pub(super) fn clear(&self, b: &mut FuncBuilder, w: &Lines<'_>, counters: i64) {
        let zero = b.i64(0);
        let (end, none) = (b.i64(DIGITS * self.key.bytes()), b.int(Ty::vector(Elem::I32, ZEROS), 0));
        b.for_loop(zero, end, i64::from(ZEROS), &[], |b, i, _| {
            let to = counter(b, w, counters, i);
            b.store(to, none, 4);
            vec![]
        });
    }

    /// Lowest bit of the lowest byte of an entry's key.
    fn lowest(&self) -> i64 {
        if self.key.is_wide() { 0 } else { 32 }
    }

    /// Counts the bytes of an entry's key.
    pub(super) fn count(&self, b: &mut FuncBuilder, w: &Lines<'_>, entry: &[Val], counters: i64) {
        let one = b.int(Ty::scalar(Elem::I32), 1);
        for d in 0..self.key.bytes() {
            let last = d + 1 == self.key.bytes();
            let (shift, flip) = (b.i64(8 * d + self.lowest()), b.i64(if last { self.key.flip() } else { 0 }));
            let digit = digit(b, entry[0], shift, flip);
            let at = counter(b, w, counters + 4 * DIGITS * d, digit);
            let n = b.load(Ty::scalar(Elem::I32), at, 4);
            let n = b.add(n, one);
            b.store(at, n, 4);
        }
    }

    /// Deals the counted entries of the first area out by one byte after the other; the area that holds them then.
    pub(super) fn deal(&self, b: &mut FuncBuilder, w: &Lines<'_>, len: Val, counters: i64) -> Val {
        let (zero, one, other) = (b.i64(0), b.i64(1), b.i64(w.area));
        let i32s = Ty::scalar(Elem::I32);
        let (digits, all) = (b.i64(self.key.bytes()), b.cast(CastOp::Trunc, len, Elem::I32));
        let end = b.for_loop(zero, digits, 1, &[zero, other], |b, d, c| {
            let (src, dst) = (c[0], c[1]);
            let (shift, least) = (b.mul_const(d, 8), b.i64(self.lowest()));
            let shift = b.add(shift, least);
            let next = b.add(d, one);
            let last = b.cmp(CmpOp::Eq, next, digits);
            let top = b.i64(self.key.flip());
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

/// A byte of a key; the highest, flipped, so that its order is unsigned.
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
