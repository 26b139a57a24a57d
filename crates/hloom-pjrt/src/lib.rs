//! The PJRT plugin: a shared library whose `GetPjrtApi` gives JAX a device that runs Hloom's code.
//!
//! ```text
//! abi          structs and numbers of the PJRT C API: facts, no behaviour
//! call         the one way from C into Rust: argument structs copied in and out, null checks, panics caught
//! table        all functions of the C API, each a handler or "not implemented"
//! client, device, executable, execute, buffer, transfer, event, error     handlers by object
//! compile, engine, proto     from a program and its options to something that runs
//! ```
//! Invariants
//! * No entry of the table is null; no panic and no foreign exception leaves an entry.
//! * The reported API version, [`abi::MINOR`], is that of the table: a client may call everything up to that version.
//! * What the caller's struct does not have is neither read nor written (`struct_size`).
//! * Objects are shared handles: buffers outlive executables, both outlive the client.
//! * Every event is ready when it is handed out: work is done by the thread that asks for it.
//! * Any number of threads may call at once.
//!
//! Absences
//! * One device, one process: programs for several devices are refused when they are compiled.
//! * No layouts but row-major on the device; host arrays may have any strides.
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
mod proto;
mod table;
mod transfer;
mod types;

pub use table::Api;

/// The only name that a PJRT client looks up. The table lives as long as the library.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name is given")]
pub extern "C" fn GetPjrtApi() -> *const Api {
    table::api()
}
