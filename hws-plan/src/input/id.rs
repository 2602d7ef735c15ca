//! Ids of an input: all integers or all strings.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::node::integer;
use super::{InputError, InputFault, InputNode};

/// An id; integers order by value, strings by their UTF-8 bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum InputId {
    /// An integer id.
    Int(i64),
    /// A string id.
    Text(String),
}

impl InputId {
    /// Reads an id: an integer below 2^31 in size, or a string.
    pub(crate) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            other => integer(other).map(Self::Int),
        }
    }

    /// Returns whether both are integers or both are strings.
    fn same_kind(&self, other: &Self) -> bool {
        matches!(self, Self::Int(_)) == matches!(other, Self::Int(_))
    }

    /// Returns the id without quotes.
    pub fn plain(&self) -> String {
        match self {
            Self::Int(id) => id.to_string(),
            Self::Text(id) => id.clone(),
        }
    }

    /// Returns what displays the id without quotes.
    pub(crate) fn shown(&self) -> &dyn fmt::Display {
        match self {
            Self::Int(id) => id,
            Self::Text(id) => id,
        }
    }

    /// Returns the id as JSON.
    pub fn json(&self) -> Value {
        match self {
            Self::Int(id) => Value::from(*id),
            Self::Text(id) => Value::from(id.as_str()),
        }
    }
}

impl fmt::Display for InputId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

/// The ids of a list of objects, ascending. A position in this list is from then on the index of the object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    /// Ascending.
    pub(crate) ids: Vec<InputId>,
    /// For each id, the position of its object in the input.
    pub(crate) rows: Vec<usize>,
}

impl Ids {
    /// Reads the key `id` of every object. Ids must be of one kind and unique.
    pub(crate) fn read(list: &[InputNode<'_, '_>]) -> Result<Self, InputError> {
        let mut rows = BTreeMap::new();
        let mut first: Option<InputId> = None;
        for (row, node) in list.iter().enumerate() {
            let place = node.key("id")?;
            let id = place.id()?;
            if !first.get_or_insert_with(|| id.clone()).same_kind(&id) {
                return Err(place.error(InputFault::MixedIds));
            }
            let what = format!("id {id}");
            if rows.insert(id, row).is_some() {
                return Err(place.error(InputFault::Twice { what }));
            }
        }
        let (ids, rows) = rows.into_iter().unzip();
        Ok(Self { ids, rows })
    }

    /// Returns the index of the id that a node refers to. For the error, `what` is its kind and `list` where it is
    /// defined.
    pub(crate) fn find(
        &self,
        node: &InputNode<'_, '_>,
        what: &'static str,
        list: &'static str,
    ) -> Result<usize, InputError> {
        let id = node.id()?;
        let unknown = |_| node.error(InputFault::Unknown { what, id: id.to_string(), list });
        self.ids.binary_search(&id).map_err(unknown)
    }
}
