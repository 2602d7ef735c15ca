//! What a planner reads: JSON of its own, or a graph in any format that the importers know.

use hws_plan::import::{self, Options, Reason};
use hws_plan::{TaskGraph, input};
use serde_json::Value;

use crate::args::plan::Input;
use crate::commands::inputs;
use crate::failure::Failure;

/// A whole input.
pub(super) enum Source {
    /// The JSON of planner §7; its planner says whether it is right.
    Json(Value),
    /// A graph, imported.
    Graph(TaskGraph),
}

/// Reads an input. What an importer recognises is a graph, any other JSON object or list the planner's own.
pub(super) fn read(input: &Input, options: &Options) -> Result<Source, Failure> {
    let source = inputs::source(&input.file)?;
    let refused = |error: import::ImportError| Failure::Use(error.in_file(&source.name).to_string());
    match import::recognise(&source.bytes) {
        Ok((format, content)) => {
            import::graph(format, &content, &source.name, options).map(Source::Graph).map_err(refused)
        }
        Err(error) if matches!(error.reason, Reason::Unrecognised { .. }) => {
            let text = import::read_text(&source.bytes).map_err(refused)?;
            if !text.trim_start().starts_with(['{', '[']) {
                let error = error.in_file(&source.name);
                return Err(Failure::Use(format!("{error}, or give the JSON that --help shows")));
            }
            input::parse(&text).map(Source::Json).map_err(super::refused(&input.file))
        }
        Err(error) => Err(refused(error)),
    }
}
