//! Errors of planner inputs.

use std::fmt;

use hws_input::{did_you_mean, nearest};

use super::place::FilePlace;

/// A place, the fault, and the remedy in brackets.
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

    /// Returns the error with the file's name before it: `FILE:LINE:COL: fault (remedy)`, `FILE: PATH: fault (remedy)`.
    pub fn in_file(&self, file: &str) -> String {
        format!("{file}{}{self}", self.place.separator())
    }
}

/// A fault of an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputFault {
    /// A fault inside an entry of a list that has a name as well as an index.
    #[error("{entry}: {fault}")]
    Entry {
        /// The entry, such as `node "mul"`.
        entry: String,
        /// The fault inside it.
        fault: Box<InputFault>,
    },
    /// Invalid JSON.
    #[error("{message} (correct the JSON)")]
    Json {
        /// The message of the parser, without the place.
        message: String,
    },
    /// A required key is missing.
    #[error("missing (add it)")]
    Missing,
    /// A key that the object does not have.
    #[error("unknown key ({}the keys are {})", did_you_mean(closest.as_deref()), known.join(", "))]
    UnknownKey {
        /// The nearest key of the object, if one is near.
        closest: Option<String>,
        /// All of its keys.
        known: Vec<String>,
    },
    /// A value of another type or outside its range.
    #[error("{found} is not {wanted} (give {wanted})")]
    Value {
        /// The value as JSON, shortened.
        found: String,
        /// What is expected.
        wanted: String,
    },
    /// Integer and string ids in one input.
    #[error("some ids are integers and some are strings (use one kind)")]
    MixedIds,
    /// An id, or an edge, given twice.
    #[error("{what} given twice (remove one)")]
    Twice {
        /// What is repeated.
        what: String,
    },
    /// A reference to something that does not exist.
    #[error("there is no {what} {id} (name one of `{list}`)")]
    Unknown {
        /// The kind of thing, such as `task`.
        what: &'static str,
        /// The name.
        id: String,
        /// The list in which it should be.
        list: &'static str,
    },
    /// An edge from a task to itself.
    #[error("{what} {id} waits for itself (remove the edge)")]
    SelfEdge {
        /// The kind of thing, such as `task`.
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// The edges are circular.
    #[error("{what} {id} is on a cycle: {path} (remove one of these edges)")]
    Cycle {
        /// The kind of thing, such as `task`.
        what: &'static str,
        /// The first one of the input that is on a cycle.
        id: Box<str>,
        /// The cycle, in words.
        path: Box<str>,
    },
    /// Two keys that exclude each other.
    #[error("both `{one}` and `{other}` are given (keep one)")]
    Beside {
        /// A key.
        one: &'static str,
        /// Another.
        other: &'static str,
    },
    /// A list that is too long.
    #[error("more than {most} entries (split the input)")]
    TooMany {
        /// The limit.
        most: usize,
    },
    /// An answer that does not fit in a signed 64-bit integer.
    #[error("the result does not fit in a signed 64-bit integer (lower the values)")]
    Overflow,
    /// Values that are valid one by one, but not together.
    #[error("{what} ({remedy})")]
    Infeasible {
        /// The contradiction.
        what: String,
        /// How to resolve it.
        remedy: &'static str,
    },
}

impl InputFault {
    /// Returns the fault of an unknown key.
    pub(crate) fn unknown_key(key: &str, known: &[&str]) -> Self {
        let closest = nearest(key, known.iter().copied()).map(str::to_owned);
        Self::UnknownKey { closest, known: known.iter().map(ToString::to_string).collect() }
    }
}
