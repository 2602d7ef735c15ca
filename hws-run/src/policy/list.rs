//! The table of policies for a terminal and for the documentation.

use std::fmt::Write;

use super::{KEYS, Key};

/// All keys for a terminal: three lines of explanation behind each.
#[must_use]
pub fn list() -> String {
    let mut text = String::from("KEY=VALUE, for `--policy`:\n");
    for Key { name, values, sets, doc, .. } in KEYS {
        // A String takes everything.
        let _ = write!(text, "\n{name}\n    {doc}\n    values  {values}\n    sets    {sets}\n");
    }
    text
}

/// All keys as a Markdown table.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from("| key | values | meaning | sets |\n|---|---|---|---|\n");
    for Key { name, values, sets, doc, .. } in KEYS {
        let _ = writeln!(text, "| `{name}` | {values} | {doc} | {sets} |");
    }
    text
}
