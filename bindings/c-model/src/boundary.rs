//! The boundary: checks pointers from C, and turns a `Result` into a status.

use crate::{hws_model, hws_model_status};

pub(crate) type Answer<T> = Result<T, hws_model_status>;

/// The body of an exported function that uses pointers passed in from C.
macro_rules! from_c {
    ($body:expr) => {{
        // SAFETY: the pointers come from the C caller, which must meet the contract in lib.rs; NULL and misaligned
        // ones are detected before they are used.
        unsafe {
            $body
        }
    }};
}
pub(crate) use from_c;

/// Checks a pointer to what the caller wants filled or read.
pub(crate) fn aligned<T>(pointer: *mut T) -> Answer<*mut T> {
    if pointer.is_null() {
        return Err(hws_model_status::HWS_MODEL_NULL_POINTER);
    }
    if !pointer.is_aligned() {
        return Err(hws_model_status::HWS_MODEL_MISALIGNED_POINTER);
    }
    Ok(pointer)
}

/// Returns the words that the caller points to.
///
/// # Safety
/// The pointer is NULL, misaligned, or points to `count` words that are not written during `'a`.
pub(crate) unsafe fn words<'a>(pointer: *const u32, count: usize) -> Answer<&'a [u32]> {
    check_count(count)?;
    let pointer = aligned(pointer.cast_mut())?;
    // SAFETY: not NULL, aligned, and no larger than memory; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Returns the words that the caller wants filled, initialised to 0.
///
/// # Safety
/// The pointer is NULL, misaligned, or points to `count` writable words that nothing else uses during `'a`.
pub(crate) unsafe fn places<'a>(pointer: *mut u32, count: usize) -> Answer<&'a mut [u32]> {
    check_count(count)?;
    let pointer = aligned(pointer)?;
    // SAFETY: not NULL, aligned, and no larger than memory; the caller guarantees the rest. The words are zeroed
    // first, because a reference must not point to uninitialised memory.
    unsafe {
        pointer.write_bytes(0, count);
        Ok(std::slice::from_raw_parts_mut(pointer, count))
    }
}

fn check_count(count: usize) -> Answer<()> {
    let fits = count <= isize::MAX as usize / size_of::<u32>();
    if fits { Ok(()) } else { Err(hws_model_status::HWS_MODEL_NO_MEMORY) }
}

/// Runs a call on a model.
///
/// # Safety
/// The pointer is NULL, misaligned, or comes from `hws_model_create`, was not freed, and is not used elsewhere.
pub(crate) unsafe fn with(
    model: *mut hws_model,
    body: impl FnOnce(&mut hws_model) -> Answer<()>,
) -> hws_model_status {
    let done = aligned(model).and_then(|model| {
        // SAFETY: not NULL and aligned; the caller guarantees the rest.
        body(unsafe { &mut *model })
    });
    done.err().unwrap_or(hws_model_status::HWS_MODEL_OK)
}

/// Runs a call on a model and stores its result.
///
/// # Safety
/// That of [`with`]; `out` is NULL, misaligned, or points to writable memory.
pub(crate) unsafe fn get<T>(
    model: *mut hws_model,
    out: *mut T,
    body: impl FnOnce(&mut hws_model) -> Answer<T>,
) -> hws_model_status {
    let filled = |model: &mut hws_model| {
        let (out, value) = (aligned(out)?, body(model)?);
        // SAFETY: not NULL and aligned; the caller guarantees the rest.
        unsafe { out.write(value) };
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { with(model, filled) }
}
