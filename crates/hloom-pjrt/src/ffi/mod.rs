//! XLA's foreign function interface: custom calls of the typed kind run handlers that users compiled against XLA's
//! headers, and Python functions.
//!
//! ```text
//! abi        structs and numbers of the C interface: facts, no behaviour
//! api        the functions that handlers call
//! registry   handlers by name, and who finds those that were registered with jaxlib
//! call       from a host call of a program to a call of a handler
//! python     calls of Python functions
//! guard.cc   C++ exceptions of handlers become errors
//! ```
//! A handler runs on the thread that executes the program. Scheduled tasks run at once, futures are waited for.

pub mod abi;
pub mod api;
pub mod call;
mod python;
pub mod registry;

use hloom_rt::HostFns;

/// The functions among `names` that can be called.
pub(crate) fn host_fns<'a>(names: impl Iterator<Item = &'a str>) -> (HostFns, Vec<String>) {
    let mut fns = HostFns::default();
    let mut found = Vec::new();
    for name in names {
        if python::TARGETS.contains(&name) && registry::python_caller().is_some() {
            fns.bind(name, python::bind);
        } else if let Some(stages) = registry::find(name) {
            fns.bind(name, move |call| call::bind(call, stages));
        } else {
            continue;
        }
        found.push(name.to_owned());
    }
    (fns, found)
}
