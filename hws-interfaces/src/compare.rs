//! What has changed between two files.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::model::Interfaces;

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceChange {
    /// What has changed: `events.launch.pool.width`.
    pub path: String,
    /// The value before; none if it is new.
    pub before: Option<String>,
    /// The value after; none if it is gone.
    pub after: Option<String>,
    /// Whether a program or a file that fits the first file may not fit the second: a name, a number, a place or a width is
    /// another, or is gone.
    pub breaks: bool,
}

impl fmt::Display for InterfaceChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, before, after, breaks } = self;
        match (before, after) {
            (None, Some(after)) => write!(f, "+ {path} = {after}")?,
            (Some(before), None) => write!(f, "- {path} = {before}")?,
            (before, after) => {
                let shown = |value: &Option<String>| value.clone().unwrap_or_default();
                write!(f, "~ {path}: {} -> {}", shown(before), shown(after))?;
            }
        }
        f.write_str(if *breaks { " (breaks)" } else { "" })
    }
}

/// Compares two files, by the names of what they describe: the order within a file does not count, except that of the keys of
/// an event and of an operation.
///
/// ```
/// let file = |width| format!("version: 1\ntitle: x\nrules: [{{ rule: a.md §1, title: y }}]\nevents:\n  - {{ name: e, doc: d, rule: a.md §1, fields: [{{ name: f, width: {width}, doc: d }}] }}");
/// let [old, new] = [4, 5].map(|width| hws_interfaces::check(&file(width)).interfaces);
/// let changes = hws_interfaces::compare(&old, &new);
/// assert_eq!(changes[0].to_string(), "~ events.e.f.width: 4 -> 5 (breaks)");
/// ```
#[must_use]
pub fn compare(before: &Interfaces, after: &Interfaces) -> Vec<InterfaceChange> {
    let [old, new] = [before, after].map(facts);
    let mut paths: Vec<&String> = old.keys().chain(new.keys()).collect();
    paths.sort_unstable();
    paths.dedup();
    let change = |path: &String| {
        let (before, after) = (old.get(path).cloned(), new.get(path).cloned());
        let breaks = before.is_some() && before != after && is_layout(path);
        (before != after).then(|| InterfaceChange { path: path.clone(), before, after, breaks })
    };
    paths.into_iter().filter_map(change).collect()
}

/// What is only said of something is not a layout.
fn is_layout(path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or_default();
    let is_said =
        ["doc", "title", "unit", "range", "rule", "known_as", "default", "registers", "rust"].contains(&last);
    !is_said && !path.starts_with("rules.")
}

/// Every fact of a file, under its path.
fn facts(interfaces: &Interfaces) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let tree = serde_json::to_value(interfaces).unwrap_or_default();
    collect("", &tree, &mut facts);
    facts
}

fn collect(path: &str, value: &Value, facts: &mut BTreeMap<String, String>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(entries) => {
            entries.iter().filter(|(key, _)| *key != "name").for_each(|(key, value)| {
                // The fields of a record are below it by their names.
                let path = if key == "fields" || key == "values" { path.to_owned() } else { below(key) };
                collect(&path, value, facts);
            });
        }
        Value::Array(elements) => {
            let named = |(number, element): (usize, &Value)| {
                let name = element.get("name").or_else(|| element.get("rule")).and_then(Value::as_str);
                (name.map_or_else(|| number.to_string(), str::to_owned), number)
            };
            for (number, element) in elements.iter().enumerate() {
                let path = below(&named((number, element)).0);
                if element.is_object() && is_ordered(&path) {
                    facts.insert(format!("{path}.place"), number.to_string());
                }
                collect(&path, element, facts);
            }
        }
        Value::Null => (),
        Value::String(text) => {
            facts.insert(path.to_owned(), text.clone());
        }
        other => {
            facts.insert(path.to_owned(), other.to_string());
        }
    }
}

/// Whether the place among its neighbours counts: for the keys of a line.
fn is_ordered(path: &str) -> bool {
    let is_line = path.starts_with("events.") || path.starts_with("operations.");
    is_line && path.matches('.').count() == 2
}
