//! From the tree to the structs of the file; values that do not conform have been reported and are left out.

mod field;
mod interrupt;
mod page;
mod register;

use super::expression::{Fault, Values, evaluate};
use super::{EnumSource, Source, number_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Parameter, Placed, Unit, Variant};
use hws_input::yaml::{Node, Value};

/// Converts the whole file, and returns the faults of its expressions; a missing head is replaced by one that causes
/// no other fault.
pub(crate) fn lift(node: &Node) -> (Source, Vec<Diagnostic>) {
    let mut lift = Lift { values: Values::new(), diagnostics: Vec::new() };
    let source = lift.map(node);
    (source, lift.diagnostics)
}

/// Reads entries; knows the parameters read so far.
struct Lift {
    values: Values,
    diagnostics: Vec<Diagnostic>,
}

impl Lift {
    fn map(&mut self, node: &Node) -> Source {
        let parameters = self.entries(node, "parameters", Self::parameter);
        Source {
            name: name(node, "name").unwrap_or_else(|| place(node, "NAME".to_owned())),
            description: text(node, "description"),
            any_case: node.get("names").and_then(Node::text) == Some("any"),
            window_bytes: self.number(node, "window_bytes").unwrap_or(place(node, 1 << 20)),
            width: self.small(node, "width").unwrap_or(place(node, 32)),
            same_cycle: text(node, "same_cycle"),
            parameters,
            enums: self.entries(node, "enums", Self::enumeration),
            pages: self.entries(node, "pages", Self::page),
        }
    }

    fn parameter(&mut self, node: &Node) -> Option<Parameter> {
        let (name, value) = (name(node, "name")?, self.number(node, "value")?);
        // The first of two parameters of a name counts; the second is reported.
        self.values.entry(name.value.clone()).or_insert(value.value);
        let (min, max) = (self.optional(node, "min")?, self.optional(node, "max")?);
        Some(Parameter {
            min: min.as_ref().map_or(value.value, |min| min.value),
            max: max.as_ref().map_or(value.value, |max| max.value),
            bounds: max.or(min).as_ref().unwrap_or(&value).place,
            name,
            value,
            unit: word(node, "unit", &Unit::ALL, Unit::as_str).map(|unit| unit.value).unwrap_or_default(),
            fixed: flag(node, "fixed"),
            description: text(node, "description"),
            spec: text(node, "spec"),
        })
    }

    fn enumeration(&mut self, node: &Node) -> Option<EnumSource> {
        Some(EnumSource {
            name: name(node, "name")?,
            values: self.entries(node, "values", Self::variant),
            description: text(node, "description"),
        })
    }

    fn variant(&mut self, node: &Node) -> Option<Variant> {
        Some(Variant {
            name: name(node, "name")?,
            value: self.number(node, "value")?,
            description: text(node, "description"),
        })
    }

    /// Returns the value of a number or an expression.
    fn value(&mut self, node: &Node) -> Option<Placed<u64>> {
        let number = match node.text() {
            None => number_of(node)?,
            Some(expression) => match evaluate(expression, &self.values) {
                Ok(number) => number,
                Err(fault) => {
                    let diagnostic = self.diagnose(node, fault);
                    self.report(diagnostic);
                    return None;
                }
            },
        };
        Some(place(node, number))
    }

    fn number(&mut self, node: &Node, key: &str) -> Option<Placed<u64>> {
        self.value(node.get(key)?)
    }

    /// Returns the number of a key that may be missing; `None` when it is there but has no value.
    fn optional(&mut self, node: &Node, key: &str) -> Option<Option<Placed<u64>>> {
        match node.get(key) {
            Some(value) => self.value(value).map(Some),
            None => Some(None),
        }
    }

    /// A number of bits; one that is far too large is as wrong as the greatest of 32 bits.
    fn small(&mut self, node: &Node, key: &str) -> Option<Placed<u32>> {
        self.number(node, key).map(|number| number.map(|number| u32::try_from(number).unwrap_or(u32::MAX)))
    }

    /// Returns the parameter that the key's value is, if it is just one.
    fn parameter_of(&self, node: &Node) -> Option<String> {
        node.text().filter(|text| self.values.contains_key(*text)).map(str::to_owned)
    }

    fn numbers(&mut self, node: &Node) -> Option<Placed<Vec<u64>>> {
        let Value::List(elements) = &node.value else { return None };
        let numbers: Option<Vec<u64>> =
            elements.iter().map(|element| self.value(element).map(|number| number.value)).collect();
        numbers.map(|numbers| place(node, numbers))
    }

    fn pair(&mut self, node: &Node) -> Option<Placed<(u64, u64)>> {
        let numbers = self.numbers(node)?;
        match numbers.value.as_slice() {
            [least, greatest] => Some(place(node, (*least, *greatest))),
            _ => None,
        }
    }

    /// Returns the elements of the list that can be read.
    fn entries<T>(
        &mut self,
        node: &Node,
        key: &str,
        mut lift: impl FnMut(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        let elements = node.get(key).map_or(&[][..], Node::elements);
        elements.iter().filter_map(|element| lift(self, element)).collect()
    }

    /// Returns all elements of the list, or `None` when one cannot be read.
    fn all<T>(
        &mut self,
        node: &Node,
        key: &str,
        mut lift: impl FnMut(&mut Self, &Node) -> Option<T>,
    ) -> Option<Vec<T>> {
        let elements = node.get(key).map_or(&[][..], Node::elements);
        let read: Vec<T> = elements.iter().filter_map(|element| lift(self, element)).collect();
        (read.len() == elements.len()).then_some(read)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < crate::MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    fn diagnose(&self, node: &Node, fault: Fault) -> Diagnostic {
        match fault {
            Fault::Unknown { name, meant } => self.unknown(node, &name, meant),
            Fault::Wrong { reason, remedy, suggestion } => {
                Diagnostic::new(Code::WrongType, node.place, reason)
                    .label("expected a number")
                    .remedy(remedy)
                    .suggest(suggestion)
            }
        }
    }

    fn unknown(&self, node: &Node, name: &str, meant: Option<String>) -> Diagnostic {
        // A longer list would not be read.
        let known: Vec<&str> = self.values.keys().map(String::as_str).take(64).collect();
        let remedy = match known.is_empty() {
            true => "define it above, or write a number".to_owned(),
            false => format!("define it above, or use one of {}", known.join(", ")),
        };
        // In an expression only a part would have to be replaced.
        let is_whole = node.text() == Some(name);
        Diagnostic::new(Code::UnknownParameter, node.place, format!("unknown parameter {name}"))
            .label("unknown parameter")
            .remedy(remedy)
            .suggest(meant.filter(|_| is_whole))
    }
}

fn name(node: &Node, key: &str) -> Option<Placed<String>> {
    let value = node.get(key)?;
    value.text().map(|text| place(value, text.to_owned()))
}

fn optional_text(node: &Node, key: &str) -> Option<String> {
    node.get(key)?.text().map(str::to_owned)
}

fn text(node: &Node, key: &str) -> String {
    optional_text(node, key).unwrap_or_default()
}

fn flag(node: &Node, key: &str) -> bool {
    node.get(key).and_then(Node::boolean).unwrap_or_default()
}

fn word<T: Copy>(node: &Node, key: &str, all: &[T], as_str: fn(T) -> &'static str) -> Option<Placed<T>> {
    let value = node.get(key)?;
    let found = all.iter().copied().find(|word| Some(as_str(*word)) == value.text());
    found.map(|word| place(value, word))
}

fn place<T>(node: &Node, value: T) -> Placed<T> {
    Placed { value, place: node.place }
}
