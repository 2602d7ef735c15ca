//! The result of a run.

use hws_host::HostError;
use hws_host::run::Ran;
use hws_model::Pool;
use hws_run::report::Report;
use hws_run::timeline::{StartedBy, Timeline, html};
use hws_sim::{TraceLine, TraceValue};
use hws_types::Cycle;
use pyo3::prelude::*;

use crate::table::{Column, PyTable, escaped, signed};
use crate::{host, json};

/// The largest page that a notebook shows.
const LARGEST_PAGE: usize = 8 << 20;

/// A run that has ended, with everything that its results are made of.
pub(super) struct Ended {
    pub(super) ran: Ran,
    pub(super) report: Report,
    pub(super) summary: String,
    pub(super) lines: Vec<TraceLine>,
}

/// A run that has ended. A notebook shows its timeline.
#[pyclass(frozen, module = "hws", name = "Run")]
pub(crate) struct PyRun {
    ended: Ended,
}

impl PyRun {
    pub(super) const fn new(ended: Ended) -> Self {
        Self { ended }
    }

    fn timeline_values(&self) -> &Timeline {
        &self.ended.ran.timeline
    }

    fn page(&self) -> PyResult<String> {
        let names: Vec<&str> =
            self.timeline_values().dags.iter().map(|dag| dag.name.as_str()).take(4).collect();
        let mut page = Vec::new();
        html::write(self.timeline_values(), &names.join(", "), &mut page)?;
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}

#[pymethods]
impl PyRun {
    /// report.json as a dictionary.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.ended.report)
    }

    /// Whether every kernel is done, every SIP idle and nothing reserved.
    #[getter]
    const fn drained(&self) -> bool {
        self.ended.report.drained
    }

    /// The cycle in which the last block finished.
    #[getter]
    const fn makespan(&self) -> u64 {
        self.ended.report.makespan
    }

    /// The summary that `hws run` prints.
    #[getter]
    fn summary(&self) -> &str {
        &self.ended.summary
    }

    /// The first violated invariant in words; None if all held, or none was checked.
    #[getter]
    fn violation(&self) -> Option<String> {
        let verdict = self.ended.ran.verdict.as_ref()?;
        verdict.first.as_ref().map(|_| verdict.to_string())
    }

    /// The kernels: what they are, and when they were ready, pushed, admitted, launched and finished.
    #[getter]
    fn kernels(&self) -> PyResult<PyTable> {
        let timeline = self.timeline_values();
        let of = |value: fn(&hws_run::timeline::KernelLine) -> Option<i64>| {
            Column::Int(timeline.kernels.iter().map(value).collect())
        };
        let texts = |value: &dyn Fn(&hws_run::timeline::KernelLine) -> String| {
            Column::Text(timeline.kernels.iter().map(|kernel| Some(value(kernel))).collect())
        };
        let dag = |kernel: &hws_run::timeline::KernelLine| {
            timeline.dags.get(kernel.dag as usize).map_or_else(String::new, |dag| dag.name.clone())
        };
        PyTable::new(vec![
            ("kernel_id".to_owned(), Column::Int((0..timeline.kernels.len() as i64).map(Some).collect())),
            ("dag".to_owned(), texts(&dag)),
            ("name".to_owned(), texts(&|kernel| kernel.name.clone())),
            ("role".to_owned(), texts(&|kernel| format!("{:?}", kernel.role).to_lowercase())),
            ("threads".to_owned(), of(|kernel| Some(kernel.threads.into()))),
            ("blocks".to_owned(), of(|kernel| Some(kernel.blocks.into()))),
            ("est".to_owned(), of(|kernel| Some(kernel.est.into()))),
            ("priority".to_owned(), of(|kernel| Some(kernel.priority.into()))),
            (
                "on_cp".to_owned(),
                Column::Bool(timeline.kernels.iter().map(|kernel| Some(kernel.on_cp)).collect()),
            ),
            ("ready".to_owned(), of(|kernel| cycle(kernel.ready))),
            ("pushed".to_owned(), of(|kernel| cycle(kernel.pushed))),
            ("admitted".to_owned(), of(|kernel| cycle(kernel.admitted))),
            ("first_launch".to_owned(), of(|kernel| cycle(kernel.first_launch))),
            ("finish".to_owned(), of(|kernel| cycle(kernel.finish))),
            ("fail_times".to_owned(), of(|kernel| Some(kernel.fail_times.into()))),
        ])
    }

    /// What ran on which SIP from when to when: one row per thread of a block.
    #[getter]
    fn timeline(&self) -> PyResult<PyTable> {
        let timeline = self.timeline_values();
        let runs = &timeline.runs;
        let ints = |value: fn(&hws_run::timeline::SipRun) -> i64| {
            Column::Int(runs.iter().map(|run| Some(value(run))).collect())
        };
        let flags = |value: fn(&hws_run::timeline::SipRun) -> bool| {
            Column::Bool(runs.iter().map(|run| Some(value(run))).collect())
        };
        let names = runs.iter().map(|run| Some(timeline.kernel_name(run.kernel))).collect();
        let by = runs.iter().map(|run| Some(started_by(run.by).to_owned())).collect();
        PyTable::new(vec![
            ("sip".to_owned(), ints(|run| run.sip.get().into())),
            ("kernel_id".to_owned(), ints(|run| run.kernel.into())),
            ("kernel".to_owned(), Column::Text(names)),
            ("block".to_owned(), ints(|run| run.block.into())),
            ("launched".to_owned(), ints(|run| signed(run.launched.0))),
            ("start".to_owned(), ints(|run| signed(run.from.0))),
            ("end".to_owned(), ints(|run| signed(run.to.0))),
            ("by".to_owned(), Column::Text(by)),
            ("backfilled".to_owned(), flags(|run| run.backfilled)),
            ("early".to_owned(), flags(|run| run.early)),
            ("unfinished".to_owned(), flags(|run| run.unfinished)),
        ])
    }

    /// The lines of the trace, a column for each of their keys.
    #[getter]
    fn events(&self) -> PyResult<PyTable> {
        event_table(&self.ended.lines)
    }

    /// Writes the timeline as an HTML page that needs no network.
    fn save_html(&self, py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        let (path, page) = (host::path("path", path)?, self.page()?);
        let written = std::fs::write(&path, page).map_err(HostError::write(&path));
        written.map_err(|error| host::exception(py, &error))
    }

    fn __str__(&self) -> &str {
        &self.ended.summary
    }

    fn __repr__(&self) -> String {
        let report = &self.ended.report;
        let how = if report.drained {
            "drained"
        } else if report.stopped {
            "stopped"
        } else {
            "stuck"
        };
        let (kernels, makespan) = (report.kernels.len(), report.makespan);
        format!(
            "<Run: {how}, {kernels} kernels, makespan {makespan}, utilisation {} ‰>",
            report.utilisation_permille
        )
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let page = self.page()?;
        if page.len() > LARGEST_PAGE {
            return Ok(format!(
                "<pre>{}</pre><p>The timeline is too large to be shown here; save_html(path) writes it.</p>",
                escaped(&self.ended.summary)
            ));
        }
        let page = page.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!(
            "<iframe srcdoc=\"{page}\" sandbox=\"allow-scripts\" style=\"width:100%;height:36em;border:0\" title=\"timeline\"></iframe>"
        ))
    }
}

fn cycle(at: Option<Cycle>) -> Option<i64> {
    at.map(|cycle| signed(cycle.0))
}

const fn started_by(by: StartedBy) -> &'static str {
    match by {
        StartedBy::Hws(Pool::R) => "R",
        StartedBy::Hws(Pool::P) => "P",
        StartedBy::Hws(Pool::O) => "O",
        StartedBy::Firmware => "firmware",
    }
}

/// The lines of a trace as a table: a column for each key, in the order in which keys first appear.
pub(crate) fn event_table(lines: &[TraceLine]) -> PyResult<PyTable> {
    let mut columns: Vec<(&'static str, Column)> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        line.each_key(|key, value| {
            let at = columns.iter().position(|(known, _)| *known == key);
            let at = at.unwrap_or_else(|| {
                columns.push((key, empty(&value)));
                columns.len() - 1
            });
            put(&mut columns[at].1, row, value);
        });
    }
    columns.iter_mut().for_each(|(_, column)| fill(column, lines.len()));
    let columns = columns.into_iter().map(|(key, column)| (key.to_owned(), column));
    let columns: Vec<(String, Column)> = columns.collect();
    if columns.is_empty() {
        return PyTable::new(vec![
            ("c".to_owned(), Column::Int(Vec::new())),
            ("ev".to_owned(), Column::Text(Vec::new())),
        ]);
    }
    PyTable::new(columns)
}

fn empty(value: &TraceValue<'_>) -> Column {
    match value {
        TraceValue::Number(_) | TraceValue::Signed(_) => Column::Int(Vec::new()),
        TraceValue::Flag(_) => Column::Bool(Vec::new()),
        TraceValue::Name(_) | TraceValue::Shown(_) => Column::Text(Vec::new()),
    }
}

/// Adds empty cells up to a row.
fn fill(column: &mut Column, rows: usize) {
    match column {
        Column::Int(values) => values.resize(rows, None),
        Column::Bool(values) => values.resize(rows, None),
        Column::Text(values) => values.resize(rows, None),
    }
}

/// A key has the same type in every line.
fn put(column: &mut Column, row: usize, value: TraceValue<'_>) {
    fill(column, row);
    match (column, value) {
        (Column::Int(values), TraceValue::Number(number)) => values.push(Some(signed(number))),
        (Column::Int(values), TraceValue::Signed(number)) => values.push(Some(number)),
        (Column::Bool(values), TraceValue::Flag(flag)) => values.push(Some(flag)),
        (Column::Text(values), TraceValue::Name(name)) => values.push(Some(name.to_owned())),
        (Column::Text(values), TraceValue::Shown(text)) => values.push(Some(text.to_string())),
        _ => (),
    }
}
