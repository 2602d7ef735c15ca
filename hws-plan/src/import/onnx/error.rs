//! Why an ONNX model cannot be imported; the text in brackets is the remedy.

use hws_input::did_you_mean;

use crate::GraphError;
use crate::cost::CostError;

/// What is wrong with a model or one of its nodes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OnnxError {
    /// The protobuf is damaged or cut off.
    #[error("the ONNX file is damaged or cut off: {message} (get it again)")]
    Damaged {
        /// What the decoder says, and which field it was reading.
        message: String,
    },
    /// More parts than a real model has.
    #[error("the ONNX file has more than {most} nodes, names and attributes (split the model)")]
    TooManyParts {
        /// The limit.
        most: usize,
    },
    /// Nothing to run.
    #[error("the model has no {what} (export it again with its graph)")]
    Nothing {
        /// What is not there.
        what: &'static str,
    },
    /// Nothing is left to run.
    #[error("every node depends on constants only, so there is no work (give the graph an input)")]
    NoWork,
    /// No version of the operators.
    #[error("the model names no version of the ONNX operators (export it again, with an opset_import)")]
    NoOpset,
    /// An operator without a rule.
    #[error(
        "there is no rule for the operator `{op}` ({}docs/workloads.md lists the known ones)",
        did_you_mean(closest.as_deref())
    )]
    UnknownOperator {
        /// Its name, with the domain before it unless that is the usual one.
        op: String,
        /// The known name nearest to it.
        closest: Option<String>,
    },
    /// An operator whose work depends on values.
    #[error("`{op}` is control flow, whose work depends on values (export the model unrolled)")]
    ControlFlow {
        /// Its name.
        op: String,
    },
    /// A function that the model brings along.
    #[error(
        "`{op}` is a function of the model, which is not expanded (inline it: onnx.inliner.inline_local_functions)"
    )]
    Function {
        /// Its name, with the domain before it.
        op: String,
    },
    /// A tensor that nothing makes.
    #[error(
        "nothing makes its input `{name}` ({}name a graph input, an initialiser or the output of a node)",
        did_you_mean(closest.as_deref())
    )]
    UnknownInput {
        /// The name.
        name: String,
        /// The existing name nearest to it.
        closest: Option<String>,
    },
    /// A tensor made twice.
    #[error("`{name}` is made twice, first by {first} (rename one)")]
    MadeTwice {
        /// The name.
        name: String,
        /// Who makes it first.
        first: String,
    },
    /// Nodes that wait for each other.
    #[error("it waits for itself along a cycle (remove one of the cycle's inputs)")]
    Cycle,
    /// Too few or too many inputs.
    #[error("it has {found} inputs (give {})", range(*least, *most))]
    Inputs {
        /// How many there are.
        found: usize,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// An input left out that has to be there.
    #[error("its input {index} is left out (connect it)")]
    NoInput {
        /// Its position from 0.
        index: usize,
    },
    /// An output that the operator does not have.
    #[error("it has {found} outputs (give at most {most})")]
    Outputs {
        /// How many there are.
        found: usize,
        /// The most.
        most: usize,
    },
    /// An attribute that has to be there.
    #[error("it lacks the attribute `{name}` (give it)")]
    NoAttribute {
        /// Its name.
        name: &'static str,
    },
    /// Something that does not fit.
    #[error("{what} is {found} (give {wanted})")]
    Value {
        /// What.
        what: String,
        /// What it is.
        found: String,
        /// What would be right.
        wanted: String,
    },
    /// A shape that depends on values that are known only at run time.
    #[error(
        "its shape depends on the values of input {index}, which are not known before the run (export the model with fixed shapes)"
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
        /// What it is called; INPUT.AXIS where the model gives no name.
        symbol: String,
    },
    /// A type that the importer cannot count.
    #[error("it is {found} (use tensors of numbers)")]
    Type {
        /// What it is.
        found: String,
    },
    /// The model says something else about a tensor than its nodes do.
    #[error("`{name}` is declared {declared}, but it is {inferred} (correct the declaration, or remove it)")]
    Contradiction {
        /// The tensor.
        name: String,
        /// What the model says.
        declared: String,
        /// What follows from the node.
        inferred: String,
    },
    /// A number that leaves 64 bits.
    #[error("{what} does not fit 64 bits (use smaller dimensions)")]
    TooLarge {
        /// Which number.
        what: String,
    },
    /// Operations and bytes that give no estimate.
    #[error("{0}")]
    Cost(CostError),
    /// A block that takes too long.
    #[error("a block takes {cycles} cycles, and an estimate has 32 bits (split the operator)")]
    EstTooLong {
        /// Cycles of a block.
        cycles: u64,
    },
    /// The graph is unsound in a way that no check above names.
    #[error("{0}")]
    Graph(GraphError),
}

impl OnnxError {
    /// `what` is `found`, and `wanted` would be right.
    pub(super) fn value(
        what: impl Into<String>,
        found: impl std::fmt::Display,
        wanted: impl Into<String>,
    ) -> Self {
        Self::Value { what: what.into(), found: found.to_string(), wanted: wanted.into() }
    }

    /// `what` leaves 64 bits.
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
