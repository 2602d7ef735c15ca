//! The table of policies for a terminal and for the documentation.

use std::fmt::Write;

use super::{KEYS, PolicyKey};

/// Returns all keys for a terminal, each followed by three lines of explanation.
#[must_use]
pub fn list() -> String {
    let mut text = String::from("KEY=VALUE, for `--policy`:\n");
    for PolicyKey { name, values, sets, doc, .. } in KEYS {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{name}\n    {doc}\n    values  {values}\n    sets    {sets}\n");
    }
    text
}

/// Returns all keys as a Markdown table.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from("| key | values | meaning | sets |\n|---|---|---|---|\n");
    for PolicyKey { name, values, sets, doc, .. } in KEYS {
        let _ = writeln!(text, "| `{name}` | {values} | {doc} | {sets} |");
    }
    text
}
