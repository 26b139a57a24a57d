//! Ops whose regions native code wants closed: what a region reads of the values around it becomes an operand.

use super::{Done, Env, Frame, Inliner, Slot, set_results, unimplemented};
use crate::builder::Builder;
use hloom_ir::attrs::CompareType;
use hloom_ir::{Attr, Graph, Op, OpData, Region, TensorType, Type, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, DType, UnaryOp};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

impl<'m> Inliner<'m, '_, '_> {
    /// The comparison `order` with NaN as the largest number, as `top_k` has it; another value as it is.
    fn total_order(&mut self, order: Value) -> Value {
        let Some((_, op)) = self.b.graph.def_op(order) else { return order };
        let Op::Compare { direction, compare_type: None | Some(CompareType::Float) } = op.op else { return order };
        let operands = op.operands.clone();
        if !self.b.ty(operands[0]).dtype.is_float() {
            return order;
        }
        let total = Op::Compare { direction, compare_type: Some(CompareType::TotalOrder) };
        let ty = self.b.graph.ty(order).clone();
        let id = self.b.append(total, &operands, &[], smallvec![ty], None);
        self.b.graph.op(id).results[0]
    }

    /// `ApproxTopK`: inputs and their initial values; exact, by sorting with the called comparator.
    pub(super) fn approx_top_k(&mut self, frame: &Frame<'m>, d: &'m OpData, args: &[Value], env: &mut Env) -> Done {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let no = |what: &str| unimplemented("approx-top-k", format!("ApproxTopK {what}"), loc);
        let comparator = match d.op.called_computations().and_then(<[Attr]>::first) {
            Some(Attr::Symbol(s)) if s.len() == 1 => s[0].clone(),
            _ => return Err(no("without a comparator")),
        };
        let dimension = hloom_ir::infer::reduction_dimension(&d.op, d.extra.as_deref().unwrap_or_default());
        let dimension = dimension.ok_or_else(|| no("without reduction_dim"))?;
        let inputs = args.get(..d.results.len()).ok_or_else(|| no("with too few operands"))?;
        let types: SmallVec<[Type; 2]> = inputs.iter().map(|&v| self.b.graph.ty(v).clone()).collect();
        let func = self.module.func(&comparator).ok_or_else(|| no("without a comparator"))?;
        let scalars: Vec<Type> =
            inputs.iter().flat_map(|&v| [self.b.ty(v).dtype; 2]).map(|dtype| Type::tensor(dtype, &[])).collect();
        let fits = func.params().iter().map(|&p| func.graph.ty(p)).eq(&scalars)
            && func.results().len() == 1
            && *func.graph.ty(func.results()[0]) == Type::tensor(DType::Bool, &[]);
        let results: Vec<&TensorType> = d.results.iter().filter_map(|&v| g.ty(v).as_tensor()).collect();
        let smaller = |(r, &x): (&&TensorType, &Value)| {
            let t = self.b.ty(x);
            r.dtype == t.dtype && r.rank() == t.rank() && r.dims.iter().zip(&t.dims).all(|(r, x)| r <= x)
        };
        let shapes = results.len() == inputs.len() && results.iter().zip(inputs).all(smaller);
        if !fits || !shapes || dimension < 0 || dimension >= self.b.ty(inputs[0]).rank() as i64 {
            return Err(no("with operands, comparator and results that do not fit"));
        }
        let (region, opened) = self.b.open(true);
        let params = scalars.into_iter().map(|ty| Slot::One(self.b.graph.add_param(region, ty))).collect();
        let order = self.call(frame, &comparator, params, loc)?;
        let [Slot::One(order)] = order[..] else { return Err(no("with a tuple")) };
        let order = self.total_order(order);
        self.b.close(opened, vec![order]);
        self.b.loc = loc;
        let id = self.b.append(Op::Sort { dimension, is_stable: true }, inputs, &[region], types, None);
        let sorted = self.b.graph.op(id).results.clone();
        for ((&v, x), ty) in d.results.iter().zip(sorted).zip(results) {
            let (zeros, ones) = (smallvec![0; ty.rank()], smallvec![1; ty.rank()]);
            let first = self.b.slice(x, zeros, ty.dims.iter().copied().collect(), ones);
            env.set(v, Slot::One(first));
        }
        Ok(())
    }

    /// A `scatter` whose region reads values around it: each becomes a further update, the same at every position, of a
    /// further input that keeps what it holds.
    pub(super) fn scatter(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        args: &[Value],
        outer: &[Value],
        env: &mut Env,
    ) -> Done {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let no = |what: &str| unimplemented("scatter-region", format!("scatter with a region that {what}"), loc);
        let n = d.results.len();
        let (inputs, indices, updates) = (&args[..n], args[n], &args[n + 1..]);
        let (dims, update_dims) = (self.b.dims(inputs[0]).to_vec(), self.b.dims(updates[0]).to_vec());
        let (mut read, mut kept, mut spread) = (Vec::new(), Vec::new(), Vec::new());
        for &v in outer {
            let Slot::One(x) = *env.get(v) else { return Err(no("reads a tuple")) };
            if self.b.ty(x).rank() != 0 {
                return Err(no("reads more than scalars around it"));
            }
            let ty = TensorType::new(self.b.ty(x).dtype, &dims);
            kept.push(self.b.splat(&ty, Scalar::zero(ty.dtype)).ok_or_else(|| no("reads a value without a zero"))?);
            spread.push(self.b.broadcast(x, &update_dims, &[]));
            read.push(x);
        }
        let (region, opened) = self.b.open(true);
        let params = |b: &mut Builder<'_, '_>, vs: &[Value]| -> Vec<Value> {
            let types: Vec<Type> = vs.iter().map(|&x| Type::tensor(b.ty(x).dtype, &[])).collect();
            types.into_iter().map(|ty| b.graph.add_param(region, ty)).collect()
        };
        let [old, old_kept] = [inputs, &kept[..]].map(|vs| params(&mut self.b, vs));
        let [new, new_read] = [updates, &spread[..]].map(|vs| params(&mut self.b, vs));
        let own = g.region(d.regions[0]);
        own.params.iter().zip(old.into_iter().chain(new)).for_each(|(&p, x)| env.set(p, Slot::One(x)));
        outer.iter().zip(new_read).for_each(|(&v, x)| env.set(v, Slot::One(x)));
        let mut results = self.body(frame, d.regions[0], env)?;
        results.extend(old_kept);
        self.b.close(opened, results);
        outer.iter().zip(read).for_each(|(&v, x)| env.set(v, Slot::One(x)));
        let operands = [inputs, &kept, &[indices], updates, &spread].concat();
        let types = inputs.iter().chain(&kept).map(|&x| self.b.graph.ty(x).clone()).collect();
        let id = self.b.append(d.op.clone(), &operands, &[region], types, None);
        let scattered = self.b.graph.op(id).results.clone();
        set_results(d, scattered, env);
        Ok(())
    }

    /// A `sort` whose comparator reads values around it, or of pairs: what it reads and the parts of pairs become
    /// operands.
    pub(super) fn sort(
        &mut self,
        frame: &Frame<'m>,
        d: &'m OpData,
        args: &[Value],
        outer: &[Value],
        env: &mut Env,
    ) -> Done {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let no = |what: &str| unimplemented("sort-region", format!("sort with a comparator that {what}"), loc);
        let wide = |b: &Builder<'_, '_>, x: Value| b.ty(x).dtype.is_complex();
        let mut operands = Vec::new();
        for &x in args {
            if wide(&self.b, x) {
                operands.extend([UnaryOp::Real, UnaryOp::Imag].map(|part| self.b.unary(part, x)));
            } else {
                operands.push(x);
            }
        }
        let dims = self.b.dims(args[0]).to_vec();
        let mut before = Vec::new();
        for &v in outer {
            let Slot::One(x) = *env.get(v) else { return Err(no("reads a tuple")) };
            if self.b.ty(x).rank() != 0 || wide(&self.b, x) {
                return Err(no("reads more than real scalars around it"));
            }
            operands.push(self.b.broadcast(x, &dims, &[]));
            before.push(x);
        }
        let types: SmallVec<[Type; 2]> = operands.iter().map(|&x| self.b.graph.ty(x).clone()).collect();
        let (region, opened) = self.b.open(true);
        let mut params = Vec::new();
        for &x in &operands {
            let ty = Type::tensor(self.b.ty(x).dtype, &[]);
            params.push([0; 2].map(|_| self.b.graph.add_param(region, ty.clone())));
        }
        let mut next = params.iter();
        for (i, &x) in args.iter().enumerate() {
            let Some(&[mut a, mut b]) = next.next() else { return Err(no("has too few parameters")) };
            if wide(&self.b, x)
                && let Some(&[c, e]) = next.next()
            {
                (a, b) = (self.b.binary(BinaryOp::Complex, a, c), self.b.binary(BinaryOp::Complex, b, e));
            }
            let own = &g.region(d.regions[0]).params;
            env.set(own[2 * i], Slot::One(a));
            env.set(own[2 * i + 1], Slot::One(b));
        }
        for (&v, &[a, _]) in outer.iter().zip(next) {
            env.set(v, Slot::One(a));
        }
        let less = self.body(frame, d.regions[0], env)?;
        self.b.close(opened, less);
        for (&v, &x) in outer.iter().zip(&before) {
            env.set(v, Slot::One(x));
        }
        let id = self.b.append(d.op.clone(), &operands, &[region], types, None);
        let sorted = self.b.graph.op(id).results.clone();
        let mut sorted = sorted.into_iter();
        for (&v, &x) in d.results.iter().zip(args) {
            let Some(mut y) = sorted.next() else { return Err(no("has too few results")) };
            if wide(&self.b, x)
                && let Some(im) = sorted.next()
            {
                y = self.b.binary(BinaryOp::Complex, y, im);
            }
            env.set(v, Slot::One(y));
        }
        Ok(())
    }
}

/// Values from around a region that it reads, constants aside, each once.
pub(super) fn captured(g: &Graph, r: Region) -> Vec<Value> {
    fn walk(g: &Graph, r: Region, own: &mut FxHashSet<Value>, found: &mut Vec<Value>) {
        let data = g.region(r);
        own.extend(&data.params);
        let mut read = |v: Value, own: &FxHashSet<Value>| {
            let constant = g.def_op(v).is_some_and(|(_, op)| matches!(op.op, Op::Constant { .. }));
            if !own.contains(&v) && !constant && !found.contains(&v) {
                found.push(v);
            }
        };
        for &id in &data.ops {
            let op = g.op(id);
            op.operands.iter().for_each(|&v| read(v, own));
            own.extend(&op.results);
        }
        data.results.iter().for_each(|&v| read(v, own));
        for &id in &data.ops {
            g.op(id).regions.iter().for_each(|&n| walk(g, n, own, found));
        }
    }
    let mut found = Vec::new();
    walk(g, r, &mut FxHashSet::default(), &mut found);
    found
}
