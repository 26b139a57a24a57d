//! Programs for many devices as the program of each: sharding propagation and the partitioner.
//!
//! A program with shardings (Shardy's) is written for whole tensors. [`partition`] decides how every value of it is cut
//! and gives the program that each device runs on its parts, with StableHLO's collectives where devices need one
//! another's.

mod tiling;

pub use tiling::Tiling;

use hloom_ir::{Diagnostics, Loc, Module, Severity};

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
        Some((_, hloom_ir::Attr::Int(n, _))) => i64::try_from(*n).unwrap_or(1).max(1),
        _ => 1,
    }
}

/// Cuts the function `entry` of a verified module, and what it calls, for as many devices as the module states.
///
/// # Errors
/// What cannot be partitioned, UNIMPLEMENTED; parameters and results whose sizes their sharding does not divide.
pub fn partition(module: &Module, entry: &str, options: &Options) -> Result<Partitioned, Diagnostics> {
    let _ = (module, entry, options);
    let message = "programs for several devices cannot be partitioned yet".to_owned();
    Err(Diagnostics::one(Severity::Unimplemented, "several-devices", message, Loc::UNKNOWN))
}
