//! Dimensions that the user sets: every name has to exist in a model.

use std::collections::{BTreeMap, BTreeSet};

use hws_input::nearest;

use super::{ImportFormat, onnx, recognise};

/// Most names that an error lists.
const LISTED_MOST: usize = 12;

hws_input::faults! {
    /// A dimension that no model has.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct UnknownDimension {
        /// Its name.
        pub name: String,
        /// The most similar name that exists.
        pub closest: Option<String>,
        /// The names that exist.
        pub known: BTreeSet<String>,
    } = "unknown-dimension", ("no model has the dimension `{name}`"), ("{}", remedy(known)), near closest.as_deref();
}

fn remedy(known: &BTreeSet<String>) -> String {
    if known.is_empty() {
        return "no model leaves a dimension open; leave the option out".to_owned();
    }
    let listed: Vec<String> = known.iter().take(LISTED_MOST).map(|name| format!("`{name}`")).collect();
    let more = known.len().saturating_sub(LISTED_MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("give one of {}{more}", listed.join(", "))
}

/// Returns the names that can be set in a file: those of an ONNX model ([`onnx::dimensions`]). Any other file has none, nor
/// has one that is damaged: its reader reports that.
#[must_use]
pub fn dimensions(bytes: &[u8]) -> BTreeSet<String> {
    match recognise(bytes) {
        Ok((ImportFormat::Onnx, content)) => onnx::dimensions(content.bytes()).unwrap_or_default(),
        _ => BTreeSet::new(),
    }
}

/// Checks that every name that is set exists.
///
/// # Errors
/// The first one that does not.
pub fn check_dimensions(
    set: &BTreeMap<String, u64>,
    known: &BTreeSet<String>,
) -> Result<(), UnknownDimension> {
    match set.keys().find(|name| !known.contains(*name)) {
        None => Ok(()),
        Some(name) => {
            let closest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
            Err(UnknownDimension { name: name.clone(), closest, known: known.clone() })
        }
    }
}
