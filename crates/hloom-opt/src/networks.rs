//! Sorts of few elements: networks of exchanges between whole slices (Knuth, The Art of Computer Programming 3, 5.3.4).
//!
//! What sorts line by line takes a branch or a count for each element. Exchanges are elementwise: they work on vectors of lines, begin
//! where the elements are computed, and end in what the result is for, so that a median of shifted images is one kernel which stores
//! neither the images nor what is not their median.
//!
//! Integers that stand for themselves are exchanged by `minimum` and `maximum`, in any order (Batcher's odd-even merges). Elements that are
//! compared by a key, as floats are, or have others beside them, keep their order where keys are equal: neighbours alone are exchanged,
//! if the second comes before the first.

use crate::builder::Builder;
use crate::fold::Folder;
use hloom_ir::attrs::{CompareType, I64s};
use hloom_ir::{Graph, Op, OpData, Region, TensorType, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType};
use rustc_hash::FxHashMap;

pub(crate) const NAME: &str = "sort_network";

/// Most ops that a network may have: kernels have no more.
const MOST_OPS: usize = 300;
/// Fewest lines: so many fill a vector.
const LEAST_LINES: i64 = 16;
/// Lines that lie together are read with a stride up to so many words, or elements that are narrower, and longer ones are turned.
const MOST_APART: [i64; 2] = [6, 4];

/// A comparator `key(x) < key(y)`, or `>`.
struct Order {
    key: Value,
    /// The parameter that the key is of.
    of: usize,
    region: Region,
    ascends: bool,
    /// Floats in their total order: compared as integers.
    total: bool,
}

/// The comparator of a sort of which these results are live.
fn order(g: &Graph, region: Region) -> Option<Order> {
    let r = g.region(region);
    let &[result] = &r.results[..] else { return None };
    let (_, compare) = g.def_op(result)?;
    let Op::Compare { direction, compare_type } = &compare.op else { return None };
    let mut ascends = match direction {
        CompareDirection::Lt => true,
        CompareDirection::Gt => false,
        _ => return None,
    };
    let &[mut x, mut y] = &compare.operands[..] else { return None };
    let mut of = param(g, region, x)?;
    if of % 2 != 0 {
        (x, y, of, ascends) = (y, x, of - 1, !ascends);
    }
    if !mirrored(g, (x, y), (r.params[of], r.params[of + 1])) {
        return None;
    }
    let t = g.tensor(x).dtype;
    let total = matches!(compare_type, Some(CompareType::TotalOrder)) && matches!(t.bits(), 16 | 32 | 64);
    let exact = t.is_int() || t.is_bool();
    (exact || t.is_float() && total).then_some(Order { key: x, of, region, ascends, total: !exact })
}

/// The parameter below a value, through ops that [`lifted`] knows.
fn param(g: &Graph, region: Region, v: Value) -> Option<usize> {
    if let Some(i) = g.region(region).params.iter().position(|p| *p == v) {
        return Some(i);
    }
    let (_, d) = g.def_op(v)?;
    let known = matches!(d.op, Op::Unary(_) | Op::Binary(_) | Op::Compare { .. } | Op::Select {} | Op::Convert {});
    if !known || d.extra.is_some() {
        return None;
    }
    d.operands.iter().find_map(|x| param(g, region, *x))
}

/// True if two values are computed alike from these parameters.
fn mirrored(g: &Graph, (x, y): (Value, Value), params: (Value, Value)) -> bool {
    if (x, y) == params {
        return true;
    }
    let (Some((_, a)), Some((_, b))) = (g.def_op(x), g.def_op(y)) else { return false };
    let known = matches!(
        a.op,
        Op::Unary(_) | Op::Binary(_) | Op::Compare { .. } | Op::Select {} | Op::Convert {} | Op::Constant { .. }
    );
    known
        && a.op == b.op
        && a.extra.is_none()
        && b.extra.is_none()
        && a.operands.len() == b.operands.len()
        && a.operands.iter().zip(&b.operands).all(|(x, y)| mirrored(g, (*x, *y), params))
}

/// A value of a region, of whole tensors instead of their elements.
fn lifted(
    b: &mut Builder<'_, '_>,
    g: &Graph,
    v: Value,
    dims: &[i64],
    done: &mut FxHashMap<Value, Value>,
) -> Option<Value> {
    if let Some(x) = done.get(&v) {
        return Some(*x);
    }
    let (_, d) = g.def_op(v)?;
    let ty = TensorType::new(g.tensor(v).dtype, dims);
    let x = if let Op::Constant { value } = &d.op {
        let scalar = b.constant(value.clone());
        b.broadcast(scalar, dims, &[])
    } else {
        let args = d.operands.iter().map(|x| lifted(b, g, *x, dims, done)).collect::<Option<Vec<Value>>>()?;
        b.emit(d.op.clone(), &args, ty)
    };
    done.insert(v, x);
    Some(x)
}

/// A float's bits as an integer that is less where the float comes before in the total order.
fn total_order(b: &mut Builder<'_, '_>, x: Value) -> Option<Value> {
    let t = b.ty(x).clone();
    let int = match t.dtype.bits() {
        16 => DType::I16,
        32 => DType::I32,
        _ => DType::I64,
    };
    let ty = t.with_dtype(int);
    let bits = b.emit(Op::BitcastConvert {}, &[x], ty.clone());
    let n = b.splat(&ty, Scalar::Int(i64::from(int.bits()) - 1))?;
    let sign = b.binary(BinaryOp::ShiftRightArithmetic, bits, n);
    let all = b.splat(&ty, Scalar::highest(int)?)?;
    let below = b.binary(BinaryOp::And, sign, all);
    Some(b.binary(BinaryOp::Xor, bits, below))
}

/// Exchanges that sort `n` elements: odd-even merges of runs of two to the power of something, without what lies behind the last.
fn merges(n: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut run = 1;
    while run < n {
        let mut apart = run;
        while apart >= 1 {
            for first in (apart % run..n).step_by(2 * apart) {
                for i in first..(first + apart).min(n.saturating_sub(apart)) {
                    if i / (2 * run) == (i + apart) / (2 * run) {
                        pairs.push((i, i + apart));
                    }
                }
            }
            apart /= 2;
        }
        run *= 2;
    }
    pairs
}

/// Exchanges of neighbours that sort `n` elements.
fn neighbours(n: usize) -> Vec<(usize, usize)> {
    (1..n).rev().flat_map(|last| (0..last).map(|i| (i, i + 1))).collect()
}

/// What the results of a sort are, if it is of few elements.
pub(crate) fn sorted(f: &mut Folder<'_, '_, '_>, d: &OpData) -> Option<Vec<(Value, Value)>> {
    let (Op::Sort { dimension, .. }, &[region]) = (&d.op, &d.regions[..]) else { return None };
    let t = f.src.tensor(d.results[0]).clone();
    let along = usize::try_from(*dimension).ok()?;
    let n = *t.dims.get(along)?;
    if !(2..=64).contains(&n) || (t.num_elements() as i64) < n * LEAST_LINES {
        return None;
    }
    let order = order(f.src, region)?;
    let own = f.src.region(region).params[order.of] == order.key;
    let key_operand = order.of / 2;
    // Others of a key that stands for itself are exchanged with it.
    let beside: Vec<usize> = (0..d.results.len())
        .filter(|i| f.live.value(d.results[*i]) && !(own && !order.total && *i == key_operand))
        .collect();
    let pairs = if beside.is_empty() { merges(n as usize) } else { neighbours(n as usize) };
    let each = if beside.is_empty() { 2 } else { 3 + 2 * beside.len() };
    if pairs.len() * each > MOST_OPS || !f.b.rewrites.fire(NAME) {
        return None;
    }
    let inner: i64 = t.dims[along + 1..].iter().product();
    let narrow = t.dtype.bits() < 32;
    let turned = if inner == 1 { n > MOST_APART[usize::from(narrow)] } else { inner < LEAST_LINES };
    let (to, along) = if turned { (Some(turn(t.rank(), along)), 0) } else { (None, along) };
    let slices = |f: &mut Folder<'_, '_, '_>, i: usize| -> Vec<Value> {
        let mut v = f.get(d.operands[i]);
        if let Some(to) = &to {
            v = f.b.transpose(v, to.clone());
        }
        let dims = f.b.ty(v).dims.clone();
        let slice = |j: i64| {
            let (mut start, mut limit): (I64s, I64s) =
                (dims.iter().map(|_| 0).collect(), dims.iter().copied().collect());
            (start[along], limit[along]) = (j, j + 1);
            f.b.slice(v, start, limit, dims.iter().map(|_| 1).collect())
        };
        (0..n).map(slice).collect()
    };
    let of_key = slices(f, key_operand);
    let mut values: Vec<Vec<Value>> = beside.iter().map(|i| slices(f, *i)).collect();
    let mut keys = Vec::new();
    for x in of_key {
        let dims = f.b.ty(x).dims.clone();
        let mut done = FxHashMap::from_iter([(f.src.region(order.region).params[order.of], x)]);
        let key = lifted(&mut f.b, f.src, order.key, &dims, &mut done)?;
        keys.push(if order.total { total_order(&mut f.b, key)? } else { key });
    }
    let (first, last) = match order.ascends {
        true => (BinaryOp::Minimum, BinaryOp::Maximum),
        false => (BinaryOp::Maximum, BinaryOp::Minimum),
    };
    let signed = if f.b.ty(keys[0]).dtype.is_signed_int() { CompareType::Signed } else { CompareType::Unsigned };
    let before = if order.ascends { CompareDirection::Lt } else { CompareDirection::Gt };
    for (i, j) in pairs {
        let (x, y) = (keys[i], keys[j]);
        if !beside.is_empty() {
            let swap = f.b.compare(before, Some(signed), y, x);
            for v in &mut values {
                (v[i], v[j]) = (f.b.select(swap, v[j], v[i]), f.b.select(swap, v[i], v[j]));
            }
        }
        (keys[i], keys[j]) = (f.b.binary(first, x, y), f.b.binary(last, x, y));
    }
    let mut results = Vec::new();
    if own && !order.total && f.live.value(d.results[key_operand]) {
        results.push((d.results[key_operand], keys));
    }
    results.extend(beside.iter().map(|i| d.results[*i]).zip(values));
    let back: Option<I64s> = to.map(|to| {
        let mut back: I64s = to.clone();
        to.iter().enumerate().for_each(|(i, d)| back[*d as usize] = i as i64);
        back
    });
    let whole = |(r, pieces): (Value, Vec<Value>)| {
        let all = f.b.concatenate(&pieces, along as i64);
        (r, back.clone().map_or(all, |back| f.b.transpose(all, back)))
    };
    Some(results.into_iter().map(whole).collect())
}

/// The order of dimensions with this one first.
fn turn(rank: usize, along: usize) -> I64s {
    std::iter::once(along).chain((0..rank).filter(|d| *d != along)).map(|d| d as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::{merges, neighbours};

    /// A network that sorts all zeros and ones sorts everything (the zero-one principle).
    #[test]
    fn networks_sort() {
        for n in 0..=16usize {
            for (name, pairs) in [("merges", merges(n)), ("neighbours", neighbours(n))] {
                for bits in 0..1u32 << n {
                    let mut x: Vec<u32> = (0..n).map(|i| bits >> i & 1).collect();
                    for &(i, j) in &pairs {
                        assert!(i < j && j < n);
                        if x[i] > x[j] {
                            x.swap(i, j);
                        }
                    }
                    assert!(x.is_sorted(), "{name} of {n}: {bits:b}");
                }
            }
        }
        assert_eq!((merges(9).len(), merges(16).len(), neighbours(9).len()), (28, 63, 36));
    }
}
