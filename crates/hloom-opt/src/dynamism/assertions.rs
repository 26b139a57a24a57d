//! Assertions about shapes: custom calls `@shape_assertion` whose first operand must be true.

use super::known::{Known, ints};
use super::{error, unimplemented};
use crate::empty_like;
use hloom_interp::{Tensor, assertion_message};
use hloom_ir::{Diagnostics, Func, Graph, Module, Op, OpData, Region, ValueMap, infer::is_shape_assertion};

/// Removes the assertions that hold.
///
/// # Errors
/// `shape-assertion`: one fails, with its message. `shape-assertion-unknown`: its operand is no constant.
pub fn check_shape_assertions(module: &Module) -> Result<Module, Diagnostics> {
    let mut out = module.clone();
    for f in &mut out.funcs {
        let mut found = false;
        let mut problem = None;
        f.graph.walk(f.body, |id| {
            let d = f.graph.op(id);
            if is_shape_assertion(&d.op) {
                found = true;
                problem = problem.take().or_else(|| check(&f.graph, d).err());
            }
        });
        if let Some(d) = problem {
            return Err(d);
        }
        if found {
            *f = without_assertions(f);
        }
    }
    Ok(out)
}

fn check(g: &Graph, d: &OpData) -> Result<(), Diagnostics> {
    let constants: Known = d
        .operands
        .iter()
        .filter_map(|&v| match g.def_op(v)?.1.op {
            Op::Constant { ref value } => Some((v, value.clone())),
            _ => None,
        })
        .collect();
    let Some(holds) = d.operands.first().and_then(|v| constants.get(v)) else {
        return Err(unimplemented("shape-assertion-unknown", d, "the assertion is not decided by the argument types"));
    };
    if Tensor::from_literal(holds).data.iter().all(|s| s.is_true()) {
        return Ok(());
    }
    let shown = |v| match constants.get(v).and_then(ints) {
        Some(n) => n.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
        None => "?".to_string(),
    };
    let values: Vec<String> = d.operands.iter().skip(1).map(shown).collect();
    Err(error("shape-assertion", d, assertion_message(d, &values)))
}

fn without_assertions(f: &Func) -> Func {
    let mut out = empty_like(f);
    let mut map = ValueMap::new();
    let body = out.body;
    for &p in f.params() {
        let v = out.graph.add_param(body, f.graph.ty(p).clone());
        map.insert(p, v);
    }
    copy(&f.graph, f.body, &mut out.graph, body, &mut map);
    out
}

fn copy(from: &Graph, region: Region, to: &mut Graph, into: Region, map: &mut ValueMap) {
    for &id in &from.region(region).ops {
        let d = from.op(id);
        if is_shape_assertion(&d.op) {
            continue;
        }
        let operands: Vec<_> = d.operands.iter().map(|&v| map.get(v)).collect();
        let mut regions = Vec::with_capacity(d.regions.len());
        for &r in &d.regions {
            let new = to.add_region();
            for &p in &from.region(r).params {
                let v = to.add_param(new, from.ty(p).clone());
                map.insert(p, v);
            }
            copy(from, r, to, new, map);
            regions.push(new);
        }
        let types = d.results.iter().map(|&v| from.ty(v).clone());
        let new = to.add_op(into, d.op.clone(), &operands, &regions, types, d.loc);
        to.set_extra(new, d.extra.iter().flat_map(|e| e.iter().cloned()).collect());
        let results = to.op(new).results.clone();
        d.results.iter().zip(results).for_each(|(&v, n)| map.insert(v, n));
    }
    to.set_results(into, from.region(region).results.iter().map(|&v| map.get(v)).collect());
}
