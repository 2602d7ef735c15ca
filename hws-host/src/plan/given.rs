//! The input of a planner: its own JSON, or a graph in any format that can be imported.

use hws_plan::import::{self, ImportError, ImportOptions, ImportReason};
use hws_plan::{TaskGraph, input};
use hws_run::workload::InputFile;
use serde_json::Value;

use crate::HostError;

/// A whole input.
#[derive(Clone, Debug)]
pub(super) enum Given {
    /// The JSON of planner.md §7, not yet checked.
    Json(Value),
    /// A graph, imported.
    Graph(TaskGraph),
}

/// Reads an input. JSON with the key `own` at the top level belongs to the planner; anything else that an importer
/// recognises is a graph; any other object or list goes to the planner, which reports what is missing.
pub(super) fn read(source: &InputFile, own: &str, options: &ImportOptions) -> Result<Given, HostError> {
    let refused = HostError::import(&source.name);
    match import::recognise(&source.bytes) {
        Ok((format, content)) => {
            if let Some(json) = content.text().ok().and_then(|text| its_own(text, own)) {
                return Ok(Given::Json(json));
            }
            import::graph(format, &content, source.stem(), options).map(Given::Graph).map_err(refused)
        }
        Err(error) if matches!(error.reason, ImportReason::Unrecognised { .. }) => {
            unrecognised(source, &error)
        }
        Err(error) => Err(refused(error)),
    }
}

/// Returns the JSON of a text if it has this key at the top level.
fn its_own(text: &str, own: &str) -> Option<Value> {
    let json = if text.trim_start().starts_with('{') { input::parse(text).ok()? } else { return None };
    json.get(own).is_some().then_some(json)
}

fn unrecognised(source: &InputFile, error: &ImportError) -> Result<Given, HostError> {
    let text = super::text(source)?;
    if !text.trim_start().starts_with(['{', '[']) {
        let error = error.in_file(&source.name);
        return Err(HostError::request(format!("{error}, or give the JSON of the planner")));
    }
    input::parse(&text).map(Given::Json).map_err(HostError::input(&source.name))
}
