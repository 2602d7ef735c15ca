//! The nodes of a graph and the tensors between them, by index.

use std::collections::{BTreeMap, BTreeSet};

use super::attributes::Attributes;
use super::error::OnnxError;
use super::proto::{GraphProto, NodeProto};
use crate::import::error::{FilePlace, ImportError, ImportReason};
use crate::topo;

/// One node; tensors are indices, inputs and outputs left out are `None`.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Position in the file.
    pub(super) index: usize,
    /// Its name, or else that of its first output.
    pub(super) name: String,
    /// Operator, preceded by its domain unless that is the default.
    pub(super) op: String,
    pub(super) inputs: Vec<Option<usize>>,
    /// The tensors it reads, each once.
    reads: Vec<usize>,
    pub(super) outputs: Vec<Option<usize>>,
    pub(super) attributes: Attributes,
}

impl Node {
    /// Returns an error at this node.
    pub(super) fn error(&self, error: OnnxError) -> ImportError {
        at(format!("node {} `{}` ({})", self.index, self.name, self.op), error)
    }

    /// Returns the tensors it reads, each once.
    pub(super) fn reads(&self) -> impl Iterator<Item = usize> {
        self.reads.iter().copied()
    }
}

/// Returns an error at a place in the structure of the model.
pub(super) fn at(place: String, error: OnnxError) -> ImportError {
    ImportError::new(FilePlace::Path(place), ImportReason::Onnx(Box::new(error)))
}

/// Tensors by name, with the nodes that make them.
#[derive(Default)]
pub(super) struct Tensors {
    pub(super) names: Vec<String>,
    ids: BTreeMap<String, usize>,
    /// The node that makes it; `None` for constants and inputs.
    pub(super) makers: Vec<Option<usize>>,
}

impl Tensors {
    /// Returns the tensor with a name.
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.ids.get(name).copied()
    }

    /// Adds a new tensor.
    pub(super) fn make(&mut self, name: &str, maker: Option<usize>) -> Result<usize, OnnxError> {
        if let Some(first) = self.get(name) {
            let first = match self.makers[first] {
                Some(node) => format!("node {node}"),
                None => "an initialiser or input of the graph".to_owned(),
            };
            return Err(OnnxError::MadeTwice { name: name.to_owned(), first });
        }
        let id = self.names.len();
        self.ids.insert(name.to_owned(), id);
        self.names.push(name.to_owned());
        self.makers.push(maker);
        Ok(id)
    }

    /// Returns the tensor with a name that a node or an output reads.
    pub(super) fn read(&self, name: &str) -> Result<usize, OnnxError> {
        self.get(name).ok_or_else(|| OnnxError::UnknownInput {
            name: name.to_owned(),
            closest: hws_input::nearest(name, self.names.iter().map(String::as_str)).map(str::to_owned),
        })
    }
}

/// Returns the nodes of a graph whose constants and inputs have been added to `tensors`.
pub(super) fn read(graph: &mut GraphProto, tensors: &mut Tensors) -> Result<Vec<Node>, ImportError> {
    let protos = std::mem::take(&mut graph.node);
    let mut nodes = Vec::with_capacity(protos.len());
    let mut inputs = Vec::with_capacity(protos.len());
    for (index, proto) in protos.into_iter().enumerate() {
        let (mut node, names) = without_tensors(index, proto);
        for name in &names.1 {
            let made = (!name.is_empty()).then(|| tensors.make(name, Some(index))).transpose();
            node.outputs.push(made.map_err(|error| node.error(error))?);
        }
        inputs.push(names.0);
        nodes.push(node);
    }
    for (node, names) in nodes.iter_mut().zip(inputs) {
        for name in &names {
            let read = (!name.is_empty()).then(|| tensors.read(name)).transpose();
            node.inputs.push(read.map_err(|error| node.error(error))?);
        }
        let mut seen = BTreeSet::new();
        node.reads = node.inputs.iter().flatten().copied().filter(|&tensor| seen.insert(tensor)).collect();
    }
    Ok(nodes)
}

/// Returns a node, and the names of its inputs and outputs.
fn without_tensors(index: usize, proto: NodeProto) -> (Node, (Vec<String>, Vec<String>)) {
    let op = full_name(&proto.domain, &proto.op_type);
    let output = || proto.output.iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
    let name = if proto.name.is_empty() { output() } else { proto.name };
    let attributes = Attributes(proto.attribute);
    let (inputs, reads, outputs) = (Vec::new(), Vec::new(), Vec::new());
    (Node { index, name, op, inputs, reads, outputs, attributes }, (proto.input, proto.output))
}

/// The default domain has two names and is left out.
pub(super) fn full_name(domain: &str, op: &str) -> String {
    match domain {
        "" | "ai.onnx" => op.to_owned(),
        other => format!("{other}.{op}"),
    }
}

/// Returns the nodes in a topological order; otherwise in the order of the file.
pub(super) fn order(nodes: &[Node], tensors: &Tensors) -> Result<Vec<usize>, ImportError> {
    let preds = |node: &Node| {
        let mut preds: Vec<usize> = node.reads().filter_map(|tensor| tensors.makers[tensor]).collect();
        preds.sort_unstable();
        preds.dedup();
        preds
    };
    let preds: Vec<_> = nodes.iter().map(preds).collect();
    topo::topological(&preds).map_err(|node| nodes[node].error(OnnxError::Cycle))
}
