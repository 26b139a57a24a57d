//! Sizes computed in MLIR's `arith`, `shape` and `tensor` dialects.

use crate::Pass;

pub(super) const PASS: Pass = Pass {
    name: "shape-legalize-to-stablehlo",
    summary: "Writes ops of the arith, shape and tensor dialects by StableHLO ops; index becomes i32",
    options: &[],
    run: |m, _| hloom_opt::sizes::legalize(m),
};
