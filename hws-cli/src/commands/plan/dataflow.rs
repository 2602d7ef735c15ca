//! `hws plan dataflow`.

use std::process::ExitCode;

use hws_host::plan::dataflow::{DataflowChoices, DataflowInput, to_plan};
use hws_host::{files, outputs};
use hws_plan::dataflow::{DataflowBlocks, DataflowSchedule};
use hws_plan::page::PageKind;
use serde_json::Value;

use crate::args::plan::dataflow::{Choices, Dataflow};
use crate::failure::Failure;

pub(super) fn execute(args: &Dataflow) -> Result<ExitCode, Failure> {
    let schedule = super::planning(&args.input.file, || schedule(args))?;
    if let Some(out) = &args.output.out {
        let blocks =
            DataflowBlocks { tokens: args.output.block_tokens, token_bytes: args.output.token_bytes };
        let plan = to_plan(&schedule, blocks, &files::name(&args.input.file))?;
        outputs::file(out, |out| plan.write(out))?;
    }
    super::print(&schedule, args.input.json)
}

/// Schedules the program and writes its page. The input, which may be much larger, is dropped before printing.
fn schedule(args: &Dataflow) -> Result<DataflowSchedule, Failure> {
    let input = DataflowInput::read(&files::source(&args.input.file)?, &choices(&args.choices))?;
    let schedule = input.schedule()?;
    super::page::write(&args.page, PageKind::Dataflow, Some(&args.input.file), &input.json, &schedule)?;
    Ok(schedule)
}

fn choices(args: &Choices) -> DataflowChoices {
    let texts = [
        ("reduction_model", &args.reduction_model),
        ("output_sync", &args.output_sync),
        ("lfi_rule", &args.lfi_rule),
        ("sd_rule", &args.sd_rule),
    ];
    let numbers = [("fifo_limit", args.fifo_limit), ("sd0", args.sd0)];
    let texts = texts.into_iter().filter_map(|(key, text)| Some((key, Value::from(text.clone()?))));
    let numbers = numbers.into_iter().filter_map(|(key, number)| Some((key, Value::from(number?))));
    DataflowChoices {
        top: args.top.clone(),
        keys: texts.chain(numbers).map(|(key, value)| (key.to_owned(), value)).collect(),
        stream_size: args.stream_size,
        costs: args.costs.clone(),
    }
}
