//! The exceptions, whose classes are in `hws/_errors.py`.

use std::fmt::Display;

use hws_input::Diagnostic;
use hws_model::BusError;
use hws_regs::{Decoded, RegId};
use hws_sim::Refused;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// The module of the classes.
const MODULE: &str = "hws._errors";

/// Creates an exception of this class with a message, and with the attributes that `fill` sets.
fn exception(
    py: Python<'_>,
    class: &str,
    message: &str,
    fill: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    let attributes = PyDict::new(py);
    let made = fill(&attributes)
        .and_then(|()| py.import(MODULE)?.getattr(class)?.call((message,), Some(&attributes)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Creates an exception of this class with nothing but a message.
fn plain(py: Python<'_>, class: &str, message: impl Display) -> PyErr {
    exception(py, class, &message.to_string(), |_| Ok(()))
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
    exception(py, "BusError", &message, |attributes| {
        attributes.set_item("offset", offset)?;
        attributes.set_item("register", register)?;
        attributes.set_item("is_write", is_write)
    })
}

/// A name that the map, or a list of choices, does not have.
pub(crate) fn unknown(py: Python<'_>, message: &str) -> PyErr {
    plain(py, "UnknownNameError", message)
}

/// A refusal with its place, code and remedy.
pub(crate) fn refusal(py: Python<'_>, class: &str, found: &Diagnostic) -> PyErr {
    let known = |number: u32| (number > 0).then_some(number);
    let given = |text: &'_ str| (!text.is_empty()).then(|| text.to_owned());
    exception(py, class, &found.to_string(), |attributes| {
        attributes.set_item("path", given(&found.file))?;
        attributes.set_item("line", known(found.place.line()))?;
        attributes.set_item("column", known(found.place.column()))?;
        attributes.set_item("key", given(&found.key))?;
        attributes.set_item("code", found.code)?;
        attributes.set_item("remedy", given(&found.remedy))?;
        attributes.set_item("candidates", &found.candidates)
    })
}

/// A refused write of shared memory, or a push into a full queue.
pub(crate) fn operation(py: Python<'_>, refused: Refused) -> PyErr {
    match refused {
        Refused::Hdr(full) => plain(py, "QueueFullError", full),
        other => value(other),
    }
}

/// A snapshot that no HWS of this map could have.
pub(crate) fn snapshot(py: Python<'_>, error: impl Display) -> PyErr {
    plain(py, "SnapshotError", error)
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
