//! From a program and its options to something that runs.

use crate::abi::{ClientCompileArgs, ExecutableDeserializeAndLoadArgs};
use crate::call::{hand_out, slice, text};
use crate::client::Core;
use crate::device::MEMORY_KINDS;
use crate::engine::{Backend, Engine};
use crate::error::{Code, Error};
use crate::executable::{LoadedExecutable, Param, Parts, Program};
use crate::ffi;
use crate::layout::{Layouts, lay_out};
use crate::proto::{Field, Reader, add_list};
use hloom::parallel::Spread;
use hloom::{PartitionOptions, Partitioned, Relaxations, Tiling};
use hloom_exe::{Blob, Executable, TensorSig, Verify};
use hloom_ir::{Attr, Func, Module, Op, OpId, Processes, TensorType};
use hloom_rt::{Loaded, RtError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Key of the note that names the kinds of memory of the results, if one is not the default.
const KINDS_NOTE: &str = "result_memory_kinds";
/// Key of the note that names the layouts of parameters and results, if one is not row-major.
const LAYOUTS_NOTE: &str = "layouts";
/// First bytes of a serialised program that is interpreted: the size of its options, these, and its artifact follow.
const INTERP_MAGIC: &[u8] = b"HLOOM-INTERP-2\0\0";

/// What Hloom reads of the serialised `CompileOptionsProto`.
#[derive(Debug, Default, PartialEq)]
struct Options {
    /// Replicas and partitions; 0 if the caller does not say.
    replicas: u64,
    partitions: u64,
    backend: Option<Backend>,
    /// Instead of the client's.
    relax: Option<Relaxations>,
    /// The devices to run on, if the caller names them.
    assignment: Option<Assignment>,
    /// Parameters without a sharding may be cut as the compiler likes.
    open_params: bool,
    /// Results likewise.
    open_results: bool,
}

/// A serialised `DeviceAssignmentProto`: numbers of devices.
#[derive(Debug, PartialEq)]
struct Assignment {
    /// Of each partition, those of its replicas.
    partitions: Vec<Vec<u64>>,
}

impl Options {
    /// Fields that are not known, XLA's own flags among them, are other compilers' business.
    fn read(bytes: &[u8]) -> Result<Options, Error> {
        let mut options = Options::default();
        let mut reader = Reader::new(bytes);
        while let Some((number, field)) = reader.field()? {
            match (number, field) {
                (3, Field::Bytes(build)) => options.read_build(build)?,
                (7, Field::Bytes(entry)) => options.read_override(entry)?,
                _ => {}
            }
        }
        Ok(options)
    }

    fn read_build(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (mut params, mut results) = (Vec::new(), Vec::new());
        let mut reader = Reader::new(bytes);
        while let Some((number, field)) = reader.field()? {
            match (number, field) {
                (4, Field::Varint(n)) => self.replicas = n,
                (5, Field::Varint(n)) => self.partitions = n,
                (9, Field::Bytes(assignment)) => self.assignment = Some(Assignment::read(assignment)?),
                (12, list) => add_list(&mut results, list)?,
                (18, list) => add_list(&mut params, list)?,
                _ => {}
            }
        }
        let any = |list: &[u64]| list.iter().any(|&open| open != 0);
        (self.open_params, self.open_results) = (any(&params), any(&results));
        Ok(())
    }

    /// The devices of a program for that many replicas and partitions: the partitions of the first replica, then of the
    /// next.
    fn devices(&self, replicas: u32, partitions: u32) -> Result<Vec<i32>, Error> {
        let differ = |(wanted, has): (u64, u32)| wanted > 1 && wanted != u64::from(has);
        if [(self.replicas, replicas), (self.partitions, partitions)].into_iter().any(differ) {
            return Err(Error::invalid(format!(
                "the options are for {} replicas of {} partitions, the program for {replicas} of {partitions}",
                self.replicas, self.partitions
            )));
        }
        let (replicas, partitions) = (replicas as usize, partitions as usize);
        let Some(Assignment { partitions: given }) = &self.assignment else {
            return Ok((0..(replicas * partitions) as i32).collect());
        };
        if given.len() != partitions || given.iter().any(|list| list.len() != replicas) {
            let message = "the device assignment is not for the program's number of replicas and partitions";
            return Err(Error::invalid(message));
        }
        let ids = (0..replicas).flat_map(|r| given.iter().map(move |list| list[r]));
        let devices: Vec<i32> = ids.map(|id| i32::try_from(id).unwrap_or(-1)).collect();
        if devices.iter().collect::<BTreeSet<_>>().len() != devices.len() {
            return Err(Error::invalid("the device assignment names a device twice"));
        }
        Ok(devices)
    }

    /// One entry of `compiler_options`: those whose name begins with `hloom_` are ours and must be right, those that begin
    /// with `xla_` are XLA's.
    fn read_override(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let (mut key, mut value) = (&[][..], None);
        let mut reader = Reader::new(bytes);
        while let Some((number, field)) = reader.field()? {
            match (number, field) {
                (1, Field::Bytes(k)) => key = k,
                (2, Field::Bytes(v)) => value = Reader::new(v).field()?,
                _ => {}
            }
        }
        let key = std::str::from_utf8(key).map_err(|_| Error::invalid("a compiler option's name is not UTF-8"))?;
        match (key, value) {
            ("hloom_backend" | "hloom_relax", Some((1, Field::Bytes(value)))) => {
                let value = std::str::from_utf8(value).map_err(|_| Error::invalid(format!("{key} is not UTF-8")))?;
                match key {
                    "hloom_backend" => self.backend = Some(value.parse()?),
                    _ => self.relax = Some(value.parse().map_err(Error::invalid)?),
                }
            }
            (key, _) if key.starts_with("hloom_") => {
                return Err(Error::invalid(format!("unknown compiler option or wrong type: {key}")));
            }
            (key, _) if key.starts_with("xla_") => {}
            (key, _) => return Err(Error::invalid(format!("No such compile option: '{key}'"))),
        }
        Ok(())
    }
}

impl Assignment {
    fn read(bytes: &[u8]) -> Result<Assignment, Error> {
        let mut partitions = Vec::new();
        let mut reader = Reader::new(bytes);
        while let Some((number, field)) = reader.field()? {
            let (3, Field::Bytes(devices)) = (number, field) else { continue };
            let mut list = Vec::new();
            let mut reader = Reader::new(devices);
            while let Some((number, field)) = reader.field()? {
                if number == 1 {
                    add_list(&mut list, field)?;
                }
            }
            partitions.push(list);
        }
        Ok(Assignment { partitions })
    }
}

pub(crate) fn compile(args: &mut ClientCompileArgs) -> Result<(), Error> {
    let core = &args.client.get()?.core;
    // SAFETY: the client passes a complete program or null.
    let program = unsafe { args.program.as_ref() }.ok_or_else(|| Error::invalid("the program is null"))?;
    // SAFETY: as above.
    let (format, code) = unsafe {
        (text(program.format, program.format_size)?, slice(program.code.cast::<u8>().cast_const(), program.code_size)?)
    };
    // SAFETY: as above.
    let options = unsafe { slice(args.compile_options.cast::<u8>(), args.compile_options_size) }?;
    if format != "mlir" {
        return Err(Error::unimplemented(format!("programs of format `{format}` are not supported, only `mlir`")));
    }
    let program = from_source(core, Blob::new(code.to_vec()), options, &Options::read(options)?)?;
    args.executable = hand_out(LoadedExecutable::new(core.clone(), Arc::new(program))?);
    Ok(())
}

/// Compiles StableHLO. `options` are what `option_bytes` say.
fn from_source(core: &Arc<Core>, source: Blob, option_bytes: &[u8], options: &Options) -> Result<Program, Error> {
    let (module, spread) = one_device(hloom::parse(&source, "program")?, options)?;
    let (replicas, partitions) = spread.as_ref().map_or((1, 1), |s| (s.replicas, s.partitions));
    // What cannot be loaded is not compiled.
    let devices = options.devices(replicas, partitions)?;
    devices.iter().try_for_each(|&d| core.device(d).map(|_| ()))?;
    let shown = match &spread {
        Some(s) if s.partitions > 1 => program_of_part(&module, &source),
        _ => source.clone(),
    };
    let (mut module, layouts) = lay_out(module)?;
    module.funcs.iter_mut().filter(|f| &*f.name == "main").for_each(pair_donors);
    match options.backend.unwrap_or(core.backend) {
        Backend::Native => {
            let target = hloom::host_target();
            let (_, host_functions) = ffi::host_fns(calls_of_host(&module).into_iter());
            let host_functions = host_functions.into_iter().collect();
            let (cache, relax) = (core.cache.clone(), options.relax.unwrap_or(core.relax));
            let how = hloom::Options { host_functions, cache, relax, whole_windows: true, ..hloom::Options::default() };
            let mut executable = hloom::compile(&module, "main", &target, &how)?.executable;
            executable.source = Some(shown);
            let kinds = result_kinds(&module);
            if kinds.iter().any(|&k| k != 0) {
                let text: Vec<&str> = kinds.iter().map(|&k| MEMORY_KINDS[k]).collect();
                executable.notes.push((KINDS_NOTE.into(), text.join(",")));
            }
            if !layouts.are_row_major() {
                executable.notes.push((LAYOUTS_NOTE.into(), layouts.to_string()));
            }
            executable.notes.sort();
            spread.iter().for_each(|s| s.note(&mut executable));
            let bytes = executable.to_bytes().map_err(hloom::Error::from)?;
            native(core, &bytes, option_bytes, options)
        }
        Backend::Interp => {
            let engine = Engine::Interp { module: Box::new(module), source };
            interpreted(engine, &layouts, shown, option_bytes, devices, spread)
        }
    }
}

/// What to show of a program for several devices: that of one, as an artifact of the source's version. The whole program
/// where that version cannot express it.
fn program_of_part(module: &Module, source: &Blob) -> Blob {
    let target = hloom::artifact_version(source).unwrap_or(hloom::SerializeTarget::CURRENT);
    let options = hloom::SerializeOptions { target, allow_other_dialects: true, ..Default::default() };
    hloom::write_artifact(module, &options).map_or_else(|_| source.clone(), Blob::new)
}

/// The program of one device, and how the whole is spread if it is for several.
fn one_device(mut module: Module, options: &Options) -> Result<(Module, Option<Spread>), Error> {
    let stated = Processes::of(&module).map_err(Error::invalid)?;
    let count = |what: &str, stated: usize, wanted: u64| match (stated as u64, wanted) {
        (stated, 0 | 1) => Ok(stated as u32),
        (1, wanted) if wanted <= Processes::MAX as u64 => Ok(wanted as u32),
        (stated, wanted) if stated == wanted => Ok(stated as u32),
        _ => Err(Error::invalid(format!("the program states {stated} {what}, its options {wanted}"))),
    };
    let replicas = count("replicas", stated.replicas, options.replicas)?;
    let partitions = count("partitions", stated.partitions, options.partitions)?;
    if stated != (Processes { replicas: replicas as usize, partitions: partitions as usize }) {
        hloom::parallel::set_processes(&mut module, replicas, partitions);
    }
    let main = module.func("main").ok_or_else(|| Error::invalid("the program has no function @main"))?;
    if partitions == 1 {
        let whole = |values: &[hloom_ir::Value]| {
            let rank = |&v| main.graph.ty(v).as_tensor().map_or(0, |t: &TensorType| t.dims.len());
            values.iter().map(rank).map(|rank| Tiling::replicated(rank, 1)).collect()
        };
        let (params, results) = (whole(main.params()), whole(main.results()));
        let spread = Spread { replicas, partitions: 1, params, results };
        return Ok((module, (replicas > 1).then_some(spread)));
    }
    if main.param_attrs.iter().chain(&main.result_attrs).flatten().any(|(name, _)| &**name == "mhlo.sharding") {
        let message = "shardings of GSPMD (mhlo.sharding) are not supported, only Shardy's";
        return Err(Error::unimplemented(message));
    }
    let open = PartitionOptions { params: options.open_params, results: options.open_results };
    let Partitioned { module, partitions, params, results } = hloom::partition(&module, "main", &open)?;
    Ok((module, Some(Spread { replicas, partitions: partitions as u32, params, results })))
}

/// Index of a kind of memory; the default for what is not known.
fn kind_of(name: &str) -> usize {
    MEMORY_KINDS.iter().position(|k| *k == name).unwrap_or(0)
}

/// The kinds of memory that the program wants its results in.
fn result_kinds(module: &Module) -> Vec<usize> {
    let Some(main) = module.func("main") else { return Vec::new() };
    let kind = |i: usize| {
        let attrs = main.result_attrs.get(i).map_or(&[][..], |a| a);
        let name = attrs.iter().find(|(name, _)| &**name == "mhlo.memory_kind");
        name.map_or(0, |(_, value)| if let Attr::String(s) = value { kind_of(s) } else { 0 })
    };
    (0..main.results().len()).map(kind).collect()
}

/// True for LAPACK calls that Hloom's own routines compute even if the host has the function. Decompositions that are
/// not unique, and take long, are the host's: its results are those of XLA, and its routines are blocked. So are calls
/// whose matrices are not column-major, which LAPACK takes transposed, and calls without operands, which fail when they run.
fn is_ours(name: &str, is_usual: bool) -> bool {
    const HOSTS: [&str; 10] = ["syevd", "heevd", "gesdd", "gesvd", "geev", "gees", "gehrd", "sytrd", "hetrd", "geqp3"];
    is_usual && name.starts_with("lapack_") && !HOSTS.iter().any(|routine| name.contains(routine))
}

/// Targets of the module's custom calls that are the host's if it has them.
fn calls_of_host(module: &Module) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for f in &module.funcs {
        for i in 0..f.graph.num_ops() as u32 {
            let d = f.graph.op(OpId(i));
            if let Op::CustomCall { call_target_name: name, .. } = &d.op
                && !is_ours(name, !d.operands.is_empty() && d.matrices_are_column_major(&f.graph))
            {
                names.insert(name);
            }
        }
    }
    names
}

/// Loads an executable from its bytes: what runs is what a file would hold.
fn native(core: &Core, bytes: &[u8], option_bytes: &[u8], options: &Options) -> Result<Program, Error> {
    let bytes = aligned(bytes);
    let exe = Executable::from_bytes(&bytes, Verify::All).map_err(RtError::from)?;
    let (host, _) = ffi::host_fns(exe.host_calls.iter().map(|c| c.name.as_str()));
    let spread = Spread::of(&exe).map_err(RtError::from)?;
    let (replicas, partitions) = spread.as_ref().map_or((1, 1), |s| (s.replicas, s.partitions));
    let devices = options.devices(replicas, partitions)?;
    let load = |&device: &i32| Ok(Loaded::load(exe.clone(), &core.device(device)?.runtime, &host)?);
    let loaded: Vec<Loaded> = devices.iter().map(load).collect::<Result<_, Error>>()?;
    let exe = loaded[0].executable();
    let note = |name: &str| exe.notes.iter().find(|(key, _)| key == name).map(|(_, text)| text);
    let kinds = note(KINDS_NOTE);
    let layouts: Layouts = note(LAYOUTS_NOTE).map_or(Ok(Layouts::default()), |text| text.parse())?;
    let param = |(i, a): (usize, &hloom_exe::ArgSig)| {
        Ok(Param { form: layouts.param(i, &a.tensor)?, donated: a.donated || a.alias.is_some() })
    };
    let parts = Parts {
        name: exe.name.clone(),
        params: exe.args.iter().enumerate().map(param).collect::<Result<_, Error>>()?,
        results: exe.results.iter().enumerate().map(|(i, r)| layouts.result(i, &r.tensor)).collect::<Result<_, _>>()?,
        result_kinds: kinds.map_or(Vec::new(), |text| text.split(',').map(kind_of).collect()),
        source: exe.source.clone().unwrap_or_default(),
        options: option_bytes.to_vec(),
        devices,
        spread,
        engine: Engine::Native { loaded, bytes },
    };
    Ok(Program::new(parts))
}

/// A copy that begins where constants may: they are used in place then, by all devices.
fn aligned(bytes: &[u8]) -> Blob {
    struct Aligned(Vec<u8>, usize);
    impl AsRef<[u8]> for Aligned {
        fn as_ref(&self) -> &[u8] {
            &self.0[self.1..]
        }
    }
    let mut storage: Vec<u8> = Vec::with_capacity(bytes.len() + hloom_exe::abi::ALIGN);
    let skip = storage.as_ptr().align_offset(hloom_exe::abi::ALIGN).min(hloom_exe::abi::ALIGN);
    // There is room: the vector stays where it is.
    storage.resize(skip, 0);
    storage.extend_from_slice(bytes);
    Blob::new(Aligned(storage, skip))
}

fn interpreted(
    engine: Engine,
    layouts: &Layouts,
    source: Blob,
    options: &[u8],
    devices: Vec<i32>,
    spread: Option<Spread>,
) -> Result<Program, Error> {
    let Engine::Interp { module, .. } = &engine else {
        return Err(Error::new(Code::Internal, "native code is not interpreted"));
    };
    let main = module.func("main").ok_or_else(|| Error::invalid("the program has no function @main"))?;
    let sig = |v| {
        let ty = main.graph.ty(v);
        let tensor = ty.as_tensor().filter(|t| t.is_static());
        tensor
            .map(|t| TensorSig { dtype: t.dtype, dims: t.dims.to_vec() })
            .ok_or_else(|| Error::unimplemented(format!("arguments and results of type {ty} are not supported")))
    };
    let result = |(i, &v)| layouts.result(i, &sig(v)?);
    let param = |(i, &v)| Ok(Param { form: layouts.param(i, &sig(v)?)?, donated: is_donated(main, i) });
    let parts = Parts {
        name: if module.name.is_empty() { "main".into() } else { module.name.clone() },
        params: main.params().iter().enumerate().map(param).collect::<Result<_, Error>>()?,
        results: main.results().iter().enumerate().map(result).collect::<Result<_, Error>>()?,
        result_kinds: result_kinds(module),
        source,
        options: options.to_vec(),
        devices,
        spread,
        engine,
    };
    Ok(Program::new(parts))
}

/// True if the program says that the caller gives the argument away.
fn is_donated(main: &Func, index: usize) -> bool {
    let attrs = main.param_attrs.get(index).map_or(&[][..], |a| a);
    attrs.iter().any(|(name, value)| match &**name {
        "tf.aliasing_output" => true,
        "jax.buffer_donor" => !matches!(value, Attr::Bool(false)),
        _ => false,
    })
}

/// Decides what becomes of arguments that are given away for any result: each gets the first result of its type that no
/// argument has. One that finds only a result of as many bytes is given away without being that result, and one that does
/// not find that either stays the caller's, as on XLA.
fn pair_donors(main: &mut Func) {
    let mut free: Vec<bool> = vec![true; main.results().len()];
    for (_, value) in main.param_attrs.iter().flatten().filter(|(name, _)| &**name == "tf.aliasing_output") {
        let result = if let Attr::Int(n, _) = value { usize::try_from(*n).ok() } else { None };
        result.and_then(|r| free.get_mut(r)).into_iter().for_each(|f| *f = false);
    }
    let is_open =
        |(name, value): &(hloom_ir::Str, Attr)| &**name == "jax.buffer_donor" && !matches!(value, Attr::Bool(false));
    let open = |(i, attrs): (usize, &Vec<_>)| attrs.iter().position(is_open).map(|at| (i, at));
    let donors: Vec<(usize, usize)> = main.param_attrs.iter().enumerate().filter_map(open).collect();
    let ty = |v| main.graph.ty(v).as_tensor().filter(|t: &&TensorType| t.is_static());
    let mut find = |i: usize, fits: fn(&TensorType, &TensorType) -> bool| {
        let param = ty(main.params()[i])?;
        let result = |&r: &usize| free[r] && ty(main.results()[r]).is_some_and(|t| fits(t, param));
        let found = (0..free.len()).find(result)?;
        free[found] = false;
        Some(found)
    };
    let same = donors.iter().map(|&(i, _)| find(i, |a, b| a == b)).collect::<Vec<_>>();
    let large = |(&(i, _), same): (&(usize, usize), &Option<usize>)| {
        same.is_some() || find(i, |a, b| a.num_bytes() == b.num_bytes()).is_some()
    };
    let given: Vec<bool> = donors.iter().zip(&same).map(large).collect();
    for ((i, at), (result, given)) in donors.into_iter().zip(same.into_iter().zip(given)) {
        main.param_attrs[i][at] = match result {
            Some(r) => ("tf.aliasing_output".into(), hloom::parallel::int_attr(r as u32)),
            None => ("jax.buffer_donor".into(), Attr::Bool(given)),
        };
    }
}

/// The program as bytes from which [`deserialize`] makes it again.
pub(crate) fn serialize(program: &Program) -> Vec<u8> {
    match &program.engine {
        Engine::Native { bytes, .. } => bytes.to_vec(),
        Engine::Interp { source, .. } => {
            let options = program.options();
            [INTERP_MAGIC, &(options.len() as u64).to_le_bytes(), options, source].concat()
        }
    }
}

pub(crate) fn deserialize(args: &mut ExecutableDeserializeAndLoadArgs) -> Result<(), Error> {
    let core = &args.client.get()?.core;
    // SAFETY: the client passes that many bytes.
    let (bytes, options) = unsafe {
        (
            slice(args.bytes.cast::<u8>(), args.bytes_size)?,
            slice(args.overridden_options.cast::<u8>(), args.overridden_options_size)?,
        )
    };
    let given = Options::read(options)?;
    let program = if hloom::is_executable(bytes) {
        native(core, bytes, options, &given)?
    } else if let Some(rest) = bytes.strip_prefix(INTERP_MAGIC) {
        let parts = rest
            .split_first_chunk()
            .and_then(|(size, rest)| rest.split_at_checked(usize::try_from(u64::from_le_bytes(*size)).ok()?));
        let (options, source) = parts.ok_or_else(|| Error::invalid("the serialised program is truncated"))?;
        let stored = Options::read(options)?;
        let here = Options { backend: Some(Backend::Interp), assignment: given.assignment, ..stored };
        from_source(core, Blob::new(source.to_vec()), options, &here)?
    } else {
        return Err(Error::invalid("the bytes are no Hloom executable"));
    };
    args.loaded = hand_out(LoadedExecutable::new(core.clone(), Arc::new(program))?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::{put_bytes, put_varint};

    fn options(build: &[(u8, u64)], overrides: &[(&str, &str)]) -> Vec<u8> {
        let mut inner = Vec::new();
        for &(field, n) in build {
            put_varint(&mut inner, field, n);
        }
        let mut out = Vec::new();
        put_bytes(&mut out, 3, &inner);
        for (key, value) in overrides {
            let (mut entry, mut payload) = (Vec::new(), Vec::new());
            put_bytes(&mut payload, 1, value.as_bytes());
            put_bytes(&mut entry, 1, key.as_bytes());
            put_bytes(&mut entry, 2, &payload);
            put_bytes(&mut out, 7, &entry);
        }
        out
    }

    #[test]
    fn options_are_read() {
        let got = Options::read(&options(
            &[(4, 1), (5, 4)],
            &[("hloom_backend", "interp"), ("hloom_relax", "flush-subnormals"), ("xla_x", "1")],
        ));
        let (backend, relax) = (Some(Backend::Interp), Some(Relaxations { flush_subnormals: true }));
        let expected = Options { replicas: 1, partitions: 4, backend, relax, ..Options::default() };
        assert_eq!(got.expect("options"), expected);
        assert_eq!(Options::read(&[]).expect("empty"), Options::default());
    }

    #[test]
    fn devices_are_read() {
        let with = |lists: &[&[u8]]| {
            let (mut assignment, mut build, mut out) = (vec![0x08, 1, 0x10, 1], Vec::new(), Vec::new());
            lists.iter().for_each(|list| put_bytes(&mut assignment, 3, list));
            put_bytes(&mut build, 9, &assignment);
            put_bytes(&mut out, 3, &build);
            Options::read(&out).expect("options")
        };
        // Packed, and one by one.
        for list in [&[0x0a, 1, 3][..], &[0x08, 3]] {
            assert_eq!(with(&[list]).devices(1, 1).expect("device"), [3]);
        }
        // As jaxlib writes [[2, 1, 0], [5, 4, 3]]: two replicas of three partitions.
        let six = with(&[&[0x0a, 2, 2, 5], &[0x0a, 2, 1, 4], &[0x0a, 2, 0, 3]]);
        assert_eq!(six.devices(2, 3).expect("devices"), [2, 1, 0, 5, 4, 3]);
        assert!(six.devices(3, 2).is_err() && six.devices(1, 1).is_err());
        assert!(with(&[&[0x08, 1], &[0x08, 1]]).devices(1, 2).is_err(), "one device twice");
        let five = Options::read(&options(&[(5, 5)], &[])).expect("options");
        assert_eq!(five.devices(1, 5).expect("devices"), [0, 1, 2, 3, 4]);
        assert!(five.devices(1, 2).is_err());
    }

    #[test]
    fn open_shardings_are_read() {
        let mut inner = Vec::new();
        put_bytes(&mut inner, 12, &[0, 1]);
        put_bytes(&mut inner, 6, &[]);
        // Field 18 has a tag of two bytes.
        inner.extend([0x92, 0x01, 1, 0]);
        let mut out = Vec::new();
        put_bytes(&mut out, 3, &inner);
        let options = Options::read(&out).expect("options");
        assert_eq!((options.open_params, options.open_results), (false, true));
    }

    #[test]
    fn donors_find_results() {
        let text = "func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true}, %b: tensor<2x2xf32> {jax.buffer_donor = true},
            %c: tensor<4xf32> {jax.buffer_donor = true}, %d: tensor<4xf32>, %e: tensor<3xf32> {jax.buffer_donor = true})
            -> (tensor<4xi32>, tensor<4xf32>, tensor<f32>) {
              %0 = stablehlo.constant dense<0> : tensor<4xi32>
              %1 = stablehlo.constant dense<0.0> : tensor<f32>
              return %0, %a, %1 : tensor<4xi32>, tensor<4xf32>, tensor<f32>
            }";
        let mut module = hloom::parse(text.as_bytes(), "t").expect("a program");
        pair_donors(&mut module.funcs[0]);
        let main = &module.funcs[0];
        let given: Vec<bool> = (0..5).map(|i| is_donated(main, i)).collect();
        // The first has result 1, the second result 0's size, and nothing is left for the others.
        assert_eq!(given, [true, true, false, false, false]);
        assert_eq!(main.param_attrs[0], [("tf.aliasing_output".into(), hloom::parallel::int_attr(1))]);
    }

    #[test]
    fn wrong_options_are_errors() {
        for (key, value) in [("hloom_backend", "gpu"), ("hloom_relax", "fast"), ("hloom_speed", "1"), ("speed", "1")] {
            assert!(Options::read(&options(&[], &[(key, value)])).is_err());
        }
    }
}
