//! Products of a loop's steps as one product beside the loop.
//!
//! A recurrent layer multiplies in each step a row by weights that the loop does not change, and waits for the weights, from
//! whatever cache they lie in. Of these products some need nothing of the state: slices of the layer's input by its input
//! weights ([`before`], rewrite `while_batch`). Others are nothing the state needs: what the layer gives out and the loop stacks
//! ([`after`], rewrite `while_sink`). Both are computed for all steps at once, rows of one product, which reuses the weights and
//! can be shared among threads. Each element is the same sum as before.
//!
//! What is between a slice and a product, or between a product and the stack, goes along: [`Steps`] says what can, and builds it
//! with a dimension for the steps in front.
//!
//! It is done where every step takes part, as far as numbers of iterations tell, where a step has few rows, and where that needs
//! little memory.

mod after;
mod before;

use crate::fold::Folder;
use hloom_ir::attrs::{DotDims, GatherDims, I64s};
use hloom_ir::{Graph, Op, OpData, TensorType, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

pub(crate) use after::{NAME as SINK, Sinks};
pub(crate) use before::{Batches, NAME as BATCH, Row};

/// More rows a step reuse the weights well enough.
const MOST_ROWS: i64 = 4;
/// Smaller weights lie in registers, or nearly.
const FEWEST_WEIGHTS: i64 = 1024;
/// Fewer steps are no loop to speak of.
const FEWEST_STEPS: i64 = 8;
/// Most ops one below the other that are looked through.
const MOST_DEEP: usize = 64;
/// Bytes of what is computed for all steps of a loop, on one side of it.
const MOST_BYTES: i64 = 8 << 20;

/// The same element of several arrays, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Which element, a scalar of the loop's body.
    index: Value,
    /// How many there are.
    steps: i64,
}

/// What a value of a loop's body is over all steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    /// The same.
    Fixed,
    /// It follows from what is known of all steps.
    Each,
}

/// An analysis of a loop's body, and what has been built of it.
struct Steps<'g> {
    g: &'g Graph,
    /// Values that are not the same in all iterations.
    varying: Rc<FxHashSet<Value>>,
    place: Option<Place>,
    /// Values of which all steps are given, and what they became.
    given: FxHashMap<Value, Option<Value>>,
    seen: FxHashMap<Value, Option<Over>>,
    built: FxHashMap<Value, Value>,
    /// Values that are being looked at, one below the other.
    depth: usize,
}

impl<'g> Steps<'g> {
    fn new(g: &'g Graph, varying: &Rc<FxHashSet<Value>>, place: Option<Place>) -> Steps<'g> {
        let (given, seen, built) = Default::default();
        Steps { g, varying: varying.clone(), place, given, seen, built, depth: 0 }
    }

    fn dims(&self, v: Value) -> &'g [i64] {
        &self.g.tensor(v).dims
    }

    /// The value as a slice of an array that does not change.
    fn slice(&self, v: Value) -> Option<Slice> {
        Slice::of(self.g, v).filter(|s| !self.varying.contains(&s.array))
    }

    /// The value as a slice of such an array, one in each step.
    fn step(&self, v: Value) -> Option<Slice> {
        self.slice(v).filter(|s| Some(s.place) == self.place)
    }

    /// What the value is, if it is known of all steps.
    fn over(&mut self, v: Value) -> Option<Over> {
        if !self.varying.contains(&v) {
            return Some(Over::Fixed);
        }
        if self.given.contains_key(&v) {
            return Some(Over::Each);
        }
        if let Some(&known) = self.seen.get(&v) {
            return known;
        }
        if self.depth == MOST_DEEP {
            return None;
        }
        self.depth += 1;
        let known = self.over_new(v);
        self.depth -= 1;
        self.seen.insert(v, known);
        known
    }

    fn over_new(&mut self, v: Value) -> Option<Over> {
        // A place that is itself known of all steps is one in a table, whose slices are gathered.
        if let Some(s) = self.slice(v)
            && self.over(s.place.index) != Some(Over::Each)
            && self.place.is_none_or(|p| p == s.place)
        {
            self.place = Some(s.place);
            return Some(Over::Each);
        }
        let (_, d) = self.g.def_op(v)?;
        if !has_steps(self.g, d) {
            return None;
        }
        let known = d.operands.iter().map(|&x| self.over(x)).collect::<Option<Vec<Over>>>()?;
        match (&d.op, &known[..]) {
            (Op::DotGeneral { algorithm: None, .. }, [Over::Fixed, Over::Each]) => {}
            (Op::DotGeneral { .. }, [Over::Each, Over::Fixed]) => {}
            (Op::DotGeneral { .. }, _) => return None,
            // The array; and of the starts the one that matters.
            (Op::DynamicSlice { .. }, [Over::Fixed, ..]) => {
                let s = Slice::of(self.g, v)?;
                (self.over(s.place.index) == Some(Over::Each)).then_some(())?;
            }
            (Op::DynamicSlice { .. }, _) => return None,
            _ => {}
        }
        Some(Over::Each)
    }

    /// True if the op is a product that waits for its weights, which do not change: all steps of it are worth more than each.
    fn waits(&self, d: &OpData) -> bool {
        let (Op::DotGeneral { dims, algorithm, .. }, &[x, y]) = (&d.op, &d.operands[..]) else { return false };
        let (rows, weights, summed) = match [x, y].map(|v| self.varying.contains(&v)) {
            [true, false] => (x, y, &dims.lhs_contracting),
            [false, true] if algorithm.is_none() => (y, x, &dims.rhs_contracting),
            _ => return false,
        };
        let count = |v: Value| self.dims(v).iter().product::<i64>();
        let terms: i64 = summed.iter().map(|&k| self.dims(rows)[k as usize]).product();
        let few = terms > 1 && (1..=MOST_ROWS).contains(&(count(rows) / terms));
        few && count(weights) >= FEWEST_WEIGHTS && has_steps(self.g, d)
    }

    /// Values that do not change and that `v` is built from.
    fn fixed(&mut self, v: Value, found: &mut Vec<Value>, seen: &mut FxHashSet<Value>) {
        if !seen.insert(v) || self.given.contains_key(&v) {
            return;
        }
        match (self.over(v), self.step(v)) {
            (Some(Over::Fixed), _) => found.push(v),
            (_, Some(s)) => found.push(s.array),
            _ => {
                let Some((_, d)) = self.g.def_op(v) else { return };
                d.operands.iter().for_each(|&x| self.fixed(x, found, seen));
            }
        }
    }

    /// All steps of a value that is known of each, or the value that is the same in all.
    fn all(&mut self, f: &mut Folder<'_, '_, '_>, v: Value) -> Value {
        if let Some(&built) = self.built.get(&v) {
            return built;
        }
        let built = match self.given.get(&v).copied() {
            Some(given) => given.expect("what is given is built first"),
            None if self.over(v) == Some(Over::Fixed) => f.get(v),
            None => self.build(f, v),
        };
        self.built.insert(v, built);
        built
    }

    fn build(&mut self, f: &mut Folder<'_, '_, '_>, v: Value) -> Value {
        let g = self.g;
        let steps = self.place.expect("a slice or a stack has been seen").steps;
        let with_steps = |dims: &[i64]| [&[steps], dims].concat();
        let (_, d) = g.def_op(v).expect("found to be built of others");
        f.b.loc = d.loc;
        if let Some(s) = self.step(v) {
            let array = f.get(s.array);
            let order = [s.along].into_iter().chain((0..g.tensor(s.array).rank()).filter(|k| *k != s.along));
            let array = f.b.transpose(array, order.map(|k| k as i64).collect());
            let array = f.b.reshape(array, &with_steps(self.dims(v)));
            return f.b.convert(array, g.tensor(v).dtype);
        }
        let fixed: Vec<bool> = d.operands.iter().map(|&x| self.over(x) == Some(Over::Fixed)).collect();
        let mut args: Vec<Value> = d.operands.iter().map(|&x| self.all(f, x)).collect();
        // What the operands were built at stands there now.
        f.b.loc = d.loc;
        let next = |k: &i64| k + 1;
        let result = TensorType::new(g.tensor(v).dtype, &with_steps(self.dims(v)));
        let op = match &d.op {
            Op::DotGeneral { .. } => return self.product(f, d, [args[0], args[1]], usize::from(fixed[0])),
            Op::DynamicSlice { slice_sizes } => {
                let s = Slice::of(g, v).expect("found to be one");
                let index = self.all(f, s.place.index);
                let index = f.b.reshape(index, &[steps, 1]);
                let dims = GatherDims {
                    offset_dims: (1..=slice_sizes.len() as i64).collect(),
                    start_index_map: [s.along as i64].into_iter().collect(),
                    index_vector_dim: 1,
                    ..GatherDims::default()
                };
                let slice_sizes = slice_sizes.clone();
                let op = Op::Gather { dims: Box::new(dims), slice_sizes, indices_are_sorted: false };
                return f.b.emit(op, &[args[0], index], result);
            }
            Op::BroadcastInDim { broadcast_dimensions } => {
                let along = [0].into_iter().chain(broadcast_dimensions.iter().map(next)).collect();
                Op::BroadcastInDim { broadcast_dimensions: along }
            }
            Op::Slice { start_indices, limit_indices, strides } => {
                let put = |list: &I64s, first: i64| [first].into_iter().chain(list.iter().copied()).collect();
                Op::Slice {
                    start_indices: put(start_indices, 0),
                    limit_indices: put(limit_indices, steps),
                    strides: put(strides, 1),
                }
            }
            Op::Transpose { permutation } => {
                Op::Transpose { permutation: [0].into_iter().chain(permutation.iter().map(next)).collect() }
            }
            Op::Concatenate { dimension } => Op::Concatenate { dimension: dimension + 1 },
            same => same.clone(),
        };
        for (arg, _) in args.iter_mut().zip(&fixed).filter(|(_, fixed)| **fixed) {
            let dims = f.b.dims(*arg).to_vec();
            let along: Vec<i64> = (1..=dims.len() as i64).collect();
            *arg = f.b.broadcast(*arg, &with_steps(&dims), &along);
        }
        f.b.emit(op, &args, result)
    }

    /// A product of which operand `side` has a dimension for the steps in front.
    fn product(&self, f: &mut Folder<'_, '_, '_>, d: &OpData, args: [Value; 2], side: usize) -> Value {
        let Op::DotGeneral { dims, precision, algorithm } = &d.op else { unreachable!("found to be one") };
        let (mut precision, mut lists) = (precision.clone(), [&dims.lhs_contracting, &dims.rhs_contracting]);
        if side == 1 {
            precision.0.reverse();
            lists.reverse();
        }
        let (rows, weights) = (args[side], args[1 - side]);
        let (summed, of_weights): (I64s, I64s) = (lists[0].iter().map(|k| k + 1).collect(), lists[1].clone());
        let free = |v: Value, summed: &I64s| -> Vec<i64> {
            let dims = f.b.dims(v).iter().enumerate();
            dims.filter(|(k, _)| !summed.contains(&(*k as i64))).map(|(_, &n)| n).collect()
        };
        let (own, others) = (free(rows, &summed), free(weights, &of_weights));
        let ty = TensorType::new(self.g.tensor(d.results[0]).dtype, &[&own[..], &others[..]].concat());
        let dims = DotDims { lhs_contracting: summed, rhs_contracting: of_weights, ..DotDims::default() };
        let op = Op::DotGeneral { dims: Box::new(dims), precision, algorithm: algorithm.clone() };
        let product = f.b.emit(op, &[rows, weights], ty);
        if side == 0 {
            return product;
        }
        // The weights' dimensions stand before those of a step.
        let (n, all) = (own.len() as i64, (own.len() + others.len()) as i64);
        f.b.transpose(product, [0].into_iter().chain(n..all).chain(1..n).collect())
    }
}

/// True if the op can be built for all steps from what it is built of for one.
fn has_steps(g: &Graph, d: &OpData) -> bool {
    let [result] = d.results[..] else { return false };
    let plain = |v: &Value| g.ty(*v).as_tensor().is_some_and(|t| t.quantized.is_none());
    if !d.operands.iter().chain([&result]).all(plain) || d.operands.is_empty() || !d.regions.is_empty() {
        return false;
    }
    match &d.op {
        Op::DotGeneral { dims, .. } => dims.lhs_batching.is_empty(),
        Op::Reshape {}
        | Op::BroadcastInDim { .. }
        | Op::Slice { .. }
        | Op::Transpose { .. }
        | Op::Concatenate { .. }
        | Op::DynamicSlice { .. }
        | Op::Convert {} => true,
        // Not those with scalars beside arrays.
        Op::Unary(_)
        | Op::Binary(_)
        | Op::Compare { .. }
        | Op::Select {}
        | Op::Clamp {}
        | Op::Fma {}
        | Op::ReducePrecision { .. } => d.operands.iter().all(|&x| g.tensor(x).dims == g.tensor(result).dims),
        _ => false,
    }
}

/// An element of an array along a dimension.
struct Slice {
    array: Value,
    along: usize,
    place: Place,
}

impl Slice {
    /// The value as one, where it is read through reshapes and a conversion.
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
        let from = &g.tensor(array).dims;
        // Along other dimensions it is whole, so that it starts at 0.
        let along = (0..from.len()).find(|&k| slice_sizes[k] != from[k])?;
        let one = slice_sizes[along] == 1 && slice_sizes[along + 1..] == from[along + 1..];
        one.then(|| Slice { array, along, place: Place { index: starts[along], steps: from[along] } })
    }
}
