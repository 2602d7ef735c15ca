//! From ONNX models to task graphs: a kernel for each operator that does not only depend on constants, with its
//! threads and blocks.
//!
//! The protobuf is decoded (`proto`), names are resolved to tensors (`net`), the rules of `ops` give every
//! tensor a type and a shape (`infer`), nodes are grouped (`fuse`) and cut into blocks (`cut`). Weights
//! are never read, so they may be in other files or left out.
//!
//! Declarations of tensors have to agree with the types and shapes that follow from the nodes. Errors name the
//! node by number, name and operator.
//!
//! Not supported, and refused by name: control flow, functions of the model, sequences and maps, operators
//! outside the table, shapes that depend on values known only at run time. [`OnnxBuilder`] writes models.

mod attributes;
mod builder;
mod constants;
mod declared;
mod dtype;
mod error;
mod fact;
mod fuse;
mod infer;
mod kernels;
mod net;
mod node;
mod ops;
mod proto;
mod wire;

pub use builder::{OnnxAttribute, OnnxBuilder};
pub use dtype::DType;
pub use error::OnnxError;
pub use kernels::OnnxKernel;
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
    /// Every tensor: constants, inputs, then the outputs of the nodes in the order of the file.
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
    wire::check_parts(bytes).map_err(whole)?;
    // With owned bytes, the values of constants are slices of them and not copies.
    let decoded = ModelProto::decode(Bytes::copy_from_slice(bytes));
    let proto = decoded.map_err(|error| whole(OnnxError::Damaged { message: error.to_string() }))?;
    let model = infer::infer(net::read(proto, &options.dims)?)?;
    let groups = fuse::groups(&model, options.fuse);
    let kernels = kernels::kernels(&model, &groups, options)?;
    let tensors = model.net.tensors.names.into_iter().zip(model.facts).zip(model.is_constant);
    let tensor = |((name, fact), is_constant): ((String, fact::Fact), bool)| OnnxTensor {
        name,
        dtype: fact.dtype,
        shape: fact.shape,
        is_constant,
    };
    Ok(OnnxModel { tensors: tensors.map(tensor).collect(), kernels })
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
