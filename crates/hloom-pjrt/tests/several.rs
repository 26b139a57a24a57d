//! Programs on several devices, through the table.
#![allow(unsafe_code, reason = "a C API is pointers")]

mod common;
use common::*;
use hloom_pjrt::abi::buffer_type::*;
use hloom_pjrt::abi::*;
use std::collections::BTreeSet;

/// Eight rows, one a device: their double, given in the memory of the argument, and the sum of all rows.
const ROWS: &str = r#"module @rows attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%a: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32})
      -> (tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<3xf32>) {
    %0 = stablehlo.add %a, %a : tensor<8x3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
    return %0, %1 : tensor<8x3xf32>, tensor<3xf32>
  }
}"#;

/// As [`ROWS`], without anything for which devices need one another.
const ALONE: &str = r#"module @alone attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
      -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %0 = stablehlo.multiply %a, %a : tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}"#;

/// Options for the devices in that order: of each partition those of its replicas.
fn options(partitions: &[&[u8]]) -> Vec<u8> {
    let field = |number: u8, bytes: Vec<u8>| [vec![number << 3 | 2, bytes.len() as u8], bytes].concat();
    let replicas = partitions[0].len() as u8;
    let mut assignment = vec![0x08, replicas, 0x10, partitions.len() as u8];
    partitions.iter().for_each(|devices| assignment.extend(field(3, field(1, devices.to_vec()))));
    let build = [vec![0x20, replicas, 0x28, partitions.len() as u8], field(9, assignment)].concat();
    field(3, build)
}

/// One replica.
fn on(devices: &[u8]) -> Vec<u8> {
    options(&devices.iter().map(std::slice::from_ref).collect::<Vec<_>>())
}

const BACKENDS: [&str; 2] = ["interp", "cpu"];

fn client(backend: &str) -> TestClient {
    TestClient::new(&[("backend", backend), ("num_devices", "8")]).expect("a client")
}

/// Row `i` is three times `i` plus `offset`, on the `i`-th of the devices.
fn rows(client: &TestClient, order: &[u8], offset: f32) -> Vec<Vec<Ptr<Buffer>>> {
    let devices = client.devices();
    let row = |(i, &d): (usize, &u8)| {
        let data = bytes(&[i as f32 + offset; 3]);
        vec![client.put_on(devices[d as usize], F32, &[1, 3], &[], &data).expect("a row")]
    };
    order.iter().enumerate().map(row).collect()
}

fn devices_of(program: Ptr<LoadedExecutable>) -> Vec<i32> {
    let mut args = LoadedAddressableDevicesArgs { executable: program, ..Default::default() };
    call(api().loaded_executable_addressable_devices, &mut args).expect("devices");
    // SAFETY: the program owns the list.
    let devices = unsafe { std::slice::from_raw_parts(args.devices, args.num_devices) };
    devices.iter().map(|&device| hardware_id(device)).collect()
}

fn hardware_id(device: Ptr<Device>) -> i32 {
    let mut args = DeviceLocalHardwareIdArgs { device, ..Default::default() };
    call(api().device_local_hardware_id, &mut args).expect("a number");
    args.local_hardware_id
}

fn device_of(buffer: Ptr<Buffer>) -> i32 {
    let mut args = BufferDeviceArgs { buffer, ..Default::default() };
    call(api().buffer_device, &mut args).expect("a device");
    hardware_id(args.device)
}

fn is_deleted(buffer: Ptr<Buffer>) -> bool {
    let mut args = BufferIsDeletedArgs { buffer, ..Default::default() };
    call(api().buffer_is_deleted, &mut args).expect("a buffer");
    args.is_deleted != 0
}

/// Runs [`ROWS`] once.
fn run_rows(client: &TestClient, program: Ptr<LoadedExecutable>, order: &[u8], offset: f32) {
    let args = rows(client, order, offset);
    let out = client.execute_on_all(program, &args, 2).expect("results");
    for (i, (results, &device)) in out.iter().zip(order).enumerate() {
        assert_eq!(results.iter().map(|&r| device_of(r)).collect::<Vec<_>>(), [i32::from(device); 2]);
        assert_eq!(get(results[0]).expect("a row"), bytes(&[2.0 * (i as f32 + offset); 3]));
        assert_eq!(get(results[1]).expect("the sum"), bytes(&[28.0 + 8.0 * offset; 3]));
        results.iter().for_each(|&r| drop_buffer(r));
        assert!(is_deleted(args[i][0]), "the argument is given away");
        drop_buffer(args[i][0]);
    }
}

#[test]
fn rows_on_all_devices() {
    for backend in BACKENDS {
        let client = client(backend);
        for order in [[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 0, 1, 2, 3]] {
            let program = client.compile(ROWS.as_bytes(), &on(&order)).expect("a program");
            assert_eq!(devices_of(program), order.map(i32::from));
            run_rows(&client, program, &order, 1.0);
            // Again on other devices, from bytes.
            let executable = executable_of(program);
            let stored = serialize(executable);
            drop_executable(executable);
            drop_program(program);
            let order = [5, 0, 1, 7, 2, 6, 4, 3];
            let program = client.load_with(&stored, &on(&order)).expect("a program");
            assert_eq!(devices_of(program), order.map(i32::from));
            run_rows(&client, program, &order, -3.5);
            drop_program(program);
            let program = client.load(&stored).expect("a program");
            run_rows(&client, program, &[0, 1, 2, 3, 4, 5, 6, 7], 0.0);
            drop_program(program);
        }
    }
}

#[test]
fn what_clients_ask() {
    let client = client("cpu");
    let program = client.compile(ALONE.as_bytes(), &on(&[6, 2, 0, 4])).expect("a program");
    let mut args = LoadedGetDeviceAssignmentArgs { executable: program, ..Default::default() };
    call(api().loaded_executable_get_device_assignment, &mut args).expect("an assignment");
    // SAFETY: the plugin's bytes live until the deleter is called.
    let assignment = unsafe { std::slice::from_raw_parts(args.bytes.cast::<u8>(), args.bytes_size) }.to_vec();
    // SAFETY: the deleter that came with the bytes.
    unsafe { args.deleter.expect("a deleter")(args.owner) };
    let list = |d| [0x1a, 3, 0x0a, 1, d];
    assert_eq!(assignment, [&[8, 1, 16, 4][..], &list(6), &list(2), &list(0), &list(4)].concat());

    let executable = executable_of(program);
    let mut count = ExecutableCountArgs { executable, ..Default::default() };
    call(api().executable_num_partitions, &mut count).expect("a number");
    assert_eq!(count.count, 4);
    call(api().executable_num_replicas, &mut count).expect("a number");
    assert_eq!(count.count, 1);
    let mut dims = ExecutableOutputDimensionsArgs { executable, ..Default::default() };
    call(api().executable_output_dimensions, &mut dims).expect("dimensions");
    // SAFETY: the executable owns the list.
    assert_eq!(unsafe { std::slice::from_raw_parts(dims.dims, 2) }, [2, 6], "those of a part");
    drop_executable(executable);

    let devices = client.devices();
    let part = |d: usize, v: f32| vec![client.put_on(devices[d], F32, &[2, 6], &[], &bytes(&[v; 12])).expect("part")];
    let args = [part(6, 1.), part(2, 2.), part(0, 1.), part(4, 2.)];
    let out = client.execute_on_all(program, &args, 1).expect("results");
    let values: Vec<Vec<u8>> = out.iter().map(|r| get(r[0]).expect("a part")).collect();
    assert_eq!(values, [1., 4., 1., 4.].map(|v| bytes(&[v; 12])));
    drop_program(program);
}

#[test]
fn constants_are_there_once() {
    const BYTES: usize = 1 << 20;
    let client = client("cpu");
    let in_use = || {
        let stats = |&device: &Ptr<Device>| {
            let mut args = DeviceMemoryStatsArgs { device, ..Default::default() };
            call(api().device_memory_stats, &mut args).expect("stats");
            args.bytes_in_use
        };
        client.devices().iter().map(stats).sum::<i64>()
    };
    let data: String = (0..BYTES).map(|i| format!("{:02X}", (i / 3) % 64)).collect();
    let text = format!(
        r#"module @constant attributes {{mhlo.num_partitions = 8 : i32}} {{
          func.func @main(%i: tensor<i32>) -> tensor<1xf32> {{
            %c = stablehlo.constant dense<"0x{data}"> : tensor<{}xf32>
            %0 = stablehlo.dynamic_slice %c, %i, sizes = [1] : (tensor<{}xf32>, tensor<i32>) -> tensor<1xf32>
            return %0 : tensor<1xf32>
          }}
        }}"#,
        BYTES / 4,
        BYTES / 4
    );
    let program = client.compile(text.as_bytes(), &on(&[0, 1, 2, 3, 4, 5, 6, 7])).expect("a program");
    let executable = executable_of(program);
    let again = client.load(&serialize(executable)).expect("a program");
    assert!(in_use() < BYTES as i64, "{} bytes", in_use());
    for program in [program, again] {
        let index = |&device: &_| vec![client.put_on(device, S32, &[], &[], &3i32.to_le_bytes()).expect("an index")];
        let args: Vec<_> = client.devices().iter().map(index).collect();
        let out = client.execute_on_all(program, &args, 1).expect("results");
        out.iter().for_each(|r| assert_eq!(get(r[0]).expect("an element"), [4, 4, 4, 5]));
        drop_program(program);
    }
    drop_executable(executable);
}

#[test]
fn wrong_devices_are_errors() {
    for backend in BACKENDS {
        let client = client(backend);
        for wrong in [on(&[0, 1, 2, 2]), on(&[0, 1, 2, 8]), on(&[0, 1]), on(&[0, 1, 2, 3, 4, 5, 6, 7])] {
            let error = client.compile(ALONE.as_bytes(), &wrong).err();
            assert_eq!(error.map(|e| e.0), Some(INVALID_ARGUMENT), "{wrong:?}");
        }
        let program = client.compile(ALONE.as_bytes(), &on(&[3, 2, 1, 0])).expect("a program");
        let devices = client.devices();
        let part = |d: usize| vec![client.put_on(devices[d], F32, &[2, 6], &[], &[0; 48]).expect("a part")];
        let mut args = [part(3), part(2), part(1), part(0)];
        let error = client.execute_on_all(program, &args[..3], 1).err().expect("three lists");
        assert_eq!(error.0, INVALID_ARGUMENT);
        args.swap(0, 1);
        let error = client.execute_on_all(program, &args, 1).err().expect("swapped");
        assert!(error.0 == INVALID_ARGUMENT && error.1.contains("argument 0 of device 3 is on device 2"), "{error:?}");
        args.swap(0, 1);
        args[2] = vec![client.put_on(devices[1], F32, &[2, 5], &[], &[0; 40]).expect("a part")];
        assert_eq!(client.execute_on_all(program, &args, 1).err().expect("another shape").0, INVALID_ARGUMENT);
        args[2] = part(1);
        client.execute_on_all(program, &args, 1).expect("all is well");
        call(api().buffer_delete, &mut BufferArgs { buffer: args[1][0], ..Default::default() }).expect("deleted");
        assert_eq!(client.execute_on_all(program, &args, 1).err().expect("deleted").0, INVALID_ARGUMENT);
        drop_program(program);
    }
}

#[test]
fn replicas_meet() {
    const SUM: &str = r#"module @sum attributes {mhlo.num_replicas = 4 : i32} {
      func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>) {
        %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %s = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<2xf32>) -> tensor<2xf32>
        %1 = stablehlo.replica_id : tensor<ui32>
        return %0, %1 : tensor<2xf32>, tensor<ui32>
      }
    }"#;
    for backend in BACKENDS {
        let client = client(backend);
        let program = client.compile(SUM.as_bytes(), &options(&[&[1, 3, 5, 7]])).expect("a program");
        assert_eq!(devices_of(program), [1, 3, 5, 7]);
        let devices = client.devices();
        let arg = |(i, d): (usize, usize)| {
            let data = bytes(&[10f32.powi(i as i32); 2]);
            vec![client.put_on(devices[d], F32, &[2], &[], &data).expect("an argument")]
        };
        let args: Vec<_> = [1, 3, 5, 7].into_iter().enumerate().map(arg).collect();
        let out = client.execute_on_all(program, &args, 2).expect("results");
        for (i, (results, sum)) in out.iter().zip([101., 1010., 101., 1010.]).enumerate() {
            assert_eq!(get(results[0]).expect("a sum"), bytes(&[sum; 2]));
            assert_eq!(get(results[1]).expect("a number"), (i as u32).to_le_bytes());
        }
        drop_program(program);
    }
}

#[test]
fn launches_from_two_threads_do_not_wait_for_each_other() {
    const LAUNCHES: usize = 200;
    let client = client("cpu");
    let forth = [0, 1, 2, 3, 4, 5, 6, 7];
    let back = [7, 6, 5, 4, 3, 2, 1, 0];
    std::thread::scope(|scope| {
        for order in [forth, back] {
            let client = &client;
            scope.spawn(move || {
                let program = client.compile(ROWS.as_bytes(), &on(&order)).expect("a program");
                let mut held = Vec::new();
                for i in 0..LAUNCHES {
                    let args = rows(client, &order, i as f32);
                    held.push((client.launch(program, &args, 2).expect("begins"), i));
                    args.into_iter().flatten().for_each(drop_buffer);
                }
                for ((out, events), i) in held {
                    events.into_iter().for_each(finish);
                    let sums: BTreeSet<Vec<u8>> = out.iter().map(|r| get(r[1]).expect("a sum")).collect();
                    assert_eq!(sums, BTreeSet::from([bytes(&[28.0 + 8.0 * i as f32; 3])]));
                    out.into_iter().flatten().for_each(drop_buffer);
                }
                drop_program(program);
            });
        }
    });
}
