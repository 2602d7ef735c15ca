//! Validates JSON against the subset of JSON Schema (draft 2020-12) that the schemas of this workspace use.
//!
//! It is for tests, because complete validators take half a minute to compile. Nothing is skipped silently: a
//! keyword that is not implemented here, or is malformed, panics. `.ci/schemas` compares the results with those
//! of a complete validator.
//!
//! ```
//! use hws_json_schema::Schema;
//! use serde_json::json;
//! let schema = Schema::new(json!({ "type": "object", "required": ["id"], "properties": { "id": { "minLength": 1 } } }));
//! assert!(schema.is_valid(&json!({ "id": "a" })));
//! assert_eq!(schema.errors(&json!({ "id": "" })), ["/id: shorter than 1"]);
//! assert_eq!(schema.errors(&json!({})), [": `id` is missing"]);
//! ```

mod assertion;
mod number;
#[cfg(test)]
mod tests;

use assertion::Assertion;
use serde_json::{Map, Value};

/// A schema, with its definitions.
#[derive(Clone, Debug)]
pub struct Schema {
    root: Value,
}

impl Schema {
    /// Creates the schema of a document.
    #[must_use]
    pub fn new(root: Value) -> Self {
        Self { root }
    }

    /// Returns whether the value is an instance of the schema.
    ///
    /// # Panics
    /// If the schema has a keyword that is not implemented, or one of the wrong type.
    #[must_use]
    pub fn is_valid(&self, value: &Value) -> bool {
        self.errors(value).is_empty()
    }

    /// Returns the errors in the value: the JSON pointer of each place, and the reason.
    ///
    /// # Panics
    /// If the schema has a keyword that is not implemented, or one of the wrong type.
    #[must_use]
    pub fn errors(&self, value: &Value) -> Vec<String> {
        self.check(&self.root, value, "")
    }

    fn check(&self, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        match schema {
            Value::Bool(true) => vec![],
            Value::Bool(false) => vec![format!("{place}: nothing is allowed here")],
            Value::Object(keywords) => {
                let keywords = keywords.iter();
                keywords.flat_map(|(word, rule)| self.keyword(word, rule, schema, value, place)).collect()
            }
            _ => panic!("a schema is an object or a boolean, not {schema}"),
        }
    }

    /// Checks one keyword of `schema`: here those that apply other schemas, the rest in [`assertion`].
    fn keyword(&self, word: &str, rule: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        match word {
            "$ref" => self.check(self.definition(rule), value, place),
            "anyOf" if self.matching(rule, value) == 0 => vec![format!("{place}: no alternative matches")],
            "oneOf" if self.matching(rule, value) != 1 => {
                vec![format!("{place}: {} alternatives match, not 1", self.matching(rule, value))]
            }
            "anyOf" | "oneOf" => vec![],
            "properties" => self.properties(object(rule), value, place),
            "additionalProperties" => self.additional(rule, &schema["properties"], value, place),
            "items" => self.items(rule, value, place),
            _ => {
                let assertion = Assertion::new(word, rule);
                assertion.broken_by(value).map(|reason| format!("{place}: {reason}")).into_iter().collect()
            }
        }
    }

    fn definition(&self, reference: &Value) -> &Value {
        let place = reference.as_str().and_then(|text| text.strip_prefix('#'));
        let found = place.and_then(|place| self.root.pointer(place));
        found.unwrap_or_else(|| panic!("{reference} is not a place in this schema"))
    }

    fn matching(&self, alternatives: &Value, value: &Value) -> usize {
        let alternatives = alternatives.as_array().expect("alternatives are a list").iter();
        alternatives.filter(|schema| self.check(schema, value, "").is_empty()).count()
    }

    fn properties(&self, properties: &Map<String, Value>, value: &Value, place: &str) -> Vec<String> {
        let present = properties.iter().filter_map(|(key, schema)| Some((key, schema, value.get(key)?)));
        present
            .flat_map(|(key, schema, value)| self.check(schema, value, &format!("{place}/{key}")))
            .collect()
    }

    /// Checks the members that are not in `properties`.
    fn additional(&self, schema: &Value, properties: &Value, value: &Value, place: &str) -> Vec<String> {
        let members = value.as_object().into_iter().flatten();
        let additional = members.filter(|(key, _)| properties.get(key).is_none());
        additional.flat_map(|(key, value)| self.check(schema, value, &format!("{place}/{key}"))).collect()
    }

    fn items(&self, schema: &Value, value: &Value, place: &str) -> Vec<String> {
        let items = value.as_array().into_iter().flatten().enumerate();
        items.flat_map(|(index, item)| self.check(schema, item, &format!("{place}/{index}"))).collect()
    }
}

fn object(rule: &Value) -> &Map<String, Value> {
    rule.as_object().unwrap_or_else(|| panic!("{rule} is not an object"))
}
