//! Ops with amounts as operands become ops with amounts as attributes.

use super::known::ints;
use super::refine::sweep;
use super::{error, takes_amounts};
use crate::empty_like;
use hloom_ir::{
    Attr, Diagnostics, Func, Graph, Module, Op, OpData, Region, TensorType, Type, Value, ValueMap, custom_form, infer,
    static_form,
};
use hloom_num::DType;
use smallvec::smallvec;

/// Rewrites the dynamic ops whose amounts are constants and, where the op reads them for the shape of its result only,
/// those of static result type. What this leaves is dynamic.
///
/// # Errors
/// A constraint that constant amounts violate.
pub fn canonicalize_dynamism(module: &Module) -> Result<Module, Diagnostics> {
    let mut out = Module { funcs: Vec::new(), ..module.clone() };
    for f in &module.funcs {
        let mut found = false;
        f.graph.walk(f.body, |id| {
            let op = &f.graph.op(id).op;
            found |= takes_amounts(op) || super::custom::is_dynamic(op);
        });
        out.funcs.push(if found { func(module, f)? } else { f.clone() });
    }
    Ok(out)
}

fn func(module: &Module, f: &Func) -> Result<Func, Diagnostics> {
    let mut out = empty_like(f);
    let body = out.body;
    let mut map = ValueMap::new();
    for &p in f.params() {
        let v = out.graph.add_param(body, f.graph.ty(p).clone());
        map.insert(p, v);
    }
    let mut c = Canonicalizer { module, src: &f.graph, out: std::mem::take(&mut out.graph), map };
    c.region(f.body, body)?;
    out.graph = c.out;
    Ok(sweep(&out))
}

struct Canonicalizer<'m> {
    module: &'m Module,
    src: &'m Graph,
    out: Graph,
    map: ValueMap,
}

impl Canonicalizer<'_> {
    fn region(&mut self, region: Region, into: Region) -> Result<(), Diagnostics> {
        let src = self.src;
        for &id in &src.region(region).ops {
            let d = src.op(id);
            let args: Vec<Value> = d.operands.iter().map(|&v| self.map.get(v)).collect();
            let results = match self.static_op(d, &args, into)? {
                Some(results) => results,
                None => self.copy(d, &args, into)?,
            };
            d.results.iter().zip(results).for_each(|(&v, n)| self.map.insert(v, n));
        }
        let results = src.region(region).results.iter().map(|&v| self.map.get(v)).collect();
        self.out.set_results(into, results);
        Ok(())
    }

    fn copy(&mut self, d: &OpData, args: &[Value], into: Region) -> Result<Vec<Value>, Diagnostics> {
        let mut regions = Vec::with_capacity(d.regions.len());
        for &r in &d.regions {
            let new = self.out.add_region();
            for &p in &self.src.region(r).params {
                let v = self.out.add_param(new, self.src.ty(p).clone());
                self.map.insert(p, v);
            }
            self.region(r, new)?;
            regions.push(new);
        }
        let types: Vec<Type> = d.results.iter().map(|&v| self.src.ty(v).clone()).collect();
        let id = self.out.add_op(into, d.op.clone(), args, &regions, types, d.loc);
        self.out.set_extra(id, d.extra.iter().flat_map(|e| e.iter().cloned()).collect());
        Ok(self.out.op(id).results.to_vec())
    }

    /// Values of an operand that is a constant.
    fn constant(&self, v: Value) -> Option<Vec<i64>> {
        match &self.out.def_op(v)?.1.op {
            Op::Constant { value } => ints(value),
            _ => None,
        }
    }

    fn static_op(&mut self, d: &OpData, args: &[Value], into: Region) -> Result<Option<Vec<Value>>, Diagnostics> {
        let known = |i: usize| args.get(i).and_then(|&v| self.constant(v));
        let stated: Vec<Type> = d.results.iter().map(|&v| self.src.ty(v).clone()).collect();
        let operands: Vec<Type> = args.iter().map(|&v| self.out.ty(v).clone()).collect();
        let operands: Vec<&Type> = operands.iter().collect();
        let extra = d.extra.as_deref().unwrap_or_default();
        if let Some((form, n)) = custom_form(&d.op, extra, args.len(), &known) {
            let regions = match (&form, &d.op) {
                (Op::ReduceWindow { .. }, Op::CustomCall { called_computations: Some(_), .. }) => {
                    vec![self.called(d)?]
                }
                _ => Vec::new(),
            };
            let results = self.replace(d, form, &args[..n], &regions, &stated, into)?;
            if let Some((id, made)) = results.first().and_then(|&v| self.out.def_op(v))
                && matches!(made.op, Op::CustomCall { .. })
            {
                let kept = extra.iter().filter(|(name, _)| &**name != infer::CUSTOM_SHAPE_OPERANDS).cloned();
                self.out.set_extra(id, kept.collect());
            }
            return Ok(Some(results));
        }
        if !takes_amounts(&d.op) {
            return Ok(None);
        }
        let form = static_form(&d.op, &operands, &stated, &known);
        if let (Op::RealDynamicSlice {}, None) = (&d.op, &form) {
            let all_ones = known(3).is_some_and(|s| s.iter().all(|&s| s == 1));
            return match stated.first() {
                Some(Type::Tensor(t)) if all_ones && t.is_static() => self.dynamic_slice(d, args, t, into).map(Some),
                _ => Ok(None),
            };
        }
        let Some((form, n)) = form else { return Ok(None) };
        self.replace(d, form, &args[..n], &[], &stated, into).map(Some)
    }

    fn replace(
        &mut self,
        d: &OpData,
        op: Op,
        args: &[Value],
        regions: &[Region],
        stated: &[Type],
        into: Region,
    ) -> Result<Vec<Value>, Diagnostics> {
        let operands: Vec<Type> = args.iter().map(|&v| self.out.ty(v).clone()).collect();
        let operands: Vec<&Type> = operands.iter().collect();
        let returned: Vec<Vec<Type>> = regions
            .iter()
            .map(|&r| self.out.region(r).results.iter().map(|&v| self.out.ty(v).clone()).collect())
            .collect();
        let types = infer::refine(&op, &[], &operands, &returned, stated, &|_| None)
            .map_err(|e| error(&e.code, d, e.message))?;
        let id = self.out.add_op(into, op, args, regions, types, d.loc);
        Ok(self.out.op(id).results.to_vec())
    }

    /// The body of a called computation as a region.
    fn called(&mut self, d: &OpData) -> Result<Region, Diagnostics> {
        let name = match d.op.called_computations() {
            Some([Attr::Symbol(s)]) => s.last(),
            _ => None,
        };
        let callee = name.and_then(|n| self.module.func(n));
        let callee = callee.ok_or_else(|| error("undefined-symbol", d, "must call one computation"))?;
        Ok(self.out.clone_region(&callee.graph, callee.body, &mut ValueMap::new()))
    }

    /// A slice of known sizes whose start is known at run time.
    fn dynamic_slice(
        &mut self,
        d: &OpData,
        args: &[Value],
        ty: &TensorType,
        into: Region,
    ) -> Result<Vec<Value>, Diagnostics> {
        let dtype = self.out.ty(args[1]).as_tensor().map_or(DType::I64, |t| t.dtype);
        let mut operands = vec![args[0]];
        for i in 0..ty.rank() as i64 {
            let op = Op::Slice { start_indices: smallvec![i], limit_indices: smallvec![i + 1], strides: smallvec![1] };
            let one = self.out.add_op(into, op, &[args[1]], &[], [Type::tensor(dtype, &[1])], d.loc);
            let one = self.out.op(one).results[0];
            let start = self.out.add_op(into, Op::Reshape {}, &[one], &[], [Type::tensor(dtype, &[])], d.loc);
            operands.push(self.out.op(start).results[0]);
        }
        let op = Op::DynamicSlice { slice_sizes: ty.dims.iter().copied().collect() };
        self.replace(d, op, &operands, &[], &[Type::Tensor(ty.clone())], into)
    }
}
