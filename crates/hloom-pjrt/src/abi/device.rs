//! Devices, their descriptions and their memories.

use super::{Description, Device, Memory, NamedValue, Ptr, args};
use std::ffi::{c_char, c_int, c_void};

args! {
    DescriptionIdArgs { description: Ptr<Description>, id: c_int }
    DescriptionProcessIndexArgs { description: Ptr<Description>, process_index: c_int }
    DescriptionAttributesArgs {
        description: Ptr<Description>,
        num_attributes: usize,
        attributes: *const NamedValue,
    }
    /// The deleter is called with the owner, whatever that is.
    DeviceGetAttributesArgs {
        device: Ptr<Device>,
        attributes: *const NamedValue,
        num_attributes: usize,
        owner: *mut c_void,
        deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    /// Of `Kind`, `DebugString` and `ToString`.
    DescriptionTextArgs { description: Ptr<Description>, text: *const c_char, text_size: usize }

    DeviceGetDescriptionArgs { device: Ptr<Device>, description: Ptr<Description> }
    DeviceIsAddressableArgs { device: Ptr<Device>, is_addressable: u8 }
    DeviceLocalHardwareIdArgs { device: Ptr<Device>, local_hardware_id: c_int }
    DeviceAddressableMemoriesArgs { device: Ptr<Device>, memories: *const Ptr<Memory>, num_memories: usize }
    DeviceDefaultMemoryArgs { device: Ptr<Device>, memory: Ptr<Memory> }
    DeviceMemoryStatsArgs [results_follow] {
        device: Ptr<Device>,
        bytes_in_use: i64,
        peak_bytes_in_use: i64,
        peak_bytes_in_use_is_set: u8,
        num_allocs: i64,
        num_allocs_is_set: u8,
        largest_alloc_size: i64,
        largest_alloc_size_is_set: u8,
        bytes_limit: i64,
        bytes_limit_is_set: u8,
        bytes_reserved: i64,
        bytes_reserved_is_set: u8,
        peak_bytes_reserved: i64,
        peak_bytes_reserved_is_set: u8,
        bytes_reservable_limit: i64,
        bytes_reservable_limit_is_set: u8,
        largest_free_block_bytes: i64,
        largest_free_block_bytes_is_set: u8,
        pool_bytes: i64,
        pool_bytes_is_set: u8,
        peak_pool_bytes: i64,
        peak_pool_bytes_is_set: u8,
    }

    MemoryIdArgs { memory: Ptr<Memory>, id: c_int }
    /// Of `Kind`, `DebugString` and `ToString`.
    MemoryTextArgs { memory: Ptr<Memory>, text: *const c_char, text_size: usize }
    MemoryAddressableByDevicesArgs { memory: Ptr<Memory>, devices: *const Ptr<Device>, num_devices: usize }
}
