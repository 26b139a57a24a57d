//! Products by letters, of groups and of complex numbers, as `dot_general`.

use crate::builder::Builder;
use hloom_ir::attrs::{CompareType, DotDims, DotSteps, Einsum, I64s, PrecisionConfig, RaggedDotDims, Rounding};
use hloom_ir::{Op, TensorType, Type, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType, UnaryOp};
use smallvec::smallvec;

/// Sum over some dimensions.
fn sum(b: &mut Builder<'_, '_>, v: Value, dimensions: I64s) -> Option<Value> {
    if dimensions.is_empty() {
        return Some(v);
    }
    let t = b.ty(v).clone();
    let scalar = TensorType::new(t.dtype, &[]);
    let zero = b.splat(&scalar, Scalar::zero(t.dtype))?;
    let (region, opened) = b.open(true);
    let x = b.graph.add_param(region, Type::Tensor(scalar.clone()));
    let y = b.graph.add_param(region, Type::Tensor(scalar));
    let total = b.binary(BinaryOp::Add, x, y);
    b.close(opened, vec![total]);
    let kept: Vec<i64> = (0..t.rank()).filter(|d| !dimensions.contains(&(*d as i64))).map(|d| t.dims[d]).collect();
    let ty = Type::tensor(t.dtype, &kept);
    let id = b.append(Op::Reduce { dimensions }, &[v, zero], &[region], smallvec![ty], None);
    Some(b.graph.op(id).results[0])
}

/// The value in a type that has a zero, which sums start from and masks put in.
fn with_zero(b: &mut Builder<'_, '_>, v: Value) -> Value {
    match b.ty(v).dtype {
        DType::F8E8M0FNU => b.convert(v, DType::F32),
        _ => v,
    }
}

/// The operand with each letter once: diagonals are taken where a letter stands twice, and letters that nothing else has
/// are summed over, in the type of the result where it is wider.
fn simple(
    b: &mut Builder<'_, '_>,
    v: Value,
    letters: &[u8],
    elsewhere: &[u8],
    result: DType,
) -> Option<(Value, Vec<u8>)> {
    let (mut v, mut letters) = (with_zero(b, v), letters.to_vec());
    while let Some((i, j)) =
        (0..letters.len()).find_map(|i| (i + 1..letters.len()).find(|&j| letters[j] == letters[i]).map(|j| (i, j)))
    {
        // The diagonal: everything else is zero, then the second dimension is summed over.
        let t = b.ty(v).clone();
        let at = t.with_dtype(DType::I64);
        let (p, q) = (b.iota(at.clone(), i as i64), b.iota(at, j as i64));
        let on = b.compare(CompareDirection::Eq, Some(CompareType::Signed), p, q);
        let zero = b.splat(&t, Scalar::zero(t.dtype))?;
        let kept = b.select(on, v, zero);
        v = sum(b, kept, smallvec![j as i64])?;
        letters.remove(j);
    }
    let alone: I64s = (0..letters.len()).filter(|&i| !elsewhere.contains(&letters[i])).map(|i| i as i64).collect();
    if !alone.is_empty() && result.bits() > b.ty(v).dtype.bits() {
        v = b.convert(v, result);
    }
    v = sum(b, v, alone.clone())?;
    let letters = letters.iter().enumerate().filter(|(i, _)| !alone.contains(&(*i as i64))).map(|x| *x.1).collect();
    Some((v, letters))
}

/// The dimensions of `from` in the order of `to`.
fn arrange(b: &mut Builder<'_, '_>, v: Value, from: &[u8], to: &[u8]) -> Option<Value> {
    let order = to.iter().map(|l| from.iter().position(|x| x == l).map(|p| p as i64)).collect::<Option<I64s>>()?;
    Some(b.transpose(v, order))
}

/// `einsum` and `unary_einsum`.
pub(crate) fn einsum(b: &mut Builder<'_, '_>, config: &str, args: &[Value], result: &TensorType) -> Option<Value> {
    let e = Einsum::parse(config).ok()?;
    let [x, rest @ ..] = args else { return None };
    let [y] = rest else {
        let (v, letters) = simple(b, *x, &e.operands[0], &e.result, result.dtype)?;
        let v = arrange(b, v, &letters, &e.result)?;
        return Some(b.convert(v, result.dtype));
    };
    let others = |i: usize| -> Vec<u8> { e.operands[i].iter().chain(&e.result).copied().collect() };
    let (mut x, left) = simple(b, *x, &e.operands[0], &others(1), result.dtype)?;
    let (mut y, right) = simple(b, *y, &e.operands[1], &others(0), result.dtype)?;
    if b.ty(x).dtype != b.ty(y).dtype {
        (x, y) = (b.convert(x, result.dtype), b.convert(y, result.dtype));
    }
    let shared: Vec<u8> = left.iter().copied().filter(|l| right.contains(l)).collect();
    let (batch, contracted): (Vec<u8>, Vec<u8>) = shared.iter().copied().partition(|l| e.result.contains(l));
    let places = |of: &[u8], ls: &[u8]| -> I64s {
        ls.iter().filter_map(|l| of.iter().position(|x| x == l)).map(|p| p as i64).collect()
    };
    let dims = DotDims {
        lhs_batching: places(&left, &batch),
        rhs_batching: places(&right, &batch),
        lhs_contracting: places(&left, &contracted),
        rhs_contracting: places(&right, &contracted),
    };
    let free = |of: &[u8]| of.iter().copied().filter(|l| !shared.contains(l)).collect::<Vec<u8>>();
    let order: Vec<u8> = batch.iter().copied().chain(free(&left)).chain(free(&right)).collect();
    let shapes: Vec<&[i64]> = args.iter().map(|&a| b.dims(a)).collect();
    let sizes = e.sizes(&shapes).ok()?;
    let ty = TensorType::new(result.dtype, &order.iter().map(|l| sizes[l]).collect::<Vec<_>>());
    let op = Op::DotGeneral { dims: Box::new(dims), precision: PrecisionConfig::default(), algorithm: None };
    let v = b.emit(op, &[x, y], ty);
    arrange(b, v, &order, &e.result)
}

/// A product by an algorithm: the plain one of rounded operands. Integers are multiplied as they are. `None` for complex
/// numbers.
pub(crate) fn by_algorithm(
    b: &mut Builder<'_, '_>,
    product: Op,
    steps: &DotSteps,
    args: &[Value],
    result: &TensorType,
) -> Option<Value> {
    let to = |b: &mut Builder<'_, '_>, v: Value, dtype| if b.ty(v).dtype == dtype { v } else { b.convert(v, dtype) };
    if args.iter().all(|&x| b.ty(x).dtype.is_int() || b.ty(x).dtype.is_bool()) {
        return Some(b.emit(product, args, result.clone()));
    }
    if !args.iter().all(|&x| b.ty(x).dtype.is_float()) {
        return None;
    }
    let mut rounded = Vec::new();
    for (&x, rounding) in args.iter().zip(steps.operands) {
        rounded.push(match rounding {
            Rounding::To(dtype) => to(b, x, dtype),
            Rounding::Tf32 => {
                let x = to(b, x, DType::F32);
                let ty = b.ty(x).clone();
                b.emit(Op::ReducePrecision { exponent_bits: 8, mantissa_bits: 10 }, &[x], ty)
            }
        });
    }
    let sum = b.emit(product, &rounded, result.with_dtype(steps.sum));
    Some(to(b, sum, result.dtype))
}

/// Fewest multiply-adds of complex numbers that are worth it to put their parts together anew.
const FEWEST_COMPLEX: i64 = 1 << 18;
/// Fewest of them for each part that is read or written. On a Zen 2, matrices of order 64 (8) take as long either way, 128 take 0.16
/// instead of 0.25 ms, 512 take 6.4 instead of 22.
const FEWEST_PER_PART: i64 = 10;

/// A product of complex numbers as one of real numbers with twice the terms and twice the columns: `[X Y] [[U V] [-V U]]` is
/// `[XU - YV, XV + YU]`. It does as many multiplications, in the form for which machines are made. `None` for what is no such product
/// or too small.
pub(crate) fn in_parts(b: &mut Builder<'_, '_>, product: &Op, args: &[Value], result: &TensorType) -> Option<Value> {
    let Op::DotGeneral { dims: d, algorithm: None, .. } = product else { return None };
    let [x, y] = *args else { return None };
    let dtype = result.dtype;
    if !dtype.is_complex() || [x, y].iter().any(|&v| b.ty(v).dtype != dtype) || d.lhs_contracting.is_empty() {
        return None;
    }
    let count = |dims: &[i64]| dims.iter().product::<i64>();
    let terms: i64 = d.lhs_contracting.iter().map(|&k| b.dims(x)[k as usize]).product();
    let parts = 2 * count(b.dims(x)) + 4 * count(b.dims(y)) + 2 * count(&result.dims);
    let adds = count(&result.dims).checked_mul(terms)?;
    if adds < FEWEST_COMPLEX || adds / parts.max(1) < FEWEST_PER_PART {
        return None;
    }
    // The columns: the first dimension that the second factor has alone, the last but so many of the result.
    let is_own = |k: &i64| !d.rhs_batching.contains(k) && !d.rhs_contracting.contains(k);
    let mut columns = (0..b.dims(y).len() as i64).filter(is_own);
    let column = columns.next()?;
    let at = result.rank() - 1 - columns.count();
    let (re, im) = (b.unary(UnaryOp::Real, x), b.unary(UnaryOp::Imag, x));
    let x = b.concatenate(&[re, im], d.lhs_contracting[0]);
    let (re, im) = (b.unary(UnaryOp::Real, y), b.unary(UnaryOp::Imag, y));
    let minus = b.unary(UnaryOp::Negate, im);
    let (above, below) = (b.concatenate(&[re, im], column), b.concatenate(&[minus, re], column));
    let y = b.concatenate(&[above, below], d.rhs_contracting[0]);
    let mut ty = result.with_dtype(dtype.real_part());
    let size = ty.dims[at];
    ty.dims[at] = 2 * size;
    let both = b.emit(product.clone(), &[x, y], ty);
    let part = |b: &mut Builder<'_, '_>, from: i64| {
        let (mut start, mut limit) = (I64s::from_elem(0, result.rank()), I64s::from_slice(&result.dims));
        (start[at], limit[at]) = (from, from + size);
        b.slice(both, start, limit, I64s::from_elem(1, result.rank()))
    };
    let (re, im) = (part(b, 0), part(b, size));
    Some(b.binary(BinaryOp::Complex, re, im))
}

/// `ragged_dot`: one product with a new dimension for the groups, in which lhs is zero outside of its group.
pub(crate) fn ragged_dot(
    b: &mut Builder<'_, '_>,
    d: &RaggedDotDims,
    precision: &PrecisionConfig,
    args: &[Value],
    result: &TensorType,
) -> Option<Value> {
    let ([x, y, sizes], [ragged]) = (args, &d.lhs_ragged[..]) else { return None };
    let (x, y) = (with_zero(b, *x), with_zero(b, *y));
    let product = |b: &mut Builder<'_, '_>, dims: DotDims, x: Value, ty: TensorType| {
        let op = Op::DotGeneral { dims: Box::new(dims), precision: precision.clone(), algorithm: None };
        b.emit(op, &[x, y], ty)
    };
    if d.dot.lhs_batching.contains(ragged) {
        return Some(product(b, d.dot.clone(), x, result.clone()));
    }
    let t = b.ty(x).clone();
    let &[groups] = b.dims(*sizes) else { return None };
    // Where each group ends, and starts.
    let sizes = b.convert(*sizes, DType::I64);
    let square = TensorType::new(DType::I64, &[groups, groups]);
    let each = b.broadcast(sizes, &square.dims, &[1]);
    let (row, column) = (b.iota(square.clone(), 0), b.iota(square.clone(), 1));
    let before = b.compare(CompareDirection::Le, Some(CompareType::Signed), column, row);
    let zero = b.splat(&square, Scalar::Int(0))?;
    let counted = b.select(before, each, zero);
    let ends = sum(b, counted, smallvec![1])?;
    let starts = b.binary(BinaryOp::Subtract, ends, sizes);
    // The value with zeros where its position along `along` is not in the group that dimension `of` counts.
    let mask = |b: &mut Builder<'_, '_>, v: Value, along: i64, of: i64| {
        let ty = b.ty(v).clone();
        let at = b.iota(ty.with_dtype(DType::I64), along);
        let (starts, ends) = (b.broadcast(starts, &ty.dims, &[of]), b.broadcast(ends, &ty.dims, &[of]));
        let from = b.compare(CompareDirection::Ge, Some(CompareType::Signed), at, starts);
        let to = b.compare(CompareDirection::Lt, Some(CompareType::Signed), at, ends);
        let inside = b.binary(BinaryOp::And, from, to);
        let zero = b.splat(&ty, Scalar::zero(ty.dtype))?;
        Some(b.select(inside, v, zero))
    };
    if let [group] = d.rhs_group[..] {
        // The products of all groups; each row keeps its own group's. A NaN that another group holds is not in it.
        let free = |rank: usize, batching: &I64s, contracting: &I64s| -> Vec<i64> {
            (0..rank as i64).filter(|i| !batching.contains(i) && !contracting.contains(i)).collect()
        };
        let u = b.ty(y).clone();
        let left = free(t.rank(), &d.dot.lhs_batching, &d.dot.lhs_contracting);
        let right = free(u.rank(), &d.dot.rhs_batching, &d.dot.rhs_contracting);
        let batch = d.dot.lhs_batching.iter().chain(&left).map(|&i| t.dims[i as usize]);
        let dims: Vec<i64> = batch.chain(right.iter().map(|&i| u.dims[i as usize])).collect();
        let n = d.dot.lhs_batching.len();
        let row = n + left.iter().position(|i| i == ragged)?;
        let of = (n + left.len() + right.iter().position(|&i| i == group)?) as i64;
        let all = product(b, d.dot.clone(), x, TensorType::new(result.dtype, &dims));
        let all = with_zero(b, all);
        let own = mask(b, all, row as i64, of)?;
        let own = sum(b, own, smallvec![of])?;
        return Some(b.convert(own, result.dtype));
    }
    // Lhs for each group.
    let mut dims = vec![groups];
    dims.extend(&t.dims);
    let all: Vec<i64> = (1..=t.rank() as i64).collect();
    let x = b.broadcast(x, &dims, &all);
    let x = mask(b, x, ragged + 1, 0)?;
    let next = |v: &I64s| -> I64s { v.iter().map(|i| i + 1).collect() };
    let dot = DotDims {
        lhs_batching: next(&d.dot.lhs_batching),
        lhs_contracting: next(&d.dot.lhs_contracting),
        ..d.dot.clone()
    };
    // The groups stand behind the batches; the result has them in front.
    let n = dot.lhs_batching.len();
    let mut moved = result.dims.to_vec();
    moved[..=n].rotate_left(1);
    let v = product(b, dot, x, TensorType::new(result.dtype, &moved));
    let mut order: I64s = (0..result.rank() as i64).collect();
    order[..=n].rotate_right(1);
    Some(b.transpose(v, order))
}
