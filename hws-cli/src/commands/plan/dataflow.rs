//! `hws plan dataflow`.

use std::path::Path;
use std::process::ExitCode;

use hws_plan::dataflow::{DataflowBlocks, DataflowSchedule, from_graph};
use hws_plan::import::ImportOptions;
use hws_plan::page::PageKind;
use serde_json::Value;

use super::given::{self, Given};
use crate::args::plan::dataflow::{Choices, Dataflow};
use crate::commands::{inputs, outputs};
use crate::failure::Failure;

pub(super) fn execute(args: &Dataflow) -> Result<ExitCode, Failure> {
    let schedule = schedule(args)?;
    if let Some(out) = &args.output.out {
        write(&schedule, args, out)?;
    }
    super::print(&schedule, args.input.json)
}

/// Schedules the program and writes its page. The input, which may be much larger, is dropped before printing.
fn schedule(args: &Dataflow) -> Result<DataflowSchedule, Failure> {
    let refused = || super::refused(&args.input.file);
    let source = inputs::source(&args.input.file)?;
    let mut input = match given::read(&source, "functions", &ImportOptions::default())? {
        Given::Json(input) => input,
        Given::Graph(graph) => from_graph(&graph).map_err(refused())?,
    };
    choose(&args.choices, &mut input);
    let schedule = DataflowSchedule::from_json(&input).map_err(refused())?;
    super::page::write(&args.page, PageKind::Dataflow, Some(&args.input.file), &input, &schedule)?;
    Ok(schedule)
}

fn write(schedule: &DataflowSchedule, args: &Dataflow, out: &Path) -> Result<(), Failure> {
    let blocks = DataflowBlocks { tokens: args.output.block_tokens, token_bytes: args.output.token_bytes };
    let plan = schedule.to_plan(blocks, Some(&inputs::name(&args.input.file)));
    let plan = plan.map_err(super::refused(&args.input.file))?;
    outputs::file(out, |out| plan.write(out))
}

/// Sets the keys given on the command line.
fn choose(choices: &Choices, input: &mut Value) {
    let Some(keys) = input.as_object_mut() else { return };
    let texts = [
        ("top", &choices.top),
        ("reduction_model", &choices.reduction_model),
        ("output_sync", &choices.output_sync),
        ("lfi_rule", &choices.lfi_rule),
        ("sd_rule", &choices.sd_rule),
    ];
    let numbers = [("fifo_limit", choices.fifo_limit), ("sd0", choices.sd0)];
    let texts = texts.into_iter().filter_map(|(key, text)| Some((key, Value::from(text.clone()?))));
    let numbers = numbers.into_iter().filter_map(|(key, number)| Some((key, Value::from(number?))));
    keys.extend(texts.chain(numbers).map(|(key, value)| (key.to_owned(), value)));
    if let (Some(size), Some(Value::Object(functions))) = (choices.stream_size, keys.get_mut("functions")) {
        let functions = functions.values_mut().filter_map(Value::as_object_mut);
        for function in functions {
            function.insert("stream_size".to_owned(), size.into());
        }
    }
}
