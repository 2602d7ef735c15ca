//! Rules of the user for operators: a YAML file (`--ops`) with types, shapes, operations and bytes as expressions.
//!
//! Keys and expressions are checked when the file is read, every expression is evaluated for every node of the operator.
//! The format is described in docs/onnx.md.

mod evaluate;
mod expression;
mod parse;
mod schema;

use std::collections::BTreeMap;
use std::sync::Arc;

use hws_input::yaml::YamlRead;

use self::evaluate::Node;
use self::expression::{Dim, Expression};
use super::dtype::DType;
use super::error::OnnxError;
use super::fact::Fact;
use super::ops::{Call, Operations, Traffic};
use super::rule::Work;

/// Rules for operators by name, preceded by its domain unless that is the default.
///
/// ```
/// use hws_plan::import::onnx::UserRules;
/// let text = "operators:\n  com.example.Twice:\n    outputs: [{ shape: in0 }]\n    operations: 2 * out0.elements\n";
/// assert_eq!(UserRules::parse(text, "ops.yaml").unwrap().names().collect::<Vec<_>>(), ["com.example.Twice"]);
/// let error = UserRules::parse("operator: {}\n", "ops.yaml").unwrap_err();
/// assert_eq!(error.to_string(), "ops.yaml:1:1: unknown key `operator` in a file of rules; did you mean `operators`? the keys are operators");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UserRules(Arc<BTreeMap<String, UserRule>>);

impl UserRules {
    /// Reads the text of a file; `file` is its name in errors.
    ///
    /// # Errors
    /// The first problem, with line, column and a remedy.
    pub fn parse(text: &str, file: &str) -> YamlRead<Self> {
        parse::rules(text, file).map(|rules| Self(Arc::new(rules)))
    }

    /// Returns the JSON Schema (draft 2020-12) of such a file.
    #[must_use]
    pub fn schema() -> serde_json::Value {
        schema::schema()
    }

    /// Returns the names of the operators.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the rule of an operator.
    pub(super) fn find(&self, op: &str) -> Option<&UserRule> {
        self.0.get(op)
    }
}

/// The rule of one operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UserRule {
    pub(super) name: String,
    /// File, line and column.
    place: String,
    /// Minimum and maximum number of inputs.
    inputs: (usize, usize),
    outputs: Vec<Output>,
    operations: Option<Expression>,
    macs: Option<Expression>,
    bytes: Option<Expression>,
    pub(super) is_fusible: bool,
}

/// Type and shape of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Output {
    dtype: OutputType,
    shape: Vec<Dim>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutputType {
    Given(DType),
    /// That of an input.
    Input(usize),
}

impl UserRule {
    /// Returns the facts about the outputs of a node.
    pub(super) fn outputs(&self, call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
        call.only_tensors()?;
        let (found, (least, most)) = (call.inputs.len(), self.inputs);
        if found < least || found > most {
            return Err(OnnxError::Inputs { found, least, most });
        }
        let (found, most) = (call.outputs, self.outputs.len());
        if found > most {
            return Err(OnnxError::Outputs { found, most });
        }
        let node = Node { call, outputs: &[] };
        self.outputs[..found]
            .iter()
            .map(|output| output.fact(&node))
            .collect::<Result<_, _>>()
            .map_err(self.wrong())
    }

    /// Returns the work of a node.
    pub(super) fn work(&self, call: &Call<'_>, outputs: &[Fact]) -> Result<Work, OnnxError> {
        let node = Node { call, outputs };
        let count =
            |expression: &Option<Expression>| expression.as_ref().map(|one| node.count(one)).transpose();
        let all = || {
            let others = count(&self.operations)?.unwrap_or(0);
            let macs = count(&self.macs)?.unwrap_or(0);
            let traffic = count(&self.bytes)?.map_or(Traffic::All, Traffic::Given);
            Ok(Work { operations: Operations { macs, others }, traffic })
        };
        all().map_err(self.wrong())
    }

    fn wrong(&self) -> impl Fn(String) -> OnnxError {
        |reason| OnnxError::UserRule { place: self.place.clone(), reason }
    }
}

impl Output {
    fn fact(&self, node: &Node<'_>) -> Result<Fact, String> {
        let dtype = match self.dtype {
            OutputType::Given(dtype) => dtype,
            OutputType::Input(index) => node.input(index)?.dtype,
        };
        Ok(Fact::new(dtype, node.shape(&self.shape)?))
    }
}
