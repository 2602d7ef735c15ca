//! The exceptions, whose classes are in `hws/_errors.py`.

use std::fmt::Display;

use hws_host::ErrorPlace;
use hws_model::BusError;
use hws_regs::{Decoded, RegId};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// The module of the classes.
const MODULE: &str = "hws._errors";

/// Creates an exception of this class with a message and attributes.
fn exception(py: Python<'_>, class: &str, message: &str, attributes: &Bound<'_, PyDict>) -> PyErr {
    let made = py
        .import(MODULE)
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call((message,), Some(attributes)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A refused access to the register window.
pub(crate) fn bus(py: Python<'_>, offset: u32, error: BusError, is_write: bool) -> PyErr {
    let register = match RegId::decode(offset) {
        Decoded::Register(id) => Some(id.to_string()),
        _ => None,
    };
    let what = if is_write { "write" } else { "read" };
    let named = register.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    let message = format!("bus error: {what} at {offset:#06x}{named}: {error}");
    let attributes = PyDict::new(py);
    let set = attributes
        .set_item("offset", offset)
        .and_then(|()| attributes.set_item("register", register))
        .and_then(|()| attributes.set_item("is_write", is_write));
    match set {
        Ok(()) => exception(py, "BusError", &message, &attributes),
        Err(error) => error,
    }
}

/// A name that the map, or a list of choices, does not have.
pub(crate) fn unknown(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "UnknownNameError", message, &PyDict::new(py))
}

/// A refusal with its place.
pub(crate) fn with_place(py: Python<'_>, class: &str, message: &str, place: &ErrorPlace) -> PyErr {
    let attributes = PyDict::new(py);
    let set = attributes
        .set_item("path", place.file.as_deref())
        .and_then(|()| attributes.set_item("line", place.line))
        .and_then(|()| attributes.set_item("column", place.column))
        .and_then(|()| attributes.set_item("key", place.key.as_deref()));
    match set {
        Ok(()) => exception(py, class, message, &attributes),
        Err(error) => error,
    }
}

/// A full queue.
pub(crate) fn full(py: Python<'_>, error: impl Display) -> PyErr {
    exception(py, "QueueFullError", &error.to_string(), &PyDict::new(py))
}

/// A snapshot that no HWS of this map could have.
pub(crate) fn snapshot(py: Python<'_>, error: impl Display) -> PyErr {
    exception(py, "SnapshotError", &error.to_string(), &PyDict::new(py))
}

/// A value out of range or of another format.
pub(crate) fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A value of another type.
pub(crate) fn wrong_type(what: &str, wanted: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{what} must be {wanted}, not {found}"))
}

/// Warns that the state of the HWS does not allow a write.
pub(crate) fn warn_refused(py: Python<'_>, message: &str) -> PyResult<()> {
    let class = py.import(MODULE)?.getattr("RefusedWriteWarning")?;
    let message = std::ffi::CString::new(message).map_err(value)?;
    PyErr::warn(py, class.cast::<PyType>()?.as_any(), &message, 1)
}

/// Reads an unsigned number, whose limits are named if it has another one.
pub(crate) fn number(what: &str, found: &Bound<'_, PyAny>, most: u64) -> PyResult<u64> {
    let out_of_range = || value(format_args!("{what} is {found}; it must be from 0 to {most}"));
    match found.extract::<i128>() {
        Ok(number) => u64::try_from(number).ok().filter(|number| *number <= most).ok_or_else(out_of_range),
        Err(error) if error.is_instance_of::<PyTypeError>(found.py()) => {
            Err(wrong_type(what, "an integer", found))
        }
        Err(_) => Err(out_of_range()),
    }
}

/// Reads a number of 32 bits.
pub(crate) fn word(what: &str, found: &Bound<'_, PyAny>) -> PyResult<u32> {
    // Every access to a register comes this way.
    if let Ok(word) = found.extract() {
        return Ok(word);
    }
    // It is at most u32::MAX.
    number(what, found, u32::MAX.into()).map(|number| number as u32)
}
