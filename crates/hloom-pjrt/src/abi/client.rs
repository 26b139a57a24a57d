//! Clients, programs and topologies.

use super::{Client, Description, Device, LoadedExecutable, Memory, NamedValue, Ptr, Topology, args};
use std::ffi::{c_char, c_int, c_void};

/// A program with its format.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Program {
    pub struct_size: usize,
    pub extension_start: *mut super::ExtensionBase,
    pub code: *mut c_char,
    pub code_size: usize,
    pub format: *const c_char,
    pub format_size: usize,
}

args! {
    ClientCreateArgs {
        create_options: *const NamedValue,
        num_options: usize,
        kv_get_callback: *const c_void,
        kv_get_user_arg: *mut c_void,
        kv_put_callback: *const c_void,
        kv_put_user_arg: *mut c_void,
        client: *mut Client;
        optional
        kv_try_get_callback: *const c_void,
        kv_try_get_user_arg: *mut c_void,
    }
    ClientDestroyArgs { client: Ptr<Client> }
    ClientPlatformNameArgs { client: Ptr<Client>, platform_name: *const c_char, platform_name_size: usize }
    ClientProcessIndexArgs { client: Ptr<Client>, process_index: c_int }
    ClientPlatformVersionArgs { client: Ptr<Client>, platform_version: *const c_char, platform_version_size: usize }
    ClientTopologyDescriptionArgs { client: Ptr<Client>, topology: Ptr<Topology> }
    ClientDevicesArgs { client: Ptr<Client>, devices: *const Ptr<Device>, num_devices: usize }
    ClientLookupDeviceArgs { client: Ptr<Client>, id: c_int, device: Ptr<Device> }
    ClientUpdateGlobalProcessInfoArgs { client: Ptr<Client>, process_infos: *const c_void, num_process_infos: usize }
    ClientAddressableMemoriesArgs { client: Ptr<Client>, memories: *const Ptr<Memory>, num_memories: usize }
    ClientCompileArgs {
        client: Ptr<Client>,
        program: *const Program,
        compile_options: *const c_char,
        compile_options_size: usize,
        executable: *mut LoadedExecutable,
    }
    ClientDefaultDeviceAssignmentArgs {
        client: Ptr<Client>,
        num_replicas: c_int,
        num_partitions: c_int,
        default_assignment_size: usize,
        default_assignment: *mut c_int,
    }

    TopologyPlatformNameArgs { topology: Ptr<Topology>, platform_name: *const c_char, platform_name_size: usize }
    TopologyPlatformVersionArgs {
        topology: Ptr<Topology>,
        platform_version: *const c_char,
        platform_version_size: usize,
    }
    TopologyGetDeviceDescriptionsArgs {
        topology: Ptr<Topology>,
        descriptions: *const Ptr<Description>,
        num_descriptions: usize,
    }
    TopologyAttributesArgs { topology: Ptr<Topology>, attributes: *const NamedValue, num_attributes: usize }
}
