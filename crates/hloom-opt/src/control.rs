//! Loops and branches: what they carry and return, and whether they run at all.
//!
//! Rewrites: `while_never`, `while_unroll`, `while_invariant`, `while_equal`, `while_hoist`, `while_batch`, `while_sink`, `branch_constant`,
//! `branch_same`.
//! Dropping what is not live needs no rewrite: [`crate::live`] says what stays.

use crate::fold::Folder;
use crate::number::is_function;
use crate::steps::{self, Batches, Sinks};
use hloom_interp::{Tensor, eval_op};
use hloom_ir::{Graph, Kind, Op, OpData, OpId, Region, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// Names of the rewrites of this module.
pub(crate) const NAMES: &[&str] = &[
    "while_never",
    "while_unroll",
    "while_invariant",
    "while_equal",
    "while_hoist",
    steps::BATCH,
    steps::SINK,
    "branch_constant",
    "branch_same",
];

/// Conditions of more ops are not evaluated on the initial values.
const MAX_CONDITION_OPS: usize = 32;
/// Nor are tensors of more elements.
const MAX_CONDITION_ELEMENTS: usize = 64;
/// Loops of more iterations stay.
const MAX_UNROLLED_TRIPS: usize = 8;
/// Loops that would become more ops stay.
const MAX_UNROLLED_OPS: usize = 512;

pub(crate) fn while_(f: &mut Folder<'_, '_, '_>, id: OpId) {
    let src = f.src;
    let d = src.op(id);
    let (cond, body) = (d.regions[0], d.regions[1]);
    let (params, returned) = (&src.region(body).params, &src.region(body).results);
    let cond_params = &src.region(cond).params;
    let mut slots: Vec<usize> = (0..d.operands.len()).filter(|&i| f.live.value(d.results[i])).collect();
    let init: Vec<Option<Value>> =
        (0..d.operands.len()).map(|i| f.live.value(d.results[i]).then(|| f.get(d.operands[i]))).collect();
    let init = |i: usize| init[i].expect("a live slot");

    // Slots that are copies of another one: (slot, its representative).
    let mut copies: Vec<(usize, usize)> = Vec::new();
    let mut sinks = None;
    if f.b.simplifies() {
        if never_runs(f, cond, &slots, &init) && f.b.rewrites.fire("while_never") {
            slots.iter().for_each(|&i| f.set(d.results[i], init(i)));
            return;
        }
        if let Some(trips) = short_trips(f, d, &slots, &init)
            && f.b.rewrites.fire("while_unroll")
        {
            unroll(f, d, &slots, &init, trips);
            return;
        }
        slots.retain(|&i| {
            let gone = returned[i] == params[i] && f.b.rewrites.fire("while_invariant");
            if gone {
                [params[i], cond_params[i], d.results[i]].into_iter().for_each(|v| f.set(v, init(i)));
            }
            !gone
        });
        for (i, class) in equal_slots(f, body, &slots, &init) {
            if i != class && f.b.rewrites.fire("while_equal") {
                copies.push((i, class));
            }
        }
        slots.retain(|&i| copies.iter().all(|c| c.0 != i));
        sinks = hoist(f, d, &slots, &copies);
    }

    let loc = d.loc;
    let mut keep = vec![false; d.operands.len()];
    slots.iter().for_each(|&i| keep[i] = true);
    let mut args: Vec<Value> = slots.iter().map(|&i| init(i)).collect();
    let stacks = sinks.as_ref().and_then(|s| s.start(f)).filter(|_| f.b.rewrites.fire(steps::SINK));
    let sinks = sinks.filter(|_| stacks.is_some());
    args.extend(stacks.iter().flatten());
    let more: Vec<Type> = stacks.iter().flatten().map(|&v| f.b.graph.ty(v).clone()).collect();
    let cond = loop_region(f, cond, &slots, &copies, &more, |_, _| Vec::new(), &[true]);
    let stack = |f: &mut Folder<'_, '_, '_>, to: &[Value]| sinks.as_ref().map_or(Vec::new(), |s| s.stack(f, to));
    let body = loop_region(f, body, &slots, &copies, &more, stack, &keep);
    f.b.loc = loc;
    let types = slots.iter().map(|&i| src.ty(d.results[i]).clone()).chain(more).collect();
    let new = f.b.append(Op::While {}, &args, &[cond, body], types, d.extra.as_deref());
    let kept: Vec<Value> = slots.iter().map(|&i| d.results[i]).collect();
    f.results(&kept, new);
    if let Some(sinks) = sinks {
        let stacked = f.b.graph.op(new).results[slots.len()..].to_vec();
        for (slot, v) in sinks.build(f, &stacked) {
            f.set(d.results[slot], v);
        }
    }
    for (i, class) in copies {
        let v = f.get(d.results[class]);
        f.set(d.results[i], v);
    }
}

/// Builds the condition or the body of a loop, with `more` slots at the end, whose next values `stack` builds.
fn loop_region(
    f: &mut Folder<'_, '_, '_>,
    r: Region,
    slots: &[usize],
    copies: &[(usize, usize)],
    more: &[Type],
    stack: impl FnOnce(&mut Folder<'_, '_, '_>, &[Value]) -> Vec<Value>,
    results: &[bool],
) -> Region {
    let (new, opened) = f.b.open(false);
    let data = f.src.region(r);
    for &i in slots {
        let v = f.b.graph.add_param(new, f.src.ty(data.params[i]).clone());
        f.set(data.params[i], v);
    }
    for &(i, class) in copies {
        let v = f.get(data.params[class]);
        f.set(data.params[i], v);
    }
    let to: Vec<Value> = more.iter().map(|ty| f.b.graph.add_param(new, ty.clone())).collect();
    f.ops(r);
    let kept: Vec<Value> = data.results.iter().zip(results).filter(|(_, k)| **k).map(|(&v, _)| v).collect();
    let mut kept: Vec<Value> = kept.into_iter().map(|v| f.get(v)).collect();
    kept.extend(stack(f, &to));
    f.b.close(opened, kept);
    new
}

/// The small tensors among values known at compile time.
type Known = FxHashMap<Value, Tensor>;

/// True if the condition is false for the initial values, as far as those are constants.
fn never_runs(f: &Folder<'_, '_, '_>, cond: Region, slots: &[usize], init: &dyn Fn(usize) -> Value) -> bool {
    f.src.region(cond).ops.len() <= MAX_CONDITION_OPS && condition(f, cond, &start(f, cond, slots, init)) == Some(false)
}

/// The number of iterations, if it is known and small and the body is a few ops that kernels take in.
fn short_trips(f: &Folder<'_, '_, '_>, d: &OpData, slots: &[usize], init: &dyn Fn(usize) -> Value) -> Option<usize> {
    let (cond, body) = (d.regions[0], d.regions[1]);
    let (c, b) = (f.src.region(cond), f.src.region(body));
    let small = |&id: &OpId| {
        let op = f.src.op(id);
        op.regions.is_empty() && matches!(op.op.kind(), Kind::Elementwise | Kind::Movement | Kind::Constant)
    };
    if c.ops.len() > MAX_CONDITION_OPS || 2 * b.ops.len() > MAX_UNROLLED_OPS || !b.ops.iter().all(small) {
        return None;
    }
    let mut at = start(f, body, slots, init);
    for trips in 0..=MAX_UNROLLED_TRIPS.min(MAX_UNROLLED_OPS / b.ops.len().max(1)) {
        let carried = |p: &[Value], v: &[Value], at: &Known| -> Known {
            p.iter().zip(v).filter_map(|(p, v)| Some((*p, at.get(v)?.clone()))).collect()
        };
        if !condition(f, cond, &carried(&c.params, &b.params, &at))? {
            return Some(trips);
        }
        evaluate(f, body, &mut at);
        at = carried(&b.params, &b.results, &at);
    }
    None
}

/// Builds the body that many times.
fn unroll(f: &mut Folder<'_, '_, '_>, d: &OpData, slots: &[usize], init: &dyn Fn(usize) -> Value, trips: usize) {
    let src = f.src;
    let body = src.region(d.regions[1]);
    let mut carried: Vec<Value> = slots.iter().map(|&i| init(i)).collect();
    for _ in 0..trips {
        for (&i, &v) in slots.iter().zip(&carried) {
            f.set(body.params[i], v);
        }
        body.ops.iter().for_each(|&id| f.forget(id));
        f.ops(d.regions[1]);
        carried = slots.iter().map(|&i| f.get(body.results[i])).collect();
    }
    slots.iter().zip(carried).for_each(|(&i, v)| f.set(d.results[i], v));
}

fn small_constant(f: &Folder<'_, '_, '_>, v: Value) -> Option<Tensor> {
    let l = f.b.literal(v)?;
    (l.num_elements() <= MAX_CONDITION_ELEMENTS).then(|| Tensor::from_literal(l))
}

/// Parameters of a region that are constants when the loop starts.
fn start(f: &Folder<'_, '_, '_>, r: Region, slots: &[usize], init: &dyn Fn(usize) -> Value) -> Known {
    let params = &f.src.region(r).params;
    slots.iter().filter_map(|&i| Some((params[i], small_constant(f, init(i))?))).collect()
}

/// Adds what follows from the known values in a region.
fn evaluate(f: &Folder<'_, '_, '_>, r: Region, env: &mut Known) {
    for &id in &f.src.region(r).ops {
        let d = f.src.op(id);
        let [result] = d.results[..] else { continue };
        let Some(ty) = f.src.ty(result).as_tensor() else { continue };
        if !d.regions.is_empty() || !is_function(&d.op) || ty.num_elements() > MAX_CONDITION_ELEMENTS {
            continue;
        }
        for &v in &d.operands {
            if !env.contains_key(&v)
                && let Some(t) = f.known(v).and_then(|v| small_constant(f, v))
            {
                env.insert(v, t);
            }
        }
        let operands: Option<Vec<&Tensor>> = d.operands.iter().map(|v| env.get(v)).collect();
        let value =
            operands.and_then(|ts| eval_op(&d.op, &ts, std::slice::from_ref(ty)).ok()).and_then(|mut v| v.pop());
        if let Some(t) = value {
            env.insert(result, t);
        }
    }
}

/// The condition, if the known values decide it.
fn condition(f: &Folder<'_, '_, '_>, cond: Region, at: &Known) -> Option<bool> {
    let mut env = at.clone();
    evaluate(f, cond, &mut env);
    let v = *f.src.region(cond).results.first()?;
    let t = env.remove(&v).or_else(|| f.known(v).and_then(|v| small_constant(f, v)))?;
    Some(t.data.first()?.is_true())
}

/// Slots that start equal and stay equal: each with the first slot of its class.
///
/// Optimistic: slots of one start are assumed to be one, and classes split until the body keeps them.
fn equal_slots(
    f: &Folder<'_, '_, '_>,
    body: Region,
    slots: &[usize],
    init: &dyn Fn(usize) -> Value,
) -> Vec<(usize, usize)> {
    let first_with = |keys: &[(u64, u64)], k: usize| keys.iter().position(|x| *x == keys[k]).unwrap_or(k);
    let mut keys: Vec<(u64, u64)> = slots.iter().map(|&i| (u64::from(init(i).0), 0)).collect();
    let mut classes: Vec<usize> = (0..slots.len()).map(|k| first_with(&keys, k)).collect();
    loop {
        if classes.iter().enumerate().all(|(k, &c)| k == c) {
            return Vec::new();
        }
        let numbers = Numbers::of(f, body, slots, &classes);
        let returned = &f.src.region(body).results;
        for (k, &i) in slots.iter().enumerate() {
            keys[k] = (classes[k] as u64, numbers.get(f, returned[i]));
        }
        let split: Vec<usize> = (0..slots.len()).map(|k| first_with(&keys, k)).collect();
        if split == classes {
            return slots.iter().enumerate().map(|(k, &i)| (i, slots[classes[k]])).collect();
        }
        classes = split;
    }
}

/// Value numbers in a loop's body.
struct Numbers {
    local: FxHashMap<Value, u64>,
}

/// Numbers at and above this are of values of the body; below, of values around it.
const LOCAL: u64 = 1 << 40;

impl Numbers {
    fn of<'s>(f: &Folder<'s, '_, '_>, body: Region, slots: &[usize], classes: &[usize]) -> Numbers {
        let src: &'s Graph = f.src;
        let data = src.region(body);
        let mut numbers = Numbers { local: FxHashMap::default() };
        for (k, &i) in slots.iter().enumerate() {
            numbers.local.insert(data.params[i], LOCAL + classes[k] as u64);
        }
        let mut next = LOCAL + slots.len() as u64;
        let mut seen: FxHashMap<(&'s Op, SmallVec<[u64; 4]>, &'s Type), u64> = FxHashMap::default();
        for &id in &data.ops {
            let d: &'s OpData = src.op(id);
            let mut fresh = || {
                next += 1;
                next
            };
            match d.results[..] {
                [r] if d.regions.is_empty() && is_function(&d.op) => {
                    let key = (&d.op, d.operands.iter().map(|&v| numbers.get(f, v)).collect(), src.ty(r));
                    let n = *seen.entry(key).or_insert_with(&mut fresh);
                    numbers.local.insert(r, n);
                }
                _ => d.results.iter().for_each(|&r| {
                    numbers.local.insert(r, fresh());
                }),
            }
        }
        numbers
    }

    fn get(&self, f: &Folder<'_, '_, '_>, v: Value) -> u64 {
        // A value around the loop is known by what it became; one that is not live stands for itself.
        let outside = || f.known(v).map_or(LOCAL * 2 + u64::from(v.0), |v| u64::from(v.0));
        self.local.get(&v).copied().unwrap_or_else(outside)
    }
}

/// Builds costly ops of a body that depend on nothing in the loop, and what they need, in front of it.
///
/// Cheap ops stay: recomputing them inside a kernel costs less than keeping their value through the loop. Of functions that moved the
/// planner decides whether they are kept.
fn hoist<'s>(f: &mut Folder<'s, '_, '_>, d: &OpData, slots: &[usize], copies: &[(usize, usize)]) -> Option<Sinks<'s>> {
    let src = f.src;
    let body = src.region(d.regions[1]);
    let mut varying: FxHashSet<Value> = slots.iter().map(|&i| body.params[i]).collect();
    varying.extend(copies.iter().map(|&(i, _)| body.params[i]));
    let mut needed: FxHashSet<OpId> = FxHashSet::default();
    let inside: FxHashMap<Value, OpId> =
        body.ops.iter().flat_map(|&id| src.op(id).results.iter().map(move |&v| (v, id))).collect();
    for &id in &body.ops {
        let op = src.op(id);
        let stays = !is_function(&op.op)
            || op.op.kind() == Kind::Control
            || op.operands.iter().any(|v| varying.contains(v))
            || !op.regions.iter().all(|&r| is_self_contained(src, r));
        if stays {
            varying.extend(op.results.iter().copied());
            if op.op.kind() == Kind::Contract && f.live.op(id) {
                let fixed = op.operands.iter().filter(|v| !varying.contains(v) && is_prepared(src, &inside, **v));
                needed.extend(fixed.filter_map(|v| inside.get(v)));
            }
        } else if is_costly(src, op) && f.live.op(id) && op.results.iter().all(|&v| f.live.value(v)) {
            needed.insert(id);
        }
    }
    let varying = Rc::new(varying);
    let mut batches = Batches::of(f, d, &varying);
    let mut sinks = Sinks::of(f, d, slots, &varying);
    let mut fixed = Vec::new();
    batches.fixed(&mut fixed);
    sinks.iter_mut().for_each(|s| s.fixed(&mut fixed));
    let hoists = !needed.is_empty() && f.b.rewrites.fire("while_hoist");
    if !hoists {
        needed.clear();
    }
    // What is needed for these, backwards.
    needed.extend(fixed.iter().filter_map(|v| inside.get(v).copied()));
    for &id in body.ops.iter().rev() {
        if needed.contains(&id) {
            needed.extend(src.op(id).operands.iter().filter_map(|v| inside.get(v).copied()));
        }
    }
    for &id in body.ops.iter().filter(|id| needed.contains(id)) {
        f.op(id);
    }
    batches.build(f);
    sinks
}

fn is_costly(g: &Graph, op: &OpData) -> bool {
    match &op.op {
        Op::Gather { .. } | Op::Scatter { .. } => true,
        o @ (Op::Unary(_) | Op::Binary(_)) => o.work() >= Op::COSTLY && is_array(g, op.results[0]),
        o => {
            matches!(o.kind(), Kind::Contract | Kind::Window | Kind::Reduce | Kind::Sort | Kind::Linalg | Kind::Random)
        }
    }
}

/// True for an operand of a product that takes longer to compute, from what is not `inside` the loop, than to read: a matrix less its
/// diagonal, masked weights. The product reads it in every step.
fn is_prepared(g: &Graph, inside: &FxHashMap<Value, OpId>, v: Value) -> bool {
    let (mut work, mut look, mut seen) = (0.0, vec![v], FxHashSet::default());
    while let Some(x) = look.pop() {
        if let Some(&id) = inside.get(&x)
            && g.op(id).op.kind() == Kind::Elementwise
            && seen.insert(id)
        {
            work += g.op(id).op.work();
            look.extend(&g.op(id).operands);
        }
        if work >= Op::COSTLY {
            return is_array(g, v);
        }
    }
    false
}

/// True if there are more elements than are computed while others wait.
fn is_array(g: &Graph, v: Value) -> bool {
    const FEWEST: usize = 64;
    g.ty(v).as_tensor().is_some_and(|t| t.num_elements() >= FEWEST)
}

/// True if the region uses only its own values.
fn is_self_contained(g: &Graph, r: Region) -> bool {
    let data = g.region(r);
    let mut own: FxHashSet<Value> = data.params.iter().copied().collect();
    for &id in &data.ops {
        let d = g.op(id);
        if !d.regions.is_empty() || d.operands.iter().any(|v| !own.contains(v)) {
            return false;
        }
        own.extend(d.results.iter().copied());
    }
    data.results.iter().all(|v| own.contains(v))
}

/// `if` and `case`.
pub(crate) fn branch(f: &mut Folder<'_, '_, '_>, id: OpId) {
    let src = f.src;
    let d = src.op(id);
    let selector = f.get(d.operands[0]);
    if f.b.simplifies()
        && let Some(taken) = constant_branch(f, d, selector)
        && f.b.rewrites.fire("branch_constant")
    {
        f.ops(taken);
        let returned = &src.region(taken).results;
        for (&v, &r) in d.results.iter().zip(returned) {
            if f.live.value(v) {
                let to = f.get(r);
                f.set(v, to);
            }
        }
        return;
    }
    let loc = d.loc;
    let keep: Vec<bool> = d.results.iter().map(|&v| f.live.value(v)).collect();
    let regions: Vec<Region> = d.regions.iter().map(|&r| f.region(r, &[], &keep, false)).collect();
    f.b.loc = loc;
    let mut kept: Vec<Value> = d.results.iter().zip(&keep).filter(|(_, k)| **k).map(|(&v, _)| v).collect();
    // Equal results of several branches can only be values from around them; of one they may be its own.
    let mut returned: Vec<Vec<Value>> = regions.iter().map(|&r| f.b.graph.region(r).results.clone()).collect();
    let mut k = 0;
    while k < kept.len() {
        let same = returned[0][k];
        if returned.len() > 1
            && returned.iter().all(|r| r[k] == same)
            && f.b.simplifies()
            && f.b.rewrites.fire("branch_same")
        {
            f.set(kept.remove(k), same);
            returned.iter_mut().for_each(|r| {
                r.remove(k);
            });
        } else {
            k += 1;
        }
    }
    for (&r, results) in regions.iter().zip(returned) {
        f.b.graph.set_results(r, results);
    }
    let types: SmallVec<[Type; 2]> = kept.iter().map(|&v| src.ty(v).clone()).collect();
    let new = f.b.append(d.op.clone(), &[selector], &regions, types, d.extra.as_deref());
    f.results(&kept, new);
}

/// The branch that a constant selects, or the only one.
fn constant_branch(f: &Folder<'_, '_, '_>, d: &OpData, selector: Value) -> Option<Region> {
    if let [only] = d.regions[..] {
        return Some(only);
    }
    let value = f.b.uniform(selector)?;
    let index = match d.op {
        Op::If {} => usize::from(!value.is_true()),
        _ => {
            let last = d.regions.len() - 1;
            value.as_i64().and_then(|i| usize::try_from(i).ok()).map_or(last, |i| i.min(last))
        }
    };
    d.regions.get(index).copied()
}
