//! Counter-based random bits as a Map over counters.

use crate::read::KernelBuilder;
use crate::scalar::Res;
use hloom_ir::OpData;

/// Roots of `rng_bit_generator`: new state and bits.
pub(crate) fn bits_root(_b: &mut KernelBuilder<'_>, op: &OpData) -> Res<()> {
    Err(format!("{} is not implemented", op.op.name()))
}
