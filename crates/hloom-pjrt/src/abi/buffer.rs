//! Buffers and transfers.

use super::{Buffer, Client, Device, Event, Memory, Ptr, args};
use std::ffi::{c_int, c_void};

/// Numbers of element types.
pub mod buffer_type {
    use std::ffi::c_int;
    pub const INVALID: c_int = 0;
    pub const PRED: c_int = 1;
    pub const S8: c_int = 2;
    pub const S16: c_int = 3;
    pub const S32: c_int = 4;
    pub const S64: c_int = 5;
    pub const U8: c_int = 6;
    pub const U16: c_int = 7;
    pub const U32: c_int = 8;
    pub const U64: c_int = 9;
    pub const F16: c_int = 10;
    pub const F32: c_int = 11;
    pub const F64: c_int = 12;
    pub const BF16: c_int = 13;
    pub const C64: c_int = 14;
    pub const C128: c_int = 15;
    pub const F8E5M2: c_int = 16;
    pub const F8E4M3FN: c_int = 17;
    pub const F8E4M3B11FNUZ: c_int = 18;
    pub const F8E5M2FNUZ: c_int = 19;
    pub const F8E4M3FNUZ: c_int = 20;
    pub const S4: c_int = 21;
    pub const U4: c_int = 22;
    pub const TOKEN: c_int = 23;
    pub const S2: c_int = 24;
    pub const U2: c_int = 25;
    pub const F8E4M3: c_int = 26;
    pub const F8E3M4: c_int = 27;
    pub const F8E8M0FNU: c_int = 28;
    pub const F4E2M1FN: c_int = 29;
    pub const S1: c_int = 30;
    pub const U1: c_int = 31;
}

/// [`MemoryLayout::kind`]: `list` is minor-to-major, with tiles.
pub const LAYOUT_TILED: c_int = 0;
/// [`MemoryLayout::kind`]: `list` is byte strides; the tile fields have no meaning.
pub const LAYOUT_STRIDES: c_int = 1;

/// A layout: the API's union of a tiled and a strided form, each with a head of its own. The first two fields behind
/// that head have the same place in both.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct MemoryLayout {
    pub struct_size: usize,
    pub extension_start: *mut super::ExtensionBase,
    pub form_struct_size: usize,
    pub form_extension_start: *mut super::ExtensionBase,
    pub list: *const i64,
    pub list_size: usize,
    pub tile_dims: *const i64,
    pub tile_dim_sizes: *const usize,
    pub num_tiles: usize,
    pub kind: c_int,
}

impl MemoryLayout {
    /// A layout by the order of dimensions from the innermost to the outermost, which must outlive it.
    pub fn minor_to_major(list: &[i64]) -> MemoryLayout {
        MemoryLayout {
            struct_size: std::mem::offset_of!(MemoryLayout, kind) + size_of::<c_int>(),
            extension_start: std::ptr::null_mut(),
            form_struct_size: std::mem::offset_of!(MemoryLayout, kind)
                - std::mem::offset_of!(MemoryLayout, form_struct_size),
            form_extension_start: std::ptr::null_mut(),
            list: list.as_ptr(),
            list_size: list.len(),
            tile_dims: std::ptr::null(),
            tile_dim_sizes: std::ptr::null(),
            num_tiles: 0,
            kind: LAYOUT_TILED,
        }
    }
}

/// Called when memory that a buffer views is not used any more.
pub type OnDelete = Option<unsafe extern "C" fn(device_buffer: *mut c_void, user_arg: *mut c_void)>;

args! {
    ClientBufferFromHostBufferArgs {
        client: Ptr<Client>,
        data: *const u8,
        element_type: c_int,
        dims: *const i64,
        num_dims: usize,
        byte_strides: *const i64,
        num_byte_strides: usize,
        host_buffer_semantics: c_int,
        device: Ptr<Device>,
        memory: Ptr<Memory>,
        device_layout: *const MemoryLayout,
        done_with_host_buffer: *mut Event,
        buffer: *mut Buffer,
    }
    ClientCreateViewOfDeviceBufferArgs {
        client: Ptr<Client>,
        device_buffer_ptr: *mut c_void,
        dims: *const i64,
        num_dims: usize,
        element_type: c_int,
        layout: *const MemoryLayout,
        device: Ptr<Device>,
        on_delete: OnDelete,
        on_delete_arg: *mut c_void,
        stream: isize,
        buffer: *mut Buffer;
        optional
        memory: Ptr<Memory>,
    }
    ClientCreateUninitializedBufferArgs {
        client: Ptr<Client>,
        dims: *const i64,
        num_dims: usize,
        element_type: c_int,
        layout: *const MemoryLayout,
        device: Ptr<Device>,
        memory: Ptr<Memory>,
        buffer: *mut Buffer,
    }
    /// Of functions that only name a buffer.
    BufferArgs { buffer: Ptr<Buffer> }
    BufferElementTypeArgs { buffer: Ptr<Buffer>, element_type: c_int }
    /// Of `Dimensions` and `UnpaddedDimensions`.
    BufferDimensionsArgs { buffer: Ptr<Buffer>, dims: *const i64, num_dims: usize }
    BufferDynamicDimensionIndicesArgs { buffer: Ptr<Buffer>, indices: *const usize, num_indices: usize }
    BufferGetMemoryLayoutArgs { buffer: Ptr<Buffer>, layout: MemoryLayout }
    BufferToHostBufferArgs {
        buffer: Ptr<Buffer>,
        host_layout: *const MemoryLayout,
        dst: *mut u8,
        dst_size: usize,
        event: *mut Event,
    }
    BufferOnDeviceSizeArgs { buffer: Ptr<Buffer>, size: usize }
    BufferIsDeletedArgs { buffer: Ptr<Buffer>, is_deleted: u8 }
    BufferCopyRawToHostArgs {
        buffer: Ptr<Buffer>,
        dst: *mut u8,
        offset: i64,
        transfer_size: i64,
        event: *mut Event,
    }
    BufferCopyToDeviceArgs { buffer: Ptr<Buffer>, dst_device: Ptr<Device>, dst_buffer: *mut Buffer }
    BufferCopyToMemoryArgs { buffer: Ptr<Buffer>, dst_memory: Ptr<Memory>, dst_buffer: *mut Buffer }
    BufferIsOnCpuArgs { buffer: Ptr<Buffer>, is_on_cpu: u8 }
    BufferDeviceArgs { buffer: Ptr<Buffer>, device: Ptr<Device> }
    BufferMemoryArgs { buffer: Ptr<Buffer>, memory: Ptr<Memory> }
    BufferReadyEventArgs { buffer: Ptr<Buffer>, event: *mut Event }
    /// Of `UnsafePointer` and `OpaqueDeviceMemoryDataPointer`.
    BufferPointerArgs { buffer: Ptr<Buffer>, pointer: *const u8 }
}
