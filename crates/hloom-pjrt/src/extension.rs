//! Extensions of the table: shardings, layouts, and handlers of custom calls.

use crate::abi::foreign::{self, RegisterHandlerArgs, TypeRegisterArgs, UserDataAddArgs};
use crate::abi::shardings::{KIND, ShardingsArgs};
use crate::abi::{Error as AbiError, ExtensionBase, layouts};
use crate::call::{Ptr, enter, hand_out, text};
use crate::error::Error;
use crate::executable::{Bytes, Executable};
use crate::ffi;
use crate::layout::Layout;
use crate::profiler::PROFILER;
use crate::proto::{put_bytes, put_list, put_varint};
use hloom::Tiling;
use std::ffi::c_char;

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
    unsafe { enter(args, |args| shardings_of(args, |e| &e.0.param_shardings)) }
}

/// # Safety
/// `args` as the C API asks.
unsafe extern "C" fn output_shardings(args: *mut ShardingsArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    unsafe { enter(args, |args| shardings_of(args, |e| &e.0.result_shardings)) }
}

/// The messages live as long as the executable.
fn shardings_of(args: &mut ShardingsArgs, list: fn(&Executable) -> &Messages) -> Result<(), Error> {
    let list = list(args.executable.get()?);
    args.num = list.sizes.len();
    (args.shardings, args.sizes) = (list.starts.as_ptr().cast(), list.sizes.as_ptr());
    Ok(())
}

/// Serialised messages as the C API lists them.
pub(crate) struct Messages {
    starts: Vec<Ptr<c_char>>,
    sizes: Vec<usize>,
    _bytes: Vec<Vec<u8>>,
}

/// An `OpSharding` for each of `n` tensors; those that no tiling is for are on every device whole.
pub(crate) fn shardings(tilings: &[Tiling], n: usize) -> Messages {
    // A vector of no bytes has an address, too.
    let message = |i: usize| tilings.get(i).map_or(Vec::new(), op_sharding);
    let bytes: Vec<Vec<u8>> = (0..n).map(message).collect();
    let starts = bytes.iter().map(|b| Ptr(b.as_ptr().cast_mut().cast())).collect();
    Messages { starts, sizes: bytes.iter().map(Vec::len).collect(), _bytes: bytes }
}

/// A tiling as the message `OpSharding`; that of a tensor which every device has whole is the empty message.
fn op_sharding(tiling: &Tiling) -> Vec<u8> {
    const TYPE: u8 = 1;
    const TILE_DIMENSIONS: u8 = 3;
    const TILE_DEVICES: u8 = 4;
    const LAST_DIMENSION_IS_COPIES: u8 = 6;
    /// `OpMetadata`: a type and a name, by which JAX says how parts combine.
    const METADATA: u8 = 7;
    const LAST_DIMENSIONS: u8 = 8;
    /// Value of [`TYPE`]: one device has all.
    const MAXIMAL: u64 = 1;
    /// Value of [`TYPE`]: cut into tiles.
    const OTHER: u64 = 3;
    /// Values of [`LAST_DIMENSIONS`]: equal copies, and parts of a sum.
    const REPLICATED: u64 = 0;
    const UNREDUCED: u64 = 6;
    let mut out = Vec::new();
    let list = |numbers: &[i64]| numbers.iter().map(|&n| n as u64).collect::<Vec<_>>();
    if let (true, [device]) = (tiling.is_replicated(), &tiling.devices[..]) {
        put_varint(&mut out, TYPE, MAXIMAL);
        put_list(&mut out, TILE_DIMENSIONS, [1]);
        put_list(&mut out, TILE_DEVICES, [*device as u64]);
    } else if tiling.partial > 1 && tiling.partial == tiling.devices.len() as i64 {
        put_varint(&mut out, TYPE, UNREDUCED);
    } else if !tiling.is_replicated() {
        put_varint(&mut out, TYPE, OTHER);
        let (summed, copies) = (tiling.partial, tiling.copies / tiling.partial);
        let last: Vec<(i64, u64)> =
            [(summed, UNREDUCED), (copies, REPLICATED)].into_iter().filter(|d| d.0 > 1).collect();
        let sizes = list(&tiling.tiles).into_iter().chain(last.iter().map(|d| d.0 as u64));
        put_list(&mut out, TILE_DIMENSIONS, sizes);
        put_list(&mut out, TILE_DEVICES, list(&tiling.devices));
        match last[..] {
            [] => {}
            [(_, REPLICATED)] => put_varint(&mut out, LAST_DIMENSION_IS_COPIES, 1),
            _ => put_list(&mut out, LAST_DIMENSIONS, last.iter().map(|d| d.1)),
        }
    }
    if tiling.partial > 1 {
        let mut metadata = Vec::new();
        put_bytes(&mut metadata, 1, b"sdy::reduction_op");
        put_bytes(&mut metadata, 2, tiling.reduction.word().to_uppercase().as_bytes());
        put_bytes(&mut out, METADATA, &metadata);
    }
    out
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

// SAFETY: never changes.
unsafe impl Sync for Foreign {}

static FOREIGN: Foreign = Foreign {
    base: ExtensionBase {
        struct_size: size_of::<Foreign>(),
        kind: foreign::KIND,
        next: (&raw const PROFILER).cast_mut().cast(),
    },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tilings_are_messages() {
        // What jaxlib's `OpSharding` writes for the same.
        let tiling = |tiles: &[i64], copies, devices: &[i64]| {
            op_sharding(&Tiling {
                tiles: tiles.into(),
                copies,
                partial: 1,
                reduction: hloom::Reduction::Sum,
                devices: devices.into(),
            })
        };
        assert_eq!(tiling(&[2, 2], 1, &[0, 1, 3, 2]), b"\x08\x03\x1a\x02\x02\x02\x22\x04\x00\x01\x03\x02");
        let copies = b"\x08\x03\x1a\x03\x02\x01\x02\x22\x04\x00\x01\x03\x02\x30\x01";
        assert_eq!(tiling(&[2, 1], 2, &[0, 1, 3, 2]), copies);
        assert_eq!(tiling(&[1, 1], 4, &[0, 1, 2, 3]), b"");
        assert_eq!(tiling(&[1], 1, &[3]), b"\x08\x01\x1a\x01\x01\x22\x01\x03");
    }
}
