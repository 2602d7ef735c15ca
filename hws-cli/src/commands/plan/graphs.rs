//! The graphs of files in any format.

use std::path::Path;

use hws_plan::TaskGraph;
use hws_plan::import::{self, ImportError, ImportFormat, ImportOptions, ImportReason};
use hws_run::workload::{InputFile, Inputs, ReadOptions, Workload};
use serde_json::Value;

use crate::commands::inputs;
use crate::failure::Failure;

/// The content of a file.
pub(super) enum Content {
    /// The JSON of `hws plan rank`, named after its file; also any unrecognised text that looks like JSON, of which the
    /// planner reports the errors.
    Rank(String, Value),
    /// A graph in an imported format.
    Graph(Box<TaskGraph>),
    /// A workload or a plan, with all its graphs.
    Workload(Box<Workload>),
}

/// Reads a file; standard input and gzip as everywhere.
pub(super) fn read(file: &Path, options: &ReadOptions) -> Result<Content, Failure> {
    let source = inputs::source(file)?;
    let refused = |error: ImportError| Failure::Use(error.in_file(&source.name).to_string());
    match import::recognise(&source.bytes) {
        Ok((ImportFormat::Rank, _)) => rank(&source),
        Ok((ImportFormat::Workload | ImportFormat::Plan, _)) => {
            Ok(Content::Workload(Box::new(workload(&source, options)?)))
        }
        Ok((format, content)) => {
            let graph =
                import::graph(format, &content, source.stem(), &importers(options)).map_err(refused)?;
            Ok(Content::Graph(Box::new(graph)))
        }
        Err(error) if is_json(&error, &source) => rank(&source),
        Err(error) => Err(refused(error)),
    }
}

fn rank(source: &InputFile) -> Result<Content, Failure> {
    Ok(Content::Rank(source.stem().to_owned(), super::parse(source)?))
}

/// Returns the options of the importers, for the default machine.
pub(super) fn importers(options: &ReadOptions) -> ImportOptions {
    ImportOptions { fuse: options.fuse, dims: options.dims.clone(), ..ImportOptions::default() }
}

fn is_json(error: &ImportError, source: &InputFile) -> bool {
    let opens = |text: &str| text.trim_start().starts_with(['{', '[']);
    matches!(error.reason, ImportReason::Unrecognised { .. })
        && import::read_text(&source.bytes).is_ok_and(|text| opens(&text))
}

/// Returns the workload of a YAML file or of a plan.
pub(super) fn workload(source: &InputFile, options: &ReadOptions) -> Result<Workload, Failure> {
    let inputs = Inputs { files: vec![source.clone()], options: options.clone(), ..Inputs::default() };
    Ok(inputs.read(&mut inputs::beside)?)
}
