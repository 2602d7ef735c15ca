//! The JSON Schema of the file.

use serde_json::{Value, json};

/// Returns the JSON Schema of a file of interfaces, for editors.
#[must_use]
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Interfaces of a device beside its registers",
        "type": "object",
        "required": ["version", "title", "events", "rules"],
        "additionalProperties": false,
        "properties": {
            "version": { "const": 1 },
            "title": text("The name of the device."),
            "registers": text("The file of its register map."),
            "enums": list(&an_enum()),
            "records": list(&record()),
            "ports": list(&port()),
            "lanes": lanes(),
            "operations": list(&message("An operation of a stimulus.")),
            "events": list(&message("A line of a trace.")),
            "rules": list(&rule()),
        },
    })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "minLength": 1, "description": description })
}

fn number(description: &str, most: u32) -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": most, "description": description })
}

fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn object(description: &str, required: &[&str], properties: &Value) -> Value {
    json!({
        "type": "object", "description": description, "required": required, "additionalProperties": false,
        "properties": properties,
    })
}

fn an_enum() -> Value {
    let value = json!({
        "name": text("Its name."), "value": number("Its number, from 0 in order.", u32::MAX),
        "doc": text("What it means."), "rule": text("PAGE.md §NUMBER."),
    });
    let values = object("A value.", &["name", "value", "doc"], &value);
    let properties = json!({
        "name": text("Its name."), "doc": text("What it is."), "rule": text("PAGE.md §NUMBER."), "values": list(&values),
    });
    object("Names that numbers have.", &["name", "doc", "values"], &properties)
}

fn record() -> Value {
    let properties = json!({
        "name": text("Its name."), "doc": text("What it is."), "rule": text("PAGE.md §NUMBER."),
        "words": number("The number of its 32-bit words; none if it has no bit positions.", 1024), "fields": list(&field()),
    });
    object("Values that travel together.", &["name", "doc", "fields"], &properties)
}

fn message(description: &str) -> Value {
    let properties = json!({
        "name": text("Its name."), "kind": number("Its number on monitor lanes.", u32::MAX), "doc": text("What it is."),
        "rule": text("PAGE.md §NUMBER."), "fields": list(&field()),
    });
    object(description, &["name", "doc", "rule", "fields"], &properties)
}

fn field() -> Value {
    let properties = json!({
        "name": text("Its name."), "known_as": text("Its name in other documents."),
        "word": number("The word of its record.", 1023),
        "bits": { "type": ["string", "integer"], "description": "HIGH:LOW, or one bit." },
        "width": number("BitPlace, for a field without a place.", 64),
        "count": number("Elements, one after the other.", 1024),
        "show": { "enum": ["dec", "hex"] }, "values": text("An enum of the file."),
        "flag": flag("True or false."), "optional": flag("A number or none."), "list": flag("Several numbers."),
        "text": { "enum": ["register", "digest"] }, "or": text("The name of a number that can stand in its place."),
        "rust": {
            "type": "string", "pattern": "^[A-Z][A-Za-z0-9]*$",
            "description": "Its type in Rust, if not the smallest integer that holds it: for records without bit positions.",
        },
        "unit": text("Its unit."), "range": text("The legal values, if not all that fit."),
        "default": number("The value of a new record.", u32::MAX), "live": flag("Read again after admission."),
        "doc": text("What it means."), "rule": text("PAGE.md §NUMBER."),
    });
    object("A value.", &["name", "doc"], &properties)
}

fn port() -> Value {
    let properties = json!({
        "name": text("Its name."), "direction": { "enum": ["in", "out"] }, "width": number("Its bits.", 64),
        "sampled": {
            "enum": ["before", "after", "never"],
            "description": "When it is sampled, seen from the clock edge; inputs before, outputs after, if not given.",
        },
        "show": { "enum": ["dec", "hex"] }, "unit": text("Its unit."), "doc": text("What it means."),
        "rule": text("PAGE.md §NUMBER."),
    });
    object("A port of the design.", &["name", "direction", "width", "doc"], &properties)
}

fn lanes() -> Value {
    let properties = json!({
        "count": number("Lanes.", 64), "kind_width": number("BitPlace of the kind.", 64), "words": number("Values.", 64),
    });
    object("The monitor lanes.", &["count", "kind_width", "words"], &properties)
}

fn rule() -> Value {
    let names =
        json!({ "type": "array", "items": text("A register of the map, a record, or a field of one.") });
    let properties = json!({
        "rule": text("PAGE.md §NUMBER."), "title": text("Its title."), "reads": names, "writes": names,
    });
    object("A rule of the specification.", &["rule", "title"], &properties)
}
