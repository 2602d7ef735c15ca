//! The graphs of files in any format.

use hws_plan::TaskGraph;
use hws_plan::import::{self, ImportError, ImportFormat, ImportOptions, ImportReason};
use hws_run::workload::{InputFile, Inputs, ReadOptions, Workload};
use serde_json::Value;

use crate::{HostError, files};

/// The content of a file.
#[derive(Clone, Debug)]
pub enum GraphSource {
    /// The JSON of `hws plan rank`, named after its file; also any unrecognised text that looks like JSON, of which the
    /// planner reports the errors.
    Rank(String, Value),
    /// A graph in an imported format.
    Graph(Box<TaskGraph>),
    /// A workload or a plan, with all its graphs.
    Workload(Box<Workload>),
}

/// Reads the graphs of a file.
///
/// # Errors
/// A file that is in no known format, or malformed.
pub fn read(source: &InputFile, options: &ReadOptions) -> Result<GraphSource, HostError> {
    let refused = HostError::import(&source.name);
    match import::recognise(&source.bytes) {
        Ok((ImportFormat::Rank, _)) => rank(source),
        Ok((ImportFormat::Workload | ImportFormat::Plan, _)) => {
            Ok(GraphSource::Workload(Box::new(workload(source, options)?)))
        }
        Ok((format, content)) => {
            let graph =
                import::graph(format, &content, source.stem(), &importers(options)).map_err(refused)?;
            Ok(GraphSource::Graph(Box::new(graph)))
        }
        Err(error) if is_json(&error, source) => rank(source),
        Err(error) => Err(refused(error)),
    }
}

fn rank(source: &InputFile) -> Result<GraphSource, HostError> {
    Ok(GraphSource::Rank(source.stem().to_owned(), super::json(source)?))
}

/// Returns the options of the importers, for the default machine.
#[must_use]
pub fn importers(options: &ReadOptions) -> ImportOptions {
    ImportOptions { fuse: options.fuse, dims: options.dims.clone(), ..ImportOptions::default() }
}

fn is_json(error: &ImportError, source: &InputFile) -> bool {
    let opens = |text: &str| text.trim_start().starts_with(['{', '[']);
    matches!(error.reason, ImportReason::Unrecognised { .. })
        && import::read_text(&source.bytes).is_ok_and(|text| opens(&text))
}

/// Returns the workload of a YAML file or of a plan.
///
/// # Errors
/// [`HostError::Workload`].
pub fn workload(source: &InputFile, options: &ReadOptions) -> Result<Workload, HostError> {
    let inputs = Inputs { files: vec![source.clone()], options: options.clone(), ..Inputs::default() };
    Ok(inputs.read(&mut files::beside)?)
}
