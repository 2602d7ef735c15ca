//! The JSON Schema of an overview, generated from its types.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::Overview;

/// Returns the JSON Schema (draft 2020-12) of an overview; every key is always present.
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<Overview>().to_value()
}
