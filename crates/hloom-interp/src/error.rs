//! What can go wrong while interpreting.

use hloom_ir::Loc;

/// Why a program could not be run to its end.
#[derive(Clone, Debug, thiserror::Error)]
pub enum InterpError {
    /// The op, or this use of it, is not supported.
    #[error("{op} is not implemented by the interpreter{detail}")]
    Unimplemented {
        /// Op name.
        op: String,
        /// What of it, starting with a separator, or empty.
        detail: String,
        /// Where.
        loc: Loc,
    },
    /// Sizes known at run time do not fit.
    #[error("{op}: {message}")]
    Shape {
        /// Op name.
        op: String,
        /// Constraint id of the spec and what is wrong.
        message: String,
        /// Where.
        loc: Loc,
    },
    /// No function of that name.
    #[error("no function @{0}")]
    NoFunction(String),
    /// Wrong number or types of arguments.
    #[error("{0}")]
    Arguments(String),
    /// An element type does not have the op.
    #[error("{0}")]
    Scalar(#[from] hloom_num::scalar::ScalarError),
    /// The run costs more than it was given ([`crate::Interpreter::with_budget`]).
    #[error("the program costs more than {0} element operations")]
    Budget(u64),
    /// A `check.*` op found a difference.
    #[error("{0}")]
    Check(String),
    /// Processes do not get along: they wait for each other, name processes that do not exist, send what nobody receives.
    #[error("{0}")]
    Parallel(String),
    /// A property the verifier guarantees does not hold.
    #[error("malformed {0}")]
    Malformed(String),
}

impl InterpError {
    pub(crate) fn unimplemented(op: &str, detail: impl Into<String>) -> InterpError {
        InterpError::Unimplemented { op: op.into(), detail: detail.into(), loc: Loc::UNKNOWN }
    }
    pub(crate) fn shape(op: &str, message: impl Into<String>) -> InterpError {
        InterpError::Shape { op: op.into(), message: message.into(), loc: Loc::UNKNOWN }
    }
    /// Where it went wrong, if that is known.
    pub fn loc(&self) -> Loc {
        match self {
            InterpError::Unimplemented { loc, .. } | InterpError::Shape { loc, .. } => *loc,
            _ => Loc::UNKNOWN,
        }
    }
}
