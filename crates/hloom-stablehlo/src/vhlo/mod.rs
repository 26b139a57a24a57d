//! Portable artifacts: VHLO in MLIR bytecode, read as today's StableHLO.
//!
//! VHLO is a wire format. Every op of it carries its version in its name and states every attribute; structured
//! attributes of StableHLO are taken apart. [`read_artifact`] undoes this, so that an artifact and the generic text form of
//! the same program give the same tree: retired op versions are brought up to date, attributes that have their
//! default are left out, dimension numbers are put together again.
//!
//! Dialects mixed into an artifact (VHLO 1.11 allows it) pass unchanged.

mod codec;
mod encode;
mod foreign;
pub mod ops;
mod rules;
mod sdy;
mod text;
mod upgrade;

pub use codec::VhloCodec;
pub use encode::VhloEncoder;
pub use hloom_mlir::bytecode::sniff;

use hloom_mlir::{Limits, RawModule, SyntaxError, bytecode};

/// Decodes a portable artifact without upgrading it: ops are named `vhlo.add_v1`.
///
/// # Errors
/// When the bytes are no readable bytecode, or exceed `limits`.
pub fn read_vhlo(bytes: &[u8], limits: &Limits) -> Result<RawModule, SyntaxError> {
    bytecode::read(bytes, limits, &VhloCodec)
}

/// Decodes a portable artifact of any version from 0.9.0 to the current one into today's StableHLO.
///
/// # Errors
/// When the bytes are no readable artifact, hold ops that are not known, or exceed `limits`.
pub fn read_artifact(bytes: &[u8], limits: &Limits) -> Result<RawModule, SyntaxError> {
    let mut module = read_vhlo(bytes, limits)?;
    upgrade::upgrade(&mut module)?;
    Ok(module)
}

/// Writes a module of VHLO ops, as [`read_vhlo`] gives it, in the container version that belongs to `target`.
///
/// # Errors
/// When an op, attribute or type has no encoding, or `target` is not a version of VHLO.
pub fn write_vhlo(module: &RawModule, target: ops::Version) -> Result<Vec<u8>, String> {
    let container = match target {
        (0, ..9) => return Err("VHLO begins with version 0.9".into()),
        (0, 9) => 0,
        (0, 10 | 11) => 1,
        (0, 12 | 13) => 3,
        (0, 14) => 4,
        _ if target <= ops::CURRENT => 6,
        _ => return Err(format!("VHLO {}.{} is newer than this version knows", target.0, target.1)),
    };
    bytecode::write(module, container, &format!("StableHLO_v{}.{}.0", target.0, target.1), &VhloEncoder)
}
