//! The native entry: a command program as loop IR.
//!
//! `entry(ctx, args, results, arena, constants) -> status` walks the commands. A kernel gets its buffer addresses in an
//! array of the entry's frame; small kernels are called for all their tasks, others go through the runtime's
//! `parallel_for`. Long lists of commands become functions of their own, so that no function is huge; so do loops, with
//! their small kernels inlined ([`crate::whole`]).

mod member;

use crate::planned::{KernelInfo, Options};
use crate::program::{BufferId, Command, Place, Plan};
use crate::team::Team;
use crate::whole::{self, Slot, Whole};
use hloom_exe::abi::{self, offset};
use hloom_tile::FuncBuilder;
use hloom_tile::loop_ir::{BinOp, CastOp, CmpOp, Elem, Expr, Func, ParamAttrs, Program, Stmt, Ty, Val};
use member::{BEHIND, Member, as_last, meet, meeting};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// Commands in one function.
const LIMIT: usize = 200;
/// Copies of more bytes are calls of the runtime.
const MAX_COPY: u64 = 2048;

/// Names of kernels as functions: parameters.
pub(crate) fn kernel_params() -> Vec<Ty> {
    vec![Ty::PTR, Ty::I64, Ty::I64, Ty::PTR]
}

pub(crate) struct Entry<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) kernels: &'a [KernelInfo],
    /// Code of the kernels.
    funcs: &'a [Func],
    /// No kernel is called but through the runtime.
    observed: bool,
    /// Functions of the program that is being written.
    parts: Vec<Func>,
    /// Finished programs of loops.
    loops: Vec<Program>,
    /// Inside a loop that is compiled whole: the functions of the kernels that are inlined there, with the parameters of
    /// the kernel that their first parameters are.
    inlined: Option<FxHashMap<u32, (String, Vec<u32>)>>,
    /// Inside a loop that several threads share: how.
    team: Option<Team>,
    /// By kernel: it is called by its symbol.
    called: Vec<bool>,
    /// By kernel: the function of a loop that it is inlined in.
    homes: Vec<Option<String>>,
}

/// What [`write`] made.
pub(crate) struct Written {
    /// The entry's program first, then those of loops.
    pub(crate) programs: Vec<Program>,
    /// By kernel: it is called by its symbol.
    pub(crate) called: Vec<bool>,
    /// By kernel: the function of a loop that it is inlined in.
    pub(crate) homes: Vec<Option<String>>,
}

/// The parameters of the entry and of its parts.
#[derive(Clone)]
struct Frame {
    ctx: Val,
    args: Val,
    results: Val,
    arena: Val,
    constants: Val,
    /// Room for the addresses of a kernel's buffers.
    bufs: Val,
    /// Room for an [`abi::Member`], where a loop is called that several threads share.
    room: Option<Val>,
    /// The scratch block of the thread.
    scratch: Option<Val>,
    /// In a loop that several threads share.
    member: Option<Member>,
    /// Steps that are left, outside the loop itself.
    steps: Option<Val>,
    /// In a loop that several threads share: 1 in every second step, else 0.
    turn: Option<Val>,
    /// Buffers that are not in their places: in the function's frame, or where a rotation of the loop around has them now.
    slots: FxHashMap<BufferId, Val>,
}

impl Frame {
    /// The frame with some buffers elsewhere.
    fn with(&self, buffers: &[BufferId], at: &[Val]) -> Frame {
        let mut f = Frame { steps: None, ..self.clone() };
        f.slots.extend(buffers.iter().copied().zip(at.iter().copied()));
        f
    }
}

/// The entry with its parts and loops, as programs that declare the kernels.
pub(crate) fn write(plan: &Plan, kernels: &[KernelInfo], funcs: &[Func], options: &Options) -> Written {
    let n = kernels.len();
    let mut e = Entry {
        plan,
        kernels,
        funcs,
        observed: options.observed,
        parts: Vec::new(),
        loops: Vec::new(),
        inlined: None,
        team: None,
        called: vec![false; n],
        homes: vec![None; n],
    };
    e.function(&options.entry, &plan.commands, &[], true);
    let declared = |f: &Func| (f.name.clone(), f.params.iter().map(|p| f.tys[p.0.0 as usize]).collect(), f.ret);
    let mut externs = externs(kernels);
    externs.extend(e.loops.iter().filter_map(|p| p.funcs.last().map(declared)));
    let mut programs = vec![Program { funcs: e.parts, externs }];
    programs.extend(e.loops);
    Written { programs, called: e.called, homes: e.homes }
}

/// Kernels as functions of another program.
fn externs(kernels: &[KernelInfo]) -> Vec<(String, Vec<Ty>, Option<Ty>)> {
    let names: BTreeSet<&str> = kernels.iter().map(|k| k.symbol.as_str()).collect();
    names.into_iter().map(|k| (k.to_owned(), kernel_params(), None)).collect()
}

const READ: ParamAttrs = ParamAttrs { noalias: false, readonly: true };

/// Parameters of the entry, its parts and its loops.
fn entry_params() -> [(Ty, ParamAttrs); 5] {
    [(Ty::PTR, READ), (Ty::PTR, READ), (Ty::PTR, READ), (Ty::PTR, ParamAttrs::default()), (Ty::PTR, READ)]
}

impl Entry<'_> {
    fn function(&mut self, name: &str, commands: &[Command], slots: &[Slot], export: bool) {
        let mut params = entry_params().to_vec();
        params.extend(self.team.is_some().then_some((Ty::PTR, READ)));
        let mut b = FuncBuilder::new(name, &params, Some(Ty::I64));
        let mut alloca = |bytes: u64, align: u32| {
            let at = b.fresh_here(Ty::PTR);
            b.push(Stmt::Alloca(at, bytes as u32, align));
            at
        };
        let behind = if self.any_meets(commands) { BEHIND } else { 0 };
        let bufs = alloca(8 * (max_args(commands).max(1) + behind) as u64, 8);
        let mut shared = false;
        commands.iter().for_each(|c| c.commands(&mut |c| shared |= matches!(c, Command::While { shared: true, .. })));
        let room = (shared && self.team.is_none()).then(|| alloca(size_of::<abi::Member>() as u64, 8));
        let locals: Vec<Val> = slots.iter().map(|s| alloca(s.bytes, 64)).collect();
        let mut f = Frame {
            ctx: b.param(0),
            args: b.param(1),
            results: b.param(2),
            arena: b.param(3),
            constants: b.param(4),
            bufs,
            room,
            scratch: None,
            member: None,
            steps: None,
            turn: None,
            slots: FxHashMap::default(),
        };
        if self.team.is_some() {
            self.member(&mut b, &mut f, commands);
        }
        let homes: Vec<Val> = slots.iter().map(|s| self.address(&mut b, &f, s.buffer)).collect();
        for ((s, &local), &home) in slots.iter().zip(&locals).zip(&homes) {
            if s.copy_in {
                self.copy(&mut b, &f, local, home, s.bytes);
            }
        }
        f.slots = slots.iter().zip(&locals).map(|(s, &v)| (s.buffer, v)).collect();
        self.block(&mut b, &f, commands, name);
        meet(&mut b, &f);
        as_last(&mut b, &f, |b| {
            for ((s, &local), &home) in slots.iter().zip(&locals).zip(&homes) {
                if s.copy_out {
                    self.copy(b, &f, home, local, s.bytes);
                }
            }
        });
        let mut status = b.i64(abi::STATUS_OK);
        if let (Some(_), [Command::While { pred, .. }]) = (&f.steps, commands) {
            let at = self.address(&mut b, &f, *pred);
            let (goes_on, more) = (b.load(Ty::I1, at, 1), b.i64(abi::STATUS_MORE));
            status = b.select(goes_on, more, status);
        }
        b.push(Stmt::Return(Some(status)));
        self.parts.push(b.finish(export, false));
    }

    /// A loop as a function of a program of its own, and the call of it.
    fn whole_loop(&mut self, b: &mut FuncBuilder, f: &Frame, command: &Command, w: Whole, name: &str) {
        let loop_name = format!("{name}_loop{}", self.loops.len());
        let outer = std::mem::take(&mut self.parts);
        let mut inlined = FxHashMap::default();
        for &k in &w.inlined {
            let callee = format!("{loop_name}_{}", self.kernels[k as usize].symbol);
            if let Some((func, order)) = whole::as_inline(&self.funcs[k as usize], &callee) {
                self.parts.push(func);
                self.homes[k as usize].get_or_insert_with(|| loop_name.clone());
                inlined.insert(k, (callee, order));
            }
        }
        (self.inlined, self.team) = (Some(inlined), w.team);
        self.function(&loop_name, std::slice::from_ref(command), &w.slots, true);
        self.inlined = None;
        let team = self.team.take();
        let funcs = std::mem::replace(&mut self.parts, outer);
        self.loops.push(Program { funcs, externs: externs(self.kernels) });
        let inner = w.inlined.first().copied().unwrap_or_default();
        mark(b, f, abi::MARK_LOOP, inner);
        match &team {
            Some(team) => self.share(b, f, &loop_name, team),
            None => self.part(b, f, loop_name),
        }
        mark(b, f, abi::MARK_END, inner);
    }

    /// Calls a function with the entry's parameters, and leaves with its status unless that is good.
    fn part(&mut self, b: &mut FuncBuilder, f: &Frame, name: String) {
        let args = vec![f.ctx, f.args, f.results, f.arena, f.constants];
        let status = b.fresh_here(Ty::I64);
        b.push(Stmt::Call { func: name.into(), args, result: Some(status) });
        leave_unless_ok(b, status);
    }

    fn block(&mut self, b: &mut FuncBuilder, f: &Frame, commands: &[Command], name: &str) {
        if commands.len() <= LIMIT {
            commands.iter().for_each(|c| self.command(b, f, c, name));
            return;
        }
        for part in commands.chunks(LIMIT) {
            let part_name = format!("{name}_{}", self.parts.len());
            self.function(&part_name, part, &[], false);
            self.part(b, f, part_name);
        }
    }

    /// Writes the addresses of buffers where a kernel or host function expects them.
    fn buffers(&self, b: &mut FuncBuilder, f: &Frame, args: &[BufferId]) {
        for (i, &a) in args.iter().enumerate() {
            let p = self.address(b, f, a);
            put_address(b, f, i, p);
        }
    }

    fn address(&self, b: &mut FuncBuilder, f: &Frame, id: BufferId) -> Val {
        if let Some(&slot) = f.slots.get(&id) {
            return slot;
        }
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

    /// Calls a kernel for these of its tasks.
    fn call(&mut self, b: &mut FuncBuilder, f: &Frame, kernel: u32, args: &[BufferId], tasks: (Val, Val)) {
        let k = &self.kernels[kernel as usize];
        let scratch = |b: &mut FuncBuilder| f.scratch.unwrap_or_else(|| field(b, f.ctx, offset::SCRATCH));
        if let Some((callee, order)) = self.inlined.as_ref().and_then(|i| i.get(&kernel)) {
            let behind = |i: u32| i as usize >= args.len();
            let meeting = order.iter().any(|i| behind(*i)).then(|| meeting(b, f));
            let address = |b: &mut FuncBuilder, i: u32| match meeting {
                Some(meeting) if behind(i) => meeting[i as usize - args.len()],
                _ => self.address(b, f, args[i as usize]),
            };
            let mut values: Vec<Val> = order.iter().map(|&i| address(b, i)).collect();
            values.extend([tasks.0, tasks.1, scratch(b)]);
            b.push(Stmt::Call { func: callee.as_str().into(), args: values, result: None });
            return;
        }
        self.called[kernel as usize] = true;
        self.buffers(b, f, args);
        if k.meets.is_some() {
            let behind = (args.len()..).zip(meeting(b, f));
            behind.for_each(|(i, x)| put_address(b, f, i, x));
        }
        let args = vec![f.bufs, tasks.0, tasks.1, scratch(b)];
        // What several threads do at once is not told to the runtime.
        let marked = k.marked && f.member.is_none();
        if marked {
            mark(b, f, abi::MARK_KERNEL, kernel);
        }
        b.push(Stmt::Call { func: k.symbol.as_str().into(), args, result: None });
        if marked {
            mark(b, f, abi::MARK_END, kernel);
        }
    }

    fn copy_buffer(&self, b: &mut FuncBuilder, f: &Frame, dst: BufferId, src: BufferId) {
        let (d, s) = (self.address(b, f, dst), self.address(b, f, src));
        self.copy(b, f, d, s, self.plan.buffers[dst.0 as usize].bytes);
    }

    fn command(&mut self, b: &mut FuncBuilder, f: &Frame, c: &Command, name: &str) {
        let meets = self.team.as_ref().is_some_and(|t| t.meets(c));
        if meets && !matches!(c, Command::While { .. }) {
            meet(b, f);
        }
        if let (Some(member), Some(team), Command::Kernel { .. } | Command::Copy { .. }) = (&f.member, &self.team, c) {
            let part = team.part(c, &|k| &self.kernels[k as usize]);
            self.share_of(b, f, member, c, part);
            return;
        }
        match c {
            Command::Kernel { kernel, args, .. } => {
                let k = &self.kernels[*kernel as usize];
                let tasks = b.i64(k.tasks);
                let inlined = self.inlined.as_ref().is_some_and(|i| i.contains_key(kernel));
                if inlined || k.direct && !self.observed {
                    let zero = b.i64(0);
                    self.call(b, f, *kernel, args, (zero, tasks));
                } else {
                    self.called[*kernel as usize] = true;
                    self.buffers(b, f, args);
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
            Command::Copy { dst, src } => self.copy_buffer(b, f, *dst, *src),
            Command::While { cond, pred, body, rotations, .. } => {
                if self.inlined.is_none()
                    && !self.observed
                    && let Some(w) = whole::whole(self.plan, self.kernels, self.funcs, c)
                {
                    self.whole_loop(b, f, c, w, name);
                    return;
                }
                let moving: Vec<BufferId> = rotations.iter().flatten().copied().collect();
                let homes: Vec<Val> = moving.iter().map(|&x| self.address(b, f, x)).collect();
                let ranges = rotations.iter().scan(0, |end, r| {
                    *end += r.len();
                    Some(*end - r.len()..*end)
                });
                let ranges: Vec<Range<usize>> = ranges.collect();
                // Both closures need the planner: the condition is written first, as the builder asks.
                let this = std::cell::RefCell::new(&mut *self);
                let start: Vec<Val> = homes.iter().copied().chain(f.steps).collect();
                let (zero, less) = (b.i64(0), b.i64(-1));
                let ends = b.while_loop(
                    &start,
                    |b, at| {
                        let (mut e, inner) = (this.borrow_mut(), f.with(&moving, at));
                        e.block(b, &inner, cond, name);
                        if meets {
                            meet(b, &inner);
                        }
                        let p = e.address(b, &inner, *pred);
                        let goes_on = b.load(Ty::I1, p, 1);
                        match at.get(homes.len()) {
                            Some(&left) => {
                                let any = b.cmp(CmpOp::Ne, left, zero);
                                b.bin(BinOp::And, goes_on, any)
                            }
                            None => goes_on,
                        }
                    },
                    |b, at| {
                        let mut inner = f.with(&moving, at);
                        if let Some(&left) = at.get(homes.len()) {
                            let one = b.i64(1);
                            inner.turn = Some(b.bin(BinOp::And, left, one));
                        }
                        this.borrow_mut().block(b, &inner, body, name);
                        let mut next = at.to_vec();
                        ranges.iter().for_each(|r| next[r.clone()].rotate_left(1));
                        next[homes.len()..].iter_mut().for_each(|left| *left = b.add(*left, less));
                        next
                    },
                );
                let own = |r: &Range<usize>| self.team.as_ref().is_none_or(|t| t.is_own(moving[r.start]));
                let bring = |b: &mut FuncBuilder, r: &Range<usize>| {
                    let bytes = self.plan.buffers[moving[r.start].0 as usize].bytes;
                    self.bring_home(b, f, &homes[r.clone()], &ends[r.clone()], bytes);
                };
                let (own, shared): (Vec<_>, Vec<_>) = ranges.into_iter().partition(own);
                own.iter().for_each(|r| bring(b, r));
                if !shared.is_empty() {
                    meet(b, f);
                    as_last(b, f, |b| shared.iter().for_each(|r| bring(b, r)));
                }
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

    /// Copies what a rotation carries to where it belongs; what its last buffer has is not needed.
    fn bring_home(&self, b: &mut FuncBuilder, f: &Frame, homes: &[Val], ends: &[Val], bytes: u64) {
        let carried = homes.len() - 1;
        let copy = |b: &mut FuncBuilder, i: usize| self.copy(b, f, homes[i], ends[i], bytes);
        let moved = b.cmp(CmpOp::Ne, ends[0], homes[0]);
        b.if_else(
            moved,
            |b| {
                // The home of the first one is free if the second one's is full; else the second one's is.
                let in_order = b.cmp(CmpOp::Eq, ends[0], homes[1]);
                b.if_else(
                    in_order,
                    |b| {
                        (0..carried).for_each(|i| copy(b, i));
                        vec![]
                    },
                    |b| {
                        (0..carried).rev().for_each(|i| copy(b, i));
                        vec![]
                    },
                );
                vec![]
            },
            |_| vec![],
        );
    }

    fn copy(&self, b: &mut FuncBuilder, f: &Frame, dst: Val, src: Val, bytes: u64) {
        if bytes > MAX_COPY || bytes > 16 && self.inlined.is_none() {
            let n = b.i64(bytes as i64);
            let memcpy = field(b, f.ctx, offset::MEMCPY);
            b.push(Stmt::CallPtr { ptr: memcpy, args: vec![dst, src, n], result: None });
            return;
        }
        let mut at = 0;
        while at < bytes {
            // Pieces of a power of two, the largest first.
            let n = (1 << (bytes - at).ilog2()).min(64);
            let ty = match n {
                1 => Ty::scalar(Elem::I8),
                2 => Ty::scalar(Elem::I16),
                4 => Ty::scalar(Elem::I32),
                _ => Ty::vector(Elem::I64, (n / 8) as u32),
            };
            let o = b.i64(at as i64);
            let (s, d) = (b.ptr_add(src, o), b.ptr_add(dst, o));
            let x = b.load(ty, s, 1);
            b.store(d, x, 1);
            at += n;
        }
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

/// Writes an address where a kernel or host function expects that of its buffer with this number.
fn put_address(b: &mut FuncBuilder, f: &Frame, i: usize, address: Val) {
    let at = b.i64(8 * i as i64);
    let slot = b.ptr_add(f.bufs, at);
    b.store(slot, address, 8);
}

/// A pointer field of a structure that does not change while the entry runs.
fn field(b: &mut FuncBuilder, base: Val, at: usize) -> Val {
    field_of(b, Ty::PTR, base, at)
}

/// A field of 64 bits of such a structure.
fn field_of(b: &mut FuncBuilder, ty: Ty, base: Val, at: usize) -> Val {
    let o = b.i64(at as i64);
    let p = b.ptr_add(base, o);
    b.expr(ty, Expr::Load { ptr: p, align: 8, mask: None, other: None, invariant: true })
}

/// Tells the runtime what begins or ends; see [`abi::MarkFn`].
fn mark(b: &mut FuncBuilder, f: &Frame, mark: i64, kernel: u32) {
    let ptr = field(b, f.ctx, offset::MARK);
    let (mark, number) = (b.i64(mark), b.i64(i64::from(kernel)));
    b.push(Stmt::CallPtr { ptr, args: vec![f.ctx, mark, number], result: None });
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
