//! The executable as a value.

use crate::{Blob, Image, Relaxations};
use hloom_num::DType;

/// Why bytes are not an executable, or a value cannot be one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExeError {
    /// The first bytes are not the format's.
    #[error("not a Hloom executable")]
    Magic,
    /// Written by another version of the format.
    #[error("executable format version {found}; this build reads version {supported}")]
    Version {
        /// Version in the file.
        found: u32,
        /// The only version read.
        supported: u32,
    },
    /// Fewer or more bytes than the header announces, or a field runs past its section.
    #[error("the executable is truncated or has extra bytes ({0})")]
    Length(&'static str),
    /// A checksum does not match.
    #[error("the executable is damaged: checksum of {0} does not match")]
    Checksum(&'static str),
    /// A field has a value that the format does not allow.
    #[error("malformed executable: {0}")]
    Malformed(String),
}

/// What the code needs from the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// LLVM target triple.
    pub triple: String,
    /// LLVM processor name that the code was tuned for; not checked at load.
    pub cpu: String,
    /// LLVM names of the features that the code may use, without `+`; checked at load.
    pub features: Vec<String>,
}

/// Element type and dimensions of a dense row-major tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSig {
    /// Element type.
    pub dtype: DType,
    /// Dimension sizes.
    pub dims: Vec<i64>,
}

impl TensorSig {
    /// Bytes of the tensor; `None` when a dimension is negative or the size exceeds [`crate::MAX_MEMORY`].
    pub fn bytes(&self) -> Option<u64> {
        let mut total = self.dtype.byte_size() as u64;
        let mut zero = false;
        for &d in &self.dims {
            let d = u64::try_from(d).ok()?;
            zero |= d == 0;
            // A zero elsewhere must not hide a dimension that is absurd by itself.
            total = total.checked_mul(d.max(1)).filter(|&t| t <= crate::MAX_MEMORY)?;
        }
        Some(if zero { 0 } else { total })
    }
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgSig {
    /// Name for messages; may be empty.
    pub name: String,
    /// Type and shape.
    pub tensor: TensorSig,
    /// The result that is computed in this argument's buffer (see [`crate::abi`]); type and shape are equal.
    pub alias: Option<u32>,
    /// The program says that the caller gives the argument away, with or without an alias.
    pub donated: bool,
}

/// One result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultSig {
    /// Name for messages; may be empty.
    pub name: String,
    /// Type and shape.
    pub tensor: TensorSig,
    /// The argument whose buffer holds it, the inverse of [`ArgSig::alias`].
    pub alias: Option<u32>,
}

/// One kernel, for explain, profiler and tuner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    /// Symbol: names the hash of kernel, schedule and target.
    pub symbol: String,
    /// Where its code starts in the image; if it was inlined in a loop, where that loop's function starts.
    pub offset: u64,
    /// Floating-point operations of all tasks.
    pub flops: u64,
    /// Bytes read and written by all tasks.
    pub bytes: u64,
    /// Names and source locations of the ops it computes.
    pub ops: String,
    /// The name that the front end gave the op that heads it, with its scopes (`jit(f)/layer/add`); if it is called at several
    /// places, the scopes they have in common. Empty if there are none.
    pub op_name: String,
    /// The names of its ops, wherever it is called; the first few if they are many.
    pub op_names: Vec<String>,
}

/// What a positive status means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorEntry {
    /// The op, with its source location.
    pub op: String,
    /// What went wrong.
    pub message: String,
}

/// A function that the host provides, resolved by name at load. One entry for each distinct call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// Name in the runtime's registry.
    pub name: String,
    /// What the call passes besides tensors, for example a backend config.
    pub config: Vec<u8>,
    /// Operand types.
    pub operands: Vec<TensorSig>,
    /// Result types.
    pub results: Vec<TensorSig>,
}

/// A compiled program. [`Executable::to_bytes`] and [`Executable::from_bytes`] convert it; both check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executable {
    /// Name of the module.
    pub name: String,
    /// Version of [`crate::abi`] that the code obeys.
    pub abi: u32,
    /// What the code needs from the machine.
    pub target: Target,
    /// How the arithmetic deviates from IEEE's: under what the runtime executes the code.
    pub relax: Relaxations,
    /// Native code.
    pub image: Image,
    /// Offset of the entry in the image's text.
    pub entry: u64,
    /// Arguments in order.
    pub args: Vec<ArgSig>,
    /// Results in order.
    pub results: Vec<ResultSig>,
    /// Constants in the order of the entry's `constants`. Equal ones are written once.
    pub constants: Vec<Blob>,
    /// Temporary memory of one execution.
    pub arena_bytes: u64,
    /// Scratch block of each thread.
    pub scratch_bytes: u64,
    /// Arguments, results, constants, arena and scratch of one thread at the worst moment of an execution.
    pub planned_peak_bytes: u64,
    /// Kernels in the order of the plan.
    pub kernels: Vec<Kernel>,
    /// Meaning of status `n > 0` at `n - 1`.
    pub errors: Vec<ErrorEntry>,
    /// Host functions in the order of their index.
    pub host_calls: Vec<HostCall>,
    /// Key and value text kept for tools: compiler version, options, printed plan. Sorted by key, keys unique.
    pub notes: Vec<(String, String)>,
    /// The program it was compiled from, if kept.
    pub source: Option<Blob>,
}
