//! From a kernel of the plan to its code: schedule, loop IR, and what is known of both.

use crate::planned::{KernelInfo, Options};
use crate::program::{PlanKernel, Work};
use hloom_ir::{Diagnostics, Severity};
use hloom_tile::Target;
use hloom_tile::kernel::Kernel;
use hloom_tile::loop_ir::Func;
use hloom_tile::sched::{Class, Cost, Cut};

/// A kernel with its code.
pub(crate) struct Made {
    pub(crate) info: KernelInfo,
    pub(crate) func: Func,
    pub(crate) cost: Cost,
    pub(crate) is_product: bool,
    /// Something in it is summed up.
    pub(crate) is_sum: bool,
    /// A call begins with what the one before it read last, which a core's nearest cache still holds.
    pub(crate) alternates: bool,
    pub(crate) scratch_bytes: u64,
}

impl Made {
    /// The same for one thread, which runs all tasks that it is given itself.
    pub(crate) fn run_directly(self) -> Made {
        Made { info: KernelInfo { direct: true, ..self.info }, ..self }
    }
}

/// Schedules and lowers a kernel.
pub(crate) fn make(k: &PlanKernel, target: &Target, options: &Options) -> Result<Made, Diagnostics> {
    let symbol = crate::dedup::symbol(&k.work, &k.ops, target);
    let (mut meets, mut cuts, mut alternates) = (None, Vec::new(), false);
    let (func, tasks, scratch_bytes, cost, class_of, unbounded, class) = match &k.work {
        Work::Nest(kernel) => {
            let s = hloom_tile::sched::schedule(kernel, target);
            // (Always: a percent of the time to compile, against results that are wrong in silence.)
            hloom_tile::legal::check(&s.kernel, &s.nest).map_err(|e| {
                let message = format!("kernel of {}: {e}", k.ops);
                Diagnostics::one(Severity::Error, "nest", message, k.loc)
            })?;
            let l = hloom_tile::lower(&s.kernel, &s.nest, target, &symbol).map_err(|e| {
                let message = format!("kernel of {}: {e}", k.ops);
                Diagnostics::one(Severity::Unimplemented, "lower", message, k.loc)
            })?;
            alternates = hloom_tile::nest::alternates(&s.nest);
            cuts = hloom_tile::sched::cuts(&s.kernel, &s.nest);
            meets = kernel.own.filter(|_| l.meets).map(|b| b.0);
            if meets.is_some() && !writes_as_it_reads(kernel, &cuts, l.tasks) {
                return make(&with_own(k, None), target, options);
            }
            (l.func, l.tasks, l.scratch_bytes, s.cost, Some(s.class), false, format!("{:?}", s.class))
        }
        Work::Template(t) => {
            let mut f = t.func.clone();
            f.name = symbol.clone();
            let cost = Cost { compute_ns: t.cost_ns, moving_ns: 0.0 };
            (f, t.tasks, t.scratch_bytes, cost, None, t.unbounded, t.name.clone())
        }
    };
    let cost_ns = cost.ns();
    let info = KernelInfo {
        symbol,
        home: None,
        ops: k.ops.clone(),
        loc: k.loc,
        flops: k.flops,
        bytes: k.bytes,
        tasks,
        cost_ns,
        direct: is_direct(tasks, cost_ns, options.direct_ns),
        marked: unbounded || cost_ns >= options.marked_ns,
        class,
        meets,
        cuts,
    };
    let is_product = class_of == Some(Class::Contraction);
    let is_sum = !matches!(class_of, Some(Class::Elementwise | Class::Plain));
    Ok(Made { info, func, cost, is_product, is_sum, alternates, scratch_bytes })
}

/// True if a task writes the elements of its out that it begins with when it reads them as [`hloom_tile::kernel::Kernel::own`].
fn writes_as_it_reads(k: &Kernel, cuts: &[Option<Cut>], tasks: i64) -> bool {
    let (Some(own), [out]) = (k.own, &k.outs[..]) else { return false };
    let bytes = k.bufs[own.0 as usize].bytes();
    cuts[out.buf.0 as usize] == Some(Cut { step: bytes / tasks, period: bytes })
}

/// The kernel with [`hloom_tile::kernel::Kernel::own`].
pub(crate) fn with_own(k: &PlanKernel, own: Option<u32>) -> PlanKernel {
    let mut k = k.clone();
    if let Work::Nest(kernel) = &mut k.work {
        kernel.own = own.map(hloom_tile::kernel::BufId);
    }
    k
}

/// True if one thread is to run a kernel of so many tasks that takes so long.
pub(crate) fn is_direct(tasks: i64, ns: f64, least_ns: f64) -> bool {
    tasks <= 1 || ns < least_ns
}
