//! The types that a [`GeminiField`](super::GeminiField) can hold.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::field::GeminiField;
use super::short_list::ShortList;
use super::strict::rest;

/// Each function converts one JSON type to the value, or returns `None`; the rest of a list is skipped.
pub trait Shape<'de>: Sized {
    /// From an integer in range.
    fn integer(_value: i32) -> Option<Self> {
        None
    }
    /// From true or false.
    fn boolean(_value: bool) -> Option<Self> {
        None
    }
    /// From a string.
    fn text(_value: Cow<'de, str>) -> Option<Self> {
        None
    }
    /// From a list.
    ///
    /// # Errors
    /// Anything that makes the file unreadable.
    fn list<A: SeqAccess<'de>>(_list: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(None)
    }
    /// From an object.
    ///
    /// # Errors
    /// Anything that makes the file unreadable.
    fn object<A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl<'de> Shape<'de> for i64 {
    fn integer(value: i32) -> Option<Self> {
        Some(value.into())
    }
}

impl<'de> Shape<'de> for bool {
    fn boolean(value: bool) -> Option<Self> {
        Some(value)
    }
}

impl<'de: 'a, 'a> Shape<'de> for Cow<'a, str> {
    fn text(value: Cow<'de, str>) -> Option<Self> {
        Some(value)
    }
}

/// Exactly `N` integers.
impl<'de, const N: usize> Shape<'de> for [i32; N] {
    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        let mut values = [0; N];
        for place in &mut values {
            match list.next_element::<GeminiField<i64>>()? {
                // In range, so it fits.
                Some(GeminiField::Good(value)) => *place = value as i32,
                _ => return Ok(None),
            }
        }
        Ok(list.next_element::<IgnoredAny>()?.is_none().then_some(values))
    }
}

impl<'de, T: Deserialize<'de>> Shape<'de> for Vec<T> {
    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        rest(list, |item: T| item).map(Some)
    }
}

/// A list of objects; any other element makes the file unreadable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objects<T>(Vec<T>);

impl<T> Deref for Objects<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Shape<'de> for Objects<T> {
    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        rest(list, |object: Object<T>| object.0).map(|items| Some(Self(items)))
    }
}

/// Of objects; any other element makes the file unreadable.
impl<'de, T: Deserialize<'de>> Shape<'de> for ShortList<T> {
    fn list<A: SeqAccess<'de>>(list: &mut A) -> Result<Option<Self>, A::Error> {
        ShortList::rest(list, |object: Object<T>| object.0).map(Some)
    }
}

impl<T> Objects<T> {
    pub(super) fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<'de, T: Deserialize<'de>> Shape<'de> for Object<T> {
    fn object<A: MapAccess<'de>>(map: A) -> Result<Option<Self>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(|inner| Some(Self(inner)))
    }
}

/// A struct that is read from a JSON object only (derived structs also accept lists).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Object<T>(pub(super) T);

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
