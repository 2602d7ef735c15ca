//! The importer on models built here, node by node.

mod build;
mod expanding;
mod fusing;
mod graphs;
mod refusals;
mod rules;
mod soup;
mod user_rules;

use build::Build;

use super::{OnnxModel, read};
use crate::import::{ImportError, ImportOptions};

fn import(model: &Build) -> Result<OnnxModel, ImportError> {
    read(&model.bytes(), &ImportOptions::default())
}

fn error(model: &Build) -> String {
    import(model).unwrap_err().in_file("m.onnx").to_string()
}

/// Names and predecessors of the kernels.
fn kernels(model: &OnnxModel) -> Vec<(&str, &[usize])> {
    model.kernels.iter().map(|kernel| (kernel.name.as_str(), kernel.preds.as_slice())).collect()
}

fn shape<'m>(model: &'m OnnxModel, name: &str) -> &'m [u64] {
    &model.tensors.iter().find(|tensor| tensor.name == name).unwrap().shape
}
