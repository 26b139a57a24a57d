//! Native code against the evaluator: equal bits for every expression and statement, several lane counts and targets.

mod fused;
mod jit;
mod math;
mod ops;
mod quotient;
mod random;
mod stmts;
mod tiles;
mod timing;

use crate::{Level, Options, compile, host_target, target_for};
use hloom_tile::eval::Machine;
use hloom_tile::eval::ops::float_value;
use hloom_tile::loop_ir::*;
use hloom_tile::{FuncBuilder, Target, verify};

pub(crate) const LINUX: &str = "x86_64-unknown-linux-gnu";

#[test]
fn a_masked_processor_is_told_by_its_features() {
    let features = |list: &[&str]| list.iter().map(|f| f.to_string()).collect::<Vec<_>>();
    let (old, new) = (features(&["+avx512f", "-avx512fp16"]), features(&["+avx512f", "+avx512fp16"]));
    for (cpu, features, name) in [
        ("rocketlake", &old, "rocketlake"),
        ("rocketlake", &new, "sapphirerapids"),
        ("cascadelake", &new, "sapphirerapids"),
        ("graniterapids", &new, "graniterapids"),
        ("znver6", &new, "znver6"),
    ] {
        assert_eq!(crate::host::unmasked(cpu, features), name, "{cpu}");
    }
}

/// The machine that tests run on.
pub(crate) fn host() -> Target {
    host_target(|f| hloom_rt::missing_features([f]).is_empty())
}

/// The host, without and with what only some machines want, and the x86-64 levels it can run, with that.
pub(crate) fn targets() -> Vec<Target> {
    let host = host();
    if !host.triple.starts_with("x86_64") {
        return vec![host];
    }
    let slow = |slow: bool, t: Target| Target { slow_subnormals: slow, wide_indices: slow, ..t };
    let levels = ["x86-64-v2", "x86-64-v3", "x86-64-v4"].map(|l| slow(true, target_for(LINUX, l, &[])));
    let runs = |t: &Target| t.features.iter().all(|f| host.features.contains(f));
    let hosts = [false, true].map(|s| slow(s, host.clone()));
    levels.into_iter().filter(runs).chain(hosts).collect()
}

/// A kernel that stores what `f` makes of the elements of some inputs, vector by vector, behind them.
fn pointwise(name: &str, t: Ty, inputs: usize, f: impl FnOnce(&mut FuncBuilder, &[Val]) -> Val) -> Program {
    let mut b = kernel(name);
    let bases: Vec<Val> = (0..=inputs as i64).map(|k| buf(&mut b, k)).collect();
    let (lo, hi) = (b.param(1), b.param(2));
    b.for_loop(lo, hi, t.lanes.into(), &[], |b, iv, _| {
        let place = |b: &mut FuncBuilder, k: usize| at(b, bases[k], iv, t.elem.bytes());
        let args: Vec<Val> = (0..inputs)
            .map(|k| {
                let p = place(b, k);
                b.load(t, p, t.elem.bytes())
            })
            .collect();
        let r = f(b, &args);
        let p = place(b, inputs);
        b.store(p, r, t.elem.bytes());
        vec![]
    });
    Program { funcs: vec![b.finish(true, false)], externs: vec![] }
}

/// Numbers that are the same in every run.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// A lane: often a special value.
    pub(crate) fn lane(&mut self, e: Elem) -> u64 {
        const SPECIAL: [f64; 20] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1.5,
            2.5,
            -2.5,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            1e-45,
            3.4028235e38,
            2147483648.0,
            -9223372036854775808.0,
            65519.0,
            6.1e-5,
        ];
        let (kind, r) = (self.next() >> 60, self.next());
        let moderate = (r >> 11) as f64 / (1u64 << 53) as f64 * 2000.0 - 1000.0;
        let float = match kind {
            0..4 => Some(SPECIAL[(r % 20) as usize]),
            4..12 => Some(moderate),
            _ => None,
        };
        match (e, float) {
            (Elem::I1, _) => r >> 63,
            (Elem::F32, Some(x)) => u64::from((x as f32).to_bits()),
            (Elem::F64, Some(x)) => x.to_bits(),
            (Elem::F32 | Elem::F64, None) => r,
            _ => match kind {
                0..2 => 0,
                2 => u64::MAX,
                3 => 1 << (e.bytes() * 8 - 1),
                4 => (1 << (e.bytes() * 8 - 1)) - 1,
                5..7 => r % 20,
                _ => r,
            },
        }
    }
    pub(crate) fn bytes(&mut self, e: Elem, count: usize) -> Vec<u8> {
        (0..count).flat_map(|_| self.lane(e).to_le_bytes().into_iter().take(e.bytes() as usize)).collect()
    }
}

/// One call of a kernel.
pub(crate) struct Call {
    pub(crate) func: String,
    /// Contents and the kind that they are compared as: NaNs of a float kind are equal.
    pub(crate) bufs: Vec<(Elem, Vec<u8>)>,
    pub(crate) lo: i64,
    pub(crate) hi: i64,
}

pub(crate) const SCRATCH: usize = 4096;

/// Parameters of a kernel.
pub(crate) fn kernel(name: impl Into<String>) -> FuncBuilder {
    let read = ParamAttrs { noalias: true, readonly: true };
    let none = ParamAttrs::default();
    FuncBuilder::new(name, &[(Ty::PTR, read), (Ty::I64, none), (Ty::I64, none), (Ty::PTR, none)], None)
}

/// Address in buffer `k` of a kernel.
pub(crate) fn buf(b: &mut FuncBuilder, k: i64) -> Val {
    let (bufs, o) = (b.param(0), b.i64(8 * k));
    let p = b.ptr_add(bufs, o);
    b.expr(Ty::PTR, Expr::Load { ptr: p, align: 8, mask: None, other: None, invariant: true })
}

/// `base + index * bytes`.
pub(crate) fn at(b: &mut FuncBuilder, base: Val, index: Val, bytes: u32) -> Val {
    let o = b.mul_const(index, bytes.into());
    b.ptr_add(base, o)
}

/// What the evaluator makes of the calls: the buffers afterwards.
pub(crate) fn evaluate(program: &Program, calls: &[Call]) -> Vec<Vec<Vec<u8>>> {
    verify::verify_program(program).expect("valid");
    let one = |c: &Call| {
        let mut m = Machine::new(program);
        let addrs: Vec<u64> = c.bufs.iter().map(|b| m.memory.add(b.1.clone())).collect();
        let table = m.memory.add(addrs.iter().flat_map(|a| a.to_le_bytes()).collect());
        let scratch = m.memory.add(vec![0; SCRATCH]);
        m.call(&c.func, &[table, c.lo as u64, c.hi as u64, scratch]).unwrap_or_else(|e| panic!("{e}\n{program}"));
        addrs.iter().map(|&a| m.memory.region(a).expect("present").to_vec()).collect()
    };
    calls.iter().map(one).collect()
}

#[repr(align(64))]
#[derive(Clone, Copy)]
struct Line([u8; 64]);

/// Bytes at a multiple of 64.
struct Aligned(Vec<Line>, usize);

impl Aligned {
    fn new(bytes: &[u8]) -> Aligned {
        let mut a = Aligned(vec![Line([0; 64]); bytes.len().div_ceil(64)], bytes.len());
        for (line, chunk) in a.0.iter_mut().zip(bytes.chunks(64)) {
            line.0[..chunk.len()].copy_from_slice(chunk);
        }
        a
    }
    /// Numbers as elements of a float kind.
    fn floats(e: Elem, numbers: impl Iterator<Item = f64>) -> Aligned {
        let bytes = |x: f64| if e == Elem::F64 { x.to_le_bytes().to_vec() } else { (x as f32).to_le_bytes().to_vec() };
        Aligned::new(&numbers.flat_map(bytes).collect::<Vec<u8>>())
    }
    /// The elements, of a float kind, as numbers.
    fn numbers(&self, e: Elem) -> Vec<f64> {
        self.bytes().chunks(e.bytes() as usize).map(|x| float_value(e, word(x))).collect()
    }
    fn ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
    fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|l| l.0).take(self.1).collect()
    }
}

/// Bytes as one number, the lowest first.
fn word(x: &[u8]) -> u64 {
    x.iter().rev().fold(0, |acc, &b| acc << 8 | u64::from(b))
}

fn same(e: Elem, a: &[u8], b: &[u8]) -> bool {
    let n = e.bytes() as usize;
    a == b
        || a.chunks(n).zip(b.chunks(n)).all(|(x, y)| {
            let (x, y) = (word(x), word(y));
            x == y || e.is_float() && float_value(e, x).is_nan() && float_value(e, y).is_nan()
        })
}

/// Compiles the program as one module, runs the calls natively, and compares.
pub(crate) fn check(program: &Program, calls: &[Call], target: &Target, opts: &Options) {
    check_modules(program, std::slice::from_ref(program), calls, target, opts);
}

/// The same with the program given as several modules as well.
pub(crate) fn check_modules(whole: &Program, modules: &[Program], calls: &[Call], target: &Target, opts: &Options) {
    let expected = evaluate(whole, calls);
    let objects = compile(modules, target, opts).unwrap_or_else(|e| panic!("{e}"));
    let jit = jit::Jit::new(&objects, &calls[0].func, target).unwrap_or_else(|e| panic!("{e}"));
    for (c, want) in calls.iter().zip(expected) {
        let k = jit.kernel(&c.func).expect("exported");
        let mut bufs: Vec<Aligned> = c.bufs.iter().map(|b| Aligned::new(&b.1)).collect();
        let table: Vec<*mut u8> = bufs.iter_mut().map(Aligned::ptr).collect();
        let mut scratch = Aligned::new(&[0; SCRATCH]);
        // SAFETY: the evaluator ran the same call without leaving its buffers; these are as large.
        unsafe { k(table.as_ptr(), c.lo, c.hi, scratch.ptr()) };
        for (i, (got, want)) in bufs.iter().zip(&want).enumerate() {
            let (e, got) = (c.bufs[i].0, got.bytes());
            if !same(e, &got, want) {
                let n = e.bytes() as usize;
                let bad = (0..got.len() / n)
                    .find(|&j| !same(e, &got[j * n..][..n], &want[j * n..][..n]))
                    .expect("some lane differs");
                let f = whole.funcs.iter().find(|f| f.name == c.func).expect("present");
                panic!(
                    "{} at {} bits, {:?}: buffer {i}, element {bad} of {e:?}: got {:x?}, want {:x?}\n{f}",
                    target.cpu,
                    target.vector_bytes * 8,
                    opts.level,
                    &got[bad * n..][..n],
                    &want[bad * n..][..n]
                );
            }
        }
    }
}

#[test]
fn same_bytes_for_any_number_of_threads() {
    let programs: Vec<Program> = (0..12).map(|i| timing::elementwise(i, 16)).collect();
    let object = |threads| compile(&programs, &host(), &Options { threads, ..Options::default() });
    let one = object(1).expect("compiles");
    for threads in [2, 5] {
        assert_eq!(one, object(threads).expect("compiles"));
    }
}

/// LLVM ends the process after a fatal error, so a child meets one: an x86 fence compiled for another machine.
#[test]
fn a_fatal_error_leaves_a_reproducer() {
    const CHILD: &str = "HLOOM_TEST_FATAL";
    if std::env::var_os(CHILD).is_some() {
        let opts = Options::default();
        let target = target_for("aarch64-unknown-linux-gnu", "generic", &[]);
        let mut generator = crate::emit::Generator::new(&target, &opts).expect("known target");
        generator.machine.x86 = true;
        let mut b = kernel("k");
        let (p, zero) = (b.param(3), b.i64(0));
        b.push(Stmt::Store { ptr: p, val: zero, align: 8, mask: None, stream: true });
        let p = Program { funcs: vec![b.finish(true, false)], externs: vec![] };
        let _ = generator.compile(0, &p);
        return;
    }
    let child = std::process::Command::new(std::env::current_exe().expect("a test"))
        .args(["tests::a_fatal_error_leaves_a_reproducer", "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("runs");
    assert!(!child.status.success());
    let text = String::from_utf8_lossy(&child.stderr);
    let path =
        text.lines().find_map(|l| l.strip_prefix("hloom: the module is in ")).unwrap_or_else(|| panic!("{text}"));
    let module = std::fs::read_to_string(path).expect("written");
    std::fs::remove_file(path).expect("present");
    assert!(text.contains("hloom: fatal error in LLVM: ") && module.contains("@llvm.x86.sse.sfence"));
}

#[test]
fn errors_are_values() {
    let opts = Options::default();
    let bad = |triple: &str, cpu: &str| {
        compile::<Program>(&[], &target_for(triple, cpu, &[]), &opts).expect_err("no such target")
    };
    assert!(bad(LINUX, "x86-64").to_string().contains("below the baseline"));
    assert!(bad("vax-dec-vms", "").to_string().contains("vax-dec-vms"));
}

#[test]
fn the_host_runs_what_is_compiled_for_it() {
    let host = host();
    assert!(host.features.is_sorted());
    assert_eq!(hloom_rt::missing_features(host.features.iter().map(String::as_str)), [""; 0]);
}

#[test]
fn compiles_for_aarch64() {
    let programs: Vec<Program> = [1, 4, 16].map(|lanes| ops::program(lanes).0).into();
    let target = target_for("aarch64-unknown-linux-gnu", "generic", &[]);
    for level in [Level::None, Level::Default] {
        let objects = compile(&programs, &target, &Options { level, ..Options::default() }).expect("compiles");
        for (p, o) in programs.iter().zip(&objects) {
            hloom_exe::link(std::slice::from_ref(o), &p.funcs[0].name).expect("links");
        }
    }
}
