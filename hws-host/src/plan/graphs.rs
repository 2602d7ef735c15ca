//! The graphs of files in any format.

use std::collections::{BTreeMap, BTreeSet};

use hws_plan::TaskGraph;
use hws_plan::import::{self, ImportError, ImportFormat, ImportReason};
use hws_run::workload::{InputFile, Inputs, ReadOptions, Workload, WorkloadError};
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
            check_dimensions(source, options)?;
            let options = options.import_by_default();
            let graph = import::graph(format, &content, source.stem(), &options).map_err(refused)?;
            Ok(GraphSource::Graph(Box::new(graph)))
        }
        Err(error) if is_json(&error, source) => rank(source),
        Err(error) => Err(refused(error)),
    }
}

fn rank(source: &InputFile) -> Result<GraphSource, HostError> {
    Ok(GraphSource::Rank(source.stem().to_owned(), super::json(source)?))
}

/// Checks that a graph has every dimension that is set.
///
/// # Errors
/// The first one that it does not have.
pub fn check_dimensions(source: &InputFile, options: &ReadOptions) -> Result<(), HostError> {
    if options.dims.is_empty() {
        return Ok(());
    }
    check(options, &import::dimensions(&source.bytes))
}

fn check(options: &ReadOptions, known: &BTreeSet<String>) -> Result<(), HostError> {
    import::check_dimensions(&options.dims, known).map_err(|error| WorkloadError::from(error).into())
}

/// Returns the dimensions that are set in each of several files: of models, those that they have. Other files get all, as
/// their models are in further files.
///
/// # Errors
/// A dimension that none of the models has, if all files are models.
pub fn dimensions_of_each(
    files: &[InputFile],
    options: &ReadOptions,
) -> Result<Vec<BTreeMap<String, u64>>, HostError> {
    if options.dims.is_empty() {
        return Ok(vec![BTreeMap::new(); files.len()]);
    }
    let is_model = |file: &InputFile| matches!(import::recognise(&file.bytes), Ok((ImportFormat::Onnx, _)));
    let own = files.iter().map(|file| is_model(file).then(|| import::dimensions(&file.bytes)));
    let own: Vec<Option<BTreeSet<String>>> = own.collect();
    if let Some(models) = own.iter().cloned().collect::<Option<Vec<_>>>() {
        check(options, &models.into_iter().flatten().collect())?;
    }
    let set_in = |own: &Option<BTreeSet<String>>| {
        let mut dims = options.dims.clone();
        dims.retain(|name, _| own.as_ref().is_none_or(|own| own.contains(name)));
        dims
    };
    Ok(own.iter().map(set_in).collect())
}

fn is_json(error: &ImportError, source: &InputFile) -> bool {
    let opens = |text: &str| text.trim_start().starts_with(['{', '[']);
    matches!(error.reason, ImportReason::Unrecognised { .. })
        && import::read_text(&source.bytes).is_ok_and(|text| opens(&text))
}

/// Returns the workload of a YAML file or of a plan.
///
/// # Errors
/// [`HostError::Input`].
pub fn workload(source: &InputFile, options: &ReadOptions) -> Result<Workload, HostError> {
    let inputs = Inputs { files: vec![source.clone()], options: options.clone(), ..Inputs::default() };
    Ok(inputs.read(&mut files::beside)?)
}
