//! Products with slices of what a loop does not change.

use super::{FEWEST_STEPS, MOST_BYTES, Over, Steps};
use crate::fold::Folder;
use hloom_ir::attrs::I64s;
use hloom_ir::{Op, OpData, OpId, TensorType, Value, trips};
use hloom_num::scalar::Scalar;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Name of the rewrite.
pub(crate) const NAME: &str = "while_batch";

/// Products of a loop that can be computed before it.
pub(crate) struct Batches<'g> {
    found: Vec<(OpId, Steps<'g>)>,
}

/// All steps of a product that was computed before a loop.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The steps along the first dimension.
    array: Value,
    /// Which one is wanted, a value of the source.
    index: Value,
}

impl<'g> Batches<'g> {
    /// Those of a loop in whose body the values `varying` are not the same in all iterations.
    pub(crate) fn of(f: &Folder<'g, '_, '_>, d: &OpData, varying: &Rc<FxHashSet<Value>>) -> Batches<'g> {
        let g = f.src;
        let mut found = Vec::new();
        let Some(trips) = trips::count(g, d).and_then(|n| i64::try_from(n).ok()) else { return Batches { found } };
        let mut bytes = 0;
        for &id in g.region(d.regions[1]).ops.iter().filter(|id| f.live.op(**id)) {
            let product = g.op(id);
            let mut steps = Steps::new(g, varying, None);
            if !steps.waits(product) || steps.over(product.results[0]) != Some(Over::Each) {
                continue;
            }
            let Some(place) = steps.place else { continue };
            let more = place.steps.saturating_mul(g.tensor(product.results[0]).num_bytes() as i64);
            let used = place.steps >= FEWEST_STEPS && place.steps <= trips.saturating_mul(2);
            if used && more <= MOST_BYTES - bytes {
                bytes += more;
                found.push((id, steps));
            }
        }
        Batches { found }
    }

    /// Values of the body that do not change and that are needed before the loop.
    pub(crate) fn fixed(&mut self, found: &mut Vec<Value>) {
        for (id, steps) in &mut self.found {
            steps.fixed(steps.g.op(*id).results[0], found, &mut FxHashSet::default());
        }
    }

    /// Builds them, in front of the loop.
    pub(crate) fn build(self, f: &mut Folder<'_, '_, '_>) {
        for (id, mut steps) in self.found {
            let v = steps.g.op(id).results[0];
            debug_assert!(steps.over(v) == Some(Over::Each));
            let Some(place) = steps.place.filter(|_| f.b.rewrites.fire(NAME)) else { continue };
            let array = steps.all(f, v);
            f.rows.insert(id, Row { array, index: place.index });
        }
    }
}

impl Row {
    /// That of an iteration, built in the loop's body: what the product `d` was there.
    pub(crate) fn take(self, f: &mut Folder<'_, '_, '_>, d: &OpData) -> Value {
        let ty = f.src.tensor(d.results[0]).clone();
        let index = f.get(self.index);
        let at = f.b.ty(index).clone();
        let zero = f.b.splat(&at, Scalar::zero(at.dtype)).expect("a type of indices has a zero");
        let mut args = vec![self.array, index];
        args.resize(2 + ty.rank(), zero);
        let mut sizes: I64s = [1].into_iter().collect();
        sizes.extend_from_slice(&ty.dims);
        let one = TensorType::new(ty.dtype, &sizes);
        let part = f.b.emit(Op::DynamicSlice { slice_sizes: sizes }, &args, one);
        f.b.reshape(part, &ty.dims)
    }
}
