//! Programs that can run, and what clients ask about them.

use crate::abi::{
    ExecutableBytesArgs, ExecutableCountArgs, ExecutableDestroyArgs, ExecutableGetCompiledMemoryStatsArgs,
    ExecutableGetCostAnalysisArgs, ExecutableOptimizedProgramArgs, ExecutableOutputDimensionsArgs,
    ExecutableOutputElementTypesArgs, ExecutableOutputMemoryKindsArgs, ExecutableSizeOfGeneratedCodeArgs,
    ExecutableTextArgs, LoadedAddressableDevicesArgs, LoadedDeleteArgs, LoadedDestroyArgs, LoadedFingerprintArgs,
    LoadedGetDeviceAssignmentArgs, LoadedGetExecutableArgs, LoadedIsDeletedArgs, NamedPayload, NamedValue, named,
};
use crate::call::{Ptr, hand_out};
use crate::client::Core;
use crate::compile;
use crate::device::{Device, MEMORY_KINDS};
use crate::engine::Engine;
use crate::error::{Code, Error};
use crate::extension::{Messages, shardings};
use crate::layout::{Form, Layout};
use crate::proto::{put_bytes, put_list, put_varint};
use crate::trace::Names;
use hloom::parallel::Spread;
use hloom_exe::collective::{Collective, Exchange};
use hloom_exe::foreign::ForeignCall;
use hloom_exe::{Blob, TensorSig};
use std::ffi::{c_char, c_int};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A parameter.
pub(crate) struct Param {
    pub(crate) form: Arc<Form>,
    /// The caller gives the argument away.
    pub(crate) donated: bool,
}

/// What a [`Program`] is made of.
pub(crate) struct Parts {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    pub(crate) results: Vec<Arc<Form>>,
    /// Kinds of the results' memories; those that are missing are the default.
    pub(crate) result_kinds: Vec<usize>,
    /// The StableHLO it was compiled from, of one device's part.
    pub(crate) source: Blob,
    /// The serialised compile options as given.
    pub(crate) options: Vec<u8>,
    /// The devices it runs on, by process.
    pub(crate) devices: Vec<i32>,
    /// How it is spread over several.
    pub(crate) spread: Option<Spread>,
    pub(crate) engine: Engine,
}

/// A compiled program; does not change.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    pub(crate) results: Vec<Arc<Form>>,
    /// Kinds of the results' memories.
    pub(crate) result_kinds: Vec<usize>,
    pub(crate) source: Blob,
    pub(crate) engine: Engine,
    /// The devices it runs on: the partitions of the first replica, then of the next.
    pub(crate) devices: Vec<i32>,
    /// How it is spread over several.
    pub(crate) spread: Option<Spread>,
    /// How long it takes.
    pub(crate) pace: Pace,
    /// What profilers call its parts; made when first asked for.
    names: OnceLock<Arc<Names>>,
    options: Vec<u8>,
    fingerprint: String,
    /// Element types of results.
    result_types: Vec<c_int>,
    /// Dimensions of all results, one after the other.
    result_dims: Vec<i64>,
    result_ranks: Vec<usize>,
    memory_kinds: Vec<Ptr<c_char>>,
    memory_kind_sizes: Vec<usize>,
    costs: Vec<NamedValue>,
    pub(crate) param_shardings: Messages,
    /// One at least.
    pub(crate) result_shardings: Messages,
    /// Layouts of `params` and `results`.
    pub(crate) param_layouts: Vec<Ptr<Layout>>,
    pub(crate) result_layouts: Vec<Ptr<Layout>>,
}

impl Program {
    pub(crate) fn new(parts: Parts) -> Program {
        let Parts { name, params, results, result_kinds: mut kinds, source, options, devices, spread, engine } = parts;
        kinds.resize(results.len(), 0);
        let several = spread.as_ref().filter(|s| s.partitions > 1);
        let mut hash = blake3::Hasher::new();
        match &engine {
            Engine::Native { bytes, .. } => hash.update(bytes),
            Engine::Interp { source, .. } => hash.update(b"interp").update(source),
        };
        Program {
            fingerprint: hash.finalize().to_hex().to_string(),
            result_types: results.iter().map(|r| r.element_type).collect(),
            result_dims: results.iter().flat_map(|r| r.sig.dims.iter().copied()).collect(),
            result_ranks: results.iter().map(|r| r.sig.dims.len()).collect(),
            memory_kinds: kinds.iter().map(|&k| Ptr(MEMORY_KINDS[k].as_ptr().cast_mut().cast())).collect(),
            memory_kind_sizes: kinds.iter().map(|&k| MEMORY_KINDS[k].len()).collect(),
            result_kinds: kinds,
            costs: costs(&engine),
            pace: Pace::of(&engine),
            names: OnceLock::new(),
            param_shardings: shardings(several.map_or(&[], |s| &s.params), params.len()),
            // A program without results has one sharding: that of the empty tuple.
            result_shardings: shardings(several.map_or(&[], |s| &s.results), results.len().max(1)),
            param_layouts: params.iter().map(|p| Ptr::to(&p.form.layout)).collect(),
            result_layouts: results.iter().map(|r| Ptr::to(&r.layout)).collect(),
            name,
            params,
            results,
            source,
            options,
            devices,
            spread,
            engine,
        }
    }

    /// What profilers call its parts.
    pub(crate) fn names(&self) -> Arc<Names> {
        let number = || u64::from_str_radix(self.fingerprint.get(..16).unwrap_or_default(), 16).unwrap_or_default();
        self.names.get_or_init(|| Arc::new(Names::of(&self.name, number(), &self.engine))).clone()
    }

    /// The serialised compile options as given.
    pub(crate) fn options(&self) -> &[u8] {
        &self.options
    }

    /// Replicas and partitions.
    fn counts(&self) -> (u32, u32) {
        self.spread.as_ref().map_or((1, 1), |s| (s.replicas, s.partitions))
    }
}

/// Work of one execution by XLA's names; nothing is known about what the interpreter does.
fn costs(engine: &Engine) -> Vec<NamedValue> {
    let Engine::Native { loaded, .. } = engine else { return Vec::new() };
    let kernels = &loaded[0].executable().kernels;
    let property = |name: &'static str, value: u64| NamedValue {
        struct_size: size_of::<NamedValue>(),
        extension_start: ptr::null_mut(),
        name: name.as_ptr().cast(),
        name_size: name.len(),
        kind: named::FLOAT,
        value: NamedPayload { float: value as f32 },
        value_size: 1,
    };
    let sum = |f: fn(&hloom_exe::Kernel) -> u64| kernels.iter().fold(0u64, |n, k| n.saturating_add(f(k)));
    vec![property("flops", sum(|k| k.flops)), property("bytes accessed", sum(|k| k.bytes))]
}

/// How long a program takes on one device: the last measurements, and an estimate before there are any.
#[derive(Default)]
pub(crate) struct Pace {
    nanos: AtomicU64,
    /// It may run in the background.
    portable: bool,
    /// Its processes on several devices wait for one another.
    meets: bool,
}

/// Programs that take longer are not waited for.
const LONG_NANOS: u64 = 50_000;

impl Pace {
    fn of(engine: &Engine) -> Pace {
        let Engine::Native { loaded, .. } = engine else { return Pace::default() };
        let exe = loaded[0].executable();
        // A few operations and bytes a nanosecond; loop bodies count once.
        let cost = |k: &hloom_exe::Kernel| (k.flops / 16).max(k.bytes / 8);
        let nanos = exe.kernels.iter().map(cost).fold(0u64, u64::saturating_add);
        let stays = |call: &hloom_exe::HostCall| {
            ForeignCall::from_config(&call.config).is_some() && !call.name.starts_with("lapack_")
        };
        let portable = !exe.host_calls.iter().any(stays);
        let waits = |call: &hloom_exe::HostCall| {
            let collective = Collective::of(call).and_then(Result::ok);
            collective.is_some_and(|c| !matches!(c.exchange, Exchange::Replica | Exchange::Partition))
        };
        Pace { nanos: AtomicU64::new(nanos), portable, meets: exe.host_calls.iter().any(waits) }
    }

    /// True if a process runs to its end without the others.
    pub(crate) fn is_independent(&self) -> bool {
        self.portable && !self.meets
    }

    /// True if one process after the other, on `devices` devices, takes no longer than is waited for.
    pub(crate) fn is_short_on(&self, devices: usize) -> bool {
        self.is_independent() && self.nanos.load(Ordering::Relaxed).saturating_mul(devices as u64) <= LONG_NANOS
    }

    /// True if it calls functions of the host, which may wait for other executions.
    pub(crate) fn calls_host(&self) -> bool {
        !self.portable
    }

    /// True if an execution should not be waited for; one that itself has to wait never is.
    pub(crate) fn goes_to_background(&self, must_wait: bool) -> bool {
        self.portable && (must_wait || self.nanos.load(Ordering::Relaxed) > LONG_NANOS)
    }

    /// Runs, and remembers how long that took.
    pub(crate) fn measure<T>(&self, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = run();
        let took = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let before = self.nanos.load(Ordering::Relaxed);
        // Half of what was known before: one interruption by the system decides nothing for long.
        self.nanos.store(before / 2 + took / 2, Ordering::Relaxed);
        result
    }
}

/// A handle to a program as such.
pub struct Executable(pub(crate) Arc<Program>);

/// A handle to a program on its devices.
pub struct LoadedExecutable {
    pub(crate) core: Arc<Core>,
    pub(crate) program: Arc<Program>,
    devices: Vec<Ptr<Device>>,
    deleted: AtomicBool,
}

/// Bytes that a client reads and then gives back.
pub struct Bytes {
    #[allow(dead_code, reason = "read through the pointer that the client has")]
    bytes: Vec<u8>,
}

impl Bytes {
    /// Start, size, owner and deleter, as the C API wants them.
    pub(crate) fn hand_out(bytes: Vec<u8>) -> (*const c_char, usize, *mut Bytes, crate::abi::BytesDeleter) {
        unsafe extern "C" fn delete(bytes: *mut Bytes) {
            Ptr(bytes).destroy();
        }
        // The vector's memory stays where it is when the vector moves into the box.
        let (start, size) = (bytes.as_ptr().cast(), bytes.len());
        (start, size, hand_out(Bytes { bytes }), Some(delete))
    }
}

impl LoadedExecutable {
    /// # Errors
    /// The program is for a device that the client does not have.
    pub(crate) fn new(core: Arc<Core>, program: Arc<Program>) -> Result<LoadedExecutable, Error> {
        let devices = program.devices.iter().map(|&d| core.device(d).map(Ptr::to)).collect::<Result<_, _>>()?;
        Ok(LoadedExecutable { core, program, devices, deleted: AtomicBool::new(false) })
    }

    /// The program, unless the client has deleted it.
    pub(crate) fn live(&self) -> Result<&Program, Error> {
        if self.deleted.load(Ordering::Acquire) {
            return Err(Error::new(Code::FailedPrecondition, format!("{} was deleted", self.program.name)));
        }
        Ok(&self.program)
    }
}

pub(crate) fn loaded_destroy(args: &mut LoadedDestroyArgs) -> Result<(), Error> {
    args.executable.destroy();
    Ok(())
}

pub(crate) fn loaded_get_executable(args: &mut LoadedGetExecutableArgs) -> Result<(), Error> {
    args.executable = hand_out(Executable(args.loaded.get()?.program.clone()));
    Ok(())
}

pub(crate) fn loaded_device_assignment(args: &mut LoadedGetDeviceAssignmentArgs) -> Result<(), Error> {
    let program = &args.executable.get()?.program;
    let (replicas, partitions) = program.counts();
    let mut out = Vec::new();
    put_varint(&mut out, 1, replicas.into());
    put_varint(&mut out, 2, partitions.into());
    for partition in 0..partitions as usize {
        let mut devices = Vec::new();
        let of_replicas = program.devices.iter().skip(partition).step_by(partitions as usize);
        put_list(&mut devices, 1, of_replicas.map(|&d| d as u64));
        put_bytes(&mut out, 3, &devices);
    }
    (args.bytes, args.bytes_size, args.owner, args.deleter) = Bytes::hand_out(out);
    Ok(())
}

pub(crate) fn loaded_addressable_devices(args: &mut LoadedAddressableDevicesArgs) -> Result<(), Error> {
    let devices = &args.executable.get()?.devices;
    (args.devices, args.num_devices) = (devices.as_ptr(), devices.len());
    Ok(())
}

pub(crate) fn loaded_delete(args: &mut LoadedDeleteArgs) -> Result<(), Error> {
    args.executable.get()?.deleted.store(true, Ordering::Release);
    Ok(())
}

pub(crate) fn loaded_is_deleted(args: &mut LoadedIsDeletedArgs) -> Result<(), Error> {
    args.is_deleted = args.executable.get()?.deleted.load(Ordering::Acquire).into();
    Ok(())
}

pub(crate) fn loaded_fingerprint(args: &mut LoadedFingerprintArgs) -> Result<(), Error> {
    let text = &args.executable.get()?.program.fingerprint;
    (args.text, args.text_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn destroy(args: &mut ExecutableDestroyArgs) -> Result<(), Error> {
    args.executable.destroy();
    Ok(())
}

pub(crate) fn name(args: &mut ExecutableTextArgs) -> Result<(), Error> {
    let text = &args.executable.get()?.0.name;
    (args.text, args.text_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn fingerprint(args: &mut ExecutableTextArgs) -> Result<(), Error> {
    let text = &args.executable.get()?.0.fingerprint;
    (args.text, args.text_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn num_replicas(args: &mut ExecutableCountArgs) -> Result<(), Error> {
    args.count = args.executable.get()?.0.counts().0 as usize;
    Ok(())
}

pub(crate) fn num_partitions(args: &mut ExecutableCountArgs) -> Result<(), Error> {
    args.count = args.executable.get()?.0.counts().1 as usize;
    Ok(())
}

pub(crate) fn num_outputs(args: &mut ExecutableCountArgs) -> Result<(), Error> {
    args.count = args.executable.get()?.0.results.len();
    Ok(())
}

pub(crate) fn size_of_generated_code(args: &mut ExecutableSizeOfGeneratedCodeArgs) -> Result<(), Error> {
    args.size_in_bytes = match &args.executable.get()?.0.engine {
        Engine::Native { bytes, .. } => signed(bytes.len() as u64),
        Engine::Interp { .. } => 0,
    };
    Ok(())
}

fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The program as it was given; asked twice, for its size and for its bytes.
pub(crate) fn optimized_program(args: &mut ExecutableOptimizedProgramArgs) -> Result<(), Error> {
    const FORMAT: &str = "mlir";
    let source = &args.executable.get()?.0.source;
    if source.is_empty() {
        return Err(Error::new(Code::NotFound, "the executable was written without its program"));
    }
    // SAFETY: the client passes a program to be filled, or null.
    let program = unsafe { args.program.as_mut() }.ok_or_else(|| Error::invalid("the program is null"))?;
    (program.format, program.format_size) = (FORMAT.as_ptr().cast(), FORMAT.len());
    if !program.code.is_null() {
        if program.code_size < source.len() {
            return Err(Error::invalid("no room for the program"));
        }
        // SAFETY: the caller has room for `code_size` bytes.
        unsafe { ptr::copy_nonoverlapping(source.as_ptr(), program.code.cast(), source.len()) };
    }
    program.code_size = source.len();
    Ok(())
}

pub(crate) fn cost_analysis(args: &mut ExecutableGetCostAnalysisArgs) -> Result<(), Error> {
    let costs = &args.executable.get()?.0.costs;
    (args.properties, args.num_properties) = (costs.as_ptr(), costs.len());
    Ok(())
}

pub(crate) fn compiled_memory_stats(args: &mut ExecutableGetCompiledMemoryStatsArgs) -> Result<(), Error> {
    let program = args.executable.get()?.0.clone();
    let bytes = |t: &TensorSig| t.bytes().unwrap_or(0);
    let arguments: u64 = program.params.iter().map(|p| bytes(&p.form.sig)).sum();
    let results: u64 = program.results.iter().map(|r| bytes(&r.sig)).sum();
    let (code, alias, temporary, peak) = match &program.engine {
        Engine::Native { loaded, bytes: code } => {
            let exe = loaded[0].executable();
            let alias: u64 = exe.args.iter().filter(|a| a.alias.is_some()).map(|a| bytes(&a.tensor)).sum();
            (code.len() as u64, alias, exe.arena_bytes + exe.scratch_bytes, exe.planned_peak_bytes)
        }
        Engine::Interp { .. } => (0, 0, 0, arguments + results),
    };
    *args = ExecutableGetCompiledMemoryStatsArgs {
        struct_size: args.struct_size,
        extension_start: args.extension_start,
        executable: args.executable,
        generated_code_size_in_bytes: signed(code),
        argument_size_in_bytes: signed(arguments),
        output_size_in_bytes: signed(results),
        alias_size_in_bytes: signed(alias),
        temp_size_in_bytes: signed(temporary),
        peak_memory_in_bytes: signed(peak),
        total_size_in_bytes: signed((arguments + results + temporary).saturating_sub(alias)),
        ..Default::default()
    };
    Ok(())
}

pub(crate) fn output_element_types(args: &mut ExecutableOutputElementTypesArgs) -> Result<(), Error> {
    let types = &args.executable.get()?.0.result_types;
    (args.types, args.num_types) = (types.as_ptr(), types.len());
    Ok(())
}

pub(crate) fn output_dimensions(args: &mut ExecutableOutputDimensionsArgs) -> Result<(), Error> {
    let program = &args.executable.get()?.0;
    args.num_outputs = program.results.len();
    (args.dims, args.dim_sizes) = (program.result_dims.as_ptr(), program.result_ranks.as_ptr());
    Ok(())
}

pub(crate) fn output_memory_kinds(args: &mut ExecutableOutputMemoryKindsArgs) -> Result<(), Error> {
    let program = &args.executable.get()?.0;
    args.num_outputs = program.results.len();
    args.memory_kinds = program.memory_kinds.as_ptr().cast();
    args.memory_kind_sizes = program.memory_kind_sizes.as_ptr();
    Ok(())
}

pub(crate) fn serialize(args: &mut ExecutableBytesArgs) -> Result<(), Error> {
    let bytes = compile::serialize(&args.executable.get()?.0);
    (args.bytes, args.bytes_size, args.owner, args.deleter) = Bytes::hand_out(bytes);
    Ok(())
}

pub(crate) fn compile_options(args: &mut ExecutableBytesArgs) -> Result<(), Error> {
    let bytes = args.executable.get()?.0.options.clone();
    (args.bytes, args.bytes_size, args.owner, args.deleter) = Bytes::hand_out(bytes);
    Ok(())
}
