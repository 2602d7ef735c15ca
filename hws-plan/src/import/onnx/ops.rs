//! The operators: shape rule, operations, memory traffic, and whether it may be fused.
//!
//! [`table`] has one line per operator; the rules are functions in one file per family. A rule gets the
//! node as a [`Call`] and returns the facts about its outputs, in order. Adding an operator takes one line
//! and, if no existing rule fits, one function.

mod call;
mod constant;
mod conv;
mod count;
mod elementwise;
mod layout;
mod matrix;
mod normalise;
mod pool;
mod reduce;
mod select;
mod table;
mod view;
mod window;

pub(super) use call::Call;
pub(super) use count::Operations;
pub(super) use table::{find, names};

use super::error::OnnxError;
use super::fact::Fact;

/// From a node to the facts about its outputs.
type Rule = fn(&Call<'_>) -> Result<Vec<Fact>, OnnxError>;
/// From a node and its outputs to its operations.
type Count = fn(&Call<'_>, &[Fact]) -> Result<Operations, OnnxError>;

/// The memory traffic of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traffic {
    /// Every input and every output once.
    All,
    /// Nothing: the output is the input with another shape.
    View,
    /// As much of the first input as the output holds, and the other tensors once.
    Picked,
}

/// An operator.
pub(super) struct Operator {
    pub(super) name: &'static str,
    /// Minimum and maximum number of inputs.
    inputs: (usize, usize),
    rule: Rule,
    count: Count,
    pub(super) traffic: Traffic,
    /// Whether each output element depends on one element of an input of the same size, so that the operator
    /// can join the kernel of this input's producer.
    pub(super) is_fusible: bool,
}

impl Operator {
    const fn new(name: &'static str, least: usize, most: usize, rule: Rule, count: Count) -> Self {
        Self { name, inputs: (least, most), rule, count, traffic: Traffic::All, is_fusible: false }
    }

    const fn fusible(self) -> Self {
        Self { is_fusible: true, ..self }
    }

    const fn view(self) -> Self {
        Self { traffic: Traffic::View, is_fusible: true, ..self }
    }

    const fn picks(self) -> Self {
        Self { traffic: Traffic::Picked, ..self }
    }

    /// Returns the facts about the outputs.
    pub(super) fn outputs(&self, call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
        let (found, (least, most)) = (call.inputs.len(), self.inputs);
        if found < least || found > most {
            return Err(OnnxError::Inputs { found, least, most });
        }
        let facts = (self.rule)(call)?;
        let (found, most) = (call.outputs, facts.len());
        if found > most { Err(OnnxError::Outputs { found, most }) } else { Ok(facts) }
    }

    /// Returns the operations of the node.
    pub(super) fn operations(&self, call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
        (self.count)(call, outputs)
    }
}
