//! Buffers: handles to tensors on a device.

use crate::abi::{
    BufferArgs, BufferDeviceArgs, BufferDimensionsArgs, BufferDynamicDimensionIndicesArgs, BufferElementTypeArgs,
    BufferGetMemoryLayoutArgs, BufferIsDeletedArgs, BufferIsOnCpuArgs, BufferMemoryArgs, BufferOnDeviceSizeArgs,
    BufferPointerArgs, BufferReadyEventArgs, MemoryLayout,
};
use crate::call::{Ptr, hand_out};
use crate::client::Core;
use crate::device::Place;
use crate::error::{Code, Error};
use crate::event::{Event, Moment};
use crate::layout::Form;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A tensor on a device, until it is deleted or donated. Type and shape can be asked for afterwards.
pub struct Buffer {
    core: Arc<Core>,
    place: Place,
    form: Arc<Form>,
    bytes: usize,
    /// When the contents are there; `None` if they were from the beginning.
    moment: Option<Arc<Moment>>,
    /// Asked for several times per operation, hence apart from the contents.
    deleted: AtomicBool,
    contents: Mutex<Contents>,
}

#[derive(Default)]
struct Contents {
    /// `None` after deletion or donation.
    value: Option<hloom_rt::Buffer>,
    /// How many clients look at the memory directly.
    external: usize,
    /// Keeps the memory while they do, even if the buffer is deleted or donated.
    pinned: Option<hloom_rt::Buffer>,
}

impl Buffer {
    /// A client's handle to a value that has that form.
    pub(crate) fn hand_out(core: &Arc<Core>, place: Place, form: Arc<Form>, value: hloom_rt::Buffer) -> *mut Buffer {
        Buffer::hand_out_early(core, place, form, value, None)
    }

    /// As [`Buffer::hand_out`], for contents that are there from that moment on.
    pub(crate) fn hand_out_early(
        core: &Arc<Core>,
        place: Place,
        form: Arc<Form>,
        value: hloom_rt::Buffer,
        moment: Option<Arc<Moment>>,
    ) -> *mut Buffer {
        debug_assert_eq!(form.layout.in_memory(&form.sig.dims), value.dims());
        hand_out(Buffer {
            core: core.clone(),
            place,
            form,
            bytes: value.bytes().len(),
            moment,
            deleted: AtomicBool::new(false),
            contents: Mutex::new(Contents { value: Some(value), ..Contents::default() }),
        })
    }

    /// When the contents are there, unless they are.
    pub(crate) fn moment(&self) -> Option<&Arc<Moment>> {
        self.moment.as_ref().filter(|m| !matches!(m.outcome(), Some(Ok(()))))
    }

    /// The value with its contents; waits for them.
    pub(crate) fn contents_of(&self) -> Result<hloom_rt::Buffer, Error> {
        let value = self.value()?;
        self.moment().map_or(Ok(()), |m| m.wait())?;
        Ok(value)
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        // No code panics while it holds the lock, and each change is a single assignment.
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A handle to the value, whose contents may not be there yet.
    pub(crate) fn value(&self) -> Result<hloom_rt::Buffer, Error> {
        let value = self.contents().value.clone();
        value.ok_or_else(|| {
            let message = format!("the buffer {} has been deleted or donated", self.form);
            Error::new(Code::InvalidArgument, message)
        })
    }

    /// Gives the value away; `None` if it is gone already.
    pub(crate) fn take(&self) -> Option<hloom_rt::Buffer> {
        let mut contents = self.contents();
        self.deleted.store(true, Ordering::Release);
        contents.value.take()
    }

    pub(crate) fn is_deleted(&self) -> bool {
        self.deleted.load(Ordering::Acquire)
    }

    pub(crate) fn form(&self) -> &Arc<Form> {
        &self.form
    }
    pub(crate) fn place(&self) -> Place {
        self.place
    }
    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.core
    }
}

pub(crate) fn destroy(args: &mut BufferArgs) -> Result<(), Error> {
    args.buffer.destroy();
    Ok(())
}

pub(crate) fn element_type(args: &mut BufferElementTypeArgs) -> Result<(), Error> {
    args.element_type = args.buffer.get()?.form.element_type;
    Ok(())
}

/// Also without padding: there is none.
pub(crate) fn dimensions(args: &mut BufferDimensionsArgs) -> Result<(), Error> {
    let dims = &args.buffer.get()?.form.sig.dims;
    (args.dims, args.num_dims) = (dims.as_ptr(), dims.len());
    Ok(())
}

/// No dimension is dynamic.
pub(crate) fn dynamic_dimension_indices(args: &mut BufferDynamicDimensionIndicesArgs) -> Result<(), Error> {
    args.buffer.get()?;
    (args.indices, args.num_indices) = (ptr::null(), 0);
    Ok(())
}

pub(crate) fn memory_layout(args: &mut BufferGetMemoryLayoutArgs) -> Result<(), Error> {
    args.layout = MemoryLayout::minor_to_major(args.buffer.get()?.form.layout.minor_to_major());
    Ok(())
}

pub(crate) fn on_device_size(args: &mut BufferOnDeviceSizeArgs) -> Result<(), Error> {
    args.size = args.buffer.get()?.bytes;
    Ok(())
}

pub(crate) fn delete(args: &mut BufferArgs) -> Result<(), Error> {
    drop(args.buffer.get()?.take());
    Ok(())
}

pub(crate) fn is_deleted(args: &mut BufferIsDeletedArgs) -> Result<(), Error> {
    args.is_deleted = args.buffer.get()?.is_deleted().into();
    Ok(())
}

/// Clients may look at the memory directly.
pub(crate) fn is_on_cpu(args: &mut BufferIsOnCpuArgs) -> Result<(), Error> {
    args.buffer.get()?;
    args.is_on_cpu = 1;
    Ok(())
}

pub(crate) fn device(args: &mut BufferDeviceArgs) -> Result<(), Error> {
    let buffer = args.buffer.get()?;
    args.device = Ptr::to(buffer.core.device(buffer.place.device)?);
    Ok(())
}

pub(crate) fn memory(args: &mut BufferMemoryArgs) -> Result<(), Error> {
    let buffer = args.buffer.get()?;
    args.memory = buffer.core.device(buffer.place.device)?.memory(buffer.place.kind);
    Ok(())
}

pub(crate) fn ready_event(args: &mut BufferReadyEventArgs) -> Result<(), Error> {
    args.event = Event::of(args.buffer.get()?.moment().cloned());
    Ok(())
}

pub(crate) fn increase_external_references(args: &mut BufferArgs) -> Result<(), Error> {
    let buffer = args.buffer.get()?;
    let value = buffer.value()?;
    let mut contents = buffer.contents();
    contents.external += 1;
    contents.pinned = Some(value);
    Ok(())
}

pub(crate) fn decrease_external_references(args: &mut BufferArgs) -> Result<(), Error> {
    let buffer = args.buffer.get()?;
    let mut contents = buffer.contents();
    let left = contents.external.checked_sub(1);
    contents.external = left.ok_or_else(|| Error::invalid("there are no external references to the buffer"))?;
    let unpinned = if contents.external == 0 { contents.pinned.take() } else { None };
    // Returning the memory may take a while; nobody should wait for it.
    drop(contents);
    drop(unpinned);
    Ok(())
}

/// The address of the first element, whose contents are there when the buffer is ready.
pub(crate) fn pointer(args: &mut BufferPointerArgs) -> Result<(), Error> {
    let buffer = args.buffer.get()?;
    let contents = buffer.contents();
    let value = contents.value.as_ref().or(contents.pinned.as_ref());
    let value = value.ok_or_else(|| Error::invalid("the buffer has been deleted or donated"))?;
    args.pointer = value.as_ptr();
    Ok(())
}
