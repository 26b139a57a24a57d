//! Programs of several processes: how many there are, and which of them an op joins.
//!
//! Groups of processes are formed from ids as the specification's section on parallel execution says; an empty list of
//! groups is one group of all.

use crate::attrs::{ChannelHandle, Ids, Mesh, ReplicaGroups, Sharding};
use crate::{Attr, Module, Op};
use std::fmt;

/// Name of the attribute of a collective that says which op of the program it was made for.
pub const EXCHANGE_SOURCE: &str = "hloom.source";

/// Processes in rows of replicas and columns of partitions, numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Processes {
    /// Replicas.
    pub replicas: usize,
    /// Partitions of each replica.
    pub partitions: usize,
}

impl Processes {
    /// One process.
    pub const ONE: Processes = Processes { replicas: 1, partitions: 1 };
    /// Most processes of a grid.
    pub const MAX: usize = 1024;

    /// Those that a module is written for (`mhlo.num_replicas`, `mhlo.num_partitions`), one where it does not say.
    ///
    /// # Errors
    /// What is wrong with the attributes, as a phrase.
    pub fn of(module: &Module) -> Result<Processes, String> {
        let number = |wanted: &str| match module.attrs.iter().find(|(name, _)| &**name == wanted) {
            Some((_, Attr::Int(n, _))) => usize::try_from(*n).ok().filter(|&n| n > 0).ok_or(format!("{wanted} is {n}")),
            Some(_) => Err(format!("{wanted} is no number")),
            None => Ok(1),
        };
        let grid = Processes { replicas: number("mhlo.num_replicas")?, partitions: number("mhlo.num_partitions")? };
        match grid.replicas.checked_mul(grid.partitions) {
            Some(n) if n <= Processes::MAX => Ok(grid),
            _ => Err(format!("{grid} processes; {} are possible", Processes::MAX)),
        }
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.replicas * self.partitions
    }

    /// True if there is one.
    pub fn is_one(self) -> bool {
        self.count() == 1
    }
}

impl fmt::Display for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.replicas, self.partitions)
    }
}

/// How ids become processes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Ids of replicas; a group for each partition.
    CrossReplica,
    /// Ids of partitions; a group for each replica.
    CrossPartition,
    /// Ids of replicas, each with all of its partitions.
    CrossReplicaAndPartition,
    /// Numbers of processes.
    Flattened,
}

/// Of ops that may reach over replicas and partitions at once.
fn wide(channel: Option<ChannelHandle>, global: bool) -> Strategy {
    match (channel_id(channel) > 0, global) {
        (false, _) => Strategy::CrossReplica,
        (true, false) => Strategy::CrossReplicaAndPartition,
        (true, true) => Strategy::Flattened,
    }
}

/// Of ops that reach over one of them.
fn narrow(channel: Option<ChannelHandle>) -> Strategy {
    if channel_id(channel) > 0 { Strategy::CrossPartition } else { Strategy::CrossReplica }
}

fn channel_id(channel: Option<ChannelHandle>) -> i64 {
    channel.map_or(0, |c| c.handle)
}

impl Strategy {
    /// How many ids there are.
    fn ids(self, grid: Processes) -> usize {
        match self {
            Strategy::CrossReplica | Strategy::CrossReplicaAndPartition => grid.replicas,
            Strategy::CrossPartition => grid.partitions,
            Strategy::Flattened => grid.count(),
        }
    }

    /// Groups of processes from groups of ids.
    fn groups(self, grid: Processes, ids: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let at = |r: usize, p: usize| r * grid.partitions + p;
        let mut out = Vec::new();
        for group in ids {
            match self {
                Strategy::CrossReplica => {
                    out.extend((0..grid.partitions).map(|p| group.iter().map(|&r| at(r, p)).collect::<Vec<_>>()));
                }
                Strategy::CrossPartition => {
                    out.extend((0..grid.replicas).map(|r| group.iter().map(|&p| at(r, p)).collect::<Vec<_>>()));
                }
                Strategy::CrossReplicaAndPartition => {
                    out.push((0..grid.partitions).flat_map(|p| group.iter().map(move |&r| at(r, p))).collect());
                }
                Strategy::Flattened => out.push(group.clone()),
            }
        }
        out
    }
}

impl Op {
    /// The sharding of the result of a collective of Shardy.
    pub fn out_sharding(&self) -> Option<&Sharding> {
        match self {
            Op::SdyAllGather { out_sharding, .. }
            | Op::SdyAllSlice { out_sharding, .. }
            | Op::SdyAllToAll { out_sharding, .. }
            | Op::SdyCollectivePermute { out_sharding }
            | Op::SdyAllReduce { out_sharding, .. }
            | Op::SdyReduceScatter { out_sharding, .. }
            | Op::SdyShardedToUnreduced { out_sharding, .. }
            | Op::SdyReplicatedToUnreduced { out_sharding, .. } => Some(out_sharding),
            _ => None,
        }
    }

    /// The channel of an op between processes; 0: none.
    pub fn channel(&self) -> i64 {
        match self {
            Op::AllGather { channel, .. }
            | Op::AllReduce { channel, .. }
            | Op::AllToAll { channel, .. }
            | Op::CollectiveBroadcast { channel, .. }
            | Op::CollectivePermute { channel, .. }
            | Op::CollectiveReduce { channel, .. }
            | Op::ReduceScatter { channel, .. } => channel_id(*channel),
            Op::Send { channel, .. } | Op::Recv { channel, .. } => channel.handle,
            _ => 0,
        }
    }

    /// Groups of processes, of a collective; pairs of source and target, of a `collective_permute`. `mesh` finds a mesh
    /// by name. `None` if the op is no collective.
    ///
    /// # Errors
    /// What is wrong with the op's ids in this grid, as a phrase, with the number of the constraint.
    pub fn processes(
        &self,
        grid: Processes,
        mesh: &dyn Fn(&str) -> Option<Mesh>,
    ) -> Option<Result<Vec<Vec<usize>>, String>> {
        let (strategy, ids) = match self {
            Op::AllGather { replica_groups, channel, use_global_device_ids, .. }
            | Op::AllReduce { replica_groups, channel, use_global_device_ids }
            | Op::ReduceScatter { replica_groups, channel, use_global_device_ids, .. } => {
                (wide(*channel, use_global_device_ids.0), replica_groups.groups(mesh))
            }
            Op::CollectiveReduce { replica_groups, channel, use_global_device_ids, .. } => {
                let strategy = if use_global_device_ids.0 { Strategy::Flattened } else { narrow(*channel) };
                (strategy, replica_groups.groups(mesh))
            }
            Op::AllToAll { replica_groups, channel, .. } | Op::CollectiveBroadcast { replica_groups, channel, .. } => {
                (narrow(*channel), replica_groups.groups(mesh))
            }
            Op::CrossReplicaSum { replica_groups } => {
                (Strategy::CrossReplica, ReplicaGroups::Dense(replica_groups.clone()).groups(mesh))
            }
            Op::CollectivePermute { source_target_pairs, channel } => {
                return Some(self.process_pairs(grid, narrow(*channel), source_target_pairs));
            }
            _ => return None,
        };
        Some(ids.and_then(|ids| self.process_groups(grid, strategy, ids)))
    }

    /// The pairs of processes that pairs of ids stand for. An empty list of pairs is no pair.
    ///
    /// # Errors
    /// As [`Op::processes`].
    pub fn process_pairs(&self, grid: Processes, strategy: Strategy, pairs: &Ids) -> Result<Vec<Vec<usize>>, String> {
        match pairs.rows() {
            Some(rows) if !rows.is_empty() => self.process_groups(grid, strategy, rows),
            _ => Ok(Vec::new()),
        }
    }

    /// The groups of processes that groups of ids stand for.
    fn process_groups(
        &self,
        grid: Processes,
        strategy: Strategy,
        ids: Vec<Vec<i64>>,
    ) -> Result<Vec<Vec<usize>>, String> {
        let count = strategy.ids(grid);
        // The constraints that depend on the grid: how many ids there are in all groups, where that is said, and their
        // range.
        let (size, range) = match self {
            Op::AllGather { .. } => (Some("c3"), "c4"),
            Op::AllReduce { .. } => (Some("c2"), "c3"),
            Op::AllToAll { .. } => (Some("c6"), "c7"),
            Op::ReduceScatter { .. } => (Some("c4"), "c5"),
            Op::CollectivePermute { .. } | Op::Send { .. } | Op::Recv { .. } => (None, "c4"),
            _ => (None, "c2"),
        };
        let fail = |number: &str, what: String| {
            let name = self.name();
            let name = name.split_once('.').map_or(name, |(_, name)| name);
            format!("{name}_{number}: {what} in a grid of {grid}")
        };
        // No id at all is one group of all.
        let stated: usize = ids.iter().map(Vec::len).sum();
        if let Some(size) = size.filter(|_| stated > 0 && stated != count) {
            return Err(fail(size, format!("{stated} ids in replica_groups, which takes {count},")));
        }
        let known = |id: i64| match usize::try_from(id).ok().filter(|&i| i < count) {
            Some(i) => Ok(i),
            None => Err(fail(range, format!("id {id}"))),
        };
        let mut groups: Vec<Vec<usize>> = Vec::with_capacity(ids.len());
        for g in ids.iter().filter(|g| !g.is_empty()) {
            groups.push(g.iter().map(|&id| known(id)).collect::<Result<_, _>>()?);
        }
        if groups.is_empty() {
            groups.push((0..count).collect());
        }
        Ok(strategy.groups(grid, &groups))
    }
}
