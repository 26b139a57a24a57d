//! Programs to portable artifacts.

use super::casts::{self, UseLists};
use super::ops::{CURRENT, MINIMUM, NEWEST, Version};
use super::{downgrade, lower, write_vhlo};
use hloom_mlir::bytecode::MAGIC;
use hloom_mlir::{Loc, LocTable, RawBlock, RawModule, RawOp};
use std::fmt;
use std::str::FromStr;

/// The version of an artifact. The patch number stands in its header and has no other meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Target {
    version: Version,
    patch: u64,
}

impl Target {
    /// The version that is written if none is asked for.
    pub const CURRENT: Target = Target { version: CURRENT, patch: 0 };
    /// The newest version that is known.
    pub const NEWEST: Target = Target { version: NEWEST, patch: 0 };
    /// The oldest.
    pub const MINIMUM: Target = Target { version: MINIMUM, patch: 0 };

    /// Major and minor number.
    pub fn version(self) -> Version {
        self.version
    }

    /// The version of the MLIR bytecode container that artifacts of this version have.
    pub fn container(self) -> u64 {
        match self.version {
            (0, ..10) => 0,
            (0, 10 | 11) => 1,
            (0, 12 | 13) => 3,
            (0, 14) => 4,
            _ => 6,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.version.0, self.version.1, self.patch)
    }
}

impl FromStr for Target {
    type Err = String;
    /// Reads `X.Y.Z`, `current` or `minimum`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "current" => return Ok(Target::CURRENT),
            "minimum" => return Ok(Target::MINIMUM),
            "" => return Err("No target version specified. Target version must be of the form `#.#.#`.".into()),
            _ => {}
        }
        let number = |n: &str| n.bytes().all(|b| b.is_ascii_digit()).then(|| n.parse::<u64>().ok()).flatten();
        let parts: Option<Vec<u64>> = text.split('.').map(number).collect();
        let Some([major, minor, patch]) = parts.as_deref() else {
            return Err(format!("Invalid target version argument '{text}': it must be of the form `#.#.#`."));
        };
        let of = |(major, minor): Version| (u64::from(major), u64::from(minor), 0);
        if (*major, *minor, *patch) < of(MINIMUM) {
            return Err(format!("target version {text} is less than minimum supported {}", Target::MINIMUM));
        }
        if (*major, *minor, *patch) > of(NEWEST) {
            return Err(format!("target version {text} is greater than current version {}", Target::NEWEST));
        }
        Ok(Target { version: (*major as u8, *minor as u8), patch: *patch })
    }
}

/// Why a program cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct WriteError {
    /// What is in the way, with op and version.
    pub message: String,
    /// Where it is.
    pub loc: Loc,
}

impl WriteError {
    /// An op that has no place in VHLO.
    pub(super) fn illegal(op: &RawOp, reason: &str) -> WriteError {
        let message =
            format!("failed to legalize operation '{}' that was explicitly marked illegal: {reason}", op.name);
        WriteError { message, loc: op.loc }
    }
    /// An op that a version has not.
    pub(super) fn too_new(op: &RawOp, target: Version, reason: &str) -> WriteError {
        let illegal = WriteError::illegal(op, reason);
        let message = format!("failed to convert VHLO to v{}.{}.0: {}", target.0, target.1, illegal.message);
        WriteError { message, ..illegal }
    }
}

/// What to write.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The version.
    pub target: Target,
    /// Leave locations out.
    pub strip_debuginfo: bool,
    /// Let ops of other dialects stand in the artifact as they are.
    pub allow_other_dialects: bool,
    /// The version that the writer knows as the newest: ops that changed after `target` are made as they are in this
    /// version and then brought down, which leaves traces in the order of uses. Only tests that compare with other
    /// writers have a reason to change it.
    pub newest: Version,
}

impl Default for Options {
    fn default() -> Self {
        Options { target: Target::CURRENT, strip_debuginfo: false, allow_other_dialects: false, newest: NEWEST }
    }
}

/// Writes a program as a portable artifact.
///
/// # Errors
/// What has no place in an artifact of the version, with its location.
pub fn serialize(module: &RawModule, options: &Options) -> Result<Vec<u8>, WriteError> {
    let mut module = module.clone();
    lower::lower(&mut module, options.newest, options.allow_other_dialects)?;
    let lists = if options.allow_other_dialects { casts::insert(&mut module) } else { UseLists::default() };
    let use_orders = downgrade::downgrade(&mut module, options.target.version, &lists)?;
    if options.strip_debuginfo {
        strip(&mut module);
    }
    write_vhlo(&module, &use_orders, options.target).map_err(|message| WriteError { message, loc: module.op.loc })
}

/// The version that the header of a portable artifact states; `None` for other bytes and for versions that are not known.
pub fn artifact_version(bytes: &[u8]) -> Option<Target> {
    let header = bytes.strip_prefix(&MAGIC)?;
    let header = &header[..header.iter().position(|&b| b == 0)?];
    let text = String::from_utf8_lossy(header);
    text.split_once("StableHLO_v")?.1.parse().ok()
}

/// Makes all locations unknown.
pub(super) fn strip(module: &mut RawModule) {
    fn one(op: &mut RawOp) {
        op.loc = Loc::UNKNOWN;
        for RawBlock { args, ops } in op.regions.iter_mut().flat_map(|r| &mut r.blocks) {
            args.iter_mut().for_each(|(_, loc)| *loc = Loc::UNKNOWN);
            ops.iter_mut().for_each(one);
        }
    }
    one(&mut module.op);
    module.locs = LocTable::default();
}
