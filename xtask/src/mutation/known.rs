//! The lists of survivors: a line is the key of a mutant, ` # `, and a reason.

use super::report::State;
use crate::repository::{Outcome, read};
use std::collections::BTreeMap;

/// What the lists say of each key.
#[derive(Debug, Default)]
pub(super) struct Known(BTreeMap<String, State>);

impl Known {
    pub(super) fn read() -> Outcome<Self> {
        let mut known = Self::default();
        known.add(&read("tests/mutants/equivalent.txt")?, State::Equivalent);
        known.add(&read("tests/mutants/open.txt")?, State::Open);
        Ok(known)
    }

    pub(super) fn add(&mut self, text: &str, state: State) {
        let keys = text.lines().filter_map(|line| line.split_once(" # "));
        self.0.extend(keys.map(|(key, _)| (key.to_owned(), state)));
    }

    pub(super) fn get(&self, key: &str) -> Option<State> {
        self.0.get(key).copied()
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_key_and_a_reason() {
        let mut known = Known::default();
        known.add("a: b | c # d # e\nf: g | #[h]\n\na: i | j # k\n", State::Equivalent);
        known.add("a: i | j # l", State::Open);
        assert_eq!(known.keys().collect::<Vec<_>>(), ["a: b | c", "a: i | j"]);
        assert_eq!(known.get("a: b | c"), Some(State::Equivalent));
        assert_eq!(known.get("a: i | j"), Some(State::Open));
        assert_eq!(known.get("f: g | #[h]"), None);
    }
}
