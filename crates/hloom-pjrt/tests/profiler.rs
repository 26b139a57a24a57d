//! The profiler extension as a C client uses it. What is in the data JAX reads in `python/tests/test_jax.py`.
#![allow(unsafe_code, reason = "a C API is pointers")]

mod common;
use common::*;
use hloom_pjrt::abi::buffer_type::*;
use hloom_pjrt::abi::profiler::{Api, CollectDataArgs, CreateArgs, Extension, KIND, ProfilerArgs};
use hloom_pjrt::abi::*;
use hloom_pjrt::profiler::Profiler;
use std::ptr;

const NEGATE: &str = "module @negate { func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { \
    %0 = stablehlo.negate %x : tensor<3xf32> \
    return %0 : tensor<3xf32> } }";

fn table() -> &'static Api {
    let mut next = api().extension_start;
    // SAFETY: extensions live as long as the table, which is as large as its size says.
    unsafe {
        while (*next).kind != KIND {
            next = (*next).next;
            assert!(!next.is_null(), "no profiler extension");
        }
        let table = &*(*next.cast::<Extension>()).profiler_api;
        assert_eq!(table.struct_size, 80);
        table
    }
}

/// A session as clients leave its arguments: sizes are garbage.
struct Session(Ptr<Profiler>);

impl Session {
    fn new() -> Session {
        let mut args = CreateArgs { struct_size: 7, options: ptr::null(), options_size: 9, profiler: ptr::null_mut() };
        call(table().create, &mut args).expect("a session");
        Session(Ptr(args.profiler))
    }

    fn args(&self) -> ProfilerArgs {
        ProfilerArgs { struct_size: 0, profiler: self.0 }
    }

    fn start(&self) -> Result<(), Failure> {
        call(table().start, &mut self.args())
    }

    fn stop(&self) {
        call(table().stop, &mut self.args()).expect("stopped");
    }

    /// The data, taken in both ways.
    fn data(&self) -> Vec<u8> {
        let (profiler, buffer) = (self.0, ptr::null_mut());
        let mut args = CollectDataArgs { struct_size: 0, profiler, buffer, buffer_size_in_bytes: usize::MAX };
        call(table().collect_data, &mut args).expect("data");
        let size = args.buffer_size_in_bytes;
        // SAFETY: the session's own bytes, which live as long as it.
        let own = unsafe { std::slice::from_raw_parts(args.buffer, size) }.to_vec();
        let mut copy = vec![0; size];
        args.buffer = copy.as_mut_ptr();
        call(table().collect_data, &mut args).expect("data");
        assert_eq!(own, copy);
        own
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        call(table().destroy, &mut self.args()).expect("destroyed");
    }
}

#[test]
fn sessions() {
    let client = TestClient::new(&[("backend", "cpu")]).expect("a client");
    let program = client.compile(NEGATE.as_bytes(), &[]).expect("a program");
    let x = client.put(F32, &[3], &[], &bytes(&[1f32, 2., 3.])).expect("a buffer");
    let run = || client.execute(program, &[x], 1).expect("a result").into_iter().for_each(drop_buffer);
    let contains = |data: &[u8], name: &str| data.windows(name.len()).any(|w| w == name.as_bytes());

    let first = Session::new();
    run();
    first.start().expect("started");
    let second = Session::new();
    let (code, message) = second.start().expect_err("one at a time");
    assert_eq!((code, message.as_str()), (FAILED_PRECONDITION, "another profiler session is recording"));
    assert_eq!(second.data(), b"");
    run();
    first.stop();
    first.stop();
    run();
    let data = first.data();
    assert!(contains(&data, "/device:CUSTOM:Hloom:0") && contains(&data, "negate"));
    assert_eq!(first.data(), data);

    // The next one may record now; it has seen nothing, and one that is destroyed while it records is over.
    second.start().expect("started");
    drop(second);
    let third = Session::new();
    third.start().expect("started");
    drop((first, third));
    run();

    let mut null = ProfilerArgs { struct_size: 0, profiler: Ptr(ptr::null_mut()) };
    assert_eq!(call(table().start, &mut null).err().map(|f| f.0), Some(INVALID_ARGUMENT));
    call(table().destroy, &mut null).expect("null is no session");
    drop_buffer(x);
    drop_program(program);
}
