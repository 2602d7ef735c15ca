//! Applies the rules to the nodes in order: the type of each tensor, and which nodes become kernels.
//!
//! A node is folded, and does not become a kernel, if it depends only on constants of the file, or if the values
//! of all its outputs are known before the run (the shape of a tensor, and what is computed from it).
//! A node on which no output of the graph depends does not become a kernel either, but its types are checked.

use super::error::OnnxError;
use super::fact::Fact;
use super::net::Net;
use super::node::Node;
use super::ops::{self, Call, Operations, Operator};
use crate::import::error::ImportError;

/// Operators that run other graphs.
const CONTROL_FLOW: &[&str] = &["If", "Loop", "Scan", "SequenceMap"];

/// A model with the types of its tensors.
pub(super) struct Inferred {
    pub(super) net: Net,
    /// Type by tensor.
    pub(super) facts: Vec<Fact>,
    /// Whether the values are known before the run, by tensor.
    pub(super) is_constant: Vec<bool>,
    /// Operator by node.
    pub(super) operators: Vec<&'static Operator>,
    /// Work by node; none for a folded node.
    pub(super) operations: Vec<Operations>,
    /// Whether it becomes a kernel, by node.
    pub(super) is_kernel: Vec<bool>,
}

/// Applies the rules.
pub(super) fn infer(net: Net) -> Result<Inferred, ImportError> {
    let operator = |node: &Node| operator(node, &net.functions).map_err(|error| node.error(error));
    let operators = net.nodes.iter().map(operator).collect::<Result<Vec<_>, _>>()?;
    let mut state = State {
        facts: net.given.clone(),
        is_constant: net.is_constant.clone(),
        operations: vec![Operations::default(); net.nodes.len()],
        is_folded: vec![false; net.nodes.len()],
    };
    for &index in &net.order {
        let node = &net.nodes[index];
        state.apply(&net, node, operators[index]).map_err(|error| node.error(error))?;
    }
    let is_kernel = reachable(&net, &state.is_folded);
    if !is_kernel.contains(&true) {
        return Err(super::whole(OnnxError::NoWork));
    }
    // Every tensor is given or the output of a node, and `order` has every node.
    let facts: Option<Vec<Fact>> = state.facts.into_iter().collect();
    let facts = facts.ok_or_else(|| super::whole(OnnxError::Nothing { what: "type for a tensor" }))?;
    let State { is_constant, operations, .. } = state;
    Ok(Inferred { net, facts, is_constant, operators, operations, is_kernel })
}

fn operator(node: &Node, functions: &[String]) -> Result<&'static Operator, OnnxError> {
    let op = || node.op.clone();
    if functions.contains(&node.op) {
        return Err(OnnxError::Function { op: op() });
    }
    if CONTROL_FLOW.contains(&node.op.as_str()) {
        return Err(OnnxError::ControlFlow { op: op() });
    }
    let unknown = || OnnxError::UnknownOperator {
        op: op(),
        closest: hws_input::nearest(&node.op, ops::names()).map(str::to_owned),
    };
    ops::find(&node.op).ok_or_else(unknown)
}

struct State {
    facts: Vec<Option<Fact>>,
    is_constant: Vec<bool>,
    operations: Vec<Operations>,
    is_folded: Vec<bool>,
}

impl State {
    fn apply(&mut self, net: &Net, node: &Node, operator: &Operator) -> Result<(), OnnxError> {
        let inputs = node.inputs.iter().map(|input| input.and_then(|tensor| self.facts[tensor].as_ref()));
        let call = Call {
            opset: net.opset,
            inputs: inputs.collect(),
            outputs: node.outputs.len(),
            attributes: &node.attributes,
        };
        let facts = operator.outputs(&call)?;
        let is_folded = self.is_folded(node, &facts);
        if !is_folded {
            self.operations[node.index] = operator.operations(&call, &facts)?;
        }
        self.is_folded[node.index] = is_folded;
        for (output, fact) in node.outputs.iter().zip(facts) {
            let Some(tensor) = *output else { continue };
            let fact = fact.countable()?;
            if let Some(declared) = net.declared.get(&tensor) {
                declared.check(&net.tensors.names[tensor], &fact)?;
            }
            self.facts[tensor] = Some(fact);
            self.is_constant[tensor] = is_folded;
        }
        Ok(())
    }

    fn is_folded(&self, node: &Node, facts: &[Fact]) -> bool {
        let made = node.outputs.len().min(facts.len());
        node.reads().all(|tensor| self.is_constant[tensor])
            || facts[..made].iter().all(|fact| fact.values.is_some())
    }
}

/// Nodes that are not folded and that an output of the graph depends on.
fn reachable(net: &Net, is_folded: &[bool]) -> Vec<bool> {
    let mut is_read = vec![false; net.tensors.names.len()];
    let mut is_kernel = vec![false; net.nodes.len()];
    net.outputs.iter().for_each(|&tensor| is_read[tensor] = true);
    for &index in net.order.iter().rev() {
        let node = &net.nodes[index];
        if !is_folded[index] && node.outputs.iter().flatten().any(|&tensor| is_read[tensor]) {
            is_kernel[index] = true;
            node.reads().for_each(|tensor| is_read[tensor] = true);
        }
    }
    is_kernel
}
