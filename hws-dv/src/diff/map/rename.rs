//! The rules of a side: new names for its signals.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{DiffMap, MapChange, MapRule, SIDES};
use crate::diff::DiffError;
use crate::diff::names::Names;

impl MapRule {
    fn apply<'n>(&self, name: &'n str) -> Option<Cow<'n, str>> {
        match &self.change {
            MapChange::Unescape(way) => match way.apply(name) {
                Cow::Borrowed(_) => None,
                owned @ Cow::Owned(_) => Some(owned),
            },
            MapChange::Replace(regex, text) => {
                regex.is_match(name).then(|| regex.replace_all(name, text.as_str()))
            }
        }
    }

    fn text(&self) -> String {
        match &self.change {
            MapChange::Unescape(way) => format!("`unescape: {}`", way.word()),
            MapChange::Replace(regex, _) => format!("the rule `{}`", regex.as_str()),
        }
    }
}

/// A name that rules have changed, and the last of them.
struct Renamed<'m> {
    name: String,
    by: &'m MapRule,
}

/// Renames the signals of a side (0 is A) that no pair of the map uses.
pub(in crate::diff) fn renamed(
    map: &DiffMap,
    side: usize,
    names: &mut Names<'_>,
    used: &HashSet<usize>,
) -> Result<(), DiffError> {
    let rules = &map.sides[side].rules;
    if rules.is_empty() {
        return Ok(());
    }
    let mut has_fitted = vec![false; rules.len()];
    let mut last: HashMap<usize, &MapRule> = HashMap::new();
    for named in names.ordered.iter_mut().filter(|named| !used.contains(&named.number)) {
        if let Some(Renamed { name, by }) = apply(rules, &named.name, &mut has_fitted) {
            named.key = Rc::from(name);
            last.insert(named.number, by);
        }
    }
    if let Some(place) = has_fitted.iter().position(|has_fitted| !has_fitted) {
        let (rule, side) = (&rules[place], SIDES[side]);
        let reason = format!("{} fits no signal of {side}{}", rule.text(), example(names));
        return Err(map.at(rule.place, reason));
    }
    check_clashes(map, side, names, used, &last)?;
    names.set_keys();
    Ok(())
}

fn example(names: &Names<'_>) -> String {
    let first = names.ordered.first();
    first.map_or_else(String::new, |first| {
        format!(" (names are those below `{}`, such as `{}`)", names.prefix, first.key)
    })
}

fn apply<'m>(rules: &'m [MapRule], name: &str, has_fitted: &mut [bool]) -> Option<Renamed<'m>> {
    let mut renamed: Option<Renamed<'m>> = None;
    for (rule, has_fitted) in rules.iter().zip(has_fitted) {
        let now = renamed.as_ref().map_or(name, |renamed| &renamed.name);
        if let Some(next) = rule.apply(now).map(Cow::into_owned) {
            *has_fitted = true;
            renamed = Some(Renamed { name: next, by: rule });
        }
    }
    renamed
}

/// Two signals must not get one name; two names of one signal may.
fn check_clashes(
    map: &DiffMap,
    side: usize,
    names: &Names<'_>,
    used: &HashSet<usize>,
    last: &HashMap<usize, &MapRule>,
) -> Result<(), DiffError> {
    let mut by_key: HashMap<&str, usize> = HashMap::new();
    for (at, named) in names.ordered.iter().enumerate().filter(|(_, named)| !used.contains(&named.number)) {
        let other = *by_key.entry(&named.key).or_insert(at);
        let first = &names.ordered[other];
        if names.variable(first.number).id == names.variable(named.number).id {
            continue;
        }
        if let Some(rule) = last.get(&named.number).or_else(|| last.get(&first.number)) {
            let reason = format!(
                "{} gives one name to two signals of {}: `{}` and `{}` both become `{}`; make it narrower, or list one under \
                 `pairs`",
                rule.text(),
                SIDES[side],
                first.name,
                named.name,
                named.key
            );
            return Err(map.at(rule.place, reason));
        }
    }
    Ok(())
}
