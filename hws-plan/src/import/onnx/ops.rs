//! The operators: shape rule, operations, memory traffic, and whether it may be fused.
//!
//! [`table`] has one line per operator; the rules are functions in one file per family. A rule gets the
//! node as a [`Call`] and returns the facts about its outputs, in order. Adding an operator takes one line
//! and, if no existing rule fits, one function.

mod attention;
mod call;
mod constant;
mod conv;
mod count;
mod einsum;
mod elementwise;
mod follow;
mod fused;
mod layout;
mod llm;
mod matrix;
mod normalise;
mod pool;
mod random;
mod recurrent;
mod reduce;
mod resize;
mod scatter;
mod select;
mod sequence;
mod signal;
mod table;
mod text;
mod train;
mod view;
mod vision;
mod window;

pub(super) use call::{Call, axis};
pub(super) use count::Operations;
pub(super) use table::{find, names};

use super::error::OnnxError;
use super::fact::Fact;

/// From a node to the facts about its outputs.
type Rule = fn(&Call<'_>) -> Result<Vec<Fact>, OnnxError>;
/// From a node and its outputs to its operations.
type Count = fn(&Call<'_>, &[Fact]) -> Result<Operations, OnnxError>;

/// Inputs without limit.
const ANY: usize = usize::MAX;

/// The memory traffic of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traffic {
    /// Every input and every output once.
    All,
    /// Nothing: the output is the input with another shape.
    View,
    /// As much of the first input as the output holds, and the other tensors once.
    Picked,
    /// As many bytes as a rule says.
    Given(u64),
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
    /// Whether it runs even if all its inputs are known, as random numbers do.
    pub(super) is_random: bool,
    /// Whether its inputs may be sequences and optionals.
    takes_any: bool,
}

impl Operator {
    const fn new(name: &'static str, least: usize, most: usize, rule: Rule, count: Count) -> Self {
        Self { name, inputs: (least, most), rule, count, traffic: Traffic::All, ..Self::PLAIN }
    }

    const PLAIN: Self = Self {
        name: "",
        inputs: (0, 0),
        rule: |_| Ok(Vec::new()),
        count: count::nothing,
        traffic: Traffic::All,
        is_fusible: false,
        is_random: false,
        takes_any: false,
    };

    const fn fusible(self) -> Self {
        Self { is_fusible: true, ..self }
    }

    const fn view(self) -> Self {
        Self { traffic: Traffic::View, is_fusible: true, ..self }
    }

    const fn random(self) -> Self {
        Self { is_random: true, ..self }
    }

    /// A view over sequences and optionals, too.
    const fn collects(self) -> Self {
        Self { takes_any: true, traffic: Traffic::View, ..self }
    }

    /// Over sequences and optionals, too; all are moved.
    const fn collects_moved(self) -> Self {
        Self { takes_any: true, ..self }
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
        if !self.takes_any {
            call.only_tensors()?;
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
