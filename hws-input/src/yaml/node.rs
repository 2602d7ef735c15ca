//! A value of a document, and access to its parts.

use compact_str::CompactString;

use super::{Integer, KeyName};
use crate::{Place, Position};

/// A value and where it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The place of the value; for a value repeated by an alias, that of its definition, which has to be corrected.
    pub place: Place,
    /// The value.
    pub value: Value,
}

/// The type and content of a value, in three words: a file of a million kernels has seven values for each.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing, `null` or `~`.
    Null,
    /// `true` or `false`; `yes` and `on` are texts.
    Bool(bool),
    /// An integer in decimal, `0x`, `0o` or `0b`.
    Integer(Integer),
    /// A number with a fraction or an exponent, or an integer beyond 64 bits.
    Float(f64),
    /// A text, of which a short one needs no memory of its own.
    Text(CompactString),
    /// A list.
    List(Box<[Node]>),
    /// A map, its keys in the order of the text.
    Map(Box<[(Key, Node)]>),
}

/// A key of a map, as written: `0x1` and `1` are different keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The place of the key.
    pub place: Place,
    /// The text of the key.
    pub name: KeyName,
}

impl Key {
    /// Returns line and column.
    #[must_use]
    pub fn position(&self) -> Position {
        self.place.position
    }
}

impl Node {
    /// Returns line and column.
    #[must_use]
    pub fn position(&self) -> Position {
        self.place.position
    }

    /// Returns the value of a key; the first one if the key is given twice.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|(known, _)| known.name == key).map(|(_, value)| value)
    }

    /// Returns the keys and values of a map; an empty slice for anything else.
    #[must_use]
    pub fn entries(&self) -> &[(Key, Self)] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Returns the elements of a list; an empty slice for anything else.
    #[must_use]
    pub fn elements(&self) -> &[Self] {
        match &self.value {
            Value::List(elements) => elements,
            _ => &[],
        }
    }

    /// Takes the elements of the list that is the value of a key, so that each can be dropped when it has been read.
    pub fn take_elements(&mut self, key: &str) -> Vec<Self> {
        let Value::Map(entries) = &mut self.value else { return Vec::new() };
        match entries.iter_mut().find(|(known, _)| known.name == key) {
            Some((_, Self { value: Value::List(elements), .. })) => std::mem::take(elements).into_vec(),
            _ => Vec::new(),
        }
    }

    /// Returns the integer, if the value is one.
    #[must_use]
    pub fn integer(&self) -> Option<i128> {
        match self.value {
            Value::Integer(integer) => Some(integer.get()),
            _ => None,
        }
    }

    /// Returns the text, if the value is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the boolean, if the value is one.
    #[must_use]
    pub fn boolean(&self) -> Option<bool> {
        match self.value {
            Value::Bool(boolean) => Some(boolean),
            _ => None,
        }
    }
}
