//! The program of one device: every op on the parts that the device has, with exchanges where an op needs others.

mod flow;
mod parts;

use crate::devices::{Devices, Part, Partial, Spec};
use crate::exchange::{Exchange, part};
use crate::is_annotation;
use crate::propagate::Propagated;
use hloom_ir::{
    Attr, Builder, Diagnostics, Func, Graph, Loc, Module, Op, OpData, OpId, Region, Severity, Str, Type, Value,
};
use hloom_num::BinaryOp;
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
    (0..g.num_ops()).map(|i| g.op(OpId(i as u32)).op.channel()).max().unwrap_or(0).max(0)
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
        let value = self.exchange(|e, b| {
            let Partial { axes, by } = &from.partial;
            let x = if axes.is_empty() { from.value } else { e.all_reduce(b, from.value, *by, axes) };
            e.reshard(b, x, &from.spec, want)
        });
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
        self.exchange(|e, b| e.relocate(b, v, from, to))
    }

    /// As [`Cutter::get`], in parts that are still to be combined.
    fn get_partial(&mut self, old: Value, want: &Spec, partial: &Partial) -> Value {
        let from = self.local(old);
        if from.spec == *want && from.partial == *partial {
            return from.value;
        }
        if partial.axes.is_empty() || partial.by != BinaryOp::Add {
            // The greatest of equal values is that value.
            return self.get(old, want);
        }
        // Parts that devices have of the whole stay where they are.
        let (mut own, mut left) = (want.clone(), partial.axes.clone());
        let mut spread = Vec::new();
        for (d, axes) in self.local(old).spec.0.iter().enumerate() {
            let Some(more) = axes.strip_prefix(&want.0[d][..]).filter(|m| m.iter().all(|a| left.contains(a))) else {
                continue;
            };
            if !more.is_empty() {
                left.retain(|a| !more.contains(a));
                own.0[d].extend(more);
                spread.push((d, more.to_vec()));
            }
        }
        let mut x = self.get(old, &own);
        self.exchange(|e, b| {
            for (d, axes) in spread {
                x = e.among_zeros(b, x, d, &axes);
            }
            if left.is_empty() { x } else { e.part_of_sum(b, x, &left) }
        })
    }

    /// Builds an exchange at the place of the op that is cut.
    fn exchange<R>(&mut self, build: impl FnOnce(&mut Exchange<'a>, &mut Builder<'_>) -> R) -> R {
        let mut b = Builder::new(&mut self.graph, self.region);
        b.set_loc(self.loc);
        build(&mut self.exchange, &mut b)
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

    fn op(&mut self, d: &OpData) -> Done {
        match &d.op {
            op if matches!(op, Op::SdyShardingConstraint { .. } | Op::SdyReshard { .. })
                || op.out_sharding().is_some() =>
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
}

/// The attributes of an op that its row does not name and that hold for one device.
fn local_extra(d: &OpData) -> Vec<(Str, Attr)> {
    d.extra.iter().flatten().filter(|(n, _)| !is_global(n)).cloned().collect()
}
