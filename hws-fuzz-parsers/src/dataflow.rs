//! Dataflow programs, as JSON and TIR: a schedule has a plan that can be run, or a refusal with its reason.

use hws_input::Diagnostic;
use hws_plan::dataflow::{DataflowBlocks, DataflowSchedule, TirOptions, from_tir};
use hws_plan::import::FilePlace;
use hws_plan::input::parse;
use serde_json::Value;

use crate::edit::Edited;
use crate::place::{has_remedy, inside};
use crate::plans::{is_sound, shown};
use crate::target::{Checked, FileVerdict, ParserTarget};

/// The target `dataflow`.
pub static DATAFLOW: ParserTarget = ParserTarget::new(
    "dataflow",
    &[
        include_bytes!("../../hws-plan/tests/data/mixed.dataflow.in.json"),
        include_bytes!("../../hws-plan/tests/data/library.dataflow.in.json"),
        include_bytes!("../../hws-plan/tests/data/library_input.dataflow.in.json"),
        include_bytes!("../../hws-plan/tests/data/barebones_fpo.dataflow.in.json"),
        include_bytes!("../../hws-plan/tests/data/floats.dataflow.in.json"),
        include_bytes!("../../hws-plan/tests/data/blur.tirl"),
    ],
    Vec::new,
    Edited::Text,
    check,
);

fn check(file: &[u8]) -> Checked {
    let Ok(text) = str::from_utf8(file) else { return Ok(FileVerdict::Refused) };
    let read = if text.trim_start().starts_with('{') { json(text) } else { tir(text)? };
    match read
        .and_then(|input| DataflowSchedule::from_json(&input).map_err(|error| Box::new(error.diagnostic())))
    {
        Ok(schedule) => accepted(&schedule).map(|()| FileVerdict::Accepted),
        Err(found) => has_remedy(&*found).map(|()| FileVerdict::Refused),
    }
}

fn json(text: &str) -> Result<Value, Box<Diagnostic>> {
    parse(text).map_err(|error| Box::new(error.diagnostic()))
}

/// A TIR program; a refusal has a place in the text.
fn tir(text: &str) -> Result<Result<Value, Box<Diagnostic>>, String> {
    let read = from_tir(text, &TirOptions::default());
    if let Err(error) = &read
        && let FilePlace::At(position) = error.place
    {
        inside(text, position)?;
    }
    Ok(read.map_err(|error| Box::new(error.diagnostic())))
}

fn accepted(schedule: &DataflowSchedule) -> Result<(), String> {
    shown(schedule);
    for tokens in [1, 16] {
        match schedule.to_plan(DataflowBlocks { tokens, token_bytes: 4 }, None) {
            Ok(plan) => is_sound(&plan)?,
            Err(error) => has_remedy(&error.diagnostic())?,
        }
    }
    Ok(())
}
