//! A value, what it holds, and how to look into it.

use crate::{Place, Position};

/// A value and where it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Where: of a value that an alias repeats, the place of its definition, which is what has to be corrected.
    pub place: Place,
    /// The value.
    pub value: Value,
}

/// What YAML makes of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing, `null` or `~`.
    Null,
    /// `true` or `false`; `yes` and `on` are texts.
    Bool(bool),
    /// An integer in decimal, `0x`, `0o` or `0b`.
    Integer(i128),
    /// A number with a fraction or an exponent, or an integer beyond 64 bits.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map, its keys in the order of the text.
    Map(Vec<(Key, Node)>),
}

/// A key of a map, as it is written: `0x1` and `1` are two keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Where the key is.
    pub place: Place,
    /// What is written there.
    pub name: String,
}

impl Key {
    /// Line and column.
    #[must_use]
    pub fn position(&self) -> Position {
        self.place.position
    }
}

impl Node {
    /// Line and column.
    #[must_use]
    pub fn position(&self) -> Position {
        self.place.position
    }

    /// The value of a key; of a key that is there twice, the first.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|(known, _)| known.name == key).map(|(_, value)| value)
    }

    /// The keys and values of a map; none of anything else.
    #[must_use]
    pub fn entries(&self) -> &[(Key, Self)] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The elements of a list; none of anything else.
    #[must_use]
    pub fn elements(&self) -> &[Self] {
        match &self.value {
            Value::List(elements) => elements,
            _ => &[],
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn boolean(&self) -> Option<bool> {
        match self.value {
            Value::Bool(boolean) => Some(boolean),
            _ => None,
        }
    }
}
