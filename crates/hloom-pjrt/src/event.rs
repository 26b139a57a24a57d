//! Moments at which something is done, and the events by which clients learn of them.

use crate::abi::{EventAwaitArgs, EventDestroyArgs, EventErrorArgs, EventIsReadyArgs, EventOnReadyArgs};
use crate::call::hand_out;
use crate::error::{Code, Error};
use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What something has come to.
pub(crate) type Outcome = Result<(), Error>;
type Waiter = Box<dyn FnOnce(&Outcome) + Send>;

/// The end of something that was begun, once: done or failed.
#[derive(Default)]
pub(crate) struct Moment {
    state: Mutex<State>,
    done: Condvar,
}

#[derive(Default)]
struct State {
    outcome: Option<Outcome>,
    waiters: Vec<Waiter>,
}

impl Moment {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Waiters run outside the lock; nothing panics inside.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what it has come to; what waits is run by this thread.
    pub(crate) fn set(&self, outcome: Outcome) {
        let waiters = {
            let mut state = self.lock();
            state.outcome = Some(outcome.clone());
            std::mem::take(&mut state.waiters)
        };
        self.done.notify_all();
        waiters.into_iter().for_each(|waiter| waiter(&outcome));
    }

    /// What it has come to, if it is over.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.lock().outcome.clone()
    }

    /// Waits for the end.
    pub(crate) fn wait(&self) -> Outcome {
        let mut state = self.lock();
        loop {
            match &state.outcome {
                Some(outcome) => return outcome.clone(),
                None => state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Runs `waiter` at the end: now if it is over, else by the thread that ends it.
    pub(crate) fn then(&self, waiter: impl FnOnce(&Outcome) + Send + 'static) {
        let mut state = self.lock();
        match state.outcome.clone() {
            Some(outcome) => {
                drop(state);
                waiter(&outcome);
            }
            None => state.waiters.push(Box::new(waiter)),
        }
    }
}

/// A client's handle to a moment; without one, to something that was done before the event was made.
pub struct Event(Option<Arc<Moment>>);

impl Event {
    /// An event of the past, without an error: failures are reported by the call that failed.
    pub(crate) fn ready() -> *mut Event {
        hand_out(Event(None))
    }

    /// The event of a moment.
    pub(crate) fn of(moment: Option<Arc<Moment>>) -> *mut Event {
        hand_out(Event(moment))
    }
}

pub(crate) fn destroy(args: &mut EventDestroyArgs) -> Result<(), Error> {
    args.event.destroy();
    Ok(())
}

pub(crate) fn is_ready(args: &mut EventIsReadyArgs) -> Result<(), Error> {
    let event = args.event.get()?;
    args.is_ready = event.0.as_ref().is_none_or(|m| m.outcome().is_some()).into();
    Ok(())
}

pub(crate) fn error(args: &mut EventErrorArgs) -> Result<(), Error> {
    let Some(moment) = &args.event.get()?.0 else { return Ok(()) };
    let early = || Err(Error::new(Code::FailedPrecondition, "the event is not ready"));
    moment.outcome().unwrap_or_else(early)
}

pub(crate) fn wait(args: &mut EventAwaitArgs) -> Result<(), Error> {
    args.event.get()?.0.as_ref().map_or(Ok(()), |m| m.wait())
}

/// A client's function and its argument.
struct Callback(unsafe extern "C" fn(error: *mut Error, user_arg: *mut c_void), *mut c_void);

// SAFETY: clients allow their callbacks on any thread.
unsafe impl Send for Callback {}

impl Callback {
    fn call(self, outcome: &Outcome) {
        let error = outcome.as_ref().err().map_or(ptr::null_mut(), |e| hand_out(e.clone()));
        // SAFETY: the client's function with the client's argument; the error, if any, is the client's from now on.
        unsafe { self.0(error, self.1) };
    }
}

pub(crate) fn on_ready(args: &mut EventOnReadyArgs) -> Result<(), Error> {
    let event = args.event.get()?;
    let callback = args.callback.ok_or_else(|| Error::invalid("the callback is null"))?;
    let callback = Callback(callback, args.user_arg);
    match &event.0 {
        Some(moment) => moment.then(move |outcome| callback.call(outcome)),
        None => callback.call(&Ok(())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn waiters_learn_of_failures() {
        let moment = Arc::new(Moment::default());
        let (say, heard) = mpsc::channel();
        let early = say.clone();
        moment.then(move |outcome| early.send(outcome.is_err()).expect("somebody listens"));
        assert!(moment.outcome().is_none());
        let waits = {
            let moment = moment.clone();
            std::thread::spawn(move || moment.wait())
        };
        moment.set(Err(Error::invalid("no")));
        assert!(waits.join().expect("the thread ends").is_err());
        moment.then(move |outcome| say.send(outcome.is_err()).expect("somebody listens"));
        assert_eq!(heard.iter().collect::<Vec<_>>(), [true, true]);
    }
}
