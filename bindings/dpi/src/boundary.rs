//! The boundary: checks pointers and texts, and turns a `Result` into a status.

use std::ffi::{CStr, CString, c_char};

use hws_model_c::hws_model_status;
use hws_model_c::hws_model_status::{
    HWS_MODEL_ARGUMENT, HWS_MODEL_MISALIGNED_POINTER, HWS_MODEL_NULL_POINTER, HWS_MODEL_OK,
};

pub(crate) type Answer<T> = Result<T, hws_model_status>;

/// Checks a pointer.
pub(crate) fn aligned<T>(pointer: *mut T) -> Answer<*mut T> {
    if pointer.is_null() {
        return Err(HWS_MODEL_NULL_POINTER);
    }
    if pointer.is_aligned() { Ok(pointer) } else { Err(HWS_MODEL_MISALIGNED_POINTER) }
}

/// The status of an answer.
pub(crate) fn status(answer: Answer<()>) -> hws_model_status {
    answer.err().unwrap_or(HWS_MODEL_OK)
}

/// What a handle points to.
///
/// # Safety
/// The pointer is NULL, misaligned, or a valid handle that nothing else uses during `'a`.
pub(crate) unsafe fn handle<'a, T>(pointer: *mut T) -> Answer<&'a mut T> {
    let pointer = aligned(pointer)?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    Ok(unsafe { &mut *pointer })
}

/// A text from C.
///
/// # Safety
/// The pointer is NULL or points to a text that ends with 0 and is not written during `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Answer<&'a str> {
    if pointer.is_null() {
        return Err(HWS_MODEL_NULL_POINTER);
    }
    // SAFETY: not NULL; the rest is the caller's promise.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| HWS_MODEL_ARGUMENT)
}

/// Words that the caller points to.
///
/// # Safety
/// The pointer is NULL, misaligned, or points to `count` words that are not written during `'a`.
pub(crate) unsafe fn words<'a>(pointer: *const u32, count: usize) -> Answer<&'a [u32]> {
    let pointer = aligned(pointer.cast_mut())?;
    // SAFETY: not NULL and aligned; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// A text for C. There is no 0 inside any text of this library.
pub(crate) fn c_text(text: String) -> CString {
    CString::new(text).unwrap_or_default()
}
