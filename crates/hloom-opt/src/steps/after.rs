//! Products that a loop only stacks.

use super::{FEWEST_STEPS, MOST_BYTES, MOST_DEEP, Over, Place, Steps, has_steps};
use crate::fold::Folder;
use hloom_ir::{Graph, Op, OpData, Region, TensorType, Value, trips};
use hloom_num::scalar::Scalar;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Name of the rewrite.
pub(crate) const NAME: &str = "while_sink";

/// A loop stacks what a step moves at most this part of the weights that it need not wait for.
const SMALLEST_GAIN: i64 = 4;

/// Stacked results of a loop that can be computed after it, from others.
pub(crate) struct Sinks<'g> {
    steps: Steps<'g>,
    place: Place,
    stacks: Vec<Stack>,
    /// Values of the body that the loop stacks instead.
    leaves: Vec<Value>,
}

/// A slot that every step writes a row of, and that row.
#[derive(Clone, Copy)]
struct Stack {
    slot: usize,
    row: Value,
}

impl<'g> Sinks<'g> {
    /// Those of a loop with these live slots.
    pub(crate) fn of(
        f: &Folder<'g, '_, '_>,
        d: &OpData,
        slots: &[usize],
        varying: &Rc<FxHashSet<Value>>,
    ) -> Option<Sinks<'g>> {
        let g = f.src;
        let body = g.region(d.regions[1]);
        let overwritten = trips::overwritten(g, d);
        let mut all = slots.iter().filter(|&&slot| overwritten[slot]).filter_map(|&slot| {
            let (_, update) = g.def_op(body.results[slot])?;
            let steps = g.tensor(body.results[slot]).dims[0];
            Some((Place { index: update.operands[2], steps }, Stack { slot, row: update.operands[1] }))
        });
        let (place, first) = all.next()?;
        let others = all.filter(|(p, _)| *p == place).map(|(_, stack)| stack);
        let mut stacks: Vec<Stack> = [first].into_iter().chain(others).collect();
        let mut steps = Steps::new(g, varying, Some(place));
        // What only these stacks need can leave with them; so which it is depends on which they are.
        let wanted = loop {
            let wanted = wanted(f, &steps, d.regions[1], &stacks);
            let before = stacks.len();
            stacks.retain(|s| wanted.contains(&s.row));
            if stacks.len() == before {
                break wanted;
            }
        };
        if stacks.is_empty() || place.steps < FEWEST_STEPS {
            return None;
        }
        let mut cut = Cut { wanted, seen: FxHashSet::default(), leaves: Vec::new(), products: Vec::new(), weights: 0 };
        stacks.iter().for_each(|s| cut.down(&mut steps, s.row));
        steps.given = cut.leaves.iter().map(|&v| (v, None)).collect();
        steps.seen.clear();
        let elements = |v: Value| g.tensor(v).num_elements() as i64;
        let bytes = |vs: &mut dyn Iterator<Item = Value>| -> i64 {
            vs.map(|v| g.tensor(v).num_bytes() as i64).sum::<i64>().saturating_mul(place.steps)
        };
        let given = bytes(&mut stacks.iter().map(|s| s.row));
        let more = bytes(&mut cut.leaves.iter().copied()) + (bytes(&mut cut.products.into_iter()) - given).max(0);
        let moved: i64 = cut.leaves.iter().map(|&v| elements(v)).sum();
        let complete = stacks.iter().all(|s| steps.over(s.row) == Some(Over::Each));
        let worth = complete && more <= MOST_BYTES && moved * SMALLEST_GAIN <= cut.weights;
        worth.then_some(Sinks { steps, place, stacks, leaves: cut.leaves })
    }

    /// Values of the body that do not change and that are needed after the loop.
    pub(crate) fn fixed(&mut self, found: &mut Vec<Value>) {
        let mut seen = FxHashSet::default();
        self.stacks.iter().for_each(|s| self.steps.fixed(s.row, found, &mut seen));
    }

    /// What the new stacks hold before the loop; nothing if there is no such value.
    pub(crate) fn start(&self, f: &mut Folder<'_, '_, '_>) -> Option<Vec<Value>> {
        let zeros = |&v: &Value| {
            let t = self.steps.g.tensor(v);
            let all = TensorType::new(t.dtype, &[&[self.place.steps], &t.dims[..]].concat());
            f.b.splat(&all, Scalar::zero(t.dtype))
        };
        self.leaves.iter().map(zeros).collect()
    }

    /// Builds, in the loop's body, the stacks `to` with the values of this step.
    pub(crate) fn stack(&self, f: &mut Folder<'_, '_, '_>, to: &[Value]) -> Vec<Value> {
        let index = f.get(self.place.index);
        let at = f.b.ty(index).clone();
        let zero = f.b.splat(&at, Scalar::zero(at.dtype)).expect("a type of indices has a zero");
        let update = |(&leaf, &to): (&Value, &Value)| {
            let (row, ty) = (f.get(leaf), f.b.ty(to).clone());
            let row = f.b.reshape(row, &[&[1], &ty.dims[1..]].concat());
            let mut args = vec![to, row, index];
            args.resize(2 + ty.rank(), zero);
            f.b.emit(Op::DynamicUpdateSlice {}, &args, ty)
        };
        self.leaves.iter().zip(to).map(update).collect()
    }

    /// Builds the results after the loop, from what it has stacked: each with its slot.
    pub(crate) fn build(mut self, f: &mut Folder<'_, '_, '_>, stacked: &[Value]) -> Vec<(usize, Value)> {
        let given = self.leaves.iter().copied().zip(stacked.iter().copied().map(Some));
        self.steps.given.extend(given);
        let rows = std::mem::take(&mut self.stacks);
        let build = |s: Stack| {
            let all = self.steps.all(f, s.row);
            let row = &self.steps.g.tensor(s.row).dims;
            (s.slot, f.b.reshape(all, &[&[self.place.steps], &row[1..]].concat()))
        };
        rows.into_iter().map(build).collect()
    }
}

/// The way down from the rows to what the loop has to stack.
struct Cut {
    wanted: FxHashSet<Value>,
    seen: FxHashSet<Value>,
    leaves: Vec<Value>,
    /// Results of products that wait.
    products: Vec<Value>,
    /// Elements that they wait for.
    weights: i64,
}

impl Cut {
    fn down(&mut self, steps: &mut Steps<'_>, v: Value) {
        if !self.seen.insert(v) || steps.over(v).is_some() {
            return;
        }
        let Some((_, d)) = steps.g.def_op(v).filter(|_| self.wanted.contains(&v)) else {
            return self.leaves.push(v);
        };
        if steps.waits(d) {
            self.products.push(v);
            let weights = d.operands.iter().filter(|x| !steps.varying.contains(x));
            self.weights += weights.map(|&x| steps.dims(x).iter().product::<i64>()).sum::<i64>();
        }
        d.operands.iter().for_each(|&x| self.down(steps, x));
    }
}

/// Values of a loop's body that only these stacks need and that have a product below them which waits.
fn wanted(f: &Folder<'_, '_, '_>, steps: &Steps<'_>, body: Region, stacks: &[Stack]) -> FxHashSet<Value> {
    let g = f.src;
    let data = g.region(body);
    let is_sunk = |slot: usize| stacks.iter().any(|s| s.slot == slot);
    let results = data.results.iter().enumerate();
    let mut used: FxHashSet<Value> = results.filter(|(slot, _)| !is_sunk(*slot)).map(|(_, &v)| v).collect();
    for &id in data.ops.iter().rev().filter(|id| f.live.op(**id)) {
        let d = g.op(id);
        if d.op.has_side_effect() || !d.regions.is_empty() || d.results.iter().any(|v| used.contains(v)) {
            reads(g, d, &mut |v| {
                used.insert(v);
            });
        }
    }
    // Each with the number of ops down to a product.
    let mut wanted: FxHashMap<Value, usize> = FxHashMap::default();
    for &id in &data.ops {
        let d = g.op(id);
        let &[v] = &d.results[..] else { continue };
        let below = d.operands.iter().filter_map(|x| wanted.get(x)).max();
        let has = match d.op {
            Op::DotGeneral { .. } => steps.waits(d),
            Op::DynamicSlice { .. } => false,
            _ => has_steps(g, d) && below.is_some(),
        };
        let height = below.map_or(1, |n| n + 1);
        if has && height <= MOST_DEEP && steps.varying.contains(&v) && !used.contains(&v) && f.live.op(id) {
            wanted.insert(v, height);
        }
    }
    wanted.into_keys().collect()
}

/// What an op and those in its regions read.
fn reads(g: &Graph, d: &OpData, each: &mut dyn FnMut(Value)) {
    d.operands.iter().for_each(|&v| each(v));
    for data in d.regions.iter().map(|&r| g.region(r)) {
        data.ops.iter().for_each(|&id| reads(g, g.op(id), each));
        data.results.iter().for_each(|&v| each(v));
    }
}
