//! The changes between two maps, as users of the maps see them.
//!
//! Registers, fields and named values are identified by their names; another name at the same address or
//! bits is a rename. Prose does not count. A change is breaking when software, RTL or a bench written for
//! the old map would be wrong: everything but additions and widenings.

mod field;
mod parameter;
mod register;

use crate::model::{Map, Placed};
use std::collections::BTreeMap;
use std::fmt;

/// A difference between two maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whether code written for the old map is wrong for the new one.
    pub severity: DiffSeverity,
    /// The register, with its field where one changed, or the parameter; the map where the window changed.
    pub what: String,
    /// The change.
    pub text: String,
}

/// Whether code written for the old map is wrong for the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DiffSeverity {
    /// Code written for the old map is wrong.
    Breaking,
    /// Code written for the old map is still right.
    Compatible,
}

impl DiffSeverity {
    /// In lower case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Compatible => "compatible",
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.severity.as_str(), self.what, self.text)
    }
}

/// Returns every difference, parameters first, then registers in the order of their offsets.
///
/// ```
/// use hws_regmap::{BUILT_IN, diff, load};
/// let old = load(BUILT_IN, "old.yaml").unwrap();
/// let new = load(&BUILT_IN.replace("offset: 0x0028", "offset: 0x002c"), "new.yaml").unwrap();
/// assert_eq!(diff(&old, &new)[0].to_string(), "breaking: TIME_UNIT: moved from 0x0028 to 0x002c");
/// assert_eq!(diff(&old, &old), []);
/// ```
#[must_use]
pub fn diff(old: &Map, new: &Map) -> Vec<Change> {
    let mut changes = Changes::default();
    let (before, after) = (old.window_bytes.value, new.window_bytes.value);
    if before != after {
        changes.when(
            before > after,
            &old.name.value,
            format!("the window was 0x{before:x} bytes and is 0x{after:x}"),
        );
    }
    parameter::compare(old, new, &mut changes);
    register::compare(old, new, &mut changes);
    changes.0
}

/// The differences found so far.
#[derive(Default)]
struct Changes(Vec<Change>);

impl Changes {
    fn breaking(&mut self, what: &str, text: impl Into<String>) {
        self.0.push(Change { severity: DiffSeverity::Breaking, what: what.to_owned(), text: text.into() });
    }

    fn compatible(&mut self, what: &str, text: impl Into<String>) {
        self.0.push(Change { severity: DiffSeverity::Compatible, what: what.to_owned(), text: text.into() });
    }

    fn when(&mut self, is_breaking: bool, what: &str, text: impl Into<String>) {
        if is_breaking { self.breaking(what, text) } else { self.compatible(what, text) }
    }

    /// Adds a breaking change if the two differ.
    fn differ<T: PartialEq>(&mut self, what: &str, old: &T, new: &T, text: impl FnOnce() -> String) {
        if old != new {
            self.breaking(what, text());
        }
    }
}

/// Pairs with the same name, and those that only the old or only the new side has.
struct Matched<'a, T> {
    both: Vec<(&'a T, &'a T)>,
    gone: Vec<&'a T>,
    added: Vec<&'a T>,
}

fn matched<'a, T>(old: &'a [T], new: &'a [T], name: fn(&T) -> &Placed<String>) -> Matched<'a, T> {
    let by_name = |all: &'a [T]| -> BTreeMap<&str, &'a T> {
        all.iter().map(|one| (name(one).value.as_str(), one)).collect()
    };
    let (before, after) = (by_name(old), by_name(new));
    let partner = |one: &'a T, others: &BTreeMap<&str, &'a T>| others.get(name(one).value.as_str()).copied();
    Matched {
        both: old.iter().filter_map(|one| Some((one, partner(one, &after)?))).collect(),
        gone: old.iter().filter(|one| partner(one, &after).is_none()).collect(),
        added: new.iter().filter(|one| partner(one, &before).is_none()).collect(),
    }
}
