//! Networks from the layer tables of their papers, as ONNX models: layers and shapes, no trained weights.
//!
//! The program `onnx_models` writes them, and a test compares what it would write with the files of
//! `examples/models`.

mod layers;
mod mobilenet;
mod resnet50;
mod squeezenet;

/// Writes the bytes of a model.
type WriteModel = fn() -> Vec<u8>;

/// File name without the extension, and the bytes of the file.
pub(crate) const ALL: [(&str, WriteModel); 3] =
    [("mobilenet", mobilenet::model), ("resnet50", resnet50::model), ("squeezenet", squeezenet::model)];
