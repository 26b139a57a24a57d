//! Shardy's collectives: the axes they name lead from the sharding of the operand to that of the result.
//!
//! A value has the sharding that its definition states: an op of Shardy in its attribute, another op in `sdy.sharding`, a
//! parameter of the function in its attributes, one of a region in those of the op around it.

use super::sharding::{Result, axes_of_mesh, axis_size, mesh_of};
use crate::attrs::{AttrValue, AxisRef, Mesh, Reduction, Sharding, ShardingPerValue};
use crate::{Attr, Func, Graph, Module, Op, OpData, OpId, Region, Str, Value, ValueDef};

fn named<T: AttrValue>(attrs: &[(Str, Attr)]) -> Option<T> {
    let (_, attr) = attrs.iter().find(|(n, _)| &**n == "sdy.sharding")?;
    T::from_attr(Some(attr)).ok()
}

/// The sharding that the definition of a value states. `parent` finds the op around a region.
pub(super) fn sharding_of(f: &Func, v: Value, parent: &dyn Fn(Region) -> Option<OpId>) -> Option<Sharding> {
    match f.graph.value(v).def {
        ValueDef::Param(r, i) if r == f.body => named(f.param_attrs.get(i as usize)?),
        ValueDef::Param(r, i) => match &f.graph.op(parent(r)?).op {
            Op::SdyManualComputation { in_shardings, manual_axes, .. } => {
                let mut s = in_shardings.0.get(i as usize)?.clone();
                let free = |axes: &mut Vec<AxisRef>| axes.retain(|a| !manual_axes.0.contains(&a.name));
                s.dims.iter_mut().for_each(|d| free(&mut d.axes));
                free(&mut s.replicated);
                free(&mut s.unreduced);
                Some(s)
            }
            Op::SdyNamedComputation { in_shardings, .. } => in_shardings.as_ref()?.0.get(i as usize).cloned(),
            _ => None,
        },
        ValueDef::Result(op, i) => {
            let data = f.graph.op(op);
            match &data.op {
                Op::SdyShardingConstraint { sharding } | Op::SdyReshard { sharding } => Some(sharding.clone()),
                Op::SdyDataFlowEdge { sharding } => sharding.clone(),
                Op::SdyManualComputation { out_shardings, .. } => out_shardings.0.get(i as usize).cloned(),
                Op::SdyNamedComputation { out_shardings, .. } => out_shardings.as_ref()?.0.get(i as usize).cloned(),
                op => op
                    .out_sharding()
                    .cloned()
                    .or_else(|| named::<ShardingPerValue>(data.extra.as_deref()?)?.0.get(i as usize).cloned()),
            }
        }
    }
}

/// Where a part of an axis begins and ends: products of sizes.
fn span(mesh: &Mesh, a: &AxisRef) -> (i64, i64) {
    let (pre, size) = a.sub_axis.unwrap_or((1, axis_size(mesh, a)));
    (pre, pre.saturating_mul(size))
}

/// The part of an axis between two products.
fn between(mesh: &Mesh, name: &Str, from: i64, to: i64) -> AxisRef {
    let whole = AxisRef { name: name.clone(), sub_axis: None };
    let full = axis_size(mesh, &whole);
    if from == 1 && to == full { whole } else { AxisRef { name: name.clone(), sub_axis: Some((from, to / from)) } }
}

fn overlap(mesh: &Mesh, a: &AxisRef, b: &AxisRef) -> bool {
    let ((f, t), (g, u)) = (span(mesh, a), span(mesh, b));
    a.name == b.name && f < u && g < t
}

/// `axes` without `taken`, which must be at its end.
fn without(mesh: &Mesh, axes: &[AxisRef], taken: &[AxisRef], dim: usize) -> Result<Vec<AxisRef>> {
    let mut left = axes.to_vec();
    for t in taken.iter().rev() {
        let last = left.pop().filter(|l| l.name == t.name && span(mesh, l).1 == span(mesh, t).1);
        let Some(last) = last.filter(|l| span(mesh, l).0 <= span(mesh, t).0) else {
            return Err(format!("dimension {dim} of the operand is not sharded by axis '{}' at its end", t.name));
        };
        let (from, to) = (span(mesh, &last).0, span(mesh, t).0);
        if from < to {
            left.push(between(mesh, &t.name, from, to));
        }
    }
    Ok(left)
}

/// `axes` and then `added`; parts of one axis that follow one another become one.
fn with(mesh: &Mesh, axes: &[AxisRef], added: &[AxisRef]) -> Vec<AxisRef> {
    let mut all = axes.to_vec();
    for a in added {
        match all.last() {
            Some(last) if last.name == a.name && span(mesh, last).1 == span(mesh, a).0 => {
                let (from, to) = (span(mesh, last).0, span(mesh, a).1);
                all.pop();
                all.push(between(mesh, &a.name, from, to));
            }
            _ => all.push(a.clone()),
        }
    }
    all
}

/// Axes in the order of the mesh, parts joined.
fn sorted(mesh: &Mesh, mut axes: Vec<AxisRef>) -> Vec<AxisRef> {
    axes.sort_by_key(|a| (mesh.axes.iter().position(|(n, _)| *n == a.name), span(mesh, a).0));
    with(mesh, &[], &axes)
}

/// Parts of one axis that follow one another must be one.
fn joined(mesh: &Mesh, axes: &[AxisRef]) -> Result<()> {
    if with(mesh, &[], axes).len() == axes.len() {
        Ok(())
    } else {
        Err("parts of an axis that follow one another must be one".into())
    }
}

fn in_order(mesh: &Mesh, axes: &[AxisRef]) -> Result<()> {
    let key = |a: &AxisRef| (mesh.axes.iter().position(|(n, _)| *n == a.name), span(mesh, a).0);
    if axes.iter().map(key).is_sorted() { Ok(()) } else { Err("the axes do not stand in the order of the mesh".into()) }
}

fn expect(dim: usize, result: &Sharding, axes: &[AxisRef]) -> Result<()> {
    match result.dims.get(dim) {
        Some(d) if d.axes == axes => Ok(()),
        _ => Err(format!("dimension {dim} of the result is not sharded as the axes say")),
    }
}

/// Checks a collective whose result has a sound sharding.
pub(super) fn check(module: &Module, f: &Func, data: &OpData, parent: &dyn Fn(Region) -> Option<OpId>) -> Result<()> {
    let Some(result) = data.op.out_sharding() else { return Ok(()) };
    let mesh = mesh_of(module, &result.mesh)?;
    let found = data.operands.first().and_then(|&v| sharding_of(f, v, parent));
    let may_lack = matches!(data.op, Op::SdyAllSlice { .. } | Op::SdyAllReduce { .. } | Op::SdyReduceScatter { .. });
    let operand = match found {
        Some(s) => s,
        None if may_lack => Sharding {
            mesh: result.mesh.clone(),
            dims: vec![Default::default(); result.dims.len()],
            replicated: vec![],
            unreduced: vec![],
            reduction: Default::default(),
        },
        None => return Err("the operand has no sharding".into()),
    };
    let from = mesh_of(module, &operand.mesh)?;
    if operand.dims.len() != result.dims.len() {
        return Err("operand and result are sharded in different numbers of dimensions".into());
    }
    if let Op::SdyCollectivePermute { .. } = data.op {
        return permute(&from, &mesh, &operand, result);
    }
    if from != mesh {
        return Err("operand and result are over different meshes".into());
    }
    let per_dim = |lists: &[Vec<AxisRef>]| -> Result<()> {
        let all: Vec<AxisRef> = lists.iter().flatten().cloned().collect();
        axes_of_mesh(&mesh, &all)?;
        lists.iter().try_for_each(|l| joined(&mesh, l))?;
        if lists.len() == result.dims.len() {
            Ok(())
        } else {
            Err(format!("axes of {} dimensions for {}", lists.len(), result.dims.len()))
        }
    };
    if let Op::SdyAllReduce { reduction_op, .. } | Op::SdyReduceScatter { reduction_op, .. } = &data.op {
        transition(&mesh, &operand, result, None, reduction_op.unwrap_or_default())?;
    }
    match &data.op {
        Op::SdyAllGather { gathering_axes: axes, .. } | Op::SdyShardedToUnreduced { axes, .. } => {
            per_dim(&axes.0)?;
            for (d, taken) in axes.0.iter().enumerate() {
                expect(d, result, &without(&mesh, &operand.dims[d].axes, taken, d)?)?;
            }
            if let Op::SdyShardedToUnreduced { .. } = data.op {
                unreduced(&mesh, &operand, result, axes.0.iter().flatten())?;
            }
            Ok(())
        }
        Op::SdyAllSlice { slicing_axes: axes, .. } | Op::SdyReduceScatter { reduce_scatter_axes: axes, .. } => {
            per_dim(&axes.0)?;
            (0..axes.0.len()).try_for_each(|d| expect(d, result, &with(&mesh, &operand.dims[d].axes, &axes.0[d])))
        }
        Op::SdyAllToAll { params, .. } => all_to_all(&mesh, &operand, result, &params.0),
        Op::SdyAllReduce { reduction_axes: axes, .. } | Op::SdyReplicatedToUnreduced { axes, .. } => {
            axes_of_mesh(&mesh, &axes.0)?;
            joined(&mesh, &axes.0)?;
            in_order(&mesh, &axes.0)?;
            for d in 0..result.dims.len() {
                expect(d, result, &operand.dims[d].axes)?;
            }
            let reduces = matches!(data.op, Op::SdyAllReduce { .. });
            let kept = operand.dims.iter().flat_map(|d| &d.axes);
            let kept = kept.chain(if reduces { &operand.replicated } else { &operand.unreduced });
            let kept: Vec<&AxisRef> = kept.chain(if reduces { result.unreduced.as_slice() } else { &[] }).collect();
            if let Some(a) = axes.0.iter().find(|a| kept.iter().any(|k| overlap(&mesh, a, k))) {
                return Err(format!("axis '{}' is used by operand or result", a.name));
            }
            if reduces {
                return Ok(());
            }
            if axes.0.is_empty() {
                return Err("there must be an axis".into());
            }
            unreduced(&mesh, &operand, result, axes.0.iter())
        }
        _ => Ok(()),
    }
}

/// The parts of `axes` that none of `others` has.
fn difference(mesh: &Mesh, axes: &[AxisRef], others: &[AxisRef]) -> Vec<AxisRef> {
    let mut left = axes.to_vec();
    for o in others {
        let (from, to) = span(mesh, o);
        left = left
            .into_iter()
            .flat_map(|a| {
                if !overlap(mesh, &a, o) {
                    return vec![a];
                }
                let (f, t) = span(mesh, &a);
                let parts = [(f, from.min(t)), (to.max(f), t)];
                parts.into_iter().filter(|(f, t)| f < t).map(|(f, t)| between(mesh, &a.name, f, t)).collect()
            })
            .collect();
    }
    left
}

/// How partial results may change: `introduced` and `removed` are the reductions that may begin and end there.
fn transition(
    mesh: &Mesh,
    operand: &Sharding,
    result: &Sharding,
    introduced: Option<Reduction>,
    removed: Reduction,
) -> Result<()> {
    let new = difference(mesh, &result.unreduced, &operand.unreduced);
    let gone = difference(mesh, &operand.unreduced, &result.unreduced);
    if let (Some(a), None) = (new.first(), introduced) {
        return Err(format!("the result is unreduced over axis '{}', the operand is not", a.name));
    }
    if !new.is_empty() && introduced != Some(result.reduction) {
        return Err(format!("partial results of '{}' cannot begin here", result.reduction.word()));
    }
    if !gone.is_empty() && operand.reduction != removed {
        let (is, expected) = (operand.reduction.word(), removed.word());
        return Err(format!("partial results of '{is}' cannot be combined by '{expected}'"));
    }
    let kept = operand.unreduced.iter().any(|a| result.unreduced.iter().any(|b| overlap(mesh, a, b)));
    if kept && operand.reduction != result.reduction {
        let (from, to) = (operand.reduction.word(), result.reduction.word());
        return Err(format!("partial results of '{from}' cannot become those of '{to}'"));
    }
    Ok(())
}

/// Checks how a constraint changes partial results: it may begin sums, and combine what the operand has.
pub(super) fn reshard(
    module: &Module,
    f: &Func,
    data: &OpData,
    result: &Sharding,
    parent: &dyn Fn(Region) -> Option<OpId>,
) -> Result<()> {
    let mut v = data.operands[0];
    while let Some((_, d)) = f.graph.def_op(v)
        && let Op::SdyPropagationBarrier { .. } = d.op
    {
        v = d.operands[0];
    }
    let Some(operand) = sharding_of(f, v, parent) else { return Ok(()) };
    let (from, to) = (mesh_of(module, &operand.mesh)?, mesh_of(module, &result.mesh)?);
    if from != to {
        return Ok(());
    }
    transition(&to, &operand, result, Some(Reduction::Sum), operand.reduction)
}

/// The result is unreduced over the operand's unreduced axes and `more`.
fn unreduced<'a>(
    mesh: &Mesh,
    operand: &'a Sharding,
    result: &Sharding,
    more: impl Iterator<Item = &'a AxisRef>,
) -> Result<()> {
    let all: Vec<AxisRef> = operand.unreduced.iter().chain(more).cloned().collect();
    if sorted(mesh, all) == result.unreduced {
        Ok(())
    } else {
        Err("the result must be unreduced over the operand's unreduced axes and these".into())
    }
}

fn permute(from: &Mesh, to: &Mesh, operand: &Sharding, result: &Sharding) -> Result<()> {
    if from.axes != to.axes {
        return Err("operand and result are over meshes of different axes".into());
    }
    if operand.mesh != result.mesh && from.device_ids == to.device_ids {
        return Err("operand and result are over two meshes of the same devices".into());
    }
    let size = |axes: &[AxisRef]| axes.iter().map(|a| axis_size(to, a)).fold(1i64, i64::saturating_mul);
    let mut dims = operand.dims.iter().zip(&result.dims);
    match dims.position(|(a, b)| size(&a.axes) != size(&b.axes)) {
        Some(d) => Err(format!("dimension {d} is split into different numbers of parts")),
        None => Ok(()),
    }
}

fn all_to_all(mesh: &Mesh, operand: &Sharding, result: &Sharding, params: &[(Vec<AxisRef>, i64, i64)]) -> Result<()> {
    if params.is_empty() {
        return Err("there must be a parameter".into());
    }
    let rank = result.dims.len() as i64;
    let all: Vec<AxisRef> = params.iter().flat_map(|p| p.0.iter().cloned()).collect();
    axes_of_mesh(mesh, &all)?;
    let mut seen = vec![false; result.dims.len()];
    for (axes, from, to) in params {
        joined(mesh, axes)?;
        for &d in [from, to] {
            match seen.get_mut(d as usize).filter(|_| (0..rank).contains(&d)) {
                Some(slot @ false) => *slot = true,
                Some(_) => return Err(format!("dimension {d} stands twice")),
                None => return Err(format!("dimension {d} of {rank}")),
            }
        }
    }
    if !params.iter().map(|p| p.1).is_sorted() {
        return Err("the source dimensions must stand in order".into());
    }
    for (axes, from, to) in params {
        let (from, to) = (*from as usize, *to as usize);
        expect(from, result, &without(mesh, &operand.dims[from].axes, axes, from)?)?;
        expect(to, result, &with(mesh, &operand.dims[to].axes, axes))?;
    }
    (0..seen.len()).filter(|&d| !seen[d]).try_for_each(|d| expect(d, result, &operand.dims[d].axes))
}

/// The op around each region of a graph.
pub(super) fn parents(g: &Graph) -> Vec<Option<OpId>> {
    let mut out = vec![None; g.num_regions()];
    for i in 0..g.num_ops() as u32 {
        for r in &g.op(OpId(i)).regions {
            if let Some(slot) = out.get_mut(r.0 as usize) {
                *slot = Some(OpId(i));
            }
        }
    }
    out
}
