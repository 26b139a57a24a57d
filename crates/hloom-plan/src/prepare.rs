//! What kernels and loops become before they have memory: long reductions are cut, products prepared, matrices laid out before loops.
//!
//! All commands are known then, and with them how buffers lie.

use crate::layout::Form;
use crate::program::{BufferId, Command, PlanKernel, Work};
use crate::region::Planner;
use hloom_ir::TensorType;
use hloom_tile::kernel::Kernel;
use rustc_hash::FxHashMap;

/// A kernel command without its kernel: buffers, whether its outs are written wholly, names of its ops, and its step.
struct Call {
    args: Vec<BufferId>,
    full: bool,
    ops: String,
    step: u32,
}

impl Planner<'_> {
    /// The commands of the function with their kernels prepared.
    pub(crate) fn prepared(&mut self, commands: Vec<Command>) -> Vec<Command> {
        let kernels = std::mem::take(&mut self.kernels);
        self.prepare(commands, &kernels)
    }

    fn prepare(&mut self, commands: Vec<Command>, kernels: &[PlanKernel]) -> Vec<Command> {
        let mut out = Vec::new();
        for c in commands {
            match c {
                Command::Kernel { kernel, args, writes, step } => {
                    let k = &kernels[kernel as usize];
                    match &k.work {
                        Work::Nest(nest) => {
                            let full = writes.iter().all(|w| w.1);
                            self.cut(&Call { args, full, ops: k.ops.clone(), step }, (**nest).clone(), &mut out);
                        }
                        Work::Template(_) => {
                            self.kernels.push(k.clone());
                            let kernel = (self.kernels.len() - 1) as u32;
                            out.push(Command::Kernel { kernel, args, writes, step });
                        }
                    }
                }
                Command::While { cond, pred, body, rotations, trips, shared, loc } => {
                    let cond = self.prepare(cond, kernels);
                    let mut body = self.prepare(body, kernels);
                    // The copies of what is carried count as writes: a matrix that changes from step to step is not laid out before the loop.
                    self.lay_out(&mut body, trips, &mut out);
                    out.push(Command::While { cond, pred, body, rotations, trips, shared, loc });
                }
                Command::Case { index, boolean, branches, loc } => {
                    let branches = branches.into_iter().map(|b| self.prepare(b, kernels)).collect();
                    out.push(Command::Case { index, boolean, branches, loc });
                }
                Command::Host { .. } | Command::Copy { .. } => out.push(c),
            }
        }
        out
    }

    /// A long reduction with few results runs as chunks that a second kernel combines.
    fn cut(&mut self, call: &Call, k: Kernel, out: &mut Vec<Command>) {
        let Call { args, full, ops, step } = call;
        let Some(p) = hloom_tile::sched::partial(&k, self.target) else {
            self.whole(call, k, out);
            return;
        };
        let parts: Vec<BufferId> = p
            .parts
            .iter()
            .map(|&(t, n)| self.temp(&TensorType::new(t, &[n]), format!("parts{}", self.buffers.len())))
            .collect();
        let first: Vec<BufferId> =
            p.first_bufs.iter().map(|b| args[b.0 as usize]).chain(parts.iter().copied()).collect();
        self.emit_nest(p.first, first, true, format!("{ops} (chunks)"), *step, out);
        let second = args.iter().copied().chain(parts).collect();
        self.emit_nest(p.second, second, *full, format!("{ops} (combined)"), *step, out);
    }

    /// A kernel that is not cut: as it is, or with its product prepared.
    fn whole(&mut self, call: &Call, k: Kernel, out: &mut Vec<Command>) {
        let Call { args, full, ops, step } = call;
        let mut args = args.clone();
        let Some(prepared) = hloom_tile::sched::prepared(&k, self.target) else {
            self.emit_nest(k, args, *full, ops.clone(), *step, out);
            return;
        };
        if let Some(first) = prepared.first {
            let name = format!("first{}", self.buffers.len());
            let result = self.temp(&TensorType::new(first.dtype, &[first.count]), name);
            let first_args = first.bufs.iter().map(|b| args[b.0 as usize]).chain([result]).collect();
            self.emit_nest(first.kernel, first_args, true, format!("{ops} (before it)"), *step, out);
            args.push(result);
        }
        self.emit_nest(prepared.kernel, args, *full, ops.clone(), *step, out);
    }

    /// Lays matrices out before a loop whose body has these commands, and lets its products read them so.
    fn lay_out(&mut self, body: &mut [Command], trips: Option<u64>, out: &mut Vec<Command>) {
        let mut made: FxHashMap<(BufferId, Form), BufferId> = FxHashMap::default();
        for x in crate::layout::laid_out(body, &self.kernels, trips) {
            let Command::Kernel { kernel, args, step, .. } = &mut body[x.command] else { continue };
            let old = &self.kernels[*kernel as usize];
            let (ops, loc, flops, bytes) = (old.ops.clone(), old.loc, old.flops, old.bytes);
            let arg = &mut args[x.param.0 as usize];
            let to = match made.get(&(*arg, x.form)) {
                Some(to) => *to,
                None => {
                    let to = self.temp(&x.ty(), format!("packed{}", self.buffers.len()));
                    self.emit_nest(x.copy(), vec![*arg, to], true, format!("{} for {ops}", x.form.name()), *step, out);
                    made.insert((*arg, x.form), to);
                    to
                }
            };
            *arg = to;
            *kernel = self.kernels.len() as u32;
            self.kernels.push(PlanKernel { flops, bytes, ops, loc, work: Work::Nest(Box::new(x.kernel)) });
        }
    }
}
