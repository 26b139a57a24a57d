//! Errors as clients see them.

use crate::abi::{ErrorDestroyArgs, ErrorGetCodeArgs, ErrorMessageArgs};
use hloom_interp::InterpError;
use hloom_rt::RtError;
use std::ffi::c_int;
use std::panic::AssertUnwindSafe;

/// Kinds of errors, with the numbers of the C API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Code {
    Cancelled = 1,
    InvalidArgument = 3,
    NotFound = 5,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Unimplemented = 12,
    Internal = 13,
}

/// An error: a code and a message.
#[derive(Clone, Debug)]
pub struct Error {
    code: Code,
    message: String,
}

impl Error {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into() }
    }
    /// The caller is wrong.
    pub(crate) fn invalid(message: impl Into<String>) -> Error {
        Error::new(Code::InvalidArgument, message)
    }
    /// The caller asks for what does not exist yet.
    pub(crate) fn unimplemented(message: impl Into<String>) -> Error {
        Error::new(Code::Unimplemented, message)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<hloom::Error> for Error {
    fn from(e: hloom::Error) -> Error {
        let code = match &e {
            _ if e.is_unimplemented() => Code::Unimplemented,
            hloom::Error::Parse(_) | hloom::Error::Program { .. } => Code::InvalidArgument,
            _ => Code::Internal,
        };
        Error::new(code, e.to_string())
    }
}

impl From<RtError> for Error {
    fn from(e: RtError) -> Error {
        let code = match &e {
            RtError::ArgCount { .. } | RtError::ArgType { .. } | RtError::Size { .. } | RtError::Shape(_) => {
                Code::InvalidArgument
            }
            // Bytes of the caller.
            RtError::Executable(_) => Code::InvalidArgument,
            RtError::OutOfMemory { .. } => Code::ResourceExhausted,
            RtError::UnknownHostFns(_) | RtError::RoutinesLeftOut(_) => Code::Unimplemented,
            RtError::CpuFeatures(_) | RtError::Architecture { .. } | RtError::Program { .. } => {
                Code::FailedPrecondition
            }
            RtError::File { .. } => Code::NotFound,
            RtError::Cancelled => Code::Cancelled,
            _ => Code::Internal,
        };
        Error::new(code, e.to_string())
    }
}

impl From<InterpError> for Error {
    fn from(e: InterpError) -> Error {
        let code = match &e {
            InterpError::Unimplemented { .. } | InterpError::Scalar(_) => Code::Unimplemented,
            InterpError::Arguments(_) | InterpError::NoFunction(_) => Code::InvalidArgument,
            InterpError::Check(_) => Code::FailedPrecondition,
            _ => Code::Internal,
        };
        Error::new(code, format!("interpreter: {e}"))
    }
}

/// Ends an error. Null is no error.
///
/// # Safety
/// `args` as the C API asks.
pub(crate) unsafe extern "C" fn destroy(args: *mut ErrorDestroyArgs) {
    // Dropping two strings does not panic, but nothing may unwind into C.
    let _ = std::panic::catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller's promise; the struct has had this field from the first version on.
        if let Some(args) = unsafe { args.as_ref() } {
            args.error.destroy();
        }
    }));
}

/// The message, which lives as long as the error.
///
/// # Safety
/// `args` as the C API asks.
pub(crate) unsafe extern "C" fn message(args: *mut ErrorMessageArgs) {
    // SAFETY: the caller's promise; the struct has had these fields from the first version on.
    if let Some(args) = unsafe { args.as_mut() } {
        let text = args.error.get_opt().map_or("", |e| &e.message);
        (args.message, args.message_size) = (text.as_ptr().cast(), text.len());
    }
}

/// The code; 0 for null.
pub(crate) fn get_code(args: &mut ErrorGetCodeArgs) -> Result<(), Error> {
    args.code = args.error.get_opt().map_or(0, |e| e.code as c_int);
    Ok(())
}
