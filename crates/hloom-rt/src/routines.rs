//! The routines of `hloom_linalg` as host functions that every program finds, under the names that they are known by.

use crate::{CpuDevice, HostArgs};
use hloom_exe::HostCall;
use hloom_linalg::{Operand, Output, Parallel, Routine};
use std::sync::Arc;

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
}

/// The function of a call, if it is one of a routine.
pub(crate) fn find(call: &HostCall) -> Option<crate::HostFn> {
    let routine = Routine::from_config(&call.name, &call.config)?;
    Some(Arc::new(move |args: HostArgs<'_>| {
        let operands: Vec<Operand<'_>> = args
            .operands
            .iter()
            .map(|o| Operand { dtype: o.tensor.dtype, dims: &o.tensor.dims, bytes: o.bytes })
            .collect();
        let mut results: Vec<Output<'_>> = args
            .results
            .iter_mut()
            .map(|r| Output { dtype: r.tensor.dtype, dims: &r.tensor.dims, bytes: r.bytes })
            .collect();
        routine.run(&operands, &mut results, args.parallel, args.draws)
    }))
}
