//! A plan with its loop IR: everything that the back end and the executable need.

use crate::program::{Buffer, BufferId, Command, Plan, PlanKernel, Work};
use hloom_exe::{MemoryPlan, abi};
use hloom_ir::{Diagnostics, Loc, Severity};
use hloom_tile::Target;
use hloom_tile::eval::Machine;
use hloom_tile::kernel::Kernel;
use hloom_tile::loop_ir::{Func, Program};
use hloom_tile::sched::{Class, Cost, Cut};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

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
    /// Check that nests are schedules of their kernels ([`hloom_tile::legal`]) and that loop IR is well formed, which is
    /// a fault of Hloom where it is not.
    pub check: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            direct_ns: 15_000.0,
            direct_products_ns: 4_500.0,
            direct_awake_ns: 5_000.0,
            // On cores with a common cache two threads meet in 0.1 µs.
            shared_task_ns: 200,
            meeting_ns: 100.0,
            bytes_from_core_per_ns: 20.0,
            fewest_shared_trips: 32,
            shared_loop_ns: 100_000.0,
            // Two calls that do nothing take 4 ns.
            marked_ns: 2_000.0,
            values_per_program: 800,
            entry: "hloom_entry".into(),
            observed: false,
            check: cfg!(debug_assertions),
        }
    }
}

impl Options {
    /// The same, but threads can share the steps of every loop in which they are able to, however little there is to do.
    pub fn sharing_loops(self) -> Options {
        let (shared_task_ns, meeting_ns, bytes_from_core_per_ns) = (0, 0.0, f64::INFINITY);
        Options {
            shared_task_ns,
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
/// A kernel that cannot be lowered, located at its root; what [`Options::check`] finds.
pub fn compile(mut plan: Plan, target: &Target, options: &Options) -> Result<Planned, Diagnostics> {
    let mut made = plan.kernels.iter().map(|k| make(k, target, options)).collect::<Result<Vec<_>, _>>()?;
    Sharing { kernels: &mut made, buffers: &plan.buffers, cache: target.l2_bytes, options }
        .own(&plan.commands, &mut Vec::new());
    if target.cores > 1 && !options.observed {
        let fine = Target { task_ns: options.shared_task_ns, cores: target.cores.min(MOST_MEMBERS), ..target.clone() };
        let mut calls = vec![0; made.len()];
        plan.commands.iter().for_each(|c| c.kernels(&mut |k, _| calls[k as usize] += 1));
        let mut commands = std::mem::take(&mut plan.commands);
        Sharers { plan: &plan, made: &mut made, calls, target, fine, options }.look(&mut commands)?;
        plan.commands = commands;
    }
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
    if options.check {
        let check = |f: &Func| {
            let wrong = |e| Diagnostics::one(Severity::Error, "loop_ir", format!("{}: {e}", f.name), Loc::UNKNOWN);
            hloom_tile::verify::verify(f).map_err(wrong)
        };
        programs.iter().flat_map(|p| &p.funcs).try_for_each(check)?;
    }
    Ok(Planned { plan, programs, entry: options.entry.clone(), kernels, scratch_bytes })
}

/// A kernel with its code.
struct Made {
    info: KernelInfo,
    func: Func,
    cost: Cost,
    is_product: bool,
    /// Something in it is summed up.
    is_sum: bool,
    scratch_bytes: u64,
}

/// Schedules and lowers a kernel.
fn make(k: &PlanKernel, target: &Target, options: &Options) -> Result<Made, Diagnostics> {
    let symbol = crate::dedup::symbol(&k.work, &k.ops, target);
    let (mut meets, mut cuts) = (None, Vec::new());
    let (func, tasks, scratch_bytes, cost, class_of, unbounded, class) = match &k.work {
        Work::Nest(kernel) => {
            let s = hloom_tile::sched::schedule(kernel, target);
            if options.check {
                hloom_tile::legal::check(&s.kernel, &s.nest).map_err(|e| {
                    let message = format!("kernel of {}: {e}", k.ops);
                    Diagnostics::one(Severity::Error, "nest", message, k.loc)
                })?;
            }
            let l = hloom_tile::lower(&s.kernel, &s.nest, target, &symbol).map_err(|e| {
                let message = format!("kernel of {}: {e}", k.ops);
                Diagnostics::one(Severity::Unimplemented, "lower", message, k.loc)
            })?;
            cuts = hloom_tile::sched::cuts(&s.kernel, &s.nest);
            meets = kernel.own.filter(|_| l.meets).map(|b| b.0);
            if meets.is_some() && !writes_as_it_reads(kernel, &cuts, l.tasks) {
                return make(&with_own(k, None), target, options);
            }
            (l.func, l.tasks, l.scratch_bytes, s.cost, Some(s.class), false, format!("{:?}", s.class))
        }
        Work::Template(t) => {
            let mut f = t.func.clone();
            f.name = symbol.clone();
            let cost = Cost { compute_ns: t.cost_ns, moving_ns: 0.0 };
            (f, t.tasks, t.scratch_bytes, cost, None, t.unbounded, t.name.clone())
        }
    };
    let cost_ns = cost.ns();
    let info = KernelInfo {
        symbol,
        home: None,
        ops: k.ops.clone(),
        loc: k.loc,
        flops: k.flops,
        bytes: k.bytes,
        tasks,
        cost_ns,
        direct: is_direct(tasks, cost_ns, options.direct_ns),
        marked: unbounded || cost_ns >= options.marked_ns,
        class,
        meets,
        cuts,
    };
    let is_product = class_of == Some(Class::Contraction);
    let is_sum = !matches!(class_of, Some(Class::Elementwise | Class::Plain));
    Ok(Made { info, func, cost, is_product, is_sum, scratch_bytes })
}

/// Threads that share a loop's steps at most: each waits for all others.
const MOST_MEMBERS: u32 = 8;

/// Finds the loops whose steps are worth sharing, and cuts their kernels into tasks for that.
struct Sharers<'a> {
    plan: &'a Plan,
    made: &'a mut [Made],
    /// By kernel: commands that call it.
    calls: Vec<u32>,
    target: &'a Target,
    /// Gives each thread less to do.
    fine: Target,
    options: &'a Options,
}

impl Sharers<'_> {
    /// Looks at outermost loops.
    fn look(&mut self, commands: &mut [Command]) -> Result<(), Diagnostics> {
        for c in commands {
            if matches!(c, Command::While { .. }) && crate::whole::is_short(c) {
                let fine = self.parted(c)?;
                let is_worth = fine.is_some();
                for (k, new) in fine.into_iter().flatten() {
                    self.made[k as usize] = new;
                }
                if let Command::While { shared, .. } = c {
                    *shared = is_worth;
                }
                continue;
            }
            match c {
                Command::While { cond, body, .. } => {
                    self.look(cond)?;
                    self.look(body)?;
                }
                Command::Case { branches, .. } => branches.iter_mut().try_for_each(|b| self.look(b))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The kernels of a loop that several threads are to have parts of, if two could do a step in less time, if only a little:
    /// whether it is so is measured at run time.
    fn parted(&self, c: &Command) -> Result<Option<BTreeMap<u32, Made>>, Diagnostics> {
        let Command::While { trips, .. } = c else { return Ok(None) };
        let (mut bytes, mut written, mut inner) = (0, FxHashSet::default(), Vec::new());
        let mut possible = trips.is_none_or(|n| n >= self.options.fewest_shared_trips);
        c.commands(&mut |c| match c {
            Command::Kernel { kernel, args, writes, .. } => {
                let k = &self.made[*kernel as usize].info;
                bytes += k.bytes;
                possible &= k.direct;
                inner.push((*kernel, args, writes));
            }
            Command::Host { .. } => possible = false,
            Command::Copy { .. } | Command::While { .. } | Command::Case { .. } => {}
        });
        c.writes(&mut |b| {
            written.insert(b);
        });
        let ns = |k: u32| {
            let cost = &self.made[k as usize].cost;
            if bytes <= self.target.l2_bytes { cost.cached_ns() } else { cost.ns() }
        };
        let total = trips.map_or(f64::INFINITY, |n| n as f64 * inner.iter().map(|x| ns(x.0)).sum::<f64>());
        if !possible || total < self.options.shared_loop_ns {
            return Ok(None);
        }
        let size = |b: BufferId| self.plan.buffers[b.0 as usize].bytes;
        let (mut fine, mut gain, mut lost) = (BTreeMap::new(), 0.0, 0.0);
        for &(k, args, writes) in &inner {
            if ns(k) >= 2.0 * f64::from(self.options.shared_task_ns) && !fine.contains_key(&k) {
                let old = &self.made[k as usize];
                let own = self.own_operand(c, k, args, writes);
                let new = make(&with_own(&self.plan.kernels[k as usize], own), &self.fine, self.options)?;
                if new.info.tasks > old.info.tasks || old.info.tasks > 1 {
                    fine.insert(k, Made { info: KernelInfo { direct: true, ..new.info }, ..new });
                }
            }
            let parted = fine.contains_key(&k);
            if parted {
                gain += ns(k) / 2.0;
            }
            if writes.iter().any(|w| size(args[w.0 as usize]) > crate::whole::MAX_SLOT) {
                lost += self.options.meeting_ns;
            }
            // Half of what it reads the other one has written. Elements that are parted alike stay where they are.
            if !parted || self.made[k as usize].is_sum {
                let changed: u64 = args.iter().filter(|b| written.contains(b)).map(|b| size(*b)).sum();
                let bytes = changed.min(self.made[k as usize].info.bytes);
                lost += bytes as f64 / 2.0 / self.options.bytes_from_core_per_ns;
            }
        }
        if fine.is_empty() || gain < lost {
            return Ok(None);
        }
        // Small kernels between those: if they cut alike what they read and write, nobody waits.
        let tasks = fine.values().map(|k| k.info.tasks).max().unwrap_or(1);
        let finest = Target { task_ns: 1, cores: tasks as u32, ..self.fine.clone() };
        for (k, args, writes) in inner {
            let old = &self.made[k as usize];
            let seen = writes.iter().any(|w| size(args[w.0 as usize]) > crate::whole::MAX_SLOT);
            if seen && !old.is_sum && !fine.contains_key(&k) {
                let new = make(&self.plan.kernels[k as usize], &finest, self.options)?;
                if new.info.tasks == tasks {
                    fine.insert(k, Made { info: KernelInfo { direct: true, ..new.info }, ..new });
                }
            }
        }
        Ok(Some(fine))
    }

    /// The parameter of a kernel that is what it has written a step before, if nothing else writes that in the loop, and the kernel is
    /// nowhere else.
    fn own_operand(&self, c: &Command, kernel: u32, args: &[BufferId], writes: &[(u32, bool)]) -> Option<u32> {
        let Command::While { rotations, .. } = c else { return None };
        let [(out, true)] = writes else { return None };
        let out = args[*out as usize];
        let [x, y] = rotations.iter().find(|r| r.contains(&out))?[..] else { return None };
        let operand = if x == out { y } else { x };
        let mut writers = 0;
        c.writes(&mut |b| writers += u32::from(b == x || b == y));
        let mut places = (0..args.len()).filter(|i| args[*i] == operand);
        let place = places.next().filter(|_| places.next().is_none())?;
        // The loop's own commands count as writers of what changes places.
        (writers == 3 && self.calls[kernel as usize] == 1).then_some(place as u32)
    }
}

/// True if a task writes the elements of its out that it begins with when it reads them as [`hloom_tile::Kernel::own`].
fn writes_as_it_reads(k: &Kernel, cuts: &[Option<Cut>], tasks: i64) -> bool {
    let (Some(own), [out]) = (k.own, &k.outs[..]) else { return false };
    let bytes = k.bufs[own.0 as usize].bytes();
    cuts[out.buf.0 as usize] == Some(Cut { step: bytes / tasks, period: bytes })
}

/// The kernel with [`hloom_tile::Kernel::own`].
fn with_own(k: &PlanKernel, own: Option<u32>) -> PlanKernel {
    let mut k = k.clone();
    if let Work::Nest(kernel) = &mut k.work {
        kernel.own = own.map(hloom_tile::kernel::BufId);
    }
    k
}

/// True if one thread is to run a kernel of so many tasks that takes so long.
fn is_direct(tasks: i64, ns: f64, least_ns: f64) -> bool {
    tasks <= 1 || ns < least_ns
}

/// Decides which kernels of loops are shared out among the threads.
struct Sharing<'a> {
    kernels: &'a mut [Made],
    buffers: &'a [Buffer],
    /// Bytes of a core's second-level cache.
    cache: u64,
    options: &'a Options,
}

/// A kernel of a loop, and its buffers.
type Inner<'a> = (usize, &'a [BufferId]);

impl<'a> Sharing<'a> {
    /// Looks for loops; collects the kernels that are not in any.
    fn own(&mut self, commands: &'a [Command], found: &mut Vec<Inner<'a>>) {
        for c in commands {
            match c {
                Command::Kernel { kernel, args, .. } => found.push((*kernel as usize, args)),
                Command::Host { .. } | Command::Copy { .. } => {}
                Command::Case { branches, .. } => branches.iter().for_each(|b| self.own(b, found)),
                Command::While { cond, body, trips, .. } => {
                    let mut inner = Vec::new();
                    self.own(cond, &mut inner);
                    self.own(body, &mut inner);
                    let mut written = FxHashSet::default();
                    c.writes(&mut |b| {
                        written.insert(b);
                    });
                    self.share(&inner, &written, *trips);
                }
            }
        }
    }

    /// Of kernels that run once an iteration of a loop, shares out those that take long enough.
    fn share(&mut self, inner: &[Inner<'_>], written: &FxHashSet<BufferId>, trips: Option<u64>) {
        /// Loops of fewer iterations may not be worth waking threads.
        const FEWEST_TRIPS: u64 = 8;
        // What one iteration reads the next one finds in the cache.
        let bytes: u64 = inner.iter().map(|&(k, _)| self.kernels[k].info.bytes).sum();
        let cached = bytes <= self.cache;
        let ns = |k: &Made| if cached { k.cost.cached_ns() } else { k.cost.ns() };
        if trips.is_none_or(|n| n >= FEWEST_TRIPS) {
            for &(k, args) in inner {
                let k = &mut self.kernels[k];
                if !k.is_product {
                    continue;
                }
                // What changes in the loop has to go from core to core.
                let changes = args.iter().filter(|b| written.contains(b)).map(|b| self.buffers[b.0 as usize].bytes);
                let mostly_fixed = 5 * changes.sum::<u64>() <= 2 * k.info.bytes;
                let least_ns = if mostly_fixed { self.options.direct_products_ns } else { self.options.direct_ns };
                k.info.direct = is_direct(k.info.tasks, ns(k), least_ns);
            }
        }
        if inner.iter().any(|&(k, _)| !self.kernels[k].info.direct) {
            for &(k, _) in inner {
                let k = &mut self.kernels[k];
                k.info.direct &= is_direct(k.info.tasks, ns(k), self.options.direct_awake_ns);
            }
        }
    }
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
