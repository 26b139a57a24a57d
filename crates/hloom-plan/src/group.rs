//! Which roots share a kernel.
//!
//! A root whose only readers are in one other kernel becomes a Def of that kernel, if the result is one of two forms:
//! * *epilogue*: one reduction (a product, a convolution, any `reduce`), and Maps over exactly its axes after it;
//! * *rows*: reductions along the last dimensions and Maps, which all keep the row axes as coordinates and read each other
//!   at their own row (softmax, layer norm), with enough rows to share among tasks, or little work altogether.
//!
//! Roots are taken from the last to the first, so that chains collapse into their last consumer. The kernel is built to
//! find out; what does not have one of the forms stays apart.

use crate::fuse::Placement;
use crate::read::KernelBuilder;
use hloom_ir::{Graph, Kind, Op, OpData, OpId, Region, Value};
use hloom_tile::kernel::{AxisId, Body, Expr, Kernel};
use rustc_hash::FxHashMap;

/// Rows that make a kernel worth sharing among tasks.
const MIN_ROWS: i64 = 32;
/// Points of a kernel that runs in one task without harm.
const SMALL_POINTS: i64 = 8192;
/// Elements of one row.
const MAX_ROW: i64 = 1 << 16;
/// Defs of one kernel.
const MAX_DEFS: usize = 24;

/// A root as the placement pass saw it.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) op: OpId,
    pub(crate) region: Region,
    /// Some result is needed in memory.
    pub(crate) forced: bool,
    /// Groups that read its results.
    pub(crate) readers: Vec<u32>,
}

/// True if the op may take other roots into its kernel, or be taken.
fn fusible(op: &OpData) -> bool {
    match op.op.kind() {
        Kind::Elementwise => true,
        Kind::Movement => !matches!(op.op, Op::Concatenate { .. }),
        Kind::Reduce => matches!(op.op, Op::Reduce { .. }),
        Kind::Contract => true,
        Kind::Window => matches!(op.op, Op::Convolution { .. } | Op::ReduceWindow { .. }),
        _ => false,
    }
}

/// Merges roots into the kernels that read them.
pub(crate) fn merge(g: &Graph, places: &mut Placement, roots: &[Root]) {
    // The group that each group has joined; the index is the group.
    let mut joined: Vec<u32> = (0..roots.len() as u32).collect();
    let mut members: FxHashMap<u32, Vec<Value>> = FxHashMap::default();
    let find = |joined: &[u32], mut i: u32| {
        while joined[i as usize] != i {
            i = joined[i as usize];
        }
        i
    };
    // Groups are numbered as met, consumers first.
    for (id, root) in roots.iter().enumerate() {
        let id = id as u32;
        let op = g.op(root.op);
        if root.forced || !fusible(op) || op.results.iter().any(|&v| !places.has_buffer(v) && places.is_live(v)) {
            continue;
        }
        let mut targets: Vec<u32> = root.readers.iter().map(|&r| find(&joined, r)).collect();
        targets.sort_unstable();
        targets.dedup();
        let [target] = targets[..] else { continue };
        let into = &roots[target as usize];
        if target == id || into.region != root.region || !fusible(g.op(into.op)) {
            continue;
        }
        let mut all = members.get(&target).cloned().unwrap_or_default();
        all.extend(members.get(&id).cloned().unwrap_or_default());
        all.extend(op.results.iter().copied());
        for &v in &op.results {
            places.set_stored(v, false);
        }
        match try_build(g, places, into.op, &all) {
            Ok(form) => {
                let (a, b) = (crate::defs::short_name(&op.op, op.results[0]), g.op(into.op));
                let b = crate::defs::short_name(&b.op, b.results[0]);
                places.explain.push(format!("{a}: joins the kernel of {b} ({form})"));
                members.remove(&id);
                members.insert(target, all);
                joined[id as usize] = target;
            }
            Err(why) => {
                for &v in &op.results {
                    places.set_stored(v, true);
                }
                let a = crate::defs::short_name(&op.op, op.results[0]);
                places.explain.push(format!("{a}: a kernel of its own, {why}"));
            }
        }
    }
    let mut list: Vec<(u32, Vec<Value>)> = members.into_iter().collect();
    list.sort_unstable_by_key(|x| x.0);
    for (group, values) in list {
        places.set_members(roots[group as usize].op, values);
    }
}

/// Builds the kernel and says which form it has, or why it has none.
fn try_build(g: &Graph, places: &Placement, root: OpId, members: &[Value]) -> Result<&'static str, String> {
    let mut b = KernelBuilder::new(g, places);
    b.members = members.iter().map(|&v| (v, ())).collect();
    for &v in &g.op(root).results {
        if places.is_live(v) {
            b.root(v)?;
        }
    }
    let suffix = members.iter().copied().chain(g.op(root).results.iter().copied()).all(|v| reduces_last(g, v));
    form(&b.k, suffix)
}

/// True unless `v` is a `reduce` over other than the last dimensions.
fn reduces_last(g: &Graph, v: Value) -> bool {
    let Some((_, op)) = g.def_op(v) else { return true };
    let Op::Reduce { dimensions } = &op.op else { return true };
    let t = g.tensor(op.operands[0]);
    let mut kept = false;
    for d in (0..t.rank()).rev().filter(|&d| t.dims[d] != 1) {
        let reduced = dimensions.contains(&(d as i64));
        if kept && reduced {
            return false;
        }
        kept |= !reduced;
    }
    true
}

fn form(k: &Kernel, suffix: bool) -> Result<&'static str, String> {
    if k.defs.len() > MAX_DEFS {
        return Err("the kernel is large enough".into());
    }
    let reduces: Vec<usize> = (0..k.defs.len()).filter(|&i| matches!(k.defs[i].body, Body::Reduce { .. })).collect();
    let mut rows: Vec<AxisId> = k.defs.first().map(|d| d.axes.clone()).unwrap_or_default();
    rows.retain(|a| k.defs.iter().all(|d| d.axes.contains(a)));
    let (mut identity, mut simple) = (true, true);
    for (e, _) in &k.exprs {
        if let Expr::Read(d, _, index) = e {
            for (x, a) in index.iter().zip(&k.def(*d).axes) {
                // Computed coordinates may leave the Def where a guard holds them back from a buffer.
                simple &= x.as_axis().is_some_and(|b| k.extent(b) == k.extent(*a));
                if x.as_axis() != Some(*a) {
                    identity = false;
                    rows.retain(|r| r != a);
                }
            }
        }
    }
    let same_axes = |i: usize| {
        let (a, b) = (&k.defs[i].axes, &k.defs[reduces[0]].axes);
        a.len() == b.len() && a.iter().all(|x| b.contains(x))
    };
    if reduces.len() == 1 && identity && (reduces[0]..k.defs.len()).all(same_axes) && (0..k.defs.len()).all(same_axes) {
        return Ok("epilogue");
    }
    if !simple {
        return Err("it is read at computed coordinates".into());
    }
    let plain = |i: usize| match &k.defs[i].body {
        Body::Reduce { comb, when, .. } => !matches!(comb, hloom_tile::kernel::Comb::Fma) && when.0.is_empty(),
        Body::Map(_) => true,
    };
    if !(0..k.defs.len()).all(plain) {
        return Err("a product or window is read by more than Maps over its axes".into());
    }
    let count = |axes: &[AxisId]| axes.iter().map(|&a| k.extent(a)).product::<i64>();
    let points = |i: usize| {
        let d = &k.defs[i];
        let over = if let Body::Reduce { over, .. } = &d.body { count(over) } else { 1 };
        count(&d.axes).saturating_mul(over)
    };
    let most = (0..k.defs.len()).map(points).max().unwrap_or(0);
    let n = count(&rows);
    if most <= SMALL_POINTS && suffix {
        return Ok("small");
    }
    if reduces.is_empty() {
        return if identity { Ok("one pass") } else { Err("it is read at other points".into()) };
    }
    if !suffix {
        return Err("a reduction is not along the last dimensions".into());
    }
    if n < MIN_ROWS {
        return Err(format!("only {n} rows are common"));
    }
    if most / n.max(1) > MAX_ROW {
        return Err("a row does not fit the cache".into());
    }
    Ok("rows")
}
