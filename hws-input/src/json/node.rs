//! A value of a document and the path to it.

use std::fmt;

use serde_json::Value;

/// A value and the path to it, which is formatted only for an error.
///
/// ```
/// use hws_input::json::{JsonNode, parse};
/// let document = parse(r#"{"tasks": [{"id": 7}]}"#).unwrap();
/// let root = JsonNode::new(&document);
/// let tasks = root.get("tasks").unwrap();
/// let task = tasks.elements().unwrap().next().unwrap();
/// assert_eq!(task.get("id").unwrap().value(), 7);
/// assert_eq!(task.absent("cost").step().to_string(), "tasks[0].cost");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct JsonNode<'v, 'p> {
    value: &'v Value,
    step: JsonStep<'p>,
}

/// The last step to a value. `Display` shows the whole path, such as `tasks[3].cost`; it is empty for the document.
#[derive(Clone, Copy, Debug)]
pub enum JsonStep<'p> {
    /// The document itself.
    Root,
    /// A key of an object.
    Key(&'p JsonNode<'p, 'p>, &'p str),
    /// An index of a list, from 0.
    Index(&'p JsonNode<'p, 'p>, usize),
}

impl fmt::Display for JsonStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key(JsonNode { step: Self::Root, .. }, key) => f.write_str(key),
            Self::Key(parent, key) => write!(f, "{}.{key}", parent.step),
            Self::Index(parent, index) => write!(f, "{}[{index}]", parent.step),
        }
    }
}

impl<'v, 'p> JsonNode<'v, 'p> {
    /// Creates the node of a whole document.
    #[must_use]
    pub fn new(value: &'v Value) -> Self {
        Self { value, step: JsonStep::Root }
    }

    /// Returns the value.
    #[must_use]
    pub fn value(&self) -> &'v Value {
        self.value
    }

    /// Returns the last step to the value.
    #[must_use]
    pub fn step(&self) -> JsonStep<'p> {
        self.step
    }
}

impl<'v> JsonNode<'v, '_> {
    /// Returns the value of a key; `None` if the key is missing or the value is not an object.
    #[must_use]
    pub fn get<'p>(&'p self, key: &'p str) -> Option<JsonNode<'v, 'p>> {
        Some(JsonNode { value: self.value.get(key)?, step: JsonStep::Key(self, key) })
    }

    /// Returns a null in place of a missing key, so that an error can name the path.
    #[must_use]
    pub fn absent<'p>(&'p self, key: &'p str) -> JsonNode<'static, 'p> {
        JsonNode { value: &Value::Null, step: JsonStep::Key(self, key) }
    }

    /// Returns the elements of a list; `None` for anything else.
    #[must_use]
    pub fn elements<'p>(&'p self) -> Option<impl ExactSizeIterator<Item = JsonNode<'v, 'p>>> {
        let element = |(index, value)| JsonNode { value, step: JsonStep::Index(self, index) };
        Some(self.value.as_array()?.iter().enumerate().map(element))
    }

    /// Returns the keys and values of an object, by key in byte order; `None` for anything else.
    #[must_use]
    pub fn entries<'p>(&'p self) -> Option<Vec<(&'v str, JsonNode<'v, 'p>)>>
    where
        'v: 'p,
    {
        let mut entries: Vec<_> = self.value.as_object()?.iter().collect();
        entries.sort_unstable_by_key(|(key, _)| key.as_str());
        let entry = |(key, value): (&'v String, _)| {
            (key.as_str(), JsonNode { value, step: JsonStep::Key(self, key.as_str()) })
        };
        Some(entries.into_iter().map(entry).collect())
    }
}
