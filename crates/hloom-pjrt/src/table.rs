//! The table of functions, in the order of the C API.

use crate::abi::{self, Error as AbiError};
use crate::call::{enter, hand_out};
use crate::error::{self, Error};
use crate::{buffer, client, compile, device, event, executable, execute, extension, transfer};

/// Arguments of a function that does nothing with them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Ignored(());

/// Declares the table: its struct, and the entries that lead to the handlers.
macro_rules! table {
    ($( $name:ident($args:ident) $(= $handler:path)?; )*) => {
        /// The functions of the plugin. The two that do not return an error come first.
        #[repr(C)]
        #[allow(missing_docs, reason = "the functions have the names of the C API, whose documentation describes them")]
        pub struct Api {
            pub struct_size: usize,
            pub extension_start: *mut abi::ExtensionBase,
            pub version: abi::ApiVersion,
            pub error_destroy: unsafe extern "C" fn(*mut abi::ErrorDestroyArgs),
            pub error_message: unsafe extern "C" fn(*mut abi::ErrorMessageArgs),
            $( pub $name: unsafe extern "C" fn(*mut table!(@args $args)) -> *mut AbiError, )*
        }

        static API: Api = Api {
            struct_size: size_of::<Api>(),
            extension_start: (&raw const extension::SHARDINGS).cast_mut().cast(),
            version: abi::ApiVersion {
                struct_size: size_of::<abi::ApiVersion>(),
                extension_start: std::ptr::null_mut(),
                major_version: abi::MAJOR,
                minor_version: abi::MINOR,
            },
            error_destroy: error::destroy,
            error_message: error::message,
            $( $name: {
                /// # Safety
                /// `args` as the C API asks.
                unsafe extern "C" fn entry(args: *mut table!(@args $args)) -> *mut AbiError {
                    table!(@body $name args $($handler)?)
                }
                entry
            }, )*
        };
    };
    (@args none) => { Ignored };
    (@args $args:ident) => { abi::$args };
    (@body $name:ident $a:ident $handler:path) => {
        // SAFETY: the caller's promise.
        unsafe { enter($a, $handler) }
    };
    (@body $name:ident $a:ident) => {{
        let _ = $a;
        hand_out(Error::unimplemented(concat!("Hloom does not implement ", stringify!($name))))
    }};
}

// SAFETY: the table never changes.
unsafe impl Sync for Api {}

/// The table.
pub(crate) fn api() -> *const Api {
    &API
}

// A new minor version appends entries; the reported version must be that of the last one.
const _: () = assert!(size_of::<Api>() == 16 + size_of::<abi::ApiVersion>() + 129 * 8);

table! {
    error_get_code(ErrorGetCodeArgs) = error::get_code;
    plugin_initialize(PluginInitializeArgs) = client::plugin_initialize;
    plugin_attributes(PluginAttributesArgs) = client::plugin_attributes;
    event_destroy(EventDestroyArgs) = event::destroy;
    event_is_ready(EventIsReadyArgs) = event::is_ready;
    event_error(EventErrorArgs) = event::error;
    event_await(EventAwaitArgs) = event::wait;
    event_on_ready(EventOnReadyArgs) = event::on_ready;
    client_create(ClientCreateArgs) = client::create;
    client_destroy(ClientDestroyArgs) = client::destroy;
    client_platform_name(ClientPlatformNameArgs) = client::platform_name;
    client_process_index(ClientProcessIndexArgs) = client::process_index;
    client_platform_version(ClientPlatformVersionArgs) = client::platform_version;
    client_devices(ClientDevicesArgs) = client::devices;
    client_addressable_devices(ClientDevicesArgs) = client::devices;
    client_lookup_device(ClientLookupDeviceArgs) = client::lookup_device;
    client_lookup_addressable_device(ClientLookupDeviceArgs) = client::lookup_device;
    client_addressable_memories(ClientAddressableMemoriesArgs) = client::addressable_memories;
    client_compile(ClientCompileArgs) = compile::compile;
    client_default_device_assignment(ClientDefaultDeviceAssignmentArgs) = client::default_device_assignment;
    client_buffer_from_host_buffer(ClientBufferFromHostBufferArgs) = transfer::from_host;
    device_description_id(DescriptionIdArgs) = device::description_id;
    device_description_process_index(DescriptionProcessIndexArgs) = device::description_process_index;
    device_description_attributes(DescriptionAttributesArgs) = device::description_attributes;
    device_description_kind(DescriptionTextArgs) = device::description_kind;
    device_description_debug_string(DescriptionTextArgs) = device::description_debug_string;
    device_description_to_string(DescriptionTextArgs) = device::description_to_string;
    device_get_description(DeviceGetDescriptionArgs) = device::get_description;
    device_is_addressable(DeviceIsAddressableArgs) = device::is_addressable;
    device_local_hardware_id(DeviceLocalHardwareIdArgs) = device::local_hardware_id;
    device_addressable_memories(DeviceAddressableMemoriesArgs) = device::addressable_memories;
    device_default_memory(DeviceDefaultMemoryArgs) = device::default_memory;
    device_memory_stats(DeviceMemoryStatsArgs) = device::memory_stats;
    memory_id(MemoryIdArgs) = device::memory_id;
    memory_kind(MemoryTextArgs) = device::memory_kind;
    memory_debug_string(MemoryTextArgs) = device::memory_to_string;
    memory_to_string(MemoryTextArgs) = device::memory_to_string;
    memory_addressable_by_devices(MemoryAddressableByDevicesArgs) = device::memory_addressable_by_devices;
    executable_destroy(ExecutableDestroyArgs) = executable::destroy;
    executable_name(ExecutableTextArgs) = executable::name;
    executable_num_replicas(ExecutableCountArgs) = executable::num_replicas;
    executable_num_partitions(ExecutableCountArgs) = executable::num_partitions;
    executable_num_outputs(ExecutableCountArgs) = executable::num_outputs;
    executable_size_of_generated_code(ExecutableSizeOfGeneratedCodeArgs) = executable::size_of_generated_code;
    executable_get_cost_analysis(ExecutableGetCostAnalysisArgs) = executable::cost_analysis;
    executable_output_memory_kinds(ExecutableOutputMemoryKindsArgs) = executable::output_memory_kinds;
    executable_optimized_program(ExecutableOptimizedProgramArgs) = executable::optimized_program;
    executable_serialize(ExecutableBytesArgs) = executable::serialize;
    loaded_executable_destroy(LoadedDestroyArgs) = executable::loaded_destroy;
    loaded_executable_get_executable(LoadedGetExecutableArgs) = executable::loaded_get_executable;
    loaded_executable_addressable_devices(LoadedAddressableDevicesArgs) = executable::loaded_addressable_devices;
    loaded_executable_delete(LoadedDeleteArgs) = executable::loaded_delete;
    loaded_executable_is_deleted(LoadedIsDeletedArgs) = executable::loaded_is_deleted;
    loaded_executable_execute(LoadedExecuteArgs) = execute::execute;
    executable_deserialize_and_load(ExecutableDeserializeAndLoadArgs) = compile::deserialize;
    loaded_executable_fingerprint(LoadedFingerprintArgs) = executable::loaded_fingerprint;
    buffer_destroy(BufferArgs) = buffer::destroy;
    buffer_element_type(BufferElementTypeArgs) = buffer::element_type;
    buffer_dimensions(BufferDimensionsArgs) = buffer::dimensions;
    buffer_unpadded_dimensions(BufferDimensionsArgs) = buffer::dimensions;
    buffer_dynamic_dimension_indices(BufferDynamicDimensionIndicesArgs) = buffer::dynamic_dimension_indices;
    buffer_get_memory_layout(BufferGetMemoryLayoutArgs) = buffer::memory_layout;
    buffer_on_device_size_in_bytes(BufferOnDeviceSizeArgs) = buffer::on_device_size;
    buffer_device(BufferDeviceArgs) = buffer::device;
    buffer_memory(BufferMemoryArgs) = buffer::memory;
    buffer_delete(BufferArgs) = buffer::delete;
    buffer_is_deleted(BufferIsDeletedArgs) = buffer::is_deleted;
    buffer_copy_to_device(BufferCopyToDeviceArgs) = transfer::copy_to_device;
    buffer_to_host_buffer(BufferToHostBufferArgs) = transfer::to_host;
    buffer_is_on_cpu(BufferIsOnCpuArgs) = buffer::is_on_cpu;
    buffer_ready_event(BufferReadyEventArgs) = buffer::ready_event;
    buffer_unsafe_pointer(BufferPointerArgs) = buffer::pointer;
    buffer_increase_external_reference_count(BufferArgs) = buffer::increase_external_references;
    buffer_decrease_external_reference_count(BufferArgs) = buffer::decrease_external_references;
    buffer_opaque_device_memory_data_pointer(BufferPointerArgs) = buffer::pointer;
    copy_to_device_stream_destroy(none);
    copy_to_device_stream_add_chunk(none);
    copy_to_device_stream_total_bytes(none);
    copy_to_device_stream_granule_size(none);
    copy_to_device_stream_current_bytes(none);
    topology_description_create(none);
    topology_description_destroy(none);
    topology_description_platform_name(TopologyPlatformNameArgs) = device::topology_platform_name;
    topology_description_platform_version(TopologyPlatformVersionArgs) = device::topology_platform_version;
    topology_description_get_device_descriptions(TopologyGetDeviceDescriptionsArgs)
        = device::topology_device_descriptions;
    topology_description_serialize(none);
    topology_description_attributes(TopologyAttributesArgs) = device::topology_attributes;
    compile(none);
    executable_output_element_types(ExecutableOutputElementTypesArgs) = executable::output_element_types;
    executable_output_dimensions(ExecutableOutputDimensionsArgs) = executable::output_dimensions;
    buffer_copy_to_memory(BufferCopyToMemoryArgs) = transfer::copy_to_memory;
    client_create_view_of_device_buffer(ClientCreateViewOfDeviceBufferArgs) = transfer::view_of_device_buffer;
    executable_fingerprint(ExecutableTextArgs) = executable::fingerprint;
    client_topology_description(ClientTopologyDescriptionArgs) = client::topology;
    executable_get_compiled_memory_stats(ExecutableGetCompiledMemoryStatsArgs) = executable::compiled_memory_stats;
    memory_kind_id(MemoryIdArgs) = device::memory_kind_id;
    execute_context_create(ExecuteContextCreateArgs) = execute::context_create;
    execute_context_destroy(ExecuteContextDestroyArgs) = execute::context_destroy;
    buffer_copy_raw_to_host(BufferCopyRawToHostArgs) = transfer::raw_to_host;
    async_host_to_device_transfer_manager_destroy(none);
    async_host_to_device_transfer_manager_transfer_data(none);
    client_create_buffers_for_async_host_to_device(none);
    async_host_to_device_transfer_manager_retrieve_buffer(none);
    async_host_to_device_transfer_manager_device(none);
    async_host_to_device_transfer_manager_buffer_count(none);
    async_host_to_device_transfer_manager_buffer_size(none);
    async_host_to_device_transfer_manager_set_buffer_error(none);
    async_host_to_device_transfer_manager_add_metadata(none);
    client_dma_map(none);
    client_dma_unmap(none);
    client_create_uninitialized_buffer(ClientCreateUninitializedBufferArgs) = transfer::uninitialized;
    client_update_global_process_info(ClientUpdateGlobalProcessInfoArgs) = client::update_global_process_info;
    topology_description_deserialize(none);
    client_create_alias_buffer(none);
    client_fulfill_alias_buffer(none);
    loaded_executable_get_device_assignment(LoadedGetDeviceAssignmentArgs) = executable::loaded_device_assignment;
    client_create_error_buffer(none);
    async_host_to_device_transfer_manager_transfer_literal(none);
    buffer_copy_raw_to_host_future(none);
    device_poison_execution(none);
    device_create_async_tracking_event(none);
    async_tracking_event_destroy(none);
    executable_get_compile_options(ExecutableBytesArgs) = executable::compile_options;
    buffer_donate_with_control_dependency(none);
    event_create(none);
    event_set(none);
    device_get_attributes(DeviceGetAttributesArgs) = device::attributes;
}
