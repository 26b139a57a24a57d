//! From programs with `?` in their types to static ones, once argument types are known.
//!
//! * [`refine_arguments`] gives a function argument types; the body still sees the old ones.
//! * [`refine_shapes`] carries sizes forward through ops, regions and calls. It evaluates small integer tensors as it
//!   goes, since sizes are computed by the program; a function is copied for every list of argument types and sizes
//!   that it is called with.
//! * [`check_shape_assertions`] decides the assertions that have become constants.
//! * [`canonicalize_dynamism`] turns ops that take amounts as operands into those that have them as attributes.
//!
//! [`remove_dynamism`] is all of them, after sizes that are computed in MLIR's dialects have become StableHLO
//! ([`crate::sizes`]); the compiler accepts what it returns.
//!
//! Absences
//! * No guess: what nothing decides stays `?`, and [`remove_dynamism`] answers with the op and its place.
//! * No polyhedral reasoning about sizes: they are numbers or unknown.

mod arguments;
mod assertions;
mod canonicalize;
mod custom;
mod known;
mod refine;

pub use arguments::{bind_arguments, refine_arguments};
pub use assertions::check_shape_assertions;
pub use canonicalize::canonicalize_dynamism;
pub use refine::refine_shapes;

use crate::{empty_like, sizes};
use hloom_ir::{Diagnostics, Func, Graph, Module, Op, OpData, Region, Severity, Type, Value, ValueMap};
use hloom_num::Literal;

fn error(code: &str, data: &OpData, message: impl std::fmt::Display) -> Diagnostics {
    Diagnostics::one(Severity::Error, code, format!("{}: {message}", data.op.name()), data.loc)
}

fn unimplemented(code: &str, data: &OpData, message: impl std::fmt::Display) -> Diagnostics {
    Diagnostics::one(Severity::Unimplemented, code, format!("{}: {message}", data.op.name()), data.loc)
}

/// The function with the ops for which `keep` holds; nothing may need the others.
fn kept(f: &Func, keep: &dyn Fn(&OpData) -> bool) -> Func {
    let mut out = empty_like(f);
    keep_region(&f.graph, f.body, &mut out.graph, out.body, &mut ValueMap::new(), keep);
    out
}

fn keep_region(
    from: &Graph,
    region: Region,
    to: &mut Graph,
    into: Region,
    map: &mut ValueMap,
    keep: &dyn Fn(&OpData) -> bool,
) {
    for &p in &from.region(region).params {
        let v = to.add_param(into, from.ty(p).clone());
        map.insert(p, v);
    }
    for d in from.region(region).ops.iter().map(|&id| from.op(id)).filter(|d| keep(d)) {
        let operands: Vec<Value> = d.operands.iter().map(|&v| map.get(v)).collect();
        let mut regions = Vec::with_capacity(d.regions.len());
        for &r in &d.regions {
            let new = to.add_region();
            keep_region(from, r, to, new, map, keep);
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

/// True if a value of that type has only sizes that are known.
pub fn is_static(ty: &Type) -> bool {
    match ty {
        Type::Tensor(t) => t.is_static(),
        Type::Tuple(items) => items.iter().all(is_static),
        _ => true,
    }
}

/// True if `entry`, or a function that it reaches, has a dynamic size or an op that takes shapes as operands.
pub fn is_dynamic(module: &Module, entry: &str) -> bool {
    let Some(root) = module.funcs.iter().position(|f| &*f.name == entry) else { return false };
    module.reachable_funcs(root).into_iter().any(|i| {
        let f = &module.funcs[i];
        let mut found = !f.params().iter().all(|&p| is_static(f.graph.ty(p)));
        f.graph.walk(f.body, |id| {
            let d = f.graph.op(id);
            found |= takes_amounts(&d.op) || custom::is_dynamic(&d.op) || d.op.computes_sizes();
            found |= !d.results.iter().all(|&v| is_static(f.graph.ty(v)));
        });
        found
    })
}

/// True for ops that take shapes, bounds or amounts as operands.
pub fn takes_amounts(op: &Op) -> bool {
    matches!(
        op,
        Op::DynamicBroadcastInDim { .. }
            | Op::DynamicIota { .. }
            | Op::DynamicReshape {}
            | Op::RealDynamicSlice {}
            | Op::DynamicPad {}
            | Op::DynamicConv { .. }
            | Op::DynamicGather { .. }
            | Op::SetDimensionSize { .. }
    )
}

/// The static program that `entry` is for arguments of these types. `values` are arguments whose values may be taken as
/// known (sizes that a program takes as numbers); the result is right for them only.
///
/// # Errors
/// Arguments that do not fit, an assertion about shapes that fails, and the first size that nothing decides.
pub fn remove_dynamism(
    module: &Module,
    entry: &str,
    args: &[Type],
    values: &[Option<Literal>],
) -> Result<Module, Diagnostics> {
    let legal;
    let module = match sizes::concerns(module) {
        true => {
            legal = sizes::legalize(module.clone())?;
            &legal
        }
        false => module,
    };
    let refined = refine_arguments(module, entry, args)?;
    let refined = bind_arguments(&refined, entry, values)?;
    let refined = refine_shapes(&refined, Some(entry))?;
    let refined = check_shape_assertions(&refined)?;
    let refined = canonicalize_dynamism(&refined)?;
    let Some(root) = refined.funcs.iter().position(|f| &*f.name == entry) else { return Ok(refined) };
    for i in refined.reachable_funcs(root) {
        let f = &refined.funcs[i];
        let mut left = None;
        f.graph.walk(f.body, |id| {
            let d = f.graph.op(id);
            let unknown = d.results.iter().find(|&&v| !is_static(f.graph.ty(v)));
            if left.is_none() && (unknown.is_some() || takes_amounts(&d.op)) {
                let what = match unknown {
                    Some(&v) => format!("nothing decides the sizes of the result {}", f.graph.ty(v)),
                    None => "its amounts are known at run time only".to_string(),
                };
                left = Some(unimplemented("dynamic-shape", d, what));
            }
        });
        if let Some(d) = left {
            return Err(d);
        }
    }
    Ok(refined)
}
