//! A plan as an object: its runs by number, and itself as bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use hws_host::HostError;
use hws_host::sweep::{Sweep, SweepList};
use hws_run::run::Control;
use hws_run::sweep::SweepProgram;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use super::plan_files::SweepFiles;
use crate::work::{self, AtCtrlC};
use crate::{errors, host, json};

/// The runs of a sweep; it can be pickled with the files that it needs.
#[pyclass(frozen, module = "hws", name = "SweepPlan")]
pub(crate) struct PySweepPlan {
    sweep: Arc<Sweep>,
    list: SweepList,
    description: Py<PyDict>,
    files: SweepFiles,
}

impl PySweepPlan {
    pub(crate) fn sweep(&self) -> Arc<Sweep> {
        self.sweep.clone()
    }

    pub(super) fn list(&self) -> &SweepList {
        &self.list
    }

    /// The number of a run, checked.
    pub(super) fn number(&self, run: &Bound<'_, PyAny>) -> PyResult<usize> {
        let number = errors::number("run", run, u64::MAX)? as usize;
        match self.list.runs() {
            runs if number < runs => Ok(number),
            runs => Err(PyIndexError::new_err(format!(
                "there is no run {number}; the plan has the runs 0 to {}",
                runs - 1
            ))),
        }
    }
}

/// The class, and its arguments: the description and the files by path.
type Reduced<'py> = (Bound<'py, PyType>, (Bound<'py, PyDict>, Bound<'py, PyDict>));

#[pymethods]
impl PySweepPlan {
    #[new]
    #[pyo3(signature = (plan, _files = None))]
    fn new(
        py: Python<'_>,
        plan: &Bound<'_, PyAny>,
        _files: Option<BTreeMap<String, Vec<u8>>>,
    ) -> PyResult<Self> {
        let description = py.get_type::<PyDict>().call1((plan,));
        let description = description.map_err(|_| errors::wrong_type("plan", "a dict", plan))?;
        let description = description.cast_into::<PyDict>()?;
        let request = super::request(&description)?;
        let mut files = _files.map(SweepFiles::of_plan).unwrap_or_default();
        let planned = work::during(py, AtCtrlC::Leave, move |_| {
            let sweep = super::planned(request, &mut files)?;
            Ok((sweep.list(), Arc::new(sweep), files))
        })?;
        let (list, sweep, files) = planned.map_err(|error: HostError| host::exception(py, &error))?;
        Ok(Self { sweep, list, description: description.unbind(), files })
    }

    /// The number of runs.
    #[getter]
    fn runs(&self) -> usize {
        self.list.runs()
    }

    /// The key of a run.
    fn key(&self, run: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.list.key(self.number(run)?).to_string())
    }

    /// Number, key, workload, settings and seed of a run.
    fn describe<'py>(&self, run: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        json::object(run.py(), &self.list.run(self.number(run)?))
    }

    /// Makes a run.
    fn run<'py>(&self, run: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let line = self._line(run.py(), run)?;
        run.py().import("json")?.call_method1("loads", (line,))
    }

    /// Makes a run; its line in a journal.
    fn _line(&self, py: Python<'_>, run: &Bound<'_, PyAny>) -> PyResult<String> {
        let number = self.number(run)?;
        let sweep = self.sweep();
        let row = work::during(py, AtCtrlC::Finish, move |stop| {
            let is_asked = || stop.is_asked();
            sweep.row_under(number, &Control { stop: Some(&is_asked), progress: None })
        })?;
        // It is stopped only by Ctrl-C, which is an exception of its own.
        row.map(|row| self.list.line(number, &row)).ok_or_else(|| errors::value("the run was stopped"))
    }

    /// What pickle needs: the class and its arguments.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let files = PyDict::new(py);
        for (path, bytes) in this.files.content() {
            files.set_item(path, PyBytes::new(py, bytes))?;
        }
        Ok((slf.get_type(), (this.description.bind(py).clone(), files)))
    }

    fn __len__(&self) -> usize {
        self.list.runs()
    }

    fn __repr__(&self) -> String {
        format!("SweepPlan({} runs)", self.list.runs())
    }
}

/// Returns the version and the register map of this package in words.
#[pyfunction]
pub(crate) fn program() -> String {
    SweepProgram::this().to_string()
}
