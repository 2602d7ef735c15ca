//! Checks that the tree has the shape of a map: every unknown, missing, duplicate and mistyped key in one run.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::shape::{Key, LINEAR, Shape, Takes};
use crate::source::{described, number_of};
use hws_input::nearest;
use hws_input::yaml::{self, Node, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The faults of shape, and whether everything that other entries may refer to could be read.
pub(crate) struct Conformity {
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) is_whole: bool,
}

/// Compares the tree with the shape of a whole file.
pub(crate) fn conform(node: &Node, shape: &Shape) -> Conformity {
    let mut conformity = Conformity { diagnostics: Vec::new(), is_whole: true };
    conformity.entry(node, shape);
    conformity
}

impl Conformity {
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < crate::MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a fault because of which an entry is missing from the map.
    fn lose(&mut self, diagnostic: Diagnostic) {
        self.is_whole = false;
        self.report(diagnostic);
    }

    fn entry(&mut self, node: &Node, shape: &Shape) {
        if !matches!(node.value, Value::Map(_)) {
            let keys = required(shape).join(", ");
            return self.lose(mistyped(node, &format!("a {} with the keys {keys}", shape.name)));
        }
        let misspelt = self.keys(node, shape);
        for key in shape.keys {
            match node.get(key.name) {
                Some(value) => self.value(value, key),
                // It is there under a misspelt name, which has been reported.
                None if misspelt.contains(key.name) => self.is_whole &= !leaves_a_hole(key),
                None if key.required => self.missing(node, shape, key),
                None => {}
            }
        }
    }

    /// Checks that every key of the entry is known and given once; returns the known keys that unknown
    /// ones probably stand for.
    fn keys(&mut self, node: &Node, shape: &Shape) -> BTreeSet<String> {
        let (mut seen, mut misspelt) = (BTreeMap::new(), BTreeSet::new());
        for (key, _) in node.entries() {
            if !shape.keys.iter().any(|known| known.name == key.name) {
                let diagnostic = unknown_key(key, shape);
                misspelt.extend(diagnostic.suggestion.clone());
                self.report(diagnostic);
            } else if let Some(first) = seen.insert(key.name.as_str(), key) {
                self.report(duplicate_key(key, first));
            }
        }
        misspelt
    }

    fn missing(&mut self, node: &Node, shape: &Shape, key: &Key) {
        let message = format!("missing key `{}` in a {}", key.name, shape.name);
        let diagnostic = Diagnostic::new(Code::MissingKey, node.place, message)
            .label(format!("this {} has no `{}`", shape.name, key.name))
            .remedy(format!("add `{}:` ({})", key.name, key.about.trim_end_matches('.')));
        self.is_whole &= !leaves_a_hole(key);
        self.report(diagnostic);
    }

    fn value(&mut self, node: &Node, key: &Key) {
        let is_right = match key.takes {
            Takes::Prose | Takes::Name => node.text().is_some(),
            Takes::Flag => node.boolean().is_some(),
            Takes::Number => is_number(node),
            Takes::Names => is_list(node, |element| element.text().is_some()),
            Takes::Numbers => is_numbers(node),
            Takes::Pair => is_numbers(node) && node.elements().len() == 2,
            Takes::Tuples => is_list(node, is_numbers),
            Takes::Reset if matches!(node.value, Value::Map(_)) => return self.entry(node, &LINEAR),
            Takes::Reset => is_number(node),
            Takes::Word(words) => return self.word(node, key, words),
            Takes::Words(words) => return self.words(node, key, words),
            Takes::Entries(shape) => return self.entries(node, shape),
            Takes::Entry(shape) => return self.entry(node, shape),
        };
        if !is_right {
            self.lose(mistyped(node, expected(key.takes)));
        }
    }

    fn word(&mut self, node: &Node, key: &Key, words: &[&str]) {
        match node.text() {
            Some(word) if words.contains(&word) => {}
            Some(word) => self.lose(unknown_word(node, word, key.name, words)),
            None => self.lose(mistyped(node, &format!("one of {}", words.join(", ")))),
        }
    }

    fn words(&mut self, node: &Node, key: &Key, words: &[&str]) {
        match &node.value {
            Value::List(elements) => elements.iter().for_each(|element| self.word(element, key, words)),
            _ => self.lose(mistyped(node, &format!("a list of {}", words.join(", ")))),
        }
    }

    fn entries(&mut self, node: &Node, shape: &Shape) {
        match &node.value {
            Value::List(elements) => elements.iter().for_each(|element| self.entry(element, shape)),
            _ => self.lose(mistyped(node, &format!("a list of {}s", shape.name))),
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

const STRING: &str = "a string";

fn expected(takes: Takes) -> &'static str {
    match takes {
        Takes::Prose | Takes::Name => STRING,
        Takes::Flag => "true or false",
        Takes::Number => "a number from 0 to 2⁶⁴ − 1, or an expression",
        Takes::Reset => "a number, an expression, or `{base, step}`",
        Takes::Names => "a list of names",
        Takes::Numbers => "a list of numbers",
        Takes::Pair => "two numbers, `[least, greatest]`",
        Takes::Tuples => "a list of lists of numbers",
        Takes::Word(_) | Takes::Words(_) | Takes::Entries(_) | Takes::Entry(_) => "a mapping",
    }
}

fn mistyped(node: &Node, expected: &str) -> Diagnostic {
    let quoted =
        expected == STRING && matches!(node.value, Value::Integer(_) | Value::Float(_) | Value::Bool(_));
    let remedy = if quoted { "put it in quotes".to_owned() } else { format!("write {expected}") };
    Diagnostic::new(
        Code::WrongType,
        node.place,
        format!("expected {expected}, found {}", described(&node.value)),
    )
    .label(format!("expected {expected}"))
    .remedy(remedy)
}

fn unknown_key(key: &yaml::Key, shape: &Shape) -> Diagnostic {
    let names = || shape.keys.iter().map(|key| key.name);
    let message = format!("unknown key `{}` in a {}", shortened(&key.name), shape.name);
    Diagnostic::new(Code::UnknownKey, key.place, message)
        .label("unknown key")
        .remedy(format!("the keys of a {} are {}", shape.name, names().collect::<Vec<_>>().join(", ")))
        .suggest(nearest(&key.name, names()))
}

fn unknown_word(node: &Node, word: &str, key: &str, words: &[&str]) -> Diagnostic {
    let message = format!("`{}` is not a valid `{key}`", shortened(word));
    Diagnostic::new(Code::UnknownWord, node.place, message)
        .label(format!("expected one of {}", words.join(", ")))
        .remedy(format!("write one of {}", words.join(", ")))
        .suggest(nearest(word, words.iter().copied()))
}

fn duplicate_key(key: &yaml::Key, first: &yaml::Key) -> Diagnostic {
    Diagnostic::new(Code::DuplicateKey, key.place, format!("duplicate key `{}`", key.name))
        .label("given again here")
        .note(first.place, "first given here")
        .remedy("keep one of them")
}

fn required(shape: &Shape) -> Vec<&'static str> {
    shape.keys.iter().filter(|key| key.required).map(|key| key.name).collect()
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 60 { text.to_owned() } else { text.chars().take(60).chain(['…']).collect() }
}
