//! The JSON Schemas of a line of a stimulus and of a trace.

use serde_json::{Map, Value, json};

use crate::model::{Field, FieldShape, Interfaces, Message};

/// Returns the JSON Schema of a line of a stimulus.
#[must_use]
pub fn stimulus_schema(interfaces: &Interfaces) -> Value {
    let at = json!({ "type": "integer", "minimum": 0, "maximum": i64::MAX, "description": "The cycle: before the tick of that number." });
    lines(interfaces, "A line of a stimulus (interfaces.md §5)", &interfaces.operations, "op", ("at", &at))
}

/// Returns the JSON Schema of a line of a trace.
#[must_use]
pub fn trace_schema(interfaces: &Interfaces) -> Value {
    let c = json!({ "type": "integer", "minimum": 0, "description": "The cycle." });
    lines(interfaces, "A line of a trace (interfaces.md §7)", &interfaces.events, "ev", ("c", &c))
}

fn lines(
    interfaces: &Interfaces,
    title: &str,
    messages: &[Message],
    tag: &str,
    time: (&str, &Value),
) -> Value {
    let one_of: Vec<Value> = messages.iter().map(|message| line(interfaces, message, tag, time)).collect();
    json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "oneOf": one_of })
}

fn line(interfaces: &Interfaces, message: &Message, tag: &str, (cycle, at): (&str, &Value)) -> Value {
    let mut properties = Map::new();
    properties.insert(cycle.to_owned(), at.clone());
    properties.insert(tag.to_owned(), json!({ "const": message.name }));
    let mut required = vec![cycle.to_owned(), tag.to_owned()];
    let mut either = None;
    for field in &message.fields {
        properties.insert(field.name.clone(), value(interfaces, field));
        match &field.shape {
            FieldShape::Text { or: Some(or), .. } => {
                let number = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX, "description": "Its byte offset." });
                properties.insert(or.clone(), number);
                either = Some(json!([{ "required": [field.name] }, { "required": [or] }]));
            }
            _ => required.push(field.name.clone()),
        }
    }
    let mut line = json!({
        "type": "object", "description": message.doc, "properties": properties, "required": required,
        "additionalProperties": false,
    });
    if let Some(either) = either {
        line["oneOf"] = either;
    }
    line
}

fn value(interfaces: &Interfaces, field: &Field) -> Value {
    let number = |least: i64| {
        let most = 1_u64.checked_shl(field.width).map_or(u64::MAX, |end| end - 1);
        json!({ "type": "integer", "minimum": least, "maximum": most })
    };
    let mut value = match &field.shape {
        FieldShape::Number(_) => number(0),
        FieldShape::Optional => number(-1),
        FieldShape::Flag => json!({ "type": "boolean" }),
        FieldShape::List => json!({ "type": "array", "items": number(0) }),
        FieldShape::Names(_) => {
            json!({ "enum": interfaces.values(field).iter().map(|value| &value.name).collect::<Vec<_>>() })
        }
        FieldShape::Text { of, .. } if of == "digest" => {
            json!({ "type": "string", "pattern": "^[0-9a-f]{16}$" })
        }
        FieldShape::Text { .. } => json!({ "type": "string" }),
    };
    value["description"] = field.doc.clone().into();
    value
}
