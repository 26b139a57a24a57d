//! The one way from C into Rust.

use crate::abi::Args;
use crate::error::{Code, Error};
use std::panic::AssertUnwindSafe;
use std::ptr;

/// The handle of an object, as the client holds it; may be null.
///
/// Handles come out of argument structs only, and those come from clients through the entries of the table, whose
/// contract is the C API's: a handle is null or was handed out by this library and is not destroyed before the call
/// returns. That makes the methods sound.
#[repr(transparent)]
pub struct Ptr<T>(pub *mut T);

impl<T> Clone for Ptr<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Ptr<T> {}

// SAFETY: a handle is an address; what it refers to is Sync.
unsafe impl<T: Sync> Send for Ptr<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Ptr<T> {}

impl<T> Ptr<T> {
    /// The handle of an object that stays where it is.
    pub(crate) fn to(object: &T) -> Ptr<T> {
        Ptr(ptr::from_ref(object).cast_mut())
    }
    /// The object.
    pub(crate) fn get(&self) -> Result<&T, Error> {
        self.get_opt().ok_or_else(|| {
            let name = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
            Error::invalid(format!("the handle of the {name} is null"))
        })
    }
    /// The object, unless the handle is null.
    pub(crate) fn get_opt(&self) -> Option<&T> {
        // SAFETY: null or alive during the call (see the type); objects are only shared, never borrowed mutably.
        unsafe { self.0.as_ref() }
    }
    /// Ends the object; null is no object.
    pub(crate) fn destroy(self) {
        if !self.0.is_null() {
            // SAFETY: every object that a client may destroy came from `hand_out`.
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}

/// Makes an object the client's; it comes back through [`Ptr::destroy`].
pub(crate) fn hand_out<T>(object: T) -> *mut T {
    Box::into_raw(Box::new(object))
}

/// `n` things at `start`. Clients pass null when there are none.
///
/// # Safety
/// If `n` is not 0, `start` is readable for `n` values that do not change for as long as the result is used.
pub(crate) unsafe fn slice<'a, T>(start: *const T, n: usize) -> Result<&'a [T], Error> {
    if n == 0 {
        return Ok(&[]);
    }
    if start.is_null() {
        return Err(Error::invalid(format!("a list of {n} is null")));
    }
    // SAFETY: the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(start, n) })
}

/// Text of a client.
///
/// # Safety
/// As [`slice`].
pub(crate) unsafe fn text<'a>(start: *const std::ffi::c_char, n: usize) -> Result<&'a str, Error> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { slice(start.cast::<u8>(), n) }?;
    std::str::from_utf8(bytes).map_err(|_| Error::invalid("text is not UTF-8"))
}

/// Runs a handler on a copy of the caller's arguments and gives back what it changed.
///
/// The copy has all fields; those that the caller's struct lacks are zero, and are not written back.
///
/// # Safety
/// `args` is null or points to a struct of its `struct_size` bytes, filled as the C API asks for this function.
pub(crate) unsafe fn enter<A: Args>(args: *mut A, handler: fn(&mut A) -> Result<(), Error>) -> *mut Error {
    // SAFETY: the caller's promise.
    answer(|| unsafe { call(args, handler) })
}

/// Runs the body of an entry: its error as the client's, null if there is none.
pub(crate) fn answer(body: impl FnOnce() -> Result<(), Error>) -> *mut Error {
    guarded(body).err().map_or(ptr::null_mut(), hand_out)
}

/// A panic as an error.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    std::panic::catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|panic| Err(Error::new(Code::Internal, panic_text(&*panic))))
}

/// # Safety
/// As [`enter`].
unsafe fn call<A: Args>(args: *mut A, handler: fn(&mut A) -> Result<(), Error>) -> Result<(), Error> {
    if args.is_null() {
        return Err(Error::invalid(format!("{} is null", A::NAME)));
    }
    // SAFETY: every argument struct begins with its size.
    let theirs = unsafe { args.cast::<usize>().read() };
    let ours = size_of::<A>();
    // The caller counts to the end of the last field, padding excluded.
    let least = ours - A::OPTIONAL;
    if theirs.next_multiple_of(align_of::<A>()) < least {
        return Err(Error::invalid(format!("{} has {theirs} bytes, {least} expected", A::NAME)));
    }
    let common = theirs.min(ours);
    // SAFETY: `Args` types are valid when zero; `common` bytes are readable in both and do not overlap.
    let mut copy = unsafe {
        let mut copy = std::mem::zeroed::<A>();
        ptr::copy_nonoverlapping(args.cast::<u8>(), (&raw mut copy).cast::<u8>(), common);
        copy
    };
    let outcome = handler(&mut copy);
    // SAFETY: as above, in the other direction; bytes behind `common` belong to the caller's struct.
    unsafe {
        ptr::copy_nonoverlapping((&raw const copy).cast::<u8>(), args.cast::<u8>(), common);
        if A::RESULTS_FOLLOW {
            args.cast::<u8>().add(common).write_bytes(0, theirs - common);
        }
    }
    outcome
}

/// What a panic said.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a fault of Hloom: {}", text.unwrap_or("panic without a message"))
}
