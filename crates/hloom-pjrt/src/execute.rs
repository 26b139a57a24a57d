//! Execution.
//!
//! Work that takes long, by the last measurement or by its counts, goes to the device's queue: results have memory at once
//! and contents later. So does what waits for such results. Programs that call functions of the host run on the calling
//! thread: those functions may execute programs themselves, and wait for them. An error in the background is one of the
//! results, and of what is computed from them.
//!
//! A donated argument is gone once the program starts, whatever the outcome. Another handle to the same memory (a numpy
//! view, a thread that executes with it) keeps its contents: the runtime then copies instead of overwriting.

use crate::abi::{ExecuteContextCreateArgs, ExecuteContextDestroyArgs, LoadedExecuteArgs};
use crate::buffer::Buffer;
use crate::call::{Ptr, guarded, hand_out, slice};
use crate::device::Place;
use crate::engine::Begun;
use crate::error::{Code, Error};
use crate::event::{Event, Moment};
use crate::executable::{LoadedExecutable, Program};
use crate::ffi::call::UserData;
use crate::launch;
use crate::layout::Form;
use crate::trace;
use hloom_rt::Arg;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What executions pass to custom calls; filled before it is used.
#[derive(Default)]
pub struct ExecuteContext {
    user: Mutex<UserData>,
}

impl ExecuteContext {
    /// Adds a value of a type, instead of an older one.
    pub(crate) fn add(&self, type_id: i64, data: *mut c_void) {
        let mut user = self.user.lock().unwrap_or_else(PoisonError::into_inner);
        user.0.retain(|(id, _)| *id != type_id);
        user.0.push((type_id, data));
    }

    fn values(&self) -> UserData {
        self.user.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(crate) fn context_create(args: &mut ExecuteContextCreateArgs) -> Result<(), Error> {
    args.context = hand_out(ExecuteContext::default());
    Ok(())
}

pub(crate) fn context_destroy(args: &mut ExecuteContextDestroyArgs) -> Result<(), Error> {
    args.context.destroy();
    Ok(())
}

pub(crate) fn execute(args: &mut LoadedExecuteArgs) -> Result<(), Error> {
    let loaded = args.executable.get()?;
    let program = loaded.live()?;
    if args.num_devices != program.devices.len() {
        let (name, has, got) = (&program.name, program.devices.len(), args.num_devices);
        return Err(Error::invalid(format!("{name}: arguments for {got} devices, it runs on {has}")));
    }
    if let Some(device) = args.execute_device.get_opt().filter(|d| program.devices != [d.id]) {
        let message = format!("{} runs on devices {:?}, not on {}", program.name, program.devices, device.id);
        return Err(Error::unimplemented(message));
    }
    // SAFETY: the options are complete or null.
    let options = unsafe { args.options.as_ref() };
    let user = options.and_then(|o| o.context()).map(ExecuteContext::values).unwrap_or_default();
    let kept = match options {
        Some(o) if o.num_send_ops > 0 || o.num_recv_ops > 0 => {
            return Err(Error::unimplemented("programs that send to or receive from the host are not supported"));
        }
        // SAFETY: as above.
        Some(o) => unsafe { slice(o.non_donatable_input_indices, o.num_non_donatable_input_indices) }?,
        None => &[],
    };
    let donated = |i: usize| program.params[i].donated && !kept.contains(&(i as i64));
    if program.devices.len() > 1 {
        return launch::execute(args, loaded, donated, user);
    }
    // SAFETY: there is a list for each of the devices, of `num_args` handles.
    let arguments = unsafe {
        let lists = if args.num_args == 0 { &[][..] } else { slice(args.argument_lists, args.num_devices)? };
        lists.first().map_or(Ok(&[][..]), |&list| slice::<Ptr<Buffer>>(list, args.num_args))?
    };
    let buffers: Vec<&Buffer> = arguments.iter().map(Ptr::get).collect::<Result<_, _>>()?;

    check(program, &buffers, donated)?;
    let (results, moment) = start(loaded, &buffers, donated, user)?;

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
        unsafe { args.device_complete_events.write(Event::of(moment)) };
    }
    Ok(())
}

/// Refuses what does not fit before anything is given away.
pub(crate) fn check(program: &Program, buffers: &[&Buffer], donated: impl Fn(usize) -> bool) -> Result<(), Error> {
    let (name, expected) = (&program.name, program.params.len());
    if buffers.len() != expected {
        return Err(Error::invalid(format!("{name}: {} arguments given, {expected} expected", buffers.len())));
    }
    for (i, (buffer, param)) in buffers.iter().zip(&program.params).enumerate() {
        if **buffer.form() != *param.form {
            let (got, expected) = (buffer.form(), &param.form);
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

fn gone(program: &Program, i: usize) -> Error {
    Error::new(Code::InvalidArgument, format!("{}: argument {i} was deleted or donated", program.name))
}

/// Refuses arguments that are gone already: then none is given away.
pub(crate) fn check_alive(program: &Program, buffers: &[&Buffer]) -> Result<(), Error> {
    (0..buffers.len()).find(|&i| buffers[i].is_deleted()).map_or(Ok(()), |i| Err(gone(program, i)))
}

/// Handles to the arguments, of the donated ones the buffers' own.
pub(crate) fn take(
    program: &Program,
    buffers: &[&Buffer],
    donated: impl Fn(usize) -> bool,
) -> Result<Vec<Arg<'static>>, Error> {
    // A donated one must not get a second handle here.
    let borrowed: Vec<Option<hloom_rt::Buffer>> = buffers
        .iter()
        .enumerate()
        .map(|(i, b)| if donated(i) { Ok(None) } else { b.value().map(Some).map_err(|_| gone(program, i)) })
        .collect::<Result<_, _>>()?;
    let handle = |(i, value): (usize, Option<hloom_rt::Buffer>)| {
        // Another thread may have been faster. Who borrows has a second handle, so its memory is not taken.
        value.or_else(|| buffers[i].take()).map(Arg::Donate).ok_or_else(|| gone(program, i))
    };
    borrowed.into_iter().enumerate().map(handle).collect()
}

/// Clients' handles to results on a device, whose contents are there from that moment on.
pub(crate) fn hand_out_results(
    loaded: &LoadedExecutable,
    device: i32,
    values: &[hloom_rt::Buffer],
    moment: &Option<Arc<Moment>>,
) -> Result<Vec<*mut Buffer>, Error> {
    let program = &loaded.program;
    if values.len() != program.results.len() {
        return Err(Error::new(Code::Internal, format!("{}: wrong number of results", program.name)));
    }
    let place = |kind| Place { device, kind };
    let all = values.iter().zip(&program.results).zip(&program.result_kinds);
    let buffer = |((value, form), kind): ((&hloom_rt::Buffer, &Arc<Form>), &usize)| {
        Buffer::hand_out_early(&loaded.core, place(*kind), form.clone(), value.clone(), moment.clone())
    };
    Ok(all.map(buffer).collect())
}

/// Runs the program, or has it run in the background: its results, and when they are there unless they are.
fn start(
    loaded: &LoadedExecutable,
    buffers: &[&Buffer],
    donated: impl Fn(usize) -> bool,
    user: UserData,
) -> Result<(Vec<*mut Buffer>, Option<Arc<Moment>>), Error> {
    let program = &loaded.program;
    check_alive(program, buffers)?;
    let mut args = take(program, buffers, donated)?;
    let moments: Vec<Option<Arc<Moment>>> = buffers.iter().map(|b| b.moment().cloned()).collect();
    let waits: Vec<Arc<Moment>> = moments.iter().flatten().cloned().collect();

    let device = loaded.core.device(program.devices[0])?;
    let wrap = |values: &[hloom_rt::Buffer], moment: &_| hand_out_results(loaded, device.id, values, moment);
    let queue = device.runtime.queue();
    if !(loaded.core.background && program.pace.goes_to_background(!waits.is_empty()) && queue.is_alive()) {
        waits.iter().try_for_each(|m| m.wait())?;
        let results = program.pace.measure(|| {
            let recorder = trace::recorder(program, device.id);
            program.engine.run(args, &device.runtime, &user, trace::observer(&recorder))
        })?;
        return Ok((wrap(&results, &None)?, None));
    }
    let ticket = queue.announce();
    let unfinished = |i: usize| moments[i].as_ref().is_some_and(|m| m.outcome().is_none());
    let prepared = match program.engine.begin(&mut args, &device.runtime, unfinished)? {
        Begun::Prepared(prepared) => prepared,
        Begun::Done(results) => return Ok((wrap(&results, &None)?, None)),
    };
    let moment = Some(Arc::new(Moment::default()));
    let results = wrap(prepared.results(), &moment)?;
    let (said, program, inputs, device) = (moment.clone(), program.clone(), waits.clone(), device.id);
    let task = move || {
        let failed = inputs.iter().find_map(|m| m.outcome().and_then(Result::err));
        let run = || {
            let recorder = trace::recorder(&program, device);
            program.pace.measure(|| program.engine.finish(&args, &prepared, &user, trace::observer(&recorder)))
        };
        let outcome = failed.map_or_else(|| guarded(run), Err);
        // Handles to results and arguments go after this: see `Loaded::prepare`.
        said.iter().for_each(|m| m.set(outcome.clone()));
    };
    after(&waits, move || ticket.push(Box::new(task)));
    Ok((results, moment))
}

/// Calls `then` when all moments are over, by the thread that ends the last one.
pub(crate) fn after(moments: &[Arc<Moment>], then: impl FnOnce() + Send + 'static) {
    let left = Arc::new((AtomicUsize::new(moments.len() + 1), Mutex::new(Some(then))));
    fn over<F: FnOnce()>(left: &(AtomicUsize, Mutex<Option<F>>)) {
        if left.0.fetch_sub(1, Ordering::AcqRel) == 1 {
            let then = left.1.lock().unwrap_or_else(PoisonError::into_inner).take();
            then.into_iter().for_each(|f| f());
        }
    }
    for moment in moments {
        let left = left.clone();
        moment.then(move |_| over(&left));
    }
    over(&left);
}
