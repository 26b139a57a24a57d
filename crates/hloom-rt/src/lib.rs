//! The runtime: devices, buffers, threads, loader.
//!
//! ```text
//! CpuDevice   memory (Allocator) and threads (Pool) of one device
//! Buffer      a tensor in device memory or in memory that someone else owns
//! Loaded      an executable in memory, ready to run on its device
//! Queue       threads for executions that nobody waits for yet
//! Grid        executions that exchange what they compute
//! Observer    is told what an execution does and when; Profile adds it up
//! ```
//! Invariants
//! * No IR and no compiler: a cached executable runs with this crate alone.
//! * The runtime is a guest in someone's process: it starts no thread before the first parallel loop, its threads block
//!   all signals and sleep when idle, the caller's floating-point environment is restored, and a process forked at any
//!   moment by a thread outside the runtime can go on computing in the child.
//! * How many threads run never changes a result: threads only choose who runs a task.
//! * Any number of threads may execute at once. One of them has the pool; the others run their loops alone. Executions wait
//!   for one another in calls between the processes of a [`Grid`] only, never inside a loop, so there is nothing to
//!   deadlock on.
//!
//! Feature `linalg` (on unless switched off): factorisations, Fourier transforms and random numbers, as routines that
//! programs call. Without it the runtime is smaller, and refuses programs that call one of them when they are loaded.
#![allow(unsafe_code, reason = "maps code, calls it, and manages raw memory and threads")]

#[cfg(not(target_os = "linux"))]
compile_error!("hloom-rt runs on Linux; other systems need their own `sys` module");

mod alloc;
mod buffer;
mod collective;
mod cpu_features;
mod device;
mod error;
mod execute;
mod fork;
mod grid;
mod host;
mod image;
mod loaded;
mod observer;
mod pool;
mod profile;
mod queue;
#[cfg(feature = "linalg")]
mod routines;
mod sys;

pub use alloc::{Allocator, Block, MemoryStats};
pub use buffer::Buffer;
pub use cpu_features::missing_features;
pub use device::{CpuDevice, DeviceOptions};
pub use error::{RtError, TensorText};
pub use execute::{Arg, ExecOptions, Prepared};
pub use grid::Grid;
pub use host::{HostArgs, HostFn, HostFns, HostOperand, HostResult, Parallel};
pub use loaded::Loaded;
pub use observer::{Observer, Step};
pub use pool::{Pool, Teams, default_threads};
pub use profile::{KernelTime, Profile};
pub use queue::{Queue, Task, Ticket};
