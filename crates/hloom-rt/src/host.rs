//! Functions of the host that programs call: custom calls, callbacks, collectives.

#[cfg(feature = "linalg")]
use crate::routines::find as routine;
use crate::{CpuDevice, RtError, collective};
use hloom_exe::{HostCall, TensorSig};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// An operand of a host call.
pub struct HostOperand<'a> {
    /// Its type.
    pub tensor: &'a TensorSig,
    /// Its bytes, row-major.
    pub bytes: &'a [u8],
}

/// A result of a host call, zero until written.
pub struct HostResult<'a> {
    /// Its type.
    pub tensor: &'a TensorSig,
    /// Its bytes, row-major.
    pub bytes: &'a mut [u8],
}

/// One call of a host function.
pub struct HostArgs<'a> {
    /// What the program passes besides tensors.
    pub config: &'a [u8],
    /// Operands.
    pub operands: &'a [HostOperand<'a>],
    /// Results.
    pub results: &'a mut [HostResult<'a>],
    /// The pointer of [`crate::ExecOptions::user`].
    pub user: *mut c_void,
    /// Device number.
    pub device: u32,
    /// Replica number.
    pub replica: u32,
    /// Partition number.
    pub partition: u32,
    /// The threads of this execution.
    pub parallel: &'a dyn Parallel,
    /// Draws of random numbers by this execution so far; who draws counts it up.
    pub draws: &'a Cell<u64>,
}

/// Someone who runs tasks.
pub trait Parallel: Sync {
    /// Calls `body(i)` for `i` in `0..tasks` in any order, on any threads; returns when all calls have.
    fn run(&self, tasks: usize, body: &(dyn Fn(usize) + Sync));

    /// How many calls may run at once. Results must not depend on it.
    fn threads(&self) -> usize;
}

/// The threads of a device.
pub(crate) struct Threads<'a> {
    pub(crate) device: &'a CpuDevice,
    pub(crate) threads: usize,
}

impl Parallel for Threads<'_> {
    fn run(&self, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
        if tasks == 1 || self.threads == 1 {
            return (0..tasks).for_each(body);
        }
        self.device.pool().run_on(self.threads, tasks as i64, |i| body(i as usize));
    }
    fn threads(&self) -> usize {
        self.threads
    }
}

/// A function that programs may call by name. It runs on the thread that executes the program; an error or a panic ends
/// the execution with [`RtError::HostFn`].
pub type HostFn = Arc<dyn Fn(HostArgs<'_>) -> Result<(), String> + Send + Sync>;

/// Makes the function of one call, when a program is loaded.
type Binder = Arc<dyn Fn(&HostCall) -> Result<HostFn, String> + Send + Sync>;

/// Host functions by name. The routines of `hloom_linalg` need not be added; they are there with the feature `linalg`.
#[derive(Clone, Default)]
pub struct HostFns(BTreeMap<String, Binder>);

impl HostFns {
    /// Adds a function; an older one of that name is replaced for programs loaded later.
    pub fn register(
        &mut self,
        name: impl Into<String>,
        function: impl Fn(HostArgs<'_>) -> Result<(), String> + Send + Sync + 'static,
    ) {
        let function: HostFn = Arc::new(function);
        self.bind(name, move |_| Ok(function.clone()));
    }

    /// Adds a function that is made for each call of a program when the program is loaded, from what the call says.
    /// An error of `binder` is one of loading.
    pub fn bind(
        &mut self,
        name: impl Into<String>,
        binder: impl Fn(&HostCall) -> Result<HostFn, String> + Send + Sync + 'static,
    ) {
        self.0.insert(name.into(), Arc::new(binder));
    }

    pub(crate) fn resolve(&self, calls: &[HostCall]) -> Result<Vec<Callee>, RtError> {
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        for call in calls {
            if let Some(bind) = self.0.get(&call.name) {
                let function = bind(call).map_err(|message| RtError::HostFn { name: call.name.clone(), message })?;
                found.push(Callee::Function { function, writes_all: false });
            } else if let Some(collective) = collective::Callee::of(call) {
                found.push(Callee::Collective(collective?));
            } else if let Some(function) = routine(call) {
                found.push(Callee::Function { function, writes_all: true });
            } else {
                unknown.push(call.name.clone());
            }
        }
        unknown.sort();
        unknown.dedup();
        let (left_out, unknown): (Vec<String>, Vec<String>) = unknown.into_iter().partition(|n| is_left_out(n));
        match (left_out.is_empty(), unknown.is_empty()) {
            (true, true) => Ok(found),
            (true, false) => Err(RtError::UnknownHostFns(unknown)),
            (false, _) => Err(RtError::RoutinesLeftOut(left_out)),
        }
    }
}

#[cfg(not(feature = "linalg"))]
fn routine(_: &HostCall) -> Option<HostFn> {
    None
}

/// True for the name of a routine that another build of this crate has.
fn is_left_out(name: &str) -> bool {
    cfg!(not(feature = "linalg")) && name.starts_with("hloom.")
}

/// What a program calls.
pub(crate) enum Callee {
    /// A host function.
    Function {
        function: HostFn,
        /// It writes its results without reading them, so they need not be zero.
        writes_all: bool,
    },
    /// An exchange between processes.
    Collective(collective::Callee),
}

/// Calls a host function with the pointers that generated code passed.
///
/// # Safety
/// `bufs` must point to the operands, then the results of `call`, none of which overlaps a result.
pub(crate) unsafe fn invoke(
    function: &HostFn,
    writes_all: bool,
    call: &HostCall,
    bufs: *const *mut u8,
    ctx: &hloom_exe::abi::Ctx,
    parallel: &dyn Parallel,
    draws: &Cell<u64>,
) -> Result<(), String> {
    let size = |t: &TensorSig| t.bytes().unwrap_or(0) as usize;
    let operand = |i: usize, tensor: &TensorSig| {
        // SAFETY: the caller's promise; pointers of empty tensors are not null either.
        unsafe { std::slice::from_raw_parts(*bufs.add(i), size(tensor)) }
    };
    let operands: Vec<HostOperand<'_>> =
        call.operands.iter().enumerate().map(|(i, tensor)| HostOperand { tensor, bytes: operand(i, tensor) }).collect();
    let mut results: Vec<HostResult<'_>> = call
        .results
        .iter()
        .enumerate()
        .map(|(i, tensor)| {
            // SAFETY: the caller's promise. Every byte has a value, if an old one: the memory was mapped by the kernel, and
            // what compiled code left there is nothing that this language could call uninitialised.
            let bytes = unsafe {
                let start = *bufs.add(call.operands.len() + i);
                if !writes_all {
                    start.write_bytes(0, size(tensor));
                }
                std::slice::from_raw_parts_mut(start, size(tensor))
            };
            HostResult { tensor, bytes }
        })
        .collect();
    let args = HostArgs {
        config: &call.config,
        operands: &operands,
        results: &mut results,
        user: ctx.user,
        device: ctx.device,
        replica: ctx.replica,
        partition: ctx.partition,
        parallel,
        draws,
    };
    // A panic must not unwind through generated code.
    std::panic::catch_unwind(AssertUnwindSafe(|| function(args))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(format!("panicked: {}", text.unwrap_or_else(|| "(no message)".into())))
    })
}
