//! `hws plan compare`.

mod measured;
mod page;

use std::fmt;
use std::process::ExitCode;

use hws_host::files;
use hws_host::plan::graphs::dimensions_of_each;
use hws_plan::import::{self, ImportFormat};
use hws_plan::page::PageKind;
use hws_plan::{PlannerAnswer, TextTable};
use hws_run::comparison::{ComparedSpans, Comparison, Executed, PlannedBy};
use hws_run::run::RunError;
use hws_run::workload::{InputFile, Inputs, Mapping, ReadOptions, Role, Workload};
use serde_json::{Value, json};

use crate::args::plan::compare::Compare;
use crate::commands::{inputs, policies};
use crate::failure::Failure;

pub(super) fn execute(args: &Compare) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print(args.json);
    }
    let all = args.files.iter().chain(&args.machine.config).chain(&args.measured);
    files::only_one_standard_input(all)?;
    if let Some(trace) = &args.measured {
        return measured::execute(args, trace);
    }
    let inputs = inputs_of(args)?;
    if args.page.html.is_none() {
        let rows = inputs.iter().map(|inputs| row(inputs, Comparison::new)).collect::<Result<_, _>>()?;
        return super::print(&Comparisons { rows }, args.json);
    }
    let (rows, spans) = drawn(&inputs)?;
    let input = page::input(rows.iter().zip(&spans));
    let answer = Comparisons { rows };
    super::page::write(&args.page, PageKind::Compare, super::only(&args.files), &input, &answer)?;
    super::print(&answer, args.json)
}

/// One for each file.
fn inputs_of(args: &Compare) -> Result<Vec<Inputs>, Failure> {
    let options = ReadOptions {
        est_scale: args.scale.map(Into::into),
        no_transfers: args.transfers.no_transfers,
        ..inputs::importers(&args.models, &args.edges)?
    };
    let machine = inputs::on_machine(&args.machine, options)?;
    let files = args.files.iter().map(|file| files::source(file)).collect::<Result<Vec<_>, _>>()?;
    inputs::check_named(&files, &machine, args.files())?;
    let each = dimensions_of_each(&files, &machine.options)?;
    let of_file = |(file, dims): (InputFile, _)| {
        let options = ReadOptions { dims, ..machine.options.clone() };
        Inputs { files: vec![file], options, ..machine.clone() }
    };
    Ok(files.into_iter().zip(each).map(of_file).collect())
}

/// The rows, and what their page draws.
fn drawn(all: &[Inputs]) -> Result<(Vec<Row>, Vec<ComparedSpans>), Failure> {
    let mut spans = Vec::with_capacity(all.len());
    let mut of = |workload: &Workload, placed: Option<&Workload>| {
        let (comparison, own) = Comparison::with_spans(workload, placed)?;
        spans.push(own);
        Ok(comparison)
    };
    let rows = all.iter().map(|inputs| row(inputs, &mut of)).collect::<Result<_, _>>()?;
    Ok((rows, spans))
}

fn row(
    inputs: &Inputs,
    compare: impl FnOnce(&Workload, Option<&Workload>) -> Result<Comparison, RunError>,
) -> Result<Row, Failure> {
    let workload = inputs.read(&mut files::beside)?;
    let is_placed = inputs.files.iter().all(places_its_kernels);
    let placed = is_placed.then(|| on_its_cores(inputs).read(&mut files::beside));
    let comparison = compare(&workload, placed.transpose()?.as_ref())?;
    Ok(Row { name: inputs.files.iter().map(InputFile::stem).collect(), comparison, workload })
}

/// The same inputs, with kernels on the cores and in the order of the file.
fn on_its_cores(inputs: &Inputs) -> Inputs {
    let options = ReadOptions { mapping: Mapping::Static, ..inputs.options.clone() };
    Inputs { options, ..inputs.clone() }
}

/// Gemini schedules do. (The slots of a plan are part of its workload.)
fn places_its_kernels(file: &InputFile) -> bool {
    matches!(import::recognise(&file.bytes), Ok((ImportFormat::Gemini, _)))
}

struct Row {
    name: String,
    workload: Workload,
    comparison: Comparison,
}

struct Comparisons {
    rows: Vec<Row>,
}

impl PlannerAnswer for Comparisons {
    fn json(&self) -> Value {
        json!({ "graphs": self.rows.iter().map(Row::json).collect::<Vec<_>>() })
    }

    fn is_good(&self) -> bool {
        self.rows.iter().all(|row| row.comparison.is_drained())
    }
}

impl Row {
    fn json(&self) -> Value {
        let executed = |run: Executed| json!({ "makespan": run.makespan, "drained": run.drained });
        let planned = self
            .comparison
            .planned
            .map(|planned| json!({ "makespan": planned.makespan, "by": by(planned.by) }));
        json!({
            "name": self.name,
            "kernels": self.kernels(),
            "sips": self.workload.hardware.topology.present().len(),
            "plan_sips": self.comparison.sips.len(),
            "transfers": self.comparison.transfers,
            "est_scale": self.workload.est_scale,
            "lower_bound": self.comparison.lower,
            "static": planned,
            "static_run": self.comparison.executed.map(executed),
            "dynamic": executed(self.comparison.dynamic),
            "dynamic_whole_machine": executed(self.comparison.dynamic_whole_machine),
        })
    }

    /// Their number, without loads.
    fn kernels(&self) -> usize {
        self.workload.kernels().filter(|(_, kernel)| kernel.role != Role::Load).count()
    }

    fn cells(&self) -> Vec<String> {
        let Comparison { lower, sips, transfers, planned, executed, .. } = self.comparison;
        let Comparison { dynamic, dynamic_whole_machine, .. } = self.comparison;
        let planned_cells = planned
            .map_or_else(none, |planned| [planned.makespan.to_string(), over(planned.makespan, lower)]);
        let executed_cells = executed.map_or_else(none, |run| run_cells(run, lower));
        let of = self.workload.hardware.topology.present().len();
        let sips = format!("{} of {of}", sips.len());
        let head = [self.name.clone(), self.kernels().to_string(), sips, lower.to_string()];
        let transfers = if transfers { "modelled" } else { "not modelled" }.to_owned();
        let by = planned.map_or("-", |planned| by(planned.by)).to_owned();
        let runs = [dynamic, dynamic_whole_machine].map(|run| run_cells(run, lower));
        let numbers = [planned_cells, executed_cells].into_iter().chain(runs).flatten();
        head.into_iter().chain(numbers).chain([transfers, by]).collect()
    }
}

const fn by(by: PlannedBy) -> &'static str {
    match by {
        PlannedBy::File => "file",
        PlannedBy::Heft => "heft",
    }
}

fn none() -> [String; 2] {
    ["-".to_owned(), String::new()]
}

fn run_cells(run: Executed, lower: u64) -> [String; 2] {
    if run.drained {
        [run.makespan.to_string(), over(run.makespan, lower)]
    } else {
        ["not drained".to_owned(), String::new()]
    }
}

/// Returns the quotient of makespan and lower bound, rounded down to hundredths.
fn over(makespan: u64, lower: u64) -> String {
    let hundredths = u128::from(makespan) * 100 / u128::from(lower.max(1));
    format!("{}.{:02}x", hundredths / 100, hundredths % 100)
}

/// One row per file; each makespan is followed by its quotient with the lower bound.
impl fmt::Display for Comparisons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "graph",
            "kernels",
            "SIPs",
            "lower",
            "static",
            "",
            "static run",
            "",
            "dynamic",
            "",
            "whole machine",
            "",
            "transfers",
            "places by",
        ];
        let mut table = TextTable::new(&head).ending_with_text();
        self.rows.iter().for_each(|row| table.row(row.cells()));
        table.fmt(f)
    }
}
