//! Which parts of the old map are which parts of the new one.

use crate::model::Placed;
use std::collections::BTreeMap;

/// The parts that both sides have, and those that only the old or only the new side has.
pub(super) struct Matched<'a, T> {
    /// In the order of the old side, with the same or another name.
    pub(super) both: Vec<(&'a T, &'a T)>,
    pub(super) gone: Vec<&'a T>,
    pub(super) added: Vec<&'a T>,
}

type Name<T> = fn(&T) -> &Placed<String>;

/// Matches by name, then what is left if `same` says that only the name is another one.
pub(super) fn matched<'a, T>(
    old: &'a [T],
    new: &'a [T],
    name: Name<T>,
    same: impl Fn(&T, &T) -> bool,
) -> Matched<'a, T> {
    let by_name = |all: &'a [T]| -> BTreeMap<&'a str, &'a T> {
        all.iter().map(|one| (name(one).value.as_str(), one)).collect()
    };
    let (before, after) = (by_name(old), by_name(new));
    let mut added: Vec<&T> =
        new.iter().filter(|one| !before.contains_key(name(one).value.as_str())).collect();
    let (mut both, mut gone) = (Vec::new(), Vec::new());
    for one in old {
        let renamed = || added.iter().position(|other| same(one, other));
        match after.get(name(one).value.as_str()) {
            Some(other) => both.push((one, *other)),
            None => match renamed() {
                Some(index) => both.push((one, added.remove(index))),
                None => gone.push(one),
            },
        }
    }
    Matched { both, gone, added }
}

impl<T> Matched<'_, T> {
    /// Returns what is called differently now.
    pub(super) fn renames(&self, name: Name<T>) -> Renames {
        self.both.iter().map(|(old, new)| (name(old).value.clone(), name(new).value.clone())).collect()
    }
}

/// New names by old ones.
pub(super) struct Renames(BTreeMap<String, String>);

impl FromIterator<(String, String)> for Renames {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(names: T) -> Self {
        Self(names.into_iter().filter(|(old, new)| old != new).collect())
    }
}

impl Renames {
    /// Returns the name that the new map has for it.
    pub(super) fn now<'a>(&'a self, old: &'a str) -> &'a str {
        self.0.get(old).map_or(old, String::as_str)
    }
}
