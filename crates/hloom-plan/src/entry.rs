//! The native entry: a command program as loop IR.
//!
//! `entry(ctx, args, results, arena, constants) -> status` walks the commands. A kernel gets its buffer addresses in an
//! array of the entry's frame; small kernels are called for all their tasks, others go through the runtime's
//! `parallel_for`. Long lists of commands become functions of their own, so that no function is huge.

use crate::planned::{KernelInfo, Options};
use crate::program::{BufferId, Command, Place, Plan};
use hloom_exe::abi::{self, offset};
use hloom_tile::FuncBuilder;
use hloom_tile::loop_ir::{CastOp, CmpOp, Elem, Expr, Func, ParamAttrs, Program, Stmt, Ty, Val};

/// Commands in one function.
const LIMIT: usize = 200;

/// Names of kernels as functions: parameters.
pub(crate) fn kernel_params() -> Vec<Ty> {
    vec![Ty::PTR, Ty::I64, Ty::I64, Ty::PTR]
}

pub(crate) struct Entry<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) kernels: &'a [KernelInfo],
    /// No kernel is called but through the runtime.
    observed: bool,
    funcs: Vec<Func>,
}

/// The parameters of the entry and of its parts.
struct Frame {
    ctx: Val,
    args: Val,
    results: Val,
    arena: Val,
    constants: Val,
    /// Room for the addresses of a kernel's buffers.
    bufs: Val,
}

/// The entry called `name` and its parts, as a program that declares the kernels.
pub(crate) fn write(plan: &Plan, kernels: &[KernelInfo], options: &Options) -> Program {
    let mut e = Entry { plan, kernels, observed: options.observed, funcs: Vec::new() };
    e.function(&options.entry, &plan.commands, true);
    let mut externs: Vec<(String, Vec<Ty>, Option<Ty>)> =
        kernels.iter().map(|k| (k.symbol.clone(), kernel_params(), None)).collect();
    externs.sort_by(|a, b| a.0.cmp(&b.0));
    externs.dedup();
    Program { funcs: e.funcs, externs }
}

impl Entry<'_> {
    fn function(&mut self, name: &str, commands: &[Command], main: bool) {
        let read = ParamAttrs { noalias: false, readonly: true };
        let plain = ParamAttrs::default();
        let params = [(Ty::PTR, read), (Ty::PTR, read), (Ty::PTR, read), (Ty::PTR, plain), (Ty::PTR, read)];
        let mut b = FuncBuilder::new(name, &params, Some(Ty::I64));
        let bufs = b.fresh_here(Ty::PTR);
        b.push(Stmt::Alloca(bufs, 8 * max_args(commands).max(1) as u32, 8));
        let f = Frame {
            ctx: b.param(0),
            args: b.param(1),
            results: b.param(2),
            arena: b.param(3),
            constants: b.param(4),
            bufs,
        };
        self.block(&mut b, &f, commands, name);
        let ok = b.i64(abi::STATUS_OK);
        b.push(Stmt::Return(Some(ok)));
        self.funcs.push(b.finish(main, false));
    }

    fn block(&mut self, b: &mut FuncBuilder, f: &Frame, commands: &[Command], name: &str) {
        if commands.len() <= LIMIT {
            commands.iter().for_each(|c| self.command(b, f, c, name));
            return;
        }
        for part in commands.chunks(LIMIT) {
            let part_name = format!("{name}_{}", self.funcs.len());
            self.function(&part_name, part, false);
            let args = vec![f.ctx, f.args, f.results, f.arena, f.constants];
            let status = b.fresh_here(Ty::I64);
            b.push(Stmt::Call { func: part_name.into(), args, result: Some(status) });
            leave_unless_ok(b, status);
        }
    }

    /// Writes the addresses of buffers where a kernel or host function expects them.
    fn buffers(&self, b: &mut FuncBuilder, f: &Frame, args: &[BufferId]) {
        for (i, &a) in args.iter().enumerate() {
            let p = self.address(b, f, a);
            let at = b.i64(8 * i as i64);
            let slot = b.ptr_add(f.bufs, at);
            b.store(slot, p, 8);
        }
    }

    fn address(&self, b: &mut FuncBuilder, f: &Frame, id: BufferId) -> Val {
        let (table, i) = match self.plan.buffers[id.0 as usize].place {
            Place::Arg(i) => (f.args, i),
            Place::Result(i) => (f.results, i),
            Place::Const(i) => (f.constants, i),
            Place::Arena(o) => {
                let o = b.i64(o as i64);
                return b.ptr_add(f.arena, o);
            }
            // Empty values have no place; nothing reads or writes them.
            Place::Unplaced => return f.arena,
        };
        field(b, table, 8 * i as usize)
    }

    fn command(&mut self, b: &mut FuncBuilder, f: &Frame, c: &Command, name: &str) {
        match c {
            Command::Kernel { kernel, args, .. } => {
                self.buffers(b, f, args);
                let k = &self.kernels[*kernel as usize];
                let tasks = b.i64(k.tasks);
                if k.direct && !self.observed {
                    let (zero, scratch) = (b.i64(0), field(b, f.ctx, offset::SCRATCH));
                    let args = vec![f.bufs, zero, tasks, scratch];
                    b.push(Stmt::Call { func: k.symbol.as_str().into(), args, result: None });
                } else {
                    let run = field(b, f.ctx, offset::PARALLEL_FOR);
                    let func = b.expr(Ty::PTR, Expr::FuncAddr(k.symbol.as_str().into()));
                    b.push(Stmt::CallPtr { ptr: run, args: vec![f.ctx, func, f.bufs, tasks], result: None });
                }
            }
            Command::Host { call, args, .. } => {
                self.buffers(b, f, args);
                let (host, index) = (field(b, f.ctx, offset::HOST_CALL), b.i64(i64::from(*call)));
                let status = b.fresh_here(Ty::I64);
                b.push(Stmt::CallPtr { ptr: host, args: vec![f.ctx, index, f.bufs], result: Some(status) });
                leave_unless_ok(b, status);
            }
            Command::Copy { dst, src } => {
                let (d, s) = (self.address(b, f, *dst), self.address(b, f, *src));
                self.copy(b, f, d, s, self.plan.buffers[dst.0 as usize].bytes);
            }
            Command::While { cond, pred, body, .. } => {
                // Both closures need the planner: the condition is written first, as the builder asks.
                let this = std::cell::RefCell::new(self);
                b.while_loop(
                    &[],
                    |b, _| {
                        let mut e = this.borrow_mut();
                        e.block(b, f, cond, name);
                        let p = e.address(b, f, *pred);
                        b.load(Ty::I1, p, 1)
                    },
                    |b, _| {
                        this.borrow_mut().block(b, f, body, name);
                        vec![]
                    },
                );
            }
            Command::Case { index, boolean, branches, .. } => {
                let p = self.address(b, f, *index);
                if *boolean {
                    let c = b.load(Ty::I1, p, 1);
                    let this = std::cell::RefCell::new(self);
                    let branch = |b: &mut FuncBuilder, i: usize| -> Vec<Val> {
                        this.borrow_mut().block(b, f, &branches[i], name);
                        vec![]
                    };
                    b.if_else(c, |b| branch(b, 0), |b| branch(b, 1));
                } else {
                    let i = b.load(Ty::scalar(Elem::I32), p, 4);
                    let i = b.cast(CastOp::SExt, i, Elem::I64);
                    self.cases(b, f, i, branches, 0, name);
                }
            }
        }
    }

    /// Branch `n` if the index is `n`, else the branches after it; the last takes the rest.
    fn cases(&mut self, b: &mut FuncBuilder, f: &Frame, i: Val, branches: &[Vec<Command>], n: usize, name: &str) {
        if n + 1 >= branches.len() {
            self.block(b, f, &branches[n], name);
            return;
        }
        let at = b.i64(n as i64);
        let here = b.cmp(CmpOp::Eq, i, at);
        let this = std::cell::RefCell::new(self);
        b.if_else(
            here,
            |b| {
                this.borrow_mut().block(b, f, &branches[n], name);
                vec![]
            },
            |b| {
                this.borrow_mut().cases(b, f, i, branches, n + 1, name);
                vec![]
            },
        );
    }

    fn copy(&self, b: &mut FuncBuilder, f: &Frame, dst: Val, src: Val, bytes: u64) {
        if bytes <= 16 {
            let mut at = 0;
            while at < bytes {
                let elem = [Elem::I64, Elem::I32, Elem::I16, Elem::I8]
                    .into_iter()
                    .find(|e| u64::from(e.bytes()) <= bytes - at)
                    .unwrap_or(Elem::I8);
                let o = b.i64(at as i64);
                let (s, d) = (b.ptr_add(src, o), b.ptr_add(dst, o));
                let x = b.load(Ty::scalar(elem), s, 1);
                b.store(d, x, 1);
                at += u64::from(elem.bytes());
            }
            return;
        }
        let n = b.i64(bytes as i64);
        let memcpy = field(b, f.ctx, offset::MEMCPY);
        b.push(Stmt::CallPtr { ptr: memcpy, args: vec![dst, src, n], result: None });
    }
}

/// Leaves the function with a status that is not [`abi::STATUS_OK`].
fn leave_unless_ok(b: &mut FuncBuilder, status: Val) {
    let ok = b.i64(abi::STATUS_OK);
    let failed = b.cmp(CmpOp::Ne, status, ok);
    b.if_else(
        failed,
        |b| {
            b.push(Stmt::Return(Some(status)));
            vec![]
        },
        |_| vec![],
    );
}

/// A pointer field of a structure that does not change while the entry runs.
fn field(b: &mut FuncBuilder, base: Val, at: usize) -> Val {
    let o = b.i64(at as i64);
    let p = b.ptr_add(base, o);
    b.expr(Ty::PTR, Expr::Load { ptr: p, align: 8, mask: None, other: None, invariant: true })
}

fn max_args(commands: &[Command]) -> usize {
    let nested = |c: &[Command]| if c.len() > LIMIT { 0 } else { max_args(c) };
    if commands.len() > LIMIT {
        return 0;
    }
    commands
        .iter()
        .map(|c| match c {
            Command::Kernel { args, .. } | Command::Host { args, .. } => args.len(),
            Command::While { cond, body, .. } => nested(cond).max(nested(body)),
            Command::Case { branches, .. } => branches.iter().map(|b| nested(b)).max().unwrap_or(0),
            Command::Copy { .. } => 0,
        })
        .max()
        .unwrap_or(0)
}
