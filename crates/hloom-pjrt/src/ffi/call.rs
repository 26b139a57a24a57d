//! From a host call of a program to a call of a handler.

use super::abi::{self, Array, Attrs, Buffer, Buffers, ByteSpan, CallFrame, Handler, Scalar, attr_type, stage};
use super::api;
use super::registry::{self, Stages};
use crate::transfer::{copy_strided, dense_strides, row_major};
use hloom_exe::foreign::{self, ForeignAttr, ForeignCall, Slot};
use hloom_exe::{HostCall, TensorSig};
use hloom_rt::{HostArgs, HostFn};
use std::alloc::Layout;
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What an execution passes to its handlers: values by the number of their type.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserData(pub(crate) Vec<(i64, *mut c_void)>);

// SAFETY: addresses of the client, which allows handlers on any thread.
unsafe impl Send for UserData {}
// SAFETY: as above.
unsafe impl Sync for UserData {}

/// What a handler has kept for later stages of the same call: a value a stage.
#[derive(Default)]
pub(super) struct States(Mutex<Vec<State>>);

struct State {
    stage: c_int,
    type_id: i64,
    value: *mut c_void,
}

// SAFETY: values belong to the handler, which is called from any thread.
unsafe impl Send for State {}

impl States {
    pub(super) fn set(&self, stage: c_int, type_id: i64, value: *mut c_void) {
        let mut states = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = State { stage, type_id, value };
        match states.iter_mut().find(|s| s.stage == stage) {
            Some(old) => *old = new,
            None => states.push(new),
        }
    }

    pub(super) fn get(&self, stage: c_int, type_id: i64) -> Option<*mut c_void> {
        let states = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        states.iter().find(|s| s.stage == stage && s.type_id == type_id).map(|s| s.value)
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let (Some(delete), false) = (registry::deleter(self.type_id), self.value.is_null()) {
            // SAFETY: the type's own function, once for each value that was handed over.
            unsafe { delete(self.value) };
        }
    }
}

/// What a handler may ask about its call.
pub struct Context<'a> {
    user: Option<&'a UserData>,
    pub(super) states: &'a States,
    pub(super) device: i32,
    pub(super) run_id: i64,
    allocated: RefCell<Vec<(*mut u8, Layout)>>,
}

impl Context<'_> {
    /// The user's value of a type.
    pub(super) fn user(&self, type_id: i64) -> Option<*mut c_void> {
        self.user?.0.iter().find(|(id, _)| *id == type_id).map(|(_, data)| *data)
    }

    /// Memory until the call is done.
    pub(super) fn allocate(&self, size: usize, alignment: usize) -> Option<*mut u8> {
        let layout = Layout::from_size_align(size.max(1), alignment.max(1)).ok()?;
        // SAFETY: the size is not zero.
        let start = unsafe { std::alloc::alloc(layout) };
        if start.is_null() {
            return None;
        }
        self.allocated.borrow_mut().push((start, layout));
        Some(start)
    }
}

impl Drop for Context<'_> {
    fn drop(&mut self) {
        for (start, layout) in self.allocated.get_mut().drain(..) {
            // SAFETY: allocated with this layout, freed nowhere else.
            unsafe { std::alloc::dealloc(start, layout) };
        }
    }
}

/// Attributes in the form of the interface. Everything that is pointed to is in boxes or in vectors that do not change.
struct AttrTable {
    types: Vec<c_int>,
    names: Vec<*const ByteSpan>,
    values: Vec<*const c_void>,
    _owned: Vec<Box<dyn Any>>,
}

// SAFETY: made once, then only read.
unsafe impl Send for AttrTable {}
// SAFETY: as above.
unsafe impl Sync for AttrTable {}

impl AttrTable {
    fn new(attrs: &[(String, ForeignAttr)]) -> AttrTable {
        let mut t = AttrTable { types: Vec::new(), names: Vec::new(), values: Vec::new(), _owned: Vec::new() };
        for (name, value) in attrs {
            let name = t.text(name.as_bytes());
            t.names.push(name);
            let (kind, value) = match value {
                ForeignAttr::Scalar(dtype, bytes) => {
                    let value = t.numbers(bytes);
                    (attr_type::SCALAR, t.keep(Scalar { dtype: *dtype, value }).cast())
                }
                ForeignAttr::Array(dtype, bytes) => {
                    let size = bytes.len() / foreign::type_bytes(*dtype).max(1);
                    let data = t.numbers(bytes);
                    (attr_type::ARRAY, t.keep(Array { dtype: *dtype, size, data }).cast())
                }
                ForeignAttr::Text(bytes) => (attr_type::STRING, t.text(bytes).cast()),
                ForeignAttr::Dict(pairs) => {
                    let inner = AttrTable::new(pairs);
                    // What the struct points to is on the heap and stays there when the table moves.
                    let attrs = inner.attrs();
                    t._owned.push(Box::new(inner));
                    (attr_type::DICTIONARY, t.keep(attrs).cast())
                }
            };
            t.types.push(kind);
            t.values.push(value);
        }
        t
    }

    fn keep<T: 'static>(&mut self, value: T) -> *const T {
        let value = Box::new(value);
        let at: *const T = &raw const *value;
        self._owned.push(value);
        at
    }

    /// Bytes at an address that suits every type.
    fn numbers(&mut self, bytes: &[u8]) -> *const c_void {
        let mut words = vec![0u128; bytes.len().div_ceil(16)];
        for (word, part) in words.iter_mut().zip(bytes.chunks(16)) {
            let mut all = [0; 16];
            all[..part.len()].copy_from_slice(part);
            *word = u128::from_le_bytes(all);
        }
        let at = words.as_ptr().cast();
        self._owned.push(Box::new(words));
        at
    }

    fn text(&mut self, bytes: &[u8]) -> *const ByteSpan {
        let bytes: Box<[u8]> = bytes.into();
        let span = ByteSpan { start: bytes.as_ptr().cast(), len: bytes.len() };
        self._owned.push(Box::new(bytes));
        self.keep(span)
    }

    fn attrs(&self) -> Attrs {
        Attrs {
            struct_size: size_of::<Attrs>(),
            extension_start: ptr::null_mut(),
            size: self.types.len() as i64,
            types: self.types.as_ptr(),
            names: self.names.as_ptr(),
            attrs: self.values.as_ptr(),
        }
    }
}

/// A tensor of a call as its handler sees it: the call's own memory, or a copy in the order that the op states.
pub(super) struct Seen {
    pub(super) buffer: Buffer,
    /// The copy, and the tensor's own memory.
    reordered: Option<(Vec<u128>, *mut u8)>,
}

/// Buffers of all slots of one side; tokens have no memory.
pub(super) fn seen(slots: &[Slot], tensors: &[(&TensorSig, *mut u8)]) -> Result<Vec<Seen>, String> {
    let mut tensors = tensors.iter();
    let token = Buffer {
        struct_size: size_of::<Buffer>(),
        extension_start: ptr::null_mut(),
        dtype: foreign::TOKEN,
        data: ptr::null_mut(),
        rank: 0,
        dims: ptr::null(),
    };
    let slot = |slot: &Slot| {
        let Slot::Tensor(order) = slot else { return Ok(Seen { buffer: token, reordered: None }) };
        let (sig, data) = *tensors.next().ok_or("the call has too few tensors")?;
        let dtype = foreign::type_number(sig.dtype).ok_or_else(|| format!("handlers do not know {}", sig.dtype))?;
        let dims = sig.dims.as_ptr();
        let mut buffer = Buffer { dtype, data: data.cast(), rank: sig.dims.len() as i64, dims, ..token };
        let reordered = (!order.iter().rev().copied().eq(0..sig.dims.len() as u32))
            .then(|| (vec![0u128; (sig.bytes().unwrap_or(0) as usize).div_ceil(16)], data));
        let reordered = reordered.map(|(mut copy, data)| {
            buffer.data = copy.as_mut_ptr().cast();
            (copy, data)
        });
        Ok(Seen { buffer, reordered })
    };
    slots.iter().map(slot).collect()
}

/// Copies between the order of a handler and row-major order: to the handler, or from it.
pub(super) fn reorder(slots: &[Slot], tensors: &[(&TensorSig, *mut u8)], seen: &mut [Seen], to_handler: bool) {
    let ordered = slots.iter().zip(seen).filter_map(|(slot, seen)| match slot {
        Slot::Tensor(order) => Some((order, seen)),
        Slot::Token => None,
    });
    for ((order, seen), (sig, _)) in ordered.zip(tensors) {
        let Some((copy, own)) = &mut seen.reordered else { continue };
        let element = sig.dtype.byte_size();
        let theirs = dense_strides(&sig.dims, element, order.iter().map(|&d| d as usize));
        let ours = row_major(&sig.dims, element);
        let copy: *mut u8 = copy.as_mut_ptr().cast();
        let ((dst, d), (src, s)) =
            if to_handler { ((copy, &theirs), (*own, &ours)) } else { ((*own, &ours), (copy, &theirs)) };
        // SAFETY: both memories have all elements of the tensor, densely, and are apart.
        unsafe { copy_strided((dst, d), (src.cast_const(), s), &sig.dims, element) };
    }
}

/// A tensor of a call and its memory.
pub(super) type Place<'a> = (&'a TensorSig, *mut u8);

/// Tensors of a call with their memory: operands, results.
pub(super) fn tensors<'a>(args: &'a mut HostArgs<'_>) -> (Vec<Place<'a>>, Vec<Place<'a>>) {
    let operands = args.operands.iter().map(|o| (o.tensor, o.bytes.as_ptr().cast_mut()));
    let results = args.results.iter_mut().map(|r| (r.tensor, r.bytes.as_mut_ptr()));
    (operands.collect(), results.collect())
}

/// Buffers in the form of the interface: the list of types, the list of pointers.
pub(super) fn pointers(seen: &[Seen]) -> (Vec<c_int>, Vec<*const Buffer>) {
    (vec![abi::BUFFER; seen.len()], seen.iter().map(|s| &raw const s.buffer).collect())
}

fn buffers((types, pointers): &(Vec<c_int>, Vec<*const Buffer>)) -> Buffers {
    Buffers {
        struct_size: size_of::<Buffers>(),
        extension_start: ptr::null_mut(),
        size: types.len() as i64,
        types: types.as_ptr(),
        buffers: pointers.as_ptr(),
    }
}

#[allow(improper_ctypes, reason = "the types are opaque to the C++ file")]
unsafe extern "C" {
    /// See `guard.cc`: 1 and the handler's result, or 0 and what it threw.
    fn hloom_call_handler(
        handler: Handler,
        frame: *mut CallFrame,
        error: *mut *mut api::Error,
        text: *mut c_char,
        capacity: usize,
    ) -> c_int;
}

/// Runs one stage.
fn run(
    handler: Handler,
    stage: c_int,
    args: Buffers,
    rets: Buffers,
    attrs: Attrs,
    ctx: &Context<'_>,
) -> Result<(), String> {
    let mut frame = CallFrame {
        // Like the interface's own count, which leaves out the last field.
        struct_size: std::mem::offset_of!(CallFrame, future),
        extension_start: ptr::null_mut(),
        api: &raw const api::API,
        ctx: ptr::from_ref(ctx).cast_mut().cast(),
        stage,
        args,
        rets,
        attrs,
        future: ptr::null_mut(),
    };
    let (mut error, mut thrown) = (ptr::null_mut(), [0u8; 512]);
    // SAFETY: a handler of the user with a complete frame; everything in it lives until the call returns.
    let returned =
        unsafe { hloom_call_handler(handler, &mut frame, &mut error, thrown.as_mut_ptr().cast(), thrown.len()) };
    if returned == 0 {
        let end = thrown.iter().position(|&b| b == 0).unwrap_or(thrown.len());
        return Err(format!("a handler threw: {}", String::from_utf8_lossy(&thrown[..end])));
    }
    // SAFETY: errors are given away.
    unsafe { api::outcome(error) }?;
    if frame.future.is_null() {
        return Ok(());
    }
    // SAFETY: the frame's future is ours; the handler uses it last when it completes it.
    let future = unsafe { Box::from_raw(frame.future) };
    future.wait()
}

static RUNS: AtomicI64 = AtomicI64::new(1);

/// The host function of a call: the handler is instantiated now and executed with each run.
pub(super) fn bind(call: &HostCall, stages: Stages) -> Result<HostFn, String> {
    let foreign = ForeignCall::from_config(&call.config).ok_or("the call's configuration cannot be read")?;
    let (attrs, states) = (AttrTable::new(&foreign.attrs), States::default());
    if let Some(instantiate) = stages.instantiate {
        let none = (Vec::new(), Vec::new());
        let ctx = Context { user: None, states: &states, device: 0, run_id: 0, allocated: RefCell::default() };
        run(instantiate, stage::INSTANTIATE, buffers(&none), buffers(&none), attrs.attrs(), &ctx)?;
    }
    Ok(Arc::new(move |mut args: HostArgs<'_>| {
        // SAFETY: the plugin passes its own user data or null, see `execute`.
        let user = unsafe { args.user.cast_const().cast::<UserData>().as_ref() };
        let device = args.device as i32;
        let (operands, results) = tensors(&mut args);
        let mut ins = seen(&foreign.operands, &operands)?;
        let mut outs = seen(&foreign.results, &results)?;
        reorder(&foreign.operands, &operands, &mut ins, true);
        for &(result, operand) in &foreign.aliases {
            let (Some(to), Some(from)) = (outs.get(result as usize), ins.get_mut(operand as usize)) else { continue };
            if let Some(bytes) = tensor_bytes(&foreign.operands, &operands, operand) {
                // SAFETY: operand and result have equal types; their memories are apart.
                unsafe { ptr::copy_nonoverlapping(from.buffer.data.cast::<u8>(), to.buffer.data.cast::<u8>(), bytes) };
                from.buffer.data = to.buffer.data;
            }
        }
        let (in_lists, out_lists) = (pointers(&ins), pointers(&outs));
        let ctx = Context {
            user,
            states: &states,
            device,
            run_id: RUNS.fetch_add(1, Ordering::Relaxed),
            allocated: RefCell::default(),
        };
        let list = [(stages.prepare, stage::PREPARE), (stages.initialize, stage::INITIALIZE)];
        let list = list.into_iter().filter_map(|(handler, stage)| Some((handler?, stage)));
        for (handler, stage) in list.chain([(stages.execute, stage::EXECUTE)]) {
            run(handler, stage, buffers(&in_lists), buffers(&out_lists), attrs.attrs(), &ctx)
                .map_err(|e| placed(&foreign, &e))?;
        }
        reorder(&foreign.results, &results, &mut outs, false);
        Ok(())
    }))
}

/// The error with the place of the call.
pub(super) fn placed(call: &ForeignCall, error: &str) -> String {
    match &call.place {
        Some(place) => format!("{error}\n(called at {place})"),
        None => error.to_owned(),
    }
}

/// Bytes of the tensor in a slot.
fn tensor_bytes(slots: &[Slot], tensors: &[(&TensorSig, *mut u8)], slot: u32) -> Option<usize> {
    let before = slots.iter().take(slot as usize).filter(|s| matches!(s, Slot::Tensor(_))).count();
    tensors.get(before).and_then(|(sig, _)| sig.bytes()).map(|n| n as usize)
}
