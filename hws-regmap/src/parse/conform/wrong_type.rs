//! Values of another type than the key expects: what is wrong, what is there, what to write instead.

use super::number;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::source::described;
use crate::source::shape::{Key, Shape, Takes};
use hws_input::yaml::{Node, Value};

/// What was expected, and where.
pub(super) struct Wrong {
    message: String,
    remedy: String,
    takes: Option<Takes>,
    may_be_left_out: bool,
}

impl Wrong {
    /// The whole file is not an entry.
    pub(super) fn file(shape: &Shape) -> Self {
        let keys: Vec<String> =
            shape.keys.iter().filter(|key| key.required).map(|key| format!("`{}`", key.name)).collect();
        let remedy = match keys.is_empty() {
            true => "write its keys, such as `pages:`".to_owned(),
            false => format!("begin with the keys {}", super::listed(&keys, "and")),
        };
        let message = format!("the file is not {}", shape.with_article());
        Self { message, remedy, takes: None, may_be_left_out: false }
    }

    /// An element of a list is not an entry.
    pub(super) fn element(key: &Key, shape: &Shape) -> Self {
        let keys: Vec<String> =
            shape.keys.iter().filter(|key| key.required).map(|key| format!("`{}`", key.name)).collect();
        let thing = shape.with_article();
        Self {
            message: format!("this element of `{}` is not {thing}", key.name),
            remedy: format!("{thing} is a mapping with the keys {}", super::listed(&keys, "and")),
            takes: None,
            may_be_left_out: false,
        }
    }

    /// An element of a list of numbers.
    pub(super) fn number(key: &Key) -> Self {
        Self {
            message: format!("`{}` has an element that is not a number", key.name),
            remedy: "write a number or an expression".to_owned(),
            takes: Some(Takes::Number),
            may_be_left_out: false,
        }
    }

    /// The value of a key.
    pub(super) fn value(key: &Key) -> Self {
        let (is_not, remedy) = expected(key.takes);
        let message = match key.takes {
            Takes::Flag => format!("`{}` is neither true nor false", key.name),
            _ => format!("`{}` is not {is_not}", key.name),
        };
        Self { message, remedy, takes: Some(key.takes), may_be_left_out: !key.required }
    }

    /// Returns the diagnostic about the value.
    pub(super) fn found(self, node: &Node, text: &str) -> MapDiagnostic {
        let written = text.get(node.place.span.range()).unwrap_or_default();
        if self.takes.is_some_and(is_numeric)
            && let Some(diagnostic) = number::explained(node, written)
        {
            return diagnostic;
        }
        let diagnostic = MapDiagnostic::new(Code::WrongType, node.place, self.message);
        if matches!(node.value, Value::Null) {
            let removed = if self.may_be_left_out { ", or remove the key" } else { "" };
            return diagnostic.label("there is no value").remedy(format!("{}{removed}", self.remedy));
        }
        let suggestion = self.takes.and_then(|takes| suggestion(takes, node, written));
        let found = match number::is_bit_range(node) {
            true => format!("found `{written}`"),
            false => format!("found {}", described(&node.value)),
        };
        diagnostic.label(found).remedy(self.remedy).suggest(suggestion)
    }
}

fn is_numeric(takes: Takes) -> bool {
    matches!(takes, Takes::Number | Takes::Reset)
}

/// Returns what the value is not, and what to write.
fn expected(takes: Takes) -> (String, String) {
    let (is_not, remedy) = match takes {
        Takes::Prose => ("a text", "put the text in quotes"),
        Takes::Name => {
            ("a name", "write a name that begins with a letter; put words such as `TRUE` in quotes")
        }
        Takes::Flag => ("a flag", "write `true` or `false`"),
        Takes::Number => ("a number", "write a number from 0 to 2⁶⁴ − 1, or an expression"),
        Takes::Reset => ("a number", "write a number, an expression, or `{base, step}`"),
        Takes::Names => ("a list of names", "write names in brackets, as in `[A, B]`"),
        Takes::Numbers => ("a list of numbers", "write numbers in brackets, as in `[7, 0]` or `[3]`"),
        Takes::Pair => ("a pair of numbers", "write `[least, greatest]`"),
        Takes::Tuples => ("a list of lists of numbers", "write lists in brackets, as in `[[0, 1], [1, 0]]`"),
        Takes::Word(words) => return ("a word".to_owned(), format!("write one of {}", words.join(", "))),
        Takes::Words(words) => {
            return ("a list of words".to_owned(), format!("write some of {} in brackets", words.join(", ")));
        }
        Takes::Entries(shape) => {
            let begin = format!("begin each {} with `- ` on a line of its own", shape.name);
            return (format!("a list of {}s", shape.name), begin);
        }
        Takes::Entry(shape) => {
            let keys: Vec<&str> = shape.keys.iter().map(|key| key.name).collect();
            return ("a mapping".to_owned(), format!("give its keys, some of {}", keys.join(", ")));
        }
    };
    (is_not.to_owned(), remedy.to_owned())
}

/// Returns the flag that another word or number stands for.
pub(super) fn flag_meant(node: &Node) -> Option<bool> {
    match &node.value {
        Value::Integer(number) => [false, true].into_iter().find(|&flag| number.get() == flag.into()),
        Value::Text(word) => match word.to_ascii_lowercase().as_str() {
            "yes" | "on" | "true" => Some(true),
            "no" | "off" | "false" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// Returns what is probably meant.
fn suggestion(takes: Takes, node: &Node, written: &str) -> Option<String> {
    match (takes, &node.value) {
        (Takes::Prose, Value::Integer(_) | Value::Float(_) | Value::Bool(_)) => {
            Some(format!("\"{written}\"")).filter(|_| !written.contains(['"', '\\']))
        }
        (Takes::Flag, _) => flag_meant(node).map(|flag| flag.to_string()),
        (Takes::Numbers, _) => number::bracketed(node),
        (Takes::Pair, Value::Text(_)) => number::bracketed(node).filter(|pair| pair.contains(',')),
        (Takes::Names, Value::Text(name)) if !name.contains([',', ' ', ':', '[']) => {
            Some(format!("[{name}]"))
        }
        (Takes::Words(words), Value::Text(word)) if words.contains(&word.as_str()) => {
            Some(format!("[{word}]"))
        }
        _ => None,
    }
}
