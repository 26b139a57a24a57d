//! Verification.
use crate::{Diagnostics, Module};
/// Checks a module.
///
/// # Errors
/// All findings.
pub fn verify(_m: &Module) -> Result<(), Diagnostics> {
    Ok(())
}
