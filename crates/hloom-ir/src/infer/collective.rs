//! Communication between processes: collectives, channels, queues, asynchronous ops.
//!
//! How many processes there are is not part of a program, so of the constraints that depend on it only those are
//! checked here that no number of processes could satisfy. The interpreter checks the rest.

use super::*;
use crate::attrs::{ChannelHandle, ChannelKind, Ids, ReplicaGroups};

/// What an op demands of its groups, and the constraints that say so.
struct Groups {
    input: &'static str,
    unique: &'static str,
    range: &'static str,
    /// Rows have one length.
    even: bool,
    /// Ids must be 0, 1, … without gaps.
    cover: bool,
}

/// Checks groups; the size of a group if the attribute states it.
fn groups(a: &Args<'_>, g: &ReplicaGroups, rule: &Groups) -> Result<Option<i64>, InferError> {
    let ReplicaGroups::Dense(ids) = g else { return Ok(None) };
    let Some(rows) = ids.rows() else {
        let message = format!("replica_groups must be a matrix, not of shape {:?}", ids.0.shape());
        return Err(a.fail(rule.input, message));
    };
    let mut seen: Vec<i64> = Vec::new();
    for &id in rows.iter().flatten() {
        ensure!(a, rule.range, id >= 0 || (id == -1 && !rule.even), "id {id} in replica_groups");
        seen.extend((id >= 0).then_some(id));
    }
    seen.sort_unstable();
    if let Some(w) = seen.windows(2).find(|w| w[0] == w[1]) {
        return Err(a.fail(rule.unique, format!("id {} stands twice in replica_groups", w[0])));
    }
    if rule.cover
        && let Some((missing, _)) = (0i64..).zip(&seen).find(|(i, id)| i != *id)
    {
        return Err(a.fail(rule.range, format!("id {missing} is in no group, though higher ids are")));
    }
    Ok(Some(ids.0.shape()[1]).filter(|_| rule.even && !seen.is_empty()))
}

/// `use_global_device_ids` needs a channel.
fn global_ids(a: &Args<'_>, code: &str, channel: Option<ChannelHandle>, global: bool) -> Result<(), InferError> {
    let id = channel.map_or(0, |c| c.handle);
    ensure!(a, code, !global || id > 0, "use_global_device_ids with channel {id}; it takes a positive one");
    Ok(())
}

/// Groups of processes are the rows of `replica_groups` themselves, whatever the grid.
fn rows_are_groups(channel: Option<ChannelHandle>, global: bool) -> bool {
    global || channel.is_none_or(|c| c.handle <= 0)
}

pub(super) fn all_gather(
    a: &Args<'_>,
    dim: i64,
    g: &ReplicaGroups,
    channel: Option<ChannelHandle>,
    global: bool,
) -> Inferred {
    let rule = Groups { input: "i3", unique: "c2", range: "c4", even: true, cover: true };
    let size = groups(a, g, &rule)?.filter(|_| rows_are_groups(channel, global));
    global_ids(a, "c5", channel, global)?;
    let stated = a.stated()?;
    ensure!(a, "c6", stated.len() == a.types.len(), "{} results for {} operands", stated.len(), a.types.len());
    for i in 0..a.types.len() {
        let (x, r) = (a.tensor(i)?, a.stated_tensor(i)?);
        a.axes("c1", "all_gather_dim", &[dim], x.rank())?;
        ensure!(
            a,
            "c6",
            x.dtype == r.dtype && x.rank() == r.rank(),
            "result {i} of type {r} for an operand of type {x}"
        );
        for (d, (&from, &to)) in x.dims.iter().zip(&r.dims).enumerate() {
            if d as i64 != dim {
                ensure!(a, "c6", same_dim(from, to), "result {i} of type {r} for an operand of type {x}");
            } else if from >= 0 && to >= 0 {
                let fits = match size {
                    Some(n) => from.checked_mul(n) == Some(to),
                    None => from > 0 && to % from == 0,
                };
                ensure!(a, "c6", fits, "dimension {d} of result {i} is {to}, of the operand {from}");
            }
        }
    }
    Ok(stated.to_vec())
}

/// Results of a combination: the operands' shapes with what the region returns.
fn combined(a: &Args<'_>, n: usize, code: &str) -> Inferred {
    let e = a.scalars_of_region(0, 1, code)?[0];
    a.tensors(0..n)?
        .into_iter()
        .map(|t| {
            ensure!(a, code, promotable(t.dtype, e), "the computation returns {e} for an operand of {}", t.dtype);
            Ok(Type::Tensor(t.with_dtype(e)))
        })
        .collect()
}

pub(super) fn all_reduce(a: &Args<'_>, g: &ReplicaGroups, channel: Option<ChannelHandle>, global: bool) -> Inferred {
    groups(a, g, &Groups { input: "i2", unique: "c1", range: "c3", even: false, cover: true })?;
    global_ids(a, "c4", channel, global)?;
    combined(a, a.types.len(), "c5")
}

pub(super) fn all_to_all(a: &Args<'_>, split: i64, concat: i64, count: i64, g: &ReplicaGroups) -> Inferred {
    ensure!(a, "c4", count > 0, "split_count is {count}");
    let size = groups(a, g, &Groups { input: "i5", unique: "c5", range: "c7", even: true, cover: true })?;
    ensure!(a, "c8", size.is_none_or(|n| n == count), "split_count is {count} for groups of {}", size.unwrap_or(0));
    let one = |i: usize| {
        let x = a.tensor(i)?;
        a.axes("c1", "split_dimension", &[split], x.rank())?;
        a.axes("c3", "concat_dimension", &[concat], x.rank())?;
        let mut t = x.clone();
        let from = &mut t.dims[split as usize];
        ensure!(a, "c2", *from < 0 || *from % count == 0, "{from} elements do not split into {count} parts");
        if *from >= 0 {
            *from /= count;
        }
        let to = &mut t.dims[concat as usize];
        if *to >= 0 {
            *to = super::size(a, "c9", i128::from(*to) * i128::from(count))?;
        }
        Ok(Type::Tensor(t))
    };
    (0..a.types.len()).map(one).collect()
}

/// The operands that carry data: all, or all but the roots.
fn data_operands(a: &Args<'_>, dynamic_root: bool, codes: (&str, &str)) -> Result<usize, InferError> {
    let n = a.types.len();
    if !dynamic_root {
        ensure!(a, codes.0, n >= 1, "there must be an operand");
        return Ok(n);
    }
    ensure!(a, codes.1, n >= 2, "with has_dynamic_root there must be data and roots");
    let roots = a.tensor(n - 1)?;
    let fits = roots.dtype == DType::I32 && roots.rank() == 1 && same_dim(roots.dims[0], n as i64 - 1);
    ensure!(a, codes.1, fits, "the roots must be tensor<{}xi32>, not {roots}", n - 1);
    Ok(n - 1)
}

pub(super) fn collective_broadcast(a: &Args<'_>, g: &ReplicaGroups, dynamic_root: bool) -> Inferred {
    groups(a, g, &Groups { input: "i2", unique: "c1", range: "c2", even: true, cover: false })?;
    let n = data_operands(a, dynamic_root, ("c3", "c4"))?;
    Ok(a.tensors(0..n)?.into_iter().map(|t| Type::Tensor(t.clone())).collect())
}

pub(super) fn collective_reduce(
    a: &Args<'_>,
    g: &ReplicaGroups,
    channel: Option<ChannelHandle>,
    global: bool,
    dynamic_root: bool,
) -> Inferred {
    groups(a, g, &Groups { input: "i2", unique: "c1", range: "c2", even: false, cover: false })?;
    global_ids(a, "i3", channel, global)?;
    let n = data_operands(a, dynamic_root, ("c3", "c3"))?;
    combined(a, n, "c4")
}

/// Checks that pairs are pairs, and no source and no target stands twice.
fn pairs(a: &Args<'_>, input: &str, ids: &Ids) -> Result<(), InferError> {
    // Older programs have no pairs, of any shape.
    if ids.0.num_elements() == 0 {
        return Ok(());
    }
    let Some(rows) = ids.rows() else {
        return Err(a.fail(input, format!("source_target_pairs must be a matrix, not of shape {:?}", ids.0.shape())));
    };
    ensure!(a, "c1", ids.0.shape()[1] == 2, "source_target_pairs of shape {:?}", ids.0.shape());
    for (column, what, code) in [(0, "source", "c2"), (1, "target", "c3")] {
        let mut all: Vec<i64> = rows.iter().map(|r| r[column]).collect();
        all.sort_unstable();
        ensure!(a, "c4", all.first().is_none_or(|&id| id >= 0), "{what} {} in source_target_pairs", all[0]);
        if let Some(w) = all.windows(2).find(|w| w[0] == w[1]) {
            return Err(a.fail(code, format!("{what} {} stands twice in source_target_pairs", w[0])));
        }
    }
    Ok(())
}

pub(super) fn collective_permute(a: &Args<'_>, ids: &Ids) -> Inferred {
    let x = a.tensor(0)?;
    pairs(a, "i2", ids)?;
    Ok(vec![Type::Tensor(x.clone())])
}

pub(super) fn cross_replica_sum(a: &Args<'_>, ids: &Ids) -> Inferred {
    let x = a.tensor(0)?;
    let g = ReplicaGroups::Dense(ids.clone());
    groups(a, &g, &Groups { input: "i2", unique: "c1", range: "c2", even: false, cover: true })?;
    Ok(vec![Type::Tensor(x.clone())])
}

pub(super) fn reduce_scatter(
    a: &Args<'_>,
    dim: i64,
    g: &ReplicaGroups,
    channel: Option<ChannelHandle>,
    global: bool,
) -> Inferred {
    let rule = Groups { input: "i3", unique: "c3", range: "c5", even: true, cover: true };
    let size = groups(a, g, &rule)?.filter(|_| rows_are_groups(channel, global));
    global_ids(a, "c6", channel, global)?;
    let (x, r) = (a.tensor(0)?, a.stated_tensor(0)?);
    a.axes("c2", "scatter_dimension", &[dim], x.rank())?;
    let e = a.scalars_of_region(0, 1, "c7")?[0];
    ensure!(a, "c7", promotable(x.dtype, e), "the computation returns {e} for an operand of {}", x.dtype);
    ensure!(a, "c9", r.dtype == e, "the result is of {}, the computation returns {e}", r.dtype);
    ensure!(a, "c8", x.rank() == r.rank(), "result of type {r} for an operand of type {x}");
    for (d, (&from, &to)) in x.dims.iter().zip(&r.dims).enumerate() {
        if d as i64 != dim {
            ensure!(a, "c8", same_dim(from, to), "result of type {r} for an operand of type {x}");
        } else if from >= 0 {
            if let Some(n) = size {
                ensure!(a, "c1", from % n == 0, "{from} elements do not split into {n} parts");
            }
            let fits = to < 0 || size.map_or(to > 0 && from % to == 0, |n| from / n == to);
            ensure!(a, "c8", fits, "dimension {d} of the result is {to}, of the operand {from}");
        }
    }
    Ok(vec![Type::Tensor(r.clone())])
}

/// Operands: tensors, then a token.
fn tensors_and_token(a: &Args<'_>) -> Result<(), InferError> {
    let n = a.types.len() - 1;
    a.tensors(0..n)?;
    ensure!(a, &format!("i{}", n + 1), *a.types[n] == Type::Token, "the last operand must be a token");
    Ok(())
}

/// Stated results: tensors, then a token.
fn stated_tensors_and_token(a: &Args<'_>, codes: [&str; 3]) -> Inferred {
    ensure!(a, "i1", *a.types[0] == Type::Token, "the operand must be a token");
    let stated = a.stated()?;
    let Some((last, tensors)) = stated.split_last() else { return Err(a.fail(codes[0], "there must be a result")) };
    for t in tensors {
        ensure!(a, codes[1], t.as_tensor().is_some(), "results but for the last must be tensors, not {t}");
    }
    ensure!(a, codes[2], *last == Type::Token, "the last result must be a token, not {last}");
    Ok(stated.to_vec())
}

fn ends(a: &Args<'_>, channel: ChannelHandle, host: bool, with_host: ChannelKind) -> Result<(), InferError> {
    let expected = if host { with_host } else { ChannelKind::DeviceToDevice };
    let kind = channel.ends();
    ensure!(a, "c5", kind == expected, "channel type {} with is_host_transfer = {host}", channel.kind);
    Ok(())
}

pub(super) fn send(a: &Args<'_>, channel: ChannelHandle, host: bool, ids: Option<&Ids>) -> Inferred {
    tensors_and_token(a)?;
    ends(a, channel, host, ChannelKind::DeviceToHost)?;
    ids.map_or(Ok(()), |ids| pairs(a, "i6", ids))?;
    Ok(vec![Type::Token])
}

pub(super) fn recv(a: &Args<'_>, channel: ChannelHandle, host: bool, ids: Option<&Ids>) -> Inferred {
    ends(a, channel, host, ChannelKind::HostToDevice)?;
    ids.map_or(Ok(()), |ids| pairs(a, "i5", ids))?;
    // The spec numbers the constraints of the pairs twice; these are those of the results.
    stated_tensors_and_token(a, ["c2", "c3", "c4"])
}

pub(super) fn infeed(a: &Args<'_>, layout: Option<&crate::Attr>) -> Inferred {
    let types = stated_tensors_and_token(a, ["c1", "c2", "c3"])?;
    let fits = match layout {
        None => true,
        Some(crate::Attr::Array(items)) => items.len() == types.len() - 1,
        Some(_) => false,
    };
    ensure!(a, "layout", fits, "layout must be an array with one entry a tensor");
    Ok(types)
}

pub(super) fn outfeed(a: &Args<'_>) -> Inferred {
    tensors_and_token(a)?;
    Ok(vec![Type::Token])
}

pub(super) fn async_start(a: &Args<'_>) -> Inferred {
    a.tensors(0..a.types.len())?;
    let returned = &a.regions[0];
    ensure!(a, "c4", returned.len() == 1, "the body returns {} values, not 1", returned.len());
    ensure!(a, "c4", returned[0].as_tensor().is_some(), "the body returns {}, no tensor", returned[0]);
    Ok(vec![Type::Future(returned.as_slice().into())])
}

pub(super) fn async_done(a: &Args<'_>) -> Inferred {
    match a.types[0] {
        Type::Future(types) if types.len() == 1 => Ok(types.to_vec()),
        Type::Future(types) => Err(a.fail("c1", format!("a future of {} values", types.len()))),
        other => Err(a.fail("i1", format!("the operand must be a future, not {other}"))),
    }
}

/// Tensors or tokens in, as stated out; the functions behind are checked with the module.
pub(super) fn run_parallel(a: &Args<'_>) -> Inferred {
    let fits = |t: &Type| matches!(t, Type::Tensor(_) | Type::Token);
    ensure!(a, "i1", a.types.iter().all(|t| fits(t)), "the operands must be tensors and tokens");
    let stated = a.stated()?;
    ensure!(a, "output", stated.iter().all(fits), "the results must be tensors and tokens");
    Ok(stated.to_vec())
}

/// A tensor in, the same type out.
pub(super) fn same_tensor(a: &Args<'_>) -> Inferred {
    Ok(vec![Type::Tensor(a.tensor(0)?.clone())])
}

/// Anything in, the same type out.
pub(super) fn same(a: &Args<'_>) -> Inferred {
    Ok(vec![a.types[0].clone()])
}
