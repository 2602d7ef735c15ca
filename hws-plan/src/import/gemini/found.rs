//! A description of JSON of the wrong shape.

use std::fmt;

/// A JSON value in a few words, without keeping its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// null.
    Null,
    /// true or false.
    Boolean(bool),
    /// An integer that fits in signed 64 bits.
    Integer(i64),
    /// A larger integer.
    Large(u64),
    /// A number with a fraction or an exponent, by its bits.
    Float(u64),
    /// A string.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Large(value) => value.fmt(f),
            Self::Float(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Self::Text => f.write_str("a string"),
            Self::List => f.write_str("a list"),
            Self::Object => f.write_str("an object"),
        }
    }
}
