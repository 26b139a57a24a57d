//! Loading and running hand-assembled executables.
#![cfg(target_arch = "x86_64")]
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(unsafe_code, reason = "sets the floating-point mode, forks the test process")]

mod common;

use common::{double, i32s, program};
use hloom_exe::{Blob, Executable, HostCall, TensorSig};
use hloom_num::DType;
use hloom_rt::{Arg, Buffer, CpuDevice, DeviceOptions, ExecOptions, HostFns, Loaded, Observer, RtError, Step};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Instant;

fn device(threads: usize) -> Arc<CpuDevice> {
    CpuDevice::new(DeviceOptions { threads, ..Default::default() })
}

fn load(exe: &Executable, device: &Arc<CpuDevice>) -> Loaded {
    Loaded::load_bytes(&Blob::from(exe.to_bytes().unwrap()), device, &HostFns::default()).unwrap()
}

fn ints(device: &CpuDevice, dims: &[i64], values: &[i32]) -> Buffer {
    Buffer::from_bytes(device, DType::I32, dims, &common::blob(values)).unwrap()
}

fn values(buffer: &Buffer) -> Vec<i32> {
    buffer.bytes().chunks_exact(4).map(|c| i32::from_le_bytes(c.try_into().unwrap())).collect()
}

fn options() -> ExecOptions<'static> {
    ExecOptions::default()
}

#[test]
fn adds() {
    let device = device(1);
    let loaded = load(&program(common::ADD, &[i32s(&[]), i32s(&[])], &[i32s(&[])]), &device);
    let (a, b) = (ints(&device, &[], &[40]), ints(&device, &[], &[2]));
    let out = loaded.execute(&[&a, &b], &options()).unwrap();
    assert_eq!(values(&out[0]), [42]);
    assert_eq!(out[0].dims(), &[] as &[i64]);
}

#[test]
fn wrong_arguments_are_errors() {
    let device = device(1);
    let loaded = load(&program(common::ADD, &[i32s(&[]), i32s(&[])], &[i32s(&[])]), &device);
    let a = ints(&device, &[], &[40]);
    let vector = ints(&device, &[2], &[1, 2]);
    let float = Buffer::from_bytes(&device, DType::F32, &[], &[0; 4]).unwrap();
    let message = |args: &[&Buffer]| loaded.execute(args, &options()).unwrap_err().to_string();
    assert_eq!(message(&[&a]), "test: 1 arguments given, 2 expected");
    assert_eq!(message(&[&a, &vector]), "test: argument 1 (x) is tensor<2xi32>, expected tensor<i32>");
    assert_eq!(message(&[&float, &a]), "test: argument 0 (x) is tensor<f32>, expected tensor<i32>");
}

#[test]
fn misaligned_arguments_are_copied() {
    let device = device(1);
    let loaded = load(&program(common::ADD, &[i32s(&[]), i32s(&[])], &[i32s(&[])]), &device);
    let bytes = Blob::from(vec![0, 5, 0, 0, 0, 0, 0, 0, 0]).slice(1..5).unwrap();
    let odd = Buffer::from_owner(DType::I32, &[], bytes).unwrap();
    let out = loaded.execute(&[&odd, &odd], &options()).unwrap();
    assert_eq!(values(&out[0]), [10]);
}

#[test]
fn parallel_loops_give_the_same_at_any_thread_count() {
    let input: Vec<i32> = (0..common::DOUBLE_TASKS as i32).map(|i| i * 7 - 100).collect();
    let expected: Vec<i32> = input.iter().map(|v| v * 2).collect();
    for threads in [1, 2, 5] {
        let device = device(threads);
        let loaded = load(&double(), &device);
        let x = ints(&device, &[common::DOUBLE_TASKS], &input);
        for limit in [0, 1, 2] {
            for _ in 0..50 {
                let options = ExecOptions { threads: limit, ..options() };
                assert_eq!(values(&loaded.execute(&[&x], &options).unwrap()[0]), expected);
            }
        }
    }
}

#[test]
fn two_threads_execute_at_once() {
    let device = device(2);
    let loaded = load(&double(), &device);
    std::thread::scope(|scope| {
        for seed in 0..3i32 {
            let (loaded, device) = (&loaded, &device);
            scope.spawn(move || {
                let input: Vec<i32> = (0..common::DOUBLE_TASKS as i32).map(|i| i + seed).collect();
                let x = ints(device, &[common::DOUBLE_TASKS], &input);
                let expected: Vec<i32> = input.iter().map(|v| v * 2).collect();
                for _ in 0..500 {
                    assert_eq!(values(&loaded.execute(&[&x], &options()).unwrap()[0]), expected);
                }
            });
        }
    });
}

#[test]
fn constants_are_aligned_and_shared() {
    let device = device(1);
    let mut exe = program(common::CONSTANT, &[], &[i32s(&[])]);
    exe.constants = vec![common::blob(&[77, 1]), common::blob(&[]), common::blob(&[77, 1])];
    let direct = Loaded::load(exe.clone(), &device, &HostFns::default()).unwrap();
    assert_eq!(values(&direct.execute(&[], &options()).unwrap()[0]), [77]);
    assert_eq!(values(&load(&exe, &device).execute(&[], &options()).unwrap()[0]), [77]);

    let path = std::env::temp_dir().join(format!("hloom-rt-test-{}.hloom", std::process::id()));
    std::fs::write(&path, exe.to_bytes().unwrap()).unwrap();
    let mapped = Loaded::load_file(&path, &device, &HostFns::default()).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(values(&mapped.execute(&[], &options()).unwrap()[0]), [77]);
    assert!(matches!(Loaded::load_file(&path, &device, &HostFns::default()), Err(RtError::File { .. })));
}

#[test]
fn donated_arguments_are_computed_in_place() {
    let device = device(1);
    let mut exe = program(common::INCREMENT, &[i32s(&[2])], &[i32s(&[2])]);
    exe.args[0].alias = Some(0);
    exe.results[0].alias = Some(0);
    let loaded = load(&exe, &device);

    let x = ints(&device, &[2], &[5, 6]);
    let address = x.as_ptr();
    let y = loaded.execute_with([Arg::Donate(x)], &options()).unwrap().remove(0);
    assert_eq!((y.as_ptr(), values(&y)), (address, vec![6, 6]));

    // A second handle, a borrowed argument and foreign memory are not touched.
    let out = loaded.execute_with([Arg::Donate(y.clone())], &options()).unwrap();
    assert_eq!((values(&out[0]), values(&y)), (vec![7, 6], vec![6, 6]));
    let out = loaded.execute(&[&y], &options()).unwrap();
    assert_eq!((values(&out[0]), values(&y)), (vec![7, 6], vec![6, 6]));
    let foreign = Buffer::from_owner(DType::I32, &[2], common::blob(&[1, 2])).unwrap();
    let out = loaded.execute_with([Arg::Donate(foreign.clone())], &options()).unwrap();
    assert_eq!((values(&out[0]), values(&foreign)), (vec![2, 2], vec![1, 2]));
}

#[test]
fn results_of_unfinished_executions_are_given_away() {
    let device = device(1);
    let mut exe = program(common::INCREMENT, &[i32s(&[2])], &[i32s(&[2])]);
    exe.args[0].alias = Some(0);
    exe.results[0].alias = Some(0);
    let loaded = load(&exe, &device);

    // Two steps are prepared before the first one runs: both work in the memory of the argument.
    let x = ints(&device, &[2], &[5, 6]);
    let address = x.as_ptr();
    let mut first = [Arg::Donate(x)];
    let one = loaded.prepare(&mut first, |_| false).unwrap();
    let mut second = [Arg::Donate(one.results()[0].clone())];
    let two = loaded.prepare(&mut second, |_| true).unwrap();
    assert_eq!(two.results()[0].as_ptr(), address);
    // A third one that shares its argument with somebody has memory of its own, with what is there when it runs.
    let shared = two.results()[0].clone();
    let mut third = [Arg::Donate(shared.clone())];
    let three = loaded.prepare(&mut third, |_| true).unwrap();
    for (args, prepared) in [(&first, &one), (&second, &two), (&third, &three)] {
        loaded.run_prepared(args, prepared, &options()).unwrap();
    }
    assert_eq!((values(&shared), values(&three.results()[0])), (vec![7, 6], vec![8, 6]));
}

#[test]
fn statuses_become_errors() {
    let device = device(1);
    let loaded = load(&program(common::STATUS, &[i32s(&[])], &[]), &device);
    let status = |s: i32| loaded.execute(&[&ints(&device, &[], &[s])], &options());
    assert_eq!(status(0).unwrap().len(), 0);
    assert_eq!(status(1).unwrap_err().to_string(), "divide @ a.py:3: by zero");
    assert_eq!(status(2).unwrap_err(), RtError::UnknownStatus(2));
    assert_eq!(status(-1).unwrap_err(), RtError::Cancelled);
    assert_eq!(status(-2).unwrap_err(), RtError::UnknownStatus(-2));
    assert_eq!(status(i32::MIN).unwrap_err(), RtError::UnknownStatus(i32::MIN.into()));
}

#[test]
fn the_cancel_flag_is_seen() {
    let device = device(1);
    let loaded = load(&program(common::CANCEL, &[], &[]), &device);
    let flag = AtomicU32::new(0);
    let options = ExecOptions { cancel: Some(&flag), ..options() };
    assert!(loaded.execute(&[], &options).is_ok());
    flag.store(1, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(loaded.execute(&[], &options).unwrap_err(), RtError::Cancelled);
}

#[test]
fn host_functions_are_called() {
    let device = device(1);
    let mut exe = program(common::HOST, &[i32s(&[2])], &[i32s(&[2])]);
    exe.host_calls = vec![HostCall {
        name: "negate".into(),
        config: vec![9],
        operands: vec![i32s(&[2])],
        results: vec![i32s(&[2])],
    }];
    let error = Loaded::load(exe.clone(), &device, &HostFns::default()).err().unwrap();
    assert_eq!(error.to_string(), "unknown host functions: negate");

    let mut host = HostFns::default();
    host.register("negate", |call| {
        assert_eq!(call.config, [9]);
        assert!(call.results[0].bytes.iter().all(|&b| b == 0));
        for (out, x) in call.results[0].bytes.chunks_exact_mut(4).zip(call.operands[0].bytes.chunks_exact(4)) {
            let x = i32::from_le_bytes(x.try_into().unwrap());
            if x == 13 {
                return Err("unlucky".into());
            }
            assert_ne!(x, 14, "fourteen");
            out.copy_from_slice(&(-x).to_le_bytes());
        }
        Ok(())
    });
    let loaded = Loaded::load(exe, &device, &host).unwrap();
    let call = |v: i32| loaded.execute(&[&ints(&device, &[2], &[1, v])], &options());
    assert_eq!(values(&call(2).unwrap()[0]), [-1, -2]);
    assert_eq!(call(13).unwrap_err().to_string(), "host function negate: unlucky");
    assert!(call(14).unwrap_err().to_string().contains("fourteen"));

    let watch = Watch::default();
    let observed = ExecOptions { observer: Some(&watch), ..options() };
    for (v, fails) in [(2, false), (13, true)] {
        assert_eq!(loaded.execute(&[&ints(&device, &[2], &[1, v])], &observed).is_err(), fails);
    }
    assert_eq!(watch.0.take(), [Step::HostCall(0); 2]);
}

/// Notes what it is told.
#[derive(Debug, Default)]
struct Watch(RefCell<Vec<Step>>);

impl Observer for Watch {
    fn step(&self, step: Step, start: Instant, end: Instant) {
        assert!(start <= end && end <= Instant::now());
        self.0.borrow_mut().push(step);
    }
}

#[test]
fn steps_are_observed() {
    let input: Vec<i32> = (0..common::DOUBLE_TASKS as i32).collect();
    for (threads, known) in [(1, true), (2, true), (2, false)] {
        let device = device(threads);
        let mut exe = double();
        if !known {
            exe.kernels.clear();
        }
        let loaded = load(&exe, &device);
        let x = ints(&device, &[common::DOUBLE_TASKS], &input);
        let watch = Watch::default();
        let out = loaded.execute(&[&x], &ExecOptions { observer: Some(&watch), ..options() }).unwrap();
        assert!(values(&out[0]).iter().zip(&input).all(|(y, x)| *y == 2 * x));
        assert_eq!(watch.0.take(), if known { vec![Step::Kernel(0)] } else { vec![] });
    }
}

#[test]
fn marks_are_observed() {
    let device = device(1);
    let loaded = load(&program(common::MARKS, &[], &[i32s(&[])]), &device);
    let watch = Watch::default();
    let observed = ExecOptions { observer: Some(&watch), ..options() };
    for options in [&options(), &observed, &observed] {
        loaded.execute(&[], options).unwrap();
    }
    // A kernel in a loop; the last end is one too many.
    assert_eq!(watch.0.take(), [Step::Kernel(3), Step::Loop(2), Step::Kernel(3), Step::Loop(2)]);
}

/// Routines are there, or their absence is an error of loading that says what to do.
#[test]
fn routines_are_found_unless_left_out() {
    let device = device(1);
    let mut exe = program(common::HOST, &[i32s(&[2])], &[i32s(&[2])]);
    let square = TensorSig { dtype: DType::F32, dims: vec![2, 2] };
    exe.host_calls = vec![HostCall {
        name: "hloom.cholesky".into(),
        config: 1i64.to_le_bytes().to_vec(),
        operands: vec![square.clone()],
        results: vec![square],
    }];
    let error = Loaded::load(exe, &device, &HostFns::default()).err().map(|e| e.to_string());
    let left_out =
        "the program calls hloom.cholesky, which this runtime was built without (hloom-rt's feature `linalg`)";
    assert_eq!(error.as_deref(), (!cfg!(feature = "linalg")).then_some(left_out));
}

#[test]
fn what_cannot_run_here_is_refused() {
    let device = device(1);
    let exe = program(common::INCREMENT, &[], &[i32s(&[])]);
    let error = |change: fn(&mut Executable)| {
        let mut exe = exe.clone();
        change(&mut exe);
        Loaded::load(exe, &device, &HostFns::default()).err().unwrap()
    };
    let e = error(|e| e.target.features.push("amx-complex".into()));
    assert_eq!(e, RtError::CpuFeatures(vec!["amx-complex".into()]));
    assert!(matches!(error(|e| e.target.triple = "aarch64-linux-gnu".into()), RtError::Architecture { .. }));
    assert!(matches!(error(|e| e.entry = 1 << 40), RtError::Executable(_)));
    let bytes = Blob::from(exe.to_bytes().unwrap()[..100].to_vec());
    assert!(Loaded::load_bytes(&bytes, &device, &HostFns::default()).is_err());
}

#[test]
fn empty_tensors_have_no_memory() {
    let device = device(1);
    let loaded = load(&program(&[0x31, 0xc0, 0xc3], &[i32s(&[0, 3])], &[i32s(&[4, 0])]), &device);
    let out = loaded.execute(&[&ints(&device, &[0, 3], &[])], &options()).unwrap();
    assert!(out[0].bytes().is_empty());
    assert_eq!(device.memory_stats().in_use, 0);
}

/// The program sees IEEE arithmetic whatever the caller had set, and the caller gets its setting back.
#[test]
fn the_floating_point_mode_is_the_programs() {
    let device = device(1);
    let loaded = load(&program(common::MXCSR, &[], &[i32s(&[])]), &device);
    let mode = || {
        let mut mxcsr = 0u32;
        // SAFETY: stores the register into a live variable.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &mut mxcsr) };
        mxcsr
    };
    // SAFETY: the value has the masks set and is replaced below before any arithmetic.
    let set = |mxcsr: u32| unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &mxcsr) };
    let before = mode();
    // Flush to zero, subnormals are zero, round down.
    let odd = 0x1f80 | 0x8040 | 0x2000;
    set(odd);
    let out = loaded.execute(&[], &options());
    let after = mode();
    set(before);
    assert_eq!(values(&out.unwrap()[0]), [0x1f80]);
    assert_eq!(after, odd);
}

/// Under the relaxation, subnormal numbers are flushed on every thread, and on none when another program comes.
#[test]
fn subnormals_are_flushed_for_programs_that_say_so() {
    let device = device(3);
    let relax = "flush-subnormals".parse().unwrap();
    let of = |exe: Executable| (load(&Executable { relax, ..exe.clone() }, &device), load(&exe, &device));
    let (flush, ieee) = of(program(common::MXCSR, &[], &[i32s(&[])]));
    let mode = |loaded: &Loaded| values(&loaded.execute(&[], &options()).unwrap()[0])[0];
    assert_eq!([mode(&flush), mode(&ieee), mode(&flush)], [0x9fc0, 0x1f80, 0x9fc0]);
    // Where several threads share the tasks.
    let (flush, ieee) = of(common::mxcsr_of_tasks());
    let x = ints(&device, &[common::DOUBLE_TASKS], &[0; common::DOUBLE_TASKS as usize]);
    let modes = |loaded: &Loaded| values(&loaded.execute(&[&x], &options()).unwrap()[0]);
    for _ in 0..20 {
        assert!(modes(&flush).iter().all(|m| *m == 0x9fc0));
        assert!(modes(&ieee).iter().all(|m| *m == 0x1f80));
    }
}

#[test]
fn no_page_is_writable_and_executable() {
    let device = device(1);
    let loaded = load(&double(), &device);
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    assert!(!maps.lines().any(|l| l.contains("rwx")), "{maps}");
    drop(loaded);
}

#[test]
fn executes_in_the_child_of_a_fork() {
    let device = device(2);
    let loaded = load(&double(), &device);
    let input: Vec<i32> = (0..common::DOUBLE_TASKS as i32).collect();
    let x = ints(&device, &[common::DOUBLE_TASKS], &input);
    let run = || values(&loaded.execute(&[&x], &options()).unwrap()[0]).iter().zip(&input).all(|(a, b)| *a == b * 2);
    assert!(run());
    // SAFETY: the child computes and leaves without running the parent's destructors.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let code = i32::from(!(0..20).all(|_| run()));
        // SAFETY: ends the child.
        unsafe { libc::_exit(code) };
    }
    let mut status = 0;
    // SAFETY: waits for the child just made.
    unsafe { libc::waitpid(child, &mut status, 0) };
    assert_eq!(status, 0);
    assert!(run());
}
