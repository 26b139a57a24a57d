//! The pipeline.

use crate::Error;
use hloom_exe::Executable;
use hloom_ir::Module;
use hloom_tile::Target;
use std::time::Duration;

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options {
    /// Compiler threads; no influence on the result. `None`: as many as the machine offers.
    pub threads: Option<usize>,
    /// Apply only that many rewrites (to bisect the optimiser).
    pub fuel: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Options { threads: None, fuel: None }
    }
}

/// Where compile time went.
#[derive(Clone, Debug, Default)]
pub struct CompileStats {
    /// Stages in order.
    pub stages: Vec<(&'static str, Duration)>,
    /// Distinct kernels.
    pub kernels: usize,
    /// Bytes that the kernels read and write.
    pub bytes: u64,
    /// Time that the machine's measured peak and bandwidth allow, if known.
    pub roof_ms: Option<f64>,
}

/// An executable and how it came about.
#[derive(Debug)]
pub struct Compiled {
    /// The bytes-to-be.
    pub executable: Executable,
    /// Statistics.
    pub stats: CompileStats,
}

/// Compiles one function of a verified module.
///
/// # Errors
/// See [`Error`].
pub fn compile(module: &Module, function: &str, target: &Target, options: &Options) -> Result<Compiled, Error> {
    let _ = (module, function, target, options);
    Err(Error::Unimplemented("native code".into()))
}

/// Text of a late stage: `plan`, `kernels` or `loops`.
///
/// # Errors
/// As [`compile`].
pub fn dump(module: &Module, function: &str, target: &Target, options: &Options, stage: &str) -> Result<String, Error> {
    let _ = (module, function, target, options, stage);
    Err(Error::Unimplemented("native code".into()))
}
