//! From the tree to the structs of the file; values that do not conform have been reported and are left out.

use super::{
    DimSource, FieldSource, GroupSource, LegalSource, Number, PageSource, ParameterSource, RegisterSource,
    ResetValue, Source, VariantSource, WordSource, number_of,
};
use crate::model::{HardwareAccess, MapAccess, Placed, Unit};
use hws_input::yaml::{Node, Value};

/// Converts the whole file; a missing head is replaced by one that causes no other fault.
pub(crate) fn lift(node: &Node) -> Source {
    Source {
        name: name(node, "name").unwrap_or_else(|| place(node, "NAME".to_owned())),
        window_bytes: number(node, "window_bytes").unwrap_or(Placed { value: 1 << 20, place: node.place }),
        same_cycle: text(node, "same_cycle"),
        parameters: entries(node, "parameters", parameter),
        pages: entries(node, "pages", page),
    }
}

fn parameter(node: &Node) -> Option<ParameterSource> {
    Some(ParameterSource {
        name: name(node, "name")?,
        value: number(node, "value")?,
        min: number(node, "min")?,
        max: number(node, "max")?,
        unit: word(node, "unit", &Unit::ALL, Unit::as_str).map(|unit| unit.value).unwrap_or_default(),
        fixed: flag(node, "fixed"),
        description: text(node, "description"),
        spec: text(node, "spec"),
    })
}

fn page(node: &Node) -> Option<PageSource> {
    Some(PageSource {
        name: name(node, "name")?,
        base: number(node, "base")?,
        size: number(node, "size")?,
        description: text(node, "description"),
        registers: entries(node, "registers", register),
        groups: entries(node, "groups", group),
    })
}

fn register(node: &Node) -> Option<RegisterSource> {
    Some(RegisterSource {
        name: name(node, "name")?,
        offset: number(node, "offset")?,
        dims: all(node, "dims", dim)?,
        access: word(node, "access", &MapAccess::ALL, MapAccess::as_str)?,
        queued: flag(node, "queued"),
        hardware: word(node, "hardware", &HardwareAccess::ALL, HardwareAccess::as_str)?,
        fields: entries(node, "fields", field),
        // If a field is left out, the combinations would name one that does not exist.
        legal: all(node, "fields", field).and_then(|_| legal(node.get("legal")?)),
        same_cycle: optional_text(node, "same_cycle"),
        description: text(node, "description"),
        spec: text(node, "spec"),
    })
}

fn group(node: &Node) -> Option<GroupSource> {
    Some(GroupSource {
        name: name(node, "name")?,
        offset: number(node, "offset")?,
        count: count(node)?,
        stride: number(node, "stride")?,
        index: text(node, "index"),
        access: word(node, "access", &MapAccess::ALL, MapAccess::as_str)?,
        hardware: word(node, "hardware", &HardwareAccess::ALL, HardwareAccess::as_str)?,
        spec: text(node, "spec"),
        reserved: elements(node, "reserved", placed_number),
        words: entries(node, "words", word_source),
    })
}

fn word_source(node: &Node) -> Option<WordSource> {
    Some(WordSource {
        name: name(node, "name")?,
        word: number(node, "word")?,
        fields: entries(node, "fields", field),
        description: text(node, "description"),
        spec: optional_text(node, "spec"),
    })
}

fn dim(node: &Node) -> Option<DimSource> {
    Some(DimSource { count: count(node)?, stride: number(node, "stride")?, index: text(node, "index") })
}

fn field(node: &Node) -> Option<FieldSource> {
    let reset = node.get("reset")?;
    Some(FieldSource {
        name: name(node, "name")?,
        bits: numbers(node.get("bits")?)?,
        reset: place(reset, reset_value(reset)?),
        range: node.get("range").and_then(pair),
        multiple_of: number(node, "multiple_of"),
        enumeration: name(node, "enum"),
        values: entries(node, "values", variant),
        pulse: flag(node, "pulse"),
        description: text(node, "description"),
    })
}

fn variant(node: &Node) -> Option<VariantSource> {
    Some(VariantSource {
        name: name(node, "name")?,
        value: number(node, "value")?,
        description: text(node, "description"),
    })
}

fn legal(node: &Node) -> Option<LegalSource> {
    Some(LegalSource {
        fields: elements(node, "fields", |element| Some(place(element, element.text()?.to_owned()))),
        combinations: elements(node, "combinations", numbers),
    })
}

fn reset_value(node: &Node) -> Option<ResetValue> {
    if matches!(node.value, Value::Map(_)) {
        let part = |key| number_of(node.get(key)?);
        return Some(ResetValue::Linear { base: part("base")?, step: part("step")? });
    }
    number_or_parameter(node).map(ResetValue::Number)
}

fn number_or_parameter(node: &Node) -> Option<Number> {
    number_of(node)
        .map(Number::Literal)
        .or_else(|| node.text().map(|name| Number::Parameter(name.to_owned())))
}

fn count(node: &Node) -> Option<Placed<Number>> {
    let count = node.get("count")?;
    number_or_parameter(count).map(|number| place(count, number))
}

fn pair(node: &Node) -> Option<Placed<(u32, u32)>> {
    match node.elements() {
        [least, greatest] => Some(place(node, (number_of(least)?, number_of(greatest)?))),
        _ => None,
    }
}

fn numbers(node: &Node) -> Option<Placed<Vec<u32>>> {
    let numbers: Option<Vec<u32>> = node.elements().iter().map(number_of).collect();
    numbers.map(|numbers| place(node, numbers))
}

fn placed_number(node: &Node) -> Option<Placed<u32>> {
    number_of(node).map(|number| place(node, number))
}

fn number(node: &Node, key: &str) -> Option<Placed<u32>> {
    node.get(key).and_then(placed_number)
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

/// Returns the elements of the list that can be read.
fn elements<T>(node: &Node, key: &str, lift: impl Fn(&Node) -> Option<T>) -> Vec<T> {
    node.get(key).map_or(&[][..], Node::elements).iter().filter_map(lift).collect()
}

fn entries<T>(node: &Node, key: &str, lift: fn(&Node) -> Option<T>) -> Vec<T> {
    elements(node, key, lift)
}

/// Returns all elements of the list, or `None` when one cannot be read.
fn all<T>(node: &Node, key: &str, lift: fn(&Node) -> Option<T>) -> Option<Vec<T>> {
    node.get(key).map_or(&[][..], Node::elements).iter().map(lift).collect()
}

fn place<T>(node: &Node, value: T) -> Placed<T> {
    Placed { value, place: node.place }
}
