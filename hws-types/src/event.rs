//! The events of the HWS as numbers: for monitor lanes, other languages, and programs that show or compare them.

mod generated;

use core::fmt;

use crate::Rule;
pub use generated::{COMMAND_NAMES, COMMAND_RULES, EVENT_WORDS, EventKind, POOL_NAMES, event_words};

/// An event as numbers: its kind, and its values in the order of the keys of a trace (interfaces.md §7), 0 behind them.
///
/// `Display` is one line with the names of the trace, sets of SIPs in hexadecimal:
///
/// ```
/// use hws_types::{EventWords, event_words};
///
/// let promote = EventWords::from(event_words::PromoteWords { entry: 2, seq: 9, mask: 0xF0 });
/// assert_eq!(promote.to_string(), "promote entry 2 seq 9 mask 0xf0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EventWords {
    /// The kind.
    pub kind: EventKind,
    /// The values.
    pub words: [u32; EVENT_WORDS],
}

/// A value of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventField {
    /// Its key in a trace.
    pub name: &'static str,
    /// The number of bits that it has.
    pub width: u32,
    /// What it is.
    pub show: EventShow,
    /// The rule that decides it.
    pub rule: Rule,
}

/// What a value of an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventShow {
    /// A number, shown in decimal.
    Decimal,
    /// A mask, an address or a packed word, shown in hexadecimal.
    Hex,
    /// 0 is false, 1 is true.
    Flag,
    /// A number; all ones stand for none.
    Optional,
    /// The place of a name in this list.
    Names(&'static [&'static str]),
}

/// A value with its form. `Display` is its text in a line: `P`, `0xf0`, `none`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventValue {
    /// The form.
    pub show: EventShow,
    /// The value.
    pub value: u32,
}

impl EventKind {
    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Returns the kind of a number.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Returns a value of that name; it has the same form in all kinds that have it.
    #[must_use]
    pub fn field_named(name: &str) -> Option<&'static EventField> {
        Self::ALL.iter().flat_map(|kind| kind.fields()).find(|field| field.name == name)
    }

    /// Returns the kind of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl EventShow {
    /// Returns the number that a text of a trace or of `Display` stands for, if it is a name.
    #[must_use]
    pub fn value_of(self, text: &str) -> Option<u32> {
        let place = |names: &[&str]| names.iter().position(|name| *name == text);
        match self {
            Self::Flag => place(&["false", "true"]).map(|place| place as u32),
            Self::Names(names) => place(names).map(|place| place as u32),
            Self::Optional => matches!(text, "-1" | "none").then_some(u32::MAX),
            Self::Decimal | Self::Hex => None,
        }
    }
}

impl fmt::Display for EventValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { show, value } = *self;
        let name = match show {
            EventShow::Flag => ["false", "true"].get(value as usize).copied(),
            EventShow::Names(names) => names.get(value as usize).copied(),
            EventShow::Optional if value == u32::MAX => Some("none"),
            EventShow::Decimal | EventShow::Hex | EventShow::Optional => None,
        };
        match name {
            Some(name) => f.write_str(name),
            None if show == EventShow::Hex => write!(f, "{value:#x}"),
            None => write!(f, "{value}"),
        }
    }
}

impl fmt::Display for EventWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for (field, value) in self.kind.fields().iter().zip(self.words) {
            write!(f, " {} ", field.name)?;
            EventValue { show: field.show, value }.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_its_number_and_its_name() {
        for (number, kind) in EventKind::ALL.iter().enumerate() {
            assert_eq!(EventKind::from_number(number as u32), Some(*kind));
            assert_eq!(EventKind::from_name(kind.name()), Some(*kind));
            assert!(kind.fields().len() <= EVENT_WORDS);
        }
        assert_eq!(EventKind::from_number(EventKind::ALL.len() as u32), None);
        assert_eq!(EventKind::from_name("reset"), None);
    }

    #[test]
    fn a_value_has_the_same_form_in_all_kinds() {
        for field in EventKind::ALL.iter().flat_map(|kind| kind.fields()) {
            let found = EventKind::field_named(field.name).map(|found| found.show);
            assert_eq!(found, Some(field.show), "{}", field.name);
        }
    }

    #[test]
    fn names_have_the_numbers_that_the_text_shows() {
        let fields = EventKind::ALL.iter().flat_map(|kind| kind.fields());
        for field in fields {
            let names: &[&str] = match field.show {
                EventShow::Names(names) => names,
                EventShow::Flag => &["false", "true"],
                _ => &[],
            };
            for (number, name) in names.iter().enumerate() {
                assert_eq!(field.show.value_of(name), Some(number as u32), "{}", field.name);
            }
            assert_eq!(field.show.value_of("Q"), None);
        }
        assert_eq!(EventShow::Optional.value_of("-1"), Some(u32::MAX));
    }
}
