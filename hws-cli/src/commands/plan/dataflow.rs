//! `hws plan dataflow`.

use std::process::ExitCode;

use hws_plan::dataflow::Schedule;
use hws_plan::page::Kind;
use serde_json::Value;

use crate::args::plan::dataflow::{Choices, Dataflow};
use crate::failure::Failure;

pub(super) fn execute(args: &Dataflow) -> Result<ExitCode, Failure> {
    let mut input = super::read(&args.input)?;
    choose(&args.choices, &mut input);
    let schedule = Schedule::of(&input).map_err(super::refused(&args.input.file))?;
    super::page::write(&args.page, Kind::Dataflow, Some(&args.input.file), &input, &schedule)?;
    super::print(&schedule, args.input.json)
}

/// Sets the keys that the command line gives.
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
        functions.for_each(|function| drop(function.insert("stream_size".to_owned(), size.into())));
    }
}
