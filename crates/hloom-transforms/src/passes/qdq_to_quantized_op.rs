//! Arithmetic on numbers between conversions becomes arithmetic on quantized tensors.

use crate::{Pass, PassOptions, Rewrite, Rewriter, Values};
use hloom_ir::rewrite::rewrite_func;
use hloom_ir::{Diagnostics, Graph, Module, Op, OpData, OpId, Region, Type, Value, ValueDef, infer};
use smallvec::smallvec;

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-legalize-qdq-to-quantized-op",
    summary: "Replaces uniform_quantize of an op whose operands are all uniform_dequantize by the op on quantized tensors",
    options: &[],
    run,
};

/// The op that a `uniform_quantize` quantizes, with the quantized tensors that it would take, if there is such an op on
/// quantized tensors.
fn fused(g: &Graph, quantize: &OpData) -> Option<(OpId, Vec<Value>)> {
    let Op::UniformQuantize {} = quantize.op else { return None };
    let definition = |v: Value| match g.value(v).def {
        ValueDef::Result(id, _) => Some((id, g.op(id))),
        ValueDef::Param(..) => None,
    };
    let (id, compute) = definition(*quantize.operands.first()?)?;
    if !compute.regions.is_empty() || compute.results.len() != 1 || compute.operands.is_empty() {
        return None;
    }
    let dequantized = |&v: &Value| {
        let (_, op) = definition(v)?;
        matches!(op.op, Op::UniformDequantize {}).then(|| op.operands[0])
    };
    let quantized: Vec<Value> = compute.operands.iter().map(dequantized).collect::<Option<_>>()?;
    let types: Vec<&Type> = quantized.iter().map(|&v| g.ty(v)).collect();
    let stated = [g.ty(quantize.results[0]).clone()];
    let inferred = infer(&compute.op, &types, &[], Some(&stated)).ok()?;
    (inferred == stated).then_some((id, quantized))
}

/// Ops that only fused ones used.
fn no_longer_used(g: &Graph, body: Region) -> Vec<bool> {
    let mut uses = g.use_counts(body);
    let mut dead = vec![false; g.num_ops()];
    g.walk(body, |id| {
        let quantize = g.op(id);
        let Some((compute, _)) = fused(g, quantize) else { return };
        let count = &mut uses[quantize.operands[0].0 as usize];
        *count -= 1;
        if *count > 0 || g.op(compute).op.has_side_effect() {
            return;
        }
        dead[compute.0 as usize] = true;
        for &v in &g.op(compute).operands {
            uses[v.0 as usize] -= 1;
            if let (0, ValueDef::Result(dequantize, _)) = (uses[v.0 as usize], g.value(v).def) {
                dead[dequantize.0 as usize] = true;
            }
        }
    });
    dead
}

struct ToQuantized {
    /// By op of the function that is rewritten.
    dead: Vec<bool>,
}

impl Rewrite for ToQuantized {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        _: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        let src = r.src;
        let id = op.results.first().map(|&v| src.value(v).def);
        if let Some(ValueDef::Result(id, _)) = id
            && self.dead[id.0 as usize]
        {
            // Nothing looks at what stands for its result.
            return Ok(Some(smallvec![operands[0]]));
        }
        let Some((compute, quantized)) = fused(src, op) else { return Ok(None) };
        let Some(taken) = quantized.iter().map(|&v| r.new_value(v)).collect::<Option<Vec<Value>>>() else {
            return Ok(None);
        };
        let compute = src.op(compute);
        let types = r.result_types(op);
        Ok(Some(r.emit_with(compute.op.clone(), &taken, &[], types, compute.extra.as_deref())))
    }
}

fn run(mut module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    for f in &mut module.funcs {
        *f = rewrite_func(f, &mut ToQuantized { dead: no_longer_used(&f.graph, f.body) })?;
    }
    Ok(module)
}
