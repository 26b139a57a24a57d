//! Extensions of the table: shardings.
//!
//! Everything lives on one device, so every parameter and result is replicated: an `OpSharding` all of whose fields have
//! their default, which is the empty message.

use crate::abi::shardings::{KIND, ShardingsArgs};
use crate::abi::{Error as AbiError, ExtensionBase};
use crate::call::{Ptr, enter};
use crate::error::Error;
use crate::executable::Executable;
use std::ffi::c_char;
use std::ptr;

type ShardingsFn = unsafe extern "C" fn(*mut ShardingsArgs) -> *mut AbiError;

/// The extension as clients see it.
#[repr(C)]
pub(crate) struct Shardings {
    base: ExtensionBase,
    parameters: ShardingsFn,
    outputs: ShardingsFn,
}

// SAFETY: never changes; the list of extensions ends here.
unsafe impl Sync for Shardings {}

pub(crate) static SHARDINGS: Shardings = Shardings {
    base: ExtensionBase { struct_size: size_of::<Shardings>(), kind: KIND, next: ptr::null_mut() },
    parameters: parameter_shardings,
    outputs: output_shardings,
};

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn parameter_shardings(args: *mut ShardingsArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    unsafe { enter(args, |args| replicated(args, |e| e.0.params.len())) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn output_shardings(args: *mut ShardingsArgs) -> *mut AbiError {
    // A program without results has one sharding: that of the empty tuple.
    // SAFETY: the caller's promise.
    unsafe { enter(args, |args| replicated(args, |e| e.0.results.len().max(1))) }
}

fn replicated(args: &mut ShardingsArgs, count: fn(&Executable) -> usize) -> Result<(), Error> {
    let program = &args.executable.get()?.0;
    args.num = count(args.executable.get()?);
    (args.shardings, args.sizes) = program.shardings();
    Ok(())
}

/// A list of `n` empty messages; their start and size.
pub(crate) fn empty_messages(n: usize) -> (Vec<Ptr<c_char>>, Vec<usize>) {
    static EMPTY: [u8; 1] = [0];
    (vec![Ptr(EMPTY.as_ptr().cast_mut().cast()); n], vec![0; n])
}
