//! Scatter of a single window: JAX's `x.at[i, j].set(y)`, `x.at[1:-1].add(y)`. It is an update of a slice. So are windows that lie
//! evenly.

use super::index::starts;
use super::util::count;
use super::{attempt, strided};
use crate::builder::{Builder, Expr};
use hloom_ir::attrs::{I64s, ScatterDims};
use hloom_ir::{Op, Region, TensorType, Value};
use hloom_num::scalar::{self, Scalar};
use hloom_num::{BinaryOp, CompareDirection, DType};
use smallvec::{SmallVec, smallvec};

pub(super) const NAMES: &[&str] = &["scatter_one", "scatter_evenly"];

/// Rules that look at the region of a `scatter` of one operand.
pub(super) fn apply(b: &mut Builder<'_, '_>, e: &Expr<'_>, region: Region) -> Option<Value> {
    let Op::Scatter { dims, .. } = e.op else { return None };
    let one = attempt(b, "scatter_one", |b| one_window(b, e, dims, region));
    one.or_else(|| attempt(b, "scatter_evenly", |b| strided::evenly(b, e, dims, region)))
}

/// Elements of a window whose place is not known: a scatter of fewer takes less time than asking whether they lie inside.
const FEWEST: i64 = 8;

/// An op of the old element and the update, and whether it swaps them; `None` for the update itself.
pub(super) type Combiner = Option<(BinaryOp, bool)>;

/// How the region makes an element.
pub(super) fn combiner(b: &Builder<'_, '_>, region: Region) -> Option<Combiner> {
    let r = b.graph.region(region);
    if r.params.len() == 2 && r.results[..] == [r.params[1]] {
        return Some(None);
    }
    b.graph.combiner(region).map(Some)
}

/// New elements.
pub(super) fn combined(b: &mut Builder<'_, '_>, how: Combiner, old: Value, update: Value) -> Value {
    match how {
        Some((op, true)) => b.binary(op, update, old),
        Some((op, false)) => b.binary(op, old, update),
        None => update,
    }
}

fn one_window(b: &mut Builder<'_, '_>, e: &Expr<'_>, d: &ScatterDims, region: Region) -> Option<Value> {
    let [x, indices, update] = *e.args else { return None };
    let indexed = &d.scatter_dims_to_operand_dims;
    let n = indexed.len() as i64;
    let t = b.ty(x).clone();
    let single = n > 0 && count(b.dims(indices)) == n && d.input_batching_dims.is_empty();
    // A window of one element may be asked to fit where there is none.
    if !single || count(b.dims(update)) == 0 || count(&t.dims) == 0 || b.ty(update).dtype != t.dtype {
        return None;
    }
    let combiner = combiner(b, region)?;
    let mut sizes: I64s = smallvec![1; t.dims.len()];
    let kept = (0..t.dims.len()).filter(|&k| !d.inserted_window_dims.contains(&(k as i64)));
    for (k, &u) in kept.zip(&d.update_window_dims) {
        sizes[k] = b.dims(update)[u as usize];
    }
    // What is asked must not hang on further rewrites.
    let dtype = b.ty(indices).dtype;
    let known = b.literal(indices).cloned();
    let fits = |(k, &dim): (usize, &i64)| {
        let (size, window) = (t.dims[dim as usize], sizes[dim as usize]);
        match &known {
            Some(c) => {
                let at = scalar::read(dtype, c.element_bytes(k)).as_i64();
                at.is_some_and(|at| (0..=size - window).contains(&at))
            }
            None => window == 1 && is_number_of(dtype, size),
        }
    };
    let worth = known.is_some() || count(&sizes) >= FEWEST;
    if !worth || !indexed.iter().enumerate().all(fits) || !b.rewrites.take("scatter_one") {
        return None;
    }
    let at = starts(b, indices, indexed, t.dims.len())?;
    let mut inside: Option<Value> = None;
    for &dim in indexed.iter().filter(|_| known.is_none()) {
        let scalar = TensorType::new(dtype, &[]);
        let size = t.dims[dim as usize];
        let high = if dtype.is_unsigned_int() { Scalar::UInt(size as u64) } else { Scalar::Int(size) };
        let (low, high) = (b.splat(&scalar, Scalar::zero(dtype))?, b.splat(&scalar, high)?);
        let from = b.compare(CompareDirection::Ge, None, at[dim as usize], low);
        let to = b.compare(CompareDirection::Lt, None, at[dim as usize], high);
        let fits = b.binary(BinaryOp::And, from, to);
        inside = Some(inside.map_or(fits, |p| b.binary(BinaryOp::And, p, fits)));
    }
    let mut window = b.reshape(update, &sizes);
    if combiner.is_some() || inside.is_some() {
        let ty = TensorType::new(t.dtype, &sizes);
        let args: SmallVec<[Value; 8]> = [&[x], &at[..]].concat().into();
        let old = b.emit(Op::DynamicSlice { slice_sizes: sizes.clone() }, &args, ty);
        window = combined(b, combiner, old, window);
        if let Some(p) = inside {
            window = b.select(p, window, old);
        }
    }
    let args: SmallVec<[Value; 8]> = [&[x, window], &at[..]].concat().into();
    Some(b.emit(Op::DynamicUpdateSlice {}, &args, t))
}

/// True if the size is a number of the type.
fn is_number_of(dtype: DType, size: i64) -> bool {
    let bits = dtype.bits() - u32::from(!dtype.is_unsigned_int());
    bits >= 63 || size < 1 << bits
}
