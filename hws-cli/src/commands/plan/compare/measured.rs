//! `hws plan compare IR --measured TRACE`: each workload of a Gemini schedule as planned, as run on its core, and as an
//! emulator measured it, in cycles.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use hws_host::{HostError, files};
use hws_plan::gemini::{GeminiReport, GeminiTrace};
use hws_plan::import::gemini::GeminiOptions;
use hws_plan::import::{self, ImportFormat};
use hws_plan::page::PageKind;
use hws_plan::{PlannerAnswer, TextTable};
use hws_run::run::{RunRecord, run};
use hws_run::workload::{InputFile, Workload};
use serde_json::{Value, json};

use super::{inputs_of, on_its_cores, page};
use crate::args::plan::compare::Compare;
use crate::commands::plan;
use crate::failure::Failure;

pub(super) fn execute(args: &Compare, trace: &Path) -> Result<ExitCode, Failure> {
    let all = inputs_of(args)?;
    let ([inputs], Some(source)) = (all.as_slice(), all.first().and_then(|inputs| inputs.files.first()))
    else {
        return Err(Failure::usage("--measured takes one Gemini schedule; give a single FILE".to_owned()));
    };
    let report = report(args, source)?;
    let workload = on_its_cores(inputs).read(&mut files::beside)?;
    let (record, ()) = run(&workload, ())?;
    let trace = files::source(trace)?;
    let rows = rows(&report, &workload, &record, &measured(&trace)?)
        .map_err(|reason| Failure::file(&trace.name, reason))?;
    let measured = Measured { rows, drained: record.drained, transfers: workload.has_transfers() };
    if args.page.html.is_some() {
        let input = page::of_measured(&measured, source.stem());
        plan::page::write(&args.page, PageKind::Compare, plan::only(&args.files), &input, &measured)?;
    }
    plan::print(&measured, args.json)
}

/// The planned times, with loads from DRAM if they take time in the run.
fn report(args: &Compare, source: &InputFile) -> Result<GeminiReport, Failure> {
    let refused = Failure::import(&source.name);
    let (format, content) = import::recognise(&source.bytes).map_err(&refused)?;
    if format != ImportFormat::Gemini {
        let reason = "is not a Gemini schedule, which --measured needs (leave --measured out)";
        return Err(Failure::file(&source.name, reason));
    }
    let bw = args.edges.bw.filter(|_| !args.transfers.no_transfers);
    GeminiReport::from_text(content.text().map_err(&refused)?, GeminiOptions::at_bandwidth(bw))
        .map_err(refused)
}

fn measured(source: &InputFile) -> Result<GeminiTrace, Failure> {
    let text = import::read_text(&source.bytes).map_err(Failure::import(&source.name))?;
    GeminiTrace::from_text(&text).map_err(|error| HostError::input(&source.name)(error).into())
}

/// A workload: start and end of each kind, in cycles.
pub(super) struct Row {
    pub(super) core: u32,
    pub(super) workload: i64,
    pub(super) layer: String,
    /// The rows of the workloads that write what it reads.
    pub(super) after: Vec<usize>,
    pub(super) planned: (u64, u64),
    pub(super) run: Option<(u64, u64)>,
    pub(super) measured: (u64, u64),
}

pub(super) struct Measured {
    pub(super) rows: Vec<Row>,
    pub(super) drained: bool,
    pub(super) transfers: bool,
}

/// A row for each workload, in the order of the schedule. The trace is scaled like the schedule.
fn rows(
    report: &GeminiReport,
    workload: &Workload,
    record: &RunRecord,
    trace: &GeminiTrace,
) -> Result<Vec<Row>, String> {
    let scale = workload.est_scale.saturating_mul(workload.hardware.time_unit.into());
    let scaled = |(start, end): (u64, u64)| (start.saturating_mul(scale), end.saturating_mul(scale));
    let planned = report.times.iter().flat_map(|times| &times.kernels);
    let mut left = trace.workloads.clone();
    let row = |(planned, ran): (&hws_plan::gemini::GeminiPlanned, &hws_run::run::KernelRecord)| {
        let (core, workload) = (planned.kernel.core, planned.kernel.workload_id);
        let measured = left.remove(&workload).ok_or_else(|| {
            format!("workload {workload} of core {core} is missing or is on several cores; give the trace of this schedule")
        })?;
        Ok(Row {
            core,
            workload,
            layer: planned.kernel.layer.clone(),
            after: planned.kernel.data_preds.clone(),
            planned: scaled((planned.start.unsigned_abs(), planned.end.unsigned_abs())),
            run: ran.first_launch.zip(ran.finish).map(|(start, end)| (start.0, end.0)),
            measured: scaled(measured),
        })
    };
    let rows = planned.zip(&record.kernels).map(row).collect::<Result<Vec<_>, String>>()?;
    match left.keys().next() {
        Some(other) => Err(format!(
            "the schedule has no workload {other}, which the trace has; give the trace of this schedule"
        )),
        None => Ok(rows),
    }
}

impl PlannerAnswer for Measured {
    fn json(&self) -> Value {
        let span = |(start, end): (u64, u64)| json!({ "start": start, "end": end });
        let row = |row: &Row| {
            json!({
                "core": row.core,
                "workload": row.workload,
                "layer": row.layer,
                "planned": span(row.planned),
                "run": row.run.map(span),
                "measured": span(row.measured),
            })
        };
        json!({
            "transfers": self.transfers,
            "drained": self.drained,
            "workloads": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    fn is_good(&self) -> bool {
        self.drained
    }
}

/// A signed difference; `-` if a workload was not run.
fn later(end: Option<u64>, than: u64) -> String {
    end.map_or_else(|| "-".to_owned(), |end| format!("{:+}", i128::from(end) - i128::from(than)))
}

/// One row per workload, then the last ends; the differences are those of the ends against the measured end.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["core", "workload", "planned", "end", "", "run", "end", "", "measured", "end", "layer"];
        let mut table = TextTable::new(&head).ending_with_text();
        for Row { core, workload, layer, planned, run, measured, .. } in &self.rows {
            let run_cell = |time: Option<u64>| time.map_or_else(|| "-".to_owned(), |time| time.to_string());
            table.row([
                core.to_string(),
                workload.to_string(),
                planned.0.to_string(),
                planned.1.to_string(),
                later(Some(planned.1), measured.1),
                run_cell(run.map(|run| run.0)),
                run_cell(run.map(|run| run.1)),
                later(run.map(|run| run.1), measured.1),
                measured.0.to_string(),
                measured.1.to_string(),
                layer.clone(),
            ]);
        }
        writeln!(f, "{table}")?;
        let last = |of: fn(&Row) -> u64| self.rows.iter().map(of).max().unwrap_or(0);
        let (planned, measured) = (last(|row| row.planned.1), last(|row| row.measured.1));
        let run = last(|row| row.run.map_or(0, |run| run.1));
        let model = if self.transfers { "modelled" } else { "not modelled" };
        writeln!(
            f,
            "last end: planned {planned} ({}), run {run} ({}), measured {measured}; transfers are {model}",
            later(Some(planned), measured),
            later(Some(run), measured)
        )
    }
}
