//! Devices, their descriptions and memories, and the topology. They live in the [`crate::client::Core`].

use crate::abi::{
    DescriptionAttributesArgs, DescriptionIdArgs, DescriptionProcessIndexArgs, DescriptionTextArgs,
    DeviceAddressableMemoriesArgs, DeviceDefaultMemoryArgs, DeviceGetAttributesArgs, DeviceGetDescriptionArgs,
    DeviceIsAddressableArgs, DeviceLocalHardwareIdArgs, DeviceMemoryStatsArgs, MemoryAddressableByDevicesArgs,
    MemoryIdArgs, MemoryTextArgs, TopologyAttributesArgs, TopologyGetDeviceDescriptionsArgs, TopologyPlatformNameArgs,
    TopologyPlatformVersionArgs,
};
use crate::call::Ptr;
use crate::error::Error;
use hloom_rt::{CpuDevice, DeviceOptions};
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};

/// Kinds of memory; the first is the default. All are the same memory, so a place in one of them is a name that programs
/// made for other machines ask for.
pub(crate) const MEMORY_KINDS: [&str; 3] = ["device", "pinned_host", "unpinned_host"];

/// Where a buffer is: a device, and the kind of its memory as an index into [`MEMORY_KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) device: c_int,
    pub(crate) kind: usize,
}

/// A device: what runs programs, its description, its memories.
pub struct Device {
    pub(crate) id: c_int,
    pub(crate) runtime: Arc<CpuDevice>,
    pub(crate) description: Description,
    /// Set once, when the client is made.
    memories: OnceLock<[Ptr<Memory>; MEMORY_KINDS.len()]>,
}

/// What is known about a device without having it.
pub struct Description {
    id: c_int,
    kind: String,
    text: String,
    debug_text: String,
}

/// A memory of one device.
pub struct Memory {
    id: c_int,
    pub(crate) place: Place,
    text: String,
    devices: [Ptr<Device>; 1],
}

/// All devices and the platform.
pub struct Topology {
    platform_name: String,
    platform_version: String,
    descriptions: Vec<Ptr<Description>>,
}

impl Device {
    /// A device. Its texts name Hloom whatever the platform calls itself.
    pub(crate) fn new(kind: &str, options: DeviceOptions) -> Box<Device> {
        let id = options.id as c_int;
        let description = Description {
            id,
            kind: kind.to_owned(),
            text: format!("hloom:{id}"),
            debug_text: format!("Hloom device {id}: {kind}"),
        };
        Box::new(Device { id, runtime: CpuDevice::new(options), description, memories: OnceLock::new() })
    }

    /// The memories of the device; they belong to it from then on.
    pub(crate) fn make_memories(&self) -> [Box<Memory>; MEMORY_KINDS.len()] {
        let memories = std::array::from_fn(|kind| {
            let text = format!("{} memory of {}", MEMORY_KINDS[kind], self.description.text);
            let id = self.id * MEMORY_KINDS.len() as c_int + kind as c_int;
            Box::new(Memory { id, place: Place { device: self.id, kind }, text, devices: [Ptr::to(self)] })
        });
        self.memories.get_or_init(|| std::array::from_fn(|kind| Ptr::to(&*memories[kind])));
        memories
    }

    fn memories(&self) -> &[Ptr<Memory>] {
        self.memories.get().map_or(&[], |m| m)
    }

    /// The handle of the device's memory of a kind.
    pub(crate) fn memory(&self, kind: usize) -> Ptr<Memory> {
        self.memories().get(kind).copied().unwrap_or(Ptr(ptr::null_mut()))
    }
}

impl Topology {
    pub(crate) fn new(platform_name: &str, platform_version: &str, devices: &[Box<Device>]) -> Topology {
        Topology {
            platform_name: platform_name.to_owned(),
            platform_version: platform_version.to_owned(),
            descriptions: devices.iter().map(|d| Ptr::to(&d.description)).collect(),
        }
    }
}

pub(crate) fn get_description(args: &mut DeviceGetDescriptionArgs) -> Result<(), Error> {
    args.description = Ptr::to(&args.device.get()?.description);
    Ok(())
}

pub(crate) fn is_addressable(args: &mut DeviceIsAddressableArgs) -> Result<(), Error> {
    args.device.get()?;
    args.is_addressable = 1;
    Ok(())
}

pub(crate) fn local_hardware_id(args: &mut DeviceLocalHardwareIdArgs) -> Result<(), Error> {
    args.local_hardware_id = args.device.get()?.id;
    Ok(())
}

pub(crate) fn addressable_memories(args: &mut DeviceAddressableMemoriesArgs) -> Result<(), Error> {
    let memories = args.device.get()?.memories();
    (args.memories, args.num_memories) = (memories.as_ptr(), memories.len());
    Ok(())
}

pub(crate) fn default_memory(args: &mut DeviceDefaultMemoryArgs) -> Result<(), Error> {
    args.memory = args.device.get()?.memory(0);
    Ok(())
}

pub(crate) fn memory_stats(args: &mut DeviceMemoryStatsArgs) -> Result<(), Error> {
    let stats = args.device.get()?.runtime.memory_stats();
    let signed = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    *args = DeviceMemoryStatsArgs {
        bytes_in_use: signed(stats.in_use),
        peak_bytes_in_use: signed(stats.peak),
        peak_bytes_in_use_is_set: 1,
        bytes_limit: signed(stats.hard_limit),
        bytes_limit_is_set: 1,
        pool_bytes: signed(stats.in_use.saturating_add(stats.cached)),
        pool_bytes_is_set: 1,
        num_allocs_is_set: 0,
        largest_alloc_size_is_set: 0,
        bytes_reserved_is_set: 0,
        peak_bytes_reserved_is_set: 0,
        bytes_reservable_limit_is_set: 0,
        largest_free_block_bytes_is_set: 0,
        peak_pool_bytes_is_set: 0,
        ..*args
    };
    Ok(())
}

pub(crate) fn description_id(args: &mut DescriptionIdArgs) -> Result<(), Error> {
    args.id = args.description.get()?.id;
    Ok(())
}

pub(crate) fn description_process_index(args: &mut DescriptionProcessIndexArgs) -> Result<(), Error> {
    args.description.get()?;
    args.process_index = 0;
    Ok(())
}

/// What may change over a device's life: nothing is known. There is nothing to delete either, but clients do so.
pub(crate) fn attributes(args: &mut DeviceGetAttributesArgs) -> Result<(), Error> {
    unsafe extern "C" fn delete(_: *mut c_void) {}
    args.device.get()?;
    (args.attributes, args.num_attributes) = (ptr::null(), 0);
    args.owner = ptr::null_mut();
    args.deleter = Some(delete);
    Ok(())
}

pub(crate) fn description_attributes(args: &mut DescriptionAttributesArgs) -> Result<(), Error> {
    args.description.get()?;
    (args.attributes, args.num_attributes) = (ptr::null(), 0);
    Ok(())
}

fn describe(args: &mut DescriptionTextArgs, text: fn(&Description) -> &str) -> Result<(), Error> {
    let text = text(args.description.get()?);
    (args.text, args.text_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn description_kind(args: &mut DescriptionTextArgs) -> Result<(), Error> {
    describe(args, |d| &d.kind)
}

pub(crate) fn description_debug_string(args: &mut DescriptionTextArgs) -> Result<(), Error> {
    describe(args, |d| &d.debug_text)
}

pub(crate) fn description_to_string(args: &mut DescriptionTextArgs) -> Result<(), Error> {
    describe(args, |d| &d.text)
}

pub(crate) fn memory_id(args: &mut MemoryIdArgs) -> Result<(), Error> {
    args.id = args.memory.get()?.id;
    Ok(())
}

pub(crate) fn memory_kind_id(args: &mut MemoryIdArgs) -> Result<(), Error> {
    args.id = args.memory.get()?.place.kind as c_int;
    Ok(())
}

pub(crate) fn memory_kind(args: &mut MemoryTextArgs) -> Result<(), Error> {
    let kind = MEMORY_KINDS[args.memory.get()?.place.kind];
    (args.text, args.text_size) = (kind.as_ptr().cast(), kind.len());
    Ok(())
}

/// Also the debug string.
pub(crate) fn memory_to_string(args: &mut MemoryTextArgs) -> Result<(), Error> {
    let text = &args.memory.get()?.text;
    (args.text, args.text_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn memory_addressable_by_devices(args: &mut MemoryAddressableByDevicesArgs) -> Result<(), Error> {
    let devices = &args.memory.get()?.devices;
    (args.devices, args.num_devices) = (devices.as_ptr(), devices.len());
    Ok(())
}

pub(crate) fn topology_platform_name(args: &mut TopologyPlatformNameArgs) -> Result<(), Error> {
    let text = &args.topology.get()?.platform_name;
    (args.platform_name, args.platform_name_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn topology_platform_version(args: &mut TopologyPlatformVersionArgs) -> Result<(), Error> {
    let text = &args.topology.get()?.platform_version;
    (args.platform_version, args.platform_version_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn topology_device_descriptions(args: &mut TopologyGetDeviceDescriptionsArgs) -> Result<(), Error> {
    let list = &args.topology.get()?.descriptions;
    (args.descriptions, args.num_descriptions) = (list.as_ptr(), list.len());
    Ok(())
}

pub(crate) fn topology_attributes(args: &mut TopologyAttributesArgs) -> Result<(), Error> {
    args.topology.get()?;
    (args.attributes, args.num_attributes) = (ptr::null(), 0);
    Ok(())
}
