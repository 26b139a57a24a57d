//! Sorts and reductions of one element: there is none to compare it with, and `init` alone to combine it with.

use crate::fold::Folder;
use crate::networks::lifted;
use crate::rules::util::count;
use hloom_ir::{Kind, Op, OpData, Region, Value};
use rustc_hash::FxHashMap;

const SORT: &str = "sort_single";
const REDUCE: &str = "reduce_single";
pub(crate) const NAMES: &[&str] = &[SORT, REDUCE];

/// What the live results are, if each comes from one element.
pub(crate) fn alone(f: &mut Folder<'_, '_, '_>, d: &OpData) -> Option<Vec<(Value, Value)>> {
    let t = f.src.tensor(*d.operands.first()?);
    match (&d.op, &d.regions[..]) {
        (Op::Sort { dimension, .. }, _) if t.dims.get(*dimension as usize) == Some(&1) => {
            let all = d.results.iter().zip(&d.operands);
            let live: Vec<_> = all.filter(|(result, _)| f.live.value(**result)).collect();
            f.b.rewrites.fire(SORT).then(|| live.into_iter().map(|(&result, &v)| (result, f.get(v))).collect())
        }
        // (Those of one operand are for the rules of `rules::reduce`.)
        (Op::Reduce { dimensions }, &[region]) if d.results.len() > 1 => {
            let single = dimensions.iter().all(|&i| t.dims[i as usize] == 1) && count(&t.dims) > 0;
            if single && is_elementwise(f, region) { reduced(f, d, region) } else { None }
        }
        _ => None,
    }
}

/// True if a region has whole tensors as well as scalars for values.
fn is_elementwise(f: &Folder<'_, '_, '_>, region: Region) -> bool {
    let lifts = |d: &OpData| matches!(d.op.kind(), Kind::Elementwise | Kind::Constant) && d.extra.is_none();
    f.src.region(region).ops.iter().all(|id| lifts(f.src.op(*id)) && f.src.op(*id).regions.is_empty())
}

fn reduced(f: &mut Folder<'_, '_, '_>, d: &OpData, region: Region) -> Option<Vec<(Value, Value)>> {
    if !f.b.rewrites.fire(REDUCE) {
        return None;
    }
    let (src, n) = (f.src, d.results.len());
    let dims = src.tensor(d.results[0]).dims.clone();
    let (elements, inits) = d.operands.split_at(n);
    let (params, results) = (&src.region(region).params, &src.region(region).results);
    // (What other slots are for a live one is live as well.)
    let slots: Vec<usize> = (0..n).filter(|&i| f.live.value(d.results[i])).collect();
    let mut done = FxHashMap::default();
    for &i in &slots {
        let (init, x) = (f.get(inits[i]), f.get(elements[i]));
        done.insert(params[i], f.b.broadcast(init, &dims, &[]));
        done.insert(params[n + i], f.b.reshape(x, &dims));
    }
    let mut found = Vec::new();
    for i in slots {
        found.push((d.results[i], lifted(&mut f.b, src, results[i], &dims, &mut done)?));
    }
    Some(found)
}
