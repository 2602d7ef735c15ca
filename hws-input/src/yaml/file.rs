//! Keys and values of a YAML file, each checked where it is.

use std::ops::RangeInclusive;

use super::{Key, Limits, Node, Value, parse};
use crate::{Diagnostic, Place, nearest};

/// Characters of a value that a message shows.
const SHOWN: usize = 40;

/// What is read, or the first fault of the file.
pub type YamlRead<T> = Result<T, Box<Diagnostic>>;

/// A file by its name, which every diagnostic has.
///
/// ```
/// use hws_input::yaml::{Limits, Oddities, YamlFile};
///
/// let limits = Limits { depth: 8, nodes: 100, replayed: 0, oddities: Oddities::Refused };
/// let file = YamlFile::new("a.yaml");
/// let root = file.parse("edge: up", &limits)?;
/// let value = &file.entries(&root, "a clock", &["edge"])?[0].1;
/// let fault = file.choice(value, &[("rise", 1), ("fall", 2)]).unwrap_err();
/// assert_eq!(fault.to_string(), "a.yaml:1:7: `up` is not legal here; give `rise` or `fall`");
/// # Ok::<(), Box<hws_input::Diagnostic>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct YamlFile<'f> {
    /// Its name.
    pub name: &'f str,
}

impl<'f> YamlFile<'f> {
    /// Creates the reader of a file.
    #[must_use]
    pub const fn new(name: &'f str) -> Self {
        Self { name }
    }

    /// Parses the text.
    ///
    /// # Errors
    /// The first text that is not YAML, or exceeds a limit.
    pub fn parse(self, text: &str, limits: &Limits) -> YamlRead<Node> {
        parse(text, limits).map_err(|error| self.at("syntax", error.place, error.message, "correct the YAML"))
    }

    /// Returns a fault at a place.
    #[must_use]
    pub fn at(
        self,
        code: &'static str,
        place: Place,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Box<Diagnostic> {
        Box::new(Diagnostic::new(code, place, message).in_file(self.name).remedy(remedy))
    }

    /// Returns the fault of a value that is not what its key takes.
    #[must_use]
    pub fn illegal(self, node: &Node, wanted: &str) -> Box<Diagnostic> {
        let message = format!("{} is not legal here", shown(&node.value));
        self.at("illegal-value", node.place, message, format!("give {wanted}"))
    }

    /// Returns the keys of a map, all of them known; `of` names the map.
    ///
    /// # Errors
    /// Another value than a map, or a key that is not known.
    pub fn entries<'n>(self, node: &'n Node, of: &str, known: &[&str]) -> YamlRead<&'n [(Key, Node)]> {
        let entries = self.map(node, &format!("{of}, with some of the keys {}", known.join(", ")))?;
        match entries.iter().find(|(key, _)| !known.contains(&key.name.as_str())) {
            None => Ok(entries),
            Some((key, _)) => Err(self.unknown_key(key, of, known)),
        }
    }

    fn unknown_key(self, key: &Key, of: &str, known: &[&str]) -> Box<Diagnostic> {
        let name: String = key.name.chars().take(SHOWN).collect();
        let meant = nearest(&key.name, known.iter().copied());
        let remedy = format!("the keys are {}", known.join(", "));
        let found = self.at("unknown-key", key.place, format!("unknown key `{name}` in {of}"), remedy);
        Box::new(found.suggest(meant))
    }

    /// Returns the value of a key that must be there.
    ///
    /// # Errors
    /// The key is missing.
    pub fn required<'n>(self, node: &'n Node, key: &str, of: &str, remedy: &str) -> YamlRead<&'n Node> {
        let missing = || self.at("missing-key", node.place, format!("missing key `{key}` in {of}"), remedy);
        node.get(key).ok_or_else(missing)
    }

    /// Returns the keys and values of a map.
    ///
    /// # Errors
    /// Another value.
    pub fn map<'n>(self, node: &'n Node, wanted: &str) -> YamlRead<&'n [(Key, Node)]> {
        match node.value {
            Value::Map(_) => Ok(node.entries()),
            _ => Err(self.illegal(node, wanted)),
        }
    }

    /// Returns the elements of a list.
    ///
    /// # Errors
    /// Another value.
    pub fn list<'n>(self, node: &'n Node, of: &str) -> YamlRead<&'n [Node]> {
        match node.value {
            Value::List(_) => Ok(node.elements()),
            _ => Err(self.illegal(node, &format!("a list of {of}"))),
        }
    }

    /// Returns a number that its type can hold.
    ///
    /// # Errors
    /// Another value.
    pub fn number<T: TryFrom<i128>>(self, node: &Node, wanted: &str) -> YamlRead<T> {
        let number = node.integer().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.illegal(node, wanted))
    }

    /// Returns a number in a range.
    ///
    /// # Errors
    /// Another value.
    pub fn number_in(self, node: &Node, range: RangeInclusive<u64>) -> YamlRead<u64> {
        let wanted = format!("an integer from {:#x} to {:#x}", range.start(), range.end());
        let number = self.number(node, &wanted)?;
        if range.contains(&number) { Ok(number) } else { Err(self.illegal(node, &wanted)) }
    }

    /// Returns `true` or `false`.
    ///
    /// # Errors
    /// Another value.
    pub fn flag(self, node: &Node) -> YamlRead<bool> {
        node.boolean().ok_or_else(|| self.illegal(node, "`true` or `false`"))
    }

    /// Returns a text that is not empty.
    ///
    /// # Errors
    /// Another value.
    pub fn text<'n>(self, node: &'n Node, wanted: &str) -> YamlRead<&'n str> {
        node.text().filter(|text| !text.is_empty()).ok_or_else(|| self.illegal(node, wanted))
    }

    /// Returns what one of several words stands for.
    ///
    /// # Errors
    /// Another value.
    pub fn choice<T: Copy>(self, node: &Node, choices: &[(&str, T)]) -> YamlRead<T> {
        let found = node.text().and_then(|text| choices.iter().find(|(name, _)| *name == text));
        let illegal = || {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("`{name}`")).collect();
            let meant = nearest(node.text().unwrap_or_default(), choices.iter().map(|(name, _)| *name));
            Box::new(self.illegal(node, &names.join(" or ")).suggest(meant))
        };
        found.map(|&(_, choice)| choice).ok_or_else(illegal)
    }

    /// Checks that a version is 1.
    ///
    /// # Errors
    /// Another value.
    pub fn version(self, node: &Node) -> YamlRead<()> {
        match node.integer() {
            Some(1) => Ok(()),
            _ => Err(self.illegal(node, "the version 1")),
        }
    }
}

/// A value in a message.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Integer(number) => format!("`{}`", number.get()),
        Value::Text(text) if text.is_empty() => "an empty text".to_owned(),
        Value::Text(text) => format!("`{}`", text.chars().take(SHOWN).collect::<String>()),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "a map".to_owned(),
        _ => "the value".to_owned(),
    }
}
