//! LLVM's fatal errors: it ends the process after them, so they leave a reproducer behind.

use crate::llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use crate::llvm_sys::prelude::LLVMModuleRef;
use crate::unit::{Unit, take_message};
use std::cell::Cell;
use std::ffi::{CStr, c_char};

thread_local! {
    static CURRENT: Cell<LLVMModuleRef> = const { Cell::new(std::ptr::null_mut()) };
}

/// While it lives, a fatal error on this thread is blamed on the unit's module.
pub(crate) struct Blame;

impl Blame {
    pub(crate) fn new(unit: &Unit) -> Blame {
        CURRENT.set(unit.module);
        Blame
    }
}

impl Drop for Blame {
    fn drop(&mut self) {
        CURRENT.set(std::ptr::null_mut());
    }
}

extern "C" fn on_fatal(reason: *const c_char) {
    // SAFETY: LLVM passes a NUL-terminated string.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
    eprintln!("hloom: fatal error in LLVM: {reason}");
    let module = CURRENT.get();
    if module.is_null() {
        return;
    }
    // SAFETY: `Blame` guarantees that the module is alive, and this thread is the one that works on it.
    let text = take_message(unsafe { crate::llvm_sys::core::LLVMPrintModuleToString(module) });
    let path = std::env::temp_dir().join(format!("hloom-llvm-{}.ll", std::process::id()));
    match std::fs::write(&path, text) {
        Ok(()) => eprintln!("hloom: the module is in {}", path.display()),
        Err(e) => eprintln!("hloom: cannot write the module to {}: {e}", path.display()),
    }
}

/// Installs the handler; once per process. LLVM exits with status 1 when it returns.
pub(crate) fn install() {
    // SAFETY: called once, before any other use of LLVM; the function lives as long as the process.
    unsafe { LLVMInstallFatalErrorHandler(Some(on_fatal)) }
}
