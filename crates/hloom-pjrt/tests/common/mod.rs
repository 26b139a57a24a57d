//! A PJRT client in a few lines: calls the table as a C program would.
#![allow(dead_code, reason = "each test uses a part")]
#![allow(unsafe_code, reason = "a C API is pointers")]

use hloom_pjrt::abi::*;
use hloom_pjrt::{Api, GetPjrtApi};
use std::ffi::c_int;
use std::ptr;

/// The table.
pub(crate) fn api() -> &'static Api {
    // SAFETY: the table lives as long as the program.
    unsafe { &*GetPjrtApi() }
}

// Codes of errors.
pub(crate) const INVALID_ARGUMENT: c_int = 3;
pub(crate) const FAILED_PRECONDITION: c_int = 9;
pub(crate) const UNIMPLEMENTED: c_int = 12;

/// What an error says: code and message.
pub(crate) type Failure = (c_int, String);

/// Calls an entry of the table and takes the error apart.
pub(crate) fn call<A>(entry: unsafe extern "C" fn(*mut A) -> *mut Error, args: &mut A) -> Result<(), Failure> {
    // SAFETY: the arguments are complete.
    let error = unsafe { entry(args) };
    if error.is_null() {
        return Ok(());
    }
    let mut code = ErrorGetCodeArgs { error: Ptr(error), ..Default::default() };
    let mut message = ErrorMessageArgs { error: Ptr(error), ..Default::default() };
    // SAFETY: the error is alive until it is destroyed, and its message with it.
    unsafe {
        assert!((api().error_get_code)(&mut code).is_null());
        (api().error_message)(&mut message);
        let bytes = std::slice::from_raw_parts(message.message.cast::<u8>(), message.message_size);
        let text = String::from_utf8_lossy(bytes).into_owned();
        (api().error_destroy)(&mut ErrorDestroyArgs { error: Ptr(error), ..Default::default() });
        Err((code.code, text))
    }
}

/// A text that the plugin handed out.
pub(crate) fn text(start: *const std::ffi::c_char, size: usize) -> String {
    // SAFETY: the plugin's texts live as long as their object.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), size) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A client, destroyed at the end.
pub(crate) struct TestClient(pub(crate) Ptr<Client>);

impl TestClient {
    /// With text options. Nothing is kept on disk unless they say where.
    pub(crate) fn new(options: &[(&str, &str)]) -> Result<TestClient, Failure> {
        let options: Vec<NamedValue> = [("cache_dir", "off")]
            .iter()
            .chain(options)
            .map(|(name, value)| NamedValue {
                struct_size: size_of::<NamedValue>(),
                extension_start: ptr::null_mut(),
                name: name.as_ptr().cast(),
                name_size: name.len(),
                kind: named::STRING,
                value: NamedPayload { string: value.as_ptr().cast() },
                value_size: value.len(),
            })
            .collect();
        let mut args =
            ClientCreateArgs { create_options: options.as_ptr(), num_options: options.len(), ..Default::default() };
        call(api().client_create, &mut args)?;
        Ok(TestClient(Ptr(args.client)))
    }

    /// Compiles StableHLO text or bytecode.
    pub(crate) fn compile(&self, code: &[u8], options: &[u8]) -> Result<Ptr<LoadedExecutable>, Failure> {
        let program = Program {
            struct_size: size_of::<Program>(),
            extension_start: ptr::null_mut(),
            code: code.as_ptr().cast_mut().cast(),
            code_size: code.len(),
            format: c"mlir".as_ptr(),
            format_size: 4,
        };
        let mut args = ClientCompileArgs {
            client: self.0,
            program: &program,
            compile_options: options.as_ptr().cast(),
            compile_options_size: options.len(),
            ..Default::default()
        };
        call(api().client_compile, &mut args)?;
        Ok(Ptr(args.executable))
    }

    /// A program from the bytes of an executable.
    pub(crate) fn load(&self, bytes: &[u8]) -> Result<Ptr<LoadedExecutable>, Failure> {
        self.load_with(bytes, &[])
    }

    /// As [`TestClient::load`], with compile options.
    pub(crate) fn load_with(&self, bytes: &[u8], options: &[u8]) -> Result<Ptr<LoadedExecutable>, Failure> {
        let mut args = ExecutableDeserializeAndLoadArgs {
            client: self.0,
            bytes: bytes.as_ptr().cast(),
            bytes_size: bytes.len(),
            overridden_options: options.as_ptr().cast(),
            overridden_options_size: options.len(),
            ..Default::default()
        };
        call(api().executable_deserialize_and_load, &mut args).map(|()| Ptr(args.loaded))
    }

    /// A buffer from host bytes; no strides mean dense.
    pub(crate) fn put(&self, kind: c_int, dims: &[i64], strides: &[i64], data: &[u8]) -> Result<Ptr<Buffer>, Failure> {
        self.put_on(Ptr(ptr::null_mut()), kind, dims, strides, data)
    }

    /// All devices.
    pub(crate) fn devices(&self) -> Vec<Ptr<Device>> {
        let mut args = ClientDevicesArgs { client: self.0, ..Default::default() };
        call(api().client_devices, &mut args).expect("devices");
        // SAFETY: the client owns the list.
        unsafe { std::slice::from_raw_parts(args.devices, args.num_devices) }.to_vec()
    }

    /// As [`TestClient::put`], on a device.
    pub(crate) fn put_on(
        &self,
        device: Ptr<Device>,
        kind: c_int,
        dims: &[i64],
        strides: &[i64],
        data: &[u8],
    ) -> Result<Ptr<Buffer>, Failure> {
        let mut args = ClientBufferFromHostBufferArgs {
            client: self.0,
            device,
            data: data.as_ptr(),
            element_type: kind,
            dims: if dims.is_empty() { ptr::null() } else { dims.as_ptr() },
            num_dims: dims.len(),
            byte_strides: if strides.is_empty() { ptr::null() } else { strides.as_ptr() },
            num_byte_strides: strides.len(),
            ..Default::default()
        };
        call(api().client_buffer_from_host_buffer, &mut args)?;
        finish(args.done_with_host_buffer);
        Ok(Ptr(args.buffer))
    }

    /// Runs a program with that many results on one device.
    pub(crate) fn execute(
        &self,
        program: Ptr<LoadedExecutable>,
        args: &[Ptr<Buffer>],
        results: usize,
    ) -> Result<Vec<Ptr<Buffer>>, Failure> {
        let outputs = self.execute_on_all(program, &[args.to_vec()], results)?;
        Ok(outputs.into_iter().next().unwrap_or_default())
    }

    /// Runs a program with that many results on several devices; the results of each.
    pub(crate) fn execute_on_all(
        &self,
        program: Ptr<LoadedExecutable>,
        args: &[Vec<Ptr<Buffer>>],
        results: usize,
    ) -> Result<Vec<Vec<Ptr<Buffer>>>, Failure> {
        let (outputs, events) = self.launch(program, args, results)?;
        events.into_iter().for_each(finish);
        Ok(outputs)
    }

    /// As [`TestClient::execute_on_all`] without waiting: there is an event a device.
    #[allow(clippy::type_complexity, reason = "results and events")]
    pub(crate) fn launch(
        &self,
        program: Ptr<LoadedExecutable>,
        args: &[Vec<Ptr<Buffer>>],
        results: usize,
    ) -> Result<(Vec<Vec<Ptr<Buffer>>>, Vec<*mut Event>), Failure> {
        let mut outputs = vec![vec![ptr::null_mut(); results]; args.len()];
        let lists: Vec<_> = args.iter().map(|list| list.as_ptr()).collect();
        let output_lists: Vec<_> = outputs.iter_mut().map(|list| list.as_mut_ptr()).collect();
        let mut events = vec![ptr::null_mut(); args.len()];
        let mut args = LoadedExecuteArgs {
            executable: program,
            argument_lists: lists.as_ptr(),
            num_devices: args.len(),
            num_args: args.first().map_or(0, Vec::len),
            output_lists: output_lists.as_ptr(),
            device_complete_events: events.as_mut_ptr(),
            ..LoadedExecuteArgs::default()
        };
        call(api().loaded_executable_execute, &mut args)?;
        Ok((outputs.into_iter().map(|list| list.into_iter().map(Ptr).collect()).collect(), events))
    }
}

impl Drop for TestClient {
    fn drop(&mut self) {
        let mut args = ClientDestroyArgs { client: self.0, ..Default::default() };
        call(api().client_destroy, &mut args).expect("a client can be destroyed");
    }
}

/// Waits for an event and ends it.
pub(crate) fn finish(event: *mut Event) {
    call(api().event_await, &mut EventAwaitArgs { event: Ptr(event), ..Default::default() }).expect("no failure");
    let mut ready = EventIsReadyArgs { event: Ptr(event), ..Default::default() };
    call(api().event_is_ready, &mut ready).expect("an event");
    assert_eq!(ready.is_ready, 1);
    call(api().event_destroy, &mut EventDestroyArgs { event: Ptr(event), ..Default::default() }).expect("an event");
}

/// The bytes of a buffer, row-major.
pub(crate) fn get(buffer: Ptr<Buffer>) -> Result<Vec<u8>, Failure> {
    let mut args = BufferToHostBufferArgs { buffer, ..Default::default() };
    call(api().buffer_to_host_buffer, &mut args)?;
    finish(args.event);
    let mut bytes = vec![0; args.dst_size];
    args.dst = bytes.as_mut_ptr();
    if !bytes.is_empty() {
        call(api().buffer_to_host_buffer, &mut args)?;
        finish(args.event);
    }
    Ok(bytes)
}

/// Type and shape of a buffer.
pub(crate) fn shape(buffer: Ptr<Buffer>) -> (c_int, Vec<i64>) {
    let mut kind = BufferElementTypeArgs { buffer, ..Default::default() };
    let mut dims = BufferDimensionsArgs { buffer, ..Default::default() };
    call(api().buffer_element_type, &mut kind).expect("a type");
    call(api().buffer_dimensions, &mut dims).expect("a shape");
    // SAFETY: the buffer owns the list.
    let list = (0..dims.num_dims).map(|i| unsafe { *dims.dims.add(i) }).collect();
    (kind.element_type, list)
}

/// Ends a buffer.
pub(crate) fn drop_buffer(buffer: Ptr<Buffer>) {
    call(api().buffer_destroy, &mut BufferArgs { buffer, ..Default::default() }).expect("a buffer");
}

/// Ends a program.
pub(crate) fn drop_program(executable: Ptr<LoadedExecutable>) {
    call(api().loaded_executable_destroy, &mut LoadedDestroyArgs { executable, ..Default::default() })
        .expect("a program");
}

/// Floats as they lie in memory.
pub(crate) fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// What a program runs; to be ended by [`drop_executable`].
pub(crate) fn executable_of(program: Ptr<LoadedExecutable>) -> Ptr<Executable> {
    let mut args = LoadedGetExecutableArgs { loaded: program, ..Default::default() };
    call(api().loaded_executable_get_executable, &mut args).expect("its executable");
    Ptr(args.executable)
}

/// Ends an executable.
pub(crate) fn drop_executable(executable: Ptr<Executable>) {
    call(api().executable_destroy, &mut ExecutableDestroyArgs { executable, ..Default::default() }).expect("the end");
}

/// The bytes of an executable.
pub(crate) fn serialize(executable: Ptr<Executable>) -> Vec<u8> {
    let mut args = ExecutableBytesArgs { executable, ..Default::default() };
    call(api().executable_serialize, &mut args).expect("bytes");
    // SAFETY: the plugin's bytes live until the deleter is called.
    let bytes = unsafe { std::slice::from_raw_parts(args.bytes.cast::<u8>(), args.bytes_size) }.to_vec();
    // SAFETY: the deleter that came with the bytes.
    unsafe { args.deleter.expect("a deleter")(args.owner) };
    bytes
}
