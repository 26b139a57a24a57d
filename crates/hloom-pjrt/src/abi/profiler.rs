//! The profiler extension and the table of functions that it refers to, version 1.
//!
//! These argument structs have no list of extensions, and callers leave their sizes uninitialised: a handler touches only
//! the fields that its function is for. Those of functions about errors have a pointer in the list's place, so they are the
//! C API's own.

use super::{Error, ErrorDestroyArgs, ErrorGetCodeArgs, ErrorMessageArgs, ExtensionBase, Ptr};
use crate::profiler::Profiler;
use std::ffi::{c_char, c_int, c_void};

/// Kind of the extension.
pub const KIND: c_int = 1;

/// The extension.
#[repr(C)]
pub struct Extension {
    pub base: ExtensionBase,
    pub profiler_api: *const Api,
    /// Of extensions of arguments only.
    pub traceme_context_id: i64,
}

/// The table.
#[repr(C)]
pub struct Api {
    pub struct_size: usize,
    pub private: *mut c_void,
    pub error_destroy: unsafe extern "C" fn(*mut ErrorDestroyArgs),
    pub error_message: unsafe extern "C" fn(*mut ErrorMessageArgs),
    pub error_get_code: unsafe extern "C" fn(*mut ErrorGetCodeArgs) -> *mut Error,
    pub create: unsafe extern "C" fn(*mut CreateArgs) -> *mut Error,
    pub destroy: unsafe extern "C" fn(*mut ProfilerArgs) -> *mut Error,
    pub start: unsafe extern "C" fn(*mut ProfilerArgs) -> *mut Error,
    pub stop: unsafe extern "C" fn(*mut ProfilerArgs) -> *mut Error,
    pub collect_data: unsafe extern "C" fn(*mut CollectDataArgs) -> *mut Error,
}

#[repr(C)]
pub struct CreateArgs {
    pub struct_size: usize,
    /// A serialised `ProfileOptions`.
    pub options: *const c_char,
    pub options_size: usize,
    pub profiler: *mut Profiler,
}

/// Of `destroy`, `start` and `stop`.
#[repr(C)]
pub struct ProfilerArgs {
    pub struct_size: usize,
    pub profiler: Ptr<Profiler>,
}

#[repr(C)]
pub struct CollectDataArgs {
    pub struct_size: usize,
    pub profiler: Ptr<Profiler>,
    /// Null: is set to the session's own bytes.
    pub buffer: *mut u8,
    pub buffer_size_in_bytes: usize,
}
