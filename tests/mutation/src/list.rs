//! The list of mutants that `cargo mutants` writes.

use std::error::Error;

use serde_json::Value;

/// A place in a file: line and column, both from 1, as the list counts them.
pub(crate) type Place = (usize, usize);

/// One mutant.
pub(crate) struct Mutant {
    pub(crate) number: usize,
    pub(crate) file: String,
    pub(crate) genre: String,
    pub(crate) start: Place,
    pub(crate) replacement: String,
}

/// Reads the list.
pub(crate) fn read(text: &str) -> Result<Vec<Mutant>, Box<dyn Error>> {
    let list: Vec<Value> = serde_json::from_str(text)?;
    let mutants = list.iter().enumerate().map(|(number, value)| mutant(number, value));
    mutants.collect::<Option<_>>().ok_or_else(|| "a mutant of the list lacks a key".into())
}

fn mutant(number: usize, value: &Value) -> Option<Mutant> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let start = &value["span"]["start"];
    let start = (start["line"].as_u64()? as usize, start["column"].as_u64()? as usize);
    Some(Mutant {
        number,
        file: text("file")?,
        genre: text("genre")?,
        start,
        replacement: text("replacement")?,
    })
}
