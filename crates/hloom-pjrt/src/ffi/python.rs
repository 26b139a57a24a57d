//! Calls of Python functions: what `jax.pure_callback` and its relatives compile to.
//!
//! The client passes the functions with each execution; the call says which one is meant. Python itself turns buffers
//! into arrays and back (the hook of [`super::registry::hloom_set_ffi_hooks`]).

use super::call::{UserData, placed, pointers, reorder, seen, tensors};
use super::registry;
use hloom_exe::HostCall;
use hloom_exe::foreign::{ForeignAttr, ForeignCall};
use hloom_rt::{HostArgs, HostFn};
use std::ffi::c_void;
use std::sync::Arc;

/// Names of the calls.
pub(super) const TARGETS: [&str; 2] = ["xla_ffi_python_cpu_callback", "xla_ffi_partitioned_python_cpu_callback"];

/// The client's list of functions.
#[repr(C)]
struct Callbacks {
    functions: *const *mut c_void,
    count: usize,
}

/// The host function of a call.
pub(super) fn bind(call: &HostCall) -> Result<HostFn, String> {
    let foreign = ForeignCall::from_config(&call.config).ok_or("the call's configuration cannot be read")?;
    let index = foreign.attrs.iter().find(|(name, _)| name == "index").and_then(|(_, value)| match value {
        ForeignAttr::Scalar(_, bytes) => Some(u64::from_le_bytes(bytes.as_slice().try_into().ok()?) as usize),
        _ => None,
    });
    let index = index.ok_or("the call does not say which function it means")?;
    Ok(Arc::new(move |mut args: HostArgs<'_>| {
        let caller = registry::python_caller().ok_or("there is no Python to call")?;
        // SAFETY: the plugin passes its own user data or null, see `execute`.
        let user = unsafe { args.user.cast_const().cast::<UserData>().as_ref() };
        // What the client passes with its executions is this list.
        let list = user.and_then(|user| user.0.first()).map(|(_, data)| data.cast::<Callbacks>());
        // SAFETY: the client's list lives until the execution is done.
        let list = list.and_then(|list| unsafe { list.as_ref() }).ok_or("the client has passed no functions")?;
        if index >= list.count {
            return Err(format!("function {index} of {}", list.count));
        }
        // SAFETY: the index is inside the list.
        let function = unsafe { *list.functions.add(index) };
        let (operands, results) = tensors(&mut args);
        let mut ins = seen(&foreign.operands, &operands)?;
        let mut outs = seen(&foreign.results, &results)?;
        reorder(&foreign.operands, &operands, &mut ins, true);
        let (_, in_list) = pointers(&ins);
        let (_, out_list) = pointers(&outs);
        let mut message = vec![0u8; 1 << 14];
        // SAFETY: lists of complete buffers, and room for the message.
        let status = unsafe {
            caller(
                function,
                in_list.as_ptr(),
                in_list.len(),
                out_list.as_ptr(),
                out_list.len(),
                message.as_mut_ptr().cast(),
                message.len(),
            )
        };
        if status != 0 {
            let end = message.iter().position(|&b| b == 0).unwrap_or(message.len());
            let text = String::from_utf8_lossy(&message[..end]);
            return Err(placed(&foreign, &format!("CpuCallback error calling callback: {text}")));
        }
        reorder(&foreign.results, &results, &mut outs, false);
        Ok(())
    }))
}
