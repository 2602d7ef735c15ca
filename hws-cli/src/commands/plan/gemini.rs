//! `hws plan gemini`.

use std::process::ExitCode;

use hws_host::plan::gemini::{gemini, to_plan};
use hws_host::{files, outputs};
use hws_plan::import::gemini::GeminiOptions;
use hws_plan::page::PageKind;
use serde_json::json;

use crate::args::plan::gemini::Gemini;
use crate::failure::Failure;

pub(super) fn execute(args: &Gemini) -> Result<ExitCode, Failure> {
    let source = files::source(&args.input.file)?;
    let report = super::planning(&args.input.file, || gemini(&source, options(args)))?;
    if args.page.html.is_some() {
        let input = json!({ "loads": report.loads_json() });
        super::page::write(&args.page, PageKind::Gemini, Some(&args.input.file), &input, &report)?;
    }
    if let Some(out) = &args.out {
        match to_plan(&report, &source, args.mapping.into())? {
            Some(plan) => outputs::file(out, |out| plan.write(out))?,
            None => eprintln!("{} is not written: the schedule has errors", out.display()),
        }
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
