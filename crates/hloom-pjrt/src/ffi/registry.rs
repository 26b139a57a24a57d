//! Handlers by name, types, and the two functions by which Python helps.

use super::abi::{Buffer, Handler, stage};
use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The functions of a handler.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stages {
    pub(super) instantiate: Option<Handler>,
    pub(super) prepare: Option<Handler>,
    pub(super) initialize: Option<Handler>,
    pub(super) execute: Handler,
}

/// Frees a value of a type.
pub(crate) type Deleter = Option<unsafe extern "C" fn(*mut c_void)>;

/// Finds the function of a handler that was registered with jaxlib; null if there is none.
pub type Resolver = unsafe extern "C" fn(name: *const c_char, stage: c_int) -> *mut c_void;

/// Calls a Python function with tensors. An error's text goes to `message`, which has room for `capacity` bytes, and the
/// result is then not zero.
pub type PythonCaller = unsafe extern "C" fn(
    function: *mut c_void,
    args: *const *const Buffer,
    num_args: usize,
    results: *const *const Buffer,
    num_results: usize,
    message: *mut c_char,
    capacity: usize,
) -> c_int;

#[derive(Default)]
struct Registry {
    handlers: BTreeMap<String, Stages>,
    /// Number by name; deleter by number.
    types: BTreeMap<String, i64>,
    deleters: BTreeMap<i64, Deleter>,
    resolver: Option<Resolver>,
    python: Option<PythonCaller>,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    handlers: BTreeMap::new(),
    types: BTreeMap::new(),
    deleters: BTreeMap::new(),
    resolver: None,
    python: None,
});

fn registry() -> MutexGuard<'static, Registry> {
    // Nothing panics half-way through a change.
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets how handlers of jaxlib are found and how Python functions are called; null leaves things as they are.
///
/// # Safety
/// The functions can be called from any thread until the process ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_set_ffi_hooks(resolver: Option<Resolver>, python: Option<PythonCaller>) {
    let mut registry = registry();
    registry.resolver = resolver.or(registry.resolver);
    registry.python = python.or(registry.python);
}

/// Adds a handler, instead of an older one of that name.
pub(super) fn add(name: &str, stages: Stages) {
    registry().handlers.insert(name.to_owned(), stages);
}

/// Adds a handler that has the execute stage only.
pub(crate) fn add_execute(name: &str, execute: Handler) {
    add(name, Stages { instantiate: None, prepare: None, initialize: None, execute });
}

/// The number of a type: the one given, or a new one for 0.
pub(crate) fn add_type(name: &str, wanted: i64, deleter: Deleter) -> i64 {
    let mut registry = registry();
    // Far from the numbers that jaxlib hands out, counted from 1.
    let next = (1 << 32) + registry.types.len() as i64;
    let known = registry.types.get(name).copied();
    let id = if wanted != 0 { wanted } else { known.unwrap_or(next) };
    registry.types.insert(name.to_owned(), id);
    registry.deleters.insert(id, deleter);
    id
}

pub(super) fn deleter(type_id: i64) -> Deleter {
    registry().deleters.get(&type_id).copied().flatten()
}

pub(super) fn python_caller() -> Option<PythonCaller> {
    registry().python
}

/// The handler of that name: ours, or one that was registered with jaxlib.
pub(super) fn find(name: &str) -> Option<Stages> {
    let (known, resolver) = {
        let registry = registry();
        (registry.handlers.get(name).copied(), registry.resolver)
    };
    known.or_else(|| {
        let (resolver, name) = (resolver?, CString::new(name).ok()?);
        // The lock is not held: Python may call back.
        let function = |stage| {
            // SAFETY: the hook may be called on any thread; what it finds are handlers, or null.
            unsafe { std::mem::transmute::<*mut c_void, Option<Handler>>(resolver(name.as_ptr(), stage)) }
        };
        Some(Stages {
            execute: function(stage::EXECUTE)?,
            instantiate: function(stage::INSTANTIATE),
            prepare: function(stage::PREPARE),
            initialize: function(stage::INITIALIZE),
        })
    })
}
