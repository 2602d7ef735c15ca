//! Functions of the model whose arguments DPI cannot pass: structures, and pointers to single words.

use hws_model_c::{
    hws_event, hws_model, hws_model_pop_event, hws_model_read_memory, hws_model_status,
    hws_model_write_memory,
};

use crate::boundary::{aligned, status};

/// Takes the oldest event as scalars.
///
/// Errors: HWS_MODEL_EMPTY if there is none.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "one for each member")]
pub unsafe extern "C" fn hws_dpi_pop_event(
    model: *mut hws_model,
    cycle: *mut u64,
    kind: *mut u32,
    a: *mut u32,
    b: *mut u32,
    c: *mut u32,
    d: *mut u32,
    e: *mut u32,
    f: *mut u32,
) -> hws_model_status {
    let places = [kind, a, b, c, d, e, f];
    let pop = || {
        aligned(cycle)?;
        places.into_iter().try_for_each(|place| aligned(place).map(|_| ()))?;
        let mut event = hws_event { cycle: 0, kind: 0, words: [0; 6] };
        // SAFETY: the place is here; the model is the caller's promise.
        match unsafe { hws_model_pop_event(model, &mut event) } {
            hws_model_status::HWS_MODEL_OK => Ok(event),
            error => Err(error),
        }
    };
    status(pop().map(|event| {
        let values = std::iter::once(event.kind).chain(event.words);
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe {
            cycle.write(event.cycle);
            places.into_iter().zip(values).for_each(|(place, value)| place.write(value));
        }
    }))
}

/// Writes one word of shared memory.
///
/// Errors: HWS_MODEL_NO_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_dpi_write_word(
    model: *mut hws_model,
    address: u32,
    word: u32,
) -> hws_model_status {
    // SAFETY: the word is here; the model is the caller's promise.
    unsafe { hws_model_write_memory(model, address, &word, 1) }
}

/// Reads one word of shared memory.
///
/// Errors: HWS_MODEL_NO_MEMORY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_dpi_read_word(
    model: *mut hws_model,
    address: u32,
    word: *mut u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    unsafe { hws_model_read_memory(model, address, word, 1) }
}
