//! Task ids of a rank input: all integers or all strings.

use std::fmt;

use serde_json::Value;

/// An id; integers order by value, strings by their UTF-8 bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Id {
    /// An integer id.
    Int(i64),
    /// A text id.
    Text(String),
}

impl Id {
    /// Reads an id, `None` when it is neither an integer in range nor a string.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            other => super::input::integer(other).map(Self::Int),
        }
    }

    /// Whether both are integers or both are texts.
    pub(crate) fn same_kind(&self, other: &Self) -> bool {
        matches!(self, Self::Int(_)) == matches!(other, Self::Int(_))
    }

    /// The id as JSON.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Int(id) => Value::from(*id),
            Self::Text(id) => Value::from(id.as_str()),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}
