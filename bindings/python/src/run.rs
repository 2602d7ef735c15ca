//! Runs of workloads.

mod folder;
mod options;
mod result;

use std::path::Path;
use std::sync::Arc;

use hws_host::run::{RunFolder, RunRequest};
use hws_host::{HostError, files};
use hws_plan::import::onnx::UserRules;
use hws_run::report::{Highlights, ListedKernels, ReportSummary};
use hws_run::run::Control;
use hws_run::workload::{InputFile, Inputs, ReadOptions};
use hws_sim::{TraceLine, TraceListener};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::host::{self, Source};
use crate::work::{self, AtCtrlC, Stop};

use folder::Folder;
pub(crate) use options::{RunInputs, error_kind, flag, policy_value, positive, text};
use result::Ended;
pub(crate) use result::PyRun;

/// Runs workloads on one machine until it is drained; see `hws.run`.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    workloads: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
    check: bool,
    slowdown: bool,
    events: bool,
    folder: &Bound<'_, PyDict>,
) -> PyResult<PyRun> {
    let inputs = RunInputs::new(workloads, options)?;
    let out = Folder::new(folder)?;
    let ended =
        work::during(py, AtCtrlC::Finish, move |stop| ended(inputs, check, slowdown, events, out, stop))?;
    Ok(PyRun::new(ended.map_err(|error| host::exception(py, &error))?))
}

fn ended(
    inputs: RunInputs,
    check: bool,
    slowdown: bool,
    with_events: bool,
    out: Option<Folder>,
    stop: &Stop,
) -> Result<Ended, HostError> {
    let workload = Arc::new(inputs.open()?.read(&mut files::beside)?);
    let folder = out.map(|folder| RunFolder::new(&folder.path, folder.kept)).transpose()?;
    let request = RunRequest { out: folder.as_ref(), check, ..RunRequest::default() };
    let is_asked = || stop.is_asked();
    let control = Control { stop: Some(&is_asked), progress: None };
    let mut lines = Vec::new();
    let listener = TraceListener(|line: TraceLine| {
        if with_events && line.kind().is_some() {
            lines.push(line);
        }
    });
    let (ran, _) = hws_host::run::run(&workload, &request, listener, &control)?;
    let report = ran.report(slowdown, ListedKernels::All)?;
    if let Some(folder) = folder {
        ran.write(&report, folder)?;
    }
    let summary = ReportSummary::new(&report).with_highlights(&Highlights::new(&ran.timeline)).to_string();
    Ok(Ended { ran, report, summary, lines })
}

impl RunInputs {
    /// Opens the files.
    pub(crate) fn open(self) -> Result<Inputs, HostError> {
        let files = self.sources.into_iter().map(Source::open).collect::<Result<_, _>>()?;
        let config = self.config.map(Source::open).transpose()?;
        let mut inputs = Inputs { files, config, ..self.rest };
        if let Some(ops) = self.ops {
            let (name, text) = files::as_text(ops.open()?)?;
            inputs.options.rules = UserRules::parse(&text, &name)?;
        }
        Ok(inputs)
    }

    /// Opens the files with what opens them; they are not opened again.
    pub(crate) fn opened_by(
        self,
        open: &mut dyn FnMut(&Path) -> Result<InputFile, HostError>,
    ) -> Result<Self, HostError> {
        let mut opened = |source: Source| source.opened_by(open);
        let sources = self.sources.into_iter().map(&mut opened).collect::<Result<_, _>>()?;
        let config = self.config.map(&mut opened).transpose()?;
        let ops = self.ops.map(&mut opened).transpose()?;
        Ok(Self { sources, config, ops, ..self })
    }

    /// Opens the files of the options of importers.
    pub(crate) fn open_reading(self) -> Result<ReadOptions, HostError> {
        Ok(self.open()?.options)
    }
}
