//! The boundary: checks what C passes in, and turns a `Result` into a status and its details.
//!
//! No pointer of a caller is used before it has been checked here to be neither NULL nor misaligned. Single values
//! are read by copy and written by store, so output memory need not be initialised.

use fw_api::HwsDriver;

use crate::bus::CBus;
use crate::{hws_bus, hws_error, hws_status};

/// The result of a call, or the details of its failure.
pub(crate) type Answer<T> = Result<T, hws_error>;

/// The driver handle of fw-api.
pub(crate) type Driver = HwsDriver<CBus>;

/// The body of an exported function that uses pointers passed in from C.
macro_rules! from_c {
    ($body:expr) => {{
        // SAFETY: the pointers come from the C caller, which must meet the contract at the top of the header
        // (lib.rs); NULL and misaligned ones are detected before they are used.
        unsafe { $body }
    }};
}
pub(crate) use from_c;

/// Checks a pointer to what the caller wants filled or read.
pub(crate) fn aligned<T>(pointer: *mut T, name: &'static str) -> Answer<*mut T> {
    if pointer.is_null() {
        return Err(hws_error::named(hws_status::HWS_NULL_POINTER, name));
    }
    if !pointer.is_aligned() {
        return Err(hws_error::named(hws_status::HWS_MISALIGNED_POINTER, name));
    }
    Ok(pointer)
}

/// Returns a copy of what the caller points to.
///
/// # Safety
/// The pointer is NULL, misaligned, or points to a readable value of the type.
pub(crate) unsafe fn read<T: Copy>(pointer: *const T, name: &'static str) -> Answer<T> {
    let pointer = aligned(pointer.cast_mut(), name)?;
    // SAFETY: not NULL and aligned; the caller guarantees the rest.
    Ok(unsafe { pointer.read() })
}

/// Returns the elements that the caller points to. If there are none, the pointer may be anything.
///
/// # Safety
/// The pointer is NULL, misaligned, or points to `len` readable values, unchanged during `'a`.
pub(crate) unsafe fn list<'a, T>(pointer: *const T, len: usize, name: &'static str) -> Answer<&'a [T]> {
    if len == 0 {
        return Ok(&[]);
    }
    let pointer = aligned(pointer.cast_mut(), name)?;
    let most = (isize::MAX as usize).checked_div(size_of::<T>()).unwrap_or(0);
    if len > most {
        return Err(hws_error::range("count", i64::try_from(len).unwrap_or(i64::MAX), 0, most as i64));
    }
    // SAFETY: not NULL, aligned, and no larger than memory; the caller guarantees the rest.
    Ok(unsafe { core::slice::from_raw_parts(pointer, len) })
}

/// A caller's array that is filled from the start.
pub(crate) struct Buffer<T> {
    first: *mut T,
    capacity: usize,
    filled: usize,
}

impl<T> Buffer<T> {
    /// Creates an empty buffer. If the capacity is 0, the pointer may be anything.
    ///
    /// # Safety
    /// The pointer is NULL, misaligned, or points to `capacity` writable elements, for as long as the buffer lives.
    pub(crate) unsafe fn new(first: *mut T, capacity: usize, name: &'static str) -> Answer<Self> {
        let first = if capacity == 0 { first } else { aligned(first, name)? };
        Ok(Self { first, capacity, filled: 0 })
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.filled >= self.capacity
    }

    pub(crate) const fn filled(&self) -> usize {
        self.filled
    }

    /// Writes the next element if it fits.
    pub(crate) fn push(&mut self, value: T) {
        if self.is_full() {
            return;
        }
        // SAFETY: `filled` is below the capacity, up to which the elements are writable (`new`).
        unsafe { self.first.add(self.filled).write(value) };
        self.filled = self.filled.saturating_add(1);
    }
}

/// Runs a call without a bus and without a result.
///
/// # Safety
/// `error` is NULL, misaligned, or points to writable memory.
pub(crate) unsafe fn run(error: *mut hws_error, body: impl FnOnce() -> Answer<()>) -> hws_status {
    if !error.is_aligned() {
        return hws_status::HWS_MISALIGNED_POINTER;
    }
    let Err(details) = body() else { return hws_status::HWS_OK };
    if !error.is_null() {
        // SAFETY: not NULL and aligned; the caller guarantees the rest.
        unsafe { error.write(details) };
    }
    details.status
}

/// Runs a call without a bus and stores its result.
///
/// # Safety
/// Both pointers are NULL, misaligned, or point to writable memory.
pub(crate) unsafe fn give<T>(
    out: *mut T,
    name: &'static str,
    error: *mut hws_error,
    body: impl FnOnce() -> Answer<T>,
) -> hws_status {
    let filled = || {
        let (out, value) = (aligned(out, name)?, body()?);
        // SAFETY: not NULL and aligned; the caller guarantees the rest.
        unsafe { out.write(value) };
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { run(error, filled) }
}

/// Runs a call on the hardware.
///
/// # Safety
/// The pointer is NULL, misaligned, or points to a handle whose functions and `error` are as `hws_bus` requires.
pub(crate) unsafe fn call(bus: *const hws_bus, body: impl FnOnce(&mut Driver) -> Answer<()>) -> hws_status {
    // SAFETY: guaranteed by the caller.
    let handle = match unsafe { read(bus, "bus") } {
        Ok(handle) => handle,
        Err(details) => return details.status,
    };
    // SAFETY: the caller guarantees the functions and `error` of the handle.
    unsafe { run(handle.error, || body(&mut HwsDriver::new(CBus::new(&handle)?))) }
}

/// Runs a call on the hardware and stores its result.
///
/// # Safety
/// That of [`call`]; `out` is NULL, misaligned, or points to writable memory.
pub(crate) unsafe fn get<T>(
    bus: *const hws_bus,
    out: *mut T,
    name: &'static str,
    body: impl FnOnce(&mut Driver) -> Answer<T>,
) -> hws_status {
    let filled = |hws: &mut Driver| {
        let (out, value) = (aligned(out, name)?, body(hws)?);
        // SAFETY: not NULL and aligned; the caller guarantees the rest.
        unsafe { out.write(value) };
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { call(bus, filled) }
}
