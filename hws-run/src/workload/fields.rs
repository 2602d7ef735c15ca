//! The keys of a map, each with its type and range; unknown keys are refused.

use std::ops::RangeInclusive;

use hws_input::{Position, nearest};

use super::error::{Fault, WorkloadReason};
use super::node::{Key, Node, Value};
use super::scalar;

/// A map whose keys are all known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'n> {
    of: &'static str,
    pub(super) at: Position,
    entries: &'n [(Key, Node)],
}

impl<'n> Fields<'n> {
    /// Reads the map that describes `of`; a key that is not `known` is an error.
    pub(super) fn of(
        node: &'n Node,
        of: &'static str,
        known: &'static [&'static str],
    ) -> Result<Self, Fault> {
        let Value::Map(entries) = &node.value else {
            return Err(scalar::wrong(node, of, &format!("a map of {}", known.join(", "))));
        };
        match entries.iter().find(|(key, _)| !known.contains(&key.name.as_str())) {
            None => Ok(Self { of, at: node.position(), entries }),
            Some((key, _)) => Err(unknown(key, of, known)),
        }
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries.iter().find(|(known, _)| known.name == key).map(|(_, value)| value)
    }

    /// The position of a key.
    pub(super) fn key(&self, key: &str) -> Option<Position> {
        self.entries.iter().find(|(known, _)| known.name == key).map(|(known, _)| known.position())
    }

    /// The value of a required key.
    pub(super) fn required(&self, key: &'static str) -> Result<&'n Node, Fault> {
        self.get(key).ok_or_else(|| Fault::at(self.at, WorkloadReason::Missing { key, of: self.of }))
    }

    /// An integer in a range.
    pub(super) fn integer(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Fault> {
        self.get(key).map(|node| scalar::integer(node, format_args!("`{key}`"), range)).transpose()
    }

    /// Refuses two keys that exclude each other, at the later one.
    pub(super) fn not_both(&self, a: &'static str, b: &'static str) -> Result<(), Fault> {
        let (Some(at_a), Some(at_b)) = (self.key(a), self.key(b)) else { return Ok(()) };
        let (first, second, at) = if at_a <= at_b { (a, b, at_b) } else { (b, a, at_a) };
        Err(Fault::at(at, WorkloadReason::Both { first, second }))
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, Fault> {
        let Some(node) = self.get(key) else { return Ok(None) };
        let found = words.iter().find(|(word, _)| matches!(&node.value, Value::Text(text) if text == word));
        let names: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        match found {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => Err(scalar::wrong(node, &format!("`{key}`"), &names.join(" or "))),
        }
    }
}

fn unknown(key: &Key, of: &'static str, known: &'static [&'static str]) -> Fault {
    let closest = nearest(&key.name, known.iter().copied()).map(str::to_owned);
    Fault::at(
        key.position(),
        WorkloadReason::UnknownKey { key: scalar::shortened(&key.name), of, closest, known },
    )
}
