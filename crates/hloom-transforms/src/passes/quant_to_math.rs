//! Quantized programs become programs on stored values.

use crate::{Pass, PassOptions};
use hloom_ir::{Diagnostics, Module};

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-legalize-quant-to-math",
    summary: "Replaces quantized types by their storage types and ops on them by arithmetic on what is stored",
    options: &[],
    run,
};

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    hloom_opt::quantized::to_math(module)
}
