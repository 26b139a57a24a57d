//! Ops that run a region once for each element or position: `map` becomes ops on whole tensors, `scan` a loop.

use super::{Done, Env, Frame, Inliner, Slot, set_results, unimplemented};
use crate::builder::Builder;
use hloom_ir::attrs::CompareType;
use hloom_ir::{Diagnostics, Dims, Graph, Kind, Op, OpData, Region, TensorType, Type, Value};
use hloom_num::scalar::Scalar;
use hloom_num::{BinaryOp, CompareDirection, DType, Literal};
use smallvec::SmallVec;

impl<'m> Inliner<'m, '_, '_> {
    /// `scan`: a loop over positions that reads slices of the inputs and writes slices of the outputs.
    pub(super) fn scan(&mut self, frame: &Frame<'m>, d: &'m OpData, args: &[Value], env: &mut Env) -> Done {
        let (g, loc) = (&frame.func.graph, self.b.loc);
        let Op::Scan { dimension, is_reverse, operand_segments, result_segments, .. } = d.op.clone() else {
            return Ok(());
        };
        let (axis, outputs) = (dimension as usize, result_segments.0);
        let (inputs, inits) = args.split_at(operand_segments.0);
        let length = self.b.dims(inputs[0])[axis];
        let counter = TensorType::new(DType::I64, &[]);
        let number = |b: &mut Builder<'_, '_>, n: i64| b.splat(&counter, Scalar::Int(n));
        let lost = || unimplemented("scan", "scan".into(), loc);
        // Carried: position, outputs, carries. Outputs start as zeros.
        let mut start = vec![number(&mut self.b, 0).ok_or_else(lost)?];
        for &v in &d.results[..outputs] {
            let ty = g.tensor(v);
            start.push(self.b.splat(ty, Scalar::zero(ty.dtype)).ok_or_else(lost)?);
        }
        start.extend(inits);
        let types: SmallVec<[Type; 2]> = start.iter().map(|&v| self.b.graph.ty(v).clone()).collect();
        let params = |b: &mut Builder<'_, '_>, r: Region| -> Vec<Value> {
            types.iter().map(|t| b.graph.add_param(r, t.clone())).collect()
        };
        let (cond, opened) = self.b.open(false);
        let state = params(&mut self.b, cond);
        let end = number(&mut self.b, length).ok_or_else(lost)?;
        let go = self.b.compare(CompareDirection::Lt, Some(CompareType::Signed), state[0], end);
        self.b.close(opened, vec![go]);
        let (body, opened) = self.b.open(false);
        let state = params(&mut self.b, body);
        let at = if is_reverse {
            let last = number(&mut self.b, length - 1).ok_or_else(lost)?;
            self.b.binary(BinaryOp::Subtract, last, state[0])
        } else {
            state[0]
        };
        let zero = number(&mut self.b, 0).ok_or_else(lost)?;
        let starts = |rank: usize| (0..rank).map(|i| if i == axis { at } else { zero }).collect::<Vec<_>>();
        let data = g.region(d.regions[0]);
        for (&p, &x) in data.params.iter().zip(inputs) {
            let t = self.b.ty(x).clone();
            let mut one = t.clone();
            one.dims[axis] = 1;
            let operands: Vec<Value> = std::iter::once(x).chain(starts(t.rank())).collect();
            let op = Op::DynamicSlice { slice_sizes: one.dims.iter().copied().collect() };
            let slice = self.b.emit(op, &operands, one);
            let element = self.b.reshape(slice, &g.tensor(p).dims);
            env.set(p, Slot::One(element));
        }
        for (&p, &v) in data.params[inputs.len()..].iter().zip(&state[1 + outputs..]) {
            env.set(p, Slot::One(v));
        }
        let given = self.body(frame, d.regions[0], env)?;
        let step = number(&mut self.b, 1).ok_or_else(lost)?;
        let mut next = vec![self.b.binary(BinaryOp::Add, state[0], step)];
        for (i, x) in given.into_iter().enumerate() {
            if i >= outputs {
                next.push(x);
                continue;
            }
            let whole = self.b.ty(state[1 + i]).clone();
            let mut dims = whole.dims.clone();
            dims[axis] = 1;
            let slice = self.b.reshape(x, &dims);
            let operands: Vec<Value> = [state[1 + i], slice].into_iter().chain(starts(whole.rank())).collect();
            next.push(self.b.emit(Op::DynamicUpdateSlice {}, &operands, whole));
        }
        self.b.close(opened, next);
        let id = self.b.append(Op::While {}, &start, &[cond, body], types, None);
        let results = self.b.graph.op(id).results.clone();
        set_results(d, results.into_iter().skip(1), env);
        Ok(())
    }

    /// `map`: its region on whole tensors.
    pub(super) fn map(&mut self, frame: &Frame<'m>, d: &'m OpData, args: &[Value], env: &mut Env) -> Done {
        let g = &frame.func.graph;
        let params = &g.region(d.regions[0]).params;
        params.iter().zip(args).for_each(|(&p, &v)| env.set(p, Slot::One(v)));
        let results = self.on_tensors(frame, d.regions[0], &g.tensor(d.results[0]).dims, env)?;
        set_results(d, results, env);
        Ok(())
    }

    /// The results of a region of scalars, whose parameters are set, on tensors of this shape.
    pub(super) fn on_tensors(
        &mut self,
        frame: &Frame<'m>,
        region: Region,
        dims: &Dims,
        env: &mut Env,
    ) -> Result<Vec<Value>, Diagnostics> {
        let loc = self.b.loc;
        self.lifted = Some(dims.clone());
        let done = self.ops(frame, region, env);
        self.lifted = None;
        self.b.loc = loc;
        done?;
        let one = |&v: &Value| match *env.get(v) {
            Slot::One(x) => Ok(self.lift_value(x, dims)),
            _ => Err(unimplemented("tuple", "a region returns a tuple".into(), loc)),
        };
        frame.func.graph.region(region).results.iter().map(one).collect()
    }

    /// A scalar from around a `map` at every element; what is lifted already stays.
    fn lift_value(&mut self, v: Value, dims: &[i64]) -> Value {
        if self.b.dims(v) == dims { v } else { self.b.broadcast(v, dims, &[]) }
    }

    pub(super) fn lift(&mut self, d: &'m OpData, args: &[Value], g: &Graph, dims: &[i64], env: &mut Env) -> Done {
        let no = || unimplemented("map-region", format!("{} inside a region of scalars", d.op.name()), d.loc);
        let [result] = d.results[..] else { return Err(no()) };
        let mut ty = g.tensor(result).clone();
        if ty.rank() != 0 {
            return Err(no());
        }
        ty.dims = Dims::from_slice(dims);
        let op = match &d.op {
            Op::Constant { value } => {
                Op::Constant { value: Literal::splat(ty.dtype, dims, value.stored_bytes()).map_err(|_| no())? }
            }
            op if op.kind() == Kind::Elementwise && !matches!(op, Op::Map { .. }) => op.clone(),
            _ => return Err(no()),
        };
        let args: SmallVec<[Value; 4]> = args.iter().map(|&v| self.lift_value(v, dims)).collect();
        let v = self.b.emit(op, &args, ty);
        env.set(result, Slot::One(v));
        Ok(())
    }
}
