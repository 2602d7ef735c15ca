//! From the messages of a file to a model in which everything except the weights is known.
//!
//! A node on which no output of the graph depends does not become a kernel, but its types are checked.

use std::collections::BTreeMap;

use super::error::OnnxError;
use super::expand::ROOM;
use super::fact::Fact;
use super::net;
use super::node::{Node, full_name};
use super::proto::ModelProto;
use super::scope::Scope;
use super::state::State;
use super::tensors::Tensors;
use super::{unsupported, whole};
use crate::import::ImportOptions;
use crate::import::error::ImportError;

/// A model with the types of its tensors.
pub(super) struct Inferred {
    pub(super) tensors: Tensors,
    /// In a topological order.
    pub(super) nodes: Vec<Node>,
    /// The outputs of the graph.
    pub(super) outputs: Vec<usize>,
    /// Type by tensor.
    pub(super) facts: Vec<Fact>,
    /// Whether it becomes a kernel, by node.
    pub(super) is_kernel: Vec<bool>,
}

/// Applies the rules.
pub(super) fn infer(model: &ModelProto, options: &ImportOptions) -> Result<Inferred, ImportError> {
    let graph = net::graph(model).map_err(whole)?;
    let opset = net::opset(model).map_err(whole)?;
    let functions: BTreeMap<_, _> = model
        .functions
        .iter()
        .map(|function| ((full_name(&function.domain, &function.name), function.overload.as_str()), function))
        .collect();
    unsupported::check(graph, &functions, options)?;
    let (tensors, nodes) = (Tensors::default(), Vec::new());
    let mut state = State { options, tensors, nodes, functions, room: ROOM };
    let outputs = net::run(&mut state, graph, &mut Scope::of_model(opset))?;
    let State { mut tensors, nodes, .. } = state;
    let is_kernel = reachable(&tensors, &nodes, &outputs);
    if !is_kernel.contains(&true) {
        return Err(whole(OnnxError::NoWork));
    }
    // Every tensor is given, or the output of a node that has been visited.
    let facts: Option<Vec<Fact>> = std::mem::take(&mut tensors.facts).into_iter().collect();
    let facts = facts.ok_or_else(|| whole(OnnxError::Nothing { what: "type for a tensor" }))?;
    check_empty(&outputs, &facts, options).map_err(whole)?;
    Ok(Inferred { tensors, nodes, outputs, facts, is_kernel })
}

/// Nodes that are not folded and that an output of the graph depends on.
fn reachable(tensors: &Tensors, nodes: &[Node], outputs: &[usize]) -> Vec<bool> {
    let mut is_read = vec![false; tensors.names.len()];
    let mut is_kernel = vec![false; nodes.len()];
    outputs.iter().for_each(|&tensor| is_read[tensors.wholes[tensor]] = true);
    for node in nodes.iter().rev() {
        if !node.is_folded && node.outputs.iter().flatten().any(|&tensor| is_read[tensor]) {
            is_kernel[node.index] = true;
            node.reads().for_each(|tensor| is_read[tensors.wholes[tensor]] = true);
        }
    }
    is_kernel
}

/// A dimension of 0 that the user has set must leave something to compute.
fn check_empty(outputs: &[usize], facts: &[Fact], options: &ImportOptions) -> Result<(), OnnxError> {
    let zero = options.dims.iter().find(|(_, value)| **value == 0).map(|(name, _)| name.clone());
    let is_empty = outputs.iter().all(|&tensor| facts[tensor].elements() == Ok(0));
    match zero {
        Some(name) if is_empty => Err(OnnxError::Empty { name }),
        _ => Ok(()),
    }
}
