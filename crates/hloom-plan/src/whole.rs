//! Loops that are compiled whole: condition, body and the small kernels in it become one function of the entry.
//!
//! The function's frame holds the small buffers of the loop, so that what a loop counts, tests and carries in scalars
//! stays in registers; small kernels are inlined, larger ones are called. What the rest of the program names is copied in
//! before the loop, and out after it if the loop writes it. Buffers that share bytes in the arena are never alive together,
//! so each has a slot of its own, but what is copied out must not write over another one that the program goes on with.

use crate::planned::KernelInfo;
use crate::program::{BufferId, Command, Place, Plan};
use crate::team::Team;
use hloom_tile::loop_ir::{Expr, Func, ParamAttrs, Stmt, Val};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Kernels of more values are called.
const MAX_VALUES: usize = 2000;
/// Kernels of more values that take longer than this are called: that costs nothing beside them, and they are compiled at
/// the same time as others.
const MANY_VALUES: usize = 400;
const LONG_NS: f64 = 1000.0;
/// Loops whose kernels have more values together inline no more of them.
const MAX_LOOP_VALUES: usize = 12_000;
/// Loops of more commands are left to the entry.
const MAX_COMMANDS: usize = 150;
/// Bytes of a buffer that has a slot in the frame.
pub(crate) const MAX_SLOT: u64 = 64;

/// A buffer in the frame of a loop's function.
pub(crate) struct Slot {
    pub(crate) buffer: BufferId,
    pub(crate) bytes: u64,
    /// Its memory is read before the loop.
    pub(crate) copy_in: bool,
    /// It is written back after the loop.
    pub(crate) copy_out: bool,
}

/// What becomes of a loop.
pub(crate) struct Whole {
    /// Kernels to inline, in order.
    pub(crate) inlined: BTreeSet<u32>,
    /// Small buffers.
    pub(crate) slots: Vec<Slot>,
    /// How several threads share it.
    pub(crate) team: Option<Team>,
}

/// How to compile this `while` as a function of its own; `None` if it is too long or has no kernel to inline.
pub(crate) fn whole(plan: &Plan, kernels: &[KernelInfo], funcs: &[Func], command: &Command) -> Option<Whole> {
    if !is_short(command) {
        return None;
    }
    let mut numbers = BTreeSet::new();
    command.kernels(&mut |k, _| {
        numbers.insert(k);
    });
    let (mut inlined, mut size) = (BTreeSet::new(), 0);
    for k in numbers {
        let (info, f) = (&kernels[k as usize], &funcs[k as usize]);
        let long = f.tys.len() > MANY_VALUES && info.cost_ns > LONG_NS;
        if info.direct
            && !long
            && f.tys.len() <= MAX_VALUES
            && size + f.tys.len() <= MAX_LOOP_VALUES
            && as_inline(f, "").is_some()
        {
            size += f.tys.len();
            inlined.insert(k);
        }
    }
    if inlined.is_empty() {
        return None;
    }
    let mut slots = slots(plan, command);
    let shared = matches!(command, Command::While { shared: true, .. });
    let team = if shared { Team::of(plan, &|k| &kernels[k as usize], command, &mut slots) } else { None };
    Some(Whole { inlined, slots, team })
}

/// The small buffers of a loop.
pub(crate) fn slots(plan: &Plan, command: &Command) -> Vec<Slot> {
    let (mut inside, mut outside, mut written) = (BTreeSet::new(), FxHashSet::default(), FxHashSet::default());
    command.buffers(&mut |b| {
        inside.insert(b);
    });
    command.writes(&mut |b| {
        written.insert(b);
    });
    around(&plan.commands, command, &mut |b| {
        outside.insert(b);
    });
    let range = |b: BufferId| {
        let b = &plan.buffers[b.0 as usize];
        match b.place {
            Place::Arena(at) => Some((at, at + b.bytes)),
            _ => None,
        }
    };
    let meets_outside = |b: BufferId| {
        let Some((lo, hi)) = range(b).filter(|_| outside.contains(&b)) else { return false };
        let meets = |x: BufferId| x != b && range(x).is_some_and(|(l, h)| l < hi && lo < h);
        inside.iter().any(|&x| outside.contains(&x) && meets(x))
    };
    let mut slots = Vec::new();
    for &buffer in &inside {
        let b = &plan.buffers[buffer.0 as usize];
        let written = written.contains(&buffer);
        let fits = match b.place {
            Place::Arena(_) => b.bytes <= MAX_SLOT && !meets_outside(buffer),
            Place::Result(_) => b.bytes <= MAX_SLOT,
            Place::Arg(_) | Place::Const(_) => b.bytes <= MAX_SLOT && !written,
            Place::Unplaced => false,
        };
        if fits && b.bytes > 0 {
            // Arguments, results and constants are known outside without any command.
            let known = !matches!(b.place, Place::Arena(_)) || outside.contains(&buffer);
            slots.push(Slot { buffer, bytes: b.bytes, copy_in: known, copy_out: known && written });
        }
    }
    slots
}

/// Calls `f` with every buffer that is named around a command.
fn around(commands: &[Command], inner: &Command, f: &mut impl FnMut(BufferId)) {
    for c in commands.iter().filter(|c| !std::ptr::eq(*c, inner)) {
        match c {
            Command::While { cond, pred, body, .. } => {
                f(*pred);
                around(cond, inner, f);
                around(body, inner, f);
            }
            Command::Case { index, branches, .. } => {
                f(*index);
                branches.iter().for_each(|b| around(b, inner, f));
            }
            c => c.buffers(f),
        }
    }
}

/// True if a loop has few enough commands to be one function.
pub(crate) fn is_short(command: &Command) -> bool {
    command.count() <= MAX_COMMANDS
}

/// A kernel as a function to be inlined: its parameters are the addresses of buffers, the range of its tasks and the
/// scratch memory. Says which buffers; `None` if the kernel uses the table of addresses for anything but reading them.
pub(crate) fn as_inline(f: &Func, name: &str) -> Option<(Func, Vec<u32>)> {
    let mut f = f.clone();
    let table = f.params.first()?.0;
    let mut t = Addresses { table, ints: FxHashMap::default(), places: FxHashMap::default(), read: Vec::new() };
    t.take(&mut f.body.stmts);
    let mut other = false;
    let mut look = |v| other |= v == table || t.places.contains_key(&v);
    f.body.stmts.iter().for_each(|s| s.uses(&mut look));
    if other {
        return None;
    }
    let plain = ParamAttrs::default();
    let rest = f.params[1..].iter().map(|p| p.0);
    f.params = t.read.iter().map(|a| a.1).chain(rest).map(|v| (v, plain)).collect();
    f.name = name.to_owned();
    (f.export, f.inline) = (false, true);
    Some((f, t.read.iter().map(|a| a.0).collect()))
}

/// What a kernel reads from its table of addresses.
struct Addresses {
    table: Val,
    ints: FxHashMap<Val, i64>,
    /// Offsets in the table.
    places: FxHashMap<Val, i64>,
    /// Parameters of the kernel and the values that are their addresses.
    read: Vec<(u32, Val)>,
}

impl Addresses {
    /// Removes the statements that read addresses.
    fn take(&mut self, stmts: &mut Vec<Stmt>) {
        stmts.retain_mut(|s| {
            if let Stmt::Let(v, e) = s {
                match e {
                    Expr::Int(i) => {
                        self.ints.insert(*v, *i);
                    }
                    Expr::PtrAdd(p, o) if *p == self.table => {
                        if let Some(&o) = self.ints.get(o) {
                            self.places.insert(*v, o);
                            return false;
                        }
                    }
                    Expr::Load { ptr, mask: None, .. } if *ptr == self.table || self.places.contains_key(ptr) => {
                        let place = self.places.get(ptr).copied().unwrap_or(0);
                        self.read.push((place as u32 / 8, *v));
                        return false;
                    }
                    // What this kernel does not write, another may that the loop runs after it.
                    Expr::Load { invariant, .. } => *invariant = false,
                    _ => {}
                }
            }
            s.blocks_mut().for_each(|b| self.take(&mut b.stmts));
            true
        });
    }
}
