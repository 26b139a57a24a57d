//! Execution.
//!
//! A donated argument is gone once the program starts, whatever the outcome. Another handle to the same memory (a numpy
//! view, a thread that executes with it) keeps its contents: the runtime then copies instead of overwriting.

use crate::abi::LoadedExecuteArgs;
use crate::buffer::Buffer;
use crate::call::{Ptr, slice};
use crate::engine::type_text;
use crate::error::{Code, Error};
use crate::event::Event;
use crate::executable::{LoadedExecutable, Program};
use hloom_exe::TensorSig;
use hloom_rt::Arg;

pub(crate) fn execute(args: &mut LoadedExecuteArgs) -> Result<(), Error> {
    let loaded = args.executable.get()?;
    let program = loaded.live()?;
    if args.num_devices != 1 {
        return Err(Error::unimplemented(format!("execution on {} devices is not supported yet", args.num_devices)));
    }
    if let Some(device) = args.execute_device.get_opt() {
        loaded.core.device(device.id)?;
    }
    // SAFETY: there is a list for each of the devices, of `num_args` handles.
    let arguments = unsafe {
        let lists = if args.num_args == 0 { &[][..] } else { slice(args.argument_lists, args.num_devices)? };
        lists.first().map_or(Ok(&[][..]), |&list| slice::<Ptr<Buffer>>(list, args.num_args))?
    };
    let buffers: Vec<&Buffer> = arguments.iter().map(Ptr::get).collect::<Result<_, _>>()?;
    // SAFETY: the options are complete or null.
    let kept = match unsafe { args.options.as_ref() } {
        Some(o) if o.num_send_ops > 0 || o.num_recv_ops > 0 => {
            return Err(Error::unimplemented("programs that send to or receive from the host are not supported"));
        }
        // SAFETY: as above.
        Some(o) => unsafe { slice(o.non_donatable_input_indices, o.num_non_donatable_input_indices) }?,
        None => &[],
    };
    let donated = |i: usize| program.params[i].donated && !kept.contains(&(i as i64));

    check(program, &buffers, donated)?;
    let results = run(loaded, program, &buffers, donated)?;

    let outputs = if results.is_empty() {
        std::ptr::null_mut()
    } else {
        // SAFETY: there is a list for each of the devices.
        let lists = unsafe { slice(args.output_lists, args.num_devices) }?;
        lists.first().copied().filter(|l| !l.is_null()).ok_or_else(|| Error::invalid("the output list is null"))?
    };
    for (i, result) in results.into_iter().enumerate() {
        // SAFETY: the list has room for the program's outputs.
        unsafe { outputs.add(i).write(result) };
    }
    if !args.device_complete_events.is_null() {
        // SAFETY: there is room for one event a device.
        unsafe { args.device_complete_events.write(Event::ready()) };
    }
    Ok(())
}

/// Refuses what does not fit before anything is given away.
fn check(program: &Program, buffers: &[&Buffer], donated: impl Fn(usize) -> bool) -> Result<(), Error> {
    let (name, expected) = (&program.name, program.params.len());
    if buffers.len() != expected {
        return Err(Error::invalid(format!("{name}: {} arguments given, {expected} expected", buffers.len())));
    }
    for (i, (buffer, param)) in buffers.iter().zip(&program.params).enumerate() {
        if !buffer.is_of(&param.sig) {
            let (got, expected) = (buffer.type_text(), type_text(&param.sig));
            return Err(Error::invalid(format!("{name}: argument {i} is {got}, expected {expected}")));
        }
    }
    for i in (0..buffers.len()).filter(|&i| donated(i)) {
        let same = |j: usize| j != i && std::ptr::eq(buffers[i], buffers[j]);
        if let Some(j) = (0..buffers.len()).find(|&j| same(j)) {
            return Err(Error::invalid(if donated(j) {
                format!("{name}: attempt to donate the same buffer twice in Execute(): arguments {i} and {j}")
            } else {
                format!("{name}: argument {i} donates a buffer that is also argument {j}: f(donate(a), a)")
            }));
        }
    }
    Ok(())
}

/// Runs and wraps the results.
fn run(
    loaded: &LoadedExecutable,
    program: &Program,
    buffers: &[&Buffer],
    donated: impl Fn(usize) -> bool,
) -> Result<Vec<*mut Buffer>, Error> {
    let gone = |i: usize| {
        let message = format!("{}: argument {i} was deleted or donated", program.name);
        Error::new(Code::InvalidArgument, message)
    };
    // If an argument is gone already, none is given away. A donated one must not get a second handle here.
    if let Some(i) = (0..buffers.len()).find(|&i| buffers[i].is_deleted()) {
        return Err(gone(i));
    }
    let borrowed: Vec<Option<hloom_rt::Buffer>> = buffers
        .iter()
        .enumerate()
        .map(|(i, b)| if donated(i) { Ok(None) } else { b.value().map(Some).map_err(|_| gone(i)) })
        .collect::<Result<_, _>>()?;
    let args = borrowed.iter().enumerate().map(|(i, value)| match value {
        Some(value) => Ok(Arg::Borrow(value)),
        // Another thread may have been faster.
        None => buffers[i].take().map(Arg::Donate).ok_or_else(|| gone(i)),
    });
    let args: Vec<Arg<'_>> = args.collect::<Result<_, Error>>()?;
    let device = loaded.core.device(0)?;
    let results = program.engine.run(args, &device.runtime)?;
    if results.len() != program.results.len() {
        return Err(Error::new(Code::Internal, format!("{}: wrong number of results", program.name)));
    }
    let wrap = |(value, sig): (hloom_rt::Buffer, &TensorSig)| {
        debug_assert_eq!((value.dtype(), value.dims()), (sig.dtype, &sig.dims[..]));
        Buffer::of_program(&loaded.core, device.id, value)
    };
    results.into_iter().zip(&program.results).map(wrap).collect()
}
