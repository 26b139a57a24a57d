//! Shared bytes.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// Immutable bytes with a shared owner: a vector, an `Arc<[u8]>`, a mapped file. Cloning and slicing share the owner.
/// Equality compares contents.
#[derive(Clone)]
pub struct Blob {
    owner: Arc<dyn AsRef<[u8]> + Send + Sync>,
    range: Range<usize>,
}

impl Blob {
    /// All bytes of `owner`, which must give the same bytes each time it is asked.
    pub fn new(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Blob {
        let range = 0..owner.as_ref().len();
        Blob { owner: Arc::new(owner), range }
    }

    /// Part of the bytes, with the same owner; `None` outside the blob.
    pub fn slice(&self, range: Range<usize>) -> Option<Blob> {
        if range.start > range.end || range.end > self.range.len() {
            return None;
        }
        let start = self.range.start + range.start;
        Some(Blob { owner: self.owner.clone(), range: start..start + range.len() })
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        // An owner that shrinks breaks its promise; an empty slice is then the only honest answer.
        (*self.owner).as_ref().get(self.range.clone()).unwrap_or(&[])
    }
}

impl Default for Blob {
    fn default() -> Blob {
        Blob::new([])
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Blob {
        Blob::new(bytes)
    }
}

impl From<Arc<[u8]>> for Blob {
    fn from(bytes: Arc<[u8]>) -> Blob {
        Blob::new(bytes)
    }
}

impl Deref for Blob {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl AsRef<[u8]> for Blob {
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Blob) -> bool {
        self.as_slice() == other.as_slice()
    }
}
impl Eq for Blob {}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.range.len())
    }
}
