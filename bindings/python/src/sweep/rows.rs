//! The rows of a sweep whose runs are made in other processes.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hws_host::sweep::{SweepNews, SweepOptions, SweepRows, SweepStop};
use pyo3::prelude::*;

use super::plan::PySweepPlan;
use super::tables;
use crate::table::PyTable;
use crate::work::{self, AtCtrlC};
use crate::{errors, host};

/// Journal and rows; the folder is locked until the rows are finished.
#[pyclass(frozen, module = "hws._hws", name = "SweepRows")]
pub(crate) struct PySweepRows {
    rows: Mutex<SweepRows>,
    plan: Py<PySweepPlan>,
}

impl PySweepRows {
    fn rows(&self) -> MutexGuard<'_, SweepRows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PySweepRows {
    #[new]
    fn new(
        py: Python<'_>,
        plan: Py<PySweepPlan>,
        out: Option<&Bound<'_, PyAny>>,
        restart: bool,
    ) -> PyResult<Self> {
        let out = host::maybe_path("out", out)?;
        let (sweep, tables) = (plan.get().sweep(), plan.get().tables());
        let rows = work::during(py, AtCtrlC::Finish, move |stop| {
            let options = SweepOptions { out: out.as_deref(), restart, tables, ..SweepOptions::default() };
            let is_asked = || stop.is_asked();
            let stop = SweepStop { is_asked: &is_asked, look: &|| () };
            SweepRows::begin(&sweep, &options, &stop, &mut |_: SweepNews<'_>| ())
        })?;
        let rows = rows.map_err(|error| host::exception(py, &error))?;
        Ok(Self { rows: Mutex::new(rows), plan })
    }

    /// The runs that have no row.
    fn missing(&self) -> Vec<usize> {
        self.rows().missing()
    }

    /// Adds the lines of a run, unless the run has a row.
    fn add(&self, py: Python<'_>, run: &Bound<'_, PyAny>, lines: &str) -> PyResult<()> {
        let run = self.plan.get().number(run)?;
        self.rows().add_lines(run, lines).map_err(|error| host::exception(py, &error))
    }

    /// Adds the row of a run that ends its worker.
    fn lose(&self, py: Python<'_>, run: &Bound<'_, PyAny>) -> PyResult<()> {
        let run = self.plan.get().number(run)?;
        self.rows().lose(run).map_err(|error| host::exception(py, &error))
    }

    /// Writes the files of the folder and releases it; returns the rows as a table.
    fn finish(&self, py: Python<'_>, format: &str) -> PyResult<PyTable> {
        let format = tables::format(format)?;
        let mut rows = self.rows();
        rows.finish(format, &mut |_: SweepNews<'_>| ()).map_err(|error| host::exception(py, &error))?;
        tables::arrow(self.plan.get().list().table(rows.rows()))
    }

    /// Refuses a format that does not exist.
    #[staticmethod]
    fn check_format(format: &str) -> PyResult<()> {
        tables::format(format).map(drop)
    }

    /// Refuses a number of workers that is not one.
    #[staticmethod]
    fn check_jobs(jobs: &Bound<'_, PyAny>) -> PyResult<NonZeroUsize> {
        self::jobs(jobs)
    }
}

/// Reads a number of threads or workers.
pub(super) fn jobs(jobs: &Bound<'_, PyAny>) -> PyResult<NonZeroUsize> {
    let jobs = errors::number("jobs", jobs, 1 << 16)?;
    NonZeroUsize::new(jobs as usize).ok_or_else(|| errors::value("jobs is 0; give 1 or more"))
}
