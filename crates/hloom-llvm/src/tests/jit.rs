//! Objects into this process, the way every program goes: linked to an image, loaded by the run-time library.

use hloom_exe::abi::KernelFn;
use hloom_exe::{Executable, Kernel, link};
use hloom_rt::{CpuDevice, HostFns, Loaded};
use hloom_tile::Target;

pub(crate) struct Jit(Loaded);

impl Jit {
    /// All global symbols become kernels. An object that calls a library does not link.
    pub(crate) fn new(objects: &[Vec<u8>], entry: &str, target: &Target) -> Result<Jit, String> {
        let linked = link(objects, entry).map_err(|e| e.to_string())?;
        let kernel = |(symbol, offset)| Kernel { symbol, offset, ..Kernel::default() };
        let exe = Executable {
            name: "test".into(),
            abi: hloom_exe::abi::VERSION,
            target: hloom_exe::Target {
                triple: target.triple.clone(),
                cpu: target.cpu.clone(),
                features: target.features.clone(),
            },
            relax: hloom_exe::Relaxations::default(),
            image: linked.image,
            entry: linked.entry,
            args: vec![],
            results: vec![],
            constants: vec![],
            arena_bytes: 0,
            scratch_bytes: 0,
            planned_peak_bytes: 0,
            kernels: linked.symbols.into_iter().map(kernel).collect(),
            errors: vec![],
            host_calls: vec![],
            notes: vec![],
            source: None,
        };
        Loaded::load(exe, &CpuDevice::shared(), &HostFns::default()).map(Jit).map_err(|e| e.to_string())
    }

    pub(crate) fn kernel(&self, name: &str) -> Option<KernelFn> {
        self.0.kernel(self.0.executable().kernels.iter().position(|k| k.symbol == name)?)
    }
}
