//! Objects into this process, through LLVM's own linker.

use crate::llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use crate::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use crate::llvm_sys::orc2::lljit::*;
use std::ffi::{CStr, CString};
use std::ptr::null_mut;

/// A kernel: buffers, range, scratch.
pub(crate) type Kernel = extern "C" fn(*const *mut u8, i64, i64, *mut u8);

pub(crate) struct Jit(LLVMOrcLLJITRef);

fn check(e: LLVMErrorRef) -> Result<(), String> {
    if e.is_null() {
        return Ok(());
    }
    // SAFETY: the error is consumed here, its message freed once.
    unsafe {
        let m = LLVMGetErrorMessage(e);
        let text = CStr::from_ptr(m).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(m);
        Err(text)
    }
}

impl Jit {
    /// No symbol of the process is offered: an object that calls a library does not link.
    pub(crate) fn new(objects: &[Vec<u8>]) -> Result<Jit, String> {
        crate::emit::init();
        let mut j = null_mut();
        // SAFETY: default builder; buffers are copies that the JIT takes over.
        unsafe {
            check(LLVMOrcCreateLLJIT(&mut j, null_mut()))?;
            let jit = Jit(j);
            for o in objects {
                let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(o.as_ptr().cast(), o.len(), c"object".as_ptr());
                check(LLVMOrcLLJITAddObjectFile(j, LLVMOrcLLJITGetMainJITDylib(j), buffer))?;
            }
            Ok(jit)
        }
    }

    pub(crate) fn kernel(&self, name: &str) -> Result<Kernel, String> {
        let (mut addr, name) = (0, CString::new(name).map_err(|e| e.to_string())?);
        // SAFETY: the JIT is alive; kernels in tests have this signature.
        unsafe {
            check(LLVMOrcLLJITLookup(self.0, &mut addr, name.as_ptr()))?;
            Ok(std::mem::transmute::<usize, Kernel>(addr as usize))
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        // SAFETY: freed once; the tests drop their kernels first.
        let _ = check(unsafe { LLVMOrcDisposeLLJIT(self.0) });
    }
}
