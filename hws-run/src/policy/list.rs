//! The table of policies for a terminal, for programs and for the documentation.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use super::{KEYS, PolicyGroup, PolicyKey};

/// A key of the list, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyEntry {
    /// Its name.
    pub key: String,
    /// The part of the run that it sets.
    pub group: &'static str,
    /// Its values, in words.
    pub values: String,
    /// The unit of its numbers; null if they have none.
    pub unit: Option<&'static str>,
    /// Its value in a run whose files set nothing; null if it has none.
    pub default: Option<String>,
    /// The registers or fields that it sets, the key of a workload file, or the option.
    pub sets: String,
    /// Its meaning.
    pub effect: String,
}

impl PolicyEntry {
    fn new(key: &PolicyKey) -> Self {
        Self {
            key: key.name.to_string(),
            group: key.group.title(),
            values: key.values_in_words(),
            unit: Some(key.unit).filter(|unit| !unit.is_empty()),
            default: key.default(),
            sets: key.sets.to_string(),
            effect: key.doc.to_string(),
        }
    }
}

/// Returns all keys, in the order of the list.
#[must_use]
pub fn entries() -> Vec<PolicyEntry> {
    KEYS.iter().map(PolicyEntry::new).collect()
}

/// Returns all keys for a terminal, by group, each followed by four lines of explanation.
#[must_use]
pub fn list() -> String {
    let mut text = String::from("KEY=VALUE, for `--policy` of a run and `--set` of a sweep:\n");
    let entries = entries();
    for group in PolicyGroup::ALL {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{group}\n");
        for PolicyEntry { key, values, default, sets, effect, .. } in of(&entries, group) {
            let default = default.as_deref().unwrap_or("-");
            let _ = write!(
                text,
                "\n{key}\n    {effect}\n    values   {values}\n    default  {default}\n    sets     {sets}\n"
            );
        }
    }
    text
}

/// Returns all keys as Markdown tables, one for each group.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::new();
    let entries = entries();
    for group in PolicyGroup::ALL {
        let _ = write!(
            text,
            "### {group}\n\n| key | values | default | effect | sets |\n|---|---|---|---|---|\n"
        );
        for PolicyEntry { key, values, default, sets, effect, .. } in of(&entries, group) {
            let default = default.as_ref().map_or_else(String::new, |default| format!("`{default}`"));
            let _ = writeln!(text, "| `{key}` | {values} | {default} | {effect} | `{sets}` |");
        }
        text.push('\n');
    }
    text
}

fn of(entries: &[PolicyEntry], group: PolicyGroup) -> impl Iterator<Item = &PolicyEntry> {
    entries.iter().filter(move |entry| entry.group == group.title())
}
