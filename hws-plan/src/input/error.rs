//! Why an input of a planner has no answer.

use std::fmt;

use crate::import::FilePlace;

/// A place, what is wrong there, and in brackets the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{fault}")]
pub struct InputError {
    /// Line and column, or a path in the JSON such as `tasks[3].cost`.
    pub place: FilePlace,
    /// What is wrong.
    pub fault: InputFault,
}

impl InputError {
    /// At a path in the JSON.
    pub fn new(path: impl fmt::Display, fault: InputFault) -> Self {
        let path = path.to_string();
        Self { place: if path.is_empty() { FilePlace::File } else { FilePlace::Path(path) }, fault }
    }

    /// The error with the file's name before it: `FILE:LINE:COL: fault (remedy)`, `FILE: PATH: fault (remedy)`.
    pub fn in_file(&self, file: &str) -> String {
        format!("{file}{}{self}", self.place.separator())
    }
}

/// What is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputFault {
    /// What is wrong inside an entry of a list, which has a name beside its index.
    #[error("{entry}: {fault}")]
    Entry {
        /// The entry, such as `node "mul"`.
        entry: String,
        /// What is wrong inside it.
        fault: Box<InputFault>,
    },
    /// A text that is no JSON.
    #[error("{message} (correct the JSON)")]
    Json {
        /// What the parser says, without the place.
        message: String,
    },
    /// A required key is missing.
    #[error("missing (add it)")]
    Missing,
    /// A value of another type or outside its range.
    #[error("{found} is not {wanted} (give {wanted})")]
    Value {
        /// The value as JSON, shortened.
        found: String,
        /// What would be right.
        wanted: String,
    },
    /// Integer and text ids in one input.
    #[error("ids are partly integers, partly strings (use one kind)")]
    MixedIds,
    /// An id, or an edge, given twice.
    #[error("{what} given twice (remove one)")]
    Twice {
        /// Which.
        what: String,
    },
    /// A name that names nothing.
    #[error("there is no {what} {id} (name one of `{list}`)")]
    Unknown {
        /// What is named, such as a task.
        what: &'static str,
        /// The name.
        id: String,
        /// The list it should be in.
        list: &'static str,
    },
    /// An edge from a task to itself.
    #[error("{what} {id} waits for itself (remove the edge)")]
    SelfEdge {
        /// What waits, such as a task.
        what: &'static str,
        /// Its id.
        id: String,
    },
    /// The edges are circular.
    #[error("{what} {id} lies on a cycle (remove one edge of it)")]
    Cycle {
        /// What lies on it, such as a task.
        what: &'static str,
        /// First of the input that lies on a cycle.
        id: String,
    },
    /// Two keys of which one must go.
    #[error("`{one}` beside `{other}` (keep one)")]
    Beside {
        /// A key.
        one: &'static str,
        /// Another.
        other: &'static str,
    },
    /// A list too long.
    #[error("more than {most} entries (split the input)")]
    TooMany {
        /// The limit.
        most: usize,
    },
    /// An answer outside signed 64 bits.
    #[error("the answer does not fit signed 64 bits (lower the values)")]
    Overflow,
    /// Values that are right one by one, but not together.
    #[error("{what} ({remedy})")]
    Infeasible {
        /// What contradicts what.
        what: String,
        /// What would be right.
        remedy: &'static str,
    },
}
