//! The text as a tree: every value knows where it stands, and nothing is judged yet.

use crate::model::Position;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};
use std::fmt;

/// A value of the file with its place.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) position: Position,
}

/// What YAML makes of a value.
#[derive(Debug)]
pub(crate) enum Value {
    Null,
    Flag(bool),
    Number(u32),
    /// A number that no register can hold: negative, beyond 32 bits, or with a fraction.
    OddNumber(String),
    Text(String),
    List(Vec<Node>),
    Entry(Vec<(Node, Node)>),
}

impl Node {
    /// The value of a key; of a key that stands there twice, the first.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.pairs().iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value)
    }

    /// The keys and values of an entry; none of anything else.
    pub(crate) fn pairs(&self) -> &[(Self, Self)] {
        match &self.value {
            Value::Entry(pairs) => pairs,
            _ => &[],
        }
    }

    /// The elements of a list; none of anything else.
    pub(crate) fn elements(&self) -> &[Self] {
        match &self.value {
            Value::List(elements) => elements,
            _ => &[],
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<u32> {
        match self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn flag(&self) -> Option<bool> {
        match self.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("nothing"),
            Self::Flag(flag) => write!(f, "the truth value {flag}"),
            Self::Number(number) => write!(f, "the number {number}"),
            Self::OddNumber(number) => write!(f, "the number {number}"),
            Self::Text(text) if text.chars().count() <= 40 => write!(f, "the text {text:?}"),
            Self::Text(_) => f.write_str("a text"),
            Self::List(_) => f.write_str("a list"),
            Self::Entry(_) => f.write_str("an entry with keys"),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Value>::deserialize(deserializer)?;
        // `defined`: for an alias the place of the anchored value, where the fix has to be made.
        Ok(Self { value: spanned.value, position: position_of(spanned.defined) })
    }
}

/// Where the parser says that a value stands.
pub(super) fn position_of(location: Location) -> Position {
    let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let wide = |number: Option<u64>| number.and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let (start, length) = (wide(location.span().byte_offset()), wide(location.span().byte_len()));
    Position {
        line: narrow(location.line()),
        column: narrow(location.column()),
        span: crate::model::Span { start, end: start.saturating_add(length) },
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(u32::try_from(number).map_or_else(|_| Value::OddNumber(number.to_string()), Value::Number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(u32::try_from(number).map_or_else(|_| Value::OddNumber(number.to_string()), Value::Number))
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<Value, E> {
        Ok(Value::OddNumber(number.to_string()))
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Value, E> {
        Ok(Value::OddNumber(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::OddNumber(number.to_string()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(Value::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Value::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Value::Entry(pairs))
    }
}
