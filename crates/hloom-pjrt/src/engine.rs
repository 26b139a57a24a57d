//! What runs a program.

use crate::error::Error;
use crate::ffi::call::UserData;
use hloom::parallel::Spread;
use hloom_exe::Blob;
use hloom_interp::{Interpreter, Tensor};
use hloom_ir::{Module, TensorType};
use hloom_rt::{Arg, Buffer, CpuDevice, ExecOptions, Loaded, Observer, Prepared};
use std::ptr;
use std::str::FromStr;
use std::sync::Arc;

/// How programs run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Backend {
    /// Native code.
    Native,
    /// The reference interpreter: slow, for finding out whether a wrong result is the compiler's fault.
    Interp,
}

impl Backend {
    /// The name in options.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Backend::Native => "cpu",
            Backend::Interp => "interp",
        }
    }
}

impl FromStr for Backend {
    type Err = Error;
    fn from_str(s: &str) -> Result<Backend, Error> {
        [Backend::Native, Backend::Interp]
            .into_iter()
            .find(|b| b.name() == s)
            .ok_or_else(|| Error::invalid(format!("unknown back end `{s}`; known: cpu, interp")))
    }
}

/// A program ready to run.
pub(crate) enum Engine {
    /// Native code, and the bytes it was loaded from.
    Native {
        /// In memory, for each of its devices.
        loaded: Vec<Loaded>,
        /// As written to files.
        bytes: Blob,
    },
    /// A verified module, of which `main` is run.
    Interp {
        /// The program.
        module: Box<Module>,
        /// What it was made from.
        source: Blob,
    },
}

/// An execution that has begun or can begin.
pub(crate) enum Begun {
    /// It is done.
    Done(Vec<Buffer>),
    /// Its results are there, without contents.
    Prepared(Prepared),
}

impl Engine {
    /// Runs on arguments of the right number and types; results are in the memory of `device`. `user` goes to custom
    /// calls, steps of native code to `observer`.
    pub(crate) fn run(
        &self,
        mut args: Vec<Arg<'_>>,
        device: &Arc<CpuDevice>,
        user: &UserData,
        observer: Option<&dyn Observer>,
    ) -> Result<Vec<Buffer>, Error> {
        match self.begin(&mut args, device, |_| false)? {
            Begun::Done(results) => Ok(results),
            Begun::Prepared(prepared) => {
                self.finish(&args, &prepared, user, observer)?;
                Ok(prepared.into_results())
            }
        }
    }

    /// Makes the results; the interpreter computes them, too.
    pub(crate) fn begin(
        &self,
        args: &mut [Arg<'_>],
        device: &Arc<CpuDevice>,
        is_unfinished: impl Fn(usize) -> bool,
    ) -> Result<Begun, Error> {
        match self {
            Engine::Native { loaded, .. } => Ok(Begun::Prepared(loaded[0].prepare(args, is_unfinished)?)),
            Engine::Interp { module, .. } => interpret(module, args, device).map(Begun::Done),
        }
    }

    /// Computes prepared results.
    pub(crate) fn finish(
        &self,
        args: &[Arg<'_>],
        prepared: &Prepared,
        user: &UserData,
        observer: Option<&dyn Observer>,
    ) -> Result<(), Error> {
        let Engine::Native { loaded, .. } = self else { return Ok(()) };
        let user = ptr::from_ref(user).cast_mut().cast();
        Ok(loaded[0].run_prepared(args, prepared, &ExecOptions { user, observer, ..ExecOptions::default() })?)
    }
}

fn interpret(module: &Module, args: &[Arg<'_>], device: &Arc<CpuDevice>) -> Result<Vec<Buffer>, Error> {
    buffers(&Interpreter::new(module).run("main", &tensors(args)?)?, device)
}

/// Interprets a program on several devices.
pub(crate) fn interpret_grid(
    module: &Module,
    spread: &Spread,
    args: &[Vec<Arg<'_>>],
    devices: &[&Arc<CpuDevice>],
) -> Result<Vec<Vec<Buffer>>, Error> {
    let args: Vec<Vec<Tensor>> = args.iter().map(|a| tensors(a)).collect::<Result<_, _>>()?;
    let (replicas, partitions) = (spread.replicas as usize, spread.partitions as usize);
    let results = Interpreter::new(module).run_grid("main", replicas, partitions, &args)?;
    results.iter().zip(devices).map(|(r, device)| buffers(r, device)).collect()
}

fn tensors(args: &[Arg<'_>]) -> Result<Vec<Tensor>, Error> {
    let tensor = |arg: &Arg<'_>| {
        let buffer = match arg {
            Arg::Borrow(b) => b,
            Arg::Donate(b) => b,
        };
        let ty = TensorType::new(buffer.dtype(), buffer.dims());
        Tensor::from_bytes(ty, buffer.bytes()).ok_or_else(|| Error::invalid("an argument has the wrong size"))
    };
    args.iter().map(tensor).collect()
}

fn buffers(results: &[Tensor], device: &Arc<CpuDevice>) -> Result<Vec<Buffer>, Error> {
    let buffer = |t: &Tensor| Buffer::from_bytes(device, t.dtype(), t.dims(), &t.to_bytes());
    Ok(results.iter().map(buffer).collect::<Result<_, _>>()?)
}
