//! StableHLO, CHLO and VHLO: assembly formats, portable artifacts, versions.

pub mod convert;
pub mod text;
pub mod vhlo;
