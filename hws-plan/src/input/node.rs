//! A value of an input, together with its path.

use std::fmt;
use std::ops::RangeInclusive;

use hws_input::json::{JsonNode, JsonStep};
use serde_json::Value;

use super::{InputError, InputFault, InputId};

/// Most entries of a list: tasks, nodes, edges.
pub const MOST: usize = 1 << 20;

/// Characters of a value that an error shows.
const SHOWN: usize = 40;

/// Keys that name the entry they belong to.
const NAMES: [&str; 3] = ["id", "from", "to"];

/// A value and its place. The path is only built for an error.
#[derive(Clone, Copy, Debug)]
pub struct InputNode<'v, 'p>(JsonNode<'v, 'p>);

/// Returns an integer strictly between -2^31 and 2^31; 10.0, 1e1 and true are not integers.
pub(crate) fn integer(value: &Value) -> Option<i64> {
    value.as_i64().filter(|value| value.unsigned_abs() < 1 << 31)
}

/// Converts a value of the result to signed 64 bits; `place` is its key for the error.
pub(crate) fn fit(value: i128, place: &str) -> Result<i64, InputError> {
    i64::try_from(value).map_err(|_| InputError::new(place, InputFault::Overflow))
}

impl<'v> InputNode<'v, '_> {
    /// Creates the node of a whole input.
    pub fn new(value: &'v Value) -> Self {
        Self(JsonNode::new(value))
    }

    /// Returns the value.
    pub fn value(&self) -> &'v Value {
        self.0.value()
    }

    /// Returns a refusal at this place. If the place is inside a list entry that has an id, the entry is named.
    pub fn error(&self, fault: InputFault) -> InputError {
        error(&self.0, fault)
    }

    /// Returns a refusal of this value because it is not `wanted`, such as `a list`.
    pub fn unwanted(&self, wanted: impl Into<String>) -> InputError {
        let found = self.value().to_string().chars().take(SHOWN).collect();
        self.error(InputFault::Value { found, wanted: wanted.into() })
    }

    /// Returns the value of a key of this object, if present; other values have no keys.
    pub fn maybe<'p>(&'p self, key: &'p str) -> Option<InputNode<'v, 'p>> {
        self.0.get(key).map(InputNode)
    }

    /// Returns the value of a key of this object.
    ///
    /// # Errors
    /// The key is missing.
    pub fn key<'p>(&'p self, key: &'p str) -> Result<InputNode<'v, 'p>, InputError> {
        self.maybe(key).ok_or_else(|| error(&self.0.absent(key), InputFault::Missing))
    }

    /// Checks that this object has no other keys than the known ones; a value of another type is left to its reader.
    ///
    /// # Errors
    /// The first other key in byte order, with the nearest known one.
    pub fn has_only(&self, known: &[&str]) -> Result<(), InputError> {
        let keys = self.value().as_object().into_iter().flat_map(|object| object.keys().map(String::as_str));
        match keys.filter(|key| !known.contains(key)).min() {
            Some(key) => Err(error(&self.0.absent(key), InputFault::unknown_key(key, known))),
            None => Ok(()),
        }
    }

    /// Returns the entries of this list.
    ///
    /// # Errors
    /// A value that is not a list, or a list of more than [`MOST`] entries.
    pub fn list<'p>(&'p self) -> Result<Vec<InputNode<'v, 'p>>, InputError> {
        self.list_of(MOST)
    }

    /// Returns the entries of this list, with a different limit than [`Self::list`].
    ///
    /// # Errors
    /// A value that is not a list, or a list of more than `most` entries.
    pub fn list_of<'p>(&'p self, most: usize) -> Result<Vec<InputNode<'v, 'p>>, InputError> {
        let list = self.0.elements().ok_or_else(|| self.unwanted("a list"))?;
        if list.len() > most {
            return Err(self.error(InputFault::TooMany { most }));
        }
        Ok(list.map(InputNode).collect())
    }

    /// Returns the entries of this object, by key in byte order.
    ///
    /// # Errors
    /// A value that is not an object.
    pub fn entries<'p>(&'p self) -> Result<Vec<(&'v str, InputNode<'v, 'p>)>, InputError>
    where
        'v: 'p,
    {
        let entries = self.0.entries().ok_or_else(|| self.unwanted("an object"))?;
        Ok(entries.into_iter().map(|(key, node)| (key, InputNode(node))).collect())
    }

    /// Returns the value as an integer; 10.0, 1e1 and true are not integers.
    ///
    /// # Errors
    /// A value that is not an integer in `range`. Except for schedules to be checked, ranges are within -2^31 < x < 2^31.
    pub fn integer(&self, range: RangeInclusive<i64>) -> Result<i64, InputError> {
        let found = self.value().as_i64().filter(|value| range.contains(value));
        found.ok_or_else(|| self.unwanted(format!("an integer {}", Range(&range))))
    }

    /// Returns the value as an integer from `least` to 2^31 - 1.
    ///
    /// # Errors
    /// Fails for any other value.
    pub fn at_least(&self, least: i64) -> Result<i64, InputError> {
        self.integer(least..=i64::from(i32::MAX))
    }

    /// Returns the value as `[numerator, denominator]`, with the denominator at least 1 and the numerator at least
    /// `least`.
    ///
    /// # Errors
    /// Fails for any other value.
    pub fn fraction(&self, least: i64) -> Result<(i64, i64), InputError> {
        match self.value().as_array().map(|_| self.list()).transpose()?.as_deref() {
            Some([num, den]) => Ok((num.at_least(least)?, den.at_least(1)?)),
            _ => Err(self.unwanted("[numerator, denominator]")),
        }
    }

    /// Returns the value as a string.
    ///
    /// # Errors
    /// Fails for any other value.
    pub fn text(&self) -> Result<&'v str, InputError> {
        self.value().as_str().ok_or_else(|| self.unwanted("a string"))
    }

    /// Returns the value as a boolean.
    ///
    /// # Errors
    /// Fails for any other value.
    pub fn boolean(&self) -> Result<bool, InputError> {
        self.value().as_bool().ok_or_else(|| self.unwanted("true or false"))
    }

    /// Returns the value as an id, an integer or a string.
    ///
    /// # Errors
    /// Fails for any other value.
    pub fn id(&self) -> Result<InputId, InputError> {
        let wanted = "an integer below 2^31 in size or a string";
        InputId::read(self.value()).ok_or_else(|| self.unwanted(wanted))
    }

    /// One of several words, each paired with its meaning.
    ///
    /// # Errors
    /// Anything else; the words are listed.
    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, InputError> {
        let meant = self.value().as_str().and_then(|text| words.iter().find(|(word, _)| *word == text));
        let listed = || words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
        meant.map(|(_, meaning)| *meaning).ok_or_else(|| self.unwanted(listed()))
    }
}

fn error(node: &JsonNode<'_, '_>, fault: InputFault) -> InputError {
    let fault = match entry(node) {
        Some(entry) => InputFault::Entry { entry, fault: Box::new(fault) },
        None => fault,
    };
    InputError::new(node.step(), fault)
}

/// Returns the name of the innermost list entry around a value; `None` if the value itself names the entry.
fn entry(node: &JsonNode<'_, '_>) -> Option<String> {
    match node.step() {
        JsonStep::Root => None,
        JsonStep::Index(list, _) => by_id(node, list).or_else(|| entry(list)),
        JsonStep::Key(parent, key) => match parent.step() {
            JsonStep::Index(_, _) if NAMES.contains(&key) => None,
            JsonStep::Index(list, _) => {
                by_id(parent, list).or_else(|| by_ends(parent, list)).or_else(|| entry(list))
            }
            JsonStep::Root | JsonStep::Key(..) => entry(parent),
        },
    }
}

/// `node "mul"`, for an entry of `nodes` that has an id.
fn by_id(node: &JsonNode<'_, '_>, list: &JsonNode<'_, '_>) -> Option<String> {
    let id = InputId::read(node.value().get("id")?)?;
    Some(format!("{} {id}", singular(list)?))
}

/// `edge "a" -> "b"`, for an entry of `edges` that has both ends.
fn by_ends(node: &JsonNode<'_, '_>, list: &JsonNode<'_, '_>) -> Option<String> {
    let end = |key| InputId::read(node.value().get(key)?);
    Some(format!("{} {} -> {}", singular(list)?, end("from")?, end("to")?))
}

/// Returns the name of one entry of a list: the key of the list without its plural s.
fn singular<'p>(list: &JsonNode<'_, 'p>) -> Option<&'p str> {
    match list.step() {
        JsonStep::Key(_, key) => Some(key.strip_suffix('s').unwrap_or(key)),
        JsonStep::Root | JsonStep::Index(..) => None,
    }
}

/// Says a range as people do: powers of two of the specification are written as such.
struct Range<'a>(&'a RangeInclusive<i64>);

impl fmt::Display for Range<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} to {}", Bound(*self.0.start()), Bound(*self.0.end()))
    }
}

struct Bound(i64);

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        match (size + 1).is_power_of_two() && size > 0xFF {
            true if self.0 < 0 => write!(f, "1 - 2^{}", (size + 1).ilog2()),
            true => write!(f, "2^{} - 1", (size + 1).ilog2()),
            false if size.is_power_of_two() && size > 0xFF => write!(f, "{sign}2^{}", size.ilog2()),
            false => write!(f, "{sign}{size}"),
        }
    }
}
