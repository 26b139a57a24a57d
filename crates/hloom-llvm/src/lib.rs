//! Loop IR to native code through LLVM.
//!
//! [`compile`] turns programs into relocatable ELF objects, one each, in parallel; the bytes depend on the program, the
//! target and the options only. LLVM 22 is the version developed against; 19 is built with `--cfg hloom_llvm19`.
//!
//! What the objects are like
//! * Position-independent, PC-relative references only; every symbol is hidden. The only undefined symbols are the
//!   program's `externs`: no call of a C library or compiler run-time is ever emitted. That is why x86-64 targets need
//!   SSE4.1 (x86-64-v2), where rounding is an instruction, and why half floats and missing fused multiply-adds are
//!   written out here.
//! * Strict IEEE arithmetic: no fast-math flag, no contraction, subnormals kept. NaN payloads are not specified.
//! * Leaf code: no unwind tables, no stack protector, no static constructors.
//!
//! Absences
//! * No vectoriser, unroller or inliner heuristics: loop IR says what it wants. Three cheap passes clean up, then code
//!   is generated. Programs without a counted loop go without the passes and at [`Level::None`].
//! * Nothing asks the host except [`host_target`].

// LLVM is reached through its C API.
#![allow(unsafe_code)]

mod convert;
mod emit;
mod expr;
mod fatal;
mod fused;
mod host;
mod lower;
mod parked;
mod pointers;
mod processors;
mod quotient;
mod table;
mod tiles;
mod unit;

#[cfg(test)]
mod tests;

#[cfg(hloom_llvm19)]
pub(crate) use llvm_sys_19 as llvm_sys;
#[cfg(not(hloom_llvm19))]
pub(crate) use llvm_sys_22 as llvm_sys;

pub use host::{host_target, target_for};

use hloom_tile::Target;
use hloom_tile::loop_ir::Program;
use std::borrow::Borrow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How hard code generation tries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Level {
    /// Fast instruction selection, no scheduling: compiles several times faster, code is slower.
    None,
    /// Cheap register allocation and scheduling.
    Less,
    /// What LLVM calls -O2.
    #[default]
    Default,
    /// What LLVM calls -O3.
    Aggressive,
}

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options {
    /// Compiler threads, at least 1. No influence on the result.
    pub threads: usize,
    /// Effort of code generation for programs with counted loops; others get [`Level::None`].
    pub level: Level,
    /// Run early-cse, instcombine and simplifycfg before it.
    pub passes: bool,
    /// Write each module here as `NNN.ll`, `NNN.opt.ll` and `NNN.s`.
    pub dump: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options { threads: 1, level: Level::Default, passes: true, dump: None }
    }
}

/// Why there is no code.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// LLVM does not know the target, or it is below the baseline.
    #[error("target {triple}: {message}")]
    Target {
        /// The triple asked for.
        triple: String,
        /// What is wrong with it.
        message: String,
    },
    /// The loop IR is not well-formed, or needs what the target lacks.
    #[error("module {module}: {message}")]
    Program {
        /// Index of the program.
        module: usize,
        /// What is wrong with it.
        message: String,
    },
    /// LLVM reported an error.
    #[error("module {module}: LLVM: {message}")]
    Llvm {
        /// Index of the program.
        module: usize,
        /// LLVM's words.
        message: String,
    },
    /// A dump could not be written.
    #[error("cannot write {path}: {error}")]
    Dump {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

/// What decides, beside program, target and options, what an object is: a hash of this crate's sources, and LLVM's version.
pub fn code_generator() -> String {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: three places to write to.
    unsafe { llvm_sys::core::LLVMGetVersion(&mut major, &mut minor, &mut patch) };
    format!("{} LLVM {major}.{minor}.{patch}", env!("HLOOM_CODE_GENERATOR"))
}

/// Stack of a compiler thread: LLVM recurses over long expressions.
const STACK: usize = 16 << 20;

/// Compiles each program to one relocatable ELF object.
///
/// Programs are compiled in parallel on `opts.threads` threads; with one thread, on the caller's. If several fail, the
/// error is that of the first.
pub fn compile<P: Borrow<Program> + Sync>(
    programs: &[P],
    target: &Target,
    opts: &Options,
) -> Result<Vec<Vec<u8>>, Error> {
    let generator = emit::Generator::new(target, opts)?;
    let threads = opts.threads.clamp(1, programs.len().max(1));
    if threads == 1 {
        return programs.iter().enumerate().map(|(i, p)| generator.compile(i, p.borrow())).collect();
    }
    // Largest first, so that no thread is left with a big one at the end.
    let mut order: Vec<usize> = (0..programs.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(programs[i].borrow().funcs.iter().map(|f| f.tys.len()).sum::<usize>()));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((i, generator.compile(i, programs[i].borrow())));
        }
        done
    };
    let mut all = Vec::with_capacity(programs.len());
    std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        // The caller works too, so that a refused thread only costs time.
        let workers: Vec<_> = (1..threads).map_while(|i| spawn(i).ok()).collect();
        all.extend(work());
        for w in workers {
            match w.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all.sort_by_key(|r| r.0);
    all.into_iter().map(|r| r.1).collect()
}
