//! Arithmetic on quantized tensors becomes arithmetic on numbers between conversions.

use crate::{Pass, PassOptions};
use hloom_ir::{Diagnostics, Module};

pub(super) const PASS: Pass = Pass {
    name: "stablehlo-legalize-quantized-op-to-qdq",
    summary: "Replaces arithmetic on quantized tensors by uniform_dequantize, the op on numbers, and uniform_quantize",
    options: &[],
    run,
};

fn run(module: Module, _: &PassOptions) -> Result<Module, Diagnostics> {
    hloom_opt::quantized::ops_to_qdq(module)
}
