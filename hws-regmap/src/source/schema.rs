//! The shape of a map as a JSON Schema, for completion and checks in editors.

use super::shape::{
    DIM, ENUM, FIELD, GROUP, INTERRUPT, INTERRUPT_REGISTER, Key, LEGAL, LINEAR, MAP, MEMORY, PAGE, PARAMETER,
    REGISTER, SOURCE, Shape, Takes, VALUE, WORD,
};
use serde_json::{Map, Value, json};

const ENTRIES: &[&Shape] = &[
    &PARAMETER,
    &ENUM,
    &PAGE,
    &REGISTER,
    &GROUP,
    &WORD,
    &DIM,
    &FIELD,
    &VALUE,
    &LEGAL,
    &LINEAR,
    &INTERRUPT,
    &INTERRUPT_REGISTER,
    &SOURCE,
    &MEMORY,
];

/// Returns the JSON Schema (2020-12) of a map.
///
/// It describes the keys and the types of their values; [`crate::load`] also checks everything else, such
/// as whether registers overlap or names clash.
///
/// ```
/// let schema = hws_regmap::schema();
/// assert_eq!(schema["required"][0], "name");
/// assert_eq!(schema["additionalProperties"], false);
/// ```
#[must_use]
pub fn schema() -> Value {
    let mut schema = entry(&MAP);
    let definitions: Map<String, Value> =
        ENTRIES.iter().map(|shape| (shape.name.to_owned(), entry(shape))).collect();
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Register map");
    schema["$defs"] = definitions.into();
    schema
}

fn entry(shape: &Shape) -> Value {
    let required = shape.keys.iter().filter(|key| key.required).map(|key| json!(key.name));
    let properties: Map<String, Value> =
        shape.keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    json!({
        "description": shape.about,
        "type": "object",
        "properties": properties,
        "required": required.collect::<Vec<_>>(),
        "additionalProperties": false,
    })
}

fn property(key: &Key) -> Value {
    let mut value = taken(key.takes);
    value["description"] = json!(key.about);
    value
}

fn taken(takes: Takes) -> Value {
    match takes {
        Takes::Prose | Takes::Name => json!({ "type": "string" }),
        Takes::Flag => json!({ "type": "boolean" }),
        Takes::Number => number(),
        Takes::Reset => json!({ "anyOf": [number(), reference(&LINEAR)] }),
        Takes::Word(words) => json!({ "enum": words }),
        Takes::Words(words) => list(json!({ "enum": words })),
        Takes::Names => list(json!({ "type": "string" })),
        Takes::Numbers => list(number()),
        Takes::Pair => json!({ "type": "array", "items": number(), "minItems": 2, "maxItems": 2 }),
        Takes::Tuples => list(list(number())),
        Takes::Entries(shape) => list(reference(shape)),
        Takes::Entry(shape) => reference(shape),
    }
}

fn number() -> Value {
    json!({ "anyOf": [
        { "type": "integer", "minimum": 0, "maximum": u64::MAX },
        { "type": "string", "description": "An expression of numbers and parameters." },
    ] })
}

fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn reference(shape: &Shape) -> Value {
    json!({ "$ref": format!("#/$defs/{}", shape.name) })
}
