//! Shared memory that the caller reads for the model.

use std::ffi::{c_int, c_void};

use hws_model_c::hws_model_read_word;

use crate::bytes::Bytes;

/// A call-back, or none.
pub(crate) fn random(bytes: &mut Bytes<'_>) -> hws_model_read_word {
    if bytes.rarely(4) { None } else { Some(read_word) }
}

/// What the call-back is told: a number, to which nothing is behind.
pub(crate) fn context(number: u32) -> *mut c_void {
    std::ptr::without_provenance_mut(number as usize)
}

/// Words that depend on address and context; some are refused, even if they have been filled.
unsafe extern "C" fn read_word(context: *mut c_void, address: u32, word: *mut u32) -> c_int {
    assert!(address.is_multiple_of(4), "the model has to refuse address {address:#x}");
    assert!(!word.is_null() && word.is_aligned());
    let mixed = (address ^ context.addr() as u32).wrapping_mul(0x9E37_79B1);
    // SAFETY: the model passes a place for a word.
    unsafe { word.write(mixed >> (mixed % 32)) };
    c_int::from(mixed.is_multiple_of(32))
}
