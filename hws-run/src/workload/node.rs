//! YAML as a tree in which every key and every value knows its line and column.
//!
//! Serde's own data types lose positions inside enums and say "did not match any variant"; a tree that
//! is read by hand does neither. Depth, size and aliases are bounded by the parser's budget.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Budget, Location, Options, Spanned, UserMessageFormatter};

use super::error::{Fault, Place, Reason};

/// Most values in a file: enough for a graph of a million kernels.
const NODES_MOST: usize = 1 << 25;

/// Deepest nesting: a workload has seven levels, and each level of the parser takes tens of kilobytes
/// of stack.
const DEPTH_MOST: usize = 16;

/// A value and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub(super) at: Place,
    pub(super) value: Value,
}

/// What YAML knows.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A key of a map, as it is written: `0x1` and `1` are two keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) at: Place,
    pub(super) name: String,
}

/// Reads one document.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    serde_saphyr::from_str_with_options(text, options()).map_err(|error| syntax(&error))
}

fn options() -> Options {
    let mut budget = Budget::default();
    (budget.max_nodes, budget.max_events) = (NODES_MOST, 2 * NODES_MOST);
    (budget.max_total_scalar_bytes, budget.max_depth) = (usize::MAX, DEPTH_MOST);
    let mut options = Options::default();
    options.budget = Some(budget);
    options.strict_booleans = true;
    options.with_snippet = false;
    options
}

fn syntax(error: &serde_saphyr::Error) -> Fault {
    let place = error.location().map_or(Place::UNKNOWN, place);
    let message = error.without_snippet().render_with_formatter(&UserMessageFormatter);
    // The place is said once, by us.
    let message = message.split_once(" at line ").map_or(message.as_str(), |(before, _)| before);
    Fault::at(place, Reason::Syntax { message: message.to_owned() })
}

fn place(location: Location) -> Place {
    Place { line: location.line(), column: location.column() }
}

impl<T> From<&Spanned<T>> for Place {
    fn from(spanned: &Spanned<T>) -> Self {
        // Of a value that came through an alias the definition is what has to be corrected.
        place(if spanned.defined == Location::UNKNOWN { spanned.referenced } else { spanned.defined })
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Value>::deserialize(deserializer)?;
        Ok(Self { at: Place::from(&spanned), value: spanned.value })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<String>::deserialize(deserializer)?;
        Ok(Self { at: Place::from(&spanned), name: spanned.value })
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn at(line: u64, column: u64) -> Place {
        Place { line, column }
    }

    fn value<'n>(node: &'n Node, key: &str) -> &'n Node {
        let Value::Map(entries) = &node.value else { panic!("{node:?}") };
        entries.iter().find(|(known, _)| known.name == key).map(|(_, value)| value).unwrap()
    }

    #[test]
    fn everything_knows_its_place() {
        let node = parse("é: 1\nb: { 3_4: 0xFF, \"1\": 118e6 }\nc: [16x2, ~, true, yes]\n").unwrap();
        assert_eq!(*value(&node, "é"), Node { at: at(1, 4), value: Value::Integer(1) });
        let Value::Map(classes) = &value(&node, "b").value else { panic!() };
        assert_eq!(classes[0].0, Key { at: at(2, 6), name: "3_4".to_owned() });
        assert_eq!(classes[0].1, Node { at: at(2, 11), value: Value::Integer(255) });
        assert_eq!(classes[1].1.value, Value::Float(118e6));
        let Value::List(items) = &value(&node, "c").value else { panic!() };
        let values: Vec<_> = items.iter().map(|item| item.value.clone()).collect();
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(values, [text("16x2"), Value::Null, Value::Bool(true), text("yes")]);
    }

    #[test]
    fn what_an_alias_gives_stands_where_it_is_defined() {
        let node = parse("a: &x { k: 1 }\nb: { <<: *x, l: 2 }\n").unwrap();
        assert_eq!(value(value(&node, "b"), "k").at, at(1, 12));
    }

    #[rstest]
    #[case("a: 1\na: 2\n", 2, 1)]
    #[case("a: [1\n", 1, 4)]
    #[case("a:\n\tb: 3\n", 2, 2)]
    #[case("a: *nope", 1, 4)]
    #[case("a: b\n---\nc: d\n", 3, 1)]
    #[case("? [a]\n: c\n", 1, 3)]
    #[case("a: .nan", 1, 4)]
    fn what_is_no_yaml_is_refused_where_it_breaks(
        #[case] text: &str,
        #[case] line: u64,
        #[case] column: u64,
    ) {
        let fault = parse(text).unwrap_err();
        println!("{}", fault.reason);
        assert_eq!(fault.place, at(line, column));
    }

    #[test]
    fn depth_is_bounded() {
        assert!(parse(&"[".repeat(100_000)).is_err());
        assert!(parse(&"{a: ".repeat(100_000)).is_err());
        assert!(parse(&"- ".repeat(100_000)).is_err());
        assert!(parse(&"- ".repeat(DEPTH_MOST)).is_ok() && parse(&"- ".repeat(DEPTH_MOST + 1)).is_err());
        let nested: String = (0..1000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
        assert!(parse(&nested).is_err());
    }
}
