//! Portable artifacts: VHLO in MLIR bytecode, read as today's StableHLO.
//!
//! VHLO is a wire format. Every op of it carries its version in its name and states every attribute; structured
//! attributes of StableHLO are taken apart. [`read_artifact`] undoes this, so that an artifact and the generic text form of
//! the same program give the same tree: retired op versions are brought up to date, attributes that have their
//! default are left out, dimension numbers are put together again.
//!
//! Dialects mixed into an artifact (VHLO 1.11 allows it) pass unchanged.

mod body;
mod casts;
mod codec;
mod downgrade;
mod encode;
mod foreign;
mod lower;
pub mod ops;
mod plain;
mod plain_write;
mod rules;
mod sdy;
mod sdy_write;
mod serialize;
mod since;
mod text;
mod upgrade;

pub use codec::VhloCodec;
pub use encode::VhloEncoder;
pub use hloom_mlir::bytecode::sniff;
pub use plain_write::{PlainOptions, write_plain};
pub use serialize::{Options, Target, WriteError, artifact_version, serialize};

use hloom_mlir::bytecode::UseOrders;
use hloom_mlir::{Limits, RawModule, SyntaxError, bytecode};

/// Decodes a portable artifact without upgrading it: ops are named `vhlo.add_v1`. Where uses are not in their natural
/// order comes with it.
///
/// # Errors
/// When the bytes are no readable bytecode, or exceed `limits`.
pub fn read_vhlo(bytes: &[u8], limits: &Limits) -> Result<(RawModule, UseOrders), SyntaxError> {
    bytecode::read_with_uses(bytes, limits, &VhloCodec)
}

/// Decodes a portable artifact of any version from 0.9.0 to the current one into today's StableHLO.
///
/// # Errors
/// When the bytes are no readable artifact, hold ops that are not known, or exceed `limits`.
pub fn read_artifact(bytes: &[u8], limits: &Limits) -> Result<RawModule, SyntaxError> {
    let mut module = bytecode::read(bytes, limits, &VhloCodec)?;
    upgrade::upgrade(&mut module)?;
    Ok(module)
}

/// Writes a module of VHLO ops, as [`read_vhlo`] gives it, in the container version that belongs to `target`.
///
/// # Errors
/// When an op, attribute or type has no encoding, or `target` is not a version of VHLO.
pub fn write_vhlo(module: &RawModule, use_orders: &UseOrders, target: Target) -> Result<Vec<u8>, String> {
    bytecode::write(module, use_orders, target.container(), &format!("StableHLO_v{target}"), &VhloEncoder)
}
