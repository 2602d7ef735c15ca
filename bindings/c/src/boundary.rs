//! The boundary: what C hands over is checked here, and a `Result` becomes a status and its details.
//!
//! No pointer of a caller is used before it was found here to be neither NULL nor misaligned. Single values are read
//! by copy and written by store, so what is filled need not be initialised.

use fw_api::HwsDriver;

use crate::bus::CBus;
use crate::{hws_bus, hws_error, hws_status};

/// What a call found, or the details of its failure.
pub(crate) type Answer<T> = Result<T, hws_error>;

/// The handle of the calls of fw-api.
pub(crate) type Driver = HwsDriver<CBus>;

/// The body of an exported function that uses the pointers which C handed over.
macro_rules! from_c {
    ($body:expr) => {{
        // SAFETY: the pointers are those of the C caller, who keeps the contract in the head of the header
        // (lib.rs); NULL and misaligned ones are found before they are used.
        unsafe { $body }
    }};
}
pub(crate) use from_c;

/// A pointer to what the caller wants filled or read.
pub(crate) fn aligned<T>(pointer: *mut T, name: &'static str) -> Answer<*mut T> {
    if pointer.is_null() {
        return Err(hws_error::named(hws_status::HWS_NULL_POINTER, name));
    }
    if !pointer.is_aligned() {
        return Err(hws_error::named(hws_status::HWS_MISALIGNED_POINTER, name));
    }
    Ok(pointer)
}

/// A copy of what the caller points to.
///
/// # Safety
/// The pointer is NULL, misaligned, or one to a readable value of the type.
pub(crate) unsafe fn read<T: Copy>(pointer: *const T, name: &'static str) -> Answer<T> {
    let pointer = aligned(pointer.cast_mut(), name)?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    Ok(unsafe { pointer.read() })
}

/// The elements that the caller points to; without elements the pointer may be anything.
///
/// # Safety
/// The pointer is NULL, misaligned, or one to `len` readable values, unchanged during `'a`.
pub(crate) unsafe fn list<'a, T>(pointer: *const T, len: usize, name: &'static str) -> Answer<&'a [T]> {
    if len == 0 {
        return Ok(&[]);
    }
    let pointer = aligned(pointer.cast_mut(), name)?;
    let most = (isize::MAX as usize).checked_div(size_of::<T>()).unwrap_or(0);
    if len > most {
        return Err(hws_error::range("count", i64::try_from(len).unwrap_or(i64::MAX), 0, most as i64));
    }
    // SAFETY: not NULL, aligned, and no larger than memory; the rest is the caller's promise.
    Ok(unsafe { core::slice::from_raw_parts(pointer, len) })
}

/// A caller's array that is filled from its beginning.
pub(crate) struct Buffer<T> {
    first: *mut T,
    capacity: usize,
    filled: usize,
}

impl<T> Buffer<T> {
    /// An empty buffer; without capacity the pointer may be anything.
    ///
    /// # Safety
    /// The pointer is NULL, misaligned, or one to `capacity` writable places, for as long as the buffer lives.
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

    /// Writes the next element, if there is a place for it.
    pub(crate) fn push(&mut self, value: T) {
        if self.is_full() {
            return;
        }
        // SAFETY: `filled` is below the capacity, up to which the places are the caller's (`new`).
        unsafe { self.first.add(self.filled).write(value) };
        self.filled = self.filled.saturating_add(1);
    }
}

/// Runs a call without a bus that has nothing to hand out.
///
/// # Safety
/// `error` is NULL, misaligned, or one to a writable place.
pub(crate) unsafe fn run(error: *mut hws_error, body: impl FnOnce() -> Answer<()>) -> hws_status {
    if !error.is_aligned() {
        return hws_status::HWS_MISALIGNED_POINTER;
    }
    let Err(details) = body() else { return hws_status::HWS_OK };
    if !error.is_null() {
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { error.write(details) };
    }
    details.status
}

/// Runs a call without a bus, and hands out what it found.
///
/// # Safety
/// Both pointers are NULL, misaligned, or ones to writable places.
pub(crate) unsafe fn give<T>(
    out: *mut T,
    name: &'static str,
    error: *mut hws_error,
    body: impl FnOnce() -> Answer<T>,
) -> hws_status {
    let filled = || {
        let (out, value) = (aligned(out, name)?, body()?);
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { out.write(value) };
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { run(error, filled) }
}

/// Runs a call on the hardware.
///
/// # Safety
/// The pointer is NULL, misaligned, or one to a handle whose functions and `error` are as `hws_bus` says.
pub(crate) unsafe fn call(bus: *const hws_bus, body: impl FnOnce(&mut Driver) -> Answer<()>) -> hws_status {
    // SAFETY: the caller's promise.
    let handle = match unsafe { read(bus, "bus") } {
        Ok(handle) => handle,
        Err(details) => return details.status,
    };
    // SAFETY: the caller's promise about the functions and `error` of the handle.
    unsafe { run(handle.error, || body(&mut HwsDriver::new(CBus::new(&handle)?))) }
}

/// Runs a call on the hardware, and hands out what it found.
///
/// # Safety
/// That of [`call`]; `out` is NULL, misaligned, or one to a writable place.
pub(crate) unsafe fn get<T>(
    bus: *const hws_bus,
    out: *mut T,
    name: &'static str,
    body: impl FnOnce(&mut Driver) -> Answer<T>,
) -> hws_status {
    let filled = |hws: &mut Driver| {
        let (out, value) = (aligned(out, name)?, body(hws)?);
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { out.write(value) };
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { call(bus, filled) }
}
