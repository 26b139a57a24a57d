//! Execution on several devices: a process on each, which meet in collectives.
//!
//! The processes of an execution are tasks of their devices' queues. They enter all queues at once, and not before all
//! arguments on all devices are there. So executions stand in one order in all queues that they share: the processes of the
//! oldest one that is not done are all first in line, and no process waits for one that cannot begin. Programs that call
//! functions of the host have threads of their own instead, since those functions may wait for other executions. What is
//! short, and whose processes do not meet, the calling thread does.
//!
//! An execution is done when all its processes are: its results on all devices are there at the same moment, and what goes
//! wrong on one device is the error of all.

use crate::abi::LoadedExecuteArgs;
use crate::buffer::Buffer;
use crate::call::{Ptr, guarded, slice};
use crate::engine::{Engine, interpret_grid};
use crate::error::{Code, Error};
use crate::event::{Event, Moment, Outcome};
use crate::executable::{LoadedExecutable, Program};
use crate::execute::{after, check, check_alive, hand_out_results, take};
use crate::ffi::call::UserData;
use crate::trace;
use hloom::parallel::Spread;
use hloom_rt::{Arg, ExecOptions, Grid, Loaded, Prepared, RtError, Ticket};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Checks and starts an execution.
pub(crate) fn execute(
    args: &LoadedExecuteArgs,
    loaded: &LoadedExecutable,
    donated: impl Fn(usize) -> bool + Copy,
    user: UserData,
) -> Result<(), Error> {
    let program = &loaded.program;
    let n = program.devices.len();
    let handles = |process: usize| {
        // SAFETY: there is a list for each of the devices, of `num_args` handles.
        let list = unsafe {
            match args.num_args {
                0 => &[][..],
                count => slice::<Ptr<Buffer>>(slice(args.argument_lists, n)?[process], count)?,
            }
        };
        list.iter().map(Ptr::get).collect::<Result<Vec<&Buffer>, _>>()
    };
    let buffers: Vec<Vec<&Buffer>> = (0..n).map(handles).collect::<Result<_, _>>()?;
    for (buffers, &device) in buffers.iter().zip(&program.devices) {
        check(program, buffers, donated)?;
        check_alive(program, buffers)?;
        if let Some((i, b)) = buffers.iter().enumerate().find(|(_, b)| b.place().device != device) {
            let (name, other) = (&program.name, b.place().device);
            let message = format!("{name}: argument {i} of device {device} is on device {other}");
            return Err(Error::invalid(message));
        }
    }
    // SAFETY: there is a list for each of the devices.
    let outputs = unsafe { if program.results.is_empty() { &[] } else { slice(args.output_lists, n)? } };
    if outputs.iter().any(|list| list.is_null()) {
        return Err(Error::invalid("an output list is null"));
    }

    let (results, moment) = start(loaded, &buffers, donated, user)?;
    for (list, results) in outputs.iter().zip(results) {
        for (i, result) in results.into_iter().enumerate() {
            // SAFETY: each list has room for the program's outputs.
            unsafe { list.add(i).write(result) };
        }
    }
    if !args.device_complete_events.is_null() {
        for process in 0..n {
            // SAFETY: there is room for one event a device.
            unsafe { args.device_complete_events.add(process).write(Event::of(moment.clone())) };
        }
    }
    Ok(())
}

/// Clients' handles to the results of each process, and when they are there unless they are.
type Started = (Vec<Vec<*mut Buffer>>, Option<Arc<Moment>>);

fn start(
    loaded: &LoadedExecutable,
    buffers: &[Vec<&Buffer>],
    donated: impl Fn(usize) -> bool + Copy,
    user: UserData,
) -> Result<Started, Error> {
    let (program, core) = (&loaded.program, &loaded.core);
    let spread = program.spread.as_ref();
    let spread = spread.ok_or_else(|| Error::new(Code::Internal, "a program for several devices has no note"))?;
    let devices = program.devices.iter().map(|&d| core.device(d)).collect::<Result<Vec<_>, _>>()?;
    let moments: Vec<Vec<Option<Arc<Moment>>>> =
        buffers.iter().map(|list| list.iter().map(|b| b.moment().cloned()).collect()).collect();
    let mut waits: Vec<Arc<Moment>> = moments.iter().flatten().flatten().cloned().collect();
    // Results of one execution have one moment.
    waits.sort_by_key(Arc::as_ptr);
    waits.dedup_by(|a, b| Arc::ptr_eq(a, b));
    let is_short = waits.is_empty() && program.pace.is_short_on(devices.len());
    let may_wait =
        core.background && !program.pace.calls_host() && devices.iter().all(|d| d.runtime.queue().is_alive());
    let in_background = may_wait && !is_short;
    // In the order of devices: threads that wait for room do not wait for one another.
    let tickets = in_background.then(|| {
        let mut order: Vec<usize> = (0..devices.len()).collect();
        order.sort_by_key(|&process| devices[process].id);
        let mut tickets: Vec<(usize, Ticket)> =
            order.into_iter().map(|process| (process, devices[process].runtime.queue().announce())).collect();
        tickets.sort_by_key(|(process, _)| *process);
        tickets
    });
    let mut runs: Vec<Vec<Arg<'static>>> =
        buffers.iter().map(|b| take(program, b, donated)).collect::<Result<_, _>>()?;
    let hand_out = |process: usize, values: &[hloom_rt::Buffer], moment: &Option<Arc<Moment>>| {
        hand_out_results(loaded, program.devices[process], values, moment)
    };

    let native = match &program.engine {
        Engine::Native { loaded, .. } => loaded,
        Engine::Interp { module, .. } => {
            waits.iter().try_for_each(|m| m.wait())?;
            let runtimes: Vec<_> = devices.iter().map(|d| &d.runtime).collect();
            let results = interpret_grid(module, spread, &runs, &runtimes)?;
            let results = results.iter().enumerate().map(|(process, values)| hand_out(process, values, &None));
            return Ok((results.collect::<Result<_, _>>()?, None));
        }
    };
    let prepare = |(process, args): (usize, &mut Vec<Arg<'static>>)| {
        let unfinished = |i: usize| moments[process][i].as_ref().is_some_and(|m| m.outcome().is_none());
        Ok::<_, Error>(native[process].prepare(args, unfinished)?)
    };
    let prepared: Vec<Prepared> = runs.iter_mut().enumerate().map(prepare).collect::<Result<_, _>>()?;
    let moment = Arc::new(Moment::default());
    let launch = Launch {
        program: program.clone(),
        grid: Grid::new(spread.replicas, spread.partitions),
        runs: runs.into_iter().zip(prepared).collect(),
        user,
        unfinished: AtomicUsize::new(devices.len()),
        failure: Mutex::new(None),
        moment: moment.clone(),
    };
    let hand_out_all = |moment: &Option<Arc<Moment>>| {
        let one = |(process, run): (usize, &(_, Prepared))| hand_out(process, run.1.results(), moment);
        launch.runs.iter().enumerate().map(one).collect::<Result<Vec<_>, _>>()
    };
    let Some(tickets) = tickets else {
        waits.iter().try_for_each(|m| m.wait())?;
        if is_short {
            (0..devices.len()).for_each(|process| launch.run(process, spread, native));
        } else {
            launch.run_on_threads(spread, native);
        }
        moment.wait()?;
        return Ok((hand_out_all(&None)?, None));
    };
    let results = hand_out_all(&Some(moment.clone()))?;
    let (inputs, core) = (waits.clone(), core.clone());
    after(&waits, move || match inputs.iter().find_map(|m| m.outcome().and_then(Result::err)) {
        Some(error) => launch.moment.set(Err(error)),
        None => Arc::new(launch).enter_queues(tickets, &core.launches),
    });
    Ok((results, Some(moment)))
}

/// An execution. It has handles to arguments and results until its moment has come: see [`Loaded::prepare`].
struct Launch {
    program: Arc<Program>,
    grid: Grid,
    runs: Vec<(Vec<Arg<'static>>, Prepared)>,
    user: UserData,
    /// Processes that are not done.
    unfinished: AtomicUsize,
    failure: Mutex<Option<Failure>>,
    moment: Arc<Moment>,
}

/// Why an execution failed.
struct Failure {
    /// It is a process's own failure: not that another one did not come.
    is_cause: bool,
    process: usize,
    error: Error,
}

impl Launch {
    /// Gives the processes to the devices.
    fn enter_queues(self: Arc<Launch>, tickets: Vec<(usize, Ticket)>, launches: &Mutex<()>) {
        // Nothing panics while the lock is held, and nothing waits.
        let _order = launches.lock().unwrap_or_else(PoisonError::into_inner);
        for (process, ticket) in tickets {
            let launch = self.clone();
            let task = Box::new(move || {
                if let (Engine::Native { loaded, .. }, Some(spread)) = (&launch.program.engine, &launch.program.spread)
                {
                    launch.run(process, spread, loaded);
                }
            });
            ticket.push(task);
        }
    }

    /// Runs all processes. None here: what a thread of Python has set for itself, such as a mesh, is not for callbacks.
    fn run_on_threads(&self, spread: &Spread, loaded: &[Loaded]) {
        std::thread::scope(|scope| {
            for process in 0..self.runs.len() {
                scope.spawn(move || self.run(process, spread, loaded));
            }
        });
    }

    /// Runs a process. The last one to end ends the execution.
    fn run(&self, process: usize, spread: &Spread, loaded: &[Loaded]) {
        let (args, prepared) = &self.runs[process];
        let (replica, partition) = spread.place(process);
        let user = ptr::from_ref(&self.user).cast_mut().cast();
        let mut is_cause = true;
        let outcome = guarded(|| {
            let recorder = trace::recorder(&self.program, self.program.devices[process]);
            let (grid, observer) = (Some(&self.grid), trace::observer(&recorder));
            let options = ExecOptions { user, replica, partition, grid, observer, ..ExecOptions::default() };
            let run = || loaded[process].run_prepared(args, prepared, &options);
            // How long it takes to wait for others says nothing.
            let measured = process == 0 && self.program.pace.is_independent();
            let outcome = if measured { self.program.pace.measure(run) } else { run() };
            outcome.map_err(|e| {
                is_cause = is_own(&e);
                e.into()
            })
        });
        if let Err(error) = outcome {
            self.grid.break_up(error.to_string());
            self.fail(Failure { is_cause, process, error });
        }
        if self.unfinished.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.moment.set(self.outcome());
        }
    }

    /// Of several failures the one that others come from counts, and of several of those the first process's.
    fn fail(&self, new: Failure) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let rank = |f: &Failure| (!f.is_cause, f.process);
        if failure.as_ref().is_none_or(|old| rank(&new) < rank(old)) {
            *failure = Some(new);
        }
    }

    fn outcome(&self) -> Outcome {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), |f| Err(f.error))
    }
}

/// False if a process failed because others did.
fn is_own(error: &RtError) -> bool {
    !matches!(error, RtError::Collective { .. })
}
