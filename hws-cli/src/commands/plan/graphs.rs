//! The graphs of files in any format.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hws_plan::TaskGraph;
use hws_plan::import::{self, ImportError, ImportFormat, ImportReason};
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

/// Reads a file; standard input and gzip as everywhere. Adds the names that `--dim` can set in it to `known`.
pub(super) fn read(
    file: &Path,
    options: &ReadOptions,
    known: &mut BTreeSet<String>,
) -> Result<Content, Failure> {
    let source = inputs::source(file)?;
    let refused = |error: ImportError| Failure::Use(error.in_file(&source.name).to_string());
    match import::recognise(&source.bytes) {
        Ok((ImportFormat::Rank, _)) => rank(&source),
        Ok((ImportFormat::Workload | ImportFormat::Plan, _)) => {
            // Its reader checks the names.
            known.extend(options.dims.keys().cloned());
            Ok(Content::Workload(Box::new(workload(&source, options)?)))
        }
        Ok((format, content)) => {
            known.extend(import::dimensions(&source.bytes));
            let options = options.import_by_default();
            let graph = import::graph(format, &content, source.stem(), &options).map_err(refused)?;
            Ok(Content::Graph(Box::new(graph)))
        }
        Err(error) if is_json(&error, &source) => rank(&source),
        Err(error) => Err(refused(error)),
    }
}

fn rank(source: &InputFile) -> Result<Content, Failure> {
    Ok(Content::Rank(source.stem().to_owned(), super::parse(source)?))
}

/// Checks that every dimension that is set exists in one of the files.
pub(super) fn check_dimensions(options: &ReadOptions, known: &BTreeSet<String>) -> Result<(), Failure> {
    import::check_dimensions(&options.dims, known)
        .map_err(|error| Failure::Use(format!("--dim {}: {error}", error.name)))
}

/// Returns the dimensions that are set in each of several files: of models, those that they have. Other files get all, as
/// their models are in further files.
pub(super) fn dimensions_of_each(
    files: &[InputFile],
    options: &ReadOptions,
) -> Result<Vec<BTreeMap<String, u64>>, Failure> {
    let is_model = |file: &InputFile| matches!(import::recognise(&file.bytes), Ok((ImportFormat::Onnx, _)));
    let own: Vec<_> =
        files.iter().map(|file| is_model(file).then(|| import::dimensions(&file.bytes))).collect();
    if let Some(models) = own.iter().cloned().collect::<Option<Vec<_>>>() {
        check_dimensions(options, &models.into_iter().flatten().collect())?;
    }
    let set_in = |own: &Option<BTreeSet<String>>| {
        let is_own = |name: &String| own.as_ref().is_none_or(|own| own.contains(name));
        options
            .dims
            .iter()
            .filter(|(name, _)| is_own(name))
            .map(|(name, &value)| (name.clone(), value))
            .collect()
    };
    Ok(own.iter().map(set_in).collect())
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
