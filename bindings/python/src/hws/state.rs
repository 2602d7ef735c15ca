//! Conversions of an HWS: snapshots, words of memory, attributes, and how it is shown.

use std::fmt::Write;

use hws_model::{Hws, Snapshot};
use hws_regs::{ErrStatus, HwsCtrl, HwsStatus, RegId};
use hws_sim::SparseMemory;
use hws_types::MdmaCommand;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use crate::errors;
use crate::registers::{Bus, shown_fields};
use crate::regmap::NAMES;

/// Returns the snapshot of an HWS as JSON.
pub(crate) fn save(hws: &Hws) -> PyResult<Vec<u8>> {
    serde_json::to_vec(&hws.snapshot()).map_err(errors::value)
}

/// Returns the HWS of a snapshot.
pub(super) fn load(py: Python<'_>, bytes: &[u8]) -> PyResult<Hws> {
    let snapshot: Snapshot = serde_json::from_slice(bytes)
        .map_err(|error| errors::snapshot(py, format_args!("not a snapshot of this model: {error}")))?;
    Hws::restore(&snapshot).map_err(|error| errors::snapshot(py, error))
}

/// Reads bytes.
pub(super) fn bytes(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
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

/// Checks that words may be written to shared memory from an address on.
pub(crate) fn check_span(address: u32, words: usize) -> Result<(), hws_sim::MemoryError> {
    SparseMemory::default().write(address, &vec![0; words])
}

/// Returns the word that a SIP writes to a report register.
pub(super) fn report(command: &MdmaCommand) -> u32 {
    fw_api::complete_report(command.report()).bits()
}

/// Sets a register; other attributes do not exist, so a misspelt one is not lost.
pub(crate) fn set_attribute(
    bus: &Bus,
    object: &Bound<'_, PyAny>,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let py = object.py();
    if NAMES.registers.contains_key(name) {
        return bus.set_item(py, name, value);
    }
    if NAMES.arrays.contains_key(name) || NAMES.groups.contains(name) {
        return Err(PyTypeError::new_err(format!("{name} is an array; give an index: {name}[0]")));
    }
    if object.get_type().hasattr(name)? {
        let message = format!("attribute `{name}` of {} cannot be set", object.get_type().name()?);
        return Err(pyo3::exceptions::PyAttributeError::new_err(message));
    }
    // Raises the error of an unknown name.
    bus.attribute(py, name).map(drop)
}

/// Returns the names for completion: those of the class and the registers.
pub(crate) fn names(object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let own = object.get_type().call_method0("mro")?;
    let mut names = Vec::new();
    for class in own.try_iter()? {
        let keys: Vec<String> = class?
            .getattr("__dict__")?
            .call_method0("keys")?
            .try_iter()?
            .map(|key| key?.extract())
            .collect::<PyResult<_>>()?;
        names.extend(keys);
    }
    names.extend(NAMES.following("").into_iter().map(str::to_owned));
    Ok(names)
}

/// Returns one line about the state.
pub(crate) fn shown(hws: &Hws) -> String {
    let status = HwsStatus::from_bits(hws.peek(RegId::HwsStatus));
    let control = HwsCtrl::from_bits(hws.peek(RegId::HwsCtrl));
    let errors = ErrStatus::from_bits(hws.peek(RegId::ErrStatus)).bits();
    let enabled = if control.enable() { "enabled" } else { "disabled" };
    let mut text = format!(
        "<Hws at cycle {}: {enabled}, {} kernels, {} R-tasks, idle {:#010x}",
        hws.cycle().0,
        status.rs_count(),
        status.rtask_count(),
        hws.peek(RegId::SipIdleMask)
    );
    if errors != 0 {
        // Writing to a String cannot fail.
        let _ = write!(text, ", ERR_STATUS {errors:#x}");
    }
    text + ">"
}

/// Returns a table of the registers that differ from their reset values.
pub(crate) fn html(py: Python<'_>, hws: &Hws) -> PyResult<String> {
    let mut rows = String::new();
    for id in RegId::all().filter(|id| id.info().access.is_readable()) {
        let word = hws.peek(id);
        if word == id.reset() {
            continue;
        }
        let fields = shown_fields(py, id.info(), word)?;
        let _ = write!(rows, "<tr><td>{id}</td><td><code>{word:#010x}</code></td><td>{fields}</td></tr>");
    }
    let head = "<thead><tr><th>register</th><th>value</th><th>fields</th></tr></thead>";
    let caption = shown(hws).replace('<', "&lt;").replace('>', "&gt;");
    Ok(format!("<table><caption>{caption}</caption>{head}<tbody>{rows}</tbody></table>"))
}
