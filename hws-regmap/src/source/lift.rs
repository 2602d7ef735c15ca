//! From the tree to the structs of the file; values that do not conform have been reported and are left out.

mod field;
mod ineffective;
mod interrupt;
mod page;
mod register;

use super::expression::{Fault, Values, evaluate};
use super::{EnumSource, Source, number_of};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{MapImportFormat, MapOrigin, Parameter, Placed, Unit, Variant};
use hws_input::yaml::{Node, Value};
use std::collections::BTreeSet;

/// The file as structs, and the faults of its expressions.
pub(crate) struct Lifted {
    /// `None` if nothing can be said about the registers, because their width is not known.
    pub(crate) source: Option<Source>,
    pub(crate) diagnostics: Vec<MapDiagnostic>,
    /// Whether everything that other entries may refer to could be read.
    pub(crate) is_whole: bool,
}

/// Converts the whole file; a missing head is replaced by one that causes no other fault. `has_all_files` tells whether
/// an unknown name may be one of a file that could not be read.
pub(crate) fn lift(node: &Node, has_all_files: bool) -> Lifted {
    let mut lift = Lift {
        values: Values::new(),
        broken: BTreeSet::new(),
        has_all_parameters: has_all_files,
        is_whole: has_all_files,
        diagnostics: Vec::new(),
    };
    let source = lift.map(node, has_all_files);
    Lifted { source, diagnostics: lift.diagnostics, is_whole: lift.is_whole }
}

/// Returns why a number that is written like this has no value, if so.
pub(crate) fn number_fault(node: &Node, written: &str) -> Option<MapDiagnostic> {
    match evaluate(written, &Values::new()) {
        Err(Fault::Wrong { reason, label, remedy, suggestion }) => {
            Some(wrong(node, reason, label, remedy, suggestion))
        }
        _ => None,
    }
}

/// Addresses have 63 bits.
const LARGEST_WINDOW: u64 = 1 << 63;

/// Reads entries; knows the parameters read so far.
struct Lift {
    values: Values,
    /// Parameters without a value, which has been reported.
    broken: BTreeSet<String>,
    /// Whether the name of every parameter could be read.
    has_all_parameters: bool,
    is_whole: bool,
    diagnostics: Vec<MapDiagnostic>,
}

impl Lift {
    fn map(&mut self, node: &Node, has_all_files: bool) -> Option<Source> {
        self.has_all_parameters &= is_absent_or_list(node, "parameters");
        let parameters = self.entries(node, "parameters", Self::parameter);
        let enums = self.entries(node, "enums", Self::enumeration);
        let count = node.get("enums").map_or(0, |enums| enums.elements().len());
        let has_all_enums = has_all_files && is_absent_or_list(node, "enums") && enums.len() == count;
        let pages = self.entries(node, "pages", Self::page);
        let window = node.get("window_bytes").and_then(|_| self.number(node, "window_bytes"));
        Some(Source {
            name: name(node, "name").unwrap_or_else(|| place(node, "NAME".to_owned())),
            description: text(node, "description"),
            // A word that is neither has been reported.
            any_case: node.get("names").is_some_and(|names| names.text() != Some("capitals")),
            window_bytes: window.unwrap_or(place(node, LARGEST_WINDOW)),
            width: self.optional_width(node)?.unwrap_or(place(node, 32)),
            same_cycle: text(node, "same_cycle"),
            parameters,
            enums,
            has_all_enums,
            origin: node.get("imported").and_then(|origin| self.origin(origin)),
            pages,
        })
    }

    fn parameter(&mut self, node: &Node) -> Option<Parameter> {
        let name = name(node, "name").filter(|name| is_identifier(&name.value));
        self.has_all_parameters &= name.is_some();
        let name = self::name(node, "name")?;
        let Some(value) = self.number(node, "value") else {
            self.broken.insert(name.value);
            return None;
        };
        let (least, greatest) = (self.optional(node, "min"), self.optional(node, "max"));
        let bound = |bound: &Option<Option<Placed<u64>>>| {
            bound.as_ref().and_then(Option::as_ref).map_or(value.value, |bound| bound.value)
        };
        let (min, max) = (bound(&least), bound(&greatest));
        let fixed = flag(node, "fixed");
        // The first of two parameters of a name counts; the second is reported.
        self.values.entry(name.value.clone()).or_insert(legal(value.value, min, max, fixed));
        Some(Parameter {
            min,
            max,
            bounds: greatest?.or(least?).as_ref().unwrap_or(&value).place,
            name,
            value,
            unit: word(node, "unit", &Unit::ALL, Unit::as_str).map(|unit| unit.value).unwrap_or_default(),
            fixed,
            description: text(node, "description"),
            spec: text(node, "spec"),
        })
    }

    fn origin(&mut self, node: &Node) -> Option<MapOrigin> {
        Some(MapOrigin {
            format: word(node, "format", MapImportFormat::ALL, MapImportFormat::as_str)?.value,
            fingerprint: self.number(node, "fingerprint")?.value,
            unchanged: self.number(node, "unchanged")?.value,
        })
    }

    fn enumeration(&mut self, node: &Node) -> Option<EnumSource> {
        let values = self.all(node, "values", Self::variant);
        Some(EnumSource {
            name: name(node, "name")?,
            is_whole: values.is_some() && node.get("values").is_some_and(is_list),
            values: values.unwrap_or_default(),
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
                    self.is_whole = false;
                    let diagnostic = self.diagnose(node, fault);
                    diagnostic.into_iter().for_each(|diagnostic| self.report(diagnostic));
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

    fn report(&mut self, diagnostic: MapDiagnostic) {
        if self.diagnostics.len() < crate::MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Returns nothing if the name may be that of a parameter whose own fault has been reported.
    fn diagnose(&self, node: &Node, fault: Fault) -> Option<MapDiagnostic> {
        match fault {
            Fault::Unknown { name, .. } if !self.has_all_parameters || self.broken.contains(&name) => None,
            Fault::Unknown { name, meant } => Some(self.unknown(node, &name, meant)),
            Fault::Wrong { reason, label, remedy, suggestion } => {
                Some(wrong(node, reason, label, remedy, suggestion))
            }
        }
    }

    fn unknown(&self, node: &Node, name: &str, meant: Option<String>) -> MapDiagnostic {
        // A longer list would not be read.
        let known: Vec<&str> = self.values.keys().map(String::as_str).take(64).collect();
        let remedy = match known.is_empty() {
            true => "define it in `parameters`, or write a number".to_owned(),
            false => format!("define it in `parameters`, or use one of {}", known.join(", ")),
        };
        // In an expression only a part would have to be replaced.
        let is_whole = node.text() == Some(name);
        MapDiagnostic::new(Code::UnknownParameter, node.place, format!("unknown parameter {name}"))
            .label("no parameter above has this name")
            .remedy(remedy)
            .suggest(meant.filter(|_| is_whole))
    }
}

fn wrong(
    node: &Node,
    reason: String,
    label: &str,
    remedy: String,
    suggestion: Option<String>,
) -> MapDiagnostic {
    MapDiagnostic::new(Code::WrongType, node.place, reason).label(label).remedy(remedy).suggest(suggestion)
}

/// Returns the value that the users of a parameter see: a legal one, so that they do not seem to be wrong as well.
fn legal(value: u64, min: u64, max: u64, fixed: bool) -> u64 {
    match min <= max {
        true if fixed => min,
        true => value.clamp(min, max),
        false => value,
    }
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn is_list(node: &Node) -> bool {
    matches!(node.value, Value::List(_))
}

fn is_absent_or_list(node: &Node, key: &str) -> bool {
    node.get(key).is_none_or(is_list)
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
