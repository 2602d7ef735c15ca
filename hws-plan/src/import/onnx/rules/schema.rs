//! The JSON Schema of rule files, for editors. Expressions are checked by the reader.

use serde_json::{Value, json};

use crate::import::onnx::dtype::DType;

/// Returns the schema.
pub(super) fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Operators",
        "description": "Rules for ONNX operators, for `--ops`.",
        "type": "object",
        "additionalProperties": false,
        "required": ["operators"],
        "properties": {
            "operators": {
                "type": "object",
                "description": "A rule for each operator, by its name, preceded by its domain unless that is the default.",
                "propertyNames": { "minLength": 1 },
                "additionalProperties": rule(),
            },
        },
    })
}

fn rule() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["outputs"],
        "properties": {
            "inputs": {
                "description": "How many inputs a node may have; any number by default.",
                "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^ *[0-9]+ *\\.\\. *([0-9]+)? *$" }],
            },
            "outputs": {
                "type": "array",
                "description": "Type and shape of each output.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["shape"],
                    "properties": { "type": dtype(), "shape": shape() },
                },
            },
            "operations": expression("Operations of a node besides multiply-adds; 0 by default."),
            "macs": expression("Multiply-adds of a node, two operations each; 0 by default."),
            "bytes": expression("Bytes that a node moves; by default every input and output once."),
            "fuse": {
                "type": "boolean",
                "description": "Whether the operator joins the kernel before it with `--fuse`; false by default.",
            },
        },
    })
}

fn dtype() -> Value {
    let names: Vec<&str> = DType::names().collect();
    json!({
        "description": "A type, or that of an input; `in0` by default.",
        "anyOf": [{ "enum": names }, { "type": "string", "pattern": "^in[0-9]+$" }],
    })
}

fn shape() -> Value {
    json!({
        "description": "Dimensions separated by commas, or `scalar`.",
        "anyOf": [
            { "type": ["string", "integer"] },
            { "type": "array", "items": { "type": ["string", "integer"] } },
        ],
    })
}

fn expression(description: &str) -> Value {
    json!({ "type": ["string", "integer"], "description": description })
}
