//! The plugin and its clients.

use crate::abi::{
    ClientAddressableMemoriesArgs, ClientCreateArgs, ClientDefaultDeviceAssignmentArgs, ClientDestroyArgs,
    ClientDevicesArgs, ClientLookupDeviceArgs, ClientPlatformNameArgs, ClientPlatformVersionArgs,
    ClientProcessIndexArgs, ClientTopologyDescriptionArgs, ClientUpdateGlobalProcessInfoArgs, NamedPayload, NamedValue,
    PluginAttributesArgs, PluginInitializeArgs, named,
};
use crate::call::{Ptr, hand_out, slice, text};
use crate::device::{Device, Memory, Place, Topology};
use crate::engine::Backend;
use crate::error::{Code, Error};
use hloom::{Cache, Relaxations};
use hloom_rt::DeviceOptions;
use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex};

/// Newest version of StableHLO that programs may be written in; clients convert newer ones.
static NEWEST_STABLEHLO: [i64; 3] = [1, 20, 0];
/// Oldest version that programs may be written in.
static OLDEST_STABLEHLO: [i64; 3] = [0, 9, 0];

/// What a client and everything made with it share.
#[allow(clippy::vec_box, reason = "handles are addresses: devices and memories stay where they are")]
pub(crate) struct Core {
    pub(crate) platform_name: String,
    pub(crate) platform_version: String,
    /// How programs run unless their compile options say otherwise.
    pub(crate) backend: Backend,
    /// Long executions go to the background.
    pub(crate) background: bool,
    /// Objects that any process of the user's has compiled.
    pub(crate) cache: Option<Arc<Cache>>,
    /// What programs are compiled with.
    pub(crate) relax: Relaxations,
    /// By number.
    pub(crate) devices: Vec<Box<Device>>,
    pub(crate) device_handles: Vec<Ptr<Device>>,
    /// Kept for the handles to them.
    _memories: Vec<Box<Memory>>,
    memory_handles: Vec<Ptr<Memory>>,
    topology: Topology,
    /// Held while an execution enters the queues of its devices: see [`crate::launch`].
    pub(crate) launches: Mutex<()>,
}

/// A client's handle.
pub struct Client {
    pub(crate) core: Arc<Core>,
}

/// What a client may choose when it is made.
struct Options {
    platform_name: String,
    backend: Backend,
    threads: usize,
    num_devices: usize,
    background: bool,
    /// A directory, [`NO_CACHE`], or the default one.
    cache: Option<String>,
    relax: Relaxations,
}

/// In place of a directory: nothing is kept on disk.
const NO_CACHE: &str = "off";

/// Devices of a client at most: each has threads and a memory pool of its own.
const MAX_DEVICES: usize = 256;

impl Options {
    /// From the environment, then from the caller, who wins.
    fn read(given: &[NamedValue]) -> Result<Options, Error> {
        let env = |name| std::env::var(name).ok().filter(|v| !v.is_empty());
        let mut options = Options {
            // JAX has tables by platform, in Python and in C++: under the name of its own CPU devices, callbacks, DLPack,
            // the compile cache, donation and the lowerings to LAPACK work; under a new name they do not.
            platform_name: env("HLOOM_PLATFORM_NAME").unwrap_or_else(|| "cpu".into()),
            backend: env("HLOOM_BACKEND").map_or(Ok(Backend::Native), |v| v.parse())?,
            threads: 0,
            background: env("HLOOM_ASYNC").is_none_or(|v| v != "0"),
            cache: env("HLOOM_CACHE_DIR"),
            relax: env("HLOOM_RELAX").map_or(Ok(Relaxations::default()), |v| relaxations(&v))?,
            num_devices: env("HLOOM_NUM_DEVICES").map_or(Ok(1), |v| number("HLOOM_NUM_DEVICES", &v))?,
        };
        for value in given {
            // SAFETY: the client passes complete values.
            let name = unsafe { text(value.name, value.name_size) }?;
            match (name, OptionValue::read(value)?) {
                ("platform_name", OptionValue::Text(v)) => options.platform_name = v.into(),
                ("backend", OptionValue::Text(v)) => options.backend = v.parse()?,
                ("threads", OptionValue::Int(v)) => options.threads = number(name, &v.to_string())?,
                ("threads", OptionValue::Text(v)) => options.threads = number(name, v)?,
                ("async", OptionValue::Int(v)) => options.background = v != 0,
                ("async", OptionValue::Text(v)) => options.background = v != "0",
                ("cache_dir", OptionValue::Text(v)) => options.cache = Some(v.into()),
                ("relax", OptionValue::Text(v)) => options.relax = relaxations(v)?,
                ("num_devices", OptionValue::Int(v)) => options.num_devices = number(name, &v.to_string())?,
                ("num_devices", OptionValue::Text(v)) => options.num_devices = number(name, v)?,
                // What JAX says about its processes.
                ("node_id", OptionValue::Int(0)) | ("num_nodes", OptionValue::Int(1)) => {}
                ("node_id" | "num_nodes", _) => {
                    return Err(Error::unimplemented("several processes are not supported yet"));
                }
                _ => {
                    return Err(Error::invalid(format!(
                        "unknown client option or wrong type: `{name}`; known: platform_name, backend, \
                         threads, num_devices, async, cache_dir, relax"
                    )));
                }
            }
        }
        if !(1..=MAX_DEVICES).contains(&options.num_devices) {
            let message = format!("option `num_devices` is {}: 1 to {MAX_DEVICES} are possible", options.num_devices);
            return Err(Error::invalid(message));
        }
        Ok(options)
    }
}

/// What cannot be opened is done without: a home directory may be read-only.
fn open_cache(directory: Option<String>) -> Option<Arc<Cache>> {
    let directory = match directory.as_deref() {
        Some(NO_CACHE) => return None,
        Some(path) => PathBuf::from(path),
        None => Cache::default_directory()?,
    };
    Cache::open(&directory, Cache::LIMIT).ok().map(Arc::new)
}

fn number(name: &str, text: &str) -> Result<usize, Error> {
    text.parse().map_err(|_| Error::invalid(format!("option `{name}` is no number of things: {text}")))
}

fn relaxations(names: &str) -> Result<Relaxations, Error> {
    names.parse().map_err(Error::invalid)
}

enum OptionValue<'a> {
    Text(&'a str),
    Int(i64),
    Other,
}

impl<'a> OptionValue<'a> {
    fn read(value: &'a NamedValue) -> Result<OptionValue<'a>, Error> {
        Ok(match value.kind {
            // SAFETY: the kind says which member holds.
            named::STRING => OptionValue::Text(unsafe { text(value.value.string, value.value_size) }?),
            // SAFETY: as above.
            named::INT64 => OptionValue::Int(unsafe { value.value.int64 }),
            _ => OptionValue::Other,
        })
    }
}

impl Core {
    fn new(options: Options) -> Core {
        let Options { platform_name, backend, threads, num_devices, background, cache, relax } = options;
        let target = hloom::host_target();
        // Part of JAX's compile cache key: executables of another version or processor must not be taken for ours.
        let mut how = backend.name().to_string();
        if !relax.is_none() {
            how += &format!(", {relax}");
        }
        let platform_version = format!("hloom {} {} {} ({how})", env!("CARGO_PKG_VERSION"), target.triple, target.cpu);
        // Several devices share the processors.
        let threads = match (threads, num_devices) {
            (0, 2..) => (hloom_rt::default_threads() / num_devices).max(1),
            _ => threads,
        };
        let device = |id| Device::new(&target.cpu, DeviceOptions { id, threads, ..DeviceOptions::default() });
        let devices: Vec<Box<Device>> = (0..num_devices as u32).map(device).collect();
        let memories: Vec<Box<Memory>> = devices.iter().flat_map(|d| d.make_memories()).collect();
        Core {
            topology: Topology::new(&platform_name, &platform_version, &devices),
            device_handles: devices.iter().map(|d| Ptr::to(&**d)).collect(),
            memory_handles: memories.iter().map(|m| Ptr::to(&**m)).collect(),
            _memories: memories,
            devices,
            platform_name,
            platform_version,
            backend,
            background,
            cache: open_cache(cache),
            relax,
            launches: Mutex::new(()),
        }
    }

    /// The device with that number.
    pub(crate) fn device(&self, id: i32) -> Result<&Device, Error> {
        let device = usize::try_from(id).ok().and_then(|i| self.devices.get(i));
        device.map(|d| &**d).ok_or_else(|| Error::invalid(format!("no device {id}: there are {}", self.devices.len())))
    }

    /// The place that a caller names by a device or a memory; the first one if by neither.
    pub(crate) fn place_of(&self, device: Ptr<Device>, memory: Ptr<Memory>) -> Result<Place, Error> {
        let memory = memory.get_opt().map(|m| m.place);
        let place = memory.unwrap_or(Place { device: device.get_opt().map_or(0, |d| d.id), kind: 0 });
        self.device(place.device).map(|_| place)
    }
}

pub(crate) fn plugin_initialize(_: &mut PluginInitializeArgs) -> Result<(), Error> {
    Ok(())
}

pub(crate) fn plugin_attributes(args: &mut PluginAttributesArgs) -> Result<(), Error> {
    const fn version(name: &'static str, version: &'static [i64; 3]) -> NamedValue {
        NamedValue {
            struct_size: size_of::<NamedValue>(),
            extension_start: ptr::null_mut(),
            name: name.as_ptr().cast(),
            name_size: name.len(),
            kind: named::INT64_LIST,
            value: NamedPayload { int64_list: version.as_ptr() },
            value_size: version.len(),
        }
    }
    static ATTRIBUTES: [NamedValue; 2] = [
        version("stablehlo_current_version", &NEWEST_STABLEHLO),
        version("stablehlo_minimum_version", &OLDEST_STABLEHLO),
    ];
    (args.attributes, args.num_attributes) = (ATTRIBUTES.as_ptr(), ATTRIBUTES.len());
    Ok(())
}

pub(crate) fn create(args: &mut ClientCreateArgs) -> Result<(), Error> {
    // SAFETY: the client passes that many options.
    let options = Options::read(unsafe { slice(args.create_options, args.num_options) }?)?;
    args.client = hand_out(Client { core: Arc::new(Core::new(options)) });
    Ok(())
}

pub(crate) fn destroy(args: &mut ClientDestroyArgs) -> Result<(), Error> {
    args.client.destroy();
    Ok(())
}

pub(crate) fn platform_name(args: &mut ClientPlatformNameArgs) -> Result<(), Error> {
    let text = &args.client.get()?.core.platform_name;
    (args.platform_name, args.platform_name_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn platform_version(args: &mut ClientPlatformVersionArgs) -> Result<(), Error> {
    let text = &args.client.get()?.core.platform_version;
    (args.platform_version, args.platform_version_size) = (text.as_ptr().cast(), text.len());
    Ok(())
}

pub(crate) fn process_index(args: &mut ClientProcessIndexArgs) -> Result<(), Error> {
    args.client.get()?;
    args.process_index = 0;
    Ok(())
}

pub(crate) fn topology(args: &mut ClientTopologyDescriptionArgs) -> Result<(), Error> {
    args.topology = Ptr::to(&args.client.get()?.core.topology);
    Ok(())
}

/// Also the addressable ones: all are.
pub(crate) fn devices(args: &mut ClientDevicesArgs) -> Result<(), Error> {
    let devices = &args.client.get()?.core.device_handles;
    (args.devices, args.num_devices) = (devices.as_ptr(), devices.len());
    Ok(())
}

/// Also by local hardware number, which is the same.
pub(crate) fn lookup_device(args: &mut ClientLookupDeviceArgs) -> Result<(), Error> {
    args.device = Ptr::to(args.client.get()?.core.device(args.id)?);
    Ok(())
}

pub(crate) fn addressable_memories(args: &mut ClientAddressableMemoriesArgs) -> Result<(), Error> {
    let memories = &args.client.get()?.core.memory_handles;
    (args.memories, args.num_memories) = (memories.as_ptr(), memories.len());
    Ok(())
}

/// The state of other processes: there are none that matter.
pub(crate) fn update_global_process_info(args: &mut ClientUpdateGlobalProcessInfoArgs) -> Result<(), Error> {
    args.client.get().map(|_| ())
}

pub(crate) fn default_device_assignment(args: &mut ClientDefaultDeviceAssignmentArgs) -> Result<(), Error> {
    let have = args.client.get()?.core.devices.len();
    let size = |n: i32| usize::try_from(n).map_err(|_| Error::invalid("a negative number of devices"));
    let wanted = size(args.num_replicas)?.saturating_mul(size(args.num_partitions)?);
    if wanted > have {
        let message = format!("an assignment for {wanted} devices, but there are {have}");
        return Err(Error::new(Code::FailedPrecondition, message));
    }
    if args.default_assignment_size < wanted || args.default_assignment.is_null() {
        return Err(Error::invalid("no room for the device assignment"));
    }
    for i in 0..wanted {
        // SAFETY: the caller has room for `default_assignment_size` numbers.
        unsafe { args.default_assignment.add(i).write(i as i32) };
    }
    Ok(())
}
