//! Moving tensors between host memory and the device.
//!
//! A transfer is done when the call returns, unless it is one of contents that are not there yet; only views
//! ([`view_of_device_buffer`]) share memory with the client.

use crate::abi::{
    BufferCopyRawToHostArgs, BufferCopyToDeviceArgs, BufferCopyToMemoryArgs, BufferToHostBufferArgs,
    ClientBufferFromHostBufferArgs, ClientCreateUninitializedBufferArgs, ClientCreateViewOfDeviceBufferArgs,
    LAYOUT_STRIDES, MemoryLayout, OnDelete,
};
use crate::buffer::Buffer;
use crate::call::slice;
use crate::client::Core;
use crate::device::Place;
use crate::error::Error;
use crate::event::{Event, Moment};
use crate::layout::{Form, Layout};
use crate::types::{canonicalise, is_narrow, storage_of};
use hloom_exe::TensorSig;
use std::ffi::{c_int, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

/// Form and size in bytes of a tensor that a client describes.
fn described(element_type: c_int, dims: &[i64], layout: *const MemoryLayout) -> Result<(Arc<Form>, usize), Error> {
    let sig = TensorSig { dtype: storage_of(element_type)?, dims: dims.to_vec() };
    let bytes = sig.bytes().and_then(|b| usize::try_from(b).ok());
    let bytes = bytes.ok_or_else(|| Error::invalid(format!("a shape of {dims:?} is negative or too large")))?;
    let layout = Layout::of_client(layout, dims, sig.dtype.byte_size())?;
    Ok((Arc::new(Form { element_type, sig, layout }), bytes))
}

/// Byte strides of a dense tensor whose dimensions are given from the innermost to the outermost.
pub(crate) fn dense_strides(dims: &[i64], element: usize, minor_to_major: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut strides = vec![0; dims.len()];
    let mut step = element as i64;
    for d in minor_to_major {
        strides[d] = step;
        step = step.saturating_mul(dims[d].max(1));
    }
    strides
}

/// Byte strides of a dense row-major tensor.
pub(crate) fn row_major(dims: &[i64], element: usize) -> Vec<i64> {
    dense_strides(dims, element, (0..dims.len()).rev())
}

/// Byte strides that a client's layout of its own memory asks for; those of the buffer for null.
fn host_strides(layout: *const MemoryLayout, form: &Form) -> Result<Vec<i64>, Error> {
    let (dims, element) = (&form.sig.dims, form.element());
    // SAFETY: the client passes a complete layout or null.
    let Some(layout) = (unsafe { layout.as_ref() }) else { return Ok(form.strides()) };
    if layout.kind != LAYOUT_STRIDES {
        return Ok(Layout::of_client(layout, dims, element)?.strides(dims, element));
    }
    // SAFETY: as above.
    let list = unsafe { slice(layout.list, layout.list_size) }?;
    if list.len() != dims.len() {
        return Err(Error::invalid(format!("{} strides for {} dimensions", list.len(), dims.len())));
    }
    Ok(list.to_vec())
}

/// One dimension of a copy: its size, and byte strides at the destination and at the source.
type Axis = (usize, isize, isize);

/// Copies between memories of the same shape with byte strides.
///
/// # Safety
/// Every element that the strides reach from `dst` is writable, from `src` readable; destination elements do not
/// overlap one another or the source.
pub(crate) unsafe fn copy_strided(
    (dst, dst_strides): (*mut u8, &[i64]),
    (src, src_strides): (*const u8, &[i64]),
    dims: &[i64],
    element: usize,
) {
    if dims.contains(&0) {
        return;
    }
    let mut run = element;
    let mut axes: Vec<Axis> = Vec::with_capacity(dims.len());
    for ((&n, &d), &s) in dims.iter().zip(dst_strides).zip(src_strides) {
        if n != 1 {
            axes.push((n as usize, d as isize, s as isize));
        }
    }
    // Innermost axes that are dense on both sides are one run of bytes.
    while let Some(&(n, d, s)) = axes.last() {
        if d != run as isize || s != run as isize {
            break;
        }
        run *= n;
        axes.pop();
    }
    // SAFETY: the caller's promise; the axes visit exactly the elements.
    unsafe { copy_axes(dst, src, &axes, run) };
}

/// # Safety
/// As [`copy_strided`], for runs of `run` bytes.
unsafe fn copy_axes(dst: *mut u8, src: *const u8, axes: &[Axis], run: usize) {
    // SAFETY: the caller's promise throughout.
    unsafe {
        match axes {
            [] => ptr::copy_nonoverlapping(src, dst, run),
            [(n, d, s)] => match run {
                1 => copy_elements::<u8>(dst, src, (*n, *d, *s)),
                2 => copy_elements::<[u8; 2]>(dst, src, (*n, *d, *s)),
                4 => copy_elements::<[u8; 4]>(dst, src, (*n, *d, *s)),
                8 => copy_elements::<[u8; 8]>(dst, src, (*n, *d, *s)),
                16 => copy_elements::<[u8; 16]>(dst, src, (*n, *d, *s)),
                _ => {
                    for i in 0..*n as isize {
                        ptr::copy_nonoverlapping(src.offset(i * s), dst.offset(i * d), run);
                    }
                }
            },
            [(n, d, s), inner @ ..] => {
                for i in 0..*n as isize {
                    copy_axes(dst.offset(i * d), src.offset(i * s), inner, run);
                }
            }
        }
    }
}

/// # Safety
/// As [`copy_strided`], for one axis of elements of type `T`, which need not be aligned.
unsafe fn copy_elements<T>(dst: *mut u8, src: *const u8, (n, d, s): Axis) {
    for i in 0..n as isize {
        // SAFETY: the caller's promise.
        unsafe { dst.offset(i * d).cast::<T>().write_unaligned(src.offset(i * s).cast::<T>().read_unaligned()) };
    }
}

/// Brings bytes to a device.
fn upload(core: &Arc<Core>, place: Place, form: Arc<Form>, bytes: &[u8]) -> Result<*mut Buffer, Error> {
    let (runtime, dims) = (&core.device(place.device)?.runtime, form.layout.in_memory(&form.sig.dims));
    let value = hloom_rt::Buffer::from_bytes(runtime, form.sig.dtype, &dims, bytes)?;
    Ok(Buffer::hand_out(core, place, form, value))
}

pub(crate) fn from_host(args: &mut ClientBufferFromHostBufferArgs) -> Result<(), Error> {
    let core = &args.client.get()?.core;
    let place = core.place_of(args.device, args.memory)?;
    // SAFETY: the client passes lists of these lengths.
    let (dims, strides) =
        unsafe { (slice(args.dims, args.num_dims)?, slice(args.byte_strides, args.num_byte_strides)?) };
    let number = args.element_type;
    let (form, size) = described(number, dims, args.device_layout)?;
    let element = form.element();
    let (dense, here) = (row_major(dims, element), form.strides());
    if !strides.is_empty() && strides.len() != dims.len() {
        return Err(Error::invalid(format!("{} strides for {} dimensions", strides.len(), dims.len())));
    }
    if size > 0 && args.data.is_null() {
        return Err(Error::invalid("the host data is null"));
    }
    let strides = if strides.is_empty() { &dense[..] } else { strides };
    // Strides of dimensions of size 1 (all of them in an empty array) mean nothing.
    let is_dense = size == 0 || dims.iter().zip(strides).zip(&here).all(|((&n, s), h)| n == 1 || s == h);
    args.buffer = if is_dense && !is_narrow(number) {
        // SAFETY: the client's data is that of a dense tensor.
        let bytes = unsafe { slice(args.data, size) }?;
        upload(core, place, form, bytes)?
    } else {
        let mut bytes = vec![0; size];
        // SAFETY: the client's data has the elements that its strides reach; `bytes` is a dense tensor.
        unsafe { copy_strided((bytes.as_mut_ptr(), &here), (args.data, strides), dims, element) };
        canonicalise(number, &mut bytes);
        upload(core, place, form, &bytes)?
    };
    args.done_with_host_buffer = Event::ready();
    Ok(())
}

/// Memory of a client that a transfer is going to fill.
struct HostMemory(*mut u8);

// SAFETY: the client gives the memory to whoever does the transfer.
unsafe impl Send for HostMemory {}

pub(crate) fn to_host(args: &mut BufferToHostBufferArgs) -> Result<(), Error> {
    let (value, form) = (args.buffer.get()?.value()?, args.buffer.get()?.form().clone());
    let (dims, element, size) = (&form.sig.dims, form.element(), value.bytes().len());
    if args.dst.is_null() {
        args.dst_size = size;
        args.event = Event::ready();
        return Ok(());
    }
    let (strides, here) = (host_strides(args.host_layout, &form)?, form.strides());
    let reach = dims.iter().zip(&strides).map(|(&n, &s)| (n - 1).max(0).saturating_mul(s)).sum::<i64>();
    if strides.iter().any(|&s| s < 0) || (size > 0 && (args.dst_size as i64) < reach.saturating_add(element as i64)) {
        return Err(Error::invalid(format!("no room for {size} bytes in {}", args.dst_size)));
    }
    let Some(moment) = args.buffer.get()?.moment() else {
        // SAFETY: the client's memory has `dst_size` bytes, which the strides do not leave.
        unsafe { copy_strided((args.dst, &strides), (value.as_ptr(), &here), dims, element) };
        args.event = Event::ready();
        return Ok(());
    };
    let (copied, dst) = (Arc::new(Moment::default()), HostMemory(args.dst));
    let form = form.clone();
    args.event = Event::of(Some(copied.clone()));
    moment.then(move |outcome| {
        if outcome.is_ok() {
            let dst = dst;
            // SAFETY: as above; the client leaves its memory alone until the event.
            unsafe { copy_strided((dst.0, &strides), (value.as_ptr(), &here), &form.sig.dims, element) };
        }
        copied.set(outcome.clone());
    });
    Ok(())
}

pub(crate) fn raw_to_host(args: &mut BufferCopyRawToHostArgs) -> Result<(), Error> {
    let value = args.buffer.get()?.contents_of()?;
    let range = usize::try_from(args.offset).ok().zip(usize::try_from(args.transfer_size).ok());
    let bytes = range.and_then(|(start, n)| value.bytes().get(start..start.checked_add(n)?));
    let bytes = bytes.ok_or_else(|| Error::invalid("the range is outside the buffer"))?;
    if !bytes.is_empty() {
        if args.dst.is_null() {
            return Err(Error::invalid("the destination is null"));
        }
        // SAFETY: the client has room for `transfer_size` bytes.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), args.dst, bytes.len()) };
    }
    args.event = Event::ready();
    Ok(())
}

/// A copy on a device of the same client.
fn copy_to(buffer: &Buffer, place: Place) -> Result<*mut Buffer, Error> {
    upload(buffer.core(), place, buffer.form().clone(), buffer.contents_of()?.bytes())
}

pub(crate) fn copy_to_device(args: &mut BufferCopyToDeviceArgs) -> Result<(), Error> {
    args.dst_buffer = copy_to(args.buffer.get()?, Place { device: args.dst_device.get()?.id, kind: 0 })?;
    Ok(())
}

pub(crate) fn copy_to_memory(args: &mut BufferCopyToMemoryArgs) -> Result<(), Error> {
    args.dst_buffer = copy_to(args.buffer.get()?, args.dst_memory.get()?.place)?;
    Ok(())
}

/// Contents are undefined by contract; zero here.
pub(crate) fn uninitialized(args: &mut ClientCreateUninitializedBufferArgs) -> Result<(), Error> {
    let core = &args.client.get()?.core;
    let place = core.place_of(args.device, args.memory)?;
    // SAFETY: the client passes a list of this length.
    let dims = unsafe { slice(args.dims, args.num_dims) }?;
    let (form, size) = described(args.element_type, dims, args.layout)?;
    args.buffer = upload(core, place, form, &vec![0; size])?;
    Ok(())
}

/// Memory that a client lends until the last handle is gone.
struct Lent {
    start: *mut c_void,
    on_delete: OnDelete,
    on_delete_arg: *mut c_void,
}

// SAFETY: the client's function may be called on any thread.
unsafe impl Send for Lent {}
// SAFETY: nothing is done through a shared reference.
unsafe impl Sync for Lent {}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(on_delete) = self.on_delete {
            // SAFETY: the client's function with its own arguments, called once.
            unsafe { on_delete(self.start, self.on_delete_arg) };
        }
    }
}

pub(crate) fn view_of_device_buffer(args: &mut ClientCreateViewOfDeviceBufferArgs) -> Result<(), Error> {
    let core = &args.client.get()?.core;
    let place = core.place_of(args.device, args.memory)?;
    // SAFETY: the client passes a list of this length.
    let dims = unsafe { slice(args.dims, args.num_dims) }?;
    let (form, size) = described(args.element_type, dims, args.layout)?;
    let dims = form.layout.in_memory(dims);
    let start = NonNull::new(args.device_buffer_ptr.cast::<u8>());
    if start.is_none() && size > 0 {
        return Err(Error::invalid("the memory to view is null"));
    }
    let owner = Lent { start: args.device_buffer_ptr, on_delete: args.on_delete, on_delete_arg: args.on_delete_arg };
    let start = start.unwrap_or(NonNull::dangling());
    // SAFETY: the client keeps the memory as it is until it is told that nobody uses it any more.
    let value = unsafe { hloom_rt::Buffer::from_raw(form.sig.dtype, &dims, start, size, Arc::new(owner)) }?;
    args.buffer = Buffer::hand_out(core, place, form, value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strided_copies() {
        let src: Vec<u16> = (0..12).collect();
        let dims = [3, 4];
        let dense = row_major(&dims, 2);
        assert_eq!(dense, [8, 2]);
        // Transposed source: element (i, j) at i + 3 j.
        let mut dst = [0u16; 12];
        // SAFETY: both have twelve elements.
        unsafe { copy_strided((dst.as_mut_ptr().cast(), &dense), (src.as_ptr().cast(), &[2, 6]), &dims, 2) };
        assert_eq!(dst, [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);
        // Backwards along the rows, and a broadcast.
        // SAFETY: the strides stay within the twelve elements.
        unsafe { copy_strided((dst.as_mut_ptr().cast(), &dense), (src.as_ptr().add(3).cast(), &[8, -2]), &dims, 2) };
        assert_eq!(dst[..6], [3, 2, 1, 0, 7, 6]);
        // SAFETY: as above.
        unsafe { copy_strided((dst.as_mut_ptr().cast(), &dense), (src.as_ptr().cast(), &[0, 2]), &dims, 2) };
        assert_eq!(dst[4..8], [0, 1, 2, 3]);
    }
}
