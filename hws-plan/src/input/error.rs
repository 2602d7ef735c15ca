//! Errors of planner inputs.

use std::fmt;

use hws_input::{Diagnose, Diagnostic, nearest};

use super::place::FilePlace;
use crate::plan::PlanBreach;

/// A place, the fault, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{fault}")]
pub struct InputError {
    /// Line and column, or a path in the JSON such as `tasks[3].cost`.
    pub place: FilePlace,
    /// The fault.
    pub fault: InputFault,
}

impl InputError {
    /// Creates an error at a path in the JSON; the empty path is the whole file.
    pub fn new(path: impl fmt::Display, fault: InputFault) -> Self {
        let path = path.to_string();
        Self { place: if path.is_empty() { FilePlace::File } else { FilePlace::Path(path) }, fault }
    }

    /// Returns the error with the file's name before it: `FILE:LINE:COL: fault; remedy`, `FILE: PATH: fault; remedy`.
    pub fn in_file(&self, file: &str) -> String {
        format!("{file}{}{self}", self.place.separator())
    }

    /// Returns the error as a diagnostic without a file.
    pub fn diagnostic(&self) -> Diagnostic {
        self.place.of(self.fault.diagnostic())
    }
}

hws_input::faults! {
    /// A fault of an input.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum InputFault {
        /// A fault inside an entry of a list that has a name as well as an index.
        Entry {
            /// The entry, such as `node "mul"`.
            entry: String,
            /// The fault inside it.
            fault: Box<InputFault>,
        } => fault, ("{entry}: ");
        /// Invalid JSON.
        Json {
            /// The message of the parser, without the place.
            message: String,
        } = "json", ("{message}"), ("correct the JSON");
        /// The file has no content.
        Empty = "empty-file", ("the file is empty"), ("give a file in JSON");
        /// A required key is missing.
        Missing = "missing-key", ("missing"), ("add it");
        /// A key that the object does not have.
        UnknownKey {
            /// The nearest key of the object, if one is near.
            closest: Option<String>,
            /// All of its keys.
            known: Vec<String>,
        } = "unknown-key", ("unknown key"), ("the keys are {}", known.join(", ")), near closest.as_deref();
        /// A value of another type or outside its range.
        Value {
            /// The value as JSON, shortened.
            found: String,
            /// What is expected.
            wanted: String,
        } = "illegal-value", ("{found} is not legal here"), ("give {wanted}");
        /// Integer and string ids in one input.
        MixedIds = "mixed-ids", ("some ids are integers and some are strings"), ("use one kind");
        /// An id, or an edge, given twice.
        Twice {
            /// What is repeated.
            what: String,
        } = "given-twice", ("{what} given twice"), ("remove one");
        /// A reference to something that does not exist.
        Unknown {
            /// The kind of thing, such as `task`.
            what: &'static str,
            /// The name.
            id: String,
            /// The list in which it should be.
            list: &'static str,
        } = "unknown-name", ("there is no {what} {id}"), ("name one of `{list}`");
        /// An edge from a task to itself.
        SelfEdge {
            /// The kind of thing, such as `task`.
            what: &'static str,
            /// Its id.
            id: String,
        } = "self-edge", ("{what} {id} waits for itself"), ("remove the edge");
        /// The edges are circular.
        Cycle {
            /// The kind of thing, such as `task`.
            what: &'static str,
            /// The first one of the input that is on a cycle.
            id: Box<str>,
            /// The cycle, in words.
            path: Box<str>,
        } = "cycle", ("{what} {id} is on a cycle: {path}"), ("remove one of these edges");
        /// Two keys that exclude each other.
        Beside {
            /// A key.
            one: &'static str,
            /// Another.
            other: &'static str,
        } = "keys-conflict", ("both `{one}` and `{other}` are given"), ("keep one");
        /// A list that is too long.
        TooMany {
            /// The limit.
            most: usize,
        } = "too-many", ("more than {most} entries"), ("split the input");
        /// An answer that does not fit in a signed 64-bit integer.
        Overflow = "overflow", ("the result does not fit in a signed 64-bit integer"), ("lower the values");
        /// A plan of a version that this program does not read.
        Version {
            /// Its version.
            found: String,
            /// That of this program.
            ours: u32,
        } = "unsupported-version", ("version {found}, but this program reads version {ours}"),
            ("make the plan again with this program, or read it with the program that made it");
        /// A breach of a rule for plans.
        Plan(inner: PlanBreach);
        /// Values that are valid one by one, but not together.
        Infeasible {
            /// The contradiction.
            what: String,
            /// How to resolve it.
            remedy: &'static str,
        } = "infeasible", ("{what}"), ("{remedy}");
    }
}

impl InputFault {
    /// Returns the fault of an unknown key.
    pub(crate) fn unknown_key(key: &str, known: &[&str]) -> Self {
        let closest = nearest(key, known.iter().copied()).map(str::to_owned);
        Self::UnknownKey { closest, known: known.iter().map(ToString::to_string).collect() }
    }
}
