//! Files in YAML: every key and every value is checked where it is.

use hws_input::yaml::{Key, Limits, Node, Oddities, Value, parse};
use hws_input::{Place, did_you_mean, nearest};

use super::MapError;

const LIMITS: Limits = Limits { depth: 16, nodes: 2_000_000, replayed: 0, oddities: Oddities::Refused };

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

    /// `version: 1`.
    pub(crate) fn version(&self, value: &Node) -> Result<(), MapError> {
        match value.integer() {
            Some(1) => Ok(()),
            _ => Err(self.at(value.place, "the version of a map is 1")),
        }
    }

    pub(crate) fn choice<T: Copy>(&self, node: &Node, choices: &[(&str, T)]) -> Result<T, MapError> {
        let found = node.text().and_then(|text| choices.iter().find(|(name, _)| *name == text));
        let names: Vec<String> = choices.iter().map(|(name, _)| format!("`{name}`")).collect();
        let error = || self.at(node.place, format!("expected {}", names.join(" or ")));
        found.map(|&(_, choice)| choice).ok_or_else(error)
    }

    pub(crate) fn list<'n>(&self, node: &'n Node, of: &str) -> Result<&'n [Node], MapError> {
        match node.value {
            Value::List(_) => Ok(node.elements()),
            _ => Err(self.at(node.place, format!("expected a list of {of}"))),
        }
    }

    pub(crate) fn texts(&self, node: &Node) -> Result<Vec<String>, MapError> {
        self.list(node, "names")?.iter().map(|element| self.text(element)).collect()
    }

    pub(crate) fn number(&self, node: &Node) -> Result<u32, MapError> {
        let number = node.integer().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| self.at(node.place, "expected a number of 32 bits"))
    }

    /// A text that is not empty.
    pub(crate) fn text(&self, node: &Node) -> Result<String, MapError> {
        let error = || self.at(node.place, "expected a text");
        node.text().filter(|text| !text.is_empty()).map(str::to_owned).ok_or_else(error)
    }

    /// A text, or a number as a text: `bug: 1234`.
    pub(crate) fn text_or_number(&self, node: &Node) -> Result<String, MapError> {
        node.integer().map_or_else(|| self.text(node), |number| Ok(number.to_string()))
    }

    pub(crate) fn at(&self, place: Place, reason: impl Into<String>) -> MapError {
        MapError::At { file: self.name.to_owned(), place, reason: reason.into() }
    }
}
