//! The passes, one file each.

mod composite_to_call;

use crate::Pass;

/// Every pass, by name.
pub const PASSES: &[&Pass] = &[
    // One line a pass.
    &composite_to_call::PASS,
];
