//! What communication comes to when there is one process, and sharding when there is one device.

use hloom_ir::attrs::{AxisRef, Ids, ReplicaGroups, Sharding};
use hloom_ir::{Module, Op};

/// True if all groups are the one process that there is.
fn only_process(groups: &ReplicaGroups) -> bool {
    match groups {
        ReplicaGroups::Dense(ids) => only_zero(ids, 1),
        ReplicaGroups::Axes(_) => false,
    }
}

fn only_zero(ids: &Ids, width: usize) -> bool {
    ids.rows().is_some_and(|rows| rows.len() == 1 && rows[0].len() == width && rows[0].iter().all(|&id| id == 0))
}

/// True if the results of a collective are its operands, where there is one process and the types are the same.
pub(crate) fn is_identity(op: &Op) -> bool {
    match op {
        Op::AllGather { replica_groups, .. }
        | Op::AllReduce { replica_groups, .. }
        | Op::AllToAll { replica_groups, .. }
        | Op::ReduceScatter { replica_groups, .. } => only_process(replica_groups),
        Op::CollectiveBroadcast { replica_groups, has_dynamic_root, .. }
        | Op::CollectiveReduce { replica_groups, has_dynamic_root, .. } => {
            only_process(replica_groups) && !has_dynamic_root.0
        }
        Op::CrossReplicaSum { replica_groups } => only_zero(replica_groups, 1),
        Op::CollectivePermute { source_target_pairs, .. } => only_zero(source_target_pairs, 2),
        _ => false,
    }
}

/// True for custom calls between a whole tensor and a device's part of it.
pub(crate) fn is_resize(target: &str) -> bool {
    matches!(target, "SPMDFullToShardShape" | "SPMDShardToFullShape")
}

/// True if none of the axes has more than one device.
fn single<'a>(module: &Module, sharding: &Sharding, axes: impl IntoIterator<Item = &'a AxisRef>) -> bool {
    let Some(mesh) = module.mesh_of(&sharding.mesh) else { return false };
    let size = |a: &AxisRef| mesh.axes.iter().find(|(n, _)| *n == a.name).map_or(0, |(_, size)| *size);
    axes.into_iter().all(|a| size(a) == 1)
}

/// True for ops between whole and partial values whose axes have one device each.
pub(crate) fn is_unspread(op: &Op, module: &Module) -> bool {
    match op {
        Op::SdyAllReduce { out_sharding, reduction_axes: axes, .. }
        | Op::SdyReplicatedToUnreduced { out_sharding, axes } => single(module, out_sharding, &axes.0),
        Op::SdyReduceScatter { out_sharding, reduce_scatter_axes: axes, .. }
        | Op::SdyShardedToUnreduced { out_sharding, axes } => single(module, out_sharding, axes.0.iter().flatten()),
        _ => false,
    }
}

/// The region of a manual computation runs once if every axis it binds has one device.
///
/// # Errors
/// The axis that has more.
pub(crate) fn manual_axes_are_single(op: &Op, module: &Module) -> Result<(), String> {
    let Op::SdyManualComputation { in_shardings, out_shardings, manual_axes } = op else { return Ok(()) };
    let meshes: Vec<_> =
        in_shardings.0.iter().chain(&out_shardings.0).filter_map(|s| module.mesh_of(&s.mesh)).collect();
    for axis in &manual_axes.0 {
        let size = meshes.iter().find_map(|m| m.axes.iter().find(|(n, _)| n == axis)).map_or(1, |(_, size)| *size);
        if size != 1 {
            return Err(format!("axis '{axis}' has {size} devices"));
        }
    }
    Ok(())
}
