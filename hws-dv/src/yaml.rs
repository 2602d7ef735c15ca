//! Files in YAML: every key and every value is checked where it is.

use hws_input::yaml::{Key, Limits, Node, Oddities, Value, parse};
use hws_input::{Place, did_you_mean, nearest};

use crate::map::MapError;

const LIMITS: Limits = Limits { depth: 16, nodes: 100_000, replayed: 0, oddities: Oddities::Refused };

/// A file by its name, which every error begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct YamlFile<'f> {
    pub(crate) name: &'f str,
}

impl<'f> YamlFile<'f> {
    pub(crate) const fn new(name: &'f str) -> Self {
        Self { name }
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Node, MapError> {
        parse(text, &LIMITS).map_err(|error| self.at(error.place, error.message))
    }

    /// The keys of a map, all of them known.
    pub(crate) fn entries<'n>(
        &self,
        node: &'n Node,
        of: &str,
        known: &[&str],
    ) -> Result<&'n [(Key, Node)], MapError> {
        let Value::Map(entries) = &node.value else {
            return Err(self.at(node.place, format!("{of} consists of keys: {}", known.join(", "))));
        };
        for (key, _) in entries {
            if !known.contains(&key.name.as_str()) {
                let meant = did_you_mean(nearest(&key.name, known.iter().copied()));
                let reason =
                    format!("unknown key `{}` in {of} ({meant}known: {})", key.name, known.join(", "));
                return Err(self.at(key.place, reason));
            }
        }
        Ok(entries)
    }

    /// A text that is not empty.
    pub(crate) fn text(&self, node: &Node) -> Result<String, MapError> {
        let error = || self.at(node.place, "expected a text");
        node.text().filter(|text| !text.is_empty()).map(str::to_owned).ok_or_else(error)
    }

    /// A text, or a number as a text: `bug: 1234`.
    pub(crate) fn text_or_number(&self, node: &Node) -> Result<String, MapError> {
        match node.value {
            Value::Integer(number) => Ok(number.to_string()),
            _ => self.text(node),
        }
    }

    pub(crate) fn at(&self, place: Place, reason: impl Into<String>) -> MapError {
        MapError::At { file: self.name.to_owned(), place, reason: reason.into() }
    }
}
