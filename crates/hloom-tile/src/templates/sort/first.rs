//! The first few entries of a line, which is read once.

use super::keyed::{Keyed, address};
use super::{BLOCK, Lines};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CmpOp, Elem, Expr, HReduce, Ty, UnOp, Val};
use crate::templates::scalar;

impl Keyed<'_> {
    /// The first entries of a line in order, as [`Lines::best`] finds them: what comes before the last of the best so far is collected,
    /// and sorted when twice as many as wanted have come together.
    pub(super) fn best(
        &self,
        b: &mut FuncBuilder,
        w: &mut Lines<'_>,
        ins: &[Option<Val>],
        base: Val,
    ) -> Result<Val, String> {
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
                let some = b.expr(Ty::I1, Expr::Reduce(HReduce::Bin(BinOp::Or), before));
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
}
