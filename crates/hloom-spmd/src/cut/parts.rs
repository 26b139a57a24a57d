//! Ops that work on parts of their operands, along the factors of their rules.

use super::Cutter;
use crate::choose::{Chooser, project, scatter};
use crate::devices::{Axis, Partial, Spec};
use crate::exchange::{combination, neutral};
use crate::rule::{combiner, is_reduction, rule};
use hloom_ir::attrs::I64s;
use hloom_ir::{Op, OpData, Region, Type, Value, ValueMap};
use hloom_num::{BinaryOp, DType, Literal};

impl Cutter<'_> {
    /// An op whose dimensions are cut along its rule's factors.
    pub(super) fn by_rule(&mut self, d: &OpData) {
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

        if let Op::Iota { iota_dimension } = d.op
            && !results[0].0[iota_dimension as usize].is_empty()
        {
            let v = self.part_of_iota(d.results[0], iota_dimension as usize, &results[0]);
            self.set(d.results[0], v, results.swap_remove(0));
            return;
        }
        // A sum in parts begins with what changes nothing; where the program begins comes in at the end.
        let mut begin = None;
        let by = match &d.op {
            Op::Reduce { .. } => combiner(self.src, d.regions[0]),
            _ => Some(BinaryOp::Add),
        };
        // Parts of sums of narrow floats are kept in f32, and rounded once.
        let narrow = |v: &Value| self.src.tensor(*v).dtype.is_float() && self.src.tensor(*v).dtype.bits() < 32;
        let adds = matches!(by, Some(BinaryOp::Add | BinaryOp::Multiply));
        let wide = !summed.is_empty() && apart.axes.is_empty() && adds && narrow(&d.results[0]);
        if let (Op::Reduce { .. }, true) = (&d.op, wide) {
            let mut b = self.builder();
            operands.iter_mut().for_each(|x| *x = b.convert(DType::F32, *x));
        }
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
        let regions: Vec<Region> = match (by, &d.regions[..]) {
            (Some(by), [_]) if wide => vec![combination(&mut self.builder(), DType::F32, by)],
            (_, all) => all.iter().map(|&r| self.graph.clone_region(self.src, r, &mut map)).collect(),
        };
        let values = self.emit(d, op, &operands, &regions, |c, i| match c.part_type(d.results[i], &results[i]) {
            Type::Tensor(t) if wide => Type::Tensor(t.with_dtype(DType::F32)),
            ty => ty,
        });
        for (i, (&y, mut v)) in d.results.iter().zip(values).enumerate() {
            let mut partial = Partial::default();
            if let (Some(by), false) = (by, summed.is_empty()) {
                let (scattered, mut rest) = scatter(&results[i], &wanted[i], &summed);
                if apart.by == by && begin.is_none() && apart.axes.iter().all(|a| rest.contains(a)) {
                    rest.retain(|a| !apart.axes.contains(a));
                    partial = apart.clone();
                }
                let (spec, dtype) = (&mut results[i], self.src.tensor(y).dtype);
                v = self.exchange(|e, b| {
                    for (dim, axes) in scattered {
                        v = e.reduce_scatter(b, v, by, dim, &axes);
                        spec.0[dim].extend(axes);
                    }
                    if !rest.is_empty() {
                        v = e.all_reduce(b, v, by, &rest);
                    }
                    if let Some(begin) = begin {
                        let dims = b.tensor(v).dims.to_vec();
                        let begin = b.broadcast_in_dim(begin, &dims, &[]);
                        v = b.binary(by, begin, v);
                    }
                    if wide { b.convert(dtype, v) } else { v }
                });
            }
            if let Op::Reverse { dimensions } = &d.op {
                for &dim in dimensions.iter().filter(|&&dim| !results[i].0[dim as usize].is_empty()) {
                    v = self.exchange(|e, b| e.mirror(b, v, &results[i].0[dim as usize]));
                }
            }
            self.set_partial(y, v, results[i].clone(), partial);
        }
    }

    /// Values from outside of a region that its ops use, whole.
    pub(super) fn captured(&mut self, r: Region, map: &mut ValueMap) {
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

    /// Counts on from where this device's part of a dimension begins: as integers, which narrow types round only then.
    fn part_of_iota(&mut self, y: Value, dim: usize, spec: &Spec) -> Value {
        let Type::Tensor(ty) = self.part_type(y, spec) else { unreachable!("verified: iota gives a tensor") };
        self.exchange(|e, b| {
            let start = e.position(b, &spec.0[dim], ty.dims[dim]);
            let start = b.broadcast_in_dim(start, &ty.dims, &[]);
            let here = b.iota(DType::I32, &ty.dims, dim as i64);
            let all = b.add(here, start);
            b.convert(ty.dtype, all)
        })
    }

    /// The op with the sizes of its parts.
    pub(super) fn localise(&self, d: &OpData, operands: &[Spec], results: &[Spec]) -> Op {
        let devices = self.devices();
        // A slice of a dimension that is cut has all of it, but for one that pairs with a dimension of the indices.
        let shrink = |sizes: &mut I64s, spec: &Spec| {
            let whole = &self.src.tensor(d.operands[0]).dims;
            for ((size, axes), whole) in sizes.iter_mut().zip(&spec.0).zip(whole) {
                if size == whole {
                    *size /= devices.parts(axes);
                }
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
