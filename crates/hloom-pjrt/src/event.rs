//! Events. All are ready: what an event stands for was done before it was made.

use crate::abi::{EventAwaitArgs, EventDestroyArgs, EventErrorArgs, EventIsReadyArgs, EventOnReadyArgs};
use crate::call::hand_out;
use crate::error::Error;
use std::ptr;

/// Something that has happened, without an error: failures are reported by the call that failed.
#[derive(Debug)]
pub struct Event(());

impl Event {
    /// An event for the client.
    pub(crate) fn ready() -> *mut Event {
        hand_out(Event(()))
    }
}

pub(crate) fn destroy(args: &mut EventDestroyArgs) -> Result<(), Error> {
    args.event.destroy();
    Ok(())
}

pub(crate) fn is_ready(args: &mut EventIsReadyArgs) -> Result<(), Error> {
    args.event.get()?;
    args.is_ready = 1;
    Ok(())
}

pub(crate) fn error(args: &mut EventErrorArgs) -> Result<(), Error> {
    args.event.get().map(|_| ())
}

pub(crate) fn wait(args: &mut EventAwaitArgs) -> Result<(), Error> {
    args.event.get().map(|_| ())
}

pub(crate) fn on_ready(args: &mut EventOnReadyArgs) -> Result<(), Error> {
    args.event.get()?;
    let callback = args.callback.ok_or_else(|| Error::invalid("the callback is null"))?;
    // SAFETY: the client's function with the client's argument; null is "no error".
    unsafe { callback(ptr::null_mut(), args.user_arg) };
    Ok(())
}
