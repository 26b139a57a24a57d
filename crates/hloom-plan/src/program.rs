//! The command program: what runs, in which order, on which memory. Target-neutral; it prints and has an evaluator
//! ([`crate::eval`]).
//!
//! Buffers are ids until `memory` has given each a [`Place`]. A kernel command names one buffer a parameter.
//! Copies are written freely by the planner (results of regions, carried values, updates in place) and disappear where
//! both sides can be one buffer.

use crate::decision::{Decision, Origin};
use hloom_exe::MemoryPlan;
use hloom_ir::{Loc, TensorType};
use hloom_num::Literal;
use hloom_tile::kernel::Kernel;
use std::fmt::Write as _;

/// A buffer of a [`Plan`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BufferId(pub u32);

/// Memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// An argument.
    Arg(u32),
    /// A result (an argument's buffer too, if they are aliases).
    Result(u32),
    /// A constant of the executable.
    Const(u32),
    /// Bytes from this offset of the arena.
    Arena(u64),
    /// Not decided.
    Unplaced,
}

/// A buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// Bytes.
    pub bytes: u64,
    /// Where.
    pub place: Place,
    /// Type of the value that gave it its name.
    pub ty: TensorType,
    /// For printing.
    pub name: String,
}

/// What a kernel is made of.
#[derive(Clone, Debug)]
pub enum Work {
    /// Defs, to be scheduled.
    Nest(Box<Kernel>),
    /// Loop IR written by a template.
    Template(Box<hloom_tile::templates::Template>),
}

/// A kernel of the plan.
#[derive(Clone, Debug)]
pub struct PlanKernel {
    /// What it computes.
    pub work: Work,
    /// Ops in it, for reports.
    pub ops: String,
    /// Location of its root.
    pub loc: Loc,
    /// Floating-point operations.
    pub flops: u64,
    /// Bytes read and written.
    pub bytes: u64,
}

/// Where a kernel or host command comes from, for reports.
#[derive(Clone, Debug)]
pub struct Step {
    /// What heads the kernel, or is the call.
    pub root: Origin,
    /// All ops computed in it but movement and constants.
    pub ops: Vec<Origin>,
}

/// A call of a host function or routine.
#[derive(Clone, Debug)]
pub struct HostCall {
    /// What the executable says of it.
    pub call: hloom_exe::HostCall,
    /// The op, for reports.
    pub ops: String,
    /// Floating-point operations, about.
    pub flops: u64,
    /// Where a function of the host is called, for its errors; `None` for routines, which one entry serves everywhere.
    pub place: Option<Loc>,
}

/// One step.
#[derive(Clone, Debug)]
pub enum Command {
    /// Runs a kernel.
    Kernel {
        /// Index into [`Plan::kernels`].
        kernel: u32,
        /// One buffer a parameter.
        args: Vec<BufferId>,
        /// Parameters that are written, and whether wholly.
        writes: Vec<(u32, bool)>,
        /// Index into [`Plan::steps`].
        step: u32,
    },
    /// Calls the host.
    Host {
        /// Index into [`Plan::host_calls`].
        call: u32,
        /// The buffers of its operands, then of its results, which are written wholly.
        args: Vec<BufferId>,
        /// Index into [`Plan::steps`].
        step: u32,
    },
    /// Copies all bytes.
    Copy {
        /// To.
        dst: BufferId,
        /// From.
        src: BufferId,
    },
    /// While the byte at `pred` is not zero.
    While {
        /// Computes `pred`.
        cond: Vec<Command>,
        /// An `i1`.
        pred: BufferId,
        /// Body.
        body: Vec<Command>,
        /// Buffers that change places at its end: each takes what the next one has, of which the last one has nothing that is
        /// needed then. Two or three each.
        rotations: Vec<Vec<BufferId>>,
        /// How often the body runs, if that is known.
        trips: Option<u64>,
        /// Several threads may share each step.
        shared: bool,
        /// Location of the op.
        loc: Loc,
    },
    /// One of several.
    Case {
        /// `i1` (branch 0 if true, else 1) or `i32` (clamped to the last).
        index: BufferId,
        /// `index` is an `i1`.
        boolean: bool,
        /// Branches.
        branches: Vec<Vec<Command>>,
        /// Location of the op.
        loc: Loc,
    },
}

impl Command {
    /// Calls `f` with the command and then all commands inside, in order.
    pub(crate) fn commands<'a>(&'a self, f: &mut impl FnMut(&'a Command)) {
        f(self);
        match self {
            Command::Kernel { .. } | Command::Host { .. } | Command::Copy { .. } => {}
            Command::While { cond, body, .. } => cond.iter().chain(body).for_each(|c| c.commands(f)),
            Command::Case { branches, .. } => branches.iter().flatten().for_each(|c| c.commands(f)),
        }
    }

    /// Number of commands, this one and those inside.
    pub(crate) fn count(&self) -> usize {
        let mut n = 0;
        self.commands(&mut |_| n += 1);
        n
    }

    /// Calls `f` with every buffer that is written, by commands inside too; for host calls, with all of them.
    pub(crate) fn writes(&self, f: &mut impl FnMut(BufferId)) {
        self.commands(&mut |c| match c {
            Command::Kernel { args, writes, .. } => writes.iter().for_each(|w| f(args[w.0 as usize])),
            Command::Host { args, .. } => args.iter().for_each(|b| f(*b)),
            Command::Copy { dst, .. } => f(*dst),
            Command::While { rotations, .. } => rotations.iter().flatten().for_each(|b| f(*b)),
            Command::Case { .. } => {}
        });
    }

    /// Calls `f` with the kernel and the step of every call of a kernel, in commands inside too.
    pub fn kernels(&self, f: &mut impl FnMut(u32, u32)) {
        self.commands(&mut |c| {
            if let Command::Kernel { kernel, step, .. } = c {
                f(*kernel, *step);
            }
        });
    }

    /// Calls `f` with every buffer that is read or written, by commands inside too.
    pub(crate) fn buffers(&self, f: &mut impl FnMut(BufferId)) {
        self.commands(&mut |c| c.buffers_here(f));
    }

    /// Calls `f` with every buffer that this command itself reads or writes.
    pub(crate) fn buffers_here(&self, f: &mut impl FnMut(BufferId)) {
        match self {
            Command::Kernel { args, .. } | Command::Host { args, .. } => args.iter().for_each(|b| f(*b)),
            Command::Copy { dst, src } => [dst, src].into_iter().for_each(|b| f(*b)),
            Command::While { pred, rotations, .. } => {
                [pred].into_iter().chain(rotations.iter().flatten()).for_each(|b| f(*b))
            }
            Command::Case { index, .. } => f(*index),
        }
    }
}

/// A planned function.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Buffers.
    pub buffers: Vec<Buffer>,
    /// Steps in order.
    pub commands: Vec<Command>,
    /// Kernels; several commands may name one.
    pub kernels: Vec<PlanKernel>,
    /// Host calls; several commands may name one.
    pub host_calls: Vec<HostCall>,
    /// Constants in the order of the entry's `constants`.
    pub constants: Vec<Literal>,
    /// Argument types, and the result that each is an alias of.
    pub args: Vec<Param>,
    /// Result types, and the argument that each is an alias of.
    pub results: Vec<Param>,
    /// Bytes of the arena.
    pub arena_bytes: u64,
    /// What fusion decided.
    pub decisions: Vec<Decision>,
    /// Where kernel and host commands come from.
    pub steps: Vec<Step>,
}

/// An argument or result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Type.
    pub ty: TensorType,
    /// Its counterpart, if they share a buffer.
    pub alias: Option<u32>,
    /// The caller gives the argument away.
    pub donated: bool,
}

impl Plan {
    /// What it needs of memory; kernels' scratch memory is not known yet.
    pub fn memory(&self) -> MemoryPlan {
        let bytes = |p: &Param| p.ty.num_bytes() as u64;
        MemoryPlan {
            arguments: self.args.iter().map(bytes).sum(),
            results: self.results.iter().filter(|r| r.alias.is_none()).map(bytes).sum(),
            constants: self.constants.iter().map(|c| (c.num_elements() * c.dtype().byte_size()) as u64).sum(),
            arena: self.arena_bytes,
            scratch: 0,
        }
    }

    /// The buffers whose contents a kernel, host call or copy needs.
    pub fn reads(&self, c: &Command) -> Vec<BufferId> {
        crate::lifetime::effects(self, c).0
    }

    /// How many of a host call's buffers are operands.
    pub(crate) fn operands_of(&self, call: u32) -> usize {
        self.host_calls[call as usize].call.operands.len()
    }

    /// Number of kernel, copy and control commands.
    pub fn num_commands(&self) -> usize {
        self.commands.iter().map(Command::count).sum()
    }

    /// Readable text: memory, commands, kernels, decisions.
    pub fn dump(&self) -> String {
        let mut s = String::new();
        let _ = writeln!(
            s,
            "plan: {} args, {} results, {} constants, {} kernels, {} commands, arena {} bytes, peak {} bytes",
            self.args.len(),
            self.results.len(),
            self.constants.len(),
            self.kernels.len(),
            self.num_commands(),
            self.arena_bytes,
            self.memory().peak()
        );
        self.dump_commands(&mut s, &self.commands, 1);
        for (i, k) in self.kernels.iter().enumerate() {
            let _ = writeln!(s, "kernel k{i}: {} ({} flops, {} bytes)", k.ops, k.flops, k.bytes);
            match &k.work {
                Work::Nest(k) => s.push_str(&crate::print::kernel(k)),
                Work::Template(t) => {
                    let _ = writeln!(s, "  template {} with {} tasks", t.name, t.tasks);
                }
            }
        }
        for d in &self.decisions {
            let _ = writeln!(s, "note: {d}");
        }
        s
    }

    fn slice(&self, b: BufferId) -> String {
        let b = &self.buffers[b.0 as usize];
        match b.place {
            Place::Arg(i) => format!("arg{i}"),
            Place::Result(i) => format!("result{i}"),
            Place::Const(i) => format!("const{i}"),
            Place::Arena(o) => format!("arena[{o}+{}]", b.bytes),
            Place::Unplaced => b.name.clone(),
        }
    }

    fn dump_commands(&self, s: &mut String, commands: &[Command], depth: usize) {
        let pad = "  ".repeat(depth);
        for c in commands {
            match c {
                Command::Kernel { kernel, args, .. } => {
                    let a: Vec<String> = args.iter().map(|&a| self.slice(a)).collect();
                    let _ = writeln!(s, "{pad}k{kernel}({})  // {}", a.join(", "), self.kernels[*kernel as usize].ops);
                }
                Command::Host { call, args, .. } => {
                    let h = &self.host_calls[*call as usize];
                    let a: Vec<String> = args.iter().map(|&a| self.slice(a)).collect();
                    let _ = writeln!(s, "{pad}host {}({})  // {}", h.call.name, a.join(", "), h.ops);
                }
                Command::Copy { dst, src } => {
                    let _ = writeln!(s, "{pad}{} = copy {}", self.slice(*dst), self.slice(*src));
                }
                Command::While { cond, pred, body, rotations, trips, shared, .. } => {
                    let trips = trips.map_or(String::new(), |n| format!(" {n} times"));
                    let by = if *shared { " shared" } else { "" };
                    let _ = writeln!(s, "{pad}while{trips}{by} {{");
                    self.dump_commands(s, cond, depth + 1);
                    let _ = writeln!(s, "{pad}}} {} do {{", self.slice(*pred));
                    self.dump_commands(s, body, depth + 1);
                    for r in rotations {
                        let r: Vec<String> = r.iter().map(|&b| self.slice(b)).collect();
                        let _ = writeln!(s, "{pad}  rotate {}", r.join(", "));
                    }
                    let _ = writeln!(s, "{pad}}}");
                }
                Command::Case { index, branches, .. } => {
                    let _ = writeln!(s, "{pad}case {} {{", self.slice(*index));
                    for b in branches {
                        let _ = writeln!(s, "{pad} branch");
                        self.dump_commands(s, b, depth + 1);
                    }
                    let _ = writeln!(s, "{pad}}}");
                }
            }
        }
    }
}
