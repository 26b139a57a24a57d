//! An executable in memory.

use crate::buffer::NOWHERE;
use crate::host::Callee;
use crate::image::MappedImage;
use crate::pool::Known;
use crate::{Block, CpuDevice, HostFns, RtError, missing_features};
use hloom_exe::abi::{ALIGN, EntryFn, KernelFn};
use hloom_exe::{Blob, Executable, MemoryPlan, Verify};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// An executable that is ready to run on its device. Any number of threads may execute it at once.
///
/// Loading runs no code, but executing does: an executable is trusted as a shared library is.
pub struct Loaded {
    pub(crate) exe: Executable,
    pub(crate) device: Arc<CpuDevice>,
    pub(crate) host_fns: Vec<Callee>,
    pub(crate) constants: Vec<*const u8>,
    /// Bytes of each result.
    pub(crate) result_bytes: Vec<usize>,
    pub(crate) entry: EntryFn,
    memory: MemoryPlan,
    /// Address and number of each kernel, sorted; made when first asked for.
    kernels: OnceLock<Vec<(usize, usize)>>,
    image: MappedImage,
    /// What its loops have shown.
    pub(crate) known: Known,
    /// Copies of constants whose blob is not aligned.
    _copies: Vec<Block>,
}

// SAFETY: code and constants are immutable and owned; host functions and device are Send and Sync.
unsafe impl Send for Loaded {}
// SAFETY: as above; an execution writes only to memory of its own.
unsafe impl Sync for Loaded {}

impl Loaded {
    /// Maps the code, checks that this machine can run it and resolves host functions.
    ///
    /// Constants that are aligned to 64 bytes are used where they are, for example in a mapped file; others are copied.
    ///
    /// # Errors
    /// A malformed executable, another architecture, missing processor features, unknown host functions, no memory.
    pub fn load(mut exe: Executable, device: &Arc<CpuDevice>, host: &HostFns) -> Result<Loaded, RtError> {
        exe.validate()?;
        let here = std::env::consts::ARCH;
        if exe.target.triple.split('-').next() != Some(here) {
            return Err(RtError::Architecture { wanted: exe.target.triple, here });
        }
        let missing = missing_features(exe.target.features.iter().map(String::as_str));
        if !missing.is_empty() {
            return Err(RtError::CpuFeatures(missing));
        }
        let host_fns = host.resolve(&exe.host_calls)?;

        let image = MappedImage::new(&exe.image)?;
        let entry = image.at(&exe.image, exe.entry);
        // SAFETY: validation found the entry inside the code; that it obeys the ABI is the compiler's promise.
        let entry = unsafe { std::mem::transmute::<*mut u8, EntryFn>(entry) };
        exe.image.bytes = Blob::default();
        let memory = exe.memory();

        let mut copies = Vec::new();
        let mut known = BTreeMap::new();
        let mut constants = Vec::with_capacity(exe.constants.len());
        for blob in &mut exe.constants {
            let at = (blob.as_ptr(), blob.len());
            let start = match known.get(&at) {
                Some(&start) => start,
                None if blob.is_empty() => NOWHERE.as_ptr().cast_const(),
                None if (at.0 as usize).is_multiple_of(ALIGN) => at.0,
                None => {
                    let block = device.alloc(blob.len())?;
                    // SAFETY: the new block has at least that many bytes and overlaps nothing.
                    unsafe { device.copy(block.start(), at.0, at.1) };
                    copies.push(block);
                    copies.last().map_or(at.0, |b| b.start().cast_const())
                }
            };
            known.insert(at, start);
            constants.push(start);
        }
        if !copies.is_empty() {
            // What was copied need not be kept twice; what is used in place must stay.
            for (blob, &start) in exe.constants.iter_mut().zip(&constants) {
                if blob.as_ptr() != start {
                    *blob = Blob::default();
                }
            }
        }
        let result_bytes = exe.results.iter().map(|r| r.tensor.bytes().unwrap_or(0) as usize).collect();
        Ok(Loaded {
            exe,
            device: device.clone(),
            host_fns,
            constants,
            result_bytes,
            entry,
            memory,
            kernels: OnceLock::new(),
            image,
            known: Known::default(),
            _copies: copies,
        })
    }

    /// Loads an executable from bytes.
    ///
    /// # Errors
    /// As [`Loaded::load`]; any damage to the bytes.
    pub fn load_bytes(bytes: &Blob, device: &Arc<CpuDevice>, host: &HostFns) -> Result<Loaded, RtError> {
        Self::load(Executable::from_bytes(bytes, Verify::All)?, device, host)
    }

    /// Loads an executable from a file, which is mapped: its constants are read when they are used, and are not compared
    /// with their checksums. The file must not change while the program is loaded.
    ///
    /// # Errors
    /// As [`Loaded::load`]; the file cannot be read.
    pub fn load_file(path: &Path, device: &Arc<CpuDevice>, host: &HostFns) -> Result<Loaded, RtError> {
        let fail = |e: std::io::Error| RtError::File { path: path.display().to_string(), message: e.to_string() };
        let file = std::fs::File::open(path).map_err(fail)?;
        // SAFETY: private read-only mapping; that nobody truncates the file is asked of the user above.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(fail)?;
        Self::load(Executable::from_bytes(&Blob::new(map), Verify::Code)?, device, host)
    }

    /// The tables of the executable. Its code is no longer there, nor are constants that were copied.
    pub fn executable(&self) -> &Executable {
        &self.exe
    }

    /// What an execution needs of memory.
    pub fn memory(&self) -> MemoryPlan {
        self.memory
    }

    /// The device it runs on.
    pub fn device(&self) -> &Arc<CpuDevice> {
        &self.device
    }

    /// The number of a kernel in the executable's table.
    pub(crate) fn kernel_number(&self, kernel: KernelFn) -> Option<usize> {
        let kernels = self.kernels.get_or_init(|| {
            let all = (0..self.exe.kernels.len()).filter_map(|i| Some((self.kernel(i)? as usize, i)));
            let mut all: Vec<(usize, usize)> = all.collect();
            all.sort_unstable();
            all
        });
        let i = kernels.binary_search_by_key(&(kernel as usize), |k| k.0).ok()?;
        Some(kernels[i].1)
    }

    /// The native code of a kernel, for profilers and tuners.
    pub fn kernel(&self, index: usize) -> Option<KernelFn> {
        let offset = self.exe.kernels.get(index)?.offset;
        // SAFETY: validation found the offset inside the code; calling it is unsafe for the caller to answer for.
        Some(unsafe { std::mem::transmute::<*mut u8, KernelFn>(self.image.at(&self.exe.image, offset)) })
    }
}
