//! From ONNX models to task graphs: a kernel for each operator that does not only depend on constants, with its
//! threads and blocks.
//!
//! The protobuf is decoded (`proto`). The nodes of the graph are visited in order (`scope`, `state`): functions,
//! branches and loops are expanded (`expand`), and the rule of each operator (`rule`, `ops`) gives every tensor a type
//! and a shape. Nodes are grouped (`fuse`) and cut into blocks (`cut`). Weights are never read, so they may be in
//! other files or left out.
//!
//! Declarations of tensors have to agree with the types and shapes that follow from the nodes. Errors name the
//! node by number, name and operator.
//!
//! Operators outside the table have a rule of the user ([`UserRules`]), count as [`UnknownOp`], or are refused, all in
//! one error. Shapes that depend on values known only at run time are taken from the declarations of the model.
//! Maps are refused. [`OnnxBuilder`] writes models.

mod attributes;
mod builder;
mod constants;
mod declared;
mod dimensions;
mod dtype;
mod error;
mod expand;
mod fact;
mod fuse;
mod infer;
mod kernels;
mod net;
mod node;
mod ops;
mod proto;
mod real;
mod rule;
mod rules;
mod scope;
mod state;
mod tensors;
mod unknown;
mod unsupported;
mod values;
mod wire;

pub use builder::{OnnxAttribute, OnnxBuilder};
pub use dimensions::dimensions;
pub use dtype::DType;
pub use error::{MissingOperator, OnnxError};
pub use kernels::OnnxKernel;
pub use rules::UserRules;
pub use unknown::UnknownOp;
pub(super) use wire::is_model;

#[cfg(test)]
mod tests;

use prost::Message;
use prost::bytes::Bytes;

use super::error::{FilePlace, ImportError, ImportReason};
use super::options::ImportOptions;
use crate::{Task, TaskGraph};
use proto::ModelProto;

/// A model of which everything except the weights is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnnxModel {
    /// Every tensor: constants, inputs, then the outputs of the nodes in the order of the file, each followed by what the
    /// body of its node has. Sequences are left out.
    pub tensors: Vec<OnnxTensor>,
    /// The kernels, in a topological order.
    pub kernels: Vec<OnnxKernel>,
}

/// A tensor of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnnxTensor {
    /// Name, unique in the model.
    pub name: String,
    /// Element type.
    pub dtype: DType,
    /// Dimensions, outermost first.
    pub shape: Vec<u64>,
    /// Whether its values are known before the run.
    pub is_constant: bool,
}

/// Reads a model from inflated bytes.
pub fn read(bytes: &[u8], options: &ImportOptions) -> Result<OnnxModel, ImportError> {
    let proto = decode(bytes)?;
    let model = infer::infer(&proto, options)?;
    let groups = fuse::groups(&model, options.fuse);
    let kernels = kernels::kernels(&model, &groups, options)?;
    let tensors = model.tensors.names.into_iter().zip(model.facts).zip(model.tensors.is_constant);
    let tensor = |((name, fact), is_constant): ((String, fact::Fact), bool)| OnnxTensor {
        name,
        dtype: fact.dtype,
        shape: fact.shape,
        is_constant,
    };
    let tensors = tensors.filter(|((_, fact), _)| fact.is_tensor()).map(tensor).collect();
    Ok(OnnxModel { tensors, kernels })
}

/// Decodes the messages of a file.
fn decode(bytes: &[u8]) -> Result<ModelProto, ImportError> {
    wire::check_parts(bytes).map_err(whole)?;
    // With owned bytes, the values of constants are slices of them and not copies.
    let decoded = ModelProto::decode(Bytes::copy_from_slice(bytes));
    decoded.map_err(|error| whole(OnnxError::Damaged { message: error.to_string() }))
}

/// Reads a model as a graph in cycles.
pub(super) fn graph(bytes: &[u8], name: &str, options: &ImportOptions) -> Result<TaskGraph, ImportError> {
    let kernels = read(bytes, options)?.kernels;
    let demands = kernels.iter().map(|kernel| kernel.demand).collect();
    let task = |kernel: OnnxKernel| Task { id: kernel.name, time: 0, core: None, preds: kernel.preds };
    let graph = TaskGraph::new(name, kernels.into_iter().map(task).collect());
    let graph = graph.and_then(|graph| graph.with_demands(demands));
    graph.map_err(|error| whole(OnnxError::Graph(error)))
}

/// Returns an error that concerns the whole file.
fn whole(error: OnnxError) -> ImportError {
    ImportError::new(FilePlace::File, ImportReason::Onnx(Box::new(error)))
}
