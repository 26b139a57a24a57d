//! The profiler extension: what `jax.profiler` asks of a plugin.
//!
//! A session is created, started, stopped, and asked for what it saw: a serialised `XSpace` (module `xspace`). One
//! session records at a time.

use crate::abi::profiler::{Api, CollectDataArgs, CreateArgs, Extension, KIND, ProfilerArgs};
use crate::abi::{Error as AbiError, ErrorGetCodeArgs, ExtensionBase};
use crate::call::{answer, hand_out};
use crate::error::{self, Code, Error};
use crate::trace::{self, Log};
use crate::xspace;
use std::ptr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

// SAFETY: tables never change.
unsafe impl Sync for Extension {}
// SAFETY: as above.
unsafe impl Sync for Api {}

/// The extension; the list of extensions ends here.
pub(crate) static PROFILER: Extension = Extension {
    base: ExtensionBase { struct_size: size_of::<Extension>(), kind: KIND, next: ptr::null_mut() },
    profiler_api: &raw const API,
    traceme_context_id: 0,
};

static API: Api = Api {
    struct_size: size_of::<Api>(),
    private: ptr::null_mut(),
    error_destroy: error::destroy,
    error_message: error::message,
    error_get_code,
    create,
    destroy,
    start,
    stop,
    collect_data,
};

/// A session; opaque to clients.
#[derive(Default)]
pub struct Profiler {
    log: Mutex<Option<Arc<Log>>>,
    /// What was collected: clients ask for the size first.
    data: OnceLock<Vec<u8>>,
}

impl Profiler {
    fn start(&self) -> Result<(), Error> {
        let log = trace::start()
            .ok_or_else(|| Error::new(Code::FailedPrecondition, "another profiler session is recording"))?;
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = Some(log);
        Ok(())
    }

    fn stop(&self) {
        if let Some(log) = &*self.log.lock().unwrap_or_else(PoisonError::into_inner) {
            trace::stop(log);
        }
    }

    /// The serialised `XSpace`, without bytes if nothing was recorded.
    fn data(&self) -> &[u8] {
        self.stop();
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.data.get_or_init(|| log.map_or(Vec::new(), |log| xspace::serialize(&log)))
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        self.stop();
    }
}

/// # Safety
/// `args` as the table asks.
unsafe extern "C" fn error_get_code(args: *mut ErrorGetCodeArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    answer(|| unsafe { args.as_mut() }.map_or(Ok(()), error::get_code))
}

/// # Safety
/// `args` as the table asks. Options are not read: older callers leave them uninitialised.
unsafe extern "C" fn create(args: *mut CreateArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    unsafe { (&raw mut (*args).profiler).write(hand_out(Profiler::default())) };
    ptr::null_mut()
}

/// # Safety
/// `args` as the table asks.
unsafe extern "C" fn destroy(args: *mut ProfilerArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    let profiler = unsafe { (&raw const (*args).profiler).read() };
    answer(|| {
        profiler.destroy();
        Ok(())
    })
}

/// # Safety
/// `args` as the table asks.
unsafe extern "C" fn start(args: *mut ProfilerArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    let profiler = unsafe { (&raw const (*args).profiler).read() };
    answer(|| profiler.get()?.start())
}

/// # Safety
/// `args` as the table asks.
unsafe extern "C" fn stop(args: *mut ProfilerArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    let profiler = unsafe { (&raw const (*args).profiler).read() };
    answer(|| profiler.get().map(Profiler::stop))
}

/// # Safety
/// `args` as the table asks: the buffer is null or has room for as many bytes as the call without one said. Clients of today
/// call once and read what the session keeps until it is destroyed; older ones call twice.
unsafe extern "C" fn collect_data(args: *mut CollectDataArgs) -> *mut AbiError {
    // SAFETY: the caller's promise.
    let (profiler, buffer) = unsafe { ((&raw const (*args).profiler).read(), (&raw const (*args).buffer).read()) };
    answer(|| {
        let data = profiler.get()?.data();
        // SAFETY: as above.
        unsafe {
            (&raw mut (*args).buffer_size_in_bytes).write(data.len());
            if buffer.is_null() {
                (&raw mut (*args).buffer).write(data.as_ptr().cast_mut());
            } else {
                ptr::copy_nonoverlapping(data.as_ptr(), buffer, data.len());
            }
        }
        Ok(())
    })
}
