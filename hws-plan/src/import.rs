//! Importers: a file's bytes to a [`TaskGraph`].
//!
//! What a file is, is decided by its content, never by its name: [`recognise`] inflates gzip and
//! names the [`Format`], [`graph`] reads it. Every refusal is one [`ImportError`] with a place, a
//! reason and a remedy; the caller adds the file's name with [`ImportError::in_file`].

pub mod gemini;
pub mod onnx;

mod cnn;
mod decimal;
mod error;
mod inflate;
mod lines;
mod options;
mod rank;
mod recognise;
mod stg;
mod wfcommons;

pub use error::{ImportError, InFile, InputPlace, Reason};
pub use inflate::INFLATED_MOST;
pub use options::Options;
pub use recognise::{Content, Format, read_text, recognise};

use crate::TaskGraph;

/// Reads a graph of a recognised format; `name` becomes the graph's name.
///
/// [`Format::Workload`] and [`Format::Plan`] are no single graph: they are refused here, the caller reads them.
pub fn graph(
    format: Format,
    content: &Content<'_>,
    name: &str,
    options: &Options,
) -> Result<TaskGraph, ImportError> {
    let graph = match format {
        Format::Stg => stg::read(content.text()?, name),
        Format::Cnn => cnn::read(content.text()?, name),
        Format::WfCommons => wfcommons::read(content.text()?, name),
        Format::Rank => rank::read(content.text()?, name),
        Format::Gemini => gemini::graph(content.text()?, name),
        Format::Onnx => onnx::graph(content.bytes(), name, options),
        Format::Workload => Err(ImportError::new(InputPlace::File, Reason::WorkloadIsNoGraph)),
        Format::Plan => Err(ImportError::new(InputPlace::File, Reason::PlanIsNoGraph)),
    }?;
    if graph.is_empty() { Err(ImportError::new(InputPlace::File, Reason::NoTask)) } else { Ok(graph) }
}
