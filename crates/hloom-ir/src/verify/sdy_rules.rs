//! `sdy.sharding_rule` and propagation edges: they fit the op that they are about.

use super::sdy_collectives::sharding_of;
use super::sharding::{Result, mesh_of};
use crate::attrs::{PropagationEdges, Sharding, ShardingRule, ValueRef};
use crate::{Func, Module, Op, OpData, OpId, Region, Type};
use hloom_mlir::Attr;

/// Finds the op around a region.
type Parent<'a> = dyn Fn(Region) -> Option<OpId> + 'a;

/// Checks what an op says besides its own attributes.
pub(super) fn check(module: &Module, f: &Func, data: &OpData, parent: &Parent<'_>) -> Result<()> {
    for (name, attr) in data.extra.iter().flat_map(|e| e.iter()) {
        match &**name {
            "sdy.sharding_rule" => ShardingRule::from_attr(attr).and_then(|rule| fits(f, data, &rule)),
            "sdy.propagation_edges" => {
                PropagationEdges::from_attr(attr).and_then(|e| edges(module, f, data, &e, parent))
            }
            "sdy.result_propagation_edges" | "sdy.block_arg_propagation_edges" => list(attr),
            _ => continue,
        }
        .map_err(|why| format!("{name} {why}"))?;
    }
    Ok(())
}

fn fits(f: &Func, data: &OpData, rule: &ShardingRule) -> Result<()> {
    let mut used = vec![false; rule.factors.len()];
    let mut in_results = used.clone();
    for (what, values, mappings) in
        [("operand", &data.operands[..], &rule.operands), ("result", &data.results[..], &rule.results)]
    {
        if values.len() != mappings.len() || mappings.is_empty() {
            return Err(format!("has {} {what}s, the op {}", mappings.len(), values.len()));
        }
        for (i, (&v, dims)) in values.iter().zip(mappings).enumerate() {
            let wrong = |why: String| Err(format!("at {what} {i} {why}"));
            let Type::Tensor(t) = f.graph.ty(v) else { return wrong("is about no tensor".into()) };
            if !t.is_static() {
                return wrong(format!("is about {t}, whose shape is not static"));
            }
            if dims.len() != t.rank() {
                return wrong(format!("has {} dimensions for {t}", dims.len()));
            }
            let mut seen = vec![false; rule.factors.len()];
            for factors in dims {
                if factors.is_empty() {
                    return wrong("has a dimension without factors".into());
                }
                for &factor in factors {
                    let Some(&size) = rule.factors.get(factor) else {
                        return wrong(format!("names factor {factor} of {}", rule.factors.len()));
                    };
                    if std::mem::replace(&mut seen[factor], true) {
                        return wrong(format!("uses factor {factor} twice"));
                    }
                    if size == 1 && factors.len() > 1 {
                        return wrong("has a factor of size 1 beside another".into());
                    }
                    used[factor] = true;
                    in_results[factor] |= what == "result";
                }
            }
        }
    }
    if let Some(factor) = used.iter().position(|u| !u) {
        return Err(format!("has factor {factor}, which no dimension is made of"));
    }
    for list in &rule.special {
        if !list.windows(2).all(|w| w[0] < w[1]) || list.last().is_some_and(|&l| l >= used.len()) {
            return Err("has special factors that are not sorted, stand twice or do not exist".into());
        }
    }
    let [reduction, replication, permutation, _] = &rule.special;
    let twice =
        |factor: &usize| [reduction, replication, permutation].iter().filter(|list| list.contains(factor)).count() > 1;
    if reduction.iter().chain(replication).any(twice) {
        return Err("has a factor that is special in two ways".into());
    }
    match reduction.iter().find(|&&factor| in_results[factor]) {
        Some(factor) => Err(format!("has factor {factor}, which is summed over, in a result")),
        None => Ok(()),
    }
}

fn list(attr: &Attr) -> Result<()> {
    match attr {
        Attr::Array(items) => items.iter().try_for_each(|a| PropagationEdges::from_attr(a).map(|_| ())),
        _ => Err("must be an array of propagation edges".into()),
    }
}

fn edges(module: &Module, f: &Func, data: &OpData, edges: &PropagationEdges, parent: &Parent<'_>) -> Result<()> {
    for (i, (step, entries)) in edges.0.iter().enumerate() {
        if *step < 0 || edges.0[..i].iter().any(|(other, _)| other == step) {
            return Err(format!("has step {step}, which is negative or there twice"));
        }
        for e in entries {
            if e.targets.contains(&e.source) {
                return Err(format!("leads from a value to itself in step {step}"));
            }
            if e.targets.iter().enumerate().any(|(i, t)| e.targets[..i].contains(t)) {
                return Err(format!("leads to a value twice in step {step}"));
            }
        }
    }
    let value = |r: ValueRef| match r {
        ValueRef::Operand(i) => data.operands.get(usize::try_from(i).ok()?),
        ValueRef::Result(i) => data.results.get(usize::try_from(i).ok()?),
    };
    let ends = || {
        edges
            .0
            .iter()
            .flat_map(|(_, entries)| entries)
            .flat_map(|e| [e.source].into_iter().chain(e.targets.iter().copied()))
    };
    let known: Vec<Sharding> = ends().filter_map(|r| sharding_of(f, *value(r)?, parent)).collect();
    let Some(first) = known.first() else { return Err("leads to no value with a sharding".into()) };
    let mesh = mesh_of(module, &first.mesh)?;
    for s in &known {
        if mesh_of(module, &s.mesh)? != mesh {
            return Err("is about values over different meshes".into());
        }
    }
    for e in edges.0.iter().flat_map(|(_, entries)| entries) {
        if !mesh.axes.iter().any(|(n, _)| *n == e.axis.name) {
            return Err(format!("has axis '{}', which is not in the mesh", e.axis.name));
        }
    }
    // An edge of a function speaks of the op at its other end.
    if matches!(data.op, Op::SdyFuncDataFlowEdge {}) {
        return Ok(());
    }
    match ends().find(|&r| value(r).is_none()) {
        Some(ValueRef::Operand(i)) => Err(format!("names operand {i} of {}", data.operands.len())),
        Some(ValueRef::Result(i)) => Err(format!("names result {i} of {}", data.results.len())),
        None => Ok(()),
    }
}
