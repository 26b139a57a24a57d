//! The PJRT plugin: a shared library whose `GetPjrtApi` gives JAX a device that runs Hloom's code.
//!
//! ```text
//! abi          structs and numbers of the PJRT C API: facts, no behaviour
//! call         the one way from C into Rust: argument structs copied in and out, null checks, panics caught
//! table        all functions of the C API, each a handler or "not implemented"
//! client, device, executable, execute, buffer, transfer, event, error     handlers by object
//! launch       execution on several devices
//! ffi          custom calls: XLA's foreign function interface, Python functions
//! profiler, trace, xspace     sessions of a profiler, what they record, and the message that it becomes
//! layout       order of elements in memory, at the entry of programs and in buffers
//! program      compile and execute without a client of the C API: for the Python package
//! compile, engine, proto     from a program and its options to something that runs
//! ```
//! Invariants
//! * No entry of the table is null; no panic and no foreign exception leaves an entry.
//! * The reported API version, [`abi::MINOR`], is that of the table: a client may call everything up to that version.
//! * What the caller's struct does not have is neither read nor written (`struct_size`).
//! * Objects are shared handles: buffers outlive executables, both outlive the client.
//! * Long work is done in the background; nothing there waits for a client or for another execution.
//! * Any number of threads may call at once.
//!
//! Absences
//! * One process.
//! * No layouts with tiles; host arrays may have any strides.
#![allow(unsafe_code, reason = "a C API is pointers")]

pub mod abi;
mod buffer;
mod call;
mod client;
mod compile;
mod device;
mod engine;
mod error;
mod event;
mod executable;
mod execute;
mod extension;
pub mod ffi;
mod launch;
mod layout;
pub mod profiler;
pub mod program;
mod proto;
mod table;
mod trace;
mod transfer;
mod types;
mod xspace;

pub use table::Api;

/// The only name that a PJRT client looks up. The table lives as long as the library.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name is given")]
pub extern "C" fn GetPjrtApi() -> *const Api {
    table::api()
}
