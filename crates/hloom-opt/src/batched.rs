//! Products of a loop's steps as one product in front of the loop (rewrite `while_batch`).
//!
//! A recurrent layer multiplies in each step a slice of its input, a row or a few, by weights that the loop does not change.
//! A row by a matrix waits for the matrix, from whatever cache it lies in; all rows together reuse it, and can be shared among
//! threads. So the product is computed for all slices, and the loop takes slices of that. Each element is the same sum as
//! before.
//!
//! It is done where every slice is used, as far as numbers of iterations tell, where a step has few rows, and where all products
//! together need little memory.

use crate::fold::Folder;
use hloom_ir::attrs::{DotDims, I64s};
use hloom_ir::{Graph, Op, OpData, OpId, TensorType, Value, trips};
use hloom_num::scalar::Scalar;
use rustc_hash::FxHashSet;

/// Name of the rewrite.
pub(crate) const NAME: &str = "while_batch";

/// More rows a step reuse the matrix well enough.
const MOST_ROWS: i64 = 4;
/// Smaller matrices lie in registers, or nearly.
const FEWEST_WEIGHTS: i64 = 1024;
/// Fewer steps are no loop to speak of.
const FEWEST_STEPS: i64 = 8;
/// Bytes of all products before a loop.
const MOST_BYTES: i64 = 8 << 20;

/// Products of a loop that can be computed before it.
pub(crate) struct Products(Vec<Product>);

/// `(array[index] reshaped) x other`, or the other way round.
struct Product {
    op: OpId,
    slice: Slice,
    other: Value,
    /// Which operand of the product the slice is.
    side: usize,
    /// Which dimension of the result the slices of the array become when there are all of them.
    along: usize,
}

/// An operand of a product: an element of an array along a dimension.
struct Slice {
    array: Value,
    /// Which element, a scalar of the loop's body.
    index: Value,
    /// How many there are.
    steps: i64,
    /// Where the dimension would stand among those of the operand.
    at: usize,
}

/// All slices of a product that was computed before a loop.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    array: Value,
    /// The dimension that the loop slices.
    along: usize,
    /// Which one is wanted, a value of the source.
    index: Value,
}

impl Products {
    /// Those of a loop in whose body the values `varying` are not the same in all iterations.
    pub(crate) fn of(f: &Folder<'_, '_, '_>, d: &OpData, varying: &FxHashSet<Value>) -> Products {
        let g = f.src;
        let Some(trips) = trips::count(g, d).and_then(|n| i64::try_from(n).ok()) else { return Products(Vec::new()) };
        let mut bytes = 0;
        let mut fits = |p: &Product| {
            let result = g.tensor(g.op(p.op).results[0]);
            let more = p.slice.steps.saturating_mul(result.num_bytes() as i64);
            let fits = more <= MOST_BYTES - bytes;
            bytes += if fits { more } else { 0 };
            fits
        };
        let ops = g.region(d.regions[1]).ops.iter().filter(|id| f.live.op(**id));
        Products(ops.filter_map(|&id| Product::of(g, id, varying, trips)).filter(|p| fits(p)).collect())
    }

    /// What they are made of.
    pub(crate) fn operands(&self) -> impl Iterator<Item = Value> {
        self.0.iter().flat_map(|p| [p.slice.array, p.other])
    }

    /// Builds them, in front of the loop.
    pub(crate) fn build(&self, f: &mut Folder<'_, '_, '_>) {
        for p in &self.0 {
            if f.b.rewrites.fire(NAME) {
                let array = p.build(f);
                f.batched.insert(p.op, Rows { array, along: p.along, index: p.slice.index });
            }
        }
    }
}

impl Product {
    fn of(g: &Graph, op: OpId, varying: &FxHashSet<Value>, trips: i64) -> Option<Product> {
        let d = g.op(op);
        let Op::DotGeneral { dims, algorithm, .. } = &d.op else { return None };
        let &[x, y] = &d.operands[..] else { return None };
        let (side, slice, other) = match [x, y].map(|v| varying.contains(&v)) {
            [true, false] => (0, x, y),
            // An algorithm says what it does with which operand.
            [false, true] if algorithm.is_none() => (1, y, x),
            _ => return None,
        };
        if !dims.lhs_batching.is_empty() {
            return None;
        }
        let contracting = if side == 0 { &dims.lhs_contracting } else { &dims.rhs_contracting };
        let operand = g.tensor(slice);
        let terms: i64 = contracting.iter().map(|&k| operand.dims[k as usize]).product();
        let rows = operand.num_elements() as i64 / terms.max(1);
        let slice = Slice::of(g, slice)?;
        // The dimensions of the slice come first: of the second operand there may be none that would stand before others then.
        let worth = (1..=if side == 0 { MOST_ROWS } else { 1 }).contains(&rows)
            && terms > 1
            && g.tensor(other).num_elements() as i64 >= FEWEST_WEIGHTS
            && slice.steps >= FEWEST_STEPS
            && slice.steps <= trips.saturating_mul(2);
        let is_plain = |v: Value| g.tensor(v).quantized.is_none();
        let fixed = !varying.contains(&slice.array) && [x, y, slice.array, d.results[0]].into_iter().all(is_plain);
        let along = if side == 0 { (0..slice.at as i64).filter(|k| !contracting.contains(k)).count() } else { 0 };
        (worth && fixed).then_some(Product { op, slice, other, side, along })
    }

    /// The product of all slices: the result's dimensions, and one more.
    fn build(&self, f: &mut Folder<'_, '_, '_>) -> Value {
        let g = f.src;
        let d = g.op(self.op);
        let Op::DotGeneral { dims, precision, algorithm } = &d.op else { unreachable!("found as one") };
        f.b.loc = d.loc;
        let (operand, result) = (g.tensor(d.operands[self.side]), g.tensor(d.results[0]));
        let Slice { array, steps, at, .. } = self.slice;
        let with = |dims: &[i64], at: usize| [&dims[..at], &[steps], &dims[at..]].concat();
        let (array, other) = (f.get(array), f.get(self.other));
        let array = f.b.reshape(array, &with(&operand.dims, at));
        let array = f.b.convert(array, operand.dtype);
        let (mut summed, of_other) = match self.side {
            0 => (dims.lhs_contracting.clone(), dims.rhs_contracting.clone()),
            _ => (dims.rhs_contracting.clone(), dims.lhs_contracting.clone()),
        };
        summed.iter_mut().filter(|k| **k >= at as i64).for_each(|k| *k += 1);
        let free = |v: Value, summed: &I64s, f: &Folder<'_, '_, '_>| -> Vec<i64> {
            let dims = f.b.dims(v).iter().enumerate();
            dims.filter(|(k, _)| !summed.contains(&(*k as i64))).map(|(_, &n)| n).collect()
        };
        let ty = TensorType::new(result.dtype, &[free(array, &summed, f), free(other, &of_other, f)].concat());
        let mut precision = precision.clone();
        if self.side == 1 {
            precision.0.reverse();
        }
        let dims = DotDims { lhs_contracting: summed, rhs_contracting: of_other, ..DotDims::default() };
        let op = Op::DotGeneral { dims: Box::new(dims), precision, algorithm: algorithm.clone() };
        let product = f.b.emit(op, &[array, other], ty);
        f.b.reshape(product, &with(&result.dims, self.along))
    }
}

impl Slice {
    /// The value as one, where the loop reads it through reshapes and conversions.
    fn of(g: &Graph, v: Value) -> Option<Slice> {
        let (mut below, mut converted) = (v, false);
        let d = loop {
            let (_, d) = g.def_op(below)?;
            match d.op {
                Op::Reshape {} => {}
                // Two of them may round more than one does.
                Op::Convert {} if !converted => converted = true,
                _ => break d,
            }
            below = d.operands[0];
        };
        let Op::DynamicSlice { slice_sizes } = &d.op else { return None };
        let (&array, starts) = d.operands.split_first()?;
        let (from, to) = (&g.tensor(array).dims, &g.tensor(v).dims);
        // Along other dimensions the slices are whole, so that they start at 0.
        let along = (0..from.len()).find(|&k| slice_sizes[k] != from[k])?;
        let whole = (0..from.len()).all(|k| k == along || slice_sizes[k] == from[k]);
        // But for dimensions of size 1, the value has those of the slice.
        let long = |dims: &[i64]| dims.iter().copied().filter(|&n| n != 1).collect::<Vec<_>>();
        if slice_sizes[along] != 1 || !whole || long(slice_sizes) != long(to) {
            return None;
        }
        let before = long(&slice_sizes[..along]).len();
        let at = (0..=to.len()).find(|&k| long(&to[..k]).len() == before)?;
        Some(Slice { array, index: starts[along], steps: from[along], at })
    }
}

impl Rows {
    /// The slice for an iteration, built in the loop's body: what the product `d` was there.
    pub(crate) fn row(self, f: &mut Folder<'_, '_, '_>, d: &OpData) -> Value {
        let ty = f.src.tensor(d.results[0]).clone();
        let index = f.get(self.index);
        let at = f.b.ty(index).clone();
        let zero = f.b.splat(&at, Scalar::zero(at.dtype)).expect("a type of indices has a zero");
        let mut args = vec![zero; ty.rank() + 1];
        args[self.along] = index;
        args.insert(0, self.array);
        let mut sizes = I64s::from_slice(&ty.dims);
        sizes.insert(self.along, 1);
        let one = TensorType::new(ty.dtype, &sizes);
        let part = f.b.emit(Op::DynamicSlice { slice_sizes: sizes }, &args, one);
        f.b.reshape(part, &ty.dims)
    }
}
