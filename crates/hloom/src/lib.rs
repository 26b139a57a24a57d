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

mod cache;
mod compile;
mod error;
pub mod explain;
mod op_names;
pub mod parallel;
pub mod roof;

pub use cache::Cache;
pub use compile::{CompileStats, Compiled, Options, compile, dump};
pub use error::Error;
pub use hloom_exe::{Blob, Bytes, Executable, MemoryPlan, Relaxations};
pub use hloom_ir::{Module, Type};
pub use hloom_llvm::target_for;
pub use hloom_mlir::RawModule;
pub use hloom_mlir::text::split_input;
pub use hloom_num::Literal;
pub use hloom_plan::KernelInfo;
pub use hloom_rt::{
    Buffer, CpuDevice as Device, DeviceOptions, ExecOptions, Grid, HostFns, KernelTime, Loaded, Profile, Teams,
};
pub use hloom_spmd::{Options as PartitionOptions, Partitioned, Reduction, Tiling, num_partitions};
pub use hloom_stablehlo::{Form, print, print_syntax};
pub use hloom_tile::Target;
pub use op_names::common_scope;

use hloom_ir::Severity;
use hloom_mlir::Limits;

/// The machine this process runs on; without a matrix unit if the system keeps its registers from the process.
pub fn host_target() -> Target {
    hloom_llvm::host_target(|f| hloom_rt::missing_features([f]).is_empty())
}

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

/// True if a size in `function`, or in what it calls, is not known before it runs.
pub fn is_dynamic(module: &Module, function: &str) -> bool {
    hloom_opt::dynamism::is_dynamic(module, function)
}

/// The static program that `function` of a dynamic module is for arguments of these types. `values` are arguments that
/// may be taken as known: the result is right for them only.
///
/// # Errors
/// [`Error::Program`] for arguments that do not fit and sizes that nothing decides.
pub fn remove_dynamism(
    module: &Module,
    function: &str,
    args: &[Type],
    values: &[Option<Literal>],
) -> Result<Module, Error> {
    let checked = hloom_opt::dynamism::remove_dynamism(module, function, args, values)
        .and_then(|m| hloom_ir::verify(&m).map(|()| m));
    checked.map_err(|diagnostics| Error::Program { diagnostics, locs: module.locs.clone() })
}

/// The program of one of the devices that a module is written for; see [`hloom_spmd::partition`].
///
/// # Errors
/// [`Error::Program`].
pub fn partition(module: &Module, function: &str, options: &PartitionOptions) -> Result<Partitioned, Error> {
    hloom_spmd::partition(module, function, options)
        .map_err(|diagnostics| Error::Program { diagnostics, locs: module.locs.clone() })
}

fn optimize(module: &Module, function: &str, options: &hloom_opt::Options) -> Result<Module, Error> {
    match hloom_opt::optimize(module, function, options) {
        Ok(o) => Ok(o.module),
        Err(diagnostics) => Err(Error::Program { diagnostics, locs: module.locs.clone() }),
    }
}

/// The StableHLO version that is supported, and written if no other is asked for.
pub const STABLEHLO_VERSION: &str = "1.20.0";

/// How [`serialize`] writes.
pub use hloom_stablehlo::vhlo::{Options as SerializeOptions, Target as SerializeTarget};

/// Reads text or bytecode into a syntax tree. What the IR has is verified; a program that uses something else is taken as
/// it stands.
///
/// # Errors
/// [`Error::Parse`] for what is no program, [`Error::Program`] with the findings of the verifier.
pub fn parse_syntax(bytes: &[u8], file_name: &str) -> Result<RawModule, Error> {
    let raw = hloom_stablehlo::parse_syntax(bytes, file_name, &Limits::default())?;
    let found = match hloom_stablehlo::convert::to_ir(&raw) {
        Ok(module) => hloom_ir::verify(&module),
        Err(diagnostics) => Err(diagnostics),
    };
    match found {
        Err(diagnostics) if !diagnostics.0.iter().any(|d| d.severity == Severity::Unimplemented) => {
            Err(Error::Program { diagnostics, locs: raw.locs })
        }
        _ => Ok(raw),
    }
}

/// Reads text or an artifact and writes an artifact.
///
/// # Errors
/// As [`parse_syntax`], and [`Error::Serialize`] for what cannot be expressed in the version.
pub fn serialize(bytes: &[u8], file_name: &str, options: &SerializeOptions) -> Result<Vec<u8>, Error> {
    let module = parse_syntax(bytes, file_name)?;
    Ok(hloom_stablehlo::serialize(&module, options)?)
}

/// Writes a module as an artifact.
///
/// # Errors
/// [`Error::Serialize`] for what cannot be expressed in the version.
pub fn write_artifact(module: &Module, options: &SerializeOptions) -> Result<Vec<u8>, Error> {
    Ok(hloom_stablehlo::serialize(&hloom_stablehlo::convert::from_ir(module), options)?)
}

/// How [`write_bytecode`] writes.
pub use hloom_stablehlo::vhlo::PlainOptions as BytecodeOptions;

/// Writes a program as MLIR bytecode of StableHLO's own ops, which is not versioned: to exchange it with tools of the
/// same version. To keep it, see [`serialize`].
///
/// # Errors
/// [`Error::Serialize`] for what has no bytecode form.
pub fn write_bytecode(module: &Module, options: &BytecodeOptions<'_>) -> Result<Vec<u8>, Error> {
    Ok(hloom_stablehlo::write_bytecode(module, options)?)
}

/// The version that a portable artifact states.
pub fn artifact_version(bytes: &[u8]) -> Option<SerializeTarget> {
    hloom_stablehlo::vhlo::artifact_version(bytes)
}
