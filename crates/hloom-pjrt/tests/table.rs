//! Drives the table as a C client does.
//!
//! Programs are interpreted, so that what is tested is the plugin.
#![allow(unsafe_code, reason = "a C API is pointers")]

mod common;
use common::*;
use hloom_pjrt::abi::buffer_type::*;
use hloom_pjrt::abi::*;
use std::ptr;

const AXPY: &str = "module @axpy { func.func @main(%a: tensor<f32>, %x: tensor<2x3xf32>, %y: tensor<2x3xf32> \
    {tf.aliasing_output = 0 : i32}) -> (tensor<2x3xf32>, tensor<2x3xi1>) { \
    %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2x3xf32> \
    %1 = stablehlo.multiply %0, %x : tensor<2x3xf32> \
    %2 = stablehlo.add %1, %y : tensor<2x3xf32> \
    %3 = stablehlo.compare GT, %2, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1> \
    return %2, %3 : tensor<2x3xf32>, tensor<2x3xi1> } }";

fn client() -> TestClient {
    TestClient::new(&[("backend", "interp")]).expect("a client")
}

fn is_deleted(buffer: Ptr<Buffer>) -> bool {
    let mut args = BufferIsDeletedArgs { buffer, ..Default::default() };
    call(api().buffer_is_deleted, &mut args).expect("a buffer");
    args.is_deleted != 0
}

/// The three arguments of `AXPY`.
fn axpy_args(client: &TestClient) -> [Ptr<Buffer>; 3] {
    let put = |dims: &[i64], v: &[f32]| client.put(F32, dims, &[], &bytes(v)).expect("a buffer");
    [put(&[], &[2.]), put(&[2, 3], &[0., 1., 2., 3., 4., 5.]), put(&[2, 3], &[1., 1., 1., -9., 1., 1.])]
}

#[test]
fn no_entry_is_null_and_the_rest_says_so() {
    let start = (&raw const api().error_destroy).cast::<usize>();
    // SAFETY: the entries are the last 129 words of the table.
    assert!((0..129).all(|i| unsafe { *start.add(i) } != 0));
    assert_eq!((api().version.major_version, api().version.minor_version), (0, 93));
    let mut ignored = [size_of::<[usize; 3]>(), 0, 0];
    // SAFETY: the entry looks at nothing.
    let error = unsafe { (api().client_dma_map)(ignored.as_mut_ptr().cast()) };
    let mut code = ErrorGetCodeArgs { error: Ptr(error), ..Default::default() };
    call(api().error_get_code, &mut code).expect("a code");
    assert_eq!(code.code, UNIMPLEMENTED);
    // SAFETY: the error is ours.
    unsafe { (api().error_destroy)(&mut ErrorDestroyArgs { error: Ptr(error), ..Default::default() }) };
    // SAFETY: no error is no error.
    unsafe { (api().error_destroy)(&mut ErrorDestroyArgs::default()) };
}

#[test]
fn struct_sizes() {
    let client = client();
    let mut args = ClientPlatformNameArgs { client: client.0, ..Default::default() };
    call(api().client_platform_name, &mut args).expect("a name");
    assert_eq!(text(args.platform_name, args.platform_name_size), "cpu");
    // Too small: refused, and what lies behind is not touched.
    args.struct_size = 24;
    args.platform_name_size = 77;
    assert_eq!(call(api().client_platform_name, &mut args).expect_err("too small").0, INVALID_ARGUMENT);
    assert_eq!(args.platform_name_size, 77);
    // The end of the last field, without padding.
    let mut index =
        ClientProcessIndexArgs { struct_size: 28, client: client.0, process_index: 5, ..Default::default() };
    call(api().client_process_index, &mut index).expect("an index");
    assert_eq!(index.process_index, 0);
    // A caller that does not know the optional fields.
    let mut create = ClientCreateArgs { struct_size: size_of::<ClientCreateArgs>() - 16, ..Default::default() };
    create.kv_try_get_user_arg = ptr::dangling_mut();
    call(api().client_create, &mut create).expect("a client");
    assert_eq!(create.kv_try_get_user_arg, ptr::dangling_mut());
    drop(TestClient(Ptr(create.client)));
    // A newer caller: results that are not known are "not set".
    #[repr(C)]
    struct Newer {
        known: DeviceMemoryStatsArgs,
        more: [u64; 2],
    }
    let mut devices = ClientDevicesArgs { client: client.0, ..Default::default() };
    call(api().client_devices, &mut devices).expect("devices");
    // SAFETY: there is one device.
    let device = unsafe { *devices.devices };
    let mut stats = Newer { known: DeviceMemoryStatsArgs { device, ..Default::default() }, more: [9; 2] };
    stats.known.struct_size = size_of::<DeviceMemoryStatsArgs>() + 9;
    call(api().device_memory_stats, &mut stats.known).expect("stats");
    assert_eq!((stats.known.bytes_limit_is_set, stats.more[0], stats.more[1] & 0xff), (1, 0, 0));
    // Null is an error, too.
    // SAFETY: null is allowed.
    assert!(!unsafe { (api().client_devices)(ptr::null_mut()) }.is_null());
    let mut nobody = ClientDevicesArgs::default();
    assert_eq!(call(api().client_devices, &mut nobody).expect_err("null").0, INVALID_ARGUMENT);
}

#[test]
fn client_options() {
    let client = TestClient::new(&[("platform_name", "cpu"), ("backend", "interp"), ("threads", "1")]).expect("client");
    let mut args = ClientPlatformNameArgs { client: client.0, ..Default::default() };
    call(api().client_platform_name, &mut args).expect("a name");
    assert_eq!(text(args.platform_name, args.platform_name_size), "cpu");
    for bad in [("backend", "abacus"), ("speed", "high"), ("threads", "many")] {
        assert_eq!(TestClient::new(&[bad]).err().expect("refused").0, INVALID_ARGUMENT);
    }
}

#[test]
fn compile_and_execute() {
    let client = client();
    let program = client.compile(AXPY.as_bytes(), &[]).expect("a program");
    let args = axpy_args(&client);
    let out = client.execute(program, &args, 2).expect("results");
    assert_eq!(args.map(is_deleted), [false, false, true], "the third argument is given away");
    // Results outlive the program.
    drop_program(program);
    assert_eq!(shape(out[0]), (F32, vec![2, 3]));
    assert_eq!(get(out[0]).expect("bytes"), bytes(&[1., 3., 5., -3., 9., 11.]));
    assert_eq!(shape(out[1]), (PRED, vec![2, 3]));
    assert_eq!(get(out[1]).expect("bytes"), [1, 1, 1, 0, 1, 1]);
    assert_eq!(get(args[2]).expect_err("gone").0, INVALID_ARGUMENT);
    // Buffers outlive the client.
    drop(client);
    assert_eq!(get(args[0]).expect("bytes"), bytes(&[2.]));
    out.into_iter().chain(args).for_each(drop_buffer);
}

#[test]
fn mistakes_are_errors_and_cost_nothing() {
    let client = client();
    let code = |r: Result<_, Failure>| r.err().map(|f: Failure| f.0);
    assert_eq!(code(client.compile(b"not a program", &[])), Some(INVALID_ARGUMENT));
    assert_eq!(code(client.compile(b"", &[])), Some(INVALID_ARGUMENT));
    assert_eq!(
        code(client.compile(AXPY.as_bytes(), &[0x1a, 2, 0x28, 4])),
        Some(INVALID_ARGUMENT),
        "four partitions on one device"
    );
    assert_eq!(code(client.compile(AXPY.as_bytes(), &[0x1a, 9])), Some(INVALID_ARGUMENT), "damaged options");

    let program = client.compile(AXPY.as_bytes(), &[]).expect("a program");
    let [a, x, y] = axpy_args(&client);
    let run = |args: &[Ptr<Buffer>]| client.execute(program, args, 2).err().map(|f| f.0);
    assert_eq!(run(&[a, x]), Some(INVALID_ARGUMENT), "too few");
    assert_eq!(run(&[a, a, y]), Some(INVALID_ARGUMENT), "wrong shape");
    assert_eq!(run(&[a, y, y]), Some(INVALID_ARGUMENT), "donated and used");
    assert_eq!(run(&[a, x, Ptr(ptr::null_mut())]), Some(INVALID_ARGUMENT), "null");
    assert!(!is_deleted(y), "a refused execution gives nothing away");
    call(api().buffer_delete, &mut BufferArgs { buffer: x, ..Default::default() }).expect("deletion");
    assert_eq!(run(&[a, x, y]), Some(INVALID_ARGUMENT), "deleted");
    assert!(!is_deleted(y));

    let mut delete = LoadedDeleteArgs { executable: program, ..Default::default() };
    call(api().loaded_executable_delete, &mut delete).expect("deletion");
    assert_eq!(run(&[a, y, y]), Some(FAILED_PRECONDITION));
    [a, x, y].into_iter().for_each(drop_buffer);
    drop_program(program);
}

#[test]
fn transfers_of_every_type() {
    let client = client();
    let sizes = |kind| match kind {
        S16 | U16 | F16 | BF16 => 2,
        S32 | U32 | F32 => 4,
        S64 | U64 | F64 | C64 => 8,
        C128 => 16,
        _ => 1,
    };
    for kind in PRED..=U1 {
        if kind == TOKEN {
            assert_eq!(client.put(kind, &[], &[], &[0]).err().expect("refused").0, UNIMPLEMENTED);
            continue;
        }
        let size = sizes(kind);
        // Values that every type has: 0 and 1 in the lowest bit, or anything for whole bytes.
        let narrow = matches!(kind, PRED | S2 | U2 | S4 | U4 | F4E2M1FN | U1);
        let data: Vec<u8> = (0..6 * size as u8).map(|i| if narrow { i & 1 } else { i.wrapping_mul(37) }).collect();
        let data = if kind == S1 { vec![0, 0xff, 0, 0xff, 0, 0xff] } else { data };
        let dense = client.put(kind, &[2, 3], &[], &data).expect("dense");
        assert_eq!((shape(dense), get(dense).expect("bytes")), ((kind, vec![2, 3]), data.clone()), "type {kind}");
        // The transpose of a 2x3 array.
        let strided = client.put(kind, &[3, 2], &[size, 3 * size], &data).expect("strided");
        let element = |i: usize, j: usize| &data[(i + 3 * j) * size as usize..][..size as usize];
        let expected: Vec<u8> = (0..6).flat_map(|k| element(k / 2, k % 2).to_vec()).collect();
        assert_eq!(get(strided).expect("bytes"), expected, "type {kind}");
        [dense, strided].into_iter().for_each(drop_buffer);
    }
    assert_eq!(client.put(99, &[], &[], &[0]).err().expect("unknown").0, UNIMPLEMENTED);
    assert_eq!(client.put(F32, &[-1], &[], &[0]).err().expect("negative").0, INVALID_ARGUMENT);
    let empty = client.put(F32, &[0, 3], &[], &[]).expect("an empty buffer");
    assert_eq!(get(empty).expect("no bytes"), [0u8; 0]);
    drop_buffer(empty);
}

#[test]
fn external_references_keep_donated_memory() {
    let client = client();
    let program = client.compile(AXPY.as_bytes(), &[]).expect("a program");
    let [a, x, y] = axpy_args(&client);
    call(api().buffer_increase_external_reference_count, &mut BufferArgs { buffer: y, ..Default::default() })
        .expect("a reference");
    let mut at = BufferPointerArgs { buffer: y, ..Default::default() };
    call(api().buffer_opaque_device_memory_data_pointer, &mut at).expect("an address");
    let out = client.execute(program, &[a, x, y], 2).expect("results");
    assert!(is_deleted(y));
    // SAFETY: the reference keeps the memory.
    let seen = unsafe { std::slice::from_raw_parts(at.pointer, 24) };
    assert_eq!(seen, bytes(&[1., 1., 1., -9., 1., 1.]));
    call(api().buffer_decrease_external_reference_count, &mut BufferArgs { buffer: y, ..Default::default() })
        .expect("the reference");
    assert!(
        call(api().buffer_decrease_external_reference_count, &mut BufferArgs { buffer: y, ..Default::default() })
            .is_err()
    );
    out.into_iter().chain([a, x, y]).for_each(drop_buffer);
    drop_program(program);
}

#[test]
fn executables_are_bytes() {
    let client = client();
    let program = client.compile(AXPY.as_bytes(), &[]).expect("a program");
    let executable = executable_of(program);
    drop_program(program);

    let mut outputs = ExecutableCountArgs { executable, ..Default::default() };
    call(api().executable_num_outputs, &mut outputs).expect("a number");
    assert_eq!(outputs.count, 2);
    let mut name = ExecutableTextArgs { executable, ..Default::default() };
    call(api().executable_name, &mut name).expect("a name");
    assert_eq!(text(name.text, name.text_size), "axpy");
    let mut dims = ExecutableOutputDimensionsArgs { executable, ..Default::default() };
    call(api().executable_output_dimensions, &mut dims).expect("shapes");
    // SAFETY: two outputs of rank 2.
    assert_eq!(unsafe { std::slice::from_raw_parts(dims.dims, 4) }, [2, 3, 2, 3]);

    // The program, asked for twice.
    let mut source = Program {
        struct_size: size_of::<Program>(),
        extension_start: ptr::null_mut(),
        code: ptr::null_mut(),
        code_size: 0,
        format: ptr::null(),
        format_size: 0,
    };
    let mut optimized = ExecutableOptimizedProgramArgs { executable, program: &mut source, ..Default::default() };
    call(api().executable_optimized_program, &mut optimized).expect("its size");
    let mut code = vec![0u8; source.code_size];
    source.code = code.as_mut_ptr().cast();
    optimized.program = &mut source;
    call(api().executable_optimized_program, &mut optimized).expect("its bytes");
    assert_eq!(code, AXPY.as_bytes());

    let serialized = serialize(executable);
    drop_executable(executable);
    let again = client.load(&serialized).expect("a program");
    assert_eq!(client.load(b"abc").err().map(|f| f.0), Some(INVALID_ARGUMENT));

    let args = axpy_args(&client);
    let out = client.execute(again, &args, 2).expect("results");
    assert_eq!(get(out[0]).expect("bytes"), bytes(&[1., 3., 5., -3., 9., 11.]));
    out.into_iter().chain(args).for_each(drop_buffer);
    drop_program(again);
}

#[test]
fn threads_execute_at_once() {
    let client = client();
    let program = client.compile(AXPY.as_bytes(), &[]).expect("a program");
    let [a, x, y] = axpy_args(&client);
    // Everybody wants to give `y` away; exactly one succeeds.
    let won: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let [b, u, v] = axpy_args(&client);
                    for out in client.execute(program, &[b, u, v], 2).expect("results") {
                        drop_buffer(out);
                    }
                    [b, u, v].into_iter().for_each(drop_buffer);
                    let mine = client.execute(program, &[a, x, y], 2);
                    mine.map_or(0, |out| {
                        out.into_iter().for_each(drop_buffer);
                        1
                    })
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().expect("no panic")).sum()
    });
    assert_eq!(won, 1);
    [a, x, y].into_iter().for_each(drop_buffer);
    drop_program(program);
}
