//! How the outputs and the work of a node follow from its inputs: by a rule of the user, by the table, or by what the
//! user wants of every other operator.

use std::borrow::Cow;

use super::error::OnnxError;
use super::fact::Fact;
use super::ops::{self, Call, Operations, Operator, Traffic};
use super::rules::UserRule;
use super::unknown::UnknownOp;
use crate::import::ImportOptions;

/// See the module.
pub(super) enum Rule<'m> {
    /// Of the table.
    Known(&'static Operator),
    /// Of the user's file.
    User(&'m UserRule),
    /// Of any other operator, by its name.
    Unknown(&'m UnknownOp, String),
    /// What puts together the results of a loop.
    Gathered {
        /// The operator of the loop.
        name: String,
        /// The result.
        fact: Fact,
        /// Whether it is moved.
        traffic: Traffic,
    },
}

/// What a node does.
pub(super) struct Work {
    pub(super) operations: Operations,
    pub(super) traffic: Traffic,
}

impl<'m> Rule<'m> {
    /// Returns the rule of an operator.
    pub(super) fn find(op: &str, options: &'m ImportOptions) -> Option<Self> {
        let user = options.rules.find(op).map(Self::User);
        let known = || ops::find(op).map(Self::Known);
        let unknown = || options.unknown_op.as_ref().map(|rule| Self::Unknown(rule, op.to_owned()));
        user.or_else(known).or_else(unknown)
    }

    pub(super) fn name(&self) -> Cow<'static, str> {
        match self {
            Self::Known(operator) => operator.name.into(),
            Self::User(rule) => rule.name.clone().into(),
            Self::Unknown(_, name) | Self::Gathered { name, .. } => name.clone().into(),
        }
    }

    pub(super) fn is_fusible(&self) -> bool {
        match self {
            Self::Known(operator) => operator.is_fusible,
            Self::User(rule) => rule.is_fusible,
            Self::Unknown(..) | Self::Gathered { .. } => false,
        }
    }

    /// Returns whether the node runs even if all its inputs are known.
    pub(super) fn is_random(&self) -> bool {
        matches!(self, Self::Known(Operator { is_random: true, .. }))
    }

    /// Returns the facts about the outputs; `declared` has those that the file declares.
    pub(super) fn outputs(
        &self,
        call: &Call<'_>,
        declared: &dyn Fn(usize) -> Option<Fact>,
    ) -> Result<Vec<Fact>, OnnxError> {
        match self {
            Self::Known(operator) => operator.outputs(call),
            Self::User(rule) => rule.outputs(call),
            Self::Unknown(rule, _) => rule.outputs(call, declared),
            Self::Gathered { fact, .. } => Ok(vec![fact.clone()]),
        }
    }

    /// Returns the work of a node that is not folded.
    pub(super) fn work(&self, call: &Call<'_>, outputs: &[Fact]) -> Result<Work, OnnxError> {
        match self {
            Self::Known(operator) => {
                Ok(Work { operations: operator.operations(call, outputs)?, traffic: operator.traffic })
            }
            Self::User(rule) => rule.work(call, outputs),
            Self::Unknown(rule, _) => {
                Ok(Work { operations: rule.operations(outputs)?, traffic: Traffic::All })
            }
            Self::Gathered { traffic, .. } => {
                Ok(Work { operations: Operations::default(), traffic: *traffic })
            }
        }
    }
}
