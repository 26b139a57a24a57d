//! A plan with its loop IR: everything that the back end and the executable need.

use crate::made::make;
use crate::program::Plan;
use crate::sharing::{Sharing, share_steps};
use hloom_exe::{MemoryPlan, abi};
use hloom_ir::{Diagnostics, Loc, Severity};
use hloom_tile::Target;
use hloom_tile::eval::Machine;
use hloom_tile::loop_ir::{Func, Program};
use hloom_tile::sched::Cut;

/// Choices of [`compile`].
#[derive(Clone, Debug)]
pub struct Options {
    /// Kernels with an estimated time below this run on the calling thread.
    pub direct_ns: f64,
    /// The same of products in loops, whose first steps have woken the other threads. Two threads take a kernel on for 0.15 µs
    /// where their cores share a cache, for 0.8 µs where they do not; then halves of 1 to 2 µs, with what they exchange, take longer than
    /// the whole on one thread, for which reason this is not lower.
    pub direct_products_ns: f64,
    /// The same of all kernels in loops with other parallel ones.
    pub direct_awake_ns: f64,
    /// Least time of a task of a kernel in a loop whose steps several threads share.
    pub shared_task_ns: u32,
    /// The same where none waits for another.
    pub apart_task_ns: u32,
    /// What it takes them to meet, at least.
    pub meeting_ns: f64,
    /// Bytes that a core gets from another in a nanosecond.
    pub bytes_from_core_per_ns: f64,
    /// Loops of fewer steps are over before other threads have come.
    pub fewest_shared_trips: u64,
    /// Loops that take less are not shared.
    pub shared_loop_ns: f64,
    /// Kernels on the calling thread with an estimated time from this on are told to the runtime, for profilers.
    pub marked_ns: f64,
    /// Values of loop IR after which a program is full: programs compile in parallel. A bigger kernel has its own.
    pub values_per_program: usize,
    /// Symbol of the entry.
    pub entry: String,
    /// Every kernel goes through the runtime, which can time it then, also what would be called directly.
    pub observed: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            direct_ns: 15_000.0,
            direct_products_ns: 4_500.0,
            direct_awake_ns: 5_000.0,
            // On cores with a common cache two threads meet in 0.1 µs.
            shared_task_ns: 200,
            apart_task_ns: 10,
            meeting_ns: 100.0,
            bytes_from_core_per_ns: 20.0,
            fewest_shared_trips: 32,
            shared_loop_ns: 100_000.0,
            // Two calls that do nothing take 4 ns.
            marked_ns: 2_000.0,
            values_per_program: 800,
            entry: "hloom_entry".into(),
            observed: false,
        }
    }
}

impl Options {
    /// The same, but threads can share the steps of every loop in which they are able to, however little there is to do.
    pub fn sharing_loops(self) -> Options {
        let (shared_task_ns, meeting_ns, bytes_from_core_per_ns) = (0, 0.0, f64::INFINITY);
        Options {
            shared_task_ns,
            apart_task_ns: 0,
            meeting_ns,
            bytes_from_core_per_ns,
            fewest_shared_trips: 0,
            shared_loop_ns: 0.0,
            ..self
        }
    }
}

/// A kernel of the executable.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    /// Symbol: a word and a hash of kernel, schedule and target.
    pub symbol: String,
    /// The function of a loop that it was inlined in, if nothing calls it.
    pub home: Option<String>,
    /// Ops in it.
    pub ops: String,
    /// Location of its root.
    pub loc: Loc,
    /// Operations.
    pub flops: u64,
    /// Bytes read and written.
    pub bytes: u64,
    /// Grid tasks.
    pub tasks: i64,
    /// Estimated time on one thread.
    pub cost_ns: f64,
    /// One thread runs all its tasks.
    pub direct: bool,
    /// When the entry runs it itself, it tells the runtime.
    pub marked: bool,
    /// What the scheduler saw.
    pub class: String,
    /// The parameter that its own tasks wrote a step before, of which it reads what others wrote when they have arrived behind that;
    /// see [`hloom_tile::Lowered::meets`].
    pub meets: Option<u32>,
    /// By parameter: how its tasks cut it.
    pub cuts: Vec<Option<Cut>>,
}

/// A planned function as loop IR.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Commands, memory, constants, signature.
    pub plan: Plan,
    /// Loop IR: the entry's program first, then those of loops, then the kernels'.
    pub programs: Vec<Program>,
    /// Symbol of the entry.
    pub entry: String,
    /// One line a kernel, in the order of [`Plan::kernels`].
    pub kernels: Vec<KernelInfo>,
    /// Scratch bytes that a thread needs.
    pub scratch_bytes: u64,
}

/// Schedules and lowers the kernels of a plan and writes its entry.
///
/// # Errors
/// A kernel that cannot be lowered, located at its root; loop IR that is not well-formed.
pub fn compile(mut plan: Plan, target: &Target, options: &Options) -> Result<Planned, Diagnostics> {
    let memory = plan.memory();
    let cold = memory.arguments + memory.constants > target.l3_bytes;
    let target = &Target { cold, ..target.clone() };
    let mut made = plan.kernels.iter().map(|k| make(k, target, options)).collect::<Result<Vec<_>, _>>()?;
    Sharing { kernels: &mut made, buffers: &plan.buffers, cache: target.l2_bytes, options }
        .own(&plan.commands, &mut Vec::new());
    share_steps(&mut plan, &mut made, target, options)?;
    let scratch_bytes = made.iter().map(|k| k.scratch_bytes).max().unwrap_or(0);
    let (mut kernels, mut funcs) = (Vec::new(), Vec::new());
    made.into_iter().for_each(|k| {
        kernels.push(k.info);
        funcs.push(k.func);
    });
    let entry = crate::entry::write(&plan, &kernels, &funcs, options);
    let (mut programs, mut called) = (entry.programs, Vec::new());
    for ((func, (k, home)), is_called) in funcs.into_iter().zip(kernels.iter_mut().zip(entry.homes)).zip(entry.called) {
        k.home = home.filter(|_| !is_called);
        if k.home.is_none() {
            called.push(func);
        }
    }
    programs.extend(cut(called, options.values_per_program));
    // Where loop IR is not well formed it is Hloom that is wrong: an error, where LLVM would end the process or compute anything.
    let check = |f: &Func| {
        let wrong = |e| Diagnostics::one(Severity::Error, "loop_ir", e, Loc::UNKNOWN);
        hloom_tile::verify::verify(f).map_err(wrong)
    };
    programs.iter().flat_map(Program::functions).try_for_each(check)?;
    Ok(Planned { plan, programs, entry: options.entry.clone(), kernels, scratch_bytes })
}

/// Functions in their order, cut into programs of about equal size whatever the number of threads.
fn cut(funcs: Vec<Func>, limit: usize) -> Vec<Program> {
    let mut programs = Vec::new();
    let (mut part, mut size) = (Vec::new(), 0);
    for f in funcs {
        let n = f.tys.len();
        if !part.is_empty() && size + n > limit {
            programs.push(Program { funcs: std::mem::take(&mut part), externs: vec![] });
            size = 0;
        }
        size += n;
        part.push(f);
    }
    if !part.is_empty() {
        programs.push(Program { funcs: part, externs: vec![] });
    }
    programs
}

impl Planned {
    /// What it needs of memory.
    pub fn memory(&self) -> MemoryPlan {
        MemoryPlan { scratch: self.scratch_bytes, ..self.plan.memory() }
    }

    /// All programs as one.
    pub fn joined(&self) -> Program {
        Program { funcs: self.programs.iter().flat_map(|p| p.funcs.iter().cloned()).collect(), externs: vec![] }
    }

    /// Runs the entry in the evaluator of loop IR: the bytes of the results. All kernels must be direct calls
    /// ([`Options::direct_ns`] infinite).
    ///
    /// # Errors
    /// What the verifier or the evaluator found.
    pub fn evaluate(&self, args: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
        let program = self.joined();
        hloom_tile::verify::verify_program(&program)?;
        let mut m = Machine::new(&program);
        m.fuel = u64::MAX / 2;
        let table =
            |m: &mut Machine<'_>, addrs: &[u64]| m.memory.add(addrs.iter().flat_map(|a| a.to_le_bytes()).collect());
        let mut results: Vec<u64> = Vec::new();
        for r in &self.plan.results {
            let bytes = match r.alias {
                Some(a) => args[a as usize].clone(),
                None => vec![0xA5; r.ty.num_bytes()],
            };
            results.push(m.memory.add(bytes));
        }
        let addrs: Vec<u64> = self
            .plan
            .args
            .iter()
            .zip(args)
            .map(|(p, bytes)| match p.alias {
                Some(r) => results[r as usize],
                None => m.memory.add(bytes.clone()),
            })
            .collect();
        let constants: Vec<u64> = self.plan.constants.iter().map(|c| m.memory.add(c.to_bytes().to_vec())).collect();
        let arena = m.memory.add(vec![0xA5; self.plan.arena_bytes as usize]);
        let scratch = m.memory.add(vec![0xA5; self.scratch_bytes as usize]);
        let memcpy = m.hook(
            "memcpy",
            Box::new(|mem, a| {
                let bytes = mem.read(a[1][0], a[2][0] as usize)?.to_vec();
                mem.write(a[0][0], bytes.len())?.copy_from_slice(&bytes);
                Ok(None)
            }),
        );
        let (calls, draws) = (&self.plan.host_calls, std::cell::Cell::new(0));
        let host = m.hook(
            "host_call",
            Box::new(move |mem, a| {
                let call = &calls[a[1][0] as usize].call;
                let mut addrs = Vec::new();
                for i in 0..call.operands.len() + call.results.len() {
                    let mut bytes = [0; 8];
                    bytes.copy_from_slice(mem.read(a[2][0] + 8 * i as u64, 8)?);
                    addrs.push(u64::from_le_bytes(bytes));
                }
                let operands = call.operands.iter().zip(&addrs);
                let operands = operands
                    .map(|(t, &at)| mem.read(at, t.bytes().unwrap_or(0) as usize).map(<[u8]>::to_vec))
                    .collect::<Result<Vec<_>, _>>()?;
                let operands: Vec<&[u8]> = operands.iter().map(Vec::as_slice).collect();
                let results = crate::host::run(call, &operands, &draws)?;
                for (bytes, &at) in results.iter().zip(&addrs[call.operands.len()..]) {
                    mem.write(at, bytes.len())?.copy_from_slice(bytes);
                }
                Ok(Some(smallvec::smallvec![abi::STATUS_OK as u64]))
            }),
        );
        let mark = m.hook("mark", Box::new(|_, _| Ok(None)));
        let mut ctx = vec![0u8; std::mem::size_of::<abi::Ctx>()];
        let mut put = |at: usize, x: u64| ctx[at..at + 8].copy_from_slice(&x.to_le_bytes());
        put(abi::offset::MEMCPY, memcpy);
        put(abi::offset::SCRATCH, scratch);
        put(abi::offset::HOST_CALL, host);
        put(abi::offset::MARK, mark);
        let ctx = m.memory.add(ctx);
        let (args, res, consts) = (table(&mut m, &addrs), table(&mut m, &results), table(&mut m, &constants));
        m.call(&self.entry, &[ctx, args, res, arena, consts])?;
        results.iter().map(|&r| m.memory.region(r).map(<[u8]>::to_vec).ok_or_else(|| "a lost region".into())).collect()
    }
}
