//! Sharding propagation: what is stated about some values decides about the others.
//!
//! Along the factors of each op's rule, the longest list of axes that one of its values has goes to the others, as far
//! as they are open, do not use those axes elsewhere, and their sizes divide. Rounds go forward and backward until
//! nothing changes: first along what moves or maps elements one by one, then along everything (Shardy's op priorities),
//! and all that once for each of the user's priorities.

use crate::devices::{Axis, Devices, Part, Partial, Spec};
use crate::rule::{is_whole, rule};
use crate::{Options, sharding_in, shardings_of};
use hloom_ir::attrs::{Sharding, ShardingRule};
use hloom_ir::{Func, Graph, Kind, Module, Op, OpData, Region, Value};
use std::collections::BTreeMap;

/// How every value is cut.
pub(crate) struct Propagated {
    values: Vec<u32>,
    parts: Vec<Part>,
    /// Of the entry's results.
    results: Vec<u32>,
}

impl Propagated {
    /// How a value is to be cut, and what else is wanted of its parts.
    pub(crate) fn part(&self, v: Value) -> &Part {
        &self.parts[self.values[v.0 as usize] as usize]
    }
    /// How a value is to be cut.
    pub(crate) fn of(&self, v: Value) -> &Spec {
        &self.part(v).spec
    }
    /// What may still be to be combined of a value.
    pub(crate) fn partial(&self, v: Value) -> &Partial {
        &self.part(v).partial
    }
    /// How the entry gives its result of that number.
    pub(crate) fn result(&self, i: usize) -> &Part {
        &self.parts[self.results[i] as usize]
    }
}

/// A tensor, or several that are cut alike.
struct Tensor {
    dims: Vec<i64>,
    spec: Spec,
    /// Which dimensions may get more axes.
    open: Vec<bool>,
    /// Axes that it must not be cut by.
    banned: Vec<Axis>,
    partial: Partial,
    /// In which order devices have its parts.
    order: usize,
}

/// An op, or a way between two values, along which axes go.
struct Link {
    rule: ShardingRule,
    operands: Vec<u32>,
    results: Vec<u32>,
    /// It takes part from the beginning.
    early: bool,
}

/// Axes of a dimension whose turn comes later.
struct Later {
    tensor: u32,
    dim: usize,
    axes: Vec<Axis>,
    open: bool,
}

struct Propagation<'a> {
    module: &'a Module,
    devices: &'a Devices,
    graph: &'a Graph,
    values: Vec<u32>,
    tensors: Vec<Tensor>,
    links: Vec<Link>,
    groups: BTreeMap<i64, u32>,
    later: BTreeMap<i64, Vec<Later>>,
}

/// Decides how every value of the function is cut.
///
/// # Errors
/// Shardings that cannot be had, as a phrase.
pub(crate) fn propagate(
    module: &Module,
    func: &Func,
    devices: &Devices,
    options: &Options,
) -> Result<Propagated, String> {
    let g = &func.graph;
    let tensor = |i: usize| Tensor::open(dims_of(g, Value(i as u32)));
    let mut p = Propagation {
        module,
        devices,
        graph: g,
        values: (0..g.num_values() as u32).collect(),
        tensors: (0..g.num_values()).map(tensor).collect(),
        links: Vec::new(),
        groups: BTreeMap::new(),
        later: BTreeMap::new(),
    };
    for (i, &v) in func.params().iter().enumerate() {
        p.boundary(v.0, func.param_attrs.get(i), options.params).map_err(|e| format!("parameter {i}: {e}"))?;
    }
    p.region(func.body, &[])?;
    let mut results = Vec::new();
    for (i, &v) in func.results().iter().enumerate() {
        let target = p.tensor(dims_of(g, v));
        p.boundary(target, func.result_attrs.get(i), options.results).map_err(|e| format!("result {i}: {e}"))?;
        p.same(p.values[v.0 as usize], target);
        results.push(target);
    }
    p.run();
    while let Some((_, all)) = p.later.pop_first() {
        for l in all {
            let t = &mut p.tensors[l.tensor as usize];
            t.banned.retain(|a| !l.axes.contains(a));
            (t.spec.0[l.dim], t.open[l.dim]) = (l.axes, l.open);
        }
        p.run();
    }
    p.partial_sums(func.body);
    let part = |t: Tensor| Part { spec: t.spec, partial: t.partial, order: t.order };
    Ok(Propagated { values: p.values, parts: p.tensors.into_iter().map(part).collect(), results })
}

fn dims_of(g: &Graph, v: Value) -> Vec<i64> {
    g.ty(v).as_tensor().map_or_else(Vec::new, |t| t.dims.to_vec())
}

impl Tensor {
    fn open(dims: Vec<i64>) -> Tensor {
        Tensor {
            spec: Spec::whole(dims.len()),
            open: vec![true; dims.len()],
            banned: Vec::new(),
            partial: Partial::default(),
            order: 0,
            dims,
        }
    }
}

impl Propagation<'_> {
    fn tensor(&mut self, dims: Vec<i64>) -> u32 {
        self.tensors.push(Tensor::open(dims));
        (self.tensors.len() - 1) as u32
    }

    /// What is stated about a parameter or a result.
    fn boundary(
        &mut self,
        tensor: u32,
        attrs: Option<&Vec<(hloom_ir::Str, hloom_ir::Attr)>>,
        free: bool,
    ) -> Result<(), String> {
        match attrs.and_then(|a| sharding_in(a)) {
            Some(s) => {
                self.state(tensor, &s)?;
                let t = &self.tensors[tensor as usize];
                let parts = |axes: &Vec<Axis>| self.devices.parts(axes);
                match t.dims.iter().zip(&t.spec.0).find(|(d, axes)| *d % parts(axes) != 0) {
                    Some((d, axes)) => Err(format!("size {d} does not split into {} parts", parts(axes))),
                    None => Ok(()),
                }
            }
            None => {
                self.tensors[tensor as usize].open.fill(free);
                Ok(())
            }
        }
    }

    /// A sharding of a tensor. Axes by which a size cannot be split are left out.
    fn state(&mut self, tensor: u32, s: &Sharding) -> Result<(), String> {
        let partial = self.devices.partial(self.module, s)?;
        let order = self.devices.order(self.module, s);
        let mut spec = self.devices.spec(self.module, s)?;
        let mesh = self.module.mesh_of(&s.mesh).unwrap_or_default();
        let replicated = self.devices.list(&mesh, &s.replicated)?;
        let t = &mut self.tensors[tensor as usize];
        t.banned.extend(replicated);
        t.banned.extend(&partial.axes);
        (t.partial, t.order) = (partial, order);
        if spec.0.len() != t.dims.len() {
            // A sharding of one device says nothing about dimensions.
            spec = Spec::whole(t.dims.len());
        }
        for (d, (axes, stated)) in
            spec.0.into_iter().zip(s.dims.iter().map(Some).chain(std::iter::repeat(None))).enumerate()
        {
            let fits = (0..=axes.len()).rev().find(|&n| t.dims[d] % self.devices.parts(&axes[..n]) == 0);
            let axes = axes[..fits.unwrap_or(0)].to_vec();
            let open = stated.is_some_and(|s| s.open);
            match stated.and_then(|s| s.priority).filter(|&p| p > 0) {
                Some(p) => {
                    t.open[d] = false;
                    t.banned.extend(&axes);
                    self.later.entry(p).or_default().push(Later { tensor, dim: d, axes, open });
                }
                None => (t.spec.0[d], t.open[d]) = (axes, open),
            }
        }
        Ok(())
    }

    /// Two values that should be cut alike.
    fn same(&mut self, from: u32, to: u32) {
        let rank = self.tensors[from as usize].dims.len();
        let factors: Vec<Vec<usize>> = (0..rank).map(|d| vec![d]).collect();
        let rule = ShardingRule {
            factors: self.tensors[from as usize].dims.clone(),
            operands: vec![factors.clone()],
            results: vec![factors],
            ..ShardingRule::default()
        };
        self.links.push(Link { rule, operands: vec![from], results: vec![to], early: true });
    }

    fn at(&self, v: Value) -> u32 {
        self.values[v.0 as usize]
    }

    /// Links of the ops of a region, and what its ops state. Values in it must not be cut by `manual` axes.
    fn region(&mut self, r: Region, manual: &[Axis]) -> Result<(), String> {
        let g = self.graph;
        for &id in &g.region(r).ops {
            let d = g.op(id);
            for &v in &d.results {
                self.tensors[v.0 as usize].banned.extend(manual);
            }
            if let Some(all) = shardings_of(d).filter(|all| all.0.len() == d.results.len()) {
                for (s, &v) in all.0.iter().zip(&d.results) {
                    self.state(v.0, s)?;
                }
            }
            self.op(d, manual)?;
        }
        Ok(())
    }

    fn op(&mut self, d: &OpData, manual: &[Axis]) -> Result<(), String> {
        let g = self.graph;
        match &d.op {
            Op::SdyShardingConstraint { sharding } | Op::SdyReshard { sharding } => {
                let y = d.results[0].0;
                self.state(y, sharding)?;
                self.same(self.at(d.operands[0]), y);
            }
            Op::SdyDataFlowEdge { sharding } => {
                self.values[d.results[0].0 as usize] = self.at(d.operands[0]);
                if let Some(s) = sharding {
                    self.state(self.at(d.operands[0]), s)?;
                }
            }
            op if crate::is_annotation(op, d) => self.values[d.results[0].0 as usize] = self.at(d.operands[0]),
            Op::SdyFuncDataFlowEdge {} => self.values[d.results[0].0 as usize] = self.at(d.operands[0]),
            op if op.out_sharding().is_some() => {
                if let Some(s) = op.out_sharding() {
                    self.state(d.results[0].0, s)?;
                }
            }
            Op::SdyShardingGroup { group_id } => {
                let t = self.at(d.operands[0]);
                match self.groups.get(group_id) {
                    Some(&first) => self.same(first, t),
                    None => {
                        self.groups.insert(*group_id, t);
                    }
                }
            }
            Op::SdyPropagationBarrier { .. } => {}
            Op::SdyManualComputation { in_shardings, out_shardings, .. } => {
                let inner = manual_axes(self.module, self.devices, &d.op)?;
                let banned = [manual, &inner].concat();
                let body = g.region(d.regions[0]);
                for ((&x, &p), s) in d.operands.iter().zip(&body.params).zip(&in_shardings.0) {
                    let outside = self.tensor(dims_of(g, x));
                    self.state(outside, s)?;
                    self.same(self.at(x), outside);
                    self.state(p.0, s)?;
                    self.inside(p.0, &inner);
                    self.tensors[p.0 as usize].banned.extend(&banned);
                    self.bounds(outside, p.0);
                }
                self.region(d.regions[0], &banned)?;
                for ((&y, &r), s) in d.results.iter().zip(&body.results).zip(&out_shardings.0) {
                    self.state(y.0, s)?;
                    let local = self.tensor(dims_of(g, r));
                    self.state(local, s)?;
                    self.inside(local, &inner);
                    self.tensors[local as usize].banned.extend(&banned);
                    self.same(self.at(r), local);
                    self.bounds(y.0, local);
                }
            }
            Op::While {} => {
                for r in 0..2 {
                    for (&p, &y) in g.region(d.regions[r]).params.iter().zip(&d.results) {
                        self.values[p.0 as usize] = y.0;
                    }
                }
                for (&x, &y) in d.operands.iter().zip(&d.results) {
                    self.same(self.at(x), y.0);
                }
                self.region(d.regions[0], manual)?;
                self.region(d.regions[1], manual)?;
                for (&r, &y) in g.region(d.regions[1]).results.iter().zip(&d.results) {
                    self.same(self.at(r), y.0);
                }
            }
            Op::If {} | Op::Case {} => {
                for &region in &d.regions {
                    self.region(region, manual)?;
                    for (&r, &y) in g.region(region).results.iter().zip(&d.results) {
                        self.same(self.at(r), y.0);
                    }
                }
            }
            op => {
                let early = matches!(op.kind(), Kind::Elementwise | Kind::Movement | Kind::Constant)
                    || matches!(op, Op::OptimizationBarrier {});
                let operands = d.operands.iter().map(|&v| self.at(v)).collect();
                let results = d.results.iter().map(|&v| self.at(v)).collect();
                self.links.push(Link { rule: rule(g, d), operands, results, early });
            }
        }
        Ok(())
    }

    /// A value that a manual computation takes or gives, and what it is inside: the axes that are bound split the major
    /// part of a dimension.
    fn bounds(&mut self, outside: u32, inside: u32) {
        let dims = |t: u32| self.tensors[t as usize].dims.clone();
        let (whole, part) = (dims(outside), dims(inside));
        let rank = whole.len();
        let bound = whole.iter().zip(&part).map(|(w, p)| if *p == 0 { 1 } else { w / p });
        let rule = ShardingRule {
            factors: bound.chain(part.iter().copied()).collect(),
            operands: vec![(0..rank).map(|d| vec![d, rank + d]).collect()],
            results: vec![(0..rank).map(|d| vec![rank + d]).collect()],
            ..ShardingRule::default()
        };
        self.links.push(Link { rule, operands: vec![outside], results: vec![inside], early: true });
    }

    /// A value inside of a manual computation is not cut by the axes that it binds: its size says so already.
    fn inside(&mut self, tensor: u32, manual: &[Axis]) {
        for axes in &mut self.tensors[tensor as usize].spec.0 {
            axes.retain(|a| !manual.contains(a));
        }
    }

    /// What an op gives in parts that are wanted as such is not combined before.
    fn partial_sums(&mut self, r: Region) {
        let g = self.graph;
        for &id in g.region(r).ops.iter().rev() {
            let d = g.op(id);
            if matches!(d.op, Op::SdyShardingConstraint { .. } | Op::SdyReshard { .. }) {
                let partial = self.tensors[self.at(d.results[0]) as usize].partial.clone();
                let x = &mut self.tensors[self.values[d.operands[0].0 as usize] as usize];
                let sums = g
                    .def_op(d.operands[0])
                    .is_some_and(|(_, d)| matches!(d.op.kind(), Kind::Reduce | Kind::Contract | Kind::Window));
                if sums && x.partial.axes.is_empty() && !x.spec.axes().any(|a| partial.axes.contains(&a)) {
                    x.partial = partial;
                }
            }
            d.regions.iter().for_each(|&r| self.partial_sums(r));
        }
    }

    fn run(&mut self) {
        let links = std::mem::take(&mut self.links);
        for all in [false, true] {
            loop {
                let mut changed = false;
                for link in links.iter().filter(|l| all || l.early) {
                    changed |= self.go(link);
                }
                for link in links.iter().rev().filter(|l| all || l.early) {
                    changed |= self.go(link);
                }
                if !changed {
                    break;
                }
            }
        }
        self.links = links;
    }

    /// Sends axes along a link; true if a tensor got any.
    fn go(&mut self, link: &Link) -> bool {
        let rule = &link.rule;
        let mut changed = false;
        let places: Vec<(u32, &Vec<Vec<usize>>)> = link
            .operands
            .iter()
            .copied()
            .zip(&rule.operands)
            .chain(link.results.iter().copied().zip(&rule.results))
            .collect();
        for f in (0..rule.factors.len()).filter(|&f| !is_whole(rule, f)) {
            let mut best: Vec<Axis> = Vec::new();
            for &(t, dims) in &places {
                let spec = &self.tensors[t as usize].spec;
                for (d, factors) in dims.iter().enumerate() {
                    if let Some(at) = factors.iter().position(|&g| g == f) {
                        let list = split(self.devices, &spec.0[d], factors, &rule.factors).swap_remove(at);
                        if list.len() > best.len() {
                            best = list;
                        }
                    }
                }
            }
            if best.is_empty() {
                continue;
            }
            for &(t, dims) in &places {
                for (d, factors) in dims.iter().enumerate() {
                    if let Some(at) = factors.iter().position(|&g| g == f) {
                        changed |= self.extend(t, d, factors, at, &best, &rule.factors);
                    }
                }
            }
        }
        changed
    }

    /// Gives factor `at` of a dimension as much of `best` as can be.
    fn extend(&mut self, t: u32, d: usize, factors: &[usize], at: usize, best: &[Axis], sizes: &[i64]) -> bool {
        let tensor = &mut self.tensors[t as usize];
        if !tensor.open[d] {
            return false;
        }
        let lists = split(self.devices, &tensor.spec.0[d], factors, sizes);
        let full = |i: usize| self.devices.parts(&lists[i]) == sizes[factors[i]];
        let have = &lists[at];
        let taken: usize = lists.iter().map(Vec::len).sum();
        let blocked = !(0..at).all(full) || lists[at + 1..].iter().any(|l| !l.is_empty());
        if blocked || taken != tensor.spec.0[d].len() || !best.starts_with(have) {
            return false;
        }
        let mut parts = self.devices.parts(have);
        let mut changed = false;
        for &a in &best[have.len()..] {
            parts *= self.devices.parts(&[a]);
            let used = tensor.banned.contains(&a) || tensor.spec.axes().any(|b| b == a);
            if used || sizes[factors[at]] % parts != 0 {
                break;
            }
            tensor.spec.0[d].push(a);
            changed = true;
        }
        changed
    }
}

/// The axes of a dimension by its factors: each takes what divides it, and the next one gets some only if it is full.
pub(crate) fn split(devices: &Devices, axes: &[Axis], factors: &[usize], sizes: &[i64]) -> Vec<Vec<Axis>> {
    let mut out = vec![Vec::new(); factors.len()];
    let mut axes = axes.iter().copied().peekable();
    for (list, &f) in out.iter_mut().zip(factors) {
        let mut parts = 1;
        while let Some(a) = axes.next_if(|&a| sizes[f] % (parts * devices.parts(&[a])) == 0) {
            parts *= devices.parts(&[a]);
            list.push(a);
        }
        if parts != sizes[f] {
            break;
        }
    }
    out
}

/// The axes that a manual computation binds.
pub(crate) fn manual_axes(module: &Module, devices: &Devices, op: &Op) -> Result<Vec<Axis>, String> {
    let Op::SdyManualComputation { in_shardings, out_shardings, manual_axes } = op else { return Ok(Vec::new()) };
    let meshes = in_shardings.0.iter().chain(&out_shardings.0).filter_map(|s| module.mesh_of(&s.mesh));
    let Some(mesh) = meshes.into_iter().find(|m| !m.axes.is_empty()) else { return Ok(Vec::new()) };
    let refs: Vec<_> =
        manual_axes.0.iter().map(|name| hloom_ir::attrs::AxisRef { name: name.clone(), sub_axis: None }).collect();
    devices.list(&mesh, &refs)
}
