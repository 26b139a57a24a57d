//! Executables and their execution.

use super::{
    Buffer, Bytes, Client, Device, Event, Executable, ExecuteContext, ExtensionBase, LoadedExecutable, NamedValue,
    Program, Ptr, args,
};
use std::ffi::{c_char, c_int, c_void};

/// How to execute.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ExecuteOptions {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub send_callbacks: *mut c_void,
    pub recv_callbacks: *mut c_void,
    pub num_send_ops: usize,
    pub num_recv_ops: usize,
    pub launch_id: c_int,
    pub non_donatable_input_indices: *const i64,
    pub num_non_donatable_input_indices: usize,
    /// Older callers do not have it: see [`ExecuteOptions::context`].
    context: Ptr<ExecuteContext>,
}

impl ExecuteOptions {
    /// What the caller passes to custom calls.
    pub fn context(&self) -> Option<&ExecuteContext> {
        let end = std::mem::offset_of!(ExecuteOptions, context) + size_of::<Ptr<ExecuteContext>>();
        if self.struct_size >= end { self.context.get_opt() } else { None }
    }
}

/// Frees bytes that an executable handed out.
pub type BytesDeleter = Option<unsafe extern "C" fn(*mut Bytes)>;

args! {
    ExecutableDestroyArgs { executable: Ptr<Executable> }
    LoadedDestroyArgs { executable: Ptr<LoadedExecutable> }
    LoadedGetExecutableArgs { loaded: Ptr<LoadedExecutable>, executable: *mut Executable }
    LoadedGetDeviceAssignmentArgs {
        executable: Ptr<LoadedExecutable>,
        bytes: *const c_char,
        bytes_size: usize,
        owner: *mut Bytes,
        deleter: BytesDeleter,
    }
    LoadedAddressableDevicesArgs { executable: Ptr<LoadedExecutable>, devices: *const Ptr<Device>, num_devices: usize }
    LoadedDeleteArgs { executable: Ptr<LoadedExecutable> }
    LoadedIsDeletedArgs { executable: Ptr<LoadedExecutable>, is_deleted: u8 }
    LoadedFingerprintArgs { executable: Ptr<LoadedExecutable>, text: *const c_char, text_size: usize }
    LoadedExecuteArgs {
        executable: Ptr<LoadedExecutable>,
        options: *const ExecuteOptions,
        argument_lists: *const *const Ptr<Buffer>,
        num_devices: usize,
        num_args: usize,
        output_lists: *const *mut *mut Buffer,
        device_complete_events: *mut *mut Event,
        execute_device: Ptr<Device>,
    }

    ExecuteContextCreateArgs { context: *mut ExecuteContext }
    ExecuteContextDestroyArgs { context: Ptr<ExecuteContext> }

    ExecutableTextArgs { executable: Ptr<Executable>, text: *const c_char, text_size: usize }
    ExecutableCountArgs { executable: Ptr<Executable>, count: usize }
    ExecutableSizeOfGeneratedCodeArgs { executable: Ptr<Executable>, size_in_bytes: i64 }
    ExecutableOptimizedProgramArgs { executable: Ptr<Executable>, program: *mut Program }
    ExecutableGetCostAnalysisArgs { executable: Ptr<Executable>, num_properties: usize, properties: *const NamedValue }
    ExecutableGetCompiledMemoryStatsArgs [results_follow] {
        executable: Ptr<Executable>,
        generated_code_size_in_bytes: i64,
        argument_size_in_bytes: i64,
        output_size_in_bytes: i64,
        alias_size_in_bytes: i64,
        temp_size_in_bytes: i64,
        host_generated_code_size_in_bytes: i64,
        host_argument_size_in_bytes: i64,
        host_output_size_in_bytes: i64,
        host_alias_size_in_bytes: i64,
        host_temp_size_in_bytes: i64;
        optional
        peak_memory_in_bytes: i64,
        total_size_in_bytes: i64,
    }
    ExecutableOutputElementTypesArgs { executable: Ptr<Executable>, types: *const c_int, num_types: usize }
    ExecutableOutputDimensionsArgs {
        executable: Ptr<Executable>,
        num_outputs: usize,
        dims: *const i64,
        dim_sizes: *const usize,
    }
    ExecutableOutputMemoryKindsArgs {
        executable: Ptr<Executable>,
        num_outputs: usize,
        memory_kinds: *const *const c_char,
        memory_kind_sizes: *const usize,
    }
    /// Of `Serialize` and `GetCompileOptions`.
    ExecutableBytesArgs {
        executable: Ptr<Executable>,
        bytes: *const c_char,
        bytes_size: usize,
        owner: *mut Bytes,
        deleter: BytesDeleter,
    }
    ExecutableDeserializeAndLoadArgs {
        client: Ptr<Client>,
        bytes: *const c_char,
        bytes_size: usize,
        loaded: *mut LoadedExecutable;
        optional
        overridden_options: *const c_char,
        overridden_options_size: usize,
    }
}
