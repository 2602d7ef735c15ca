//! Errors of ONNX models, with the remedy in brackets.

use hws_input::did_you_mean;

use crate::GraphError;
use crate::import::CutError;

/// A fault of a model or one of its nodes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OnnxError {
    /// The protobuf is damaged or cut off.
    #[error("the ONNX file is damaged or cut off: {message} (copy or download it again)")]
    Damaged {
        /// The message of the decoder, and the field it was reading.
        message: String,
    },
    /// More parts than a real model has.
    #[error("the ONNX file has more than {most} nodes, names and attributes (split the model)")]
    TooManyParts {
        /// The limit.
        most: usize,
    },
    /// A missing part of the model.
    #[error("the model has no {what} (export it again with its graph)")]
    Nothing {
        /// The missing part.
        what: &'static str,
    },
    /// No node is left to run.
    #[error(
        "every output is known before the run, so there is no work (let an output depend on the values of an input)"
    )]
    NoWork,
    /// A model without the version of its operator set.
    #[error(
        "the model does not give the version of the ONNX operators (export it again, with an opset_import)"
    )]
    NoOpset,
    /// Operators that are not supported.
    #[error("{}", list(missing, *more))]
    UnknownOperators {
        /// The first of them.
        missing: Vec<MissingOperator>,
        /// How many more there are.
        more: usize,
    },
    /// An operator whose work depends on values.
    #[error(
        "`{op}` is control flow that depends on values which are not known before the run (set an input of the model with `--dim NAME=N`, export the model with fixed shapes, or count the node as one kernel with `--unknown-op cost=bytes`)"
    )]
    ControlFlow {
        /// Its name.
        op: String,
    },
    /// Functions and loops that make too many nodes.
    #[error(
        "functions and loops make more than {most} nodes (run fewer turns, or count the node as one kernel with `--unknown-op cost=bytes`)"
    )]
    TooManyTurns {
        /// The limit.
        most: u64,
    },
    /// Functions that call themselves, or bodies that are too deep.
    #[error("functions and bodies are nested more than {most} deep (a function must not call itself)")]
    TooDeep {
        /// The limit.
        most: usize,
    },
    /// An output of an unknown operator without a declared shape.
    #[error(
        "the type and shape of its output {index} are not declared (declare them in the model: onnx.shape_inference, give a rule for the operator with `--ops FILE`, or add `shape=input` to `--unknown-op`)"
    )]
    Undeclared {
        /// The output's position from 0.
        index: usize,
    },
    /// A rule of the user that does not fit a node.
    #[error("the rule in {place} does not fit: {reason} (correct the rule)")]
    UserRule {
        /// File, line and column of the rule.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// A dimension of 0 that leaves nothing to compute.
    #[error("every output is empty with `--dim {name}=0` (give a larger dimension)")]
    Empty {
        /// The dimension.
        name: String,
    },
    /// A tensor that does not exist.
    #[error(
        "its input `{name}` does not exist ({}name a graph input, an initialiser or the output of a node)",
        did_you_mean(closest.as_deref())
    )]
    UnknownInput {
        /// The name.
        name: String,
        /// The most similar existing name.
        closest: Option<String>,
    },
    /// Two tensors with the same name.
    #[error("`{name}` is defined twice, first by {first} (rename one)")]
    MadeTwice {
        /// The name.
        name: String,
        /// Where it is first defined.
        first: String,
    },
    /// Nodes that wait for each other.
    #[error("it waits for itself along a cycle (remove one of the cycle's inputs)")]
    Cycle,
    /// Too few or too many inputs.
    #[error("it has {found} inputs (give {})", range(*least, *most))]
    Inputs {
        /// Number found.
        found: usize,
        /// The minimum.
        least: usize,
        /// The maximum.
        most: usize,
    },
    /// A required input that is left out.
    #[error("its input {index} is left out (connect it)")]
    NoInput {
        /// Its position from 0.
        index: usize,
    },
    /// More outputs than the operator has.
    #[error("it has {found} outputs (give at most {most})")]
    Outputs {
        /// Number found.
        found: usize,
        /// The maximum.
        most: usize,
    },
    /// A missing required attribute.
    #[error("the attribute `{name}` is missing (add it)")]
    NoAttribute {
        /// Its name.
        name: &'static str,
    },
    /// A value that is not allowed.
    #[error("{what} is {found} (give {wanted})")]
    Value {
        /// The subject.
        what: String,
        /// Its value or type.
        found: String,
        /// What is expected.
        wanted: String,
    },
    /// A shape that depends on values known only at run time.
    #[error(
        "its shape depends on the values of input {index}, which are not known before the run (declare the shapes of its outputs in the model, set an input of the model with `--dim NAME=N`, or export the model with fixed shapes)"
    )]
    DataDependent {
        /// The input's position from 0.
        index: usize,
    },
    /// A dimension without a number.
    #[error("dimension {axis} is open (give it with `--dim {symbol}=N`)")]
    OpenDimension {
        /// The dimension from 0.
        axis: usize,
        /// Its name; INPUT.AXIS if the model gives none.
        symbol: String,
    },
    /// A type that the importer cannot count.
    #[error("it is {found} (use tensors)")]
    Type {
        /// Its value or type.
        found: String,
    },
    /// A declaration that contradicts the nodes.
    #[error("`{name}` is declared as {declared}, but is {inferred} (correct the declaration, or remove it)")]
    Contradiction {
        /// The tensor.
        name: String,
        /// The declaration.
        declared: String,
        /// The type that follows from the nodes.
        inferred: String,
    },
    /// A number that does not fit in 64 bits.
    #[error("{what} does not fit in 64 bits (use smaller dimensions)")]
    TooLarge {
        /// Which number.
        what: String,
    },
    /// Work that cannot be cut into blocks.
    #[error("{0}")]
    Cut(CutError),
    /// The graph is unsound in a way that the variants above do not cover.
    #[error("{0}")]
    Graph(GraphError),
}

/// An operator without a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingOperator {
    /// Its name, preceded by its domain unless that is the default.
    pub op: String,
    /// How many nodes of the model use it.
    pub nodes: usize,
    /// The first of these nodes.
    pub first: String,
    /// Its position among the operators without a rule.
    pub(super) order: usize,
    /// The most similar known name.
    pub closest: Option<String>,
}

fn list(missing: &[MissingOperator], more: usize) -> String {
    let one = |missing: &MissingOperator| {
        let closest = missing.closest.as_ref().map(|name| format!(", did you mean `{name}`?"));
        let nodes =
            if missing.nodes == 1 { String::new() } else { format!("{} nodes, first ", missing.nodes) };
        format!("`{}` ({nodes}{}{})", missing.op, missing.first, closest.unwrap_or_default())
    };
    let listed = missing.iter().map(one).collect::<Vec<_>>().join(", ");
    let more_text = if more > 0 { format!(" and {more} more") } else { String::new() };
    let start = match missing.len() + more {
        1 => "an operator is not supported".to_owned(),
        count => format!("{count} operators are not supported"),
    };
    format!(
        "{start}: {listed}{more_text} (count only their bytes with `--unknown-op cost=bytes`, or give rules for them with `--ops FILE`; docs/onnx.md lists the supported operators)"
    )
}

impl OnnxError {
    /// `what` is `found` instead of `wanted`.
    pub(super) fn value(
        what: impl Into<String>,
        found: impl std::fmt::Display,
        wanted: impl Into<String>,
    ) -> Self {
        Self::Value { what: what.into(), found: found.to_string(), wanted: wanted.into() }
    }

    /// `what` does not fit in 64 bits.
    pub(super) fn too_large(what: impl Into<String>) -> Self {
        Self::TooLarge { what: what.into() }
    }
}

fn range(least: usize, most: usize) -> String {
    match (least, most) {
        (least, most) if least == most => least.to_string(),
        (least, usize::MAX) => format!("at least {least}"),
        (least, most) => format!("{least} to {most}"),
    }
}
