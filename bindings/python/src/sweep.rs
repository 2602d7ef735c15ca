//! Sweeps.

mod plan;
mod plan_files;
mod request;
mod rows;
mod tables;

use hws_host::HostError;
use hws_host::sweep::{SweepNews, SweepOptions, SweepStop};
use hws_run::policy;
use pyo3::prelude::*;

use crate::table::PyTable;
use crate::work::{self, AtCtrlC};
use crate::{host, json};

pub(crate) use plan::{PySweepPlan, program};
pub(crate) use rows::PySweepRows;

/// Makes a sweep on threads of this process; see `hws.sweep`.
#[pyfunction]
pub(crate) fn sweep(
    py: Python<'_>,
    plan: &PySweepPlan,
    out: Option<&Bound<'_, PyAny>>,
    jobs: Option<&Bound<'_, PyAny>>,
    restart: bool,
    format: &str,
) -> PyResult<PyTable> {
    let out = host::maybe_path("out", out)?;
    let jobs = jobs.map(rows::jobs).transpose()?;
    let format = tables::format(format)?;
    let (sweep, tables) = (plan.sweep(), plan.tables());
    let table = work::during(py, AtCtrlC::Finish, move |stop| {
        let options = SweepOptions { jobs, out: out.as_deref(), restart, format, tables, shard: None };
        let is_asked = || stop.is_asked();
        let stop = SweepStop { is_asked: &is_asked, look: &|| () };
        let rows = sweep.make(&options, &stop, &mut |_: SweepNews<'_>| ())?;
        Ok(sweep.table(&rows))
    })?;
    tables::arrow(table.map_err(|error: HostError| host::exception(py, &error))?)
}

/// Returns the table of settings.
#[pyfunction]
pub(crate) fn settings(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    json::object(py, &policy::entries())
}

/// Returns every policy with its values and its meaning.
#[pyfunction]
pub(crate) fn policies() -> Vec<(String, String, String)> {
    let entries = policy::entries().into_iter();
    entries.map(|entry| (entry.key, entry.values, entry.effect)).collect()
}
