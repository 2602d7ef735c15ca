//! `hws plan gemini`.

use std::path::Path;
use std::process::ExitCode;

use hws_plan::PlannerAnswer;
use hws_plan::gemini::GeminiReport;
use hws_plan::import::gemini::GeminiOptions;
use hws_plan::page::PageKind;
use hws_run::workload::InputFile;
use serde_json::json;

use crate::args::plan::gemini::{Gemini, Mapping};
use crate::commands::{inputs, outputs};
use crate::failure::Failure;

pub(super) fn execute(args: &Gemini) -> Result<ExitCode, Failure> {
    let source = inputs::source(&args.input.file)?;
    let text = super::text(&source)?;
    let report = super::planning(&args.input.file, || GeminiReport::from_text(&text, options(args)));
    let report = report.map_err(|error| Failure::Use(error.in_file(&source.name).to_string()))?;
    if args.page.html.is_some() {
        let input = json!({ "loads": report.loads_json() });
        super::page::write(&args.page, PageKind::Gemini, Some(&args.input.file), &input, &report)?;
    }
    if let Some(out) = &args.out {
        write(&report, &source, args.mapping, out)?;
    }
    super::print(&report, args.input.json)
}

fn options(args: &Gemini) -> GeminiOptions {
    GeminiOptions {
        dram_bw: args.dram_bw,
        thread_num: args.thread_num,
        rank_div: args.rank_div,
        time_scale: args.time_scale,
    }
}

/// Writes the plan. A schedule with errors has none; the report lists them.
fn write(report: &GeminiReport, source: &InputFile, mapping: Mapping, out: &Path) -> Result<(), Failure> {
    if !report.is_good() {
        eprintln!("{} is not written: the schedule has errors", out.display());
        return Ok(());
    }
    let plan = report.to_plan(source.stem(), Some(source.name.clone()), mapping.into());
    let plan = plan.map_err(|error| Failure::Use(error.in_file(&source.name)))?;
    outputs::file(out, |out| plan.write(out))
}
