//! The program of one device: every op on the parts that the device has, with exchanges where an op needs others.

use crate::choose::{Chooser, project, scatter};
use crate::devices::{Axis, Devices, Part, Partial, Spec, out_sharding};
use crate::exchange::{Exchange, neutral, part};
use crate::propagate::{Propagated, manual_axes};
use crate::rule::{combiner, is_reduction, rule};
use crate::{is_annotation, shardings_of};
use hloom_ir::attrs::MeshRef;
use hloom_ir::{
    Attr, Builder, Diagnostics, Func, Graph, Loc, Module, Op, OpData, OpId, Region, Severity, Str, Type, Value,
    ValueMap,
};
use hloom_num::{BinaryOp, CompareDirection, DType, Literal};
use rustc_hash::FxHashMap;

/// A value of the device's program, how the whole value is cut, and what of it is still to be combined.
#[derive(Clone)]
struct Local {
    value: Value,
    spec: Spec,
    partial: Partial,
}

struct Cutter<'a> {
    module: &'a Module,
    src: &'a Graph,
    found: &'a Propagated,
    exchange: Exchange<'a>,
    graph: Graph,
    /// Where ops are appended.
    region: Region,
    loc: Loc,
    locals: Vec<Option<Local>>,
    /// Values cut in other ways than they were made, where they are in scope.
    also: FxHashMap<Value, Vec<Local>>,
    /// What `also` got one more of, innermost region last.
    scopes: Vec<Vec<Value>>,
}

type Done = Result<(), Diagnostics>;

/// Attributes that speak of all devices.
fn is_global(name: &str) -> bool {
    matches!(name, "sdy.sharding" | "mhlo.sharding" | "sdy.sharding_rule" | "sdy.propagation_edges")
}

/// The function as one device runs it.
///
/// # Errors
/// Ops that cannot be cut.
pub(crate) fn cut(module: &Module, func: &Func, devices: &Devices, found: &Propagated) -> Result<Func, Diagnostics> {
    let mut out = Func { attrs: func.attrs.clone(), loc: func.loc, ..Func::new(func.name.clone(), func.public) };
    let local = |attrs: &Vec<(Str, Attr)>| attrs.iter().filter(|(n, _)| !is_global(n)).cloned().collect();
    out.param_attrs = func.param_attrs.iter().map(local).collect();
    out.result_attrs = func.result_attrs.iter().map(local).collect();
    let mut c = Cutter {
        module,
        src: &func.graph,
        found,
        exchange: Exchange { devices, channel: last_channel(&func.graph) },
        graph: std::mem::take(&mut out.graph),
        region: out.body,
        loc: func.loc,
        locals: vec![None; func.graph.num_values()],
        also: FxHashMap::default(),
        scopes: vec![Vec::new()],
    };
    for &p in func.params() {
        let ty = c.part_type(p, found.of(p));
        c.graph.add_param(out.body, ty);
    }
    for (i, &p) in func.params().iter().enumerate() {
        let Part { spec, partial, order } = found.part(p).clone();
        let value = c.graph.region(out.body).params[i];
        let value = c.relocate(value, order, 0);
        c.set_partial(p, value, spec, partial);
    }
    c.ops(func.body)?;
    c.loc = func.graph.region(func.body).end_loc;
    let mut results = Vec::new();
    for (i, &v) in func.results().iter().enumerate() {
        let Part { spec, partial, order } = found.result(i);
        let value = c.get_partial(v, spec, partial);
        results.push(c.relocate(value, 0, *order));
    }
    for (p, attrs) in out.param_attrs.iter_mut().enumerate() {
        let ty = |v: Value| c.graph.ty(v).clone();
        let param = c.graph.region(out.body).params[p];
        for (name, value) in attrs.iter_mut().filter(|(n, _)| &**n == "tf.aliasing_output") {
            let result = match value {
                Attr::Int(r, _) => usize::try_from(*r).ok().and_then(|r| results.get(r)),
                _ => None,
            };
            // Memory can be shared only by parts of one shape.
            if result.is_none_or(|&r| ty(r) != ty(param)) {
                (*name, *value) = ("jax.buffer_donor".into(), Attr::Bool(true));
            }
        }
    }
    c.graph.set_results(out.body, results);
    let data = func.graph.region(func.body);
    c.graph.set_locs(out.body, data.param_locs.clone(), data.end_loc);
    out.graph = c.graph;
    Ok(out)
}

/// The highest channel that the program uses.
fn last_channel(g: &Graph) -> i64 {
    let channel = |i: usize| match &g.op(OpId(i as u32)).op {
        Op::AllGather { channel, .. }
        | Op::AllReduce { channel, .. }
        | Op::AllToAll { channel, .. }
        | Op::CollectiveBroadcast { channel, .. }
        | Op::CollectivePermute { channel, .. }
        | Op::CollectiveReduce { channel, .. }
        | Op::ReduceScatter { channel, .. } => channel.map_or(0, |c| c.handle),
        Op::Send { channel, .. } | Op::Recv { channel, .. } => channel.handle,
        _ => 0,
    };
    (0..g.num_ops()).map(channel).max().unwrap_or(0).max(0)
}

impl<'a> Cutter<'a> {
    fn devices(&self) -> &'a Devices {
        self.exchange.devices
    }

    fn set(&mut self, old: Value, value: Value, spec: Spec) {
        self.set_partial(old, value, spec, Partial::default());
    }

    fn set_partial(&mut self, old: Value, value: Value, spec: Spec, partial: Partial) {
        self.locals[old.0 as usize] = Some(Local { value, spec, partial });
    }

    fn local(&self, old: Value) -> &Local {
        self.locals[old.0 as usize].as_ref().expect("invariant: values are cut before their uses")
    }

    fn part_type(&self, old: Value, spec: &Spec) -> Type {
        match self.src.ty(old) {
            Type::Tensor(t) => Type::Tensor(part(self.devices(), t, spec)),
            other => other.clone(),
        }
    }

    fn whole(&self, old: Value) -> Spec {
        Spec::whole(self.src.ty(old).as_tensor().map_or(0, |t| t.dims.len()))
    }

    /// A value cut in a certain way.
    fn get(&mut self, old: Value, want: &Spec) -> Value {
        let mut from = self.local(old).clone();
        if from.spec == *want && from.partial.axes.is_empty() {
            return from.value;
        }
        let others = self.also.get(&old).map_or(&[][..], |all| all);
        if let Some(same) = others.iter().find(|l| l.spec == *want) {
            return same.value;
        }
        // What has been gathered before need only be sliced.
        if let Some(larger) = others.iter().find(|l| l.spec.holds(want)).filter(|_| !from.spec.holds(want)) {
            from = larger.clone();
        }
        let mut b = Builder::new(&mut self.graph, self.region);
        b.set_loc(self.loc);
        if !from.partial.axes.is_empty() {
            from.value = self.exchange.all_reduce(&mut b, from.value, from.partial.by, &from.partial.axes);
        }
        let value = self.exchange.reshard(&mut b, from.value, &from.spec, want);
        self.also.entry(old).or_default().push(Local { value, spec: want.clone(), partial: Partial::default() });
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(old);
        }
        value
    }

    fn relocate(&mut self, v: Value, from: usize, to: usize) -> Value {
        if from == to || !matches!(self.graph.ty(v), Type::Tensor(_)) {
            return v;
        }
        let mut b = Builder::new(&mut self.graph, self.region);
        b.set_loc(self.loc);
        self.exchange.relocate(&mut b, v, from, to)
    }

    /// As [`Cutter::get`], in parts that are still to be combined.
    fn get_partial(&mut self, old: Value, want: &Spec, partial: &Partial) -> Value {
        let from = self.local(old);
        if from.spec == *want && from.partial == *partial {
            return from.value;
        }
        let x = self.get(old, want);
        if partial.axes.is_empty() || partial.by != BinaryOp::Add {
            // The greatest of equal values is that value.
            return x;
        }
        let mut b = Builder::new(&mut self.graph, self.region);
        b.set_loc(self.loc);
        self.exchange.part_of_sum(&mut b, x, &partial.axes)
    }

    fn builder(&mut self) -> Builder<'_> {
        let mut b = Builder::new(&mut self.graph, self.region);
        b.set_loc(self.loc);
        b
    }

    fn unimplemented(&self, message: impl Into<String>) -> Diagnostics {
        Diagnostics::one(Severity::Unimplemented, "several-devices", message, self.loc)
    }

    fn ops(&mut self, r: Region) -> Done {
        let src = self.src;
        for &id in &src.region(r).ops {
            self.loc = src.op(id).loc;
            self.op(src.op(id))?;
        }
        Ok(())
    }

    /// A region that is built anew; `body` gives its results.
    fn nested(
        &mut self,
        old: Region,
        specs: &[Spec],
        body: impl FnOnce(&mut Self) -> Result<Vec<Value>, Diagnostics>,
    ) -> Result<Region, Diagnostics> {
        let new = self.graph.add_region();
        let src = self.src;
        for (&p, spec) in src.region(old).params.iter().zip(specs) {
            let ty = self.part_type(p, spec);
            let v = self.graph.add_param(new, ty);
            self.set(p, v, spec.clone());
        }
        let outer = std::mem::replace(&mut self.region, new);
        self.scopes.push(Vec::new());
        let results = body(self)?;
        for old in self.scopes.pop().into_iter().flatten() {
            self.also.get_mut(&old).and_then(Vec::pop);
        }
        self.region = outer;
        self.graph.set_results(new, results);
        Ok(new)
    }

    fn op(&mut self, d: &OpData) -> Done {
        match &d.op {
            op if matches!(op, Op::SdyShardingConstraint { .. } | Op::SdyReshard { .. })
                || out_sharding(op).is_some() =>
            {
                let y = d.results[0];
                let (want, partial) = (self.found.of(y).clone(), self.found.partial(y).clone());
                let v = self.get_partial(d.operands[0], &want, &partial);
                self.set_partial(y, v, want, partial);
            }
            Op::SdyDataFlowEdge { .. } | Op::SdyFuncDataFlowEdge {} | Op::SdyPropagationBarrier { .. } => {
                self.locals[d.results[0].0 as usize] = Some(self.local(d.operands[0]).clone());
            }
            Op::SdyShardingGroup { .. } => {}
            Op::SdyManualComputation { .. } => self.manual(d)?,
            Op::While {} => self.while_loop(d)?,
            Op::If {} | Op::Case {} => self.branches(d)?,
            Op::OptimizationBarrier {} => {
                let all: Vec<Local> = d.operands.iter().map(|&v| self.local(v).clone()).collect();
                let values: Vec<Value> = all.iter().map(|l| l.value).collect();
                let results = self.emit(d, d.op.clone(), &values, &[], |c, i| c.graph.ty(values[i]).clone());
                for ((&y, v), l) in d.results.iter().zip(results).zip(all) {
                    self.set(y, v, l.spec);
                }
            }
            op if is_annotation(op, d) => {
                self.locals[d.results[0].0 as usize] = Some(self.local(d.operands[0]).clone());
            }
            Op::CustomCall { call_target_name: target, .. } => match &**target {
                "SPMDFullToShardShape" | "SPMDShardToFullShape" => {
                    return Err(self.unimplemented(format!("custom call @{target} (GSPMD's manual sharding)")));
                }
                _ => match self.only_on(d) {
                    Some(root) => self.on_one(d, root)?,
                    None => self.by_rule(d),
                },
            },
            _ => self.by_rule(d),
        }
        Ok(())
    }

    /// The one device that an op is to run on, if the program names it.
    fn only_on(&self, d: &OpData) -> Option<i64> {
        let all = shardings_of(d)?;
        let mesh = match &all.0.first()?.mesh {
            MeshRef::Inline(m) => m.clone(),
            MeshRef::Symbol(name) => self.module.mesh(name)?,
        };
        match (&mesh.axes[..], mesh.device_ids.as_deref()) {
            ([], Some(&[id])) if id < self.devices().count() => Some(id),
            _ => None,
        }
    }

    /// An op that runs on one device; its results go to all.
    fn on_one(&mut self, d: &OpData, root: i64) -> Done {
        let operands: Vec<Value> = d.operands.iter().map(|&v| self.get(v, &self.whole(v))).collect();
        let types: Vec<Type> = d.results.iter().map(|&v| self.src.ty(v).clone()).collect();
        let token = operands.iter().copied().find(|&v| *self.graph.ty(v) == Type::Token);
        let (op, extra) = (d.op.clone(), local_extra(d));
        let mut b = self.builder();
        let id = b.op(Op::PartitionId {}, &[], &[], None)[0];
        let wanted = b.splat(DType::U32, &[], root as f64);
        let here = b.compare(CompareDirection::Eq, id, wanted);
        let then = b.nested(&[], |b, _| {
            let (region, loc) = (b.region(), d.loc);
            let call = b.graph_mut().add_op(region, op, &operands, &[], types.iter().cloned(), loc);
            b.graph_mut().set_extra(call, extra);
            b.graph().op(call).results.to_vec()
        });
        let other = b.nested(&[], |b, _| {
            let zero = |t: &Type| match t {
                Type::Tensor(t) => b.splat(t.dtype, &t.dims, 0.0),
                _ => token.unwrap_or_else(|| b.op(Op::AfterAll {}, &[], &[], None)[0]),
            };
            types.iter().map(zero).collect()
        });
        let results = b.op(Op::If {}, &[here], &[then, other], Some(&types));
        for (&y, v) in d.results.iter().zip(results) {
            let v = match self.src.ty(y) {
                Type::Tensor(_) => {
                    let mut b = Builder::new(&mut self.graph, self.region);
                    b.set_loc(self.loc);
                    self.exchange.broadcast(&mut b, v, root)
                }
                _ => v,
            };
            self.set(y, v, self.whole(y));
        }
        Ok(())
    }

    fn manual(&mut self, d: &OpData) -> Done {
        let Op::SdyManualComputation { in_shardings, out_shardings, .. } = &d.op else { return Ok(()) };
        let devices = self.devices();
        let bound = manual_axes(self.module, devices, &d.op).map_err(|e| self.unimplemented(e))?;
        let cut = |axes: &[Axis], keep: bool| axes.iter().copied().filter(|a| bound.contains(a) == keep).collect();
        let free = |s: &Spec| Spec(s.0.iter().map(|axes| cut(axes, false)).collect());
        // The bound axes of a dimension stand before those that its parts inside are cut by.
        let around = |stated: Spec, inside: &Spec| {
            let dims = stated.0.iter().zip(&inside.0);
            Spec(dims.map(|(s, i)| [cut(s, true), i.clone()].concat()).collect())
        };
        let body = self.src.region(d.regions[0]);
        for ((&x, &p), s) in d.operands.iter().zip(&body.params).zip(&in_shardings.0) {
            let stated = devices.spec(self.module, s).map_err(|e| self.unimplemented(e))?;
            let partial = devices.partial(self.module, s).map_err(|e| self.unimplemented(e))?;
            let inside = self.found.of(p).clone();
            let outside = if stated.0.len() == inside.0.len() { around(stated, &inside) } else { self.whole(x) };
            let v = self.get_partial(x, &outside, &partial);
            let v = self.relocate(v, 0, devices.order(self.module, s));
            self.set(p, v, inside);
        }
        self.ops(d.regions[0])?;
        for ((&y, &r), s) in d.results.iter().zip(&body.results).zip(&out_shardings.0) {
            let partial = devices.partial(self.module, s).map_err(|e| self.unimplemented(e))?;
            let outside = self.found.of(y).clone();
            let v = self.get(r, &free(&outside));
            let v = self.relocate(v, devices.order(self.module, s), 0);
            self.set_partial(y, v, outside, partial);
        }
        Ok(())
    }

    fn while_loop(&mut self, d: &OpData) -> Done {
        let specs: Vec<Spec> = d.results.iter().map(|&y| self.found.of(y).clone()).collect();
        let init: Vec<Value> = d.operands.iter().zip(&specs).map(|(&x, s)| self.get(x, s)).collect();
        let src = self.src;
        let [cond, body] = [d.regions[0], d.regions[1]];
        let new_cond = self.nested(cond, &specs, |c| {
            c.ops(cond)?;
            let p = src.region(cond).results[0];
            Ok(vec![c.get(p, &c.whole(p))])
        })?;
        let new_body = self.nested(body, &specs, |c| {
            c.ops(body)?;
            Ok(src.region(body).results.iter().zip(&specs).map(|(&r, s)| c.get(r, s)).collect())
        })?;
        self.loc = d.loc;
        let results = self.emit(d, d.op.clone(), &init, &[new_cond, new_body], |c, i| c.graph.ty(init[i]).clone());
        for ((&y, v), spec) in d.results.iter().zip(results).zip(specs) {
            self.set(y, v, spec);
        }
        Ok(())
    }

    fn branches(&mut self, d: &OpData) -> Done {
        let specs: Vec<Spec> = d.results.iter().map(|&y| self.found.of(y).clone()).collect();
        let index = self.get(d.operands[0], &Spec::whole(0));
        let src = self.src;
        let mut regions = Vec::new();
        for &r in &d.regions {
            regions.push(self.nested(r, &[], |c| {
                c.ops(r)?;
                Ok(src.region(r).results.iter().zip(&specs).map(|(&v, s)| c.get(v, s)).collect())
            })?);
        }
        self.loc = d.loc;
        let results = self.emit(d, d.op.clone(), &[index], &regions, |c, i| c.part_type(d.results[i], &specs[i]));
        for ((&y, v), spec) in d.results.iter().zip(results).zip(specs) {
            self.set(y, v, spec);
        }
        Ok(())
    }

    fn emit(
        &mut self,
        d: &OpData,
        op: Op,
        operands: &[Value],
        regions: &[Region],
        ty: impl Fn(&Self, usize) -> Type,
    ) -> Vec<Value> {
        let types: Vec<Type> = (0..d.results.len()).map(|i| ty(self, i)).collect();
        let id = self.graph.add_op(self.region, op, operands, regions, types, self.loc);
        self.graph.set_extra(id, local_extra(d));
        self.graph.op(id).results.to_vec()
    }

    /// An op whose dimensions are cut along its rule's factors.
    fn by_rule(&mut self, d: &OpData) {
        let rule = rule(self.src, d);
        let given: Vec<Spec> = d.operands.iter().map(|&x| self.local(x).spec.clone()).collect();
        let wanted: Vec<Spec> = d.results.iter().map(|&y| self.found.of(y).clone()).collect();
        let size = |v: &Value| self.src.ty(*v).as_tensor().map_or(0, |t| t.dtype.byte_size() as i64);
        let sizes = (d.operands.iter().map(size).collect(), d.results.iter().map(size).collect());
        let apart = d.results.first().map_or_else(Partial::default, |&y| self.found.partial(y).clone());
        let chooser =
            Chooser { devices: self.devices(), rule: &rule, given: &given, wanted: &wanted, apart: &apart.axes, sizes };
        let cuts = chooser.choose();
        let specs: Vec<Spec> = rule.operands.iter().map(|dims| project(&cuts, dims)).collect();
        let mut results: Vec<Spec> = rule.results.iter().map(|dims| project(&cuts, dims)).collect();
        let mut operands: Vec<Value> = d.operands.iter().zip(&specs).map(|(&x, s)| self.get(x, s)).collect();
        let summed: Vec<Axis> =
            (0..cuts.len()).filter(|&f| is_reduction(&rule, f)).flat_map(|f| cuts[f].iter().copied()).collect();

        // A sum in parts begins with what changes nothing; where the program begins comes in at the end.
        let mut begin = None;
        let by = match &d.op {
            Op::Reduce { .. } => combiner(self.src, d.regions[0]),
            _ => Some(BinaryOp::Add),
        };
        if let (Op::Reduce { .. }, Some(by), false) = (&d.op, by, summed.is_empty())
            && let Some(init) = neutral(by, self.graph.tensor(operands[1]).dtype)
        {
            let given = self.src.def_op(d.operands[1]).map(|(_, d)| &d.op);
            if !matches!(given, Some(Op::Constant { value }) if *value == init) {
                begin = Some(operands[1]);
                operands[1] = self.builder().constant(init);
            }
        }
        let op = self.localise(d, &specs, &results);
        let mut map = ValueMap::new();
        for &r in &d.regions {
            self.captured(r, &mut map);
        }
        let regions: Vec<Region> = d.regions.iter().map(|&r| self.graph.clone_region(self.src, r, &mut map)).collect();
        let values = self.emit(d, op, &operands, &regions, |c, i| c.part_type(d.results[i], &results[i]));
        for (i, (&y, mut v)) in d.results.iter().zip(values).enumerate() {
            let mut partial = Partial::default();
            if let (Some(by), false) = (by, summed.is_empty()) {
                let mut b = Builder::new(&mut self.graph, self.region);
                b.set_loc(self.loc);
                let (scattered, mut rest) = scatter(&results[i], &wanted[i], &summed);
                if apart.by == by && begin.is_none() && apart.axes.iter().all(|a| rest.contains(a)) {
                    rest.retain(|a| !apart.axes.contains(a));
                    partial = apart.clone();
                }
                for (dim, axes) in scattered {
                    v = self.exchange.reduce_scatter(&mut b, v, by, dim, &axes);
                    results[i].0[dim].extend(axes);
                }
                if !rest.is_empty() {
                    v = self.exchange.all_reduce(&mut b, v, by, &rest);
                }
                if let Some(begin) = begin {
                    let dims = b.tensor(v).dims.to_vec();
                    let begin = b.broadcast_in_dim(begin, &dims, &[]);
                    v = b.binary(by, begin, v);
                }
            }
            match &d.op {
                Op::Iota { iota_dimension } => v = self.offset(v, *iota_dimension as usize, &results[i]),
                Op::Reverse { dimensions } => {
                    for &dim in dimensions.iter().filter(|&&dim| !results[i].0[dim as usize].is_empty()) {
                        let mut b = Builder::new(&mut self.graph, self.region);
                        b.set_loc(self.loc);
                        v = self.exchange.mirror(&mut b, v, &results[i].0[dim as usize]);
                    }
                }
                _ => {}
            }
            self.set_partial(y, v, results[i].clone(), partial);
        }
    }

    /// Values from outside of a region that its ops use, whole.
    fn captured(&mut self, r: Region, map: &mut ValueMap) {
        let src = self.src;
        let data = src.region(r);
        let uses = data.ops.iter().flat_map(|&id| src.op(id).operands.iter()).chain(&data.results);
        for &v in uses {
            if map.try_get(v).is_none() && self.locals[v.0 as usize].is_some() {
                let x = self.get(v, &self.whole(v));
                map.insert(v, x);
            }
        }
        for &id in &data.ops {
            for &inner in &src.op(id).regions {
                self.captured(inner, map);
            }
        }
    }

    /// Counts on from where this device's part of a dimension begins.
    fn offset(&mut self, v: Value, dim: usize, spec: &Spec) -> Value {
        if spec.0[dim].is_empty() {
            return v;
        }
        let (axes, step) = (&spec.0[dim], self.graph.tensor(v).dims[dim]);
        let mut b = Builder::new(&mut self.graph, self.region);
        b.set_loc(self.loc);
        let start = self.exchange.position(&mut b, axes, step);
        let ty = b.tensor(v).clone();
        let start = b.convert(ty.dtype, start);
        let start = b.broadcast_in_dim(start, &ty.dims, &[]);
        b.add(v, start)
    }

    /// The op with the sizes of its parts.
    fn localise(&self, d: &OpData, operands: &[Spec], results: &[Spec]) -> Op {
        let devices = self.devices();
        let shrink = |sizes: &mut hloom_ir::attrs::I64s, spec: &Spec| {
            for (size, axes) in sizes.iter_mut().zip(&spec.0) {
                *size /= devices.parts(axes);
            }
        };
        let mut op = d.op.clone();
        match &mut op {
            Op::Slice { limit_indices: sizes, .. } => shrink(sizes, &results[0]),
            Op::DynamicSlice { slice_sizes: sizes } | Op::Gather { slice_sizes: sizes, .. } => {
                shrink(sizes, &operands[0]);
            }
            Op::Constant { value } => {
                let dims = devices.part_dims(value.shape(), &results[0]);
                if let Some(part) = value.splat_bytes().and_then(|x| Literal::splat(value.dtype(), &dims, x).ok()) {
                    *value = part;
                }
            }
            _ => {}
        }
        op
    }
}

/// The attributes of an op that its row does not name and that hold for one device.
fn local_extra(d: &OpData) -> Vec<(Str, Attr)> {
    d.extra.iter().flatten().filter(|(n, _)| !is_global(n)).cloned().collect()
}
