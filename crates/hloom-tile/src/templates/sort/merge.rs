//! Two sorted ranges of a line, merged by keys.

use super::Lines;
use super::keyed::{Keyed, address, bits_of};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Ty, Val};
use crate::templates::scalar;

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
}
