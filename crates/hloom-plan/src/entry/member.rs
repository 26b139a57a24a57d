//! Loops that several threads share, in loop IR: what a member of a team does, and how the entry runs a team.

use super::{Entry, Frame, field, field_of, leave_unless_ok};
use crate::program::Command;
use crate::team::{Part, Team};
use hloom_exe::abi::offset;
use hloom_tile::FuncBuilder;
use hloom_tile::loop_ir::{BinOp, CmpOp, Elem, Expr, Stmt, Ty, Val};
use rustc_hash::FxHashMap;

/// What a kernel that meets expects behind the addresses of its buffers.
pub(super) const BEHIND: usize = 3;

/// The thread that runs a loop, as one of several.
#[derive(Clone)]
pub(super) struct Member {
    /// Address of an [`abi::Member`].
    pub(super) at: Val,
    pub(super) alone: Val,
    /// Null if it is alone, else `at`.
    pub(super) team: Val,
    pub(super) last: Val,
    /// The bounds of its part of so many tasks.
    pub(super) tasks: FxHashMap<i64, (Val, Val)>,
}

impl Entry<'_> {
    /// True if a kernel of the commands expects more than the addresses of its buffers.
    pub(super) fn any_meets(&self, commands: &[Command]) -> bool {
        let mut any = false;
        commands.iter().for_each(|c| c.kernels(&mut |k, _| any |= self.kernels[k as usize].meets.is_some()));
        any
    }

    /// What a loop's function needs to know of the thread that runs it.
    pub(super) fn member(&self, b: &mut FuncBuilder, f: &mut Frame, commands: &[Command]) {
        let at = b.param(5);
        let one = b.i64(1);
        let [number, members, steps] =
            [offset::MEMBER, offset::MEMBERS, offset::STEPS].map(|field| field_of(b, Ty::I64, at, field));
        let next = b.add(number, one);
        let (alone, last) = (b.cmp(CmpOp::Eq, members, one), b.cmp(CmpOp::Eq, next, members));
        let mut tasks = FxHashMap::default();
        commands.iter().for_each(|c| {
            c.kernels(&mut |k, _| {
                let n = self.kernels[k as usize].tasks;
                tasks.entry(n).or_insert_with(|| {
                    let mut bound = |member: Val| {
                        let before = b.mul_const(member, n);
                        b.bin(BinOp::UDiv, before, members)
                    };
                    (bound(number), bound(next))
                });
            });
        });
        f.scratch = Some(field(b, at, offset::MEMBER_SCRATCH));
        f.steps = Some(steps);
        let null = b.expr(Ty::PTR, Expr::Null);
        let team = b.select(alone, null, at);
        f.member = Some(Member { at, alone, team, last, tasks });
    }

    /// Runs a loop by as many threads as the runtime has for it.
    pub(super) fn share(&self, b: &mut FuncBuilder, f: &Frame, name: &str, team: &Team) {
        let room = f.room.expect("it is made where loops are shared");
        let (at, one) = (b.i64(offset::THREADS as i64), b.int(Ty::scalar(Elem::I32), 1));
        let threads = b.ptr_add(f.ctx, at);
        let threads = b.load(Ty::scalar(Elem::I32), threads, 4);
        let several = b.cmp(CmpOp::SLt, one, threads);
        let pointers = [f.ctx, f.args, f.results, f.arena, f.constants];
        let status = b.if_else(
            several,
            |b| {
                let share = field(b, f.ctx, offset::SHARE_LOOP);
                let body = b.expr(Ty::PTR, Expr::FuncAddr(name.into()));
                let [ctx, rest @ ..] = pointers;
                let numbers = [b.i64(team.steps), b.i64(team.members)];
                let args = [ctx, body].into_iter().chain(rest).chain(numbers).collect();
                let status = b.fresh_here(Ty::I64);
                b.push(Stmt::CallPtr { ptr: share, args, result: Some(status) });
                vec![status]
            },
            |b| {
                let fields = [
                    (offset::MEMBER, b.i64(0)),
                    (offset::MEMBERS, b.i64(1)),
                    (offset::STEPS, b.i64(i64::MAX)),
                    (offset::MEMBER_SCRATCH, field(b, f.ctx, offset::SCRATCH)),
                ];
                for (at, x) in fields {
                    let at = b.i64(at as i64);
                    let at = b.ptr_add(room, at);
                    b.store(at, x, 8);
                }
                let args = pointers.into_iter().chain([room]).collect();
                let status = b.fresh_here(Ty::I64);
                b.push(Stmt::Call { func: name.into(), args, result: Some(status) });
                vec![status]
            },
        );
        leave_unless_ok(b, status[0]);
    }

    /// A command of a loop that several threads share: what this one does of it.
    pub(super) fn share_of(&mut self, b: &mut FuncBuilder, f: &Frame, member: &Member, c: &Command, part: Part) {
        if part == Part::Last {
            b.if_else(
                member.last,
                |b| {
                    self.share_of(b, f, member, c, Part::Each);
                    vec![]
                },
                |_| vec![],
            );
            return;
        }
        match c {
            Command::Kernel { kernel, args, .. } => {
                let n = self.kernels[*kernel as usize].tasks;
                let tasks = if part == Part::Tasks { member.tasks[&n] } else { (b.i64(0), b.i64(n)) };
                self.call(b, f, *kernel, args, tasks);
                if self.kernels[*kernel as usize].meets.is_some() {
                    tell(b, f, offset::ARRIVE);
                }
            }
            Command::Copy { dst, src } => self.copy_buffer(b, f, *dst, *src),
            _ => {}
        }
    }
}

/// The function and argument by which a kernel waits for others, and whether the last task comes first; see
/// [`hloom_tile::Lowered::meets`].
pub(super) fn meeting(b: &mut FuncBuilder, f: &Frame) -> [Val; BEHIND] {
    let turn = f.turn.unwrap_or_else(|| b.i64(0));
    match &f.member {
        Some(m) => [field(b, m.at, offset::WAIT), m.team, turn],
        None => {
            let null = b.expr(Ty::PTR, Expr::Null);
            [null, null, turn]
        }
    }
}

/// Waits for the other members of a team, if there are any.
pub(super) fn meet(b: &mut FuncBuilder, f: &Frame) {
    tell(b, f, offset::MEET);
}

/// Calls one of a member's functions, unless it is alone.
pub(super) fn tell(b: &mut FuncBuilder, f: &Frame, function: usize) {
    let Some(member) = &f.member else { return };
    b.if_else(
        member.alone,
        |_| vec![],
        |b| {
            let ptr = field(b, member.at, function);
            b.push(Stmt::CallPtr { ptr, args: vec![member.at], result: None });
            vec![]
        },
    );
}

/// What the last member of a team does; everybody, if there is none.
pub(super) fn as_last(b: &mut FuncBuilder, f: &Frame, what: impl FnOnce(&mut FuncBuilder)) {
    let Some(member) = &f.member else { return what(b) };
    b.if_else(
        member.last,
        |b| {
            what(b);
            vec![]
        },
        |_| vec![],
    );
}
