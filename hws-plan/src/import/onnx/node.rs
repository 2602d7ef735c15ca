//! The nodes that are left when functions, branches and loops have been expanded, in the order in which they run.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::error::OnnxError;
use super::ops::{Operations, Traffic};
use crate::import::error::{FilePlace, ImportError, ImportReason};

/// One node; tensors are indices, inputs and outputs left out are `None`.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Position among the nodes that run.
    pub(super) index: usize,
    pub(super) place: NodePlace,
    pub(super) inputs: Vec<Option<usize>>,
    /// The tensors it reads, each once.
    reads: Vec<usize>,
    pub(super) outputs: Vec<Option<usize>>,
    /// The operator, preceded by its domain unless that is the default.
    pub(super) op: Cow<'static, str>,
    /// Work; none for a folded node.
    pub(super) operations: Operations,
    pub(super) traffic: Traffic,
    pub(super) is_fusible: bool,
    /// Whether it is computed before the run.
    pub(super) is_folded: bool,
}

impl Node {
    /// Creates a node of the graph that reads `inputs`, and `others` without an own position.
    pub(super) fn new(
        index: usize,
        place: NodePlace,
        inputs: Vec<Option<usize>>,
        others: &[usize],
        outputs: Vec<Option<usize>>,
    ) -> Self {
        let mut seen = BTreeSet::new();
        let read = inputs.iter().flatten().chain(others).copied();
        let reads = read.filter(|&tensor| seen.insert(tensor)).collect();
        let (op, operations) = (Cow::Borrowed(""), Operations::default());
        let (traffic, is_fusible, is_folded) = (Traffic::All, false, false);
        Self { index, place, inputs, reads, outputs, op, operations, traffic, is_fusible, is_folded }
    }

    /// Returns an error at this node.
    pub(super) fn error(&self, error: OnnxError) -> ImportError {
        self.place.error(&self.op, error)
    }

    /// Returns the tensors it reads, each once.
    pub(super) fn reads(&self) -> impl Iterator<Item = usize> {
        self.reads.iter().copied()
    }
}

/// Where a node is in the file.
#[derive(Clone, Debug)]
pub(super) struct NodePlace {
    /// The nodes whose bodies contain it, from the outermost on.
    pub(super) within: Rc<str>,
    /// Position in its graph or function.
    pub(super) position: usize,
    /// Its name, or else that of its first output; in a body, preceded by that of the node that has the body.
    pub(super) name: String,
}

impl NodePlace {
    /// Returns an error at the node.
    pub(super) fn error(&self, op: &str, error: OnnxError) -> ImportError {
        at(format!("{}{}", self.within, self.text(op)), error)
    }

    /// `node 3 `name` (Conv)`
    pub(super) fn text(&self, op: &str) -> String {
        format!("node {} `{}` ({op})", self.position, self.name)
    }
}

/// Returns an error at a place in the structure of the model.
pub(super) fn at(place: String, error: OnnxError) -> ImportError {
    ImportError::new(FilePlace::Path(place), ImportReason::Onnx(Box::new(error)))
}

/// The default domain has two names and is left out.
pub(super) fn full_name(domain: &str, op: &str) -> String {
    match domain {
        "" | "ai.onnx" => op.to_owned(),
        other => format!("{other}.{op}"),
    }
}
