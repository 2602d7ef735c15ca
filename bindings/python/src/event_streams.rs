//! Streams of events against each other: the judge of `hws diff --events`, for the scoreboard of `hws.cocotb`.

use std::path::PathBuf;

use hws_dv::diff::{self, DiffOptions, DiffText};
use pyo3::prelude::*;

use crate::json;

/// Cycles of context on both sides of the first difference.
const AROUND: usize = 5;

/// Compares two logs of events, A with what B should have; returns the verdict, the reason if it is neither equal nor
/// different, the report as text and as JSON.
#[pyfunction]
#[pyo3(signature = (a, b, *, reorder, slack))]
pub(crate) fn compare_events<'py>(
    py: Python<'py>,
    a: PathBuf,
    b: PathBuf,
    reorder: usize,
    slack: u64,
) -> PyResult<(String, Option<String>, String, Bound<'py, PyAny>)> {
    let options = DiffOptions { events: true, reorder, slack, around: AROUND, ..DiffOptions::default() };
    let report = py.detach(|| diff::diff(&a, &b, &options));
    let object = json::to_python(py, &diff::json(&report))?;
    Ok((report.verdict.word().to_owned(), report.problem.clone(), DiffText(&report).to_string(), object))
}
