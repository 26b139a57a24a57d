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
use crate::rules::util::{count, inverse, is_exact};
use hloom_ir::attrs::{CompareType, I64s};
use hloom_ir::{Graph, Op, OpData, Region, TensorType, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) const NAME: &str = "sort_network";

/// Most ops that a network may have: kernels have no more.
const MOST_OPS: usize = 340;
/// Most ops of a comparator.
const MOST_KEY_OPS: usize = 64;
const TOTAL_ORDER_OPS: usize = 4;
const MOST_ELEMENTS: i64 = 64;
/// Fewest lines: so many fill a vector.
const LEAST_LINES: i64 = 16;
/// Lines that lie together are read with a stride up to so many words, or elements that are narrower, and longer ones are turned.
const MOST_APART: [i64; 2] = [6, 4];

/// A comparator `key(x) < key(y)`, or `>`, where `x` and `y` are elements of one operand.
struct Order {
    operand: usize,
    /// In the region, of the first parameter of these.
    key: Value,
    param: Value,
    ascends: bool,
    /// Floats in their total order: compared as integers.
    total: bool,
    /// Ops that compute a key, about.
    ops: usize,
}

impl Order {
    /// The order of a comparator, if it is one: `<` of floats is not, as NaN is neither less nor greater than anything.
    fn of(g: &Graph, region: Region) -> Option<Order> {
        let r = g.region(region);
        let &[result] = &r.results[..] else { return None };
        let (_, compare) = g.def_op(result)?;
        let Op::Compare { direction, compare_type } = &compare.op else { return None };
        let first_is_less = match direction {
            CompareDirection::Lt => true,
            CompareDirection::Gt => false,
            _ => return None,
        };
        let &[x, y] = &compare.operands[..] else { return None };
        let t = g.tensor(x).dtype;
        let total = t.is_float() && *compare_type == Some(CompareType::TotalOrder) && matches!(t.bits(), 16 | 32 | 64);
        if !(is_exact(t) || total) || r.ops.len() > MOST_KEY_OPS {
            return None;
        }
        let alike = |x: Value, y: Value, p: &[Value]| mirrored(g, (x, y), (p[0], p[1]), &mut FxHashSet::default());
        r.params.chunks_exact(2).enumerate().find_map(|(operand, p)| {
            let found = |key: Value, ascends: bool| Order {
                operand,
                key,
                param: p[0],
                ascends,
                total,
                ops: r.ops.len() / 2 + if total { TOTAL_ORDER_OPS } else { 0 },
            };
            if alike(x, y, p) {
                return Some(found(x, first_is_less));
            }
            alike(y, x, p).then(|| found(y, !first_is_less))
        })
    }

    /// The key is the element itself.
    fn is_plain(&self) -> bool {
        self.key == self.param && !self.total
    }

    /// The keys of elements.
    fn keys(&self, b: &mut Builder<'_, '_>, g: &Graph, elements: &[Value]) -> Option<Vec<Value>> {
        let key = |x: &Value| {
            let dims = b.ty(*x).dims.clone();
            let key = lifted(b, g, self.key, &dims, &mut FxHashMap::from_iter([(self.param, *x)]))?;
            if self.total { total_order(b, key) } else { Some(key) }
        };
        elements.iter().map(key).collect()
    }
}

/// True if two values of a region are computed alike from these parameters.
fn mirrored(g: &Graph, (x, y): (Value, Value), params: (Value, Value), known: &mut FxHashSet<(Value, Value)>) -> bool {
    if (x, y) == params || known.contains(&(x, y)) {
        return true;
    }
    let (Some((_, a)), Some((_, b))) = (g.def_op(x), g.def_op(y)) else { return false };
    let elementwise = matches!(
        a.op,
        Op::Unary(_) | Op::Binary(_) | Op::Compare { .. } | Op::Select {} | Op::Convert {} | Op::Constant { .. }
    );
    let alike = elementwise
        && a.op == b.op
        && a.extra.is_none()
        && b.extra.is_none()
        && a.operands.len() == b.operands.len()
        && a.operands.iter().zip(&b.operands).all(|(x, y)| mirrored(g, (*x, *y), params, known));
    if alike {
        known.insert((x, y));
    }
    alike
}

/// A value of a region, of whole tensors instead of their elements.
pub(crate) fn lifted(
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
    if !(2..=MOST_ELEMENTS).contains(&n) || count(&t.dims) < n * LEAST_LINES {
        return None;
    }
    let order = Order::of(f.src, region)?;
    // Elements that are keys themselves are exchanged as such.
    let live = |i: &usize| f.live.value(d.results[*i]);
    let beside: Vec<usize> =
        (0..d.results.len()).filter(live).filter(|i| !order.is_plain() || *i != order.operand).collect();
    let pairs = if beside.is_empty() { merges(n as usize) } else { neighbours(n as usize) };
    let each = if beside.is_empty() { 2 } else { 3 + 2 * beside.len() };
    if pairs.len() * each + n as usize * order.ops > MOST_OPS || !f.b.rewrites.fire(NAME) {
        return None;
    }
    let inner = count(&t.dims[along + 1..]);
    let narrow = usize::from(t.dtype.bits() < 32);
    let turned = if inner == 1 { n > MOST_APART[narrow] } else { inner < LEAST_LINES };
    let to: Option<I64s> = turned.then(|| first(t.rank(), along));
    let along = if turned { 0 } else { along };
    let slices = |f: &mut Folder<'_, '_, '_>, i: usize| {
        let v = f.get(d.operands[i]);
        let v = to.iter().fold(v, |v, to| f.b.transpose(v, to.clone()));
        slices(&mut f.b, v, along)
    };
    let elements = slices(f, order.operand);
    let mut values: Vec<Vec<Value>> = beside.iter().map(|i| slices(f, *i)).collect();
    let mut keys = order.keys(&mut f.b, f.src, &elements)?;
    for (i, j) in pairs {
        exchange(&mut f.b, &mut keys, &mut values, (i, j), order.ascends);
    }
    let mut results: Vec<(Value, Vec<Value>)> = beside.iter().map(|i| d.results[*i]).zip(values).collect();
    if order.is_plain() && f.live.value(d.results[order.operand]) {
        results.push((d.results[order.operand], keys));
    }
    let whole = |(result, slices): (Value, Vec<Value>)| {
        let all = f.b.concatenate(&slices, along as i64);
        (result, to.iter().fold(all, |v, to| f.b.transpose(v, inverse(to))))
    };
    Some(results.into_iter().map(whole).collect())
}

/// Puts elements `i` and `j` in order: `j` goes first if its key comes before that of `i`.
fn exchange(
    b: &mut Builder<'_, '_>,
    keys: &mut [Value],
    values: &mut [Vec<Value>],
    (i, j): (usize, usize),
    ascends: bool,
) {
    let (x, y) = (keys[i], keys[j]);
    let (first, last, before) = match ascends {
        true => (BinaryOp::Minimum, BinaryOp::Maximum, CompareDirection::Lt),
        false => (BinaryOp::Maximum, BinaryOp::Minimum, CompareDirection::Gt),
    };
    if !values.is_empty() {
        let signed = if b.ty(x).dtype.is_signed_int() { CompareType::Signed } else { CompareType::Unsigned };
        let swap = b.compare(before, Some(signed), y, x);
        for v in values {
            (v[i], v[j]) = (b.select(swap, v[j], v[i]), b.select(swap, v[i], v[j]));
        }
    }
    (keys[i], keys[j]) = (b.binary(first, x, y), b.binary(last, x, y));
}

/// The slices of one element along a dimension.
fn slices(b: &mut Builder<'_, '_>, v: Value, along: usize) -> Vec<Value> {
    let limit: I64s = b.ty(v).dims.iter().copied().collect();
    let (start, strides): (I64s, I64s) = limit.iter().map(|_| (0, 1)).unzip();
    let one = |i: i64| {
        let (mut start, mut limit) = (start.clone(), limit.clone());
        (start[along], limit[along]) = (i, i + 1);
        b.slice(v, start, limit, strides.clone())
    };
    (0..limit[along]).map(one).collect()
}

/// The order of dimensions with this one first.
fn first(rank: usize, along: usize) -> I64s {
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
