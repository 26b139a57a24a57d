//! Extensions of the table: shardings, layouts, and handlers of custom calls.
//!
//! Everything lives on one device, so every parameter and result is replicated: an `OpSharding` all of whose fields have
//! their default, which is the empty message.

use crate::abi::foreign::{self, RegisterHandlerArgs, TypeRegisterArgs, UserDataAddArgs};
use crate::abi::shardings::{KIND, ShardingsArgs};
use crate::abi::{Error as AbiError, ExtensionBase, layouts};
use crate::call::{Ptr, enter, hand_out, text};
use crate::error::Error;
use crate::executable::{Bytes, Executable};
use crate::ffi;
use crate::layout::Layout;
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

// SAFETY: never changes.
unsafe impl Sync for Shardings {}

pub(crate) static SHARDINGS: Shardings = Shardings {
    base: ExtensionBase {
        struct_size: size_of::<Shardings>(),
        kind: KIND,
        next: (&raw const LAYOUTS).cast_mut().cast(),
    },
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

/// The extension as clients see it.
#[repr(C)]
struct Layouts {
    base: ExtensionBase,
    destroy: unsafe extern "C" fn(*mut layouts::DestroyArgs) -> *mut AbiError,
    serialize: unsafe extern "C" fn(*mut layouts::SerializeArgs) -> *mut AbiError,
    client_default: unsafe extern "C" fn(*mut layouts::ClientDefaultArgs) -> *mut AbiError,
    of_buffer: unsafe extern "C" fn(*mut layouts::BufferArgs) -> *mut AbiError,
    topology_default: unsafe extern "C" fn(*mut layouts::TopologyDefaultArgs) -> *mut AbiError,
    of_outputs: unsafe extern "C" fn(*mut layouts::ExecutableArgs) -> *mut AbiError,
    of_parameters: unsafe extern "C" fn(*mut layouts::ExecutableArgs) -> *mut AbiError,
}

// SAFETY: never changes.
unsafe impl Sync for Layouts {}

static LAYOUTS: Layouts = Layouts {
    base: ExtensionBase {
        struct_size: size_of::<Layouts>(),
        kind: layouts::KIND,
        next: (&raw const FOREIGN).cast_mut().cast(),
    },
    destroy: layout_destroy,
    serialize: layout_serialize,
    client_default: layout_client_default,
    of_buffer: layout_of_buffer,
    topology_default: layout_topology_default,
    of_outputs: layouts_of_outputs,
    of_parameters: layouts_of_parameters,
};

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn layout_destroy(args: *mut layouts::DestroyArgs) -> *mut AbiError {
    fn handler(args: &mut layouts::DestroyArgs) -> Result<(), Error> {
        args.layout.destroy();
        Ok(())
    }
    // SAFETY: the caller's promise.
    unsafe { enter(args, handler) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn layout_serialize(args: *mut layouts::SerializeArgs) -> *mut AbiError {
    fn handler(args: &mut layouts::SerializeArgs) -> Result<(), Error> {
        let text = args.layout.get()?.to_string();
        (args.bytes, args.bytes_size, args.owner, args.deleter) = Bytes::hand_out(text.into_bytes());
        Ok(())
    }
    // SAFETY: the caller's promise.
    unsafe { enter(args, handler) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn layout_client_default(args: *mut layouts::ClientDefaultArgs) -> *mut AbiError {
    fn handler(args: &mut layouts::ClientDefaultArgs) -> Result<(), Error> {
        args.client.get()?;
        args.layout = hand_out(Layout::row_major(args.num_dims));
        Ok(())
    }
    // SAFETY: the caller's promise.
    unsafe { enter(args, handler) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn layout_topology_default(args: *mut layouts::TopologyDefaultArgs) -> *mut AbiError {
    fn handler(args: &mut layouts::TopologyDefaultArgs) -> Result<(), Error> {
        args.topology.get()?;
        args.layout = hand_out(Layout::row_major(args.num_dims));
        Ok(())
    }
    // SAFETY: the caller's promise.
    unsafe { enter(args, handler) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn layout_of_buffer(args: *mut layouts::BufferArgs) -> *mut AbiError {
    fn handler(args: &mut layouts::BufferArgs) -> Result<(), Error> {
        args.layout = hand_out(args.buffer.get()?.form().layout.clone());
        Ok(())
    }
    // SAFETY: the caller's promise.
    unsafe { enter(args, handler) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn layouts_of_outputs(args: *mut layouts::ExecutableArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    unsafe { enter(args, |args| layouts_of(args, |e| &e.0.result_layouts)) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn layouts_of_parameters(args: *mut layouts::ExecutableArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    unsafe { enter(args, |args| layouts_of(args, |e| &e.0.param_layouts)) }
}

/// The layouts live as long as the executable.
fn layouts_of(args: &mut layouts::ExecutableArgs, list: fn(&Executable) -> &[Ptr<Layout>]) -> Result<(), Error> {
    let list = list(args.executable.get()?);
    (args.num, args.layouts) = (list.len(), list.as_ptr().cast());
    Ok(())
}

/// The extension as clients see it.
#[repr(C)]
pub(crate) struct Foreign {
    base: ExtensionBase,
    type_register: unsafe extern "C" fn(*mut TypeRegisterArgs) -> *mut AbiError,
    user_data_add: unsafe extern "C" fn(*mut UserDataAddArgs) -> *mut AbiError,
    register_handler: unsafe extern "C" fn(*mut RegisterHandlerArgs) -> *mut AbiError,
}

// SAFETY: never changes; the list of extensions ends here.
unsafe impl Sync for Foreign {}

static FOREIGN: Foreign = Foreign {
    base: ExtensionBase { struct_size: size_of::<Foreign>(), kind: foreign::KIND, next: ptr::null_mut() },
    type_register,
    user_data_add,
    register_handler,
};

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn type_register(args: *mut TypeRegisterArgs) -> *mut AbiError {
    fn handler(args: &mut TypeRegisterArgs) -> Result<(), Error> {
        // SAFETY: text, and information that is complete or null.
        let (name, info) = unsafe { (text(args.name, args.name_size)?, args.info.as_ref()) };
        args.type_id = ffi::registry::add_type(name, args.type_id, info.and_then(|i| i.deleter));
        Ok(())
    }
    // SAFETY: the caller's promise.
    unsafe { enter(args, handler) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn user_data_add(args: *mut UserDataAddArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    unsafe { enter(args, |args| args.context.get().map(|c| c.add(args.type_id, args.data))) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn register_handler(args: *mut RegisterHandlerArgs) -> *mut AbiError {
    fn handler(args: &mut RegisterHandlerArgs) -> Result<(), Error> {
        // SAFETY: text.
        let name = unsafe { text(args.name, args.name_size) }?;
        let execute = args.handler.ok_or_else(|| Error::invalid("the handler is null"))?;
        ffi::registry::add_execute(name, execute);
        Ok(())
    }
    // SAFETY: the caller's promise.
    unsafe { enter(args, handler) }
}

/// A list of `n` empty messages; their start and size.
pub(crate) fn empty_messages(n: usize) -> (Vec<Ptr<c_char>>, Vec<usize>) {
    static EMPTY: [u8; 1] = [0];
    (vec![Ptr(EMPTY.as_ptr().cast_mut().cast()); n], vec![0; n])
}
