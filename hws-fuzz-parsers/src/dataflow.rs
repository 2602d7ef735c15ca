//! Dataflow programs: a schedule has a plan that can be run, or a refusal with its reason.

use hws_plan::dataflow::{DataflowBlocks, DataflowSchedule};
use hws_plan::input::{InputError, parse};

use crate::edit::Edited;
use crate::place::has_remedy;
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
    ],
    Vec::new,
    Edited::Text,
    check,
);

fn check(file: &[u8]) -> Checked {
    let Ok(text) = str::from_utf8(file) else { return Ok(FileVerdict::Refused) };
    match schedule(text) {
        Ok(schedule) => accepted(&schedule).map(|()| FileVerdict::Accepted),
        Err(error) => has_remedy(&error.to_string()).map(|()| FileVerdict::Refused),
    }
}

fn schedule(text: &str) -> Result<DataflowSchedule, InputError> {
    DataflowSchedule::from_json(&parse(text)?)
}

fn accepted(schedule: &DataflowSchedule) -> Result<(), String> {
    shown(schedule);
    for tokens in [1, 16] {
        match schedule.to_plan(DataflowBlocks { tokens, token_bytes: 4 }, None) {
            Ok(plan) => is_sound(&plan)?,
            Err(error) => has_remedy(&error.to_string())?,
        }
    }
    Ok(())
}
