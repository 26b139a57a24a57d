//! Structs and numbers of the PJRT C API, version 0.93, on 64-bit machines.
//!
//! Every argument struct begins with its size as the caller knows it and a list of extensions; fields follow in the
//! order of the API and are named after it. Newer versions append fields. Enums are C `int`, booleans are bytes that a
//! caller may leave uninitialised when they are results.
#![allow(missing_docs, reason = "structs and fields have the names of the C API, whose documentation describes them")]

mod buffer;
mod client;
mod device;
mod executable;
pub mod profiler;

pub use buffer::*;
pub use client::*;
pub use device::*;
pub use executable::*;

use std::ffi::{c_char, c_int, c_void};

/// Opaque to clients.
pub use crate::buffer::Buffer;
/// Opaque to clients.
pub use crate::call::Ptr;
/// Opaque to clients.
pub use crate::client::Client;
/// Opaque to clients.
pub use crate::device::{Description, Device, Memory, Topology};
/// Opaque to clients.
pub use crate::error::Error;
/// Opaque to clients.
pub use crate::event::Event;
/// Opaque to clients.
pub use crate::executable::{Bytes, Executable, LoadedExecutable};
/// Opaque to clients.
pub use crate::execute::ExecuteContext;
/// Opaque to clients.
pub use crate::layout::Layout;

/// Major version of the API.
pub const MAJOR: c_int = 0;
/// Minor version: the table is that of 0.92, to which 0.93 adds layouts of parameters.
pub const MINOR: c_int = 93;

/// Head of an extension; extensions form a list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ExtensionBase {
    pub struct_size: usize,
    pub kind: c_int,
    pub next: *mut ExtensionBase,
}

/// Version of a table.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ApiVersion {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub major_version: c_int,
    pub minor_version: c_int,
}

/// Implemented by argument structs.
///
/// # Safety
/// The type must be `repr(C)`, begin with `struct_size: usize`, have no invalid bit patterns, and be valid when zero.
pub unsafe trait Args: Copy {
    /// Name for messages.
    const NAME: &'static str;
    /// Bytes at the end that older callers do not have.
    const OPTIONAL: usize;
    /// True if newer callers expect results behind the fields known here; they are set to zero ("not available").
    const RESULTS_FOLLOW: bool;
}

/// Declares argument structs. Fields after `optional` may be missing in a caller's struct and are then zero.
macro_rules! args {
    ($( $(#[$meta:meta])* $name:ident $([$follow:ident])? {
        $($field:ident: $ty:ty),* $(,)?
        $(; optional $($opt:ident: $opt_ty:ty),+ $(,)?)?
    })*) => { $(
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            pub struct_size: usize,
            pub extension_start: *mut $crate::abi::ExtensionBase,
            $(pub $field: $ty,)*
            $($(pub $opt: $opt_ty,)+)?
        }
        // SAFETY: made of sizes, integers, pointers and optional function pointers only.
        unsafe impl $crate::abi::Args for $name {
            const NAME: &'static str = stringify!($name);
            const OPTIONAL: usize = 0 $($(+ size_of::<$opt_ty>())+)?;
            const RESULTS_FOLLOW: bool = false $(|| stringify!($follow).len() > 0)?;
        }
        impl Default for $name {
            fn default() -> Self {
                // SAFETY: `Args` types are valid when zero.
                let zero = unsafe { std::mem::zeroed::<$name>() };
                $name { struct_size: size_of::<$name>(), ..zero }
            }
        }
    )* };
}
pub(crate) use args;

/// Kinds of [`NamedValue`].
pub mod named {
    use std::ffi::c_int;
    pub const STRING: c_int = 0;
    pub const INT64: c_int = 1;
    pub const INT64_LIST: c_int = 2;
    pub const FLOAT: c_int = 3;
    pub const BOOL: c_int = 4;
}

/// The value of a [`NamedValue`]: which member holds is told by its kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub union NamedPayload {
    pub string: *const c_char,
    pub int64: i64,
    pub int64_list: *const i64,
    pub float: f32,
    pub boolean: u8,
}

/// A name with a value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct NamedValue {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub name: *const c_char,
    pub name_size: usize,
    pub kind: c_int,
    pub value: NamedPayload,
    pub value_size: usize,
}

// SAFETY: the pointers are to memory that does not change.
unsafe impl Send for NamedValue {}
// SAFETY: as above.
unsafe impl Sync for NamedValue {}

args! {
    ErrorDestroyArgs { error: Ptr<Error> }
    ErrorMessageArgs { error: Ptr<Error>, message: *const c_char, message_size: usize }
    ErrorGetCodeArgs { error: Ptr<Error>, code: c_int }

    PluginInitializeArgs {}
    PluginAttributesArgs { attributes: *const NamedValue, num_attributes: usize }

    EventDestroyArgs { event: Ptr<Event> }
    EventIsReadyArgs { event: Ptr<Event>, is_ready: u8 }
    EventErrorArgs { event: Ptr<Event> }
    EventAwaitArgs { event: Ptr<Event> }
    EventOnReadyArgs {
        event: Ptr<Event>,
        callback: Option<unsafe extern "C" fn(error: *mut Error, user_arg: *mut c_void)>,
        user_arg: *mut c_void,
    }
}

/// Shardings of parameters or results: one serialised `OpSharding` each.
pub mod shardings {
    use super::{Executable, Ptr};
    use std::ffi::c_char;
    /// Kind of the extension.
    pub const KIND: std::ffi::c_int = 19;
    args! {
        ShardingsArgs {
            executable: Ptr<Executable>,
            num: usize,
            shardings: *const *const c_char,
            sizes: *const usize,
        }
    }
}

/// Layouts of buffers, parameters and results.
pub mod layouts {
    use super::{Buffer, Bytes, BytesDeleter, Client, Executable, Layout, Ptr, Topology};
    use std::ffi::{c_char, c_int};
    /// Kind of the extension.
    pub const KIND: c_int = 4;
    args! {
        DestroyArgs { layout: Ptr<Layout> }
        /// The text lives as long as its owner.
        SerializeArgs {
            layout: Ptr<Layout>,
            bytes: *const c_char,
            bytes_size: usize,
            owner: *mut Bytes,
            deleter: BytesDeleter,
        }
        ClientDefaultArgs {
            client: Ptr<Client>,
            element_type: c_int,
            dims: *const i64,
            num_dims: usize,
            layout: *mut Layout,
        }
        BufferArgs { buffer: Ptr<Buffer>, layout: *mut Layout }
        TopologyDefaultArgs {
            topology: Ptr<Topology>,
            element_type: c_int,
            dims: *const i64,
            num_dims: usize,
            layout: *mut Layout,
        }
        /// Of parameters or of results.
        ExecutableArgs { executable: Ptr<Executable>, num: usize, layouts: *const *const Layout }
    }
}

/// Handlers of custom calls, and what executions pass to them.
pub mod foreign {
    use super::{ExecuteContext, Ptr};
    use std::ffi::{c_char, c_void};
    /// Kind of the extension.
    pub const KIND: std::ffi::c_int = 5;
    args! {
        TypeRegisterArgs {
            name: *const c_char,
            name_size: usize,
            type_id: i64;
            optional
            info: *const TypeInfo,
        }
        UserDataAddArgs { context: Ptr<ExecuteContext>, type_id: i64, data: *mut c_void }
    }

    /// What is known about a type.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct TypeInfo {
        pub deleter: Option<unsafe extern "C" fn(*mut c_void)>,
        pub serialize: *const c_void,
        pub deserialize: *const c_void,
    }

    /// The only argument struct without a list of extensions.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct RegisterHandlerArgs {
        pub struct_size: usize,
        pub name: *const c_char,
        pub name_size: usize,
        pub handler: Option<crate::ffi::abi::Handler>,
        pub platform: *const c_char,
        pub platform_size: usize,
        pub traits: u32,
    }
    // SAFETY: made of sizes, integers, pointers and an optional function pointer only.
    unsafe impl super::Args for RegisterHandlerArgs {
        const NAME: &'static str = "RegisterHandlerArgs";
        const OPTIONAL: usize = 0;
        const RESULTS_FOLLOW: bool = false;
    }
}
