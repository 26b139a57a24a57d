//! The C interface between generated code and the runtime.
//!
//! Generated code knows the runtime only through a pointer to [`Ctx`]; it has no undefined symbols. Everything here is
//! `#[repr(C)]` with the platform's C calling convention. Field offsets never change: a new version appends fields,
//! raises [`VERSION`] and thereby [`Ctx::size`], and an executable states the version it was compiled for.
//!
//! # Contract
//! *Memory.* Pointers in `results` and `constants`, the arena and every scratch block are aligned to [`ALIGN`] bytes.
//! Pointers in `args` are aligned to one real element at least. Buffers of zero bytes have a non-null pointer that
//! must not be dereferenced. All tensors are row-major and dense; elements below 8 bits take one byte.
//! No result overlaps an argument, another result, the arena or a constant, except: if argument `a` is declared an
//! alias of result `r`, then `args[a] == results[r]` and the buffer holds the argument's contents on entry. The
//! runtime copies when the caller did not give the argument away. Results, arena and scratch are uninitialised.
//!
//! *Status.* The entry returns [`STATUS_OK`]; or `n > 0` for line `n - 1` of the executable's error table; or a
//! negative value that it got from [`Ctx::host_call`]; or [`STATUS_CANCELLED`].
//!
//! *Threads.* The entry runs on one thread. Tasks of one `parallel_for` run in any order, on any thread, in ranges
//! cut anywhere, so they must not depend on one another; the call returns when all are done. Memory written before the
//! call is seen by the tasks, memory written by tasks is seen after it. A kernel must not call back into the runtime.
//! A loop whose steps several threads share ([`ShareLoopFn`]) runs on each of them at once, every one as a member of a team that
//! does its part of each kernel and computes for itself what decides how the loop goes on; they [meet](MeetFn) where one needs
//! what another wrote. How many they are changes between steps only.
//!
//! *Floating point.* Code runs with round to nearest even, all exceptions masked and subnormals kept, and leaves the
//! control register so.

use std::ffi::c_void;

/// Version of this interface, in [`Ctx::version`] and in every executable.
pub const VERSION: u32 = 3;
/// Alignment in bytes of results, constants, arena and scratch.
pub const ALIGN: usize = 64;
/// The entry ran to its end.
pub const STATUS_OK: i64 = 0;
/// The entry saw [`Ctx::cancelled`] set and gave up; results are undefined.
pub const STATUS_CANCELLED: i64 = -1;
/// A host call failed; the runtime has kept its message. The entry returns this value unchanged.
pub const STATUS_HOST_CALL_FAILED: i64 = -2;

/// Of a loop's function: it has done the steps that it was to do, and there are more.
pub const STATUS_MORE: i64 = -3;

/// The native entry: `(ctx, args, results, arena, constants) -> status`.
pub type EntryFn = unsafe extern "C" fn(
    ctx: *const Ctx,
    args: *const *const u8,
    results: *const *mut u8,
    arena: *mut u8,
    constants: *const *const u8,
) -> i64;

/// A kernel: runs grid tasks `lo..hi` on the buffers `bufs`. `scratch` belongs to this call alone and has at least
/// the executable's `scratch_bytes`.
pub type KernelFn = unsafe extern "C" fn(bufs: *const *mut u8, lo: i64, hi: i64, scratch: *mut u8);

/// Runs all tasks `0..tasks` of `kernel`; returns when they are done. No task runs if `tasks <= 0`.
pub type ParallelForFn = unsafe extern "C" fn(ctx: *const Ctx, kernel: KernelFn, bufs: *const *mut u8, tasks: i64);

/// Copies `n` bytes; the ranges may overlap.
pub type MemcpyFn = unsafe extern "C" fn(dst: *mut u8, src: *const u8, n: usize);

/// Sets `n` bytes to the low 8 bits of `byte`.
pub type MemsetFn = unsafe extern "C" fn(dst: *mut u8, byte: i32, n: usize);

/// Calls entry `index` of the executable's host-call table; `bufs` are the pointers of its operands, then of its
/// results. Returns a status: anything but [`STATUS_OK`] must be returned by the entry unchanged.
pub type HostCallFn = unsafe extern "C" fn(ctx: *const Ctx, index: i64, bufs: *const *mut u8) -> i64;

/// Says what the entry does next, for profilers; `number` is that of a kernel in the executable's table. What begins ends
/// before what began earlier.
pub type MarkFn = unsafe extern "C" fn(ctx: *const Ctx, mark: i64, number: i64);
/// The entry begins to run a kernel itself. Short ones are not marked.
pub const MARK_KERNEL: i64 = 0;
/// A loop begins that is compiled whole; the kernel is one in it.
pub const MARK_LOOP: i64 = 1;
/// What began last is over.
pub const MARK_END: i64 = 2;

/// A loop's function: `(ctx, args, results, arena, constants, member) -> status`. Does the member's part of [`Member::steps`] steps
/// from the state in memory, or of all that are left if they are fewer, and leaves the state there: it can be called again.
pub type LoopFn = unsafe extern "C" fn(
    ctx: *const Ctx,
    args: *const *const u8,
    results: *const *mut u8,
    arena: *mut u8,
    constants: *const *const u8,
    member: *const Member,
) -> i64;

/// Runs a loop to its end on as many threads as make it faster, the caller's alone at first, with the pointers that the entry got:
/// `(ctx, body, args, results, arena, constants, steps, members)`. `steps` take some 20 µs on one thread; more than `members` threads
/// have nothing to do. Returns a status: anything but [`STATUS_OK`] must be returned by the entry unchanged. Since version 3.
pub type ShareLoopFn = unsafe extern "C" fn(
    ctx: *const Ctx,
    body: LoopFn,
    args: *const *const u8,
    results: *const *mut u8,
    arena: *mut u8,
    constants: *const *const u8,
    steps: i64,
    members: i64,
) -> i64;

/// What members tell each other. One *arrives* when others may read what it has written, and *waits* until all have arrived as often
/// as it has itself: what they wrote before that is seen then. To *meet* is to arrive and wait.
pub type MeetFn = unsafe extern "C" fn(member: *const Member);

/// One of the threads that share a loop. Made by whoever calls a [`LoopFn`], read-only for it.
#[repr(C)]
#[derive(Debug)]
pub struct Member {
    /// Its number, below `members`.
    pub member: i64,
    /// How many they are. If it is one, nobody meets.
    pub members: i64,
    /// Steps to do at most.
    pub steps: i64,
    /// Its scratch block.
    pub scratch: *mut u8,
    /// See [`MeetFn`], as are the next two.
    pub meet: Option<MeetFn>,
    /// Arrives.
    pub arrive: Option<MeetFn>,
    /// Waits.
    pub wait: Option<MeetFn>,
    /// The runtime's own; not for generated code.
    pub runtime: *const c_void,
}

/// What generated code knows of the runtime. Made by the runtime for one execution, read-only for generated code.
#[repr(C)]
#[derive(Debug)]
pub struct Ctx {
    /// [`VERSION`] of the runtime.
    pub version: u32,
    /// Size of this structure in bytes.
    pub size: u32,
    /// See [`ParallelForFn`].
    pub parallel_for: ParallelForFn,
    /// See [`MemcpyFn`].
    pub memcpy: MemcpyFn,
    /// See [`MemsetFn`].
    pub memset: MemsetFn,
    /// The scratch block of the thread that runs the entry, for kernels that the entry calls directly.
    pub scratch: *mut u8,
    /// See [`HostCallFn`].
    pub host_call: HostCallFn,
    /// Not null. Nonzero there: the entry should return [`STATUS_CANCELLED`] at the next convenient point.
    pub cancelled: *const u32,
    /// The caller's pointer, for host functions.
    pub user: *mut c_void,
    /// The runtime's own; not for generated code.
    pub runtime: *const c_void,
    /// Number of the device that runs.
    pub device: u32,
    /// Replica number, for `replica_id`.
    pub replica: u32,
    /// Partition number, for `partition_id`.
    pub partition: u32,
    /// Threads that may take part in a `parallel_for`, the caller included. Must not influence results.
    pub threads: u32,
    /// See [`MarkFn`]. Since version 2.
    pub mark: MarkFn,
    /// See [`ShareLoopFn`]. Since version 3.
    pub share_loop: ShareLoopFn,
}

/// Byte offsets of the fields of [`Ctx`] and [`Member`] on 64-bit targets, for code generators.
pub mod offset {
    use super::{Ctx, Member};
    use std::mem::offset_of;
    /// Of [`Ctx::parallel_for`].
    pub const PARALLEL_FOR: usize = offset_of!(Ctx, parallel_for);
    /// Of [`Ctx::memcpy`].
    pub const MEMCPY: usize = offset_of!(Ctx, memcpy);
    /// Of [`Ctx::memset`].
    pub const MEMSET: usize = offset_of!(Ctx, memset);
    /// Of [`Ctx::scratch`].
    pub const SCRATCH: usize = offset_of!(Ctx, scratch);
    /// Of [`Ctx::host_call`].
    pub const HOST_CALL: usize = offset_of!(Ctx, host_call);
    /// Of [`Ctx::cancelled`].
    pub const CANCELLED: usize = offset_of!(Ctx, cancelled);
    /// Of [`Ctx::user`].
    pub const USER: usize = offset_of!(Ctx, user);
    /// Of [`Ctx::device`].
    pub const DEVICE: usize = offset_of!(Ctx, device);
    /// Of [`Ctx::replica`].
    pub const REPLICA: usize = offset_of!(Ctx, replica);
    /// Of [`Ctx::partition`].
    pub const PARTITION: usize = offset_of!(Ctx, partition);
    /// Of [`Ctx::mark`].
    pub const MARK: usize = offset_of!(Ctx, mark);
    /// Of [`Ctx::threads`].
    pub const THREADS: usize = offset_of!(Ctx, threads);
    /// Of [`Ctx::share_loop`].
    pub const SHARE_LOOP: usize = offset_of!(Ctx, share_loop);
    /// Of [`Member::member`].
    pub const MEMBER: usize = offset_of!(Member, member);
    /// Of [`Member::members`].
    pub const MEMBERS: usize = offset_of!(Member, members);
    /// Of [`Member::steps`].
    pub const STEPS: usize = offset_of!(Member, steps);
    /// Of [`Member::scratch`].
    pub const MEMBER_SCRATCH: usize = offset_of!(Member, scratch);
    /// Of [`Member::meet`].
    pub const MEET: usize = offset_of!(Member, meet);
    /// Of [`Member::arrive`].
    pub const ARRIVE: usize = offset_of!(Member, arrive);
    /// Of [`Member::wait`].
    pub const WAIT: usize = offset_of!(Member, wait);
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    /// Executables on disk rely on these numbers.
    #[test]
    fn offsets_are_frozen() {
        assert_eq!(offset::PARALLEL_FOR, 8);
        assert_eq!(offset::MEMCPY, 16);
        assert_eq!(offset::MEMSET, 24);
        assert_eq!(offset::SCRATCH, 32);
        assert_eq!(offset::HOST_CALL, 40);
        assert_eq!(offset::CANCELLED, 48);
        assert_eq!(offset::USER, 56);
        assert_eq!(offset::DEVICE, 72);
        assert_eq!(offset::REPLICA, 76);
        assert_eq!(offset::PARTITION, 80);
        assert_eq!(offset::MARK, 88);
        assert_eq!((offset::THREADS, offset::SHARE_LOOP), (84, 96));
        assert_eq!((offset::MEMBER, offset::MEMBERS, offset::STEPS), (0, 8, 16));
        assert_eq!((offset::MEMBER_SCRATCH, offset::MEET, offset::ARRIVE, offset::WAIT), (24, 32, 40, 48));
        assert_eq!(std::mem::size_of::<Ctx>(), 104);
    }
}
