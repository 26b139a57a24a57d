//! From a program and its options to something that runs.

use crate::abi::{ClientCompileArgs, ExecutableDeserializeAndLoadArgs};
use crate::call::{hand_out, slice, text};
use crate::client::Core;
use crate::device::MEMORY_KINDS;
use crate::engine::{Backend, Engine};
use crate::error::Error;
use crate::executable::{LoadedExecutable, Param, Parts, Program};
use crate::ffi;
use crate::layout::{Layouts, lay_out};
use crate::proto::{Field, Reader};
use hloom_exe::{Blob, Executable, TensorSig, Verify};
use hloom_ir::{Attr, Func, Module, Op, OpId};
use hloom_rt::{Loaded, RtError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Key of the note that names the kinds of memory of the results, if one is not the default.
const KINDS_NOTE: &str = "result_memory_kinds";
/// Key of the note that names the layouts of parameters and results, if one is not row-major.
const LAYOUTS_NOTE: &str = "layouts";
/// First bytes of a serialised program that is interpreted: its artifact follows.
const INTERP_MAGIC: &[u8] = b"HLOOM-INTERP-1\0\0";

/// What Hloom reads of the serialised `CompileOptionsProto`.
#[derive(Debug, PartialEq)]
struct Options {
    replicas: u64,
    partitions: u64,
    backend: Option<Backend>,
    /// The device to run on, if the caller names one.
    device: Option<i32>,
}

impl Options {
    /// Fields that are not known, XLA's own flags among them, are other compilers' business.
    fn read(bytes: &[u8]) -> Result<Options, Error> {
        let mut options = Options { replicas: 1, partitions: 1, backend: None, device: None };
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
        let mut reader = Reader::new(bytes);
        while let Some((number, field)) = reader.field()? {
            match (number, field) {
                (4, Field::Varint(n)) => self.replicas = n.max(1),
                (5, Field::Varint(n)) => self.partitions = n.max(1),
                (9, Field::Bytes(assignment)) => self.device = first_device(assignment)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The device of a program for one.
    fn device(&self) -> Result<i32, Error> {
        if self.replicas.saturating_mul(self.partitions) != 1 {
            return Err(Error::unimplemented(format!(
                "programs for several devices are not supported yet: {} replicas, {} partitions",
                self.replicas, self.partitions
            )));
        }
        Ok(self.device.unwrap_or(0))
    }

    /// One entry of `compiler_options`; those whose name begins with `hloom_` are ours and must be right.
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
            ("hloom_backend", Some((1, Field::Bytes(name)))) => {
                let name = std::str::from_utf8(name).map_err(|_| Error::invalid("hloom_backend is not UTF-8"))?;
                self.backend = Some(name.parse()?);
            }
            (key, _) if key.starts_with("hloom_") => {
                return Err(Error::invalid(format!("unknown compiler option or wrong type: {key}")));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The first device of a serialised `DeviceAssignmentProto`, whose third field has lists of numbers, packed or not.
fn first_device(bytes: &[u8]) -> Result<Option<i32>, Error> {
    let mut reader = Reader::new(bytes);
    while let Some((number, field)) = reader.field()? {
        let (3, Field::Bytes(list)) = (number, field) else { continue };
        return Ok(match Reader::new(list).field()? {
            Some((1, Field::Varint(id))) => Some(id as i32),
            Some((1, Field::Bytes(packed))) => Reader::new(packed).varint().ok().map(|id| id as i32),
            _ => None,
        });
    }
    Ok(None)
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
    let program = from_source(core, Blob::new(code.to_vec()), options)?;
    args.executable = hand_out(LoadedExecutable::new(core.clone(), Arc::new(program)));
    Ok(())
}

/// Compiles StableHLO.
fn from_source(core: &Arc<Core>, source: Blob, option_bytes: &[u8]) -> Result<Program, Error> {
    let options = Options::read(option_bytes)?;
    let device = options.device()?;
    let (module, layouts) = lay_out(hloom::parse(&source, "program")?)?;
    match options.backend.unwrap_or(core.backend) {
        Backend::Native => {
            let target = hloom::host_target();
            let (_, host_functions) = ffi::host_fns(custom_calls(&module).into_iter().filter(|name| !is_ours(name)));
            let host_functions = host_functions.into_iter().collect();
            let cache = core.cache.clone();
            let options = hloom::Options { host_functions, cache, ..hloom::Options::default() };
            let mut executable = hloom::compile(&module, "main", &target, &options)?.executable;
            executable.source = Some(source);
            let kinds = result_kinds(&module);
            if kinds.iter().any(|&k| k != 0) {
                let text: Vec<&str> = kinds.iter().map(|&k| MEMORY_KINDS[k]).collect();
                executable.notes.push((KINDS_NOTE.into(), text.join(",")));
            }
            if !layouts.are_row_major() {
                executable.notes.push((LAYOUTS_NOTE.into(), layouts.to_string()));
            }
            executable.notes.sort();
            let bytes = executable.to_bytes().map_err(hloom::Error::from)?;
            native(core, Blob::new(bytes), option_bytes, device)
        }
        Backend::Interp => interpreted(module, &layouts, source, option_bytes, device),
    }
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
/// not unique, and take long, are the host's: its results are those of XLA, and its routines are blocked.
fn is_ours(name: &str) -> bool {
    const HOSTS: [&str; 10] = ["syevd", "heevd", "gesdd", "gesvd", "geev", "gees", "gehrd", "sytrd", "hetrd", "geqp3"];
    name.starts_with("lapack_") && !HOSTS.iter().any(|routine| name.contains(routine))
}

/// Targets of the module's custom calls.
fn custom_calls(module: &Module) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for f in &module.funcs {
        for i in 0..f.graph.num_ops() as u32 {
            if let Op::CustomCall { call_target_name: name, .. } = &f.graph.op(OpId(i)).op {
                names.insert(name);
            }
        }
    }
    names
}

/// Loads an executable from its bytes: what runs is what a file would hold.
fn native(core: &Core, bytes: Blob, options: &[u8], device: i32) -> Result<Program, Error> {
    let exe = Executable::from_bytes(&bytes, Verify::All).map_err(RtError::from)?;
    let (host, _) = ffi::host_fns(exe.host_calls.iter().map(|c| c.name.as_str()));
    let loaded = Loaded::load(exe, &core.device(device)?.runtime, &host)?;
    let exe = loaded.executable();
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
        options: options.to_vec(),
        device,
        engine: Engine::Native { loaded: Box::new(loaded), bytes },
    };
    Ok(Program::new(parts))
}

fn interpreted(module: Module, layouts: &Layouts, source: Blob, options: &[u8], device: i32) -> Result<Program, Error> {
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
        result_kinds: result_kinds(&module),
        source,
        options: options.to_vec(),
        device,
        engine: Engine::Interp { module: Box::new(module) },
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

/// The program as bytes from which [`deserialize`] makes it again.
pub(crate) fn serialize(program: &Program) -> Vec<u8> {
    match &program.engine {
        Engine::Native { bytes, .. } => bytes.to_vec(),
        Engine::Interp { .. } => [INTERP_MAGIC, &program.source].concat(),
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
    let device = Options::read(options)?.device()?;
    let program = if hloom::is_executable(bytes) {
        native(core, Blob::new(bytes.to_vec()), options, device)?
    } else if let Some(source) = bytes.strip_prefix(INTERP_MAGIC) {
        let (module, layouts) = lay_out(hloom::parse(source, "program")?)?;
        interpreted(module, &layouts, Blob::new(source.to_vec()), options, device)?
    } else {
        return Err(Error::invalid("the bytes are no Hloom executable"));
    };
    args.loaded = hand_out(LoadedExecutable::new(core.clone(), Arc::new(program)));
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
        let got = Options::read(&options(&[(4, 1), (5, 4)], &[("hloom_backend", "interp"), ("xla_x", "1")]));
        assert_eq!(
            got.expect("options"),
            Options { replicas: 1, partitions: 4, backend: Some(Backend::Interp), device: None }
        );
        let empty = Options { replicas: 1, partitions: 1, backend: None, device: None };
        assert_eq!(Options::read(&[]).expect("empty"), empty);
    }

    #[test]
    fn devices_are_read() {
        for list in [&[0x0a, 1, 3][..], &[0x08, 3]] {
            let (mut assignment, mut build, mut out) = (vec![0x08, 1, 0x10, 1], Vec::new(), Vec::new());
            put_bytes(&mut assignment, 3, list);
            put_bytes(&mut build, 9, &assignment);
            put_bytes(&mut out, 3, &build);
            assert_eq!(Options::read(&out).and_then(|o| o.device()).expect("device"), 3);
        }
        assert!(Options::read(&options(&[(5, 2)], &[])).and_then(|o| o.device()).is_err());
    }

    #[test]
    fn wrong_options_are_errors() {
        for (key, value) in [("hloom_backend", "gpu"), ("hloom_speed", "1")] {
            assert!(Options::read(&options(&[], &[(key, value)])).is_err());
        }
    }
}
