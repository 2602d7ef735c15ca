//! JSON values of a possibly wrong type: read once, judged later by the rules.
//!
//! The rules of a schedule decide what a wrong type means (an error with a place, or nothing at all), so
//! reading must not stop there. A [`GeminiField`] keeps the value if it has the right shape, and otherwise a
//! description of what was found.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::found::Found;
use super::shape::Shape;

/// A value that may be absent or of the wrong shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GeminiField<T> {
    /// No such key.
    #[default]
    Absent,
    /// Another type, or an integer out of range.
    Wrong(Found),
    /// A valid value.
    Good(T),
}

impl<T> GeminiField<T> {
    /// Returns the value, if it is valid.
    pub fn good(&self) -> Option<&T> {
        match self {
            Self::Good(value) => Some(value),
            _ => None,
        }
    }

    /// Returns whether the key is present; null counts as absent where a key is optional.
    pub fn is_given(&self) -> bool {
        !matches!(self, Self::Absent | Self::Wrong(Found::Null))
    }
}

impl<T: fmt::Display> fmt::Display for GeminiField<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("nothing"),
            Self::Wrong(found) => found.fmt(f),
            Self::Good(value) => value.fmt(f),
        }
    }
}

impl GeminiField<Cow<'_, str>> {
    /// Returns whether the value is this string.
    pub fn is(&self, text: &str) -> bool {
        self.good().is_some_and(|value| value == text)
    }
}

impl<'de, T: Shape<'de>> Deserialize<'de> for GeminiField<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor(PhantomData))
    }
}

struct FieldVisitor<T>(PhantomData<T>);

fn shape<T>(value: Option<T>, found: Found) -> GeminiField<T> {
    value.map_or(GeminiField::Wrong(found), GeminiField::Good)
}

impl<'de, T: Shape<'de>> Visitor<'de> for FieldVisitor<T> {
    type Value = GeminiField<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_i64<E>(self, value: i64) -> Result<GeminiField<T>, E> {
        Ok(shape(in_range(value).and_then(T::integer), Found::Integer(value)))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<GeminiField<T>, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => Ok(GeminiField::Wrong(Found::Large(value))),
        }
    }

    fn visit_f64<E>(self, value: f64) -> Result<GeminiField<T>, E> {
        Ok(GeminiField::Wrong(Found::Float(value.to_bits())))
    }

    fn visit_bool<E>(self, value: bool) -> Result<GeminiField<T>, E> {
        Ok(shape(T::boolean(value), Found::Boolean(value)))
    }

    fn visit_unit<E>(self) -> Result<GeminiField<T>, E> {
        Ok(GeminiField::Wrong(Found::Null))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<GeminiField<T>, E> {
        Ok(shape(T::text(Cow::Borrowed(value)), Found::Text))
    }

    fn visit_str<E>(self, value: &str) -> Result<GeminiField<T>, E> {
        Ok(shape(T::text(Cow::Owned(value.to_owned())), Found::Text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<GeminiField<T>, A::Error> {
        let value = T::list(&mut list)?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(shape(value, Found::List))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GeminiField<T>, A::Error> {
        Ok(shape(T::object(map)?, Found::Object))
    }
}

/// Returns an integer in the range of planner inputs: strictly between -2^31 and 2^31.
pub(super) fn in_range(value: i64) -> Option<i32> {
    i32::try_from(value).ok().filter(|&value| value != i32::MIN)
}
