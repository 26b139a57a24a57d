//! Hloom: StableHLO in, native code out.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let module = hloom::parse(&std::fs::read("model.mlirbc")?, "model.mlirbc")?;
//! let compiled = hloom::compile(&module, "main", &hloom::host_target(), &hloom::Options::default())?;
//! std::fs::write("model.hloom", compiled.executable.to_bytes()?)?;
//! # Ok(())
//! # }
//! ```
//!
//! The pipeline is one function, [`compile`]. What runs is always what the executable's bytes hold: the JIT loads the
//! same bytes that are written to files.

mod compile;
mod error;
pub mod roof;

pub use compile::{CompileStats, Compiled, Options, compile, dump};
pub use error::Error;
pub use hloom_exe::{Blob, Executable};
pub use hloom_ir::Module;
pub use hloom_llvm::{host_target, target_for};
pub use hloom_mlir::text::split_input;
pub use hloom_plan::KernelInfo;
pub use hloom_rt::{Buffer, CpuDevice as Device, DeviceOptions, ExecOptions, HostFns, KernelTime, Loaded, Profile};
pub use hloom_stablehlo::{Form, print};
pub use hloom_tile::Target;

use hloom_mlir::Limits;

/// Reads StableHLO text or a portable artifact and verifies it.
///
/// # Errors
/// [`Error::Parse`] for what is no program, [`Error::Program`] with every finding of the verifier.
pub fn parse(bytes: &[u8], file_name: &str) -> Result<Module, Error> {
    let module = hloom_stablehlo::parse(bytes, file_name, &Limits::default())?;
    match hloom_ir::verify(&module) {
        Ok(()) => Ok(module),
        Err(diagnostics) => Err(Error::Program { diagnostics, locs: module.locs }),
    }
}

/// True if the bytes are a portable artifact (MLIR bytecode).
pub fn is_artifact(bytes: &[u8]) -> bool {
    hloom_stablehlo::vhlo::sniff(bytes)
}

/// True if the bytes begin as an executable does.
pub fn is_executable(bytes: &[u8]) -> bool {
    bytes.starts_with(hloom_exe::MAGIC)
}

/// Reads an executable.
///
/// # Errors
/// [`Error::Executable`] if the bytes are damaged or of another version.
pub fn read_executable(bytes: Vec<u8>) -> Result<Executable, Error> {
    Ok(Executable::from_bytes(&Blob::new(bytes), hloom_exe::Verify::All)?)
}

/// The module with one function: all calls inlined, nothing simplified.
///
/// # Errors
/// [`Error::Program`].
pub fn inline(module: &Module, function: &str) -> Result<Module, Error> {
    let options = hloom_opt::Options { fuel: Some(0), ..hloom_opt::Options::default() };
    optimize(module, function, &options)
}

/// The module with one function, simplified.
///
/// # Errors
/// [`Error::Program`].
pub fn simplify(module: &Module, function: &str, options: &Options) -> Result<Module, Error> {
    optimize(module, function, &hloom_opt::Options { fuel: options.fuel, ..hloom_opt::Options::default() })
}

fn optimize(module: &Module, function: &str, options: &hloom_opt::Options) -> Result<Module, Error> {
    match hloom_opt::optimize(module, function, options) {
        Ok(o) => Ok(o.module),
        Err(diagnostics) => Err(Error::Program { diagnostics, locs: module.locs.clone() }),
    }
}

/// The newest StableHLO version that is read and written.
pub const STABLEHLO_VERSION: &str = "1.20.0";

/// Reads text or an artifact and writes an artifact of a version (`X.Y.Z` or `current`).
///
/// # Errors
/// What cannot be expressed in that version.
pub fn serialize(
    bytes: &[u8],
    file_name: &str,
    version: &str,
    strip_locations: bool,
    allow_other_dialects: bool,
) -> Result<Vec<u8>, Error> {
    let _ = (bytes, file_name, version, strip_locations, allow_other_dialects);
    Err(Error::Unimplemented("writing portable artifacts".into()))
}
