//! Structs and numbers of XLA's foreign function interface, version 0.5. Handlers compiled for 0.3 and 0.4 find what
//! they know at the same places.
//!
//! As in the PJRT C API, structs begin with their size and a list of extensions. Sizes count to the end of the last
//! field, padding excluded.
#![allow(missing_docs, reason = "structs and fields have the names of the C API, whose documentation describes them")]

use std::ffi::{c_char, c_int, c_void};

/// Major version of the interface.
pub const MAJOR: c_int = 0;
/// Minor version: that of the table's last entry.
pub const MINOR: c_int = 5;

/// Numbers of stages.
pub mod stage {
    use std::ffi::c_int;
    pub const INSTANTIATE: c_int = 0;
    pub const PREPARE: c_int = 1;
    pub const INITIALIZE: c_int = 2;
    pub const EXECUTE: c_int = 3;
}

/// Numbers of attribute types.
pub mod attr_type {
    use std::ffi::c_int;
    pub const ARRAY: c_int = 1;
    pub const DICTIONARY: c_int = 2;
    pub const SCALAR: c_int = 3;
    pub const STRING: c_int = 4;
}

/// The only type of arguments and results.
pub const BUFFER: c_int = 1;

/// Head of an internal extension.
#[repr(C)]
#[derive(Debug)]
pub struct Extension {
    pub struct_size: usize,
    pub kind: c_int,
    pub next: *mut Extension,
}

/// A tensor.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    pub struct_size: usize,
    pub extension_start: *mut Extension,
    pub dtype: c_int,
    pub data: *mut c_void,
    pub rank: i64,
    pub dims: *const i64,
}

/// Bytes, for example of a name.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ByteSpan {
    pub start: *const c_char,
    pub len: usize,
}

/// Attribute of one number.
#[repr(C)]
#[derive(Debug)]
pub struct Scalar {
    pub dtype: c_int,
    pub value: *const c_void,
}

/// Attribute of several numbers.
#[repr(C)]
#[derive(Debug)]
pub struct Array {
    pub dtype: c_int,
    pub size: usize,
    pub data: *const c_void,
}

/// Arguments or results: types, and pointers to buffers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Buffers {
    pub struct_size: usize,
    pub extension_start: *mut Extension,
    pub size: i64,
    pub types: *const c_int,
    pub buffers: *const *const Buffer,
}

/// Attributes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Attrs {
    pub struct_size: usize,
    pub extension_start: *mut Extension,
    pub size: i64,
    pub types: *const c_int,
    pub names: *const *const ByteSpan,
    pub attrs: *const *const c_void,
}

/// One call of a handler.
#[repr(C)]
#[derive(Debug)]
pub struct CallFrame {
    pub struct_size: usize,
    pub extension_start: *mut Extension,
    pub api: *const super::api::Api,
    pub ctx: *mut super::call::Context<'static>,
    pub stage: c_int,
    pub args: Buffers,
    pub rets: Buffers,
    pub attrs: Attrs,
    pub future: *mut super::api::Future,
}

/// A function of a user for one stage.
pub type Handler = unsafe extern "C" fn(*mut CallFrame) -> *mut super::api::Error;

/// What a type is to the runtime that keeps values of it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    pub struct_size: usize,
    pub extension_start: *mut Extension,
    pub deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}
