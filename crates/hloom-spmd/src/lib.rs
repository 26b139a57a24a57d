//! Programs for many devices as the program of each: sharding propagation and the partitioner.
//!
//! A program with shardings (Shardy's) is written for whole tensors. [`partition`] decides how every value of it is cut
//! and gives the program that each device runs on its parts, with StableHLO's collectives where devices need one
//! another's.

mod choose;
mod cut;
mod devices;
mod exchange;
mod import;
mod propagate;
mod rule;
mod tiling;

pub use hloom_ir::attrs::Reduction;
pub use tiling::Tiling;

use hloom_ir::attrs::{AttrValue, Sharding, ShardingPerValue};
use hloom_ir::{Attr, Diagnostics, Module, Op, OpData, Severity, Str};

/// What propagation may decide about the entry.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Parameters without a sharding may get one; if not, every device gets them whole.
    pub params: bool,
    /// Results without a sharding may get one; if not, every device gives them whole.
    pub results: bool,
}

/// The program of one device.
#[derive(Clone, Debug)]
pub struct Partitioned {
    /// Its entry has the name and the parameters of the whole program's, of the types of their parts.
    pub module: Module,
    /// Devices that run it together, one partition each.
    pub partitions: i64,
    /// How each parameter is cut.
    pub params: Vec<Tiling>,
    /// How each result is cut.
    pub results: Vec<Tiling>,
}

/// Devices that a module is written for.
pub fn num_partitions(module: &Module) -> i64 {
    let stated = module.attrs.iter().find(|(name, _)| &**name == "mhlo.num_partitions");
    match stated {
        Some((_, Attr::Int(n, _))) => i64::try_from(*n).unwrap_or(1).max(1),
        _ => 1,
    }
}

/// Cuts the function `entry` of a verified module, and what it calls, for as many devices as the module states.
///
/// # Errors
/// What cannot be partitioned, UNIMPLEMENTED; parameters and results whose sizes their sharding does not divide.
pub fn partition(module: &Module, entry: &str, options: &Options) -> Result<Partitioned, Diagnostics> {
    let imported = import::import(module)?;
    let module = imported.as_ref().unwrap_or(module);
    let partitions = num_partitions(module);
    let inline = hloom_opt::Options { keep_placement: true, ..hloom_opt::Options::default() };
    let mut whole = hloom_opt::inline(module, entry, &inline)?;
    let func = whole.funcs.remove(0);
    let refuse = |why: String| {
        Diagnostics::one(Severity::Unimplemented, "several-devices", format!("@{entry}: {why}"), func.loc)
    };
    let devices = devices::Devices::of(module, partitions).map_err(refuse)?;
    let found = propagate::propagate(module, &func, &devices, options).map_err(refuse)?;
    let params = func.params().iter().map(|&p| devices.tiling(found.part(p))).collect();
    let results = (0..func.results().len()).map(|i| devices.tiling(found.result(i))).collect();
    whole.funcs.insert(0, cut::cut(module, &func, &devices, &found)?);
    Ok(Partitioned { module: whole, partitions, params, results })
}

/// The sharding among the attributes of a parameter or a result.
fn sharding_in(attrs: &[(Str, Attr)]) -> Option<Sharding> {
    attrs.iter().find(|(n, _)| &**n == "sdy.sharding").and_then(|(_, a)| Sharding::from_attr(Some(a)).ok())
}

/// The shardings that an op states of its results besides what its row names.
fn shardings_of(d: &OpData) -> Option<ShardingPerValue> {
    let (_, attr) = d.extra.iter().flatten().find(|(n, _)| &**n == "sdy.sharding")?;
    ShardingPerValue::from_attr(Some(attr)).ok()
}

/// True for a custom call that only says something about its operand.
fn is_annotation(op: &Op, d: &OpData) -> bool {
    let Op::CustomCall { call_target_name: target, .. } = op else { return false };
    hloom_opt::is_annotation(target) && d.operands.len() == 1 && d.results.len() == 1
}
