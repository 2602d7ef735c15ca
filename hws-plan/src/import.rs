//! Importers: from the bytes of a file to a [`TaskGraph`].
//!
//! A file's format is decided by its content, never by its name: [`recognise`] inflates gzip and
//! returns the [`ImportFormat`], [`graph`] reads it. Every refusal is one [`ImportError`] with a place, a
//! reason and a remedy; the caller adds the file's name with [`ImportError::in_file`].

pub mod gemini;
pub mod onnx;

mod cnn;
mod cut;
mod decimal;
mod dimensions;
mod error;
pub(crate) mod fault;
mod inflate;
mod lines;
mod options;
mod rank;
mod recognise;
mod stg;
mod task_ir;
mod wfcommons;

pub use cut::CutError;
pub use dimensions::{UnknownDimension, check_dimensions, dimensions};
pub use error::{FilePlace, ImportError, ImportErrorInFile, ImportReason};
pub use fault::LanguageFault;
pub use inflate::INFLATED_MOST;
pub use options::ImportOptions;
pub use recognise::{Content, ImportFormat, read_text, recognise};

use crate::TaskGraph;

/// Reads a graph of a recognised format; `name` becomes the graph's name.
///
/// [`ImportFormat::Workload`] and [`ImportFormat::Plan`] can hold several graphs. They are refused here; the caller
/// reads them.
pub fn graph(
    format: ImportFormat,
    content: &Content<'_>,
    name: &str,
    options: &ImportOptions,
) -> Result<TaskGraph, ImportError> {
    let graph = match format {
        ImportFormat::Stg => stg::read(content.text()?, name),
        ImportFormat::Cnn => cnn::read(content.text()?, name),
        ImportFormat::WfCommons => wfcommons::read(content.text()?, name),
        ImportFormat::Rank => rank::read(content.text()?, name),
        ImportFormat::Gemini => gemini::graph(content.text()?, name),
        ImportFormat::Onnx => onnx::graph(content.bytes(), name, options),
        ImportFormat::TaskIr => task_ir::graph(content.text()?, name, options),
        ImportFormat::Workload => Err(ImportError::new(FilePlace::File, ImportReason::WorkloadIsNoGraph)),
        ImportFormat::Plan => Err(ImportError::new(FilePlace::File, ImportReason::PlanIsNoGraph)),
    }?;
    if graph.is_empty() { Err(ImportError::new(FilePlace::File, ImportReason::NoTask)) } else { Ok(graph) }
}
