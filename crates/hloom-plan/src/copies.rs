//! Long copies become kernels: threads share them, and profiles show them.

use crate::decision::Origin;
use crate::program::{Buffer, Command, Plan, PlanKernel, Step, Work};
use hloom_ir::{Loc, Value};
use hloom_num::DType;
use hloom_tile::ix::Ix;
use hloom_tile::kernel::{Body, Expr, Kernel, Out, Role};

/// Copies of fewer bytes stay what they are: one thread is done before a second has begun.
const LEAST_BYTES: u64 = 1 << 20;

/// Replaces the long copies among the commands of a placed plan.
pub(crate) fn replace(plan: &mut Plan) {
    let mut commands = std::mem::take(&mut plan.commands);
    replace_in(&mut commands, plan);
    plan.commands = commands;
}

fn replace_in(commands: &mut [Command], plan: &mut Plan) {
    for c in commands {
        match c {
            Command::While { cond, body, .. } => {
                replace_in(cond, plan);
                replace_in(body, plan);
            }
            Command::Case { branches, .. } => branches.iter_mut().for_each(|b| replace_in(b, plan)),
            Command::Kernel { .. } | Command::Host { .. } => {}
            Command::Copy { dst, src } => {
                let (to, from): (&Buffer, &Buffer) = (&plan.buffers[dst.0 as usize], &plan.buffers[src.0 as usize]);
                let bytes = to.bytes;
                if bytes < LEAST_BYTES || to.place == from.place {
                    continue;
                }
                let root = Origin { value: Value(dst.0), op: "copy", loc: Loc::UNKNOWN };
                plan.steps.push(Step { root, ops: Vec::new() });
                plan.kernels.push(PlanKernel {
                    work: Work::Nest(Box::new(kernel(bytes))),
                    ops: "copy".into(),
                    loc: Loc::UNKNOWN,
                    flops: 0,
                    bytes: 2 * bytes,
                });
                *c = Command::Kernel {
                    kernel: (plan.kernels.len() - 1) as u32,
                    args: vec![*src, *dst],
                    writes: vec![(1, true)],
                    step: (plan.steps.len() - 1) as u32,
                };
            }
        }
    }
}

/// The kernel that copies so many bytes.
fn kernel(bytes: u64) -> Kernel {
    let (dtype, n) = if bytes.is_multiple_of(4) { (DType::I32, bytes / 4) } else { (DType::U8, bytes) };
    let mut k = Kernel::default();
    // Arguments are aligned to one element of theirs.
    let from = k.add_buf(dtype, &[n as i64], Role::In, 1);
    let to = k.add_buf(dtype, &[n as i64], Role::Out, 64);
    let i = k.add_axis("i", n as i64);
    let elem = Kernel::compute_elem(dtype);
    let load = Expr::Load { buf: from, index: vec![Ix::axis(i)], when: Default::default(), other: None };
    let x = k.add_expr(elem, load);
    let def = k.add_def("copy", vec![i], vec![elem], Body::Map(vec![x]));
    k.outs.push(Out { buf: to, index: vec![Ix::axis(i)], def, component: 0, when: Default::default() });
    k
}
