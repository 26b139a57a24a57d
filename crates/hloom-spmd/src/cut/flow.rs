//! Ops with regions, and ops that run on one device.

use super::{Cutter, Done, local_extra};
use crate::devices::{Axis, Spec};
use crate::propagate::manual_axes;
use crate::shardings_of;
use hloom_ir::{Diagnostics, Op, OpData, Region, Type, Value};
use hloom_num::{CompareDirection, DType};

impl Cutter<'_> {
    /// The one device that an op is to run on, if the program names it.
    pub(super) fn only_on(&self, d: &OpData) -> Option<i64> {
        let all = shardings_of(d)?;
        let mesh = self.module.mesh_of(&all.0.first()?.mesh)?;
        match (&mesh.axes[..], mesh.device_ids.as_deref()) {
            ([], Some(&[id])) if id < self.devices().count() => Some(id),
            _ => None,
        }
    }

    /// An op that runs on one device; its results go to all.
    pub(super) fn on_one(&mut self, d: &OpData, root: i64) -> Done {
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
                Type::Tensor(_) => self.exchange(|e, b| e.broadcast(b, v, root)),
                _ => v,
            };
            self.set(y, v, self.whole(y));
        }
        Ok(())
    }

    pub(super) fn manual(&mut self, d: &OpData) -> Done {
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

    pub(super) fn while_loop(&mut self, d: &OpData) -> Done {
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

    pub(super) fn branches(&mut self, d: &OpData) -> Done {
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

    /// A region that is built anew; `body` gives its results.
    pub(super) fn nested(
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
}
