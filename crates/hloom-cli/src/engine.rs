//! One program ready to run on a back end.

use crate::array::Array;
use crate::failure::Failure;
use crate::grid::{Staged, runs_grids};
use anyhow::{Context, anyhow};
use hloom::parallel::{self, Parallel, Spread};
use hloom::{CompileStats, Device, Executable, Literal, Loaded, PartitionOptions, Partitioned};
use hloom_interp::{InterpError, Interpreter, Tensor};
use hloom_ir::{Module, TensorType, Type};
use hloom_rt::{Buffer, CpuDevice, DeviceOptions, ExecOptions, HostFns, RtError};
use std::cell::RefCell;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Which back end runs a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Backend {
    /// Native code for this machine.
    Cpu,
    /// The reference interpreter.
    Interp,
}

impl Backend {
    /// Name as given on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Interp => "interp",
        }
    }
}

/// What a file holds.
pub(crate) enum Input {
    /// A program, parsed and verified.
    Module(Module),
    /// A compiled program.
    Executable(Box<Executable>),
}

/// Reads a whole file; `-` is standard input.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    Ok(bytes)
}

/// Parses and verifies a program.
pub(crate) fn parse(bytes: &[u8], name: &str) -> Result<Module, Failure> {
    Ok(hloom::parse(bytes, name)?)
}

/// Reads a file and tells from its content what it is.
pub(crate) fn open(path: &Path) -> Result<Input, Failure> {
    let bytes = read_file(path)?;
    if hloom::is_executable(&bytes) {
        let exe = hloom::read_executable(bytes)?;
        return Ok(Input::Executable(Box::new(exe)));
    }
    Ok(Input::Module(parse(&bytes, &path.to_string_lossy())?))
}

/// A program that can be run.
pub(crate) enum Engine {
    /// Native, compiled for the argument types of each run.
    Dynamic(Box<Dynamic>),
    /// Native.
    Cpu(Box<Loaded>),
    /// Native, on several devices.
    Parallel(Box<Parallel>),
    /// Native, with grids of processes.
    Grids(Box<Staged>),
    /// Interpreted.
    Interp(Box<Module>, String),
    /// Interpreted, process by process.
    InterpGrid(Box<Partitioned>, String),
}

/// Whole arguments are cut and results are put together here, so the compiler may choose how.
pub(crate) const PARTITION: PartitionOptions = PartitionOptions { params: true, results: true };

/// A device with that many threads (all of this machine's, if not given).
pub(crate) fn device(threads: Option<usize>) -> Arc<Device> {
    match threads {
        None => CpuDevice::shared(),
        Some(n) => CpuDevice::new(DeviceOptions { threads: n, ..DeviceOptions::default() }),
    }
}

/// Compiles for this machine.
pub(crate) fn compile(
    module: &Module,
    function: &str,
    options: &hloom::Options,
) -> Result<(Executable, CompileStats), Failure> {
    compile_for(module, function, &hloom::host_target(), options)
}

/// Compiles, for as many devices as the module states.
pub(crate) fn compile_for(
    module: &Module,
    function: &str,
    target: &hloom::Target,
    options: &hloom::Options,
) -> Result<(Executable, CompileStats), Failure> {
    let compiled = parallel::compile(module, function, target, options, &PARTITION)?;
    Ok((compiled.executable, compiled.stats))
}

/// Loads a compiled program from its bytes: what runs is what a file would hold. A program for several devices gets as
/// many, which share the threads of `device`.
pub(crate) fn load(exe: &Executable, device: &Arc<Device>) -> Result<Engine, Failure> {
    let bytes = hloom_exe::Blob::new(exe.to_bytes().map_err(hloom::Error::from)?);
    let exe = Executable::from_bytes(&bytes, hloom_exe::Verify::All).map_err(hloom::Error::from)?;
    let Some(spread) = Spread::of(&exe).map_err(hloom::Error::from)? else {
        let loaded = Loaded::load(exe, device, &HostFns::default())?;
        return Ok(Engine::Cpu(Box::new(loaded)));
    };
    let threads = (device.pool().threads() / spread.devices()).max(1);
    let one = |id| CpuDevice::new(DeviceOptions { id, threads, ..DeviceOptions::default() });
    let devices: Vec<Arc<Device>> = (0..spread.devices() as u32).map(one).collect();
    let parallel = Parallel::load(&exe, spread, &devices, &HostFns::default())?;
    Ok(Engine::Parallel(Box::new(parallel)))
}

/// Copies of the inputs on a device.
pub(crate) fn to_buffers(device: &Arc<Device>, inputs: &[Array]) -> Result<Vec<Buffer>, RtError> {
    inputs.iter().map(|a| Buffer::from_bytes(device, a.ty.dtype, &a.ty.dims, &a.bytes)).collect()
}

/// Runs a compiled program on arrays.
pub(crate) fn execute(loaded: &Loaded, inputs: &[Array], options: &ExecOptions<'_>) -> Result<Vec<Array>, RtError> {
    let buffers = to_buffers(loaded.device(), inputs)?;
    let out = loaded.execute(&buffers.iter().collect::<Vec<_>>(), options)?;
    Ok(out.iter().map(from_buffer).collect())
}

/// A program ready to be interpreted.
pub(crate) fn interpreter(module: Module, function: &str) -> Result<Engine, Failure> {
    if hloom::num_partitions(&module) == 1 {
        return Ok(Engine::Interp(Box::new(module), function.into()));
    }
    let partitioned = parallel::partition_whole(&module, function, &PARTITION)?;
    Ok(Engine::InterpGrid(Box::new(partitioned), function.into()))
}

impl Engine {
    /// What a run needs of memory, where that is known before it.
    pub(crate) fn memory(&self) -> Option<hloom::MemoryPlan> {
        match self {
            Engine::Cpu(loaded) => Some(loaded.memory()),
            Engine::Parallel(parallel) => parallel.loaded().first().map(Loaded::memory),
            Engine::Dynamic(_) | Engine::Grids(_) | Engine::Interp(..) | Engine::InterpGrid(..) => None,
        }
    }

    /// A program whose sizes are known: those of these inputs.
    pub(crate) fn sized_for(self, inputs: &[Array]) -> Result<Engine, Failure> {
        match self {
            Engine::Dynamic(program) => Ok(program.compile_for(inputs)?.0),
            known => Ok(known),
        }
    }

    /// Runs on arrays.
    pub(crate) fn run(&self, inputs: &[Array]) -> Result<Vec<Array>, Failure> {
        match self {
            Engine::Dynamic(program) => program.run(inputs),
            Engine::Cpu(loaded) => Ok(execute(loaded, inputs, &ExecOptions::default())?),
            Engine::Grids(program) => program.run(inputs),
            Engine::Parallel(parallel) => {
                let whole = to_buffers(parallel.loaded()[0].device(), inputs)?;
                Ok(parallel.execute(&whole)?.iter().map(from_buffer).collect())
            }
            Engine::Interp(module, function) => {
                let args: Vec<Tensor> = inputs.iter().map(tensor).collect::<Result<_, _>>()?;
                let out = Interpreter::new(module).run(function, &args).map_err(|e| interp_failure(&e, module))?;
                // Quantized results are what they store, as in native code.
                Ok(out.into_iter().map(|t| Array { bytes: t.to_bytes(), ty: t.ty.storage() }).collect())
            }
            Engine::InterpGrid(program, function) => interpret_grid(program, function, inputs),
        }
    }
}

fn tensor(a: &Array) -> Result<Tensor, Failure> {
    Tensor::from_bytes(a.ty.clone(), &a.bytes).ok_or_else(|| anyhow!("array of wrong size").into())
}

/// Cuts the arguments, interprets all processes and puts the results together.
fn interpret_grid(program: &Partitioned, function: &str, inputs: &[Array]) -> Result<Vec<Array>, Failure> {
    if inputs.len() != program.params.len() {
        return Err(anyhow!("{} arguments given, {} expected", inputs.len(), program.params.len()).into());
    }
    let main = program.module.func(function).ok_or_else(|| anyhow!("the module has no @{function}"))?;
    for (i, ((a, tiling), &p)) in inputs.iter().zip(&program.params).zip(main.params()).enumerate() {
        let part = main.graph.ty(p).as_tensor().map_or(&[][..], |t: &TensorType| &t.dims);
        if !part.iter().zip(&tiling.tiles).map(|(d, n)| d * n).eq(a.ty.dims.iter().copied()) {
            return Err(anyhow!(
                "argument {i} is {}, which has no {} parts of the program's",
                a.ty,
                tiling.devices.len()
            )
            .into());
        }
    }
    let part = |partition: i64, (a, tiling): (&Array, &hloom::Tiling)| {
        let ty = TensorType { dims: tiling.part_dims(&a.ty.dims)[..].into(), ..a.ty.clone() };
        let bytes = parallel::cut(tiling, partition, &a.ty.dims, a.ty.dtype.byte_size(), &a.bytes);
        // Who has no part gets something of its type: the program does not look at it.
        let bytes = bytes.unwrap_or_else(|| vec![0; ty.num_bytes()]);
        tensor(&Array { ty, bytes })
    };
    let parts = |p| inputs.iter().zip(&program.params).map(|pair| part(p, pair)).collect();
    let args: Vec<Vec<Tensor>> = (0..program.partitions).map(parts).collect::<Result<_, Failure>>()?;
    let module = &program.module;
    let out = Interpreter::new(module)
        .run_grid(function, 1, program.partitions as usize, &args)
        .map_err(|e| interp_failure(&e, module))?;
    let join = |(i, tiling): (usize, &hloom::Tiling)| {
        let part = &out[0][i].ty.storage();
        let dims: Vec<i64> = part.dims.iter().zip(&tiling.tiles).map(|(d, n)| d * n).collect();
        let parts: Vec<Vec<u8>> = out.iter().map(|results| results[i].to_bytes()).collect();
        let bytes = parallel::join(tiling, &dims, part.dtype.byte_size(), |p| &parts[p as usize]);
        Array { ty: TensorType { dims: dims[..].into(), ..part.clone() }, bytes }
    };
    Ok(program.results.iter().enumerate().map(join).collect())
}

/// A program with sizes that are not known before it runs.
pub(crate) struct Dynamic {
    module: Module,
    function: String,
    device: Arc<Device>,
    options: hloom::Options,
    /// What was compiled last, and for which argument types.
    last: RefCell<Option<(Vec<TensorType>, Engine)>>,
}

impl Dynamic {
    fn run(&self, inputs: &[Array]) -> Result<Vec<Array>, Failure> {
        let types: Vec<TensorType> = inputs.iter().map(|a| a.ty.clone()).collect();
        if let Some((compiled_for, engine)) = &*self.last.borrow()
            && *compiled_for == types
        {
            return engine.run(inputs);
        }
        let (engine, any_values) = self.compile_for(inputs)?;
        let out = engine.run(inputs);
        if any_values {
            *self.last.borrow_mut() = Some((types, engine));
        }
        out
    }

    /// The program for these inputs, and whether it is right for all inputs of their types.
    fn compile_for(&self, inputs: &[Array]) -> Result<(Engine, bool), Failure> {
        let args: Vec<Type> = inputs.iter().map(|a| Type::Tensor(a.ty.clone())).collect();
        match hloom::remove_dynamism(&self.module, &self.function, &args, &[]) {
            Ok(module) => Ok((self.compile(&module)?, true)),
            Err(hloom::Error::Program { diagnostics, .. }) if diagnostics.is_unimplemented() => {
                // Some producers pass the sizes as numbers of their own.
                let values: Vec<Option<Literal>> = inputs.iter().map(size_value).collect();
                let module = hloom::remove_dynamism(&self.module, &self.function, &args, &values)?;
                Ok((self.compile(&module)?, false))
            }
            Err(e) => Err(e.into()),
        }
    }

    fn compile(&self, module: &Module) -> Result<Engine, Failure> {
        native(module, &self.function, &self.device, &self.options)
    }
}

/// An integer scalar, which may be a size.
fn size_value(a: &Array) -> Option<Literal> {
    let is_size = a.ty.rank() == 0 && a.ty.dtype.is_int();
    is_size.then(|| Literal::new(a.ty.dtype, &a.ty.dims, a.bytes.clone()).ok()).flatten()
}

/// A program ready to run natively: compiled now if its sizes are known, else for each run.
pub(crate) fn native(
    module: &Module,
    function: &str,
    device: &Arc<Device>,
    options: &hloom::Options,
) -> Result<Engine, Failure> {
    if hloom::is_dynamic(module, function) {
        let (module, function, device) = (module.clone(), function.to_string(), device.clone());
        let (options, last) = (options.clone(), RefCell::new(None));
        return Ok(Engine::Dynamic(Box::new(Dynamic { module, function, device, options, last })));
    }
    if runs_grids(module, function) {
        return Ok(Engine::Grids(Box::new(Staged::new(module, function, device, options)?)));
    }
    let (exe, _) = compile(module, function, options)?;
    load(&exe, device)
}

/// A buffer's contents.
pub(crate) fn from_buffer(b: &Buffer) -> Array {
    Array { ty: hloom_ir::TensorType::new(b.dtype(), b.dims()), bytes: b.bytes().to_vec() }
}

/// An interpreter error with its place.
pub(crate) fn interp_failure(e: &InterpError, module: &Module) -> Failure {
    match e {
        InterpError::Unimplemented { loc, .. } => {
            let place = module.locs.file_position(*loc).map(|(f, l, c)| format!("\n  --> {f}:{l}:{c}"));
            Failure::Unimplemented(format!("unimplemented[interpreter]: {e}{}", place.unwrap_or_default()))
        }
        InterpError::Shape { loc, .. } => {
            let place = module.locs.file_position(*loc).map(|(f, l, c)| format!("\n  --> {f}:{l}:{c}"));
            Failure::Bad(format!("error[shape]: {e}{}", place.unwrap_or_default()))
        }
        _ => Failure::Bad(format!("error: {e}")),
    }
}
