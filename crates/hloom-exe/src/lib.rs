//! The executable: bytes that load without a compiler.
//!
//! An [`Executable`] is what the compiler hands to the runtime and what `hloom compile` writes to disk; both are the
//! same bytes. This crate holds what both sides must agree on:
//! * [`abi`]: the C interface between generated code and the runtime,
//! * [`Image`] and [`link()`]: native code without absolute addresses, laid out from relocatable objects,
//! * [`foreign`]: what calls of custom handlers say besides their tensors,
//! * [`collective`]: the same of calls between processes,
//! * [`Executable`]: image, signature, constants, memory plan and tables, and their encoding.
//!
//! Invariants
//! * No unsafe code, no IR, no compiler: whoever depends on this crate can load and inspect executables only.
//! * Encoding is a pure function of the value: equal executables have equal bytes.
//! * Decoding accepts only what encoding writes. Hostile bytes give an [`ExeError`]; they never panic and never
//!   make the reader allocate more than a small multiple of the input.
//! * The checksums find damage, not malice: an executable is native code and is trusted like a shared library.

pub mod abi;
mod blob;
mod codec;
pub mod collective;
mod executable;
pub mod foreign;
mod image;
mod link;
mod memory;
mod relax;
mod validate;

pub use blob::Blob;
pub use codec::{FORMAT_VERSION, MAGIC, Verify};
pub use executable::{ArgSig, ErrorEntry, ExeError, Executable, HostCall, Kernel, ResultSig, Target, TensorSig};
pub use image::{Image, MAX_MEMORY};
pub use link::{LinkError, Linked, link};
pub use memory::{Bytes, MemoryPlan, SPREAD_FROM, SPREAD_OVER, spread};
pub use relax::Relaxations;
