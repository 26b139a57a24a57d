//! The routines of `hloom_linalg` as host functions that every program finds, under the names that they are known by.

use crate::{HostArgs, Parallel};
use hloom_exe::HostCall;
use hloom_linalg::{Operand, Output, Routine};
use std::sync::Arc;

/// The threads of an execution, as routines want them.
struct Threads<'a>(&'a dyn Parallel);

impl hloom_linalg::Parallel for Threads<'_> {
    fn run(&self, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
        self.0.run(tasks, body);
    }
    fn threads(&self) -> usize {
        self.0.threads()
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
        routine.run(&operands, &mut results, &Threads(args.parallel), args.draws)
    }))
}
