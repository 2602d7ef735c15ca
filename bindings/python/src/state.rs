//! The state of an HWS: how it is restored, and how it is shown.

use std::fmt::Write;

use hws_model::{Hws, Snapshot};
use hws_regs::{ErrStatus, HwsCtrl, HwsStatus, RegId};
use pyo3::prelude::*;

use crate::errors;
use crate::regmap::shown_fields;

/// Returns the HWS of a snapshot.
pub(crate) fn load(py: Python<'_>, bytes: &[u8]) -> PyResult<Hws> {
    let snapshot: Snapshot = serde_json::from_slice(bytes)
        .map_err(|error| errors::snapshot(py, format_args!("not a snapshot of this model: {error}")))?;
    Hws::restore(&snapshot).map_err(|error| errors::snapshot(py, error))
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
