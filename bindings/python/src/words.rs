//! Bytes and words as Python gives them.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use crate::errors;

/// Reads bytes.
pub(crate) fn bytes(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let is_bytes = object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyMemoryView>();
    if !is_bytes {
        return Err(errors::wrong_type(what, "bytes", object));
    }
    let bytes = object.py().get_type::<PyBytes>().call1((object,))?;
    Ok(bytes.cast::<PyBytes>()?.as_bytes().to_vec())
}

/// Reads words: of bytes in the order of the HWS, of anything with `encode()`, or of numbers.
pub(crate) fn words(object: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    if object.is_instance_of::<PyString>() {
        return Err(errors::wrong_type("words", "bytes, numbers or a TaskDescriptor", object));
    }
    if let Ok(bytes) = bytes("words", object) {
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(errors::value(format_args!("{} bytes are not whole words of 4 bytes", bytes.len())));
        }
        return Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect());
    }
    let encoded = match object.getattr_opt("encode")? {
        Some(encode) => encode.call0()?,
        None => object.clone(),
    };
    let items = encoded
        .try_iter()
        .map_err(|_| errors::wrong_type("words", "bytes, numbers or a TaskDescriptor", object))?;
    items.map(|word| errors::word("a word", &word?)).collect()
}
