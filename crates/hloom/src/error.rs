//! What can go wrong between bytes and an executable.

use hloom_ir::{Diagnostics, LocTable};

/// Why there is no executable.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The bytes are no program.
    #[error("{0}")]
    Parse(#[from] hloom_stablehlo::ParseError),
    /// The program is wrong, or uses what is not supported.
    #[error("{}", .diagnostics.render(.locs).trim_end())]
    Program {
        /// Findings.
        diagnostics: Diagnostics,
        /// Their locations.
        locs: LocTable,
    },
    /// Code generation failed.
    #[error("error: code generation: {0}")]
    Llvm(#[from] hloom_llvm::Error),
    /// Generated objects did not link: a fault of Hloom.
    #[error("error: linking generated code: {0}")]
    Link(#[from] hloom_exe::LinkError),
    /// The executable's bytes are damaged, or it cannot be written.
    #[error("error: {0}")]
    Executable(#[from] hloom_exe::ExeError),
    /// The program has no portable form of the version asked for.
    #[error("{0}")]
    Serialize(#[from] hloom_stablehlo::SerializeError),
    /// Hloom does not do this yet.
    #[error("unimplemented: {0}")]
    Unimplemented(String),
    /// A kernel that the planner made has no code: a fault of Hloom.
    #[error("error: kernel {kernel}: {message}")]
    Kernel {
        /// Ops of the kernel.
        kernel: String,
        /// What is wrong.
        message: String,
    },
}

impl Error {
    /// True if the program only uses what is not supported yet.
    pub fn is_unimplemented(&self) -> bool {
        match self {
            Error::Parse(e) => e.is_unimplemented(),
            Error::Program { diagnostics, .. } => diagnostics.is_unimplemented(),
            Error::Unimplemented(_) => true,
            _ => false,
        }
    }
}
