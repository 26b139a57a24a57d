//! What the compiler made of a program, as data: kernels, fusion, loops, work, memory over time.
//!
//! Steps are kernels, host calls and copies in the order of the command program; the commands of a loop or branch stand
//! there once. Nothing is lowered to machine code and nothing is run.

use crate::{Error, Options, compile};
use hloom_exe::{MemoryPlan, TensorSig};
use hloom_ir::{Loc, LocTable, Module};
use hloom_plan::{BufferId, Command, Origin, Place, Plan, Planned, Timeline, Verdict};
use hloom_tile::Target;
use serde::Serialize;
use std::collections::BTreeMap;

/// A program as the compiler sees it.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// Name of the module, else of the function.
    pub name: String,
    /// Triple and CPU that it is planned for.
    pub target: String,
    /// Bytes by use.
    #[serde(with = "Memory")]
    pub memory: MemoryPlan,
    /// Distinct kernels, in the order of the executable's table.
    pub kernels: Vec<KernelEntry>,
    /// Steps in order.
    pub steps: Vec<Step>,
    /// How loops and branches hold the steps.
    pub program: Vec<Node>,
    /// Values that go from one step to another.
    pub edges: Vec<Edge>,
    /// What fusion decided.
    pub decisions: Vec<Fusion>,
    /// Uses of the arena.
    pub spans: Vec<Span>,
    /// Operations of one run; loops of unknown length count once.
    pub flops: u64,
    /// Bytes that kernels and host calls read and write in one run; loops of unknown length count once.
    pub bytes: u64,
}

#[derive(Serialize)]
#[serde(remote = "MemoryPlan")]
struct Memory {
    arguments: u64,
    results: u64,
    constants: u64,
    arena: u64,
    scratch: u64,
}

/// A kernel.
#[derive(Clone, Debug, Serialize)]
pub struct KernelEntry {
    /// Symbol in the executable.
    pub symbol: String,
    /// Ops in it, counted.
    pub ops: String,
    /// What the scheduler saw in it.
    pub class: String,
    /// Where its root stands in the source.
    pub place: Option<String>,
    /// Tasks that threads share; 1 if the calling thread runs it alone.
    pub tasks: i64,
    /// The scheduler's estimate for one thread, in nanoseconds.
    pub cost_ns: f64,
    /// Operations of a call.
    pub flops: u64,
    /// Bytes that a call reads and writes.
    pub bytes: u64,
}

/// A kernel call, host call or copy.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Kernel that it calls; `None` for host calls and copies.
    pub kernel: Option<usize>,
    /// What it does: counted ops, the host function's name, `copy`.
    pub what: String,
    /// The value that heads it, as in [`Explanation::decisions`].
    pub root: Option<String>,
    /// Where its root stands in the source.
    pub place: Option<String>,
    /// Ops computed in it, as the optimised function numbers them, with their places in the source.
    pub ops: Vec<(String, Option<String>)>,
    /// How often it runs; `None` in loops of unknown length. Branches count as taken.
    pub runs: Option<u64>,
    /// Operations of a call.
    pub flops: u64,
    /// Bytes that a call reads and writes.
    pub bytes: u64,
    /// Buffers that it reads.
    pub reads: Vec<Slice>,
    /// Buffers that it writes.
    pub writes: Vec<Slice>,
}

/// A buffer of a step.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Slice {
    /// `arg0`, `result1`, `const2`, or `arena+` and an offset.
    pub name: String,
    /// Bytes.
    pub bytes: u64,
}

/// A piece of the program.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Node {
    /// One step.
    Step(usize),
    /// A loop.
    While {
        /// How often the body runs, if that is known.
        trips: Option<u64>,
        /// Threads share each step, where that is faster.
        shared: bool,
        /// Where it stands in the source.
        place: Option<String>,
        /// What computes the condition.
        cond: Vec<Node>,
        /// The body.
        body: Vec<Node>,
        /// Buffers that change places at its end: each takes what the next one has.
        rotations: Vec<Vec<Slice>>,
    },
    /// A choice.
    Case {
        /// Where it stands in the source.
        place: Option<String>,
        /// The branches.
        branches: Vec<Vec<Node>>,
    },
}

/// A value on its way: written by one step, read by a later one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Edge {
    /// Step that writes it.
    pub from: usize,
    /// Step that reads it.
    pub to: usize,
    /// Bytes.
    pub bytes: u64,
}

/// A decision about a value of the optimised function.
#[derive(Clone, Debug, Serialize)]
pub struct Fusion {
    /// The value: its op and number.
    pub value: String,
    /// Where its op stands in the source.
    pub place: Option<String>,
    /// `joins`, `apart` or `stored`.
    pub verdict: &'static str,
    /// What heads the kernel that it joins, or does not.
    pub with: Option<String>,
    /// The form of the kernel that it joins, or the reason why not.
    pub why: String,
}

/// A buffer of the arena while it is in use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Span {
    /// The value that gave the buffer its name.
    pub name: String,
    /// First byte in the arena.
    pub offset: u64,
    /// Bytes.
    pub bytes: u64,
    /// The step that writes it first.
    pub first: u32,
    /// The last step that needs it.
    pub last: u32,
}

impl Explanation {
    /// Bytes of the arena in use at each step.
    pub fn live_bytes(&self) -> Vec<u64> {
        let mut live = vec![0; self.steps.len()];
        for s in &self.spans {
            live[s.first as usize..=s.last as usize].iter_mut().for_each(|b| *b += s.bytes);
        }
        live
    }
}

/// Explains how one function of a verified module is compiled.
///
/// # Errors
/// As [`crate::compile`].
pub fn explain(module: &Module, function: &str, target: &Target, options: &Options) -> Result<Explanation, Error> {
    let (planned, locs) = compile::plan_only(module, function, target, options)?;
    let (flops, bytes) = compile::work(&planned);
    let mut reader =
        Reader { planned: &planned, locs: &locs, steps: Vec::new(), written: BTreeMap::new(), edges: Vec::new() };
    let program = reader.nodes(&planned.plan.commands, Some(1));
    let Reader { steps, mut edges, .. } = reader;
    edges.sort_unstable();
    edges.dedup();
    let kernels = planned
        .kernels
        .iter()
        .map(|k| KernelEntry {
            symbol: k.symbol.clone(),
            ops: k.ops.clone(),
            class: k.class.to_lowercase(),
            place: place(&locs, k.loc),
            tasks: if k.direct { 1 } else { k.tasks },
            cost_ns: k.cost_ns,
            flops: k.flops,
            bytes: k.bytes,
        })
        .collect();
    let spans = Timeline::of(&planned.plan).spans.into_iter().map(|s| {
        let b = &planned.plan.buffers[s.buffer.0 as usize];
        let offset = if let Place::Arena(o) = b.place { o } else { 0 };
        Span { name: b.name.clone(), offset, bytes: b.bytes, first: s.first, last: s.last }
    });
    Ok(Explanation {
        name: if module.name.is_empty() { function.to_owned() } else { module.name.clone() },
        target: [target.triple.as_str(), target.cpu.as_str()].join(" ").trim_end().to_owned(),
        memory: planned.memory(),
        kernels,
        steps,
        program,
        edges,
        decisions: planned.plan.decisions.iter().map(|d| fusion(&locs, d)).collect(),
        spans: spans.collect(),
        flops,
        bytes,
    })
}

fn fusion(locs: &LocTable, d: &hloom_plan::Decision) -> Fusion {
    let (verdict, with, why) = match &d.verdict {
        Verdict::Stored { why, .. } => ("stored", None, (*why).to_owned()),
        Verdict::Joins { into, form } => ("joins", Some(into.to_string()), (*form).to_owned()),
        Verdict::Apart { reader, why } => ("apart", reader.as_ref().map(Origin::to_string), why.clone().into_owned()),
    };
    Fusion { value: d.value.to_string(), place: place(locs, d.value.loc), verdict, with, why }
}

fn place(locs: &LocTable, loc: Loc) -> Option<String> {
    locs.file_position(loc).map(|(file, line, column)| format!("{file}:{line}:{column}"))
}

fn slice(plan: &Plan, b: BufferId) -> Slice {
    let buffer = &plan.buffers[b.0 as usize];
    let name = match buffer.place {
        Place::Arg(i) => format!("arg{i}"),
        Place::Result(i) => format!("result{i}"),
        Place::Const(i) => format!("const{i}"),
        Place::Arena(o) => format!("arena+{o}"),
        Place::Unplaced => buffer.name.clone(),
    };
    Slice { name, bytes: buffer.bytes }
}

struct Reader<'a> {
    planned: &'a Planned,
    locs: &'a LocTable,
    steps: Vec<Step>,
    /// The step that wrote a buffer last.
    written: BTreeMap<BufferId, usize>,
    edges: Vec<Edge>,
}

impl Reader<'_> {
    fn nodes(&mut self, commands: &[Command], runs: Option<u64>) -> Vec<Node> {
        commands.iter().map(|c| self.node(c, runs)).collect()
    }

    fn node(&mut self, c: &Command, runs: Option<u64>) -> Node {
        let plan = &self.planned.plan;
        let (step, args, written): (Step, &[BufferId], Vec<usize>) = match c {
            Command::While { cond, body, rotations, trips, shared, loc, .. } => {
                let times = |n: Option<u64>| Some(runs?.saturating_mul(n?));
                let cond = self.nodes(cond, times(trips.map(|n| n.saturating_add(1))));
                let body = self.nodes(body, times(*trips));
                for pair in rotations.iter().flat_map(|r| r.windows(2)) {
                    let [a, b] = [pair[0], pair[1]].map(|x| self.written.remove(&x));
                    self.written.extend(b.map(|step| (pair[0], step)));
                    self.written.extend(a.map(|step| (pair[1], step)));
                }
                let rotations = rotations.iter().map(|r| r.iter().map(|b| slice(plan, *b)).collect()).collect();
                let (trips, shared, place) = (*trips, *shared, place(self.locs, *loc));
                return Node::While { trips, shared, place, cond, body, rotations };
            }
            Command::Case { branches, loc, .. } => {
                let branches = branches.iter().map(|b| self.nodes(b, runs)).collect();
                return Node::Case { place: place(self.locs, *loc), branches };
            }
            Command::Kernel { kernel, args, writes, step } => {
                let (k, s) = (&self.planned.kernels[*kernel as usize], &plan.steps[*step as usize]);
                let ops = s.ops.iter().map(|o| (o.to_string(), place(self.locs, o.loc))).collect();
                let step = Step {
                    kernel: Some(*kernel as usize),
                    root: Some(s.root.to_string()),
                    place: place(self.locs, s.root.loc),
                    ops,
                    flops: k.flops,
                    bytes: k.bytes,
                    ..Step::new(&k.ops, runs)
                };
                (step, args, writes.iter().map(|w| w.0 as usize).collect())
            }
            Command::Host { call, args, step } => {
                let (h, s) = (&plan.host_calls[*call as usize], &plan.steps[*step as usize]);
                let (operands, results) = (h.call.operands.len(), h.call.results.len());
                let bytes = h.call.operands.iter().chain(&h.call.results).filter_map(TensorSig::bytes).sum();
                let step = Step {
                    root: Some(s.root.to_string()),
                    place: place(self.locs, s.root.loc),
                    flops: h.flops,
                    bytes,
                    ..Step::new(&h.call.name, runs)
                };
                (step, args, (operands..operands + results).collect())
            }
            Command::Copy { dst, src } => {
                let bytes = 2 * plan.buffers[dst.0 as usize].bytes;
                (Step { bytes, ..Step::new("copy", runs) }, &[*dst, *src], vec![0])
            }
        };
        let number = self.push(step, c, args, &written);
        Node::Step(number)
    }

    fn push(&mut self, mut step: Step, c: &Command, args: &[BufferId], written: &[usize]) -> usize {
        let (plan, number) = (&self.planned.plan, self.steps.len());
        let reads = plan.reads(c);
        for b in &reads {
            if let Some(&from) = self.written.get(b) {
                self.edges.push(Edge { from, to: number, bytes: plan.buffers[b.0 as usize].bytes });
            }
        }
        step.reads = reads.into_iter().map(|b| slice(plan, b)).collect();
        for &i in written {
            self.written.insert(args[i], number);
            step.writes.push(slice(plan, args[i]));
        }
        self.steps.push(step);
        number
    }
}

impl Step {
    fn new(what: &str, runs: Option<u64>) -> Step {
        Step {
            kernel: None,
            what: what.to_owned(),
            root: None,
            place: None,
            ops: Vec::new(),
            runs,
            flops: 0,
            bytes: 0,
            reads: Vec::new(),
            writes: Vec::new(),
        }
    }
}
