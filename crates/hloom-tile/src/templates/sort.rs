//! Stable sort of lines by any comparator: merges from runs of one, in scratch memory.

use super::{Scalars, Template, buf, kernel_func, scalar};
use crate::FuncBuilder;
use crate::loop_ir::{BinOp, CmpOp, Stmt, UnOp, Val};
use hloom_num::DType;

/// What to sort. Buffers: results, then operands, all of one shape.
#[derive(Clone, Debug)]
pub struct SortSpec<'a> {
    /// Real element types.
    pub dtypes: Vec<DType>,
    /// Product of the dimensions before the sorted one.
    pub outer: i64,
    /// The sorted dimension.
    pub len: i64,
    /// Product of the dimensions after it.
    pub inner: i64,
    /// "First comes before second", over (first, second) of each operand in turn.
    pub less: Scalars<'a>,
}

/// The kernel of a sort: one task a line.
///
/// # Errors
/// A comparator that reads more than its parameters, or an element type without scalar loads.
pub fn sort(s: &SortSpec<'_>) -> Result<Template, String> {
    if let Some(t) = s.dtypes.iter().find(|&&t| !scalar::storable(t)) {
        return Err(format!("sort of {t} is not implemented"));
    }
    let n = s.dtypes.len();
    let mut b = kernel_func("sort");
    let outs: Vec<Val> = (0..n).map(|i| buf(&mut b, i)).collect();
    let ins: Vec<Val> = (n..2 * n).map(|i| buf(&mut b, i)).collect();
    let (lo, hi, scratch) = (b.param(1), b.param(2), b.param(3));
    // Two areas; in each, one compact line an operand.
    let mut offsets = Vec::new();
    let mut area = 0i64;
    for t in &s.dtypes {
        offsets.push(area);
        area += (s.len * t.byte_size() as i64 + 63) / 64 * 64;
    }
    let line = |b: &mut FuncBuilder, which: Val, i: usize, at: Val| -> Val {
        let o = b.i64(offsets[i]);
        let start = b.add(which, o);
        let bytes = b.mul_const(at, s.dtypes[i].byte_size() as i64);
        let bytes = b.add(start, bytes);
        b.ptr_add(scratch, bytes)
    };
    let mut err = None;
    b.for_loop(lo, hi, 1, &[], |b, task, _| {
        let width = b.i64(s.inner);
        let o = b.bin(BinOp::SDiv, task, width);
        let i = b.bin(BinOp::SRem, task, width);
        let base = b.mul_const(o, s.len * s.inner);
        let base = b.add(base, i);
        let (zero, one, len, other) = (b.i64(0), b.i64(1), b.i64(s.len), b.i64(area));
        let global = |b: &mut FuncBuilder, p: Val, i: usize, j: Val| {
            let at = b.mul_const(j, s.inner);
            let at = b.add(base, at);
            let bytes = b.mul_const(at, s.dtypes[i].byte_size() as i64);
            b.ptr_add(p, bytes)
        };
        b.for_loop(zero, len, 1, &[], |b, j, _| {
            for i in 0..n {
                let from = global(b, ins[i], i, j);
                let x = scalar::load(b, s.dtypes[i], from);
                let to = line(b, zero, i, j);
                scalar::store(b, s.dtypes[i], to, x);
            }
            vec![]
        });
        // (source area, target area, run length)
        let end = b.while_loop(
            &[zero, other, one],
            |b, c| b.cmp(CmpOp::SLt, c[2], len),
            |b, c| {
                let (src, dst, run) = (c[0], c[1], c[2]);
                let two = b.bin(BinOp::Add, run, run);
                // Number of pairs of runs.
                let up = b.add(len, two);
                let up = b.bin(BinOp::Sub, up, one);
                let pairs = b.bin(BinOp::SDiv, up, two);
                b.for_loop(zero, pairs, 1, &[], |b, pair, _| {
                    let start = b.bin(BinOp::Mul, pair, two);
                    let mid = b.add(start, run);
                    let mid = b.bin(BinOp::SMin, mid, len);
                    let stop = b.add(start, two);
                    let stop = b.bin(BinOp::SMin, stop, len);
                    b.for_loop(start, stop, 1, &[start, mid], |b, k, c| {
                        let (i, j) = (c[0], c[1]);
                        let (left_some, right_some) = (b.cmp(CmpOp::SLt, i, mid), b.cmp(CmpOp::SLt, j, stop));
                        // Past its end a side is read at its last element, and not taken.
                        let (mid1, stop1) = (b.bin(BinOp::Sub, mid, one), b.bin(BinOp::Sub, stop, one));
                        let (ic, jc) = (b.bin(BinOp::SMin, i, mid1), b.bin(BinOp::SMin, j, stop1));
                        let mut params = Vec::new();
                        let mut sides = Vec::new();
                        for x in 0..n {
                            let (lp, rp) = (line(b, src, x, ic), line(b, src, x, jc));
                            let (l, r) = (scalar::load(b, s.dtypes[x], lp), scalar::load(b, s.dtypes[x], rp));
                            params.extend([r, l]);
                            sides.push((l, r));
                        }
                        let right_less = match scalar::emit(b, s.less, &params) {
                            Ok(v) => v[0],
                            Err(e) => {
                                err = Some(e);
                                return vec![i, j];
                            }
                        };
                        let not_less = b.un(UnOp::Not, right_less);
                        let right_none = b.un(UnOp::Not, right_some);
                        let keep = b.bin(BinOp::Or, not_less, right_none);
                        let left = b.bin(BinOp::And, left_some, keep);
                        for (x, &(l, r)) in sides.iter().enumerate() {
                            let v = b.select(left, l, r);
                            let to = line(b, dst, x, k);
                            scalar::store(b, s.dtypes[x], to, v);
                        }
                        let (i1, j1) = (b.add(i, one), b.add(j, one));
                        vec![b.select(left, i1, i), b.select(left, j, j1)]
                    });
                    vec![]
                });
                vec![dst, src, two]
            },
        );
        let sorted = end[0];
        b.for_loop(zero, len, 1, &[], |b, j, _| {
            for i in 0..n {
                let from = line(b, sorted, i, j);
                let x = scalar::load(b, s.dtypes[i], from);
                let to = global(b, outs[i], i, j);
                scalar::store(b, s.dtypes[i], to, x);
            }
            vec![]
        });
        vec![]
    });
    if let Some(e) = err {
        return Err(e);
    }
    b.push(Stmt::Return(None));
    let tasks = s.outer * s.inner;
    let passes = (s.len.max(2) as f64).log2().ceil() + 2.0;
    Ok(Template {
        name: "sort".into(),
        func: b.finish(true, false),
        tasks,
        scratch_bytes: 2 * area as u64,
        cost_ns: 2.0 * passes * (tasks * s.len) as f64,
    })
}
