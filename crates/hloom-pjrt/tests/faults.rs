//! Wrong calls and damaged executables, on native code: errors, and everything works afterwards.
#![allow(unsafe_code, reason = "a C API is pointers")]

mod common;
use common::*;
use hloom_pjrt::abi::buffer_type::*;
use hloom_pjrt::abi::*;
use std::ptr;

const SCALE: &str = "module @scale { func.func @main(%a: tensor<f32>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> { \
    %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2x3xf32> \
    %1 = stablehlo.multiply %0, %x : tensor<2x3xf32> \
    return %1 : tensor<2x3xf32> } }";

fn client() -> TestClient {
    TestClient::new(&[("backend", "cpu")]).expect("a client")
}

/// Buffers and what `SCALE` makes of them.
struct Args(Vec<Ptr<Buffer>>);

impl Args {
    fn new(client: &TestClient) -> Args {
        let put = |dims: &[i64], v: &[f32]| client.put(F32, dims, &[], &bytes(v)).expect("a buffer");
        Args(vec![put(&[], &[2.]), put(&[2, 3], &[0., 1., 2., 3., 4., 5.])])
    }

    fn check(&self, client: &TestClient, program: Ptr<LoadedExecutable>) {
        let out = client.execute(program, &self.0, 1).expect("results");
        assert_eq!(get(out[0]).expect("bytes"), bytes(&[0., 2., 4., 6., 8., 10.]));
        drop_buffer(out[0]);
    }
}

impl Drop for Args {
    fn drop(&mut self) {
        self.0.drain(..).for_each(drop_buffer);
    }
}

#[test]
fn wrong_arguments() {
    let client = client();
    let program = client.compile(SCALE.as_bytes(), &[]).expect("a program");
    let args = Args::new(&client);
    let [a, x] = args.0[..] else { panic!("two arguments") };
    let put = |kind, dims: &[i64], n: usize| client.put(kind, dims, &[], &vec![0; n]).expect("a buffer");
    let others = [
        put(F32, &[3, 2], 24),
        put(F32, &[6], 24),
        put(F32, &[2, 3, 1], 24),
        put(F32, &[2, 2], 16),
        put(F32, &[0, 3], 0),
        put(F64, &[2, 3], 48),
        put(S32, &[2, 3], 24),
        put(U8, &[2, 3], 6),
    ];
    let code = |args: &[Ptr<Buffer>]| client.execute(program, args, 1).err().map(|f| f.0);
    for list in [&[][..], &[a], &[a, x, x], &[a, x, x, x], &[x, a], &[x, x], &[a, Ptr(ptr::null_mut())]] {
        assert_eq!(code(list), Some(INVALID_ARGUMENT), "{} arguments", list.len());
    }
    for (i, &other) in others.iter().enumerate() {
        assert_eq!(code(&[a, other]), Some(INVALID_ARGUMENT), "buffer {i}");
        assert_eq!(code(&[other, x]), Some(INVALID_ARGUMENT), "buffer {i}");
    }
    args.check(&client, program);
    others.into_iter().for_each(drop_buffer);
    drop_program(program);
}

#[test]
fn wrong_lists() {
    let client = client();
    let program = client.compile(SCALE.as_bytes(), &[]).expect("a program");
    let args = Args::new(&client);
    let (mut outputs, lists) = ([ptr::null_mut()], [args.0.as_ptr()]);
    let (output_lists, no_lists) = ([outputs.as_mut_ptr()], [ptr::null_mut::<*mut Buffer>()]);
    let good = || LoadedExecuteArgs {
        executable: program,
        argument_lists: lists.as_ptr(),
        num_devices: 1,
        num_args: 2,
        output_lists: output_lists.as_ptr(),
        ..LoadedExecuteArgs::default()
    };
    let code = |mut args: LoadedExecuteArgs| call(api().loaded_executable_execute, &mut args).err().map(|f| f.0);
    let none: [*const Ptr<Buffer>; 1] = [ptr::null()];
    for (what, args, expected) in [
        ("no program", LoadedExecuteArgs { executable: Ptr(ptr::null_mut()), ..good() }, INVALID_ARGUMENT),
        ("no lists of arguments", LoadedExecuteArgs { argument_lists: ptr::null(), ..good() }, INVALID_ARGUMENT),
        ("no arguments", LoadedExecuteArgs { argument_lists: none.as_ptr(), ..good() }, INVALID_ARGUMENT),
        ("no lists of results", LoadedExecuteArgs { output_lists: ptr::null(), ..good() }, INVALID_ARGUMENT),
        ("no room for results", LoadedExecuteArgs { output_lists: no_lists.as_ptr(), ..good() }, INVALID_ARGUMENT),
        ("no device", LoadedExecuteArgs { num_devices: 0, ..good() }, INVALID_ARGUMENT),
        ("two devices", LoadedExecuteArgs { num_devices: 2, ..good() }, INVALID_ARGUMENT),
    ] {
        assert_eq!(code(args), Some(expected), "{what}");
    }
    args.check(&client, program);
    drop_program(program);
}

/// Every prefix and every changed byte of an executable is refused.
#[test]
fn damaged_executables() {
    let client = client();
    let program = client.compile(SCALE.as_bytes(), &[]).expect("a program");
    let executable = executable_of(program);
    let good = serialize(executable);
    for n in 0..good.len() {
        assert_eq!(client.load(&good[..n]).err().map(|f| f.0), Some(INVALID_ARGUMENT), "the first {n} bytes");
    }
    for i in 0..good.len() {
        let mut bad = good.clone();
        bad[i] ^= 1 << (i % 8);
        assert!(client.load(&bad).is_err(), "byte {i} changed");
    }
    assert!(client.load(&[&good[..], b"more"].concat()).is_err(), "more bytes");
    let again = client.load(&good).expect("a program");
    Args::new(&client).check(&client, again);
    drop_executable(executable);
    [program, again].into_iter().for_each(drop_program);
}
