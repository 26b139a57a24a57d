//! Random programs as native code: for two widths of vectors, with 1, 2 and 7 threads.
#![allow(dead_code, reason = "each of those that include it uses a part")]

use hloom::{Blob, Buffer, Device, DeviceOptions, ExecOptions, HostFns, Loaded, Target, Teams};
use hloom_fuzz::judge::{BUDGET, Oracle};
use hloom_fuzz::program::Program;
use hloom_fuzz::shrink;
use hloom_ir::verify;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Machines to compile for, and devices to run on.
#[derive(Clone)]
pub(crate) struct Native {
    targets: Vec<Target>,
    devices: Vec<Arc<Device>>,
    /// Threads share the steps of all loops where they can.
    share_loops: bool,
    /// Element operations of the interpreter.
    budget: u64,
}

fn target(cpu: &str) -> Target {
    let t = hloom::target_for("x86_64-unknown-linux-gnu", cpu, &[]);
    // Few machines want these things: here all that can have them do.
    Target {
        slow_division: t.fma,
        slow_subnormals: true,
        slow_gathers: true,
        gathers_words: true,
        wide_indices: true,
        ..t
    }
}

/// How a program fared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// All runs agree with the interpreter.
    Agreed,
    /// Native code does not have something.
    Refused(String),
    /// The interpreter does not run it, or not within bounds.
    NotRun(String),
    /// A difference, or a panic.
    Wrong(String),
}

/// What `f` gives for each number below `n`, in order. Works on all cores, each with machines and devices of its own.
pub(crate) fn in_parallel<T: Send>(n: usize, make: fn() -> Native, f: impl Fn(&Native, usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let (native, mut done) = (make(), Vec::new());
        loop {
            let i = next.fetch_add(1, Relaxed);
            if i >= n {
                return done;
            }
            done.push((i, f(&native, i)));
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|s| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // The optimiser recurses over nested regions, as in `hloom`.
        let spawn = |_| std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(s, work).expect("a thread");
        let workers: Vec<_> = (0..cores).map(spawn).collect();
        workers.into_iter().flat_map(|w| w.join().expect("panics are caught")).collect()
    });
    all.sort_by_key(|x| x.0);
    all.into_iter().map(|x| x.1).collect()
}

impl Native {
    /// For the widths that this machine has.
    pub(crate) fn new() -> Native {
        let host = hloom::host_target();
        let other = if host.vector_bytes == 64 { "x86-64-v4" } else { "x86-64-v2" };
        let targets = ["x86-64-v3", other].map(target).to_vec();
        let options = DeviceOptions { keep_bytes: 64 << 20, teams: Teams::InTurn, ..DeviceOptions::default() };
        let device = |threads| Device::new(DeviceOptions { threads, ..options });
        Native { targets, devices: [1, 2, 7].map(device).to_vec(), share_loops: false, budget: BUDGET }
    }

    /// The same, and threads share the steps of loops.
    pub(crate) fn sharing_loops(&self) -> Native {
        Native { share_loops: true, ..self.clone() }
    }

    /// The same for longer programs.
    pub(crate) fn within(self, budget: u64) -> Native {
        Native { budget, ..self }
    }

    /// For the width of this machine only, with two threads.
    pub(crate) fn one_width() -> Native {
        let all = Native::new();
        Native { targets: all.targets[1..].to_vec(), devices: all.devices[1..2].to_vec(), ..all }
    }

    /// For the oldest machines: short vectors, no fused multiply-adds.
    pub(crate) fn oldest(&self) -> Native {
        Native { targets: vec![target("x86-64-v2")], ..self.clone() }
    }

    /// For one of the two widths or for the oldest machines, and with or without shared loops, by the number of the program.
    pub(crate) fn in_turn(&self, index: u64) -> Native {
        let (i, n) = (index as usize, self.targets.len() + 1);
        let one = self.targets.get(i % n).map(|t| Native { targets: vec![t.clone()], ..self.clone() });
        Native { share_loops: i / n % 2 == 1, ..one.unwrap_or_else(|| self.oldest()) }
    }

    /// Compiles for each target, runs on each device and compares.
    pub(crate) fn fate(&self, program: &Program) -> Fate {
        let wrong = |what: &str| Fate::Wrong(format!("{what} panics"));
        match catch_unwind(|| verify(&program.module)) {
            Ok(Ok(())) => {}
            Ok(Err(d)) if d.is_unimplemented() => return Fate::NotRun(d.render(&program.module.locs)),
            Ok(Err(d)) => return Fate::Wrong(format!("it does not verify: {}", d.render(&program.module.locs))),
            Err(_) => return wrong("the verifier"),
        }
        let budget = self.budget;
        let mut oracle = match catch_unwind(|| Oracle::within(program, budget)) {
            Ok(Ok(oracle)) => oracle,
            Ok(Err(e)) => return Fate::NotRun(e.to_string()),
            Err(_) => return wrong("the interpreter"),
        };
        for target in &self.targets {
            let outputs = match catch_unwind(AssertUnwindSafe(|| self.run(program, target))) {
                Ok(Ok(outputs)) => outputs,
                Ok(Err(e)) if e.is_unimplemented() => return Fate::Refused(e.to_string()),
                Ok(Err(e)) => return Fate::Wrong(e.to_string()),
                Err(_) => return wrong("the compiler"),
            };
            if outputs.iter().any(|o| *o != outputs[0]) {
                return Fate::Wrong(format!("{}: results depend on the number of threads", target.cpu));
            }
            match catch_unwind(AssertUnwindSafe(|| oracle.check(&outputs[0]))) {
                Ok(Ok(())) => {}
                Ok(Err(d)) => return Fate::Wrong(format!("{}: {d}", target.cpu)),
                Err(_) => return wrong("the interpreter with noise"),
            }
        }
        Fate::Agreed
    }

    /// The results on each device.
    fn run(&self, program: &Program, target: &Target) -> Result<Vec<Vec<Vec<u8>>>, hloom::Error> {
        let share_loops = self.share_loops;
        let options = hloom::Options { threads: Some(1), share_loops, ..hloom::Options::default() };
        let compiled = hloom::compile(&program.module, "main", target, &options)?;
        let bytes = Blob::new(compiled.executable.to_bytes()?);
        let mut outputs = Vec::new();
        for device in &self.devices {
            let loaded = Loaded::load_bytes(&bytes, device, &HostFns::default()).expect("what was compiled loads");
            let args: Vec<Buffer> = program
                .args
                .iter()
                .map(|t| Buffer::from_bytes(device, t.dtype(), t.dims(), &t.to_bytes()).expect("an argument"))
                .collect();
            let args: Vec<&Buffer> = args.iter().collect();
            let out = loaded.execute(&args, &ExecOptions::default()).expect("a compiled program runs");
            outputs.push(out.iter().map(|b| b.bytes().to_vec()).collect());
        }
        Ok(outputs)
    }

    /// A smaller program that is wrong too, as a file for `hloom check`.
    pub(crate) fn reproducer(&self, program: &Program) -> String {
        // What it says first: the target, or where it fails.
        let class = |fate: &Fate| match fate {
            Fate::Wrong(why) => why.split(':').next().map(str::to_owned),
            _ => None,
        };
        let first = class(&self.fate(program));
        let small = shrink::shrink(program, &mut |p| class(&self.fate(p)) == first);
        let why = match self.fate(&small) {
            Fate::Wrong(why) => why,
            other => format!("{other:?}"),
        };
        let why: Vec<String> = why.lines().map(|l| format!("// {l}\n")).collect();
        let expected = catch_unwind(|| Oracle::new(&small).map(|o| o.expected).unwrap_or_default()).unwrap_or_default();
        let module = shrink::as_test(&small, &expected).unwrap_or(small.module);
        why.concat() + &hloom::print(&module, hloom::Form::Pretty, false)
    }
}
