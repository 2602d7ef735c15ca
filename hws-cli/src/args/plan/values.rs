//! Values of options that several planners have.

use serde::Serialize;
use serde_json::{Map, Value};

/// Returns the keys of an input that options set.
pub(crate) fn keys(options: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(keys)) => keys,
        other => unreachable!("options by key are an object: {other:?}"),
    }
}

/// `N/D`, both from 1 to 2^31 - 1.
pub(crate) fn ratio(text: &str) -> Result<[i32; 2], String> {
    let (num, den) = text.split_once('/').ok_or("give N/D")?;
    Ok([positive(num)?, positive(den)?])
}

/// `max=N`, N from 1 to 2^31 - 1.
pub(crate) fn largest(text: &str) -> Result<i32, String> {
    positive(text.strip_prefix("max=").ok_or("give max=N")?)
}

/// `OPCODE=LAT`, the latency from 1 to 2^31 - 1.
pub(crate) fn cost(text: &str) -> Result<(String, i64), String> {
    let (opcode, lat) = text.split_once('=').ok_or("give OPCODE=LAT")?;
    Ok((opcode.to_owned(), positive(lat)?.into()))
}

fn positive(text: &str) -> Result<i32, String> {
    let value = text.parse::<i32>().ok().filter(|&value| value >= 1);
    value.ok_or_else(|| format!("`{text}` is not an integer from 1 to 2^31 - 1"))
}
