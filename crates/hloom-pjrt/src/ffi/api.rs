//! The functions that handlers call: errors, futures, states, memory, threads.

use super::abi::{self, Attrs, ByteSpan, Extension, TypeInfo};
use super::call::Context;
use super::registry;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Condvar, Mutex, PoisonError};

/// An error of a handler, or of this interface; belongs to whoever holds the pointer.
#[derive(Debug)]
pub struct Error {
    code: c_int,
    message: CString,
}

const UNIMPLEMENTED: c_int = 12;
const INVALID: c_int = 3;
const NOT_FOUND: c_int = 5;

fn error(code: c_int, message: &str) -> *mut Error {
    let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
    Box::into_raw(Box::new(Error { code, message }))
}

/// Takes an error that a handler returned; `Ok` for null.
///
/// # Safety
/// `error` is null or came from this interface and is nobody else's.
pub(super) unsafe fn outcome(error: *mut Error) -> Result<(), String> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise; errors are made by `error` only.
    let error = unsafe { Box::from_raw(error) };
    Err(error.message.to_string_lossy().into_owned())
}

/// What an asynchronous handler will say: nothing yet, done, or an error.
#[derive(Debug, Default)]
pub struct Future {
    outcome: Mutex<Option<Result<(), String>>>,
    done: Condvar,
}

impl Future {
    fn set(&self, outcome: Result<(), String>) {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(outcome);
        self.done.notify_all();
    }

    /// Waits until the handler is done.
    pub(super) fn wait(&self) -> Result<(), String> {
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match outcome.take() {
                Some(outcome) => return outcome,
                None => outcome = self.done.wait(outcome).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// Declares argument structs: size, extensions, then the fields.
macro_rules! args {
    ($( $name:ident { $($field:ident: $ty:ty),* $(,)? } )*) => { $(
        /// Of the function with that name.
        #[repr(C)]
        #[derive(Debug)]
        #[allow(missing_docs, reason = "the fields have the names of the C API, whose documentation describes them")]
        pub struct $name {
            pub struct_size: usize,
            pub extension_start: *mut Extension,
            $(pub $field: $ty,)*
        }
    )* };
}

args! {
    ErrorCreateArgs { message: *const c_char, code: c_int }
    ErrorDetailsArgs { error: *mut Error, message: *const c_char, code: c_int }
    ErrorDestroyArgs { error: *mut Error }
    HandlerRegisterArgs {
        name: ByteSpan,
        platform: ByteSpan,
        instantiate: Option<abi::Handler>,
        prepare: Option<abi::Handler>,
        initialize: Option<abi::Handler>,
        execute: Option<abi::Handler>,
    }
    StreamGetArgs { ctx: *mut Context<'static>, stream: *mut c_void }
    TypeRegisterArgs { name: ByteSpan, type_id: *mut i64, info: *const TypeInfo }
    ContextGetArgs { ctx: *mut Context<'static>, type_id: *const i64, data: *mut c_void }
    StateArgs { ctx: *mut Context<'static>, stage: c_int, type_id: *const i64, state: *mut c_void }
    AllocateArgs { ctx: *mut Context<'static>, size: usize, alignment: usize, data: *mut c_void }
    FreeArgs { ctx: *mut Context<'static>, size: usize, data: *mut c_void }
    ScheduleArgs {
        ctx: *mut Context<'static>,
        task: Option<unsafe extern "C" fn(*mut c_void)>,
        data: *mut c_void,
    }
    NumThreadsArgs { ctx: *mut Context<'static>, num_threads: *mut i64 }
    FutureCreateArgs { future: *mut Future }
    FutureSetArgs { future: *mut Future }
    FutureSetErrorArgs { future: *mut Future, error: *mut Error }
    RunIdArgs { ctx: *mut Context<'static>, run_id: i64 }
    DeviceOrdinalArgs { ctx: *mut Context<'static>, device_ordinal: i32 }
    FindExtensionArgs { ctx: *mut Context<'static>, extension_type: i64, extension: *const c_void }
    CustomOptionsArgs { ctx: *mut Context<'static>, attrs: *const Attrs }
}

/// Declares the table.
///
/// The bodies are run on references to what the handler passes; a handler gets its pointers from this crate's headers, so
/// they are what the C API says.
macro_rules! table {
    ($( $name:ident($arg:ident: $args:ty) $(-> $error:ty)? $body:block )*) => {
        /// The functions, in the order of the C API.
        #[repr(C)]
        #[derive(Debug)]
        #[allow(missing_docs, reason = "the functions have the names of the C API, whose documentation describes them")]
        pub struct Api {
            struct_size: usize,
            extension_start: *mut Extension,
            version_struct_size: usize,
            version_extension_start: *mut Extension,
            major: c_int,
            minor: c_int,
            internal: *const c_void,
            $( pub $name: unsafe extern "C" fn(*mut $args) $(-> $error)?, )*
        }
        // SAFETY: the table never changes.
        unsafe impl Sync for Api {}

        /// The table that every call frame points to.
        pub(super) static API: Api = Api {
            struct_size: size_of::<Api>(),
            extension_start: ptr::null_mut(),
            version_struct_size: 24,
            version_extension_start: ptr::null_mut(),
            major: abi::MAJOR,
            minor: abi::MINOR,
            internal: ptr::null(),
            $( $name: {
                /// # Safety
                /// `args` is not null and as the C API asks.
                unsafe extern "C" fn entry(args: *mut $args) $(-> $error)? {
                    // SAFETY: the caller's promise.
                    let $arg = unsafe { &mut *args };
                    $body
                }
                entry
            }, )*
        };
    };
}

/// # Safety
/// `ctx` is the one of the call frame.
unsafe fn context<'a>(ctx: *mut Context<'static>) -> &'a Context<'static> {
    // SAFETY: the caller's promise; a context lives as long as the call.
    unsafe { &*ctx }
}

table! {
    error_create(args: ErrorCreateArgs) -> *mut Error {
        let message = if args.message.is_null() {
            CString::default()
        } else {
            // SAFETY: text that ends with zero.
            unsafe { std::ffi::CStr::from_ptr(args.message) }.to_owned()
        };
        Box::into_raw(Box::new(Error { code: args.code, message }))
    }
    error_details(args: ErrorDetailsArgs) {
        // SAFETY: an error that has not been destroyed, or null.
        if let Some(error) = unsafe { args.error.as_ref() } {
            args.message = error.message.as_ptr();
            // The field came with version 0.4.
            if args.struct_size >= std::mem::offset_of!(ErrorDetailsArgs, code) + size_of::<c_int>() {
                args.code = error.code;
            }
        }
    }
    error_destroy(args: ErrorDestroyArgs) {
        // SAFETY: an error that has not been destroyed, or null.
        drop(unsafe { (!args.error.is_null()).then(|| Box::from_raw(args.error)) });
    }
    handler_register(args: HandlerRegisterArgs) -> *mut Error {
        // SAFETY: a name of the caller.
        let Ok(name) = (unsafe { crate::call::text(args.name.start, args.name.len) }) else {
            return error(INVALID, "the handler's name is not UTF-8");
        };
        let Some(execute) = args.execute else { return error(INVALID, "the handler has no execute stage") };
        registry::add(name, registry::Stages {
            instantiate: args.instantiate,
            prepare: args.prepare,
            initialize: args.initialize,
            execute,
        });
        ptr::null_mut()
    }
    stream_get(_args: StreamGetArgs) -> *mut Error {
        error(UNIMPLEMENTED, "a CPU device has no streams")
    }
    type_register(args: TypeRegisterArgs) -> *mut Error {
        // SAFETY: a name of the caller.
        let Ok(name) = (unsafe { crate::call::text(args.name.start, args.name.len) }) else {
            return error(INVALID, "the type's name is not UTF-8");
        };
        // SAFETY: complete or null.
        let deleter = unsafe { args.info.as_ref() }.and_then(|info| info.deleter);
        // SAFETY: a place for the number.
        unsafe { *args.type_id = registry::add_type(name, *args.type_id, deleter) };
        ptr::null_mut()
    }
    context_get(args: ContextGetArgs) -> *mut Error {
        // SAFETY: the frame's context, and a number.
        let found = unsafe { context(args.ctx).user(*args.type_id) };
        match found {
            Some(data) => {
                args.data = data;
                ptr::null_mut()
            }
            None => error(NOT_FOUND, "the execution has no user data of that type"),
        }
    }
    state_set(args: StateArgs) -> *mut Error {
        // SAFETY: the frame's context, and a number.
        unsafe { context(args.ctx).states.set(args.stage, *args.type_id, args.state) };
        ptr::null_mut()
    }
    state_get(args: StateArgs) -> *mut Error {
        // SAFETY: the frame's context, and a number.
        match unsafe { context(args.ctx).states.get(args.stage, *args.type_id) } {
            Some(state) => {
                args.state = state;
                ptr::null_mut()
            }
            None => error(NOT_FOUND, "the handler has no state of that type"),
        }
    }
    allocate(args: AllocateArgs) -> *mut Error {
        // SAFETY: the frame's context.
        match unsafe { context(args.ctx) }.allocate(args.size, args.alignment) {
            Some(data) => {
                args.data = data.cast();
                ptr::null_mut()
            }
            None => error(INVALID, "no memory of that size and alignment"),
        }
    }
    free(args: FreeArgs) -> *mut Error {
        // Memory of a call is returned when the call is done, whether the handler frees it or not.
        let _ = args.data;
        ptr::null_mut()
    }
    schedule(args: ScheduleArgs) -> *mut Error {
        // The calling thread has time: it would wait for the task.
        if let Some(task) = args.task {
            // SAFETY: the handler's function with its own argument.
            unsafe { task(args.data) };
        }
        ptr::null_mut()
    }
    num_threads(args: NumThreadsArgs) -> *mut Error {
        // SAFETY: a place for the number.
        unsafe { *args.num_threads = 1 };
        ptr::null_mut()
    }
    future_create(args: FutureCreateArgs) -> *mut Error {
        args.future = Box::into_raw(Box::default());
        ptr::null_mut()
    }
    future_set_available(args: FutureSetArgs) -> *mut Error {
        // SAFETY: a future whose frame waits for it.
        unsafe { (*args.future).set(Ok(())) };
        ptr::null_mut()
    }
    future_set_error(args: FutureSetErrorArgs) -> *mut Error {
        // SAFETY: a future whose frame waits for it, and an error that is given away.
        unsafe { (*args.future).set(outcome(args.error)) };
        ptr::null_mut()
    }
    run_id(args: RunIdArgs) -> *mut Error {
        // SAFETY: the frame's context.
        args.run_id = unsafe { context(args.ctx) }.run_id;
        ptr::null_mut()
    }
    device_ordinal(args: DeviceOrdinalArgs) -> *mut Error {
        // SAFETY: the frame's context.
        args.device_ordinal = unsafe { context(args.ctx) }.device;
        ptr::null_mut()
    }
    find_extension(args: FindExtensionArgs) -> *mut Error {
        args.extension = ptr::null();
        ptr::null_mut()
    }
    custom_options(args: CustomOptionsArgs) -> *mut Error {
        // SAFETY: an empty list has no elements to point to.
        static NONE: Empty = Empty(Attrs {
            struct_size: size_of::<Attrs>(),
            extension_start: ptr::null_mut(),
            size: 0,
            types: ptr::null(),
            names: ptr::null(),
            attrs: ptr::null(),
        });
        args.attrs = &raw const NONE.0;
        ptr::null_mut()
    }
}

/// No attributes.
struct Empty(Attrs);
// SAFETY: never changes.
unsafe impl Sync for Empty {}
