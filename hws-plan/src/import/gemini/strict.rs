//! JSON values without which a schedule cannot be read.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};

use super::field::GeminiField;
use super::found::Found;
use super::shape::Object;
use super::short_list::ShortList;

/// Reads an integer in range.
pub(super) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    given(deserializer, "an integer id below 2^31 in size", |_| true)
}

/// Reads a size: an integer from 0.
pub(super) fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    given(deserializer, "a size, an integer from 0 to 2^31 - 1", |value| value >= 0)
}

/// Reads an integer from 0, or null, which counts as absent.
pub(super) fn maybe_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    integer(deserializer, "an integer from 0 to 2^31 - 1 or null", |value| value >= 0)
}

fn given<'de, D>(deserializer: D, wanted: &str, fits: fn(i64) -> bool) -> Result<i64, D::Error>
where
    D: Deserializer<'de>,
{
    let value = integer(deserializer, wanted, fits)?;
    value.ok_or_else(|| D::Error::custom(format_args!("null where {wanted} is expected")))
}

/// Reads an integer that fits, `None` for null.
fn integer<'de, D>(deserializer: D, wanted: &str, fits: fn(i64) -> bool) -> Result<Option<i64>, D::Error>
where
    D: Deserializer<'de>,
{
    match GeminiField::deserialize(deserializer)? {
        GeminiField::Good(value) if fits(value) => Ok(Some(value)),
        GeminiField::Wrong(Found::Null) => Ok(None),
        other => Err(D::Error::custom(format_args!("{other} where {wanted} is expected"))),
    }
}

struct Id(i64);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        id(deserializer).map(Id)
    }
}

/// Reads a list of ids.
pub(super) fn ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ShortList<i64>, D::Error> {
    Ids::deserialize(deserializer).map(|ids| ids.0)
}

/// Reads a list of ids, or null, which counts as empty.
pub(super) fn maybe_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ShortList<i64>, D::Error> {
    Option::<Ids>::deserialize(deserializer).map(|ids| ids.map(|ids| ids.0).unwrap_or_default())
}

/// Reads a list of objects.
pub(super) fn objects<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_seq(ListVisitor(PhantomData)).map(|Objects(objects)| objects)
}

struct Ids(ShortList<i64>);

impl<'de> Deserialize<'de> for Ids {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct Objects<T>(Vec<T>);

/// What the entries of a list make.
trait FromList<'de>: Sized {
    fn from_list<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error>;
}

impl<'de> FromList<'de> for Ids {
    fn from_list<A: SeqAccess<'de>>(mut list: A) -> Result<Self, A::Error> {
        ShortList::rest(&mut list, |id: Id| id.0).map(Self)
    }
}

impl<'de, T: Deserialize<'de>> FromList<'de> for Objects<T> {
    fn from_list<A: SeqAccess<'de>>(mut list: A) -> Result<Self, A::Error> {
        rest(&mut list, |object: Object<T>| object.0).map(Self)
    }
}

struct ListVisitor<L>(PhantomData<L>);

impl<'de, L: FromList<'de>> Visitor<'de> for ListVisitor<L> {
    type Value = L;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<L, A::Error> {
        L::from_list(list)
    }
}

/// Reads the rest of a list. Most lists of a schedule have one entry, so there is room for one at first.
pub(super) fn rest<'de, A, T, U>(list: &mut A, entry: fn(T) -> U) -> Result<Vec<U>, A::Error>
where
    A: SeqAccess<'de>,
    T: Deserialize<'de>,
{
    let mut entries = Vec::new();
    while let Some(next) = list.next_element()? {
        if entries.is_empty() {
            entries.reserve_exact(1);
        }
        entries.push(entry(next));
    }
    Ok(entries)
}

/// Reads an object, or null, which counts as absent.
pub(super) fn maybe_object<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<Object<T>>::deserialize(deserializer).map(|object| object.map(|object| object.0))
}
