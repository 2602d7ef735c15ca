//! JSON values without which a schedule cannot be read.

use serde::de::{Deserialize, Deserializer, Error as _};

use super::field::GeminiField;
use super::found::Found;
use super::shape::Object;

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
pub(super) fn ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    Vec::<Id>::deserialize(deserializer).map(values)
}

/// Reads a list of ids, or null, which counts as empty.
pub(super) fn maybe_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    Option::<Vec<Id>>::deserialize(deserializer).map(|list| list.map(values).unwrap_or_default())
}

fn values(list: Vec<Id>) -> Vec<i64> {
    list.into_iter().map(|id| id.0).collect()
}

/// Reads a list of objects.
pub(super) fn objects<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Vec::<Object<T>>::deserialize(deserializer).map(|list| list.into_iter().map(|object| object.0).collect())
}

/// Reads an object, or null, which counts as absent.
pub(super) fn maybe_object<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<Object<T>>::deserialize(deserializer).map(|object| object.map(|object| object.0))
}
