//! Scatter of a single window: JAX's `x.at[i, j].set(y)`, `x.at[1:-1].add(y)`. It is an update of a slice.

use super::attempt;
use super::util::count;
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::{I64s, ScatterDims};
use hloom_ir::{Op, Region, TensorType, Value};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, CompareDirection, DType};
use smallvec::{SmallVec, smallvec};

pub(super) const NAMES: &[&str] = &["scatter_one"];

/// Rules that look at the region of a `scatter` of one operand.
pub(super) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>, region: Region) -> Option<Value> {
    let Op::Scatter { dims, .. } = e.op else { return None };
    attempt(b, "scatter_one", |b| one_window(b, e, dims, region))
}

/// Elements of a window whose place is not known: a scatter of fewer takes less time than asking whether they lie inside.
const FEWEST: i64 = 8;

/// How the region makes an element of the old one and the update; `None` for the update itself.
fn combiner(b: &Builder<'_, '_>, region: Region) -> Option<Option<(BinaryOp, bool)>> {
    let r = b.graph.region(region);
    if r.params.len() == 2 && r.results[..] == [r.params[1]] {
        return Some(None);
    }
    b.graph.combiner(region).map(Some)
}

/// Where a window begins in a dimension.
enum Start {
    /// There, and it ends within the operand.
    At(i64),
    /// At this index, of a window of size 1.
    Index(Value),
}

fn one_window(b: &mut Builder<'_, '_>, e: &Expr<'_>, d: &ScatterDims, region: Region) -> Option<Value> {
    let [x, indices, update] = *e.args else { return None };
    let indexed = &d.scatter_dims_to_operand_dims;
    let n = indexed.len() as i64;
    let t = b.ty(x).clone();
    let single = n > 0 && count(b.dims(indices)) == n && d.input_batching_dims.is_empty();
    if !single || count(b.dims(update)) == 0 || b.ty(update).dtype != t.dtype {
        return None;
    }
    let combiner = combiner(b, region)?;
    let mut sizes: I64s = smallvec![1; t.dims.len()];
    let kept = (0..t.dims.len()).filter(|&k| !d.inserted_window_dims.contains(&(k as i64)));
    for (k, &u) in kept.zip(&d.update_window_dims) {
        sizes[k] = b.dims(update)[u as usize];
    }
    // Where it begins, if that is known; what else is asked must not hang on further rewrites.
    let dtype = b.ty(indices).dtype;
    let known: Option<Vec<i64>> = match b.literal(indices) {
        Some(c) => {
            let index = |k: usize| number(scalar::read(dtype, c.element_bytes(k)));
            Some((0..indexed.len()).map(index).collect::<Option<_>>()?)
        }
        None => None,
    };
    let room = |dim: usize| t.dims[dim] - sizes[dim];
    let places = indexed.iter().map(|&dim| dim as usize);
    let possible = match &known {
        Some(at) => places.zip(at).all(|(dim, i)| (0..=room(dim)).contains(i)),
        None => count(&sizes) >= FEWEST && places.into_iter().all(|dim| sizes[dim] == 1 && fits(dtype, t.dims[dim])),
    };
    if !possible || !b.rewrites.take("scatter_one") {
        return None;
    }
    let mut starts: Vec<Start> = t.dims.iter().map(|_| Start::At(0)).collect();
    let flat = b.reshape(indices, &[n]);
    for (k, &dim) in indexed.iter().enumerate() {
        starts[dim as usize] = match &known {
            Some(at) => Start::At(at[k]),
            None => {
                let k = k as i64;
                let one = b.slice(flat, smallvec![k], smallvec![k + 1], smallvec![1]);
                Start::Index(b.reshape(one, &[]))
            }
        };
    }
    // All starts have one type.
    let scalar = TensorType::new(dtype, &[]);
    let constant = |b: &mut Builder<'_, '_>, i: i64| {
        let i = if dtype.is_unsigned_int() { Scalar::UInt(i as u64) } else { Scalar::Int(i) };
        b.splat(&scalar, i)
    };
    let mut at: SmallVec<[Value; 8]> = SmallVec::new();
    let mut inside: Option<Value> = None;
    for (s, &size) in starts.iter().zip(&t.dims) {
        let i = match *s {
            Start::At(i) => constant(b, i)?,
            Start::Index(i) => {
                let (low, high) = (constant(b, 0)?, constant(b, size)?);
                let from = b.compare(CompareDirection::Ge, None, i, low);
                let to = b.compare(CompareDirection::Lt, None, i, high);
                let fits = b.binary(BinaryOp::And, from, to);
                inside = Some(inside.map_or(fits, |p| b.binary(BinaryOp::And, p, fits)));
                i
            }
        };
        at.push(i);
    }
    let mut window = b.reshape(update, &sizes);
    if combiner.is_some() || inside.is_some() {
        let ty = TensorType::new(t.dtype, &sizes);
        let args: SmallVec<[Value; 8]> = [&[x], &at[..]].concat().into();
        let old = b.emit(Op::DynamicSlice { slice_sizes: sizes.clone() }, &args, ty);
        window = match combiner {
            Some((op, true)) => b.binary(op, window, old),
            Some((op, false)) => b.binary(op, old, window),
            None => window,
        };
        if let Some(p) = inside {
            window = b.select(p, window, old);
        }
    }
    let args: SmallVec<[Value; 8]> = [&[x, window], &at[..]].concat().into();
    Some(b.emit(Op::DynamicUpdateSlice {}, &args, t))
}

/// An index, if it is in the range of I64.
fn number(i: Scalar) -> Option<i64> {
    match i {
        Scalar::UInt(u) => i64::try_from(u).ok(),
        i => i.as_i64(),
    }
}

/// True if the size is a number of the type.
fn fits(dtype: DType, size: i64) -> bool {
    let bits = dtype.bits() - u32::from(!dtype.is_unsigned_int());
    bits >= 63 || size < 1 << bits
}
