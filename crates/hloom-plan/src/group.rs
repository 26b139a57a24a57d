//! Which roots share a kernel.
//!
//! A root becomes a Def of the first kernel that reads it, if whatever else reads it comes later, and if the result has
//! one of these forms (what else reads it finds it in memory: the kernel stores it too):
//! * *one pass*: Maps over the same axes, which read each other at their own points;
//! * *epilogue*: one reduction (a product, a convolution, any `reduce`), and Maps over exactly its axes after it;
//! * *rows*: reductions along the last dimensions and Maps, which all keep the row axes as coordinates and read each other
//!   at their own row (softmax, layer norm), with enough rows to share among tasks, or little work altogether;
//! * *two products*: a product, rows that read it, and a product that reads those (attention), if a block of rows fits the
//!   caches.
//!
//! Roots are taken from the last to the first, so that chains collapse into their last consumer. The kernel is built to
//! find out; what does not have one of the forms stays apart.

use crate::decision::{Decision, Origin, Verdict};
use crate::fuse::{Homes, Placement};
use crate::read::KernelBuilder;
use hloom_ir::{Graph, Kind, Op, OpData, OpId, Region, Value};
use hloom_tile::Target;
use hloom_tile::kernel::{AxisId, Body, Expr, Kernel};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Rows that make a kernel worth sharing among tasks.
const MIN_ROWS: i64 = 32;
/// Points of a kernel that runs in one task without harm.
const SMALL_POINTS: i64 = 8192;
/// Elements of one row.
const MAX_ROW: i64 = 1 << 16;
/// Defs of one kernel.
const MAX_DEFS: usize = 24;
/// Expressions of one kernel.
const MAX_EXPRS: usize = 1000;

/// A root as the placement pass saw it.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) op: OpId,
    pub(crate) region: Region,
    /// First place in the region where a result is needed in memory.
    pub(crate) forced: Option<usize>,
    /// Groups that read its results.
    pub(crate) readers: Vec<u32>,
}

/// True if the op may take other roots into its kernel, or be taken.
fn fusible(g: &Graph, op: &OpData) -> bool {
    // What has no elements is not computed: nothing may count on its kernel.
    if op.results.iter().any(|&v| g.ty(v).as_tensor().is_some_and(|t| t.num_elements() == 0)) {
        return false;
    }
    match op.op.kind() {
        Kind::Elementwise => true,
        Kind::Movement => !matches!(op.op, Op::Concatenate { .. }),
        Kind::Reduce => matches!(op.op, Op::Reduce { .. }),
        Kind::Contract => true,
        Kind::Window => {
            matches!(op.op, Op::Convolution { .. } | Op::ReduceWindow { .. })
                && crate::templates::scan_axis(g, op).is_none()
        }
        _ => false,
    }
}

/// A group of roots that share a kernel, at the place of the last of them.
#[derive(Clone, Default)]
struct Group {
    /// The root that heads it first, then those that joined, consumers first.
    roots: Vec<u32>,
}

/// Says which form a kernel has, or why it may not be; whether all its reductions are over last dimensions.
type Form<'a> = dyn Fn(&Kernel, bool) -> Result<&'static str, Why> + 'a;
type Why = Cow<'static, str>;

struct Merge<'a> {
    g: &'a Graph,
    homes: &'a Homes,
    roots: &'a [Root],
    /// The group that each group has joined; the index is the group.
    joined: Vec<u32>,
    groups: Vec<Group>,
}

/// Merges roots into the kernels that read them.
pub(crate) fn merge(g: &Graph, places: &mut Placement, homes: &Homes, roots: &[Root], target: &Target) {
    let n = roots.len() as u32;
    let groups = (0..n).map(|i| Group { roots: vec![i] }).collect();
    let mut m = Merge { g, homes, roots, joined: (0..n).collect(), groups };
    // Products end in what reads them before that joins another kernel. Groups are numbered as met, consumers first.
    for i in 0..n {
        if matches!(g.op(roots[i as usize].op).op, Op::DotGeneral { .. } | Op::Convolution { .. }) {
            m.join(places, i, &form);
        }
    }
    // Twice: what a group lacked to join another may have joined it meanwhile.
    for i in (0..n).chain(0..n) {
        m.join(places, i, &form);
    }
    for i in 0..n {
        m.join_products(places, i, target);
    }
    // Roots are tried several times: what was decided last stands.
    let (mut known, mut decisions) = (FxHashSet::default(), std::mem::take(&mut places.decisions));
    decisions.reverse();
    decisions.retain(|d| match d.verdict {
        // What joined the only kernel that reads it has no buffer after all.
        Verdict::Stored { .. } => places.has_buffer(d.value.value),
        Verdict::Joins { .. } | Verdict::Apart { .. } => known.insert(d.value.value),
    });
    decisions.reverse();
    places.decisions = decisions;
    for (i, group) in m.groups.iter().enumerate() {
        if m.joined[i] == i as u32 && group.roots.len() > 1 {
            places.set_members(roots[i].op, m.members(i as u32));
            group.roots[1..].iter().for_each(|&r| places.set_joined(roots[r as usize].op));
        }
    }
}

impl Merge<'_> {
    fn find(&self, mut i: u32) -> u32 {
        while self.joined[i as usize] != i {
            i = self.joined[i as usize];
        }
        i
    }

    /// Place in region `r` of the kernel of a group.
    fn place(&self, group: u32, r: Region) -> Option<usize> {
        self.homes.lift(self.homes.of(self.roots[group as usize].op)?, r)
    }

    /// Values of the roots that joined a group.
    fn members(&self, group: u32) -> Vec<Value> {
        let ops = self.groups[group as usize].roots[1..].iter().map(|&r| self.g.op(self.roots[r as usize].op));
        ops.flat_map(|op| op.results.iter().copied()).collect()
    }

    /// The group whose kernel is the first to read a group's results.
    fn first_reader(&self, id: u32) -> Option<u32> {
        let roots = self.groups[id as usize].roots.iter();
        let readers = roots.flat_map(|&r| self.roots[r as usize].readers.iter().map(|&x| self.find(x)));
        let region = self.roots[id as usize].region;
        Some(readers.filter(|&x| x != id).filter_map(|t| Some((self.place(t, region)?, t))).min()?.1)
    }

    fn has_product(&self, id: u32) -> bool {
        let ops = self.groups[id as usize].roots.iter().map(|&r| &self.g.op(self.roots[r as usize].op).op);
        ops.into_iter().any(|op| matches!(op, Op::DotGeneral { .. }))
    }

    /// Lets a product join the rows that read it, and both the product that reads those; all or nothing.
    fn join_products(&mut self, places: &mut Placement, id: u32, target: &Target) {
        let Some(rows) = self.first_reader(id) else { return };
        let Some(mix) = self.first_reader(rows) else { return };
        if self.find(id) != id || !self.has_product(id) || self.has_product(rows) || !self.has_product(mix) {
            return;
        }
        let (joined, groups, known) = (self.joined.clone(), self.groups.clone(), places.decisions.len());
        let roots = groups[id as usize].roots.iter().chain(&groups[rows as usize].roots);
        let values = roots.flat_map(|&r| self.g.op(self.roots[r as usize].op).results.iter().copied());
        let stored: Vec<(Value, bool)> = values.map(|v| (v, places.has_buffer(v))).collect();
        let fits = |k: &Kernel, _: bool| {
            if k.defs.len() > MAX_DEFS || k.exprs.len() > MAX_EXPRS || !hloom_tile::sched::joins(k, target) {
                return Err("it would not do well with the rows and the product after it".into());
            }
            Ok("two products")
        };
        self.join(places, id, &|_, _| Ok("two products"));
        if self.find(id) == rows {
            self.join(places, rows, &fits);
        }
        if self.find(id) != mix {
            places.decisions.truncate(known);
            (self.joined, self.groups) = (joined, groups);
            stored.into_iter().for_each(|(v, s)| places.set_stored(v, s));
        }
    }

    /// Lets a group join the first kernel that reads it, if all others that read it come later.
    fn join(&mut self, places: &mut Placement, id: u32, form: &Form) {
        let op = self.g.op(self.roots[id as usize].op);
        if self.joined[id as usize] != id || op.results.iter().any(|&v| !places.has_buffer(v) && places.is_live(v)) {
            return;
        }
        let Some(&value) = op.results.first() else { return };
        let verdict = self.try_join(places, id, form);
        let verdict = verdict.unwrap_or_else(|(reader, why)| Verdict::Apart { reader, why });
        places.decisions.push(Decision { value: Origin::of(self.g, value), verdict });
    }

    fn try_join(&mut self, places: &mut Placement, id: u32, form: &Form) -> Result<Verdict, (Option<Origin>, Why)> {
        let root = &self.roots[id as usize];
        if !fusible(self.g, self.g.op(root.op)) {
            return Err((None, "such an op is computed alone".into()));
        }
        let own = self.groups[id as usize].roots.clone();
        let outside = |m: &Self, r: u32, also: u32| -> Vec<u32> {
            let readers = m.roots[r as usize].readers.iter().map(|&x| m.find(x));
            readers.filter(|&x| x != id && x != also).collect()
        };
        let readers = own.iter().flat_map(|&r| outside(self, r, id));
        let first = readers.filter_map(|t| Some((self.place(t, root.region)?, t))).min();
        let Some((place, target)) = first else {
            return Err((None, "no kernel reads it, but a result, a branch, a loop or a routine".into()));
        };
        let into = &self.roots[target as usize];
        let head = Origin::of(self.g, self.g.op(into.op).results[0]);
        if into.region != root.region {
            return Err((Some(head), "what reads it is in a loop or branch".into()));
        }
        if !fusible(self.g, self.g.op(into.op)) {
            return Err((Some(head), "that op is computed alone".into()));
        }
        // What is read or needed elsewhere stays stored; nothing may read it before the kernel has run.
        let mut kept = Vec::new();
        for &r in &own {
            let others = outside(self, r, target);
            let late = |t: &u32| self.place(*t, root.region).is_some_and(|p| p > place);
            let forced = self.roots[r as usize].forced;
            if !others.iter().all(late) || forced.is_some_and(|f| f <= place) {
                return Err((Some(head), "something else needs it in memory before that kernel has run".into()));
            }
            kept.push(forced.is_some() || !others.is_empty());
        }
        let mut all = self.groups[target as usize].clone();
        all.roots.extend(&own);
        let before = std::mem::replace(&mut self.groups[target as usize], all);
        let mut stored = Vec::new();
        for (&r, &k) in own.iter().zip(&kept) {
            for &v in &self.g.op(self.roots[r as usize].op).results {
                let old = places.has_buffer(v);
                stored.push((v, old));
                places.set_stored(v, k && old);
            }
        }
        match try_build(self.g, places, into.op, &self.members(target), form) {
            Ok(form) => {
                self.joined[id as usize] = target;
                Ok(Verdict::Joins { into: head, form })
            }
            Err(why) => {
                self.groups[target as usize] = before;
                for (v, old) in stored {
                    places.set_stored(v, old);
                }
                Err((Some(head), why))
            }
        }
    }
}

/// Builds the kernel and says which form it has, or why it has none.
fn try_build(g: &Graph, places: &Placement, root: OpId, members: &[Value], form: &Form) -> Result<&'static str, Why> {
    let mut b = KernelBuilder::new(g, places);
    b.members = members.iter().map(|&v| (v, ())).collect();
    b.roots(root, members).map_err(Why::from)?;
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

/// Maps over the same axes; what has fewer of them is constant along the last one.
fn one_pass(k: &Kernel, identity: bool) -> Result<&'static str, Why> {
    if !identity {
        return Err("it is read at other points".into());
    }
    let Some(full) = k.defs.iter().max_by_key(|d| d.axes.len()) else { return Err("it is empty".into()) };
    let hoisted = |d: &hloom_tile::kernel::DefData| {
        d.axes.iter().all(|a| full.axes.contains(a))
            && (d.axes.len() == full.axes.len() || full.axes.last().is_none_or(|a| !d.axes.contains(a)))
    };
    if !k.defs.iter().all(hoisted) {
        return Err("it would be computed again for every reader".into());
    }
    if !k.outs.iter().all(|o| k.def(o.def).axes.len() == full.axes.len()) {
        return Err("it is stored over other axes".into());
    }
    Ok("one pass")
}

fn form(k: &Kernel, suffix: bool) -> Result<&'static str, Why> {
    if k.defs.len() > MAX_DEFS || k.exprs.len() > MAX_EXPRS {
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
        count(&d.axes).saturating_mul(count(d.over()))
    };
    let most = (0..k.defs.len()).map(points).max().unwrap_or(0);
    let n = count(&rows);
    if most <= SMALL_POINTS && suffix {
        return Ok("small");
    }
    if reduces.is_empty() {
        return one_pass(k, identity);
    }
    if !suffix {
        return Err("a reduction is not along the last dimensions".into());
    }
    if n < MIN_ROWS {
        return Err(format!("only {n} rows are common").into());
    }
    if most / n.max(1) > MAX_ROW {
        return Err("a row does not fit the cache".into());
    }
    Ok("rows")
}
