//! Checks that the tree has the shape of a map: every unknown, missing, duplicate and mistyped key in one run.
//!
//! A key, flag or word that is clearly misspelt gets its right form in the tree, so that it is used and nothing else
//! seems to be wrong.

mod meant;
mod number;
mod wrong_type;

use crate::diagnostic::{Code, MapDiagnostic};
use crate::source::number_of;
use crate::source::shape::{INCLUDED, Key, LINEAR, MAP, SOURCE, Shape, Takes};
use hws_input::nearest;
use hws_input::yaml::{self, Node, Value};
use std::collections::{BTreeMap, BTreeSet};
use wrong_type::Wrong;

/// The faults of shape, and whether everything that other entries may refer to could be read.
pub(crate) struct Conformity<'t> {
    pub(crate) diagnostics: Vec<MapDiagnostic>,
    pub(crate) is_whole: bool,
    /// The text of the file, which shows numbers as they are written.
    text: &'t str,
}

/// Compares the tree with the shape of a whole file, and renames misspelt keys in it.
pub(crate) fn conform<'t>(node: &mut Node, shape: &Shape, text: &'t str) -> Conformity<'t> {
    let mut conformity = Conformity::new(text);
    conformity.entry(node, shape, || Wrong::file(shape));
    conformity
}

impl<'t> Conformity<'t> {
    fn new(text: &'t str) -> Self {
        Self { diagnostics: Vec::new(), is_whole: true, text }
    }

    fn report(&mut self, diagnostic: MapDiagnostic) {
        if self.diagnostics.len() < crate::MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a fault because of which an entry is missing from the map.
    fn lose(&mut self, diagnostic: MapDiagnostic) {
        self.is_whole = false;
        self.report(diagnostic);
    }

    fn mistyped(&mut self, node: &Node, wrong: Wrong) {
        self.lose(wrong.found(node, self.text));
    }

    fn entry(&mut self, node: &mut Node, shape: &Shape, wrong: impl FnOnce() -> Wrong) {
        if !matches!(node.value, Value::Map(_)) {
            return self.mistyped(node, wrong());
        }
        let replaced = self.keys(node, shape);
        let absent = shape.keys.iter().filter(|key| key.required && node.get(key.name).is_none());
        let (replaced, absent): (Vec<&Key>, Vec<&Key>) = absent.partition(|key| replaced.contains(key.name));
        self.is_whole &= !replaced.iter().any(|key| leaves_a_hole(key));
        if !absent.is_empty() {
            self.is_whole &= !absent.iter().any(|key| leaves_a_hole(key));
            self.report(missing(node, shape, &absent));
        }
        let Value::Map(entries) = &mut node.value else { return };
        for key in shape.keys {
            if let Some((_, value)) = entries.iter_mut().find(|(known, _)| known.name == key.name) {
                self.value(value, key);
            }
        }
    }

    /// Checks that every key of the entry is known and given once; returns the keys in whose place others are given.
    fn keys(&mut self, node: &mut Node, shape: &Shape) -> BTreeSet<&'static str> {
        let mut replaced = BTreeSet::new();
        let known = |name: &str| shape.keys.iter().find(|key| key.name == name);
        let mut given: BTreeSet<yaml::KeyName> =
            node.entries().iter().map(|(key, _)| key.name.clone()).collect();
        let mut seen: BTreeMap<yaml::KeyName, yaml::Key> = BTreeMap::new();
        for number in 0..node.entries().len() {
            let Some((key, value)) = node.entries().get(number) else { continue };
            if known(&key.name).is_some() {
                match seen.get(&key.name) {
                    Some(first) => self.report(duplicate_key(key, first)),
                    None => drop(seen.insert(key.name.clone(), key.clone())),
                }
                continue;
            }
            // Nothing more would be reported, so that what is meant does not matter.
            if self.diagnostics.len() >= crate::MOST_DIAGNOSTICS {
                self.is_whole = false;
                break;
            }
            let translated = meant::translated(&key.name, shape).filter(|one| !given.contains(one.name));
            let meant = translated
                .map(|one| one.name)
                .or_else(|| nearest(&key.name, shape.keys.iter().map(|key| key.name)))
                .filter(|_| !belongs_to_the_map(key, shape))
                .filter(|meant| !given.contains(*meant))
                .filter(|meant| known(meant).is_some_and(|key| self.suits(value, key)));
            self.report(match translated {
                Some(one) if meant.is_none() => other_form(key, shape, one),
                _ => unknown_key(key, shape, meant),
            });
            replaced.extend(translated.map(|one| one.name));
            if let (Some(meant), Value::Map(entries)) = (meant, &mut node.value)
                && let Some((key, _)) = entries.get_mut(number)
            {
                key.name = meant.into();
                given.insert(meant.into());
            }
        }
        replaced
    }

    /// Returns whether a value is of the type that the key takes; its parts may be wrong.
    fn suits(&self, value: &Node, key: &Key) -> bool {
        let mut trial = Conformity::new(self.text);
        trial.value(&mut value.clone(), key);
        !trial.diagnostics.iter().any(|found| found.place == value.place && found.code == Code::WrongType)
    }

    fn value(&mut self, node: &mut Node, key: &Key) {
        let is_right = match key.takes {
            Takes::Prose | Takes::Name => node.text().is_some(),
            Takes::Flag => node.boolean().is_some(),
            Takes::Number => is_number(node),
            Takes::Names => is_list(node, |element| element.text().is_some()),
            Takes::Numbers => is_numbers(node) && !number::is_bit_range(node),
            Takes::Pair => is_numbers(node) && node.elements().len() == 2,
            Takes::Tuples => is_list(node, is_numbers),
            Takes::Reset if matches!(node.value, Value::Map(_)) => {
                return self.entry(node, &LINEAR, || Wrong::value(key));
            }
            Takes::Reset => is_number(node),
            Takes::Word(words) => return self.word(node, key, words),
            Takes::Words(words) => return self.words(node, key, words),
            Takes::Entries(shape) => return self.entries(node, shape, key),
            Takes::Entry(shape) => return self.entry(node, shape, || Wrong::value(key)),
        };
        if !is_right {
            let element = match key.takes {
                Takes::Numbers | Takes::Pair => node.elements().iter().find(|element| !is_number(element)),
                _ => None,
            };
            let diagnostic = match element {
                Some(element) => Wrong::number(key).found(element, self.text),
                None => Wrong::value(key).found(node, self.text),
            };
            self.is_whole &= matches!(key.takes, Takes::Prose);
            self.report(diagnostic);
            // Nothing more is said about its parts.
            node.value = match key.takes {
                Takes::Flag => wrong_type::flag_meant(node).map_or(Value::Null, Value::Bool),
                _ => Value::Null,
            };
        }
    }

    fn word(&mut self, node: &mut Node, key: &Key, words: &[&str]) {
        let Some(word) = node.text() else { return self.mistyped(node, Wrong::value(key)) };
        if words.contains(&word) {
            return;
        }
        let diagnostic = unknown_word(node, word, key.name, words);
        match words.iter().find(|known| known.eq_ignore_ascii_case(word)) {
            // There is no doubt about what is meant.
            Some(known) => {
                node.value = Value::Text((*known).into());
                self.report(diagnostic);
            }
            None => self.lose(diagnostic),
        }
    }

    fn words(&mut self, node: &mut Node, key: &Key, words: &[&str]) {
        match &mut node.value {
            Value::List(elements) => {
                elements.iter_mut().for_each(|element| self.word(element, key, words));
            }
            _ => self.mistyped(node, Wrong::value(key)),
        }
    }

    fn entries(&mut self, node: &mut Node, shape: &Shape, key: &Key) {
        match &mut node.value {
            // Registers without a field would follow; every other list may be empty.
            Value::List(elements) if elements.is_empty() && shape.name == SOURCE.name => {
                self.lose(empty(node, shape, key));
            }
            Value::List(elements) => {
                for element in elements {
                    self.entry(element, shape, || Wrong::element(key, shape));
                }
            }
            _ => self.mistyped(node, Wrong::value(key)),
        }
    }
}

/// Returns whether the whole entry is left out without this key.
fn leaves_a_hole(key: &Key) -> bool {
    key.required && !matches!(key.takes, Takes::Prose)
}

/// A text is an expression, which is judged when it is worked out.
fn is_number(node: &Node) -> bool {
    number_of(node).is_some() || node.text().is_some()
}

fn is_list(node: &Node, is_right: impl Fn(&Node) -> bool) -> bool {
    matches!(&node.value, Value::List(elements) if elements.iter().all(is_right))
}

fn is_numbers(node: &Node) -> bool {
    is_list(node, is_number)
}

fn missing(node: &Node, shape: &Shape, absent: &[&Key]) -> MapDiagnostic {
    let names: Vec<String> = absent.iter().map(|key| format!("`{}`", key.name)).collect();
    let (names, thing) = (listed(&names, "and"), shape.with_article());
    let message = match absent {
        [_] => format!("missing key {names} in {thing}"),
        _ => format!("missing keys {names} in {thing}"),
    };
    let added: Vec<String> =
        absent.iter().map(|key| format!("`{}:` ({})", key.name, key.meaning())).collect();
    MapDiagnostic::new(Code::MissingKey, node.place, message)
        .label(format!("this {} has no {}", shape.name, names.replace(" and ", " or ")))
        .remedy(format!("add {}", listed(&added, "and")))
}

fn empty(node: &Node, shape: &Shape, key: &Key) -> MapDiagnostic {
    MapDiagnostic::new(Code::MissingKey, node.place, format!("`{}` is empty", key.name))
        .label(format!("without {}", shape.with_article()))
        .remedy(format!("add at least one {}", shape.name))
}

fn unknown_key(key: &yaml::Key, shape: &Shape, meant: Option<&str>) -> MapDiagnostic {
    let message = format!("unknown key `{}` in {}", shortened(&key.name), shape.with_article());
    let remedy = match meant {
        _ if belongs_to_the_map(key, shape) => {
            format!("`{}` belongs in the map that includes this file", key.name)
        }
        Some(meant) => format!("the key is called `{meant}`"),
        None => meant::remedy(key, shape),
    };
    MapDiagnostic::new(Code::UnknownKey, key.place, message)
        .label("unknown key")
        .remedy(remedy)
        .suggest(meant)
}

/// The key is known by another name, and takes another value.
fn other_form(key: &yaml::Key, shape: &Shape, meant: &Key) -> MapDiagnostic {
    let diagnostic = unknown_key(key, shape, None);
    match key.name.split_once(':') {
        Some((name, value)) => diagnostic
            .remedy("write a space after the `:`")
            .suggest(Some(format!("{name}: {value}")).filter(|_| !value.is_empty())),
        None => diagnostic.remedy(format!("write `{}:` instead ({})", meant.name, meant.meaning())),
    }
}

/// Returns whether an included file has a key that only the map itself may have.
fn belongs_to_the_map(key: &yaml::Key, shape: &Shape) -> bool {
    shape.name == INCLUDED.name && MAP.keys.iter().any(|known| key.name == known.name)
}

fn unknown_word(node: &Node, word: &str, key: &str, words: &[&str]) -> MapDiagnostic {
    let message = format!("`{}` is not a valid `{key}`", shortened(word));
    MapDiagnostic::new(Code::UnknownWord, node.place, message)
        .label("unknown word")
        .remedy(format!("write one of {}", words.join(", ")))
        .suggest(meant::word(word, key, words))
}

fn duplicate_key(key: &yaml::Key, first: &yaml::Key) -> MapDiagnostic {
    MapDiagnostic::new(Code::DuplicateKey, key.place, format!("duplicate key `{}`", key.name))
        .label("given again here")
        .note(first.place, "first given here")
        .remedy("keep one of them")
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(60).chain(['…']).collect() }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(words: &[String], last: &str) -> String {
    match words {
        [rest @ .., end] if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => words.concat(),
    }
}
