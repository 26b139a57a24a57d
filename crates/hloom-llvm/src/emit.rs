//! Target machines, and the way of one module through LLVM.

use crate::fatal::Blame;
use crate::llvm_sys::core::*;
use crate::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use crate::llvm_sys::support::LLVMParseCommandLineOptions;
use crate::llvm_sys::target::*;
use crate::llvm_sys::target_machine::*;
use crate::llvm_sys::transforms::pass_builder::*;
use crate::lower::{self, Machine};
use crate::unit::{Unit, c_name, ll, take_message};
use crate::{Error, Level, Options};
use hloom_tile::Target;
use hloom_tile::loop_ir::{Block, Program, Stmt};
use std::ffi::{CStr, CString};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::{Mutex, Once};

/// LLVM's switches that have no other door; they hold for the process. Loop strength reduction is left out: addresses in
/// loop IR are a base and a multiple of the counter already, and on a register tile's many pointers the pass took three
/// quarters of the time of code generation for one instruction less in the loop. A choice stays a choice: loop IR has branches for
/// what can be foreseen, and made a branch, which of two sorted runs comes next is foreseen wrongly every other time (merging them
/// took 10.8 ns an element on a Zen 3, and takes 4.7).
const SWITCHES: [&CStr; 3] = [c"hloom", c"-disable-lsr", c"-x86-cmov-converter=false"];

/// Registers the targets; any number of calls.
pub(crate) fn init() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        crate::fatal::install();
        // SAFETY: registration, once, before any other use of LLVM.
        unsafe {
            LLVMParseCommandLineOptions(SWITCHES.len() as i32, SWITCHES.map(CStr::as_ptr).as_ptr(), c"".as_ptr());
            LLVMInitializeX86TargetInfo();
            LLVMInitializeX86Target();
            LLVMInitializeX86TargetMC();
            LLVMInitializeX86AsmPrinter();
            LLVMInitializeAArch64TargetInfo();
            LLVMInitializeAArch64Target();
            LLVMInitializeAArch64TargetMC();
            LLVMInitializeAArch64AsmPrinter();
        }
    });
}

/// What identifies a target machine.
#[derive(Clone, PartialEq)]
struct Key {
    triple: CString,
    cpu: CString,
    features: CString,
    level: Level,
}

/// An LLVM target machine, used by one thread at a time.
struct RawMachine(LLVMTargetMachineRef);

// SAFETY: a target machine has no ties to the thread that made it; exclusive use is ensured by ownership.
unsafe impl Send for RawMachine {}

impl Drop for RawMachine {
    fn drop(&mut self) {
        // SAFETY: owned, freed once.
        unsafe { LLVMDisposeTargetMachine(self.0) }
    }
}

/// Idle machines: making one costs as much as compiling a small kernel. The newest are kept.
static IDLE: Mutex<Vec<(Key, RawMachine)>> = Mutex::new(Vec::new());
const MAX_IDLE: usize = 64;

/// A target machine borrowed from the pool.
struct Borrowed {
    key: Key,
    raw: Option<RawMachine>,
}

impl Borrowed {
    fn get(&self) -> LLVMTargetMachineRef {
        self.raw.as_ref().expect("present until dropped").0
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let (Some(raw), Ok(mut idle)) = (self.raw.take(), IDLE.lock()) {
            if idle.len() == MAX_IDLE {
                idle.remove(0);
            }
            idle.push((self.key.clone(), raw));
        }
    }
}

/// Compiles programs for one target with one set of options; shared by the threads.
pub(crate) struct Generator<'a> {
    opts: &'a Options,
    key: Key,
    pub(crate) machine: Machine,
}

impl<'a> Generator<'a> {
    pub(crate) fn new(target: &Target, opts: &'a Options) -> Result<Generator<'a>, Error> {
        init();
        let machine = Machine::new(target);
        if machine.x86 && !target.features.iter().any(|f| f == "+sse4.1") {
            let message = if target.cpu.is_empty() || target.cpu == "x86-64" {
                "x86-64 without +sse4.1 is below the baseline (x86-64-v2)".to_string()
            } else {
                format!(
                    "the features of processor '{}' are not known, and `+sse4.1` at least must be stated",
                    target.cpu
                )
            };
            return Err(Error::Target { triple: target.triple.clone(), message });
        }
        let key = Key {
            triple: c_name(&target.triple),
            cpu: c_name(&target.cpu),
            features: c_name(&target.features.join(",")),
            level: opts.level,
        };
        let generator = Generator { opts, key, machine };
        // A target that LLVM does not know is an error even where there is nothing to compile.
        generator.machine(opts.level)?;
        Ok(generator)
    }

    /// A machine for the calling thread.
    fn machine(&self, level: Level) -> Result<Borrowed, Error> {
        let key = Key { level, ..self.key.clone() };
        if let Ok(mut idle) = IDLE.lock()
            && let Some(i) = idle.iter().rposition(|(k, _)| *k == key)
        {
            return Ok(Borrowed { key, raw: Some(idle.remove(i).1) });
        }
        let fail = |message| Error::Target { triple: key.triple.to_string_lossy().into_owned(), message };
        let level = match key.level {
            Level::None => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
            Level::Less => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
            Level::Default => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            Level::Aggressive => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
        };
        // SAFETY: targets are registered; strings live through the calls; out parameters are valid.
        let raw = unsafe {
            let (mut target, mut message) = (null_mut(), null_mut());
            if LLVMGetTargetFromTriple(key.triple.as_ptr(), &mut target, &mut message) != 0 {
                return Err(fail(take_message(message)));
            }
            LLVMCreateTargetMachine(
                target,
                key.triple.as_ptr(),
                key.cpu.as_ptr(),
                key.features.as_ptr(),
                level,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelSmall,
            )
        };
        if raw.is_null() {
            return Err(fail("LLVM cannot generate code for it".into()));
        }
        Ok(Borrowed { key, raw: Some(RawMachine(raw)) })
    }

    /// Program number `module` to an object.
    pub(crate) fn compile(&self, module: usize, p: &Program) -> Result<Vec<u8>, Error> {
        if cfg!(debug_assertions) {
            hloom_tile::verify::verify_program(p).map_err(|message| Error::Program { module, message })?;
        }
        let llvm = |message| Error::Llvm { module, message };
        let mut unit = Unit::new();
        let _blame = Blame::new(&unit);
        // What has no counted loop runs once a call: there is nothing that better code would win back.
        let inlines = p.funcs.iter().any(|f| f.inline);
        let once = !inlines && !p.funcs.iter().any(|f| counts(&f.body));
        let machine = self.machine(if once { Level::None } else { self.opts.level })?;
        let tm = machine.get();
        ll!({
            LLVMSetTarget(unit.module, self.key.triple.as_ptr());
            let layout = LLVMCreateTargetDataLayout(tm);
            LLVMSetModuleDataLayout(unit.module, layout);
            LLVMDisposeTargetData(layout);
        });
        lower::program(&mut unit, p, &self.machine).map_err(|message| Error::Program { module, message })?;
        self.dump(&unit, module, "ll", Unit::text)?;
        if cfg!(debug_assertions) {
            verify(&unit).map_err(llvm)?;
        }
        run_passes(&unit, tm, inlines, self.opts.passes && !once).map_err(llvm)?;
        self.dump(&unit, module, "opt.ll", Unit::text)?;
        self.dump(&unit, module, "s", |u| assembly(u, tm))?;
        let object = emit(unit.module, tm, LLVMCodeGenFileType::LLVMObjectFile);
        match unit.error() {
            Some(e) => Err(llvm(e.to_string())),
            None => object.map_err(llvm),
        }
    }

    fn dump(&self, unit: &Unit, module: usize, ext: &str, text: impl FnOnce(&Unit) -> String) -> Result<(), Error> {
        let Some(dir) = &self.opts.dump else { return Ok(()) };
        let write = |path: &Path| std::fs::create_dir_all(dir).and_then(|()| std::fs::write(path, text(unit)));
        let path = dir.join(format!("{module:03}.{ext}"));
        write(&path).map_err(|error| Error::Dump { path, error })
    }
}

/// Is there a counted loop?
fn counts(b: &Block) -> bool {
    b.stmts.iter().any(|s| match s {
        Stmt::For { .. } => true,
        Stmt::While { before, body, .. } => counts(before) || counts(body),
        Stmt::If { then, els, .. } => counts(&then.0) || counts(&els.0),
        _ => false,
    })
}

fn verify(unit: &Unit) -> Result<(), String> {
    use crate::llvm_sys::analysis::{LLVMVerifierFailureAction::LLVMReturnStatusAction, LLVMVerifyModule};
    let mut message = null_mut();
    let bad = ll!(LLVMVerifyModule(unit.module, LLVMReturnStatusAction, &mut message)) != 0;
    let message = take_message(message);
    if bad { Err(format!("invalid module: {message}\n{}", unit.text())) } else { Ok(()) }
}

fn run_passes(unit: &Unit, tm: LLVMTargetMachineRef, inlines: bool, clean: bool) -> Result<(), String> {
    const CLEAN: &str = "function(early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";
    // What is inlined shares its caller's frame, and its loop over tasks has a known end.
    const JOIN: &str = "always-inline,function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,\
                        loop(loop-deletion),sroa,early-cse<memssa>,simplifycfg)";
    let passes = match (inlines, clean) {
        (true, true) => JOIN.to_string(),
        (true, false) => "always-inline".to_string(),
        (false, true) => CLEAN.to_string(),
        (false, false) => return Ok(()),
    };
    let passes = c_name(&passes);
    ll!({
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(unit.module, passes.as_ptr(), tm, options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(text)
    })
}

/// The assembly, from a copy: generating code changes the module.
fn assembly(unit: &Unit, tm: LLVMTargetMachineRef) -> String {
    let copy = ll!(LLVMCloneModule(unit.module));
    let text = emit(copy, tm, LLVMCodeGenFileType::LLVMAssemblyFile);
    ll!(LLVMDisposeModule(copy));
    text.map_or_else(|e| e, |t| String::from_utf8_lossy(&t).into_owned())
}

fn emit(
    module: crate::llvm_sys::prelude::LLVMModuleRef,
    tm: LLVMTargetMachineRef,
    kind: LLVMCodeGenFileType,
) -> Result<Vec<u8>, String> {
    let (mut message, mut buffer) = (null_mut(), null_mut());
    ll!({
        if LLVMTargetMachineEmitToMemoryBuffer(tm, module, kind, &mut message, &mut buffer) != 0 {
            return Err(take_message(message));
        }
        let (start, size) = (LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
        let bytes = if start.is_null() { Vec::new() } else { std::slice::from_raw_parts(start.cast(), size).to_vec() };
        LLVMDisposeMemoryBuffer(buffer);
        Ok(bytes)
    })
}
