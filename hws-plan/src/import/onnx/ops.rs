//! The operators: for each its shape rule, what it computes, what it moves, and whether it may be fused.
//!
//! [`table`] has a line per operator; the rules are functions in a file per family. A rule gets the
//! node as a [`Call`] and returns what is known of its outputs, in order. Adding an operator is a line
//! and, where no rule fits, a function.

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

/// From a node to what is known of its outputs.
type Rule = fn(&Call<'_>) -> Result<Vec<Fact>, OnnxError>;
/// From a node and its outputs to what it computes.
type Count = fn(&Call<'_>, &[Fact]) -> Result<Operations, OnnxError>;

/// What an operator reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traffic {
    /// Every input and every output once.
    All,
    /// Nothing: the output is the input under another shape.
    View,
    /// Of the first input as much as the output holds, and the rest once.
    Picked,
}

/// An operator.
pub(super) struct Operator {
    pub(super) name: &'static str,
    /// Fewest and most inputs.
    inputs: (usize, usize),
    rule: Rule,
    count: Count,
    pub(super) traffic: Traffic,
    /// Whether each output element depends on one element of an input of the same size, so that the
    /// producer of this input can go on with it.
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

    /// What is known of the outputs.
    pub(super) fn outputs(&self, call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
        let (found, (least, most)) = (call.inputs.len(), self.inputs);
        if found < least || found > most {
            return Err(OnnxError::Inputs { found, least, most });
        }
        let facts = (self.rule)(call)?;
        let (found, most) = (call.outputs, facts.len());
        if found > most { Err(OnnxError::Outputs { found, most }) } else { Ok(facts) }
    }

    /// What the node computes.
    pub(super) fn operations(&self, call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
        (self.count)(call, outputs)
    }
}
