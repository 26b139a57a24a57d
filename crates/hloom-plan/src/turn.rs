//! Buffers with another dimension innermost: kernels that see them so, and kernels that turn what others touch.

use crate::channels::{Use, Wanted, to_turn};
use crate::layout::copy;
use crate::program::{BufferId, Command, Work};
use crate::region::Planner;
use hloom_ir::TensorType;
use hloom_tile::kernel::{BufId, Kernel, Role};
use rustc_hash::FxHashMap;

/// The commands with kernels that see buffers as they are `wanted`.
pub(crate) fn turned(p: &mut Planner<'_>, commands: Vec<Command>, uses: &[Use], wanted: &Wanted) -> Vec<Command> {
    let mut t = Turner { p, uses, wanted, copies: FxHashMap::default(), writers: FxHashMap::default() };
    t.scope(commands)
}

struct Turner<'t, 'p> {
    p: &'t mut Planner<'p>,
    uses: &'t [Use],
    wanted: &'t Wanted,
    /// What is never written, by the dimension that lies innermost in a copy that was made before.
    copies: FxHashMap<(BufferId, usize), BufferId>,
    /// The steps that wrote buffers last.
    writers: FxHashMap<BufferId, u32>,
}

impl Turner<'_, '_> {
    /// Commands that may not run, or once: what is never written is turned before them.
    fn scope(&mut self, commands: Vec<Command>) -> Vec<Command> {
        let outside = self.copies.clone();
        let (mut first, mut out) = (Vec::new(), Vec::new());
        self.commands(commands, &mut first, &mut out);
        self.copies = outside;
        first.extend(out);
        first
    }

    fn commands(&mut self, commands: Vec<Command>, first: &mut Vec<Command>, out: &mut Vec<Command>) {
        for c in commands {
            match c {
                Command::Kernel { kernel, args, writes, step } => {
                    self.writers.extend(writes.iter().map(|w| (args[w.0 as usize], step)));
                    let Work::Nest(k) = &self.p.kernels[kernel as usize].work else {
                        out.push(Command::Kernel { kernel, args, writes, step });
                        continue;
                    };
                    let mut k = k.clone();
                    let mut after = Vec::new();
                    let args =
                        self.kernel(&mut k, args, (kernel, writes.iter().all(|w| w.1), step), [first, out, &mut after]);
                    self.p.kernels[kernel as usize].work = Work::Nest(k);
                    out.push(Command::Kernel { kernel, args, writes, step });
                    out.append(&mut after);
                }
                Command::Copy { dst, src } => match self.wanted.get(&src) {
                    Some(d) => {
                        let ty = &self.p.buffers[src.0 as usize].ty;
                        let back = copy("turned", ty, Some(strides(&ty.dims, *d)), None);
                        let step = self.writers.get(&src).copied().unwrap_or_default();
                        self.p.emit_nest(back, vec![src, dst], true, "channels turned back".into(), step, out);
                    }
                    None => out.push(Command::Copy { dst, src }),
                },
                Command::While { cond, pred, body, rotations, trips, shared, loc } => {
                    let (mut inner_cond, mut inner_body) = (Vec::new(), Vec::new());
                    self.commands(cond, first, &mut inner_cond);
                    self.commands(body, first, &mut inner_body);
                    let (cond, body) = (inner_cond, inner_body);
                    out.push(Command::While { cond, pred, body, rotations, trips, shared, loc });
                }
                Command::Case { index, boolean, branches, loc } => {
                    let branches = branches.into_iter().map(|b| self.scope(b)).collect();
                    out.push(Command::Case { index, boolean, branches, loc });
                }
                Command::Host { .. } => out.push(c),
            }
        }
    }

    /// Has a kernel see its buffers as they lie; its buffers then. What it reads and nothing ever writes is turned `first`, other
    /// operands before it, results after it.
    fn kernel(
        &mut self,
        k: &mut Kernel,
        mut args: Vec<BufferId>,
        (number, whole, step): (u32, bool, u32),
        [first, before, after]: [&mut Vec<Command>; 3],
    ) -> Vec<BufferId> {
        let wanted = |(i, b): (usize, &BufferId)| Some((BufId(i as u32), *self.wanted.get(b)?));
        let mut lie: Vec<(BufId, usize)> = args.iter().enumerate().filter_map(wanted).collect();
        for (buf, d) in to_turn(k) {
            let (b, data) = (args[buf.0 as usize], &k.bufs[buf.0 as usize]);
            let is_out = data.role != Role::In;
            if lie.iter().any(|l| l.0 == buf) || is_out && !whole {
                continue;
            }
            let once = !is_out && !self.uses[b.0 as usize].written;
            let to = match self.copies.get(&(b, d)) {
                Some(to) if once => *to,
                _ => {
                    let ty = TensorType::new(data.dtype, &data.dims);
                    let to = self.p.temp(&ty, format!("turned{}", self.p.buffers.len()));
                    let turned = Some(strides(&ty.dims, d));
                    let (turn, args) = match is_out {
                        true => (copy("turned", &ty, turned, None), vec![to, b]),
                        false => (copy("turned", &ty, None, turned), vec![b, to]),
                    };
                    let place = if is_out {
                        &mut *after
                    } else if once {
                        &mut *first
                    } else {
                        &mut *before
                    };
                    let name = format!("channels turned for {}", self.p.kernels[number as usize].ops);
                    self.p.emit_nest(turn, args, true, name, step, place);
                    if once {
                        self.copies.insert((b, d), to);
                    }
                    to
                }
            };
            args[buf.0 as usize] = to;
            lie.push((buf, d));
        }
        for (buf, d) in lie {
            let b = &mut k.bufs[buf.0 as usize];
            b.strides = strides(&b.dims, d);
        }
        args
    }
}

/// Strides with dimension `last` innermost and the others in order.
fn strides(dims: &[i64], last: usize) -> Vec<i64> {
    let mut strides = vec![1; dims.len()];
    let mut step = dims[last];
    for d in (0..dims.len()).rev().filter(|d| *d != last) {
        strides[d] = step;
        step *= dims[d];
    }
    strides
}
