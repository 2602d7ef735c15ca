//! Reading a workload from one file: our YAML, or a graph in an imported format.

use super::Workload;
use super::error::WorkloadError;
use super::inputs::{InputFile, Inputs};
use super::options::{Loader, ReadOptions};

/// Top-level keys.
pub(super) const KEYS: &[&str] = &["hardware", "contexts", "firmware", "error_model", "dags"];
/// Most kernels of a workload, counting all instances: as many as a run can hold in memory.
pub(super) const KERNELS_MOST: usize = 1 << 20;

/// Reads a workload from the bytes of a file. The format is recognised by content, gzip included.
///
/// A single graph (Standard Task Graph, Gemini IR, ONNX model) becomes a workload on the default machine, with
/// one static graph that arrives at 0 and is named after the file. `name` is the file's name in errors.
/// [`Inputs`] reads several files.
///
/// # Errors
/// The first problem, with its place and a remedy.
pub fn read(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    loader: &mut dyn Loader,
) -> Result<Workload, WorkloadError> {
    let source = InputFile { name: name.to_owned(), bytes: bytes.to_vec() };
    let inputs = Inputs { files: vec![source], options: options.clone(), ..Inputs::default() };
    inputs.read(&mut |_: &str, path: &str| loader.load(path))
}
