//! The keywords that check a value on its own.

use crate::number::{compare, is_integer, is_multiple};
use regex_lite::Regex;
use serde_json::Value;
use std::cmp::Ordering;

/// A keyword and its requirement.
pub(crate) struct Assertion<'a> {
    word: &'a str,
    rule: &'a Value,
}

/// Annotations, which do not restrict values. In this draft, `format` is one of them.
const ANNOTATIONS: [&str; 6] = ["$schema", "$defs", "title", "description", "default", "format"];

impl<'a> Assertion<'a> {
    pub(crate) fn new(word: &'a str, rule: &'a Value) -> Self {
        Self { word, rule }
    }

    /// Returns why the value violates it. A value of a type to which the keyword does not apply is valid.
    pub(crate) fn broken_by(&self, value: &Value) -> Option<String> {
        match self.word {
            "type" | "enum" | "const" => self.broken_by_any(value),
            "required" => self.broken_by_members(value),
            "minimum" | "maximum" | "multipleOf" => self.broken_by_number(value),
            "minLength" | "pattern" => self.broken_by_text(value.as_str()?),
            "minItems" | "maxItems" => self.broken_by_length(value.as_array()?.len()),
            word if ANNOTATIONS.contains(&word) => None,
            word => panic!("the keyword `{word}` is not implemented"),
        }
    }

    fn broken_by_any(&self, value: &Value) -> Option<String> {
        let rule = self.rule;
        let holds = match self.word {
            "type" => one_or_more(rule).iter().any(|name| has_type(value, name)),
            "enum" => rule.as_array().expect("`enum` is a list").iter().any(|other| is_same(value, other)),
            _ => is_same(value, rule),
        };
        (!holds).then(|| format!("{value} where `{}` is {rule}", self.word))
    }

    fn broken_by_members(&self, value: &Value) -> Option<String> {
        let (members, names) = (value.as_object()?, self.rule.as_array().expect("`required` is a list"));
        let mut names = names.iter().map(|name| name.as_str().expect("names are texts"));
        names.find(|name| !members.contains_key(*name)).map(|name| format!("`{name}` is missing"))
    }

    fn broken_by_number(&self, value: &Value) -> Option<String> {
        let (value, limit) = (value.as_number()?, self.rule.as_number().expect("limits are numbers"));
        let holds = match self.word {
            "minimum" => compare(value, limit) != Ordering::Less,
            "maximum" => compare(value, limit) != Ordering::Greater,
            _ => is_multiple(value, limit),
        };
        (!holds).then(|| format!("{value} where `{}` is {limit}", self.word))
    }

    fn broken_by_text(&self, text: &str) -> Option<String> {
        if self.word == "minLength" {
            let least = self.length();
            return (text.chars().count() < least).then(|| format!("shorter than {least}"));
        }
        let pattern = self.rule.as_str().expect("a pattern is a text");
        let regex = Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        (!regex.is_match(text)).then(|| format!("`{text}` does not match `{pattern}`"))
    }

    fn broken_by_length(&self, length: usize) -> Option<String> {
        let limit = self.length();
        let holds = if self.word == "minItems" { length >= limit } else { length <= limit };
        (!holds).then(|| format!("{length} items where `{}` is {limit}", self.word))
    }

    fn length(&self) -> usize {
        let length = self.rule.as_u64().and_then(|length| usize::try_from(length).ok());
        length.unwrap_or_else(|| panic!("`{}` is {}, not a length", self.word, self.rule))
    }
}

fn one_or_more(rule: &Value) -> &[Value] {
    rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice)
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("types are texts") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_number().is_some_and(is_integer),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        name => panic!("JSON has no type `{name}`"),
    }
}

/// Equality in JSON Schema, for which 1 and 1.0 are the same number.
fn is_same(value: &Value, constant: &Value) -> bool {
    match (value, constant) {
        (Value::Number(value), Value::Number(constant)) => compare(value, constant) == Ordering::Equal,
        (_, Value::Array(_) | Value::Object(_)) => panic!("the constant {constant} is not implemented"),
        _ => value == constant,
    }
}
