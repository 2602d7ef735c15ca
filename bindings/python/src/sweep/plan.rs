//! A plan as an object: its runs by number, and itself as bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use hws_host::HostError;
use hws_host::sweep::{Sweep, SweepList};
use hws_run::run::Control;
use hws_run::sweep::{MadeRun, RunTables, SweepProgram, UnknownRunTable};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use super::plan_files::SweepFiles;
use super::request;
use crate::work::{self, AtCtrlC};
use crate::{errors, host, json};

/// The runs of a sweep; it can be pickled with the files that it needs.
#[pyclass(frozen, module = "hws", name = "SweepPlan")]
pub(crate) struct PySweepPlan {
    sweep: Arc<Sweep>,
    list: SweepList,
    description: Py<PyDict>,
    files: SweepFiles,
    /// The tables of graphs and kernels that its runs make, too.
    tables: RunTables,
}

impl PySweepPlan {
    pub(crate) fn tables(&self) -> RunTables {
        self.tables
    }

    pub(crate) fn sweep(&self) -> Arc<Sweep> {
        self.sweep.clone()
    }

    pub(super) fn list(&self) -> &SweepList {
        &self.list
    }

    /// Makes a run, and its rows in these tables.
    fn made(&self, run: &Bound<'_, PyAny>, tables: RunTables) -> PyResult<(usize, MadeRun)> {
        let number = self.number(run)?;
        let sweep = self.sweep();
        let made = work::during(run.py(), AtCtrlC::Finish, move |stop| {
            let is_asked = || stop.is_asked();
            sweep.made_under(number, tables, &Control { stop: Some(&is_asked), progress: None })
        })?;
        // It is stopped only by Ctrl-C, which is an exception of its own.
        made.map(|made| (number, made)).ok_or_else(|| errors::value("the run was stopped"))
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

/// The class, and its arguments: the description, the files by path, and the tables.
type Reduced<'py> = (Bound<'py, PyType>, (Bound<'py, PyDict>, Bound<'py, PyDict>, Vec<String>));

#[pymethods]
impl PySweepPlan {
    #[new]
    #[pyo3(signature = (plan, _files = None, _tables = None))]
    fn new(
        py: Python<'_>,
        plan: &Bound<'_, PyAny>,
        _files: Option<BTreeMap<String, Vec<u8>>>,
        _tables: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let tables = _tables.unwrap_or_default().try_into();
        let tables = tables.map_err(|error: UnknownRunTable| errors::value(error))?;
        let description = py.get_type::<PyDict>().call1((plan,));
        let description = description.map_err(|_| errors::wrong_type("plan", "a dict", plan))?;
        let description = description.cast_into::<PyDict>()?;
        let request = request::request(&description)?;
        let mut files = _files.map(SweepFiles::of_plan).unwrap_or_default();
        let planned = work::during(py, AtCtrlC::Leave, move |_| {
            let sweep = request::planned(request, &mut files)?;
            Ok((sweep.list(), Arc::new(sweep), files))
        })?;
        let (list, sweep, files) = planned.map_err(|error: HostError| host::exception(py, &error))?;
        Ok(Self { sweep, list, description: description.unbind(), files, tables })
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
        let (number, made) = self.made(run, RunTables::default())?;
        run.py().import("json")?.call_method1("loads", (self.list.line(number, &made.row),))
    }

    /// Makes a run; its line in the journal, and then those of the tables.
    fn _lines(&self, run: &Bound<'_, PyAny>) -> PyResult<String> {
        let (number, made) = self.made(run, self.tables)?;
        Ok(self.list.lines(number, &made))
    }

    /// Returns the same plan, whose runs make these tables, too.
    fn _with_tables(&self, py: Python<'_>, tables: Vec<String>) -> PyResult<Self> {
        let tables = tables.try_into().map_err(|error: UnknownRunTable| errors::value(error))?;
        Ok(Self {
            sweep: self.sweep(),
            list: self.list.clone(),
            description: self.description.clone_ref(py),
            files: self.files.clone(),
            tables,
        })
    }

    /// What pickle needs: the class and its arguments.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let files = PyDict::new(py);
        for (path, bytes) in this.files.content() {
            files.set_item(path, PyBytes::new(py, bytes))?;
        }
        Ok((slf.get_type(), (this.description.bind(py).clone(), files, this.tables.into())))
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
