//! JSON values whose type may be wrong: read once, judged later by a rule.
//!
//! The schedule's rules decide what a wrong type means (an error with a place, or nothing at all), so
//! reading must not stop there. A [`Field`] keeps the value when it has the right shape, and a few
//! words about it when it has not.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Integers of the planner's JSON lie strictly between -2^31 and 2^31.
pub(crate) const INTEGERS_BELOW: i64 = 1 << 31;

/// A value that may be absent or of the wrong shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Field<T> {
    /// No such key.
    #[default]
    Absent,
    /// Another type, or an integer out of range; the words describe it.
    Wrong(String),
    /// As it should be.
    Good(T),
}

impl<T> Field<T> {
    /// The value, if it is as it should be.
    pub fn good(&self) -> Option<&T> {
        match self {
            Self::Good(value) => Some(value),
            _ => None,
        }
    }
}

/// What a [`Field`] can hold; each function turns one JSON type into it, or says it cannot.
pub(crate) trait Shape<'de>: Sized {
    fn integer(_value: i64) -> Option<Self> {
        None
    }
    fn text(_value: Cow<'de, str>) -> Option<Self> {
        None
    }
    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }
    fn object<A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl<'de> Shape<'de> for i64 {
    fn integer(value: i64) -> Option<Self> {
        Some(value)
    }
}

impl<'de: 'a, 'a> Shape<'de> for Cow<'a, str> {
    fn text(value: Cow<'de, str>) -> Option<Self> {
        Some(value)
    }
}

impl<'de, T: Deserialize<'de>> Shape<'de> for Vec<T> {
    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        let mut items = Self::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Some(items))
    }
}

impl<'de, T: Deserialize<'de>> Shape<'de> for Object<T> {
    fn object<A: MapAccess<'de>>(map: A) -> Result<Option<Self>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(|inner| Some(Self(inner)))
    }
}

impl<'de, T: Shape<'de>> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor(PhantomData))
    }
}

struct FieldVisitor<T>(PhantomData<T>);

fn shape<T>(value: Option<T>, words: impl FnOnce() -> String) -> Field<T> {
    value.map_or_else(|| Field::Wrong(words()), Field::Good)
}

impl<'de, T: Shape<'de>> Visitor<'de> for FieldVisitor<T> {
    type Value = Field<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_i64<E>(self, value: i64) -> Result<Field<T>, E> {
        let in_range = value.unsigned_abs() < INTEGERS_BELOW.unsigned_abs();
        Ok(shape(in_range.then(|| T::integer(value)).flatten(), || value.to_string()))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Field<T>, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => Ok(Field::Wrong(value.to_string())),
        }
    }

    fn visit_f64<E>(self, value: f64) -> Result<Field<T>, E> {
        Ok(Field::Wrong(format!("{value:?}")))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Field<T>, E> {
        Ok(Field::Wrong(value.to_string()))
    }

    fn visit_unit<E>(self) -> Result<Field<T>, E> {
        Ok(Field::Wrong("null".into()))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Field<T>, E> {
        Ok(shape(T::text(Cow::Borrowed(value)), || "a text".into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Field<T>, E> {
        Ok(shape(T::text(Cow::Owned(value.to_owned())), || "a text".into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Field<T>, A::Error> {
        Ok(shape(T::list(list)?, || "a list".into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Field<T>, A::Error> {
        Ok(shape(T::object(map)?, || "an object".into()))
    }
}

/// A struct that comes as a JSON object only (serde's own structs also accept lists).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

/// An id: an integer in range, or the file cannot be read.
pub(crate) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    strict(deserializer, "an integer id below 2^31 in size", |_| true)
}

/// A size: an integer from 0, or the file cannot be read.
pub(crate) fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    strict(deserializer, "a size, an integer from 0 to 2^31 - 1", |value| value >= 0)
}

fn strict<'de, D>(deserializer: D, wanted: &str, fits: fn(i64) -> bool) -> Result<i64, D::Error>
where
    D: Deserializer<'de>,
{
    let words = match Field::deserialize(deserializer)? {
        Field::Good(value) if fits(value) => return Ok(value),
        Field::Good(value) => value.to_string(),
        Field::Wrong(words) => words,
        Field::Absent => "nothing".into(),
    };
    Err(serde::de::Error::custom(format_args!("{words} where {wanted} should be")))
}

/// A list of ids.
pub(crate) fn ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    struct Id(i64);
    impl<'de> Deserialize<'de> for Id {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            id(deserializer).map(Id)
        }
    }
    Vec::<Id>::deserialize(deserializer).map(|list| list.into_iter().map(|id| id.0).collect())
}

/// A list of objects.
pub(crate) fn objects<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Vec::<Object<T>>::deserialize(deserializer).map(|list| list.into_iter().map(|object| object.0).collect())
}

/// An object, or null for none.
pub(crate) fn maybe_object<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<Object<T>>::deserialize(deserializer).map(|object| object.map(|object| object.0))
}
