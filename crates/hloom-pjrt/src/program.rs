//! Programs without JAX: the C functions behind `hloom.compile` of the Python package.
//!
//! A function that can fail takes a place for a message; it returns null or a status that is not zero and puts the text
//! there, which [`hloom_text_free`] frees. Programs and results are handles, to be freed by their own functions. Any
//! number of threads may execute one program.

use crate::call::{Ptr, guarded, hand_out, slice, text};
use crate::error::Error;
use hloom::parallel::Spread;
use hloom_exe::{Blob, TensorSig};
use hloom_rt::{Buffer, CpuDevice, ExecOptions, HostFns, Loaded};
use std::ffi::{CString, c_char, c_int};
use std::ptr::{self, NonNull};
use std::sync::Arc;

/// A program in memory, the bytes it was loaded from, and its signature as JSON.
pub struct Program {
    loaded: Loaded,
    bytes: Blob,
    signature: CString,
}

/// Runs `body`; a failure's text goes to `message`.
fn guard<T>(message: *mut *mut c_char, body: impl FnOnce() -> Result<T, Error>) -> Option<T> {
    let error = match guarded(body) {
        Ok(value) => return Some(value),
        Err(error) => error.to_string(),
    };
    let text = CString::new(error.replace('\0', " ")).unwrap_or_default();
    // SAFETY: the caller gives a place for the message.
    unsafe { message.write(text.into_raw()) };
    None
}

fn load(bytes: Vec<u8>) -> Result<Program, Error> {
    let bytes = Blob::new(bytes);
    let loaded = Loaded::load_bytes(&bytes, &CpuDevice::shared(), &HostFns::default())?;
    let exe = loaded.executable();
    if let Some(spread) = Spread::of(exe).map_err(hloom::Error::from)? {
        let message = format!("{} is for {} devices; here programs run on one", exe.name, spread.devices());
        return Err(Error::unimplemented(message));
    }
    let list = |sigs: Vec<&TensorSig>| {
        let one = |t: &&TensorSig| format!(r#"{{"dtype":"{}","shape":{:?}}}"#, t.dtype.numpy_name(), t.dims);
        sigs.iter().map(one).collect::<Vec<_>>().join(",")
    };
    let args = list(exe.args.iter().map(|a| &a.tensor).collect());
    let results = list(exe.results.iter().map(|r| &r.tensor).collect());
    let name: String = exe.name.chars().filter(|c| c.is_alphanumeric() || "_.-".contains(*c)).collect();
    let signature = format!(r#"{{"name":"{name}","arguments":[{args}],"results":[{results}]}}"#);
    let signature = CString::new(signature).map_err(|_| Error::invalid("the program's name has a zero"))?;
    Ok(Program { loaded, bytes, signature })
}

/// Compiles StableHLO (text or artifact), or loads what [`hloom_program_bytes`] gave.
///
/// # Safety
/// `source`, `name` and `relax` (names of relaxations) are readable for their sizes, `message` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_program_new(
    source: *const u8,
    source_size: usize,
    name: *const c_char,
    name_size: usize,
    relax: *const c_char,
    relax_size: usize,
    message: *mut *mut c_char,
) -> *mut Program {
    let make = || {
        // SAFETY: the caller's promise.
        let (source, name, relax) =
            unsafe { (slice(source, source_size)?, text(name, name_size)?, text(relax, relax_size)?) };
        let relax: hloom::Relaxations = relax.parse().map_err(Error::invalid)?;
        if hloom::is_executable(source) {
            if !relax.is_none() {
                return Err(Error::invalid(format!("{name}: an executable has the relaxations it was compiled with")));
            }
            return load(source.to_vec());
        }
        let module = hloom::parse(source, name)?;
        let options = hloom::Options { relax, ..hloom::Options::default() };
        let compiled = hloom::compile(&module, "main", &hloom::host_target(), &options)?;
        load(compiled.executable.to_bytes().map_err(hloom::Error::from)?)
    };
    guard(message, make).map_or(ptr::null_mut(), hand_out)
}

/// The signature: `{"name", "arguments": [{"dtype", "shape"}, …], "results": […]}`; lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn hloom_program_signature(program: Ptr<Program>) -> *const c_char {
    program.get_opt().map_or(ptr::null(), |p| p.signature.as_ptr())
}

/// The executable's bytes and their number; they live as long as the program.
///
/// # Safety
/// `size` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_program_bytes(program: Ptr<Program>, size: *mut usize) -> *const u8 {
    let bytes = program.get_opt().map_or(&[][..], |p| &p.bytes);
    // SAFETY: the caller's promise.
    unsafe { size.write(bytes.len()) };
    bytes.as_ptr()
}

/// Executes on arguments of the signature's types, dense and row-major; handles of the results go to `results`, which has
/// room for as many as the program has.
///
/// # Safety
/// Arguments are readable for their sizes and do not change until the call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_program_execute(
    program: Ptr<Program>,
    args: *const *mut u8,
    num_args: usize,
    results: *mut *mut Buffer,
    message: *mut *mut c_char,
) -> c_int {
    let run = || {
        let program = program.get()?;
        // SAFETY: the caller's promise.
        let args = unsafe { slice(args, num_args) }?;
        let sigs = &program.loaded.executable().args;
        if sigs.len() != args.len() {
            return Err(Error::invalid(format!("{} arguments given, {} expected", args.len(), sigs.len())));
        }
        let borrow = |(&start, sig): (&*mut u8, &hloom_exe::ArgSig)| {
            let size = sig.tensor.bytes().unwrap_or(0) as usize;
            let start = NonNull::new(start).unwrap_or(NonNull::dangling());
            // SAFETY: the caller's memory stays as it is until the execution, which is not asynchronous, is done.
            unsafe { Buffer::from_raw(sig.tensor.dtype, &sig.tensor.dims, start, size, Arc::new(())) }
        };
        let args: Vec<Buffer> = args.iter().zip(sigs).map(borrow).collect::<Result<_, _>>()?;
        let values = program.loaded.execute(&args.iter().collect::<Vec<_>>(), &ExecOptions::default())?;
        // A result that is an argument's memory is not the caller's to keep: the runtime copies what is not donated.
        for (i, value) in values.into_iter().enumerate() {
            // SAFETY: there is room for every result.
            unsafe { results.add(i).write(hand_out(value)) };
        }
        Ok(())
    };
    c_int::from(guard(message, run).is_none())
}

/// The first byte of a result.
#[unsafe(no_mangle)]
pub extern "C" fn hloom_result_data(result: Ptr<Buffer>) -> *const u8 {
    result.get_opt().map_or(ptr::null(), Buffer::as_ptr)
}

/// Frees a result's handle; null is none.
#[unsafe(no_mangle)]
pub extern "C" fn hloom_result_free(result: Ptr<Buffer>) {
    result.destroy();
}

/// Frees a program's handle; null is none.
#[unsafe(no_mangle)]
pub extern "C" fn hloom_program_free(program: Ptr<Program>) {
    program.destroy();
}

/// Frees a message.
///
/// # Safety
/// `text` came from a function of this module, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { CString::from_raw(text) });
    }
}
