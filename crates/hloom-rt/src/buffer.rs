//! Tensors in memory.

use crate::{Block, CpuDevice, RtError, TensorText};
use hloom_exe::{TensorSig, abi};
use hloom_num::{DType, Literal};
use smallvec::SmallVec;
use std::any::Any;
use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

/// A dense row-major tensor that does not change: a shared handle, cheap to clone. The last handle returns the memory.
#[derive(Clone)]
pub struct Buffer(Arc<Inner>);

struct Inner {
    dtype: DType,
    dims: SmallVec<[i64; 6]>,
    bytes: usize,
    start: NonNull<u8>,
    storage: Storage,
}

enum Storage {
    /// No bytes at all.
    Empty,
    /// A block of a device's pool.
    Device(#[allow(dead_code, reason = "kept, and returned when it goes")] Block),
    /// Someone else's memory, valid while the owner lives.
    Shared(#[allow(dead_code, reason = "kept alive, not used")] Arc<dyn Any + Send + Sync>),
}

// SAFETY: the memory is not written after construction; the owners are Send and Sync.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

/// Where a tensor of no bytes is; not null and well aligned.
pub(crate) const NOWHERE: NonNull<u8> =
    NonNull::without_provenance(std::num::NonZeroUsize::new(abi::ALIGN).expect("not zero"));

impl Buffer {
    /// Bytes of a tensor type.
    fn size(dtype: DType, dims: &[i64]) -> Result<usize, RtError> {
        let sig = TensorSig { dtype, dims: dims.to_vec() };
        let bytes = sig.bytes().and_then(|b| usize::try_from(b).ok());
        bytes.ok_or_else(|| RtError::Shape(TensorText::from(&sig)))
    }

    fn checked_size(dtype: DType, dims: &[i64], got: usize) -> Result<usize, RtError> {
        let expected = Self::size(dtype, dims)?;
        if expected != got {
            let tensor = TensorText::new(dtype, dims);
            return Err(RtError::Size { tensor, expected: expected as u64, got: got as u64 });
        }
        Ok(expected)
    }

    /// A tensor in device memory with a copy of `bytes`.
    ///
    /// # Errors
    /// Wrong number of bytes, or out of memory.
    pub fn from_bytes(device: &CpuDevice, dtype: DType, dims: &[i64], bytes: &[u8]) -> Result<Buffer, RtError> {
        let size = Self::checked_size(dtype, dims, bytes.len())?;
        if size == 0 {
            return Ok(Self::with(dtype, dims, 0, None));
        }
        let block = device.alloc(size)?;
        // SAFETY: the new block has at least `size` bytes and overlaps nothing.
        unsafe { device.copy(block.start(), bytes.as_ptr(), size) };
        Ok(Self::with(dtype, dims, size, Some(block)))
    }

    /// A tensor in device memory with a literal's value.
    ///
    /// # Errors
    /// Out of memory.
    pub fn from_literal(device: &CpuDevice, literal: &Literal) -> Result<Buffer, RtError> {
        Self::from_bytes(device, literal.dtype(), literal.shape(), &literal.to_bytes())
    }

    /// A tensor in memory that `owner` keeps; nothing is copied. The owner must give the same bytes each time.
    ///
    /// # Errors
    /// Wrong number of bytes.
    pub fn from_owner(
        dtype: DType,
        dims: &[i64],
        owner: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Buffer, RtError> {
        let owner = Arc::new(owner);
        let bytes = (*owner).as_ref();
        let size = Self::checked_size(dtype, dims, bytes.len())?;
        let start = NonNull::from(bytes).cast();
        // SAFETY: the owner is in an Arc, so neither it nor what it refers to moves while the buffer lives.
        unsafe { Self::from_raw(dtype, dims, start, size, owner) }
    }

    /// A tensor in memory that is valid while `owner` lives; nothing is copied.
    ///
    /// # Errors
    /// Wrong number of bytes.
    ///
    /// # Safety
    /// `start` must be readable for `bytes` bytes, and these must not change, until `owner` is dropped.
    pub unsafe fn from_raw(
        dtype: DType,
        dims: &[i64],
        start: NonNull<u8>,
        bytes: usize,
        owner: Arc<dyn Any + Send + Sync>,
    ) -> Result<Buffer, RtError> {
        let bytes = Self::checked_size(dtype, dims, bytes)?;
        let start = if bytes == 0 { NOWHERE } else { start };
        let dims = SmallVec::from_slice(dims);
        Ok(Buffer(Arc::new(Inner { dtype, dims, bytes, start, storage: Storage::Shared(owner) })))
    }

    /// A result: `block` is `None` exactly when `bytes` is 0.
    #[inline]
    pub(crate) fn with(dtype: DType, dims: &[i64], bytes: usize, block: Option<Block>) -> Buffer {
        let start = block.as_ref().and_then(|b| NonNull::new(b.start())).unwrap_or(NOWHERE);
        let storage = block.map_or(Storage::Empty, Storage::Device);
        Buffer(Arc::new(Inner { dtype, dims: SmallVec::from_slice(dims), bytes, start, storage }))
    }

    /// True if the memory is a block of a device that nobody else has a handle to, so that it may be overwritten.
    /// One more handle is allowed if `is_unfinished`, which is asked after handles were counted: the execution that
    /// computes the contents has it until it is done.
    pub(crate) fn is_ours(&self, is_unfinished: impl FnOnce() -> bool) -> bool {
        if !matches!(self.0.storage, Storage::Device(_)) {
            return false;
        }
        let handles = Arc::strong_count(&self.0);
        // What other handles did before they went is done before what follows.
        std::sync::atomic::fence(std::sync::atomic::Ordering::Acquire);
        handles == 1 || handles == 2 && is_unfinished()
    }

    /// Element type.
    pub fn dtype(&self) -> DType {
        self.0.dtype
    }
    /// Dimension sizes.
    pub fn dims(&self) -> &[i64] {
        &self.0.dims
    }
    /// First byte; not to be dereferenced when there are none.
    pub fn as_ptr(&self) -> *const u8 {
        self.0.start.as_ptr()
    }
    /// All bytes, row-major, one byte for elements below 8 bits.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the range is readable while the storage lives and is not written after construction.
        unsafe { std::slice::from_raw_parts(self.as_ptr(), self.0.bytes) }
    }

    /// The value as a literal, with a copy of the bytes.
    pub fn to_literal(&self) -> Literal {
        Literal::new(self.dtype(), self.dims(), self.bytes()).expect("a buffer has the bytes that its type asks for")
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({})", TensorText::new(self.dtype(), self.dims()))
    }
}
