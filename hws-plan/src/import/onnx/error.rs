//! Errors of ONNX models.

use crate::GraphError;
use crate::import::CutError;

hws_input::faults! {
    /// A fault of a model or one of its nodes.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum OnnxError {
        /// The protobuf is damaged or cut off.
        Damaged {
            /// The message of the decoder, and the field it was reading.
            message: String,
        } = "damaged-file", ("the ONNX file is damaged or cut off: {message}"), ("copy or download it again");
        /// More parts than a real model has.
        TooManyParts {
            /// The limit.
            most: usize,
        } = "too-many-parts", ("the ONNX file has more than {most} nodes, names and attributes"), ("split the model");
        /// A missing part of the model.
        Nothing {
            /// The missing part.
            what: &'static str,
        } = "missing-part", ("the model has no {what}"), ("export it again with its graph");
        /// No node is left to run.
        NoWork = "no-work",
            ("every output is known before the run, so there is no work"),
            ("let an output depend on the values of an input");
        /// A model without the version of its operator set.
        NoOpset = "no-opset",
            ("the model does not give the version of the ONNX operators"),
            ("export it again, with an opset_import");
        /// Operators that are not supported.
        UnknownOperators {
            /// The first of them.
            missing: Vec<MissingOperator>,
            /// How many more there are.
            more: usize,
        } = "unknown-operator", ("{}", list(missing, *more)),
            (
                "count only their bytes with `--unknown-op cost=bytes`, or give rules for them with `--ops FILE`; docs/onnx.md lists the supported operators"
            );
        /// An operator whose work depends on values.
        ControlFlow {
            /// Its name.
            op: String,
        } = "control-flow",
            ("`{op}` is control flow that depends on values which are not known before the run"),
            ("set an input of the model with `--dim NAME=N`, export the model with fixed shapes, or count the node as one kernel with `--unknown-op cost=bytes`");
        /// Functions and loops that make too many nodes.
        TooManyTurns {
            /// The limit.
            most: u64,
        } = "too-many-turns",
            ("functions and loops make more than {most} nodes"),
            ("run fewer turns, or count the node as one kernel with `--unknown-op cost=bytes`");
        /// Functions that call themselves, or bodies that are too deep.
        TooDeep {
            /// The limit.
            most: usize,
        } = "too-deep", ("functions and bodies are nested more than {most} deep"), ("a function must not call itself");
        /// An output of an unknown operator without a declared shape.
        Undeclared {
            /// The output's position from 0.
            index: usize,
        } = "undeclared-shape",
            ("the type and shape of its output {index} are not declared"),
            ("declare them in the model: onnx.shape_inference, give a rule for the operator with `--ops FILE`, or add `shape=input` to `--unknown-op`");
        /// A rule of the user that does not fit a node.
        UserRule {
            /// File, line and column of the rule.
            place: String,
            /// What is wrong.
            reason: String,
        } = "user-rule", ("the rule in {place} does not fit: {reason}"), ("correct the rule");
        /// A dimension of 0 that leaves nothing to compute.
        Empty {
            /// The dimension.
            name: String,
        } = "empty-output", ("every output is empty with `--dim {name}=0`"), ("give a larger dimension");
        /// A tensor that does not exist.
        UnknownInput {
            /// The name.
            name: String,
            /// The most similar existing name.
            closest: Option<String>,
        } = "unknown-input",
            ("its input `{name}` does not exist"),
            ("name a graph input, an initialiser or the output of a node"), near closest.as_deref();
        /// Two tensors with the same name.
        MadeTwice {
            /// The name.
            name: String,
            /// Where it is first defined.
            first: String,
        } = "given-twice", ("`{name}` is defined twice, first by {first}"), ("rename one");
        /// Nodes that wait for each other.
        Cycle = "cycle", ("it waits for itself along a cycle"), ("remove one of the cycle's inputs");
        /// Too few or too many inputs.
        Inputs {
            /// Number found.
            found: usize,
            /// The minimum.
            least: usize,
            /// The maximum.
            most: usize,
        } = "input-count", ("it has {found} inputs"), ("give {}", range(*least, *most));
        /// A required input that is left out.
        NoInput {
            /// Its position from 0.
            index: usize,
        } = "missing-input", ("its input {index} is left out"), ("connect it");
        /// More outputs than the operator has.
        Outputs {
            /// Number found.
            found: usize,
            /// The maximum.
            most: usize,
        } = "output-count", ("it has {found} outputs"), ("give at most {most}");
        /// A missing required attribute.
        NoAttribute {
            /// Its name.
            name: &'static str,
        } = "missing-attribute", ("the attribute `{name}` is missing"), ("add it");
        /// A value that is not allowed.
        Value {
            /// The subject.
            what: String,
            /// Its value or type.
            found: String,
            /// What is expected.
            wanted: String,
        } = "illegal-value", ("{what} is {found}"), ("give {wanted}");
        /// A shape that depends on values known only at run time.
        DataDependent {
            /// The input's position from 0.
            index: usize,
        } = "data-dependent",
            ("its shape depends on the values of input {index}, which are not known before the run"),
            ("declare the shapes of its outputs in the model, set an input of the model with `--dim NAME=N`, or export the model with fixed shapes");
        /// A dimension without a number.
        OpenDimension {
            /// The dimension from 0.
            axis: usize,
            /// Its name; INPUT.AXIS if the model gives none.
            symbol: String,
        } = "open-dimension", ("dimension {axis} is open"), ("give it with `--dim {symbol}=N`");
        /// A type that the importer cannot count.
        Type {
            /// Its value or type.
            found: String,
        } = "wrong-type", ("it is {found}"), ("use tensors");
        /// A declaration that contradicts the nodes.
        Contradiction {
            /// The tensor.
            name: String,
            /// The declaration.
            declared: String,
            /// The type that follows from the nodes.
            inferred: String,
        } = "contradiction",
            ("`{name}` is declared as {declared}, but is {inferred}"),
            ("correct the declaration, or remove it");
        /// A number that does not fit in 64 bits.
        TooLarge {
            /// Which number.
            what: String,
        } = "too-large", ("{what} does not fit in 64 bits"), ("use smaller dimensions");
        /// Work that cannot be cut into blocks.
        Cut(inner: CutError);
        /// The graph is unsound in a way that the variants above do not cover.
        Graph(inner: GraphError);
    }
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
    format!("{start}: {listed}{more_text}")
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
