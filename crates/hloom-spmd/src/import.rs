//! Shardy in the form in which XLA takes it through programs that know no Shardy: text in `mhlo.frontend_attributes`
//! (`xla.sdy.meshes`, `xla.sdy.sharding`, …) and custom calls (`xla.sdy.GlobalToLocalShape`, …).
//!
//! Portable artifacts that older versions of StableHLO read, and what JAX exports, are so. Here everything becomes the
//! attributes and ops of Shardy that it stands for.

use hloom_ir::attrs::{AttrValue, ManualAxes, Sharding, ShardingPerValue};
use hloom_ir::rewrite::{Rewrite, Rewriter, Values, rewrite_func};
use hloom_ir::{Attr, Diagnostics, Func, MeshDecl, Module, Op, OpData, OpId, Region, Str, Value, ValueMap};
use rustc_hash::FxHashMap;

const FRONTEND: &str = "mhlo.frontend_attributes";
const MANUAL_BODY: &str = "xla.sdy.manual_computation_body";

/// The module with Shardy's own attributes and ops; `None` if it has none in the other form.
///
/// # Errors
/// Text that cannot be read.
pub(crate) fn import(module: &Module) -> Result<Option<Module>, Diagnostics> {
    let Some(Attr::String(meshes)) = frontend(&module.attrs, "xla.sdy.meshes") else { return Ok(None) };
    let mut out = module.clone();
    let declared = declarations(meshes);
    out.meshes.extend(declared.into_iter().map(|(name, body)| MeshDecl {
        name,
        attrs: vec![("mesh".into(), Attr::Dialect("sdy".into(), "mesh".into(), body))],
        before: 0,
        loc: module.loc,
    }));
    let mut bodies: FxHashMap<Str, Func> = FxHashMap::default();
    // Bodies of manual computations first, those without others in them before those around them.
    let (mut left, mut rest): (Vec<&Func>, Vec<&Func>) =
        module.funcs.iter().partition(|f| f.name.starts_with(MANUAL_BODY));
    while !left.is_empty() {
        let before = left.len();
        let mut later = Vec::new();
        for f in left {
            if calls(f).all(|name| bodies.contains_key(name)) {
                bodies.insert(f.name.clone(), imported(f, &bodies)?);
            } else {
                later.push(f);
            }
        }
        left = later;
        if left.len() == before {
            // They call each other: no program of JAX does.
            rest.append(&mut left);
        }
    }
    out.funcs = rest.into_iter().map(|f| imported(f, &bodies)).collect::<Result<_, _>>()?;
    Ok(Some(out))
}

/// Names of the bodies of manual computations that a function calls.
fn calls(f: &Func) -> impl Iterator<Item = &Str> {
    (0..f.graph.num_ops()).filter_map(|i| match &f.graph.op(OpId(i as u32)).op {
        Op::Call { callee } if callee.0.starts_with(MANUAL_BODY) => Some(&callee.0),
        _ => None,
    })
}

fn imported(f: &Func, bodies: &FxHashMap<Str, Func>) -> Result<Func, Diagnostics> {
    let mut out = rewrite_func(f, &mut Import { bodies })?;
    for attrs in out.param_attrs.iter_mut().chain(&mut out.result_attrs) {
        if let Some(sharding) = frontend(attrs, "xla.sdy.sharding").and_then(|a| dialect(a, "sharding")) {
            attrs.push(("sdy.sharding".into(), sharding));
        }
    }
    let g = &f.graph;
    out.result_attrs.resize(f.results().len(), Vec::new());
    for (i, &v) in f.results().iter().enumerate() {
        let Some((_, d)) = g.def_op(v) else { continue };
        if let (Op::CustomCall { call_target_name: target, .. }, Some(s)) = (&d.op, shardings(d))
            && &**target == "xla.sdy.FuncResultSharding"
            && let Some(attr) = s.0.first().and_then(Sharding::to_attr)
        {
            out.result_attrs[i].push(("sdy.sharding".into(), attr));
        }
    }
    Ok(out)
}

/// An entry of the frontend attributes among attributes.
pub(crate) fn frontend<'a>(attrs: &'a [(Str, Attr)], key: &str) -> Option<&'a Attr> {
    match attrs.iter().find(|(n, _)| &**n == FRONTEND) {
        Some((_, Attr::Dict(pairs))) => pairs.iter().find(|(n, _)| &**n == key).map(|(_, a)| a),
        _ => None,
    }
}

/// `#sdy.mnemonic<body>` or `#sdy<mnemonic body>` as an attribute.
fn dialect(text: &Attr, mnemonic: &str) -> Option<Attr> {
    let Attr::String(text) = text else { return None };
    let text = text.trim().strip_prefix("#sdy")?.strip_suffix('>')?;
    let body = match text.strip_prefix('.') {
        Some(named) => named.strip_prefix(mnemonic)?.strip_prefix('<')?,
        None => text.strip_prefix('<')?.strip_prefix(mnemonic)?,
    };
    Some(Attr::Dialect("sdy".into(), mnemonic.into(), body.into()))
}

/// `{name = #sdy.mesh<…>, …}`: names and bodies.
fn declarations(text: &str) -> Vec<(Str, Str)> {
    let mut out = Vec::new();
    let mut rest = text.trim().trim_start_matches('{');
    while let Some((name, after)) = rest.split_once(" = #sdy.mesh<") {
        let mut depth = 1;
        let end = after.char_indices().find(|(_, c)| {
            depth += i32::from(*c == '<') - i32::from(*c == '>');
            depth == 0
        });
        let Some((end, _)) = end else { break };
        let name = name.trim().trim_start_matches(',').trim().trim_matches('"');
        out.push((name.into(), after[..end].into()));
        rest = &after[end + 1..];
    }
    out
}

/// The shardings that an op states as text.
fn shardings(d: &OpData) -> Option<ShardingPerValue> {
    stated(d, "xla.sdy.sharding", "sharding_per_value")
}

fn stated<T: AttrValue>(d: &OpData, key: &str, mnemonic: &str) -> Option<T> {
    let attr = dialect(frontend(d.extra.as_deref()?, key)?, mnemonic)?;
    T::from_attr(Some(&attr)).ok()
}

struct Import<'a> {
    bodies: &'a FxHashMap<Str, Func>,
}

fn target(d: &OpData) -> Option<&str> {
    match &d.op {
        Op::CustomCall { call_target_name, .. } => Some(call_target_name),
        _ => None,
    }
}

impl Import<'_> {
    fn manual(&self, r: &mut Rewriter<'_>, op: &OpData, operands: &[Value], body: &Func) -> Option<Values> {
        // What goes in and what comes out are the operands and results of the custom calls around the call.
        let before = op.operands.first().and_then(|&v| r.src.def_op(v)).map(|(_, d)| d);
        let before = before.filter(|d| target(d) == Some("xla.sdy.GlobalToLocalShape"));
        let uses = |d: &OpData| target(d) == Some("xla.sdy.LocalToGlobalShape") && d.operands == op.results;
        let after = (0..r.src.num_ops()).map(|i| r.src.op(OpId(i as u32))).find(|d| uses(d));
        let axes = |d: Option<&OpData>| d.and_then(|d| stated::<ManualAxes>(d, "xla.sdy.manual_axes", "manual_axes"));
        let sides = |d: Option<&OpData>, key| d.and_then(|d| stated::<ShardingPerValue>(d, key, "sharding_per_value"));
        let manual = Op::SdyManualComputation {
            in_shardings: sides(before, "xla.sdy.in_shardings").unwrap_or_default(),
            manual_axes: axes(before).or_else(|| axes(after))?,
            out_shardings: sides(after, "xla.sdy.out_shardings").unwrap_or_default(),
        };
        let types = after.map_or_else(Vec::new, |d| r.result_types(d));
        let region = r.graph.clone_region(&body.graph, body.body, &mut ValueMap::new());
        Some(r.emit_with(manual, operands, &[region], types, None))
    }
}

impl Rewrite for Import<'_> {
    fn op(
        &mut self,
        r: &mut Rewriter<'_>,
        op: &OpData,
        operands: &[Value],
        regions: &[Region],
    ) -> Result<Option<Values>, Diagnostics> {
        if let Op::Call { callee } = &op.op
            && let Some(body) = self.bodies.get(&callee.0)
        {
            let values = self.manual(r, op, operands, body);
            return values.map(Some).ok_or_else(|| {
                r.error("xla-sdy-manual", format!("call of @{} without xla.sdy.manual_axes around it", callee.0))
            });
        }
        match target(op) {
            Some("xla.sdy.GlobalToLocalShape" | "xla.sdy.LocalToGlobalShape") => {
                return Ok(Some(operands.iter().copied().collect()));
            }
            Some("Sharding" | "xla.sdy.FuncResultSharding") => {
                let Some(sharding) = shardings(op).and_then(|s| s.0.into_iter().next()) else { return Ok(None) };
                let types = r.result_types(op);
                return Ok(Some(r.emit(Op::SdyShardingConstraint { sharding }, operands, types)));
            }
            _ => {}
        }
        let (Some(attr), Some(extra)) = (shardings(op).and_then(|s| s.to_attr()), &op.extra) else { return Ok(None) };
        let mut extra = extra.to_vec();
        extra.push(("sdy.sharding".into(), attr));
        let types = r.result_types(op);
        Ok(Some(r.emit_with(op.op.clone(), operands, regions, types, Some(&extra))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read() {
        let text = r#"{mesh = #sdy.mesh<["x"=8]>, "two words" = #sdy.mesh<["a"=2, "b"=4], device_ids=[1, 0]>}"#;
        let names: Vec<(Str, Str)> = declarations(text);
        assert_eq!(names[0], ("mesh".into(), r#"["x"=8]"#.into()));
        assert_eq!(names[1].0, "two words".into());
        let axes = dialect(&Attr::String(r#"#sdy<manual_axes{"x"}>"#.into()), "manual_axes");
        assert_eq!(axes.and_then(|a| ManualAxes::from_attr(Some(&a)).ok()), Some(ManualAxes(vec!["x".into()])));
    }
}
