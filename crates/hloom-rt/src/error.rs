//! What can go wrong at load and at run time.

use hloom_exe::{ExeError, TensorSig};
use hloom_num::DType;
use std::fmt;

/// An error of the runtime.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RtError {
    /// The executable cannot be read or is malformed.
    #[error(transparent)]
    Executable(#[from] ExeError),
    /// A file cannot be read.
    #[error("{path}: {message}")]
    File {
        /// The file.
        path: String,
        /// The system's message.
        message: String,
    },
    /// The code is for another kind of machine.
    #[error("the executable is for {wanted}; this process runs on {here}")]
    Architecture {
        /// Target triple of the executable.
        wanted: String,
        /// Architecture of this process.
        here: &'static str,
    },
    /// This processor lacks features that the code uses.
    #[error("this processor lacks {}, which the executable needs", .0.join(", "))]
    CpuFeatures(Vec<String>),
    /// The executable calls host functions that nobody registered.
    #[error("unknown host functions: {}", .0.join(", "))]
    UnknownHostFns(Vec<String>),
    /// The executable calls routines that this build of the runtime does not have.
    #[error("the program calls {}, which this runtime was built without (hloom-rt's feature `linalg`)", .0.join(", "))]
    RoutinesLeftOut(Vec<String>),
    /// The operating system refused to map the code.
    #[error("cannot map the code: {0}")]
    Map(String),
    /// Memory is used up.
    #[error("out of memory: {wanted} bytes wanted, {in_use} in use, limit {limit}")]
    OutOfMemory {
        /// Bytes that were asked for.
        wanted: u64,
        /// Bytes in use by this device.
        in_use: u64,
        /// The most that this device may use.
        limit: u64,
    },
    /// The number of arguments is wrong.
    #[error("{program}: {got} arguments given, {expected} expected")]
    ArgCount {
        /// Name of the program.
        program: String,
        /// Arguments of the program.
        expected: usize,
        /// Arguments given.
        got: usize,
    },
    /// An argument has another type or shape than the program's.
    #[error("{program}: argument {index}{} is {got}, expected {expected}", NameSuffix(name))]
    ArgType {
        /// Name of the program.
        program: String,
        /// Position of the argument.
        index: usize,
        /// Name of the argument; may be empty.
        name: String,
        /// Type of the parameter.
        expected: TensorText,
        /// Type of the argument.
        got: TensorText,
    },
    /// Bytes of host data do not fit the type.
    #[error("{got} bytes for a {tensor}, which has {expected}")]
    Size {
        /// The tensor type.
        tensor: TensorText,
        /// Bytes it has.
        expected: u64,
        /// Bytes given.
        got: u64,
    },
    /// A tensor type that no memory can hold.
    #[error("{0} is not a valid tensor type: negative or too large")]
    Shape(TensorText),
    /// An op of the program failed.
    #[error("{op}: {message}")]
    Program {
        /// The op with its source location.
        op: String,
        /// What went wrong.
        message: String,
    },
    /// A host function failed.
    #[error("host function {name}: {message}")]
    HostFn {
        /// Name of the function.
        name: String,
        /// Its message.
        message: String,
    },
    /// What processes were to do together did not come about.
    #[error("{op}: {message}")]
    Collective {
        /// The op with its source location, or the process.
        op: String,
        /// What went wrong.
        message: String,
    },
    /// The caller's cancel flag was seen.
    #[error("the execution was cancelled")]
    Cancelled,
    /// The code returned a status that the executable does not explain.
    #[error("the program returned the unknown status {0}")]
    UnknownStatus(i64),
}

/// Writes `tensor<2x3xf32>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorText {
    dtype: DType,
    dims: Vec<i64>,
}

impl TensorText {
    pub(crate) fn new(dtype: DType, dims: &[i64]) -> TensorText {
        TensorText { dtype, dims: dims.to_vec() }
    }
}

impl From<&TensorSig> for TensorText {
    fn from(sig: &TensorSig) -> TensorText {
        TensorText::new(sig.dtype, &sig.dims)
    }
}

impl fmt::Display for TensorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        self.dims.iter().try_for_each(|d| write!(f, "{d}x"))?;
        write!(f, "{}>", self.dtype)
    }
}

struct NameSuffix<'a>(&'a str);

impl fmt::Display for NameSuffix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " ({})", self.0) }
    }
}
