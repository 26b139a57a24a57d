//! Shardy's annotations: meshes are sound, shardings fit the values they are about.

use crate::attrs::{AttrValue, AxisRef, Direction, ManualAxes, Mesh, MeshRef, Sharding, ShardingPerValue};
use crate::{Diagnostics, Func, Graph, Module, Op, OpData, OpId, Region, TensorType, Type, Value, ValueDef};
use hloom_mlir::{Attr, Str};
use rustc_hash::FxHashMap;

pub(super) type Result<T> = std::result::Result<T, String>;

/// Checks the meshes of a module.
pub(super) fn meshes(module: &Module, symbols: &FxHashMap<&str, usize>, diags: &mut Diagnostics) {
    for (i, decl) in module.meshes.iter().enumerate() {
        if symbols.contains_key(&*decl.name) || module.meshes[..i].iter().any(|m| m.name == decl.name) {
            diags.error("duplicate-symbol", format!("there are two symbols @{}", decl.name), decl.loc);
        }
        if let Err(why) = decl.mesh().and_then(|m| sound_mesh(&m)) {
            diags.error("sdy-mesh", format!("mesh @{} {why}", decl.name), decl.loc);
        }
    }
}

fn sound_mesh(mesh: &Mesh) -> Result<()> {
    let ids = mesh.device_ids.as_deref().unwrap_or(&[]);
    if let Some((name, size)) = mesh.axes.iter().find(|a| a.1 < 1) {
        return Err(format!("has axis '{name}' of size {size}"));
    }
    if let Some(id) = ids.iter().find(|&&id| id < 0) {
        return Err(format!("has device {id}"));
    }
    for (i, (name, _)) in mesh.axes.iter().enumerate() {
        if mesh.axes[..i].iter().any(|(n, _)| n == name) {
            return Err(format!("has two axes '{name}'"));
        }
    }
    let total = mesh.num_devices().ok_or("has too many devices")?;
    if ids.is_empty() {
        return Ok(());
    }
    if ids.len() as i64 != total {
        return Err(format!("has {total} positions and {} device ids", ids.len()));
    }
    if mesh.axes.is_empty() {
        return Ok(());
    }
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..total) {
        return Err(format!("must number its devices from 0 to {}", total - 1));
    }
    Ok(())
}

/// Checks `sdy.sharding` of parameters and results.
pub(super) fn function(module: &Module, f: &Func, diags: &mut Diagnostics) {
    for (what, values, attrs) in [("parameter", f.params(), &f.param_attrs), ("result", f.results(), &f.result_attrs)] {
        for (i, (&v, attrs)) in values.iter().zip(attrs).enumerate() {
            let Some((_, attr)) = attrs.iter().find(|(n, _)| &**n == "sdy.sharding") else { continue };
            if v.0 as usize >= f.graph.num_values() {
                continue;
            }
            let check = |s: Sharding| tensor_sharding(module, &s, f.graph.ty(v), &[]);
            if let Err(why) = Sharding::from_attr(Some(attr)).and_then(check) {
                diags.error("sdy-sharding", format!("sharding of {what} {i} of @{}: {why}", f.name), f.loc);
            }
        }
    }
}

/// Checks what an op says about sharding. `manual` are the axes that manual computations around it bind.
/// `parent` finds the op around a region; `uses` counts how often a value is used.
pub(super) fn op(
    module: &Module,
    f: &Func,
    data: &OpData,
    manual: &[Str],
    parent: &dyn Fn(Region) -> Option<OpId>,
    uses: &dyn Fn(Value) -> u32,
    diags: &mut Diagnostics,
) {
    if let Err((code, why)) = op_result(module, f, data, manual, parent, uses) {
        diags.error(code, format!("{}: {why}", data.op.name()), data.loc);
    }
}

fn op_result(
    module: &Module,
    f: &Func,
    data: &OpData,
    manual: &[Str],
    parent: &dyn Fn(Region) -> Option<OpId>,
    uses: &dyn Fn(Value) -> u32,
) -> std::result::Result<(), (&'static str, String)> {
    let g = &f.graph;
    let wrong = |why: String| ("sdy-sharding", why);
    let result = |i: usize| data.results.get(i).map(|&v| g.ty(v));
    let one = |s: &Sharding| match result(0) {
        Some(ty) => tensor_sharding(module, s, ty, manual).map_err(wrong),
        None => Ok(()),
    };
    if let Some(extra) = &data.extra
        && let Some((_, attr)) = extra.iter().find(|(n, _)| &**n == "sdy.sharding")
        && !is_text(attr)
    {
        let types: Vec<&Type> = data.results.iter().map(|&v| g.ty(v)).collect();
        ShardingPerValue::from_attr(Some(attr)).and_then(|s| per_value(module, &s, &types, manual)).map_err(wrong)?;
    }
    if data.extra.is_some() {
        super::sdy_rules::check(module, f, data, parent).map_err(|why| ("sdy-rule", why))?;
    }
    match &data.op {
        Op::SdyShardingConstraint { sharding } | Op::SdyReshard { sharding } => {
            one(sharding)?;
            super::sdy_collectives::reshard(module, f, data, sharding, parent).map_err(|why| ("sdy-unreduced", why))
        }
        Op::SdyDataFlowEdge { .. } | Op::SdyFuncDataFlowEdge {} => {
            edge(f, data, uses, parent).map_err(|why| ("sdy-edge", why))?;
            match &data.op {
                Op::SdyDataFlowEdge { sharding: Some(sharding) } => one(sharding),
                _ => Ok(()),
            }
        }
        op if op.out_sharding().is_some() => {
            op.out_sharding().map_or(Ok(()), one)?;
            super::sdy_collectives::check(module, f, data, parent).map_err(|why| ("sdy-collective", why))
        }
        Op::SdyPropagationBarrier { allowed_direction: Direction::Both } => {
            Err(("sdy-barrier", "a barrier that stops nothing".into()))
        }
        Op::SdyNamedComputation { in_shardings, out_shardings, .. } => {
            let types = |vs: &[crate::Value]| -> Vec<Type> { vs.iter().map(|&v| g.ty(v).clone()).collect() };
            for (shardings, types) in [(in_shardings, types(&data.operands)), (out_shardings, types(&data.results))] {
                let types: Vec<&Type> = types.iter().collect();
                shardings.as_ref().map_or(Ok(()), |s| per_value(module, s, &types, manual)).map_err(wrong)?;
            }
            Ok(())
        }
        Op::SdyManualComputation { in_shardings, out_shardings, manual_axes } => {
            manual_computation(module, g, data, in_shardings, out_shardings, manual_axes, manual)
                .map_err(|why| ("sdy-manual", why))
        }
        _ => Ok(()),
    }
}

/// An edge is the one use of a value that enters or leaves a region or, if it is one of functions, a function.
fn edge(f: &Func, data: &OpData, uses: &dyn Fn(Value) -> u32, parent: &dyn Fn(Region) -> Option<OpId>) -> Result<()> {
    let g = &f.graph;
    if !matches!(data.results.first().map(|&v| g.ty(v)), Some(Type::Tensor(t)) if t.is_static()) {
        return Err("the shape must be static".into());
    }
    let Some(&v) = data.operands.first() else { return Ok(()) };
    if uses(v) != 1 {
        return Err("what enters or leaves must have no other use".into());
    }
    let def = g.def_op(v).map(|(_, d)| &d.op);
    match (&data.op, g.value(v).def, def) {
        (Op::SdyFuncDataFlowEdge {}, ValueDef::Param(r, _), _) if parent(r).is_some() => {
            Err("an edge of functions begins at a parameter of the function".into())
        }
        (Op::SdyFuncDataFlowEdge {}, _, Some(op)) if !matches!(op, Op::Call { .. }) => {
            Err("an edge of functions begins at a result of a call".into())
        }
        (Op::SdyDataFlowEdge { .. }, _, Some(op))
            if op.name().starts_with("sdy.") && !matches!(op, Op::SdyNamedComputation { .. }) =>
        {
            Err(format!("an edge does not begin at a result of {}", op.name()))
        }
        _ => Ok(()),
    }
}

/// GSPMD-style producers store shardings as strings in the same place; those are not Shardy's.
fn is_text(attr: &Attr) -> bool {
    matches!(attr, Attr::String(_))
}

pub(super) fn mesh_of(module: &Module, mesh: &MeshRef) -> Result<Mesh> {
    match mesh {
        MeshRef::Inline(m) => sound_mesh(m).map(|()| m.clone()).map_err(|why| format!("the mesh {why}")),
        MeshRef::Symbol(name) => module.mesh(name).ok_or_else(|| format!("there is no mesh @{name}")),
    }
}

fn per_value(module: &Module, s: &ShardingPerValue, types: &[&Type], manual: &[Str]) -> Result<()> {
    // An op without results may say on which device it runs.
    if let ([only], true) = (&s.0[..], types.is_empty()) {
        let mesh = mesh_of(module, &only.mesh)?;
        let plain = only.axes().next().is_none();
        return if mesh.axes.is_empty() || plain { Ok(()) } else { Err("a sharding of no value".into()) };
    }
    if s.0.len() != types.len() {
        return Err(format!("{} shardings for {} values", s.0.len(), types.len()));
    }
    s.0.iter().zip(types).try_for_each(|(s, ty)| tensor_sharding(module, s, ty, manual))
}

fn tensor_sharding(module: &Module, s: &Sharding, ty: &Type, manual: &[Str]) -> Result<()> {
    let mesh = mesh_of(module, &s.mesh)?;
    let single = mesh.axes.is_empty() && mesh.device_ids.as_ref().is_some_and(|ids| ids.len() == 1);
    let shape: Option<&TensorType> = match ty {
        Type::Tensor(t) | Type::Buffer(t) => Some(t),
        Type::Tuple(items) if items.len() == 1 => items[0].as_tensor(),
        _ => None,
    };
    let rank = if single { 0 } else { shape.map_or(0, TensorType::rank) };
    if s.dims.len() != rank {
        return Err(format!("a sharding of {} dimensions for {ty}, where {rank} are possible", s.dims.len()));
    }
    if (single || shape.is_none()) && s.axes().next().is_some() {
        return Err(format!("axes in the sharding of {ty}"));
    }
    for (i, d) in s.dims.iter().enumerate() {
        if d.priority.is_some_and(|p| p < 0) || (d.priority.is_some() && !d.open && d.axes.is_empty()) {
            return Err(format!("dimension {i} has a priority but nothing to propagate"));
        }
    }
    for (what, axes) in [("replicated", &s.replicated), ("unreduced", &s.unreduced)] {
        let position = |a: &AxisRef| (mesh.axes.iter().position(|(n, _)| *n == a.name), a.sub_axis.map_or(0, |p| p.0));
        if !axes.iter().map(position).is_sorted() {
            return Err(format!("{what} axes do not stand in the order of the mesh"));
        }
    }
    let lists = s.dims.iter().map(|d| &d.axes).chain([&s.replicated, &s.unreduced]);
    for axes in lists {
        for pair in axes.windows(2) {
            if let (Some((pre, size)), Some((next, _))) = (pair[0].sub_axis, pair[1].sub_axis)
                && pair[0].name == pair[1].name
                && pre.checked_mul(size) == Some(next)
            {
                return Err(format!("parts of axis '{}' that follow one another must be one", pair[0].name));
            }
        }
    }
    let all: Vec<AxisRef> = s.axes().cloned().collect();
    axes_of_mesh(&mesh, &all)?;
    match all.iter().find(|a| manual.contains(&a.name)) {
        Some(a) => Err(format!("axis '{}' is bound by a manual computation around it", a.name)),
        None => Ok(()),
    }
}

/// Every axis is one of the mesh, a part of it is a sound one, and none overlaps another.
pub(super) fn axes_of_mesh(mesh: &Mesh, axes: &[AxisRef]) -> Result<()> {
    for (i, a) in axes.iter().enumerate() {
        let Some((_, full)) = mesh.axes.iter().find(|(n, _)| *n == a.name) else {
            return Err(format!("axis '{}' is not in the mesh", a.name));
        };
        let span = |a: &AxisRef| a.sub_axis.map_or(Some((1, *full)), |(pre, n)| Some((pre, pre.checked_mul(n)?)));
        let (from, to) = span(a).filter(|(f, t)| *f >= 1 && *t > 0 && full % t == 0).ok_or_else(|| part(a))?;
        if a.sub_axis.is_some_and(|(_, size)| size < 2 || size == *full) {
            return Err(part(a));
        }
        for b in axes[..i].iter().filter(|b| b.name == a.name) {
            if span(b).is_none_or(|(f, t)| f < to && from < t) {
                return Err(format!("axis '{}' is used twice", a.name));
            }
        }
    }
    Ok(())
}

fn part(a: &AxisRef) -> String {
    let (pre, size) = a.sub_axis.unwrap_or((1, 1));
    format!("axis '{}' has no part ({pre}){size}", a.name)
}

pub(super) fn axis_size(mesh: &Mesh, a: &AxisRef) -> i64 {
    let full = || mesh.axes.iter().find(|(n, _)| *n == a.name).map_or(1, |(_, size)| *size);
    a.sub_axis.map_or_else(full, |(_, size)| size)
}

#[allow(clippy::too_many_arguments)]
fn manual_computation(
    module: &Module,
    g: &Graph,
    data: &OpData,
    ins: &ShardingPerValue,
    outs: &ShardingPerValue,
    axes: &ManualAxes,
    manual: &[Str],
) -> Result<()> {
    if let Some(a) = axes.0.iter().find(|a| manual.contains(a)) {
        return Err(format!("axis '{a}' is bound by a manual computation around it"));
    }
    let body = g.region(data.regions[0]);
    let sides = [
        ("operand", &data.operands[..], &body.params[..], ins),
        ("result", &data.results[..], &body.results[..], outs),
    ];
    for (what, global, local, shardings) in sides {
        let types: Vec<&Type> = global.iter().map(|&v| g.ty(v)).collect();
        if !(types.is_empty() && shardings.0.is_empty()) {
            per_value(module, shardings, &types, manual).map_err(|why| format!("{what}s: {why}"))?;
        }
        if global.len() != local.len() {
            return Err(format!("{} {what}s, {} of the body", global.len(), local.len()));
        }
        for (i, ((ty, &l), s)) in types.iter().zip(local).zip(&shardings.0).enumerate() {
            let mesh = mesh_of(module, &s.mesh)?;
            let Type::Tensor(t) = ty else { continue };
            let mut expected = t.clone();
            for (d, (size, sharding)) in expected.dims.iter_mut().zip(&s.dims).enumerate() {
                let is_manual = |a: &&AxisRef| axes.0.contains(&a.name);
                if sharding.axes.iter().skip_while(is_manual).any(|a| is_manual(&a)) {
                    return Err(format!("{what} {i}, dimension {d}: manual axes must come first"));
                }
                let factor = sharding.axes.iter().filter(is_manual).map(|a| axis_size(&mesh, a));
                let factor = factor.fold(1i64, i64::saturating_mul);
                if *size >= 0 {
                    if *size % factor != 0 {
                        return Err(format!("{what} {i}, dimension {d}: {size} does not split into {factor}"));
                    }
                    *size /= factor;
                }
            }
            if *g.ty(l) != Type::Tensor(expected.clone()) {
                return Err(format!("{what} {i} of the body is {}, must be {expected}", g.ty(l)));
            }
        }
    }
    common_mesh(module, ins.0.iter().chain(&outs.0), axes)
}

/// The manual axes are axes of the one mesh that the shardings are over.
fn common_mesh<'a>(module: &Module, all: impl Iterator<Item = &'a Sharding>, axes: &ManualAxes) -> Result<()> {
    let mut common: Option<Mesh> = None;
    let mut any = false;
    for s in all {
        any = true;
        let mesh = mesh_of(module, &s.mesh)?;
        // An empty mesh goes with every other.
        if mesh.axes.is_empty() && mesh.device_ids.as_ref().is_none_or(Vec::is_empty) {
            continue;
        }
        match &common {
            Some(c) if *c != mesh && !axes.0.is_empty() => return Err("the shardings are over different meshes".into()),
            _ => common = Some(mesh),
        }
    }
    let has = |name: &Str| common.as_ref().is_some_and(|m| m.axes.iter().any(|(n, _)| n == name));
    match axes.0.iter().find(|a| any && !has(a)) {
        Some(a) => Err(format!("manual axis '{a}' is not in the mesh")),
        None => Ok(()),
    }
}
