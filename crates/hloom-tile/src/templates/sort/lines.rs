//! Lines of elements in scratch memory: blocks counted, runs merged.

use super::{BLOCK, COUNTED, LEAST_COUNTED, SortSpec};
use crate::FuncBuilder;
use crate::kernel::Kernel;
use crate::loop_ir::{BinOp, CastOp, CmpOp, Elem, Expr, HReduce, Ty, UnOp, Val};
use crate::templates::scalar;

/// Two neighbouring runs of a line that starts at `base`: `start..mid` and `mid..stop`. Their merge is cut into parts of
/// `chunk` elements.
pub(super) struct Runs {
    pub(super) base: Val,
    pub(super) start: Val,
    pub(super) mid: Val,
    pub(super) stop: Val,
    pub(super) chunk: i64,
}

impl Runs {
    /// Elements before part `k`.
    pub(super) fn output(&self, b: &mut FuncBuilder, k: Val) -> Val {
        let all = b.bin(BinOp::Sub, self.stop, self.start);
        let d = b.mul_const(k, self.chunk);
        b.bin(BinOp::SMin, d, all)
    }

    /// Where part `k` starts in both runs, if `left` elements before it are of the first run.
    pub(super) fn positions(&self, b: &mut FuncBuilder, k: Val, left: Val) -> (Val, Val) {
        let d = self.output(b, k);
        let right = b.bin(BinOp::Sub, d, left);
        (b.add(self.start, left), b.add(self.mid, right))
    }
}

/// What an element, or what is compared of some, consists of, by its number.
pub(super) type Get<'a> = dyn Fn(&mut Lines<'_>, &mut FuncBuilder, Val) -> Vec<Val> + 'a;
/// Puts an element in its place.
pub(super) type Put<'a> = dyn Fn(&Lines<'_>, &mut FuncBuilder, Val, &[Val]) + 'a;

/// Two areas of scratch memory; in each, one compact line an operand. An area is named by its offset.
pub(super) struct Lines<'a> {
    pub(super) s: &'a SortSpec<'a>,
    pub(super) scratch: Val,
    pub(super) offsets: Vec<i64>,
    pub(super) area: i64,
    /// Elements are words whose upper halves are compared.
    pub(super) halves: bool,
    pub(super) err: Option<String>,
}

impl Lines<'_> {
    pub(super) fn line(&self, b: &mut FuncBuilder, area: Val, i: usize, at: Val) -> Val {
        let o = b.i64(self.offsets[i]);
        let start = b.add(area, o);
        let bytes = b.mul_const(at, self.s.dtypes[i].byte_size() as i64);
        let bytes = b.add(start, bytes);
        b.ptr_add(self.scratch, bytes)
    }

    pub(super) fn get(&self, b: &mut FuncBuilder, area: Val, i: usize, at: Val) -> Val {
        let from = self.line(b, area, i, at);
        scalar::load(b, self.s.dtypes[i], from)
    }

    pub(super) fn get_all(&self, b: &mut FuncBuilder, area: Val, at: Val) -> Vec<Val> {
        (0..self.s.dtypes.len()).map(|i| self.get(b, area, i, at)).collect()
    }

    pub(super) fn put_all(&self, b: &mut FuncBuilder, area: Val, at: Val, values: &[Val]) {
        for (i, v) in values.iter().enumerate() {
            let to = self.line(b, area, i, at);
            scalar::store(b, self.s.dtypes[i], to, *v);
        }
    }

    /// `x` comes before `y`.
    fn less(&mut self, b: &mut FuncBuilder, x: &[Val], y: &[Val]) -> Val {
        let params: Vec<Val> = x.iter().zip(y).flat_map(|(x, y)| [*x, *y]).collect();
        match scalar::emit(b, self.s.less, &params) {
            Ok(v) => v[0],
            Err(e) => {
                self.err = Some(e);
                let lanes = b.ty(x[0]).lanes;
                b.int(Ty::vector(Elem::I1, lanes), 0)
            }
        }
    }

    /// How many elements of the first run come before parts `part` and `part + 1` of a merge. The cuts before are found
    /// first and never passed again, so that parts are disjoint even if the comparator is no order.
    pub(super) fn cuts(&mut self, b: &mut FuncBuilder, ins: &[Option<Val>], at: &Runs, part: Val) -> (Val, Val) {
        let (zero, one) = (b.i64(0), b.i64(1));
        let (left, right) = (b.bin(BinOp::Sub, at.mid, at.start), b.bin(BinOp::Sub, at.stop, at.mid));
        let last = b.add(part, one);
        let found = b.for_loop(zero, last, 1, &[zero, zero], |b, k, c| {
            let next = b.add(k, one);
            let (before, d) = (at.output(b, k), at.output(b, next));
            let more = b.bin(BinOp::Sub, d, before);
            let most = b.add(c[1], more);
            let low = b.bin(BinOp::Sub, d, right);
            let low = b.bin(BinOp::SMax, low, c[1]);
            let high = b.bin(BinOp::SMin, left, most);
            let cut = b.while_loop(
                &[low, high],
                |b, c| b.cmp(CmpOp::SLt, c[0], c[1]),
                |b, c| {
                    let sum = b.add(c[0], c[1]);
                    let half = b.bin(BinOp::AShr, sum, one);
                    let i = b.add(at.start, half);
                    let j = b.add(at.mid, d);
                    let j = b.bin(BinOp::Sub, j, half);
                    let j = b.bin(BinOp::Sub, j, one);
                    let (x, y) = (self.loads(b, ins, at.base, i, 1), self.loads(b, ins, at.base, j, 1));
                    let right_first = self.less(b, &y, &x);
                    let above = b.add(half, one);
                    vec![b.select(right_first, c[0], above), b.select(right_first, half, c[1])]
                },
            );
            vec![c[1], cut[0]]
        });
        (found[0], found[1])
    }

    /// What is compared of an element, or of the lanes of some.
    fn compared(&self, b: &mut FuncBuilder, x: &[Val]) -> Vec<Val> {
        if !self.halves {
            return x.to_vec();
        }
        let half = b.int(b.ty(x[0]), 32);
        let upper = b.bin(BinOp::LShr, x[0], half);
        vec![b.cast(CastOp::Trunc, upper, Elem::I32)]
    }

    /// An element comes before another one, of both of which there is what is [`compared`](Lines::compared).
    fn comes_before(&mut self, b: &mut FuncBuilder, x: &[Val], y: &[Val]) -> Val {
        if self.halves { b.cmp(CmpOp::SLt, x[0], y[0]) } else { self.less(b, x, y) }
    }

    /// Puts `len` elements of a line from `first` on into the first area.
    pub(super) fn fill(&mut self, b: &mut FuncBuilder, element: &Get<'_>, (first, len): (Val, Val)) {
        let zero = b.i64(0);
        b.for_loop(zero, len, 1, &[], |b, j, _| {
            let at = b.add(first, j);
            let values = element(self, b, at);
            self.put_all(b, zero, j, &values);
            vec![]
        });
    }

    pub(super) fn loads(&self, b: &mut FuncBuilder, ins: &[Option<Val>], base: Val, j: Val, lanes: u32) -> Vec<Val> {
        let load = |b: &mut FuncBuilder, i: usize| match ins[i] {
            Some(from) => {
                let from = self.s.address(b, from, i, base, j);
                scalar::load_lanes(b, self.s.dtypes[i], from, lanes)
            }
            None => self.position(b, i, j, lanes),
        };
        (0..ins.len()).map(|i| load(b, i)).collect()
    }

    /// The numbers of element `j` and those after it, as operand `i` has them.
    fn position(&self, b: &mut FuncBuilder, i: usize, j: Val, lanes: u32) -> Val {
        let elem = Kernel::compute_elem(self.s.dtypes[i]);
        let first = narrow(b, j, elem);
        if lanes == 1 {
            return first;
        }
        let (first, after) = (b.splat(first, lanes), b.expr(Ty::vector(elem, lanes), Expr::Lanes));
        b.add(first, after)
    }

    /// The first elements of a line in order; the area that holds them. `block`: what is [`compared`](Lines::compared) of the
    /// elements of a block.
    pub(super) fn best(&mut self, b: &mut FuncBuilder, element: &Get<'_>, block: &Get<'_>) -> Val {
        let (zero, end) = (b.i64(0), b.i64(self.s.len));
        // Carried: number collected, whether there is a last of the best, and what is compared of it.
        let mut state = vec![zero, b.int(Ty::I1, 0)];
        let first = element(self, b, zero);
        state.extend(self.compared(b, &first));
        if self.s.inner == 1 && self.s.len >= BLOCK {
            state = b.for_loop(zero, end, BLOCK, &state, |b, j, c| {
                // The last block may begin before `j`: what it has of the one before is only looked at.
                let last = b.i64(self.s.len - BLOCK);
                let at = b.bin(BinOp::SMin, j, last);
                let values = block(self, b, at);
                let last: Vec<Val> = c[2..].iter().map(|v| b.splat(*v, BLOCK as u32)).collect();
                let before = self.comes_before(b, &values, &last);
                let some = b.expr(Ty::I1, Expr::Reduce(HReduce::Bin(BinOp::Or), before));
                let none_yet = b.un(UnOp::Not, c[1]);
                let some = b.bin(BinOp::Or, some, none_yet);
                b.if_else(
                    some,
                    |b| {
                        let block = b.i64(BLOCK);
                        let stop = b.add(j, block);
                        let stop = b.bin(BinOp::SMin, stop, end);
                        b.for_loop(j, stop, 1, c, |b, j, c| self.collect(b, element, j, c))
                    },
                    |_| c.to_vec(),
                )
            });
        } else {
            state = b.for_loop(zero, end, 1, &state, |b, j, c| self.collect(b, element, j, c));
        }
        self.merges(b, state[0])
    }

    /// Takes element `j` if it comes before the last of the best.
    fn collect(&mut self, b: &mut FuncBuilder, element: &Get<'_>, j: Val, c: &[Val]) -> Vec<Val> {
        let values = element(self, b, j);
        let x = self.compared(b, &values);
        let before = self.comes_before(b, &x, &c[2..]);
        let none_yet = b.un(UnOp::Not, c[1]);
        let take = b.bin(BinOp::Or, before, none_yet);
        b.if_else(
            take,
            |b| {
                let (zero, one, full, keep) = (b.i64(0), b.i64(1), b.i64(2 * self.s.keep), b.i64(self.s.keep));
                self.put_all(b, zero, c[0], &values);
                let count = b.add(c[0], one);
                let more = b.cmp(CmpOp::SLt, count, full);
                let mut as_is = vec![count];
                as_is.extend(&c[1..]);
                b.if_else(
                    more,
                    |_| as_is,
                    |b| {
                        let sorted = self.merges(b, full);
                        b.for_loop(zero, keep, 1, &[], |b, k, _| {
                            let values = self.get_all(b, sorted, k);
                            self.put_all(b, zero, k, &values);
                            vec![]
                        });
                        let mut state = vec![keep, b.int(Ty::I1, 1)];
                        let end = b.i64(self.s.keep - 1);
                        let last = self.get_all(b, zero, end);
                        state.extend(self.compared(b, &last));
                        state
                    },
                )
            },
            |_| c.to_vec(),
        )
    }

    /// Sorts the first `len` elements of the first area; the area that holds them then.
    pub(super) fn merges(&mut self, b: &mut FuncBuilder, len: Val) -> Val {
        let (zero, one, other) = (b.i64(0), b.i64(1), b.i64(self.area));
        let runs_of_one = vec![zero, other, one];
        let start = if self.s.len < LEAST_COUNTED {
            runs_of_one
        } else {
            let counted = self.count_blocks(b, len);
            let blocks = vec![other, zero, b.i64(COUNTED)];
            b.if_else(counted, |_| blocks, |_| runs_of_one)
        };
        // Source area, target area, length of runs.
        let end = b.while_loop(
            &start,
            |b, c| b.cmp(CmpOp::SLt, c[2], len),
            |b, c| {
                let (src, dst, run) = (c[0], c[1], c[2]);
                let two = b.bin(BinOp::Add, run, run);
                let pairs = b.bin(BinOp::SDiv, len, two);
                b.for_loop(zero, pairs, 1, &[], |b, pair, _| {
                    let start = b.bin(BinOp::Mul, pair, two);
                    self.merge_equal(b, src, dst, start, run);
                    vec![]
                });
                let start = b.bin(BinOp::Mul, pairs, two);
                let mid = b.add(start, run);
                let mid = b.bin(BinOp::SMin, mid, len);
                self.merge_local(b, (src, dst), start, mid, len);
                vec![dst, src, two]
            },
        );
        end[0]
    }

    /// Sorts the blocks of the first `len` elements of the first area into the second one. False if some block's places
    /// are no permutation.
    fn count_blocks(&mut self, b: &mut FuncBuilder, len: Val) -> Val {
        let (zero, one, block) = (b.i64(0), b.i64(1), b.i64(COUNTED));
        let (other, yes) = (b.i64(self.area), b.int(Ty::I1, 1));
        let ok = b.for_loop(zero, len, COUNTED, &[yes], |b, start, ok| {
            let end = b.add(start, block);
            let end = b.bin(BinOp::SMin, end, len);
            b.for_loop(start, end, BLOCK, &[], |b, at, _| {
                let places = self.places(b, start, at, end);
                let to = self.place_address(b, start, at);
                b.store(to, places, 4);
                vec![]
            });
            let seen = b.for_loop(start, end, 1, &[zero], |b, i, seen| {
                let from = self.place_address(b, start, i);
                let place = b.load(Ty::scalar(Elem::I32), from, 4);
                let place = b.cast(CastOp::ZExt, place, Elem::I64);
                // More than fit are counted if an element comes before itself.
                let most = b.i64(COUNTED - 1);
                let place = b.bin(BinOp::And, place, most);
                let (values, to) = (self.get_all(b, zero, i), b.add(start, place));
                self.put_all(b, other, to, &values);
                let bit = b.bin(BinOp::Shl, one, place);
                vec![b.bin(BinOp::Or, seen[0], bit)]
            });
            let (all, count) = (b.i64(-1), b.bin(BinOp::Sub, end, start));
            let missing = b.bin(BinOp::Sub, block, count);
            let all = b.bin(BinOp::LShr, all, missing);
            let permutes = b.cmp(CmpOp::Eq, seen[0], all);
            vec![b.bin(BinOp::And, ok[0], permutes)]
        });
        ok[0]
    }

    /// Where the place of element `at` of the block at `start` is kept.
    fn place_address(&self, b: &mut FuncBuilder, start: Val, at: Val) -> Val {
        let index = b.bin(BinOp::Sub, at, start);
        let bytes = b.mul_const(index, 4);
        let areas = b.i64(2 * self.area);
        let bytes = b.add(areas, bytes);
        b.ptr_add(self.scratch, bytes)
    }

    /// How many elements of `start..end` come before each of the vector of elements at `at`: those that are less, and
    /// those in front of it that are not greater.
    fn places(&mut self, b: &mut FuncBuilder, start: Val, at: Val, end: Val) -> Val {
        let lanes = BLOCK as u32;
        let (zero, counts) = (b.i64(0), Ty::vector(Elem::I32, lanes));
        let own: Vec<Val> = (0..self.s.dtypes.len())
            .map(|i| {
                let from = self.line(b, zero, i, at);
                scalar::load_lanes(b, self.s.dtypes[i], from, lanes)
            })
            .collect();
        let own = self.compared(b, &own);
        let splats = |this: &Self, b: &mut FuncBuilder, j: Val| -> Vec<Val> {
            let x = if this.halves {
                // One load that spreads it.
                let (word, upper) = (this.line(b, zero, 0, j), b.i64(4));
                let from = b.ptr_add(word, upper);
                vec![b.load(Ty::scalar(Elem::I32), from, 4)]
            } else {
                this.get_all(b, zero, j)
            };
            x.into_iter().map(|v| b.splat(v, lanes)).collect()
        };
        let plus = |b: &mut FuncBuilder, count: Val, more: Val| {
            let more = b.cast(CastOp::ZExt, more, Elem::I32);
            vec![b.bin(BinOp::Add, count, more)]
        };
        let none = b.int(counts, 0);
        let count = b.for_loop(start, at, 1, &[none], |b, j, c| {
            let x = splats(self, b, j);
            let greater = self.comes_before(b, &own, &x);
            let not = b.un(UnOp::Not, greater);
            plus(b, c[0], not)
        });
        let width = b.i64(BLOCK);
        let next = b.add(at, width);
        let stop = b.bin(BinOp::SMin, next, end);
        let count = b.for_loop(at, stop, 1, &count, |b, j, c| {
            let x = splats(self, b, j);
            let (greater, less) = (self.comes_before(b, &own, &x), self.comes_before(b, &x, &own));
            let not = b.un(UnOp::Not, greater);
            let lane = b.bin(BinOp::Sub, j, at);
            let lane = b.cast(CastOp::Trunc, lane, Elem::I32);
            let (lane, all) = (b.splat(lane, lanes), b.expr(counts, Expr::Lanes));
            let in_front = b.cmp(CmpOp::SLt, lane, all);
            let before = b.select(in_front, not, less);
            plus(b, c[0], before)
        });
        let count = b.for_loop(next, end, 1, &count, |b, j, c| {
            let x = splats(self, b, j);
            let less = self.comes_before(b, &x, &own);
            plus(b, c[0], less)
        });
        count[0]
    }

    /// Merges `start..start + run` and as many after it, from both ends.
    fn merge_equal(&mut self, b: &mut FuncBuilder, src: Val, dst: Val, start: Val, run: Val) {
        let one = b.i64(1);
        let mid = b.add(start, run);
        let stop = b.add(mid, run);
        let (left_end, right_end) = (b.bin(BinOp::Sub, mid, one), b.bin(BinOp::Sub, stop, one));
        let ends = [start, left_end, mid, right_end];
        let met = from_both_ends(b, run, ends, (start, right_end), |b, (l, r), forwards, to| {
            let (l, r) = (self.get_all(b, src, l), self.get_all(b, src, r));
            let right_first = self.less(b, &r, &l);
            let pick = |(l, r): (&Val, &Val)| next_of(b, right_first, (*l, *r), forwards);
            let next: Vec<Val> = l.iter().zip(&r).map(pick).collect();
            self.put_all(b, dst, to, &next);
            right_first
        });
        // Both ends meet if the comparator is an order; if not, elements must not be lost.
        let behind = b.add(met[1], one);
        let apart = b.cmp(CmpOp::Ne, met[0], behind);
        b.if_else(
            apart,
            |b| {
                self.merge_local(b, (src, dst), start, mid, stop);
                vec![]
            },
            |_| vec![],
        );
    }

    /// Merges `start..mid` and `mid..stop` of an area into another.
    fn merge_local(&mut self, b: &mut FuncBuilder, (src, dst): (Val, Val), start: Val, mid: Val, stop: Val) {
        let get = |w: &mut Lines<'_>, b: &mut FuncBuilder, at: Val| w.get_all(b, src, at);
        let put = |w: &Lines<'_>, b: &mut FuncBuilder, at: Val, values: &[Val]| w.put_all(b, dst, at, values);
        self.merge(b, (&get, &put), start, (start, mid), (mid, stop));
    }

    /// Merges two ranges to places from `out` on.
    pub(super) fn merge(
        &mut self,
        b: &mut FuncBuilder,
        (get, put): (&Get<'_>, &Put<'_>),
        out: Val,
        (left, left_end): (Val, Val),
        (right, right_end): (Val, Val),
    ) {
        let (zero, one) = (b.i64(0), b.i64(1));
        // Past its end a side is read at its last element, and not taken; an empty one at any.
        let mut last = |end: Val| {
            let before = b.bin(BinOp::Sub, end, one);
            b.bin(BinOp::SMax, before, zero)
        };
        let (left_last, right_last) = (last(left_end), last(right_end));
        let (lefts, rights) = (b.bin(BinOp::Sub, left_end, left), b.bin(BinOp::Sub, right_end, right));
        let count = b.add(lefts, rights);
        b.for_loop(zero, count, 1, &[left, right], |b, k, c| {
            let (i, j) = (c[0], c[1]);
            let (left_some, right_some) = (b.cmp(CmpOp::SLt, i, left_end), b.cmp(CmpOp::SLt, j, right_end));
            let (ic, jc) = (b.bin(BinOp::SMin, i, left_last), b.bin(BinOp::SMin, j, right_last));
            let (l, r) = (get(self, b, ic), get(self, b, jc));
            let right_less = self.less(b, &r, &l);
            let not_less = b.un(UnOp::Not, right_less);
            let right_none = b.un(UnOp::Not, right_some);
            let keep = b.bin(BinOp::Or, not_less, right_none);
            let left = b.bin(BinOp::And, left_some, keep);
            let values: Vec<Val> = l.iter().zip(&r).map(|(l, r)| b.select(left, *l, *r)).collect();
            let to = b.add(out, k);
            put(self, b, to, &values);
            let (i1, j1) = (b.add(i, one), b.add(j, one));
            vec![b.select(left, i1, i), b.select(left, j, j1)]
        });
    }
}

/// Merges `count` elements from the front of two sorted ranges, and as many from their ends, so that there are two chains of steps.
/// `ends`: the first and the last element of the left range, then of the right one. `out`: where the first and the last element
/// of all go. `step` puts the next of two elements in its place, forwards or from the end, and says whether the right one comes first. The ends
/// where both met. Neither range may have fewer than `count` elements.
pub(super) fn from_both_ends(
    b: &mut FuncBuilder,
    count: Val,
    ends: [Val; 4],
    (first, last): (Val, Val),
    mut step: impl FnMut(&mut FuncBuilder, (Val, Val), bool, Val) -> Val,
) -> Vec<Val> {
    let (zero, one) = (b.i64(0), b.i64(1));
    b.for_loop(zero, count, 1, &ends, |b, t, c| {
        let (to_front, to_back) = (b.add(first, t), b.bin(BinOp::Sub, last, t));
        let right = step(b, (c[0], c[2]), true, to_front);
        let left = step(b, (c[1], c[3]), false, to_back);
        let (right, left) = (b.cast(CastOp::ZExt, right, Elem::I64), b.cast(CastOp::ZExt, left, Elem::I64));
        let (not_right, not_left) = (b.bin(BinOp::Xor, right, one), b.bin(BinOp::Xor, left, one));
        vec![
            b.add(c[0], not_right),
            b.bin(BinOp::Sub, c[1], left),
            b.add(c[2], right),
            b.bin(BinOp::Sub, c[3], not_left),
        ]
    })
}

/// Which of a left and a right one is next: forwards the one that comes first, from the end the other one.
pub(super) fn next_of(b: &mut FuncBuilder, right_first: Val, (left, right): (Val, Val), forwards: bool) -> Val {
    if forwards { b.select(right_first, right, left) } else { b.select(right_first, left, right) }
}

/// The lowest bits of an integer.
pub(super) fn narrow(b: &mut FuncBuilder, x: Val, to: Elem) -> Val {
    if b.ty(x).elem == to { x } else { b.cast(CastOp::Trunc, x, to) }
}
