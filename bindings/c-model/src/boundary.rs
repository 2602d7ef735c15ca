//! The boundary: pointers of C are checked here, and a `Result` becomes a status.

use crate::{hws_model, hws_model_status};

pub(crate) type Answer<T> = Result<T, hws_model_status>;

/// The body of an exported function that uses the pointers which C handed over.
macro_rules! from_c {
    ($body:expr) => {{
        // SAFETY: the pointers are those of the C caller, who keeps the contract in lib.rs; NULL and misaligned
        // ones are found before they are used.
        unsafe {
            $body
        }
    }};
}
pub(crate) use from_c;

/// A pointer to what the caller wants filled or read.
pub(crate) fn aligned<T>(pointer: *mut T) -> Answer<*mut T> {
    if pointer.is_null() {
        return Err(hws_model_status::HWS_MODEL_NULL_POINTER);
    }
    if !pointer.is_aligned() {
        return Err(hws_model_status::HWS_MODEL_MISALIGNED_POINTER);
    }
    Ok(pointer)
}

/// The words that the caller points to.
///
/// # Safety
/// The pointer is NULL, misaligned, or one to `count` words, not written during `'a`.
pub(crate) unsafe fn words<'a>(pointer: *const u32, count: usize) -> Answer<&'a [u32]> {
    check_count(count)?;
    let pointer = aligned(pointer.cast_mut())?;
    // SAFETY: not NULL, aligned, and no larger than memory; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// The words that the caller wants filled; they are initialised.
///
/// # Safety
/// The pointer is NULL, misaligned, or one to `count` writable words that nobody else uses during `'a`.
pub(crate) unsafe fn places<'a>(pointer: *mut u32, count: usize) -> Answer<&'a mut [u32]> {
    check_count(count)?;
    let pointer = aligned(pointer)?;
    // SAFETY: not NULL, aligned, and no larger than memory; the rest is the caller's promise. Zeros first, as a
    // reference must not be to uninitialised memory.
    unsafe {
        pointer.write_bytes(0, count);
        Ok(std::slice::from_raw_parts_mut(pointer, count))
    }
}

fn check_count(count: usize) -> Answer<()> {
    let fits = count <= isize::MAX as usize / size_of::<u32>();
    if fits { Ok(()) } else { Err(hws_model_status::HWS_MODEL_NO_MEMORY) }
}

/// Does something with a model.
///
/// # Safety
/// The pointer is NULL, misaligned, or one from `hws_model_create` that was not freed and that nobody else uses.
pub(crate) unsafe fn with(
    model: *mut hws_model,
    body: impl FnOnce(&mut hws_model) -> Answer<()>,
) -> hws_model_status {
    let done = aligned(model).and_then(|model| {
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        body(unsafe { &mut *model })
    });
    done.err().unwrap_or(hws_model_status::HWS_MODEL_OK)
}

/// Asks a model, and hands out the answer.
///
/// # Safety
/// That of [`with`]; `out` is NULL, misaligned, or one to a writable place.
pub(crate) unsafe fn get<T>(
    model: *mut hws_model,
    out: *mut T,
    body: impl FnOnce(&mut hws_model) -> Answer<T>,
) -> hws_model_status {
    let filled = |model: &mut hws_model| {
        let (out, value) = (aligned(out)?, body(model)?);
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { out.write(value) };
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { with(model, filled) }
}
