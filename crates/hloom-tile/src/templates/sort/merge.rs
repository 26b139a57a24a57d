//! Two sorted ranges of a line, merged by keys.

use super::Lines;
use super::keyed::Keyed;
use super::lines::{from_both_ends, next_of};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Val};

impl Keyed<'_> {
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
        let one = b.i64(1);
        let least = |b: &mut FuncBuilder, c: &[Val]| {
            let (lefts, rights) = (b.bin(BinOp::Sub, c[1], c[0]), b.bin(BinOp::Sub, c[3], c[2]));
            b.bin(BinOp::SMin, lefts, rights)
        };
        let (lefts, rights) = (b.bin(BinOp::Sub, left_end, left), b.bin(BinOp::Sub, right_end, right));
        let count = b.add(lefts, rights);
        let out_end = b.add(out, count);
        let take = |b: &mut FuncBuilder, from: Val, to: Val| {
            for (i, (&into, p)) in outs.iter().zip(ins).enumerate() {
                if let Some(p) = *p {
                    let x = self.bits(b, p, i, base, from);
                    let to = self.s.address(b, into, i, base, to);
                    let align = b.ty(x).elem.bytes();
                    b.store(to, x, align);
                }
            }
        };
        // Puts the next of two elements in its place; whether the right one comes first.
        let mut step = |b: &mut FuncBuilder, (l, r): (Val, Val), forwards: bool, to: Val| {
            let (left, right) = (self.key_at(b, w, (ins, base), l, 1), self.key_at(b, w, (ins, base), r, 1));
            let right_first = b.cmp(CmpOp::SLt, right, left);
            let from = next_of(b, right_first, (l, r), forwards);
            take(b, from, to);
            right_first
        };
        // Carried: both ranges, and where their elements go.
        let start = [left, left_end, right, right_end, out, out_end];
        let met = b.while_loop(
            &start,
            |b, c| {
                let least = least(b, c);
                b.cmp(CmpOp::SLt, one, least)
            },
            |b, c| {
                let least = least(b, c);
                let mut before = |x: Val| b.bin(BinOp::Sub, x, one);
                let (left_last, right_last, last) = (before(c[1]), before(c[3]), before(c[5]));
                let met = from_both_ends(b, least, [c[0], left_last, c[2], right_last], (c[4], last), &mut step);
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
                let right = step(b, (c[0], c[1]), true, c[2]);
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
    }
}
