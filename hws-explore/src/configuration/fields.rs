//! Keys and values of YAML, checked where they are.

use std::str::FromStr;

use hws_input::yaml::{Key, Node, Value};
use hws_input::{Place, did_you_mean, nearest};
use hws_types::{Sip, SipMask};

use super::error::ConfigurationError;

/// The file, whose name every error begins with.
#[derive(Clone, Copy)]
pub(super) struct File<'f>(pub(super) &'f str);

pub(super) type Read<T> = Result<T, ConfigurationError>;

impl File<'_> {
    pub(super) fn refuse<T>(self, place: Place, reason: impl Into<String>) -> Read<T> {
        Err(ConfigurationError::new(self.0, place, reason))
    }

    /// The value, or what was expected.
    fn expect<T>(self, node: &Node, found: Option<T>, what: &str) -> Read<T> {
        found.map_or_else(|| self.refuse(node.place, format!("expected {what}")), Ok)
    }

    /// The keys of a map, all of them known.
    pub(super) fn entries<'n>(self, node: &'n Node, known: &[&str]) -> Read<&'n [(Key, Node)]> {
        let entries = self.map(node, &format!("keys and values: {}", known.join(", ")))?;
        match entries.iter().find(|(key, _)| !known.contains(&key.name.as_str())) {
            None => Ok(entries),
            Some((key, _)) => {
                let meant = did_you_mean(nearest(&key.name, known.iter().copied()));
                let reason = format!("unknown key `{}`; {meant}valid are {}", key.name, known.join(", "));
                self.refuse(key.place, reason)
            }
        }
    }

    pub(super) fn map<'n>(self, node: &'n Node, what: &str) -> Read<&'n [(Key, Node)]> {
        let is_map = matches!(node.value, Value::Map(_));
        self.expect(node, is_map.then(|| node.entries()), what)
    }

    pub(super) fn list<'n>(self, node: &'n Node, what: &str) -> Read<&'n [Node]> {
        let is_list = matches!(node.value, Value::List(_));
        self.expect(node, is_list.then(|| node.elements()), &format!("a list of {what}"))
    }

    pub(super) fn number<T: TryFrom<i128>>(self, node: &Node, what: &str) -> Read<T> {
        let number = node.integer().and_then(|number| T::try_from(number).ok());
        self.expect(node, number, what)
    }

    pub(super) fn flag(self, node: &Node) -> Read<bool> {
        let flag = match node.value {
            Value::Bool(value) => Some(value),
            _ => None,
        };
        self.expect(node, flag, "`true` or `false`")
    }

    pub(super) fn text<'n>(self, node: &'n Node, what: &str) -> Read<&'n str> {
        self.expect(node, node.text(), what)
    }

    /// A list of logical SIPs.
    pub(super) fn sips(self, node: &Node) -> Read<SipMask> {
        let mut mask = SipMask::EMPTY;
        for sip in self.list(node, "SIPs, 0 to 31")? {
            let found = Sip::new(self.number(sip, "a SIP, 0 to 31")?);
            mask |= self.expect(sip, found, "a SIP, 0 to 31")?.mask();
        }
        Ok(mask)
    }

    /// A pair `AxB`.
    pub(super) fn pair(self, node: &Node, what: &str) -> Read<(u32, u32)> {
        let numbers = |text: &str| {
            let (a, b) = text.split_once('x')?;
            Some((u32::from_str(a).ok()?, u32::from_str(b).ok()?))
        };
        self.expect(node, node.text().and_then(numbers), what)
    }
}
